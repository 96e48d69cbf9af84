"""What one correction does to totals and places, against the standings without it."""

from __future__ import annotations

import pytest

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, cross_check
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.effect import around_the_cut, effect
from scorecards.sheet.rules.tally import Tally
from scorecards.tests.paper import make_stack
from tournaments.rules.edition import Edition

# A-1 leads A-3 by one hole, and its own card has two too many in game 1.
LEADS_BY_ONE = """
    A-1: A-2 2 +12, A-3 0 -05, A-4 2 +12
    A-2: A-1 0 -10, A-4 0 -02, A-3 2 +01
    A-3: A-4 2 +14, A-1 2 +05, A-2 0 -01
    A-4: A-3 0 -14, A-2 2 +02, A-1 0 -12
"""
# Both cards of game 1 say that they won it; the amount is under plus on A-1's.
BOTH_WON = """
    A-1: A-2 2 +10, A-3 0 -05, A-4 2 +10
    A-2: A-1 2 -10, A-4 2 +10, A-3 0 -05
    A-3: A-4 2 +10, A-1 2 +05, A-2 2 +05
    A-4: A-3 0 -10, A-2 0 -10, A-1 0 -10
"""


def checked(text: str, quota: int = 1) -> CrossCheck:
    return cross_check(make_stack(text, 3), quota=quota, edition=Edition.Y2020)


def game_of(result: CrossCheck, game: int, first: str, second: str) -> ComparedGame:
    return next(one for one in result.games if (one.game, one.seats) == (game, (first, second)))


def test_a_correction_shows_what_it_does_to_totals_and_places() -> None:
    result = checked(LEADS_BY_ONE)

    done = effect(result, game_of(result, 1, "A-1", "A-2"))

    moved = {shift.seat: (shift.before.rank, shift.after.rank) for shift in done.shifts if shift.has_moved}
    assert moved == {"A-1": (1, 2), "A-3": (2, 1)}
    assert [shift.seat for shift in done.shifts if shift.crosses_the_line] == ["A-3", "A-1"]
    assert done.totals["A-1"] == (Tally(4, 2, 24, 5, 358), Tally(4, 2, 22, 5, 358))


def test_a_game_that_changes_nothing_has_no_effect() -> None:
    result = checked(LEADS_BY_ONE)

    done = effect(result, game_of(result, 2, "A-1", "A-3"))

    assert done.totals == {}
    assert not any(shift.has_moved for shift in done.shifts)


def test_the_standings_with_the_correction_are_those_of_the_cross_check() -> None:
    result = checked(LEADS_BY_ONE)

    done = effect(result, game_of(result, 1, "A-1", "A-2"))

    assert tuple(shift.after for shift in done.shifts) == result.places
    assert {shift.seat: shift.status_after for shift in done.shifts} == result.statuses


def test_who_moves_below_the_line_without_crossing_it_is_not_said_to() -> None:
    result = checked(BOTH_WON, quota=2)

    done = effect(result, game_of(result, 1, "A-1", "A-2"))

    loser = next(shift for shift in done.shifts if shift.seat == "A-2")
    assert (loser.before.tally.game_points, loser.after.tally.game_points) == (4, 2)
    assert (loser.status_before, loser.crosses_the_line) == (Status.HIGH_NONQUALIFIER, False)


def test_a_recorded_playoff_counts_before_and_after_a_correction() -> None:
    cards = make_stack("A-1: A-2 2 +10, A-3 2 +10\nA-2: A-1 0 -10\nA-3: A-1 0 -10", 1)
    result = cross_check(cards, quota=2, edition=Edition.CLASSIC, playoffs=[("A-3", "A-2")])

    done = effect(result, game_of(result, 1, "A-1", "A-2"), playoffs=[("A-3", "A-2")])

    assert not any(shift.has_moved for shift in done.shifts)


@pytest.mark.parametrize(
    ("quota", "first"),
    [
        pytest.param(1, 0, id="at the top"),
        pytest.param(2, 0, id="in the middle"),
        pytest.param(4, 1, id="at the end"),
    ],
)
def test_the_rows_around_the_cut_are_as_many_as_there_are_places_for(quota: int, first: int) -> None:
    result = checked(LEADS_BY_ONE, quota)
    shifts = effect(result, game_of(result, 2, "A-1", "A-3")).shifts

    rows = around_the_cut(shifts, quota, 3)

    assert [row.seat for row in rows] == [place.seat for place in result.places][first : first + 3]
