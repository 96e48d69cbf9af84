"""What the judges' assistant shows: the kinds of cases, what is asked, what follows, and the same for pages without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from judging.assistant import words as assistant_words
from judging.assistant.reads.in_force import MugginsInForce
from judging.rulebook.reads.board import BoardShown, board, board_values
from judging.rulebook.rules import finding
from judging.rulebook.rules.cards import RANKS
from judging.rulebook.rules.cases import (
    Amount,
    Decision,
    Question,
    Relation,
    Step,
    Subject,
    Within,
    asked,
    decision,
    every_case,
    misfits,
)
from judging.rulebook.rules.play import Move, Play
from judging.rulebook.rules.renege import HIGHEST_COUNT, HIGHEST_VALUE, playable
from judging.rulebook.rules.rulebook import entries_of, parent_of
from judging.rulebook.rules.subjects import ANSWERED, SUBJECTS
from judging.rulebook.rules.wrong_number import WRONG_NUMBER, table
from judging.rulebook.words.counters import KINDS
from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.subjects import WORDS
from tournaments.rules.edition import Edition

OPEN_FIGURE = "\N{HORIZONTAL ELLIPSIS}"
"""What stands in a sentence for a figure that hangs on a number nobody has given yet."""
LONGEST_SIDE_BY_SIDE, MOST_SIDE_BY_SIDE = 12, 3
"""Answers with no more letters than this stand beside each other, so many of them; others below each other."""
WITH_TABLE = WRONG_NUMBER.key
"""The kind of case whose whole table stands beside its questions."""
_FIGURE = re.compile("\x00([^\x00]*)\x00")

Tree: TypeAlias = "int | dict[str, Tree]"
"""The place of a decision, or by each answer to the choice that is asked next what follows."""


@dataclass(frozen=True, slots=True)
class SubjectShown:
    """One kind of case in the list. `finds` are the words by which somebody looks for it. `is_case` is false of what judges keep
    to themselves: there is nothing to rule on."""

    key: str
    title: str
    lead: str
    finds: str
    is_case: bool


@dataclass(frozen=True, slots=True)
class SubjectsFound:
    """What a search found. `is_partly` where nothing has all of its words, `is_cut` where more has as many than is shown."""

    subjects: tuple[SubjectShown, ...]
    is_partly: bool = False
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule by its number, and the key of its page; the key is empty where no page is about it."""

    number: str
    key: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sentence. `amount` is the formula of a figure that hangs on numbers, as JSON; empty of anything else."""

    text: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class StepShown:
    """One thing to do, in words; `rule` where it rests on another one than the decision does.

    `only` is, as JSON, what must hold of the numbers for it to be meant, empty where it always is; `is_meant` whether it is now.
    `is_ours` marks a reading of ours, which the rulebook does not say.
    """

    code: str
    pieces: tuple[Piece, ...]
    rule: Cited | None = None
    only: str = ""
    is_meant: bool = True
    is_ours: bool = False

    @property
    def sentence(self) -> tuple[str, ...]:
        """What it says, whatever the numbers are."""
        return tuple(piece.amount or piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class ElsewhereShown:
    """What the other edition decides in the same case, as far as it differs.

    `open_question` is what it would ask besides, and `open_answers` what it decides by each answer; the rest is empty then. Where
    it decides something else, `headline` and all its `steps` are there; where the headline is the same, `adds` are the steps that
    this edition lacks or says with other figures, `lacks` those that the other one does not say at all. `open_numbers` are what
    figures of the other edition hang on that this one does not ask for. `points` and `until` are None and empty where they are
    the same, or where the other edition has none.
    """

    edition: str
    open_question: str = ""
    open_answers: tuple[tuple[str, str], ...] = ()
    open_numbers: tuple[str, ...] = ()
    headline: str = ""
    steps: tuple[StepShown, ...] = ()
    adds: tuple[StepShown, ...] = ()
    lacks: tuple[StepShown, ...] = ()
    points: Piece | None = None
    has_no_points: bool = False
    until: str = ""
    has_no_limit: bool = False
    rules: tuple[Cited, ...] = ()

    @property
    def is_different(self) -> bool:
        said = (self.open_question, self.headline, self.adds, self.lacks, self.points, self.until)
        return any(said) or self.has_no_points or self.has_no_limit


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision in words, with what the other edition makes of it; that is None where it is all the same."""

    code: str
    headline: str
    steps: tuple[StepShown, ...]
    rules: tuple[Cited, ...]
    points: Piece | None
    until: str
    elsewhere: ElsewhereShown | None


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """One answer that can be chosen."""

    code: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MisfitShown:
    """What does not fit where numbers break a relation, and whether they do."""

    code: str
    sentence: str
    is_so: bool


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """One question. `value` is the number that was typed; `is_out` where it is none or not from `least` to `most`, `is_wrong` there
    and where it does not fit the other answers. `misfits` are what may not fit of this number and those above it; `described_by` are the ids of what is said of
    the number now. `in_force` tells what the events settle.
    """

    key: str
    label: str
    hint: str
    choices: tuple[ChoiceShown, ...]
    is_asked: bool
    is_side_by_side: bool
    by_cards: bool
    least: int
    most: int
    value: str = ""
    is_out: bool = False
    is_wrong: bool = False
    misfits: tuple[MisfitShown, ...] = ()
    described_by: str = ""
    in_force: str = ""


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A kind of case with the answers so far, all its questions, and what follows once all that is asked is answered.

    Numbers count neither among `answers` nor for figures and board while some of them do not fit. `known` are the answers that
    are chosen until others are.
    """

    key: str
    title: str
    lead: str
    edition: str
    questions: tuple[QuestionShown, ...]
    decision: DecisionShown | None
    board: BoardShown
    answers: Mapping[str, str]
    known: Mapping[str, str]

    @property
    def moves_pegs(self) -> bool:
        """Whether a number is asked at all, so that a board may be drawn."""
        return any(not question.choices for question in self.questions)


def subjects() -> tuple[SubjectShown, ...]:
    """The kinds of cases and what else judges ask, in the order in which they look for them."""
    return tuple(
        SubjectShown(
            one.key,
            str(WORDS[one.key].title),
            str(WORDS[one.key].lead),
            str(WORDS[one.key].finds),
            is_case=one in SUBJECTS,
        )
        for one in ANSWERED
    )


def subject_of(key: str) -> Subject | None:
    """The kind of case, or what else judges ask, with this key."""
    return next((one for one in ANSWERED if one.key == key), None)


def find_subjects(query: str) -> SubjectsFound:
    """What a query means of `subjects`, best first."""
    texts = tuple(
        finding.text(
            one.key,
            (),
            title=one.title,
            finds=one.finds,
            summary=one.lead,
        )
        for one in subjects()
    )
    by_key = {one.key: one for one in subjects()}
    found = finding.look(query, texts)
    return SubjectsFound(tuple(by_key[key] for key in found.keys), found.is_partly, found.is_cut)


def subjects_citing(key: str) -> tuple[SubjectShown, ...]:
    """The kinds of cases that rest on the rule with this key or on a part of it, in either edition."""
    return tuple(one for one in subjects() if key in _cited_by(one.key))


@cache
def _cited_by(subject: str) -> frozenset[str]:
    """The keys of the rules that the decisions of this kind of case cite, and of those that these are parts of."""
    one = next(one for one in ANSWERED if one.key == subject)
    keys = set()
    for edition in Edition:
        for _answers, found in every_case(one, edition):
            for number in (*found.rules, *(step.rule for step in found.steps)):
                entry = next(iter(entries_of(number, edition=edition)), None)
                while entry is not None:
                    keys.add(entry.key)
                    entry = parent_of(entry)
    return frozenset(keys)


def cited(number: str, edition: Edition) -> Cited:
    """The rule that this edition has under this number."""
    found = entries_of(number, edition=edition)
    return Cited(number, found[0].key if found else "")


def case(
    subject: Subject, edition: Edition, given: Mapping[str, str], muggins: MugginsInForce | None = None
) -> CaseShown:
    """This kind of case with these answers, as they stand in an address: what is no answer counts as none. Where the events
    agree on `muggins`, that is answered unless the address has another answer."""
    words = WORDS[subject.key]
    muggins = muggins or MugginsInForce()
    questions = subject.questions(edition)
    known = {one.key: muggins.answer for one in questions if one.is_muggins_in_force and muggins.answer}
    answers, numbers, wrong = _read(subject, edition, given, known)
    broken = misfits(subject, answers, numbers)
    out = frozenset(wrong)
    if broken:
        wrong |= {key for relation in broken for key, _factor in relation.factors}
        answers = {key: answer for key, answer in answers.items() if key not in numbers}
        numbers = {}
    found = decision(subject, edition, answers)
    now = {question.key for question in asked(subject, edition, answers)}
    shown = tuple(
        QuestionShown(
            key=question.key,
            label=str(words.questions[question.key]),
            hint=str(words.hints.get(question.key, "")),
            choices=_choices(question, words, answers),
            is_asked=question.key in now,
            is_side_by_side=_is_side_by_side(question, words),
            by_cards=question.by_cards,
            least=question.least,
            most=question.most,
            value=given.get(question.key, "") if question.is_number else "",
            is_out=question.key in out,
            is_wrong=question.key in wrong,
            misfits=tuple(
                MisfitShown(relation.code, str(words.misfits[relation.code]), relation in broken)
                for relation in subject.relations
                if question.key == _last_of(relation, questions)
            ),
            described_by=_described_by(question, broken, is_out=question.key in out),
            in_force=muggins.told if question.is_muggins_in_force else "",
        )
        for question in questions
    )
    return CaseShown(
        key=subject.key,
        title=str(words.title),
        lead=str(words.lead),
        edition=edition.value,
        questions=shown,
        decision=_shown(subject, edition, answers, found, numbers) if found else None,
        board=board(found, numbers),
        answers=answers,
        known=known,
    )


def _last_of(relation: Relation, questions: tuple[Question, ...]) -> str:
    """The last of the numbers of a relation: below it stands what does not fit."""
    keys = {key for key, _factor in relation.factors}
    return [question.key for question in questions if question.key in keys][-1]


def _described_by(question: Question, broken: tuple[Relation, ...], *, is_out: bool) -> str:
    """The ids of what is said of a number: its range, that it is out of it, and what does not fit."""
    out = [f"out-{question.key}"] if is_out else []
    misfit = [f"misfit-{relation.code}" for relation in broken if question.key in dict(relation.factors)]
    return " ".join([f"range-{question.key}", *out, *misfit])


def _read(
    subject: Subject, edition: Edition, given: Mapping[str, str], known: Mapping[str, str] | None = None
) -> tuple[dict[str, str], dict[str, int], set[str]]:
    """The answers that count, those of them that are numbers, and the keys of numbers that are none. What is `known` answers a
    choice that is not answered."""
    answers: dict[str, str] = {}
    numbers: dict[str, int] = {}
    wrong: set[str] = set()
    for question in subject.questions(edition):
        if not question.is_asked(answers):
            continue
        text = given.get(question.key, "").strip()
        if not question.is_number:
            if text not in question.choices:
                text = (known or {}).get(question.key, "")
            if text:
                answers[question.key] = text
        elif text:
            if re.fullmatch("[0-9]{1,3}", text) and question.least <= int(text) <= question.most:
                numbers[question.key] = int(text)
                answers[question.key] = str(int(text))
            else:
                wrong.add(question.key)
    return answers, numbers, wrong


def _choices(question: Question, words: SubjectWords, answers: Mapping[str, str]) -> tuple[ChoiceShown, ...]:
    return tuple(
        ChoiceShown(code, str(words.choices[question.key, code]), answers.get(question.key) == code)
        for code in question.choices
    )


def _is_side_by_side(question: Question, words: SubjectWords) -> bool:
    labels = [str(words.choices[question.key, code]) for code in question.choices]
    return len(labels) <= MOST_SIDE_BY_SIDE and all(len(label) <= LONGEST_SIDE_BY_SIDE for label in labels)


# --- A decision in words ---------------------------------------------------------------------------------------------


def _shown(
    subject: Subject, edition: Edition, answers: Mapping[str, str], found: Decision, numbers: Mapping[str, int]
) -> DecisionShown:
    words = WORDS[subject.key]
    shown = DecisionShown(
        code=found.code,
        headline=str(words.headlines[found.code]),
        steps=_steps(words, found.steps, edition, numbers),
        rules=tuple(cited(number, edition) for number in found.rules),
        points=_figure(found.points, numbers) if found.points else None,
        until=str(words.until[found.claim_until]) if found.claim_until else "",
        elsewhere=None,
    )
    elsewhere = _elsewhere(subject, edition, answers, shown, numbers)
    return DecisionShown(
        shown.code,
        shown.headline,
        shown.steps,
        shown.rules,
        shown.points,
        shown.until,
        elsewhere if elsewhere.is_different else None,
    )


def _steps(
    words: SubjectWords, steps: tuple[Step, ...], edition: Edition, numbers: Mapping[str, int]
) -> tuple[StepShown, ...]:
    return tuple(
        StepShown(
            step.code,
            _pieces(str(words.of_step(step.code)), dict(step.amounts), numbers),
            cited(step.rule, edition) if step.rule else None,
            json.dumps(within_values(step.only)) if step.only else "",
            step.is_meant(numbers),
            step.is_ours,
        )
        for step in steps
    )


def _pieces(sentence: str, amounts: Mapping[str, Amount], numbers: Mapping[str, int]) -> tuple[Piece, ...]:
    marked = sentence % {name: f"\x00{name}\x00" for name in amounts}
    return tuple(
        _figure(amounts[text], numbers) if place % 2 else Piece(text)
        for place, text in enumerate(_FIGURE.split(marked))
        if text
    )


def _figure(amount: Amount, numbers: Mapping[str, int]) -> Piece:
    value = amount.of(numbers)
    if not amount.factors:
        return Piece(str(value))
    return Piece(OPEN_FIGURE if value is None else str(value), json.dumps(amount_values(amount)))


def _elsewhere(
    subject: Subject, edition: Edition, answers: Mapping[str, str], here: DecisionShown, numbers: Mapping[str, int]
) -> ElsewhereShown:
    words = WORDS[subject.key]
    other = next(one for one in Edition if one is not edition)
    known, _numbers, _wrong = _read(subject, other, answers)
    found = decision(subject, other, known)
    if found is None:
        open_one = _open_question(subject, other, known)
        answered = tuple(
            (str(words.choices[open_one.key, code]), _headlines(subject, other, {**answers, open_one.key: code}))
            for code in open_one.choices
        )
        return ElsewhereShown(other.value, str(words.questions[open_one.key]), answered)
    steps = _steps(words, found.steps, other, numbers)
    said, said_here = {step.code for step in steps}, {step.sentence for step in here.steps}
    asked_here = {one.key for one in asked(subject, edition, answers)}
    not_asked = [one.key for one in asked(subject, other, known) if one.is_number and one.key not in asked_here]
    needed = {key for amount in _amounts(found) for key, _factor in amount.factors}
    headline = str(words.headlines[found.code])
    is_same = headline == here.headline
    points = _figure(found.points, numbers) if found.points else None
    until = str(words.until[found.claim_until]) if found.claim_until else ""
    return ElsewhereShown(
        edition=other.value,
        open_numbers=tuple(str(words.questions[key]) for key in not_asked if key in needed),
        headline="" if is_same else headline,
        steps=() if is_same else steps,
        adds=tuple(step for step in steps if step.sentence not in said_here) if is_same else (),
        lacks=tuple(replace(step, rule=None, is_ours=False) for step in here.steps if step.code not in said)
        if is_same
        else (),
        points=points if points != here.points else None,
        has_no_points=points is None and here.points is not None,
        until=until if until != here.until else "",
        has_no_limit=not until and bool(here.until),
        rules=tuple(cited(number, other) for number in found.rules),
    )


def _open_question(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> Question:
    """The first choice that these answers leave open."""
    return next(one for one in asked(subject, edition, answers) if not one.is_number and one.key not in answers)


def _headlines(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> str:
    """What is decided after these answers, whatever is answered to the choices that they leave open; each headline once."""
    headlines = WORDS[subject.key].headlines
    return "; ".join(dict.fromkeys(str(headlines[one.code]) for one in _decisions(subject, edition, answers)))


def _decisions(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> Iterator[Decision]:
    known, _numbers, _wrong = _read(subject, edition, answers)
    found = decision(subject, edition, known)
    if found is not None:
        yield found
        return
    open_one = _open_question(subject, edition, known)
    for code in open_one.choices:
        yield from _decisions(subject, edition, {**answers, open_one.key: code})


def _amounts(found: Decision) -> Iterator[Amount]:
    """Every figure that a decision tells."""
    if found.points:
        yield found.points
    for step in found.steps:
        for _name, amount in step.amounts:
            yield amount


# --- The table of 4.4.c ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StateShown:
    """How many cards there are in one place, by its code and in words, longer and shorter ones."""

    code: str
    label: str
    short: str


@dataclass(frozen=True, slots=True)
class TableCell:
    """The action of one column, 0 to play on; `when` are the answers that lead into this column, as JSON."""

    action: int
    when: str
    is_hit: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row with its three states; `when` are the answers that lead into it, as JSON."""

    states: tuple[StateShown, ...]
    columns: tuple[TableCell, ...]
    when: str
    is_hit: bool


