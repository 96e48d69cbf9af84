"""The first start in the browser, and what is taken away: a tournament, or the demonstration."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from clubs.actions.nights import start_night
from clubs.models import Club
from clubs.tests.factories import FIRST_DAY, make_club, make_members, make_season
from hall.backup import by_itself
from hall.backup.making import Made
from hall.me import live as own_live
from hall.start import gate, reads
from hall.start.actions import note_demonstration
from hall.tests.test_export import make_weekend
from scorecards.models import Scorecard
from tournaments.access import Actor
from tournaments.models import AuditEntry, MadeUp, PersonalLink, Player, Role, SiteAct, Tournament, User
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db
PASSWORD = "his-heels-for-two"
HERE = {"HTTP_HOST": "localhost"}
START = {"name": "Dora Finch", "username": "dora", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture(autouse=True)
def no_proxy(settings) -> None:
    settings.TRUSTED_PROXIES = 0


@pytest.fixture
def backups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tournaments were there at each backup; none is really made."""
    made: list[int] = []

    def back_up() -> Made:
        made.append(Tournament.objects.count())
        return Made(Path("/backups/pegboard-1.zip"), 1, {})

    monkeypatch.setattr(by_itself, "back_up", back_up)
    return made


@pytest.fixture
def demonstration() -> Tournament:
    """A small site in which everything is made up."""
    director = make_user("director")
    tournament = make_tournament("harbor", name="Harbor Open", director=director)
    make_event(tournament=tournament, entrants=4, seated=True)
    make_club(director=director)
    note_demonstration(actor=Actor.of_command("tests"))
    return tournament


# --- Starting --------------------------------------------------------------------------------------------------------


def test_whoever_sits_at_the_computer_starts_with_a_name_and_a_password(
    backups: list[int], demonstration: Tournament
) -> None:
    mine = make_tournament("mine", director=User.objects.get(username="director"))
    client = Client(**HERE)
    assert "Try it, or start for real" in text_of(client.get("/"))
    assert "Try it as the director" in text_of(client.get("/start/"))

    answer = client.post("/start/", {**START, "take_away": "on"}, follow=True)

    text = text_of(answer)
    assert "Welcome, Dora Finch." in text
    assert "The demonstration is gone. What was here before is saved in /backups/pegboard-1.zip." in text
    assert backups == [2]
    dora = User.objects.get()
    assert (dora.username, dora.is_superuser, dora.check_password(PASSWORD)) == ("dora", True, True)
    assert list(Tournament.objects.all()) == [mine]
    assert [role.kind for role in Role.objects.filter(user=dora, tournament=mine)] == ["director"]
    assert not Club.objects.exists()
    assert not Player.objects.exists()
    assert not MadeUp.objects.exists()
    assert client.get("/start/")["Location"] == "/"
    assert Client(**HERE).get("/start/")["Location"] == "/accounts/sign-in/"
    assert Client(**HERE).post("/start/", {**START, "username": "eve"})["Location"] == "/accounts/sign-in/"


def test_the_demonstration_can_stay_and_go_later_by_one_click(backups: list[int], demonstration: Tournament) -> None:
    client = Client(**HERE)
    client.post("/start/", START)
    assert Tournament.objects.get() == demonstration
    assert "Take the demonstration away" in text_of(client.get("/"))
    assert signed_in(make_user("lena")).post("/start/demonstration/").status_code == 403

    assert "The demonstration is gone." in text_of(client.post("/start/demonstration/", follow=True))

    assert not Tournament.objects.exists()
    assert [act.action for act in SiteAct.objects.all()] == ["site.started", "demonstration.removed"]
    assert "Harbor Open" in text_of(client.get("/start/deleted/"))


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.168.1.40", "HTTP_HOST": "testserver"},
        {"HTTP_X_FORWARDED_FOR": "192.168.1.40", "HTTP_HOST": "localhost"},
        {"HTTP_HOST": "testserver"},
    ],
)
def test_another_device_needs_the_code_of_the_terminal(
    elsewhere: dict[str, str], settings, demonstration: Tournament
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    printed = io.StringIO()
    call_command("start_code", stdout=printed)
    code = gate.start_code()
    assert code in printed.getvalue()
    client = Client(**elsewhere)

    refused = client.post("/start/", {**START, "code": "aaaa bbbb cccc"})

    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["code"])
    assert client.post("/start/", START).status_code == 422
    assert client.post("/start/try/")["Location"].startswith("/accounts/sign-in/")
    assert client.post("/start/", {**START, "code": code.upper().replace(" ", "")}).status_code == 302
    assert User.objects.filter(username="dora", is_superuser=True).exists()
    printed = io.StringIO()
    call_command("start_code", stdout=printed)
    assert printed.getvalue() == ""


