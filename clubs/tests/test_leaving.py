"""A night is for people who are in the club that day, however the day of the night or of their leaving comes about."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.actions.members import change_member, remove_member
from clubs.actions.nights import ResultPlan, add_night, start_night
from clubs.models import Club, Member
from clubs.tests.factories import make_club, make_members, make_night, make_season, week
from tournaments.models import User
from tournaments.tests.factories import api_of, make_actor, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

C = "/api/v1/clubs/graeagle/"
NIGHT = f"{C}seasons/2026-27/nights/1/"


@pytest.fixture
def director() -> User:
    return make_user("dora")


@pytest.fixture(params=["typed", "cards"])
def club(request: pytest.FixtureRequest, director: User) -> Club:
    """A club with one night, in the second week, of Ann and Bo."""
    club = make_club(director=director)
    members = make_members(club, "Ann", "Bo")
    season = make_season(club)
    if request.param == "typed":
        ann, bo = members
        make_night(season, {ann.pk: (12, 6, 50), bo.pk: (6, 3, -50)}, number=2)
    else:
        keys = [member.pk for member in members]
        start_night(season=season, date=week(2), members=keys, actor=make_actor(director))
    return club


def ann_of(club: Club) -> Member:
    return club.members.select_related("club").get(name="Ann")


def test_nobody_leaves_before_a_night_that_they_played(club: Club, director: User) -> None:
    program, path = api_of(director), f"{C}members/{ann_of(club).pk}/"

    refused = program.patch(path, {"left_on": week(1).isoformat()})

    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
    assert [fault["field"] for fault in refused.json()["errors"]] == ["left_on"]
    assert "Ann played the night on" in refused.json()["message"]
    assert program.patch(path, {"left_on": week(2).isoformat()}).status_code == 200


def test_a_night_is_not_moved_to_a_day_after_somebody_left(club: Club, director: User) -> None:
    program = api_of(director)
    change_member(member=ann_of(club), changes={"left_on": week(2)}, actor=make_actor())

    refused = program.patch(NIGHT, {"date": week(3).isoformat(), "reason": "x"})

    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
    assert [fault["field"] for fault in refused.json()["errors"]] == ["date"]
    assert "Ann (" in refused.json()["message"]
    assert "Bo" not in refused.json()["message"]
    assert program.patch(NIGHT, {"date": week(1).isoformat(), "reason": "x"}).status_code == 200


def test_an_undo_moves_no_night_behind_the_day_of_leaving(club: Club, director: User) -> None:
    program = api_of(director)
    program.patch(NIGHT, {"date": week(1).isoformat(), "reason": "x"})
    moved = club.log.latest("pk").pk
    change_member(member=ann_of(club), changes={"left_on": week(1)}, actor=make_actor())

    assert program.post(f"{C}log/{moved}/undo/").json()["code"] == "impossible"


def test_a_night_is_put_back_only_if_everybody_was_still_in_the_club(club: Club, director: User) -> None:
    program = api_of(director)
    program.delete(NIGHT)
    taken_out = club.log.latest("pk").pk
    change_member(member=ann_of(club), changes={"left_on": week(1)}, actor=make_actor())
    browser = Client()
    browser.force_login(director)

    refused = program.post(f"{NIGHT}put-back/")

    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
    assert program.post(f"{C}log/{taken_out}/undo/").json()["code"] == "impossible"
    page = text_of(browser.post("/clubs/graeagle/seasons/2026-27/nights/1/put-back/", follow=True))
    assert "had left the club by" in page
    change_member(member=ann_of(club), changes={"left_on": week(2)}, actor=make_actor())
    assert program.post(f"{NIGHT}put-back/").status_code == 204


def test_whoever_is_taken_off_the_list_stays_until_their_last_night(club: Club, director: User) -> None:
    ann = ann_of(club)
    later = max(timezone.localdate(), week(3)) + timedelta(days=1)
    season = club.seasons.get()
    add_night(season=season, date=later, results=[ResultPlan(ann.pk, 4, 2, 9)], actor=make_actor(director))

    remove_member(member=ann, actor=make_actor(director))

    assert ann_of(club).left_on == later
