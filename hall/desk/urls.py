"""The URLs of the desk. They match whatever no other page below the tournament has claimed: include them last."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.desk import api, pages

app_name = "desk"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/<slug:event>/", pages.desk, name="desk"),
    path("t/<slug:tournament>/<slug:event>/phases/", pages.phases, name="phases"),
    path("t/<slug:tournament>/<slug:event>/phases/reopen/<slug:phase>/", pages.reopen, name="reopen"),
    path("t/<slug:tournament>/<slug:event>/log/", pages.log, name="log"),
    path("t/<slug:tournament>/<slug:event>/log/last/undo/", pages.undo_last, name="undo_last"),
    path("t/<slug:tournament>/<slug:event>/log/<number:entry>/undo/", pages.undo, name="undo"),
    path("t/<slug:tournament>/<slug:event>/earlier/", pages.earlier, name="earlier"),
]

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_EVENT}phases/", api.PhasesView.as_view()),
    path(f"{_EVENT}phases/reopen/", api.ReopenView.as_view()),
    path(f"{_EVENT}log/", api.LogView.as_view()),
    path(f"{_EVENT}log/<number:entry>/undo/", api.UndoView.as_view()),
    path(f"{_EVENT}earlier/", api.EarlierView.as_view()),
]
