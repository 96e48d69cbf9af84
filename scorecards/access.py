"""Who may see and write cards. A card is reached through `card_for` and in no other way."""

from __future__ import annotations

import re

from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.access import Actor, Need, Person, Rights, event_for, refuse_own_card
from tournaments.models import Entry, Event, User
from tournaments.rules.seat import is_seat, parse_seat, seat_order


def entry_at(event: Event, seat: str) -> Entry:
    """The entry with this permanent ID, with its player; Http404 for a seat nobody has."""
    found = None
    if is_seat(seat):
        at = parse_seat(seat)
        found = Entry.objects.of(event).select_related("player").filter(table=at.table, seat_number=at.number).first()
    if found is None:
        raise Http404(_("Nobody in this event has the seat %(seat)s.") % {"seat": seat[:20]})
    return found


def card_for(user: Person, tournament: str, event: str, seat: str, need: Need) -> tuple[Event, Entry, Rights]:
    """The event and the entry whose card this is, for somebody with this need.

    Raises Http404, Forbidden (`sign_in`, `role`), and for Need.CHECK `own_card`: nobody writes on their own.
    """
    found, rights = event_for(user, tournament, event, need)
    entry = entry_at(found, seat)
    if need is Need.CHECK and isinstance(user, User):
        refuse_own_card(Actor.of_user(user), [entry])
    return found, entry, rights


_DISCREPANCY = re.compile(r"([1-9]\d{0,2})-([A-Z]{1,2}-[1-9]\d{0,2})-([A-Z]{1,2}-[1-9]\d{0,2})", re.ASCII)


def game_key(event: Event, discrepancy: str) -> tuple[int, tuple[str, str]]:
    """The game and the two seats that a discrepancy's name speaks of; Http404 where it names no game of two entrants."""
    match = _DISCREPANCY.fullmatch(discrepancy)
    if match is None:
        raise Http404(_("A discrepancy is named by its game and both seats, like 8-A-6-A-16."))
    seats = (entry_at(event, match[2]).seat, entry_at(event, match[3]).seat)
    if seats[0] == seats[1] or seat_order(seats[0]) > seat_order(seats[1]):
        raise Http404(_("A discrepancy names two seats in seat order, like 8-A-6-A-16."))
    return int(match[1]), seats
