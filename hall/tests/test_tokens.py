"""Tokens of programs: each call gives one, and what ends them."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Token, User
from tournaments.tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def milt() -> User:
    return make_user("milt", password=PASSWORD)


def new_token(**headers: str) -> str:
    sent = {"username": "milt", "password": PASSWORD}
    answer = Client(headers=headers).post("/api/v1/token/", sent, content_type="application/json")
    assert answer.status_code == 200
    return str(answer.json()["token"])


def ask(token: str, method: str = "get", path: str = "/api/v1/tournaments/", word: str = "Token") -> Any:
    return getattr(Client(headers={"Authorization": f"{word} {token}"}), method)(path)


def test_each_call_gives_a_token_of_its_own_good_for_thirty_days(milt: User) -> None:
    one, another = new_token(), new_token()

    assert one != another
    for word in ("Token", "Bearer", "bearer"):
        assert [ask(key, word=word).status_code for key in (one, another)] == [200, 200]
    for row in Token.objects.all():
        assert timedelta(days=29, hours=23) < row.expires_at - timezone.now() <= timedelta(days=30)


def test_delete_ends_the_one_it_was_called_with(milt: User) -> None:
    one, another = new_token(), new_token()

    ended = ask(one, "delete", "/api/v1/token/")

    assert (ended.status_code, ended.content) == (204, b"")
    assert (ask(one).status_code, ask(another).status_code) == (401, 200)
    again = ask(one, "delete", "/api/v1/token/")
    assert (again.status_code, again.json()["code"], again["WWW-Authenticate"]) == (401, "credentials", "Token")
    assert Client().delete("/api/v1/token/").status_code == 401
    # A program with a token that ended gets a new one, whatever it sends along.
    assert ask(new_token(Authorization=f"Token {one}")).status_code == 200


def test_every_way_to_a_new_password_ends_all_tokens(milt: User) -> None:
    def by_page() -> None:
        client = Client()
        client.force_login(milt)
        changed = {"old_password": PASSWORD, "new_password1": "nineteen-is-no", "new_password2": "nineteen-is-no"}
        assert client.post("/accounts/password/", changed).status_code == 302

    def by_object() -> None:
        milt.set_password("nineteen-is-no")
        milt.save()

    def by_table() -> None:
        User.objects.update(password=make_password("nineteen-is-no"))

    for change in (by_page, by_object, by_table):
        milt.set_password(PASSWORD)
        milt.save()
        tokens = [new_token(), new_token()]
        change()
        answers = [ask(token) for token in tokens]
        assert [answer.status_code for answer in answers] == [401, 401], change.__name__
        assert "password was changed" in answers[0].json()["message"]


def test_a_command_ends_them_too(milt: User, monkeypatch: pytest.MonkeyPatch) -> None:
    token = new_token()
    monkeypatch.setattr("getpass.getpass", lambda *_args, **_more: "nineteen-is-nothing")
    call_command("changepassword", "milt", stdout=StringIO())

    assert ask(token).status_code == 401


def test_a_password_that_is_stored_anew_at_sign_in_ends_no_token(milt: User, settings: Any) -> None:
    """As when the hash of a newer Django takes longer: it is the same password."""
    token = new_token()
    before = milt.password
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher", *settings.PASSWORD_HASHERS]

    assert Client().post(reverse("sign_in"), {"username": "milt", "password": PASSWORD}).status_code == 302
    assert ask(new_token()).status_code == 200

    milt.refresh_from_db()
    assert milt.password != before
    assert ask(token).status_code == 200
    milt.set_password("nineteen-is-no")
    milt.save()
    assert ask(token).status_code == 401


def test_a_token_runs_out_and_says_when(milt: User) -> None:
    token = new_token()
    Token.objects.update(expires_at=timezone.now())

    answer = ask(token)

    assert answer.status_code == 401
    assert "ran out on" in answer.json()["message"]
    assert "POST /api/v1/token/" in answer.json()["message"]
    Token.objects.update(expires_at=timezone.now() - timedelta(days=31))
    new_token()
    assert Token.objects.count() == 1


def test_an_account_that_is_switched_off_has_no_token(milt: User) -> None:
    token = new_token()
    User.objects.update(is_active=False)

    assert ask(token).status_code == 401


@pytest.mark.parametrize("sent", ["", "a b", "x" * 5000, "\u00e9", "Token"])
def test_nonsense_is_no_token(sent: str) -> None:
    assert ask(sent).status_code == 401
