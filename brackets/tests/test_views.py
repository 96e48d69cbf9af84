from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from brackets.bracket.reads.drawn import bracket, match
from brackets.matches.reads.matchcard import match_page
from brackets.models import Bracket, MatchGame
from brackets.settling.actions.payouts import pay_out
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.tests.factories import link, make_bracket, make_posted_event, schedule, win
from tournaments.models import Event
from tournaments.tests.factories import (
    checker,
    director,
    make_actor,
    make_event,
    make_tournament,
    make_user,
    stranger,
    tournament,
)
from tournaments.tests.pages import signed_in, text_of

__all__ = ["checker", "director", "stranger", "tournament"]

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def at(event, name="bracket", *more):
    return reverse(f"brackets:{name}", args=[event.tournament.slug, event.slug, *more])


# --- The bracket -----------------------------------------------------------------------------------------------------


def test_everybody_sees_the_bracket_with_byes_and_results(tournament):
    event = make_bracket(3, tournament=tournament)
    win(event, 2, "A-2", "A-2")

    answer = signed_in().get(at(event))

    text = text_of(answer)
    assert answer.status_code == 200
    assert "3 qualifiers in a bracket of 4, a bye for the first" in text
    assert "Milt Orr passes this round without playing." in text
    assert "Dale Ashby has won." in text
    assert "Set the time" not in text


def test_rounds_are_headings_and_matches_list_items(tournament):
    event = make_bracket(8, tournament=tournament)

    page = signed_in().get(at(event)).content.decode()

    assert re.findall(r"<h2 id=\"rh-\d\">([A-Za-z ]+)<", page) == ["Quarterfinals", "Semifinals", "Final"]
    assert page.count('<li class="slot">') == 7
    assert "style=" not in page


def test_champion_is_named(tournament):
    event = make_bracket(2, best_of=1, tournament=tournament)
    win(event, 1, "A-2")

    text = text_of(signed_in().get(at(event)))

    assert "Champion Dale Ashby seed 2, A-2" in text


def test_poll_is_answered_with_nothing_while_nothing_changed(tournament, django_assert_num_queries):
    event = make_bracket(4, tournament=tournament)
    revision = Event.objects.get(pk=event.pk).revision

    with django_assert_num_queries(1):
        unchanged = signed_in().get(at(event), {"v": revision}, headers=HTMX)
    win(event, 1, "A-1")
    changed = signed_in().get(at(event), {"v": revision, "round": 1}, headers=HTMX)

    assert unchanged.status_code == 204
    assert changed.status_code == 200
    assert "<html" not in changed.content.decode()
    assert f"?v={revision + 1}&amp;round=1" in changed.content.decode()


@pytest.mark.parametrize("asked", ["2", "9", "x", "\u00b2", "-1", "1" * 5000, "\x00"])
def test_round_asked_for_is_shown_and_nonsense_is_not(tournament, asked):
    event = make_bracket(4, tournament=tournament)

    page = signed_in().get(at(event), {"round": asked}).content.decode()

    shown = re.findall(r"round is-shown\" id=\"round-(\d)", page)
    assert shown == ["2" if asked == "2" else "1"]


def test_page_waits_for_the_qualifiers_and_loads_itself_when_the_bracket_is_drawn(tournament):
    early = make_event(tournament=tournament, slug="early", games=1, entrants=4, seated=True)
    drawn = make_bracket(4, tournament=tournament)

    page = signed_in().get(at(early))
    waiting = signed_in().get(at(early), {"waiting": ""}, headers=HTMX)
    ready = signed_in().get(at(drawn), {"waiting": ""}, headers=HTMX)

    assert "The qualifiers are not posted yet." in text_of(page)
    assert (waiting.status_code, waiting.has_header("HX-Refresh")) == (204, False)
    assert (ready.status_code, ready["HX-Refresh"]) == (204, "true")


def test_one_qualifier_needs_no_bracket(tournament, director):
    event = make_posted_event(1, tournament=tournament)

    text = text_of(signed_in(director).get(at(event)))

    assert "The only qualifier has won the playoffs." in text
    assert "Draw the bracket" not in text


