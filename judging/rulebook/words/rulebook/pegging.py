"""Rule 8: pegging."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "8.1": RuleWords(
        title=_("How to peg"),
        summary=_(
            "Begin on the outside track. From then on the back peg jumps ahead of the front peg by the points made."
        ),
        finds=_("leapfrog, which track, outside track, first score"),
    ),
    "8.2": RuleWords(
        title=_("Hand of zero"),
        summary=_("Nothing in hand or crib: leave your pegs alone."),
        finds=_("zero hand, zero crib, nineteen, no points, touched pegs with nothing"),
    ),
    "8.3": RuleWords(
        title=_("Pegged too few"),
        summary=_("Points short, or too far back in a penalty: once the fingers are off the peg it cannot be mended."),
        finds=_(
            "underpegged, underpegging, pegged short, missed points, forgot a point, pegged less, shortchanged myself, "
            "miscounted hand, counted the hand wrong"
        ),
    ),
    "8.4": RuleWords(
        title=_("Pegged too many"),
        summary=_("Overpegging, and claiming a game that is not won."),
        finds=_("overpegged, too many points, pegged too much, wrong hole, miscounted hand, counted the hand wrong"),
    ),
    "8.4.a": RuleWords(
        title=_("False claim of game"),
        summary=_(
            "Acting as if the game were won, points lacking: pegging into the game hole, or using the pegs or holes "
            "that "
            "count games. It cannot be mended. Call judges."
        ),
        finds=_(
            "claimed the game, pegged out too early, pegged out too soon, not enough points to win, thought I won, "
            "went out wrong, not out"
        ),
        classic=_(
            "Acting as if the game were won, points lacking: pegging into the game hole, writing down a win, or using "
            "the pegs or holes that count games. It cannot be mended. Call judges."
        ),
    ),
    "8.4.a.1": RuleWords(
        title=_("Peg in the game hole"),
        summary=_("The peg is in hole 121 and let go of."),
        finds=_("pegged into the out hole, pegged out by mistake"),
    ),
    "8.4.a.2-classic": RuleWords(
        title=_("Win on the scorecard"),
        summary=_("The game is written down as won."),
        finds=_("wrote a win, recorded the win early, filled in the scorecard too early"),
    ),
    "8.4.a.2": RuleWords(
        title=_("Peg in a game-record hole"),
        summary=_("A peg goes to the holes that count games won."),
        finds=_("game counter hole, record holes"),
    ),
    "8.4.a.3": RuleWords(
        title=_("Game-record peg moved"),
        summary=_("The peg that counts games won is advanced."),
        finds=_("game counter peg"),
    ),
    "8.4.b": RuleWords(
        title=_("What a false claim costs"),
        summary=_("The front peg to the true score, the overclaim to the other player, then fifteen back."),
        finds=_("false claim penalty, 15 points back, fifteen backward, overclaim"),
    ),
    "8.4.b.1": RuleWords(
        title=_("To the true score"),
        summary=_("The front peg goes where the points really made put it. Are both pegs out, see 8.5.b first."),
        finds=_("actual score, correct hole"),
    ),
    "8.4.b.2": RuleWords(
        title=_("Overclaim to the other player"),
        summary=_("They get as many as were claimed too many, up to the game hole."),
        finds=_("points overclaimed, opponent wins by false claim"),
    ),
    "8.4.b.3": RuleWords(
        title=_("Fifteen back"),
        summary=_("For whoever made the claim, even where the overclaim has just won the other player the game."),
        finds=_("15 point penalty, fifteen points, backward penalty, back 15"),
    ),
    "8.4.c": RuleWords(
        title=_("Overpegging"),
        summary=_(
            "Too many pegged, or too few back in a penalty, without claiming the game: mended as long as nobody played "
            "the next card or accepted the hand or crib."
        ),
        finds=_(
            "pegged too far, pegged too many, overpegged, overcounted, counted too many, pegged twice, took too many "
            "points, moved one hole too many"
        ),
    ),
    "8.4.c.1": RuleWords(
        title=_("Other player sees it"),
        summary=_("The peg goes back to the right hole, and the other player pegs the difference."),
        finds=_("caught overpegging, opponent overpegged, pegged too far and I saw it"),
    ),
    "8.4.c.2": RuleWords(
        title=_("Player sees it first"),
        summary=_("Say so, then put the peg right. No penalty."),
        finds=_("my own mistake, I pegged too far, corrected myself, noticed my overpeg"),
    ),
    "8.4.d": RuleWords(
        title=_("Too late to claim"),
        summary=_(
            "A wrong peg in play stands when something new has happened: a card played, a hand or crib pegged, or so "
            "many "
            "cards mixed that judges cannot look."
        ),
        finds=_("noticed overpeg later, too late, time limit, how long to claim, cribbage action, reasonable time"),
        classic=_(
            "A wrong peg in play is claimed in reasonable time, before anybody plays another card or pegs a hand. "
            "Otherwise it stands."
        ),
    ),
    "8.5": RuleWords(
        title=_("Pegs taken out"),
        summary=_("A front peg, or both, left the board when they should not."),
        finds=_("removed pegs, pulled the peg, lost my place"),
    ),
    "8.5.a": RuleWords(
        title=_("Front peg taken out"),
        summary=_("Points were still to be pegged. A peg is out when it is clear of its hole."),
        finds=_("picked up the front peg, pulled the wrong peg, front peg removed, moved the front peg, lifted a peg"),
        classic=_("Points were still to be pegged."),
    ),
    "8.5.a.1": RuleWords(
        title=_("Noticed with peg in hand"),
        summary=_("It is now the back peg. The new points are pegged, those before them are lost."),
        finds=_("holding the front peg, wrong peg in hand"),
    ),
    "8.5.a.2": RuleWords(
        title=_("Pegged the wrong way"),
        summary=_(
            "Backward and let go of: pegs stay, the new points and those before are lost. From first street into "
            "fourth: "
            "that peg goes behind the other. Both in fourth: off the board, start again."
        ),
        finds=_("pegged backward, pegged backwards, wrong direction, pegged down the wrong street, went the wrong way"),
    ),
    "8.5.a.3": RuleWords(
        title=_("Front peg pegged forward"),
        summary=_(
            "And let go of: it goes behind the other peg, from where the new points are pegged. Those before are "
            "lost; it "
            "is no overpeg."
        ),
        finds=_("hung peg, pegged with the front peg, used the wrong peg, moved the front peg forward"),
    ),
    "8.5.b": RuleWords(
        title=_("Both pegs taken out"),
        summary=_(
            "The players agree where the front peg stood, otherwise judges say it. Then peg the score, no penalty."
        ),
        finds=_("both pegs out, removed both pegs, no pegs left, picked up both pegs, lost my place"),
        classic=_(
            "The front peg goes back where it stood, by agreement or by judges, the other one behind it. The score not "
            "yet pegged is lost."
        ),
    ),
    "8.5.c": RuleWords(
        title=_("Back peg moved up"),
        summary=_(
            "After a deal both back pegs stay until used. Bringing one nearer, so as not to be pegging backward, costs "
            "two points, and the peg goes back."
        ),
        finds=_("moved the back peg, back peg closer, rear peg"),
    ),
    "8.6": RuleWords(
        title=_("Touching pegs"),
        summary=_(
            "Say it first, then push your loose peg in or put an overpeg right. Brushing the other player's peg by "
            "accident is no matter."
        ),
        finds=_(
            "loose peg, touched my peg, bumped a peg, lost the back peg, no harm no foul, adjusted a peg, tightened a peg"
        ),
    ),
    "8.7-classic": RuleWords(
        title=_("Pegs knocked out"),
        summary=_(
            "A front peg knocked out by accident goes back where both agree, or where judges say. Back pegs go "
            "anywhere "
            "behind it."
        ),
        finds=_(
            "dislodged peg, board fell, bumped the board, spilled pegs, pegs fell out, lost the back peg, knocked over"
        ),
    ),
    "8.7": RuleWords(
        title=_("Opponent's peg used"),
        summary=_(
            "It goes back where it was, and the other player gets two. The score may then be pegged with the right peg."
        ),
        finds=_("moved my peg, pegged with my pegs, wrong color peg, used opponent's peg, picked up my peg"),
        classic=_(
            "It goes back where it was, a front peg as one that was knocked out, and the other player gets two. The "
            "score "
            "may then be pegged with the right peg."
        ),
    ),
    "8.8": RuleWords(
        title=_("Wrong track"),
        summary=_("A score that is right but in another track is moved over. No penalty."),
        finds=_("pegged in my track, wrong lane, wrong row, opponent's track, wrong column of holes"),
    ),
    "8.9": RuleWords(
        title=_("Go pegged too early"),
        summary=_(
            "Fine where the play had made it plain. Otherwise the other player's cards decide whether it is a go or an "
            "overpeg, up to a false claim of game."
        ),
        finds=_("took a go before go was said, pegged go too soon, did not say go, premature go"),
    ),
    "8.10": RuleWords(
        title=_("Pegging out"),
        summary=_(
            "Except in match play the winner puts the peg in the game hole, and the other player reminds them of it, "
            "unless muggins is played."
        ),
        finds=_(
            "did not peg out, forgot to peg out, won but did not peg, forgot to peg the last hole, picked up the pegs at "
            "the end, 121, did not finish the game"
        ),
        classic=_("The winner should peg into hole 121, but other acts can stand for it."),
    ),
    "8.10.a": RuleWords(
        title=_("Refusing to peg out"),
        summary=_("Judges make sure that it is so. The game goes on, and that score is lost."),
        finds=_("will not peg out, refused to go out, refuses to finish"),
    ),
    "8.11.a-classic": RuleWords(
        title=_("What stands for pegging out"),
        summary=_("Writing down the win, or using the pegs or holes that count games, is as good as the game hole."),
        finds=_("wrote the win, recorded the game, game counter"),
    ),
    "8.11.b-classic": RuleWords(
        title=_("Points were there"),
        summary=_("Judges may be called; finding enough points they declare the game won."),
        finds=_("enough points to win, judges check the count"),
    ),
    "8.11.c-classic": RuleWords(
        title=_("Points were not there"),
        summary=_("Then it was a false claim and is treated as one."),
        finds=_("not enough points to win"),
    ),
    "8.10.b": RuleWords(
        title=_("Conceding a game"),
        summary=_("In match play it is as good as pegging out. In a qualifying round play goes on."),
        finds=_("gave up, resigned, conceded, concession, quit the game, I concede"),
        classic=_("In match play it is as good as if the other player had pegged out."),
    ),
}
