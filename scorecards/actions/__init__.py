"""Everything that people do to cards, discrepancies and the list of qualifiers.

Each function is one act: it locks the event, refuses or writes, leaves one row in the trail and counts the event's
revision up. Lock order: the event first, then nothing else is needed, because every act on an event's cards takes it.
"""

from scorecards.actions.cards import WrittenCard, WrittenLine, find_card_faults, write_card, write_cards
from scorecards.actions.crosscheck import (
    GameKey,
    accept,
    accept_all,
    override,
    refer,
    start_cross_check,
    take_back_decision,
)
from scorecards.actions.posting import post_qualifiers, record_tiebreak

__all__ = [
    "GameKey",
    "WrittenCard",
    "WrittenLine",
    "accept",
    "accept_all",
    "find_card_faults",
    "override",
    "post_qualifiers",
    "record_tiebreak",
    "refer",
    "start_cross_check",
    "take_back_decision",
    "write_card",
    "write_cards",
]
