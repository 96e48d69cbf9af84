"""Whose a decision is: what rule 12.2 leaves open, or a checker puts before the head judge, only the head judge decides.

A *ruling* is a decision by hand of the head judge's; any other decision is a checker's.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorecards.rules.crosscheck import ComparedGame, DecisionKind, State
from scorecards.rules.discrepancy import Outcome
from scorecards.rules.replay import DECISION, Decided, Step, Thing, Value


def is_ruling(decided: Value | None, steps: Sequence[Step]) -> bool:
    """Whether this decision was the head judge's to make (14.1); `steps` are all that was ever decided on the game.

    Also one that was taken back and restored: the step that made it tells of it, whatever came after.
    """
    if not isinstance(decided, Decided) or decided.kind != DecisionKind.OVERRIDDEN:
        return False
    if decided.basis.get("outcome") == Outcome.REFERRED.value:
        return True
    return any(
        isinstance(step.before, Decided)
        and isinstance(step.after, Decided)
        and step.before.kind == DecisionKind.REFERRED
        and step.after.kind == DecisionKind.OVERRIDDEN
        and step.after.basis == decided.basis
        for step in steps
    )


def is_for_head_judge(game: ComparedGame, steps: Sequence[Step]) -> bool:
    """Whether only the head judge decides this game by hand: it is left open, waits for them, or they ruled on it."""
    if game.state is State.OPEN or (game.proposal is not None and game.proposal.outcome is Outcome.REFERRED):
        return True
    return game.state is State.OVERRIDDEN and is_ruling(_last(steps, game), steps)


def _last(steps: Sequence[Step], game: ComparedGame) -> Value | None:
    """What was decided on this game last."""
    name: Thing = (DECISION, f"{game.game}-{game.seats[0]}-{game.seats[1]}")
    return next((step.after for step in reversed(steps) if step.thing == name), None)
