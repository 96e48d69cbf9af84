"""The wrong number of cards in a hand or the crib: rule 4.4 of both editions.

Before both players have discarded, 4.4.a decides. Afterwards the table of 4.4.c decides. Its rows are the states of the
pone's hand, the dealer's hand and the crib. A state says whether the number of cards is right, which is four. Each row
names an *action* of 4.4.d in two columns: one before the starter is turned, one after. The action 0 is to play on.

Action 5 moves cards, and then the table is read again. So the crib must be counted again: its new state does not
follow from the earlier answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from judging.rulebook.rules.engine import Amount, Decision, Peg, Question, Side, Step, Subject, ours
from judging.rulebook.rules.unsettled import cited
from tournaments.rules.edition import Edition

PLAY_ON = 0
REBUILD_CRIB = 2
MOVE_EXCESS = 5
HIDING_BACK = 10


class HowMany(StrEnum):
    """The number of cards in a hand or the crib compared to the four that belong there."""

    CORRECT = "correct"
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of 4.4.c: the three states, and the action of each column."""

    pone: HowMany
    dealer: HowMany
    crib: HowMany
    before_starter: int
    after_starter: int


_RIGHT, _MANY, _FEW = HowMany.CORRECT, HowMany.TOO_MANY, HowMany.TOO_FEW

# Pone, dealer, crib; column A of both editions; column B of the classic edition and of 2020. In book order.
_TABLE: tuple[tuple[HowMany, HowMany, HowMany, int, int, int], ...] = (
    (_RIGHT, _RIGHT, _RIGHT, PLAY_ON, PLAY_ON, PLAY_ON),
    (_RIGHT, _RIGHT, _MANY, 1, 2, 2),
    (_RIGHT, _RIGHT, _FEW, 3, 3, 3),
    (_RIGHT, _MANY, _RIGHT, 1, 4, 9),
    (_RIGHT, _MANY, _MANY, 1, 4, 4),
    (_RIGHT, _MANY, _FEW, 5, 4, 4),
    (_RIGHT, _FEW, _RIGHT, 6, 7, 7),
    (_RIGHT, _FEW, _MANY, 8, 8, 8),
    (_RIGHT, _FEW, _FEW, 1, 7, 7),
    (_MANY, _RIGHT, _RIGHT, 1, 13, 9),
    (_MANY, _RIGHT, _MANY, 1, 9, 9),
    (_MANY, _RIGHT, _FEW, 5, 13, 13),
    (_MANY, _MANY, _RIGHT, 1, 9, 9),
    (_MANY, _MANY, _MANY, 1, 9, 9),
    (_MANY, _MANY, _FEW, 5, 9, 9),
    (_MANY, _FEW, _RIGHT, 1, 12, 12),
    (_MANY, _FEW, _MANY, 1, 12, 12),
    (_MANY, _FEW, _FEW, 1, 10, 10),
    (_FEW, _RIGHT, _RIGHT, 6, 7, 7),
    (_FEW, _RIGHT, _MANY, 11, 11, 11),
    (_FEW, _RIGHT, _FEW, 1, 7, 7),
    (_FEW, _MANY, _RIGHT, 1, 12, 12),
    (_FEW, _MANY, _MANY, 1, 12, 12),
    (_FEW, _MANY, _FEW, 5, 12, 12),
    (_FEW, _FEW, _RIGHT, 1, 7, 7),
    (_FEW, _FEW, _MANY, 1, 8, 8),
    (_FEW, _FEW, _FEW, 1, 7, 7),
)


def table(edition: Edition) -> tuple[Row, ...]:
    """The table of 4.4.c in book order: every combination of the three states once."""
    return tuple(
        Row(pone, dealer, crib, before, classic if edition is Edition.CLASSIC else in_2020)
        for pone, dealer, crib, before, classic, in_2020 in _TABLE
    )


def action_of(pone: HowMany, dealer: HowMany, crib: HowMany, *, turned: bool, edition: Edition) -> int:
    """The action of 4.4.d that the table names; 0 is to play on. `turned`: the starter is face up (4.4.b).

    >>> [action_of(_MANY, _RIGHT, _RIGHT, turned=True, edition=edition) for edition in Edition]
    [9, 13]
    """
    row = next(row for row in table(edition) if (row.pone, row.dealer, row.crib) == (pone, dealer, crib))
    return row.after_starter if turned else row.before_starter


