"""How long tables waited until the hearing could begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from judging.rules.calls import TWO


@dataclass(frozen=True, slots=True)
class Waits:
    """Waits of some calls: how many are known, their median and the longest."""

    known: int
    median: timedelta | None
    longest: timedelta | None


def waited(called_at: datetime, there: Iterable[datetime]) -> timedelta | None:
    """The time until two judges were at the table, without whom nobody explains anything (protocol a, 2020).

    None if fewer said that they were there.
    """
    arrived = sorted(there)
    return arrived[TWO - 1] - called_at if len(arrived) >= TWO else None


def waits(each: Sequence[timedelta | None]) -> Waits:
    """The median and the longest of these waits, as far as known."""
    known = [wait for wait in each if wait is not None]
    middle = timedelta(seconds=median(wait.total_seconds() for wait in known)) if known else None
    return Waits(len(known), middle, max(known, default=None))
