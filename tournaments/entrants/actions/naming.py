"""Whether somebody is named in public."""

from __future__ import annotations

from django.db import transaction

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import ENTRY
from tournaments.actions.rows import change
from tournaments.entrants.words.naming import placeholder
from tournaments.models import Entry, Event
from tournaments.models.people import is_one_of
from tournaments.money.actions.lines import locked_tournament


@transaction.atomic
def set_named(*, entry: Entry, named: bool, actor: Actor) -> list[Entry]:
    """Name somebody in public, or let the public read a placeholder, in every event of the tournament in which they play.

    A team with this person in it is not named as a whole. Later entries of the person start like the others.
    Returns the changed entries. Repeating it changes nothing.
    """
    tournament = locked_tournament(entry.event.tournament)
    same_entries = Entry.objects.filter(is_one_of("player", "pk", entry.player_id), event__tournament=tournament)
    entries = list(same_entries.filter(withheld_name="") if not named else same_entries.exclude(withheld_name=""))
    events = {
        key: Event.objects.locked(event) for key, event in sorted({row.event_id: row.event for row in entries}.items())
    }
    for row in entries:
        before, after = ENTRY.difference(
            row, as_withheld(row) if not named else {"name": row.known_name, "withheld_name": ""}
        )
        change(row, after)
        event = events[row.event_id]
        audit.record(
            tournament=tournament,
            event=event,
            actor=actor,
            action="entrant.named" if named else "entrant.withheld",
            subject=("entrant", str(row.number)),
            before=before,
            after=after,
        )
        event.touch()
    return entries


def as_withheld(entry: Entry) -> dict[str, str]:
    """The public name and the withheld one of somebody who is not to be named."""
    return {
        "name": placeholder(entry.number, is_team=entry.player.first_id is not None),
        "withheld_name": entry.known_name,
    }
