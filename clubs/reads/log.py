"""The log of a club: what was changed last, and its rows in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from clubs import words
from clubs.models import Club, ClubLog


def last_change(club: Club, kind: str, key: str) -> int:
    """Return the key of the last log row about this thing, 0 for none. Forms carry it for the optimistic lock (`seen`)."""
    rows = ClubLog.objects.filter(club=club, subject_kind=kind, subject_key=key)
    return rows.aggregate(last=Max("pk"))["last"] or 0


@dataclass(frozen=True, slots=True)
class Done:
    """One row of the log in words."""

    at: datetime
    text: str
    actor: str
    reason: str
    changes: Sequence[words.Change]


def log_shown(club: Club, rows: Iterable[ClubLog]) -> list[Done]:
    """Return these rows of the club's log in words, with the present names of members and seasons."""
    members = dict(club.members.values_list("pk", "name"))
    seasons = dict(club.seasons.values_list("slug", "name"))
    return [
        Done(row.at, words.done(row, members, seasons), row.actor_name, row.reason, words.changes(row, members))
        for row in rows
    ]
