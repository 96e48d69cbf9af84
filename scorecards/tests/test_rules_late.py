"""Two lists of qualifiers held against each other."""

from __future__ import annotations

from dataclasses import replace

from scorecards.sheet.rules.after_posting import Listed, corrected_lines, find_shifts
from scorecards.sheet.rules.line import Line

FIRST = Listed(1, "A-1", 1, "qualifier", False, "", 6, 3, 60, 0)
SECOND = Listed(2, "A-5", 2, "qualifier", False, "net", 6, 3, 36, 0)
THIRD = Listed(3, "A-3", None, "high_nonqualifier", False, "net", 6, 3, 30, 0)


def test_two_lists_tell_who_comes_in_who_goes_out_and_who_has_another_seed() -> None:
    after = [
        FIRST,
        replace(THIRD, rank=2, seed=2, status="qualifier"),
        replace(SECOND, rank=3, seed=None, status="high_nonqualifier", plus=26),
    ]

    shifts = find_shifts([FIRST, SECOND, THIRD], after)

    assert [(one.seat, one.comes_in, one.goes_out, one.has_another_seed) for one in shifts] == [
        ("A-3", True, False, True),
        ("A-5", False, True, True),
    ]


def test_points_alone_are_a_shift_and_another_row_above_is_none() -> None:
    fewer = replace(SECOND, plus=35)

    assert [one.seat for one in find_shifts([FIRST, SECOND], [FIRST, fewer])] == ["A-5"]
    assert find_shifts([FIRST, SECOND], [FIRST, replace(SECOND, decided_by="plus")]) == ()


def test_seeds_that_change_places_are_neither_in_nor_out() -> None:
    shifts = find_shifts([FIRST, SECOND], [replace(SECOND, rank=1, seed=1), replace(FIRST, rank=2, seed=2)])

    assert [(one.seat, one.comes_in, one.goes_out, one.has_another_seed) for one in shifts] == [
        ("A-5", False, False, True),
        ("A-1", False, False, True),
    ]


def test_corrected_lines_take_the_places_of_their_games_and_new_ones_come_in_order() -> None:
    lines = [Line(1, "A-2", 2, 7, None), Line(3, "A-4", 0, None, 9)]
    second, first = Line(2, "A-3", 2, 8, None), Line(1, "A-2", 0, None, 7)

    assert corrected_lines(lines, {2: second, 1: first}) == (first, second, lines[1])
    assert corrected_lines(lines, {3: None, 1: first}) == (first,)
