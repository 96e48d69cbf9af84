"""Who meets whom, in which game, and how many rounds it takes: what pages, API and the apps above know of it."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count

from tournaments.models import DayChange, Entry, Event, SeatingTable
from tournaments.rotation.rules import deal, proof, rotation
from tournaments.rotation.rules.day import AS_PLANNED, Day, day_of, is_for_good, last_games
from tournaments.rotation.rules.rotation import Movement, Pairing
from tournaments.rules.seat import MAX_SEATS, Seat, parse_seat, read_seat

Made = tuple[str, str, Mapping[str, Any]]
KeptT = TypeVar("KeptT")


def keep_course(event: Event, of: Event | None = None) -> None:
    """Read the seats and the day of this object of an event once, however often it is asked; or take over what another one has.

    For acts that change neither: whoever saves a card asks several times who meets whom.
    """
    event.kept_course = {} if of is None else of.kept_course


def _kept(event: Event, name: str, read: Callable[[], KeptT]) -> KeptT:
    """What `read` finds of this event; once, where its course is kept."""
    if event.kept_course is None:
        return read()
    if name not in event.kept_course:
        event.kept_course[name] = read()
    found: KeptT = event.kept_course[name]
    return found


def rounds(event: Event) -> int:
    """How many rounds the event takes: what the director set, else what the seats need.

    As many as it has games, one more where a table is odd, more where several seats of a table are empty. Before the
    draw the number of entrants says whether a table will be odd.
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
    """The rounds by the events' keys; tables are counted first, and only those with empty seats are looked at closely."""
    open_events = [event for event in events if event.fixed_rounds is None]
    frames = frames_of(open_events)
    playing: dict[int, Counter[str | None]] = defaultdict(Counter)
    seated = Entry.objects.filter(event__in=open_events).playing().values_list("event", "table")
    for event_pk, table, entrants in seated.annotate(n=Count("pk")).order_by():
        playing[event_pk][table] = entrants
    days = days_of(open_events)
    joined = {pk: {table for table, course in day.courses if course.start} for pk, day in days.items()}
    gaps = {
        pk: [table for table, frame in tables.items() if playing[pk][table] < frame or table in joined.get(pk, ())]
        for pk, tables in frames.items()
    }
    taken: dict[tuple[int, str], set[int]] = defaultdict(set)
    if any(gaps.values()):
        looked_at = Entry.objects.filter(event__in=[pk for pk, tables in gaps.items() if tables]).playing()
        for event_pk, table, number in looked_at.values_list("event", "table", "seat_number"):
            if table is not None and number is not None:
                taken[event_pk, table].add(number)
    needed = {event.pk: event.fixed_rounds or event.games for event in events}
    for event in open_events:
        counts = playing[event.pk]
        if not event.is_seated:
            needed[event.pk] = event.games + counts.total() % 2
        elif not has_plan(event):
            needed[event.pk] = rounds_without_plan(event, counts.values())
        else:
            seats = {
                table: (frame, frozenset(taken[event.pk, table] if table in gaps[event.pk] else range(1, frame + 1)))
                for table, frame in frames.get(event.pk, {}).items()
                if counts[table]
            }
            needed[event.pk] = _rounds_of_tables(event, seats, days.get(event.pk, AS_PLANNED))
    return needed


def has_plan(event: Event) -> bool:
    """Whether people sit at their tables and move by a plan."""
    return event.is_seated and Movement(event.movement) in rotation.PLANS


def _rounds_of_tables(event: Event, tables: Mapping[str, tuple[int, frozenset[int]]], on: Day) -> int:
    """The rounds that the tables need, each its frame and the seats of those who play."""
    movement, repeats = Movement(event.movement), bool(event.repeats_reason)
    needed = (
        table_rounds(movement, frame, seats, event.games, repeats, on.at(table))
        for table, (frame, seats) in tables.items()
        if seats
    )
    return max(needed, default=event.games)


def rounds_without_plan(event: Event, players: Iterable[int]) -> int:
    """The rounds that so many people at each table need where nobody moves by a plan: one more where a table is odd."""
    return event.fixed_rounds or event.games + int(any(number % 2 for number in players))


