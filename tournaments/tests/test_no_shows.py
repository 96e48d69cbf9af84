"""Who did not come: found by name, made up for before the first game, undone, and seated again when they walk in."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.day.actions.round import call_game, change_day, look_ahead, undo_day_change, undo_no_show
from tournaments.day.actions.status import set_status
from tournaments.day.reads.round import MOVE_UP, DayPlan, What, drawn_anew, ground_of, moves_up, no_show_ways, no_shows
from tournaments.day.reads.schedule import rounds, schedule
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, seat_late
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event, Player, Tournament
from tournaments.seating.actions import draw_seats, swap_seats
from tournaments.seating.reads.draw import published_proof
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return in_role(tournament, "director")


@pytest.fixture
def nineteen(tournament: Tournament) -> Event:
    """Nineteen people at one table with twenty seats, nine games each; at A-6 sits Cal Dun, at A-19 Zoë Orr."""
    event = make_event(tournament=tournament, games=9, entrants=19, seated=True)
    for number, name in ((6, "Cal Dun"), (19, "Zoë Orr")):
        event.entries.filter(number=number).update(name=name)
    return event


def stay_away(event: Event, seat: str, way: str = "") -> None:
    plan = DayPlan(What.NO_SHOW, seat=seat, way=way)
    change_day(event=event, plan=plan, reason="Never came", actor=make_actor())
    event.refresh_from_db()


def entrant(event: Event, number: int) -> Entry:
    return event.entries.get(number=number)


def enter(event: Event, name: str, seat: str) -> Entry:
    return enter_entrants(event=event, entrants=[EntrantPlan(name, seat=seat)], actor=make_actor())[0]


def call(event: Event, game: int | None) -> None:
    call_game(event=event, game=game, actor=make_actor())
    event.refresh_from_db()


# --- Who -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [What.NO_SHOW, What.AWAY, What.LEAVES, What.AWARD, What.SUBSTITUTE])
@pytest.mark.parametrize("typed", ["a6", "A-6 Cal Dun", "cal dun", "CAL", "zoe"])
def test_every_wizard_takes_an_id_or_a_name(nineteen: Event, director: Client, what: What, typed: str) -> None:
    sent = {"seat": typed, "first": "2", "last": "2", "name": "Otto Vance"}

    seen = director.get(of("day_change", nineteen, what.value), sent)

    assert seen.status_code == 200
    assert (f"{'A-19 Zoë Orr' if typed == 'zoe' else 'A-6 Cal Dun'}") in text_of(seen)
    assert seen.context["form"].plan.seat == ("A-19" if typed == "zoe" else "A-6")


def test_the_field_offers_everybody_who_plays(nineteen: Event, director: Client) -> None:
    stay_away(nineteen, "A-3")

    page = director.get(of("day_change", nineteen, "away")).content.decode()

    assert 'list="players"' in page
    assert '<datalist id="players">' in page
    assert '<option value="A-6 Cal Dun">' in page
    assert '<option value="A-3 ' not in page


def test_a_name_that_fits_several_names_them_and_one_that_fits_nobody_says_so(
    nineteen: Event, director: Client
) -> None:
    several = director.get(of("day_change", nineteen, "no_show"), {"seat": "orr"})
    nobody = director.get(of("day_change", nineteen, "no_show"), {"seat": "Ruth Nobody"})

    assert (several.status_code, nobody.status_code) == (422, 422)
    assert "This fits several players: A-1 Milt Orr, " in text_of(several)
    assert "A-19 Zoë Orr" in text_of(several)
    assert "Write the ID of the one you mean." in text_of(several)
    assert "Nobody who plays has this ID or name." in text_of(nobody)
    assert 'value="orr"' in several.content.decode()


# --- Moving up -------------------------------------------------------------------------------------------------------


def test_the_preview_offers_that_the_last_one_moves_up(nineteen: Event, director: Client) -> None:
    seen = director.get(of("day_change", nineteen, "no_show"), {"seat": "Cal Dun"})

    assert [way["way"] for way in seen.context["ways"]] == [MOVE_UP, ""]
    told = text_of(seen)
    assert "11 rounds, 8 extra games are played." in told
    assert "A-19 Zoë Orr moves to A-6" in told
    assert "10 rounds, nobody plays an extra game." in told
    assert seen.context["outlook"].rounds_after == 10


def test_the_way_that_costs_least_is_proposed_and_the_other_one_can_be_chosen(
    nineteen: Event, director: Client
) -> None:
    address = of("day_change", nineteen, "no_show")

    seen = director.get(address, {"seat": "A-6"})
    other = director.get(address, {"seat": "A-6", "way": ""})

    assert (seen.context["way"], other.context["way"]) == (MOVE_UP, "")
    assert "Best for the table: 10 rounds instead of 11; 0 extra games instead of 8" in text_of(seen)
    assert (seen.context["proposed"], other.context["outlook"].rounds_after) == (other.context["proposed"], 11)
    sent = {"seat": "A-6", "way": "", "mark": other.context["outlook"].mark, "reason": "Never came"}
    assert director.post(address, sent).status_code == 302
    assert (entrant(nineteen, 19).seat, entrant(nineteen, 6).status) == ("A-19", "no_show")


@pytest.mark.parametrize("movement", ["anchor", "two_games"])
def test_where_drawing_anew_saves_rounds_the_preview_says_so_and_it_is_true(
    tournament: Tournament, director: Client, movement: str
) -> None:
    event = make_event(
        tournament=tournament, games=9, entrants=13, movement=movement, sit_outs_reason="A small club", seated=True
    )

    told = text_of(director.get(of("day_change", event, "no_show"), {"seat": "A-5"}))
    before = look_ahead(event, DayPlan(What.NO_SHOW, seat="A-5", way=MOVE_UP))[1].rounds_after
    fresh = make_event(tournament=tournament, slug="fresh", games=9, entrants=12, movement=movement, seated=True)

    assert rounds(fresh) < before
    assert f"still takes {before} rounds. Drawn again, 12 people need {rounds(fresh)}." in told
    call_game(event=event, game=1, actor=make_actor())
    event.refresh_from_db()
    assert drawn_anew(ground_of(event), "A-5") is None


def test_the_cheapest_way_comes_first(nineteen: Event) -> None:
    ways = no_show_ways(ground_of(nineteen), "A-6")

    assert [one.way for one in ways] == [MOVE_UP, ""]
    assert ways[0].cost < ways[1].cost
    assert no_show_ways(ground_of(nineteen), "A-19") == ()


def test_moving_up_into_the_seat_of_a_no_show_is_one_act_with_one_reason_in_the_log(
    nineteen: Event, director: Client
) -> None:
    address = of("day_change", nineteen, "no_show")
    seen = director.get(address, {"seat": "a6", "way": MOVE_UP})
    sent = {"seat": "a6", "way": MOVE_UP, "mark": seen.context["outlook"].mark, "reason": "Never came"}

    assert director.post(address, sent).status_code == 302

    nineteen.refresh_from_db()
    assert (entrant(nineteen, 19).seat, entrant(nineteen, 6).status) == ("A-6", "no_show")
    assert rounds(nineteen) == 10
    proof = published_proof(nineteen)
    assert {(line.sit_outs, line.extra_games) for line in proof.lines()} == {(1, 0)}
    rows = AuditEntry.objects.filter(event=nineteen).order_by("-pk")[:2]
    assert [(row.action, row.reason) for row in rows] == [
        ("seats.swapped", "Never came"),
        ("entrant.status-set", "Never came"),
    ]


def test_who_moves_up_is_looked_at_by_the_seat_they_have(nineteen: Event) -> None:
    _on, outlook = look_ahead(nineteen, DayPlan(What.NO_SHOW, seat="A-6", way=MOVE_UP))

    assert outlook.moved == (("A-19", "A-6"),)
    was = {one.game: one.opponent.seat for one in route(nineteen, "A-6") if one.opponent}
    will_be = {one.game: one.after for one in outlook.differences if one.player == "A-19"}
    met = {game: one.opponent for game, one in will_be.items() if one and one.opponent}
    assert len(met) > 5
    assert {game: was.get(game) for game in met if game in was} == {game: met[game] for game in met if game in was}
    assert not [one.after for one in outlook.differences if one.player == "A-6" and one.after]


def test_nobody_is_asked_to_move_once_a_game_is_called_or_where_it_serves_nobody(
    nineteen: Event, tournament: Tournament
) -> None:
    even = make_event(tournament=tournament, slug="even", games=9, entrants=20, seated=True)
    assert moves_up(ground_of(even), "A-6") == {}
    call(nineteen, 1)
    assert moves_up(ground_of(nineteen), "A-6") == {}
    with pytest.raises(Malformed, match="not right") as caught:
        stay_away(nineteen, "A-6", MOVE_UP)
    assert [fault.field for fault in caught.value.faults] == ["way"]
    assert entrant(nineteen, 6).status == "playing"


def test_the_api_lets_people_move_up(nineteen: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="director", tournament=tournament))
    address = f"/api/v1/tournaments/{tournament.slug}/events/{nineteen.slug}/day-changes/"
    body = {"what": "no_show", "seat": "A-6", "way": MOVE_UP, "reason": "Never came"}

    seen = program.post(f"{address}?preview=1", body, format="json").json()
    assert seen["rounds_after"] == 10
    untold = program.post(address, body, format="json")
    assert (untold.status_code, untold.json()["errors"][0]["field"]) == (400, "mark")
    for _time in range(2):
        assert program.post(address, {**body, "mark": seen["mark"]}, format="json").status_code == 204
    assert entrant(nineteen, 19).seat == "A-6"
    assert [one.number for one in nineteen.entries.filter(status="no_show")] == [6]


def test_an_empty_seat_that_is_left_after_a_late_entry_is_offered_to_the_last_one(
    nineteen: Event, director: Client
) -> None:
    stay_away(nineteen, "A-6")

    page = director.get(of("seating_proof", nineteen))

    assert "A-19 Zoë Orr moves to A-6" in text_of(page)
    assert "?one=A-19&amp;other=A-6" in page.content.decode()
    assert director.post(of("swap", nineteen), {"one": "A-19", "other": "A-6"}).status_code == 302
    nineteen.refresh_from_db()
    assert rounds(nineteen) == 10
    assert "moves to" not in text_of(director.get(of("seating_proof", nineteen)))


# --- Undoing ---------------------------------------------------------------------------------------------------------


def test_a_no_show_is_undone_after_a_look(nineteen: Event, director: Client) -> None:
    before = schedule(nineteen)
    stay_away(nineteen, "A-6")
    address = of("undo_no_show", nineteen, 6)
    assert address in director.get(of("round", nineteen)).content.decode()

    seen = director.get(address)

    assert "A-6 Cal Dun did not show up." in text_of(seen)
    assert seen.context["outlook"].rounds_after == 10
    assert director.post(address, {"reason": ""}).status_code == 422
    stale = director.post(address, {"reason": "Came", "mark": "0" * 12})
    assert (stale.status_code, entrant(nineteen, 6).status) == (409, "no_show")
    sent = {"reason": "Came", "mark": seen.context["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    assert entrant(nineteen, 6).status == "playing"
    assert schedule(nineteen) == before
    row = AuditEntry.objects.filter(event=nineteen).latest("pk")
    assert (row.action, row.reason) == ("entrant.status-set", "Came")
    again = director.post(address, {"reason": "Again"})
    assert (again.status_code, "is no longer a no-show" in text_of(again)) == (409, True)


def seats_of(event: Event) -> dict[int, str]:
    return {entry.number: entry.seat for entry in event.entries.all()}


def test_undoing_gives_those_who_moved_up_their_seats_back(nineteen: Event, director: Client) -> None:
    seats, before = seats_of(nineteen), schedule(nineteen)
    stay_away(nineteen, "A-6", MOVE_UP)
    assert (entrant(nineteen, 19).seat, entrant(nineteen, 6).seat) == ("A-6", "A-19")
    address = of("undo_no_show", nineteen, 6)

    seen = director.get(address)

    told = text_of(seen)
    assert "A-6 Zoë Orr moves to A-19" in told
    assert "A-19 Cal Dun moves to A-6" in told
    assert director.post(address, {"reason": "Came", "mark": seen.context["outlook"].mark}).status_code == 302
    assert seats_of(nineteen) == seats
    assert entrant(nineteen, 6).status == "playing"
    assert schedule(nineteen) == before
    rows = AuditEntry.objects.filter(event=nineteen).order_by("-pk")[:2]
    assert [(row.action, row.reason) for row in rows] == [("seats.swapped", "Came"), ("entrant.status-set", "Came")]


def test_several_who_moved_up_go_back(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=20, seated=True)
    stay_away(event, "A-3")
    seats = seats_of(event)
    stay_away(event, "A-8", MOVE_UP)
    assert seats_of(event) != seats

    undo_no_show(entry=entrant(event, 8), reason="Came", actor=make_actor())

    assert seats_of(event) == seats
    assert (entrant(event, 8).status, entrant(event, 3).status) == ("playing", "no_show")


def test_whoever_s_seat_was_taken_stays_and_it_is_said(tournament: Tournament, director: Client) -> None:
    event = make_event(tournament=tournament, games=9, entrants=20, seated=True)
    stay_away(event, "A-3")
    stay_away(event, "A-8", MOVE_UP)
    moved = {number: seat for number, seat in seats_of(event).items() if seat != f"A-{number}"}
    assert moved == {20: "A-8", 19: "A-3", 3: "A-19", 8: "A-20"}
    enter(event, "Ada Late", "A-19")

    told = text_of(director.get(of("undo_no_show", event, 8)))
    undo_no_show(entry=entrant(event, 8), reason="Came", actor=make_actor())

    assert f"A-3 {entrant(event, 19).name} does not go back to A-19: Ada Late has that seat since." in told
    assert [entrant(event, number).seat for number in (8, 19, 20)] == ["A-8", "A-3", "A-20"]


def test_whoever_changed_seats_since_is_left_alone(nineteen: Event) -> None:
    stay_away(nineteen, "A-6", MOVE_UP)
    swap_seats(event=nineteen, one="A-6", other="A-2", actor=make_actor())

    undo_no_show(entry=entrant(nineteen, 6), reason="Came", actor=make_actor())

    assert [entrant(nineteen, number).seat for number in (2, 6, 19)] == ["A-6", "A-19", "A-2"]


def test_once_a_game_is_called_everybody_keeps_the_seat_they_have(nineteen: Event, director: Client) -> None:
    stay_away(nineteen, "A-6", MOVE_UP)
    call(nineteen, 1)

    seen = director.get(of("undo_no_show", nineteen, 6))
    undo_no_show(entry=entrant(nineteen, 6), reason="Was here", actor=make_actor())

    assert "A-6 Zoë Orr does not go back to A-19: a game was called or a card written" in text_of(seen)
    assert (entrant(nineteen, 19).seat, entrant(nineteen, 6).seat) == ("A-6", "A-19")
    assert entrant(nineteen, 6).status == "playing"


def test_a_second_no_show_is_undone_by_itself(nineteen: Event) -> None:
    """What was made up the first time is not given back once more the second time."""
    seats = seats_of(nineteen)
    stay_away(nineteen, "A-6", MOVE_UP)
    undo_no_show(entry=entrant(nineteen, 6), reason="Came", actor=make_actor())
    stay_away(nineteen, "A-6")

    undo_no_show(entry=entrant(nineteen, 6), reason="Came again", actor=make_actor())

    assert seats_of(nineteen) == seats


def test_the_entrant_s_page_and_the_api_give_the_seats_back_too(nineteen: Event, tournament: Tournament) -> None:
    seats = seats_of(nineteen)
    stay_away(nineteen, "A-6", MOVE_UP)

    led = in_role(tournament, "director").post(of("status", nineteen, 6), {"status": "playing"})
    assert (led.status_code, led.headers["Location"]) == (302, of("undo_no_show", nineteen, 6))
    done = in_role(tournament, "registrar").post(of("status", nineteen, 6), {"status": "playing"}, follow=True)
    assert "A-6 Zoë Orr moves to A-19" in text_of(done)
    assert seats_of(nineteen) == seats

    stay_away(nineteen, "A-6", MOVE_UP)
    program = api_of(make_user(role="registrar", tournament=tournament))
    address = f"/api/v1/tournaments/{tournament.slug}/events/{nineteen.slug}/entrants/6/"
    answer = program.patch(address, {"status": "playing"}, format="json")
    assert (answer.status_code, answer.json()["seat"]) == (200, "A-6")
    assert seats_of(nineteen) == seats


def test_only_the_director_undoes_a_no_show_and_never_their_own(nineteen: Event) -> None:
    stay_away(nineteen, "A-6")
    assert in_role(nineteen.tournament, "registrar").post(of("undo_no_show", nineteen, 6)).status_code == 403
    user = make_user("cal", role="director", tournament=nineteen.tournament)
    Player.objects.filter(entries=entrant(nineteen, 6)).update(user=user)
    with pytest.raises(Forbidden):
        undo_no_show(entry=entrant(nineteen, 6), reason="Here", actor=make_actor(user))


def test_a_no_show_whose_seat_was_given_away_stays_in_the_list(nineteen: Event, director: Client) -> None:
    stay_away(nineteen, "A-6")
    enter(nineteen, "Ada Late", "A-6")

    page = director.get(of("round", nineteen))

    assert "A-6 Cal Dun did not show up. The seat was given to Ada Late since." in text_of(page)
    assert f"{of('entrant', nineteen, 6)}#seat" in page.content.decode()
    undoing = director.get(of("undo_no_show", nineteen, 6))
    assert (undoing.status_code, "was given to somebody else" in text_of(undoing)) == (409, True)


def test_the_list_of_no_shows_takes_two_queries(nineteen: Event) -> None:
    stay_away(nineteen, "A-6")
    enter(nineteen, "Ada Late", "A-6")
    stay_away(nineteen, "A-7")
    with CaptureQueriesContext(connection) as queries:
        found = no_shows(nineteen)
    assert [(one.seat, one.given_to) for one in found] == [("A-6", "Ada Late"), ("A-7", "")]
    assert len(queries) == 2


def test_whoever_was_taken_off_before_the_draw_did_not_miss_a_seat(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=5)
    set_status(entry=entrant(event, 5), status="no_show", reason="Ill", actor=make_actor())
    draw_seats(event=event, seed=7, actor=make_actor())
    assert no_shows(Event.objects.get(pk=event.pk)) == []


# --- They walk in after all ------------------------------------------------------------------------------------------


@pytest.fixture
def given_away(nineteen: Event) -> Event:
    """Cal Dun did not come, and Ada Late has the seat."""
    stay_away(nineteen, "A-6")
    enter(nineteen, "Ada Late", "A-6")
    nineteen.refresh_from_db()
    return nineteen


def test_the_same_entrant_gets_a_free_seat_on_their_page(given_away: Event, director: Client) -> None:
    page = director.get(of("entrant", given_away, 6))
    assert "Give a free seat" in text_of(page)
    assert '<option value="A-20">' in page.content.decode()

    done = director.post(of("seat_late", given_away, 6), {"seat": "A-20"}, follow=True)

    assert "Cal Dun sits at A-20 and plays from game 1 on." in text_of(done)
    cal = entrant(given_away, 6)
    assert (cal.seat, cal.status, cal.status_reason) == ("A-20", "playing", "")
    assert given_away.entries.count() == 20
    row = AuditEntry.objects.filter(event=given_away).latest("pk")
    assert (row.action, row.subject_key, row.after["seat"]) == ("entrant.seated", "6", "A-20")
    assert "Give a free seat" not in text_of(director.get(of("entrant", given_away, 6)))
    assert no_shows(given_away) == []


def test_the_api_seats_the_same_entrant_again(given_away: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="registrar", tournament=tournament))
    address = f"/api/v1/tournaments/{tournament.slug}/events/{given_away.slug}/entrants/6/"

    wrong = program.patch(address, {"status": "no_show", "seat": "A-20", "reason": "x"}, format="json")
    right = program.patch(address, {"status": "playing", "seat": "A-20"}, format="json")

    assert (wrong.status_code, right.status_code) == (400, 200)
    assert (right.json()["id"], right.json()["seat"], right.json()["status"]) == (6, "A-20", "playing")


def test_while_a_game_is_on_they_play_from_the_next_one_as_any_late_entry(given_away: Event) -> None:
    call(given_away, 3)

    seat_late(entry=entrant(given_away, 6), seat="A-20", actor=make_actor())

    change = DayChange.objects.get(event=given_away)
    assert (change.kind, change.data) == ("late", {"seat": "A-20", "first": 4})


def test_the_seat_of_another_no_show_is_taken_and_told(given_away: Event) -> None:
    stay_away(given_away, "A-7")

    seat_late(entry=entrant(given_away, 6), seat="A-7", actor=make_actor())

    assert [(one.seat, one.entry.number, one.given_to) for one in no_shows(given_away)] == [("A-7", 7, "Cal Dun")]


@pytest.mark.parametrize(
    ("number", "seat", "code"),
    [(6, "A-1", "exists"), (6, "A-40", "impossible"), (6, "x", "invalid"), (7, "A-20", "exists")],
)
def test_a_seat_that_cannot_be_given_is_named(given_away: Event, number: int, seat: str, code: str) -> None:
    before = [*given_away.entries.values_list("number", "table", "seat_number", "status")]
    with pytest.raises(Refused) as caught:
        seat_late(entry=entrant(given_away, number), seat=seat, actor=make_actor())
    assert caught.value.code == code
    assert {fault.field for fault in caught.value.faults} <= {"seat"}
    assert [*given_away.entries.values_list("number", "table", "seat_number", "status")] == before


def test_before_the_draw_and_after_the_posting_nobody_gets_one(tournament: Tournament, given_away: Event) -> None:
    early = make_event(tournament=tournament, slug="early", entrants=4)
    now = given_away.registration_closed_at
    Event.objects.filter(pk=given_away.pk).update(cards_begun_at=now, cross_checked_at=now, posted_at=now)
    found = []
    for event in (early, given_away):
        with pytest.raises(Refused) as caught:
            seat_late(entry=entrant(event, 4), seat="A-9", actor=make_actor())
        found.append(caught.value.code)
    assert found == ["not_seated", "posted"]


def test_a_seat_that_was_just_taken_is_refused_on_the_page(given_away: Event, director: Client) -> None:
    answer = director.post(of("seat_late", given_away, 6), {"seat": "A-1"})
    assert answer.status_code == 422
    assert entrant(given_away, 6).seat == ""
    checker = in_role(given_away.tournament, "checker")
    assert checker.post(of("seat_late", given_away, 6), {"seat": "A-20"}).status_code == 403


def test_playing_again_without_a_seat_says_how(given_away: Event) -> None:
    with pytest.raises(Refused, match="Give them a free one, as a late entry") as caught:
        set_status(entry=entrant(given_away, 6), status="playing", reason="", actor=make_actor())
    assert caught.value.code == "closed"


# --- Awards ----------------------------------------------------------------------------------------------------------


def test_a_game_is_awarded_only_once_it_is_called(nineteen: Event, director: Client) -> None:
    game = {"seat": "A-2", "first": "5"}
    assert director.get(of("day_change", nineteen, "award"), game).status_code == 200
    call(nineteen, 3)

    early = director.get(of("day_change", nineteen, "award"), game)

    assert early.status_code == 409
    assert "Game 3 is on, and game 5 is not called yet." in text_of(early)
    with pytest.raises(Refused) as caught:
        change_day(event=nineteen, plan=DayPlan(What.AWARD, seat="A-2", first=5), reason="Lunch", actor=make_actor())
    assert caught.value.code == "too_early"
    assert director.get(of("day_change", nineteen, "award"), {"seat": "A-2", "first": "3"}).status_code == 200


@pytest.mark.parametrize("what", ["away", "substitute"])
def test_nobody_is_a_no_show_for_whom_something_is_noted(what: str) -> None:
    """Whoever came late into the seat would have it too."""
    event = make_event(games=5, entrants=8, seated=True)
    plan = {
        "away": DayPlan(What.AWAY, seat="A-5", first=1, last=4),
        "substitute": DayPlan(What.SUBSTITUTE, seat="A-5", first=2, name="Zed Sub"),
    }[what]
    change = change_day(event=event, plan=plan, reason="Late", actor=make_actor())
    entry = event.entries.get(table="A", seat_number=5)

    for act in (
        lambda: set_status(entry=entry, status="no_show", reason="Never came", actor=make_actor()),
        lambda: look_ahead(event, DayPlan(What.NO_SHOW, seat="A-5")),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "not_ready"
        assert "Undo it on the page of the round first, then mark the no-show." in refused.value.message

    assert change is not None
    undo_day_change(change=change, reason="He never came", actor=make_actor())
    assert set_status(entry=entry, status="no_show", reason="Never came", actor=make_actor()).status == "no_show"
