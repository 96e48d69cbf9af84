"""The judges' pages: calls, the judges who come to them, and whether each judge can take calls."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from judging import access
from judging.calls import words as calls_words
from judging.calls.actions import calls as calls_actions
from judging.calls.actions import panel as panel_actions
from judging.calls.forms import ComeForm, DeclineForm, SendForm, TableCallForm
from judging.calls.reads import calls as calls_reads
from judging.calls.reads.panel import at_hand, panel, panel_mark, too_few_for, too_few_for_each
from judging.models import Call, Coming
from tournaments.access import Actor, Need, events_for
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.models import User
from tournaments.rules.edition import Edition
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of

POLL = "2s"
"""The interval at which the pages of calls update themselves."""


@require_safe
@vary_on_headers("HX-Request")
def calls(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show the calls of the events that the user judges or directs, and the judges.

    An htmx request is answered by 204 if its `v` is the current state of the page.
    """
    return _calls_page(request, tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def new_call(request: HttpRequest, tournament: str) -> HttpResponse:
    """Call judges to a table on behalf of players; for the desk and judges. Also shows the user's earlier calls.

    An htmx request by GET is answered by 204 if its `v` is the current state of the page.
    """
    return _new_call_page(request, tournament)


@require_POST
def take_back_made_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Take back a call that the user made for others."""
    call_row = access.made_call_for(request.user, tournament, call)
    with Attempt() as tried:
        calls_actions.take_back_call(call=call_row, actor=actor_of(request))
        return redirect("judging:new_call", tournament)
    return _new_call_page(request, tournament, tried.refused, call)


def _new_call_page(
    request: HttpRequest, tournament: str, refused: Refused | None = None, refused_call: int | None = None
) -> HttpResponse:
    """Call judges if the form was submitted and is valid; else show the form with the user's earlier calls.

    `refused` says why the earlier call with the number `refused_call` could not be taken back.
    """
    tournament_row, rights, events = access.staff_for(request.user, tournament)
    assert isinstance(request.user, User)
    earlier_calls = calls_reads.made_calls(events, request.user)
    shortages = too_few_for_each(tournament_row, earlier_calls)
    state = sha256(f"{calls_reads.mark_of(earlier_calls)} {shortages}".encode()).hexdigest()[:16]
    if is_htmx(request) and request.method != "POST" and request.GET.get("v") == state:
        return HttpResponse(status=204)
    may_judge = rights.may_in_some(Need.JUDGE)
    is_submitted = request.method == "POST" and refused is None
    form = TableCallForm(request.POST if is_submitted else None, events=events)
    if is_submitted:
        with Attempt(form):
            values = cleaned(form)
            call = calls_actions.call_judge(
                entry=form.entry,
                about=values["about"],
                subject=values["subject"],
                by_staff=True,
                actor=actor_of(request),
            )
            place = calls_words.where(call.table, call.seat, call.match, None)
            messages.success(request, _("Judges are called: %(where)s.") % {"where": place})
            warning = too_few_for(call)
            if warning:
                messages.warning(request, warning)
            return redirect("judging:calls" if may_judge else "judging:new_call", tournament)
    context = {
        "current": "calls",
        "form": form,
        "has_events": bool(events),
        "names": [f"{seat} {name}" for event in events for seat, name in calls_reads.names_at_tables(event).items()],
        "may_judge": may_judge,
        "made": [(shown, shortages.get(shown.number, "")) for shown in earlier_calls],
        "state": state,
        "poll": POLL,
        "sole_event": len(events) == 1,
        "refused": refused,
        "refused_call": refused_call,
    }
    template = "judging/calls/new_call.html#live" if is_htmx(request) else "judging/calls/new_call.html"
    return show(request, template, tournament_row, rights, context, status=status_of(refused, form))


@require_POST
def take_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Say that the user comes to this call."""
    form = ComeForm(request.POST)
    values = form.cleaned_data if form.is_valid() else {}
    return _done(
        request, tournament, call, lambda call_row, actor: calls_actions.come(call=call_row, **values, actor=actor)
    )


@require_POST
def arrive(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Say that the user is at the table."""
    return _done(request, tournament, call, lambda call_row, actor: calls_actions.be_there(call=call_row, actor=actor))


@require_POST
def give_up_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Say that the user cannot take this call after all."""
    return _done(request, tournament, call, lambda call_row, actor: calls_actions.give_up(call=call_row, actor=actor))


@require_POST
def send_judge(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Send a judge to this call."""
    call_row, _events = access.sending_for(request.user, tournament, call)
    form = SendForm(request.POST)
    judge = access.judge_of(call_row.entry.event, form.cleaned_data["judge"] if form.is_valid() else "")
    anyway = bool(form.cleaned_data.get("anyway"))
    return _done(
        request,
        tournament,
        call,
        lambda row, actor: calls_actions.send_judge(call=row, judge=judge, anyway=anyway, actor=actor),
    )


@require_POST
def decline_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Say that the user cannot come to the call they were sent to, and why."""
    form = DeclineForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else request.POST.get("reason", "")
    return _done(
        request,
        tournament,
        call,
        lambda call_row, actor: calls_actions.decline(call=call_row, reason=reason, actor=actor),
    )


@require_POST
def ask_third(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Ask for a third judge, because a player disagrees with the two."""
    return _done(request, tournament, call, lambda call_row, actor: calls_actions.ask_third(call=call_row, actor=actor))


@require_POST
def close_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Close this call."""
    return _done(
        request, tournament, call, lambda call_row, actor: calls_actions.close_call(call=call_row, actor=actor)
    )


@require_POST
def set_duty(request: HttpRequest, tournament: str) -> HttpResponse:
    """Set whether the user can take calls now; the director may set it for any judge."""
    tournament_row, judge = access.judge_for(request.user, tournament, request.POST.get("username", ""))
    panel_actions.set_duty(
        tournament=tournament_row, judge=judge, is_free="free" in request.POST, actor=actor_of(request)
    )
    return redirect("judging:calls", tournament)


def _done(request: HttpRequest, tournament: str, call: int, act: Callable[[Call, Actor], object]) -> HttpResponse:
    """Do this act on the call and redirect to the calls; if it is refused, show the calls with the refusal."""
    call_row, _events = access.call_for(request.user, tournament, call)
    with Attempt() as tried:
        act(call_row, actor_of(request))
        return redirect("judging:calls", tournament)
    return _calls_page(request, tournament, tried.refused, call)


def _calls_page(
    request: HttpRequest, tournament: str, refused: Refused | None = None, refused_call: int | None = None
) -> HttpResponse:
    """The page of calls. A refusal is beside the call `refused_call`, or at the top if that call is no longer open."""
    tournament_row, rights, events = events_for(request.user, tournament, Need.JUDGE)
    assert isinstance(request.user, User)
    shown = calls_reads.calls(events)
    ended = calls_reads.ended_on_the_way(shown, request.user, timezone.now())
    marks = f"{calls_reads.mark_of(shown)} {panel_mark(tournament_row, events)} {[call.number for call in ended]}"
    state = sha256(marks.encode()).hexdigest()[:16]
    if is_htmx(request) and request.GET.get("v") == state:
        return HttpResponse(status=204)
    judges = panel(tournament_row, events, request.user)
    judged_events = {event.pk for event in events if access.is_judge_in(rights, event)}
    sending_events = {event.pk for event in events if rights.may_in(event, Need.RULE)}
    open_calls = at_hand(judges, shown, request.user, judged_events, sending_events)
    others = [at_hand_call for at_hand_call in open_calls if not at_hand_call.mine]
    open_numbers = {at_hand_call.call.number for at_hand_call in open_calls}
    context = {
        "current": "calls",
        "me": judges.judge(request.user),
        "panel": judges.judges,
        "mine": [at_hand_call for at_hand_call in open_calls if at_hand_call.mine],
        "ended": ended,
        "waiting": [at_hand_call for at_hand_call in others if at_hand_call.call.waits_for],
        "heard": [at_hand_call for at_hand_call in others if not at_hand_call.call.waits_for],
        "done": [call for call in shown if not call.is_open],
        "only_judges": access.only_judges(),
        "checks": calls_words.protocol_checks(Edition(tournament_row.edition)),
        "next_deals": Coming.NextDeal.choices,
        "state": state,
        "poll": POLL,
        "refused": refused,
        "refused_call": refused_call if refused_call in open_numbers else None,
        "sole_event": len(events) == 1,
    }
    template = "judging/calls/calls.html#live" if is_htmx(request) else "judging/calls/calls.html"
    return show(request, template, tournament_row, rights, context, status=status_of(refused))
