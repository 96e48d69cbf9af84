"""Rules 12 to 14 and the guidelines: scorecards, playoffs, what no rule covers, cross-checking."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "12.1": RuleWords(
        title=_("Writing the scorecard"),
        summary=_(
            "Blue or black ink; other colors are for correctors. A win is a 2, or a 3 with a skunk; a loss is 0, X, a "
            "slash or a dash. A spread below ten has a zero before it."
        ),
        finds=_("pencil, red ink, pen color, leading zero, how to record a loss, wrote on the card"),
    ),
    "12.2": RuleWords(
        title=_("Cards that differ"),
        summary=_("Where two cards tell one game differently, fixed rules settle it. The players are not asked."),
        finds=_("discrepancy, scorecards do not match, ask the players, wrong spread, scorecard mistake"),
    ),
    "12.2.a": RuleWords(
        title=_("Against the apparent qualifier"),
        summary=_("Of two amounts that player's card takes the one that hurts it."),
        finds=_("spread differs, different spreads, who is right"),
    ),
    "12.2.b": RuleWords(
        title=_("Two apparent qualifiers"),
        summary=_("Each card takes the amount that hurts it, so the two may stay different."),
        finds=_("both qualify, both cards changed"),
    ),
    "12.2.c": RuleWords(
        title=_("Amount on one card only"),
        summary=_("It counts for both and is written on the blank card."),
        finds=_("blank spread, missing spread, forgot to write the spread"),
    ),
    "12.2.d": RuleWords(
        title=_("Same result, opposite columns"),
        summary=_("Two wins or two losses, one amount under plus and one under minus: the plus card wins."),
        finds=_("both claim a win, both won, both wrote a win, both wrote a loss, two winners"),
    ),
    "12.2.e": RuleWords(
        title=_("Same result, same column"),
        summary=_("Two wins or two losses, both amounts in one column: both lose, under minus."),
        finds=_("both claim a win, both won, both wrote a win, both wrote a loss, both lose"),
    ),
    "11.d-classic": RuleWords(
        title=_("Two wins"),
        summary=_("Both become losses, by the smaller amount."),
        finds=_("both claim a win, both wrote a win, both lose"),
    ),
    "12.2.f": RuleWords(
        title=_("One win, same column"),
        summary=_("The win stays a win; the amount in the wrong column moves."),
        finds=_("wrong column, plus and minus switched"),
    ),
    "12.2.g": RuleWords(
        title=_("Totals follow"),
        summary=_("Game points and spreads are added up again where needed."),
        finds=_("adjust totals, wrong total"),
    ),
    "12.2.h": RuleWords(
        title=_("No harm, no foul"),
        summary=_("A difference that hurts the apparent qualifier already stays as written, on both cards."),
        finds=_("mistake against myself, wrote too little, wrote less"),
    ),
    "12.2.i": RuleWords(
        title=_("Telling the player"),
        summary=_("Who qualifies or where has changed: the director tells that player and shows both cards."),
        finds=_("lost my qualifying spot, inform the player, no longer qualified"),
    ),
    "13.1": RuleWords(
        title=_("Late for the playoffs"),
        summary=_(
            "Five minutes, then the first game is lost; every fifteen more another one, until the match is over or the "
            "player comes. Prize and MRPs of a loser of that round stay theirs."
        ),
        finds=_("no show, late, absent, did not show up, overslept, how long to wait, forfeit, missing player"),
    ),
    "13.2": RuleWords(
        title=_("Qualifying and brackets"),
        summary=_("What a sanctioned tournament has to do for its playoffs, unless it is exempt."),
        finds=_("playoffs, bracket, exemption"),
    ),
    "13.2.a": RuleWords(
        title=_("Cards are checked first"),
        summary=_("Every qualifying card is cross-checked and its totals are added."),
        finds=_("cross-check required, check totals"),
    ),
    "13.2.b": RuleWords(
        title=_("One in four"),
        summary=_("Of four entrants one qualifies, a fraction is one more. Do not fill up to the next bracket."),
        finds=_("how many qualify, quarter, 25 percent, cut line, number of qualifiers"),
    ),
    "13.2.c": RuleWords(
        title=_("Approved charts"),
        summary=_("Only the printed charts may be used."),
        finds=_("bracket chart, pairings, seeding"),
        classic=_("The printed charts are the approved ones."),
    ),
    "13.2.d": RuleWords(
        title=_("Byes"),
        summary=_("The bracket is the next power of two; what is missing to it are byes, for the highest qualifiers."),
        finds=_("free round, first round bye, how many byes, who gets a bye, bracket size"),
    ),
    "13.2.d.5": RuleWords(
        title=_("Full second round"),
        summary=_("Byes are for the first round alone."),
        finds=_("second round, bye later"),
    ),
    "14.1": RuleWords(
        title=_("What no rule covers"),
        summary=_("The head judge decides, finally for this tournament."),
        finds=_("not in the rulebook, no rule, head judge decision, not covered"),
        classic=_("The judges decide, finally for this tournament."),
    ),
    "14.2": RuleWords(
        title=_("Changing the rules"),
        summary=_("Send proposals in writing to the Rules Committee; the board has the last word."),
        finds=_("amendment, propose a rule, rules committee"),
    ),
    "guideline-1": RuleWords(
        title=_("Before cross-checking"),
        summary=_("Help, place and people."),
        finds=_("prepare cross-check"),
    ),
    "guideline-1.a": RuleWords(
        title=_("Ask the commissioner"),
        summary=_("The regional tournament commissioner knows the details."),
        finds=_("commissioner, more information"),
    ),
    "guideline-1.b": RuleWords(
        title=_("No snake of tables"),
        summary=_("Seating that winds through the whole room leaves one big table to check."),
        finds=_("serpentine, seating plan"),
    ),
    "guideline-1.c": RuleWords(
        title=_("A quiet place"),
        summary=_("Check the cards where nobody watches."),
        finds=_("private room, where to check"),
    ),
    "guideline-1.d": RuleWords(
        title=_("Enough checkers"),
        summary=_("One more than needed is better than one too few."),
        finds=_("how many checkers, staff, helpers"),
    ),
    "guideline-1.e": RuleWords(
        title=_("Initials"),
        summary=_("Whoever corrects a card signs the correction."),
        finds=_("initialed, who corrected, sign a correction"),
    ),
    "guideline-2": RuleWords(
        title=_("Count the places"),
        summary=_("Work out how many qualify."),
        finds=_("number of qualifiers"),
    ),
    "guideline-3": RuleWords(
        title=_("Collect the cards"),
        summary=_("All of them; count them."),
        finds=_("missing card, collect scorecards"),
    ),
    "guideline-4": RuleWords(
        title=_("Four piles"),
        summary=_(
            "By game points: certainly in, probably in, probably out, certainly out, which is the dead zone. Watch for "
            "game points and games won in each other's place."
        ),
        finds=_("dead zone, sort the cards, piles, transposed"),
    ),
    "guideline-5": RuleWords(
        title=_("Check the game points"),
        summary=_("Add them up while you go down the plus column, dead zone aside; put a wrong total right."),
        finds=_("wrong game points, add game points"),
    ),
    "guideline-6": RuleWords(
        title=_("Check the spreads"),
        summary=_("Add the spreads of the two piles that are in."),
        finds=_("wrong net spread, add spread"),
    ),
    "guideline-7": RuleWords(
        title=_("Tiebreakers"),
        summary=_("Game points, games won, net, plus points, head to head, a game."),
        finds=_("tie, tied, equal points, same score, ranking order"),
        classic=_("Game points, games won, net, plus points."),
    ),
    "guideline-7.a": RuleWords(
        title=_("First: game points"),
        summary=_("More game points rank higher."),
        finds=_("most game points"),
    ),
    "guideline-7.b": RuleWords(
        title=_("Second: games won"),
        summary=_("More wins rank higher."),
        finds=_("most wins, number of wins"),
    ),
    "guideline-7.c": RuleWords(
        title=_("Third: net spread"),
        summary=_("Plus less minus."),
        finds=_("net points, plus minus minus"),
    ),
    "guideline-7.d": RuleWords(
        title=_("Fourth: plus points"),
        summary=_("The sum of the plus column alone."),
        finds=_("plus spread, plus column"),
    ),
    "guideline-7.e": RuleWords(
        title=_("Fifth: head to head"),
        summary=_("What the tied players did against each other in this qualifying round, if that is available."),
        finds=_("played each other, beat each other"),
    ),
    "guideline-7.f": RuleWords(
        title=_("Last: one game"),
        summary=_("Where head to head is unavailable: one game, cutting for its first deal."),
        finds=_("playoff game for a tie, play off"),
    ),
    "guideline-8": RuleWords(
        title=_("High nonqualifier"),
        summary=_("Set the qualifying cards and one more apart, and note the score of that one."),
        finds=_("first out, just missed, next in line, HNQ"),
    ),
    "guideline-9": RuleWords(
        title=_("By table and seat"),
        summary=_("For every table two piles, in and out, each in order of seats."),
        finds=_("sort by table"),
    ),
    "guideline-10": RuleWords(
        title=_("Check in pairs"),
        summary=_(
            "One reads from a qualifying card what the other card should say, by seat and game; the other looks."
        ),
        finds=_("cross-check, read aloud, two checkers"),
    ),
    "guideline-11": RuleWords(
        title=_("Dead zone after each table"),
        summary=_("See whether a correction brought a card in that was out."),
        finds=_("dead zone, overlooked qualifier"),
    ),
    "guideline-12": RuleWords(
        title=_("Put in order"),
        summary=_("Lay the cards of the qualifiers in their order."),
        finds=_("rank the qualifiers"),
    ),
    "guideline-13": RuleWords(
        title=_("Count once more"),
        summary=_("Before any pairing is told, recount and look through the dead zone again."),
        finds=_("recount, recheck"),
    ),
    "guideline-14": RuleWords(
        title=_("Post the names"),
        summary=_("The qualifiers are put up for all to read."),
        finds=_("announce qualifiers, posted list"),
    ),
}
