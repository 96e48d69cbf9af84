"""Winners move on, and back where a win is taken back; in a transaction that holds the event's lock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.bracket.rules.chart import next_slot
from brackets.matches.actions.guards import current
from brackets.matches.reads.takingback import Falling, TakingBack, taking_back_values
from brackets.models import Match, MatchGame
from tournaments.access import Actor
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rules.phase import Phase


def win(event: Event, row: Match, winner: Entry) -> list[int]:
    """Give the match to this player, who moves on; after the final, the event is in its report phase.

    A next match whose other player is gone is won at once, and so on. Returns the numbers of matches won that way.
    """
    passed: list[int] = []
    while True:
        row.winner = winner
        row.save(update_fields=["winner"])
        after = next_slot(row.number, row.bracket.size)
        if after is None:
            _set_phase(event, Phase.REPORT)
            return passed
        row = match_of(event, after[0], locked=True)
        setattr(row, after[1], winner)
        row.save(update_fields=[after[1]])
        if row.gone is None:
            return passed
        passed.append(row.number)


def unwin(event: Event, row: Match, back: TakingBack) -> None:
    """Take the match from its winner and remove them from all later matches, with everything recorded there."""
    final = next_slot(row.number, row.bracket.size) is None
    player, row.winner = row.winner, None
    row.save(update_fields=["winner"])
    for fallen in back.falls:
        following = match_of(event, fallen.match, locked=True)
        assert player is not None  # only what was won is taken back
        leaves, player = player, following.winner
        setattr(following, "top" if following.top_id == leaves.pk else "bottom", None)
        following.winner = None
        if not fallen.waits:
            following.ended, following.ended_reason, following.gone = "", "", None
        following.games.all().delete()
        following.claims.all().delete()
        following.save(update_fields=["top", "bottom", "winner", "ended", "ended_reason", "gone"])
        final = final or next_slot(following.number, row.bracket.size) is None
    if final:
        _set_phase(event, Phase.PLAYOFFS)


def refuse_unasked(
    event: Event,
    row: Match,
    back: TakingBack,
    *,
    through: bool,
    mark: str | None,
    reason: str,
    actor: Actor,
) -> None:
    """Raise Refused unless the actor saw what falls and asked for it.

    `stale` (another act is the last one by now, or something else falls), `begun` (a later match has begun, without
    `through`), Malformed (no reason), Forbidden (`own_card`: the actor plays in a match that falls).
    """
    if mark is not None and mark != back.mark:
        _refuse_stale(event, row, back)
    if not back.begun:
        return
    if not through:
        first = next(fallen for fallen in back.falls if fallen.begun)
        raise Refused(
            "begun",
            _("Match %(next)s has begun with the winner of this one. The director can take back both, with a reason.")
            % {"next": first.match},
            faults=[Fault(f"falls.{place}", "begun", str(fallen)) for place, fallen in enumerate(back.falls)],
            current={**current(event, row), "taking_back": taking_back_values(back)},
        )
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    for fallen in back.falls:
        refuse_own_match(actor, match_of(event, fallen.match))
    if mark is None:
        _refuse_stale(event, row, back)


def _refuse_stale(event: Event, row: Match, back: TakingBack) -> NoReturn:
    raise Refused(
        "stale",
        _("Something else would fall by now. Look at it again, then take it back."),
        current={**current(event, row), "taking_back": taking_back_values(back)},
    )


def fallen_values(falls: Iterable[Falling]) -> list[dict[str, Any]]:
    """What fell, for the log: enough to record it all again by hand."""
    return [
        {
            "match": fallen.match,
            "player": fallen.player.seat,
            "games": [game_kept(game.game, game.winner, game.forfeit, game.conceded) for game in fallen.games],
            "ended": fallen.ended,
            "loser": fallen.loser,
            "reason": fallen.reason,
        }
        for fallen in falls
    ]


def game_kept(game: int, winner: str, forfeit: bool, conceded: bool) -> dict[str, Any]:
    return {"game": game, "winner": winner, "forfeit": forfeit, "conceded": conceded}


def snapshot(row: Match, game: MatchGame) -> dict[str, Any]:
    """One game for the log, with the winner of the match after it."""
    kept = game_kept(game.game, game.winner.seat, game.forfeit, game.conceded)
    return {**kept, "match_won_by": row.winner.seat if row.winner else None}


def _set_phase(event: Event, phase: Phase) -> None:
    event.phase = phase
    event.save(update_fields=["phase"])
