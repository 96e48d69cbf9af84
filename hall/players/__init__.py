"""The public page of one player in one event: what the director shows of them, in one place."""
