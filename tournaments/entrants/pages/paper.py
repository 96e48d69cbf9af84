"""Pages to print for an event, one for each kind of sheet, and the record of what was printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import reachable
from tournaments.access import Need, Rights, event_for
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.reads.check_in import check_in_counts
from tournaments.entrants.reads.paper import (
    SHEET_KINDS,
    CardRow,
    GameCard,
    Printable,
    Slip,
    blank_card,
    check_in_lines,
    in_parts,
    paper_counts,
    sheets_of,
)
from tournaments.errors import Refused
from tournaments.http import whole_number
from tournaments.models import Event, Tournament
from tournaments.money.reads.money import money_totals
from tournaments.people import words as people_words
from tournaments.people.actions import links as links_actions
from tournaments.people.reads.links import without_link
from tournaments.qr import square
from tournaments.rules.seat import read_seat
from tournaments.views.page import Attempt, actor_of, show, status_of

SLIPS_A_PAGE = 8
CARDS_A_PAGE = 2
MOST_BLANK = 100

SIZES = ("letter", "a4")
_LETTER_ZONES = ("America/", "US/", "Pacific/Honolulu")


@dataclass(frozen=True, slots=True)
class SlipShown:
    """A seat slip with the QR code of the entrant's own page, if there is one; `long` as in `long_name`."""

    slip: Slip
    square: SafeString | None
    long: str


@dataclass(frozen=True, slots=True)
class HalfShown:
    """Half a page of a scorecard; only the last half of a card has room for the totals.

    `square` is the QR code that opens the card at the card desk, if there is one. `long` is as in `long_name`.
    """

    card: GameCard
    rows: tuple[CardRow, ...]
    square: SafeString | None
    first: bool
    last: bool
    long: str

    @property
    def has_extra(self) -> bool:
        """Whether a game of this half counts only for the opponent."""
        return any(not row.counted and row.opponent for row in self.rows)


