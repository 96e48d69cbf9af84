"""The partners ladder while it is played: who won at which table, and the next game."""
