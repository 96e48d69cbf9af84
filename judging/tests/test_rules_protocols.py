"""The judge protocols: a to i in 2020, good custom in the edition before."""

from __future__ import annotations

from judging.rulebook.rules.engine import every_case
from judging.rulebook.rules.protocols import PROTOCOLS
from tournaments.rules.edition import Edition


def test_every_protocol_of_2020_is_there_once() -> None:
    found = [outcome.rules for _answers, outcome in every_case(PROTOCOLS, Edition.Y2020)]

    assert sorted(found) == [(f"protocol {letter}",) for letter in "abcdefghi"]


def test_the_classic_edition_has_no_protocols_and_says_so() -> None:
    for _answers, outcome in every_case(PROTOCOLS, Edition.CLASSIC):
        assert outcome.steps[0].code == "custom"
        assert not any(rule.startswith("protocol") for rule in outcome.rules)
