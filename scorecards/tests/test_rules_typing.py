"""What a checker types for a line, and what the line then is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.cards.rules.typing import format_typed, parse_total, parse_typed
from scorecards.sheet.rules.line import LARGEST_SPREAD, Line, game_points
from scorecards.tests.paper import show_line
from scorecards.tests.typists import keys_of
from tournaments.rules.finding import Finding
from tournaments.tests.cases import for_all

EXPECTED = "A-8"
TABLE = "A"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        pytest.param("16", "2 +16", id="won"),
        pytest.param("16+", "2 +16", id="won, the sign after the figure"),
        pytest.param("+16", "2 +16", id="won, the sign before it"),
        pytest.param("-16", "0 -16", id="lost"),
        pytest.param("16-", "0 -16", id="lost, the sign after the figure"),
        pytest.param("−16", "0 -16", id="a real minus"),
        pytest.param("7", "2 +7", id="7 is taken for 07"),
        pytest.param("07-", "0 -7", id="07 as on the card"),
        pytest.param("31", "3 +31", id="a skunk"),
        pytest.param("121", "3 +121", id="the largest spread"),
        pytest.param("W", "2", id="a win, spread blank"),
        pytest.param("w*", "3", id="a win written with 3, spread blank"),
        pytest.param("l", "0", id="a loss, spread blank"),
        pytest.param("W-16", "2 -16", id="marked a win, spread in minus"),
        pytest.param("W16-", "2 -16", id="marked a win, sign behind"),
        pytest.param("W-45*", "2 -45", id="marked a win with the other points"),
        pytest.param("L16", "0 +16", id="marked a loss, spread in plus"),
        pytest.param("45*", "2 +45", id="2 written beside a skunk"),
        pytest.param("16*", "3 +16", id="3 written beside a win by 16"),
        pytest.param("16+*", "3 +16", id="the star behind the sign"),
        pytest.param("16*+", "3 +16", id="the star before the sign"),
        pytest.param(".16", "_ +16", id="points blank, plus"),
        pytest.param(".-16", "_ -16", id="points blank, minus"),
        pytest.param(" W - 16 ", "2 -16", id="spaces"),
        pytest.param("0-", "0", id="a loss, spread blank, on the number pad"),
        pytest.param("0", "0", id="the same with Enter"),
        pytest.param("-0", "0", id="the same, the sign before it"),
        pytest.param("X", "0", id="a loss mark"),
        pytest.param("x", "0", id="a small loss mark"),
        pytest.param("0+", "2", id="a win, spread blank, on the number pad"),
        pytest.param("0*+", "3", id="a win written with 3, on the number pad"),
        pytest.param("-16+", "2 -16", id="in the minus column, and won"),
        pytest.param("-45*+", "2 -45", id="in the minus column, won, the other points"),
        pytest.param("+16-", "0 +16", id="in the plus column, and lost"),
        pytest.param("-16-", "0 -16", id="in the minus column, and lost"),
        pytest.param("+16+", "2 +16", id="in the plus column, and won"),
    ],
)
def test_what_is_typed_is_that_line_against_the_expected_opponent(typed: str, line: str) -> None:
    read = parse_typed(typed, 4, EXPECTED, table=TABLE)

    assert isinstance(read, Line)
    assert (read.game, read.opponent, show_line(read)) == (4, EXPECTED, line)


@pytest.mark.parametrize(
    ("typed", "opponent", "line"),
    [
        pytest.param("@A-9 16", "A-9", "2 +16", id="another opponent"),
        pytest.param("@a9 -16", "A-9", "0 -16", id="typed in a hurry"),
        pytest.param("@A 9W", "A-9", "2", id="without a space before the letter"),
        pytest.param("@A-9-16", "A-9", "0 -16", id="without a space before the sign"),
        pytest.param("@aa12 7", "AA-12", "2 +7", id="a table with two letters"),
        pytest.param("@? 16", None, "2 +16", id="the opponent was left blank"),
        pytest.param("@?L16", None, "0 +16", id="blank, and a loss in the plus column"),
        pytest.param("@A-8 .", "A-8", "_", id="the opponent and nothing else"),
        pytest.param("@A-9", "A-9", "_", id="the same without the point"),
        pytest.param("9/16+", "A-9", "2 +16", id="a number and a slash: a seat of the same table"),
        pytest.param("09/16", "A-9", "2 +16", id="with a zero before it"),
        pytest.param("9/-16+", "A-9", "2 -16", id="two signs behind it"),
        pytest.param("9/,16-", "A-9", "_ -16", id="the number pad of another country"),
        pytest.param("9 / 0-", "A-9", "0", id="spaces around the slash"),
        pytest.param("B5/16-", "B-5", "0 -16", id="a seat of another table"),
        pytest.param("w16/.7", "W-16", "_ +7", id="a table that is called like a mark"),
        pytest.param("0/16+", None, "2 +16", id="nobody, on the number pad"),
        pytest.param("9/.", "A-9", "_", id="the opponent and nothing else, on the number pad"),
        pytest.param("0/.", None, "_", id="nobody and nothing"),
    ],
)
def test_a_seat_typed_first_is_the_opponent_that_the_card_names(typed: str, opponent: str | None, line: str) -> None:
    read = parse_typed(typed, 4, EXPECTED, table=TABLE)

    assert isinstance(read, Line)
    assert (read.opponent, show_line(read)) == (opponent, line)


def test_nothing_typed_is_no_line() -> None:
    assert parse_typed("  ", 4, EXPECTED) is None


@pytest.mark.parametrize("typed", [".", ","])
def test_a_point_alone_is_a_line_left_blank_throughout(typed: str) -> None:
    assert parse_typed(typed, 4, EXPECTED) == Line(4, None, None, None, None)


def test_where_nobody_is_expected_the_opponent_is_blank() -> None:
    assert parse_typed("16", 4, None) == Line(4, None, 2, 16, None)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        pytest.param("W0", "typed_spread", id="nobody wins by nothing"),
        pytest.param("00", "typed_spread", id="two zeros"),
        pytest.param("122", "typed_spread", id="beyond 121"),
        pytest.param("999-", "typed_spread", id="far beyond"),
        pytest.param("016", "typed_notation", id="a leading zero too many"),
        pytest.param("1616", "typed_notation", id="two figures in one"),
        pytest.param("W-16-", "typed_notation", id="a mark and two signs"),
        pytest.param("--16", "typed_notation", id="two signs before it"),
        pytest.param("16**", "typed_notation", id="two stars"),
        pytest.param("abc", "typed_notation", id="letters"),
        pytest.param("X16", "typed_notation", id="a loss mark with a spread"),
        pytest.param("١٦", "typed_notation", id="figures of another script"),
        pytest.param("-16*", "typed_other", id="a loss has no other points"),
        pytest.param("L*", "typed_other", id="a loss with blank spread has none either"),
        pytest.param("X*", "typed_other", id="nor has a loss mark"),
        pytest.param("0*", "typed_other", id="nor a loss by nothing"),
        pytest.param("+16*-", "typed_other", id="nor one in the plus column"),
        pytest.param(".16*", "typed_other", id="blank points are not the other ones"),
        pytest.param("@ 16", "typed_seat", id="no seat behind the sign"),
        pytest.param("@16", "typed_seat", id="a seat without a table"),
        pytest.param("@A-900 16", "typed_seat", id="no table is that long"),
        pytest.param("@ABC-1 16", "typed_seat", id="no table has three letters"),
        pytest.param("501/16", "typed_seat", id="no table is that long, on the number pad"),
        pytest.param("00/16", "typed_seat", id="no seat is the zeroth"),
        pytest.param("9/", "typed_half", id="the opponent, and the line goes on"),
        pytest.param("0 / ", "typed_half", id="nobody, and the line goes on"),
        pytest.param("00/", "typed_seat", id="no seat before the slash either"),
        pytest.param("ABC1/16", "typed_notation", id="three letters before a slash"),
        pytest.param("9/5/16", "typed_notation", id="two slashes"),
    ],
)
def test_impossible_texts_are_named(typed: str, code: str) -> None:
    assert parse_typed(typed, 4, EXPECTED, table=TABLE, field="line-4") == Finding(code, "line-4")


def test_a_number_is_no_seat_where_no_table_is_known() -> None:
    assert parse_typed("9/16", 4, EXPECTED, field="line-4") == Finding("typed_seat", "line-4")


@st.composite
def lines(draw: st.DrawFn) -> Line:
    spread = draw(st.none() | st.integers(1, LARGEST_SPREAD))
    in_plus = draw(st.booleans())
    return Line(
        7,
        draw(st.sampled_from([None, EXPECTED, "A-9", "W-16", "L-3"])),
        draw(st.sampled_from([None, 0, 2, 3])),
        spread if in_plus else None,
        None if in_plus else spread,
    )


@given(lines(), st.sampled_from([None, EXPECTED, "B-1"]))
def test_whatever_a_card_can_hold_can_be_typed(line: Line, expected: str | None) -> None:
    assert parse_typed(format_typed(line, expected), 7, expected) == line


@given(lines(), st.sampled_from([None, EXPECTED, "B-1"]))
def test_whatever_a_card_can_hold_can_be_typed_on_the_number_pad(line: Line, expected: str | None) -> None:
    keys = keys_of(line, expected, TABLE)

    assert set(keys) <= set("0123456789+-*/.\n") or line.opponent in ("W-16", "L-3")
    assert keys[-1] in "+-\n"
    assert parse_typed(keys.rstrip("\n"), 7, expected, table=TABLE) == line


@given(st.text(max_size=12) | st.text("0159WX@?AB/.*+- ", max_size=9))
def test_no_text_breaks_it(text: str) -> None:
    assert isinstance(parse_typed(text, 7, EXPECTED, table=TABLE), Line | Finding | None)


@for_all("spread", [s for s in range(-LARGEST_SPREAD, LARGEST_SPREAD + 1) if s])
def test_every_spread_has_its_points(spread: int) -> None:
    line = parse_typed(str(spread), 1, EXPECTED)

    assert isinstance(line, Line)
    assert line.points == game_points(spread)


@pytest.mark.parametrize(("typed", "total"), [("29", 29), ("+62", 62), ("−11", -11), ("0", 0), ("", None), (" + 5", 5)])
def test_a_total_is_read_with_its_sign(typed: str, total: int | None) -> None:
    assert parse_total(typed, "net", signed=True) == total


@pytest.mark.parametrize("typed", ["-5", "+5", "1.5", "1e3", "1000000", "999999", "x", "--5"])
def test_an_impossible_total_is_named(typed: str) -> None:
    assert parse_total(typed, "plus") == Finding("total_notation", "plus")
