"""Where a latecomer can sit, from which game on, and what that does to the others.

Before the first game a free seat will do, or one of a new pair by which a table grows. During a game it is a free seat,
else the place of a floating sit-out, else an extra chair at the end of a full table (`rules.joining`): the more a way
costs the table, the later it is tried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournaments.day.reads.round import Ground, Outlook, SoFar, apart, ground_of, outlook_after, so_far
from tournaments.day.reads.schedule import ChangeRecord, empty_seats, frames, pairings_of, rounds, table_rounds
from tournaments.day.words import late_entry as late_entry_words
from tournaments.models import DayChange, Entry, Event
from tournaments.rotation.rules import day, joining, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.day import AS_PLANNED
from tournaments.rotation.rules.movements import Course, Movement
from tournaments.rotation.rules.proof import Meetings
from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, seat_order


class WayIn(StrEnum):
    """How a late entry comes in."""

    SEAT = "seat"
    PLACE = "place"
    CHAIRS = "chairs"


@dataclass(frozen=True, slots=True)
class LateSeats:
    """Free seats of one table that are equally good. `grows`: the table gets another pair of seats for them.

    `games` is how many games would count for a player there, while a game is on.
    """

    table: str
    players: int
    seats: tuple[str, ...]
    grows: bool
    effect: str
    way: WayIn = WayIn.SEAT
    games: int | None = None


def late_seats(event: Event) -> list[LateSeats]:
    """The free seats of a seated event, by table, inner seats first.

    A full table that can still grow offers its new pair; without a plan all seats are equally good. None during the
    last game, because nothing is left to play. Three queries before the first game.
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
    seats_by_table: dict[tuple[str, bool], list[Seat]] = defaultdict(list)
    for text in empty_seats(event):
        seat = parse_seat(text)
        seats_by_table[seat.table, seat.number > tables[seat.table]].append(seat)
    moves = Movement(event.movement) in movements_rules.PLANS
    return [
        LateSeats(
            table=table,
            players=len(playing[table]),
            seats=tuple(map(str, seats)),
            grows=grows,
            effect=_effect(event, tables[table], playing[table], seats[0].number, grows=grows)
            if moves
            else late_entry_words.late_without_plan(),
        )
        for (table, grows), seats in seats_by_table.items()
    ]


def free_seats(event: Event) -> list[str]:
    """The seats that a late entry can take, in seat order."""
    if not is_joining(event):
        return empty_seats(event)
    return sorted((seat for offer in late_seats(event) for seat in offer.seats), key=seat_order)


def seats_at_once(event: Event) -> list[str]:
    """The seats that several late entries can take in one act, in seat order.

    Where a table gets two more chairs, the second one counts too: it exists once somebody takes the first.
    """
    if not is_joining(event):
        return free_seats(event)
    offers = late_seats(event)
    seats = {seat for offer in offers for seat in offer.seats}
    for seat in (parse_seat(offer.seats[0]) for offer in offers if offer.way is WayIn.CHAIRS):
        seats.add(str(Seat(seat.table, seat.number + 1)))
    return sorted(seats, key=seat_order)


def _effect(event: Event, frame: int, playing: Set[int], seat: int, *, grows: bool) -> str:
    """How somebody at this seat changes the sit-outs and, before the first game, the table's number of rounds."""
    message = late_entry_words.late_effect(frame - len(playing), grows=grows)
    if event.is_played or event.fixed_rounds is not None or not playing:
        return message
    rules = (event.games, bool(event.repeats_reason), AS_PLANNED)
    movement = Movement(event.movement)
    before = table_rounds(movement, frame, frozenset(playing), *rules)
    after = table_rounds(movement, frame + 2 if grows else frame, frozenset({*playing, seat}), *rules)
    return message if before == after else f"{message} {late_entry_words.late_rounds(before, after)}"


def first_late_game(event: Event) -> int:
    """The game from which a late entry plays: the one after the current game, or the first before any call."""
    return (event.game_now or 0) + 1


# --- While a game is on ----------------------------------------------------------------------------------------------


def is_joining(event: Event) -> bool:
    """Whether a latecomer would join people who are already playing by a plan."""
    return event.is_seated and event.game_now is not None and Movement(event.movement) in movements_rules.PLANS