def _questions(_edition: Edition) -> tuple[Question, ...]:
    both = ("discarded", ("both",))
    states = tuple(how_many.value for how_many in HowMany)
    moved = (("starter", ("not_turned",)), ("crib", (_FEW,)))
    hidden = ("evidence", ("hidden",))
    return (
        Question("discarded", ("both", "not_both", "dealer_turned_first")),
        Question(
            "dealt",
            ("right", "equally_short", "dealer_one_short", "otherwise"),
            only_if=(("discarded", ("not_both",)),),
        ),
        Question("evidence", ("shown", "hidden"), only_if=(("dealt", ("otherwise",)),)),
        Question("standing", ("ten_or_more", "fewer"), only_if=(hidden,)),
        Question("offender_at", least=HIDING_BACK, most=120, only_if=(hidden, ("standing", ("ten_or_more",)))),
        Question("offender_near", most=HIDING_BACK - 1, only_if=(hidden, ("standing", ("fewer",)))),
        Question("other_at", most=120, only_if=(hidden, ("standing", ("fewer",)))),
        Question("starter", ("not_turned", "turned"), only_if=(both,)),
        Question("pone", states, only_if=(both,)),
        Question("dealer", states, only_if=(both,)),
        Question("crib", states, only_if=(both,)),
        # Action 5 took cards from the dealer's hand, or only from the pone's; one condition cannot say "either".
        Question("crib_then", states, only_if=(*moved, ("dealer", (_MANY,)))),
        Question("crib_after_pone", states, only_if=(*moved, ("dealer", (_RIGHT,)), ("pone", (_MANY,)))),
    )


def _hidden(edition: Edition, standing: str) -> Decision:
    """The decision if a player hid the error (4.4.a.(3)).

    That player goes ten holes back. If there are fewer than ten, the player goes to the start, and the other player
    pegs the rest.
    """
    rules = cited(edition, "4.4.a.3", "11.1.a")
    again = (Step("watch_pegs", in_any_case=True), Step("same_dealer_again"))
    if standing == "ten_or_more":
        back = Amount(constant=-HIDING_BACK, factors=(("offender_at", 1),))
        peg = Peg(Side.OFFENDER, Amount(factors=(("offender_at", 1),)), back)
        return Decision("back_and_redeal", rules, (Step("ten_back", amounts=(("hole", back),)), *again), pegs=(peg,))
    rest = Amount(constant=HIDING_BACK, factors=(("offender_near", -1),))
    pegs = (
        Peg(Side.OFFENDER, Amount(factors=(("offender_near", 1),)), Amount()),
        Peg(
            Side.OTHER,
            Amount(factors=(("other_at", 1),)),
            Amount(constant=HIDING_BACK, factors=(("other_at", 1), ("offender_near", -1))),
        ),
    )
    steps = (Step("off_the_board"), Step("rest_to_other", amounts=(("points", rest),), pegs=Side.OTHER), *again)
    return Decision("off_and_redeal", rules, steps, points=rest, pegs=pegs)


