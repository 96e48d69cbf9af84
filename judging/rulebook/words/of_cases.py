"""What a kind of case is called, asked and answered in, and how its figures are put into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.game_hole import GAME_HOLE_STEPS

Words: TypeAlias = str | Promise

_SIDES: Mapping[str, Words] = {
    "offender": _("Who did it, upper track"),
    "other": _("The other player, lower track"),
}


@dataclass(frozen=True, slots=True)
class SubjectWords:
    """The words of one subject, by the codes of its rules.

    `lead` says in a sentence what it is for. `finds` are the words by which somebody looks for it, in one line. `questions`
    are by the question's key, `choices` by the pair of question and code; `hints` stand below a question where one needs it.
    `headlines` are by the decision's code, `steps` by the step's, with `%(name)s` where an amount of that name belongs (never
    a sentence whose form depends on the number), `until` by the code of the time until which something may be claimed.
    `sides` name the players of the two tracks on the board, by side. `misfits` are by the code of the relation that numbers break: what does not fit, and what is to be corrected.
    """

    title: Words
    lead: Words
    finds: Words
    questions: Mapping[str, Words]
    choices: Mapping[tuple[str, str], Words]
    headlines: Mapping[str, Words]
    steps: Mapping[str, Words]
    hints: Mapping[str, Words]
    until: Mapping[str, Words]
    misfits: Mapping[str, Words] = field(default_factory=dict)
    sides: Mapping[str, Words] = field(default_factory=lambda: _SIDES)

    def of_step(self, code: str) -> Words:
        """The sentence of a step: this subject's own, or what all share where a front peg may reach the game hole."""
        return GAME_HOLE_STEPS[code] if code in GAME_HOLE_STEPS else self.steps[code]
