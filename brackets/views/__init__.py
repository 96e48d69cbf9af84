"""The pages of the playoffs."""
