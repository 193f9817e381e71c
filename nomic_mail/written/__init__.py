"""The written form of what happened: what the ledger stores, what a record holds, and what every
hash is of. docs/FORMAT.md tells it to other programs.

1. `codec`: an event and its cause as canonical JSON, and back. `words`: what in it is committed to
   and not said. `entry`: one entry of the chain.
2. Nothing here decides anything, and nothing here is ever written otherwise: a later form is a
   number more, and older ones are read for ever.
"""
