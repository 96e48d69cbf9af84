"""The words of every kind of case, by its key."""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.words.counting import COUNTING, COUNTING_HELP, MIXED_CARDS
from judging.rulebook.words.crib import CRIB
from judging.rulebook.words.dealing import DEALING
from judging.rulebook.words.false_claim import FALSE_CLAIM
from judging.rulebook.words.mixing import MIXING
from judging.rulebook.words.muggins import MUGGINS
from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.order_of_play import ORDER_OF_PLAY
from judging.rulebook.words.overpegging import OVERPEGGING
from judging.rulebook.words.pack import PACK
from judging.rulebook.words.pegging_out import PEGGING_OUT
from judging.rulebook.words.pegs import EARLY_GO, OPPONENTS_PEGS, PEGS_REMOVED, TOUCHING_PEGS, WRONG_TRACK
from judging.rulebook.words.penalties import PENALTIES
from judging.rulebook.words.protocols import PROTOCOLS
from judging.rulebook.words.renege import RENEGE
from judging.rulebook.words.starter import STARTER
from judging.rulebook.words.wrong_count import ANNOUNCEMENT
from judging.rulebook.words.wrong_number import WRONG_NUMBER

WORDS: Mapping[str, SubjectWords] = {
    "wrong-number": WRONG_NUMBER,
    "renege": RENEGE,
    "false-claim": FALSE_CLAIM,
    "overpegging": OVERPEGGING,
    "announcement": ANNOUNCEMENT,
    "order-of-play": ORDER_OF_PLAY,
    "crib": CRIB,
    "starter": STARTER,
    "early-go": EARLY_GO,
    "pegs-removed": PEGS_REMOVED,
    "opponents-pegs": OPPONENTS_PEGS,
    "wrong-track": WRONG_TRACK,
    "touching-pegs": TOUCHING_PEGS,
    "counting": COUNTING,
    "mixed-cards": MIXED_CARDS,
    "counting-help": COUNTING_HELP,
    "pegging-out": PEGGING_OUT,
    "mixing-and-cutting": MIXING,
    "dealing": DEALING,
    "imperfect-pack": PACK,
    "muggins": MUGGINS,
    "penalties": PENALTIES,
    "judge-protocols": PROTOCOLS,
}
