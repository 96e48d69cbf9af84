"""Fees, and the books of a tournament: who owes what, and what was paid."""
