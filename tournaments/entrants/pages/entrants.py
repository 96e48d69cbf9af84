"""Pages of the entrants of an event: the public list, and the pages on which registrars work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.access import Need, Rights, event_for
from tournaments.day.actions.absent import set_status_and_fee
from tournaments.day.pages import names_at
from tournaments.day.reads import undone as undone_reads
from tournaments.day.reads.late_entry import first_late_game, free_seats, late_seats
from tournaments.day.reads.round import What, gives_back
from tournaments.day.reads.schedule import rounds
from tournaments.day.reads.summaries import summary
from tournaments.day.reads.taking_back import plays_from
from tournaments.day.words import late_entry as late_entry_words
from tournaments.day.words import round as round_words
from tournaments.entrants.actions import entrants as entrants_actions
from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.naming import set_named
from tournaments.entrants.forms.entrants import (
    CorrectEntrantForm,
    EntrantForm,
    FreeSeatForm,
    LinkForm,
    PasteForm,
    RemoveForm,
    StatusForm,
)
from tournaments.entrants.pages.late_entry import MAX_MARK, late_look, late_nowhere
from tournaments.entrants.pages.whom import LinesRead, answered, at_partner, put_on_lines, read_lines, to_ask
from tournaments.entrants.reads import entrants as entrants_reads
from tournaments.entrants.reads.known import Likeness, may_know
from tournaments.entrants.words import lists as lists_words
from tournaments.entrants.words import naming as naming_words
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Refused
from tournaments.forms.page import PageForm
from tournaments.http import is_htmx, whole_number
from tournaments.live import keeps_up
from tournaments.models import Entry, Event, User
from tournaments.money import words as money_words
from tournaments.money.reads.money import PersonAccount, account_of
from tournaments.people.actions.people import link_player
from tournaments.people.pages.entry import entry_for
from tournaments.reads import entries as entries_reads
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.last_name import by_last_name
from tournaments.rules.naming import shared_names
from tournaments.seating import words as seats_words
from tournaments.views.page import Attempt, actor_of, cleaned, looked_for, show, status_of
from tournaments.words import player as player_words
from tournaments.words import undoing as undoing_words

PAGE_SIZE = 100
_PERSON_FIELDS = {
    "players": "second",
    "players.0": "first",
    "players.1": "second",
    "acc_numbers.0": "first_number",
    "acc_numbers.1": "second_number",
}
"""The controls of the correction form for faults of the people of a team."""


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
@keeps_up
def entrants(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The list of entrants. A POST enters somebody, after questions about who it is and what a late entry changes."""
    if request.method != "POST":
        this_event, rights = event_for(request.user, tournament, event, part="entrants")
        return _entrants_page(request, this_event, rights)
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    form = _entrant_form(this_event, answered(request, this_event.tournament))
    with Attempt(form, place=lambda field: at_partner(field.removeprefix("0."))):
        values = cleaned(form)
        if asked := to_ask(request, this_event.tournament, form):
            return _entrants_page(request, this_event, rights, form=form, asked=asked)
        if values["player"] and not may_know(request.user, this_event.tournament, values["player"]):
            form.add_error(None, registration_words.chosen_is_gone())
            return _entrants_page(request, this_event, rights, form=form)
        plan = EntrantPlan(
            values["name"],
            values["own_number"],
            values["seat"],
            values["club"],
            values["player"],
            values["players"],
            values["acc_numbers"],
        )
        mark = request.POST.get("mark", "")[:MAX_MARK]
        preview = late_look(this_event, [plan], mark)
        if preview is not None and not preview["is_seen"]:
            return _entrants_page(request, this_event, rights, form=form, preview=preview)
        entries = entrants_actions.enter_entrants(
            event=this_event, entrants=[plan], mark=mark or None, actor=actor_of(request)
        )
        return _entered(request, this_event, entries)
    return _entrants_page(request, this_event, rights, form=form)


