"""The crib before its count: looked at, taken back from, on the wrong side, mixed up with the hand (5.1 to 5.3)."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.crib import CRIB
from judging.rulebook.rules.engine import Decision, decision, every_case
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)

#   answers                                     2020                  classic
CASES = """
    looked_in                                   two_points            two_points
    looked_before                               two_points_and_draw   two_points_and_draw
    taken_back taken_when=wrong_number          may_take_back         may_take_back
    taken_back taken_when=before                may_take_back         put_back              taken_how=unseen
    taken_back taken_when=before                may_take_back         two_points            taken_how=seen
    taken_back taken_when=before                may_take_back         two_points_and_draw   taken_how=mixed
    taken_back taken_when=after                 put_back              put_back              taken_how=unseen
    taken_back taken_when=after                 two_points            two_points            taken_how=seen
    taken_back taken_when=after                 two_points_and_draw   two_points_and_draw   taken_how=mixed
    wrong_side lying=one,starter=not_turned     may_think_again       may_think_again
    wrong_side lying=one,starter=turned         moved                 moved
    wrong_side lying=all,both_played=no         moved                 moved
    wrong_side lying=all,both_played=yes        crib_changes          crib_changes
    swapped swapped_when=before_play            two_points            two_points
    swapped swapped_when=after                  two_points            two_points
"""


def answered(line: str) -> dict[str, str]:
    what, *rest = line.split()
    pairs = [pair for word in rest if "=" in word for pair in word.split(",")]
    return {"what": what, **dict(pair.split("=") for pair in pairs)}


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(CRIB, edition, answers)
    assert found is not None
    return found


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


@pytest.mark.parametrize("line", [pytest.param(line, id=line.strip()[:40]) for line in CASES.strip().splitlines()])
def test_what_follows_in_each_edition(line: str) -> None:
    codes = [word for word in line.split()[1:] if "=" not in word]

    assert [decided(edition, **answered(line)).code for edition in (Edition.Y2020, Edition.CLASSIC)] == codes


@BOTH
def test_the_table_above_has_every_case(edition: Edition) -> None:
    tabled = {
        frozenset(answers.items())
        for answers, _found in every_case(CRIB, edition)
        if any(answers.items() <= answered(line).items() for line in CASES.strip().splitlines())
    }

    assert len(tabled) == len(list(every_case(CRIB, edition)))


@BOTH
def test_two_points_wherever_the_headline_says_so_and_nowhere_else(edition: Edition) -> None:
    for _answers, found in every_case(CRIB, edition):
        points = found.points.of({}) if found.points else None
        assert points == (2 if found.code.startswith("two_points") else None)
        assert (points is not None) == bool({"penalty", "pone_pegs_penalty"} & set(steps(found)))


def test_since_2020_a_discard_may_be_taken_back_until_the_other_player_discards() -> None:
    second_thoughts = {"what": "taken_back", "taken_when": "before", "taken_how": "seen"}

    assert (decided(Edition.Y2020, **second_thoughts).rules, decided(Edition.Y2020, **second_thoughts).points) == (
        ("5.3",),
        None,
    )
    assert decided(Edition.CLASSIC, **second_thoughts).rules == ("5.1.b",)
    assert decided(Edition.CLASSIC, **second_thoughts).points is not None


def test_since_2020_the_other_player_may_look_at_a_crib_that_was_looked_at() -> None:
    assert steps(decided(Edition.Y2020, what="looked_in")) == ["crib_face_down", "penalty", "other_may_look"]
    assert steps(decided(Edition.CLASSIC, what="looked_in")) == ["crib_face_down", "penalty"]


def test_since_2020_whoever_draws_the_discard_looks_at_it() -> None:
    assert steps(decided(Edition.Y2020, what="looked_before")) == ["penalty", "draw_two_and_look", "play_goes_on"]
    assert steps(decided(Edition.CLASSIC, what="looked_before")) == ["penalty", "draw_two_unseen", "play_goes_on"]


@BOTH
def test_once_both_have_discarded_no_card_comes_back_from_the_crib(edition: Edition) -> None:
    found = decided(edition, what="taken_back", taken_when="after", taken_how="unseen")

    assert found.rules == {Edition.Y2020: ("5.3.a",), Edition.CLASSIC: ("5.1.b",)}[edition]
    assert steps(found)[0] == "same_two_back"


def test_a_discard_mixed_with_the_hand_is_open_in_2020_and_was_ruled_before() -> None:
    mixed = {"what": "taken_back", "taken_when": "after", "taken_how": "mixed"}

    assert decided(Edition.Y2020, **mixed).rules == ("5.3.a", "14.1", "5.2.b")
    assert steps(decided(Edition.Y2020, **mixed))[0] == "head_judge_decides"
    assert decided(Edition.CLASSIC, **mixed).rules == ("5.1.b", "5.2.b")
    assert "head_judge_decides" not in steps(decided(Edition.CLASSIC, **mixed))


@BOTH
def test_a_crib_left_on_the_pones_side_changes_its_owner_and_the_next_dealer(edition: Edition) -> None:
    assert steps(decided(edition, what="wrong_side", lying="all", both_played="yes")) == [
        "crib_stays",
        "pone_has_crib",
        "dealer_is_pone",
        "dealer_deals_next",
    ]


@BOTH
def test_a_crib_taken_for_the_hand_is_played_on_once_the_play_has_begun(edition: Edition) -> None:
    before = steps(decided(edition, what="swapped", swapped_when="before_play"))
    after = steps(decided(edition, what="swapped", swapped_when="after"))

    assert before == ["right_hand_played", "pone_pegs_penalty", "pone_may_look"]
    assert after == ["goes_on_with_crib", "dealers_points_off", "pone_pegs_penalty", "pone_may_look"]


#   answers                                                   2020: rules and steps
IN_2020 = """
    taken_back taken_when=wrong_number                        4.4.a.1 5.3.b | take_back_all discard_two
    taken_back taken_when=before                              5.3 | take_back_own discard_two
    taken_back taken_when=after taken_how=seen                5.3.a 5.2.a | same_two_back penalty other_may_look
    wrong_side lying=one,starter=not_turned                   5.1.c | take_back_own discard_on_dealers_side
    wrong_side lying=one,starter=turned                       5.1.a | move_unseen play_goes_on
    wrong_side lying=all,both_played=no                       5.1.d | move_unseen play_goes_on
"""
CLASSIC = """
    taken_back taken_when=wrong_number                        4.4.a.1 5.1.b | take_back_all discard_two
    taken_back taken_when=before taken_how=seen               5.1.b | same_two_back penalty
    taken_back taken_when=before taken_how=mixed              5.1.b 5.2.b | penalty draw_two_unseen play_goes_on
    taken_back taken_when=after taken_how=seen                5.1.b | same_two_back penalty
"""


@pytest.mark.parametrize(
    ("edition", "line"),
    [
        pytest.param(edition, line, id=f"{edition} {line.strip()[:54]}")
        for edition, table in ((Edition.Y2020, IN_2020), (Edition.CLASSIC, CLASSIC))
        for line in table.strip().splitlines()
    ],
)
def test_what_is_done_and_by_which_rule(edition: Edition, line: str) -> None:
    case, todo = line.split("|")

    found = decided(edition, **answered(case))

    assert found.rules == tuple(word for word in case.split()[1:] if "=" not in word)
    assert steps(found) == todo.split()
