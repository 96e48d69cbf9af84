"""What the counters find as plain values, as the scripts of the page give it."""

from __future__ import annotations

from judging.rulebook.rules.hands import Count
from judging.rulebook.rules.play import Play
from tournaments.rules.finding import Finding


def plain_count(found: Count | Finding) -> dict[str, object]:
    """It as plain values, the very ones that `countHand` in static/js/count-hand.js gives for the same cards."""
    if isinstance(found, Finding):
        return {"code": found.code, "field": found.field, **dict(found.values)}
    scores = [
        {"kind": score.kind.value, "cards": [str(card) for card in score.cards], "points": score.points}
        for score in found.scores
    ]
    return {"total": found.total, "scores": scores}


def plain_play(found: Play | Finding) -> dict[str, object]:
    """It as plain values, the very ones that `countPlay` in static/js/count-play.js gives for the same cards."""
    if isinstance(found, Finding):
        return {"code": found.code, **dict(found.values)}
    moves = [
        {
            "player": move.player,
            "rank": move.rank,
            "count": move.count,
            "series": move.series,
            "scores": [
                {"kind": score.kind.value, "cards": list(score.cards), "points": score.points} for score in move.scores
            ],
            "could_have": list(move.could_have),
        }
        for move in found.moves
    ]
    return {"moves": moves, "totals": list(found.totals), "count": found.count, "turn": found.turn}
