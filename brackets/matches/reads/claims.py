"""The reports that the players of a match send of its next game through their personal links."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side
from brackets.models import GameClaim
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's report of who won the next game."""

    game: int
    player: Side
    winner: Side


def claims_of(event: Event, match: MatchNow) -> tuple[Claim, ...]:
    """The players' claims about the next game of this match."""
    rows = GameClaim.objects.filter(match__bracket__event=event, match__number=match.match, game=match.next_game)
    by_seat = {side.seat: side for side in match.sides}
    return tuple(
        Claim(row.game, by_seat[row.entry.seat], by_seat[row.winner.seat])
        for row in rows.select_related("entry", "winner")
    )


def differing(event: Event, drawn: BracketNow | None) -> frozenset[int]:
    """The numbers of the matches whose players report different winners of the next game. At most one query."""
    if drawn is None or not drawn.players_report:
        return frozenset()
    next_games = {(match.match, match.next_game) for match in drawn.matches if match.in_play}
    winners_by_match: dict[int, set[int]] = defaultdict(set)
    rows = GameClaim.objects.filter(match__bracket__event=event)
    for number, game, winner in rows.values_list("match__number", "game", "winner_id"):
        if (number, game) in next_games:
            winners_by_match[number].add(winner)
    return frozenset(number for number, winners in winners_by_match.items() if len(winners) > 1)
