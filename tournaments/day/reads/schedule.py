"""Who meets whom in which game, and how many rounds that takes: the source for pages, API and the apps above."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count

from tournaments.day.reads.ladder import ladder_games, ladder_pairings
from tournaments.models import DayChange, Entry, Event, SeatingTable
from tournaments.rotation.rules import deal, proof
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.day import AS_PLANNED, Day, day_of, is_for_good, last_games
from tournaments.rotation.rules.movements import Movement, Pairing
from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, read_seat

KeptT = TypeVar("KeptT")


class ChangeRecord(NamedTuple):
    """A change of the day as its row stores it, without number and reason."""

    kind: str
    table: str
    data: Mapping[str, Any]


def keep_course(event: Event, other: Event | None = None) -> None:
    """Cache the seats and the day on this event object, or take over the cache of another one.

    For actions that change neither: saving a card asks several times who meets whom.
    """
    event.kept_course = {} if other is None else other.kept_course


def _kept(event: Event, name: str, read: Callable[[], KeptT]) -> KeptT:
    """The result of `read` for this event, cached if the event keeps its course."""
    if event.kept_course is None:
        return read()
    if name not in event.kept_course:
        event.kept_course[name] = read()
    value: KeptT = event.kept_course[name]
    return value


def rounds(event: Event) -> int:
    """How many rounds the event takes: the number the director set, else the number the seats need.

    The seats need as many rounds as games, one more for an odd table, and more if a table has several empty seats.
    Before the draw the number of entrants tells whether a table will be odd.
    """
    if event.kept_course is None or event.fixed_rounds is not None or not has_plan(event):
        return rounds_of([event])[event.pk]
    seats: dict[str, set[int]] = defaultdict(set)
    for seat in map(parse_seat, playing_seats(event)):
        seats[seat.table].add(seat.number)
    return _rounds_of_tables(
        event, {table: (frame, frozenset(seats[table])) for table, frame in frames(event).items()}, day(event)
    )


def rounds_of(events: Collection[Event]) -> dict[int, int]:
    """The number of rounds of each event, by event key.

    Players are counted by table first. Seat numbers are read only for tables that have empty or added seats.
    """
    open_events = [event for event in events if event.fixed_rounds is None]
    frames = frames_of(open_events)
    playing: dict[int, Counter[str | None]] = defaultdict(Counter)
    seated = Entry.objects.filter(event__in=open_events).playing().values_list("event", "table")
    for event_pk, table, entrants in seated.annotate(n=Count("pk")).order_by():
        playing[event_pk][table] = entrants
    days = days_of(open_events)
    tables_with_newcomers = {pk: {table for table, course in day.courses if course.start} for pk, day in days.items()}
    tables_with_gaps = {
        pk: [
            table
            for table, frame in tables.items()
            if playing[pk][table] < frame or table in tables_with_newcomers.get(pk, ())
        ]
        for pk, tables in frames.items()
    }
    taken: dict[tuple[int, str], set[int]] = defaultdict(set)
    if any(tables_with_gaps.values()):
        taken_seats = Entry.objects.filter(
            event__in=[pk for pk, tables in tables_with_gaps.items() if tables]
        ).playing()
        for event_pk, table, number in taken_seats.values_list("event", "table", "seat_number"):
            if table is not None and number is not None:
                taken[event_pk, table].add(number)
    needed = {event.pk: event.fixed_rounds or event.games for event in events}
    for event in open_events:
        counts = playing[event.pk]
        if not event.is_seated:
            needed[event.pk] = rounds_without_plan(event, [counts.total()])
        elif not has_plan(event):
            needed[event.pk] = rounds_without_plan(event, counts.values())
        else:
            seats = {
                table: (
                    frame,
                    frozenset(taken[event.pk, table] if table in tables_with_gaps[event.pk] else range(1, frame + 1)),
                )
                for table, frame in frames.get(event.pk, {}).items()
                if counts[table]
            }
            needed[event.pk] = _rounds_of_tables(event, seats, days.get(event.pk, AS_PLANNED))
    return needed


def has_plan(event: Event) -> bool:
    """Whether people are seated and move by a plan."""
    return event.is_seated and Movement(event.movement) in movements_rules.PLANS


def _rounds_of_tables(event: Event, tables: Mapping[str, tuple[int, frozenset[int]]], in_force: Day) -> int:
    """The rounds these tables need. Each table comes as its frame and the numbers of the seats in play."""
    movement, repeats = Movement(event.movement), bool(event.repeats_reason)
    needed = (
        table_rounds(movement, frame, seats, event.games, repeats, in_force.of_table(table))
        for table, (frame, seats) in tables.items()
        if seats
    )
    return max(needed, default=event.games)


def rounds_without_plan(event: Event, players: Iterable[int]) -> int:
    """The rounds that tables of these sizes need without a plan: one more if any is odd, but never on a ladder."""
    if event.is_ladder:
        return event.games
    return event.fixed_rounds or event.games + int(any(number % 2 for number in players))


@lru_cache(maxsize=1024)
def table_rounds(movement: Movement, frame: int, taken: frozenset[int], games: int, repeats: bool, day: Day) -> int:
    """The rounds one table needs. Cached: most tables of a weekend are alike, and event lists ask for each."""
    seats = [str(Seat("A", number)) for number in taken]
    return proof.rounds_needed(
        movement, {"A": frame}, seats, games, allow_repeats=repeats, away=day.away, courses=dict(day.courses)
    )


def days_of(events: Collection[Event]) -> dict[int, Day]:
    """The changes in force, by event key; events without changes are left out.

    One query if any event is seated with a plan, else none.
    """
    seated = [event.pk for event in events if has_plan(event)]
    if not seated:
        return {}
    return {event_pk: day_of(changes.values()) for event_pk, changes in _changes(seated).items()}


def _changes(events: Collection[int]) -> dict[int, dict[int, ChangeRecord]]:
    """The changes of the day in force by event key and number, oldest first."""
    changes: dict[int, dict[int, ChangeRecord]] = defaultdict(dict)
    rows = DayChange.objects.filter(event__in=events, undone_at=None).order_by("number")
    for event_pk, number, kind, table, data in rows.values_list("event", "number", "kind", "table", "data"):
        changes[event_pk][number] = ChangeRecord(kind, table, data)
    return changes


def day_changes(event: Event) -> dict[int, ChangeRecord]:
    """The changes of the day in force, by number."""
    return _kept(event, "changes", lambda: _changes([event.pk]).get(event.pk, {}))


def removed_seats(event: Event) -> frozenset[str]:
    """The seats of players removed from play (rule 11.4.b), who sit at no table any more."""
    changes = day_changes(event).values()
    return frozenset(data["seat"] for kind, _table, data in changes if kind == DayChange.Kind.REMOVED)


def left_after(event: Event, entries: Iterable[Entry]) -> dict[str, int]:
    """The last game of each withdrawn entrant among these, by seat.

    Entrants without a noted departure or removal are left out. No query if nobody withdrew.
    """
    withdrawn = {entry.seat for entry in entries if entry.status == Entry.Status.WITHDRAWN}
    gone = last_games(day_changes(event).values(), event.games) if withdrawn else {}
    return {seat: game for seat, game in gone.items() if seat in withdrawn}


def left_at(event: Event) -> dict[str, datetime]:
    """When each departure for good was noted, by seat. One query."""
    rows = (
        DayChange.objects.filter(event=event, undone_at=None).order_by("number").values_list("kind", "data", "made_at")
    )
    return {data["seat"]: made_at for kind, data, made_at in rows if is_for_good(kind, data)}


def day(event: Event) -> Day:
    """The changes in force on the day of this event."""
    return day_of(day_changes(event).values()) if has_plan(event) else AS_PLANNED


def frames_of(events: Iterable[Event]) -> dict[int, dict[str, int]]:
    """The frame of every table by event key, in table order; events without seats are left out."""
    frames: dict[int, dict[str, int]] = defaultdict(dict)
    for event_pk, name, seats in SeatingTable.objects.filter(event__in=events).values_list("event", "name", "seats"):
        frames[event_pk][name] = seats
    return dict(frames)


def frames(event: Event) -> dict[str, int]:
    """The frame of every table: the even number of seats that people move through."""
    return _kept(event, "frames", lambda: frames_of([event]).get(event.pk, {}))


def chairs(event: Event) -> dict[str, int]:
    """How many chairs each table has: its frame, or more if late entries added chairs. Two queries."""
    courses = dict(day(event).courses)
    return {
        table: max(frame, len(courses[table].start)) if table in courses else frame
        for table, frame in frames(event).items()
    }


def repeats_allowed(movement: Movement, frames: Mapping[str, int], fixed_rounds: int | None, reason: str = "") -> bool:
    """Whether people may meet again (ours).

    They may if the director gave a reason, or set more rounds than some table has different opponents.
    """
    plan = movements_rules.PLANS.get(movement)
    if plan is None:
        return False
    return bool(reason) or (
        fixed_rounds is not None and any(fixed_rounds > movements_rules.cycle(plan, frame) for frame in frames.values())
    )


def schedule(event: Event, game: int | None = None) -> tuple[Pairing, ...]:
    """Who meets whom in every game, or in this one; a sit-out is paired with nobody. Three queries.

    Empty before the draw and with movement `none`. On a ladder it has the games that are set up so far.
    """
    if event.is_ladder and event.is_seated:
        games = ladder_pairings(ladder_games(event, playing_seats(event)))
        return tuple(pairing for pairing in games if game is None or pairing.game == game)
    if not has_plan(event):
        return ()
    dealt = dealt_pairings(event, frames(event), playing_seats(event), day(event))
    return tuple(pairing for pairing in dealt if game is None or pairing.game == game)


Dealt = Sequence[Sequence[Sequence[str]]]
"""First deals that differ from those first announced, as in `Event.dealt_by`.

