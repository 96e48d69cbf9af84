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

    If a game was announced twice, the later announcement counts. Announced first deals apply to games that still take
    place. In a game with another opponent, whoever is the first dealer on their own card deals first, unless the two
    cards contradict each other. Else whoever has dealt first less often does.

    In games later than `after` first deals may then change, one chain of games at a time; by default none change. The
    aim is that everybody deals first in half of their counted games, give or take one. Chains change until none brings
    anybody nearer to the aim without moving somebody else as far from it. The result is minimal both for the worst-off
    player and in total. Each step takes the chain that changes the fewest announced games.

    Tables do not influence each other.
    """
    known = [announcement for announcement in announced if announcement.first_deal is not None]
    printed = {(announcement.game, frozenset(announcement.players)): announcement.first_deal for announcement in known}
    deals_on_card = {
        (announcement.game, player): player == announcement.first_deal
        for announcement in known
        for player in announcement.players
    }
    dealers: list[str | None] = [printed.get((game.game, frozenset(game.players))) for game in games]
    is_announced = [dealer is not None for dealer in dealers]
    for place, game in enumerate(games):
        if None not in game.players and dealers[place] is None:
            odd, even = game.players
            odd_says, even_says = deals_on_card.get((game.game, str(odd))), deals_on_card.get((game.game, str(even)))
            if odd_says != even_says:
                dealers[place] = odd if odd_says or even_says is False else even
    surplus: Counter[str] = Counter()

    def count(place: int, times: int = 1) -> None:
        """Add the first deal of this game to `surplus`; with `times` -1 take it out again."""
        for player, counts in zip(games[place].players, games[place].counted, strict=True):
            if player is not None and counts and dealers[place] is not None:
                surplus[player] += times if player == dealers[place] else -times

    for place in range(len(games)):
        count(place)
    for place, game in enumerate(games):
        odd, even = game.players
        if odd is not None and even is not None and dealers[place] is None:
            dealers[place] = even if surplus[even] < surplus[odd] else odd
            count(place)
    if after is None or all(abs(difference) <= 1 for difference in surplus.values()):
        return tuple(replace(game, first_deal=dealer) for game, dealer in zip(games, dealers, strict=True))
    changeable: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, game in enumerate(games):
        if game.game > after and None not in game.players:
            for player, counts in zip(game.players, game.counted, strict=True):
                if player is not None and counts:
                    changeable[player].append((place, int(is_announced[place])))
    has_changed = True
    while has_changed:
        # A chain of one player may open a chain for another, so all players are tried again.
        has_changed = False
        for player in sorted((name for name, difference in surplus.items() if abs(difference) > 1), key=seat_order):
            while abs(surplus[player]) > 1 and (chain := _least_flips(games, dealers, changeable, surplus, player)):
                has_changed = True
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
    """A player who does not deal first in half of their counted games, give or take one.

    `deals` is the number of first deals in counted games, `games` the number of counted games.
    """

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
    changeable: Mapping[str, Sequence[tuple[int, int]]],
    surplus: Mapping[str, int],
    start: str,
) -> list[int]:
    """Return the cheapest chain of games to flip so that player `start` gets nearer to half; empty if there is none.

    Flipping a game gives its first deal to the other player. The chain leads from player to player, and ends at one who
    is nearer to half afterwards than `start` was before, or with a game that counts for one player only.

    `changeable` are the games of each player that may change, as pairs of place and cost. `surplus` is each player's
    number of first deals minus other deals.
    """
    too_many = surplus[start] > 0
    distance = abs(surplus[start])
    # Dijkstra's search: each player reached, with the player before and the place of the game between them. A flip
    # changes the surplus of both players by two.
    reached: dict[str, tuple[str, int]] = {}
    queue: list[tuple[int, int, int, str, str]] = [(0, 0, -1, start, start)]
    while queue:
        cost, length, place_before, player, before = heappop(queue)
        if player in reached:
            continue
        reached[player] = before, place_before
        if player == _NOBODY or (
            player != start and (surplus[player] if too_many else -surplus[player]) < distance - 2
        ):
            chain = []
            while player != start:
                player, place_before = reached[player]
                chain.append(place_before)
            return chain
        for place, costs in changeable.get(player, ()):
            if (dealers[place] == player) is too_many:
                odd, even = games[place].players
                other, counts = (even, games[place].counted[1]) if odd == player else (odd, games[place].counted[0])
                next_player = other if counts and other is not None else _NOBODY
                if next_player not in reached:
                    heappush(queue, (cost + costs, length + 1, place, next_player, player))
    return []


def _first_dealers(games: Sequence[Pairing]) -> list[str | None]:
    """Return the first dealer of each game of one table, None for a sit-out.

    The games form a graph: players are vertices, and a game is an edge between its two players. An extra vertex stands
    for nobody. A game that counts for only one player joins that player to nobody. A player with an odd number of
    counted games gets one more edge to nobody. Then every degree is even, and the edges fall into closed walks. A walk
    leaves each player as often as it reaches them, and the player it leaves deals first in that game. Games of two who
    meet twice are no edges: each of the two deals first once.
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
    odd_players = [player for player in players if degrees[player] % 2]
    edges.update(enumerate(((player, _NOBODY) for player in odd_players), start=len(games)))

    dealers = [None if None in game.players else game.players[0] for game in games]
    for place, dealer in turns.items():
        dealers[place] = dealer
    for place, walker in _closed_walks(edges, [*players, _NOBODY]):
        if place < len(games):
            odd, even = games[place].players
            dealers[place] = odd if walker == edges[place][0] else even
    return dealers


def _taken_in_turn(games: Sequence[Pairing]) -> dict[int, str | None]:
    """Return the first dealers of games between two who meet twice in counted games: each deals first once."""
    unanswered: dict[frozenset[str | None], int] = {}
    dealers: dict[int, str | None] = {}
    for place, game in enumerate(games):
        if None in game.players or not all(game.counted):
            continue
        pair = frozenset(game.players)
        earlier = unanswered.pop(pair, None)
        if earlier is None:
            unanswered[pair] = place
        else:
            dealer, other = games[earlier].players
            dealers.update({earlier: dealer, place: other})
    return dealers


def _closed_walks(edges: dict[int, tuple[str, str]], starts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Walk every edge once, in closed walks from each start in turn. Yields each edge with the end it was left from."""
    open_edges: dict[str, list[int]] = defaultdict(list)
    for edge in sorted(edges, reverse=True):
        for end in edges[edge]:
            open_edges[end].append(edge)
    walked = set()
    for start in starts:
        current = start
        while open_edges[current]:
            edge = open_edges[current].pop()
            if edge not in walked:
                walked.add(edge)
                yield edge, current
                first, second = edges[edge]
                current = second if current == first else first
