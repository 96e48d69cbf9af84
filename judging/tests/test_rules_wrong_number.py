"""Rule 4.4: the table of both editions as it stands in the book, and each action with everything that it orders."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rulebook.rules.engine import Decision, Side, asked, decision, every_case
from judging.rulebook.rules.wrong_number import PLAY_ON, WRONG_NUMBER, HowMany, action_of, table
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition

GOLDEN = Path(__file__).parent / "golden" / "rule-4.4-actions.csv"
COLUMNS = {
    Edition.CLASSIC: ("old_A_before_starter", "old_B_after_starter"),
    Edition.Y2020: ("e2020_A_before_starter", "e2020_B_after_starter"),
}
ROWS = list(csv.DictReader(GOLDEN.read_text(encoding="utf-8").splitlines()))
in_both_editions = pytest.mark.parametrize("edition", Edition)


def decided(edition: Edition, **answers: str) -> Decision:
    found = decision(WRONG_NUMBER, edition, answers)
    assert found is not None
    return found


def by_table(edition: Edition, pone: str, dealer: str, crib: str, *, turned: bool = True, **more: str) -> Decision:
    """The decision for three states in the letters of a judge's notes: c correct, m too many, f too few."""
    states = {"c": "correct", "m": "too_many", "f": "too_few"}
    return decided(
        edition,
        discarded="both",
        starter="turned" if turned else "not_turned",
        pone=states[pone],
        dealer=states[dealer],
        crib=states[crib],
        **{key: states[value] for key, value in more.items()},
    )


def steps(found: Decision) -> list[str]:
    return [step.code for step in own_steps(found)]


def book(cell: str) -> int:
    return PLAY_ON if cell == "play on" else int(cell)


@in_both_editions
def test_the_table_is_the_one_of_the_book_row_by_row(edition: Edition) -> None:
    before, after = COLUMNS[edition]

    assert [(r.pone, r.dealer, r.crib, r.before_starter, r.after_starter) for r in table(edition)] == [
        (
            *(row[key].replace(" ", "_") for key in ("pone_hand", "dealer_hand", "crib")),
            book(row[before]),
            book(row[after]),
        )
        for row in ROWS
    ]


@in_both_editions
def test_every_combination_is_in_the_table_once(edition: Edition) -> None:
    assert sorted((r.pone, r.dealer, r.crib) for r in table(edition)) == sorted(product(HowMany, repeat=3))


def test_two_cells_of_the_table_differ_between_the_editions() -> None:
    differing = [
        (new.pone, new.dealer, new.crib, old.before_starter, new.before_starter, old.after_starter, new.after_starter)
        for old, new in zip(table(Edition.CLASSIC), table(Edition.Y2020), strict=True)
        if old != new
    ]

    assert differing == [
        ("correct", "too_many", "correct", 1, 1, 4, 9),
        ("too_many", "correct", "correct", 1, 1, 13, 9),
    ]


