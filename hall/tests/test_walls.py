"""What the screens of the hall show: each kind, for whom, how it is polled, and that nothing is shown by accident."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.walls import live
from judging.calls.actions.calls import call_judge, come
from scorecards.sheet.reads.stored import store_snapshot
from scorecards.tests.factories import make_cards
from tournaments.access import Actor
from tournaments.day.actions.round import call_game, set_clock
from tournaments.live import forget_announced
from tournaments.models import Announcement, Display, Entry, Event, Tournament
from tournaments.seating.reads.seating import game_by_table
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of
from tournaments.venue.actions import announcements as announcements_actions
from tournaments.venue.actions.displays import add_display, remove_display, show_on_display
from tournaments.venue.reads.displays import display_at

pytestmark = pytest.mark.django_db

WALL = "/t/sierra/wall/1/"
SILENT = {"HX-Request": "true"}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Milt Orr, Dale Ashby, Ivan Flint and Edie Marsh at A-1 to A-4."""
    return make_event(tournament=tournament, entrants=4, seated=True)


def hang(tournament: Tournament, shows: str, event: Event | None = None, text: str = "") -> Display:
    """The one display of this tournament, showing this from now on."""
    actor = make_actor()
    display = tournament.displays.first() or add_display(tournament=tournament, name="Ballroom", actor=actor)
    return show_on_display(
        tournament=tournament, number=display.number, shows=shows, event=event, text=text, actor=actor
    )


def announce(tournament: Tournament, text: str, event: Event | None = None) -> Announcement:
    return announcements_actions.announce(tournament=tournament, event=event, text=text, actor=make_actor())


def screen(client: Client | None = None) -> str:
    """What stands on the screen."""
    answer = (client or Client()).get(WALL)
    assert answer.status_code == 200
    return text_of(answer)


