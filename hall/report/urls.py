"""The URLs of the report of an event."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from hall.report import api, pages

app_name = "report"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/<slug:event>/report/", pages.report_page, name="report"),
    path("t/<slug:tournament>/<slug:event>/report/players.csv", pages.report_csv, name="report_csv"),
]

api_urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/<slug:tournament>/events/<slug:event>/report/", api.ReportView.as_view(), name="api_report"),
]
