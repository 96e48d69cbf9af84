"""Reading lines again: which line somebody reads next, and warnings about who reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import takewhile

from scorecards.cards.reads.presence import Here, people_at_cards
from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.looks import (
    Place,
    Reader,
    Reading,
    Wanted,
    find_readable,
    find_start,
    is_same,
    order_for,
)
from scorecards.sheet.rules.obstacles import find_waiting
from tournaments.access import Actor, is_own
from tournaments.models import User
from tournaments.people.reads import relations as relations_reads
from tournaments.people.reads.relations import Relatives
from tournaments.rules.seat import parse_seat

TWICE = 2


@dataclass(frozen=True, slots=True)
class CardToTake:
    """A card with lines to read again, in the order of the queue."""

    seat: str
    name: str
    game: int
    lines: int
    matters: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One line to read: its place, and what the reader is told about it. Nothing of what was typed.

    `differing` counts how often in a row the reader has read something other than what is recorded. `shown_at` is when
    they last had the card open with its typed lines. `is_further`: the line was read already and is read once more
    because somebody doubts it.
    """

    seat: str
    name: str
    game: int
    number: int
    matters: bool
    typed_by_reader: bool
    shown_at: datetime | None
    differing: int
    is_further: bool
    open_by: str
    warnings: tuple[str, ...]
    next: Wanted | None

    @property
    def once_more(self) -> bool:
        """Whether the reader just read something other than what is recorded, and reads the line again at once."""
        return self.differing == 1

    @property
    def waits_for_another(self) -> bool:
        """Whether the reader has twice read something other than what is recorded, so that somebody else must confirm."""
        return self.differing >= TWICE

    @property
    def is_better_left(self) -> bool:
        return self.typed_by_reader or self.shown_at is not None or self.waits_for_another


