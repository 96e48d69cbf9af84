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
    """One qualifier's place, shared by `shared` people, and credited rounds; None while they are still in.

    `lost_in` is the round in which they lost; None for those still in, and for the champion.
    """

    side: Side
    place: int | None = None
    credited: int | None = None
    lost_in: int | None = None
    shared: int = 1


def placings(event: Event, drawn: BracketNow | None = None, *, final: bool = True) -> tuple[Placing, ...]:
    """Every posted qualifier, best place first, then by seed; those still in come before those who are out.

    Empty before posting. A single qualifier wins without a bracket. Without `final` nobody has won yet. At most five
    queries, two if the bracket is given.
    """
    sides = sorted(qualifiers(event).values(), key=lambda side: side.seed)
    if len(sides) == 1:
        return (Placing(sides[0], place=1, credited=1),) if final else (Placing(sides[0]),)
    drawn = drawn or bracket(event, final=final)
    if drawn is None:
        return tuple(map(Placing, sides))
    return _placed(sides, drawn)


def _placed(sides: Sequence[Side], drawn: BracketNow) -> tuple[Placing, ...]:
    rounds = len(drawn.rounds)
    lost = {
        side.seat: match.round
        for match in drawn.matches
        if match.winner is not None
        for side in match.sides
        if side.seat != match.winner
    }
    champion = drawn.champion
    placed = []
    for side in sides:
        if side.seat in lost or side == champion:
            out = lost.get(side.seat)
            placed.append(Placing(side, place_of(out, rounds), credited_round(out, rounds), out))
        else:
            placed.append(Placing(side))
    people = Counter(placing.place for placing in placed)
    shown = (placing if placing.place is None else replace(placing, shared=people[placing.place]) for placing in placed)
    return tuple(sorted(shown, key=lambda placing: (placing.place or 0, placing.side.seed)))
