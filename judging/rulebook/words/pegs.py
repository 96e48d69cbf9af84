"""Pegs taken out, touched, or put where they do not belong, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.false_claim import PEGS_OF_A_FALSE_CLAIM
from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.unsettled import UNSETTLED_STEPS
from judging.rulebook.words.wrong_count import OVERPEG_HEADLINES, OVERPEG_STEPS

PEGS_REMOVED = SubjectWords(
    title=_("Pegs taken out or knocked out"),
    lead=_("A player took the wrong peg, or both pegs, out of the board."),
    finds=_(
        "took out the front peg picked up the wrong peg removed both pegs pulled both pegs lost the place knocked the"
        " pegs out dropped the board bumped the board dislodged moved the back peg up pegged backward wrong direction"
        " fourth street"
    ),
    questions={
        "what": _("What happened to this player’s pegs?"),
        "noticed": _("When was it noticed?"),
        "rear_at": _("In which hole is the peg that stayed in the board?"),
        "due": _("How many points is the latest score, the one to be pegged?"),
        "stood_at": _("In which hole did the front peg stand?"),
        "unpegged": _("How many points are still to be pegged?"),
    },
    choices={
        ("what", "front"): _("Only the front peg was taken out, with a score to peg"),
        ("what", "both"): _("Both pegs were taken out, with a score to peg"),
        ("what", "knocked"): _("Pegs were knocked out by accident"),
        ("what", "front_lifted"): _("The front peg was lifted, but never left its hole"),
        ("what", "rear_moved"): _("After the counting the rear peg was moved up to the front peg"),
        ("noticed", "before_release"): _("With the peg still in the hand"),
        ("noticed", "forward"): _("After it was pegged forward and let go"),
        ("noticed", "backward"): _("After it was pegged the wrong way and let go"),
        ("noticed", "back_to_fourth"): _("After it was pegged the wrong way, from first street back onto fourth"),
        ("noticed", "both_on_fourth"): _("After it was pegged the wrong way, with both pegs now on fourth street"),
    },
    hints={
        "stood_at": _("If the players do not agree, you decide."),
    },
    headlines={
        "knocked_out_unsettled": _("No rule in this edition: put the pegs back where they were"),
        "lifted_unsettled": _("This edition does not say when a peg is taken out"),
        "rear_moved_unsettled": _("No rule in this edition, no penalty named"),
        "previous_lost": _("The previous score is lost, the latest is pegged"),
        "both_lost": _("The latest score and the one before are lost"),
        "unpegged_lost": _("The score that was not pegged is lost"),
        "no_penalty": _("Pegs are put back, no penalty"),
        "not_removed": _("The peg was not taken out: nothing is lost"),
        "two_points": _("Two points for the other player"),
    },
    steps={
        **UNSETTLED_STEPS,
        "peg_in_hand_is_rear": _("The peg in the hand is now the rear peg, the one in the board the front peg."),
        "peg_latest": _("The player pegs the latest score from the peg that stayed. New hole: %(hole)s."),
        "previous_lost": _("The score pegged before it is lost: it is not added again."),
        "front_behind_the_other": _("Put the peg that was wrongly used behind the one that stayed in the board."),
        "no_overpeg": _("Nothing more follows: it does not count as an overpeg."),
        "both_stay": _("Leave both pegs where they are now."),
        "fourth_behind_first": _("Put the peg on fourth street behind the one on first street."),
        "front_is_the_other": _("The peg that stayed in the board is now the front peg. Hole: %(hole)s."),
        "both_scores_lost": _("The score just pegged and the one before it are lost."),
        "both_off": _("Take both pegs off the board."),
        "starts_again": _("This player begins again from zero."),
        "by_accident_first": _(
            "First ask whether it was an accident. If so, answer “knocked out by accident”: then nothing is lost."
        ),
        "front_where_it_stood": _("Put the front peg back where it stood. If the players do not agree, you decide."),
        "rear_behind": _("Put the rear peg behind it."),
        "unpegged_lost": _("The score that was to be pegged is lost."),
        "no_muggins_for_it": _("It cannot be claimed as muggins."),
        "players_agree": _("The front peg goes where both players agree that it belongs."),
        "judges_place": _("If they do not agree, you decide on the hole."),
        "peg_it": _("The player pegs the score, without penalty. New hole: %(hole)s."),
        "front_as_agreed": _(
            "Our suggestion: the front peg goes where both players agree, or where the judges find that it belongs."
        ),
        "front_back": _("Put every front peg that was knocked out back into its hole."),
        "rear_anywhere": _("A rear peg that was knocked out goes anywhere behind its front peg."),
        "nobody_pegs": _("Nobody pegs anything for it."),
        "press_down": _("Press the peg down again in its hole."),
        "press_down_ours": _("Our suggestion: a peg that never left its hole was not taken out. Press it down again."),
        "peg_with_rear": _("The player pegs the score with the rear peg."),
        "rear_back": _("Put the rear peg back into its hole."),
        "rear_back_ours": _("Our suggestion: put the rear peg back into its hole, and nobody pegs anything for it."),
        "penalty": _("The other player pegs two points."),
    },
    until={},
    misfits={
        "not_on_first_street": _(
            "A front peg goes from first street back onto fourth only while the other peg is on first street, in hole 30 or"
            " below. Correct the hole, or choose anew when it was noticed."
        ),
    },
)

OPPONENTS_PEGS = SubjectWords(
    title=_("Opponent’s peg taken"),
    lead=_("A player took a peg of the other player."),
    finds=_(
        "pegged with the wrong color used my peg moved my peg opponent's peg took the other player's peg pegged with"
        " opponent's pegs wrong pegs"
    ),
    questions={
        "why": _("Why was the peg taken?"),
        "other_at": _("Where did the front peg of the other player, whose peg was taken, stand?"),
        "offender_at": _("Where is the front peg of the player who took it?"),
        "due": _("How many points did that player want to peg, truly earned?"),
    },
    choices={
        ("why", "to_score"): _("To peg a score with it"),
        ("why", "by_accident"): _("It was only touched, by accident"),
    },
    hints={
        "other_at": _("Before it was touched."),
    },
    headlines={
        "two_points": _("Two points for the other player"),
        "no_penalty": _("No penalty"),
    },
    steps={
        "peg_back": _("Put the peg back into the hole it came from."),
        "hole_in_doubt": _(
            "If the hole of a front peg is in doubt: where both players agree. If they do not, you decide."
        ),
        "hole_in_doubt_ours": _(
            "If the hole of a front peg is in doubt, this edition does not say how it is found. Our suggestion: where"
            " both players agree, or else where the head judge decides."
        ),
        "penalty": _("The other player pegs two points."),
        "peg_own": _("Then the player who took the peg may peg the score with their own rear peg. New hole: %(hole)s."),
        "nobody_pegs": _("Nobody pegs anything for it."),
    },
    until={},
)

WRONG_TRACK = SubjectWords(
    title=_("Pegged in the wrong track"),
    lead=_("A score was pegged in another track of the board."),
    finds=_("wrong track wrong lane wrong row wrong line of holes pegged in my track pegged on the inside track"),
    questions={"score": _("Apart from the track, was the score pegged right?")},
    choices={
        ("score", "right"): _("Yes"),
        ("score", "wrong"): _("No, the number of holes is wrong too"),
        ("score", "opponents_peg"): _("It was pegged with the other player’s peg"),
    },
    hints={},
    headlines={
        "moved": _("Move it to the right track, no penalty"),
        "moved_then_checked": _("Move it first, then look at the number"),
        "opponents_peg": _("Go by “Opponent’s peg taken”"),
    },
    steps={
        "to_own_track": _("Move the peg to the same hole of the player’s own track."),
        "nobody_pegs": _("Nobody pegs anything for it."),
        "look_up_overpegging": _("If it stands too far ahead, go by “Pegged too many or too few”."),
        "too_few_stay": _("If too few were pegged and the peg was let go, it stays."),
        "look_up_opponents_pegs": _("Go by “Opponent’s peg taken” for both players’ pegs."),
    },
    until={},
)

TOUCHING_PEGS = SubjectWords(
    title=_("Touching pegs"),
    lead=_("A peg was touched when there was nothing to peg with it."),
    finds=_(
        "touched my peg touched the pegs straightened a peg loose peg fixed a peg tightened zero hand nineteen hand no"
        " points touched pegs nothing in the hand no harm no foul"
    ),
    questions={
        "what": _("Which peg was touched?"),
        "zero": _("What was done with the peg?"),
    },
    choices={
        ("what", "opponents"): _("One of the other player’s, by accident"),
        ("what", "own_loose"): _("Their own loose one, to tighten it"),
        ("what", "own_too_far"): _("Their own that stood too far ahead, to put it back"),
        ("what", "zero"): _("Their own, after a hand or crib that counts nothing"),
        ("zero", "touched"): _("It was only touched"),
        ("zero", "moved"): _("It was moved forward"),
        ("zero", "taken_out"): _("One or both were taken out"),
    },
    hints={},
    headlines={
        "no_penalty": _("No penalty"),
        "leave_pegs": _("With nothing to peg, the pegs are left alone"),
    },
    steps={
        "nobody_pegs": _("Nobody pegs anything for it."),
        "look_up_opponents_pegs": _("If it was taken to peg a score, go by “Opponent’s peg taken”."),
        "say_first": _("The player tells the other player before touching the peg."),
        "press_down": _("Then the peg may be pressed down."),
        "look_up_overpegging": _("Go by “Pegged too many or too few” for whether the peg may still go back."),
        "fingers_off": _("Tell the player to leave the pegs alone when a hand or crib counts nothing."),
        "no_penalty_written": _("The rulebook names no penalty for it."),
        "look_up_pegs_removed": _("Go by “Pegs taken out or knocked out”."),
    },
    until={},
)

EARLY_GO = SubjectWords(
    title=_("Go pegged too early"),
    lead=_("A player pegged a go before the other player said “go”."),
    finds=_(
        "pegged the go too soon go before it was called took the go early pegged one before go was said assumed a go"
    ),
    questions={
        "due": _("Was the go due?"),
        "found": _("What came of it?"),
        "offender_at": _("Where is the front peg of the player who pegged the go?"),
        "other_at": _("Where is the other player’s front peg?"),
    },
    choices={
        ("due", "clear"): _("Yes, the play before had made that clear"),
        ("due", "cannot_play"): _("Yes: the other player holds no card that fits"),
        ("due", "can_play"): _("No: the other player holds a card that fits"),
        ("found", "by_other"): _("The other player found it"),
        ("found", "by_self"): _("The player who pegged it found it"),
        ("found", "game_hole"): _("It was pegged into the game hole"),
    },
    hints={
        "due": _("Look at the other player’s cards yourself; do not show them."),
        "offender_at": _("Where it stands now, with the go pegged."),
    },
    headlines={
        **OVERPEG_HEADLINES,
        "go_stands": _("The go is good"),
        "false_claim": _("False claim of game: 15 back"),
    },
    steps={
        **OVERPEG_STEPS,
        **PEGS_OF_A_FALSE_CLAIM,
        "look_at_cards": _("Look at the other player’s cards without showing them, and say only whether one fits."),
        "keep_the_point": _("The player keeps the point."),
        "play_goes_on": _("Play goes on as after a go."),
        "other_plays": _("The other player now plays a card that fits."),
    },
    until={},
)
