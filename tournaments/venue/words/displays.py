"""Sentences for the desk about the displays of the hall."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Display, Event


def hidden_on_display(event: Event) -> str:
    """Why a display does not show a part of an event that the director hides, and the fix."""
    return _(
        "This part of %(event)s is hidden from the public, and everybody in the hall reads a display. Make it public in the "
        "settings of the event first."
    ) % {"event": event.name}


def shown_on_display(shows: str, event: str, text: str) -> str:
    """What a display shows: `Standings, Main event`, `Announcement: Lunch until 1:30`."""
    label = str(dict(Display.Shows.choices).get(shows, shows))
    if text:
        return _("%(what)s: %(text)s") % {"what": label, "text": text}
    return _("%(what)s, %(event)s") % {"what": label, "event": event} if event else label


def seen_ago(seconds: int | None) -> str:
    """When a screen last polled."""
    if seconds is None:
        return _("no screen has asked yet")
    if seconds < 60:
        return ngettext("last seen %(n)d second ago", "last seen %(n)d seconds ago", seconds) % {"n": seconds}
    minutes = seconds // 60
    if minutes < 60:
        return ngettext("last seen %(n)d minute ago", "last seen %(n)d minutes ago", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("last seen %(n)d hour ago", "last seen %(n)d hours ago", hours) % {"n": hours}
