"""Signing in and out, by page and by token, and what guessing passwords comes to."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from brackets.tests.factories import make_bracket
from hall.site.sign_in import COOKIE, GUESSING, GUESSING_ANYWHERE, GUESSING_WHERE_KNOWN
from hall.tests.test_conventions import addresses
from tournaments.models import User
from tournaments.people.actions.invitations import invite
from tournaments.people.reads.roles import invitation_key
from tournaments.tests.cases import for_all
from tournaments.tests.factories import PASSWORD, api_of, make_actor, make_tournament, make_user

pytestmark = pytest.mark.django_db

HALL = "203.0.113.5"
HOME = "198.51.100.7"


@pytest.fixture
def milt() -> User:
    user = make_user("milt", password=PASSWORD)
    user.email = "milt@example.org"
    user.save()
    return user


def sign_in(client: Client, username: str, password: str, *, address: str = HALL) -> Any:
    return client.post(reverse("sign_in"), {"username": username, "password": password}, REMOTE_ADDR=address)


def ask_token(username: str, password: str, *, address: str = HALL) -> Any:
    return api_of().post("/api/v1/token/", {"username": username, "password": password}, REMOTE_ADDR=address)


def guess(username: str, times: int = GUESSING.most, *, address: str = HALL) -> list[int]:
    return [sign_in(Client(), username, f"guess {n}", address=address).status_code for n in range(times)]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- In and out ------------------------------------------------------------------------------------------------------


def test_signing_in_leads_to_the_tournaments(client: Client, milt: User) -> None:
    answer = sign_in(client, "milt", PASSWORD)

    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert is_signed_in(client)


def test_signing_in_leads_back_but_never_to_another_site(milt: User) -> None:
    page = reverse("sign_in")

    def location(then: str) -> str:
        return Client().post(page, {"username": "milt", "password": PASSWORD, "next": then})["Location"]

    assert location("/t/sierra/") == "/t/sierra/"
    assert location("https://example.org/") == "/"


def test_a_wrong_password_is_said_on_the_page(client: Client, milt: User) -> None:
    answer = sign_in(client, "milt", "guess")

    assert answer.status_code == 200
    assert not is_signed_in(client)
    assert "password" in answer.content.decode()


@pytest.mark.parametrize(
    ("username", "password"),
    [pytest.param("mi\0lt", PASSWORD, id="NUL"), pytest.param("x" * 5000, PASSWORD, id="endless"), ("", "")],
)
def test_nonsense_is_no_name(client: Client, milt: User, username: str, password: str) -> None:
    answer = sign_in(client, username, password)

    assert answer.status_code == 200
    assert not is_signed_in(client)


def test_signing_out_is_a_deed_and_not_a_link(client: Client, milt: User) -> None:
    client.force_login(milt)

    by_link = client.get(reverse("sign_out"))
    still_in = is_signed_in(client)
    by_button = client.post(reverse("sign_out"))

    assert (by_link.status_code, by_link["Location"], still_in) == (302, "/", True)
    assert (by_button.status_code, is_signed_in(client)) == (302, False)


def test_the_sign_in_form_is_guarded_against_other_sites(milt: User) -> None:
    client = Client(enforce_csrf_checks=True)

    answer = sign_in(client, "milt", PASSWORD)

    assert answer.status_code == 403
    assert not is_signed_in(client)


# --- Guessing --------------------------------------------------------------------------------------------------------


def test_guessing_locks_the_name_for_this_address_for_a_while(client: Client, milt: User) -> None:
    answers = guess("milt", GUESSING.most + 1)

    assert answers == [200] * GUESSING.most + [429]
    with_the_password = sign_in(client, "milt", PASSWORD)
    assert with_the_password.status_code == 429
    assert 590 < int(with_the_password["Retry-After"]) <= 600
    assert "Try again in 10 minutes" in with_the_password.content.decode()
    assert not is_signed_in(client)


def test_a_lock_holds_for_tokens_too_in_the_format_of_the_api(milt: User) -> None:
    guess("milt")

    answer = ask_token("milt", PASSWORD)

    assert answer.status_code == 429
    said = answer.json()
    assert said["code"] == "too_often"
    assert said["message"] == "Too many wrong passwords for this name. Try again in 10 minutes, or reset the password."
    assert answer["Retry-After"] == str(said["current"]["seconds"])


def test_guessing_for_a_token_is_limited_like_the_page(client: Client, milt: User) -> None:
    answers = [ask_token("milt", f"guess {n}").status_code for n in range(GUESSING.most + 1)]

    assert answers == [400] * GUESSING.most + [429]
    assert sign_in(client, "milt", PASSWORD).status_code == 429


def test_the_rest_of_the_hall_still_signs_in(client: Client, milt: User) -> None:
    make_user("ruth", password=PASSWORD)
    guess("milt")

    assert sign_in(client, "ruth", PASSWORD).status_code == 302


def test_from_elsewhere_the_owner_still_signs_in(client: Client, milt: User) -> None:
    guess("milt", address=HOME)

    assert sign_in(client, "milt", PASSWORD).status_code == 302


def test_signing_in_forgets_the_wrong_passwords_before(milt: User) -> None:
    guess("milt", GUESSING.most - 1)
    sign_in(Client(), "milt", PASSWORD)

    assert guess("milt", GUESSING.most - 1) == [200] * (GUESSING.most - 1)


def test_a_browser_known_from_before_is_not_kept_out_by_its_own_hall(milt: User) -> None:
    """200 phones and the director share one address: guesses there use up the address, and not the director's browser."""
    known = Client()
    sign_in(known, "milt", PASSWORD)
    known.post(reverse("sign_out"))
    guess("milt")

    # A program and a new phone of the director's come from there too.
    assert ask_token("milt", PASSWORD).status_code == 200
    guess("milt", GUESSING_WHERE_KNOWN.most)
    assert sign_in(Client(), "milt", PASSWORD).status_code == 429
    assert sign_in(known, "milt", PASSWORD).status_code == 302


