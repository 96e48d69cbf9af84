"""The day: the round that is on, who is late, absent, leaves or sat wrong, and what that changes for whom."""
