"""A player who has the points to win but does not peg out, and a conceded game: rule 8.10, classic 8.11.

The offender is the player who has the points, or who concedes. Match play means a playoff match.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import Decision, Question, Step, Subject, ours
from judging.rulebook.rules.unsettled import cited, unsettled
from tournaments.rules.edition import Edition


def _questions(_edition: Edition) -> tuple[Question, ...]:
    return (
        Question("what", ("forgot", "recorded", "refuses", "concedes")),
        Question("round", ("qualifying", "match")),
        Question(
            "muggins", ("no", "yes"), only_if=(("what", ("forgot", "recorded", "refuses")),), is_muggins_in_force=True
        ),
    )


def _in_muggins(edition: Edition) -> Decision:
    """Pegging out is mandatory in muggins (10.1.c); only the classic edition excludes the unpegged points (10.3.e)."""
    until = Step("until_pegged_out")
    if edition is Edition.CLASSIC:
        return Decision("not_over", ("10.1.c",), (until, Step("not_claimed", "10.3.e")))
    return Decision(
        "not_over", ("10.1.c",), (until, Step("nobody_reminds", "8.10"), *ours(Step("may_be_claimed", "10.2")))
    )


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    in_2020 = edition is Edition.Y2020
    what, in_match = answers["what"], answers["round"] == "match"
    if what == "concedes":
        concession = cited(edition, "8.10.b")
        if in_match:
            return Decision("conceded", concession, (Step("as_pegged_out"),))
        if in_2020:
            return Decision("no_concession", concession, (Step("play_goes_on"),))
        return unsettled(edition, "concession_unsettled", ("8.10.b",), ("play_goes_on_ours",))
    if answers["muggins"] == "yes":
        return _in_muggins(edition)
    if in_2020 and in_match:
        return Decision(
            "won_unpegged", ("8.10", "1.1"), (Step("points_confirmed"), *ours(Step("no_peg_in_match_play")))
        )
    if in_2020 and what == "refuses":
        steps = (Step("refusal_confirmed"), Step("score_lost"), Step("front_peg_stays"), Step("play_goes_on"))
        return Decision("score_forfeited", ("8.10.a",), steps)
    if in_2020:
        return Decision(
            "peg_out_now", ("8.10",), (Step("other_reminds"), Step("peg_out"), Step("if_refused", "8.10.a"))
        )
    if what == "recorded":
        recorded = (Step("points_confirmed", "8.11.b"), Step("won_by_record", "8.11.a"), Step("if_short", "8.11.c"))
        return Decision("won_by_record", ("8.11.a", "8.11.b"), recorded)
    if what == "refuses":
        return unsettled(edition, "refusal_unsettled", ("8.10",), ("score_lost_ours",))
    return Decision("peg_out_now", ("8.11",), (Step("peg_out"), Step("record_will_do", "8.11.a")))


PEGGING_OUT = Subject("pegging-out", _questions, _decide)
