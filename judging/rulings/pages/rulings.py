"""The judges' rulings: the list, one of them, recording one, with a removal from play where it comes to that; notes on conduct;
and the judging of the day in figures."""

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
"""What the address of the form says besides the answers of the assistant."""
NO_CALL = "none"


# --- The list --------------------------------------------------------------------------------------------------------


@require_safe
def rulings(request: HttpRequest, tournament: str) -> HttpResponse:
    """The rulings of the events in which one judges, the newest first; `q`, `event`, `subject` and `rule` look for some."""
    found, rights, events = events_for(request.user, tournament, Need.JUDGE)
    everything = rulings_reads.rulings(found, events)
    sought = _sought(request)
    rules = {rule.number: rule for one in everything for rule in one.rules}
    context = {
        "current": "rulings",
        "rulings": [one for one in everything if sought.fits(one)],
        "is_empty": not everything,
        "sought": sought,
        "query": request.GET.urlencode(),
        "events": events,
        "subjects": sorted({(one.subject, one.case) for one in everything if one.subject}, key=lambda one: one[1]),
        "rules": [rules[number] for number in sorted(rules, key=counted)],
        "waiting": sum(len(of.waiting) for of in referrals(found) if of.event in events),
    }
    return show(request, "judging/rulings/rulings.html", found, rights, context)


@require_safe
def rulings_csv(request: HttpRequest, tournament: str) -> HttpResponse:
    """The same as a file for a spreadsheet."""
    found, _rights, events = events_for(request.user, tournament, Need.JUDGE)
    sought = _sought(request)
    listed = [rulings_reads.ruling_values(one) for one in rulings_reads.rulings(found, events) if sought.fits(one)]
    zone = ZoneInfo(found.time_zone)
    rows = [[_cell(one[name], zone) for name in rulings_reads.RULING_COLUMNS] for one in listed]
    return spreadsheet(f"{found.slug}-rulings.csv", [rulings_reads.RULING_COLUMNS, *rows])


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
    said = form.cleaned_data if form.is_valid() else {}
    return rulings_reads.Sought(
        text=said.get("q", ""), event=said.get("event", ""), subject=said.get("subject", ""), rule=said.get("rule", "")
    )


# --- One ruling ------------------------------------------------------------------------------------------------------


