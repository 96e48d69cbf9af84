"""The entrant that an address names."""

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
    """The event and its entrant with this number, for somebody with this need. Raises Http404, Forbidden."""
    found, rights = event_for(request.user, tournament, event, need)
    entry = entries_reads.entry_at(found, str(number))
    if entry is None:
        page = reverse("tournaments:entrants", args=[tournament, event])
        unknown = _("This event has no such entrant. They may have been taken off the list.")
        raise taken_away(found, ("entrant", str(number)), page=page, unknown=unknown)
    return found, entry, rights
