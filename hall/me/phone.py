"""The card that an entrant keeps on the phone: reporting games, one phone for two players, and handing it in."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from hall.me import live
from hall.me.page import link_of, live_page, page, to_own_page
from scorecards.cards import words as cards_words
from scorecards.cards.actions.phone import hand_in_told_card, tell_game
from scorecards.cards.forms import TellForm
from scorecards.cards.reads import phone as phone_reads
from scorecards.sheet.reads.phone import told_opponent
from scorecards.sheet.rules.phone import Claim
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.http import is_htmx, whole_number
from tournaments.limits import TELLING
from tournaments.models import Entry, Event, PersonalLink
from tournaments.views.page import Attempt, cleaned, hall_time, posted

LONGEST_NUMBER = 3

HELD = "Pegboard-Held"
"""A phone that queues its saves sends this header, and every answer of these pages has it: `saved` or `page`.

A captive portal answers any request with its own pages. If the header is missing, the phone keeps its saves queued.
"""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
@live.polled
def card(request: HttpRequest, key: str) -> HttpResponse:
    """The card of this link's holder; POST reports one game.

    A request whose key opens nothing is redirected to the entrant's own page, which says why and counts it.

    Raises Refused (`too_often`).
    """
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    if request.method != "POST":
        return _card_page(request, key, link, game=whole_number(request.GET.get("game", ""), LONGEST_NUMBER))
    TELLING.refuse_or_count(request)
    form = _tell_form(entry, request.POST)
    game = whole_number(request.POST.get("game", ""), LONGEST_NUMBER)
    with Attempt(form):
        message = _("Game %(game)d is saved.") % {"game": cleaned(form)["game"]}
        is_new = _tell(form, entry, Actor.of_entry(entry))
        return _saved(request, key, message, is_new=is_new)
    return _card_page(request, key, link, game=game, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def turned(request: HttpRequest, key: str) -> HttpResponse:
    """The form in which the opponent reports a game on this player's phone, after this player has reported it."""
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    values = request.POST if request.method == "POST" else request.GET
    if request.method == "POST":
        TELLING.refuse_or_count(request)
    with Attempt() as read:
        shown = phone_reads.turned_page(entry, whole_number(values.get("game", ""), LONGEST_NUMBER) or 0)
    if read.refused and request.method == "POST":
        return _card_page(request, key, link, refused=read.refused)
    if read.refused:
        messages.info(request, read.refused.message)
        return redirect("me:card", key)
    other = told_opponent(entry, shown.game.game)
    form = _tell_form(other, posted(request), initial=_initial(shown.theirs))
    with Attempt(form):
        cleaned(form)
        is_new = _tell(form, other, Actor.of_entry(entry), via=entry, opponent=entry.seat)
        message = _("%(name)s has told it. Back to your card.") % {"name": shown.name or shown.seat}
        return _saved(request, key, message, is_new=is_new)
    context = {"key": key, "turned": shown, "form": form, "new_key": uuid4(), "refused": form.refused}
    with hall_time(entry.event):
        return _marked_as_ours(page(request, "hall/me/phone_turned.html", entry, context, form))


@require_POST
@never_cache
def hand_in(request: HttpRequest, key: str) -> HttpResponse:
    """Hand in the card, if phones replace paper."""
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    TELLING.refuse_or_count(request)
    with Attempt() as tried:
        is_new = hand_in_told_card(entry=entry, actor=Actor.of_entry(entry))
        return _saved(request, key, _("Your card is handed in."), is_new=is_new)
    return _card_page(request, key, link, refused=tried.refused)


def _saved(request: HttpRequest, key: str, message: str, *, is_new: bool) -> HttpResponse:
    """Redirect to the card; a script that queued the save only gets 204.

    A save that was sent again and had already arrived gets no message, since its first message is still to be shown.
    """
    if is_new or HELD not in request.headers:
        messages.success(request, message)
    if HELD in request.headers:
        return HttpResponse(status=204, headers={HELD: "saved"})
    return redirect("me:card", key)


def _tell(form: TellForm, entry: Entry, actor: Actor, *, via: Entry | None = None, opponent: str = "") -> bool:
    return tell_game(
        entry=entry,
        game=form.cleaned_data["game"],
        **form.told,
        key=form.cleaned_data["key"],
        opponent=opponent or form.cleaned_data["opponent"],
        was=form.cleaned_data["was"] if via is None else None,
        via=via,
        actor=actor,
    )


def _initial(claim: Claim | None) -> dict[str, Any]:
    """The initial values of the form for a game that was reported before."""
    if claim is None:
        return {}
    if claim.spread is None:
        return {"result": str(claim.figure)}
    return {"result": TellForm.WON if claim.won else TellForm.LOST, "by": abs(claim.spread)}


def _tell_form(entry: Entry, *args: Any, **kwargs: Any) -> TellForm:
    event = entry.event
    return TellForm(
        *args,
        records_spread=event.records_spread,
        skunk_from=event.skunk_from,
        is_team=entry.player.first_id is not None,
        **kwargs,
    )


def _card_page(
    request: HttpRequest,
    key: str,
    link: PersonalLink,
    *,
    game: int | None = None,
    form: TellForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    entry = link.entry
    refused = refused or (form.refused if form else None)
    context = {"key": key, "refused": refused, "polled": is_htmx(request)}

    def read() -> dict[str, Any]:
        if entry.event.phones == Event.Phones.OFF:
            return {**context, "off": cards_words.phones_off()}
        shown = phone_reads.phone_page(entry, game)
        claim = shown.now.said.claim if shown.now and shown.now.said else None
        initial = {**_initial(claim), "opponent": claim.opponent if claim else ""}
        new_form = _tell_form(entry, initial=initial)
        return {**context, "page": shown, "form": form or new_form, "new_key": uuid4()}

    return _marked_as_ours(live_page(request, "hall/me/phone.html", link, read, refused, form))


def _marked_as_ours(answer: HttpResponse) -> HttpResponse:
    """Add the header by which a phone tells this answer from that of a captive portal."""
    answer[HELD] = "page"
    return answer
