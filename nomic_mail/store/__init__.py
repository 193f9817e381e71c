"""Everything durable, and the only room that speaks SQL.

1. A letter is durable before it is acknowledged; a game changes only together with its letter.
2. One writer's transaction (BEGIN IMMEDIATE on SQLite) holds all that belongs together; readers use
   an engine that cannot write and never wait for it.
3. The ledger is only ever appended to, and each entry's hash covers the one before.
4. Addresses stand in rows about people (`people`), never in the ledger.
"""
