"""The steps of a decision as its kind of case has them, for tests of the rules."""

from __future__ import annotations

from judging.rulebook.rules.engine import Decision, Step
from judging.rulebook.words.game_hole import GAME_HOLE_STEPS


def own_steps(found: Decision) -> list[Step]:
    """The steps of a decision without what is told in every kind of case where a peg may reach the game hole."""
    return [step for step in found.steps if step.code not in GAME_HOLE_STEPS]