def test_an_address_known_from_before_is_not_kept_out_from_elsewhere(milt: User) -> None:
    assert ask_token("milt", PASSWORD, address=HALL).status_code == 200
    for n in range(GUESSING_ANYWHERE.most):
        ask_token("milt", "guess", address=f"198.51.100.{n}")

    assert ask_token("milt", PASSWORD, address="198.51.100.99").status_code == 429
    assert ask_token("milt", PASSWORD, address=HALL).status_code == 200


def test_whoever_joins_from_an_address_is_known_there() -> None:
    row = invite(tournament=make_tournament("sierra"), kind="checker", actor=make_actor())
    newcomer = {"username": "joan", "name": "Joan Kemp", "password": PASSWORD}
    joined = Client(REMOTE_ADDR=HALL).post(f"/join/{invitation_key(row)}/", newcomer)
    assert joined.status_code == 302
    for n in range(GUESSING_ANYWHERE.most):
        ask_token("joan", "guess", address=f"198.51.100.{n}")

    assert ask_token("joan", PASSWORD, address="198.51.100.99").status_code == 429
    assert ask_token("joan", PASSWORD, address=HALL).status_code == 200


def test_the_known_browser_has_a_limit_too_and_is_known_for_its_account_alone(client: Client, milt: User) -> None:
    make_user("ruth", password=PASSWORD)
    sign_in(client, "milt", PASSWORD)
    client.post(reverse("sign_out"))

    guesses = [sign_in(client, "milt", "guess").status_code for _n in range(GUESSING.most + 1)]
    guess("ruth")

    assert guesses == [200] * GUESSING.most + [429]
    assert sign_in(client, "ruth", PASSWORD).status_code == 429


@pytest.mark.parametrize("cookie", ["", "junk", "1.abc~2.def", "1.abc:1tXyz:AAAA"])
def test_a_made_up_cookie_is_nobodys(client: Client, milt: User, cookie: str) -> None:
    client.cookies[COOKIE] = cookie
    guess("milt")

    assert sign_in(client, "milt", PASSWORD).status_code == 429


def test_a_new_password_by_mail_opens_at_once(client: Client, milt: User) -> None:
    guess("milt")
    client.post(reverse("password_reset"), {"email": "milt@example.org"})
    link = re.search(r"http://testserver(/accounts/\S+)", str(mail.outbox[0].body))
    assert link is not None
    form = client.get(link[1], follow=True).redirect_chain[-1][0]
    client.post(form, {"new_password1": "nineteen-is-nothing", "new_password2": "nineteen-is-nothing"})

    assert sign_in(client, "milt", "nineteen-is-nothing").status_code == 302


