"""One poll for a page and its announcements.

An open page polls itself and its announcements every second or two. With the first poll it names the URL of the second
(`X-Announced`). If that one is known to be unchanged, the answer says `same` and the page skips it, which halves the
polls of a hall of phones. Without that header the page polls both.
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
    """The outermost middleware."""

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
