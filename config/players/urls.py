"""Where the page of a player is."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config.players import api, views

app_name = "players"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/<slug:event>/players/<str:seat>/", views.player, name="player"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(
        "tournaments/<slug:tournament>/events/<slug:event>/players/<str:seat>/",
        api.PlayerView.as_view(),
        name="api_player",
    ),
]
