"""The pages of the playoffs."""

from brackets.views.playoffs import (
    bracket,
    clock,
    forfeits,
    games,
    last_game,
    match,
    poster,
    round_schedule,
    schedule,
)

__all__ = [
    "bracket",
    "clock",
    "forfeits",
    "games",
    "last_game",
    "match",
    "poster",
    "round_schedule",
    "schedule",
]
