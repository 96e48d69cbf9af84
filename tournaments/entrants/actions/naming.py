"""Whether somebody is named in public."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import ENTRY
from tournaments.actions.rows import change
from tournaments.entrants.words.naming import partner_is_withheld, placeholder
from tournaments.errors import Refused
from tournaments.models import Entry, Event
from tournaments.models.people import is_one_of
from tournaments.money.actions.lines import locked_tournament


@transaction.atomic
def set_named(*, entry: Entry, named: bool, actor: Actor) -> list[Entry]:
    """Name somebody in public, or let the public read a placeholder, in every event of the tournament in which they play.

    A team with this person in it is not named as a whole, also not while its other person is withheld. Later entries
    of the person start like the others. Returns the changed entries. Repeating it changes nothing.

    Raises Refused `not_ready` for a team to be named, one of whose people is withheld on an entry of their own.
    """
    tournament = locked_tournament(entry.event.tournament)
    same_entries = Entry.objects.filter(is_one_of("player", "pk", entry.player_id), event__tournament=tournament)
    entries = list(
        same_entries.filter(withheld_name="")
        if not named
        else withheld_alone(same_entries.exclude(withheld_name="").with_people(), entry)
    )
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


def withheld_alone(rows: Iterable[Entry], entry: Entry) -> list[Entry]:
    """Those of these withheld rows that may be named with this entry: no teams whose other person stays withheld.

    Raises Refused `not_ready` if the entry itself is such a team.
    """
    withheld = Entry.objects.filter(event__tournament=entry.event.tournament_id).exclude(withheld_name="")
    people = dict(withheld.filter(player__first=None).values_list("player", "withheld_name"))
    staying = {row.pk: [people[key] for key in row.player.keys - {entry.player_id} if key in people] for row in rows}
    if names := staying.get(entry.pk):
        raise Refused("not_ready", partner_is_withheld(sorted(names)))
    return [row for row in rows if not staying[row.pk]]


def as_withheld(entry: Entry) -> dict[str, str]:
    """The public name and the withheld one of somebody who is not to be named."""
    return {
        "name": placeholder(entry.number, is_team=entry.player.first_id is not None),
        "withheld_name": entry.known_name,
    }
