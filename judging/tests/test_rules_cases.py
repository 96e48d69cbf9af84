"""What holds of every kind of case: it is answered whatever is chosen, in words, by rules that the edition has."""

from __future__ import annotations

import re

import pytest

from judging.rulebook.rules.engine import Amount, Relation, Subject, asked, decision, every_case, misfits
from judging.rulebook.rules.subjects import ANSWERED
from judging.rulebook.words.subjects import WORDS
from judging.tests.numbers import around_relations
from judging.tests.steps import own_steps
from tournaments.rules.edition import Edition
from tournaments.tests.cases import for_all

NUMBER = re.compile(r"([1-9][0-9]?(\.[1-9][0-9]?)?(\.[a-z])?(\.\([1-9][0-9]?\)|\.[1-9][0-9]?)?)|protocol [a-i]")


def test_an_amount_stays_on_the_board() -> None:
    back = Amount(constant=-15, factors=(("at", 1),))

    assert [back.of({"at": at}) for at in (9, 15, 40)] == [0, 0, 25]
    assert back.of({}) is None


@for_all("edition", Edition)
@for_all("subject", ANSWERED, ids=lambda subject: subject.key)
def test_every_case_of_a_subject_is_decided_in_words(subject: Subject, edition: Edition) -> None:
    words = WORDS[subject.key]
    for answers, found in every_case(subject, edition):
        assert decision(subject, edition, answers) == found
        assert str(words.headlines[found.code])
        assert found.rules
        for number in (*found.rules, *(step.rule for step in found.steps if step.rule)):
            assert NUMBER.fullmatch(number), number
        for step in found.steps:
            assert str(words.of_step(step.code)) % {name: "7" for name, _amount in step.amounts}
        if found.claim_until:
            assert str(words.until[found.claim_until])
        numbers = {question.key for question in asked(subject, edition, answers) if question.is_number}
        amounts = [amount for step in found.steps for _name, amount in step.amounts]
        amounts += [amount for peg in found.pegs for amount in (peg.before, peg.after)]
        assert {
            key for amount in (*amounts, *filter(None, [found.points])) for key, _factor in amount.factors
        } <= numbers


@pytest.mark.parametrize("subject", ANSWERED, ids=lambda subject: subject.key)
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
    assert set(words.steps) == {step.code for outcome in found for step in own_steps(outcome)}
    assert set(words.until) == {outcome.claim_until for outcome in found if outcome.claim_until}
    assert set(words.misfits) == {relation.code for relation in subject.relations}


SHORT, LONG, OUT = ({"what": "pegged_wrongly", "way": way} for way in ("forward_short", "backward_long", "forward_out"))
IN_TIME = {"error": "ahead", "released": "yes", "since": "nothing", "noticed": "other"}
OVER_31 = {"what": "over_31", "over_pegged": "points", "over_noticed": "self"}
TO_FOURTH = {"what": "front", "noticed": "back_to_fourth"}


def muggins(found: str, missed_what: str = "points") -> dict[str, str]:
    said = {"in_force": "yes", "missed_what": missed_what, "where": "pone_hand", "pegged": "short"}
    return {**said, "called": "in_time", "found": found}


