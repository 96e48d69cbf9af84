"""One match as its page shows it, with the forfeit clock."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side, bracket, candidates, discreet_match
from brackets.bracket.rules import forfeit
from brackets.bracket.rules import match as match_rules
from brackets.bracket.rules.chart import next_slot
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.reads.claims import Claim, claims_of
from brackets.matches.reads.takingback import TakingBack, taking_back_of
from brackets.matches.words import running as running_words
from tournaments.models import Event
from tournaments.rules.hiding import FINAL


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of the match card; `won` is "top" or "bottom" once it is played.

    `state` is "done", "now" or "" (to come).
    """

    game: int
    top: str
    bottom: str
    state: str
    won: str = ""


@dataclass(frozen=True, slots=True)
class ClockStop:
    """A time at which a game is forfeited; `place` is its position on the line of the clock, in percent."""

    time: str
    what: str
    place: str
    past: bool


@dataclass(frozen=True, slots=True)
class ForfeitClock:
    """The clock of rule 13.1 for one match, at one moment.

    `hand` is its position on the line in percent, `minutes` the length of that line. `game` is the next one to be
    forfeited, `time` when, and `seconds` and `left` the time until then. `absent` are the players the clock may still
    run against.
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
    """Everything on a match page. `state` changes with any of it except the clock.

    `ending` says how it ended if not by its games, or who is gone; else it is empty. `back` is what taking back its
    last act would do. `claims` are the players' reports on the next game.
    """

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
    consequences: tuple[str, ...]
    clock: ForfeitClock | None
    table: str
    ending: str
    dealing: str
    back: TakingBack
    players_report: bool
    claims: tuple[Claim, ...]
    state: str

    @property
    def differ(self) -> bool:
        return len({claim.winner for claim in self.claims}) > 1


def match_page(event: Event, number: int, shown_at: datetime, *, to_staff: bool = False) -> MatchPage:
    """One match as its page shows it at this moment; `to_staff` also a final that is held back.

    Raises ValueError for an invalid number.
    """
    drawn = bracket(event, final=to_staff or FINAL not in event.hidden)
    by_number = {match.match: match for match in drawn.matches} if drawn else {}
    if drawn is None or number not in by_number:
        raise ValueError(f"no match {number} in {event}")
    now = by_number[number] if to_staff else discreet_match(by_number[number])
    after = next_slot(number, drawn.size)
    top_name = now.top.name if now.top else candidates(number, "top", by_number, drawn.size)
    bottom_name = now.bottom.name if now.bottom else candidates(number, "bottom", by_number, drawn.size)
    back = taking_back_of(drawn, number)
    claims = claims_of(event, now) if drawn.players_report and now.in_play else ()
    return MatchPage(
        now=now,
        title=playoffs_words.match_title(number, [side.name for side in now.sides], bye=now.bye),
        round_name=playoffs_words.round_name(now.round, len(drawn.rounds)),
        top_name=top_name or playoffs_words.to_be_played(),
        bottom_name=bottom_name or playoffs_words.to_be_played(),
        top_won=now.won_by(now.top) if now.top else 0,
        bottom_won=now.won_by(now.bottom) if now.bottom else 0,
        rows=game_rows(now, event),
        starts=playoffs_words.day_and_clock(now.scheduled_at, event) if now.scheduled_at else "",
        winner=next((side for side in now.sides if side.seat == now.winner), None),
        is_final=after is None,
        next_match=after[0] if after else None,
        consequences=_consequences(now, by_number, drawn),
        clock=_clock(now, event, shown_at),
        table=now.table,
        ending=running_words.ending(now.ended, now.loser.name) if now.ended and now.loser else "",
        dealing=dealing_of(now, event),
        back=back,
        players_report=drawn.players_report,
        claims=claims,
        state=_state(now, back, claims, drawn.players_report),
    )


def _state(now: MatchNow, back: TakingBack, claims: tuple[Claim, ...], players_report: bool) -> str:
    known = [now, back.mark, claims, players_report]
    return hashlib.blake2s(repr(known).encode(), digest_size=6).hexdigest()


def game_rows(now: MatchNow, event: Event) -> tuple[GameRow, ...]:
    rows = []
    for number in range(1, now.best_of + 1):
        if number > len(now.games):
            rows.append(GameRow(number, "", "", "now" if now.in_play and number == now.next_game else ""))
            continue
        game = now.games[number - 1]
        lost = running_words.conceded() if game.conceded else playoffs_words.lost()
        if game.forfeit:
            lost = playoffs_words.forfeited_at(game.recorded_at, event)
        top_won = now.top is not None and game.winner == now.top.seat
        cells = (playoffs_words.won(), lost) if top_won else (lost, playoffs_words.won())
        rows.append(GameRow(number, *cells, "done", "top" if top_won else "bottom"))
    return tuple(rows)


def dealing_of(now: MatchNow, event: Event) -> str:
    """Who deals first in the next game of an open match, or how that is determined."""
    if not now.in_play:
        return ""
    last = now.games[-1].winner if now.games else ""
    loser = next((side.name for side in now.sides if side.seat != last), "")
    return running_words.dealing(event, match_rules.first_deal(len(now.games), event.edition), loser)


def _consequences(now: MatchNow, by_number: dict[int, MatchNow], drawn: BracketNow) -> tuple[str, ...]:
    """What the next game decides, for each side that would win the match with it."""
    if not now.in_play:
        return ()
    after = next_slot(now.match, drawn.size)
    if after is None:
        opponent, goes_to = "", ""
    else:
        following, other = by_number[after[0]], "bottom" if after[1] == "top" else "top"
        met = following.bottom if other == "bottom" else following.top
        opponent = met.name if met else candidates(after[0], other, by_number, drawn.size)
        goes_to = playoffs_words.round_name(following.round, len(drawn.rounds))
    enough = match_rules.needed_wins(now.best_of)
    return tuple(
        playoffs_words.consequence(side.name, now.next_game, opponent, goes_to)
        for side in now.sides
        if now.won_by(side) + 1 == enough
    )


def _clock(now: MatchNow, event: Event, shown_at: datetime) -> ForfeitClock | None:
    """The forfeit clock, if it may run: the match is open and scheduled, and not both players have appeared."""
    winners = {game.winner for game in now.games}
    if not now.in_play or now.scheduled_at is None or len(winners) > 1 or not all(g.forfeit for g in now.games):
        return None
    enough, so_far = match_rules.needed_wins(now.best_of), len(now.games)
    moments = [forfeit.next_forfeit_at(now.scheduled_at, before) for before in range(enough)]
    whole, gone = moments[-1] - now.scheduled_at, shown_at - now.scheduled_at
    next_at = moments[so_far]
    seconds = max(0, -int((shown_at - next_at).total_seconds()))
    return ForfeitClock(
        starts=playoffs_words.clock(now.scheduled_at, event),
        running=gone >= timedelta(0),
        stops=tuple(
            ClockStop(
                playoffs_words.clock(moment, event),
                playoffs_words.forfeit_stop(game, last=game == enough),
                f"{100 * (moment - now.scheduled_at) / whole:.2f}",
                game <= so_far,
            )
            for game, moment in enumerate(moments, start=1)
        ),
        minutes=int(whole.total_seconds()) // 60,
        hand=f"{min(100.0, max(0.0, 100 * gone / whole)):.2f}",
        game=now.next_game,
        time=playoffs_words.clock(next_at, event),
        due=forfeit.forfeits_allowed(now.scheduled_at, shown_at, best_of=now.best_of) > so_far,
        seconds=seconds,
        left=f"{seconds // 60}:{seconds % 60:02}",
        absent=tuple(side for side in now.sides if side.seat not in winners),
    )
