"""The sentences on the end of the game, when a step may move a front peg into the game hole; shared by all subjects."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GAME_HOLE_STEPS: Mapping[str, Promise] = {
    "if_in_game_hole": _(
        "If a front peg is now in the game hole, its player has won: the game is over, and no further step is taken."
    ),
    "other_has_won": _("The other player is in the game hole and has won. The game is over."),
    "offender_has_won": _("The player who pegged last is in the game hole and has won. The game is over."),
    "called_on_has_won": _("The player who was called on is in the game hole and has won. The game is over."),
    "caller_has_won": _("The caller is in the game hole and has won. The game is over."),
    "won_by": _("Spread: %(spread)s. On the card the winner has 2 game points."),
    "won_by_skunk": _("Spread: %(spread)s, a skunk. On the card the winner has 3 game points."),
    "spread_open": _(
        "The spread is 121 less the hole in which the loser’s front peg now stands. From 31 on it is a skunk: on the card"
        " the winner has 3 game points, else 2."
    ),
}
"""By the codes of the steps that `judging.rulebook.rules.engine.decision` adds."""
