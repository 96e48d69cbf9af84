"""Money: every cent that came is here or was given back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.money.rules import (
    Account,
    Charged,
    Kind,
    Line,
    account,
    find_irreversible,
    find_refused,
    read_cents,
    standing_lines,
    still_open,
    waivable,
    waived_on,
    written,
)


def test_an_account_adds_up_what_is_owed_held_and_open() -> None:
    lines = [
        Line(1, Kind.CASH, 5000),
        Line(2, Kind.CHEQUE, 2500),
        Line(3, Kind.WAIVER, 1000),
        Line(4, Kind.REFUND, 500),
    ]

    found = account([Charged(7500), Charged(2000)], lines)

    assert found == Account(charged=9500, waived=1000, received=7500, refunded=500)
    assert (found.owed, found.held, found.open) == (8500, 7000, 1500)


def test_a_reversal_takes_its_line_back_and_only_that() -> None:
    lines = [Line(1, Kind.CASH, 5000), Line(2, Kind.CASH, 5000), Line(3, Kind.REVERSAL, 5000, reverses=1)]

    assert [line.number for line in standing_lines(lines)] == [2]
    assert account([Charged(5000)], lines).open == 0


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
def test_a_line_that_cannot_be_written_gets_the_code_of_its_reason(kind: Kind, cents: int, code: str | None) -> None:
    assert find_refused(kind, cents, Account(charged=6000, waived=1000, received=3000, refunded=0), 4000) == code


@pytest.mark.parametrize("typed", ["", "abc", "1.5", "-3", "1.234", "12.345", "1e3", "½", "1000000", "٣"])
def test_a_text_that_is_no_amount_is_not_read(typed: str) -> None:
    assert read_cents(typed) is None


@given(st.integers(0, 99_999_999))
def test_every_amount_is_read_back_as_it_is_written(cents: int) -> None:
    assert read_cents(written(cents)) == cents


CHARGES = st.builds(Charged, st.integers(0, 20_000), st.sampled_from(["main", "consolation"]), st.booleans())


@given(data=st.data())
def test_however_lines_come_no_cent_is_lost(data: st.DataObject) -> None:
    charges = data.draw(st.lists(CHARGES, max_size=5))
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
        event = data.draw(st.sampled_from(["", "main", "consolation"])) if kind is Kind.WAIVER else ""
        if find_refused(kind, cents, so_far, waivable(charges, waived_on(charges, lines), event)):
            continue
        lines.append(Line(number, kind, cents, event=event))
        box += {Kind.CASH: 1, Kind.CHEQUE: 1, Kind.REFUND: -1}.get(kind, 0) * cents

    found = account(charges, lines)
    assert found.held == box >= 0
    fees = sum(charge.cents for charge in charges if not charge.is_pool)
    assert found.open == found.charged - found.waived - box
    assert 0 <= found.waived <= fees
    parts = waived_on(charges, lines)
    assert sum(parts) == found.waived == sum(line.cents for line in standing_lines(lines) if line.kind is Kind.WAIVER)
    assert not any(part for charge, part in zip(charges, parts, strict=True) if charge.is_pool)
    owed = [charge.cents - part for charge, part in zip(charges, parts, strict=True)]
    assert sum(still_open(owed, Account(sum(owed), 0, found.received, found.refunded))) == max(0, found.open)


@given(st.lists(CHARGES, max_size=6), st.integers(0, 60_000), st.integers(0, 30_000))
def test_a_waiver_covers_what_is_no_pool_first_and_every_cent_once(
    charges: list[Charged], of_none: int, of_main: int
) -> None:
    lines = [Line(1, Kind.WAIVER, of_none), Line(2, Kind.WAIVER, of_main, event="main")]

    found = waived_on(charges, lines)

    pairs = list(zip(charges, found, strict=True))
    assert sum(found) == min(account(charges, lines).waived, sum(charge.cents for charge in charges))
    assert all(0 <= part <= charge.cents for charge, part in pairs)
    if any(part for charge, part in pairs if charge.is_pool):
        assert all(part == charge.cents for charge, part in pairs if not charge.is_pool)
    # What is for one event reaches no other one, and no pool.
    assert waived_on(charges, lines[1:]) == tuple(
        0 if charge.is_pool or charge.event != "main" else part
        for charge, part in zip(charges, waived_on(charges, lines[1:]), strict=True)
    )
    fees = sum(charge.cents for charge in charges if charge.event == "main" and not charge.is_pool)
    assert account(charges, lines[1:]).waived == min(of_main, fees)


def test_a_line_that_cannot_be_reversed_gets_the_code_of_its_reason() -> None:
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
