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
from tournaments.rules.seat import parse_seat


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left a game to a third checker; `basis` is what the cards and the rules said then."""

    by: str
    account: str
    at: datetime
    basis: Any

    def is_by(self, user: User | None) -> bool:
        return user is not None and self.account == user.get_username()


Lefts = dict[str, list[Left]]


def lefts(event: Event) -> Lefts:
    """Everything left to a third checker, by the discrepancy's name, oldest first; one query."""
    lefts_by_name: Lefts = {}
    rows = AuditEntry.objects.filter(event=event, action="discrepancy.left").order_by("pk")
    for name, by, account, left_at, after in rows.values_list("subject_key", "actor_name", "actor_key", "at", "after"):
        lefts_by_name.setdefault(name, []).append(Left(by, account, left_at, (after or {}).get("basis")))
    return lefts_by_name


_SIGNED = [f"discrepancy.{kind.value}" for kind in DecisionKind] + ["discrepancy.decision-taken-back"]


def signed_related(event: Event) -> dict[str, list[str]]:
    """The seats whose players are related to a game's last signer, by the discrepancy's name; one query."""
    seats_by_name: dict[str, list[str]] = {}
    rows = AuditEntry.objects.filter(event=event, action__in=_SIGNED).order_by("pk")
    for name, after in rows.values_list("subject_key", "after"):
        seats_by_name[name] = (after or {}).get("third_checker_wanted", [])
    return {name: seats for name, seats in seats_by_name.items() if seats}


def left_now(known: Lefts, game: ComparedGame) -> tuple[Left, ...]:
    """Who left this game to a third checker while its cards stood as they do now."""
    candidates = known.get(discrepancy_id(game), ())
    if not candidates or game.proposal is None:
        return ()
    basis = basis_record(game.recorded, game.proposal)
    return tuple(left for left in candidates if left.basis == basis)


@dataclass(frozen=True, slots=True)
class ThirdChecker:
    """Somebody who may sign for people related to a player; `at` is their last act in this event."""

    name: str
    at: datetime | None
    played_there: bool


def third_checkers(on: Sheet, seats: Collection[str]) -> tuple[ThirdChecker, ...]:
    """People who may sign a game of these seats as third checker: not its players, and related to neither.

    Those who did not play at the table come first, and among them those active most recently; three queries.
    """
    entries = [on.entries[seat] for seat in seats]
    related = related_accounts(on.event.tournament, entries)
    kinds = (Role.Kind.CHECKER, Role.Kind.DIRECTOR)
    roles = Role.objects.in_event(on.event).filter(kind__in=kinds, user__is_active=True)
    people = {role.user_id: role.user for role in roles.select_related("user")}
    acts = AuditEntry.objects.filter(event=on.event, actor_kind=AuditEntry.ActorKind.USER)
    last = dict(acts.values_list("actor_key").annotate(Max("at")))
    tables = {parse_seat(seat).table for seat in seats}
    there = [entry for seat, entry in on.entries.items() if parse_seat(seat).table in tables]
    played = {account for entry in there for account in entry.player.accounts}
    out = related | {account for entry in entries for account in entry.player.accounts}
    checkers = [
        ThirdChecker(user.get_full_name() or user.get_username(), last.get(user.get_username()), key in played)
        for key, user in people.items()
        if key not in out
    ]
    return tuple(
        sorted(
            checkers,
            key=lambda checker: (
                checker.played_there,
                checker.at is None,
                -(checker.at.timestamp() if checker.at else 0),
                checker.name,
            ),
        )
    )
