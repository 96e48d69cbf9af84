"""Which lines are read from the paper again, and when looks override what was typed.

What was typed is the first *reading* of a line. A *look* is another reading, made without seeing the first. A line is
*looked at* once a look has the same content as the record. If a look differs, another look decides: two people who read
the same establish what the paper says. So rule 12.2 is never applied to a typist's slip.

One person easily makes the same slip twice. So two looks of one person override that person's own typing, but not
somebody else's. If nobody else is available, three looks of one person do.

A line is *typed over* if somebody changes it while it differs from the other card: it may have been copied from there.
Such a line must be read again too, until a look has the same content.

A line is *not typed* if a complete card lacks it although the other card has the game. Nothing differs there yet: the line
is typed first, or somebody reads that the paper has none. Only then the lines of the game are read again.

All of this is ours: the guidelines have two people read the cards aloud to each other, which is the same double
reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, State
from scorecards.sheet.rules.discrepancy import Outcome, resolve
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import Card
from tournaments.rules.edition import Edition
from tournaments.rules.seat import seat_order
from tournaments.rules.skunk import ACC_SKUNKS, Skunks

Place = tuple[str, int]
"""A line's place: the seat of its card, and the game."""


class Person(NamedTuple):
    """A typist or reader: the primary key of the account, None if it is deleted, and the name at that time.

    The name is empty if there was nobody.
    """

    account: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one look. `line` is None if the paper has no line for that game.

    `read_by` is the reader's name, `reader` the primary key of their account. `shown_at` is when the reader had last
    seen what was typed; None for a blind look.
    """

    line: Line | None
    read_by: str
    reader: int | None = None
    read_at: datetime | None = None
    shown_at: datetime | None = None

    @property
    def person(self) -> Person:
        return Person(self.reader, self.read_by)


ENOUGH_ALONE = 3
"""How many looks of one person override what somebody else typed."""


class LookOutcome(StrEnum):
    """The outcome of a look: it confirms the record, it differs from the record, or it overrides the record."""

    CONFIRMED = "confirmed"
    DIFFERS = "differs"
    RETYPED = "retyped"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line to read again, because it differs from the other card, names nobody, or was typed over.

    `other` is the seat of the other card of the game, if any. `matters`: one of the two cards is an apparent
    qualifier's, or `obstacles.find_waiting` finds that it could still reach the cut line. Other lines can wait.
    """

    seat: str
    game: int
    other: str | None
    matters: bool


def as_on_paper(card: Card, game: int, reading: Line | None) -> Line | None:
    """The line to record for a reading: a scheduled game without a line becomes a blank line, as at the entry desk.

    >>> as_on_paper(Card("A-1", (), frozenset({3}), 1), 3, None), as_on_paper(Card("A-1", (), None, 1), 3, None)
    (Line(game=3, opponent=None, points=None, plus=None, minus=None), None)
    """
    if reading is None and card.counted is not None and card.counts(game):
        return Line(game, None, None, None, None)
    return reading


def is_same(line: Line | None, other: Line | None) -> bool:
    """Whether two readings have the same content; a blank line counts as no line.

    >>> is_same(Line(3, None, None, None, None), None)
    True
    """
    return _without_blank(line) == _without_blank(other)


def _without_blank(line: Line | None) -> Line | None:
    """The line; None for a blank one."""
    return None if line is None or line.is_blank else line


def is_looked_at(recorded: Line | None, readings: Sequence[Reading]) -> bool:
    """Whether one of these readings has the same content as the recorded line."""
    return any(is_same(recorded, reading.line) for reading in readings)


def _other_supporters(recorded: Line | None, reader: Person, typist: Person, earlier: Sequence[Reading]) -> set[Person]:
    """The people besides this reader whose last reading is the recorded line; typing it counts as a reading."""
    last_readings = {typist: recorded} if typist.name else {}
    last_readings |= {reading.person: reading.line for reading in earlier}
    return {person for person, line in last_readings.items() if person != reader and is_same(line, recorded)}


def is_established(recorded: Line | None, look: Reading, earlier: Sequence[Reading], typist: Person) -> bool:
    """Whether this look, which differs from the record, overrides it.

    - It does if somebody else read the same before.
    - A person without that support needs two looks if nobody else supports the record, and three if one person does.
    - It never does if two other people support the record.
    - The first reading of a line that nobody has typed or read (`typist` is nobody) is its typing.
    """
    if recorded is None and not earlier and not typist.name:
        return True
    agreeing = [reading for reading in earlier if is_same(look.line, reading.line)]
    if any(reading.person != look.person for reading in agreeing):
        return True
    supporters = _other_supporters(recorded, look.person, typist, earlier)
    if len(supporters) >= 2:
        return False
    needed = ENOUGH_ALONE if supporters else ENOUGH_ALONE - 1
    return len(agreeing) + 1 >= needed


