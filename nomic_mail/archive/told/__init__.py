"""A game that was played elsewhere, written down by hand: docs/old-games.md is its form.

1. What is written is told, not proven. It becomes a ledger of the same events as any game's, so
   that every form of a record is made by the same writers; its ruleset is TOLD, and nothing in it
   was thrown, sealed or sent here.
2. The record holds the files as they were written, and its ledger is what they make: so whoever has
   the record can make it again, and every disagreement has its line.
3. Nothing is guessed and nothing is mended. What is not told stays unknown; where what is told does
   not follow from what else is told, both are kept, and listed.
4. The files are a stranger's: everything in them has its bound, and none of them stops a check.
"""
