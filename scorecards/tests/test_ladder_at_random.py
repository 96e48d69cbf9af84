"""Ladders of up to 24 teams played through the actions, with late teams, teams that go early, and corrected results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from scorecards.ladder.actions import correct_result, next_game, record_result
from scorecards.ladder.reads import LadderGame, games_of, ladder_game
from scorecards.sheet.reads.standings import standings
from scorecards.tests.factories import COMMAND, sheet
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import Entry, Event
from tournaments.rotation.rules.draw import stream
from tournaments.tests.factories import make_event, make_tournament

pytestmark = pytest.mark.django_db

GAMES = 8
DAILY = {(7, "stay"), (21, "first")}
"""An odd number of few teams, and one of more than nine tables."""
LADDERS = [
    pytest.param(teams, top, marks=[] if (teams, top) in DAILY else [pytest.mark.release])
    for teams in range(4, 25)
    for top in ("first", "stay")
]


def shown(event: Event, number: int | None = None) -> LadderGame:
    event.refresh_from_db()
    game = ladder_game(event, number)
    assert game is not None
    return game


def choose(chance: Iterator[int], choices: Sequence[Any]) -> Any:
    return choices[next(chance) % len(choices)]


class Day:
    """A ladder as it is played, with what each team has earned and sat out as this test counts it."""

    def __init__(self, teams: int, top: str) -> None:
        tournament = make_tournament("sierra")
        self.event = make_event(tournament=tournament, games=GAMES, movement="ladder", entrants=teams, seated=True)
        Event.objects.filter(pk=self.event.pk).update(ladder_top=top)
        self.top, self.chance = top, stream(teams)
        self.present = {f"A-{number}" for number in range(1, teams + 1)}
        self.seen, self.rested = set(self.present), Counter[str]()
        self.results: dict[tuple[int, int], tuple[str, int, str]] = {}

    def check_tables(self) -> LadderGame:
        """Two teams at each table, numbered from 1, everybody once, and sit-outs that differ by at most one."""
        game = shown(self.event)
        assert [table.table for table in game.tables] == list(range(1, len(self.present) // 2 + 1))
        playing = [seat for table in game.tables for seat in table.seats]
        resting = [entry.seat for entry in game.sits_out]
        assert sorted([*playing, *resting]) == sorted(self.present)
        assert len(resting) == len(self.present) % 2
        self.rested.update(resting)
        rests = [self.rested[seat] for seat in self.present]
        assert max(rests) - min(rests) <= 1
        return game

    def check_move(self, before: LadderGame, after: LadderGame) -> None:
        """Losers stay, winners go as announced, and the team that returns takes the place that falls vacant."""
        final = len(before.tables)
        now_at = {seat: table.table for table in after.tables for seat in table.seats}
        returned = before.sits_out[0].seat if before.sits_out else ""
        for table in before.tables:
            for seat in table.seats:
                winner, _points, _loser = self.results[before.game, table.table]
                goes_on = (seat == winner) != (table.table == final and self.top == "stay")
                wanted = table.table % final + 1 if goes_on else table.table
                assert now_at.get(seat, now_at.get(returned)) == wanted

    def play(self, *, but: int = 0) -> None:
        game = shown(self.event)
        for table in game.tables:
            if table.table != but:
                winner, points = choose(self.chance, table.seats), choose(self.chance, (2, 2, 3))
                (loser,) = set(table.seats) - {winner}
                self.results[game.game, table.table] = (winner, points, loser)
                record_result(
                    event=self.event, game=game.game, table=table.table, winner=winner, points=points, actor=COMMAND
                )

    def correct(self, number: int, table: int) -> None:
        """The other team won, by a skunk; or, at a table without a result, the first one did."""
        seats = shown(self.event, number).tables[table - 1].seats
        before = self.results.get((number, table))
        winner = before[2] if before else seats[0]
        (loser,) = set(seats) - {winner}
        correct_result(
            event=self.event, game=number, table=table, winner=winner, points=3, reason="Asked both", actor=COMMAND
        )
        self.results[number, table] = (winner, 3, loser)

    def leave(self, seat: str) -> None:
        entry = self.event.entries.get(table="A", seat_number=int(seat.partition("-")[2]))
        set_status(entry=entry, status=Entry.Status.WITHDRAWN, reason="Went home", actor=COMMAND)
        self.present.discard(seat)

    def come(self, number: int) -> None:
        known = {entry.seat for entry in self.event.entries.all()}
        plans = [
            EntrantPlan(f"Late {n}", players=(f"Lou {n}", f"Kim {n}")) for n in range(len(known), len(known) + number)
        ]
        enter_entrants(event=self.event, entrants=plans, actor=COMMAND)
        new = {entry.seat for entry in self.event.entries.all()} - known
        # A team that comes late counts as having sat out as often as anybody.
        self.rested.update(dict.fromkeys(new, max(self.rested.values(), default=0)))
        self.present |= new

    def check_points(self) -> None:
        points = Counter[str]()
        won = Counter[str]()
        for winner, value, _loser in self.results.values():
            points[winner] += value
            won[winner] += 1
        self.event.refresh_from_db()
        rows = standings(sheet(self.event)).rows
        assert {row.seat: (row.game_points, row.games_won) for row in rows} == {
            row.seat: (points[row.seat], won[row.seat]) for row in rows
        }
        assert sum(row.game_points for row in rows) == sum(value for _w, value, _l in self.results.values())


@pytest.mark.parametrize(("teams", "top"), LADDERS)
def test_a_ladder_with_late_early_and_corrected_teams_keeps_its_promises(teams: int, top: str) -> None:
    day = Day(teams, top)
    before: LadderGame | None = None
    for number in range(1, GAMES + 1):
        game = day.check_tables()
        assert game.game == number
        if before is not None:
            day.check_move(before, game)
        # In game 3 a team goes before its game is over: nobody waits for that table.
        open_table = len(game.tables) if number == 3 and len(day.present) > 5 else 0
        day.play(but=open_table)
        before = game
        if open_table:
            day.leave(game.tables[-1].seats[0])
            before = None
        if number == 2:
            day.come(2)
            before = None
        if number == 5:
            day.come(1)
            before = None
        stood = games_of(day.event)
        if number == 4 and (3, len(shown(day.event, 3).tables)) not in day.results:
            day.correct(3, len(shown(day.event, 3).tables))
        if number in (4, 7):
            day.correct(2, 1)
        assert games_of(day.event) == stood
        day.check_points()
        if number < GAMES:
            next_game(event=day.event, actor=COMMAND)
    assert shown(day.event).finished
