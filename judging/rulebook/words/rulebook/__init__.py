"""The rulebook in our own words: chapters, rules, and what the editions changed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import Words
from judging.rulebook.words.rulebook import (
    after_play,
    before_play,
    counting,
    crib_starter_play,
    mechanics,
    mixing_and_dealing,
    pegging,
    wrong_number,
)
from judging.rulebook.words.rulebook.of_rules import RuleWords
from tournaments.rules.edition import Edition

RULES: Mapping[str, RuleWords] = {
    **before_play.RULES,
    **mechanics.RULES,
    **mixing_and_dealing.RULES,
    **wrong_number.RULES,
    **crib_starter_play.RULES,
    **pegging.RULES,
    **counting.RULES,
    **after_play.RULES,
}
"""The words of every rule, by its key."""

_CHAPTERS: Mapping[str, Words] = {
    "front": _("Before the rules"),
    "protocol": _("How judges go about a call"),
    "1": _("The game"),
    "2": _("Mixing"),
    "3": _("Cutting"),
    "4": _("Dealing"),
    "5": _("The crib"),
    "6": _("The starter"),
    "7": _("The play"),
    "8": _("Pegging"),
    "9": _("Counting"),
    "10": _("Muggins"),
    "11": _("Penalties"),
    "12": _("Scorecards"),
    "13": _("Playoffs"),
    "14": _("All the rest"),
    "guideline": _("Cross-checking guidelines"),
}
_CLASSIC_CHAPTERS: Mapping[str, Words] = {
    "12": _("Scorecards and playoff forfeits"),
    "13": _("What no rule covers"),
    "14": _("Changing the rules"),
    "brackets": _("Brackets and byes"),
}


def chapter(key: str, edition: Edition) -> str:
    """The title of a chapter in this edition. Raises KeyError for an unknown chapter."""
    if edition is Edition.CLASSIC and key in _CLASSIC_CHAPTERS:
        return str(_CLASSIC_CHAPTERS[key])
    return str(_CHAPTERS[key])
