"""The playoffs of one player, match by match."""

from __future__ import annotations

from dataclasses import dataclass

from brackets.bracket.reads.drawn import BracketNow, MatchNow
from brackets.bracket.reads.placings import Placing
from brackets.bracket.reads.sentences import MatchTold, kind_of, tell
from brackets.bracket.words import places as places_words
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """One match of a player; `state` is "won", "lost", "bye", or "" while it is open or held back."""

    round_name: str
    state: str
    told: MatchTold


@dataclass(frozen=True, slots=True)
class PlayerRun:
    """The playoffs of one player: the matches from the first, and the place once it is known."""

    seed: int
    matches: tuple[PlayerMatch, ...]
    place: str


def player_run(event: Event, seat: str, drawn: BracketNow, placed: tuple[Placing, ...]) -> PlayerRun | None:
    """The playoffs of the player at this seat; None for nonqualifiers. No query."""
    mine = next((placing for placing in placed if placing.side.seat == seat), None)
    if mine is None:
        return None
    by_number = {match.match: match for match in drawn.matches}
    played = [match for match in drawn.matches if seat in {side.seat for side in match.sides}]
    return PlayerRun(
        seed=mine.side.seed,
        matches=tuple(
            PlayerMatch(
                playoffs_words.round_name(match.round, len(drawn.rounds)),
                _state(match, seat),
                tell(match, by_number, drawn.size, event),
            )
            for match in played
        ),
        place=places_words.place_name(mine.place, mine.shared) if mine.place else "",
    )


def _state(now: MatchNow, seat: str) -> str:
    if kind_of(now) == "bye":
        return "bye"
    return "" if now.winner is None else "won" if now.winner == seat else "lost"