def test_the_code_cannot_be_guessed_for_long(demonstration: Tournament) -> None:
    client = Client(REMOTE_ADDR="192.168.1.40")
    wrong = {**START, "code": "aaaa bbbb cccc"}
    assert {client.post("/start/", wrong).status_code for _ in range(10)} == {422}

    assert client.post("/start/", {**wrong, "code": gate.start_code()}).status_code == 409
    assert not User.objects.filter(username="dora").exists()


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name": ""}, "name"),
        ({"username": "a b"}, "username"),
        ({"password": "short", "again": "short"}, "password"),
        ({"again": "another-one-here"}, "again"),
    ],
)
def test_a_bad_start_is_refused_beside_its_field_and_keeps_what_was_typed(sent: dict[str, str], field: str) -> None:
    answer = Client(**HERE).post("/start/", {**START, **sent})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not User.objects.exists()
    assert 'value="dora"' in answer.content.decode() or field == "username"


def test_at_the_computer_one_click_tries_the_demonstration(demonstration: Tournament) -> None:
    client = Client(**HERE)

    assert client.post("/start/try/")["Location"] == "/"
    assert "director" in text_of(client.get("/"))
    make_user("lena")
    assert Client(**HERE).post("/start/try/")["Location"].startswith("/accounts/sign-in/")


# --- A tournament ----------------------------------------------------------------------------------------------------


def test_a_deleted_tournament_takes_everything_of_it_along_and_nothing_else(backups: list[int]) -> None:
    weekend = make_weekend()
    other = make_event(tournament=make_tournament("other"), entrants=4, seated=True)
    shared = other.entries.get(number=1)
    assert Scorecard.objects.filter(entry__event__tournament=weekend).exists()
    kept_acts = AuditEntry.objects.filter(tournament=other.tournament).count()
    director = in_role(weekend, "director")
    page = f"/t/{weekend.slug}/archive/"
    sent = {"name": weekend.name, "although_it_runs": "on"}

    answer = director.post(f"{page}delete/", sent, follow=True)

    assert f"{weekend.name} is deleted. What was here before is saved in /backups/pegboard-1.zip." in text_of(answer)
    assert backups == [2]
    assert [tournament.slug for tournament in Tournament.objects.all()] == ["other"]
    assert AuditEntry.objects.count() == kept_acts
    assert set(Player.objects.all()) == {entry.player for entry in other.entries.all()}
    assert shared.player in Player.objects.all()
    connection.check_constraints()
    act = SiteAct.objects.get()
    assert (act.action, act.subject_key, act.after["backup"]) == (
        "tournament.deleted",
        "weekend",
        "/backups/pegboard-1.zip",
    )
    assert director.get(page).status_code == 404
    # The log is guarded again.
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        AuditEntry.objects.filter(tournament=other.tournament)._raw_delete("default")


def test_a_phone_that_asks_on_after_the_deletion_is_told_that_nothing_is_there(backups: list[int], settings) -> None:
    settings.LIVE_KEPT_SECONDS = 60
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)
    make_links(event=event, actor=make_actor())
    page = f"/me/{key_of_link(PersonalLink.objects.earliest('pk'))}/"
    phone = Client()
    assert phone.get(page).status_code == 200
    sent = {"name": "Sierra Open", "although_it_runs": "on"}
    assert in_role(event.tournament, "director").post("/t/sierra/archive/delete/", sent).status_code == 302
    # The process still knows the phone's link, but not how the event stands.
    own_live._events.clear()

    assert phone.get(page, {"v": "1"}, headers={"HX-Request": "true"}).status_code == 404


