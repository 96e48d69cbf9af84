"""The archive of results: what came of every public tournament that is over, by year, and a search through it."""
