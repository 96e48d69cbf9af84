"""Through whose hands a card went: who typed it, and who read its lines again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.cards.reads.card_to_read import line_in_words
from scorecards.cards.rules.hands import Origin, origin_of
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
    """One look at a line, in words."""

    game: int
    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class CardTold:
    """Who typed a card and when, and who read which of its lines again; `alone` are lines that rest on one person. `by_phone`: nobody
    typed it, it is as its player told it; `typed_by` is then who handed it in, or took it over."""

    seat: str
    typed_by: str
    typed_at: datetime | None
    looks: tuple[LookTold, ...]
    alone: tuple[str, ...]
    by_phone: bool


def told(
    on: Sheet,
    seat: str,
    readings: Mapping[Place, Sequence[Reading]],
    steps: Sequence[Step],
    typists: Mapping[Place, looks_reads.Typist],
    game: int | None = None,
    *,
    blind: bool = False,
) -> CardTold:
    """Who typed this card, and who read its lines (or that of one game) again; `blind`: not what they read.

    `steps` are all that became of the card, so that a line which looks changed is not told as typed by the typist; `typists` who typed the
    lines of its looks, and that of the one game, whose typist is then told in place of who saved the card last.
    """
    facts = on.facts.get(seat, CardFacts())
    places = sorted(place for place in readings if place[0] == seat and game in (None, place[1]))
    looks: list[LookTold] = []
    alone: list[str] = []
    by_phone = facts.is_by_phone
    for _seat, number in places:
        # What a player told is no look of theirs at a paper that there is not.
        player = (None, on.entries[seat].name) if by_phone else None
        made = [one for one in readings[seat, number] if one.person != player]
        if not made:
            continue
        hands = _Hands(
            on.cards[seat].line(number),
            origin_of(steps, seat, number),
            typists[seat, number].person,
            made,
            on.event.records_spread,
        )
        looks += [_look(number, hands, one, blind=blind) for one in hands.readings]
        if not blind and (name := hands.alone()):
            alone.append(cards_words.read_alone(seat, name, typed=hands.origin.read_at is None))
    typist = typists.get((seat, game)) if game is not None and not by_phone else None
    by, at = (typist.person[1], typist.at) if typist else (facts.typed_by, facts.typed_at)
    return CardTold(seat, by, at, tuple(looks), tuple(alone), by_phone)


def changed_alone(on: Sheet, readings: Mapping[Place, Sequence[Reading]]) -> dict[Place, str]:
    """Each line that the looks of one person alone changed, with that person's name; one query."""
    found = {}
    for seat, game in read_otherwise(on.event):
        recorded = on.cards[seat].line(game) if seat in on.cards else None
        people = {one.person for one in readings.get((seat, game), ()) if is_same(recorded, one.line)}
        if len(people) == 1:
            found[seat, game] = people.pop()[1]
    return found


@dataclass(frozen=True, slots=True)
class _Hands:
    """Through whose hands one line went."""

    recorded: Line | None
    origin: Origin
    typist: Person
    readings: Sequence[Reading]
    records_spread: bool

    def said_first(self, one: Reading) -> bool:
        """Whether this look was made before the line became what is recorded."""
        return self.origin.read_at is not None and one.read_at is not None and one.read_at <= self.origin.read_at

    def changed_by(self) -> Reading | None:
        """The look that made the line what is recorded: the last one that said so before it did."""
        said = [one for one in self.readings if self.said_first(one) and is_same(self.recorded, one.line)]
        return said[-1] if said else None

    def alone(self) -> str:
        """The name of whoever alone says that the line is as recorded, where somebody read it so again; else empty."""
        said = {(one.reader, one.read_by) for one in self.readings if is_same(self.recorded, one.line)}
        if not said:
            return ""
        if self.origin.read_at is None:
            said.add(self.typist)
        return said.pop()[1] if len(said) == 1 else ""


def _look(game: int, hands: _Hands, one: Reading, *, blind: bool) -> LookTold:
    same = is_same(hands.recorded, one.line)
    if blind:
        said = "kept_back"
    elif one is hands.changed_by():
        said = "retyped"
    else:
        said = (Said.CONFIRMED if same and not hands.said_first(one) else Said.DIFFERS).value
    spread = hands.records_spread
    line, typed = _against(one.line, spread), _against(hands.origin.typed, spread)
    text = cards_words.look_said(said, one.read_by, line, typed, shown=one.shown_at is not None)
    return LookTold(game, text, one.read_at)


def _against(line: Line | None, records_spread: bool) -> str:
    """A line in words that begin with what stands there: with the opponent first it would look like the opponent's card."""
    if line is None or line.is_blank:
        return line_in_words(line)
    opponent, figures = line_in_words(line, records_spread=records_spread).split(": ", 1)
    return _("%(figures)s against %(opponent)s") % {"figures": figures, "opponent": opponent}