@pytest.mark.parametrize(
    ("seated", "sent", "field"),
    [
        (False, {"name": "Sierra"}, "name"),
        (False, {}, "name"),
        (True, {"name": "Sierra Open"}, "although_it_runs"),
    ],
)
def test_a_tournament_is_not_deleted_by_mistake(
    backups: list[int], seated: bool, sent: dict[str, str], field: str
) -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=seated)

    answer = in_role(event.tournament, "director").post("/t/sierra/archive/delete/", sent)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert Tournament.objects.exists()
    assert backups == []


def test_nothing_is_deleted_without_a_backup(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tournament("sierra")
    monkeypatch.setattr(by_itself, "back_up", lambda: None)

    answer = in_role(Tournament.objects.get(), "director").post("/t/sierra/archive/delete/", {"name": "sierra open"})

    assert answer.status_code == 409
    assert "Nothing is deleted, because no backup could be made before." in text_of(answer)
    assert Tournament.objects.exists()


def test_a_night_that_counts_in_a_season_is_not_deleted(backups: list[int]) -> None:
    club = make_club()
    people = make_members(club, "Ann Bell", "Bob Ray", "Cal Dunn", "Dee Fox")
    start_night(season=make_season(club), date=FIRST_DAY, members=[member.pk for member in people], actor=make_actor())
    tournament = Tournament.objects.get()

    answer = in_role(tournament, "director").post(f"/t/{tournament.slug}/archive/delete/", {"name": tournament.name})

    assert answer.status_code == 409
    assert "Take the night out of the season first." in text_of(answer)


@pytest.mark.parametrize("role", ["registrar", "checker", "judge", "viewer"])
def test_only_a_director_archives_or_deletes(role: str) -> None:
    tournament = make_tournament("sierra")
    for client in (in_role(tournament, role), signed_in(make_user())):
        assert client.get("/t/sierra/archive/").status_code == 403
        assert client.post("/t/sierra/archive/lists/").status_code == 403
        assert client.post("/t/sierra/archive/delete/", {"name": "Sierra Open"}).status_code == 403


def test_the_api_deletes_as_the_page_does(backups: list[int]) -> None:
    tournament = make_tournament("sierra")
    address = "/api/v1/tournaments/sierra/deletion/"
    director = api_of(make_user(role="director", tournament=tournament))
    assert (
        api_of(make_user(role="checker", tournament=tournament)).post(address, {"name": "x"}).json()["code"] == "role"
    )

    wrong = director.post(address, {"name": "Sierra"})
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "name")
    assert director.post(address, {"name": "Sierra Open"}).json() == {
        "slug": "sierra",
        "backup": "/backups/pegboard-1.zip",
    }
    assert not Tournament.objects.exists()


# --- Archived --------------------------------------------------------------------------------------------------------


def test_an_archived_tournament_is_out_of_the_lists_and_comes_back_by_one_click() -> None:
    tournament = make_tournament("sierra")
    director = in_role(tournament, "director")
    assert "Sierra Open" in text_of(Client().get("/"))

    director.post("/t/sierra/archive/lists/")

    assert "Sierra Open" not in text_of(Client().get("/"))
    assert Client().get("/api/v1/tournaments/").json()["count"] == 0
    assert "Sierra Open" in text_of(Client().get("/t/sierra/"))
    assert "1 archived tournament" in text_of(director.get("/"))
    assert "Sierra Open" in text_of(director.get("/?archived=1"))
    director.post("/t/sierra/archive/lists/", {"back": "1"})
    assert "Sierra Open" in text_of(Client().get("/"))
    acts = AuditEntry.objects.filter(action__in=["tournament.archived", "tournament.brought-back"])
    assert acts.count() == 2


def test_the_api_archives_a_tournament() -> None:
    tournament = make_tournament("sierra")
    director = api_of(make_user(role="director", tournament=tournament))

    answer = director.patch("/api/v1/tournaments/sierra/", {"archived": True})

    assert answer.json()["archived"] is True
    assert director.get("/api/v1/tournaments/").json()["count"] == 0


def test_what_is_deleted_is_shown_to_whoever_runs_the_site_alone() -> None:
    assert signed_in(make_user()).get("/start/deleted/").status_code == 403
    assert "Nothing was deleted." in text_of(signed_in(make_user(superuser=True)).get("/start/deleted/"))
    assert reads.taken_away() == []
