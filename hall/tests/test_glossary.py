"""docs/glossary.md speaks of what is there: names in code, numbers of rules, and each word once, where one looks for it."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from hall.tests.sources import APPS, ROOT
from hall.tests.test_docs import NOTHING, ROWS
from tournaments.tests.cases import for_all

TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ITEM = re.compile(r"- \*\*(?P<word>[^*]+)\*\*: (?P<meaning>[A-Z].+\.)\n  `(?P<code>[\w.]+)`; (?P<rule>.+)")
RULE = re.compile(r"2020: (?P<number>[^,]+), classic: (?P<classic>[^,]+)|both editions: (?P<both>[^,]+)")
WITHOUT = {"ours", "no rule"}


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a group: its meaning, its name in code, and the rule that it comes from, as they are written."""

    group: str
    word: str
    meaning: str
    code: str
    rule: str


def groups() -> dict[str, str]:
    """The text below each heading."""
    _before, *parts = re.split(r"^## (.+)$", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


WORDS = [Word(group, *found.groups()) for group, text in groups().items() for found in ITEM.finditer(text)]
each_word = for_all("word", WORDS, ids=lambda word: word.word)


def is_there(name: str) -> bool:
    """Whether this is a module of ours, or something that one of them has."""
    if name.partition(".")[0] not in APPS:
        return False
    for module, thing in ((name, ""), name.rpartition(".")[::2]):
        try:
            found = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        return not thing or hasattr(found, thing)
    return False


def numbers(rule: str) -> tuple[str, str] | None:
    """The number in either edition; None where this is no number at all."""
    found = RULE.fullmatch(rule)
    return found and (found["both"] or found["number"], found["both"] or found["classic"])


def test_every_line_of_a_group_is_of_a_word() -> None:
    left = {group: ITEM.sub("", text).strip() for group, text in groups().items()}

    assert left == dict.fromkeys(left, "")
    assert len(WORDS) == TEXT.count("**: ")


@each_word
def test_a_word_is_explained_in_one_sentence(word: Word) -> None:
    assert not re.search(r"[.!?] ", word.meaning)


@each_word
def test_the_name_in_code_is_there(word: Word) -> None:
    assert is_there(word.code), word.code


@each_word
def test_the_rule_is_one_of_the_table_in_both_editions(word: Word) -> None:
    if word.rule in WITHOUT:
        return

    pair = numbers(word.rule)

    assert pair is not None, word.rule
    # The table has the two numbers beside each other, so a number of one edition cannot stand for the other one's.
    assert pair in {(row.rule, row.classic) for row in ROWS}, word.rule
    assert pair != (NOTHING, NOTHING), "where neither edition has a rule, say so"


def test_the_words_of_a_group_are_in_alphabetical_order() -> None:
    for one, next_ in pairwise(WORDS):
        assert one.group != next_.group or one.word.casefold() <= next_.word.casefold(), (one.word, next_.word)


def test_no_word_stands_twice() -> None:
    assert [word for word, times in Counter(word.word.casefold() for word in WORDS).items() if times > 1] == []
