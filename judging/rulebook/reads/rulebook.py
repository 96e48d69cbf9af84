"""The rulebook for pages: its rules in either edition, what changed, and the search, in the active language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language

from judging.rulebook.rules import changes, finding, rulebook
from judging.rulebook.rules.rulebook import Entry
from judging.rulebook.words.rulebook import RULES, chapter
from judging.rulebook.words.rulebook.changes import CHANGES
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class RuleShown:
    """One rule in a list: its number in the edition asked and in the other one, "" where that lacks it.

    `key` is for its address, `numbers` are those by which it is found. `summary` is that of the edition asked, or of the only one that has the rule. `chapter` is
    what its chapter is about there; "" where the edition asked lacks it.
    """

    key: str
    number: str
    elsewhere: str
    chapter: str
    title: str
    summary: str
    is_changed: bool
    numbers: tuple[str, ...]

    @property
    def moved(self) -> bool:
        """Whether both editions have it, under different numbers."""
        return bool(self.number and self.elsewhere and self.number != self.elsewhere)


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """One change: its rules in both editions, how it was in the classic one and how it is now."""

    key: str
    rules_2020: tuple[str, ...]
    rules_classic: tuple[str, ...]
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """One rule with its surroundings: what it is a part of, its own parts, and the changes that touch it.

    `summary_elsewhere` is what the other edition has, "" where that is the same or nothing.
    """

    rule: RuleShown
    edition: Edition
    number_2020: str
    number_classic: str
    summary_elsewhere: str
    within: RuleShown | None
    parts: tuple[RuleShown, ...]
    changes: tuple[ChangeShown, ...]


@dataclass(frozen=True, slots=True)
class RulesFound:
    """What a search found. `is_partly` where no rule has all of its words, `is_cut` where more have as many than are shown."""

    rules: tuple[RuleShown, ...] = ()
    is_partly: bool = False
    is_cut: bool = False


def entries(edition: Edition) -> tuple[RuleShown, ...]:
    """The rules that this edition has, in its order."""
    return tuple(_shown(entry, edition) for entry in rulebook.in_book_order(edition))


def rule_page(key: str, edition: Edition) -> RulePage:
    """One rule by its key, also one that this edition lacks. KeyError for no rule."""
    entry = rulebook.BY_KEY[key]
    within = rulebook.parent_of(entry)
    in_both = entry.number_2020 is not None and entry.number_classic is not None
    summary, elsewhere = _summary(entry, edition), _summary(entry, _other(edition))
    return RulePage(
        rule=_shown(entry, edition),
        edition=edition,
        number_2020=entry.number_2020 or "",
        number_classic=entry.number_classic or "",
        summary_elsewhere=elsewhere if in_both and elsewhere != summary else "",
        within=_shown(within, edition) if within else None,
        parts=tuple(_shown(part, edition) for part in rulebook.parts_of(entry)),
        changes=_changes(changes.changes_of(entry)),
    )


def key_of(number: str, edition: Edition) -> str | None:
    """The key of the rule that is cited by this number from this edition, or of the next above; None for no rule."""
    found = rulebook.entries_of(number, edition=edition)
    return found[0].key if found else None


def entries_elsewhere(edition: Edition) -> tuple[RuleShown, ...]:
    """The rules that only the other edition has, in its order."""
    other = rulebook.in_book_order(_other(edition))
    return tuple(_shown(entry, edition) for entry in other if entry.number(edition) is None)


def search(query: str, edition: Edition) -> tuple[RuleShown, ...]:
    """The rules of either edition that a query means, best first; the numbers say where each stands."""
    return look(query, edition).rules


def look(query: str, edition: Edition) -> RulesFound:
    """What `search` finds, and whether it has all that was asked."""
    found = finding.look(query, _texts(edition, get_language() or settings.LANGUAGE_CODE))
    rules = tuple(_shown(rulebook.BY_KEY[key], edition) for key in found.keys)
    return RulesFound(rules, found.is_partly, found.is_cut)


@lru_cache(maxsize=16)
def _texts(edition: Edition, _language: str) -> tuple[finding.Text, ...]:
    """The rules made ready for the search, once for every edition and language: those of the edition first."""
    own = rulebook.in_book_order(edition)
    return tuple(
        finding.text(
            entry.key,
            rulebook.searched_numbers(entry, edition),
            title=str(RULES[entry.key].title),
            finds=str(RULES[entry.key].finds),
            summary=_summary(entry, edition),
        )
        for entry in (*own, *(entry for entry in rulebook.in_book_order(_other(edition)) if entry not in own))
    )


def _other(edition: Edition) -> Edition:
    return Edition.CLASSIC if edition is Edition.Y2020 else Edition.Y2020


def _summary(entry: Entry, edition: Edition) -> str:
    words = RULES[entry.key]
    return str((edition is Edition.CLASSIC and words.classic) or words.summary)


def _shown(entry: Entry, edition: Edition) -> RuleShown:
    number = entry.number(edition)
    return RuleShown(
        key=entry.key,
        number=number or "",
        elsewhere=entry.number(_other(edition)) or "",
        chapter=chapter(rulebook.chapter(entry, edition), edition) if number else "",
        title=str(RULES[entry.key].title),
        summary=_summary(entry, edition),
        is_changed=bool(changes.changes_of(entry)),
        numbers=rulebook.searched_numbers(entry, edition),
    )


def _changes(found: tuple[changes.Change, ...]) -> tuple[ChangeShown, ...]:
    return tuple(
        ChangeShown(
            change.key,
            change.rules_2020,
            change.rules_classic,
            str(CHANGES[change.key].was),
            str(CHANGES[change.key].now),
        )
        for change in found
    )
