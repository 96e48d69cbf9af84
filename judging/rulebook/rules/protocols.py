"""How judges answer a call: the judge protocols a to i, a chapter that only the edition of 2020 has, before rule 1.

For the classic edition the same advice is given as good custom (ours).
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import Decision, Question, Step, Subject, ours
from tournaments.rules.edition import Edition, cite

# By situation: the letter of its protocol, and what to do.
_PROTOCOLS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "alone": ("a", ("wait_for_second", "nobody_explains")),
    "own_hand": ("c", ("finish_hand", "say_next_deal", "then_go")),
    "no_book": ("e", ("fetch_book", "this_is_no_book")),
    "versions": ("d", ("one_at_a_time", "no_interruption")),
    "own_dispute": ("f", ("do_not_judge_own", "call_another")),
    "player_is_judge": ("b", ("book_stays_shut", "judges_look_it_up")),
    "close": ("i", ("say_you_know", "call_another_if_possible")),
    "points": ("g", ("stay_for_pegs", "check_holes")),
    "no_head": ("h", ("ask_director_for_head",)),
}


def watched(edition: Edition) -> tuple[Step, ...]:
    """The last step of a decision that gives points: judges watch the pegging (protocol g, 2020). Empty in classic."""
    protocol = cite("protocol g", edition=edition)
    return (Step("judges_watch", protocol, in_any_case=True),) if protocol else ()


def _questions(_edition: Edition) -> tuple[Question, ...]:
    return (Question("met", tuple(_PROTOCOLS)),)


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    letter, codes = _PROTOCOLS[answers["met"]]
    steps = tuple(Step(code) for code in codes)
    protocol = cite(f"protocol {letter}", edition=edition)
    if protocol:
        return Decision(answers["met"], (protocol,), steps)
    return Decision(answers["met"], ("11.4.a",), ours(Step("custom"), *steps))


PROTOCOLS = Subject("judge-protocols", _questions, _decide)
"""What judges observe before, while and after they decide."""
