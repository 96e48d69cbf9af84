"""The pages of an event's seats and schedule: previewed, drawn, then read by everybody."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Need, Rights, event_for
from tournaments.day.pages import names_at, outlook_context
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import Ground, ground_of, moves_up_everywhere
from tournaments.day.words import round as round_words
from tournaments.errors import Refused
from tournaments.http import whole_number
from tournaments.live import keeps_up
from tournaments.models import Event
from tournaments.models.lengths import MAX_ROUNDS, MAX_SEED
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rotation.words import movement as movement_words
from tournaments.rules.seat import read_seat
from tournaments.seating import words as seats_words
from tournaments.seating.actions import draw_seats, look_at_swap, swap_seats
from tournaments.seating.forms import DrawForm, SwapForm, TablesForm
from tournaments.seating.reads import seating as seating_reads
from tournaments.seating.reads.draw import at_the_door, draw_of, entered, proof_of, proof_on, seats_held
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of
from tournaments.words import player as player_words


@require_http_methods(["GET", "HEAD", "POST"])
@keeps_up
def seating(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Show what a draw would give; after it who sits where and meets whom. A POST draws and publishes."""
    if request.method != "POST":
        this_event, rights = event_for(request.user, tournament, event, part="schedule")
        return (
            _drawn_page(request, this_event, rights)
            if this_event.is_seated
            else _to_draw_page(request, this_event, rights)
        )
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    form = DrawForm(request.POST)
    with Attempt() as tried:
        seats = draw_seats(event=this_event, **cleaned(form), actor=actor_of(request))
        this_event.refresh_from_db()
        messages.success(
            request,
            seats_words.seats_drawn(len(seats), len(schedule_reads.frames(this_event)), this_event.draw_seed or 0),
        )
        return redirect("tournaments:seating", tournament, event)
    return _to_draw_page(request, this_event, rights, form=form, refused=tried.refused)


