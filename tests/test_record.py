"""The record of games that were really played: what each proposal, vote and rule became, and when.

1. Each game is a transcript on a throw-away server, with its own SQLite file.
"""
