"""The looks at the paper, by line, and who may make them."""

from __future__ import annotations

from scorecards.models import Look
from scorecards.rules.basis import read_line
from scorecards.rules.looks import Place, Reading
from tournaments.models import Event, Role


def readings(event: Event) -> dict[Place, list[Reading]]:
    """Every look at a card of this event, by seat and game, in the order they were made; one query."""
    found: dict[Place, list[Reading]] = {}
    rows = Look.objects.filter(entry__event=event, entry__table__isnull=False).order_by("pk")
    for table, number, game, reading, read_by, reader, read_at in rows.values_list(
        "entry__table", "entry__seat_number", "game", "reading", "read_by", "reader", "read_at"
    ):
        found.setdefault((f"{table}-{number}", game), []).append(Reading(read_line(reading), read_by, reader, read_at))
    return found


def readers(event: Event) -> list[int]:
    """The keys of everybody who may read cards again, always in the same order; one query."""
    kinds = (Role.Kind.CHECKER, Role.Kind.DIRECTOR)
    roles = Role.objects.filter(tournament=event.tournament, kind__in=kinds)
    return sorted(set(roles.values_list("user", flat=True)))