def test_director_sees_what_drawing_gives_and_draws(tournament, director):
    event = make_posted_event(6, tournament=tournament)
    client = signed_in(director)

    before = text_of(client.get(at(event)))
    answer = client.post(at(event), {"round_1": "3", "round_2": "5", "round_3": "7"})

    assert "6 qualifiers in a bracket of 8" in before
    assert "the 2 highest qualifiers pass the first round without playing" in before
    assert "No approved chart" not in before
    assert answer.status_code == 302
    assert bracket(event).best_of == (3, 5, 7)


def test_director_is_told_where_no_approved_chart_exists(tournament, director):
    event = make_posted_event(65, tournament=tournament)

    text = text_of(signed_in(director).get(at(event)))

    assert "No approved chart holds 65 qualifiers" in text


def test_wrong_length_is_shown_beside_the_form_and_draws_nothing(tournament, director):
    event = make_posted_event(4, tournament=tournament)

    answer = signed_in(director).post(at(event), {"round_1": "4", "round_2": "3"})

    assert answer.status_code == 422
    assert "Nothing was changed" in text_of(answer)
    assert not Bracket.objects.exists()


def test_second_drawing_shows_the_bracket_as_it_is(tournament, director):
    event = make_bracket(4, tournament=tournament)

    answer = signed_in(director).post(at(event), {"round_1": "3", "round_2": "3"})

    assert answer.status_code == 409


def test_poster_shows_every_line_of_the_chart(tournament):
    event = make_bracket(3, tournament=tournament)

    text = text_of(signed_in().get(at(event, "poster")))

    assert "4 bye" in text
    assert "Approved chart: 13.2.c (2020)." in text
    assert signed_in().get(at(make_posted_event(4, tournament=tournament, slug="two"), "poster")).status_code == 404


def test_round_gets_its_time_in_the_zone_of_the_hall(tournament, director):
    event = make_bracket(4, tournament=tournament)

    answer = signed_in(director).post(at(event, "round_schedule", 1), {"scheduled_at": "2026-03-08T09:00"})

    assert answer.status_code == 302
    assert match(event, 2).scheduled_at.isoformat() == "2026-03-08T16:00:00+00:00"
    assert "Sunday 9:00 AM" in text_of(signed_in().get(at(event)))


@pytest.mark.parametrize("when", ["soon", "2026-03-08T02:30", "9999-12-31T23:59", "\x00", "1" * 999])
def test_invalid_time_is_refused_beside_its_control(tournament, director, when):
    event = make_bracket(4, tournament=tournament)
    client = signed_in(director)

    for address in (at(event, "round_schedule", 1), at(event, "schedule", 1)):
        answer = client.post(address, {"scheduled_at": when})
        assert answer.status_code == 422
        assert "data-refused" in answer.content.decode()
    assert match(event, 1).scheduled_at is None


# --- The match card --------------------------------------------------------------------------------------------------


def test_everybody_sees_a_match_game_by_game_without_buttons(tournament):
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1", "A-4")

    page = signed_in().get(at(event, "match", 1))

    text = text_of(page)
    assert "Milt Orr and Edie Marsh" in text
    assert "In play" in text
    assert "<form" not in page.content.decode().split("<main")[1].split("</main>")[0]
    assert "style=" not in page.content.decode()


