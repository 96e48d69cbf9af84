"""Rules 2, 3 and 4 but for the number of cards: mixing, cutting, dealing, an imperfect pack."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "2.1": RuleWords(
        title=_("Mixing and the bottom card"),
        summary=_(
            "Three mixes or more, faces hidden from both; a machine will do. After the last one the shuffler does not "
            "look at the bottom card. If they do, the other player says so and pegs two, and the shuffler mixes again."
        ),
        finds=_(
            "looked at bottom card, saw the bottom card while shuffling, peeked, how many shuffles, shuffled only "
            "once, "
            "shuffled too little, shuffling machine, riffle"
        ),
        classic=_(
            "Three mixes or more, faces hidden from both. After the last one the dealer does not look at the bottom "
            "card. If they do, the pone says so and pegs two, and the pack is mixed again."
        ),
    ),
    "2.2": RuleWords(
        title=_("Pone may shuffle once"),
        summary=_("Once in every deal, and with the full three mixes."),
        finds=_("pone wants to shuffle, may I shuffle, nondealer shuffles, one mix"),
        classic=_("Once in every deal; a single mix is enough."),
    ),
    "2.3": RuleWords(
        title=_("Dealer may shuffle last"),
        summary=_("Whatever the pone does, the dealer may have the last shuffle, three mixes again."),
        finds=_("last shuffle, shuffle after the pone"),
        classic=_("Whatever the pone does, the dealer may have the last shuffle."),
    ),
    "3.1": RuleWords(
        title=_("How to cut"),
        summary=_("Who cuts first, and how many cards a cut takes and leaves."),
        finds=_("cutting, cut the deck"),
    ),
    "3.1.a": RuleWords(
        title=_("Before the cut for deal"),
        summary=_("Both should shuffle. The last to do so lets the other cut first."),
        finds=_("who cuts first, shuffle before cutting for deal"),
    ),
    "3.1.b": RuleWords(
        title=_("How deep to cut for deal"),
        summary=_(
            "The first cut takes from four cards up to half the pack. The second takes at least four and leaves four."
        ),
        finds=_("cut too deep, cut too few cards, more than half, less than four, fewer than four"),
    ),
    "3.1.c": RuleWords(
        title=_("How deep to cut otherwise"),
        summary=_("Before a deal and for the starter: at least four cards off, at least four left."),
        finds=_("cut too few cards, thin cut, less than four, fewer than four, cut only one card, cut too deep"),
    ),
    "3.2": RuleWords(
        title=_("Who wins the cut"),
        summary=_("The lower card deals first; equal cards are cut anew."),
        finds=_("low card deals, high card, won the deal"),
    ),
    "3.2.a": RuleWords(
        title=_("Which card counts"),
        summary=_("The lowest of the cards you lifted, not the one you uncovered on the pack. The lower rank deals."),
        finds=_("bottom of the packet, card in hand or on the deck, low card"),
    ),
    "3.2.b": RuleWords(
        title=_("Equal cards cut"),
        summary=_("Mix the whole pack; both cut again."),
        finds=_("same card, tie in the cut, both cut a king, cut the same rank"),
    ),
    "3.2.c": RuleWords(
        title=_("Several cards shown in cutting"),
        summary=_("Whoever shows more than one cuts again."),
        finds=_("exposed two cards in the cut for deal, flashed cards, dropped cards when cutting"),
    ),
    "3.3": RuleWords(
        title=_("Cut before each deal"),
        summary=_("The pone cuts for every deal, and nobody looks at the bottom cards."),
        finds=_("cut the pack, offer the cut"),
    ),
    "3.3.a": RuleWords(
        title=_("Pone cuts every deal"),
        summary=_(
            "The dealer lays the pack down, the pone lifts cards in one bunch. Whoever looks at the lowest of those "
            "gives "
            "the other two points; mix and cut again."
        ),
        finds=_("pone looked at bottom card, saw the bottom of the cut, refuses to cut, cut is mandatory, one by one"),
    ),
    "3.3.b": RuleWords(
        title=_("After the cut"),
        summary=_(
            "The lifted part goes underneath; no cut out of the middle, no dealing from a part of the pack. If the "
            "dealer "
            "looks at the bottom card now, the pone pegs two; mix and cut again."
        ),
        finds=_(
            "dealer looked at bottom card after the cut, dealer peeked after cutting, middle cut, dealt from half "
            "the deck, packet not put back"
        ),
    ),
    "3.3.c": RuleWords(
        title=_("Cut forgotten"),
        summary=_(
            "As long as the pone has no card in hand the cut may be asked for: mix, cut, deal. Afterwards the deal "
            "stands."
        ),
        finds=_("no cut, forgot to cut, dealt without a cut, did not offer the cut, not cut"),
    ),
    "4.1": RuleWords(
        title=_("Whose deal it is"),
        summary=_("How the first dealer is found, and what happens when the wrong player deals."),
        finds=_("whose deal, order of dealing"),
    ),
    "4.1.a": RuleWords(
        title=_("First deal of a match"),
        summary=_("Both cut for it."),
        finds=_("cut for first game, playoff first deal, match"),
    ),
    "4.1.b": RuleWords(
        title=_("Wrong dealer"),
        summary=_(
            "Noticed while anybody has yet to play a card: throw the deal in, and the right player deals. Noticed "
            "later: "
            "finish the hand, and the other player has the next deal."
        ),
        finds=_("dealt out of turn, not your deal, my deal, whose crib, dealt twice in a row, deal skipped"),
    ),
    "4.1.c": RuleWords(
        title=_("Cut for deal taken as made"),
        summary=_(
            "With the pack cut and dealing begun, nobody claims any more that the cut for first deal is missing."
        ),
        finds=_("forgot to cut for deal, no cut for first deal, never cut for deal"),
    ),
    "4.2": RuleWords(
        title=_("Dealing"),
        summary=_("How cards are dealt, and what the pone does meanwhile."),
        finds=_("deal the cards"),
    ),
    "4.2.a": RuleWords(
        title=_("One card at a time"),
        summary=_(
            "From the top, face down, singly and by turns, pone first, six each; and from the whole pack, not a part."
        ),
        finds=_("dealt two at a time, dealt from the bottom, dealt to self first, dealer first, part of the deck"),
        classic=_("From the top, face down, singly and by turns, pone first, six each."),
    ),
    "4.2.b": RuleWords(
        title=_("Pone watches the deal"),
        summary=_("It is for the pone to follow the deal and to speak up when something is odd."),
        finds=_("dealing wrong, call attention, irregular deal"),
    ),
    "4.2.c": RuleWords(
        title=_("Hands off during the deal"),
        summary=_("The pone leaves the cards alone until all are out. An arm that keeps them from falling is fine."),
        finds=_("touched cards during deal, picked up cards too early, reached for cards"),
    ),
    "4.2.d": RuleWords(
        title=_("Another deck"),
        summary=_(
            "In qualifying only for a card damaged beyond use; halfway the director brings decks of the same color to "
            "the anchor seats. In a match each player may have one change, after a game."
        ),
        finds=_("change deck, new deck, new cards, sticky cards, switch decks, different pack"),
    ),
    "4.3": RuleWords(
        title=_("Exposed cards"),
        summary=_("Who showed the card decides whether there is a new deal."),
        finds=_("exposed card, card turned over, card shown, flashed a card, card flipped, misdeal"),
    ),
    "4.3.a": RuleWords(
        title=_("Dealer exposes a card"),
        summary=_("Mix and deal again."),
        finds=_("dealer flipped a card, dealt face up, dealer turned over a card, dropped card, misdeal"),
        classic=_("Deal again."),
    ),
    "4.3.b": RuleWords(
        title=_("Pone exposes a card"),
        summary=_("A card that the pone looks at or turns up in the deal changes nothing; the deal stands."),
        finds=_("pone flipped a card, hit a card with the hand, pone turned over a card, looked during the deal"),
    ),
    "4.3.c": RuleWords(
        title=_("Card face up in the pack"),
        summary=_("Found while dealing: mix and deal again."),
        finds=_("boxed card, reversed card, upside down card, face up card"),
        classic=_("Found while dealing: deal again."),
    ),
    "4.5": RuleWords(
        title=_("Imperfect pack"),
        summary=_("Damaged, doubled and missing cards."),
        finds=_("bad deck, imperfect deck"),
    ),
    "4.5.a": RuleWords(
        title=_("Card that can be told"),
        summary=_(
            "Nobody has picked up a card yet: replace the card or the pack, mix, and the same player deals. Later: "
            "play "
            "this hand to its end, then replace."
        ),
        finds=_("bent card, marked card, torn card, damaged card, stained card, scratched back, creased"),
        classic=_(
            "Nobody has picked up a card yet: bring another card or pack at once. Later: play this hand to its end, "
            "then replace."
        ),
    ),
    "4.5.b": RuleWords(
        title=_("Two of the same card"),
        summary=_(
            "Stop. What was pegged in this hand goes back, nothing is counted, and the same player deals anew "
            "from another deck."
        ),
        finds=_("duplicate card, two identical cards, same card twice, two jacks of hearts"),
    ),
    "4.5.c": RuleWords(
        title=_("Card on the floor"),
        summary=_("If it is of this deck it goes back in after the hand."),
        finds=_("dropped card, found a card, card under the table, lost card"),
    ),
    "4.5.d": RuleWords(
        title=_("Card missing"),
        summary=_("An incomplete deck is replaced after the hand."),
        finds=_("51 cards, incomplete deck, short deck, lost card"),
    ),
}
