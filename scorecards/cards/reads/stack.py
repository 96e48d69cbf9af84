"""The pile of cards, table by table: which cards are in, how far the others are, and who has which card open."""

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
"""The rear peg of the progress bar stands at the count of this long ago."""

PILE_LENGTH = 12
"""How many cards the desk lists around the open card."""

MISSING, RECEIVED, UNFINISHED = "missing", "received", "unfinished"
OFF, COMPLETE, NO_SHOW = "off", "complete", "no_show"
TO_TYPE = (MISSING, RECEIVED, UNFINISHED)


@dataclass(frozen=True, slots=True)
class PileCard:
    """One card in the pile: its player, how far it is typed (`state`, in words `note`), and more.

    - `own`: it is this person's own card, or may be by its name.
    - `aside`: why it is set aside; empty if it is not.
    - `at`: when it was typed, in hall time.
    - `here`: the people who have it open.
    - `left`: the note that its player left early; empty if they did not.
    - `ended`: somebody said that the card has no more lines.
    - `players`: the names of the two people of a team.
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
    players: tuple[str, ...] = ()

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
    """All cards of an event, and how far the typing is: `complete` of `expected` cards are in.

    `lately` is how many were in `LATELY` ago; `off` is how many have totals that do not match their lines.
    """

    cards: tuple[PileCard, ...]
    complete: int
    lately: int
    expected: int
    off: int

    @property
    def left(self) -> tuple[PileCard, ...]:
        """The cards that are missing, handed in but not typed, or incomplete."""
        return tuple(card for card in self.cards if card.state in TO_TYPE)

    def tables(self, show: str = "") -> tuple[PileTable, ...]:
        """Return the cards by table. `show` is a filter: `left`, `off` or `aside`; otherwise all cards are returned."""
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
        """Return the card of this seat. Raises KeyError if nobody has it."""
        return {card.seat: card for card in self.cards}[seat]

    def next_after(self, seat: str = "") -> PileCard | None:
        """Return the next card to type after this seat, wrapping around, or None.

        The user's own card, cards that somebody has open, and cards set aside are passed over.
        """
        free_cards = [card for card in self.cards if _is_free(card) and card.seat != seat]
        seats = [card.seat for card in self.cards]
        position = seats.index(seat) if seat in seats else -1
        later_cards = [card for card in free_cards if seats.index(card.seat) > position]
        return next(iter(later_cards or free_cards), None)

    def around(self, seat: str) -> tuple[PileCard, ...]:
        """Return up to `PILE_LENGTH` cards to type around this card, with the card itself."""
        nearby = [card for card in self.cards if card.state in TO_TYPE or card.seat == seat]
        position = next((index for index, card in enumerate(nearby) if card.seat == seat), 0)
        start = max(0, min(position - PILE_LENGTH // 2, len(nearby) - PILE_LENGTH))
        return tuple(nearby[start : start + PILE_LENGTH])

    def find(self, query: str) -> tuple[PileCard, ...]:
        """Return the cards that a text means: by a seat in any spelling, a code, a part of a name, or seat and name."""
        seats = find_seats(query, {card.seat: card.name for card in self.cards})
        return tuple(card for card in self.cards if card.seat in seats)


def _is_free(card: PileCard) -> bool:
    return card.state in TO_TYPE and not card.own and not card.aside and not card.here


def pile(this_sheet: Sheet, user: User | None, now: datetime, people: Iterable[Here] = ()) -> Pile:
    """Return the pile of the event as `user` sees it. `people` are those whose open cards the pile shows."""
    people_by_seat: dict[str, list[Here]] = {}
    for person in people:
        people_by_seat.setdefault(person.seat, []).append(person)
    cards = tuple(pile_card(this_sheet, seat, user, people_by_seat.get(seat, ())) for seat in this_sheet.cards)
    done_seats = {card.seat for card in cards if card.state in (COMPLETE, OFF)}
    return Pile(
        cards=cards,
        complete=len(done_seats),
        lately=sum(1 for seat in done_seats if not _is_new(this_sheet.facts.get(seat), now)),
        expected=sum(1 for card in cards if card.state != NO_SHOW),
        off=sum(1 for card in cards if card.state == OFF),
    )


def _is_new(facts: CardFacts | None, now: datetime) -> bool:
    return facts is not None and facts.typed_at is not None and now - facts.typed_at < LATELY


def pile_card(this_sheet: Sheet, seat: str, user: User | None, people: Iterable[Here] = ()) -> PileCard:
    """Return the card of this seat in the pile. `people` are those who have it open."""
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
    left_note = cards_words.left(card)
    if left_note and state != OFF:
        note = _("%(note)s, %(left)s") % {"note": note, "left": left_note}
    return PileCard(
        seat,
        entry.known_name,
        state,
        note,
        is_own(user, entry),
        facts.version,
        facts.set_aside_reason,
        time_of(facts.typed_at),
        tuple(people),
        left_note,
        facts.ended_at is not None,
        tuple(entry.player.names),
    )


def time_of(moment: datetime | None) -> str:
    """Return a time as the desk writes it: 4:26 PM, in the active time zone; empty for None."""
    return date_format(localtime(moment), "TIME_FORMAT") if moment else ""


# --- Handed in -------------------------------------------------------------------------------------------------------

MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The outcome of handing in cards, in sentences. `new` are the seats handed in now, which can be taken back."""

    new: tuple[str, ...]
    said: tuple[str, ...]


