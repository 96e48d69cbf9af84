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
    LookOutcome,
    Person,
    Place,
    Reading,
    is_same,
)
from scorecards.sheet.rules.replay import Step


@dataclass(frozen=True, slots=True)
class LookTold:
    """One look at a line: the sentence about it, and its time."""

    game: int
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class CardTold:
    """Who typed a card and when, and who read which of its lines again.

    `alone` are sentences about the lines that rest on one person. `by_phone`: the card is as its player told it, and
    `typed_by` is who handed it in or took it over.
    """

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
    """Return who typed this card, and who read its lines again, or the line of one `game`.

    - `steps`: the whole log of the card. It tells which lines were changed by looks and not by the typist.
    - `typists`: who typed each line that has looks, and the line of `game`. For `game`, this typist is returned instead
      of whoever saved the card last.
    - `blind`: leave out what was read.

    A line of `game` that is not typed has no typist.
    """
    facts = this_sheet.facts.get(seat, CardFacts())
    places = sorted(place for place in readings if place[0] == seat and game in (None, place[1]))
    looks: list[LookTold] = []
    lone_lines: list[str] = []
    by_phone = facts.is_by_phone
    for _seat, number in places:
        # On a card by phone, the player's own claim is no look: there is no paper to read.
        player = (None, this_sheet.entries[seat].known_name) if by_phone else None
        line_readings = [reading for reading in readings[seat, number] if reading.person != player]
        if not line_readings:
            continue
        hands = _Hands(
            this_sheet.cards[seat].line(number),
            origin_of(steps, seat, number),
            typists[seat, number].person,
            line_readings,
            this_sheet.event.records_spread,
        )
        looks += [_look(number, hands, reading, blind=blind) for reading in hands.readings]
        name = "" if blind else hands.only_reader()
        if name:
            lone_lines.append(cards_words.read_alone(seat, name, typed=hands.origin.read_at is None))
    typist = typists.get((seat, game)) if game is not None and not by_phone else None
    typed_by, typed_at = (typist.person.name, typist.at) if typist else (facts.typed_by, facts.typed_at)
    if game is not None and (seat, game) in this_sheet.not_typed:
        # Whoever saved the card has not typed this line.
        typed_by, typed_at = "", None
    return CardTold(seat, typed_by, typed_at, tuple(looks), tuple(lone_lines), by_phone)


def changed_alone(this_sheet: Sheet, readings: Mapping[Place, Sequence[Reading]]) -> dict[Place, str]:
    """Return the lines that the looks of a single person changed, with that person's name. One query."""
    names_by_place = {}
    for seat, game in read_otherwise(this_sheet.event):
        recorded = this_sheet.cards[seat].line(game) if seat in this_sheet.cards else None
        people = {reading.person for reading in readings.get((seat, game), ()) if is_same(recorded, reading.line)}
        if len(people) == 1:
            names_by_place[seat, game] = people.pop().name
    return names_by_place


@dataclass(frozen=True, slots=True)
class _Hands:
    """Who had a hand in one line: its typist, its origin and its looks."""

    recorded: Line | None
    origin: Origin
    typist: Person
    readings: Sequence[Reading]
    records_spread: bool

    def preceded_change(self, reading: Reading) -> bool:
        """Whether this look came before, or made, the change of the line to what is recorded."""
        if self.origin.read_at is None or reading.read_at is None:
            return False
        return reading.read_at <= self.origin.read_at

    def changed_by(self) -> Reading | None:
        """Return the look that changed the line: the last one before the change that agrees with the record."""
        agreeing = [
            reading
            for reading in self.readings
            if self.preceded_change(reading) and is_same(self.recorded, reading.line)
        ]
        return agreeing[-1] if agreeing else None

    def only_reader(self) -> str:
        """Return the name of the only person behind the recorded line, if a look confirmed it; empty otherwise.

        The typist counts as such a person unless a look changed the line.
        """
        people = {reading.person for reading in self.readings if is_same(self.recorded, reading.line)}
        if not people:
            return ""
        if self.origin.read_at is None:
            people.add(self.typist)
        return people.pop().name if len(people) == 1 else ""


def _look(game: int, hands: _Hands, reading: Reading, *, blind: bool) -> LookTold:
    """Return one look in a sentence; `blind` leaves out what it read."""
    if blind:
        outcome = "kept_back"
    elif reading is hands.changed_by():
        outcome = "retyped"
    elif is_same(hands.recorded, reading.line) and not hands.preceded_change(reading):
        outcome = LookOutcome.CONFIRMED.value
    else:
        outcome = LookOutcome.DIFFERS.value
    spread = hands.records_spread
    line, typed = _against(reading.line, spread), _against(hands.origin.typed, spread)
    text = cards_words.look_said(outcome, reading.read_by, line, typed, shown=reading.shown_at is not None)
    return LookTold(game, text, reading.read_at)


def _against(line: Line | None, records_spread: bool) -> str:
    """Return a line in words, figures first. With the opponent first, it would look like the opponent's card."""
    if line is None or line.is_blank:
        return line_in_words(line)
    opponent, figures = line_in_words(line, records_spread=records_spread).split(": ", 1)
    return _("%(figures)s against %(opponent)s") % {"figures": figures, "opponent": opponent}
