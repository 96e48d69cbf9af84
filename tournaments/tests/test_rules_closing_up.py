"""People who move up into empty seats: always to the good, only into empty seats, and never without need."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rotation.rules.closing_up import close_up, cost_of
from tournaments.rotation.rules.movements import PLANS, Movement


@st.composite
def tables(draw: st.DrawFn) -> tuple[Movement, int, frozenset[int], int]:
    """A movement, a frame, the seats that are taken, and games that so many people can have."""
    movement = draw(st.sampled_from([*PLANS]))
    frame = 2 * draw(st.integers(3, 12))
    empty = draw(st.sets(st.integers(1, frame), max_size=4))
    return movement, frame, frozenset({*range(1, frame + 1)} - empty), draw(st.integers(1, frame // 2 - 1))


@given(table=tables())
def test_whoever_moves_goes_from_a_taken_seat_to_an_empty_one_and_it_costs_less(
    table: tuple[Movement, int, frozenset[int], int],
) -> None:
    movement, frame, taken, games = table

    found = close_up(movement, frame, taken, games, free=min({*range(1, frame + 1)} - taken, default=None))

    if found is None:
        return
    starts, ends = ({one for one, _to in found.moves}, {to for _one, to in found.moves})
    assert len(starts) == len(ends) == len(found.moves) > 0
    assert starts <= taken
    assert ends <= {*range(1, frame + 1)} - taken
    assert max(ends) < min(starts)
    after = taken - starts | ends
    assert found.cost == cost_of(movement, frame, after, games) < cost_of(movement, frame, taken, games)
    assert close_up(movement, frame, after, games) is None


@pytest.mark.parametrize("gone", range(1, 19))
def test_of_nineteen_the_last_one_takes_the_seat_of_whoever_did_not_come(gone: int) -> None:
    nineteen = {*range(1, 20)}
    plain = cost_of(Movement.ANCHOR, 20, nineteen - {gone}, 9)

    found = close_up(Movement.ANCHOR, 20, nineteen - {gone}, 9, free=gone)

    best = found.cost if found else plain
    assert (best.missing, best.repeats, best.rounds, best.extra_games) == (0, 0, 10, 0)


def test_two_who_did_not_come_to_a_full_table_are_made_up_by_the_last_two() -> None:
    twenty = {*range(1, 21)}

    found = close_up(Movement.ANCHOR, 20, twenty - {6, 11}, 9, free=11)

    assert found is not None
    assert found.cost.extra_games == 0
    assert found.cost.rounds == 10


def test_nobody_moves_at_a_full_table_nor_alone() -> None:
    assert close_up(Movement.ANCHOR, 6, {1, 2, 3, 4, 5, 6}, 5) is None
    assert close_up(Movement.ANCHOR, 6, {4}, 3) is None
    assert close_up(Movement.ANCHOR, 6, set(), 3) is None
