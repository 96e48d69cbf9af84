"""What each action does, what it refuses, and what it leaves in the trail."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.summaries import summary
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, remove_entrant
from tournaments.entrants.reads import entrants as entrants_reads
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.faults import text_faults
from tournaments.models import AuditEntry, Entry, Event, Player, Role, Token, Tournament, User
from tournaments.people.actions.people import grant_role, issue_token, link_player, revoke_role
from tournaments.plan import EventPlan
from tournaments.reads import entries as entries_reads
from tournaments.seating.actions import draw_seats
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.factories import make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.venue.actions.events import add_event, change_event, exempt_plan, exempt_quota
from tournaments.venue.actions.tournaments import change_tournament, create_tournament
from tournaments.venue.reads.tournaments import exemptions

pytestmark = pytest.mark.django_db


def create(**changes: Any) -> Tournament:
    values: dict[str, Any] = {"slug": "sierra", "name": "Sierra Open", "starts_on": date(2026, 3, 6)}
    return create_tournament(**{**values, "actor": make_actor(), **changes})


def faults(refused: pytest.ExceptionInfo[Any]) -> list[tuple[str, str]]:
    return [(fault.field, fault.code) for fault in refused.value.faults]


def trail(action: str) -> AuditEntry:
    return AuditEntry.objects.get(action=action)


def post_qualifiers(event: Event) -> None:
    now = timezone.now()
    Event.objects.filter(pk=event.pk).update(
        registration_closed_at=now, cards_begun_at=now, cross_checked_at=now, posted_at=now
    )
    event.refresh_from_db()


def begin_cards(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(cards_begun_at=timezone.now(), phase="qualifying")
    event.refresh_from_db()


# --- Creating a tournament -------------------------------------------------------------------------------------------


def test_whoever_creates_a_tournament_is_its_director() -> None:
    user = make_user("dale")

    tournament = create(
        events=[EventPlan("main"), EventPlan("consolation", kind="consolation", games=9)], actor=Actor.of_user(user)
    )

    role = Role.objects.get()
    assert (role.user, role.tournament, role.kind) == (user, tournament, "director")
    assert list(tournament.events.values_list("slug", "kind", "games")) == [
        ("main", "main", 22),
        ("consolation", "consolation", 9),
    ]
    row = trail("tournament.created")
    assert row.after["director"] == "dale"
    assert [event["slug"] for event in row.after["events"]] == ["main", "consolation"]


def test_what_is_left_out_of_a_tournament_is_the_usual() -> None:
    tournament = create()

    assert (tournament.edition, tournament.public, tournament.venue) == ("2020", True, "")
    assert tournament.time_zone == "America/Los_Angeles"


def test_a_second_tournament_of_that_name_in_addresses_is_refused_and_leaves_nothing() -> None:
    create()

    with pytest.raises(Refused) as refused:
        create(slug="Sierra", events=[EventPlan("main")])

    assert refused.value.code == "exists"
    assert faults(refused) == [("slug", "exists")]
    assert Tournament.objects.count() == AuditEntry.objects.count() == 1


def test_every_fault_of_a_tournament_is_named_at_once() -> None:
    with pytest.raises(Malformed) as refused:
        create(
            slug="two words",
            name=" ",
            time_zone="America/Renoo",
            edition="1999",
            events=[
                EventPlan("main", games=0, rounds=121),
                EventPlan("MAIN", kind="weekly", deal="coin", movement="waltz"),
                EventPlan("people", games=22, rounds=21),
                EventPlan("doubles", movement="ladder", ladder_top="last"),
                EventPlan("club", ranking="luck", one_in=21),
            ],
        )

    assert faults(refused) == [
        ("slug", "invalid"),
        ("name", "required"),
        ("time_zone", "unknown"),
        ("edition", "unknown"),
        ("events.0.games", "range"),
        ("events.0.rounds", "range"),
        ("events.1.kind", "unknown"),
        ("events.1.deal", "unknown"),
        ("events.1.movement", "unknown"),
        ("events.1.slug", "exists"),
        ("events.2.slug", "reserved"),
        ("events.2.rounds", "range"),
        ("events.3.ladder_top", "unknown"),
        ("events.4.ranking", "unknown"),
        ("events.4.one_in", "range"),
    ]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("x" * 121, "too_long", id="too long"),
        pytest.param("Sierra\nOpen", "invalid", id="two lines"),
        pytest.param("Sierra\0", "invalid", id="a character that is none"),
    ],
)
def test_a_name_is_one_line_of_text(name: str, code: str) -> None:
    with pytest.raises(Malformed) as refused:
        create(name=name)

    assert faults(refused) == [("name", code)]


# --- Changing a tournament -------------------------------------------------------------------------------------------


def test_changing_a_tournament_keeps_what_it_was_in_the_trail() -> None:
    tournament = make_tournament()

    changed = change_tournament(
        tournament=tournament, changes={"venue": "Sparks", "public": False, "name": "Sierra Open"}, actor=make_actor()
    )

    assert (changed.venue, changed.public) == ("Sparks", False)
    row = trail("tournament.changed")
    assert (row.before, row.after) == ({"venue": "Reno", "public": True}, {"venue": "Sparks", "public": False})


def test_changing_nothing_leaves_no_trace() -> None:
    tournament = make_tournament()

    change_tournament(tournament=tournament, changes={"venue": "Reno"}, actor=make_actor())

    assert AuditEntry.objects.count() == 1


def test_another_edition_makes_every_result_anew() -> None:
    event = make_event()
    before = event.revision

    change_tournament(tournament=event.tournament, changes={"edition": "classic"}, actor=make_actor())

    event.refresh_from_db()
    assert event.revision == before + 1


def test_after_the_first_card_another_edition_is_an_exemption_with_a_reason() -> None:
    event = make_event(entrants=4, seated=True)
    Event.objects.filter(pk=event.pk).update(cards_begun_at=timezone.now())

    with pytest.raises(Malformed) as refused:
        change_tournament(tournament=event.tournament, changes={"edition": "classic"}, actor=make_actor())
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("reason", "required")]
    change_tournament(tournament=event.tournament, changes={"venue": "Reno"}, actor=make_actor())
    change_tournament(
        tournament=event.tournament, changes={"edition": "classic"}, reason="Announced so", actor=make_actor()
    )

    (told,) = exemptions([event])
    assert (told.what, told.reason) == ("Rulebook: Classic edition, before 2020.", "Announced so")


def test_the_edition_stays_once_qualifiers_are_posted_under_it() -> None:
    event = make_event()
    post_qualifiers(event)

    with pytest.raises(Refused) as refused:
        change_tournament(tournament=event.tournament, changes={"edition": "classic"}, actor=make_actor())

    assert refused.value.code == "posted"


def test_a_bad_change_of_a_tournament_is_refused() -> None:
    tournament = make_tournament()

    with pytest.raises(Malformed) as refused:
        change_tournament(
            tournament=tournament, changes={"name": "", "time_zone": "", "edition": "x"}, actor=make_actor()
        )

    assert faults(refused) == [("name", "required"), ("time_zone", "unknown"), ("edition", "unknown")]


# --- Events ----------------------------------------------------------------------------------------------------------


def test_adding_an_event() -> None:
    tournament = make_tournament()

    event = add_event(tournament=tournament, plan=EventPlan("main", games=9, rounds=10), actor=make_actor())

    assert (event.phase, event.games, event.fixed_rounds, event.revision) == ("registration", 9, 10, 1)
    assert trail("event.added").event == event


def test_an_event_of_that_name_is_there_already() -> None:
    event = make_event(slug="main")

    with pytest.raises(Refused) as refused:
        add_event(tournament=event.tournament, plan=EventPlan("Main"), actor=make_actor())

    assert (refused.value.code, faults(refused)) == ("exists", [("slug", "exists")])


def test_two_tournaments_may_each_have_a_main_event() -> None:
    make_event(slug="main")

    make_event(slug="main")

    assert Event.objects.filter(slug="main").count() == 2


def test_changing_an_event_before_anything_is_drawn() -> None:
    event = make_event(games=3)

    changed = change_event(
        event=event,
        changes={"games": 9, "deal": "alternate", "movement": "none", "kind": "satellite", "rounds": 10},
        actor=make_actor(),
    )

    assert (changed.games, changed.deal, changed.movement, changed.kind) == (9, "alternate", "none", "satellite")
    assert changed.fixed_rounds == 10
    assert trail("event.changed").before["games"] == 3


def test_hiding_is_possible_at_any_time_and_keeps_one_order() -> None:
    event = make_event()
    post_qualifiers(event)

    changed = change_event(event=event, changes={"hidden": ["standings", "bracket", "standings"]}, actor=make_actor())

    assert changed.hidden == ["bracket", "standings"]


def test_only_parts_that_there_are_can_be_hidden() -> None:
    event = make_event()

    with pytest.raises(Malformed) as refused:
        change_event(event=event, changes={"hidden": ["standings", "cards"]}, actor=make_actor())

    assert faults(refused) == [("hidden.1", "unknown")]


def test_more_games_than_a_seated_table_has_opponents_are_refused_with_the_numbers() -> None:
    event = make_event(entrants=4, games=3, seated=True)

    with pytest.raises(Refused) as refused:
        change_event(event=event, changes={"games": 4}, actor=make_actor())

    assert refused.value.code == "impossible"
    assert faults(refused) == [("tables", "opponents"), ("repeats_reason", "repeats")]
    assert "4 games against 4 different opponents need 5 players" in refused.value.message


def test_more_rounds_than_opponents_are_no_reason_to_meet_again() -> None:
    event = make_event(entrants=4, games=3, seated=True)

    with pytest.raises(Refused) as refused:
        change_event(event=event, changes={"games": 4, "rounds": 4}, actor=make_actor())
    assert faults(refused) == [("tables", "opponents"), ("repeats_reason", "repeats")]

    said = {"games": 4, "rounds": 4, "repeats_reason": "Four friends"}
    changed = change_event(event=event, changes=said, actor=make_actor())
    assert len(schedule_reads.schedule(changed, 4)) == 2


def test_seats_that_were_drawn_with_rounds_alone_are_still_read() -> None:
    event = make_event(entrants=4, games=3, seated=True)
    Event.objects.filter(pk=event.pk).update(games=5, fixed_rounds=5)
    event = Event.objects.get(pk=event.pk)

    assert len(schedule_reads.schedule(event, 5)) == 2
    assert {(line.games, line.repeats) for line in published_proof(event).lines()} == {(5, 2)}


def test_what_the_cards_rest_on_stays_once_one_is_written() -> None:
    event = make_event(entrants=4, seated=True)
    begin_cards(event)

    with pytest.raises(Refused) as refused:
        change_event(event=event, changes={"games": 2, "deal": "alternate", "kind": "satellite"}, actor=make_actor())

    assert refused.value.code == "begun"
    assert faults(refused) == [("games", "begun"), ("deal", "begun"), ("kind", "begun")]


def test_the_kind_changes_until_the_first_card_then_by_exemption_and_not_once_qualifiers_are_posted() -> None:
    event = make_event(entrants=4, seated=True)
    change_event(event=event, changes={"kind": "satellite"}, actor=make_actor())
    begin_cards(event)

    with pytest.raises(Refused, match="make an exemption and say why") as begun:
        change_event(event=event, changes={"kind": "main"}, actor=make_actor())
    event = exempt_plan(event=event, changes={"kind": "main"}, reason="A slip", actor=make_actor())
    post_qualifiers(event)
    with pytest.raises(Refused) as posted:
        exempt_plan(event=event, changes={"kind": "satellite"}, reason="A slip", actor=make_actor())

    assert (begun.value.code, event.kind, posted.value.code) == ("begun", "main", "posted")


def test_fewer_rounds_than_games_are_refused_whichever_changes() -> None:
    event = make_event(games=3, rounds=3)

    with pytest.raises(Malformed) as by_games:
        change_event(event=event, changes={"games": 4}, actor=make_actor())
    with pytest.raises(Malformed) as by_rounds:
        change_event(event=event, changes={"rounds": 2}, actor=make_actor())

    assert faults(by_games) == [("games", "range")]
    assert faults(by_rounds) == [("rounds", "range")]


# --- The quota -------------------------------------------------------------------------------------------------------


def test_an_exemption_and_back() -> None:
    event = make_event(entrants=9)

    exempted = exempt_quota(event=event, quota=4, reason="Flyer promised it", actor=make_actor())
    assert (summary(exempted).quota, summary(exempted).quota_reason) == (4, "Flyer promised it")

    restored = exempt_quota(event=event, quota=None, reason="", actor=make_actor())
    assert (summary(restored).quota, summary(restored).quota_reason) == (3, "")


@pytest.mark.parametrize(
    ("quota", "reason", "fault"),
    [
        pytest.param(3, "  ", ("reason", "required"), id="no reason"),
        pytest.param(-1, "Flyer", ("quota", "range"), id="less than nobody"),
        pytest.param(10_000, "Flyer", ("quota", "range"), id="beyond all"),
        pytest.param(3, "x" * 301, ("reason", "too_long"), id="a novel"),
    ],
)
def test_an_exemption_needs_a_number_and_a_reason(quota: int, reason: str, fault: tuple[str, str]) -> None:
    event = make_event(entrants=9)

    with pytest.raises(Malformed) as refused:
        exempt_quota(event=event, quota=quota, reason=reason, actor=make_actor())

    assert faults(refused) == [fault]


def test_whoever_plays_does_not_set_how_many_qualify_once_cards_are_in() -> None:
    event = make_event(entrants=4, seated=True)
    user = make_user("milt", role="director", tournament=event.tournament)
    Player.objects.filter(entries__event=event, entries__number=1).update(user=user)
    wanted = {"event": event, "quota": 2, "reason": "Flyer promised it"}
    exempt_quota(**wanted, actor=Actor.of_user(user))
    Event.objects.update(cards_begun_at=timezone.now())

    with pytest.raises(Forbidden) as refused:
        exempt_quota(**{**wanted, "quota": 3}, actor=Actor.of_user(user))

    assert refused.value.code == "own_card"
    assert exempt_quota(**{**wanted, "quota": 3}, actor=make_actor()).quota_exemption == 3


def test_no_more_qualify_than_play() -> None:
    event = make_event(entrants=4, seated=True)

    with pytest.raises(Refused) as refused:
        exempt_quota(event=event, quota=5, reason="Flyer", actor=make_actor())

    assert refused.value.code == "impossible"
    assert "5 cannot qualify out of 4 entrants" in refused.value.message


def test_the_quota_stays_once_qualifiers_are_posted() -> None:
    event = make_event(entrants=4, seated=True)
    post_qualifiers(event)

    with pytest.raises(Refused) as refused:
        exempt_quota(event=event, quota=2, reason="Flyer", actor=make_actor())

    assert refused.value.code == "posted"


# --- Entering --------------------------------------------------------------------------------------------------------


def test_entrants_are_numbered_as_they_come() -> None:
    event = make_event()

    entries = enter_entrants(
        event=event,
        entrants=[EntrantPlan("Milt Orr", "HI296", "B-7"), EntrantPlan("Dale Ashby")],
        actor=make_actor(),
    )

    assert [(entry.number, entry.name, entry.acc_number, entry.seat) for entry in entries] == [
        (1, "Milt Orr", "HI296", "B-7"),
        (2, "Dale Ashby", "", ""),
    ]
    row = trail("entrants.entered")
    assert row.subject_key == "1,2"
    assert row.after["entrants"][0] == {"number": 1, "name": "Milt Orr", "acc_number": "HI296", "seat": "B-7"}


def test_everybody_of_a_long_list_is_written_as_they_were_named() -> None:
    event = make_event()
    plans = [
        EntrantPlan(f'O’Hara "{n}" 100%s', f"HI{n}" if n % 2 else "", f"B-{n}" if n % 3 else "") for n in range(1, 301)
    ]

    entries = enter_entrants(event=event, entrants=plans, actor=make_actor())

    stored = list(event.entries.select_related("player"))
    assert [(row.pk, row.number, row.player_id) for row in entries] == [(r.pk, r.number, r.player_id) for r in stored]
    assert [(row.name, row.acc_number, row.seat) for row in stored] == [(p.name, p.acc_number, p.seat) for p in plans]
    assert [(row.player.name, row.player.acc_number) for row in stored] == [(p.name, p.acc_number) for p in plans]
    assert {(row.status, row.status_reason, row.checked_in_at, row.checked_in_by) for row in stored} == {
        ("playing", "", None, "")
    }
    assert {row.entered_at for row in stored} == {entries[0].entered_at}
    entries[0].save()
    assert event.entries.count() == 300


def test_many_are_entered_in_as_many_queries_as_few(django_assert_num_queries: Any) -> None:
    few, many = make_event(), make_event(tournament=make_tournament("reno"))

    # 60 rows still fit into one statement of SQLite, which takes 999 values.
    for event, people in ((few, 3), (many, 60)):
        plans = [EntrantPlan(f"Player {n}", f"HI{people}{n}") for n in range(people)]
        with django_assert_num_queries(16):
            enter_entrants(event=event, entrants=plans, actor=make_actor())


@pytest.mark.parametrize(
    ("name", "is_fine"), [("Zoë\u00a0Orr", True), ("Zoë\u200dOrr", True), ("Zoë\u2028Orr", False), ("Zoë\tOrr", False)]
)
def test_a_name_is_one_line_without_control_characters(name: str, is_fine: bool) -> None:
    assert [fault.code for fault in text_faults("name", name, 20)] == ([] if is_fine else ["invalid"])


def test_a_number_is_never_given_out_again() -> None:
    event = make_event(entrants=3)
    remove_entrant(event=event, number=3, actor=make_actor())

    entry = enter_entrants(event=event, entrants=[EntrantPlan("Ruth Quill")], actor=make_actor())[0]

    assert entry.number == 4


def test_a_person_is_known_again_by_acc_number_and_name() -> None:
    first = make_event(entrants=[EntrantPlan("Milt Orr", "HI296Y")])

    second = make_event(
        entrants=[
            EntrantPlan("milt ORR", "HI296"),
            EntrantPlan("Milo Orr", "HI296"),
            EntrantPlan("Milt Orr"),
            EntrantPlan("Milt Orr", "HI297"),
        ]
    )

    milt = first.entries.get().player
    known = [entry.player == milt for entry in second.entries.order_by("number")]
    assert known == [True, False, False, False]
    assert Player.objects.count() == 4


def test_one_person_entered_twice_at_once_is_one_person() -> None:
    event = make_event(entrants=[EntrantPlan("Milt Orr", "HI296"), EntrantPlan("Milt Orr", "HI296Y")])

    assert Player.objects.count() == 1
    assert entrants_reads.duplicate_members(event) == {"HI296"}


def test_every_fault_of_a_list_is_named_and_nobody_is_entered() -> None:
    event = make_event()

    with pytest.raises(Malformed) as refused:
        enter_entrants(
            event=event,
            entrants=[
                EntrantPlan("Milt Orr", "hi296", "A-1"),
                EntrantPlan("", "H296", "A-07"),
                EntrantPlan("Ruth Quill", "HI296YY", "A-1"),
                EntrantPlan("Carl Stone", "HI2961234567", "A-501"),
            ],
            actor=make_actor(),
        )

    assert faults(refused) == [
        ("0.acc_number", "invalid"),
        ("1.name", "required"),
        ("1.acc_number", "invalid"),
        ("1.seat", "invalid"),
        ("2.acc_number", "invalid"),
        ("2.seat", "exists"),
        ("3.seat", "invalid"),
    ]
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_a_seat_that_somebody_has_is_refused_with_their_name() -> None:
    event = make_event(entrants=[EntrantPlan("Milt Orr", seat="A-1")])

    with pytest.raises(Refused) as refused:
        enter_entrants(
            event=event, entrants=[EntrantPlan("Dale Ashby"), EntrantPlan("Edie Marsh", seat="A-1")], actor=make_actor()
        )

    assert (refused.value.code, faults(refused)) == ("exists", [("1.seat", "exists")])
    assert "Milt Orr has seat A-1" in refused.value.message
    assert event.entries.count() == 1


def test_an_empty_list_enters_nobody() -> None:
    with pytest.raises(Malformed):
        enter_entrants(event=make_event(), entrants=[], actor=make_actor())


def late(event: Event, seat: str, name: str = "Late Comer") -> Entry:
    return enter_entrants(event=event, entrants=[EntrantPlan(name, seat=seat)], actor=make_actor())[0]


def test_a_late_entry_takes_the_empty_seat() -> None:
    event = make_event(entrants=5, seated=True)
    begin_cards(event)

    entry = late(event, "A-6")

    assert entry.seat == "A-6"
    assert trail_of_last() == ("entrants.entered", True)
    assert not any(None in pairing.players for pairing in schedule_reads.schedule(event))


def trail_of_last() -> tuple[str, bool]:
    row = AuditEntry.objects.latest("pk")
    return row.action, row.after["late"]


def test_a_late_entry_without_a_seat_finds_registration_closed() -> None:
    event = make_event(entrants=5, seated=True)

    with pytest.raises(Refused) as refused:
        enter_entrants(
            event=event, entrants=[EntrantPlan("Late", seat="A-6"), EntrantPlan("Later")], actor=make_actor()
        )

    assert (refused.value.code, faults(refused)) == ("closed", [("1.seat", "closed")])
    assert event.entries.count() == 5


def test_a_full_table_grows_by_a_pair_of_seats_until_the_first_card() -> None:
    event = make_event(entrants=4, seated=True)

    late(event, "A-5")

    assert schedule_reads.frames(event) == {"A": 6}
    assert schedule_reads.rounds(event) == 4
    begin_cards(event)
    with pytest.raises(Refused) as refused:
        late(event, "A-7")
    assert refused.value.code == "impossible"
    assert "moves through seats 1 to 6" in refused.value.message


@pytest.mark.parametrize("seat", ["A-9", "B-1"])
def test_a_late_entry_sits_where_people_move(seat: str) -> None:
    event = make_event(entrants=4, seated=True)

    with pytest.raises(Refused) as refused:
        late(event, seat)

    assert (refused.value.code, faults(refused)) == ("impossible", [("0.seat", "impossible")])
    assert event.entries.count() == 4


def test_a_table_does_not_grow_beyond_the_rounds_that_are_set() -> None:
    event = make_event(entrants=4, games=3, rounds=3, seated=True)

    with pytest.raises(Refused) as refused:
        late(event, "A-5")

    assert faults(refused) == [("rounds", "rounds")]
    assert schedule_reads.frames(event) == {"A": 4}


def test_without_a_movement_a_late_entry_sits_anywhere() -> None:
    event = make_event(entrants=4, movement="none", seated=True)
    begin_cards(event)

    assert late(event, "C-9").seat == "C-9"
    assert schedule_reads.frames(event) == {"A": 4, "C": 10}


def test_the_seat_of_a_no_show_is_free() -> None:
    event = make_event(entrants=4, seated=True)
    absent = event.entries.get(number=2)
    set_status(entry=absent, status="no_show", reason="Flight", actor=make_actor())

    entry = late(event, "A-2")

    absent.refresh_from_db()
    assert (entry.seat, absent.seat) == ("A-2", "")
    assert AuditEntry.objects.latest("pk").before == {"vacated": {"A-2": 2}}


def test_nobody_enters_after_the_qualifiers_are_posted() -> None:
    event = make_event(entrants=5, seated=True)
    post_qualifiers(event)

    with pytest.raises(Refused) as refused:
        late(event, "A-6")

    assert refused.value.code == "posted"


def test_an_event_has_room_for_so_many() -> None:
    event = make_event()

    with pytest.raises(Refused) as refused:
        enter_entrants(event=event, entrants=[EntrantPlan("Milt Orr")] * 5001, actor=make_actor())

    assert refused.value.code == "impossible"


# --- Off the list ----------------------------------------------------------------------------------------------------


def test_taking_somebody_off_the_list_leaves_only_the_trail() -> None:
    event = make_event(entrants=[EntrantPlan("Milt Orr", "HI296", "A-1")])

    remove_entrant(event=event, number=1, actor=make_actor())

    assert not Entry.objects.exists()
    assert not Player.objects.exists()
    assert trail("entrant.removed").before == {
        "number": 1,
        "name": "Milt Orr",
        "acc_number": "HI296",
        "seat": "A-1",
    }


def test_a_person_known_elsewhere_stays_known() -> None:
    make_event(entrants=[EntrantPlan("Milt Orr", "HI296")])
    event = make_event(entrants=[EntrantPlan("Milt Orr", "HI296")])

    remove_entrant(event=event, number=1, actor=make_actor())

    assert Player.objects.count() == 1


def test_nobody_is_taken_off_the_list_once_seats_are_drawn() -> None:
    event = make_event(entrants=4, seated=True)

    with pytest.raises(Refused) as refused:
        remove_entrant(event=event, number=1, actor=make_actor())

    assert refused.value.code == "closed"
    assert event.entries.count() == 4


# --- No-shows and who withdrew ---------------------------------------------------------------------------------------


def test_a_no_show_leaves_the_count_and_the_schedule() -> None:
    event = make_event(entrants=5, games=3, seated=True)

    set_status(entry=event.entries.get(number=2), status="no_show", reason="Flight", actor=make_actor())

    assert (summary(event).entrants, summary(event).quota) == (4, 1)
    assert "A-2" not in schedule_reads.playing_seats(event)
    row = trail("entrant.status-set")
    assert (row.subject_key, row.reason) == ("2", "Flight")
    assert (row.before["status"], row.after["status"]) == ("playing", "no_show")


def test_who_withdrew_counts_and_stays_in_the_schedule() -> None:
    event = make_event(entrants=5, games=3, seated=True)

    set_status(entry=event.entries.get(number=2), status="withdrawn", reason="Ill", actor=make_actor())

    assert (summary(event).entrants, summary(event).quota) == (5, 2)
    assert "A-2" in schedule_reads.playing_seats(event)


def test_a_status_is_taken_back_without_a_reason() -> None:
    event = make_event(entrants=5, games=3, seated=True)
    entry = event.entries.get(number=2)
    set_status(entry=entry, status="no_show", reason="Flight", actor=make_actor())

    entry = set_status(entry=entry, status="playing", reason="", actor=make_actor())

    assert (entry.status, entry.status_reason) == ("playing", "")


def test_the_same_status_twice_is_once() -> None:
    event = make_event(entrants=5, games=3, seated=True)
    entry = event.entries.get(number=2)

    for _twice in range(2):
        set_status(entry=entry, status="no_show", reason="Flight", actor=make_actor())

    assert AuditEntry.objects.filter(action="entrant.status-set").count() == 1


@pytest.mark.parametrize(
    ("status", "reason", "fault"),
    [
        pytest.param("no_show", " ", ("reason", "required"), id="no reason"),
        pytest.param("asleep", "Tired", ("status", "unknown"), id="no status"),
    ],
)
def test_a_status_is_one_of_three_and_has_a_reason(status: str, reason: str, fault: tuple[str, str]) -> None:
    event = make_event(entrants=2)

    with pytest.raises(Malformed) as refused:
        set_status(entry=event.entries.get(number=1), status=status, reason=reason, actor=make_actor())

    assert faults(refused) == [fault]


def test_nobody_withdraws_before_seats_are_drawn() -> None:
    event = make_event(entrants=2)

    with pytest.raises(Refused) as refused:
        set_status(entry=event.entries.get(number=1), status="withdrawn", reason="Ill", actor=make_actor())

    assert refused.value.code == "not_seated"


def test_a_no_show_whose_seat_is_taken_enters_again() -> None:
    event = make_event(entrants=4, seated=True)
    absent = event.entries.get(number=2)
    set_status(entry=absent, status="no_show", reason="Flight", actor=make_actor())
    late(event, "A-2")

    with pytest.raises(Refused) as refused:
        set_status(entry=absent, status="playing", reason="", actor=make_actor())

    assert refused.value.code == "closed"


def test_a_status_stays_once_qualifiers_are_posted() -> None:
    event = make_event(entrants=4, seated=True)
    post_qualifiers(event)

    with pytest.raises(Refused) as refused:
        set_status(entry=event.entries.get(number=1), status="withdrawn", reason="Ill", actor=make_actor())

    assert refused.value.code == "posted"


# --- The draw --------------------------------------------------------------------------------------------------------


def test_a_draw_seats_everybody_and_closes_registration() -> None:
    event = make_event(entrants=10, games=3)

    seats = draw_seats(event=event, tables=[6, 4], seed=7, actor=make_actor())

    assert list(seats) == [*(f"A-{n}" for n in range(1, 7)), *(f"B-{n}" for n in range(1, 5))]
    assert sorted(seats.values()) == list(range(1, 11))
    event.refresh_from_db()
    assert (event.phase, event.draw_seed, event.is_seated) == ("seating", 7, True)
    assert schedule_reads.frames(event) == {"A": 6, "B": 4}
    assert {entry.seat: entry.number for entry in event.entries.all()} == seats
    row = trail("seats.drawn")
    assert (row.after["seats"], row.after["seed"]) == (seats, 7)


def test_the_same_seed_draws_the_same_seats() -> None:
    first = draw_seats(event=make_event(entrants=10), tables=[6, 4], seed=11, actor=make_actor())
    second = draw_seats(event=make_event(entrants=10), tables=[6, 4], seed=11, actor=make_actor())
    other = draw_seats(event=make_event(entrants=10), tables=[6, 4], seed=12, actor=make_actor())

    assert first == second != other


def test_without_a_seed_one_is_drawn_and_kept() -> None:
    event = make_event(entrants=4)

    draw_seats(event=event, actor=make_actor())

    event.refresh_from_db()
    assert event.draw_seed is not None


def test_those_with_a_seat_keep_it() -> None:
    event = make_event(entrants=[EntrantPlan("Milt Orr", seat="A-4"), *[EntrantPlan(name) for name in "BCD"]])

    seats = draw_seats(event=event, seed=7, actor=make_actor())

    assert seats["A-4"] == 1
    assert set(seats) == {"A-1", "A-2", "A-3", "A-4"}


def test_no_shows_get_no_seat_and_lose_theirs() -> None:
    event = make_event(entrants=6, tables=[6])
    absent = event.entries.get(number=1)
    set_status(entry=absent, status="no_show", reason="Flight", actor=make_actor())

    seats = draw_seats(event=event, seed=7, actor=make_actor())

    absent.refresh_from_db()
    assert (absent.seat, 1 in seats.values()) == ("", False)


def test_drawing_again_is_refused() -> None:
    event = make_event(entrants=4, seated=True)

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, actor=make_actor())

    assert refused.value.code == "closed"


@pytest.mark.parametrize("entrants", [0, 1])
def test_it_takes_two_to_play(entrants: int) -> None:
    event = make_event(entrants=entrants)

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, actor=make_actor())

    assert refused.value.code == "impossible"


@pytest.mark.parametrize(
    ("entrants", "games", "tables", "fault"),
    [
        pytest.param(10, 3, [4, 4], ("tables", "seats"), id="too few seats"),
        pytest.param(10, 3, [9, 1], ("tables.1", "size"), id="a table for one"),
        pytest.param(10, 9, [6, 4], ("tables", "opponents"), id="too few opponents"),
        pytest.param(4, 3, [4] * 703, ("tables", "tables"), id="more tables than names"),
    ],
)
def test_an_impossible_seating_is_refused_with_the_numbers(
    entrants: int, games: int, tables: list[int], fault: tuple[str, str]
) -> None:
    event = make_event(entrants=entrants, games=games)

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, tables=tables, actor=make_actor())

    assert refused.value.code == "impossible"
    assert faults(refused)[0] == fault
    assert any(character.isdigit() for character in refused.value.faults[0].message)
    event.refresh_from_db()
    assert (event.is_seated, event.tables.count()) == (False, 0)


def test_a_seat_outside_the_tables_is_refused() -> None:
    event = make_event(
        entrants=[EntrantPlan("Milt Orr", seat="B-1"), EntrantPlan("Dale Ashby"), EntrantPlan("Edie Marsh")]
    )

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, tables=[4], actor=make_actor())

    assert faults(refused) == [("B-1", "outside")]


@pytest.mark.parametrize("rounds", [None, 11, 22])
def test_nine_players_and_nine_games_are_asked_why_they_may_meet_again(rounds: int | None) -> None:
    event = make_event(entrants=9, games=9, rounds=rounds)

    with pytest.raises(Refused) as refused:
        draw_seats(event=event, actor=make_actor())
    needed = next(fault for fault in refused.value.faults if fault.code == "repeats")

    assert needed.message == "Or say why people may meet again: then it takes 11 rounds."
    assert not Event.objects.get(pk=event.pk).is_seated
    change_event(event=event, changes={"repeats_reason": "Nine came"}, actor=make_actor())
    draw_seats(event=event, actor=make_actor())
    event.refresh_from_db()
    assert {len(games) for games in (schedule_reads.counted_games(event) or {}).values()} == {9}


def test_a_seed_beyond_the_database_and_no_tables_are_malformed() -> None:
    event = make_event(entrants=4)

    with pytest.raises(Malformed) as refused:
        draw_seats(event=event, tables=[], seed=2**63, actor=make_actor())

    assert faults(refused) == [("seed", "range"), ("tables", "required")]


# --- People ----------------------------------------------------------------------------------------------------------


def test_a_role_is_granted_once() -> None:
    tournament = make_tournament()
    make_user("ruth")

    for _twice in range(2):
        grant_role(tournament=tournament, username="ruth", kind="checker", actor=make_actor())

    assert list(Role.objects.values_list("user__username", "kind")) == [("ruth", "checker")]
    assert trail("role.granted").subject_key == "ruth/checker"


def test_a_judge_becomes_head_judge_and_there_is_one() -> None:
    tournament = make_tournament()
    make_user("ruth", role="judge", tournament=tournament)
    make_user("carl")

    grant_role(tournament=tournament, username="ruth", kind="judge", is_head=True, actor=make_actor())

    assert Role.objects.get().is_head
    with pytest.raises(Refused) as refused:
        grant_role(tournament=tournament, username="carl", kind="judge", is_head=True, actor=make_actor())
    assert refused.value.code == "exists"


@pytest.mark.parametrize(
    ("username", "kind", "is_head", "fault"),
    [
        pytest.param("nobody", "checker", False, ("username", "unknown"), id="unknown user"),
        pytest.param("nob\0dy", "checker", False, ("username", "unknown"), id="no name at all"),
        pytest.param("ruth", "cook", False, ("kind", "unknown"), id="unknown role"),
        pytest.param("ruth", "checker", True, ("is_head", "invalid"), id="a head who is no judge"),
    ],
)
def test_an_impossible_role_is_refused(username: str, kind: str, is_head: bool, fault: tuple[str, str]) -> None:
    make_user("ruth")

    with pytest.raises(Malformed) as refused:
        grant_role(tournament=make_tournament(), username=username, kind=kind, is_head=is_head, actor=make_actor())

    assert faults(refused) == [fault]


def test_a_role_is_taken_away() -> None:
    tournament = make_tournament()
    make_user("ruth", role="checker", tournament=tournament)

    for _twice in range(2):
        revoke_role(tournament=tournament, username="ruth", kind="checker", actor=make_actor())

    assert not Role.objects.exists()
    assert trail("role.revoked").subject_key == "ruth/checker"


def test_the_last_director_cannot_be_taken_away() -> None:
    tournament = make_tournament(director=make_user("dale"))

    with pytest.raises(Refused) as refused:
        revoke_role(tournament=tournament, username="dale", kind="director", actor=make_actor())

    assert refused.value.code == "impossible"


def test_an_entrant_is_linked_to_an_account_and_back() -> None:
    event = make_event(entrants=2)
    user = make_user("milt")
    entry = event.entries.get(number=1)

    assert link_player(entry=entry, username="milt", actor=make_actor()).player.user == user
    assert link_player(entry=entry, username=None, actor=make_actor()).player.user is None
    assert trail("entrant.linked").after == {"user": "milt"}
    assert trail("entrant.unlinked").before == {"user": "milt"}


def test_nobody_lets_go_of_a_card_of_their_own() -> None:
    event = make_event(entrants=4, games=3, seated=True)
    milt, dale = make_user("milt"), make_user("dale")
    entry = event.entries.get(number=1)
    link_player(entry=entry, username="milt", actor=make_actor(milt))

    for username in (None, "dale"):
        with pytest.raises(Forbidden) as refused:
            link_player(entry=event.entries.get(number=1), username=username, actor=make_actor(milt))
        assert refused.value.code == "own_card"
        assert "Another director or registrar must say whose account it is" in refused.value.message

    assert event.entries.get(number=1).player.user == milt
    assert link_player(entry=entry, username=None, actor=make_actor(dale)).player.user is None


def test_what_one_tournament_says_of_a_person_holds_there_only() -> None:
    """Else whoever runs a tournament of their own could make a card elsewhere somebody's own, or no longer theirs."""
    milt = make_user("milt")
    here = make_event(entrants=[EntrantPlan("Milt Orr", "HI296")])
    link_player(entry=here.entries.get(), username="milt", actor=make_actor())
    elsewhere = make_event(entrants=[EntrantPlan("Milt Orr", "HI296")])

    link_player(entry=elsewhere.entries.get(), username=None, actor=make_actor())

    assert owner(here) == milt
    assert owner(elsewhere) is None


