"""Who meets whom in the playoffs: approved charts, and the way through a bracket (13.2.c; classic: brackets 3).

A *line* of a chart is one seed of its first round. Matches are numbered by round, each round in chart order from the
top, byes included: a bracket of n lines has the matches 1 to n - 1, and the last is the final.
"""

from collections.abc import Mapping
from typing import Literal

from brackets.bracket.rules.byes import bracket_size

Chart = tuple[tuple[int, int], ...]
Slot = Literal["top", "bottom"]

# fmt: off
APPROVED: Mapping[int, Chart] = {
    4: (
        (1, 4), (2, 3),
    ),
    8: (
        (1, 8), (4, 5), (3, 6), (2, 7),
    ),
    16: (
        (1, 16), (8, 9), (5, 12), (4, 13), (3, 14), (6, 11), (7, 10), (2, 15),
    ),
    32: (
        (1, 32), (16, 17), (9, 24), (8, 25), (5, 28), (12, 21), (13, 20), (4, 29),
        (3, 30), (14, 19), (11, 22), (6, 27), (7, 26), (10, 23), (15, 18), (2, 31),
    ),
    64: (
        (1, 64), (32, 33), (16, 49), (17, 48), (9, 56), (24, 41), (25, 40), (8, 57),
        (5, 60), (28, 37), (12, 53), (21, 44), (13, 52), (20, 45), (29, 36), (4, 61),
        (3, 62), (30, 35), (14, 51), (19, 46), (11, 54), (22, 43), (27, 38), (6, 59),
        (7, 58), (26, 39), (10, 55), (23, 42), (15, 50), (18, 47), (31, 34), (2, 63),
    ),
}
# fmt: on
"""The only approved charts: lines -> the pairs of the first round, top to bottom."""


def chart(size: int) -> Chart:
    """Return the pairs of the first round of a bracket with `size` lines, top to bottom, the higher seed first.

    Two lines are one match. Beyond 64 no chart is approved: each line s of the chart half as large becomes the pair s
    and `size` + 1 - s, in the same order (ours). Raises ValueError unless `size` is a power of two from 2.

    >>> chart(4), chart(128)[:3]
    (((1, 4), (2, 3)), ((1, 128), (64, 65), (32, 97)))
    """
    if size == 2:
        return ((1, 2),)
    if size in APPROVED:
        return APPROVED[size]
    _require_bracket(size)
    return tuple((seed, size + 1 - seed) for pair in chart(size // 2) for seed in pair)


def chart_name(qualifiers: int) -> Literal["13.2", "extended"]:
    """Return "13.2" if an approved chart holds these qualifiers (3 to 64), else "extended".

    >>> [chart_name(qualifiers) for qualifiers in (2, 3, 64, 65)]
    ['extended', '13.2', '13.2', 'extended']
    """
    return "13.2" if bracket_size(qualifiers) in APPROVED else "extended"


def first_round(qualifiers: int) -> tuple[tuple[int, int | None], ...]:
    """Return the seeds of the first round's matches in chart order; a bye has None (rule 13.2.d, 2020).

    Raises ValueError for fewer than two qualifiers.

    >>> first_round(3)
    ((1, None), (2, 3))
    """
    pairs = chart(bracket_size(qualifiers))
    return tuple((top, bottom if bottom <= qualifiers else None) for top, bottom in pairs)


def round_count(size: int) -> int:
    """Return the number of rounds of a bracket with `size` lines. Raises ValueError unless it is a power of two from 2.

    >>> round_count(32)
    5
    """
    _require_bracket(size)
    return size.bit_length() - 1


def matches_of(round_number: int, size: int) -> range:
    """Return the numbers of a round's matches, in chart order. Raises ValueError for an invalid round.

    >>> [list(matches_of(round_number, 8)) for round_number in (1, 2, 3)]
    [[1, 2, 3, 4], [5, 6], [7]]
    """
    if not 1 <= round_number <= round_count(size):
        raise ValueError(f"a bracket of {size} lines has no round {round_number}")
    first = 1 + size - (size >> (round_number - 1))
    return range(first, first + (size >> round_number))


def round_of(match: int, size: int) -> int:
    """Return the round of a match. Raises ValueError for an invalid match.

    >>> [round_of(match, 8) for match in range(1, 8)]
    [1, 1, 1, 1, 2, 2, 3]
    """
    for round_number in range(1, round_count(size) + 1):
        if match in matches_of(round_number, size):
            return round_number
    raise ValueError(f"a bracket of {size} lines has no match {match}")


def next_slot(match: int, size: int) -> tuple[int, Slot] | None:
    """Return the winner's next match, and the slot in it; None after the final. Raises ValueError for an invalid match.

    >>> next_slot(1, 8), next_slot(4, 8), next_slot(7, 8)
    ((5, 'top'), (6, 'bottom'), None)
    """
    round_number = round_of(match, size)
    if round_number == round_count(size):
        return None
    place = match - matches_of(round_number, size).start
    return matches_of(round_number + 1, size)[place // 2], "bottom" if place % 2 else "top"


def feeders(match: int, size: int) -> tuple[int, int] | None:
    """Return the two matches whose winners meet in this match, top first; None in round 1.

    Raises ValueError for an invalid match.

    >>> feeders(6, 8), feeders(1, 8)
    ((3, 4), None)
    """
    round_number = round_of(match, size)
    if round_number == 1:
        return None
    earlier_matches = matches_of(round_number - 1, size)
    place = match - matches_of(round_number, size).start
    return earlier_matches[2 * place], earlier_matches[2 * place + 1]


def _require_bracket(size: int) -> None:
    if size < 2 or size & (size - 1):
        raise ValueError(f"no bracket has {size} lines")
