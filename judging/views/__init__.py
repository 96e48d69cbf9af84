"""The judges' pages: calls and referred games, the rulings, the assistant at the board, and the rulebook."""

from judging.views.assistant import assistant, assistant_worker, case, count_hand, count_play
from judging.views.calls import (
    arrive,
    ask_third,
    calls,
    close_call,
    decline_call,
    give_up_call,
    new_call,
    referrals,
    send_judge,
    set_duty,
    take_back_made_call,
    take_call,
)
from judging.views.rulebook import rule, rules
from judging.views.rulings import conduct, judging, new_ruling, ruling, rulings, rulings_csv, take_back_ruling

__all__ = [
    "arrive",
    "ask_third",
    "assistant",
    "assistant_worker",
    "calls",
    "case",
    "close_call",
    "conduct",
    "count_hand",
    "count_play",
    "decline_call",
    "give_up_call",
    "judging",
    "new_call",
    "new_ruling",
    "referrals",
    "rule",
    "rules",
    "ruling",
    "rulings",
    "rulings_csv",
    "send_judge",
    "set_duty",
    "take_back_made_call",
    "take_back_ruling",
    "take_call",
]
