"""Who sits where and moderates what; no event ever holds an address."""
