"""Polls of the screens. Each asks every second, for days, and mostly nothing is new.

A process knows for a moment what a display shows and how far its event is, as it does for other pages: an unchanged poll of a
screen where nobody is signed in then costs no query.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone

from judging.calls.reads.calls import mark_of, waiting_calls
from tournaments.live import Announced, AnnouncementNow, version_of
from tournaments.models import Display
from tournaments.remembered import Remembered
from tournaments.rules.hiding import names_nobody
from tournaments.venue.reads.displays import DISPLAYED_PARTS

NOTED_SECONDS = 10
"""So often it is written down that a screen asks: each process does, and the desk is told to about so many seconds."""

PIECES = ("css/app.css", "js/display.js")
"""What a screen has loaded and would go on with for days: where one of these is another, it loads the page anew."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a poll has to know of a display. `key` is None where there is no such one.
    `is_hidden` where what it shows is held back, or the names on it are. `calls` says which calls for judges wait, where they are shown: they are no part of the event's revision."""

    key: int | None
    version: int = 0
    shows: str = ""
    event: str = ""
    revision: int = 0
    is_hidden: bool = False
    calls: str = ""


_known = Remembered[tuple[str, int], Glance]()
_noted = Remembered[int, bool]()


def glance(tournament: str, number: int) -> Glance:
    """What is known of the display, at most `LIVE_KEPT_SECONDS` old. One query, or none; with calls for judges four."""
    known = _known.get((tournament, number))
    if known is not None:
        return known
    row = Display.objects.select_related("event").filter(tournament__slug=tournament, number=number).first()
    return _known.keep((tournament, number), Glance(None) if row is None else glance_of(row))


def glance_of(row: Display) -> Glance:
    """The same of a display that is at hand with its event."""
    event = row.event
    if event is None:
        return Glance(row.pk, row.version, row.shows)
    nameless = row.shows == Display.Shows.MISSING and names_nobody(event.hidden)
    is_hidden = nameless or DISPLAYED_PARTS.get(row.shows) in event.hidden
    calls = mark_of(waiting_calls(event)) if row.shows == Display.Shows.CALLS else ""
    return Glance(row.pk, row.version, row.shows, event.slug, event.revision, is_hidden, calls)


def said_on(known: Glance, announced: Announced) -> tuple[AnnouncementNow, ...]:
    """The announcements that a display shows: those for its event, or all of the tournament's; none where it is to be dark."""
    return () if known.shows == Display.Shows.BLANK else announced.on_pages_of(known.event)


def token(known: Glance, said: Iterable[AnnouncementNow]) -> str:
    """What tells the picture of a display from every other one: a poll that names it has seen it."""
    calls = sha256(known.calls.encode()).hexdigest()[:8] if known.calls else ""
    parts = (build(), known.key or 0, known.version, known.revision, int(known.is_hidden), version_of(said), calls)
    return "-".join(map(str, parts))


@lru_cache(maxsize=1)
def build() -> str:
    """A short name of this program and of the files that its screens have loaded."""
    pieces = (settings.VERSION, *(static(name) for name in PIECES))
    return sha256(" ".join(pieces).encode()).hexdigest()[:8]


def note_seen(display: int) -> None:
    """Write down that a screen asks for the display with this key, at most every `NOTED_SECONDS`. One query, or none."""
    if _noted.get(display):
        return
    _noted.keep(display, True, NOTED_SECONDS)
    Display.objects.filter(pk=display).update(seen_at=timezone.now())
