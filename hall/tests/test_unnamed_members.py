"""Somebody who is not to be named in their club: everybody reads a number at every night of it, and in all its lists."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.actions.members import change_member
from clubs.actions.nights import start_night
from clubs.models import Club, Member, Night
from clubs.tests.factories import make_club, make_night, make_season, week
from hall.tests.test_unnamed import public_texts
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.late import make_posted
from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import Entry, Event, Player
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user

pytestmark = pytest.mark.django_db

ZOE = "Zoe Quist"
CLUB = "/clubs/graeagle/"
SEASON = f"{CLUB}seasons/2026-27/"


def make_played() -> tuple[Club, Event]:
    """A posted night with cards, at the tournament `sierra`, and a typed one; Zoe is a guest who leads both."""
    event = make_posted(make_tournament("sierra"))
    entry = event.entries.with_people().select_related("event__tournament").get(table="A", seat_number=1)
    correct_entrant(entry=entry, name=ZOE, acc_number="CA7", club="", reason="Misread", actor=make_actor())
    Player.objects.filter(pk=entry.player_id).update(name=ZOE, acc_number="CA7")
    club = make_club(director=make_user("dora"))
    season = make_season(club, points="game_points")
    members = [
        Member.objects.create(club=club, player=one.player, name=one.name, acc_number=one.acc_number)
        for one in event.entries.select_related("player")
    ]
    Night.objects.create(season=season, number=1, date=week(1), games=3, event=event)
    zoe = zoe_of(club)
    change_member(member=zoe, changes={"kind": "guest"}, actor=make_actor())
    make_night(season, {zoe.pk: (27, 9, 300), members[1].pk: (0, 0, -300)}, number=2)
    return club, event


def zoe_of(club: Club) -> Member:
    member = club.members.get(name=ZOE)
    member.club = club
    return member


def named(club: Club, value: bool) -> None:
    change_member(member=zoe_of(club), changes={"named": value}, actor=make_actor())
    for event in Event.objects.filter(club_night__season__club=club, posted_at__isnull=False):
        # Which the job does.
        store_snapshot(event)


def club_texts(club: Club, client: Client | None = None) -> dict[str, str]:
    client = client or Client()
    pages = [
        "/clubs/",
        CLUB,
        f"{CLUB}members/",
        f"{CLUB}side-by-side/",
        SEASON,
        f"{SEASON}table.csv",
        f"{SEASON}nights/1/",
        f"{SEASON}nights/2/",
    ]
    programs = ["", "members/", f"members/{zoe_of(club).pk}/", "seasons/", "seasons/2026-27/"]
    programs += [f"seasons/2026-27/{rest}" for rest in ("nights/", "nights/1/", "nights/2/", "standings/")]
    answers = {path: client.get(path) for path in [*pages, *(f"/api/v1{CLUB}{rest}" for rest in programs)]}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {path: answer.content.decode() for path, answer in answers.items()}


def test_no_public_door_of_the_club_or_of_its_nights_names_them_and_lifting_it_brings_the_name_back() -> None:
    club, event = make_played()
    before = public_texts(event) | club_texts(club)
    event.tournament.displays.all().delete()
    named_at = {path for path, text in before.items() if ZOE in text}
    assert {SEASON, f"{SEASON}nights/1/", f"{SEASON}nights/2/", "/t/sierra/main/standings/"} <= named_at

    named(club, False)

    member = make_user("bo")
    Player.objects.filter(memberships__in=club.members.exclude(name=ZOE)[:1]).update(user=member)
    inside = Client()
    inside.force_login(member)
    after = public_texts(event) | club_texts(club)
    event.tournament.displays.all().delete()
    assert {path for path, text in (*after.items(), *club_texts(club, inside).items()) if ZOE in text} == set()
    assert {path for path in named_at if "Player 1" not in after[path]} <= {
        "/results/?q=Zoe",
        "/api/v1/results/?q=Zoe",
    }

    named(club, True)

    lifted = public_texts(event) | club_texts(club)
    assert {path for path, text in lifted.items() if ZOE in text} == named_at


def test_whoever_is_entered_late_or_in_another_event_of_a_night_is_not_named_either() -> None:
    club, _event = make_played()
    named(club, False)
    others = [member.pk for member in club.members.exclude(name=ZOE)[:3]]
    night = start_night(season=club.seasons.get(), date=week(3), members=others, games=1, actor=make_actor())
    event = Event.objects.select_related("tournament").get(pk=night.event_id)
    satellite = make_event(tournament=event.tournament, slug="late", games=1)

    enter_entrants(event=event, entrants=[EntrantPlan(ZOE, "CA7")], actor=make_actor())
    enter_entrants(event=satellite, entrants=[EntrantPlan(ZOE, "CA7"), EntrantPlan("Vi Strange")], actor=make_actor())

    entries = Entry.objects.filter(event__in=[event, satellite]).order_by("pk")
    assert [(entry.name == ZOE, entry.withheld_name) for entry in entries if entry.known_name == ZOE] == [
        (False, ZOE),
        (False, ZOE),
    ]
    assert entries.get(name="Vi Strange").withheld_name == ""


def test_an_entrant_who_is_another_record_of_a_member_is_reached_by_number_and_name() -> None:
    club, event = make_played()
    entry = event.entries.get(name=ZOE)
    Entry.objects.filter(pk=entry.pk).update(player=Player.objects.create(name="Z. Quist"))

    named(club, False)
    entry.refresh_from_db()
    assert entry.withheld_name == ZOE
    named(club, True)
    entry.refresh_from_db()
    assert (entry.name, entry.withheld_name) == (ZOE, "")


def test_other_tournaments_keep_the_name_and_the_page_says_so() -> None:
    club, _event = make_played()
    other = make_event(tournament=make_tournament("reno"), games=1)
    enter_entrants(event=other, entrants=[EntrantPlan(ZOE, "CA7")], actor=make_actor())
    client = Client()
    client.force_login(club.roles.get().user)

    named(club, False)

    assert other.entries.get().name == ZOE
    page = client.get(f"{CLUB}members/{zoe_of(club).pk}/").content.decode()
    assert "Other tournaments are not changed" in page
    assert ZOE in page
