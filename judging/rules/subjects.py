"""The kinds of cases that the program helps with, and what else judges ask it, in the order in which they find them."""

from __future__ import annotations

from judging.rules.announcement import ANNOUNCEMENT
from judging.rules.cases import Subject
from judging.rules.counting import COUNTING, COUNTING_HELP, MIXED_CARDS
from judging.rules.crib import CRIB
from judging.rules.dealing import DEALING
from judging.rules.false_claim import FALSE_CLAIM
from judging.rules.mixing import MIXING
from judging.rules.muggins import MUGGINS
from judging.rules.order_of_play import ORDER_OF_PLAY
from judging.rules.overpegging import OVERPEGGING
from judging.rules.pack import PACK
from judging.rules.pegging_out import PEGGING_OUT
from judging.rules.pegs import EARLY_GO, OPPONENTS_PEGS, PEGS_REMOVED, TOUCHING_PEGS, WRONG_TRACK
from judging.rules.penalties import PENALTIES
from judging.rules.protocols import PROTOCOLS
from judging.rules.renege import RENEGE
from judging.rules.starter import STARTER
from judging.rules.wrong_number import WRONG_NUMBER

SUBJECTS: tuple[Subject, ...] = (
    WRONG_NUMBER,
    RENEGE,
    FALSE_CLAIM,
    OVERPEGGING,
    ANNOUNCEMENT,
    ORDER_OF_PLAY,
    CRIB,
    STARTER,
    EARLY_GO,
    PEGS_REMOVED,
    OPPONENTS_PEGS,
    WRONG_TRACK,
    TOUCHING_PEGS,
    COUNTING,
    MIXED_CARDS,
    COUNTING_HELP,
    PEGGING_OUT,
    MIXING,
    DEALING,
    PACK,
    MUGGINS,
    PENALTIES,
)
"""What a call can be about and a ruling can decide."""

ANSWERED: tuple[Subject, ...] = (*SUBJECTS, PROTOCOLS)
"""All that judges may ask: the cases, and what they keep to themselves, on which there is nothing to rule."""
