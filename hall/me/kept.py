"""What is worked out once for all entrants of an event, and not again for each of their phones."""

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
"""It is kept so many times as long as what a poll goes by, and never beyond the event's next change."""


class Kept(Generic[T]):
    """What `make` gives for an event, kept in this process until the event changes; made by one thread for all.

    `make` is given the revision that is enough, and says of which one it is that it gives."""

    def __init__(self, make: Callable[[Event, int], tuple[int, T]]) -> None:
        self._make = make
        self._lock = Lock()
        self._found = Remembered[int, tuple[int, T]](MOST_EVENTS)

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()

    def of(self, event: Event, least: int | None = None) -> T:
        """What holds for the event at its revision, or at an earlier one that is enough."""
        enough = event.revision if least is None else least
        with self._lock:
            known = self._found.get(event.pk)
            if known is None or known[0] < enough:
                seconds = settings.LIVE_KEPT_SECONDS * TIMES_A_POLL
                known = self._found.keep(event.pk, self._make(event, enough), seconds)
            return known[1]