@dataclass(frozen=True, slots=True)
class Door:
    """What a late entry is computed from while a game is on.

    `held_seats` are all seats somebody holds, no-shows included; `reserved` those that no-shows keep because a card may name
    them; `known` is what can no longer change.
    """

    ground: Ground
    held_seats: frozenset[str]
    reserved: frozenset[str]
    known: SoFar

    @property
    def first(self) -> int:
        """The game from which late entries play."""
        return first_late_game(self.ground.event)

    def course(self, table: str) -> Course | None:
        """The course of this table up to the current game; None if it has played all its games."""
        course = self.ground.course(table, self.first - 1)
        return course if len(course.rounds) >= self.first - 1 else None

    def free(self, table: str, course: Course) -> list[int]:
        """The numbers of the table's seats in the movement that are free to take."""
        taken = self.ground.taken(table) | {
            seat.number for seat in map(parse_seat, self.reserved) if seat.table == table
        }
        return sorted({*course.people(self.ground.frames[table])} - taken)

    def floating(self, table: str, course: Course) -> list[int]:
        """The numbers of players gone for good whose places move on empty."""
        gone = {
            absence.seat for absence in self.ground.day.away if absence.last is None and absence.first <= self.first
        }
        numbers = {seat.number for seat in map(parse_seat, gone | self.reserved) if seat.table == table}
        return sorted(numbers & {*course.people(self.ground.frames[table])})

    def next_number(self, table: str, course: Course) -> int:
        """The number of the next ID at this table."""
        held_seats = [seat.number for seat in map(parse_seat, self.held_seats) if seat.table == table]
        return max(self.ground.frames[table], *course.people(self.ground.frames[table]), *held_seats) + 1

    def with_one(self, seat: str, data: Mapping[str, Any]) -> Door:
        """A copy in which somebody has come to this seat."""
        number = max(self.ground.changes, default=0) + 1
        record = ChangeRecord(DayChange.Kind.LATE.value, parse_seat(seat).table, data)
        changes = {**self.ground.changes, number: record}
        seats = sorted({*self.ground.seats, seat}, key=seat_order)
        new_ground = replace(self.ground, seats=tuple(seats), changes=changes)
        return replace(self, ground=new_ground, held_seats=self.held_seats | {seat}, reserved=self.reserved - {seat})


def door(event: Event) -> Door:
    """What a late entry of this event is computed from; six queries."""
    ground = ground_of(event)
    seats = [
        (f"{table}-{number}", status)
        for table, number, status in Entry.objects.of(event)
        .filter(table__isnull=False)
        .values_list("table", "seat_number", "status")
    ]
    keeps_seats = event.cards_begun_at is not None
    reserved = {seat for seat, status in seats if keeps_seats and status == Entry.Status.NO_SHOW}
    return Door(ground, frozenset(seat for seat, _status in seats), frozenset(reserved), so_far(event))


@dataclass(frozen=True, slots=True)
class Gives:
    """What a late entry gives the newcomer, and does to the others at the table together.

    `games` count for the newcomer; `fewer` people would no longer get all games; `losing` people lacked some anyway and
    lose one more. `sit_outs`, `extra_games` and `repeats` are increases.
    """

    games: int
    fewer: int
    losing: int
    sit_outs: int
    extra_games: int
    repeats: int
    rounds_before: int
    rounds_after: int


def _gives(before: Door, after: Door, table: str, seat: str) -> Gives:
    """The effect of a late entry once the table is rerouted so that nobody meets again because of it."""
    return _gives_as_is(before, replace(after, ground=apart(before.ground, after.ground, before.known)), table, seat)


def _gives_as_is(before: Door, after: Door, table: str, seat: str) -> Gives:
    def at_table(door: Door) -> tuple[dict[str, Meetings], int]:
        seats = tuple(text for text in door.ground.seats if parse_seat(text).table == table)
        games = pairings_of(door.ground.event, {table: door.ground.frames[table]}, seats, door.ground.day)
        meetings = proof.meetings(games, Movement(door.ground.event.movement))
        return {totals.seat: totals for totals in meetings}, max((pairing.game for pairing in games), default=0)

    was, rounds_before = at_table(before)
    then, rounds_after = at_table(after)
    others = [(earlier, then[key]) for key, earlier in was.items() if key in then]
    return Gives(
        games=then[seat].games if seat in then else 0,
        fewer=sum(now.games < earlier.games >= before.ground.event.games for earlier, now in others),
        losing=sum(now.games < earlier.games < before.ground.event.games for earlier, now in others),
        sit_outs=sum(now.sit_outs - earlier.sit_outs for earlier, now in others),
        extra_games=sum(now.extra_games - earlier.extra_games for earlier, now in others),
        repeats=sum(now.repeats - earlier.repeats for earlier, now in others),
        rounds_before=rounds_before,
        rounds_after=rounds_after,
    )


