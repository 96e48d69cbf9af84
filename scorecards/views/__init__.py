"""The pages of the qualifying round: the pile of cards, the entry desk, the cross-check, the standings, posting."""

from scorecards.views.cards import card, cards
from scorecards.views.crosscheck import accept, accept_all, by_hand, crosscheck, initials, refer, take_back
from scorecards.views.standings import check, posting, standings, tiebreaks

__all__ = [
    "accept",
    "accept_all",
    "by_hand",
    "card",
    "cards",
    "check",
    "crosscheck",
    "initials",
    "posting",
    "refer",
    "standings",
    "take_back",
    "tiebreaks",
]
