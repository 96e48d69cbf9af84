"""What a schedule gives each player, and why a schedule is impossible: shown to the director before people sit down.

All of it is ours: the rulebook has no chart of the movement.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tournaments.rotation.rules.ladder import LEAST_TEAMS
from tournaments.rotation.rules.movements import PLANS, Away, Course, Movement, Pairing, schedule, seats_by_table
from tournaments.rules.finding import Finding
from tournaments.rules.seat import Seat, seat_order


@dataclass(frozen=True, slots=True)
class Meetings:
    """One player's totals: counted games, opponents in them, repeats, sit-outs and extra games.

    Being free is not a sit-out. A repeat is a meeting beyond the format: the second one, or the third with two games
    against each opponent.
    """

    seat: str
    games: int
    opponents: int
    repeats: int
    sit_outs: int
    extra_games: int


@dataclass(frozen=True, slots=True)
class Again:
    """The result of letting people meet again.

    - `rounds` is the number of rounds it takes.
    - `people` is the number of players with repeats, and `most` the largest number of repeats of one of them.
    - `short` is the number of players from the start who still get fewer games than the event has.
    - `late` is the number of latecomers who get fewer.
    """

    rounds: int
    people: int
    most: int
    short: int
    late: int = 0


def rounds_needed(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    *,
    allow_repeats: bool = False,
    away: Collection[Away] = (),
    courses: Mapping[str, Course] | None = None,
) -> int:
    """Return how many rounds the event takes until everybody has `games` games, as far as the movement allows.

    With movement NONE it is the number of games. ValueError as `schedule`.

    >>> eleven = [f"A-{number}" for number in range(1, 12)]
    >>> rounds_needed(Movement.ANCHOR, {"A": 12}, eleven, 9)
    10
    """
    pairings = schedule(movement, frames, occupied, games, allow_repeats=allow_repeats, away=away, courses=courses)
    return max((pairing.game for pairing in pairings), default=games)


def counted_games(pairings: Iterable[Pairing]) -> dict[str, frozenset[int]]:
    """Return the games that count for each player of the schedule, in seat order.

    Movement NONE has no schedule: with it the first lines of a card count, in the order of games.
    """
    counted: dict[str, set[int]] = {}
    for pairing in pairings:
        for player, counts in zip(pairing.players, pairing.counted, strict=True):
            if player is not None:
                counted.setdefault(player, set()).update({pairing.game} if counts else ())
    return {player: frozenset(counted[player]) for player in sorted(counted, key=seat_order)}


def meetings(pairings: Iterable[Pairing], movement: Movement = Movement.ANCHOR) -> tuple[Meetings, ...]:
    """Return each player's totals for a schedule of this movement, in seat order; empty for movement NONE."""
    plan = PLANS.get(movement)
    if plan is None:
        return ()
    met: dict[str, Counter[str]] = defaultdict(Counter)
    sit_outs: Counter[str] = Counter()
    extra_games: Counter[str] = Counter()
    for pairing in pairings:
        for player, opponent, counts in zip(pairing.players, pairing.players[::-1], pairing.counted, strict=True):
            if player is None:
                continue
            opponents = met[player]
            if opponent is None:
                sit_outs[player] += not pairing.free
            elif counts:
                opponents[opponent] += 1
            else:
                extra_games[player] += 1
    return tuple(
        Meetings(
            player,
            games=met[player].total(),
            opponents=len(met[player]),
            repeats=sum(max(0, times - plan.games_per_move) for times in met[player].values()),
            sit_outs=sit_outs[player],
            extra_games=extra_games[player],
        )
        for player in sorted(met, key=seat_order)
    )


