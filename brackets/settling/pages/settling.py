"""The books of a tournament, and payouts: everybody, one person, and printed slips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.settling import words as settling_words
from brackets.settling.actions import books as books_actions
from brackets.settling.actions import payouts as payouts_actions
from brackets.settling.forms import ItemForm, PayoutForm
from brackets.settling.reads import settling as settling_reads
from brackets.settling.reads.settling import PersonWon
from tournaments.access import Need, Rights, tournament_for
from tournaments.entrants.pages.paper import long_name, paper_size
from tournaments.entrants.reads.paper import in_parts
from tournaments.errors import Refused
from tournaments.models import Player, Tournament
from tournaments.money import words as money_words
from tournaments.money.forms import ReversalForm
from tournaments.money.pages import ONE_KEY
from tournaments.money.rules import written
from tournaments.money.words import plain_amount
from tournaments.rules.naming import in_full, named_like
from tournaments.rules.spreadsheet import Cell
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, looked_for, show, spreadsheet, status_of

PAGE_SIZE = 100
SLIPS_A_PAGE = 8
WINS_A_SLIP = 4
"""The most wins that a slip lists line by line. A slip with more wins lists them in running text."""
LONG_SLIP, LONGEST_SLIP = 330, 560
"""The most characters of running text in normal size, and in small size; longer text has the smallest size."""

# --- The books -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def settlement(request: HttpRequest, tournament: str) -> HttpResponse:
    """The books of the tournament. A POST writes a line into them."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.DIRECT)
    if request.method != "POST":
        return _books_page(request, tournament_row, rights)
    form = _item_form(tournament_row, request.POST)
    with Attempt(form):
        values = dict(cleaned(form))
        event = tournament_row.events.filter(slug=values.pop("event")).first()
        item = books_actions.write_item(tournament=tournament_row, event=event, **values, actor=actor_of(request))
        messages.success(
            request,
            _("%(name)s, %(amount)s, is in the books.") % {"name": item.name, "amount": money_words.amount(item.cents)},
        )
        return redirect("brackets:settlement", tournament)
    return _books_page(request, tournament_row, rights, form=form)


@require_POST
def reverse_item(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Reverse one line of the books."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.DIRECT)
    item = tournament_row.items.select_related("tournament", "event").filter(number=number).first()
    if item is None:
        raise Http404(_("There is no such line in the books."))
    with Attempt() as attempt:
        books_actions.reverse_item(item=item, reason=request.POST.get("reason", "").strip(), actor=actor_of(request))
        messages.success(request, _("Line %(number)d of the books is taken back.") % {"number": number})
        return redirect("brackets:settlement", tournament)
    return _books_page(request, tournament_row, rights, refused=attempt.refused, about=number)


def _item_form(tournament: Tournament, data: Any = None, **more: Any) -> ItemForm:
    return ItemForm(data, events=[(event.slug, event.name) for event in tournament.events.all()], **more)


def _books_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    *,
    form: ItemForm | None = None,
    refused: Refused | None = None,
    about: int = 0,
) -> HttpResponse:
    """The page of the books. `about` is the number of the line beside which a refusal is shown.

    With `?sanctioning=` (the slug of an event), the form proposes a line for its sanctioning fee.
    """
    books = settling_reads.settlement(tournament)
    event_to_charge = next((event for event in books.events if event.slug == request.GET.get("sanctioning")), None)
    if form is None and event_to_charge is not None and event_to_charge.not_written > 0:
        # The line is filled in but not saved, because the real fee may differ from the usual rate.
        proposed_line = {
            "kind": "sanctioning",
            "name": event_to_charge.sanctioning_name,
            "cents": written(event_to_charge.not_written),
            "event": event_to_charge.slug,
        }
        form_shown = _item_form(tournament, initial=proposed_line)
    else:
        form_shown = form or _item_form(tournament)
    context = {
        "current": "money",
        "books": books,
        "short": settling_words.desk_is_short(books.short) if books.short else "",
        "form": form_shown,
        "seen": max((line.number for line in books.items), default=0),
        "filled": event_to_charge is not None and form is None,
        "reversal": ReversalForm(request.POST if about else None),
        "refused": refused,
        "about": about,
    }
    return show(
        request, "brackets/settling/settlement.html", tournament, rights, context, status=status_of(refused, form)
    )


