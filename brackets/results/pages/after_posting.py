"""A card corrected after posting: a preview of the change, then the director's decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from brackets.results.actions.after_posting import correct_after_posting, find_correction
from brackets.results.forms.after_posting import LateForm
from brackets.results.reads.after_posting import LateBracket
from brackets.results.words import after_posting as after_posting_words
from scorecards.access import card_for
from scorecards.cards.actions.cards import WrittenLine
from scorecards.cards.reads.desk import expected_opponents, recorded_texts
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.rules.after_posting import LateDecision
from tournaments.access import Need, Rights, refuse_own_card
from tournaments.errors import Refused
from tournaments.models import Entry, Event
from tournaments.views.page import Attempt, actor_of, put_beside, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def late_correction(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """The lines of the card; a POST previews the corrected ones, and with a decision applies them."""
    event_row, entry, rights = card_for(request.user, tournament, event, seat, Need.DIRECT)
    refuse_own_card(actor_of(request), [entry])
    if request.method != "POST" or event_row.posted_at is None:
        return _page(request, event_row, entry, rights)
    form = _form(sheet(event_row), entry, request.POST)
    if not form.is_valid():
        return _page(request, event_row, entry, rights, form=form)
    lines = [WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in form.lines]
    seen: LateBracket | None = None
    decided = form.cleaned_data["decision"]
    with Attempt() as tried:
        seen = find_correction(
            event=event_row,
            seat=entry.seat,
            lines=lines,
            gone=form.gone,
            orders=form.orders,
            actor=actor_of(request),
        )
        if not decided:
            return _page(request, event_row, entry, rights, form=form, seen=seen)
        correct_after_posting(
            event=event_row,
            seat=entry.seat,
            lines=lines,
            gone=form.gone,
            decision=LateDecision(decided),
            reason=form.cleaned_data["reason"],
            mark=form.cleaned_data["mark"],
            initials=form.cleaned_data["initials"],
            orders=form.orders,
            actor=actor_of(request),
        )
        messages.success(request, after_posting_words.corrected_late(decided))
        if decided == LateDecision.POST:
            return redirect("scorecards:versions", tournament, event)
        return redirect("scorecards:card", tournament, event, entry.seat)
    refused = tried.refused
    games = {"lines": [line.game for line in form.lines], "gone": form.gone}
    beside = refused and refused.moved(lambda field: _field(field, games))
    if beside and beside.faults and all(fault.field in form.fields for fault in beside.faults):
        put_beside(beside, {"": form})
        refused = None
    return _page(request, event_row, entry, rights, form=form, seen=seen, refused=refused)


def _field(field: str, games: Mapping[str, list[int]]) -> str:
    """The form field of a fault of the action."""
    name, _dot, rest = field.partition(".")
    index = rest.partition(".")[0]
    return f"line-{games[name][int(index)]}" if name in games and index.isdecimal() else name


def _opponents(on: Sheet, seat: str) -> dict[int, str | None]:
    """Opponents by game, from the card, else from the schedule."""
    recorded = {line.game: line.opponent for line in on.cards[seat].lines}
    return {game: recorded.get(game) or planned for game, planned in expected_opponents(on.event, seat).items()}


def _form(on: Sheet, entry: Entry, data: QueryDict | None) -> LateForm:
    return LateForm(
        data,
        expected=_opponents(on, entry.seat),
        table=entry.table or "",
        records_spread=on.event.records_spread,
    )


def _page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    form: LateForm | None = None,
    seen: LateBracket | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    on = sheet(event)
    form = form or _form(on, entry, None)
    expected = _opponents(on, entry.seat)
    texts = recorded_texts(on, entry.seat, expected)
    card = on.cards[entry.seat]
    gone = form["gone"].value() or []
    context: dict[str, Any] = {
        "current": "cards",
        "entry": entry,
        "form": form,
        "rows": [
            {
                "game": game,
                "line": card.line(game),
                "expected": expected[game] or "",
                "text": texts.get(game, ""),
                "field": form[f"line-{game}"],
                "is_gone": str(game) in gone,
            }
            for game in expected
        ],
        "refused": refused,
    }
    if seen is not None:
        context |= _seen(seen, form)
    return show(request, "brackets/results/late.html", event, rights, context, status=status_of(refused, form))


def _seen(seen: LateBracket, form: LateForm) -> dict[str, Any]:
    """The preview of a correction, as context of the page."""
    correction = seen.late
    names = {seat: entry.name for seat, entry in correction.recorded_sheet.entries.items()}
    first, others = after_posting_words.who_moves(correction)
    return {
        "seen": seen,
        "settled": list(after_posting_words.settled_anew(correction)),
        "qualify_then": after_posting_words.who_qualifies_then(correction),
        "moves": first + others,
        "first_moves": first,
        "other_moves": others,
        "bracket_then": after_posting_words.bracket_then(
            drawn=seen.drawn, falls=seen.falls, protected=seen.is_protected
        ),
        "left_out": after_posting_words.left_out(correction),
        "ties": [[(place.seat, names[place.seat]) for place in group] for group in correction.ties],
        "obstacles": [sheet_words.finding(obstacle) for obstacle in correction.obstacles],
        "orders": [" ".join(order) for order in form.orders],
        "to_sign": len(correction.to_sign),
        "number": correction.recorded_sheet.event.lists.count() + 1,
    }
