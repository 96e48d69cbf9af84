"""Pages of notices: turned on, confirmed and ended without signing in; what the director sees, and the test mail."""

from __future__ import annotations

import re
import smtplib
from typing import Any

import pytest
from django.core import mail as django_mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from hall.desk import trail
from hall.exchange import reads as site_reads
from hall.exchange.text import write_document
from hall.notices import sending
from hall.notices.subscriptions import address_key
from hall.tests.test_notices import BROWSER, Failing, link_of, mailed
from tournaments.models import AuditEntry, Event, Subscription, User
from tournaments.people.actions.links import revoke_link
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

ALL = ["seat", "qualifiers", "match"]
ADDRESS = "milt@example.com"


@pytest.fixture
def event() -> Event:
    return make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)


@pytest.fixture
def key(event: Event) -> str:
    return key_of_link(link_of(event))


def page(name: str, *args: Any) -> str:
    return reverse(f"news:{name}", args=args)


def ask(key: str, **more: Any) -> HttpResponse:
    return Client().post(page("own", key), {"address": ADDRESS, "wants": ALL, **more})


def link_in_mail() -> str:
    """The address of this site that the last mail names first."""
    found = re.search(r"http://testserver(/news/\S+)", django_mail.outbox[-1].body)
    assert found
    return found[1]


def test_without_a_script_one_turns_mails_on_confirms_them_and_ends_them(event: Event, key: str) -> None:
    asked = ask(key)
    sending.tell(event)
    confirm = link_in_mail()

    assert asked["Location"] == page("own", key)
    assert "Not confirmed yet" in text_of(Client().get(page("own", key)))
    opened = Client().get(confirm)
    assert "Shall milt@example.com get mails from Sierra Open" in text_of(opened)
    assert Subscription.objects.get().confirmed_at is None, "to open the link is no answer"

    confirmed = Client().post(confirm, {"answer": "yes"}, follow=True)
    assert "You are told by e-mail from now on." in text_of(confirmed)
    assert Subscription.objects.get().confirmed_at is not None

    ended = Client(enforce_csrf_checks=True).post(f"{confirm}stop/", {"List-Unsubscribe": "One-Click"})
    assert ended.status_code == 200
    assert "no address is kept" in text_of(ended)
    assert not Subscription.objects.exists()
    assert Client().get(confirm).status_code == 404


def test_the_end_of_a_mail_takes_a_press_and_not_a_look(event: Event) -> None:
    one = mailed(event)

    looked = Client().get(page("stop", address_key(one)))

    assert looked["Location"] == page("answer", address_key(one))
    assert Subscription.objects.exists()


@pytest.mark.parametrize("wrong", ["x", "0123-ABCD", f"{'0' * 32}-{'A' * 16}"])
def test_an_unknown_link_ends_nothing(event: Event, wrong: str) -> None:
    one = mailed(event)
    forged = address_key(one)[:-1] + ("A" if address_key(one)[-1] != "A" else "B")

    for at in (wrong, forged):
        assert Client().get(page("answer", at)).status_code == 404
        assert Client().post(page("answer", at), {"answer": "yes"}).status_code == 404
        Client().post(page("stop", at))
    assert Subscription.objects.exists()


def test_the_own_page_leads_there_and_a_wrong_key_is_left_to_it(event: Event, key: str) -> None:
    assert page("own", key) in Client().get(reverse("me:own", args=[key])).content.decode()

    for name, more in (("own", []), ("browser", []), ("choose", [1]), ("end", [1])):
        answer = Client().post(page(name, "WRONG", *more))
        assert (answer.status_code, answer["Location"]) == (302, reverse("me:own", args=["WRONG"]))


