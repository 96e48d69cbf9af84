"""The shape of the words of a kind of case: title, questions, answers, and sentences with figures."""

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

    - `lead`: the purpose of the subject, in a sentence.
    - `finds`: the words by which people look for it, in one line.
    - `questions`: by the key of the question.
    - `choices`: by the pair of question and code.
    - `hints`: explanations shown below a question, by the key of the question.
    - `headlines`: by the code of the decision.
    - `steps`: by the code of the step, with `%(name)s` in place of the amount of that name. No sentence may change its
      form with the number.
    - `until`: by the code of the deadline for a claim.
    - `misfits`: by the code of the broken relation: which numbers contradict each other, and what to correct.
    - `sides`: the players of the two tracks on the board, by side.
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
        """The sentence of a step: the shared one if the step tells the end of the game, else this subject's own."""
        return GAME_HOLE_STEPS[code] if code in GAME_HOLE_STEPS else self.steps[code]
