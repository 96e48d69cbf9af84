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


def player_run(event: Event, seat: str, drawn: BracketNow, placings: tuple[Placing, ...]) -> PlayerRun | None:
    """The playoffs of the player at this seat; None for nonqualifiers. No query."""
    own_placing = next((placing for placing in placings if placing.side.seat == seat), None)
    if own_placing is None:
        return None
    by_number = {match.match: match for match in drawn.matches}
    own_matches = [match for match in drawn.matches if seat in {side.seat for side in match.sides}]
    return PlayerRun(
        seed=own_placing.side.seed,
        matches=tuple(
            PlayerMatch(
                playoffs_words.round_name(match.round, len(drawn.rounds)),
                _state(match, seat),
                tell(match, by_number, drawn.size, event),
            )
            for match in own_matches
        ),
        place=places_words.place_name(own_placing.place, own_placing.shared) if own_placing.place else "",
    )


def _state(match: MatchNow, seat: str) -> str:
    """The state of a match for the player at this seat, as in `PlayerMatch`."""
    if kind_of(match) == "bye":
        return "bye"
    if match.winner is None:
        return ""
    return "won" if match.winner == seat else "lost"