def _in_seat(door: Door, seat: str) -> dict[str, Any]:
    return {"seat": seat, "first": door.first}


def _in_place(door: Door, seat: str, gone: int, course: Course) -> dict[str, Any]:
    """The data of somebody who comes under this new ID and moves on in place of `gone`."""
    table, number = parse_seat(seat).table, parse_seat(seat).number
    plan = movements_rules.PLANS[Movement(door.ground.event.movement)]
    then = joining.in_place_of(plan, door.ground.frames[table], course, gone, number, game=door.first - 1)
    return {**_in_seat(door, seat), "place": str(Seat(table, gone)), **day.course_values(then)}


def _on_chair(door: Door, seat: str, course: Course) -> Iterator[dict[str, Any]]:
    """The data of somebody under this new ID at the table's end, which grows by two chairs: one for each possible
    way."""
    table, number = parse_seat(seat).table, parse_seat(seat).number
    plan, frame, game = (
        movements_rules.PLANS[Movement(door.ground.event.movement)],
        door.ground.frames[table],
        door.first - 1,
    )
    # One of the two chairs stays empty, so everybody may sit out once.
    needed = door.ground.event.games - game + plan.games_per_move
    for then in joining.ways_to_grow(plan, frame, course, (number, number + 1), game=game, needed=needed):
        yield {**_in_seat(door, seat), "place": "", **day.course_values(then)}


@dataclass(frozen=True, slots=True)
class _Offer:
    seat: str
    way: WayIn
    data: Mapping[str, Any]
    gives: Gives


def _places(door: Door, table: str) -> list[_Offer]:
    """The table's free seats, else the place of a floating sit-out; only where something is left to play."""
    course = door.course(table)
    if course is None:
        return []
    seats = [str(Seat(table, number)) for number in door.free(table, course)]
    ways = [(seat, WayIn.SEAT, _in_seat(door, seat)) for seat in seats]
    number = door.next_number(table, course)
    if not ways and number <= MAX_SEATS:
        new = str(Seat(table, number))
        ways = [(new, WayIn.PLACE, _in_place(door, new, gone, course)) for gone in door.floating(table, course)]
    offers = [_Offer(seat, way, data, _gives(door, door.with_one(seat, data), table, seat)) for seat, way, data in ways]
    offers = [offer for offer in offers if offer.gives.games]
    if offers and offers[0].way is WayIn.PLACE:
        return [max(offers, key=lambda offer: offer.gives.games)]
    return offers


def _chair(door: Door, table: str) -> _Offer | None:
    """The best extra chair at the end of this table, whatever it costs the others; None if nothing is left to play
    there."""
    course = door.course(table)
    if course is None or not door.ground.taken(table):
        return None
    number = door.next_number(table, course)
    if number >= MAX_SEATS:
        return None
    seat = str(Seat(table, number))
    best = None
    for data in _on_chair(door, seat, course):
        offer = _Offer(seat, WayIn.CHAIRS, data, _gives_as_is(door, door.with_one(seat, data), table, seat))
        if best is None or _costs(offer.gives) < _costs(best.gives):
            best = offer
        # Other ways only avoid repeats; they give nobody more games.
        if best.gives.repeats <= 0:
            break
    if best is not None:
        best = replace(best, gives=_gives(door, door.with_one(seat, best.data), table, seat))
    return best if best is not None and best.gives.games else None


def _costs(gives: Gives) -> tuple[int, int, int]:
    """Sort key of the ways to add a chair: lost games and repeats first."""
    return gives.fewer, max(0, gives.repeats), -gives.games


def is_fair(door: Door, gives: Gives) -> bool:
    """Whether everybody with all games keeps them, and nobody meets again unless that is allowed."""
    return not gives.fewer and (gives.repeats <= 0 or door.ground.meets_again)