def table_rows(edition: Edition, answers: Mapping[str, str]) -> tuple[TableRow, ...]:
    """The whole table of 4.4.c in the order of the book, with the row and the column of these answers marked."""

    def is_hit(when: Mapping[str, str]) -> bool:
        return when.items() <= answers.items()

    rows = []
    for row in table(edition):
        states = {"pone": row.pone, "dealer": row.dealer, "crib": row.crib}
        when = {key: state.value for key, state in states.items()}
        columns = tuple(
            TableCell(action, json.dumps({"starter": turned}), is_hit({**when, "starter": turned}))
            for turned, action in (("not_turned", row.before_starter), ("turned", row.after_starter))
        )
        labels = tuple(
            StateShown(state.value, str(assistant_words.HOW_MANY[state]), str(assistant_words.HOW_MANY_SHORT[state]))
            for state in states.values()
        )
        rows.append(TableRow(labels, columns, json.dumps(when), is_hit(when)))
    return tuple(rows)


# --- The play --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A card that was played, or a go; `card` is empty of a go. `could_have` are the ranks that could have been played."""

    player: str
    card: str
    count: int
    is_new_series: bool
    scores: tuple[tuple[str, tuple[str, ...], int], ...]
    could_have: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayShown:
    """The play so far: its moves, the points of each player, the count, and whose turn it is; empty once it is over."""

    moves: tuple[MoveShown, ...]
    totals: tuple[tuple[str, int], ...]
    count: int
    turn: str


