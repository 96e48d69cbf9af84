"""Where a whole club is taken away and brought in."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.exchange import pages

app_name = "exchange"

urlpatterns: list[URLPattern | URLResolver] = [
    path("bring-in/club/", pages.bring_in_club, name="bring_in_club"),
    path("clubs/<slug:club>/file/", pages.club_file, name="club_file"),
]
