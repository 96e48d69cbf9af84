"""The starter: cut too early, seen, turned with others, taken into the hand, and two for his heels (6.1 to 6.4)."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Decision, decision, every_case
from judging.rulebook.rules.starter import STARTER
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)

#   what               answers                                      decision              points  rules
CASES = """
    looked_at_bottom   -                                            two_points            2  6.1.b
    cut_early          early=turned                                 no_penalty            -  6.1.a
    cut_early          early=only_cut                               no_penalty            -  6.1.a
    more_than_one      -                                            no_penalty            -  6.2.a 6.2.b
    heels              heels=not_played                             heels_pegged          -  6.3.a 6.3.b
    heels              heels=played                                 heels_forfeited       -  6.3.c 10.3.c
    heels              heels=pegged_late,heels_noticed=other        overpegged            2  6.3.c 8.4.c.1
    heels              heels=pegged_late,heels_noticed=self         own_overpeg           -  6.3.c 8.4.c.2
    heels              heels=pegged_late,heels_noticed=late         heels_stand           -  8.4.d
    in_hand            seen_by_pone=no                              two_points_and_draw   2  6.1.c
    in_hand            seen_by_pone=yes                             no_penalty            -  6.1.c
    face_up            -                                            no_penalty            -  6.1.d
    pack_placed        -                                            no_penalty            -  6.4
"""


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(STARTER, edition, answers)
    assert found is not None
    return found


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


@BOTH
@pytest.mark.parametrize("line", [pytest.param(line, id=line.strip()[:60]) for line in CASES.strip().splitlines()])
def test_what_follows_each_error_about_the_starter(edition: Edition, line: str) -> None:
    what, answers, code, points, *rules = line.split()

    found = decided(edition, what=what, **dict(pair.split("=") for pair in answers.split(",") if pair != "-"))

    assert (found.code, found.rules) == (code, tuple(rules))
    assert (str(found.points.of({})) if found.points else "-") == points


@BOTH
def test_the_table_above_has_every_case(edition: Edition) -> None:
    assert len(list(every_case(STARTER, edition))) == len(CASES.strip().splitlines())


@BOTH
def test_a_starter_turned_before_the_dealer_discarded_is_cut_anew_and_not_a_case_of_the_table(edition: Edition) -> None:
    assert steps(decided(edition, what="cut_early", early="turned")) == [
        "starter_back",
        "dealer_discards",
        "dealer_shuffles",
        "pone_cuts",
        "no_table",
    ]


@BOTH
@pytest.mark.parametrize(
    ("answers", "todo"),
    [
        ({"what": "cut_early", "early": "only_cut"}, ["packets_together", "dealer_discards", "pone_cuts"]),
        ({"what": "face_up"}, ["turn_over", "dealer_shuffles_all", "pone_cuts"]),
        ({"what": "in_hand", "seen_by_pone": "yes"}, ["seen_card_back", "play_goes_on"]),
        ({"what": "heels", "heels": "pegged_late", "heels_noticed": "late"}, ["score_stands"]),
        (
            {"what": "heels", "heels": "pegged_late", "heels_noticed": "self"},
            ["forfeited", "tell_other", "own_peg_back"],
        ),
    ],
)
def test_what_is_done_about_the_starter_where_nobody_pegs_a_penalty(
    edition: Edition, answers: dict[str, str], todo: list[str]
) -> None:
    assert steps(decided(edition, **answers)) == todo


@BOTH
def test_the_dealer_is_shown_what_the_pone_saw_when_cutting(edition: Edition) -> None:
    assert steps(decided(edition, what="looked_at_bottom")) == ["penalty", "dealer_is_shown", "cut_stands"]


@BOTH
def test_of_several_cards_turned_the_top_one_is_the_starter_and_both_may_see_the_rest(edition: Edition) -> None:
    assert steps(decided(edition, what="more_than_one")) == ["top_is_starter", "both_may_look", "others_back"]


@BOTH
def test_a_starter_in_the_hand_is_found_by_the_pone_among_two_blind_cards(edition: Edition) -> None:
    assert steps(decided(edition, what="in_hand", seen_by_pone="no")) == [
        "penalty",
        "draw_two",
        "choose_starter",
        "other_card_back",
        "play_goes_on",
    ]


@BOTH
def test_heels_may_win_the_game_and_are_lost_with_the_dealers_first_card(edition: Edition) -> None:
    assert "may_go_out" in steps(decided(edition, what="heels", heels="not_played"))
    assert steps(decided(edition, what="heels", heels="played")) == ["not_pegged_now", "no_muggins"]


@BOTH
def test_heels_pegged_too_late_go_back_and_to_the_pone(edition: Edition) -> None:
    numbers = {"offender_at": 47, "other_at": 119}

    found = decided(edition, what="heels", heels="pegged_late", heels_noticed="other")

    assert [(peg.side, peg.before.of(numbers), peg.after.of(numbers)) for peg in found.pegs] == [
        ("offender", 47, 45),
        ("other", 119, 121),
    ]


def test_since_2020_the_pack_lies_on_the_dealers_side_of_the_board_and_before_of_the_table() -> None:
    assert steps(decided(Edition.Y2020, what="pack_placed")) == ["pack_by_board"]
    assert steps(decided(Edition.CLASSIC, what="pack_placed")) == ["pack_by_table"]
