"""The waiting list of a full event: whoever waits gets the next free place, in the order of entering."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import ENTRY
from tournaments.actions.rows import change
from tournaments.day.reads.places import checked_in, places_left
from tournaments.models import Entry, Event, place_given


@transaction.atomic
def move_up(*, event: Event, actor: Actor) -> Sequence[Entry]:
    """Give free places to those who wait, the first entered first, and return them; nobody moves after the draw.

    The caller has locked the event. Nobody who has a place loses it, even if the event has more than `max_entrants`.
    Whoever is checked in for another event is checked in for this one, and whoever has an e-mail address gets a mail.
    """
    if event.is_seated:
        return []
    waiting = event.entries.filter(status=Entry.Status.WAITING).order_by("number")
    moved = list(waiting[: places_left(event)])
    present = presence(event, moved, actor)
    for entry in moved:
        before, after = ENTRY.difference(entry, {"status": Entry.Status.PLAYING.value})
        change(entry, after | present.get(entry.pk, {}))
        tell_of_place(entry)
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


def presence(event: Event, entries: Sequence[Entry], actor: Actor) -> dict[int, dict[str, Any]]:
    """The values that check those of these entries in whose people are here for another event, by the entry's key."""
    if not entries:
        return {}
    here = checked_in(event.tournament_id, [entry.player_id for entry in entries])
    values = {"checked_in_at": timezone.now(), "checked_in_by": actor.name}
    return {entry.pk: values for entry in entries if entry.player_id in here and entry.checked_in_at is None}


def tell_of_place(entry: Entry) -> None:
    """Have whoever waited and has a place now told, once this is committed."""
    if entry.email:
        transaction.on_commit(partial(place_given.send_robust, Entry, entry_id=entry.pk), robust=True)
