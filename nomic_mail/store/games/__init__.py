"""Games: their ledgers, and what follows from them."""
