"""The public results of an event, and the page to record awards."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from brackets import access
from brackets.results.actions.honours import record_honour, take_back_honour
from brackets.results.forms.honours import HonourForm
from brackets.results.reads.honours import honours_shown, names_by_seat
from brackets.results.reads.resultspage import results_page
from brackets.results.words import results as results_words
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.live import polled
from tournaments.models import Event
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of


@require_safe
@vary_on_headers("HX-Request")
@polled("qualifiers", "standings")
def results(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Qualifiers high to low, the high nonqualifier after them, and separately the places of the playoffs."""
    event_row, rights = access.results_for(request.user, tournament, event)
    if is_htmx(request) and request.GET.get("v") == str(event_row.revision):
        return HttpResponse(status=204)
    page = results_page(
        event_row, playoffs=access.may_see_playoffs(event_row, rights), final=access.may_see_final(event_row, rights)
    )
    template = "brackets/results/results.html#now" if is_htmx(request) else "brackets/results/results.html"
    context = {"current": "results", "page": page, "may_honour": rights.may(Need.HONOUR)}
    return show(request, template, event_row, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def honours(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The recorded awards; a POST records another one."""
    event_row, rights = event_for(request.user, tournament, event, Need.HONOUR)
    if request.method != "POST":
        return _honours_page(request, event_row, rights)
    form = HonourForm(request.POST, names=names_by_seat(event_row))
    with Attempt(form):
        honour = record_honour(event=event_row, actor=actor_of(request), **cleaned(form))
        name = results_words.honour_name(honour.kind, honour.name)
        messages.success(request, results_words.honour_recorded(honour.entry.known_name, name))
        return redirect("brackets:honours", tournament, event)
    if form.refused and form.refused.code == "exists":
        form.ask_again()
    return _honours_page(request, event_row, rights, form=form)


@require_POST
def honour(request: HttpRequest, tournament: str, event: str, honour: int) -> HttpResponse:
    """Take an award back."""
    event_row, rights = event_for(request.user, tournament, event, Need.HONOUR)
    with Attempt() as attempt:
        removed = take_back_honour(event=event_row, honour=honour, actor=actor_of(request))
        name = results_words.honour_name(removed.kind, removed.name)
        messages.success(request, results_words.honour_taken_back(removed.entry.known_name, name))
        return redirect("brackets:honours", tournament, event)
    return _honours_page(request, event_row, rights, refused=attempt.refused, refused_at=honour)


def _honours_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: HonourForm | None = None,
    refused: Refused | None = None,
    refused_at: int = 0,
) -> HttpResponse:
    recorded = honours_shown(event)
    context = {
        "current": "results",
        "honours": recorded,
        "names": names_by_seat(event),
        "form": form or HonourForm(names={}),
        "refused": refused,
        "refused_at": refused_at,
        "why_not": "" if event.is_seated else results_words.honours_are_after_seating(),
    }
    return show(request, "brackets/results/honours.html", event, rights, context, status=status_of(refused, form))
