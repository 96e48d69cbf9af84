"""A renege in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords

RENEGE = SubjectWords(
    title=_("Renege"),
    lead=_("A player said “go” or “31” and could have played a card."),
    finds=_(
        "renege reneged revoke go held back a card had a card that fit could have played missed a card"
        " double renege triple renege dead card said go too soon"
    ),
    questions={
        "said": _("What did this player say in place of playing a card?"),
        "count": _("What was the count?"),
        "playable": _("How many of the cards held at the call could have been played, each alone?"),
        "since": _("What has happened since the call?"),
        "other_at": _("Where was the other player’s front peg at the call?"),
        "offender_at": _("Where was the front peg of the player who called, at the call?"),
    },
    choices={
        ("said", "go"): _("“Go”, or a sign that means it"),
        ("said", "thirty_one"): _("“31”, although the count was lower"),
        ("said", "nothing"): _("Nothing so far"),
        ("count", "above_21"): _("22 or more"),
        ("count", "at_most_21"): _("21 or less"),
        ("playable", "0"): _("No card"),
        ("playable", "1"): _("One card"),
        ("playable", "2"): _("Two cards"),
        ("playable", "3"): _("Three cards"),
        ("playable", "4"): _("Four cards"),
        ("since", "nothing"): _("Nobody has played a card or pegged"),
        ("since", "caller_played"): _("Only the player who called has played a card, and nobody has pegged"),
        ("since", "went_on"): _("The other player played, or somebody pegged; the claim is in time"),
        ("since", "next_card"): _("One of these cards came down, and the other player has played a card since"),
        ("since", "counted"): _("The other player has announced the count of the hand"),
        ("since", "game_over"): _("The other player has pegged out"),
    },
    hints={
        "playable": _("Take each card by itself: it fits if the count with it is 31 or less."),
        "since": _(
            "A claim is in time until the other player plays a next card or announces the hand, once one of these cards"
            " came down. If more than one came down, the latest decides."
        ),
        "other_at": _("Before anything was pegged for the go. The board then shows where the peg ends."),
    },
    headlines={
        "not_called": _("No renege: the turn is still open"),
        "wrong_count": _("No renege: this is a wrong count"),
        "count_too_low": _("No renege at a count of 21 or less"),
        "no_renege": _("No renege: no card fit"),
        "corrected": _("No penalty: the call is taken back"),
        "game_over": _("No renege: the game is over"),
        "too_late": _("Too late to claim"),
        "single_renege": _("Single renege: two points"),
        "double_renege": _("Double renege: four points"),
        "triple_renege": _("Triple renege: six points"),
        "quadruple_renege": _("Renege of four cards: eight points"),
    },
    steps={
        "play_or_call": _("The player whose turn it is plays a card that fits, or says “go” if none does."),
        "look_up_announcement": _("Go by “Wrong count announced”: a count that was accepted ends the series."),
        "correct_low": _(
            "At 21 or less every card fits. If nobody has played or pegged since, this player takes back the call and"
            " plays a card."
        ),
        "play_stands": _("What was played and pegged stands. Play goes on."),
        "nobody_pegs": _("Nobody pegs anything for it."),
        "call_was_right": _("The call was right. Play goes on."),
        "game_stands": _("The other player has won. The game stands as pegged."),
        "only_other_claims": _("Only the other player may claim a renege, not the player who called."),
        "card_back": _("The player who called takes back the card played since."),
        "call_back": _("The player who called takes back the call."),
        "play_one": _("This player plays one of the cards that fit."),
        "true_count": _("This player gives the true count. Play goes on from it."),
        "later_card": _(
            "If another card of this renege comes down later, that one may be claimed, and the points are for all of them."
        ),
        "confirm_cards": _("Look at the cards held at the call. Confirm how many fit, each alone."),
        "not_shown": _("Do not show the other player the cards still held."),
        "whichever_first": _("Count all of these cards, whichever of them was noticed first."),
        "judges_take_back": _("Take back every card played since the call. Give each to the player who played it."),
        "players_take_back": _("Both players take back every card they have played since the call."),
        "judges_retract": _("Move the pegs back over all points pegged since the call, a go included."),
        "points_come_off": _("All points pegged since the call come off, a go included."),
        "peg_penalty": _("The other player pegs the penalty, two for each card. Points: %(points)s."),
        "dead_or_played": _("Ask the other player: dead or played?"),
        "if_played_go": _("If played: the player who called plays one of these cards now, at the count of the call."),
        "if_dead_go": _(
            "If dead: these cards are laid aside and not played. The go now holds, and the other player goes on from the"
            " count of the call."
        ),
        "if_played_thirty_one": _(
            "If played: play goes on from the true count, and these cards are played as they fit."
        ),
        "if_dead_thirty_one": _(
            "If dead: these cards are laid aside and not played. Play goes on from the true count."
        ),
        "all_counted": _("After the play, count both hands and the crib in full, dead cards included."),
    },
    until={
        "next_card_or_count": _(
            "Once a card of the renege comes down: until the other player plays a next card or announces the hand."
        ),
    },
)
