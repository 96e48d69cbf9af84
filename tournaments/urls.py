"""Where tournaments, events, entrants and seats are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments import api

app_name = "tournaments"

urlpatterns: list[URLPattern | URLResolver] = []

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("token/", api.TokenView.as_view(), name="api_token"),
    path("tournaments/", api.TournamentsView.as_view(), name="api_tournaments"),
    path("tournaments/<slug:tournament>/", api.TournamentView.as_view(), name="api_tournament"),
    path("tournaments/<slug:tournament>/events/", api.EventsView.as_view(), name="api_events"),
    path(_EVENT, api.EventView.as_view(), name="api_event"),
    path(f"{_EVENT}entrants/", api.EntrantsView.as_view(), name="api_entrants"),
    path(f"{_EVENT}entrants/<str:entrant>/", api.EntrantView.as_view(), name="api_entrant"),
    path(f"{_EVENT}seating/", api.SeatingView.as_view(), name="api_seating"),
    path(f"{_EVENT}schedule/", api.ScheduleView.as_view(), name="api_schedule"),
]
