"""What holds of every kind of case: it is answered whatever is chosen, in words, by rules that the edition has."""

from __future__ import annotations

import re

import pytest

from judging.rules.cases import Amount, Subject, asked, decision, every_case
from judging.rules.subjects import SUBJECTS
from judging.words.subjects import WORDS
from tournaments.rules.edition import Edition

NUMBER = re.compile(r"([1-9][0-9]?(\.[1-9][0-9]?)?(\.[a-z])?(\.\([1-9][0-9]?\)|\.[1-9][0-9]?)?)|protocol [a-i]")


def test_an_amount_stays_on_the_board() -> None:
    back = Amount(constant=-15, factors=(("at", 1),))

    assert [back.of({"at": at}) for at in (9, 15, 40)] == [0, 0, 25]
    assert back.of({}) is None


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.key)
def test_every_case_of_a_subject_is_decided_in_words(subject: Subject, edition: Edition) -> None:
    words = WORDS[subject.key]
    for answers, found in every_case(subject, edition):
        assert decision(subject, edition, answers) == found
        assert str(words.headlines[found.code])
        assert found.rules
        for number in (*found.rules, *(step.rule for step in found.steps if step.rule)):
            assert NUMBER.fullmatch(number), number
        for step in found.steps:
            assert str(words.steps[step.code]) % {name: "7" for name, _amount in step.amounts}
        if found.claim_until:
            assert str(words.until[found.claim_until])
        numbers = {question.key for question in asked(subject, edition, answers) if question.is_number}
        amounts = [amount for step in found.steps for _name, amount in step.amounts]
        amounts += [amount for peg in found.pegs for amount in (peg.before, peg.after)]
        assert {
            key for amount in (*amounts, *filter(None, [found.points])) for key, _factor in amount.factors
        } <= numbers


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.key)
def test_no_word_of_a_subject_is_without_use(subject: Subject) -> None:
    words = WORDS[subject.key]
    questions = {question.key: question for edition in Edition for question in subject.questions(edition)}
    found = [outcome for edition in Edition for _answers, outcome in every_case(subject, edition)]

    assert set(words.questions) == set(questions)
    assert set(words.hints) <= set(questions)
    assert set(words.choices) == {
        (question.key, code)
        for edition in Edition
        for question in subject.questions(edition)
        for code in question.choices
    }
    assert set(words.headlines) == {outcome.code for outcome in found}
    assert set(words.steps) == {step.code for outcome in found for step in outcome.steps}
    assert set(words.until) == {outcome.claim_until for outcome in found if outcome.claim_until}


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.key)
def test_a_subject_sends_nobody_to_a_title_that_is_not_there(subject: Subject) -> None:
    words = WORDS[subject.key]
    said = [str(text) for texts in (words.headlines, words.steps, words.hints) for text in texts.values()]

    sent_to = {title for text in said for title in re.findall(r"\b(?:go by|see) “([^”]+)”", text, re.IGNORECASE)}

    assert sent_to <= {str(other.title) for other in WORDS.values()}


def test_every_subject_has_its_words() -> None:
    assert set(WORDS) == {subject.key for subject in SUBJECTS}
    assert len(WORDS) == len(SUBJECTS)
