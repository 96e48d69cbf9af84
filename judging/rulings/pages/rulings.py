"""Rulings: the list, one ruling, recording one with a removal from play, notes on conduct, and figures of the day."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
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
from judging.rulings.actions import UNCOVERED, look_at_removal
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
"""Query parameters of the form that are no answers of the assistant."""
NO_CALL = "none"


# --- The list --------------------------------------------------------------------------------------------------------


@require_safe
def rulings(request: HttpRequest, tournament: str) -> HttpResponse:
    """Rulings of the events that the user judges, newest first, filtered by `q`, `event`, `subject` and `rule`."""
    tournament_row, rights, events = events_for(request.user, tournament, Need.JUDGE)
    everything = rulings_reads.rulings(tournament_row, events)
    sought = _sought(request)
    rules = {rule.number: rule for shown in everything for rule in shown.rules}
    context = {
        "current": "rulings",
        "rulings": [shown for shown in everything if sought.fits(shown)],
        "is_empty": not everything,
        "sought": sought,
        "query": request.GET.urlencode(),
        "events": events,
        "subjects": sorted(
            {(shown.subject, shown.case) for shown in everything if shown.subject}, key=lambda shown: shown[1]
        ),
        "rules": [rules[number] for number in sorted(rules, key=counted)],
        "waiting": sum(len(shown.waiting) for shown in referrals(tournament_row) if shown.event in events),
    }
    return show(request, "judging/rulings/rulings.html", tournament_row, rights, context)


@require_safe
def rulings_csv(request: HttpRequest, tournament: str) -> HttpResponse:
    """The same as a file for a spreadsheet."""
    tournament_row, _rights, events = events_for(request.user, tournament, Need.JUDGE)
    sought = _sought(request)
    listed = [
        rulings_reads.ruling_values(shown)
        for shown in rulings_reads.rulings(tournament_row, events)
        if sought.fits(shown)
    ]
    zone = ZoneInfo(tournament_row.time_zone)
    rows = [[_cell(values[name], zone) for name in rulings_reads.RULING_COLUMNS] for values in listed]
    return spreadsheet(f"{tournament_row.slug}-rulings.csv", [rulings_reads.RULING_COLUMNS, *rows])


def _cell(value: Any, zone: ZoneInfo) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, list):
        return ", ".join(value)
    return value.astimezone(zone).isoformat(timespec="seconds") if isinstance(value, datetime) else str(value)


def _sought(request: HttpRequest) -> rulings_reads.Sought:
    form = SearchForm(request.GET)
    filters = form.cleaned_data if form.is_valid() else {}
    return rulings_reads.Sought(
        text=filters.get("q", ""),
        event=filters.get("event", ""),
        subject=filters.get("subject", ""),
        rule=filters.get("rule", ""),
    )


# --- One ruling ------------------------------------------------------------------------------------------------------


@require_safe
def ruling(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """One ruling; its recorder, the head judge and the director may take it back here."""
    tournament_row, rights, row = access.ruling_for(request.user, tournament, number)
    return _ruling_page(request, tournament_row, rights, row, TakingBackForm())


@require_POST
def take_back_ruling(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Note that a ruling no longer holds."""
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
    assert isinstance(request.user, User)
    is_party = any(is_own(request.user, party) for party in (row.offender, row.other) if party is not None)
    may = row.recorder_id == request.user.pk or rights.may(Need.RULE)
    context = {
        "current": "rulings",
        "ruling": rulings_reads.ruling_of(row),
        "removal": removal_of(row.offender) if row.removes and row.offender and not row.taken_back_at else None,
        "may_take_back": may and not is_party and row.taken_back_at is None,
        "third_to": row.call_id
        if row.call and row.is_open_to_three and not is_party and may_go_to_three(row.call)
        else None,
        "form": form,
        "refused": refused,
    }
    return show(request, "judging/rulings/recorded.html", tournament, rights, context, status=status_of(refused, form))


