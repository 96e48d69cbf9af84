"""What is printed or scanned leads phones here, wherever the director has the site open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from tournaments import actions, reachable
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

HALL = "http://hall.example:8000"
IN_FIGURES = "192.168.1.20:8000"
LOCAL = "127.0.0.1:8000"
REFUSED = "Pegboard is open to this computer alone"
# Every page on which a code or an address stands for somebody else's device, and how it answers where there is none.
PAGES = {
    "/t/sierra/main/paper/": 200,
    "/t/sierra/main/paper/slips/": 409,
    "/t/sierra/main/paper/cards/": 409,
    "/t/sierra/main/entrants/1/personal/": 200,
    "/t/sierra/people/invitations/1/": 200,
    "/t/sierra/displays/": 200,
    "/t/sierra/hall-address/": 200,
}


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament("sierra")
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    actions.make_links(event=event, actor=make_actor())
    actions.invite(
        tournament=tournament, name="Joan", kind="checker", event=None, role_ends_at=None, hours=24, actor=make_actor()
    )
    actions.add_display(tournament=tournament, name="Ballroom", actor=make_actor())
    return tournament


@pytest.fixture
def director(tournament: Tournament) -> Client:
    client = in_role(tournament, "director")
    client.defaults["HTTP_HOST"] = LOCAL
    return client


@pytest.fixture(autouse=True)
def alone(settings: Settings, tmp_path: Path) -> None:
    """A site that was told nothing."""
    settings.DATA_DIR, settings.HALL_ADDRESS = tmp_path, ""


def test_no_code_leads_to_this_computer_alone(director: Client) -> None:
    for address, status in PAGES.items():
        answer = director.get(address)

        assert (address, answer.status_code) == (address, status)
        assert REFUSED in text_of(answer), address
        assert "--host 0.0.0.0" in text_of(answer), address
        assert not re.search(r'class="[^"]*qr[^"]*"[^>]*>\s*<svg', answer.content.decode()), address
        assert "http://127.0.0.1" not in answer.content.decode(), address


def test_an_address_of_this_computer_alone_is_none_wherever_it_comes_from(director: Client, settings: Settings) -> None:
    settings.HALL_ADDRESS = f"http://{LOCAL}"

    assert director.get("/t/sierra/main/paper/slips/").status_code == 409


def test_the_sheets_can_be_printed_without_codes(director: Client) -> None:
    for kind in ("slips", "cards"):
        answer = director.get(f"/t/sierra/main/paper/{kind}/?codes=no")

        assert (kind, answer.status_code) == (kind, 200)
        assert "Milt Orr" in text_of(answer), kind
        assert "qr" not in re.findall(r'class="(\w*qr)"', answer.content.decode()), kind


def test_every_code_leads_to_the_address_that_the_site_was_started_with(director: Client, settings: Settings) -> None:
    settings.HALL_ADDRESS = HALL

    for address in PAGES:
        answer = director.get(address)

        assert (address, answer.status_code) == (address, 200)
        assert REFUSED not in text_of(answer), address
    assert f"{HALL}/join/" in text_of(director.get("/t/sierra/people/invitations/1/"))
    assert f"{HALL}/me/" in text_of(director.get("/t/sierra/main/entrants/1/personal/"))
    assert "hall.example:8000/me/" in text_of(director.get("/t/sierra/main/paper/slips/"))
    invited = director.get("/api/v1/tournaments/sierra/invitations/").json()["results"]
    assert [one["link"].startswith(f"{HALL}/join/") for one in invited] == [True]


def test_who_has_the_site_open_as_phones_do_prints_that_address(director: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["hall.example"]
    director.defaults["HTTP_HOST"] = "hall.example"

    assert "http://hall.example/join/" in text_of(director.get("/t/sierra/people/invitations/1/"))


def test_an_address_is_told_once_for_everything_and_forgotten_when_it_is_emptied(
    director: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20"]

    told = director.post("/t/sierra/hall-address/", {"address": IN_FIGURES}, follow=True)
    slips = director.get("/t/sierra/main/paper/slips/")
    director.post("/t/sierra/hall-address/", {"address": ""})

    assert f"Phones come in at http://{IN_FIGURES}" in text_of(told)
    assert (slips.status_code, f"{IN_FIGURES}/me/" in text_of(slips)) == (200, True)
    assert director.get("/t/sierra/main/paper/slips/").status_code == 409


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://127.0.0.1:8000", "Only this computer can open that address"),
        ("localhost", "Only this computer can open that address"),
        ("[::1]:8000", "Only this computer can open that address"),
        ("ftp://192.168.1.20", "Write the address as phones open it"),
        ("192.168.1.20:port", "Write the address as phones open it"),
        ("http://", "Write the address as phones open it"),
        ("http://elsewhere.example", "ALLOWED_HOSTS=elsewhere.example"),
    ],
)
def test_an_address_that_phones_cannot_use_is_refused_and_stays_in_its_field(
    director: Client, settings: Settings, address: str, why: str
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20"]

    answer = director.post("/t/sierra/hall-address/", {"address": address})

    assert (answer.status_code, why in text_of(answer)) == (422, True)
    assert f'value="{address}"' in answer.content.decode()
    assert reachable.told() == ""


def test_who_may_tell_the_address(tournament: Tournament) -> None:
    statuses = {
        role: in_role(tournament, role).get("/t/sierra/hall-address/").status_code
        for role in ("director", "registrar", "checker", "judge", "viewer")
    }

    assert statuses == {"director": 200, "registrar": 200, "checker": 403, "judge": 403, "viewer": 403}
    assert Client().get("/t/sierra/hall-address/").status_code == 302


def test_an_address_that_this_computer_has_lost_is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # 2001:db8::/32 is kept for documentation: no computer has an address of it.
    settings.HALL_ADDRESS = "http://[2001:db8::7]:8000"
    monkeypatch.setattr(reachable, "_WAS_OURS", True)

    with pytest.raises(Refused, match="the network has changed"):
        reachable._found()


def test_a_screen_shows_no_code_that_phones_cannot_open(director: Client, settings: Settings) -> None:
    director.post("/t/sierra/displays/1/show/", {"what": "standings main"})

    alone = director.get("/t/sierra/wall/1/")
    settings.HALL_ADDRESS = HALL
    found = director.get("/t/sierra/wall/1/")

    assert ["wall__qr" in answer.content.decode() for answer in (alone, found)] == [False, True]
