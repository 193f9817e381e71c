"""The pure core: commands in, events out.

1. `decide(state, command, at, luck)` gives events or a refusal; it never raises and never guesses.
2. `evolve(state, event)` is total and consults no rule: events record outcomes, not inputs.
3. Only `Mechanics`, folded from the clauses of the rules in force, tells what play does; nothing
   here asks which ruleset this is.
4. No I/O, no clock, no randomness but the luck that is handed in.
"""
