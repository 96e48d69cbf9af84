"""Money: everybody's account, one person's ledger, and the fees of an event."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.access import Need, Rights, event_for, tournament_for
from tournaments.errors import Refused
from tournaments.http import TakenAway, is_htmx, whole_number
from tournaments.live import keeps_up
from tournaments.models import Event, Fee, Player, Tournament
from tournaments.money import words as money_words
from tournaments.money.actions import money as money_actions
from tournaments.money.forms import FeeChangeForm, FeeForm, LedgerForm, ReversalForm
from tournaments.money.reads import money as money_reads
from tournaments.money.words import plain_amount
from tournaments.rules.naming import in_full, shared_names
from tournaments.rules.spreadsheet import Cell
from tournaments.views.page import (
    Attempt,
    actor_of,
    cleaned,
    hall_time,
    looked_for,
    show,
    spreadsheet,
    status_of,
)

PAGE_SIZE = 100
ONE_KEY = re.compile(r"(cash|cheque)-([0-9]{1,9})-([0-9]{1,9})", re.ASCII)
"""The value of a button that receives somebody's whole open amount: kind, player's key, cents."""

# --- Everybody -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
@keeps_up
def money(request: HttpRequest, tournament: str) -> HttpResponse:
    """All accounts, searched by name, ACC number or seat. A POST receives the whole open amount of one person."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    if request.method != "POST":
        return _money_page(request, this_tournament, rights)
    receipt = ONE_KEY.fullmatch(request.POST.get("receive", ""))
    if receipt is None:
        raise Http404(_("Nobody is named here. Go back to the accounts and choose again."))
    kind, player_key, cents = receipt[1], int(receipt[2]), int(receipt[3])
    player = _player(this_tournament, player_key)
    with Attempt() as tried:
        line = money_actions.write_line(
            tournament=this_tournament, player=player, kind=kind, cents=cents, looked_at=cents, actor=actor_of(request)
        )
        _confirm_line(request, this_tournament, player, line.kind, line.cents)
        return redirect("tournaments:money", tournament)
    return _money_page(request, this_tournament, rights, refused=tried.refused, about=player.pk)


def _confirm_line(request: HttpRequest, tournament: Tournament, player: Player, kind: str, cents: int) -> None:
    """Add the message that a line is written, with the amount that is open after it."""
    person_account = money_reads.account_of(tournament, player.pk)
    assert person_account is not None
    messages.success(request, money_words.line_written(kind, cents, person_account.name, person_account.account.open))


def _money_page(
    request: HttpRequest, tournament: Tournament, rights: Rights, *, refused: Refused | None = None, about: int = 0
) -> HttpResponse:
    """The accounts. After a refusal, only the account of `about` (a player's key) is shown, below the reason."""
    everybody = money_reads.accounts(tournament)
    text, shown = looked_for(request, money_reads.MONEY_SHOWN)
    matches = money_reads.find_accounts(everybody, text, shown)
    if about:
        matches = [person_account for person_account in everybody if person_account.player == about]
    elif text and len(matches) == 1 and not is_htmx(request):
        # Enter in the search field opens the only match, and the next Enter receives the money.
        return redirect("tournaments:ledger", tournament.slug, matches[0].player)
    context = {
        "current": "money",
        "page": Paginator(matches, PAGE_SIZE).get_page(request.GET.get("page")),
        "shared": _shared(everybody),
        "text": text,
        "shown": shown,
        "counts": money_reads.account_counts(everybody),
        "totals": money_reads.money_totals(everybody),
        "events": list(tournament.events.all()),
        "refused": refused,
    }
    fragment = is_htmx(request) and request.method != "POST"
    template = "tournaments/money/money.html#list" if fragment else "tournaments/money/money.html"
    return show(request, template, tournament, rights, context, status=status_of(refused))


def _shared(accounts: Iterable[money_reads.PersonAccount]) -> frozenset[str]:
    """The names of two people with accounts, whose ACC numbers then tell them apart."""
    return shared_names(person_account.name for person_account in accounts)


@require_safe
def money_sheet(request: HttpRequest, tournament: str) -> HttpResponse:
    """Everybody's account on paper, with the totals, for the registration desk."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    everybody = money_reads.accounts(this_tournament)
    context = {
        "current": "money",
        "accounts": everybody,
        "shared": _shared(everybody),
        "totals": money_reads.money_totals(everybody),
    }
    return show(request, "tournaments/money/money_sheet.html", this_tournament, rights, context)


@require_safe
def accounts_csv(request: HttpRequest, tournament: str) -> HttpResponse:
    """Everybody's account as a spreadsheet, in dollars."""
    this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
    rows = [_csv_row(person_account) for person_account in money_reads.accounts(this_tournament)]
    heads = [
        _("Name"),
        _("ACC number"),
        _("Events and seats"),
        _("Fees"),
        _("Waived"),
        _("Owed"),
        _("Received"),
        _("Refunded"),
        _("Open"),
    ]
    return spreadsheet(f"{this_tournament.slug}-money.csv", [heads, *rows])


