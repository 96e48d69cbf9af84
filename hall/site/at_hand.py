"""Answers that need neither a thread nor the database: most polls of a hall of phones.

The event loop calls `answer_to` before it hands a request to a thread (`config/rsgi.py`), so nothing here may block.
Django itself refuses database access in the loop. Code that waits for another thread must be marked `async_unsafe`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousOperation, SynchronousOnlyOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string


class NotAtHand(Exception):
    """A thread has to compute the answer."""


def _no_answer(_request: HttpRequest) -> HttpResponse:
    raise NotAtHand


@cache
def _middleware() -> Callable[[HttpRequest], HttpResponse]:
    """The chain of the middleware that answers from memory; built at the first request, once the apps are loaded."""
    chain = _no_answer
    for name in reversed(settings.AT_HAND_MIDDLEWARE):
        chain = import_string(name)(chain)
    return chain


def answer_to(environ: dict[str, Any]) -> HttpResponse | None:
    """The answer to a visitor that this process has cached; None if there is none. Called in an event loop."""
    try:
        return _middleware()(WSGIRequest(environ))
    except (NotAtHand, SynchronousOnlyOperation, SuspiciousOperation):
        return None
