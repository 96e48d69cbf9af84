"""Questions about a case at the table, and the decision that follows from the answers.

A *subject* is one kind of case (wrong number of cards, a renege). It asks *questions*. Once all questions that apply
are answered, it gives one *decision*: the steps to take, in order, each with its rule.

Decisions depend on the chosen answers only, never on numbers. So `every_case` can list all decisions beforehand, for
tests and for use offline. Numbers (positions of pegs) only fill in amounts. A *relation* says which numbers are
possible after these answers; impossible numbers fill in nothing.

A game is over when a front peg comes into the game hole (rule 1.1), also by a penalty. `decision` adds this to the
steps of every subject. After a step that pegs forward, a step says that the game may be over; the steps after it apply
only if the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.rules.edition import Edition
from tournaments.rules.skunk import USUAL_SKUNK_FROM

GAME_HOLE = 121
OFF_THE_BOARD = 0


class Side(StrEnum):
    """One of the two players: the offender, or the other player."""

    OFFENDER = "offender"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that a judge finds out: one of `choices`, or without choices a number from `least` to `most`.

    `only_if` are pairs of a question's key and codes. The question is asked only if each of these questions was
    answered by one of its codes. A number may stay open.

    `by_cards` marks a choice that follows from the count (from `least` to `most`) and the cards held. Its codes are the
    number of these cards that could have been played, each by itself. `is_muggins_in_force` marks the choice between
    `yes` and `no` that the event determines.
    """

    key: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = GAME_HOLE
    only_if: tuple[tuple[str, tuple[str, ...]], ...] = ()
    by_cards: bool = False
    is_muggins_in_force: bool = False

    @property
    def is_number(self) -> bool:
        return not self.choices

    def is_asked(self, answers: Mapping[str, str]) -> bool:
        """Whether the question is asked after these answers."""
        return _are_given(self.only_if, answers)


@dataclass(frozen=True, slots=True)
class Relation:
    """A condition on numbers: the sum of each factor times its number is from `least` to `most`; None is no bound.

    `factors` are pairs of a number's key and its factor. The condition holds only after the answers of `only_if`, and
    it is not checked while one of the numbers is open. `code` names the sentence shown if the relation is broken.

    >>> shorter = Relation("not_short", (("due", 1), ("moved", -1)), least=1, only_if=(("way", ("short",)),))
    >>> [shorter.is_broken({"way": "short"}, {"due": 2, "moved": moved}) for moved in (1, 2)]
    [False, True]
    """

    code: str
    factors: tuple[tuple[str, int], ...]
    least: int | None = None
    most: int | None = None
    only_if: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def is_broken(self, answers: Mapping[str, str], numbers: Mapping[str, int]) -> bool:
        """Whether these numbers are impossible after these answers. Both must be of questions that are asked."""
        if not _are_given(self.only_if, answers) or any(key not in numbers for key, _factor in self.factors):
            return False
        total = sum(factor * numbers[key] for key, factor in self.factors)
        return (self.least is not None and total < self.least) or (self.most is not None and total > self.most)


