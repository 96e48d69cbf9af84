"""The partners ladder: who sits at which table in each game, decided by who won the game before.

Tables are numbered from 1, with two teams at each. A team is named by its permanent ID. In the first game the seats
decide: 1 and 2 play at table 1, 3 and 4 at table 2. After each game the winners move one table on and the losers stay
(*Ballantrae Summer Games*, 2023). That text does not say where the winners of the last table go, nor what an odd number
of teams does. These are ours:

- With `Top.FIRST` the winners of the last table go to table 1. With `Top.STAY` they stay, and the losers of the last
  table go to table 1 instead, because each table needs two teams.
- With an odd number one team sits out each game and earns nothing: one of those that have sat out least, never the
  one that sat out the game before. Its place goes to the team that returns.
- A team that comes late fills a place that is free; a team that leaves frees one. If there are too few teams for the
  tables, the last table closes and its teams fill the free places.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.seat import seat_order

LEAST_TEAMS = 4
"""With fewer teams there is one table, and nobody can move."""


class Top(StrEnum):
    """Where the winners of the last table go."""

    FIRST = "first"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class Ladder:
    """One game of the ladder: the two teams at table 1, 2 …, and the teams that sit out.

    Several teams sit out together only if teams came after the game was set up.
    """

    tables: tuple[tuple[str, str], ...]
    sits_out: tuple[str, ...] = ()

    @property
    def teams(self) -> frozenset[str]:
        """The teams that play this game."""
        return frozenset(team for pair in self.tables for team in pair)


def first_game(teams: Collection[str]) -> Ladder:
    """Return the first game of these teams, by their seats; with an odd number the last one sits out.

    >>> first_game(["A-3", "A-1", "A-2"])
    Ladder(tables=(('A-1', 'A-2'),), sits_out=('A-3',))
    """
    ordered = sorted(teams, key=seat_order)
    paired = len(ordered) - len(ordered) % 2
    tables = tuple((ordered[place], ordered[place + 1]) for place in range(0, paired, 2))
    return Ladder(tables, tuple(ordered[paired:]))


def next_game(
    games: Sequence[Ladder], winners: Mapping[int, str], teams: Collection[str], top: Top = Top.FIRST
) -> Ladder:
    """Return the game that follows these games.

    `winners` are the winners of the last game by table; `teams` are all teams that will play: those that are still
    there, and those that came. A table at which a team is gone may have no winner; the other team stays there.
    ValueError without a game, for a winner who did not play at the table, or for two teams without a winner.

    >>> games = [first_game([f"A-{number}" for number in range(1, 8)])]
    >>> next_game(games, {1: "A-1", 2: "A-4", 3: "A-5"}, games[0].teams | {"A-7"})
    Ladder(tables=(('A-2', 'A-5'), ('A-3', 'A-1'), ('A-4', 'A-7')), sits_out=('A-6',))
    """
    if not games:
        raise ValueError("the ladder has no game that another one could follow")
    last, present = games[-1], set(teams)
    places = _moved(last, winners, present, top)
    waiting = present - {team for pair in places for team in pair}
    in_order = sorted(waiting, key=lambda team: (team not in last.sits_out, seat_order(team)))
    rests = rests_next(games, present)
    tables = _filled(
        [[team for team in pair if team != rests] for pair in places],
        [team for team in in_order if team != rests],
        len(present) // 2,
    )
    return Ladder(tables, (rests,) if rests else ())


def rests_next(games: Sequence[Ladder], teams: Collection[str]) -> str:
    """Return the team that sits out the game that follows, if these teams play it; empty for an even number.

    >>> rests_next([first_game(["A-1", "A-2", "A-3", "A-4", "A-5"])], {"A-1", "A-2", "A-3", "A-4", "A-5"})
    'A-4'
    """
    return _rests(games, teams) if len(teams) % 2 else ""


def next_tables(
    games: Sequence[Ladder], winners: Mapping[int, str], teams: Collection[str], top: Top = Top.FIRST
) -> dict[str, int]:
    """Return where teams go in the game that follows, as far as the results so far say it; 0 for the one that sits out.

    Takes what `next_game` takes, except that tables may have no winner yet. A team that returns from sitting out is
    known once every table has its winner.

    >>> next_tables([first_game([f"A-{number}" for number in range(1, 8)])], {3: "A-5"}, [f"A-{n}" for n in range(1, 8)])
    {'A-6': 0, 'A-5': 1}
    """
    last, present = games[-1], set(teams)
    final, tables = len(last.tables), len(present) // 2
    rests = rests_next(games, present)
    known = {rests: 0} if rests else {}
    for table, pair in enumerate(last.tables, start=1):
        winner = winners.get(table)
        if winner is None:
            continue
        for team in pair:
            goes_on = (team == winner) != (table == final and top is Top.STAY)
            comes_to = table % final + 1 if goes_on else table
            # The teams of a table that closes go where a place is free.
            if team in present and team != rests and comes_to <= tables:
                known[team] = comes_to
    return known


def _moved(last: Ladder, winners: Mapping[int, str], present: Collection[str], top: Top) -> list[list[str]]:
    """The teams at each table after the move, as far as they are still there: who stays, then who comes."""
    stays: list[list[str]] = [[] for _pair in last.tables]
    comes: list[list[str]] = [[] for _pair in last.tables]
    final = len(last.tables)
    for table, pair in enumerate(last.tables, start=1):
        winner = winners.get(table)
        here = [team for team in pair if team in present]
        if winner not in (None, *pair) or (winner is None and len(here) == 2):
            raise ValueError(f"table {table} has no winner among its teams")
        for team in here:
            goes_on = team == winner
            if table == final and top is Top.STAY:
                goes_on = winner is not None and not goes_on
            if goes_on:
                comes[table % final].append(team)
            else:
                stays[table - 1].append(team)
    return [stay + come for stay, come in zip(stays, comes, strict=True)]


def _rests(games: Sequence[Ladder], present: Collection[str]) -> str:
    """The team that sits out next: of those that have sat out least the last by seat, but none twice running.

    A team that comes late starts with as many sit-outs as the most that any team had then, so that it does not come
    only to sit out.
    """
    rested: Counter[str] = Counter()
    seen: set[str] = set()
    for game in games:
        _count_newcomers(rested, (game.teams | set(game.sits_out)) - seen)
        seen |= game.teams | set(game.sits_out)
        rested.update(game.sits_out)
    _count_newcomers(rested, set(present) - seen)
    candidates = [team for team in present if team not in games[-1].sits_out] or list(present)
    by_seat = sorted(candidates, key=seat_order, reverse=True)
    return min(by_seat, key=lambda team: (rested[team], team not in seen))


def _count_newcomers(rested: Counter[str], newcomers: Collection[str]) -> None:
    most = max(rested.values(), default=0)
    rested.update(dict.fromkeys(newcomers, most))


def _filled(places: Sequence[Sequence[str]], waiting: Sequence[str], tables: int) -> tuple[tuple[str, str], ...]:
    """Fill this many tables: free places take those waiting, then the teams of tables that close."""
    kept = [list(pair) for pair in places[:tables]]
    kept += [[] for _table in range(tables - len(kept))]
    coming = [*waiting, *(team for pair in places[tables:] for team in reversed(pair))]
    for pair in kept:
        while len(pair) < 2:
            pair.append(coming.pop(0))
    return tuple((pair[0], pair[1]) for pair in kept)
