"""Rules 5, 6 and 7: the crib, the starter, the play of the cards."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "5.1": RuleWords(
        title=_("Where the crib lies"),
        summary=_("On the dealer's side, and what to do when it is not."),
        finds=_("crib placement, side of the board"),
    ),
    "5.1.a": RuleWords(
        title=_("Crib on dealer's side"),
        summary=_("Face down beside the board, at the dealer, whose crib it is."),
        finds=_("whose crib, where does the crib go"),
    ),
    "5.1.c": RuleWords(
        title=_("One player's discard on wrong side"),
        summary=_("While the starter is not turned, that player may pick the cards up and choose anew."),
        finds=_("discarded to the wrong side, threw in the wrong crib, crib on wrong side"),
    ),
    "5.1.d": RuleWords(
        title=_("Whole crib on pone's side"),
        summary=_(
            "Move it to the dealer without looking. But once the starter is turned and each has played a card, it is "
            "the "
            "crib of the player beside it: the other becomes pone and deals next."
        ),
        finds=_(
            "crib on wrong side, four cards on pone's side, wrong crib, counted the wrong crib, wrong crib pegged, "
            "crib changes hands"
        ),
    ),
    "5.2": RuleWords(
        title=_("Looking at the crib"),
        summary=_("What it costs to see the crib before it is counted."),
        finds=_("crib exposed, saw the crib, peeked at the crib"),
    ),
    "5.2.a": RuleWords(
        title=_("Crib seen too early"),
        summary=_("It costs two points to look at it or show it before its time, and the other player sees it too."),
        finds=_("looked at the crib, turned over the crib, peeked at the crib, picked up the crib, flipped crib"),
        classic=_("It costs two points to look at it or show it before its time."),
    ),
    "5.2.b": RuleWords(
        title=_("Crib seen before discarding"),
        summary=_(
            "Two points. The other player draws two cards of that hand blind, looks at them and lays them in the crib: "
            "they are the discard."
        ),
        finds=_("looked at my discards, saw opponent's discard, peeked before discarding"),
        classic=_(
            "Two points. The other player draws two cards of that hand blind, and they go to the crib unseen: they are "
            "the discard."
        ),
    ),
    "5.2.c": RuleWords(
        title=_("Dealer took the crib as hand"),
        summary=_(
            "Two points, and the pone may see what was to be the crib. Before the play the dealer takes the right "
            "cards. "
            "Later the dealer plays on with these and takes back what they pegged."
        ),
        finds=_("picked up the crib instead of the hand, played the crib, hand and crib switched, interchanged"),
    ),
    "5.3": RuleWords(
        title=_("Taking discards back"),
        summary=_("Either player may, free of penalty, until the other one has discarded."),
        finds=_("changed my mind, take back discard, switch discards, retrieve card from crib, pick up discards"),
        classic=_("What lies face down for the crib and is let go of stays there, but for two exceptions."),
    ),
    "5.3.a": RuleWords(
        title=_("After both discarded"),
        summary=_("No card comes out of the crib any more."),
        finds=_("took a card out of the crib, changed discard too late, swapped a crib card"),
        classic=_(
            "Picking such a card up and looking at it costs two points. Discards not mixed with the hand go back; for "
            "mixed ones see 5.2. Free are a wrong number (4.4.a.1) and the wrong side (5.1.c)."
        ),
    ),
    "5.3.b": RuleWords(
        title=_("Wrong number in the crib"),
        summary=_("Too many or too few discarded: 4.4.a.1 tells what to do."),
        finds=_("discarded three, discarded one"),
    ),
    "6.1": RuleWords(
        title=_("Cutting the starter"),
        summary=_("Who cuts, who turns, and what may go wrong with it."),
        finds=_("cut for the starter, turn up"),
    ),
    "6.1.a": RuleWords(
        title=_("Starter cut too early"),
        summary=_(
            "The pone cuts when both have discarded. If the dealer turned it before discarding, put it back; the "
            "dealer "
            "discards and mixes, the pone cuts again. No penalty, and no table of actions."
        ),
        finds=_("starter turned before discard, cut before the crib, starter too soon, turned before dealer discarded"),
    ),
    "6.1.b": RuleWords(
        title=_("Pone looks at the bottom"),
        summary=_(
            "Whoever cuts the starter does not look under the lifted cards: two points, and the dealer sees that card."
        ),
        finds=_("looked at bottom card cutting the starter, saw the bottom of the cut, pone peeked"),
    ),
    "6.1.c": RuleWords(
        title=_("Starter put in the hand"),
        summary=_(
            "The dealer turns the card left on top and lays it open on the pack. If it went to the dealer's hand "
            "unseen: "
            "two points; the pone draws two cards of that hand, looks, keeps one as starter and gives one back."
        ),
        finds=_("picked up the starter, starter in my hand, dealer took the turn card"),
    ),
    "6.1.d": RuleWords(
        title=_("Starter was face up"),
        summary=_("Turn it over, mix the forty cards and cut again."),
        finds=_("boxed card as starter, reversed card, starter upside down"),
    ),
    "6.2": RuleWords(
        title=_("Several cards turned"),
        summary=_("More than the starter was shown."),
        finds=_("turned two cards, exposed two cards, flipped two"),
    ),
    "6.2.a": RuleWords(
        title=_("Which one is starter"),
        summary=_("The one that was on top, whatever else came up."),
        finds=_("two starters, turned two cards, which card is the starter"),
    ),
    "6.2.b": RuleWords(
        title=_("Both may look"),
        summary=_("Both players may see the cards shown before they go back."),
        finds=_("see what was exposed, what else was turned"),
    ),
    "6.3": RuleWords(
        title=_("Jack turned: his heels"),
        summary=_("Two points for the dealer, if they are pegged in time."),
        finds=_("nibs, jack starter, cut a jack, two for the jack"),
    ),
    "6.3.a": RuleWords(
        title=_("Two for the dealer"),
        summary=_("That is what a jack as starter is worth."),
        finds=_("nibs, jack turned up, points for the jack"),
    ),
    "6.3.b": RuleWords(
        title=_("Going out on a jack"),
        summary=_("The two points may win the game."),
        finds=_("win on a jack, peg out on the cut, game on his heels"),
    ),
    "6.3.c": RuleWords(
        title=_("Heels forgotten"),
        summary=_("Once the dealer has played a card they are lost."),
        finds=_("forgot the jack, forgot his heels, forgot nibs, forgot two for the jack, missed his heels"),
    ),
    "6.4": RuleWords(
        title=_("Where the deck goes"),
        summary=_("With the starter turned it lies on the dealer's side of the board."),
        finds=_("deck on which side, place the deck"),
        classic=_("With the starter turned it lies on the dealer's side of the table."),
    ),
    "7.1": RuleWords(
        title=_("Order of play"),
        summary=_("Who plays when, and which card counts as played."),
        finds=_("whose turn, turn to play"),
    ),
    "7.1.a": RuleWords(
        title=_("When play begins"),
        summary=_("At once when the starter is turned."),
        finds=_("start of play"),
    ),
    "7.1.b": RuleWords(
        title=_("Dealer led"),
        summary=_(
            "The lead is the pone's. Dealer led and pone followed: both cards and any points go back, no penalty, "
            "and the "
            "pone leads. If more cards are down, the order stands and so do the points."
        ),
        finds=_("wrong player led, played first, led out of turn, dealer played first, who leads, played out of turn"),
    ),
    "7.1.c": RuleWords(
        title=_("One card and the count"),
        summary=_("By turns, a single card, saying the new count."),
        finds=_("say the count, announce, did not say the count"),
    ),
    "7.1.d": RuleWords(
        title=_("How played cards lie"),
        summary=_("Overlapping, every one to be seen, and not turned over before all are played, counted and pegged."),
        finds=_("turned over my cards, turned cards face down, played cards hidden, stacked cards"),
    ),
    "7.1.e": RuleWords(
        title=_("Card past 31"),
        summary=_(
            "A card let go of is played. Only one that goes past 31 comes back, and points pegged for it are an "
            "overpeg, "
            "which the other player scores. With a claim of the game it is a false claim."
        ),
        finds=_(
            "over 31, went over 31, 32, card released, card touched, take back a card, dropped card, played by mistake"
        ),
        classic=_(
            "A card let go of is played. Only one that goes past 31 comes back, and so do points pegged for it, free "
            "of "
            "penalty. With a claim of the game it is an overpeg and a false claim."
        ),
    ),
    "7.1.f": RuleWords(
        title=_("Two cards at once"),
        summary=_(
            "The one that fits the count said is played, the other goes back. Without such a count the player may "
            "choose."
        ),
        finds=_("played two cards, cards stuck together, two cards together, card fell out"),
    ),
    "7.2": RuleWords(
        title=_("Points in play"),
        summary=_("What scores while cards are played, and when it is pegged."),
        finds=_("pegging points, score in play"),
    ),
    "7.2.a": RuleWords(
        title=_("What scores in play"),
        summary=_(
            "Pairs, three and four alike, runs, fifteen, thirty-one, go and last card, for whoever plays the card that "
            "makes it."
        ),
        finds=_("last card, point for go, 31 for two, fifteen, run in play, broken run, pair in play"),
    ),
    "7.2.b": RuleWords(
        title=_("Time to peg"),
        summary=_(
            "Leave the player a moment to peg. Then either may play, say go, call muggins or announce a hand. With the "
            "other out of cards or at go, play all that fits, say the points and peg them together."
        ),
        finds=_("played too fast, did not wait, no time to peg, polite pause, peg several at once, rushed me"),
    ),
    "7.3": RuleWords(
        title=_("Renege"),
        summary=_(
            "Saying go or 31 with a card in hand that could be played. At 21 or less there is none. Call judges."
        ),
        finds=_(
            "reneged, revoke, had a card, could have played, said go with a card, said go but had a card, said go "
            "too early, missed a card, "
            "held back a card, still had an ace, didn't play a card, go with a playable card"
        ),
        classic=_(
            "Not playing a card that could be played. Call judges. The other player gets two points for each card that "
            "alone would have fit."
        ),
    ),
    "7.3.a": RuleWords(
        title=_("Until when to claim"),
        summary=_(
            "Go may be taken back until anybody plays a card or pegs. Later, once such a card is played, a single "
            "renege "
            "is claimed until the claimant plays again or announces their hand. A double or triple one stays that, "
            "whichever card is caught first."
        ),
        finds=_(
            "take back go, too late to claim renege, claim a renege, renege time limit, double renege, triple renege"
        ),
        classic=_(
            "Go may be taken back until either player pegs or the other plays. Later, once such a card is played, it "
            "is "
            "claimed until the claimant plays again or announces their hand."
        ),
    ),
    "7.3.b": RuleWords(
        title=_("What a renege costs"),
        summary=_(
            "Judges give back cards played since and take points pegged since off. Two points to the other player for "
            "each card that alone would have fit."
        ),
        finds=_("renege penalty, two points per card, double renege, triple renege, six points, four points"),
        classic=_(
            "Both players take back cards played since, and points pegged since come off. Two points to the other "
            "player "
            "for each card that alone would have fit."
        ),
    ),
    "7.3.c": RuleWords(
        title=_("Dead or played"),
        summary=_(
            "The other player decides whether the reneged cards are dead or played, and does not get to see them."
        ),
        finds=_("renege card dead, play the renege card, show the renege card"),
        classic=_("The other player decides whether the reneged cards are dead or played."),
    ),
    "7.3.d": RuleWords(
        title=_("Hands count in full"),
        summary=_("Play goes on. Cards that were dead in play count all the same in hand and crib."),
        finds=_("dead card in the hand, count after renege"),
        classic=_("Play goes on, and every card of both hands and the crib counts."),
    ),
    "7.3.e": RuleWords(
        title=_("Other player went out on go"),
        summary=_("Whoever pegs out after the other's go has won; there is no renege then."),
        finds=_("renege at the end of the game, pegged out after go, game over renege"),
    ),
    "7.4": RuleWords(
        title=_("Wrong count said"),
        summary=_("Who may mend it, and until when."),
        finds=_("wrong count, miscount in play, incorrect announcement, said the wrong number"),
    ),
    "7.4.a": RuleWords(
        title=_("Mended or left"),
        summary=_(
            "Who said it may mend it until the other plays or says go. Who said go to it may withdraw until the other "
            "pegs or plays. Left alone, it holds for the series, points and all."
        ),
        finds=_("correct the count, wrong count accepted, wrong count not noticed, take back go"),
    ),
    "7.4.b": RuleWords(
        title=_("Challenged in time"),
        summary=_("The count is put right. Points that it would not have given are an overpeg."),
        finds=_("object to the count, false fifteen, wrong thirty-one, said 31 but it was 30"),
    ),
}
