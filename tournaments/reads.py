"""Fetches what pages, API and the apps above show of tournaments, events, entrants and seats.

An entrant *plays* unless it is a no-show: a no-show's seat is empty and moves like a person. Whoever withdrew stays in
the schedule and in the count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache

from django.db.models import Count, Q, QuerySet

from tournaments import words
from tournaments.access import Person
from tournaments.errors import Fault
from tournaments.models import Entry, Event, Role, SeatingTable, Tournament, User
from tournaments.rules import deal, draw, rotation
from tournaments.rules.acc_number import member
from tournaments.rules.phase import Phase
from tournaments.rules.quota import quota as quota_of
from tournaments.rules.rotation import Movement, Pairing
from tournaments.rules.seat import MAX_SEATS, Seat, is_seat, parse_seat, read_seat, seat_order


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


def entrants(event: Event) -> QuerySet[Entry]:
    """Everybody entered, in seat order; those without a seat last, as entered."""
    return Entry.objects.of(event).in_seat_order()


def entry_at(event: Event, key: str) -> Entry | None:
    """The entry with this seat (`A-7`) or this number (`12`), with its player; None where there is none."""
    entries = Entry.objects.of(event).select_related("player")
    if is_seat(key):
        seat = parse_seat(key)
        return entries.filter(table=seat.table, seat_number=seat.number).first()
    if key.isascii() and key.isdecimal() and len(key) < 10:
        return entries.filter(number=int(key)).first()
    return None


def duplicate_members(event: Event) -> frozenset[str]:
    """The ACC numbers, without a youth's Y, that more than one entrant of the event has."""
    numbers = Entry.objects.of(event).exclude(acc_number="").values_list("acc_number", flat=True)
    counted = Counter(map(member, numbers))
    return frozenset(number for number, entries in counted.items() if entries > 1)


# --- What the pages show ---------------------------------------------------------------------------------------------


class Stage(StrEnum):
    """Where a tournament is, as its list shows it."""

    ON = "on"
    TO_COME = "to_come"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event in a list: what everybody may know of it, what it is called, and what it is at."""

    summary: EventSummary
    name: str
    doing: str


def events_shown(summaries: Iterable[EventSummary]) -> list[EventShown]:
    """The events of a tournament as its pages list them."""
    return [
        EventShown(found, words.event_name(found.kind, found.slug), words.doing(found.phase, found.entrants))
        for found in summaries
    ]


@dataclass(frozen=True, slots=True)
class TournamentShown:
    """A tournament in the list of all."""

    stage: Stage
    summary: TournamentSummary
    events: list[EventShown]


def tournaments_shown(listed: Iterable[tuple[Stage, Tournament]]) -> list[TournamentShown]:
    """One page of the list of tournaments, by a number of queries that does not depend on how many."""
    stages, tournaments = zip(*listed, strict=True) if (listed := list(listed)) else ((), ())
    return [
        TournamentShown(stage, summary, events_shown(summary.events))
        for stage, summary in zip(stages, tournament_summaries(tournaments), strict=True)
    ]


def by_stage(tournaments: QuerySet[Tournament]) -> list[tuple[Stage, Tournament]]:
    """The tournaments with their stages: those that are on first, then those to come, the next one first, then the past.

    A tournament is on from the first draw of seats until all its events are in their reports.
    """
    phases: dict[int, set[str]] = defaultdict(set)
    for tournament_pk, phase in Event.objects.filter(tournament__in=tournaments).values_list("tournament", "phase"):
        phases[tournament_pk].add(phase)
    held: dict[Stage, list[Tournament]] = {stage: [] for stage in Stage}
    for tournament in tournaments:
        begun = phases[tournament.pk] - {Phase.REGISTRATION}
        over = begun and phases[tournament.pk] == {Phase.REPORT}
        held[Stage.OVER if over else Stage.ON if begun else Stage.TO_COME].append(tournament)
    held[Stage.TO_COME].reverse()
    return [(stage, tournament) for stage, found in held.items() for tournament in found]


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with roles in a tournament."""

    username: str
    name: str
    roles: tuple[Role, ...]


def holders(tournament: Tournament) -> list[Holder]:
    """Who has which roles, directors first, each person once."""
    order = {kind: place for place, kind in enumerate(Role.Kind.values)}
    held: dict[User, list[Role]] = defaultdict(list)
    for role in sorted(tournament.roles.select_related("user"), key=lambda role: (order[role.kind], role.pk)):
        held[role.user].append(role)
    return [Holder(user.get_username(), user.get_full_name(), tuple(roles)) for user, roles in held.items()]


SHOWN = ("", "unseated", "away", "twice")
"""What of the list of entrants can be asked for: all, who has no seat, no-shows and withdrawn, who is there twice."""


