"""Who qualifies: the quota, the line, and the places just below it (rule 13.2.b, guideline 8).

The *line* is under the place that the quota gives. Players tied across it neither qualify nor fail to until a playoff
breaks the tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from scorecards.sheet.rules.ranking import Place


class Status(StrEnum):
    """The position of a place relative to the line."""

    QUALIFIER = "qualifier"
    TIED_AT_LINE = "tied_at_line"
    HIGH_NONQUALIFIER = "high_nonqualifier"
    NONQUALIFIER = "nonqualifier"


class Ranked(Protocol):
    """A place of a list, best first: its rank, and whether it is shared."""

    @property
    def rank(self) -> int: ...
    @property
    def tied(self) -> bool: ...


R = TypeVar("R", bound=Ranked)


def apparent_qualifiers(places: Sequence[Place], quota: int) -> frozenset[str]:
    """The seats ranked 1 to the quota, including a tie across the line (a choice of ours)."""
    return frozenset(place.seat for place in places if place.rank <= quota)


def statuses(places: Sequence[Place], quota: int) -> dict[str, Status]:
    """The status of every place, in the order of the standings.

    A whole group tied across the line is tied at the line; then nobody is the high nonqualifier.
    """
    across = _rank_tied_across(places, quota)
    below = high_nonqualifier(places, quota)
    return {place.seat: _status(place, quota, across, below) for place in places}


def high_nonqualifier(places: Sequence[Place], quota: int) -> str | None:
    """The best card outside the quota; None while that place or the line is tied (guideline 8)."""
    if quota >= len(places) or places[quota].tied:
        return None
    return places[quota].seat


def sharing_high_nonqualifier(places: Sequence[R], quota: int) -> tuple[R, ...]:
    """The places that share the first one outside the quota; empty where one card has it, or the line is tied.

    Ours: until a playoff decides it, they share that place and its prize. Posting does not wait for the game.
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
