"""The one way to the public page of a player."""

from __future__ import annotations

from collections.abc import Set

from scorecards.sheet.reads.standings import qualifiers
from tournaments.access import Person, Rights, event_for, shows
from tournaments.models import Entry, Event
from tournaments.rules.hiding import HIDEABLE, NAMING, STANDINGS
from tournaments.rules.seat import read_seat


def shown_parts(event: Event, rights: Rights) -> frozenset[str]:
    """The parts of the event that this person may see."""
    return frozenset(part for part in HIDEABLE if shows(event, rights, part))


def player_for(user: Person, tournament: str, event: str, seat: str) -> tuple[Event, Rights, Entry | None]:
    """The event, and who has this seat there, however it is written; None where nobody has it.

    Raises Http404, Forbidden (`hidden` where whoever sits there stands by name on nothing that is public, or nobody would).
    """
    found, rights = event_for(user, tournament, event)
    read = read_seat(seat)
    if not _is_named(found, str(read or ""), shown_parts(found, rights)):
        event_for(user, tournament, event, part=STANDINGS)
    if read is None:
        return found, rights, None
    entries = Entry.objects.of(found).select_related("event")
    return found, rights, entries.filter(table=read.table, seat_number=read.number).first()


def _is_named(event: Event, seat: str, parts: Set[str]) -> bool:
    if NAMING & parts:
        return True
    return bool({"qualifiers", "bracket"} & parts) and any(one["seat"] == seat for one in qualifiers(event))
