"""The chapters before rule 1: aims, ethics, and how judges go about a call."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.rulebook.of_rules import RuleWords

RULES: Mapping[str, RuleWords] = {
    "aims": RuleWords(
        title=_("Aims of the congress"),
        summary=_(
            "What the ACC is for and what its members get: ratings, clubs, a magazine, pins for hands of 28 and 29, a "
            "program for players under 19."
        ),
        finds=_("29 hand award, 28 hand pin, perfect hand, hall of fame, youth, juniors"),
        classic=_(
            "What the ACC is for and what its members get: ratings, clubs, a magazine, an award for a hand of 29 and a "
            "certificate for one of 28, honorary commissions, a program for players under 18."
        ),
    ),
    "ethics": RuleWords(
        title=_("Code of ethics"),
        summary=_(
            "What can cost a membership: tampering with cards or scorecards, losing on purpose, breaking a rule to "
            "gain "
            "by it, abuse, discrimination, talk that sways a game of others, a judge who bullies, and going home "
            "before "
            "all games are played."
        ),
        finds=_(
            "cheating, marked cards, bent cards, left early, leaving early, went home, quit the tournament, drunk, "
            "swearing, rude, yelling, shouting, arguing, bad language, "
            "suspension, expelled, lost on purpose, talking about my game, kibitzer, altered scorecard"
        ),
        classic=_(
            "What can cost a membership: tampering with cards or scorecards, losing on purpose, breaking a rule to "
            "gain "
            "by it, abuse, discrimination, talk that sways a game of others, and a judge who bullies."
        ),
    ),
    "protocol-a": RuleWords(
        title=_("Wait for the second judge"),
        summary=_("Let nobody tell what happened before two judges stand at the table."),
        finds=_("how many judges, only one judge came, start explaining"),
    ),
    "protocol-b": RuleWords(
        title=_("Player who is a judge"),
        summary=_(
            "A judge whose own game is in question does not open the rulebook to win the point. It counts as "
            "intimidation."
        ),
        finds=_("my opponent is a judge, showing the rulebook, intimidation, pressure"),
    ),
    "protocol-c": RuleWords(
        title=_("Leaving your own game"),
        summary=_(
            "Once a hand is dealt, play it to its end; go to the call then. Say aloud before you go who deals next."
        ),
        finds=_("judge called while playing, leave my game, who deals when the judge is back"),
    ),
    "protocol-d": RuleWords(
        title=_("Hear both players"),
        summary=_("One player tells the whole story while the other is silent; then the other one tells it."),
        finds=_("interrupting, both sides of the story, version, explain"),
    ),
    "protocol-e": RuleWords(
        title=_("Bring the rulebook"),
        summary=_("One of the judges at the table, at least, rules with the book in hand."),
        finds=_("rulebook in hand, by heart"),
    ),
    "protocol-f": RuleWords(
        title=_("No judge in their own case"),
        summary=_("Whoever is part of the dispute is only a player in it."),
        finds=_("own game, judge involved, party to the dispute"),
    ),
    "protocol-g": RuleWords(
        title=_("Stay until it is pegged"),
        summary=_("After a penalty or muggins watch the pegs until they stand right."),
        finds=_("watch the pegging, monitor the penalty"),
    ),
    "protocol-h": RuleWords(
        title=_("Head judge"),
        summary=_("The director names one, a senior judge where there is one."),
        finds=_("senior judge, appointed, who is head judge"),
    ),
    "protocol-i": RuleWords(
        title=_("Judges close to a player"),
        summary=_(
            "Where another judge can come, leave the call to them if a player is of your family or club, rooms with "
            "you "
            "or came with you."
        ),
        finds=_("relative, husband, wife, clubmate, roommate, neutral judge, friend, conflict of interest, biased"),
    ),
}
