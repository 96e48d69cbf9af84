"""False claim of game: what is one in which edition, and where each peg ends (8.4.a, 8.4.b)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.engine import Decision, asked, decision, every_case
from judging.rulebook.rules.false_claim import FALSE_CLAIM
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(FALSE_CLAIM, edition, {"act": "game_hole", "enough": "no", "pegs": "one_out", **answers})
    assert found is not None
    return found


def ends(found: Decision, **numbers: int) -> tuple[int | None, int | None]:
    """Where the front pegs end, the claimant's first."""
    offender, other = found.pegs
    assert (offender.side, other.side) == ("offender", "other")
    return offender.after.of(numbers), other.after.of(numbers)


@BOTH
@pytest.mark.parametrize(
    ("offender_at", "other_at", "over", "ended"),
    [
        pytest.param(119, 100, 2, (104, 102), id="two short"),
        pytest.param(120, 120, 1, (105, 121), id="one short, and the other player wins by it"),
        pytest.param(110, 115, 11, (95, 121), id="the overclaim goes to the game hole and no farther"),
        pytest.param(105, 90, 16, (90, 106), id="fifteen back comes to the hole before the skunk line"),
        pytest.param(10, 0, 111, (0, 111), id="not farther than off the board"),
    ],
)
def test_the_pegs_after_a_false_claim(
    edition: Edition, offender_at: int, other_at: int, over: int, ended: tuple[int, int]
) -> None:
    found = decided(edition)

    assert found.code == "false_claim"
    assert found.rules == ("8.4.a.1", "8.4.b")
    assert found.points is not None
    assert found.points.of({"offender_at": offender_at}) == over
    assert ends(found, offender_at=offender_at, other_at=other_at) == ended


@BOTH
@pytest.mark.parametrize(
    ("offender_at", "other_at", "pegged"), [(115, 118, 3), (120, 120, 1), (115, 115, 6), (110, 0, 11)]
)
def test_no_more_points_are_given_than_there_are_holes_left(
    edition: Edition, offender_at: int, other_at: int, pegged: int
) -> None:
    """8.4.b.2: the other player gets what was claimed too many, up to the game hole."""
    found = decided(edition)
    numbers = {"offender_at": offender_at, "other_at": other_at}

    assert found.points is not None
    assert found.points.of(numbers) == pegged
    (said,) = (dict(step.amounts)["over"] for step in found.steps if step.rule == "8.4.b.2")
    assert said.of(numbers) == pegged
    assert ends(found, **numbers) == (offender_at - 15, other_at + pegged)


@given(offender_at=st.integers(0, 120), other_at=st.integers(0, 120), edition=st.sampled_from(Edition))
def test_whoever_claimed_goes_back_fifteen_also_where_the_other_player_wins_by_it(
    offender_at: int, other_at: int, edition: Edition
) -> None:
    offender, other = ends(decided(edition), offender_at=offender_at, other_at=other_at)

    assert offender == max(0, offender_at - 15)
    assert other == min(121, other_at + 121 - offender_at)
    if offender_at <= other_at:
        assert other == 121


@BOTH
def test_the_steps_come_in_the_order_of_the_rule_and_say_the_same_holes_as_the_board(edition: Edition) -> None:
    found = decided(edition)
    numbers = {"offender_at": 117, "other_at": 98}

    assert [(step.rule, *(amount.of(numbers) for _name, amount in step.amounts)) for step in own_steps(found)] == [
        ("8.4.b.1", 117),
        ("8.4.b.2", 4, 102),
        ("8.4.b.3", 102),
        ("",),
        ("",),
        ("",),
    ]
    assert ends(found, **numbers) == (102, 102)


@BOTH
def test_before_the_decision_the_peg_stands_in_the_game_hole_only_if_it_was_put_there(edition: Edition) -> None:
    claims = [
        decided(edition, act=act, pegs=pegs)
        for act in ("game_hole", "record_holes")
        for pegs in ("one_out", "both_out")
    ]

    assert [found.pegs[0].before.of({"offender_at": 112, "stood_at": 112}) for found in claims] == [121, 121, 112, 112]


