"""The permanent ID."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.seat import MAX_TABLES, Seat, is_seat, parse_seat, read_seat, seat_order, table_names

seats = st.builds(Seat, st.sampled_from(table_names(MAX_TABLES)), st.integers(1, 500))


@given(seats)
def test_a_seat_is_read_back_as_it_is_written(seat: Seat) -> None:
    assert parse_seat(str(seat)) == seat
    assert read_seat(str(seat)) == seat
    assert is_seat(str(seat))


@pytest.mark.parametrize(
    "text",
    [
        "A-07",
        "a-7",
        "A7",
        "A-0",
        "A-501",
        "A-1000",
        "-7",
        "A-",
        "",
        "A-7 ",
        " A-7",
        "A-7\n",
        "AAA-1",
        "Ä-7",
        "A-\u0667",
        "A\u20137",
    ],
)
def test_only_the_one_spelling_is_a_seat(text: str) -> None:
    assert not is_seat(text)
    with pytest.raises(ValueError, match=r"written like A-7|is no seat"):
        parse_seat(text)


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("a23", "A-23"),
        ("A-23", "A-23"),
        ("A 23", "A-23"),
        ("  a - 23 ", "A-23"),
        ("A-023", "A-23"),
        ("A\u201323", "A-23"),
        ("aa.7", "AA-7"),
        ("A-500", "A-500"),
    ],
)
def test_the_desk_may_type_a_seat_in_a_hurry(text: str, seat: str) -> None:
    assert str(read_seat(text)) == seat


@pytest.mark.parametrize("text", ["", "A", "23", "A0", "A-501", "A-7-7", "Orr", "ABC1", "A-\u0667"])
def test_what_is_no_seat_is_not_read_as_one(text: str) -> None:
    assert read_seat(text) is None


@pytest.mark.parametrize(("table", "number"), [("a", 1), ("", 1), ("ABC", 1), ("A", 0), ("A", -1), ("A", 501)])
def test_an_impossible_seat_is_refused(table: str, number: int) -> None:
    with pytest.raises(ValueError, match="is no seat"):
        Seat(table, number)


def test_seats_are_in_table_order_then_by_number() -> None:
    mixed = ["AA-1", "Z-2", "B-1", "A-10", "A-9", "AB-1"]

    assert sorted(mixed, key=seat_order) == ["A-9", "A-10", "B-1", "Z-2", "AA-1", "AB-1"]
    assert [str(seat) for seat in sorted(map(parse_seat, mixed))] == sorted(mixed, key=seat_order)


def test_a_seat_is_not_compared_with_text() -> None:
    with pytest.raises(TypeError):
        sorted([Seat("A", 1), "A-2"])


def test_tables_are_named_from_a_to_zz() -> None:
    names = table_names(MAX_TABLES)

    assert names[0] == "A"
    assert names[25:28] == ("Z", "AA", "AB")
    assert names[-1] == "ZZ"
    assert len(set(names)) == MAX_TABLES
    assert list(names) == sorted(names, key=lambda name: seat_order(f"{name}-1"))


@pytest.mark.parametrize("tables", [-1, MAX_TABLES + 1])
def test_there_are_no_names_for_more_tables(tables: int) -> None:
    with pytest.raises(ValueError, match="names for"):
        table_names(tables)
