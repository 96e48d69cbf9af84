"""Seats and schedule of an event: looked at beforehand, drawn, and then read by everybody."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from tournaments import actions, reads, words
from tournaments.access import Need, Rights, event_for
from tournaments.actions.faults import MAX_ROUNDS
from tournaments.errors import Refused
from tournaments.forms import DrawForm, TablesForm
from tournaments.models import Event
from tournaments.rules.seat import read_seat
from tournaments.views.page import actor_of, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def seating(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Before the draw what it would give; afterwards who sits where and meets whom. A POST draws."""
    if request.method != "POST":
        found, rights = event_for(request.user, tournament, event, part="schedule")
        return _drawn_page(request, found, rights) if found.is_seated else _to_draw_page(request, found, rights)
    found, rights = event_for(request.user, tournament, event, Need.REGISTER)
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _to_draw_page(request, found, rights, form=form)
    try:
        seats = actions.draw_seats(event=found, **form.cleaned_data, actor=actor_of(request))
    except Refused as refused:
        return _to_draw_page(request, found, rights, form=form, refused=refused)
    found.refresh_from_db()
    messages.success(request, words.seats_drawn(len(seats), len(reads.frames(found)), found.draw_seed or 0))
    return redirect("tournaments:seating", tournament, event)


def _to_draw_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: DrawForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """What a draw would give. Somebody who drew a second too late sees what the other one drew."""
    if event.is_seated:
        return _drawn_page(request, event, rights, refused=refused)
    tables_form = TablesForm(request.GET) if "tables" in request.GET else None
    sizes = None
    if tables_form and tables_form.is_valid():
        sizes = tables_form.cleaned_data["tables"]
    elif form and "tables" in form.cleaned_data:
        sizes = form.cleaned_data["tables"]
    entrants = event.entries.playing().count()
    context: dict[str, Any] = {"current": "seating", "entrants": entrants, "refused": refused}
    if rights.may(Need.REGISTER) and entrants > 1:
        preview = reads.seating_preview(event, sizes, most_rounds=MAX_ROUNDS)
        written = ", ".join(map(str, preview.sizes))
        context |= {
            "preview": preview,
            "tables_form": tables_form
            if tables_form and tables_form.errors
            else TablesForm(initial={"tables": written}),
            "form": form or DrawForm(initial={"tables": written}),
            "proposed": ", ".join(map(str, preview.proposed)),
        }
    bound = [given for given in (form, tables_form) if given]
    return show(request, "tournaments/seating.html", event, rights, context, status=status_of(refused, *bound))


def _drawn_page(request: HttpRequest, event: Event, rights: Rights, *, refused: Refused | None = None) -> HttpResponse:
    """The seats; with `?game=` one game, with `?table=` the movement of a table, with `?seat=` one player's way."""
    tables = reads.tables(event)
    rounds = reads.rounds(event)
    context: dict[str, Any] = {
        "current": "seating",
        "tables": tables,
        "rounds": rounds,
        "refused": refused,
        "look": "seats",
    }
    game, table = request.GET.get("game", ""), request.GET.get("table", "")
    seat = read_seat(request.GET.get("seat", ""))
    taken = {place.seat: place.entry for drawn in tables for place in drawn.seats if place.entry}
    if seat and str(seat) in taken:
        context |= {"look": "seat", "player": taken[str(seat)], "route": reads.route(event, str(seat))}
    elif game.isascii() and game.isdecimal() and len(game) < 4 and 1 <= int(game) <= rounds:
        number = int(game)
        context |= {
            "look": "game",
            "game": number,
            "by_table": reads.game_by_table(event, number),
            "before": number - 1 if number > 1 else None,
            "after": number + 1 if number < rounds else None,
        }
    elif table in {drawn.name for drawn in tables}:
        movement = reads.movement_of(event, table)
        games = max(map(len, movement.values()), default=0)
        context |= {"look": "table", "table": table, "movement": movement, "games": range(1, games + 1)}
    elif request.GET.get("seat"):
        context["not_found"] = request.GET["seat"][:20]
    return show(request, "tournaments/seating_drawn.html", event, rights, context, status=status_of(refused))
