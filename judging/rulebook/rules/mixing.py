"""Mixing the pack and cutting it: rules 2.1 to 2.3 and 3.1 to 3.3 of both editions.

The rules say what to do, but set a penalty only for looking at the bottom card. They leave open what follows from a
wrong cut or too few mixes found after the deal has begun. The suggestion is ours: as with a forgotten cut (3.3.c), the
deal stands once the pone has picked up a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import Amount, Decision, Question, Side, Step, Subject, ours
from judging.rulebook.rules.unsettled import unsettled
from tournaments.rules.edition import Edition

PENALTY = Amount(2)

_CUT_RULES: Mapping[str, str] = {"few": "3.1.c", "one_by_one": "3.3.a", "middle": "3.3.b"}


def _questions(_edition: Edition) -> tuple[Question, ...]:
    looked = (("what", ("bottom_card",)),)
    return (
        Question("what", ("bottom_card", "no_cut", "wrong_cut", "mixed_badly", "who_shuffles", "cut_for_deal")),
        Question("looked_when", ("after_shuffle", "at_the_cut", "after_the_cut", "after_pick_up"), only_if=looked),
        Question("looked_by", ("dealer", "pone"), only_if=(*looked, ("looked_when", ("after_shuffle",)))),
        Question("cut_how", tuple(_CUT_RULES), only_if=(("what", ("wrong_cut",)),)),
        Question(
            "deal_stage",
            ("not_begun", "not_picked_up", "picked_up"),
            only_if=(("what", ("no_cut", "wrong_cut", "mixed_badly")),),
        ),
        Question(
            "cut_for_deal_how",
            ("whether", "who_first", "number", "equal", "several", "which_card"),
            only_if=(("what", ("cut_for_deal",)),),
        ),
    )


def _two_points(rules: tuple[str, ...], penalty: str, *codes: str) -> Decision:
    """A decision on two points: this step with the penalty, then the steps of these codes."""
    steps = (Step(penalty, pegs=Side.OTHER), *(Step(code) for code in codes))
    return Decision("two_points", rules, steps, points=PENALTY)


def _bottom_card(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A player looked at the bottom card of the pack (2.1, 3.3)."""
    match answers["looked_when"]:
        case "at_the_cut":
            return _two_points(("3.3.a",), "other_pegs_two", "shuffle_again", "cut_again")
        case "after_the_cut":
            again = ("gather_if_dealt", "shuffle_again", "cut_again", "deal_again")
            return _two_points(("3.3.b",), "pone_pegs_two", *again)
        case "after_pick_up":
            two_points = _two_points(("3.3.b",), "pone_pegs_two")
            return replace(two_points, steps=(*two_points.steps, *ours(Step("hand_stays"), Step("rest_shuffled"))))
    by_dealer = answers["looked_by"] == "dealer"
    if edition is Edition.Y2020:
        pegs = "pone_pegs_two" if by_dealer else "dealer_pegs_two"
        return _two_points(("2.1",), pegs, "looker_shuffles_again", "then_cut")
    if by_dealer:
        return _two_points(("2.1",), "pone_pegs_two", "shuffle_again", "then_cut")
    return unsettled(edition, "suggest_shuffle", ("2.1",), ("suggest_no_penalty", "shuffle_again", "then_cut"))


def _no_cut(stage: str) -> Decision:
    """The pone did not cut the pack before the deal (3.3)."""
    match stage:
        case "not_begun":
            return Decision("cut_first", ("3.3.a",), (Step("offer_cut"), Step("pone_must_cut")))
        case "not_picked_up":
            steps = (
                Step("pone_may_remind"),
                Step("gather"),
                Step("shuffle_again"),
                Step("cut_again"),
                Step("deal_again"),
            )
            return Decision("shuffle_cut_deal", ("3.3.c",), steps, claim_until="picked_up")
    return Decision("deal_stands", ("3.3.c",), (Step("too_late"), Step("play_on")))


