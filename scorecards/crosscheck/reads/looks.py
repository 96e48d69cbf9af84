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
from scorecards.sheet.reads import readings as readings_reads
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
    """A card with lines to read again: its first `game` in the queue, and how many `lines` there are.

    `matters`: one of the lines could change who qualifies.
    """

    seat: str
    name: str
    players: tuple[str, ...]
    game: int
    lines: int
    matters: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One line to read, with what the reader is told about it, and without anything that was typed.

    `number` counts the reader's looks at this line, from 1. `differing` counts how often in a row the reader has read
    something other than what is recorded. `shown_at` is when the reader last had the card open with its typed lines.
    `is_further`: the line is not in the queue; it was read or decided already and is read once more. `is_not_typed`: it
    is not in the queue because nobody has typed it yet.
    """

    seat: str
    name: str
    players: tuple[str, ...]
    game: int
    number: int
    matters: bool
    typed_by_reader: bool
    shown_at: datetime | None
    differing: int
    is_further: bool
    is_not_typed: bool
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
        """Whether somebody else is a better reader of this line."""
        return self.typed_by_reader or self.shown_at is not None or self.waits_for_another


@dataclass(frozen=True)
class LookDesk:
    """The lines to read again, and what decides in which order one reader reads them.

    `readers` are the accounts that may read cards again, `people` everybody who has a card open. `shown` says by seat when the reader
    last saw a card with its typed lines.
    """

    event_sheet: Sheet
    user: User
    readings: Mapping[Place, Sequence[Reading]]
    readers: Sequence[int]
    people: Sequence[Here]
    relatives: Relatives
    shown: Mapping[str, datetime]

    @cached_property
    def wanted(self) -> tuple[Wanted, ...]:
        """Every line that must be read again, by any reader."""
        return () if self.event_sheet.event.posted_at else find_waiting(self.event_sheet.crosscheck, self.readings)

    @cached_property
    def open_by(self) -> Mapping[str, str]:
        """By seat, the name of another person who has the card open."""
        return {person.seat: person.name for person in self.people if person.user != self.user.pk}

    def reader(self, hand: str) -> Reader:
        """What decides which line this user reads next; `hand` is the seat whose card they hold, or empty."""
        seats = list(self.event_sheet.cards)
        return Reader(
            start=hand if hand in self.event_sheet.cards else find_start(self.user.pk, self.readers, seats),
            own=frozenset(seat for seat, entry in self.event_sheet.entries.items() if is_own(self.user, entry)),
            typed=self.typed,
            shown=self.shown.keys(),
            busy=self._ahead(),
            read=frozenset(place for place in self.readings if self._times(place) >= TWICE),
            over=frozenset(self.own_typed_over),
        )

    @cached_property
    def typed(self) -> frozenset[Place]:
        """The readable lines that this user typed, even if somebody else has saved the card since."""
        places = find_readable(self.event_sheet.crosscheck).keys() - self.event_sheet.not_typed.keys()
        typists = looks_reads.typists(self.event_sheet, places)
        return frozenset(place for place, typist in typists.items() if typist.person.account == self.user.pk)

    @cached_property
    def own_typed_over(self) -> Mapping[Place, looks_reads.OtherReaders]:
        """The lines that this user typed over while the cards differed, with the people who may read them instead."""
        return looks_reads.own_typed_over(self.event_sheet, Actor.of_user(self.user))

    def _ahead(self) -> Mapping[str, int]:
        """For each card that others have open, the number of people who opened it before this user."""
        people_ahead: dict[str, int] = {}
        own_seats: set[str] = set()
        for person in self.people:
            if person.user == self.user.pk:
                own_seats.add(person.seat)
            else:
                people_ahead[person.seat] = people_ahead.get(person.seat, 0) + (person.seat not in own_seats)
        return people_ahead

    def _times(self, place: Place) -> int:
        """How often this user read this line."""
        return sum(1 for reading in self.readings.get(place, ()) if reading.reader == self.user.pk)

    def _differing(self, place: Place) -> int:
        """How many of this user's last readings in a row were something other than what is recorded."""
        seat, game = place
        recorded = self.event_sheet.cards[seat].line(game)
        own_readings = [reading for reading in self.readings.get(place, ()) if reading.reader == self.user.pk]
        differing = takewhile(lambda reading: not is_same(recorded, reading.line), reversed(own_readings))
        return sum(1 for _reading in differing)

    def further(self, place: Place) -> Wanted | None:
        """The line at this place, though it was read or decided already; None if this user may not read it."""
        line = None if self.event_sheet.event.posted_at else find_readable(self.event_sheet.crosscheck).get(place)
        if line is None:
            return None
        own_seats = frozenset(seat for seat, entry in self.event_sheet.entries.items() if is_own(self.user, entry))
        return line if Reader(own=own_seats, over=frozenset(self.own_typed_over)).may_read(line) else None

    def queue(self, hand: str = "") -> tuple[Wanted, ...]:
        """The lines in the order in which this user reads them."""
        return order_for(self.reader(hand), self.wanted, list(self.event_sheet.cards))

    def left_to_others(self) -> int:
        """How many lines this user may not read: lines of their own games, and lines that they typed over."""
        return len(self.wanted) - len(self.queue())

    def turn(self, line: Wanted, queue: Sequence[Wanted]) -> Turn:
        """This line as it is shown to the reader. `next` is the line after it in the queue, which wraps around."""
        place = (line.seat, line.game)
        following = queue.index(line) + 1 if line in queue else 0
        from_the_start = queue if len(queue) > 1 else ()
        next_line = next(iter((*queue[following:], *from_the_start)), None)
        entry, is_not_typed = self.event_sheet.entries[line.seat], place in self.event_sheet.not_typed
        return Turn(
            seat=line.seat,
            name=entry.known_name,
            players=tuple(entry.player.names),
            game=line.game,
            number=self._times(place) + 1,
            matters=line.matters,
            typed_by_reader=place in self.typed,
            shown_at=None if is_not_typed else self.shown.get(line.seat),
            differing=self._differing(place),
            is_further=line not in queue and not is_not_typed,
            is_not_typed=is_not_typed,
            open_by=self.open_by.get(line.seat, ""),
            warnings=warnings(self.event_sheet, [line.seat], self.user, self.relatives),
            next=next_line,
        )

    def cards(self, queue: Sequence[Wanted]) -> list[CardToTake]:
        """The cards with lines to read, in the order of the queue."""
        lines = Counter(line.seat for line in queue)
        first_game = {line.seat: line.game for line in reversed(queue)}
        seats_that_matter = {line.seat for line in queue if line.matters}
        return [
            CardToTake(
                seat=seat,
                name=self.event_sheet.entries[seat].known_name,
                players=tuple(self.event_sheet.entries[seat].player.names),
                game=first_game[seat],
                lines=lines[seat],
                matters=seat in seats_that_matter,
            )
            for seat in dict.fromkeys(line.seat for line in queue)
        ]


