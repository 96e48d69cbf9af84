"""The index of rules: every number of both editions, each with words that are right for its edition."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from judging.rulebook.rules.engine import Subject, every_case
from judging.rulebook.rules.rulebook import (
    BY_KEY,
    CHAPTERS,
    ENTRIES,
    Entry,
    chapter,
    entries_of,
    in_book_order,
    parent_of,
    parts_of,
)
from judging.rulebook.rules.subjects import ANSWERED
from judging.rulebook.words.rulebook import RULES
from judging.rulebook.words.rulebook import chapter as chapter_words
from tournaments.rules.edition import Edition, cite
from tournaments.tests.cases import for_all

IN_SUMMARY = re.compile(r"\b\d{1,2}\.\d{1,2}(?:\.[a-z0-9]+)*")

# The headings of the two books with the letters below each, as they are printed.
SAME = """
    1.1   1.2   1.3 abc   1.4   1.6   1.7
    2.1   2.2   2.3
    3.1 abc   3.2 abc   3.3 abc
    4.3 abc   4.4 abcd   4.5 abcd
    5.2 abc
    6.1 abcd   6.2 ab   6.3 abc   6.4
    7.1 abcdef   7.2 ab   7.4 ab
    8.1   8.2   8.3   8.4 abcd   8.6
    9.1   9.3 ab   9.4 abc   9.5
    10.1 abc   10.2   10.4 abcd
    11.1 ab   11.2   11.3   11.4 ab
    12.1
"""
# What 5.1.b was is struck out in the edition of 2020.
BOOK_2020 = """
    1.5 abcdef   4.1 abc   4.2 abcd   5.1 acd   5.3 ab   7.3 abcde   8.5 abc   8.7   8.8   8.9   8.10 ab
    9.2 abcde   10.3 abcd   12.2 abcdefghi   13.1   13.2 abcd   14.1   14.2
"""
BOOK_CLASSIC = """
    1.5 abcdefg   4.1 ab   4.2 abc   5.1 abcd   7.3   8.5 ab   8.7   8.8   8.9   8.10   8.11 abcd
    9.2 abcd   10.3 abcde   11 abcdefgh   12.2   13   14
