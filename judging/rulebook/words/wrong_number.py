"""The wrong number of cards, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.rules.wrong_number import HowMany
from judging.rulebook.words.of_cases import SubjectWords

HOW_MANY = {
    HowMany.CORRECT: _("Correct"),
    HowMany.TOO_MANY: _("Too many"),
    HowMany.TOO_FEW: _("Too few"),
}

_CRIB_THEN = _("And the crib, with these cards in it?")
_CRIB_THEN_HINT = _(
    "Action 5: each hand with too many cards first puts the extra ones in the crib. Then count the crib."
)

WRONG_NUMBER = SubjectWords(
    title=_("Wrong number of cards"),
    lead=_("Too many or too few cards in a hand or in the crib."),
    finds=_(
        "wrong number of cards too many too few misdeal five cards seven cards short hand long hand extra card"
        " missing card one card short crib of five crib of three forgot to discard discarded three discarded one"
        " redeal table 4.4 actions dead hand dead crib"
    ),
    questions={
        "discarded": _("Have both players discarded?"),
        "dealt": _("How many cards were dealt?"),
        "evidence": _("Could the other player count the cards that were wrong?"),
        "standing": _("Where is the front peg of the player who hid the cards?"),
        "offender_at": _("In which hole exactly?"),
        "offender_near": _("In which hole exactly?"),
        "other_at": _("And the other player’s front peg?"),
        "starter": _("Is the starter turned?"),
        "pone": _("The pone’s hand?"),
        "dealer": _("The dealer’s hand?"),
        "crib": _("The crib?"),
        "crib_then": _CRIB_THEN,
        "crib_after_pone": _CRIB_THEN,
    },
    choices={
        ("discarded", "both"): _("Yes"),
        ("discarded", "not_both"): _("Not yet"),
        ("discarded", "dealer_turned_first"): _("The dealer turned the starter before discarding"),
        ("dealt", "right"): _("Six each, but one player discarded a wrong number"),
        ("dealt", "equally_short"): _("The same to each, and too few"),
        ("dealt", "dealer_one_short"): _("Six to the pone and five to the dealer, and both say so"),
        ("dealt", "otherwise"): _("In some other way"),
        ("evidence", "shown"): _("Yes"),
        ("evidence", "hidden"): _("No, they were put on the pack or hidden in another way"),
        ("standing", "ten_or_more"): _("In hole 10 or beyond"),
        ("standing", "fewer"): _("Short of hole 10, or off the board"),
        ("starter", "not_turned"): _("Not turned"),
        ("starter", "turned"): _("Turned"),
        **{
            (key, how_many): words
            for key in ("pone", "dealer", "crib", "crib_then", "crib_after_pone")
            for how_many, words in HOW_MANY.items()
        },
    },
    hints={
        "discarded": _("Say yes too where play went on although somebody forgot to discard, and count what there is."),
        "pone": _("Four is correct. Cards already played belong to the hand."),
        "crib_then": _CRIB_THEN_HINT,
        "crib_after_pone": _CRIB_THEN_HINT,
        "offender_near": _("0 is off the board."),
        "other_at": _("0 is off the board."),
    },
    headlines={
        "play_on": _("Play on"),
        "action_1": _("Action 1: the same player deals again"),
        "action_2": _("Action 2: the judges rebuild the crib"),
        "action_2_classic": _("Action 2: play on, the crib is dead"),
        "action_3": _("Action 3: the pack fills the crib"),
        "action_4": _("Action 4: the dealer’s pegging and hand do not count"),
        "action_5": _("Action 5: extra cards go to the crib, then play on"),
        "action_6": _("Action 6: the pack fills the hand"),
        "action_7": _("Action 7: play on and count everything as it is"),
        "action_8": _("Action 8: play on, the crib is dead"),
        "action_9": _("Action 9: all dead, the same player deals again"),
        "action_10": _("Action 10: the pone’s hand is dead, the pack fills the crib"),
        "action_11": _("Action 11: a new crib for the dealer"),
        "action_12": _("Action 12: stop, count what has no card too many"),
        "action_13": _("Action 13: the pone’s pegging and hand do not count"),
        "action_5_then_1": _("Action 5, then action 1: the same player deals again"),
        "action_5_then_3": _("Action 5, then action 3: the pack fills the crib"),
        "action_5_then_6": _("Action 5, then action 6: the pack fills the hand"),
        "action_5_then_11": _("Action 5, then action 11: a new crib for the dealer"),
        "discard_again": _("The discard may be taken back, no penalty"),
        "deal_on": _("Deal on until both have six"),
        "top_card": _("The dealer takes the top card"),
        "redeal": _("The same player deals again"),
        "back_and_redeal": _("Ten holes back, and the same player deals again"),
        "off_and_redeal": _("Off the board, the rest of ten to the other player, and a new deal"),
        "starter_again": _("The dealer discards, and the starter is cut again"),
    },
    steps={
        "nobody_moves": _("Nobody moves a peg or a card unless you say so."),
        "nothing_wrong": _("Nothing is wrong with the cards."),
        "stop": _("Stop the play."),
        "retract": _("Take back all points that either player has pegged in this play."),
        "no_penalty": _("Taking points back is a correction, not a penalty. Nobody scores for it."),
        "gather": _("Gather all the cards. Neither hand and no crib counts."),
        "same_dealer_again": _("The same player shuffles, offers the cut and deals again."),
        "play_goes_on": _("Let the play go on."),
        "cut_and_play": _("Let the pone cut for the starter, then let the play begin."),
        "count_all": _("At the end, count all three: both hands and the crib."),
        "count_all_as_they_are": _("At the end, count both hands and the crib as they are. Put nothing right."),
        "count_hands_as_they_are": _("At the end, count both hands as they are. Put nothing right."),
        "all_dead": _("Hands and crib are dead: none of them is counted."),
        "ask_apart": _("Out of the other’s hearing, ask each player which two cards they laid in the crib."),
        "known_to_crib": _("Cards that you can confirm as discards make up the new crib."),
        "judge_draws_rest": _(
            "Where it is still short of four, a judge draws what is missing, unseen, from the rest of the old crib."
        ),
        "rest_to_pack": _("Put what is left over back in the pack."),
        "fill_crib": _("Without showing any card of the crib, fill it to four from the top of the pack."),
        "fill_crib_below_starter": _(
            "Without showing any card of the crib, fill it to four from the top of the pack. The starter stays."
        ),
        "pone_pegging_counts": _("All points that the pone pegs in this play count."),
        "dealer_pegging_back": _(
            "Take back what the dealer has pegged in this play. What the dealer still makes does not count."
        ),
        "dealer_pegging_counts": _("All points that the dealer has pegged in this play count."),
        "pone_pegging_back": _("Take back what the pone has pegged in this play."),
        "pone_counted": _("The pone’s hand is counted."),
        "pone_counted_short": _("The pone counts the short hand as it is."),
        "pone_dead": _("The pone’s hand is dead: it is not counted."),
        "unless_not_discarded": _(
            "If the dealer turned the starter before discarding anything, another rule decides instead."
        ),
        "dealer_counted": _("The dealer’s hand is counted."),
        "dealer_dead": _("The dealer’s hand is dead: it is not counted."),
        "crib_counted": _("The crib is counted."),
        "new_crib_counted": _("The new crib is counted."),
        "crib_dead": _("The crib is dead: it is not counted."),
        "excess_of_pone": _("The pone keeps four cards and puts all others in the crib."),
        "excess_of_dealer": _("The dealer keeps four cards and puts all others in the crib."),
        "now_pone_correct": _("Both hands are correct now."),
        "now_pone_too_few": _("The dealer’s hand is correct now, and the pone’s is still short."),
        "now_crib_correct": _("The crib is correct now."),
        "now_crib_too_many": _("The crib has too many cards now. Go by the table again."),
        "now_crib_too_few": _("The crib is still short. Go by the table again."),
        "fill_pone": _("The pone’s hand is filled to four from the top of the pack."),
        "fill_dealer": _("The dealer’s hand is filled to four from the top of the pack."),
        "ask_dealer": _("With the dealer, find out which two cards of the crib are the dealer’s discards."),
        "set_aside": _("If you can confirm them, set these two aside."),
        "draw_two": _("Then the dealer draws two of the other cards unseen. The four are the new crib."),
        "or_draw_four": _(
            "If you cannot confirm them, a judge mixes the whole crib, and the dealer draws four cards unseen."
        ),
        "left_over_to_pack": _(
            "Put what is left over in the pack. The rulebook does not say where it goes; this is our reading."
        ),
        "to_dealers_last_card": _(
            "Let the play go on until the dealer has played the last card, whenever the error was found."
        ),
        "beyond_last_card_back": _("Take back whatever was pegged after the dealer’s last card."),
        "mix_pones_cards": _("A judge takes every card of the pone’s and mixes them, face down."),
        "draw_crib": _("The dealer draws from them, unseen, what the crib lacks."),
        "pone_deals_next": _("The next deal is the pone’s."),
        "discard_back": _(
            "Whoever discarded the wrong number may take the cards back until the other player has discarded."
        ),
        "discard_two": _("Then they discard two cards. They may choose others."),
        "deal_on": _("The dealer goes on dealing, a card to the pone and a card to the dealer, until both have six."),
        "both_confirm": _("See that both players agree on the count."),
        "top_card": _("The dealer takes the top card of the pack."),
        "then_discard": _("Both discard, and the game goes on."),
        "let_confirm": _("Let the other player count the cards that are wrong."),
        "ten_back": _("The player who hid the cards pegs back ten holes, to hole %(hole)s."),
        "off_the_board": _("Both pegs of the player who hid the cards come off the board."),
        "rest_to_other": _("The other player pegs what is missing to ten: %(points)s."),
        "watch_pegs": _("Watch until the pegs stand where they belong."),
        "starter_to_pack": _("The starter goes back in the pack. The table does not apply."),
        "pegged_since_back": _(
            "Cards played go back to the hands, and points pegged since the turn come off. The rulebook does not"
            " say so; this is our reading."
        ),
        "dealer_discards": _("The dealer discards two cards to the crib."),
        "dealer_shuffles": _("The dealer shuffles the pack again."),
        "pone_cuts_again": _("The pone cuts again for the starter. There is no penalty."),
    },
    until={"other_discards": _("Until the other player has discarded.")},
)
