"""The kinds of cases, and other guidance for judges, in the order of the list."""

from __future__ import annotations

from judging.rulebook.rules.counting import COUNTING, COUNTING_HELP, MIXED_CARDS
from judging.rulebook.rules.crib import CRIB
from judging.rulebook.rules.dealing import DEALING
from judging.rulebook.rules.engine import Subject
from judging.rulebook.rules.false_claim import FALSE_CLAIM
from judging.rulebook.rules.mixing import MIXING
from judging.rulebook.rules.muggins import MUGGINS
from judging.rulebook.rules.order_of_play import ORDER_OF_PLAY
from judging.rulebook.rules.overpegging import OVERPEGGING
from judging.rulebook.rules.pack import PACK
from judging.rulebook.rules.pegging_out import PEGGING_OUT
from judging.rulebook.rules.pegs import EARLY_GO, OPPONENTS_PEGS, PEGS_REMOVED, TOUCHING_PEGS, WRONG_TRACK
from judging.rulebook.rules.penalties import PENALTIES
from judging.rulebook.rules.protocols import PROTOCOLS
from judging.rulebook.rules.renege import RENEGE
from judging.rulebook.rules.starter import STARTER
from judging.rulebook.rules.wrong_count import ANNOUNCEMENT
from judging.rulebook.rules.wrong_number import WRONG_NUMBER

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
"""Kinds of cases that a call can be about and a ruling can decide."""

ANSWERED: tuple[Subject, ...] = (*SUBJECTS, PROTOCOLS)
"""Everything that judges may ask: the cases, and guidance for themselves, on which there is nothing to rule."""
