"""The API of the qualifying round: cards, cross-check, discrepancies, standings, ties and the posted qualifiers."""
