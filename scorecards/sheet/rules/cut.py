"""Who qualifies: the quota, the line, and who stands just below it (rule 13.2.b, guideline 8).

The *line* lies under the place that the quota gives. Who is tied across it neither qualifies nor fails to until a playoff
has broken the tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from scorecards.sheet.rules.tiebreak import Place


class Status(StrEnum):
    """Where a place lies towards the line."""

    QUALIFIER = "qualifier"
    TIED_AT_LINE = "tied_at_line"
    HIGH_NONQUALIFIER = "high_nonqualifier"
    NONQUALIFIER = "nonqualifier"


class Ranked(Protocol):
    """A place of a list, best first: its rank, and whether others share it."""

    @property
    def rank(self) -> int: ...
    @property
    def tied(self) -> bool: ...


R = TypeVar("R", bound=Ranked)


def apparent_qualifiers(places: Sequence[Place], quota: int) -> frozenset[str]:
    """Return the seats ranked 1 to the quota, a tie across the line included (a choice of ours)."""
    return frozenset(place.seat for place in places if place.rank <= quota)


def statuses(places: Sequence[Place], quota: int) -> dict[str, Status]:
    """Return the status of every place, in the order of the standings.

    All of a group tied across the line is tied at the line, and then nobody is the high nonqualifier.
    """
    across = _rank_tied_across(places, quota)
    below = high_nonqualifier(places, quota)
    return {place.seat: _status(place, quota, across, below) for place in places}


def high_nonqualifier(places: Sequence[Place], quota: int) -> str | None:
    """Return the best card outside the quota; None while that place or the line is tied (guideline 8)."""
    if quota >= len(places) or places[quota].tied:
        return None
    return places[quota].seat


def sharing_high_nonqualifier(places: Sequence[R], quota: int) -> tuple[R, ...]:
    """Return the places that share the first one outside the quota; none where one card has it, or the line is tied.

    Ours: until a playoff game decides it they share that place, and its prize; posting does not wait for the game.
    """
    return tuple(place for place in places if place.tied and place.rank == quota + 1)


def _rank_tied_across(places: Sequence[Place], quota: int) -> int | None:
    if 0 < quota < len(places) and places[quota].tied and places[quota].rank == places[quota - 1].rank:
        return places[quota].rank
    return None


def _status(place: Place, quota: int, across: int | None, below: str | None) -> Status:
    if place.rank == across:
        return Status.TIED_AT_LINE
    if place.rank <= quota:
        return Status.QUALIFIER
    return Status.HIGH_NONQUALIFIER if place.seat == below else Status.NONQUALIFIER
