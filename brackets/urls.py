"""URLs of the playoff pages, and API routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from brackets.matches.api.below import TieBreaksView
from brackets.matches.api.moving import MovingView
from brackets.matches.api.playoffs import BracketView, ForfeitsView, GamesView, MatchView, ScoreView
from brackets.matches.api.running import (
    AnnouncementView,
    EndingView,
    LastGameView,
    PlayersReportView,
    RoundTablesView,
    TableView,
    TakingBackView,
)
from brackets.matches.pages.below import tiebreaks
from brackets.matches.pages.match_tables import round_tables
from brackets.matches.pages.matchcard import (
    clock,
    ending,
    forfeits,
    games,
    last_game,
    match,
    players_report,
    schedule,
    table,
    taking_back,
)
from brackets.matches.pages.moving import moving, moving_from, moving_to
from brackets.matches.pages.playoffs import announce_final, bracket, poster, round_length, round_schedule, score
from brackets.results.api.after_posting import LateView
from brackets.results.api.books import ItemReversalView, ItemsView, SettlementView
from brackets.results.api.results import HonoursView, HonourView, PointsView, ResultsView
from brackets.results.pages.after_posting import late_correction
from brackets.results.pages.results import honour, honours, results
from brackets.settling.api.fees import FeeView
from brackets.settling.api.payouts import PayoutReversalView, WinnersView, WinnerView
from brackets.settling.api.pools import PoolPlanView, PoolsView
from brackets.settling.api.prizes import PrizesView
from brackets.settling.pages.fees import change_fee
from brackets.settling.pages.prizes import plan_pool, pool_places, pools, prizes
from brackets.settling.pages.settling import (
    payout,
    payout_slips,
    payouts,
    payouts_csv,
    reverse_item,
    reverse_payout,
    settlement,
)

app_name = "brackets"

_PAGE = "t/<slug:tournament>/<slug:event>/bracket/"
_ENTRANTS = "t/<slug:tournament>/<slug:event>/entrants/"
_EVENT = "t/<slug:tournament>/<slug:event>/"
_MONEY = "t/<slug:tournament>/money/"
_API = "tournaments/<slug:tournament>/events/<slug:event>/bracket/"
_API_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"
_API_MONEY = "tournaments/<slug:tournament>/money/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_PAGE, bracket, name="bracket"),
    path(f"{_PAGE}poster/", poster, name="poster"),
    path(f"{_PAGE}announce/", announce_final, name="announce_final"),
    path(f"{_PAGE}rounds/<number:number>/schedule/", round_schedule, name="round_schedule"),
    path(f"{_PAGE}rounds/<number:number>/length/", round_length, name="round_length"),
    path(f"{_PAGE}rounds/<number:number>/tables/", round_tables, name="round_tables"),
    path(f"{_PAGE}<number:number>/", match, name="match"),
    path(f"{_PAGE}<number:number>/games/", games, name="games"),
    path(f"{_PAGE}<number:number>/score/", score, name="score"),
    path(f"{_PAGE}<number:number>/games/last/", last_game, name="last_game"),
    path(f"{_PAGE}<number:number>/forfeits/", forfeits, name="forfeits"),
    path(f"{_PAGE}<number:number>/clock/", clock, name="clock"),
    path(f"{_PAGE}<number:number>/schedule/", schedule, name="schedule"),
    path(f"{_PAGE}<number:number>/ending/", ending, name="ending"),
    path(f"{_PAGE}<number:number>/taking-back/", taking_back, name="taking_back"),
    path(f"{_PAGE}<number:number>/table/", table, name="table"),
    path(f"{_PAGE}<number:number>/players-report/", players_report, name="players_report"),
    path(f"{_EVENT}cards/<str:seat>/late/", late_correction, name="late"),
    path(f"{_EVENT}prizes/", prizes, name="prizes"),
    path(f"{_EVENT}fees/<number:fee>/", change_fee, name="change_fee"),
    path(f"{_EVENT}standings/tiebreaks/", tiebreaks, name="tiebreaks"),
    path(f"{_EVENT}pools/", pools, name="pools"),
    path(f"{_EVENT}pools/<number:fee>/", plan_pool, name="plan_pool"),
    path(f"{_EVENT}pools/<number:fee>/places/", pool_places, name="pool_places"),
    path(f"{_MONEY}settlement/", settlement, name="settlement"),
    path(f"{_MONEY}settlement/lines/<number:number>/reverse/", reverse_item, name="reverse_item"),
    path(f"{_MONEY}payouts/", payouts, name="payouts"),
    path(f"{_MONEY}payouts.csv", payouts_csv, name="payouts_csv"),
    path(f"{_MONEY}payouts/slips/", payout_slips, name="payout_slips"),
    path(f"{_MONEY}payouts/<number:player>/", payout, name="payout"),
    path(f"{_MONEY}payouts/<number:player>/lines/<number:number>/reverse/", reverse_payout, name="reverse_payout"),
    path(f"{_EVENT}results/", results, name="results"),
    path(f"{_EVENT}honours/", honours, name="honours"),
    path(f"{_EVENT}honours/<number:honour>/", honour, name="honour"),
    path(f"{_ENTRANTS}from/", moving_from, name="moving_from"),
    path(f"{_ENTRANTS}from/<slug:other>/", moving, name="moving"),
    path(f"{_ENTRANTS}to/", moving_to, name="moving_to"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_API_EVENT}scorecards/<str:seat>/late/", LateView.as_view(), name="api_late"),
    path(_API, BracketView.as_view(), name="api_bracket"),
    path(f"{_API}matches/<number:match>/", MatchView.as_view(), name="api_match"),
    path(f"{_API}matches/<number:match>/games/", GamesView.as_view(), name="api_match_games"),
    path(f"{_API}matches/<number:match>/score/", ScoreView.as_view(), name="api_match_score"),
    path(f"{_API}matches/<number:match>/games/last/", LastGameView.as_view(), name="api_match_last_game"),
    path(f"{_API}matches/<number:match>/ending/", EndingView.as_view(), name="api_match_ending"),
    path(f"{_API}matches/<number:match>/taking-back/", TakingBackView.as_view(), name="api_match_taking_back"),
    path(f"{_API}matches/<number:match>/table/", TableView.as_view(), name="api_match_table"),
    path(f"{_API}rounds/<number:number>/tables/", RoundTablesView.as_view(), name="api_round_tables"),
    path(f"{_API}announcement/", AnnouncementView.as_view(), name="api_announcement"),
    path(f"{_API}players-report/", PlayersReportView.as_view(), name="api_players_report"),
    path(f"{_API}matches/<number:match>/forfeits/", ForfeitsView.as_view(), name="api_match_forfeits"),
    path(f"{_API_EVENT}entrants/from/<slug:other>/", MovingView.as_view(), name="api_moving"),
    path(f"{_API_EVENT}prizes/", PrizesView.as_view(), name="api_prizes"),
    path(f"{_API_EVENT}fees/<number:fee>/", FeeView.as_view(), name="api_fee"),
    path(f"{_API_EVENT}tiebreaks/", TieBreaksView.as_view(), name="api_tiebreaks"),
    path(f"{_API_EVENT}pools/", PoolsView.as_view(), name="api_pools"),
    path(f"{_API_EVENT}pools/<number:fee>/", PoolPlanView.as_view(), name="api_pool_plan"),
    path(f"{_API_MONEY}settlement/", SettlementView.as_view(), name="api_settlement"),
    path(f"{_API_MONEY}settlement/lines/", ItemsView.as_view(), name="api_items"),
    path(
        f"{_API_MONEY}settlement/lines/<number:number>/reversal/", ItemReversalView.as_view(), name="api_item_reversal"
    ),
    path(f"{_API_MONEY}payouts/", WinnersView.as_view(), name="api_winners"),
    path(f"{_API_MONEY}payouts/<number:player>/", WinnerView.as_view(), name="api_winner"),
    path(
        f"{_API_MONEY}payouts/<number:player>/lines/<number:number>/reversal/",
        PayoutReversalView.as_view(),
        name="api_payout_reversal",
    ),
    path(f"{_API_EVENT}results/", ResultsView.as_view(), name="api_results"),
    path(f"{_API_EVENT}points/", PointsView.as_view(), name="api_points"),
    path(f"{_API_EVENT}honours/", HonoursView.as_view(), name="api_honours"),
    path(f"{_API_EVENT}honours/<number:honour>/", HonourView.as_view(), name="api_honour"),
]
