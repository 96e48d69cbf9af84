"""Who deals first in a game of the qualifying round (rule 1.5.a, 2020).

With *cut for deal* the two players cut before every game. With *alternate deal* nobody cuts: the director announces a
scheme. The announced scheme here (ours) is a list, printed on every card, in which each player deals first in half of
the counted games, give or take one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from tournaments.rules.rotation import Pairing
from tournaments.rules.seat import seat_order

_NOBODY = ""


class Deal(StrEnum):
    """The two formats of the first deal."""

    CUT = "cut"
    ALTERNATE = "alternate"


def with_first_deals(pairings: Iterable[Pairing], deal: Deal) -> tuple[Pairing, ...]:
    """Return the schedule with the first deal of every game filled in, in the same order.

    With a cut, and for a sit-out, it is None. With alternate deal every player deals first in half of the games that
    count for that player, give or take one, whatever sit-outs, extra games and repeats the schedule has; a game that
    counts for neither is dealt first from the odd seat. Tables do not influence each other.
    """
    games = tuple(pairings)
    dealers: dict[int, str | None] = {}
    if deal is Deal.ALTERNATE:
        tables: dict[str, list[int]] = defaultdict(list)
        for place, game in enumerate(games):
            tables[game.table].append(place)
        for places in tables.values():
            dealers.update(zip(places, _first_dealers([games[place] for place in places]), strict=True))
    return tuple(replace(game, first_deal=dealers.get(place)) for place, game in enumerate(games))


def _first_dealers(games: Sequence[Pairing]) -> list[str | None]:
    """Return the first dealer of each game of one table, None for a sit-out.

    A game is an edge between its players. If it counts for one of them only, it joins that one to nobody, so that it
    weighs on one side alone; and who has an odd number of counted games is joined to nobody once more. Every degree is
    then even, so that the edges fall into closed walks. Along them a player is left as often as reached: who is left
    deals first.
    """
    edges: dict[int, tuple[str, str]] = {}
    degrees: dict[str, int] = defaultdict(int)
    for place, game in enumerate(games):
        one, two = (
            player if player is not None and counts else _NOBODY
            for player, counts in zip(game.players, game.counted, strict=True)
        )
        if one != two:
            edges[place] = (one, two)
            degrees[one] += 1
            degrees[two] += 1
    players = sorted(degrees.keys() - {_NOBODY}, key=seat_order)
    lone = [player for player in players if degrees[player] % 2]
    edges.update(enumerate(((player, _NOBODY) for player in lone), start=len(games)))

    dealers = [None if None in game.players else game.players[0] for game in games]
    for place, left in _closed_walks(edges, [*players, _NOBODY]):
        if place < len(games):
            odd, even = games[place].players
            dealers[place] = odd if left == edges[place][0] else even
    return dealers


def _closed_walks(edges: dict[int, tuple[str, str]], starts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Walk every edge once, in closed walks from each start in turn; yield each edge and the end it was left from."""
    ahead: dict[str, list[int]] = defaultdict(list)
    for edge in sorted(edges, reverse=True):
        for end in edges[edge]:
            ahead[end].append(edge)
    walked = set()
    for start in starts:
        here = start
        while ahead[here]:
            edge = ahead[here].pop()
            if edge not in walked:
                walked.add(edge)
                yield edge, here
                one, two = edges[edge]
                here = two if here == one else one
