"""The hands of 28 and 29 and the other awards of an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from brackets.models import Honour
from brackets.results.words import results as results_words
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class HonourShown:
    """One award: its id, who earned it, what it is, in words too (`label`), and who recorded it when."""

    id: int
    seat: str
    player: str
    kind: str
    name: str
    label: str
    note: str
    at: datetime
    by: str


def honours_shown(event: Event) -> tuple[HonourShown, ...]:
    """Every award of the event as it was recorded, the first one first; one query."""
    recorded = Honour.objects.filter(entry__event=event).select_related("entry").order_by("pk")
    return tuple(
        HonourShown(
            id=one.pk,
            seat=one.entry.seat,
            player=one.entry.name,
            kind=one.kind,
            name=one.name,
            label=results_words.honour_name(one.kind, one.name),
            note=one.note,
            at=one.at,
            by=one.by,
        )
        for one in recorded
    )


def names_by_seat(event: Event) -> dict[str, str]:
    """Those who may earn an award, by seat and in its order; one query."""
    return {entry.seat: entry.name for entry in Entry.objects.of(event).playing().in_seat_order() if entry.seat}
