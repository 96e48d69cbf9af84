"""The shapes of the words of a rule, and of a change between the editions."""

from __future__ import annotations

from dataclasses import dataclass

from judging.rulebook.words.of_cases import Words


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The words of one rule. They are our own; the rulebook is only cited.

    `summary` is the rule in the edition of 2020. It is also the rule in the classic edition if `classic` is empty, or
    if only the classic edition has the rule. `finds` are words by which players look for the rule, separated by commas.
    """

    title: Words
    summary: Words
    finds: Words
    classic: Words = ""


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """One change: the rule as it `was` in the classic edition, and as it is `now` in the edition of 2020."""

    was: Words
    now: Words