def can_be_handed_in(card: PileCard) -> bool:
    """Whether this person may hand in this card. Whether it is in already makes no difference."""
    return not card.own and card.state != NO_SHOW


def handed_in(pile: Pile, meant: Meant, new: Sequence[str]) -> HandedIn:
    """Return the sentences after the cards in `meant` were handed in. The seats in `new` were not in before."""
    sentences = []
    if new:
        text = ngettext("One card is handed in: %(seats)s.", "%(n)d cards are handed in: %(seats)s.", len(new))
        sentences.append(text % {"n": len(new), "seats": _named(new)})
    known_cards = [pile.card(seat) for seat in meant.seats if seat not in new]
    received_seats = [card.seat for card in known_cards if card.state == RECEIVED]
    typed_seats = [card.seat for card in known_cards if card.state != RECEIVED]
    if received_seats:
        sentences.append(_("Handed in already: %(seats)s.") % {"seats": _named(received_seats)})
    if typed_seats:
        sentences.append(_("Typed already: %(seats)s.") % {"seats": _named(typed_seats)})
    own_seats = [card.seat for card in pile.cards if card.own and parse_seat(card.seat).table in meant.whole]
    if own_seats:
        sentences.append(
            _("Your own card stays out: %(seats)s. Another checker hands it in.") % {"seats": ", ".join(own_seats)}
        )
    return HandedIn(tuple(new), tuple(sentences))


def _named(seats: Sequence[str]) -> str:
    """Return the first `MOST_NAMED` seats as text, and how many more there are."""
    shown = ", ".join(seats[:MOST_NAMED])
    if len(seats) <= MOST_NAMED:
        return shown
    return _("%(seats)s and %(n)d more") % {"seats": shown, "n": len(seats) - MOST_NAMED}


# --- For the browser -------------------------------------------------------------------------------------------------


def card_record(card: PileCard, written: Written | None = None, user: User | None = None) -> dict[str, Any]:
    """Return one card of the pile for the desk's script.

    `written` says who changed it last and when; the record also says whether that was `user`.
    """
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
    """Return who has which card open, for the desk's script. `user` marks their own entries."""
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
    """Return the schedule for the desk's script.

    - `expected`: the opponents by seat, one for each game; "" is nobody.
    - `extra`: by seat, the games that do not count.
    - `free`: by seat, the games that neither player needs.
    - `scheduled`: false if no opponents are known.
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
