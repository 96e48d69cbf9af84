"""An entrant's personal link, for the registrar: to show, replace or revoke it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import reachable
from tournaments.access import Need, Rights
from tournaments.errors import Refused
from tournaments.http import whole_number
from tournaments.keys import readable
from tournaments.models import Entry, Event
from tournaments.people.actions import links as links_actions
from tournaments.people.pages.entry import entry_for
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.qr import square
from tournaments.views.page import Attempt, actor_of, show, status_of


@require_safe
@never_cache
def personal_link(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The link of one entrant, and what it means to replace or revoke it."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    return _page(request, this_event, entry, rights)


@require_POST
def renew_link(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Give somebody a new link."""
    message = _("%(name)s has a new link. Print the slip again.")
    return _change(request, tournament, event, number, links_actions.renew_link, message)


@require_POST
def revoke_link(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Revoke somebody's link."""
    return _change(
        request, tournament, event, number, links_actions.revoke_link, _("The link of %(name)s no longer works.")
    )


def _change(
    request: HttpRequest, tournament: str, event: str, number: int, act: Callable[..., Any], message: str
) -> HttpResponse:
    """Renew or revoke the link of an entrant with `act`; `message` confirms it."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    version = whole_number(request.POST.get("version", ""), 6)
    with Attempt() as tried:
        # A missing version matches no number of links, so it is refused as stale.
        act(entry=entry, version=-1 if version is None else version, actor=actor_of(request))
        messages.success(request, message % {"name": entry.known_name})
        return redirect("tournaments:personal_link", tournament, event, number)
    return _page(request, this_event, entry, rights, refused=tried.refused)


def _page(
    request: HttpRequest, event: Event, entry: Entry, rights: Rights, *, refused: Refused | None = None
) -> HttpResponse:
    """The page of the entrant's personal link."""
    link, version = link_of(entry)
    context: dict[str, Any] = {"current": "entrants", "entry": entry, "version": version, "refused": refused}
    if link is not None:
        key = key_of_link(link)
        site, only_here = reachable.site_for_others(request)
        address = site + reverse("me:own", args=[key])
        context |= {"made_at": link.made_at, "link": address, "code": readable(key), "qr": square(address)}
        context |= {"by_hand": site + reverse("me:own_by_code"), "only_here": only_here}
    return show(request, "tournaments/people/personal_link.html", event, rights, context, status=status_of(refused))
