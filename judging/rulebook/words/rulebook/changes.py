"""What the edition of 2020 changed: how it was, and how it is now."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import ChangeWords

CHANGES: Mapping[str, ChangeWords] = {
    "aims": ChangeWords(
        was=_("A certificate for a hand of 28, honorary commissions, a program for players under 18."),
        now=_("Pins for hands of 28 and 29, a program for players under 19; no commissions any more."),
    ),
    "ethics": ChangeWords(
        was=_("Leaving early was not named among the offenses."),
        now=_("Leaving before all required games are played is one of the offenses."),
    ),
    "protocols": ChangeWords(
        was=_("Nothing was written on how judges go about a call."),
        now=_("Nine points, a to i, say how judges go about a call."),
    ),
    "long_boards": ChangeWords(
        was=_("No kind of board was asked for."),
        now=_("Sanctioned and satellite events are played on long boards."),
    ),
    "first_deal": ChangeWords(
        was=_("The low card dealt the first game of a match, and the loser of a game dealt the next one first."),
        now=_("By the format: a cut for every game, or no cut and the director announces who deals first."),
    ),
    "deal_alternates": ChangeWords(
        was=_("The outline said that the deal alternates until 121."),
        now=_("The outline no longer says it."),
    ),
    "judge": ChangeWords(
        was=_("The ACC or the director could authorize a judge."),
        now=_("A judge is authorized by the ACC and also appointed by the director."),
    ),
    "match": ChangeWords(
        was=_("Games outside qualifying made a match."),
        now=_("Playoff games make a match."),
    ),
    "stink_hole": ChangeWords(
        was=_("The stink hole was hole 120."),
        now=_("The stink hole is hole 90; hole 120 is the dead hole."),
    ),
    "skunk": ChangeWords(
        was=_("A double skunk, a win by 61 or more, had its own word."),
        now=_("There is the skunk by 31 or more, and nothing beyond."),
    ),
    "muggins_flyer": ChangeWords(
        was=_("Muggins stood on the flyer of a sanctioned tournament."),
        now=_("Muggins stands on the flyer of any tournament."),
    ),
    "go": ChangeWords(
        was=_("The definition gave the points: one, or two for 31."),
        now=_("The definition leaves the points to the outline of play."),
    ),
    "bottom_card": ChangeWords(
        was=_("The dealer was not to look at the bottom card; whoever mixed again was not said."),
        now=_("Nobody who shuffles looks at it, and whoever did mixes again. A machine may mix."),
    ),
    "pones_shuffle": ChangeWords(
        was=_("One mix was enough for the pone's shuffle; nothing was said of the dealer's last one."),
        now=_("Pone's shuffle and dealer's last one are three mixes each."),
    ),
    "cut_deemed_made": ChangeWords(
        was=_("A cut for deal that was forgotten was not spoken of."),
        now=_("Once the pack is cut and dealing begins, the cut for deal counts as made."),
    ),
    "whole_pack": ChangeWords(
        was=_("Dealing from a part of the pack was forbidden with the cut alone, in 3.3.b."),
        now=_("It is forbidden with the dealing too."),
    ),
    "deck_change": ChangeWords(
        was=_("Nothing was said of changing decks."),
        now=_(
            "None in qualifying but for damage and the change at the anchor seats halfway; in a match one for each "
            "player."
        ),
    ),
    "exposed_reshuffled": ChangeWords(
        was=_("After a card was exposed the cards were dealt again."),
        now=_("They are mixed and dealt again."),
    ),
    "dealer_too_many": ChangeWords(
        was=_("Dealer's hand too long, the rest right, starter turned: action 4."),
        now=_("Dealer's hand too long, the rest right, starter turned: action 9."),
    ),
    "pone_too_many": ChangeWords(
        was=_("Pone's hand too long, the rest right, starter turned: action 13."),
        now=_("Pone's hand too long, the rest right, starter turned: action 9."),
    ),
    "crib_rebuilt": ChangeWords(
        was=_("By action 2 the crib was dead."),
        now=_("By action 2 judges put the crib together again, and it counts."),
    ),
    "defective_card": ChangeWords(
        was=_("Before anybody picked up a card, another card or pack was brought; a new deal was not spoken of."),
        now=_("Before anybody picks up a card, it is replaced, the pack is mixed and the same player deals."),
    ),
    "crib_retrieval": ChangeWords(
        was=_("A discard let go of stayed: taking it back cost two points."),
        now=_("A discard may be taken back for nothing until the other player has discarded."),
    ),
    "crib_rule": ChangeWords(
        was=_("Taking cards back stood in 5.1."),
        now=_("It has rule 5.3 for itself, and 5.1.b is struck out."),
    ),
    "crib_seen_by_both": ChangeWords(
        was=_("Seeing the crib early cost two points."),
        now=_("It costs two points, and the other player has to be let see the crib too."),
    ),
    "blind_discard": ChangeWords(
        was=_("The two cards drawn went to the crib unseen."),
        now=_("Whoever draws the two cards looks at them first."),
    ),
    "dealer_must_see": ChangeWords(
        was=_("The card that the pone saw would be shown to the dealer too."),
        now=_("It has to be shown to the dealer."),
    ),
    "deck_side": ChangeWords(
        was=_("The deck went to the dealer's side of the table."),
        now=_("It goes to the dealer's side of the board."),
    ),
    "card_over_31": ChangeWords(
        was=_("Points pegged for a card past 31 came off without penalty."),
        now=_("They are an overpeg: the other player scores them."),
    ),
    "renege_meaning": ChangeWords(
        was=_("Failing to play any card that could be played."),
        now=_("Failing to do so before saying go or 31, and only at a count above 21."),
    ),
    "renege_judges": ChangeWords(
        was=_("Judges were called to a claim."),
        now=_("Judges have to be called for any correction."),
    ),
    "renege_corrected": ChangeWords(
        was=_("Go could be taken back until either player pegged or the other played."),
        now=_("Go can be taken back until either player pegs or plays."),
    ),
    "renege_claim": ChangeWords(
        was=_("One time limit: the claimant's next card, or their count."),
        now=_("The same for a single renege. A double or triple one keeps its number, whichever card is caught first."),
    ),
    "renege_retraction": ChangeWords(
        was=_("The players took their cards back."),
        now=_("Judges give the cards back and move the pegs."),
    ),
    "renege_cards": ChangeWords(
        was=_("The other player chose between dead and played."),
        now=_("They choose without seeing the cards."),
    ),
    "renege_hands": ChangeWords(
        was=_("Every card counted in hand and crib."),
        now=_("The same, and it is said of dead cards too."),
    ),
    "renege_game_over": ChangeWords(
        was=_("No exception for a game that ended."),
        now=_("Pegging out after the other's go ends the game, and there is no renege."),
    ),
    "false_claim_acts": ChangeWords(
        was=_("Writing a win on the scorecard could be a false claim."),
        now=_("It is none any more; three acts are left."),
    ),
    "claim_time": ChangeWords(
        was=_("A wrong peg was claimed in reasonable time, before the next card or a hand pegged."),
        now=_("It is claimed until something new happens: a card, a hand or crib pegged, or cards mixed past looking."),
    ),
    "peg_is_out": ChangeWords(
        was=_("When a peg counts as taken out was not said."),
        now=_("It is out when it is clear of the hole."),
    ),
    "both_pegs": ChangeWords(
        was=_("With both pegs out the score not yet pegged was lost."),
        now=_("Once the front peg has its place again the score is pegged, no penalty."),
    ),
    "back_peg": ChangeWords(
        was=_("Moving the back peg up was not spoken of."),
        now=_("It costs two points, and the peg goes back."),
    ),
    "dislodged_pegs": ChangeWords(
        was=_("Rule 8.7 told where pegs go that were knocked out."),
        now=_("The rule is gone."),
    ),
    "opponents_pegs": ChangeWords(
        was=_("For a front peg it pointed to the rule of pegs knocked out."),
        now=_("That pointer is gone with the rule."),
    ),
    "pegging_numbers": ChangeWords(
        was=_("These rules were 8.8 to 8.11."),
        now=_("They are 8.7 to 8.10."),
    ),
    "pegging_out": ChangeWords(
        was=_("The winner should peg out, and some acts stood for it if judges found the points."),
        now=_(
            "Outside match play the winner has to peg out, and the other player has to remind them, but not with "
            "muggins."
        ),
    ),
    "refusal": ChangeWords(
        was=_("Refusing to peg out was not spoken of."),
        now=_("Whoever refuses loses that score, and play goes on."),
    ),
    "concession": ChangeWords(
        was=_("A concession counted in match play."),
        now=_("The same, and in a qualifying round play goes on."),
    ),
    "early_record": ChangeWords(
        was=_("Writing the win down claimed the game, rightly or falsely."),
        now=_("Writing the win down early claims nothing."),
    ),
    "crib_accepted": ChangeWords(
        was=_("The pone accepted the crib in words or by mixing it in."),
        now=_("Without objection the cards go to the pone, and until they are mixed the dealer may correct the count."),
    ),
    "crib_first": ChangeWords(
        was=_("Counting the crib before the hand was not spoken of."),
        now=_("Points go back, hand and crib are pegged in order: no penalty, and never a false claim."),
    ),
    "muggins_out": ChangeWords(
        was=_("It added that the acts of 8.11 do not stand for pegging out."),
        now=_("It only says that pegging out is a must."),
    ),
    "muggins_forfeited": ChangeWords(
        was=_("Scores lost for not pegging out or for both pegs were safe from muggins."),
        now=_("That exception is gone."),
    ),
    "muggins_call": ChangeWords(
        was=_("A wrong call cost nothing."),
        now=_("Nothing is pegged before both agree, and a wrong call gives its points to the other player."),
    ),
    "discrepancies": ChangeWords(
        was=_("Two cards with a win were both changed to losses, by the smaller amount."),
        now=_(
            "By the columns: opposite ones, and the plus card wins; the same one, and both lose. Two losses as well."
        ),
    ),
    "scorecards_chapter": ChangeWords(
        was=_("Rule 12 was of mixed content, and cards that differ were point 11 of the guidelines."),
        now=_("Rule 12 is about scorecards, and cards that differ are its 12.2."),
    ),
    "playoffs_chapter": ChangeWords(
        was=_("Forfeits in the playoffs were 12.2, brackets a chapter without number."),
        now=_("They are 13.1 and 13.2."),
    ),
    "charts": ChangeWords(
        was=_("The charts went up to 32, 64, 128 and 256 players."),
        now=_("They begin with 12 players, and no other bracketing is approved."),
    ),
    "head_judge": ChangeWords(
        was=_("Where no rule helped, the judges decided finally."),
        now=_("The head judge does."),
    ),
    "last_numbers": ChangeWords(
        was=_("These rules were 13 and 14."),
        now=_("They are 14.1 and 14.2."),
    ),
    "tiebreakers": ChangeWords(
        was=_("Four tiebreakers."),
        now=_("Six: head to head and a game come last."),
    ),
    "guidelines": ChangeWords(
        was=_("The guidelines had 15 points, one of them for cards that differ."),
        now=_("That point is rule 12.2, and each point after it has a number one lower."),
    ),
}
