"""Dealing, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.unsettled import UNSETTLED_STEPS

DEALING = SubjectWords(
    title=_("Dealing"),
    lead=_("Exposed cards, the wrong dealer, cards dealt in a wrong way, another deck."),
    finds=_(
        "exposed card flipped over turned up while dealing face up card in the deck misdeal wrong dealer"
        " dealt out of turn not my deal two deals in a row dealt two at a time dealt from the bottom"
        " started with the dealer"
        " dealt from part of the pack no cut for deal pone touched the cards looked at cards during the deal"
        " change decks new deck"
    ),
    questions={
        "what": _("What happened?"),
        "exposed_by": _("How did the card come to be seen?"),
        "found": _("When was it found?"),
        "dealt_how": _("What was wrong with it?"),
        "pone_cards": _("Has the pone picked up a card?"),
        "begun": _("Has the deal begun?"),
        "deck": _("When, and why?"),
    },
    choices={
        ("what", "exposed"): _("A card was seen"),
        ("what", "wrong_dealer"): _("The wrong player dealt"),
        ("what", "dealt_wrongly"): _("The cards were dealt in a wrong way"),
        ("what", "no_cut_for_deal"): _("Nobody cut for the first deal"),
        ("what", "touched"): _("The pone touched the cards during the deal"),
        ("what", "another_deck"): _("A player wants another deck"),
        ("exposed_by", "dealer"): _("The dealer showed it while dealing"),
        ("exposed_by", "pone"): _("The pone looked at it or turned it over during the deal"),
        ("exposed_by", "face_up"): _("It was face up in the pack"),
        ("exposed_by", "after_deal"): _("A player showed or dropped it after the deal"),
        ("found", "before_both_played"): _("Before both had played a card"),
        ("found", "later"): _("Later"),
        ("dealt_how", "order"): _("The order, more than one card at a time, or not from the top"),
        ("dealt_how", "portion"): _("From a part of the pack: the cut was not put together"),
        ("pone_cards", "not_picked_up"): _("No"),
        ("pone_cards", "picked_up"): _("Yes"),
        ("begun", "no"): _("No"),
        ("begun", "yes"): _("Yes"),
        ("deck", "qualifying"): _("In the qualifying round, and the deck is sound"),
        ("deck", "damaged"): _("In the qualifying round, and cards are damaged beyond use"),
        ("deck", "match_first"): _("In a playoff match, for the first time by this player"),
        ("deck", "match_again"): _("In a playoff match, again by this player"),
    },
    hints={
        "what": _("If the number of cards is wrong, go by “Wrong number of cards”."),
    },
    headlines={
        "reshuffle_redeal": _("Shuffle and deal again"),
        "redeal": _("Deal again"),
        "no_redeal": _("No new deal"),
        "deal_void": _("The deal is void, the right player deals"),
        "deal_stands": _("The hand is played, the deal then goes over"),
        "cut_now": _("Cut for deal now"),
        "deemed_cut": _("The cut counts as made, play on"),
        "no_penalty": _("No penalty, tell the pone"),
        "no_other_deck": _("No other deck"),
        "deck_may_change": _("The deck may be changed"),
        "suggest_redeal": _("The rulebook is silent: better deal again"),
        "suggest_stands": _("The rulebook is silent: better let the deal stand"),
        "suggest_no_redeal": _("The rulebook is silent: better play on"),
        "suggest_play_on": _("The rulebook is silent: better play on"),
        "suggest_keep_deck": _("The rulebook is silent: better keep the deck"),
    },
    steps={
        **UNSETTLED_STEPS,
        "gather": _("Gather all cards that were dealt."),
        "shuffle_and_cut": _("The dealer shuffles, and the pone cuts."),
        "cut_before_deal": _("The pone cuts, as before every deal."),
        "same_dealer": _("The same player deals again."),
        "deal_stands": _("The cards stay as they are dealt."),
        "tell_pone": _("Tell the pone to keep hands off the cards until the deal is complete."),
        "backstop": _("A hand or an arm may stop cards from sliding off the table."),
        "deal_goes_on": _("The deal goes on."),
        "suggest_card_back": _(
            "We suggest: the card goes back where it came from, and the game goes on without a penalty."
        ),
        "pegged_back": _("Points pegged in this deal come off, as the deal is void."),
        "right_dealer": _("The player whose deal it was shuffles, offers the cut and deals."),
        "play_it_out": _("Play this hand to its end and count it."),
        "other_deals_next": _("Whoever did not deal this hand deals the next one. The deal alternates from there."),
        "right_order": _("Cards go one at a time from the top, the first to the pone, until both have six."),
        "right_portion": _("The whole pack must be together before a card is dealt from it."),
        "suggest_as_forgotten_cut": _(
            "We suggest the rule on a forgotten cut: a new deal until the pone picks up a card, none after that."
        ),
        "each_shuffles": _("Each player should shuffle the pack. Whoever shuffled last lets the other one cut first."),
        "both_cut": _("Both cut."),
        "low_deals": _("The lower rank deals the first hand."),
        "deemed_cut": _("Once the deal is under way, nobody can ask for the cut for deal."),
        "suggest_as_2020": _("We suggest to play on, as the edition of 2020 has it."),
        "see_imperfect_pack": _("How a damaged card or pack is replaced, and when, is said under “Imperfect pack”."),
        "suggest_keep_deck": _("We suggest to keep a deck that is sound. This edition does not speak of changing it."),
        "keep_deck": _("The players keep the deck that is on the table."),
        "director_midway": _(
            "The director alone changes decks, midway, at the anchor seats, for decks of the same color."
        ),
        "damaged_may_change": _("Cards damaged beyond use are the one exception."),
        "after_the_game": _("The change is made after the game in progress."),
        "once_a_match": _("Each player has one change of deck in a match."),
    },
    until={},
)
