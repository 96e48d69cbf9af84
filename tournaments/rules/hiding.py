"""What a director holds back from the public, and what becomes of it by itself."""

from __future__ import annotations

from collections.abc import Iterable

STANDINGS = "standings"
STANDINGS_UNTIL_POSTED = "standings_until_posted"
FINAL = "final"

HIDEABLE = ("bracket", "entrants", FINAL, "qualifiers", "schedule", STANDINGS, STANDINGS_UNTIL_POSTED)
"""The parts of an event that its director may hold back from the public."""

NAMING = frozenset({"entrants", "schedule", STANDINGS})
"""The parts on which everybody who plays stands by name; on the others the qualifiers do."""


def held_back(parts: Iterable[str]) -> list[str]:
    """Return what is held back where these parts are chosen: standings until the posting are standings.

    >>> held_back(["standings_until_posted", "bracket", "bracket"])
    ['bracket', 'standings', 'standings_until_posted']
    """
    chosen = set(parts)
    return sorted(chosen | {STANDINGS} if STANDINGS_UNTIL_POSTED in chosen else chosen)


def chosen(hidden: Iterable[str]) -> list[str]:
    """Return what was chosen to hold these back: the standings once, with their end or without one.

    >>> chosen(["bracket", "standings", "standings_until_posted"])
    ['bracket', 'standings_until_posted']
    """
    kept = list(hidden)
    return [part for part in kept if part != STANDINGS or STANDINGS_UNTIL_POSTED not in kept]


def left_by_posting(hidden: Iterable[str]) -> list[str]:
    """Return what stays held back once the qualifiers are posted.

    >>> left_by_posting(["bracket", "standings", "standings_until_posted"]), left_by_posting(["standings"])
    (['bracket'], ['standings'])
    """
    kept = list(hidden)
    ended = {STANDINGS, STANDINGS_UNTIL_POSTED} if STANDINGS_UNTIL_POSTED in kept else set()
    return [part for part in kept if part not in ended]
