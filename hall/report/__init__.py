"""The report of an event that is over, as the ACC wants it: its content, its notes, its page."""
