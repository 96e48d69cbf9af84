"""From which spread a win is a skunk, and from which a double skunk."""

from __future__ import annotations

from typing import NamedTuple

USUAL_SKUNK_FROM = 31
"""A win by so many holes or more is a skunk (rule 1.6)."""

NO_SKUNK = 0
"""What an event has instead where every win counts the same, however large."""

MOST_SKUNK_FROM = 121
"""The largest number of holes that a director can choose instead of 31."""

USUAL_DOUBLE_SKUNK_FROM = 61
"""The number of holes that events with a double skunk usually choose."""

MOST_DOUBLE_SKUNK_FROM = 120
"""The largest number of holes from which a win can be a double skunk."""


class Skunks(NamedTuple):
    """The two lines of an event: a win by `single` holes or more is a skunk, one by `double` or more a double skunk.

    `single` is `NO_SKUNK` where there are no skunks; `double` is None where there are no double skunks, as in the ACC.
    """

    single: int = USUAL_SKUNK_FROM
    double: int | None = None

    @property
    def below(self) -> int:
        """A loser with fewer points than this is skunked: 91 where a skunk is by 31. The winner has 121.

        >>> Skunks().below, Skunks(61).below
        (91, 61)
        """
        return 122 - self.single


ACC_SKUNKS = Skunks()
"""The skunk of the rulebook (rule 1.6), which knows no double skunk of its own points."""
