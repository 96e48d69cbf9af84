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
"""The parts that name every player. The other parts only name qualifiers."""

TELLING = frozenset({"bracket", STANDINGS})
"""The parts that reveal the qualifiers once they are posted: hiding the qualifiers hides these too."""


def names_nobody(hidden: Iterable[str]) -> bool:
    """Return whether no public part names every player while these parts are hidden.

    >>> names_nobody(["entrants", "schedule"]), names_nobody(["entrants", "schedule", "standings"])
    (False, True)
    """
    return set(hidden) >= NAMING


def held_back(parts: Iterable[str], *, posted: bool = False) -> list[str]:
    """Return the parts that are hidden if the director chooses to hide these `parts`.

    The choice "standings until posted" also hides the standings. Once the qualifiers are `posted`, hiding them also
    hides the parts that reveal them (`TELLING`).

    >>> held_back(["standings_until_posted", "bracket", "bracket"]), held_back(["qualifiers"], posted=True)
    (['bracket', 'standings', 'standings_until_posted'], ['bracket', 'qualifiers', 'standings'])
    """
    hidden = set(parts)
    if STANDINGS_UNTIL_POSTED in hidden:
        hidden |= {STANDINGS}
    if posted and QUALIFIERS in hidden:
        hidden |= TELLING
    return sorted(hidden)


def chosen(hidden: Iterable[str]) -> list[str]:
    """Return the director's choice behind these hidden parts.

    The standings appear only once: as hidden, or as hidden until posted.

    >>> chosen(["bracket", "standings", "standings_until_posted"])
    ['bracket', 'standings_until_posted']
    """
    hidden_parts = list(hidden)
    return [part for part in hidden_parts if part != STANDINGS or STANDINGS_UNTIL_POSTED not in hidden_parts]


def left_by_posting(hidden: Iterable[str], *, playoffs: bool = True) -> list[str]:
    """Return the parts that stay hidden after posting.

    Standings that are hidden until posted are shown from then on, unless the qualifiers are hidden. Without `playoffs`
    there is no final that could be hidden.

    >>> left_by_posting(["bracket", "standings", "standings_until_posted"]), left_by_posting(["standings"])
    (['bracket'], ['standings'])
    """
    still_hidden = set(hidden) if playoffs else set(hidden) - {FINAL}
    if STANDINGS_UNTIL_POSTED in still_hidden:
        still_hidden -= {STANDINGS, STANDINGS_UNTIL_POSTED}
    return held_back(still_hidden, posted=True)
