"""Master Rating Points: every published row, and what is published for nobody."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.results.rules import SCHEDULES, playoff_points, qualifying_points, schedule_of, upper_half
from tournaments.rotation.rules.rated import RATED_GAMES

GOLDEN = Path(__file__).parent / "golden"


def rows(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_published_row_of_the_qualifying_round() -> None:
    published = rows("mrp-qualifying.csv")

    for row in published:
        kind, games, game_points = row["event"], int(row["games"]), int(row["game_points"])
        found = [qualifying_points(kind, games, game_points, seed=seed, qualifiers=2) for seed in (1, 2)]
        assert found == [int(row["mrp_if_in_top_half"]), int(row["mrp_if_in_bottom_half"])], row

    of_events = {(row["event"], int(row["games"])) for row in published}
    assert of_events == {(kind, games) for kind, found in SCHEDULES.items() for games in found.first}
    least = {
        key: min(int(r["game_points"]) for r in published if (r["event"], int(r["games"])) == key) for key in of_events
    }
    for (kind, games), game_points in least.items():
        assert qualifying_points(kind, games, game_points - 1, seed=1, qualifiers=1) is None


def test_every_published_row_of_the_playoffs() -> None:
    published = rows("mrp-playoff.csv")

    for row in published:
        credited = int(row["credited_round"])
        assert playoff_points("main", 22, credited) == int(row["main_cumulative"])
        assert playoff_points("consolation", 9, credited) == int(row["consolation_cumulative"])

    assert playoff_points("main", 22, len(published) + 1) is None


@pytest.mark.parametrize(
    ("kind", "games", "game_points", "points"),
    [
        pytest.param("main", 22, 30, 20, id="main of 22 games"),
        pytest.param("main", 12, 20, 35, id="main of 12 games"),
        pytest.param("consolation", 9, 17, 18, id="consolation of 9 games"),
        pytest.param("main", 22, 26, None, id="below the first row"),
        pytest.param("main", 9, 20, None, id="main of nine games"),
        pytest.param("satellite", 9, 20, None, id="satellite"),
        pytest.param("club_night", 9, 20, None, id="club night"),
    ],
)
def test_a_card_of_the_upper_half(kind: str, games: int, game_points: int, points: int | None) -> None:
    assert qualifying_points(kind, games, game_points, seed=1, qualifiers=16) == points


def test_of_15_qualifiers_8_earn_by_their_game_points() -> None:
    found = [qualifying_points("main", 22, 30, seed=seed, qualifiers=15) for seed in range(1, 16)]

    assert found == [20] * 8 + [5] * 7


def test_a_card_of_the_lower_half_earns_the_same_however_low_it_is() -> None:
    assert qualifying_points("consolation", 9, 2, seed=2, qualifiers=2) == 3


def test_the_champion_of_eight_earns_70() -> None:
    assert playoff_points("main", 22, 4) == 70


def test_the_points_of_the_grand_national_story() -> None:
    # 252 and 30 game points in the main event of 77 qualifiers, 40 and 15 game points in the consolation: 324 in all.
    main = (playoff_points("main", 22, 8), qualifying_points("main", 22, 30, seed=37, qualifiers=77))
    consolation = (playoff_points("consolation", 9, 4), qualifying_points("consolation", 9, 15, seed=1, qualifiers=8))

    assert sum(filter(None, (*main, *consolation))) == 324


def test_an_event_without_a_row_has_none_in_the_playoffs_either() -> None:
    assert playoff_points("main", 9, 1) is None
    assert schedule_of("main", 9) is None


def test_the_rated_numbers_of_games_are_those_of_the_schedule() -> None:
    assert {kind: tuple(found.first) for kind, found in SCHEDULES.items()} == dict(RATED_GAMES)


@given(st.integers(1, 256), st.data())
def test_more_game_points_never_earn_less(qualifiers: int, data: st.DataObject) -> None:
    seed = data.draw(st.integers(1, qualifiers))
    lower = data.draw(st.integers(0, 65))

    found = [qualifying_points("main", 22, points, seed=seed, qualifiers=qualifiers) for points in (lower, lower + 1)]

    assert found[1] is not None or found[0] is None
    assert (found[0] or 0) <= (found[1] or 0)
    assert (seed <= upper_half(qualifiers)) or found == [5, 5]


def test_unknown_seeds_and_rounds_are_an_error() -> None:
    for seed in (0, 5):
        with pytest.raises(ValueError, match="there is no seed"):
            qualifying_points("main", 22, 30, seed=seed, qualifiers=4)
    with pytest.raises(ValueError, match="nobody is credited"):
        playoff_points("main", 22, 0)
