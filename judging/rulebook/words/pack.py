"""An imperfect pack, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.unsettled import UNSETTLED_STEPS

PACK = SubjectWords(
    title=_("Imperfect pack"),
    lead=_("A damaged card, two equal cards, a card on the floor, a card missing."),
    finds=_(
        "bad deck damaged card bent corner marked card torn card duplicate two of the same card same card twice"
        " card on the floor card missing from the deck 51 cards short deck replace deck foul deck"
    ),
    questions={
        "what": _("What is wrong with the pack?"),
        "picked_up": _("Has either player picked up a card of this deal?"),
        "seen": _("When was it seen?"),
    },
    choices={
        ("what", "defect"): _("A card can be told from its back: bent, marked, torn"),
        ("what", "equal_cards"): _("Two cards of the same rank and suit"),
        ("what", "found_card"): _("A card of this deck was found on the floor or elsewhere"),
        ("what", "incomplete"): _("A card is missing"),
        ("picked_up", "no"): _("No"),
        ("picked_up", "yes"): _("Yes"),
        ("seen", "before_play"): _("Before the first card was played"),
        ("seen", "in_play"): _("In the play, or while hands or crib were counted"),
        ("seen", "later"): _("After this deal was counted"),
    },
    hints={},
    headlines={
        "replace_redeal": _("Replace it, and the same player deals again"),
        "replace_now": _("Replace it at once"),
        "play_then_replace": _("Play the hand, then replace it"),
        "dead_other_deck": _("All dead, the same player deals from another deck"),
        "back_between_deals": _("Play on, the card goes back between deals"),
        "replace_between": _("Play on, replace the deck between deals"),
        "suggest_other_deck": _("The rulebook is silent: better deal from another deck"),
        "suggest_points_stand": _("The rulebook is silent: better let the points stand"),
    },
    steps={
        **UNSETTLED_STEPS,
        "gather": _("Gather all cards that were dealt."),
        "replace": _("Replace the card, or the whole pack."),
        "shuffle_and_cut": _("The dealer shuffles, and the pone cuts."),
        "same_dealer": _("The same player deals again."),
        "deal_anew_if_dealt": _(
            "If cards were dealt already, gather them, and the same player deals again. The rulebook does not say so;"
            " this is our reading."
        ),
        "play_it_out": _("Play this hand to its end and count it."),
        "then_replace": _("Replace the card or the pack before the next deal."),
        "stop": _("Stop at once."),
        "all_points_back": _("Take back every point that either player has pegged in this deal."),
        "all_dead": _("Hands and crib are dead: none of them is counted."),
        "other_deck": _("The same player deals again from another deck."),
        "no_penalty": _("Taking points back is a correction, not a penalty. Nobody scores for it."),
        "suggest_as_in_play": _("We suggest the same as if it had been seen in the play."),
        "suggest_stands": _("We suggest to let the points of deals that are counted stand."),
        "replace_between": _("Replace the deck between deals."),
        "is_of_this_deck": _("Make sure that the card belongs to this deck."),
        "play_on": _("Play on."),
        "card_back": _("Put the card back in the deck between deals."),
    },
    until={},
)
