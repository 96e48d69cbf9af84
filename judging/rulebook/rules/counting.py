"""Counting hands and crib, rules 9.1 to 9.5: order, corrected counts, cards mixed too early, and help.

The offender is the player who counted out of turn, mixed the cards or had help. A count is *accepted* when the dealer
goes on to count after the pone, when the pone says so, or when the pone mixes the cards in (9.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judging.rulebook.rules.engine import Amount, Decision, Question, Side, Step, Subject, ours
from judging.rulebook.rules.unsettled import unsettled
from tournaments.rules.edition import Edition

PENALTY = Amount(2)


# Rules 9.1, 9.2 and 9.3.b: order, and corrected counts


def _questions_counting(_edition: Edition) -> tuple[Question, ...]:
    return (
        Question("what", ("dealer_first", "crib_first", "correct", "not_open", "pack_moved")),
        Question("game_hole", ("no", "yes"), only_if=(("what", ("dealer_first", "crib_first")),)),
        Question("pegged", ("no", "too_few", "too_many"), only_if=(("what", ("correct",)),)),
        Question("accepted", ("no", "hand", "crib", "mixed"), only_if=(("pegged", ("no",)),)),
    )


def _crib_first(edition: Edition, *, in_game_hole: bool) -> Decision:
    """The dealer counted the crib before the hand: no penalty since 2020 (9.2.e), two points in classic (9.2, 5.2.a)."""
    order = (Step("crib_points_back"), Step("dealers_hand"), Step("then_crib"))
    if edition is Edition.Y2020:
        unclaimed = (Step("no_false_claim"),) if in_game_hole else ()
        return Decision("no_penalty", ("9.2.e",), (*order, *unclaimed))
    if_short = (Step("false_claim_if_short", "8.4.a.1"),) if in_game_hole else ()
    # The crib's points come off before the penalty is pegged, which may end the game.
    steps = (order[0], *ours(Step("penalty", "5.2.a", pegs=Side.OTHER)), *order[1:], *if_short)
    return Decision("two_points", ("9.2", "5.2.a"), steps, points=PENALTY)


def _put_right(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A count corrected by its own player (rules 8.3, 8.4.c.2 and 9.2)."""
    in_2020 = edition is Edition.Y2020
    if answers["pegged"] == "too_few":
        announcements_only = ours(Step("words_not_pegs", "9.2.d")) if in_2020 else ()
        return Decision(
            "peg_stays", ("8.3",), (Step("too_few_stay"), *announcements_only, Step("may_be_muggins", "10.2"))
        )
    if answers["pegged"] == "too_many":
        return Decision("peg_may_go_back", ("8.4.c",), (Step("say_first"), Step("look_up_overpegging")))
    accepted = answers["accepted"]
    correct = (Step("say_right_count"), Step("peg_it"))
    if accepted == "no":
        return Decision("may_correct", ("9.2",), correct, claim_until="accepted")
    if accepted == "crib" and in_2020:
        return Decision("may_correct", ("9.2.d",), correct, claim_until="mixed")
    rules = {"hand": ("9.2.a", "9.2.b"), "crib": ("9.2.d",), "mixed": ("9.2.b", "9.2.d")}
    own_cards_mixed = (Step("look_up_mixed", "9.4"),) if accepted == "mixed" else ()
    return Decision("too_late", rules[accepted], (Step("count_stands"), *own_cards_mixed))


