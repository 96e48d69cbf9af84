"""Words of the assistant: names of holes, suits and players, and the states in the table of 4.4.c."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.rulebook.rules.cards import Suit
from judging.rulebook.rules.engine import GAME_HOLE, OFF_THE_BOARD
from judging.rulebook.rules.wrong_number import HowMany

HOLES: Mapping[int, Promise] = {OFF_THE_BOARD: gettext_lazy("off the board"), GAME_HOLE: gettext_lazy("game hole")}
"""Holes that have a name."""

HOW_MANY: Mapping[HowMany, Promise] = {
    HowMany.CORRECT: gettext_lazy("correct"),
    HowMany.TOO_MANY: gettext_lazy("too many"),
    HowMany.TOO_FEW: gettext_lazy("too few"),
}
"""The states of a hand or the crib in the table of 4.4.c: how many cards it has."""

HOW_MANY_SHORT: Mapping[HowMany, Promise] = {
    HowMany.CORRECT: gettext_lazy("right"),
    HowMany.TOO_MANY: gettext_lazy("many"),
    HowMany.TOO_FEW: gettext_lazy("few"),
}
"""The words of `HOW_MANY` shortened for phones, on which the table is narrow."""

SUITS: Mapping[Suit, Promise] = {
    Suit.SPADES: gettext_lazy("Spades"),
    Suit.HEARTS: gettext_lazy("Hearts"),
    Suit.DIAMONDS: gettext_lazy("Diamonds"),
    Suit.CLUBS: gettext_lazy("Clubs"),
}
"""Names of the suits."""


def players(number: int) -> list[str]:
    """The names of this many players, in the order of play: the pone first, the dealer last."""
    if number == 2:
        return [_("Pone"), _("Dealer")]
    return [*(_("Player %d") % place for place in range(1, number)), _("Dealer")]


def muggins_by_event(played: Sequence[str], unplayed: Sequence[str]) -> str:
    """Which events play muggins (`played`) and which do not; empty without events.

    If all events agree, a second sentence says that this answer is preselected.
    """
    sentences = []
    if played:
        sentences.append(_("%(events)s: muggins is played.") % {"events": "; ".join(played)})
    if unplayed:
        sentences.append(_("%(events)s: muggins is not played.") % {"events": "; ".join(unplayed)})
    if len(sentences) == 1:
        sentences.append(_("So this answer is chosen. Change it if something else was announced."))
    return " ".join(sentences)
