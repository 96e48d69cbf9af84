"""Counting in order, cards mixed too soon, and help with counting, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.unsettled import UNSETTLED_STEPS

COUNTING = SubjectWords(
    title=_("Counting in order"),
    lead=_("Hands and crib were counted in the wrong order, or a count is to be put right."),
    finds=_(
        "counted out of order dealer counted first dealer pegged first counted the crib first crib before hand wrong"
        " total announced wrong score correct my count recount missed points picked up the cards while counting cards"
        " not visible took the deck away"
    ),
    questions={
        "what": _("What happened?"),
        "game_hole": _("Did it go into the game hole?"),
        "pegged": _("Has the wrong count been pegged and the peg let go?"),
        "accepted": _("Has the count been accepted?"),
    },
    choices={
        ("what", "dealer_first"): _("The dealer pegged the hand before the pone"),
        ("what", "crib_first"): _("The dealer counted the crib before the hand"),
        ("what", "correct"): _("A player wants to correct their own count"),
        ("what", "not_open"): _("The cards were not open on the table"),
        ("what", "pack_moved"): _("The pone took the pack away during the counting"),
        ("game_hole", "no"): _("No"),
        ("game_hole", "yes"): _("Yes"),
        ("pegged", "no"): _("No"),
        ("pegged", "too_few"): _("Yes, with too few points"),
        ("pegged", "too_many"): _("Yes, with too many points"),
        ("accepted", "no"): _("No"),
        ("accepted", "hand"): _("Yes, and it is a hand"),
        ("accepted", "crib"): _("Yes, in words, and it is the crib"),
        ("accepted", "mixed"): _("The cards are mixed with others"),
    },
    hints={
        "accepted": _(
            "The pone’s hand: the dealer has begun to count. Dealer’s hand and crib: the pone said that it is right, or"
            " mixed the cards."
        ),
    },
    headlines={
        "too_early_in_game_hole": _("Count again in order; the rulebook does not name the game hole here"),
        "no_penalty": _("Count again in order, no penalty"),
        "two_points": _("Count again in order; two points for the other player"),
        "peg_stays": _("Too few stay too few"),
        "peg_may_go_back": _("The peg may go back"),
        "may_correct": _("The count may be put right"),
        "too_late": _("Too late: the count stands"),
        "lay_open": _("The cards belong open on the table"),
        "allowed": _("That is allowed between the two hands"),
    },
    steps={
        **UNSETTLED_STEPS,
        "dealers_points_back": _("The dealer takes back the points of the hand."),
        "pone_pegs": _("The pone counts and pegs first."),
        "then_dealer": _("Then the dealer pegs the hand."),
        "no_claim_ours": _(
            "Our suggestion: with the count of the hand right it is no false claim, because the points only came too"
            " early."
        ),
        "crib_points_back": _("The dealer takes back all points of the crib."),
        "dealers_hand": _("The dealer counts and pegs the hand."),
        "then_crib": _("Then the dealer counts and pegs the crib."),
        "no_false_claim": _("It is no false claim of game."),
        "penalty": _("The other player pegs two points, because the crib was opened before its time."),
        "false_claim_if_short": _("If hand and crib together fall short of the game, go by “False claim of game”."),
        "too_few_stay": _("Leave the peg. Too few points cannot be added once it is let go."),
        "words_not_pegs": _(
            "Until the pone mixes the cards the dealer may correct what was announced. As we read it, that does not"
            " bring points to a peg already let go."
        ),
        "may_be_muggins": _("If muggins is in force, points that were not pegged may be claimed: go by “Muggins”."),
        "say_first": _("The player tells the other player before moving the peg back."),
        "look_up_overpegging": _(
            "Go by “Pegged too many or too few” for until when, and for what the other player pegs."
        ),
        "say_right_count": _("The player says the right count."),
        "peg_it": _("The player pegs the right count."),
        "count_stands": _("The count stands. Play goes on."),
        "look_up_mixed": _("If cards were mixed before they were pegged, go by “Cards mixed too soon”."),
        "cards_on_table": _("Lay the cards open on the table, where the other player sees them all."),
        "count_again": _("The player counts them again."),
        "no_penalty_written": _("The rulebook names no penalty for it."),
        "only_between": _("The pone may do so once the pone’s hand is counted and before the dealer counts."),
        "starter_stays": _("The starter stays where the pack was, apart from all other cards."),
    },
    until={
        "accepted": _("Until the count is accepted."),
        "mixed": _("Until the pone mixes the dealer’s cards with the rest."),
    },
)

MIXED_CARDS = SubjectWords(
    title=_("Cards mixed too soon"),
    lead=_("A hand, the crib or the starter was mixed with other cards before it was counted."),
    finds=_(
        "mixed the hand mucked the cards threw the hand in picked up the crib mixed cards before counting shuffled too"
        " early collected the cards crib mixed with the deck starter card in hand starter mixed lost the starter"
    ),
    questions={
        "what": _("What was mixed with other cards?"),
        "own": _("How far was the counting of these cards?"),
        "pegged": _("Had these cards been counted and pegged?"),
        "crib": _("Do the players agree on the cards of the crib?"),
        "starter": _("Is it clear which card the starter was?"),
    },
    choices={
        ("what", "own_hand"): _("A player’s own hand"),
        ("what", "own_crib"): _("The crib, by the dealer"),
        ("what", "pone_mixed_crib"): _("The crib, by the pone"),
        ("what", "others_hand"): _("A hand, by the other player"),
        ("what", "starter"): _("The starter"),
        ("own", "not_pegged"): _("Not pegged yet"),
        ("own", "not_accepted"): _("Pegged, but not accepted yet"),
        ("own", "accepted"): _("Pegged and accepted"),
        ("pegged", "no"): _("No"),
        ("pegged", "yes"): _("Yes"),
        ("crib", "agreed"): _("Yes"),
        ("crib", "rebuilt"): _("No, but with your help they find all four"),
        ("crib", "partly"): _("No, and not all four can be found"),
        ("starter", "known"): _("Yes"),
        ("starter", "rebuilt"): _("No, but what the players say or the pegs show it"),
        ("starter", "unclear"): _("No, it is one of five cards in a hand or crib"),
        ("starter", "in_pack"): _("No, it is in the pack and cannot be found"),
    },
    hints={
        "own": _(
            "The pone’s hand is accepted when the dealer counts; the dealer’s hand and crib when the pone says so or"
            " mixes them."
        ),
    },
    headlines={
        "others_hand_unsettled": _("The rulebook does not name this"),
        "count_stands": _("The count stands"),
        "count_lost": _("The count of these cards is lost"),
        "two_points_and_crib": _("Two points for the dealer, and the crib is counted"),
        "two_points": _("Two points for the other player"),
    },
    steps={
        **UNSETTLED_STEPS,
        "nothing_to_do": _("Nothing follows: the count was pegged and accepted."),
        "mixing_accepts": _("Nothing follows: whoever mixes cards that were counted and pegged has accepted them."),
        "nothing_pegged": _("Nothing is pegged for these cards."),
        "points_back": _(
            "The points pegged for these cards come back. As we read the rule, a count is safe only once it is"
            " accepted."
        ),
        "rest_is_counted": _("Everything else is counted as usual."),
        "dealer_pegs_penalty": _("The dealer pegs two points."),
        "dealer_takes_crib": _("The dealer takes the four cards back out."),
        "judges_rebuild": _("Put both hands together again to find which cards were laid into the crib."),
        "named_cards_back": _("Take the cards out that the players remember."),
        "fill_from_pack": _("Shuffle the rest of the pack yourself, and fill the crib to four from the top."),
        "dealer_counts_crib": _("The dealer counts and pegs the crib."),
        "penalty": _("The other player pegs two points."),
        "starter_on_pack": _("Take the starter out and put it on top of the pack."),
        "rebuild_five": _("Find the starter from what the players say and from what was pegged."),
        "draw_two_and_choose": _(
            "The other player draws two cards unseen from that hand or crib, looks at them, and makes one the starter."
        ),
        "other_card_back": _("The other of the two goes back."),
        "judge_shuffles": _("Shuffle the pack yourself."),
        "other_cuts": _("The other player cuts."),
        "judge_turns": _("Turn the new starter yourself."),
        "counting_goes_on": _("Go on counting where it stopped."),
        "cards_as_named": _(
            "Our suggestion: take out the cards on which both players agree, as for a crib that the pone mixed."
        ),
        "then_counted": _("Then the hand is counted and pegged."),
    },
    until={},
)

COUNTING_HELP = SubjectWords(
    title=_("Help with counting"),
    lead=_("A player had help in counting or pegging."),
    finds=_(
        "help counting told the score told him his count somebody watching helped spectator kibitzer coaching used a"
        " chart used a phone app counting aid calculator you missed a fifteen"
    ),
    questions={"help": _("Where did the help come from?")},
    choices={
        ("help", "other_player"): _("From the other player"),
        ("help", "bystander"): _("From somebody who watched"),
        ("help", "material"): _("From paper, a chart or a device"),
    },
    hints={},
    headlines={"not_allowed": _("Not allowed: every player counts alone")},
    steps={
        "stop_telling": _("Ask the other player to leave the counting to its owner."),
        "claims_are_no_help": _("Claiming an overpeg, or muggins where it is in force, is no help and stays allowed."),
        "send_away": _("Send the person away from the table."),
        "tell_director": _("Tell the director: talk that sways somebody else’s game is against the code of ethics."),
        "put_away": _("Have it put away."),
        "counts_alone": _("The player announces and pegs what the player counts alone."),
        "no_penalty_written": _("The rulebook names no penalty, nor what becomes of points that somebody else told."),
        **UNSETTLED_STEPS,
    },
    until={},
)
