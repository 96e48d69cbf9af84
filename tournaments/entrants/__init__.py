"""Who plays: entries, registrations, check-in, lists that are pasted, and what is printed for entrants."""
