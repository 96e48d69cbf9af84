"""The lines of a referred game, and the rule behind it, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from scorecards.rules.discrepancy import referral_rule as number_of_referrals
from tournaments.models import Event

MINUS = "\N{MINUS SIGN}"


def written(line: Mapping[str, str] | None) -> str:
    """What a card says of the game: points and spread as they stand on it, with the sign of the spread's column."""
    if line is None:
        return _("no such game on this card")
    points = line["points"] or _("points blank")
    if line["plus"]:
        return f"{points}, +{line['plus']}"
    if line["minus"]:
        return f"{points}, {MINUS}{line['minus']}"
    return _("%(points)s, spread blank") % {"points": points}


def referral_rule(event: Event) -> str:
    """The rule that leaves a game to the head judge, with its edition."""
    return f"{number_of_referrals(event.edition)} ({event.tournament.edition})"


def to_be_read() -> str:
    """What is said in place of a line that is to be read again on the paper."""
    return _("to be read again on the paper")


def where(table: str, seat: int | None, match: int | None, game: int | None) -> str:
    """Where a judge is wanted: `Table A, seat 7, game 3`, or `Match 4, table 12, game 2`."""
    parts = []
    if match is not None:
        parts.append(_("match %d") % match)
    if table:
        parts.append(_("table %s") % table)
    if seat is not None:
        parts.append(_("seat %d") % seat)
    if game is not None:
        parts.append(_("game %d") % game)
    told = ", ".join(parts) or _("nobody says at which table")
    return told[:1].upper() + told[1:]


def called_already() -> str:
    """Why nobody calls a judge twice."""
    return _("You have called a judge already, and that call is open. Stay at your table: the judges see it.")


def not_playing() -> str:
    """Why somebody without a seat calls no judge from their page."""
    return _("You have no seat in this event, so no judge can find you. Ask at the desk.")


def own_call() -> str:
    """Why nobody comes to their own call."""
    return _("This is your own call. Another judge or the director comes to it.")


def somebody_else_comes(name: str) -> str:
    """Why a second judge does not take the call."""
    return _("%s is coming to this call already. Take another one, or talk to them.") % name


def call_is_done() -> str:
    """Why nobody comes any more."""
    return _("This call is done. If a judge is still needed, the player calls again.")
