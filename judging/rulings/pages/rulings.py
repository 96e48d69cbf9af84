"""Pages of rulings: the list, one ruling, recording a ruling or a removal, notes on conduct, and figures of the day."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from operator import itemgetter
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging import access
from judging.calls import words as calls_words
from judging.calls.reads import panel as panel_reads
from judging.calls.reads.calls import heard_by, may_go_to_three
from judging.models import Call, Ruling
from judging.rulings import actions as rulings_actions
from judging.rulings import words as rulings_words
from judging.rulings.actions import MOST_RULES, UNCOVERED, look_at_removal
from judging.rulings.forms import ConductForm, RulingForm, SearchForm, TakingBackForm
from judging.rulings.reads import rulings as rulings_reads
from judging.rulings.reads.recording import from_assistant, own_call, people_of, rule_named
from judging.rulings.reads.referrals import referrals
from judging.rulings.reads.removals import game_in_progress, removal_of
from judging.rulings.reads.summary import summary
from tournaments.access import Need, Rights, events_for, is_own, require, rights_of
from tournaments.day.pages import outlook_context
from tournaments.day.words import round as round_words
from tournaments.errors import Refused
from tournaments.http import whole_number
from tournaments.models import Entry, Event, Tournament, User
from tournaments.rules.edition import Edition
from tournaments.rules.naming import counted
from tournaments.views.page import Attempt, actor_of, cleaned, posted, put_beside, show, spreadsheet, status_of

_NO_ANSWERS = ("call", "subject", "event")
"""Query parameters of the form that are not answers of the assistant."""
NO_CALL = "none"
"""The value of the form's field `call` for a ruling without a call."""


# --- The list --------------------------------------------------------------------------------------------------------


