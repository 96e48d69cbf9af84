"""Penalties (rule 11): who pegs them, a penalty pegged wrongly, and who has the last word."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Decision, Side, asked, decision
from judging.rulebook.rules.penalties import PENALTIES
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition


def decided(edition: Edition = Edition.Y2020, /, **answers: str) -> Decision:
    found = decision(PENALTIES, edition, answers)
    assert found is not None
    return found


def codes(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


def test_the_other_player_pegs_a_penalty() -> None:
    outcome = decided(what="due", direction="forward")
    numbers = {"points": 2, "at": 120, "offender_at": 90}

    assert outcome.rules == ("11.1.a",)
    assert outcome.points is not None
    assert outcome.points.of(numbers) == 2
    assert [(peg.side, peg.before.of(numbers), peg.after.of(numbers)) for peg in outcome.pegs] == [
        (Side.OFFENDER, 90, 90),
        (Side.OTHER, 120, 121),
    ]


@pytest.mark.parametrize(("at", "hole"), [(40, 25), (15, 0), (9, 0)])
def test_a_backward_penalty_is_pegged_by_whoever_did_it_and_ends_off_the_board(at: int, hole: int) -> None:
    outcome = decided(what="due", direction="backward")

    (peg,) = outcome.pegs
    assert (peg.side, peg.after.of({"points": 15, "at": at})) == (Side.OFFENDER, hole)
    assert outcome.points is None


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_no_penalty_is_pegged_from_the_game_hole(direction: str) -> None:
    questions = {one.key: one for one in asked(PENALTIES, Edition.Y2020, {"what": "due", "direction": direction})}

    assert (questions["at"].least, questions["at"].most) == (0, 120)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("way", ["forward_long", "backward_short"])
def test_a_penalty_pegged_to_the_own_good_is_judged_as_any_score(edition: Edition, way: str) -> None:
    """Rule 8.4.c names the backward penalty that was pegged too short, and gives the error to the other player."""
    outcome = decided(edition, what="pegged_wrongly", way=way)

    assert (outcome.code, outcome.rules) == ("as_a_score", ("11.2", "8.4.c"))
    assert codes(outcome) == ["go_by_overpegging"]


def test_a_penalty_pegged_into_the_game_hole_is_no_false_claim() -> None:
    outcome = decided(what="pegged_wrongly", way="forward_out")

    assert outcome.code == "put_right_no_claim"
    assert (outcome.points, codes(outcome)[-2:]) == (None, ["no_false_claim", "no_claim_read_so"])
    (peg,) = outcome.pegs
    assert peg.after.of({"stands_at": 121, "wrong": 3, "right": 2}) == 120


@pytest.mark.parametrize("way", ["forward_short", "backward_long"])
def test_a_penalty_pegged_to_the_own_harm_stays_once_the_peg_is_let_go(way: str) -> None:
    stays = decided(what="pegged_wrongly", way=way, released="yes")
    held = decided(what="pegged_wrongly", way=way, released="no")

    assert (stays.code, stays.rules, stays.pegs) == ("stays", ("11.2", "8.3"), ())
    assert held.code == "still_held"
    keys = {question.key for question in asked(PENALTIES, Edition.Y2020, {"what": "pegged_wrongly", "way": way})}
    assert keys == {"what", "way", "released", "right", "wrong", "stands_at"}


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"done": "called"}, "none_due"),
        ({"done": "pegged", "noticed": "yes"}, "taken_back"),
        ({"done": "pegged", "noticed": "no"}, "too_late"),
    ],
)
def test_no_penalty_on_a_penalty(answers: dict[str, str], code: str) -> None:
    outcome = decided(what="not_due", **answers)

    assert (outcome.code, outcome.points, outcome.pegs) == (code, None, ())


def test_a_correction_is_no_penalty() -> None:
    assert decided(what="correction").rules == ("11.1.b",)


@pytest.mark.parametrize(
    ("edition", "by", "code", "rule"),
    [
        (Edition.Y2020, "one", "second_judge", "protocol a"),
        (Edition.CLASSIC, "one", "second_judge", "11.4.a"),
        (Edition.Y2020, "two", "third_judge", "11.4.a"),
        (Edition.CLASSIC, "two_differ", "third_judge", "11.4.a"),
        (Edition.Y2020, "three", "final", "11.4.a"),
        (Edition.Y2020, "not_covered", "head_judge", "14.1"),
        (Edition.CLASSIC, "not_covered", "judges_settle", "13"),
    ],
)
def test_who_has_the_last_word(edition: Edition, by: str, code: str, rule: str) -> None:
    outcome = decided(edition, what="dispute", decided_by=by)

    assert (outcome.code, outcome.rules[0]) == (code, rule)


@pytest.mark.parametrize("edition", Edition)
def test_whoever_refuses_is_removed_only_after_three_judges_and_the_other_wins(edition: Edition) -> None:
    refusal = {"what": "refusal"}

    assert decided(edition, **refusal, told_by="fewer").code == "inform_first"
    qualifying = decided(edition, **refusal, told_by="three", round="qualifying")
    assert {"winner_line", "loser_line"} <= set(codes(qualifying))
    assert codes(decided(edition, **refusal, told_by="three", round="playoff")) == ["tell_director", "match_lost"]
