"""The seats: looked at beforehand, drawn once, and read by everybody."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.day.actions.round import change_day, undo_day_change
from tournaments.day.actions.status import set_status
from tournaments.day.reads.round import DayPlan, What
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import Event, Fee, Tournament
from tournaments.money.actions.money import set_money_first
from tournaments.people.actions.relations import record_relation
from tournaments.seating.reads.draw import at_the_door
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.pages import address, in_role, of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Registration is open, four people are entered."""
    return make_event(tournament=tournament, games=3, entrants=4)


@pytest.fixture
def seated(tournament: Tournament) -> Event:
    """Four people at table A."""
    return make_event(tournament=tournament, slug="seated", games=3, entrants=4, seated=True)


def test_the_registrar_sees_what_the_proposed_tables_give(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=25)

    response = in_role(tournament, "registrar").get(of("seating", event))

    (table,) = response.context["preview"].tables
    assert (table.name, table.players, table.rounds, table.opponents, table.sit_outs) == ("A", 25, 10, 9, 1)
    assert "Draw the seats of 25 players" in text_of(response)


def test_other_tables_can_be_looked_at_before_the_draw(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=9)

    response = in_role(tournament, "registrar").get(of("seating", event), {"tables": "5, 4"})

    assert [(table.players, table.rounds) for table in response.context["preview"].tables] == [(5, 4), (4, 3)]
    assert response.context["form"].initial["tables"] == "5, 4"


def test_tables_that_do_not_work_out_are_explained_with_numbers_and_cures(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=9)

    page = in_role(tournament, "registrar").get(of("seating", event))
    response = in_role(tournament, "registrar").post(of("seating", event), {"tables": "9"})

    assert "9 games against 9 different opponents need 10 players at a table; table A has 9" in text_of(page)
    assert "say why people may meet again: then it takes 11 rounds." in text_of(page)
    assert "disabled" in page.content.decode()
    assert response.status_code == 409
    assert "9 games against 9 different opponents need 10 players at a table" in text_of(response)
    assert not Event.objects.get(pk=event.pk).is_seated


def test_tables_that_are_no_numbers_are_named_and_kept(event: Event) -> None:
    response = in_role(event.tournament, "registrar").get(of("seating", event), {"tables": "two"})

    assert response.status_code == 422
    assert "Write one number of players for each table" in text_of(response)
    assert 'value="two"' in response.content.decode()


