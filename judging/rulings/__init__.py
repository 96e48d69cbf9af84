"""Rulings: given, looked at before, taken back; removals from play, and games that wait for the head judge."""
