"""The door: people are found by name, number, seat or slip code, and come in and pay with one tap."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments import keys
from tournaments.access import Need, Rights, events_for, require, tournament_for
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.actions import check_in as check_in_actions
from tournaments.entrants.actions.check_in import AtTheDoor
from tournaments.entrants.reads.check_in import (
    CHECK_IN_SHOWN,
    check_in_counts,
    events_of_the_day,
    find_people_today,
    people_today,
)
from tournaments.entrants.reads.exclusions import EXCLUSION_KINDS, exclusions
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Refused
from tournaments.http import is_htmx, whole_number
from tournaments.models import Entry, Event, Fee, Player, Tournament
from tournaments.money import words as money_words
from tournaments.money.actions.money import choose_fee
from tournaments.money.reads.money import account_of, money_totals
from tournaments.people.reads.links import entry_of_key
from tournaments.views.page import Attempt, actor_of, looked_for, show, status_of

PAGE_SIZE = 100
# The URL of an entrant's own page, or its key alone, as a scanner reads it from a slip.
_ADDRESS = re.compile(r"(?:.*/)?([^/\s]{16,24})/?", re.DOTALL)


# What the button of a payment or a waiver sends: its kind, the player's key, its cents, and the open cents.
_PAID = re.compile(r"(cash|cheque|waiver)-([0-9]{1,9})-([0-9]{1,9})-([0-9]{1,9})", re.ASCII)
# What the button of a pool sends: the player's key, the entrant's number, and the key of the fee.
_POOL = re.compile(r"([0-9]{1,9})-([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def check_in(request: HttpRequest, tournament: str) -> HttpResponse:
    """The door. A POST checks one person in (`here`, or `paid` with what they pay) or out (`away`), in all their events.

    `take` and `leave` are for a pool. A user with rights in only some events sees, and checks in, people in these
    events only, without money.
    """
    this_tournament, rights, events = events_for(request.user, tournament, Need.REGISTER)
    if request.method != "POST":
        return _check_in_page(request, this_tournament, rights, events)
    for name in ("take", "leave"):
        if name in request.POST:
            return _choose_pool(request, this_tournament, rights, events, taken=name == "take")
    paid = _PAID.fullmatch(request.POST.get("paid", ""))
    is_check_out = "away" in request.POST
    player = _player(events, paid[2] if paid else request.POST.get("away" if is_check_out else "here", ""))
    with Attempt() as tried:
        if is_check_out:
            check_in_actions.check_out(
                tournament=this_tournament, player=player, events=events, actor=actor_of(request)
            )
            messages.success(request, _("%(name)s is no longer here.") % {"name": player.name})
        else:
            at_the_door = None
            if paid is not None:
                require(rights, Need.REGISTER)
                note = request.POST.get("note", "").strip()
                at_the_door = AtTheDoor(paid[1], int(paid[3]), int(paid[4]), note)
            entries = check_in_actions.check_in(
                tournament=this_tournament, player=player, events=events, paid=at_the_door, actor=actor_of(request)
            )
            messages.success(request, _arrived(this_tournament, entries, at_the_door))
        shown = request.POST.get("show", "")
        address = reverse("tournaments:check_in", args=[tournament])
        is_filtered = shown != "" and shown in CHECK_IN_SHOWN
        return redirect(f"{address}?show={shown}" if is_filtered else address)
    return _check_in_page(request, this_tournament, rights, events, refused=tried.refused, about=player.pk)


def _arrived(tournament: Tournament, entries: Sequence[Entry], paid: AtTheDoor | None) -> str:
    """The confirmation that somebody is here, with what they paid and what is open after it."""
    here = late_entry_words.checked_in(entries[0].known_name, [entry.event.name for entry in entries])
    person_account = account_of(tournament, entries[0].player_id) if paid is not None else None
    if paid is None or person_account is None:
        return here
    line = money_words.line_written(paid.kind, paid.cents, person_account.name, person_account.account.open)
    return f"{here} {line}"


def _choose_pool(
    request: HttpRequest, tournament: Tournament, rights: Rights, events: Sequence[Event], *, taken: bool
) -> HttpResponse:
    """Let a person take or leave a pool, and show them again."""
    require(rights, Need.REGISTER)
    choice = _POOL.fullmatch(request.POST["take" if taken else "leave"])
    player = _player(events, choice[1] if choice else "")
    fee = (
        Fee.objects.select_related("event__tournament").filter(event__in=events, pk=choice[3] if choice else 0).first()
    )
    entry = fee.event.entries.filter(player=player, number=choice[2] if choice else 0).first() if fee else None
    if fee is None or entry is None:
        raise Http404(_("There is no such pool for this person. Somebody may have taken it away."))
    with Attempt() as tried:
        choose_fee(entry=entry, fee=fee, taken=taken, rights=rights, actor=actor_of(request))
        return redirect(f"{reverse('tournaments:check_in', args=[tournament.slug])}?of={player.pk}")
    return _check_in_page(request, tournament, rights, events, refused=tried.refused, about=player.pk)


def _player(events: Sequence[Event], key: str) -> Player:
    """The person with this key who is entered in one of the events. Raises Http404 if there is none."""
    pk = whole_number(key)
    player = Player.objects.filter(pk=pk, entries__event__in=events).first() if pk is not None else None
    if player is None:
        raise Http404(_("This tournament has no such player. Look for the name again."))
    return player


def _scanned(tournament: Tournament, text: str) -> int | None:
    """The key of the person whose slip was scanned; None if the text is no slip code of this tournament."""
    address = _ADDRESS.fullmatch(text.strip())
    key = keys.normalised(address[1]) if address else ""
    entry = entry_of_key(key) if key else None
    if entry is None or entry.event.tournament_id != tournament.pk:
        return None
    return entry.player_id


def _check_in_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    events: Sequence[Event],
    *,
    refused: Refused | None = None,
    about: int = 0,
) -> HttpResponse:
    """The check-in list. After a refusal it shows only the person whose key is `about`, below the reason."""
    everybody = people_today(tournament, events)
    text, shown = looked_for(request, CHECK_IN_SHOWN)
    scanned = about or whole_number(request.GET.get("of", ""))
    scanned = scanned or _scanned(tournament, request.GET.get("q", "").replace("\0", "")[:300])
    if scanned:
        people = [person for person in everybody if person.player == scanned]
    else:
        people = find_people_today(everybody, text, shown)
    is_typing = is_htmx(request) and request.method != "POST"
    one = people[0] if len(people) == 1 and (text or scanned) else None
    context = {
        "current": "check_in",
        "page": Paginator(people, PAGE_SIZE).get_page(request.GET.get("page")),
        # The code of a slip opens the entrant's own page, so do not show it.
        "text": "" if scanned else text,
        "shown": shown,
        "one": one,
        # While somebody types, the focus stays in the field: the next key must not write money.
        "focused": one is not None and not is_typing and (one.open > 0 or not one.is_here) and not one.is_out,
        "counts": check_in_counts(everybody),
        "totals": money_totals(person.money for person in everybody),
        "events": events_of_the_day(tournament, events),
        "refused": refused,
    }
    template = "tournaments/entrants/check_in.html#list" if is_typing else "tournaments/entrants/check_in.html"
    return show(request, template, tournament, rights, context, status=status_of(refused))


@require_safe
def not_playing(request: HttpRequest, tournament: str) -> HttpResponse:
    """The people who were to play but do not: why, and who decided it."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    everybody = exclusions(this_tournament)
    groups = []
    for kind in EXCLUSION_KINDS:
        members = [exclusion for exclusion in everybody if exclusion.kind == kind]
        if members:
            groups.append((registration_words.exclusion(kind), members))
    context = {"current": "not_playing", "groups": groups, "events": list(this_tournament.events.all())}
    return show(request, "tournaments/entrants/not_playing.html", this_tournament, rights, context)
