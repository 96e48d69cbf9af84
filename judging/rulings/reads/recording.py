"""The values that fill in the ruling form: a case of the assistant in words, and the judge's own call."""

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
    """A case from the assistant in words.

    `happened` and `decision` may have several lines. `decision` and `rules` are empty while a question is open.
    `answers` are the valid answers to the questions asked. `points` is the penalty, if it is a fixed number.
    """

    subject: str
    answers: Mapping[str, str]
    happened: str
    decision: str
    rules: tuple[str, ...]
    points: int | None


def from_assistant(key: str, edition: Edition, answers: Mapping[str, str]) -> FromAssistant | None:
    """The case of this subject key with these answers, as in the URL; None for an unknown subject."""
    subject = next((candidate for candidate in SUBJECTS if candidate.key == key), None)
    if subject is None:
        return None
    shown = case(subject, edition, answers)
    lines = []
    for question in shown.questions:
        answer = next((choice.label for choice in question.choices if choice.is_chosen), "")
        if not question.choices:
            answer = shown.answers.get(question.key, "")
        if question.is_asked and answer:
            lines.append(rulings_words.question_and_answer(question.label, answer))
    happened = "\n".join([shown.title, *lines])[:LONGEST_ACCOUNT]
    decided = shown.decision
    if decided is None:
        return FromAssistant(key, shown.answers, happened, decision="", rules=(), points=None)
    steps_that_apply = [step for step in decided.steps if step.is_meant]
    steps = [
        rulings_words.numbered(place, _step(step, edition)) for place, step in enumerate(steps_that_apply, start=1)
    ]
    points = decided.points.text if decided.points else ""
    return FromAssistant(
        subject=key,
        answers=shown.answers,
        happened=happened,
        decision="\n".join([decided.headline, *steps])[:LONGEST_ACCOUNT],
        rules=tuple(rule.number for rule in decided.rules),
        points=int(points) if re.fullmatch("[0-9]+", points) else None,
    )


def _step(step: StepShown, edition: Edition) -> str:
    """One step of a decision in words, with the rule that it rests on."""
    sentence = "".join(piece.text for piece in step.pieces)
    return rulings_words.with_basis(sentence, step.rule.number if step.rule else "", edition, is_ours=step.is_ours)


def people_of(event: Event) -> dict[str, str]:
    """Names of all entrants, also of those who left, by permanent ID, or without a seat by number."""
    rows = Entry.objects.of(event).in_seat_order()
    return {entry.seat or str(entry.number): entry.known_name for entry in rows}


def own_call(events: Iterable[Event], user: User) -> Call | None:
    """The one open call of these events to which this judge is coming; None if there is none, or more than one."""
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
    """A rule as cited: its number, the key of its page, and its title. Key and title are empty for an unknown rule."""

    number: str
    key: str
    title: str


def rule_named(number: str, edition: Edition) -> RuleNamed:
    """The rule with this number in this edition."""
    key = key_of(number, edition)
    return RuleNamed(number, key or "", str(RULES[key].title) if key else "")


@dataclass(frozen=True, slots=True)
class RuleCited:
    """What a rule number means in an edition.

    `is_known`: the edition has a rule of this number. If it does not, `is_elsewhere` says whether the other edition has
    one, and `numbers_here` are the numbers of that rule in this edition.
    """

    is_known: bool
    is_elsewhere: bool = False
    numbers_here: tuple[str, ...] = ()


def rule_cited(number: str, edition: Edition) -> RuleCited:
    """What this rule number means in this edition.

    Rules are listed down to their letters. If no figures are listed below a letter, any figure is accepted; otherwise
    figures up to the highest one listed.

    >>> [rule_cited(number, Edition.Y2020).is_known for number in ("8.4.d.2", "4.4.d.13", "4.4.d.14", "4.1.z", "99.9")]
    [True, True, False, False, False]
    >>> rule_cited("8.11.d", Edition.Y2020).numbers_here, rule_cited("9.2.e", Edition.CLASSIC).numbers_here
    (('8.10.b',), ())
    """
    if _is_in(edition, number):
        return RuleCited(is_known=True)
    other = next(candidate for candidate in Edition if candidate is not edition)
    numbers_here = [entry.number(edition) for entry in ENTRIES if entry.number(other) == number]
    return RuleCited(
        is_known=False,
        is_elsewhere=_is_in(other, number),
        numbers_here=tuple(dict.fromkeys(number_here for number_here in numbers_here if number_here)),
    )


def _is_in(edition: Edition, number: str) -> bool:
    """Whether this edition has a rule of this number, or accepts it as a figure below a lettered rule."""
    listed = {entry.number(edition) for entry in ENTRIES}
    if number in listed:
        return True
    parent, _dot, figure = number.rpartition(".")
    if parent not in listed or not parent[-1:].isalpha() or not re.fullmatch("[1-9][0-9]?", figure):
        return False
    below_parent = re.compile(rf"{re.escape(parent)}\.([0-9]+)")
    matches = [below_parent.fullmatch(listed_number) for listed_number in listed if listed_number]
    figures = [int(match[1]) for match in matches if match]
    return not figures or int(figure) <= max(figures)
