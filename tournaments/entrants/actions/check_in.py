"""Check in people who arrive, with what they pay at the door, and take a check-in back.

Whoever is here is here for all their events: of the day, and of the days after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.money.actions.lines import locked_tournament
from tournaments.money.actions.money import write_line


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """What is written on somebody's account as they come: the kind of the line, its amount in cents, and a note.

    `looked_at` is the open amount in cents that the desk saw.
    """

    kind: str
    cents: int
    looked_at: int
    note: str = ""


@transaction.atomic
def check_in(
    *,
    tournament: Tournament,
    player: Player,
    events: Sequence[Event] | None = None,
    paid: AtTheDoor | None = None,
    actor: Actor,
) -> list[Entry]:
    """Check somebody in for all their events, and write what they pay; a second check-in changes nothing.

    `events` are the events in which the actor may check people in, None for all. `paid` needs the right to write on
    accounts of the whole tournament. Raises Refused `impossible` if the person plays in none of the events (no-show or
    withdrawn), and what `write_line` raises about `paid`. Then nobody is checked in.
    """
    tournament = locked_tournament(tournament)
    entries = _entries(tournament, player, events)
    playing = [entry for entry in entries if entry.status == Entry.Status.PLAYING]
    if not playing:
        raise Refused("impossible", _why_not_playing(player, entries))
    missing = [entry for entry in playing if entry.checked_in_at is None]
    if missing:
        now = timezone.now()
        for entry in missing:
            entry.checked_in_at, entry.checked_in_by = now, actor.name
        Entry.objects.bulk_update(missing, ["checked_in_at", "checked_in_by"])
        _record(tournament, "player.checked-in", missing, actor)
    if paid is not None:
        write_line(
            tournament=tournament,
            player=player,
            kind=paid.kind,
            cents=paid.cents,
            note=paid.note,
            looked_at=paid.looked_at,
            # A button that is pressed twice receives once.
            is_repeated=True,
            actor=actor,
        )
    return playing


@transaction.atomic
def check_out(
    *, tournament: Tournament, player: Player, events: Sequence[Event] | None = None, actor: Actor
) -> list[Entry]:
    """Take back somebody's check-in for all their events, if there is one; `events` as in `check_in`."""
    tournament = locked_tournament(tournament)
    entries = [entry for entry in _entries(tournament, player, events) if entry.checked_in_at is not None]
    if not entries:
        return []
    for entry in entries:
        entry.checked_in_at, entry.checked_in_by = None, ""
    Entry.objects.bulk_update(entries, ["checked_in_at", "checked_in_by"])
    _record(tournament, "player.check-in-taken-back", entries, actor)
    return entries


def _entries(tournament: Tournament, player: Player, events: Sequence[Event] | None) -> list[Entry]:
    """The person's entries in these events; the events are locked first, in the order of their keys."""
    entries = Entry.objects.filter(event__tournament=tournament, player=player)
    if events is not None:
        entries = entries.filter(event__in=events)
    # Evaluating the query takes the locks.
    list(Event.objects.select_for_update().filter(pk__in=entries.values("event")).order_by("pk"))
    return list(entries.select_related("event").order_by("event"))


def _why_not_playing(player: Player, entries: list[Entry]) -> str:
    if any(entry.status == Entry.Status.WAITING for entry in entries):
        return _(
            "%(name)s is on the waiting list. Set the status to playing on the entrant’s page to give them a place."
        ) % {"name": entries[0].known_name}
    if not entries:
        return _("%(name)s plays in no event of this tournament.") % {"name": player.name}
    return _("%(name)s: %(status)s. Say on the entrant’s page that they play again, then check them in.") % {
        "name": entries[0].known_name,
        "status": entries[0].get_status_display(),
    }


def _record(tournament: Tournament, action: str, entries: list[Entry], actor: Actor) -> None:
    audit.record(
        tournament=tournament,
        actor=actor,
        action=action,
        subject=("player", entries[0].known_name),
        after={"name": entries[0].known_name, "events": [entry.event.slug for entry in entries]},
    )
