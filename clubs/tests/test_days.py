"""The day of a night: a wrong one is said with all other faults, stands in nobody's way for long, and is corrected."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.models import Club, Season
from clubs.tests.factories import make_club, make_members, make_season, week
from tournaments.models import User
from tournaments.tests.factories import api_of, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

NIGHTS = "/api/v1/clubs/graeagle/seasons/{}/nights/"


@pytest.fixture
def director() -> User:
    return make_user("dora")


@pytest.fixture
def club(director: User) -> Club:
    club = make_club(director=director)
    make_members(club, "Ann", "Bo")
    make_season(club, "2026-27")
    make_season(club, "2027-28", starts_on=date(2027, 9, 4))
    return club


@pytest.fixture
def program(director: User) -> APIClient:
    return api_of(director)


@pytest.fixture
def browser(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def rows(club: Club, **figures: Any) -> list[dict[str, Any]]:
    (ann, bo) = club.members.order_by("pk")
    good = {"game_points": 12, "games_won": 6, "net": 50}
    return [{"member": ann.pk, **good, **figures}, {"member": bo.pk, "game_points": 6, "games_won": 3, "net": -50}]


def add(program: APIClient, club: Club, season: str, day: date, **more: Any) -> Any:
    body = {"date": day.isoformat(), "results": rows(club), **more}
    return program.post(NIGHTS.format(season), body)


def test_a_night_under_a_wrong_year_is_named_where_it_is_in_the_way_and_moved_to_its_day(
    program: APIClient, club: Club
) -> None:
    assert add(program, club, "2026-27", week(1)).status_code == 201
    assert add(program, club, "2026-27", date(2027, 11, 3)).status_code == 201

    refused = add(program, club, "2027-28", date(2027, 9, 11))

    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
    for said in ("2026-27", "Sept. 5, 2026", "Nov. 3, 2027", "correct it on the page of that night"):
        assert said in refused.json()["message"].replace("September", "Sept.").replace("November", "Nov."), (
            refused.json()
        )

    moved = program.patch(f"{NIGHTS.format('2026-27')}2/", {"date": "2026-11-03", "reason": "The year was wrong"})

    assert (moved.status_code, moved.json()["date"], len(moved.json()["results"])) == (200, "2026-11-03", 2)
    assert add(program, club, "2027-28", date(2027, 9, 11)).status_code == 201
    log = club.log.get(action="night.corrected")
    assert (log.before, log.after) == ({"date": "2027-11-03"}, {"date": "2026-11-03"})
    assert program.post(f"/api/v1/clubs/graeagle/log/{log.pk}/undo/").status_code == 409
    program.delete(f"{NIGHTS.format('2027-28')}1/")
    assert program.post(f"/api/v1/clubs/graeagle/log/{log.pk}/undo/").status_code == 204
    assert program.get(f"{NIGHTS.format('2026-27')}2/").json()["date"] == "2027-11-03"


@pytest.mark.parametrize(
    ("day", "status", "code"),
    [(week(1), 409, "exists"), (date(2026, 9, 1), 400, "invalid"), (date(2027, 10, 2), 409, "impossible")],
)
def test_a_night_is_moved_to_no_day_that_another_could_not_have(
    program: APIClient, club: Club, day: date, status: int, code: str
) -> None:
    for number in (1, 2):
        add(program, club, "2026-27", week(number))
    add(program, club, "2027-28", date(2027, 9, 11))

    answer = program.patch(f"{NIGHTS.format('2026-27')}2/", {"date": day.isoformat(), "reason": "Moved"})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert program.get(f"{NIGHTS.format('2026-27')}2/").json()["date"] == week(2).isoformat()


def test_a_full_season_lets_its_nights_be_moved(program: APIClient, club: Club) -> None:
    club.seasons.filter(slug="2026-27").update(nights=1)
    add(program, club, "2026-27", week(1))

    assert (
        program.patch(f"{NIGHTS.format('2026-27')}1/", {"date": week(2).isoformat(), "reason": "x"}).status_code == 200
    )


@pytest.mark.parametrize("day", [week(1), date(2026, 9, 1)])
def test_a_bad_day_is_said_in_one_answer_with_every_other_fault(program: APIClient, club: Club, day: date) -> None:
    add(program, club, "2026-27", week(1))
    bad = rows(club, net=5000)

    answer = program.post(NIGHTS.format("2026-27"), {"date": day.isoformat(), "results": bad})

    assert answer.status_code == 400
    assert {fault["field"] for fault in answer.json()["errors"]} == {"date", "results.0.net"}


@pytest.mark.parametrize("cell", ["5000", "many"])
@pytest.mark.parametrize("day", [week(1), date(2026, 9, 1)])
def test_the_page_says_a_bad_day_beside_the_date_with_the_bad_rows(
    browser: Client, program: APIClient, club: Club, day: date, cell: str
) -> None:
    add(program, club, "2026-27", week(1))
    ann = club.members.get(name="Ann").pk
    sent = {
        "date": day.isoformat(),
        "games": 9,
        f"game_points-{ann}": "12",
        f"games_won-{ann}": "6",
        f"net-{ann}": cell,
    }

    answer = browser.post("/clubs/graeagle/seasons/2026-27/nights/new/", sent)

    form = answer.context["form"]
    assert answer.status_code == 422
    assert {"date", f"net-{ann}"} <= form.errors.keys()
    assert len(form.errors["date"]) == 1
    assert Season.objects.get(slug="2026-27").played.count() == 1


def test_totals_of_a_day_to_come_are_taken_with_a_note_and_the_page_moves_them(browser: Client, club: Club) -> None:
    ann = club.members.get(name="Ann").pk
    tomorrow = max(timezone.localdate(), week(1)) + timedelta(days=1)
    figures = {f"game_points-{ann}": "12", f"games_won-{ann}": "6", f"net-{ann}": "50"}
    sent = {"date": tomorrow.isoformat(), "games": 9, **figures}

    made = browser.post("/clubs/graeagle/seasons/2026-27/nights/new/", sent, follow=True)
    assert "is still to come. If that is not meant, correct the date on this page." in text_of(made)
    seen = club.log.latest("pk").pk
    moved = {"date": week(1).isoformat(), **figures, "reason": "Typed wrong", "seen": seen, "sanctioned": "on"}
    browser.post("/clubs/graeagle/seasons/2026-27/nights/1/", moved)

    assert club.seasons.get(slug="2026-27").played.get().date == week(1)
