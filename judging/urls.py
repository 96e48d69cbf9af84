"""Where judge calls and rulings are: pages, and the API's routes relative to `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

app_name = "judging"

urlpatterns: list[URLPattern | URLResolver] = []

api_urlpatterns: list[URLPattern | URLResolver] = []
