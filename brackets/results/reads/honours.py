"""Hands of 28 and 29 and other awards of an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from brackets.models import Honour
from brackets.results.words import results as results_words
from tournaments.models import Entry, Event
from tournaments.models.people import with_people


@dataclass(frozen=True, slots=True)
class HonourShown:
    """One award: its id, the player who earned it, its kind and `label`, and by whom and when it was recorded."""

    id: int
    seat: str
    player: str
    players: tuple[str, ...]
    kind: str
    name: str
    label: str
    note: str
    at: datetime
    by: str


def honours_shown(event: Event) -> tuple[HonourShown, ...]:
    """Every award of the event in the order of recording; one query."""
    recorded = (
        Honour.objects.filter(entry__event=event).select_related("entry", *with_people("entry__player")).order_by("pk")
    )
    return tuple(
        HonourShown(
            id=award.pk,
            seat=award.entry.seat,
            player=award.entry.name,
            players=tuple(award.entry.names),
            kind=award.kind,
            name=award.name,
            label=results_words.honour_name(award.kind, award.name),
            note=award.note,
            at=award.at,
            by=award.by,
        )
        for award in recorded
    )


def names_by_seat(event: Event) -> dict[str, str]:
    """Players who may earn an award, by seat, in seat order; one query."""
    return {entry.seat: entry.known_name for entry in Entry.objects.of(event).playing().in_seat_order() if entry.seat}
