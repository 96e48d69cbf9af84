"""Citations of rules: numbers as people read them, the rule behind a finding, and who decides what no rule covers.

`tournaments.rules.citations` has the rule behind each code. No sentence contains a rule number of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.rules.citations import NOTHING, OURS, rests_on
from tournaments.rules.edition import Edition

# The classic edition's discrepancies are point 11 of its guidelines, cited as a bare number. Its rule 11 (penalties) is
# never cited as a whole.
_DISCREPANCY = re.compile(r"11(\.[a-h])?")


def cited(rule: str) -> str:
    """A rule number as people read it: `12.2.d`, `guideline 7.f`, `protocol a`, `brackets 2`, `our reading`.

    Empty for a rule without a number.

    >>> cited("8.4.b.3"), cited("11.a"), cited("ethics")
    ('8.4.b.3', 'guideline 11.a', '')
    """
    if rule == OURS:
        return our_reading()
    word, _blank, number = rule.rpartition(" ")
    if word == "guideline" or _DISCREPANCY.fullmatch(rule):
        return _("guideline %(number)s") % {"number": number}
    if word == "protocol":
        return _("protocol %(letter)s") % {"letter": number}
    if word == "brackets":
        return _("brackets %(number)s") % {"number": number}
    if rule == "brackets":
        return _("brackets")
    return rule if any(sign.isdecimal() for sign in rule) else ""


def our_reading() -> str:
    """The mark of our own reading, which the rulebook does not have."""
    return _("our reading")


def badge(code: str, edition: Edition) -> str:
    """The basis of a code with its edition; empty if there is none.

    >>> badge("inform", Edition.CLASSIC), badge("spread_blank", Edition.Y2020), badge("decks_midway", Edition.CLASSIC)
    ('guideline 11.h (classic)', 'our reading', '')
    """
    return with_edition(rests_on(code, edition), edition)


def with_edition(rule: str, edition: str) -> str:
    """A rule's number with its edition; `our reading` has no edition."""
    return f"{cited(rule)} ({edition})" if rule not in (OURS, NOTHING) else cited(rule)


def in_brackets(code: str, edition: Edition) -> str:
    """The basis of a code for use in brackets: `1.5.a, classic`, `our reading`; empty if there is none.

    >>> in_brackets("first_deal_loser", Edition.CLASSIC), in_brackets("first_deal_loser", Edition.Y2020)
    ('1.5.a, classic', '')
    """
    return rule_in_brackets(rests_on(code, edition), edition)


def rule_in_brackets(rule: str, edition: str) -> str:
    """A rule by its number, for use in brackets: `1.5.a, classic`, `our reading`; empty if there is none."""
    return f"{cited(rule)}, {edition}" if rule not in (OURS, NOTHING) else cited(rule)


def named(code: str, edition: Edition) -> str:
    """The basis of a code within a sentence.

    >>> [named("discrepancies", edition) for edition in Edition], named("quota", Edition.CLASSIC)
    (['rule 12.2', 'guideline 11'], 'point 2 of the playoff brackets')
    """
    return in_words(rests_on(code, edition))


def in_words(rule: str) -> str:
    """A rule by its number, within a sentence: `rule 12.1`, `guideline 7.f`."""
    word, _blank, point = rule.rpartition(" ")
    if word == "brackets":
        return _("point %(number)s of the playoff brackets") % {"number": point}
    if rule in (OURS, NOTHING) or word or _DISCREPANCY.fullmatch(rule):
        return cited(rule)
    return _("rule %(number)s") % {"number": rule}


def begins(code: str, edition: Edition) -> str:
    """The basis of a code at the start of a sentence: `Rule 12.2`, `Guideline 11`."""
    return str(capfirst(named(code, edition)))


# Who decides what no rule covers: the head judge (2020), or the judges (classic). Whole phrases, because some languages
# contract the preposition with the article.
_AUTHORITY: Mapping[str, tuple[str, str]] = {
    "name": (gettext_noop("Head judge"), gettext_noop("The judges")),
    "decides": (gettext_noop("The head judge decides."), gettext_noop("The judges decide.")),
    "decided": (gettext_noop("The head judge decided it."), gettext_noop("The judges decided it.")),
    "for": (gettext_noop("for the head judge"), gettext_noop("for the judges")),
    "before": (gettext_noop("before the head judge"), gettext_noop("before the judges")),
    "with": (gettext_noop("with the head judge"), gettext_noop("with the judges")),
    "of": (gettext_noop("of the head judge"), gettext_noop("of the judges")),
    "by": (gettext_noop("decided by the head judge"), gettext_noop("decided by the judges")),
    "games": (gettext_noop("Games for the head judge"), gettext_noop("Games for the judges")),
}


def authority(how: str, edition: str) -> str:
    """Who decides what no rule covers, in the phrase `how`: as a heading (`name`), or with a preposition (`for`).

    >>> authority("for", Edition.Y2020), authority("before", Edition.CLASSIC), authority("name", Edition.CLASSIC)
    ('for the head judge', 'before the judges', 'The judges')
    """
    head, judges = _AUTHORITY[how]
    return _(judges if Edition(edition) is Edition.CLASSIC else head)


def decides(edition: Edition) -> str:
    """Who decides what no rule covers, as a sentence."""
    return authority("decides", edition)


def cited_in(rule: str, edition: str) -> str:
    """Return a rule number with its edition. Anything else is returned unchanged."""
    return with_edition(rule, edition) if cited(rule) else rule


def all_in_words(rules: Sequence[str]) -> str:
    """Several rules within a sentence: `rule 12.2.f, rule 12.2.a`, `guideline 11.c, our reading`."""
    return ", ".join(in_words(rule) for rule in rules)
