"""Clubs: their members, their seasons, the nights of a season, and the table that comes of them."""
