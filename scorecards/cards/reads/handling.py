"""Who typed a card, and who read its lines again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.cards.reads.card_to_read import line_in_words
from scorecards.cards.rules.origin import Origin, origin_of
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.written import read_otherwise
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import (
    Person,
    Place,
    Reading,
    Said,
    is_same,
)
from scorecards.sheet.rules.replay import Step


@dataclass(frozen=True, slots=True)
class LookTold:
    """One look at a line, in a sentence."""

    game: int
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class CardTold:
    """Who typed a card and when, and who read which of its lines again. `alone`: lines that rest on one person.
    `by_phone`: the card is as its player told it, and `typed_by` is who handed it in or took it over."""

    seat: str
    typed_by: str
    typed_at: datetime | None
    looks: tuple[LookTold, ...]
    alone: tuple[str, ...]
    by_phone: bool


def card_handling(
    this_sheet: Sheet,
    seat: str,
    readings: Mapping[Place, Sequence[Reading]],
    steps: Sequence[Step],
    typists: Mapping[Place, looks_reads.Typist],
    game: int | None = None,
    *,
    blind: bool = False,
) -> CardTold:
    """Who typed this card, and who read its lines, or that of one game, again. `blind` leaves out what they read.

    `steps` are the card's whole log: a line changed by looks is not ascribed to the typist. `typists` typed the lines
    of its looks, and that of the one game, where they replace whoever saved the card last.
    """
    facts = this_sheet.facts.get(seat, CardFacts())
    places = sorted(place for place in readings if place[0] == seat and game in (None, place[1]))
    looks: list[LookTold] = []
    alone: list[str] = []
    by_phone = facts.is_by_phone
    for _seat, number in places:
        # A player's own claim by phone is no look: there is no paper.
        player = (None, this_sheet.entries[seat].name) if by_phone else None
        made = [reading for reading in readings[seat, number] if reading.person != player]
        if not made:
            continue
        hands = _Hands(
            this_sheet.cards[seat].line(number),
            origin_of(steps, seat, number),
            typists[seat, number].person,
            made,
            this_sheet.event.records_spread,
        )
        looks += [_look(number, hands, reading, blind=blind) for reading in hands.readings]
        if not blind and (name := hands.alone()):
            alone.append(cards_words.read_alone(seat, name, typed=hands.origin.read_at is None))
    typist = typists.get((seat, game)) if game is not None and not by_phone else None
    by, typed_at = (typist.person[1], typist.at) if typist else (facts.typed_by, facts.typed_at)
    return CardTold(seat, by, typed_at, tuple(looks), tuple(alone), by_phone)


def changed_alone(this_sheet: Sheet, readings: Mapping[Place, Sequence[Reading]]) -> dict[Place, str]:
    """Lines that the looks of a single person changed, with that person's name; one query."""
    names_by_place = {}
    for seat, game in read_otherwise(this_sheet.event):
        recorded = this_sheet.cards[seat].line(game) if seat in this_sheet.cards else None
        people = {reading.person for reading in readings.get((seat, game), ()) if is_same(recorded, reading.line)}
        if len(people) == 1:
            names_by_place[seat, game] = people.pop()[1]
    return names_by_place


@dataclass(frozen=True, slots=True)
class _Hands:
    """One line with its typist, its origin and its looks."""

    recorded: Line | None
    origin: Origin
    typist: Person
    readings: Sequence[Reading]
    records_spread: bool

    def preceded_change(self, reading: Reading) -> bool:
        """Whether this look came before the line changed to what is recorded."""
        return (
            self.origin.read_at is not None and reading.read_at is not None and reading.read_at <= self.origin.read_at
        )

    def changed_by(self) -> Reading | None:
        """The look that changed the line to what is recorded: the last look before the change that says the same."""
        agreeing = [
            reading
            for reading in self.readings
            if self.preceded_change(reading) and is_same(self.recorded, reading.line)
        ]
        return agreeing[-1] if agreeing else None

    def alone(self) -> str:
        """The one person who says that the line is as recorded, where it was read so again; else empty."""
        people = {
            (reading.reader, reading.read_by) for reading in self.readings if is_same(self.recorded, reading.line)
        }
        if not people:
            return ""
        if self.origin.read_at is None:
            people.add(self.typist)
        return people.pop()[1] if len(people) == 1 else ""


def _look(game: int, hands: _Hands, reading: Reading, *, blind: bool) -> LookTold:
    same = is_same(hands.recorded, reading.line)
    if blind:
        outcome = "kept_back"
    elif reading is hands.changed_by():
        outcome = "retyped"
    else:
        outcome = (Said.CONFIRMED if same and not hands.preceded_change(reading) else Said.DIFFERS).value
    spread = hands.records_spread
    line, typed = _against(reading.line, spread), _against(hands.origin.typed, spread)
    text = cards_words.look_said(outcome, reading.read_by, line, typed, shown=reading.shown_at is not None)
    return LookTold(game, text, reading.read_at)


def _against(line: Line | None, records_spread: bool) -> str:
    """A line in words with the figures first: with the opponent first it would look like the opponent's card."""
    if line is None or line.is_blank:
        return line_in_words(line)
    opponent, figures = line_in_words(line, records_spread=records_spread).split(": ", 1)
    return _("%(figures)s against %(opponent)s") % {"figures": figures, "opponent": opponent}
