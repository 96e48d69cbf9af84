"""Polls of the entrants' own pages. A hall of phones asks every second or two whether anything is new, and mostly nothing is.

Each process remembers whose link a key is, and knows for a moment of each event its revision, the links in force, and what of
calls, money and games told by phone belongs to whom: so an answer that nothing is new costs no query. `settings.LIVE_KEPT_SECONDS` is how long; a
page is so much later at most, and a link that was taken back opens so much longer at most. Keys are kept as digests, in this
process alone.
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
"""A process spends one part in four of its time at most on telling what is new on own pages."""

UNDER_WAY_SECONDS = 2.0
"""So long a page waits for what the job of the standings stores for all of them; then it is worked out here."""

_POLLED = re.compile(r"/me/([^/]+)/(?:card/|match/|call/)?")
_ANNOUNCED = re.compile(r"/me/([^/]+)/announcements/")
GONE = ""
"""What a page is known by whose link opens nothing any more."""

View = Callable[[HttpRequest, str], HttpResponse]


@dataclass(frozen=True, slots=True)
class Known:
    """What the polls of an event's entrants have to know, by the key of the link. `behind_since` is on the monotonic clock:
    from then on the standings of the newest revision are under way; None where they are stored."""

    revision: int
    versions: Mapping[int, str]
    behind_since: float | None
    called: Container[int]
    """The entrants whom a call is about, by key."""
    has_bracket: bool
    owing: Container[int] | None
    """Who may have an account to show, by the player's key; None for everybody."""
    is_alone: bool
    """Whether the tournament has no other event."""
    address: tuple[str, str]
    """The short names of the tournament and of the event."""

    @property
    def is_under_way(self) -> bool:
        """Whether what own pages tell of all cards is about to be stored: whoever waits for that needs not work it out."""
        return self.behind_since is not None and time.monotonic() - self.behind_since < UNDER_WAY_SECONDS


@dataclass(frozen=True, slots=True)
class Hints:
    """What polls know of an own page: that there is no call, no match, no money, no other event to look for, and of which revision of
    the event what it tells of all cards must be at least; None for its newest."""

    no_call: bool = False
    no_match: bool = False
    no_money: bool = False
    no_other_event: bool = False
    revision: int | None = None


NO_HINTS = Hints()

_links = Remembered[str, tuple[int, int]](MOST_LINKS)
_events = Remembered[int, Known]()
_asking = Lock()
"""One thread asks the database for all: a hall of phones comes at once when the moment is over."""


class Turns:
    """Who is next: one at a time, and after each as much rest as `TIMES_A_TURN` such turns take."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        """Let whoever comes next have a turn at once."""
        self._rests_until = 0.0

    @property
    def is_free(self) -> bool:
        """Whether somebody could have a turn now."""
        return time.monotonic() >= self._rests_until and not precedence.is_taken and not self._lock.locked()

    @contextmanager
    def one(self) -> Iterator[bool]:
        """Whether it is the turn of whoever asks; nobody waits for it."""
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
    """What the pages of this link are known by now; another one after any change that they could tell of. To be asked before what they
    show is read. Empty, which no page is known by, where the link was read before the event's newest change."""
    event = link.entry.event
    known = _known(event.pk)
    return known.versions.get(link.pk, "") if known.revision <= event.revision else ""


def hints(link: PersonalLink) -> Hints:
    """What polls know of the own page of this link. To be asked after its `version`."""
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
    """Whose link this key is: the next poll needs not look for it."""
    _links.keep(_digest(key), (link.pk, link.entry.event_id), math.inf)


