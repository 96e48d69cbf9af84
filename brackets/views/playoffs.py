"""The pages of the playoffs: the bracket, its poster, and the match card."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from brackets import access, actions, reads, words
from brackets.forms import DrawForm, ForfeitForm, GameForm, ScheduleForm
from brackets.models import Match
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Fault, Malformed, Refused
from tournaments.http import is_htmx
from tournaments.models import Event
from tournaments.views.page import actor_of, hall_time, show, status_of


def _show(
    request: HttpRequest, template: str, event: Event, rights: Rights, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return show(
        request, template, event, rights, {"current": "bracket", "rules": words.cited(event), **context}, status=status
    )


def _malformed(form: forms.Form) -> Malformed:
    """A form that is not even of the right shape, as the refusal that the page shows."""
    faults = [
        Fault(name, error.code or "invalid", str(error.message % (error.params or {})))
        for name, errors in form.errors.as_data().items()
        for error in errors
    ]
    return Malformed(_("That could not be read. Nothing was changed."), faults=faults)


# --- The bracket -----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def bracket(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The whole bracket, live; before it is drawn, what drawing it will give. A POST draws it."""
    if request.method == "POST":
        return _draw(request, tournament, event)
    found, rights = event_for(request.user, tournament, event, part=access.PART)
    if is_htmx(request) and request.GET.get("v") == str(found.revision):
        return HttpResponse(status=204)
    if is_htmx(request) and "waiting" in request.GET:
        return _still_waiting(found)
    return _bracket_page(request, found, rights)


def _still_waiting(event: Event) -> HttpResponse:
    """For a page that waits for the bracket: nothing yet, or load it anew."""
    answer = HttpResponse(status=204)
    if reads.is_drawn(event):
        answer["HX-Refresh"] = "true"
    return answer


def _bracket_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    draw_form: DrawForm | None = None,
    refused: Refused | None = None,
    refused_round: int = 0,
) -> HttpResponse:
    status = status_of(refused)
    page = reads.bracket_page(event)
    if page is None:
        outlook = reads.outlook(event)
        if outlook and draw_form is None:
            draw_form = DrawForm(rounds=outlook.rounds)
        only = not outlook and event.posted_at is not None
        told = {"outlook": outlook, "form": draw_form, "refused": refused, "one_qualifier": only}
        return _show(request, "brackets/not_drawn.html", event, rights, told, status)
    asked = request.GET.get("round", "")
    numbers = [str(shown.number) for shown in page.rounds]
    context = {
        "page": page,
        "show": int(asked) if asked in numbers else page.current_round,
        "chosen": asked if asked in numbers else "",
        "refused": refused,
        "refused_round": refused_round,
    }
    template = "brackets/bracket.html#bracket" if is_htmx(request) else "brackets/bracket.html"
    return _show(request, template, event, rights, context, status)


