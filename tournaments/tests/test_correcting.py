"""Names put right: the act, the page of the entrant and the API."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.reads.paper import sheets_of
from tournaments.errors import Forbidden, Malformed
from tournaments.models import AuditEntry, Entry, Event, Tournament
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, in_role, of, text_of

pytestmark = pytest.mark.django_db

MILT = {"name": "Milt Orr", "acc_number": "MI374", "club": "Reno Pegs"}
RIGHT = {"name": "Milton Orr", "acc_number": "MI473", "club": "Elko Pegs"}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


def people() -> list[EntrantPlan]:
    return [
        EntrantPlan("Milt Orr", "MI374", club="Reno Pegs"),
        *(EntrantPlan(name) for name in ("Ivan", "Edie", "Nina")),
    ]


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=people())


@pytest.fixture
def seated(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=people(), seated=True)


def first(event: Event) -> Entry:
    return event.entries.select_related("player", "event").get(number=1)


def written(entry: Entry) -> dict[str, str]:
    return {"name": entry.name, "acc_number": entry.acc_number, "club": entry.player.club}


def person(entry: Entry) -> dict[str, str]:
    return {"name": entry.player.name, "acc_number": entry.player.acc_number, "club": entry.player.club}


def test_entrant_and_person_are_put_right_and_the_trail_says_from_what_to_what(event: Event) -> None:
    revision = event.revision

    correct_entrant(entry=first(event), **RIGHT, actor=make_actor())

    row = AuditEntry.objects.get(action="entrant.corrected")
    event.refresh_from_db()
    assert written(first(event)) == person(first(event)) == RIGHT
    assert (row.before, row.after, row.subject_key, row.event) == (MILT, RIGHT, "1", event)
    assert event.revision > revision


def test_what_is_written_so_already_leaves_no_trace(event: Event) -> None:
    assert correct_entrant(entry=first(event), **MILT, actor=make_actor()) == []
    assert not AuditEntry.objects.filter(action="entrant.corrected").exists()


def test_a_person_in_two_events_is_put_right_in_both(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    plan = EntrantPlan("Milt Orr", "MI374", player=first(event).player_id)
    enter_entrants(event=other, entrants=[plan], actor=make_actor())

    done = correct_entrant(entry=first(event), **RIGHT, actor=make_actor())

    assert [entry.event.slug for entry in done] == ["main", "consolation"]
    assert written(first(other)) == RIGHT
    assert AuditEntry.objects.filter(action="entrant.corrected").count() == 2


def test_a_person_known_from_elsewhere_stays_as_they_are_there_and_the_page_says_so(event: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("reno"), entrants=[EntrantPlan("Milt Orr", "MI374")])
    desk = in_role(event.tournament, "registrar")

    before = desk.get(of("entrant", event, 1))
    after = desk.post(of("correct", event, 1), RIGHT, follow=True)

    assert first(event).name == "Milton Orr"
    assert person(first(elsewhere)) == {"name": "Milt Orr", "acc_number": "MI374", "club": "Elko Pegs"}
    assert first(elsewhere).name == "Milt Orr"
    said = "This player is known from another tournament, so the name and the ACC number stay as they are there."
    assert said in text_of(before)
    assert f"Corrected: Milton Orr. {said}" in text_of(after)


def test_after_the_draw_a_reason_is_needed(seated: Event) -> None:
    with pytest.raises(Malformed) as refused:
        correct_entrant(entry=first(seated), **RIGHT, actor=make_actor())
    correct_entrant(entry=first(seated), **RIGHT, reason="Misread", actor=make_actor())

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("reason", "required")]
    assert AuditEntry.objects.get(action="entrant.corrected").reason == "Misread"


def test_one_s_own_card_is_corrected_by_somebody_else_once_cards_are_begun(seated: Event) -> None:
    user = make_user("milt")
    link_player(entry=first(seated), username="milt", actor=make_actor())
    own = {"entry": first(seated), "reason": "Misread", "actor": make_actor(user)}

    correct_entrant(**own, **{**RIGHT, "club": "Elko"})
    Event.objects.filter(pk=seated.pk).update(cards_begun_at=timezone.now())
    with pytest.raises(Forbidden, match="your own card"):
        correct_entrant(**own, **MILT)

    assert first(seated).name == "Milton Orr"


def test_faults_stand_beside_their_fields_and_nothing_is_lost(seated: Event) -> None:
    desk = in_role(seated.tournament, "registrar")

    refused = desk.post(of("correct", seated, 1), {"name": "Milton Orr", "acc_number": "x9", "reason": "Misread"})
    nameless = desk.post(of("correct", seated, 1), {"name": " ", "acc_number": "", "reason": ""})

    assert (refused.status_code, set(refused.context["correct_form"].errors)) == (422, {"acc_number"})
    assert 'value="Milton Orr"' in refused.content.decode()
    assert set(nameless.context["correct_form"].errors) == {"name", "reason"}
    assert written(first(seated)) == MILT


def test_the_page_corrects_after_the_draw_and_the_paper_of_that_person_is_new(seated: Event) -> None:
    desk = in_role(seated.tournament, "registrar")
    for kind in ("cards", "slips"):
        sheets = sheets_of(seated, kind)
        mark_printed(event=seated, kind=kind, sheets={one.key: one.fingerprint for one in sheets}, actor=make_actor())
    before = [one.key for kind in ("cards", "slips") for one in sheets_of(seated, kind, only_new=True)]

    shown = desk.post(of("correct", seated, 1), {**RIGHT, "reason": "Misread"}, follow=True)

    after = [one.key for kind in ("cards", "slips") for one in sheets_of(seated, kind, only_new=True)]
    assert "Corrected: Milton Orr." in text_of(shown)
    assert (before, after) == ([], [first(seated).seat] * 2)
    assert "Milton Orr" in text_of(desk.get(address("entrants", "sierra", "main")))


def test_the_api_corrects_what_is_sent_and_leaves_the_rest(seated: Event) -> None:
    api = api_of(make_user(role="registrar", tournament=seated.tournament))
    url = "/api/v1/tournaments/sierra/events/main/entrants/1/person/"

    without = api.patch(url, {"name": "Milton Orr"}, format="json")
    sent = api.patch(url, {"name": "Milton Orr", "reason": "Misread"}, format="json")
    bad = api.patch(url, {"acc_number": "x9", "reason": "Misread"}, format="json")

    assert (without.status_code, without.json()["errors"][0]["field"]) == (400, "reason")
    assert sent.status_code == 200
    assert {key: sent.json()[key] for key in RIGHT} == {**MILT, "name": "Milton Orr"}
    assert (bad.status_code, bad.json()["errors"][0]["field"]) == (400, "acc_number")


# --- How the desk reaches them ---------------------------------------------------------------------------------------


def test_mail_and_phone_are_put_right_on_the_page_and_the_log_has_no_address(seated: Event) -> None:
    desk = in_role(seated.tournament, "registrar")
    sent = {**MILT, "email": "milt@example.org", "phone": "775 555 0100"}

    answer = desk.post(of("correct", seated, 1), sent, follow=True)

    entry = first(seated)
    assert (entry.email, entry.phone) == ("milt@example.org", "775 555 0100")
    assert "milt@example.org" in answer.content.decode()
    row = AuditEntry.objects.get(action="entrant.corrected")
    assert (row.before, row.after) == ({}, {"reach": True})
    director = in_role(seated.tournament, "director")
    log = text_of(director.get(of_desk(seated)))
    assert "The e-mail or phone of Milt Orr is corrected." in log
    assert "milt@example.org" not in log


def of_desk(event: Event) -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/log/"


def test_the_api_puts_one_of_them_right_and_leaves_the_rest(event: Event) -> None:
    api = api_of(make_user(role="registrar", tournament=event.tournament))
    path = f"/api/v1/tournaments/sierra/events/main/entrants/{first(event).number}/person/"

    both = api.patch(path, {"email": "milt@example.org", "phone": "555"}, format="json")
    none = api.patch(path, {"email": ""}, format="json")
    bad = api.patch(path, {"email": "milt"}, format="json")

    assert (both.status_code, none.status_code, bad.status_code) == (200, 200, 400)
    assert [fault["field"] for fault in bad.json()["errors"]] == ["email"]
    assert (first(event).email, first(event).phone) == ("", "555")
    assert written(first(event)) == MILT


def test_a_name_put_right_leaves_the_addresses_of_other_events_alone(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="doubles")
    plan = EntrantPlan("Milt Orr", "MI374", player=first(event).player_id, email="old@example.org")
    enter_entrants(event=other, entrants=[plan], actor=make_actor())

    correct_entrant(entry=first(event), **RIGHT, actor=make_actor())
    assert [first(event).email, first(other).email] == ["", "old@example.org"]
    correct_entrant(entry=first(event), **RIGHT, email="new@example.org", actor=make_actor())

    assert [first(event).email, first(other).email] == ["new@example.org"] * 2


def test_a_pasted_list_brings_mail_and_phone(event: Event) -> None:
    text = "Name,ACC,E-mail,Phone\nZoe Quist,CA7,zoe@example.org,555 0101\nAnn Bell,,,"

    in_role(event.tournament, "registrar").post(of("paste", event), {"lines": text})

    assert list(event.entries.filter(number__gt=4).values_list("name", "email", "phone")) == [
        ("Zoe Quist", "zoe@example.org", "555 0101"),
        ("Ann Bell", "", ""),
    ]


def test_a_bad_address_of_a_pasted_list_is_named_by_its_line(event: Event) -> None:
    page = in_role(event.tournament, "registrar").post(of("paste", event), {"lines": "Name,E-mail\nZoe Quist,zoe@"})

    assert page.status_code == 422
    assert "Line 2: An e-mail address is written like" in text_of(page)