def polled(view: View) -> View:
    """Answer 204 to a poll that names what the page is known by (`v`). Everything else comes to the view: it says what is new,
    or that the link opens nothing any more.

    After a change two hundred phones ask within two seconds, and each page is a work of its own. So a process tells one of them
    at a time and does other things in between, and the others ask again: whoever types a card does not stand behind all of them.
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
        with _turns.one() as is_ours:
            return view(request, key) if is_ours else HttpResponse(status=204)

    return answer


class NothingNewMiddleware:
    """Answers the polls of own pages that are told nothing now, before anything else looks at the request: most of what a hall of
    phones asks comes to that. Leaves all to the view while `LIVE_KEPT_SECONDS` is none."""

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
    """The key of the link whose pages ask here what is announced; empty for any other path."""
    found = _ANNOUNCED.fullmatch(path)
    return found[1] if found else ""


def has_seen_announced(key: str, seen: str) -> bool:
    """Whether the pages of a link that this process has met show all that is announced to them, and the link is in force."""
    known = _links.get(_digest(key)) if settings.LIVE_KEPT_SECONDS else None
    if known is None:
        return False
    link, event = known
    now = _known(event)
    tournament, slug = now.address
    return link in now.versions and live.version_of(live.announced(tournament).on_pages_of(slug)) == seen


def _asked_of(request: HttpRequest, key: str) -> tuple[int, int, str] | None:
    """The link and event of a poll by whoever has met this process before, by key, and what the page is known by."""
    seen = request.GET.get("v", "")
    known = _links.get(_digest(key)) if seen and request.method == "GET" and is_htmx(request) else None
    return (*known, seen) if known else None


def _news(link: int, event: int, seen: str) -> str | None:
    """What a page of this link is known by now, if it can be told anything new; `GONE` where the link opens nothing any more."""
    now = _known(event)
    stands = now.versions.get(link, GONE)
    return None if stands == seen or (stands != GONE and now.is_under_way) else stands


def _digest(key: str) -> str:
    return sha256(normalised(key).encode()).hexdigest()


def _known(event: int) -> Known:
    """What is known of this event, at most `LIVE_KEPT_SECONDS` old; ten queries, or none."""
    known = _events.get(event)
    return _asked_once(event) if known is None else known


@async_unsafe("What is known is asked of the database by a thread.")
def _asked_once(event: int) -> Known:
    """What `_known` tells. Only one thread asks; the others wait for it, which an event loop must not (`config/rsgi.py`)."""
    with _asking:
        known = _events.get(event)
        return _events.keep(event, _asked(event, _events.outdated(event))) if known is None else known


def _asked(event: int, before: Known | None) -> Known:
    """What is to be known of this event, asked of the database; `before` is what was known of it."""
    now, found = time.monotonic(), Event.objects.select_related("tournament").get(pk=event)
    stored = found.snapshots.aggregate(newest=Max("revision"))["newest"]
    is_behind = settings.LIVE_KEPT_SECONDS and (stored is None or stored < found.revision)
    since = (before and before.behind_since) or now if is_behind else None
    calls, written = last_calls(found), _written(found)
    posted = dict(Event.objects.filter(tournament=found.tournament_id).values_list("pk", "posted_at"))
    # Fees are owed by all, and prizes are won once somebody has qualified.
    owe_all = any(posted.values()) or Fee.objects.filter(event__in=posted).exists()
    return Known(
        revision=found.revision,
        versions=_versions(found, calls, written),
        behind_since=since,
        called=calls.keys(),
        has_bracket=Bracket.objects.filter(event=found).exists(),
        owing=None if owe_all else written.keys(),
        is_alone=len(posted) == 1,
        address=(found.tournament.slug, found.slug),
    )


def _written(event: Event) -> Mapping[int, int]:
    """What tells the lines of money of each player of the tournament from what they were before, by the player’s key."""
    lines: Counter[int] = Counter()
    for model in (LedgerLine, Payout):
        rows = model._default_manager.filter(tournament=event.tournament_id).values_list("player")
        lines.update(dict(rows.annotate(Sum("pk")).order_by("player")))
    return lines


def _versions(event: Event, calls: Mapping[int, str], written: Mapping[int, int]) -> dict[int, str]:
    told = told_last(event)
    links = PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True)
    return {
        link: f"{event.revision}-{event.tournament.public:d}-{calls.get(entry, '')}-{written.get(player, 0)}-{told.get(entry, '')}"
        for link, entry, player in links.values_list("pk", "entry", "entry__player")
    }
