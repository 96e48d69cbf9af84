"""Changes between the classic edition and the edition of 2020.

A change is one point that is decided, written or numbered differently. Mere rewording is not a change.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from judging.rulebook.rules.rulebook import BY_KEY, Entry, parent_of
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Change:
    """One change, and the keys of the rules that it affects."""

    key: str
    entries: tuple[str, ...]

    @property
    def rules_2020(self) -> tuple[str, ...]:
        """The numbers of its rules in the edition of 2020."""
        return self._numbers(Edition.Y2020)

    @property
    def rules_classic(self) -> tuple[str, ...]:
        """The numbers of its rules in the classic edition."""
        return self._numbers(Edition.CLASSIC)

    def _numbers(self, edition: Edition) -> tuple[str, ...]:
        numbers = (BY_KEY[key].number(edition) for key in self.entries)
        return tuple(dict.fromkeys(number for number in numbers if number))


CHANGES: tuple[Change, ...] = (
    Change("aims", ("aims",)),
    Change("ethics", ("ethics",)),
    Change("protocols", tuple(f"protocol-{letter}" for letter in "abcdefghi")),
    Change("long_boards", ("1.4",)),
    Change("first_deal", ("1.5.a",)),
    Change("deal_alternates", ("1.5.g-classic",)),
    Change("judge", ("1.6-judge",)),
    Change("match", ("1.6-match",)),
    Change("stink_hole", ("1.6-stink-hole", "1.6-dead-hole")),
    Change("skunk", ("1.6-skunk", "1.6-double-skunk-classic")),
    Change("muggins_flyer", ("1.6-muggins",)),
    Change("go", ("1.6-go",)),
    Change("bottom_card", ("2.1",)),
    Change("pones_shuffle", ("2.2", "2.3")),
    Change("cut_deemed_made", ("4.1.c",)),
    Change("whole_pack", ("4.2.a",)),
    Change("deck_change", ("4.2.d",)),
    Change("exposed_reshuffled", ("4.3.a", "4.3.c")),
    Change("dealer_too_many", ("4.4.c",)),
    Change("pone_too_many", ("4.4.c",)),
    Change("crib_rebuilt", ("4.4.d.2",)),
    Change("defective_card", ("4.5.a",)),
    Change("crib_retrieval", ("5.3", "5.3.a")),
    Change("crib_rule", ("5.3", "5.3.a", "5.3.b")),
    Change("crib_seen_by_both", ("5.2.a",)),
    Change("blind_discard", ("5.2.b",)),
    Change("dealer_must_see", ("6.1.b",)),
    Change("deck_side", ("6.4",)),
    Change("card_over_31", ("7.1.e",)),
    Change("renege_meaning", ("7.3",)),
    Change("renege_judges", ("7.3",)),
    Change("renege_corrected", ("7.3.a",)),
    Change("renege_claim", ("7.3.a",)),
    Change("renege_retraction", ("7.3.b",)),
    Change("renege_cards", ("7.3.c",)),
    Change("renege_hands", ("7.3.d",)),
    Change("renege_game_over", ("7.3.e",)),
    Change("false_claim_acts", ("8.4.a", "8.4.a.2-classic")),
    Change("claim_time", ("8.4.d",)),
    Change("peg_is_out", ("8.5.a",)),
    Change("both_pegs", ("8.5.b",)),
    Change("back_peg", ("8.5.c",)),
    Change("dislodged_pegs", ("8.7-classic",)),
    Change("opponents_pegs", ("8.7",)),
    Change("pegging_numbers", ("8.7", "8.8", "8.9", "8.10")),
    Change("pegging_out", ("8.10", "8.11.a-classic", "8.11.b-classic")),
    Change("refusal", ("8.10.a",)),
    Change("concession", ("8.10.b",)),
    Change("early_record", ("8.11.a-classic", "8.11.c-classic", "8.4.a.2-classic")),
    Change("crib_accepted", ("9.2.d",)),
    Change("crib_first", ("9.2.e",)),
    Change("muggins_out", ("10.1.c",)),
    Change("muggins_forfeited", ("10.3.e-classic",)),
    Change("muggins_call", ("10.4.a",)),
    Change("discrepancies", ("12.2.d", "12.2.e", "11.d-classic")),
    Change("scorecards_chapter", ("12.1", "12.2")),
    Change("playoffs_chapter", ("13.1", "13.2")),
    Change("charts", ("13.2.c",)),
    Change("head_judge", ("14.1",)),
    Change("last_numbers", ("14.1", "14.2")),
    Change("tiebreakers", ("guideline-7", "guideline-7.e", "guideline-7.f")),
    Change("guidelines", tuple(f"guideline-{number}" for number in range(11, 15))),
)
"""Every change, in the order of the edition of 2020."""


@cache
def changes_of(entry: Entry) -> tuple[Change, ...]:
    """The changes that affect a rule itself, a rule that it is part of, or one of its parts."""
    own_path = _path(entry)
    return tuple(
        change
        for change in CHANGES
        if any(key in own_path or entry.key in _path(BY_KEY[key]) for key in change.entries)
    )


@cache
def _path(entry: Entry) -> tuple[str, ...]:
    """The keys of a rule and of all rules that it is part of, from the inside out."""
    parent = parent_of(entry)
    return (entry.key, *(_path(parent) if parent else ()))
