"""Backups: the whole site in one file, how it is made by hand and automatically, and how it is restored."""
