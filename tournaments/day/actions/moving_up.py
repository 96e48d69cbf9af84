"""The waiting list of a full event: whoever waits gets the next free place, in the order of entering."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import ENTRY
from tournaments.actions.rows import change
from tournaments.day.reads.places import places_left
from tournaments.models import Entry, Event


@transaction.atomic
def move_up(*, event: Event, actor: Actor) -> Sequence[Entry]:
    """Give free places to those who wait, the first entered first, and return them; nobody moves after the draw.

    The caller has locked the event. Nobody who has a place loses it, even if the event has more than `max_entrants`.
    """
    if event.is_seated:
        return []
    waiting = event.entries.filter(status=Entry.Status.WAITING).order_by("number")
    moved = list(waiting[: places_left(event)])
    for entry in moved:
        before, after = ENTRY.difference(entry, {"status": Entry.Status.PLAYING.value})
        change(entry, after)
        audit.record(
            event=event,
            actor=actor,
            action="entrant.moved-up",
            subject=("entrant", str(entry.number)),
            before=before,
            after=after,
        )
    if moved:
        event.touch()
    return moved
