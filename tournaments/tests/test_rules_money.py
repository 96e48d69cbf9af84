"""Money: every cent that came is here or was given back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.money import (
    Account,
    Kind,
    Line,
    account,
    find_irreversible,
    find_refused,
    read_cents,
    standing_lines,
    still_open,
    written,
)


def test_what_is_left_to_pay() -> None:
    lines = [
        Line(1, Kind.CASH, 5000),
        Line(2, Kind.CHEQUE, 2500),
        Line(3, Kind.WAIVER, 1000),
        Line(4, Kind.REFUND, 500),
    ]

    found = account([7500, 2000], lines)

    assert found == Account(charged=9500, waived=1000, received=7500, refunded=500)
    assert (found.owed, found.held, found.open) == (8500, 7000, 1500)


def test_a_reversal_takes_its_line_back_and_only_that() -> None:
    lines = [Line(1, Kind.CASH, 5000), Line(2, Kind.CASH, 5000), Line(3, Kind.REVERSAL, 5000, reverses=1)]

    assert [line.number for line in standing_lines(lines)] == [2]
    assert account([5000], lines).open == 0


@pytest.mark.parametrize(
    ("kind", "cents", "code"),
    [
        (Kind.CASH, 0, "amount"),
        (Kind.CASH, -1, "amount"),
        (Kind.CASH, 1, None),
        (Kind.REFUND, 3001, "refund"),
        (Kind.REFUND, 3000, None),
        (Kind.WAIVER, 4001, "waiver"),
        (Kind.WAIVER, 4000, None),
    ],
)
def test_what_cannot_be_written(kind: Kind, cents: int, code: str | None) -> None:
    assert find_refused(kind, cents, Account(charged=5000, waived=1000, received=3000, refunded=0)) == code


@pytest.mark.parametrize("typed", ["", "abc", "1.5", "-3", "1.234", "12.345", "1e3", "½", "1000000", "٣"])
def test_what_is_no_amount(typed: str) -> None:
    assert read_cents(typed) is None


@given(st.integers(0, 99_999_999))
def test_what_is_written_is_read_again(cents: int) -> None:
    assert read_cents(written(cents)) == cents


@given(data=st.data())
def test_however_lines_come_no_cent_is_lost(data: st.DataObject) -> None:
    charges = data.draw(st.lists(st.integers(0, 20_000), max_size=4))
    lines: list[Line] = []
    box = 0
    for number in range(1, data.draw(st.integers(0, 12)) + 1):
        so_far = account(charges, lines)
        kind = data.draw(st.sampled_from(list(Kind)))
        if kind is Kind.REVERSAL:
            left = [line for line in lines if find_irreversible(line.number, lines) is None]
            if not left:
                continue
            back = data.draw(st.sampled_from(left))
            lines.append(Line(number, kind, back.cents, back.number))
            box += {Kind.CASH: -1, Kind.CHEQUE: -1, Kind.REFUND: 1}.get(back.kind, 0) * back.cents
            continue
        cents = data.draw(st.integers(-5, 25_000))
        if find_refused(kind, cents, so_far):
            continue
        lines.append(Line(number, kind, cents))
        box += {Kind.CASH: 1, Kind.CHEQUE: 1, Kind.REFUND: -1}.get(kind, 0) * cents

    found = account(charges, lines)
    assert found.held == box >= 0
    assert found.open == max(0, sum(charges) - found.waived) - box
    assert 0 <= found.waived <= sum(charges)
    assert sum(still_open(charges, found)) == max(0, found.open)


def test_what_cannot_be_taken_back() -> None:
    lines = [
        Line(1, Kind.CASH, 5000),
        Line(2, Kind.CASH, 3000),
        Line(3, Kind.REVERSAL, 3000, reverses=2),
        Line(4, Kind.REFUND, 1000),
        Line(5, Kind.WAIVER, 500),
    ]

    assert [find_irreversible(number, lines) for number in range(1, 6)] == [
        "refund",
        "reversed",
        "reversal",
        None,
        None,
    ]
    with pytest.raises(ValueError, match="no line 9"):
        find_irreversible(9, lines)


@given(st.lists(st.integers(0, 9000), max_size=4), st.integers(0, 30_000), st.integers(0, 9000))
def test_money_covers_the_charges_in_their_order(charges: list[int], received: int, waived: int) -> None:
    found = still_open(charges, Account(sum(charges), waived, received, 0))

    assert sum(found) == max(0, sum(charges) - received - waived)
    begun = [place for place, left in enumerate(found) if left]
    assert all(found[place] == charges[place] for place in begun[1:])
