"""Answers that take neither a thread nor the database: most polls of a hall of phones.

The event loop asks here before it gives a request to a thread (`config/rsgi.py`), and must not wait. Django itself keeps it from
asking the database; what waits for another thread that asks is to be kept from it by `async_unsafe`.
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
    """A thread has to work it out."""


def _unknown(_request: HttpRequest) -> HttpResponse:
    raise NotAtHand


@cache
def _known() -> Callable[[HttpRequest], HttpResponse]:
    """Made at the first request, when the apps are loaded."""
    known = _unknown
    for name in reversed(settings.AT_HAND_MIDDLEWARE):
        known = import_string(name)(known)
    return known


def answer_to(environ: dict[str, Any]) -> HttpResponse | None:
    """What this process knows already that a visitor is answered; None for anything else. Called in an event loop."""
    try:
        return _known()(WSGIRequest(environ))
    except (NotAtHand, SynchronousOnlyOperation, SuspiciousOperation):
        return None
