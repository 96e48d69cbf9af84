"""The match of one entrant, as the page behind their personal link shows it."""

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
    """The current or last match of an entrant: `now` is its state, `me` the entrant's side.

    `opponent` is the name of the opponent, or who it may be. `may_report`: the entrant may report now. `why_not` says
    why the entrant may not report although the director allows reports; else it is empty.
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
        """The winner of the next game as the entrant reported it; None without a report."""
        return next((claim.winner for claim in self.claims if claim.player == self.me), None)

    @property
    def other_said(self) -> Side | None:
        """The winner of the next game as the opponent reported it; None without a report."""
        return next((claim.winner for claim in self.claims if claim.player != self.me), None)

    @property
    def differ(self) -> bool:
        """Whether the two players report different winners of the next game."""
        return None not in (self.said, self.other_said) and self.said != self.other_said


def own_match(entry: Entry) -> OwnMatch | None:
    """The match of this entrant; None for entrants outside the bracket, and while the bracket is hidden."""
    event = entry.event
    if PART in event.hidden:
        return None
    drawn = bracket(event)
    own_matches = [
        match
        for match in (drawn.matches if drawn else ())
        if not match.bye and entry.seat in {side.seat for side in match.sides}
    ]
    if drawn is None or not own_matches:
        return None
    return _shown(event, drawn, discreet_match(own_matches[-1]), entry.seat)


def _shown(event: Event, drawn: BracketNow, match: MatchNow, seat: str) -> OwnMatch:
    """A match as the player at this seat sees it."""
    me = next(side for side in match.sides if side.seat == seat)
    opponent = next((side for side in match.sides if side != me), None)
    by_number = {each.match: each for each in drawn.matches}
    opponent_slot = "bottom" if match.top == me else "top"
    is_reporting_open = drawn.players_report and match.in_play
    reader = reader_of_links(event, _entries(event, match)) if is_reporting_open else None
    return OwnMatch(
        now=match,
        me=me,
        opponent=opponent.name if opponent else candidates(match.match, opponent_slot, by_number, drawn.size),
        opponent_side=opponent,
        round_name=playoffs_words.round_name(match.round, len(drawn.rounds)),
        starts=playoffs_words.day_and_clock(match.scheduled_at, event) if match.scheduled_at else "",
        dealing=dealing_of(match, event),
        ending=running_words.ending(match.ended, match.loser.name) if match.loser and match.ended else "",
        rows=game_rows(match, event),
        my_games=match.won_by(me),
        their_games=match.won_by(opponent) if opponent else 0,
        may_report=is_reporting_open and reader is None,
        why_not=running_words.speaks_for_both(reader.name) if reader else "",
        claims=claims_of(event, match) if is_reporting_open else (),
        is_champion=drawn.champion == me,
    )


def _entries(event: Event, match: MatchNow) -> list[Entry]:
    """The two players of this match, with their accounts."""
    row = Match.objects.select_related(
        "top__player__user", "bottom__player__user", *with_people("top__player", "bottom__player")
    ).get(bracket__event=event, number=match.match)
    return [entry for entry in (row.top, row.bottom) if entry is not None]
