"""The page of a person, and the director’s page of the records behind an entrant."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hall.people import words
from hall.people.access import joinable_by, person_for
from hall.people.actions import join_records, set_page, take_apart
from hall.people.forms import WordForm
from hall.people.reads import joining
from hall.people.reads.page import person_page
from tournaments.access import Need, Rights
from tournaments.errors import Forbidden, Refused
from tournaments.http import whole_number
from tournaments.models import Entry, Event, Player, User
from tournaments.people.pages.entry import entry_for
from tournaments.people.reads.persons import has_page, records_of
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of

DIGITS = 18


@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, person: int) -> HttpResponse:
    """Everything that is public of a person. A POST of their own account shows the page or takes it back."""
    records, is_own = person_for(request.user, person)
    if request.method == "POST":
        if not is_own:
            raise Forbidden("role", words.not_yours())
        shown = request.POST.get("shown") == "yes"
        set_page(player=records[0], shown=shown, actor=actor_of(request))
        messages.success(request, words.shown_now() if shown else words.hidden_now())
        return redirect("people:person", records[0].pk)
    if records[0].pk != person:
        return redirect("people:person", records[0].pk)
    context = {
        "page": person_page(records),
        "is_own": is_own,
        "is_shown": has_page(records),
    }
    return render(request, "hall/people/person.html", context)


@require_safe
def records(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The records behind an entrant; with `?q` a search for another one, with `?with` a look at what would be joined."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.DIRECT)
    return _page(request, this_event, entry, rights)


@require_POST
def page(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Show the page of this person on their word, or take it back."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.DIRECT)
    form = WordForm(request.POST)
    shown = request.POST.get("shown") == "yes"
    with Attempt(form):
        reason = cleaned(form)["reason"]
        set_page(player=entry.player, shown=shown, entry=entry, reason=reason, on_word=True, actor=actor_of(request))
        messages.success(request, words.shown_now() if shown else words.hidden_now())
        return redirect("people:records", tournament, event, number)
    return _page(request, this_event, entry, rights, form=form)


@require_POST
def join(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Join another record to that of this entrant."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.DIRECT)
    other = _other(request.POST.get("with", ""))
    with Attempt() as tried:
        if other is None:
            raise Refused("stale", words.no_such_record())
        join_records(player=entry.player, other=other, actor=actor_of(request))
        messages.success(request, words.joined_now(entry.player.name, other.name))
        return redirect("people:records", tournament, event, number)
    return _page(request, this_event, entry, rights, refused=tried.refused)


@require_POST
def apart(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Take a record of this person apart again."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.DIRECT)
    key = whole_number(request.POST.get("record", ""), DIGITS)
    record = next((record for record in records_of(entry.player_id) if record.pk == key), None)
    with Attempt() as tried:
        if record is None:
            raise Refused("stale", words.no_such_record())
        take_apart(player=record, actor=actor_of(request))
        messages.success(request, words.apart_now(record.name))
        return redirect("people:records", tournament, event, number)
    return _page(request, this_event, entry, rights, refused=tried.refused)


def _other(text: str) -> Player | None:
    key = whole_number(text, DIGITS)
    return Player.objects.filter(pk=key).first() if key is not None else None


def _page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    form: WordForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    own = records_of(entry.player_id)
    text = request.GET.get("q", "").replace("\0", "")[:120].strip() or entry.player.name
    user = request.user
    assert isinstance(user, User)
    context: dict[str, Any] = {
        "current": "entrants",
        "entry": entry,
        "records": joining.records_shown(user, own, entry.player_id),
        "is_shown": has_page(own),
        "form": form or WordForm(),
        "refused": refused,
        "wanted": text,
        "found": joining.records_shown(user, joining.found(user, own, text)) if own else [],
    }
    if own:
        context["person"] = own[0].pk
        context["may_join"] = len(joinable_by(user, {record.pk for record in own})) == len(own)
    other = _other(request.GET.get("with", ""))
    others = records_of(other.pk) if other is not None else []
    if others and joinable_by(user, {record.pk for record in others}) >= {record.pk for record in others}:
        context |= {
            "hides": has_page(own) != has_page(others),
            "other": other,
            "others": joining.records_shown(user, others),
            "why_not": [] if own == others else joining.why_not(own, others),
        }
    return show(request, "hall/people/records.html", event, rights, context, status=status_of(refused, form))
