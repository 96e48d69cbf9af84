"""Pages to enter people at the desk: one person in several events, and whole lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Need, Rights, events_for
from tournaments.day.reads.late_entry import late_seats
from tournaments.entrants.actions import entering as entering_actions
from tournaments.entrants.actions.entering import LeftOut, PersonPlan, look_at_people
from tournaments.entrants.forms.entering import DeskForm, ListForm
from tournaments.entrants.forms.entrants import sheet_of
from tournaments.entrants.pages.late_entry import late_looks, late_nowhere, sent_marks
from tournaments.entrants.pages.whom import answered, at_partner, put_on_lines, to_ask
from tournaments.entrants.reads.entrants import waiting_of
from tournaments.entrants.reads.known import Likeness, known_players, may_know
from tournaments.entrants.reads.listing import ListedRow, Meanings, listed
from tournaments.entrants.reads.registrations import offer
from tournaments.entrants.rules.pasted_list import MAX_ROWS, Column, Sheet, find_unusable
from tournaments.entrants.words import lists as lists_words
from tournaments.entrants.words import registration as registration_words
from tournaments.http import whole_number
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.money import words as money_words
from tournaments.money.reads.money import account_of
from tournaments.seating import words as seats_words
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of

FIRST_ROWS = 5
"""How many rows of a list are shown as it is read."""

# --- One person ------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, tournament: str) -> HttpResponse:
    """Enter somebody, also late, in one or more events with pools; only events where the user may do so are offered."""
    this_tournament, rights, events = events_for(request.user, tournament, Need.REGISTER)
    if request.method != "POST":
        return _enter_page(request, this_tournament, rights, events)
    form = _desk_form(this_tournament, events, answered(request, this_tournament))
    with Attempt(form, place=lambda field: at_partner(field.removeprefix("0.").replace("seats.", "seat_"))):
        values = cleaned(form)
        if asked := to_ask(request, this_tournament, form):
            return _enter_page(request, this_tournament, rights, events, form=form, asked=asked)
        player = values["player"]
        if player and not may_know(request.user, this_tournament, player):
            form.add_error(None, registration_words.chosen_is_gone())
            return _enter_page(request, this_tournament, rights, events, form=form)
        marks = sent_marks(request, events)
        plan = PersonPlan(
            values["name"],
            values["own_number"],
            values["club"],
            form.seats,
            frozenset(values["pools"]),
            player,
            marks,
            values["players"],
            values["acc_numbers"],
        )
        looks = late_looks(look_at_people(events, [plan]), marks)
        if not all(look["is_seen"] for look in looks):
            return _enter_page(request, this_tournament, rights, events, form=form, looks=looks)
        [entered] = entering_actions.enter_people(tournament=this_tournament, people=[plan], actor=actor_of(request))
        messages.success(request, seats_words.entered([values["name"]]))
        _tell_waiting(request, this_tournament, [entered])
        return redirect(f"{reverse('tournaments:enter', args=[tournament])}?new={entered.pk}")
    return _enter_page(request, this_tournament, rights, events, form=form)


def _tell_waiting(request: HttpRequest, tournament: Tournament, players: Sequence[Player]) -> None:
    """Add the message who of these people waits for a place, if anybody does."""
    if waiting := registration_words.waiting(waiting_of(tournament, players)):
        messages.info(request, waiting)


def _desk_form(tournament: Tournament, events: Sequence[Event], data: Any = None) -> DeskForm:
    """The form, with those of the events that are not posted; seated ones with their free seats, or why none is."""
    events_by_slug = {event.slug: event for event in events}
    offered = [event for event in offer(tournament).events if not event.is_posted and event.slug in events_by_slug]
    free = {event.slug: late_seats(events_by_slug[event.slug]) for event in offered if event.is_seated}
    nowhere = {slug: "" if late else late_nowhere(events_by_slug[slug]) for slug, late in free.items()}
    initial = {"events": [offered[0].slug]} if len(offered) == 1 else {}
    return DeskForm(data, offered=offered, free=free, nowhere=nowhere, initial=initial)


def _enter_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    events: Sequence[Event],
    *,
    form: DeskForm | None = None,
    asked: Sequence[Likeness] = (),
    looks: Sequence[dict[str, Any]] = (),
) -> HttpResponse:
    """The page; after somebody was entered (`new` in the URL), it also shows their account.

    `asked` are the people about whom to ask, `looks` are the previews of late entries (`late_looks`).
    """
    shown_form = form or _desk_form(tournament, events)
    new = whole_number(request.GET.get("new", ""))
    is_in_events = new is not None and Entry.objects.filter(event__in=events, player=new).exists()
    context = {
        "current": "enter",
        "form": shown_form,
        "asked": asked,
        "looks": looks,
        "total": money_words.amount(shown_form.cents),
        "entered": account_of(tournament, new) if new is not None and is_in_events and form is None else None,
        "events": events,
    }
    status = 409 if any(look["is_stale"] for look in looks) else status_of(form)
    return show(request, "tournaments/entrants/enter.html", tournament, rights, context, status=status)


@require_safe
def known(request: HttpRequest, tournament: str) -> HttpResponse:
    """The part of the page with people known from this or earlier tournaments who match the typed name or number."""
    this_tournament, rights, _events = events_for(request.user, tournament, Need.REGISTER)
    text = (request.GET.get("name") or request.GET.get("acc_number") or "").replace("\0", "")[:120]
    context = {"known": known_players(request.user, this_tournament, text), "text": text}
    return show(request, "tournaments/entrants/enter.html#known", this_tournament, rights, context)


# --- A list ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row with a fault; the user may leave it out, or enter it anyway (`is_kept`)."""

    row: ListedRow
    is_left_out: bool
    is_kept: bool

    @property
    def is_open(self) -> bool:
        """Whether it is not decided what to do with the row."""
        return not self.is_left_out and not self.is_kept


