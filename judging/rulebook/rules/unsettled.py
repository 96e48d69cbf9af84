"""Cases that no rule settles: rule 14.1 (classic: 13) says who decides, and the program only suggests.

A *suggestion* is ours and never the rulebook's; its words say so.
"""

from __future__ import annotations

from judging.rulebook.rules.engine import Decision, Step, ours
from tournaments.rules.edition import Edition, cite

_WHO_DECIDES = {Edition.Y2020: "head_judge_decides", Edition.CLASSIC: "judges_decide"}


def cited(edition: Edition, *rules: str) -> tuple[str, ...]:
    """The numbers in `edition` of these rules of 2020, without those that it lacks.

    >>> cited(Edition.CLASSIC, "4.1.a", "4.1.c", "14.1")
    ('4.1.a', '13')
    """
    return tuple(number for number in (cite(rule, edition=edition) for rule in rules) if number is not None)


def unsettled(edition: Edition, code: str, rules: tuple[str, ...], suggestion: tuple[str, ...]) -> Decision:
    """A decision that no rule gives: the head judge decides, in the classic edition the judges (14.1; 13 in classic).

    `code` is the headline, `rules` the 2020 numbers of rules that were broken, `suggestion` the codes of suggested
    steps.
    """
    (silent,) = cited(edition, "14.1")
    steps = (Step(_WHO_DECIDES[edition], silent), *ours(*(Step(step) for step in suggestion)))
    return Decision(code, (*cited(edition, *rules), silent), steps)
