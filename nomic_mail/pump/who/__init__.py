"""Whose letter it is: the door it came in by, who may write from where, and how that is known."""
