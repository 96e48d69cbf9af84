"""Reading again: one line at a time, read from the paper by somebody who does not see what was typed."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scorecards import access
from scorecards.cards.actions.presence import be_at_card
from scorecards.cards.pages.stack import TAB
from scorecards.cards.reads.desk import expected_opponents
from scorecards.cards.reads.presence import people_mark
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions.looks import look_again
from scorecards.crosscheck.forms import LookForm
from scorecards.crosscheck.reads import looks as looks_reads
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.looks import find_readable
from tournaments.access import Rights
from tournaments.errors import Malformed, Refused
from tournaments.http import is_htmx, whole_number
from tournaments.live import followed
from tournaments.models import Event, User
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of

CARDS_SHOWN = 10


@require_safe
@followed(people_mark)
def looks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The next line for this user; `?after=A-7` says that the user has the card of that seat in hand."""
    this_event, rights = access.looks_for(request.user, tournament, event)
    # A page that polls the event keeps the line that is open on it.
    seat, _dash, game = request.GET.get("open", "").rpartition(" ")
    number = whole_number(game, 3)
    place = (seat, number) if number is not None else None
    hand = request.GET.get("after", "") or seat
    return _page(request, this_event, rights, hand=hand, saved=request.GET.get("game", ""), place=place)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
@followed(people_mark)
def look(request: HttpRequest, tournament: str, event: str, seat: str, game: int) -> HttpResponse:
    """One line to read again. A POST records what the paper says, then the next line is shown."""
    this_event, rights = access.looks_for(request.user, tournament, event)
    entry = access.entry_at(this_event, seat)
    if request.method != "POST":
        return _page(request, this_event, rights, hand=entry.seat, place=(entry.seat, game))
    expected = expected_opponents(this_event, entry.seat).get(game)
    form = LookForm(
        request.POST,
        game=game,
        expected=expected,
        table=entry.table or "",
        records_spread=this_event.records_spread,
        skunks=this_event.skunks,
    )
    with Attempt() as tried:
        number = cleaned(form)["number"]
        look_again(
            event=this_event, seat=entry.seat, game=game, reading=form.line, number=number, actor=actor_of(request)
        )
    refused = tried.refused
    if isinstance(refused, Malformed):
        form.add_error("reading", refused.message)
        refused = None
    if form.errors or refused is not None:
        return _page(request, this_event, rights, hand=entry.seat, place=(entry.seat, game), form=form, refused=refused)
    address = reverse("scorecards:looks", args=[tournament, event])
    if is_htmx(request):
        answer = _page(request, this_event, rights, hand=entry.seat, saved=str(game))
        # A reload goes on with the next line, not back to the one that is done.
        answer["HX-Replace-Url"] = address
        return answer
    return redirect(f"{address}?{urlencode({'after': entry.seat, 'game': game})}")


def _page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    hand: str = "",
    saved: str = "",
    place: tuple[str, int] | None = None,
    form: LookForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page with the line at `place`, or else the next line for this user.

    `hand` is the seat of the card in the user's hand, and `saved` the game of it that the user has just read. If that
    reading must be repeated, the page has the same line again. `form` and `refused` belong to a reading that failed.
    """
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    assert isinstance(request.user, User)
    desk = looks_reads.look_desk(sheet(event), request.user, timezone.now())
    queue = desk.queue(hand)
    number = whole_number(saved, 3)
    saved_place = (hand, number) if number is not None else None
    queued_lines = {(queued_line.seat, queued_line.game): queued_line for queued_line in queue}
    line = queued_lines.get(place) if place is not None else None
    why_not_shown = ""
    if line is None and place is not None and refused is None:
        line = desk.further(place)
        why_not_shown = _why_not_shown(desk, place) if line is None else ""
    waits = False
    if line is None and saved_place is not None:
        saved_line = queued_lines.get(saved_place) or desk.further(saved_place)
        saved_turn = desk.turn(saved_line, queue) if saved_line is not None else None
        waits = saved_turn is not None and saved_turn.waits_for_another
        if saved_turn is not None and saved_turn.once_more:
            line = saved_line
    if line is None and queue:
        line = queue[0]
    cards = desk.cards(queue)
    is_at_place = line is not None and (line.seat, line.game) == place
    tab = request.POST.get("tab", "")
    if line is not None and TAB.fullmatch(tab):
        # Note at once that this user has the card, so that the next user gets another card.
        be_at_card(event=event, seat=line.seat, tab=tab, actor=actor_of(request))
    context: dict[str, Any] = {
        "current": "crosscheck",
        "looks_waiting": len(desk.wanted),
        "turn": desk.turn(line, queue) if line is not None else None,
        "expected": expected_opponents(event, line.seat).get(line.game) if line is not None else None,
        "rotation": event.movement != Event.Movement.NONE,
        "cards": cards[:CARDS_SHOWN],
        "cards_left": len(cards),
        "more_cards": max(0, len(cards) - CARDS_SHOWN),
        "left": len(queue),
        "left_to_others": desk.left_to_others(),
        "missing": bool(desk.event_sheet.missing),
        "not_typed": len(desk.event_sheet.not_typed),
        "saved": saved_place if saved_place is not None and hand in desk.event_sheet.cards else None,
        "waits": waits,
        "gone": why_not_shown,
        "form": form if is_at_place else None,
        "refused": refused,
    }
    status = status_of(refused, form)
    template = "scorecards/crosscheck/looks.html#looks" if is_htmx(request) else "scorecards/crosscheck/looks.html"
    return show(request, template, event, rights, context, status=status)


def _why_not_shown(desk: looks_reads.LookDesk, place: tuple[str, int]) -> str:
    """Say why the line at this place is not shown to this user."""
    values = {"seat": place[0], "game": place[1]}
    if not desk.event_sheet.event.posted_at and place in desk.own_typed_over:
        return crosscheck_words.own_typing_over(*place, desk.own_typed_over[place].readers)
    # Anybody else may read a readable line, so this user plays in the game.
    if not desk.event_sheet.event.posted_at and place in find_readable(desk.event_sheet.crosscheck):
        return _("Game %(game)d of %(seat)s is a game of your own. Another checker reads it.") % values
    return _("Game %(game)d of %(seat)s does not need another look. Go on with the next line.") % values
