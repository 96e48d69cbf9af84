"""A score pegged wrong, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.wrong_count import FALSE_CLAIM_STEPS, OVERPEG_HEADLINES, OVERPEG_MISFITS, OVERPEG_STEPS

OVERPEGGING = SubjectWords(
    title=_("Pegged too many or too few"),
    lead=_("A score or a penalty was pegged, but not as it should have been."),
    finds=_(
        "overpegging overpegged pegged too far pegged too much pegged too many miscounted hand underpegging underpegged"
        " pegged too few short pegged forgot points wrong number of holes backward penalty correct the peg take back"
    ),
    questions={
        "error": _("Where does the front peg stand?"),
        "released": _("Has the player let go of the peg?"),
        "since": _("What has happened since it was pegged?"),
        "noticed": _("Who noticed?"),
        "over": _("By how many holes does the peg stand too far ahead?"),
        "offender_at": _("Where is the front peg of the player who pegged?"),
        "other_at": _("Where is the other player’s front peg?"),
    },
    choices={
        ("error", "ahead"): _("Too far ahead"),
        ("error", "behind"): _("Too far back"),
        ("error", "game_hole"): _("In the game hole, without the points to win"),
        ("released", "yes"): _("Yes"),
        ("released", "no"): _("No"),
        ("since", "nothing"): _("Nothing"),
        ("since", "waited"): _("In the play: a long pause, nothing else"),
        ("since", "next_card"): _("In the play: a card was played"),
        ("since", "hand_pegged"): _("In the play: a hand or crib was pegged"),
        ("since", "dealer_counts"): _("The pone’s hand: the dealer has begun to count, or said it was right"),
        ("since", "hand_taken"): _("Dealer’s hand: the pone said it was right"),
        ("since", "crib_taken"): _("Crib: the pone said it was right, the cards are not mixed"),
        ("since", "mixed"): _("The cards were mixed"),
        ("noticed", "other"): _("The other player"),
        ("noticed", "self"): _("The player who pegged it"),
    },
    hints={
        "error": _(
            "Too far ahead: too many points pegged, or too few holes back for a penalty. Too far back: too few points,"
            " or too many holes back."
        ),
        "offender_at": _("Where it stands now, too far ahead."),
    },
    headlines={
        **OVERPEG_HEADLINES,
        "stands": _("Too few stay too few"),
        "too_late": _("Too late: the score stands as pegged"),
        "not_pegged": _("Not pegged yet: put it right"),
        "false_claim": _("False claim of game"),
    },
    steps={
        **OVERPEG_STEPS,
        **FALSE_CLAIM_STEPS,
        "tell_other": _("The player who pegged it says so before touching the peg."),
        "peg_back": _("Move the front peg that stands too far ahead back to its hole. Holes: %(over)s."),
        "score_stands": _("Leave the pegs. The score stands as pegged."),
        "play_goes_on": _("Play goes on where it stopped."),
        "peg_to_right_hole": _("A score is pegged once the peg is let go. Have the player put it into the right hole."),
        "peg_stays": _("Leave the peg. The player who let go of it may not move it on."),
        "claim_muggins": _("If muggins is in force, points that were not pegged may be claimed: go by “Muggins”."),
        "no_muggins_on_penalty": _("A penalty pegged short is never claimed as muggins."),
    },
    until={
        "next_action_2020": _(
            "In the play: until a card is played, a hand or crib is pegged, or mixed cards can no longer be checked."
            " For a hand or crib: until it is accepted."
        ),
        "next_action_classic": _(
            "In the play: within a reasonable time, and before a card is played or a hand is pegged. For a hand or"
            " crib: until it is accepted."
        ),
        "cards_mixed": _("The dealer may correct the crib until the pone mixes the cards."),
    },
    misfits=OVERPEG_MISFITS,
)
