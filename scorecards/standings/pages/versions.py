"""Every version of the list of qualifiers, for whoever may see the list."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorecards.sheet.reads.lists import kept_corrections, list_versions
from scorecards.standings.reads import standings as report
from tournaments.access import event_for, shows
from tournaments.rules.hiding import STANDINGS
from tournaments.views.page import show


@require_safe
def versions(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every version of the list, newest first, with what changed and why."""
    found, rights = event_for(request.user, tournament, event, part="qualifiers")
    whole = shows(found, rights, STANDINGS)
    context = {
        "current": "standings",
        "versions": report.versions(list_versions(found), seeds_only=not whole),
        "kept": [one.told for one in kept_corrections(found)] if whole else [],
        "whole": whole,
    }
    return show(request, "scorecards/standings/versions.html", found, rights, context)


@require_safe
def as_of(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The standings as they were posted under this number, whole; which list holds now is said first."""
    event_for(request.user, tournament, event, part="qualifiers")
    found, rights = event_for(request.user, tournament, event, part=STANDINGS)
    posted = list_versions(found)
    of = next((one for one in posted if one.number == number), None)
    if of is None:
        raise Http404(
            _("There is no list %(number)d of this event. Look at the versions of the list.") % {"number": number}
        )
    holds = next((one for one in posted if one.current), None)
    context = {
        "current": "standings",
        "of": of,
        "rows": report.as_posted(of, records_spread=found.records_spread),
        "holds": holds,
    }
    return show(request, "scorecards/standings/as_of.html", found, rights, context)