def _decide_counting(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["what"]:
        case "dealer_first":
            order = tuple(Step(code, "9.2.c") for code in ("dealers_points_back", "pone_pegs", "then_dealer"))
            if answers["game_hole"] == "yes":
                open_case = unsettled(edition, "too_early_in_game_hole", ("9.2.c", "8.4.a.1"), ("no_claim_ours",))
                return replace(open_case, steps=(*order, *open_case.steps))
            return Decision("no_penalty", ("9.2.c",), order)
        case "crib_first":
            return _crib_first(edition, in_game_hole=answers["game_hole"] == "yes")
        case "correct":
            return _put_right(edition, answers)
        case "not_open":
            return Decision(
                "lay_open", ("9.1",), (Step("cards_on_table"), Step("count_again"), Step("no_penalty_written"))
            )
        case "pack_moved":
            return Decision("allowed", ("9.3.b",), (Step("only_between"), Step("starter_stays")))
        case other:
            raise ValueError(f"{other!r} is no case of counting")


COUNTING = Subject("counting", _questions_counting, _decide_counting)


# Rules 9.3.a and 9.4: cards mixed before they are counted


def _questions_mixed(_edition: Edition) -> tuple[Question, ...]:
    return (
        Question("what", ("own_hand", "own_crib", "pone_mixed_crib", "others_hand", "starter")),
        Question("own", ("not_pegged", "not_accepted", "accepted"), only_if=(("what", ("own_hand", "own_crib")),)),
        Question("pegged", ("no", "yes"), only_if=(("what", ("pone_mixed_crib", "others_hand")),)),
        Question(
            "crib", ("agreed", "rebuilt", "partly"), only_if=(("what", ("pone_mixed_crib",)), ("pegged", ("no",)))
        ),
        Question("starter", ("known", "rebuilt", "unclear", "in_pack"), only_if=(("what", ("starter",)),)),
    )


def _own_cards(what: str, own: str) -> Decision:
    """The decision if players mixed their own cards in. A count is safe only if it is pegged *and* accepted (9.4.a)."""
    if own == "accepted":
        return Decision("count_stands", ("9.2",), (Step("nothing_to_do"),))
    lost = ours(Step("points_back")) if own == "not_accepted" else (Step("nothing_pegged"),)
    return Decision("count_lost", ("9.4.a" if what == "own_hand" else "9.4.b",), (*lost, Step("rest_is_counted")))


def _crib_by_pone(crib: str) -> Decision:
    """The pone mixed the crib with other cards (9.4.c): two points, and the crib is put together again if possible."""
    retrieved = {
        "agreed": (Step("dealer_takes_crib"),),
        "rebuilt": (Step("judges_rebuild", "9.4.c.1"), Step("named_cards_back", "9.4.c.2")),
        "partly": (
            Step("judges_rebuild", "9.4.c.1"),
            Step("named_cards_back", "9.4.c.2"),
            Step("fill_from_pack", "9.4.c.2"),
        ),
    }
    steps = (Step("dealer_pegs_penalty", pegs=Side.OTHER), *retrieved[crib], Step("dealer_counts_crib"))
    return Decision("two_points_and_crib", ("9.4.c",), steps, points=PENALTY)


def _starter(starter: str) -> Decision:
    """The starter was mixed with other cards (9.3.a): two points, and the starter is found again."""
    steps_of = {
        "known": (Step("starter_on_pack"),),
        "rebuilt": (Step("rebuild_five", "9.3.a.1"), Step("starter_on_pack")),
        "unclear": (Step("draw_two_and_choose", "9.3.a.2"), Step("other_card_back", "9.3.a.2")),
        "in_pack": (Step("judge_shuffles", "9.3.a.3"), Step("other_cuts", "9.3.a.3"), Step("judge_turns", "9.3.a.3")),
    }
    return Decision(
        "two_points",
        ("9.3.a",),
        (Step("penalty", pegs=Side.OTHER), *steps_of[starter], Step("counting_goes_on")),
        points=PENALTY,
    )


def _decide_mixed(edition: Edition, answers: Mapping[str, str]) -> Decision:
    what = answers["what"]
    if what in {"own_hand", "own_crib"}:
        return _own_cards(what, answers["own"])
    if what == "starter":
        return _starter(answers["starter"])
    if answers["pegged"] == "yes":
        return Decision("count_stands", ("9.2.d" if what == "pone_mixed_crib" else "9.2",), (Step("mixing_accepts"),))
    if what == "pone_mixed_crib":
        return _crib_by_pone(answers["crib"])
    return unsettled(edition, "others_hand_unsettled", ("9.4",), ("cards_as_named", "then_counted"))


MIXED_CARDS = Subject("mixed-cards", _questions_mixed, _decide_mixed)


# Rule 9.5: help


def _questions_help(_edition: Edition) -> tuple[Question, ...]:
    return (Question("help", ("other_player", "bystander", "material")),)


def _decide_help(edition: Edition, answers: Mapping[str, str]) -> Decision:
    first = {
        "other_player": (Step("stop_telling"), Step("claims_are_no_help")),
        "bystander": (Step("send_away"), Step("tell_director")),
        "material": (Step("put_away"),),
    }
    open_case = unsettled(edition, "not_allowed", ("9.5",), ())
    steps = (*first[answers["help"]], Step("counts_alone"), Step("no_penalty_written"), *open_case.steps)
    return replace(open_case, steps=steps)


COUNTING_HELP = Subject("counting-help", _questions_help, _decide_help)
