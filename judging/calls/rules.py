"""How long tables waited until judges could begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from judging.rules.calls import TWO


@dataclass(frozen=True, slots=True)
class Waits:
    """Over some calls: of how many it is known when two judges were there, and how long that took."""

    known: int
    median: timedelta | None
    longest: timedelta | None


def waited(called_at: datetime, there: Iterable[datetime]) -> timedelta | None:
    """How long it took until two judges were at the table, without whom nobody explains anything (protocol a, 2020); None where
    fewer said that they were."""
    arrived = sorted(there)
    return arrived[TWO - 1] - called_at if len(arrived) >= TWO else None


def waits(each: Sequence[timedelta | None]) -> Waits:
    """The middle one and the longest of these waits, as far as they are known."""
    known = [one for one in each if one is not None]
    middle = timedelta(seconds=median(one.total_seconds() for one in known)) if known else None
    return Waits(len(known), middle, max(known, default=None))
