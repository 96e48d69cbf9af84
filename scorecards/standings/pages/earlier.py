"""The provisional standings as they were earlier, for whoever may see the standings."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorecards.sheet.reads import moments as moments_reads
from scorecards.standings.reads import standings as report
from tournaments.access import event_for
from tournaments.views.page import show


@require_safe
def earlier(request: HttpRequest, tournament: str, event: str, number: int | None = None) -> HttpResponse:
    """The moments at which one can look at the standings again; with the number of one in the log the standings then."""
    found, rights = event_for(request.user, tournament, event, part="standings")
    moments = moments_reads.moments(found)
    context: dict[str, object] = {"current": "standings", "moments": moments}
    if number is not None:
        at = next((one for one in moments if one.number == number), None)
        if at is None:
            raise Http404(_("The standings of that moment cannot be looked at. Choose one of the earlier times."))
        context["at"] = at
        context["page"] = report.standings_then(found, moments_reads.standings_then(found, at))
    return show(request, "scorecards/standings/earlier.html", found, rights, context)
