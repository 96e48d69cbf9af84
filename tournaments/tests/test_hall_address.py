"""What is printed or scanned leads phones here, wherever the director has the site open."""

from __future__ import annotations

import errno
import re
import socket
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from tournaments import reachable
from tournaments.models import Tournament, User
from tournaments.people.actions.invitations import invite
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.actions.displays import add_display

pytestmark = pytest.mark.django_db

HALL = "http://hall.example:8000"
OURS = "192.168.1.20"
IN_FIGURES = f"{OURS}:8000"
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
ELSEWHERE = "192.168.1.30:8000"
HERE_ALONE = "Only this computer can open that address"
NO_WAY_TO_WRITE_IT = "Write the address as phones open it"
NO_ADDRESS = {
    "http://127.0.0.1:8000": HERE_ALONE,
    "localhost:8702": HERE_ALONE,
    "LOCALHOST.": HERE_ALONE,
    "127.1:8702": HERE_ALONE,
    "0x7f.1": HERE_ALONE,
    "2130706433": HERE_ALONE,
    "0:8702": HERE_ALONE,
    "[::1]:8000": HERE_ALONE,
    "[::]": HERE_ALONE,
    "http://[::ffff:127.0.0.1]:8702": HERE_ALONE,
    "ftp://192.168.1.20": NO_WAY_TO_WRITE_IT,
    "192.168.1.20:port": NO_WAY_TO_WRITE_IT,
    "192.168.1.20:0": NO_WAY_TO_WRITE_IT,
    "192.168.1.20:65536": NO_WAY_TO_WRITE_IT,
    "me@192.168.1.20": NO_WAY_TO_WRITE_IT,
    "127。0。0。1": NO_WAY_TO_WRITE_IT,
    "[::1": NO_WAY_TO_WRITE_IT,
    "http://": NO_WAY_TO_WRITE_IT,
    "http://elsewhere.example": "ALLOWED_HOSTS=elsewhere.example",
    ELSEWHERE: "does not answer at 192.168.1.30:8000 now",
}


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament("sierra")
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_links(event=event, actor=make_actor())
    invite(
        tournament=tournament, name="Joan", kind="checker", event=None, role_ends_at=None, hours=24, actor=make_actor()
    )
    add_display(tournament=tournament, name="Ballroom", actor=make_actor())
    return tournament


@pytest.fixture
def director(tournament: Tournament) -> Client:
    client = in_role(tournament, "director")
    client.defaults["HTTP_HOST"] = LOCAL
    return client


