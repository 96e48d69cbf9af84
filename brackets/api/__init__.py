"""The playoffs in the API. Shapes only; actions decide."""

from brackets.api.late import LateView
from brackets.api.moving import MovingView
from brackets.api.playoffs import BracketView, ForfeitsView, GamesView, MatchView
from brackets.api.results import HonoursView, HonourView, PointsView, ResultsView
from brackets.api.running import EndingView, LastGameView, PlayersReportView, RoundTablesView, TableView, TakingBackView
from brackets.api.settling import (
    ItemReversalView,
    ItemsView,
    PayoutReversalView,
    PoolPlanView,
    PoolsView,
    PrizesView,
    SettlementView,
    WinnersView,
    WinnerView,
)

__all__ = [
    "BracketView",
    "EndingView",
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
    "WinnerView",
    "WinnersView",
]
