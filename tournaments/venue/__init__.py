"""The tournament itself: its events, flyer, announcements, displays."""
