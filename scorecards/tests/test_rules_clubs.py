"""Clubs against each other: nothing is lost or added between the cards of the teams and the row of their club."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.sheet.rules.clubs import rank_clubs
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.ranking import Tiebreaker
from scorecards.sheet.rules.tally import Card, tally
from scorecards.tests.paper import make_card

LINES = st.lists(st.sampled_from([None, 0, 2, 3]), max_size=5).map(
    lambda points: tuple(
        Line(game, None, won, None, None) for game, won in enumerate(points, start=1) if won is not None
    )
)
CARDS = st.builds(Card, st.just("A-1"), LINES, st.none() | st.frozensets(st.integers(1, 5)), st.integers(1, 5))
MEMBERS = st.lists(st.tuples(st.sampled_from(["Red", "red ", "Blue", "Green", ""]), CARDS), max_size=9)


@settings(deadline=None, max_examples=200)
@given(members=MEMBERS, key=st.sampled_from([Tiebreaker.GAME_POINTS, Tiebreaker.GAMES_WON]))
def test_the_rows_of_the_clubs_add_up_to_the_cards_of_their_teams(
    members: list[tuple[str, Card]], key: Tiebreaker
) -> None:
    rows = rank_clubs(members, key)

    of_club = {
        name: [tally(card) for club, card in members if club.strip().casefold() == name]
        for name in ("red", "blue", "green")
    }
    in_play = {name: cards for name, cards in of_club.items() if len(cards) > 1}
    assert {row.club.casefold() for row in rows} == (set(in_play) if len(in_play) > 1 else set())
    figures = [getattr(row, key) for row in rows]
    assert figures == sorted(figures, reverse=True)
    for row, figure in zip(rows, figures, strict=True):
        cards = in_play[row.club.casefold()]
        assert row.teams == len(cards)
        assert (row.game_points, row.games_won) == (sum(c.game_points for c in cards), sum(c.games_won for c in cards))
        assert sum(row.by_game) == figure
        better, level = sum(other > figure for other in figures), figures.count(figure)
        assert (row.rank, row.tied) == (better + 1, level > 1)


@pytest.mark.parametrize(("third", "clubs"), [("Blue", ["Blue", "Red"]), ("Green", [])])
def test_a_club_of_one_team_has_no_row(third: str, clubs: list[str]) -> None:
    card = make_card("A-1", "A-2 2", 1)

    rows = rank_clubs([("Red", card), ("Red", card), ("Blue", card), (third, card)])

    assert [row.club for row in rows] == clubs
