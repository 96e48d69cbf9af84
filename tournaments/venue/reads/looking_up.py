"""Search for a player in all events of a tournament."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice

from tournaments.access import Need, Rights
from tournaments.models import Entry, Event, Tournament
from tournaments.rules.hiding import names_nobody
from tournaments.rules.naming import find_player

MOST_FOUND = 40
"""How many players a search finds at most; people type more to find fewer."""


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    """A player whose name a public page of an event shows."""

    event: Event
    seat: str
    name: str


def look_up(tournament: Tournament, text: str, rights: Rights) -> tuple[PlayerSeen, ...]:
    """Return the players that a text can mean (a seat, a name, or part of a name), event by event; two queries.

    Only seated players are found, of events in which the user may read names. An empty text finds nobody. At most
    `MOST_FOUND` are returned.
    """
    if not text:
        return ()
    events = [
        event
        for event in Event.objects.filter(tournament=tournament)
        if not names_nobody(event.hidden) or rights.may_in(event, Need.SEE)
    ]
    names: dict[int, dict[str, str]] = defaultdict(dict)
    for entry in Entry.objects.filter(event__in=events, table__isnull=False).in_seat_order():
        names[entry.event_id][entry.seat] = entry.name
    players = (
        PlayerSeen(event, seat, names[event.pk][seat])
        for event in events
        for seat in find_player(text, names[event.pk])
    )
    return tuple(islice(players, MOST_FOUND))