def _before_both_discarded(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A wrong number of cards, found before both players have discarded (4.4.a)."""
    match answers["dealt"]:
        case "right":
            rules = cited(edition, "4.4.a.1", "5.3.b")
            steps = (Step("discard_back"), Step("discard_two"))
            return Decision("discard_again", rules, steps, claim_until="other_discards")
        case "equally_short":
            return Decision("deal_on", ("4.4.a.2",), (Step("deal_on"), Step("then_discard")))
        case "dealer_one_short":
            return Decision("top_card", ("4.4.a.2",), (Step("both_confirm"), Step("top_card"), Step("then_discard")))
    if answers["evidence"] == "hidden":
        return _hidden(edition, answers["standing"])
    return Decision("redeal", ("4.4.a.3",), (Step("let_confirm"), Step("same_dealer_again")))


def _fill_crib(turned: bool) -> Step:
    return ours(Step("fill_crib_below_starter"))[0] if turned else Step("fill_crib")


def _goes_on(turned: bool) -> Step:
    return Step("play_goes_on" if turned else "cut_and_play")


def _counted_or_dead(what: str, how_many: HowMany) -> Step:
    return Step(f"{what}_dead" if how_many is _MANY else f"{what}_counted")


def _steps(
    action: int, pone: HowMany, dealer: HowMany, crib: HowMany, *, turned: bool, edition: Edition
) -> tuple[Step, ...]:
    """The steps of an action of 4.4.d for these states."""
    stop = (Step("stop"), Step("retract"), Step("no_penalty", "11.1.b"))
    (pones_turn,) = ours(Step("pone_deals_next"))
    match action:
        case 1:
            return (Step("gather"), Step("same_dealer_again"))
        case 2 if edition is Edition.CLASSIC:
            return (Step("play_goes_on"), Step("count_hands_as_they_are"), Step("crib_dead"))
        case 2:
            return (
                Step("stop"),
                Step("ask_apart"),
                Step("known_to_crib"),
                Step("judge_draws_rest"),
                Step("rest_to_pack"),
                Step("play_goes_on"),
                Step("count_all"),
            )
        case 3:
            stopped = (Step("stop"),) if turned else ()
            return (*stopped, _fill_crib(turned), _goes_on(turned), Step("count_all"))
        case 4:
            exception = (Step("unless_not_discarded", "6.1.a"),) if crib is _FEW else ()
            return (
                *exception,
                Step("play_goes_on"),
                Step("pone_pegging_counts"),
                Step("dealer_pegging_back"),
                Step("no_penalty", "11.1.b"),
                Step("pone_counted"),
                Step("dealer_dead"),
                _counted_or_dead("crib", crib),
            )
        case 6:
            filled = Step("fill_pone" if pone is _FEW else "fill_dealer")
            return (filled, Step("cut_and_play"))
        case 7:
            return (_goes_on(turned), Step("count_all_as_they_are"))
        case 8:
            return (_goes_on(turned), Step("count_hands_as_they_are"), Step("crib_dead"))
        case 9:
            return (*stop, Step("all_dead"), Step("same_dealer_again"))
        case 10:
            steps = (_fill_crib(turned), Step("pone_dead"), Step("dealer_counted"), Step("crib_counted"))
            return (*stop, *steps, pones_turn)
        case 11:
            return (
                Step("ask_dealer"),
                Step("set_aside"),
                Step("draw_two"),
                Step("or_draw_four"),
                *ours(Step("left_over_to_pack")),
                _goes_on(turned),
                Step("pone_counted_short"),
                Step("dealer_counted"),
                Step("new_crib_counted"),
            )
        case 12:
            counted = (
                _counted_or_dead("pone", pone),
                _counted_or_dead("dealer", dealer),
                _counted_or_dead("crib", crib),
            )
            return (*stop, *counted, pones_turn)
        case 13:
            return (
                Step("to_dealers_last_card"),
                Step("beyond_last_card_back"),
                Step("dealer_pegging_counts"),
                Step("pone_pegging_back"),
                Step("no_penalty", "11.1.b"),
                Step("pone_dead"),
                Step("dealer_counted"),
                *((Step("mix_pones_cards"), Step("draw_crib")) if crib is _FEW else ()),
                Step("crib_counted"),
                pones_turn,
            )
        case _:
            raise ValueError(f"{action} is no action of 4.4.d that stands alone")


def _excess_moved(edition: Edition, pone: HowMany, dealer: HowMany, crib: HowMany) -> Decision:
    """Action 5, and the action that the table names after it.

    `pone` and `dealer` are the states of the hands before action 5, `crib` is the state of the crib after it.
    """
    new_pone = _RIGHT if pone is _MANY else pone
    new_dealer = _RIGHT if dealer is _MANY else dealer
    next_action = action_of(new_pone, new_dealer, crib, turned=False, edition=edition)
    excess = tuple(
        Step(f"excess_of_{whose}") for whose, state in (("pone", pone), ("dealer", dealer)) if state is _MANY
    )
    new_states = (Step(f"now_pone_{new_pone}"), Step(f"now_crib_{crib}"))
    first_steps = (Step("nobody_moves", "4.4.b"), *excess, *new_states)
    rules = ("4.4.b.1", "4.4.c", "4.4.d.5")
    if next_action == PLAY_ON:
        return Decision("action_5", rules, (*first_steps, Step("cut_and_play")))
    next_rule = f"4.4.d.{next_action}"
    next_steps = (
        replace(step, rule=step.rule or next_rule)
        for step in _steps(next_action, new_pone, new_dealer, crib, turned=False, edition=edition)
    )
    return Decision(f"action_5_then_{next_action}", (*rules, next_rule), (*first_steps, *next_steps))


def _by_table(edition: Edition, answers: Mapping[str, str]) -> Decision:
    """A wrong number of cards, found after both have discarded: the action that the table names (4.4.b to 4.4.d)."""
    pone, dealer, crib = (HowMany(answers[key]) for key in ("pone", "dealer", "crib"))
    turned = answers["starter"] == "turned"
    action = action_of(pone, dealer, crib, turned=turned, edition=edition)
    rules = ("4.4.b.2" if turned else "4.4.b.1", "4.4.c")
    if action == PLAY_ON:
        return Decision("play_on", rules, (Step("nothing_wrong"), _goes_on(turned)))
    if action == MOVE_EXCESS:
        crib_then = answers["crib_then"] if dealer is _MANY else answers["crib_after_pone"]
        return _excess_moved(edition, pone, dealer, HowMany(crib_then))
    steps = (
        Step("nobody_moves", "4.4.b"),
        *_steps(action, pone, dealer, crib, turned=turned, edition=edition),
    )
    classic = "_classic" if action == REBUILD_CRIB and edition is Edition.CLASSIC else ""
    return Decision(f"action_{action}{classic}", (*rules, f"4.4.d.{action}"), steps)


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    match answers["discarded"]:
        case "not_both":
            return _before_both_discarded(edition, answers)
        case "dealer_turned_first":
            again = (Step("dealer_discards"), Step("dealer_shuffles"), Step("pone_cuts_again"))
            steps = (Step("starter_to_pack"), *ours(Step("pegged_since_back")), *again)
            return Decision("starter_again", ("6.1.a",), steps)
    return _by_table(edition, answers)


WRONG_NUMBER = Subject("wrong-number", _questions, _decide)
