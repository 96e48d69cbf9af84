"""Announce how the final went."""

from __future__ import annotations

from django.db import transaction

from tournaments.access import Actor
from tournaments.actions.rows import change_event_row
from tournaments.models import Event
from tournaments.rules.hiding import FINAL


@transaction.atomic
def announce_final(*, event: Event, actor: Actor) -> Event:
    """Stop hiding the final from the public. If the final is not hidden, nothing changes."""
    event = Event.objects.locked(event)
    hidden = [part for part in event.hidden if part != FINAL]
    return change_event_row(event, {"hidden": hidden}, action="final.announced", actor=actor)