@pytest.fixture(autouse=True)
def alone(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that was told nothing, without a proxy, on a computer that has one address in the hall's network."""
    settings.DATA_DIR, settings.HALL_ADDRESS, settings.TRUSTED_PROXIES = tmp_path, "", 0
    settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1", "hall.example", "192.168.1.20", "192.168.1.30"]
    monkeypatch.setattr(reachable.socket, "socket", OneAddress)


class OneAddress(socket.socket):
    """A socket of that computer: it can be bound to no address but its own."""

    def bind(self, address: Any) -> None:
        if address[0] != "192.168.1.20":
            raise OSError(errno.EADDRNOTAVAIL, "no such address here")


def served_on(client: Client, host: str, port: str = "8000") -> None:
    """As the server says it to every request."""
    client.generic = partial(Client.generic, client, SERVER_NAME=host, SERVER_PORT=port)  # type: ignore[method-assign]


def slips(client: Client) -> HttpResponse:
    return client.get("/t/sierra/main/paper/slips/")


def test_no_code_leads_to_this_computer_alone(director: Client) -> None:
    for address, status in PAGES.items():
        answer = director.get(address)

        assert (address, answer.status_code) == (address, status)
        assert REFUSED in text_of(answer), address
        assert "--host 0.0.0.0" in text_of(answer), address
        assert not re.search(r'class="[^"]*qr[^"]*"[^>]*>\s*<svg', answer.content.decode()), address
        assert "http://127.0.0.1" not in answer.content.decode(), address


def test_an_address_that_only_this_computer_can_open_is_refused_even_from_the_settings(
    director: Client, settings: Settings
) -> None:
    settings.HALL_ADDRESS = f"http://{LOCAL}"

    assert slips(director).status_code == 409


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


def test_links_are_printed_with_the_address_at_which_the_site_is_open_if_phones_can_use_it(director: Client) -> None:
    director.defaults["HTTP_HOST"] = "hall.example"

    assert "http://hall.example/join/" in text_of(director.get("/t/sierra/people/invitations/1/"))


def test_an_address_is_told_once_for_everything_and_forgotten_when_it_is_emptied(director: Client) -> None:
    told = director.post("/t/sierra/hall-address/", {"address": IN_FIGURES}, follow=True)
    printed = slips(director)
    director.post("/t/sierra/hall-address/", {"address": ""})

    assert f"Phones come in at http://{IN_FIGURES}" in text_of(told)
    assert (printed.status_code, f"{IN_FIGURES}/me/" in text_of(printed)) == (200, True)
    assert slips(director).status_code == 409


def test_an_address_that_phones_cannot_use_is_refused_and_stays_in_its_field(
    director: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20"]
    for address, why in NO_ADDRESS.items():
        answer = director.post("/t/sierra/hall-address/", {"address": address})

        assert (address, answer.status_code, why in text_of(answer)) == (address, 422, True)
        assert f'value="{address}"' in answer.content.decode()
        assert reachable.chosen_address() == ""


def test_the_setting_is_read_like_what_is_told(director: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20"]
    for address, why in NO_ADDRESS.items():
        settings.HALL_ADDRESS = address
        answer = slips(director)

        assert (address, answer.status_code, why in text_of(answer)) == (address, 409, True)
    settings.HALL_ADDRESS = IN_FIGURES
    assert f"{IN_FIGURES}/me/" in text_of(slips(director))


def test_a_wrong_setting_is_named_at_the_start(settings: Settings) -> None:
    for address, why in NO_ADDRESS.items():
        if "does not answer at" not in why:
            settings.HALL_ADDRESS, settings.ALLOWED_HOSTS = address, ["127.0.0.1"]
            with pytest.raises(ImproperlyConfigured, match=f"^HALL_ADDRESS={re.escape(address)}: .*{why}"):
                apps.get_app_config("hall").ready()
    # Where the network is not there yet, or a job runs on another machine, the site starts nonetheless.
    settings.HALL_ADDRESS, settings.ALLOWED_HOSTS = ELSEWHERE, ["*"]
    apps.get_app_config("hall").ready()


def test_a_site_for_this_computer_alone_prints_no_address(director: Client, settings: Settings) -> None:
    served_on(director, "0.0.0.0")
    director.post("/t/sierra/hall-address/", {"address": IN_FIGURES})
    assert slips(director).status_code == 200

    served_on(director, "127.0.0.1")
    told = slips(director)
    settings.HALL_ADDRESS = HALL
    again = director.post("/t/sierra/hall-address/", {"address": HALL})
    director.post("/t/sierra/hall-address/", {"address": ""})
    answers = {"told": (told, 409), "told again": (again, 422), "setting": (slips(director), 409)}
    settings.TRUSTED_PROXIES = 1

    for name, (answer, status) in answers.items():
        assert (name, answer.status_code, REFUSED in text_of(answer)) == (name, status, True)
    assert slips(director).status_code == 200


def test_an_address_that_this_computer_has_lost_is_refused(director: Client, settings: Settings) -> None:
    lost, moved = "does not answer at 192.168.1.30:8000 now", "does not answer at 192.168.1.20:8000 now"
    # Where it listens now, what was told or set before, and what the refusal says.
    cases = [
        ("0.0.0.0", "8000", "192.168.1.30:8000", lost),
        ("0.0.0.0", "8702", IN_FIGURES, moved),
        ("192.168.1.30", "8000", IN_FIGURES, moved),
        ("192.168.1.20", "8000", "[2001:db8::7]:8000", "does not answer at [2001:db8::7]:8000 now"),
        ("localhost.example", "80", "192.168.1.30:8000", lost),
        ("0.0.0.0", "8000", f"https://{OURS}", "does not answer at 192.168.1.20 now"),
        ("0.0.0.0", "8000", IN_FIGURES, ""),
        ("0.0.0.0", "8000", HALL, ""),
    ]
    for host, port, address, why in cases:
        for told in (True, False):
            (settings.DATA_DIR / "hall_address").write_text(address if told else "", encoding="utf-8")
            settings.HALL_ADDRESS = HALL if told else address
            served_on(director, host, port)
            answer = slips(director)

            assert (address, told, answer.status_code, why in text_of(answer)) == (
                address,
                told,
                409 if why else 200,
                True,
            )
    # A proxy has an address of its own.
    settings.TRUSTED_PROXIES, settings.HALL_ADDRESS = 1, "192.168.1.30"
    assert "192.168.1.30/me/" in text_of(slips(director))


def test_an_address_of_this_computer_without_a_port_has_that_of_the_site(director: Client, settings: Settings) -> None:
    served_on(director, "0.0.0.0", "8702")
    told = director.post("/t/sierra/hall-address/", {"address": "192.168.1.20"}, follow=True)
    # Another day it is served on another port.
    served_on(director, "0.0.0.0", "8703")

    assert f"Phones come in at http://{OURS}:8702." in text_of(told)
    assert "Without a port it is the port that Pegboard is served on." in text_of(told)
    assert "192.168.1.20:8703/me/" in text_of(slips(director))


def test_who_may_tell_the_address(tournament: Tournament) -> None:
    statuses = {
        role: in_role(tournament, role).get("/t/sierra/hall-address/").status_code
        for role in ("director", "registrar", "checker", "judge", "viewer")
    }

    assert statuses == {"director": 200, "registrar": 200, "checker": 403, "judge": 403, "viewer": 403}
    assert Client().get("/t/sierra/hall-address/").status_code == 302


def test_a_screen_shows_no_code_that_phones_cannot_open(director: Client, settings: Settings) -> None:
    director.post("/t/sierra/displays/1/show/", {"what": "standings main"})

    alone = director.get("/t/sierra/wall/1/")
    settings.HALL_ADDRESS = HALL
    found = director.get("/t/sierra/wall/1/")

    assert ["wall__qr" in answer.content.decode() for answer in (alone, found)] == [False, True]


def test_the_mail_for_a_new_password_leads_where_all_mails_lead(director: Client, settings: Settings) -> None:
    User.objects.create_user("milt", "milt@hall.example", "fifteen-two")
    for hall, site, says in ((HALL, HALL, False), ("", f"http://{LOCAL}", True)):
        settings.HALL_ADDRESS = hall
        director.post("/accounts/reset/", {"email": "milt@hall.example"})

        assert f"{site}/accounts/reset/" in mail.outbox[-1].body
        assert ("Open it on the computer on which Pegboard runs" in mail.outbox[-1].body) is says
        assert ("127.0.0.1" in mail.outbox[-1].body + mail.outbox[-1].subject) is says


def test_a_site_that_is_open_to_all_and_in_no_network_is_not_told_to_be_opened(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    shown = text_of(director.get("/t/sierra/hall-address/", SERVER_NAME="0.0.0.0", headers={"Host": LOCAL}))
    assert "Pegboard found no address of this computer in a network" in shown
    assert "run.py serve --host 0.0.0.0" not in shown
