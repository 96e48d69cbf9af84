"""Counting: the order, counts put right, cards mixed too soon, the starter lost, and help (9.1 to 9.5)."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.counting import COUNTING, COUNTING_HELP, MIXED_CARDS
from judging.rulebook.rules.engine import Decision, Subject, decision, every_case
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


def points(found: Decision) -> int | None:
    return None if found.points is None else found.points.of({})


@BOTH
def test_a_dealer_who_pegs_before_pone_takes_it_back_and_pegs_again(edition: Edition) -> None:
    found = decided(COUNTING, edition, what="dealer_first", game_hole="no")

    assert (found.code, found.rules, points(found)) == ("no_penalty", ("9.2.c",), None)
    assert steps(found) == ["dealers_points_back", "pone_pegs", "then_dealer"]


@pytest.mark.parametrize(("edition", "last"), [(NOW, "14.1"), (CLASSIC, "13")])
def test_no_rule_says_what_a_hand_pegged_out_before_pone_is(edition: Edition, last: str) -> None:
    found = decided(COUNTING, edition, what="dealer_first", game_hole="yes")

    assert (found.code, found.rules) == ("too_early_in_game_hole", ("9.2.c", "8.4.a.1", last))
    assert steps(found)[:3] == ["dealers_points_back", "pone_pegs", "then_dealer"]


@pytest.mark.parametrize("game_hole", ["no", "yes"])
def test_the_crib_counted_first_costs_nothing_since_2020_and_two_points_in_classic(game_hole: str) -> None:
    now, classic = (decided(COUNTING, edition, what="crib_first", game_hole=game_hole) for edition in (NOW, CLASSIC))

    assert (now.rules, points(now)) == (("9.2.e",), None)
    assert (classic.rules, points(classic)) == (("9.2", "5.2.a"), 2)
    assert ("no_false_claim" in steps(now)) == (game_hole == "yes")
    assert ("false_claim_if_short" in steps(classic)) == (game_hole == "yes")
    in_order = ["crib_points_back", "dealers_hand", "then_crib"]
    assert [[code for code in steps(found) if code in in_order] for found in (now, classic)] == [in_order, in_order]


@pytest.mark.parametrize(
    ("accepted", "now", "classic"),
    [
        pytest.param("no", "may_correct", "may_correct", id="before it is accepted"),
        pytest.param("hand", "too_late", "too_late", id="a hand that was accepted"),
        pytest.param("crib", "may_correct", "too_late", id="the crib: since 2020 until pone mixes"),
        pytest.param("mixed", "too_late", "too_late", id="once the cards are mixed"),
    ],
)
def test_until_when_a_count_may_be_put_right(accepted: str, now: str, classic: str) -> None:
    found = [
        decided(COUNTING, edition, what="correct", pegged="no", accepted=accepted).code for edition in (NOW, CLASSIC)
    ]

    assert found == [now, classic]


@BOTH
def test_points_short_stay_short_once_the_peg_is_let_go(edition: Edition) -> None:
    found = decided(COUNTING, edition, what="correct", pegged="too_few")

    assert (found.code, found.rules) == ("peg_stays", ("8.3",))
    assert ("words_not_pegs" in steps(found)) == (edition is NOW)


@BOTH
def test_points_too_many_go_by_the_rule_of_overpegging(edition: Edition) -> None:
    assert decided(COUNTING, edition, what="correct", pegged="too_many").rules == ("8.4.c",)


@BOTH
@pytest.mark.parametrize(("what", "rule"), [("not_open", "9.1"), ("pack_moved", "9.3.b")])
def test_cards_stay_open_and_the_pack_may_go_between_the_hands(edition: Edition, what: str, rule: str) -> None:
    found = decided(COUNTING, edition, what=what)

    assert (found.rules, points(found)) == ((rule,), None)


@BOTH
@pytest.mark.parametrize(("what", "rule"), [("own_hand", "9.4.a"), ("own_crib", "9.4.b")])
def test_whoever_mixes_own_cards_before_they_are_pegged_and_accepted_loses_their_count(
    edition: Edition, what: str, rule: str
) -> None:
    found = {
        own: decided(MIXED_CARDS, edition, what=what, own=own) for own in ("not_pegged", "not_accepted", "accepted")
    }

    assert {own: outcome.code for own, outcome in found.items()} == {
        "not_pegged": "count_lost",
        "not_accepted": "count_lost",
        "accepted": "count_stands",
    }
    assert found["not_pegged"].rules == found["not_accepted"].rules == (rule,)
    assert "points_back" in steps(found["not_accepted"])


@BOTH
@pytest.mark.parametrize(
    ("crib", "found_by"),
    [
        ("agreed", ["dealer_takes_crib"]),
        ("rebuilt", ["judges_rebuild", "named_cards_back"]),
        ("partly", ["judges_rebuild", "named_cards_back", "fill_from_pack"]),
    ],
)
def test_a_crib_that_pone_mixed_is_counted_and_costs_pone_two(edition: Edition, crib: str, found_by: list[str]) -> None:
    found = decided(MIXED_CARDS, edition, what="pone_mixed_crib", pegged="no", crib=crib)

    assert (found.rules, points(found)) == (("9.4.c",), 2)
    assert steps(found) == ["dealer_pegs_penalty", *found_by, "dealer_counts_crib"]


@BOTH
@pytest.mark.parametrize("what", ["pone_mixed_crib", "others_hand"])
def test_whoever_mixes_cards_that_were_pegged_has_accepted_them(edition: Edition, what: str) -> None:
    assert decided(MIXED_CARDS, edition, what=what, pegged="yes").code == "count_stands"


@pytest.mark.parametrize(("edition", "last"), [(NOW, "14.1"), (CLASSIC, "13")])
def test_no_rule_says_what_a_hand_mixed_by_the_other_player_is_worth(edition: Edition, last: str) -> None:
    found = decided(MIXED_CARDS, edition, what="others_hand", pegged="no")

    assert (found.code, found.rules) == ("others_hand_unsettled", ("9.4", last))


@BOTH
@pytest.mark.parametrize(
    ("starter", "rule", "how"),
    [
        ("known", "", ["starter_on_pack"]),
        ("rebuilt", "9.3.a.1", ["rebuild_five", "starter_on_pack"]),
        ("unclear", "9.3.a.2", ["draw_two_and_choose", "other_card_back"]),
        ("in_pack", "9.3.a.3", ["judge_shuffles", "other_cuts", "judge_turns"]),
    ],
)
def test_a_starter_mixed_with_other_cards_costs_two_and_is_found_again(
    edition: Edition, starter: str, rule: str, how: list[str]
) -> None:
    found = decided(MIXED_CARDS, edition, what="starter", starter=starter)

    assert (found.rules, points(found)) == (("9.3.a",), 2)
    assert steps(found) == ["penalty", *how, "counting_goes_on"]
    assert own_steps(found)[1].rule == rule


@pytest.mark.parametrize(("edition", "last"), [(NOW, "14.1"), (CLASSIC, "13")])
def test_help_is_not_allowed_and_has_no_penalty_of_its_own(edition: Edition, last: str) -> None:
    found = [outcome for _answers, outcome in every_case(COUNTING_HELP, edition)]

    assert {outcome.rules for outcome in found} == {("9.5", last)}
    assert {outcome.points for outcome in found} == {None}
    assert len({steps(outcome)[0] for outcome in found}) == 3
