"""A wrong count announced in the play, rule 7.4, and unearned points pegged in the play, rule 8.4.c.

The offender is the player who said the wrong count, or who pegged the unearned points.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import Amount, Decision, Peg, Question, Relation, Side, Step, Subject
from tournaments.rules.edition import Edition

OVER = Amount(factors=(("over", 1),))
OVER_FITS = Relation("over_beyond_start", (("offender_at", 1), ("over", -1)), least=0)
"""The offender's peg cannot go back farther than to the start."""

_UNTIL = "next_card_or_go"


def overpegged(
    rule: str, before: tuple[Step, ...], *, by_other: bool, over: Amount = OVER, claim_until: str = ""
) -> Decision:
    """The decision on unearned points of a play, found before the next card (rules 8.4.c.1, 8.4.c.2).

    `rule` is the rule by which the points are unearned. `before` are the steps that come first. `by_other`: the other
    player noticed. `over` are the excess points: a constant, or an answered number. `claim_until` is as in `Decision`.
    The front pegs are the numbers `offender_at` and, if the other player noticed, `other_at`.
    """
    offender_at = Amount(factors=(("offender_at", 1),))
    back = Peg(
        Side.OFFENDER,
        offender_at,
        Amount(-over.constant, (("offender_at", 1), *((key, -factor) for key, factor in over.factors))),
    )
    figures = (("over", over),)
    if not by_other:
        steps = (*before, Step("tell_other", "8.4.c.2"), Step("own_peg_back", "8.4.c.2", figures))
        return Decision("own_overpeg", (rule, "8.4.c.2"), steps, claim_until=claim_until, pegs=(back,))
    other_at = Amount(factors=(("other_at", 1),))
    steps = (
        *before,
        Step("peg_back", "8.4.c.1", figures),
        Step("other_pegs_over", "8.4.c.1", figures, pegs=Side.OTHER),
    )
    forward = Peg(Side.OTHER, other_at, Amount(over.constant, (("other_at", 1), *over.factors)))
    return Decision("overpegged", (rule, "8.4.c.1"), steps, points=over, claim_until=claim_until, pegs=(back, forward))


def _questions(_edition: Edition) -> tuple[Question, ...]:
    points_pegged = ("pegged", ("points",))
    return (
        Question("since", ("nothing", "called_go", "played")),
        Question("after_go", ("no", "yes"), only_if=(("since", ("called_go",)),)),
        Question("noticed", ("other", "self"), only_if=(("since", ("nothing",)),)),
        Question("pegged", ("no", "points", "game"), only_if=(("since", ("nothing",)),)),
        Question("over", least=1, most=30, only_if=(points_pegged,)),
        Question("offender_at", least=1, most=120, only_if=(points_pegged,)),
        Question("other_at", most=120, only_if=(points_pegged, ("noticed", ("other",)))),
    )


def _decide(_edition: Edition, answers: Mapping[str, str]) -> Decision:
    if answers["since"] == "called_go" and answers["after_go"] == "no":
        return Decision("go_withdrawn", ("7.4.a",), (Step("go_back"), Step("count_right"), Step("caller_goes_on")))
    if answers["since"] != "nothing":
        return Decision("accepted", ("7.4.a",), (Step("count_stands"), Step("points_stand")))
    by_other = answers["noticed"] == "other"
    rule = "7.4.b" if by_other else "7.4.a"
    if answers["pegged"] == "game":
        return Decision(
            "false_claim",
            (rule, "8.4.a", "8.4.b"),
            (Step("count_right", rule), Step("pegs_wait", "8.4.a"), Step("look_up_false_claim", "8.4.b")),
        )
    if answers["pegged"] == "points":
        return overpegged(rule, (Step("count_right", rule),), by_other=by_other, claim_until=_UNTIL)
    return Decision("corrected", (rule,), (Step("count_right"), Step("play_goes_on")), claim_until=_UNTIL)


ANNOUNCEMENT = Subject("announcement", _questions, _decide, (OVER_FITS,))
