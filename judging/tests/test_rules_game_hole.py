"""A game is over when a front peg comes into the game hole (rule 1.1), also by a penalty: no step is taken after that."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.engine import GAME_HOLE, Decision, Peg, Side, Step, asked, decision, every_case, misfits
from judging.rulebook.rules.subjects import ANSWERED
from judging.rulebook.words.subjects import WORDS
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

BOTH = pytest.mark.parametrize("edition", Edition)
ENDS = ("other_has_won", "offender_has_won", "caller_has_won", "called_on_has_won")

# What is still said or done once a front peg is in the game hole: 8.4.b.3 names the fifteen holes itself, the rest puts right
# what was pegged or gives a reason.
STILL = {
    "fifteen_back",
    "rear_peg_behind",
    "spread_after_it",
    "watch_pegs",
    "judges_watch",
    "caller_pegs_out",
    "previous_lost",
    "no_overpeg",
    "why_as_claimed",
    "why_more",
    "why_fewer",
    "why_beyond",
    "charge_read_so",
}

CASES = {
    "renege": {"said": "go", "count": "above_21", "playable": "2", "since": "went_on"},
    "early-go": {"due": "can_play", "found": "by_other"},
    "wrong-number": {"discarded": "not_both", "dealt": "otherwise", "evidence": "hidden", "standing": "fewer"},
    "opponents-pegs": {"why": "to_score"},
    "overpegging": {"error": "ahead", "released": "yes", "since": "nothing", "noticed": "other"},
    "false-claim": {"act": "game_hole", "enough": "no", "pegs": "one_out"},
    "penalties": {"what": "due", "direction": "forward"},
}


def decided(key: str, edition: Edition = Edition.Y2020, **answers: str) -> Decision:
    subject = next(one for one in ANSWERED if one.key == key)
    found = decision(subject, edition, {**CASES.get(key, {}), **answers})
    assert found is not None
    return found


def meant(found: Decision, **numbers: int) -> list[str]:
    return [step.code for step in found.steps if step.is_meant(numbers)]


def ends(found: Decision, **numbers: int) -> dict[str, int | None]:
    return {peg.side.value: peg.ends_at(numbers) for peg in found.pegs}


@BOTH
def test_a_renege_that_wins_the_game_lets_nobody_play_on(edition: Edition) -> None:
    found = decided("renege", edition)

    won = meant(found, other_at=118, offender_at=100)
    assert won[-3:] == ["peg_penalty", "other_has_won", "won_by"]
    going_on = meant(found, other_at=116, offender_at=100)
    assert going_on[-4:] == ["dead_or_played", "if_played_go", "if_dead_go", "all_counted"]
    assert "if_in_game_hole" not in going_on
    open_ = meant(found)
    assert open_[open_.index("peg_penalty") + 1] == "if_in_game_hole"
    assert open_[-1] == "all_counted"


@pytest.mark.parametrize(
    ("offender_at", "code", "spread"),
    [
        pytest.param(90, "won_by_skunk", 31, id="in the stink hole: a skunk"),
        pytest.param(91, "won_by", 30, id="past it: none"),
    ],
)
def test_the_winner_and_the_spread_are_told_and_a_skunk_is_named(offender_at: int, code: str, spread: int) -> None:
    numbers = {"other_at": 118, "offender_at": offender_at}
    found = decided("renege")

    (step,) = [one for one in found.steps if one.code == code and one.is_meant(numbers)]

    assert [(name, amount.of(numbers)) for name, amount in step.amounts] == [("spread", spread)]
    assert meant(found, **numbers)[-2:] == ["other_has_won", code]
    assert meant(found, other_at=118)[-2:] == ["other_has_won", "spread_open"]


@BOTH
def test_a_go_pegged_too_early_in_the_last_hole_wins_for_the_other_player(edition: Edition) -> None:
    found = decided("early-go", edition)

    assert meant(found, offender_at=120, other_at=120)[-2:] == ["other_has_won", "won_by"]
    assert meant(found, offender_at=120, other_at=119)[-1] == "other_plays"


@BOTH
def test_after_hidden_cards_won_the_game_for_the_other_player_nobody_deals(edition: Edition) -> None:
    found = decided("wrong-number", edition)

    won = meant(found, offender_near=3, other_at=118)
    assert won == ["off_the_board", "rest_to_other", "watch_pegs", "other_has_won", "won_by_skunk"]
    assert ends(found, offender_near=3, other_at=118) == {"offender": 0, "other": 121}
    assert meant(found, offender_near=3, other_at=113)[-1] == "same_dealer_again"


@BOTH
def test_a_score_of_ones_own_is_not_pegged_after_a_penalty_that_won_the_game(edition: Edition) -> None:
    found = decided("opponents-pegs", edition)
    numbers = {"offender_at": 110, "due": 12}

    assert meant(found, other_at=119, **numbers)[-3:] == ["penalty", "other_has_won", "won_by"]
    assert ends(found, other_at=119, **numbers) == {"other": 121, "offender": 110}
    assert meant(found, other_at=118, **numbers)[-3:] == ["peg_own", "offender_has_won", "won_by"]
    assert ends(found, other_at=118, **numbers) == {"other": 120, "offender": 121}
    assert ends(found, other_at=118, offender_at=110, due=10) == {"other": 120, "offender": 120}


@BOTH
def test_whoever_falsely_claimed_still_goes_back_fifteen_and_the_spread_is_read_after_it_8_4_b_3(
    edition: Edition,
) -> None:
    found = decided("false-claim", edition)
    numbers = {"offender_at": 105, "other_at": 118}

    won = meant(found, **numbers)
    assert won[-5:] == ["fifteen_back", "rear_peg_behind", "spread_after_it", "other_has_won", "won_by_skunk"]
    assert ends(found, **numbers) == {"offender": 90, "other": 121}
    assert meant(found, offender_at=110, other_at=100)[-1] == "game_goes_on"


def test_the_points_of_a_crib_counted_first_come_off_before_the_penalty_is_pegged_in_classic() -> None:
    found = decided("counting", Edition.CLASSIC, what="crib_first", game_hole="no")

    assert [step.code for step in own_steps(found)][:2] == ["crib_points_back", "penalty"]
    assert meant(found)[2] == "if_in_game_hole"


@pytest.mark.parametrize("subject", ANSWERED, ids=lambda subject: subject.key)
def test_wherever_points_go_to_the_other_player_it_is_told_that_the_game_may_be_over(subject) -> None:
    for edition in Edition:
        for answers, found in every_case(subject, edition):
            pegging = [step for step in found.steps if step.pegs is not None]
            assert bool(pegging) >= (found.points is not None), answers
            assert ("if_in_game_hole" in meant(found)) == bool(pegging), answers


@pytest.mark.parametrize("subject", ANSWERED, ids=lambda subject: subject.key)
def test_every_sentence_that_gives_the_other_player_points_is_one_after_which_the_game_may_be_over(subject) -> None:
    words = WORDS[subject.key]
    pegs = re.compile(r"(other player|pone|dealer|did not look|caller) pegs (the penalty|two|the same|what|\.)")
    for edition in Edition:
        for _answers, found in every_case(subject, edition):
            for step in found.steps if found.points else ():
                if pegs.search(str(words.of_step(step.code))):
                    assert step.pegs is (Side.OFFENDER if step.who == "called_on" else Side.OTHER), step.code


def test_what_is_said_in_any_case_is_known() -> None:
    said = {
        step.code
        for subject in ANSWERED
        for edition in Edition
        for _answers, found in every_case(subject, edition)
        for step in found.steps
        if step.in_any_case
    }

    assert said == STILL


EVERY = [
    (subject, edition, answers, found)
    for subject in ANSWERED
    for edition in Edition
    for answers, found in every_case(subject, edition)
    if found.pegs
]


def moved(peg: Peg, numbers: dict[str, int]) -> bool:
    return peg.ends_at(numbers) != peg.before.of(numbers)


@given(data=st.data())
def test_once_anybody_is_in_the_game_hole_no_step_moves_a_peg_or_goes_on(data: st.DataObject) -> None:
    subject, edition, answers, found = data.draw(st.sampled_from(EVERY))
    numbers = {}
    for question in asked(subject, edition, answers):
        if question.is_number:
            near_the_end = st.integers(max(question.least, min(118, question.most)), question.most)
            numbers[question.key] = data.draw(near_the_end | st.integers(question.least, question.most))
    if misfits(subject, answers, numbers):
        return

    steps = [step for step in found.steps if step.is_meant(numbers)]

    codes = [step.code for step in steps]
    told = [code for code in codes if code in ENDS]
    winners = [peg for peg in found.pegs if peg.ends_at(numbers) == GAME_HOLE]
    assert len(winners) == len(told) <= 1
    if not winners:
        return
    (winner,) = winners
    won_by = next(at for at, step in enumerate(steps) if step.pegs is winner.side)
    after: list[Step] = steps[won_by + 1 :]
    assert {step.code for step in after} <= STILL | set(ENDS) | {"won_by", "won_by_skunk", "spread_open"}
    assert [code for code in codes if code.startswith(("won_by", "spread_open"))] == codes[-1:]
    later = {step.pegs for step in found.steps[found.steps.index(steps[won_by]) + 1 :]} - {None}
    assert not [peg for peg in found.pegs if peg.side in later and moved(peg, numbers)]
    spreads = [121 - (peg.ends_at(numbers) or 0) for peg in found.pegs if peg is not winner]
    figures = [amount.of(numbers) for step in after for name, amount in step.amounts if name == "spread"]
    assert figures in ([], spreads)
