"""A game of the ladder as its page and the API show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorecards.cards.words import result
from scorecards.ladder import words as ladder_words
from scorecards.models import ScoreLine
from scorecards.sheet.reads.phone import told_by
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.phone import Claim, Together, together
from tournaments.day.reads.ladder import ladder_games
from tournaments.day.reads.schedule import playing_seats
from tournaments.models import Entry, Event
from tournaments.rotation.rules import ladder as ladder_rules
from tournaments.rotation.rules.ladder import Ladder, Top, next_game


class Recorded(NamedTuple):
    """A line of a card: the opponent's seat, empty where it names nobody, and the game points, None where blank."""

    opponent: str
    points: int | None


@dataclass(frozen=True, slots=True)
class LadderTable:
    """One table in one game: its two teams, and the result if their cards agree on one, or the cross-check settled it.

    `differs` if both cards have the game and do not agree; `is_begun` if any card has it. `missing` if the table still owes its result; a table at
    which a team has left owes none. `says` is what each card says where they differ. `told_apart` says what the two teams told by phone if that differs (`with_phones`).
    """

    table: int
    teams: tuple[Entry, Entry]
    winner: str | None
    points: int | None
    differs: bool
    missing: bool
    is_begun: bool
    told_apart: str = ""
    says: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[str, str]:
        return (self.teams[0].seat, self.teams[1].seat)