@dataclass(frozen=True, slots=True)
class ListShown:
    """A list as read: the meanings of its columns, its rows, the rows with faults, and the rows left out.

    `unusable` says why the columns cannot be read, or is empty. `mark` identifies text, columns and chosen events.
    """

    sheet: Sheet
    columns: list[str]
    unusable: str
    rows: list[ListedRow]
    faulty: list[RowShown]
    left_out: list[LeftOut]
    mark: str

    @property
    def first_rows(self) -> list[tuple[int, list[str]]]:
        """The first rows: their line numbers and their cells."""
        places = range(self.sheet.width)
        return [(row.line, [row[place] for place in places]) for row in self.sheet.rows[:FIRST_ROWS]]

    @property
    def heads(self) -> list[tuple[int, str, str]]:
        """Each column: its position, its header, and its meaning."""
        head = self.sheet.head
        return [(place, head[place] if head else "", column) for place, column in enumerate(self.columns)]

    @property
    def around(self) -> str:
        """The rows that are nobody, in a sentence; empty if there are none."""
        return lists_words.list_around(self.sheet.around)

    @property
    def open_faults(self) -> int:
        """How many rows with faults are not decided yet."""
        return sum(row.is_open for row in self.faulty)

    @property
    def to_do(self) -> str:
        """What to do before anybody can be entered; empty if nothing."""
        if self.open_faults:
            return lists_words.list_has_faults(self.open_faults)
        return "" if self.to_enter else lists_words.list_nobody_left()

    @property
    def label(self) -> str:
        """The label of the button that enters the list."""
        return lists_words.list_enter(len(self.to_enter), len(self.left_out))

    @property
    def to_enter(self) -> list[ListedRow]:
        """The rows without faults, and those to be entered anyway."""
        kept_lines = {shown.row.line for shown in self.faulty if shown.is_kept}
        return [row for row in self.rows if not row.faults or row.line in kept_lines]


@require_http_methods(["GET", "HEAD", "POST"])
def enter_list(request: HttpRequest, tournament: str) -> HttpResponse:
    """A list of people: preview it, choose the meanings of columns and rows to leave out, then enter it (`enter`).

    All rows but those left out are entered, or none.
    """
    this_tournament, rights, events = events_for(request.user, tournament, Need.REGISTER)
    meanings = Meanings(this_tournament, events)
    if request.method != "POST":
        usual = list(meanings.events) if len(meanings.events) == 1 else []
        form = ListForm(meanings=meanings, initial={"usual": usual})
        return _list_page(request, this_tournament, rights, form, meanings)
    form = ListForm(request.POST, request.FILES, meanings=meanings)
    if not form.is_valid():
        return _list_page(request, this_tournament, rights, form, meanings, status=422)
    shown = _read(request, form, meanings)
    if shown is None:
        return _list_page(request, this_tournament, rights, form, meanings, status=422)
    if "enter" not in request.POST or shown.unusable:
        return _list_page(
            request, this_tournament, rights, form, meanings, shown=shown, status=422 if shown.unusable else 200
        )
    if form.cleaned_data["seen"] != shown.mark:
        form.add_error(None, lists_words.list_changed())
    elif shown.open_faults:
        form.add_error(None, lists_words.list_has_faults(shown.open_faults))
    if form.errors:
        return _list_page(request, this_tournament, rights, form, meanings, shown=shown, status=422)
    marks = sent_marks(request, events)
    people = [
        PersonPlan(
            row.name,
            row.acc_number,
            row.club,
            row.seats,
            row.pools,
            marks=marks,
            players=row.players,
            acc_numbers=row.acc_numbers,
            email=row.email,
            phone=row.phone,
        )
        for row in shown.to_enter
    ]
    with Attempt() as tried:
        looks = late_looks(look_at_people(events, people), marks)
        if not all(look["is_seen"] for look in looks):
            return _list_page(request, this_tournament, rights, form, meanings, shown=shown, looks=looks)
        players = entering_actions.enter_list(
            tournament=this_tournament, people=people, left_out=shown.left_out, actor=actor_of(request)
        )
        messages.success(request, lists_words.list_entered(len(people), len(shown.left_out)))
        _tell_waiting(request, this_tournament, players)
        if shown.left_out and rights.may(Need.REGISTER):
            return redirect("tournaments:not_playing", tournament)
        return redirect("tournaments:entrants", tournament, next(iter(shown.to_enter[0].seats)))
    if tried.refused:
        put_on_lines(form, None, tried.refused, [row.line for row in shown.to_enter])
    return _list_page(request, this_tournament, rights, form, meanings, shown=shown, status=status_of(tried.refused))


