"""The waiting list of a full event: who waits, who moves up and when, and what everybody is told."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, remove_entrant
from tournaments.entrants.actions.registrations import RegistrationPlan, accept_registration, send_registration
from tournaments.entrants.reads.registrations import key_of_registration, offer
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.money.actions.money import add_fee
from tournaments.money.reads.money import accounts
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import address, in_role, of, text_of
from tournaments.venue.actions.events import change_event

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/"


@pytest.fixture
@kept
def full() -> Event:
    """Four people have a place, two wait."""
    event = make_event(tournament=make_tournament("sierra"), games=3)
    limit(event, 4)
    names = ("Ann", "Bea", "Cal", "Dan", "Eva", "Flo")
    enter_entrants(event=event, entrants=[EntrantPlan(f"{name} Bell") for name in names], actor=make_actor())
    return Event.objects.get(pk=event.pk)


def limit(event: Event, most: int | None) -> None:
    change_event(event=event, changes={"max_entrants": most}, actor=make_actor())


def waiting(event: Event) -> list[str]:
    return [entry.name.split()[0] for entry in event.entries.filter(status="waiting").order_by("number")]


def absent(event: Event, number: int) -> Entry:
    return set_status(entry=event.entries.get(number=number), status="no_show", reason="Ill", actor=make_actor())


def test_places_are_given_in_the_order_of_entering(full: Event) -> None:
    assert waiting(full) == ["Eva", "Flo"]
    assert full.entries.playing().count() == 4


def test_the_first_who_waits_moves_up_by_themselves(full: Event) -> None:
    absent(full, 2)
    assert waiting(full) == ["Flo"]
    remove_entrant(event=full, number=1, actor=make_actor())

    assert waiting(full) == []
    moved = AuditEntry.objects.filter(action="entrant.moved-up")
    assert [row.subject_key for row in moved] == ["5", "6"]
    log = text_of(in_role(full.tournament, "director").get("/t/sierra/main/log/"))
    assert "Eva Bell moves up from the waiting list." in log


def test_whoever_waits_and_gives_up_frees_no_place(full: Event) -> None:
    absent(full, 5)
    assert waiting(full) == ["Flo"]


@pytest.mark.parametrize(("most", "left"), [(5, ["Flo"]), (None, []), (2, ["Eva", "Flo"])])
def test_another_limit_gives_places_and_takes_none(full: Event, most: int | None, left: list[str]) -> None:
    limit(full, most)
    assert waiting(full) == left


def test_a_limit_is_a_number_of_entrants(full: Event) -> None:
    for most in (1, 5001):
        with pytest.raises(Malformed):
            limit(full, most)


def test_whoever_waits_owes_nothing_and_gets_no_seat(full: Event) -> None:
    add_fee(event=full, name="Entry", cents=7500, kind="entry", actor=make_actor())
    assert [person.account.owed for person in accounts(full.tournament)] == [7500] * 4 + [0] * 2
    with pytest.raises(Refused, match="waiting list"):
        check_in(tournament=full.tournament, player=full.entries.get(number=5).player, actor=make_actor())

    draw_seats(event=full, seed=7, actor=make_actor())
    absent(full, 1)

    assert waiting(full) == ["Eva", "Flo"]
    assert not full.entries.filter(status="waiting", table__isnull=False).exists()


def test_the_desk_gives_somebody_a_place_past_the_limit(full: Event) -> None:
    set_status(entry=full.entries.get(number=6), status="playing", reason="", actor=make_actor())
    assert waiting(full) == ["Eva"]
    with pytest.raises(Malformed):
        set_status(entry=full.entries.get(number=6), status="waiting", reason="", actor=make_actor())


def test_nobody_who_waits_is_given_a_seat(full: Event) -> None:
    with pytest.raises(Refused) as refused:
        enter_entrants(event=full, entrants=[EntrantPlan("Guy Bell", seat="A-9")], actor=make_actor())
    assert (refused.value.code, refused.value.faults[0].field) == ("full", "0.seat")


def test_a_registration_waits_and_its_sender_reads_so(full: Event) -> None:
    assert [event.is_full for event in offer(full.tournament).events] == [True]
    form = text_of(Client().get(address("register", "sierra")))
    plan = RegistrationPlan("Guy Bell", email="guy@example.org", events=("main",))
    row, _is_new = send_registration(tournament=full.tournament, plan=plan, actor=make_actor())
    row = accept_registration(registration=row, actor=make_actor())
    own = address("registered", "sierra", key_of_registration(row))

    assert "Full: you go on the waiting list." in form
    assert "You are number 3 on the waiting list" in text_of(Client().get(own))
    limit(full, None)
    assert "waiting list" not in text_of(Client().get(own))


def test_pages_and_programs_say_who_waits(full: Event) -> None:
    desk = in_role(full.tournament, "registrar")
    entered = desk.post(of("entrants", full), {"name": "Guy Bell"}, follow=True)
    answer = api_of(make_user(role="registrar", tournament=full.tournament)).post(
        f"{API}entrants/", [{"name": "Hal Bell"}]
    )

    assert "On the waiting list: Guy Bell (Main event)." in text_of(entered)
    assert "Waiting list" in text_of(desk.get(address("not_playing", "sierra")))
    assert answer.json()[0]["status"] == "waiting"


@pytest.mark.parametrize("events", [1, 5])
def test_the_form_takes_as_many_queries_for_one_limited_event_as_for_many(
    events: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament("sierra")
    for number in range(events):
        event = make_event(tournament=tournament, slug=f"event-{number}", entrants=2 + number % 2)
        limit(event, 3)

    with django_assert_num_queries(5):
        offered = offer(tournament)

    assert [one.is_full for one in offered.events] == [number % 2 == 1 for number in range(events)]
