"""What only a moderator says."""
