"""What a director holds back from the public, and what becomes of it by itself."""

from __future__ import annotations

from collections.abc import Iterable

STANDINGS = "standings"
STANDINGS_UNTIL_POSTED = "standings_until_posted"
FINAL = "final"
QUALIFIERS = "qualifiers"

HIDEABLE = ("bracket", "entrants", FINAL, QUALIFIERS, "schedule", STANDINGS, STANDINGS_UNTIL_POSTED)
"""The parts of an event that its director may hold back from the public."""

NAMING = frozenset({"entrants", "schedule", STANDINGS})
"""The parts on which everybody who plays stands by name; on the others the qualifiers do."""

TELLING = frozenset({"bracket", STANDINGS})
"""The parts that tell who qualifies once that is posted: whoever holds back the qualifiers holds these back too."""


def names_nobody(hidden: Iterable[str]) -> bool:
    """Return whether all who play stand by name on nothing that is public while these parts are held back.

    >>> names_nobody(["entrants", "schedule"]), names_nobody(["entrants", "schedule", "standings"])
    (False, True)
    """
    return set(hidden) >= NAMING


def held_back(parts: Iterable[str], *, posted: bool = False) -> list[str]:
    """Return what is held back where these parts are chosen: standings until the posting are standings, and once the
    qualifiers are `posted` whatever tells who they are is held back with them.

    >>> held_back(["standings_until_posted", "bracket", "bracket"]), held_back(["qualifiers"], posted=True)
    (['bracket', 'standings', 'standings_until_posted'], ['bracket', 'qualifiers', 'standings'])
    """
    chosen = set(parts)
    chosen |= {STANDINGS} if STANDINGS_UNTIL_POSTED in chosen else set()
    return sorted(chosen | TELLING if posted and QUALIFIERS in chosen else chosen)


def chosen(hidden: Iterable[str]) -> list[str]:
    """Return what was chosen to hold these back: the standings once, with their end or without one.

    >>> chosen(["bracket", "standings", "standings_until_posted"])
    ['bracket', 'standings_until_posted']
    """
    kept = list(hidden)
    return [part for part in kept if part != STANDINGS or STANDINGS_UNTIL_POSTED not in kept]


def left_by_posting(hidden: Iterable[str]) -> list[str]:
    """Return what is held back once the qualifiers are posted: standings until then are shown, unless the qualifiers are not.

    >>> left_by_posting(["bracket", "standings", "standings_until_posted"]), left_by_posting(["standings"])
    (['bracket'], ['standings'])
    """
    kept = set(hidden)
    if STANDINGS_UNTIL_POSTED in kept:
        kept -= {STANDINGS, STANDINGS_UNTIL_POSTED}
    return held_back(kept, posted=True)
