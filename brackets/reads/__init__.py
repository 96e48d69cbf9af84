"""Fetches a bracket and gives what pages and API show of it."""
