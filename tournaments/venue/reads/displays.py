"""The displays of the hall as the desk sees them: what each shows, and when its screen last asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Display, Tournament

DISPLAYED_PARTS: Mapping[str, str] = {
    Display.Shows.STANDINGS: "standings",
    Display.Shows.SEATS: "schedule",
    Display.Shows.BRACKET: "bracket",
}
"""Under which name the director may hide what a display shows. Missing cards, and the tables that wait for judges, are on no
public page: they are shown on purpose, the cards without names while nobody is named in public."""

OF_AN_EVENT = (*DISPLAYED_PARTS, Display.Shows.MISSING, Display.Shows.CALLS)
"""What is always that of one event."""

SILENT_AFTER = timedelta(seconds=45)
"""A screen asks every second and is noted every ten: one that was not noted for so long is off or has no network."""


@dataclass(frozen=True, slots=True)
class DisplayShown:
    """One display: `seen` says how many seconds ago its screen last asked, None where none did yet."""

    row: Display
    seen: int | None

    @property
    def is_silent(self) -> bool:
        """Whether a screen asked once and does not any more."""
        return self.seen is not None and self.seen > SILENT_AFTER.total_seconds()


def displays(tournament: Tournament) -> list[DisplayShown]:
    """The displays of a tournament by their numbers; one query."""
    now = timezone.now()
    return [
        DisplayShown(row, _seconds(row.seen_at, now))
        for row in tournament.displays.select_related("event", "tournament")
    ]


def display_at(tournament: Tournament, number: int) -> DisplayShown | None:
    """One of them, None where there is no such display."""
    return next((one for one in displays(tournament) if one.row.number == number), None)


def _seconds(at: datetime | None, now: datetime) -> int | None:
    return None if at is None else max(0, int((now - at).total_seconds()))
