"""The players to tell what corrections did to them, with both cards as evidence."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.reads import crosscheck as crosscheck_reads
from scorecards.sheet.reads.sheet import sheet
from scorecards.standings.actions.inform import inform_player, take_back_informing
from scorecards.standings.reads import inform as inform_reads
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.live import followed
from tournaments.models import Event, User
from tournaments.views.page import Attempt, actor_of, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@followed()
def inform(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The players to tell, each with the evidence. A POST ticks a player as told, or with `told=no` takes that back."""
    if request.method != "POST":
        this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _page(request, this_event, rights)
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    seat, move = (request.POST.get(name, "").replace("\0", "")[:120] for name in ("seat", "move"))
    with Attempt() as tried:
        if request.POST.get("told") == "no":
            take_back_informing(event=this_event, seat=seat, actor=actor_of(request))
        else:
            inform_player(event=this_event, seat=seat, move=move, actor=actor_of(request))
        return redirect(f"{reverse('scorecards:inform', args=[tournament, event])}#{seat}")
    return _page(request, this_event, rights, refused=tried.refused, seat=seat)


def _page(
    request: HttpRequest, event: Event, rights: Rights, *, refused: Refused | None = None, seat: str = ""
) -> HttpResponse:
    """The list of players to tell; a refusal is shown at the player with this `seat`."""
    event_sheet = sheet(event)
    user = request.user if isinstance(request.user, User) else None
    blocks = inform_reads.to_inform(event_sheet, user)
    unread_lines = {
        (evidence.game, unread_seat)
        for block in blocks
        for evidence in block.evidence
        for unread_seat in evidence.unread
    }
    context = {
        "current": "crosscheck",
        "begun": bool(event.cross_checked_at),
        "blocks": blocks,
        "left": sum(1 for block in blocks if block.told is None),
        "missing": crosscheck_reads.still_missing(event_sheet) if event.cross_checked_at else "",
        "unread": crosscheck_words.still_to_read(len(unread_lines)),
        "may_tell": rights.may(Need.CHECK),
        "refused": refused,
        "refused_at": seat if any(block.seat == seat for block in blocks) else "",
    }
    return show(request, "scorecards/standings/inform.html", event, rights, context, status=status_of(refused))