# --- Everybody who won -----------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def payouts(request: HttpRequest, tournament: str) -> HttpResponse:
    """Who won what and has been paid. A POST pays everything open for one person."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.REGISTER)
    if request.method != "POST":
        return _payouts_page(request, tournament_row, rights)
    pay_button = ONE_KEY.fullmatch(request.POST.get("pay", ""))
    person = settling_reads.winner(tournament_row, int(pay_button[2])) if pay_button else None
    if pay_button is None or person is None:
        raise Http404(_("Nobody is named here. Go back to the payouts and choose again."))
    kind, cents = pay_button[1], int(pay_button[3])
    player = Player.objects.get(pk=person.player)
    with Attempt() as attempt:
        payouts_actions.pay_out(
            tournament=tournament_row, player=player, kind=kind, cents=cents, looked_at=cents, actor=actor_of(request)
        )
        _report_payout(request, tournament_row, person.player, kind, cents)
        return redirect("brackets:payouts", tournament)
    return _payouts_page(request, tournament_row, rights, refused=attempt.refused, about=person.player)


def _report_payout(request: HttpRequest, tournament: Tournament, player: int, kind: str, cents: int) -> None:
    """Show a message with what was paid to this player and what is still open."""
    person = settling_reads.winner(tournament, player)
    assert person is not None
    messages.success(request, settling_words.paid_out(kind, cents, person.name, person.open))


def _payouts_page(
    request: HttpRequest, tournament: Tournament, rights: Rights, *, refused: Refused | None = None, about: int = 0
) -> HttpResponse:
    """The list of winners. After a refusal, it shows only the person with key `about`, and the reason above."""
    books = settling_reads.settlement(tournament)
    everybody = books.won
    text, state = looked_for(request, settling_reads.PAYOUTS_SHOWN)
    people: Sequence[PersonWon] = everybody
    if about:
        people = [person for person in everybody if person.player == about]
    else:
        is_like = named_like(text)
        if text:
            people = [person for person in people if is_like(person.name)]
        if state:
            people = [person for person in people if person.state == state]
    context = {
        "current": "money",
        "page": Paginator(people, PAGE_SIZE).get_page(request.GET.get("page")),
        "text": text,
        "shown": state,
        "counts": settling_reads.winner_counts(everybody),
        "won": sum(person.won for person in everybody),
        "paid": books.paid,
        "open": books.to_pay,
        "over": books.paid_over,
        "too_little": settling_words.desk_has_too_little(books.box, books.to_pay),
        "refused": refused,
    }
    return show(request, "brackets/settling/payouts.html", tournament, rights, context, status=status_of(refused))


@require_safe
def payouts_csv(request: HttpRequest, tournament: str) -> HttpResponse:
    """A spreadsheet of all wins, line by line, with a line of the sums of each person, in dollars."""
    tournament_row, _rights = tournament_for(request.user, tournament, Need.REGISTER)
    rows: list[list[Cell]] = []
    for person in settling_reads.winners(tournament_row):
        name = in_full(person.name, person.players)
        rows += [[name, win.event_name, win.label, plain_amount(win.cents), "", ""] for win in person.wins]
        rows.append([name, "", _("In all"), *map(plain_amount, (person.won, person.paid, person.open))])
    heads = [_("Name"), _("Event"), _("What"), _("Won"), _("Paid"), _("Open")]
    return spreadsheet(f"{tournament_row.slug}-payouts.csv", [heads, *rows])


# --- One person ------------------------------------------------------------------------------------------------------


def _person(tournament: Tournament, key: int) -> PersonWon:
    """A person who has won or was paid something here. Raises Http404."""
    person = settling_reads.winner(tournament, key)
    if person is None:
        raise Http404(_("This person has won nothing that is decided. Look for the name on the page Payouts."))
    return person


@require_http_methods(["GET", "HEAD", "POST"])
def payout(request: HttpRequest, tournament: str, player: int) -> HttpResponse:
    """What one person won, and every payout to them. A POST pays a part."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.REGISTER)
    person = _person(tournament_row, player)
    if request.method != "POST":
        return _payout_page(request, tournament_row, rights, person)
    form = PayoutForm(request.POST)
    with Attempt(form):
        values = dict(cleaned(form))
        payouts_actions.pay_out(
            tournament=tournament_row,
            player=Player.objects.get(pk=player),
            looked_at=values.pop("open"),
            **values,
            actor=actor_of(request),
        )
        _report_payout(request, tournament_row, player, values["kind"], values["cents"])
        return redirect("brackets:payout", tournament, player)
    if form.refused:
        person = _person(tournament_row, player)
    return _payout_page(request, tournament_row, rights, person, form=form)


