"""Slip or real: which lines are read from the paper once more, and what readings that agree establish.

What was typed is the first *reading* of a line; a *look* is another one, made without seeing the first. A line is *looked
at* once a look says the same as what is recorded. Where a look says something else, another one decides: what two people
read alike is what the paper says, and rule 12.2 is never asked about a slip of the typist. One person's eyes take the same
slip twice, so that two looks of one go before what that one typed, and not before what somebody else did; where nobody else
is there, three do.

A line that is typed over while it differs from the other card may have been typed from that card: it is *typed over*, and to
be read again as well, until a look says the same.

All of this is ours: the guidelines have two people read the cards aloud to each other, which is the same double reading.
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
    """What one look read: the line, None where the paper has none for that game; `reader` is the account's key.

    `shown_at` is when the reader had last seen what was typed; None for a look that was blind.
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
"""Whose typing or reading it is: the account's key, None where it is gone, and the name it was made under; empty for nobody's."""

ENOUGH_ALONE = 3
"""How many looks of one person go before what somebody else typed."""


class Said(StrEnum):
    """What a look comes to: the record is as the paper, it may not be, or looks agreed against it."""

    CONFIRMED = "confirmed"
    DIFFERS = "differs"
    RETYPED = "retyped"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line to be read once more, because its game differs from the other card, or it names nobody or was typed over.

    `matters` where one of the two cards is an apparent qualifier's or, as `obstacles.find_waiting` says, could still come up to
    the line; the others can wait.
    """

    seat: str
    game: int
    other: str | None
    matters: bool


def as_on_paper(card: Card, game: int, reading: Line | None) -> Line | None:
    """What is recorded for a reading of this card: a game of the schedule without a line is one left blank, as at the entry desk.

    >>> as_on_paper(Card("A-1", (), frozenset({3}), 1), 3, None), as_on_paper(Card("A-1", (), None, 1), 3, None)
    (Line(game=3, opponent=None, points=None, plus=None, minus=None), None)
    """
    if reading is None and card.counted is not None and card.counts(game):
        return Line(game, None, None, None, None)
    return reading


def is_same(one: Line | None, other: Line | None) -> bool:
    """Whether two readings say the same; a line that is blank throughout says as little as none.

    >>> is_same(Line(3, None, None, None, None), None)
    True
    """
    return _said(one) == _said(other)


def _said(line: Line | None) -> Line | None:
    return None if line is None or line.is_blank else line


def is_looked_at(recorded: Line | None, readings: Sequence[Reading]) -> bool:
    """Whether a look says the same as what is recorded."""
    return any(is_same(recorded, reading.line) for reading in readings)


def _others(recorded: Line | None, reader: Person, typist: Person, earlier: Sequence[Reading]) -> set[Person]:
    """Who else stands for what is recorded: whoever typed it or read it so, as far as they read nothing else since."""
    typed = {typist: recorded} if typist[1] else {}
    last = typed | {one.person: one.line for one in earlier}
    return {person for person, line in last.items() if person != reader and is_same(line, recorded)}


def is_established(recorded: Line | None, look: Reading, earlier: Sequence[Reading], typist: Person) -> bool:
    """Whether this look, which says something else than is recorded, goes before it.

    It does where somebody else read the same. One person alone goes before their own typing with two looks, and with three
    before that of one other person; never where two others stand for what is recorded.
    """
    alike = [one for one in earlier if is_same(look.line, one.line)]
    if any(one.person != look.person for one in alike):
        return True
    others = _others(recorded, look.person, typist, earlier)
    return len(alike) + 1 >= ENOUGH_ALONE - (not others) and len(others) < 2


def weigh(recorded: Line | None, look: Reading, earlier: Sequence[Reading], typist: Person) -> Said:
    """What a new look comes to, beside what is recorded, the looks before it and who typed the card.

    >>> line, other, mary, len_ = Line(3, "A-2", 2, 16, None), Line(3, "A-2", 2, 61, None), (1, "mary"), (2, "len")
    >>> weigh(line, Reading(line, "len", 2), (), mary).name, weigh(line, Reading(other, "len", 2), (), mary).name
    ('CONFIRMED', 'DIFFERS')
    >>> one, three = [Reading(other, "len", 2)], [Reading(other, "ann", 3)]
    >>> [weigh(line, Reading(other, "len", 2), earlier, mary).name for earlier in (one, one * 2, three)]
    ['DIFFERS', 'RETYPED', 'RETYPED']
    """
    if is_same(recorded, look.line):
        return Said.CONFIRMED
    return Said.RETYPED if is_established(recorded, look, earlier, typist) else Said.DIFFERS


def is_asked(game: ComparedGame) -> bool:
    """Whether the lines of this game are to be looked at: they differ, and no person has decided about them yet. Where somebody was
    removed from play in it neither paper has a say (11.4.b)."""
    return differs(game) and game.decision is None and not game.is_of_removal


def find_unlooked(
    result: CrossCheck, game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]
) -> tuple[str, ...]:
    """Find the cards whose line of this game is still to be read once more before rule 12.2 is asked about it."""
    if not is_asked(game):
        return ()
    return tuple(
        seat
        for seat in game.seats
        if not is_looked_at(result.cards[seat].line(game.game), readings.get((seat, game.game), ()))
    )


def find_to_sign(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[ComparedGame, ...]:
    """Find the corrections that were read once more on both papers and wait for initials."""
    typed_over = find_typed_over(result)
    return tuple(
        game
        for game in result.games
        if game.state is State.PROPOSED
        and not find_unlooked(result, game, readings)
        and not any((seat, game.game) in typed_over for seat in game.seats)
    )


def differs(game: ComparedGame) -> bool:
    """Whether both cards of the game are in and do not say the same, whatever was decided about it."""
    return game.state not in (State.AGREED, State.PENDING)


def _speaks_against(result: CrossCheck, game: ComparedGame) -> bool:
    """Whether both cards have a line of the game and these do not say the same, also while a card is not complete.

    Or else a card that is made incomplete for a moment would hide its games from whoever types over the other one.
    """
    if game.state is not State.PENDING:
        return differs(game)
    first, second = game.recorded
    if first is None or second is None:
        return False
    said = resolve(
        first,
        second,
        seats=game.seats,
        qualifiers=frozenset(),
        edition=result.edition,
        records_spread=result.records_spread,
    )
    return said.outcome is not Outcome.AGREES


def again_after(
    result: CrossCheck,
    seat: str,
    lines: Mapping[int, Line],
    readings: Mapping[Place, Sequence[Reading]],
    by: Person | None = None,
) -> frozenset[int]:
    """The games of this card that are typed over once these lines are recorded in place of its present ones, typed `by` somebody.

    A line that somebody else read as it is now recorded is not one of them: nobody vouches for their own typing.
    """

    def is_read(game: int) -> bool:
        looks = [one for one in readings.get((seat, game), ()) if one.person != by]
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
    """The games of a card typed anew after its typing was undone that are typed over by that.

    `typed` are all typings of every card, in their order. A game in which the last one of this card agreed with one of the
    opponent's, and that is another one now, was typed over in two steps; what was typed at a wrong seat agrees with nobody's card.
    """

    def agreed(line: Line, other: Line | None) -> bool:
        if other is None or other.opponent != seat or line.opponent is None:
            return False
        said = resolve(
            line,
            other,
            seats=(seat, line.opponent),
            qualifiers=frozenset(),
            edition=edition,
            records_spread=records_spread,
        )
        return said.outcome is Outcome.AGREES

    return frozenset(
        game
        for game, line in typed[seat][-1].items()
        if not is_same(line, lines.get(game))
        and any(agreed(line, one.get(game)) for one in typed.get(line.opponent or "", ()))
    )


def find_typed_over(result: CrossCheck) -> Mapping[Place, str | None]:
    """Find the lines that were typed over and not read since, each with the other seat of its game.

    Where somebody has decided about the game, that person stands for it.
    """
    found: dict[Place, str | None] = {
        (seat, game): None for seat, card in result.cards.items() for game in sorted(card.again)
    }
    for game in result.games if found else ():
        for seat, other in (game.seats, game.seats[::-1]):
            if (seat, game.game) not in found:
                continue
            if game.decision is not None:
                del found[seat, game.game]
            else:
                found[seat, game.game] = other
    return found


def find_waiting_for_look(result: CrossCheck, game: ComparedGame) -> tuple[str, ...]:
    """Find the cards whose line of this game was typed over and waits for another reading: nobody accepts the game before."""
    typed_over = find_typed_over(result)
    return tuple(seat for seat in game.seats if (seat, game.game) in typed_over)


def find_to_read_first(result: CrossCheck) -> Mapping[Place, str | None]:
    """Find the typed over lines that accepting and posting wait for, whatever became of the game: it may be corrected, stand as it
    is, agree now, or wait for its other card. Only what is open is decided by somebody, who looks at it then."""
    is_open = {(seat, game.game) for game in result.games if game.state is State.OPEN for seat in game.seats}
    return {place: other for place, other in find_typed_over(result).items() if place not in is_open}


def find_readable(result: CrossCheck) -> Mapping[Place, Wanted]:
    """Find every line that somebody may read again, also where it was read or decided about already."""
    qualifiers = frozenset(result.apparent_qualifiers)
    found: dict[Place, Wanted] = {}

    def add(seat: str, game: int, other: str | None) -> None:
        found[seat, game] = Wanted(seat, game, other, matters=bool(qualifiers & {seat, other}))

    for (seat, number), against in find_typed_over(result).items():
        add(seat, number, against)
    for game in result.games:
        if differs(game):
            for seat, other in (game.seats, game.seats[::-1]):
                add(seat, game.game, other)
    for seat, number in result.unnamed:
        found.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return found


def find_wanted(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> tuple[Wanted, ...]:
    """Find every line that is to be read once more: what matters first, then in seat order, as the cards lie."""
    qualifiers = frozenset(result.apparent_qualifiers)
    wanted: dict[Place, Wanted] = {}
    for game in result.games:
        if not is_asked(game):
            continue
        matters = bool(qualifiers & set(game.seats))
        for seat, other in (game.seats, game.seats[::-1]):
            place = (seat, game.game)
            if is_looked_at(result.cards[seat].line(game.game), readings.get(place, ())):
                continue
            if place not in wanted or matters:
                wanted[place] = Wanted(seat, game.game, other, matters)
    for (seat, number), against in find_typed_over(result).items():
        wanted.setdefault((seat, number), Wanted(seat, number, against, matters=bool(qualifiers & {seat, against})))
    for seat, number in result.unnamed:
        if not is_looked_at(result.cards[seat].line(number), readings.get((seat, number), ())):
            wanted.setdefault((seat, number), Wanted(seat, number, None, matters=seat in qualifiers))
    return tuple(sorted(wanted.values(), key=lambda one: (not one.matters, seat_order(one.seat), one.game)))


@dataclass(frozen=True, slots=True)
class Reader:
    """What decides which line somebody reads next.

    `start` is the seat of the card in their hand, or the one that they begin at; `own` their seats in this event, `typed`
    the lines that they typed, `shown` the seats of the cards they have seen typed, `busy` of those that somebody else has open, with how many came to it before them; `read`
    the lines that they read twice already and could not settle; `over` those that they typed over themselves and that
    somebody else is there to read.
    """

    start: str = ""
    own: Set[str] = frozenset()
    typed: Set[Place] = frozenset()
    shown: Set[str] = frozenset()
    busy: Mapping[str, int] = field(default_factory=dict)
    read: Set[Place] = frozenset()
    over: Set[Place] = frozenset()

    def may_read(self, one: Wanted) -> bool:
        """Whether neither card of the game is their own, and they did not type the line over themselves."""
        return one.seat not in self.own and one.other not in self.own and (one.seat, one.game) not in self.over

    def is_better_left(self, one: Wanted) -> bool:
        """Whether somebody else reads this line better."""
        place = (one.seat, one.game)
        return place in self.typed or one.seat in self.shown or place in self.read


def order_for(reader: Reader, wanted: Iterable[Wanted], seats: Sequence[str]) -> tuple[Wanted, ...]:
    """The lines in the order in which somebody reads them, card by card from `reader.start` on and around.

    First the cards that nobody else has open, those with a line that matters before the others, and last of these the lines
    that somebody else reads better. Where only cards are left that others have open, each takes another line of them.
    `seats` are all seats of the event in their order. Never a game of their own.
    """
    mine = [(one, reader.is_better_left(one)) for one in wanted if reader.may_read(one)]
    matters = {(one.seat, left) for one, left in mine if one.matters}
    place = {seat: index for index, seat in enumerate(seats)}
    start = place.get(reader.start, 0)
    games: dict[tuple[str, bool], list[int]] = {}
    for one, left in mine:
        games.setdefault((one.seat, left), []).append(one.game)

    def turn(item: tuple[Wanted, bool]) -> tuple[bool, bool, bool, int, int]:
        one, left = item
        around = (place[one.seat] - start) % len(seats)
        lines = sorted(games[one.seat, left])
        line = (lines.index(one.game) - reader.busy.get(one.seat, 0)) % len(lines)
        return one.seat in reader.busy, left, (one.seat, left) not in matters, around, line

    return tuple(one for one, _left in sorted(mine, key=turn))


def find_start(reader: int, readers: Sequence[int], seats: Sequence[str]) -> str:
    """The seat where one of several readers begins, so that each of them begins somewhere else.

    >>> [find_start(n, (1, 2), ("A-1", "A-2", "A-3", "A-4")) for n in (1, 2, 3)]
    ['A-1', 'A-3', 'A-1']
    """
    if reader not in readers or not seats:
        return seats[0] if seats else ""
    return seats[readers.index(reader) * len(seats) // len(readers)]
