"""The entrant at an address."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import Need, Rights, event_for
from tournaments.models import Entry, Event
from tournaments.reads import entries as entries_reads
from tournaments.views.page import taken_away


def entry_for(
    request: HttpRequest, tournament: str, event: str, number: int, need: Need
) -> tuple[Event, Entry, Rights]:
    """Return the event, its entrant with this number, and the rights. Raises Http404, Forbidden."""
    this_event, rights = event_for(request.user, tournament, event, need)
    entry = entries_reads.entry_at(this_event, str(number))
    if entry is None:
        page = reverse("tournaments:entrants", args=[tournament, event])
        unknown = _("This event has no such entrant. They may have been taken off the list.")
        raise taken_away(this_event, ("entrant", str(number)), page=page, unknown=unknown)
    return this_event, entry, rights