@in_both_editions
def test_every_row_is_decided_by_its_action_and_cites_it_with_its_column(edition: Edition) -> None:
    decided_by_table = 0
    for answers, found in every_case(WRONG_NUMBER, edition):
        if answers["discarded"] != "both":
            continue
        turned = answers["starter"] == "turned"
        pone, dealer, crib = (HowMany(answers[key]) for key in ("pone", "dealer", "crib"))
        action = action_of(pone, dealer, crib, turned=turned, edition=edition)
        column = "4.4.b.2" if turned else "4.4.b.1"
        if action == PLAY_ON:
            assert (found.code, found.rules) == ("play_on", (column, "4.4.c"))
            continue
        decided_by_table += 1
        assert found.code.removesuffix("_classic").split("_then_")[0] == f"action_{action}"
        assert found.rules[:3] == (column, "4.4.c", f"4.4.d.{action}")
        assert found.steps[0].code == "nobody_moves"
        assert found.steps[0].rule == "4.4.b"
    # 26 rows in two columns, and four rows of action 5 with two more states of the crib each.
    assert decided_by_table == 52 + 8


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param("cff turned", "play_goes_on count_all_as_they_are", id="7: as they are"),
        pytest.param("ffm turned", "play_goes_on count_hands_as_they_are crib_dead", id="8: no crib"),
        pytest.param("cfm", "cut_and_play count_hands_as_they_are crib_dead", id="8: before the starter"),
        pytest.param("ccm", "gather same_dealer_again", id="1: redeal"),
        pytest.param("ccf", "fill_crib cut_and_play count_all", id="3: before the starter"),
        pytest.param("ccf turned", "stop fill_crib_below_starter play_goes_on count_all", id="3: in the play"),
        pytest.param(
            "cmm turned",
            "play_goes_on pone_pegging_counts dealer_pegging_back no_penalty pone_counted dealer_dead crib_dead",
            id="4: crib too long",
        ),
        pytest.param(
            "cmf turned",
            "unless_not_discarded play_goes_on pone_pegging_counts dealer_pegging_back no_penalty pone_counted"
            " dealer_dead crib_counted",
            id="4: crib short, and perhaps 6.1.a",
        ),
        pytest.param("cfc", "fill_dealer cut_and_play", id="6: dealer short"),
        pytest.param("fcc", "fill_pone cut_and_play", id="6: pone short"),
        pytest.param("mcm turned", "stop retract no_penalty all_dead same_dealer_again", id="9: everything is dead"),
        pytest.param(
            "mff turned",
            "stop retract no_penalty fill_crib_below_starter pone_dead dealer_counted crib_counted pone_deals_next",
            id="10: crib filled",
        ),
        pytest.param(
            "fcm turned",
            "ask_dealer set_aside draw_two or_draw_four left_over_to_pack play_goes_on pone_counted_short"
            " dealer_counted new_crib_counted",
            id="11: a new crib",
        ),
        pytest.param(
            "mfc turned",
            "stop retract no_penalty pone_dead dealer_counted crib_counted pone_deals_next",
            id="12: only the long hand is dead",
        ),
        pytest.param(
            "fmm turned",
            "stop retract no_penalty pone_counted dealer_dead crib_dead pone_deals_next",
            id="12: long hand and long crib are dead",
        ),
        pytest.param(
            "fmf turned",
            "stop retract no_penalty pone_counted dealer_dead crib_counted pone_deals_next",
            id="12: a short crib counts",
        ),
        pytest.param(
            "mcf turned",
            "to_dealers_last_card beyond_last_card_back dealer_pegging_counts pone_pegging_back no_penalty pone_dead"
            " dealer_counted mix_pones_cards draw_crib crib_counted pone_deals_next",
            id="13: the pone's cards fill the crib",
        ),
    ],
)
@in_both_editions
def test_an_action_is_spelled_out_alike_in_both_editions(edition: Edition, case: str, expected: str) -> None:
    pone, dealer, crib = case[:3]

    found = by_table(edition, pone, dealer, crib, turned=case.endswith("turned"))

    assert steps(found)[1:] == expected.split()


def test_rule_4_4_d_2_a_long_crib_is_dead_in_classic_and_rebuilt_in_2020() -> None:
    old, new = (by_table(edition, "c", "c", "m") for edition in (Edition.CLASSIC, Edition.Y2020))

    assert (old.code, new.code) == ("action_2_classic", "action_2")
    assert steps(old)[1:] == ["play_goes_on", "count_hands_as_they_are", "crib_dead"]
    assert steps(new)[1:] == [
        "stop",
        "ask_apart",
        "known_to_crib",
        "judge_draws_rest",
        "rest_to_pack",
        "play_goes_on",
        "count_all",
    ]


