"""Where the judges' pages are; judging has no routes of its own in the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from judging import views

app_name = "judging"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<slug:tournament>/referrals/", views.referrals, name="referrals"),
]

api_urlpatterns: list[URLPattern | URLResolver] = []
