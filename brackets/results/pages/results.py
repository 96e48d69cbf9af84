"""The results of an event for everybody, and the page on which hands of 28 and 29 and other awards are recorded."""

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
    """Qualifiers high to low, the high nonqualifier after them, and apart from them the places of the playoffs."""
    found, rights = access.results_for(request.user, tournament, event)
    if is_htmx(request) and request.GET.get("v") == str(found.revision):
        return HttpResponse(status=204)
    page = results_page(
        found, playoffs=access.may_see_playoffs(found, rights), final=access.may_see_final(found, rights)
    )
    template = "brackets/results/results.html#now" if is_htmx(request) else "brackets/results/results.html"
    context = {"current": "results", "page": page, "may_honour": rights.may(Need.HONOUR)}
    return show(request, template, found, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def honours(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The awards that were recorded; a POST records another one."""
    found, rights = event_for(request.user, tournament, event, Need.HONOUR)
    if request.method != "POST":
        return _honours_page(request, found, rights)
    form = HonourForm(request.POST, names=names_by_seat(found))
    with Attempt(form):
        honour = record_honour(event=found, actor=actor_of(request), **cleaned(form))
        name = results_words.honour_name(honour.kind, honour.name)
        messages.success(request, results_words.honour_recorded(honour.entry.name, name))
        return redirect("brackets:honours", tournament, event)
    if form.refused and form.refused.code == "exists":
        form.ask_again()
    return _honours_page(request, found, rights, form=form)


@require_POST
def honour(request: HttpRequest, tournament: str, event: str, honour: int) -> HttpResponse:
    """Take an award back."""
    found, rights = event_for(request.user, tournament, event, Need.HONOUR)
    with Attempt() as tried:
        gone = take_back_honour(event=found, honour=honour, actor=actor_of(request))
        name = results_words.honour_name(gone.kind, gone.name)
        messages.success(request, results_words.honour_taken_back(gone.entry.name, name))
        return redirect("brackets:honours", tournament, event)
    return _honours_page(request, found, rights, refused=tried.refused, refused_at=honour)


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