"""


def numbers(printed: str) -> set[str]:
    """The headings and their letters: `8.5 ab` is 8.5, 8.5.a and 8.5.b."""
    found = set()
    for heading, letters in re.findall(r"(\d+(?:\.\d+)?)(?: ([a-i]+))?", printed):
        found |= {heading, *(f"{heading}.{letter}" for letter in letters)}
    return found


@pytest.mark.parametrize(
    ("edition", "printed"), [(Edition.Y2020, SAME + BOOK_2020), (Edition.CLASSIC, SAME + BOOK_CLASSIC)]
)
def test_every_heading_and_letter_of_the_book_has_an_entry_and_no_other_has(edition: Edition, printed: str) -> None:
    lettered = re.compile(r"\d+(\.\d+)?(\.[a-i])?")
    have = {number for entry in ENTRIES if (number := entry.number(edition)) and lettered.fullmatch(number)}

    assert have == numbers(printed)


def test_the_chapters_without_numbers_are_whole() -> None:
    assert [entry.number_2020 for entry in ENTRIES if entry.key.startswith("protocol")] == [
        f"protocol {letter}" for letter in "abcdefghi"
    ]
    points = [entry.number_2020 for entry in ENTRIES if re.fullmatch(r"guideline-\d+", entry.key)]
    assert points == [f"guideline {number}" for number in range(1, 15)]
    classic = {entry.number_classic for entry in ENTRIES if re.fullmatch(r"guideline-\d+", entry.key)}
    # The eleventh of the classic guidelines is the rule on discrepancies, cited without the word.
    assert classic == {f"guideline {number}" for number in range(1, 16) if number != 11}
    assert [entry.number(Edition.Y2020) for entry in parts_of(BY_KEY["4.4.d"])] == [f"4.4.d.{n}" for n in range(1, 14)]


def test_a_number_of_2020_has_the_classic_number_that_is_cited() -> None:
    wrong = [
        (entry.key, entry.number_classic, cite(entry.number_2020, edition=Edition.CLASSIC))
        for entry in ENTRIES
        if entry.number_2020
        and not entry.is_definition
        and not entry.number_2020.startswith("12.2.")
        and cite(entry.number_2020, edition=Edition.CLASSIC) != entry.number_classic
    ]

    assert wrong == []


def test_the_letters_of_the_discrepancies_are_those_of_the_table_of_rules() -> None:
    text = (settings.BASE_DIR / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = {
        (rule if rule != "–" else None, classic if classic != "–" else None)
        for rule, classic in re.findall(r"^\| (12\.2\.[a-i]|–) \| (11\.[a-h]|–) \|", text, re.MULTILINE)
    } - {(None, None)}

    letters = {(entry.number_2020, entry.number_classic) for entry in ENTRIES if entry.key[:5] in {"12.2.", "11.d-"}}
    assert letters == rows


def test_what_only_the_classic_edition_has_is_no_number_of_2020_by_another_name() -> None:
    moved = {entry.number_classic for entry in ENTRIES if entry.number_2020 and not entry.is_definition}
    gone = {entry.number_classic for entry in ENTRIES if entry.number_2020 is None and not entry.is_definition}

    assert gone == {"1.5.g", "8.4.a.2", "8.7", "8.11.a", "8.11.b", "8.11.c", "10.3.e", "11.d"}
    assert not gone & moved


def test_a_key_is_one_rule_and_fit_for_an_address() -> None:
    assert len(BY_KEY) == len(ENTRIES)
    assert [entry.key for entry in ENTRIES if not re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", entry.key)] == []
    assert all(entry.key == entry.number_2020.replace(" ", "-") for entry in ENTRIES if is_keyed_by_number(entry))


def is_keyed_by_number(entry: Entry) -> bool:
    return entry.number_2020 is not None and not entry.is_definition


@pytest.mark.parametrize("edition", Edition)
def test_the_rules_of_an_edition_stand_in_its_order(edition: Edition) -> None:
    found = in_book_order(edition)
    chapters = [chapter(entry, edition) for entry in found]

    assert [one for at, one in enumerate(chapters) if at == 0 or chapters[at - 1] != one] == list(CHAPTERS[edition])
    assert all(chapter_words(one, edition) for one in CHAPTERS[edition])
    assert len(found) == len({entry.key for entry in found}) == sum(1 for one in ENTRIES if one.number(edition))


def test_moved_rules_stand_where_the_classic_edition_has_them() -> None:
    order = [entry.key for entry in in_book_order(Edition.CLASSIC)]

    assert order[order.index("8.6") :][:7] == ["8.6", "8.7-classic", "8.7", "8.8", "8.9", "8.10", "8.11.a-classic"]
    assert order[order.index("12.1") :][:4] == ["12.1", "13.1", "14.1", "14.2"]
    assert order[order.index("guideline-10") :][:3] == ["guideline-10", "12.2", "12.2.a"]
    assert order[-1] == "13.2.d.5"


def test_the_parts_of_a_rule_stand_below_it() -> None:
    assert [part.key for part in parts_of(BY_KEY["8.4.b"])] == ["8.4.b.1", "8.4.b.2", "8.4.b.3"]
    assert [part.key for part in parts_of(BY_KEY["8.10"])] == [
        "8.10.a",
        "8.11.a-classic",
        "8.11.b-classic",
        "8.11.c-classic",
        "8.10.b",
    ]
    for entry in ENTRIES:
        above = parent_of(entry)
        if above is not None:
            assert entry in parts_of(above)
        elif entry.number_2020:
            assert re.fullmatch(r"aims|ethics|protocol [a-i]|\d+\.\d+|guideline \d+", entry.number_2020)


@pytest.mark.parametrize(
    ("number", "edition", "keys"),
    [
        ("8.7", Edition.Y2020, ["8.7"]),
        ("8.7", Edition.CLASSIC, ["8.7-classic"]),
        ("8.8", Edition.CLASSIC, ["8.7"]),
        ("12.2", Edition.CLASSIC, ["13.1"]),
        ("11", Edition.CLASSIC, ["12.2"]),
        ("5.1.b", Edition.CLASSIC, ["5.3.a", "5.3.b"]),
        ("8.4.d.1", Edition.Y2020, ["8.4.d"]),
        ("brackets 2", Edition.CLASSIC, ["13.2.b"]),
        ("13", Edition.CLASSIC, ["14.1"]),
        ("brackets", Edition.Y2020, []),
    ],
)
def test_a_cited_number_leads_to_its_rules(number: str, edition: Edition, keys: list[str]) -> None:
    assert [entry.key for entry in entries_of(number, edition=edition)] == keys


@for_all("edition", Edition)
@for_all("subject", ANSWERED, ids=lambda subject: subject.key)
def test_every_rule_that_a_case_cites_is_in_the_index(subject: Subject, edition: Edition) -> None:
    cited = {
        number
        for _answers, found in every_case(subject, edition)
        for number in (*found.rules, *(step.rule for step in found.steps if step.rule))
    }

    for number in cited:
        found = entries_of(number, edition=edition)
        assert found, number
        # A figure below a letter may be told with the letter; a letter has its own entry.
        assert number in {entry.number(edition) for entry in found} or number.rpartition(".")[2].isdecimal(), number


# --- Words -----------------------------------------------------------------------------------------------------------


def test_every_rule_has_its_words_and_no_words_are_without_a_rule() -> None:
    assert set(RULES) == set(BY_KEY)


@for_all("key", RULES)
def test_a_rule_is_told_in_short(key: str) -> None:
    words = RULES[key]
    texts = [str(words.summary), *filter(None, [str(words.classic)])]

    assert 1 <= len(str(words.title).split()) <= 7
    for text in texts:
        assert text.endswith(".")
        assert "!" not in text
        assert len(text.split()) <= 60
    finds = [find.strip() for find in str(words.finds).split(",")]
    assert all(finds)
    assert len(finds) == len(set(finds))


@for_all("key", RULES)
def test_a_summary_cites_what_its_edition_has(key: str) -> None:
    entry, words = BY_KEY[key], RULES[key]

    for edition in Edition:
        if entry.number(edition) is None:
            continue
        text = str((edition is Edition.CLASSIC and words.classic) or words.summary)
        for number in IN_SUMMARY.findall(text):
            assert number in {found.number(edition) for found in entries_of(number, edition=edition)}


def test_only_a_rule_that_both_editions_have_is_told_twice() -> None:
    twice = [key for key, words in RULES.items() if str(words.classic)]

    assert [key for key in twice if None in (BY_KEY[key].number_2020, BY_KEY[key].number_classic)] == []
    assert [key for key in twice if str(RULES[key].classic) == str(RULES[key].summary)] == []
