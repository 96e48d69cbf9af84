"""What the pages of the playoffs ask for."""
