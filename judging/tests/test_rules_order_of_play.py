"""The order of play: the lead, cards over 31, together or taken back, and scores that were not pegged (7.1, 7.2)."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.engine import Decision, asked, decision, every_case
from judging.rulebook.rules.order_of_play import ORDER_OF_PLAY
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)

#   what           answer                   decision           rule  | steps ("decides": the judges, by edition)
CASES = """
    dealer_led     led_since=nothing        lead_again         7.1.b  | dealers_card_back pone_leads
    dealer_led     led_since=pone_played    lead_again         7.1.b  | both_cards_back points_come_off pone_leads
    dealer_led     led_since=more           lead_stands        7.1.b  | order_stands points_stand
    out_of_turn    turn_since=nothing       turn_again         7.1.c  | decides cards_back points_come_off right_player_plays
    out_of_turn    turn_since=more          turn_stands        7.1.c  | decides order_stands
    over_31        over_pegged=no           over_retrieved     7.1.e  | over_card_back another_or_go
    over_31        over_pegged=game         false_claim        7.1.e  | over_card_back pegs_wait look_up_false_claim
    together       count_said=fits          one_card_played    7.1.f  | named_card_played others_back
    together       count_said=no            one_card_played    7.1.f  | choose_card others_back
    in_succession  alone=yes                succession_right   7.2.b  | each_score_said pegged_at_once
    in_succession  alone=no                 turn_again         7.1.c  | decides cards_back points_come_off right_player_plays
    take_back      released=yes             card_played        7.1.e  | card_stays count_said_now
    take_back      released=no              card_not_played    7.1.e  | card_may_go_back
    not_visible    -                        no_penalty         7.1.d  | lay_open leave_open
    no_count       -                        no_penalty         7.1.c  | card_stays count_said_now
    not_pegged     score_since=nothing      may_peg            7.2.b  | peg_now play_goes_on
    not_pegged     score_since=at_once      may_peg            7.2.b  | no_pause_given peg_now play_goes_on
    not_pegged     score_since=after_pause  score_forfeited    7.2.b  | not_pegged_now muggins
"""


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(ORDER_OF_PLAY, edition, answers)
    assert found is not None
    return found


def over_31(edition: Edition, noticed: str) -> Decision:
    return decided(edition, what="over_31", over_pegged="points", over_noticed=noticed)


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


@BOTH
@pytest.mark.parametrize("line", [pytest.param(line, id=line.strip()[:40]) for line in CASES.strip().splitlines()])
def test_what_follows_alike_in_both_editions(edition: Edition, line: str) -> None:
    case, todo = line.split("|")
    what, answer, code, rule = case.split()
    decides = {Edition.Y2020: "head_judge_decides", Edition.CLASSIC: "judges_decide"}[edition]

    found = decided(edition, what=what, **dict(part.split("=") for part in [answer] if part != "-"))

    assert (found.code, found.rules[0]) == (code, rule)
    assert steps(found) == [decides if step == "decides" else step for step in todo.split()]
    assert found.points is None


@BOTH
def test_the_table_above_has_every_case_but_points_pegged_over_31(edition: Edition) -> None:
    others = [answers for answers, _found in every_case(ORDER_OF_PLAY, edition) if "over_noticed" not in answers]

    assert len(others) == len(CASES.strip().splitlines())


@BOTH
def test_a_lead_by_the_dealer_is_taken_back_with_its_points_only_if_one_card_each_is_down(edition: Edition) -> None:
    assert steps(decided(edition, what="dealer_led", led_since="pone_played")) == [
        "both_cards_back",
        "points_come_off",
        "pone_leads",
    ]
    assert steps(decided(edition, what="dealer_led", led_since="more")) == ["order_stands", "points_stand"]


def test_since_2020_points_pegged_over_31_are_an_overpeg_where_before_they_came_off_without_penalty() -> None:
    numbers = {"offender_at": 52, "over": 3, "other_at": 40}
    in_2020, classic = over_31(Edition.Y2020, "other"), over_31(Edition.CLASSIC, "other")

    assert (in_2020.code, in_2020.rules) == ("overpegged", ("7.1.e", "8.4.c.1"))
    assert in_2020.points is not None
    assert in_2020.points.of(numbers) == 3
    assert [peg.after.of(numbers) for peg in in_2020.pegs] == [49, 43]
    assert (classic.code, classic.rules, classic.points) == ("over_without_penalty", ("7.1.e",), None)
    assert [peg.after.of(numbers) for peg in classic.pegs] == [49]


def test_whoever_finds_their_own_points_over_31_pays_nothing_in_either_edition() -> None:
    assert over_31(Edition.Y2020, "self").code == "own_overpeg"
    assert over_31(Edition.Y2020, "self").points is None
    assert over_31(Edition.CLASSIC, "self").code == "over_without_penalty"


@BOTH
@pytest.mark.parametrize("noticed", ["other", "self"])
def test_the_card_over_31_goes_back_first_and_another_or_a_go_follows(edition: Edition, noticed: str) -> None:
    found = over_31(edition, noticed)

    assert (steps(found)[0], steps(found)[-1]) == ("over_card_back", "another_or_go")
    assert found.claim_until == "next_card"


@BOTH
def test_after_the_next_card_points_pegged_over_31_stand(edition: Edition) -> None:
    found = over_31(edition, "late")

    assert (found.code, found.rules, found.pegs) == ("over_late", ("8.4.d",), ())


def test_the_other_players_peg_is_asked_for_only_where_it_moves() -> None:
    answers = {"what": "over_31", "over_pegged": "points", "over_noticed": "other"}

    keys = {
        edition: [question.key for question in asked(ORDER_OF_PLAY, edition, answers) if question.is_number]
        for edition in Edition
    }

    assert keys == {Edition.Y2020: ["over", "offender_at", "other_at"], Edition.CLASSIC: ["over", "offender_at"]}


@BOTH
def test_a_game_claimed_by_a_card_over_31_is_a_false_claim(edition: Edition) -> None:
    assert decided(edition, what="over_31", over_pegged="game").rules == ("7.1.e", "8.4.b")


def test_what_the_rulebook_leaves_open_is_said_to_be_the_head_judges_or_the_judges() -> None:
    open_case = {"what": "out_of_turn", "turn_since": "nothing"}

    assert decided(Edition.Y2020, **open_case).rules == ("7.1.c", "14.1")
    assert steps(decided(Edition.Y2020, **open_case))[0] == "head_judge_decides"
    assert decided(Edition.CLASSIC, **open_case).rules == ("7.1.c", "13")
    assert steps(decided(Edition.CLASSIC, **open_case))[0] == "judges_decide"


@BOTH
def test_of_two_cards_together_the_announced_one_is_played_and_else_the_player_chooses(edition: Edition) -> None:
    assert steps(decided(edition, what="together", count_said="fits")) == ["named_card_played", "others_back"]
    assert steps(decided(edition, what="together", count_said="no")) == ["choose_card", "others_back"]


@BOTH
def test_a_score_is_lost_only_after_a_pause_and_muggins_may_then_be_called(edition: Edition) -> None:
    assert "peg_now" in steps(decided(edition, what="not_pegged", score_since="at_once"))
    assert decided(edition, what="not_pegged", score_since="after_pause").rules == ("7.2.b", "10.4.b")
