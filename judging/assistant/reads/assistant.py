"""Cases of the judges' assistant: questions and decisions as shown, and all of a case as data for use offline."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from django.conf import settings
from django.utils.translation import get_language

from judging.assistant import words as assistant_words
from judging.assistant.reads.in_force import MugginsInForce
from judging.rulebook.reads.board import BoardShown, board, board_values
from judging.rulebook.reads.rulebook import vocabulary
from judging.rulebook.rules import search as search_rules
from judging.rulebook.rules.cards import RANKS
from judging.rulebook.rules.engine import (
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
"""Shown in a sentence in place of a figure that depends on a number not given yet."""
LONGEST_SIDE_BY_SIDE, MOST_SIDE_BY_SIDE = 12, 3
"""The most letters of an answer, and the most answers, if the answers to a question are to be side by side."""
WITH_TABLE = WRONG_NUMBER.key
"""The kind of case that shows its whole table beside the questions."""
_FIGURE = re.compile("\x00([^\x00]*)\x00")

Tree: TypeAlias = "int | dict[str, Tree]"
"""The index of a decision, or a tree for each answer to the next choice."""


@dataclass(frozen=True, slots=True)
class SubjectShown:
    """One kind of case in the list. `finds` are the words that a search also looks through.

    `is_case` is false for guidance on the judges' own conduct, on which there is nothing to rule.
    """

    key: str
    title: str
    lead: str
    finds: str
    is_case: bool


@dataclass(frozen=True, slots=True)
class SubjectsFound:
    """Search results. `is_partly`: no subject has all words of the query. `is_cut`: some matches are left out."""

    subjects: tuple[SubjectShown, ...]
    is_partly: bool = False
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule by its number, and the key of its page; the key is empty if there is no page."""

    number: str
    key: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sentence. If it is a figure that depends on answered numbers, `amount` is its JSON formula."""

    text: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step of a decision in words.

    `rule` is set if the step rests on another rule than the decision. `only` is the JSON condition on the numbers under
    which the step applies, or empty if it always does. `is_meant`: the step applies with the present numbers. `is_ours`
    marks an interpretation of ours that the rulebook does not state.
    """

    code: str
    pieces: tuple[Piece, ...]
    rule: Cited | None = None
    only: str = ""
    is_meant: bool = True
    is_ours: bool = False

    @property
    def sentence(self) -> tuple[str, ...]:
        """The pieces of its sentence, with formulas in place of figures, so that it does not depend on the numbers."""
        return tuple(piece.amount or piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class ElsewhereShown:
    """How the decision of the other edition differs in the same case.

    `open_question` is a question that only the other edition asks, and `open_answers` are its decisions by answer. If
    they are set, the rest is empty.

    If the headline differs, `headline` and all `steps` are set. Otherwise `adds` are steps that this edition lacks or
    states with other figures, and `lacks` are steps that the other edition lacks. `open_numbers` are questions about
    numbers that only the other edition asks. `points` and `until` are empty if both editions agree, or if the other
    edition has none; `has_no_points` and `has_no_limit` mark the latter.
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
        differences = (self.open_question, self.headline, self.adds, self.lacks, self.points, self.until)
        return any(differences) or self.has_no_points or self.has_no_limit


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision in words. `elsewhere` says how the other edition differs, or is None if it does not."""

    code: str
    headline: str
    steps: tuple[StepShown, ...]
    rules: tuple[Cited, ...]
    points: Piece | None
    until: str
    elsewhere: ElsewhereShown | None


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """One answer to choose."""

    code: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MisfitShown:
    """The sentence on a contradiction of numbers; `is_so`: the present numbers contradict each other."""

    code: str
    sentence: str
    is_so: bool


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """One question.

    `value` is the number as typed. `is_out`: `value` is not a number, or outside `least` to `most`. `is_wrong`: `value`
    is out, or contradicts other answers. `misfits` are the possible contradictions of this number with earlier ones.
    `described_by` are the HTML ids of the messages on this number. `in_force` is the sentence on the events that play
    muggins, if the question is about that.
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
    """A kind of case with all its questions, the answers so far, and the decision; None while a choice is open.

    While numbers contradict each other, no number counts in `answers`, in figures or on the board. `known` are the
    default answers.
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
        """Whether the case asks for numbers, so that a board can be drawn."""
        return any(not question.choices for question in self.questions)


def subjects() -> tuple[SubjectShown, ...]:
    """The kinds of cases, and other guidance for judges, in the order of the list."""
    return tuple(
        SubjectShown(
            subject.key,
            str(WORDS[subject.key].title),
            str(WORDS[subject.key].lead),
            str(WORDS[subject.key].finds),
            is_case=subject in SUBJECTS,
        )
        for subject in ANSWERED
    )


def subject_of(key: str) -> Subject | None:
    """The subject with this key, also if it is guidance; None for an unknown key."""
    return next((subject for subject in ANSWERED if subject.key == key), None)


def find_subjects(query: str) -> SubjectsFound:
    """The subjects that match a query, best first."""
    speech = vocabulary(get_language() or settings.LANGUAGE_CODE)
    texts = tuple(
        search_rules.text(
            subject.key,
            (),
            title=subject.title,
            finds=subject.finds,
            summary=subject.lead,
            speech=speech,
        )
        for subject in subjects()
    )
    by_key = {subject.key: subject for subject in subjects()}
    matches = search_rules.look(query, texts, speech)
    return SubjectsFound(tuple(by_key[key] for key in matches.keys), matches.is_partly, matches.is_cut)


def subjects_citing(key: str) -> tuple[SubjectShown, ...]:
    """The kinds of cases that rest on this rule or a part of it, in either edition."""
    return tuple(subject for subject in subjects() if key in _cited_by(subject.key))


@cache
def _cited_by(subject: str) -> frozenset[str]:
    """Keys of the rules cited by the decisions of this kind of case, and of all rules above these."""
    case_subject = next(candidate for candidate in ANSWERED if candidate.key == subject)
    keys = set()
    for edition in Edition:
        for _answers, decided in every_case(case_subject, edition):
            for number in (*decided.rules, *(step.rule for step in decided.steps)):
                entry = next(iter(entries_of(number, edition=edition)), None)
                while entry is not None:
                    keys.add(entry.key)
                    entry = parent_of(entry)
    return frozenset(keys)


def cited(number: str, edition: Edition) -> Cited:
    """The rule with this number in this edition, with the key of its page."""
    entries = entries_of(number, edition=edition)
    return Cited(number, entries[0].key if entries else "")


def case(
    subject: Subject, edition: Edition, sent_answers: Mapping[str, str], muggins: MugginsInForce | None = None
) -> CaseShown:
    """This kind of case with these answers, as in the URL; invalid answers are ignored.

    If all events agree on `muggins`, that is the default answer.
    """
    words = WORDS[subject.key]
    muggins = muggins or MugginsInForce()
    questions = subject.questions(edition)
    known = {question.key: muggins.answer for question in questions if question.is_muggins_in_force and muggins.answer}
    answers, numbers, out = _read(subject, edition, sent_answers, known)
    broken = misfits(subject, answers, numbers)
    contradicting = {key for relation in broken for key, _factor in relation.factors}
    if broken:
        answers = {key: answer for key, answer in answers.items() if key not in numbers}
        numbers = {}
    decided = decision(subject, edition, answers)
    asked_keys = {question.key for question in asked(subject, edition, answers)}
    shown = tuple(
        QuestionShown(
            key=question.key,
            label=str(words.questions[question.key]),
            hint=str(words.hints.get(question.key, "")),
            choices=_choices(question, words, answers),
            is_asked=question.key in asked_keys,
            is_side_by_side=_is_side_by_side(question, words),
            by_cards=question.by_cards,
            least=question.least,
            most=question.most,
            value=sent_answers.get(question.key, "") if question.is_number else "",
            is_out=question.key in out,
            is_wrong=question.key in out or question.key in contradicting,
            misfits=tuple(
                MisfitShown(relation.code, str(words.misfits[relation.code]), relation in broken)
                for relation in subject.relations
                if question.key == _last_of(relation, questions)
            ),
            described_by=_described_by(question, broken, is_out=question.key in out),
            in_force=muggins.sentence if question.is_muggins_in_force else "",
        )
        for question in questions
    )
    return CaseShown(
        key=subject.key,
        title=str(words.title),
        lead=str(words.lead),
        edition=edition.value,
        questions=shown,
        decision=_shown(subject, edition, answers, decided, numbers) if decided else None,
        board=board(decided, numbers),
        answers=answers,
        known=known,
    )


def _last_of(relation: Relation, questions: tuple[Question, ...]) -> str:
    """The key of the last question of a relation, below which its contradiction is shown."""
    keys = {key for key, _factor in relation.factors}
    return [question.key for question in questions if question.key in keys][-1]


def _described_by(question: Question, broken: tuple[Relation, ...], *, is_out: bool) -> str:
    """The HTML ids of the messages on a number: its range, that it is out of range, and its contradictions."""
    ids = [f"range-{question.key}"]
    if is_out:
        ids.append(f"out-{question.key}")
    ids += [f"misfit-{relation.code}" for relation in broken if question.key in dict(relation.factors)]
    return " ".join(ids)


def _read(
    subject: Subject, edition: Edition, sent_answers: Mapping[str, str], known: Mapping[str, str] | None = None
) -> tuple[dict[str, str], dict[str, int], set[str]]:
    """The valid answers to the questions asked, the numbers among them, and the keys of invalid numbers.

    `known` are default answers to choices.
    """
    answers: dict[str, str] = {}
    numbers: dict[str, int] = {}
    invalid: set[str] = set()
    for question in subject.questions(edition):
        if not question.is_asked(answers):
            continue
        text = sent_answers.get(question.key, "").strip()
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
                invalid.add(question.key)
    return answers, numbers, invalid


def _choices(question: Question, words: SubjectWords, answers: Mapping[str, str]) -> tuple[ChoiceShown, ...]:
    return tuple(
        ChoiceShown(code, str(words.choices[question.key, code]), answers.get(question.key) == code)
        for code in question.choices
    )


def _is_side_by_side(question: Question, words: SubjectWords) -> bool:
    """Whether the choices of a question are few and short enough to stand in one row."""
    labels = [str(words.choices[question.key, code]) for code in question.choices]
    return len(labels) <= MOST_SIDE_BY_SIDE and all(len(label) <= LONGEST_SIDE_BY_SIDE for label in labels)


# --- A decision in words ---------------------------------------------------------------------------------------------


def _shown(
    subject: Subject, edition: Edition, answers: Mapping[str, str], decided: Decision, numbers: Mapping[str, int]
) -> DecisionShown:
    """This decision in words, with how the other edition differs."""
    words = WORDS[subject.key]
    shown = DecisionShown(
        code=decided.code,
        headline=str(words.headlines[decided.code]),
        steps=_steps(words, decided.steps, edition, numbers),
        rules=tuple(cited(number, edition) for number in decided.rules),
        points=_figure(decided.points, numbers) if decided.points else None,
        until=str(words.until[decided.claim_until]) if decided.claim_until else "",
        elsewhere=None,
    )
    elsewhere = _elsewhere(subject, edition, answers, shown, numbers)
    return replace(shown, elsewhere=elsewhere) if elsewhere.is_different else shown


def _steps(
    words: SubjectWords, steps: tuple[Step, ...], edition: Edition, numbers: Mapping[str, int]
) -> tuple[StepShown, ...]:
    return tuple(
        StepShown(
            code=step.code,
            pieces=_pieces(str(words.of_step(step.code)), dict(step.amounts), numbers),
            rule=cited(step.rule, edition) if step.rule else None,
            only=json.dumps(within_values(step.only)) if step.only else "",
            is_meant=step.is_meant(numbers),
            is_ours=step.is_ours,
        )
        for step in steps
    )


def _pieces(sentence: str, amounts: Mapping[str, Amount], numbers: Mapping[str, int]) -> tuple[Piece, ...]:
    """The sentence cut into texts and figures; it has a placeholder such as `%(hole)s` for each amount."""
    marked = sentence % {name: f"\x00{name}\x00" for name in amounts}
    # The split alternates: texts are at even places, names of amounts at odd places.
    return tuple(
        _figure(amounts[text], numbers) if place % 2 else Piece(text)
        for place, text in enumerate(_FIGURE.split(marked))
        if text
    )


def _figure(amount: Amount, numbers: Mapping[str, int]) -> Piece:
    """The figure of this amount, with its formula if it depends on numbers; an ellipsis while a number is open."""
    value = amount.of(numbers)
    if not amount.factors:
        return Piece(str(value))
    return Piece(OPEN_FIGURE if value is None else str(value), json.dumps(amount_values(amount)))


def _elsewhere(
    subject: Subject, edition: Edition, answers: Mapping[str, str], shown: DecisionShown, numbers: Mapping[str, int]
) -> ElsewhereShown:
    """How the decision of the other edition differs from `shown`, the decision of this edition in the same case."""
    words = WORDS[subject.key]
    other = next(candidate for candidate in Edition if candidate is not edition)
    other_answers, _numbers, _invalid = _read(subject, other, answers)
    decided = decision(subject, other, other_answers)
    if decided is None:
        question = _open_question(subject, other, other_answers)
        headlines_by_answer = tuple(
            (str(words.choices[question.key, code]), _headlines(subject, other, {**answers, question.key: code}))
            for code in question.choices
        )
        return ElsewhereShown(other.value, str(words.questions[question.key]), headlines_by_answer)
    asked_here = {question.key for question in asked(subject, edition, answers)}
    numbers_asked_only_there = [
        question.key
        for question in asked(subject, other, other_answers)
        if question.is_number and question.key not in asked_here
    ]
    numbers_needed = {key for amount in _amounts(decided) for key, _factor in amount.factors}
    points = _figure(decided.points, numbers) if decided.points else None
    until = str(words.until[decided.claim_until]) if decided.claim_until else ""
    difference = ElsewhereShown(
        edition=other.value,
        open_numbers=tuple(str(words.questions[key]) for key in numbers_asked_only_there if key in numbers_needed),
        points=points if points != shown.points else None,
        has_no_points=points is None and shown.points is not None,
        until=until if until != shown.until else "",
        has_no_limit=not until and bool(shown.until),
        rules=tuple(cited(number, other) for number in decided.rules),
    )
    headline = str(words.headlines[decided.code])
    steps = _steps(words, decided.steps, other, numbers)
    if headline != shown.headline:
        return replace(difference, headline=headline, steps=steps)
    sentences_here = {step.sentence for step in shown.steps}
    codes_there = {step.code for step in steps}
    return replace(
        difference,
        adds=tuple(step for step in steps if step.sentence not in sentences_here),
        lacks=tuple(replace(step, rule=None, is_ours=False) for step in shown.steps if step.code not in codes_there),
    )


def _open_question(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> Question:
    """The first choice that these answers leave open."""
    return next(
        question
        for question in asked(subject, edition, answers)
        if not question.is_number and question.key not in answers
    )


def _headlines(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> str:
    """The headlines of all decisions that these answers can still lead to, each once."""
    headlines = WORDS[subject.key].headlines
    return "; ".join(dict.fromkeys(str(headlines[decided.code]) for decided in _decisions(subject, edition, answers)))


def _decisions(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> Iterator[Decision]:
    """All decisions that these answers can still lead to."""
    valid_answers, _numbers, _invalid = _read(subject, edition, answers)
    decided = decision(subject, edition, valid_answers)
    if decided is not None:
        yield decided
        return
    question = _open_question(subject, edition, valid_answers)
    for code in question.choices:
        yield from _decisions(subject, edition, {**answers, question.key: code})


def _amounts(decided: Decision) -> Iterator[Amount]:
    """The penalty of a decision and every amount in its steps."""
    if decided.points:
        yield decided.points
    for step in decided.steps:
        for _name, amount in step.amounts:
            yield amount


# --- The table of 4.4.c ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StateShown:
    """The state of a hand or the crib in the table: code, label and short label."""

    code: str
    label: str
    short: str


@dataclass(frozen=True, slots=True)
class TableCell:
    """The action in one column of a row, 0 to play on.

    `when` are the answers of this column, as JSON. `is_hit`: the cell is the one of the answers so far.
    """

    action: int
    when: str
    is_hit: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row with its three states and two columns.

    `when` are the answers of this row, as JSON. `is_hit`: the row is the one of the answers so far.
    """

    states: tuple[StateShown, ...]
    columns: tuple[TableCell, ...]
    when: str
    is_hit: bool


def table_rows(edition: Edition, answers: Mapping[str, str]) -> tuple[TableRow, ...]:
    """The whole table of 4.4.c in the order of the book, with the row and column of these answers marked."""

    def is_hit(when: Mapping[str, str]) -> bool:
        """Whether the answers so far include these."""
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
    """A card that was played, or a go, for which `card` is empty.

    `scores` are triples of name, cards and points. `could_have` are the ranks that could have been played instead of a
    go.
    """

    player: str
    card: str
    count: int
    is_new_series: bool
    scores: tuple[tuple[str, tuple[str, ...], int], ...]
    could_have: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayShown:
    """The play so far: its moves, the points of each player, and the count.

    `turn` is the player whose turn it is; empty once the play is over.
    """

    moves: tuple[MoveShown, ...]
    totals: tuple[tuple[str, int], ...]
    count: int
    turn: str


def play_shown(play: Play, names: list[str]) -> PlayShown:
    """The play in words, with these player names."""
    previous_moves = (None, *play.moves)
    moves = tuple(
        _move(move, names, is_new_series=previous is not None and previous.series != move.series)
        for previous, move in zip(previous_moves, play.moves, strict=False)
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
    """An amount as plain values, from which a script computes the figure."""
    values: dict[str, object] = {
        "constant": amount.constant,
        "factors": [list(factor) for factor in amount.factors],
        "least": amount.least,
        "most": amount.most,
    }
    return values | {"room": amount_values(amount.room)} if amount.room else values


def within_values(only: tuple[Within, ...]) -> list[dict[str, object]]:
    """Conditions on the numbers as plain values."""
    return [
        {"amount": amount_values(within.amount), "least": within.least, "most": within.most, "if_open": within.if_open}
        for within in only
    ]


def case_values(subject: Subject, edition: Edition, fragment: Callable[[DecisionShown], str]) -> dict[str, object]:
    """All data with which a script answers cases of this kind as the rules do, without the server.

    `questions` say when each question is asked, `relations` which numbers are possible. `tree` leads from the answers,
    in order, to the index of a decision in `decisions`. Each decision has the HTML that `fragment` renders. Figures
    that depend on numbers are formulas. `fits` lists by count the values of cards that can be played.
    """
    places: dict[tuple[Decision, DecisionShown], int] = {}
    tree: Tree = {}
    for answers, decided in every_case(subject, edition):
        place = places.setdefault((decided, _shown(subject, edition, answers, decided, {})), len(places))
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
                "factors": [list(factor) for factor in relation.factors],
                "least": relation.least,
                "most": relation.most,
                "only_if": [[key, list(codes)] for key, codes in relation.only_if],
            }
            for relation in subject.relations
        ],
        "tree": tree,
        "decisions": [
            {
                "code": decided.code,
                "rules": list(decided.rules),
                "points": amount_values(decided.points) if decided.points else None,
                "pegs": [
                    {
                        "side": peg.side.value,
                        "before": amount_values(peg.before),
                        "after": amount_values(peg.after),
                        "only": within_values(peg.only),
                    }
                    for peg in decided.pegs
                ],
                "html": fragment(shown),
            }
            for decided, shown in places
        ],
        "open_figure": OPEN_FIGURE,
        "holes": board_values(),
        "fits": [
            [value for value in range(1, HIGHEST_VALUE + 1) if playable(count, (value,))]
            for count in range(HIGHEST_COUNT + 1)
        ],
    }


def _grown(tree: Tree, answers: list[str], place: int) -> Tree:
    """This tree with a branch for these answers, which leads to the index `place`."""
    if not answers:
        return place
    assert isinstance(tree, dict)
    tree[answers[0]] = _grown(tree.get(answers[0], {}), answers[1:], place)
    return tree
