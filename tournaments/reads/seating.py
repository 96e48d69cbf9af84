"""Seats as their pages show them: what a draw would give, and afterwards who sits where and meets whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments import words
from tournaments.errors import Fault
from tournaments.models import Entry, Event
from tournaments.reads.schedule import frames, repeats_allowed, schedule
from tournaments.rules import draw, rotation
from tournaments.rules.rotation import Movement
from tournaments.rules.seat import Seat, parse_seat, seat_order


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