def test_a_win_written_on_the_scorecard_is_a_false_claim_in_classic_only() -> None:
    classic, now = decided(Edition.CLASSIC, act="scorecard"), decided(Edition.Y2020, act="scorecard")

    assert (classic.code, classic.rules[0]) == ("false_claim", "8.4.a.2")
    assert ends(classic, offender_at=119, other_at=100) == (104, 102)
    assert (now.code, now.points, now.pegs) == ("no_false_claim", None, ())


@pytest.mark.parametrize(
    ("act", "now", "classic"),
    [("record_holes", "8.4.a.2", "8.4.a.3"), ("record_peg", "8.4.a.3", "8.4.a.4")],
)
def test_the_other_acts_are_false_claims_in_both_under_their_own_numbers(act: str, now: str, classic: str) -> None:
    assert decided(Edition.Y2020, act=act).rules[0] == now
    assert decided(Edition.CLASSIC, act=act).rules[0] == classic
    assert decided(Edition.Y2020, act=act).code == decided(Edition.CLASSIC, act=act).code == "false_claim"


@pytest.mark.parametrize(
    ("edition", "act", "code", "rules"),
    [
        (Edition.Y2020, "game_hole", "won", ("1.1",)),
        (Edition.CLASSIC, "game_hole", "won", ("1.1",)),
        (Edition.Y2020, "scorecard", "peg_out_first", ("8.10",)),
        (Edition.Y2020, "record_peg", "peg_out_first", ("8.10",)),
        (Edition.CLASSIC, "scorecard", "won", ("8.11.a.1", "8.11.b")),
        (Edition.CLASSIC, "record_holes", "won", ("8.11.a.2", "8.11.b")),
        (Edition.CLASSIC, "record_peg", "won", ("8.11.a.3", "8.11.b")),
    ],
)
def test_with_the_points_recording_a_win_counts_as_pegging_out_in_classic_only(
    edition: Edition, act: str, code: str, rules: tuple[str, ...]
) -> None:
    found = decided(edition, act=act, enough="yes")

    assert (found.code, found.rules) == (code, rules)
    assert found.points is None


def test_with_both_pegs_out_points_not_pegged_count_now_and_were_lost_in_classic() -> None:
    now, classic = (decided(edition, pegs="both_out") for edition in Edition)

    assert (now.steps[0].code, classic.steps[0].code) == ("front_as_agreed", "front_where_it_stood")
    assert ends(now, offender_at=118, other_at=60) == (103, 63)
    assert ends(classic, stood_at=110, other_at=60) == (95, 71)
    assert now.rules == classic.rules == ("8.4.a.1", "8.5.b", "8.4.b")


def test_the_crib_counted_before_the_hand_is_no_false_claim_since_2020() -> None:
    now, classic = (decided(edition, act="crib_first") for edition in Edition)

    assert (now.code, now.rules) == ("no_false_claim", ("9.2.e",))
    assert (classic.code, classic.rules) == ("count_in_order", ("9.2",))
    assert ("ask_again_if_short", "8.4.a.1") in [(step.code, step.rule) for step in classic.steps]


@BOTH
@pytest.mark.parametrize(("act", "code"), [("held", "not_pegged"), ("words", "no_act")])
def test_a_peg_not_let_go_and_words_alone_are_no_claim(edition: Edition, act: str, code: str) -> None:
    found = decided(edition, act=act)

    assert (found.code, found.points, found.pegs) == (code, None, ())
    assert [question.key for question in asked(FALSE_CLAIM, edition, {"act": act})] == ["act"]


@BOTH
def test_only_a_false_claim_moves_pegs_and_asks_where_they_stand(edition: Edition) -> None:
    for answers, found in every_case(FALSE_CLAIM, edition):
        numbers = [question.key for question in asked(FALSE_CLAIM, edition, answers) if question.is_number]
        assert len(numbers) == (2 if found.code == "false_claim" else 0)
        assert bool(found.pegs) == (found.points is not None) == (found.code == "false_claim")
