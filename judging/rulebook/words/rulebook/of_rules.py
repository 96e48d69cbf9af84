"""What a rule is called, told and looked for in, and how a change between the editions is told."""

from __future__ import annotations

from dataclasses import dataclass

from judging.rulebook.words.of_cases import Words


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The words of one rule: ours, the rulebook is only cited.

    `summary` tells the edition of 2020, and the classic one as well where `classic` is empty; of a rule that one
    edition alone has it tells that one. `finds` are words by which a player looks for it, parted by commas.
    """

    title: Words
    summary: Words
    finds: Words
    classic: Words = ""


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """One change: how it `was` in the classic edition, and how it is `now` in that of 2020."""

    was: Words
    now: Words
