"""Numbers on both sides of what a relation allows, for tests of the rules and of the browser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from judging.rulebook.rules.engine import Question, Relation, Subject, asked, every_case
from tournaments.rules.edition import Edition


def around_relations(subject: Subject, edition: Edition) -> Iterator[tuple[Relation, dict[str, str], dict[str, int]]]:
    """Each relation with the chosen answers of every case in which it holds, and numbers that reach or just miss its bounds."""
    for answers, _found in every_case(subject, edition):
        numbers = {one.key: one for one in asked(subject, edition, answers) if one.is_number}
        for relation in subject.relations:
            is_meant = all(answers.get(key) in codes for key, codes in relation.only_if)
            if is_meant and all(key in numbers for key, _factor in relation.factors):
                for given in _around(relation, numbers):
                    yield relation, answers, given


def _around(relation: Relation, questions: dict[str, Question]) -> Iterator[dict[str, int]]:
    bounds = [bound for bound in (relation.least, relation.most) if bound is not None]
    *others, (last, factor) = relation.factors
    asked_for = [questions[key] for key, _factor in others]
    ranges = [(one.least, one.least + 2, one.most - 2, one.most) for one in asked_for]
    for bound, beyond, given in product(bounds, (-1, 0, 1), product(*ranges)):
        there = dict(zip((key for key, _factor in others), given, strict=True))
        rest, remainder = divmod(bound + beyond - sum(by * there[key] for key, by in others), factor)
        if not remainder and questions[last].least <= rest <= questions[last].most:
            yield {**there, last: rest}
