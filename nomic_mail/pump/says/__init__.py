"""What a letter says, and what comes of it in its game."""
