"""The rulebook for pages: rules of either edition, changes, and search, in the active language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language

from judging.rulebook.rules import changes, rulebook
from judging.rulebook.rules import search as search_rules
from judging.rulebook.rules.rulebook import Entry
from judging.rulebook.words.rulebook import RULES, chapter
from judging.rulebook.words.rulebook.changes import CHANGES
from judging.rulebook.words.speech import IDLE, SAME
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class RuleShown:
    """One rule in a list.

    `key` is the key in its URL. `number` and `elsewhere` are its numbers in this edition and in the other one, or empty
    if that edition lacks the rule. `numbers` are the numbers by which the search finds it. `summary` is that of this
    edition, or of the only edition that has the rule. `chapter` is the title of its chapter, or empty if this edition
    lacks the rule.
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
        """Whether both editions have the rule, under different numbers."""
        return bool(self.number and self.elsewhere and self.number != self.elsewhere)


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """One change: the numbers of its rules in both editions, and how it `was` in classic and is `now` in 2020."""

    key: str
    rules_2020: tuple[str, ...]
    rules_classic: tuple[str, ...]
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """One rule with its context.

    `within` is the rule that it is part of, or None. `parts` are the rules directly below it. `changes` are the changes
    that affect it. `summary_elsewhere` is the summary in the other edition, or empty if it is equal or missing.
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
    """Search results. `is_partly`: no rule has all words of the query. `is_cut`: some matches are left out."""

    rules: tuple[RuleShown, ...] = ()
    is_partly: bool = False
    is_cut: bool = False


def entries(edition: Edition) -> tuple[RuleShown, ...]:
    """The rules of this edition, in its order."""
    return tuple(_shown(entry, edition) for entry in rulebook.in_book_order(edition))


def rule_page(key: str, edition: Edition) -> RulePage:
    """One rule by its key, also one that this edition lacks. Raises KeyError for an unknown key."""
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
    """The key of the rule cited by this number in this edition, or of the next rule above it; None if unknown."""
    matches = rulebook.entries_of(number, edition=edition)
    return matches[0].key if matches else None


def entries_elsewhere(edition: Edition) -> tuple[RuleShown, ...]:
    """The rules that only the other edition has, in its order."""
    other = rulebook.in_book_order(_other(edition))
    return tuple(_shown(entry, edition) for entry in other if entry.number(edition) is None)


def search(query: str, edition: Edition) -> tuple[RuleShown, ...]:
    """The rules of either edition that match a query, best first."""
    return look(query, edition).rules


def look(query: str, edition: Edition) -> RulesFound:
    """The results of `search`, and whether they are complete."""
    language = get_language() or settings.LANGUAGE_CODE
    matches = search_rules.look(query, _texts(edition, language), vocabulary(language))
    rules = tuple(_shown(rulebook.BY_KEY[key], edition) for key in matches.keys)
    return RulesFound(rules, matches.is_partly, matches.is_cut)


@lru_cache(maxsize=8)
def vocabulary(_language: str) -> search_rules.Vocabulary:
    """How people talk in the active language; cached by it."""
    return search_rules.vocabulary(str(IDLE), str(SAME))


def speech_values() -> dict[str, str]:
    """The same as it is written, for the script that searches offline."""
    return {"idle": str(IDLE), "same": str(SAME)}


@lru_cache(maxsize=16)
def _texts(edition: Edition, language: str) -> tuple[search_rules.Text, ...]:
    """The rules prepared for the search, first those of this edition; cached by edition and language."""
    of_edition = rulebook.in_book_order(edition)
    only_in_other = [entry for entry in rulebook.in_book_order(_other(edition)) if entry not in of_edition]
    return tuple(
        search_rules.text(
            entry.key,
            rulebook.searched_numbers(entry, edition),
            title=str(RULES[entry.key].title),
            finds=str(RULES[entry.key].finds),
            summary=_summary(entry, edition),
            speech=vocabulary(language),
        )
        for entry in (*of_edition, *only_in_other)
    )


def _other(edition: Edition) -> Edition:
    return Edition.CLASSIC if edition is Edition.Y2020 else Edition.Y2020


def _summary(entry: Entry, edition: Edition) -> str:
    """The summary of a rule in this edition; `classic` is empty if both editions have the same summary."""
    words = RULES[entry.key]
    if edition is Edition.CLASSIC and words.classic:
        return str(words.classic)
    return str(words.summary)


def _shown(entry: Entry, edition: Edition) -> RuleShown:
    """A rule as it is shown to readers of this edition."""
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


def _changes(rule_changes: tuple[changes.Change, ...]) -> tuple[ChangeShown, ...]:
    return tuple(
        ChangeShown(
            change.key,
            change.rules_2020,
            change.rules_classic,
            str(CHANGES[change.key].was),
            str(CHANGES[change.key].now),
        )
        for change in rule_changes
    )
