"""Requests that write take precedence over slow reads.

A checker waits for each card to be saved; a phone that updates a moment later loses nothing. So a process delays slow
reads while it answers a request that writes. After `PATIENCE` seconds, both run side by side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

from django.http import HttpRequest, HttpResponse

PATIENCE = 0.5
"""For how many seconds slow reads are delayed at most."""
READING = ("GET", "HEAD", "OPTIONS")


class Precedence:
    """Counts the writing requests that this process is answering, and knows since when there has been at least one."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._writes = 0
        self._since = 0.0

    @contextmanager
    def answering_write(self) -> Iterator[None]:
        """Give precedence to the writing request that is answered inside the `with` block."""
        with self._changed:
            if not self._writes:
                self._since = time.monotonic()
            self._writes += 1
        try:
            yield
        finally:
            with self._changed:
                self._writes -= 1
                self._changed.notify_all()

    @property
    def is_taken(self) -> bool:
        """Whether slow reads are delayed at the moment."""
        return bool(self._writes) and time.monotonic() - self._since < PATIENCE

    def wait(self) -> None:
        """Return once no writer has precedence, or after `PATIENCE` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._writes, timeout=PATIENCE)


precedence = Precedence()


class PrecedenceMiddleware:
    """Counts the requests that write, while they are answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in READING:
            return self.get_response(request)
        with precedence.answering_write():
            return self.get_response(request)
