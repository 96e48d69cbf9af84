"""The match of one entrant, as the page of their personal link shows it."""

from __future__ import annotations

from dataclasses import dataclass

from brackets.access import PART, reader_of_links
from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side, bracket, candidates, discreet_match
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.reads.claims import Claim, claims_of
from brackets.matches.reads.matchcard import GameRow, dealing_of, game_rows
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments.models import Entry, Event
from tournaments.models.people import with_people


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """The current or last match of an entrant. `opponent` is a name, or who it may be.

    `said` and `other_said` are the winners of the next game as reported by the entrant and the opponent. `may_report`:
    the entrant may report now; `why_not` says why not if players may report in general.
    """

    now: MatchNow
    me: Side
    opponent: str
    opponent_side: Side | None
    round_name: str
    starts: str
    dealing: str
    ending: str
    rows: tuple[GameRow, ...]
    my_games: int
    their_games: int
    may_report: bool
    why_not: str
    claims: tuple[Claim, ...]
    is_champion: bool

    @property
    def said(self) -> Side | None:
        return next((claim.winner for claim in self.claims if claim.player == self.me), None)

    @property
    def other_said(self) -> Side | None:
        return next((claim.winner for claim in self.claims if claim.player != self.me), None)

    @property
    def differ(self) -> bool:
        return None not in (self.said, self.other_said) and self.said != self.other_said


def own_match(entry: Entry) -> OwnMatch | None:
    """The match of this entrant; None for entrants outside the bracket, and while the bracket is hidden."""
    event = entry.event
    if PART in event.hidden:
        return None
    drawn = bracket(event)
    mine = [
        match
        for match in (drawn.matches if drawn else ())
        if not match.bye and entry.seat in {side.seat for side in match.sides}
    ]
    if drawn is None or not mine:
        return None
    return _shown(event, drawn, discreet_match(mine[-1]), entry.seat)


def _shown(event: Event, drawn: BracketNow, now: MatchNow, seat: str) -> OwnMatch:
    me = next(side for side in now.sides if side.seat == seat)
    other = next((side for side in now.sides if side != me), None)
    by_number = {match.match: match for match in drawn.matches}
    place = "bottom" if now.top == me else "top"
    asked = drawn.players_report and now.in_play
    reader = reader_of_links(event, _entries(event, now)) if asked else None
    return OwnMatch(
        now=now,
        me=me,
        opponent=other.name if other else candidates(now.match, place, by_number, drawn.size),
        opponent_side=other,
        round_name=playoffs_words.round_name(now.round, len(drawn.rounds)),
        starts=playoffs_words.day_and_clock(now.scheduled_at, event) if now.scheduled_at else "",
        dealing=dealing_of(now, event),
        ending=running_words.ending(now.ended, now.loser.name) if now.loser and now.ended else "",
        rows=game_rows(now, event),
        my_games=now.won_by(me),
        their_games=now.won_by(other) if other else 0,
        may_report=asked and reader is None,
        why_not=running_words.speaks_for_both(reader.name) if reader else "",
        claims=claims_of(event, now) if asked else (),
        is_champion=drawn.champion == me,
    )


def _entries(event: Event, now: MatchNow) -> list[Entry]:
    """The two players of this match, with their accounts."""
    row = Match.objects.select_related(
        "top__player__user", "bottom__player__user", *with_people("top__player", "bottom__player")
    ).get(bracket__event=event, number=now.match)
    return [entry for entry in (row.top, row.bottom) if entry is not None]
