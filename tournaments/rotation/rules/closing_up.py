"""Whether a table does better if people from its last seats move into empty ones (ours).

Before the first call nobody has met anybody, so people can still move. If the empty seats of an odd table lie apart,
some players sit out twice and others never, and waiting for the former makes the others play extra games. With the
empty seats side by side at the end they face each other, and it comes out even.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.rotation.rules.movements import Movement
from tournaments.rotation.rules.proof import one_table


@dataclass(frozen=True, order=True, slots=True)
class Cost:
    """What a round costs the people of a table, weightiest first.

    Missing games and opponents, rounds, extra games of all together, and the difference between the most and the fewest
    sit-outs.
    """

    missing: int
    repeats: int
    rounds: int
    extra_games: int
    spread: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Who moves, as pairs of an occupied and an empty seat number, and what the table costs afterwards."""

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
    pairings, totals = one_table(movement, frame, frozenset(taken), games, rounds, allow_repeats=allow_repeats)
    sit_outs = [person.sit_outs for person in totals]
    return Cost(
        missing=sum(max(0, games - person.games) for person in totals),
        repeats=sum(person.repeats for person in totals),
        rounds=max((pairing.game for pairing in pairings), default=0),
        extra_games=sum(person.extra_games for person in totals),
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
    """Return the moves into empty seats that are best for a table, or None if it does best as people sit.

    Two kinds of moves are compared: people from the end move up until no seat between is empty, or one of the last two
    players moves into the seat `free`. Among equally good moves the fewest win, then the last player's. ValueError as
    `rotation.schedule`.

    >>> close_up(Movement.ANCHOR, 20, {*range(1, 20)} - {6}, 9).moves
    ((19, 6),)
    """

    def cost(seats: Collection[int]) -> Cost:
        return cost_of(movement, frame, seats, games, rounds=rounds, allow_repeats=allow_repeats)

    occupied = sorted(taken)
    behind = [seat for seat in occupied if seat > len(occupied)]
    between = sorted({*range(1, len(occupied) + 1)} - {*occupied})
    ways = [tuple(zip(behind, between, strict=True))]
    ways += [((last, free),) for last in occupied[-2:] if free is not None and free < last and free not in occupied]
    if not any(ways):
        return None

    def closing(moves: tuple[tuple[int, int], ...]) -> Closing:
        """What these moves lead to."""
        vacated, filled = {old for old, _new in moves}, {new for _old, new in moves}
        return Closing(moves, cost(({*occupied} - vacated) | filled))

    def rank(closing: Closing) -> tuple[Cost, int, list[tuple[int, int]]]:
        return closing.cost, len(closing.moves), [(new, -old) for old, new in closing.moves]

    best = min(map(closing, ways), key=rank)
    return best if len(occupied) > 1 and best.cost < cost(occupied) else None
