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
    """One game on the match card. `top` and `bottom` are the cells of the two players.

    `state` is "done", "now" or "" (to come). `won` is "top" or "bottom" once the game is played.
    """

    game: int
    top: str
    bottom: str
    state: str
    won: str = ""


@dataclass(frozen=True, slots=True)
class ClockStop:
    """A time at which a game can be forfeited. `place` is its position on the line of the clock, in percent."""

    time: str
    what: str
    place: str
    past: bool


@dataclass(frozen=True, slots=True)
class ForfeitClock:
    """The clock of rule 13.1 for one match, at one moment.

    `hand` is the position of the hand on the line of the clock in percent, `minutes` the length of that line. `game` is
    the next game to be forfeited, and `time` is when. `seconds` and `countdown` are the time until then. `due`: it can
    be forfeited now. `absent` are the players who have not won a game, against whom the clock may still run.
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
    countdown: str
    absent: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything on a match page.

    `ending` says how the match ended if not by its games, or which player is gone; else it is empty. `taking_back` is a
    preview of taking back its last act. `claims` are the players' reports on the next game. `state` is a hash that
    changes with anything on the page except the clock.
    """

    match: MatchNow
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
    taking_back: TakingBack
    players_report: bool
    claims: tuple[Claim, ...]
    state: str

    @property
    def differ(self) -> bool:
        """Whether the players report different winners of the next game."""
        return len({claim.winner for claim in self.claims}) > 1


def match_page(event: Event, number: int, shown_at: datetime, *, to_staff: bool = False) -> MatchPage:
    """One match as its page shows it at the time `shown_at`. `to_staff` shows also a final that is held back.

    Raises ValueError if the bracket has no such match.
    """
    drawn = bracket(event, final=to_staff or FINAL not in event.hidden)
    by_number = {match.match: match for match in drawn.matches} if drawn else {}
    if drawn is None or number not in by_number:
        raise ValueError(f"no match {number} in {event}")
    match = by_number[number] if to_staff else discreet_match(by_number[number])
    next_place = next_slot(number, drawn.size)
    top_name = match.top.name if match.top else candidates(number, "top", by_number, drawn.size)
    bottom_name = match.bottom.name if match.bottom else candidates(number, "bottom", by_number, drawn.size)
    taking_back = taking_back_of(drawn, number)
    claims = claims_of(event, match) if drawn.players_report and match.in_play else ()
    return MatchPage(
        match=match,
        title=playoffs_words.match_title(number, [side.name for side in match.sides], bye=match.bye),
        round_name=playoffs_words.round_name(match.round, len(drawn.rounds)),
        top_name=top_name or playoffs_words.to_be_played(),
        bottom_name=bottom_name or playoffs_words.to_be_played(),
        top_won=match.won_by(match.top) if match.top else 0,
        bottom_won=match.won_by(match.bottom) if match.bottom else 0,
        rows=game_rows(match, event),
        starts=playoffs_words.day_and_clock(match.scheduled_at, event) if match.scheduled_at else "",
        winner=next((side for side in match.sides if side.seat == match.winner), None),
        is_final=next_place is None,
        next_match=next_place[0] if next_place else None,
        consequences=_consequences(match, by_number, drawn),
        clock=_clock(match, event, shown_at),
        table=match.table,
        ending=running_words.ending(match.ended, match.loser.name) if match.ended and match.loser else "",
        dealing=dealing_of(match, event),
        taking_back=taking_back,
        players_report=drawn.players_report,
        claims=claims,
        state=_state(match, taking_back, claims, drawn.players_report),
    )


def _state(match: MatchNow, taking_back: TakingBack, claims: tuple[Claim, ...], players_report: bool) -> str:
    """A hash of everything that a match page shows except the clock."""
    shown = [match, taking_back.mark, claims, players_report]
    return hashlib.blake2s(repr(shown).encode(), digest_size=6).hexdigest()


