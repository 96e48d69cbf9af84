"""Polling of the screens. Each screen polls every second, for days, and mostly nothing is new.

As for other pages, each process caches for a moment what a display shows and the state of its event. So a poll that
gets "nothing new" and has no session takes no query.
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
"""The seconds between two times that a process stores that a screen polls; the desk shows the time that precisely."""

PIECES = ("css/app.css", "js/display.js")
"""Files that a screen loads only once in days: when one of them changes, the screen reloads its page."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a poll needs to know of a display. `key` is None if there is no such display.

    `is_hidden`: the part that it shows, or the names on it, are hidden. `calls` is a version tag of the waiting calls
    if the display shows them, since they do not change the event's revision.
    """

    key: int | None
    version: int = 0
    shows: str = ""
    event: str = ""
    revision: int = 0
    is_hidden: bool = False
    calls: str = ""


_known = Remembered[tuple[str, int], Glance]()
_noted = Remembered[int, bool]()


def glance(tournament_slug: str, number: int) -> Glance:
    """The state of this display, at most `LIVE_KEPT_SECONDS` old. One query or none; four with calls for judges."""
    known = _known.get((tournament_slug, number))
    if known is not None:
        return known
    row = Display.objects.select_related("event").filter(tournament__slug=tournament_slug, number=number).first()
    return _known.keep((tournament_slug, number), Glance(None) if row is None else glance_of(row))


def glance_of(row: Display) -> Glance:
    """The same as `glance`, for a display that is loaded with its event."""
    event = row.event
    if event is None:
        return Glance(row.pk, row.version, row.shows)
    names_are_hidden = row.shows == Display.Shows.MISSING and names_nobody(event.hidden)
    is_hidden = names_are_hidden or DISPLAYED_PARTS.get(row.shows) in event.hidden
    calls = mark_of(waiting_calls(event)) if row.shows == Display.Shows.CALLS else ""
    return Glance(row.pk, row.version, row.shows, event.slug, event.revision, is_hidden, calls)


def said_on(known: Glance, announced: Announced) -> tuple[AnnouncementNow, ...]:
    """The announcements on a display: those for its event, or all of the tournament; none on a blank display."""
    return () if known.shows == Display.Shows.BLANK else announced.on_pages_of(known.event)


def token(known: Glance, announcements: Iterable[AnnouncementNow]) -> str:
    """The version tag of a display's picture; a screen that shows the picture sends it with its polls."""
    calls = sha256(known.calls.encode()).hexdigest()[:8] if known.calls else ""
    parts = (
        build(),
        known.key or 0,
        known.version,
        known.revision,
        int(known.is_hidden),
        version_of(announcements),
        calls,
    )
    return "-".join(map(str, parts))


@lru_cache(maxsize=1)
def build() -> str:
    """A version tag of this program and the files that its screens load."""
    pieces = (settings.VERSION, *(static(name) for name in PIECES))
    return sha256(" ".join(pieces).encode()).hexdigest()[:8]


def note_seen(display: int) -> None:
    """Store that a screen polls the display with this key, at most every `NOTED_SECONDS`. One query or none."""
    if _noted.get(display):
        return
    _noted.keep(display, True, NOTED_SECONDS)
    Display.objects.filter(pk=display).update(seen_at=timezone.now())
