"""The URLs of the first start, and of archiving and deleting a tournament."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.start import api, pages

app_name = "start"

urlpatterns: list[URLPattern | URLResolver] = [
    path("start/", pages.first_start, name="first_start"),
    path("start/try/", pages.try_it, name="try_it"),
    path("start/demonstration/", pages.demonstration, name="demonstration"),
    path("start/deleted/", pages.site_log, name="site_log"),
    path("t/<slug:tournament>/archive/", pages.archive, name="archive"),
    path("t/<slug:tournament>/archive/lists/", pages.put_away, name="put_away"),
    path("t/<slug:tournament>/archive/delete/", pages.delete, name="delete"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/<slug:tournament>/deletion/", api.DeletionView.as_view(), name="api_deletion"),
]
