"""The starter, rules 6.1 to 6.4: how it is cut and turned, cards seen by mistake, and two for his heels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import Amount, Decision, Question, Side, Step, Subject, ours
from judging.rulebook.rules.wrong_count import overpegged
from tournaments.rules.edition import Edition

PENALTY = Amount(2)
HEELS = Amount(2)


def _questions(_edition: Edition) -> tuple[Question, ...]:
    noticed_in_time = ("heels_noticed", ("other", "self"))
    return (
        Question(
            "what",
            ("looked_at_bottom", "cut_early", "more_than_one", "heels", "in_hand", "face_up", "pack_placed"),
        ),
        Question("early", ("turned", "only_cut"), only_if=(("what", ("cut_early",)),)),
        Question("seen_by_pone", ("no", "yes"), only_if=(("what", ("in_hand",)),)),
        Question("heels", ("not_played", "played", "pegged_late"), only_if=(("what", ("heels",)),)),
        Question("heels_noticed", ("other", "self", "late"), only_if=(("heels", ("pegged_late",)),)),
        Question("offender_at", least=2, most=120, only_if=(noticed_in_time,)),
        Question("other_at", most=120, only_if=(("heels_noticed", ("other",)),)),
    )


def _heels(answers: Mapping[str, str]) -> Decision:
    """Points for a jack turned as the starter (6.3)."""
    if answers["heels"] == "not_played":
        return Decision("heels_pegged", ("6.3.a", "6.3.b"), (Step("peg_two", "6.3.a"), Step("may_go_out", "6.3.b")))
    no_muggins = Step("no_muggins", "10.3.c")
    if answers["heels"] == "played":
        return Decision("heels_forfeited", ("6.3.c", "10.3.c"), (Step("not_pegged_now", "6.3.c"), no_muggins))
    if answers["heels_noticed"] == "late":
        return Decision("heels_stand", ("8.4.d",), ours(Step("score_stands")))
    by_other = answers["heels_noticed"] == "other"
    forfeited = (Step("forfeited", "6.3.c"),)
    overpeg = overpegged("6.3.c", (), by_other=by_other, over=HEELS, claim_until="next_card")
    return replace(overpeg, steps=(*forfeited, *ours(*overpeg.steps)))


def _in_hand(answers: Mapping[str, str]) -> Decision:
    """A player took the starter into the hand (6.1.c)."""
    if answers["seen_by_pone"] == "yes":
        return Decision("no_penalty", ("6.1.c",), (*ours(Step("seen_card_back")), Step("play_goes_on")))
    penalty = Step("penalty", pegs=Side.OTHER)
    steps = (penalty, Step("draw_two"), Step("choose_starter"), Step("other_card_back"), Step("play_goes_on"))
    return Decision("two_points_and_draw", ("6.1.c",), steps, points=PENALTY)


def _cut_early(answers: Mapping[str, str]) -> Decision:
    """The starter was cut or turned before the dealer discarded (6.1.a)."""
    again = (Step("dealer_discards"), Step("dealer_shuffles"), Step("pone_cuts"))
    if answers["early"] == "turned":
        return Decision("no_penalty", ("6.1.a",), (Step("starter_back"), *again, Step("no_table")))
    return Decision("no_penalty", ("6.1.a",), (*ours(Step("packets_together")), again[0], again[2]))


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "looked_at_bottom":
            steps = (Step("penalty", pegs=Side.OTHER), Step("dealer_is_shown"), *ours(Step("cut_stands")))
            return Decision("two_points", ("6.1.b",), steps, points=PENALTY)
        case "cut_early":
            return _cut_early(answers)
        case "more_than_one":
            steps = (Step("top_is_starter", "6.2.a"), Step("both_may_look", "6.2.b"), Step("others_back", "6.2.b"))
            return Decision("no_penalty", ("6.2.a", "6.2.b"), steps)
        case "heels":
            return _heels(answers)
        case "in_hand":
            return _in_hand(answers)
        case "face_up":
            steps = (Step("turn_over"), Step("dealer_shuffles_all"), Step("pone_cuts"))
            return Decision("no_penalty", ("6.1.d",), steps)
        case "pack_placed":
            side = "pack_by_board" if edition is Edition.Y2020 else "pack_by_table"
            return Decision("no_penalty", ("6.4",), (Step(side),))
        case other:
            raise ValueError(f"{other!r} is no case of the starter")


STARTER = Subject("starter", _questions, _decide)
