"""The API of the qualifying round: cards, cross-check, discrepancies, standings, ties and the posted qualifiers."""

from scorecards.api.cards import CardsView, CardView
from scorecards.api.crosscheck import (
    AcceptAllView,
    AcceptView,
    CrossCheckView,
    DiscrepanciesView,
    OverrideView,
    ReferView,
    TakeBackView,
)
from scorecards.api.standings import QualifiersView, StandingsView, TieBreaksView

__all__ = [
    "AcceptAllView",
    "AcceptView",
    "CardView",
    "CardsView",
    "CrossCheckView",
    "DiscrepanciesView",
    "OverrideView",
    "QualifiersView",
    "ReferView",
    "StandingsView",
    "TakeBackView",
    "TieBreaksView",
]