def _csv_row(person_account: money_reads.PersonAccount) -> list[Cell]:
    """Return the cells of one account: name, ACC number, where the person plays, and the amounts."""
    places = [
        " ".join(part for part in (entry.event_name, entry.seat, _status(entry)) if part)
        for entry in person_account.entries
    ]
    sums = person_account.account
    amounts = (sums.charged, sums.waived, sums.owed, sums.received, sums.refunded, sums.open)
    name = in_full(person_account.name, person_account.players)
    return [name, person_account.acc_number, "; ".join(places), *map(plain_amount, amounts)]


@require_safe
def ledger_csv(request: HttpRequest, tournament: str) -> HttpResponse:
    """Every line of the ledger in order, in dollars; a reversal names the line that it reverses."""
    this_tournament, _rights = tournament_for(request.user, tournament, Need.REGISTER)
    lines = sorted(
        (
            (line, person_account)
            for person_account in money_reads.accounts(this_tournament)
            for line in person_account.lines
        ),
        key=lambda pair: pair[0].number,
    )
    rows: list[list[Cell]]
    with hall_time(this_tournament):
        rows = [
            [
                str(line.number),
                f"{timezone.localtime(line.at):%Y-%m-%d %H:%M}",
                person_account.name,
                line.label,
                plain_amount(line.cents),
                str(line.reverses or ""),
                str(line.reversed_by or ""),
                line.note,
                line.by,
                line.event_name,
            ]
            for line, person_account in lines
        ]
    heads = [
        _("Number"),
        _("Time"),
        _("Name"),
        _("What"),
        _("Amount"),
        _("Takes back"),
        _("Taken back by"),
        _("Note"),
        _("By"),
        _("For"),
    ]
    return spreadsheet(f"{this_tournament.slug}-ledger.csv", [heads, *rows])


def _status(entry: money_reads.EntryHere) -> str:
    """Return the status of an entry in brackets; empty while the entrant is playing."""
    return "" if entry.status == "playing" else f"({entry.label})"


# --- One person ------------------------------------------------------------------------------------------------------


def _player(tournament: Tournament, key: int) -> Player:
    """Return the player with this key. Raises Http404 if they have no account in this tournament."""
    if money_reads.account_of(tournament, key) is None:
        raise Http404(_("This tournament has no account of that person. Look for the name on the page Money."))
    return Player.objects.get(pk=key)


@require_http_methods(["GET", "HEAD", "POST"])
@keeps_up
def ledger(request: HttpRequest, tournament: str, player: int) -> HttpResponse:
    """One person's fees and every line of the ledger. A POST adds a line."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    person = _player(this_tournament, player)
    if request.method != "POST":
        return _ledger_page(request, this_tournament, rights, person)
    person_account = money_reads.account_of(this_tournament, player)
    assert person_account is not None
    form = LedgerForm(request.POST, events=person_account.events_charged)
    with Attempt(form):
        values = cleaned(form)
        line = money_actions.write_line(
            tournament=this_tournament,
            player=person,
            kind=values["kind"],
            cents=values["cents"],
            note=values["note"],
            event=values.get("event", ""),
            looked_at=values["open"],
            actor=actor_of(request),
        )
        _confirm_line(request, this_tournament, person, line.kind, line.cents)
        return redirect("tournaments:ledger", tournament, player)
    return _ledger_page(request, this_tournament, rights, person, form=form)


@require_POST
def reverse_line(request: HttpRequest, tournament: str, player: int, number: int) -> HttpResponse:
    """Reverse one line of the ledger."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    person = _player(this_tournament, player)
    line = this_tournament.ledger.select_related("tournament", "player").filter(player=person, number=number).first()
    if line is None:
        raise Http404(_("There is no such line in this person’s ledger."))
    with Attempt() as tried:
        money_actions.reverse_line(line=line, reason=request.POST.get("reason", "").strip(), actor=actor_of(request))
        messages.success(request, money_words.line_taken_back(number, line.cents))
        return redirect("tournaments:ledger", tournament, player)
    return _ledger_page(request, this_tournament, rights, person, refused=tried.refused, about=number)


