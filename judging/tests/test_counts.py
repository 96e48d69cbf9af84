"""The program that counts every hand: it leaves none out, counts none twice, and fails where one is counted otherwise."""

from __future__ import annotations

import hashlib
from collections import Counter
from math import comb

import pytest

from bench import counts
from judging.rulebook.rules.cards import PACK, Card


def test_the_parts_are_all_hands() -> None:
    assert sum(comb(51 - second, 3) * 5 for _first, second in counts.PARTS) == counts.ALL == comb(52, 5) * 5
    assert sum(counts.PUBLISHED.values()) == counts.ALL


def test_a_part_is_each_of_its_hands_once() -> None:
    first, second = 40, 46

    hands = [(frozenset(cards), starter) for cards, starter in counts.hands_of(first, second)]

    assert len(hands) == len(set(hands)) == comb(51 - second, 3) * 5
    for cards, starter in hands:
        assert sorted([*cards, starter])[:2] == [PACK[first], PACK[second]]


@pytest.mark.node
def test_the_script_counts_a_part_alike() -> None:
    # Tens and jacks of two suits with all above: flushes and nobs among them.
    part = (PACK.index(Card(10, PACK[0].suit)), PACK.index(Card(11, PACK[0].suit)))

    found = counts.script_digests([part])

    assert found == {part: hashlib.sha256(counts.totals_of(part)).hexdigest()}


@pytest.mark.parametrize(("moved", "failed"), [(0, 0), (1, 1)])
def test_a_hand_that_is_counted_otherwise_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], moved: int, failed: int
) -> None:
    hands = Counter(counts.PUBLISHED)
    hands.subtract({28: moved})
    hands.update({27: moved} if moved else {})
    cribs = Counter({0: counts.PUBLISHED_EMPTY_CRIBS, 2: counts.ALL - counts.PUBLISHED_EMPTY_CRIBS})
    monkeypatch.setattr(counts, "counted", lambda: (hands, cribs, {(0, 1): "a"}))

    assert counts.measure(by_script=False) == failed
    assert ("DIFFERS" in capsys.readouterr().out) == bool(moved)


@pytest.mark.parametrize(("told", "failed"), [({(0, 1): "a"}, 0), ({(0, 1): "b"}, 1), ({}, 1)])
def test_a_total_that_the_script_counts_otherwise_or_not_at_all_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, told: dict[tuple[int, int], str], failed: int
) -> None:
    cribs = Counter({0: counts.PUBLISHED_EMPTY_CRIBS, 2: counts.ALL - counts.PUBLISHED_EMPTY_CRIBS})
    monkeypatch.setattr(counts, "counted", lambda: (Counter(counts.PUBLISHED), cribs, {(0, 1): "a"}))
    monkeypatch.setattr(counts, "every_script_digest", lambda: told)

    assert counts.measure(by_script=True) == failed
