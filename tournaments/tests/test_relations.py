"""Who is related to whom: recorded once per pair, by those who may, and found again from either side."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.entrants.actions.entering import PersonPlan, enter_people
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import remove_entrant
from tournaments.errors import Forbidden, Malformed
from tournaments.models import AuditEntry, Entry, Event, Player, Relation, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.people.actions.relations import record_relation, remove_relation
from tournaments.people.reads import relations as relations_reads
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/relations/"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Milt Orr, Dale Ashby, Ivan Flint and Edie Marsh at A-1 to A-4."""
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def helper(tournament: Tournament) -> User:
    return make_user("helper", role="checker", tournament=tournament)


def entrant(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event", "player").get(event=event, number=number)


def relate(tournament: Tournament, one: Entry | User, other: Entry | User, kind: str = "partner") -> Relation:
    return record_relation(tournament=tournament, one=one, other=other, kind=kind, actor=make_actor())


# --- Actions ---------------------------------------------------------------------------------------------------------


def test_a_helper_without_a_player_becomes_one_without_an_entry(event: Event, helper: User) -> None:
    relate(event.tournament, entrant(event, 1), helper)

    player = Player.objects.get(user=helper)
    assert (player.name, player.entries.count()) == ("helper", 0)
    assert relations_reads.relatives(event.tournament, helper).of(entrant(event, 1)) == "partner"
    assert relations_reads.relatives(event.tournament, helper).of(entrant(event, 2)) == ""


def test_a_pair_is_there_once_from_whichever_side_it_is_said(event: Event, helper: User) -> None:
    first = relate(event.tournament, entrant(event, 1), helper)
    again = relate(event.tournament, helper, entrant(event, 1))

    assert first == again
    assert AuditEntry.objects.filter(action="relation.recorded").count() == 1


def test_another_kind_replaces_the_first_and_the_trail_keeps_both(event: Event, helper: User) -> None:
    relate(event.tournament, entrant(event, 1), helper)
    relate(event.tournament, entrant(event, 1), helper, "family")

    assert [one.kind for one in Relation.objects.all()] == ["family"]
    row = AuditEntry.objects.filter(action="relation.recorded").last()
    assert row is not None
    assert (row.before["kind"], row.after["kind"]) == ("partner", "family")


def test_a_relation_is_taken_back_once_and_the_trail_keeps_it(event: Event, helper: User) -> None:
    relation = relate(event.tournament, entrant(event, 1), helper)

    for _time in range(2):
        remove_relation(tournament=event.tournament, relation=relation.pk, actor=make_actor())

    assert not Relation.objects.exists()
    assert AuditEntry.objects.filter(action="relation.removed").count() == 1


@pytest.mark.parametrize("kind", ["partner", "friends", ""])
def test_nobody_is_related_to_themselves_and_kinds_are_known(event: Event, kind: str) -> None:
    other = entrant(event, 1) if kind == "partner" else entrant(event, 2)

    with pytest.raises(Malformed) as refused:
        relate(event.tournament, entrant(event, 1), other, kind)

    assert [fault.code for fault in refused.value.faults] == ["same" if kind == "partner" else "unknown"]


def test_an_account_and_its_own_entry_are_the_same_person(event: Event, helper: User) -> None:
    link_player(entry=entrant(event, 1), username="helper", actor=make_actor())

    with pytest.raises(Malformed):
        relate(event.tournament, entrant(event, 1), helper)


def test_an_entrant_of_another_tournament_is_refused(event: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("elsewhere"), games=3, entrants=4, seated=True)

    with pytest.raises(Malformed) as refused:
        relate(event.tournament, entrant(event, 1), entrant(elsewhere, 1))

    assert [fault.field for fault in refused.value.faults] == ["other"]


def test_a_relation_holds_for_an_entrant_who_is_linked_to_an_account_later(event: Event, helper: User) -> None:
    relate(event.tournament, entrant(event, 1), entrant(event, 2))
    link_player(entry=entrant(event, 1), username="helper", actor=make_actor())

    assert relations_reads.relatives(event.tournament, helper).of(entrant(event, 2)) == "partner"


def test_a_relation_holds_for_somebody_known_from_elsewhere_who_is_linked_here(event: Event, helper: User) -> None:
    relate(event.tournament, entrant(event, 4), entrant(event, 2))
    # The same person plays in another tournament: linking makes them somebody of their own here.
    other = make_event(tournament=make_tournament("elsewhere"), games=3, entrants=4, seated=True)
    Entry.objects.filter(event=other, number=1).update(player=entrant(event, 2).player)
    link_player(entry=entrant(event, 2), username="helper", actor=make_actor())

    assert relations_reads.relatives(event.tournament, helper).of(entrant(event, 4)) == "partner"


def test_a_relation_holds_in_its_own_tournament_only(event: Event, helper: User) -> None:
    relate(event.tournament, entrant(event, 1), helper)

    assert relations_reads.relatives(make_tournament("elsewhere"), helper).of(entrant(event, 1)) == ""
    assert relations_reads.relatives(event.tournament, None).of(entrant(event, 1)) == ""


def test_an_entrant_who_is_related_can_be_taken_off_the_list(tournament: Tournament, helper: User) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4)
    relate(tournament, entrant(event, 1), helper)

    remove_entrant(event=event, number=1, actor=make_actor())

    assert [person.seats for person in relations_reads.relations(tournament)[0].people] == [(), ()]


