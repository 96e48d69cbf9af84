"""Cases that no rule settles. Rule 14.1 (classic: 13) says who decides; this program only makes a suggestion.

A *suggestion* is ours and not the rulebook's; its words say so.
"""

from __future__ import annotations

from judging.rulebook.rules.engine import Decision, Step, ours
from tournaments.rules.edition import Edition, cite

_WHO_DECIDES = {Edition.Y2020: "head_judge_decides", Edition.CLASSIC: "judges_decide"}


def cited(edition: Edition, *rules: str) -> tuple[str, ...]:
    """The numbers that these rules of 2020 have in `edition`; rules that it lacks are left out.

    >>> cited(Edition.CLASSIC, "4.1.a", "4.1.c", "14.1")
    ('4.1.a', '13')
    """
    return tuple(number for number in (cite(rule, edition=edition) for rule in rules) if number is not None)


def unsettled(edition: Edition, code: str, rules: tuple[str, ...], suggestion: tuple[str, ...]) -> Decision:
    """The decision on a case that no rule settles: the head judge decides (14.1), or in classic the judges (13).

    `code` is the code of the headline. `rules` are the 2020 numbers of the rules that were broken. `suggestion` are the
    codes of the suggested steps.
    """
    (uncovered,) = cited(edition, "14.1")
    suggested_steps = ours(*(Step(step_code) for step_code in suggestion))
    steps = (Step(_WHO_DECIDES[edition], uncovered), *suggested_steps)
    return Decision(code, (*cited(edition, *rules), uncovered), steps)
