"""Access to the public page of a player."""

from __future__ import annotations

from collections.abc import Set

from scorecards.sheet.reads.standings import qualifiers
from tournaments.access import Person, Rights, event_for, shows
from tournaments.models import Entry, Event, User
from tournaments.people.reads.persons import pages_of
from tournaments.rules.hiding import HIDEABLE, NAMING, STANDINGS
from tournaments.rules.seat import read_seat


def shown_parts(event: Event, rights: Rights) -> frozenset[str]:
    """The parts of the event that this person may see."""
    return frozenset(part for part in HIDEABLE if shows(event, rights, part))


def player_for(user: Person, tournament_slug: str, event_slug: str, seat: str) -> tuple[Event, Rights, Entry | None]:
    """The event, and the entry at this seat in any spelling; None if nobody has it.

    Raises Http404 if there is no such event for this person.
    Raises Forbidden (`hidden`) if no public part names the player, or would name one at this seat.
    """
    event, rights = event_for(user, tournament_slug, event_slug)
    parsed = read_seat(seat)
    if not _is_named(event, str(parsed or ""), shown_parts(event, rights)):
        # This refuses with the reason why the standings are hidden.
        event_for(user, tournament_slug, event_slug, part=STANDINGS)
    if parsed is None:
        return event, rights, None
    entries = Entry.objects.of(event).select_related("event")
    return event, rights, entries.filter(table=parsed.table, seat_number=parsed.number).first()


def person_linked(user: Person, entry: Entry) -> int | None:
    """The page across events that this player’s page leads to: one that everybody may open, or the user’s own."""
    if isinstance(user, User) and user.pk == entry.player.user_id:
        return entry.player.person
    return pages_of(Entry.objects.filter(pk=entry.pk)).get(entry.pk)


def _is_named(event: Event, seat: str, parts: Set[str]) -> bool:
    """Whether one of these parts names the player at this seat; some parts name only qualifiers."""
    if NAMING & parts:
        return True
    if not {"qualifiers", "bracket"} & parts:
        return False
    return any(qualifier["seat"] == seat for qualifier in qualifiers(event))