@require_POST
def paste(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Enter the people of a pasted list, all or none, after the same questions as for one person."""
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    form = PasteForm(request.POST, late=this_event.is_seated and not this_event.is_ladder, teams=this_event.is_ladder)
    if not form.is_valid():
        return _entrants_page(request, this_event, rights, paste_form=form)
    pasted = read_lines(request, this_event, form.cleaned_data["lines"])
    if not pasted.is_open and not pasted.plans:
        form.add_error("lines", lists_words.list_nobody_left())
    if pasted.is_open or form.errors:
        return _entrants_page(request, this_event, rights, paste_form=form, pasted=pasted)
    plans = [plan for _line, plan in pasted.plans]
    mark = request.POST.get("mark", "")[:MAX_MARK]
    with Attempt() as tried:
        preview = late_look(this_event, plans, mark)
        if preview is not None and not preview["is_seen"]:
            return _entrants_page(request, this_event, rights, paste_form=form, pasted=pasted, preview=preview)
        entries = entrants_actions.enter_entrants(
            event=this_event, entrants=plans, mark=mark or None, actor=actor_of(request)
        )
        if form.around:
            messages.info(request, form.around)
        return _entered(request, this_event, entries)
    if tried.refused:
        put_on_lines(form, "lines", tried.refused, [line.line for line, _plan in pasted.plans])
    return _entrants_page(request, this_event, rights, paste_form=form, pasted=pasted, refused=tried.refused)


def _entered(request: HttpRequest, event: Event, entries: list[Entry]) -> HttpResponse:
    are_teams = all(entry.player.first_id for entry in entries)
    messages.success(request, seats_words.entered([entry.known_name for entry in entries], teams=are_teams))
    if waiting := registration_words.waiting(entries):
        messages.info(request, waiting)
    if event.is_ladder and event.is_seated:
        first = first_late_game(event)
        for entry in entries:
            messages.info(request, late_entry_words.seated_late(entry.known_name, entry.seat, first))
    address = reverse("tournaments:entrants", args=[event.tournament.slug, event.slug])
    return redirect(f"{address}?new={entries[0].number}")


def _entrant_form(event: Event, data: Any = None) -> EntrantForm:
    """The form to enter somebody; after the draw it says which seats are free, or why none is."""
    if not event.is_seated:
        return EntrantForm(data, late=False, free="", teams=event.is_ladder)
    if event.is_ladder:
        hint = late_nowhere(event) or (
            f"{late_entry_words.late_seat_by_itself()} {late_entry_words.late_on_ladder(first_late_game(event))}"
        )
        return EntrantForm(data, late=False, free=hint, teams=True)
    seats = free_seats(event)
    hint = seats_words.free_seats(seats)
    if not seats:
        hint = late_nowhere(event) or hint
    return EntrantForm(data, late=True, free=hint)


def _entrants_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: EntrantForm | None = None,
    asked: Sequence[Likeness] = (),
    paste_form: PasteForm | None = None,
    pasted: LinesRead | None = None,
    preview: dict[str, Any] | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The list of entrants, with the forms to enter people if the user may and the qualifiers are not posted.

    `asked` are the people about whom to ask, `preview` is what a late entry changes (`late_look`).
    """
    may_register = rights.may(Need.REGISTER)
    numbers = may_register or rights.may(Need.SEE_CARDS)
    text, shown = looked_for(request, entrants_reads.SHOWN if numbers else ())
    twice = entrants_reads.twice(event) if numbers else frozenset()
    entries = entrants_reads.find_entrants(event, text=text, shown=shown, numbers=numbers, twice=twice)
    rows: Sequence[Entry] | QuerySet[Entry] = entries
    if not event.is_seated and may_register:
        # Before the draw the desk wants the people last entered first, everybody else looks for a name.
        rows = entries.order_by("-number")
    elif not event.is_seated:
        rows = sorted(entries.order_by("number"), key=lambda entry: by_last_name(entry.name))
    context: dict[str, Any] = {
        "current": "entrants",
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "text": text,
        "shown": shown,
        "numbers": numbers,
        "summary": summary(event),
        "new": whole_number(request.GET.get("new", "")) or 0,
        "twice": twice,
    }
    context["shared"] = shared_names(entry.name for entry in context["page"])
    if any(entry.status == Entry.Status.NO_SHOW for entry in context["page"]):
        context["undone"] = undone_reads.late_undone(event)
    if numbers:
        context["counts"] = entrants_reads.entrant_counts(event, twice)
    if may_register and not event.posted_at:
        has_teams = event.is_set_up_for_teams or event.entries.filter(player__first__isnull=False).exists()
        context |= {"form": form or _entrant_form(event), "asked": asked}
        if context["new"] and form is None:
            # After entering somebody, the user enters the next person.
            context["form"].fields["name"].widget.attrs["autofocus"] = True
        context |= {
            "paste_form": paste_form
            or PasteForm(late=event.is_seated and not event.is_ladder, teams=event.is_ladder, pairs=has_teams),
            "pasted": pasted,
        }
        if event.is_seated:
            late = late_seats(event)
            context |= {"late": late, "late_game": first_late_game(event)}
            # The preview is shown in the form that was sent.
            context["looked" if paste_form is None else "looked_list"] = preview
            if not late:
                context["nowhere"] = late_nowhere(event)
            chosen_seat = request.GET.get("late", "")
            is_free = any(chosen_seat in late_table.seats for late_table in late)
            if form is None and is_free:
                plan = EntrantPlan(late_entry_words.late_entry(), seat=chosen_seat)
                context["form"].initial["seat"] = chosen_seat
                context["looked"] = late_look(event, [plan], "")
    fragment = is_htmx(request) and request.method != "POST"
    template = "tournaments/entrants/entrants.html#list" if fragment else "tournaments/entrants/entrants.html"
    is_stale = preview is not None and preview["is_stale"]
    status = 409 if is_stale else status_of(refused, form, paste_form)
    return show(request, template, event, rights, context, status=status)


# --- One entrant -----------------------------------------------------------------------------------------------------


@require_safe
def entrant(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """The page of one entrant, for registrars: status, corrections, account, and taking them off the list."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    return _entrant_page(request, this_event, entry, rights)


@require_POST
def status(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Mark somebody as no-show or withdrawn, or as playing again.

    If that changes other people's games or seats, a director is sent to the page that shows the changes first.
    """
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    form = StatusForm(request.POST, entry=entry, account=_account(entry, rights))
    if not form.is_valid():
        return _entrant_page(request, this_event, entry, rights, form=form)
    may_direct = rights.may(Need.DIRECT)
    fee = form.cleaned_data.get("fee", "")
    day_change = _day_change(this_event, entry, **form.values, fee=fee) if may_direct else None
    if day_change is not None:
        kind, query = day_change
        messages.info(request, _("A game is on: look first at what it changes for whom, then do it here."))
        return redirect(f"{reverse('tournaments:day_change', args=[tournament, event, kind])}?{query}")
    moves_back = _moves_back(this_event, entry, form.cleaned_data["status"])
    if may_direct and moves_back:
        messages.info(request, _("Others moved up for this no-show: look first who goes back, then do it here."))
        return redirect("tournaments:undo_no_show", tournament, event, number)
    first_game = _comes_back_at(this_event, entry, form.cleaned_data["status"])
    if may_direct and first_game is not None:
        messages.info(request, _("A game is on: look first at what it changes for whom, then do it here."))
        return redirect("tournaments:undo_no_show", tournament, event, number)
    with Attempt(form):
        entry = set_status_and_fee(
            entry=entry, **form.values, fee=fee, rights=rights, read=form.read, actor=actor_of(request)
        )
        message = _("%(name)s: %(status)s.") % {"name": entry.known_name, "status": entry.get_status_display()}
        messages.success(request, message)
        if moves_back:
            messages.info(request, round_words.went_back(moves_back))
        if first_game is not None:
            messages.info(request, undoing_words.comes_back(first_game))
        account = _account(entry, rights)
        if entry.status == Entry.Status.PLAYING and account is not None and account.waived_in(this_event.slug):
            messages.info(request, money_words.still_waived(entry.known_name, account.waived_in(this_event.slug)))
        return redirect("tournaments:entrant", tournament, event, number)
    return _entrant_page(request, this_event, entry, rights, form=form)


def _account(entry: Entry, rights: Rights) -> PersonAccount | None:
    """The account of an entry's person, if the user may write on it."""
    if not rights.may_in_all(Need.REGISTER):
        return None
    return account_of(entry.event.tournament, entry.player_id)


def _moves_back(event: Event, entry: Entry, status: str) -> list[str]:
    """Who moves back to which seat if this no-show is marked as playing, in sentences; empty for other changes."""
    if status != Entry.Status.PLAYING or entry.status != Entry.Status.NO_SHOW or not event.is_seated:
        return []
    names = names_at(event)
    moved = gives_back(event, entry).moved
    return [
        round_words.moves_to(player_words.person_at(present_seat, names), former_seat)
        for present_seat, former_seat in moved
    ]


def _comes_back_at(event: Event, entry: Entry, status: str) -> int | None:
    """The game from which this no-show would play, if games were called without them; None for other changes."""
    if status != Entry.Status.PLAYING or entry.status != Entry.Status.NO_SHOW:
        return None
    return plays_from(event, entry)


def _day_change(event: Event, entry: Entry, status: str, reason: str, fee: str) -> tuple[str, str] | None:
    """The kind of day change and the query of its page, if this status changes other people's games during a game.

    None if it changes none. What becomes of the fee of a no-show comes along.
    """
    if event.game_now is None or Movement(event.movement) not in movements_rules.PLANS or not entry.seat:
        return None
    if entry.status != Entry.Status.PLAYING:
        return None
    if status == Entry.Status.NO_SHOW:
        return What.NO_SHOW.value, urlencode({"seat": entry.seat, "why": reason} | ({"fee": fee} if fee else {}))
    if status == Entry.Status.WITHDRAWN and event.game_now < rounds(event):
        return What.LEAVES.value, urlencode({"seat": entry.seat, "first": event.game_now + 1, "why": reason})
    return None


@require_POST
def seat_late(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Give an entrant without a seat a free one, as a late entry."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    form = FreeSeatForm(request.POST, late=late_seats(this_event))
    with Attempt(form):
        game, seat = first_late_game(this_event), cleaned(form)["seat"]
        mark = request.POST.get("mark", "")[:MAX_MARK]
        preview = late_look(this_event, [EntrantPlan(entry.known_name, seat=seat)], mark)
        if preview is not None and not preview["is_seen"]:
            return _entrant_page(request, this_event, entry, rights, seat_form=form, preview=preview)
        entry = entrants_actions.seat_late(entry=entry, seat=seat, mark=mark or None, actor=actor_of(request))
        messages.success(request, late_entry_words.seated_late(entry.known_name, entry.seat, game))
        return redirect("tournaments:entrant", tournament, event, number)
    return _entrant_page(request, this_event, entry, rights, seat_form=form)


@require_POST
def correct(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Correct name, ACC number or club of an entrant."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    form = CorrectEntrantForm(request.POST, entry=entry)
    with Attempt(form, place=lambda field: _PERSON_FIELDS.get(field, field)):
        cleaned(form)
        corrected = correct_entrant(entry=entry, **form.given, read=form.read, actor=actor_of(request))
        elsewhere = entries_reads.plays_elsewhere(entry)
        name = form.cleaned_data["name"]
        messages.success(request, registration_words.corrected(name, len(corrected), elsewhere=elsewhere))
        return redirect("tournaments:entrant", tournament, event, number)
    return _entrant_page(request, this_event, entry, rights, correct_form=form)


@require_POST
def remove(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Take an entrant off the list."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.REGISTER)
    form = RemoveForm(request.POST)
    # After the draw a missing reason does not matter: the action refuses, and says what to do instead.
    if not form.is_valid() and not this_event.is_seated:
        return _entrant_page(request, this_event, entry, rights, remove_form=form)
    with Attempt() as tried:
        reason = form.cleaned_data.get("reason", "")
        entrants_actions.remove_entrant(event=this_event, number=number, reason=reason, actor=actor_of(request))
        messages.success(request, _("%(name)s is off the list.") % {"name": entry.known_name})
        return redirect("tournaments:entrants", tournament, event)
    return _entrant_page(request, this_event, entry, rights, refused=tried.refused)


@require_POST
def named(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Name somebody in public, or show a placeholder."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.DIRECT)
    is_named = request.POST.get("named") == "yes"
    with Attempt() as tried:
        changed = set_named(entry=entry, named=is_named, actor=actor_of(request))
        for row in changed[:1]:
            name = row.known_name
            messages.success(
                request, naming_words.named_now(name) if is_named else naming_words.withheld_now(name, row.name)
            )
        if is_named and (teams := entrants_reads.withheld_teams(entry)):
            messages.info(request, naming_words.teams_stay(teams))
        return redirect("tournaments:entrant", tournament, event, number)
    return _entrant_page(request, this_event, entry, rights, naming_refused=tried.refused)


@require_POST
def link(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set which account belongs to this player."""
    this_event, entry, rights = entry_for(request, tournament, event, number, Need.DIRECT)
    form = LinkForm(request.POST)
    with Attempt(form):
        values = cleaned(form)
        person = values["person"] if entry.player.names else None
        username = values["username"] or None
        link_player(entry=entry, username=username, person=person, read=form.read, actor=actor_of(request))
        messages.success(request, _("Saved. Nobody works on a card of their own."))
        return redirect("tournaments:entrant", tournament, event, number)
    return _entrant_page(request, this_event, entry, rights, link_form=form)


def _accounts(entry: Entry, sent: PageForm | None) -> list[tuple[str, User | None, PageForm]]:
    """The name, account and form of each person of an entry; `sent` takes the place of the form that was sent.

    The account of a team as a whole, which nobody has chosen, is shown as that of the first.
    """
    people = entry.player.people
    shown: list[tuple[str, User | None, PageForm]] = []
    for place, person in enumerate(people):
        user = person.user or (entry.player.user if place == 0 else None)
        number = place if len(people) > 1 else None
        is_sent = sent is not None and (number is None or sent.data.get("person") == str(number))
        shown.append(
            (
                person.name if number is not None else "",
                user,
                sent if is_sent and sent else LinkForm(user=user, person=number),
            )
        )
    return shown


def _entrant_page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    seat_form: FreeSeatForm | None = None,
    preview: dict[str, Any] | None = None,
    refused: Refused | None = None,
    naming_refused: Refused | None = None,
    **sent_forms: PageForm,
) -> HttpResponse:
    """The page of one entrant.

    `sent_forms` are other forms that were sent, by context key. `preview` is what a late entry changes (`late_look`).
    `refused` is the refusal to take the entrant off the list, `naming_refused` that to name them in public.
    """
    context: dict[str, Any] = {
        "current": "entrants",
        "entry": entry,
        "form": StatusForm(entry=entry, account=_account(entry, rights)),
        "accounts": _accounts(entry, sent_forms.get("link_form")),
        "correct_form": CorrectEntrantForm(entry=entry),
        "remove_form": RemoveForm(),
        "refused": refused,
        "naming_refused": naming_refused,
        "known_elsewhere": registration_words.known_elsewhere() if entries_reads.plays_elsewhere(entry) else "",
        "is_twice": entry.pk in entrants_reads.twice(event),
        "is_undone": entry.status == Entry.Status.NO_SHOW and entry.number in undone_reads.late_undone(event),
    }
    if event.is_seated and not entry.seat and not event.posted_at:
        late = late_seats(event)
        context |= {"late": late, "seat_form": seat_form or FreeSeatForm(late=late)}
        context |= {"late_game": first_late_game(event), "looked": preview}
        if not late:
            context["nowhere"] = late_nowhere(event)
    is_stale = preview is not None and preview["is_stale"]
    code = 409 if is_stale else status_of(refused, naming_refused, seat_form, *sent_forms.values())
    return show(request, "tournaments/entrants/entrant.html", event, rights, {**context, **sent_forms}, status=code)
