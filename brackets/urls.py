"""Where the playoffs are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from brackets import api, views

app_name = "brackets"

_PAGE = "t/<slug:tournament>/<slug:event>/bracket/"
_ENTRANTS = "t/<slug:tournament>/<slug:event>/entrants/"
_EVENT = "t/<slug:tournament>/<slug:event>/"
_MONEY = "t/<slug:tournament>/money/"
_API = "tournaments/<slug:tournament>/events/<slug:event>/bracket/"
_API_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"
_API_MONEY = "tournaments/<slug:tournament>/money/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_PAGE, views.bracket, name="bracket"),
    path(f"{_PAGE}poster/", views.poster, name="poster"),
    path(f"{_PAGE}announce/", views.announce_final, name="announce_final"),
    path(f"{_PAGE}rounds/<number:number>/schedule/", views.round_schedule, name="round_schedule"),
    path(f"{_PAGE}rounds/<number:number>/length/", views.round_length, name="round_length"),
    path(f"{_PAGE}rounds/<number:number>/tables/", views.round_tables, name="round_tables"),
    path(f"{_PAGE}<number:number>/", views.match, name="match"),
    path(f"{_PAGE}<number:number>/games/", views.games, name="games"),
    path(f"{_PAGE}<number:number>/games/last/", views.last_game, name="last_game"),
    path(f"{_PAGE}<number:number>/forfeits/", views.forfeits, name="forfeits"),
    path(f"{_PAGE}<number:number>/clock/", views.clock, name="clock"),
    path(f"{_PAGE}<number:number>/schedule/", views.schedule, name="schedule"),
    path(f"{_PAGE}<number:number>/ending/", views.ending, name="ending"),
    path(f"{_PAGE}<number:number>/taking-back/", views.taking_back, name="taking_back"),
    path(f"{_PAGE}<number:number>/table/", views.table, name="table"),
    path(f"{_PAGE}<number:number>/players-report/", views.players_report, name="players_report"),
    path(f"{_EVENT}cards/<str:seat>/late/", views.late, name="late"),
    path(f"{_EVENT}prizes/", views.prizes, name="prizes"),
    path(f"{_EVENT}fees/<number:fee>/", views.change_fee, name="change_fee"),
    path(f"{_EVENT}standings/tiebreaks/", views.tiebreaks, name="tiebreaks"),
    path(f"{_EVENT}pools/", views.pools, name="pools"),
    path(f"{_EVENT}pools/<number:fee>/", views.plan_pool, name="plan_pool"),
    path(f"{_EVENT}pools/<number:fee>/places/", views.pool_places, name="pool_places"),
    path(f"{_MONEY}settlement/", views.settlement, name="settlement"),
    path(f"{_MONEY}settlement/lines/<number:number>/reverse/", views.reverse_item, name="reverse_item"),
    path(f"{_MONEY}payouts/", views.payouts, name="payouts"),
    path(f"{_MONEY}payouts.csv", views.payouts_csv, name="payouts_csv"),
    path(f"{_MONEY}payouts/slips/", views.payout_slips, name="payout_slips"),
    path(f"{_MONEY}payouts/<number:player>/", views.payout, name="payout"),
    path(
        f"{_MONEY}payouts/<number:player>/lines/<number:number>/reverse/", views.reverse_payout, name="reverse_payout"
    ),
    path(f"{_EVENT}results/", views.results, name="results"),
    path(f"{_EVENT}honours/", views.honours, name="honours"),
    path(f"{_EVENT}honours/<number:honour>/", views.honour, name="honour"),
    path(f"{_ENTRANTS}from/", views.moving_from, name="moving_from"),
    path(f"{_ENTRANTS}from/<slug:other>/", views.moving, name="moving"),
    path(f"{_ENTRANTS}to/", views.moving_to, name="moving_to"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_API_EVENT}scorecards/<str:seat>/late/", api.LateView.as_view(), name="api_late"),
    path(_API, api.BracketView.as_view(), name="api_bracket"),
    path(f"{_API}matches/<number:match>/", api.MatchView.as_view(), name="api_match"),
    path(f"{_API}matches/<number:match>/games/", api.GamesView.as_view(), name="api_match_games"),
    path(f"{_API}matches/<number:match>/games/last/", api.LastGameView.as_view(), name="api_match_last_game"),
    path(f"{_API}matches/<number:match>/ending/", api.EndingView.as_view(), name="api_match_ending"),
    path(f"{_API}matches/<number:match>/taking-back/", api.TakingBackView.as_view(), name="api_match_taking_back"),
    path(f"{_API}matches/<number:match>/table/", api.TableView.as_view(), name="api_match_table"),
    path(f"{_API}rounds/<number:number>/tables/", api.RoundTablesView.as_view(), name="api_round_tables"),
    path(f"{_API}announcement/", api.AnnouncementView.as_view(), name="api_announcement"),
    path(f"{_API}players-report/", api.PlayersReportView.as_view(), name="api_players_report"),
    path(f"{_API}matches/<number:match>/forfeits/", api.ForfeitsView.as_view(), name="api_match_forfeits"),
    path(
        "tournaments/<slug:tournament>/events/<slug:event>/entrants/from/<slug:other>/",
        api.MovingView.as_view(),
        name="api_moving",
    ),
    path(f"{_API_EVENT}prizes/", api.PrizesView.as_view(), name="api_prizes"),
    path(f"{_API_EVENT}fees/<number:fee>/", api.FeeView.as_view(), name="api_fee"),
    path(f"{_API_EVENT}tiebreaks/", api.TieBreaksView.as_view(), name="api_tiebreaks"),
    path(f"{_API_EVENT}pools/", api.PoolsView.as_view(), name="api_pools"),
    path(f"{_API_EVENT}pools/<number:fee>/", api.PoolPlanView.as_view(), name="api_pool_plan"),
    path(f"{_API_MONEY}settlement/", api.SettlementView.as_view(), name="api_settlement"),
    path(f"{_API_MONEY}settlement/lines/", api.ItemsView.as_view(), name="api_items"),
    path(
        f"{_API_MONEY}settlement/lines/<number:number>/reversal/",
        api.ItemReversalView.as_view(),
        name="api_item_reversal",
    ),
    path(f"{_API_MONEY}payouts/", api.WinnersView.as_view(), name="api_winners"),
    path(f"{_API_MONEY}payouts/<number:player>/", api.WinnerView.as_view(), name="api_winner"),
    path(
        f"{_API_MONEY}payouts/<number:player>/lines/<number:number>/reversal/",
        api.PayoutReversalView.as_view(),
        name="api_payout_reversal",
    ),
    path(f"{_API_EVENT}results/", api.ResultsView.as_view(), name="api_results"),
    path(f"{_API_EVENT}points/", api.PointsView.as_view(), name="api_points"),
    path(f"{_API_EVENT}honours/", api.HonoursView.as_view(), name="api_honours"),
    path(f"{_API_EVENT}honours/<number:honour>/", api.HonourView.as_view(), name="api_honour"),
]
