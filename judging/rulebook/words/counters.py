"""The counters of hands and of the play, in words: the kinds of scores, and the faults of what was typed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.rulebook.rules.cards import Kind
from tournaments.rules.finding import Finding

KINDS: Mapping[Kind, Promise] = {
    Kind.FIFTEEN: _("Fifteen"),
    Kind.PAIR: _("Pair"),
    Kind.TRIPLE: _("Three of a kind"),
    Kind.QUADRUPLE: _("Four of a kind"),
    Kind.RUN: _("Run"),
    Kind.FOUR_FLUSH: _("Flush of four"),
    Kind.FIVE_FLUSH: _("Flush of five"),
    Kind.NOBS: _("Nobs"),
    Kind.THIRTY_ONE: _("Thirty-one"),
    Kind.GO: _("Go"),
    Kind.LAST: _("Last card"),
}
"""The names of the kinds of scores in a hand, a crib and the play."""

FAULTS: Mapping[str, Promise] = {
    "card_unknown": _("“%(card)s” is no card. Write a rank and a suit, like 5H or 10D."),
    "card_twice": _("%(card)s is listed twice. The pack has only one."),
    "hand_empty": _("Give the cards of the hand."),
    "hand_long": _("A hand or crib has four cards. One that is too long is dead and is not counted."),
    "starter_one": _("Give one starter."),
    "play_unknown": _("“%(card)s” (place %(place)s) is neither a rank nor “go”. Write ranks like A, 5, 10 or K."),
    "play_over_31": _(
        "%(card)s (place %(place)s) takes the count over 31. If no card of this player fits, write “go” for them, also after a"
        " go of the other player."
    ),
    "play_early_go": _("“Go” (place %(place)s) cannot be: at 21 or less every card fits."),
    "play_fifth": _("%(card)s (place %(place)s) is there for the fifth time. The pack has four."),
    "play_ended": _("%(card)s (place %(place)s) is too much: all cards have been played."),
}
"""What is wrong with cards that were given, by the code of the finding; the browser's counters fill in the same names."""


def finding(fault: Finding) -> str:
    """The sentence on a fault that a counter refuses."""
    return str(FAULTS[fault.code]) % dict(fault.values)
