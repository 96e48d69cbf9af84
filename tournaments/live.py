"""Polls of pages that anybody may see. A hall of phones asks every second or two whether anything is new, and mostly nothing is.

Each process knows for a moment which revision an event has and what of it visitors may see, so that such an answer costs no
query. `settings.LIVE_KEPT_SECONDS` is how long; a page is so much later at most, and what a director hides is too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.http import is_htmx
from tournaments.models import Event

MOST_KNOWN = 500
"""So many events are known at a time; whoever asks for others that do not exist cannot fill the memory."""

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Glance:
    """What a visitor's poll has to know of an event. `until` is on the monotonic clock."""

    until: float
    revision: int | None
    hidden: frozenset[str]


_known: dict[tuple[str, str], Glance] = {}


def glance(tournament: str, event: str) -> Glance:
    """What is known of the event with this address, at most `LIVE_KEPT_SECONDS` old; no revision for one that visitors do not
    see. One query, or none."""
    now = time.monotonic()
    known = _known.get((tournament, event))
    if known is not None and known.until > now:
        return known
    row = (
        Event.objects.filter(tournament__slug=tournament, slug=event, tournament__public=True)
        .values_list("revision", "hidden")
        .first()
    )
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    revision, hidden = row if row else (None, ())
    found = _known[tournament, event] = Glance(now + settings.LIVE_KEPT_SECONDS, revision, frozenset(hidden))
    return found


def polled(*parts: str) -> Callable[[View], View]:
    """Answer 204 to a visitor's poll that names the newest revision (`v`) of a page on which these parts stand.

    Everybody else, and every poll that has something to be told, comes to the view: it decides, and says why it refuses.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, tournament: str, event: str, *args: Any, **kwargs: Any) -> HttpResponse:
            seen = request.GET.get("v", "")
            is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES
            if seen and is_visitor and request.method == "GET" and is_htmx(request):
                known = glance(tournament, event)
                if known.revision is not None and seen == str(known.revision) and known.hidden.isdisjoint(parts):
                    return HttpResponse(status=204)
            return view(request, tournament, event, *args, **kwargs)

        return answer

    return decorate