def test_the_draw_follows_its_number_and_is_shown_to_everybody(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(of("seating", event), {"tables": "4", "seed": "7"})

    page = text_of(Client().get(of("seating", event)))
    assert response.status_code == 302
    assert Event.objects.get(pk=event.pk).draw_seed == 7
    assert sorted(event.entries.values_list("seat_number", flat=True)) == [1, 2, 3, 4]
    assert "with the number 7: the same number and entrants give the same seats again." in page
    assert "Table A 4 players" in page


def test_seats_are_drawn_once(seated: Event) -> None:
    before = list(seated.entries.values_list("number", "seat_number"))

    response = in_role(seated.tournament, "registrar").post(of("seating", seated), {"tables": "4", "seed": "9"})

    assert response.status_code == 409
    assert "Seats are drawn already, and everybody has been told. They stay." in text_of(response)
    assert list(seated.entries.values_list("number", "seat_number")) == before


def test_visitors_see_no_proposal_before_the_draw(event: Event) -> None:
    response = Client().get(of("seating", event))

    assert "Seats are drawn when registration closes." in text_of(response)
    assert "preview" not in response.context


def test_one_entrant_alone_cannot_be_drawn_and_the_page_says_so(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=1)

    page = in_role(tournament, "registrar").get(of("seating", event))
    response = in_role(tournament, "registrar").post(of("seating", event), {"tables": "1"})

    assert "It takes two to play. 1 player is entered so far." in text_of(page)
    assert response.status_code == 409


def test_a_game_is_shown_table_by_table(seated: Event) -> None:
    page = text_of(Client().get(of("seating", seated), {"game": "2"}))

    assert "Game 2 Of 3 rounds." in page
    assert "1, 2 A-1 Milt Orr A-3 Ivan Flint 3, 4 A-4 Edie Marsh A-2 Dale Ashby" in page


def test_a_players_way_is_found_by_a_seat_typed_in_a_hurry(seated: Event) -> None:
    page = text_of(Client().get(of("seating", seated), {"seat": "a 1"}))

    assert "1 1 A-2 Dale Ashby 2 1 A-3 Ivan Flint 3 1 A-4 Edie Marsh" in page


def test_a_whole_table_shows_whom_everybody_meets(seated: Event) -> None:
    response = Client().get(of("seating", seated), {"table": "A"})

    assert response.context["movement"]["A-1"] == ["A-2", "A-3", "A-4"]


def test_a_sit_out_is_said_and_an_alternate_deal_names_who_deals_first(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=2, deal="alternate", entrants=3, seated=True)

    page = text_of(Client().get(of("seating", event), {"game": "1"}))

    assert "sits out" in page
    assert "Deals first" in page


def test_a_seat_that_nobody_has_is_said_beside_the_field(seated: Event) -> None:
    page = text_of(Client().get(of("seating", seated), {"seat": "Z-9"}))

    assert "Nobody has the seat Z-9. A seat is table and number, like A-7." in page


@pytest.mark.parametrize("query", ["game=0", "game=999", "game=x", "table=Q", "seat=%00", "game=%E0%A5%A7"])
def test_what_the_schedule_does_not_have_shows_the_seats(seated: Event, query: str) -> None:
    response = Client().get(f"{of('seating', seated)}?{query}")

    assert (response.status_code, response.context["look"]) == (200, "seats")


def test_without_a_movement_there_are_seats_and_no_schedule(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=2, movement="none", entrants=4, seated=True)

    page = text_of(Client().get(of("seating", event)))
    way = text_of(Client().get(of("seating", event), {"seat": "A-1"}))

    assert "Games" not in page
    assert "There is no schedule. Opponents are read from the cards." in way


@pytest.mark.parametrize(("query", "queries"), [("", 11), ("?game=1", 16), ("?table=A", 14), ("?seat=A-1", 16)])
def test_the_schedule_takes_the_same_number_of_queries_for_one_table_and_for_three(
    tournament: Tournament, query: str, queries: int
) -> None:
    one = make_event(tournament=tournament, slug="one", games=3, entrants=4, seated=True)
    three = make_event(tournament=tournament, slug="three", games=3, entrants=12, tables=[4, 4, 4], seated=True)

    with CaptureQueriesContext(connection) as few:
        Client().get(of("seating", one) + query)
    with CaptureQueriesContext(connection) as many:
        Client().get(of("seating", three) + query)

    # One of them asks what is announced, one for the events of the menu, two what was done last.
    assert len(few) == len(many) == queries


# --- The proof, and changes by hand ----------------------------------------------------------------------------------


def test_a_draft_shows_everybody_before_anything_is_published(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=25)

    response = in_role(tournament, "registrar").get(of("seating_proof", event), {"tables": "25", "seed": "7"})

    page = text_of(response)
    assert "A draft, drawn with the number 7" in page
    assert "9 games count. Different opponents: 9." in page
    assert "Sit-outs each: 0 to 1." in page
    assert not Event.objects.get(pk=event.pk).is_seated


@pytest.mark.parametrize(("entrants", "said"), [(12, False), (13, True)])
def test_sit_outs_of_two_games_are_explained_at_set_up_and_in_the_proof(
    tournament: Tournament, entrants: int, said: bool
) -> None:
    event = make_event(
        tournament=tournament, games=8, entrants=entrants, movement="two_games", sit_outs_reason="All want to play"
    )
    director = in_role(tournament, "director")

    settings = text_of(director.get(of("event_settings", event)))
    seating = text_of(director.get(of("seating", event)))
    draft = text_of(director.get(of("seating_proof", event), {"tables": str(entrants), "seed": "7"}))
    director.post(of("seating", event), {"tables": str(entrants), "seed": "7"})
    proof = text_of(director.get(of("seating_proof", event)))

    why = "Where a table is odd, a sit-out lasts two games: some sit out two, the others none."
    assert [why in page for page in (settings, seating, draft, proof)] == [True, True, said, said]
    assert ("Sit-outs each: 0 to 2." in draft) is said


def test_the_proof_has_everybody_once_by_seat_as_they_are_named(tournament: Tournament) -> None:
    people = [EntrantPlan(f'Ann "{n}" <b>&') for n in range(1, 13)]
    event = make_event(tournament=tournament, games=3, entrants=people, deal="alternate")
    director = in_role(tournament, "director")

    draft = director.get(of("seating_proof", event), {"tables": "6, 6", "seed": "7"})
    director.post(of("seating", event), {"tables": "6, 6", "seed": "7"})
    published = director.get(of("seating_proof", event))

    for response in (draft, published):
        page, lines = response.content.decode(), list(response.context["proof"].lines())
        rows = re.findall(r'<tr><th scope="row" class="seatno">(.*?)</th><td>(.*?)</td>(.*?)</tr>', page)
        assert [seat for seat, *_rest in rows] == [f"{table}-{n}" for table in "AB" for n in range(1, 7)]
        assert [unescape(name) for _seat, name, _numbers in rows] == [line.name for line in lines]
        assert {line.name for line in lines} == {plan.name for plan in people}
        assert [re.findall(r'<td class="num">(\d+)</td>', numbers) for *_who, numbers in rows] == [
            [str(number) for number in line[4:]] for line in lines
        ]
        assert "<b>&" not in page
        assert "6 players, 3 rounds" in text_of(response)
    offered = re.search(r'<datalist id="players">(.*?)</datalist>', published.content.decode())
    assert offered is not None
    assert [unescape(one) for one in re.findall(r'<option value="(.*?)">', offered[1])] == [
        f"{line.seat} {line.name}" for line in published.context["proof"].lines()
    ]


@pytest.mark.parametrize(("seated", "queries"), [(False, 9), (True, 10)])
def test_the_proof_takes_the_same_number_of_queries_for_one_table_and_for_three(
    tournament: Tournament, seated: bool, queries: int
) -> None:
    one = make_event(tournament=tournament, slug="one", games=3, entrants=4, tables=[4], seated=seated)
    three = make_event(tournament=tournament, slug="three", games=3, entrants=12, tables=[4, 4, 4], seated=seated)
    director = in_role(tournament, "director")
    asked = []

    for event in (one, three):
        with CaptureQueriesContext(connection) as captured:
            assert director.get(of("seating_proof", event), {"seed": "7"}).status_code == 200
        asked.append(len(captured))

    # One of them asks what is announced.
    assert asked == [queries, queries]


def test_a_draft_without_a_number_takes_one_and_keeps_it_in_the_address(event: Event) -> None:
    response = in_role(event.tournament, "registrar").get(of("seating_proof", event), {"tables": "4"})

    assert response.status_code == 302
    assert "tables=4&seed=" in response["Location"]


def test_what_the_draft_shows_is_what_is_published(event: Event) -> None:
    client = in_role(event.tournament, "registrar")
    drawn = client.get(of("seating_proof", event), {"tables": "4", "seed": "7"}).context["drawn"]

    response = client.post(of("seating", event), {"tables": "4", "seed": "7", "draft": drawn.mark})

    assert response.status_code == 302
    assert {entry.seat: entry.number for entry in event.entries.all()} == drawn.seats


def test_a_draft_that_is_out_of_date_is_not_published(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(
        of("seating", event), {"tables": "4", "seed": "7", "draft": "0" * 12}
    )

    assert response.status_code == 409
    assert "Look at them again, then publish." in text_of(response)
    assert not Event.objects.get(pk=event.pk).is_seated


def look_at_draft(client: Client, event: Event, **asked: str) -> dict[str, str]:
    """What the draft's form would send."""
    drawn = client.get(of("seating_proof", event), {"seed": "7", **asked}).context["drawn"]
    return {"tables": ", ".join(map(str, drawn.sizes)), "seed": "7", "draft": drawn.mark}


def test_a_draft_says_once_who_was_entered_since_and_is_drawn_anew(event: Event) -> None:
    client = in_role(event.tournament, "registrar")
    draft = look_at_draft(client, event)
    make_entrants(event, [EntrantPlan("Ruth Quill")])

    response = client.post(of("seating", event), draft)

    said = text_of(response)
    assert response.status_code == 409
    assert said.count("Ruth Quill was entered since this draft was drawn, and has no seat in it.") == 1
    assert "entrants and" not in said
    assert "do not work out" not in said
    (anew,) = re.findall(r'href="([^"]+)">Draw again', response.content.decode())
    shown = client.get(unescape(anew), follow=True)
    assert (shown.status_code, shown.context["drawn"].sizes) == (200, (5,))
    assert client.post(of("seating", event), look_at_draft(client, event, tables="5")).status_code == 302


def test_a_draft_names_who_came_and_who_does_not_play_any_more(event: Event) -> None:
    client = in_role(event.tournament, "registrar")
    draft = look_at_draft(client, event)
    set_status(entry=event.entries.get(number=1), status="no_show", reason="Snow", actor=make_actor())
    make_entrants(event, [EntrantPlan(f"New Player{number}") for number in range(8)])

    said = text_of(client.post(of("seating", event), draft))

    assert "New Player5 and 2 more were entered since this draft was drawn, and have no seats in it." in said
    assert "Milt Orr has a seat in this draft and does not play any more." in said


def test_a_program_is_told_who_was_entered_since(event: Event) -> None:
    api = api_of(make_user(role="registrar", tournament=event.tournament))
    at = f"/api/v1/tournaments/sierra/events/{event.slug}/seating/"
    draft = api.get(f"{at}proof/", {"seed": 7}).json()["draft"]
    make_entrants(event, [EntrantPlan("Ruth Quill")])

    answer = api.post(at, {"seed": 7, "draft": draft}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["message"].startswith("Ruth Quill was entered since this draft was drawn")
    assert re.search(r"The last to change something here was tests \(\d+:\d\d\s[AP]M\)\.$", answer.json()["message"])


def test_a_draft_names_who_has_recorded_since_that_two_are_related(event: Event) -> None:
    client = in_role(event.tournament, "registrar")
    draft = look_at_draft(client, event)
    rosa = make_actor(make_user("rosa", role="director", tournament=event.tournament))
    one, other = (event.entries.get(number=number) for number in (1, 2))
    record_relation(tournament=event.tournament, one=one, other=other, kind="room", actor=rosa)

    said = text_of(client.post(of("seating", event), {**draft, "draft": "0" * 12}))

    assert re.search(r"then publish\. The last to change something here was rosa \(\d+:\d\d\s[AP]M\)\.", said)


def test_what_is_open_at_the_door_stands_before_publishing(event: Event) -> None:
    Fee.objects.create(event=event, name="Entry", kind="entry", cents=7500)
    make_entrants(event, [EntrantPlan(f"New Player{number}") for number in range(5)])
    set_money_first(event=event, money_first=True, actor=make_actor())
    here = event.entries.get(number=2)
    check_in(tournament=event.tournament, player=here.player, actor=make_actor())
    client = in_role(event.tournament, "registrar")
    pages = [of("seating", event), of("seating_proof", event) + "?seed=7"]

    for page in pages:
        said = text_of(client.get(page))
        assert "9 players have not paid for this event yet; $675 is open" in said
        assert "Dale Ashby ($75), Ivan Flint ($75), Edie Marsh ($75), Milt Orr ($75), New Player0 ($75)" in said
        assert "New Player1 ($75) and 3 more" in said
        assert "8 of 9 are not checked in yet. You can draw anyway" in said
        assert f'{address("money", "sierra")}?show=open"' in client.get(page).content.decode()
    assert text_of(client.post(pages[0], look_at_draft(client, event))).count("$675 is open") == 1
    set_money_first(event=event, money_first=False, actor=make_actor())
    assert not any("have not paid" in text_of(client.get(page)) for page in pages)


def test_the_door_takes_as_many_queries_for_many_people(tournament: Tournament) -> None:
    def queries(entrants: int, slug: str) -> int:
        event = make_event(tournament=tournament, slug=slug, games=3, entrants=entrants)
        Fee.objects.create(event=event, name="Entry", kind="entry", cents=7500)
        event.money_first = True
        with CaptureQueriesContext(connection) as asked:
            assert at_the_door(event).away == entrants
        return len(asked)

    assert queries(4, "few") == queries(40, "many")


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        ({"tables": "two"}, 422, "Write one number of players for each table"),
        ({"tables": "4", "seed": "x"}, 422, "Enter a whole number"),
        ({"tables": "4", "seed": "-1"}, 422, "a whole number from 0 to"),
        ({"tables": "3", "seed": "1"}, 409, "There are 4 entrants and 3 seats"),
    ],
)
def test_an_impossible_draft_says_why(event: Event, asked: dict[str, str], status: int, told: str) -> None:
    response = in_role(event.tournament, "registrar").get(of("seating_proof", event), asked)

    assert response.status_code == status
    assert told in text_of(response)


def test_the_proof_of_one_entrant_is_an_empty_page_with_a_reason(tournament: Tournament) -> None:
    response = in_role(tournament, "registrar").get(of("seating_proof", make_event(tournament=tournament, entrants=1)))

    assert response.status_code == 200
    assert "It takes two to play." in text_of(response)


@pytest.mark.parametrize("role", ["checker", "judge"])
def test_proof_and_changes_are_for_registrars(seated: Event, role: str) -> None:
    client = in_role(seated.tournament, role)

    assert client.get(of("seating_proof", seated)).status_code == 403
    assert client.post(of("swap", seated), {"one": "A-1", "other": "A-2"}).status_code == 403


def test_two_people_change_places_on_the_page(seated: Event) -> None:
    before = {entry.seat: entry.number for entry in seated.entries.all()}

    response = in_role(seated.tournament, "registrar").post(
        of("swap", seated), {"one": "a1", "other": "A-4"}, follow=True
    )

    assert "A-1 and A-4 have changed places." in text_of(response)
    after = {entry.seat: entry.number for entry in seated.entries.all()}
    assert (after["A-1"], after["A-4"]) == (before["A-4"], before["A-1"])


def test_an_impossible_swap_is_refused_beside_its_seat(seated: Event) -> None:
    response = in_role(seated.tournament, "registrar").post(of("swap", seated), {"one": "A-1", "other": "C-4"})

    assert response.status_code == 409
    assert "C-4 is at no table. The tables are: A." in text_of(response)
    assert 'value="C-4"' in response.content.decode()


def test_a_change_before_the_draw_is_refused_with_what_to_do(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(of("swap", event), {"one": "A-1", "other": "A-2"})

    assert response.status_code == 409
    assert "The seats are not drawn yet." in text_of(response)


def test_a_swap_is_looked_at_before_it_is_done(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=19, deal="alternate", seated=True)
    client = in_role(tournament, "registrar")
    proof = client.get(of("seating_proof", event)).content.decode()
    assert '<option value="A-1 Milt Orr">' in proof
    assert f'method="get" action="{of("swap", event)}"' in proof

    seen = client.get(of("swap", event), {"one": "Milt Orr", "other": "a20"})

    assert seen.status_code == 200
    assert "A-1 Milt Orr moves to A-20" in text_of(seen)
    assert "deals first" in text_of(seen)
    assert event.entries.get(number=1).seat == "A-1"
    outlook = seen.context["outlook"]
    # Whoever met A-1 sits out now or meets A-20, and first deals are found anew.
    assert {"A-1", "A-2"} < set(outlook.players)
    sent = {"one": "A-1", "other": "A-20", "mark": outlook.mark}
    done = client.post(of("swap", event), sent, follow=True)
    told = text_of(done)
    assert event.entries.get(number=1).seat == "A-20"
    for entry in event.entries.filter(table="A"):
        assert any(f"{entry.seat} {entry.name}{after}" in told for after in (",", " and ", ".")) == (
            ({"A-20": "A-1"}.get(entry.seat, entry.seat)) in outlook.players
        )


def test_two_who_change_places_are_all_whose_paper_changes(seated: Event) -> None:
    client = in_role(seated.tournament, "registrar")

    seen = client.get(of("swap", seated), {"one": "A-1", "other": "A-4"})
    done = client.post(of("swap", seated), {"one": "A-1", "other": "A-4"}, follow=True)

    assert seen.context["outlook"].players == ("A-1", "A-4")
    assert "are wrong for: A-4 Milt Orr and A-1 Edie Marsh. Tell them, and print theirs again." in text_of(done)


def test_a_swap_that_changes_other_games_by_now_is_refused(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=7, seated=True)
    client = in_role(tournament, "registrar")
    mark = client.get(of("swap", event), {"one": "A-1", "other": "A-8"}).context["outlook"].mark
    assert client.post(of("swap", event), {"one": "A-2", "other": "A-8"}).status_code == 302

    answer = client.post(of("swap", event), {"one": "A-1", "other": "A-8", "mark": mark})

    assert answer.status_code == 409
    assert "The changes are different now." in text_of(answer)
    assert event.entries.get(number=1).seat == "A-1"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"one": "orr", "other": "Nobody Here"}, "Nobody who plays has this ID or name."),
        ({"one": "i", "other": "A-1"}, "This fits several players: A-1 Milt Orr"),
    ],
)
def test_a_name_that_is_not_clear_stands_beside_its_field(seated: Event, sent: dict[str, str], told: str) -> None:
    client = in_role(seated.tournament, "registrar")
    assert client.get(of("swap", seated)).status_code == 302

    answer = client.get(of("swap", seated), sent)

    assert answer.status_code == 422
    assert told in text_of(answer)