@lru_cache(maxsize=1024)
def table_rounds(movement: Movement, frame: int, taken: frozenset[int], games: int, repeats: bool, day: Day) -> int:
    """The rounds that one table needs. Most tables of a weekend are alike, and a list of events asks for each of them."""
    seats = [str(Seat("A", number)) for number in taken]
    return proof.rounds_needed(
        movement, {"A": frame}, seats, games, allow_repeats=repeats, away=day.away, courses=dict(day.courses)
    )


def days_of(events: Collection[Event]) -> dict[int, Day]:
    """What is in force on the day by the events' keys, where anything is; one query where an event is seated, else none."""
    seated = [event.pk for event in events if has_plan(event)]
    if not seated:
        return {}
    return {event_pk: day_of(made.values()) for event_pk, made in _changes(seated).items()}


def _changes(events: Collection[int]) -> dict[int, dict[int, Made]]:
    """The changes of the day that are in force, by the events' keys and their own numbers, oldest first."""
    changes: dict[int, dict[int, Made]] = defaultdict(dict)
    rows = DayChange.objects.filter(event__in=events, undone_at=None).order_by("number")
    for event_pk, number, kind, table, data in rows.values_list("event", "number", "kind", "table", "data"):
        changes[event_pk][number] = (kind, table, data)
    return changes


def day_changes(event: Event) -> dict[int, Made]:
    """The changes of the day that are in force, each its kind, table and data, by number."""
    return _kept(event, "changes", lambda: _changes([event.pk]).get(event.pk, {}))


def removed_seats(event: Event) -> frozenset[str]:
    """The seats of those who were removed from play (rule 11.4.b), and are at no table any more."""
    changes = day_changes(event).values()
    return frozenset(data["seat"] for kind, _table, data in changes if kind == DayChange.Kind.REMOVED)


def left_after(event: Event, entries: Iterable[Entry]) -> dict[str, int]:
    """The last game of each of these entrants who withdrew, by seat, where it is noted: they left early, or were removed from play.

    No query where nobody withdrew.
    """
    withdrawn = {entry.seat for entry in entries if entry.status == Entry.Status.WITHDRAWN}
    gone = last_games(day_changes(event).values(), event.games) if withdrawn else {}
    return {seat: game for seat, game in gone.items() if seat in withdrawn}


def left_at(event: Event) -> dict[str, datetime]:
    """When it was noted of everybody who is gone for good that they are, by seat. One query."""
    rows = (
        DayChange.objects.filter(event=event, undone_at=None).order_by("number").values_list("kind", "data", "made_at")
    )
    return {data["seat"]: made_at for kind, data, made_at in rows if is_for_good(kind, data)}


def day(event: Event) -> Day:
    """What is in force on the day of this event."""
    return day_of(day_changes(event).values()) if has_plan(event) else AS_PLANNED


def frames_of(events: Iterable[Event]) -> dict[int, dict[str, int]]:
    """The frame of every table by the events' keys, in table order; nothing for an event that is not seated."""
    frames: dict[int, dict[str, int]] = defaultdict(dict)
    for event_pk, name, seats in SeatingTable.objects.filter(event__in=events).values_list("event", "name", "seats"):
        frames[event_pk][name] = seats
    return dict(frames)


def frames(event: Event) -> dict[str, int]:
    """The frame of every table: the even number of seats that people move through."""
    return _kept(event, "frames", lambda: frames_of([event]).get(event.pk, {}))


def chairs(event: Event) -> dict[str, int]:
    """How many chairs stand at every table: those that people move through, with what a late entry added. Two queries."""
    courses = dict(day(event).courses)
    return {
        table: max(frame, len(courses[table].start)) if table in courses else frame
        for table, frame in frames(event).items()
    }


def repeats_allowed(movement: Movement, frames: Mapping[str, int], fixed_rounds: int | None, reason: str = "") -> bool:
    """Whether people may meet again: the director says why, or set more rounds than a table has different opponents
    (ours)."""
    plan = rotation.PLANS.get(movement)
    if plan is None:
        return False
    return bool(reason) or (
        fixed_rounds is not None and any(fixed_rounds > rotation.cycle(plan, frame) for frame in frames.values())
    )