# --- Recording one ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
    """What the form is about: the tournament, the events that the user judges, the call if any, and its parties."""

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
    """Record a ruling; the form is filled from the call and the assistant.

    A removal from play is previewed first, and done with the second POST.
    """
    case = _case(request, tournament)
    if request.method != "POST":
        form = _form(request, case, None)
        refused = Refused("own_card", calls_words.own_call()) if _is_party(request, case) else None
        return _new_page(request, case, form, refused=refused, status=403 if refused else 200)
    form = _form(request, case, request.POST)
    for name in ("removes", "by_head"):
        if request.POST.get(name) and name not in form.fields:
            require(case.rights, Need.RULE)
    with Attempt() as tried:
        if cleaned(form).get("removes"):
            return _look_or_remove(request, case, form)
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
    """Do the removal if its preview was shown and still holds; else show the preview."""
    assert form.offender is not None  # the form asks for whom
    offender = form.offender
    # The first preview takes the current game; later ones take the field.
    looked = "game" in request.POST
    asked: dict[str, Any] = {
        "tournament": case.tournament,
        "event": form.of_event,
        "call": case.call,
        "ruled": _ruled(form),
        "game": form.cleaned_data.get("game") if looked else game_in_progress(offender, case.call),
        "rights": _rights(request, case, form),
        "actor": actor_of(request),
    }
    changed = None
    if form.cleaned_data["mark"]:
        try:
            row = rulings_actions.remove_player(mark=form.cleaned_data["mark"], **asked)
        except Refused as refused:
            if refused.code != "stale":
                raise
            changed = refused
        else:
            messages.success(request, _("%(name)s is removed from play.") % {"name": offender.name})
            return _recorded(request, case, row)
    ahead = look_at_removal(**asked)
    game = asked["game"]
    data = request.POST.copy()
    data["mark"] = ahead.mark
    if ahead.match is None:
        data["game"] = "" if game is None else str(game)
    again = _form(request, case, data, is_of_round=ahead.match is None)
    again.is_valid()
    # The form sends what the preview showed, so a field changed since is previewed again.
    carried = [(name, value) for name, values in data.lists() if name != "csrfmiddlewaretoken" for value in values]
    shown: dict[str, Any] = {"told": ahead.told, "carried": carried, "is_ahead": True}
    if ahead.outlook is not None:
        shown |= outlook_context(offender.event, ahead.outlook, away=offender.seat)
        if game is not None and not ahead.outlook.awarded_to:
            shown["warned"] = [round_words.nobody_to_award_to(game), *shown["warned"]]
    return _new_page(request, case, again, ahead=shown, refused=changed)


def _recorded(request: HttpRequest, case: _Case, row: Ruling) -> HttpResponse:
    closed = case.call is not None
    number = {"number": row.number}
    sentence = (
        _("Ruling %(number)d is recorded, and the call is closed.") if closed else _("Ruling %(number)d is recorded.")
    )
    messages.success(request, sentence % number)
    if case.call is not None and (others := rulings_reads.other_rulings(case.call, row)):
        messages.warning(request, rulings_words.also_ruled(others))
    return redirect("judging:ruling", case.tournament.slug, row.number)


def _ruled(form: RulingForm) -> rulings_actions.Ruled:
    values = {**form.cleaned_data, "judges": form.cleaned_data["named"], "offender": form.offender, "other": form.other}
    return rulings_actions.Ruled(
        **{
            attribute.name: values[attribute.name]
            for attribute in fields(rulings_actions.Ruled)
            if attribute.name in values
        }
    )


def _rights(request: HttpRequest, case: _Case, form: RulingForm) -> Rights:
    """The rights in the event of the ruling."""
    return rights_of(request.user, case.tournament, form.of_event)


def _case(request: HttpRequest, tournament: str) -> _Case:
    tournament_row, rights, events = events_for(request.user, tournament, Need.JUDGE)
    parameters = request.POST if request.method == "POST" else request.GET
    text = parameters.get("call", "")
    call = None
    if (number := whole_number(text)) is not None:
        call, _events = access.call_for(request.user, tournament, number)
    elif not text and request.method != "POST":
        assert isinstance(request.user, User)
        call = own_call(events, request.user)
    parties = tuple(party for party in (call.entry, call.opponent) if party is not None) if call else ()
    return _Case(tournament_row, events, call, parties, rights)


def _is_party(request: HttpRequest, case: _Case) -> bool:
    assert isinstance(request.user, User)
    return any(is_own(request.user, party) for party in case.parties)


