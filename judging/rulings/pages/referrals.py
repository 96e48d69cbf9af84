"""The page of games referred to the head judge."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from judging.rulings.reads import referrals as referrals_reads
from tournaments.access import Need, tournament_for
from tournaments.views.page import show


@require_safe
def referrals(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show every referred game of every event, with a link to the desk where it is decided."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.SEE_CARDS)
    events = referrals_reads.referrals(tournament_row)
    context = {
        "current": "referrals",
        "may_rule": rights.may(Need.RULE),
        "events": events,
        "waiting": sum(len(shown.waiting) for shown in events),
    }
    return show(request, "judging/rulings/referrals.html", tournament_row, rights, context)
