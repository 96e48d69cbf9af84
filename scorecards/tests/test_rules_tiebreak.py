from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.sheet.rules.ranking import below_all, chain_of, head_to_head_order, rank, tied_groups
from scorecards.sheet.rules.tally import Tally
from tournaments.rules.edition import Edition

LEVEL = Tally(20, 10, 150, 100)


def games_won(text: str) -> Callable[[str, str], int]:
    """Head-to-head games as `A-1>A-2 A-2>A-3`, winner first."""
    games = [tuple(game.split(">")) for game in text.split()]
    return lambda one, other: games.count((one, other))


def show(places: tuple) -> list[tuple[int, str, bool, str | None]]:
    return [(place.rank, place.seat, place.tied, place.decided_by) for place in places]


def test_the_four_keys_decide_in_their_order() -> None:
    tallies = {
        "A-1": Tally(20, 9, 150, 100),
        "A-2": Tally(21, 9, 90, 100),
        "A-3": Tally(20, 10, 90, 100),
        "A-4": Tally(20, 9, 160, 110),
        "A-5": Tally(20, 9, 160, 100),
    }

    places = rank(tallies, chain=chain_of(Edition.CLASSIC), wins=games_won(""))

    assert show(places) == [
        (1, "A-2", False, None),
        (2, "A-3", False, "game_points"),
        (3, "A-5", False, "games_won"),
        (4, "A-4", False, "net"),
        (5, "A-1", False, "plus"),
    ]


@pytest.mark.parametrize(
    ("wins", "order"),
    [
        pytest.param("A-2>A-1", ("A-2", "A-1"), id="they met once"),
        pytest.param("A-2>A-1 A-1>A-2 A-2>A-1", ("A-2", "A-1"), id="two games to one"),
        pytest.param("", None, id="they never met"),
        pytest.param("A-2>A-1 A-1>A-2", None, id="one game each"),
    ],
)
def test_head_to_head_of_two(wins: str, order: tuple[str, ...] | None) -> None:
    assert head_to_head_order(("A-1", "A-2"), games_won(wins)) == order


@pytest.mark.parametrize(
    ("wins", "order"),
    [
        pytest.param("A-3>A-1 A-3>A-2 A-2>A-1", ("A-3", "A-2", "A-1"), id="they order the whole group"),
        pytest.param("A-3>A-1 A-1>A-2 A-2>A-3", None, id="a cycle"),
        pytest.param("A-3>A-1 A-3>A-2", None, id="one pair never met"),
    ],
)
def test_head_to_head_of_three(wins: str, order: tuple[str, ...] | None) -> None:
    assert head_to_head_order(("A-1", "A-2", "A-3"), games_won(wins)) == order


def test_head_to_head_breaks_a_tie_in_2020() -> None:
    places = rank({"A-1": LEVEL, "A-2": LEVEL}, chain=chain_of(Edition.Y2020), wins=games_won("A-2>A-1"))

    assert show(places) == [(1, "A-2", False, None), (2, "A-1", False, "head_to_head")]


def test_classic_knows_no_head_to_head() -> None:
    places = rank({"A-1": LEVEL, "A-2": LEVEL}, chain=chain_of(Edition.CLASSIC), wins=games_won("A-2>A-1"))

    assert show(places) == [(1, "A-1", True, None), (1, "A-2", True, None)]


def test_a_group_that_stays_tied_shares_its_rank_and_the_next_rank_counts_all_of_it() -> None:
    tallies = {"B-10": LEVEL, "B-9": LEVEL, "AA-1": LEVEL, "A-1": Tally(30, 14, 0, 0), "A-2": Tally(1, 1, 0, 0)}

    places = rank(tallies, chain=chain_of(Edition.Y2020), wins=games_won("B-9>B-10"))

    assert show(places) == [
        (1, "A-1", False, None),
        (2, "B-9", True, "game_points"),
        (2, "B-10", True, None),
        (2, "AA-1", True, None),
        (5, "A-2", False, "game_points"),
    ]
    assert [[place.seat for place in group] for group in tied_groups(places)] == [["B-9", "B-10", "AA-1"]]


