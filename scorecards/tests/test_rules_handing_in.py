"""Cards named by a number pad: bare numbers, seats in any spelling, whole tables."""

import pytest

from scorecards.cards.rules.handing_in import Meant, read_meant
from tournaments.rules.finding import Finding

SEATS = ["A-1", "A-2", "A-3", "B-1", "B-2", "AA-1"]


@pytest.mark.parametrize(
    ("typed", "seats", "table"),
    [
        pytest.param("1", ["A-1"], "A", id="a number is of this table"),
        pytest.param("1 2 01", ["A-1", "A-2"], "A", id="each once"),
        pytest.param("b2 1", ["B-2", "B-1"], "B", id="a number after a seat is of that table"),
        pytest.param("B 1 2", ["B-1", "B-2"], "B", id="a table and its numbers"),
        pytest.param("b", ["B-1", "B-2"], "B", id="a whole table"),
        pytest.param("*", ["A-1", "A-2", "A-3"], "A", id="this whole table"),
        pytest.param("aa A 3", ["AA-1", "A-3"], "A", id="a whole table, then one of another"),
        pytest.param("B * 1", ["B-1", "B-2"], "B", id="a star is no number"),
        pytest.param("99", ["A-99"], "A", id="nobody has it, which is said later"),
    ],
)
def test_what_is_typed_means_these_seats(typed: str, seats: list[str], table: str) -> None:
    meant = read_meant(typed.split(), "A", SEATS)

    assert isinstance(meant, Meant)
    assert (list(meant.seats), meant.table) == (seats, table)


def test_tables_named_as_a_whole_are_told() -> None:
    meant = read_meant(["a", "B"], "A", SEATS)

    assert isinstance(meant, Meant)
    assert meant.whole == ("A", "B")


@pytest.mark.parametrize(
    ("typed", "code"), [("oops", "no_seat"), ("0", "no_seat"), ("999", "no_seat"), ("C", "no_table")]
)
def test_an_invalid_seat_is_named(typed: str, code: str) -> None:
    found = read_meant(["1", typed], "A", SEATS)

    assert isinstance(found, Finding)
    assert (found.code, found["text"]) == (code, typed)
