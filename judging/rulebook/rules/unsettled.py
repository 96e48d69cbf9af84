"""What no rule settles at the table: it is decided as rule 14.1 says (classic: 13), and the program only suggests.

A *suggestion* is ours and never the rulebook's; its words say so.
"""

from __future__ import annotations

from judging.rulebook.rules.cases import Decision, Step, ours
from tournaments.rules.edition import Edition, cite

_WHO_DECIDES = {Edition.Y2020: "head_judge_decides", Edition.CLASSIC: "judges_decide"}


def cited(edition: Edition, *rules: str) -> tuple[str, ...]:
    """The numbers in `edition` of these rules of 2020, without those that it lacks.

    >>> cited(Edition.CLASSIC, "4.1.a", "4.1.c", "14.1")
    ('4.1.a', '13')
    """
    return tuple(number for number in (cite(rule, edition=edition) for rule in rules) if number is not None)


def unsettled(edition: Edition, code: str, rules: tuple[str, ...], suggestion: tuple[str, ...]) -> Decision:
    """No rule says what follows: the head judge decides, in the classic edition the judges (14.1; 13 in classic).

    `code` is the headline, `rules` the 2020 numbers of what was to be done, `suggestion` the codes of what we would do.
    """
    (silent,) = cited(edition, "14.1")
    steps = (Step(_WHO_DECIDES[edition], silent), *ours(*(Step(step) for step in suggestion)))
    return Decision(code, (*cited(edition, *rules), silent), steps)
