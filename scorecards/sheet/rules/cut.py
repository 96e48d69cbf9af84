"""Who qualifies: the quota, the line, and the places just below it (rule 13.2.b, guideline 8).

The *line* is below the last place within the quota. Players tied across the line are neither qualifiers nor
nonqualifiers until a playoff breaks the tie.
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
    """A place of a list: its rank, and whether the rank is shared."""

    @property
    def rank(self) -> int: ...
    @property
    def tied(self) -> bool: ...


R = TypeVar("R", bound=Ranked)


def apparent_qualifiers(places: Sequence[Place], quota: int) -> frozenset[str]:
    """The seats ranked 1 to the quota, including a tie across the line (a choice of ours)."""
    return frozenset(place.seat for place in places if place.rank <= quota)


def statuses(places: Sequence[Place], quota: int) -> dict[str, Status]:
    """The status of every seat, in the order of the standings.

    Every place of a group tied across the line is tied at the line; no place is then the high nonqualifier.
    """
    tied_rank = _rank_tied_across(places, quota)
    high_seat = high_nonqualifier(places, quota)
    return {place.seat: _status(place, quota, tied_rank, high_seat) for place in places}


def high_nonqualifier(places: Sequence[Place], quota: int) -> str | None:
    """The seat of the best card outside the quota; None if there is none, or while its place is tied (guideline 8).

    Where nobody qualifies there is no line, and the best card is that of the winner.
    """
    if not quota or quota >= len(places) or places[quota].tied:
        return None
    return places[quota].seat


def sharing_high_nonqualifier(places: Sequence[R], quota: int) -> tuple[R, ...]:
    """The places that share the first rank outside the quota; empty if one card has it alone, or the line is tied.

    Ours: until a playoff decides it, these players share the place and its prize. Posting does not wait for the playoff.
    Where nobody qualifies there is no line, and the first place is that of the winner.
    """
    return tuple(place for place in places if quota and place.tied and place.rank == quota + 1)


def _rank_tied_across(places: Sequence[Place], quota: int) -> int | None:
    """The rank of the group tied across the line; None without one."""
    if 0 < quota < len(places) and places[quota].tied and places[quota].rank == places[quota - 1].rank:
        return places[quota].rank
    return None


def _status(place: Place, quota: int, tied_rank: int | None, high_seat: str | None) -> Status:
    if place.rank == tied_rank:
        return Status.TIED_AT_LINE
    if place.rank <= quota:
        return Status.QUALIFIER
    return Status.HIGH_NONQUALIFIER if place.seat == high_seat else Status.NONQUALIFIER
