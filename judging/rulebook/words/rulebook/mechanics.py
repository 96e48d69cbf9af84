"""Rule 1: the game, the board, the words of the game, and what combinations are worth."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "1.1": RuleWords(
        title=_("Object of the game"),
        summary=_("Whoever gets to 121 before the other has won."),
        finds=_("how to win, 121, winning, race"),
    ),
    "1.2": RuleWords(
        title=_("How many play"),
        summary=_("Two at a board in a sanctioned tournament. With three or four the game is much the same."),
        finds=_("three players, four players, doubles, partners, three-handed, four-handed"),
    ),
    "1.3": RuleWords(
        title=_("The cards"),
        summary=_("Which pack is played with, and how its cards rank and count."),
        finds=_("deck, pack"),
    ),
    "1.3.a": RuleWords(
        title=_("The pack"),
        summary=_("52 cards. Leave the jokers out."),
        finds=_("joker, 52 cards, standard deck"),
    ),
    "1.3.b": RuleWords(
        title=_("Suits are equal"),
        summary=_("No suit beats another."),
        finds=_("hearts, spades, clubs, diamonds, suit order"),
    ),
    "1.3.c": RuleWords(
        title=_("Rank and value"),
        summary=_(
            "From the king down to the ace. Kings, queens and jacks count ten, an ace one, the others what they show."
        ),
        finds=_("ace low, face cards, how much is a king, card value"),
    ),
    "1.4": RuleWords(
        title=_("The board"),
        summary=_(
            "The front peg shows the score, the back peg how much came last. Sanctioned and satellite events use long "
            "boards, sixty holes out and sixty home."
        ),
        finds=_("long board, which boards, front peg, back peg, track"),
        classic=_("The front peg shows the score, the back peg how much came last."),
    ),
    "1.5": RuleWords(
        title=_("How a game goes"),
        summary=_("A sketch for beginners. What decides a dispute stands in the later rules."),
        finds=_("outline, beginner, learn the game"),
    ),
    "1.5.a": RuleWords(
        title=_("Who deals first"),
        summary=_(
            "In a round with a cut for deal both cut for every game and the low card deals. Where first deals "
            "alternate "
            "nobody cuts: the director announces how the first dealer of each game is found."
        ),
        finds=_("first deal, cut for deal, low card, alternate deal, who starts, loser deals, next game"),
        classic=_("The low card begins a match as dealer. In every later game who lost the one before deals first."),
    ),
    "1.5.b": RuleWords(
        title=_("Shuffle, cut and deal"),
        summary=_("The dealer shuffles, the pone cuts, and both get six cards, one by one, the pone first."),
        finds=_("how many cards, six cards each"),
    ),
    "1.5.c": RuleWords(
        title=_("Discarding"),
        summary=_("Each player lays two cards away. They make up the crib, and it is the dealer's."),
        finds=_("discard, lay away, throw to the crib"),
    ),
    "1.5.d": RuleWords(
        title=_("Turning the starter"),
        summary=_("The pone cuts for a card that belongs to every hand and to the crib when they are counted."),
        finds=_("turn up, cut card"),
    ),
    "1.5.e": RuleWords(
        title=_("Playing the cards"),
        summary=_(
            "The pone begins. By turns a card each, saying the count, up to 31. Who cannot play says go, the other "
            "plays "
            "what still fits, and who said go leads the next series."
        ),
        finds=_("who leads after go, series, next count, 31, who plays first after a go"),
    ),
    "1.5.f": RuleWords(
        title=_("Counting the hands"),
        summary=_("When all cards are played: pone's hand, dealer's hand, crib."),
        finds=_("who counts first"),
    ),
    "1.5.g-classic": RuleWords(
        title=_("The deal alternates"),
        summary=_("The players deal by turns until one has 121 points."),
        finds=_("next deal, take turns dealing"),
    ),
    "1.6": RuleWords(
        title=_("Definitions"),
        summary=_("What the words of the game mean in the rulebook."),
        finds=_("glossary, meaning, term, word"),
    ),
    "1.6-crib": RuleWords(
        title=_("Crib, the word"),
        summary=_("Two cards from either player, which the dealer counts last."),
        finds=_("what is a crib, box, kitty"),
    ),
    "1.6-cut-card": RuleWords(
        title=_("Cut card, the word"),
        summary=_("Either the starter, or the card that somebody cuts for the first deal."),
        finds=_("what is a cut card"),
    ),
    "1.6-dead-hole": RuleWords(
        title=_("Dead hole"),
        summary=_("Hole 120: one more point wins."),
        finds=_("hole 120, one hole short, one point short"),
    ),
    "1.6-flush": RuleWords(
        title=_("Flush"),
        summary=_("Four of a suit in hand are worth four, five with the starter. The crib needs all five."),
        finds=_("four of a suit, same suit, flush in the crib"),
    ),
    "1.6-game-hole": RuleWords(
        title=_("Game hole"),
        summary=_("Hole 121."),
        finds=_("out hole, hole 121, last hole"),
    ),
    "1.6-go": RuleWords(
        title=_("Go, the word"),
        summary=_("Said by a player whose every card would pass 31."),
        finds=_("what is a go, cannot play, points for go"),
        classic=_("Said by a player whose every card would pass 31. The other pegs one, or two with exactly 31."),
    ),
    "1.6-hand": RuleWords(
        title=_("Hand, the word"),
        summary=_("The six cards dealt, or the four that are kept."),
        finds=_("six cards, four cards"),
    ),
    "1.6-his-heels": RuleWords(
        title=_("His heels, the word"),
        summary=_("A jack turned as starter: two for the dealer."),
        finds=_("nibs, jack turned up, cut a jack, two for the jack"),
    ),
    "1.6-judge": RuleWords(
        title=_("Judge, the word"),
        summary=_(
            "Settles disputes about the rules. Needs both: to be authorized by the ACC, and the director's word."
        ),
        finds=_("who may judge, certified, appointed by the director"),
        classic=_("Settles disputes about the rules. Either the ACC or the director may authorize one."),
    ),
    "1.6-match": RuleWords(
        title=_("Match, the word"),
        summary=_("Playoff games of two players, one or several, from which one goes on."),
        finds=_("what is a match, best of five, playoff match"),
        classic=_("Games of two players, one or several, with one winner in the end. Qualifying games are no match."),
    ),
    "1.6-muggins": RuleWords(
        title=_("Muggins, the word"),
        summary=_(
            "Taking points that the other player left unpegged. It is no penalty. The director chooses it, puts it on "
            "the flyer and says it before play."
        ),
        finds=_("cutthroat, stealing points, what is muggins"),
        classic=_(
            "Taking points that the other player left unpegged. It is no penalty. The director chooses it, puts it on "
            "the flyer of the sanctioned tournament and says it before play."
        ),
    ),
    "1.6-nobs": RuleWords(
        title=_("Nobs"),
        summary=_("The jack of the starter's suit, in hand or crib: one point."),
        finds=_("his nobs, right jack, jack of the same suit, one for his nob"),
    ),
    "1.6-pair": RuleWords(
        title=_("Pair, the word"),
        summary=_("Two cards alike in rank."),
        finds=_("two of a kind, same rank"),
    ),
    "1.6-pegging": RuleWords(
        title=_("Pegging, the word"),
        summary=_("The back peg goes past the front one and is let go of: now the points are recorded."),
        finds=_("peg, when is it pegged, let go of the peg, released the peg"),
    ),
    "1.6-pone": RuleWords(
        title=_("Pone"),
        summary=_("Whoever does not deal."),
        finds=_("nondealer, the other player, what is a pone"),
    ),
    "1.6-shuffle": RuleWords(
        title=_("Shuffle, the word"),
        summary=_("Mixing so that chance alone orders the cards; riffling will do."),
        finds=_("riffle, mix"),
    ),
    "1.6-skunk": RuleWords(
        title=_("Skunk"),
        summary=_("A game won by 31 or more."),
        finds=_("skunked, won by 31, lurch, three game points"),
    ),
    "1.6-double-skunk-classic": RuleWords(
        title=_("Double skunk"),
        summary=_("A game won by 61 or more."),
        finds=_("won by 61, double skunked"),
    ),
    "1.6-starter": RuleWords(
        title=_("Starter, the word"),
        summary=_("The card cut after discarding that lies face up on the pack and counts for everybody."),
        finds=_("turn-up, cut card, top card"),
    ),
    "1.6-stink-hole": RuleWords(
        title=_("Stink hole"),
        summary=_("Hole 90: one more point and the skunk is avoided. Hole 120 is now the dead hole."),
        finds=_("hole 90, hole 120, skunk line, one hole short"),
        classic=_("Hole 120: one more point wins."),
    ),
    "1.6-straight": RuleWords(
        title=_("Straight (run), the word"),
        summary=_(
            "Three ranks or more that follow each other. In play they may come in any order. In a hand a pair in it "
            "makes two runs, two pairs make four, three alike make three."
        ),
        finds=_("sequence, double run, triple run, double double run"),
    ),
    "1.6-street": RuleWords(
        title=_("Street, the word"),
        summary=_("Thirty holes. The board has four of them, up to holes 30, 60, 90 and 120."),
        finds=_("first street, second street, third street, fourth street, corner"),
    ),
    "1.7": RuleWords(
        title=_("Scoring chart"),
        summary=_(
            "Pair 2, three alike 6, four alike 12, a run one a card, fifteen 2, flush 4 or 5, nobs 1, his heels 2. In "
            "play 31 is 2 and the last card without it 1; one card never scores both."
        ),
        finds=_("how many points, worth, fifteen two, points for 31, last card, pair, pairs royal, triple, run"),
    ),
}
