"""Muggins (rule 10) as the two editions have it."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Amount, Decision, Side, asked, decision
from judging.rulebook.rules.muggins import MUGGINS
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

IN_PLAY = {
    "in_force": "yes",
    "missed_what": "points",
    "where": "play",
    "pegged": "short",
    "called": "in_time",
    "found": "as_claimed",
}


def decided(edition: Edition = Edition.Y2020, /, **answers: str) -> Decision:
    found = decision(MUGGINS, edition, IN_PLAY | answers)
    assert found is not None
    return found


def codes(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


def pegged_by_caller(found: Decision, **numbers: int) -> int | None:
    (step,) = [step for step in found.steps if step.code == "caller_pegs"]
    return dict(step.amounts)["points"].of(numbers)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("found", "numbers", "points"),
    [
        pytest.param("as_claimed", {"claimed": 4}, 4, id="named four, missed four"),
        pytest.param("more", {"claimed": 2}, 2, id="named two, missed more"),
        pytest.param("fewer", {"claimed": 6, "missed": 2}, 2, id="named six, missed two"),
        pytest.param("beyond", {"claimed": 8, "other_at": 118}, 3, id="three holes left"),
    ],
)
def test_the_caller_gets_the_lesser_of_named_and_true(
    edition: Edition, found: str, numbers: dict[str, int], points: int
) -> None:
    outcome = decided(edition, found=found)

    assert outcome.code == "muggins"
    assert pegged_by_caller(outcome, **numbers) == points
    # Muggins is no penalty (1.6): none is named, and naming too many costs nothing.
    assert outcome.points is None


@pytest.mark.parametrize("found", ["as_claimed", "fewer", "beyond"])
def test_the_board_shows_the_caller_ahead_by_what_is_pegged_and_the_other_unmoved(found: str) -> None:
    outcome = decided(found=found)
    numbers = {"claimed": 7, "missed": 3, "caller_at": 90, "other_at": 116}

    pegs = {peg.side: (peg.before.of(numbers), peg.after.of(numbers)) for peg in outcome.pegs}

    points = pegged_by_caller(outcome, **numbers)
    assert points is not None
    assert pegs == {Side.OTHER: (90, 90 + points), Side.OFFENDER: (116, 116)}


def test_muggins_may_win_the_game_and_no_peg_goes_beyond_the_game_hole() -> None:
    (caller,) = [peg for peg in decided().pegs if peg.side is Side.OTHER]

    assert caller.after.of({"caller_at": 119, "claimed": 6}) == 121
    assert "caller_pegs_out" in codes(decided())


def test_a_wrong_call_costs_the_caller_the_points_in_2020_only() -> None:
    new, old = decided(found="nothing"), decided(Edition.CLASSIC, found="nothing")

    assert (new.code, new.rules, new.points) == ("wrong_call", ("10.4.a",), Amount(factors=(("claimed", 1),)))
    numbers = {"claimed": 4, "caller_at": 50, "other_at": 60}
    # The caller keeps the track of every other finding.
    assert [(peg.side, peg.before.of(numbers), peg.after.of(numbers)) for peg in new.pegs] == [
        (Side.OFFENDER, 60, 64),
        (Side.OTHER, 50, 50),
    ]
    assert (old.code, old.points, old.pegs) == ("nothing_missed", None, ())


def test_since_2020_nothing_is_pegged_before_both_agree() -> None:
    assert "pegged_before_agreed" in codes(decided())
    assert "pegged_before_agreed" not in codes(decided(Edition.CLASSIC))


@pytest.mark.parametrize("edition", Edition)
def test_without_muggins_on_the_flyer_nothing_else_is_asked(edition: Edition) -> None:
    assert [question.key for question in asked(MUGGINS, edition, {"in_force": "no"})] == ["in_force"]
    outcome = decided(edition, in_force="no")
    assert (outcome.code, outcome.rules, outcome.points) == ("not_in_force", ("10.1.b",), None)


@pytest.mark.parametrize(
    ("what", "rule"),
    [("penalty", "10.3.a"), ("muggins_score", "10.3.b"), ("heels", "10.3.c"), ("backward", "10.3.d")],
)
def test_where_it_never_applies_the_call_is_a_wrong_one_in_2020_only(what: str, rule: str) -> None:
    new, old = decided(missed_what=what), decided(Edition.CLASSIC, missed_what=what)

    assert (new.code, new.rules[0], new.points) == ("does_not_apply_charged", rule, Amount(factors=(("claimed", 1),)))
    assert (old.code, old.rules, old.points) == ("does_not_apply", (rule,), None)
    assert "charge_read_so" in codes(new)


@pytest.mark.parametrize("what", ["game_hole", "both_pegs"])
def test_a_score_lost_by_not_pegging_out_or_with_both_pegs_out_is_exempt_in_classic_only(what: str) -> None:
    assert decided(Edition.CLASSIC, missed_what=what).rules == ("10.3.e",)
    in_2020 = {question.key: question.choices for question in MUGGINS.questions(Edition.Y2020)}
    assert "both_pegs" not in in_2020["missed_what"]


def test_in_2020_points_not_pegged_into_the_game_hole_may_be_called() -> None:
    outcome = decided(missed_what="game_hole")

    assert (outcome.code, outcome.rules[0], codes(outcome)[0]) == ("muggins", "10.1.c", "not_over")


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("where", "rule"), [("play", "10.4.b.1"), ("pone_hand", "10.4.c.1"), ("dealer_hand", "10.4.c.2")]
)
@pytest.mark.parametrize("called", ["too_early", "too_late"])
def test_a_call_out_of_time_gives_nothing_to_anybody(edition: Edition, where: str, rule: str, called: str) -> None:
    outcome = decided(edition, where=where, called=called)

    assert (outcome.code, outcome.points, outcome.pegs) == (called, None, ())
    assert outcome.rules[0] == rule
    assert outcome.claim_until == where
    assert f"{called}_{where}" in codes(outcome)


@pytest.mark.parametrize("where", ["pone_hand", "dealer_hand"])
def test_after_the_word_a_hand_said_to_be_worth_nothing_is_not_counted_again(where: str) -> None:
    assert "no_second_count" in codes(decided(where=where, pegged="nothing"))
    assert "no_second_count" not in codes(decided(where=where, pegged="short"))
    assert "no_second_count" not in codes(decided(where="play", pegged="nothing"))


def test_judges_watch_the_pegs_by_a_protocol_that_only_2020_has() -> None:
    assert ("judges_watch" in codes(decided()), "judges_watch" in codes(decided(Edition.CLASSIC))) == (True, False)
