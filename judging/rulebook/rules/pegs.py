"""Pegs taken out, touched, or in the wrong place: rules 8.2 and 8.5 to 8.9 (classic: 8.2 and 8.5 to 8.10).

The offender is the player who moved or touched the pegs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import (
    GAME_HOLE,
    Amount,
    Decision,
    Peg,
    Question,
    Relation,
    Side,
    Step,
    Subject,
    ours,
)
from judging.rulebook.rules.false_claim import falsely_claimed, to_true_score
from judging.rulebook.rules.unsettled import cited, unsettled
from judging.rulebook.rules.wrong_count import overpegged
from tournaments.rules.edition import Edition

PENALTY = Amount(2)
GO = Amount(1)
FIRST_STREET = 30
"""The last hole of the first street."""

# Only the classic edition has a rule on pegs knocked out by accident; 2020 reused its number.
_KNOCKED_OUT_CLASSIC = "8.7"


def _hole(*keys: str, constant: int = 0) -> Amount:
    """A hole: the sum of these numbers and the constant."""
    return Amount(constant, tuple((key, 1) for key in keys))


# Rule 8.5: pegs taken out of the board


def _questions_removed(edition: Edition) -> tuple[Question, ...]:
    both = (("what", ("both",)),)
    questions = (
        Question("what", ("front", "both", "knocked", "front_lifted", "rear_moved")),
        Question(
            "noticed",
            ("before_release", "forward", "backward", "back_to_fourth", "both_on_fourth"),
            only_if=(("what", ("front",)),),
        ),
        Question(
            "rear_at",
            most=GAME_HOLE - 1,
            only_if=(("noticed", ("before_release", "forward", "backward", "back_to_fourth")),),
        ),
        Question("due", most=GAME_HOLE - 1, only_if=(("noticed", ("before_release", "forward")),)),
        Question("stood_at", most=GAME_HOLE - 1, only_if=both),
    )
    if edition is Edition.CLASSIC:
        return questions
    return (*questions, Question("unpegged", most=GAME_HOLE - 1, only_if=both))


def _front_alone(noticed: str) -> Decision:
    """Only the front peg was taken out, so the remaining rear peg becomes the front peg (rule 8.5.a)."""
    rear = _hole("rear_at")
    after = _hole("rear_at", "due")
    latest = (
        Step("peg_latest", amounts=(("hole", after),), pegs=Side.OFFENDER),
        Step("previous_lost", in_any_case=True),
    )
    match noticed:
        case "before_release":
            in_hand = (Step("peg_in_hand_is_rear"), *latest)
            return Decision("previous_lost", ("8.5.a.1",), in_hand, pegs=(Peg(Side.OFFENDER, rear, after),))
        case "forward":
            used = (Step("front_behind_the_other"), *latest, Step("no_overpeg", in_any_case=True))
            return Decision("previous_lost", ("8.5.a.3",), used, pegs=(Peg(Side.OFFENDER, rear, after),))
        case "both_on_fourth":
            return Decision("both_lost", ("8.5.a.2",), (Step("both_off"), Step("starts_again")))
        case "backward" | "back_to_fourth":
            stay = Step("both_stay" if noticed == "backward" else "fourth_behind_first")
            backward = (stay, Step("front_is_the_other", amounts=(("hole", rear),)), Step("both_scores_lost"))
            return Decision("both_lost", ("8.5.a.2",), backward, pegs=(Peg(Side.OFFENDER, rear, rear),))
        case other:
            raise ValueError(f"{other!r} is no time at which a missing front peg is noticed")


def _both_out(edition: Edition) -> Decision:
    """A player took both pegs out (8.5.b): in classic, points not pegged yet are then lost."""
    stood = _hole("stood_at")
    if edition is Edition.CLASSIC:
        replaced = (
            Step("by_accident_first", _KNOCKED_OUT_CLASSIC),
            Step("front_where_it_stood"),
            Step("rear_behind"),
            Step("unpegged_lost"),
            Step("no_muggins_for_it", "10.3.e"),
        )
        return Decision("unpegged_lost", ("8.5.b",), replaced, pegs=(Peg(Side.OFFENDER, stood, stood),))
    after = _hole("stood_at", "unpegged")
    placed = (
        Step("players_agree"),
        Step("judges_place"),
        Step("rear_behind"),
        Step("peg_it", amounts=(("hole", after),), pegs=Side.OFFENDER),
    )
    return Decision("no_penalty", ("8.5.b",), placed, pegs=(Peg(Side.OFFENDER, stood, after),))


def _decide_removed(edition: Edition, answers: Mapping[str, str]) -> Decision:
    in_2020 = edition is Edition.Y2020
    match answers["what"]:
        case "front":
            return _front_alone(answers["noticed"])
        case "both":
            return _both_out(edition)
        case "knocked" if in_2020:
            return unsettled(
                edition, "knocked_out_unsettled", ("8.6",), ("front_as_agreed", "rear_behind", "nobody_pegs")
            )
        case "knocked":
            steps = (
                Step("front_back"),
                Step("players_agree"),
                Step("judges_place"),
                Step("rear_anywhere"),
                Step("nobody_pegs"),
            )
            return Decision("no_penalty", (_KNOCKED_OUT_CLASSIC,), steps)
        case "front_lifted" if in_2020:
            return Decision("not_removed", ("8.5.a",), (Step("press_down"), Step("peg_with_rear")))
        case "front_lifted":
            return unsettled(edition, "lifted_unsettled", ("8.5.a", "8.6"), ("press_down_ours", "peg_with_rear"))
        case "rear_moved" if in_2020:
            return Decision(
                "two_points", ("8.5.c",), (Step("rear_back"), Step("penalty", pegs=Side.OTHER)), points=PENALTY
            )
        case "rear_moved":
            return unsettled(edition, "rear_moved_unsettled", (), ("rear_back_ours",))
        case other:
            raise ValueError(f"{other!r} is no case of pegs taken out")


_RELATIONS_REMOVED = (
    # The start is not on a street, but the rear peg is there until its first use.
    Relation("not_on_first_street", (("rear_at", 1),), most=FIRST_STREET, only_if=(("noticed", ("back_to_fourth",)),)),
)

PEGS_REMOVED = Subject("pegs-removed", _questions_removed, _decide_removed, _RELATIONS_REMOVED)


# Rule 8.7, classic 8.8: pegging with the opponent's pegs


def _questions_opponents(_edition: Edition) -> tuple[Question, ...]:
    to_score = (("why", ("to_score",)),)
    return (
        Question("why", ("to_score", "by_accident")),
        Question("other_at", most=GAME_HOLE - 1, only_if=to_score),
        Question("offender_at", most=GAME_HOLE - 1, only_if=to_score),
        Question("due", most=GAME_HOLE - 1, only_if=to_score),
    )


def _decide_opponents(edition: Edition, answers: Mapping[str, str]) -> Decision:
    if answers["why"] == "by_accident":
        return Decision("no_penalty", ("8.6",), (Step("peg_back"), Step("nobody_pegs")))
    (number,) = cited(edition, "8.7")
    in_doubt = (
        Step("hole_in_doubt", _KNOCKED_OUT_CLASSIC)
        if edition is Edition.CLASSIC
        else ours(Step("hole_in_doubt_ours", "14.1"))[0]
    )
    after = _hole("offender_at", "due")
    own = Step("peg_own", amounts=(("hole", after),), pegs=Side.OFFENDER)
    steps = (Step("peg_back"), in_doubt, Step("penalty", pegs=Side.OTHER), own)
    penalty = Peg(Side.OTHER, _hole("other_at"), _hole("other_at", constant=PENALTY.constant))
    pegs = (penalty, Peg(Side.OFFENDER, _hole("offender_at"), after))
    return Decision("two_points", (number,), steps, points=PENALTY, pegs=pegs)


OPPONENTS_PEGS = Subject("opponents-pegs", _questions_opponents, _decide_opponents)


# Rule 8.8, classic 8.9: the wrong track


def _questions_track(_edition: Edition) -> tuple[Question, ...]:
    return (Question("score", ("right", "wrong", "opponents_peg")),)


def _decide_track(edition: Edition, answers: Mapping[str, str]) -> Decision:
    track = cited(edition, "8.8")
    match answers["score"]:
        case "right":
            return Decision("moved", track, (Step("to_own_track"), Step("nobody_pegs")))
        case "wrong":
            steps = (
                Step("to_own_track"),
                *ours(Step("look_up_overpegging", "8.4.c"), Step("too_few_stay", "8.3")),
            )
            return Decision("moved_then_checked", (*track, "8.3", "8.4.c"), steps)
        case "opponents_peg":
            return Decision("opponents_peg", cited(edition, "8.7"), (Step("look_up_opponents_pegs"),))
        case other:
            raise ValueError(f"{other!r} is no score in a wrong track")


WRONG_TRACK = Subject("wrong-track", _questions_track, _decide_track)


# Rules 8.2 and 8.6: touching pegs


def _questions_touching(_edition: Edition) -> tuple[Question, ...]:
    return (
        Question("what", ("opponents", "own_loose", "own_too_far", "zero")),
        Question("zero", ("touched", "moved", "taken_out"), only_if=(("what", ("zero",)),)),
    )


def _decide_touching(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "opponents":
            return Decision(
                "no_penalty", ("8.6", *cited(edition, "8.7")), (Step("nobody_pegs"), Step("look_up_opponents_pegs"))
            )
        case "own_loose":
            return Decision("no_penalty", ("8.6",), (Step("say_first"), Step("press_down")))
        case "own_too_far":
            return Decision("no_penalty", ("8.6", "8.4.c.2"), (Step("say_first"), Step("look_up_overpegging")))
    match answers["zero"]:
        case "touched":
            return Decision("leave_pegs", ("8.2",), (Step("fingers_off"), Step("no_penalty_written")))
        case "moved":
            return Decision("leave_pegs", ("8.2", "8.4.c"), ours(Step("look_up_overpegging", "8.4.c")))
        case "taken_out":
            return Decision("leave_pegs", ("8.2", "8.5"), ours(Step("look_up_pegs_removed", "8.5")))
        case other:
            raise ValueError(f"{other!r} is nothing that is done to pegs")


TOUCHING_PEGS = Subject("touching-pegs", _questions_touching, _decide_touching)


# Rule 8.9, classic 8.10: a go pegged before it was announced


def _questions_go(_edition: Edition) -> tuple[Question, ...]:
    return (
        Question("due", ("clear", "cannot_play", "can_play")),
        Question("found", ("by_other", "by_self", "game_hole"), only_if=(("due", ("can_play",)),)),
        Question("offender_at", least=1, most=GAME_HOLE - 1, only_if=(("found", ("by_other", "by_self")),)),
        Question("other_at", most=GAME_HOLE - 1, only_if=(("found", ("by_other", "game_hole")),)),
    )


def _decide_go(edition: Edition, answers: Mapping[str, str]) -> Decision:
    (number,) = cited(edition, "8.9")
    keep = (Step("keep_the_point"), Step("play_goes_on"))
    if answers["due"] == "clear":
        return Decision("go_stands", (number,), keep)
    judged = Step("look_at_cards")
    if answers["due"] == "cannot_play":
        return Decision("go_stands", (number,), (judged, *keep))
    if answers["found"] == "game_hole":
        # A go is one point: a player who reached the game hole by it belongs in the hole before, whatever else was
        # pegged.
        true = Amount(GAME_HOLE - GO.constant)
        first = (judged, *ours(to_true_score(true)))
        return falsely_claimed((number, "8.4.a.1"), first, true=true, before=Amount(GAME_HOLE))
    overpeg = overpegged(number, (judged,), by_other=answers["found"] == "by_other", over=GO)
    return replace(overpeg, steps=(*overpeg.steps, Step("other_plays")))


EARLY_GO = Subject("early-go", _questions_go, _decide_go)
