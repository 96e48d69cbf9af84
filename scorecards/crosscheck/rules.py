"""The card control sheet: each card in exactly one state (guidelines 1 and 3; the states are ours).

An incomplete card is *not in* or *in*. A complete card is in the state of its most urgent work. From the most urgent to
the least:

- *discrepancy*: both lines of a game were read again and still differ, and nobody has decided yet;
- *typed*: a line of this card waits for another look at the paper;
- *looked at*: only lines of other cards wait for another look;
- *typed* again: a game waits for the other card to come in, or for a line that is not typed;
- *resolved*: a game was decided, and no work is left;
- *matched*: every game agrees.

Once the qualifiers are posted, every card is *final*. A no-show has no card.

If a line was typed over while the cards differed, its game is not matched until somebody reads the same on the paper. A
game between two cards of the dead zone has the same states as any other game. Posting does not wait for it, because its
result cannot change who qualifies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, State
from scorecards.sheet.rules.looks import Place, Reading, find_not_typed, find_typed_over, is_looked_at
from scorecards.sheet.rules.obstacles import find_posting_obstacles, find_unread
from scorecards.sheet.rules.piles import Pile, Piles
from tournaments.rules.finding import Finding


class Stage(StrEnum):
    """The state of a card."""

    NOT_IN = "not_in"
    IN = "in"
    TYPED = "typed"
    LOOKED_AT = "looked_at"
    DISCREPANCY = "discrepancy"
    RESOLVED = "resolved"
    MATCHED = "matched"
    FINAL = "final"


class Step(StrEnum):
    """What a card needs next: typing (its own or the other card's), a look at the paper, a decision, or nothing."""

    TYPE = "type"
    LOOK = "look"
    DECIDE = "decide"
    NAME_OPPONENT = "name_opponent"
    NONE = "none"


_URGENCY = {
    (Stage.DISCREPANCY, Step.DECIDE): 0,
    (Stage.DISCREPANCY, Step.NAME_OPPONENT): 0,
    (Stage.TYPED, Step.LOOK): 1,
    (Stage.LOOKED_AT, Step.LOOK): 2,
    (Stage.TYPED, Step.TYPE): 3,
    (Stage.RESOLVED, Step.NONE): 4,
}


@dataclass(frozen=True, slots=True)
class Next:
    """The next step of a card: what to do, on whose card, in which game, and who is the opponent there."""

    step: Step
    seat: str
    game: int | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Controlled:
    """The state of one card. `blocks`: posting the qualifiers waits for it. `pile` is None for an incomplete card."""

    seat: str
    stage: Stage
    pile: Pile | None
    blocks: bool
    next: Next


@dataclass(frozen=True, slots=True)
class ControlSheet:
    """Every card of the event in seat order; `no_shows` are the seats of no-shows, who have no card."""

    cards: tuple[Controlled, ...]
    no_shows: tuple[str, ...]

    @property
    def counts(self) -> dict[Stage, int]:
        """The number of cards in each state."""
        counts = dict.fromkeys(Stage, 0)
        for card in self.cards:
            counts[card.stage] += 1
        return counts


def control_sheet(
    result: CrossCheck,
    piles: Piles,
    readings: Mapping[Place, Sequence[Reading]],
    *,
    received: Collection[str],
    posted: bool,
    undecided: Iterable[Finding] = (),
) -> ControlSheet:
    """Find the state of every card. `received` are the seats whose card was handed in, typed or not.

    A card blocks posting if `find_posting_obstacles` or `find_unread` names it or one of its games, or if a finding in
    `undecided` names it (card and phone differ). A tie blocks posting too, but does not mark any card.
    """
    ranked = frozenset(place.seat for place in result.places)
    blocking = frozenset() if posted else _blocking(result, readings, undecided)
    steps = _steps(result, readings)
    missing = frozenset(result.missing)
    cards = []
    for seat, card in result.cards.items():
        if seat not in ranked:
            continue
        if posted:
            stage, following = Stage.FINAL, Next(Step.NONE, seat)
        elif seat in missing:
            stage = Stage.IN if card.lines or seat in received else Stage.NOT_IN
            following = Next(Step.TYPE, seat)
        else:
            stage, following = min(steps.get(seat, ()), key=_urgency, default=(Stage.MATCHED, Next(Step.NONE, seat)))
        cards.append(Controlled(seat, stage, piles.piles.get(seat), seat in blocking, following))
    return ControlSheet(tuple(cards), tuple(seat for seat in result.cards if seat not in ranked))


def _urgency(stage_and_step: tuple[Stage, Next]) -> tuple[int, int]:
    """Sort key: steps that can be done now before those that wait for another card, then by game."""
    stage, following = stage_and_step
    return _URGENCY[stage, following.step], following.game or 0


def _blocking(
    result: CrossCheck, readings: Mapping[Place, Sequence[Reading]], undecided: Iterable[Finding]
) -> frozenset[str]:
    """The seats whose card, or one of whose games, blocks posting."""
    seats: set[str] = set()
    obstacles = find_posting_obstacles(result, not_typed=find_not_typed(result, readings))
    for finding in (*obstacles, *find_unread(result, readings), *undecided):
        values = dict(finding.values)
        seats |= {str(values[name]) for name in ("seat", "first", "second") if name in values}
    return frozenset(seats)


def _steps(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> dict[str, list[tuple[Stage, Next]]]:
    """The stage and the next step of each card for each of its games."""
    steps: dict[str, list[tuple[Stage, Next]]] = {}
    not_typed = find_not_typed(result, readings)
    for (seat, number), other in not_typed.items():
        for card, facing in ((seat, other), (other, seat)):
            steps.setdefault(card, []).append((Stage.TYPED, Next(Step.TYPE, seat, number, facing)))
    for game in result.games:
        if any((seat, game.game) in not_typed for seat in game.seats):
            continue
        for seat, step in _of_game(result, game, readings):
            steps.setdefault(seat, []).append(step)
    for (seat, number), opponent in find_typed_over(result).items():
        steps.setdefault(seat, []).append((Stage.TYPED, Next(Step.LOOK, seat, number, opponent)))
        if opponent is not None:
            steps.setdefault(opponent, []).append((Stage.LOOKED_AT, Next(Step.LOOK, seat, number, opponent)))
    for seat, number in result.unnamed:
        looked = is_looked_at(result.cards[seat].line(number), readings.get((seat, number), ()))
        step = (
            (Stage.DISCREPANCY, Next(Step.NAME_OPPONENT, seat, number))
            if looked
            else (Stage.TYPED, Next(Step.LOOK, seat, number))
        )
        steps.setdefault(seat, []).append(step)
    return steps


def _of_game(
    result: CrossCheck, game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]
) -> Iterator[tuple[str, tuple[Stage, Next]]]:
    """For each seat of this game, the stage and the next step of its card; nothing if the cards agree."""
    if game.state is State.AGREED:
        return
    if game.state is State.PENDING:
        for seat, other in (game.seats, game.seats[::-1]):
            yield seat, (Stage.TYPED, Next(Step.TYPE, other, game.game, seat))
        return
    looked = {
        seat: game.decision is not None
        or is_looked_at(result.cards[seat].line(game.game), readings.get((seat, game.game), ()))
        for seat in game.seats
    }
    for seat, other in (game.seats, game.seats[::-1]):
        if not looked[seat]:
            yield seat, (Stage.TYPED, Next(Step.LOOK, seat, game.game, other))
        elif not looked[other]:
            yield seat, (Stage.LOOKED_AT, Next(Step.LOOK, other, game.game, seat))
        elif game.state in (State.OPEN, State.PROPOSED):
            yield seat, (Stage.DISCREPANCY, Next(Step.DECIDE, seat, game.game, other))
        else:
            yield seat, (Stage.RESOLVED, Next(Step.NONE, seat, game.game, other))
