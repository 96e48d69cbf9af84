"""Where tournaments, events, entrants and seats are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments import api, views

app_name = "tournaments"

_PAGE = "t/<slug:tournament>/<slug:event>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.tournament_list, name="list"),
    path("new/", views.new, name="new"),
    path("t/<slug:tournament>/", views.tournament, name="tournament"),
    path("t/<slug:tournament>/events/", views.events, name="events"),
    path("t/<slug:tournament>/people/", views.people, name="people"),
    path("t/<slug:tournament>/people/account/", views.account, name="account"),
    path("t/<slug:tournament>/people/revoke/", views.revoke, name="revoke"),
    path("t/<slug:tournament>/people/relations/", views.relate, name="relate"),
    path("t/<slug:tournament>/people/relations/<int:relation>/remove/", views.unrelate, name="unrelate"),
    path(f"{_PAGE}settings/", views.event_settings, name="event_settings"),
    path(f"{_PAGE}settings/hidden/", views.hidden, name="hidden"),
    path(f"{_PAGE}settings/quota/", views.quota, name="quota"),
    path(f"{_PAGE}entrants/", views.entrants, name="entrants"),
    path(f"{_PAGE}entrants/paste/", views.paste, name="paste"),
    path(f"{_PAGE}entrants/<int:number>/", views.entrant, name="entrant"),
    path(f"{_PAGE}entrants/<int:number>/status/", views.status, name="status"),
    path(f"{_PAGE}entrants/<int:number>/remove/", views.remove, name="remove"),
    path(f"{_PAGE}entrants/<int:number>/link/", views.link, name="link"),
    path(f"{_PAGE}seating/", views.seating, name="seating"),
]

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("token/", api.TokenView.as_view(), name="api_token"),
    path("tournaments/", api.TournamentsView.as_view(), name="api_tournaments"),
    path("tournaments/<slug:tournament>/", api.TournamentView.as_view(), name="api_tournament"),
    path("tournaments/<slug:tournament>/events/", api.EventsView.as_view(), name="api_events"),
    path("tournaments/<slug:tournament>/relations/", api.RelationsView.as_view(), name="api_relations"),
    path("tournaments/<slug:tournament>/relations/<int:relation>/", api.RelationView.as_view(), name="api_relation"),
    path(_EVENT, api.EventView.as_view(), name="api_event"),
    path(f"{_EVENT}entrants/", api.EntrantsView.as_view(), name="api_entrants"),
    path(f"{_EVENT}entrants/<str:entrant>/", api.EntrantView.as_view(), name="api_entrant"),
    path(f"{_EVENT}seating/", api.SeatingView.as_view(), name="api_seating"),
    path(f"{_EVENT}schedule/", api.ScheduleView.as_view(), name="api_schedule"),
]