@require_POST
def pools(request: HttpRequest, tournament: str, player: int) -> HttpResponse:
    """Take or leave an optional fee or a pool for this person.

    The POST has `fee` (its key), `number` (of the entrant), `take` (absent to leave it), and `reason`, which is needed
    once the qualifiers of the event are posted.
    """
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    person = _player(this_tournament, player)
    fee_key, number = (whole_number(request.POST.get(name, "")) for name in ("fee", "number"))
    fee_row = entry = None
    if fee_key is not None and number is not None:
        fee_rows = Fee.objects.select_related("event__tournament").filter(event__tournament=this_tournament)
        fee_row = fee_rows.filter(pk=fee_key).first()
        entry = fee_row.event.entries.filter(player=person, number=number).first() if fee_row else None
    if fee_row is None or entry is None:
        page = reverse("tournaments:ledger", args=[tournament, player])
        raise TakenAway(_("There is no such pool for this person. Somebody may have taken it away."), page=page)
    with Attempt() as tried:
        money_actions.choose_fee(
            entry=entry,
            fee=fee_row,
            taken="take" in request.POST,
            reason=request.POST.get("reason", "").strip(),
            rights=rights,
            actor=actor_of(request),
        )
        return redirect("tournaments:ledger", tournament, player)
    return _ledger_page(request, this_tournament, rights, person, refused=tried.refused, about_fee=fee_row.pk)


def _ledger_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    player: Player,
    *,
    form: LedgerForm | None = None,
    refused: Refused | None = None,
    about: int = 0,
    about_fee: int = 0,
) -> HttpResponse:
    """The page. A refusal is shown beside the line with number `about`, or beside the pool with key `about_fee`."""
    person_account = money_reads.account_of(tournament, player.pk)
    assert person_account is not None
    if form is not None:
        # After a refusal, the form has the current open amount, which the page shows.
        form.data = {**request.POST.dict(), "open": person_account.account.open}
    context: dict[str, Any] = {
        "current": "money",
        "one": person_account,
        "form": form or LedgerForm(initial={"open": person_account.account.open}, events=person_account.events_charged),
        "reversal": ReversalForm(request.POST if about else None),
        "refused": refused,
        "about": about,
        "about_fee": about_fee,
        "after_posting": money_words.pool_after_posting(),
        "directs": {event.slug for event in tournament.events.all() if rights.may_in(event, Need.DIRECT)},
        "pool_reason": request.POST.get("reason", "") if about_fee else "",
    }
    return show(request, "tournaments/money/ledger.html", tournament, rights, context, status=status_of(refused, form))


# --- Fees ------------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def fees(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """What an event costs. A POST adds a fee."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    if request.method != "POST":
        return fees_page(request, this_event, rights)
    form = FeeForm(request.POST)
    with Attempt(form):
        fee = money_actions.add_fee(event=this_event, **cleaned(form), actor=actor_of(request))
        messages.success(
            request,
            _("“%(fee)s” costs %(amount)s from now on.") % {"fee": fee.name, "amount": money_words.amount(fee.cents)},
        )
        return redirect("tournaments:fees", tournament, event)
    return fees_page(request, this_event, rights, form=form)


@require_POST
def money_first(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Set whether seats are drawn only after everybody has paid."""
    this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
    is_first = "money_first" in request.POST
    money_actions.set_money_first(event=this_event, money_first=is_first, actor=actor_of(request))
    if is_first:
        message = _("Saved: the seats are drawn once everybody has paid.")
    else:
        message = _("Saved: nobody waits because of money.")
    messages.success(request, message)
    return redirect(f"{reverse('tournaments:fees', args=[tournament, event])}#first")


def fees_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: FeeForm | None = None,
    change: tuple[int, FeeChangeForm] | None = None,
    gone: Refused | None = None,
) -> HttpResponse:
    """The page Fees. `change` is the key of a fee and its form, if that could not be saved.

    `gone` is the refusal to show if the fee that somebody changed does not exist any more.
    """
    changed_key, bound_form = change or (None, None)
    rows = []
    for fee in money_reads.fees(event):
        initial = {name: getattr(fee, name) for name in FeeForm.base_fields}
        bound = bound_form if changed_key == fee.pk else None
        rows.append((fee, bound or FeeChangeForm(initial=initial, prefix=f"fee{fee.pk}"), bound is not None))
    unpaid = money_reads.unpaid(event)
    context = {
        "name": event.name,
        "rows": rows,
        "gone": gone,
        "form": form or FeeForm(initial={"kind": "entry" if not rows else "q_pool", "optional": bool(rows)}),
        "unpaid": len(unpaid),
        "unpaid_cents": sum(unpaid.values()),
    }
    status = status_of(gone, form, bound_form)
    return show(request, "tournaments/money/fees.html", event, rights, context, status=status)
