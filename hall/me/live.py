"""Polling of the entrants' own pages. A hall of phones asks every second or two, and mostly nothing is new.

Each process caches which link a key belongs to and, for each event, its revision, the links in force, and which
entrants have calls, money or games told by phone. So "nothing new" takes no query. The cache lives for
`settings.LIVE_KEPT_SECONDS`: pages are at most that much behind, and a revoked link opens for at most that much longer.
Keys are kept as digests, in this process only.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from threading import Lock

from django.conf import settings
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.utils.asyncio import async_unsafe
from django.utils.cache import add_never_cache_headers

from brackets.models import Bracket, Payout
from judging.calls.reads.calls import last_calls
from scorecards.sheet.reads.phone import told_last
from tournaments import live
from tournaments.http import is_htmx
from tournaments.keys import normalised
from tournaments.models import Event, Fee, LedgerLine, PersonalLink
from tournaments.precedence import precedence
from tournaments.remembered import Remembered

MOST_LINKS = 20_000
TIMES_A_TURN = 3
"""How many times as long as a turn its rest is: rendering own pages takes at most a quarter of a process's time."""

UNDER_WAY_SECONDS = 2.0
"""How long a page waits for the standings job to store what all pages need; then it is computed here."""

_POLLED = re.compile(r"/me/([^/]+)/(?:card/|match/|call/)?")
_ANNOUNCED = re.compile(r"/me/([^/]+)/announcements/")
GONE = ""
"""The version of a page whose link opens nothing any more."""

View = Callable[[HttpRequest, str], HttpResponse]


@dataclass(frozen=True, slots=True)
class Known:
    """What polls of an event's entrants need to know, with `versions` by the key of the link.

    `behind_since` is on the monotonic clock: since then the newest standings are being computed; None if they are
    stored.
    """

    revision: int
    versions: Mapping[int, str]
    behind_since: float | None
    called: Container[int]
    """The entrants with a call, by key."""
    has_bracket: bool
    owing: Container[int] | None
    """The players who may have an account to show, by key; None for everybody."""
    is_alone: bool
    """Whether the tournament has no other event."""
    address: tuple[str, str]
    """The short names of the tournament and of the event."""

    @property
    def is_under_way(self) -> bool:
        """Whether the shared data of own pages is about to be stored, so that it need not be computed here."""
        return self.behind_since is not None and time.monotonic() - self.behind_since < UNDER_WAY_SECONDS


@dataclass(frozen=True, slots=True)
class Hints:
    """What polls know about an own page: no call, match, money or other event to look for.

    `revision` is the least revision of the event that its shared data must have; None for the newest.
    """

    no_call: bool = False
    no_match: bool = False
    no_money: bool = False
    no_other_event: bool = False
    revision: int | None = None


NO_HINTS = Hints()

_links = Remembered[str, tuple[int, int]](MOST_LINKS)
_events = Remembered[int, Known]()
_asking = Lock()
"""One thread queries for all: a hall of phones arrives at once when the cache expires."""


class Turns:
    """Turns, one at a time; after each comes a rest of `TIMES_A_TURN` times its length."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        """Allow the next turn at once."""
        self._rests_until = 0.0

    @property
    def is_free(self) -> bool:
        """Whether a turn could start now."""
        return time.monotonic() >= self._rests_until and not precedence.is_taken and not self._lock.locked()

    @contextmanager
    def take(self) -> Iterator[bool]:
        """Take a turn without waiting; yields whether it was given."""
        began = time.monotonic()
        if not self.is_free or not self._lock.acquire(blocking=False):
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
    """The version tag of this link's pages; read it before reading what they show.

    It changes with anything they could show. It is empty, which matches no page, if the link was read before the
    event's newest change.
    """
    event = link.entry.event
    known = _known(event.pk)
    return known.versions.get(link.pk, "") if known.revision <= event.revision else ""


def hints(link: PersonalLink) -> Hints:
    """What polls know about this link's own page; read it after its `version`."""
    entry = link.entry
    known = _known(entry.event_id)
    return Hints(
        no_call=entry.pk not in known.called,
        no_match=not known.has_bracket,
        no_money=known.owing is not None and entry.player_id not in known.owing,
        no_other_event=known.is_alone,
        revision=min(known.revision, entry.event.revision),
    )


def remember(key: str, link: PersonalLink) -> None:
    """Cache which link this key belongs to, so that the next poll need not look it up."""
    _links.keep(_digest(key), (link.pk, link.entry.event_id), math.inf)


def polled(view: View) -> View:
    """Answer 204 to a poll whose version tag (`v`) is current; pass everything else to the view.

    After a change two hundred phones poll within two seconds, and each page is rendered by itself. So a process renders
    one at a time with rests in between, and the others get 204 and ask again. That way nobody who types a card waits
    for all of them.
    """

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        asked = _asked_of(request, key)
        if asked is None:
            return view(request, key)
        news = _news(*asked)
        if news is None:
            return HttpResponse(status=204)
        if news == GONE:
            return view(request, key)
        with _turns.take() as is_ours:
            return view(request, key) if is_ours else HttpResponse(status=204)

    return answer