def schedule(event: Event, game: int | None = None) -> tuple[Pairing, ...]:
    """Who meets whom in every game, or in this one; who sits out is named with nobody. In three queries.

    Empty before the seats are drawn and with movement `none`.
    """
    if not has_plan(event):
        return ()
    dealt = dealt_pairings(event, frames(event), playing_seats(event), day(event))
    return tuple(pairing for pairing in dealt if game is None or pairing.game == game)


Dealt = Sequence[Sequence[Sequence[str]]]
"""First deals that are not those announced first, as `Event.dealt_by` keeps them: game by game who deals first, and the other."""


def is_dealt(value: object) -> bool:
    """Whether this has the form of `Event.dealt_by`: for each game its boards, each two seats of one table."""

    def is_board(board: object) -> bool:
        seats = [read_seat(one) if isinstance(one, str) else None for one in board] if isinstance(board, list) else []
        tables = {None if seat is None else seat.table for seat in seats}
        return len(seats) == 2 and len(tables) == 1 and None not in tables and seats[0] != seats[1]

    return isinstance(value, list) and all(isinstance(game, list) and all(map(is_board, game)) for game in value)


def dealt_pairings(
    event: Event, held: Mapping[str, int], seats: Iterable[str], on: Day = AS_PLANNED
) -> tuple[Pairing, ...]:
    """The games of people at these seats with who deals first: as announced, where that was, else by who is there.

    Tables do not influence each other, so that one alone may be asked for. No query.
    """
    games = pairings_of(event, held, seats, on)
    if not deals_are_announced(event):
        return deal.with_first_deals(games, deal.Deal(event.deal))
    return deal.balanced(games, _announced(event, held, on))


def deals_anew(
    event: Event,
    held: Mapping[str, int],
    seats: Iterable[str],
    then: Day,
    played: int,
    before: Dealt | None = None,
) -> tuple[Pairing, ...]:
    """The same when first deals are announced anew: so many games stay as they are announced, those to come are balanced.

    What is undone goes back to the first deals that were announced `before` it. No query.
    """
    games = pairings_of(event, held, seats, then)
    if not deals_are_announced(event):
        return deal.with_first_deals(games, deal.Deal(event.deal))
    now = _announced(event, held, then)
    if before is not None:
        earlier = copy.copy(event)
        earlier.dealt_by = before
        to_come = (one for one in _announced(earlier, held, then) if one.game > played)
        now = (*(one for one in now if one.game <= played), *to_come)
    return deal.balanced(games, now, after=played)


def dealt_anew(event: Event, played: int, before: Dealt | None = None) -> list[list[list[str]]]:
    """What is to be kept of the first deals that are announced anew (`deals_anew`): the boards for which what was announced
    first does not say it. Three queries."""
    held = frames(event)
    if Movement(event.movement) not in rotation.PLANS:
        return []
    dealt = deals_anew(event, held, playing_seats(event), day(event), played, before)
    first = {(one.game, frozenset(one.players)): one.first_deal for one in _announced_first(event, held)}
    kept: dict[int, list[list[str]]] = defaultdict(list)
    for one in dealt:
        dealer, other = one.players if one.first_deal == one.players[0] else one.players[::-1]
        if dealer is not None and other is not None and first.get((one.game, frozenset(one.players))) != dealer:
            kept[one.game].append([dealer, other])
    return [kept[game] for game in range(1, max(kept, default=0) + 1)]


def deals_are_announced(event: Event) -> bool:
    """Whether it was announced who deals first."""
    return bool(event.dealt_to) and deal.Deal(event.deal) is deal.Deal.ALTERNATE


def _announced(event: Event, held: Mapping[str, int], on: Day) -> tuple[Pairing, ...]:
    """The games with the first deals that are announced for them; of two of one game the later one holds."""
    first = _announced_first(event, held)
    if event.dealt_by:
        return (*first, *_dealt_otherwise(event, held))
    anew = {table: course.deals for table, course in on.courses if table in held and course.deals}
    return (
        *(one for one in first if one.table not in anew),
        *(one for table, games in anew.items() for one in _deals_announced(table, games)),
    )


def _announced_first(event: Event, held: Mapping[str, int]) -> tuple[Pairing, ...]:
    """The games of these tables as first deals were announced for them at first."""
    there = [seat for seat in event.dealt_to if parse_seat(seat).table in held]
    return deal.with_first_deals(_pairings_announced(event, held, there), deal.Deal.ALTERNATE)