@require_safe
def rulings(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show rulings of the events that the user judges or directs, newest first.

    The query parameters `q`, `event`, `subject` and `rule` filter them.
    """
    tournament_row, rights, events = events_for(request.user, tournament, Need.JUDGE)
    all_rulings = rulings_reads.rulings(tournament_row, events)
    sought = _sought(request)
    title_by_subject = {shown.subject: shown.case for shown in all_rulings if shown.subject}
    rules = {rule.number: rule for shown in all_rulings for rule in shown.rules}
    context = {
        "current": "rulings",
        "rulings": [shown for shown in all_rulings if sought.fits(shown)],
        "is_empty": not all_rulings,
        "sought": sought,
        "query": request.GET.urlencode(),
        "events": events,
        "subjects": sorted(title_by_subject.items(), key=itemgetter(1)),
        "rules": [rules[number] for number in sorted(rules, key=counted)],
        "waiting": sum(len(shown.waiting) for shown in referrals(tournament_row) if shown.event in events),
    }
    return show(request, "judging/rulings/rulings.html", tournament_row, rights, context)


@require_safe
def rulings_csv(request: HttpRequest, tournament: str) -> HttpResponse:
    """Send the rulings of the list, filtered in the same way, as a file for a spreadsheet."""
    tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
    sought = _sought(request)
    listed = [
        rulings_reads.ruling_values(shown)
        for shown in rulings_reads.rulings(tournament_row, events)
        if sought.fits(shown)
    ]
    zone = ZoneInfo(tournament_row.time_zone)
    rows = [[_cell(values[name], zone) for name in rulings_reads.RULING_COLUMNS] for values in listed]
    return spreadsheet(
        f"{tournament_row.slug}-rulings.csv", [[_(name) for name in rulings_reads.RULING_COLUMNS], *rows]
    )


def _cell(value: Any, zone: ZoneInfo) -> str:
    """A value of a ruling as a cell of the spreadsheet; times are in this zone."""
    if value is None or value is False:
        return ""
    if value is True:
        return _("yes")
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, datetime):
        return value.astimezone(zone).isoformat(timespec="seconds")
    return str(value)


def _sought(request: HttpRequest) -> rulings_reads.Sought:
    """The valid filters in the query parameters."""
    form = SearchForm(request.GET)
    form.full_clean()
    filters = form.cleaned_data
    return rulings_reads.Sought(
        text=filters.get("q", ""),
        event=filters.get("event", ""),
        subject=filters.get("subject", ""),
        rule=filters.get("rule", ""),
    )


# --- One ruling ------------------------------------------------------------------------------------------------------


@require_safe
def ruling(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Show one ruling, with the form by which its recorder, the head judge and the director take it back."""
    tournament_row, rights, row = access.ruling_for(request.user, tournament, number)
    return _ruling_page(request, tournament_row, rights, row, TakingBackForm())


@require_POST
def take_back_ruling(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Take a ruling back: note that it no longer holds, and why."""
    tournament_row, rights, row = access.ruling_for(request.user, tournament, number)
    form = TakingBackForm(request.POST)
    with Attempt() as tried:
        reason = cleaned(form)["reason"]
        rulings_actions.take_back_ruling(
            tournament=tournament_row, number=number, reason=reason, rights=rights, actor=actor_of(request)
        )
        messages.success(request, _("Ruling %(number)d is taken back. It stays in the list.") % {"number": number})
        return redirect("judging:ruling", tournament, number)
    return _ruling_page(request, tournament_row, rights, row, form, tried.refused)


def _ruling_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    row: Ruling,
    form: TakingBackForm,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page of one ruling; `third_to` is the number of the call if its case may still go to three judges."""
    assert isinstance(request.user, User)
    is_party = any(is_own(request.user, party) for party in (row.offender, row.other) if party is not None)
    is_recorder = row.recorder_id == request.user.pk
    removal = removal_of(row.offender) if row.removes and row.offender and not row.taken_back_at else None
    third_to = None
    if row.call is not None and row.is_open_to_three and not is_party and may_go_to_three(row.call):
        third_to = row.call_id
    context = {
        "current": "rulings",
        "ruling": rulings_reads.ruling_of(row),
        "removal": removal,
        "may_take_back": (is_recorder or rights.may(Need.RULE)) and not is_party and row.taken_back_at is None,
        "third_to": third_to,
        "form": form,
        "refused": refused,
    }
    return show(request, "judging/rulings/recorded.html", tournament, rights, context, status=status_of(refused, form))


# --- Recording one ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
    """The case that the form is about.

    `events` are those that the user judges or directs. `call` is the call that the ruling answers, or None. `parties`
    are the players of the call, as far as known. `rights` are the user's in the tournament.
    """

    tournament: Tournament
    events: Sequence[Event]
    call: Call | None
    parties: tuple[Entry, ...]
    rights: Rights

    @property
    def edition(self) -> Edition:
        return Edition(self.tournament.edition)


@require_http_methods(["GET", "HEAD", "POST"])
def new_ruling(request: HttpRequest, tournament: str) -> HttpResponse:
    """Record a ruling. The form is filled in from the call and the assistant.

    A removal from play is only previewed at first; the second POST does it.
    """
    case = _case(request, tournament)
    if request.method != "POST":
        form = _form(request, case, None)
        refused = Refused("own_card", calls_words.own_call()) if _is_party(request, case) else None
        return _new_page(request, case, form, refused=refused, status=403 if refused else 200)
    form = _form(request, case, request.POST)
    for name in ("removes", "by_head"):
        # The form has no such field for a user without this right.
        if request.POST.get(name) and name not in form.fields:
            require(case.rights, Need.RULE)
    with Attempt() as tried:
        if cleaned(form).get("removes"):
            return _look_or_remove(request, case, form)
        if "look" in request.POST:
            # Whoever took the removal away again asked for another look: nothing is recorded by it.
            return _new_page(request, case, form)
        row = rulings_actions.give_ruling(
            tournament=case.tournament,
            event=form.of_event,
            call=case.call,
            ruled=_ruled(form),
            alone=form.cleaned_data["alone"],
            rights=_rights(request, case, form),
            actor=actor_of(request),
        )
        return _recorded(request, case, row)
    if tried.refused is None:
        return _new_page(request, case, form)
    return _refused_page(request, case, form, tried.refused)


def _look_or_remove(request: HttpRequest, case: _Case, form: RulingForm) -> HttpResponse:
    """Do the removal if its preview was shown and is still correct; else show the preview.

    The preview is correct if its `mark` is that of the removal now.
    """
    assert form.offender is not None  # a valid form has an offender for a removal
    offender = form.offender
    # The first preview takes the current game; later ones take the game in the form.
    was_previewed = "game" in request.POST
    game = form.cleaned_data.get("game") if was_previewed else game_in_progress(offender, case.call)
    removal: dict[str, Any] = {
        "tournament": case.tournament,
        "event": form.of_event,
        "call": case.call,
        "ruled": _ruled(form),
        "game": game,
        "rights": _rights(request, case, form),
        "actor": actor_of(request),
    }
    stale = None
    if form.cleaned_data["mark"]:
        try:
            row = rulings_actions.remove_player(mark=form.cleaned_data["mark"], **removal)
        except Refused as refused:
            if refused.code != "stale":
                raise
            stale = refused
        else:
            messages.success(request, _("%(name)s is removed from play.") % {"name": offender.name})
            return _recorded(request, case, row)
    ahead = look_at_removal(**removal)
    is_of_round = ahead.match is None
    data = request.POST.copy()
    data["mark"] = ahead.mark
    if is_of_round:
        data["game"] = "" if game is None else str(game)
    form_of_preview = _form(request, case, data, is_of_round=is_of_round)
    form_of_preview.is_valid()
    # The page posts exactly what it previewed; a field that the user changes leads to another preview.
    carried = [(name, value) for name, values in data.lists() if name != "csrfmiddlewaretoken" for value in values]
    preview_context: dict[str, Any] = {"told": ahead.told, "carried": carried, "is_ahead": True}
    if ahead.outlook is not None:
        preview_context |= outlook_context(offender.event, ahead.outlook, away=offender.seat)
        if game is not None and not ahead.outlook.awarded_to:
            preview_context["warned"] = [round_words.nobody_to_award_to(game), *preview_context["warned"]]
    return _new_page(request, case, form_of_preview, preview_context=preview_context, refused=stale)


def _recorded(request: HttpRequest, case: _Case, row: Ruling) -> HttpResponse:
    """Say that the ruling is recorded, warn of other rulings on its call, and redirect to it."""
    if case.call is None:
        messages.success(request, _("Ruling %(number)d is recorded.") % {"number": row.number})
    else:
        sentence = _("Ruling %(number)d is recorded, and the call is closed.")
        messages.success(request, sentence % {"number": row.number})
        others = rulings_reads.other_rulings(case.call, row)
        if others:
            messages.warning(request, rulings_words.also_ruled(others))
    return redirect("judging:ruling", case.tournament.slug, row.number)


def _ruled(form: RulingForm) -> rulings_actions.Ruled:
    """The ruling in this valid form."""
    values = {**form.cleaned_data, "judges": form.cleaned_data["named"], "offender": form.offender, "other": form.other}
    names = [attribute.name for attribute in fields(rulings_actions.Ruled)]
    return rulings_actions.Ruled(**{name: values[name] for name in names if name in values})


def _rights(request: HttpRequest, case: _Case, form: RulingForm) -> Rights:
    """The user's rights in the event of the ruling."""
    return rights_of(request.user, case.tournament, form.of_event)


def _case(request: HttpRequest, tournament: str) -> _Case:
    """The case of this request.

    Its call is the one in the parameter `call`. Without the parameter, a form that is just opened takes the call to
    which the judge is coming, if there is only one.
    """
    tournament_row, rights, events = events_for(request.user, tournament, Need.JUDGE)
    parameters = request.POST if request.method == "POST" else request.GET
    text = parameters.get("call", "")
    number = whole_number(text)
    call = None
    if number is not None:
        call, _events = access.call_for(request.user, tournament, number)
    elif not text and request.method != "POST":
        assert isinstance(request.user, User)
        call = own_call(events, request.user)
    parties = tuple(party for party in (call.entry, call.opponent) if party is not None) if call else ()
    return _Case(tournament_row, events, call, parties, rights)


def _is_party(request: HttpRequest, case: _Case) -> bool:
    """Whether the user is one of the players of the call."""
    assert isinstance(request.user, User)
    return any(is_own(request.user, party) for party in case.parties)


def _form(request: HttpRequest, case: _Case, data: QueryDict | None, *, is_of_round: bool | None = None) -> RulingForm:
    """The form of this case with these data; None for the initial values.

    `is_of_round`: the removal ends a game of the round. None: it does if the data have a game.
    """
    events: Sequence[Event] = case.events
    rights = case.rights
    if case.call is not None:
        events = [case.call.entry.event]
        rights = rights_of(request.user, case.tournament, case.call.entry.event)
    if is_of_round is None:
        is_of_round = data is not None and "game" in data
    own_name = actor_of(request).name
    panel = panel_reads.panel(case.tournament, case.events)
    panel_names = [member.name for member in panel.judges]
    label_by_judge = {own_name: own_name} if own_name in panel_names or rights.superuser else {}
    label_by_judge |= {member.name: _judge_label(panel, member, case) for member in panel.judges}
    return RulingForm(
        data,
        initial=_initial(request, case, own_name, panel_names) if data is None else None,
        events=events,
        parties=case.parties,
        judges=label_by_judge,
        edition=case.edition,
        may_rule=rights.may(Need.RULE) or any(rights.may_in(event, Need.RULE) for event in events),
        is_of_round=is_of_round,
    )


def _judge_label(panel: panel_reads.Panel, judge: panel_reads.JudgeShown, case: _Case) -> str:
    """The label of a judge to choose, with the relation to a player of the call, if there is one."""
    relatives = panel.relatives.get(judge.user.pk)
    if relatives is not None:
        for party in case.parties:
            if kind := relatives.of(party):
                return rulings_words.judge_to_choose(judge.name, party.name, kind)
    return judge.name


def _initial(request: HttpRequest, case: _Case, own_name: str, panel_names: Sequence[str]) -> dict[str, Any]:
    """The initial values of the form: from the call, and from the assistant if its answers are in the URL."""
    judge_names = [own_name] if own_name in panel_names else []
    if case.call is not None:
        judge_names += heard_by(case.call)
    initial: dict[str, Any] = {
        "call": case.call.pk if case.call else NO_CALL,
        "judges": [name for name in dict.fromkeys(judge_names) if name],
    }
    if request.GET.get("event"):
        initial["event"] = request.GET["event"]
    answers = {name: text for name, text in request.GET.dict().items() if name not in _NO_ANSWERS}
    assisted = from_assistant(request.GET.get("subject", ""), case.edition, answers)
    if assisted is None:
        return initial
    return {
        **initial,
        "subject": assisted.subject,
        "answers": json.dumps(dict(assisted.answers)),
        "happened": assisted.happened,
        "decision": assisted.decision,
        "rules": ", ".join(assisted.rules),
        "points": assisted.points,
        "by_head": case.edition is Edition.Y2020 and UNCOVERED in assisted.rules,
    }


def _refused_page(request: HttpRequest, case: _Case, form: RulingForm, refused: Refused) -> HttpResponse:
    """Show the form again with everything typed: faults are beside their fields, another refusal is at the top."""
    if refused.faults:
        put_beside(_as_fields(refused, form), {"": form})
    if case.call is not None:
        case.call.refresh_from_db()
    return _new_page(request, case, form, refused=None if refused.faults else refused)


def _as_fields(refused: Refused, form: RulingForm) -> Refused:
    """The refusal with its faults renamed to the fields of this form."""
    offender_field = "who" if "who" in form.fields else "offender_named"
    form_fields = {
        "offender": offender_field,
        "seat": offender_field,
        "other": "other_named",
        "opponent": "other_named",
        "first": "game",
    }
    return refused.moved(lambda field: form_fields.get(field, field))


def _new_page(
    request: HttpRequest,
    case: _Case,
    form: RulingForm,
    *,
    preview_context: Mapping[str, Any] | None = None,
    refused: Refused | None = None,
    status: int | None = None,
) -> HttpResponse:
    """The page of the form; `preview_context` is added while a removal is previewed."""
    call = case.call
    # Players are typed unless the call names both.
    names: Sequence[str] = ()
    if len(case.parties) < 2:
        names = [f"{seat} {name}" for event in case.events for seat, name in people_of(event).items()]
    rules = form["rules"].value() or ""
    numbers = [text.strip() for text in rules.split(",") if text.strip()]
    context = {
        "current": "rulings",
        "form": form,
        "call": call,
        "where": calls_words.where(call.table, call.seat, call.match, call.game) if call is not None else "",
        "names": names,
        "named_rules": [rule_named(number, case.edition) for number in numbers[:MOST_RULES]],
        "head_decides": "" if "by_head" in form.fields else rulings_words.head_decides(case.edition),
        "case_title": calls_words.case(form["subject"].value() or ""),
        "refused": refused,
        "is_party": _is_party(request, case),
        **(preview_context or {}),
    }
    code = status if status is not None else status_of(refused, form)
    return show(request, "judging/rulings/new_ruling.html", case.tournament, case.rights, context, status=code)


# --- Conduct ---------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def conduct(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show the notes on conduct, for the director and the head judge; a POST adds a note."""
    tournament_row, rights, events = events_for(request.user, tournament, Need.RULE)
    assert isinstance(request.user, User)
    form = ConductForm(posted(request), events=events)
    with Attempt() as tried:
        note = cleaned(form)["note"]
        in_event = rights_of(request.user, tournament_row, form.entry.event)
        rulings_actions.note_conduct(entry=form.entry, text=note, rights=in_event, actor=actor_of(request))
        messages.success(request, _("The note is kept. Only the director and the head judge read it."))
        return redirect("judging:conduct", tournament)
    refused = tried.refused
    if refused and refused.faults:
        put_beside(refused, {"": form})
    context = {
        "current": "conduct",
        "form": form,
        "notes": rulings_reads.conduct_notes(tournament_row, events, request.user),
        "names": [f"{seat} {name}" for event in events for seat, name in people_of(event).items()],
        "has_events": bool(events),
        "refused": refused,
    }
    return show(
        request, "judging/rulings/conduct.html", tournament_row, rights, context, status=status_of(refused, form)
    )


# --- After the day ---------------------------------------------------------------------------------------------------


@require_safe
def judging(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show the judging in figures, without names."""
    tournament_row, rights, events = events_for(request.user, tournament, Need.JUDGE)
    figures = summary(tournament_row, events)
    waits = figures.waits
    context = {
        "current": "judging",
        "figures": figures,
        "median": rulings_words.span(waits.median) if waits.median is not None else "",
        "longest": rulings_words.span(waits.longest) if waits.longest is not None else "",
    }
    return show(request, "judging/rulings/figures.html", tournament_row, rights, context)
