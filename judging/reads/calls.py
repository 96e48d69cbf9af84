"""The calls for a judge, and where whoever calls sits at that moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from brackets.reads import own_match
from judging import words
from judging.models import Call
from tournaments import reads as tournament_reads
from tournaments.models import Entry, Event

DONE_SHOWN = timedelta(hours=12)
"""So long a call that is done stays on the judges' page."""
TOLD = timedelta(minutes=30)
"""So long whoever called is told that their call is done."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where an entrant sits: the table, its seat in the game that is on, or the match of the bracket; blank where nobody says."""

    table: str
    seat: int | None
    match: int | None
    game: int | None

    @property
    def told(self) -> str:
        """It in words; empty where nobody says at which table."""
        return words.where(self.table, self.seat, self.match, self.game) if self.table or self.match else ""


def whereabouts(entry: Entry) -> Whereabouts:
    """Where this entrant sits now: at their match while it is played, else where the game that is on seats them."""
    event = entry.event
    own = own_match(entry)
    if own is not None and own.now.in_play:
        return Whereabouts(own.now.table, None, own.now.match, own.now.next_game)
    table = entry.table or ""
    if not entry.seat or event.game_now is None or event.posted_at:
        return Whereabouts(table, None, None, None)
    meetings = tournament_reads.way(event, entry.seat).meetings
    seat = next((one.seat for one in meetings if one.game == event.game_now and not one.free), None)
    return Whereabouts(table, seat, None, event.game_now)


@dataclass(frozen=True, slots=True)
class CallShown:
    """One call as it is told. `where` says table, seat, match and game in words; `taken_by` is who comes, `closed_at` when it
    was done."""

    number: int
    event: str
    event_name: str
    entrant: str
    name: str
    table: str
    seat: int | None
    match: int | None
    game: int | None
    about: str
    at: datetime
    taken_by: str
    taken_at: datetime | None
    closed_by: str
    closed_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def where(self) -> str:
        return words.where(self.table, self.seat, self.match, self.game)


def calls(events: Iterable[Event]) -> tuple[CallShown, ...]:
    """The calls of these events: those that are open, oldest first, then what was done lately, newest first; one query."""
    rows = Call.objects.filter(entry__event__in=list(events)).select_related("entry__event")
    recent = Q(closed_at__isnull=True) | Q(closed_at__gte=timezone.now() - DONE_SHOWN)
    shown = [_shown(row) for row in rows.filter(recent).order_by("at", "pk")]
    return (*(one for one in shown if one.is_open), *(one for one in reversed(shown) if not one.is_open))


def waiting_calls(event: Event) -> tuple[CallShown, ...]:
    """The calls of this event to which nobody is coming yet, oldest first; one query."""
    rows = Call.objects.filter(entry__event=event, closed_at__isnull=True, taken_at__isnull=True)
    return tuple(_shown(row) for row in rows.select_related("entry__event").order_by("at", "pk"))


def call_of(entry: Entry) -> CallShown | None:
    """The call of this entrant that is open, or was done a moment ago; else None."""
    rows = Call.objects.filter(entry=entry).select_related("entry__event")
    row = rows.order_by("pk").last()
    if row is None or (row.closed_at and row.closed_at < timezone.now() - TOLD):
        return None
    return _shown(row)


def last_calls(event: Event) -> dict[int, str]:
    """What every entrant's last call is known by, by the entrant's key: another one after any change of it. One query."""
    rows = Call.objects.filter(entry__event=event).order_by("pk")
    return {row.entry_id: f"{row.pk}{'t' if row.taken_at else ''}{'c' if row.closed_at else ''}" for row in rows}


def mark_of(shown: Iterable[CallShown]) -> str:
    """What these calls are known by on a page that updates itself."""
    return "-".join(f"{one.number}{'c' if one.closed_at else ''}{one.taken_by}" for one in shown)


def call_values(one: CallShown) -> dict[str, Any]:
    """A call as the API shows it."""
    return {
        "number": one.number,
        "event": one.event,
        "entrant": one.entrant,
        "name": one.name,
        "table": one.table,
        "seat": one.seat,
        "match": one.match,
        "game": one.game,
        "about": one.about,
        "at": one.at,
        "taken_by": one.taken_by,
        "taken_at": one.taken_at,
        "closed_at": one.closed_at,
    }


def _shown(row: Call) -> CallShown:
    event = row.entry.event
    return CallShown(
        number=row.pk,
        event=event.slug,
        event_name=event.name,
        entrant=row.entry.seat,
        name=row.entry.name,
        table=row.table,
        seat=row.seat,
        match=row.match,
        game=row.game,
        about=row.about,
        at=row.at,
        taken_by=row.taken_by,
        taken_at=row.taken_at,
        closed_by=row.closed_by,
        closed_at=row.closed_at,
    )
