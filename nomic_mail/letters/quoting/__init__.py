"""Whose words the lines of a letter are. Pure."""
