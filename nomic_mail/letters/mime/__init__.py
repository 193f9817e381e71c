"""A letter's bytes cut into headers, parts and text, whatever they claim about themselves."""
