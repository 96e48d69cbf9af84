"""Looks for a player in all events of a tournament."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.access import Need, Rights
from tournaments.models import Entry, Event, Tournament
from tournaments.rules.hiding import names_nobody
from tournaments.rules.naming import find_player

MOST_FOUND = 40
"""So many are shown: whoever looks for one player types more of the name."""


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    """Somebody who stands by name on a public page of an event."""

    event: Event
    seat: str
    name: str


def look_up(tournament: Tournament, wanted: str, rights: Rights) -> tuple[PlayerSeen, ...]:
    """Whom a seat, a name or a part of one can mean, event by event, as far as this person may read who plays; nobody for an empty
    text, and nobody without a seat. Two queries."""
    if not wanted:
        return ()
    events = [
        event
        for event in Event.objects.filter(tournament=tournament)
        if not names_nobody(event.hidden) or rights.may_in(event, Need.SEE)
    ]
    names: dict[int, dict[str, str]] = defaultdict(dict)
    for entry in Entry.objects.filter(event__in=events, table__isnull=False).in_seat_order():
        names[entry.event_id][entry.seat] = entry.name
    found = (
        PlayerSeen(event, seat, names[event.pk][seat])
        for event in events
        for seat in find_player(wanted, names[event.pk])
    )
    return tuple(one for one, _place in zip(found, range(MOST_FOUND), strict=False))
