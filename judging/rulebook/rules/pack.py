"""An imperfect pack: rule 4.5 of both editions.

The rulebook does not cover two equal cards found before the play, or after the hands were counted and gathered; the
suggestions are ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import Decision, Question, Step, Subject, ours
from judging.rulebook.rules.unsettled import unsettled
from tournaments.rules.edition import Edition


def _questions(_edition: Edition) -> tuple[Question, ...]:
    return (
        Question("what", ("defect", "equal_cards", "found_card", "incomplete")),
        Question("picked_up", ("no", "yes"), only_if=(("what", ("defect",)),)),
        Question("seen", ("before_play", "in_play", "later"), only_if=(("what", ("equal_cards",)),)),
    )


def _defect(edition: Edition, picked_up: str) -> Decision:
    """The pack is imperfect (4.5.a)."""
    if picked_up == "yes":
        return Decision("play_then_replace", ("4.5.a",), (Step("play_it_out"), Step("then_replace")))
    if edition is Edition.Y2020:
        steps = (Step("gather"), Step("replace"), Step("shuffle_and_cut"), Step("same_dealer"))
        return Decision("replace_redeal", ("4.5.a",), steps)
    return Decision("replace_now", ("4.5.a",), (Step("replace"), *ours(Step("deal_anew_if_dealt"))))


def _equal_cards(edition: Edition, seen: str) -> Decision:
    """The pack has two equal cards (4.5.b)."""
    other_deck = ("all_dead", "other_deck")
    match seen:
        case "in_play":
            steps = tuple(Step(code) for code in ("stop", "all_points_back", *other_deck))
            return Decision("dead_other_deck", ("4.5.b",), (*steps, Step("no_penalty", "11.1.b")))
        case "before_play":
            return unsettled(edition, "suggest_other_deck", ("4.5.b",), ("suggest_as_in_play", *other_deck))
    return unsettled(edition, "suggest_points_stand", ("4.5.b", "4.5.d"), ("suggest_stands", "replace_between"))


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "defect":
            return _defect(edition, answers["picked_up"])
        case "equal_cards":
            return _equal_cards(edition, answers["seen"])
        case "found_card":
            return Decision(
                "back_between_deals", ("4.5.c",), (Step("is_of_this_deck"), Step("play_on"), Step("card_back"))
            )
        case "incomplete":
            return Decision("replace_between", ("4.5.d",), (Step("play_on"), Step("replace_between")))
    raise ValueError(f"{answers['what']!r} is no case of an imperfect pack")


PACK = Subject("imperfect-pack", _questions, _decide)
