"""Mixing and cutting, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.unsettled import UNSETTLED_STEPS

MIXING = SubjectWords(
    title=_("Mixing and cutting"),
    lead=_("Shuffling, the bottom card, the cut for deal and the cut before each deal."),
    finds=_(
        "shuffle shuffled twice mixing riffle looked at bottom card peeked flashed card while shuffling cut not offered"
        " forgot to cut no cut refused to cut middle cut thin cut too few cards cut one by one low card deals"
        " tie same rank cut for deal first deal who shuffles last pone wants to shuffle shuffling machine"
    ),
    questions={
        "what": _("What is it about?"),
        "looked_when": _("Who looked at it, and when?"),
        "looked_by": _("Who had shuffled, and looked?"),
        "cut_how": _("How was it cut?"),
        "deal_stage": _("How far is the deal?"),
        "cut_for_deal_how": _("What about the cut for deal?"),
    },
    choices={
        ("what", "bottom_card"): _("Somebody looked at the bottom card"),
        ("what", "no_cut"): _("No cut before the deal: not offered, declined or forgotten"),
        ("what", "wrong_cut"): _("A wrong cut before the deal"),
        ("what", "mixed_badly"): _("Fewer than three mixes, or faces showing"),
        ("what", "who_shuffles"): _("Who may shuffle, and who last"),
        ("what", "cut_for_deal"): _("The cut for deal"),
        ("looked_when", "after_shuffle"): _("Whoever shuffled, after the last shuffle"),
        ("looked_when", "at_the_cut"): _("Either player, at the bottom of the top packet while cutting"),
        ("looked_when", "after_the_cut"): _("The dealer, after the cut; the pone has picked up no card"),
        ("looked_when", "after_pick_up"): _("The dealer, after the pone picked up a card"),
        ("looked_by", "dealer"): _("The dealer"),
        ("looked_by", "pone"): _("The pone"),
        ("cut_how", "few"): _("Fewer than four cards taken, or fewer than four left"),
        ("cut_how", "one_by_one"): _("Cards taken off one by one"),
        ("cut_how", "middle"): _("A packet from the middle, or the top not put under the bottom"),
        ("deal_stage", "not_begun"): _("No card is dealt"),
        ("deal_stage", "not_picked_up"): _("Cards are dealt; the pone has picked up none"),
        ("deal_stage", "picked_up"): _("The pone has picked up a card"),
        ("cut_for_deal_how", "whether"): _("Is there one at all?"),
        ("cut_for_deal_how", "who_first"): _("Who cuts first?"),
        ("cut_for_deal_how", "number"): _("Too few or too many cards taken"),
        ("cut_for_deal_how", "equal"): _("Both cut the same rank"),
        ("cut_for_deal_how", "several"): _("A player showed more than one card"),
        ("cut_for_deal_how", "which_card"): _("Which card counts, and who deals?"),
    },
    hints={
        "what": _("If the pone looked at a card when cutting for the starter, go by “The starter”."),
        "cut_how": _("At least four cards are taken and four left when cutting for the starter too."),
    },
    headlines={
        "two_points": _("Two points, shuffle again"),
        "cut_first": _("Make the cut now"),
        "shuffle_cut_deal": _("Shuffle, cut and deal again"),
        "deal_stands": _("Too late: the deal stands"),
        "cut_again": _("Cut again, no penalty"),
        "mix_again": _("Mix again, no penalty"),
        "who_shuffles": _("The pone may shuffle once, the dealer last"),
        "whether_cut": _("Who deals first"),
        "other_cuts_first": _("Whoever shuffled last does not cut first"),
        "both_again": _("Shuffle, and both cut again"),
        "exposer_again": _("That player cuts again"),
        "low_deals": _("The lower card deals"),
        "suggest_redeal": _("The rulebook is silent: better deal again"),
        "suggest_stands": _("The rulebook is silent: better let the deal stand"),
        "suggest_shuffle": _("The rulebook is silent: better shuffle again, no penalty"),
    },
    steps={
        **UNSETTLED_STEPS,
        "other_pegs_two": _("The player who did not look pegs two points."),
        "pone_pegs_two": _("The pone pegs two points."),
        "dealer_pegs_two": _("The dealer pegs two points."),
        "shuffle_again": _("The dealer shuffles again."),
        "looker_shuffles_again": _("Whoever looked shuffles again."),
        "cut_again": _("The pone cuts again."),
        "then_cut": _("Then the pone cuts."),
        "deal_again": _("The same player deals again."),
        "gather": _("Gather all cards that were dealt."),
        "gather_if_dealt": _("If cards are dealt already, gather them."),
        "hand_stays": _("The hands stay as they were dealt. The rulebook does not speak of them; this is our reading."),
        "rest_shuffled": _(
            "If the starter is not turned, shuffle the rest of the pack and cut again; a starter that is turned stays."
        ),
        "suggest_no_penalty": _("We suggest no penalty: only the dealer is forbidden to look here. Shuffle again."),
        "offer_cut": _("The dealer puts the pack down for the pone."),
        "pone_must_cut": _("The pone cuts. The cut cannot be declined."),
        "pone_may_remind": _("The pone may point it out until one of the pone’s cards is picked up."),
        "too_late": _("There is no new deal once one of the pone’s cards is picked up."),
        "play_on": _("Play on with the cards as dealt."),
        "suggest_as_forgotten_cut": _(
            "We suggest the rule on a forgotten cut: a new deal until the pone picks up a card, none after that."
        ),
        "cut_few": _("At least four cards must be taken, and at least four left."),
        "cut_one_by_one": _("The cards come off in one packet."),
        "cut_middle": _("The top packet goes under the bottom one. Nothing is cut from the middle."),
        "together_again": _("Put the pack together again."),
        "three_mixes_hidden": _("The pack is mixed at least three times, so that nobody sees a face."),
        "pone_once_three_mixes": _("The pone may shuffle once before each deal, with at least three mixes."),
        "pone_once_any_mixes": _("The pone may shuffle once before each deal. One mix is enough."),
        "dealer_last_three_mixes": _("The dealer may shuffle after that, again with at least three mixes."),
        "dealer_last": _("The dealer may shuffle after that."),
        "cut_in_format": _(
            "In a cut-for-deal qualifying round both cut at the start of the game, and the low card deals."
        ),
        "no_cut_alternate": _(
            "In an alternate-deal round nobody cuts. Who deals first goes by what the director announced."
        ),
        "cut_in_match": _("For the first game of a match both cut."),
        "loser_deals": _("After that, the loser of a game deals first in the next one."),
        "each_should_shuffle": _("Each player should shuffle the pack before the cut."),
        "not_last_shuffler": _("The player who did not shuffle last cuts first."),
        "first_takes": _("The first player takes four cards or more, and no more than half the pack."),
        "second_takes": _("The second player takes four cards or more, and leaves four or more."),
        "wrong_one_again": _("Whoever took or left too few or too many cuts again. The rulebook names no penalty."),
        "all_together": _("Put the whole pack together."),
        "shuffle_pack": _("Shuffle it."),
        "both_cut_again": _("Both players cut again."),
        "exposer_again": _("The player who showed more than one card cuts again. The other player’s cut stands."),
        "bottom_of_hand": _(
            "A player’s card is the bottom one of the packet in the hand, not the top one left on the table."
        ),
        "low_deals": _("The lower rank deals the first hand. The Ace is lowest."),
    },
    until={"picked_up": _("Until one of the pone’s cards is picked up.")},
)
