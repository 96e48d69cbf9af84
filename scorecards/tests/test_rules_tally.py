from __future__ import annotations

import pytest

from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.tally import Card, OwnTotals, Tally, find_total_flags, tally, tally_lines
from scorecards.tests.paper import make_card, make_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", Tally(), id="empty card"),
        pytest.param("A-2 2 +12, A-3 3 +40, A-4 0 -07", Tally(5, 2, 52, 7, 356), id="two wins and a loss"),
        pytest.param("A-2 2 +45", Tally(3, 1, 45, 0, 121), id="a two beside a skunk counts three"),
        pytest.param("A-2 3", Tally(3, 1, 0, 0, 121), id="a win without a spread counts as written"),
        pytest.param("A-2 2 -12", Tally(2, 1, 0, 12, 121), id="a win in minus is a win and loses holes"),
        pytest.param("A-2 0 +12", Tally(0, 0, 12, 0, 109), id="a loss in plus is no win and adds to plus"),
        pytest.param("A-2 _ -12", Tally(0, 0, 0, 12), id="blank points still add their spread, and peg nothing"),
        pytest.param("A-2 0", Tally(), id="a loss without a spread pegs nothing"),
        pytest.param("blank, _ 2 +05", Tally(2, 1, 5, 0, 121), id="a blank line adds nothing, a nameless win counts"),
    ],
)
def test_lines_add_up(text: str, expected: Tally) -> None:
    assert tally_lines(make_lines(text)) == expected


def test_net_is_plus_minus_minus_and_the_key_has_all_four() -> None:
    totals = Tally(29, 14, 210, 95)

    assert totals.net == 115
    assert totals.key == (29, 14, 115, 210)


def test_an_extra_game_adds_nothing() -> None:
    card = make_card("A-1", "A-2 2 +10, A-3 2 +10, A-4 3 +50", games=2)

    assert tally(card) == Tally(4, 2, 20, 0, 242)
    assert [card.counts(game) for game in (1, 2, 3)] == [True, True, False]


def test_without_movement_the_first_lines_by_game_count() -> None:
    lines = (Line(7, "A-2", 3, 50, None), Line(2, "A-3", 2, 5, None), Line(4, "A-4", 0, None, 9))
    card = Card("A-1", lines, None, 2)

    assert card.counted_games == {2, 4}
    assert tally(card) == Tally(2, 1, 5, 9, 233)


@pytest.mark.parametrize(
    ("text", "games", "complete"),
    [
        pytest.param("A-2 2 +10, A-3 2 +10", 2, True, id="every game has its line"),
        pytest.param("A-2 2 +10, blank", 2, True, id="a line recorded as blank is a line"),
        pytest.param("A-2 2 +10, , A-3 2 +10", 2, False, id="an extra line does not stand for a missing one"),
        pytest.param("", 2, False, id="no card yet"),
    ],
)
def test_a_card_is_complete_when_every_counted_game_has_a_line(text: str, games: int, complete: bool) -> None:
    assert make_card("A-1", text, games).complete is complete


@pytest.mark.parametrize(("text", "complete"), [("A-2 2 +10, , A-3 2 +10", True), ("A-2 2 +10", False)])
def test_without_movement_a_card_is_complete_with_enough_lines(text: str, complete: bool) -> None:
    assert make_card("A-1", text, 2, first_lines=True).complete is complete


def test_a_withdrawn_card_is_complete_as_it_stands() -> None:
    assert make_card("A-1", "A-2 2 +10", 22, ends=True).complete


def test_a_sit_out_is_no_counted_game() -> None:
    card = Card("A-1", make_lines("A-2 2 +10, , A-3 0 -04"), frozenset({1, 3}), 2)

    assert card.complete
    assert tally(card) == Tally(2, 1, 10, 4, 238)


def test_a_card_has_one_line_a_game() -> None:
    with pytest.raises(ValueError, match="two lines"):
        Card("A-1", (Line(1, "A-2", 2, 5, None), Line(1, "A-3", 2, 5, None)), None, 2)


COMPUTED = Tally(29, 14, 210, 95)


@pytest.mark.parametrize(
    ("own", "codes"),
    [
        pytest.param(OwnTotals(), [], id="nothing written"),
        pytest.param(OwnTotals(29, 14, 210, 95, 115), [], id="all right"),
        pytest.param(OwnTotals(28, 14, 210, 95, 115), ["game_points_total_differs"], id="game points"),
        pytest.param(
            OwnTotals(29, 14, 201, 95, 106), ["plus_total_differs", "net_total_differs"], id="plus added up wrongly"
        ),
        pytest.param(OwnTotals(29, 13, None, 96, None), ["games_won_total_differs", "minus_total_differs"], id="two"),
        pytest.param(OwnTotals(14, 29, 210, 95, 115), ["totals_transposed"], id="transposed"),
        pytest.param(
            OwnTotals(14, 28), ["totals_transposed", "game_points_total_differs"], id="transposed and added up wrongly"
        ),
        pytest.param(OwnTotals(0, 14), ["game_points_total_differs"], id="no points written is no transposition"),
    ],
)
def test_own_totals_that_differ_are_flagged(own: OwnTotals, codes: list[str]) -> None:
    assert [flag.code for flag in find_total_flags(own, COMPUTED)] == codes


def test_a_total_flag_says_what_was_written_and_what_counts() -> None:
    (flag,) = find_total_flags(OwnTotals(28, 14), COMPUTED)

    assert (flag.field, flag["own"], flag["computed"]) == ("totals.game_points", 28, 29)
