"""Teams of two: entered by program, form and list, known again, and whose they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tournaments.access import is_own, may_be_own, own_entries
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, remove_entrant
from tournaments.entrants.actions.registrations import RegistrationPlan, accept_registration, send_registration
from tournaments.entrants.forms.registrations import RegistrationForm
from tournaments.entrants.reads.listing import Meanings, listed
from tournaments.entrants.reads.registrations import offer, registrations
from tournaments.entrants.rules.pasted_list import guess_columns, read_sheet
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, Player, Tournament, User
from tournaments.people.actions.people import know_again, link_player, tell_apart
from tournaments.people.actions.relations import record_relation
from tournaments.people.reads.relations import find_somebody, people, related_accounts, relations, relatives
from tournaments.seating.reads.draw import bonds, entered
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.forms.events import PRESETS

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/entrants/"
ANN_AND_BOB = {"name": "Ann & Bob", "players": ["Ann Bell", "Bob Ray"]}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3)


@pytest.fixture
def api(event: Event) -> APIClient:
    return api_of(make_user("rita", role="registrar", tournament=event.tournament))


def enter(event: Event, *teams: tuple[str, ...]) -> list[Entry]:
    plans = [EntrantPlan("" if len(team) > 1 else team[0], players=team if len(team) > 1 else ()) for team in teams]
    return enter_entrants(event=event, entrants=plans, actor=make_actor())


def named(user: User, first: str, last: str) -> User:
    user.first_name, user.last_name = first, last
    user.save()
    return user


# --- Entering --------------------------------------------------------------------------------------------------------


def test_a_team_is_entered_and_listed_with_both_names(api: APIClient) -> None:
    answer = api.post(API, [ANN_AND_BOB, {"name": "Cal Dun"}])

    assert answer.status_code == 201
    assert [(row["name"], row["players"]) for row in answer.json()] == [
        ("Ann & Bob", ["Ann Bell", "Bob Ray"]),
        ("Cal Dun", []),
    ]
    assert [row["players"] for row in api_of().get(API).json()["results"]] == [["Ann Bell", "Bob Ray"], []]
    team = Player.objects.get(name="Ann & Bob")
    assert [person.name for person in team.people] == ["Ann Bell", "Bob Ray"]
    assert AuditEntry.objects.get(action="entrants.entered").after["entrants"][0]["players"] == ["Ann Bell", "Bob Ray"]


@pytest.mark.parametrize("movement", ["anchor", "none", "ladder"])
def test_a_team_plays_with_every_movement(tournament: Tournament, movement: str) -> None:
    rounds = 4 if movement == "none" else None
    event = make_event(tournament=tournament, slug="other", movement=movement, rounds=rounds)
    program = api_of(make_user("dora", role="director", tournament=tournament))
    address = "/api/v1/tournaments/sierra/events/other/"
    teams = [{"players": [f"Ann {last}", f"Bob {last}"]} for last in ("Orr", "Flint", "Marsh", "Quill")]

    assert program.post(f"{address}entrants/", teams).status_code == 201
    assert program.post(f"{address}seating/", {}).status_code in (200, 201)
    event.refresh_from_db()
    assert event.is_seated
    assert {entry.name for entry in event.entries.all()} == {
        f"Ann {n} & Bob {n}" for n in ("Orr", "Flint", "Marsh", "Quill")
    }


@pytest.mark.parametrize(
    ("body", "status", "field", "code"),
    [
        ([{"name": "One", "players": ["Ann Bell"]}], 400, "0.players", "invalid"),
        ([{"name": "Three", "players": ["Ann Bell", "Bob Ray", "Cal Dun"]}], 400, "0.players", "invalid"),
        ([{"name": "Twice", "players": ["Ann Bell", " ann  BELL "]}], 400, "0.players.1", "same"),
        ([{"name": "", "players": []}], 400, "0.name", "blank"),
        ([{"players": []}], 400, "0.name", "required"),
        ([{"name": "Text", "players": "Ann Bell"}], 400, "0.players", None),
        ([{"name": "Deep", "players": [["Ann Bell"], "Bob Ray"]}], 400, "0.players.0", None),
        ([{**ANN_AND_BOB, "players": ["Al Fox", "Bo Lee"], "acc_numbers": ["HI296"]}], 400, "0.acc_numbers", "invalid"),
        ([{"name": "One", "acc_numbers": ["HI296", "HI297"]}], 400, "0.acc_numbers", "invalid"),
        ([{"players": ["Al Fox", "Bo Lee"], "acc_numbers": ["HI296", "9"]}], 400, "0.acc_numbers.1", "invalid"),
        ([{"players": ["Al Fox", "Bo Lee"], "acc_numbers": ["HI296", "HI296"]}], 400, "0.acc_numbers.1", "same"),
        ([{"name": "Gus Fox"}], 409, "0.name", "exists"),
        ([ANN_AND_BOB, {"name": "Bob Ray"}], 409, "0.players.1", "exists"),
        ([ANN_AND_BOB, {"name": "Too", "players": ["Cal Dun", "Bob Ray"]}], 409, "1.players.1", "exists"),
        ([{"name": "Too", "players": ["Cal Dun", "Gus Fox"]}], 409, "0.players.1", "exists"),
        ([{"name": "Too", "players": ["Eve Orr", "Cal Dun"]}], 409, "0.players.0", "exists"),
    ],
)
def test_an_invalid_team_is_refused_with_its_field_and_changes_nothing(
    api: APIClient, event: Event, body: Any, status: int, field: str, code: str | None
) -> None:
    enter(event, ("Gus Fox", "Flo Ash"), ("Eve Orr",))
    before = Player.objects.count()

    answer = api.post(API, body)

    assert answer.status_code == status
    faults = {fault["field"]: fault["code"] for fault in answer.json()["errors"]}
    assert field in faults
    assert code in (None, faults[field])
    assert (event.entries.count(), Player.objects.count()) == (2, before)


def test_a_team_without_a_name_has_the_first_names_of_its_people_or_the_whole_ones(api: APIClient) -> None:
    first = api.post(API, [{"players": ["Ann Bell", "Bob Ray"]}]).json()
    more = api.post(API, [{"players": ["Ann Orr", "Bob Lee"]}, {"players": ["Cal Dun", "Eve Fox"]}]).json()

    assert [row["name"] for row in first + more] == ["Ann & Bob", "Ann Orr & Bob Lee", "Cal & Eve"]


def test_the_same_two_are_the_same_team_in_another_event(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")

    [main] = enter(event, ("Ann Bell", "Bob Ray"))
    again, apart = enter(other, ("Bob Ray", "Ann Bell"), ("Cal Dun", "Dee Fox"))

    assert again.player == main.player
    assert Player.objects.count() == 6
    assert apart.player != main.player


def test_a_person_in_a_team_and_alone_in_another_event_is_one_person(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    [alone] = enter(other, ("Bob Ray",))

    [team] = enter(event, ("Ann Bell", "Bob Ray"))

    assert team.player.people[1] == alone.player
    remove_entrant(event=other, number=1, actor=make_actor())
    assert Player.objects.filter(name="Bob Ray").exists()
    remove_entrant(event=event, number=1, actor=make_actor())
    assert not Player.objects.exists()


def test_teams_in_two_events_by_the_api(api: APIClient, event: Event) -> None:
    make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    body = {"players": ["Ann Bell", "Bob Ray"], "events": {"main": "", "consolation": ""}}

    answer = api.post("/api/v1/tournaments/sierra/entries/", {"people": [body]})

    assert answer.status_code == 201
    assert [(row["name"], row["players"]) for row in answer.json()] == [("Ann & Bob", ["Ann Bell", "Bob Ray"])]
    assert Entry.objects.values("player").distinct().count() == 1
    again = api.post("/api/v1/tournaments/sierra/entries/", {"people": [{**body, "players": ["Bob Ray", "Ann Bell"]}]})
    assert again.status_code == 409


def test_the_list_takes_no_query_for_each_team(event: Event) -> None:
    enter(event, ("Ann Bell", "Bob Ray"))
    program = api_of()
    program.get(API)
    with CaptureQueriesContext(connection) as one:
        program.get(API)
    enter(event, *((f"Ann {n}", f"Bob {n}") for n in range(9)))
    with CaptureQueriesContext(connection) as ten:
        program.get(API)

    assert len(one) == len(ten)


# --- At the desk -----------------------------------------------------------------------------------------------------


def test_the_desk_enters_somebody_with_a_partner(event: Event) -> None:
    desk = in_role(event.tournament, "registrar")

    told = desk.post("/t/sierra/main/entrants/", {"name": "Ann Bell", "partner": "Bob Ray"}, follow=True)
    again = desk.post("/t/sierra/main/entrants/", {"name": "Cal Dun", "partner": "Bob Ray"})

    assert told.status_code == 200
    assert event.entries.get().player.names == ["Ann Bell", "Bob Ray"]
    assert event.entries.get().name == "Ann Bell & Bob Ray"
    assert again.status_code == 409
    assert "Bob Ray is in this event already." in text_of(again)


def test_a_pasted_list_of_a_ladder_has_teams_and_captains(tournament: Tournament) -> None:
    ladder = make_event(tournament=tournament, slug="ladder", movement="ladder")
    lines = (
        "Condo 3: Teri Herbert\n1. Ann Bell & Bob Ray\n2. Cal Dun / Dee Fox\n"
        "Condo 4 – captain Jim\n1. Eve Orr and Flo Ash, HI296\nCondo 5:\n1. Gus Lee & Hal May"
    )

    in_role(tournament, "registrar").post("/t/sierra/ladder/entrants/paste/", {"lines": lines})

    rows = [(entry.name, entry.player.club, entry.player.names) for entry in ladder.entries.with_people()]
    assert rows == [
        ("Ann Bell & Bob Ray", "Condo 3", ["Ann Bell", "Bob Ray"]),
        ("Cal Dun & Dee Fox", "Condo 3", ["Cal Dun", "Dee Fox"]),
        ("Eve Orr & Flo Ash", "Condo 4", ["Eve Orr", "Flo Ash"]),
        ("Gus Lee & Hal May", "Condo 5", ["Gus Lee", "Hal May"]),
    ]


@pytest.mark.parametrize("torn", ["Gus Ives & ", "Solo Sally", "Ann Bell & Bob Ray & Cal Dun", "Gus Ives - Hal May"])
def test_a_line_of_a_ladder_that_is_no_team_is_refused_with_its_cure(tournament: Tournament, torn: str) -> None:
    ladder = make_event(tournament=tournament, slug="ladder", movement="ladder")
    desk = in_role(tournament, "registrar")

    told = desk.post("/t/sierra/ladder/entrants/paste/", {"lines": f"Condo 3:\nEve Orr & Flo Ash\n{torn}\nIda & Jo"})
    sheet = read_sheet(f"Eve Orr & Flo Ash\n{torn}")
    [whole, fault] = listed(Meanings(tournament), sheet, ["name"], ["ladder"])

    assert not ladder.entries.exists()
    assert f"Line 3: “{torn.strip()}” is not a team. A team is two names: Ann Bell & Bob Ray." in text_of(told)
    assert whole.faults == ()
    assert ["A team is two names" in one.message for one in fault.faults] == [True]


def test_half_a_team_in_a_list_of_doubles_is_refused_and_one_name_is_not(event: Event) -> None:
    desk = in_role(event.tournament, "registrar")

    half = desk.post("/t/sierra/main/entrants/paste/", {"lines": "Gus Ives & \nCal Dun", "pairs": "on"})
    assert not event.entries.exists()
    desk.post("/t/sierra/main/entrants/paste/", {"lines": "Gus Ives\nCal Dun & Dee Fox", "pairs": "on"})

    assert "Line 1: “Gus Ives &” is not a team." in text_of(half)
    assert [entry.name for entry in event.entries.all()] == ["Gus Ives", "Cal Dun & Dee Fox"]


def test_a_pasted_list_that_looks_like_teams_is_asked_about_before_its_lines_are_people(event: Event) -> None:
    desk, lines = in_role(event.tournament, "registrar"), "Red Lion:\nAnn Bell & Bob Ray\nCal Dun & Dee Fox"
    address = "/t/sierra/main/entrants/paste/"

    asked = desk.post(address, {"lines": lines})
    assert "These look like teams of two, so nobody is entered yet." in text_of(asked)
    assert 'name="singles"' in asked.content.decode()
    assert not event.entries.exists()
    desk.post(address, {"lines": lines, "pairs": "on"})
    assert [entry.player.names for entry in event.entries.all()] == [["Ann Bell", "Bob Ray"], ["Cal Dun", "Dee Fox"]]


def test_lines_that_look_like_teams_are_people_where_the_desk_says_so_and_one_of_many_is_not_asked_about(
    event: Event,
) -> None:
    desk, address = in_role(event.tournament, "registrar"), "/t/sierra/main/entrants/paste/"

    desk.post(address, {"lines": "Ann Bell & Bob Ray", "singles": "on"})
    desk.post(address, {"lines": "Cal Dun\nDee Fox\nEve Orr & Flo Ash"})

    assert len(event.entries.all()) == 4
    assert [entry.player.names for entry in event.entries.all()] == [[]] * 4
    assert 'name="singles"' not in desk.get("/t/sierra/main/entrants/").content.decode()


@pytest.mark.parametrize("name", PRESETS)
def test_the_list_of_an_event_that_is_set_up_for_teams_is_one_of_teams_by_itself(name: str) -> None:
    preset = PRESETS[name]
    event = make_event(
        kind=preset.kind,
        games=preset.games,
        deal=preset.deal,
        movement=preset.movement,
        records_spread=preset.records_spread,
        ranking=preset.ranking,
        repeats_reason=str(preset.repeats_reason),
    )
    page = in_role(event.tournament, "registrar").get(f"/t/{event.tournament.slug}/main/entrants/")
    form = page.context["paste_form"]

    assert (form.teams or form.initial["pairs"]) == (
        name in ("ladder", "condo_earlier", "league_night", "league_two_legs")
    )


def test_the_proof_of_the_seats_counts_teams_where_everybody_is_one() -> None:
    teams = [EntrantPlan("", players=(f"Ann {letter}", f"Bob {letter}")) for letter in "DEFG"]
    event = make_event(entrants=teams, seated=True)
    single = make_event(tournament=event.tournament, slug="single", entrants=4, seated=True)
    desk = in_role(event.tournament, "director")

    of_teams, of_people = (
        text_of(desk.get(f"/t/{event.tournament.slug}/{slug}/seating/proof/")) for slug in ("main", single.slug)
    )

    assert "4 teams, 3 rounds" in of_teams
    assert "4 players" not in of_teams
    assert "4 players, 3 rounds" in of_people


def test_one_person_is_no_team_of_a_ladder_by_api_form_or_paste(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="ladder", movement="ladder")
    api = api_of(make_user("rita", role="registrar", tournament=tournament))
    address, desk = "/api/v1/tournaments/sierra/events/ladder/entrants/", in_role(tournament, "registrar")

    refused = api.post(address, [{"name": "Nobody"}])
    desk.post("/t/sierra/ladder/entrants/", {"name": "Nobody"})
    desk.post("/t/sierra/ladder/entrants/paste/", {"lines": "Nobody"})

    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "0.players")
    assert "“Nobody” is one person. Name the partner too." in refused.json()["errors"][0]["message"]
    assert not event.entries.exists()
    assert api.post(address, [{"name": "Ann & Bob"}]).json()[0]["players"] == ["Ann", "Bob"]


def test_the_desk_enters_both_with_their_numbers(event: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("other"))
    [bob] = enter_entrants(event=elsewhere, entrants=[EntrantPlan("Bob Ray", "MI374")], actor=make_actor())
    desk = in_role(event.tournament, "registrar")
    typed = {"name": "Ann Bell", "acc_number": "hi 296", "partner": "Bob Ray", "partner_acc_number": "mi374"}

    lonely = desk.post("/t/sierra/main/entrants/", {**typed, "partner": ""})
    wrong = desk.post("/t/sierra/main/entrants/", {**typed, "partner_acc_number": "374"})
    assert not event.entries.exists()
    desk.post("/t/sierra/main/entrants/", typed)

    assert "Name the partner whose number this is" in text_of(lonely)
    assert wrong.status_code == 422
    team = event.entries.with_people().get()
    assert (team.acc_number, team.player.numbers) == ("", ["HI296", "MI374"])
    assert team.player.second == bob.player
    shown = api_of(make_user("cora", role="checker", tournament=event.tournament)).get(API).json()["results"]
    assert shown[0]["acc_numbers"] == ["HI296", "MI374"]
    assert "acc_numbers" not in api_of().get(API).json()["results"][0]


def test_a_number_that_was_missing_is_noted_and_another_one_is_another_person(api: APIClient, event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    address = API.replace("main", "consolation")
    api.post(API, [ANN_AND_BOB, {"players": ["Cal Dun", "Eve Fox"], "acc_numbers": ["HI1", "HI2"]}])

    api.post(address, [{**ANN_AND_BOB, "acc_numbers": ["HI296", ""]}])
    api.post(address, [{"players": ["Cal Dun", "Flo Ash"], "acc_numbers": ["HI9", ""]}])

    team, _second = event.entries.with_people().order_by("number")
    again, third = other.entries.with_people().order_by("number")
    assert again.player == team.player
    assert team.player.numbers == ["HI296", ""]
    assert third.player.first.acc_number == "HI9"
    assert Player.objects.filter(name="Cal Dun").count() == 2


def test_the_desk_corrects_both_people_and_their_numbers(event: Event) -> None:
    enter(event, ("Ann Bell", "Bob Rey"), ("Cal Dun", "Dee Fox"))
    desk = in_role(event.tournament, "registrar")
    address = "/t/sierra/main/entrants/1/"
    form = desk.get(address).context["correct_form"]

    taken = desk.post(f"{address}correct/", form.as_sent({"second": "Dee Fox"}))
    assert event.entries.with_people().get(number=1).player.names == ["Ann Bell", "Bob Rey"]
    desk.post(f"{address}correct/", form.as_sent({"second": "Bob Ray", "second_number": "MI374"}))
    late = desk.post(f"{address}correct/", form.as_sent({"second": "Bob Roy"}))

    assert "Dee Fox is in this event already." in text_of(taken)
    team = event.entries.with_people().get(number=1)
    assert (team.player.names, team.player.numbers) == (["Ann Bell", "Bob Ray"], ["", "MI374"])
    assert late.status_code == 409
    row = AuditEntry.objects.get(action="entrant.corrected")
    assert row.after == {"players": ["Ann Bell", "Bob Ray"], "acc_numbers": ["", "MI374"]}
    assert "second" not in desk.get("/t/sierra/main/entrants/2/").context["correct_form"].errors


def test_a_team_called_by_its_people_is_called_by_their_corrected_names(api: APIClient, event: Event) -> None:
    enter_entrants(
        event=event,
        entrants=[
            EntrantPlan("Ann Bell & Bob Rey", players=("Ann Bell", "Bob Rey")),
            EntrantPlan("The Aces", players=("Cal Dun", "Eve Fox")),
        ],
        actor=make_actor(),
    )

    first = api.patch(f"{API}1/person/", {"players": ["Ann Bell", "Bob Ray"]}).json()
    second = api.patch(f"{API}2/person/", {"players": ["Cal Dunn", "Eve Fox"]}).json()

    assert (first["name"], second["name"]) == ("Ann Bell & Bob Ray", "The Aces")


def test_a_pasted_list_of_doubles_has_teams_with_their_numbers(event: Event) -> None:
    desk = in_role(event.tournament, "registrar")
    lines = "Ann Bell & Bob Ray, HI296 & mi 374\nCal Dun / Dee Fox\nAnn Bell & Flo Ash"

    refused = desk.post("/t/sierra/main/entrants/paste/", {"lines": lines, "pairs": "on"})
    entered = desk.post(
        "/t/sierra/main/entrants/paste/", {"lines": lines.rpartition("\n")[0], "pairs": "on"}, follow=True
    )

    assert (refused.status_code, event.entries.count()) == (409, 2)
    assert "Line 3: Ann Bell is in this event already." in text_of(refused)
    assert "2 teams are entered." in text_of(entered)
    assert [(entry.player.names, entry.player.numbers) for entry in event.entries.with_people()] == [
        (["Ann Bell", "Bob Ray"], ["HI296", "MI374"]),
        (["Cal Dun", "Dee Fox"], ["", ""]),
    ]
    assert desk.get("/t/sierra/main/entrants/").context["paste_form"].initial["pairs"]


# --- Whose it is -----------------------------------------------------------------------------------------------------


def test_a_team_is_the_own_entry_of_both(event: Event) -> None:
    [team, _other] = enter(event, ("Ann Bell", "Bob Ray"), ("Cal Dun", "Dee Fox"))
    ann, bob, cal = (make_user(name) for name in ("ann", "bob", "cal"))
    for user, person in ((ann, team.player.first), (bob, team.player.second)):
        Player.objects.filter(pk=person.pk).update(user=user)
    entry = event.entries.with_people().get(number=1)

    assert [is_own(user, entry) for user in (ann, bob, cal)] == [True, True, False]
    assert [own_entries(user, event.tournament) for user in (ann, bob, cal)] == [[entry], [entry], []]
    assert list(Entry.objects.of(event).of_user(bob)) == [entry]


def test_a_namesake_of_a_partner_may_be_the_partner_until_somebody_says(event: Event) -> None:
    [team] = enter(event, ("Ann Bell", "Bob Ray"))
    ann = named(make_user("ann", role="checker", tournament=event.tournament), "Ann", "Bell")
    bob = named(make_user("bob", role="checker", tournament=event.tournament), "Bob", "Ray")

    assert may_be_own(ann, team)
    know_again(entry=team, username="ann", actor=make_actor())
    tell_apart(entry=team, username="bob", actor=make_actor())

    entry = event.entries.with_people().get()
    assert (entry.player.user, entry.player.first.user, entry.player.second.user) == (None, ann, None)
    assert (is_own(ann, entry), is_own(bob, entry)) == (True, False)
    link_player(entry=entry, username=None, actor=make_actor())
    assert event.entries.with_people().get().player.accounts == frozenset()


def test_the_page_gives_each_of_the_two_an_account_of_their_own(event: Event) -> None:
    [team] = enter(event, ("Ann Bell", "Bob Ray"))
    ann, bob = make_user("sunny"), make_user("rain")
    director = in_role(event.tournament, "director")
    address = "/t/sierra/main/entrants/1/"

    for person, name in enumerate(("sunny", "rain")):
        page = director.get(address)
        _who, _user, form = page.context["accounts"][person]
        director.post(f"{address}link/", form.as_sent({"username": name}))

    entry = event.entries.with_people().get()
    assert [person.user for person in entry.player.people] == [ann, bob]
    assert [is_own(user, entry) for user in (ann, bob)] == [True, True]
    page = director.get(address)
    assert [user for _name, user, _form in page.context["accounts"]] == [ann, bob]
    director.post(f"{address}link/", page.context["accounts"][1][2].as_sent({"username": ""}))
    assert [person.user for person in event.entries.with_people().get().player.people] == [ann, None]
    assert team.player.user is None


def test_a_partner_known_from_elsewhere_keeps_what_was_said_there(event: Event) -> None:
    [team] = enter(event, ("Ann Bell", "Bob Ray"))
    elsewhere = make_event(tournament=make_tournament("other"))
    bob = team.player.second
    enter_entrants(event=elsewhere, entrants=[EntrantPlan("Bob Ray", player=bob.pk)], actor=make_actor())
    user = named(make_user("bob"), "Bob", "Ray")

    link_player(entry=team, username="bob", actor=make_actor())

    assert is_own(user, event.entries.with_people().get())
    assert elsewhere.entries.get().player.user is None


# --- Relations -------------------------------------------------------------------------------------------------------


def test_a_relation_of_a_partner_keeps_the_team_apart_and_from_the_checker(event: Event) -> None:
    first, second, _third = enter(event, ("Ann Bell", "Bob Ray"), ("Cal Dun", "Dee Fox"), ("Eve Orr", "Flo Ash"))
    bob, dee = make_user("bob"), make_user("dee")
    for user, person in ((bob, first.player.second), (dee, second.player.second)):
        Player.objects.filter(pk=person.pk).update(user=user)
    record_relation(tournament=event.tournament, one=bob, other=dee, kind="family", actor=make_actor())
    entries = list(event.entries.with_people().order_by("number"))

    assert [bond.people for bond in bonds(event, entered(event))] == [frozenset({1, 2})]
    assert [relatives(event.tournament, dee).of(entry) for entry in entries] == ["family", "", ""]
    assert related_accounts(event.tournament, entries[:1]) == {dee.pk}
    assert Player.objects.filter(user=bob).count() == 1


def test_a_relation_of_the_team_holds_for_both(event: Event) -> None:
    [team, _other] = enter(event, ("Ann Bell", "Bob Ray"), ("Cal Dun", "Dee Fox"))
    consolation = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    enter(consolation, ("Bob Ray",), ("Gus Lee",))
    helper = make_user("helper", role="checker", tournament=event.tournament)
    Entry.objects.filter(event=consolation, number=1).update(player=team.player.second)
    record_relation(tournament=event.tournament, one=team, other=helper, kind="partner", actor=make_actor())

    of = relatives(event.tournament, helper).of

    assert [of(entry) for entry in event.entries.with_people().order_by("number")] == ["partner", ""]
    assert [of(entry) for entry in consolation.entries.with_people().order_by("number")] == ["partner", ""]
    assert len(relations(event.tournament)) == 1


def test_somebody_in_a_team_is_in_the_event(event: Event) -> None:
    [team] = enter(event, ("Ann Bell", "Bob Ray"))
    known = EntrantPlan("Bob Ray", player=team.player.second.pk)

    with pytest.raises(Refused) as refused:
        enter_entrants(event=event, entrants=[known], actor=make_actor())

    assert [fault.field for fault in refused.value.faults] == ["0.name"]


def test_a_partner_is_found_by_name_in_lists_and_for_a_relation(event: Event) -> None:
    [team, _other] = enter(event, ("Ann Bell", "Bob Ray"), ("Cal Dun", "Dee Fox"))
    desk = in_role(event.tournament, "registrar")

    shown = text_of(desk.get("/t/sierra/main/entrants/?q=ray"))
    found = find_somebody(people(event.tournament), "Bob Ray")

    assert "Ann Bell, Bob Ray" in shown
    assert "Cal & Dee" not in shown
    assert [one.who for one in found] == [team]
    assert "Ann Bell, Bob Ray." in text_of(desk.get("/t/sierra/main/entrants/1/"))


def test_a_known_person_with_a_partner_is_one_of_the_team(event: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("other"))
    [ann] = enter_entrants(event=elsewhere, entrants=[EntrantPlan("Ann Bell", "HI296")], actor=make_actor())
    plan = EntrantPlan("Ann Bell & Bob Ray", player=ann.player.pk, players=("Ann Bell", "Bob Ray"))

    [team] = enter_entrants(event=event, entrants=[plan], actor=make_actor())

    assert team.player.first == ann.player
    assert team.player.names == ["Ann Bell", "Bob Ray"]


def test_a_list_of_a_ladder_has_teams_and_captains(tournament: Tournament) -> None:
    make_event(tournament=tournament, slug="ladder", movement="ladder")
    meanings = Meanings(tournament)
    sheet = read_sheet("Condo 3:\nAnn Bell & Bob Ray\nCaptain: Teri Herbert\nCal Dun & Eve Orr")

    rows = listed(meanings, sheet, [str(column) for column in guess_columns(sheet)], ["ladder"])

    assert [(row.name, row.club, row.players) for row in rows] == [
        ("Ann Bell & Bob Ray", "Condo 3", ("Ann Bell", "Bob Ray")),
        ("Cal Dun & Eve Orr", "Teri Herbert", ("Cal Dun", "Eve Orr")),
    ]
    assert [row.faults for row in rows] == [(), ()]


def test_a_number_in_two_teams_is_to_be_looked_at(api: APIClient, event: Event) -> None:
    numbers = {"acc_numbers": ["", "HI700"]}
    api.post(API, [{**ANN_AND_BOB, **numbers}, {"players": ["Cal Dun", "Eve Fox"], **numbers}, {"name": "Gus"}])
    third = api.post(API, [{"players": ["Flo Ash", "Ida Orr"], "acc_number": "HI9", "acc_numbers": ["HI8", ""]}])

    shown = api.get(API).json()["results"]
    listed_twice = in_role(event.tournament, "registrar").get("/t/sierra/main/entrants/?show=twice")

    flags = [[(flag["field"], flag["code"]) for flag in entrant["flags"]] for entrant in shown]
    assert flags == [[("acc_numbers.1", "duplicate")], [("acc_numbers.1", "duplicate")], []]
    assert (third.status_code, third.json()["errors"][0]["field"]) == (400, "0.acc_number")
    assert len(listed_twice.context["page"].object_list) == 2


def test_one_number_of_a_pasted_team_is_that_of_the_first(event: Event) -> None:
    desk = in_role(event.tournament, "registrar")
    desk.post("/t/sierra/main/entrants/paste/", {"lines": "Ann Bell & Cal Dun, HI2", "pairs": "on"})

    assert event.entries.with_people().get().player.numbers == ["HI2", ""]


# --- Where only teams play -------------------------------------------------------------------------------------------


def test_a_registration_of_two_makes_a_team(client: Client, tournament: Tournament) -> None:
    ladder = make_event(tournament=tournament, movement="ladder")
    wish = {"name": "Ann Tuu", "acc_number": "HI296", "email": "ann@example.org", "events": ["main"]}
    desk = in_role(tournament, "registrar")

    lone = client.post("/t/sierra/register/", wish)
    client.post("/t/sierra/register/", {**wish, "partner": "Bob Tuu"})
    shown = text_of(desk.get("/t/sierra/registrations/1/"))
    desk.post("/t/sierra/registrations/1/")

    assert "Name both of you" in text_of(lone)
    assert "Entered as a team of two: Ann Tuu, Bob Tuu." in shown
    team = ladder.entries.with_people().get()
    assert (team.name, team.acc_number) == ("Ann Tuu & Bob Tuu", "")
    assert (team.player.names, team.player.numbers) == (["Ann Tuu", "Bob Tuu"], ["HI296", ""])
    assert registrations(tournament)[0].events[0].entry == team.number


def test_one_who_registered_alone_is_not_accepted_for_a_ladder(event: Event) -> None:
    plan = RegistrationPlan("Lone Wolf", email="wolf@example.org", events=("main",))
    lone, _is_new = send_registration(tournament=event.tournament, plan=plan, actor=make_actor())
    assert "partner" not in RegistrationForm(offered=offer(event.tournament).open_events).fields
    Event.objects.filter(pk=event.pk).update(movement="ladder")

    with pytest.raises(Refused, match="ask for both names"):
        accept_registration(registration=lone, actor=make_actor())

    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("address", "more"), [("/t/sierra/main/entrants/", {}), ("/t/sierra/enter/", {"events": ["main"]})]
)
def test_the_desk_enters_nobody_alone_on_a_ladder(tournament: Tournament, address: str, more: dict[str, Any]) -> None:
    ladder = make_event(tournament=tournament, movement="ladder")
    desk = in_role(tournament, "registrar")

    lone = desk.post(address, {"name": "Lone Wolf", **more})
    desk.post(address, {"name": "Ann Bell & Bob Ray", **more})

    assert "Name the partner too." in text_of(lone)
    assert [entry.player.names for entry in ladder.entries.with_people()] == [["Ann Bell", "Bob Ray"]]


def test_a_list_has_a_column_for_partners_and_gives_one_number_to_the_first(tournament: Tournament) -> None:
    make_event(tournament=tournament, slug="ladder", movement="ladder")
    meanings = Meanings(tournament)
    sheet = read_sheet("Name,Partner,ACC\nAnn Q,Bob Q,HI2\nCal Q,Dee Q,hi3 & hi4\nEve Q,,HI5")

    rows = listed(meanings, sheet, meanings.guess(sheet), ["ladder"])

    assert [(row.name, row.players, row.acc_number, row.acc_numbers) for row in rows[:2]] == [
        ("Ann Q & Bob Q", ("Ann Q", "Bob Q"), "", ("HI2", "")),
        ("Cal Q & Dee Q", ("Cal Q", "Dee Q"), "", ("HI3", "HI4")),
    ]
    assert [bool(row.faults) for row in rows] == [False, False, True]


# --- Correcting ------------------------------------------------------------------------------------------------------


def test_the_names_of_the_people_of_a_team_can_be_corrected(api: APIClient, event: Event) -> None:
    enter(event, ("Ann Bell", "Bob Rey"), ("Cal Dun", "Dee Fox"))

    answer = api.patch(f"{API}1/person/", {"players": ["Ann Bell", "Bob Ray"]})
    again = api.patch(f"{API}1/person/", {"players": ["Ann Bell", "Bob Ray"]})

    assert (answer.status_code, answer.json()["players"], answer.json()["name"]) == (
        200,
        ["Ann Bell", "Bob Ray"],
        "Ann & Bob",
    )
    assert again.status_code == 200
    [row] = AuditEntry.objects.filter(action="entrant.corrected")
    assert (row.before, row.after) == ({"players": ["Ann Bell", "Bob Rey"]}, {"players": ["Ann Bell", "Bob Ray"]})
    assert Player.objects.count() == 6


@pytest.mark.parametrize(
    ("number", "players", "field"),
    [
        (1, ["Ann Bell"], "players"),
        (1, [], "players"),
        (1, ["Ann Bell", "ann bell"], "players.1"),
        (1, ["Ann Bell", "Dee Fox"], "players.1"),
        (1, ["Eve Orr", "Bob Ray"], "players.0"),
        (3, ["Eve Orr", "Bob Lee"], "players"),
    ],
)
def test_a_team_is_not_corrected_into_another_one(
    api: APIClient, event: Event, number: int, players: list[str], field: str
) -> None:
    enter(event, ("Ann Bell", "Bob Ray"), ("Cal Dun", "Dee Fox"), ("Eve Orr",))

    answer = api.patch(f"{API}{number}/person/", {"players": players})

    assert answer.status_code == 400
    assert [fault["field"] for fault in answer.json()["errors"]] == [field]
    assert not AuditEntry.objects.filter(action="entrant.corrected").exists()


def test_a_partner_known_from_elsewhere_is_written_otherwise_here_alone(api: APIClient, event: Event) -> None:
    [team] = enter(event, ("Ann Bell", "Bob Rey"))
    bob = team.player.second
    elsewhere = make_event(tournament=make_tournament("other"))
    enter_entrants(event=elsewhere, entrants=[EntrantPlan("Bob Rey", player=bob.pk)], actor=make_actor())

    assert api.patch(f"{API}1/person/", {"players": ["Ann Bell", "Bob Ray"]}).status_code == 200

    assert event.entries.with_people().get().player.names == ["Ann Bell", "Bob Ray"]
    assert elsewhere.entries.get().player.name == "Bob Rey"
