"""The people of a club: taken in, changed, and taken off the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubs import words
from clubs.actions.clubs import locked_club, refuse_overtaken
from clubs.actions.logged import MEMBER
from clubs.audit import write_log
from clubs.models import Club, Member, Night
from clubs.reads.clubs import last_night_of
from clubs.reads.unnamed import entries_of
from tournaments.access import Actor
from tournaments.actions.rows import change
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.entrants.actions.entrants import players_behind
from tournaments.entrants.actions.naming import set_named
from tournaments.entrants.rules.acc_number import member as number_of
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, unknown
from tournaments.models import Player
from tournaments.rules.naming import plain

MAX_MEMBERS = 1000


@dataclass(frozen=True, slots=True)
class MemberPlan:
    """Somebody to take in; `joined_on` is None where nobody knows."""

    name: str
    acc_number: str = ""
    kind: str = Member.Kind.MEMBER
    joined_on: date | None = None


@transaction.atomic
def add_members(*, club: Club, members: Sequence[MemberPlan], actor: Actor) -> list[Member]:
    """Take people in, all or none; somebody with a known ACC number and name is that person.

    Raises Malformed with every fault (`0.name`), Refused `exists` for somebody who is in the club already: one ACC
    number, or one name where not both have a number. Somebody who left and comes back is changed instead.
    """
    club = locked_club(club)
    if not members:
        raise_malformed([Fault("", "required", words.nobody_named())])
    plans = [EntrantPlan(plan.name, plan.acc_number) for plan in members]
    faults = entrant_faults(plans)
    faults += [
        unknown(f"{place}.kind", Member.Kind.values)
        for place, plan in enumerate(members)
        if plan.kind not in Member.Kind.values
    ]
    raise_malformed(faults)
    known = [(member.name, member.acc_number) for member in club.members.all()]
    _refuse_known(known, [(plan.name, plan.acc_number) for plan in members])
    players = players_behind(None, plans)
    _refuse_same_player(club, members, players)
    added = [
        Member.objects.create(
            club=club,
            player=player,
            name=plan.name,
            acc_number=plan.acc_number,
            kind=plan.kind,
            joined_on=plan.joined_on,
        )
        for plan, player in zip(members, players, strict=True)
    ]
    write_log(
        club=club,
        actor=actor,
        action="members.added",
        subject=("members", ",".join(str(member.pk) for member in added)),
        after={"members": [{"id": member.pk, **MEMBER.values(member)} for member in added]},
    )
    return added


def _refuse_known(known: Sequence[tuple[str, str]], named: Sequence[tuple[str, str]]) -> None:
    """Refuse people who are in the club already, or twice in the list; both are given as names and ACC numbers."""
    so_far = list(known)
    faults = []
    for place, (name, acc_number) in enumerate(named):
        if fault := _known_fault(name, acc_number, so_far):
            faults.append(Fault(f"{place}.{fault.field}", fault.code, fault.message))
        so_far.append((name, acc_number))
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)


def _refuse_same_player(club: Club, members: Sequence[MemberPlan], players: Sequence[Player]) -> None:
    """Refuse somebody whose player is in the club already, now under another number or name."""
    players_in_club = set(club.members.values_list("player", flat=True))
    faults = [
        Fault(f"{place}.name", "exists", words.member_exists(plan.name))
        for place, (plan, player) in enumerate(zip(members, players, strict=True))
        if player.pk in players_in_club
    ]
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)


def _known_fault(name: str, acc_number: str, others: Iterable[tuple[str, str]]) -> Fault | None:
    """Return the fault of somebody who is one of these others, given as names and ACC numbers: at what gives them away."""
    for other in others:
        if not _is_same(name, acc_number, *other):
            continue
        if plain(name) == plain(other[0]):
            return Fault("name", "exists", words.member_exists(name))
        return Fault("acc_number", "exists", words.number_exists(acc_number, other[0]))
    return None


def _is_same(name: str, acc_number: str, other_name: str, other_number: str) -> bool:
    """Whether two are one person: by their ACC numbers, or by their names if one of them has no number."""
    if acc_number and other_number:
        return number_of(acc_number) == number_of(other_number)
    return plain(name) == plain(other_name)


@transaction.atomic
def change_member(*, member: Member, changes: Mapping[str, Any], seen: int | None = None, actor: Actor) -> Member:
    """Change name, acc_number, kind, joined_on, left_on or whether the person is `named` in public.

    Whoever joins is a guest no more, whoever leaves stays in the tables. Who is not to be named has a number instead of
    the name for everybody, at the nights with cards too.

    Raises Malformed with every fault, Refused `exists` if that is somebody else of the club, `impossible` for a day of
    leaving before a night that they played, `stale` (see `refuse_overtaken`).
    """
    club = locked_club(member.club)
    member = Member.objects.select_for_update().get(pk=member.pk)
    member.club = club
    refuse_overtaken(club, ("member", str(member.pk)), seen)
    named = changes.get("named", member.unnamed_as is None)
    changes = {name: value for name, value in changes.items() if name != "named"}
    if named != (member.unnamed_as is None):
        changes["unnamed_as"] = None if named else _free_number(club)
    values = {**MEMBER.values(member), **changes}
    faults = [
        Fault(fault.field.removeprefix("0."), fault.code, fault.message)
        for fault in entrant_faults([EntrantPlan(values["name"], values["acc_number"])])
    ]
    if values["kind"] not in Member.Kind.values:
        faults.append(unknown("kind", Member.Kind.values))
    joined, left = values["joined_on"], values["left_on"]
    if joined is not None and left is not None and left < joined:
        faults.append(Fault("left_on", "range", words.left_before_joining()))
    raise_malformed(faults)
    before, after = MEMBER.difference(member, changes)
    if not after:
        return member
    last = last_night_of(member) if after.get("left_on") else None
    if last is not None and last > after["left_on"]:
        message = words.played_later(member.name, last)
        raise Refused("impossible", message, faults=[Fault("left_on", "impossible", message)])
    others = club.members.exclude(pk=member.pk)
    if {"name", "acc_number"} & after.keys() and (
        fault := _known_fault(
            values["name"], values["acc_number"], [(other.name, other.acc_number) for other in others]
        )
    ):
        raise Refused("exists", fault.message, faults=[fault])
    change(member, after)
    if "unnamed_as" in after:
        for entry in entries_of(member):
            set_named(entry=entry, named=named, actor=actor)
    write_log(
        club=club,
        actor=actor,
        action="member.changed",
        subject=("member", str(member.pk)),
        before=before,
        after=after,
    )
    return member


def _free_number(club: Club) -> int:
    """The number after those that people of the club have instead of a name."""
    return (club.members.aggregate(last=Max("unnamed_as"))["last"] or 0) + 1


@transaction.atomic
def remove_member(*, member: Member, actor: Actor) -> None:
    """Take somebody off the list. A person who has played stays in the tables, as somebody who left today, or
    on the day of their last night if that is still to come.

    Raises Refused `over` for a person who has left already.
    """
    club = locked_club(member.club)
    member = Member.objects.select_for_update().select_related("player").get(pk=member.pk)
    key, before = member.pk, MEMBER.values(member)
    after = None
    if has_played(member):
        if member.left_on is not None:
            raise Refused("over", words.left_already(member.name))
        days = [timezone.localdate(), member.joined_on, last_night_of(member)]
        before, after = {"left_on": None}, {"left_on": max(day for day in days if day is not None)}
        change(member, after)
    else:
        member.delete()
    write_log(
        club=club,
        actor=actor,
        action="member.left" if after else "member.removed",
        subject=("member", str(key)),
        before=before,
        after=after,
    )


def has_played(member: Member) -> bool:
    """Return whether somebody stands in any night of the club, typed or with cards, also in one that was taken out."""
    nights = Night.objects.filter(season__club=member.club_id, event__entries__player=member.player_id)
    return member.results.exists() or nights.exists()
