"""Entries: all of an event, or one by seat or number."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import Entry, Event
from tournaments.models.people import is_one_of
from tournaments.rules.seat import is_seat, parse_seat


def entrants(event: Event) -> QuerySet[Entry]:
    """Return all entries of the event in seat order. Entries without a seat come last, by number."""
    return Entry.objects.of(event).with_people().in_seat_order()


def entry_at(event: Event, key: str) -> Entry | None:
    """Return the entry with this seat (`A-7`) or number (`12`), with its player, or None."""
    entries = Entry.objects.of(event).with_people()
    if is_seat(key):
        seat = parse_seat(key)
        return entries.filter(table=seat.table, seat_number=seat.number).first()
    if key.isascii() and key.isdecimal() and len(key) < 10:
        return entries.filter(number=int(key)).first()
    return None


def teams(event: Event) -> dict[str, list[str]]:
    """Return the names of the two people of each team that has a seat, by seat; one query."""
    entries = Entry.objects.of(event).filter(table__isnull=False, player__first__isnull=False)
    return {entry.seat: entry.names for entry in entries.with_people()}


def plays_elsewhere(entry: Entry) -> bool:
    """Whether the player of this entry is entered in another tournament too, alone or in a team. One query."""
    return is_elsewhere(entry.player_id, entry.event.tournament_id)


def is_elsewhere(player: int, tournament: int) -> bool:
    """Whether the player with this key is entered outside this tournament, alone or in a team. One query."""
    return Entry.objects.filter(is_one_of("player", "pk", player)).exclude(event__tournament=tournament).exists()
