"""Every version of the list of qualifiers, for people who may see the list."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorecards.sheet.reads.lists import kept_corrections, list_versions
from scorecards.standings.reads import standings as standings_reads
from tournaments.access import event_for, shows
from tournaments.rules.hiding import STANDINGS
from tournaments.views.page import show


@require_safe
def versions(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every version of the list, newest first, with what changed and why."""
    this_event, rights = event_for(request.user, tournament, event, part="qualifiers")
    whole = shows(this_event, rights, STANDINGS)
    context = {
        "current": "standings",
        "versions": standings_reads.versions(list_versions(this_event), seeds_only=not whole),
        "kept": [correction.told for correction in kept_corrections(this_event)] if whole else [],
        "whole": whole,
    }
    return show(request, "scorecards/standings/versions.html", this_event, rights, context)


@require_safe
def as_of(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The standings as posted under this number, whole; the page first says which list is in force."""
    event_for(request.user, tournament, event, part="qualifiers")
    this_event, rights = event_for(request.user, tournament, event, part=STANDINGS)
    posted = list_versions(this_event)
    of = next((version for version in posted if version.number == number), None)
    if of is None:
        raise Http404(
            _("There is no list %(number)d of this event. Look at the versions of the list.") % {"number": number}
        )
    holds = next((version for version in posted if version.current), None)
    context = {
        "current": "standings",
        "of": of,
        "rows": standings_reads.as_posted(of, this_event),
        "holds": holds,
    }
    return show(request, "scorecards/standings/as_of.html", this_event, rights, context)