# --- Whom a text names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A-2 Dale Ashby", ["A-2 Dale Ashby"]),
        ("a2", ["A-2 Dale Ashby"]),
        ("ash dal", ["A-2 Dale Ashby"]),
        ("HELPER", ["helper"]),
        ("i", ["A-1 Milt Orr", "A-3 Ivan Flint", "A-4 Edie Marsh"]),
        ("Z-9", []),
        ("", []),
        ("\x00", []),
    ],
)
def test_a_seat_a_name_or_an_account_finds_somebody(event: Event, helper: User, text: str, found: list[str]) -> None:
    people = relations_reads.people(event.tournament)

    assert [one.label for one in relations_reads.find_somebody(people, text)] == found


@pytest.fixture
def namesakes(tournament: Tournament) -> Event:
    """Before the draw: two Ann Lees with numbers, two Jane Does of whom one has none, and Joann Leeds."""
    plans = [
        EntrantPlan("Ann Lee", "HI296", club="Reno Pegs"),
        EntrantPlan("Ann Lee", "HI411"),
        EntrantPlan("Jane Doe"),
        EntrantPlan("jane doe", "NV7"),
        EntrantPlan("Joann Leeds", "OR12"),
    ]
    return make_event(tournament=tournament, entrants=plans)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann Lee", [1, 2]),
        ("ann lee", [1, 2]),
        ("Ann Lee, ACC HI411", [2]),
        ("HI296", [1]),
        ("hi 411", [2]),
        ("lee hi411", [2]),
        ("JANE DOE", [3, 4]),
        ("Jane Doe, entrant 3", [3]),
        ("jane doe, ACC NV7", [4]),
        ("ann le", [1, 2, 5]),
        ("or", [5]),
        ("or12", [5]),
        ("HI9", []),
    ],
)
def test_namesakes_are_told_apart_before_the_draw(namesakes: Event, text: str, found: list[int]) -> None:
    people = relations_reads.people(namesakes.tournament)
    named = relations_reads.find_somebody(people, text)

    assert len({one.label for one in people}) == 5
    assert [one.who.number for one in named if isinstance(one.who, Entry)] == found


def test_namesakes_are_offered_beside_the_field_and_one_is_chosen(namesakes: Event, helper: User) -> None:
    make_event(tournament=namesakes.tournament, slug="satellite", kind="satellite")
    satellite = namesakes.tournament.events.get(slug="satellite")
    enter_people(
        tournament=namesakes.tournament,
        people=[PersonPlan("Ann Lee", "HI411", seats={"satellite": ""})],
        actor=make_actor(),
    )
    client = signed_in(helper)
    data = {"one": "ann lee", "other": "or12", "relation": "family"}

    asked = client.post(address("relate", "sierra"), data)

    said = text_of(asked)
    assert asked.status_code == 422
    assert "Ann Lee, ACC HI296. Reno Pegs. Main event, entrant 1" in said
    assert "Ann Lee, ACC HI411. Main event, entrant 2; Satellite, entrant 1" in said
    key = f"player-{entrant(namesakes, 2).player_id}"
    assert f'value="{key}"' in asked.content.decode()
    stranger = client.post(address("relate", "sierra"), {**data, "one_is": f"player-{entrant(namesakes, 3).player_id}"})
    assert stranger.status_code == 422
    assert client.post(address("relate", "sierra"), {**data, "one_is": key}).status_code == 302
    relation = Relation.objects.get()
    assert {relation.one, relation.other} == {entrant(namesakes, 2).player, entrant(namesakes, 5).player}
    assert satellite.entries.get().player in (relation.one, relation.other)
    assert "Ann Lee HI411 and Joann Leeds OR12" in text_of(client.get(address("people", "sierra")))