@dataclass(frozen=True, slots=True)
class LadderGame:
    """One game of the ladder. `last` is the newest game that is set up, `games` how many there will be."""

    event: Event
    game: int
    last: int
    tables: tuple[LadderTable, ...]
    sits_out: tuple[Entry, ...]

    @property
    def games(self) -> int:
        return self.event.games

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables whose result is still missing."""
        return tuple(table.table for table in self.tables if table.missing)

    @property
    def complete(self) -> bool:
        """Whether every table has its result."""
        return not self.missing

    @property
    def is_on(self) -> bool:
        """Whether this is the newest game, whose results can be recorded and taken back."""
        return self.game == self.last

    @property
    def may_go_back(self) -> bool:
        """Whether the newest game can be taken back: it is not the first, and no card has anything of it."""
        return self.is_on and self.game > 1 and not any(table.is_begun for table in self.tables)

    @property
    def finished(self) -> bool:
        """Whether the last game of the event is over."""
        return self.is_on and self.complete and self.game >= self.games


def games_of(event: Event) -> tuple[Ladder, ...]:
    """The games that are set up; empty before the draw."""
    return ladder_games(event, playing_seats(event)) if event.is_seated else ()


def ladder_game(event: Event, game: int | None = None) -> LadderGame | None:
    """This game of the ladder, by default the newest; None if it is not set up.

    Three queries; once the cards are compared, those of a sheet too if cards differ.
    """
    games = games_of(event)
    number = len(games) if game is None else game
    if not 1 <= number <= len(games):
        return None
    entries = {entry.seat: entry for entry in Entry.objects.of(event).filter(table__isnull=False).with_people()}
    lines = recorded_lines(event, number)
    shown = games[number - 1]
    pairs = [(entries[first], entries[second]) for first, second in shown.tables]
    tables = [_table(table, pair, lines) for table, pair in enumerate(pairs, start=1)]
    if event.cross_checked_at and any(table.differs for table in tables):
        # What the cross-check settled stands, as in the standings.
        lines = _standing_lines(event, number)
        tables = [_table(table.table, table.teams, lines) if table.differs else table for table in tables]
    return LadderGame(
        event,
        number,
        len(games),
        tuple(tables),
        tuple(entries[seat] for seat in shown.sits_out),
    )


def differing_tables(event: Event) -> tuple[tuple[int, int], ...]:
    """The earlier games whose two cards differ, each with its table, while the ladder is played.

    The newest game says it itself, and from the cross-check on the obstacles do. One query once two games are set up.
    """
    games = games_of(event)[:-1]
    if not games or event.cross_checked_at:
        return ()
    lines: dict[int, dict[str, Recorded]] = defaultdict(dict)
    rows = ScoreLine.objects.filter(card__entry__event=event).select_related("card__entry", "opponent")
    for row in rows:
        lines[row.game][row.card.entry.seat] = Recorded(row.opponent.seat if row.opponent else "", row.points)
    return tuple(
        (number, table)
        for number, game in enumerate(games, start=1)
        for table, pair in enumerate(game.tables, start=1)
        if all(seat in lines[number] for seat in pair) and _result(pair, lines[number])[0] is None
    )


def with_phones(game: LadderGame) -> LadderGame:
    """The game, each table without a result with what its two teams told by phone, if they differ; one query."""
    claims = told_by(game.event)
    return replace(
        game, tables=tuple(replace(table, told_apart=_told_apart(game.game, table, claims)) for table in game.tables)
    )


def _told_apart(game: int, table: LadderTable, claims: Mapping[str, Mapping[int, Claim]]) -> str:
    """A sentence if both teams told the game by phone and differ; empty otherwise, and once a result is recorded."""
    first, second = (claims.get(seat, {}).get(game) for seat in table.seats)
    if table.winner or not first or not second:
        return ""
    if together(table.seats[0], first, second) is not Together.DIFFERENT:
        return ""
    claims_by_team = zip(table.teams, (first, second), strict=True)
    return ladder_words.told_apart([(team.seat, team.name, result(claim)) for team, claim in claims_by_team])


def game_in_progress(event: Event, seat: str) -> int | None:
    """The newest game of the ladder, if this team plays it and its table has no result yet; else None."""
    game = ladder_game(event) if event.is_ladder else None
    if game is None:
        return None
    is_open = any(seat in table.seats and table.winner is None for table in game.tables)
    return game.game if is_open else None


def next_tables(event: Event) -> dict[str, int]:
    """The table of each team in the next game, by seat, as far as results say it already; 0 for sitting out.

    Empty once no game follows.
    """
    game = ladder_game(event) if event.is_ladder else None
    if game is None or game.game >= game.games or event.posted_at:
        return {}
    teams = playing_seats(event)
    winners = {table.table: table.winner for table in game.tables if table.winner is not None}
    if game.complete and len(teams) > 1:
        following = next_game(games_of(event), winners, teams, Top(event.ladder_top))
        tables = {team: table for table, pair in enumerate(following.tables, start=1) for team in pair}
        return tables | dict.fromkeys(following.sits_out, 0)
    return ladder_rules.next_tables(games_of(event), winners, teams, Top(event.ladder_top))


def recorded_lines(event: Event, game: int) -> dict[str, Recorded]:
    """What the cards say about this game, by seat; one query."""
    rows = ScoreLine.objects.filter(card__entry__event=event, game=game).select_related("card__entry", "opponent")
    return {row.card.entry.seat: Recorded(row.opponent.seat if row.opponent else "", row.points) for row in rows}


def _standing_lines(event: Event, game: int) -> dict[str, Recorded]:
    """The lines of this game in force after the cross-check, decisions included, by seat."""
    standing = sheet(event).crosscheck.standing_lines
    return {
        seat: Recorded(place.line.opponent or "", place.line.points)
        for (seat, number), place in standing.items()
        if number == game
    }


def _table(table: int, teams: tuple[Entry, Entry], lines: Mapping[str, Recorded]) -> LadderTable:
    """One table of a game. A result is missing if both teams still play, or if their cards contradict each other."""
    winner, points = _result((teams[0].seat, teams[1].seat), lines)
    are_both_recorded = all(team.seat in lines for team in teams)
    are_both_here = all(team.status == Entry.Status.PLAYING for team in teams)
    return LadderTable(
        table,
        teams,
        winner,
        points,
        differs=are_both_recorded and winner is None,
        missing=winner is None and (are_both_here or are_both_recorded),
        is_begun=any(team.seat in lines for team in teams),
        says=tuple(ladder_words.card_says(team.seat, lines[team.seat].points) for team in teams)
        if are_both_recorded and winner is None
        else (),
    )


def _result(pair: tuple[str, str], lines: Mapping[str, Recorded]) -> tuple[str | None, int | None]:
    """The winner and the points on which the cards of these two agree; None and None if they do not."""
    for winner, loser in (pair, pair[::-1]):
        won, lost = lines.get(winner), lines.get(loser)
        if won and lost and won.points and lost == Recorded(winner, 0) and won.opponent == loser:
            return winner, won.points
    return None, None
