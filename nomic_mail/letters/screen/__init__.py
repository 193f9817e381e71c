"""What a letter is, before anybody reads it: a person's, a bounce, or a machine's."""
