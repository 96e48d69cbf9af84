"""What the ruling form is filled with: a case of the assistant in words, and who might have judged it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judging import words
from judging.models import LONGEST_ACCOUNT, Call
from judging.reads.assistant import StepShown, case, subject_of
from judging.reads.rulebook import key_of
from judging.words.rulebook import RULES
from tournaments.models import Entry, Event, User
from tournaments.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class FromAssistant:
    """A case as the assistant was asked and answered it: what happened and what follows, in words of several lines.

    `decision` is empty and `rules` are none while a question is open. `answers` are those that count.
    """

    subject: str
    answers: Mapping[str, str]
    happened: str
    decision: str
    rules: tuple[str, ...]
    points: int | None


def from_assistant(key: str, edition: Edition, given: Mapping[str, str]) -> FromAssistant | None:
    """The case with these answers, as they stand in an address; None for a kind of case that there is not."""
    subject = subject_of(key)
    if subject is None:
        return None
    asked = case(subject, edition, given)
    told = []
    for question in asked.questions:
        answer = next((choice.label for choice in question.choices if choice.is_chosen), "")
        if not question.choices and question.key in asked.answers:
            answer = asked.answers[question.key]
        if question.is_asked and answer:
            told.append(words.question_and_answer(question.label, answer))
    found = asked.decision
    steps = [words.numbered(place, _step(step)) for place, step in enumerate(found.steps, start=1)] if found else []
    points = found.points.text if found and found.points else ""
    return FromAssistant(
        subject=key,
        answers=asked.answers,
        happened="\n".join([asked.title, *told])[:LONGEST_ACCOUNT],
        decision="\n".join([found.headline, *steps])[:LONGEST_ACCOUNT] if found else "",
        rules=tuple(rule.number for rule in found.rules) if found else (),
        points=int(points) if re.fullmatch("[0-9]+", points) else None,
    )


def _step(step: StepShown) -> str:
    sentence = "".join(piece.text for piece in step.pieces)
    return words.with_rule(sentence, step.rule.number) if step.rule else sentence


def people_of(event: Event) -> dict[str, str]:
    """The names of all who are entered, also of those who left, by permanent ID, or by number where they have no seat."""
    rows = Entry.objects.of(event).in_seat_order()
    return {entry.seat or str(entry.number): entry.name for entry in rows}


def own_call(events: Iterable[Event], user: User) -> Call | None:
    """The open call of these events to which this judge is coming; None for none or several."""
    coming = Call.objects.filter(
        closed_at=None, entry__event__in=list(events), coming__judge=user, coming__gave_up_at=None
    )
    found = list(coming.select_related("entry__event__tournament", "entry__player", "opponent__player").distinct()[:2])
    return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class RuleNamed:
    """A rule as it is cited: its number, the key of its page and what it is about; both empty where the rulebook has no such
    rule."""

    number: str
    key: str
    title: str


def rule_named(number: str, edition: Edition) -> RuleNamed:
    """The rule that is cited by this number from this edition."""
    key = key_of(number, edition)
    return RuleNamed(number, key or "", str(RULES[key].title) if key else "")
