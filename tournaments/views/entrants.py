"""The entrants of an event: the list that everybody sees, and the registrar's desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments import actions, reads, words
from tournaments.access import Need, Rights, event_for
from tournaments.actions import EntrantPlan
from tournaments.errors import Fault, Refused
from tournaments.forms import EntrantForm, LinkForm, PasteForm, StatusForm
from tournaments.http import is_htmx
from tournaments.models import Entry, Event
from tournaments.rules.edition import cite
from tournaments.views.page import actor_of, put_beside, show, status_of

PAGE_SIZE = 100


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def entrants(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Everybody who plays, by seat and name. A POST enters somebody."""
    if request.method != "POST":
        found, rights = event_for(request.user, tournament, event, part="entrants")
        return _entrants_page(request, found, rights)
    found, rights = event_for(request.user, tournament, event, Need.REGISTER)
    form = _entrant_form(found, request.POST)
    if not form.is_valid():
        return _entrants_page(request, found, rights, form=form)
    try:
        entries = actions.enter_entrants(
            event=found, entrants=[EntrantPlan(**form.cleaned_data)], actor=actor_of(request)
        )
    except Refused as refused:
        put_beside(refused, {"": form, "0.": form})
        return _entrants_page(request, found, rights, form=form, refused=refused)
    return _entered(request, found, entries)


