"""Standings: as they are and as they were, posting the qualifiers, and what is corrected after it."""
