"""The control sheet: where every card stands, and why each has its rank."""

from __future__ import annotations

from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scorecards import reads
from scorecards.reads import Here
from scorecards.reports import control as report
from tournaments.access import Need, event_for
from tournaments.http import is_htmx
from tournaments.models import Event, User
from tournaments.views.page import show

POLL = "3s"
LONGEST_SEARCH = 80
BY_TABLE, BY_PILE = "table", "pile"


def _state(event: Event, here: tuple[Here, ...]) -> str:
    """What a page that is shown was made from: the revision, and who had which card open, which counts up nothing."""
    told = ",".join(f"{one.seat} {one.user} {one.tab}" for one in here)
    return f"{event.revision}-{crc32(told.encode())}"


@require_safe
@vary_on_headers("HX-Request")
def control(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Every card in its one state, by table or by pile; 204 for whoever has seen this state."""
    found, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    here = reads.people_at_cards(found, timezone.now())
    state = _state(found, here)
    if is_htmx(request) and request.GET.get("v", "") == state:
        return HttpResponse(status=204)
    user = request.user if isinstance(request.user, User) else None
    page = report.ControlPage(
        reads.sheet(found), here, user, may_check=rights.may(Need.CHECK), show=request.GET.get("show", "")
    )
    context = {
        "current": "crosscheck",
        "page": page,
        "state": state,
        "poll": POLL,
        "by": BY_PILE if request.GET.get("by") == BY_PILE else BY_TABLE,
    }
    template = "scorecards/control.html#control" if is_htmx(request) else "scorecards/control.html"
    return show(request, template, found, rights, context)


@require_safe
def ranks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Why each card has its rank: neighbours with the key that decides, and where each can still come out.

    `?q=` shows those whom it finds, each with the rows above and below.
    """
    found, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    wanted = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    page = report.ranks_page(reads.sheet(found), wanted)
    context = {"current": "crosscheck", "page": page, "wanted": wanted}
    return show(request, "scorecards/control_ranks.html", found, rights, context)
