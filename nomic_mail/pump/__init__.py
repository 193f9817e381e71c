"""The pump: one letter, one moderator's act or one tick is one transaction; nothing else changes a
game.

1. Letters are taken in order of receipt, and what was due before a letter came happens before it.
2. No tick passes `sealed_until`: up to there every letter is in, so none that was punctual is late.
3. A letter goes down once and comes up once: it is looked up as a case, the chain says which row
   takes it, and what that leads to is a plan. All that comes before BEGIN. The transaction holds
   the letter's end, the events, the letters out and the game's new version, each only if nobody was
   faster.
4. A letter that breaks us three times by itself is held for the moderator. A busy database or a
   game that moved on is no fault of the letter's: it is simply tried again.
"""
