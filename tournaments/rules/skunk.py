"""From which spread a win is a skunk."""

from __future__ import annotations

USUAL_SKUNK_FROM = 31
"""A win by so many holes or more is a skunk (rule 1.6)."""

NO_SKUNK = 0
"""What an event has instead where every win counts the same, however large."""

MOST_SKUNK_FROM = 121
"""The largest number of holes that a director can choose instead of 31."""
