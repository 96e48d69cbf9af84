"""The crib before it is counted, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords

CRIB = SubjectWords(
    title=_("The crib"),
    lead=_("Looked at too soon, cards taken back from it, on the wrong side, or mixed up with the hand."),
    finds=_(
        "looked at the crib peeked exposed crib turned over too soon took cards back changed the discard discarded"
        " wrong side of the board crib on pone's side picked up the crib instead of the hand swapped hand and crib"
    ),
    questions={
        "what": _("What happened?"),
        "taken_when": _("When were the cards taken back?"),
        "taken_how": _("What became of the cards taken back?"),
        "lying": _("Whose cards lie on the wrong side?"),
        "starter": _("Is the starter turned?"),
        "both_played": _("Is the starter turned, and has each player played a card?"),
        "swapped_when": _("When was it noticed?"),
    },
    choices={
        ("what", "looked_in"): _("The crib was looked at or shown before its count"),
        ("what", "looked_before"): _("A player looked at the crib before discarding to it"),
        ("what", "taken_back"): _("A player took a discard back"),
        ("what", "wrong_side"): _("Cards were put on the wrong side of the board"),
        ("what", "swapped"): _("The dealer took the crib for the hand"),
        ("taken_when", "wrong_number"): _("Before the other player discarded, because their number was wrong"),
        ("taken_when", "before"): _("Before the other player discarded, for another reason"),
        ("taken_when", "after"): _("After both had discarded"),
        ("taken_how", "unseen"): _("Not looked at"),
        ("taken_how", "seen"): _("Looked at, kept apart from the hand"),
        ("taken_how", "mixed"): _("Mixed with the hand"),
        ("lying", "one"): _("The cards of one player"),
        ("lying", "all"): _("All four cards"),
        ("starter", "not_turned"): _("No"),
        ("starter", "turned"): _("Yes"),
        ("both_played", "no"): _("No"),
        ("both_played", "yes"): _("Yes"),
        ("swapped_when", "before_play"): _("Before the first card was played"),
        ("swapped_when", "after"): _("After it"),
    },
    hints={
        "what": _("If the dealer counted the crib before the hand, go by “Counting in order”."),
        "taken_when": _("A wrong number found after both had discarded: go by “Wrong number of cards”."),
    },
    headlines={
        "two_points": _("Two points to the other player"),
        "two_points_and_draw": _("Two points, and the other player draws the discard"),
        "may_take_back": _("Allowed, no penalty"),
        "put_back": _("Back into the crib, no penalty"),
        "may_think_again": _("The cards may be taken back, no penalty"),
        "moved": _("The cards are moved, no penalty"),
        "crib_changes": _("The crib changes hands"),
    },
    steps={
        "penalty": _("The other player pegs two points."),
        "pone_pegs_penalty": _("The pone pegs two points."),
        "crib_face_down": _("Put the crib back face down. It stays so until its count."),
        "other_may_look": _("The other player may look at the cards of the crib."),
        "draw_two_and_look": _(
            "The other player draws two cards blind from that hand, looks at them and puts them in the crib. They are the"
            " discard."
        ),
        "draw_two_unseen": _(
            "The other player draws two cards blind from that hand and puts them in the crib unseen. They are the discard."
        ),
        "play_goes_on": _("Play goes on."),
        "take_back_all": _("The player takes back all cards discarded."),
        "take_back_own": _("The player may take back the cards discarded and choose again."),
        "discard_two": _("The player discards two cards to the crib."),
        "discard_on_dealers_side": _("The two cards are then put face down on the dealer’s side of the board."),
        "same_two_back": _("The same cards go back into the crib."),
        "head_judge_decides": _(
            "The rulebook gives no remedy for this. The head judge decides; what follows is our proposal."
        ),
        "move_unseen": _("Move the cards to the dealer’s side of the board without showing them."),
        "crib_stays": _("The crib stays on the pone’s side and belongs to the pone."),
        "pone_has_crib": _("This player now counts as dealer: the hand second, then the crib."),
        "dealer_is_pone": _("The player who dealt counts first, as pone."),
        "dealer_deals_next": _("The player who dealt also deals the next hand of this game."),
        "right_hand_played": _("The dealer takes up the right hand and plays it. The other cards are the crib."),
        "goes_on_with_crib": _("The dealer goes on playing the cards taken up by mistake."),
        "dealers_points_off": _("The points that the dealer has pegged in the play come off."),
        "pone_may_look": _("The pone may look at the cards that were to be the crib."),
    },
    until={},
)
