"""Registration in the browser and through the API: everybody's form, the page of a key, the desk; who may do what."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tournaments import limits
from tournaments.day.reads.late_entry import free_seats
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.registrations import accept_registration, send_back
from tournaments.entrants.reads.registrations import key_of_registration
from tournaments.models import Entry, Event, Registration, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, html_of, in_role, text_of
from tournaments.tests.test_registrations import make_fee, send

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/"
FORM = {"name": "Ruth Quill", "acc_number": "hi 296", "phone": "775 555 0100", "events": ["main"]}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def main(tournament: Tournament) -> Event:
    return make_event(tournament=tournament)


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    return in_role(tournament, "registrar")


def own_page(row: Registration) -> str:
    return address("registered", "sierra", key_of_registration(row))


# --- Everybody -------------------------------------------------------------------------------------------------------


def test_somebody_registers_and_comes_to_a_page_of_their_own(main: Event, client: Client) -> None:
    pool = make_fee(main)
    make_fee(main, "Entry", 7500, optional=False)

    shown = client.get(address("register", "sierra"))
    nonce = shown.context["form"]["nonce"].value()
    answer = client.post(address("register", "sierra"), {**FORM, "pools": [pool.pk], "nonce": nonce}, follow=True)

    row = Registration.objects.get()
    assert (row.acc_number, row.nonce, list(row.pools.all())) == ("HI296", nonce, [pool])
    assert answer.redirect_chain == [(own_page(row), 302)]
    assert "$85 , to be paid at the desk" in text_of(answer)
    # The address is the key, which goes to no other site; to this one it must, or no form of the page could be sent.
    assert answer["Referrer-Policy"] == "same-origin"
    assert nonce not in answer.content.decode()


def test_what_is_not_announced_is_not_called_free(tournament: Tournament, main: Event, client: Client) -> None:
    gift = make_event(tournament=tournament, slug="gift")
    add_fee(event=gift, name="Entry", cents=0, kind="entry", actor=make_actor())

    page = html_of(client.get("/t/sierra/register/"))

    assert page.count("cost not announced") == 1
    assert len(re.findall(r"> ?free ?<", page)) == 1


def test_sending_the_same_page_twice_leads_to_the_same_registration(main: Event, client: Client) -> None:
    given = {**FORM, "nonce": "a" * 32}

    first, again = (client.post(address("register", "sierra"), given) for _time in range(2))

    assert first["Location"] == again["Location"]


def test_going_back_and_sending_the_same_once_more_leads_to_the_same_registration(main: Event, client: Client) -> None:
    # A browser that goes back fetches the form anew: it has another nonce, and the fields as they were typed.
    first = client.post(address("register", "sierra"), {**FORM, "nonce": "a" * 32})
    again = client.post(address("register", "sierra"), {**FORM, "nonce": "b" * 32}, follow=True)
    # Another browser: its key stays with the one that it was sent from.
    elsewhere = Client().post(address("register", "sierra"), {**FORM, "nonce": "c" * 32}, follow=True)
    other = Client().post(address("register", "sierra"), {**FORM, "phone": "775 555 0199", "nonce": "d" * 32})

    assert again.redirect_chain == [(first["Location"], 302)]
    assert (elsewhere.status_code, first["Location"] in elsewhere.content.decode()) == (409, False)
    assert "This was already sent. It counts once." in text_of(again)
    assert "This registration is already at the desk" in text_of(elsewhere)
    assert other["Location"] != first["Location"]
    assert Registration.objects.count() == 2


@pytest.mark.parametrize("nonce", ["a" * 32, "b" * 32], ids=["the same page", "gone back"])
def test_the_form_sent_again_with_something_else_says_so_and_loses_nothing(
    main: Event, client: Client, nonce: str
) -> None:
    sent = client.post(address("register", "sierra"), {**FORM, "nonce": "a" * 32})
    changed = {**FORM, "note": "I come late", "nonce": nonce}

    told = client.post(address("register", "sierra"), changed)
    page = told.content.decode()
    another = {**changed, "another": told.context["another"]}
    more = [client.post(address("register", "sierra"), another) for _time in range(2)]

    assert told.status_code == 409
    assert "A different registration of Ruth Quill was already sent from here" in text_of(told)
    assert f'href="{sent["Location"]}"' in page
    assert 'value="I come late"' in page
    assert more[0]["Location"] == more[1]["Location"] != sent["Location"]
    assert list(Registration.objects.values_list("note", flat=True)) == ["", "I come late"]


def test_one_page_sent_for_somebody_else_is_not_taken_for_the_first_one(main: Event, client: Client) -> None:
    client.post(address("register", "sierra"), {**FORM, "nonce": "a" * 32})
    spouse = {**FORM, "name": "Tom Quill", "acc_number": ""}

    same_page = client.post(address("register", "sierra"), {**spouse, "nonce": "a" * 32})
    new_page = client.post(address("register", "sierra"), {**spouse, "nonce": "b" * 32})

    assert (same_page.status_code, new_page.status_code) == (409, 302)
    assert list(Registration.objects.values_list("name", flat=True)) == ["Ruth Quill", "Tom Quill"]


def test_what_was_withdrawn_can_be_sent_once_more(main: Event, client: Client) -> None:
    first = client.post(address("register", "sierra"), {**FORM, "nonce": "a" * 32})
    client.post(first["Location"], {"withdraw": "1"})

    again = client.post(address("register", "sierra"), {**FORM, "nonce": "a" * 32})

    assert again["Location"] != first["Location"]
    assert list(Registration.objects.values_list("state", flat=True)) == ["withdrawn", "sent"]


def test_nothing_that_was_typed_is_lost_and_every_fault_is_beside_its_field(main: Event, client: Client) -> None:
    answer = client.post(address("register", "sierra"), {"name": "Ruth Quill", "acc_number": "296", "club": "Reno"})

    form = answer.context["form"]
    assert answer.status_code == 422
    assert set(form.errors) == {"acc_number", "email", "events"}
    assert 'value="Ruth Quill"' in answer.content.decode()
    assert 'value="Reno"' in answer.content.decode()
    assert not Registration.objects.exists()


def test_without_a_script_the_form_says_what_it_costs_and_sends_nothing(main: Event, client: Client) -> None:
    pool = make_fee(main)

    answer = client.post(address("register", "sierra"), {"events": ["main"], "pools": [pool.pk], "look": "1"})

    assert (answer.status_code, answer.context["total"]) == (200, "$10")
    assert not answer.context["form"].errors
    assert not Registration.objects.exists()


def test_a_private_tournament_has_no_form(client: Client) -> None:
    make_event(tournament=make_tournament("hidden", public=False))

    assert client.get(address("register", "hidden")).status_code == 404
    assert api_of().post("/api/v1/tournaments/hidden/register/", FORM).status_code == 404


def test_a_closed_form_says_where_to_go_and_the_flyer_leads_to_an_open_one_only(
    tournament: Tournament, client: Client
) -> None:
    event = make_event(tournament=tournament, entrants=4)
    link = f'href="{address("register", "sierra")}"'
    assert link in client.get(address("flyer", "sierra")).content.decode()

    draw_seats(event=event, seed=7, actor=make_actor())

    assert "come to the desk" in text_of(client.get(address("register", "sierra")))
    assert client.post(address("register", "sierra"), FORM).status_code == 422
    assert link not in client.get(address("flyer", "sierra")).content.decode()


def test_an_address_that_sends_too_many_is_asked_to_wait(
    main: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REGISTERING", limits.Limit("register", most=1, minutes=60))
    client.post(address("register", "sierra"), FORM)

    answer = client.post(address("register", "sierra"), FORM)

    assert answer.status_code == 429
    assert Registration.objects.count() == 1


def test_wrong_keys_are_counted_and_a_right_one_opens_all_the_same(
    main: Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = send(main.tournament)
    monkeypatch.setattr(limits, "REGISTRATION_KEYS", limits.Limit("registration", most=2, minutes=10))
    wrong = address("registered", "sierra", "2" * 16)

    found = [client.get(wrong).status_code for _try in range(3)]

    assert found == [404, 404, 429]
    assert client.get(own_page(row)).status_code == 200


def test_a_key_opens_nothing_of_another_tournament(main: Event, client: Client) -> None:
    row = send(main.tournament)
    make_event(tournament=make_tournament("other"))

    assert client.get(address("registered", "other", key_of_registration(row))).status_code == 404


def test_what_was_sent_back_shows_only_the_marked_fields_and_goes_again(main: Event, client: Client) -> None:
    row = send(main.tournament)
    send_back(registration=row, marked=["name"], message="Your full name?", actor=make_actor())

    shown = client.get(own_page(row))
    assert "Your full name?" in text_of(shown)
    assert list(shown.context["form"].fields) == ["name"]
    bad = client.post(own_page(row), {"name": " "})
    client.post(own_page(row), {"name": "Ruth Ann Quill"})

    row.refresh_from_db()
    assert bad.status_code == 422
    assert (row.name, row.state) == ("Ruth Ann Quill", "sent")


def test_somebody_withdraws_and_cannot_once_accepted(main: Event, client: Client) -> None:
    gone, taken = send(main.tournament), send(main.tournament, "Carl Stone")
    accept_registration(registration=taken, actor=make_actor())

    client.post(own_page(gone), {"withdraw": "1"})
    refused = client.post(own_page(taken), {"withdraw": "1"})

    gone.refresh_from_db()
    assert gone.state == "withdrawn"
    assert refused.status_code == 409
    assert "tell the desk" in text_of(refused)


# --- The desk --------------------------------------------------------------------------------------------------------


def test_the_desk_accepts_all_that_are_clear_in_one_go(main: Event, desk: Client) -> None:
    send(main.tournament, "Ruth Quill")
    send(main.tournament, "Carl Stone")
    send(main.tournament, "Carl  stone", note="I sit near the door.")

    shown = desk.get(address("registrations", "sierra"))
    assert [one.number for one in shown.context["clear"]] == [1]
    assert "has the same name: Carl Stone" in text_of(shown)
    refused = desk.post(address("registrations", "sierra"), {"numbers": ["1", "2"]})
    nobody = desk.post(address("registrations", "sierra"), {})
    desk.post(address("registrations", "sierra"), {"numbers": ["1"]})

    assert (refused.status_code, nobody.status_code) == (409, 409)
    assert [entry.name for entry in Entry.objects.all()] == ["Ruth Quill"]


def test_a_doubtful_one_is_accepted_once_the_desk_says_who_it_is(main: Event, desk: Client) -> None:
    first = send(main.tournament)
    accept_registration(registration=first, actor=make_actor())
    make_event(tournament=main.tournament, slug="consolation", kind="consolation")
    row = send(main.tournament, events=("main", "consolation"))
    at = address("registration", "sierra", row.number)

    unsaid = desk.post(at, {})
    desk.post(at, {"player": str(Entry.objects.get().player_id)})

    assert unsaid.status_code == 422
    assert "say whether it is the same person" in text_of(unsaid)
    assert [(one.event.slug, one.player_id) for one in Entry.objects.order_by("pk")] == [
        ("main", Entry.objects.earliest("pk").player_id),
        ("consolation", Entry.objects.earliest("pk").player_id),
    ]


def test_after_the_draw_the_desk_chooses_a_seat_beside_its_field(main: Event, desk: Client) -> None:
    row = send(main.tournament)
    enter_entrants(event=main, entrants=[EntrantPlan(f"Player {n}") for n in range(5)], actor=make_actor())
    draw_seats(event=main, seed=7, actor=make_actor())
    at = address("registration", "sierra", row.number)
    free = free_seats(main)[0]

    refused = desk.post(at, {"seats_main": ""})
    desk.post(at, {"seats_main": free})

    assert refused.status_code == 409
    assert "seats_main" in refused.context["accept"].errors
    assert Entry.objects.get(name="Ruth Quill").seat == free


def test_sent_back_and_declined_with_what_is_missing_said_beside_the_field(main: Event, desk: Client) -> None:
    row = send(main.tournament)
    at = address("registration", "sierra", row.number)

    unmarked = desk.post(at, {"return": "1", "message": "Look"})
    unsaid = desk.post(at, {"decline": "1", "reason": ""})
    desk.post(at, {"return": "1", "message": "Look", "marked": ["name"]})
    desk.post(at, {"decline": "1", "reason": "Sent twice"})

    row.refresh_from_db()
    assert (unmarked.status_code, "marked" in unmarked.context["back"].errors) == (422, True)
    assert (unsaid.status_code, "reason" in unsaid.context["decline"].errors) == (422, True)
    assert (row.state, row.message) == ("declined", "Sent twice")
    assert "Sent twice" in text_of(desk.get(address("not_playing", "sierra")))


PAGES = ["registrations", "enter", "enter_list", "check_in", "not_playing", "known"]


@pytest.mark.parametrize(
    ("role", "status"),
    [("director", 200), ("registrar", 200), ("checker", 403), ("judge", 403), ("viewer", 403), ("", 302)],
)
def test_the_desk_is_for_registrars_and_the_director(main: Event, role: str, status: int) -> None:
    row = send(main.tournament, email="ruth@example.org")
    browser = in_role(main.tournament, role) if role else Client()

    found = {name: browser.get(address(name, "sierra")) for name in PAGES}
    found["registration"] = browser.get(address("registration", "sierra", row.number))

    assert {name: answer.status_code for name, answer in found.items()} == dict.fromkeys(found, status)
    assert ("ruth@example.org" in found["registration"].content.decode()) == (status == 200)


@pytest.mark.parametrize("role", ["checker", "judge", "viewer", "stranger"])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("get", "registrations/", None),
        ("post", "registrations/", {"numbers": [1]}),
        ("get", "registrations/1/", None),
        ("post", "registrations/1/acceptance/", {}),
        ("post", "registrations/1/return/", {"marked": ["name"], "message": "x"}),
        ("post", "registrations/1/refusal/", {"reason": "x"}),
        ("post", "entries/", {"people": [{"name": "Carl Stone", "events": {"main": ""}}]}),
        ("get", "known/?q=ruth", None),
        ("get", "check-in/", None),
        ("put", "check-in/1/", None),
        ("delete", "check-in/1/", None),
        ("get", "exclusions/", None),
        ("get", "events/main/late-seats/", None),
    ],
)
def test_without_the_role_the_api_refuses_too(main: Event, role: str, method: str, path: str, body: Any) -> None:
    send(main.tournament)
    user = make_user() if role == "stranger" else make_user(role=role, tournament=main.tournament)

    answer = getattr(api_of(user), method)(f"{API}{path}", body, format="json")

    assert (answer.status_code, answer.json()["code"]) == (403, "role")
    assert not Entry.objects.exists()


def test_through_the_api_from_the_form_to_the_entrant(main: Event) -> None:
    pool = make_fee(main)
    registrar = api_of(make_user(role="registrar", tournament=main.tournament))

    offer = api_of().get(f"{API}register/").json()
    sent = api_of().post(f"{API}register/", {**FORM, "acc_number": "HI296", "pools": [pool.pk]})
    once_more = api_of().post(f"{API}register/", {**FORM, "acc_number": "HI296", "pools": [pool.pk]})
    own = f"{API}register/{sent.json()['key']}/"
    registrar.post(f"{API}registrations/1/return/", {"marked": ["acc_number"], "message": "Yours?"})
    refused = api_of().patch(own, {"name": "Carl Stone"})
    corrected = api_of().patch(own, {"acc_number": "HI297"})
    listed = registrar.get(f"{API}registrations/").json()["results"]
    accepted = registrar.post(f"{API}registrations/", {"numbers": [1]})
    again = registrar.post(f"{API}registrations/1/acceptance/", {})

    assert offer["events"][0]["pools"] == [{"id": pool.pk, "name": "Q-pool", "cents": 1000}]
    assert (sent.status_code, sent.json()["cents"]) == (201, 1000)
    assert (once_more.status_code, once_more.json()["code"]) == (409, "exists")
    assert sent.json()["key"] not in once_more.text
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "name")
    assert (corrected.status_code, corrected.json()["state"]) == (200, "sent")
    assert [(one["number"], one["clear"], one["doubts"]) for one in listed] == [(1, True, [])]
    assert accepted.json()[0]["events"] == [{"event": "main", "id": 1, "seat": ""}]
    assert (again.status_code, again.json()["code"]) == (409, "not_open")
    assert api_of().delete(own).status_code == 409
