"""Attacks, as a table: what each attacker has, what they do, and what happens."""
