"""What one game of the cross-check does to people."""

from __future__ import annotations

from scorecards.rules.crosscheck import ComparedGame, CrossCheck, cross_check
from scorecards.rules.cut import Status
from scorecards.rules.effect import around_the_cut, effect
from scorecards.tests.paper import make_stack
from tournaments.rules.edition import Edition

# A-1 leads on the cards as recorded; each of the two leaders wrote more in game 1 than the opponent did.
STACK = """
    A-1: A-3 2 +30, A-4 2 +10
    A-2: A-4 2 +20, A-3 2 +10
    A-3: A-1 0 -05, A-2 0 -10
    A-4: A-2 0 -12, A-1 0 -10
"""


def check() -> CrossCheck:
    return cross_check(make_stack(STACK, games=2), quota=1, edition=Edition.Y2020)


def find_game(result: CrossCheck, game: int, *seats: str) -> ComparedGame:
    return next(found for found in result.games if (found.game, found.seats) == (game, seats))


def test_a_correction_shows_what_it_does_to_totals_and_places() -> None:
    result = check()

    done = effect(result, find_game(result, 1, "A-1", "A-3"))

    assert [(shift.seat, shift.before.rank, shift.after.rank) for shift in done.shifts if shift.has_moved] == [
        ("A-2", 2, 1),
        ("A-1", 1, 2),
    ]
    assert [(shift.status_before, shift.status_after) for shift in done.shifts[:2]] == [
        (Status.HIGH_NONQUALIFIER, Status.QUALIFIER),
        (Status.QUALIFIER, Status.HIGH_NONQUALIFIER),
    ]
    assert {seat: (before.net, after.net) for seat, (before, after) in done.totals.items()} == {"A-1": (40, 15)}


def test_the_other_corrections_are_counted_before_and_after() -> None:
    result = check()

    done = effect(result, find_game(result, 1, "A-2", "A-4"))

    assert {seat: (before.net, after.net) for seat, (before, after) in done.totals.items()} == {"A-2": (30, 22)}
    assert not any(shift.has_moved for shift in done.shifts)


def test_a_game_that_agrees_does_nothing() -> None:
    result = check()

    done = effect(result, find_game(result, 2, "A-1", "A-4"))

    assert done.totals == {}
    assert not any(shift.has_moved for shift in done.shifts)


def test_the_rows_around_the_line_are_as_many_above_as_below_where_there_are_enough() -> None:
    result = check()
    shifts = effect(result, find_game(result, 1, "A-1", "A-3")).shifts

    assert [shift.seat for shift in around_the_cut(shifts, quota=2, seats=3)] == ["A-2", "A-1", "A-3"]
    assert [shift.seat for shift in around_the_cut(shifts, quota=4, seats=3)] == ["A-1", "A-3", "A-4"]
    assert len(around_the_cut(shifts, quota=1)) == 4
