"""Two clubs of three pairs against each other, from the draw to the official standings."""

from __future__ import annotations

from collections import defaultdict

import pytest

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.ladder.actions import record_result
from scorecards.ladder.reads import ladder_game
from scorecards.sheet.reads.standings import standings
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tasks import recompute_standings
from scorecards.tests.factories import COMMAND, look_at_all, make_cards, sheet
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import Event
from tournaments.rotation.rules.movements import Movement, schedule
from tournaments.tests.factories import api_of, make_event, make_tournament
from tournaments.tests.pages import signed_in, text_of
from tournaments.venue.actions.events import exempt_quota

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/standings/"
PAGE = "/t/sierra/main/standings/"
CLUBS = ("Red Lion", "Kings Arms", "Red Lion", "Kings Arms", "Kings Arms", "Red Lion")


def played(*, pairs: bool, ranking: str = "acc") -> Event:
    """Six entrants of two clubs after three games: Red Lion won the first with skunks and the second, Kings Arms the third."""
    plans = [
        EntrantPlan(
            "" if pairs else f"Ann {letter}", players=(f"Ann {letter}", f"Bob {letter}") if pairs else (), club=club
        )
        for letter, club in zip("DEFGHI", CLUBS, strict=True)
    ]
    event = make_event(
        tournament=make_tournament("sierra"),
        movement="moving_side",
        records_spread=False,
        ranking=ranking,
        entrants=plans,
        seated=True,
    )
    club_of = {entry.seat: entry.player.club for entry in event.entries.select_related("player")}
    cards: dict[str, str] = defaultdict(str)
    for pairing in schedule(Movement.MOVING_SIDE, {"A": 6}, club_of, 3):
        by_club = {club_of[seat]: seat for seat in pairing.players if seat}
        red, kings = by_club["Red Lion"], by_club["Kings Arms"]
        won = {1: 3, 2: 2, 3: 0}[pairing.game]
        cards[red] += f"{pairing.game}: {kings} {won} .\n"
        cards[kings] += f"{pairing.game}: {red} {0 if won else 2} .\n"
    make_cards(event, **{seat.replace("-", "_"): text for seat, text in cards.items()})
    return event


def test_clubs_show_games_won_where_these_rank_and_a_skunk_counts_one_win() -> None:
    played(pairs=True, ranking="wins")

    red, kings = api_of().get(API).json()["clubs"]
    page = text_of(signed_in().get(PAGE)).partition("Clubs and groups")[2]

    assert [(row["rank"], row["games_won"], row["by_game"]) for row in (red, kings)] == [
        (1, 6, [3, 3, 0]),
        (2, 3, [0, 0, 3]),
    ]
    assert "The games that all their teams won, added up." in page
    assert "Game pts" not in page
    assert "Red Lion 6 3 3 3 0" in page


def test_the_points_of_two_clubs_add_up_by_game_before_and_after_the_posting() -> None:
    event = played(pairs=True)
    program = api_of()
    rows = [
        {
            "rank": 1,
            "club": "Red Lion",
            "teams": 3,
            "game_points": 15,
            "games_won": 6,
            "by_game": [9, 6, 0],
            "tied": False,
        },
        {
            "rank": 2,
            "club": "Kings Arms",
            "teams": 3,
            "game_points": 6,
            "games_won": 3,
            "by_game": [0, 0, 6],
            "tied": False,
        },
    ]

    assert program.get(API).json()["clubs"] == rows
    page = text_of(signed_in().get(PAGE))
    assert "1 Red Lion 15 6 3 9 6 0 2 Kings Arms 6 3 3 0 0 6" in page
    assert "Clubs and groups" not in text_of(signed_in().get(f"{PAGE}?q=Ann"))

    exempt_quota(event=event, quota=0, reason="A league night", actor=COMMAND)
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    post_qualifiers(event=event, actor=COMMAND)
    recompute_standings(event.pk)
    official = program.get(API).json()
    assert (official["provisional"], official["clubs"]) == (False, rows)


def test_where_somebody_plays_alone_no_table_says_what_clubs_have() -> None:
    played(pairs=False)

    answer = api_of().get(API).json()

    assert (len(answer["rows"]), answer["clubs"]) == (6, [])


def test_condos_on_a_ladder_are_against_each_other_too_and_a_team_that_sits_out_adds_nothing() -> None:
    plans = [
        EntrantPlan("", players=(f"Ann {letter}", f"Bob {letter}"), seat=f"A-{place}", club=f"Condo {condo}")
        for place, (letter, condo) in enumerate(zip("DEFGH", "12121", strict=True), start=1)
    ]
    event = make_event(
        tournament=make_tournament("sierra"), games=2, movement="ladder", entrants=plans, tables=[5], seated=True
    )
    game = ladder_game(event)
    assert game is not None
    points = {"Condo 1": 0, "Condo 2": 0}
    for table in game.tables:
        winner = table.teams[0]
        points[winner.player.club] += 3
        record_result(event=event, game=1, table=table.table, winner=winner.seat, points=3, actor=COMMAND)

    clubs = standings(sheet(event)).clubs

    assert {row.club: (row.teams, row.by_game) for row in clubs} == {
        "Condo 1": (3, (points["Condo 1"],)),
        "Condo 2": (2, (points["Condo 2"],)),
    }
    assert sum(row.games_won for row in clubs) == 2