For each game from the first on, a list of boards as pairs of dealer and opponent.
"""


def is_dealt(value: object) -> bool:
    """Whether this value has the form of `Event.dealt_by`: for each game its boards, each two seats of one table."""

    def is_board(board: object) -> bool:
        seats = (
            [read_seat(text) if isinstance(text, str) else None for text in board] if isinstance(board, list) else []
        )
        tables = {None if seat is None else seat.table for seat in seats}
        return len(seats) == 2 and len(tables) == 1 and None not in tables and seats[0] != seats[1]

    return isinstance(value, list) and all(isinstance(game, list) and all(map(is_board, game)) for game in value)


def dealt_pairings(
    event: Event, frames: Mapping[str, int], seats: Iterable[str], in_force: Day = AS_PLANNED
) -> tuple[Pairing, ...]:
    """The games of these seats with their first deals: the announced ones, else computed from these seats.

    Tables do not influence each other, so the caller may pass a single table. No query.
    """
    games = pairings_of(event, frames, seats, in_force)
    if not deals_are_announced(event):
        return deal.with_first_deals(games, deal.Deal(event.deal))
    return deal.balanced(games, _announced(event, frames, in_force))


def deals_anew(
    event: Event,
    frames: Mapping[str, int],
    seats: Iterable[str],
    in_force: Day,
    played: int,
    before: Dealt | None = None,
) -> tuple[Pairing, ...]:
    """The games of these seats, with first deals announced anew.

    The first `played` games keep their deals, and the deals of later games are balanced. On an undo the later games
    start from the deals announced `before` the undone act. No query.
    """
    games = pairings_of(event, frames, seats, in_force)
    if not deals_are_announced(event):
        return deal.with_first_deals(games, deal.Deal(event.deal))
    announced = _announced(event, frames, in_force)
    if before is not None:
        earlier = copy.copy(event)
        earlier.dealt_by = before
        to_come = (pairing for pairing in _announced(earlier, frames, in_force) if pairing.game > played)
        announced = (*(pairing for pairing in announced if pairing.game <= played), *to_come)
    return deal.balanced(games, announced, after=played)


def dealt_anew(event: Event, played: int, before: Dealt | None = None) -> list[list[list[str]]]:
    """The boards to store in `Event.dealt_by`, from `deals_anew`. Three queries.

    Only boards whose first deal differs from the one first announced are stored.
    """
    frame_by_table = frames(event)
    if Movement(event.movement) not in movements_rules.PLANS:
        return []
    dealt = deals_anew(event, frame_by_table, playing_seats(event), day(event), played, before)
    first_announced = {
        (pairing.game, frozenset(pairing.players)): pairing.first_deal
        for pairing in _announced_first(event, frame_by_table)
    }
    changed_boards: dict[int, list[list[str]]] = defaultdict(list)
    for pairing in dealt:
        dealer, other = pairing.players if pairing.first_deal == pairing.players[0] else pairing.players[::-1]
        if (
            dealer is not None
            and other is not None
            and first_announced.get((pairing.game, frozenset(pairing.players))) != dealer
        ):
            changed_boards[pairing.game].append([dealer, other])
    return [changed_boards[game] for game in range(1, max(changed_boards, default=0) + 1)]


def deals_are_announced(event: Event) -> bool:
    """Whether first deals have been announced."""
    return bool(event.dealt_to) and deal.Deal(event.deal) is deal.Deal.ALTERNATE


def _announced(event: Event, frames: Mapping[str, int], in_force: Day) -> tuple[Pairing, ...]:
    """The games with their announced first deals. If a game is listed twice, the later entry counts."""
    first = _announced_first(event, frames)
    if event.dealt_by:
        return (*first, *_dealt_otherwise(event, frames))
    announced_anew = {table: course.deals for table, course in in_force.courses if table in frames and course.deals}
    return (
        *(pairing for pairing in first if pairing.table not in announced_anew),
        *(pairing for table, games in announced_anew.items() for pairing in _deals_announced(table, games)),
    )


def _announced_first(event: Event, frames: Mapping[str, int]) -> tuple[Pairing, ...]:
    """The games of these tables with first deals as first announced."""
    seats = [seat for seat in event.dealt_to if parse_seat(seat).table in frames]
    return deal.with_first_deals(_pairings_announced(event, frames, seats), deal.Deal.ALTERNATE)


def _dealt_otherwise(event: Event, frames: Mapping[str, int]) -> Iterator[Pairing]:
    """The boards whose first deal was changed after the first announcement. Their seat numbers are placeholders."""
    for game, boards in enumerate(event.dealt_by, start=1):
        for dealer, other in boards:
            if (table := parse_seat(dealer).table) in frames:
                yield Pairing(game, table, (1, 2), (dealer, other), first_deal=dealer)


def _deals_announced(table: str, games: Iterable[tuple[int, tuple[tuple[int, int], ...]]]) -> Iterator[Pairing]:
    """The games of a mixed-up table whose first deals were announced anew."""
    for game, pairs in games:
        for seat, (dealer, other) in enumerate(pairs):
            players = str(Seat(table, dealer)), str(Seat(table, other))
            yield Pairing(game, table, (2 * seat + 1, 2 * seat + 2), players, first_deal=players[0])


def _pairings_announced(event: Event, frames: Mapping[str, int], seats: Iterable[str]) -> tuple[Pairing, ...]:
    """The games for which first deals were announced.

    If a full table has enough opponents, nobody meets again in these games: there, meeting again is only allowed later,
    on the day, and the deals announced before do not change then (ours).
    """
    movement, games = Movement(event.movement), event.games
    plan = movements_rules.PLANS.get(movement)
    with_enough_opponents = {
        table for table, frame in frames.items() if plan is not None and movements_rules.cycle(plan, frame) >= games
    }
    others = frames.keys() - with_enough_opponents
    return tuple(
        pairing
        for tables, may_repeat in ((with_enough_opponents, False), (others, True))
        for pairing in _meetings(
            _Plan(
                movement,
                tuple((table, frames[table]) for table in frames if table in tables),
                tuple(seat for seat in seats if parse_seat(seat).table in tables),
                games,
                event.fixed_rounds,
                may_repeat and repeats_allowed(movement, frames, event.fixed_rounds, event.repeats_reason),
                AS_PLANNED,
            )
        )
    )


def pairings_of(
    event: Event, frames: Mapping[str, int], seats: Iterable[str], in_force: Day = AS_PLANNED
) -> tuple[Pairing, ...]:
    """The games of these seats by the event's plan and the changes in force, without first deals."""
    if event.is_ladder:
        return ladder_pairings(ladder_games(event, tuple(seats)))
    return _meetings(_plan(event, frames, seats, in_force))


