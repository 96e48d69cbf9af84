"""Everything that people do when a judge is wanted: call, come, rule; and who can take calls."""

from judging.actions.calls import (
    ask_third,
    be_there,
    call_judge,
    close_call,
    come,
    decline,
    give_up,
    send_judge,
    take_back_call,
)
from judging.actions.panel import set_duty
from judging.actions.rulings import Ruled, give_ruling, note_conduct, remove_player, take_back_ruling

__all__ = [
    "Ruled",
    "ask_third",
    "be_there",
    "call_judge",
    "close_call",
    "come",
    "decline",
    "give_ruling",
    "give_up",
    "note_conduct",
    "remove_player",
    "send_judge",
    "set_duty",
    "take_back_call",
    "take_back_ruling",
]
