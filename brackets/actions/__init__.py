"""What is done in the playoffs. Every function locks the event, refuses, writes, and leaves one row in the trail."""

from brackets.actions.announcing import announce_final
from brackets.actions.below import record_tiebreak, share_below
from brackets.actions.claims import claim_game, let_players_report
from brackets.actions.drawing import draw_bracket, set_lengths
from brackets.actions.ending import end_match, take_back_ending
from brackets.actions.fees import change_fee, remove_fee
from brackets.actions.honours import record_honour, take_back_honour
from brackets.actions.late import correct_after_posting, find_correction
from brackets.actions.moving import move_over
from brackets.actions.playing import forfeit_game, record_game, take_back_game
from brackets.actions.settling import (
    ITEM_KINDS,
    PAYOUT_KINDS,
    PrizePlan,
    pay_out,
    plan_pool,
    remove_pool_plan,
    reverse_item,
    reverse_payout,
    set_prizes,
    write_item,
)
from brackets.actions.tables import place_match, place_round
from brackets.actions.timing import schedule_match, schedule_round

__all__ = [
    "ITEM_KINDS",
    "PAYOUT_KINDS",
    "PrizePlan",
    "announce_final",
    "change_fee",
    "claim_game",
    "correct_after_posting",
    "draw_bracket",
    "end_match",
    "find_correction",
    "forfeit_game",
    "let_players_report",
    "move_over",
    "pay_out",
    "place_match",
    "place_round",
    "plan_pool",
    "record_game",
    "record_honour",
    "record_tiebreak",
    "remove_fee",
    "remove_pool_plan",
    "reverse_item",
    "reverse_payout",
    "schedule_match",
    "schedule_round",
    "set_lengths",
    "set_prizes",
    "share_below",
    "take_back_ending",
    "take_back_game",
    "take_back_honour",
    "write_item",
]