def _suggest_as_forgotten_cut(edition: Edition, stage: str, *rules: str) -> Decision:
    """The decision on a wrong cut or bad mixing found after the deal has begun.

    No rule covers it, so we suggest what 3.3.c says about a forgotten cut (ours): deal again until the pone has picked
    up cards; after that, play on.
    """
    if stage == "not_picked_up":
        again = ("suggest_as_forgotten_cut", "gather", "shuffle_again", "cut_again", "deal_again")
        return unsettled(edition, "suggest_redeal", (*rules, "3.3.c"), again)
    return unsettled(edition, "suggest_stands", (*rules, "3.3.c"), ("suggest_as_forgotten_cut", "play_on"))


def _wrong_cut(edition: Edition, how: str, stage: str) -> Decision:
    """The pack was cut in a wrong way (3.3)."""
    rule = _CUT_RULES[how]
    if stage == "not_begun":
        return Decision("cut_again", (rule,), (Step(f"cut_{how}"), *ours(Step("together_again"), Step("cut_again"))))
    return _suggest_as_forgotten_cut(edition, stage, rule)


def _mixed_badly(edition: Edition, stage: str) -> Decision:
    """The pack was not mixed as it must be (2.1)."""
    if stage == "not_begun":
        return Decision("mix_again", ("2.1",), (Step("three_mixes_hidden"), Step("then_cut")))
    return _suggest_as_forgotten_cut(edition, stage, "2.1")


def _who_shuffles(edition: Edition) -> Decision:
    """Who shuffles, and how often (2.1 to 2.3)."""
    rules = ("2.1", "2.2", "2.3")
    if edition is Edition.Y2020:
        return Decision(
            "who_shuffles", rules, (Step("pone_once_three_mixes", "2.2"), Step("dealer_last_three_mixes", "2.3"))
        )
    any_mixes = (Step("pone_once_any_mixes", "2.2"), Step("dealer_last", "2.3"))
    return Decision("who_shuffles", rules, (*any_mixes, Step("three_mixes_hidden", "2.1")))


def _cut_for_deal(edition: Edition, how: str) -> Decision:
    """A question about the cut for the deal (3.1, 3.2, 4.1.a)."""
    match how:
        case "whether":
            in_match = Step("cut_in_match", "4.1.a")
            by_format = (Step("cut_in_format", "1.5.a"), Step("no_cut_alternate", "1.5.a"))
            steps = (*by_format, in_match) if edition is Edition.Y2020 else (in_match, Step("loser_deals", "1.5.a"))
            return Decision("whether_cut", ("1.5.a", "4.1.a"), steps)
        case "who_first":
            return Decision("other_cuts_first", ("3.1.a",), (Step("each_should_shuffle"), Step("not_last_shuffler")))
        case "number":
            return Decision(
                "cut_again", ("3.1.b",), (Step("first_takes"), Step("second_takes"), *ours(Step("wrong_one_again")))
            )
        case "equal":
            again = (Step("all_together"), Step("shuffle_pack"), Step("both_cut_again"))
            return Decision("both_again", ("3.2.b",), again)
        case "several":
            return Decision("exposer_again", ("3.2.c",), (Step("exposer_again"),))
        case "which_card":
            return Decision("low_deals", ("3.2.a",), (Step("bottom_of_hand"), Step("low_deals")))
    raise ValueError(f"{how!r} is no question of the cut for deal")


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "bottom_card":
            return _bottom_card(edition, answers)
        case "no_cut":
            return _no_cut(answers["deal_stage"])
        case "wrong_cut":
            return _wrong_cut(edition, answers["cut_how"], answers["deal_stage"])
        case "mixed_badly":
            return _mixed_badly(edition, answers["deal_stage"])
        case "who_shuffles":
            return _who_shuffles(edition)
        case "cut_for_deal":
            return _cut_for_deal(edition, answers["cut_for_deal_how"])
    raise ValueError(f"{answers['what']!r} is no case of mixing and cutting")


MIXING = Subject("mixing-and-cutting", _questions, _decide)
