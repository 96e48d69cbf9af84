"""A false claim of game in words; and the steps that follow from one, which other subjects share."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords, Words

PEGS_OF_A_FALSE_CLAIM: Mapping[str, Words] = {
    "front_to_true_score": _("Put the front peg of the player who claimed where it belongs. Hole: %(true)s."),
    "other_pegs_claim": _(
        "The other player pegs what was claimed too many, at most to the game hole. Points: %(over)s. New hole:"
        " %(hole)s."
    ),
    "fifteen_back": _(
        "The player who claimed goes 15 holes back from the true score, even if the other player is now in the game"
        " hole. New hole: %(hole)s."
    ),
    "rear_peg_behind": _("Put that player’s rear peg behind the front peg."),
    "spread_after_it": _("If that ended the game, the spread is that of the pegs as they stand now, as we read it."),
    "game_goes_on": _("Play goes on where it stopped."),
}

FALSE_CLAIM = SubjectWords(
    title=_("False claim of game"),
    lead=_("A player claimed the game. Were the points there?"),
    finds=_(
        "false claim of game claimed the game pegged out too early not enough points to win overclaim went out wrong"
        " peg in the out hole game hole 121 marked the win on the scorecard 15 back fifteen points backward game peg"
        " moved"
    ),
    questions={
        "act": _("What did the player do to claim the game?"),
        "enough": _("Did this player have the points to win?"),
        "pegs": _("Were both pegs of this player taken out of their holes?"),
        "offender_at": _("In which hole does the front peg of the player who claimed belong?"),
        "stood_at": _("In which hole did the front peg stand before both pegs were taken out?"),
        "other_at": _("Where is the other player’s front peg?"),
    },
    choices={
        ("act", "game_hole"): _("Pegged into the game hole and let go of the peg"),
        ("act", "record_holes"): _("Put a peg into the holes that record games"),
        ("act", "record_peg"): _("Moved on the peg that records games"),
        ("act", "scorecard"): _("Wrote the win on the scorecard"),
        ("act", "crib_first"): _("Counted the crib before the hand and pegged into the game hole"),
        ("act", "held"): _("Pegged into the game hole, fingers still on the peg"),
        ("act", "words"): _("Only said so"),
        ("enough", "no"): _("No"),
        ("enough", "yes"): _("Yes"),
        ("pegs", "one_out"): _("No"),
        ("pegs", "both_out"): _("Yes"),
    },
    hints={
        "enough": _("Count only what may be pegged by now: the pone’s hand, then the dealer’s hand, then the crib."),
        "offender_at": _("Where it stood before the claim, and every point truly earned since."),
        "stood_at": _("Points that were not pegged yet are lost."),
    },
    headlines={
        "false_claim": _("False claim of game: 15 back"),
        "no_false_claim": _("No false claim, no penalty"),
        "no_act": _("No false claim: nothing was done, only said"),
        "not_pegged": _("No false claim: the peg was not let go"),
        "count_in_order": _("Count in order before you decide"),
        "won": _("The points are there: the game is won"),
        "peg_out_first": _("The points are there, but the player still has to peg out"),
    },
    steps={
        **PEGS_OF_A_FALSE_CLAIM,
        "front_as_agreed": _(
            "Let the players agree where the front peg stood; if they cannot, you decide. Add every point truly earned"
            " since. Hole: %(true)s."
        ),
        "front_where_it_stood": _(
            "Put the front peg back where it stood. Points that were not pegged yet are lost. Hole: %(true)s."
        ),
        "points_confirmed": _("Count the points yourself and confirm that they are enough."),
        "game_is_over": _("The game is over. The player who claimed has won."),
        "pegs_out_with_muggins": _(
            "If muggins is in force, recording the win is not enough: have the player peg out first."
        ),
        "won_in_match_play": _("In match play that is enough: the game is won, and nothing more follows."),
        "peg_out_now": _("In all other events have the player peg into the game hole now. With that the game is won."),
        "if_refused": _("If the player refuses, go by “Not pegging out, or conceding”."),
        "peg_what_is_due": _("Have the player put the peg where the points truly take it, and only then let go."),
        "words_alone": _(
            "The rulebook lists acts, not words. As we read it, saying “I’m out” alone is no false claim."
        ),
        "play_goes_on": _("Play goes on where it stopped."),
        "crib_points_back": _("Take back every point pegged for the crib."),
        "hand_then_crib": _("The dealer counts and pegs the hand, then the crib."),
        "ask_again_if_short": _(
            "If hand and crib together fall short of the game, it is a false claim: answer again “Pegged into the game"
            " hole”."
        ),
        "crib_looked_at_early": _(
            "For opening the crib early the other player has two points; see “Counting in order”."
        ),
        "pegs_stay": _("Leave all pegs where they are."),
        "card_put_right": _("The line on the scorecard is put right; it counts for nothing until the game is over."),
    },
    until={},
)
