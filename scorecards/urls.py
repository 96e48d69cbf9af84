"""Pages under `/t/<tournament>/<event>/`, and the API's addresses relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from scorecards import api

app_name = "scorecards"

urlpatterns: list[URLPattern | URLResolver] = []

_EVENT = "tournaments/<str:tournament>/events/<str:event>/"

api_urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_EVENT}scorecards/", api.CardsView.as_view()),
    path(f"{_EVENT}scorecards/<str:seat>/", api.CardView.as_view()),
    path(f"{_EVENT}cross-check/", api.CrossCheckView.as_view()),
    path(f"{_EVENT}cross-check/accept/", api.AcceptAllView.as_view()),
    path(f"{_EVENT}discrepancies/", api.DiscrepanciesView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/accept/", api.AcceptView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/override/", api.OverrideView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/refer/", api.ReferView.as_view()),
    path(f"{_EVENT}discrepancies/<str:discrepancy>/decision/", api.TakeBackView.as_view()),
    path(f"{_EVENT}standings/", api.StandingsView.as_view()),
    path(f"{_EVENT}tiebreaks/", api.TieBreaksView.as_view()),
    path(f"{_EVENT}qualifiers/", api.QualifiersView.as_view()),
]
