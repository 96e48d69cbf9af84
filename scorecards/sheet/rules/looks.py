"""Slip or real: which lines are read from the paper again, and what readings that agree establish.

What was typed is the first *reading* of a line. A *look* is another reading, made without seeing the first. A line is
*looked at* once a look says the same as the record. Where a look says something else, another look decides: what two
people read alike is what the paper says, and rule 12.2 is never asked about a typist's slip. One person's eyes make the
same slip twice. So two looks of one person override that person's own typing, but not somebody else's; where nobody
else is there, three looks do.

A line that is typed over while it differs from the other card may have been copied from that card. It is *typed over*,
and must be read again as well, until a look says the same.

All of this is ours: the guidelines have two people read the cards aloud to each other, which is the same double
reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, State
from scorecards.sheet.rules.discrepancy import Outcome, resolve
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import Card
from tournaments.rules.edition import Edition
from tournaments.rules.seat import seat_order

Place = tuple[str, int]
"""A line's place: the seat of its card, and the game."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one look: the line, None where the paper has none for that game. `reader` is the account's primary
    key.

    `shown_at` is when the reader had last seen what was typed; None for a blind look.
    """

    line: Line | None
    read_by: str
    reader: int | None = None
    read_at: datetime | None = None
    shown_at: datetime | None = None

    @property
    def person(self) -> Person:
        return self.reader, self.read_by


Person = tuple[int | None, str]
"""Who typed or read: the account's primary key, None where it is gone, and the name then; empty for nobody."""

ENOUGH_ALONE = 3
"""How many looks of one person override what somebody else typed."""


class LookOutcome(StrEnum):
    """The outcome of a look: the record agrees with the paper, it may not, or looks agreed against it."""

    CONFIRMED = "confirmed"
    DIFFERS = "differs"
    RETYPED = "retyped"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line to read again, because its game differs from the other card, or because it names nobody or was typed over.

    `matters`: one of the two cards is an apparent qualifier's or, by `obstacles.find_waiting`, could still reach the
    line. The others can wait.
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
    """Whether two readings say the same; a line that is blank throughout says as little as none.

    >>> is_same(Line(3, None, None, None, None), None)
    True
    """
    return _said(line) == _said(other)


def _said(line: Line | None) -> Line | None:
    return None if line is None or line.is_blank else line


def is_looked_at(recorded: Line | None, readings: Sequence[Reading]) -> bool:
    """Whether a look says the same as the record."""
    return any(is_same(recorded, reading.line) for reading in readings)


def _others(recorded: Line | None, reader: Person, typist: Person, earlier: Sequence[Reading]) -> set[Person]:
    """Who else supports the record: its typist and its readers, unless they have read something else since."""
    typed = {typist: recorded} if typist[1] else {}
    last = typed | {reading.person: reading.line for reading in earlier}
    return {person for person, line in last.items() if person != reader and is_same(line, recorded)}


def is_established(recorded: Line | None, look: Reading, earlier: Sequence[Reading], typist: Person) -> bool:
    """Whether this look, which differs from the record, overrides it.

    It does where somebody else read the same. One person alone overrides their own typing with two looks, and that of
    one other person with three; never where two others support the record.
    """
    alike = [reading for reading in earlier if is_same(look.line, reading.line)]
    if any(reading.person != look.person for reading in alike):
        return True
    others = _others(recorded, look.person, typist, earlier)
    return len(alike) + 1 >= ENOUGH_ALONE - (not others) and len(others) < 2


def weigh(recorded: Line | None, look: Reading, earlier: Sequence[Reading], typist: Person) -> LookOutcome:
    """The outcome of a new look, given the record, the earlier looks and the typist.

    >>> line, other, mary, len_ = Line(3, "A-2", 2, 16, None), Line(3, "A-2", 2, 61, None), (1, "mary"), (2, "len")
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
    """Whether the lines of this game are to be looked at: they differ, and nobody has decided. After a removal from
    play in the game, neither paper matters (11.4.b)."""
    return differs(game) and game.decision is None and not game.is_of_removal


def find_unlooked(
    result: CrossCheck, game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]
) -> tuple[str, ...]:
    """The cards whose line of this game must be read again before rule 12.2 is asked about it."""
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


def _speaks_against(result: CrossCheck, game: ComparedGame) -> bool:
    """Whether both cards have a line of the game and these differ, even while a card is incomplete.

    Otherwise a card that is briefly made incomplete would hide its games from anybody who types over the other one.
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
    )
    return resolution.outcome is not Outcome.AGREES