def find_entrants(
    event: Event, *, text: str = "", shown: str = "", numbers: bool = False, twice: Collection[int] = ()
) -> QuerySet[Entry]:
    """The entrants whose name holds this text, or whose seat it is; with `numbers` also by ACC number.

    `twice` are the keys of those who are there twice, which `shown` may ask for.
    """
    found = entrants(event)
    if text:
        wanted = Q(name__icontains=text)
        if seat := read_seat(text):
            wanted |= Q(table=seat.table, seat_number=seat.number)
        if numbers:
            wanted |= Q(acc_number__icontains="".join(text.split()))
        found = found.filter(wanted)
    if shown == "unseated":
        return found.filter(table__isnull=True)
    if shown == "away":
        return found.exclude(status=Entry.Status.PLAYING)
    if shown == "twice":
        return found.filter(pk__in=twice)
    return found


def twice(event: Event) -> frozenset[int]:
    """The keys of the entrants who have the ACC number or the name of another one."""
    by_sign: dict[str, set[int]] = defaultdict(set)
    for pk, name, acc_number in Entry.objects.of(event).values_list("pk", "name", "acc_number"):
        by_sign[" ".join(name.casefold().split())].add(pk)
        if acc_number:
            by_sign[f"number {member(acc_number)}"].add(pk)
    return frozenset(pk for keys in by_sign.values() if len(keys) > 1 for pk in keys)


@dataclass(frozen=True, slots=True)
class EntrantCounts:
    """How many there are of each sort that the list can show."""

    everybody: int
    unseated: int
    away: int
    twice: int


def entrant_counts(event: Event, twice: Collection[int]) -> EntrantCounts:
    """The counts beside the filters of the list, in one query; `twice` are the keys of those who are there twice."""
    counted = Entry.objects.of(event).aggregate(
        everybody=Count("pk"),
        unseated=Count("pk", filter=Q(table__isnull=True)),
        away=Count("pk", filter=~Q(status=Entry.Status.PLAYING)),
    )
    return EntrantCounts(**counted, twice=len(twice))


def free_seats(event: Event) -> list[str]:
    """The seats that a late entry can take, in seat order: empty ones, those of no-shows, and until the first card the
    two by which each table may grow."""
    held = {
        (table, number)
        for table, number in Entry.objects.of(event).playing().values_list("table", "seat_number")
        if table is not None
    }
    grow = 0 if event.cards_begun_at else 2
    return [
        str(Seat(table, number))
        for table, frame in frames(event).items()
        for number in range(1, min(frame + grow, MAX_SEATS) + 1)
        if (table, number) not in held
    ]


def unplayable(
    movement: Movement,
    frames: Mapping[str, int],
    seats: Collection[str],
    games: int,
    *,
    rounds: int | None,
    most_rounds: int,
) -> tuple[Fault, ...]:
    """Why not everybody at these seats can have the games, each fault with its cure; nothing where everybody can.

    Where only meeting again would cure it, the last fault says how many rounds that takes, `most_rounds` at most.
    """
    found = rotation.find_impossible(
        movement, frames, seats, games, rounds=rounds, allow_repeats=repeats_allowed(movement, frames, rounds)
    )
    faults = words.faults(found)
    if found and all(finding.code == "opponents" for finding in found):
        needed = rotation.rounds_needed(movement, frames, seats, games, allow_repeats=True)
        if repeats_allowed(movement, frames, needed) and needed <= most_rounds:
            return (*faults, Fault("rounds", "repeats", words.repeats_cure(needed)))
    return faults


@dataclass(frozen=True, slots=True)
class TablePreview:
    """What one table gives each player: the fewest opponents, the most repeats and sit-outs; extra games of all together."""

    name: str
    players: int
    rounds: int
    opponents: int
    repeats: int
    sit_outs: int
    extra_games: int


@dataclass(frozen=True, slots=True)
class SeatingPreview:
    """What a draw at these tables would give. `faults` say why it cannot be; `tables` are empty then."""

    entrants: int
    sizes: tuple[int, ...]
    proposed: tuple[int, ...]
    tables: tuple[TablePreview, ...]
    rounds: int
    faults: tuple[Fault, ...]


