"""The page of the ladder: who plays at which table, results by tapping, and the next game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorecards.ladder import words as ladder_words
from scorecards.ladder.actions import correct_result, next_game, record_result, take_back_game, take_back_result
from scorecards.ladder.forms import CorrectionForm, ResultForm, TableForm
from scorecards.ladder.reads import LadderGame, LadderTable, differing_tables, games_of, ladder_game, with_phones
from tournaments.access import Need, Rights, event_for, shows
from tournaments.errors import Refused
from tournaments.live import followed
from tournaments.models import Event
from tournaments.rotation.words.movement import how_people_move
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of
from tournaments.words import playing as playing_words


@require_safe
@never_cache
@followed()
def ladder(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The game that is on."""
    this_event, rights = event_for(request.user, tournament, event, part="schedule")
    return _page(request, this_event, rights)


@require_safe
@never_cache
def rules_card(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The rules of the four-handed game on one sheet, as the community plays it (*Ballantrae Summer Games*, 2023)."""
    this_event, rights = event_for(request.user, tournament, event, part="schedule")
    if not this_event.is_ladder:
        raise Http404(ladder_words.no_ladder())
    context = {
        "current": "ladder",
        "moves": how_people_move(this_event.movement, this_event.games, this_event.ladder_top),
    }
    return show(request, "scorecards/ladder/rules_card.html", this_event, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@followed()
def ladder_of_game(request: HttpRequest, tournament: str, event: str, game: int) -> HttpResponse:
    """One game of the ladder; a POST corrects a result of it."""
    if request.method != "POST":
        this_event, rights = event_for(request.user, tournament, event, part="schedule")
        return _page(request, this_event, rights, game)
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    before = _game(this_event, game)
    form = CorrectionForm(request.POST, game=before)
    with Attempt(form) as tried:
        cleaned(form)
        right = form.values()
        if correct_result(event=this_event, game=game, **right, actor=actor_of(request)):
            messages.success(request, ladder_words.corrected(_changes(before.tables[right["table"] - 1], right)))
        return redirect("scorecards:ladder_of_game", tournament, event, game)
    return _page(request, this_event, rights, game, form=form, refused=tried.refused)


@require_POST
def ladder_result(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Record who won at a table."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    form = ResultForm(request.POST)
    with Attempt(form) as tried:
        record_result(event=this_event, **cleaned(form), actor=actor_of(request))
        return redirect("scorecards:ladder", tournament, event)
    return _page(request, this_event, rights, refused=tried.refused, form_refused=form)


@require_POST
def ladder_take_back(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Take back the result of a table."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    form = TableForm(request.POST)
    with Attempt(form) as tried:
        take_back_result(event=this_event, **cleaned(form), actor=actor_of(request))
        return redirect("scorecards:ladder", tournament, event)
    return _page(request, this_event, rights, refused=tried.refused, form_refused=form)


@require_POST
def ladder_next(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Set up and call the next game."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    with Attempt() as tried:
        next_game(event=this_event, actor=actor_of(request))
        return redirect("scorecards:ladder", tournament, event)
    return _page(request, this_event, rights, refused=tried.refused)


@require_POST
def ladder_back(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Take the newest game back."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    with Attempt() as tried:
        take_back_game(event=this_event, actor=actor_of(request))
        return redirect("scorecards:ladder", tournament, event)
    return _page(request, this_event, rights, refused=tried.refused)


def _changes(before: LadderTable, right: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """The teams of this table with the points that they had of the game, and those of the right result."""
    return [
        (
            team.name,
            (before.points or 0) if team.seat == before.winner else 0,
            right["points"] if team.seat == right["winner"] else 0,
        )
        for team in before.teams
    ]


def _game(event: Event, number: int | None) -> LadderGame:
    """This game, by default the newest. Raises Http404 for a game that is not set up."""
    shown = ladder_game(event, number) if event.is_ladder else None
    if shown is None:
        raise Http404(ladder_words.no_such_game(len(games_of(event))))
    return shown


def _page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    number: int | None = None,
    *,
    form: CorrectionForm | None = None,
    form_refused: ResultForm | TableForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    event.refresh_from_db()
    if not event.is_ladder:
        raise Http404(ladder_words.no_ladder())
    game = _game(event, number) if number is not None or event.is_seated else None
    may_record = rights.may(Need.CHECK) and event.posted_at is None
    if game and may_record and game.is_on and event.phones != Event.Phones.OFF:
        game = with_phones(game)
    context = {
        "current": "ladder",
        "game": game,
        "others": range(1, game.last + 1) if game else (),
        "moves": how_people_move(event.movement, event.games, event.ladder_top),
        "shows_results": shows(event, rights, "standings"),
        "may_record": may_record,
        "differing": differing_tables(event) if may_record else (),
        "form": form or (CorrectionForm(game=game) if game and may_record and not game.is_on else None),
        "phones": playing_words.phones(event) if rights.may(Need.DIRECT) and event.posted_at is None else "",
        "refused": refused or (form_refused.refused if form_refused else None),
    }
    status = status_of(refused, form, form_refused)
    return show(request, "scorecards/ladder/ladder.html", event, rights, context, status=status)
