"""Every rule of both editions: its key in this program and its number in each edition.

Rules have an entry down to their letters. A figure below a letter has one if judges cite it by itself (4.4.d.9,
8.4.b.3). The key of a rule is its 2020 number with hyphens for blanks ("guideline-7.e"), to be used in URLs. A word
defined by rule 1.6 has the number 1.6, and a key with the word ("1.6-skunk"). A rule that only the classic edition has
gets a key that ends in "-classic".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from tournaments.rules.edition import Edition

_CLASSIC_ONLY = "-classic"
_DEFINED = "1.6-"
_DEFINITIONS = "1.6"
_FIGURE_OR_LETTER = re.compile(r"\d+|[a-z]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule: its key, and its number in each edition, or None if an edition lacks it. Rules may share a number."""

    key: str
    number_2020: str | None
    number_classic: str | None

    def number(self, edition: Edition) -> str | None:
        """The number of the rule in this edition; None if the edition lacks it."""
        return self.number_2020 if edition is Edition.Y2020 else self.number_classic

    @property
    def is_definition(self) -> bool:
        """Whether the entry is a word defined by rule 1.6."""
        return self.key.startswith(_DEFINED)


def _key(number: str) -> str:
    return number.replace(" ", "-")


def _same(*numbers: str) -> Iterable[Entry]:
    """Rules with the same number in both editions."""
    return (Entry(_key(number), number, number) for number in numbers)


def _moved(*numbers: tuple[str, str]) -> Iterable[Entry]:
    """Rules with different numbers in the two editions, as pairs of the 2020 number and the classic number."""
    return (Entry(_key(number), number, classic) for number, classic in numbers)


def _new(*numbers: str) -> Iterable[Entry]:
    """Rules that the classic edition lacks."""
    return (Entry(_key(number), number, None) for number in numbers)


def _dropped(*numbers: str) -> Iterable[Entry]:
    """Rules that the edition of 2020 lacks."""
    return (Entry(f"{_key(number)}{_CLASSIC_ONLY}", None, number) for number in numbers)


def _defined(*terms: str) -> Iterable[Entry]:
    """Words that rule 1.6 defines in both editions."""
    return (Entry(f"{_DEFINED}{term}", _DEFINITIONS, _DEFINITIONS) for term in terms)


