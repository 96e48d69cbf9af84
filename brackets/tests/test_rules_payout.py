"""Pools and prizes in cents: what the ACC's portal was seen to give, and what holds for every field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.bracket.rules.byes import bye_count
from brackets.settling.rules import PLACES, Pool, paid_places, people_at, places_of, pool_amounts, proposal, shared_out
from tournaments.tests.cases import for_all


@pytest.mark.parametrize(
    ("people", "ratio", "dollars"),
    [
        pytest.param(20, 6, [80, 60, 40, 20], id="20 players, 1 in 6"),
        pytest.param(25, 4, [60, 55, 45, 35, 25, 20, 10], id="25 players, 1 in 4"),
        pytest.param(62, 6, [105, 95, 85, 75, 65, 55, 45, 40, 30, 20, 10], id="62 players, 1 in 6"),
        pytest.param(1, 4, [10], id="alone"),
        pytest.param(3, 4, [30], id="one paid place"),
    ],
)
def test_the_graduated_pool_of_ten_dollars(people: int, ratio: int, dollars: list[int]) -> None:
    assert pool_amounts(Pool.GRADUATED, people=people, fee=1000, ratio=ratio) == tuple(100 * one for one in dollars)


def test_the_graduated_pool_may_miss_its_fund() -> None:
    assert sum(pool_amounts(Pool.GRADUATED, people=62, fee=1000, ratio=6)) == 62_000 + 500


@pytest.mark.parametrize(
    ("kind", "people", "fee", "cents"),
    [
        (Pool.EQUAL, 20, 1000, (5000, 5000, 5000, 5000)),
        (Pool.EQUAL, 31, 1000, (5100,) * 6),
        (Pool.EQUAL, 7, 250, (875, 875)),
        (Pool.TOP_DOUBLE, 20, 1000, (8000, 4000, 4000, 4000)),
        (Pool.TOP_DOUBLE, 0, 1000, ()),
        (Pool.BY_HAND, 20, 1000, ()),
    ],
)
def test_equal_pools(kind: Pool, people: int, fee: int, cents: tuple[int, ...]) -> None:
    assert pool_amounts(kind, people=people, fee=fee, ratio=6) == cents


@pytest.mark.parametrize("kind", [Pool.EQUAL, Pool.TOP_DOUBLE, Pool.GRADUATED])
@pytest.mark.parametrize("ratio", [1, 4, 6, 8, 10])
def test_every_field_pays_its_places_best_first_and_nothing_below_none(kind: Pool, ratio: int) -> None:
    for people in range(1, 501):
        for fee in (0, 1, 33, 250, 500, 1000, 2000, 5000, 10_000):
            found = pool_amounts(kind, people=people, fee=fee, ratio=ratio)
            fund, places = people * fee, paid_places(people, ratio)

            assert len(found) == places
            assert list(found) == sorted(found, reverse=True)
            assert found[-1] >= 0
            if kind is Pool.GRADUATED:
                assert abs(fund - sum(found)) <= 250 * places
            else:
                assert 0 <= fund - sum(found) < 100 * (places + 1)


def test_an_impossible_pool_is_an_error() -> None:
    with pytest.raises(ValueError, match="one in 0"):
        paid_places(4, 0)
    with pytest.raises(ValueError, match="nobody is paid"):
        pool_amounts(Pool.EQUAL, people=4, fee=-1, ratio=4)
    with pytest.raises(ValueError, match="not in order"):
        shared_out([100], [2, 1])


# --- Shared ranks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "cents"),
    [
        pytest.param([1, 2, 3, 4], (6000, 4000, 2000, 0), id="nobody level"),
        pytest.param([1, 1, 3], (5000, 5000, 2000), id="level at the top"),
        pytest.param([2, 5, 5], (6000, 3000, 3000), id="ranks of the event, not of the pool"),
        pytest.param([1, 2, 3, 3, 3], (6000, 4000, 666, 666, 666), id="level at the last paid place"),
        pytest.param([], (), id="nobody"),
    ],
)
def test_who_shares_a_rank_shares_the_places(ranks: list[int], cents: tuple[int, ...]) -> None:
    assert shared_out([6000, 4000, 2000], ranks) == cents


@given(st.lists(st.integers(0, 20_000), max_size=12), st.lists(st.integers(1, 12), max_size=20))
def test_sharing_gives_no_more_than_there_is_and_loses_less_than_a_cent_each(
    amounts: list[int], ranks: list[int]
) -> None:
    amounts, ranks = sorted(amounts, reverse=True), sorted(ranks)

    found = shared_out(amounts, ranks)

    given_out = sum(amounts[: len(ranks)])
    assert given_out - len(ranks) < sum(found) + (not ranks) <= given_out + (not ranks)
    assert list(found) == sorted(found, reverse=True)


# --- Prizes ----------------------------------------------------------------------------------------------------------


@for_all("qualifiers", range(1, 200))
def test_everybody_who_qualifies_ends_at_one_place(qualifiers: int) -> None:
    found = places_of(qualifiers)

    assert sum(people for _place, people in found) == qualifiers
    assert all(people >= 1 for _place, people in found)
    assert [place for place, _people in found] == sorted(place for place, _people in found)
    assert sum(people_at(place, qualifiers) for place in PLACES) == qualifiers or qualifiers > 128
    if qualifiers > 1:
        assert found[-1][1] * 2 + bye_count(qualifiers) == qualifiers


def test_nobody_ends_at_a_place_that_there_is_not() -> None:
    assert [people_at(place, 24) for place in (1, 2, 3, 4, 5, 9, 17, 33)] == [1, 1, 2, 0, 4, 8, 8, 0]
    assert places_of(0) == ()


@given(fund=st.integers(-500, 5_000_000), qualifiers=st.integers(0, 130), hnq=st.booleans())
def test_proposed_prizes_add_up_to_the_fund_or_a_little_less(fund: int, qualifiers: int, hnq: bool) -> None:
    found = dict(proposal(fund, qualifiers, high_nonqualifier=hnq))

    if fund <= 0 or not qualifiers:
        assert found == {}
        return
    people = {**dict(places_of(qualifiers)), 0: 1}
    assert 0 <= fund - sum(cents * people[place] for place, cents in found.items()) < 500
    by_place = [found.get(place, 0) for place, _people in places_of(qualifiers)]
    assert by_place == sorted(by_place, reverse=True)
    assert all(cents > 0 and cents % 500 == 0 for cents in found.values())
    assert hnq or 0 not in found
