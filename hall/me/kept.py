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
LIFETIME_IN_POLLS = 120
"""How many times as long as the data of polls a value is cached; never beyond the event's next change."""


class Kept(Generic[T]):
    """A cache in this process of what `make` returns for an event, until the event changes.

    One thread makes the value for all threads. `make` gets the least revision of the event that suffices, and returns
    the revision that it used with the value.
    """

    def __init__(self, make: Callable[[Event, int], tuple[int, T]]) -> None:
        self._make = make
        self._lock = Lock()
        self._cached = Remembered[int, tuple[int, T]](MOST_EVENTS)

    def clear(self) -> None:
        """Forget everything."""
        self._cached.clear()

    def of(self, event: Event, min_revision: int | None = None) -> T:
        """The value for this event, no older than `min_revision` (default: the event's current revision)."""
        needed = event.revision if min_revision is None else min_revision
        with self._lock:
            cached = self._cached.get(event.pk)
            if cached is None or cached[0] < needed:
                seconds = settings.LIVE_KEPT_SECONDS * LIFETIME_IN_POLLS
                cached = self._cached.keep(event.pk, self._make(event, needed), seconds)
            _revision, value = cached
            return value
