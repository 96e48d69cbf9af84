"""People who were to play but do not: why, and who decided it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tournaments.day.reads.undone import STATUS_SAID, find_undone
from tournaments.entrants.words import registration as registration_words
from tournaments.models import AuditEntry, Entry, Registration, Tournament
from tournaments.rules.last_name import by_last_name

EXCLUSION_KINDS = (
    "waiting",
    "no_show",
    "withdrawn",
    "late_undone",
    "removed",
    "declined",
    "taken_back",
    "returned",
    "left_out",
)
"""Why somebody does not play, in display order."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Somebody who does not play.

    `kind` is one of `EXCLUSION_KINDS`; `where` is shown: the events, or the line of a list. An entrant is named by
    `event` and `number`, a registration by its number.
    """

    kind: str
    name: str
    where: str
    reason: str
    by: str
    at: datetime | None
    players: tuple[str, ...] = ()
    event: str = ""
    number: int | None = None
    registration: int | None = None

    @property
    def label(self) -> str:
        return registration_words.exclusion(self.kind)


def exclusions(tournament: Tournament) -> list[Exclusion]:
    """All exclusions, by kind and name; four queries."""
    order = {kind: place for place, kind in enumerate(EXCLUSION_KINDS)}
    all_exclusions = [*_entrants(tournament), *_registrations(tournament), *_from_the_trail(tournament)]
    return sorted(
        all_exclusions, key=lambda exclusion: (order[exclusion.kind], by_last_name(exclusion.name), exclusion.where)
    )


def _entrants(tournament: Tournament) -> Iterator[Exclusion]:
    """Those who wait for a place, no-shows and withdrawn, each with the last change of status; an undone late entry is a kind of its own."""
    absent = list(
        Entry.objects.filter(event__tournament=tournament)
        .exclude(status=Entry.Status.PLAYING)
        .with_people()
        .select_related("event")
    )
    rows = list(AuditEntry.objects.filter(tournament=tournament, action__in=STATUS_SAID).order_by("pk"))
    last_changes = {(row.event_id, row.subject_key): row for row in rows if row.action == "entrant.status-set"}
    undone = find_undone(rows)
    for entry in absent:
        key = (entry.event_id, str(entry.number))
        is_undone = entry.status == Entry.Status.NO_SHOW and key in undone
        row = undone[key] if is_undone else last_changes.get(key)
        yield Exclusion(
            kind="late_undone" if is_undone else entry.status,
            name=entry.known_name,
            where=entry.event.name,
            reason=entry.status_reason,
            by=row.actor_name if row else "",
            at=row.at if row else None,
            players=tuple(entry.player.names),
            event=entry.event.slug,
            number=entry.number,
        )


def _registrations(tournament: Tournament) -> Iterator[Exclusion]:
    kinds = {
        Registration.State.DECLINED: "declined",
        Registration.State.WITHDRAWN: "taken_back",
        Registration.State.RETURNED: "returned",
    }
    for row in tournament.registrations.filter(state__in=kinds).prefetch_related("events"):
        yield Exclusion(
            kind=kinds[Registration.State(row.state)],
            name=row.name,
            where=", ".join(event.name for event in row.events.all()),
            reason=row.message,
            by=row.decided_by,
            at=row.decided_at,
            registration=row.number,
        )


def _from_the_trail(tournament: Tournament) -> Iterator[Exclusion]:
    """Entrants taken off the list, and lines left out of a pasted list: only the log still has them."""
    rows = AuditEntry.objects.filter(tournament=tournament, action__in=("entrant.removed", "list.entered"))
    for row in rows.select_related("event").order_by("pk"):
        # An imported log may hold values that this program never writes.
        before = row.before if isinstance(row.before, dict) else {}
        after = row.after if isinstance(row.after, dict) else {}
        if row.action == "entrant.removed":
            where = row.event.name if row.event else ""
            name, people = str(before.get("name", "")), before.get("players")
            players = tuple(map(str, people)) if isinstance(people, list) else ()
            yield Exclusion("removed", name, where, row.reason, row.actor_name, row.at, players)
            continue
        left_out = after.get("left_out")
        if not isinstance(left_out, list):
            continue
        for line in left_out:
            if isinstance(line, dict):
                name, reason = str(line.get("name", "")), str(line.get("reason", ""))
                where = registration_words.line_of_a_list(str(line.get("line", "")))
                yield Exclusion("left_out", name, where, reason, row.actor_name, row.at)
