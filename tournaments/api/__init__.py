"""Tournaments, events, entrants and seats in the API, and the shapes that the APIs of all apps share."""
