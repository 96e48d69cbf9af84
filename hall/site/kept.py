"""A cache of answers that are the same for every visitor.

A hall of phones asks for the same few addresses all the time. What a view marks with `tournaments.live.keep` is cached
in each process as it was sent, compressed and with headers. Visitors without a session get it before anything else
looks at the request, until something changes.
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
"""How many answers are kept at most, and how many bytes; beyond that all are dropped."""
SECONDS = 5.0
"""How long an answer is kept at most: changes beside the event, such as the tournament's name, are not announced."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it was sent. `is_right` tells whether it still holds. `until` is on the monotonic clock."""

    until: float
    status: int
    headers: dict[str, str]
    body: bytes
    is_right: Callable[[], bool]


class Store:
    """The cached answers of a process, by a digest of the request."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Kept] = {}
        self._bytes = 0

    def get(self, asked: bytes) -> Kept | None:
        """The answer to this request, if it still holds."""
        kept = self._kept.get(asked)
        return kept if kept is not None and kept.until > time.monotonic() and kept.is_right() else None

    def put(self, asked: bytes, answer: Kept) -> None:
        """Keep this answer, in place of an earlier one."""
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
    """Comes before everything that computes answers. Caches nothing if `LIVE_KEPT_SECONDS` is 0."""

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
        # An answer with a cookie is personal.
        if is_right is not None and not answer.cookies:
            until = time.monotonic() + SECONDS
            store.put(asked, Kept(until, answer.status_code, dict(answer.items()), answer.content, is_right))
        return answer


def is_told_nothing(request: HttpRequest, address: str) -> bool:
    """Whether another poll of the same page, at this address, is known to get "nothing new"."""
    asked = _asked(request, *address.partition("?")[::2]) if settings.LIVE_KEPT_SECONDS else None
    kept = store.get(asked) if asked is not None else None
    return kept is not None and kept.status == HTTPStatus.NO_CONTENT


def _asked(request: HttpRequest, path: str = "", query: str = "") -> bytes | None:
    """A digest of everything that the answer to a visitor depends on; None for signed-in users, and for other than GET.

    It is a digest because an address may contain the key of a personal link.
    """
    meta = request.META
    is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES and "HTTP_AUTHORIZATION" not in meta
    if request.method != "GET" or not is_visitor:
        return None
    packed = "gzip" if "gzip" in meta.get("HTTP_ACCEPT_ENCODING", "") else ""
    language = get_language_from_request(request)
    address = (
        (path, query, "") if path else (meta["PATH_INFO"], meta["QUERY_STRING"], meta.get("HTTP_IF_NONE_MATCH", ""))
    )
    place = (request.scheme, meta.get("HTTP_HOST"), *address)
    form = (is_htmx(request), packed, language, meta.get("HTTP_ACCEPT", ""))
    return sha256(repr((place, form)).encode()).digest()
