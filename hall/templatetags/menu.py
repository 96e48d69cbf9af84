"""The menu of a tournament's page: `{% menu as menu %}`."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template import Context

from hall.menu.places import Menu, menu_of
from tournaments.access import Rights
from tournaments.models import Event, Tournament

register = template.Library()

_KEPT = "_menu"


@register.simple_tag(takes_context=True)
def menu(context: Context) -> Menu | None:
    """The menu for the page's tournament (`t`), its event if it has one, and whoever looks; None on other pages.

    It is found once for each page.
    """
    request, tournament, event = context.get("request"), context.get("t"), context.get("event")
    rights = context.get("rights")
    if not (isinstance(request, HttpRequest) and isinstance(tournament, Tournament) and isinstance(rights, Rights)):
        return None
    kept: Menu | None = getattr(request, _KEPT, None)
    if kept is None:
        this_event = event if isinstance(event, Event) else None
        kept = menu_of(tournament, this_event, request.user, rights, request.path)
        setattr(request, _KEPT, kept)
    return kept
