"""Backups: the whole site in one file, how it is made, by whom it is made without being asked, and how it is restored."""
