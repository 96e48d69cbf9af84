"""A cache of what is computed once for all entrants of an event rather than for each phone."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from django.conf import settings

from tournaments.models import Event
from tournaments.remembered import Remembered

T = TypeVar("T")

MOST_EVENTS = 50
TIMES_A_POLL = 120
"""How many times as long as poll data it is kept, but never beyond the event's next change."""


class Kept(Generic[T]):
    """What `make` returns for an event, cached in this process until the event changes; one thread makes it for all.

    `make` gets the least revision that will do, and returns the revision it used.
    """

    def __init__(self, make: Callable[[Event, int], tuple[int, T]]) -> None:
        self._make = make
        self._lock = Lock()
        self._found = Remembered[int, tuple[int, T]](MOST_EVENTS)

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()

    def of(self, event: Event, least: int | None = None) -> T:
        """The value for the event at its revision, or at an earlier one that is at least `least`."""
        enough = event.revision if least is None else least
        with self._lock:
            known = self._found.get(event.pk)
            if known is None or known[0] < enough:
                seconds = settings.LIVE_KEPT_SECONDS * TIMES_A_POLL
                known = self._found.keep(event.pk, self._make(event, enough), seconds)
            return known[1]
