"""Who meets whom in the qualifying round: how people move, and the games that come of it.

A table is a long section of seats. Its *frame* is the even number of seats that people move through; odd seats are on
one side, and seat 1 faces seat 2, seat 3 faces seat 4 and so on. People are named by their permanent ID, the seat they
started at. A seat of the frame without an entrant stays empty and moves like a person: who faces it *sits out* and
earns nothing. A game *counts* for a player until that player has as many as the event asks for; a later one is an
*extra game*, which can count on one of its two cards only.

The rulebook speaks of anchor positions (4.2.d, 2020) and has no chart of the movement. What is here is ours, from
halls' practice: everybody moves one seat to the right and the anchor at seat 1 stays.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import lcm

from tournaments.rules.finding import Finding
from tournaments.rules.seat import MAX_SEATS, MAX_TABLES, Seat, parse_seat, seat_order, table_names, table_order

NATURAL_TABLE = 24


class Movement(StrEnum):
    """How people move between games; with NONE the opponents are read from the cards."""

    ANCHOR = "anchor"
    MOVING_SIDE = "moving_side"
    TWO_GAMES = "two_games"
    LADDER = "ladder"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Plan:
    """A movement as data.

    `rings` gives, for a frame, the seats along which people move: each goes to the next seat of the ring, the last to
    the first. A seat in no ring keeps its player. `games_per_move` is the number of games between two moves.
    """

    rings: Callable[[int], tuple[tuple[int, ...], ...]]
    games_per_move: int = 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the schedule, or one player's sit-out.

    `seats` are where the two sit, the odd seat first; `players` who they are, by permanent ID; `counted` for whom of
    them the game counts. A sit-out names its player first, then None, counts for nobody and has no first deal.
    """

    game: int
    table: str
    seats: tuple[int, int]
    players: tuple[str | None, str | None]
    first_deal: str | None = None
    counted: tuple[bool, bool] = (True, True)


@dataclass(frozen=True, slots=True)
class Meetings:
    """What a schedule gives one player: counted games, opponents met in them, repeats, sit-outs and extra games."""

    seat: str
    games: int
    opponents: int
    repeats: int
    sit_outs: int
    extra_games: int


def anchor_rings(frame: int) -> tuple[tuple[int, ...], ...]:
    """Return the one ring around the anchor at seat 1: up the even side and down the odd side.

    >>> anchor_rings(10)
    ((2, 4, 6, 8, 10, 9, 7, 5, 3),)
    """
    return ((*range(2, frame + 1, 2), *range(frame - 1, 1, -2)),)


PLANS: Mapping[Movement, Plan] = {Movement.ANCHOR: Plan(anchor_rings)}
"""The movements that fix a schedule beforehand."""


def sitters(plan: Plan, frame: int, game: int) -> tuple[int, ...]:
    """Return whose starting seat sits at seats 1, 2 … `frame` in this game (from 1).

    >>> sitters(PLANS[Movement.ANCHOR], 6, 2)
    (1, 3, 5, 2, 6, 4)
    """
    moves = (game - 1) // plan.games_per_move
    at = list(range(frame + 1))
    for ring in plan.rings(frame):
        for place, seat in enumerate(ring):
            at[seat] = ring[(place - moves) % len(ring)]
    return tuple(at[1:])


def cycle(plan: Plan, frame: int) -> int:
    """Return after how many games everybody is back at the starting seat: with an anchor one fewer than seats."""
    return plan.games_per_move * lcm(*(len(ring) for ring in plan.rings(frame)))


def frames_for(occupied: Iterable[str]) -> dict[str, int]:
    """Return the smallest even frame of each table that holds these seats, in table order.

    >>> frames_for(["B-2", "A-1", "A-5"])
    {'A': 6, 'B': 2}
    """
    highest: dict[str, int] = {}
    for seat in sorted(parse_seat(text) for text in occupied):
        highest[seat.table] = seat.number + seat.number % 2
    return highest