def test_both_of_two_namesakes_are_related(namesakes: Event, helper: User) -> None:
    keys = [f"player-{entrant(namesakes, number).player_id}" for number in (3, 4)]
    data = {"one": "jane doe", "one_is": keys[0], "other": "jane doe", "other_is": keys[1], "relation": "family"}
    client = signed_in(helper)

    assert client.post(address("relate", "sierra"), data).status_code == 302
    assert "Jane Doe Main event, entrant 3 and jane doe NV7" in text_of(client.get(address("people", "sierra")))


def test_the_same_person_in_two_events_is_one(event: Event) -> None:
    again = make_event(tournament=event.tournament, slug="consolation", kind="consolation", entrants=1, seated=False)
    Entry.objects.filter(event=again).update(player=entrant(event, 1).player)

    assert len(relations_reads.find_somebody(relations_reads.people(event.tournament), "milt")) == 1


# --- The page --------------------------------------------------------------------------------------------------------


def test_the_page_says_what_relations_are_for_and_who_is_related(event: Event, helper: User) -> None:
    client = signed_in(helper)
    assert "Nobody is recorded as related yet." in text_of(client.get(address("people", "sierra")))

    answer = client.post(address("relate", "sierra"), {"one": "a1", "other": "helper", "relation": "partner"})

    assert answer.status_code == 302
    said = text_of(client.get(address("people", "sierra")))
    assert "Partners Milt Orr A-1 and helper helper" in said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"one": "zz", "other": "a1", "relation": "partner"}, "Nobody who plays or helps here is called that."),
        ({"one": "i", "other": "a1", "relation": "partner"}, "Several people fit: A-1 Milt Orr; A-3 Ivan Flint"),
        ({"one": "a1", "other": "a1", "relation": "partner"}, "These are the same person."),
        ({"one": "a1", "other": "a2", "relation": "friends"}, "friends"),
        ({}, "This field is required."),
        ({"one": "a1", "other": "a2", "relation": ""}, "Choose how the two are related."),
        ({"one": "a1", "other": "a2"}, "Choose how the two are related."),
    ],
)
def test_what_cannot_be_recorded_is_said_beside_its_field(
    event: Event, helper: User, data: dict[str, str], said: str
) -> None:
    answer = signed_in(helper).post(address("relate", "sierra"), data)

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert not Relation.objects.exists()


def test_how_two_are_related_is_not_chosen_before_somebody_does(event: Event, helper: User) -> None:
    page = signed_in(helper).get(address("people", "sierra"))

    field = page.context["relation_form"]["relation"]
    assert field.value() is None
    assert [value for value, _label in field.field.choices] == ["", *Relation.Kind.values]


def test_a_relation_is_taken_back_on_the_page(event: Event, helper: User) -> None:
    relation = relate(event.tournament, entrant(event, 1), helper)

    own = signed_in(helper).post(address("unrelate", "sierra", relation.pk))
    kept = Relation.objects.count()
    answer = in_role(event.tournament, "checker").post(address("unrelate", "sierra", relation.pk))

    assert (own.status_code, kept) == (403, 1)
    assert "This is about you, so somebody else must take it back or change it." in text_of(own)
    assert answer.status_code == 302
    assert not Relation.objects.exists()


def test_before_there_are_seats_one_takes_back_what_one_said_of_oneself(helper: User) -> None:
    event = make_event(tournament=make_tournament("early"), entrants=4)
    relation = relate(event.tournament, entrant(event, 1), helper)

    remove_relation(tournament=event.tournament, relation=relation.pk, actor=make_actor(helper))

    assert not Relation.objects.exists()