@require_POST
def reverse_payout(request: HttpRequest, tournament: str, player: int, number: int) -> HttpResponse:
    """Reverse one payout."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.REGISTER)
    person = _person(tournament_row, player)
    row = tournament_row.payouts.select_related("tournament", "player").filter(player=player, number=number).first()
    if row is None:
        raise Http404(_("There is no such line among this person’s payouts."))
    with Attempt() as attempt:
        payouts_actions.reverse_payout(
            payout=row, reason=request.POST.get("reason", "").strip(), actor=actor_of(request)
        )
        messages.success(request, money_words.line_taken_back(number, row.cents))
        return redirect("brackets:payout", tournament, player)
    return _payout_page(request, tournament_row, rights, person, refused=attempt.refused, about=number)


def _payout_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    person: PersonWon,
    *,
    form: PayoutForm | None = None,
    refused: Refused | None = None,
    about: int = 0,
) -> HttpResponse:
    """The page of one winner. `about` is the number of the line beside which a refusal is shown."""
    if form is not None:
        # The page shows the amount that is open now, so the redisplayed form carries this amount as the one seen.
        form.data = {**request.POST.dict(), "open": person.open}
    context: dict[str, Any] = {
        "current": "money",
        "one": person,
        "form": form or PayoutForm(initial={"open": person.open}),
        "reversal": ReversalForm(request.POST if about else None),
        "refused": refused,
        "about": about,
    }
    return show(request, "brackets/settling/payout.html", tournament, rights, context, status=status_of(refused, form))


# --- Paper -----------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def payout_slips(request: HttpRequest, tournament: str) -> HttpResponse:
    """Slips to cut apart and sign, for everybody still to be paid, or with `?of=all` for all winners."""
    tournament_row, rights = tournament_for(request.user, tournament, Need.REGISTER)
    everyone = request.GET.get("of") == "all"
    people = [
        person for person in settling_reads.winners(tournament_row) if person.won and (everyone or person.open > 0)
    ]
    with hall_time(tournament_row):
        today = timezone.localdate()
    context = {
        "current": "money",
        "size": paper_size(request, tournament_row),
        "everyone": everyone,
        "people": len(people),
        "pages": list(in_parts([_slip(person) for person in people], SLIPS_A_PAGE)),
        "today": today,
    }
    return show(request, "brackets/settling/payout_slips.html", tournament_row, rights, context)


def _slip(person: PersonWon) -> dict[str, Any]:
    """What a slip shows. More wins than fit line by line become running text, whose type size depends on its length."""
    event_names = dict.fromkeys(win.event_name for win in person.wins)
    win_texts = [f"{win.label} {money_words.amount(win.cents)}, " for win in person.wins]
    text_length = sum(map(len, event_names)) + sum(map(len, win_texts))
    type_size = ""
    if text_length > LONGEST_SLIP:
        type_size = "longest"
    elif text_length > LONG_SLIP:
        type_size = "long"
    return {
        "one": person,
        "runs_on": len(person.wins) > WINS_A_SLIP,
        "small": type_size,
        "long": long_name(person.name),
    }