class _Plan(NamedTuple):
    """Everything that determines who meets whom."""

    movement: Movement
    frames: tuple[tuple[str, int], ...]
    seats: tuple[str, ...]
    games: int
    rounds: int | None
    repeats: bool
    in_force: Day


def _plan(event: Event, frames: Mapping[str, int], seats: Iterable[str], in_force: Day) -> _Plan:
    """Everything that determines who meets whom at these tables."""
    movement = Movement(event.movement)
    repeats = repeats_allowed(movement, frames, event.fixed_rounds, event.repeats_reason)
    return _Plan(movement, tuple(frames.items()), tuple(seats), event.games, event.fixed_rounds, repeats, in_force)


@lru_cache(maxsize=64)
def _meetings(plan: _Plan) -> tuple[Pairing, ...]:
    """The games of this plan. Cached, because saving a card computes them every time from the same plan."""
    return movements_rules.schedule(
        plan.movement,
        dict(plan.frames),
        plan.seats,
        plan.games,
        rounds=plan.rounds,
        allow_repeats=plan.repeats,
        away=plan.in_force.away,
        courses=dict(plan.in_force.courses),
    )


@lru_cache(maxsize=64)
def _counted(plan: _Plan) -> Mapping[str, frozenset[int]]:
    """The counting games of this plan by seat; read-only, because the cache shares it."""
    return MappingProxyType(proof.counted_games(_meetings(plan)))


