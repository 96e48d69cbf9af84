"""Winners move on to their next match, and leave it again when a win is taken back.

Every function runs in a transaction that holds the event's lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from brackets.access import match_of, refuse_own_match
from brackets.bracket.rules.chart import next_slot
from brackets.matches.actions.guards import match_values_now
from brackets.matches.reads.takingback import Falling, TakingBack, taking_back_values
from brackets.models import Match, MatchGame
from tournaments.access import Actor
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rules.phase import Phase


def win(event: Event, row: Match, winner: Entry) -> list[int]:
    """Record the winner of a match and enter them in their next match.

    After the final, the event enters its report phase. If the other player of the next match is gone, the winner wins
    that match at once and moves on again. Returns the numbers of the matches won at once.
    """
    won_at_once: list[int] = []
    while True:
        row.winner = winner
        row.save(update_fields=["winner"])
        next_place = next_slot(row.number, row.bracket.size)
        if next_place is None:
            _set_phase(event, Phase.REPORT)
            return won_at_once
        next_number, slot = next_place
        row = match_of(event, next_number, locked=True)
        setattr(row, slot, winner)
        row.save(update_fields=[slot])
        if row.gone is None:
            return won_at_once
        won_at_once.append(row.number)


def unwin(event: Event, row: Match, preview: TakingBack) -> None:
    """Remove the winner of a match, and clear every later match that follows from the win (`preview.falls`).

    If the final is among these matches, the event returns to its playoffs phase.
    """
    reaches_final = next_slot(row.number, row.bracket.size) is None
    advanced, row.winner = row.winner, None
    row.save(update_fields=["winner"])
    for fallen in preview.falls:
        later = match_of(event, fallen.match, locked=True)
        assert advanced is not None  # a later match falls only if the match before it was won
        slot = "top" if later.top_id == advanced.pk else "bottom"
        advanced = later.winner
        setattr(later, slot, None)
        later.winner = None
        if not fallen.waits:
            later.ended, later.ended_reason, later.gone = "", "", None
        later.games.all().delete()
        later.claims.all().delete()
        later.save(update_fields=["top", "bottom", "winner", "ended", "ended_reason", "gone"])
        reaches_final = reaches_final or next_slot(later.number, row.bracket.size) is None
    if reaches_final:
        _set_phase(event, Phase.PLAYOFFS)


def refuse_unasked(
    event: Event,
    row: Match,
    preview: TakingBack,
    *,
    through: bool,
    mark: str | None,
    reason: str,
    actor: Actor,
) -> None:
    """Refuse to take back the last act of a match unless the actor has seen the preview and confirmed what falls.

    `mark` identifies the preview that the actor saw. `through` confirms that matches that have begun may fall too.

    Raises Refused `stale` if the preview has changed since, or if later matches have begun and no `mark` was sent.
    Raises Refused `begun` if a later match has begun and `through` is false.
    Raises Malformed if a later match has begun and no reason is given.
    Raises Forbidden (`own_card`) if the actor plays in a match that falls.
    """
    if mark is not None and mark != preview.mark:
        _refuse_stale(event, row, preview)
    if not preview.begun:
        return
    if not through:
        first = next(fallen for fallen in preview.falls if fallen.begun)
        raise Refused(
            "begun",
            _("Match %(next)s has begun with the winner of this one. The director can take back both, with a reason.")
            % {"next": first.match},
            faults=[Fault(f"falls.{place}", "begun", str(fallen)) for place, fallen in enumerate(preview.falls)],
            current={**match_values_now(event, row), "taking_back": taking_back_values(preview)},
        )
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    for fallen in preview.falls:
        refuse_own_match(actor, match_of(event, fallen.match))
    if mark is None:
        _refuse_stale(event, row, preview)


def _refuse_stale(event: Event, row: Match, preview: TakingBack) -> NoReturn:
    """Raise Refused `stale` with the match and the current preview."""
    raise Refused(
        "stale",
        _("This changed while you looked at it. Look again, then take it back."),
        current={**match_values_now(event, row), "taking_back": taking_back_values(preview)},
    )


def fallen_values(falls: Iterable[Falling]) -> list[dict[str, Any]]:
    """The matches that fell, as values for the log: complete enough to record them again by hand."""
    return [
        {
            "match": fallen.match,
            "player": fallen.player.seat,
            "games": [_game_values(game.game, game.winner, game.forfeit, game.conceded) for game in fallen.games],
            "ended": fallen.ended,
            "loser": fallen.loser,
            "reason": fallen.reason,
        }
        for fallen in falls
    ]


def _game_values(game: int, winner: str, forfeit: bool, conceded: bool) -> dict[str, Any]:
    """One game as values for the log; `winner` is a seat."""
    return {"game": game, "winner": winner, "forfeit": forfeit, "conceded": conceded}


def snapshot(row: Match, game: MatchGame) -> dict[str, Any]:
    """One game as values for the log, with the winner of the match, if the match is won."""
    values = _game_values(game.game, game.winner.seat, game.forfeit, game.conceded)
    return {**values, "match_won_by": row.winner.seat if row.winner else None}


def _set_phase(event: Event, phase: Phase) -> None:
    event.phase = phase
    event.save(update_fields=["phase"])
