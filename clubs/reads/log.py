"""The log of a club: what was changed last, and its rows in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from clubs import words
from clubs.models import Club, ClubLog

STANDS = frozenset(
    {
        "club.created",
        "club.imported",
        "person.joined",
        "person.page-shown",
        "person.page-taken-back",
        "person.taken-apart",
    }
)
"""Acts that the log cannot undo; `words.stands` says why."""


def last_change(club: Club, kind: str, key: str) -> int:
    """Return the key of the last log row about this thing, 0 for none. Forms carry it for the optimistic lock (`seen`)."""
    rows = ClubLog.objects.filter(club=club, subject_kind=kind, subject_key=key)
    return rows.aggregate(last=Max("pk"))["last"] or 0


@dataclass(frozen=True, slots=True)
class Done:
    """One row of the log in words; `undoable` if it is the last act about its thing, and can be undone."""

    row: ClubLog
    text: str
    changes: Sequence[words.Change]
    undoable: bool

    @property
    def number(self) -> int:
        return self.row.pk

    @property
    def at(self) -> datetime:
        return self.row.at

    @property
    def actor(self) -> str:
        return self.row.actor_name

    @property
    def reason(self) -> str:
        return words.reason(self.row)


def log_shown(club: Club, rows: Iterable[ClubLog]) -> list[Done]:
    """Return these rows of the club's log in words, with the present names of members and seasons."""
    members = dict(club.members.values_list("pk", "name"))
    seasons = dict(club.seasons.values_list("slug", "name"))
    newest = set(
        ClubLog.objects.filter(club=club)
        .values("subject_kind", "subject_key")
        .annotate(last=Max("pk"))
        .order_by()
        .values_list("last", flat=True)
    )
    return [
        Done(
            row,
            words.done(row, members, seasons),
            words.changes(row, members),
            row.pk in newest and row.action not in STANDS and _is_in_force(row, set(members), set(members.values())),
        )
        for row in rows
    ]


def _is_in_force(row: ClubLog, members: set[int], names: set[str]) -> bool:
    """Whether an act about people still is as it was: whoever was taken in is there, whoever was removed is not."""
    if row.action == "members.added":
        return any(one["id"] in members for one in (row.after or {})["members"])
    if row.action == "member.removed":
        return (row.before or {})["name"] not in names
    return True