class NothingNewMiddleware:
    """Answers polls of own pages with 204 before any other work, if nothing is to be shown now.

    Most requests from a hall of phones end here. With `LIVE_KEPT_SECONDS` 0 everything goes to the view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        page = _POLLED.fullmatch(request.path) if settings.LIVE_KEPT_SECONDS else None
        asked = _asked_of(request, page[1]) if page else None
        if asked is None:
            return self.get_response(request)
        news = _news(*asked)
        if news == GONE or (news is not None and _turns.is_free):
            return self.get_response(request)
        answer = HttpResponse(status=204)
        add_never_cache_headers(answer)
        return answer


def announced_to(path: str) -> str:
    """The key of the link whose page polls its announcements here; empty for any other path."""
    match = _ANNOUNCED.fullmatch(path)
    return match[1] if match else ""


def has_seen_announced(key: str, seen: str) -> bool:
    """Whether this link is in force and its pages show all its announcements; False if this process does not know."""
    known = _links.get(_digest(key)) if settings.LIVE_KEPT_SECONDS else None
    if known is None:
        return False
    link_id, event_id = known
    now = _known(event_id)
    tournament_slug, event_slug = now.address
    return link_id in now.versions and live.version_of(live.announced(tournament_slug).on_pages_of(event_slug)) == seen


def _asked_of(request: HttpRequest, key: str) -> tuple[int, int, str] | None:
    """The link, the event and the version tag of a poll, if this process knows the key."""
    seen = request.GET.get("v", "")
    known = _links.get(_digest(key)) if seen and request.method == "GET" and is_htmx(request) else None
    return (*known, seen) if known else None


def _news(link_id: int, event_id: int, seen: str) -> str | None:
    """The version of this link's pages if there is something new to show; `GONE` if the link opens nothing."""
    now = _known(event_id)
    stands = now.versions.get(link_id, GONE)
    return None if stands == seen or (stands != GONE and now.is_under_way) else stands


def _digest(key: str) -> str:
    return sha256(normalised(key).encode()).hexdigest()


def _known(event_id: int) -> Known:
    """What is known of this event, at most `LIVE_KEPT_SECONDS` old; ten queries, or none."""
    known = _events.get(event_id)
    return _asked_once(event_id) if known is None else known


@async_unsafe("What is known is asked of the database by a thread.")
def _asked_once(event_id: int) -> Known:
    """Query it once: other threads wait for the result, which an event loop must not do (`config/rsgi.py`)."""
    with _asking:
        known = _events.get(event_id)
        return _events.keep(event_id, _asked(event_id, _events.outdated(event_id))) if known is None else known


def _asked(event_id: int, before: Known | None) -> Known:
    """Query what polls need of this event; `before` is the expired entry."""
    now, event = time.monotonic(), Event.objects.select_related("tournament").get(pk=event_id)
    stored = event.snapshots.aggregate(newest=Max("revision"))["newest"]
    is_behind = settings.LIVE_KEPT_SECONDS and (stored is None or stored < event.revision)
    since = (before and before.behind_since) or now if is_behind else None
    calls, written = last_calls(event), _written(event)
    posted = dict(Event.objects.filter(tournament=event.tournament_id).values_list("pk", "posted_at"))
    # Fees concern everybody, and so do prizes once somebody has qualified.
    owe_all = any(posted.values()) or Fee.objects.filter(event__in=posted).exists()
    return Known(
        revision=event.revision,
        versions=_versions(event, calls, written),
        behind_since=since,
        called=calls.keys(),
        has_bracket=Bracket.objects.filter(event=event).exists(),
        owing=None if owe_all else written.keys(),
        is_alone=len(posted) == 1,
        address=(event.tournament.slug, event.slug),
    )


def _written(event: Event) -> Mapping[int, int]:
    """A number for each player's lines of money in the tournament, by key, that changes when lines are added."""
    lines: Counter[int] = Counter()
    for model in (LedgerLine, Payout):
        rows = model._default_manager.filter(tournament=event.tournament_id).values_list("player")
        lines.update(dict(rows.annotate(Sum("pk")).order_by("player")))
    return lines


def _versions(event: Event, calls: Mapping[int, str], written: Mapping[int, int]) -> dict[int, str]:
    told_games = told_last(event)
    links = PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True)
    return {
        link: f"{event.revision}-{event.tournament.public:d}-{calls.get(entry, '')}-{written.get(player, 0)}-{told_games.get(entry, '')}"
        for link, entry, player in links.values_list("pk", "entry", "entry__player")
    }
