"""Clubs in the API: every row of the contract, and every bad input beside its field."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.actions.members import change_member
from clubs.actions.nights import start_night
from clubs.models import Club, ClubLog, Member, Night
from clubs.reads.table import season_table
from clubs.tests.factories import make_club, make_members, make_night, make_season
from tournaments.models import Entry, Event, Role, Tournament, User
from tournaments.tests.factories import api_of, make_actor, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

C = "/api/v1/clubs/graeagle/"
S = f"{C}seasons/2026-27/"


@pytest.fixture
def director() -> User:
    return make_user("dora")


@pytest.fixture
def program(director: User) -> APIClient:
    return api_of(director)


@pytest.fixture
def club(director: User) -> Club:
    return make_club(director=director)


def post(program: APIClient, path: str, body: Any, status: int = 201) -> Any:
    answer = program.post(path, body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def patch(program: APIClient, path: str, body: Any, status: int = 200) -> Any:
    answer = program.patch(path, body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def faults(answer: Any) -> dict[str, str]:
    return {fault["field"]: fault["code"] for fault in answer["errors"]}


# --- Clubs, members, seasons -------------------------------------------------------------------------------------------


def test_whoever_makes_a_club_directs_it(program: APIClient) -> None:
    made = post(program, "/api/v1/clubs/", {"slug": "graeagle", "name": "Graeagle Peggers", "town": "Graeagle"})

    assert made["slug"] == "graeagle"
    assert program.get("/api/v1/clubs/").json()["results"] == [made]
    assert program.get(C).json() == made
    post(program, f"{C}members/", [{"name": "Ann Petty"}])
    log = ClubLog.objects.first()
    assert log is not None
    assert (log.action, log.actor_key, log.after["director"]) == ("club.created", "dora", "dora")


def test_a_slug_is_taken_once(program: APIClient, club: Club) -> None:
    answer = post(program, "/api/v1/clubs/", {"slug": "Graeagle", "name": "Others"}, 409)

    assert answer["code"] == "exists"
    assert faults(answer) == {"slug": "exists"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"slug": "x y", "name": "X"}, "slug"),
        ({"slug": "x", "name": ""}, "name"),
        ({"slug": "x"}, "name"),
        ({"slug": "x", "name": "X", "town": 7}, "town"),
        ({"slug": "x", "name": "X", "public": "yes"}, "public"),
        ({"slug": "x", "name": "X", "colour": "red"}, "colour"),
        ({"slug": "x", "name": "X\0"}, "name"),
        ({"slug": "x" * 61, "name": "X"}, "slug"),
    ],
)
def test_a_club_of_the_wrong_shape_is_refused(program: APIClient, body: Any, field: str) -> None:
    assert field in faults(post(program, "/api/v1/clubs/", body, 400))
    assert not Club.objects.exists()


def test_members_are_added_changed_and_taken_off(program: APIClient, club: Club) -> None:
    ann, bo = post(
        program, f"{C}members/", [{"name": "Ann Petty", "acc_number": "CA296"}, {"name": "Bo Ray", "kind": "guest"}]
    )

    assert (ann["kind"], bo["kind"], bo["guest_over"]) == ("member", "guest", False)
    assert program.get(f"{C}members/{ann['id']}/").json() == ann
    assert patch(program, f"{C}members/{bo['id']}/", {"kind": "member"})["kind"] == "member"
    assert program.delete(f"{C}members/{bo['id']}/").status_code == 204
    assert program.get(f"{C}members/{bo['id']}/").status_code == 404
    assert [row["name"] for row in program.get(f"{C}members/").json()["results"]] == ["Ann Petty"]
    assert list(ClubLog.objects.values_list("action", flat=True)) == [
        "club.created",
        "members.added",
        "member.changed",
        "member.removed",
    ]


def test_members_are_answered_in_the_order_sent(program: APIClient, club: Club) -> None:
    names = ["Zoe Young", "Mia Ash", "Al Burr", "Kim Zorn"]

    added = post(program, f"{C}members/", [{"name": name} for name in names])

    assert [member["name"] for member in added] == names


def test_a_member_is_in_a_club_once(program: APIClient, club: Club) -> None:
    post(program, f"{C}members/", [{"name": "Ann Petty", "acc_number": "CA296"}])

    answer = post(program, f"{C}members/", [{"name": "Bo Ray"}, {"name": "Anne P.", "acc_number": "CA296Y"}], 409)

    assert faults(answer) == {"1.acc_number": "exists"}
    assert "Ann Petty has the number CA296Y in the club already. Check the number" in answer["message"]
    assert Member.objects.count() == 1
    assert faults(post(program, f"{C}members/", [{"name": "Bo Ray"}, {"name": "bo  ray"}], 409)) == {"1.name": "exists"}
    (other,) = post(program, f"{C}members/", [{"name": "Ann Petty", "acc_number": "CA297"}])
    there = f"{C}members/{other['id']}/"
    assert faults(patch(program, there, {"name": "Cy", "acc_number": "CA296"}, 409)) == {"acc_number": "exists"}


def test_somebody_now_in_the_club_under_another_number_is_not_added_again(program: APIClient, club: Club) -> None:
    (ann,) = post(program, f"{C}members/", [{"name": "Ann Petty", "acc_number": "CA296"}])
    patch(program, f"{C}members/{ann['id']}/", {"acc_number": "CA300"})

    assert faults(post(program, f"{C}members/", [{"name": "Ann Petty", "acc_number": "CA296"}], 409)) == {
        "0.name": "exists"
    }


def test_a_night_more_than_a_year_ahead_is_refused_beside_its_date(program: APIClient, club: Club) -> None:
    members = make_members(club, "Ann", "Bo")
    make_season(club)
    latest = timezone.localdate() + timedelta(days=366)
    row = {"member": members[0].pk, "game_points": 14, "games_won": 6, "net": 54}

    for kind in ({"members": [member.pk for member in members]}, {"results": [row]}):
        for day in ("9999-12-31", (latest + timedelta(days=1)).isoformat()):
            answer = post(program, f"{S}nights/", {"date": day, **kind}, 400)
            assert faults(answer) == {"date": "range"}
            assert "This day is more than a year ahead. Check the year" in answer["errors"][0]["message"]
    assert post(program, f"{S}nights/", {"date": latest.isoformat(), "results": [row]})["number"] == 1
    changes = {"date": "9999-12-31", "reason": "moved"}
    assert faults(patch(program, f"{S}nights/1/", changes, 400)) == {"date": "range"}


def test_days_at_the_ends_of_the_calendar_break_nothing(program: APIClient, club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    for slug, day in (("first", "0001-01-01"), ("last", "9999-12-31")):
        season = {"slug": slug, "name": slug, "starts_on": day}
        post(program, f"{C}seasons/", season)
        body = {"date": day, "members": [member.pk for member in members]}
        assert program.post(f"{C}seasons/{slug}/nights/", body, format="json").status_code in {201, 400, 409}
        assert program.get(f"{C}seasons/{slug}/standings/").status_code == 200
        assert program.get(f"{C}seasons/{slug}/nights/").status_code == 200


def test_a_movement_that_is_not_offered_is_refused_beside_its_field(program: APIClient, club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    make_season(club)
    body = {"date": "2026-09-05", "members": [member.pk for member in members], "movement": "none"}

    assert post(program, f"{S}nights/", body)["number"] == 1
    body = {**body, "date": "2026-09-12", "movement": "ladder"}
    answer = program.post(f"{S}nights/", body, format="json")
    assert (answer.status_code, list(faults(answer.json()))) == (400, ["movement"])
    assert "teams of two" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ([], ""),
        ({}, ""),
        ([{"name": "A"}, {"name": ""}], "1.name"),
        ([{"name": "A", "kind": "friend"}], "0.kind"),
        ([{"name": "A", "acc_number": "296"}], "0.acc_number"),
        ([{"name": "A", "acc_number": 296}], "0.acc_number"),
        ([{"name": "A"}, 7], "1"),
        ([{"name": "A", "joined_on": "yesterday"}], "0.joined_on"),
    ],
)
def test_members_of_the_wrong_shape_are_refused(program: APIClient, club: Club, body: Any, field: str) -> None:
    assert field in faults(post(program, f"{C}members/", body, 400))
    assert not Member.objects.exists()


def test_a_season_begins_as_the_contract_says(program: APIClient, club: Club) -> None:
    made = post(program, f"{C}seasons/", {"slug": "2026-27", "name": "2026–27", "starts_on": "2026-09-05"})

    assert made == {
        "slug": "2026-27",
        "name": "2026–27",
        "starts_on": "2026-09-05",
        "nights": 36,
        "points": "game_points_from_12",
        "sanctioned": True,
    }
    again = post(program, f"{C}seasons/", {"slug": "2026-27", "name": "x", "starts_on": "2026-09-05"}, 409)
    assert faults(again) == {"slug": "exists"}
    assert program.get(S).json() == made
    assert patch(program, S, {"points": "game_points"})["points"] == "game_points"


@pytest.mark.parametrize(
    ("name", "value"),
    [("nights", 0), ("nights", 121), ("nights", "36"), ("points", "grp"), ("starts_on", "2026-02-30"), ("slug", "")],
)
def test_a_season_of_the_wrong_shape_is_refused(program: APIClient, club: Club, name: str, value: Any) -> None:
    body = {"slug": "s", "name": "S", "starts_on": "2026-09-05", name: value}

    assert name in faults(post(program, f"{C}seasons/", body, 400))


# --- Nights ------------------------------------------------------------------------------------------------------------


def rows(*typed: tuple[int, int, int, int]) -> list[dict[str, int]]:
    return [dict(zip(("member", "game_points", "games_won", "net"), row, strict=True)) for row in typed]


def test_a_night_on_paper_stands_in_the_table(program: APIClient, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_season(club)

    night = post(
        program, f"{S}nights/", {"date": "2026-09-05", "results": rows((ann.pk, 14, 6, 54), (bo.pk, 11, 5, 3))}
    )

    assert night == {"number": 1}
    assert program.get(f"{S}standings/").json() == {
        "nights": 1,
        "nights_unsanctioned": 0,
        "provisional": False,
        "rows": [
            {
                "rank": 1,
                "member": ann.pk,
                "name": "Ann",
                "kind": "member",
                "points": 14.0,
                "nights": 1,
                "nights_unsanctioned": 0,
                "games_won": 6,
                "games": 9,
                "win_percentage": "66.7",
                "net": 54,
                "skunks_won": 2,
                "skunks_lost": None,
                "grand_slams": 0,
                "best_card": 14,
                "hands_28": 0,
                "hands_29": 0,
                "nights_won_unknown": 0,
                "nights_net_unknown": 0,
                "note": "",
            },
            {
                "rank": 2,
                "member": bo.pk,
                "name": "Bo",
                "kind": "member",
                "points": 0.0,
                "nights": 1,
                "nights_unsanctioned": 0,
                "games_won": 5,
                "games": 9,
                "win_percentage": "55.6",
                "net": 3,
                "skunks_won": 1,
                "skunks_lost": None,
                "grand_slams": 0,
                "best_card": 11,
                "hands_28": 0,
                "hands_29": 0,
                "nights_won_unknown": 0,
                "nights_net_unknown": 0,
                "note": "",
            },
        ],
    }


def test_figures_that_nobody_wrote_down_are_null_and_count_nowhere(program: APIClient, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_season(club)
    unknown = {"member": ann.pk, "game_points": 14, "games_won": None, "net": None}

    post(program, f"{S}nights/", {"date": "2026-09-05", "results": [unknown, *rows((bo.pk, 14, 6, 3))]})
    left_out = {"date": "2026-09-12", "results": [{"member": ann.pk, "game_points": 14}]}
    assert set(faults(post(program, f"{S}nights/", left_out, 400))) == {"results.0.games_won", "results.0.net"}

    results = {row["name"]: row for row in program.get(f"{S}nights/1/").json()["results"]}
    assert [results["Ann"][name] for name in ("rank", "games_won", "net", "skunks_won")] == [1, None, None, None]
    assert results["Bo"]["rank"] == 1
    table = {row["name"]: row for row in program.get(f"{S}standings/").json()["rows"]}
    figures = ("rank", "points", "nights", "games", "games_won", "nights_won_unknown", "nights_net_unknown")
    assert [table["Ann"][name] for name in figures] == [1, 14.0, 1, 0, 0, 1, 1]
    assert [table["Bo"][name] for name in figures] == [1, 14.0, 1, 9, 6, 0, 0]


def test_a_night_is_corrected_and_taken_out_and_the_table_follows(program: APIClient, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_night(make_season(club), {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3)})

    body = {"results": rows((bo.pk, 15, 6, 80)), "reason": "Two cards were mixed up"}
    night = patch(program, f"{S}nights/1/", body)

    assert [(row["rank"], row["name"], row["game_points"]) for row in night["results"]] == [
        (1, "Bo", 15),
        (2, "Ann", 14),
    ]
    assert [row["points"] for row in program.get(f"{S}standings/").json()["rows"]] == [15, 14]
    log = ClubLog.objects.latest("pk")
    assert (log.action, log.reason, log.actor_key) == ("night.corrected", "Two cards were mixed up", "dora")
    assert (log.before["results"][0]["game_points"], log.after["results"][0]["game_points"]) == (11, 15)
    patch(program, f"{S}nights/1/", {"without": [ann.pk], "reason": "She was not there"})
    assert [row["name"] for row in program.get(f"{S}standings/").json()["rows"]] == ["Bo"]
    assert program.delete(f"{S}nights/1/").status_code == 204
    assert program.get(f"{S}standings/").json()["rows"] == []
    assert program.delete(f"{S}nights/1/").status_code == 404
    assert Night.objects.count() == 1
    assert post(program, f"{S}nights/", {"date": "2026-09-05", "results": rows((bo.pk, 12, 5, 3))}) == {"number": 2}


def test_nobody_is_corrected_and_taken_out_at_once(program: APIClient, club: Club) -> None:
    ann, bo, cy = make_members(club, "Ann", "Bo", "Cy")
    make_night(make_season(club), {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3)})
    typed = rows((bo.pk, 15, 6, 80), (cy.pk, 12, 5, 3))

    answer = patch(program, f"{S}nights/1/", {"results": typed, "without": [ann.pk, bo.pk, cy.pk], "reason": "?"}, 400)

    assert faults(answer) == {"without.1": "impossible", "without.2": "impossible"}
    results = program.get(f"{S}nights/1/").json()["results"]
    assert [(row["name"], row["game_points"]) for row in results] == [("Ann", 14), ("Bo", 11)]


def test_skunks_lost_are_added_up_where_they_are_known_of_every_night(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    season = make_season(club)
    for day in ("2026-09-05", "2026-09-12"):
        post(program, f"{S}nights/", {"date": day, "results": rows((ann.pk, 14, 6, 54))})

    def told() -> tuple[Any, list[Any], str]:
        nights = [program.get(f"{S}nights/{number}/").json()["results"][0]["skunks_lost"] for number in (1, 2)]
        page = text_of(Client().get(f"/clubs/{club.slug}/seasons/{season.slug}/"))
        return program.get(f"{S}standings/").json()["rows"][0]["skunks_lost"], nights, page

    total, nights, page = told()
    assert (total, nights, "Skunks lost" in page) == (None, [None, None], False)
    patch(program, f"{S}nights/2/", {"results": [{**rows((ann.pk, 14, 6, 54))[0], "skunks_lost": 0}], "reason": "Card"})
    total, nights, page = told()
    assert (total, nights, "Skunks lost" in page) == (None, [None, 0], False)
    patch(program, f"{S}nights/1/", {"results": [{**rows((ann.pk, 14, 6, 54))[0], "skunks_lost": 1}], "reason": "Card"})
    total, nights, page = told()
    assert (total, nights, "Skunks lost" in page) == (1, [1, 0], True)


def test_what_does_not_add_up_in_a_night_is_told_its_director(program: APIClient, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_night(make_season(club), {ann.pk: (18, 9, 90), bo.pk: (18, 9, 90)})

    warnings = program.get(f"{S}nights/1/").json()["warnings"]

    assert warnings[0] == "2 cards of 9 games make 9 games won; these have 18."
    assert api_of(make_user("somebody")).get(f"{S}nights/1/").json()["warnings"] == []
    right = {"results": rows((bo.pk, 0, 0, -90)), "reason": "Bo lost"}
    assert patch(program, f"{S}nights/1/", right)["warnings"] == []


def test_a_correction_needs_a_reason(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})

    assert faults(patch(program, f"{S}nights/1/", {"results": rows((ann.pk, 15, 6, 54))}, 400)) == {
        "reason": "required"
    }
    assert list(faults(patch(program, f"{S}nights/1/", {"results": [], "reason": " "}, 400))) == ["reason"]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ((27, 8, 54), "game_points"),
        ((15, 8, 54), "game_points"),
        ((20, 10, 54), "games_won"),
        ((18, 9, -1), "net"),
        ((18, 9, 0), "net"),
        ((0, 0, 5), "net"),
        ((0, 0, 0), "net"),
        ((14, 6, 1090), "net"),
        ((-1, 6, 10), "game_points"),
        ((14, -6, 10), "games_won"),
        ((10**30, 6, 10), "game_points"),
    ],
)
def test_a_row_that_is_impossible_on_any_card_is_refused(
    program: APIClient, club: Club, typed: Any, field: str
) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_season(club)
    body = {"date": "2026-09-05", "results": rows((ann.pk, 14, 6, 54), (bo.pk, *typed))}

    answer = post(program, f"{S}nights/", body, 400)

    assert list(faults(answer)) == [f"results.1.{field}"]
    assert not Night.objects.exists()


def test_the_reason_stands_beside_the_field(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_season(club)

    answer = post(program, f"{S}nights/", {"date": "2026-09-05", "results": rows((ann.pk, 27, 8, 54))}, 400)

    assert answer["errors"][0]["message"] == (
        "27 points with 8 games won cannot be: with so many games won, game points are a number from 16 to 24."
    )


def test_skunks_must_fit(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_season(club)
    row = {**rows((ann.pk, 14, 6, 54))[0], "skunks_won": 1, "skunks_lost": 4}

    answer = post(program, f"{S}nights/", {"date": "2026-09-05", "results": [row]}, 400)

    assert list(faults(answer)) == ["results.0.skunks_won", "results.0.skunks_lost"]


def test_who_cannot_be_in_a_night_is_refused(program: APIClient, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    elsewhere = make_members(make_club("others"), "Cy")[0]
    make_season(club)
    patch(program, f"{C}members/{bo.pk}/", {"joined_on": "2020-01-01", "left_on": "2026-09-05"})
    card = (14, 6, 54)
    body = {
        "date": "2026-09-05",
        "results": rows(*((key, *card) for key in (ann.pk, ann.pk, bo.pk, elsewhere.pk, 10**9))),
    }

    answer = post(program, f"{S}nights/", body, 400)

    assert faults(answer) == {
        "results.1.member": "exists",
        "results.2.member": "closed",
        "results.3.member": "unknown",
        "results.4.member": "unknown",
    }
    body = {"date": "2026-09-05", "members": [ann.pk, ann.pk, bo.pk, elsewhere.pk]}
    assert list(faults(post(program, f"{S}nights/", body, 400))) == ["members.1", "members.2", "members.3"]
    assert not Night.objects.exists()
    assert not Tournament.objects.exists()


def test_impossible_dates_are_refused(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    first, second = make_season(club, "2026-27", nights=3), make_season(club, "spring")
    make_night(first, {ann.pk: (14, 6, 54)}, number=1)
    make_night(second, {ann.pk: (14, 6, 54)}, number=5)

    def asked(season: str, day: str, status: int) -> dict[str, str]:
        body = {"date": day, "results": rows((ann.pk, 14, 6, 54))}
        return faults(post(program, f"{C}seasons/{season}/nights/", body, status))

    assert asked("2026-27", "2026-09-05", 409) == {"date": "exists"}
    assert asked("spring", "2026-09-05", 409) == {"date": "exists"}
    assert asked("spring", "2026-09-04", 400) == {"date": "range"}
    make_night(first, {ann.pk: (14, 6, 54)}, number=2)
    assert asked("spring", "2026-09-08", 409) == {"date": "impossible"}
    assert asked("2026-27", "2026-10-06", 409) == {"date": "impossible"}
    make_night(first, {ann.pk: (14, 6, 54)}, number=3)
    assert asked("2026-27", "2026-09-26", 409) == {"date": "impossible"}
    assert Night.objects.count() == 4


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"date": "2026-09-05"}, "members"),
        ({"date": "2026-09-05", "members": [], "results": []}, "members"),
        ({"date": "2026-09-05", "members": []}, "members"),
        ({"date": "2026-09-05", "members": [1.5]}, "members.0"),
        ({"date": "2026-09-05", "members": "all"}, "members"),
        ({"date": "2026-09-05", "results": []}, "results"),
        ({"date": "2026-09-05", "results": {}}, "results"),
        ({"date": "2026-09-05", "results": [{"member": 1}]}, "results.0.net"),
        ({"date": "2026-09-05", "results": [], "movement": "anchor"}, "movement"),
        ({"date": "tonight", "members": [1]}, "date"),
        ({"date": "2026-09-05", "members": [1], "games": 61}, "games"),
        ({"date": "2026-09-05", "members": [1], "movement": "around"}, "movement"),
        ([], ""),
        ("night", ""),
    ],
)
def test_a_night_of_the_wrong_shape_is_refused(program: APIClient, club: Club, body: Any, field: str) -> None:
    make_season(club)

    assert field in faults(post(program, f"{S}nights/", body, 400))
    assert not Night.objects.exists()


def test_unsanctioned_nights_count_in_nothing_but_their_number(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_season(club)
    body = {"date": "2026-09-05", "results": rows((ann.pk, 18, 9, 200)), "sanctioned": False}

    post(program, f"{S}nights/", body)

    table = program.get(f"{S}standings/").json()
    assert (table["nights"], table["nights_unsanctioned"]) == (0, 1)
    row = table["rows"][0]
    assert row["nights_unsanctioned"] == 1
    figures = ("points", "nights", "games", "games_won", "net", "skunks_won", "grand_slams", "best_card")
    assert [row[name] for name in figures] == [0] * len(figures)
    assert row["win_percentage"] == "0.0"


def test_nights_that_are_not_sanctioned_do_not_use_up_the_season(program: APIClient, club: Club) -> None:
    ann, gone = make_members(club, "Ann", "Gone")
    season = make_season(club, nights=3)
    make_night(season, {ann.pk: (14, 6, 54), gone.pk: (12, 6, 9)}, number=1)
    make_night(season, {ann.pk: (18, 9, 200)}, number=2, sanctioned=False)
    change_member(member=gone, changes={"left_on": date(2026, 9, 6)}, actor=make_actor())
    patch(program, S, {"nights": 1})
    patch(program, S, {"nights": 3})

    table = season_table(season)

    assert table.nights_left == 2
    # Nine games of two nights, each won by a skunk. Who has left reaches nothing more.
    assert [(row.name, row.can_reach) for row in table.rows] == [("Ann", 14 + 2 * 27), ("Gone", None)]


def test_a_guest_is_told_after_four_nights_or_twelve_points(program: APIClient, club: Club) -> None:
    gus, hal = make_members(club, "Gus", "Hal", kind="guest")
    season = make_season(club)
    for number in (1, 2, 3):
        make_night(season, {gus.pk: (4, 2, -50)}, number=number)
    assert [row["guest_over"] for row in program.get(f"{C}members/").json()["results"]] == [False, False]

    make_night(season, {gus.pk: (4, 2, -50), hal.pk: (12, 6, 20)}, number=4)

    assert [row["guest_over"] for row in program.get(f"{C}members/").json()["results"]] == [True, True]
    by_name = {row["name"]: row for row in program.get(f"{S}standings/").json()["rows"]}
    assert by_name["Gus"]["kind"] == "guest"
    assert by_name["Gus"]["note"] == "Gus is a guest and has played 4 nights. It is time to join."
    assert "12 game points" in by_name["Hal"]["note"]
    make_night(season, {gus.pk: (4, 2, -50)}, number=5)
    patch(program, f"{C}members/{gus.pk}/", {"kind": "member"})
    assert program.get(f"{C}members/{gus.pk}/").json()["note"] == ""


# --- With cards --------------------------------------------------------------------------------------------------------


def test_a_night_with_cards_is_an_ordinary_tournament(program: APIClient, club: Club, director: User) -> None:
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    make_season(club)

    made = post(program, f"{S}nights/", {"date": "2026-09-05", "members": [member.pk for member in members]})

    assert made == {"number": 1, "tournament": "graeagle-2026-09-05", "event": "club-night"}
    event = Event.objects.get()
    assert (event.kind, event.games, event.movement) == ("club_night", 9, "anchor")
    assert Role.objects.get().user == director
    assert list(Entry.objects.order_by("number").values_list("player", flat=True)) == [m.player_id for m in members]
    assert program.get(f"{S}standings/").json()["rows"] == []
    path = f"/api/v1/tournaments/{made['tournament']}/events/{made['event']}/"
    assert program.post(f"{path}seating/", {}, format="json").status_code in {200, 409}


def test_the_cards_of_a_night_cannot_be_typed_over(program: APIClient, club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    make_season(club)
    post(program, f"{S}nights/", {"date": "2026-09-05", "members": [member.pk for member in members]})

    body = {"results": rows((members[0].pk, 14, 6, 54)), "reason": "x"}

    assert patch(program, f"{S}nights/1/", body, 409)["code"] == "impossible"
    patch(program, f"{S}nights/1/", {"sanctioned": False, "reason": "Too few came"})
    assert program.get(f"{S}nights/1/").json()["sanctioned"] is False
    assert program.delete(f"{S}nights/1/").status_code == 204
    assert Tournament.objects.count() == 1


def test_a_member_who_has_played_stays_in_the_table(program: APIClient, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_night(make_season(club), {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3)})

    assert program.delete(f"{C}members/{ann.pk}/").status_code == 204

    assert program.get(f"{C}members/{ann.pk}/").json()["left_on"] is not None
    assert program.get(f"{S}standings/").json()["rows"][0]["name"] == "Ann"


# --- Who may -----------------------------------------------------------------------------------------------------------


def test_who_may_do_what(club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})
    ann.player.user = make_user("ann")
    ann.player.save()
    writes = [
        ("patch", C, {}),
        ("post", f"{C}members/", [{"name": "X"}]),
        ("patch", f"{C}members/{ann.pk}/", {}),
        ("delete", f"{C}members/{ann.pk}/", None),
        ("post", f"{C}seasons/", {}),
        ("patch", S, {}),
        ("post", f"{S}nights/", {}),
        ("patch", f"{S}nights/1/", {}),
        ("delete", f"{S}nights/1/", None),
    ]
    reads = [
        C,
        f"{C}members/",
        f"{C}members/{ann.pk}/",
        f"{C}seasons/",
        S,
        f"{S}nights/",
        f"{S}nights/1/",
        f"{S}standings/",
    ]

    def answered(person: User | None) -> tuple[set[int], set[int]]:
        program = api_of(person)
        return (
            {program.get(path).status_code for path in reads},
            {getattr(program, method)(path, body, format="json").status_code for method, path, body in writes},
        )

    assert answered(None) == ({200}, {401})
    assert answered(make_user("stranger")) == ({200}, {403})
    assert answered(ann.player.user) == ({200}, {403})
    Club.objects.update(public=False)
    assert answered(None) == ({404}, {404})
    assert answered(User.objects.get(username="stranger")) == ({404}, {404})
    assert answered(ann.player.user) == ({200}, {403})
    assert api_of(None).post("/api/v1/clubs/", {}, format="json").status_code == 401
    assert api_of(None).get("/api/v1/clubs/").json()["count"] == 0
    assert api_of(ann.player.user).get("/api/v1/clubs/").json()["count"] == 1
    root = api_of(make_user("root", superuser=True))
    assert {root.get(path).status_code for path in reads} == {200}
    assert root.post(f"{C}members/", [{"name": "New"}], format="json").status_code == 201


def test_the_tournaments_of_the_nights_are_private_as_the_club_is(program: APIClient, club: Club) -> None:
    season, members = make_season(club), [member.pk for member in make_members(club, "Ann", "Bo")]
    made = start_night(season=season, date=season.starts_on, members=members, actor=make_actor())
    assert made.event is not None
    path = f"/t/{made.event.tournament.slug}/"

    statuses = []
    for public in (True, False, True):
        patch(program, C, {"public": public})
        statuses.append(Client().get(path).status_code)

    assert statuses == [200, 404, 200]


def test_acc_numbers_are_for_the_director(program: APIClient, club: Club) -> None:
    (ann,) = post(program, f"{C}members/", [{"name": "Ann Petty", "acc_number": "CA296"}])

    assert ann["acc_number"] == "CA296"
    assert api_of(None).get(f"{C}members/").json()["results"][0]["acc_number"] == ""
    assert b"CA296" not in api_of(None).get("/clubs/graeagle/members/").content


def test_a_row_of_the_log_is_neither_changed_nor_deleted(club: Club) -> None:
    row = ClubLog.objects.get()

    with pytest.raises(TypeError):
        row.delete()
    with pytest.raises(TypeError):
        row.save()


# --- Directors, and what was taken out ---------------------------------------------------------------------------------


def test_directors_are_named_and_taken_off(program: APIClient, club: Club) -> None:
    other = api_of(make_user("bo"))
    path = f"{C}directors/"
    assert other.get(path).status_code == 403
    assert faults(post(program, path, {"username": "nobody"}, 400)) == {"username": "unknown"}

    assert post(program, path, {"username": "bo"}) == {"username": "bo"}
    assert post(program, path, {"username": "bo"}) == {"username": "bo"}

    assert other.get(path).json() == [{"username": "bo"}, {"username": "dora"}]
    assert other.delete(f"{path}dora/").status_code == 204
    assert other.delete(f"{path}nobody/").status_code == 204
    assert program.get(path).status_code == 403
    refused = other.delete(f"{path}bo/")
    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
    assert ClubLog.objects.filter(subject_kind="director").count() == 2


def test_an_account_that_is_closed_does_not_count_as_the_other_director(program: APIClient, club: Club) -> None:
    post(program, f"{C}directors/", {"username": make_user("bo").username})
    User.objects.filter(username="bo").update(is_active=False)

    assert program.delete(f"{C}directors/dora/").status_code == 409


def test_nights_and_seasons_are_put_back(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})
    table, stranger = program.get(f"{S}standings/").json(), api_of(make_user("stranger"))
    assert program.delete(S).status_code == 409
    assert program.post(f"{S}nights/1/put-back/").status_code == 404

    assert program.delete(f"{S}nights/1/").status_code == 204
    assert program.delete(S).status_code == 204
    assert program.get(S).status_code == 404
    assert program.get(C).json()["seasons"] == []
    assert program.post(f"{S}nights/1/put-back/").status_code == 404
    assert stranger.post(f"{S}put-back/").status_code == 403
    assert program.post(f"{S}put-back/").status_code == 204
    assert program.get(f"{S}standings/").json()["rows"] == []
    assert program.post(f"{S}nights/1/put-back/").status_code == 204

    assert program.get(f"{S}standings/").json() == table


def test_a_night_is_not_put_back_into_a_season_that_is_full(program: APIClient, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    season = make_season(club, nights=1)
    make_night(season, {ann.pk: (14, 6, 54)})
    program.delete(f"{S}nights/1/")
    make_night(season, {ann.pk: (14, 6, 54)}, number=2)

    refused = program.post(f"{S}nights/1/put-back/")

    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
