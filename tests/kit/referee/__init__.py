"""A second referee of a record, that works out what the rules make of what people did without ever
asking the first: an oracle for `verify`, which decides a record again."""
