"""The crib before it is counted, rules 5.1 to 5.3: where it lies, cards taken back from it, looks at it.

The offender is the player who discarded to the wrong side, took cards back or looked.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import Amount, Decision, Question, Side, Step, Subject, ours
from tournaments.rules.edition import Edition, cite

PENALTY = Amount(2)


def _questions(edition: Edition) -> tuple[Question, ...]:
    forbidden = ("after",) if edition is Edition.Y2020 else ("before", "after")
    return (
        Question("what", ("looked_in", "looked_before", "taken_back", "wrong_side", "swapped")),
        Question("taken_when", ("wrong_number", "before", "after"), only_if=(("what", ("taken_back",)),)),
        Question("taken_how", ("unseen", "seen", "mixed"), only_if=(("taken_when", forbidden),)),
        Question("lying", ("one", "all"), only_if=(("what", ("wrong_side",)),)),
        Question("starter", ("not_turned", "turned"), only_if=(("lying", ("one",)),)),
        Question("both_played", ("no", "yes"), only_if=(("lying", ("all",)),)),
        Question("swapped_when", ("before_play", "after"), only_if=(("what", ("swapped",)),)),
    )


def _drawn(edition: Edition, rule: str) -> tuple[Step, ...]:
    """The other player draws the discard from the offender's hand (rule 5.2.b); since 2020 they look first."""
    return (Step("draw_two_and_look" if edition is Edition.Y2020 else "draw_two_unseen", rule), Step("play_goes_on"))


def _taken_back(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A player took a discard back from the crib (5.3; classic 5.1.b)."""
    in_2020 = edition is Edition.Y2020
    if answers["taken_when"] == "wrong_number":
        number = "5.3.b" if in_2020 else "5.1.b"
        return Decision("may_take_back", ("4.4.a.1", number), (Step("take_back_all"), Step("discard_two")))
    if answers["taken_when"] == "before" and in_2020:
        return Decision("may_take_back", ("5.3",), (Step("take_back_own"), Step("discard_two")))
    forbidden = "5.3.a" if in_2020 else "5.1.b"
    if answers["taken_how"] == "unseen":
        return Decision("put_back", (forbidden,), (*ours(Step("same_two_back")), Step("play_goes_on")))
    if answers["taken_how"] == "seen":
        looked = "5.2.a" if in_2020 else forbidden
        shown = (Step("other_may_look", looked),) if in_2020 else ()
        penalized = (Step("penalty", looked, pegs=Side.OTHER), *shown)
        # The classic edition names these two points; in 2020 we interpret such a look as one at the crib.
        steps = (Step("same_two_back", forbidden), *(ours(*penalized) if in_2020 else penalized))
        return Decision("two_points", tuple(dict.fromkeys((forbidden, looked))), steps, points=PENALTY)
    silent = cite("14.1", edition=edition) or ""
    says = (Step("head_judge_decides", silent),) if in_2020 else ()
    drawn = (Step("penalty", "5.2.b" if in_2020 else forbidden, pegs=Side.OTHER), *_drawn(edition, "5.2.b"))
    steps = (*says, *(ours(*drawn) if in_2020 else drawn))
    return Decision("two_points_and_draw", (forbidden, *((silent,) if in_2020 else ()), "5.2.b"), steps, points=PENALTY)


def _wrong_side(answers: Mapping[str, str]) -> Decision:
    """Cards for the crib were put on the pone's side of the board (5.1)."""
    if answers["lying"] == "one" and answers["starter"] == "not_turned":
        return Decision("may_think_again", ("5.1.c",), (Step("take_back_own"), Step("discard_on_dealers_side")))
    if answers["lying"] == "one":
        return Decision("moved", ("5.1.a",), (*ours(Step("move_unseen")), Step("play_goes_on")))
    if answers["both_played"] == "no":
        return Decision("moved", ("5.1.d",), (Step("move_unseen"), Step("play_goes_on")))
    steps = (Step("crib_stays"), Step("pone_has_crib"), Step("dealer_is_pone"), Step("dealer_deals_next"))
    return Decision("crib_changes", ("5.1.d",), steps)


def _swapped(answers: Mapping[str, str]) -> Decision:
    """The dealer took up the crib as the hand (5.2.c)."""
    played = (
        (Step("right_hand_played"),)
        if answers["swapped_when"] == "before_play"
        else (Step("goes_on_with_crib"), *ours(Step("dealers_points_off")))
    )
    steps = (*played, Step("pone_pegs_penalty", pegs=Side.OTHER), Step("pone_may_look"))
    return Decision("two_points", ("5.2.c",), steps, points=PENALTY)


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "looked_in":
            shown = (Step("other_may_look"),) if edition is Edition.Y2020 else ()
            steps = (Step("crib_face_down"), Step("penalty", pegs=Side.OTHER), *shown)
            return Decision("two_points", ("5.2.a",), steps, points=PENALTY)
        case "looked_before":
            steps = (Step("penalty", pegs=Side.OTHER), *_drawn(edition, ""))
            return Decision("two_points_and_draw", ("5.2.b",), steps, points=PENALTY)
        case "taken_back":
            return _taken_back(edition, answers)
        case "wrong_side":
            return _wrong_side(answers)
        case "swapped":
            return _swapped(answers)
        case other:
            raise ValueError(f"{other!r} is no case of the crib")


CRIB = Subject("crib", _questions, _decide)
