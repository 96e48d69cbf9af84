"""The last change of each card, the typings of each card, and the typist of each line, all from the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from scorecards.sheet.reads.phone import PHONE_STANDS
from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import LookOutcome, Place
from scorecards.sheet.rules.replay import Act
from tournaments.models import AuditEntry, Event

_ONE_LINE = ("line.looked-at", "line.put-back")
_WRITES = Q(action__in=("card.typed", "card.typing-undone", "card.corrected-late", "line.put-back", PHONE_STANDS))
_WRITES |= Q(action="line.looked-at", after__outcome=LookOutcome.RETYPED.value)


@dataclass(frozen=True, slots=True)
class Written:
    """The last change of a card; `account` is the username, empty for a command."""

    by: str
    at: datetime
    account: str


def last_written(event: Event, seats: Collection[str] = ()) -> dict[str, Written]:
    """The last change of every card by seat, or of the cards of `seats` alone; one query.

    A change is a typing, its undoing, a late correction, a line put back, or a look that changed a line.
    """
    rows = AuditEntry.objects.filter(_WRITES, event=event, subject_kind="card").order_by("pk")
    if seats:
        rows = rows.filter(subject_key__in=seats)
    return {
        seat: Written(by, time, key if kind == AuditEntry.ActorKind.USER else "")
        for seat, by, time, kind, key in rows.values_list("subject_key", "actor_name", "at", "actor_kind", "actor_key")
    }


def typings(event: Event) -> dict[str, list[dict[int, Line]]]:
    """All typings of every card, as lines by game, undone ones included; one query."""
    rows = AuditEntry.objects.filter(event=event, action="card.typed", subject_kind="card")
    typings_by_seat: dict[str, list[dict[int, Line]]] = {}
    for seat, after in rows.order_by("pk").values_list("subject_key", "after"):
        lines = (read_line(line) for line in (after or {})["lines"])
        typings_by_seat.setdefault(seat, []).append({line.game: line for line in lines if line is not None})
    return typings_by_seat


@dataclass(frozen=True, slots=True)
class Typed:
    """Who typed a line (kind, key and name of the actor), and when."""

    kind: str
    key: str
    by: str
    at: datetime


def typed_by(event: Event, lines: Mapping[Place, Line | None], acts: Iterable[Act] | None = None) -> dict[Place, Typed]:
    """The typist of the present text of each of these lines, by seat and game; a line without one is left out.

    Saving an unchanged line again does not count as typing it. One query, none if the cards' `acts` are given.
    """
    typings: Iterable[tuple[str, str, str, str, datetime, Any, Any]]
    if acts is None:
        seats = {seat for seat, _game in lines}
        rows = AuditEntry.objects.filter(event=event, action="card.typed", subject_kind="card", subject_key__in=seats)
        typings = rows.order_by("pk").values_list(
            "subject_key", "actor_kind", "actor_key", "actor_name", "at", "before", "after"
        )
    else:
        user = AuditEntry.ActorKind.USER
        typings = (
            (act.key, user, act.account, act.by, act.at, act.before, act.after)
            for act in acts
            if act.action == "card.typed"
        )
    typists: dict[Place, Typed] = {}
    games_by_seat: dict[str, list[int]] = {}
    for seat, game in lines:
        games_by_seat.setdefault(seat, []).append(game)
    # The typings are oldest first, so that the last one that changed a line to its present text remains.
    for seat, kind, key, name, typed_at, *records in typings:
        before, after = (
            {line["game"]: read_line(line) for line in (record or {}).get("lines", ())} for record in records
        )
        for game in games_by_seat.get(seat, ()):
            present_line = lines[seat, game]
            if after.get(game) == present_line and before.get(game) != present_line:
                typists[seat, game] = Typed(kind, key, name, typed_at)
    return typists


def read_otherwise(event: Event) -> set[Place]:
    """The lines that differ, because of looks at the paper, from what their card was last typed or corrected as; one query.

    A line is left out if its player's claim by phone has replaced it since.
    """
    changed: set[Place] = set()
    lines_typed: dict[Place, Any] = {}
    rows = AuditEntry.objects.filter(_WRITES, event=event, subject_kind="card").order_by("pk")
    values = rows.values_list("action", "subject_key", "after__game", "before__line", "after__line")
    for action, seat, game, line_before, line_after in values:
        if action == PHONE_STANDS:
            changed.discard((seat, game))
        elif action in _ONE_LINE:
            if line_after == lines_typed.setdefault((seat, game), line_before):
                changed.discard((seat, game))
            else:
                changed.add((seat, game))
        else:
            changed = {place for place in changed if place[0] != seat}
            lines_typed = {place: line for place, line in lines_typed.items() if place[0] != seat}
    return changed