def test_the_addresses_of_one_line_are_one_place(milt: User) -> None:
    for n in range(GUESSING.most):
        sign_in(Client(), "milt", "guess", address=f"2001:db8:1:2::{n}")

    assert sign_in(Client(), "milt", PASSWORD, address="2001:db8:1:2:ffff::1").status_code == 429
    assert sign_in(Client(), "milt", PASSWORD, address="2001:db8:1:3::1").status_code == 302


# --- Passwords -------------------------------------------------------------------------------------------------------


def test_a_password_is_changed(client: Client, milt: User) -> None:
    client.force_login(milt)

    form = client.get(reverse("password_change"))
    answer = client.post(
        reverse("password_change"),
        {"old_password": PASSWORD, "new_password1": "nineteen-is-nothing", "new_password2": "nineteen-is-nothing"},
    )

    assert form.status_code == 200
    assert answer["Location"] == reverse("password_change_done")
    assert client.get(reverse("password_change_done")).status_code == 200
    milt.refresh_from_db()
    assert milt.check_password("nineteen-is-nothing")


def test_a_visitor_has_no_password_to_change(client: Client) -> None:
    answer = client.get(reverse("password_change"))

    assert answer["Location"] == f"{reverse('sign_in')}?next={reverse('password_change')}"


def test_a_lost_password_is_replaced_by_mail(client: Client, milt: User) -> None:
    assert client.get(reverse("password_reset")).status_code == 200

    answer = client.post(reverse("password_reset"), {"email": "milt@example.org"})
    assert answer["Location"] == reverse("password_reset_done")
    assert client.get(reverse("password_reset_done")).status_code == 200

    link = re.search(r"http://testserver(/accounts/\S+)", str(mail.outbox[0].body))
    assert link is not None
    page = client.get(link[1], follow=True)
    form = page.redirect_chain[-1][0]
    answer = client.post(form, {"new_password1": "nineteen-is-nothing", "new_password2": "nineteen-is-nothing"})
    assert answer["Location"] == reverse("password_reset_complete")
    assert client.get(reverse("password_reset_complete")).status_code == 200
    milt.refresh_from_db()
    assert milt.check_password("nineteen-is-nothing")


def test_a_mail_for_nobody_is_not_sent_and_nobody_learns_it(client: Client, milt: User) -> None:
    answer = client.post(reverse("password_reset"), {"email": "nobody@example.org"})

    assert answer["Location"] == reverse("password_reset_done")
    assert mail.outbox == []


def test_an_old_link_says_so(client: Client) -> None:
    answer = client.get(reverse("password_reset_confirm", args=["Mg", "set-password"]))

    assert answer.status_code == 200


# --- After the session is over ------------------------------------------------------------------------------------------


OF_VISITORS = "/t/sierra/register/"
"""Where people ask to play, and see what they sent: they need no account."""


@pytest.fixture
def bracket() -> None:
    director = make_user("director", password=PASSWORD)
    make_bracket(tournament=make_tournament("sierra", director=director))


@for_all("path", sorted({path for path in addresses() if path.startswith("/t/") and not path.startswith(OF_VISITORS)}))
def test_whoever_sends_something_without_a_session_comes_back_to_a_page(bracket: None, path: str) -> None:
    client = Client()

    refused = client.post(path)

    if refused.status_code == 405:
        return
    assert refused.status_code == 302, "nobody sends anything without a session"
    page = client.post(refused["Location"], {"username": "director", "password": PASSWORD})["Location"]
    assert client.get(page, follow=True).status_code in {200, 404}


@pytest.mark.parametrize("said", ["HTTP_REFERER", "HTTP_HX_CURRENT_URL"])
def test_signing_in_leads_back_to_the_very_page_one_came_from(said: str) -> None:
    make_bracket(tournament=make_tournament("sierra"))
    at = "/t/sierra/main/cross-check/?table=A&case=1-A-1-A-2"

    refused = Client().post(
        "/t/sierra/main/cross-check/1-A-1-A-2/accept/",
        **{said: f"http://testserver{at}"},  # type: ignore[arg-type]
    )
    outside = Client().post(
        "/t/sierra/main/cross-check/1-A-1-A-2/accept/",
        **{said: f"https://example.org{at}"},  # type: ignore[arg-type]
    )

    assert parse_qs(urlsplit(refused["Location"]).query)["next"] == [at]
    assert parse_qs(urlsplit(outside["Location"]).query)["next"] == ["/t/sierra/main/cross-check/"]
