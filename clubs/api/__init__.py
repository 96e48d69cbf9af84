"""Clubs, their members, seasons, nights and tables in the API."""
