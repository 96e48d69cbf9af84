"""Rules 9, 10 and 11: counting, muggins, penalties."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "9.1": RuleWords(
        title=_("Cards open while counting"),
        summary=_("Count with the cards lying where the other player can see them all."),
        finds=_("held cards while counting, could not see the hand, picked up hand too fast"),
    ),
    "9.2": RuleWords(
        title=_("Order of counting"),
        summary=_("Pone's hand, dealer's hand, crib; each is finished before the next begins."),
        finds=_("who counts first, count out of order"),
    ),
    "9.2.a": RuleWords(
        title=_("Pone's hand"),
        summary=_("Count, say it, peg it. The cards stay open until any claim is settled or the dealer counts."),
        finds=_("pone counts first, picked up cards before dealer checked"),
    ),
    "9.2.b": RuleWords(
        title=_("Dealer's hand"),
        summary=_("Count, say it, peg it, lay it open over at the pone, who accepts in words or by mixing it in."),
        finds=_("accept the count, dealer's count"),
    ),
    "9.2.c": RuleWords(
        title=_("Dealer pegged first"),
        summary=_("No penalty. Those points go back, the pone pegs, then the dealer."),
        finds=_("dealer counted first, counted out of turn, dealer counted before pone"),
    ),
    "9.2.d": RuleWords(
        title=_("The crib is counted"),
        summary=_(
            "Open it, count, say it, peg it. With no objection all the cards go to the pone; until the pone has mixed "
            "them in the dealer may correct the count."
        ),
        finds=_(
            "correct my count, changed the count, count corrected after, dealer passes the cards, missed points in "
            "the crib"
        ),
        classic=_(
            "Open it, count, say it, peg it, lay it open over at the pone, who accepts in words or by mixing it in."
        ),
    ),
    "9.2.e": RuleWords(
        title=_("Crib counted before the hand"),
        summary=_(
            "Its points go back; peg the hand, then the crib. No penalty, and no false claim even if it went out."
        ),
        finds=_("counted the crib first, crib out of order, dealer counted crib before hand"),
    ),
    "9.3": RuleWords(
        title=_("Starter during the count"),
        summary=_("It stays apart until everything is counted."),
        finds=_("starter card missing"),
    ),
    "9.3.a": RuleWords(
        title=_("Starter mixed with cards"),
        summary=_(
            "Call judges. Whoever put it in a hand, the crib or the pack gives two points, and judges lay it back. "
            "If the "
            "players cannot agree which it was, judges find it or make another."
        ),
        finds=_(
            "lost the starter, picked up the starter, starter in the hand, which card was the starter, starter in "
            "the deck"
        ),
    ),
    "9.3.a.1": RuleWords(
        title=_("Work out the starter"),
        summary=_("Judges piece the five cards together from what players tell and what was pegged."),
        finds=_("reconstruct the hand, evidence"),
    ),
    "9.3.a.2": RuleWords(
        title=_("Draw the starter"),
        summary=_(
            "It stays unclear: the other player draws two of those cards blind, looks, and names one of them starter."
        ),
        finds=_("blind draw for the starter"),
    ),
    "9.3.a.3": RuleWords(
        title=_("A new starter"),
        summary=_("It is lost in the pack: a judge mixes, the other player cuts, a judge turns one."),
        finds=_("starter shuffled into the deck, cut again"),
    ),
    "9.3.b": RuleWords(
        title=_("Taking the pack away"),
        summary=_("Between the two hands the pone may take the pack, leaving the starter about where it lay."),
        finds=_("pone takes the deck, start shuffling early"),
    ),
    "9.4": RuleWords(
        title=_("Mixed before it was counted"),
        summary=_("Who mixed what decides who loses what."),
        finds=_("cards collected too early, shuffled the hand in, threw in the hand"),
    ),
    "9.4.a": RuleWords(
        title=_("Hand mixed in"),
        summary=_(
            "Mixing the own hand with crib or pack too early, before count, pegging and the other player's yes, "
            "costs its whole count."
        ),
        finds=_(
            "mucked his hand, threw in my hand, mixed hand with the deck, forgot to count my hand, put hand in the pack"
        ),
    ),
    "9.4.b": RuleWords(
        title=_("Dealer mixed the crib in"),
        summary=_("Its count is lost."),
        finds=_("forgot to count the crib, shuffled the crib, crib thrown in, mucked his crib"),
    ),
    "9.4.c": RuleWords(
        title=_("Pone mixed the crib in"),
        summary=_(
            "It costs two points, and the dealer takes the crib out and pegs it. Judges help where cards are disputed: "
            "what "
            "is remembered is crib, the rest comes from the top of the mixed pack."
        ),
        finds=_(
            "opponent shuffled my crib, pone picked up the crib, crib mixed with the deck, collected the crib before "
            "I counted"
        ),
    ),
    "9.5": RuleWords(
        title=_("No help with counting"),
        summary=_("No person and nothing else may help a player to find their points, in play or in a count."),
        finds=_(
            "calculator, phone, cheat sheet, told me my points, telling me my points, spectator helped, opponent "
            "helped me count, app, onlooker, kibitzer"
        ),
    ),
    "10.1": RuleWords(
        title=_("When muggins is played"),
        summary=_("Only where it was announced."),
        finds=_("is muggins in effect, no muggins"),
    ),
    "10.1.a": RuleWords(
        title=_("The one optional rule"),
        summary=_("A tournament may choose muggins and nothing else."),
        finds=_("optional, house rules"),
    ),
    "10.1.b": RuleWords(
        title=_("Muggins is announced"),
        summary=_("On the flyer and again before play begins, at clubs too."),
        finds=_("flyer, not announced, grass roots"),
    ),
    "10.1.c": RuleWords(
        title=_("Pegging out under muggins"),
        summary=_("The winner has to reach the game hole."),
        finds=_("peg out in muggins, must peg out"),
        classic=_("The winner has to reach the game hole; nothing else stands for it."),
    ),
    "10.2": RuleWords(
        title=_("Where muggins applies"),
        summary=_("To any points of play, hand or crib that were not pegged in full, but for a few."),
        finds=_("missed points, underpegged, take the points"),
    ),
    "10.3": RuleWords(
        title=_("Where muggins does not apply"),
        summary=_("The exceptions."),
        finds=_("no muggins for, exceptions"),
    ),
    "10.3.a": RuleWords(
        title=_("No muggins on a penalty"),
        summary=_("A penalty that was pegged short or not at all."),
        finds=_("forgot to peg a penalty, penalty underpegged"),
    ),
    "10.3.b": RuleWords(
        title=_("No muggins on muggins"),
        summary=_("Points of a muggins call that were pegged short or not at all."),
        finds=_("forgot to peg muggins"),
    ),
    "10.3.c": RuleWords(
        title=_("No muggins on his heels"),
        summary=_("The two points for a jack that the dealer did not peg."),
        finds=_("muggins on the jack, forgot nibs, two for the jack"),
    ),
    "10.3.d": RuleWords(
        title=_("No muggins on pegging backward"),
        summary=_("Holes a player lost by pegging the wrong way."),
        finds=_("pegged backward, lost holes"),
    ),
    "10.3.e-classic": RuleWords(
        title=_("No muggins on forfeited scores"),
        summary=_("Points lost for not pegging out, or with both pegs taken out."),
        finds=_("did not peg out, both pegs removed"),
    ),
    "10.4": RuleWords(
        title=_("Calling muggins"),
        summary=_("How it is called, when, and for how many points."),
        finds=_("call muggins"),
    ),
    "10.4.a": RuleWords(
        title=_("How muggins is called"),
        summary=_(
            "Say muggins and for how many; in play also for what. Nothing is pegged before both agree or judges have "
            "ruled. The lesser of claimed and true counts, and never more holes than the score could still fill. "
            "For a wrong call the other player gets those points."
        ),
        finds=_(
            "wrong muggins call, muggins for too many, false muggins, disputed muggins, lesser amount, muggins penalty"
        ),
        classic=_(
            "Say muggins and for how many; in play also for what. If the other disagrees judges rule first. The "
            "lesser of "
            "claimed and true counts, and never more holes than the score could still fill."
        ),
    ),
    "10.4.b": RuleWords(
        title=_("Muggins in play: when"),
        summary=_(
            "Once the player has pegged short or lost the score, and before that player's next score is pegged or "
            "pone's "
            "hand is."
        ),
        finds=_("muggins too late, muggins too early, missed fifteen in play, time for muggins"),
    ),
    "10.4.c": RuleWords(
        title=_("Muggins in hand and crib: when"),
        summary=_("After the score is pegged or said to be none, and before the cards are mixed."),
        finds=_("muggins too late, muggins too early, time for muggins"),
    ),
    "10.4.c.1": RuleWords(
        title=_("Dealer calls on pone's hand"),
        summary=_("Before it is mixed with other cards and before the dealer says a total."),
        finds=_("dealer calls muggins, muggins on the pone"),
    ),
    "10.4.c.2": RuleWords(
        title=_("Pone calls on dealer's cards"),
        summary=_("Hand or crib, before the pone mixes those cards in."),
        finds=_("pone calls muggins, muggins on the crib, muggins on the dealer"),
    ),
    "10.4.d": RuleWords(
        title=_("Muggins on a zero"),
        summary=_("As soon as a player says there is nothing. After the word muggins the count cannot be changed."),
        finds=_("said zero but had points, claimed no score, nineteen, zero hand muggins"),
    ),
    "11.1": RuleWords(
        title=_("Who scores a penalty"),
        summary=_("Penalties, and corrections that are none."),
        finds=_("penalty points"),
    ),
    "11.1.a": RuleWords(
        title=_("Points or holes back"),
        summary=_(
            "The other player pegs the points, except where a penalty is a backward one: that moves the peg of "
            "whoever erred."
        ),
        finds=_("who pegs the penalty, backward penalty, peg penalty points"),
    ),
    "11.1.b": RuleWords(
        title=_("Corrections are no penalties"),
        summary=_(
            "Points taken back by 4.4, 7.3 or 8.4 are put right, not punished; rules on wrong pegging leave them alone."
        ),
        finds=_("retraction, retracted points, points taken back"),
    ),
    "11.2": RuleWords(
        title=_("Penalty pegged wrong"),
        summary=_("Treated as any other score: too few is lost, too many goes back."),
        finds=_("mispegged penalty, pegged too much for a penalty, penalty pegged short"),
    ),
    "11.3": RuleWords(
        title=_("No penalty on a penalty"),
        summary=_("Nobody is punished for a slip in calling or pegging one."),
        finds=_("penalty for a wrong penalty, double penalty"),
    ),
    "11.4": RuleWords(
        title=_("Disagreeing with judges"),
        summary=_("A third judge, and what happens to who will not obey."),
        finds=_("disagree with the ruling, appeal, refuse"),
    ),
    "11.4.a": RuleWords(
        title=_("Third judge"),
        summary=_("Either player may have one called after two have ruled. What three say is final."),
        finds=_("appeal, disagree with two judges, another judge, final decision"),
    ),
    "11.4.b": RuleWords(
        title=_("Refusing a ruling"),
        summary=_(
            "Who knowingly will not follow three judges leaves the event. The game or match is lost, and where spread "
            "counts the other player wins by ten."
        ),
        finds=_(
            "will not accept the ruling, walked away, removed, ejected, thrown out, disqualified, forfeit, win by ten"
        ),
    ),
}
