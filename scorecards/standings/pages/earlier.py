"""The provisional standings at earlier times, for people who may see the standings."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorecards.sheet.reads import moments as moments_reads
from scorecards.standings.reads import standings as standings_reads
from tournaments.access import event_for
from tournaments.views.page import show


@require_safe
def earlier(request: HttpRequest, tournament: str, event: str, number: int | None = None) -> HttpResponse:
    """The earlier moments of the standings; with the `number` of a moment, the standings of that moment."""
    this_event, rights = event_for(request.user, tournament, event, part="standings")
    moments = moments_reads.moments(this_event)
    context: dict[str, object] = {"current": "standings", "moments": moments}
    if number is not None:
        moment = next((candidate for candidate in moments if candidate.number == number), None)
        if moment is None:
            raise Http404(_("The standings of that moment cannot be looked at. Choose one of the earlier times."))
        context["at"] = moment
        context["page"] = standings_reads.standings_then(this_event, moments_reads.standings_then(this_event, moment))
    return show(request, "scorecards/standings/earlier.html", this_event, rights, context)
