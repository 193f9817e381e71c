"""What a letter says: commands, questions back, and what was none of these. Pure."""