def _read(request: HttpRequest, form: ListForm, meanings: Meanings) -> ListShown | None:
    """Read the list of a valid form; None if it cannot be read, which adds an error to the form."""
    values = form.cleaned_data
    try:
        sheet = sheet_of(values["text"], head=form.has_head)
    except ValidationError as exc:
        form.add_error("text", exc)
        return None
    if len(sheet.rows) > MAX_ROWS:
        form.add_error("text", _("These are more than %(n)d people. Enter them in parts.") % {"n": MAX_ROWS})
        return None
    allowed = {value for value, _label in meanings.choices()}
    # What the user chose about columns and rows applies only to the list that the page showed.
    is_same_text = values["seen"].partition(".")[0] == _digest(form.sent)
    columns = meanings.guess(sheet)
    if is_same_text:
        chosen_columns = [request.POST.get(f"column-{place}") for place in range(sheet.width)]
        columns = [
            chosen if chosen is not None and chosen in allowed else guessed
            for chosen, guessed in zip(chosen_columns, columns, strict=True)
        ]
    left_out_lines = set(request.POST.getlist("leave")) if is_same_text else set()
    kept_lines = set(request.POST.getlist("keep")) if is_same_text else set()
    unusable = find_unusable([Column(column) if column in set(Column) else Column.POOL for column in columns])
    rows = [] if unusable else listed(meanings, sheet, columns, values["usual"])
    faulty = []
    for row in rows:
        if row.faults:
            is_left_out = str(row.line) in left_out_lines
            is_kept = not is_left_out and row.is_alike and str(row.line) in kept_lines
            faulty.append(RowShown(row, is_left_out, is_kept))
    left_out = [
        LeftOut(shown.row.line, shown.row.name, shown.row.faults[0].message) for shown in faulty if shown.is_left_out
    ]
    return ListShown(
        sheet=sheet,
        columns=columns,
        unusable=lists_words.list_unusable(unusable) if unusable else "",
        rows=rows,
        faulty=faulty,
        left_out=left_out,
        mark=f"{_digest(values['text'])}.{_digest(repr((columns, values['usual'], sheet.head)))}",
    )


def _digest(text: str) -> str:
    # A browser changes the line breaks of a text that it sends back, so compare them as one kind.
    return sha256(re.sub("\r\n?", "\n", text).encode(errors="replace")).hexdigest()[:24]


def _list_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    form: ListForm,
    meanings: Meanings,
    *,
    shown: ListShown | None = None,
    looks: Sequence[dict[str, Any]] = (),
    status: int = 200,
) -> HttpResponse:
    if shown is not None:
        # Show the text of a file in the text field, where the user can correct it, and note that it was shown.
        form.data = {**request.POST.dict(), "text": form.cleaned_data["text"], "seen": shown.mark}
        form.data["usual"] = form.cleaned_data["usual"]
        form.data["coding"] = form.data["read_as"] = form.cleaned_data["coding"] or ""
    context = {
        "current": "enter",
        "form": form,
        "shown": shown,
        "choices": meanings.choices(),
        "has_events": bool(meanings.events),
        "looks": looks,
    }
    status = 409 if any(look["is_stale"] for look in looks) else status
    return show(request, "tournaments/entrants/enter_list.html", tournament, rights, context, status=status)
