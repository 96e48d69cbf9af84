"""The desk of an event, what visitors see in its place, and the log."""

from __future__ import annotations

import ast
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from brackets.matches.actions.claims import claim_game, let_players_report
from brackets.tests.factories import make_bracket, make_posted_event, schedule, win
from hall.desk import facts, reads, trail, values
from hall.desk import words as desk_words
from hall.desk.facts import Cards, Typed
from hall.tests.sources import calls, python_files, tree, walk
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_card
from scorecards.cards.actions.phone import tell_game
from scorecards.crosscheck.actions.crosscheck import accept, accept_all, refer, start_cross_check, take_back_decision
from scorecards.crosscheck.actions.looks import look_again
from scorecards.crosscheck.reads.control import control
from scorecards.models import Discrepancy
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.tests.factories import find, key, look_at_all, make_card, make_cards, sheet
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import call_game
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import AuditEntry, Event, Role, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of
from tournaments.venue.actions.events import change_event, exempt_quota

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
# Four players, three games. In game 1 the card of A-1 says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
# beat one another in a circle and A-4 by five each: nothing separates them.
CIRCLE = {
    "A_1": "A-2 2 +10 \n A-3 0 -10 \n A-4 2 +05",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +10",
    "A_3": "A-4 2 +05 \n A-1 2 +10 \n A-2 0 -10",
    "A_4": "A-3 0 -05 \n A-2 0 -05 \n A-1 0 -05",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Four people at table A, no card typed yet."""
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def people(tournament: Tournament) -> dict[str, User]:
    roles = {role: make_user(role, role=role, tournament=tournament) for role in Role.Kind.values}
    return {**roles, "stranger": make_user("stranger")}


def page_of(event: Event, name: str = "desk") -> str:
    return reverse(f"desk:{name}", args=[event.tournament.slug, event.slug])


def fresh(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def desk_of(event: Event, rights: Rights = DIRECTOR, *, later: timedelta = timedelta()) -> reads.Desk:
    return reads.desk(fresh(event), rights, timezone.now() + later)


def needs(event: Event, *roles: str, later: timedelta = timedelta()) -> list[str]:
    """What needs somebody with these roles now; without any, the director."""
    return [todo.title for todo in desk_of(event, Rights(frozenset(roles or ("director",))), later=later).todos]


# --- Who sees what ---------------------------------------------------------------------------------------------------


def test_staff_see_the_desk_and_everybody_else_the_public_face(event: Event, people: dict[str, User]) -> None:
    pages = {who: signed_in(user).get(page_of(event)) for who, user in people.items()}
    pages["visitor"] = Client().get(page_of(event))

    assert {page.status_code for page in pages.values()} == {200}
    assert [who for who, page in pages.items() if "Needs you now" in text_of(page)] == [
        "director",
        "registrar",
        "checker",
        "judge",
    ]
    assert "On now" in text_of(pages["visitor"])


def test_a_private_event_is_not_there_for_those_without_a_role(event: Event) -> None:
    Tournament.objects.update(public=False)

    for url in (page_of(event), page_of(event, "log")):
        assert (Client().get(url).status_code, signed_in(make_user()).get(url).status_code) == (404, 404)
    assert in_role(event.tournament, "viewer").get(page_of(event)).status_code == 200


@pytest.mark.parametrize("name", ["desk", "log"])
def test_the_desk_and_the_log_take_no_posts(event: Event, name: str) -> None:
    assert in_role(event.tournament, "director").post(page_of(event, name)).status_code == 405


@pytest.mark.parametrize("who", ["director", "visitor"])
def test_a_poll_is_answered_with_nothing_until_something_changes(event: Event, who: str) -> None:
    client = Client() if who == "visitor" else in_role(event.tournament, who)
    poll = f"{page_of(event)}?v={state_on(client.get(page_of(event)))}"

    unchanged = client.get(poll, headers={"HX-Request": "true"})
    make_card(event, "A-1", CARDS["A_1"])
    changed = client.get(poll, headers={"HX-Request": "true"})

    assert (unchanged.status_code, unchanged.content) == (204, b"")
    assert changed.status_code == 200
    assert changed.content.decode().lstrip().startswith('<div id="now"')
    assert state_on(changed) not in poll
    assert client.get(f"{page_of(event)}?v={state_on(changed)}", headers={"HX-Request": "true"}).status_code == 204
    assert "HX-Request" in changed["Vary"]


def state_on(page: HttpResponse) -> str:
    """What the page is known by, as its next question names it."""
    found = re.search(r'id="now" hx-get="[^"]*\?v=([0-9-]+)', page.content.decode())
    assert found
    return found[1]


def test_an_unchanged_poll_costs_eight_queries(event: Event) -> None:
    client = in_role(event.tournament, "director")
    poll = f"{page_of(event)}?v={state_on(client.get(page_of(event)))}"

    with CaptureQueriesContext(connection) as asked:
        client.get(poll, headers={"HX-Request": "true"})

    # The session, the user, the event, the roles, the calls for a judge, the events from which people came over or to which, what
    # was done last, and whether a backup is late.
    assert len(asked) == 8


def test_the_desk_is_updated_by_acts_that_change_no_result(event: Event) -> None:
    event.phones = "beside"
    event.save()
    client = in_role(event.tournament, "checker")
    before = state_on(client.get(page_of(event)))
    entry = entry_at(event, "A-1")
    tell_game(entry=entry, game=1, spread=12, key=uuid4(), actor=Actor.of_entry(entry))

    told = client.get(f"{page_of(event)}?v={before}", headers={"HX-Request": "true"})

    assert told.status_code == 200
    assert "by phone" in text_of(told)


# --- What needs somebody now -----------------------------------------------------------------------------------------


def test_the_steps_and_the_public_list_say_which_game_is_on(tournament: Tournament, client: Client) -> None:
    event = make_event(tournament=tournament, games=5, entrants=8, seated=True)
    call_game(event=event, game=2, actor=make_actor())

    steps = text_of(in_role(tournament, "director").get("/t/sierra/main/phases/"))

    assert "1 table of 8, game 2 is on" in steps
    assert "Game 2 is on." in text_of(client.get("/t/sierra/"))


def test_with_one_player_entered_the_desk_says_that_it_takes_two(tournament: Tournament) -> None:
    assert needs(make_event(tournament=tournament, entrants=1)) == ["1 player is entered, and it takes two"]


def test_an_empty_event_needs_entrants(tournament: Tournament) -> None:
    event = make_event(tournament=tournament)

    assert needs(event) == ["Nobody is entered yet"]
    assert needs(event, "registrar") == ["Nobody is entered yet"]
    assert needs(event, "checker") == []
    assert "Nothing needs you now." in text_of(in_role(event.tournament, "checker").get(page_of(event)))


def test_a_field_needs_its_seats_drawn_and_whoever_is_there_twice_looked_at(tournament: Tournament) -> None:
    event = make_event(
        tournament=tournament, entrants=[EntrantPlan("Ruth Quill"), EntrantPlan("ruth quill"), EntrantPlan("Ida Reed")]
    )

    todos = desk_of(event).todos

    assert [(todo.title, todo.url) for todo in todos] == [
        ("2 entrants may be listed twice", "/t/sierra/main/entrants/?show=twice"),
        ("3 players to check in", "/t/sierra/check-in/"),
        ("Seats to draw", "/t/sierra/main/seating/"),
    ]
    assert "3 is an odd number of players: one sits out each game." in todos[2].text


def test_before_the_first_game_the_decks_are_to_be_replaced(event: Event) -> None:
    desk = desk_of(event)

    assert next((row.when, row.text) for row in desk.coming) == (
        "Game 1",
        "Replace the decks at the anchor seats (4.2.d, 2020).",
    )


def test_missing_cards_are_counted_and_named(event: Event) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    make_card(event, "A-2", "A-1 0 -10")

    (todo,) = desk_of(event).todos

    assert todo.title == "3 cards are not in yet"
    assert todo.text == "1 of 4 are complete. Missing: A-2 Dale Ashby, A-3 Ivan Flint, A-4 Edie Marsh."
    assert todo.url == "/t/sierra/main/cards/"


def test_a_card_that_does_not_add_up_is_named_with_its_reason(event: Event) -> None:
    make_cards(event, **CARDS)
    make_card(event, "A-1", CARDS["A_1"], OwnTotals(game_points=9, games_won=3, plus=64, minus=0, net=64))

    todo = desk_of(event).todos[-1]

    assert todo.title == "1 card does not add up"
    assert todo.text == "A-1 Milt Orr: The card says 9 game points; the lines come to 7."
    assert todo.url == "/t/sierra/main/cards/A-1/"


def test_when_every_card_is_in_the_cross_check_can_begin(event: Event) -> None:
    make_cards(event, **CARDS)
    look_at_all(event)

    assert needs(event) == ["Every card is in: begin the cross-check"]
    assert needs(event, "checker") == ["Every card is in: begin the cross-check"]
    assert needs(event, "judge") == []


def test_lines_that_differ_wait_to_be_read_again_for_a_checker(event: Event) -> None:
    make_cards(event, **CARDS)

    waits = desk_of(event).todos[0]

    assert waits.title == "2 lines are to be read again"
    assert waits.text == "Two cards differ there. 2 lines are of cards that could qualify."
    assert waits.url == "/t/sierra/main/looks/"
    assert waits.title not in needs(event, "judge")


def test_a_correction_that_matters_waits_for_initials(event: Event) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    look_at_all(event)

    todos = desk_of(event).todos

    assert todos[0].title == "1 correction waits for initials"
    assert todos[0].text == "It could change who qualifies: game 1, A-1 and A-2."
    assert "Everything is settled: post the names" not in needs(event)


def test_corrections_that_cannot_matter_are_counted_too_and_said_to_be_such() -> None:
    title, text, _label = desk_words.uninitialled(2, [])

    assert (title, text) == ("2 corrections wait for initials", "They cannot change who qualifies.")


def test_lines_to_read_and_corrections_to_sign_are_counted_once_each_as_on_the_cross_check(event: Event) -> None:
    """Two games differ: one was read again on both papers, the other on neither."""
    make_cards(event, **{**CARDS, "A_3": "A-4 2 +03 \n A-1 0 -09 \n A-2 0 -07"})
    start_cross_check(event=event, actor=make_actor())
    for seat, other in (("A-1", "A-2"), ("A-2", "A-1")):
        line = sheet(event).cards[seat].line(1)
        assert line is not None
        assert line.opponent == other
        look_again(event=event, seat=seat, game=1, reading=line, actor=make_actor())

    titles = [todo.title for todo in desk_of(event).todos]
    page = text_of(in_role(event.tournament, "checker").get("/t/sierra/main/cross-check/"))

    assert "2 lines are to be read again" in titles
    assert "1 correction waits for initials" in titles
    assert "Look again 2 lines wait" in page
    assert "Sign one more correction." in page


def test_a_referral_waits_for_the_head_judge_and_for_nobody_else(event: Event) -> None:
    make_cards(event, **{**CARDS, "A_1": "A-2 . . \n A-3 2 +12 \n A-4 3 +40"})
    start_cross_check(event=event, actor=make_actor())

    waits = "1 game waits for the head judge"
    assert waits in needs(event)
    assert waits in needs(event, "judge", "head_judge")
    assert waits not in needs(event, "judge")
    assert waits not in needs(event, "checker")


def test_a_line_that_names_nobody_leads_to_its_card(event: Event) -> None:
    make_cards(
        event, **{**CARDS, "A_1": "? 2 +12 \n A-3 2 +12 \n A-4 3 +40", "A_2": "? 0 -10 \n A-4 2 +05 \n A-3 2 +07"}
    )

    found = [(todo.title, todo.url) for todo in desk_of(event).todos if "names nobody" in todo.title]

    assert ("A line on A-1 Milt Orr names nobody", "/t/sierra/main/cards/A-1/") in found


def test_a_tie_for_a_qualifying_place_has_to_be_played_off(event: Event) -> None:
    make_cards(event, **CIRCLE)
    start_cross_check(event=event, actor=make_actor())

    tie = next(todo for todo in desk_of(event).todos if todo.title == "A tie has to be played off")

    assert tie.text == (
        "A-1, A-2, A-3 are tied for place 1. Record the one-game playoff. Where no playoffs follow, set in the settings that 0 "
        "qualify: then they share the place."
    )
    assert tie.url == "/t/sierra/main/standings/#ties"
    assert "A tie has to be played off" not in needs(event, "checker")


def test_a_tie_for_the_high_nonqualifier_can_be_played_off_and_nothing_waits(event: Event) -> None:
    # A-1 wins all; the three below have beaten one another in a circle.
    below = {
        "A_1": "A-2 2 +10 \n A-3 2 +10 \n A-4 2 +10",
        "A_2": "A-1 0 -10 \n A-4 0 -05 \n A-3 2 +05",
        "A_3": "A-4 2 +05 \n A-1 0 -10 \n A-2 0 -05",
        "A_4": "A-3 0 -05 \n A-2 2 +05 \n A-1 0 -10",
    }
    make_cards(event, **below)
    start_cross_check(event=event, actor=make_actor())
    desk = desk_of(event)

    tie = next(todo for todo in desk.todos if todo.title == "A tie can be played off")

    assert (tie.url, tie.urgent) == ("/t/sierra/main/standings/#ties", False)
    assert "without the game they share that place and its prize" in tie.text
    assert "Everything is settled: post the names" in needs(event)
    assert "One can be played off" in [step.note for step in desk.steps]


def test_once_all_is_settled_the_names_are_posted_by_the_director(event: Event) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    accept_all(event=event, initials="RM", revision=fresh(event).revision, actor=make_actor())

    desk = desk_of(event)

    post = next(todo for todo in desk.todos if todo.url == "/t/sierra/main/posting/")
    assert post.title == "Everything is settled: post the names"
    assert [step.state for step in desk.steps] == ["done", "done", "done", "done", "done", "now"]
    assert "Everything is settled: post the names" not in needs(event, "checker")


def test_names_wait_for_lines_that_nobody_read_again(event: Event) -> None:
    """Nothing is to be signed, and still the typing may be wrong."""
    make_cards(
        event, **CARDS | {"A_1": "A-2 2 +14 \n A-3 2 +12 \n A-4 3 +40", "A_2": CARDS["A_2"].replace("-10", "-16")}
    )
    start_cross_check(event=event, actor=make_actor())

    desk = desk_of(event)

    assert "Nothing stands in the way" not in str([todo.title for todo in desk.todos])
    post = next(todo for todo in desk.todos if todo.url == "/t/sierra/main/posting/")
    assert (post.title, post.urgent) == ("Post the names once these lines are read", False)
    read = next(todo for todo in desk.todos if todo.url == "/t/sierra/main/looks/")
    assert read.urgent
    assert {one.seat for one in control(sheet(event)).sheet.cards if one.blocks} == {"A-1", "A-2"}


def test_posted_qualifiers_need_their_bracket(tournament: Tournament) -> None:
    event = make_posted_event(4, tournament=tournament)

    assert needs(event) == ["The bracket can be drawn"]
    assert needs(event, "checker") == []


def test_a_single_qualifier_has_won(tournament: Tournament) -> None:
    event = make_posted_event(1, tournament=tournament)

    assert needs(event) == ["Milt Orr has won the event"]


def test_matches_need_times_and_their_games_recorded(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)

    assert needs(event) == ["Set when they start: Semifinals", "2 matches are ready to begin"]
    assert needs(event, "checker") == ["2 matches are ready to begin"]
    win(event, 1, "A-1")
    assert needs(event, "checker") == ["1 match is in play, 1 match is ready to begin"]


def test_a_match_whose_clock_has_run_out_is_asked_about_until_a_game_is_recorded(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    schedule(event, 1, timezone.now())

    early = needs(event, later=timedelta(minutes=4))
    late = needs(event, later=timedelta(minutes=6))
    win(event, 1, "A-1")
    played = needs(event, later=timedelta(minutes=30))

    asked = "Are Milt Orr and Edie Marsh both here?"
    assert (asked in early, asked in late, asked in played) == (False, True, False)


def test_two_players_who_name_different_winners_are_a_todo_that_links_to_their_match(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    let_players_report(event=event, on=True, actor=make_actor())
    for seat in ("A-2", "A-3"):
        entry = entry_at(event, seat)
        claim_game(entry=entry, match=2, game=1, winner=seat, actor=Actor.of_entry(entry))

    errand = desk_of(event).todos[0]

    assert (errand.title, errand.urgent) == ("Dale Ashby and Ivan Flint differ on game 1", True)
    assert errand.url == reverse("brackets:match", args=["sierra", "main", 2])
    assert needs(event, "checker")[0] == errand.title
    assert errand.title not in needs(event, "judge")


def test_what_starts_when_is_coming_up_with_its_first_forfeit(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    at = timezone.now() + timedelta(hours=2)
    schedule(event, 1, at)

    (coming,) = desk_of(event).coming

    assert coming.text.startswith("Semifinals: 1 match. First forfeit at ")


def test_a_finished_event_needs_its_report_alone_and_names_its_champion(tournament: Tournament) -> None:
    event = make_bracket(2, best_of=1, tournament=tournament)
    win(event, 1, "A-1")

    desk = desk_of(event)

    assert [(todo.title, todo.text) for todo in desk.todos] == [
        ("The report to the ACC", "2 things are missing in it.")
    ]
    assert [(phase.name, phase.note, phase.state) for phase in desk.phases][-2:] == [
        ("Playoffs", "Milt Orr", "done"),
        ("Report", "", "now"),
    ]
    assert "Champion Milt Orr" in text_of(Client().get(page_of(event)))


# --- Progress --------------------------------------------------------------------------------------------------------


def test_the_phases_say_how_far_each_has_come(event: Event) -> None:
    make_card(event, "A-1", CARDS["A_1"])

    phases = [(phase.name, phase.note, phase.state) for phase in desk_of(event).phases]

    assert phases[0][0] == "Registration"
    assert phases[0][1].startswith("4 players, closed ")
    assert phases[1:] == [
        ("Seating", "1 table of 4", "done"),
        ("Qualifying", "3 games, 1 of 4 cards in", "now"),
        ("Cross-check", "", "todo"),
        ("Playoffs", "", "todo"),
        ("Report", "", "todo"),
    ]


def test_tables_of_different_sizes_are_told_apart(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=8, tables=[4, 2, 2], seated=True)

    assert desk_of(event).phases[1].note == "Tables: 1 of 4, 2 of 2"


def test_progress_is_shown_for_all_cards_and_by_table(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=4, tables=[2, 2], seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -16", B_1="B-2 2 +05")

    tracks = [(track.label, track.value, track.most) for track in desk_of(event).tracks]

    assert tracks == [("Typed in", 3, 4), ("Table A", 2, 2), ("Table B", 1, 2)]


def test_the_gain_of_ten_minutes_gives_the_rear_peg_and_the_time_of_the_last_card(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=6, seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -16", A_3="A-4 2 +05")
    now = timezone.now().replace(hour=20, minute=26)
    typed = tuple(
        Typed(seat, "rosa", "Rosa Medina", now - timedelta(minutes=ago))
        for seat, ago in (("A-1", 30), ("A-2", 9), ("A-3", 1))
    )

    (whole,) = reads.card_tracks(Cards(sheet(event), typed), now)

    assert (whole.value, whole.rear, whole.most) == (3, 1, 6)
    assert whole.note == ("2 in the 10 minutes to 8:26 PM. At that pace the last card is in at about 8:41 PM.")


def test_a_card_that_is_typed_again_does_not_count_as_new(event: Event) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    first = AuditEntry.objects.get(action="card.typed").at
    make_card(event, "A-1", CARDS["A_1"].replace("+40", "+41"))

    cards = facts.facts(fresh(event), timezone.now()).cards

    assert cards.complete_by(first) == ["A-1"]


def test_the_card_desk_shows_who_typed_how_many_cards(event: Event) -> None:
    for name, seats in (("rosa", ["A-1", "A-2"]), ("len", ["A-3"])):
        user = make_user(name, role="checker", tournament=event.tournament)
        for seat in seats:
            write_card(event=event, seat=seat, version=0, card=written(seat), actor=make_actor(user))

    typists = desk_of(event).typists

    assert [(typist.name, typist.initials, typist.cards) for typist in typists] == [
        ("rosa", "RO", "2 cards"),
        ("len", "LE", "1 card"),
    ]
    assert typists[0].last.startswith("A-2, ")


def written(seat: str) -> WrittenCard:
    lines = (WrittenLine(1, None, 2, 10, None),)
    return WrittenCard(lines, OwnTotals(game_points=len(seat)))


def test_rounds_of_the_playoffs_are_counted_without_byes(tournament: Tournament) -> None:
    event = make_bracket(3, best_of=1, tournament=tournament)
    win(event, 2, "A-2")

    tracks = [(track.label, track.value, track.most) for track in desk_of(event).tracks]

    assert tracks == [("Semifinals", 1, 1), ("Final", 0, 1)]


@pytest.mark.parametrize(
    ("entrants", "numbers", "note"),
    [
        (
            96,
            (96, 24, 8),
            "One in four qualifies, rounded up. Bracket of 32 less 24 qualifiers leaves 8 byes, to the top 8. Rule 13.2.b (2020).",
        ),
        (
            64,
            (64, 16, 0),
            "One in four qualifies, rounded up. Bracket of 16, and nobody has a bye. Rule 13.2.b (2020).",
        ),
        (4, (4, 1, None), "One in four qualifies, rounded up. Rule 13.2.b (2020)."),
    ],
    ids=["byes", "full", "one"],
)
def test_the_field_shows_the_bracket_that_follows_from_it(
    tournament: Tournament, entrants: int, numbers: tuple[int, int, int | None], note: str
) -> None:
    event = make_event(tournament=tournament, entrants=entrants)

    field = desk_of(event).field

    assert (field.players, field.qualify, field.byes) == numbers
    assert field.note == note


def test_an_exemption_is_shown_with_its_reason(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=8)
    exempt_quota(event=event, quota=4, reason="Flyer promised four", actor=make_actor())

    assert "An exemption instead of one in four: Flyer promised four" in text_of(Client().get(page_of(event)))


@pytest.mark.parametrize(
    ("role", "queries"), [("director", 35), ("", 8), ("viewer", 12)], ids=["desk", "visitor", "viewer"]
)
def test_the_page_takes_the_same_number_of_queries_whatever_the_size(
    tournament: Tournament, role: str, queries: int
) -> None:
    small = make_event(tournament=tournament, slug="small", games=1, entrants=2, seated=True)
    large = make_event(tournament=tournament, slug="large", games=1, entrants=6, tables=[2, 2, 2], seated=True)
    make_cards(small, A_1="A-2 2 +16")
    make_cards(large, A_1="A-2 2 +16", A_2="A-1 0 -16", B_1="B-2 2 +05")
    client = in_role(small.tournament, role) if role else Client()
    for event in (small, large):
        client.get(page_of(event))

    with CaptureQueriesContext(connection) as few:
        client.get(page_of(small))
    with CaptureQueriesContext(connection) as many:
        client.get(page_of(large))

    # One of them asks what is announced, one for the events of the menu; three of the desk's for the calls for a judge and
    # for who came over, and eight for what needs somebody in the whole tournament.
    assert len(few) == len(many) == queries


# --- The public face -------------------------------------------------------------------------------------------------


def test_the_public_face_links_to_the_pages_there_are_and_shows_the_leaders(event: Event) -> None:
    make_cards(event, **CARDS)

    page = text_of(Client().get(page_of(event)))

    assert "Qualifying round: the cards are being typed in." in page
    assert "Standings Seats and schedule Entrants" in page
    assert "At the top Provisional Rank Player Game points 1 Milt Orr A-1 7" in page


def test_the_public_face_leaves_out_what_the_director_hides(event: Event) -> None:
    make_cards(event, **CARDS)
    change_event(event=event, changes={"hidden": ["standings", "entrants", "schedule"]}, actor=make_actor())

    page = text_of(Client().get(page_of(event)))
    seen = text_of(in_role(event.tournament, "viewer").get(page_of(event)))

    assert "At the top" not in page
    assert "Milt Orr" not in page
    assert "The director has not made everything public yet. Look again later." in page
    assert "At the top" in seen


def test_the_public_face_shows_matches_in_play_unless_the_bracket_is_hidden(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)

    shown = text_of(Client().get(page_of(event)))
    win(event, 1, "A-1")
    begun = text_of(Client().get(page_of(event)))
    change_event(event=event, changes={"hidden": ["bracket"]}, actor=make_actor())
    hidden = text_of(Client().get(page_of(event)))

    assert "Ready to begin 2 Milt Orr and Edie Marsh" in shown
    assert "Matches in play" not in shown
    assert "Matches in play 1 Milt Orr and Edie Marsh" in begun
    assert "Ready to begin 1" in begun
    assert "Matches in play" not in hidden
    assert "Ready to begin" not in hidden


def test_a_player_finds_their_own_seat_on_the_public_face(event: Event) -> None:
    player = make_user("milt")
    link_player(entry=event.entries.get(number=1), username="milt", actor=make_actor())

    page = text_of(signed_in(player).get(page_of(event)))

    assert "You play here as Milt Orr, seat A-1. Your way from game to game" in page
    assert "You play here" not in text_of(Client().get(page_of(event)))


# --- The log ---------------------------------------------------------------------------------------------------------


def test_the_log_is_for_those_who_may_see_cards(event: Event, people: dict[str, User]) -> None:
    statuses = {who: signed_in(user).get(page_of(event, "log")).status_code for who, user in people.items()}

    assert [who for who, status in statuses.items() if status == 200] == ["director", "checker", "judge"]
    assert {statuses[who] for who in ("registrar", "viewer", "stranger")} == {403}
    assert Client().get(page_of(event, "log")).status_code == 302
    assert page_of(event, "log") in signed_in(people["checker"]).get(page_of(event)).content.decode()
    assert page_of(event, "log") not in signed_in(people["registrar"]).get(page_of(event)).content.decode()


def test_the_log_tells_what_was_done_newest_first_with_the_reason_and_both_values(event: Event) -> None:
    client = in_role(event.tournament, "director")
    set_status(entry=event.entries.get(number=1), status="withdrawn", reason="Went home", actor=make_actor())

    page = text_of(client.get(page_of(event, "log")))

    assert (
        page.index("Milt Orr: Withdrawn.") < page.index("Seats drawn for 4 players.") < page.index("Tournament made.")
    )
    assert "Because: Went home" in page
    assert "status Playing Withdrawn" in page


def test_a_card_typed_again_shows_only_the_lines_that_changed_in_the_cards_notation(event: Event) -> None:
    make_card(event, "A-1", CARDS["A_1"])
    make_card(event, "A-1", CARDS["A_1"].replace("A-2 2 +12", "? . ."))

    row = AuditEntry.objects.filter(action="card.typed").last()

    assert [(change.label, change.before, change.after) for change in values.changes(row)] == [
        ("card · game 1", "2, +12, against A-2", "blank, –")
    ]
    assert trail.sentence(row, {"A-1": "Milt Orr"}) == "TE typed A-1 again: game 1 from +12 to blank throughout."


def test_the_history_of_one_thing_leaves_out_the_others(event: Event) -> None:
    make_cards(event, **CARDS)

    page = text_of(in_role(event.tournament, "checker").get(page_of(event, "log"), {"about": "card/A-2"}))

    assert "TE typed card A-2." in page
    assert "typed card A-1" not in page


def test_a_signed_correction_is_told_in_red_ink_with_its_initials_and_a_referral_is_not(event: Event) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    game = {"event": event, "key": key(1, "A-1", "A-2"), "actor": make_actor()}
    refer(**game, initials="LF", reason="Unclear", version=find(event, 1, "A-1", "A-2").version)
    take_back_decision(**game, rights=DIRECTOR)
    look_at_all(event)
    accept(**game, initials="RM", version=find(event, 1, "A-1", "A-2").version)

    rows = [trail.done(row, {}) for row in AuditEntry.objects.filter(subject_kind="discrepancy").order_by("pk")]

    assert [(row.text, row.initials, row.red) for row in rows] == [
        ("LF put game 1 of A-1 and A-2 before the head judge.", "LF", False),
        ("TE took back the decision on game 1 of A-1 and A-2.", "TE", False),
        ("RM corrected A-1 game 1 from +12 to +10, rule 12.2.a.", "RM", True),
    ]


@pytest.mark.parametrize("name", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-02-30T10:00:00Z"])
def test_a_name_that_looks_like_a_moment_does_not_break_the_log(tournament: Tournament, name: str) -> None:
    event = make_event(tournament=tournament, slug="odd", entrants=[EntrantPlan(name)])

    answer = in_role(tournament, "director").get(f"/t/sierra/{event.slug}/log/")

    assert answer.status_code == 200
    assert name in answer.content.decode()


def test_the_log_comes_in_pages(event: Event) -> None:
    for number in range(60):
        change_event(event=event, changes={"hidden": ["standings"] if number % 2 == 0 else []}, actor=make_actor())
    client = in_role(event.tournament, "director")

    first, last = client.get(page_of(event, "log")), client.get(page_of(event, "log"), {"page": "2"})

    assert (len(first.context["rows"]), first.context["page"].paginator.num_pages) == (50, 2)
    assert "Page 2 of 2" in text_of(last)


def test_the_log_takes_the_same_number_of_queries_for_one_row_and_for_three(event: Event) -> None:
    client = in_role(event.tournament, "director")
    make_card(event, "A-1", CARDS["A_1"])
    with CaptureQueriesContext(connection) as few:
        client.get(page_of(event, "log"))
    make_cards(event, A_2=CARDS["A_2"], A_3=CARDS["A_3"])

    with CaptureQueriesContext(connection) as many:
        client.get(page_of(event, "log"))

    # One of them asks what is announced, one which state the page shows, one for the events of the menu.
    assert len(few) == len(many) == 16


def test_every_action_that_is_written_to_the_trail_has_a_sentence() -> None:
    written_there: set[str] = set()
    for path in python_files():
        if path.stem == "actions" or path.parent.name == "actions":
            for call in calls(tree(path)):
                # An app's own `_record` takes the action by position.
                given = [one.value for one in call.keywords if one.arg == "action"]
                name = ast.unparse(call.func)
                for value in (
                    given if name in ("audit.record", "audit.record_many") else call.args if name == "_record" else ()
                ):
                    written_there |= {
                        node.value
                        for node in walk(value)
                        if isinstance(node, ast.Constant) and re.fullmatch(r"[a-z_]+\.[a-z-]*", str(node.value))
                    }
    prefix = "discrepancy."
    written_there.remove(prefix)
    written_there |= {f"{prefix}{kind}" for kind in Discrepancy.Kind.values}

    assert {"card.set-aside", "line.put-back", "player.informed"} <= written_there
    assert len(written_there) > 25
    assert written_there <= trail.known_actions()


def test_an_action_of_another_programs_trail_is_named_by_its_code(event: Event) -> None:
    row = AuditEntry(
        tournament=event.tournament,
        action="thing.done-twice",
        subject_kind="thing",
        subject_key="7",
        actor_name="Helen Marsh",
    )

    assert trail.done(row, {}).text == "thing done twice: 7"
