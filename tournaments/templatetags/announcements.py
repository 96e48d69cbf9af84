"""The active announcements, at the top of every page of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils import timezone

from tournaments.access import Rights
from tournaments.live import version_of
from tournaments.models import Event, Tournament
from tournaments.venue.reads.announcements import announcements_now
from tournaments.venue.words import announcements as announcements_words

register = template.Library()


@register.filter
def said_at(time: datetime) -> str:
    """A time as an announcement shows it: `10:42 AM`, on another day `Fri 10:42 AM`."""
    return announcements_words.said_at(time, timezone.now())


@register.inclusion_tag("includes/announced.html", takes_context=True)
def announcements(context: Context, key: str = "") -> Mapping[str, Any]:
    """Show the active announcements for the page's tournament (`t`), or for its event (`event`), if there is one.

    `key` is the key of the personal link that opened the page; its holder may see a private tournament. `held` are the
    hidden parts that a visitor's page leaves out: once more parts are hidden, the page reloads. One query, or none.
    """
    tournament, event = context.get("t"), context.get("event")
    if not isinstance(tournament, Tournament):
        return {}
    this_event = event if isinstance(event, Event) else None
    held = None
    if _is_for_visitor(context, tournament, key):
        held = ".".join(sorted(this_event.hidden if this_event else ()))
    standing = announcements_now(tournament, this_event)
    if key and not tournament.public:
        address = reverse("tournaments:own_announcements", args=[key])
    else:
        address = reverse("tournaments:announcements_now", args=[tournament.slug])
    return {
        "t": tournament,
        "standing": standing,
        "version": version_of(standing),
        "address": address,
        "event": this_event.slug if this_event else "",
        "held": held,
    }


def _is_for_visitor(context: Context, tournament: Tournament, key: str) -> bool:
    """Whether the page shows only what everybody may see, and has no form whose text a reload would lose."""
    rights = context.get("rights")
    if key or not isinstance(rights, Rights) or rights.any:
        return False
    return tournament.public and context.get("current") != "register"