def test_rule_4_4_c_a_long_hand_beside_a_correct_crib_is_dealt_again_since_2020() -> None:
    old = [by_table(Edition.CLASSIC, *hands) for hands in ("cmc", "mcc")]
    new = [by_table(Edition.Y2020, *hands) for hands in ("cmc", "mcc")]

    assert [found.code for found in old] == ["action_4", "action_13"]
    assert "crib_counted" in steps(old[0])
    assert "draw_crib" not in steps(old[1])
    assert [found.code for found in new] == ["action_9", "action_9"]


@pytest.mark.parametrize(
    ("hands", "crib", "code", "then"),
    [
        pytest.param("cmf", "c", "action_5", "cut_and_play", id="five and three"),
        pytest.param("mcf", "c", "action_5", "cut_and_play", id="the pone kept five"),
        pytest.param("cmf", "m", "action_5_then_1", "gather same_dealer_again", id="seven and two"),
        pytest.param("mcf", "m", "action_5_then_1", "gather same_dealer_again", id="the pone was dealt seven"),
        pytest.param("mmf", "f", "action_5_then_3", "fill_crib cut_and_play count_all", id="still short"),
        pytest.param("fmf", "c", "action_5_then_6", "fill_pone cut_and_play", id="then the pone is short"),
        pytest.param("fmf", "f", "action_5_then_1", "gather same_dealer_again", id="pone and crib short"),
    ],
)
@in_both_editions
def test_after_action_5_the_table_is_applied_again(
    edition: Edition, hands: str, crib: str, code: str, then: str
) -> None:
    key = "crib_after_pone" if hands[1] == "c" else "crib_then"

    found = by_table(edition, *hands, turned=False, **{key: crib})

    assert found.code == code
    now = steps(found).index(f"now_crib_{ {'c': 'correct', 'm': 'too_many', 'f': 'too_few'}[crib] }")
    assert steps(found)[now + 1 :] == then.split()
    assert [step in steps(found) for step in ("excess_of_pone", "excess_of_dealer")] == [
        hands[0] == "m",
        hands[1] == "m",
    ]
    assert (f"now_pone_{'too_few' if hands[0] == 'f' else 'correct'}") in steps(found)


@in_both_editions
def test_after_action_5_a_long_crib_and_a_short_pone_make_a_new_crib(edition: Edition) -> None:
    found = by_table(edition, "f", "m", "f", turned=False, crib_then="m")

    assert found.code == "action_5_then_11"
    assert found.rules == ("4.4.b.1", "4.4.c", "4.4.d.5", "4.4.d.11")
    assert next(step.rule for step in found.steps if step.code == "draw_two") == "4.4.d.11"


@pytest.mark.parametrize("edition", Edition)
@given(held=st.tuples(*[st.integers(min_value=0, max_value=9)] * 3))
def test_action_5_is_asked_further_exactly_where_the_table_names_it(
    edition: Edition, held: tuple[int, int, int]
) -> None:
    """With real numbers of cards, four each being right, action 5 is followed by what the table has for the new numbers."""

    def state(cards: int) -> HowMany:
        return HowMany.CORRECT if cards == 4 else HowMany.TOO_MANY if cards > 4 else HowMany.TOO_FEW

    pone, dealer, crib = held
    answers = {
        "discarded": "both",
        "starter": "not_turned",
        "pone": state(pone),
        "dealer": state(dealer),
        "crib": state(crib),
    }
    action = action_of(state(pone), state(dealer), state(crib), turned=False, edition=edition)
    further = [question.key for question in asked(WRONG_NUMBER, edition, answers) if question.key not in answers]

    if action != 5:
        assert further == []
        return
    excess = max(pone - 4, 0) + max(dealer - 4, 0)
    assert len(further) == 1
    found = decided(edition, **answers, **{further[0]: state(crib + excess)})
    then = action_of(state(min(pone, 4)), state(min(dealer, 4)), state(crib + excess), turned=False, edition=edition)
    assert found.code == ("action_5" if then == PLAY_ON else f"action_5_then_{then}")


def before(edition: Edition, **answers: str) -> Decision:
    return decided(edition, discarded="not_both", **answers)


