"""Where somebody who comes late can sit, from which game on, and what that does to the others.

Before the first game that is a free seat or one of two by which a table grows. While a game is on it is a free seat, else the
place of a floating sit-out, else a chair more at the end of a full table (`rules.joining`): what a table gives up for it
comes last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournaments.day.reads.round import Ground, Outlook, SoFar, apart, ground, outlook_after, so_far
from tournaments.day.reads.schedule import empty_seats, frames, pairings_of, rounds, table_rounds
from tournaments.day.words import late as tournament_late_words
from tournaments.models import DayChange, Entry, Event
from tournaments.rotation.rules import day, joining, proof, rotation
from tournaments.rotation.rules.day import AS_PLANNED
from tournaments.rotation.rules.proof import Meetings
from tournaments.rotation.rules.rotation import Course, Movement
from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, seat_order


class WayIn(StrEnum):
    """How a late entry comes in."""

    SEAT = "seat"
    PLACE = "place"
    CHAIRS = "chairs"


@dataclass(frozen=True, slots=True)
class LateSeats:
    """Free seats of one table that come to the same. `grows`: the table gets a pair of seats more for them. `games` is how
    many count for whoever sits down there, where a game is on."""

    table: str
    players: int
    seats: tuple[str, ...]
    grows: bool
    effect: str
    way: WayIn = WayIn.SEAT
    games: int | None = None


def late_seats(event: Event) -> list[LateSeats]:
    """The free seats of an event whose seats are drawn, table by table; those inside the table first.

    A full table that can still grow offers its new pair; where nobody moves by a plan every seat is as good as another.
    None while the last game is on: there is nothing left to play. Three queries before the first game.
    """
    if first_late_game(event) > rounds(event):
        return []
    if is_joining(event):
        return _offers(door(event))
    tables = frames(event)
    playing: dict[str, set[int]] = defaultdict(set)
    for table, number in Entry.objects.of(event).playing().values_list("table", "seat_number"):
        if table is not None and number is not None:
            playing[table].add(number)
    found: dict[tuple[str, bool], list[Seat]] = defaultdict(list)
    for text in empty_seats(event):
        seat = parse_seat(text)
        found[seat.table, seat.number > tables[seat.table]].append(seat)
    moves = Movement(event.movement) in rotation.PLANS
    return [
        LateSeats(
            table=table,
            players=len(playing[table]),
            seats=tuple(map(str, seats)),
            grows=grows,
            effect=_effect(event, tables[table], playing[table], seats[0].number, grows=grows)
            if moves
            else tournament_late_words.late_without_plan(),
        )
        for (table, grows), seats in found.items()
    ]


def free_seats(event: Event) -> list[str]:
    """The seats that a late entry can take, in seat order."""
    if not is_joining(event):
        return empty_seats(event)
    return sorted((seat for one in late_seats(event) for seat in one.seats), key=seat_order)


def seats_at_once(event: Event) -> list[str]:
    """The seats that several late entries can take in one act, in seat order: the free ones, and where a table gets two more
    chairs the second of them, which is there once somebody takes the first."""
    if not is_joining(event):
        return free_seats(event)
    offers = late_seats(event)
    found = {seat for one in offers for seat in one.seats}
    for seat in (parse_seat(one.seats[0]) for one in offers if one.way is WayIn.CHAIRS):
        found.add(str(Seat(seat.table, seat.number + 1)))
    return sorted(found, key=seat_order)


def _effect(event: Event, frame: int, playing: Set[int], seat: int, *, grows: bool) -> str:
    """What somebody at this seat of a table does to who sits out and, before the first game, to how long the table plays."""
    told = tournament_late_words.late_effect(frame - len(playing), grows=grows)
    if event.is_played or event.fixed_rounds is not None or not playing:
        return told
    rules = (event.games, bool(event.repeats_reason), AS_PLANNED)
    movement = Movement(event.movement)
    before = table_rounds(movement, frame, frozenset(playing), *rules)
    after = table_rounds(movement, frame + 2 if grows else frame, frozenset({*playing, seat}), *rules)
    return told if before == after else f"{told} {tournament_late_words.late_rounds(before, after)}"


def first_late_game(event: Event) -> int:
    """The game from which a late entry plays: the one after the game that is on, which may be the last; the first before any
    was called."""
    return (event.game_now or 0) + 1


# --- While a game is on ----------------------------------------------------------------------------------------------


def is_joining(event: Event) -> bool:
    """Whether somebody who comes now joins people who are playing by a plan."""
    return event.is_seated and event.game_now is not None and Movement(event.movement) in rotation.PLANS


@dataclass(frozen=True, slots=True)
class Door:
    """What a late entry is looked at on while a game is on: the ground, every seat that somebody holds, no-shows among them,
    those that no-shows keep because a card may name them, and what stays as it is."""

    on: Ground
    held: frozenset[str]
    kept: frozenset[str]
    known: SoFar

    @property
    def first(self) -> int:
        """The game from which they play."""
        return first_late_game(self.on.event)

    def course(self, table: str) -> Course | None:
        """The course of this table up to the game that is on; None where it has played all its games."""
        course = self.on.course(table, self.first - 1)
        return course if len(course.rounds) >= self.first - 1 else None

    def free(self, table: str, course: Course) -> list[int]:
        """The numbers of the seats that people move through and that somebody can have."""
        taken = self.on.taken(table) | {seat.number for seat in map(parse_seat, self.kept) if seat.table == table}
        return sorted({*course.people(self.on.held[table])} - taken)

    def floating(self, table: str, course: Course) -> list[int]:
        """The numbers of those who are gone for good and whose places move on empty."""
        gone = {one.seat for one in self.on.day.away if one.last is None and one.first <= self.first}
        numbers = {seat.number for seat in map(parse_seat, gone | self.kept) if seat.table == table}
        return sorted(numbers & {*course.people(self.on.held[table])})

    def next_number(self, table: str, course: Course) -> int:
        """The number of the next ID at this table."""
        held = [seat.number for seat in map(parse_seat, self.held) if seat.table == table]
        return max(self.on.held[table], *course.people(self.on.held[table]), *held) + 1

    def with_one(self, seat: str, data: Mapping[str, Any]) -> Door:
        """The same when somebody has come to this seat."""
        number = max(self.on.changes, default=0) + 1
        made = (DayChange.Kind.LATE.value, parse_seat(seat).table, data)
        changes = {**self.on.changes, number: made}
        seats = sorted({*self.on.seats, seat}, key=seat_order)
        then = replace(self.on, seats=tuple(seats), changes=changes)
        return replace(self, on=then, held=self.held | {seat}, kept=self.kept - {seat})


def door(event: Event) -> Door:
    """What a late entry of this event is looked at on; six queries."""
    on = ground(event)
    seats = [
        (f"{table}-{number}", status)
        for table, number, status in Entry.objects.of(event)
        .filter(table__isnull=False)
        .values_list("table", "seat_number", "status")
    ]
    keeps = event.cards_begun_at is not None
    kept = {seat for seat, status in seats if keeps and status == Entry.Status.NO_SHOW}
    return Door(on, frozenset(seat for seat, _status in seats), frozenset(kept), so_far(event))


@dataclass(frozen=True, slots=True)
class Gives:
    """What a late entry gives whoever comes, and the others at the table together: `games` that count for the one who comes,
    `fewer` people who would have had all and then have not, `losing` people who had not all anyway and lose one more, and how
    many sit-outs, extra games and meetings again there are more."""

    games: int
    fewer: int
    losing: int
    sit_outs: int
    extra_games: int
    repeats: int
    rounds_before: int
    rounds_after: int


def _gives(before: Door, after: Door, table: str, seat: str) -> Gives:
    """What it gives once the table goes on so that nobody meets again by it, as it does when somebody has come."""
    return _gives_as_is(before, replace(after, on=apart(before.on, after.on, before.known)), table, seat)


def _gives_as_is(before: Door, after: Door, table: str, seat: str) -> Gives:
    def at_table(at: Door) -> tuple[dict[str, Meetings], int]:
        seats = tuple(one for one in at.on.seats if parse_seat(one).table == table)
        games = pairings_of(at.on.event, {table: at.on.held[table]}, seats, at.on.day)
        given = proof.meetings(games, Movement(at.on.event.movement))
        return {one.seat: one for one in given}, max((pairing.game for pairing in games), default=0)

    was, rounds_before = at_table(before)
    then, rounds_after = at_table(after)
    others = [(one, then[key]) for key, one in was.items() if key in then]
    return Gives(
        games=then[seat].games if seat in then else 0,
        fewer=sum(now.games < one.games >= before.on.event.games for one, now in others),
        losing=sum(now.games < one.games < before.on.event.games for one, now in others),
        sit_outs=sum(now.sit_outs - one.sit_outs for one, now in others),
        extra_games=sum(now.extra_games - one.extra_games for one, now in others),
        repeats=sum(now.repeats - one.repeats for one, now in others),
        rounds_before=rounds_before,
        rounds_after=rounds_after,
    )


def _in_seat(at: Door, seat: str) -> dict[str, Any]:
    return {"seat": seat, "first": at.first}


def _in_place(at: Door, seat: str, gone: int, course: Course) -> dict[str, Any]:
    """The data of somebody who comes to this new ID and moves on for `gone`."""
    table, number = parse_seat(seat).table, parse_seat(seat).number
    plan = rotation.PLANS[Movement(at.on.event.movement)]
    then = joining.in_place_of(plan, at.on.held[table], course, gone, number, game=at.first - 1)
    return {**_in_seat(at, seat), "place": str(Seat(table, gone)), **day.course_values(then)}


def _on_chair(at: Door, seat: str, course: Course) -> Iterator[dict[str, Any]]:
    """The data of somebody who comes to this new ID and gets a chair more at the table's end, which gets two: in the ways
    there are."""
    table, number = parse_seat(seat).table, parse_seat(seat).number
    plan, frame, game = rotation.PLANS[Movement(at.on.event.movement)], at.on.held[table], at.first - 1
    # One of the two chairs stays empty, so that everybody may sit out once.
    needed = at.on.event.games - game + plan.games_per_move
    for then in joining.ways_to_grow(plan, frame, course, (number, number + 1), game=game, needed=needed):
        yield {**_in_seat(at, seat), "place": "", **day.course_values(then)}


@dataclass(frozen=True, slots=True)
class _Offer:
    seat: str
    way: WayIn
    data: Mapping[str, Any]
    gives: Gives


def _places(at: Door, table: str) -> list[_Offer]:
    """Free seats of this table, else the place of a floating sit-out; only where there is something left to play."""
    course = at.course(table)
    if course is None:
        return []
    seats = [str(Seat(table, number)) for number in at.free(table, course)]
    ways = [(seat, WayIn.SEAT, _in_seat(at, seat)) for seat in seats]
    number = at.next_number(table, course)
    if not ways and number <= MAX_SEATS:
        new = str(Seat(table, number))
        ways = [(new, WayIn.PLACE, _in_place(at, new, gone, course)) for gone in at.floating(table, course)]
    found = [_Offer(seat, way, data, _gives(at, at.with_one(seat, data), table, seat)) for seat, way, data in ways]
    found = [one for one in found if one.gives.games]
    if found and found[0].way is WayIn.PLACE:
        return [max(found, key=lambda one: one.gives.games)]
    return found


def _chair(at: Door, table: str) -> _Offer | None:
    """A chair more at the end of this table, whatever it costs the others; None where nothing is left to play for it."""
    course = at.course(table)
    if course is None or not at.on.taken(table):
        return None
    number = at.next_number(table, course)
    if number >= MAX_SEATS:
        return None
    seat = str(Seat(table, number))
    best = None
    for data in _on_chair(at, seat, course):
        found = _Offer(seat, WayIn.CHAIRS, data, _gives_as_is(at, at.with_one(seat, data), table, seat))
        if best is None or _costs(found.gives) < _costs(best.gives):
            best = found
        # Other places keep people apart; nobody gets a game more by them.
        if best.gives.repeats <= 0:
            break
    if best is not None:
        best = replace(best, gives=_gives(at, at.with_one(seat, best.data), table, seat))
    return best if best is not None and best.gives.games else None


def _costs(gives: Gives) -> tuple[int, int, int]:
    """How the ways to get a chair more compare: games and meetings again first."""
    return gives.fewer, max(0, gives.repeats), -gives.games


def is_fair(at: Door, gives: Gives) -> bool:
    """Whether everybody who has all games keeps them, and nobody meets somebody again where that is not allowed."""
    return not gives.fewer and (gives.repeats <= 0 or at.on.meets_again)


def _offers(at: Door) -> list[LateSeats]:
    found = [one for table in at.on.held for one in _places(at, table)]
    if not found:
        chairs = (_chair(at, table) for table in at.on.held)
        found = [one for one in chairs if one is not None and is_fair(at, one.gives)]
    alike: dict[tuple[str, WayIn, str, int], list[str]] = defaultdict(list)
    for one in found:
        table = parse_seat(one.seat).table
        alike[table, one.way, _told(at, one), one.gives.games].append(one.seat)
    return [
        LateSeats(table, len(at.on.taken(table)), tuple(seats), way is WayIn.CHAIRS, effect, way, games)
        for (table, way, effect, games), seats in alike.items()
    ]


def _told(at: Door, one: _Offer) -> str:
    return tournament_late_words.joins(
        one.way,
        one.data.get("place", ""),
        at.first,
        one.gives.games,
        at.on.event.games,
        one.gives.sit_outs,
        one.gives.extra_games,
        one.gives.losing,
        one.gives.repeats,
        (one.gives.rounds_before, one.gives.rounds_after),
    )


@dataclass(frozen=True, slots=True)
class Joined:
    """How people come in at these seats: what is kept of each, why it cannot be where it cannot, and the ground then."""

    at: Door
    then: Door
    data: Mapping[str, Mapping[str, Any]]
    refused: Mapping[str, str]


def join(at: Door, seats: Sequence[str]) -> Joined:
    """How somebody comes in at each of these seats, all at once; a free seat serves before a new chair. No query."""
    then, data, refused, chairs = at, {}, {}, []
    waiting = sorted({*seats}, key=seat_order)
    for way in WayIn:
        for seat in [*waiting]:
            found = _found(then, seat, way)
            if found is None:
                continue
            then, data[seat] = then.with_one(seat, found), found
            waiting.remove(seat)
            if way is WayIn.CHAIRS:
                chairs.append(seat)
            # A table that grew has a second seat for the next one, who asked for it in the same act.
            for other in [*waiting]:
                simple = _found(then, other, WayIn.SEAT)
                if simple is not None:
                    then, data[other] = then.with_one(other, simple), simple
                    waiting.remove(other)
    for seat in chairs:
        gives = _gives(at, then, parse_seat(seat).table, seat)
        if not is_fair(at, gives):
            refused[seat] = tournament_late_words.chairs_cost(
                parse_seat(seat).table, gives.fewer, gives.repeats, gives.rounds_after
            )
    offered = [one for offer in _offers(at) for one in offer.seats] if waiting else []
    for seat in waiting:
        refused[seat] = _why_not(at, seat, offered)
    return Joined(at, then, data, refused)


def _found(at: Door, seat: str, way: WayIn) -> Mapping[str, Any] | None:
    table = parse_seat(seat).table
    if table not in at.on.held:
        return None
    if way is WayIn.CHAIRS:
        if any(_places(at, one) for one in at.on.held):
            return None
        chair = _chair(at, table)
        return chair.data if chair is not None and chair.seat == seat else None
    return next((one.data for one in _places(at, table) if (one.seat, one.way) == (seat, way)), None)


def _why_not(at: Door, seat: str, offered: Sequence[str]) -> str:
    """Why nobody can come in at this seat while a game is on, and where they can."""
    table = parse_seat(seat).table
    if table not in at.on.held:
        return tournament_late_words.late_no_table(table)
    if offered:
        return tournament_late_words.late_elsewhere(seat, table, at.on.event.game_now or 0, offered)
    return tournament_late_words.late_nowhere(*why_nowhere(at, table))


def why_nowhere(at: Door, table: str) -> tuple[str, int, int, int]:
    """What a chair more at this table would cost: the table, how many would lose games, meetings again, and its rounds."""
    chair = _chair(at, table)
    return (table, chair.gives.fewer, chair.gives.repeats, chair.gives.rounds_after) if chair else (table, 0, 0, 0)


def outlook_of_late(found: Joined) -> Outlook:
    """What it changes for whom when these people come in. One query."""
    return outlook_after(found.at.on, found.then.on)
