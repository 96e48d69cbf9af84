"""The final places of all qualifiers in the playoffs, as far as known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from brackets.bracket.reads.drawn import BracketNow, Side, bracket, qualifiers
from brackets.bracket.rules.places import credited_round, place_of
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Placing:
    """The place and the credited rounds of one qualifier, both None while this player is still in the playoffs.

    `lost_in` is the round in which the player lost; None while still in, and for the champion. `shared` is the number
    of players who have the place.
    """

    side: Side
    place: int | None = None
    credited: int | None = None
    lost_in: int | None = None
    shared: int = 1


def placings(event: Event, drawn: BracketNow | None = None, *, final: bool = True) -> tuple[Placing, ...]:
    """The placings of all posted qualifiers: first those still in, then by place, and within both by seed.

    Empty before posting. A single qualifier wins without a bracket. Without `final`, the result of the final is left out.
    At most five queries, two if the bracket `drawn` is given.
    """
    sides = sorted(qualifiers(event).values(), key=lambda side: side.seed)
    if len(sides) == 1:
        return (Placing(sides[0], place=1, credited=1),) if final else (Placing(sides[0]),)
    drawn = drawn or bracket(event, final=final)
    if drawn is None:
        return tuple(map(Placing, sides))
    return _placed(sides, drawn)


def _placed(sides: Sequence[Side], drawn: BracketNow) -> tuple[Placing, ...]:
    """The placings of these qualifiers by the matches of the bracket, in the order of `placings`."""
    rounds = len(drawn.rounds)
    lost_rounds = {
        side.seat: match.round
        for match in drawn.matches
        if match.winner is not None
        for side in match.sides
        if side.seat != match.winner
    }
    champion = drawn.champion
    all_placings = []
    for side in sides:
        if side.seat in lost_rounds or side == champion:
            lost_in = lost_rounds.get(side.seat)
            all_placings.append(Placing(side, place_of(lost_in, rounds), credited_round(lost_in, rounds), lost_in))
        else:
            all_placings.append(Placing(side))
    counts = Counter(placing.place for placing in all_placings)
    all_placings = [
        placing if placing.place is None else replace(placing, shared=counts[placing.place]) for placing in all_placings
    ]
    return tuple(sorted(all_placings, key=lambda placing: (placing.place or 0, placing.side.seed)))