def counted_games(event: Event) -> Mapping[str, frozenset[int]] | None:
    """The counting games by seat; None with movement `none`, where a card's first lines count.

    On a ladder these are the games with an opponent that are set up so far.
    """
    if event.is_ladder:
        games = proof.counted_games(schedule(event))
        return games | {seat: games.get(seat, frozenset()) for seat in playing_seats(event)}
    if Movement(event.movement) not in movements_rules.PLANS:
        return None
    if not event.is_seated:
        return {}
    return _counted(_plan(event, frames(event), playing_seats(event), day(event)))


def playing_seats(event: Event) -> list[str]:
    """The seats of those who play, in seat order."""
    return _kept(event, "playing", lambda: _playing_seats(event))


def _playing_seats(event: Event) -> list[str]:
    return [
        str(Seat(table, number))
        for table, number in event.entries.playing().in_seat_order().values_list("table", "seat_number")
        if table is not None and number is not None
    ]


def empty_seats(event: Event) -> list[str]:
    """The seats of the tables that a late entry can take, in seat order.

    Empty seats of the tables count always. Seats of no-shows count until the first card is begun. Until the event is
    played, and on a ladder always, the next pair of seats by which each table may grow counts too.
    """
    holders = Entry.objects.of(event) if event.cards_begun_at else Entry.objects.of(event).playing()
    taken = {(table, number) for table, number in holders.values_list("table", "seat_number") if table is not None}
    growth = 0 if event.is_played and not event.is_ladder else 2
    return [
        str(Seat(table, number))
        for table, frame in frames(event).items()
        for number in range(1, min(frame + growth, MAX_SEATS) + 1)
        if (table, number) not in taken
    ]
