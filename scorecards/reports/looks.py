"""Looking again: which line somebody reads next, and who typed and who read a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from scorecards import reads, words
from scorecards.reads import CardFacts, Sheet
from scorecards.reports.cards import line_in_words
from scorecards.rules.line import Line
from scorecards.rules.looks import Place, Reader, Reading, Said, Wanted, find_start, find_wanted, is_same, order_for
from tournaments import reads as tournament_reads
from tournaments.access import is_own
from tournaments.models import User
from tournaments.reads import Relatives
from tournaments.rules.seat import parse_seat

TWICE = 2


@dataclass(frozen=True, slots=True)
class CardToTake:
    """A card with lines to be read again, in the order in which they are taken."""

    seat: str
    name: str
    game: int
    lines: int
    matters: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One line to be read: where it stands, and what the reader is told about it. Nothing of what was typed."""

    seat: str
    name: str
    game: int
    number: int
    matters: bool
    typed_by_reader: bool
    read_by_reader: int
    open_by: str
    warnings: tuple[str, ...]
    next: Wanted | None

    @property
    def once_more(self) -> bool:
        """Whether the reader has just read something else than is recorded, and reads the line again at once."""
        return self.read_by_reader == 1

    @property
    def is_better_left(self) -> bool:
        return self.typed_by_reader or self.read_by_reader >= TWICE


@dataclass(frozen=True)
class LookDesk:
    """What is to be read again, for one reader."""

    on: Sheet
    user: User
    readings: Mapping[Place, Sequence[Reading]]
    readers: Sequence[int]
    here: Sequence[reads.Here]
    relatives: Relatives

    @cached_property
    def wanted(self) -> tuple[Wanted, ...]:
        """Every line that somebody shall read again."""
        return () if self.on.event.posted_at else find_wanted(self.on.crosscheck, self.readings)

    @cached_property
    def open_by(self) -> Mapping[str, str]:
        """Who else has which card open."""
        return {one.seat: one.name for one in self.here if one.user != self.user.pk}

    def reader(self, hand: str) -> Reader:
        """What decides what this user reads next, with the card of this seat in their hand."""
        seats = list(self.on.cards)
        return Reader(
            start=hand if hand in self.on.cards else find_start(self.user.pk, self.readers, seats),
            own=frozenset(seat for seat, entry in self.on.entries.items() if is_own(self.user, entry)),
            typed=frozenset(seat for seat, facts in self.on.facts.items() if facts.typist == self.user.pk),
            busy=frozenset(self.open_by),
            read=frozenset(place for place in self.readings if self._times(place) >= TWICE),
        )

    def _times(self, place: Place) -> int:
        """How often this user read this line."""
        return sum(1 for one in self.readings.get(place, ()) if one.reader == self.user.pk)

    def queue(self, hand: str = "") -> tuple[Wanted, ...]:
        """The lines in the order in which this user reads them."""
        return order_for(self.reader(hand), self.wanted, list(self.on.cards))

    def left_to_others(self) -> int:
        """How many lines are of this user's own games."""
        return len(self.wanted) - len(self.queue())

    def turn(self, one: Wanted, queue: Sequence[Wanted]) -> Turn:
        """This line as it is put before the reader."""
        place = (one.seat, one.game)
        after = queue.index(one) + 1
        entry = self.on.entries[one.seat]
        return Turn(
            seat=one.seat,
            name=entry.name,
            game=one.game,
            number=self._times(place) + 1,
            matters=one.matters,
            typed_by_reader=self.on.facts.get(one.seat, CardFacts()).typist == self.user.pk,
            read_by_reader=self._times(place),
            open_by=self.open_by.get(one.seat, ""),
            warnings=warnings(self.on, [one.seat], self.user, self.relatives),
            next=queue[after] if after < len(queue) else queue[0] if len(queue) > 1 else None,
        )

    def cards(self, queue: Sequence[Wanted]) -> list[CardToTake]:
        """The cards to take, in the order of the queue."""
        lines = Counter(one.seat for one in queue)
        first = {one.seat: one.game for one in reversed(queue)}
        matters = {one.seat for one in queue if one.matters}
        return [
            CardToTake(seat, self.on.entries[seat].name, first[seat], lines[seat], seat in matters)
            for seat in dict.fromkeys(one.seat for one in queue)
        ]


def look_desk(on: Sheet, user: User, now: datetime) -> LookDesk:
    """Everything that the page of one reader needs, in a constant number of queries."""
    return LookDesk(
        on=on,
        user=user,
        readings=reads.readings(on.event),
        readers=reads.readers(on.event),
        here=reads.people_at_cards(on.event, now),
        relatives=tournament_reads.relatives(on.event.tournament, user),
    )


def warnings(on: Sheet, seats: Sequence[str], user: User | None, relatives: Relatives) -> tuple[str, ...]:
    """Why this user should not check these cards alone, or rather not at all; it is no bar."""
    found = []
    for seat in seats:
        entry = on.entries[seat]
        if kind := relatives.of(entry):
            found.append(words.third_checker(kind, entry.name, seat))
    played = {parse_seat(seat).table for seat, entry in on.entries.items() if is_own(user, entry)}
    at = dict.fromkeys(parse_seat(seat).table for seat in seats)
    return (*found, *(words.played_at(table) for table in at if table in played))


# --- Who typed, who read ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LookTold:
    """One look at a line, in words."""

    game: int
    text: str
    at: datetime | None
    same: bool


@dataclass(frozen=True, slots=True)
class CardTold:
    """Who typed a card and when, and who read which of its lines again."""

    seat: str
    typed_by: str
    typed_at: datetime | None
    looks: tuple[LookTold, ...]


def told(
    on: Sheet, seat: str, readings: Mapping[Place, Sequence[Reading]], game: int | None = None, *, blind: bool = False
) -> CardTold:
    """Who typed this card, and who read its lines (or that of one game) again; `blind`: not what they read."""
    facts = on.facts.get(seat, CardFacts())
    looks = [
        _look(number, on.cards[seat].line(number), one, blind=blind)
        for (at, number), made in sorted(readings.items())
        if at == seat and game in (None, number)
        for one in made
    ]
    return CardTold(seat, facts.typed_by, facts.typed_at, tuple(looks))


def _look(game: int, recorded: Line | None, one: Reading, *, blind: bool) -> LookTold:
    same = is_same(recorded, one.line)
    said = "kept_back" if blind else (Said.CONFIRMED if same else Said.DIFFERS).value
    return LookTold(game, words.look_said(said, one.read_by, line_in_words(one.line)), one.read_at, same)
