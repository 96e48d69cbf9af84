"""Pegs taken out, touched and misplaced: where they end, what is lost, who pegs two (8.2, 8.5 to 8.9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.engine import Decision, Side, Subject, asked, decision
from judging.rulebook.rules.pegs import EARLY_GO, OPPONENTS_PEGS, PEGS_REMOVED, TOUCHING_PEGS, WRONG_TRACK
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)
NOW, CLASSIC = Edition.Y2020, Edition.CLASSIC


def decided(subject: Subject, edition: Edition, **answers: str) -> Decision:
    found = decision(subject, edition, answers)
    assert found is not None
    return found


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


def after(found: Decision, side: Side, **numbers: int) -> int | None:
    (hole,) = [peg.after.of(numbers) for peg in found.pegs if peg.side == side]
    return hole


@BOTH
@pytest.mark.parametrize(
    ("noticed", "code", "rule", "hole"),
    [
        pytest.param("before_release", "previous_lost", "8.5.a.1", 38, id="peg in the hand"),
        pytest.param("forward", "previous_lost", "8.5.a.3", 38, id="pegged forward and let go"),
        pytest.param("backward", "both_lost", "8.5.a.2", 30, id="pegged the wrong way"),
        pytest.param("back_to_fourth", "both_lost", "8.5.a.2", 30, id="wrong way onto fourth street"),
    ],
)
def test_only_the_front_peg_taken_out(edition: Edition, noticed: str, code: str, rule: str, hole: int) -> None:
    # Front peg 36, rear peg 30: six were pegged last, and eight are to be pegged now.
    found = decided(PEGS_REMOVED, edition, what="front", noticed=noticed)

    assert (found.code, found.rules, found.points) == (code, (rule,), None)
    assert after(found, Side.OFFENDER, rear_at=30, due=8) == hole


@BOTH
def test_the_latest_score_asked_for_only_where_it_is_pegged(edition: Edition) -> None:
    numbers = {
        noticed: [
            question.key
            for question in asked(PEGS_REMOVED, edition, {"what": "front", "noticed": noticed})
            if question.is_number
        ]
        for noticed in ("before_release", "backward", "both_on_fourth")
    }

    assert numbers == {"before_release": ["rear_at", "due"], "backward": ["rear_at"], "both_on_fourth": []}


@BOTH
def test_with_both_pegs_on_fourth_street_the_player_begins_again(edition: Edition) -> None:
    found = decided(PEGS_REMOVED, edition, what="front", noticed="both_on_fourth")

    assert (found.rules, steps(found)) == (("8.5.a.2",), ["both_off", "starts_again"])


@BOTH
def test_a_front_peg_used_forward_is_no_overpeg(edition: Edition) -> None:
    assert "no_overpeg" in steps(decided(PEGS_REMOVED, edition, what="front", noticed="forward"))


def test_both_pegs_out_the_score_is_pegged_now_and_was_lost_in_classic() -> None:
    now, classic = (decided(PEGS_REMOVED, edition, what="both") for edition in (NOW, CLASSIC))

    assert (now.code, now.rules) == ("no_penalty", ("8.5.b",))
    assert after(now, Side.OFFENDER, stood_at=70, unpegged=12) == 82
    assert (classic.code, classic.rules) == ("unpegged_lost", ("8.5.b",))
    assert after(classic, Side.OFFENDER, stood_at=70) == 70
    assert ("no_muggins_for_it", "10.3.e") in [(step.code, step.rule) for step in classic.steps]
    assert steps(classic)[0] == "by_accident_first"
    assert not {step.rule for step in now.steps} & {"8.7", "10.3.e"}


def test_only_the_classic_edition_has_a_rule_for_pegs_knocked_out() -> None:
    now, classic = (decided(PEGS_REMOVED, edition, what="knocked") for edition in (NOW, CLASSIC))

    assert (classic.code, classic.rules) == ("no_penalty", ("8.7",))
    assert "rear_anywhere" in steps(classic)
    assert (now.code, now.rules) == ("knocked_out_unsettled", ("8.6", "14.1"))
    assert steps(now)[0] == "head_judge_decides"


def test_only_2020_says_when_a_peg_is_taken_out() -> None:
    now, classic = (decided(PEGS_REMOVED, edition, what="front_lifted") for edition in (NOW, CLASSIC))

    assert (now.code, now.rules) == ("not_removed", ("8.5.a",))
    assert (classic.code, classic.rules[-1], steps(classic)[0]) == ("lifted_unsettled", "13", "judges_decide")


def test_moving_up_the_rear_peg_costs_two_points_since_2020() -> None:
    now, classic = (decided(PEGS_REMOVED, edition, what="rear_moved") for edition in (NOW, CLASSIC))

    assert (now.rules, steps(now)) == (("8.5.c",), ["rear_back", "penalty"])
    assert now.points is not None
    assert now.points.of({}) == 2
    assert (classic.rules, classic.points) == (("13",), None)


@given(
    other_at=st.integers(0, 120),
    offender_at=st.integers(0, 120),
    due=st.integers(0, 29),
    edition=st.sampled_from(Edition),
)
def test_pegging_with_the_opponents_peg_costs_two_and_the_score_is_still_pegged(
    other_at: int, offender_at: int, due: int, edition: Edition
) -> None:
    found = decided(OPPONENTS_PEGS, edition, why="to_score")
    numbers = {"other_at": other_at, "offender_at": offender_at, "due": due}

    assert found.points is not None
    assert found.points.of({}) == 2
    assert after(found, Side.OTHER, **numbers) == min(121, other_at + 2)
    assert after(found, Side.OFFENDER, **numbers) == min(121, offender_at + due)


def test_the_rules_of_pegging_moved_down_by_one_when_dislodging_went() -> None:
    numbers = [
        tuple(decided(subject, edition, **answers).rules[0] for edition in (NOW, CLASSIC))
        for subject, answers in (
            (OPPONENTS_PEGS, {"why": "to_score"}),
            (WRONG_TRACK, {"score": "right"}),
            (EARLY_GO, {"due": "clear"}),
        )
    ]

    assert numbers == [("8.7", "8.8"), ("8.8", "8.9"), ("8.9", "8.10")]


def test_a_front_peg_in_doubt_goes_by_the_dislodging_rule_in_classic_only() -> None:
    now, classic = (decided(OPPONENTS_PEGS, edition, why="to_score") for edition in (NOW, CLASSIC))

    assert ("hole_in_doubt", "8.7") in [(step.code, step.rule) for step in classic.steps]
    assert ("hole_in_doubt_ours", "14.1") in [(step.code, step.rule) for step in now.steps]


@BOTH
def test_an_opponents_peg_touched_by_accident_does_no_harm(edition: Edition) -> None:
    for found in (
        decided(OPPONENTS_PEGS, edition, why="by_accident"),
        decided(TOUCHING_PEGS, edition, what="opponents"),
    ):
        assert (found.code, found.rules[0], found.points) == ("no_penalty", "8.6", None)


@BOTH
def test_the_wrong_track_is_put_right_and_then_the_number(edition: Edition) -> None:
    right = decided(WRONG_TRACK, edition, score="right")
    wrong = decided(WRONG_TRACK, edition, score="wrong")

    assert (right.code, right.points) == ("moved", None)
    assert steps(wrong)[0] == "to_own_track"
    assert {"8.3", "8.4.c"} <= set(wrong.rules)


@BOTH
@pytest.mark.parametrize(
    ("zero", "rules"), [("touched", ("8.2",)), ("moved", ("8.2", "8.4.c")), ("taken_out", ("8.2", "8.5"))]
)
def test_pegs_touched_for_a_hand_of_nothing(edition: Edition, zero: str, rules: tuple[str, ...]) -> None:
    found = decided(TOUCHING_PEGS, edition, what="zero", zero=zero)

    assert (found.code, found.rules, found.points) == ("leave_pegs", rules, None)


@BOTH
@pytest.mark.parametrize("what", ["own_loose", "own_too_far"])
def test_whoever_touches_an_own_peg_says_so_first(edition: Edition, what: str) -> None:
    assert steps(decided(TOUCHING_PEGS, edition, what=what))[0] == "say_first"


@BOTH
@pytest.mark.parametrize("due", ["clear", "cannot_play"])
def test_a_go_that_is_due_may_be_pegged_before_it_is_said(edition: Edition, due: str) -> None:
    found = decided(EARLY_GO, edition, due=due)

    assert (found.code, found.points, found.pegs) == ("go_stands", None, ())
    assert ("look_at_cards" in steps(found)) == (due == "cannot_play")


@BOTH
def test_a_go_that_is_not_due_is_an_overpeg_of_one(edition: Edition) -> None:
    by_other = decided(EARLY_GO, edition, due="can_play", found="by_other")
    by_self = decided(EARLY_GO, edition, due="can_play", found="by_self")

    assert [after(by_other, side, offender_at=51, other_at=60) for side in Side] == [50, 61]
    assert by_other.rules[1:] == ("8.4.c.1",)
    assert (by_self.rules[1:], by_self.points) == (("8.4.c.2",), None)
    assert after(by_self, Side.OFFENDER, offender_at=51) == 50
    assert steps(by_other)[-1] == steps(by_self)[-1] == "other_plays"


@BOTH
def test_a_go_that_is_not_due_in_the_game_hole_is_a_false_claim(edition: Edition) -> None:
    found = decided(EARLY_GO, edition, due="can_play", found="game_hole")

    assert found.code == "false_claim"
    assert found.rules[1:] == ("8.4.a.1", "8.4.b")
    assert [after(found, side, other_at=120) for side in Side] == [105, 121]
    assert found.points is not None
    assert found.points.of({}) == 1
