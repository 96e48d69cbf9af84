"""The displays of the hall, as the desk sees them: what each shows, and when its screen last polled."""

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
"""The part of an event that a display shows, if the director can hide it from the public.

Missing cards and calls for judges are on no public page, so there is no part that hides them. The cards are shown
without names while no public page names the players.
"""

OF_AN_EVENT = (*DISPLAYED_PARTS, Display.Shows.MISSING, Display.Shows.CALLS)
"""What a display shows of one event, which must be given."""

SILENT_AFTER = timedelta(seconds=45)
"""A screen polls every second, and every ten seconds this is recorded. Without a record for so long it is off."""


@dataclass(frozen=True, slots=True)
class DisplayShown:
    """A display; `seen` is the number of seconds since its screen last polled, None if it never did."""

    row: Display
    seen: int | None

    @property
    def is_silent(self) -> bool:
        """Whether the screen has polled before, but no longer does."""
        return self.seen is not None and self.seen > SILENT_AFTER.total_seconds()


def displays(tournament: Tournament) -> list[DisplayShown]:
    """Return the displays of a tournament, in the order of their numbers; one query."""
    now = timezone.now()
    return [
        DisplayShown(row, _seconds_since(row.seen_at, now))
        for row in tournament.displays.select_related("event", "tournament")
    ]


def display_at(tournament: Tournament, number: int) -> DisplayShown | None:
    """Return the display with this number, or None."""
    return next((display for display in displays(tournament) if display.row.number == number), None)


def _seconds_since(time: datetime | None, now: datetime) -> int | None:
    return None if time is None else max(0, int((now - time).total_seconds()))
