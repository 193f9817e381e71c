"""What people say when they say yes or no, and what they say beside it: words, signs, clauses; each
file one way of saying, which knows of no vote yet."""
