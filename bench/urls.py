"""The site's addresses, and views that answer with given bytes and do nothing else: the floor of any page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from config.urls import urlpatterns as site

ready: dict[str, tuple[int, bytes]] = {"empty": (200, b"")}
"""What `/bench/<name>/` answers: status and body. A site in processes of its own has the empty one only."""


def answer(request: HttpRequest, name: str) -> HttpResponse:
    """Whatever was put there."""
    status, body = ready[name]
    return HttpResponse(body, status=status, content_type="application/json")


urlpatterns: list[URLPattern | URLResolver] = [path("bench/<str:name>/", answer), *site]
