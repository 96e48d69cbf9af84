"""What the director of a club did is undone from the log, by page and API, and the log is read by directors alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from clubs.actions.clubs import change_club
from clubs.actions.directors import name_director, take_off_director
from clubs.actions.members import MemberPlan, add_members, change_member, remove_member
from clubs.actions.nights import ResultPlan, add_night, correct_night, put_back_night, start_night, take_out_night
from clubs.actions.seasons import change_season, create_season, put_back_season, take_out_season
from clubs.models import Club, ClubRole, Member, Night, NightResult, Season
from clubs.reads.log import STANDS
from clubs.tests.factories import make_club, make_members, make_night, make_season, week
from clubs.words import DONE
from tournaments.models import User
from tournaments.tests.factories import api_of, make_actor, make_user

pytestmark = pytest.mark.django_db

LOG = "/api/v1/clubs/graeagle/log/"


@pytest.fixture
def director() -> User:
    return make_user("dora")


@pytest.fixture
def club(director: User) -> Club:
    club = make_club(director=director)
    make_members(club, "Ann", "Bo", "Cy")
    make_user("kim")
    season = make_season(club)
    make_season(club, "2025-26")
    ann, bo, _cy = club.members.order_by("pk")
    make_night(season, {ann.pk: (12, 6, 50), bo.pk: (6, 3, -50)})
    return club


def member(club: Club, name: str) -> Member:
    found = club.members.get(name=name)
    found.club = club
    return found


def night(club: Club) -> Night:
    return Night.objects.select_related("season__club").get(season__club=club, number=1)


def other_season(club: Club) -> Season:
    return club.seasons.get(slug="2025-26")


def everything(club: Club) -> object:
    """All that a club is, without keys of rows that an undo makes anew."""
    return [
        list(Club.objects.values("name", "town", "number", "public")),
        sorted(ClubRole.objects.values_list("user__username", flat=True)),
        sorted(
            map(str, Member.objects.values_list("name", "acc_number", "kind", "joined_on", "left_on", "unnamed_as"))
        ),
        sorted(
            map(
                str,
                Season.objects.filter(withdrawn_at=None).values_list(
                    "slug", "name", "starts_on", "nights", "points", "sanctioned"
                ),
            )
        ),
        sorted(map(str, Night.objects.filter(withdrawn_at=None).values_list("season__slug", "date", "fee_cents"))),
        sorted(
            map(
                str,
                NightResult.objects.filter(night__withdrawn_at=None).values_list(
                    "night__number", "member__name", "game_points", "games_won", "net", "hands_28"
                ),
            )
        ),
    ]


def _correct(club: Club) -> None:
    rows = [
        ResultPlan(member(club, "Ann").pk, 14, 7, 80, hands_28=1),
        ResultPlan(member(club, "Cy").pk, 4, 2, -30),
    ]
    without = [member(club, "Bo").pk]
    correct_night(night=night(club), results=rows, without=without, fee_cents=300, reason="Misread", actor=make_actor())


ACTS: dict[str, tuple[Callable[[Club], Any] | None, Callable[[Club], Any]]] = {
    "club.changed": (None, lambda c: change_club(club=c, changes={"town": "Portola"}, actor=make_actor())),
    "director.named": (None, lambda c: name_director(club=c, username="kim", actor=make_actor())),
    "director.taken_off": (
        lambda c: name_director(club=c, username="kim", actor=make_actor()),
        lambda c: take_off_director(club=c, username="kim", actor=make_actor()),
    ),
    "members.added": (
        None,
        lambda c: add_members(club=c, members=[MemberPlan("Di"), MemberPlan("Ed")], actor=make_actor()),
    ),
    "member.changed": (
        None,
        lambda c: change_member(
            member=member(c, "Bo"),
            changes={"name": "Bob", "named": False, "joined_on": date(2025, 1, 2), "kind": "guest"},
            actor=make_actor(),
        ),
    ),
    "member.left": (None, lambda c: remove_member(member=member(c, "Ann"), actor=make_actor())),
    "member.removed": (None, lambda c: remove_member(member=member(c, "Cy"), actor=make_actor())),
    "season.created": (
        None,
        lambda c: create_season(club=c, slug="new", name="New", starts_on=date(2027, 9, 1), actor=make_actor()),
    ),
    "season.changed": (
        None,
        lambda c: change_season(
            season=other_season(c), changes={"starts_on": date(2025, 9, 1), "nights": 9}, actor=make_actor()
        ),
    ),
    "season.taken_out": (None, lambda c: take_out_season(season=other_season(c), actor=make_actor())),
    "season.put_back": (
        lambda c: take_out_season(season=other_season(c), actor=make_actor()),
        lambda c: put_back_season(season=other_season(c), actor=make_actor()),
    ),
    "night.started": (
        None,
        lambda c: start_night(
            season=night(c).season, date=week(2), members=[member(c, "Ann").pk, member(c, "Bo").pk], actor=make_actor()
        ),
    ),
    "night.added": (
        None,
        lambda c: add_night(
            season=night(c).season,
            date=week(2),
            results=[ResultPlan(member(c, "Ann").pk, 4, 2, 9)],
            actor=make_actor(),
        ),
    ),
    "night.corrected": (None, _correct),
    "night.taken_out": (None, lambda c: take_out_night(night=night(c), actor=make_actor())),
    "night.put_back": (
        lambda c: take_out_night(night=night(c), actor=make_actor()),
        lambda c: put_back_night(night=night(c), actor=make_actor()),
    ),
}


def test_every_act_of_a_club_can_be_undone_or_has_its_reason_why_not() -> None:
    assert ACTS.keys() | STANDS == DONE.keys()
    assert not ACTS.keys() & STANDS


@pytest.mark.parametrize("action", ACTS)
def test_an_act_that_is_undone_leaves_the_club_as_it_was(action: str, club: Club, director: User) -> None:
    prepare, act = ACTS[action]
    if prepare:
        prepare(club)
    before = everything(club)
    act(club)
    assert everything(club) != before
    row = api_of(director).get(LOG).json()["results"][0]
    assert (row["action"], row["undoable"]) == (action, True)

    answer = api_of(director).post(f"{LOG}{row['entry']}/undo/")

    assert answer.status_code == 204
    assert everything(club) == before
    rows = api_of(director).get(LOG).json()["results"]
    assert rows[0]["entry"] > row["entry"]
    assert next(one for one in rows if one["entry"] == row["entry"])["undoable"] is False
    again = api_of(director).post(f"{LOG}{row['entry']}/undo/")
    assert again.status_code == 409, again.content


def test_an_undo_is_undone_like_any_other_act(club: Club, director: User) -> None:
    before = everything(club)
    _correct(club)
    corrected = everything(club)
    client = Client()
    client.force_login(director)

    for expected in (before, corrected):
        newest = club.log.latest("pk")
        answer = client.post(f"/clubs/graeagle/log/{newest.pk}/undo/", follow=True)
        assert "Undone. The log has it as its newest row." in answer.content.decode()
        assert everything(club) == expected
        spanish = client.get("/clubs/graeagle/log/", headers={"accept-language": "es"}).content.decode()
        assert "Deshace lo que se hizo el" in spanish


def test_what_was_changed_again_and_who_has_played_are_not_undone(club: Club, director: User) -> None:
    added, season = club.log.get(action="members.added"), club.log.get(subject_key="2026-27")
    first = change_club(club=club, changes={"town": "Portola"}, actor=make_actor()).log.latest("pk")
    change_club(club=club, changes={"town": "Quincy"}, actor=make_actor())
    created = club.log.get(action="club.created")
    before = everything(club)

    refused = {
        row.action: api_of(director).post(f"{LOG}{row.pk}/undo/").json() for row in (added, season, first, created)
    }

    assert {action: answer["code"] for action, answer in refused.items()} == {
        "members.added": "impossible",
        "season.created": "impossible",
        "club.changed": "stale",
        "club.created": "stands",
    }
    assert "Ann, Bo" in refused["members.added"]["message"]
    assert api_of(director).post(f"{LOG}999999/undo/").json()["code"] == "gone"
    assert everything(club) == before


def test_directors_alone_read_and_undo_the_log(club: Club) -> None:
    row = club.log.latest("pk").pk
    stranger = api_of(make_user("stranger"))

    assert (stranger.get(LOG).status_code, api_of(None).get(LOG).status_code) == (403, 401)
    assert stranger.post(f"{LOG}{row}/undo/").status_code == 403
    assert Client().post(f"/clubs/graeagle/log/{row}/undo/").status_code in (302, 401, 403)
