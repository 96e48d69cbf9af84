"""Matches as they are played: games, forfeits, times, tables, what players say from their phones."""
