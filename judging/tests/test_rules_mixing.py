"""Mixing and cutting, rules 2 and 3: what each case comes to, and where the editions part."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Amount, Decision, decision, every_case
from judging.rulebook.rules.mixing import MIXING
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

in_both_editions = pytest.mark.parametrize("edition", Edition)


def decided(edition: Edition, what: str, **answers: str) -> Decision:
    found = decision(MIXING, edition, {"what": what, **answers})
    assert found is not None
    return found


def both(what: str, **answers: str) -> tuple[Decision, Decision]:
    """The decision of the classic edition and that of 2020."""
    return decided(Edition.CLASSIC, what, **answers), decided(Edition.Y2020, what, **answers)


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


def test_rule_2_1_forbids_the_bottom_card_to_whoever_shuffled_in_2020_and_to_the_dealer_in_classic() -> None:
    old, new = both("bottom_card", looked_when="after_shuffle", looked_by="pone")

    assert (old.code, old.points, old.rules) == ("suggest_shuffle", None, ("2.1", "13"))
    assert (new.code, new.points, new.rules) == ("two_points", Amount(2), ("2.1",))
    assert steps(new) == ["dealer_pegs_two", "looker_shuffles_again", "then_cut"]


def test_rule_2_1_the_offender_shuffles_again_in_2020() -> None:
    old, new = both("bottom_card", looked_when="after_shuffle", looked_by="dealer")

    assert old.points == new.points == Amount(2)
    assert steps(old) == ["pone_pegs_two", "shuffle_again", "then_cut"]
    assert steps(new) == ["pone_pegs_two", "looker_shuffles_again", "then_cut"]


@in_both_editions
@pytest.mark.parametrize(
    ("when", "rule", "expected"),
    [
        pytest.param("at_the_cut", "3.3.a", "other_pegs_two shuffle_again cut_again", id="at the cut"),
        pytest.param(
            "after_the_cut",
            "3.3.b",
            "pone_pegs_two gather_if_dealt shuffle_again cut_again deal_again",
            id="after the cut",
        ),
        pytest.param("after_pick_up", "3.3.b", "pone_pegs_two hand_stays rest_shuffled", id="hands picked up"),
    ],
)
def test_a_look_at_the_bottom_card_at_or_after_the_cut_is_two_points(
    edition: Edition, when: str, rule: str, expected: str
) -> None:
    found = decided(edition, "bottom_card", looked_when=when)

    assert (found.code, found.points, found.rules) == ("two_points", Amount(2), (rule,))
    assert steps(found) == expected.split()


@in_both_editions
def test_nothing_but_a_look_at_the_bottom_card_has_a_penalty(edition: Edition) -> None:
    penalized = {answers["what"] for answers, found in every_case(MIXING, edition) if found.points is not None}

    assert penalized == {"bottom_card"}


@in_both_editions
@pytest.mark.parametrize(
    ("stage", "code", "rule", "until"),
    [
        pytest.param("not_begun", "cut_first", "3.3.a", "", id="not yet dealt"),
        pytest.param("not_picked_up", "shuffle_cut_deal", "3.3.c", "picked_up", id="dealt"),
        pytest.param("picked_up", "deal_stands", "3.3.c", "", id="picked up"),
    ],
)
def test_a_forgotten_cut_is_made_up_for_until_the_pone_picks_up_a_card(
    edition: Edition, stage: str, code: str, rule: str, until: str
) -> None:
    found = decided(edition, "no_cut", deal_stage=stage)

    assert (found.code, found.rules, found.claim_until) == (code, (rule,), until)
    assert ("deal_again" in steps(found)) == (stage == "not_picked_up")


@in_both_editions
@pytest.mark.parametrize(("how", "rule"), [("few", "3.1.c"), ("one_by_one", "3.3.a"), ("middle", "3.3.b")])
def test_a_wrong_cut_is_made_again_before_the_deal(edition: Edition, how: str, rule: str) -> None:
    found = decided(edition, "wrong_cut", cut_how=how, deal_stage="not_begun")

    assert (found.code, found.rules) == ("cut_again", (rule,))
    assert steps(found) == [f"cut_{how}", "together_again", "cut_again"]


@pytest.mark.parametrize(
    "case",
    [
        *({"what": "wrong_cut", "cut_how": how} for how in ("few", "one_by_one", "middle")),
        {"what": "mixed_badly"},
    ],
)
def test_what_no_rule_settles_is_the_head_judges_in_2020_and_the_judges_in_classic(case: dict[str, str]) -> None:
    for stage, code in (("not_picked_up", "suggest_redeal"), ("picked_up", "suggest_stands")):
        old, new = (
            decision(MIXING, edition, {**case, "deal_stage": stage}) for edition in (Edition.CLASSIC, Edition.Y2020)
        )

        assert old is not None
        assert new is not None
        assert old.code == new.code == code
        assert (old.rules[-1], new.rules[-1]) == ("13", "14.1")
        assert (old.steps[0].code, new.steps[0].code) == ("judges_decide", "head_judge_decides")


@in_both_editions
def test_the_pack_is_mixed_three_times_and_hidden(edition: Edition) -> None:
    found = decided(edition, "mixed_badly", deal_stage="not_begun")

    assert (found.code, found.rules, steps(found)) == ("mix_again", ("2.1",), ["three_mixes_hidden", "then_cut"])


def test_rules_2_2_and_2_3_each_shuffle_is_of_three_mixes_in_2020_and_of_any_number_in_classic() -> None:
    old, new = both("who_shuffles")

    assert [(step.code, step.rule) for step in own_steps(old)] == [
        ("pone_once_any_mixes", "2.2"),
        ("dealer_last", "2.3"),
        ("three_mixes_hidden", "2.1"),
    ]
    assert [(step.code, step.rule) for step in own_steps(new)] == [
        ("pone_once_three_mixes", "2.2"),
        ("dealer_last_three_mixes", "2.3"),
    ]


def test_rule_1_5_a_the_format_says_whether_there_is_a_cut_in_2020_and_losers_deal_first_in_classic() -> None:
    old, new = both("cut_for_deal", cut_for_deal_how="whether")

    assert steps(old) == ["cut_in_match", "loser_deals"]
    assert steps(new) == ["cut_in_format", "no_cut_alternate", "cut_in_match"]


@in_both_editions
@pytest.mark.parametrize(
    ("how", "code", "rule", "expected"),
    [
        pytest.param("who_first", "other_cuts_first", "3.1.a", "each_should_shuffle not_last_shuffler", id="order"),
        pytest.param("number", "cut_again", "3.1.b", "first_takes second_takes wrong_one_again", id="number"),
        pytest.param("equal", "both_again", "3.2.b", "all_together shuffle_pack both_cut_again", id="equal"),
        pytest.param("several", "exposer_again", "3.2.c", "exposer_again", id="more than one shown"),
        pytest.param("which_card", "low_deals", "3.2.a", "bottom_of_hand low_deals", id="which card"),
    ],
)
def test_the_cut_for_deal(edition: Edition, how: str, code: str, rule: str, expected: str) -> None:
    found = decided(edition, "cut_for_deal", cut_for_deal_how=how)

    assert (found.code, found.rules) == (code, (rule,))
    assert steps(found) == expected.split()
