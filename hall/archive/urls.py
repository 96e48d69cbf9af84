"""The URL of the archive, and of its API, relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.archive import api, pages

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = [
    path("results/", pages.results, name="results"),
    path("results/<number:year>/", pages.results, name="year"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("results/", api.ArchiveView.as_view(), name="api_archive"),
]
