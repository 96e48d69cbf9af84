"""One's own account: name and e-mail address."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import AuditEntry, Role, Tournament, User
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db
PAGE = "/accounts/you/"


def named(username: str, name: str, email: str = "") -> User:
    user = make_user(username)
    User.objects.filter(pk=user.pk).update(first_name=name.split()[0], last_name=name.split()[1], email=email)
    return User.objects.get(pk=user.pk)


def test_a_new_name_signs_from_then_on_and_every_tournament_with_a_role_logs_it() -> None:
    user = named("rosa", "Rosalind Pike")
    for slug in ("sierra", "coast"):
        Role.objects.create(tournament=make_tournament(slug), user=user, kind=Role.Kind.DIRECTOR)
    make_event(tournament=Tournament.objects.get(slug="sierra"))
    make_tournament("strange")
    client = signed_in(user)
    assert 'value="Rosalind Pike"' in client.get(PAGE).content.decode()

    answer = client.post(PAGE, {"name": "Dora Finch", "email": "dora@example.org"})

    assert answer["Location"] == PAGE
    user.refresh_from_db()
    assert (user.get_full_name(), user.email) == ("Dora Finch", "dora@example.org")
    rows = AuditEntry.objects.filter(action="account.renamed").order_by("tournament__slug")
    assert [(row.tournament.slug, row.before, row.after) for row in rows] == [
        (slug, {"name": "Rosalind Pike"}, {"name": "Dora Finch"}) for slug in ("coast", "sierra")
    ]
    assert "Rosalind Pike is called Dora Finch now." in text_of(
        client.get(reverse("desk:log", args=["sierra", "main"]))
    )
    assert "Dora Finch" in text_of(client.get(PAGE))


def test_a_new_address_alone_is_not_logged_and_the_same_values_change_nothing() -> None:
    user = named("rosa", "Rosalind Pike")
    Role.objects.create(tournament=make_tournament("sierra"), user=user, kind=Role.Kind.DIRECTOR)
    client = signed_in(user)

    for _ in range(2):
        assert client.post(PAGE, {"name": "Rosalind Pike", "email": "r@example.org"}).status_code == 302

    user.refresh_from_db()
    assert (user.first_name, user.email) == ("Rosalind Pike", "r@example.org")
    assert not AuditEntry.objects.filter(action="account.renamed").exists()


@pytest.mark.parametrize("runs_the_site", [False, True])
def test_nobody_leaves_the_name_of_a_player_who_may_be_them_to_correct_that_card(runs_the_site: bool) -> None:
    user = named("rosa", "Rosalind Pike")
    User.objects.filter(pk=user.pk).update(is_superuser=runs_the_site)
    tournament = make_tournament("sierra")
    if not runs_the_site:
        Role.objects.create(tournament=tournament, user=user, kind=Role.Kind.CHECKER)
    event = make_event(tournament=tournament, entrants=2)
    event.entries.filter(number=1).update(name="Rosalind PIKE")
    client = signed_in(user)

    answer = client.post(PAGE, {"name": "Dora Finch", "email": ""})

    assert answer.status_code == 403
    assert (
        "A player in Sierra Open is called Rosalind PIKE too. Have the director say on its People page whether that is you."
        in text_of(answer)
    )
    user.refresh_from_db()
    assert user.get_full_name() == "Rosalind Pike"
    # An accent or a capital is no other name.
    assert client.post(PAGE, {"name": "Rosalínd Pike", "email": ""}).status_code == 302


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name": "", "email": ""}, "name"),
        ({"name": "x" * 151, "email": ""}, "name"),
        ({"name": "A", "email": "a@"}, "email"),
        ({"name": "A", "email": "", "initials": "12"}, "initials"),
        ({"name": "A", "email": "", "language": "tlh"}, "language"),
    ],
)
def test_a_bad_name_or_address_is_refused_beside_its_field(sent: dict[str, str], field: str) -> None:
    client = signed_in(named("rosa", "Rosalind Pike"))

    answer = client.post(PAGE, sent)

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert User.objects.get(username="rosa").get_full_name() == "Rosalind Pike"


def test_a_form_that_is_sent_with_nothing_in_it_is_refused() -> None:
    assert signed_in(named("rosa", "Rosalind Pike")).post(PAGE, {}).status_code == 422


def test_an_account_is_shown_to_whoever_is_signed_in() -> None:
    assert Client().get(PAGE)["Location"] == f"{reverse('sign_in')}?next={PAGE}"


def test_own_initials_sign_and_an_own_language_comes_along_to_the_next_browser() -> None:
    user = named("rosa", "Rosalind Pike")
    user.set_password("tell-nobody-77")
    user.save()
    client = signed_in(user)
    assert "RP" in text_of(client.get("/"))

    answer = client.post(PAGE, {"name": "Rosalind Pike", "email": "", "initials": "RLP", "language": "es"}, follow=True)

    assert "RLP" in text_of(answer)
    assert 'lang="es"' in answer.content.decode()
    elsewhere = Client()
    elsewhere.post("/accounts/sign-in/", {"username": "rosa", "password": "tell-nobody-77"})
    assert 'lang="es"' in elsewhere.get("/").content.decode()
    assert 'lang="en"' in Client().get("/").content.decode()


def test_as_the_browser_asks_ends_the_choice_that_this_browser_had_before() -> None:
    client = signed_in(named("rosa", "Rosalind Pike"))
    sent = {"name": "Rosalind Pike", "email": "", "initials": ""}
    client.post(PAGE, {**sent, "language": "es"})
    assert 'lang="es"' in client.get("/").content.decode()

    client.post(PAGE, {**sent, "language": ""})

    assert 'lang="en"' in client.get("/").content.decode()
    assert 'lang="fr-ca"' in client.get("/", headers={"Accept-Language": "fr-CA"}).content.decode()


def test_signing_in_without_a_language_of_the_account_leaves_the_one_chosen_on_a_page() -> None:
    user = named("rosa", "Rosalind Pike")
    user.set_password("tell-nobody-77")
    user.save()
    client = Client()
    client.post("/language/", {"language": "es"})

    client.post("/accounts/sign-in/", {"username": "rosa", "password": "tell-nobody-77"})

    assert 'lang="es"' in client.get("/").content.decode()
