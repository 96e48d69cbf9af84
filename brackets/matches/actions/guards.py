"""Guards of acts in the playoffs; in a transaction that holds the locks of event and match."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import match, match_values
from brackets.bracket.rules import match as match_rules
from brackets.matches.words import running as running_words
from brackets.models import Match
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event


def current(event: Event, row: Match) -> dict[str, Any]:
    return match_values(match(event, row.number))


def refuse_bye(event: Event, row: Match) -> None:
    if row.bye:
        raise Refused(
            "over",
            _("Match %(match)s is a bye: nothing is played in it.") % {"match": row.number},
            current=current(event, row),
        )


def refuse_ended(event: Event, row: Match) -> None:
    """Raise Refused (`over`) if the match ended other than by its games."""
    if row.ended and row.winner is not None:
        raise Refused(
            "over",
            _("This match is over: %(how)s Take that back first if it is wrong.")
            % {"how": running_words.ending(row.ended, _loser(row), row.ended_reason)},
            current=current(event, row),
        )


def players_of(event: Event, row: Match) -> tuple[Entry, Entry]:
    """The two players of the match. Raises Refused: `over` (a bye), `not_ready` (one of them is not known yet)."""
    refuse_bye(event, row)
    if row.top is None or row.bottom is None:
        raise Refused(
            "not_ready",
            _("Match %(match)s waits for a winner of the round before. Record that match first.")
            % {"match": row.number},
            current=current(event, row),
        )
    return row.top, row.bottom


def one_of(players: tuple[Entry, ...], seat: str, field: str) -> Entry:
    """The player at this seat. Raises Malformed if the seat is none of theirs."""
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
    rows = row.games.select_related("winner").order_by("game")
    return [match_rules.MatchGame(row.game, row.winner.seat, row.forfeit) for row in rows]


def _loser(row: Match) -> str:
    other = row.bottom if row.winner == row.top else row.top
    return other.name if other is not None else ""
