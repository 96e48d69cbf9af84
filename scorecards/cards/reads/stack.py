"""The pile of cards, table by table: which are in, where the others are, and who has which open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorecards.cards import words as cards_words
from scorecards.cards.reads.presence import Here
from scorecards.cards.rules.handing_in import Meant
from scorecards.cards.rules.search import find_seats
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.written import Written
from scorecards.sheet.rules.tally import find_total_flags, tally
from tournaments.access import is_own
from tournaments.models import User
from tournaments.rotation.rules.movements import Pairing
from tournaments.rules.seat import parse_seat

LATELY = timedelta(minutes=10)
"""How far behind the front peg of the progress bar the rear peg stands."""

PILE_LENGTH = 12

MISSING, RECEIVED, UNFINISHED = "missing", "received", "unfinished"
OFF, COMPLETE, NO_SHOW = "off", "complete", "no_show"
TO_TYPE = (MISSING, RECEIVED, UNFINISHED)


@dataclass(frozen=True, slots=True)
class PileCard:
    """One card in the pile: its player, how far it is typed, and notes on it.

    `aside` is why it is set aside, empty where it is not. `at` is when it was typed, in hall time. `here` are the
    people who have it open. `left` says that its player left early, `ended` that somebody said that the card ends
    there.
    """

    seat: str
    name: str
    state: str
    note: str
    own: bool
    version: int = 0
    aside: str = ""
    at: str = ""
    here: tuple[Here, ...] = ()
    left: str = ""
    ended: bool = False

    @property
    def can_end(self) -> bool:
        """Whether the desk asks if this card has more lines than are typed."""
        return bool(self.left) and (self.ended or self.state in TO_TYPE)


SHOWN: Mapping[str, Callable[[PileCard], bool]] = {
    "left": lambda card: card.state in TO_TYPE,
    "off": lambda card: card.state == OFF,
    "aside": lambda card: bool(card.aside),
}
"""Filters of the list of cards, by their names in the address."""


@dataclass(frozen=True, slots=True)
class PileTable:
    """The cards of one table, in seat order."""

    name: str
    cards: tuple[PileCard, ...]
    complete: int
    expected: int


@dataclass(frozen=True, slots=True)
class Pile:
    """All cards of an event, and how far the typing is: `complete` of `expected` cards are in."""

    cards: tuple[PileCard, ...]
    complete: int
    lately: int
    expected: int
    off: int

    @property
    def left(self) -> tuple[PileCard, ...]:
        """The cards that are not in or not complete."""
        return tuple(card for card in self.cards if card.state in TO_TYPE)

    def tables(self, show: str = "") -> tuple[PileTable, ...]:
        """The cards by table; `show` limits them to one state: `left`, `off` or `aside`."""
        is_shown = SHOWN.get(show)
        tables = []
        for name, group in groupby(self.cards, key=lambda card: parse_seat(card.seat).table):
            cards = tuple(group)
            shown = cards if is_shown is None else tuple(card for card in cards if is_shown(card))
            expected = [card for card in cards if card.state != NO_SHOW]
            complete = sum(1 for card in expected if card.state not in TO_TYPE)
            if shown:
                tables.append(PileTable(name, shown, complete, len(expected)))
        return tuple(tables)

    @property
    def aside(self) -> tuple[PileCard, ...]:
        """The cards that are set aside for the director."""
        return tuple(card for card in self.cards if card.aside)

    def card(self, seat: str) -> PileCard:
        """The card of this seat; KeyError where nobody has it."""
        return {card.seat: card for card in self.cards}[seat]

    def next_after(self, seat: str = "") -> PileCard | None:
        """The next card to type after this seat, wrapping around; never the user's own, one that somebody has open, or
        one set aside."""
        cards = [card for card in self.cards if _is_free(card) and card.seat != seat]
        seats = [card.seat for card in self.cards]
        place = seats.index(seat) if seat in seats else -1
        return next((card for card in cards if seats.index(card.seat) > place), cards[0] if cards else None)

    def around(self, seat: str) -> tuple[PileCard, ...]:
        """A stretch of the cards left, around this card."""
        cards = [card for card in self.cards if card.state in TO_TYPE or card.seat == seat]
        place = next((index for index, card in enumerate(cards) if card.seat == seat), 0)
        start = max(0, min(place - PILE_LENGTH // 2, len(cards) - PILE_LENGTH))
        return tuple(cards[start : start + PILE_LENGTH])

    def find(self, query: str) -> tuple[PileCard, ...]:
        """The cards that somebody means by a seat in any spelling, a code, a part of a name, or both."""
        seats = find_seats(query, {card.seat: card.name for card in self.cards})
        return tuple(card for card in self.cards if card.seat in seats)


def _is_free(card: PileCard) -> bool:
    return card.state in TO_TYPE and not card.own and not card.aside and not card.here


def pile(this_sheet: Sheet, user: User | None, now: datetime, people: Iterable[Here] = ()) -> Pile:
    """Every card of the event as it lies in the pile; `people` are those whose open cards it shows."""
    people_by_seat: dict[str, list[Here]] = {}
    for person in people:
        people_by_seat.setdefault(person.seat, []).append(person)
    cards = tuple(pile_card(this_sheet, seat, user, people_by_seat.get(seat, ())) for seat in this_sheet.cards)
    done = {card.seat for card in cards if card.state in (COMPLETE, OFF)}
    return Pile(
        cards=cards,
        complete=len(done),
        lately=sum(1 for seat in done if not _is_new(this_sheet.facts.get(seat), now)),
        expected=sum(1 for card in cards if card.state != NO_SHOW),
        off=sum(1 for card in cards if card.state == OFF),
    )


def _is_new(facts: CardFacts | None, now: datetime) -> bool:
    return facts is not None and facts.typed_at is not None and now - facts.typed_at < LATELY


def pile_card(this_sheet: Sheet, seat: str, user: User | None, people: Iterable[Here] = ()) -> PileCard:
    """The card of this seat as it lies in the pile."""
    entry, card = this_sheet.entries[seat], this_sheet.cards[seat]
    facts = this_sheet.facts.get(seat, CardFacts())
    state, note = COMPLETE, pgettext("card", "in")
    if seat in this_sheet.not_ranked:
        state, note = NO_SHOW, _("no-show, no card")
    elif not card.complete and not card.lines:
        state, note = (RECEIVED, _("handed in")) if facts.received_at else (MISSING, _("missing"))
    elif not card.complete:
        state = UNFINISHED
        note = ngettext("%d line", "%d lines", len(card.lines)) % len(card.lines)
    elif find_total_flags(facts.own, tally(card)):
        state, note = OFF, _("totals off")
    left = cards_words.left(card)
    if left and state != OFF:
        note = _("%(note)s, %(left)s") % {"note": note, "left": left}
    return PileCard(
        seat,
        entry.name,
        state,
        note,
        is_own(user, entry),
        facts.version,
        facts.set_aside_reason,
        time_of(facts.typed_at),
        tuple(people),
        left,
        facts.ended_at is not None,
    )


def time_of(moment: datetime | None) -> str:
    """A time as the desk writes it, in hall time: 4:26 PM; empty for None."""
    return date_format(localtime(moment), "TIME_FORMAT") if moment else ""


# --- Handed in -------------------------------------------------------------------------------------------------------

MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What handing in cards came to, in sentences; `new` are the seats that can be taken back at once."""

    new: tuple[str, ...]
    said: tuple[str, ...]


