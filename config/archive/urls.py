"""Where the archive of results is, and the API's route relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config.archive import api, views

app_name = "archive"

urlpatterns: list[URLPattern | URLResolver] = [
    path("results/", views.results, name="results"),
    path("results/<number:year>/", views.results, name="year"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("results/", api.ArchiveView.as_view(), name="api_archive"),
]
