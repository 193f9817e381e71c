"""Where the rules' programs run: a language of its own, in processes of its own, with nothing in
reach but what a call is handed.

1. `rulesets/programs/api.pyi` is the whole interface: what HELP PROGRAM shows, and what a program
   is checked against.
2. A program can do nothing by itself. What it does goes through functions of ours that are made for
   one rule and one call, and that check each name, owner and bound (`acts`). What it is handed in
   its own language (`prelude`) is comfort: a program may rewrite it and gains nothing.
3. Each call has a session of its own, so nothing stays but what the game keeps.
4. All that comes back is hostile: it is looked at by exact type, and counted (`plain`).
5. Nothing is loaded, and no process begins, before the first program does (`workers`).
"""
