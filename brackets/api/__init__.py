"""The playoffs in the API. Shapes only; actions decide."""

from brackets.api.below import TieBreaksView
from brackets.api.books import ItemReversalView, ItemsView, SettlementView
from brackets.api.fees import FeeView
from brackets.api.late import LateView
from brackets.api.moving import MovingView
from brackets.api.payouts import PayoutReversalView, WinnersView, WinnerView
from brackets.api.playoffs import BracketView, ForfeitsView, GamesView, MatchView
from brackets.api.pools import PoolPlanView, PoolsView
from brackets.api.prizes import PrizesView
from brackets.api.results import HonoursView, HonourView, PointsView, ResultsView
from brackets.api.running import (
    AnnouncementView,
    EndingView,
    LastGameView,
    PlayersReportView,
    RoundTablesView,
    TableView,
    TakingBackView,
)

__all__ = [
    "AnnouncementView",
    "BracketView",
    "EndingView",
    "FeeView",
    "ForfeitsView",
    "GamesView",
    "HonourView",
    "HonoursView",
    "ItemReversalView",
    "ItemsView",
    "LastGameView",
    "LateView",
    "MatchView",
    "MovingView",
    "PayoutReversalView",
    "PlayersReportView",
    "PointsView",
    "PoolPlanView",
    "PoolsView",
    "PrizesView",
    "ResultsView",
    "RoundTablesView",
    "SettlementView",
    "TableView",
    "TakingBackView",
    "TieBreaksView",
    "WinnerView",
    "WinnersView",
]