def again_after(
    result: CrossCheck,
    seat: str,
    lines: Mapping[int, Line],
    readings: Mapping[Place, Sequence[Reading]],
    by: Person | None = None,
) -> frozenset[int]:
    """The games of this card that count as typed over once these lines, typed `by` somebody, replace its present ones.

    A line that somebody else read just as it is now recorded is not among them: nobody vouches for their own typing.
    """

    def is_read(game: int) -> bool:
        looks = [look for look in readings.get((seat, game), ()) if look.person != by]
        return is_looked_at(lines.get(game), looks)

    card = result.cards[seat]
    differing = {game.game for game in result.games if seat in game.seats and _speaks_against(result, game)}
    changed = {game for game in differing if not is_same(card.line(game), lines.get(game))}
    return frozenset(game for game in card.again | changed if not is_read(game))


def typed_otherwise(
    seat: str,
    lines: Mapping[int, Line],
    typed: Mapping[str, Sequence[Mapping[int, Line]]],
    edition: Edition,
    *,
    records_spread: bool = True,
) -> frozenset[int]:
    """The games that count as typed over when a card is typed anew after its typing was undone.

    `typed` are all typings of every card, in order. A game in which this card's last typing agreed with one of the
    opponent's, and which is different now, was typed over in two steps. A card typed at a wrong seat agrees with
    nobody's.
    """

    def agreed(line: Line, other: Line | None) -> bool:
        if other is None or other.opponent != seat or line.opponent is None:
            return False
        resolution = resolve(
            line,
            other,
            seats=(seat, line.opponent),
            qualifiers=frozenset(),
            edition=edition,
            records_spread=records_spread,
        )
        return resolution.outcome is Outcome.AGREES

    return frozenset(
        game
        for game, line in typed[seat][-1].items()
        if not is_same(line, lines.get(game))
        and any(agreed(line, typing.get(game)) for typing in typed.get(line.opponent or "", ()))
    )


def find_typed_over(result: CrossCheck) -> Mapping[Place, str | None]:
    """The lines that were typed over and not read since, each with the other seat of its game.

    Where somebody has decided the game, that person answers for it, and its lines are left out.
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
    """The cards whose line of this game was typed over and waits for another reading; nobody accepts it before."""
    typed_over = find_typed_over(result)
    return tuple(seat for seat in game.seats if (seat, game.game) in typed_over)


def find_to_read_first(result: CrossCheck) -> Mapping[Place, str | None]:
    """The typed over lines that accepting and posting wait for, whatever became of the game: corrected, standing,
    agreed now, or waiting for its other card. Open games are left out: somebody decides them, and looks at the line
    then."""
    is_open = {(seat, game.game) for game in result.games if game.state is State.OPEN for seat in game.seats}
    return {place: other for place, other in find_typed_over(result).items() if place not in is_open}


def find_readable(result: CrossCheck) -> Mapping[Place, Wanted]:
    """Every line that somebody may read again, even one that was read or decided already."""
    qualifiers = frozenset(result.apparent_qualifiers)
    readable: dict[Place, Wanted] = {}

    def add(seat: str, game: int, other: str | None) -> None:
        readable[seat, game] = Wanted(seat, game, other, matters=bool(qualifiers & {seat, other}))

    for (seat, number), against in find_typed_over(result).items():
        add(seat, number, against)
    for game in result.games:
        if differs(game):
            for seat, other in (game.seats, game.seats[::-1]):
                add(seat, game.game, other)
    for seat, number in result.unnamed:
        readable.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return readable


def find_wanted(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Every line that must be read again: those that matter first, then in seat order, as the cards lie."""
    qualifiers = frozenset(result.apparent_qualifiers)
    lines_by_place: dict[Place, Wanted] = {}
    for game in result.games:
        if not needs_looks(game):
            continue
        matters = bool(qualifiers & set(game.seats))
        for seat, other in (game.seats, game.seats[::-1]):
            place = (seat, game.game)
            if is_looked_at(result.cards[seat].line(game.game), readings.get(place, ())):
                continue
            if place not in lines_by_place or matters:
                lines_by_place[place] = Wanted(seat, game.game, other, matters)
    for (seat, number), against in find_typed_over(result).items():
        lines_by_place.setdefault(
            (seat, number), Wanted(seat, number, against, matters=bool(qualifiers & {seat, against}))
        )
    for seat, number in result.unnamed:
        if not is_looked_at(result.cards[seat].line(number), readings.get((seat, number), ())):
            lines_by_place.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return tuple(sorted(lines_by_place.values(), key=lambda line: (not line.matters, seat_order(line.seat), line.game)))


