"""How long tables waited until the hearing of a case could begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from judging.rules.calls import TWO


@dataclass(frozen=True, slots=True)
class Waits:
    """The waits of several calls: how many are known, their median and the longest; None if none is known."""

    known: int
    median: timedelta | None
    longest: timedelta | None


def waited(called_at: datetime, arrivals: Iterable[datetime]) -> timedelta | None:
    """The time from the call until two judges were at the table; None if fewer arrived.

    Nobody explains the case before two judges are there (protocol a, 2020).
    """
    in_order = sorted(arrivals)
    return in_order[TWO - 1] - called_at if len(in_order) >= TWO else None


def waits(waits_of_calls: Sequence[timedelta | None]) -> Waits:
    """The number, the median and the longest of these waits; None stands for an unknown wait."""
    known = [wait for wait in waits_of_calls if wait is not None]
    median_wait = timedelta(seconds=median(wait.total_seconds() for wait in known)) if known else None
    return Waits(len(known), median_wait, max(known, default=None))
