"""Whole servers in one process: transcripts (.game files) and the demo.

1. Only the clock, the luck and the network are replaced; letters walk the same way as in earnest,
   through real SQLite files.
"""