def version_of(answer: HttpResponse) -> str:
    found = re.search(r'data-v="([^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def poll(seen: str, client: Client | None = None) -> HttpResponse:
    return (client or Client()).get(WALL, {"v": seen}, headers=SILENT)


# --- Each kind -------------------------------------------------------------------------------------------------------


def test_standings_stand_in_columns_with_the_cut_and_how_many_cards_are_in(event: Event) -> None:
    hang(event.tournament, "standings", event)
    assert "No card is in yet." in screen()

    make_cards(event, A_1="A-2 2 +16\nA-3 2 +10\nA-4 2 +04", A_2="A-1 0 -16")
    store_snapshot(event)

    shown = screen()
    assert "Main event, provisional standings" in shown
    assert "1 Milt Orr 6 3 +30 The cut 2 Dale Ashby Not all of the card is in 0 0 −16" in shown
    assert "Cards in 1 of 4" in shown


def test_official_standings_say_so(tournament: Tournament) -> None:
    hang(tournament, "standings", make_posted_event(4, tournament=tournament))

    shown = screen()

    assert "Main event, official standings" in shown
    assert "Dale Ashby" in shown
    assert "Cards in" not in shown


def test_every_row_is_sent_and_the_screen_makes_its_pages_of_them(tournament: Tournament) -> None:
    event = make_posted_event(94, tournament=tournament)
    hang(tournament, "standings", event)

    page = Client().get(WALL).content.decode()

    assert page.count("data-page=") == page.count("<table") == 1
    assert page.count('<th scope="row"') == 95
    assert 'data-said="Page {number} of {pages}"' in page


def places_in(event: Event, game: int) -> dict[str, str]:
    """Everybody's seat in this game, by name."""
    return {
        player[1]: f"{table}-{number}"
        for table, played in game_by_table(event, game).items()
        for one in played
        for number, player in zip(one.seats, one.players, strict=True)
        if player
    }


def test_seats_are_those_of_the_game_that_is_called_and_then_of_the_next_by_last_name(event: Event) -> None:
    hang(event.tournament, "seats", event)
    assert "Main event, seats of game 1, then of game 2" in screen()

    call_game(event=event, game=2, actor=make_actor())

    shown = screen()
    assert "Main event, seats of game 2, then of game 3" in shown
    now, then = places_in(event, 2), places_in(event, 3)
    assert now != then
    named = [f"{name} {now[name]} {then[name]}" for name in ("Dale Ashby", "Ivan Flint", "Edie Marsh", "Milt Orr")]
    assert "Player Game 2 Game 3 " + " ".join(named) in shown


def test_the_last_game_has_its_seats_and_none_after_them(event: Event) -> None:
    hang(event.tournament, "seats", event)
    call_game(event=event, game=3, actor=make_actor())

    shown = screen()

    assert "Main event, seats of game 3, the last one" in shown
    assert f"Player Game 3 Dale Ashby {places_in(event, 3)['Dale Ashby']} Ivan Flint" in shown
    assert "Game 4" not in shown


def test_once_the_cards_are_compared_no_seats_are_shown_even_if_no_game_was_called(event: Event) -> None:
    hang(event.tournament, "seats", event)
    Event.objects.filter(pk=event.pk).update(cross_checked_at=timezone.now())

    shown = screen()

    assert "All games are played." in shown
    assert "seats of game" not in shown
    # No bracket is there yet.
    assert "The bracket says who sits where" not in shown
    assert "The bracket follows once the qualifiers are posted." in shown
    Event.objects.filter(pk=event.pk).update(quota_exemption=0, quota_reason="a league night")
    assert "No playoffs follow here. The standings are the result." in screen()


def test_the_bracket_is_named_as_the_place_of_seats_once_it_is_there(tournament: Tournament) -> None:
    hang(tournament, "seats", make_bracket(4, tournament=tournament))

    assert "The bracket says who sits where from here on." in screen()


def test_a_screen_of_announcements_shows_all_that_stand(event: Event) -> None:
    hang(event.tournament, "announcement", None)
    for text in ("Lunch is served", "Coffee at four", "The bar is open"):
        announcements_actions.announce(
            tournament=event.tournament, text=text, event=None, until=None, actor=make_actor()
        )

    shown = screen()

    assert [shown.count(text) for text in ("Lunch is served", "Coffee at four", "The bar is open")] == [1, 1, 1]


def test_who_sits_out_is_told_so(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=5, seated=True)
    hang(tournament, "seats", event)

    shown = screen()

    assert shown.count("sits out") == 2
    assert len(re.findall(r"\bA-\d\b", shown)) == 2 * 4


@pytest.mark.parametrize("movement", ["anchor", "none"])
def test_where_no_seats_are_known_the_display_says_why(tournament: Tournament, movement: str) -> None:
    event = make_event(tournament=tournament, entrants=4, seated=movement == "none", movement=movement)
    hang(tournament, "seats", event)

    assert {"anchor": "The seats are not drawn yet.", "none": "No plan says who sits where."}[movement] in screen()


def test_missing_cards_name_who_has_not_handed_in(event: Event) -> None:
    hang(event.tournament, "missing", event)
    whole = "\n".join(f"A-{other} 2 +10" for other in (2, 3, 4))
    make_cards(event, A_1=whole, A_2="A-1 0 -10")

    shown = screen()

    assert "Main event, 3 cards not handed in" in shown
    assert "Dale Ashby A-2 Ivan Flint A-3 Edie Marsh A-4" in shown
    assert "Milt Orr" not in shown


def test_missing_cards_are_told_by_the_seat_while_nobody_is_named_in_public(event: Event) -> None:
    hang(event.tournament, "missing", event)
    make_cards(event, A_1="\n".join(f"A-{other} 2 +10" for other in (2, 3, 4)))
    named = version_of(Client().get(WALL))
    Event.objects.update(hidden=["entrants", "schedule", "standings"])

    nameless = poll(named)

    assert nameless.status_code == 200
    assert "Main event, 3 cards not handed in" in text_of(nameless)
    assert "Seat A-2 A-3 A-4" in text_of(nameless)
    for name in event.entries.values_list("player__name", flat=True):
        assert name not in text_of(nameless)

    Event.objects.update(hidden=["entrants", "schedule"])

    assert "Dale Ashby A-2" in text_of(poll(version_of(nameless)))


def test_once_every_card_is_in_nobody_is_missing(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=2, seated=True)
    make_cards(event, A_1="A-2 2 +10", A_2="A-1 0 -10")
    hang(tournament, "missing", event)

    assert "Every card is in." in screen()


def test_the_bracket_stands_on_a_display_as_on_its_own_wall(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1")
    hang(tournament, "bracket", event)

    shown = screen()

    assert "Main event, playoffs" in shown
    assert "Seed 1 Milt Orr 1" in shown
    wall = Client().get("/t/sierra/main/bracket/", {"view": "wall"}).content.decode()
    pieces = [
        re.sub(r"\s+", " ", page).partition("<section")[2].partition("</section>")[0]
        for page in (wall, Client().get(WALL).content.decode())
    ]
    assert pieces[0] == pieces[1] != ""


def test_before_the_bracket_is_drawn_its_display_says_so(event: Event) -> None:
    hang(event.tournament, "bracket", event)

    assert "The bracket is not drawn yet." in screen()


def test_where_nobody_qualifies_the_bracket_s_display_says_that_no_playoffs_follow(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(quota_exemption=0, quota_reason="Medals alone")
    hang(event.tournament, "bracket", event)

    assert "There are no playoffs here." in screen()


def test_the_clock_shows_the_hall_and_the_game_that_is_on(event: Event) -> None:
    hang(event.tournament, "clock", event)
    assert "data-ends" not in Client().get(WALL).content.decode()
    set_clock(event=event, minutes=20, actor=make_actor())
    call_game(event=event, game=2, actor=make_actor())

    page = Client().get(WALL).content.decode()

    assert "game 2 of 3" in page
    ends = Event.objects.get().game_started_at + timedelta(minutes=20)
    assert f'data-ends="{int(ends.timestamp())}"' in page
    assert 'data-zone="America/Los_Angeles"' in page
    hang(event.tournament, "clock")
    assert "game 2" not in screen()


def test_the_own_text_of_a_display_replaces_the_announcements(event: Event) -> None:
    hang(event.tournament, "announcement")
    assert "Nothing is announced at the moment." in screen()
    announce(event.tournament, "Lunch until 1:30")
    assert "Lunch until 1:30" in screen()

    hang(event.tournament, "announcement", text="Doors close at nine")

    page = Client().get(WALL).content.decode()
    assert '<p class="wall__big">Doors close at nine</p>' in page
    assert '<aside class="wall__said"' in page


def test_a_blank_display_shows_the_time_and_nothing_else(event: Event) -> None:
    hang(event.tournament, "blank")
    announce(event.tournament, "Lunch until 1:30")

    answer = Client().get(WALL)

    assert "Lunch" not in text_of(answer)
    frame = answer.content.decode().partition('id="frame"')[2]
    assert "data-hall" in frame
    assert "wall__qr" not in frame


def test_the_tables_that_wait_for_judges_are_named_and_nobody_is(event: Event) -> None:
    hang(event.tournament, "calls", event)
    before, seen = screen(), version_of(Client().get(WALL))
    entry = Entry.objects.get(event=event, table="A", seat_number=3)

    call = call_judge(entry=entry, about="Renege", subject="renege", actor=Actor.of_entry(entry))
    changed, waiting = poll(seen).status_code, screen()
    for name in ("ruth", "thelma"):
        judge = make_user(name, role="judge", tournament=event.tournament)
        come(call=call, actor=make_actor(judge))

    assert "No table waits for judges." in before
    assert changed == 200
    assert "Judges wanted at Table A" in waiting
    assert entry.name not in waiting
    assert "enege" not in waiting
    assert "No table waits for judges." in screen()


def test_a_match_without_a_table_is_found_by_who_plays_it_as_far_as_the_bracket_is_public(
    tournament: Tournament,
) -> None:
    event = make_bracket(4, tournament=tournament)
    hang(tournament, "calls", event)
    entry = Entry.objects.get(event=event, table="A", seat_number=4)
    call_judge(entry=entry, actor=Actor.of_entry(entry))

    shown = screen()
    Event.objects.filter(pk=event.pk).update(hidden=["bracket"])
    live._known.clear()
    discreet = screen()

    assert "Judges wanted at Match 1: Semifinals, Milt Orr against Edie Marsh" in shown
    assert "Judges wanted at Match 1: Semifinals" in discreet
    assert "Edie Marsh" not in discreet


# --- Announcements below ---------------------------------------------------------------------------------------------


def test_what_stands_announced_is_a_line_on_every_other_display(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    other = make_event(tournament=tournament, slug="saturday", kind="satellite")
    announce(tournament, "Lunch until 1:30")
    announce(tournament, "Only for the satellite", other)

    for shows in ("standings", "seats", "missing", "bracket", "calls", "clock"):
        hang(tournament, shows, event)
        shown = screen()
        assert "Lunch until 1:30" in shown, shows
        assert "Only for the satellite" not in shown, shows
    hang(tournament, "clock")
    assert "Satellite, saturday: Only for the satellite" in screen()


# --- For whom --------------------------------------------------------------------------------------------------------


def test_what_the_director_hides_goes_dark_at_once(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +16")
    hang(event.tournament, "standings", event)
    seen = version_of(Client().get(WALL))
    director = make_user(role="director", tournament=event.tournament)
    Event.objects.update(hidden=["standings"])

    for client in (Client(), signed_in(director)):
        answer = poll(seen, client)
        assert answer.status_code == 200
        assert "The director holds this back at the moment." in text_of(answer)
        assert "Milt Orr" not in text_of(answer)


def test_a_display_of_a_private_tournament_is_for_those_with_a_role(event: Event) -> None:
    hang(event.tournament, "missing", event)
    seen = version_of(Client().get(WALL))
    Tournament.objects.update(public=False)
    forget_announced("sierra")

    for client in (Client(), signed_in(make_user())):
        for answer in (client.get(WALL), poll(seen, client)):
            assert answer.status_code == 404
            assert "it is private" in text_of(answer)
            assert "Sierra" not in answer.content.decode()
            assert "Milt Orr" not in text_of(answer)
    page = in_role(event.tournament, "viewer").get(WALL)
    assert "Milt Orr" in text_of(page)
    assert "wall__qr" not in page.content.decode()


def test_a_display_that_is_removed_goes_dark_and_comes_back_with_another(event: Event) -> None:
    hang(event.tournament, "missing", event)
    seen = version_of(Client().get(WALL))
    remove_display(tournament=event.tournament, number=1, actor=make_actor())

    gone = poll(seen)

    assert gone.status_code == 404
    assert "The desk has removed this display." in text_of(gone)
    assert "Milt Orr" not in text_of(gone)
    assert poll(version_of(gone)).status_code == 204
    hang(event.tournament, "clock")
    assert poll(version_of(gone)).status_code == 200


def test_a_display_has_no_link_but_a_code_for_phones_and_nothing_to_press(event: Event) -> None:
    hang(event.tournament, "missing", event)

    page = Client().get(WALL).content.decode()
    frame = page.partition('id="frame"')[2].partition('<p class="vh" role="status"')[0]

    assert "<a " not in frame
    assert "<button" not in frame
    assert "wall__qr" in frame
    assert '<meta http-equiv="refresh" content="30">' in page
    assert 'data-theme="ballroom"' in page


# --- Live ------------------------------------------------------------------------------------------------------------


def test_every_change_makes_another_version(event: Event) -> None:
    seen = set()

    def look() -> None:
        seen.add(version_of(Client().get(WALL)))

    hang(event.tournament, "missing", event)
    look()
    make_cards(event, A_1="A-2 2 +16")
    look()
    announcement = announce(event.tournament, "Lunch until 1:30")
    look()
    announcements_actions.take_back_announcement(
        tournament=event.tournament, number=announcement.number, actor=make_actor()
    )
    hang(event.tournament, "seats", event)
    look()
    call_game(event=event, game=1, actor=make_actor())
    look()

    assert len(seen) == 5
    look()
    assert len(seen) == 5


@pytest.mark.parametrize("shows", ["standings", "missing", "bracket", "calls", "clock", "announcement", "blank"])
def test_an_unchanged_poll_of_a_visitor_costs_no_query(tournament: Tournament, shows: str) -> None:
    event = make_bracket(4, tournament=tournament)
    hang(tournament, shows, event if shows in ("standings", "missing", "bracket", "calls") else None)
    announce(tournament, "Lunch until 1:30")
    seen = version_of(Client().get(WALL))

    with override_settings(LIVE_KEPT_SECONDS=60):
        assert poll(seen).status_code == 204
        with CaptureQueriesContext(connection) as asked:
            assert poll(seen).status_code == 204

    assert len(asked) == 0
    assert poll("another").status_code == 200


def test_standings_that_are_still_computed_are_not_sent_again_and_again(event: Event) -> None:
    hang(event.tournament, "standings", event)
    seen = version_of(Client().get(WALL))
    make_cards(event, A_1="A-2 2 +16")
    assert poll(seen).status_code == 204

    store_snapshot(event)

    assert poll(seen).status_code == 200


def test_an_unchanged_poll_of_somebody_signed_in_is_quiet_too(event: Event) -> None:
    hang(event.tournament, "missing", event)
    client = in_role(event.tournament, "checker")

    assert poll(version_of(client.get(WALL)), client).status_code == 204


def test_a_poll_brings_the_frame_alone(event: Event) -> None:
    hang(event.tournament, "missing", event)

    answer = poll("another")

    assert answer.content.decode().lstrip().startswith('<div class="wall wall--missing')
    assert "no-cache" in answer["Cache-Control"]


def test_another_program_is_told_by_its_build(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    hang(event.tournament, "clock")
    seen = version_of(Client().get(WALL))
    assert poll(seen).status_code == 204

    monkeypatch.setattr(live, "build", lambda: "newer")

    assert 'data-build="newer"' in poll(seen).content.decode()


def test_the_desk_knows_when_a_screen_last_asked(event: Event) -> None:
    hang(event.tournament, "clock")
    assert display_at(event.tournament, 1).seen is None
    seen = version_of(Client().get(WALL))
    assert display_at(event.tournament, 1).seen in (0, 1)

    live._noted.clear()
    Display.objects.update(seen_at=timezone.now() - timedelta(minutes=10))
    assert display_at(event.tournament, 1).is_silent
    assert poll(seen).status_code == 204

    assert not display_at(event.tournament, 1).is_silent


def test_displays_that_do_not_exist_do_not_fill_the_memory(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live._known, "most", 3)

    for number in range(2, 12):
        assert Client().get(f"/t/sierra/wall/{number}/", {"v": "x"}, headers=SILENT).status_code == 404

    assert len(live._known) <= 3


@pytest.mark.parametrize("players", [8, 48])
@pytest.mark.parametrize(
    ("shows", "most"), [("standings", 12), ("seats", 15), ("missing", 16), ("bracket", 12), ("calls", 12)]
)
def test_a_picture_takes_the_same_number_of_queries_whatever_the_size(
    tournament: Tournament, shows: str, most: int, players: int, django_assert_max_num_queries
) -> None:
    event = make_bracket(players, tournament=tournament)
    hang(tournament, shows, event)
    Client().get(WALL)

    with django_assert_max_num_queries(most):
        Client().get(WALL)


def test_what_has_no_room_below_a_picture_takes_turns(event: Event) -> None:
    hang(event.tournament, "standings", event)
    for text in ("Lunch until 1:30", "Game 5 at two", "Doors close at nine", "A brown wallet was found"):
        announce(event.tournament, text)

    said = Client().get(WALL).content.decode().partition('class="wall__said"')[2].partition("</aside>")[0]

    assert [turn.count("<li>") for turn in said.split("<ul")[1:]] == [2, 2]
    assert said.count('class="is-shown"') == 1
    assert said.index("A brown wallet") < said.index("Doors close") < said.index("Game 5") < said.index("Lunch until")