def seating_preview(event: Event, sizes: Sequence[int] | None, *, most_rounds: int) -> SeatingPreview:
    """What drawing seats at these tables gives, without the draw: who sits where is left open, the numbers are not.

    Without `sizes` the tables are those that the rules propose. Two players at least; one query.
    """
    entries = list(event.entries.playing().order_by("number"))
    seated = {entry.number: entry.seat for entry in entries if entry.seat}
    unseated = [entry.number for entry in entries if not entry.seat]
    proposed = rotation.propose_tables(len(entries), event.games, seated.values())
    sizes = proposed if sizes is None else tuple(sizes)
    faults = words.faults(draw.find_unseatable(unseated, seated, sizes))
    movement = Movement(event.movement)
    tables: tuple[TablePreview, ...] = ()
    if not faults:
        # Which seats are taken does not depend on the seed, only who takes them does.
        seats = list(draw.draw_seats(unseated, seated, sizes, seed=0))
        held = rotation.frames_for(seats)
        faults = unplayable(movement, held, seats, event.games, rounds=event.fixed_rounds, most_rounds=most_rounds)
        if not faults:
            tables = _table_previews(event, movement, held, seats)
    return SeatingPreview(
        entrants=len(entries),
        sizes=sizes,
        proposed=proposed,
        tables=tables,
        rounds=max((table.rounds for table in tables), default=event.games),
        faults=faults,
    )


def _table_previews(
    event: Event, movement: Movement, held: Mapping[str, int], seats: Sequence[str]
) -> tuple[TablePreview, ...]:
    pairings = rotation.schedule(
        movement,
        held,
        seats,
        event.games,
        rounds=event.fixed_rounds,
        allow_repeats=repeats_allowed(movement, held, event.fixed_rounds),
    )
    gives: dict[str, list[rotation.Meetings]] = defaultdict(list)
    for meetings in rotation.meetings(pairings):
        gives[parse_seat(meetings.seat).table].append(meetings)
    players = Counter(parse_seat(seat).table for seat in seats)
    rounds_of: dict[str, int] = defaultdict(lambda: event.games)
    for pairing in pairings:
        rounds_of[pairing.table] = pairing.game
    return tuple(
        TablePreview(
            name=table,
            players=players[table],
            rounds=rounds_of[table],
            opponents=min((given.opponents for given in gives[table]), default=0),
            repeats=max((given.repeats for given in gives[table]), default=0),
            sit_outs=max((given.sit_outs for given in gives[table]), default=0),
            extra_games=sum(given.extra_games for given in gives[table]),
        )
        for table in held
    )


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of a table, and who starts there; nobody at an empty one."""

    seat: str
    number: int
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as it was drawn."""

    name: str
    players: int
    seats: tuple[SeatShown, ...]


def tables(event: Event) -> tuple[TableShown, ...]:
    """Every table with everybody at it, in two queries; a no-show's seat stands empty."""
    by_seat = {entry.seat: entry for entry in Entry.objects.of(event).playing() if entry.table}
    found = []
    for table, frame in frames(event).items():
        seats = tuple(
            SeatShown(str(Seat(table, number)), number, by_seat.get(str(Seat(table, number))))
            for number in range(1, frame + 1)
        )
        found.append(TableShown(table, sum(1 for seat in seats if seat.entry), seats))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of one player: against whom, at which seat, who deals first; a sit-out has no opponent."""

    game: int
    seat: int
    opponent: Entry | None
    first_deal: str | None
    counted: bool


def route(event: Event, seat: str) -> tuple[Meeting, ...]:
    """Every game of the player who starts at this seat, in order."""
    by_seat = {entry.seat: entry for entry in Entry.objects.of(event).playing() if entry.table}
    found = []
    for pairing in schedule(event):
        if seat in pairing.players:
            place = pairing.players.index(seat)
            opponent = pairing.players[1 - place]
            found.append(
                Meeting(
                    pairing.game,
                    pairing.seats[place],
                    by_seat[opponent] if opponent else None,
                    pairing.first_deal,
                    pairing.counted[place],
                )
            )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class GameShown:
    """One game of the schedule, or a sit-out, with the people in it."""

    seats: tuple[int, int]
    players: tuple[Entry | None, ...]
    first_deal: str | None


def game_by_table(event: Event, game: int) -> dict[str, list[GameShown]]:
    """Who meets whom in this game, table by table."""
    by_seat = {entry.seat: entry for entry in Entry.objects.of(event).playing() if entry.table}
    found: dict[str, list[GameShown]] = defaultdict(list)
    for pairing in schedule(event, game):
        people = tuple(by_seat[player] if player else None for player in pairing.players)
        found[pairing.table].append(GameShown(pairing.seats, people, pairing.first_deal))
    return dict(found)


def movement_of(event: Event, table: str) -> dict[str, list[str]]:
    """Whom everybody at this table meets, game by game: opponents' seats by the player's; empty where one sits out."""
    found: dict[str, dict[int, str]] = defaultdict(dict)
    games = 0
    for pairing in schedule(event):
        if pairing.table != table:
            continue
        games = max(games, pairing.game)
        for player, opponent in zip(pairing.players, pairing.players[::-1], strict=True):
            if player is not None:
                found[player][pairing.game] = opponent or ""
    return {
        player: [found[player].get(game, "") for game in range(1, games + 1)]
        for player in sorted(found, key=seat_order)
    }
