"""A made-up stack of 96 paper cards with the mistakes that players make (golden/stack-96x22), row by row."""

from __future__ import annotations

import csv
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from scorecards.sheet.rules.crosscheck import ComparedGame, CrossCheck, cross_check
from scorecards.sheet.rules.discrepancy import Outcome
from scorecards.sheet.rules.line import Line, format_points, format_spread, parse_line
from scorecards.sheet.rules.obstacles import find_posting_obstacles
from scorecards.sheet.rules.tally import Card, OwnTotals, Tally, find_total_flags, tally
from tournaments.rules.edition import Edition
from tournaments.rules.quota import quota

STACK = Path(__file__).parent / "golden" / "stack-96x22"
GAMES = 22


def rows(name: str) -> list[dict[str, str]]:
    with (STACK / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def cards() -> dict[str, Card]:
    lines: dict[str, list[Line]] = {row["seat"]: [] for row in rows("entrants.csv")}
    for row in rows("cards.csv"):
        line = parse_line(int(row["game"]), row["opponent"], row["points"], row["plus"], row["minus"])
        assert isinstance(line, Line)
        lines[row["seat"]].append(line)
    counted = frozenset(range(1, GAMES + 1))
    return {seat: Card(seat, tuple(written), counted, GAMES) for seat, written in lines.items()}


@cache
def checked() -> CrossCheck:
    return cross_check(cards(), quota=quota(len(cards())), edition=Edition.Y2020)


def not_agreeing() -> list[ComparedGame]:
    return [game for game in checked().games if game.outcome is not Outcome.AGREES]


def test_every_card_is_in() -> None:
    assert checked().complete
    assert len(checked().games) == len(cards()) * GAMES // 2


@pytest.mark.parametrize("position", range(96))
def test_each_row_of_the_standings_is_that_of_the_golden_file(position: int) -> None:
    place = checked().places[position]
    totals = place.tally

    assert {
        "rank": str(place.rank),
        "seat": place.seat,
        "game_points": str(totals.game_points),
        "games_won": str(totals.games_won),
        "net": str(totals.net),
        "plus": str(totals.plus),
        "tied": str(int(place.tied)),
        "apparent_qualifier": str(int(place.seat in checked().apparent_qualifiers)),
    } == rows("expected-standings.csv")[position]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param(game, expected, id=f"{expected['game']}-{expected['seat']}-{expected['opponent']}")
        for game, expected in zip_longest(not_agreeing(), rows("expected-discrepancies.csv"))
    ],
)
def test_each_discrepancy_is_that_of_the_golden_file(game: ComparedGame, expected: dict[str, str]) -> None:
    one, other = game.resolved or game.recorded
    assert one is not None
    assert other is not None

    assert {
        "game": str(game.game),
        "seat": game.seats[0],
        "opponent": game.seats[1],
        "outcome": game.outcome,
        "rules": " ".join(game.rules),
        "points": format_points(one.points),
        "plus": format_spread(one.plus),
        "minus": format_spread(one.minus),
        "opponent_points": format_points(other.points),
        "opponent_plus": format_spread(other.plus),
        "opponent_minus": format_spread(other.minus),
    } == expected


def test_outcomes_are_counted() -> None:
    expected = [row["outcome"] for row in rows("expected-discrepancies.csv")]

    assert {outcome: checked().outcomes[outcome] for outcome in ("corrected", "stands", "referred")} == {
        outcome: expected.count(outcome) for outcome in ("corrected", "stands", "referred")
    }
    assert checked().outcomes[Outcome.AGREES] == len(checked().games) - len(expected)


def test_the_high_nonqualifier_is_the_first_card_below_the_line() -> None:
    assert checked().high_nonqualifier == rows("expected-standings.csv")[24]["seat"]


def test_what_stands_in_the_way_touches_a_qualifier_or_could_reach_the_line() -> None:
    in_the_way = {finding.field for finding in find_posting_obstacles(checked())}
    of_qualifiers = {
        f"discrepancies.{game.game}-{game.seats[0]}-{game.seats[1]}"
        for game in not_agreeing()
        if game.state in ("open", "proposed") and set(game.seats) & set(checked().apparent_qualifiers)
    }

    assert of_qualifiers <= in_the_way
    assert "discrepancies.14-C-4-C-9" not in in_the_way


def test_nine_players_added_up_wrongly_and_one_of_them_transposed() -> None:
    flagged = {}
    for row in rows("totals.csv"):
        own = OwnTotals(**{name: int(value) for name, value in row.items() if name != "seat"})
        if codes := [flag.code for flag in find_total_flags(own, tally(cards()[row["seat"]]))]:
            flagged[row["seat"]] = codes

    assert flagged == {
        "A-6": ["plus_total_differs"],
        "B-2": ["totals_transposed"],
        "C-5": ["game_points_total_differs"],
        "C-7": ["plus_total_differs"],
        "C-9": ["game_points_total_differs"],
        "C-20": ["plus_total_differs"],
        "D-6": ["game_points_total_differs"],
        "D-18": ["game_points_total_differs"],
        "D-21": ["game_points_total_differs"],
    }


def test_totals_count_only_what_the_card_says() -> None:
    assert tally(cards()["A-1"]) == Tally(28, 12, 276, 142, 2520)
