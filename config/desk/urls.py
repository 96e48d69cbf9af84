"""Where the desk of an event is. It takes what no other page below the event's tournament has taken: mount it last."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from config.desk import api, report_api, report_views, views

app_name = "config"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/<slug:event>/", views.desk, name="desk"),
    path("t/<slug:tournament>/<slug:event>/phases/", views.phases, name="phases"),
    path("t/<slug:tournament>/<slug:event>/phases/reopen/<slug:phase>/", views.reopen, name="reopen"),
    path("t/<slug:tournament>/<slug:event>/log/", views.log, name="log"),
    path("t/<slug:tournament>/<slug:event>/log/last/undo/", views.undo_last, name="undo_last"),
    path("t/<slug:tournament>/<slug:event>/log/<number:entry>/undo/", views.undo, name="undo"),
    path("t/<slug:tournament>/<slug:event>/report/", report_views.report_page, name="report"),
    path("t/<slug:tournament>/<slug:event>/report/players.csv", report_views.report_csv, name="report_csv"),
    path("t/<slug:tournament>/<slug:event>/earlier/", views.earlier, name="earlier"),
]

_EVENT = "tournaments/<slug:tournament>/events/<slug:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_EVENT}phases/", api.PhasesView.as_view()),
    path(f"{_EVENT}phases/reopen/", api.ReopenView.as_view()),
    path(f"{_EVENT}log/", api.LogView.as_view()),
    path(f"{_EVENT}log/<number:entry>/undo/", api.UndoView.as_view()),
    path(f"{_EVENT}report/", report_api.ReportView.as_view(), name="api_report"),
    path(f"{_EVENT}earlier/", api.EarlierView.as_view()),
]
