"""Guards of acts in the playoffs. They run in a transaction that holds the locks of the event and the match."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import match, match_values
from brackets.bracket.rules import match as match_rules
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event


def match_values_now(event: Event, row: Match) -> dict[str, Any]:
    """The current state of the match as API values, which a refusal sends along."""
    return match_values(match(event, row.number))


def refuse_bye(event: Event, row: Match) -> None:
    """Raise Refused (`over`) if the match is a bye."""
    if row.bye:
        raise Refused(
            "over",
            _("Match %(match)s is a bye: nothing is played in it.") % {"match": row.number},
            current=match_values_now(event, row),
        )


def refuse_ended(event: Event, row: Match) -> None:
    """Raise Refused (`over`) if the match was won by an ending such as a concession, not by its games."""
    if row.ended and row.winner is not None:
        raise Refused(
            "over",
            _("This match is over: %(how)s Take that back first if it is wrong.")
            % {"how": running_words.ending(row.ended, _loser(row), row.ended_reason)},
            current=match_values_now(event, row),
        )


def players_of(event: Event, row: Match) -> tuple[Entry, Entry]:
    """The two players of the match.

    Raises Refused `over` if the match is a bye, `not_ready` if one of its players is not known yet.
    """
    refuse_bye(event, row)
    if row.top is None or row.bottom is None:
        raise Refused(
            "not_ready",
            _("Match %(match)s waits for a winner of the round before. Record that match first.")
            % {"match": row.number},
            current=match_values_now(event, row),
        )
    return row.top, row.bottom


def one_of(players: tuple[Entry, ...], seat: str, field: str) -> Entry:
    """The player at this seat. Raises Malformed for `field` if none of these players has the seat."""
    for entry in players:
        if entry.seat == seat:
            return entry
    seats = [entry.seat for entry in players]
    if len(seats) == 2:
        message = _("%(top)s and %(bottom)s play this match. Name one of them.") % {"top": seats[0], "bottom": seats[1]}
    elif seats:
        message = _("Only %(seat)s is known in this match so far. Name that seat.") % {"seat": seats[0]}
    else:
        message = _("Nobody is known in this match yet. Record the matches before it first.")
    raise Malformed(message, faults=[Fault(field, "not_in_match", message)])


def games_of(row: Match) -> list[match_rules.MatchGame]:
    """The recorded games of the match, in order, as the rules take them."""
    rows = row.games.select_related("winner").order_by("game")
    return [match_rules.MatchGame(row.game, row.winner.seat, row.forfeit) for row in rows]


def _loser(row: Match) -> str:
    """The name of the player who lost this match; empty if that player is not known."""
    loser = row.bottom if row.winner == row.top else row.top
    return loser.name if loser is not None else ""
