"""Calls: who needs a judge where, who comes, and who was free."""
