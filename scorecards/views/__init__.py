"""The pages of the qualifying round: the pile of cards, the entry desk, the cross-check, the standings, posting."""
