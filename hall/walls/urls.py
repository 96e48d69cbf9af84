"""The URLs of the screens."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.walls import pages

app_name = "walls"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/wall/<number:number>/", pages.screen, name="screen"),
]
