"""Inviting people who help, and coming in with a link or a code, signed in or not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.access import Actor, rights_of
from tournaments.errors import Malformed, Refused
from tournaments.keys import readable
from tournaments.limits import JOINING
from tournaments.models import AuditEntry, Event, Invitation, Role, Tournament, User
from tournaments.people.actions import invitations as invitations_actions
from tournaments.people.reads.roles import invitation_key, invitation_of, invitations, term_end
from tournaments.tests.factories import PASSWORD, api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

NEWCOMER = {"username": "joan", "name": "Joan Kemp", "password": PASSWORD}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, slug="satellite", kind="satellite", entrants=4)


def invite(tournament: Tournament, kind: str = "checker", **more: object) -> str:
    """Invite somebody; the key."""
    row = invitations_actions.invite(tournament=tournament, kind=kind, **more, actor=make_actor())  # type: ignore[arg-type]
    return invitation_key(row)


def expire(key: str) -> None:
    row = invitation_of(key)
    assert row is not None
    Invitation.objects.filter(pk=row.pk).update(expires_at=timezone.now() - timedelta(minutes=1))


# --- Actions ---------------------------------------------------------------------------------------------------------


def test_whoever_comes_with_the_key_has_the_role_and_nobody_after_them(tournament: Tournament, event: Event) -> None:
    end = timezone.now() + timedelta(hours=3)
    key = invite(tournament, event=event, role_ends_at=end)
    rosa = make_user("rosa")

    role = invitations_actions.accept_invitation(key=readable(key).lower(), actor=Actor.of_user(rosa))
    again = invitations_actions.accept_invitation(key=key, actor=Actor.of_user(rosa))

    assert role == again
    assert (role.kind, role.event, role.ends_at) == ("checker", event, end)
    assert not rights_of(rosa, tournament).any
    assert rights_of(rosa, tournament, event).any
    with pytest.raises(Refused) as refused:
        invitations_actions.accept_invitation(key=key, actor=Actor.of_user(make_user()))
    assert refused.value.code == "used"


def test_an_invitation_never_shortens_a_role(tournament: Tournament) -> None:
    rosa = make_user("rosa", role="checker", tournament=tournament)
    late, soon = timezone.now() + timedelta(hours=9), timezone.now() + timedelta(hours=3)

    invitations_actions.accept_invitation(key=invite(tournament, role_ends_at=soon), actor=Actor.of_user(rosa))
    assert tournament.roles.get(user=rosa).ends_at is None

    tournament.roles.filter(user=rosa).update(ends_at=late)
    invitations_actions.accept_invitation(key=invite(tournament, role_ends_at=soon), actor=Actor.of_user(rosa))
    assert tournament.roles.get(user=rosa).ends_at == late

    invitations_actions.accept_invitation(key=invite(tournament), actor=Actor.of_user(rosa))
    assert tournament.roles.get(user=rosa).ends_at is None


@pytest.mark.parametrize("how", ["expired", "revoked", "the role would be over"])
def test_a_void_invitation_opens_nothing(tournament: Tournament, how: str) -> None:
    end = timezone.now() + timedelta(hours=1)
    key = invite(tournament, role_ends_at=end)
    if how == "expired":
        expire(key)
    elif how == "revoked":
        for _again in range(2):
            invitations_actions.revoke_invitation(tournament=tournament, number=1, actor=make_actor())
    else:
        Invitation.objects.update(role_ends_at=timezone.now())

    with pytest.raises(Refused) as refused:
        invitations_actions.join_with_account(key=key, **NEWCOMER, actor=Actor.of_newcomer("joan", "Joan Kemp"))

    assert refused.value.code == "expired"
    assert not User.objects.filter(username="joan").exists()


def test_an_invitation_that_was_used_cannot_be_taken_back(tournament: Tournament) -> None:
    invitations_actions.accept_invitation(key=invite(tournament), actor=Actor.of_user(make_user("rosa")))

    with pytest.raises(Refused, match="rosa has come"):
        invitations_actions.revoke_invitation(tournament=tournament, number=1, actor=make_actor())


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"password": "12345678901"}, "password"),
        ({"password": "joankemp"}, "password"),
        ({"username": "Rosa"}, "username"),
        ({"username": "jo an"}, "username"),
    ],
)
def test_an_account_follows_the_rules_of_accounts(tournament: Tournament, given: dict[str, str], field: str) -> None:
    make_user("rosa")
    key = invite(tournament)

    with pytest.raises(Malformed) as refused:
        invitations_actions.join_with_account(key=key, **{**NEWCOMER, **given}, actor=Actor.of_newcomer("joan", ""))

    assert [fault.field for fault in refused.value.faults] == [field]
    assert invitations(tournament)[0].state == "open"


def test_every_step_is_one_row_of_the_log_and_the_key_is_in_none(tournament: Tournament) -> None:
    key = invite(tournament, name="Joan")
    invitations_actions.join_with_account(key=key, **NEWCOMER, actor=Actor.of_newcomer("joan", "Joan Kemp"))
    invite(tournament)
    invitations_actions.revoke_invitation(tournament=tournament, number=2, actor=make_actor())

    rows = AuditEntry.objects.filter(tournament=tournament, subject_kind="invitation").order_by("pk")
    assert [(row.action, row.subject_key) for row in rows] == [
        ("invitation.made", "1"),
        ("invitation.used", "1"),
        ("invitation.made", "2"),
        ("invitation.revoked", "2"),
    ]
    nonces = list(Invitation.objects.values_list("nonce", flat=True))
    assert not any(secret in str((row.before, row.after)) for row in rows for secret in (key, *nonces))


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_the_director_invites_and_gets_a_slip_with_link_code_and_picture(tournament: Tournament, event: Event) -> None:
    client = in_role(tournament, "director")
    given = {"name": "Joan", "kind": "registrar", "event": "satellite", "ends_at": "day", "hours": "24"}

    made = client.post("/t/sierra/people/invite/", given, follow=True)

    row = tournament.invitations.get()
    key = invitation_key(row)
    assert made.redirect_chain[-1][0] == "/t/sierra/people/invitations/1/"
    assert "Joan, you are invited to help: Registrar, only Satellite, until the end of today." in text_of(made)
    assert readable(key) in text_of(made)
    assert f"http://testserver/join/{key}/" in text_of(made)
    assert "<svg" in made.content.decode().partition("invite__qr")[2]
    assert made["Cache-Control"].count("no-store")
    assert (row.role_ends_at, row.event) == (term_end(tournament, "day", timezone.now()), event)


def test_what_is_wrong_with_an_invitation_stands_beside_its_field(tournament: Tournament) -> None:
    tournament.starts_on = timezone.localdate() - timedelta(days=30)
    tournament.save()
    client = in_role(tournament, "director")

    answer = client.post(
        "/t/sierra/people/invite/", {"name": "Joan", "kind": "checker", "ends_at": "tournament", "hours": "24"}
    )

    assert answer.status_code == 422
    assert "That time is over. Choose a later end, or none." in text_of(answer)
    assert 'value="Joan"' in answer.content.decode()
    assert not tournament.invitations.exists()


def test_whoever_has_no_account_makes_one_there_and_then_and_is_in(tournament: Tournament, event: Event) -> None:
    key = invite(tournament, event=event)
    client = Client()

    by_code = client.post("/join/", {"key": readable(key).lower().replace("-", " ")})
    bad = client.post(f"/join/{key}/", {**NEWCOMER, "password": "short"})
    came = client.post(f"/join/{key}/", NEWCOMER)

    assert by_code["Location"] == f"/join/{key}/"
    assert bad.status_code == 422
    assert 'value="Joan Kemp"' in bad.content.decode()
    assert came["Location"] == "/t/sierra/satellite/"
    assert client.get("/t/sierra/satellite/cards/").status_code == 200
    assert User.objects.get(username="joan").check_password(PASSWORD)


def test_whoever_is_signed_in_comes_in_with_one_button(tournament: Tournament) -> None:
    key = invite(tournament, "judge")
    rosa = make_user("rosa")
    client = signed_in(rosa)

    shown = text_of(client.get(f"/join/{key}/"))
    assert not Role.objects.filter(user=rosa).exists()
    came = client.post(f"/join/{key}/")

    assert "You are signed in as rosa." in shown
    assert came["Location"] == "/t/sierra/"
    assert tournament.roles.get(user=rosa).kind == "judge"
    assert "You have come with this invitation already." in text_of(client.get(f"/join/{key}/"))
    assert "Somebody has come with this invitation already." in text_of(Client().get(f"/join/{key}/"))
    assert signed_in(make_user()).post(f"/join/{key}/").status_code == 409


def test_the_director_sees_who_is_invited_who_came_and_takes_both_back(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    invitations_actions.accept_invitation(key=invite(tournament, name="Rosa"), actor=Actor.of_user(make_user("rosa")))
    invite(tournament, name="Joan")

    before = text_of(director.get("/t/sierra/people/"))
    director.post("/t/sierra/people/invitations/2/revoke/")
    used = director.post("/t/sierra/people/invitations/1/revoke/")
    director.post("/t/sierra/people/revoke/", {"username": "rosa", "kind": "checker"})
    after = text_of(director.get("/t/sierra/people/"))

    assert "rosa came," in before
    assert "can be used until" in before
    assert (used.status_code, "Take the role away instead." in text_of(used)) == (409, True)
    assert "taken back," in after
    assert not tournament.roles.filter(user__username="rosa").exists()
    assert "no longer works" in text_of(director.get("/t/sierra/people/invitations/2/"))


def test_guessing_keys_ends_with_a_plain_sentence_on_pages_and_in_the_api(tournament: Tournament) -> None:
    key = invite(tournament)
    client = Client()
    wrong = [client.post("/join/", {"key": "2222-3333-4444-5555"}).status_code for _try in range(JOINING.most - 1)]
    wrong.append(client.get("/join/2222333344445555/").status_code)

    page = client.get("/join/2222333344445555/")
    api = api_of().post("/api/v1/join/", {**NEWCOMER, "key": "2222-3333-4444-5555"})

    assert set(wrong) == {422, 404}
    assert page.status_code == api.status_code == 429
    assert "Wait 10 minutes, or ask at the desk." in text_of(page)
    assert api.json()["code"] == "too_often"
    assert 0 < int(page["Retry-After"]) <= 600
    assert client.get(f"/join/{key}/").status_code == 200
    assert Client(REMOTE_ADDR="10.0.0.7").get("/join/2222333344445555/").status_code == 404


@pytest.mark.parametrize("role", ["registrar", "checker", "judge", "viewer"])
def test_only_the_director_handles_invitations(tournament: Tournament, role: str) -> None:
    key = invite(tournament)
    client = in_role(tournament, role)

    answers = [
        client.post("/t/sierra/people/invite/", {"kind": "director", "hours": "24"}),
        client.get("/t/sierra/people/invitations/1/"),
        client.post("/t/sierra/people/invitations/1/revoke/"),
    ]

    assert {answer.status_code for answer in answers} == {403}
    assert key not in client.get("/t/sierra/people/").content.decode()


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_invites_lets_in_and_takes_back(tournament: Tournament, event: Event) -> None:
    director = api_of(make_user(role="director", tournament=tournament))
    at = "/api/v1/tournaments/sierra/invitations/"

    made = director.post(at, {"kind": "checker", "name": "Joan", "event": "satellite", "hours": 2})
    without = api_of().post("/api/v1/join/", {"key": made.json()["code"]})
    came = api_of().post("/api/v1/join/", {"key": made.json()["code"], **NEWCOMER})
    late = api_of(make_user()).post("/api/v1/join/", {"key": made.json()["code"]})
    second = director.post(at, {"kind": "judge"})
    gone = director.delete(f"{at}2/")
    listed = director.get(at).json()["results"]

    assert made.status_code == second.status_code == 201
    assert [fault["field"] for fault in without.json()["errors"]] == ["username", "name", "password"]
    assert came.json() == {
        "tournament": "sierra",
        "event": "satellite",
        "kind": "checker",
        "ends_at": None,
        "username": "joan",
    }
    assert (late.status_code, late.json()["code"]) == (409, "used")
    assert gone.status_code == 204
    assert [(row["number"], row["state"], row["code"], row["username"]) for row in listed] == [
        (2, "revoked", None, None),
        (1, "used", None, "joan"),
    ]
