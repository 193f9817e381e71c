"""The composition root: builds the parts, starts the roles, and stops them cleanly.

1. Roles: the listener (its own loop), one for each mailbox, one pump, one sender. Whatever comes
   again and again is a job of APScheduler's (clockwork), and a job only ticks: the work is found by
   asking the database, so a missed tick loses nothing.
2. A stop takes no new letters, lets the transaction in hand end, and leaves the rest in the
   database.
3. One daemon serves a database on SQLite: the lock of each role says who (lock). Several share one
   on PostgreSQL (workers).
"""
