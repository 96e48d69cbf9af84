"""Ties that are played off: after posting prizes rest on the one for the high nonqualifier."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from brackets import actions
from scorecards.forms import OrderForm
from scorecards.views.standings import standings_page
from tournaments.access import Need, event_for
from tournaments.errors import Refused
from tournaments.views.page import actor_of


@require_POST
def tiebreaks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Record how a tied group played it out."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = OrderForm(request.POST)
    if not form.is_valid():
        return standings_page(request, found, rights, form=form)
    reason = form.cleaned_data["reason"]
    try:
        actions.record_tiebreak(event=found, order=form.seats(), reason=reason, actor=actor_of(request))
    except Refused as refused:
        return standings_page(request, found, rights, form=form, refused=refused)
    messages.success(request, _("The playoff game is recorded."))
    return redirect("scorecards:standings", tournament, event)
