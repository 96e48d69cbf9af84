"""What a judge is asked about a case at the table, and what follows from the answers.

A *subject* is one kind of case (wrong number of cards, a renege). It asks *questions*; with every question that applies
answered it gives one *decision*: the steps to take, in order, each with its rule. Decisions hang on chosen answers alone,
never on numbers, so that all of them can be listed beforehand: `every_case` does, for tests and for judges whose phone has
no network. Numbers (where pegs stand) only fill in the amounts that a decision speaks of; a *relation* says which numbers can
be after these answers, so that what cannot be fills in nothing.

A game is over when a front peg comes into the game hole (rule 1.1), also by a penalty. `decision` puts that into every subject's
steps: after a step that pegs forward it says so, and what stood below it holds no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scorecards.sheet.rules.line import SKUNK_SPREAD
from tournaments.rules.edition import Edition

GAME_HOLE = 121
OFF_THE_BOARD = 0


class Side(StrEnum):
    """Whose peg is meant: the player who did what was wrong, or the other one."""

    OFFENDER = "offender"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that a judge finds out: one of `choices`, or a number from `least` to `most` where there are none.

    It is asked only where each of the questions named in `only_if` was asked and answered by one of the codes given there.
    A number may be left open. `by_cards` marks a choice that can be found from the count, from `least` to `most`, and the cards
    held: the codes are then how many of these cards could have been played alone. `is_muggins_in_force` marks the choice,
    `yes` or `no`, that the event settles.
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
        """Whether it is asked after these answers."""
        return _are_given(self.only_if, answers)


@dataclass(frozen=True, slots=True)
class Relation:
    """What must hold of numbers after the answers of `only_if`: each factor times its number adds up to `least` to `most`.

    None is no bound. `code` names the sentence that says what does not fit. Nothing is said while one of the numbers is open.

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
        """Whether these numbers cannot be after these answers, both of questions that are asked."""
        if not _are_given(self.only_if, answers) or any(key not in numbers for key, _factor in self.factors):
            return False
        total = sum(factor * numbers[key] for key, factor in self.factors)
        return (self.least is not None and total < self.least) or (self.most is not None and total > self.most)


def _are_given(only_if: tuple[tuple[str, tuple[str, ...]], ...], answers: Mapping[str, str]) -> bool:
    return all(answers.get(key) in codes for key, codes in only_if)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of points or a hole: `constant` plus each factor times the number answered, kept within `least` and `most`.

    It is no more than `room` either, as far as the numbers of that are known.

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
        """It with these numbers; None where one of those that it needs is open."""
        if any(key not in numbers for key, _factor in self.factors):
            return None
        total = self.constant + sum(factor * numbers[key] for key, factor in self.factors)
        within = min(max(total, self.least), self.most)
        room = self.room.of(numbers) if self.room else None
        return within if room is None else min(within, room)


