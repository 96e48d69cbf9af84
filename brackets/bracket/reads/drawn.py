"""The current state of the bracket, read in a constant number of queries, and its values for the API."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from brackets.bracket.rules.byes import bye_count
from brackets.bracket.rules.chart import chart_name, feeders, round_count
from brackets.bracket.words import playoffs as playoffs_words
from brackets.models import Bracket, Match, MatchGame
from scorecards.models import QualifyingResult
from tournaments.models import Event
from tournaments.rules.naming import apart


@dataclass(frozen=True, slots=True)
class Side:
    """A qualifier in a match; `players` are the names of the two people of a team.

    `name` has the seat behind it where two qualifiers have one name; `entered_name` never has.
    """

    seed: int
    seat: str
    name: str
    players: tuple[str, ...] = ()

    @property
    def entered_name(self) -> str:
        return self.name.removesuffix(f" ({self.seat})")


@dataclass(frozen=True, slots=True)
class Game:
    """One game as recorded, and when."""

    game: int
    winner: str
    forfeit: bool
    recorded_at: datetime
    conceded: bool = False


@dataclass(frozen=True, slots=True)
class MatchNow:
    """The current state of one match, with its number `match`.

    - `top` and `bottom` are None until earlier matches are won; a bye has only its top seed.
    - `winner` is the seat of the winner.
    - `ended` is a code for how the match was won if not by its games, else empty.
    - `gone` is the seat of a player who is out and loses the match as soon as the opponent is known.
    - `announced_later`: the match is a final whose course is still held back.
    """

    match: int
    round: int
    best_of: int
    top: Side | None
    bottom: Side | None
    bye: bool
    games: tuple[Game, ...]
    winner: str | None
    scheduled_at: datetime | None
    table: str = ""
    ended: str = ""
    ended_reason: str = ""
    gone: str | None = None
    announced_later: bool = False

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in (self.top, self.bottom) if side is not None)

    @property
    def is_ready(self) -> bool:
        return self.top is not None and self.bottom is not None

    @property
    def in_play(self) -> bool:
        """Whether both players are known and neither has won; False for a final that is held back."""
        return self.is_ready and self.winner is None and not self.announced_later

    @property
    def next_game(self) -> int:
        return len(self.games) + 1

    def won_by(self, side: Side) -> int:
        return sum(1 for game in self.games if game.winner == side.seat)

    @property
    def loser(self) -> Side | None:
        """The player who lost the match, or loses it as soon as the opponent is known; None if neither is known."""
        if self.winner is None:
            return next((side for side in self.sides if side.seat == self.gone), None)
        return next((side for side in self.sides if side.seat != self.winner), None)

    def lost_by_absence(self, side: Side) -> bool:
        """Whether this side lost the match without appearing for any of its games."""
        return (
            self.winner not in (None, side.seat)
            and not self.bye
            and self.ended in ("", Match.Ended.WALK_OVER)
            and all(game.forfeit and game.winner != side.seat for game in self.games)
        )


@dataclass(frozen=True, slots=True)
class BracketNow:
    """The whole bracket; rounds from the first, each in chart order from the top."""

    size: int
    qualifiers: int
    byes: int
    chart: str
    rounds: tuple[tuple[MatchNow, ...], ...]
    players_report: bool = False

    @property
    def matches(self) -> tuple[MatchNow, ...]:
        return tuple(match for played in self.rounds for match in played)

    @property
    def best_of(self) -> tuple[int, ...]:
        return tuple(played[0].best_of for played in self.rounds)

    @property
    def champion(self) -> Side | None:
        final = self.rounds[-1][0]
        return next((side for side in final.sides if side.seat == final.winner), None)

    @property
    def current_round(self) -> int:
        """The first round with an open match, from 1; the final if there is none."""
        open_rounds = (
            number for number, matches in enumerate(self.rounds, start=1) if any(not match.winner for match in matches)
        )
        return next(open_rounds, len(self.rounds))


def qualifiers(event: Event) -> dict[int, Side]:
    """The posted qualifiers by the primary key of their entry; empty before posting."""
    rows = QualifyingResult.objects.filter(event=event, seed__isnull=False).order_by("seed")
    sides = {
        entry: Side(seed, f"{table}-{number}", name, (first, second) if first and second and not withheld else ())
        for entry, seed, table, number, name, withheld, first, second in rows.values_list(
            "entry_id",
            "seed",
            "entry__table",
            "entry__seat_number",
            "entry__name",
            "entry__withheld_name",
            "entry__player__first__name",
            "entry__player__second__name",
        )
        if seed is not None
    }
    names = apart((side.name, side.seat) for side in sides.values())
    return {entry: replace(side, name=name) for (entry, side), name in zip(sides.items(), names, strict=True)}


def is_drawn(event: Event) -> bool:
    """Whether the event has its bracket."""
    return Bracket.objects.filter(event=event).exists()


def bracket(event: Event, *, final: bool = True) -> BracketNow | None:
    """The current bracket; None before it is drawn. Without `final`, the course of the final is left out."""
    drawn = Bracket.objects.filter(event=event).first()
    if drawn is None:
        return None
    sides = qualifiers(event)
    games: dict[int, list[Game]] = {}
    for game in MatchGame.objects.filter(match__bracket=drawn).order_by("match_id", "game"):
        recorded = Game(game.game, sides[game.winner_id].seat, game.forfeit, game.recorded_at, game.conceded)
        games.setdefault(game.match_id, []).append(recorded)
    rounds: list[list[MatchNow]] = [[] for _round in range(round_count(drawn.size))]
    for row in Match.objects.filter(bracket=drawn).order_by("number"):
        rounds[row.round - 1].append(
            MatchNow(
                match=row.number,
                round=row.round,
                best_of=row.best_of,
                top=sides[row.top_id] if row.top_id else None,
                bottom=sides[row.bottom_id] if row.bottom_id else None,
                bye=row.bye,
                games=tuple(games.get(row.pk, ())),
                winner=sides[row.winner_id].seat if row.winner_id else None,
                scheduled_at=row.scheduled_at,
                table=row.table,
                ended=row.ended,
                ended_reason=row.ended_reason,
                gone=sides[row.gone_id].seat if row.gone_id else None,
            )
        )
    if not final:
        rounds[-1] = [_announced_later(match_now) for match_now in rounds[-1]]
    return BracketNow(
        size=drawn.size,
        qualifiers=drawn.qualifiers,
        byes=bye_count(drawn.qualifiers),
        chart=chart_name(drawn.qualifiers),
        rounds=tuple(tuple(played) for played in rounds),
        players_report=drawn.players_report,
    )


def _announced_later(match_now: MatchNow) -> MatchNow:
    """The final as shown while its course is held back: with players, time and table only."""
    return replace(
        match_now, games=(), winner=None, ended="", ended_reason="", gone=None, announced_later=match_now.is_ready
    )


WITHDRAWAL = "withdrawal"
"""The public word for a removal from play; the qualifying round uses it too."""


def discreet(drawn: BracketNow) -> BracketNow:
    """The bracket for readers without a role: removals from play read as withdrawals."""
    return replace(
        drawn, rounds=tuple(tuple(discreet_match(match_now) for match_now in played) for played in drawn.rounds)
    )


def discreet_match(match_now: MatchNow) -> MatchNow:
    """The match for readers without a role: a removal from play reads as a withdrawal."""
    return replace(match_now, ended=WITHDRAWAL) if match_now.ended == Match.Ended.REMOVAL else match_now


def match(event: Event, number: int, *, final: bool = True) -> MatchNow:
    """The current state of one match; without `final`, the course of a final is left out.

    Raises ValueError for a number that the bracket does not have.
    """
    drawn = bracket(event, final=final)
    for match_now in drawn.matches if drawn else ():
        if match_now.match == number:
            return match_now
    raise ValueError(f"no match {number} in {event}")


def candidates(number: int, side: str, by_number: dict[int, MatchNow], size: int) -> str:
    """The two players one of whom comes to this side of the match, in words; empty until both are known."""
    earlier_matches = feeders(number, size)
    if earlier_matches is None:
        return ""
    source = by_number[earlier_matches[0] if side == "top" else earlier_matches[1]]
    return playoffs_words.either(source.top.name, source.bottom.name) if source.top and source.bottom else ""


# --- As the API shows it ---------------------------------------------------------------------------------------------


def side_values(side: Side | None) -> dict[str, Any] | None:
    return (
        None
        if side is None
        else {
            "seed": side.seed,
            "seat": side.seat,
            "name": side.entered_name,
            "players": list(side.players),
        }
    )


def game_values(game: Game) -> dict[str, Any]:
    return {"game": game.game, "winner": game.winner, "forfeit": game.forfeit, "conceded": game.conceded}


def match_values(match_now: MatchNow) -> dict[str, Any]:
    """One match as API values."""
    return {
        "match": match_now.match,
        "best_of": match_now.best_of,
        "top": side_values(match_now.top),
        "bottom": side_values(match_now.bottom),
        "bye": match_now.bye,
        "games": [game_values(game) for game in match_now.games],
        "winner": match_now.winner,
        "scheduled_at": match_now.scheduled_at,
        "table": match_now.table,
        "ended": match_now.ended or None,
        "gone": match_now.gone,
        "announced_later": match_now.announced_later,
    }


def bracket_values(drawn: BracketNow, differ: frozenset[int] = frozenset()) -> dict[str, Any]:
    """The bracket as API values; `differ` are the matches whose players report different winners."""
    return {
        "size": drawn.size,
        "byes": drawn.byes,
        "chart": drawn.chart,
        "players_report": drawn.players_report,
        "differ": sorted(differ),
        "rounds": [[match_values(drawn) for drawn in played] for played in drawn.rounds],
    }
