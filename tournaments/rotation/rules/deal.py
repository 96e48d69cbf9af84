"""Who deals first in a game of the qualifying round (rule 1.5.a, 2020).

With *cut for deal* the two players cut before every game. With *alternate deal* nobody cuts: the director announces a
scheme. The scheme here (ours) is a list, printed on every card, in which each player deals first in half of the counted
games, give or take one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from heapq import heappop, heappush
from typing import NamedTuple

from tournaments.rotation.rules.movements import Pairing
from tournaments.rules.seat import parse_seat, seat_order

_NOBODY = ""


class Deal(StrEnum):
    """The two formats of the first deal."""

    CUT = "cut"
    ALTERNATE = "alternate"


def with_first_deals(pairings: Iterable[Pairing], deal: Deal) -> tuple[Pairing, ...]:
    """Return the schedule with the first deal of every game filled in, in the same order.

    With a cut, and for a sit-out, it is None. With alternate deal every player deals first in half of their counted
    games, give or take one, whatever sit-outs, extra games and repeats there are; a game that counts for neither is
    dealt first from the odd seat. Tables do not influence each other.
    """
    games = tuple(pairings)
    return tuple(
        game if game.first_deal == dealer else replace(game, first_deal=dealer)
        for game, dealer in zip(games, first_dealers(games, deal), strict=True)
    )


def first_dealers(games: Sequence[Pairing], deal: Deal) -> list[str | None]:
    """Return who deals first in each of these games, as in `with_first_deals`."""
    dealers: dict[int, str | None] = {}
    if deal is Deal.ALTERNATE:
        tables: dict[str, list[int]] = defaultdict(list)
        for place, game in enumerate(games):
            tables[game.table].append(place)
        for places in tables.values():
            dealers.update(zip(places, _first_dealers([games[place] for place in places]), strict=True))
    return [dealers.get(place) for place in range(len(games))]


def balanced(
    games: Sequence[Pairing], announced: Iterable[Pairing], *, after: int | None = None
) -> tuple[Pairing, ...]:
    """Return these games with the `announced` first deals, balanced anew where people no longer meet as announced.

    If a game was announced twice, the later announcement counts. Up to the game `after` (all games by default)
    announcements stay, and people with another opponent deal first if their card says so. In later games everybody
    keeps what their card says if both can. Then first deals change, one chain of games at a time, until no chain brings
    anybody nearer to half of their counted games, give or take one, without moving somebody else as far from it. The
    result is minimal both for the worst-off player and in total. Each step takes the chain that changes the fewest
    announced games. Tables do not influence each other.
    """
    known = [announcement for announcement in announced if announcement.first_deal is not None]
    printed = {(announcement.game, frozenset(announcement.players)): announcement.first_deal for announcement in known}
    says = {
        (announcement.game, player): player == announcement.first_deal
        for announcement in known
        for player in announcement.players
    }
    dealers: list[str | None] = [printed.get((game.game, frozenset(game.players))) for game in games]
    fixed = [dealer is not None for dealer in dealers]
    for place, game in enumerate(games):
        if None not in game.players and dealers[place] is None:
            odd, even = game.players
            odd_says, even_says = says.get((game.game, str(odd))), says.get((game.game, str(even)))
            if odd_says != even_says:
                dealers[place] = odd if odd_says or even_says is False else even
    ahead: Counter[str] = Counter()

    def count(place: int, times: int = 1) -> None:
        for player, counts in zip(games[place].players, games[place].counted, strict=True):
            if player is not None and counts and dealers[place] is not None:
                ahead[player] += times if player == dealers[place] else -times

    for place in range(len(games)):
        count(place)
    for place, game in enumerate(games):
        odd, even = game.players
        if odd is not None and even is not None and dealers[place] is None:
            dealers[place] = even if ahead[even] < ahead[odd] else odd
            count(place)
    if after is None or all(abs(by) <= 1 for by in ahead.values()):
        return tuple(replace(game, first_deal=dealer) for game, dealer in zip(games, dealers, strict=True))
    of: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, game in enumerate(games):
        if game.game > after and None not in game.players:
            for player, counts in zip(game.players, game.counted, strict=True):
                if player is not None and counts:
                    of[player].append((place, int(fixed[place])))
    moved = True
    while moved:
        # A change for others may open a way for somebody who had none, so all are tried again.
        moved = False
        for player in sorted((name for name, by in ahead.items() if abs(by) > 1), key=seat_order):
            while abs(ahead[player]) > 1 and (chain := _least_flips(games, dealers, of, ahead, player)):
                moved = True
                for place in chain:
                    count(place, -1)
                    odd, even = games[place].players
                    dealers[place] = even if dealers[place] == odd else odd
                    count(place)
    return tuple(replace(game, first_deal=dealer) for game, dealer in zip(games, dealers, strict=True))


def deals_of(games: Iterable[Pairing]) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Return the first deals of one table's games as a course keeps them: per game pairs of seat numbers, dealer first.

    >>> deals_of([Pairing(2, "A", (1, 2), ("A-1", "A-7"), first_deal="A-7"), Pairing(2, "A", (3, 4), ("A-3", None))])
    ((2, ((7, 1),)),)
    """
    pairs_by_game: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        first, second = game.players
        if first is not None and second is not None and game.first_deal is not None:
            dealer, other = (first, second) if game.first_deal == first else (second, first)
            pairs_by_game[game.game].append((parse_seat(dealer).number, parse_seat(other).number))
    return tuple((game, tuple(pairs)) for game, pairs in sorted(pairs_by_game.items()))