def _are_given(only_if: tuple[tuple[str, tuple[str, ...]], ...], answers: Mapping[str, str]) -> bool:
    """Whether each of these questions is answered by one of its codes."""
    return all(answers.get(key) in codes for key, codes in only_if)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of points or a hole: `constant` plus each factor times its number, clamped to `least` and `most`.

    `factors` are pairs of a number's key and its factor. The amount is also at most `room`, if the value of `room` is
    known.

    >>> Amount(factors=(("at", 1), ("due", 1)), most=121).of({"at": 115, "due": 8})
    121
    >>> to_peg = Amount(factors=(("due", 1),), room=Amount(121, (("at", -1),)))
    >>> to_peg.of({"due": 8}), to_peg.of({"due": 8, "at": 115})
    (8, 6)
    """

    constant: int = 0
    factors: tuple[tuple[str, int], ...] = ()
    least: int = 0
    most: int = GAME_HOLE
    room: Amount | None = None

    def of(self, numbers: Mapping[str, int]) -> int | None:
        """The value of the amount with these numbers; None while a number that it needs is open."""
        if any(key not in numbers for key, _factor in self.factors):
            return None
        total = self.constant + sum(factor * numbers[key] for key, factor in self.factors)
        clamped = min(max(total, self.least), self.most)
        room = self.room.of(numbers) if self.room else None
        return clamped if room is None else min(clamped, room)


@dataclass(frozen=True, slots=True)
class Within:
    """A condition on an amount: it is from `least` to `most`. While the amount is open, `if_open` is the result.

    >>> won = Within(Amount(2, (("at", 1),)), least=121)
    >>> [won.holds(numbers) for numbers in ({"at": 119}, {"at": 118}, {})]
    [True, False, False]
    """

    amount: Amount
    least: int = OFF_THE_BOARD
    most: int = GAME_HOLE
    if_open: bool = False

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Whether the condition holds with these numbers."""
        value = self.amount.of(numbers)
        return self.if_open if value is None else self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or to say, in order.

    `rule` is set if the step rests on another rule than the decision. `amounts` are the figures in its sentence, by
    name. `pegs` is the side whose front peg the step moves forward, or None. `who` is the code of that player in the
    sentence on the win; empty for the code of the side.

    `in_any_case`: the step applies even if a front peg is already in the game hole. `only` are the conditions under
    which the step applies; `decision` sets them. `is_ours` marks an interpretation of ours that the rulebook does not
    state, which the reader is told.
    """

    code: str
    rule: str = ""
    amounts: tuple[tuple[str, Amount], ...] = ()
    pegs: Side | None = None
    who: str = ""
    in_any_case: bool = False
    only: tuple[Within, ...] = ()
    is_ours: bool = False

    def is_meant(self, numbers: Mapping[str, int]) -> bool:
        """Whether the step applies with these numbers."""
        return all(condition.holds(numbers) for condition in self.only)


def ours(*steps: Step) -> tuple[Step, ...]:
    """These steps, marked as an interpretation of ours.

    >>> [step.is_ours for step in ours(Step("cut_stands"))]
    [True]
    """
    return tuple(replace(step, is_ours=True) for step in steps)


@dataclass(frozen=True, slots=True)
class Peg:
    """The holes of a side's front peg before and after the decision (0: off the board, 121: game hole).

    The peg moves only if all conditions in `only` hold; `decision` sets them.
    """

    side: Side
    before: Amount
    after: Amount
    only: tuple[Within, ...] = ()

    def ends_at(self, numbers: Mapping[str, int]) -> int | None:
        """The hole of the peg after the decision with these numbers; None while a number that it needs is open."""
        moves = all(condition.holds(numbers) for condition in self.only)
        return (self.after if moves else self.before).of(numbers)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision.

    `code` is the code of its headline. `rules` are the numbers of the rules that it rests on, in the edition asked.
    `points` is the penalty that a player pegs, or None. `claim_until` is the code of the deadline for the
    claim, or empty if no rule sets one. `pegs` are the front pegs on the board.
    """

    code: str
    rules: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    points: Amount | None = None
    claim_until: str = ""
    pegs: tuple[Peg, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """One kind of case: its questions and its decision by edition, and the relations of its numbers in both editions.

    `decide` takes answers to exactly the choices that are asked; other answers may raise an error.
    """

    key: str
    questions: Callable[[Edition], tuple[Question, ...]]
    decide: Callable[[Edition, Mapping[str, str]], Decision]
    relations: tuple[Relation, ...] = ()


def asked(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> tuple[Question, ...]:
    """The questions that apply after these answers, in order. Answers to questions that are not asked are ignored."""
    relevant_answers: dict[str, str] = {}
    questions = []
    for question in subject.questions(edition):
        if question.is_asked(relevant_answers):
            questions.append(question)
            if question.key in answers:
                relevant_answers[question.key] = answers[question.key]
    return tuple(questions)


def decision(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> Decision | None:
    """The decision after these answers; None while a choice is open. Raises ValueError for an invalid choice."""
    chosen = {}
    for question in asked(subject, edition, answers):
        if question.is_number:
            continue
        answer = answers.get(question.key)
        if answer is None:
            return None
        if answer not in question.choices:
            raise ValueError(f"{answer!r} is no answer to {question.key!r} of {subject.key!r}")
        chosen[question.key] = answer
    return _until_the_game_hole(subject.decide(edition, chosen))


def misfits(subject: Subject, answers: Mapping[str, str], numbers: Mapping[str, int]) -> tuple[Relation, ...]:
    """The relations that these numbers break, in order. Answers and numbers must be of questions that are asked."""
    return tuple(relation for relation in subject.relations if relation.is_broken(answers, numbers))


def every_case(subject: Subject, edition: Edition) -> Iterator[tuple[dict[str, str], Decision]]:
    """Every possible combination of answers to a subject's choices, with its decision."""
    choices = [question for question in subject.questions(edition) if not question.is_number]

    def answered(place: int, answers_so_far: dict[str, str]) -> Iterator[dict[str, str]]:
        """Every way to answer the choices from this place on, added to the answers so far."""
        if place == len(choices):
            yield dict(answers_so_far)
            return
        question = choices[place]
        if not question.is_asked(answers_so_far):
            yield from answered(place + 1, answers_so_far)
            return
        for code in question.choices:
            yield from answered(place + 1, answers_so_far | {question.key: code})

    for answers in answered(0, {}):
        yield answers, _until_the_game_hole(subject.decide(edition, answers))


# --- The game hole ---------------------------------------------------------------------------------------------------


def _until_the_game_hole(decided: Decision) -> Decision:
    """The decision with the end of the game told after every step that may move a front peg into the game hole.

    The game ends there by rule 1.1 of both editions. The end is told after that step and after the following steps that
    apply in any case. Such a step is rule 8.4.b.3: it moves a player who falsely claimed the game back even if the
    other player has won.
    """
    pegs = {peg.side: peg for peg in decided.pegs}
    steps: list[Step] = []
    game_goes_on: tuple[Within, ...] = ()
    end: tuple[Step, ...] = ()
    for place, step in enumerate(decided.steps):
        if step.in_any_case:
            steps.append(step)
            continue
        steps += (*end, replace(step, only=game_goes_on))
        end = ()
        if step.pegs is None:
            continue
        peg = pegs.get(step.pegs)
        sides_pegging_later = frozenset(later_step.pegs for later_step in decided.steps[place + 1 :])
        end = tuple(_at_the_end(step, pegs, sides_pegging_later, game_goes_on))
        if peg is not None:
            pegs[peg.side] = replace(peg, only=game_goes_on)
            game_goes_on = (*game_goes_on, Within(peg.after, most=GAME_HOLE - 1, if_open=True))
    steps += end
    return replace(decided, steps=tuple(steps), pegs=tuple(pegs[peg.side] for peg in decided.pegs))


def _at_the_end(
    step: Step,
    pegs: Mapping[Side, Peg],
    sides_pegging_later: frozenset[Side | None],
    game_goes_on: tuple[Within, ...],
) -> Iterator[Step]:
    """The steps that tell the end of the game after `step` has pegged: that it may be over, or who won by how much.

    `sides_pegging_later` are the sides that later steps peg for: their front pegs have not moved yet. `game_goes_on`
    are the conditions under which the game was not over before `step`.
    """
    peg = None if step.pegs is None else pegs.get(step.pegs)
    if peg is None:
        yield Step("if_in_game_hole", "1.1", only=game_goes_on)
        return
    # No hole is below 0, so this condition holds only while the number is open.
    is_hole_open = Within(peg.after, most=OFF_THE_BOARD - 1, if_open=True)
    yield Step("if_in_game_hole", "1.1", only=(*game_goes_on, is_hole_open))
    won = (*game_goes_on, Within(peg.after, least=GAME_HOLE))
    yield Step(f"{step.who or peg.side}_has_won", "1.1", only=won)
    loser = next((candidate for candidate in pegs.values() if candidate.side is not peg.side), None)
    if loser is None:
        yield Step("spread_open", "1.6", only=won)
        return
    losing_hole = loser.before if loser.side in sides_pegging_later else loser.after
    spread = Amount(GAME_HOLE - losing_hole.constant, tuple((key, -factor) for key, factor in losing_hole.factors))
    figures = (("spread", spread),)
    yield Step("spread_open", "1.6", only=(*won, Within(spread, most=OFF_THE_BOARD - 1, if_open=True)))
    yield Step("won_by", "1.6", figures, only=(*won, Within(spread, most=USUAL_SKUNK_FROM - 1)))
    yield Step("won_by_skunk", "1.6", figures, only=(*won, Within(spread, least=USUAL_SKUNK_FROM)))
