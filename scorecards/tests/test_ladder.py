"""The partners ladder as it is played: results, the next game, late and leaving teams, corrections, the order."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorecards.cards.actions.phone import hand_in_told_card, take_told_cards, tell_game, use_phones
from scorecards.cards.reads.phone import phone_page
from scorecards.ladder.actions import correct_result, next_game, record_result, take_back_game, take_back_result
from scorecards.ladder.reads import ladder_game, next_tables
from scorecards.models import Scorecard
from scorecards.sheet.reads.phone import phone_card
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import COMMAND, make_cards
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.reads.listing import Meanings, listed
from tournaments.entrants.reads.paper import sheets_of
from tournaments.entrants.rules.pasted_list import read_sheet
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, PersonalLink, Player, Role, Tournament, User
from tournaments.people.actions.links import make_links
from tournaments.people.actions.people import link_player
from tournaments.people.reads.links import key_of_link
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import form_on, signed_in, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/"


def a_ladder(teams: int = 6, *, games: int = 3, **more: Any) -> Event:
    tournament = make_tournament("sierra")
    return make_event(tournament=tournament, games=games, movement="ladder", entrants=teams, seated=True, **more)


def play(event: Event, *winners: str, points: int = 2) -> None:
    """Record these winners of the game that is on, each at its table."""
    event.refresh_from_db()
    shown = ladder_game(event)
    assert shown is not None
    for winner in winners:
        table = next(table.table for table in shown.tables if winner in table.seats)
        record_result(event=event, game=shown.game, table=table, winner=winner, points=points, actor=COMMAND)


def tables(event: Event, game: int | None = None) -> list[set[str]]:
    event.refresh_from_db()
    shown = ladder_game(event, game)
    assert shown is not None
    return [set(table.seats) for table in shown.tables]


def tell(entry: Entry, figure: int, game: int = 1) -> None:
    """Tell that this team won for this many points, or below zero that the other one did."""
    entry.event.refresh_from_db()
    told = {"points": figure} if figure > 0 else {"points": 0, "opponent_points": -figure}
    tell_game(entry=entry, game=game, **told, key=uuid4(), actor=Actor.of_entry(entry))


def links_to(response: Any, label: str) -> bool:
    """Whether the bar of this page has a link with this label."""
    return re.search(rf"<a [^>]*>{label}</a>", response.content.decode()) is not None


def standings(client: Any) -> list[tuple[int, str, int, int]]:
    rows = client.get(f"{API}standings/").json()["rows"]
    return [(row["rank"], row["seat"], row["game_points"], row["games_won"]) for row in rows]


def director_of(tournament: Tournament) -> Any:
    return api_of(make_user("dora", role=Role.Kind.DIRECTOR, tournament=tournament))


def test_a_ladder_by_the_api_from_the_draw_to_the_order() -> None:
    event = a_ladder(4, games=2)
    client = director_of(event.tournament)
    first = client.get(f"{API}ladder/").json()
    assert first == {
        "game": 1,
        "games": 2,
        "tables": [
            {"table": 1, "teams": ["A-1", "A-2"], "winner": None, "points": None},
            {"table": 2, "teams": ["A-3", "A-4"], "winner": None, "points": None},
        ],
        "sits_out": None,
        "complete": False,
        "finished": False,
    }
    results = f"{API}ladder/results/"
    missing = client.post(f"{API}ladder/next/")
    assert (missing.status_code, missing.json()["code"]) == (409, "missing")
    body = {"game": 1, "table": 1, "winner": "A-1", "points": 3}
    assert client.post(results, body).status_code == 201
    assert client.post(results, body).status_code == 200
    other = client.post(results, {**body, "winner": "A-2"})
    assert (other.status_code, other.json()["code"]) == (409, "exists")
    assert client.delete(f"{results}1/1/").status_code == 204
    assert client.post(results, body).status_code == 201
    assert client.post(results, {"game": 1, "table": 2, "winner": "A-4", "points": 2}).status_code == 201
    second = client.post(f"{API}ladder/next/").json()
    assert [table["teams"] for table in second["tables"]] == [["A-2", "A-4"], ["A-3", "A-1"]]
    assert client.get(f"{API}ladder/?game=1").json()["complete"] is True
    assert client.get(f"{API}ladder/?game=3").status_code == 404
    assert client.get(f"{API}ladder/?game=x").status_code == 400
    over = client.post(results, {"game": 1, "table": 1, "winner": "A-1", "points": 3})
    assert (over.status_code, over.json()["code"]) == (409, "over")
    for table, winner in ((1, "A-2"), (2, "A-1")):
        assert client.post(results, {"game": 2, "table": table, "winner": winner, "points": 2}).status_code == 201
    assert client.get(f"{API}ladder/").json()["finished"] is True
    finished = client.post(f"{API}ladder/next/")
    assert (finished.status_code, finished.json()["code"]) == (409, "finished")
    assert standings(client) == [(1, "A-1", 5, 2), (2, "A-2", 2, 1), (2, "A-4", 2, 1), (4, "A-3", 0, 0)]
    rows = client.get(f"{API}standings/").json()
    assert {(row["net"], row["plus"]) for row in rows["rows"]} == {(0, 0)}
    assert (rows["quota"], {row["status"] for row in rows["rows"]}) == (0, {"nonqualifier"})
    assert client.post(f"{API}tiebreaks/", {"order": ["A-4", "A-2"]}).status_code == 201
    assert standings(client)[1:3] == [(2, "A-4", 2, 1), (3, "A-2", 2, 1)]
    assert client.get(f"{API}standings/").json()["rows"][2]["decided_by"] == "playoff"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"table": 9, "winner": "A-1", "points": 2}, "table"),
        ({"table": 1, "winner": "A-3", "points": 2}, "winner"),
        ({"table": 1, "winner": "A-1", "points": 4}, "points"),
        ({"table": 1, "winner": "A-1", "points": 2, "spread": 12}, "spread"),
        ({"table": 1, "winner": ["A-1", "A-2"], "points": 2}, "winner"),
    ],
    ids=["no such table", "not at this table", "no such points", "a spread", "two winners"],
)
def test_an_impossible_result_names_its_field_and_changes_nothing(body: dict[str, Any], field: str) -> None:
    event = a_ladder(4)
    client = director_of(event.tournament)
    response = client.post(f"{API}ladder/results/", {"game": 1, **body})
    assert response.status_code == 400
    assert [fault["field"] for fault in response.json()["errors"]] == [field]
    assert client.get(f"{API}ladder/").json()["tables"][0]["winner"] is None


def test_an_odd_team_sits_out_and_everybody_does_once_before_anybody_twice() -> None:
    event = a_ladder(5, games=5)
    rested = []
    for _game in range(5):
        event.refresh_from_db()
        shown = ladder_game(event)
        assert shown is not None
        rested += [entry.seat for entry in shown.sits_out]
        play(event, *(table.seats[0] for table in shown.tables))
        event.refresh_from_db()
        if shown.game < 5:
            next_game(event=event, actor=COMMAND)
    assert sorted(rested) == ["A-1", "A-2", "A-3", "A-4", "A-5"]


def test_a_team_that_sat_out_is_level_with_those_that_lost() -> None:
    event = a_ladder(5)
    play(event, "A-1", "A-3")

    assert standings(director_of(event.tournament))[2:] == [(3, "A-2", 0, 0), (3, "A-4", 0, 0), (3, "A-5", 0, 0)]


def test_a_late_team_plays_from_the_next_game_and_one_that_leaves_owes_no_result() -> None:
    event = a_ladder(4)
    play(event, "A-1")
    enter_entrants(event=event, entrants=[EntrantPlan("Late & Later", seat="A-5")], actor=COMMAND)
    assert tables(event) == [{"A-1", "A-2"}, {"A-3", "A-4"}]
    set_status(
        entry=Entry.objects.get(event=event, seat_number=4),
        status=Entry.Status.WITHDRAWN,
        reason="Unwell",
        actor=COMMAND,
    )
    event.refresh_from_db()
    assert ladder_game(event).missing == ()  # type: ignore[union-attr]
    next_game(event=event, actor=COMMAND)
    assert tables(event) == [{"A-2", "A-5"}, {"A-1", "A-3"}]


def test_a_late_team_takes_the_next_free_seat_by_itself_and_is_told_its_first_game() -> None:
    event = a_ladder(4)
    play(event, "A-1")
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    entrants, enter = "/t/sierra/main/entrants/", "/t/sierra/enter/"

    before = [text_of(desk.get(address)) for address in (entrants, enter)]
    after = text_of(entered_late(desk, entrants, {"name": "Ann Bell", "partner": "Bob Ray"}))
    other = {"name": "Cal Dun", "partner": "Dee Fox", "events": ["main"], "seat_main": ""}
    entered_late(desk, enter, other, mark="mark_main")
    entered_late(desk, f"{entrants}paste/", {"lines": "Eve Orr & Flo Ash\nGus Lee & Hal May"})

    for page in before:
        assert "Leave it empty, and the team takes the next free seat." in page
        assert "The team plays from game 2 on" in page
        assert "Every seat is taken" not in page
        assert "the opponents are read from the cards" not in page
    assert "Ann Bell & Bob Ray sits at A-5 and plays from game 2 on." in after
    late = event.entries.filter(number__gt=4).order_by("number")
    assert [entry.seat for entry in late] == ["A-5", "A-6", "A-7", "A-8"]
    assert tables(event) == [{"A-1", "A-2"}, {"A-3", "A-4"}]
    play(event, "A-3")
    next_game(event=event, actor=COMMAND)
    assert len(tables(event)) == 4


def entered_late(desk: Client, address: str, sent: dict[str, Any], mark: str = "mark") -> Any:
    """Enter a late team: the first time the page shows what it changes, the second time it is done."""
    count = Entry.objects.count()
    looked = desk.post(address, sent)
    [seen] = re.findall(rf'name="{mark}" value="(\w+)"', looked.content.decode())
    assert Entry.objects.count() == count
    return desk.post(address, {**sent, mark: seen}, follow=True)


def test_what_a_late_team_changes_is_shown_before_it_is_entered() -> None:
    event = a_ladder(5)
    play(event, "A-1", "A-3")
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    client = api_of(User.objects.get(username="dora"))
    names = {entry.seat: entry.name for entry in event.entries.all()}
    entrants, late = "/t/sierra/main/entrants/", {"name": "Ann Bell", "partner": "Bob Ray"}

    looked = desk.post(entrants, late)
    ahead = client.post(f"{API}entrants/?preview=1", [{"name": "Cal & Dee"}])

    page = text_of(looked)
    assert "Game 1 is on. Nobody is entered yet" in page
    assert "A-6 Ann Bell & Bob Ray came late and plays from game 2 on." in page
    assert "From game 2 on there are 6 teams at 3 tables. Tables so far stay." in page
    assert f"{names['A-4']} would have sat out game 2, and plays it now." in page
    assert event.entries.count() == 5
    assert (ahead.status_code, len(ahead.json()["mark"])) == (200, 12)
    stale = [{"name": "Eve & Flo"}]
    assert entered_late(desk, entrants, late).status_code == 200
    refused = client.post(f"{API}entrants/?mark={ahead.json()['mark']}", stale)
    assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    assert f"{names['A-4']} sits out game 2." in text_of(desk.post(entrants, {"name": "Eve Orr", "partner": "Flo Ash"}))


@pytest.mark.parametrize("seat", ["B-40", "A-40", "A-9"])
def test_a_late_team_takes_no_made_up_seat(seat: str) -> None:
    event = a_ladder(6)
    client = director_of(event.tournament)

    before = client.post(f"{API}entrants/", [{"name": "Ann & Bob", "seat": seat}])
    play(event, "A-1")
    during = client.post(f"{API}entrants/", [{"name": "Ann & Bob", "seat": seat}])
    ahead = client.post(f"{API}entrants/?preview=1", [{"name": "Ann & Bob", "seat": seat}])

    for refused in (before, during, ahead):
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (409, "0.seat")
        assert f"There is no seat {seat}: the ladder has seats A-1 to A-6." in refused.json()["errors"][0]["message"]
    assert event.entries.count() == 6
    taken = client.post(f"{API}entrants/", [{"name": "Ann & Bob", "seat": "A-8"}])
    assert taken.status_code == 201


def test_a_late_team_of_a_list_needs_no_seat_on_a_ladder_and_nobody_comes_during_the_last_game() -> None:
    event = a_ladder(4, games=1)
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    [row] = listed(Meanings(event.tournament), read_sheet("Eve Orr & Flo Ash"), ["name"], ["main"])
    play(event, "A-1")

    refused = desk.post("/t/sierra/main/entrants/", {"name": "Ann Bell", "partner": "Bob Ray"})

    assert row.faults == ()
    assert refused.status_code == 409
    assert "Game 1, the last one, is on: nobody can come in now." in text_of(refused)
    assert event.entries.count() == 4


def test_a_game_that_a_team_left_names_its_cure_where_it_blocks_the_ranking() -> None:
    event = a_ladder(4, games=2)
    play(event, "A-1")
    left = Entry.objects.get(event=event, seat_number=4)
    set_status(entry=left, status=Entry.Status.WITHDRAWN, reason="Unwell", actor=COMMAND)
    next_game(event=event, actor=COMMAND)
    play(event, "A-1")
    client, api = (
        signed_in(make_user("dan", role="director", tournament=event.tournament)),
        director_of(event.tournament),
    )
    api.post(f"{API}cross-check/")

    refused = api.post(f"{API}qualifiers/")
    assert refused.status_code == 409
    assert [(fault["field"], fault["code"]) for fault in refused.json()["errors"]] == [
        ("scorecards.A-3", "ladder_result_missing"),
        ("scorecards.A-4", "ladder_result_missing"),
    ]
    cure = "Game 1 of A-3 has no result. Record who won on the page of that game of the ladder"
    assert refused.json()["errors"][0]["message"].startswith(cure)
    posting = client.get("/t/sierra/main/posting/")
    assert cure in text_of(posting)
    assert f'href="{PAGE}1/"' in posting.content.decode()
    sent = {"result": "2 A-3 2", "reason": "The other team left"}
    assert client.post(f"{PAGE}1/", sent).status_code == 302
    assert api.post(f"{API}qualifiers/").status_code == 201


def test_what_one_phone_told_of_a_game_that_is_taken_back_does_not_count_for_the_new_one() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    one, other = (Entry.objects.get(event=event, seat_number=number) for number in (2, 3))
    tell(one, 3, game=2)
    take_back_game(event=event, actor=COMMAND)
    next_game(event=event, actor=COMMAND)
    assert tables(event)[0] == {"A-2", "A-3"}
    tell(other, -3, game=2)
    assert ladder_game(event).tables[0].winner is None  # type: ignore[union-attr]
    removed = AuditEntry.objects.get(event=event, action="game.told-removed")
    assert (removed.subject_key, removed.before["points"]) == ("A-2", 3)
    tell(one, 3, game=2)
    assert ladder_game(event).tables[0].winner == "A-2"  # type: ignore[union-attr]


def test_a_result_that_is_taken_back_is_told_anew_by_both_phones() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    one, other = (Entry.objects.get(event=event, seat_number=number) for number in (1, 2))
    tell(one, 2)
    tell(other, -2)
    take_back_result(event=event, game=1, table=1, actor=COMMAND)
    assert [game.state for game in phone_card(one).games] == ["nothing"]
    tell(one, -2)
    tell(other, 2)
    assert ladder_game(event).tables[0].winner == "A-2"  # type: ignore[union-attr]


def test_a_card_from_paper_stays_one_when_a_result_is_tapped_onto_it() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    make_cards(event, A_1="A-2 2 .", A_2="A-1 0 .")
    for number in (3, 4):
        tell(Entry.objects.get(event=event, seat_number=number), 2 if number == 3 else -2)
    next_game(event=event, actor=COMMAND)
    play(event, "A-1", "A-2")

    cards = Scorecard.objects.filter(entry__event=event)
    assert {card.entry.seat: card.source for card in cards} == {
        "A-1": "paper",
        "A-2": "paper",
        "A-3": "sent",
        "A-4": "sent",
    }


def test_a_team_sees_its_next_table_as_soon_as_its_own_result_is_in() -> None:
    event = a_ladder(7, games=2)
    assert next_tables(event) == {"A-6": 0}
    play(event, "A-2", "A-5")
    event.refresh_from_db()
    assert next_tables(event) == {"A-1": 1, "A-2": 2, "A-5": 1, "A-6": 0}
    make_links(event=event, actor=COMMAND)
    link = PersonalLink.objects.get(entry__event=event, entry__seat_number=2)
    own = reverse("me:own", args=[key_of_link(link)])
    assert "For the next game you go to table 2." in text_of(Client().get(own))
    play(event, "A-3")
    event.refresh_from_db()
    foreseen = next_tables(event)
    next_game(event=event, actor=COMMAND)
    event.refresh_from_db()
    shown = ladder_game(event)
    assert shown is not None
    now = {seat: table.table for table in shown.tables for seat in table.seats} | {shown.sits_out[0].seat: 0}
    assert foreseen == now
    assert next_tables(event) == {}
    assert "For the next game" not in text_of(Client().get(own))


def test_no_card_of_a_ladder_is_handed_in_as_a_whole() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    first = Entry.objects.get(event=event, seat_number=1)
    tell(first, 2)

    assert phone_page(first).stage == "waits"
    with pytest.raises(Refused, match="no card is handed in"):
        hand_in_told_card(entry=first, actor=Actor.of_entry(first))
    with pytest.raises(Refused, match="no card is handed in"):
        take_told_cards(event=event, actor=COMMAND)
    tell(Entry.objects.get(event=event, seat_number=2), -2)
    assert phone_page(first).stage == "waits"
    assert not Scorecard.objects.filter(entry__event=event, entry__seat_number__gt=2).exists()


def test_the_phone_names_the_table_of_the_ladder_and_where_the_two_differ_says_who_waits() -> None:
    event = a_ladder(6)
    use_phones(event=event, phones="instead", actor=COMMAND)
    play(event, "A-1", "A-3", "A-5")
    next_game(event=event, actor=COMMAND)
    make_links(event=event, actor=COMMAND)
    one, other = (Entry.objects.get(event=event, seat_number=number) for number in (1, 4))
    tell(one, 2, game=2)
    tell(other, 3, game=2)
    key = key_of_link(PersonalLink.objects.get(entry=one))

    card = text_of(Client().get(reverse("me:card", args=[key]), {"game": 2}))
    assert "Game 2 of 3" in card
    assert "Table 2 Against A-4" in card
    assert "the next game waits for this result" in card
    assert "The two of you differ." in text_of(Client().get(reverse("me:own", args=[key])))


def test_the_phone_of_a_team_speaks_of_the_other_team() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    make_links(event=event, actor=COMMAND)
    one, other = (Entry.objects.get(event=event, seat_number=number) for number in (1, 2))
    cards = [reverse("me:card", args=[key_of_link(PersonalLink.objects.get(entry=entry))]) for entry in (one, other)]

    asked = Client().get(cards[0])
    tell(one, 2)
    told, waiting = (text_of(Client().get(card)) for card in cards[::-1])

    assert "The other team tells it too, without seeing yours first." in text_of(asked)
    assert "game %s as the other team has it is not saved yet" in asked.content.decode()
    assert "The other team has told it; now you" in told
    assert "The other team has not told it yet" in waiting
    turned = Client().get(f"{cards[1]}turned/?game=1", follow=True)
    assert "Tell game 1 yourself first; then the other team can tell it on this phone." in text_of(turned)
    assert "opponent" not in (text_of(asked) + told + waiting + text_of(turned)).lower()


@pytest.mark.parametrize(
    ("top", "said"),
    [("first", "The winners of the last table go to table 1."), ("stay", "The winners of the last table stay there")],
)
def test_the_page_and_the_rules_card_say_where_the_last_winners_go(top: str, said: str) -> None:
    event = a_ladder(4)
    Event.objects.filter(pk=event.pk).update(ladder_top=top)

    for address in (PAGE, f"{PAGE}rules/"):
        assert said in text_of(Client().get(address))


def test_every_tie_is_offered_with_the_order_of_play_as_drawn() -> None:
    event = a_ladder(9, games=1)
    play(event, "A-1", "A-3", "A-5", points=3)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    address = "/t/sierra/main/standings/"

    assert "are shown once the last game is over" in text_of(client.get(address))
    play(event, "A-7")
    page = text_of(client.get(address))
    assert "2 ties: a playoff game breaks each." in page
    for absent in ("nonqualifier", "qualifying place", "Seeds"):
        assert absent not in page
    assert "Level at 1st. Places 1 to 3 hang on it. Drawn to play one after the other:" in page
    assert "Level at 5th. Places 5 to 9 hang on it. Drawn" in page
    order = {"initial-order": "", "members": "A-1 A-3 A-5", "place-A-1": "2", "place-A-3": "1", "place-A-5": "3"}
    assert client.post(f"{address}tiebreaks/", order).status_code == 302
    assert "Played off: A-3, A-1, A-5, best first." in text_of(client.get(address))


def test_a_corrected_result_changes_the_points_and_leaves_the_seats() -> None:
    event = a_ladder(4)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    seats = tables(event)
    with pytest.raises(Malformed):
        correct_result(event=event, game=1, table=1, winner="A-2", points=3, reason="", actor=COMMAND)
    assert correct_result(event=event, game=1, table=1, winner="A-2", points=3, reason="Said wrong", actor=COMMAND)
    assert tables(event) == seats
    assert ladder_game(event, 1).tables[0].winner == "A-2"  # type: ignore[union-attr]
    row = AuditEntry.objects.filter(event=event, action="card.typed", subject_key="A-2").latest("pk")
    assert row.reason == "Said wrong"


def test_a_difference_in_a_game_that_is_over_is_named_wherever_somebody_looks_until_it_is_settled() -> None:
    event = a_ladder(4)
    client = director_of(event.tournament)
    desk = signed_in(User.objects.get(username="dora"))
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    card = client.get(f"{API}scorecards/A-2/").json()
    line = {"game": 1, "opponent": "A-1", "points": "3", "plus": "", "minus": ""}
    settled = {**line, "points": "0"}

    changed = client.put(f"{API}scorecards/A-2/", {"version": card["version"], "lines": [line]})

    assert changed.status_code == 200
    [flag] = [flag for flag in changed.json()["flags"] if flag["code"] == "other_card_differs"]
    assert (flag["field"], flag["message"]) == ("lines.0.points", "Game 1: the card of A-1 says something else.")
    current = text_of(desk.get("/t/sierra/main/ladder/"))
    assert "The two cards differ in game 1, table 1." in current
    assert 'href="/t/sierra/main/ladder/1/#table-1"' in desk.get("/t/sierra/main/ladder/").content.decode()
    game = text_of(desk.get("/t/sierra/main/ladder/1/"))
    assert "The card of A-1 says: won, 2 points." in game
    assert "The card of A-2 says: won, 3 points." in game
    assert "The two cards differ in game 1" in text_of(desk.get("/t/sierra/main/"))

    again = client.put(f"{API}scorecards/A-2/", {"version": changed.json()["version"], "lines": [settled]})

    assert [flag for flag in again.json()["flags"] if flag["code"] == "other_card_differs"] == []
    assert "The two cards differ" not in text_of(desk.get("/t/sierra/main/ladder/"))
    assert "The two cards differ" not in text_of(desk.get("/t/sierra/main/"))


def test_a_correction_does_not_overwrite_the_paper_of_one_team() -> None:
    event = a_ladder(4)
    make_cards(event, A_1="A-2 2 .")

    with pytest.raises(Refused, match="Look at both papers"):
        correct_result(event=event, game=1, table=1, winner="A-2", points=2, reason="Said so", actor=COMMAND)
    assert correct_result(event=event, game=1, table=1, winner="A-1", points=2, reason="Said so", actor=COMMAND)


def test_a_game_that_nobody_has_played_is_taken_back() -> None:
    event = a_ladder(4)
    with pytest.raises(Refused, match="first game"):
        take_back_game(event=event, actor=COMMAND)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    take_back_game(event=event, actor=COMMAND)
    assert tables(event) == [{"A-1", "A-2"}, {"A-3", "A-4"}]
    assert take_back_result(event=event, game=1, table=2, actor=COMMAND)
    play(event, "A-4")
    next_game(event=event, actor=COMMAND)
    play(event, "A-2")
    with pytest.raises(Refused, match="Take them back first"):
        take_back_game(event=event, actor=COMMAND)


def test_nobody_records_a_result_of_their_own_team() -> None:
    event = a_ladder(4)
    user = make_user("ann", role=Role.Kind.DIRECTOR, tournament=event.tournament)
    link_player(entry=Entry.objects.get(event=event, seat_number=2), username="ann", actor=COMMAND)
    with pytest.raises(Forbidden):
        record_result(event=event, game=1, table=1, winner="A-1", points=2, actor=Actor.of_user(user))


def test_a_game_is_called_only_once_it_is_set_up() -> None:
    event = a_ladder(4)
    call_game(event=event, game=1, actor=COMMAND)
    with pytest.raises(Refused, match="follows from the results"):
        call_game(event=event, game=2, actor=COMMAND)


def test_before_the_draw_the_pages_of_the_seating_say_how_a_ladder_begins() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, movement="ladder", entrants=5)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    page = client.get("/t/sierra/main/seating/")
    assert page.status_code == 200
    assert "seats 1 and 2 play at table 1" in text_of(page)
    draft = text_of(client.get("/t/sierra/main/seating/proof/?tables=5&seed=7"))
    assert "A draft, drawn with the number 7." in draft
    assert client.get("/t/sierra/main/seating/?tables=2,3").status_code == 200


@pytest.mark.parametrize(
    ("teams", "given", "numbers"),
    [
        (
            7,
            [2, 2],
            "7 teams play at 3 tables of two, and one team sits out. The tables given are others (2, 2).",
        ),
        (8, [2, 2], "8 teams play at 4 tables of two. The tables given are others (2, 2)."),
        (8, [2, 2, 2, 1], "8 teams play at 4 tables of two. The tables given are others (2, 2, 2, 1)."),
        (8, [100], "8 teams play at 4 tables of two. The tables given are others (100)."),
        (8, [0], "8 teams play at 4 tables of two. The tables given are others (0)."),
    ],
)
def test_tables_that_do_not_hold_the_teams_of_a_ladder_are_refused(teams: int, given: list[int], numbers: str) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, movement="ladder", entrants=teams)
    client = director_of(event.tournament)
    desk = signed_in(User.objects.get(username="dora"))
    query = f"tables={','.join(map(str, given))}&seed=7"
    fitting = [2] * (teams // 2) + [1] * (teams % 2)

    refused = client.post(f"{API}seating/", {"tables": given})

    assert (refused.status_code, refused.json()["code"]) == (409, "impossible")
    assert refused.json()["errors"][0]["message"].startswith(numbers)
    assert client.get(f"{API}seating/proof/?{query}").status_code == 409
    assert desk.get(f"/t/sierra/main/seating/proof/?{query}").status_code == 409
    assert numbers in text_of(desk.get(f"/t/sierra/main/seating/?{query}"))
    assert client.post(f"{API}seating/", {"tables": fitting}).status_code == 200


@pytest.mark.parametrize("given", [[2, 2, 2], [2, 2, 2, 1], [2, 2, 2, 2], [7]])
def test_the_team_that_sits_out_need_not_have_a_table(given: list[int]) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, movement="ladder", entrants=7)
    response = director_of(event.tournament).post(f"{API}seating/", {"tables": given})
    assert response.status_code == 200
    assert len(tables(event)) == 3


def test_a_ladder_has_a_sign_for_each_table_and_slips_that_name_table_and_team() -> None:
    event = a_ladder(7)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    names = dict(event.entries.values_list("seat_number", "player__name"))

    signs = text_of(client.get("/t/sierra/main/paper/signs/"))
    slips = text_of(client.get("/t/sierra/main/paper/slips/"))

    assert [sheet.key for sheet in sheets_of(event, "signs")] == ["1", "2", "3"]
    assert "Seats 1 to" not in signs
    assert f"Game 1: table 2, against {names[4]} (A-4)." in slips
    assert f"Game 1: table 3, against {names[5]} (A-5)." in slips
    assert "Game 1: you sit out." in slips
    assert "sit at seat" not in slips


def test_a_program_corrects_a_result_of_a_game_that_is_over_with_a_reason() -> None:
    event = a_ladder(4)
    client = director_of(event.tournament)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    url = f"{API}ladder/results/1/1/"

    unexplained = client.put(url, {"winner": "A-2", "points": 3})
    wrong = client.put(url, {"winner": "A-3", "points": 4, "reason": "The teams say so."})
    corrected = client.put(url, {"winner": "A-2", "points": 3, "reason": "The teams say so."})

    assert (unexplained.status_code, unexplained.json()["errors"][0]["field"]) == (400, "reason")
    assert unexplained.json()["errors"][0]["code"] == "required"
    assert (wrong.status_code, {fault["field"] for fault in wrong.json()["errors"]}) == (400, {"winner", "points"})
    assert corrected.status_code == 200
    table = corrected.json()["tables"][0]
    assert (corrected.json()["game"], table["winner"], table["points"]) == (1, "A-2", 3)
    assert AuditEntry.objects.filter(event=event, reason="The teams say so.").count() == 2


def test_the_phone_says_what_a_skunk_is_by_the_points_of_the_loser() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    make_links(event=event, actor=COMMAND)
    call_game(event=event, game=1, actor=COMMAND)
    key = key_of_link(PersonalLink.objects.select_related("entry__event").filter(entry__event=event)[0])

    usual = text_of(Client().get(f"/me/{key}/card/", follow=True))
    Event.objects.filter(pk=event.pk).update(skunk_from=61)
    double = text_of(Client().get(f"/me/{key}/card/", follow=True))

    assert "A skunk: the loser has fewer than 91 points." in usual
    assert "A skunk: the loser has fewer than 61 points." in double


def test_the_proof_of_a_ladder_names_clubmates_at_one_table_and_no_others() -> None:
    event = a_ladder(6)
    for number in (1, 3, 5):
        Player.objects.filter(entries__event=event, entries__seat_number=number).update(club="Condo 1")
    apart = published_proof(event).together
    play(event, "A-1", "A-4", "A-5")
    next_game(event=event, actor=COMMAND)
    later = published_proof(Event.objects.get(pk=event.pk)).together
    Player.objects.filter(entries__event=event, entries__seat_number=4).update(club="Condo 1")

    [paired] = published_proof(Event.objects.get(pk=event.pk)).together

    assert {"A-3", "A-1"} in tables(event)
    assert (apart, later) == ((), ())
    assert paired.startswith("Table 2, Condo 1: A-3 ")


def test_a_ladder_takes_four_teams() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, movement="ladder", entrants=3)
    client = director_of(event.tournament)
    response = client.post(f"{API}seating/", {})
    assert (response.status_code, response.json()["code"]) == (409, "impossible")
    assert "at least 4 teams" in response.json()["message"]


# --- Pages -----------------------------------------------------------------------------------------------------------

PAGE = "/t/sierra/main/ladder/"


def test_results_are_tapped_and_the_next_game_is_started_on_the_page() -> None:
    event = a_ladder(5)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    assert "2 results are missing" in text_of(client.get(PAGE))
    too_early = client.post(f"{PAGE}next/")
    assert too_early.status_code == 409
    assert "The results of tables 1 and 2 are missing." in text_of(too_early)
    for table, winner in ((1, "A-1"), (2, "A-4")):
        tapped = client.post(f"{PAGE}result/", {"game": 1, "table": table, "winner": winner, "points": 3})
        assert tapped.status_code == 302
    assert "All results are in" in text_of(client.get(PAGE))
    client.post(f"{PAGE}take-back/", {"game": 1, "table": 2})
    client.post(f"{PAGE}result/", {"game": 1, "table": 2, "winner": "A-3", "points": 2})
    assert client.post(f"{PAGE}next/").status_code == 302
    page = text_of(client.get(PAGE))
    assert "Game 2 of 3" in page
    assert "sits out" in page
    assert client.post(f"{PAGE}back/").status_code == 302
    assert "Game 1 of 3" in text_of(client.get(PAGE))


def test_the_page_offers_no_game_after_the_last_and_no_way_back_from_results() -> None:
    event = a_ladder(4, games=2)
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)

    before = text_of(desk.get(PAGE))
    play(event, "A-1")
    after = text_of(desk.get(PAGE))

    assert "Start game 3" not in before + after
    assert "Back to game 1" in before
    assert "Back to game 1" not in after


def test_a_result_of_an_earlier_game_is_corrected_on_its_page_with_a_reason() -> None:
    event = a_ladder(4)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    unsaid = client.post(f"{PAGE}1/", {"result": "1 A-2 2", "reason": ""})
    assert unsaid.status_code == 422
    corrected = client.post(f"{PAGE}1/", {"result": "1 A-2 2", "reason": "Told wrong"}, follow=True)
    told = "Points of this game: Milt Orr 0 instead of 2, Dale Ashby 2 instead of 0. Seats already played stay."
    assert told in text_of(corrected)
    assert ladder_game(event, 1).tables[0].winner == "A-2"  # type: ignore[union-attr]
    assert client.get(f"{PAGE}9/").status_code == 404


def test_more_games_are_set_on_the_settings_page_on_the_day() -> None:
    event = a_ladder(4, games=1)
    play(event, "A-1", "A-3")
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    settings = "/t/sierra/main/settings/"

    page = client.get(settings)
    assert "The number of games may still change." in text_of(page)
    sent = form_on(page, settings, having="games")
    assert client.post(settings, {**sent, "games": "2"}).status_code == 302
    next_game(event=event, actor=COMMAND)
    fewer = client.post(settings, {**sent, "games": "1", "initial-games": "2"})
    assert fewer.status_code == 409
    event.refresh_from_db()
    assert event.games == 2


def test_everybody_sees_the_tables_and_only_checkers_record() -> None:
    event = a_ladder(4)
    visitor = Client()

    page = visitor.get(PAGE)
    assert page.status_code == 200
    assert "Won" not in text_of(page)
    assert visitor.post(f"{PAGE}result/", {"game": 1, "table": 1, "winner": "A-1", "points": 2}).status_code == 302
    assert ladder_game(event).tables[0].winner is None  # type: ignore[union-attr]
    make_event(tournament=Tournament.objects.get(), slug="other", entrants=4, seated=True)
    assert visitor.get("/t/sierra/other/ladder/").status_code == 404


def test_both_phones_must_agree_before_a_result_counts() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    first, second = (Entry.objects.get(event=event, seat_number=number) for number in (1, 2))

    tell(first, 3)
    assert ladder_game(event).tables[0].winner is None  # type: ignore[union-attr]
    tell(second, 2)
    assert ladder_game(event).missing == (1, 2)  # type: ignore[union-attr]
    tell(second, -3)
    shown = ladder_game(event)
    assert shown is not None
    assert (shown.tables[0].winner, shown.tables[0].points) == ("A-1", 3)
    with pytest.raises(Refused, match="result of game 1 is in"):
        tell(first, 2)
    play(event, "A-3")
    next_game(event=event, actor=COMMAND)
    assert tables(event) == [{"A-2", "A-3"}, {"A-1", "A-4"}]
    first.refresh_from_db()
    tell(first, 2, game=2)
    assert [game.state for game in phone_card(first).games] == ["agreed", "waiting"]
    tell(Entry.objects.get(event=event, seat_number=4), -2, game=2)
    assert ladder_game(event, 2).tables[1].winner == "A-1"  # type: ignore[union-attr]


def test_a_skunk_counts_only_if_both_teams_tell_it() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    one, other = event.entries.filter(seat_number__in=(1, 2)).order_by("seat_number")
    make_links(event=event, actor=COMMAND)
    cards = [reverse("me:card", args=[key_of_link(PersonalLink.objects.get(entry=entry))]) for entry in (one, other)]
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    tell(one, 3)
    with pytest.raises(Malformed) as bare:
        tell_game(entry=other, game=1, points=0, key=uuid4(), actor=Actor.of_entry(other))
    tell(other, -2)

    assert [(fault.field, fault.code) for fault in bare.value.faults] == [("opponent_points", "points")]
    assert ladder_game(event).missing == (1, 2)  # type: ignore[union-attr]
    winners, losers = (text_of(Client().get(card)) for card in cards)
    assert f"you say that you won by a skunk; {other.name} says that you won." in winners
    assert f"you say that you lost; {one.name} says that you lost by a skunk." in losers
    assert f"A-1 {one.name} told: won by a skunk. A-2 {other.name} told: lost." in text_of(desk.get(PAGE))
    log = text_of(desk.get(reverse("desk:log", args=["sierra", "main"])))
    assert "by phone: won by a skunk." in log
    assert "by phone: lost." in log

    tell(other, -3)

    [table, _open] = ladder_game(event).tables  # type: ignore[union-attr]
    assert (table.winner, table.points) == ("A-1", 3)
    assert [row.state for entry in (one, other) for row in phone_page(entry).rows] == ["The result is in"] * 2


def test_a_phone_that_told_another_skunk_than_the_desk_is_told_so() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    other = event.entries.get(seat_number=2)
    tell(other, -2)
    play(event, "A-1", points=3)

    other.refresh_from_db()
    [row] = phone_page(other).rows
    assert row.otherwise.startswith("By phone you told: lost. The result of the desk counts.")
    assert [game.state for game in phone_card(other).games] == ["decided"]


def test_a_team_says_we_and_one_person_says_i() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    entry = event.entries.get(seat_number=1)
    Player.objects.filter(pk=entry.player_id).update(
        first=Player.objects.create(name="Ann Bell"), second=Player.objects.create(name="Bob Ray")
    )
    make_links(event=event, actor=COMMAND)
    keys = [key_of_link(link) for link in PersonalLink.objects.order_by("entry__seat_number")[:2]]

    for key, we in zip(keys, ("We", "I"), strict=True):
        page = Client().get(reverse("me:card", args=[key])).content.decode()
        asked = re.findall(r"<span>((?:We|I) [^<]+)</span>", page)
        assert asked == [f"{we} {how}" for how in ("won", "won by a skunk", "lost", "lost by a skunk")]


def test_the_other_team_confirms_a_skunk_on_one_phone() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    make_links(event=event, actor=COMMAND)
    tell(event.entries.get(seat_number=1), 3)
    key = key_of_link(PersonalLink.objects.get(entry__seat_number=1))
    page = Client().get(reverse("me:card_turned", args=[key]), {"game": 1})
    confirm = form_on(page, reverse("me:card_turned", args=[key]), "result")

    assert "You lost by a skunk. Your card: 0." in text_of(page)
    assert Client().post(reverse("me:card_turned", args=[key]), confirm).status_code == 302
    assert ladder_game(event).tables[0].points == 3  # type: ignore[union-attr]


def test_a_phone_that_the_desk_contradicts_is_told_so_and_nothing_else() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    one, other = event.entries.filter(seat_number__in=(1, 2)).order_by("seat_number")
    make_links(event=event, actor=COMMAND)
    key = key_of_link(PersonalLink.objects.get(entry=one))

    tell(one, 2)
    play(event, "A-2")

    [game] = api_of().get(f"/api/v1/me/{key}/card/").json()["games"]
    assert (game["state"], game["points"], game["at_desk"]["points"]) == ("decided", 2, "0")
    card, own = (text_of(Client().get(reverse(page, args=[key]))) for page in ("me:card", "me:own"))
    assert "By phone you told: won. The result of the desk counts. If it is wrong, tell the desk." in card
    assert "say the same" not in card
    assert "differ" not in card + own
    other.refresh_from_db()
    assert [row.state for row in phone_page(other).rows] == ["The result is in"]


def test_a_tap_and_a_correction_decide_against_the_phones_and_posting_waits_for_neither() -> None:
    event = a_ladder(4, games=2)
    use_phones(event=event, phones="instead", actor=COMMAND)
    one, other = event.entries.filter(seat_number__in=(1, 2)).order_by("seat_number")
    tell(one, 2)
    tell(other, 3)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    play(event, "A-1", "A-2")
    correct_result(event=event, game=1, table=1, winner="A-2", points=2, reason="Asked both", actor=COMMAND)
    client = director_of(event.tournament)
    desk = signed_in(User.objects.get(username="dora"))
    phones = reverse("scorecards:phones", args=["sierra", "main"])
    page, decision = (
        text_of(desk.get(f"{phones}?seat=A-1&game=1")),
        {"stands": "paper", "reason": "Asked", "version": 1},
    )

    refused = client.post(f"{API}phones/lines/A-1/1/", decision)

    assert "The recorded result decides, and nobody has to do anything." in page
    assert "Nobody has decided yet" not in page
    assert "Where two differ" not in page
    assert "which of the two stands?" not in page
    assert (refused.status_code, refused.json()["code"]) == (409, "movement")
    assert client.post(f"{API}cross-check/").status_code == 200
    assert client.post(f"{API}qualifiers/").status_code == 201


def test_a_tap_is_one_entry_of_the_log_and_of_the_desk() -> None:
    event = a_ladder(4)
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    log, home = (reverse(name, args=["sierra", "main"]) for name in ("desk:log", "desk:desk"))

    desk.post(f"{PAGE}result/", {"game": 1, "table": 1, "winner": "A-2", "points": 3})
    told = [text_of(desk.get(address)) for address in (log, home)]
    desk.post(f"{PAGE}take-back/", {"game": 1, "table": 1})
    back = text_of(desk.get(log))

    for text in told:
        assert "Game 1, table 1: A-2 won against A-1, 3 points." in text
        assert "A-1 lost against A-2" not in text
    assert back.count("took back a result. Game 1, table 1") == back.count("took back a result. Game 1, table 1: A-2")
    assert "took back a result. Game 1, table 1: A-2 against A-1." in back


def test_undoing_a_tap_takes_the_result_off_both_cards_and_undoing_that_puts_it_back() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    one = event.entries.get(seat_number=1)
    tell(one, -2)
    play(event, "A-1", points=3)
    client = director_of(event.tournament)
    log, before = f"{API}log/", standings(client)

    def undo_last(action: str) -> int:
        entry = next(entry["entry"] for entry in client.get(log).json()["results"] if entry["action"] == action)
        return client.post(f"{log}{entry}/undo/", {"reason": "Slip"}).status_code

    sentences = {entry["sentence"] for entry in client.get(log).json()["results"] if entry["action"] == "card.typed"}
    assert undo_last("card.typed") == 200
    assert {(row[2], row[3]) for row in standings(client)} == {(0, 0)}
    assert phone_card(one).games[0].state == "nothing"
    assert undo_last("card.typing-undone") == 200
    assert standings(client) == before
    assert {sentence.partition(" recorded a result. ")[2] for sentence in sentences} == {
        "Game 1, table 1: A-1 won against A-2, 3 points.",
        "Game 1, table 1: A-2 lost against A-1.",
    }


def test_what_is_left_of_a_result_on_one_card_or_on_two_that_differ_is_taken_back() -> None:
    event = a_ladder(4)
    client = director_of(event.tournament)
    make_cards(event, A_1="A-2 2 .", A_3="A-4 2 .", A_4="A-3 2 .")
    results = f"{API}ladder/results/"

    for table, winner in ((1, "A-2"), (2, "A-3")):
        sent = {"game": 1, "table": table, "winner": winner, "points": 2}
        assert client.post(results, sent).status_code == 409
        assert client.delete(f"{results}1/{table}/").status_code == 204
        assert client.post(results, sent).status_code == 201


def test_no_game_of_a_ladder_is_awarded_and_the_refusal_names_the_tap() -> None:
    event = a_ladder(4)
    client = director_of(event.tournament)
    desk = signed_in(User.objects.get(username="dora"))
    award = {"what": "award", "seat": "A-1", "first": 1, "opponent": "A-2", "reason": "Late"}

    refused = client.post(f"{API}day-changes/", award)
    page = desk.get(reverse("tournaments:day_change", args=["sierra", "main", "award"]), follow=True)

    assert (refused.status_code, refused.json()["code"]) == (409, "movement")
    for text in (refused.json()["message"], text_of(page)):
        assert "tap the team that gets it as the winner, on the page of the ladder" in text
    assert "/round/award/" not in page.content.decode()


def test_the_phones_are_switched_on_from_the_page_of_the_ladder_in_its_own_words() -> None:
    event = a_ladder(4)
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    checker = signed_in(make_user("cora", role=Role.Kind.CHECKER, tournament=event.tournament))
    phones = reverse("scorecards:phones", args=["sierra", "main"])

    off = desk.get(PAGE)
    switch = desk.get(phones)
    desk.post(phones, switch.context["form"].as_sent({"phones": "instead"}))

    assert "The desk taps every result; phones tell none." in text_of(off)
    assert f'href="{phones}"' in off.content.decode()
    assert "Both teams tell the result by phone; the desk may tap it too." in text_of(desk.get(PAGE))
    assert "the page of the ladder names the table" in text_of(switch)
    assert "Paper cards only" not in text_of(switch)
    assert "Paper cards only" not in text_of(desk.get(reverse("tournaments:event_settings", args=["sierra", "main"])))
    assert "12.1" not in text_of(switch)
    assert "Results told by phone" not in text_of(checker.get(PAGE))


def test_the_page_says_at_which_table_two_phones_differ_and_what_each_told() -> None:
    event = a_ladder(4)
    use_phones(event=event, phones="instead", actor=COMMAND)
    one, other = event.entries.filter(seat_number__in=(3, 4)).order_by("seat_number")
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    tell(one, 3)
    before = text_of(desk.get(PAGE))
    tell(other, 2)
    page, public = text_of(desk.get(PAGE)), text_of(Client().get(PAGE))
    play(event, "A-3", points=3)

    said = f"The phones differ A-3 {one.name} told: won by a skunk. A-4 {other.name} told: won."
    assert said in page
    assert "The phones differ" not in before + public + text_of(desk.get(PAGE))


def test_a_team_sees_its_table_on_its_phone_and_the_schedule_has_the_tables_of_the_ladder() -> None:
    event = a_ladder(5)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    make_links(event=event, actor=COMMAND)
    link = PersonalLink.objects.get(entry__event=event, entry__seat_number=1)

    page = text_of(Client().get(reverse("me:own", args=[key_of_link(link)])))

    assert "Now: game 2 Table 2" in page
    schedule = api_of().get(f"{API}schedule/?game=2").json()
    assert [(game["table"], game["players"]) for game in schedule] == [
        ("1", ["A-2", "A-3"]),
        ("2", ["A-1", "A-5"]),
        ("", ["A-4", None]),
    ]


def test_the_pages_of_the_event_speak_of_results_and_not_of_cards() -> None:
    event = a_ladder(4)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    assert "2 results of game 1 are missing Tables 1 and 2." in text_of(client.get("/t/sierra/main/"))
    play(event, "A-1", "A-3")
    desk = text_of(client.get("/t/sierra/main/"))
    assert "Game 2 can start" in desk
    assert "cards are not in" not in desk
    standings = text_of(client.get("/t/sierra/main/standings/"))
    assert "Not all of the card is in" not in standings
    assert "How ties are broken Game points A one-game playoff" in standings
    assert "Who meets whom in the next game depends on who wins." in text_of(
        client.get("/t/sierra/main/seating/proof/")
    )


def test_the_day_of_a_ladder_at_its_desk_ends_with_an_official_ranking() -> None:
    event = a_ladder(4, games=1)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    desk, bar = "/t/sierra/main/", ("Bracket", "Cross-check")

    begun = client.get(desk)
    assert "2 tables, game 1 is on" in text_of(begun)
    for absent in bar:
        assert not links_to(begun, absent)
    play(event, "A-1", "A-3")
    over = text_of(client.get(desk))
    assert "1 game is played: make the ranking official" in over
    assert "2 ties can be played off Record the order with the standings." in over
    for absent in ("Typed in", "Check totals", "Post the names", "cards in", "table of", "At the card desk"):
        assert absent not in over
    director_of_api = api_of(User.objects.get(username="dora"))
    assert director_of_api.post(f"{API}cross-check/").status_code == 200
    compared = client.get(desk)
    assert "Everything is settled: make the ranking official" in text_of(compared)
    assert links_to(client.get(f"{desk}cards/"), "Cross-check")
    assert not links_to(client.get(f"{desk}standings/"), "Bracket")
    for address in ("posting/", "standings/", "phases/"):
        page = text_of(client.get(f"{desk}{address}"))
        assert "Make the ranking official" in page
        assert "ualifiers" not in page
    event.refresh_from_db()
    sent = {"sure": "yes", "revision": event.revision}
    posted = client.post(f"{desk}posting/", sent, follow=True)
    assert "The ranking is official. Print the final standings next." in text_of(posted)
    for page in (posted, client.get(desk), client.get(f"{desk}standings/"), client.get(f"{desk}phases/")):
        assert "ualifiers" not in text_of(page)
        assert "The bracket" not in text_of(page)
    assert "The ranking is official Nobody qualifies, so no playoffs follow." in text_of(client.get(desk))
    log = text_of(client.get(f"{desk}log/"))
    assert "The ranking is official; cards and decisions are closed." in log
    assert "ualifiers" not in log
    again = director_of_api.post(f"{API}qualifiers/").json()
    assert again["message"] == "The ranking is official already. Reopening the cross-check takes it back."


def test_posting_a_finished_ladder_needs_no_cross_check_before() -> None:
    event = a_ladder(4, games=1)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    early = api_of(User.objects.get(username="dora")).post(f"{API}qualifiers/")
    assert early.status_code == 409
    assert "not_cross_checked" not in [fault["code"] for fault in early.json()["errors"]]
    assert Event.objects.get().cross_checked_at is None
    play(event, "A-1", "A-3")
    assert links_to(client.get("/t/sierra/main/"), "Make the ranking official")
    page = client.get("/t/sierra/main/posting/")
    assert "not cross-checked" not in text_of(page)

    sent = {"sure": "yes", "revision": Event.objects.get().revision}
    posted = client.post("/t/sierra/main/posting/", sent, follow=True)

    assert "The ranking is official. Print the final standings next." in text_of(posted)
    event = Event.objects.get()
    assert (event.phase, event.cross_checked_at is None) == ("report", False)
    winner = event.entries.get(seat_number=1)
    results = text_of(Client().get("/t/sierra/main/results/"))
    assert f"1st place, shared {winner.name}" in results
    assert all(name in results for name in winner.player.names)


def test_a_ladder_with_qualifiers_still_leads_to_its_bracket() -> None:
    event = a_ladder(4, games=1)
    Event.objects.filter(pk=event.pk).update(quota_exemption=2, quota_reason="A final")
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    play(event, "A-1", "A-3")

    desk = client.get("/t/sierra/main/")

    assert "1 game is played: post the qualifiers" in text_of(desk)
    assert links_to(client.get("/t/sierra/main/standings/"), "Bracket")
    assert links_to(client.get("/t/sierra/main/cards/"), "Cross-check")
    assert "Post the qualifiers" in text_of(client.get("/t/sierra/main/posting/"))


def test_the_steps_of_a_ladder_name_the_tables_that_owe_a_result() -> None:
    event = a_ladder(4, games=2)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    steps = "/t/sierra/main/phases/"

    assert "The first result that is recorded begins it." in text_of(client.get(steps))
    play(event, "A-1")
    assert "1 result of game 1 is missing. Table 2." in text_of(client.get(steps))
    play(event, "A-3")
    assert "Game 2 can start. All results of the game before are in." in text_of(client.get(steps))


def test_a_team_s_pages_show_its_table_and_rank_and_no_cut() -> None:
    event = a_ladder(5)
    play(event, "A-1", "A-3")
    next_game(event=event, actor=COMMAND)
    make_links(event=event, actor=COMMAND)
    link = PersonalLink.objects.get(entry__event=event, entry__seat_number=1)
    store_snapshot(Event.objects.get(pk=event.pk))

    own = text_of(Client().get(reverse("me:own", args=[key_of_link(link)])))
    assert "Your rank of 5 T1 game points 2 won 1" in own
    for absent in ("qualify", "Not handed in", "net"):
        assert absent not in own
    player = text_of(Client().get("/t/sierra/main/players/A-1/"))
    assert "Table 2, against" in player
    assert "who qualify" not in player
    assert "Sits out" in text_of(Client().get("/t/sierra/main/seating/?game=2"))


def test_where_cards_have_no_spread_the_desk_does_not_cite_the_rule_of_discrepancies() -> None:
    event = make_event(
        tournament=make_tournament("sierra"), games=1, movement="none", records_spread=False, entrants=2, seated=True
    )
    make_cards(event, A_1="A-2 3 .", A_2="A-1 0 .")
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    desk = text_of(client.get("/t/sierra/main/"))

    assert "The program compares who won on both cards of every game." in desk
    assert "12.2" not in desk


def test_the_rules_card_names_what_this_community_plays() -> None:
    event = a_ladder(4)

    card = text_of(Client().get(f"{PAGE}rules/"))

    assert "Five cards each." in card
    assert "The first player who said go leads next, and the count begins again at 0." in card
    assert "Fewer than 61 is a double skunk, also 3 points here." in card
    assert "Muggins Not played." in card
    make_event(tournament=event.tournament, slug="other", entrants=4, seated=True)
    assert Client().get("/t/sierra/other/ladder/rules/").status_code == 404


def test_a_paper_card_that_says_otherwise_is_named_and_settled_without_a_judge() -> None:
    event = a_ladder(4, games=1)
    play(event, "A-1", "A-3")
    event.refresh_from_db()
    make_cards(event, A_2="A-1 2 .")

    shown = ladder_game(Event.objects.get(pk=event.pk))
    assert shown is not None
    assert shown.tables[0].differs
    assert shown.missing == (1,)
    client = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    assert "The cards differ" in text_of(client.get(PAGE))
    refused = client.post(f"{PAGE}result/", {"game": 1, "table": 1, "winner": "A-1", "points": 2})
    assert refused.status_code == 409
    assert "Look at both papers" in text_of(refused)
    make_cards(event, A_2="A-1 0 .")
    assert ladder_game(Event.objects.get(pk=event.pk)).complete  # type: ignore[union-attr]


def test_the_ranking_becomes_official_once_every_difference_is_settled_and_a_tie_may_still_be_played_off() -> None:
    event = a_ladder(6, games=1)
    play(event, "A-1", "A-3", "A-5")
    make_cards(event, A_2="A-1 2 .")
    client = director_of(event.tournament)
    checked = client.post(f"{API}cross-check/").json()
    assert (checked["outcomes"]["referred"], checked["high_nonqualifier"]) == (0, None)
    [differing] = client.get(f"{API}discrepancies/").json()

    refused = client.post(f"{API}qualifiers/")
    assert (refused.status_code, [fault["code"] for fault in refused.json()["errors"]]) == (409, ["result_unsettled"])
    resolved = {
        "A-1": {"points": "2", "plus": "", "minus": ""},
        "A-2": {"points": "0", "plus": "", "minus": ""},
    }
    decision = {"initials": "DR", "reason": "Looked at both", "version": differing["version"], "resolved": resolved}
    assert client.get(f"{API}ladder/?game=1").json()["tables"][0]["winner"] is None
    assert client.post(f"{API}discrepancies/{differing['id']}/override/", decision).status_code == 200
    settled = client.get(f"{API}ladder/?game=1").json()["tables"][0]
    assert client.post(f"{API}qualifiers/").status_code == 201

    assert (settled["winner"], settled["points"]) == ("A-1", 2)
    assert client.get(f"{API}ladder/").json()["tables"][0] == settled
    assert {(row["net"], row["plus"]) for row in client.get(f"{API}standings/").json()["rows"]} == {(0, 0)}
    assert [row[0] for row in standings(client)] == [1, 1, 1, 4, 4, 4]
    assert client.post(f"{API}tiebreaks/", {"order": ["A-6", "A-4", "A-2"]}).status_code == 201
    assert [row[:2] for row in standings(client)][3:] == [(4, "A-6"), (5, "A-4"), (6, "A-2")]
    page = text_of(signed_in(User.objects.get(username="dora")).get("/t/sierra/main/standings/"))
    assert "The standings are official. A tie can still be played off" in page
    assert "nonqualifier" not in page