def play_shown(play: Play, names: list[str]) -> PlayShown:
    """The play in words, with these names for its players."""
    before = (None, *play.moves)
    moves = tuple(
        _move(move, names, is_new_series=earlier is not None and earlier.series != move.series)
        for earlier, move in zip(before, play.moves, strict=False)
    )
    turn = "" if play.turn is None else names[play.turn]
    return PlayShown(moves, tuple(zip(names, play.totals, strict=True)), play.count, turn)


def _move(move: Move, names: list[str], *, is_new_series: bool) -> MoveShown:
    return MoveShown(
        names[move.player],
        _rank(move.rank) if move.rank else "",
        move.count,
        is_new_series,
        tuple((str(KINDS[score.kind]), tuple(map(_rank, score.cards)), score.points) for score in move.scores),
        tuple(map(_rank, move.could_have)),
    )


def _rank(rank: int) -> str:
    return RANKS[rank - 1]


# --- Without a network -----------------------------------------------------------------------------------------------


def amount_values(amount: Amount) -> dict[str, object]:
    """It as plain values: what a script adds up and limits."""
    values: dict[str, object] = {
        "constant": amount.constant,
        "factors": [list(one) for one in amount.factors],
        "least": amount.least,
        "most": amount.most,
    }
    return values | {"room": amount_values(amount.room)} if amount.room else values


