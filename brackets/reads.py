"""Fetches a bracket and gives what pages and API show of it, in a constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from brackets import words
from brackets.models import Bracket, Match, MatchGame
from brackets.rules import forfeit
from brackets.rules import match as match_rules
from brackets.rules.byes import bracket_size, bye_count
from brackets.rules.chart import chart_name, feeders, first_round, next_slot, round_count
from scorecards.models import QualifyingResult
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Side:
    """A qualifier in a match."""

    seed: int
    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class Game:
    """One game as recorded, and when."""

    game: int
    winner: str
    forfeit: bool
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class MatchNow:
    """One match as it stands. Both sides are None until the matches before it are won; a bye has only its seed."""

    match: int
    round: int
    best_of: int
    top: Side | None
    bottom: Side | None
    bye: bool
    games: tuple[Game, ...]
    winner: str | None
    scheduled_at: datetime | None

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in (self.top, self.bottom) if side is not None)

    @property
    def is_ready(self) -> bool:
        return self.top is not None and self.bottom is not None

    @property
    def in_play(self) -> bool:
        """Both players are known and neither has won yet."""
        return self.is_ready and self.winner is None

    @property
    def next_game(self) -> int:
        return len(self.games) + 1

    def won_by(self, side: Side) -> int:
        return sum(1 for game in self.games if game.winner == side.seat)

    def lost_by_absence(self, side: Side) -> bool:
        """Whether this side lost the match without having been there for any of it."""
        return (
            self.winner not in (None, side.seat)
            and not self.bye
            and all(game.forfeit and game.winner != side.seat for game in self.games)
        )


@dataclass(frozen=True, slots=True)
class BracketNow:
    """The whole bracket, its rounds from the first, each in chart order from the top."""

    size: int
    qualifiers: int
    byes: int
    chart: str
    rounds: tuple[tuple[MatchNow, ...], ...]

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
        """The first round that still has a match to be won, from 1; the final once there is none."""
        open_rounds = (n for n, played in enumerate(self.rounds, start=1) if any(not m.winner for m in played))
        return next(open_rounds, len(self.rounds))


def qualifiers(event: Event) -> dict[int, Side]:
    """The posted qualifiers by the primary key of their entry; none before posting."""
    rows = QualifyingResult.objects.filter(event=event, seed__isnull=False).order_by("seed")
    return {
        entry: Side(seed, f"{table}-{number}", name)
        for entry, seed, table, number, name in rows.values_list(
            "entry_id", "seed", "entry__table", "entry__seat_number", "entry__name"
        )
    }


def bracket(event: Event) -> BracketNow | None:
    """The bracket as it stands; None before it is drawn."""
    drawn = Bracket.objects.filter(event=event).first()
    if drawn is None:
        return None
    sides = qualifiers(event)
    games: dict[int, list[Game]] = {}
    for game in MatchGame.objects.filter(match__bracket=drawn).order_by("match_id", "game"):
        found = Game(game.game, sides[game.winner_id].seat, game.forfeit, game.recorded_at)
        games.setdefault(game.match_id, []).append(found)
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
            )
        )
    return BracketNow(
        size=drawn.size,
        qualifiers=drawn.qualifiers,
        byes=bye_count(drawn.qualifiers),
        chart=chart_name(drawn.qualifiers),
        rounds=tuple(tuple(played) for played in rounds),
    )


def match(event: Event, number: int) -> MatchNow:
    """One match as it stands. ValueError where the bracket has no such match."""
    drawn = bracket(event)
    for found in drawn.matches if drawn else ():
        if found.match == number:
            return found
    raise ValueError(f"no match {number} in {event}")


# --- As the API shows it ---------------------------------------------------------------------------------------------


def side_values(side: Side | None) -> dict[str, Any] | None:
    return None if side is None else {"seed": side.seed, "seat": side.seat, "name": side.name}


def game_values(game: Game) -> dict[str, Any]:
    return {"game": game.game, "winner": game.winner, "forfeit": game.forfeit}


def match_values(now: MatchNow) -> dict[str, Any]:
    """One match as the contract shows it."""
    return {
        "match": now.match,
        "best_of": now.best_of,
        "top": side_values(now.top),
        "bottom": side_values(now.bottom),
        "bye": now.bye,
        "games": [game_values(game) for game in now.games],
        "winner": now.winner,
        "scheduled_at": now.scheduled_at,
    }


def bracket_values(now: BracketNow) -> dict[str, Any]:
    """The bracket as the contract shows it."""
    return {
        "size": now.size,
        "byes": now.byes,
        "chart": now.chart,
        "rounds": [[match_values(found) for found in played] for played in now.rounds],
    }


# --- As the pages show it --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One player in a box of the bracket: `score` is a number of games or a word, `state` "won", "lost" or ""."""

    seed: str
    name: str
    score: str = ""
    state: str = ""
    score_is_word: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One match as drawn: `kind` is "bye", "empty" (nobody known), "live", "done" or "" (one player known)."""

    match: int
    kind: str
    lines: tuple[BoxLine, ...]
    foot: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One column of the bracket."""

    number: int
    name: str
    tab: str
    note: str
    best_of: int
    boxes: tuple[Box, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """Everything the bracket page and the poster say."""

    now: BracketNow
    lead: str
    rounds: tuple[RoundShown, ...]
    current_round: int
    champion: Side | None


def bracket_page(event: Event) -> BracketPage | None:
    """The bracket as its page shows it; None before it is drawn."""
    drawn = bracket(event)
    if drawn is None:
        return None
    by_number = {found.match: found for found in drawn.matches}
    last = len(drawn.rounds)
    rounds = tuple(
        RoundShown(
            number=number,
            name=words.round_name(number, last),
            tab=words.round_tab(number, last),
            note=words.round_note(
                matches=sum(1 for found in played if not found.bye),
                byes=sum(1 for found in played if found.bye),
                in_play=sum(1 for found in played if found.in_play),
                left=sum(1 for found in played if found.winner is None),
                starts=_common_start(played, event),
            ),
            best_of=played[0].best_of,
            boxes=tuple(_box(found, by_number, drawn.size, event) for found in played),
            open=any(found.winner is None for found in played),
        )
        for number, played in enumerate(drawn.rounds, start=1)
    )
    return BracketPage(
        now=drawn,
        lead=words.bracket_lead(drawn.best_of, qualifiers=drawn.qualifiers, size=drawn.size, byes=drawn.byes),
        rounds=rounds,
        current_round=drawn.current_round,
        champion=drawn.champion,
    )


def _common_start(played: Iterable[MatchNow], event: Event) -> str:
    """The one time at which all matches of a round that are still open start; empty where they differ."""
    times = {found.scheduled_at for found in played if found.winner is None}
    only = times.pop() if len(times) == 1 else None
    return words.day_and_clock(only, event) if only else ""


def _candidates(number: int, side: str, by_number: dict[int, MatchNow], size: int) -> str:
    """Who may come to this place: the two who play for it, where both are known."""
    before = feeders(number, size)
    if before is None:
        return ""
    source = by_number[before[0] if side == "top" else before[1]]
    return words.either(source.top.name, source.bottom.name) if source.top and source.bottom else ""


def _box(now: MatchNow, by_number: dict[int, MatchNow], size: int, event: Event) -> Box:
    if now.bye:
        side = now.sides[0]
        lines = (BoxLine(str(side.seed), side.name, words.bye(), score_is_word=True),)
        return Box(now.match, "bye", lines, (), words.spoken_bye(side.name))
    found = []
    for place, side in (("top", now.top), ("bottom", now.bottom)):
        if side is None:
            found.append(BoxLine("", _candidates(now.match, place, by_number, size) or words.to_be_played()))
            continue
        absent = now.lost_by_absence(side)
        shown = words.forfeited() if absent else str(now.won_by(side)) if now.is_ready else ""
        state = "" if now.winner is None else "won" if now.winner == side.seat else "lost"
        found.append(BoxLine(str(side.seed), side.name, shown, state, score_is_word=absent))
    if not now.sides and found[0].name == found[1].name:
        found = found[:1]
    if not now.sides:
        kind = "empty"
    else:
        kind = "live" if now.in_play else "done" if now.winner else ""
    foot: list[str] = []
    if now.in_play:
        foot.append(words.game_number(now.next_game))
    if now.winner is None and now.scheduled_at and not now.games:
        foot.append(words.day_and_clock(now.scheduled_at, event))
    winner = next((side.name for side in now.sides if side.seat == now.winner), "")
    return Box(now.match, kind, tuple(found), tuple(foot), words.spoken_state(winner, in_play=now.in_play))


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of the match card, played or not; `state` is "done", "now" or "to-do"."""

    game: int
    top: str
    bottom: str
    state: str
    forfeited: str = ""


@dataclass(frozen=True, slots=True)
class ClockStop:
    """A moment of the forfeit clock; `place` is where it stands on its line, in per cent."""

    at: datetime
    what: str
    place: str
    past: bool


@dataclass(frozen=True, slots=True)
class ForfeitClock:
    """The clock of rule 13.1 for one match: `next_at` is when the next game is forfeited, `allowed` whether that is now."""

    stops: tuple[ClockStop, ...]
    minutes: int
    hand: str
    next_game: int
    next_at: datetime
    allowed: bool
    seconds_left: int
    left: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything a match page says."""

    now: MatchNow
    title: str
    round_name: str
    rows: tuple[GameRow, ...]
    top_won: int
    bottom_won: int
    top_name: str
    bottom_name: str
    winner: Side | None
    is_final: bool
    next_match: int | None
    next_begun: bool
    consequences: tuple[str, ...]
    clock: ForfeitClock | None
    state: str


def match_page(event: Event, number: int, at: datetime) -> MatchPage:
    """One match as its page shows it at this moment. ValueError where the bracket has no such match."""
    drawn = bracket(event)
    by_number = {found.match: found for found in drawn.matches} if drawn else {}
    if drawn is None or number not in by_number:
        raise ValueError(f"no match {number} in {event}")
    now = by_number[number]
    after = next_slot(number, drawn.size)
    following = by_number[after[0]] if after else None
    names = [
        side.name if side else (words.bye() if now.bye else _candidates(number, place, by_number, drawn.size))
        for place, side in (("top", now.top), ("bottom", now.bottom))
    ]
    top_name, bottom_name = (name or words.to_be_played() for name in names)
    return MatchPage(
        now=now,
        title=words.match_title(now.number_of_names, top_name, bottom_name, now.match),
        round_name=words.round_name(now.round, len(drawn.rounds)),
        rows=_game_rows(now, event),
        top_won=now.won_by(now.top) if now.top else 0,
        bottom_won=now.won_by(now.bottom) if now.bottom else 0,
        top_name=top_name,
        bottom_name=bottom_name,
        winner=next((side for side in now.sides if side.seat == now.winner), None),
        is_final=following is None,
        next_match=following.match if following else None,
        next_begun=bool(following and following.games),
        consequences=_consequences(now, following, after[1] if after else "", by_number, drawn.size),
        clock=_clock(now, event, at),
        state=_state(now),
    )
