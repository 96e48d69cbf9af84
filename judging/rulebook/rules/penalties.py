"""Penalties, rules 11.1 to 11.4: who pegs them, wrong pegging, disputes and refusals.

A wrongly pegged penalty is judged like any score (rule 11.2). Rule 8.4.c covers a backward penalty pegged too short:
the other player scores the error. Rule 11.3 forbids a further penalty for a wrongly pegged one. The 15 holes back for a
false claim would be such a penalty, so a penalty pegged into the game hole is only corrected (ours).
"""

from __future__ import annotations

from collections.abc import Mapping

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
from judging.rulebook.rules.protocols import watched
from tournaments.rules.edition import Edition

_AS_A_SCORE = ("forward_long", "backward_short")
_OWN_HARM = ("forward_short", "backward_long")


def _questions(edition: Edition) -> tuple[Question, ...]:
    wrongly = (("what", ("pegged_wrongly",)),)
    pegged = ("way", (*_OWN_HARM, "forward_out"))
    return (
        Question("what", ("due", "pegged_wrongly", "not_due", "correction", "dispute", "refusal")),
        Question("direction", ("forward", "backward"), only_if=(("what", ("due",)),)),
        Question("points", least=1, most=30, only_if=(("what", ("due",)),)),
        Question("at", most=GAME_HOLE - 1, only_if=(("what", ("due",)),)),
        Question("offender_at", most=GAME_HOLE - 1, only_if=(("direction", ("forward",)),)),
        Question("way", (*_AS_A_SCORE, "forward_out", *_OWN_HARM), only_if=wrongly),
        Question("released", ("yes", "no"), only_if=(("way", _OWN_HARM),)),
        Question("right", least=1, most=30, only_if=(pegged,)),
        Question("wrong", least=0, only_if=(pegged,)),
        Question("stands_at", only_if=(pegged,)),
        Question("done", ("called", "pegged"), only_if=(("what", ("not_due",)),)),
        Question("noticed", ("yes", "no"), only_if=(("done", ("pegged",)),)),
        Question("decided_by", ("one", "two", "two_differ", "three", "not_covered"), only_if=(("what", ("dispute",)),)),
        Question("told_by", ("fewer", "three"), only_if=(("what", ("refusal",)),)),
        Question("round", ("qualifying", "playoff"), only_if=(("told_by", ("three",)),)),
    )


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    decide = {
        "due": _due,
        "pegged_wrongly": _pegged_wrongly,
        "not_due": _not_due,
        "correction": _correction,
        "dispute": _dispute,
        "refusal": _refusal,
    }
    return decide[answers["what"]](edition, answers)


