"""The draw for seats."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rotation.rules.draw import draw_seats, find_unseatable, shuffled, stream
from tournaments.rotation.rules.layout import frames_for, propose_tables
from tournaments.rules.finding import Finding
from tournaments.rules.seat import parse_seat, seat_order


def test_the_generator_gives_its_published_numbers() -> None:
    numbers = list(islice(stream(1234567), 5))

    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_seed_draws_the_same_on_every_machine() -> None:
    assert shuffled(range(1, 11), seed=7) == (9, 2, 6, 10, 1, 5, 4, 3, 7, 8)


@given(st.permutations(range(1, 41)), st.integers())
def test_the_order_that_entrants_come_in_does_not_matter(entrants: list[int], seed: int) -> None:
    assert draw_seats(entrants, {}, [24, 16], seed=seed) == draw_seats(sorted(entrants), {}, [24, 16], seed=seed)


def test_another_seed_gives_another_draw() -> None:
    draws = {tuple(draw_seats(range(1, 25), {}, [24], seed=seed).values()) for seed in range(100)}

    assert len(draws) == 100


def test_every_seat_is_as_likely_as_any_other() -> None:
    seats = Counter(shuffled(range(6), seed=seed).index(0) for seed in range(6000))

    assert all(900 < seats[place] < 1100 for place in range(6))


@given(
    entrants=st.sets(st.integers(1, 10_000), min_size=2, max_size=130),
    games=st.integers(1, 22),
    seed=st.integers(0, 2**64),
    data=st.data(),
)
def test_everybody_has_one_seat_and_who_had_one_keeps_it(
    entrants: set[int], games: int, seed: int, data: st.DataObject
) -> None:
    held = data.draw(st.sets(st.sampled_from(sorted(entrants)), max_size=len(entrants)))
    seats = data.draw(
        st.lists(
            st.tuples(st.sampled_from("ABC"), st.integers(1, 30)), min_size=len(held), max_size=len(held), unique=True
        )
    )
    seated = {entrant: f"{table}-{number}" for entrant, (table, number) in zip(sorted(held), seats, strict=True)}
    sizes = [size + size % 2 for size in propose_tables(len(entrants), games, seated.values())]

    drawn = draw_seats(entrants - held, seated, sizes, seed=seed)

    assert sorted(drawn.values()) == sorted(entrants)
    assert all(drawn[seat] == entrant for entrant, seat in seated.items())
    assert list(drawn) == sorted(drawn, key=seat_order)
    assert all(parse_seat(seat).number <= sizes["ABCDEFGH".index(parse_seat(seat).table)] for seat in drawn)


def test_where_seats_are_spare_tables_are_equally_full_and_their_ends_stay_empty() -> None:
    drawn = draw_seats(range(1, 42), {}, [24, 24], seed=1)

    assert list(drawn) == [f"A-{number}" for number in range(1, 22)] + [f"B-{number}" for number in range(1, 21)]
    assert frames_for(drawn) == {"A": 22, "B": 20}


def test_where_everybody_has_a_seat_nothing_is_drawn() -> None:
    assert draw_seats([], {7: "B-1", 3: "A-2"}, [2, 2], seed=1) == {"A-2": 3, "B-1": 7}


@pytest.mark.parametrize(
    ("unseated", "seated", "sizes", "found"),
    [
        pytest.param(
            range(50), {}, [24, 24], [Finding("seats", "tables", (("seats", 48), ("entrants", 50)))], id="too few"
        ),
        pytest.param([1], {}, [], [Finding("seats", "tables", (("seats", 0), ("entrants", 1)))], id="no tables"),
        pytest.param(
            [1],
            {2: "A-9"},
            [8],
            [Finding("outside", "A-9", (("seat", "A-9"), ("table", "A"), ("seats", 8)))],
            id="seat beyond the table",
        ),
        pytest.param(
            [1],
            {2: "B-1"},
            [8],
            [Finding("outside", "B-1", (("seat", "B-1"), ("table", "B"), ("seats", 0)))],
            id="no such table",
        ),
        pytest.param(
            [1],
            {5: "A-1", 2: "A-1"},
            [8],
            [Finding("taken", "A-1", (("seat", "A-1"), ("entrant", 2), ("other", 5)))],
            id="two in one seat",
        ),
        pytest.param(
            [1],
            {},
            [4, 1, 501],
            [
                Finding("size", "tables.1", (("table", "B"), ("seats", 1), ("limit", 500))),
                Finding("size", "tables.2", (("table", "C"), ("seats", 501), ("limit", 500))),
            ],
            id="sizes",
        ),
        pytest.param([1], {}, [2] * 703, [Finding("tables", "tables", (("tables", 703), ("limit", 702)))], id="tables"),
        pytest.param([1, 2], {}, [2, 0], [], id="an unused table"),
    ],
)
def test_what_does_not_fit_is_named_with_its_numbers(
    unseated: range | list[int], seated: dict[int, str], sizes: list[int], found: list[Finding]
) -> None:
    assert list(find_unseatable(unseated, seated, sizes)) == found


def test_every_fault_is_found_at_once() -> None:
    found = find_unseatable(range(20, 30), {1: "A-9", 2: "A-1", 3: "A-1"}, [1, 4])

    assert [finding.code for finding in found] == ["size", "outside", "taken", "seats"]


@pytest.mark.parametrize(
    ("unseated", "seated"), [([1, 2, 3], {}), ([1], {1: "A-1"})], ids=["too many", "seated and unseated"]
)
def test_a_draw_that_does_not_fit_is_a_programming_error(unseated: list[int], seated: dict[int, str]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        draw_seats(unseated, seated, [2], seed=1)
