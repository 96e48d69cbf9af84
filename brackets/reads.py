"""Fetches a bracket and gives what pages and API show of it, in a constant number of queries."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

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
        if seed is not None
    }


def is_drawn(event: Event) -> bool:
    """Whether the event has its bracket."""
    return Bracket.objects.filter(event=event).exists()


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
class PaperLine:
    """One line of the chart on paper, blank while nobody is known; a bye has the seed that nobody holds."""

    seed: str = ""
    name: str = ""
    is_bye: bool = False


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One column of the bracket."""

    number: int
    name: str
    tab: str
    note: str
    boxes: tuple[Box, ...]
    paper: tuple[tuple[PaperLine, PaperLine], ...]
    open: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """Everything the bracket page and the poster say."""

    now: BracketNow
    lead: str
    lengths: str
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
            boxes=tuple(_box(found, by_number, drawn.size, event) for found in played),
            paper=tuple((_paper(found, "top", drawn.size), _paper(found, "bottom", drawn.size)) for found in played),
            open=any(found.winner is None for found in played),
        )
        for number, played in enumerate(drawn.rounds, start=1)
    )
    return BracketPage(
        now=drawn,
        lead=words.bracket_lead(drawn.best_of, qualifiers=drawn.qualifiers, size=drawn.size, byes=drawn.byes),
        lengths=words.lengths(drawn.best_of),
        rounds=rounds,
        current_round=drawn.current_round,
        champion=drawn.champion,
    )


def _paper(now: MatchNow, place: str, size: int) -> PaperLine:
    side = now.top if place == "top" else now.bottom
    if side is not None:
        return PaperLine(str(side.seed), side.name)
    if now.bye and now.top is not None:
        return PaperLine(str(size + 1 - now.top.seed), words.bye(), is_bye=True)
    return PaperLine()


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
        passes = now.sides[0]
        lines = (BoxLine(str(passes.seed), passes.name, words.bye(), score_is_word=True),)
        return Box(now.match, "bye", lines, (), words.spoken_bye(passes.name))
    found = []
    for place, side in (("top", now.top), ("bottom", now.bottom)):
        if side is None:
            found.append(BoxLine("", _candidates(now.match, place, by_number, size) or words.to_be_played()))
            continue
        absent = now.lost_by_absence(side)
        shown = words.forfeited() if absent else str(now.won_by(side)) if now.is_ready else ""
        outcome = "" if now.winner is None else "won" if now.winner == side.seat else "lost"
        found.append(BoxLine(str(side.seed), side.name, shown, outcome, score_is_word=absent))
    if not now.sides and found[0].name == found[1].name:
        found = found[:1]
    state = "live" if now.in_play else "done" if now.winner else ""
    foot: list[str] = []
    if now.in_play:
        foot.append(words.game_number(now.next_game))
    if now.winner is None and now.scheduled_at and not now.games:
        foot.append(words.day_and_clock(now.scheduled_at, event))
    winner = next((side.name for side in now.sides if side.seat == now.winner), "")
    return Box(
        now.match,
        state if now.sides else "empty",
        tuple(found),
        tuple(foot),
        words.spoken_state(winner, in_play=now.in_play),
    )


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of the match card; `won` is "top" or "bottom" once it is played, `state` "done", "now" or "" (to come)."""

    game: int
    top: str
    bottom: str
    state: str
    won: str = ""


@dataclass(frozen=True, slots=True)
class ClockStop:
    """A moment at which a game is forfeited; `place` is where it stands on the line of the clock, in per cent."""

    time: str
    what: str
    place: str
    past: bool


@dataclass(frozen=True, slots=True)
class ForfeitClock:
    """The clock of rule 13.1 for one match, at one moment.

    `hand` is its place on the line in per cent, `minutes` the length of that line; `game` the next one to be forfeited,
    `time` when that is, `seconds` and `left` how long until then. `absent` are those whom the clock may still run against.
    """

    starts: str
    running: bool
    stops: tuple[ClockStop, ...]
    minutes: int
    hand: str
    game: int
    time: str
    due: bool
    seconds: int
    left: str
    absent: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything a match page says. `state` changes whenever any of it does, but for the clock."""

    now: MatchNow
    title: str
    round_name: str
    top_name: str
    bottom_name: str
    top_won: int
    bottom_won: int
    rows: tuple[GameRow, ...]
    starts: str
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
    top_name = now.top.name if now.top else _candidates(number, "top", by_number, drawn.size)
    bottom_name = now.bottom.name if now.bottom else _candidates(number, "bottom", by_number, drawn.size)
    next_begun = following is not None and bool(following.games)
    return MatchPage(
        now=now,
        title=words.match_title(number, [side.name for side in now.sides], bye=now.bye),
        round_name=words.round_name(now.round, len(drawn.rounds)),
        top_name=top_name or words.to_be_played(),
        bottom_name=bottom_name or words.to_be_played(),
        top_won=now.won_by(now.top) if now.top else 0,
        bottom_won=now.won_by(now.bottom) if now.bottom else 0,
        rows=_game_rows(now, event),
        starts=words.day_and_clock(now.scheduled_at, event) if now.scheduled_at else "",
        winner=next((side for side in now.sides if side.seat == now.winner), None),
        is_final=after is None,
        next_match=after[0] if after else None,
        next_begun=next_begun,
        consequences=_consequences(now, by_number, drawn),
        clock=_clock(now, event, at),
        state=_state(now, next_begun),
    )