def _form(request: HttpRequest, case: _Case, data: QueryDict | None, *, is_of_round: bool | None = None) -> RulingForm:
    events = [case.call.entry.event] if case.call else case.events
    rights = case.rights if case.call is None else rights_of(request.user, case.tournament, case.call.entry.event)
    may_rule = any(rights.may_in(event, Need.RULE) for event in events) or rights.may(Need.RULE)
    me = actor_of(request).name
    shown = panel_reads.panel(case.tournament, case.events)
    panel = [member.name for member in shown.judges]
    mine = {me: me} if me in panel or rights.superuser else {}
    return RulingForm(
        data,
        initial=_initial(request, case, me, panel) if data is None else None,
        events=events,
        parties=case.parties,
        judges=mine | {member.name: _judge_told(shown, member, case) for member in shown.judges},
        edition=case.edition,
        may_rule=may_rule,
        is_of_round=is_of_round if is_of_round is not None else data is not None and "game" in data,
    )


def _judge_told(panel: panel_reads.Panel, judge: panel_reads.JudgeShown, case: _Case) -> str:
    """A judge to choose, with how they are related to a player of the call."""
    known = panel.relatives.get(judge.user.pk)
    related = ((party.name, kind) for party in case.parties if known and (kind := known.of(party)))
    relation = next(related, None)
    return rulings_words.judge_to_choose(judge.name, *relation) if relation else judge.name


def _initial(request: HttpRequest, case: _Case, me: str, panel: Sequence[str]) -> dict[str, Any]:
    """Initial values of the form: from the call, and from the assistant if its answers are in the URL."""
    answers = {name: text for name, text in request.GET.dict().items() if name not in _NO_ANSWERS}
    heard = heard_by(case.call) if case.call else []
    filled: dict[str, Any] = {
        "call": case.call.pk if case.call else NO_CALL,
        "judges": [name for name in dict.fromkeys([*([me] if me in panel else []), *heard]) if name],
    }
    if request.GET.get("event"):
        filled["event"] = request.GET["event"]
    if len(case.parties) == 1:
        party = case.parties[0]
        filled["offender_named"] = f"{party.seat} {party.name}"
    assisted = from_assistant(request.GET.get("subject", ""), case.edition, answers)
    if assisted is None:
        return filled
    return {
        **filled,
        "subject": assisted.subject,
        "answers": json.dumps(dict(assisted.answers)),
        "happened": assisted.happened,
        "decision": assisted.decision,
        "rules": ", ".join(assisted.rules),
        "points": assisted.points,
        "by_head": case.edition is Edition.Y2020 and UNCOVERED in assisted.rules,
    }


def _refused_page(request: HttpRequest, case: _Case, form: RulingForm, refused: Refused) -> HttpResponse:
    """The form again: faults beside their fields, other refusals at the top; nothing typed is lost."""
    if refused.faults:
        put_beside(_as_fields(refused, form), {"": form})
    if case.call is not None:
        case.call.refresh_from_db()
    return _new_page(request, case, form, refused=None if refused.faults else refused)


def _as_fields(refused: Refused, form: RulingForm) -> Refused:
    """The refusal with its faults under the fields of this form."""
    who = "who" if "who" in form.fields else "offender_named"
    places = {"offender": who, "seat": who, "other": "other_named", "opponent": "other_named", "first": "game"}
    return refused.moved(lambda field: places.get(field, field))


def _new_page(
    request: HttpRequest,
    case: _Case,
    form: RulingForm,
    *,
    ahead: Mapping[str, Any] | None = None,
    refused: Refused | None = None,
    status: int | None = None,
) -> HttpResponse:
    rules = form["rules"].value() or ""
    named = [rule_named(text.strip(), case.edition) for text in rules.split(",") if text.strip()][:12]
    context = {
        "current": "rulings",
        "form": form,
        "call": case.call,
        "where": calls_words.where(case.call.table, case.call.seat, case.call.match, case.call.game)
        if case.call
        else "",
        "names": [f"{seat} {name}" for event in case.events for seat, name in people_of(event).items()]
        if len(case.parties) < 2
        else (),
        "named_rules": named,
        "head_decides": "" if "by_head" in form.fields else rulings_words.head_decides(case.edition),
        "case_title": calls_words.case(form["subject"].value() or ""),
        "refused": refused,
        "is_party": _is_party(request, case),
        **(ahead or {}),
    }
    code = status if status is not None else status_of(refused, form)
    return show(request, "judging/rulings/new_ruling.html", case.tournament, case.rights, context, status=code)


# --- Conduct ---------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def conduct(request: HttpRequest, tournament: str) -> HttpResponse:
    """Notes on conduct, for the director and the head judge; a POST adds one."""
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
    """The judging in figures, without names."""
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