@require_safe
def seating_proof(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Show what each player gets: from the published seats, or from the draft of `?tables=` and `?seed=`.

    Without a seed it redirects to a random one, so that the address shows the same draft again.
    """
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    if this_event.is_seated:
        return _proof_page(request, this_event, rights)
    entries = entered(this_event)
    context: dict[str, Any] = {"current": "seating", "entrants": len(entries)}
    if len(entries) < 2:
        return show(request, "tournaments/seating/seating_proof.html", this_event, rights, context)
    tables_form = TablesForm(request.GET) if "tables" in request.GET else None
    if tables_form and not tables_form.is_valid():
        return _to_draw_page(request, this_event, rights)
    sizes = tables_form.cleaned_data["tables"] if tables_form else None
    table_query = {"tables": ", ".join(map(str, sizes))} if sizes else {}
    if not request.GET.get("seed"):
        address = request.path + "?" + urlencode({**table_query, "seed": secrets.randbelow(10**6)})
        return redirect(address)
    form = DrawForm({**table_query, "tables": table_query.get("tables", "0"), "seed": request.GET["seed"]})
    if not form.is_valid() or not 0 <= form.cleaned_data["seed"] <= MAX_SEED:
        if not form.errors:
            form.add_error("seed", seats_words.seed_form(MAX_SEED))
        return _to_draw_page(request, this_event, rights, form=form)
    drawn = draw_of(this_event, entries, sizes, form.cleaned_data["seed"], most_rounds=MAX_ROUNDS)
    table_query = {"tables": ", ".join(map(str, drawn.sizes))}
    context |= {
        "drawn": drawn,
        "tables": table_query["tables"],
        "proof": None if drawn.faults else proof_of(this_event, drawn, entries),
        "again": "?" + urlencode(table_query),
        "door": at_the_door(this_event),
        "may_publish": True,
    }
    return show(
        request,
        "tournaments/seating/seating_proof.html",
        this_event,
        rights,
        context,
        status=409 if drawn.faults else 200,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Show what changes for whom if the people at two seats change places; a POST swaps them."""
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    data = request.POST if request.method == "POST" else request.GET
    if not data:
        return redirect("tournaments:seating_proof", tournament, event)
    form = SwapForm(data, names=names_at(this_event, playing=True))
    with Attempt(form):
        first, second, outlook = look_at_swap(this_event, cleaned(form)["one"], form.cleaned_data["other"])
        if request.method == "POST":
            swap_seats(
                event=this_event, one=first, other=second, mark=form.cleaned_data["mark"], actor=actor_of(request)
            )
            names, moved = names_at(this_event), dict(outlook.moved)
            people = [moved.get(seat, seat) for seat in outlook.players if moved.get(seat, seat) in names]
            messages.success(
                request,
                seats_words.seats_swapped(first, second, [player_words.person_at(seat, names) for seat in people]),
            )
            return redirect("tournaments:seating_proof", tournament, event)
        context = {"current": "seating", "seats": (first, second), **outlook_context(this_event, outlook)}
        return show(request, "tournaments/seating/seating_swap.html", this_event, rights, context)
    if form.refused:
        this_event.refresh_from_db()
    return _proof_page(request, this_event, rights, form=form)


def _proof_page(request: HttpRequest, event: Event, rights: Rights, *, form: SwapForm | None = None) -> HttpResponse:
    """What each player gets from the published seats, and a form to swap two of them."""
    context: dict[str, Any] = {"current": "seating", "swap_form": form}
    if event.is_seated:
        entries = entered(event)
        ground = ground_of(event, seats_held(entries))
        proof = proof_on(ground, entries)
        names = {line.seat: line.name for line in proof.lines()}
        context |= {
            "proof": proof,
            "swap_form": form or SwapForm(names=names),
            "players": [player_words.person_at(seat, names) for seat in names],
            "closing": _closing(ground, names),
        }
    return show(request, "tournaments/seating/seating_proof.html", event, rights, context, status=status_of(form))


def _closing(ground: Ground, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The moves into empty seats that would cost a table less, each with its sentence, its seats and its effect."""
    if ground.event.is_played or Movement(ground.event.movement) not in movements_rules.PLANS:
        return []
    moves = []
    for moved in moves_up_everywhere(ground):
        for old, new in moved.items():
            text = round_words.moves_to(player_words.person_at(old, names), new)
            moves.append({"text": text, "seats": (old, new), "effect": round_words.better_so(len(moved))})
    return moves


def _to_draw_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: DrawForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page of what a draw would give. If somebody has drawn in the meantime, the page of the drawn seats."""
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
        preview = seating_reads.seating_preview(event, sizes, most_rounds=MAX_ROUNDS)
        is_stale = refused is not None and refused.code == "stale"
        if is_stale and preview.faults:
            # The draft's tables fit the people it had, so propose tables for those entered now.
            preview = seating_reads.seating_preview(event, None, most_rounds=MAX_ROUNDS)
        sizes_text = ", ".join(map(str, preview.sizes))
        context |= {
            "preview": preview,
            "tables_form": tables_form
            if tables_form and tables_form.errors
            else TablesForm(initial={"tables": sizes_text}),
            "form": form if form and not is_stale else DrawForm(initial={"tables": sizes_text}),
            "again": "?" + urlencode({"tables": sizes_text}) if is_stale else "",
            # Do not repeat what the refusal says.
            "door": None if refused is not None and refused.code == "unpaid" else at_the_door(event),
            "proposed": ", ".join(map(str, preview.proposed)),
            "how_people_move": movement_words.how_people_move(event.movement, event.games, event.ladder_top),
        }
    status = status_of(refused, form, tables_form)
    return show(request, "tournaments/seating/seating.html", event, rights, context, status=status)


def _drawn_page(request: HttpRequest, event: Event, rights: Rights, *, refused: Refused | None = None) -> HttpResponse:
    """The page of the drawn seats.

    With `?game=` it shows one game, with `?table=` a table's movement, with `?seat=` one player's games.
    """
    tables = seating_reads.tables(event)
    rounds = schedule_reads.rounds(event)
    context: dict[str, Any] = {
        "current": "seating",
        "tables": tables,
        "rounds": rounds,
        "refused": refused,
        "look": "seats",
        "moving": movement_words.movement_announced(event.movement),
    }
    game, table = request.GET.get("game", ""), request.GET.get("table", "")
    seat = read_seat(request.GET.get("seat", ""))
    taken = {place.seat: place for drawn in tables for place in drawn.seats if place.entry}
    if seat and str(seat) in taken:
        place = taken[str(seat)]
        context |= {"look": "seat", "player": place.entry, "substitute": place.substitute}
        context["route"] = seating_reads.route(event, place.seat)
    elif (number := whole_number(game, 3)) is not None and 1 <= number <= rounds:
        context |= {
            "look": "game",
            "game": number,
            "by_table": seating_reads.game_by_table(event, number),
            "before": number - 1 if number > 1 else None,
            "after": number + 1 if number < rounds else None,
        }
    elif table in {drawn.name for drawn in tables}:
        movement = seating_reads.movement_of(event, table)
        games = max(map(len, movement.values()), default=0)
        context |= {"look": "table", "table": table, "movement": movement, "games": range(1, games + 1)}
    elif request.GET.get("seat"):
        context["not_found"] = request.GET["seat"][:20]
    return show(request, "tournaments/seating/seating_drawn.html", event, rights, context, status=status_of(refused))
