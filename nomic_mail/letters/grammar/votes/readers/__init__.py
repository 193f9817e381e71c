"""Who reads a vote: each file one shape that a vote can have, from a plain sentence to a whole
letter, or one look that tells such a vote from talk about voting."""
