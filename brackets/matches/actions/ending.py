"""Matches that end other than by their games: concession, removal or walk-over; and taking that back."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.access import match_of, need_to_end, refuse_own_match
from brackets.bracket.rules.chart import next_slot
from brackets.matches.actions.advancing import fallen_values, refuse_unasked, unwin, win
from brackets.matches.actions.guards import current, games_of, one_of, players_of, refuse_bye, refuse_ended
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
    """Give the match to the opponent of the player who concedes it, is removed from play, or does not come at all.

    `concession` (rule 8.10.b, 2020): for anybody who may record games. `removal` (11.4.b, 2020: three judges have
    informed the player): for the director or the head judge. `walk_over`: for the director. The last two need a reason
    and may be noted before the opponent is known: the match is lost as soon as there is one. The loser keeps the prize
    and the points of that round's losers (13.1).

    The same again changes nothing. Raises Http404, Malformed (`ended`, `loser`, `reason`), Forbidden (`role`,
    `own_card`), Refused: `over`, `not_ready`, `begun` (no walk-over: they appeared for a game), `exists` (an ending
    waits already).
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
    lost = one_of(players, loser, "loser")
    if row.ended == ended and row.winner != lost and (row.winner is not None or row.gone == lost):
        return row
    _refuse_over(event, row, lost)
    if row.gone is not None:
        raise Refused(
            "exists",
            _("%(name)s loses this match already as soon as the opponent is known.") % {"name": row.gone.name},
            current=current(event, row),
        )
    if ended == _Ended.WALK_OVER and any(not game.forfeit or game.winner == loser for game in games_of(row)):
        raise Refused(
            "begun",
            _("%(name)s has been here for a game of this match: it is no walk-over. Record it as conceded.")
            % {"name": lost.name},
            current=current(event, row),
        )
    row.ended, row.ended_reason = ended, reason
    row.claims.all().delete()
    passed: list[int] = []
    other = next((entry for entry in players if entry != lost), None)
    if other is None:
        row.gone = lost
        row.save(update_fields=["ended", "ended_reason", "gone"])
    else:
        # Set the winner first: only a match that waits for an opponent may have an ending without a winner.
        row.winner = other
        row.save(update_fields=["ended", "ended_reason", "winner"])
        passed = win(event, row, other)
    audit.record(
        event=event,
        actor=actor,
        action="match.ended",
        subject=("match", str(row.number)),
        after={**_ending(row, lost), "passed": passed},
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

    `through`, `mark` and `reason` as in `take_back_game`. Raises Http404, Forbidden (`role`, `own_card`), Malformed,
    Refused: `no_ending` (the match has no such ending), `begun`, `stale`.
    """
    event = Event.objects.locked(event)
    row = match_of(event, match, locked=True)
    refuse_own_match(actor, row)
    if not row.ended:
        raise Refused(
            "no_ending",
            _("Nothing but its games has ended this match: there is nothing to take back."),
            current=current(event, row),
        )
    require(rights, need_to_end(row.ended))
    back = taking_back(event, row.number)
    refuse_unasked(event, row, back, through=through, mark=mark, reason=reason, actor=actor)
    lost = row.gone or (row.bottom if row.winner == row.top else row.top)
    assert lost is not None  # an ending has its loser
    before = {**_ending(row, lost), "reason": row.ended_reason, "fallen": fallen_values(back.falls)}
    with winnings(event.tournament, reason, actor):
        row.ended, row.ended_reason, row.gone = "", "", None
        row.save(update_fields=["ended", "ended_reason", "gone"])
        if row.winner is not None:
            unwin(event, row, back)
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


def _ending(row: Match, lost: Entry) -> dict[str, str | None]:
    return {**ENDINGS.values(row, "ended"), "loser": lost.seat, "match_won_by": row.winner.seat if row.winner else None}


def _refuse_over(event: Event, row: Match, lost: Entry) -> None:
    """Raise Refused (`over`) if the match is won; the message says where its winner goes on."""
    refuse_ended(event, row)
    if row.winner is None:
        return
    after = next_slot(row.number, row.bracket.size)
    if row.winner == lost and after is not None:
        message = _("%(name)s has won this match and goes on in match %(next)s. Note it there.")
    else:
        message = _("This match is over: %(winner)s has won it by its games.")
    values = {"name": lost.name, "winner": row.winner.name, "next": after[0] if after else ""}
    raise Refused("over", message % values, current=current(event, row))
