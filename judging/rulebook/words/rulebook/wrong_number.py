"""Rule 4.4: too many or too few cards in a hand or in the crib."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "4.4": RuleWords(
        title=_("Wrong number of cards"),
        summary=_("Too many or too few in a hand or in the crib. First ask whether both have discarded."),
        finds=_(
            "too many cards, too few cards, seven cards, five cards, misdeal, extra card, short hand, hand too long, "
            "dealt wrong, "
            "three cards in the crib, five cards in the crib"
        ),
    ),
    "4.4.a": RuleWords(
        title=_("Before both have discarded"),
        summary=_("The deal is mended or made again; the table of actions is not needed yet."),
        finds=_("dealt seven cards, dealt five cards, misdeal before discard"),
    ),
    "4.4.a.1": RuleWords(
        title=_("Wrong number discarded"),
        summary=_(
            "Both were dealt six and one discards too many or too few: until the other discards, take back and do it "
            "right."
        ),
        finds=_("discarded three cards, discarded one card, threw three to the crib, put too many in the crib"),
    ),
    "4.4.a.2": RuleWords(
        title=_("Both short, or dealer one short"),
        summary=_(
            "Both have too few, and as many as each other: deal on to six. Pone has six, dealer five, and both have "
            "seen it: the dealer takes the top card."
        ),
        finds=_("dealer has five cards, both have five cards, deal not finished, dealt only five"),
    ),
    "4.4.a.3": RuleWords(
        title=_("Any other wrong deal"),
        summary=_(
            "The same dealer deals again. Whoever holds the wrong number lets the other count it. If they hide it "
            "they go "
            "back ten, at most off the board, and the other pegs what is then missing to ten."
        ),
        finds=_(
            "mucked his cards, threw in the cards, hid the extra card, redeal, ten points back, seven cards, pone "
            "has five cards"
        ),
    ),
    "4.4.b": RuleWords(
        title=_("After both have discarded"),
        summary=_(
            "Call judges and leave pegs and cards as they are. Column A of the table until the starter is turned, "
            "column B from then on."
        ),
        finds=_("column A, column B, wrong number after discard, do not move the pegs"),
    ),
    "4.4.c": RuleWords(
        title=_("Table of actions"),
        summary=_("For pone's hand, dealer's hand and crib, each right, too many or too few, it names what judges do."),
        finds=_(
            "too many too few chart, 27 rows, which action, five cards in crib, three cards in crib, five card hand"
        ),
    ),
    "4.4.d": RuleWords(
        title=_("The thirteen actions"),
        summary=_("What judges order by the table of actions."),
        finds=_("action"),
    ),
    "4.4.d.1": RuleWords(
        title=_("Action 1: redeal"),
        summary=_("A new deal by the same player."),
        finds=_("deal again, same dealer"),
    ),
    "4.4.d.2": RuleWords(
        title=_("Action 2: crib too long"),
        summary=_(
            "Ask each player alone for their discards. What is certain is crib; a judge draws the rest of the four "
            "blind, other cards go back to the deck. Hands and crib count."
        ),
        finds=_("five cards in crib after starter, rebuild the crib, four-card crib"),
        classic=_("Play on. Both hands count and the crib is dead."),
    ),
    "4.4.d.3": RuleWords(
        title=_("Action 3: crib too short"),
        summary=_(
            "Stop, fill the crib with top cards of the pack without showing what lies in it, and play on. All counts."
        ),
        finds=_("three cards in crib, add a card to the crib, fill the crib"),
    ),
    "4.4.d.4": RuleWords(
        title=_("Action 4: dealer's hand dead"),
        summary=_(
            "Play on. The pone pegs and counts as ever. The dealer pegs nothing in play and has no hand; the crib "
            "counts "
            "unless it is too long. Was the starter turned before the dealer discarded, 6.1.a goes first."
        ),
        finds=_("dealer has five cards in hand, dealer's hand is dead"),
    ),
    "4.4.d.5": RuleWords(
        title=_("Action 5: move cards to the crib"),
        summary=_("What a hand has too many goes to the crib. Is anything still wrong, look in the table again."),
        finds=_("excess card to the crib, re-apply, apply again"),
    ),
    "4.4.d.6": RuleWords(
        title=_("Action 6: fill the hand"),
        summary=_("The hand gets what it lacks from the top of the pack. Play on."),
        finds=_("three cards in hand before the starter, add a card to the hand"),
    ),
    "4.4.d.7": RuleWords(
        title=_("Action 7: count as it is"),
        summary=_("Play on; nothing is mended, all of it counts."),
        finds=_("short hand counts, three cards in hand after the starter"),
    ),
    "4.4.d.8": RuleWords(
        title=_("Action 8: crib dead"),
        summary=_("Play on with the hands as they are, which count. The crib does not."),
        finds=_("crib is dead"),
    ),
    "4.4.d.9": RuleWords(
        title=_("Action 9: take back, redeal"),
        summary=_("Stop. Points of the play go back, nothing is counted, the same player deals again."),
        finds=_("all dead, five cards in hand after the starter, points retracted"),
    ),
    "4.4.d.10": RuleWords(
        title=_("Action 10: pone's hand dead, crib filled"),
        summary=_(
            "Stop. Points of the play go back. Fill the crib with top cards of the pack. Dealer's hand and crib count, "
            "pone's hand does not."
        ),
        finds=_("pone's hand is dead"),
    ),
    "4.4.d.11": RuleWords(
        title=_("Action 11: crib drawn blind"),
        summary=_(
            "The dealer's two discards are certain: keep them, and the dealer draws two of the other three blind. They "
            "are not: a judge mixes all five and the dealer draws four. Play on; pone counts the short hand, dealer "
            "hand and new crib."
        ),
        finds=_("draws blind from the crib, five cards in crib and short hand"),
    ),
    "4.4.d.12": RuleWords(
        title=_("Action 12: long ones dead"),
        summary=_("Stop. Points of the play go back. What has four cards or fewer counts; what has more is dead."),
        finds=_("long hand is dead"),
    ),
    "4.4.d.13": RuleWords(
        title=_("Action 13: pone's hand dead"),
        summary=_(
            "Play until the dealer's last card. The dealer keeps the points of the play, the pone gives them back "
            "and has "
            "no hand. Dealer's hand and crib count; a short crib is filled blind by the dealer from pone's mixed cards."
        ),
        finds=_("pone has five cards in hand, pone's hand is dead"),
    ),
}
