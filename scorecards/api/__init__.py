"""The API of the qualifying round: cards, cross-check, discrepancies, standings, ties and the posted qualifiers."""

from scorecards.api.cards import CardsView, CardView
from scorecards.api.control import ControlView, PilesView
from scorecards.api.crosscheck import (
    AcceptAllView,
    AcceptView,
    CrossCheckView,
    DiscrepanciesView,
    LeaveView,
    OverrideView,
    ReferView,
    TakeBackView,
)
from scorecards.api.earlier import MomentsView, StandingsThenView
from scorecards.api.exemption import ExemptionView
from scorecards.api.inform import InformOneView, InformView
from scorecards.api.looks import LooksView
from scorecards.api.phones import PhonesView, ToldCardsView, ToldLineView
from scorecards.api.pile import AsideView, EndsView, NotReceivedView, ReceivedView
from scorecards.api.standings import QualifiersView, StandingsView
from scorecards.api.versions import VersionsView, VersionView

__all__ = [
    "AcceptAllView",
    "AcceptView",
    "AsideView",
    "CardView",
    "CardsView",
    "ControlView",
    "CrossCheckView",
    "DiscrepanciesView",
    "EndsView",
    "ExemptionView",
    "InformOneView",
    "InformView",
    "LeaveView",
    "LooksView",
    "MomentsView",
    "NotReceivedView",
    "OverrideView",
    "PhonesView",
    "PilesView",
    "QualifiersView",
    "ReceivedView",
    "ReferView",
    "StandingsThenView",
    "StandingsView",
    "TakeBackView",
    "ToldCardsView",
    "ToldLineView",
    "VersionView",
    "VersionsView",
]
