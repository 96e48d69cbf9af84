"""The judges' pages: the games that rule 12.2 does not settle, and the calls for a judge."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from judging import access, actions, reads
from judging.models import Call
from tournaments.access import Actor, Need, events_for, tournament_for
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.views.page import actor_of, show, status_of

POLL = "2s"


@require_safe
def referrals(request: HttpRequest, tournament: str) -> HttpResponse:
    """Every referred game of every event, each with the way to the desk where it is decided."""
    found, rights = tournament_for(request.user, tournament, Need.SEE_CARDS)
    events = reads.referrals(found)
    context = {
        "current": "referrals",
        "may_rule": rights.may(Need.RULE),
        "events": events,
        "waiting": sum(len(shown.waiting) for shown in events),
    }
    return show(request, "judging/referrals.html", found, rights, context)


@require_safe
@vary_on_headers("HX-Request")
def calls(request: HttpRequest, tournament: str) -> HttpResponse:
    """The calls for a judge, of the events in which one is judge or director; 204 for whoever has seen them (`v`)."""
    return _calls_page(request, tournament)


@require_POST
def take_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Say that one is coming to this call."""
    return _done(request, tournament, call, lambda found, actor: actions.take_call(call=found, actor=actor))


@require_POST
def close_call(request: HttpRequest, tournament: str, call: int) -> HttpResponse:
    """Say that this call is done."""
    return _done(request, tournament, call, lambda found, actor: actions.close_call(call=found, actor=actor))


def _done(request: HttpRequest, tournament: str, call: int, act: Callable[[Call, Actor], None]) -> HttpResponse:
    found, _events = access.call_for(request.user, tournament, call)
    try:
        act(found, actor_of(request))
    except Refused as refused:
        return _calls_page(request, tournament, refused)
    return redirect("judging:calls", tournament)


def _calls_page(request: HttpRequest, tournament: str, refused: Refused | None = None) -> HttpResponse:
    found, rights, events = events_for(request.user, tournament, Need.JUDGE)
    shown = reads.calls(events)
    state = reads.mark_of(shown)
    if is_htmx(request) and request.GET.get("v") == state:
        return HttpResponse(status=204)
    context = {
        "current": "calls",
        "waiting": [one for one in shown if one.is_open],
        "done": [one for one in shown if not one.is_open],
        "state": state,
        "poll": POLL,
        "refused": refused,
    }
    template = "judging/calls.html#live" if is_htmx(request) else "judging/calls.html"
    return show(request, template, found, rights, context, status=status_of(refused))
