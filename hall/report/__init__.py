"""The report of an event that is over, as the ACC wants it: what it says, its notes, its page."""
