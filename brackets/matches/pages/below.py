"""Ties that are played off; after posting, prizes rest on the one for the high nonqualifier."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from brackets.matches.actions.below import record_tiebreak, share_below
from scorecards.standings.forms import OrderForm
from scorecards.standings.pages.standings import standings_page
from tournaments.access import Need, event_for
from tournaments.errors import Overwriting
from tournaments.views.page import Attempt, actor_of, put_beside

LONGEST = 4000


@require_POST
def tiebreaks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Record how a tied group played it out; with `share`, after posting, that they share the place after all."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = OrderForm(request.POST)
    sharing = request.POST.get("share", "")[:LONGEST].split()
    if not form.is_valid() and not sharing:
        return standings_page(request, event_row, rights, form=form)
    reason = form.cleaned_data.get("reason", "")
    with Attempt() as tried:
        if sharing:
            share_below(event=event_row, members=sharing, reason=reason, actor=actor_of(request))
        else:
            record_tiebreak(
                event=event_row, order=form.seats(), reason=reason, read=form.read or None, actor=actor_of(request)
            )
        shared, played = _("They share the place: no game counts."), _("The playoff game is recorded.")
        messages.success(request, shared if sharing else played)
        return redirect("scorecards:standings", tournament, event)
    if not isinstance(tried.refused, Overwriting):
        return standings_page(request, event_row, rights, form=OrderForm(request.POST), refused=tried.refused)
    form.cleaned_data["order"] = " ".join(form.seats())
    put_beside(tried.refused, {"": form})
    form.add_error(None, form.errors["order"])
    return standings_page(request, event_row, rights, form=form)