def _state(now: MatchNow, next_begun: bool) -> str:
    known = [now.top, now.bottom, now.games, now.winner, now.scheduled_at, now.best_of, next_begun]
    return hashlib.blake2s(repr(known).encode(), digest_size=6).hexdigest()


def _game_rows(now: MatchNow, event: Event) -> tuple[GameRow, ...]:
    rows = []
    for number in range(1, now.best_of + 1):
        if number > len(now.games):
            rows.append(GameRow(number, "", "", "now" if now.in_play and number == now.next_game else ""))
            continue
        game = now.games[number - 1]
        lost = words.forfeited_at(game.recorded_at, event) if game.forfeit else words.lost()
        top_won = now.top is not None and game.winner == now.top.seat
        cells = (words.won(), lost) if top_won else (lost, words.won())
        rows.append(GameRow(number, *cells, "done", "top" if top_won else "bottom"))
    return tuple(rows)


def _consequences(now: MatchNow, by_number: dict[int, MatchNow], drawn: BracketNow) -> tuple[str, ...]:
    """What the next game decides, for each side that it would win the match for."""
    if not now.in_play:
        return ()
    after = next_slot(now.match, drawn.size)
    if after is None:
        opponent, goes_to = "", ""
    else:
        following, other = by_number[after[0]], "bottom" if after[1] == "top" else "top"
        met = following.bottom if other == "bottom" else following.top
        opponent = met.name if met else _candidates(after[0], other, by_number, drawn.size)
        goes_to = words.round_name(following.round, len(drawn.rounds))
    enough = match_rules.needed_wins(now.best_of)
    return tuple(
        words.consequence(side.name, now.next_game, opponent, goes_to)
        for side in now.sides
        if now.won_by(side) + 1 == enough
    )


def _clock(now: MatchNow, event: Event, at: datetime) -> ForfeitClock | None:
    """The forfeit clock, where it may run: a time is set, the match is open, and nobody has shown up on both sides."""
    winners = {game.winner for game in now.games}
    if not now.in_play or now.scheduled_at is None or len(winners) > 1 or not all(g.forfeit for g in now.games):
        return None
    enough, so_far = match_rules.needed_wins(now.best_of), len(now.games)
    moments = [forfeit.next_forfeit_at(now.scheduled_at, before) for before in range(enough)]
    whole, gone = moments[-1] - now.scheduled_at, at - now.scheduled_at
    next_at = moments[so_far]
    seconds = max(0, -int((at - next_at).total_seconds()))
    return ForfeitClock(
        starts=words.clock(now.scheduled_at, event),
        running=gone >= timedelta(0),
        stops=tuple(
            ClockStop(
                words.clock(moment, event),
                words.forfeit_stop(game, last=game == enough),
                f"{100 * (moment - now.scheduled_at) / whole:.2f}",
                game <= so_far,
            )
            for game, moment in enumerate(moments, start=1)
        ),
        minutes=int(whole.total_seconds()) // 60,
        hand=f"{min(100.0, max(0.0, 100 * gone / whole)):.2f}",
        game=now.next_game,
        time=words.clock(next_at, event),
        due=forfeit.forfeits_allowed(now.scheduled_at, at, best_of=now.best_of) > so_far,
        seconds=seconds,
        left=f"{seconds // 60}:{seconds % 60:02}",
        absent=tuple(side for side in now.sides if side.seat not in winners),
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What drawing the bracket now would give: shown before the director draws it."""

    qualifiers: tuple[Side, ...]
    size: int
    byes: tuple[Side, ...]
    pairs: tuple[tuple[Side, Side | None], ...]
    approved: bool
    rounds: int


def outlook(event: Event) -> Outlook | None:
    """The bracket that would be drawn from the posted qualifiers; None where there are fewer than two."""
    by_seed = {side.seed: side for side in qualifiers(event).values()}
    if len(by_seed) < 2:
        return None
    drawn = first_round(len(by_seed))
    return Outlook(
        qualifiers=tuple(by_seed.values()),
        size=bracket_size(len(by_seed)),
        byes=tuple(by_seed[seed] for seed in range(1, bye_count(len(by_seed)) + 1)),
        pairs=tuple((by_seed[top], by_seed[bottom] if bottom else None) for top, bottom in drawn),
        approved=chart_name(len(by_seed)) == "13.2",
        rounds=round_count(bracket_size(len(by_seed))),
    )
