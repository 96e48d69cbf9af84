"""Polls of the entrants' own pages. A hall of phones asks every second or two whether anything is new, and mostly nothing is.

Each process remembers whose link a key is, and knows for a moment of each event its revision, the links in force, and what of
calls, money and games told by phone belongs to whom: so an answer that nothing is new costs no query. `settings.LIVE_KEPT_SECONDS` is how long; a
page is so much later at most, and a link that was taken back opens so much longer at most. Keys are kept as digests, in this
process alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from threading import Lock

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse

from brackets.models import Payout
from judging.reads import last_calls
from scorecards.reads import told_last
from tournaments.http import is_htmx
from tournaments.keys import normalised
from tournaments.live import keep
from tournaments.models import Event, LedgerLine, PersonalLink
from tournaments.precedence import precedence

MOST_LINKS, MOST_EVENTS = 20_000, 500
"""So many are known at a time; then all are looked up anew."""
TIMES_A_TURN = 3
"""A process spends one part in four of its time at most on telling what is new on own pages."""

View = Callable[[HttpRequest, str], HttpResponse]


@dataclass(frozen=True, slots=True)
class Known:
    """What the polls of an event's entrants have to know, by the key of the link. `until` is on the monotonic clock."""

    until: float
    versions: Mapping[int, str]


_links: dict[str, tuple[int, int]] = {}
_events: dict[int, Known] = {}


class Turns:
    """Who is next: one at a time, and after each as much rest as `TIMES_A_TURN` such turns take."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rests_until = 0.0

    @contextmanager
    def one(self) -> Iterator[bool]:
        """Whether it is the turn of whoever asks; nobody waits for it."""
        began = time.monotonic()
        if began < self._rests_until or precedence.is_taken or not self._lock.acquire(blocking=False):
            yield False
            return
        try:
            yield True
        finally:
            now = time.monotonic()
            self._rests_until = now + TIMES_A_TURN * (now - began) if settings.LIVE_KEPT_SECONDS else 0.0
            self._lock.release()


_turns = Turns()


def version(link: PersonalLink) -> str:
    """What the pages of this link are known by now; another one after any change that they could tell of."""
    return _known(link.entry.event_id).versions.get(link.pk, "")


def remember(key: str, link: PersonalLink) -> None:
    """Whose link this key is: the next poll needs not look for it."""
    if len(_links) >= MOST_LINKS:
        _links.clear()
    _links[_digest(key)] = link.pk, link.entry.event_id


def polled(view: View) -> View:
    """Answer 204 to a poll that names what the page is known by (`v`). Everything else comes to the view: it says what is new,
    or that the link opens nothing any more.

    After a change two hundred phones ask within two seconds, and each page is a work of its own. So a process tells one of them
    at a time and does other things in between, and the others ask again: whoever types a card does not stand behind all of them.
    """

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        seen = request.GET.get("v", "")
        known = _links.get(_digest(key)) if seen and request.method == "GET" and is_htmx(request) else None
        if known is None:
            return view(request, key)
        link, event = known
        stands = _known(event).versions.get(link)
        if stands == seen:
            return keep(HttpResponse(status=204), lambda: _known(event).versions.get(link) == seen)
        if stands is None:
            return view(request, key)
        with _turns.one() as is_ours:
            return view(request, key) if is_ours else HttpResponse(status=204)

    return answer


def _digest(key: str) -> str:
    return sha256(normalised(key).encode()).hexdigest()


def _known(event: int) -> Known:
    """What is known of this event, at most `LIVE_KEPT_SECONDS` old; five queries, or none."""
    now = time.monotonic()
    known = _events.get(event)
    if known is not None and known.until > now:
        return known
    if len(_events) >= MOST_EVENTS:
        _events.clear()
    _events[event] = Known(now + settings.LIVE_KEPT_SECONDS, _versions(event))
    return _events[event]


def _versions(event: int) -> dict[int, str]:
    found = Event.objects.get(pk=event)
    calls, told = last_calls(found), told_last(found)
    lines: Counter[int] = Counter()
    for model in (LedgerLine, Payout):
        rows = model._default_manager.filter(tournament=found.tournament_id).values_list("player")
        lines.update(dict(rows.annotate(Count("pk")).order_by("player")))
    links = PersonalLink.objects.filter(entry__event=found, revoked_at__isnull=True)
    return {
        link: f"{found.revision}-{calls.get(entry, '')}-{lines[player]}-{told.get(entry, '')}"
        for link, entry, player in links.values_list("pk", "entry", "entry__player")
    }
