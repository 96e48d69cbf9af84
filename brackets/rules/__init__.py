"""What the rulebook decides about the playoffs: byes, charts, matches and forfeits, as pure functions."""