ENTRIES: tuple[Entry, ...] = (
    *_same("aims", "ethics"),
    *_new(*(f"protocol {letter}" for letter in "abcdefghi")),
    *_same("1.1", "1.2", "1.3", "1.3.a", "1.3.b", "1.3.c", "1.4"),
    *_same("1.5", "1.5.a", "1.5.b", "1.5.c", "1.5.d", "1.5.e", "1.5.f"),
    *_dropped("1.5.g"),
    *_same("1.6"),
    *_defined("crib", "cut-card"),
    Entry("1.6-dead-hole", "1.6", None),
    *_defined("flush", "game-hole", "go", "hand", "his-heels", "judge", "match", "muggins", "nobs", "pair", "pegging"),
    *_defined("pone", "shuffle", "skunk"),
    Entry("1.6-double-skunk-classic", None, "1.6"),
    *_defined("starter", "stink-hole", "straight", "street"),
    *_same("1.7"),
    *_same("2.1", "2.2", "2.3"),
    *_same("3.1", "3.1.a", "3.1.b", "3.1.c", "3.2", "3.2.a", "3.2.b", "3.2.c", "3.3", "3.3.a", "3.3.b", "3.3.c"),
    *_same("4.1", "4.1.a", "4.1.b"),
    *_new("4.1.c"),
    *_same("4.2", "4.2.a", "4.2.b", "4.2.c"),
    *_new("4.2.d"),
    *_same("4.3", "4.3.a", "4.3.b", "4.3.c"),
    *_same("4.4", "4.4.a", "4.4.a.1", "4.4.a.2", "4.4.a.3", "4.4.b", "4.4.c", "4.4.d"),
    *_same(*(f"4.4.d.{action}" for action in range(1, 14))),
    *_same("4.5", "4.5.a", "4.5.b", "4.5.c", "4.5.d"),
    *_same("5.1", "5.1.a", "5.1.c", "5.1.d", "5.2", "5.2.a", "5.2.b", "5.2.c"),
    *_moved(("5.3", "5.1"), ("5.3.a", "5.1.b"), ("5.3.b", "5.1.b")),
    *_same("6.1", "6.1.a", "6.1.b", "6.1.c", "6.1.d", "6.2", "6.2.a", "6.2.b", "6.3", "6.3.a", "6.3.b", "6.3.c", "6.4"),
    *_same("7.1", "7.1.a", "7.1.b", "7.1.c", "7.1.d", "7.1.e", "7.1.f", "7.2", "7.2.a", "7.2.b", "7.3"),
    *_moved(("7.3.a", "7.3"), ("7.3.b", "7.3"), ("7.3.c", "7.3"), ("7.3.d", "7.3")),
    *_new("7.3.e"),
    *_same("7.4", "7.4.a", "7.4.b"),
    *_same("8.1", "8.2", "8.3", "8.4", "8.4.a", "8.4.a.1"),
    *_dropped("8.4.a.2"),
    *_moved(("8.4.a.2", "8.4.a.3"), ("8.4.a.3", "8.4.a.4")),
    *_same("8.4.b", "8.4.b.1", "8.4.b.2", "8.4.b.3", "8.4.c", "8.4.c.1", "8.4.c.2", "8.4.d"),
    *_same("8.5", "8.5.a", "8.5.a.1", "8.5.a.2", "8.5.a.3", "8.5.b"),
    *_new("8.5.c"),
    *_same("8.6"),
    *_dropped("8.7"),
    *_moved(("8.7", "8.8"), ("8.8", "8.9"), ("8.9", "8.10"), ("8.10", "8.11")),
    *_new("8.10.a"),
    *_dropped("8.11.a", "8.11.b", "8.11.c"),
    *_moved(("8.10.b", "8.11.d")),
    *_same("9.1", "9.2", "9.2.a", "9.2.b", "9.2.c", "9.2.d"),
    *_new("9.2.e"),
    *_same("9.3", "9.3.a", "9.3.a.1", "9.3.a.2", "9.3.a.3", "9.3.b", "9.4", "9.4.a", "9.4.b", "9.4.c", "9.5"),
    *_same("10.1", "10.1.a", "10.1.b", "10.1.c", "10.2", "10.3", "10.3.a", "10.3.b", "10.3.c", "10.3.d"),
    *_dropped("10.3.e"),
    *_same("10.4", "10.4.a", "10.4.b", "10.4.c", "10.4.c.1", "10.4.c.2", "10.4.d"),
    *_same("11.1", "11.1.a", "11.1.b", "11.2", "11.3", "11.4", "11.4.a", "11.4.b"),
    *_same("12.1"),
    *_moved(("12.2", "11"), ("12.2.a", "11.a"), ("12.2.b", "11.b"), ("12.2.c", "11.c")),
    *_new("12.2.d", "12.2.e"),
    *_dropped("11.d"),
    *_moved(("12.2.f", "11.e"), ("12.2.g", "11.f"), ("12.2.h", "11.g"), ("12.2.i", "11.h")),
    *_moved(("13.1", "12.2"), ("13.2", "brackets"), ("13.2.a", "brackets 1"), ("13.2.b", "brackets 2")),
    *_moved(("13.2.c", "brackets 3"), ("13.2.d", "brackets 4"), ("13.2.d.5", "brackets 4.e")),
    *_moved(("14.1", "13"), ("14.2", "14")),
    *_same(*(f"guideline {number}" for number in ("1", "1.a", "1.b", "1.c", "1.d", "1.e", "2", "3", "4", "5", "6"))),
    *_same(*(f"guideline {number}" for number in ("7", "7.a", "7.b", "7.c", "7.d"))),
    *_new("guideline 7.e", "guideline 7.f"),
    *_same("guideline 8", "guideline 9", "guideline 10"),
    *_moved(("guideline 11", "guideline 12"), ("guideline 12", "guideline 13")),
    *_moved(("guideline 13", "guideline 14"), ("guideline 14", "guideline 15")),
)
"""The rules in the order of the edition of 2020, with the dropped ones in their old places."""

BY_KEY: Mapping[str, Entry] = {entry.key: entry for entry in ENTRIES}


def _by_number(edition: Edition) -> Mapping[str, tuple[Entry, ...]]:
    """The entries of this edition by their number, in its order."""
    entries_by_number: dict[str, tuple[Entry, ...]] = {}
    for entry in ENTRIES:
        if number := entry.number(edition):
            entries_by_number[number] = (*entries_by_number.get(number, ()), entry)
    return entries_by_number


