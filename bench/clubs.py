"""A club with ten seasons, and what its pages cost next to the same rows summed in plain Python. Import it as bench.measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.urls import reverse

from bench import urls
from bench.measures import CREW, SEED, Measure, expect, measured, request
from clubs.actions.clubs import create_club
from clubs.actions.members import MemberPlan, add_members
from clubs.actions.nights import NightPlan, ResultPlan, add_nights
from clubs.actions.seasons import create_season
from clubs.reads.table import season_table
from hall.demonstration.simulator import Chance, people

FIRST_YEAR = 2016


class ClubSeasons:
    """Ten seasons, each of so many members and nights, typed by their totals; everybody plays every night."""

    def __init__(self, members: int, nights: int, seasons: int = 10) -> None:
        chance = Chance(SEED)
        self.club = create_club(slug="bench", name="Benchmark", actor=CREW.director)
        plans = [MemberPlan(one.name) for one in people(members - 2, chance)]
        plans += [MemberPlan("Guest of the club", kind="guest"), MemberPlan("Visitor of the club", kind="visitor")]
        self.keys = [member.pk for member in add_members(club=self.club, members=plans, actor=CREW.director)]
        for year in range(FIRST_YEAR, FIRST_YEAR + seasons):
            first = date(year, 9, 3)
            self.season = create_season(
                club=self.club, slug=str(year), name=str(year), starts_on=first, nights=nights, actor=CREW.director
            )
            played = [
                NightPlan(first + timedelta(weeks=week), [ResultPlan(key, *card(chance)) for key in self.keys])
                for week in range(nights)
            ]
            add_nights(season=self.season, nights=played, actor=CREW.director)

    def measures(self, repeat: int) -> Iterator[Measure]:
        """The table alone, its page, and the club's page of all seasons."""
        yield measured("the table of a season", lambda: season_table(self.season), self.sum_season, repeat)
        page = reverse("clubs:season", args=[self.club.slug, self.season.slug])
        yield self.page("the page of a season", page, self.sum_season, repeat)
        page = reverse("clubs:club", args=[self.club.slug])
        yield self.page("the page of a club with ten seasons", page, self.sum_club, repeat)

    def page(self, name: str, path: str, sums: Callable[[], object], repeat: int) -> Measure:
        """A page next to the same rows summed, and an empty view."""
        urls.ready["same"] = (200, expect(200, request("GET", path)).body)

        def floor() -> None:
            sums()
            expect(200, request("GET", "/bench/same/"))

        return measured(name, lambda: expect(200, request("GET", path)), floor, repeat)

    def sum_season(self) -> list[Any]:
        """The floor of a season: its rows fetched, added up by member, and sorted."""
        return summed(self.rows("n.season_id = %s", self.season.pk))

    def sum_club(self) -> list[list[Any]]:
        """The floor of the club: the same for each of its seasons."""
        by_season: dict[int, list[Any]] = {}
        for row in self.rows("s.club_id = %s", self.club.pk):
            by_season.setdefault(row[0], []).append(row)
        return [summed(rows) for rows in by_season.values()]

    @staticmethod
    def rows(condition: str, key: int) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT n.season_id, n.id, n.games, n.sanctioned, r.member_id, m.name, r.game_points, r.games_won, r.net, "
                "r.skunks_lost FROM clubs_nightresult r JOIN clubs_night n ON n.id = r.night_id "
                "JOIN clubs_season s ON s.id = n.season_id JOIN clubs_member m ON m.id = r.member_id "
                f"WHERE n.withdrawn_at IS NULL AND {condition}",
                [key],
            )
            return list(cursor.fetchall())


def card(chance: Chance) -> tuple[int, int, int]:
    """Game points, games won and net of nine games as they may come out."""
    games = [chance.choice([-1, 1]) * chance.randint(1, 60) for _game in range(9)]
    won = [spread for spread in games if spread > 0]
    return sum(3 if spread > 30 else 2 for spread in won), len(won), sum(games)


def summed(rows: list[Any]) -> list[Any]:
    """The table of these rows: points from 12, nights, games, games won, net, skunks won and lost, slams, best card."""
    totals: dict[int, list[Any]] = {}
    for _season, _night, games, sanctioned, member, name, points, won, net, lost in rows:
        total = totals.setdefault(member, [0, 0, 0, 0, 0, 0, 0, 0, 0, name])
        if sanctioned:
            total[0] += points if points >= 12 else 0
            total[1] += won
            total[2] += net
            total[3] += 1
            total[4] += games
            total[5] += points - 2 * won
            total[6] += lost or 0
            total[7] += won == games
            total[8] = max(total[8], points)
    return sorted(totals.values(), key=lambda total: total[:3], reverse=True)