def game_rows(match: MatchNow, event: Event) -> tuple[GameRow, ...]:
    """One row for every game that the match can have, played or not."""
    rows = []
    for number in range(1, match.best_of + 1):
        if number > len(match.games):
            is_next = match.in_play and number == match.next_game
            rows.append(GameRow(number, "", "", "now" if is_next else ""))
            continue
        game = match.games[number - 1]
        loser_cell = running_words.conceded() if game.conceded else playoffs_words.lost()
        if game.forfeit:
            loser_cell = playoffs_words.forfeited_at(game.recorded_at, event)
        top_won = match.top is not None and game.winner == match.top.seat
        top, bottom = (playoffs_words.won(), loser_cell) if top_won else (loser_cell, playoffs_words.won())
        rows.append(GameRow(number, top, bottom, "done", "top" if top_won else "bottom"))
    return tuple(rows)


def dealing_of(match: MatchNow, event: Event) -> str:
    """Who deals first in the next game of an open match, or how that is determined."""
    if not match.in_play:
        return ""
    last_winner = match.games[-1].winner if match.games else ""
    loser = next((side.name for side in match.sides if side.seat != last_winner), "")
    return running_words.dealing(event, match_rules.first_deal(len(match.games), event.edition), loser)


def _consequences(match: MatchNow, by_number: dict[int, MatchNow], drawn: BracketNow) -> tuple[str, ...]:
    """What follows if the next game decides the match: a sentence for each side that can win the match with it."""
    if not match.in_play:
        return ()
    next_place = next_slot(match.match, drawn.size)
    if next_place is None:
        opponent, goes_to = "", ""
    else:
        next_number, slot = next_place
        next_match = by_number[next_number]
        other_slot = "bottom" if slot == "top" else "top"
        opponent_side = next_match.bottom if other_slot == "bottom" else next_match.top
        opponent = opponent_side.name if opponent_side else candidates(next_number, other_slot, by_number, drawn.size)
        goes_to = playoffs_words.round_name(next_match.round, len(drawn.rounds))
    needed = match_rules.needed_wins(match.best_of)
    return tuple(
        playoffs_words.consequence(side.name, match.next_game, opponent, goes_to)
        for side in match.sides
        if match.won_by(side) + 1 == needed
    )


def _clock(match: MatchNow, event: Event, shown_at: datetime) -> ForfeitClock | None:
    """The forfeit clock at the time `shown_at`; None if it cannot run.

    It can run if the match is open and has a start, no game was played, and not both players have won a forfeit.
    """
    winners = {game.winner for game in match.games}
    all_forfeits = all(game.forfeit for game in match.games)
    if not match.in_play or match.scheduled_at is None or len(winners) > 1 or not all_forfeits:
        return None
    needed, recorded = match_rules.needed_wins(match.best_of), len(match.games)
    moments = [forfeit.next_forfeit_at(match.scheduled_at, before) for before in range(needed)]
    length = moments[-1] - match.scheduled_at
    elapsed = shown_at - match.scheduled_at
    next_at = moments[recorded]
    seconds = max(0, -int((shown_at - next_at).total_seconds()))
    return ForfeitClock(
        starts=playoffs_words.clock(match.scheduled_at, event),
        running=elapsed >= timedelta(0),
        stops=tuple(
            ClockStop(
                time=playoffs_words.clock(moment, event),
                what=playoffs_words.forfeit_stop(game, last=game == needed),
                place=f"{100 * (moment - match.scheduled_at) / length:.2f}",
                past=game <= recorded,
            )
            for game, moment in enumerate(moments, start=1)
        ),
        minutes=int(length.total_seconds()) // 60,
        hand=f"{min(100.0, max(0.0, 100 * elapsed / length)):.2f}",
        game=match.next_game,
        time=playoffs_words.clock(next_at, event),
        due=forfeit.forfeits_allowed(match.scheduled_at, shown_at, best_of=match.best_of) > recorded,
        seconds=seconds,
        countdown=f"{seconds // 60}:{seconds % 60:02}",
        absent=tuple(side for side in match.sides if side.seat not in winners),
    )
