"""The starter in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.wrong_count import OVERPEG_HEADLINES, OVERPEG_STEPS, OVERPEG_UNTIL

STARTER = SubjectWords(
    title=_("The starter"),
    lead=_("Cutting and turning the starter, cards seen with it, and two for his heels."),
    finds=_(
        "starter cut card turn up looked at bottom card peeked when cutting cut too early dealer had not discarded"
        " turned two cards face up card in the pack his heels nibs jack turned forgot two for the jack"
        " starter picked up with the hand pack on the wrong side"
    ),
    questions={
        "what": _("What happened?"),
        "early": _("Was the starter turned?"),
        "seen_by_pone": _("Did the pone see the card before it was in the hand?"),
        "heels": _("How far is it?"),
        "heels_noticed": _("Who noticed, and when?"),
        "offender_at": _("Where is the dealer’s front peg?"),
        "other_at": _("Where is the pone’s front peg?"),
    },
    choices={
        ("what", "looked_at_bottom"): _("The pone looked at the bottom card when cutting"),
        ("what", "cut_early"): _("Cut or turned before the dealer had discarded"),
        ("what", "more_than_one"): _("More than one card was turned"),
        ("what", "heels"): _("A Jack was turned, and its two points are in question"),
        ("what", "in_hand"): _("The dealer put the starter in the hand"),
        ("what", "face_up"): _("The card at the cut lay face up"),
        ("what", "pack_placed"): _("The pack lies on the wrong side"),
        ("early", "turned"): _("Yes"),
        ("early", "only_cut"): _("No, only cut"),
        ("seen_by_pone", "no"): _("No"),
        ("seen_by_pone", "yes"): _("Yes"),
        ("heels", "not_played"): _("Not pegged; the dealer has not played a card"),
        ("heels", "played"): _("Not pegged; the dealer has played a card"),
        ("heels", "pegged_late"): _("Pegged after the dealer had played a card"),
        ("heels_noticed", "other"): _("The pone, before the next card"),
        ("heels_noticed", "self"): _("The dealer, before the next card"),
        ("heels_noticed", "late"): _("Somebody, after the next card"),
    },
    hints={
        "what": _("If the starter got lost while hands were counted, go by “Cards mixed too soon”."),
        "offender_at": _("Where it stands now, with the two points."),
    },
    headlines={
        **OVERPEG_HEADLINES,
        "two_points": _("Two points to the dealer"),
        "two_points_and_draw": _("Two points, and the pone finds a starter"),
        "no_penalty": _("Put it right, no penalty"),
        "heels_pegged": _("The dealer pegs two"),
        "heels_forfeited": _("The two points are lost"),
        "heels_stand": _("Too late: the two points stand"),
    },
    steps={
        **OVERPEG_STEPS,
        "penalty": _("The other player pegs two points."),
        "dealer_is_shown": _("Show the dealer the card that was seen."),
        "cut_stands": _("The cut stands. The dealer turns the starter."),
        "starter_back": _("The starter goes back into the pack."),
        "dealer_discards": _("The dealer discards two cards to the crib."),
        "dealer_shuffles": _("The dealer shuffles the pack again."),
        "pone_cuts": _("The pone cuts, and the dealer turns the starter."),
        "no_table": _("Do not use the table for a wrong number of cards."),
        "packets_together": _("Put the pack together again."),
        "top_is_starter": _("The card on top of the lower packet is the starter."),
        "both_may_look": _("Both players may look at the other cards that were turned."),
        "others_back": _("These then go back into the pack."),
        "peg_two": _("The dealer pegs two points before playing a card."),
        "may_go_out": _("These two points may win the game."),
        "not_pegged_now": _("They may not be pegged any more: the dealer has played a card."),
        "no_muggins": _("Muggins may not be called for them."),
        "forfeited": _("They were lost when the dealer played a card."),
        "score_stands": _("The score stands as pegged."),
        "seen_card_back": _("The card that the pone saw goes face up on the pack. It is the starter."),
        "draw_two": _("The pone draws two cards blind from the dealer’s hand and looks at them."),
        "choose_starter": _("The pone chooses one of them as the starter."),
        "other_card_back": _("The other one goes back to the dealer’s hand."),
        "play_goes_on": _("Play goes on."),
        "turn_over": _("Turn the card face down."),
        "dealer_shuffles_all": _("Shuffle all forty cards of the pack again."),
        "pack_by_board": _("Put the pack on the dealer’s side of the board."),
        "pack_by_table": _("Put the pack on the dealer’s side of the table."),
    },
    until=OVERPEG_UNTIL,
)