def owner(event: Event) -> User | None:
    return event.entries.get().player.user


def test_an_account_that_nobody_has_is_not_linked() -> None:
    event = make_event(entrants=2)

    with pytest.raises(Malformed) as refused:
        link_player(entry=event.entries.get(number=1), username="nobody", actor=make_actor())

    assert faults(refused) == [("username", "unknown")]


def test_each_token_is_one_of_its_own_and_kept_as_a_digest() -> None:
    actor = make_actor(make_user())

    one, another = issue_token(actor=actor), issue_token(actor=actor)

    assert one != another
    kept = [" ".join(map(str, row)) for row in Token.objects.values_list()]
    assert len(kept) == 2
    assert not any(key in row for key in (one, another) for row in kept)


def test_the_command_line_has_no_token() -> None:
    with pytest.raises(ValueError, match="only a user"):
        issue_token(actor=make_actor())


def test_entrants_of_a_factory_sit_in_their_order() -> None:
    event = make_event(entrants=10, tables=[6, 4], seated=True)

    assert [entry.number for entry in make_list(event)] == list(range(1, 11))
    assert make_entrants(event, [EntrantPlan("Late", seat="B-5")])[0].seat == "B-5"


def make_list(event: Event) -> list[Entry]:
    return list(entries_reads.entrants(event))


def test_nobody_says_of_themselves_that_they_withdrew() -> None:
    event = make_event(entrants=4, seated=True)
    director = make_user("dana", role="director", tournament=event.tournament)
    entry = event.entries.get(number=1)
    link_player(entry=entry, username="dana", actor=make_actor())

    with pytest.raises(Forbidden, match="own_card"):
        set_status(entry=entry, status="withdrawn", reason="Tired", actor=Actor.of_user(director))

    entry.refresh_from_db()
    assert entry.status == "playing"


@pytest.mark.parametrize("slug", ["judge", "judging", "conduct", "hall-address", "Judge", "wall", "check-in"])
def test_no_event_is_called_like_a_page_of_the_tournament(slug: str) -> None:
    with pytest.raises(Malformed) as refused:
        create(events=[EventPlan(slug)])

    assert faults(refused) == [("events.0.slug", "reserved")]
