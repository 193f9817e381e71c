"""The simulator: whole servers with players, network, clock, mail servers and disk in one process,
and all that can go wrong, by chance that follows from a seed.

1. One seed is one server with its games: the same letters, to the byte, whenever it is played.
   There is no other chance in it, and no other clock than its own.
2. The server is the daemon as it is served in earnest, over a real SQLite file; only what lies
   beyond it is played: who writes, what carries the letters, the clock, when the power fails.
3. What is done is a list of steps, each with its own luck. So steps can be left out, and what is
   left is played as it was: a failure is shrunk to the few steps that it takes.
4. What must hold is looked at after every step (`promises`), against what went over the wire:
   nothing that the server says about itself is believed.
"""

from nomic_mail.play.simulator.house import Disk, new_disk
from nomic_mail.play.simulator.promises import Broken
from nomic_mail.play.simulator.shrink import Failure, shrunk
from nomic_mail.play.simulator.steps import Played, Step, drawn, played

__all__ = ["Broken", "Disk", "Failure", "Played", "Step", "drawn", "new_disk", "played", "shrunk"]
