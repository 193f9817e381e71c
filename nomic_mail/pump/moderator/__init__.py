"""What the Moderator does, by letter and at the command line, and what waits for them."""