@dataclass(frozen=True, slots=True)
class Reader:
    """What decides which line somebody reads next.

    `start` is the seat of the card in their hand, or the one that they begin at. `own` are their seats in this event,
    `typed` the lines that they typed, `shown` the seats of cards they have seen with what was typed. `busy` are cards
    that others have open, with how many people came there before them. `read` are lines that they read twice without
    settling them, `over` lines that they typed over and that somebody else can read.
    """

    start: str = ""
    own: Set[str] = frozenset()
    typed: Set[Place] = frozenset()
    shown: Set[str] = frozenset()
    busy: Mapping[str, int] = field(default_factory=dict)
    read: Set[Place] = frozenset()
    over: Set[Place] = frozenset()

    def may_read(self, line: Wanted) -> bool:
        """Whether neither card of the game is their own, and they did not type the line over."""
        return line.seat not in self.own and line.other not in self.own and (line.seat, line.game) not in self.over

    def is_better_left(self, line: Wanted) -> bool:
        """Whether somebody else is a better reader of this line."""
        place = (line.seat, line.game)
        return place in self.typed or line.seat in self.shown or place in self.read


def order_for(reader: Reader, lines_to_read: Iterable[Wanted], seats: Sequence[str]) -> tuple[Wanted, ...]:
    """The lines in the order in which somebody reads them, card by card from `reader.start`, wrapping around.

    Cards that nobody else has open come first, those with a line that matters before the others, and last the lines
    that somebody else reads better. Where only cards are left that others have open, each reader takes another line.
    `seats` are all seats of the event in order. Lines of the reader's own games are left out.
    """
    mine = [
        (line_to_read, reader.is_better_left(line_to_read))
        for line_to_read in lines_to_read
        if reader.may_read(line_to_read)
    ]
    matters = {(line_to_read.seat, left) for line_to_read, left in mine if line_to_read.matters}
    place = {seat: index for index, seat in enumerate(seats)}
    start = place.get(reader.start, 0)
    games: dict[tuple[str, bool], list[int]] = {}
    for line_to_read, left in mine:
        games.setdefault((line_to_read.seat, left), []).append(line_to_read.game)

    def turn(item: tuple[Wanted, bool]) -> tuple[bool, bool, bool, int, int]:
        line_to_read, left = item
        around = (place[line_to_read.seat] - start) % len(seats)
        lines = sorted(games[line_to_read.seat, left])
        line = (lines.index(line_to_read.game) - reader.busy.get(line_to_read.seat, 0)) % len(lines)
        return line_to_read.seat in reader.busy, left, (line_to_read.seat, left) not in matters, around, line

    return tuple(line_to_read for line_to_read, _left in sorted(mine, key=turn))


def find_start(reader: int, readers: Sequence[int], seats: Sequence[str]) -> str:
    """The seat where one of several readers begins, so that each begins somewhere else.

    >>> [find_start(n, (1, 2), ("A-1", "A-2", "A-3", "A-4")) for n in (1, 2, 3)]
    ['A-1', 'A-3', 'A-1']
    """
    if reader not in readers or not seats:
        return seats[0] if seats else ""
    return seats[readers.index(reader) * len(seats) // len(readers)]
