"""The displays of the hall for the desk: what each shows, and when its screen last polled."""

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
"""The hideable part of the event behind each kind of display.

Missing cards, and tables that wait for judges, are on no public page, so nothing hides them; cards appear without names
while no public page names the players.
"""

OF_AN_EVENT = (*DISPLAYED_PARTS, Display.Shows.MISSING, Display.Shows.CALLS)
"""What always belongs to one event."""

SILENT_AFTER = timedelta(seconds=45)
"""A screen polls every second and is recorded every ten; without a record for this long it is off or offline."""


@dataclass(frozen=True, slots=True)
class DisplayShown:
    """One display; `seen` is how many seconds ago its screen last polled, None if it never did."""

    row: Display
    seen: int | None

    @property
    def is_silent(self) -> bool:
        """Whether a screen polled once but no longer does."""
        return self.seen is not None and self.seen > SILENT_AFTER.total_seconds()


def displays(tournament: Tournament) -> list[DisplayShown]:
    """Return the displays of a tournament by number; one query."""
    now = timezone.now()
    return [
        DisplayShown(row, _seconds(row.seen_at, now))
        for row in tournament.displays.select_related("event", "tournament")
    ]


def display_at(tournament: Tournament, number: int) -> DisplayShown | None:
    """Return the display with this number, or None."""
    return next((display for display in displays(tournament) if display.row.number == number), None)


def _seconds(time: datetime | None, now: datetime) -> int | None:
    return None if time is None else max(0, int((now - time).total_seconds()))