def _dealt_otherwise(event: Event, held: Mapping[str, int]) -> Iterator[Pairing]:
    """The boards whose first deals are not those announced first; at which chairs they were does not matter."""
    for game, boards in enumerate(event.dealt_by, start=1):
        for dealer, other in boards:
            if (table := parse_seat(dealer).table) in held:
                yield Pairing(game, table, (1, 2), (dealer, other), first_deal=dealer)


def _deals_announced(table: str, games: Iterable[tuple[int, tuple[tuple[int, int], ...]]]) -> Iterator[Pairing]:
    """The games of a table that was mixed up, as far as its first deals were announced anew."""
    for game, pairs in games:
        for seat, (dealer, other) in enumerate(pairs):
            players = str(Seat(table, dealer)), str(Seat(table, other))
            yield Pairing(game, table, (2 * seat + 1, 2 * seat + 2), players, first_deal=players[0])


def _pairings_announced(event: Event, held: Mapping[str, int], seats: Iterable[str]) -> tuple[Pairing, ...]:
    """The games for which first deals were announced. A table that has enough opponents when it is full has nobody meet
    again in them: that is said on the day, and what was announced before stays (ours)."""
    movement, games = Movement(event.movement), event.games
    plan = rotation.PLANS.get(movement)
    enough = {table for table, frame in held.items() if plan is not None and rotation.cycle(plan, frame) >= games}
    return tuple(
        pairing
        for tables, repeats in ((enough, False), (held.keys() - enough, True))
        for pairing in _meetings(
            _Plan(
                movement,
                tuple((table, held[table]) for table in held if table in tables),
                tuple(seat for seat in seats if parse_seat(seat).table in tables),
                games,
                event.fixed_rounds,
                repeats and repeats_allowed(movement, held, event.fixed_rounds, event.repeats_reason),
                AS_PLANNED,
            )
        )
    )


def pairings_of(
    event: Event, held: Mapping[str, int], seats: Iterable[str], on: Day = AS_PLANNED
) -> tuple[Pairing, ...]:
    """The games of people at these seats by the event's plan and what is in force on the day, first deals left open."""
    return _meetings(_plan(event, held, seats, on))


class _Plan(NamedTuple):
    """Everything that says who meets whom."""

    movement: Movement
    held: tuple[tuple[str, int], ...]
    seats: tuple[str, ...]
    games: int
    rounds: int | None
    repeats: bool
    on: Day


def _plan(event: Event, held: Mapping[str, int], seats: Iterable[str], on: Day) -> _Plan:
    movement = Movement(event.movement)
    repeats = repeats_allowed(movement, held, event.fixed_rounds, event.repeats_reason)
    return _Plan(movement, tuple(held.items()), tuple(seats), event.games, event.fixed_rounds, repeats, on)


@lru_cache(maxsize=64)
def _meetings(plan: _Plan) -> tuple[Pairing, ...]:
    """The games of these seats. Kept, because every card that is typed asks for them while the seats stay the same."""
    return rotation.schedule(
        plan.movement,
        dict(plan.held),
        plan.seats,
        plan.games,
        rounds=plan.rounds,
        allow_repeats=plan.repeats,
        away=plan.on.away,
        courses=dict(plan.on.courses),
    )


@lru_cache(maxsize=64)
def _counted(plan: _Plan) -> Mapping[str, frozenset[int]]:
    return MappingProxyType(proof.counted_games(_meetings(plan)))


def counted_games(event: Event) -> Mapping[str, frozenset[int]] | None:
    """The games that count for each seat; None with movement `none`, where the first lines of a card count."""
    if Movement(event.movement) not in rotation.PLANS:
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
    """The seats of the tables that a late entry can take, in seat order: empty ones, until the first card those of no-shows, and until the
    first game is called the two by which each table may grow."""
    holders = Entry.objects.of(event) if event.cards_begun_at else Entry.objects.of(event).playing()
    held = {(table, number) for table, number in holders.values_list("table", "seat_number") if table is not None}
    grow = 0 if event.is_played else 2
    return [
        str(Seat(table, number))
        for table, frame in frames(event).items()
        for number in range(1, min(frame + grow, MAX_SEATS) + 1)
        if (table, number) not in held
    ]
