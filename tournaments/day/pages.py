"""The page of the round: the current game, tables and decks, and departures from the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Need, Rights, event_for
from tournaments.day.actions import meeting_again as meeting_again_actions
from tournaments.day.actions import round as round_actions
from tournaments.day.actions.meeting_again import look_back_at_meeting_again
from tournaments.day.actions.round import (
    day_faults,
    is_in_force,
    look_ahead,
    look_back,
    look_back_at_no_show,
    refuse_uncalled,
)
from tournaments.day.forms import ClockForm, DayForm, MixUpForm, ReasonForm, read_boards, typed_boards
from tournaments.day.reads import round as round_reads
from tournaments.day.reads.round import DayPlan, Deals, Ground, Outlook, What
from tournaments.day.reads.schedule import ChangeRecord, day_changes, frames
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.day.words import mixup as mixup_words
from tournaments.day.words import round as round_words
from tournaments.errors import Fault, Malformed, Refused
from tournaments.http import whole_number
from tournaments.live import followed
from tournaments.models import DayChange, Entry, Event
from tournaments.money.reads.money import PersonAccount, account_of
from tournaments.reads.entries import entry_at
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.award import Award
from tournaments.rotation.rules.day import plays_on
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.seat import parse_seat
from tournaments.views.page import Attempt, actor_of, cleaned, posted, put_beside, show, status_of
from tournaments.words import player as player_words
from tournaments.words import undoing as undoing_words


@require_safe
@followed()
def round_page(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The current game, and what happened on the day."""
    this_event, rights = event_for(request.user, tournament, event, Need.FOLLOW)
    return _round_page(request, this_event, rights)


