"""Announcing how the final went."""

from __future__ import annotations

from django.db import transaction

from tournaments import audit
from tournaments.access import Actor
from tournaments.models import Event
from tournaments.rules.hiding import FINAL


@transaction.atomic
def announce_final(*, event: Event, actor: Actor) -> Event:
    """Hold back no longer how the final goes: from now on everybody is told. Again it does nothing."""
    event = Event.objects.locked(event)
    if FINAL not in event.hidden:
        return event
    before, event.hidden = event.hidden, [part for part in event.hidden if part != FINAL]
    event.save(update_fields=["hidden"])
    audit.record(
        event=event,
        actor=actor,
        action="final.announced",
        subject=("event", event.slug),
        before={"hidden": before},
        after={"hidden": event.hidden},
    )
    event.touch()
    return event