def _due(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A penalty is due and not pegged yet (11.1.a)."""
    points, front_at = Amount(factors=(("points", 1),)), Amount(factors=(("at", 1),))
    if answers["direction"] == "forward":
        after, offender_at = Amount(factors=(("at", 1), ("points", 1))), Amount(factors=(("offender_at", 1),))
        steps = (Step("other_pegs", "11.1.a", (("points", points),), pegs=Side.OTHER), *watched(edition))
        pegs = (Peg(Side.OFFENDER, offender_at, offender_at), Peg(Side.OTHER, front_at, after))
        return Decision("pegs_forward", ("11.1.a",), steps, points=points, pegs=pegs)
    after = Amount(factors=(("at", 1), ("points", -1)))
    back = Step("offender_back", "11.1.a", (("points", points), ("hole", after)))
    steps = (back, *ours(Step("not_below")), *watched(edition))
    return Decision("pegs_backward", ("11.1.a",), steps, pegs=(Peg(Side.OFFENDER, front_at, after),))


def _pegged_wrongly(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A penalty was pegged by a wrong number or in a wrong direction (11.2)."""
    way = answers["way"]
    if way in _AS_A_SCORE:
        return Decision("as_a_score", ("11.2", "8.4.c"), (Step("go_by_overpegging"),))
    # From the hole before the wrong move to the hole where the peg belongs.
    sign = 1 if way.startswith("forward") else -1
    stands = Amount(factors=(("stands_at", 1),))
    hole = Amount(factors=(("stands_at", 1), ("wrong", -sign), ("right", sign)))
    peg = (Peg(Side.OFFENDER, stands, hole),)
    move = Step("peg_to_hole", "", (("hole", hole),), pegs=Side.OFFENDER if way == "forward_short" else None)
    if way in _OWN_HARM:
        if answers["released"] == "yes":
            return Decision("stays", ("11.2", "8.3"), (Step("as_pegged", "8.3"), Step("nobody_scores", "11.3")))
        return Decision("still_held", ("11.2", "8.3"), (move,), pegs=peg)
    no_claim = (Step("game_goes_on"), move, Step("no_false_claim", "11.3"), *ours(Step("no_claim_read_so")))
    return Decision("put_right_no_claim", ("11.2", "11.3", "8.4.a"), no_claim, pegs=peg)


def _not_due(_edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A penalty was called or pegged that is not due (11.3)."""
    if answers["done"] == "called":
        return Decision("none_due", ("11.3",), (Step("nobody_pegs"), Step("no_charge", "11.3")))
    if answers["noticed"] == "no":
        return Decision("too_late", ("11.2", "8.4.d"), (Step("as_pegged", "8.4.d"), Step("nobody_scores", "11.3")))
    steps = (Step("peg_back", "8.4.c"), Step("no_charge", "11.3"), *ours(Step("read_so")))
    return Decision("taken_back", ("11.3", "11.2", "8.4.c"), steps)


def _correction(_edition: Edition, _answers: Mapping[str, str]) -> Decision:
    return Decision("only_corrected", ("11.1.b",), (Step("to_right_hole"), Step("no_pegging_rule", "11.1.b")))


def _dispute(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """The players disagree with a decision (11.4.a), or no rule covers the case."""
    by = answers["decided_by"]
    if by == "one":
        return Decision(
            "second_judge",
            ("protocol a", "11.4.a") if edition is Edition.Y2020 else ("11.4.a",),
            (Step("summon_second"),),
        )
    if by == "three":
        return Decision("final", ("11.4.a",), (Step("decision_stands"),))
    if by == "not_covered":
        if edition is Edition.Y2020:
            return Decision("head_judge", ("14.1",), (Step("head_judge_decides"),))
        return Decision("judges_settle", ("13",), (Step("judges_decide"),))
    differ = ours(Step("must_agree")) if by == "two_differ" else ()
    return Decision("third_judge", ("11.4.a",), (*differ, Step("summon_third"), Step("three_final")))


def _refusal(_edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A player refuses the decision of the judges (11.4.b)."""
    if answers["told_by"] == "fewer":
        return Decision("inform_first", ("11.4.b",), (Step("tell_by_three"), Step("say_what_follows")))
    if answers["round"] == "playoff":
        return Decision("removed_playoff", ("11.4.b",), (Step("tell_director"), Step("match_lost")))
    steps = (Step("tell_director"), Step("game_lost"), Step("winner_line"), *ours(Step("loser_line")))
    return Decision("removed_qualifying", ("11.4.b",), steps)


# The penalty less the holes moved tells which error was made. The hole before the move was a hole of the game: the
# start, or any hole below the game hole.
_LESS = (("right", 1), ("wrong", -1))
_SHORT, _LONG, _OUT = ((("way", (way,)),) for way in ("forward_short", "backward_long", "forward_out"))
_RELATIONS = (
    Relation("forward_not_short", _LESS, least=1, only_if=_SHORT),
    Relation("backward_not_long", _LESS, most=-1, only_if=_LONG),
    Relation("enough_for_game_hole", _LESS, most=-1, only_if=_OUT),
    Relation("short_in_game_hole", (("stands_at", 1),), most=GAME_HOLE - 1, only_if=_SHORT),
    Relation("not_in_game_hole", (("stands_at", 1),), least=GAME_HOLE, only_if=_OUT),
    Relation("moved_from_before_start", (("stands_at", 1), ("wrong", -1)), least=0, only_if=_SHORT),
    Relation("moved_from_game_hole", (("stands_at", 1), ("wrong", 1)), most=GAME_HOLE - 1, only_if=_LONG),
)

PENALTIES = Subject("penalties", _questions, _decide, _RELATIONS)
"""A penalty is to be pegged, was pegged wrongly or is not accepted."""