def weigh(recorded: Line | None, look: Reading, earlier: Sequence[Reading], typist: Person) -> LookOutcome:
    """The outcome of a new look, given the record, the earlier looks and the typist.

    >>> line, other, mary = Line(3, "A-2", 2, 16, None), Line(3, "A-2", 2, 61, None), Person(1, "mary")
    >>> weigh(line, Reading(line, "len", 2), (), mary).name, weigh(line, Reading(other, "len", 2), (), mary).name
    ('CONFIRMED', 'DIFFERS')
    >>> one, three = [Reading(other, "len", 2)], [Reading(other, "ann", 3)]
    >>> [weigh(line, Reading(other, "len", 2), earlier, mary).name for earlier in (one, one * 2, three)]
    ['DIFFERS', 'RETYPED', 'RETYPED']
    """
    if is_same(recorded, look.line):
        return LookOutcome.CONFIRMED
    return LookOutcome.RETYPED if is_established(recorded, look, earlier, typist) else LookOutcome.DIFFERS


def needs_looks(game: ComparedGame) -> bool:
    """Whether the lines of this game must be read again: the cards differ, and nobody has decided the game.

    If a player was removed from play in the game, neither paper matters (11.4.b).
    """
    return differs(game) and game.decision is None and not game.is_of_removal


def find_not_typed(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> Mapping[Place, str]:
    """The lines that are not typed, each with the seat of the other card, which has the game.

    Both cards are complete: one may be the card of a player who left, the game may be an extra one, or a no-show has no
    card although somebody played. The line is not in this
    list once somebody has read that the paper has none, or has decided the game.

    >>> from scorecards.sheet.rules.crosscheck import cross_check
    >>> won = Line(1, "A-1", 2, 16, None)
    >>> cards = {"A-1": Card("A-1", (), frozenset(), 0), "A-2": Card("A-2", (won,), frozenset({1}), 1)}
    >>> result = cross_check(cards, quota=1, edition=Edition.Y2020)
    >>> find_not_typed(result, {}), find_not_typed(result, {("A-1", 1): [Reading(None, "len")]})
    ({('A-1', 1): 'A-2'}, {})
    """
    return {
        (seat, game.game): other
        for game in result.games
        if game.state is State.OPEN and game.decision is None
        for seat, other in (game.seats, game.seats[::-1])
        if result.cards[seat].line(game.game) is None
        and game.game not in result.cards[seat].again
        and not readings.get((seat, game.game))
    }


def find_unlooked(
    result: CrossCheck, game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]
) -> tuple[str, ...]:
    """The seats of the cards whose line of this game must be read again before rule 12.2 is applied to it."""
    if not needs_looks(game):
        return ()
    return tuple(
        seat
        for seat in game.seats
        if not is_looked_at(result.cards[seat].line(game.game), readings.get((seat, game.game), ()))
    )


