from __future__ import annotations

import pytest

from scorecards.sheet.rules import line as line_rules
from scorecards.sheet.rules.line import Line
from scorecards.tests.paper import make_line
from tournaments.rules.finding import Finding
from tournaments.tests.cases import for_all

ALL_SPREADS = [f"{spread:02d}" for spread in range(1, 122)]


@pytest.mark.parametrize(
    ("spread", "points"),
    [
        pytest.param(1, 2, id="won by one hole"),
        pytest.param(30, 2, id="one short of a skunk"),
        pytest.param(31, 3, id="skunk"),
        pytest.param(121, 3, id="opponent never left the start"),
        pytest.param(-1, 0, id="lost by one hole"),
        pytest.param(-31, 0, id="skunked"),
    ],
)
def test_a_finished_game_is_worth_its_game_points(spread: int, points: int) -> None:
    assert line_rules.game_points(spread) == points


@pytest.mark.parametrize("spread", [0, 122, -122])
def test_no_game_ends_level_or_beyond_the_board(spread: int) -> None:
    with pytest.raises(ValueError, match="spread"):
        line_rules.game_points(spread)


@pytest.mark.parametrize(
    ("text", "points"),
    [("2", 2), ("3", 3), ("0", 0), ("", None), *[(mark, 0) for mark in ("X", "x", "/", "-", "\u2013", "\u2014")]],
)
def test_points_are_read_as_written_and_every_loss_mark_is_a_zero(text: str, points: int | None) -> None:
    assert line_rules.parse_points(text) == points


@pytest.mark.parametrize("text", ["1", "5", "00", "02", " 2", "2 ", "2\n", "xx", "--", "O", "\u0662", "L", "-2", "2.0"])
def test_any_other_points_are_refused(text: str) -> None:
    assert line_rules.parse_points(text, "lines.3.points") == Finding("points_notation", "lines.3.points")


@for_all("text", ALL_SPREADS)
def test_every_spread_is_read_and_written_back_alike(text: str) -> None:
    read = line_rules.parse_spread(text)

    assert read == int(text)
    assert line_rules.format_spread(int(text)) == text


@pytest.mark.parametrize(
    "text",
    ["7", "007", "016", "0", "000", "+7", "-07", "07 ", " 07", "07\n", "1\u0662", "\u0661\u0662", "1.0", "1e1", "ab"],
)  # fmt: skip
def test_any_other_spread_is_refused(text: str) -> None:
    assert line_rules.parse_spread(text, "minus") == Finding("spread_notation", "minus")


@pytest.mark.parametrize("text", ["00", "122", "130", "199", "200", "1000"])
def test_a_spread_that_no_game_ends_with_is_out_of_range_and_no_matter_of_notation(text: str) -> None:
    assert line_rules.parse_spread(text, "minus") == Finding("spread_range", "minus")


def test_a_blank_spread_is_blank() -> None:
    assert line_rules.parse_spread("") is None
    assert line_rules.format_spread(None) == ""


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (2, "2"), (3, "3"), (None, "")])
def test_points_are_written_back(points: int | None, text: str) -> None:
    assert line_rules.format_points(points) == text


def test_a_whole_line_is_read() -> None:
    assert line_rules.parse_line(4, "A-8", "X", "", "05") == Line(4, "A-8", 0, None, 5)


def test_a_blank_line_is_read_as_blank() -> None:
    assert line_rules.parse_line(4, "", "", "", "") == Line(4, None, None, None, None)


def test_every_fault_of_a_line_is_found() -> None:
    found = line_rules.parse_line(4, "A-8", "5", "7", "122", prefix="lines.0.")

    assert found == (
        Finding("points_notation", "lines.0.points"),
        Finding("spread_notation", "lines.0.plus"),
        Finding("spread_range", "lines.0.minus"),
    )


def test_a_spread_in_both_columns_is_refused() -> None:
    assert line_rules.parse_line(4, "A-8", "2", "10", "10") == (Finding("both_columns", "minus"),)


@pytest.mark.parametrize(
    ("points", "plus", "minus"),
    [
        pytest.param(1, None, None, id="one game point"),
        pytest.param(2, 122, None, id="beyond the board"),
        pytest.param(2, 0, None, id="no holes"),
        pytest.param(0, None, -5, id="a sign in a column"),
        pytest.param(2, 5, 5, id="both columns"),
    ],
)
def test_a_line_that_no_card_can_hold_is_an_error(points: int, plus: int | None, minus: int | None) -> None:
    with pytest.raises(ValueError, match=r"points|spread"):
        Line(1, "A-2", points, plus, minus)


def test_games_are_numbered_from_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        Line(0, "A-2", 2, 5, None)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        pytest.param("A-2 2 +45", 3, id="a two beside a skunk counts by the spread"),
        pytest.param("A-2 3 +12", 2, id="a three beside a small spread counts by the spread"),
        pytest.param("A-2 3", 3, id="a win without a spread counts as written"),
        pytest.param("A-2 2 -45", 2, id="a win with its spread in minus counts as written"),
        pytest.param("A-2 0 -12", 0, id="a loss"),
        pytest.param("A-2 0 +45", 0, id="a loss with its spread in plus"),
        pytest.param("A-2 _ +45", 0, id="blank points are no win"),
    ],
)
def test_a_line_counts(text: str, points: int) -> None:
    assert line_rules.counted_points(make_line(text)) == points


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("A-2 2 +10", [], id="a plain win"),
        pytest.param("A-2 3 +31", [], id="a plain skunk"),
        pytest.param("A-2 0 -31", [], id="a plain loss"),
        pytest.param("A-2 2 -10", ["win_in_minus"], id="win in the minus column"),
        pytest.param("A-2 0 +10", ["loss_in_plus"], id="loss in the plus column"),
        pytest.param("A-2 2 +45", ["points_not_of_spread"], id="two beside a skunk"),
        pytest.param("A-2 3 +12", ["points_not_of_spread"], id="three beside twelve"),
        pytest.param("A-2 _ +12", ["points_blank"], id="points blank beside a spread"),
        pytest.param("A-2 2", ["spread_blank"], id="win without a spread"),
        pytest.param("A-2 0", ["spread_blank"], id="loss without a spread"),
        pytest.param("A-2 _", ["points_blank", "spread_blank"], id="nothing but an opponent"),
        pytest.param("_ 2 +12", ["opponent_blank"], id="opponent blank"),
        pytest.param("_ 3 -12", ["opponent_blank", "win_in_minus"], id="two faults"),
        pytest.param("A-1 2 +12", ["opponent_own_seat"], id="names its own card"),
        pytest.param("blank", ["blank_line"], id="blank throughout"),
    ],
)
def test_what_is_contradictory_on_a_line_is_flagged(text: str, codes: list[str]) -> None:
    flags = line_rules.find_line_flags(make_line(text), seat="A-1")

    assert [flag.code for flag in flags] == codes


def test_a_flag_on_points_says_what_the_spread_counts() -> None:
    (flag,) = line_rules.find_line_flags(make_line("A-2 2 +45"))

    assert (flag.field, flag["points"], flag["spread"], flag["counted"]) == ("points", 2, 45, 3)