CANNOT_BE = [
    # The kind of case, its answers, the relation, numbers that break it and numbers that fit.
    ("penalties", SHORT, "forward_not_short", "right=2 wrong=5 stands_at=40", "right=5 wrong=2 stands_at=40"),
    ("penalties", SHORT, "forward_not_short", "right=2 wrong=2", "right=2 wrong=0"),
    ("penalties", SHORT, "short_in_game_hole", "right=2 wrong=1 stands_at=121", "right=2 wrong=1 stands_at=120"),
    ("penalties", SHORT, "moved_from_before_start", "right=9 wrong=5 stands_at=4", "right=9 wrong=5 stands_at=5"),
    ("penalties", LONG, "backward_not_long", "right=5 wrong=2 stands_at=40", "right=2 wrong=5 stands_at=0"),
    ("penalties", LONG, "backward_not_long", "right=5 wrong=5", "right=5 wrong=6"),
    ("penalties", LONG, "moved_from_game_hole", "right=2 wrong=21 stands_at=100", "right=2 wrong=20 stands_at=100"),
    ("penalties", OUT, "enough_for_game_hole", "right=2 wrong=2 stands_at=121", "right=2 wrong=3 stands_at=121"),
    ("penalties", OUT, "not_in_game_hole", "right=2 wrong=3 stands_at=120", "right=2 wrong=3 stands_at=121"),
    (
        "muggins",
        muggins("fewer"),
        "fewer_not_fewer",
        "claimed=3 missed=3 other_at=50",
        "claimed=3 missed=2 other_at=50",
    ),
    ("muggins", muggins("beyond"), "holes_enough", "claimed=3 other_at=118", "claimed=4 other_at=118"),
    ("muggins", muggins("as_claimed"), "claimed_beyond_holes", "claimed=4 other_at=118", "claimed=3 other_at=118"),
    ("muggins", muggins("more"), "claimed_beyond_holes", "claimed=4 other_at=118", "claimed=3 other_at=118"),
    (
        "muggins",
        muggins("fewer"),
        "missed_beyond_holes",
        "claimed=9 missed=4 other_at=118",
        "claimed=9 missed=3 other_at=118",
    ),
    (
        "muggins",
        muggins("as_claimed", "game_hole"),
        "claimed_short_of_win",
        "claimed=2 other_at=118",
        "claimed=3 other_at=118",
    ),
    (
        "muggins",
        muggins("fewer", "game_hole"),
        "missed_short_of_win",
        "claimed=9 missed=2 other_at=118",
        "claimed=9 missed=3 other_at=118",
    ),
    ("overpegging", IN_TIME, "over_beyond_start", "over=9 offender_at=8 other_at=3", "over=9 offender_at=9 other_at=3"),
    (
        "announcement",
        {"since": "nothing", "noticed": "self", "pegged": "points"},
        "over_beyond_start",
        "over=3 offender_at=2",
        "over=2 offender_at=2",
    ),
    ("order-of-play", OVER_31, "over_beyond_start", "over=3 offender_at=2", "over=3 offender_at=3"),
    ("pegs-removed", TO_FOURTH, "not_on_first_street", "rear_at=31", "rear_at=30"),
]


def numbers_in(text: str) -> dict[str, int]:
    return {key: int(number) for key, _equals, number in (part.partition("=") for part in text.split())}


@pytest.mark.parametrize(("key", "answers", "code", "wrong", "right"), CANNOT_BE, ids=lambda value: str(value)[:40])
def test_impossible_numbers_are_refused_and_possible_ones_pass(key, answers, code, wrong, right) -> None:
    subject = next(one for one in ANSWERED if one.key == key)
    asked_for = {question.key for question in asked(subject, Edition.Y2020, answers)}
    assert answers.keys() | numbers_in(wrong).keys() <= asked_for

    assert [one.code for one in misfits(subject, answers, numbers_in(wrong))] == [code]
    assert misfits(subject, answers, numbers_in(right)) == ()
    (broken,) = misfits(subject, answers, numbers_in(wrong))
    # While one of its numbers is open, or another answer is chosen, it says nothing.
    for gone, _factor in broken.factors:
        assert broken not in misfits(subject, answers, {k: n for k, n in numbers_in(wrong).items() if k != gone})
    for gone, _codes in broken.only_if:
        assert broken not in misfits(subject, answers | {gone: "another"}, numbers_in(wrong))


def test_no_relation_is_left_untried() -> None:
    declared = {(subject.key, relation.code) for subject in ANSWERED for relation in subject.relations}

    assert {(key, code) for key, _answers, code, _wrong, _right in CANNOT_BE} == declared


@pytest.mark.parametrize("subject", [one for one in ANSWERED if one.relations], ids=lambda subject: subject.key)
def test_every_relation_can_be_kept_and_broken_within_the_ranges_that_are_asked_for(subject: Subject) -> None:
    outcomes: dict[Relation, set[bool]] = {relation: set() for relation in subject.relations}
    for edition in Edition:
        for relation, answers, numbers in around_relations(subject, edition):
            outcomes[relation].add(relation in misfits(subject, answers, numbers))

    assert set(map(frozenset, outcomes.values())) == {frozenset({True, False})}


@pytest.mark.parametrize("subject", ANSWERED, ids=lambda subject: subject.key)
def test_a_subject_sends_nobody_to_a_title_that_is_not_there(subject: Subject) -> None:
    words = WORDS[subject.key]
    said = [
        str(text) for texts in (words.headlines, words.steps, words.hints, words.misfits) for text in texts.values()
    ]

    sent_to = {title for text in said for title in re.findall(r"\b(?:go by|see) “([^”]+)”", text, re.IGNORECASE)}

    assert sent_to <= {str(other.title) for other in WORDS.values()}


def test_every_subject_has_its_words() -> None:
    assert set(WORDS) == {subject.key for subject in ANSWERED}
    assert len(WORDS) == len(ANSWERED)
