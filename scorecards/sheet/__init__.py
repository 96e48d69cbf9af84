"""The sheet of an event: what its cards say, what the rules make of them, and the ranking that comes of it."""
