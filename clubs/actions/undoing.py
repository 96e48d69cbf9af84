"""Undoing what the log of a club has: the act that takes a thing back to where it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Field, Model
from django.http import Http404

from clubs import words
from clubs.access import night_in, season_in
from clubs.actions.clubs import change_club, locked_club
from clubs.actions.directors import name_director, take_off_director
from clubs.actions.members import MemberPlan, add_members, change_member, has_played, remove_member
from clubs.actions.nights import ResultPlan, correct_night, put_back_night, take_out_night
from clubs.actions.seasons import change_season, put_back_season, take_out_season
from clubs.models import Club, ClubLog, Member, Night, Season
from clubs.reads.log import STANDS, last_change
from tournaments.access import Actor
from tournaments.errors import Refused


@transaction.atomic
def undo(*, club: Club, number: int, actor: Actor) -> None:
    """Undo one act of the club’s log by another act, which the log then has too; so an undo can be undone.

    Raises Refused `gone` (there is no such row), `stands` (this cannot be undone), `stale` (the thing was changed again
    since), `over` (it is undone already), `impossible` (people who were taken in have played), and what the other act refuses.
    """
    club = locked_club(club)
    row = club.log.filter(pk=number).first()
    if row is None:
        raise Refused("gone", words.no_such_act())
    if row.action in STANDS or row.action not in _BACK:
        raise Refused("stands", words.stands(row.action))
    if last_change(club, row.subject_kind, row.subject_key) != row.pk:
        raise Refused("stale", words.changed_since())
    try:
        _BACK[row.action](club, row, actor)
    except Http404 as exc:
        # Its season was taken out.
        raise Refused("gone", str(exc)) from exc


def _values(model: type[Model], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Values of the log as the columns of the model have them: the log writes days as text."""
    return {name: _column(model, name).to_python(value) for name, value in stored.items()}


def _column(model: type[Model], name: str) -> Field[Any, Any]:
    column = model._meta.get_field(name)
    assert isinstance(column, Field)
    return column


def _change_club(club: Club, row: ClubLog, actor: Actor) -> None:
    change_club(club=club, changes=_values(Club, row.before or {}), actor=actor)


def _take_off_director(club: Club, row: ClubLog, actor: Actor) -> None:
    take_off_director(club=club, username=row.subject_key, actor=actor)


def _name_director(club: Club, row: ClubLog, actor: Actor) -> None:
    name_director(club=club, username=row.subject_key, actor=actor)


def _member(club: Club, row: ClubLog) -> Member:
    member = club.members.filter(pk=int(row.subject_key)).first()
    if member is None:
        raise Refused("over", words.off_the_list())
    member.club = club
    return member


def _remove_members(club: Club, row: ClubLog, actor: Actor) -> None:
    added = club.members.filter(pk__in=[one["id"] for one in (row.after or {})["members"]])
    if not added:
        raise Refused("over", words.off_the_list())
    if played := [member.name for member in added if has_played(member)]:
        raise Refused("impossible", words.have_played(played))
    for member in added:
        member.club = club
        remove_member(member=member, actor=actor)


def _change_member(club: Club, row: ClubLog, actor: Actor) -> None:
    changes = _values(Member, row.before or {})
    if "unnamed_as" in changes:
        changes["named"] = changes.pop("unnamed_as") is None
    change_member(member=_member(club, row), changes=changes, actor=actor)


def _take_in_again(club: Club, row: ClubLog, actor: Actor) -> None:
    values = _values(Member, row.before or {})
    left_on = values.pop("left_on")
    (member,) = add_members(club=club, members=[MemberPlan(**values)], actor=actor)
    if left_on is not None:
        member.club = club
        change_member(member=member, changes={"left_on": left_on}, actor=actor)


def _take_out_season(club: Club, row: ClubLog, actor: Actor) -> None:
    take_out_season(season=season_in(club, row.subject_key), reason=words.undoing(row.at), actor=actor)


def _put_back_season(club: Club, row: ClubLog, actor: Actor) -> None:
    put_back_season(season=season_in(club, row.subject_key, out=True), actor=actor)


def _change_season(club: Club, row: ClubLog, actor: Actor) -> None:
    change_season(season=season_in(club, row.subject_key), changes=_values(Season, row.before or {}), actor=actor)


def _night(club: Club, row: ClubLog, *, out: bool = False) -> Night:
    season, _slash, number = row.subject_key.partition("/")
    return night_in(season_in(club, season), int(number), out=out)


def _take_out_night(club: Club, row: ClubLog, actor: Actor) -> None:
    take_out_night(night=_night(club, row), reason=words.undoing(row.at), actor=actor)


def _put_back_night(club: Club, row: ClubLog, actor: Actor) -> None:
    put_back_night(night=_night(club, row, out=True), actor=actor)


def _correct_night(club: Club, row: ClubLog, actor: Actor) -> None:
    before, after = dict(row.before or {}), row.after or {}
    results = [ResultPlan(**one) for one in before.pop("results", ())]
    there = {one.member for one in results}
    joined = [one["member"] for one in after.get("results", ()) if one["member"] not in there]
    correct_night(
        night=_night(club, row),
        results=results,
        without=joined,
        date=date.fromisoformat(before["date"]) if "date" in before else None,
        sanctioned=before.get("sanctioned"),
        fee_cents=before.get("fee_cents"),
        reason=words.undoing(row.at),
        actor=actor,
    )


_BACK: Mapping[str, Callable[[Club, ClubLog, Actor], None]] = {
    "club.changed": _change_club,
    "director.named": _take_off_director,
    "director.taken_off": _name_director,
    "members.added": _remove_members,
    "member.changed": _change_member,
    "member.left": _change_member,
    "member.removed": _take_in_again,
    "season.created": _take_out_season,
    "season.changed": _change_season,
    "season.taken_out": _put_back_season,
    "season.put_back": _take_out_season,
    "night.started": _take_out_night,
    "night.added": _take_out_night,
    "night.corrected": _correct_night,
    "night.taken_out": _put_back_night,
    "night.put_back": _take_out_night,
}
"""What takes each act back."""