def schedule(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> tuple[Pairing, ...]:
    """Return every game and sit-out of the qualifying round, by game, then table, then seat; first deals are left open.

    A table plays until everybody at it has `games` games: one more than these where the number is odd, perhaps more
    where several seats are empty. It never goes past the round robin, so that nobody meets twice, unless repeats are
    allowed; then it goes round again. `rounds` is a limit that the director sets; a table that needs fewer still ends
    when it is done. What cannot work out is not refused here but found by `find_impossible`. Movement NONE has no
    schedule.

    ValueError for a movement without a plan, a frame that is odd or too large, a seat outside its frame, no games or
    rounds.
    """
    if movement is Movement.NONE:
        return ()
    if movement not in PLANS:
        raise ValueError(f"the movement {movement} has no plan")
    if games < 1 or (rounds is not None and rounds < 1):
        raise ValueError("a qualifying round has at least one game and one round")
    seated = _by_table(frames, occupied)
    pairings = (
        pairing
        for table, numbers in seated.items()
        for pairing in _table_games(
            PLANS[movement], table, frames[table], numbers, games, rounds=rounds, allow_repeats=allow_repeats
        )
    )
    return tuple(sorted(pairings, key=lambda pairing: pairing.game))


def _by_table(frames: Mapping[str, int], occupied: Collection[str]) -> dict[str, frozenset[int]]:
    """Return the numbers of the occupied seats of each table, in table order."""
    for table, frame in frames.items():
        if frame % 2 or not 2 <= frame <= MAX_SEATS:
            raise ValueError(f"table {table} cannot have a frame of {frame} seats")
    numbers: dict[str, set[int]] = {table: set() for table in sorted(frames, key=table_order)}
    for text in occupied:
        seat = parse_seat(text)
        if seat.number > frames.get(seat.table, 0):
            raise ValueError(f"{seat} is outside the frames")
        numbers[seat.table].add(seat.number)
    return {table: frozenset(taken) for table, taken in numbers.items()}


def _table_games(
    plan: Plan,
    table: str,
    frame: int,
    taken: frozenset[int],
    games: int,
    *,
    rounds: int | None,
    allow_repeats: bool,
) -> Iterator[Pairing]:
    limit = cycle(plan, frame)
    if allow_repeats and len(taken) > 1:
        # Once round the anchor gives everybody at least one game, so going round once for each game is enough.
        limit *= games
    if rounds is not None:
        limit = min(limit, rounds)
    names = {number: str(Seat(table, number)) for number in taken}
    played = dict.fromkeys(taken, 0)
    game = 0
    while game < limit and any(played[number] < games for number in taken):
        game += 1
        at = sitters(plan, frame, game)
        for seat in range(1, frame, 2):
            one, two = at[seat - 1], at[seat]
            if one in taken and two in taken:
                counted = (played[one] < games, played[two] < games)
                yield Pairing(game, table, (seat, seat + 1), (names[one], names[two]), counted=counted)
                played[one] += 1
                played[two] += 1
            elif one in taken:
                yield Pairing(game, table, (seat, seat + 1), (names[one], None), counted=(False, False))
            elif two in taken:
                yield Pairing(game, table, (seat + 1, seat), (names[two], None), counted=(False, False))


def rounds_needed(
    movement: Movement, frames: Mapping[str, int], occupied: Collection[str], games: int, *, allow_repeats: bool = False
) -> int:
    """Return how many rounds the event takes until everybody has `games` games, as far as the movement can give them.

    With movement NONE it is the number of games. ValueError as `schedule`.

    >>> eleven = [f"A-{number}" for number in range(1, 12)]
    >>> rounds_needed(Movement.ANCHOR, {"A": 12}, eleven, 9)
    10
    """
    pairings = schedule(movement, frames, occupied, games, allow_repeats=allow_repeats)
    return max((pairing.game for pairing in pairings), default=games)


def counted_games(pairings: Iterable[Pairing]) -> dict[str, frozenset[int]]:
    """Return the games that count for each player of the schedule, in seat order.

    Movement NONE has no schedule: there the first lines of a card count, by game.
    """
    counted: dict[str, set[int]] = {}
    for pairing in pairings:
        for player, counts in zip(pairing.players, pairing.counted, strict=True):
            if player is not None:
                counted.setdefault(player, set()).update({pairing.game} if counts else ())
    return {player: frozenset(counted[player]) for player in sorted(counted, key=seat_order)}


def meetings(pairings: Iterable[Pairing]) -> tuple[Meetings, ...]:
    """Return what a schedule gives each player, in seat order, for a director to see before people sit down."""
    met: dict[str, Counter[str]] = {}
    sit_outs: Counter[str] = Counter()
    extra_games: Counter[str] = Counter()
    for pairing in pairings:
        for player, opponent, counts in zip(pairing.players, pairing.players[::-1], pairing.counted, strict=True):
            if player is None:
                continue
            opponents = met.setdefault(player, Counter())
            if opponent is None:
                sit_outs[player] += 1
            elif counts:
                opponents[opponent] += 1
            else:
                extra_games[player] += 1
    return tuple(
        Meetings(
            player,
            games=met[player].total(),
            opponents=len(met[player]),
            repeats=met[player].total() - len(met[player]),
            sit_outs=sit_outs[player],
            extra_games=extra_games[player],
        )
        for player in sorted(met, key=seat_order)
    )


def find_impossible(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> tuple[Finding, ...]:
    """Return every reason why not everybody can have `games` games this way, each with the numbers that say so.

    - `movement`: this movement is not available yet (movement)
    - `alone`: one player has a table without an opponent (table, players)
    - `opponents`: a table has too few players for different opponents (games, players_needed, table, players,
      opponents)
    - `rounds`: the rounds that were set are too few (rounds, needed, table, games)
    """
    if movement is Movement.NONE:
        return ()
    if movement not in PLANS:
        return (Finding("movement", "movement", values=(("movement", movement.value),)),)
    found = []
    for table, taken in _by_table(frames, occupied).items():
        players = len(taken)
        if players == 1:
            found.append(Finding("alone", "tables", values=(("table", table), ("players", players))))
        elif players and players <= games and not allow_repeats:
            found.append(
                Finding(
                    "opponents",
                    "tables",
                    values=(
                        ("games", games),
                        ("players_needed", games + 1),
                        ("table", table),
                        ("players", players),
                        ("opponents", players - 1),
                    ),
                )
            )
        elif players and rounds is not None:
            seats = [str(Seat(table, number)) for number in taken]
            needed = rounds_needed(movement, {table: frames[table]}, seats, games, allow_repeats=allow_repeats)
            if rounds < needed:
                values = (("rounds", rounds), ("needed", needed), ("table", table), ("games", games))
                found.append(Finding("rounds", "rounds", values=values))
    return tuple(found)


def propose_tables(entrants: int, games: int, seated: Iterable[str] = ()) -> tuple[int, ...]:
    """Return table sizes, in players, for that many entrants; the first is table A (ours).

    Tables are near the natural size of 24, but large enough for `games` different opponents wherever the entrants
    suffice. They differ by two at most and are even where that is possible, since an odd table sits somebody out in
    every round. With seats that entrants hold already, tables grow to hold them, so that there may be more seats than
    entrants; a table with 0 is unused. ValueError for negative entrants, no games, or more tables than there are names
    for.

    >>> propose_tables(96, 22), propose_tables(100, 22), propose_tables(94, 22), propose_tables(9, 9)
    ((24, 24, 24, 24), (26, 26, 24, 24), (24, 24, 23, 23), (9,))
    """
    if entrants < 0 or games < 1:
        raise ValueError("entrants cannot be fewer than none, nor games fewer than one")
    sizes = _even_sizes(entrants, games + 1)
    names = table_names(MAX_TABLES)
    highest: Counter[str] = Counter()
    for seat in map(parse_seat, seated):
        highest[seat.table] = max(highest[seat.table], seat.number)
    tables = max((names.index(table) + 1 for table in highest), default=0)
    sizes += [0] * (tables - len(sizes))
    return tuple(max(size, highest[name]) for name, size in zip(table_names(len(sizes)), sizes, strict=True))


def _even_sizes(entrants: int, smallest: int) -> list[int]:
    """Split entrants over tables near the natural size, none below `smallest` unless there is but one."""
    if not entrants:
        return []
    nearest = (2 * entrants + NATURAL_TABLE) // (2 * NATURAL_TABLE)
    tables = max(1, min(nearest, entrants // smallest))
    size, larger = divmod(entrants, tables)
    sizes = [size + 1] * larger + [size] * (tables - larger)
    # Two odd tables become even when one gives the other a player, unless the giver then has too few.
    odd = [place for place, players in enumerate(sizes) if players % 2]
    for taker, giver in zip(odd[: len(odd) // 2], odd[::-1], strict=False):
        if sizes[giver] - 1 >= smallest:
            sizes[taker] += 1
            sizes[giver] -= 1
    return sorted(sizes, reverse=True)