def _draw(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    outlook = reads.outlook(found)
    form = DrawForm(request.POST, rounds=outlook.rounds if outlook else 0)
    if not form.is_valid():
        return _bracket_page(request, found, rights, draw_form=form, refused=_malformed(form))
    try:
        actions.draw_bracket(event=found, rounds=form.lengths(), actor=actor_of(request))
    except Refused as refused:
        return _bracket_page(request, found, rights, draw_form=form, refused=refused)
    messages.success(request, _("The bracket is drawn. Set the times, then record the games match by match."))
    return redirect("brackets:bracket", tournament, event)


@require_POST
def round_schedule(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """When the matches of a round start, all at once."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    with hall_time(found):
        form = ScheduleForm(request.POST)
        valid = form.is_valid()
    try:
        if not valid:
            raise _malformed(form)
        changed = actions.schedule_round(
            event=found, round_number=number, scheduled_at=form.cleaned_data["scheduled_at"], actor=actor_of(request)
        )
    except Refused as refused:
        return _bracket_page(request, found, rights, refused=refused, refused_round=number)
    messages.success(request, words.scheduled(changed))
    return redirect("brackets:bracket", tournament, event)


@require_safe
def poster(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The bracket on one sheet of paper, to be filled in by hand."""
    found, rights = event_for(request.user, tournament, event, part=access.PART)
    page = reads.bracket_page(found)
    if page is None:
        raise Http404(_("The bracket is not drawn yet. The director draws it from the posted qualifiers."))
    return _show(request, "brackets/poster.html", found, rights, {"page": page})


# --- The match card --------------------------------------------------------------------------------------------------


@require_safe
@vary_on_headers("HX-Request")
def match(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """One match, game by game; who may record finds the buttons here."""
    found, row, rights = access.match_for(request.user, tournament, event, number)
    return _match_page(request, found, row, rights)


@require_safe
def clock(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The forfeit clock of a match as it stands now."""
    found, row, rights = access.match_for(request.user, tournament, event, number)
    return _match_page(request, found, row, rights, part="clock")


def _match_page(
    request: HttpRequest,
    event: Event,
    row: Match,
    rights: Rights,
    *,
    part: str = "",
    schedule_form: ScheduleForm | None = None,
    refused: Refused | None = None,
    where: str = "",
) -> HttpResponse:
    """The page, or a part of it. `where` names the control beside which a refusal is shown."""
    page = reads.match_page(event, row.number, timezone.now())
    if is_htmx(request) and not part:
        if request.GET.get("v") == page.state:
            return HttpResponse(status=204)
        part = "match"
    own = access.own_entry(request.user, row)
    may_score = rights.may(Need.SCORE_MATCH)
    context = {
        "page": page,
        "match": page.now,
        "own": own,
        "may_score": may_score and own is None,
        "may_undo": may_score and own is None and bool(page.now.games),
        "may_forfeit": rights.may(Need.DIRECT) and own is None,
        "schedule_form": schedule_form or ScheduleForm(initial={"scheduled_at": page.now.scheduled_at}),
        "refused": refused,
        "where": where,
    }
    template = f"brackets/match.html#{part}" if part else "brackets/match.html"
    return _show(request, template, event, rights, context, status_of(refused))


@require_POST
def games(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Record who won a game."""
    found, row, rights = access.match_for(request.user, tournament, event, number, Need.SCORE_MATCH)
    form = GameForm(request.POST)
    try:
        if not form.is_valid():
            raise _malformed(form)
        actions.record_game(event=found, match=number, actor=actor_of(request), **form.cleaned_data)
    except Refused as refused:
        return _match_page(request, found, row, rights, refused=refused, where="games")
    return _recorded(request, found, number)


@require_POST
def last_game(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Take the last game back."""
    found, row, rights = access.match_for(request.user, tournament, event, number, Need.SCORE_MATCH)
    try:
        actions.take_back_game(event=found, match=number, actor=actor_of(request))
    except Refused as refused:
        return _match_page(request, found, row, rights, refused=refused, where="last_game")
    messages.success(request, _("The last game is taken back."))
    return redirect("brackets:match", tournament, event, number)


@require_POST
def forfeits(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Give a game away because a player has not appeared."""
    found, row, rights = access.match_for(request.user, tournament, event, number, Need.DIRECT)
    form = ForfeitForm(request.POST)
    try:
        if not form.is_valid():
            raise _malformed(form)
        actions.forfeit_game(
            event=found, match=number, now=timezone.now(), actor=actor_of(request), **form.cleaned_data
        )
    except Refused as refused:
        return _match_page(request, found, row, rights, refused=refused, where="forfeits")
    return _recorded(request, found, number)


@require_POST
def schedule(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """When the match starts."""
    found, row, rights = access.match_for(request.user, tournament, event, number, Need.DIRECT)
    with hall_time(found):
        form = ScheduleForm(request.POST)
        valid = form.is_valid()
    try:
        if not valid:
            raise _malformed(form)
        actions.schedule_match(
            event=found, match=number, scheduled_at=form.cleaned_data["scheduled_at"], actor=actor_of(request)
        )
    except Refused as refused:
        return _match_page(request, found, row, rights, schedule_form=form, refused=refused, where="schedule")
    messages.success(request, words.scheduled(1))
    return redirect("brackets:match", tournament, event, number)


def _recorded(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Say what the game did, and show the match again."""
    page = reads.match_page(event, number, timezone.now())
    messages.success(
        request, words.recorded(len(page.now.games), page.winner.name if page.winner else "", page.next_match)
    )
    return redirect("brackets:match", event.tournament.slug, event.slug, number)