def test_without_a_plan_only_the_two_who_change_places_are_named(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="loose", movement="none", entrants=4, seated=True)

    seen = in_role(tournament, "registrar").get(of("swap", event), {"one": "A-1", "other": "A-2"})

    assert seen.context["outlook"].players == ("A-1", "A-2")


def test_a_substitute_is_named_beside_whom_they_play_for(seated: Event) -> None:
    absent = seated.entries.get(number=4).name
    plan = DayPlan(What.SUBSTITUTE, seat="A-4", first=2, name="Sam Sub")
    change = change_day(event=seated, plan=plan, reason="ill", actor=make_actor())
    assert change is not None
    client = Client()

    seats = text_of(client.get(of("seating", seated)))
    games = [text_of(client.get(of("seating", seated), {"game": str(game)})) for game in (1, 2, 3)]
    own = text_of(client.get(of("seating", seated), {"seat": "A-4"}))
    opponent = next(one.opponent for one in route(seated, "A-4") if one.game == 3)
    assert opponent is not None
    other = text_of(client.get(of("seating", seated), {"seat": opponent.seat}))
    undo_day_change(change=change, reason="came", actor=make_actor())

    assert f"A-4 Sam Sub for {absent} from game 2 on" in seats
    assert [f"A-4 Sam Sub for {absent}" in game for game in games] == [False, True, True]
    assert f"Sam Sub for {absent} from game 2 on." in own
    assert f"A-4 Sam Sub for {absent}" in other
    assert "Sam Sub" not in text_of(client.get(of("seating", seated)))