def test_checker_records_games_with_plain_forms(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    client = signed_in(checker)
    page = client.get(at(event, "match", 1)).content.decode()

    for game in ("1", "2"):
        answer = client.post(at(event, "games", 1), {"game": game, "winner": "A-1"}, follow=True)

    assert 'data-key="1"' in page
    assert 'data-key="2"' in page
    assert 'data-key="Enter"' in page
    assert "Milt Orr has won and goes on to match 3." in text_of(answer)
    assert match(event, 3).top.seat == "A-1"


def test_button_pressed_twice_records_one_game(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    client = signed_in(checker)

    codes = [client.post(at(event, "games", 1), {"game": "1", "winner": "A-1"}).status_code for _press in range(2)]

    assert codes == [302, 302]
    assert MatchGame.objects.count() == 1


@pytest.mark.parametrize(
    ("posted", "status", "words"),
    [
        pytest.param({"game": "2"}, 422, "Choose who won, then record the game.", id="nobody chosen"),
        pytest.param({"winner": "A-2", "game": "2"}, 422, "A-1 and A-4 play this match.", id="not in the match"),
        pytest.param(
            {"winner": "A-4", "game": "1"},
            409,
            "Game 1 is recorded already for Milt Orr (A-1), by",
            id="recorded otherwise",
        ),
        pytest.param({"winner": "A-4", "game": "3"}, 409, "The next game of this match is game 2", id="a gap"),
        pytest.param({"winner": "A-4", "game": "x"}, 422, "Nothing was changed", id="no number"),
        pytest.param({"winner": "A-4", "game": "9" * 400}, 422, "Nothing was changed", id="huge number"),
        pytest.param({"winner": "\x00", "game": "2"}, 422, "Nothing was changed", id="a NUL"),
    ],
)
def test_refused_game_says_why_beside_the_buttons(tournament, checker, posted, status, words):
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1")

    answer = signed_in(checker).post(at(event, "games", 1), posted)

    assert answer.status_code == status
    assert words in text_of(answer)
    assert len(match(event, 1).games) == 1


def test_last_game_is_taken_back_until_the_next_match_begins(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1", "A-1")
    win(event, 2, "A-2", "A-2")
    client = signed_in(checker)

    client.post(at(event, "last_game", 1), {"game": 2})
    taken_back = len(match(event, 1).games)
    win(event, 1, "A-1")
    win(event, 3, "A-1")
    refused = client.post(at(event, "last_game", 1), {"game": 2})

    assert taken_back == 1
    assert refused.status_code == 409
    assert "Match 3 has begun" in text_of(refused)


def test_forfeit_clock_says_when_and_gives_the_game(tournament, director):
    event = make_bracket(4, tournament=tournament)
    client = signed_in(director)
    schedule(event, 1, timezone.now() - timedelta(minutes=2))

    early_page = client.get(at(event, "match", 1))
    early = client.post(at(event, "forfeits", 1), {"absent": "A-4", "game": 1})
    schedule(event, 1, timezone.now() - timedelta(minutes=6))
    late_page = client.get(at(event, "clock", 1))
    late = client.post(at(event, "forfeits", 1), {"absent": "A-4", "game": 1}, follow=True)

    assert "until game 1 is forfeited" in text_of(early_page)
    assert (early.status_code, "Game 1 can be forfeited from" in text_of(early)) == (409, True)
    assert "game 1 can be forfeited now" in text_of(late_page)
    assert "<html" not in late_page.content.decode()
    assert "forfeited" in text_of(late)
    assert match(event, 1).games[0].forfeit


def test_a_second_device_is_told_and_forfeits_no_other_game(tournament, director):
    event = make_bracket(4, tournament=tournament)
    schedule(event, 1, timezone.now() - timedelta(minutes=40))
    first, second = signed_in(director), signed_in(director)
    seen = {"absent": "A-4", "game": 1}

    first.post(at(event, "forfeits", 1), seen)
    told = second.post(at(event, "forfeits", 1), seen)

    assert (told.status_code, "Game 1 is recorded" in text_of(told)) == (409, True)
    assert len(match(event, 1).games) == 1


def test_checker_has_no_clock_and_no_time_to_set(tournament, checker):
    event = make_bracket(4, tournament=tournament)
    schedule(event, 1, timezone.now() - timedelta(minutes=6))

    text = text_of(signed_in(checker).get(at(event, "match", 1)))

    assert "Record game 1" in text
    assert "forfeit game 1" not in text
    assert "Set the time" not in text


def test_own_match_has_no_buttons_and_refuses(tournament, director):
    event = make_bracket(4, tournament=tournament)
    link(event, "A-1", director)
    client = signed_in(director)

    page = client.get(at(event, "match", 1))
    refused = client.post(at(event, "games", 1), {"game": "1", "winner": "A-1"})

    assert "You play in this match." in text_of(page)
    assert "Record game 1" not in text_of(page)
    assert refused.status_code == 403
    assert not MatchGame.objects.exists()


def test_poll_of_a_match_is_quiet_until_this_match_changes(tournament):
    event = make_bracket(4, tournament=tournament)
    state = match_page(event, 1, timezone.now()).state
    win(event, 2, "A-2")

    quiet = signed_in().get(at(event, "match", 1), {"v": state}, headers=HTMX)
    win(event, 1, "A-1")
    changed = signed_in().get(at(event, "match", 1), {"v": state}, headers=HTMX)

    assert quiet.status_code == 204
    assert changed.status_code == 200
    assert "<html" not in changed.content.decode()


def test_bye_has_a_page_that_says_so(tournament):
    event = make_bracket(3, tournament=tournament)

    text = text_of(signed_in().get(at(event, "match", 1)))

    assert "Milt Orr passes the first round without playing and waits in match 3." in text


# --- Who may ---------------------------------------------------------------------------------------------------------

POSTS = [
    pytest.param("bracket", (), {}, {"director"}, id="draw"),
    pytest.param("round_schedule", (1,), {}, {"director"}, id="schedule a round"),
    pytest.param("schedule", (1,), {}, {"director"}, id="schedule a match"),
    pytest.param("forfeits", (1,), {"absent": "A-4", "game": 1}, {"director"}, id="forfeit"),
    pytest.param("games", (1,), {"winner": "A-1", "game": 1}, {"director", "checker"}, id="record a game"),
    pytest.param("score", (1,), {"score": "2-0"}, {"director", "checker"}, id="record a score"),
    pytest.param("last_game", (1,), {"game": 1}, {"director", "checker"}, id="take a game back"),
]


@pytest.mark.parametrize(("name", "more", "body", "allowed"), POSTS)
@pytest.mark.parametrize("role", ["director", "checker", "judge", "registrar", "viewer", ""])
def test_only_the_right_roles_write(tournament, name, more, body, allowed, role):
    event = make_bracket(4, tournament=tournament)

    answer = signed_in(make_user(role=role, tournament=tournament)).post(at(event, name, *more), body)

    assert (answer.status_code != 403) == (role in allowed)


@pytest.mark.parametrize(("name", "more", "body", "allowed"), POSTS)
def test_visitor_is_sent_to_sign_in(tournament, name, more, body, allowed):
    event = make_bracket(4, tournament=tournament)

    answer = signed_in().post(at(event, name, *more), body)

    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("sign_in"))


@pytest.mark.parametrize("name", ["games", "score", "last_game", "forfeits", "schedule"])
def test_writing_addresses_take_nothing_but_posts(tournament, director, name):
    event = make_bracket(4, tournament=tournament)

    answer = signed_in(director).get(at(event, name, 1))

    assert (answer.status_code, answer["Location"]) == (302, at(event, "match", 1))


def test_private_and_hidden_pages_are_kept_from_the_public(stranger, director, tournament):
    private = make_bracket(4, tournament=make_tournament("private", public=False))
    hidden = make_bracket(4, tournament=tournament)
    Event.objects.filter(pk=hidden.pk).update(hidden=["bracket"])

    for name, more in (("bracket", ()), ("poster", ()), ("match", (1,)), ("clock", (1,))):
        for user in (None, stranger):
            assert signed_in(user).get(at(private, name, *more)).status_code == 404
            assert signed_in(user).get(at(hidden, name, *more)).status_code == 403
        assert signed_in(director).get(at(hidden, name, *more)).status_code == 200


@pytest.mark.parametrize("number", ["0", "4", "9" * 40])
def test_unknown_match_is_not_found(tournament, director, number):
    event = make_bracket(4, tournament=tournament)
    base = at(event)

    assert signed_in(director).get(f"{base}{number}/").status_code == 404
    assert signed_in(director).post(f"{base}{number}/games/", {"winner": "A-1"}).status_code == 404


@pytest.mark.parametrize("qualifiers", [4, 16])
def test_pages_take_the_same_number_of_queries_whatever_the_size(tournament, qualifiers, django_assert_num_queries):
    event = make_bracket(qualifiers, tournament=tournament)
    win(event, 1, "A-1", "A-1")

    # One of them asks what is announced, one for the events of the menu.
    with django_assert_num_queries(7):
        signed_in().get(at(event))
    with django_assert_num_queries(8):
        signed_in().get(at(event, "match", 1))


def test_looking_at_a_match_runs_no_query_about_money(tournament, django_assert_num_queries):
    event = make_bracket(2, tournament=tournament)
    win(event, 1, "A-1", "A-1")
    set_prizes(event=event, prizes=[PrizePlan("place", 5000, place=1)], actor=make_actor())
    champion = event.entries.get(number=1)
    pay_out(tournament=tournament, player=champion.player, kind="cash", cents=5000, actor=make_actor())

    # One of them asks what is announced, one for the events of the menu.
    with django_assert_num_queries(8):
        page = signed_in().get(at(event, "match", 1))

    assert "was paid" not in text_of(page)
    director = signed_in(make_user(role="director", tournament=tournament))
    assert f"{champion.name} was paid $50." in text_of(director.get(at(event, "match", 1)))