def test_a_link_that_was_taken_back_opens_nothing_any_more(event: Event, key: str) -> None:
    revoke_link(entry=link_of(event).entry, version=1, actor=make_actor())

    assert Client().get(page("own", key))["Location"] == reverse("me:own", args=[key])
    assert ask(key)["Location"] == reverse("me:own", args=[key])
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        pytest.param({"address": "milt"}, "Enter a valid email address.", id="no address"),
        pytest.param({"wants": []}, "Tick at least one, or end it.", id="nothing ticked"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(key: str, sent: dict[str, Any], told: str) -> None:
    answer = ask(key, **sent)

    assert answer.status_code == 422
    assert told in text_of(answer)


def test_ticks_are_changed_and_it_is_ended_on_the_own_page(event: Event, key: str) -> None:
    one = mailed(event)

    Client().post(page("choose", key, one.pk), {f"s{one.pk}-wants": ["match"]})
    one.refresh_from_db()
    assert (one.seat, one.qualifiers, one.match) == (False, False, True)
    assert Client().post(page("choose", key, one.pk), {}).status_code == 422

    Client().post(page("end", key, one.pk))
    assert not Subscription.objects.exists()
    assert Client().post(page("end", key, one.pk)).status_code == 404


def test_the_mail_that_asks_is_sent_again_a_few_times(event: Event, key: str) -> None:
    ask(key)
    assert "Send that mail again" in text_of(Client().get(page("own", key)))

    answers = [ask(key).status_code for _again in range(5)]
    sending.tell(event)

    assert answers == [302] * 4 + [409]
    assert "You have asked for many mails." in text_of(ask(key))
    assert len(django_mail.outbox) == 1


def test_nobody_ends_or_sees_what_is_another_ones(event: Event, key: str) -> None:
    other = mailed(event, "A-2", address="ruth@example.com")

    assert Client().post(page("end", key, other.pk)).status_code == 404
    assert Client().post(page("choose", key, other.pk), {f"s{other.pk}-wants": ["seat"]}).status_code == 404
    assert "ruth@example.com" not in Client().get(page("own", key)).content.decode()
    assert Subscription.objects.exists()


def test_without_a_mail_server_the_page_says_so_and_offers_the_browser(key: str, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    shown = Client().get(page("own", key))

    assert "This site has no mail server, so nobody gets mails." in text_of(shown)
    assert 'name="address" ' not in shown.content.decode()
    assert "In this browser" in text_of(shown)
    assert ask(key).status_code == 409


def test_whoever_has_an_address_reads_beside_it_that_no_mail_can_be_sent_now(
    event: Event, key: str, settings: Settings
) -> None:
    mailed(event)
    assert "No mail server" not in text_of(Client().get(page("own", key)))
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    told = text_of(Client().get(page("own", key)))

    assert "By e-mail No mail server milt@example.com This site has no mail server, so nobody gets mails." in told
    assert told.count("By e-mail") == 1


def test_a_browser_is_told_from_its_page_and_its_worker_is_for_no_page(key: str, settings: Settings) -> None:
    settings.PUSH_SERVICES = ["https://push.example"]
    values = {f"browser-{name}": value for name, value in BROWSER.items()} | {"browser-wants": ["match"]}

    told = Client().post(page("browser", key), {**values, "browser-address": "https://push.example/abc"}, follow=True)
    refused = Client().post(page("browser", key), {**values, "browser-address": "https://intranet.example/abc"})

    assert "This browser tells you from now on." in text_of(told)
    assert refused.status_code == 422
    assert "does not know where your browser gets its notices" in text_of(refused)
    assert Subscription.objects.get().address == "https://push.example/abc"
    worker = Client().get(page("worker"))
    assert worker["Content-Type"].startswith("text/javascript")
    assert "news-worker" in worker.content.decode()


def test_addresses_are_never_exported_and_the_trail_names_none(event: Event) -> None:
    mailed(event)

    document = write_document(site_reads.tournament_document(event.tournament))

    assert b"example.com" not in document
    assert b"news.asked" not in document
    rows = AuditEntry.objects.filter(action__startswith="news.")
    names = {"1": "Milt Orr"}
    assert [trail.sentence(row, names) for row in rows] == [
        "Milt Orr asked to be told by e-mail when something is up.",
        "Milt Orr is told by e-mail when something is up.",
    ]


# --- The director ----------------------------------------------------------------------------------------------------


@pytest.fixture
def director(event: Event) -> User:
    return make_user("director", role="director", tournament=event.tournament)


def desk_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_director_sees_numbers_and_no_address(event: Event, director: User) -> None:
    mailed(event, wants=["seat", "match"])

    shown = desk_of(director).get(page("desk", "sierra"))

    told = text_of(shown)
    assert "Mail server set" in told
    assert "Your seat 1 wants it" in told
    assert "Qualifiers posted 0 want it" in told
    assert "Nothing failed." in told
    assert ADDRESS not in shown.content.decode()


def test_without_a_mail_server_the_desk_says_what_to_set(director: User, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    desk = desk_of(director)

    shown, tested = desk.get(page("desk", "sierra")), desk.post(page("desk", "sierra"), {"address": ADDRESS})

    assert "EMAIL_HOST" in text_of(shown)
    assert "Once one is set, a test mail can be sent from here." in text_of(shown)
    assert 'name="address"' not in shown.content.decode()
    assert tested.status_code == 409
    assert "no mail server" in text_of(tested)


def test_a_test_mail_goes_out_and_the_desk_says_so(director: User) -> None:
    tested = desk_of(director).post(page("desk", "sierra"), {"address": ADDRESS})

    assert "The mail server took the mail to milt@example.com." in text_of(tested)
    assert [(sent.subject, sent.to) for sent in django_mail.outbox] == [("Test mail · Sierra Open", [ADDRESS])]


def test_a_test_mail_that_fails_says_why_and_breaks_nothing(director: User, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "hall.tests.test_notices.Failing"
    Failing.error = smtplib.SMTPAuthenticationError(535, b"no")

    tested = desk_of(director).post(page("desk", "sierra"), {"address": ADDRESS})

    assert tested.status_code == 200
    assert "did not take the site’s user name and password" in text_of(tested)


@pytest.mark.parametrize("role", ["checker", "judge", "registrar"])
def test_only_the_director_sees_and_tests_notices(event: Event, role: str) -> None:
    other = make_user("other", role=role, tournament=event.tournament)
    program = api_of(other)

    assert desk_of(other).get(page("desk", "sierra")).status_code == 403
    assert desk_of(other).post(page("desk", "sierra"), {"address": ADDRESS}).status_code == 403
    assert program.get("/api/v1/tournaments/sierra/news/").status_code == 403
    assert program.post("/api/v1/tournaments/sierra/news/test/", {"address": ADDRESS}).status_code == 403
    assert django_mail.outbox == []


def test_the_api_tells_and_tests_as_the_page_does(event: Event, director: User) -> None:
    mailed(event)
    program = api_of(director)

    assert program.get("/api/v1/tournaments/sierra/news/").json() == {
        "has_mail": True,
        "mails": 1,
        "unconfirmed": 0,
        "browsers": 0,
        "wanted": {"seat": 1, "qualifiers": 1, "match": 1},
        "waiting": 0,
        "failed": [],
    }
    django_mail.outbox.clear()
    assert program.post("/api/v1/tournaments/sierra/news/test/", {"address": ADDRESS}).json() == {
        "sent": True,
        "why": "",
    }
    assert len(django_mail.outbox) == 1
    assert program.post("/api/v1/tournaments/sierra/news/test/", {"address": "x"}).status_code == 400


def test_test_mails_are_few(director: User) -> None:
    desk = desk_of(director)

    answers = [desk.post(page("desk", "sierra"), {"address": ADDRESS}).status_code for _again in range(11)]

    assert answers == [200] * 10 + [409]
    assert len(django_mail.outbox) == 10


def follow(key: str, state: str) -> HttpResponse:
    return Client().get(page("own", key), headers={"HX-Request": "true", "X-Seen": state})


def shown(key: str) -> str:
    """What the page of this link says it is known by."""
    found = re.search(r'"X-Seen": "([0-9a-f]+)"', Client().get(page("own", key)).content.decode())
    assert found
    return found[1]


def test_an_open_page_follows_what_is_turned_on_elsewhere_and_asks_little(event: Event, key: str) -> None:
    state = shown(key)
    with CaptureQueriesContext(connection) as queries:
        assert follow(key, state).status_code == 204
    assert len(queries) == 2

    ask(key)
    assert "Not confirmed yet" in text_of(follow(key, state))
    state = shown(key)
    sending.tell(event)
    Client().post(link_in_mail(), {"answer": "yes"})
    assert "Not confirmed yet" not in text_of(follow(key, state))


def test_an_open_page_is_reloaded_once_its_link_is_taken_back(event: Event, key: str) -> None:
    state, link = shown(key), link_of(event)

    revoke_link(entry=link.entry, version=1, actor=make_actor())

    told = follow(key, state)
    assert (told.status_code, told.headers["HX-Refresh"], told.content) == (410, "true", b"")
    assert "This link was taken back" in text_of(Client().get(page("own", key), follow=True))
