"""Matches that end by a concession, a removal or a walk-over instead of by their games; and taking that back."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, need_to_end, refuse_own_match
from brackets.bracket.rules.chart import next_slot
from brackets.matches.actions.advancing import fallen_values, refuse_unasked, unwin, win
from brackets.matches.actions.guards import games_of, match_values_now, one_of, players_of, refuse_bye, refuse_ended
from brackets.matches.reads.takingback import taking_back
from brackets.models import Match
from brackets.settling.actions.winnings import winnings
from tournaments import audit
from tournaments.access import Actor, Rights, require
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.errors import Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Entry, Event

_Ended = Match.Ended


ENDINGS = audit.Logged(
    model=Match,
    changes=("ended",),
    by_hand="best_of top bottom winner ended_reason gone",
    left_out={THE_ROWS_OWN: "bracket number", "follows from the chart": "round bye"},
)


@transaction.atomic
def end_match(
    *, event: Event, match: int, ended: str, loser: str, reason: str = "", rights: Rights, actor: Actor
) -> Match:
    """Give the match to the opponent of a player who concedes it, is removed from play, or does not come.

    `ended` is one of these:
    - `concession` (rule 8.10.b, 2020): anybody who may record games can record it.
    - `removal` (11.4.b, 2020: three judges have informed the player): for the director or the head judge.
    - `walk_over`: for the director.

    A removal and a walk-over need a reason. They can be recorded before the opponent is known: the player then loses
    the match as soon as the opponent is known. The loser keeps the prize and the points of that round's losers (13.1).
    Recording the same ending again changes nothing.

    Raises Http404 if there is no such match.
    Raises Malformed for a wrong `ended` or `loser`, and for a missing or too long `reason`.
    Raises Forbidden `role` if the actor may not record this ending, `own_card` if the actor plays in the match.
    Raises Refused `over` if the match is won or a bye, `not_ready` if a concession comes before both players are known.
    Raises Refused `begun` if a walk-over is given to a player who appeared for a game.
    Raises Refused `exists` if the match already has an ending that waits for the opponent.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    if ended not in _Ended.values:
        raise_malformed([unknown("ended", _Ended.values)])
    require(rights, need_to_end(ended))
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=ended != _Ended.CONCESSION))
    refuse_bye(event, row)
    if ended == _Ended.CONCESSION:
        players_of(event, row)
    players = tuple(entry for entry in (row.top, row.bottom) if entry is not None)
    loser_entry = one_of(players, loser, "loser")
    # `gone` is the player who loses the match as soon as the opponent is known.
    lost_already = row.winner != loser_entry if row.winner is not None else row.gone == loser_entry
    if row.ended == ended and lost_already:
        return row
    _refuse_over(event, row, loser_entry)
    if row.gone is not None:
        raise Refused(
            "exists",
            _("%(name)s has already lost this match. The opponent goes on once there is one.")
            % {"name": row.gone.known_name},
            current=match_values_now(event, row),
        )
    if ended == _Ended.WALK_OVER and any(not game.forfeit or game.winner == loser for game in games_of(row)):
        raise Refused(
            "begun",
            _("%(name)s played a game of this match, so it is not a walk-over. Record a concession instead.")
            % {"name": loser_entry.known_name},
            current=match_values_now(event, row),
        )
    row.ended, row.ended_reason = ended, reason
    row.claims.all().delete()
    won_at_once: list[int] = []
    opponent = next((entry for entry in players if entry != loser_entry), None)
    if opponent is None:
        row.gone = loser_entry
        row.save(update_fields=["ended", "ended_reason", "gone"])
    else:
        # Save the winner with the ending: only a match that waits for an opponent may have an ending without a winner.
        row.winner = opponent
        row.save(update_fields=["ended", "ended_reason", "winner"])
        won_at_once = win(event, row, opponent)
    audit.record(
        event=event,
        actor=actor,
        action="match.ended",
        subject=("match", str(row.number)),
        after={**_ending_values(row, loser_entry), "passed": won_at_once},
        reason=reason,
    )
    event.touch()
    return row


@transaction.atomic
def take_back_ending(
    *,
    event: Event,
    match: int,
    through: bool = False,
    mark: str | None = None,
    reason: str = "",
    rights: Rights,
    actor: Actor,
) -> Match:
    """Take back a concession, a removal or a walk-over; the games of the match stay.

    `through`, `mark` and `reason` are as in `take_back_game`.

    Raises Http404 if there is no such match.
    Raises Forbidden `role` if the actor may not record this kind of ending, `own_card` if the actor plays in the match.
    Raises Refused `no_ending` if the match has no such ending.
    Raises Malformed, Refused `begun` and `stale` as `refuse_unasked`, and what `winnings` raises.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    if not row.ended:
        raise Refused(
            "no_ending",
            _("This match was decided by its games alone. There is nothing to take back."),
            current=match_values_now(event, row),
        )
    require(rights, need_to_end(row.ended))
    preview = taking_back(event, row.number)
    refuse_unasked(event, row, preview, through=through, mark=mark, reason=reason, actor=actor)
    loser_entry = row.gone or (row.bottom if row.winner == row.top else row.top)
    assert loser_entry is not None  # every ending has a loser
    before = {**_ending_values(row, loser_entry), "reason": row.ended_reason, "fallen": fallen_values(preview.falls)}
    with winnings(event.tournament, reason, actor):
        row.ended, row.ended_reason, row.gone = "", "", None
        row.save(update_fields=["ended", "ended_reason", "gone"])
        if row.winner is not None:
            unwin(event, row, preview)
    audit.record(
        event=event,
        actor=actor,
        action="match.ending-taken-back",
        subject=("match", str(row.number)),
        before=before,
        reason=reason,
    )
    event.touch()
    return row


def _ending_values(row: Match, loser: Entry) -> dict[str, str | None]:
    """The ending of a match as values for the log."""
    return {
        **ENDINGS.values(row, "ended"),
        "loser": loser.seat,
        "match_won_by": row.winner.seat if row.winner else None,
    }


def _refuse_over(event: Event, row: Match, loser: Entry) -> None:
    """Raise Refused (`over`) if the match is won.

    If the named `loser` has won it, the message names the match in which this player goes on.
    """
    refuse_ended(event, row)
    if row.winner is None:
        return
    next_place = next_slot(row.number, row.bracket.size)
    if row.winner == loser and next_place is not None:
        message = _("%(name)s won this match and is now in match %(next)s. Record it there.")
    else:
        message = _("This match is over: %(winner)s has won it by its games.")
    next_number = next_place[0] if next_place else ""
    values = {"name": loser.name, "winner": row.winner.name, "next": next_number}
    raise Refused("over", message % values, current=match_values_now(event, row))
