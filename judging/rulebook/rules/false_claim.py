"""A false claim of game: which acts are one, and where the pegs end (rules 8.4.a and 8.4.b).

A claim is false if the player does not have the points. The offender is the player who claimed. *The true score* is the
hole where the offender's front peg belongs: its position before the claim, plus all points earned since. The
overclaimed points are those from the true score to the game hole.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import GAME_HOLE, Amount, Decision, Peg, Question, Side, Step, Subject, ours
from tournaments.rules.edition import Edition

BACKWARD = 15

_ACTS = ("game_hole", "record_holes", "record_peg", "scorecard", "crib_first", "held", "words")

# The numbers under 8.4.a of acts that are false claims if points are missing. Writing the win on the scorecard is one
# in the classic edition only; 2020 removed it.
_FALSE_CLAIMS: Mapping[Edition, Mapping[str, str]] = {
    Edition.Y2020: {"game_hole": "8.4.a.1", "record_holes": "8.4.a.2", "record_peg": "8.4.a.3"},
    Edition.CLASSIC: {
        "game_hole": "8.4.a.1",
        "scorecard": "8.4.a.2",
        "record_holes": "8.4.a.3",
        "record_peg": "8.4.a.4",
    },
}

# Acts that equal pegging out if the points are there: rule 8.11.a of the classic edition only.
_AS_GOOD_AS_PEGGING_OUT: Mapping[str, str] = {
    "scorecard": "8.11.a.1",
    "record_holes": "8.11.a.2",
    "record_peg": "8.11.a.3",
}


def _questions(edition: Edition) -> tuple[Question, ...]:
    false_claim = (("act", tuple(_FALSE_CLAIMS[edition])), ("enough", ("no",)))
    act = Question("act", _ACTS)
    enough = Question("enough", ("no", "yes"), only_if=(("act", ("game_hole", *_AS_GOOD_AS_PEGGING_OUT)),))
    pegs = Question("pegs", ("one_out", "both_out"), only_if=false_claim)
    other_at = Question("other_at", most=GAME_HOLE - 1, only_if=false_claim)
    if edition is Edition.Y2020:
        return (act, enough, pegs, Question("offender_at", most=GAME_HOLE - 1, only_if=false_claim), other_at)
    return (
        act,
        enough,
        pegs,
        Question("offender_at", most=GAME_HOLE - 1, only_if=(*false_claim, ("pegs", ("one_out",)))),
        Question("stood_at", most=GAME_HOLE - 1, only_if=(*false_claim, ("pegs", ("both_out",)))),
        other_at,
    )


def falsely_claimed(rules: tuple[str, ...], first: tuple[Step, ...], *, true: Amount, before: Amount) -> Decision:
    """The decision on a false claim: where both front pegs end (rule 8.4.b, both editions).

    `rules` are the rules besides 8.4.b. `first` are the steps before the other player pegs. `true` is the claimant's
    true score, and `before` is the hole of the claimant's front peg now. The other player's peg is at the number
    `other_at`, and pegs the overclaimed points, at most to the game hole.

    The claimant goes 15 holes back in any case, but not below the start (ours). If the game ends this way, the spread
    is read after that (ours).
    """
    over = Amount(GAME_HOLE - true.constant, tuple((key, -factor) for key, factor in true.factors))
    pegged = Amount(over.constant, over.factors, room=Amount(GAME_HOLE, (("other_at", -1),)))
    back = Peg(Side.OFFENDER, before, Amount(true.constant - BACKWARD, true.factors))
    forward = Peg(
        Side.OTHER, Amount(factors=(("other_at", 1),)), Amount(over.constant, (("other_at", 1), *over.factors))
    )
    steps = (
        *first,
        Step("other_pegs_claim", "8.4.b.2", (("over", pegged), ("hole", forward.after)), pegs=Side.OTHER),
        Step("fifteen_back", "8.4.b.3", (("hole", back.after),), in_any_case=True),
        Step("rear_peg_behind", in_any_case=True),
        *ours(Step("spread_after_it", in_any_case=True)),
        Step("game_goes_on"),
    )
    return Decision("false_claim", (*rules, "8.4.b"), steps, points=pegged, pegs=(back, forward))


def to_true_score(true: Amount) -> Step:
    """The step that moves the claimant's front peg to where it belongs (rule 8.4.b.1)."""
    return Step("front_to_true_score", "8.4.b.1", (("true", true),))


def _false_claim(edition: Edition, act: str, pegs: str) -> Decision:
    """A player claimed the game without the points for it (8.4)."""
    number = _FALSE_CLAIMS[edition][act]
    offender_at = Amount(factors=(("offender_at", 1),))
    first, true = to_true_score(offender_at), offender_at
    if pegs == "both_out" and edition is Edition.Y2020:
        first = Step("front_as_agreed", "8.5.b", (("true", true),))
    elif pegs == "both_out":
        true = Amount(factors=(("stood_at", 1),))
        (first,) = ours(Step("front_where_it_stood", "8.5.b", (("true", true),)))
    rules = (number, "8.5.b") if pegs == "both_out" else (number,)
    # Away from the game hole the board shows the front peg at the true score: games are not recorded on the track.
    return falsely_claimed(rules, (first,), true=true, before=Amount(GAME_HOLE) if act == "game_hole" else true)


def _points_are_there(edition: Edition, act: str) -> Decision:
    """A player claimed the game, and has the points for it."""
    if act == "game_hole":
        return Decision("won", ("1.1",), (Step("points_confirmed"), Step("game_is_over")))
    if edition is Edition.CLASSIC:
        steps = (Step("points_confirmed", "8.11.b"), Step("game_is_over"), Step("pegs_out_with_muggins", "10.1.c"))
        return Decision("won", (_AS_GOOD_AS_PEGGING_OUT[act], "8.11.b"), steps)
    return Decision(
        "peg_out_first",
        ("8.10",),
        (
            Step("points_confirmed"),
            *ours(Step("won_in_match_play")),
            Step("peg_out_now"),
            Step("if_refused", "8.10.a"),
        ),
    )


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    act = answers["act"]
    match act:
        case "held":
            return Decision("not_pegged", ("1.6", "8.4.a.1"), (*ours(Step("peg_what_is_due")), Step("play_goes_on")))
        case "words":
            return Decision("no_act", ("8.4.a",), (*ours(Step("words_alone")), Step("play_goes_on")))
        case "crib_first" if edition is Edition.Y2020:
            return Decision("no_false_claim", ("9.2.e",), (Step("crib_points_back"), Step("hand_then_crib")))
        case "crib_first":
            steps = (
                Step("hand_then_crib"),
                Step("ask_again_if_short", "8.4.a.1"),
                *ours(Step("crib_looked_at_early", "5.2.a")),
            )
            return Decision("count_in_order", ("9.2",), steps)
    if answers["enough"] == "yes":
        return _points_are_there(edition, act)
    if act in _FALSE_CLAIMS[edition]:
        return _false_claim(edition, act, answers["pegs"])
    return Decision("no_false_claim", ("8.4.a",), (Step("pegs_stay"), Step("card_put_right"), Step("play_goes_on")))


FALSE_CLAIM = Subject("false-claim", _questions, _decide)
