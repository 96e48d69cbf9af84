"""Who sends something goes before whoever looks on.

A checker waits for every card; a phone that is told a moment later waits for nothing. So while a process answers somebody who sent
something, it puts off what takes long and only shows: for `PATIENCE` seconds at most, after that both go on side by side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

from django.http import HttpRequest, HttpResponse

PATIENCE = 0.5
"""So many seconds those who look on stand back at a stretch."""
READING = ("GET", "HEAD", "OPTIONS")


class Precedence:
    """How many senders this process is answering, and since when there has been one."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._senders = 0
        self._since = 0.0

    @contextmanager
    def sending(self) -> Iterator[None]:
        """While somebody who sent something is answered."""
        with self._changed:
            if not self._senders:
                self._since = time.monotonic()
            self._senders += 1
        try:
            yield
        finally:
            with self._changed:
                self._senders -= 1
                self._changed.notify_all()

    @property
    def is_taken(self) -> bool:
        """Whether those who look on stand back now."""
        return bool(self._senders) and time.monotonic() - self._since < PATIENCE

    def wait(self) -> None:
        """Return once nobody has precedence."""
        with self._changed:
            self._changed.wait_for(lambda: not self._senders, timeout=PATIENCE)


precedence = Precedence()


class PrecedenceMiddleware:
    """Notes who sends something, and until when they are answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in READING:
            return self.get_response(request)
        with precedence.sending():
            return self.get_response(request)
