"""Clubs for tests, made with the actions that the program itself uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from clubs.actions.clubs import create_club
from clubs.actions.members import MemberPlan, add_members
from clubs.actions.nights import ResultPlan, add_night
from clubs.actions.seasons import create_season
from clubs.models import Club, Member, Night, Season
from tournaments.models import User
from tournaments.tests.factories import make_actor

FIRST_DAY = date(2026, 9, 5)
Typed = tuple[int, int, int]
"""Game points, games won and net."""


def make_club(slug: str = "graeagle", *, director: User | None = None, public: bool = True) -> Club:
    return create_club(slug=slug, name="Graeagle Peggers", town="Graeagle", public=public, actor=make_actor(director))


def make_members(club: Club, *names: str, kind: str = "member") -> list[Member]:
    return add_members(club=club, members=[MemberPlan(name, kind=kind) for name in names], actor=make_actor())


def make_season(
    club: Club,
    slug: str = "2026-27",
    *,
    points: str = "game_points_from_12",
    nights: int = 36,
    starts_on: date = FIRST_DAY,
    sanctioned: bool = True,
) -> Season:
    return create_season(
        club=club,
        slug=slug,
        name=slug,
        starts_on=starts_on,
        nights=nights,
        points=points,
        sanctioned=sanctioned,
        actor=make_actor(),
    )


def week(number: int) -> date:
    """The day of the night of this week, from 1."""
    return FIRST_DAY + timedelta(weeks=number - 1)


def make_night(
    season: Season,
    typed: Mapping[int, Typed] | Sequence[ResultPlan],
    *,
    number: int = 1,
    sanctioned: bool | None = None,
) -> Night:
    """A night of this week with typed totals by member."""
    results = [ResultPlan(member, *row) for member, row in typed.items()] if isinstance(typed, Mapping) else typed
    return add_night(season=season, date=week(number), results=results, sanctioned=sanctioned, actor=make_actor())
