"""Everything that people do to cards, discrepancies and the list of qualifiers.

Each function is one act: it locks the event, refuses or writes, leaves one row in the trail and counts the event's
revision up. Lock order: the event first, then nothing else is needed, because every act on an event's cards takes it.
"""

from scorecards.actions.cards import (
    WrittenCard,
    WrittenLine,
    find_card_faults,
    find_spread_faults,
    write_card,
    write_cards,
)
from scorecards.actions.crosscheck import (
    GameKey,
    accept,
    accept_all,
    leave_to_third,
    override,
    refer,
    start_cross_check,
    take_back_decision,
)
from scorecards.actions.exemption import exempt_plan, find_refit
from scorecards.actions.inform import inform_player, take_back_informing
from scorecards.actions.late import correct_late, find_late_correction
from scorecards.actions.looks import look_again
from scorecards.actions.phone import hand_in_told_card, take_told_cards, tell_game, use_phones
from scorecards.actions.phone_lines import decide_told_line
from scorecards.actions.pile import (
    end_card,
    receive_cards,
    set_card_aside,
    take_back_end,
    take_back_receipts,
    take_card_up,
)
from scorecards.actions.posting import post_qualifiers, record_tiebreak, share_below
from scorecards.actions.presence import be_at_card, leave_card, note_showing
from scorecards.actions.undo import undo

__all__ = [
    "GameKey",
    "WrittenCard",
    "WrittenLine",
    "accept",
    "accept_all",
    "be_at_card",
    "correct_late",
    "decide_told_line",
    "end_card",
    "exempt_plan",
    "find_card_faults",
    "find_late_correction",
    "find_refit",
    "find_spread_faults",
    "hand_in_told_card",
    "inform_player",
    "leave_card",
    "leave_to_third",
    "look_again",
    "note_showing",
    "override",
    "post_qualifiers",
    "receive_cards",
    "record_tiebreak",
    "refer",
    "set_card_aside",
    "share_below",
    "start_cross_check",
    "take_back_decision",
    "take_back_end",
    "take_back_informing",
    "take_back_receipts",
    "take_card_up",
    "take_told_cards",
    "tell_game",
    "undo",
    "use_phones",
    "write_card",
    "write_cards",
]
