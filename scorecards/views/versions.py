"""Every version of the list of qualifiers, for whoever may see the list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scorecards import reads
from scorecards.reports import standings as report
from tournaments.access import event_for
from tournaments.views.page import show


@require_safe
def versions(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every version of the list, newest first, with what changed and why."""
    found, rights = event_for(request.user, tournament, event, part="qualifiers")
    context = {
        "current": "standings",
        "versions": report.versions(reads.list_versions(found)),
        "kept": [one.told for one in reads.kept_corrections(found)],
    }
    return show(request, "scorecards/versions.html", found, rights, context)
