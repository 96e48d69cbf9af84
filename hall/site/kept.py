"""Answers that hold for every visitor, given again without asking anything anew.

A hall of phones asks for the same few addresses again and again. What a view has marked with `tournaments.live.keep` is kept by
each process as it was sent, compressed and with its headers, and given to whoever asks for the same without being signed in,
before anything else looks at the request, as long as nothing has changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request

from tournaments import live
from tournaments.http import is_htmx

MOST_KEPT, MOST_BYTES = 5000, 16 * 1024 * 1024
"""So many answers are kept at a time, and so many bytes of them; then all are made anew."""
SECONDS = 5.0
"""So long an answer is kept at most: what a page shows beside its event, the tournament's name for one, tells of no change."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it was sent, and what tells whether it is still right. `until` is on the monotonic clock."""

    until: float
    status: int
    headers: dict[str, str]
    body: bytes
    is_right: Callable[[], bool]


class Store:
    """What a process keeps, by a digest of what was asked."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Kept] = {}
        self._bytes = 0

    def get(self, asked: bytes) -> Kept | None:
        """What was answered to this, if that is still right."""
        kept = self._kept.get(asked)
        return kept if kept is not None and kept.until > time.monotonic() and kept.is_right() else None

    def put(self, asked: bytes, answer: Kept) -> None:
        """Keep this answer in the place of an earlier one."""
        before = self._kept.get(asked)
        self._bytes += len(answer.body) - (len(before.body) if before else 0)
        if len(self._kept) >= MOST_KEPT or self._bytes > MOST_BYTES:
            self.clear()
            self._bytes = len(answer.body)
        self._kept[asked] = answer

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)


store = Store()


class KeptAnswersMiddleware:
    """Stands before all that work an answer out. Keeps nothing while `LIVE_KEPT_SECONDS` is none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = _asked(request) if settings.LIVE_KEPT_SECONDS else None
        if asked is None:
            return self.get_response(request)
        if kept := store.get(asked):
            return HttpResponse(kept.body, status=kept.status, headers=kept.headers)
        answer = self.get_response(request)
        is_right = live.marked(answer)
        # An answer with a cookie is for the one who gets it.
        if is_right is not None and not answer.cookies:
            until = time.monotonic() + SECONDS
            store.put(asked, Kept(until, answer.status_code, dict(answer.items()), answer.content, is_right))
        return answer


def is_told_nothing(request: HttpRequest, address: str) -> bool:
    """Whether another poll by the same page, of this address, is known to be told that nothing is new."""
    asked = _asked(request, *address.partition("?")[::2]) if settings.LIVE_KEPT_SECONDS else None
    kept = store.get(asked) if asked is not None else None
    return kept is not None and kept.status == HTTPStatus.NO_CONTENT


def _asked(request: HttpRequest, path: str = "", query: str = "") -> bytes | None:
    """A digest of everything that an answer to a visitor goes by: an address, this one or the request's own, may hold the key of a
    personal link. None for whoever is no visitor, or does not only read."""
    told = request.META
    is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES and "HTTP_AUTHORIZATION" not in told
    if request.method != "GET" or not is_visitor:
        return None
    packed = "gzip" if "gzip" in told.get("HTTP_ACCEPT_ENCODING", "") else ""
    language = get_language_from_request(request)
    address = (
        (path, query, "") if path else (told["PATH_INFO"], told["QUERY_STRING"], told.get("HTTP_IF_NONE_MATCH", ""))
    )
    place = (request.scheme, told.get("HTTP_HOST"), *address)
    form = (is_htmx(request), packed, language, told.get("HTTP_ACCEPT", ""))
    return sha256(repr((place, form)).encode()).digest()