def _offers(door: Door) -> list[LateSeats]:
    offers = [offer for table in door.ground.frames for offer in _places(door, table)]
    if not offers:
        chairs = (_chair(door, table) for table in door.ground.frames)
        offers = [offer for offer in chairs if offer is not None and is_fair(door, offer.gives)]
    alike: dict[tuple[str, WayIn, str, int], list[str]] = defaultdict(list)
    for offer in offers:
        table = parse_seat(offer.seat).table
        alike[table, offer.way, _told(door, offer), offer.gives.games].append(offer.seat)
    return [
        LateSeats(table, len(door.ground.taken(table)), tuple(seats), way is WayIn.CHAIRS, effect, way, games)
        for (table, way, effect, games), seats in alike.items()
    ]


def _told(door: Door, offer: _Offer) -> str:
    return late_entry_words.joins(
        offer.way,
        offer.data.get("place", ""),
        door.first,
        offer.gives.games,
        door.ground.event.games,
        offer.gives.sit_outs,
        offer.gives.extra_games,
        offer.gives.losing,
        offer.gives.repeats,
        (offer.gives.rounds_before, offer.gives.rounds_after),
    )


@dataclass(frozen=True, slots=True)
class Joined:
    """How people come in at these seats: the doors before and then, the data of each, and why each refused one
    cannot."""

    before: Door
    then: Door
    data: Mapping[str, Mapping[str, Any]]
    refused: Mapping[str, str]


def join(door: Door, seats: Sequence[str]) -> Joined:
    """How people come in at all of these seats; a free seat is used before a new chair. No query."""
    then, data, refused, chairs = door, {}, {}, []
    waiting = sorted({*seats}, key=seat_order)
    for way in WayIn:
        for seat in [*waiting]:
            late_data = _found(then, seat, way)
            if late_data is None:
                continue
            then, data[seat] = then.with_one(seat, late_data), late_data
            waiting.remove(seat)
            if way is WayIn.CHAIRS:
                chairs.append(seat)
            # A table that grew has a second seat for the next one in the same act.
            for other in [*waiting]:
                simple = _found(then, other, WayIn.SEAT)
                if simple is not None:
                    then, data[other] = then.with_one(other, simple), simple
                    waiting.remove(other)
    for seat in chairs:
        gives = _gives(door, then, parse_seat(seat).table, seat)
        if not is_fair(door, gives):
            refused[seat] = late_entry_words.chairs_cost(
                parse_seat(seat).table, gives.fewer, gives.repeats, gives.rounds_after
            )
    offered = [free_seat for offer in _offers(door) for free_seat in offer.seats] if waiting else []
    for seat in waiting:
        refused[seat] = _why_not(door, seat, offered)
    return Joined(door, then, data, refused)


def _found(door: Door, seat: str, way: WayIn) -> Mapping[str, Any] | None:
    table = parse_seat(seat).table
    if table not in door.ground.frames:
        return None
    if way is WayIn.CHAIRS:
        if any(_places(door, name) for name in door.ground.frames):
            return None
        chair = _chair(door, table)
        return chair.data if chair is not None and chair.seat == seat else None
    return next(
        (free_place.data for free_place in _places(door, table) if (free_place.seat, free_place.way) == (seat, way)),
        None,
    )


def _why_not(door: Door, seat: str, offered: Sequence[str]) -> str:
    """Why nobody can come in at this seat while a game is on, and where they can."""
    table = parse_seat(seat).table
    if table not in door.ground.frames:
        return late_entry_words.late_no_table(table)
    if offered:
        return late_entry_words.late_elsewhere(seat, table, door.ground.event.game_now or 0, offered)
    return late_entry_words.late_nowhere(*why_nowhere(door, table))


def why_nowhere(door: Door, table: str) -> tuple[str, int, int, int]:
    """What an extra chair at this table would cost: the table, players losing games, repeats, and rounds."""
    chair = _chair(door, table)
    return (table, chair.gives.fewer, chair.gives.repeats, chair.gives.rounds_after) if chair else (table, 0, 0, 0)


def outlook_of_late(joined: Joined) -> Outlook:
    """What changes for whom when these people come in. One query."""
    return outlook_after(joined.before.ground, joined.then.ground)
