"""Who sent a letter: tokens, signatures, our own mail server's word, and what they prove."""
