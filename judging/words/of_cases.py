"""What a kind of case is called, asked and answered in, and how its figures are put into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.functional import Promise

Words: TypeAlias = str | Promise


@dataclass(frozen=True, slots=True)
class SubjectWords:
    """The words of one subject, by the codes of its rules.

    `lead` says in a sentence what it is for. `finds` are the words by which somebody looks for it, in one line. `questions`
    are by the question's key, `choices` by the pair of question and code; `hints` stand below a question where one needs it.
    `headlines` are by the decision's code, `steps` by the step's, with `%(name)s` where an amount of that name belongs (never
    a sentence whose form depends on the number), `until` by the code of the time until which something may be claimed.
    `misfits` are by the code of the relation that numbers break: what does not fit, and what is to be corrected.
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