@dataclass(frozen=True, slots=True)
class Within:
    """What holds while an amount is from `least` to `most`; while it is open only with `if_open`.

    >>> won = Within(Amount(2, (("at", 1),)), least=121)
    >>> [won.holds(numbers) for numbers in ({"at": 119}, {"at": 118}, {})]
    [True, False, False]
    """

    amount: Amount
    least: int = OFF_THE_BOARD
    most: int = GAME_HOLE
    if_open: bool = False

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Whether it is so with these numbers."""
        value = self.amount.of(numbers)
        return self.if_open if value is None else self.least <= value <= self.most


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or to say, in the order of the decision. `rule` where it rests on another one than the decision does.

    `amounts` are the figures that its sentence names. `pegs` is the side whose front peg it takes forward, None for no side;
    `who` what the words call that player, where not by the side. `in_any_case` holds also once a front peg is in the game hole.
    `only` is filled in by `decision`: the step is meant while all of these hold. `is_ours` marks a reading of ours: the rulebook
    does not say it, and whoever reads the step is told so.
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
        """Whether it is to be done or said with these numbers."""
        return all(one.holds(numbers) for one in self.only)


def ours(*steps: Step) -> tuple[Step, ...]:
    """These steps, marked as a reading of ours.

    >>> [step.is_ours for step in ours(Step("cut_stands"))]
    [True]
    """
    return tuple(replace(step, is_ours=True) for step in steps)


@dataclass(frozen=True, slots=True)
class Peg:
    """Where the front peg of a side stands before the decision and after it, in holes (0: off the board, 121: game hole).

    `only` is filled in by `decision`: the peg moves while all of these hold.
    """

    side: Side
    before: Amount
    after: Amount
    only: tuple[Within, ...] = ()

    def ends_at(self, numbers: Mapping[str, int]) -> int | None:
        """The hole in which it ends with these numbers; None while one of those that it needs is open."""
        moves = all(one.holds(numbers) for one in self.only)
        return (self.after if moves else self.before).of(numbers)


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided: `code` is the headline, `rules` the numbers that it rests on, in the edition that was asked.

    `points` is the penalty that the other side pegs, None where there is none. `claim_until` says until when it may be
    claimed, as a code; empty where no rule says so. `pegs` are where the board shows the front pegs.
    """

    code: str
    rules: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    points: Amount | None = None
    claim_until: str = ""
    pegs: tuple[Peg, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """One kind of case: its questions and its decision, both by edition, and the relations that its numbers have in either.

    `decide` gets the chosen answers to exactly the choices that are asked; anything else is a ValueError.
    """

    key: str
    questions: Callable[[Edition], tuple[Question, ...]]
    decide: Callable[[Edition, Mapping[str, str]], Decision]
    relations: tuple[Relation, ...] = ()


def asked(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> tuple[Question, ...]:
    """The questions that apply after these answers, in order; an answer to a question that is not asked counts for nothing."""
    given: dict[str, str] = {}
    found = []
    for question in subject.questions(edition):
        if question.is_asked(given):
            found.append(question)
            if question.key in answers:
                given[question.key] = answers[question.key]
    return tuple(found)


def decision(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> Decision | None:
    """What follows from these answers; None while a choice that is asked is open. ValueError for a code that is no choice."""
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
    """The relations that these numbers break, in order; answers and numbers are those of questions that are asked."""
    return tuple(one for one in subject.relations if one.is_broken(answers, numbers))


def every_case(subject: Subject, edition: Edition) -> Iterator[tuple[dict[str, str], Decision]]:
    """Every way in which the choices of a subject can be answered, with its decision."""
    choices = [question for question in subject.questions(edition) if not question.is_number]

    def answered(at: int, given: dict[str, str]) -> Iterator[dict[str, str]]:
        if at == len(choices):
            yield dict(given)
            return
        question = choices[at]
        if not question.is_asked(given):
            yield from answered(at + 1, given)
            return
        for code in question.choices:
            yield from answered(at + 1, given | {question.key: code})

    for answers in answered(0, {}):
        yield answers, _until_the_game_hole(subject.decide(edition, answers))


# --- The game hole ---------------------------------------------------------------------------------------------------


def _until_the_game_hole(found: Decision) -> Decision:
    """The decision with its end wherever a step may take a front peg into the game hole (rule 1.1, both editions).

    What is told there stands below the step, and below what follows it in any case: rule 8.4.b.3 sends whoever falsely claimed
    the game back even then.
    """
    pegs = {peg.side: peg for peg in found.pegs}
    steps: list[Step] = []
    going_on: tuple[Within, ...] = ()
    end: tuple[Step, ...] = ()
    for place, step in enumerate(found.steps):
        if step.in_any_case:
            steps.append(step)
            continue
        steps += (*end, replace(step, only=going_on))
        end = ()
        if step.pegs is None:
            continue
        peg = pegs.get(step.pegs)
        later = frozenset(one.pegs for one in found.steps[place + 1 :])
        end = tuple(_at_the_end(step, pegs, later, going_on))
        if peg is not None:
            pegs[peg.side] = replace(peg, only=going_on)
            going_on = (*going_on, Within(peg.after, most=GAME_HOLE - 1, if_open=True))
    steps += end
    return replace(found, steps=tuple(steps), pegs=tuple(pegs[peg.side] for peg in found.pegs))


def _at_the_end(
    step: Step, pegs: Mapping[Side, Peg], later: frozenset[Side | None], going_on: tuple[Within, ...]
) -> Iterator[Step]:
    """What is said once this step has pegged: that the game may be over, or that it is, who has won it and by how much.

    `later` are the sides whose front pegs steps below it take forward, so that these still stand where they stood.
    """
    peg = None if step.pegs is None else pegs.get(step.pegs)
    if peg is None:
        yield Step("if_in_game_hole", "1.1", only=going_on)
        return
    hole = peg.after
    yield Step("if_in_game_hole", "1.1", only=(*going_on, Within(hole, most=OFF_THE_BOARD - 1, if_open=True)))
    won = (*going_on, Within(hole, least=GAME_HOLE))
    yield Step(f"{step.who or peg.side}_has_won", "1.1", only=won)
    loser = next((one for one in pegs.values() if one.side is not peg.side), None)
    if loser is None:
        yield Step("spread_open", "1.6", only=won)
        return
    stands = loser.before if loser.side in later else loser.after
    spread = Amount(GAME_HOLE - stands.constant, tuple((key, -factor) for key, factor in stands.factors))
    figures = (("spread", spread),)
    yield Step("spread_open", "1.6", only=(*won, Within(spread, most=OFF_THE_BOARD - 1, if_open=True)))
    yield Step("won_by", "1.6", figures, only=(*won, Within(spread, most=SKUNK_SPREAD - 1)))
    yield Step("won_by_skunk", "1.6", figures, only=(*won, Within(spread, least=SKUNK_SPREAD)))