class Uneven(NamedTuple):
    """A player who does not deal first in half of their counted games, give or take one: first deals and counted
    games."""

    seat: str
    deals: int
    games: int


def uneven(games: Iterable[Pairing]) -> tuple[Uneven, ...]:
    """Return the players who do not deal first in half of their counted games, give or take one, in seat order."""
    deals: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for game in games:
        for player, counts in zip(game.players, game.counted, strict=True):
            if player is not None and counts and game.first_deal is not None:
                counted[player] += 1
                deals[player] += player == game.first_deal
    return tuple(
        Uneven(player, deals[player], counted[player])
        for player in sorted(counted, key=seat_order)
        if abs(2 * deals[player] - counted[player]) > 1
    )


def _least_flips(
    games: Sequence[Pairing],
    dealers: Sequence[str | None],
    of: Mapping[str, Sequence[tuple[int, int]]],
    ahead: Mapping[str, int],
    start: str,
) -> list[int]:
    """Return the games whose first deals to flip so that this player gets nearer to half; empty if none can be.

    It is the cheapest chain of players whose last one then is nearer to half than this one was. `of` are the games of
    each player that may change, each with its cost.
    """
    too_many = ahead[start] > 0
    away = abs(ahead[start])
    # Each player reached, with the one before and the game. A step moves two deals: one more here, one fewer there.
    reached: dict[str, tuple[str, int]] = {}
    waiting: list[tuple[int, int, int, str, str]] = [(0, 0, -1, start, start)]
    while waiting:
        cost, length, by, player, before = heappop(waiting)
        if player in reached:
            continue
        reached[player] = before, by
        if player == _NOBODY or (player != start and (ahead[player] if too_many else -ahead[player]) < away - 2):
            chain = []
            while player != start:
                player, by = reached[player]
                chain.append(by)
            return chain
        for place, costs in of.get(player, ()):
            if (dealers[place] == player) is too_many:
                odd, even = games[place].players
                other, counts = (even, games[place].counted[1]) if odd == player else (odd, games[place].counted[0])
                next_player = other if counts and other is not None else _NOBODY
                if next_player not in reached:
                    heappush(waiting, (cost + costs, length + 1, place, next_player, player))
    return []


def _first_dealers(games: Sequence[Pairing]) -> list[str | None]:
    """Return the first dealer of each game of one table, None for a sit-out.

    A game is an edge between its players. A game that counts for only one of them joins that player to nobody, so that
    it affects one side only; a player with an odd number of counted games is joined to nobody once more. Then every
    degree is even, and the edges fall into closed walks. Along these each player is left as often as reached: the one
    left deals first. Games of two who meet twice are no edges: each of them deals first once.
    """
    edges: dict[int, tuple[str, str]] = {}
    degrees: dict[str, int] = defaultdict(int)
    turns = _taken_in_turn(games)
    for place, game in enumerate(games):
        if place in turns:
            continue
        first, second = (
            player if player is not None and counts else _NOBODY
            for player, counts in zip(game.players, game.counted, strict=True)
        )
        if first != second:
            edges[place] = (first, second)
            degrees[first] += 1
            degrees[second] += 1
    players = sorted(degrees.keys() - {_NOBODY}, key=seat_order)
    lone = [player for player in players if degrees[player] % 2]
    edges.update(enumerate(((player, _NOBODY) for player in lone), start=len(games)))

    dealers = [None if None in game.players else game.players[0] for game in games]
    for place, dealer in turns.items():
        dealers[place] = dealer
    for place, left in _closed_walks(edges, [*players, _NOBODY]):
        if place < len(games):
            odd, even = games[place].players
            dealers[place] = odd if left == edges[place][0] else even
    return dealers


def _taken_in_turn(games: Sequence[Pairing]) -> dict[int, str | None]:
    """Return the first dealers of games between two who meet twice in counted games: each deals first once."""
    first: dict[frozenset[str | None], int] = {}
    dealers: dict[int, str | None] = {}
    for place, game in enumerate(games):
        if None in game.players or not all(game.counted):
            continue
        pair = frozenset(game.players)
        before = first.pop(pair, None)
        if before is None:
            first[pair] = place
        else:
            dealer, other = games[before].players
            dealers.update({before: dealer, place: other})
    return dealers


def _closed_walks(edges: dict[int, tuple[str, str]], starts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Walk every edge once, in closed walks from each start in turn; yield each edge and the end it was left from."""
    ahead: dict[str, list[int]] = defaultdict(list)
    for edge in sorted(edges, reverse=True):
        for end in edges[edge]:
            ahead[end].append(edge)
    walked = set()
    for start in starts:
        current = start
        while ahead[current]:
            edge = ahead[current].pop()
            if edge not in walked:
                walked.add(edge)
                yield edge, current
                first, second = edges[edge]
                current = second if current == first else first
