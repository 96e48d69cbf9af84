"""The pages of tournaments: the list, one tournament and its people, entrants and seats of its events."""
