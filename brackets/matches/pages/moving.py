"""Pages to move people from one event to another of the same tournament."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from brackets.access import events_to_move, is_told_final
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions.moving import by_number, find_comers, move_over
from brackets.matches.forms.moving import MovingForm
from brackets.matches.reads import moving as moving_reads
from brackets.matches.words import moving as moving_words
from tournaments.access import Need, Rights, event_for
from tournaments.day.reads.late_entry import seats_at_once
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.pages.late_entry import MAX_MARK, late_look, late_nowhere
from tournaments.errors import Refused
from tournaments.http import whole_number
from tournaments.models import Event
from tournaments.seating import words as seats_words
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of


@require_safe
def moving_from(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Choose the event from which people come. Redirects if there is only one other event, or only one main event."""
    event_row, rights = event_for(request.user, tournament, event, Need.REGISTER)
    others = list(event_row.tournament.events.exclude(pk=event_row.pk))
    mains = [other for other in others if other.kind == Event.Kind.MAIN]
    if len(mains) == 1 or len(others) == 1:
        source = mains[0] if len(mains) == 1 else others[0]
        return redirect("brackets:moving", tournament, event, source.slug)
    choices = [(other.name, reverse("brackets:moving", args=[tournament, event, other.slug])) for other in others]
    return _choice(request, event_row, rights, choices, _("From which event do they come?"))


@require_safe
def moving_to(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Choose the consolation to which people of this event go. Redirects if exactly one consolation takes people.

    If no consolation takes people, the page says why, and offers the other events that do.
    """
    event_row, rights = event_for(request.user, tournament, event, Need.SEE)
    others = list(event_row.tournament.events.exclude(pk=event_row.pk).exclude(kind=Event.Kind.MAIN))
    consolations = [other for other in others if other.kind == Event.Kind.CONSOLATION]
    open_events = [other for other in others if other.posted_at is None and rights.may_in(other, Need.REGISTER)]
    open_consolations = [other for other in open_events if other in consolations]
    if len(open_consolations) == 1:
        return redirect("brackets:moving", tournament, open_consolations[0].slug, event)
    why = ""
    if not open_consolations:
        why = moving_words.no_consolation(
            posted=[other.name for other in consolations if other.posted_at is not None],
            elsewhere=[other.name for other in consolations if other.posted_at is None],
        )
    choices = [
        (other.name, reverse("brackets:moving", args=[tournament, other.slug, event]))
        for other in open_consolations or open_events
    ]
    title = _("To which event do they go?") if open_consolations else _("To the consolation")
    return _choice(request, event_row, rights, choices, title, why)


def _choice(
    request: HttpRequest, event: Event, rights: Rights, choices: list[tuple[str, str]], title: str, why: str = ""
) -> HttpResponse:
    """The page of the events to choose from, as pairs of name and address.

    `why` says why no consolation takes people.
    """
    context = {"current": "entrants", "ways": choices, "title": title, "why": why}
    return show(request, "brackets/matches/moving_choice.html", event, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
def moving(request: HttpRequest, tournament: str, event: str, other: str) -> HttpResponse:
    """The people of the other event who may move over. Those who lost by play are ticked at first.

    A POST enters everybody who is ticked, or nobody. While a game is being played, it first shows a preview.
    """
    event_row, source, rights = events_to_move(request.user, tournament, event, other)
    sent_round = request.POST.get("out", "") if request.method == "POST" else request.GET.get("out", "")
    out_in = whole_number(sent_round, 2) or 0
    page = moving_reads.moving(event_row, source, out_in, final=is_told_final(request.user, source))
    if request.method != "POST":
        return _moving_page(request, event_row, source, rights, page, out_in)
    form = _form(event_row, page, request.POST)
    with Attempt(form, place=_field):
        cleaned(form)
        seats = form.seats()
        mark = request.POST.get("mark", "")[:MAX_MARK]
        preview = _look(event_row, source, seats, out_in, mark)
        if preview is not None and not preview["is_seen"]:
            return _moving_page(request, event_row, source, rights, page, out_in, form=form, preview=preview)
        result = move_over(
            event=event_row, source=source, seats=seats, out_in=out_in, mark=mark or None, actor=actor_of(request)
        )
        message = moving_words.came_over(
            [entry.known_name for entry in result.entries], list(result.left_out), source.name
        )
        messages.success(request, message)
        address = reverse("tournaments:entrants", args=[tournament, event])
        return redirect(f"{address}?{urlencode({'new': result.entries[0].number})}")
    return _moving_page(request, event_row, source, rights, page, out_in, form=form)


def _field(name: str) -> str:
    """The form field of a fault: `seat_12` for the fault `12.seat`, else "" (the whole form)."""
    number, dot, rest = name.partition(".")
    return f"seat_{number}" if dot and rest == "seat" else ""


def _form(event: Event, page: moving_reads.Moving, data: Any = None) -> MovingForm:
    """The form of the people who may move, with the free seats of the event if it is seated and not posted."""
    free_seats = seats_at_once(event) if event.is_seated and not event.posted_at else []
    return MovingForm(data, people=page.people, free_seats=free_seats, needs_seats=event.is_seated)


def _look(event: Event, source: Event, seats: dict[int, str], out_in: int, mark: str) -> dict[str, Any] | None:
    """A preview, as context, of whom the entries would affect; None if no game is being played."""
    comers = find_comers(event, source, seats, out_in)
    plans = [EntrantPlan(comer.name, comer.acc_number, seats[comer.number], player=comer.player) for comer in comers]
    try:
        return late_look(event, plans, mark)
    except Refused as refused:
        raise by_number(refused, comers) from refused


def _moving_page(
    request: HttpRequest,
    event: Event,
    source: Event,
    rights: Rights,
    page: moving_reads.Moving,
    out_in: int,
    *,
    form: MovingForm | None = None,
    preview: dict[str, Any] | None = None,
) -> HttpResponse:
    closed = moving_words.target_posted(event.name) if event.posted_at else ""
    if source.posted_at is None:
        closed = closed or moving_words.not_posted(source.name)
    form_shown = form or _form(event, page)
    if not closed and event.is_seated and page.offered and not form_shown.with_seat:
        closed = late_nowhere(event) or seats_words.free_seats([])
    few = ""
    if event.is_seated and 0 < len(form_shown.with_seat) < len(page.offered):
        few = moving_words.too_few_seats(len(form_shown.with_seat), len(page.offered))
    context = {
        "current": "entrants",
        "source": source,
        "page": page,
        "form": form_shown,
        "closed": closed,
        "looked": preview,
        "out": out_in,
        "rounds": [(number, playoffs_words.round_name(number, page.rounds)) for number in range(1, page.rounds + 1)],
        "fees": moving_words.fees_due(page.cents),
        "few": few,
        "label": moving_words.enter_them(len(form_shown.preselected)),
    }
    status = 409 if preview is not None and preview["is_stale"] else status_of(form)
    return show(request, "brackets/matches/moving.html", event, rights, context, status=status)
