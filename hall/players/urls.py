"""The URL of a player's page."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.players import api, pages

app_name = "players"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/<slug:event>/players/<str:seat>/", pages.player, name="player"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "tournaments/<slug:tournament>/events/<slug:event>/players/<str:seat>/",
        api.PlayerView.as_view(),
        name="api_player",
    ),
]