def opponents_needed(movement: Movement, games: int) -> int:
    """Return how many different opponents this many games take.

    >>> opponents_needed(Movement.ANCHOR, 22), opponents_needed(Movement.TWO_GAMES, 21)
    (22, 11)
    """
    return -(-games // PLANS[movement].games_per_move)


def players_needed(movement: Movement, games: int) -> int:
    """Return the fewest players with whom a table gives everybody this many games without a repeat.

    With one side moving, people only meet the other side, so it takes twice as many.

    >>> [players_needed(movement, 22) for movement in PLANS]
    [23, 44, 44, 12]
    """
    opponents = opponents_needed(movement, games)
    return opponents + 1 if PLANS[movement].mixes else 2 * opponents


def find_impossible(
    movement: Movement,
    frames: Mapping[str, int],
    occupied: Collection[str],
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
    allow_uneven: bool = False,
) -> tuple[Finding, ...]:
    """Return every reason why not everybody can have `games` games in this movement, each with its numbers.

    - `teams`: a ladder has too few teams (teams, needed)
    - `alone`: one player has a table without an opponent (table, players)
    - `opponents`: a table has too few players for different opponents (games, opponents_needed, players_needed, table,
      players, opponents)
    - `sit_outs`: some sit out at least two games more than others of their table, unless `allow_uneven` (table, seats,
      players, most, fewest)
    - `rounds`: the rounds that were set are too few (rounds, needed, table, games)
    """
    if movement is Movement.LADDER:
        few = len(occupied) < LEAST_TEAMS
        return (
            (Finding("teams", "movement", values=(("teams", len(occupied)), ("needed", LEAST_TEAMS))),) if few else ()
        )
    if movement is Movement.NONE:
        return ()
    findings = []
    for table, taken in seats_by_table(frames, occupied).items():
        players = len(taken)
        if players == 1:
            findings.append(Finding("alone", "tables", values=(("table", table), ("players", players))))
            continue
        if not players:
            continue
        pairings, totals = one_table(movement, frames[table], taken, games, None, allow_repeats=allow_repeats)
        needed = pairings[-1].game if pairings else games
        if any(person.games < games for person in totals):
            findings.append(_too_few(movement, table, games, totals))
            continue
        most, fewest = _sit_outs(totals)
        if is_uneven(most, fewest) and not allow_uneven:
            uneven = (
                ("table", table),
                ("seats", frames[table]),
                ("players", players),
                ("most", most),
                ("fewest", fewest),
            )
            findings.append(Finding("sit_outs", "movement", values=uneven))
        if rounds is not None and rounds < needed:
            values = (("rounds", rounds), ("needed", needed), ("table", table), ("games", games))
            findings.append(Finding("rounds", "rounds", values=values))
    return tuple(findings)


@lru_cache(maxsize=64)
def one_table(
    movement: Movement, frame: int, taken: frozenset[int], games: int, rounds: int | None, *, allow_repeats: bool
) -> tuple[tuple[Pairing, ...], tuple[Meetings, ...]]:
    """Return the schedule of a single table, named A, and its players' totals.

    Cached, because most tables of a hall are alike. ValueError as `schedule`.
    """
    seats = [str(Seat("A", number)) for number in taken]
    pairings = schedule(movement, {"A": frame}, seats, games, rounds=rounds, allow_repeats=allow_repeats)
    return pairings, meetings(pairings, movement)


def _too_few(movement: Movement, table: str, games: int, totals: Collection[Meetings]) -> Finding:
    """The finding that a table has too few players for this many games."""
    return Finding(
        "opponents",
        "tables",
        values=(
            ("games", games),
            ("opponents_needed", opponents_needed(movement, games)),
            ("players_needed", players_needed(movement, games)),
            ("table", table),
            ("players", len(totals)),
            ("opponents", min(person.opponents for person in totals)),
        ),
    )


def _sit_outs(totals: Iterable[Meetings]) -> tuple[int, int]:
    """The most and the fewest sit-outs among these players."""
    counts = [person.sit_outs for person in totals]
    return max(counts), min(counts)


def is_uneven(most: int, fewest: int) -> bool:
    """Whether sit-outs differ by more than the one game that an odd number of players makes inevitable.

    >>> is_uneven(1, 0), is_uneven(2, 0)
    (False, True)
    """
    return most - fewest > 1
