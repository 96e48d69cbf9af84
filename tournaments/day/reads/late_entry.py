"""Where a latecomer can sit, from which game on, and what that does to the others.

Before the first game a latecomer takes a free seat, or one of a new pair by which a table grows. During a game three
ways are tried, the cheapest for the table first: a free seat, the place of a floating sit-out, and an extra chair at
the end of a full table (`rules.joining`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tournaments.day.reads.ladder import ladder_games
from tournaments.day.reads.round import Ground, Outlook, SoFar, apart, ground_of, outlook_after, so_far
from tournaments.day.reads.schedule import (
    ChangeRecord,
    empty_seats,
    frames,
    pairings_of,
    playing_seats,
    rounds,
    table_rounds,
)
from tournaments.day.words import late_entry as late_entry_words
from tournaments.models import DayChange, Entry, Event
from tournaments.rotation.rules import day, joining, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.day import AS_PLANNED
from tournaments.rotation.rules.ladder import rests_next
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
    """Free seats of one table that are equally good.

    `grows`: the table gets another pair of seats for them. `effect` is a sentence on what taking one of them does.
    `games` is how many games would count for a player there; None unless a game is on. `is_needed`: a late entry must
    name one of them; on a ladder it takes the next free seat by itself.
    """

    table: str
    players: int
    seats: tuple[str, ...]
    grows: bool
    effect: str
    way: WayIn = WayIn.SEAT
    games: int | None = None
    is_needed: bool = True


def late_seats(event: Event) -> list[LateSeats]:
    """The free seats of a seated event, by table, inner seats first.

    A full table that can still grow offers its new pair. Without a plan all seats are equally good. Empty during the
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
    has_plan = Movement(event.movement) in movements_rules.PLANS
    return [
        LateSeats(
            table=table,
            players=len(playing[table]),
            seats=tuple(map(str, seats)),
            grows=grows,
            effect=_effect_before_play(event, tables[table], playing[table], seats[0].number, grows=grows)
            if has_plan
            else late_entry_words.late_on_ladder(first_late_game(event))
            if event.is_ladder
            else late_entry_words.late_without_plan(),
            is_needed=not event.is_ladder,
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


def _effect_before_play(event: Event, frame: int, playing: Set[int], seat: int, *, grows: bool) -> str:
    """A sentence on how somebody at this seat changes the sit-outs and, before play, the table's number of rounds.

    `playing` are the taken seat numbers of the table.
    """
    message = late_entry_words.late_effect(frame - len(playing), grows=grows)
    if event.is_played or event.fixed_rounds is not None or not playing:
        return message
    rules = (event.games, bool(event.repeats_reason), AS_PLANNED)
    movement = Movement(event.movement)
    before = table_rounds(movement, frame, frozenset(playing), *rules)
    after = table_rounds(movement, frame + 2 if grows else frame, frozenset({*playing, seat}), *rules)
    return message if before == after else f"{message} {late_entry_words.late_rounds(before, after)}"


def first_late_game(event: Event) -> int:
    """The game from which a late entry plays: the one after the current game, or the first before any call.

    On a ladder it is the first game that is not set up for good.
    """
    if event.is_ladder:
        return len(event.ladder_games) + 1
    return (event.game_now or 0) + 1


# --- While a game is on ----------------------------------------------------------------------------------------------


def is_joining(event: Event) -> bool:
    """Whether a latecomer would join people who are already playing by a plan."""
    return event.is_seated and event.game_now is not None and Movement(event.movement) in movements_rules.PLANS


def is_late_now(event: Event) -> bool:
    """Whether a latecomer changes games of people who are playing, by a plan or on a ladder: it is shown first."""
    return is_joining(event) or (event.is_ladder and event.is_seated and bool(event.ladder_games))


@dataclass(frozen=True, slots=True)
class OnLadder:
    """How teams come in at these seats while a ladder is played: from game `first` on, `teams` play instead of `before`.

    `rested` sat out that game without them, and `rests` does with them; empty for nobody.
    """

    seats: tuple[str, ...]
    games: int
    first: int
    before: int
    teams: int
    rested: str
    rests: str

    @property
    def outlook(self) -> Outlook:
        """What changes in the games that are set up, which is nothing. The mark follows the teams of the next one."""
        return Outlook((), (), self.games, self.games, (), 0, holders=(self.first, self.before, self.teams))


def join_ladder(event: Event, seats: Sequence[str]) -> OnLadder:
    """How teams at these seats come in while a ladder is played. One query."""
    games, playing = ladder_games(event, ()), set(playing_seats(event))
    teams = playing | {*seats}
    return OnLadder(
        tuple(seats),
        event.games,
        len(games) + 1,
        len(playing),
        len(teams),
        rests_next(games, playing) if playing else "",
        rests_next(games, teams),
    )


@dataclass(frozen=True, slots=True)
class Door:
    """What a late entry is computed from while a game is on.

    - `held_seats` are all seats that somebody holds, no-shows included.
    - `reserved` are the seats that no-shows keep, because cards may name them once the first card is begun.
    - `known` are the games that can no longer change.
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
        """The numbers of the table's free seats, among those that move along the plan."""
        reserved = {seat.number for seat in map(parse_seat, self.reserved) if seat.table == table}
        people = {*course.people(self.ground.frames[table])}
        return sorted(people - self.ground.taken(table) - reserved)

    def floating(self, table: str, course: Course) -> list[int]:
        """The numbers of the table's seats that move on empty: of players gone for good, and of no-shows who keep them."""
        gone = {
            absence.seat for absence in self.ground.day.away if absence.last is None and absence.first <= self.first
        }
        numbers = {seat.number for seat in map(parse_seat, gone | self.reserved) if seat.table == table}
        return sorted(numbers & {*course.people(self.ground.frames[table])})

    def next_number(self, table: str, course: Course) -> int:
        """The number of the next permanent ID at this table: one more than any in use."""
        held_numbers = [seat.number for seat in map(parse_seat, self.held_seats) if seat.table == table]
        return max(self.ground.frames[table], *course.people(self.ground.frames[table]), *held_numbers) + 1

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
class LateEffect:
    """What a late entry gives the newcomer, and does to the others at the table together.

    - `games` is how many games count for the newcomer.
    - `fewer` is how many of the others would no longer get all games.
    - `losing` is how many of the others have fewer than all games anyway and would lose some more.
    - `sit_outs`, `extra_games` and `repeats` are increases, over all others together.
    """

    games: int
    fewer: int
    losing: int
    sit_outs: int
    extra_games: int
    repeats: int
    rounds_before: int
    rounds_after: int


def _effect_rerouted(before: Door, after: Door, table: str, seat: str) -> LateEffect:
    """The effect of a late entry if the table is rerouted so that nobody meets again because of it."""
    rerouted = replace(after, ground=apart(before.ground, after.ground, before.known))
    return _effect_unrerouted(before, rerouted, table, seat)


def _effect_unrerouted(before: Door, after: Door, table: str, seat: str) -> LateEffect:
    """The effect of a late entry at this seat: the table `before` against `after`, without rerouting it."""

    def totals_and_rounds(door: Door) -> tuple[dict[str, Meetings], int]:
        seats = tuple(text for text in door.ground.seats if parse_seat(text).table == table)
        games = pairings_of(door.ground.event, {table: door.ground.frames[table]}, seats, door.ground.day)
        meetings = proof.meetings(games, Movement(door.ground.event.movement))
        return {totals.seat: totals for totals in meetings}, max((pairing.game for pairing in games), default=0)

    totals_before, rounds_before = totals_and_rounds(before)
    totals_after, rounds_after = totals_and_rounds(after)
    others = [(earlier, totals_after[other]) for other, earlier in totals_before.items() if other in totals_after]
    all_games = before.ground.event.games
    return LateEffect(
        games=totals_after[seat].games if seat in totals_after else 0,
        fewer=sum(earlier.games >= all_games and later.games < earlier.games for earlier, later in others),
        losing=sum(earlier.games < all_games and later.games < earlier.games for earlier, later in others),
        sit_outs=sum(later.sit_outs - earlier.sit_outs for earlier, later in others),
        extra_games=sum(later.extra_games - earlier.extra_games for earlier, later in others),
        repeats=sum(later.repeats - earlier.repeats for earlier, later in others),
        rounds_before=rounds_before,
        rounds_after=rounds_after,
    )


def _data_in_seat(door: Door, seat: str) -> dict[str, Any]:
    """The data of a late entry at a free seat."""
    return {"seat": seat, "first": door.first}


def _data_in_place(door: Door, seat: str, number_left: int, course: Course) -> dict[str, Any]:
    """The data of a late entry under a new ID, who moves on in place of the player at `number_left`."""
    table, number = parse_seat(seat).table, parse_seat(seat).number
    plan = movements_rules.PLANS[Movement(door.ground.event.movement)]
    course_after = joining.in_place_of(
        plan, door.ground.frames[table], course, number_left, number, game=door.first - 1
    )
    return {**_data_in_seat(door, seat), "place": str(Seat(table, number_left)), **day.course_values(course_after)}


def _data_on_chairs(door: Door, seat: str, course: Course) -> Iterator[dict[str, Any]]:
    """Yield the data of a late entry under a new ID at the table's end, once for each way to add two chairs there."""
    table, number = parse_seat(seat).table, parse_seat(seat).number
    plan, frame = movements_rules.PLANS[Movement(door.ground.event.movement)], door.ground.frames[table]
    game = door.first - 1
    # One of the two chairs stays empty, so everybody may sit out once.
    needed = door.ground.event.games - game + plan.games_per_move
    for grown_course in joining.ways_to_grow(plan, frame, course, (number, number + 1), game=game, needed=needed):
        yield {**_data_in_seat(door, seat), "place": "", **day.course_values(grown_course)}


@dataclass(frozen=True, slots=True)
class _Offer:
    """A seat that a late entry can take: the way in, the data to store, and the effect."""

    seat: str
    way: WayIn
    data: Mapping[str, Any]
    late_effect: LateEffect


def _places(door: Door, table: str) -> list[_Offer]:
    """The offers of the table's free seats, else of the place of the floating sit-out that gives most games.

    Empty if the newcomer would have nothing left to play.
    """
    course = door.course(table)
    if course is None:
        return []
    seats = [str(Seat(table, number)) for number in door.free(table, course)]
    ways = [(seat, WayIn.SEAT, _data_in_seat(door, seat)) for seat in seats]
    number = door.next_number(table, course)
    if not ways and number <= MAX_SEATS:
        new_id = str(Seat(table, number))
        floating = door.floating(table, course)
        ways = [(new_id, WayIn.PLACE, _data_in_place(door, new_id, vacant, course)) for vacant in floating]
    offers = [
        _Offer(seat, way, data, _effect_rerouted(door, door.with_one(seat, data), table, seat))
        for seat, way, data in ways
    ]
    offers = [offer for offer in offers if offer.late_effect.games]
    if offers and offers[0].way is WayIn.PLACE:
        return [max(offers, key=lambda offer: offer.late_effect.games)]
    return offers


def _chair(door: Door, table: str) -> _Offer | None:
    """The best offer of an extra chair at the end of this table, whatever it costs the others.

    None if nobody plays at the table, if it cannot grow, or if the newcomer would have nothing left to play.
    """
    course = door.course(table)
    if course is None or not door.ground.taken(table):
        return None
    number = door.next_number(table, course)
    if number >= MAX_SEATS:
        return None
    seat = str(Seat(table, number))
    best = None
    for data in _data_on_chairs(door, seat, course):
        offer = _Offer(seat, WayIn.CHAIRS, data, _effect_unrerouted(door, door.with_one(seat, data), table, seat))
        if best is None or _chair_rank(offer.late_effect) < _chair_rank(best.late_effect):
            best = offer
        # Further ways only avoid repeats and give nobody more games, so the search stops at one without repeats.
        if best.late_effect.repeats <= 0:
            break
    if best is not None:
        best = replace(best, late_effect=_effect_rerouted(door, door.with_one(seat, best.data), table, seat))
    return best if best is not None and best.late_effect.games else None


def _chair_rank(late_effect: LateEffect) -> tuple[int, int, int]:
    """Sort key of the ways to add a chair: people losing games, then repeats, then the newcomer's games."""
    return late_effect.fewer, max(0, late_effect.repeats), -late_effect.games


def is_fair(door: Door, late_effect: LateEffect) -> bool:
    """Whether a late entry is acceptable: whoever has all games keeps them, and nobody meets again unless allowed."""
    return not late_effect.fewer and (late_effect.repeats <= 0 or door.ground.meets_again)


def _offers(door: Door) -> list[LateSeats]:
    """The seats on offer while a game is on, equally good ones of a table together.

    Extra chairs are offered only if no table has a free seat or a floating sit-out.
    """
    offers = [offer for table in door.ground.frames for offer in _places(door, table)]
    if not offers:
        chairs = (_chair(door, table) for table in door.ground.frames)
        offers = [offer for offer in chairs if offer is not None and is_fair(door, offer.late_effect)]
    alike: dict[tuple[str, WayIn, str, int], list[str]] = defaultdict(list)
    for offer in offers:
        table = parse_seat(offer.seat).table
        alike[table, offer.way, _effect_sentence(door, offer), offer.late_effect.games].append(offer.seat)
    return [
        LateSeats(table, len(door.ground.taken(table)), tuple(seats), way is WayIn.CHAIRS, sentence, way, games)
        for (table, way, sentence, games), seats in alike.items()
    ]


def _effect_sentence(door: Door, offer: _Offer) -> str:
    """What this offer means for the newcomer and the others, in words."""
    return late_entry_words.joins(
        offer.way,
        offer.data.get("place", ""),
        door.first,
        offer.late_effect.games,
        door.ground.event.games,
        offer.late_effect.sit_outs,
        offer.late_effect.extra_games,
        offer.late_effect.losing,
        offer.late_effect.repeats,
        (offer.late_effect.rounds_before, offer.late_effect.rounds_after),
    )


@dataclass(frozen=True, slots=True)
class Joined:
    """How several people come in: the door before and after it, the data to store by seat, and refusals by seat."""

    before: Door
    door_after: Door
    data: Mapping[str, Mapping[str, Any]]
    refused: Mapping[str, str]


def join(door: Door, seats: Sequence[str]) -> Joined:
    """How people come in at all of these seats; a free seat is used before a new chair. No query."""
    new_door = door
    data: dict[str, Mapping[str, Any]] = {}
    refused: dict[str, str] = {}
    chairs = []
    waiting = sorted({*seats}, key=seat_order)
    for way in WayIn:
        for seat in [*waiting]:
            late_data = _data_for(new_door, seat, way)
            if late_data is None:
                continue
            new_door = new_door.with_one(seat, late_data)
            data[seat] = late_data
            waiting.remove(seat)
            if way is WayIn.CHAIRS:
                chairs.append(seat)
            # A table that grew has a second new seat, which another person of the same act can take.
            for other in [*waiting]:
                seat_data = _data_for(new_door, other, WayIn.SEAT)
                if seat_data is not None:
                    new_door = new_door.with_one(other, seat_data)
                    data[other] = seat_data
                    waiting.remove(other)
    for seat in chairs:
        late_effect = _effect_rerouted(door, new_door, parse_seat(seat).table, seat)
        if not is_fair(door, late_effect):
            refused[seat] = late_entry_words.chairs_cost(
                parse_seat(seat).table, late_effect.fewer, late_effect.repeats, late_effect.rounds_after
            )
    offered = [free_seat for offer in _offers(door) for free_seat in offer.seats] if waiting else []
    for seat in waiting:
        refused[seat] = _why_refused(door, seat, offered)
    return Joined(door, new_door, data, refused)


def _data_for(door: Door, seat: str, way: WayIn) -> Mapping[str, Any] | None:
    """The data to store if somebody comes in at this seat in this way; None if that is impossible."""
    table = parse_seat(seat).table
    if table not in door.ground.frames:
        return None
    if way is WayIn.CHAIRS:
        if any(_places(door, name) for name in door.ground.frames):
            return None
        chair = _chair(door, table)
        return chair.data if chair is not None and chair.seat == seat else None
    offers = (offer for offer in _places(door, table) if (offer.seat, offer.way) == (seat, way))
    offer = next(offers, None)
    return None if offer is None else offer.data


def _why_refused(door: Door, seat: str, offered: Sequence[str]) -> str:
    """A sentence on why nobody can come in at this seat while a game is on, and at which seats they can."""
    table = parse_seat(seat).table
    if table not in door.ground.frames:
        return late_entry_words.late_no_table(table)
    if offered:
        return late_entry_words.late_elsewhere(seat, table, door.ground.event.game_now or 0, offered)
    return late_entry_words.late_nowhere(*why_nowhere(door, table))


def why_nowhere(door: Door, table: str) -> tuple[str, int, int, int]:
    """What an extra chair at this table would cost: the table, players losing games, repeats, and rounds.

    The numbers are 0 if no chair can be added.
    """
    chair = _chair(door, table)
    return (
        (table, chair.late_effect.fewer, chair.late_effect.repeats, chair.late_effect.rounds_after)
        if chair
        else (table, 0, 0, 0)
    )


def outlook_of_late(joined: Joined | OnLadder) -> Outlook:
    """What changes for whom when these people come in. One query."""
    if isinstance(joined, OnLadder):
        return joined.outlook
    return outlook_after(joined.before.ground, joined.door_after.ground)
