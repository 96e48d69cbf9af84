"""Search for a player in all events of a tournament."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
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
    players: tuple[str, ...]


def look_up(tournament: Tournament, text: str, rights: Rights) -> tuple[PlayerSeen, ...]:
    """Return the players that a text can mean (a seat, a name, or part of a name), event by event; two queries.

    The two people of a team are found by their own names too.

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
    seated: dict[int, dict[str, Entry]] = defaultdict(dict)
    for entry in Entry.objects.filter(event__in=events, table__isnull=False).with_people().in_seat_order():
        seated[entry.event_id][entry.seat] = entry
    players = (
        PlayerSeen(event, seat, entries[seat].name, tuple(entries[seat].names))
        for event, entries in ((event, seated[event.pk]) for event in events)
        for seat in _meant(text, entries)
    )
    return tuple(islice(players, MOST_FOUND))


def _meant(text: str, entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """The seats that a text can mean: by the names on the cards, else by those of the people of teams too."""
    whole = {seat: " ".join([entry.name, *entry.names]) for seat, entry in entries.items()}
    return find_player(text, {seat: entry.name for seat, entry in entries.items()}) or find_player(text, whole)