@in_both_editions
@pytest.mark.parametrize(
    ("dealt", "code", "first"),
    [
        pytest.param("right", "discard_again", "discard_back", id="one discarded three"),
        pytest.param("equally_short", "deal_on", "deal_on", id="five each"),
        pytest.param("dealer_one_short", "top_card", "both_confirm", id="six and five"),
    ],
)
def test_before_both_have_discarded_nothing_is_dealt_again_where_it_can_be_put_right(
    edition: Edition, dealt: str, code: str, first: str
) -> None:
    found = before(edition, dealt=dealt)

    assert (found.code, found.steps[0].code, found.points) == (code, first, None)
    assert "same_dealer_again" not in steps(found)


def test_a_discard_is_taken_back_until_the_other_player_has_discarded() -> None:
    old, new = (before(edition, dealt="right") for edition in (Edition.CLASSIC, Edition.Y2020))

    assert old.claim_until == new.claim_until == "other_discards"
    assert old.rules == ("4.4.a.1", "5.1.b")
    assert new.rules == ("4.4.a.1", "5.3.b")


@in_both_editions
def test_any_other_wrong_deal_is_dealt_again_by_the_same_player(edition: Edition) -> None:
    found = before(edition, dealt="otherwise", evidence="shown")

    assert (found.code, found.rules, found.points) == ("redeal", ("4.4.a.3",), None)
    assert steps(found) == ["let_confirm", "same_dealer_again"]


@in_both_editions
@pytest.mark.parametrize(("at", "to"), [(10, 0), (11, 1), (64, 54), (120, 110)])
def test_hiding_the_cards_costs_ten_holes_back(edition: Edition, at: int, to: int) -> None:
    found = before(edition, dealt="otherwise", evidence="hidden", standing="ten_or_more")

    (peg,) = found.pegs
    assert peg.side is Side.OFFENDER
    assert (peg.before.of({"offender_at": at}), peg.after.of({"offender_at": at})) == (at, to)
    assert found.points is None
    assert steps(found)[-1] == "same_dealer_again"


@in_both_editions
@pytest.mark.parametrize(
    ("at", "other", "points", "other_to"), [(0, 0, 10, 10), (4, 30, 6, 36), (9, 30, 1, 31), (0, 115, 10, 121)]
)
def test_short_of_ten_the_pegs_come_off_and_the_other_player_has_the_rest(
    edition: Edition, at: int, other: int, points: int, other_to: int
) -> None:
    numbers = {"offender_near": at, "other_at": other}

    found = before(edition, dealt="otherwise", evidence="hidden", standing="fewer")

    offender, opponent = found.pegs
    assert (offender.before.of(numbers), offender.after.of(numbers)) == (at, 0)
    assert (opponent.before.of(numbers), opponent.after.of(numbers)) == (other, other_to)
    assert found.points is not None
    assert found.points.of(numbers) == points


def test_the_pegs_can_stand_only_where_the_answer_before_says() -> None:
    def hidden(standing: str) -> Mapping[str, str]:
        return {"discarded": "not_both", "dealt": "otherwise", "evidence": "hidden", "standing": standing}

    ranges = {
        question.key: (question.least, question.most)
        for standing in ("ten_or_more", "fewer")
        for question in asked(WRONG_NUMBER, Edition.Y2020, hidden(standing))
        if question.is_number
    }

    assert ranges == {"offender_at": (10, 120), "offender_near": (0, 9), "other_at": (0, 120)}


@in_both_editions
def test_a_starter_turned_before_the_dealer_discarded_is_no_case_for_the_table(edition: Edition) -> None:
    found = decided(edition, discarded="dealer_turned_first")

    assert (found.code, found.rules, found.points) == ("starter_again", ("6.1.a",), None)
    assert steps(found) == [
        "starter_to_pack",
        "pegged_since_back",
        "dealer_discards",
        "dealer_shuffles",
        "pone_cuts_again",
    ]
