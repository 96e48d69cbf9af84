"""A score pegged wrong: whether the peg stays or goes back, and until when (rules 8.3, 8.4.c, 8.4.d, 9.2 and 11.2).

The offender is the player who pegged wrong. A peg is *ahead* if the error is to its player's advantage: too many points
forward, or too few backward. Penalties follow the same rules as scores (11.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import GAME_HOLE, Decision, Question, Step, Subject, ours
from judging.rulebook.rules.unsettled import cited
from judging.rulebook.rules.wrong_count import OVER_FITS, overpegged
from tournaments.rules.edition import Edition

_SINCE = ("nothing", "waited", "next_card", "hand_pegged", "dealer_counts", "hand_taken", "crib_taken", "mixed")

# The moments at which a claim of the other player, or a correction by the offender, is in time. Only in the classic
# edition a pause ends both. Since 2020 a dealer whose crib count was accepted in words may still correct it until the
# cards are mixed (9.2.d).
_CLAIMED_IN_TIME: Mapping[Edition, tuple[str, ...]] = {
    Edition.Y2020: ("nothing", "waited"),
    Edition.CLASSIC: ("nothing",),
}
_CORRECTED_IN_TIME: Mapping[Edition, tuple[str, ...]] = {
    Edition.Y2020: ("nothing", "waited", "crib_taken"),
    Edition.CLASSIC: ("nothing",),
}
_TOO_LATE: Mapping[str, tuple[str, ...]] = {
    "waited": ("8.4.d",),
    "next_card": ("8.4.d.1", "8.4.c"),
    "hand_pegged": ("8.4.d.2",),
    "dealer_counts": ("8.4.c", "9.2.a"),
    "hand_taken": ("8.4.c", "9.2.b"),
    "crib_taken": ("8.4.c", "9.2.d"),
    "mixed": ("8.4.d.3", "9.2.b", "9.2.d"),
}


def _questions(edition: Edition) -> tuple[Question, ...]:
    released = ("released", ("yes",))
    in_time = (released, ("error", ("ahead",)), ("since", _CORRECTED_IN_TIME[edition]))
    by_other = ("noticed", ("other",))
    return (
        Question("error", ("ahead", "behind", "game_hole")),
        Question("released", ("yes", "no"), only_if=(("error", ("ahead", "behind")),)),
        Question("since", _SINCE, only_if=(("error", ("ahead",)), released)),
        Question("noticed", ("other", "self"), only_if=in_time),
        Question("over", least=1, most=GAME_HOLE - 1, only_if=in_time),
        Question("offender_at", most=GAME_HOLE - 1, only_if=in_time),
        Question("other_at", most=GAME_HOLE - 1, only_if=(*in_time, by_other)),
    )


def _too_late(edition: Edition, since: str) -> Decision:
    """The error was noticed too late: the score stands."""
    numbers = dict.fromkeys(cited(edition, *_TOO_LATE[since]))
    stands: tuple[Step, ...] = (Step("score_stands"),)
    # Only the edition of 2020 states that mixing the cards ends the time for a claim.
    stands = ours(*stands) if since == "mixed" and edition is Edition.CLASSIC else stands
    return Decision("too_late", tuple(numbers), (*stands, Step("play_goes_on")))


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    if answers["error"] == "game_hole":
        return Decision("false_claim", ("8.4.a", "8.4.b"), (Step("pegs_wait"), Step("look_up_false_claim")))
    if answers["released"] == "no":
        return Decision("not_pegged", ("1.6", "8.3"), (Step("peg_to_right_hole"), Step("play_goes_on")))
    if answers["error"] == "behind":
        steps = (Step("peg_stays"), Step("claim_muggins", "10.2"), Step("no_muggins_on_penalty", "10.3.a"))
        return Decision("stands", ("8.3", "11.2"), steps)
    since = answers["since"]
    if since not in _CORRECTED_IN_TIME[edition]:
        return _too_late(edition, since)
    by_other = answers["noticed"] == "other"
    if by_other and since not in _CLAIMED_IN_TIME[edition]:
        return _too_late(edition, since)
    overpeg = overpegged("8.4.c", (), by_other=by_other)
    until = "cards_mixed" if since == "crib_taken" else f"next_action_{edition}"
    rules = (*overpeg.rules, *(("9.2.d",) if since == "crib_taken" else ()))
    return replace(overpeg, rules=rules, steps=(*overpeg.steps, Step("play_goes_on")), claim_until=until)


OVERPEGGING = Subject("overpegging", _questions, _decide, (OVER_FITS,))
