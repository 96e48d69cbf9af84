"""The match card: one match game by game, and all acts on it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from brackets import access
from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions.claims import let_players_report
from brackets.matches.actions.ending import end_match, take_back_ending
from brackets.matches.actions.match_tables import place_match
from brackets.matches.actions.playing import forfeit_game, record_game, take_back_game
from brackets.matches.actions.timing import schedule_match
from brackets.matches.forms.playoffs import ForfeitForm, GameForm, ScheduleForm
from brackets.matches.forms.running import EndingForm, LastGameForm, TableForm
from brackets.matches.pages.page import show_page, well_formed, where_beside
from brackets.matches.reads import takingback as takingback_reads
from brackets.matches.reads.matchcard import match_page
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments.access import Need, Rights, require
from tournaments.day.forms import ReasonForm
from tournaments.errors import Refused
from tournaments.forms.page import PageForm
from tournaments.http import is_htmx
from tournaments.models import Event
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, status_of


@require_safe
@vary_on_headers("HX-Request")
def match(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """One match, game by game, with buttons for people who may record."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number)
    return _match_page(request, event_row, row, rights)


@require_safe
def clock(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The current forfeit clock of a match."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number)
    return _match_page(request, event_row, row, rights, part="clock")


def _match_page(
    request: HttpRequest,
    event: Event,
    row: Match,
    rights: Rights,
    *,
    part: str = "",
    refused: Refused | None = None,
    where: str = "",
    **sent_forms: PageForm,
) -> HttpResponse:
    """The page of a match, or one `part` of it. `where` names the control beside which a refusal is shown.

    `sent_forms` are the forms that the user sent, by their names in the template.
    """
    page = match_page(event, row.number, timezone.now(), to_staff=rights.any)
    if is_htmx(request) and not part:
        if request.GET.get("v") == page.state:
            return HttpResponse(status=204)
        part = "match"
    own_entry = access.own_entry(request.user, row)
    directs = rights.may(Need.DIRECT)
    may_score = rights.may(Need.SCORE_MATCH) and own_entry is None
    may_remove = rights.may(Need.RULE) and own_entry is None
    may_end = may_score or may_remove
    need = _need_to_take_back(page.taking_back)
    may_undo = may_end and bool(page.taking_back.last) and rights.may(need)
    context = {
        "page": page,
        "match": page.match,
        "back": takingback_reads.beyond_the_bracket(event, page.taking_back) if may_undo else page.taking_back,
        "own": own_entry,
        "not_own": _not_own(row, rights) if own_entry else (),
        "may_score": may_score,
        "sees_claims": own_entry is not None or rights.may(Need.SCORE_MATCH),
        "may_undo": may_undo,
        "undo_needs": "" if may_undo or not may_score else need.value,
        "may_run": directs and own_entry is None,
        "may_remove": may_remove,
        "may_end": may_end,
        "schedule_form": ScheduleForm(initial={name: getattr(page.match, name) for name in ScheduleForm.base_fields}),
        "table_form": TableForm(initial={"table": page.match.table}),
        "ending_form": EndingForm(sides=page.match.sides),
        "refused": refused,
        "where": where,
        **sent_forms,
    }
    template = f"brackets/matches/match.html#{part}" if part else "brackets/matches/match.html"
    return show_page(request, template, event, rights, context, status_of(refused))


def _need_to_take_back(preview: takingback_reads.TakingBack) -> Need:
    """The right needed to take back the last act of a match: the director's if anything in a later match falls."""
    if preview.begun:
        return Need.DIRECT
    return access.need_to_end(preview.ended) if preview.ended else Need.SCORE_MATCH


def _not_own(row: Match, rights: Rights) -> tuple[str, ...]:
    """Sentences on what the user may not set on their own match despite these rights, and who sets it instead."""
    if not rights.may(Need.SCORE_MATCH):
        return ()
    about_table = running_words.own_table(row.number)
    return (running_words.own_time(row.number), about_table) if rights.may(Need.DIRECT) else (about_table,)


# --- Games -----------------------------------------------------------------------------------------------------------


@require_POST
def games(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Record who won a game."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.SCORE_MATCH)
    with Attempt() as attempt:
        values = well_formed(GameForm(request.POST))
        game, created = record_game(event=event_row, match=number, actor=actor_of(request), **values)
        if not created:
            recorded_by = takingback_reads.recorded_by(event_row, number, game.game)
            messages.info(request, running_words.same_already(game.game, recorded_by, event_row))
            return redirect("brackets:match", tournament, event, number)
        return _recorded(request, event_row, number)
    return _match_page(request, event_row, row, rights, refused=attempt.refused, where="games")


@require_POST
def last_game(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Take the last game back."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.SCORE_MATCH)
    with Attempt() as attempt:
        values = well_formed(LastGameForm(request.POST))
        take_back_game(event=event_row, match=number, actor=actor_of(request), **values)
        messages.success(request, _("The last game is taken back."))
        return redirect("brackets:match", tournament, event, number)
    return _match_page(request, event_row, row, rights, refused=attempt.refused, where="last_game")


@require_POST
def forfeits(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Give a game to the opponent of a player who has not appeared."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.DIRECT)
    with Attempt() as attempt:
        values = well_formed(ForfeitForm(request.POST))
        forfeit_game(event=event_row, match=number, now=timezone.now(), actor=actor_of(request), **values)
        return _recorded(request, event_row, number)
    return _match_page(request, event_row, row, rights, refused=attempt.refused, where="forfeits")


def _recorded(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Redirect to the match, with a message that says what the recorded game led to."""
    page = match_page(event, number, timezone.now(), to_staff=True)
    winner_name = page.winner.name if page.winner else ""
    messages.success(request, playoffs_words.recorded(len(page.match.games), winner_name, page.next_match))
    return redirect("brackets:match", event.tournament.slug, event.slug, number)


# --- How it ends otherwise -------------------------------------------------------------------------------------------


@require_POST
def ending(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Record that a player concedes the match, is removed from play, or does not come."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.END_MATCH)
    form = EndingForm(request.POST, sides=drawn_reads.match(event_row, number).sides)
    with Attempt() as attempt:
        end_match(event=event_row, match=number, rights=rights, actor=actor_of(request), **well_formed(form))
        page = match_page(event_row, number, timezone.now(), to_staff=True)
        loser_name = page.match.loser.name if page.match.loser else ""
        winner_name = page.winner.name if page.winner else ""
        messages.success(request, running_words.ended(page.match.ended, loser_name, winner_name, page.next_match))
        return redirect("brackets:match", tournament, event, number)
    return _match_page(request, event_row, row, rights, ending_form=form, refused=attempt.refused, where="ending")


@require_http_methods(["GET", "HEAD", "POST"])
def taking_back(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Preview what falls if the last act of a match is taken back. A POST takes it back.

    The POST needs a reason if a match that has begun falls.
    """
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.END_MATCH)
    preview = takingback_reads.taking_back(event_row, number)
    require(rights, _need_to_take_back(preview))
    form = ReasonForm(posted(request))
    form.fields["reason"].required = preview.begun
    with Attempt(form):
        values = {**cleaned(form), "through": True, "event": event_row, "match": number, "actor": actor_of(request)}
        if preview.last == takingback_reads.ENDING:
            take_back_ending(rights=rights, **values)
        else:
            take_back_game(**values)
        messages.success(request, _("Taken back. The match goes on."))
        return redirect("brackets:match", tournament, event, number)
    return _taking_back_page(request, event_row, row, rights, form)


def _taking_back_page(request: HttpRequest, event: Event, row: Match, rights: Rights, form: ReasonForm) -> HttpResponse:
    """The page with a fresh preview; the form carries its mark."""
    preview = takingback_reads.taking_back(event, row.number)
    page = match_page(event, row.number, timezone.now(), to_staff=True)
    form.fields["reason"].required = preview.begun or bool(preview.paid)
    context = {
        "back": preview,
        "page": page,
        "match": page.match,
        "own": access.own_entry(request.user, row),
        "form": form.look_again(preview.mark),
    }
    return show_page(request, "brackets/matches/taking_back.html", event, rights, context, status_of(form))


# --- When and where --------------------------------------------------------------------------------------------------


@require_POST
def schedule(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set when the match starts."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.DIRECT)
    form = ScheduleForm(request.POST)
    with hall_time(event_row):
        form.is_valid()
    with Attempt() as attempt:
        schedule_match(event=event_row, match=number, **well_formed(form), read=form.read, actor=actor_of(request))
        messages.success(request, playoffs_words.scheduled(1))
        return redirect("brackets:match", tournament, event, number)
    where = where_beside(attempt.refused, form, "schedule")
    return _match_page(request, event_row, row, rights, schedule_form=form, refused=attempt.refused, where=where)


@require_POST
def table(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set where the match is played."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.SCORE_MATCH)
    form = TableForm(request.POST)
    with Attempt() as attempt:
        table = well_formed(form)["table"]
        place_match(event=event_row, match=number, table=table, read=form.read, actor=actor_of(request))
        messages.success(request, running_words.placed(1))
        return redirect("brackets:match", tournament, event, number)
    where = where_beside(attempt.refused, form, "table")
    return _match_page(request, event_row, row, rights, table_form=form, refused=attempt.refused, where=where)


@require_POST
def players_report(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set whether players may record the games of their matches. This applies to every match of the bracket."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.DIRECT)
    is_allowed = request.POST.get("on") == "yes"
    with Attempt() as attempt:
        let_players_report(event=event_row, on=is_allowed, actor=actor_of(request))
        messages.success(request, running_words.reports_on(is_allowed))
        return redirect("brackets:match", tournament, event, number)
    return _match_page(request, event_row, row, rights, refused=attempt.refused, where="players_report")
