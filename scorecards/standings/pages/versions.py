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
    """Every version of the list, newest first, with what changed and why.

    While the standings are hidden, only qualifiers and their seeds are shown.
    """
    this_event, rights = event_for(request.user, tournament, event, part="qualifiers")
    shows_standings = shows(this_event, rights, STANDINGS)
    context = {
        "current": "standings",
        "versions": standings_reads.versions(list_versions(this_event), seeds_only=not shows_standings),
        "kept": [correction.told for correction in kept_corrections(this_event)] if shows_standings else [],
        "whole": shows_standings,
    }
    return show(request, "scorecards/standings/versions.html", this_event, rights, context)


@require_safe
def as_of(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """All standings of the version of the list with this number. The page first says which version is in force."""
    event_for(request.user, tournament, event, part="qualifiers")
    this_event, rights = event_for(request.user, tournament, event, part=STANDINGS)
    versions = list_versions(this_event)
    version = next((candidate for candidate in versions if candidate.number == number), None)
    if version is None:
        raise Http404(
            _("There is no list %(number)d of this event. Look at the versions of the list.") % {"number": number}
        )

    context = {
        "current": "standings",
        "version": version,
        "rows": standings_reads.as_posted(version, records_spread=this_event.records_spread),
        "version_in_force": next((candidate for candidate in versions if candidate.current), None),
    }
    return show(request, "scorecards/standings/as_of.html", this_event, rights, context)
