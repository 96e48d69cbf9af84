"""The card control sheet: how far every card has come, in exactly one state (guidelines 1 and 3; the states are ours).

A card that is not complete is *not in* or *in*. A complete one shows the work there is, what can be done at once first:
*discrepancy* where both lines of a game were looked at and really differ, until somebody has decided; *typed* while a line of
this card waits for another look at the paper; *looked at* while only the other card's lines wait; *typed* again while a game
waits for the other card to come in; then *resolved* where something was decided, or *matched* where everything agrees. With
the qualifiers posted every card is *final*. A no-show has no card.

A line that was typed over while it differed keeps its game from being matched until somebody has read the paper the same.
A game between two cards of the dead zone goes the same way as any other: it is read again, signed, or waits for the head
judge. Posting does not wait for it, because nothing that comes of it reaches the line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, State
from scorecards.sheet.rules.looks import Place, Reading, find_typed_over, is_looked_at
from scorecards.sheet.rules.obstacles import find_posting_obstacles, find_unread
from scorecards.sheet.rules.piles import Pile, Piles
from tournaments.rules.finding import Finding


class Stage(StrEnum):
    """How far a card has come."""

    NOT_IN = "not_in"
    IN = "in"
    TYPED = "typed"
    LOOKED_AT = "looked_at"
    DISCREPANCY = "discrepancy"
    RESOLVED = "resolved"
    MATCHED = "matched"
    FINAL = "final"


class Step(StrEnum):
    """What brings a card on: its own typing, another card's, a look at the paper, a decision; or nothing."""

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
    """The next step of a card: what is to be done, on whose card, in which game, against whom."""

    step: Step
    seat: str
    game: int | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Controlled:
    """Where one card stands. `blocks` where posting the qualifiers waits for it; `pile` is None until it is complete."""

    seat: str
    stage: Stage
    pile: Pile | None
    blocks: bool
    next: Next


@dataclass(frozen=True, slots=True)
class ControlSheet:
    """Every card of the event in seat order, those of no-shows apart."""

    cards: tuple[Controlled, ...]
    no_shows: tuple[str, ...]

    @property
    def counts(self) -> dict[Stage, int]:
        """How many cards are in each state; together all the entrants."""
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
    """Put every card in its one state. `received` are the seats whose card was handed in, typed or not.

    Whether a card blocks posting is what `find_posting_obstacles` and `find_unread` say of it or of one of its games, or that
    it is `undecided` between card and phone; a tie blocks too, but no card can help it.
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


def _urgency(found: tuple[Stage, Next]) -> tuple[int, int]:
    """What can be done now before what waits for another card, and in the order of the games."""
    stage, following = found
    return _URGENCY[stage, following.step], following.game or 0


def _blocking(
    result: CrossCheck, readings: Mapping[Place, Sequence[Reading]], undecided: Iterable[Finding]
) -> frozenset[str]:
    """The seats whose card, or one of whose games, stands in the way of posting."""
    seats: set[str] = set()
    for found in (*find_posting_obstacles(result), *find_unread(result, readings), *undecided):
        given = dict(found.values)
        seats |= {str(given[name]) for name in ("seat", "first", "second") if name in given}
    return frozenset(seats)


def _steps(result: CrossCheck, readings: Mapping[Place, Sequence[Reading]]) -> dict[str, list[tuple[Stage, Next]]]:
    """The stage and the next step of each card in each of its games."""
    steps: dict[str, list[tuple[Stage, Next]]] = {}
    for game in result.games:
        for seat, found in _of_game(result, game, readings):
            steps.setdefault(seat, []).append(found)
    for (seat, number), against in find_typed_over(result).items():
        steps.setdefault(seat, []).append((Stage.TYPED, Next(Step.LOOK, seat, number, against)))
        if against is not None:
            steps.setdefault(against, []).append((Stage.LOOKED_AT, Next(Step.LOOK, seat, number, against)))
    for seat, number in result.unnamed:
        looked = is_looked_at(result.cards[seat].line(number), readings.get((seat, number), ()))
        found = (
            (Stage.DISCREPANCY, Next(Step.NAME_OPPONENT, seat, number))
            if looked
            else (Stage.TYPED, Next(Step.LOOK, seat, number))
        )
        steps.setdefault(seat, []).append(found)
    return steps


def _of_game(
    result: CrossCheck, game: ComparedGame, readings: Mapping[Place, Sequence[Reading]]
) -> Iterator[tuple[str, tuple[Stage, Next]]]:
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