@pytest.mark.parametrize("edition", Edition)
def test_a_recorded_playoff_breaks_the_tie(edition: Edition) -> None:
    tallies = dict.fromkeys(("A-1", "A-2", "A-3"), LEVEL)

    places = rank(tallies, chain=chain_of(edition), wins=games_won(""), playoffs=[("A-3", "A-1", "A-2")])

    assert show(places) == [(1, "A-3", False, None), (2, "A-1", False, "playoff"), (3, "A-2", False, "playoff")]


@pytest.mark.parametrize("played", [("A-2", "A-1"), ("A-4", "A-3", "A-2", "A-1")], ids=["too few", "too many"])
def test_a_playoff_of_other_players_breaks_nothing(played: tuple[str, ...]) -> None:
    tallies = dict.fromkeys(("A-1", "A-2", "A-3"), LEVEL) | {"A-4": Tally()}

    places = rank(tallies, chain=chain_of(Edition.Y2020), wins=games_won(""), playoffs=[played])

    assert [place.tied for place in places] == [True, True, True, False]


def test_head_to_head_decides_before_a_recorded_playoff() -> None:
    tallies = {"A-1": LEVEL, "A-2": LEVEL}

    places = rank(tallies, chain=chain_of(Edition.Y2020), wins=games_won("A-1>A-2"), playoffs=[("A-2", "A-1")])

    assert show(places) == [(1, "A-1", False, None), (2, "A-2", False, "head_to_head")]


def test_two_tied_groups_are_two_groups() -> None:
    tallies = {"A-1": LEVEL, "A-2": LEVEL, "A-3": Tally(), "A-4": Tally()}

    places = rank(tallies, chain=chain_of(Edition.Y2020), wins=games_won(""))

    assert [[place.rank for place in group] for group in tied_groups(places)] == [[1, 1], [3, 3]]


def test_the_first_places_alone_include_the_whole_last_group() -> None:
    tallies = {"A-1": Tally(30, 14, 0, 0), "A-2": LEVEL, "A-3": LEVEL, "A-4": Tally()}

    places = rank(tallies, chain=chain_of(Edition.Y2020), wins=games_won(""), first=2)

    assert [place.seat for place in places] == ["A-1", "A-2", "A-3"]


SEATS = [f"{table}-{number}" for table in ("A", "B", "AA") for number in range(1, 6)]
FIGURES = st.builds(Tally, st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))


@settings(deadline=None, max_examples=200)
@given(
    tallies=st.dictionaries(st.sampled_from(SEATS), FIGURES),
    won=st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(SEATS))),
    edition=st.sampled_from(Edition),
)
def test_ranking_is_a_permutation_that_never_depends_on_the_order_of_cards(
    tallies: dict[str, Tally], won: list[tuple[str, str]], edition: Edition
) -> None:
    def wins(one: str, other: str) -> int:
        return won.count((one, other))

    places = rank(tallies, chain=chain_of(edition), wins=wins)

    assert sorted(place.seat for place in places) == sorted(tallies)
    assert [place.tally.key for place in places] == sorted((card.key for card in tallies.values()), reverse=True)
    assert all(place.rank == position or place.tied for position, place in enumerate(places, start=1))
    assert places == rank(dict(reversed(tallies.items())), chain=chain_of(edition), wins=wins)


def test_cards_that_are_awaited_stand_below_all_others_and_are_level_with_nobody() -> None:
    tallies = {
        "A-1": Tally(0, 0, 0, 40),
        "A-2": Tally(4, 2, 20, 0),
        "A-3": Tally(0, 0, 0, 0),
        "A-4": Tally(0, 0, 0, 0),
        "A-5": Tally(0, 0, 0, 0),
    }

    places = rank(tallies, chain=chain_of(Edition.CLASSIC), wins=games_won(""))

    assert show(below_all(places, {"A-3", "A-5"}, chain_of(Edition.Y2020))) == [
        (1, "A-2", False, None),
        (2, "A-4", False, "game_points"),
        (3, "A-1", False, "net"),
        (4, "A-3", True, None),
        (4, "A-5", True, None),
    ]
    assert show(below_all(places, {"A-3", "A-4", "A-5"}, chain_of(Edition.Y2020)))[:2] == [
        (1, "A-2", False, None),
        (2, "A-1", False, "game_points"),
    ]
    assert show(below_all(places, {"A-5"}, chain_of(Edition.Y2020)))[1:3] == [
        (2, "A-3", True, "game_points"),
        (2, "A-4", True, None),
    ]
    assert below_all(places, (), chain_of(Edition.Y2020)) == places
