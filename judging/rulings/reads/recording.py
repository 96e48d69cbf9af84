"""What fills in the ruling form: a case of the assistant in words, and the call in hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judging.assistant.reads.assistant import StepShown, case
from judging.models import LONGEST_ACCOUNT, Call
from judging.rulebook.reads.rulebook import key_of
from judging.rulebook.rules.rulebook import ENTRIES
from judging.rulebook.rules.subjects import SUBJECTS
from judging.rulebook.words.rulebook import RULES
from judging.rulings import words as rulings_words
from tournaments.models import Entry, Event, User
from tournaments.models.people import with_people
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class FromAssistant:
    """A case from the assistant in words: what happened and what follows, each possibly in several lines.

    `decision` and `rules` are empty while a question is open. `answers` are those that count.
    """

    subject: str
    answers: Mapping[str, str]
    happened: str
    decision: str
    rules: tuple[str, ...]
    points: int | None


def from_assistant(key: str, edition: Edition, answers: Mapping[str, str]) -> FromAssistant | None:
    """The case with these answers, as a URL carries them; None for an unknown subject."""
    subject = next((candidate for candidate in SUBJECTS if candidate.key == key), None)
    if subject is None:
        return None
    asked = case(subject, edition, answers)
    lines = []
    for question in asked.questions:
        answer = next((choice.label for choice in question.choices if choice.is_chosen), "")
        if not question.choices and question.key in asked.answers:
            answer = asked.answers[question.key]
        if question.is_asked and answer:
            lines.append(rulings_words.question_and_answer(question.label, answer))
    decided = asked.decision
    meant = [step for step in decided.steps if step.is_meant] if decided else []
    steps = [rulings_words.numbered(place, _step(step, edition)) for place, step in enumerate(meant, start=1)]
    points = decided.points.text if decided and decided.points else ""
    return FromAssistant(
        subject=key,
        answers=asked.answers,
        happened="\n".join([asked.title, *lines])[:LONGEST_ACCOUNT],
        decision="\n".join([decided.headline, *steps])[:LONGEST_ACCOUNT] if decided else "",
        rules=tuple(rule.number for rule in decided.rules) if decided else (),
        points=int(points) if re.fullmatch("[0-9]+", points) else None,
    )


def _step(step: StepShown, edition: Edition) -> str:
    sentence = "".join(piece.text for piece in step.pieces)
    return rulings_words.with_basis(sentence, step.rule.number if step.rule else "", edition, is_ours=step.is_ours)


def people_of(event: Event) -> dict[str, str]:
    """Names of all entrants, also of those who left, by permanent ID, or by number if they have no seat."""
    rows = Entry.objects.of(event).in_seat_order()
    return {entry.seat or str(entry.number): entry.name for entry in rows}


def own_call(events: Iterable[Event], user: User) -> Call | None:
    """The open call of these events to which this judge is coming; None if there is none, or several."""
    coming = Call.objects.filter(
        closed_at=None, entry__event__in=list(events), coming__judge=user, coming__gave_up_at=None
    )
    calls = list(
        coming.select_related("entry__event__tournament", *with_people("entry__player", "opponent__player")).distinct()[
            :2
        ]
    )
    return calls[0] if len(calls) == 1 else None


@dataclass(frozen=True, slots=True)
class RuleNamed:
    """A rule as cited: number, key of its page, and title; the last two are empty for an unknown rule."""

    number: str
    key: str
    title: str


def rule_named(number: str, edition: Edition) -> RuleNamed:
    """The rule with this number in this edition."""
    key = key_of(number, edition)
    return RuleNamed(number, key or "", str(RULES[key].title) if key else "")


@dataclass(frozen=True, slots=True)
class RuleCited:
    """Whether an edition has a rule of this number. If not: whether the other edition has it (`is_elsewhere`).

    `numbers_here` are the numbers of that rule in this edition.
    """

    is_known: bool
    is_elsewhere: bool = False
    numbers_here: tuple[str, ...] = ()


def rule_cited(number: str, edition: Edition) -> RuleCited:
    """What a cited number means in this edition.

    Rules are known down to their letters. A figure below a letter is accepted if the rulebook lists none below it, else
    up to the highest one listed.

    >>> [rule_cited(number, Edition.Y2020).is_known for number in ("8.4.d.2", "4.4.d.13", "4.4.d.14", "4.1.z", "99.9")]
    [True, True, False, False, False]
    >>> rule_cited("8.11.d", Edition.Y2020).numbers_here, rule_cited("9.2.e", Edition.CLASSIC).numbers_here
    (('8.10.b',), ())
    """
    if _stands_in(number, edition):
        return RuleCited(True)
    other = next(candidate for candidate in Edition if candidate is not edition)
    stands_there = _stands_in(number, other)
    numbers = [entry.number(edition) for entry in ENTRIES if entry.number(other) == number]
    return RuleCited(False, stands_there, tuple(dict.fromkeys(own_number for own_number in numbers if own_number)))


def _stands_in(number: str, edition: Edition) -> bool:
    known = {entry.number(edition) for entry in ENTRIES}
    above, _dot, figure = number.rpartition(".")
    if number in known or above not in known or not above[-1:].isalpha() or not re.fullmatch("[1-9][0-9]?", figure):
        return number in known
    below = re.compile(rf"{re.escape(above)}\.([0-9]+)")
    counted = [int(match[1]) for candidate in known if candidate and (match := below.fullmatch(candidate))]
    return not counted or int(figure) <= max(counted)
