"""Dealing: rules 4.1 to 4.3 of both editions. `wrong_number` has the wrong number of cards.

The rules prescribe how to deal (4.2.a) but not what follows from dealing otherwise. The suggestion is ours: as with a
forgotten cut (3.3.c), the deal stands once the pone has picked up a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import Decision, Question, Step, Subject, ours
from judging.rulebook.rules.unsettled import cited, unsettled
from tournaments.rules.edition import Edition


def _questions(_edition: Edition) -> tuple[Question, ...]:
    def about(*codes: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return (("what", codes),)

    return (
        Question("what", ("exposed", "wrong_dealer", "dealt_wrongly", "no_cut_for_deal", "touched", "another_deck")),
        Question("exposed_by", ("dealer", "pone", "face_up", "after_deal"), only_if=about("exposed")),
        Question("found", ("before_both_played", "later"), only_if=about("wrong_dealer")),
        Question("dealt_how", ("order", "portion"), only_if=about("dealt_wrongly")),
        Question("pone_cards", ("not_picked_up", "picked_up"), only_if=about("dealt_wrongly")),
        Question("begun", ("no", "yes"), only_if=about("no_cut_for_deal")),
        Question("deck", ("qualifying", "damaged", "match_first", "match_again"), only_if=about("another_deck")),
    )


def _exposed(edition: Edition, by: str) -> Decision:
    """A card was exposed during or after the deal (4.3)."""
    rules = {"dealer": "4.3.a", "pone": "4.3.b", "face_up": "4.3.c"}
    match by:
        case "pone":
            return Decision("no_redeal", ("4.3.b", "4.2.c"), (Step("deal_stands"), Step("tell_pone", "4.2.c")))
        case "after_deal":
            return unsettled(edition, "suggest_no_redeal", ("4.3",), ("suggest_card_back",))
    if edition is Edition.Y2020:
        return Decision(
            "reshuffle_redeal", (rules[by],), (Step("gather"), Step("shuffle_and_cut"), Step("same_dealer"))
        )
    return Decision("redeal", (rules[by],), (Step("gather"), Step("cut_before_deal", "3.3.a"), Step("same_dealer")))


def _wrong_dealer(found_when: str) -> Decision:
    """The wrong player dealt (4.1.b)."""
    if found_when == "before_both_played":
        return Decision("deal_void", ("4.1.b",), (Step("gather"), *ours(Step("pegged_back")), Step("right_dealer")))
    return Decision("deal_stands", ("4.1.b",), (Step("play_it_out"), Step("other_deals_next")))


def _dealt_wrongly(edition: Edition, how: str, pone_cards: str) -> Decision:
    """The cards were dealt in a wrong way (4.2, 3.3.b).

    No rule settles that, so we suggest what 3.3.c says about a forgotten cut.
    """
    whole_pack = ("4.2.a", "3.3.b") if edition is Edition.Y2020 else ("3.3.b",)
    rules = (*(("4.2.a",) if how == "order" else whole_pack), "4.2.b", "3.3.c")
    if pone_cards == "not_picked_up":
        again = ("suggest_as_forgotten_cut", "gather", "shuffle_and_cut", "same_dealer")
        open_case = unsettled(edition, "suggest_redeal", rules, again)
    else:
        open_case = unsettled(edition, "suggest_stands", rules, ("suggest_as_forgotten_cut", "play_it_out"))
    decides, *suggested = open_case.steps
    return replace(open_case, steps=(decides, Step(f"right_{how}"), *suggested))


def _no_cut_for_deal(edition: Edition, begun: str) -> Decision:
    """The players did not cut for the deal (4.1; since 2020 4.1.c)."""
    if begun == "no":
        steps = (Step("each_shuffles", "3.1.a"), Step("both_cut"), Step("low_deals", "3.2.a"))
        return Decision("cut_now", ("4.1.a", "3.2.a"), steps)
    if edition is Edition.Y2020:
        return Decision("deemed_cut", cited(edition, "4.1.c"), (Step("deemed_cut"), Step("play_it_out")))
    return unsettled(edition, "suggest_play_on", ("4.1.a",), ("suggest_as_2020", "play_it_out"))


def _another_deck(edition: Edition, deck: str) -> Decision:
    """A player asks for another deck (4.2.d, 2020; 4.5.a)."""
    damaged = Step("see_imperfect_pack", "4.5.a")
    if edition is Edition.CLASSIC:
        if deck == "damaged":
            return Decision("deck_may_change", ("4.5.a",), (damaged,))
        return unsettled(edition, "suggest_keep_deck", (), ("suggest_keep_deck",))
    rules = cited(edition, "4.2.d")
    match deck:
        case "qualifying":
            return Decision("no_other_deck", rules, (Step("keep_deck"), Step("director_midway")))
        case "damaged":
            return Decision("deck_may_change", (*rules, "4.5.a"), (Step("damaged_may_change"), damaged))
        case "match_first":
            return Decision("deck_may_change", rules, (Step("after_the_game"), Step("once_a_match")))
    return Decision("no_other_deck", rules, (Step("once_a_match"),))


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "exposed":
            return _exposed(edition, answers["exposed_by"])
        case "wrong_dealer":
            return _wrong_dealer(answers["found"])
        case "dealt_wrongly":
            return _dealt_wrongly(edition, answers["dealt_how"], answers["pone_cards"])
        case "no_cut_for_deal":
            return _no_cut_for_deal(edition, answers["begun"])
        case "touched":
            return Decision("no_penalty", ("4.2.c",), (Step("tell_pone"), Step("backstop"), Step("deal_goes_on")))
        case "another_deck":
            return _another_deck(edition, answers["deck"])
    raise ValueError(f"{answers['what']!r} is no case of dealing")


DEALING = Subject("dealing", _questions, _decide)