@dataclass(frozen=True)
class LookDesk:
    """The lines to read again, for one reader."""

    event_sheet: Sheet
    user: User
    readings: Mapping[Place, Sequence[Reading]]
    readers: Sequence[int]
    people: Sequence[Here]
    relatives: Relatives
    shown: Mapping[str, datetime]

    @cached_property
    def wanted(self) -> tuple[Wanted, ...]:
        """Every line that must be read again."""
        return () if self.event_sheet.event.posted_at else find_waiting(self.event_sheet.crosscheck, self.readings)

    @cached_property
    def open_by(self) -> Mapping[str, str]:
        """Who else has which card open."""
        return {person.seat: person.name for person in self.people if person.user != self.user.pk}

    def reader(self, hand: str) -> Reader:
        """What decides which line this user reads next, with this seat's card in hand."""
        seats = list(self.event_sheet.cards)
        return Reader(
            start=hand if hand in self.event_sheet.cards else find_start(self.user.pk, self.readers, seats),
            own=frozenset(seat for seat, entry in self.event_sheet.entries.items() if is_own(self.user, entry)),
            typed=self.typed,
            shown=self.shown.keys(),
            busy=self._ahead(),
            read=frozenset(place for place in self.readings if self._times(place) >= TWICE),
            over=frozenset(self.own_words),
        )

    @cached_property
    def typed(self) -> frozenset[Place]:
        """The lines to read that this user typed, whoever saved their card since."""
        typists = looks_reads.typists(self.event_sheet, find_readable(self.event_sheet.crosscheck).keys())
        return frozenset(place for place, typist in typists.items() if typist.person[0] == self.user.pk)

    @cached_property
    def own_words(self) -> Mapping[Place, looks_reads.Instead]:
        """The lines that this user typed over while they differed, with who else reads them."""
        return looks_reads.own_words(self.event_sheet, Actor.of_user(self.user))

    def _ahead(self) -> Mapping[str, int]:
        """The cards that others have open, with how many people came there before this user."""
        ahead: dict[str, int] = {}
        mine: set[str] = set()
        for person in self.people:
            if person.user == self.user.pk:
                mine.add(person.seat)
            else:
                ahead[person.seat] = ahead.get(person.seat, 0) + (person.seat not in mine)
        return ahead

    def _times(self, place: Place) -> int:
        """How often this user read this line."""
        return sum(1 for reading in self.readings.get(place, ()) if reading.reader == self.user.pk)

    def _differing(self, place: Place) -> int:
        """How often in a row, up to now, this user read something other than what is recorded."""
        recorded = self.event_sheet.cards[place[0]].line(place[1])
        own = [reading for reading in self.readings.get(place, ()) if reading.reader == self.user.pk]
        return sum(1 for _reading in takewhile(lambda reading: not is_same(recorded, reading.line), reversed(own)))

    def further(self, place: Place) -> Wanted | None:
        """The line at this place, read or decided already, where this user may read it once more; else None."""
        line = None if self.event_sheet.event.posted_at else find_readable(self.event_sheet.crosscheck).get(place)
        own = frozenset(seat for seat, entry in self.event_sheet.entries.items() if is_own(self.user, entry))
        return line if line is not None and Reader(own=own, over=frozenset(self.own_words)).may_read(line) else None

    def queue(self, hand: str = "") -> tuple[Wanted, ...]:
        """The lines in the order in which this user reads them."""
        return order_for(self.reader(hand), self.wanted, list(self.event_sheet.cards))

    def left_to_others(self) -> int:
        """How many lines are from this user's own games, or were typed over by them."""
        return len(self.wanted) - len(self.queue())

    def turn(self, line: Wanted, queue: Sequence[Wanted]) -> Turn:
        """This line as it is shown to the reader."""
        place = (line.seat, line.game)
        after = queue.index(line) + 1 if line in queue else 0
        entry = self.event_sheet.entries[line.seat]
        return Turn(
            seat=line.seat,
            name=entry.name,
            game=line.game,
            number=self._times(place) + 1,
            matters=line.matters,
            typed_by_reader=place in self.typed,
            shown_at=self.shown.get(line.seat),
            differing=self._differing(place),
            is_further=line not in queue,
            open_by=self.open_by.get(line.seat, ""),
            warnings=warnings(self.event_sheet, [line.seat], self.user, self.relatives),
            next=queue[after] if after < len(queue) else queue[0] if len(queue) > 1 else None,
        )

    def cards(self, queue: Sequence[Wanted]) -> list[CardToTake]:
        """The cards with lines to read, in the order of the queue."""
        lines = Counter(line.seat for line in queue)
        first = {line.seat: line.game for line in reversed(queue)}
        matters = {line.seat for line in queue if line.matters}
        return [
            CardToTake(seat, self.event_sheet.entries[seat].name, first[seat], lines[seat], seat in matters)
            for seat in dict.fromkeys(line.seat for line in queue)
        ]


def look_desk(event_sheet: Sheet, user: User, now: datetime) -> LookDesk:
    """Everything that one reader's page needs, in a constant number of queries."""
    return LookDesk(
        event_sheet=event_sheet,
        user=user,
        readings=looks_reads.readings(event_sheet.event),
        readers=looks_reads.readers(event_sheet.event),
        people=people_at_cards(event_sheet.event, now),
        relatives=relations_reads.relatives(event_sheet.event.tournament, user),
        shown=looks_reads.cards_shown(event_sheet.event, user),
    )


def warnings(event_sheet: Sheet, seats: Sequence[str], user: User | None, relatives: Relatives) -> tuple[str, ...]:
    """Why this user should not check these cards alone, or at all; it does not stop them."""
    sentences = []
    for seat in seats:
        entry = event_sheet.entries[seat]
        if kind := relatives.of(entry):
            sentences.append(crosscheck_words.third_checker(kind, entry.name, seat))
    return (*sentences, *(crosscheck_words.played_at(table) for table in own_tables(event_sheet, seats, user)))


def own_tables(event_sheet: Sheet, seats: Sequence[str], user: User | None) -> tuple[str, ...]:
    """The tables of these cards at which this user played."""
    played = {parse_seat(seat).table for seat, entry in event_sheet.entries.items() if is_own(user, entry)}
    return tuple(table for table in dict.fromkeys(parse_seat(seat).table for seat in seats) if table in played)


# --- Who typed, who read ---------------------------------------------------------------------------------------------
