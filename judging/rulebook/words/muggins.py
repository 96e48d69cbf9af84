"""Muggins in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords

MUGGINS = SubjectWords(
    title=_("Muggins"),
    lead=_("A player called muggins for points that the other player did not peg."),
    finds=_(
        "muggins muggings missed points pegged short underpegged forgot to peg counted too few took my points stole points"
        " wrong muggins call zero hand nineteen did not see the run"
    ),
    questions={
        "in_force": _("Is muggins on the flyer, and was it announced before play began?"),
        "missed_what": _("What was not pegged?"),
        "where": _("Where were the points missed?"),
        "pegged": _("What did the player do with the score?"),
        "called": _("When was muggins called?"),
        "found": _("What do the judges find?"),
        "claimed": _("How many points did the caller name?"),
        "missed": _("How many points were truly missed?"),
        "caller_at": _("Where did the caller’s front peg stand?"),
        "other_at": _("Where does the front peg of the player who was called on stand?"),
    },
    choices={
        ("in_force", "yes"): _("Yes"),
        ("in_force", "no"): _("No"),
        ("missed_what", "points"): _("Points of the play, of a hand or of the crib"),
        ("missed_what", "game_hole"): _("The points that win: the player did not peg into the game hole"),
        ("missed_what", "penalty"): _("A penalty"),
        ("missed_what", "muggins_score"): _("Points from an earlier muggins"),
        ("missed_what", "heels"): _("The dealer’s two for a Jack turned as the starter"),
        ("missed_what", "backward"): _("Nothing: points were lost by pegging backward"),
        ("missed_what", "both_pegs"): _("A score lost because both pegs were out of the board"),
        ("where", "play"): _("During the play of the cards"),
        ("where", "pone_hand"): _("In the pone’s hand"),
        ("where", "dealer_hand"): _("In the dealer’s hand or the crib"),
        ("pegged", "short"): _("Pegged fewer points than it was worth"),
        ("pegged", "nothing"): _("Pegged nothing, or said that there was no score"),
        ("called", "in_time"): _("In time"),
        ("called", "too_early"): _("Too early: the player was not done with the score"),
        ("called", "too_late"): _("Too late"),
        ("found", "as_claimed"): _("As many points were missed as the caller named"),
        ("found", "more"): _("More points were missed than the caller named"),
        ("found", "fewer"): _("Fewer points were missed than the caller named"),
        ("found", "beyond"): _(
            "Points were missed, but fewer holes were left up to the game hole than the caller named"
        ),
        ("found", "nothing"): _("No points were missed"),
    },
    hints={
        "called": _(
            "In time in the play: before the player pegs another score and before the pone’s hand is pegged. In the pone’s"
            " hand: before it is mixed with other cards and before the dealer announces a total. In the dealer’s hand or"
            " the crib: before the pone mixes it with other cards. Always after the player has pegged, let the score pass"
            " or said that there is none."
        ),
        "caller_at": _("Before any muggins points were pegged."),
    },
    headlines={
        "not_in_force": _("No muggins in this tournament"),
        "does_not_apply": _("Muggins does not apply: no points"),
        "does_not_apply_charged": _("Muggins does not apply: the points named go to the other player"),
        "too_early": _("Called too early: no muggins yet"),
        "too_late": _("Called too late: no muggins"),
        "muggins": _("Muggins: the caller pegs"),
        "nothing_missed": _("No muggins: nothing was missed"),
        "wrong_call": _("Wrong call: the points named go to the other player"),
    },
    steps={
        "as_pegged": _("The score stays as it was pegged."),
        "nobody_pegs": _("Nobody pegs the points that were missed."),
        "no_charge_not_in_force": _("The call costs nothing: muggins has no part in this tournament. Play goes on."),
        "penalty_left": _(
            "A penalty that was pegged short stays short once the peg was let go. Muggins cannot take the rest."
        ),
        "muggins_score_left": _("Muggins points that were pegged short stay short. Nobody can call muggins on them."),
        "heels_left": _(
            "Let the dealer peg the two for the Jack if the dealer has not played a card yet. After that they are lost."
        ),
        "backward_left": _("Points lost by pegging backward stay lost. Nobody gets them."),
        "both_pegs_left": _("The score that was lost with both pegs out stays lost. Nobody gets it."),
        "game_hole_left": _("The score is lost because it was not pegged into the game hole. The game goes on."),
        "take_back": _("If the caller has pegged for it, the caller takes those points back."),
        "no_charge": _("The caller pays nothing for the call. Play goes on."),
        "other_pegs_claim": _("The other player pegs what the caller named, as a penalty. Points: %(points)s."),
        "charge_read_so": _(
            "We read the rule so that a call where muggins never applies is a wrong call too. It does not say so itself."
        ),
        "no_charge_untimely": _(
            "The caller pays nothing. That is our reading: points were missed, only the time was wrong."
        ),
        "too_early_play": _("Let the player peg the score, or let it pass. Muggins may be called after that."),
        "too_early_pone_hand": _(
            "Let the pone peg the hand, or say that there is no score. Muggins may be called after that."
        ),
        "too_early_dealer_hand": _(
            "Let the dealer peg the hand or the crib, or say that there is no score. Muggins may be called after that."
        ),
        "too_late_play": _("The points are lost to both: another score or the pone’s hand has been pegged since."),
        "too_late_pone_hand": _(
            "The points are lost to both: the hand was mixed, or the dealer has announced a total."
        ),
        "too_late_dealer_hand": _("The points are lost to both: the pone has mixed the cards."),
        "not_over": _("The game is not over. With muggins the winner must peg into the game hole."),
        "win_may_be_called": _("Points that were not pegged into the game hole may be called as any others."),
        "no_second_count": _("The player may not count again. The word “muggins” has been said."),
        "pegged_before_agreed": _(
            "If the caller pegged before both players agreed, put that peg back. It is pegged once, after the decision."
        ),
        "stays_short": _("The player who missed the points leaves the pegs where they are."),
        "caller_pegs": _("The caller pegs. Points: %(points)s."),
        "why_as_claimed": _("Both numbers are the same, so the caller gets all of it."),
        "why_more": _("The caller gets what was named, not more. Nobody pegs the rest."),
        "why_fewer": _("The caller gets what was truly missed. Naming too many costs nothing."),
        "why_beyond": _("The caller gets only as many as the player could have pegged up to the game hole."),
        "caller_pegs_out": _("If that reaches the game hole, the caller must put the peg in it."),
        "judges_watch": _("Watch the pegging until the pegs are right."),
    },
    sides={
        "offender": _("The player who was called on, upper track"),
        "other": _("The caller, lower track"),
    },
    until={
        "play": _("Until the player pegs another score, or the pone’s hand is pegged"),
        "pone_hand": _("Until the pone’s hand is mixed with other cards, or the dealer announces a total"),
        "dealer_hand": _("Until the pone mixes the hand or the crib with other cards"),
    },
    misfits={
        "fewer_not_fewer": _(
            "No fewer points were missed than the caller named. Correct a number, or choose anew what the judges find."
        ),
        "holes_enough": _(
            "Up to the game hole there are as many holes as the caller named, or more. Correct a number, or choose anew what"
            " the judges find."
        ),
        "claimed_beyond_holes": _(
            "Up to the game hole there are fewer holes than the caller named. Correct a number, or choose as finding that"
            " fewer holes were left."
        ),
        "missed_beyond_holes": _(
            "Up to the game hole there are fewer holes than points were missed. Correct a number, or choose as finding that"
            " fewer holes were left."
        ),
        "claimed_short_of_win": _(
            "The points that the caller named do not reach the game hole, so they are not the points that win. Correct a"
            " number, or choose anew what was not pegged."
        ),
        "missed_short_of_win": _(
            "The points that were missed do not reach the game hole, so they are not the points that win. Correct a number,"
            " or choose anew what was not pegged."
        ),
    },
)
