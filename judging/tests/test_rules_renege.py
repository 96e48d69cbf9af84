"""Renege: which calls are one, what it costs, what is taken back, and until when it may be claimed (7.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.engine import Decision, asked, decision, every_case
from judging.rulebook.rules.renege import RENEGE, playable
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)
PENALTY = {"single_renege": 2, "double_renege": 4, "triple_renege": 6, "quadruple_renege": 8}


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(RENEGE, edition, {"said": "go", "count": "above_21", **answers})
    assert found is not None
    return found


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


@pytest.mark.parametrize(
    ("count", "cards", "number"),
    [
        pytest.param(25, (1, 5, 6), 3, id="the triple renege of the rulebook"),
        pytest.param(25, (6, 7), 1, id="31 exactly may be played"),
        pytest.param(30, (1, 1), 2, id="each alone, though not both together"),
        pytest.param(22, (10, 10), 0, id="one too many"),
        pytest.param(21, (10, 10, 10), 3, id="at 21 every card fits"),
        pytest.param(31, (1,), 0, id="nothing fits at 31"),
        pytest.param(24, (), 0, id="no cards left"),
    ],
)
def test_cards_that_could_have_been_played(count: int, cards: tuple[int, ...], number: int) -> None:
    assert playable(count, cards) == number


@given(count=st.integers(0, 31), cards=st.lists(st.integers(1, 10), max_size=4))
def test_below_22_every_card_fits_and_a_higher_count_never_lets_more_fit(count: int, cards: list[int]) -> None:
    assert count > 21 or playable(count, cards) == len(cards)
    assert count == 31 or playable(count + 1, cards) <= playable(count, cards)


@pytest.mark.parametrize(("count", "cards"), [(-1, (5,)), (32, (5,)), (25, (0,)), (25, (5, 11))])
def test_an_invalid_count_or_value_is_refused(count: int, cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="there is no"):
        playable(count, cards)


@BOTH
@pytest.mark.parametrize(
    ("cards", "code", "points"), [("1", "single_renege", 2), ("2", "double_renege", 4), ("3", "triple_renege", 6)]
)
def test_two_points_for_each_card(edition: Edition, cards: str, code: str, points: int) -> None:
    found = decided(edition, playable=cards, since="went_on")

    assert found.code == code
    assert found.points is not None
    assert found.points.of({}) == points


@BOTH
@pytest.mark.parametrize(("at", "end"), [(0, 6), (70, 76), (117, 121)])
def test_the_other_player_pegs_from_where_the_peg_stood_at_the_call(edition: Edition, at: int, end: int) -> None:
    found = decided(edition, playable="3", since="went_on")

    numbers = {"other_at": at, "offender_at": 50}
    assert [(peg.side, peg.before.of(numbers), peg.after.of(numbers)) for peg in found.pegs] == [
        ("offender", 50, 50),
        ("other", at, end),
    ]


@pytest.mark.parametrize(
    ("since", "in_2020", "classic"),
    [
        pytest.param("nothing", "corrected", "corrected", id="at once"),
        pytest.param("caller_played", "double_renege", "corrected", id="only the caller has played"),
        pytest.param("went_on", "double_renege", "double_renege", id="play went on"),
        pytest.param("next_card", "too_late", "too_late", id="the other player let it pass"),
        pytest.param("counted", "too_late", "too_late", id="the hand is announced"),
        pytest.param("game_over", "game_over", "game_over", id="the other player is out"),
    ],
)
def test_calls_are_corrected_and_reneges_claimed_until_the_rule_says(since: str, in_2020: str, classic: str) -> None:
    assert decided(Edition.Y2020, playable="2", since=since).code == in_2020
    assert decided(Edition.CLASSIC, playable="2", since=since).code == classic


@pytest.mark.parametrize(
    ("edition", "said", "since", "rules", "todo"),
    [
        (Edition.Y2020, "go", "nothing", ("7.3.a",), ["call_back", "play_one"]),
        (Edition.Y2020, "thirty_one", "nothing", ("7.3.a",), ["call_back", "true_count"]),
        (Edition.CLASSIC, "go", "nothing", ("7.3",), ["call_back", "play_one"]),
        (Edition.CLASSIC, "go", "caller_played", ("7.3",), ["card_back", "call_back", "play_one"]),
        (Edition.Y2020, "go", "counted", ("7.3.a",), ["play_stands", "nobody_pegs"]),
        (Edition.CLASSIC, "go", "next_card", ("7.3",), ["play_stands", "nobody_pegs"]),
    ],
)
def test_what_is_done_where_there_is_no_penalty(
    edition: Edition, said: str, since: str, rules: tuple[str, ...], todo: list[str]
) -> None:
    found = decided(edition, said=said, playable="1", since=since)

    assert (found.rules, steps(found)) == (rules, todo)


@BOTH
def test_the_front_pegs_are_asked_for_wherever_one_moves_and_nowhere_else(edition: Edition) -> None:
    for answers, found in every_case(RENEGE, edition):
        numbers = [question.key for question in asked(RENEGE, edition, answers) if question.is_number]
        assert numbers == (["other_at", "offender_at"] if found.pegs else [])


def test_since_2020_the_callers_own_card_ends_the_correction() -> None:
    assert decided(Edition.CLASSIC, playable="1", since="caller_played").points is None
    assert steps(decided(Edition.CLASSIC, playable="1", since="caller_played"))[0] == "card_back"
    assert decided(Edition.Y2020, playable="1", since="caller_played").code == "single_renege"


def test_since_2020_there_is_no_renege_at_21_or_less() -> None:
    low = {"count": "at_most_21", "playable": "4", "since": "went_on"}

    assert decided(Edition.Y2020, **low).code == "count_too_low"
    assert decided(Edition.Y2020, **low).points is None
    assert decided(Edition.CLASSIC, **low).code == "quadruple_renege"


def test_since_2020_a_call_of_31_may_be_a_renege_where_before_it_was_a_wrong_count() -> None:
    called = {"said": "thirty_one", "playable": "1", "since": "went_on"}

    assert decided(Edition.Y2020, **called).code == "single_renege"
    assert decided(Edition.CLASSIC, **called).code == "wrong_count"
    assert decided(Edition.CLASSIC, **called).rules == ("7.4",)


def test_since_2020_the_judges_take_back_and_before_the_players_did() -> None:
    in_2020 = steps(decided(Edition.Y2020, playable="1", since="went_on"))
    classic = steps(decided(Edition.CLASSIC, playable="1", since="went_on"))

    assert {"judges_take_back", "judges_retract"} <= set(in_2020)
    assert {"players_take_back", "points_come_off"} <= set(classic)
    assert not {"judges_take_back", "judges_retract"} & set(classic)


def test_since_2020_the_other_player_does_not_see_the_cards() -> None:
    assert "not_shown" in steps(decided(Edition.Y2020, playable="1", since="went_on"))
    assert "not_shown" not in steps(decided(Edition.CLASSIC, playable="1", since="went_on"))


@BOTH
def test_a_double_renege_stays_one_though_its_first_card_was_let_pass(edition: Edition) -> None:
    first_let_pass = decided(edition, playable="2", since="next_card")
    second_caught = decided(edition, playable="2", since="went_on")

    assert first_let_pass.code == "too_late"
    assert steps(first_let_pass)[-1] == "later_card"
    assert second_caught.code == "double_renege"
    assert "later_card" not in steps(decided(edition, playable="1", since="next_card"))
    assert "later_card" not in steps(decided(edition, playable="2", since="counted"))


def test_only_2020_says_that_it_does_not_matter_which_card_is_noticed_first() -> None:
    assert "whichever_first" in steps(decided(Edition.Y2020, playable="2", since="went_on"))
    assert "whichever_first" not in steps(decided(Edition.Y2020, playable="1", since="went_on"))
    assert "whichever_first" not in steps(decided(Edition.CLASSIC, playable="2", since="went_on"))


def test_since_2020_whoever_pegs_out_after_a_go_has_won_by_a_rule_of_its_own() -> None:
    in_2020 = decided(Edition.Y2020, playable="3", since="game_over")
    classic = decided(Edition.CLASSIC, playable="3", since="game_over")

    assert (in_2020.rules, steps(in_2020)) == (("7.3.e",), ["game_stands"])
    assert (classic.rules, steps(classic)) == (("7.3",), ["only_other_claims", "game_stands"])


@pytest.mark.parametrize(
    ("edition", "said"), [(Edition.Y2020, "go"), (Edition.Y2020, "thirty_one"), (Edition.CLASSIC, "go")]
)
def test_the_other_player_chooses_and_dead_cards_are_counted_later(edition: Edition, said: str) -> None:
    found = decided(edition, said=said, playable="2", since="went_on")

    assert steps(found)[-5:] == [
        "peg_penalty",
        "dead_or_played",
        f"if_played_{said}",
        f"if_dead_{said}",
        "all_counted",
    ]
    assert found.claim_until == "next_card_or_count"


@BOTH
def test_no_card_that_fits_is_no_renege_and_asks_nothing_more(edition: Edition) -> None:
    answers = {"said": "go", "count": "above_21", "playable": "0"}

    assert decided(edition, playable="0").code == "no_renege"
    assert "since" not in [question.key for question in asked(RENEGE, edition, answers)]


@BOTH
def test_a_turn_that_was_not_ended_by_a_call_is_still_open(edition: Edition) -> None:
    assert decided(edition, said="nothing").code == "not_called"
    assert [question.key for question in asked(RENEGE, edition, {"said": "nothing"})] == ["said"]


@BOTH
def test_only_a_renege_moves_a_peg(edition: Edition) -> None:
    for _answers, found in every_case(RENEGE, edition):
        points = found.points.of({}) if found.points else None
        assert points == PENALTY.get(found.code)
        assert (found.pegs == ()) == (points is None)


def test_the_parts_of_the_rule_are_cited_in_2020_and_the_whole_of_it_in_the_classic_edition() -> None:
    assert decided(Edition.Y2020, playable="1", since="went_on").rules == (
        "7.3",
        "7.3.a",
        "7.3.b",
        "7.3.c",
        "7.3.d",
    )
    assert decided(Edition.CLASSIC, playable="1", since="went_on").rules == ("7.3",)


def test_nobody_holds_four_cards_at_a_count_above_21() -> None:
    choices = {
        edition: [question.choices for question in RENEGE.questions(edition) if question.by_cards]
        for edition in Edition
    }

    assert choices == {Edition.Y2020: [("0", "1", "2", "3")], Edition.CLASSIC: [("0", "1", "2", "3", "4")]}
