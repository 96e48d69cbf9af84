from __future__ import annotations

import pytest

from scorecards.sheet.rules.cut import apparent_qualifiers, high_nonqualifier, sharing_high_nonqualifier, statuses
from scorecards.sheet.rules.ranking import Place, chain_of, rank
from scorecards.sheet.rules.tally import Tally
from tournaments.rules.edition import Edition
from tournaments.rules.quota import quota


def standings(points: str) -> tuple[Place, ...]:
    """Places of A-1, A-2 … with these game points; equal ones are tied."""
    tallies = {f"A-{seat}": Tally(int(number)) for seat, number in enumerate(points.split(), start=1)}
    return rank(tallies, chain=chain_of(Edition.CLASSIC), wins=lambda one, other: 0)


@pytest.mark.parametrize(("entrants", "qualifiers"), [(0, 0), (1, 1), (4, 1), (5, 2), (96, 24), (121, 31), (124, 31)])
def test_one_in_four_qualifies_rounded_up(entrants: int, qualifiers: int) -> None:
    assert quota(entrants) == qualifiers


@pytest.mark.parametrize(
    ("points", "places", "expected"),
    [
        pytest.param("9 8 7 6", 2, ["qualifier", "qualifier", "high_nonqualifier", "nonqualifier"], id="no tie"),
        pytest.param("9 8 8 6", 2, ["qualifier", "tied_at_line", "tied_at_line", "nonqualifier"], id="across the line"),
        pytest.param(
            "9 9 7 6", 2, ["qualifier", "qualifier", "high_nonqualifier", "nonqualifier"], id="above the line"
        ),
        pytest.param(
            "9 8 7 7", 2, ["qualifier", "qualifier", "nonqualifier", "nonqualifier"], id="just below the line"
        ),
        pytest.param("9 9 9 9", 2, ["tied_at_line"] * 4, id="everybody"),
        pytest.param("9 8", 2, ["qualifier", "qualifier"], id="everybody qualifies"),
        pytest.param("9 9", 3, ["qualifier", "qualifier"], id="a quota beyond the field"),
        pytest.param("9 8", 0, ["nonqualifier", "nonqualifier"], id="nobody qualifies"),
        pytest.param("", 0, [], id="nobody came"),
    ],
)
def test_each_place_has_its_status(points: str, places: int, expected: list[str]) -> None:
    assert list(statuses(standings(points), places).values()) == expected


@pytest.mark.parametrize(
    ("points", "seat"),
    [
        pytest.param("9 8 7 6", "A-3", id="best card outside"),
        pytest.param("9 8 8 6", None, id="the line is tied"),
        pytest.param("9 8 7 7", None, id="its own place is tied"),
        pytest.param("9 8", None, id="nobody is outside"),
    ],
)
def test_the_high_nonqualifier_is_the_best_card_outside_unless_its_place_is_tied(points: str, seat: str | None) -> None:
    assert high_nonqualifier(standings(points), 2) == seat


def test_where_nobody_qualifies_there_is_no_high_nonqualifier() -> None:
    assert high_nonqualifier(standings("9 8 7"), 0) is None


@pytest.mark.parametrize(
    ("points", "seats"),
    [
        pytest.param("9 8 7 6", [], id="one card has it"),
        pytest.param("9 8 8 6", [], id="the line is tied"),
        pytest.param("9 8 7 7 7 6", ["A-3", "A-4", "A-5"], id="three share it"),
        pytest.param("9 9 7 6 6", [], id="ties elsewhere"),
        pytest.param("9 8", [], id="nobody is outside"),
    ],
)
def test_who_shares_the_place_of_the_high_nonqualifier(points: str, seats: list[str]) -> None:
    assert [place.seat for place in sharing_high_nonqualifier(standings(points), 2)] == seats


def test_a_tie_across_the_line_makes_all_of_it_apparent_qualifiers() -> None:
    assert apparent_qualifiers(standings("9 8 8 8 6"), 2) == {"A-1", "A-2", "A-3", "A-4"}
