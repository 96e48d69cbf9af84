"""The order of play in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.words.announcement import FALSE_CLAIM_STEPS, OVERPEG_HEADLINES, OVERPEG_STEPS, OVERPEG_UNTIL
from judging.words.of_cases import SubjectWords

ORDER_OF_PLAY = SubjectWords(
    title=_("Order of play"),
    lead=_("Who plays when, which card counts as played, and until when a score may be pegged."),
    finds=_(
        "dealer led dealer played first out of turn wrong player played card over 31 went past 31 two cards together"
        " dropped a card take back a card played card turned over cards not visible did not say the count"
        " forgot to peg a pair polite pause played all cards at once last card"
    ),
    questions={
        "what": _("What happened?"),
        "led_since": _("What has been played since?"),
        "turn_since": _("What has been played since?"),
        "over_pegged": _("Was anything pegged for the card over 31?"),
        "over_noticed": _("Who noticed, and when?"),
        "over": _("How many points were pegged for it?"),
        "offender_at": _("Where is the front peg of the player who pegged them?"),
        "other_at": _("Where is the other player’s front peg?"),
        "count_said": _("Does the count that was said fit one of these cards?"),
        "alone": _("Had the other player no cards left, or said “go”?"),
        "released": _("Had the fingers let go of the card?"),
        "score_since": _("What has happened since the score was earned?"),
    },
    choices={
        ("what", "dealer_led"): _("The dealer led"),
        ("what", "out_of_turn"): _("A later card was played out of turn"),
        ("what", "over_31"): _("A card took the count over 31"),
        ("what", "together"): _("Two or more cards came down together"),
        ("what", "in_succession"): _("Cards were played one after another"),
        ("what", "take_back"): _("A player wants to take back a card"),
        ("what", "not_visible"): _("Played cards were turned over or covered"),
        ("what", "no_count"): _("The count was not said"),
        ("what", "not_pegged"): _("A score was not pegged"),
        ("led_since", "nothing"): _("Nothing: only the dealer has played"),
        ("led_since", "pone_played"): _("One card by the pone"),
        ("led_since", "more"): _("More than that: three cards or more are down"),
        ("turn_since", "nothing"): _("Nothing"),
        ("turn_since", "more"): _("The other player has played on it"),
        ("over_pegged", "no"): _("No"),
        ("over_pegged", "points"): _("Yes"),
        ("over_pegged", "game"): _("Yes, and the game was claimed by it"),
        ("over_noticed", "other"): _("The other player, before the next card"),
        ("over_noticed", "self"): _("The player who pegged, before the next card"),
        ("over_noticed", "late"): _("Somebody, after the next card"),
        ("count_said", "fits"): _("Yes"),
        ("count_said", "no"): _("No, or none was said yet"),
        ("alone", "yes"): _("Yes"),
        ("alone", "no"): _("No"),
        ("released", "yes"): _("Yes"),
        ("released", "no"): _("No, it was still held"),
        ("score_since", "nothing"): _("Nothing"),
        ("score_since", "at_once"): _("The other player went on without a pause"),
        ("score_since", "after_pause"): _("Play went on after a pause, or by the player who scored"),
    },
    hints={
        "led_since": _("From the third card on, the order counts as right."),
        "over": _("All points pegged on this card."),
        "offender_at": _("Where it stands now, too far ahead."),
    },
    headlines={
        **OVERPEG_HEADLINES,
        "lead_again": _("The pone leads, no penalty"),
        "lead_stands": _("The order stands as played"),
        "turn_again": _("The rulebook is silent: cards back, no penalty"),
        "turn_stands": _("The rulebook is silent: the order stands as played"),
        "over_retrieved": _("The card goes back, no penalty"),
        "over_without_penalty": _("Card and points go back, no penalty"),
        "over_late": _("Too late: the score stands"),
        "false_claim": _("False claim of game"),
        "one_card_played": _("One card counts as played, no penalty"),
        "succession_right": _("In order: the cards may be played in a row"),
        "card_played": _("The card is played and stays"),
        "card_not_played": _("The card is not played yet"),
        "no_penalty": _("Put it right, no penalty"),
        "may_peg": _("The score may be pegged"),
        "score_forfeited": _("The score is lost"),
    },
    steps={
        **OVERPEG_STEPS,
        **FALSE_CLAIM_STEPS,
        "order_stands": _("The cards stay as played. Play goes on in this order."),
        "points_stand": _("Points pegged so far are kept."),
        "both_cards_back": _("Each player takes back the card."),
        "dealers_card_back": _("The dealer takes back the card."),
        "points_come_off": _("Points pegged on these cards come off, without penalty."),
        "pone_leads": _("The pone leads any card and says its value."),
        "head_judge_decides": _(
            "The rulebook gives the order and no remedy. The head judge decides; what follows is our proposal."
        ),
        "judges_decide": _(
            "The rulebook gives the order and no remedy. The judges decide; what follows is our proposal."
        ),
        "cards_back": _("Whoever played out of turn takes back what was played so."),
        "right_player_plays": _("The player whose turn it is plays a card that fits, or says “go”."),
        "over_card_back": _("The player takes back the card that went over 31."),
        "another_or_go": _("This player plays another card that fits, or says “go”."),
        "points_retracted": _("The points pegged on it come off, without penalty. Holes: %(over)s."),
        "score_stands": _("The score stands as pegged."),
        "play_goes_on": _("Play goes on."),
        "named_card_played": _("The card that fits the count said is the one played."),
        "choose_card": _("The player chooses which of these cards is played, and says the count."),
        "others_back": _("The rest go back to the hand."),
        "each_score_said": _("The player says each score as the cards come down."),
        "pegged_at_once": _("The total may be pegged at one time."),
        "card_stays": _("The card stays on the table as played."),
        "count_said_now": _("The player who played it says the count."),
        "card_may_go_back": _("The player may put it back in the hand and play another one."),
        "lay_open": _("Lay the cards so that every one can be seen, overlapping in the order played."),
        "leave_open": _("Leave them face up until all cards are played and the hands are counted and pegged."),
        "no_pause_given": _("The player who scored had no time to peg. A polite pause is due."),
        "peg_now": _("The player who scored pegs it now."),
        "not_pegged_now": _("It may not be pegged any more."),
        "muggins": _("Where muggins is played, the other player may call it for these points."),
    },
    until=OVERPEG_UNTIL,
)
