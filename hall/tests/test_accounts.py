"""A helper who has lost the password: the director gives another one, or somebody at the computer of the site."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.models import Club, ClubRole
from tournaments.models import AuditEntry, Role, SiteAct, Tournament, User
from tournaments.people.actions.people import make_account
from tournaments.tests.factories import PASSWORD, api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db
CONSOLE = "django.core.mail.backends.console.EmailBackend"
PROMISES = re.compile(r"on its way|link .{0,40} sent|Look into your mail|Send me the link|another link", re.IGNORECASE)


@pytest.fixture
def sierra() -> Tournament:
    tournament = make_tournament("sierra")
    make_event(tournament=tournament)
    return tournament


def helper(tournament: Tournament, username: str = "lena", role: str = "checker") -> User:
    return make_user(username, role=role, tournament=tournament, password=PASSWORD)


def director_of(tournament: Tournament) -> User:
    return make_user("dana", role="director", tournament=tournament)


def ask(user: User, username: str, tournament: str = "sierra", **extra: Any) -> Any:
    return signed_in(user).post(
        reverse("accounts:password", args=[tournament]), {"username": username}, follow=True, **extra
    )


def given_in(answer: Any) -> str:
    found = re.search(r"with the password (\S+)\. Write", text_of(answer))
    assert found is not None
    return found[1]


def sign_in(client: Client, username: str, password: str, **then: str) -> Any:
    return client.post(reverse("sign_in"), {"username": username, "password": password, **then})


# --- By the director -------------------------------------------------------------------------------------------------


def test_a_director_gives_a_helper_a_new_password_which_no_log_keeps(sierra: Tournament) -> None:
    lena = helper(sierra)
    before = signed_in(lena)

    password = given_in(ask(director_of(sierra), "lena"))

    assert before.get("/accounts/you/").status_code == 302, "the old session has ended"
    assert sign_in(Client(), "lena", PASSWORD).status_code == 200
    assert sign_in(Client(), "lena", password).status_code == 302
    row = AuditEntry.objects.get(action="account.password-set")
    assert (row.actor_key, row.subject_key) == ("dana", "lena")
    assert password not in f"{row.before}{row.after}{row.reason}"
    log = text_of(signed_in(User.objects.get(username="dana")).get(reverse("desk:log", args=["sierra", "main"])))
    assert "lena has a new password." in log
    assert password not in log


def test_whoever_signs_in_with_a_given_password_chooses_one_and_goes_on(sierra: Tournament) -> None:
    helper(sierra)
    password = given_in(ask(director_of(sierra), "lena"))
    client = Client()

    asked = sign_in(client, "lena", password, next="/t/sierra/people/")
    page = text_of(client.get(asked["Location"]))
    own = "a few words of lena"
    chosen = client.post(
        asked["Location"], {"old_password": password, "new_password1": own, "new_password2": own}, follow=True
    )

    assert asked["Location"] == "/accounts/password/?next=%2Ft%2Fsierra%2Fpeople%2F"
    assert "Somebody else set your password" in page
    assert chosen.redirect_chain[-1][0] == "/t/sierra/people/"
    assert "Your password is changed." in text_of(chosen)
    assert sign_in(Client(), "lena", own)["Location"] == "/"


def test_an_account_that_the_director_made_is_asked_for_a_password_too(sierra: Tournament) -> None:
    _user, password = make_account(tournament=sierra, username="joan", name="Joan Kemp", actor=make_actor())

    assert sign_in(Client(), "joan", password)["Location"].startswith("/accounts/password/")


def test_an_own_password_is_kept_where_the_page_to_go_on_to_is_of_another_site(sierra: Tournament) -> None:
    client = signed_in(helper(sierra))
    own = "a few words of lena"
    sent = {"old_password": PASSWORD, "new_password1": own, "new_password2": own}

    answer = client.post("/accounts/password/?next=https://example.org/", sent)

    assert answer["Location"] == reverse("password_change_done")


def directs_another(user: User) -> None:
    Role.objects.create(tournament=make_tournament("coast"), user=user, kind=Role.Kind.DIRECTOR)


def helps_elsewhere(user: User) -> None:
    Role.objects.create(tournament=make_tournament("coast"), user=user, kind=Role.Kind.CHECKER)


def directs_a_club(user: User) -> None:
    ClubRole.objects.create(user=user, club=Club.objects.create(slug="tide", name="Tide"))


def runs_the_site(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_superuser=True)


@pytest.mark.parametrize("more", [directs_another, helps_elsewhere, directs_a_club, runs_the_site])
def test_nobody_gets_rights_by_the_password_of_somebody_who_has_more(sierra: Tournament, more: Any) -> None:
    more(helper(sierra))

    answer = ask(director_of(sierra), "lena")

    assert answer.status_code == 403
    assert "python3 run.py password lena" in text_of(answer)
    assert sign_in(Client(), "lena", PASSWORD).status_code == 302
    assert not AuditEntry.objects.filter(action="account.password-set").exists()


def test_whoever_runs_the_site_gives_a_director_a_password_and_nobody_themselves(sierra: Tournament) -> None:
    director = director_of(sierra)
    chief = make_user("chief")
    runs_the_site(chief)
    chief.refresh_from_db()

    given_in(ask(chief, "dana"))
    director.refresh_from_db()

    assert director.password_is_given
    assert ask(director, "dana").status_code == 403


@pytest.mark.parametrize("role", ["checker", "judge", "registrar"])
def test_a_helper_gives_nobody_a_password(sierra: Tournament, role: str) -> None:
    helper(sierra)

    assert ask(make_user("ruth", role=role, tournament=sierra), "lena").status_code == 403


def test_a_stranger_gets_no_password_here(sierra: Tournament) -> None:
    make_user("stranger", password=PASSWORD)

    answer = ask(director_of(sierra), "stranger")

    assert "Nobody with a role here signs in with that name." in text_of(answer)
    assert sign_in(Client(), "stranger", PASSWORD).status_code == 302


def test_the_api_sets_the_same_and_refuses_a_weak_one(sierra: Tournament) -> None:
    helper(sierra)
    director = api_of(director_of(sierra))
    address = "/api/v1/tournaments/sierra/accounts/lena/password/"

    weak = director.put(address, {"password": "1234567890"}, format="json")
    done = director.put(address, {"password": "fifteen-two-and-a-pair"}, format="json")

    assert (weak.status_code, weak.json()["errors"][0]["field"]) == (400, "password")
    assert done.status_code == 204
    assert sign_in(Client(), "lena", "fifteen-two-and-a-pair").status_code == 302


# --- At the computer of the site -------------------------------------------------------------------------------------


def typed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    waiting = list(answers)
    monkeypatch.setattr("hall.management.commands.password.getpass", lambda _prompt: waiting.pop(0))


def test_the_command_sets_any_password_and_the_log_of_the_site_keeps_that(monkeypatch: pytest.MonkeyPatch) -> None:
    runs_the_site(make_user("chief", password=PASSWORD))
    typed(monkeypatch, "1234567890", "1234567890", "one thing", "another", "ten more holes", "ten more holes")
    out, err = io.StringIO(), io.StringIO()

    call_command("password", "Chief", stdout=out, stderr=err)

    assert "The password of chief is set." in out.getvalue()
    assert "entirely numeric" in err.getvalue()
    assert "two different passwords" in err.getvalue()
    assert sign_in(Client(), "chief", "ten more holes")["Location"] == "/"
    act = SiteAct.objects.get(action="account.password-set")
    assert (act.actor_key, act.subject_key, act.after) == ("password", "chief", {})


def test_the_command_without_a_name_lists_who_signs_in() -> None:
    runs_the_site(make_user("chief"))
    make_user("lena")
    out = io.StringIO()

    call_command("password", stdout=out)

    lines = out.getvalue().splitlines()
    assert "python3 run.py password NAME" in lines[0]
    assert [line.split()[0] for line in lines[1:]] == ["chief", "lena"]
    with pytest.raises(CommandError, match="lists all accounts"):
        call_command("password", "nobody", stdout=out)


def test_a_password_that_is_set_is_none_of_what_was_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    chief = make_user("chief")
    runs_the_site(chief)
    typed(monkeypatch, "ten more holes", "ten more holes")
    call_command("password", "chief", stdout=io.StringIO())
    chief.refresh_from_db()

    assert (
        "chief"
        not in text_of(signed_in(chief).get(reverse("start:site_log"))).partition("deleted")[2].partition("Pegboard")[0]
    )


# --- Without a mail server -------------------------------------------------------------------------------------------


PAGES = ["sign_in", "password_reset", "password_reset_done", "own_account", "password_change"]


@pytest.mark.parametrize("name", PAGES)
def test_without_a_mail_server_no_page_speaks_of_a_mail_to_come(
    name: str, settings: Settings, sierra: Tournament
) -> None:
    client = Client() if name not in {"own_account", "password_change"} else signed_in(director_of(sierra))
    before = text_of(client.get(reverse(name), follow=True))
    settings.EMAIL_BACKEND = CONSOLE

    text = text_of(client.get(reverse(name), follow=True))

    assert not PROMISES.search(text)
    assert "resetting a forgotten password" not in text
    if name.startswith("password_reset"):
        assert PROMISES.search(before), "with a mail server it does"
        assert "python3 run.py password" in text


def test_an_old_link_without_a_mail_server_leads_to_what_helps(settings: Settings) -> None:
    settings.EMAIL_BACKEND = CONSOLE

    text = text_of(Client().get(reverse("password_reset_confirm", args=["MQ", "set-password"])))

    assert not PROMISES.search(text)


def test_who_asks_for_a_mail_without_a_mail_server_is_refused(settings: Settings) -> None:
    settings.EMAIL_BACKEND = CONSOLE

    answer = Client().post(reverse("password_reset"), {"email": "rosa@example.org"})

    assert answer.status_code == 409
    assert "no mail server" in text_of(answer)


def test_the_people_page_says_what_an_address_is_good_for(settings: Settings, sierra: Tournament) -> None:
    director = signed_in(director_of(sierra))
    assert "resetting a forgotten password" in text_of(director.get("/t/sierra/people/"))
    settings.EMAIL_BACKEND = CONSOLE

    text = text_of(director.get("/t/sierra/people/"))

    assert "resetting a forgotten password" not in text
    assert "no mail server" in text
