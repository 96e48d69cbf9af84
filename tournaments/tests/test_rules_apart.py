"""Related people and clubmates are kept apart, as far as the tables allow."""

from __future__ import annotations

from collections import Counter
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rotation.rules import apart, draw, layout
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.apart import Bond
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.seat import parse_seat


def drawn(sizes: list[int], seed: int = 7) -> dict[str, int]:
    return draw.draw_seats(range(1, sum(sizes) + 1), {}, sizes, seed=seed)


def meets(seats: dict[str, int], games: int, movement: Movement = Movement.ANCHOR) -> dict[tuple[str, str], int]:
    return apart.first_games(movements_rules.schedule(movement, layout.frames_for(seats), seats, games))


def tables_of(seats: dict[str, int], bond: Bond) -> Counter[str]:
    return Counter(parse_seat(seat).table for seat, number in seats.items() if number in bond.people)


def test_without_bonds_the_draw_stays_as_it_is() -> None:
    seats = drawn([12, 12])

    assert apart.keep_apart(seats, [], [], {}) == seats


def test_a_club_of_everybody_keeps_nobody_apart_and_is_not_told() -> None:
    seats, club = drawn([4, 4]), Bond("club", frozenset(range(1, 9)), "Pegs")

    assert apart.keep_apart(seats, [], [club], {}) == seats
    assert apart.find_together(seats, [club], {}) == ()


@pytest.mark.parametrize("seed", range(10))
def test_couples_never_share_a_table_where_there_are_two(seed: int) -> None:
    couples = [Bond("partner", frozenset({number, number + 1})) for number in range(1, 24, 2)]

    seats = apart.keep_apart(drawn([12, 12], seed), [], couples, {})

    assert sorted(seats.values()) == list(range(1, 25))
    assert apart.find_together(seats, couples, {}) == ()


@pytest.mark.parametrize("seed", range(10))
def test_a_club_is_spread_evenly_over_the_tables(seed: int) -> None:
    club = Bond("club", frozenset(range(1, 11)), "Pegs")

    seats = apart.keep_apart(drawn([24, 24, 24, 24], seed), [], [club], {})

    assert sorted(tables_of(seats, club).values()) == [2, 2, 3, 3]


@pytest.mark.parametrize("seed", range(10))
def test_at_one_table_relatives_do_not_meet_if_the_games_allow(seed: int) -> None:
    seats, family = drawn([24], seed), Bond("family", frozenset({1, 2}))
    meet = meets(seats, 9)

    kept = apart.keep_apart(seats, [], [family], meet)
    (told,) = apart.find_together(kept, [family], meet)

    assert (told.table, told.first_game) == ("A", None)
    assert sorted(told.people) == [1, 2]


@pytest.mark.parametrize("seed", range(10))
def test_at_a_table_where_everybody_meets_relatives_do_in_the_last_game(seed: int) -> None:
    seats, family = drawn([24], seed), Bond("family", frozenset({1, 2}))
    meet = meets(seats, 23)

    kept = apart.keep_apart(seats, [], [family], meet)

    assert apart.find_together(kept, [family], meet)[0].first_game == 23


def test_relatives_come_before_clubmates() -> None:
    club, family = Bond("club", frozenset({1, 2, 3}), "Pegs"), Bond("family", frozenset({1, 4}))

    seats = apart.keep_apart(drawn([2, 2]), [], [club, family], {})

    assert [told.bond.kind for told in apart.find_together(seats, [club, family], {})] == ["club"]


def test_whoever_holds_a_seat_keeps_it_and_the_other_goes() -> None:
    seats = {"A-1": 1, "A-2": 2, "B-1": 3, "B-2": 4}

    kept = apart.keep_apart(seats, [1, 3], [Bond("family", frozenset({1, 2}))], {})

    assert kept == {"A-1": 1, "A-2": 4, "B-1": 3, "B-2": 2}


def test_two_who_both_hold_seats_at_a_table_stay_and_are_told() -> None:
    family = Bond("family", frozenset({1, 2}))
    seats = {"A-1": 1, "A-2": 2, "B-1": 3, "B-2": 4}
    meet = meets(seats, 1)

    kept = apart.keep_apart(seats, [1, 2], [family], meet)

    assert kept == seats
    assert [(told.people, told.first_game) for told in apart.find_together(kept, [family], meet)] == [((1, 2), 1)]


@given(
    sizes=st.lists(st.integers(4, 14), min_size=1, max_size=4),
    bonds=st.lists(st.tuples(st.booleans(), st.sets(st.integers(1, 40), min_size=2, max_size=8)), max_size=8),
    held=st.integers(0, 3),
    seed=st.integers(0, 2**63 - 1),
)
@settings(max_examples=150, deadline=None)
def test_trading_loses_nobody_moves_no_holder_and_never_brings_more_together(
    sizes: list[int], bonds: list[tuple[bool, set[int]]], held: int, seed: int
) -> None:
    seats = drawn(sizes, seed)
    meet = meets(seats, 9)
    known = [Bond("club" if club else "family", frozenset(people), "Pegs" * club) for club, people in bonds]
    fixed = list(seats.values())[:held]

    kept = apart.keep_apart(seats, fixed, known, meet)

    assert list(kept) == list(seats)
    assert sorted(kept.values()) == sorted(seats.values())
    assert [kept[seat] for seat in list(seats)[:held]] == fixed
    assert kept == apart.keep_apart(seats, fixed, known, meet)
    assert crowding(kept, known) <= crowding(seats, known)


def crowding(seats: dict[str, int], bonds: list[Bond]) -> int:
    """The pairs of a bond at one table, each by its weight."""
    return sum(
        bond.weight * count * (count - 1) // 2
        for bond in bonds
        if not set(seats.values()) <= bond.people
        for count in tables_of(seats, bond).values()
    )


def test_a_hall_of_500_with_large_clubs_is_drawn_in_seconds() -> None:
    clubs = [Bond("club", frozenset(range(first, first + 50)), f"Club {first}") for first in range(1, 500, 50)]
    couples = [Bond("partner", frozenset({number, number + 77})) for number in range(1, 200, 4)]
    seats = drawn([25] * 20)
    meet = meets(seats, 22)
    began = perf_counter()

    kept = apart.keep_apart(seats, [], [*clubs, *couples], meet)

    assert perf_counter() - began < 20
    assert apart.find_together(kept, couples, meet) == ()


@settings(deadline=None, max_examples=50)
@given(size=st.integers(2, 8), seed=st.integers(0, 10_000))
def test_two_clubs_of_one_size_sit_on_the_two_sides_and_no_member_meets_another(size: int, seed: int) -> None:
    clubs = [Bond("club", frozenset(range(1, size + 1)), "Red"), Bond("club", frozenset(range(size + 1, 2 * size + 1)))]
    seats = drawn([2 * size], seed)
    meet = meets(seats, size, Movement.MOVING_SIDE)

    kept = apart.keep_apart(seats, [], clubs, meet)

    odd_side = frozenset(number for seat, number in kept.items() if parse_seat(seat).number % 2)
    assert odd_side in [club.people for club in clubs]
    assert apart.find_together(kept, clubs, meet) == ()
    assert [group.bond for group in apart.find_together(kept, clubs, {})] == sorted(clubs, key=lambda club: club.name)