@require_safe
def ruling(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """One ruling; whoever recorded it, the head judge and the director take it back here."""
    found, rights, row = access.ruling_for(request.user, tournament, number)
    return _ruling_page(request, found, rights, row, TakingBackForm())


@require_POST
def take_back_ruling(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Note that a ruling does not hold any more."""
    found, rights, row = access.ruling_for(request.user, tournament, number)
    form = TakingBackForm(request.POST)
    with Attempt() as tried:
        reason = cleaned(form)["reason"]
        rulings_actions.take_back_ruling(
            tournament=found, number=number, reason=reason, rights=rights, actor=actor_of(request)
        )
        messages.success(request, _("Ruling %(number)d is taken back. It stays in the list.") % {"number": number})
        return redirect("judging:ruling", tournament, number)
    return _ruling_page(request, found, rights, row, form, tried.refused)


def _ruling_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    row: Ruling,
    form: TakingBackForm,
    refused: Refused | None = None,
) -> HttpResponse:
    assert isinstance(request.user, User)
    is_party = any(is_own(request.user, one) for one in (row.offender, row.other) if one is not None)
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
    """What the form is about: the tournament, the events in which one judges, the call, if it answers one, and who its two are."""

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
    """Record a ruling: filled with what is known of the call and with what the assistant was asked, then kept. A removal from
    play is looked at first, and done with the second POST."""
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
    """Do the removal where what it changes was looked at and is the same, else show that."""
    assert form.offender is not None  # the form asks for whom
    offender = form.offender
    # What is looked at first is the game that is on; from then on what stands in the field.
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
    # What was looked at is sent as it stands, so that a field changed since is looked at first.
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
    told = (
        _("Ruling %(number)d is recorded, and the call is closed.") if closed else _("Ruling %(number)d is recorded.")
    )
    messages.success(request, told % number)
    if case.call is not None and (others := rulings_reads.other_rulings(case.call, row)):
        messages.warning(request, rulings_words.also_ruled(others))
    return redirect("judging:ruling", case.tournament.slug, row.number)


def _ruled(form: RulingForm) -> rulings_actions.Ruled:
    said = {**form.cleaned_data, "judges": form.cleaned_data["named"], "offender": form.offender, "other": form.other}
    return rulings_actions.Ruled(
        **{one.name: said[one.name] for one in fields(rulings_actions.Ruled) if one.name in said}
    )


def _rights(request: HttpRequest, case: _Case, form: RulingForm) -> Rights:
    """The rights in the event that the ruling is of."""
    return rights_of(request.user, case.tournament, form.of_event)


def _case(request: HttpRequest, tournament: str) -> _Case:
    found, rights, events = events_for(request.user, tournament, Need.JUDGE)
    given = request.POST if request.method == "POST" else request.GET
    text = given.get("call", "")
    call = None
    if (number := whole_number(text)) is not None:
        call, _events = access.call_for(request.user, tournament, number)
    elif not text and request.method != "POST":
        assert isinstance(request.user, User)
        call = own_call(events, request.user)
    parties = tuple(one for one in (call.entry, call.opponent) if one is not None) if call else ()
    return _Case(found, events, call, parties, rights)


def _is_party(request: HttpRequest, case: _Case) -> bool:
    assert isinstance(request.user, User)
    return any(is_own(request.user, one) for one in case.parties)


def _form(request: HttpRequest, case: _Case, data: QueryDict | None, *, is_of_round: bool | None = None) -> RulingForm:
    events = [case.call.entry.event] if case.call else case.events
    rights = case.rights if case.call is None else rights_of(request.user, case.tournament, case.call.entry.event)
    may_rule = any(rights.may_in(event, Need.RULE) for event in events) or rights.may(Need.RULE)
    me = actor_of(request).name
    shown = panel_reads.panel(case.tournament, case.events)
    panel = [one.name for one in shown.judges]
    mine = {me: me} if me in panel or rights.superuser else {}
    return RulingForm(
        data,
        initial=_initial(request, case, me, panel) if data is None else None,
        events=events,
        parties=case.parties,
        judges=mine | {one.name: _judge_told(shown, one, case) for one in shown.judges},
        edition=case.edition,
        may_rule=may_rule,
        is_of_round=is_of_round if is_of_round is not None else data is not None and "game" in data,
    )


def _judge_told(panel: panel_reads.Panel, judge: panel_reads.JudgeShown, case: _Case) -> str:
    """A judge to choose, with how they are related to a player of the call."""
    known = panel.relatives.get(judge.user.pk)
    related = ((one.name, kind) for one in case.parties if known and (kind := known.of(one)))
    told = next(related, None)
    return rulings_words.judge_to_choose(judge.name, *told) if told else judge.name


def _initial(request: HttpRequest, case: _Case, me: str, panel: Sequence[str]) -> dict[str, Any]:
    """What the form is filled with: by the call, and by the assistant where its answers came along."""
    given = {name: text for name, text in request.GET.dict().items() if name not in _NO_ANSWERS}
    heard = heard_by(case.call) if case.call else []
    filled: dict[str, Any] = {
        "call": case.call.pk if case.call else NO_CALL,
        "judges": [name for name in dict.fromkeys([*([me] if me in panel else []), *heard]) if name],
    }
    if request.GET.get("event"):
        filled["event"] = request.GET["event"]
    if len(case.parties) == 1:
        one = case.parties[0]
        filled["offender_named"] = f"{one.seat} {one.name}"
    told = from_assistant(request.GET.get("subject", ""), case.edition, given)
    if told is None:
        return filled
    return {
        **filled,
        "subject": told.subject,
        "answers": json.dumps(dict(told.answers)),
        "happened": told.happened,
        "decision": told.decision,
        "rules": ", ".join(told.rules),
        "points": told.points,
        "by_head": case.edition is Edition.Y2020 and UNCOVERED in told.rules,
    }


def _refused_page(request: HttpRequest, case: _Case, form: RulingForm, refused: Refused) -> HttpResponse:
    """The form again: faults stand beside their fields, any other refusal at the head; nothing that was typed is lost."""
    if refused.faults:
        put_beside(_as_fields(refused, form), {"": form})
    if case.call is not None:
        case.call.refresh_from_db()
    return _new_page(request, case, form, refused=None if refused.faults else refused)


def _as_fields(refused: Refused, form: RulingForm) -> Refused:
    """The refusal with its faults at the fields of this form."""
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
    """The notes on conduct, for the director and the head judge; a POST keeps one more."""
    found, rights, events = events_for(request.user, tournament, Need.RULE)
    assert isinstance(request.user, User)
    form = ConductForm(posted(request), events=events)
    with Attempt() as tried:
        note = cleaned(form)["note"]
        in_event = rights_of(request.user, found, form.entry.event)
        rulings_actions.note_conduct(entry=form.entry, text=note, rights=in_event, actor=actor_of(request))
        messages.success(request, _("The note is kept. Only the director and the head judge read it."))
        return redirect("judging:conduct", tournament)
    refused = tried.refused
    if refused and refused.faults:
        put_beside(refused, {"": form})
    context = {
        "current": "conduct",
        "form": form,
        "notes": rulings_reads.conduct_notes(found, events, request.user),
        "names": [f"{seat} {name}" for event in events for seat, name in people_of(event).items()],
        "has_events": bool(events),
        "refused": refused,
    }
    return show(request, "judging/rulings/conduct.html", found, rights, context, status=status_of(refused, form))


# --- After the day ---------------------------------------------------------------------------------------------------


@require_safe
def judging(request: HttpRequest, tournament: str) -> HttpResponse:
    """The judging in figures, without anybody's name."""
    found, rights, events = events_for(request.user, tournament, Need.JUDGE)
    figures = summary(found, events)
    waits = figures.waits
    context = {
        "current": "judging",
        "figures": figures,
        "median": rulings_words.span(waits.median) if waits.median is not None else "",
        "longest": rulings_words.span(waits.longest) if waits.longest is not None else "",
    }
    return show(request, "judging/rulings/figures.html", found, rights, context)
