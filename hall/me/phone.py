"""The card that an entrant keeps on the phone: telling games, one phone for two, and handing it in."""

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
from scorecards.cards.reads import phone as report
from scorecards.sheet.reads.phone import told_opponent
from scorecards.sheet.rules.phone import Said
from tournaments.access import Actor
from tournaments.errors import Refused
from tournaments.http import is_htmx, whole_number
from tournaments.limits import TELLING
from tournaments.models import Entry, Event, PersonalLink
from tournaments.views.page import Attempt, cleaned, hall_time, posted

LONGEST_NUMBER = 3

HELD = "Pegboard-Held"
"""With this header a phone sends what it keeps until it has arrived, and every answer of these pages has it, `saved` or `page`: a
network that asks people to sign in first answers anything with pages of its own, and nothing is saved by those."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
@live.polled
def card(request: HttpRequest, key: str) -> HttpResponse:
    """The card of whoever holds this link; a POST tells one game of it.

    What opens nothing is left to the entrant's own page, which says so and counts it. Raises Refused `too_often`.
    """
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    if request.method != "POST":
        return _card_page(request, key, link, game=whole_number(request.GET.get("game", ""), LONGEST_NUMBER))
    TELLING.refuse_or_count(request)
    form = TellForm(request.POST, records_spread=entry.event.records_spread)
    game = whole_number(request.POST.get("game", ""), LONGEST_NUMBER)
    with Attempt(form):
        told = _("Game %(game)d is saved.") % {"game": cleaned(form)["game"]}
        is_new = _tell(form, entry, Actor.of_entry(entry))
        return _saved(request, key, told, is_new=is_new)
    return _card_page(request, key, link, game=game, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def turned(request: HttpRequest, key: str) -> HttpResponse:
    """A game for the opponent's eyes, on the phone of the player who told it: they agree, or tell it as they have it."""
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    values = request.POST if request.method == "POST" else request.GET
    if request.method == "POST":
        TELLING.refuse_or_count(request)
    with Attempt() as looked:
        shown = report.turned_page(entry, whole_number(values.get("game", ""), LONGEST_NUMBER) or 0)
    if looked.refused and request.method == "POST":
        return _card_page(request, key, link, refused=looked.refused)
    if looked.refused:
        messages.info(request, looked.refused.message)
        return redirect("me:card", key)
    form = TellForm(posted(request), initial=_started(shown.theirs), records_spread=entry.event.records_spread)
    with Attempt(form):
        cleaned(form)
        other = told_opponent(entry, shown.game.game)
        is_new = _tell(form, other, Actor.of_entry(entry), via=entry, opponent=entry.seat)
        told = _("%(name)s has told it. Back to your card.") % {"name": shown.name or shown.seat}
        return _saved(request, key, told, is_new=is_new)
    context = {"key": key, "turned": shown, "form": form, "new_key": uuid4(), "refused": form.refused}
    with hall_time(entry.event):
        return _ours(page(request, "hall/me/phone_turned.html", entry, context, form))


@require_POST
@never_cache
def hand_in(request: HttpRequest, key: str) -> HttpResponse:
    """Hand the card in, where phones stand instead of paper."""
    link = link_of(key)
    if link is None or link.revoked_at:
        return to_own_page(request, key, link)
    entry = link.entry
    TELLING.refuse_or_count(request)
    with Attempt() as tried:
        is_new = hand_in_told_card(entry=entry, actor=Actor.of_entry(entry))
        return _saved(request, key, _("Your card is handed in."), is_new=is_new)
    return _card_page(request, key, link, refused=tried.refused)


def _saved(request: HttpRequest, key: str, told: str, *, is_new: bool) -> HttpResponse:
    """On to the card; a script that has kept it until now only learns that it has arrived. What such a script sends once more,
    since it heard no answer, was told already: that waits to be read."""
    if is_new or HELD not in request.headers:
        messages.success(request, told)
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


def _started(said: Said | None) -> dict[str, Any]:
    """What stands in the form where this was told already."""
    if said is None:
        return {}
    if said.spread is None:
        return {"result": str(said.points)}
    return {"result": TellForm.WON if said.won else TellForm.LOST, "by": abs(said.spread)}


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
    around = {"key": key, "refused": refused, "polled": is_htmx(request)}

    def read() -> dict[str, Any]:
        if entry.event.phones == Event.Phones.OFF:
            return {**around, "off": cards_words.phones_off()}
        shown = report.phone_page(entry, game)
        said = shown.now.said if shown.now and shown.now.said else None
        started = {**_started(said.said if said else None), "opponent": said.said.opponent if said else ""}
        blank = TellForm(initial=started, records_spread=entry.event.records_spread)
        return {**around, "page": shown, "form": form or blank, "new_key": uuid4()}

    return _ours(live_page(request, "hall/me/phone.html", link, read, refused, form))


def _ours(answer: HttpResponse) -> HttpResponse:
    answer[HELD] = "page"
    return answer
