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
from tournaments.views.page import Attempt, actor_of, own_initials, put_beside, remember_initials, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def late_correction(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """The lines of the card. A POST previews the corrected lines; with a decision, it carries the decision out."""
    event_row, entry, rights = card_for(request.user, tournament, event, seat, Need.DIRECT)
    refuse_own_card(actor_of(request), [entry])
    if request.method != "POST" or event_row.posted_at is None:
        return _page(request, event_row, entry, rights)
    form = _form(sheet(event_row), entry, request.POST, own_initials(request))
    if not form.is_valid():
        return _page(request, event_row, entry, rights, form=form)
    lines = [WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in form.lines]
    preview: LateBracket | None = None
    decision = form.cleaned_data["decision"]
    with Attempt() as attempt:
        preview = find_correction(
            event=event_row,
            seat=entry.seat,
            lines=lines,
            gone=form.gone,
            orders=form.orders,
            actor=actor_of(request),
        )
        if not decision:
            return _page(request, event_row, entry, rights, form=form, preview=preview)
        correct_after_posting(
            event=event_row,
            seat=entry.seat,
            lines=lines,
            gone=form.gone,
            decision=LateDecision(decision),
            reason=form.cleaned_data["reason"],
            mark=form.cleaned_data["mark"],
            initials=form.cleaned_data["initials"],
            orders=form.orders,
            actor=actor_of(request),
        )
        messages.success(request, after_posting_words.corrected_late(decision))
        if decision == LateDecision.POST:
            if form.cleaned_data["initials"]:
                remember_initials(request, form.cleaned_data["initials"])
            return redirect("scorecards:versions", tournament, event)
        return redirect("scorecards:card", tournament, event, entry.seat)
    refused = attempt.refused
    games = {"lines": [line.game for line in form.lines], "gone": form.gone}
    field_refusal = refused and refused.moved(lambda field: _field(field, games))
    if field_refusal and field_refusal.faults and all(fault.field in form.fields for fault in field_refusal.faults):
        put_beside(field_refusal, {"": form})
        refused = None
    return _page(request, event_row, entry, rights, form=form, preview=preview, refused=refused)


def _field(field: str, games: Mapping[str, list[int]]) -> str:
    """The form field of a fault: `line-7` if the fault is in `lines.N` or `gone.N`, for game 7; else its own name.

    `games` are the games that were sent to the action under these two names, in order.
    """
    name, _dot, rest = field.partition(".")
    index = rest.partition(".")[0]
    if name in games and index.isdecimal():
        return f"line-{games[name][int(index)]}"
    return name


def _opponents(sheet_now: Sheet, seat: str) -> dict[int, str | None]:
    """The opponent of each game as recorded on the card, else as the schedule expects."""
    recorded = {line.game: line.opponent for line in sheet_now.cards[seat].lines}
    return {game: recorded.get(game) or planned for game, planned in expected_opponents(sheet_now.event, seat).items()}


def _form(sheet_now: Sheet, entry: Entry, data: QueryDict | None, initials: str = "") -> LateForm:
    return LateForm(
        data,
        own_initials=initials,
        expected=_opponents(sheet_now, entry.seat),
        table=entry.table or "",
        records_spread=sheet_now.event.records_spread,
        skunks=sheet_now.event.skunks,
    )


def _page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    form: LateForm | None = None,
    preview: LateBracket | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    sheet_now = sheet(event)
    form = form or _form(sheet_now, entry, None)
    expected = _opponents(sheet_now, entry.seat)
    texts = recorded_texts(sheet_now, entry.seat, expected)
    card = sheet_now.cards[entry.seat]
    games_without_line = form["gone"].value() or []
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
                "is_gone": str(game) in games_without_line,
            }
            for game in expected
        ],
        "refused": refused,
    }
    if preview is not None:
        context |= _preview_context(preview, form)
    return show(request, "brackets/results/late.html", event, rights, context, status=status_of(refused, form))


def _preview_context(preview: LateBracket, form: LateForm) -> dict[str, Any]:
    """The template context of the preview of a correction."""
    correction = preview.late
    names = {seat: entry.known_name for seat, entry in correction.recorded_sheet.entries.items()}
    at_the_top, below = after_posting_words.who_moves(correction)
    return {
        "seen": preview,
        "settled": list(after_posting_words.settled_anew(correction)),
        "qualify_then": after_posting_words.who_qualifies_then(correction),
        "moves": at_the_top + below,
        "first_moves": at_the_top,
        "other_moves": below,
        "bracket_then": after_posting_words.bracket_then(
            drawn=preview.drawn, falls=preview.falls, protected=preview.is_protected
        ),
        "left_out": after_posting_words.left_out(correction),
        "ties": [[(place.seat, names[place.seat]) for place in group] for group in correction.ties],
        "obstacles": [sheet_words.finding(obstacle) for obstacle in correction.obstacles],
        "orders": [" ".join(order) for order in form.orders],
        "to_sign": len(correction.to_sign),
        "number": correction.recorded_sheet.event.lists.count() + 1,
    }