def test_nobody_says_otherwise_of_themselves_than_was_said(event: Event, helper: User) -> None:
    relate(event.tournament, entrant(event, 1), helper, kind="partner")

    with pytest.raises(Forbidden) as refused:
        record_relation(
            tournament=event.tournament, one=entrant(event, 1), other=helper, kind="club", actor=make_actor(helper)
        )

    assert refused.value.code == "own_card"
    assert Relation.objects.get().kind == "partner"


@pytest.mark.parametrize(("role", "sees", "records"), [("director", 1, 302), ("checker", 1, 302), ("judge", 1, 403)])
def test_the_desk_sees_relations_and_checkers_record_them(event: Event, role: str, sees: int, records: int) -> None:
    client = in_role(event.tournament, role)

    assert text_of(client.get(address("people", "sierra"))).count("Who is related") == sees
    data = {"one": "a1", "other": "a2", "relation": "family"}
    assert client.post(address("relate", "sierra"), data).status_code == records


@pytest.mark.parametrize("role", ["registrar", "viewer"])
def test_others_see_the_people_and_not_who_is_related(event: Event, role: str) -> None:
    answer = in_role(event.tournament, role).get(address("people", "sierra"))

    assert answer.status_code == 200
    assert "related" not in text_of(answer)


def test_the_page_takes_as_many_queries_for_three_relations_as_for_one(event: Event, helper: User) -> None:
    client = signed_in(helper)
    relate(event.tournament, entrant(event, 1), helper)
    with CaptureQueriesContext(connection) as few:
        client.get(address("people", "sierra"))
    relate(event.tournament, entrant(event, 1), entrant(event, 2))
    relate(event.tournament, entrant(event, 3), entrant(event, 4))

    with CaptureQueriesContext(connection) as many:
        client.get(address("people", "sierra"))

    # One of them asks what is announced.
    assert len(few) == len(many) == 17


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_records_lists_and_takes_back(event: Event, helper: User) -> None:
    program = api_of(helper)
    body = {"one": {"event": "main", "entrant": "A-1"}, "other": {"username": "helper"}, "kind": "travel"}

    made = program.post(API, body, format="json")

    assert made.status_code == 201, made.json()
    assert made.json()["people"] == [
        {"name": "Milt Orr", "players": [], "seats": [{"event": "main", "seat": "A-1"}], "username": None},
        {"name": "helper", "players": [], "seats": [], "username": "helper"},
    ]
    assert program.get(API).json()["results"] == [made.json()]
    own = program.delete(f"{API}{made.json()['id']}/")
    assert (own.status_code, own.json()["code"]) == (403, "own_card")
    director = api_of(make_user(role="director", tournament=event.tournament))
    for _time in range(2):
        assert director.delete(f"{API}{made.json()['id']}/").status_code == 204
    assert program.get(API).json()["count"] == 0


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"one": {"event": "main", "entrant": "Z-1"}, "other": {"username": "no"}, "kind": "club"},
         ["one.entrant", "other.username"]),
        ({"one": {"event": "x", "entrant": "A-1"}, "other": {}, "kind": "club"}, ["one.event", "other"]),
        ({"one": {"entrant": "A-1"}, "other": {"username": "\0"}, "kind": "x"}, None),
        ({"one": "A-1", "other": None}, None),
        ([], None),
    ],
)  # fmt: skip
def test_the_api_names_every_fault(event: Event, helper: User, body: object, fields: list[str] | None) -> None:
    answer = api_of(helper).post(API, body, format="json")

    assert answer.status_code == 400
    if fields is not None:
        assert [error["field"] for error in answer.json()["errors"]] == fields


@pytest.mark.parametrize(("role", "reads_it", "writes_it"), [("judge", 200, 403), ("viewer", 403, 403), ("", 403, 403)])
def test_who_may_in_the_api(event: Event, role: str, reads_it: int, writes_it: int) -> None:
    program = api_of(make_user(role=role, tournament=event.tournament))

    assert program.get(API).status_code == reads_it
    assert program.post(API, {}, format="json").status_code == writes_it
    assert program.delete(f"{API}1/").status_code == writes_it
    assert api_of().get(API).status_code == 401
