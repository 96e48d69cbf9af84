"""The site's addresses, and views that only return given bytes: the floor of any page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from config.urls import urlpatterns as site

ready: dict[str, tuple[int, bytes]] = {"empty": (200, b"")}
"""The status and body of `/bench/<name>/`. A site in processes of its own has only the empty answer."""


def answer(request: HttpRequest, name: str) -> HttpResponse:
    """Return the bytes stored for this name."""
    status, body = ready[name]
    return HttpResponse(body, status=status, content_type="application/json")


urlpatterns: list[URLPattern | URLResolver] = [path("bench/<str:name>/", answer), *site]
