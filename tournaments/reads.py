"""Fetches what pages, API and the apps above show of tournaments, events, entrants and seats.

An entrant *plays* unless it is a no-show: a no-show's seat is empty and moves like a person. Whoever withdrew stays in
the schedule and in the count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Count, Q, QuerySet

from tournaments.access import Person
from tournaments.models import Entry, Event, SeatingTable, Tournament, User
from tournaments.rules import deal, rotation
from tournaments.rules.acc_number import member
from tournaments.rules.quota import quota as quota_of
from tournaments.rules.rotation import Movement, Pairing
from tournaments.rules.seat import Seat


@dataclass(frozen=True, slots=True)
class EventSummary:
    """What everybody may know of an event. `entrants` and `quota` count those who play; `rounds` as `rounds` says."""

    slug: str
    kind: str
    games: int
    deal: str
    movement: str
    rounds: int
    phase: str
    entrants: int
    quota: int
    quota_reason: str
    hidden: tuple[str, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """What everybody who may see a tournament may know of it."""

    slug: str
    name: str
    starts_on: date
    venue: str
    time_zone: str
    edition: str
    public: bool
    events: tuple[EventSummary, ...]


def visible_tournaments(user: Person) -> QuerySet[Tournament]:
    """The tournaments that exist for this person: the public ones and those in which they have a role; newest first."""
    tournaments = Tournament.objects.all()
    if isinstance(user, User) and user.is_active:
        if user.is_superuser:
            return tournaments
        return tournaments.filter(Q(public=True) | Q(pk__in=user.roles.values("tournament")))
    return tournaments.filter(public=True)


def tournament_summary(tournament: Tournament) -> TournamentSummary:
    """One tournament with its events."""
    return tournament_summaries([tournament])[0]


def tournament_summaries(tournaments: Sequence[Tournament]) -> list[TournamentSummary]:
    """Tournaments with their events, in the order given, by a number of queries that does not depend on how many."""
    events = list(Event.objects.filter(tournament__in=tournaments).select_related("tournament"))
    by_event = summaries(events)
    held: dict[int, list[EventSummary]] = defaultdict(list)
    for event in events:
        held[event.tournament_id].append(by_event[event.pk])
    return [
        TournamentSummary(
            slug=tournament.slug,
            name=tournament.name,
            starts_on=tournament.starts_on,
            venue=tournament.venue,
            time_zone=tournament.time_zone,
            edition=tournament.edition,
            public=tournament.public,
            events=tuple(held[tournament.pk]),
        )
        for tournament in tournaments
    ]


def summary(event: Event) -> EventSummary:
    """One event as everybody may know it."""
    return summaries([event])[event.pk]


def summaries(events: Collection[Event]) -> dict[int, EventSummary]:
    """The summaries by the events' keys, in at most four queries for however many events."""
    entrants: dict[int, int] = dict(
        Entry.objects.filter(event__in=events).playing().values_list("event").annotate(n=Count("pk")).order_by()
    )
    needed = _rounds_of(events)
    return {
        event.pk: EventSummary(
            slug=event.slug,
            kind=event.kind,
            games=event.games,
            deal=event.deal,
            movement=event.movement,
            rounds=needed[event.pk],
            phase=event.phase,
            entrants=entrants.get(event.pk, 0),
            quota=event.quota_exemption or quota_of(entrants.get(event.pk, 0)),
            quota_reason=event.quota_reason,
            hidden=tuple(event.hidden),
            revision=event.revision,
        )
        for event in events
    }


def rounds(event: Event) -> int:
    """How many rounds the event takes: what the director set, else what the seats need.

    As many as it has games, one more where a table is odd, more where several seats of a table are empty. Before the
    draw the number of entrants says whether a table will be odd.
    """
    return _rounds_of([event])[event.pk]


def _rounds_of(events: Collection[Event]) -> dict[int, int]:
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
    movement = Movement(event.movement)
    if not event.is_seated or movement not in rotation.PLANS:
        return ()
    held = frames(event)
    pairings = rotation.schedule(
        movement,
        held,
        playing_seats(event),
        event.games,
        rounds=event.fixed_rounds,
        allow_repeats=repeats_allowed(movement, held, event.fixed_rounds),
    )
    dealt = deal.with_first_deals(pairings, deal.Deal(event.deal))
    return tuple(pairing for pairing in dealt if game is None or pairing.game == game)


def counted_games(event: Event) -> dict[str, frozenset[int]] | None:
    """The games that count for each seat; None with movement `none`, where the first lines of a card count."""
    if Movement(event.movement) not in rotation.PLANS:
        return None
    return rotation.counted_games(schedule(event))


def playing_seats(event: Event) -> list[str]:
    """The seats of those who play, in seat order."""
    return [
        str(Seat(table, number))
        for table, number in event.entries.playing().in_seat_order().values_list("table", "seat_number")
        if table is not None and number is not None
    ]


def entrants(event: Event) -> QuerySet[Entry]:
    """Everybody entered, in seat order; those without a seat last, as entered."""
    return Entry.objects.of(event).in_seat_order()


def entry_at(event: Event, key: str) -> Entry | None:
    """The entry with this seat (`A-7`) or this number (`12`), with its player; None where there is none."""
    entries = Entry.objects.of(event).select_related("player")
    if key.isdecimal():
        return entries.filter(number=int(key)).first() if len(key) < 10 else None
    table, _dash, number = key.partition("-")
    if not (number.isdecimal() and len(number) < 4):
        return None
    return entries.filter(table=table, seat_number=int(number)).first()


def duplicate_members(event: Event) -> frozenset[str]:
    """The ACC numbers, without a youth's Y, that more than one entrant of the event has."""
    numbers = Entry.objects.of(event).exclude(acc_number="").values_list("acc_number", flat=True)
    counted = Counter(map(member, numbers))
    return frozenset(number for number, entries in counted.items() if entries > 1)
