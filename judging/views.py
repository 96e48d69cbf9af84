"""The head judge's page: the games that rule 12.2 does not settle."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from judging import reads
from tournaments.access import Need, tournament_for


@require_safe
def referrals(request: HttpRequest, tournament: str) -> HttpResponse:
    """Every referred game of every event, each with the way to the desk where it is decided."""
    found, rights = tournament_for(request.user, tournament, Need.SEE_CARDS)
    events = reads.referrals(found)
    context = {
        "t": found,
        "rights": rights,
        "may_rule": rights.may(Need.RULE),
        "events": events,
        "waiting": sum(len(shown.waiting) for shown in events),
    }
    with timezone.override(ZoneInfo(found.time_zone)):
        return render(request, "judging/referrals.html", context)
