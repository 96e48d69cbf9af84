"""Byes, charts and the way through a bracket."""

import csv
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.bracket.rules.byes import bracket_size, bye_count
from brackets.bracket.rules.chart import (
    APPROVED,
    chart,
    chart_name,
    feeders,
    first_round,
    matches_of,
    next_slot,
    round_count,
    round_of,
)
from tournaments.rules.quota import quota
from tournaments.tests.cases import for_all

GOLDEN = Path(__file__).parent / "golden"
SIZES = [2, 4, 8, 16, 32, 64, 128, 256, 512]


def last_match_before(one: int, two: int, size: int) -> int:
    """The round in which two seeds meet if both win until then."""
    match = {seed: number for number, pair in enumerate(chart(size), start=1) for seed in pair}
    here, there = match[one], match[two]
    while here != there:
        here, there = next_slot(here, size)[0], next_slot(there, size)[0]
    return round_of(here, size)


@pytest.mark.parametrize(
    ("entrants", "qualifiers", "size", "byes"),
    [
        pytest.param(108, 27, 32, 5, id="rulebook 108"),
        pytest.param(132, 33, 64, 31, id="rulebook 132"),
        pytest.param(60, 15, 16, 1, id="rulebook 60"),
        pytest.param(494, 124, 128, 4, id="Tournament of Champions 2010"),
        pytest.param(306, 77, 128, 51, id="Grand National"),
        pytest.param(59, 15, 16, 1, id="Topaz Summer Bash"),
        pytest.param(256, 64, 64, 0, id="largest chart, full"),
        pytest.param(16, 4, 4, 0, id="smallest chart, full"),
        pytest.param(12, 3, 4, 1, id="three"),
        pytest.param(8, 2, 2, 0, id="two"),
    ],
)
def test_brackets_of_real_counts(entrants: int, qualifiers: int, size: int, byes: int) -> None:
    assert qualifiers == -(-entrants // 4)
    assert (bracket_size(qualifiers), bye_count(qualifiers)) == (size, byes)


@pytest.mark.parametrize("qualifiers", [1, 0, -3])
@pytest.mark.parametrize("ask", [bracket_size, bye_count, first_round, chart_name])
def test_fewer_than_two_have_no_bracket(ask, qualifiers: int) -> None:
    with pytest.raises(ValueError, match="two qualifiers"):
        ask(qualifiers)


def published() -> dict[int, list[tuple[int, int]]]:
    """The pairs of every published chart, from top to bottom, by its lines."""
    charts = defaultdict(list)
    with (GOLDEN / "playoff-brackets.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            charts[int(row["bracket_lines"])].append((int(row["upper_seed"]), int(row["lower_seed"])))
    return charts


def test_the_charts_are_the_approved_ones() -> None:
    assert {size: list(pairs) for size, pairs in APPROVED.items()} == published()
    assert {size: list(chart(size)) for size in APPROVED} == published()


@for_all("qualifiers", range(3, 65))
def test_every_number_of_qualifiers_stands_on_the_published_chart(qualifiers: int) -> None:
    pairs = published()[bracket_size(qualifiers)]

    assert first_round(qualifiers) == tuple((top, low if low <= qualifiers else None) for top, low in pairs)


@for_all("qualifiers", range(2, 129))
def test_the_second_round_is_full_for_every_quota(qualifiers: int) -> None:
    size = bracket_size(qualifiers)
    pairs = first_round(qualifiers)
    places = {next_slot(match, size) for match in range(1, len(pairs) + 1)}

    assert sorted(top for top, low in pairs if low is None) == list(range(1, bye_count(qualifiers) + 1))
    assert all(top <= qualifiers for top, _low in pairs)
    if size > 2:
        assert places == {(match, side) for match in matches_of(2, size) for side in ("top", "bottom")}


def test_real_events_had_these_lines_and_byes() -> None:
    with (GOLDEN / "real-brackets.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    for row in rows:
        qualifiers = quota(int(row["entrants"]))
        drawn = [qualifiers, bracket_size(qualifiers), bye_count(qualifiers)]
        assert drawn == [int(row[key]) for key in ("qualifiers", "lines", "byes")], row


@pytest.mark.parametrize("size", SIZES)
def test_every_chart_holds_every_seed_once_and_pairs_high_with_low(size: int) -> None:
    pairs = chart(size)

    assert sorted(seed for pair in pairs for seed in pair) == list(range(1, size + 1))
    assert all(top + bottom == size + 1 and top < bottom for top, bottom in pairs)


@pytest.mark.parametrize("size", SIZES)
def test_seeds_one_and_two_meet_only_in_the_final(size: int) -> None:
    assert last_match_before(1, 2, size) == round_count(size)


@pytest.mark.parametrize("size", SIZES[1:])
def test_where_every_favourite_wins_each_round_pairs_high_with_low_again(size: int) -> None:
    left = [top for top, _ in chart(size)]

    while len(left) > 1:
        assert all(one + two == len(left) + 1 for one, two in zip(left[::2], left[1::2], strict=True))
        left = [min(pair) for pair in zip(left[::2], left[1::2], strict=True)]
    assert left == [1]


def test_beyond_64_each_line_of_the_chart_becomes_a_pair_in_the_same_order() -> None:
    lines = [seed for pair in chart(64) for seed in pair]

    assert chart(128) == tuple((seed, 129 - seed) for seed in lines)
    assert chart(128)[:4] == ((1, 128), (64, 65), (32, 97), (33, 96))


@pytest.mark.parametrize("size", [-4, 0, 1, 3, 6, 48, 100])
def test_other_sizes_have_no_chart(size: int) -> None:
    with pytest.raises(ValueError, match="no bracket has"):
        chart(size)
    with pytest.raises(ValueError, match="no bracket has"):
        round_count(size)


@pytest.mark.parametrize(
    ("qualifiers", "name"), [(2, "extended"), (3, "13.2"), (4, "13.2"), (33, "13.2"), (64, "13.2"), (65, "extended")]
)
def test_the_name_of_the_chart_says_whether_it_is_approved(qualifiers: int, name: str) -> None:
    assert chart_name(qualifiers) == name


def test_five_qualifiers_give_the_top_three_a_bye() -> None:
    assert first_round(5) == ((1, None), (4, 5), (3, None), (2, None))


@given(st.integers(2, 600))
def test_byes_and_qualifiers_fill_the_bracket_and_byes_go_to_the_top_seeds(qualifiers: int) -> None:
    pairs = first_round(qualifiers)

    byes = sorted(top for top, bottom in pairs if bottom is None)
    assert qualifiers + bye_count(qualifiers) == bracket_size(qualifiers) == 2 * len(pairs)
    assert byes == list(range(1, bye_count(qualifiers) + 1))
    assert sorted(seed for pair in pairs for seed in pair if seed) == list(range(1, qualifiers + 1))


@pytest.mark.parametrize("size", SIZES)
def test_matches_are_numbered_by_round_without_a_gap(size: int) -> None:
    rounds = [list(matches_of(number, size)) for number in range(1, round_count(size) + 1)]

    assert [match for matches in rounds for match in matches] == list(range(1, size))
    assert [len(matches) for matches in rounds] == [size >> number for number in range(1, round_count(size) + 1)]
    assert all(round_of(match, size) == number for number, matches in enumerate(rounds, start=1) for match in matches)


@pytest.mark.parametrize("size", SIZES)
def test_every_match_but_those_of_the_first_round_is_fed_by_two(size: int) -> None:
    fed = defaultdict(dict)
    for match in range(1, size):
        slot = next_slot(match, size)
        if slot is not None:
            fed[slot[0]][slot[1]] = match

    assert next_slot(size - 1, size) is None
    assert set(fed) == set(range(size // 2 + 1, size))
    assert all(feeders(match, size) == (fed[match]["top"], fed[match]["bottom"]) for match in fed)
    assert all(feeders(match, size) is None for match in range(1, size // 2 + 1))


@pytest.mark.parametrize("match", [0, -1, 8])
def test_a_match_that_the_bracket_does_not_have_is_refused(match: int) -> None:
    for ask in (round_of, next_slot, feeders):
        with pytest.raises(ValueError, match="has no match"):
            ask(match, 8)


@pytest.mark.parametrize("number", [0, 4])
def test_a_round_that_the_bracket_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="has no round"):
        matches_of(number, 8)
