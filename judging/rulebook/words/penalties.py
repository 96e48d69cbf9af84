"""Penalties in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords

PENALTIES = SubjectWords(
    title=_("Penalties and who decides"),
    lead=_("A penalty is to be pegged, was pegged wrongly, or a player does not accept a decision."),
    finds=_(
        "penalty penalties pegged the penalty wrong two points backward off the board penalty on a penalty"
        " third judge disagree does not accept appeal refuses refusal removed disqualified thrown out final decision"
    ),
    questions={
        "what": _("What is it about?"),
        "direction": _("Which way is the penalty pegged?"),
        "points": _("How many points is the penalty?"),
        "at": _("Where does the front peg of the player who pegs it stand?"),
        "offender_at": _("Where does the front peg of the player who did it stand?"),
        "way": _("How was the penalty pegged?"),
        "released": _("Did the player let go of the peg?"),
        "right": _("How many points is the penalty?"),
        "wrong": _("How many holes was the peg moved?"),
        "stands_at": _("Where does that peg stand now?"),
        "done": _("How far did it go?"),
        "noticed": _("Was it noticed before a card was played or a hand or crib was accepted or pegged?"),
        "decided_by": _("Who has decided so far?"),
        "told_by": _("How many judges have told the player the decision?"),
        "round": _("Which round is it?"),
    },
    choices={
        ("what", "due"): _("A penalty is due"),
        ("what", "pegged_wrongly"): _("A penalty was pegged wrongly"),
        ("what", "not_due"): _("A penalty was called or pegged that is not due"),
        ("what", "correction"): _("Points were taken back by a ruling, and that went wrong"),
        ("what", "dispute"): _("A player, or a judge, disagrees with the decision"),
        ("what", "refusal"): _("A player refuses to follow the decision"),
        ("direction", "forward"): _("Forward, by the other player"),
        ("direction", "backward"): _("Backward, by the player who did it"),
        ("way", "forward_long"): _("Too many points forward"),
        ("way", "backward_short"): _("Too few points backward"),
        ("way", "forward_out"): _("Into the game hole, without enough points for it"),
        ("way", "forward_short"): _("Too few points forward"),
        ("way", "backward_long"): _("Too many points backward"),
        ("released", "yes"): _("Yes"),
        ("released", "no"): _("No, the fingers are still on it"),
        ("done", "called"): _("It was only called"),
        ("done", "pegged"): _("It was pegged"),
        ("noticed", "yes"): _("Yes"),
        ("noticed", "no"): _("No"),
        ("decided_by", "one"): _("One judge"),
        ("decided_by", "two"): _("Two judges, who agree"),
        ("decided_by", "two_differ"): _("Two judges, who do not agree"),
        ("decided_by", "three"): _("Three judges"),
        ("decided_by", "not_covered"): _("The judges find no rule for it"),
        ("told_by", "fewer"): _("One or two"),
        ("told_by", "three"): _("Three"),
        ("round", "qualifying"): _("The qualifying round"),
        ("round", "playoff"): _("The playoffs"),
    },
    hints={
        "what": _("A wrong call of muggins is not meant here: see “Muggins”."),
    },
    headlines={
        "pegs_forward": _("The other player pegs the penalty"),
        "pegs_backward": _("The player who did it goes back"),
        "stays": _("It stays as it was pegged"),
        "still_held": _("It may still be put right"),
        "as_a_score": _("As with any score"),
        "put_right_no_claim": _("Put the peg right: no false claim of game"),
        "too_late": _("Too late: it stays as it was pegged"),
        "none_due": _("No penalty, and none for calling it"),
        "taken_back": _("The penalty is taken back, and that is all"),
        "only_corrected": _("A correction is no penalty: put it right"),
        "second_judge": _("Not decided yet: a second judge is needed"),
        "third_judge": _("A third judge may be called"),
        "final": _("The decision is final"),
        "head_judge": _("The head judge decides"),
        "judges_settle": _("The judges decide"),
        "inform_first": _("Three judges must have told the player"),
        "removed_qualifying": _("The player is out: the other player wins by ten"),
        "removed_playoff": _("The player is out: the other player wins the match"),
    },
    steps={
        "other_pegs": _("The other player pegs the penalty. Points: %(points)s."),
        "offender_back": _("The player who did it pegs backward. Points: %(points)s. Front peg to hole: %(hole)s."),
        "not_below": _("The front peg goes no further back than off the board."),
        "judges_watch": _("Watch the pegging until the pegs are right."),
        "as_pegged": _("The pegs stay where they are."),
        "nobody_scores": _("Nobody pegs anything for the error."),
        "peg_to_hole": _("The player who pegged it puts that peg right. Hole: %(hole)s."),
        "game_goes_on": _("The game is not over."),
        "no_false_claim": _(
            "Nobody pegs what was claimed too much, and nobody goes back fifteen: that would be a penalty on a penalty."
        ),
        "go_by_overpegging": _(
            "Go by “Pegged too many or too few”: a penalty is pegged by the same rules as any score, and the error is the"
            " other player’s where it is found in time."
        ),
        "no_claim_read_so": _(
            "That is our reading: a penalty that is pegged wrongly is judged as a score is, and there is no penalty on a"
            " penalty."
        ),
        "read_so": _(
            "An overpeg gives the error to the other player. We read the rule against a penalty on a penalty so that it"
            " forbids that here."
        ),
        "nobody_pegs": _("Nobody pegs."),
        "no_charge": _("Whoever called or pegged it pays nothing. Play goes on."),
        "peg_back": _("The player who pegged it puts the peg back where it stood before."),
        "to_right_hole": _("Put the peg into the hole where it belongs after the ruling."),
        "no_pegging_rule": _("Nobody pegs for it. The rules on wrong pegging do not apply to a correction."),
        "summon_second": _("Call a second judge. Nobody explains anything until both are there."),
        "must_agree": _("Two judges who do not agree have decided nothing (our reading)."),
        "summon_third": _("Call a third judge. Either player may ask for one."),
        "three_final": _("What the three decide is final. Tell both players together, with the rule."),
        "decision_stands": _("The decision stands. Play goes on by it."),
        "tell_by_three": _("Call judges until three of them have told the player the decision."),
        "say_what_follows": _("Tell the player that whoever still refuses is taken out of the event."),
        "tell_director": _("Tell the director, who takes the player out of the event or sends somebody to do it."),
        "game_lost": _("The player loses the game in progress."),
        "winner_line": _("The other player writes a win on the card: 2 game points, 10 in the plus column."),
        "loser_line": _(
            "On the card of the player who is out it is a loss: 0 game points, 10 in the minus column (ours)."
        ),
        "match_lost": _("The player loses the match in progress. The other player goes on to the next round."),
        "head_judge_decides": _("Call the head judge, whose decision is final in this tournament."),
        "judges_decide": _("The judges decide together. That is final in this tournament."),
    },
    until={},
    misfits={
        "forward_not_short": _(
            "The peg was moved at least as many holes as the penalty has points, so these were not too few points forward."
            " Correct a number, or choose anew how the penalty was pegged."
        ),
        "backward_not_long": _(
            "The peg was moved no more holes than the penalty has points, so these were not too many points backward."
            " Correct a number, or choose anew how the penalty was pegged."
        ),
        "enough_for_game_hole": _(
            "The peg was moved no more holes than the penalty has points, so there were enough points for the game hole."
            " Correct a number, or choose anew how the penalty was pegged."
        ),
        "short_in_game_hole": _(
            "A peg in the game hole, 121, was not pegged too few points forward. Correct the hole, or choose anew how the"
            " penalty was pegged."
        ),
        "not_in_game_hole": _(
            "A peg that was pegged into the game hole stands in 121. Correct the hole, or choose anew how the penalty was"
            " pegged."
        ),
        "moved_from_before_start": _(
            "The peg stands in a lower hole than it was moved forward by, so it cannot have come so far. Correct one of the"
            " two numbers."
        ),
        "moved_from_game_hole": _(
            "Moved back so many holes to where it stands, the peg would have come from the game hole or from beyond it."
            " Correct one of the two numbers."
        ),
    },
)
