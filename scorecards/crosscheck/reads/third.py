"""Third checkers: games left to another person because of a relation to a player, and who may sign instead."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from scorecards.sheet.reads.discrepancies import discrepancy_id
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.basis import basis_record
from scorecards.sheet.rules.crosscheck import ComparedGame, DecisionKind
from tournaments.models import AuditEntry, Event, Role, User
from tournaments.people.reads.relations import related_accounts
from tournaments.rules.last_name import by_last_name
from tournaments.rules.seat import parse_seat


@dataclass(frozen=True, slots=True)
class LeaveNote:
    """A note that a checker left a game to a third checker; `basis` has the lines and the proposal of that time."""

    by: str
    account: str
    at: datetime
    basis: Any

    def is_by(self, user: User | None) -> bool:
        return user is not None and self.account == user.get_username()


LeaveNotes = dict[str, list[LeaveNote]]


def leave_notes(event: Event) -> LeaveNotes:
    """All notes of an event that a game was left to a third checker, by the discrepancy's name, oldest first; one
    query."""
    lefts_by_name: LeaveNotes = {}
    rows = AuditEntry.objects.filter(event=event, action="discrepancy.left").order_by("pk")
    for name, by, account, left_at, after in rows.values_list("subject_key", "actor_name", "actor_key", "at", "after"):
        lefts_by_name.setdefault(name, []).append(LeaveNote(by, account, left_at, (after or {}).get("basis")))
    return lefts_by_name


_SIGNED = [f"discrepancy.{kind.value}" for kind in DecisionKind] + ["discrepancy.decision-taken-back"]


def signed_related(event: Event) -> dict[str, list[str]]:
    """By the discrepancy's name, the seats whose players are related to the last signer of the game; one query."""
    seats_by_name: dict[str, list[str]] = {}
    rows = AuditEntry.objects.filter(event=event, action__in=_SIGNED).order_by("pk")
    for name, after in rows.values_list("subject_key", "after"):
        seats_by_name[name] = (after or {}).get("third_checker_wanted", [])
    return {name: seats for name, seats in seats_by_name.items() if seats}


def leave_notes_in_force(notes_by_name: LeaveNotes, game: ComparedGame) -> tuple[LeaveNote, ...]:
    """The notes that this game was left to a third checker, without notes from before its cards changed."""
    candidates = notes_by_name.get(discrepancy_id(game), ())
    if not candidates or game.proposal is None:
        return ()
    basis = basis_record(game.recorded, game.proposal)
    return tuple(note for note in candidates if note.basis == basis)


@dataclass(frozen=True, slots=True)
class ThirdChecker:
    """Somebody who may sign as third checker; `at` is the time of their last act in this event.

    `played_there`: they played at a table of the game.
    """

    name: str
    at: datetime | None
    played_there: bool


def third_checkers(event_sheet: Sheet, seats: Collection[str]) -> tuple[ThirdChecker, ...]:
    """The checkers and directors who may sign a game of these seats: not its players, and not related to them.

    People who did not play at the table come first, and within each group people who were active most recently; three
    queries.
    """
    entries = [event_sheet.entries[seat] for seat in seats]
    related = related_accounts(event_sheet.event.tournament, entries)
    kinds = (Role.Kind.CHECKER, Role.Kind.DIRECTOR)
    roles = Role.objects.in_event(event_sheet.event).filter(kind__in=kinds, user__is_active=True)
    people = {role.user_id: role.user for role in roles.select_related("user")}
    acts = AuditEntry.objects.filter(event=event_sheet.event, actor_kind=AuditEntry.ActorKind.USER)
    last_act = dict(acts.values_list("actor_key").annotate(Max("at")))
    tables = {parse_seat(seat).table for seat in seats}
    players_there = {
        account
        for seat, entry in event_sheet.entries.items()
        if parse_seat(seat).table in tables
        for account in entry.player.accounts
    }
    excluded = related | {account for entry in entries for account in entry.player.accounts}
    checkers = [
        ThirdChecker(
            name=user.get_full_name() or user.get_username(),
            at=last_act.get(user.get_username()),
            played_there=key in players_there,
        )
        for key, user in people.items()
        if key not in excluded
    ]
    return tuple(
        sorted(
            checkers,
            key=lambda checker: (
                checker.played_there,
                checker.at is None,
                -(checker.at.timestamp() if checker.at else 0),
                by_last_name(checker.name),
            ),
        )
    )
