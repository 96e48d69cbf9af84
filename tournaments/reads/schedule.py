"""Who meets whom, in which game, and how many rounds it takes: what pages, API and the apps above know of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from django.db.models import Count

from tournaments.models import Entry, Event, SeatingTable
from tournaments.rules import deal, rotation
from tournaments.rules.rotation import Movement, Pairing
from tournaments.rules.seat import Seat


def rounds(event: Event) -> int:
    """How many rounds the event takes: what the director set, else what the seats need.

    As many as it has games, one more where a table is odd, more where several seats of a table are empty. Before the
    draw the number of entrants says whether a table will be odd.
    """
    return rounds_of([event])[event.pk]


def rounds_of(events: Collection[Event]) -> dict[int, int]:
    """The rounds by the events' keys; tables are counted first, and only those with empty seats are looked at closely."""
    open_events = [event for event in events if event.fixed_rounds is None]
    frames = frames_of(open_events)
    playing: dict[int, Counter[str | None]] = defaultdict(Counter)
    seated = Entry.objects.filter(event__in=open_events).playing().values_list("event", "table")
    for event_pk, table, entrants in seated.annotate(n=Count("pk")).order_by():
        playing[event_pk][table] = entrants
    gaps = {
        pk: [table for table, frame in tables.items() if playing[pk][table] < frame] for pk, tables in frames.items()
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
        movement = Movement(event.movement)
        if not event.is_seated:
            needed[event.pk] = event.games + counts.total() % 2
        elif movement not in rotation.PLANS:
            needed[event.pk] = event.games + int(any(entrants % 2 for entrants in counts.values()))
        else:
            needed[event.pk] = max(
                (
                    _table_rounds(
                        movement,
                        frame,
                        frozenset(taken[event.pk, table] if table in gaps[event.pk] else range(1, frame + 1)),
                        event.games,
                    )
                    for table, frame in frames.get(event.pk, {}).items()
                    if counts[table]
                ),
                default=event.games,
            )
    return needed


@lru_cache(maxsize=1024)
def _table_rounds(movement: Movement, frame: int, taken: frozenset[int], games: int) -> int:
    """The rounds that one table needs. Most tables of a weekend are alike, and a list of events asks for each of them."""
    return rotation.rounds_needed(movement, {"A": frame}, [str(Seat("A", number)) for number in taken], games)


def frames_of(events: Iterable[Event]) -> dict[int, dict[str, int]]:
    """The frame of every table by the events' keys, in table order; nothing for an event that is not seated."""
    frames: dict[int, dict[str, int]] = defaultdict(dict)
    for event_pk, name, seats in SeatingTable.objects.filter(event__in=events).values_list("event", "name", "seats"):
        frames[event_pk][name] = seats
    return dict(frames)


def frames(event: Event) -> dict[str, int]:
    """The frame of every table: the even number of seats that people move through."""
    return frames_of([event]).get(event.pk, {})


def repeats_allowed(movement: Movement, frames: Mapping[str, int], fixed_rounds: int | None) -> bool:
    """Whether people may meet again: the director set more rounds than a table has different opponents (ours)."""
    plan = rotation.PLANS.get(movement)
    if plan is None or fixed_rounds is None:
        return False
    return any(fixed_rounds > rotation.cycle(plan, frame) for frame in frames.values())


def schedule(event: Event, game: int | None = None) -> tuple[Pairing, ...]:
    """Who meets whom in every game, or in this one; who sits out is named with nobody. In two queries.

    Empty before the seats are drawn and with movement `none`.
    """
    if not event.is_seated or Movement(event.movement) not in rotation.PLANS:
        return ()
    dealt = deal.with_first_deals(_pairings(event), deal.Deal(event.deal))
    return tuple(pairing for pairing in dealt if game is None or pairing.game == game)


def _pairings(event: Event) -> tuple[Pairing, ...]:
    seats = tuple(playing_seats(event))
    return _meetings(Movement(event.movement), tuple(frames(event).items()), seats, event.games, event.fixed_rounds)


@lru_cache(maxsize=64)
def _meetings(
    movement: Movement, held: tuple[tuple[str, int], ...], seats: tuple[str, ...], games: int, rounds: int | None
) -> tuple[Pairing, ...]:
    """The games of these seats. Kept, because every card that is typed asks for them while the seats stay the same."""
    repeats = repeats_allowed(movement, dict(held), rounds)
    return rotation.schedule(movement, dict(held), seats, games, rounds=rounds, allow_repeats=repeats)


def counted_games(event: Event) -> dict[str, frozenset[int]] | None:
    """The games that count for each seat; None with movement `none`, where the first lines of a card count."""
    if Movement(event.movement) not in rotation.PLANS:
        return None
    return rotation.counted_games(_pairings(event)) if event.is_seated else {}


def playing_seats(event: Event) -> list[str]:
    """The seats of those who play, in seat order."""
    return [
        str(Seat(table, number))
        for table, number in event.entries.playing().in_seat_order().values_list("table", "seat_number")
        if table is not None and number is not None
    ]
