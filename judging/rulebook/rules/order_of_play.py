"""The play of the cards, rules 7.1 and 7.2: who leads, what counts as played, and the deadline for pegging a score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import Amount, Decision, Peg, Question, Side, Step, Subject, ours
from judging.rulebook.rules.wrong_count import OVER_FITS, overpegged
from tournaments.rules.edition import Edition, cite

_WHAT = (
    "dealer_led",
    "out_of_turn",
    "over_31",
    "together",
    "in_succession",
    "take_back",
    "not_visible",
    "no_count",
    "not_pegged",
)


def _questions(edition: Edition) -> tuple[Question, ...]:
    noticed_in_time = ("over_noticed", ("other", "self"))
    other_pegs = (
        (Question("other_at", most=120, only_if=(("over_noticed", ("other",)),)),) if edition is Edition.Y2020 else ()
    )
    return (
        Question("what", _WHAT),
        Question("led_since", ("nothing", "pone_played", "more"), only_if=(("what", ("dealer_led",)),)),
        Question("turn_since", ("nothing", "more"), only_if=(("what", ("out_of_turn",)),)),
        Question("over_pegged", ("no", "points", "game"), only_if=(("what", ("over_31",)),)),
        Question("over_noticed", ("other", "self", "late"), only_if=(("over_pegged", ("points",)),)),
        Question("over", least=1, most=30, only_if=(noticed_in_time,)),
        Question("offender_at", least=1, most=120, only_if=(noticed_in_time,)),
        *other_pegs,
        Question("count_said", ("fits", "no"), only_if=(("what", ("together",)),)),
        Question("alone", ("yes", "no"), only_if=(("what", ("in_succession",)),)),
        Question("released", ("yes", "no"), only_if=(("what", ("take_back",)),)),
        Question("score_since", ("nothing", "at_once", "after_pause"), only_if=(("what", ("not_pegged",)),)),
    )


def _led(answers: Mapping[str, str]) -> Decision:
    """The dealer led, although the pone leads (7.1.b)."""
    if answers["led_since"] == "more":
        return Decision("lead_stands", ("7.1.b",), (Step("order_stands"), Step("points_stand")))
    if answers["led_since"] == "pone_played":
        steps = (Step("both_cards_back"), Step("points_come_off"), Step("pone_leads"))
        return Decision("lead_again", ("7.1.b",), steps)
    return Decision("lead_again", ("7.1.b",), (*ours(Step("dealers_card_back")), Step("pone_leads")))


def _out_of_turn(edition: Edition, *, played_on: bool) -> Decision:
    """A player played out of turn (7.1.c). What follows is left to the head judge, or in classic to the judges."""
    silent = cite("14.1", edition=edition) or ""
    says = Step("head_judge_decides" if edition is Edition.Y2020 else "judges_decide", silent)
    if played_on:
        return Decision("turn_stands", ("7.1.c", silent), (says, *ours(Step("order_stands", "7.1.b"))))
    steps = (Step("cards_back", "7.1.b"), Step("points_come_off", "7.1.b"), Step("right_player_plays", "7.1.c"))
    return Decision("turn_again", ("7.1.c", silent), (says, *ours(*steps)))


def _over_31(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A player played a card that exceeds 31 (7.1.e)."""
    retrieve = (Step("over_card_back", "7.1.e"), Step("another_or_go", "7.1.e"))
    if answers["over_pegged"] == "no":
        return Decision("over_retrieved", ("7.1.e",), retrieve)
    if answers["over_pegged"] == "game":
        steps = (*retrieve[:1], Step("pegs_wait", "8.4.a"), Step("look_up_false_claim", "8.4.b"))
        return Decision("false_claim", ("7.1.e", "8.4.b"), steps)
    if answers["over_noticed"] == "late":
        return Decision("over_late", ("8.4.d",), (Step("score_stands"), Step("play_goes_on")))
    if edition is Edition.Y2020:
        # The peg goes back before the player goes on, so that points of this play are pegged from the true hole.
        by_other = answers["over_noticed"] == "other"
        overpeg = overpegged("7.1.e", retrieve[:1], by_other=by_other, claim_until="next_card")
        return replace(overpeg, steps=(*overpeg.steps, retrieve[1]))
    offender_at, over = Amount(factors=(("offender_at", 1),)), Amount(factors=(("over", 1),))
    steps = (*retrieve[:1], Step("points_retracted", "7.1.e", (("over", over),)), retrieve[1])
    back = Peg(Side.OFFENDER, offender_at, Amount(factors=(("offender_at", 1), ("over", -1))))
    return Decision("over_without_penalty", ("7.1.e",), steps, claim_until="next_card", pegs=(back,))


def _together(answers: Mapping[str, str]) -> Decision:
    """A player played several cards at once (7.1.f)."""
    which = "named_card_played" if answers["count_said"] == "fits" else "choose_card"
    return Decision("one_card_played", ("7.1.f",), (Step(which), Step("others_back")))


def _take_back(answers: Mapping[str, str]) -> Decision:
    """A player wants to take back a card; only a card not let go yet may go back (7.1.e)."""
    if answers["released"] == "yes":
        return Decision("card_played", ("7.1.e",), (Step("card_stays"), Step("count_said_now")))
    return Decision("card_not_played", ("7.1.e",), (Step("card_may_go_back"),))


def _not_pegged(answers: Mapping[str, str]) -> Decision:
    """A player did not peg a score before the next card (7.2.b)."""
    since = answers["score_since"]
    if since == "after_pause":
        return Decision("score_forfeited", ("7.2.b", "10.4.b"), (Step("not_pegged_now"), Step("muggins", "10.4.b")))
    if since == "at_once":
        return Decision("may_peg", ("7.2.b",), (Step("no_pause_given"), Step("peg_now"), Step("play_goes_on")))
    return Decision("may_peg", ("7.2.b",), (Step("peg_now"), Step("play_goes_on")))


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "dealer_led":
            return _led(answers)
        case "out_of_turn":
            return _out_of_turn(edition, played_on=answers["turn_since"] == "more")
        case "over_31":
            return _over_31(edition, answers)
        case "together":
            return _together(answers)
        case "in_succession" if answers["alone"] == "yes":
            return Decision("succession_right", ("7.2.b",), (Step("each_score_said"), Step("pegged_at_once")))
        case "in_succession":
            return _out_of_turn(edition, played_on=False)
        case "take_back":
            return _take_back(answers)
        case "not_visible":
            return Decision("no_penalty", ("7.1.d",), (*ours(Step("lay_open")), Step("leave_open")))
        case "no_count":
            return Decision(
                "no_penalty", ("7.1.c", "7.1.e"), (Step("card_stays", "7.1.e"), Step("count_said_now", "7.1.c"))
            )
        case "not_pegged":
            return _not_pegged(answers)
        case other:
            raise ValueError(f"{other!r} is no case of the order of play")


ORDER_OF_PLAY = Subject("order-of-play", _questions, _decide, (OVER_FITS,))
