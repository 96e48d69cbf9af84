"""The assistant on a judge's phone answers and finds without a network what the rules decide and find: Node runs its scripts, on
pages as the server writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from hall.tests.servers import Node
from judging.rulebook.reads.rulebook import look
from judging.rulebook.rules.engine import Amount, Subject, asked, decision, every_case, misfits
from judging.rulebook.rules.rulebook import ENTRIES
from judging.rulebook.rules.subjects import ANSWERED
from judging.rulebook.words.rulebook import RULES
from judging.rulebook.words.subjects import WORDS
from judging.tests.numbers import around_relations
from tournaments.rules.edition import Edition
from tournaments.tests.factories import make_tournament
from tournaments.tests.pages import in_role

pytestmark = pytest.mark.django_db

HERE = "judging/tests/js/assistant.js"
TABLE = "static/js/judge-table.js"


def page_of(place: str, edition: Edition) -> str:
    """A page of the assistant, where one plays by this edition."""
    judge = in_role(make_tournament("sierra", edition=edition.value), "judge")
    return judge.get(f"/t/sierra/judge/{place}/").content.decode()


def table_of(page: str) -> dict[str, object]:
    """What the page's script looks answers up in."""
    return json.loads(re.search(r'id="case-table"[^>]*>(.*?)</script>', page)[1])


# --- Every case --------------------------------------------------------------------------------------------------------


def with_numbers(subject: Subject, edition: Edition) -> Iterator[dict[str, str]]:
    """Every case with its numbers open, at both ends, a few in between, and on both sides of what can be."""
    for _relation, answers, given in around_relations(subject, edition):
        yield answers | {key: str(number) for key, number in given.items()}
    for answers, _found in every_case(subject, edition):
        numbers = [question for question in asked(subject, edition, answers) if question.is_number]
        yield answers
        if not numbers:
            continue
        yield answers | {one.key: str(one.least) for one in numbers}
        yield answers | {one.key: str(one.most) for one in numbers}
        yield answers | {one.key: str(max(one.least, one.most - 2)) for one in numbers}
        yield answers | {numbers[0].key: str(numbers[0].least)}
        for share in (13, 37, 61, 89):
            # Each number at another share of its range, so that none stands for the next.
            at = [(share * (place + 1)) % 100 for place in range(len(numbers))]
            yield answers | {
                one.key: str(one.least + (one.most - one.least) * part // 100)
                for one, part in zip(numbers, at, strict=True)
            }


def by_the_rules(subject: Subject, edition: Edition, answers: dict[str, str]) -> dict[str, object]:
    questions = asked(subject, edition, answers)
    numbers = {one.key: int(answers[one.key]) for one in questions if one.is_number and one.key in answers}
    chosen = {one.key: answers[one.key] for one in questions if not one.is_number}
    found = decision(subject, edition, chosen)
    assert found is not None
    broken = [one.code for one in misfits(subject, chosen, numbers)]
    numbers = {} if broken else numbers
    words = WORDS[subject.key]

    def figure(amount: Amount) -> int | str:
        value = amount.of(numbers)
        return "open" if value is None else value

    return {
        "asked": [one.key for one in questions],
        "misfits": broken,
        "code": found.code,
        "rules": list(found.rules),
        "points": figure(found.points) if found.points else None,
        "headline": str(words.headlines[found.code]),
        "steps": [
            str(words.of_step(step.code)) % {name: figure(amount) for name, amount in step.amounts}
            for step in found.steps
            if step.is_meant(numbers)
        ],
        "pegs": [[peg.side.value, peg.before.of(numbers), peg.ends_at(numbers)] for peg in found.pegs],
    }


@pytest.mark.parametrize("subject", ANSWERED, ids=lambda subject: subject.key)
@pytest.mark.parametrize("edition", Edition)
def test_every_case_is_answered_as_the_rules_decide_it(node: Node, edition: Edition, subject: Subject) -> None:
    cases = list(with_numbers(subject, edition))

    [answered] = node.each(HERE, "answerAll", [(table_of(page_of(subject.key, edition)), cases)])

    expected = [by_the_rules(subject, edition, answers) for answers in cases]
    different = [
        (answers, here, there) for answers, here, there in zip(cases, answered, expected, strict=True) if here != there
    ]
    assert different[:3] == []


def test_what_the_rules_leave_open_is_left_open(node: Node) -> None:
    table = table_of(page_of("renege", Edition.Y2020))
    cases = [(table, answers) for answers in ({}, {"since": "counted"}, {"said": "go"})]

    found = node.each(TABLE, "askedOf", cases), node.each(TABLE, "decisionOf", cases)

    keys = [[question["key"] for question in questions] for questions in found[0]]
    assert (keys, found[1]) == ([["said"], ["said"], ["said", "count"]], [None, None, None])


# --- Finding -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", Edition)
def test_what_is_looked_for_is_found_as_by_the_server(node: Node, edition: Edition) -> None:
    phrases = [phrase for words in RULES.values() for phrase in (str(words.title), *str(words.finds).split(","))]
    numbers = [number for entry in ENTRIES for number in (entry.number_2020, entry.number_classic) if number]
    typed = [
        "slow play",
        "card",
        "go",
        "8.4b (3)",
        "rule 7.3 a",
        "overpeging",
        "muggginns",
        "EXPOSÉD card",
        "7 cards",
        "8.4 card",
        "pone has 7 cards, dealer 5 cards",
        "rule 17 cards",
        "",
        "xyzzy",
        "a",
        "there was a card upside down in the middle of the deck",
        "he has plus 12 and I have minus 15",
        "my opponent tossed three cards into the box and I played my pin",
        "the",
    ]
    queries = [*typed, *numbers[::3], *phrases[::4]]

    [found] = node.each(HERE, "findAll", [(page_of("rules", edition), queries)])

    for query, (keys, is_partly, is_cut) in zip(queries, found, strict=True):
        there = look(query, edition)
        assert (query, keys, is_partly, is_cut) == (
            query,
            [rule.key for rule in there.rules],
            there.is_partly,
            there.is_cut,
        )
