"""Polling of the entrants' own pages. A hall of phones asks every second or two, and mostly nothing is new.

Each process caches which link a key belongs to. For each event it caches the revision, the links in force, and which
entrants have calls, money or games told by phone. So the answer "nothing new" takes no query. The cache lives for
`settings.LIVE_KEPT_SECONDS`: pages are at most that much behind, and a revoked link opens for at most that much longer.
Keys are stored as digests, in this process only.
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
from typing import NamedTuple

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
"""How many times as long as a turn the rest after it is, so that own pages take at most a quarter of the time."""

UNDER_WAY_SECONDS = 2.0
"""How long a page waits for the standings job to store the data of all pages; after that it computes them itself."""

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


_DELETED = Known(
    revision=0,
    versions={},
    behind_since=None,
    called=(),
    has_bracket=False,
    owing=(),
    is_alone=True,
    address=("", ""),
)
"""An event that was deleted with its tournament: no link of it opens anything."""


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
"""One thread queries for all, because a whole hall of phones polls at once when the cache expires."""


class Turns:
    """Turns at rendering, one at a time. After each turn, nobody gets one for `TIMES_A_TURN` times as long as it took."""

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
        """Take a turn without waiting; yields whether there was one to take."""
        began = time.monotonic()
        if not self.is_free or not self._lock.acquire(blocking=False):
            yield False
            return
        try:
            yield True
        finally:
            ended = time.monotonic()
            rest = TIMES_A_TURN * (ended - began)
            # Without a cache each poll is answered by itself, and nothing limits how often pages are rendered.
            self._rests_until = ended + rest if settings.LIVE_KEPT_SECONDS else 0.0
            self._lock.release()


_turns = Turns()


def version(link: PersonalLink) -> str:
    """The version tag of this link's pages; read it before the content of the pages.

    The tag changes with anything that the pages could show. If the link was read before the event's newest change, the
    tag is empty and matches no page.
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

    After a change, two hundred phones poll within two seconds, and each phone needs a page of its own. So a process
    renders one page at a time, with rests in between. The other polls get 204 and ask again. That way somebody who
    types a card does not wait for all these pages.
    """

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        poll = _poll_of(request, key)
        if poll is None:
            return view(request, key)
        news = _news(poll)
        if news is None:
            return HttpResponse(status=204)
        if news == GONE:
            return view(request, key)
        with _turns.take() as is_ours:
            return view(request, key) if is_ours else HttpResponse(status=204)

    return answer


class NothingNewMiddleware:
    """Answers a poll of an own page with 204, before any other work, if there is nothing to show now.

    Most requests from a hall of phones end here. If `LIVE_KEPT_SECONDS` is 0, every request goes to the view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match = _POLLED.fullmatch(request.path) if settings.LIVE_KEPT_SECONDS else None
        poll = _poll_of(request, match[1]) if match else None
        if poll is None:
            return self.get_response(request)
        news = _news(poll)
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
    link_and_event = _links.get(_digest(key)) if settings.LIVE_KEPT_SECONDS else None
    if link_and_event is None:
        return False
    link_id, event_id = link_and_event
    known = _known(event_id)
    if link_id not in known.versions:
        return False
    tournament_slug, event_slug = known.address
    return live.version_of(live.announced(tournament_slug).on_pages_of(event_slug)) == seen


class _Poll(NamedTuple):
    """A poll of an own page: the keys of its link and event, and the version tag that the page shows."""

    link_id: int
    event_id: int
    version: str


def _poll_of(request: HttpRequest, key: str) -> _Poll | None:
    """This request as a poll; None if it is none, or if this process does not know the key."""
    version = request.GET.get("v", "")
    is_poll = version and request.method == "GET" and is_htmx(request)
    link_and_event = _links.get(_digest(key)) if is_poll else None
    return _Poll(*link_and_event, version) if link_and_event else None


def _news(poll: _Poll) -> str | None:
    """The version of the link's pages if there is something new to show; `GONE` if the link opens nothing.

    None if nothing is new, or if the shared data of own pages is about to be stored.
    """
    known = _known(poll.event_id)
    current = known.versions.get(poll.link_id, GONE)
    if current == poll.version:
        return None
    if current != GONE and known.is_under_way:
        return None
    return current


def _digest(key: str) -> str:
    return sha256(normalised(key).encode()).hexdigest()


def _known(event_id: int) -> Known:
    """What is known of this event, at most `LIVE_KEPT_SECONDS` old; ten queries, or none."""
    known = _events.get(event_id)
    return _queried_once(event_id) if known is None else known


@async_unsafe("What is known is asked of the database by a thread.")
def _queried_once(event_id: int) -> Known:
    """What polls need of this event, queried by one thread, for which the others wait.

    An event loop must not wait, so it must not call this (`config/rsgi.py`).
    """
    with _asking:
        known = _events.get(event_id)
        if known is None:
            expired = _events.outdated(event_id)
            known = _events.keep(event_id, _queried(event_id, expired))
        return known


def _queried(event_id: int, expired: Known | None) -> Known:
    """Query what polls need of this event; `expired` is the expired cache entry, if there is one."""
    now, event = time.monotonic(), Event.objects.select_related("tournament").filter(pk=event_id).first()
    if event is None:
        return _DELETED
    stored_revision = event.snapshots.aggregate(newest=Max("revision"))["newest"]
    is_stored = stored_revision is not None and stored_revision >= event.revision
    behind_since = None
    if settings.LIVE_KEPT_SECONDS and not is_stored:
        behind_since = (expired and expired.behind_since) or now
    calls, money = last_calls(event), _money_numbers(event)
    posted = dict(Event.objects.filter(tournament=event.tournament_id).values_list("pk", "posted_at"))
    # Fees concern all players, and prizes do too once the qualifiers of an event are posted.
    may_all_owe = any(posted.values()) or Fee.objects.filter(event__in=posted).exists()
    return Known(
        revision=event.revision,
        versions=_versions(event, calls, money),
        behind_since=behind_since,
        called=calls.keys(),
        has_bracket=Bracket.objects.filter(event=event).exists(),
        owing=None if may_all_owe else money.keys(),
        is_alone=len(posted) == 1,
        address=(event.tournament.slug, event.slug),
    )


def _money_numbers(event: Event) -> Mapping[int, int]:
    """By the key of the player, a number that changes when lines of money are added for them in the tournament."""
    lines: Counter[int] = Counter()
    for model in (LedgerLine, Payout):
        rows = model._default_manager.filter(tournament=event.tournament_id).values_list("player")
        lines.update(dict(rows.annotate(Sum("pk")).order_by("player")))
    return lines


def _versions(event: Event, calls: Mapping[int, str], money: Mapping[int, int]) -> dict[int, str]:
    """The version tags of all links in force, by the key of the link."""
    told_games = told_last(event)
    links = PersonalLink.objects.filter(entry__event=event, revoked_at__isnull=True)
    versions = {}
    for link, entry, player in links.values_list("pk", "entry", "entry__player"):
        parts = [event.revision, int(event.tournament.public), calls.get(entry, ""), money.get(player, 0)]
        versions[link] = "-".join(map(str, [*parts, told_games.get(entry, "")]))
    return versions