@require_POST
def call_game(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Call the game whose number is sent; 0 for none."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    number = _number(request, "game")
    game = -1 if number is None else number or None
    with Attempt() as tried:
        round_actions.call_game(event=this_event, game=game, read=_shown(request), actor=actor_of(request))
        return redirect("tournaments:round", tournament, event)
    return _round_page(request, this_event, rights, refused=tried.refused)


def _number(request: HttpRequest, name: str) -> int | None:
    """The number sent under this name; None if there is none."""
    return whole_number(request.POST.get(name, ""), 3)


def _shown(request: HttpRequest) -> dict[str, int | None] | None:
    """The current game as the page showed it, for the `read` of an action; None if the page did not say."""
    number = _number(request, "initial-game")
    return None if number is None else {"game": number or None}


@require_POST
def clock(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Set the minutes per game, or none."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = ClockForm(request.POST)
    with Attempt() as tried:
        minutes = cleaned(form)["minutes"]
        round_actions.set_clock(event=this_event, minutes=minutes, read=form.read, actor=actor_of(request))
        return redirect("tournaments:round", tournament, event)
    if tried.refused:
        put_beside(tried.refused, {"": form})
    return _round_page(request, this_event, rights, clock_form=form)


@require_POST
def decks(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Note that the decks at the anchor seats are new."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    with Attempt() as tried:
        round_actions.change_decks(event=this_event, read=_shown(request), actor=actor_of(request))
        messages.success(request, _("Noted: new decks at the anchor seats."))
        return redirect("tournaments:round", tournament, event)
    return _round_page(request, this_event, rights, refused=tried.refused)


@require_POST
def table_done(request: HttpRequest, tournament: str, event: str, table: str) -> HttpResponse:
    """Note that a table is done with the game sent; with `done=no` take that note back."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    number = _number(request, "game") or 0
    done = request.POST.get("done") != "no"
    with Attempt() as tried:
        round_actions.finish_table(event=this_event, table=table, game=number, done=done, actor=actor_of(request))
        return redirect("tournaments:round", tournament, event)
    return _round_page(request, this_event, rights, refused=tried.refused)


@require_http_methods(["GET", "HEAD", "POST"])
def day_change(request: HttpRequest, tournament: str, event: str, what: str) -> HttpResponse:
    """Note a change of the day: a GET asks what happened, then shows what it changes; a POST stores it."""
    need = Need.RULE if what == What.REMOVED else Need.DIRECT
    this_event, rights = event_for(request.user, tournament, event, need)
    if what not in {*What}:
        raise Http404
    has_plan = _has_plan(this_event)
    if not this_event.is_seated or (not has_plan and what not in round_reads.WITHOUT_PLAN):
        return redirect("tournaments:round", tournament, event)
    if what == What.AWARD and this_event.is_ladder:
        messages.error(request, round_words.no_award_on_ladder())
        return redirect("tournaments:round", tournament, event)
    if what == What.COURSE:
        return _mix_up(request, this_event, rights)
    if what == What.MEET_AGAIN:
        return _meet_again(request, this_event, rights)
    data = request.POST if request.method == "POST" else request.GET
    if what == What.REMOVED and request.method != "POST" and data and "first" not in data:
        # A missing game means the current one; an empty game means that the player is in none.
        query = data.copy()
        query["first"] = str(this_event.game_now or "")
        return redirect(f"{request.path}?{query.urlencode()}")
    names = names_at(this_event, playing=True)
    no_shows = {
        no_show.seat: no_show.entry.known_name for no_show in round_reads.no_shows(this_event) if no_show.entry.seat
    }
    form = DayForm(
        data if data else None,
        what=What(what),
        names=names,
        game=this_event.game_now,
        no_shows=no_shows,
        has_plan=has_plan,
        teams=people_by_seat(this_event) if what == What.SUBSTITUTE else None,
    )
    context: dict[str, Any] = {"form": form, "players": [player_words.person_at(seat, names) for seat in names]}
    if not form.is_bound or not form.is_valid():
        if what == What.AWAY and form.no_show:
            # A no-show who is late has a page of their own.
            messages.info(request, undoing_words.no_show_turns_up(player_words.person_at(form.no_show, no_shows)))
            number = _entry_number(this_event, form.no_show)
            return redirect("tournaments:undo_no_show", tournament, event, number)
        if what == What.NO_SHOW and form.no_show:
            return _already_in_force(request, this_event, None)
        return _change_page(request, this_event, rights, What(what), context)
    plan = form.plan
    if plan.what is What.NO_SHOW:
        plan = _after_no_show(this_event, plan, data.get("way"), context)
    return _look_or_do(request, this_event, rights, plan, context, form)


def _meet_again(request: HttpRequest, event: Event, rights: Rights) -> HttpResponse:
    """Show what letting people meet again changes for whom, or why nobody needs it; a POST allows it."""
    plan = DayPlan(What.MEET_AGAIN, meet_again=True)
    context: dict[str, Any] = {"form": DayForm({}, what=What.MEET_AGAIN, names={})}
    if request.method != "POST":
        with Attempt() as tried:
            look_ahead(event, plan)
        if tried.refused:
            needless = tried.refused.message
            return _change_page(request, event, rights, What.MEET_AGAIN, {**context, "needless": needless})
    return _look_or_do(request, event, rights, plan, context)


def _after_no_show(event: Event, plan: DayPlan, way: str | None, context: dict[str, Any]) -> DayPlan:
    """The plan with the chosen way on after a no-show, by default the one that costs the table least.

    If there are two ways, both are put into the context.
    """
    ground = round_reads.ground_of(event)
    ways = round_reads.no_show_ways(ground, plan.seat)
    if not ways:
        return replace(plan, way="")
    names = names_at(event)
    ways_shown = []
    for option in ways:
        outlook = round_reads.outlook(ground, replace(plan, way=option.way))
        if option.way == round_reads.MOVE_UP:
            label, text = round_words.moves_up(option.moved, names, outlook.rounds_after, outlook.extra_games)
        else:
            label, text = round_words.plain_no_show(outlook.rounds_after, outlook.extra_games)
        ways_shown.append({"way": option.way, "label": label, "text": text, "outlook": outlook})
    context["ways"] = ways_shown
    context["proposed"] = {"way": ways[0].way, "why": round_words.costs_least(ways[0].cost, ways[1].cost)}
    context["way"] = way if way in {option.way for option in ways} else ways[0].way
    return replace(plan, way=context["way"])


def _mix_up(request: HttpRequest, event: Event, rights: Rights) -> HttpResponse:
    """Note a mix-up in steps: first table and game, then who sat where, then how the table goes on."""
    data = request.POST if request.method == "POST" else request.GET
    tables = frames(event)
    initial = {"game": event.game_now, "table": next(iter(tables)) if len(tables) == 1 else ""}
    form = MixUpForm(data) if data else MixUpForm(initial=initial)
    context: dict[str, Any] = {"form": form}
    if not form.is_bound or not form.is_valid():
        return _change_page(request, event, rights, What.COURSE, context)
    table, game = form.cleaned_data["table"], form.cleaned_data["game"]
    ground = round_reads.ground_of(event)
    plan = DayPlan(What.COURSE, table=table, game=game)
    if table not in tables or game > ground.games_of(table):
        faults = day_faults(ground, plan)
        put_beside(Malformed("", faults=faults), {"": form})
        return _change_page(request, event, rights, What.COURSE, context)
    with Attempt() as tried:
        refuse_uncalled(event, game)
    if tried.refused:
        return _change_page(request, event, rights, What.COURSE, {**context, "refused": tried.refused}, status=409)
    planned = round_reads.planned_pairs(ground, table, game)
    are_boards_typed = "seat-1" in data
    chairs = 2 * len(planned)
    boards = (
        typed_boards(data, chairs)
        if are_boards_typed
        else tuple((str(first), str(second)) for first, second in planned)
    )
    met, elsewhere = read_boards(table, boards)
    taken = ground.taken(table)
    context["boards"] = [
        {"seats": (place, place + 1), "names": (f"seat-{place}", f"seat-{place + 1}"), "met": pair, "planned": was}
        for place, pair, was in zip(range(1, chairs, 2), boards, planned, strict=True)
    ]
    context["empty"] = sorted({number for pair in planned for number in pair} - taken)
    context["chosen"] = {"table": table, "game": game}
    if not are_boards_typed:
        return _change_page(request, event, rights, What.COURSE, context)
    plan = DayPlan(What.COURSE, table=table, game=game, met=met, way=form.cleaned_data["way"])
    in_force = round_reads.standing(event, plan)
    if in_force is not None:
        return _already_in_force(request, event, in_force)
    if elsewhere:
        faults = [Fault("met", "invalid", round_words.not_of_table(elsewhere, table))]
    else:
        faults = [fault for fault in day_faults(ground, plan) if fault.field != "way"]
    if faults:
        context["met_faults"] = faults
        return _change_page(request, event, rights, What.COURSE, context, status=422)
    ways = round_reads.ways_on(ground, plan)
    if plan.way not in {way_on.way for way_on in ways}:
        plan = replace(plan, way=ways[0].way)
    outlooks = {way_on.way: round_reads.outlook(ground, replace(plan, way=way_on.way)) for way_on in ways}
    context["ways"] = [
        {"way": way_on.way.value, "label": label, "text": text, "outlook": outlooks[way_on.way]}
        for way_on in ways
        for label, text in [mixup_words.way_on(way_on, table, game)]
    ]
    context["way"] = plan.way
    return _look_or_do(request, event, rights, plan, context)


def _look_or_do(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    plan: DayPlan,
    context: dict[str, Any],
    form: DayForm | None = None,
) -> HttpResponse:
    """Show what this plan changes for whom and ask for the reason; a POST with a reason stores it.

    `form` is the form that the plan came from: it shows the faults of the plan.
    """
    initial = {"reason": request.GET.get("why", ""), "fee": request.GET.get("fee", "")}
    account = _account_of_absent(event, plan, rights)
    reason_form = ReasonForm(posted(request), initial=initial, account=account, event=event.slug)
    data = request.POST if request.method == "POST" else request.GET
    if data.get("again"):
        plan = replace(plan, meet_again=True)
    if plan.meet_again:
        reason_form = reason_form.told_to_everybody()
    if plan.what is What.REMOVED:
        reason_form = reason_form.of_refused_ruling()
    in_force = round_reads.standing(event, plan)
    if is_in_force(event, plan, in_force, reason=data.get("reason", ""), mark=data.get("mark")):
        return _already_in_force(request, event, in_force)
    outlook = None
    with Attempt() as tried:
        ground, outlook = look_ahead(event, plan)
        context["told"] = _plan_sentence(ground, plan, names_at(event))
        if plan.what in _MAY_COST_GAMES:
            context["ways"] = _with_meeting_again(ground, plan, context.get("ways", []))
            context |= {"way": plan.way, "again": plan.meet_again}
        if request.method == "POST" and reason_form.is_valid():
            in_force, is_new = round_actions.note_day(
                event=event, plan=plan, **reason_form.cleaned_data, rights=rights, actor=actor_of(request)
            )
            if not is_new:
                return _already_in_force(request, event, in_force)
            messages.success(request, round_words.day_done(outlook.people))
            return redirect("tournaments:round", event.tournament.slug, event.slug)
    refused = tried.refused
    if isinstance(refused, Malformed):
        put_beside(refused, {"": form if form is not None and outlook is None else reason_form})
        refused = None
    if outlook is not None:
        removes_player = plan.what in (What.AWAY, What.LEAVES, What.REMOVED)
        context |= outlook_context(event, outlook, away=plan.seat if removes_player else "")
        if (number := outlook.corrects) is not None:
            context["warned"] = [
                round_words.corrects_departure(number, ground.changes[number][2]["first"]),
                *context["warned"],
            ]
        if plan.what is What.REMOVED and plan.first and not outlook.awarded_to:
            context["warned"] = [round_words.nobody_to_award_to(plan.first), *context["warned"]]
        if plan.what is What.NO_SHOW and event.game_now is not None and event.game_now > 1:
            context["warned"] = [round_words.late_no_show(event.game_now), *context["warned"]]
        if plan.what is What.NO_SHOW and (redraw := round_reads.drawn_anew(ground, plan.seat)) is not None:
            message = round_words.drawn_anew_is_shorter(redraw.table, redraw.players, redraw.rounds, redraw.rounds_then)
            context["warned"] = [*context["warned"], message]
        if plan.what is What.AWARD and plan.first == event.game_now and event.game_started_at is not None:
            minutes = (timezone.now() - event.game_started_at) // timedelta(minutes=1)
            context["warned"] = [*([round_words.too_soon(minutes)] if minutes < 5 else []), *context["warned"]]
        context |= {"reason_form": reason_form.look_again(outlook.mark), "carried": _carried_fields(request)}
    return _change_page(
        request,
        event,
        rights,
        plan.what,
        {**context, "refused": refused},
        status=status_of(refused, reason_form, form),
    )


def _account_of_absent(event: Event, plan: DayPlan, rights: Rights) -> PersonAccount | None:
    """The account of whoever becomes a no-show by this plan, if the user may write on it."""
    if plan.what is not What.NO_SHOW or not rights.may_in_all(Need.REGISTER):
        return None
    entry = entry_at(event, plan.seat)
    return account_of(event.tournament, entry.player_id) if entry is not None else None


def _already_in_force(request: HttpRequest, event: Event, in_force: DayChange | None) -> HttpResponse:
    """Say that the change is in force already, and redirect to the list of changes. None: a status or a permission."""
    messages.info(request, round_words.day_stands(in_force.number if in_force else None))
    return redirect(f"{reverse('tournaments:round', args=[event.tournament.slug, event.slug])}#changes")


_MAY_COST_GAMES = frozenset({What.NO_SHOW, What.AWAY, What.LEAVES, What.COURSE})
"""The changes after which people may get fewer games, so that meeting again is offered."""


def _with_meeting_again(ground: Ground, plan: DayPlan, ways: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ways on, plus one in which people meet again, if that gives more games. Else only the ways on."""
    ways = [{**way, "again": False} for way in ways]
    plain = round_reads.outlook(ground, replace(plan, meet_again=False))
    if plain.again is None:
        return ways
    games = ground.event.games
    for way in ways:
        if short := len(way["outlook"].short):
            way["text"] = f"{way['text']} {meeting_again_words.get_fewer(short, games)}"
    if not ways:
        label, text = meeting_again_words.nobody_meets_again(plain.rounds_after, len(plain.short), games)
        ways = [{"way": plan.way, "again": False, "label": label, "text": text, "outlook": plain}]
    label, text = meeting_again_words.meets_again(plain.again, games)
    outlook = round_reads.outlook(ground, replace(plan, meet_again=True))
    return [*ways, {"way": plan.way, "again": True, "label": label, "text": text, "outlook": outlook}]


def _carried_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """The form fields entered so far, as name and value, to be sent again with the reason."""
    data = request.POST if request.method == "POST" else request.GET
    return [
        (name, str(value))
        for name, value in data.items()
        if name not in ("csrfmiddlewaretoken", "reason", "why", "fee", "mark", "way", "again")
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def undo_day_change(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Show what undoing this change of the day would change for whom; a POST undoes it."""
    need = Need.RULE if round_reads.is_removal(tournament, event, number) else Need.DIRECT
    this_event, rights = event_for(request.user, tournament, event, need)
    change = get_object_or_404(DayChange, event=this_event, number=number)

    def kept_games_sentence(played: tuple[int, int]) -> str:
        if change.kind == DayChange.Kind.AWARD:
            return undoing_words.award_undone_later(played[0])
        if change.kind == DayChange.Kind.REMOVED:
            return undoing_words.removal_undone_later(*played, change.data["game"])
        is_mix_up = change.kind == DayChange.Kind.COURSE
        return undoing_words.mix_up_undone_later(*played) if is_mix_up else undoing_words.played_and_stay(*played)

    return _undo(
        request,
        this_event,
        rights,
        look=lambda: look_back(this_event, change),
        act=partial(round_actions.undo_day_change, change=change),
        title=_("Undo number %(number)d") % {"number": number},
        message=_change_sentence(change, names_at(this_event), day_changes(this_event).values()),
        kept_games_sentence=kept_games_sentence,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def undo_no_show(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Show what would change for whom if this no-show played after all; a POST lets them play."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    entry = get_object_or_404(Entry.objects.of(this_event), number=number)
    if request.method != "POST" and entry.status != Entry.Status.NO_SHOW:
        messages.info(
            request, _("%(name)s is no longer a no-show, so there is nothing to undo.") % {"name": entry.known_name}
        )
        return redirect("tournaments:round", tournament, event)
    return _undo(
        request,
        this_event,
        rights,
        look=lambda: look_back_at_no_show(this_event, entry),
        act=partial(round_actions.undo_no_show, entry=entry),
        title=_("Undo the no-show"),
        message=round_words.did_not_come(entry.seat, entry.known_name, ""),
        kept_games_sentence=lambda played: undoing_words.comes_back(played[1] + 1),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def undo_meeting_again(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Show what would change for whom if nobody could meet again any more; a POST forbids it."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    if request.method != "POST" and not this_event.repeats_reason:
        raise Http404(_("Nobody may meet again here, so there is nothing to take back."))
    return _undo(
        request,
        this_event,
        rights,
        look=lambda: look_back_at_meeting_again(this_event),
        act=partial(meeting_again_actions.undo_meeting_again, event=this_event),
        title=_("Let nobody meet again"),
        message=meeting_again_words.some_meet_again(this_event.games),
    )


def _undo(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    look: Callable[[], Outlook],
    act: Callable[..., object],
    title: str,
    message: str,
    kept_games_sentence: Callable[[tuple[int, int]], str] | None = None,
) -> HttpResponse:
    """Show what undoing would change for whom; a POST undoes it.

    `look` returns the outlook. `act` undoes, with the reason and the outlook's mark. `kept_games_sentence` makes a
    sentence from the first and the last game that do not change.
    """
    form = ReasonForm(posted(request))
    outlook = None
    with Attempt() as tried:
        outlook = look()
        act(**cleaned(form), actor=actor_of(request))
        messages.success(request, round_words.day_done(outlook.people))
        return redirect("tournaments:round", event.tournament.slug, event.slug)
    refused = tried.refused
    if isinstance(refused, Malformed):
        put_beside(refused, {"": form})
        refused = None
    context: dict[str, Any] = {"current": "round", "title": title, "told": message, "refused": refused}
    if outlook is not None:
        context |= {**outlook_context(event, outlook), "reason_form": form.look_again(outlook.mark)}
        if kept_games_sentence is not None and outlook.kept_games is not None:
            context["stay"] = kept_games_sentence(outlook.kept_games)
    status = status_of(refused, form)
    return show(request, "tournaments/day/round_undo.html", event, rights, context, status=status)


def people_by_seat(event: Event) -> dict[str, list[str]]:
    """The names of the two people of each team by seat."""
    entries = Entry.objects.of(event).filter(table__isnull=False, player__first__isnull=False).with_people()
    return {entry.seat: entry.player.names for entry in entries}


def names_at(event: Event, *, playing: bool = False) -> dict[str, str]:
    """The names of the seats' holders by seat, in seat order; with `playing` no-shows are left out."""
    entries = Entry.objects.of(event).filter(table__isnull=False).in_seat_order()
    rows = (entries.playing() if playing else entries).known_by("table", "seat_number")
    return {f"{table}-{number}": name for table, number, name in rows}


def _entry_number(event: Event, seat: str) -> int:
    """The number of the entrant who holds this seat."""
    place = parse_seat(seat)
    return event.entries.get(table=place.table, seat_number=place.number).number


def _has_plan(event: Event) -> bool:
    """Whether a plan says who meets whom."""
    return Movement(event.movement) in movements_rules.PLANS


def _happenings(event: Event) -> Mapping[str, tuple[str, str]]:
    """What can happen in this event: a title and when to choose it, by kind."""
    texts = round_words.happenings if _has_plan(event) else round_words.happenings_without_plan
    shown = texts(edition=event.edition, records_spread=event.records_spread)
    # There a result is tapped at its table.
    return {what: text for what, text in shown.items() if what != What.AWARD} if event.is_ladder else shown


def _change_sentence(change: DayChange, names: Mapping[str, str], changes_in_force: Iterable[ChangeRecord]) -> str:
    """A change of the day in a sentence. `changes_in_force` tell whether a substitute plays on."""
    event = change.event
    return round_words.day_change(
        change.kind,
        change.table,
        change.data,
        names,
        edition=event.edition,
        records_spread=event.records_spread,
        substitute=plays_on(changes_in_force, change.kind, change.data),
    )


def _plan_sentence(ground: Ground, plan: DayPlan, names: Mapping[str, str]) -> str:
    """A plan that is not stored yet, in a sentence with names."""
    if plan.what is What.NO_SHOW:
        return round_words.did_not_come(plan.seat, names[plan.seat], "")
    if plan.what is What.MEET_AGAIN:
        return meeting_again_words.some_meet_again(ground.event.games)
    kind, data = round_reads.values_of(ground, plan)
    return round_words.day_change(
        kind,
        plan.table,
        data,
        names,
        edition=ground.event.edition,
        records_spread=ground.event.records_spread,
        substitute=plays_on(ground.changes.values(), kind, data),
    )


def outlook_context(
    event: Event, outlook: Outlook, coming: Mapping[str, str] | None = None, *, anew: bool = False, away: str = ""
) -> dict[str, Any]:
    """What changes for whom, in words, as template context.

    - People who move are named by their present seat; as opponents afterwards they are named by the new one.
    - `coming` are late entrants' names by seat.
    - With `anew` the event's number of games changes. Then everybody with fewer games is warned about, even if their
      games do not change.
    - `away` is the seat of the player who leaves or misses games.
    """
    names = {**names_at(event), **(coming or {})}
    moved = dict(outlook.moved)
    names_after = {seat: name for seat, name in names.items() if seat not in moved}
    names_after |= {new: names[old] for old, new in moved.items()}
    by_game: dict[int, list[dict[str, str]]] = {}
    for difference in outlook.differences:
        by_game.setdefault(difference.game, []).append(
            {
                "who": player_words.person_at(difference.player, names),
                "before": round_words.played(difference.before, names),
                "after": round_words.played(difference.after, names_after),
            }
        )
    return {
        "outlook": outlook,
        "by_game": by_game,
        "warned": _warnings(event, outlook, names, anew=anew, away=away),
        "deals": mixup_words.deals_then(outlook.deals.changed, _uneven_dealers(outlook.deals, names))
        if outlook.deals
        else "",
        "moves": [round_words.moves_to(player_words.person_at(old, names), new) for old, new in moved.items()],
        **_totals_context(outlook, names),
        "misfit": round_words.written_already([(misfit.seat, misfit.game, misfit.named) for misfit in outlook.misfits])
        if outlook.misfits
        else "",
    }


def _totals_context(outlook: Outlook, names: Mapping[str, str]) -> dict[str, Any]:
    """Each player's totals before and after, as template context; only columns that change, to fit a phone."""
    titles = round_words.what_everybody_gets()
    rows = [
        (total.player, {what: (getattr(total.before, what, 0), getattr(total.after, what, 0)) for what in titles})
        for total in outlook.sums
    ]
    shown = [what for what in titles if any(cells[what][0] != cells[what][1] for _player, cells in rows)]
    return {
        "columns": [titles[what] for what in shown],
        "sums": [
            {"who": player_words.person_at(player, names), "cells": [cells[what] for what in shown]}
            for player, cells in rows
        ],
    }


def _uneven_dealers(deals: Deals, names: Mapping[str, str]) -> list[tuple[str, int, int]]:
    """Who deals first too often or too seldom: seat and name, first deals, and counted games."""
    return [(player_words.person_at(seat, names), first, games) for seat, first, games in deals.uneven]


def _warnings(event: Event, outlook: Outlook, names: Mapping[str, str], *, anew: bool, away: str) -> list[str]:
    """What a director should know first.

    Who would have too few games or meet somebody again, who does not go back to their former seat, and which awards
    lapse or stand again.
    """
    losing_games = []
    for total in outlook.sums:
        had_all_games = total.before is not None and total.before.games >= event.games
        # A player without any game left is named if they leave, not if they never came.
        loses_games = total.after.games < event.games if total.after else total.player == away
        if had_all_games and loses_games:
            losing_games.append(total.player)
    people_losing = [player_words.person_at(seat, names) for seat in (outlook.short if anew else losing_games)]
    stayer_sentences = [
        round_words.stays_there(
            player_words.person_at(present, names),
            former,
            round_words.why_they_stay(names.get(former, ""), is_played=event.is_played),
        )
        for present, former in outlook.stayers
    ]
    repeating = [player_words.person_at(seat, names) for seat in outlook.meeting_again]
    changed = {total.player for total in outlook.sums if total.before is None or total.after != total.before}
    latecomers = [(player_words.person_at(seat, names), games) for seat, games in outlook.late if seat in changed]
    cure = f" {meeting_again_words.may_meet_again_later(outlook.again, event.games)}" if outlook.again else ""
    return [
        *([round_words.fewer_games(people_losing, event.games) + cure] if people_losing else []),
        *([round_words.latecomers(latecomers, event.games)] if latecomers else []),
        *([undoing_words.meet_again(repeating)] if repeating else []),
        *stayer_sentences,
        *(_award_falls(award, names) for award in outlook.lapsed_awards),
        *(undoing_words.award_is_back(*_award_values(award, names)) for award in outlook.revived_awards),
    ]


def _award_falls(award: Award, names: Mapping[str, str]) -> str:
    """The sentence that this award would lapse."""
    sentence = undoing_words.removal_award_falls if award.is_removal else undoing_words.award_falls
    return sentence(*_award_values(award, names))


def _award_values(award: Award, names: Mapping[str, str]) -> tuple[int, int, str, str]:
    """What sentences on awards need: number, game, winner and loser, people with seat and name."""
    return (
        award.number,
        award.game,
        player_words.person_at(award.winner, names),
        player_words.person_at(award.loser, names),
    )


def _lapse_sentence(lapsed: Award | None) -> str:
    """The sentence added to an award that lapsed; empty for None."""
    if lapsed is None:
        return ""
    return undoing_words.removal_award_is_fallen() if lapsed.is_removal else undoing_words.award_is_fallen()


def _change_page(
    request: HttpRequest, event: Event, rights: Rights, what: What, context: Mapping[str, Any], *, status: int = 0
) -> HttpResponse:
    """The page on which a change of this kind is noted. `status` 0: as the form in `context` says."""
    title, text = _happenings(event)[what]
    form = context["form"]
    return show(
        request,
        "tournaments/day/round_change.html",
        event,
        rights,
        {"current": "round", "what": what.value, "title": title, "text": text, **context},
        status=status or status_of(form),
    )


def _round_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    clock_form: ClockForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page of the round, after a refusal with its message."""
    if refused is not None:
        event.refresh_from_db()
    names = names_at(event)
    rows = list(event.day_changes.order_by("-number"))
    awards = (DayChange.Kind.AWARD, DayChange.Kind.REMOVED)
    in_force = [ChangeRecord(change.kind, change.table, change.data) for change in rows if change.undone_at is None]
    awarded = any(kind in awards for kind, _table, _data in in_force)
    lapsed = {award.number: award for award in round_reads.ground_of(event).lapsed_awards} if awarded else {}
    since = round_reads.meeting_again_since(event)
    no_shows = [
        {"row": no_show, "told": round_words.did_not_come(no_show.seat, no_show.entry.known_name, no_show.given_to)}
        for no_show in round_reads.no_shows(event)
    ]
    context: dict[str, Any] = {
        "current": "round",
        "now": round_reads.round_now(event),
        "changes": [
            {
                "row": change,
                "told": f"{_change_sentence(change, names, in_force)} {_lapse_sentence(lapsed.get(change.number))}".strip(),
                "may_undo": rights.may(Need.RULE if change.kind == DayChange.Kind.REMOVED else Need.DIRECT),
            }
            for change in rows
        ],
        "no_shows": no_shows,
        "meets_again": {"row": since, "told": meeting_again_words.some_meet_again(event.games)} if since else None,
        "happened": sum(change.undone_at is None for change in rows) + len(no_shows) + bool(since),
        "may_check": rights.may(Need.CHECK),
        "may_remove": rights.may(Need.RULE),
        "has_plan": _has_plan(event),
        "happenings": [
            {"what": what, "title": texts[0], "text": texts[1]} for what, texts in _happenings(event).items()
        ],
        "clock_form": clock_form or ClockForm(initial={"minutes": event.game_minutes}),
        "refused": refused,
    }
    return show(request, "tournaments/day/round.html", event, rights, context, status=status_of(refused, clock_form))
