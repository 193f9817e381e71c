"""The engines, the schema, and what keeps the whole database sound."""
