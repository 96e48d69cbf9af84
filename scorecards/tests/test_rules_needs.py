"""What a card still needs to qualify: everything that is said of it holds for every completion."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.sheet.rules.crosscheck import CrossCheck, cross_check
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.needs import Chance, Need, find_need
from scorecards.sheet.rules.piles import Bounds
from scorecards.tests.paper import make_stack
from scorecards.tests.test_rules_piles import check, proved, ruled, small_events
from tournaments.tests.cases import often

OUTSIDE = (Status.NONQUALIFIER, Status.HIGH_NONQUALIFIER)


def needs(text: str, games: int, quota: int = 1) -> dict[str, Need]:
    found = proved(check(make_stack(text, games=games), quota))
    return {seat: find_need(seat, found.bounds, quota) for seat in found.bounds}


def span(low: int, high: int) -> Bounds:
    """A card between so many game points; the places are those of a card that is open, whatever the others have."""
    return Bounds((low, 0, 0, 0), (high, 9, 900, 900), best_rank=1, worst_rank=9)


def test_a_card_that_nobody_can_reach_is_sure_and_one_too_far_behind_is_out() -> None:
    found = needs(
        """
        A-1: A-2 3 +121, A-3 3 +121, A-4 3 +121
        A-2: A-1 0 -121, A-4 2 +10, A-3 2 +07
        A-3: A-4 2 +10, A-1 0 -121, A-2 0 -07
        A-4: A-3 0 -10, A-2 0 -10
        """,
        games=3,
        quota=2,
    )

    assert {seat: need.chance for seat, need in found.items()} == {
        "A-1": Chance.SURE,
        "A-2": Chance.SURE,
        "A-3": Chance.OUT,
        "A-4": Chance.OUT,
    }
    assert found["A-1"] == Need(Chance.SURE)


def test_a_finished_card_is_told_how_many_may_still_pass_it() -> None:
    found = needs("A-1: A-3 2 +10\nA-2:\nA-3: A-1 0 -10\nA-4:", games=1, quota=2)

    assert found["A-1"] == Need(Chance.OPEN, enough=None, needed=None, rivals=2, too_many=2)


@pytest.mark.parametrize(
    ("own", "others", "quota", "enough", "needed"),
    [
        ((4, 10), [(6, 6), (2, 8)], 1, 9, 6),
        ((4, 10), [(6, 6), (2, 8)], 2, 7, None),
        ((4, 8), [(6, 6), (2, 8)], 1, None, 6),
        ((7, 10), [(6, 6), (2, 8)], 1, 9, None),
        ((7, 7), [(6, 6), (2, 8)], 1, None, None),
    ],
)
def test_game_points_that_are_enough_and_that_are_needed(
    own: tuple[int, int], others: list[tuple[int, int]], quota: int, enough: int | None, needed: int | None
) -> None:
    bounds = {"A-1": span(*own), **{f"A-{number}": span(*one) for number, one in enumerate(others, start=2)}}

    found = find_need("A-1", bounds, quota)

    assert (found.enough, found.needed) == (enough, needed)


def test_a_seat_without_a_rank_has_no_need() -> None:
    with pytest.raises(KeyError):
        find_need("A-9", {"A-1": span(0, 3)}, 1)


def assert_kept(seat: str, need: Need, before: CrossCheck, after: CrossCheck) -> None:
    """What was said of this card came true."""
    keys = {place.seat: place.tally.key for place in after.places}
    status, points = after.statuses[seat], keys[seat][0]
    if need.chance is Chance.SURE:
        assert status is Status.QUALIFIER
    if need.chance is Chance.OUT:
        assert status in OUTSIDE
    if need.enough is not None and points >= need.enough:
        assert status is Status.QUALIFIER
    if need.needed is not None and points < need.needed:
        assert status in OUTSIDE
    if need.chance is Chance.OPEN:
        not_below = sum(1 for other, key in keys.items() if other != seat and key >= keys[seat])
        certain = before.quota - need.too_many
        assert certain <= not_below <= certain + need.rivals
        assert 1 <= need.too_many <= need.rivals
        if not_below - certain < need.too_many:
            assert status is Status.QUALIFIER


@settings(deadline=None, max_examples=often(400))
@given(event=small_events(), data=st.data())
def test_whatever_is_said_holds_for_every_completion_and_every_ruling(event, data: st.DataObject) -> None:
    now, completed, decisions, common = event
    before = cross_check(now, decisions=decisions, **common)
    found = proved(before)
    after = cross_check(completed, decisions=decisions, **common)
    by_hand = ruled(after, before, data)
    names = {(one.game, one.seats) for one in by_hand}
    kept = tuple(one for one in decisions if (one.game, one.seats) not in names)
    after = cross_check(completed, decisions=(*kept, *by_hand), **common)

    # Once nothing is open the bounds are the standings, and head-to-head counts as well.
    if not found.settled:
        for seat in found.bounds:
            assert_kept(seat, find_need(seat, found.bounds, before.quota), before, after)
