"""Where all help is."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.help import pages

app_name = "help"

urlpatterns: list[URLPattern | URLResolver] = [
    path("help/", pages.everything, name="everything"),
    path("help/<slug:key>/", pages.part, name="part"),
]
