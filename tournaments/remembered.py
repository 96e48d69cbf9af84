"""A small cache of one process, so that a hall of phones does not query the database each time."""

from __future__ import annotations

import time
from typing import Generic, TypeVar

from django.conf import settings

K = TypeVar("K")
V = TypeVar("V")

MOST = 500


class Remembered(Generic[K, V]):
    """A cache of values by key. A value is valid for `settings.LIVE_KEPT_SECONDS`, or as long as `keep` says.

    A full cache is emptied, so that requests for unknown keys cannot fill the memory.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._values: dict[K, tuple[float, V]] = {}

    def get(self, key: K) -> V | None:
        """Return the value that is still valid, or None."""
        until, value = self._values.get(key, (0.0, None))
        return value if until > time.monotonic() else None

    def outdated(self, key: K) -> V | None:
        """Return the last value, valid or not; None if there is none."""
        return self._values.get(key, (0.0, None))[1]

    def keep(self, key: K, value: V, seconds: float | None = None) -> V:
        """Store this value for so many seconds, and return it."""
        if len(self._values) >= self.most and key not in self._values:
            self._values.clear()
        seconds = settings.LIVE_KEPT_SECONDS if seconds is None else seconds
        self._values[key] = time.monotonic() + seconds, value
        return value

    def forget(self, key: K) -> None:
        """Drop this key."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop everything."""
        self._values.clear()

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)
