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
