"""What the pages of a personal link share: finding the link, handling one that opens nothing, and rendering."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from hall.me import live
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.limits import OPENING
from tournaments.models import Entry, PersonalLink
from tournaments.people.reads.links import link_of_key
from tournaments.precedence import precedence
from tournaments.views.page import hall_time, status_of

POLL = "1500ms"


def link_of(key: str) -> PersonalLink | None:
    """The link with this key, revoked or not; cached for the polls of its pages."""
    link = link_of_key(key)
    if link is not None:
        live.remember(key, link)
    return link


def live_page(
    request: HttpRequest,
    template: str,
    link: PersonalLink,
    read: Callable[[], Mapping[str, Any]],
    *outcomes: Form | Refused | None,
) -> HttpResponse:
    """This page with what `read` returns, or only its live part for a poll."""
    # The version is read before the content, so that the next poll notices a change in between.
    state = live.version(link)
    is_poll = is_htmx(request)
    part = f"{template}#live" if is_poll else template
    _give_way(is_poll)
    with hall_time(link.entry.event):
        context = {**read(), "state": state, "poll": POLL}
        _give_way(is_poll)
        return page(request, part, link.entry, context, *outcomes)


def _give_way(is_poll: bool) -> None:
    """Let writes go first: a poll waits for them a moment."""
    if is_poll:
        precedence.wait()


def page(
    request: HttpRequest, template: str, entry: Entry, context: dict[str, Any], *outcomes: Form | Refused | None
) -> HttpResponse:
    """This page, with the status that `status_of` derives from `outcomes`."""
    event = entry.event
    shared_context = {"t": event.tournament, "event": event, "entry": entry}
    return render(request, template, {**shared_context, **context}, status=status_of(*outcomes))


def to_own_page(request: HttpRequest, key: str, link: PersonalLink | None) -> HttpResponse:
    """Redirect to the own page, which says why the key opens nothing; for a poll, reload the whole page."""
    return reloaded(request, link) if is_htmx(request) else redirect("me:own", key)


def reloaded(request: HttpRequest, link: PersonalLink | None) -> HttpResponse:
    """The answer to a poll that makes its page reload.

    Raises Refused (`too_often`) for many unknown keys, as the page itself does, so that polls cannot guess keys.
    """
    if link is None:
        OPENING.refuse_or_count(request)
    return HttpResponse(status=410 if link else 404, headers={"HX-Refresh": "true"})
