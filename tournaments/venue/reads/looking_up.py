"""Looks for a player in all events of a tournament."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.access import Need, Rights
from tournaments.models import Entry, Event, Tournament
from tournaments.rules.hiding import names_nobody
from tournaments.rules.naming import find_player

MOST_FOUND = 40
"""How many are shown; a longer text finds fewer."""


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    """A player whose name a public page of an event shows."""

    event: Event
    seat: str
    name: str


def look_up(tournament: Tournament, text: str, rights: Rights) -> tuple[PlayerSeen, ...]:
    """Return whom a seat, a name or part of one can mean, event by event; two queries.

    It covers seated players of events whose names this person may read. An empty text finds nobody.
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
    return tuple(player for player, _place in zip(players, range(MOST_FOUND), strict=False))
