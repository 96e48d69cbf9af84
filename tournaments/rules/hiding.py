"""The parts of an event that a director hides from the public, and how they change at posting."""

from __future__ import annotations

from collections.abc import Iterable

STANDINGS = "standings"
STANDINGS_UNTIL_POSTED = "standings_until_posted"
FINAL = "final"
QUALIFIERS = "qualifiers"

HIDEABLE = ("bracket", "entrants", FINAL, QUALIFIERS, "schedule", STANDINGS, STANDINGS_UNTIL_POSTED)
"""The parts of an event that its director may hide from the public."""

NAMING = frozenset({"entrants", "schedule", STANDINGS})
"""The parts that name every player; the others only name qualifiers."""

TELLING = frozenset({"bracket", STANDINGS})
"""The parts that reveal the qualifiers once they are posted: hiding the qualifiers hides these too."""


def names_nobody(hidden: Iterable[str]) -> bool:
    """Return whether no public part names every player while these parts are hidden.

    >>> names_nobody(["entrants", "schedule"]), names_nobody(["entrants", "schedule", "standings"])
    (False, True)
    """
    return set(hidden) >= NAMING


def held_back(parts: Iterable[str], *, posted: bool = False) -> list[str]:
    """Return the parts that are hidden by this choice.

    Standings until the posting are standings, and once the qualifiers are `posted`, hiding them hides whatever reveals
    them.

    >>> held_back(["standings_until_posted", "bracket", "bracket"]), held_back(["qualifiers"], posted=True)
    (['bracket', 'standings', 'standings_until_posted'], ['bracket', 'qualifiers', 'standings'])
    """
    chosen = set(parts)
    chosen |= {STANDINGS} if STANDINGS_UNTIL_POSTED in chosen else set()
    return sorted(chosen | TELLING if posted and QUALIFIERS in chosen else chosen)


def chosen(hidden: Iterable[str]) -> list[str]:
    """Return the choice behind these hidden parts: standings appear once, with or without an end.

    >>> chosen(["bracket", "standings", "standings_until_posted"])
    ['bracket', 'standings_until_posted']
    """
    kept = list(hidden)
    return [part for part in kept if part != STANDINGS or STANDINGS_UNTIL_POSTED not in kept]


def left_by_posting(hidden: Iterable[str]) -> list[str]:
    """Return what stays hidden after posting: standings held until then are shown, unless qualifiers are hidden.

    >>> left_by_posting(["bracket", "standings", "standings_until_posted"]), left_by_posting(["standings"])
    (['bracket'], ['standings'])
    """
    kept = set(hidden)
    if STANDINGS_UNTIL_POSTED in kept:
        kept -= {STANDINGS, STANDINGS_UNTIL_POSTED}
    return held_back(kept, posted=True)