@require_safe
def paper(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """What can be printed, how much, and what is new since it was last printed."""
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    return _overview(request, this_event, rights)


def _overview(request: HttpRequest, event: Event, rights: Rights, *, refused: Refused | None = None) -> HttpResponse:
    site, only_here = reachable.site_for_others(request)
    context = {
        "current": "entrants",
        "site": site,
        "only_here": only_here,
        "counts": {count.kind: count for count in paper_counts(event)},
        "explained": people_words.sheet_kinds(),
        "check_in": people_words.sheet_kinds()["check-in"],
        "without_link": without_link(event),
        "size": paper_size(request, event.tournament),
        "entrants": event.entries.count(),
        "refused": refused,
    }
    return show(request, "tournaments/entrants/paper.html", event, rights, context, status=status_of(refused))


@require_POST
def make_links(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Make personal links for everybody who has none, so that their slips can be printed."""
    this_event, _rights = event_for(request.user, tournament, event, Need.REGISTER)
    made = links_actions.make_links(event=this_event, actor=actor_of(request))
    messages.success(request, people_words.links_made(made))
    return redirect("tournaments:paper", tournament, event)


@require_safe
@never_cache
def sheets(request: HttpRequest, tournament: str, event: str, kind: str) -> HttpResponse:
    """The sheets of one kind for printing: all, only new ones (`new`), or that of one table or seat (`of`)."""
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    size = paper_size(request, this_event.tournament)
    context: dict[str, Any] = {
        "current": "entrants",
        "kind": kind,
        "size": size,
        "title": people_words.sheet_kind(kind),
    }
    if kind == "check-in":
        lines = check_in_lines(this_event)
        context |= {
            "lines": lines,
            "counts": check_in_counts(lines),
            "totals": money_totals(line.person for line in lines),
        }
        return show(request, "tournaments/entrants/paper_check_in.html", this_event, rights, context)
    if kind == "blank":
        typed_copies = whole_number(request.GET.get("copies", ""), 4)
        copies = 2 if typed_copies is None else max(min(typed_copies, MOST_BLANK), 1)
        halves = _halves("", this_event, blank_card(this_event)) * copies
        context |= {"pages": list(in_parts(halves, CARDS_A_PAGE)), "copies": copies}
        context |= {"middle": this_event.games // 2, "columns": _columns(this_event)}
        return show(request, "tournaments/entrants/paper_cards.html", this_event, rights, context)
    if kind not in SHEET_KINDS:
        raise Http404(_("There is no such paper. Look at the list of what can be printed."))
    only_new = request.GET.get("new") == "1"
    key = _key(request.GET.get("of", ""))
    chosen = sheets_of(this_event, kind, only_new=only_new, key=key)
    context |= {
        "sheets": chosen,
        "marks": " ".join(f"{sheet.key}:{sheet.fingerprint}" for sheet in chosen),
        "only_new": only_new,
        "of": key,
    }
    site = ""
    if request.GET.get("codes") != "no" and any(_has_code(sheet) for sheet in chosen):
        site, only_here = reachable.site_for_others(request)
        if only_here:
            context["only_here"] = only_here
            return show(
                request,
                "tournaments/entrants/paper_sheets.html",
                this_event,
                rights,
                context,
                status=status_of(only_here),
            )
    if kind == "slips":
        context["pages"] = list(in_parts([_slip(site, sheet) for sheet in chosen], SLIPS_A_PAGE))
        # The address for typing by hand has no scheme, which the browser adds.
        context["by_hand"] = f"{site.partition('://')[2]}{reverse('me:own_by_code')}"
    elif kind == "cards":
        context |= {
            "pages": _card_pages(site, this_event, chosen),
            "middle": this_event.games // 2,
            "columns": _columns(this_event),
        }
    return show(request, f"tournaments/entrants/paper_{kind}.html", this_event, rights, context)


@require_POST
def printed(request: HttpRequest, tournament: str, event: str, kind: str) -> HttpResponse:
    """Record what was printed, with the fingerprints that the printed page had."""
    this_event, rights = event_for(request.user, tournament, event, Need.REGISTER)
    pairs = [pair.partition(":") for pair in request.POST.get("sheets", "").split()]
    fingerprints = {key: fingerprint for key, _colon, fingerprint in pairs}
    with Attempt() as tried:
        sheet_count = mark_printed(event=this_event, kind=kind, sheets=fingerprints, actor=actor_of(request))
        messages.success(request, people_words.sheets_printed(kind, sheet_count))
        address = reverse("tournaments:paper", args=[tournament, event])
        return redirect(f"{address}?paper={paper_size(request, this_event.tournament)}")
    return _overview(request, this_event, rights, refused=tried.refused)


def paper_size(request: HttpRequest, tournament: Tournament) -> str:
    """The paper size that the request names, "letter" or "a4", else the usual one in the tournament's time zone."""
    size = request.POST.get("paper") or request.GET.get("paper", "")
    if size in SIZES:
        return size
    return "letter" if tournament.time_zone.startswith(_LETTER_ZONES) else "a4"


def _key(text: str) -> str:
    """The key of a sheet (a seat, a table or a number) from how somebody writes it in a URL."""
    seat = read_seat(text)
    return str(seat) if seat else text[:20].upper()


def _has_code(sheet: Printable) -> bool:
    """Whether a QR code is printed on the sheet."""
    return isinstance(sheet.what, GameCard) or (isinstance(sheet.what, Slip) and bool(sheet.what.code))


def _slip(site: str, sheet: Printable) -> SlipShown:
    slip = sheet.what
    assert isinstance(slip, Slip)
    code = square(site + reverse("me:own", args=[slip.key])) if site and slip.code else None
    return SlipShown(slip, code, long_name(slip.name))


def _columns(event: Event) -> int:
    """How many columns of a printed card are filled in for each game, beginning with the opponent."""
    return 3 + (event.deal == Event.Deal.ALTERNATE) + 2 * event.records_spread


def _card_pages(site: str, event: Event, sheets: list[Printable]) -> list[tuple[HalfShown, ...]]:
    """The halves of all cards in pages of two; a card with several halves begins a new page."""
    halves: list[HalfShown] = []
    pages: list[tuple[HalfShown, ...]] = []
    for sheet in sheets:
        assert isinstance(sheet.what, GameCard)
        card_halves = _halves(site, event, sheet.what)
        if len(card_halves) > 1 and halves:
            pages.append(tuple(halves))
            halves = []
        halves += card_halves
        if len(halves) >= CARDS_A_PAGE:
            pages += in_parts(halves, CARDS_A_PAGE)
            halves = []
    return [*pages, *in_parts(halves, CARDS_A_PAGE)]


def _halves(site: str, event: Event, card: GameCard) -> list[HalfShown]:
    """The halves of a card; without a `site` or a seat they have no QR code."""
    code = None
    if site and card.seat:
        address = reverse("scorecards:card", args=[event.tournament.slug, event.slug, card.seat])
        code = square(site + address)
    last = len(card.halves) - 1
    return [
        HalfShown(card, rows, code, first=place == 0, last=place == last, long=long_name(card.who))
        for place, rows in enumerate(card.halves)
    ]


def long_name(name: str) -> str:
    """How much smaller to print a name so that it fits: `long`, `longest`, or empty for the usual size."""
    if len(name) > 60:
        return "longest"
    return "long" if len(name) > 28 else ""
