"""A cache of answers that are the same for every visitor.

A hall of phones asks for the same few addresses all the time. An answer that its view marks with
`tournaments.live.keep` is cached in each process as it was sent, compressed and with headers. Until something changes,
visitors without a session get it before any other code reads the request.
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
"""How many answers are cached at most, and how many bytes; if there are more, all are dropped."""
SECONDS = 5.0
"""How long an answer is cached at most, since some changes, such as of the tournament's name, are not noticed."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it was sent. `is_right` says whether it is still valid; `until` is a time of the monotonic clock."""

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

    def get(self, digest: bytes) -> Kept | None:
        """The answer to this request, if it is still valid."""
        kept = self._kept.get(digest)
        if kept is None or kept.until <= time.monotonic():
            return None
        return kept if kept.is_right() else None

    def put(self, digest: bytes, answer: Kept) -> None:
        """Cache this answer in place of an earlier one to the same request."""
        earlier = self._kept.get(digest)
        self._bytes += len(answer.body) - (len(earlier.body) if earlier else 0)
        if len(self._kept) >= MOST_KEPT or self._bytes > MOST_BYTES:
            self.clear()
            self._bytes = len(answer.body)
        self._kept[digest] = answer

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)


store = Store()


class KeptAnswersMiddleware:
    """Answers from the cache, before any code that computes answers. Caches nothing if `LIVE_KEPT_SECONDS` is 0."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Give a visitor the cached answer; without one, compute it, and cache it if it is marked for that."""
        digest = _digest_of(request) if settings.LIVE_KEPT_SECONDS else None
        if digest is None:
            return self.get_response(request)
        if kept := store.get(digest):
            return HttpResponse(kept.body, status=kept.status, headers=kept.headers)
        answer = self.get_response(request)
        is_right = live.marked(answer)
        # An answer with a cookie is personal.
        if is_right is not None and not answer.cookies:
            until = time.monotonic() + SECONDS
            store.put(digest, Kept(until, answer.status_code, dict(answer.items()), answer.content, is_right))
        return answer


def is_told_nothing(request: HttpRequest, address: str) -> bool:
    """Whether another poll of the same page, at this address, is known to get "nothing new"."""
    path, _mark, query = address.partition("?")
    digest = _digest_of(request, path, query) if settings.LIVE_KEPT_SECONDS else None
    kept = store.get(digest) if digest is not None else None
    return kept is not None and kept.status == HTTPStatus.NO_CONTENT


def _digest_of(request: HttpRequest, path: str = "", query: str = "") -> bytes | None:
    """The cache key: a digest of everything on which the answer to a visitor depends.

    With a `path`, that of another request for this path and query. None for signed-in users, and for methods other than
    GET. It is a digest, because an address may contain the key of a personal link.
    """
    meta = request.META
    is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES and "HTTP_AUTHORIZATION" not in meta
    if request.method != "GET" or not is_visitor:
        return None
    encoding = "gzip" if "gzip" in meta.get("HTTP_ACCEPT_ENCODING", "") else ""
    language = get_language_from_request(request)
    if path:
        address = (path, query, "")
    else:
        address = (meta["PATH_INFO"], meta["QUERY_STRING"], meta.get("HTTP_IF_NONE_MATCH", ""))
    place = (request.scheme, meta.get("HTTP_HOST"), *address)
    form = (is_htmx(request), encoding, language, meta.get("HTTP_ACCEPT", ""))
    return sha256(repr((place, form)).encode()).digest()
