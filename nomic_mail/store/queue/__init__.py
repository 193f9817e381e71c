"""Letters in and letters out, each done once."""