def find_to_sign(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[ComparedGame, ...]:
    """The corrections that were read again on both papers and wait for initials."""
    typed_over = find_typed_over(result)
    return tuple(
        game
        for game in result.games
        if game.state is State.PROPOSED
        and not find_unlooked(result, game, readings)
        and not any((seat, game.game) in typed_over for seat in game.seats)
    )


def differs(game: ComparedGame) -> bool:
    """Whether both cards of the game are in and differ, whatever was decided about it."""
    return game.state not in (State.AGREED, State.PENDING)


def _lines_differ(result: CrossCheck, game: ComparedGame) -> bool:
    """Whether both cards have a line of the game and the two lines differ, even while a card is incomplete.

    Otherwise somebody could make a card incomplete for a moment, and type over the other card unnoticed.
    """
    if game.state is not State.PENDING:
        return differs(game)
    first, second = game.recorded
    if first is None or second is None:
        return False
    resolution = resolve(
        first,
        second,
        seats=game.seats,
        qualifiers=frozenset(),
        edition=result.edition,
        records_spread=result.records_spread,
        skunks=result.skunks,
    )
    return resolution.outcome is not Outcome.AGREES


def again_after(
    result: CrossCheck,
    seat: str,
    lines: Mapping[int, Line],
    readings: Mapping[Place, Sequence[Reading]],
    by: Person | None = None,
) -> frozenset[int]:
    """The games of this card that count as typed over once `lines` replace its present lines.

    `lines` are by game, and `by` is their typist. A line that somebody else has read in the same way is left out. The
    typist's own looks do not count: nobody vouches for their own typing. A line that was not typed before is not typed over.
    """

    def is_read(game: int) -> bool:
        other_looks = [look for look in readings.get((seat, game), ()) if look.person != by]
        return is_looked_at(lines.get(game), other_looks)

    card = result.cards[seat]
    differing = {game.game for game in result.games if seat in game.seats and _lines_differ(result, game)}
    typed_lines = {game: line for game in differing if (line := card.line(game)) is not None}
    changed = {game for game, line in typed_lines.items() if not is_same(line, lines.get(game))}
    return frozenset(game for game in card.again | changed if not is_read(game))


def typed_otherwise(
    seat: str,
    lines: Mapping[int, Line],
    typed: Mapping[str, Sequence[Mapping[int, Line]]],
    edition: Edition,
    *,
    records_spread: bool = True,
    skunks: Skunks = ACC_SKUNKS,
) -> frozenset[int]:
    """The games that count as typed over if a card gets these lines after its typing was undone.

    `lines` are by game. `typed` are all typings of every card by seat, oldest first. Undoing and typing anew is typing
    over in two steps: a game counts if its line changes, and the last typing agreed with a typing of the opponent's
    card. A card that was typed at a wrong seat agrees with no other card.
    """

    def agrees(line: Line, other: Line | None) -> bool:
        if other is None or other.opponent != seat or line.opponent is None:
            return False
        resolution = resolve(
            line,
            other,
            seats=(seat, line.opponent),
            qualifiers=frozenset(),
            edition=edition,
            records_spread=records_spread,
            skunks=skunks,
        )
        return resolution.outcome is Outcome.AGREES

    return frozenset(
        game
        for game, line in typed[seat][-1].items()
        if not is_same(line, lines.get(game))
        and any(agrees(line, typing.get(game)) for typing in typed.get(line.opponent or "", ()))
    )


def find_typed_over(result: CrossCheck) -> Mapping[Place, str | None]:
    """The lines that were typed over and not read since, each with the other seat of its game; None without a game.

    The lines of a decided game are left out: the person who decided it answers for them.
    """
    opponents: dict[Place, str | None] = {
        (seat, game): None for seat, card in result.cards.items() for game in sorted(card.again)
    }
    for game in result.games if opponents else ():
        for seat, other in (game.seats, game.seats[::-1]):
            if (seat, game.game) not in opponents:
                continue
            if game.decision is not None:
                del opponents[seat, game.game]
            else:
                opponents[seat, game.game] = other
    return opponents


def find_waiting_for_look(result: CrossCheck, game: ComparedGame) -> tuple[str, ...]:
    """The seats of the cards whose line of this game was typed over; nobody may accept the game until it is read again."""
    typed_over = find_typed_over(result)
    return tuple(seat for seat in game.seats if (seat, game.game) in typed_over)


def find_to_read_first(result: CrossCheck) -> Mapping[Place, str | None]:
    """The typed over lines that accepting and posting wait for, each with the other seat of its game.

    The game may be corrected, may stand or agree, or may wait for its other card. Lines of open games are left out:
    whoever decides such a game looks at the line then.
    """
    open_places = {(seat, game.game) for game in result.games if game.state is State.OPEN for seat in game.seats}
    return {place: other for place, other in find_typed_over(result).items() if place not in open_places}


def find_readable(result: CrossCheck) -> Mapping[Place, Wanted]:
    """Every line that somebody may read again, including lines that were read or decided already."""
    qualifiers = frozenset(result.apparent_qualifiers)
    readable: dict[Place, Wanted] = {}

    def add(seat: str, game: int, other: str | None) -> None:
        readable[seat, game] = Wanted(seat, game, other, matters=bool(qualifiers & {seat, other}))

    for (seat, number), other_seat in find_typed_over(result).items():
        add(seat, number, other_seat)
    for game in result.games:
        if differs(game):
            for seat, other in (game.seats, game.seats[::-1]):
                add(seat, game.game, other)
    for seat, number in result.unnamed:
        readable.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return readable


def find_wanted(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Every line that must be read again: lines that matter come first, then all are in order of seat and game.

    A game of which one line is not typed waits for that line first.
    """
    qualifiers, not_typed = frozenset(result.apparent_qualifiers), find_not_typed(result, readings)
    lines_by_place: dict[Place, Wanted] = {}
    for game in result.games:
        if not needs_looks(game) or any((seat, game.game) in not_typed for seat in game.seats):
            continue
        matters = bool(qualifiers & set(game.seats))
        for seat, other in (game.seats, game.seats[::-1]):
            place = (seat, game.game)
            if is_looked_at(result.cards[seat].line(game.game), readings.get(place, ())):
                continue
            if place not in lines_by_place or matters:
                lines_by_place[place] = Wanted(seat, game.game, other, matters)
    for (seat, number), other_seat in find_typed_over(result).items():
        matters = bool(qualifiers & {seat, other_seat})
        lines_by_place.setdefault((seat, number), Wanted(seat, number, other_seat, matters))
    for seat, number in result.unnamed:
        if not is_looked_at(result.cards[seat].line(number), readings.get((seat, number), ())):
            lines_by_place.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return tuple(sorted(lines_by_place.values(), key=lambda line: (not line.matters, seat_order(line.seat), line.game)))


@dataclass(frozen=True, slots=True)
class Reader:
    """The facts about a reader that decide which line they read next.

    - `start` is the seat of the card in their hand, or the seat at which they begin.
    - `own` are the seats at which they play in this event.
    - `typed` are the lines that they typed.
    - `shown` are the seats of cards whose typed lines they have seen.
    - `busy` are the seats of cards that others have open, with how many people opened the card before this reader.
    - `read` are the lines that they read twice without settling them.
    - `over` are the lines that they typed over and that somebody else can read.
    """

    start: str = ""
    own: Set[str] = frozenset()
    typed: Set[Place] = frozenset()
    shown: Set[str] = frozenset()
    busy: Mapping[str, int] = field(default_factory=dict)
    read: Set[Place] = frozenset()
    over: Set[Place] = frozenset()

    def may_read(self, line: Wanted) -> bool:
        """Whether neither card of the game is the reader's own, and the line is none that they typed over."""
        return line.seat not in self.own and line.other not in self.own and (line.seat, line.game) not in self.over

    def is_better_left(self, line: Wanted) -> bool:
        """Whether somebody else should read this line: the reader typed it, has seen it, or read it twice in vain."""
        place = (line.seat, line.game)
        return place in self.typed or line.seat in self.shown or place in self.read


def order_for(reader: Reader, lines_to_read: Iterable[Wanted], seats: Sequence[str]) -> tuple[Wanted, ...]:
    """The lines that this reader may read, in the order in which to read them.

    Lines are sorted by these keys, one after the other:

    1. cards that nobody else has open;
    2. lines that nobody else reads better;
    3. cards with a line that matters;
    4. the order of `seats`, which are all seats of the event, from `reader.start` on and around;
    5. the game on the card, rotated by the number of people who opened the card before: each takes another line.
    """
    # Each line, and whether it is better left to somebody else: both together make a group of lines on one card.
    candidates = [(line, reader.is_better_left(line)) for line in lines_to_read if reader.may_read(line)]
    groups_that_matter = {(line.seat, is_for_others) for line, is_for_others in candidates if line.matters}
    games_by_group: dict[tuple[str, bool], list[int]] = {}
    for line, is_for_others in candidates:
        games_by_group.setdefault((line.seat, is_for_others), []).append(line.game)
    seat_indexes = {seat: index for index, seat in enumerate(seats)}
    start = seat_indexes.get(reader.start, 0)

    def sort_key(candidate: tuple[Wanted, bool]) -> tuple[bool, bool, bool, int, int]:
        line, is_for_others = candidate
        group = (line.seat, is_for_others)
        seat_distance = (seat_indexes[line.seat] - start) % len(seats)
        games = sorted(games_by_group[group])
        game_distance = (games.index(line.game) - reader.busy.get(line.seat, 0)) % len(games)
        return line.seat in reader.busy, is_for_others, group not in groups_that_matter, seat_distance, game_distance

    return tuple(line for line, _is_for_others in sorted(candidates, key=sort_key))


def find_start(reader: int, readers: Sequence[int], seats: Sequence[str]) -> str:
    """The seat at which one of several readers begins, so that each begins at another card; empty without seats.

    >>> [find_start(n, (1, 2), ("A-1", "A-2", "A-3", "A-4")) for n in (1, 2, 3)]
    ['A-1', 'A-3', 'A-1']
    """
    if reader not in readers or not seats:
        return seats[0] if seats else ""
    return seats[readers.index(reader) * len(seats) // len(readers)]
