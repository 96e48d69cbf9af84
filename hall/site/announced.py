"""One poll for a page and its announcements.

An open page polls itself and its announcements every second or two. The request of the first poll names the URL of the
second (`X-Announced`). If the process knows that the announcements are unchanged, the answer has `X-Announced: same`
and the page skips its second poll. That halves the polls of a hall of phones. Without this answer the page polls both.
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
    """Marks answers to polls if the announcements of the page are unchanged."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        other_poll = request.headers.get(HEADER, "")
        if other_poll and request.method == "GET" and is_htmx(request) and _is_unchanged(request, other_poll):
            answer[HEADER] = "same"
        return answer


def _is_unchanged(request: HttpRequest, other_poll: str) -> bool:
    """Whether this process knows that the poll of announcements at this URL would get "nothing new"."""
    key = own_live.announced_to(other_poll.partition("?")[0])
    if key:
        version = parse_qs(urlsplit(other_poll).query).get("v", [""])[0]
        return own_live.has_seen_announced(key, version)
    return kept.is_told_nothing(request, other_poll)
