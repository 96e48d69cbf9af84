"""What a plan of an event cannot say, looked at before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.errors import Fault
from tournaments.models import Event
from tournaments.venue.words import events as events_words


def ladder_faults(given: Mapping[str, Any], movement: str, prefix: str = "") -> list[Fault]:
    """The faults of the given values of a plan with this movement that a ladder does not have."""
    if movement != Event.Movement.LADDER:
        return []
    return [
        Fault(f"{prefix}{name}", "impossible", message)
        for name, (value, message) in events_words.of_ladder().items()
        if given.get(name, value) != value
    ]
