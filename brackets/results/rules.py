"""Master Rating Points by the ACC's sheets effective 1 August 2016 (the rulebook leaves them to the ACC).

A card in the upper half of the qualifiers earns by its game points, a card in the lower half a flat amount. The
credited round of the playoffs adds points. A value is None if the sheets have no row for it; nothing is guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

EFFECTIVE = date(2016, 8, 1)
"""The date from which the schedule applies."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """What one kind of event earns.

    `first` maps a number of games to the game points for which a card in the upper half earns `flat` once. Every
    further game point earns `flat` again. A card in the lower half earns `flat` once. `playoffs` are the points of each
    credited round, from the first.
    """

    flat: int
    first: Mapping[int, int]
    playoffs: tuple[int, ...]


SCHEDULES: Mapping[str, Schedule] = {
    "main": Schedule(
        flat=5,
        first={12: 14, 14: 17, 16: 20, 18: 22, 20: 25, 21: 26, 22: 27},
        playoffs=(7, 21, 42, 70, 105, 147, 196, 252, 315),
    ),
    "consolation": Schedule(
        flat=3,
        first={7: 9, 8: 11, 9: 12, 10: 13, 12: 16},
        playoffs=(4, 12, 24, 40, 60, 84, 112, 144, 180),
    ),
}
"""The schedule by kind of event; satellites and club nights earn no such points."""


def schedule_of(kind: str, games: int) -> Schedule | None:
    """Return the schedule of an event of this kind with that many games; None if the sheets have no row for it.

    >>> schedule_of("main", 22).flat, schedule_of("main", 9), schedule_of("satellite", 9)
    (5, None, None)
    """
    schedule = SCHEDULES.get(kind)
    return schedule if schedule is not None and games in schedule.first else None


def upper_half(qualifiers: int) -> int:
    """Return how many qualifiers, from the first, earn by their game points: half of them, rounded up.

    >>> upper_half(15), upper_half(16), upper_half(1)
    (8, 8, 1)
    """
    return -(-qualifiers // 2)


def qualifying_points(kind: str, games: int, game_points: int, *, seed: int, qualifiers: int) -> int | None:
    """Return what a qualifier's card earns; None if the sheets have no row for the event or for so few game points.

    Raises ValueError for an invalid seed.

    >>> qualifying_points("main", 22, 30, seed=1, qualifiers=16), qualifying_points("main", 22, 30, seed=16, qualifiers=16)
    (20, 5)
    """
    if not 1 <= seed <= qualifiers:
        raise ValueError(f"there is no seed {seed} of {qualifiers}")
    schedule = schedule_of(kind, games)
    if schedule is None:
        return None
    if seed > upper_half(qualifiers):
        return schedule.flat
    # The fewest game points on the sheet earn the flat number, and each further one earns it once more.
    steps = game_points - schedule.first[games] + 1
    return schedule.flat * steps if steps > 0 else None


def playoff_points(kind: str, games: int, credited: int) -> int | None:
    """Return the points for this credited round of the playoffs, from 1; None if the sheets have no row.

    >>> [playoff_points("main", 22, credited) for credited in (1, 4, 9, 10)]
    [7, 70, 315, None]
    """
    if credited < 1:
        raise ValueError(f"nobody is credited with round {credited}")
    schedule = schedule_of(kind, games)
    if schedule is None or credited > len(schedule.playoffs):
        return None
    return schedule.playoffs[credited - 1]
