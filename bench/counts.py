"""Counts all 12,994,800 hands of four cards and a starter, each by the function that judges use.

Nothing is looked up or cached. The totals are compared with published frequencies: for hands by Steven S. Lumetta
(lumetta.web.engr.illinois.edu/humor/cribbage.html), who scores by rule 1.7; for cribs only the number that score
nothing (Wikipedia, “Cribbage statistics”). With `--by-script`, Node counts them too by static/js/count-hand.js, and
every total is compared.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations

from judging.rulebook.rules.cards import PACK, Card
from judging.rulebook.rules.hands import count_hand

ALL = 12_994_800
PUBLISHED = {
    0: 1_009_008,
    1: 99_792,
    2: 2_813_796,
    3: 505_008,
    4: 2_855_676,
    5: 697_508,
    6: 1_800_268,
    7: 751_324,
    8: 1_137_236,
    9: 361_224,
    10: 388_740,
    11: 51_680,
    12: 317_340,
    13: 19_656,
    14: 90_100,
    15: 9_168,
    16: 58_248,
    17: 11_196,
    18: 2_708,
    20: 8_068,
    21: 2_496,
    22: 444,
    23: 356,
    24: 3_680,
    28: 76,
    29: 4,
}
"""How many hands score this many points."""
PUBLISHED_EMPTY_CRIBS = 1_022_208

PARTS = tuple((first, second) for first in range(48) for second in range(first + 1, 49))
"""Each pair of positions in the pack that can be the lowest of five cards; hands with the same pair are one part."""


def hands_of(first: int, second: int) -> Iterator[tuple[list[Card], Card]]:
    """Yield every hand and starter whose two lowest cards, by position in the pack, are these."""
    for others in combinations(PACK[second + 1 :], 3):
        five = (PACK[first], PACK[second], *others)
        for index, starter in enumerate(five):
            yield [*five[:index], *five[index + 1 :]], starter


def totals_of(part: tuple[int, int]) -> bytes:
    """Return the points of each hand of this part, each followed by the points of the same cards as a crib."""
    totals = bytearray()
    for cards, starter in hands_of(*part):
        totals.append(count_hand(cards, starter).total)
        totals.append(count_hand(cards, starter, crib=True).total)
    return bytes(totals)


def counted() -> tuple[Counter[int], Counter[int], dict[tuple[int, int], str]]:
    """Return how many hands and cribs score each total, and a digest of the totals of each part."""
    hands: Counter[int] = Counter()
    cribs: Counter[int] = Counter()
    digests = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(totals_of, part): part for part in PARTS}
        for job in as_completed(jobs):
            totals = job.result()
            hands.update(totals[::2])
            cribs.update(totals[1::2])
            digests[jobs[job]] = hashlib.sha256(totals).hexdigest()
    return hands, cribs, digests


def script_digests(parts: list[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Return the digests of these parts as the script of the judges' counter computes them."""
    # Node is needed for this check only.
    from hall.tests import servers  # noqa: PLC0415

    cards = [str(card) for card in PACK]
    node = servers.start_node()
    digests = node.each("bench/counts.js", "digest", [(cards, *part) for part in parts])
    node.close()
    return dict(zip(parts, digests, strict=True))


def every_script_digest() -> dict[tuple[int, int], str]:
    """Return the script's digests of all parts, computed by one process per core."""
    processes = os.cpu_count() or 1
    digests = {}
    with ProcessPoolExecutor(processes) as pool:
        shares = [list(PARTS[first::processes]) for first in range(processes)]
        for digests_of_share in pool.map(script_digests, shares):
            digests.update(digests_of_share)
    return digests


def measure(*, by_script: bool) -> int:
    """Count all hands and print the result; return 1 if it differs from the published numbers or from the script."""
    began = time.perf_counter()
    hands, cribs, digests = counted()
    print(f"{'points':>6}{'hands':>12}{'published':>12}{'cribs':>12}")
    for points in range(30):
        mark = "" if hands[points] == PUBLISHED.get(points, 0) else "   DIFFERS"
        print(f"{points:6}{hands[points]:12,}{PUBLISHED.get(points, 0):12,}{cribs[points]:12,}{mark}")
    hand_mean, crib_mean = (sum(points * times for points, times in counts.items()) / ALL for counts in (hands, cribs))
    print(f"{'all':>6}{hands.total():12,}{ALL:12,}{cribs.total():12,}")
    print(f"\nThe mean of a hand is {hand_mean:.4f}, of a crib {crib_mean:.4f}.", end=" ")
    print(f"Cribs that score nothing: {cribs[0]:,}, published {PUBLISHED_EMPTY_CRIBS:,}.", end=" ")
    print(f"Counted in {time.perf_counter() - began:.0f} s.")
    failed = hands != PUBLISHED or cribs[0] != PUBLISHED_EMPTY_CRIBS or cribs.total() != ALL
    if by_script:
        began = time.perf_counter()
        differing_parts = [part for part, digest in every_script_digest().items() if digest != digests.pop(part)]
        # A digest that is left belongs to a part that the script did not count.
        failed = failed or bool(differing_parts) or bool(digests)
        for first, second in differing_parts:
            print(f"The script counts a hand with {PACK[first]} and {PACK[second]} otherwise.", file=sys.stderr)
        if not differing_parts:
            print(f"The script counts every hand and crib alike, in {time.perf_counter() - began:.0f} s.")
    return 1 if failed else 0