_BY_NUMBER: Mapping[Edition, Mapping[str, tuple[Entry, ...]]] = {edition: _by_number(edition) for edition in Edition}


def chapter(entry: Entry, edition: Edition) -> str:
    """The chapter of a rule in this edition: "1" to "14", or a word. Raises ValueError if the edition lacks the rule.

    >>> [chapter(BY_KEY[key], Edition.CLASSIC) for key in ("8.7-classic", "12.2.a", "13.1", "13.2.b", "ethics")]
    ['8', 'guideline', '12', 'brackets', 'front']
    """
    number = entry.number(edition)
    if number is None:
        raise ValueError(f"{entry.key} is no rule of the edition {edition}")
    if number in {"aims", "ethics"}:
        return "front"
    # The discrepancies belong to the classic guidelines, but are cited by their bare number.
    if edition is Edition.CLASSIC and number.split(".")[0] == "11" and (entry.key + ".").startswith(("12.2.", "11.d-")):
        return "guideline"
    first = number.split(" ")[0]
    return first if first.isalpha() else first.split(".")[0]


def searched_numbers(entry: Entry, edition: Edition) -> tuple[str, ...]:
    """The numbers by which players of this edition look for a rule.

    They are its number in this edition, then its number in the other one ("" if it has none). A guideline that is cited
    by its bare number also has the number with the word "guideline" before it.

    >>> [searched_numbers(BY_KEY["12.2.a"], edition) for edition in Edition]
    [('12.2.a', '11.a'), ('11.a', '12.2.a', 'guideline 11.a')]
    """
    other = next(candidate for candidate in Edition if candidate is not edition)
    number = entry.number(edition)
    is_bare = number is not None and number[0].isdecimal() and chapter(entry, edition) == "guideline"
    return (number or "", entry.number(other) or "", *([f"guideline {number}"] if is_bare else []))


CHAPTERS: Mapping[Edition, tuple[str, ...]] = {
    Edition.Y2020: ("front", "protocol", *map(str, range(1, 15)), "guideline"),
    Edition.CLASSIC: ("front", *map(str, range(1, 15)), "guideline", "brackets"),
}
"""The chapters in the order of each edition."""


def in_book_order(edition: Edition) -> tuple[Entry, ...]:
    """The rules of this edition, in its order."""
    place_in_entries = {entry.key: place for place, entry in enumerate(ENTRIES)}

    def sort_key(entry: Entry) -> tuple[int, tuple[tuple[int, str], ...], int]:
        """The chapter, the figures and letters of the number, and the place in `ENTRIES`."""
        number = (entry.number(edition) or "").rpartition(" ")[2]
        parts = tuple((int(part), "") if part.isdecimal() else (0, part) for part in _FIGURE_OR_LETTER.findall(number))
        return CHAPTERS[edition].index(chapter(entry, edition)), parts, place_in_entries[entry.key]

    return tuple(sorted((entry for entry in ENTRIES if entry.number(edition)), key=sort_key))


@cache
def parent_of(entry: Entry) -> Entry | None:
    """The rule that this rule is part of, or None.

    >>> [rule and rule.key for rule in map(parent_of, (BY_KEY["8.4.b.3"], BY_KEY["8.11.a-classic"], BY_KEY["8.4"]))]
    ['8.4.b', '8.10', None]
    """
    if entry.is_definition:
        return BY_KEY[_DEFINITIONS]
    edition = Edition.CLASSIC if entry.number_2020 is None else Edition.Y2020
    above = (entry.number(edition) or "").rpartition(".")[0]
    entries = _BY_NUMBER[edition].get(above)
    return entries[0] if entries else None


@cache
def parts_of(entry: Entry) -> tuple[Entry, ...]:
    """The rules directly below a rule, in the order of `ENTRIES`."""
    return tuple(other for other in ENTRIES if parent_of(other) == entry)


def entries_of(number: str, *, edition: Edition) -> tuple[Entry, ...]:
    """The rules cited by this number of this edition; empty for an unknown number.

    If the number has no entry, the rules of the next number above it that has one.

    >>> [entry.key for entry in entries_of("8.4.d.2", edition=Edition.Y2020)]
    ['8.4.d']
    >>> [entry.key for entry in entries_of("8.7", edition=Edition.CLASSIC)], entries_of("99", edition=Edition.CLASSIC)
    (['8.7-classic'], ())
    """
    while number:
        if entries := _BY_NUMBER[edition].get(number):
            return entries
        number = number.rpartition(".")[0]
    return ()
