"""The control sheet: the state of every card, and why each card has its rank."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorecards.cards.reads.presence import people_at_cards, people_mark
from scorecards.crosscheck.reads import control as control_reads
from scorecards.sheet.reads.sheet import sheet
from tournaments.access import Need, event_for
from tournaments.live import followed
from tournaments.models import User
from tournaments.views.page import show

LONGEST_SEARCH = 80
BY_TABLE, BY_PILE = "table", "pile"


@require_safe
@followed(people_mark)
def control(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every card with its state, by table or by pile."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    people = people_at_cards(this_event, timezone.now())
    user = request.user if isinstance(request.user, User) else None
    page = control_reads.ControlPage(
        sheet(this_event), people, user, may_check=rights.may(Need.CHECK), show=request.GET.get("show", "")
    )
    context = {
        "current": "crosscheck",
        "page": page,
        "by": BY_PILE if request.GET.get("by") == BY_PILE else BY_TABLE,
    }
    return show(request, "scorecards/crosscheck/control.html", this_event, rights, context)


@require_safe
@followed()
def ranks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Why each card has its rank: its neighbors with the deciding key, and the ranks at which it can still end up.

    `?q=` limits the page to the rows that match, each with the rows above and below.
    """
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    page = control_reads.ranks_page(sheet(this_event), query)
    context = {"current": "crosscheck", "page": page, "wanted": query}
    return show(request, "scorecards/crosscheck/control_ranks.html", this_event, rights, context)
