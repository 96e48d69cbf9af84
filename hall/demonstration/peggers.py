"""A made-up club with a season half played, for the demonstration and tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from clubs.actions.clubs import create_club
from clubs.actions.members import MemberPlan, add_members
from clubs.actions.nights import NightPlan, ResultPlan, add_nights
from clubs.actions.seasons import create_season
from clubs.models import Club
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, Somebody, play_game
from scorecards.sheet.rules.line import game_points

NIGHTS = 18
GAMES = 9
GUEST_FROM = 15
"""The night from which the last of the people comes, as a guest."""


def club_with_season(crowd: Sequence[Somebody], today: date, chance: Chance, crew: Crew) -> Club:
    """Make a club of these people, of whom the last is a guest, whose newest night was a week before today."""
    first = today - timedelta(weeks=NIGHTS)
    club = create_club(slug="tidewater", name="Tidewater Peggers", town="Port Amity", number="96", actor=crew.director)
    plans = [MemberPlan(one.name, one.acc_number, joined_on=first) for one in crowd[:-1]]
    plans.append(MemberPlan(crowd[-1].name, kind="guest", joined_on=first + timedelta(weeks=GUEST_FROM - 1)))
    members = add_members(club=club, members=plans, actor=crew.director)
    season = create_season(
        club=club,
        slug=f"season-{first.year}",
        name=f"{first.year}–{first.year + 1}",
        starts_on=first,
        actor=crew.director,
    )
    nights = []
    for number in range(1, NIGHTS + 1):
        here = [place for place in range(len(crowd) - 1) if chance.random() < 0.75]
        here += [len(crowd) - 1] if number >= GUEST_FROM else []
        # An even number, so that nobody sits out and everybody plays all games.
        here = here[len(here) % 2 :]
        cards = [
            ResultPlan(members[place].pk, *_card(spreads))
            for place, spreads in zip(here, _spreads([crowd[place] for place in here], chance), strict=True)
        ]
        nights.append(NightPlan(first + timedelta(weeks=number - 1), cards, GAMES, number != 7, fee_cents=500))
    add_nights(season=season, nights=nights, actor=crew.director)
    return club


def _spreads(here: Sequence[Somebody], chance: Chance) -> list[list[int]]:
    """The spreads of each of these people, an even number, who meet another in every game: one stays, the others move."""
    spreads: list[list[int]] = [[] for _person in here]
    places = list(range(len(here)))
    for _game in range(GAMES):
        half = len(places) // 2
        for first, second in zip(places[:half], reversed(places[half:]), strict=True):
            spread = play_game(here[first].skill, here[second].skill, chance)
            spreads[first].append(spread)
            spreads[second].append(-spread)
        places = [places[0], places[-1], *places[1:-1]]
    return spreads


def _card(spreads: Sequence[int]) -> tuple[int, int, int]:
    """Game points, games won and net of these games."""
    won = [spread for spread in spreads if spread > 0]
    return sum(map(game_points, won)), len(won), sum(spreads)
