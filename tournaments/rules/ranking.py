"""How an event ranks its cards, as its director chooses."""

from __future__ import annotations

from enum import StrEnum


class Ranking(StrEnum):
    """`acc`: as the edition of the rulebook says. The others are ours, for events that clubs play by other rules.

    `pegged` adds up the holes of every game, so it needs a spread on the cards.
    """

    ACC = "acc"
    POINTS = "points"
    WINS = "wins"
    NET = "net"
    PEGGED = "pegged"
