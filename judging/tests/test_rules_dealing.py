"""Dealing, rules 4.1 to 4.3: what each case comes to, and where the editions part."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.dealing import DEALING
from judging.rulebook.rules.engine import Decision, decision, every_case
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

in_both_editions = pytest.mark.parametrize("edition", Edition)


def decided(edition: Edition, what: str, **answers: str) -> Decision:
    found = decision(DEALING, edition, {"what": what, **answers})
    assert found is not None
    return found


def both(what: str, **answers: str) -> tuple[Decision, Decision]:
    """The decision of the classic edition and that of 2020."""
    return decided(Edition.CLASSIC, what, **answers), decided(Edition.Y2020, what, **answers)


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


@pytest.mark.parametrize(("by", "rule"), [("dealer", "4.3.a"), ("face_up", "4.3.c")])
def test_rule_4_3_an_exposed_card_is_dealt_again_and_since_2020_shuffled_first(by: str, rule: str) -> None:
    old, new = both("exposed", exposed_by=by)

    assert (old.code, old.rules, steps(old)) == ("redeal", (rule,), ["gather", "cut_before_deal", "same_dealer"])
    assert (new.code, new.rules) == ("reshuffle_redeal", (rule,))
    assert steps(new) == ["gather", "shuffle_and_cut", "same_dealer"]


@in_both_editions
def test_a_card_that_the_pone_looked_at_or_exposed_brings_no_new_deal(edition: Edition) -> None:
    found = decided(edition, "exposed", exposed_by="pone")

    assert (found.code, found.rules, found.points) == ("no_redeal", ("4.3.b", "4.2.c"), None)
    assert steps(found) == ["deal_stands", "tell_pone"]


@in_both_editions
def test_the_wrong_dealer_deals_in_vain_until_both_have_played_a_card(edition: Edition) -> None:
    early, late = (
        decided(edition, "wrong_dealer", found="before_both_played"),
        decided(edition, "wrong_dealer", found="later"),
    )

    assert (early.code, early.rules) == ("deal_void", ("4.1.b",))
    assert steps(early) == ["gather", "pegged_back", "right_dealer"]
    assert (late.code, late.rules) == ("deal_stands", ("4.1.b",))
    assert steps(late) == ["play_it_out", "other_deals_next"]


def test_rule_4_1_c_the_cut_for_deal_counts_as_made_once_dealing_has_begun_in_2020_only() -> None:
    old, new = both("no_cut_for_deal", begun="yes")

    assert (old.code, old.rules) == ("suggest_play_on", ("4.1.a", "13"))
    assert (new.code, new.rules) == ("deemed_cut", ("4.1.c",))


@in_both_editions
def test_before_the_deal_the_cut_for_deal_is_made(edition: Edition) -> None:
    found = decided(edition, "no_cut_for_deal", begun="no")

    assert (found.code, found.rules) == ("cut_now", ("4.1.a", "3.2.a"))
    assert [step.rule for step in found.steps] == ["3.1.a", "", "3.2.a"]


def test_rule_4_2_a_forbids_dealing_from_a_part_of_the_pack_in_2020_and_3_3_b_in_both() -> None:
    old, new = both("dealt_wrongly", dealt_how="portion", pone_cards="not_picked_up")

    assert old.rules == ("3.3.b", "4.2.b", "3.3.c", "13")
    assert new.rules == ("4.2.a", "3.3.b", "4.2.b", "3.3.c", "14.1")


@in_both_editions
@pytest.mark.parametrize("how", ["order", "portion"])
def test_cards_dealt_in_a_wrong_way_are_our_suggestion_and_the_judges_decision(edition: Edition, how: str) -> None:
    early = decided(edition, "dealt_wrongly", dealt_how=how, pone_cards="not_picked_up")
    late = decided(edition, "dealt_wrongly", dealt_how=how, pone_cards="picked_up")

    assert (early.code, late.code) == ("suggest_redeal", "suggest_stands")
    assert steps(early)[-1] == "same_dealer"
    assert steps(late)[-1] == "play_it_out"
    assert {early.steps[0].rule, late.steps[0].rule} == {"14.1" if edition is Edition.Y2020 else "13"}


@in_both_editions
def test_hands_on_the_cards_are_told_off_and_cost_nothing(edition: Edition) -> None:
    found = decided(edition, "touched")

    assert (found.code, found.rules, found.points) == ("no_penalty", ("4.2.c",), None)


@pytest.mark.parametrize(
    ("deck", "code", "expected"),
    [
        pytest.param("qualifying", "no_other_deck", "keep_deck director_midway", id="sound, in qualifying"),
        pytest.param("damaged", "deck_may_change", "damaged_may_change see_imperfect_pack", id="damaged"),
        pytest.param("match_first", "deck_may_change", "after_the_game once_a_match", id="once in a match"),
        pytest.param("match_again", "no_other_deck", "once_a_match", id="twice in a match"),
    ],
)
def test_rule_4_2_d_of_2020_says_when_a_deck_may_be_changed(deck: str, code: str, expected: str) -> None:
    old, new = both("another_deck", deck=deck)

    assert (new.code, steps(new)) == (code, expected.split())
    assert "4.2.d" in new.rules
    assert "4.2.d" not in old.rules
    assert old.code == ("deck_may_change" if deck == "damaged" else "suggest_keep_deck")


@in_both_editions
def test_nothing_in_dealing_has_a_penalty(edition: Edition) -> None:
    assert {found.points for _answers, found in every_case(DEALING, edition)} == {None}