def can_be_handed_in(card: PileCard) -> bool:
    """Whether this person may hand in this card at all; it may be in already."""
    return not card.own and card.state != NO_SHOW


def handed_in(pile: Pile, meant: Meant, new: Sequence[str]) -> HandedIn:
    """The sentences after these cards were handed in; `new` were not in before."""
    sentences = []
    if new:
        text = ngettext("One card is handed in: %(seats)s.", "%(n)d cards are handed in: %(seats)s.", len(new))
        sentences.append(text % {"n": len(new), "seats": _named(new)})
    known = [pile.card(seat) for seat in meant.seats if seat not in new]
    lying = [card.seat for card in known if card.state == RECEIVED]
    typed = [card.seat for card in known if card.state != RECEIVED]
    if lying:
        sentences.append(_("Handed in already: %(seats)s.") % {"seats": _named(lying)})
    if typed:
        sentences.append(_("Typed already: %(seats)s.") % {"seats": _named(typed)})
    own = [card.seat for card in pile.cards if card.own and parse_seat(card.seat).table in meant.whole]
    if own:
        sentences.append(
            _("Your own card stays out: %(seats)s. Another checker hands it in.") % {"seats": ", ".join(own)}
        )
    return HandedIn(tuple(new), tuple(sentences))


def _named(seats: Sequence[str]) -> str:
    """The first seats by name, and how many more there are."""
    shown = ", ".join(seats[:MOST_NAMED])
    if len(seats) <= MOST_NAMED:
        return shown
    return _("%(seats)s and %(n)d more") % {"seats": shown, "n": len(seats) - MOST_NAMED}


# --- For the browser -------------------------------------------------------------------------------------------------


def card_record(card: PileCard, written: Written | None = None, user: User | None = None) -> dict[str, Any]:
    """One card of the pile for the desk's script: with who changed it last, when, and whether that was `user`."""
    return {
        "seat": card.seat,
        "name": card.name,
        "state": card.state,
        "note": card.note,
        "version": card.version,
        "own": card.own,
        "aside": card.aside,
        "left": card.left,
        "ended": card.ended,
        "at": card.at,
        "written": _written_record(written, user) if written else None,
    }


def _written_record(written: Written, user: User | None) -> dict[str, Any]:
    mine = user is not None and written.account == user.get_username()
    return {"by": written.by, "at": time_of(written.at), "mine": mine}


def here_records(people: Iterable[Here], user: User) -> list[dict[str, Any]]:
    """Who has which card open, for the desk's script."""
    return [
        {
            "seat": person.seat,
            "name": person.name,
            "initials": person.initials,
            "since": time_of(person.since),
            "tab": person.tab,
            "mine": person.user == user.pk,
        }
        for person in people
    ]


def opponents_record(this_sheet: Sheet, pairings: Iterable[Pairing], rounds: int) -> dict[str, Any]:
    """The schedule for the desk's script: opponents by seat and game ("" is nobody), games that do not count, and free
    games.

    `scheduled` is false where no opponents are known.
    """
    expected = {seat: [""] * rounds for seat in this_sheet.cards}
    free: dict[str, list[int]] = defaultdict(list)
    scheduled = False
    for pairing in pairings:
        scheduled = True
        if pairing.free:
            free[str(pairing.players[0])].append(pairing.game)
        first, second = pairing.players
        for seat, other in ((first, second), (second, first)):
            if seat is not None:
                expected[seat][pairing.game - 1] = other or ""
    extra = {
        seat: [game for game, other in enumerate(expected[seat], 1) if other and not card.counts(game)]
        for seat, card in this_sheet.cards.items()
        if card.counted is not None
    }
    return {
        "rounds": rounds,
        "games": this_sheet.event.games,
        "scheduled": scheduled,
        "expected": expected,
        "extra": {seat: games for seat, games in extra.items() if games},
        "free": free,
    }