@require_POST
def paste(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Enter many people at once: all of them or none."""
    found, rights = event_for(request.user, tournament, event, Need.REGISTER)
    form = PasteForm(request.POST, late=found.is_seated)
    if not form.is_valid():
        return _entrants_page(request, found, rights, paste_form=form)
    lines = form.cleaned_data["lines"]
    plans = [EntrantPlan(line.name, line.acc_number, line.seat) for line in lines]
    try:
        entries = actions.enter_entrants(event=found, entrants=plans, actor=actor_of(request))
    except Refused as refused:
        for fault in refused.faults or [Fault("", refused.code, refused.message)]:
            place = fault.field.partition(".")[0]
            at_line = place.isdecimal() and words.on_line(lines[int(place)].line, fault.message)
            form.add_error("lines", at_line or fault.message)
        return _entrants_page(request, found, rights, paste_form=form, refused=refused)
    return _entered(request, found, entries)


def _entered(request: HttpRequest, event: Event, entries: list[Entry]) -> HttpResponse:
    messages.success(request, words.entered([entry.name for entry in entries]))
    address = reverse("tournaments:entrants", args=[event.tournament.slug, event.slug])
    return redirect(f"{address}?new={entries[0].number}")


def _entrant_form(event: Event, data: Any = None) -> EntrantForm:
    late = event.is_seated
    return EntrantForm(data, late=late, free=words.free_seats(reads.free_seats(event)) if late else "")


def _entrants_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: EntrantForm | None = None,
    paste_form: PasteForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    may_register = rights.may(Need.REGISTER)
    numbers = may_register or rights.may(Need.SEE_CARDS)
    text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:120]
    shown = request.GET.get("show", "")
    if not numbers or shown not in reads.SHOWN:
        shown = ""
    twice = reads.twice(event) if numbers else frozenset()
    found = reads.find_entrants(event, text=text, shown=shown, numbers=numbers, twice=twice)
    new = request.GET.get("new", "")
    if not event.is_seated:
        # Nobody has a seat to look for yet: the desk looks for whom it has just entered, everybody else for a name.
        found = found.order_by("-number") if may_register else found.order_by("name", "number")
    context: dict[str, Any] = {
        "current": "entrants",
        "page": Paginator(found, PAGE_SIZE).get_page(request.GET.get("page")),
        "text": text,
        "shown": shown,
        "numbers": numbers,
        "summary": reads.summary(event),
        "rule": cite("13.2.b", edition=event.edition),
        "new": int(new) if new.isascii() and new.isdecimal() and len(new) < 10 else 0,
        "twice": twice,
    }
    if numbers:
        context["counts"] = reads.entrant_counts(event, twice)
    if may_register and not event.posted_at:
        context["form"] = form or _entrant_form(event)
        if context["new"] and form is None:
            # Whoever has just entered somebody enters the next one.
            context["form"].fields["name"].widget.attrs["autofocus"] = True
        context["paste_form"] = paste_form or PasteForm(late=event.is_seated)
    bound: list[forms.Form] = [given for given in (form, paste_form) if given]
    fragment = is_htmx(request) and request.method != "POST"
    template = "tournaments/entrants.html#list" if fragment else "tournaments/entrants.html"
    return show(request, template, event, rights, context, status=status_of(refused, *bound))


# --- One entrant -----------------------------------------------------------------------------------------------------


def _entry_for(
    request: HttpRequest, tournament: str, event: str, number: int, need: Need
) -> tuple[Event, Entry, Rights]:
    found, rights = event_for(request.user, tournament, event, need)
    entry = reads.entry_at(found, str(number))
    if entry is None:
        raise Http404(_("This event has no such entrant. They may have been taken off the list."))
    return found, entry, rights


@require_safe
def entrant(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """One entrant, for the registrar: no-show or withdrawn, off the list, whose account."""
    found, entry, rights = _entry_for(request, tournament, event, number, Need.REGISTER)
    return _entrant_page(request, found, entry, rights)


@require_POST
def status(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Mark somebody as no-show or withdrawn, or as playing again."""
    found, entry, rights = _entry_for(request, tournament, event, number, Need.REGISTER)
    form = StatusForm(request.POST, entry=entry)
    if not form.is_valid():
        return _entrant_page(request, found, entry, rights, form=form)
    try:
        entry = actions.set_status(entry=entry, **form.cleaned_data, actor=actor_of(request))
    except Refused as refused:
        put_beside(refused, {"": form})
        return _entrant_page(request, found, entry, rights, form=form, refused=refused)
    messages.success(request, _("%(name)s: %(status)s.") % {"name": entry.name, "status": entry.get_status_display()})
    return redirect("tournaments:entrant", tournament, event, number)


@require_POST
def remove(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Take somebody off the list."""
    found, entry, rights = _entry_for(request, tournament, event, number, Need.REGISTER)
    try:
        actions.remove_entrant(event=found, number=number, actor=actor_of(request))
    except Refused as refused:
        return _entrant_page(request, found, entry, rights, refused=refused)
    messages.success(request, _("%(name)s is off the list.") % {"name": entry.name})
    return redirect("tournaments:entrants", tournament, event)


@require_POST
def link(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Say which account is this player's."""
    found, entry, rights = _entry_for(request, tournament, event, number, Need.DIRECT)
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _entrant_page(request, found, entry, rights, link_form=form)
    try:
        actions.link_player(entry=entry, username=form.cleaned_data["username"] or None, actor=actor_of(request))
    except Refused as refused:
        put_beside(refused, {"": form})
        return _entrant_page(request, found, entry, rights, link_form=form, refused=refused)
    messages.success(request, _("Saved. Nobody works on a card of their own."))
    return redirect("tournaments:entrant", tournament, event, number)


def _entrant_page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    form: StatusForm | None = None,
    link_form: LinkForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    account = entry.player.user
    bound: list[forms.Form] = [given for given in (form, link_form) if given]
    context = {
        "current": "entrants",
        "entry": entry,
        "account": account,
        "form": form or StatusForm(entry=entry),
        "link_form": link_form or LinkForm(initial={"username": account.get_username() if account else ""}),
        # A refusal that is not about a field of a form is about taking the entrant off the list.
        "refused": None if bound else refused,
        "is_twice": entry.pk in reads.twice(event),
    }
    return show(request, "tournaments/entrant.html", event, rights, context, status=status_of(refused, *bound))
