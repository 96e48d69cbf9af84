"""What the entry desk polls and sends: the pile for its script, cards handed in, and its service worker."""

from __future__ import annotations

import re

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorecards import access
from scorecards.cards.actions.presence import be_at_card, leave_card
from scorecards.cards.actions.stack import receive_cards, take_back_receipts
from scorecards.cards.forms import LARGEST_NUMBER, HandInForm
from scorecards.cards.pages.answers import answers_scripts
from scorecards.cards.reads import stack as stack_reads
from scorecards.cards.reads.presence import cards_changed, people_at_cards
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.written import last_written
from tournaments.access import Need, event_for
from tournaments.day.reads.schedule import rounds, schedule
from tournaments.day.reads.substitutes import playing_on
from tournaments.errors import Fault, Malformed
from tournaments.live import followed
from tournaments.models import Event
from tournaments.views.page import Attempt, actor_of, hall_time, show, status_of

TAB = re.compile(r"[A-Za-z0-9-]{8,40}")
"""The name that a browser tab gives itself."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_scripts
def pile(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Answer the desk's script in JSON: a GET with the whole pile, a POST with the cards that changed.

    The POST names the card that this tab has open.
    """
    this_event, _rights = event_for(request.user, tournament, event, Need.CHECK)
    return _changes(request, this_event) if request.method == "POST" else _whole_pile(request, this_event)


def _whole_pile(request: HttpRequest, event: Event) -> HttpResponse:
    """Return everything that the desk's script needs at its start."""
    # Each sign-in has a new CSRF token; `get_token` makes the answer set its cookie.
    get_token(request)
    this_sheet, user, now = sheet(event), actor_of(request).user, timezone.now()
    assert user is not None
    written = last_written(event)
    siblings = event.tournament.events.exclude(pk=event.pk)
    with hall_time(event):
        body = {
            "user": user.get_username(),
            "by": user.get_full_name() or user.get_username(),
            "revision": event.revision,
            "at": stack_reads.time_of(now),
            "events": {other.slug: other.name for other in siblings},
            "cards": [
                stack_reads.card_record(card, written.get(card.seat), user)
                for card in stack_reads.pile(this_sheet, user, now).cards
            ],
            "here": stack_reads.here_records(people_at_cards(event, now), user),
            "teams": {seat: entry.known_beside for seat, entry in this_sheet.entries.items() if entry.known_beside},
            "substitutes": playing_on(event, {seat: entry.known_name for seat, entry in this_sheet.entries.items()}),
            **stack_reads.opponents_record(this_sheet, schedule(event), rounds(event)),
        }
    return JsonResponse(body)


def _changes(request: HttpRequest, event: Event) -> HttpResponse:
    """Note which card this tab has open, and return the cards that changed since the revision `v`.

    `reload` is true if the changed cards cannot be told, so that the script must load the whole pile. Raises Malformed
    (`tab`) for an invalid tab or revision.
    """
    tab, seat, since = (request.POST.get(name, "")[:40] for name in ("tab", "seat", "v"))
    if not TAB.fullmatch(tab) or not since.isdecimal() or int(since) > LARGEST_NUMBER:
        message = _("A desk names its tab and the revision that it knows. Load the page again.")
        raise Malformed(message, faults=[Fault("tab", "invalid", message)])
    actor = actor_of(request)
    assert actor.user is not None
    if seat:
        be_at_card(event=event, seat=seat, tab=tab, actor=actor)
    else:
        leave_card(tab=tab, actor=actor)
    changed = cards_changed(event, int(since)) if int(since) != event.revision else ()
    now = timezone.now()
    cards = []
    with hall_time(event):
        if changed:
            this_sheet, written = sheet(event, only=changed), last_written(event, changed)
            cards = [
                stack_reads.card_record(
                    stack_reads.pile_card(this_sheet, seat, actor.user), written.get(seat), actor.user
                )
                for seat in changed
            ]
        people = stack_reads.here_records(people_at_cards(event, now), actor.user)
        time = stack_reads.time_of(now)
    return JsonResponse(
        {
            "user": actor.user.get_username(),
            "by": actor.user.get_full_name() or actor.user.get_username(),
            "revision": event.revision,
            "at": time,
            "cards": cards,
            "here": people,
            "reload": changed is None,
        }
    )


# --- Handed in -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@followed()
def received(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Show the cards that are handed in. A POST hands in more: seats typed or scanned, several or a whole table.

    A POST with `back` takes back the cards of these seats instead.
    """
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    user = actor_of(request).user
    this_sheet = sheet(this_event)
    form = None
    new_seats: tuple[str, ...] = ()
    seats_back = request.POST.get("back", "").split()
    if request.method == "POST" and not seats_back:
        pile_cards = stack_reads.pile(this_sheet, user, timezone.now()).cards
        form = HandInForm(request.POST, seats=[card.seat for card in pile_cards if stack_reads.can_be_handed_in(card)])
    with Attempt() as tried:
        if seats_back:
            take_back_receipts(event=this_event, seats=seats_back, actor=actor_of(request))
        elif form is not None and form.is_valid():
            new_seats = receive_cards(event=this_event, seats=form.meant.seats, actor=actor_of(request))
    refused = tried.refused
    if request.method == "POST":
        this_sheet = sheet(Event.objects.select_related("tournament").get(pk=this_event.pk))
    with hall_time(this_event):
        current_pile = stack_reads.pile(this_sheet, user, timezone.now())
    received_cards = sorted(
        (card for card in current_pile.cards if card.state == stack_reads.RECEIVED),
        key=lambda card: (this_sheet.facts[card.seat].received_at, card.seat),
        reverse=True,
    )
    meant = form.meant if form is not None and form.is_valid() and refused is None else None
    tables = [table.name for table in current_pile.tables()]
    table = meant.table if meant is not None else request.POST.get("table", "")
    context = {
        "current": "cards",
        "place": "type",
        "form": form,
        "refused": refused,
        "answer": stack_reads.handed_in(current_pile, meant, new_seats) if meant is not None else None,
        "back": () if refused else seats_back,
        "lying": received_cards,
        "pile": current_pile,
        "missing": [card for card in current_pile.cards if card.state == stack_reads.MISSING],
        "tables": tables,
        "table": table if table in tables else next(iter(tables), ""),
    }
    return show(request, "scorecards/cards/received.html", this_event, rights, context, status=status_of(refused, form))


@require_POST
def not_received(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Take back that a card is handed in."""
    this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
    take_back_receipts(event=this_event, seats=[entry.seat], actor=actor_of(request))
    return redirect("scorecards:received", tournament, event)


# --- Without a network -----------------------------------------------------------------------------------------------


@require_safe
@never_cache
def worker(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Return the service worker that keeps the desk's page for use without a network. Its path is its scope."""
    event_for(request.user, tournament, event, Need.CHECK)
    address = staticfiles_storage.url("js/desk-worker.js")
    return HttpResponse(f'importScripts("{address}");\n', content_type="text/javascript; charset=utf-8")
