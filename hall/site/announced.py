"""One question for a page and for what is announced above it.

An open page asks for itself and for what is announced, each every second or two. With the first it names the second
(`X-Announced`, the address that it would ask): where that is known to be told nothing new, the answer says so (`same`), and the
page leaves the second out. So a hall of phones asks half as often. Without that word the page asks as it would have.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from django.http import HttpRequest, HttpResponse

from hall.me import live as own_live
from hall.site import kept
from tournaments.http import is_htmx

HEADER = "X-Announced"


class AnnouncedMiddleware:
    """Stands before all others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        asked = request.headers.get(HEADER, "")
        if asked and request.method == "GET" and is_htmx(request) and _is_told_nothing(request, asked):
            answer[HEADER] = "same"
        return answer


def _is_told_nothing(request: HttpRequest, asked: str) -> bool:
    if key := own_live.announced_to(asked.partition("?")[0]):
        return own_live.has_seen_announced(key, parse_qs(urlsplit(asked).query).get("v", [""])[0])
    return kept.is_told_nothing(request, asked)
