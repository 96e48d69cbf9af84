"""Whether a table does better when people from its last seats move into seats that stand empty (ours).

Before the first game is called nobody has met anybody, so people can still move. Where the empty seats of an odd table lie
apart, some sit out twice and others never, and those who wait for their games make the others play extra ones. With
the empty seats side by side at the end they face each other, and it comes out even.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.rotation.rules.proof import one_table
from tournaments.rotation.rules.rotation import Movement


@dataclass(frozen=True, order=True, slots=True)
class Cost:
    """What a round at a table costs its people, the weightiest first: games and opponents that are missing, rounds, extra
    games of all together, and by how many sit-outs the unluckiest has more than the luckiest."""

    missing: int
    repeats: int
    rounds: int
    extra_games: int
    spread: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Who moves: pairs of seat numbers, from the occupied one to the empty one; and what the table costs then."""

    moves: tuple[tuple[int, int], ...]
    cost: Cost


def cost_of(
    movement: Movement,
    frame: int,
    taken: Collection[int],
    games: int,
    *,
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> Cost:
    """Return what a table of this frame with people at these seats costs. ValueError as `rotation.schedule`.

    >>> nineteen = {*range(1, 20)}
    >>> cost_of(Movement.ANCHOR, 20, nineteen - {6}, 9), cost_of(Movement.ANCHOR, 20, nineteen - {19}, 9)
    (Cost(missing=0, repeats=0, rounds=11, extra_games=8, spread=2), Cost(missing=0, repeats=0, rounds=10, extra_games=0, spread=0))
    """
    pairings, given = one_table(movement, frame, frozenset(taken), games, rounds, allow_repeats=allow_repeats)
    sit_outs = [person.sit_outs for person in given]
    return Cost(
        missing=sum(max(0, games - person.games) for person in given),
        repeats=sum(person.repeats for person in given),
        rounds=max((pairing.game for pairing in pairings), default=0),
        extra_games=sum(person.extra_games for person in given),
        spread=max(sit_outs, default=0) - min(sit_outs, default=0),
    )


def close_up(
    movement: Movement,
    frame: int,
    taken: Collection[int],
    games: int,
    *,
    free: int | None = None,
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> Closing | None:
    """Return the moves into empty seats that serve a table best, or None where it does best as people sit.

    Looked at are everybody from the end moved up until no seat between is empty, and one of the last two players in the
    seat that is `free`. Of moves that come to the same the fewest are taken, then the last player's. ValueError as
    `rotation.schedule`.

    >>> close_up(Movement.ANCHOR, 20, {*range(1, 20)} - {6}, 9).moves
    ((19, 6),)
    """

    def cost(seats: Collection[int]) -> Cost:
        return cost_of(movement, frame, seats, games, rounds=rounds, allow_repeats=allow_repeats)

    here = sorted(taken)
    behind = [seat for seat in here if seat > len(here)]
    between = sorted({*range(1, len(here) + 1)} - {*here})
    ways = [tuple(zip(behind, between, strict=True))]
    ways += [((last, free),) for last in here[-2:] if free is not None and free < last and free not in here]
    if not any(ways):
        return None
    best = min(
        (Closing(moves, cost(({*here} - {one for one, _to in moves}) | {to for _one, to in moves})) for moves in ways),
        key=lambda one: (one.cost, len(one.moves), [(to, -start) for start, to in one.moves]),
    )
    return best if len(here) > 1 and best.cost < cost(here) else None