def look_desk(event_sheet: Sheet, user: User, now: datetime) -> LookDesk:
    """Fetch everything that the page of one reader needs, in a constant number of queries."""
    return LookDesk(
        event_sheet=event_sheet,
        user=user,
        readings=readings_reads.readings(event_sheet.event),
        readers=looks_reads.readers(event_sheet.event),
        people=people_at_cards(event_sheet.event, now),
        relatives=relations_reads.relatives(event_sheet.event.tournament, user),
        shown=looks_reads.cards_shown(event_sheet.event, user),
    )


def warnings(event_sheet: Sheet, seats: Sequence[str], user: User | None, relatives: Relatives) -> tuple[str, ...]:
    """Say why this user should not check these cards alone, or at all. The warnings do not stop them."""
    sentences = []
    for seat in seats:
        entry = event_sheet.entries[seat]
        if kind := relatives.of(entry):
            sentences.append(crosscheck_words.third_checker(kind, entry.known_name, seat))
    return (*sentences, *(crosscheck_words.played_at(table) for table in own_tables(event_sheet, seats, user)))


def own_tables(event_sheet: Sheet, seats: Sequence[str], user: User | None) -> tuple[str, ...]:
    """The tables of these cards at which this user plays."""
    tables_of_user = {parse_seat(seat).table for seat, entry in event_sheet.entries.items() if is_own(user, entry)}
    return tuple(table for table in dict.fromkeys(parse_seat(seat).table for seat in seats) if table in tables_of_user)
