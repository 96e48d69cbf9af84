"""An imperfect pack, rule 4.5: what each case comes to, and where the editions part."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Decision, decision
from judging.rulebook.rules.pack import PACK
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

in_both_editions = pytest.mark.parametrize("edition", Edition)


def decided(edition: Edition, what: str, **answers: str) -> Decision:
    found = decision(PACK, edition, {"what": what, **answers})
    assert found is not None
    return found


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


def test_rule_4_5_a_a_defect_found_in_time_is_replaced_and_since_2020_shuffled_and_dealt_by_the_same_player() -> None:
    old, new = (decided(edition, "defect", picked_up="no") for edition in (Edition.CLASSIC, Edition.Y2020))

    assert (old.code, old.rules, steps(old)) == ("replace_now", ("4.5.a",), ["replace", "deal_anew_if_dealt"])
    assert (new.code, new.rules) == ("replace_redeal", ("4.5.a",))
    assert steps(new) == ["gather", "replace", "shuffle_and_cut", "same_dealer"]


@in_both_editions
def test_once_a_card_is_picked_up_the_hand_is_played_with_the_defect(edition: Edition) -> None:
    found = decided(edition, "defect", picked_up="yes")

    assert (found.code, found.rules) == ("play_then_replace", ("4.5.a",))
    assert steps(found) == ["play_it_out", "then_replace"]


@in_both_editions
def test_two_equal_cards_kill_the_deal_and_every_point_of_it(edition: Edition) -> None:
    found = decided(edition, "equal_cards", seen="in_play")

    assert (found.code, found.rules, found.points) == ("dead_other_deck", ("4.5.b",), None)
    assert steps(found) == ["stop", "all_points_back", "all_dead", "other_deck", "no_penalty"]


@in_both_editions
@pytest.mark.parametrize(
    ("seen", "code", "last"),
    [("before_play", "suggest_other_deck", "other_deck"), ("later", "suggest_points_stand", "replace_between")],
)
def test_equal_cards_noticed_before_or_after_the_play_are_left_to_the_judges(
    edition: Edition, seen: str, code: str, last: str
) -> None:
    found = decided(edition, "equal_cards", seen=seen)

    assert (found.code, steps(found)[-1]) == (code, last)
    assert found.rules[-1] == ("14.1" if edition is Edition.Y2020 else "13")


@in_both_editions
@pytest.mark.parametrize(
    ("what", "code", "rule", "last"),
    [
        pytest.param("found_card", "back_between_deals", "4.5.c", "card_back", id="on the floor"),
        pytest.param("incomplete", "replace_between", "4.5.d", "replace_between", id="51 cards"),
    ],
)
def test_a_card_astray_is_seen_to_between_deals(edition: Edition, what: str, code: str, rule: str, last: str) -> None:
    found = decided(edition, what)

    assert (found.code, found.rules, steps(found)[-1]) == (code, (rule,), last)
