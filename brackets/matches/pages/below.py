"""Record playoffs of ties. After posting, prizes depend on the playoff for the high nonqualifier."""

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
    """Record the order in which a tied group finished its playoff.

    With `share` (seats), take back the playoff for the high nonqualifier after posting: these players share the place.
    """
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = OrderForm(request.POST)
    sharing_seats = request.POST.get("share", "")[:LONGEST].split()
    if not form.is_valid() and not sharing_seats:
        return standings_page(request, event_row, rights, form=form)
    reason = form.cleaned_data.get("reason", "")
    with Attempt() as attempt:
        if sharing_seats:
            share_below(event=event_row, members=sharing_seats, reason=reason, actor=actor_of(request))
        else:
            record_tiebreak(
                event=event_row, order=form.seats(), reason=reason, read=form.read or None, actor=actor_of(request)
            )
        message = _("They share the place: no game counts.") if sharing_seats else _("The playoff game is recorded.")
        messages.success(request, message)
        return redirect("scorecards:standings", tournament, event)
    if not isinstance(attempt.refused, Overwriting):
        return standings_page(request, event_row, rights, form=OrderForm(request.POST), refused=attempt.refused)
    form.cleaned_data["order"] = " ".join(form.seats())
    put_beside(attempt.refused, {"": form})
    form.add_error(None, form.errors["order"])
    return standings_page(request, event_row, rights, form=form)
