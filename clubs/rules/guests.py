"""How long a guest plays: four nights, or until a night of 12 game points; then they join. Nobody is refused for it.

The limit is that of the ACC's clubs. **Ours**: nights of every season count for it, sanctioned or not.
"""

from __future__ import annotations

from collections.abc import Sequence

GUEST_NIGHTS = 4
GUEST_POINTS = 12


def is_over(game_points: Sequence[int]) -> bool:
    """Return whether a guest has used up what a guest may play; `game_points` has the points of each night.

    >>> is_over([4, 11, 7]), is_over([4, 11, 7, 2]), is_over([12])
    (False, True, True)
    """
    return len(game_points) >= GUEST_NIGHTS or any(points >= GUEST_POINTS for points in game_points)
