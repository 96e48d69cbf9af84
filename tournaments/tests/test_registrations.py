"""Registrations: sent, corrected, accepted into several events at once, declined; who may be the same person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tournaments.access import Actor
from tournaments.day.reads.late_entry import free_seats
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.naming import set_named
from tournaments.entrants.actions.registrations import (
    RegistrationPlan,
    accept_registration,
    accept_registrations,
    correct_registration,
    decline_registration,
    send_back,
    send_registration,
    withdraw_registration,
)
from tournaments.entrants.reads.registrations import key_of_registration, registration_of_key, registrations
from tournaments.entrants.rules.alike import By, Known, alike, find_alike
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Fee, FeeTaken, Player, Registration, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.money.reads.money import account_of
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.venue.actions.flyer import change_flyer

pytestmark = pytest.mark.django_db


def send(tournament: Tournament, name: str = "Ruth Quill", **given: Any) -> Registration:
    """A registration for the main event, unless it says otherwise."""
    given = {"email": "ruth@example.org", "events": ("main",), **given}
    plan = RegistrationPlan(name, **given)
    return send_registration(tournament=tournament, plan=plan, actor=Actor.of_form())[0]


def make_fee(
    event: Event, name: str = "Q-pool", cents: int = 1000, *, kind: str = "q_pool", optional: bool = True
) -> Fee:
    return add_fee(event=event, name=name, cents=cents, kind=kind, optional=optional, actor=make_actor())


def last_act(tournament: Tournament) -> AuditEntry:
    row = AuditEntry.objects.filter(tournament=tournament).last()
    assert row is not None
    return row


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def main(tournament: Tournament) -> Event:
    return make_event(tournament=tournament)


@pytest.fixture
def consolation(tournament: Tournament, main: Event) -> Event:
    return make_event(tournament=tournament, slug="consolation", kind="consolation")


# --- Sending ---------------------------------------------------------------------------------------------------------


def test_a_registration_waits_and_its_key_opens_it(main: Event) -> None:
    sent = send(main.tournament, acc_number="HI296", club="Reno Pegs")

    key = key_of_registration(sent)

    assert (sent.number, sent.state) == (1, "sent")
    assert [event.slug for event in sent.events.all()] == ["main"]
    assert registration_of_key(main.tournament, key) == sent
    assert registration_of_key(main.tournament, f" {key[:4]}-{key[4:]} ".lower()) == sent
    assert registration_of_key(main.tournament, key[::-1]) is None
    assert not Entry.objects.exists()


def test_the_trail_of_a_registration_has_no_address_and_no_key(main: Event) -> None:
    sent = send(main.tournament, email="ruth@example.org", phone="775 555 0100")

    row = last_act(main.tournament)

    assert (row.action, row.actor_name) == ("registration.sent", "Registration form")
    told = f"{row.before} {row.after} {row.actor_key}"
    assert "ruth@" not in told
    assert "555" not in told
    assert sent.nonce not in told


def test_the_same_page_sent_twice_is_one_registration(main: Event) -> None:
    plan = RegistrationPlan("Ruth Quill", phone="1", events=("main",))
    given = {"tournament": main.tournament, "plan": plan, "nonce": "0" * 32, "actor": Actor.of_form()}

    (first, is_new), (again, is_newer) = send_registration(**given), send_registration(**given)

    assert (first, is_new, is_newer) == (again, True, False)
    assert main.tournament.registrations.count() == 1


def test_the_same_page_sent_with_something_else_is_refused_unless_it_is_another_one(main: Event) -> None:
    plan = RegistrationPlan("Ruth Quill", phone="1", events=("main",))
    other = RegistrationPlan("Ruth Quill", phone="2", events=("main",))
    given = {"tournament": main.tournament, "nonce": "0" * 32, "actor": Actor.of_form()}
    first, _is_new = send_registration(plan=plan, **given)

    with pytest.raises(Refused, match="withdraw it on its page") as refused:
        send_registration(plan=other, **given)
    second, _is_new = send_registration(plan=other, is_another=True, **given)

    assert (refused.value.code, refused.value.current) == ("exists", {"key": key_of_registration(first)})
    assert (second.number, second.nonce != first.nonce) == (2, True)


def test_the_same_sent_from_elsewhere_is_refused_without_its_key_while_it_waits(
    main: Event, consolation: Event
) -> None:
    there, both = main.tournament, ("main", "consolation")
    first = send(there, acc_number="HI296", events=both)

    for _state in ("sent", "returned"):
        with pytest.raises(Refused, match="already at the desk") as refused:
            send(there, acc_number="HI296", events=both[::-1])
        assert (refused.value.code, refused.value.current) == ("exists", None)
        if first.state == "sent":
            first = send_back(registration=first, marked=["note"], message="Is it you?", actor=make_actor())
    assert there.registrations.count() == 1
    assert AuditEntry.objects.filter(action="registration.sent").count() == 1
    # Whoever is reached otherwise may be somebody else; what is asked for otherwise is another wish.
    others = [
        send(there, acc_number="HI296", events=both, email="other@example.org"),
        send(there, acc_number="HI296", events=both, phone="775 555 0100"),
        send(there, events=both),
        send(there, acc_number="HI296"),
    ]
    assert len({first, *others}) == 5
    withdraw_registration(registration=first, actor=Actor.of_form())
    assert send(there, acc_number="HI296", events=both) not in {first, *others}


@pytest.mark.parametrize(
    "typed",
    [{"name": "ANN  petty"}, {"email": "ANN@Example.org"}, {"acc_number": "hi296"}, {"club": " reno pegs "}],
    ids=["name", "email", "number", "club"],
)
def test_the_same_from_elsewhere_in_other_capitals_or_with_more_spaces_is_the_same(
    main: Event, typed: dict[str, str]
) -> None:
    said = {"name": "Ann Petty", "email": "ann@example.org", "acc_number": "HI296", "club": "Reno Pegs"}
    send(main.tournament, **said)

    with pytest.raises(Refused, match="already at the desk"):
        send(main.tournament, **said | typed)

    assert main.tournament.registrations.count() == 1


def test_every_fault_of_a_registration_is_named(main: Event, consolation: Event) -> None:
    pool = make_fee(consolation)

    with pytest.raises(Malformed) as refused:
        send(main.tournament, "", acc_number="296", email="", events=("main", "open"), pools=(pool.pk,))

    found = {(fault.field, fault.code) for fault in refused.value.faults}
    assert found == {
        ("name", "required"),
        ("acc_number", "invalid"),
        ("email", "required"),
        ("events", "unknown"),
        ("pools", "unknown"),
    }


def test_after_the_deadline_the_form_is_closed_and_says_where_to_go(main: Event) -> None:
    change_flyer(
        tournament=main.tournament,
        changes={"entry_deadline": timezone.now() - timedelta(minutes=1)},
        actor=make_actor(),
    )

    with pytest.raises(Refused, match="come to the desk") as refused:
        send(main.tournament)

    assert refused.value.code == "closed"


def test_an_event_whose_seats_are_drawn_cannot_be_asked_for_while_another_can(tournament: Tournament) -> None:
    make_event(tournament=tournament, entrants=4, seated=True)
    make_event(tournament=tournament, slug="consolation", kind="consolation")

    with pytest.raises(Malformed) as refused:
        send(tournament, events=("main", "consolation"))
    sent = send(tournament, events=("consolation",))

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("events", "closed")]
    assert sent.number == 1


# --- The desk --------------------------------------------------------------------------------------------------------


def test_accepting_makes_one_person_an_entrant_in_every_event_with_the_pools(main: Event, consolation: Event) -> None:
    pool = make_fee(consolation)
    sent = send(main.tournament, club="Reno Pegs", events=("main", "consolation"), pools=(pool.pk,))

    accepted = accept_registration(registration=sent, actor=make_actor())

    entries = list(Entry.objects.order_by("event"))
    assert [entry.event for entry in entries] == [main, consolation]
    assert len({entry.player for entry in entries}) == 1
    assert FeeTaken.objects.get().entry == entries[1]
    assert (accepted.state, accepted.player, entries[0].player.club) == ("accepted", entries[0].player, "Reno Pegs")
    assert last_act(main.tournament).action == "registration.accepted"
    one = account_of(main.tournament, entries[0].player_id)
    assert one is not None
    assert one.account.owed == 1000


def test_somebody_known_by_number_and_name_is_the_same_player(main: Event) -> None:
    known = Player.objects.create(name="Ruth Quill", acc_number="HI296")
    sent = send(main.tournament, acc_number="HI296")

    accepted = accept_registration(registration=sent, actor=make_actor())

    assert accepted.player == known


def test_accepting_as_an_entrant_who_is_there_adds_only_what_is_missing(main: Event, consolation: Event) -> None:
    [entry] = enter_entrants(event=main, entrants=[EntrantPlan("Ruth Quill")], actor=make_actor())
    pool = make_fee(main)
    sent = send(main.tournament, acc_number="HI296", events=("main", "consolation"), pools=(pool.pk,))

    accept_registration(registration=sent, player=entry.player_id, actor=make_actor())

    assert [(one.event.slug, one.player_id) for one in Entry.objects.order_by("event")] == [
        ("main", entry.player_id),
        ("consolation", entry.player_id),
    ]
    assert FeeTaken.objects.get().entry == entry


def test_once_seats_are_drawn_accepting_takes_a_free_seat(main: Event, tournament: Tournament) -> None:
    sent = send(tournament)
    enter_entrants(event=main, entrants=[EntrantPlan(f"Player {n}") for n in range(5)], actor=make_actor())
    draw_seats(event=main, seed=7, actor=make_actor())
    [free, *_others] = free_seats(main)

    with pytest.raises(Refused) as refused:
        accept_registration(registration=sent, actor=make_actor())
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("seats.main", "closed")]
    assert Registration.objects.get().state == "sent"
    accept_registration(registration=sent, seats={"main": free}, actor=make_actor())

    assert Entry.objects.get(name="Ruth Quill").seat == free


def test_what_is_sent_back_can_be_corrected_where_it_is_marked_and_nowhere_else(main: Event) -> None:
    sent = send(main.tournament)
    send_back(registration=sent, marked=["acc_number", "events"], message="Is this your number?", actor=make_actor())

    with pytest.raises(Malformed) as refused:
        correct_registration(registration=sent, changes={"name": "Carl Stone"}, actor=Actor.of_form())
    corrected = correct_registration(
        registration=sent, changes={"acc_number": "HI296", "events": ("main",)}, actor=Actor.of_form()
    )

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("name", "unknown")]
    assert (corrected.state, corrected.acc_number, corrected.marked, corrected.message) == ("sent", "HI296", [], "")
    with pytest.raises(Refused, match="Nothing needs to be corrected"):
        correct_registration(registration=sent, changes={"acc_number": ""}, actor=Actor.of_form())


def test_sending_back_needs_marks_and_words(main: Event) -> None:
    sent = send(main.tournament)

    with pytest.raises(Malformed) as refused:
        send_back(registration=sent, marked=[], message=" ", actor=make_actor())

    assert {fault.field for fault in refused.value.faults} == {"marked", "message"}


def test_declined_needs_a_reason_and_can_still_be_accepted(main: Event) -> None:
    sent = send(main.tournament)
    with pytest.raises(Malformed):
        decline_registration(registration=sent, reason="", actor=make_actor())
    decline_registration(registration=sent, reason="Twice: see 7", actor=make_actor())

    accepted = accept_registration(registration=sent, actor=make_actor())

    assert (accepted.state, accepted.message) == ("accepted", "")


def test_withdrawn_is_final_and_an_accepted_one_is_not_withdrawn(main: Event) -> None:
    taken, gone = send(main.tournament), send(main.tournament, "Carl Stone")
    accept_registration(registration=taken, actor=make_actor())
    withdraw_registration(registration=gone, actor=Actor.of_form())

    with pytest.raises(Refused, match="tell the desk"):
        withdraw_registration(registration=taken, actor=Actor.of_form())
    with pytest.raises(Refused, match="withdrawn"):
        accept_registration(registration=gone, actor=make_actor())


# --- Who may be the same ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [
        pytest.param(("Ruth Quill", "HI296"), ("ruth  QUILL", "HI296Y"), By.BOTH, id="a youth of the same name"),
        pytest.param(("Ruth Quill", "HI296"), ("R. Quill", "HI296"), By.NUMBER, id="same number"),
        pytest.param(("Ruth Quill", ""), ("Ruth Quill", "HI296"), By.NAME, id="one of them without a number"),
        pytest.param(("Ruth Quill", "NV1"), ("Ruth Quill", "HI296"), None, id="namesakes with two numbers"),
        pytest.param(("Ruth Quill", ""), ("Carl Stone", ""), None, id="nothing in common"),
    ],
)
def test_people_are_alike_by_number_by_name_or_by_both(
    one: tuple[str, str], other: tuple[str, str], by: By | None
) -> None:
    assert alike(Known(*one), Known(*other)) is by
    assert find_alike({1: Known(*one)}, {1: Known(*one), 2: Known(*other)}) == ({1: {2: by}} if by else {})


def test_doubts_name_entrants_and_other_registrations(main: Event) -> None:
    enter_entrants(event=main, entrants=[EntrantPlan("R. Quill", "HI296")], actor=make_actor())
    send(main.tournament, acc_number="HI296")
    send(main.tournament, "Ruth Quill")
    send(main.tournament, "Carl Stone")

    shown = {one.number: one for one in registrations(main.tournament)}

    assert [doubt.text for doubt in shown[1].doubts] == [
        "R. Quill, ACC HI296 has the same ACC number and another name (Main event).",
        "Registration 2 has the same name: Ruth Quill.",
    ]
    assert [one.is_clear for one in (shown[1], shown[2], shown[3])] == [False, False, True]


def test_several_are_accepted_at_once_only_where_nothing_is_doubtful(main: Event) -> None:
    send(main.tournament, "Ruth Quill")
    send(main.tournament, "Ruth Quill", email="other@example.org")
    send(main.tournament, "Carl Stone")
    send(main.tournament, "Nina Vance")

    with pytest.raises(Refused) as refused:
        accept_registrations(tournament=main.tournament, numbers=[1, 3], actor=make_actor())
    assert [fault.field for fault in refused.value.faults] == ["numbers.0"]
    assert not Entry.objects.exists()
    accept_registrations(tournament=main.tournament, numbers=[3, 4], actor=make_actor())

    assert [entry.name for entry in Entry.objects.order_by("number")] == ["Carl Stone", "Nina Vance"]


@pytest.mark.parametrize("people", [1, 5])
def test_the_list_takes_as_many_queries_for_one_as_for_many(
    main: Event, people: int, django_assert_num_queries: Any
) -> None:
    make_fee(main, "Entry", 7500, optional=False)
    for number in range(people):
        send(main.tournament, f"Player {number}")

    with django_assert_num_queries(5):
        registrations(main.tournament)


def accepting(main: Event, people: int) -> int:
    """How many queries it takes to accept this many registrations with a pool."""
    pool = make_fee(main, f"Pool {people}")
    numbers = [
        send(main.tournament, f"Guest {people}-{n}", email=f"g{n}@example.org", pools=(pool.pk,)).number
        for n in range(people)
    ]
    with CaptureQueriesContext(connection) as queries:
        accept_registrations(tournament=main.tournament, numbers=numbers, actor=make_actor())
    return len(queries)


def test_accepting_takes_as_many_queries_for_two_as_for_six(main: Event) -> None:
    few = accepting(main, 2)
    many = accepting(main, 6)

    assert few == many
    accepted = Registration.objects.filter(state="accepted")
    assert (accepted.count(), accepted.filter(decided_at=None).count(), accepted.filter(player=None).count()) == (
        8,
        0,
        0,
    )
    assert AuditEntry.objects.filter(action="registration.accepted").count() == 8
    assert AuditEntry.objects.filter(action="money.pool-taken").count() == 8


def test_a_doubt_finds_somebody_who_is_not_named_in_public(main: Event) -> None:
    (entry,) = enter_entrants(event=main, entrants=[EntrantPlan("Ruth Quill", "HI296")], actor=make_actor())
    set_named(entry=entry, named=False, actor=make_actor())
    send(main.tournament, "Ruth Quill")

    (shown,) = registrations(main.tournament)

    assert [doubt.text for doubt in shown.doubts] == ["Ruth Quill, ACC HI296 has the same name (Main event)."]
