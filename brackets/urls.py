"""Where the playoffs are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from brackets import api, views

app_name = "brackets"

_PAGE = "t/<slug:tournament>/<slug:event>/bracket/"
_API = "tournaments/<slug:tournament>/events/<slug:event>/bracket/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_PAGE, views.bracket, name="bracket"),
    path(f"{_PAGE}poster/", views.poster, name="poster"),
    path(f"{_PAGE}rounds/<int:number>/schedule/", views.round_schedule, name="round_schedule"),
    path(f"{_PAGE}<int:number>/", views.match, name="match"),
    path(f"{_PAGE}<int:number>/games/", views.games, name="games"),
    path(f"{_PAGE}<int:number>/games/last/", views.last_game, name="last_game"),
    path(f"{_PAGE}<int:number>/forfeits/", views.forfeits, name="forfeits"),
    path(f"{_PAGE}<int:number>/clock/", views.clock, name="clock"),
    path(f"{_PAGE}<int:number>/schedule/", views.schedule, name="schedule"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(_API, api.BracketView.as_view(), name="api_bracket"),
    path(f"{_API}matches/<int:match>/", api.MatchView.as_view(), name="api_match"),
    path(f"{_API}matches/<int:match>/games/", api.GamesView.as_view(), name="api_match_games"),
    path(f"{_API}matches/<int:match>/games/last/", api.LastGameView.as_view(), name="api_match_last_game"),
    path(f"{_API}matches/<int:match>/forfeits/", api.ForfeitsView.as_view(), name="api_match_forfeits"),
]