def within_values(only: tuple[Within, ...]) -> list[dict[str, object]]:
    """What must hold of the numbers, as plain values."""
    return [
        {"amount": amount_values(one.amount), "least": one.least, "most": one.most, "if_open": one.if_open}
        for one in only
    ]


def case_values(subject: Subject, edition: Edition, fragment: Callable[[DecisionShown], str]) -> dict[str, object]:
    """All that a script needs to answer any case of this kind as the rules do, without asking the server.

    `questions` say when each is asked, `relations` which numbers can be; `tree` leads from the answers, in their order, to the
    place of the decision among `decisions`, each of which has the page that `fragment` makes of it. Figures that hang on numbers
    are formulas.
    """
    places: dict[tuple[Decision, DecisionShown], int] = {}
    tree: Tree = {}
    for answers, found in every_case(subject, edition):
        place = places.setdefault((found, _shown(subject, edition, answers, found, {})), len(places))
        tree = _grown(tree, list(answers.values()), place)
    return {
        "questions": [
            {
                "key": question.key,
                "is_number": question.is_number,
                "only_if": [[key, list(codes)] for key, codes in question.only_if],
                "least": question.least,
                "most": question.most,
            }
            for question in subject.questions(edition)
        ],
        "relations": [
            {
                "code": relation.code,
                "factors": [list(one) for one in relation.factors],
                "least": relation.least,
                "most": relation.most,
                "only_if": [[key, list(codes)] for key, codes in relation.only_if],
            }
            for relation in subject.relations
        ],
        "tree": tree,
        "decisions": [
            {
                "code": found.code,
                "rules": list(found.rules),
                "points": amount_values(found.points) if found.points else None,
                "pegs": [
                    {
                        "side": peg.side.value,
                        "before": amount_values(peg.before),
                        "after": amount_values(peg.after),
                        "only": within_values(peg.only),
                    }
                    for peg in found.pegs
                ],
                "html": fragment(shown),
            }
            for found, shown in places
        ],
        "open_figure": OPEN_FIGURE,
        "holes": board_values(),
        "fits": [
            [value for value in range(1, HIGHEST_VALUE + 1) if playable(count, (value,))]
            for count in range(HIGHEST_COUNT + 1)
        ],
    }


def _grown(tree: Tree, answers: list[str], place: int) -> Tree:
    if not answers:
        return place
    assert isinstance(tree, dict)
    tree[answers[0]] = _grown(tree.get(answers[0], {}), answers[1:], place)
    return tree
