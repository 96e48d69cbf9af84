"""The bracket on a projector: what stands on which page, and who sees it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from brackets.bracket.reads.drawn import bracket, match
from brackets.matches.reads.bracket_page import bracket_page
from brackets.matches.reads.wall import wall_pages
from brackets.tests.factories import make_bracket, make_posted_event, win
from tournaments.models import Entry, Event
from tournaments.tests.factories import director, stranger, tournament
from tournaments.tests.pages import text_of

__all__ = ["director", "stranger", "tournament"]

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def wall(event, user=None, headers=None, **asked):
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("brackets:bracket", args=[event.tournament.slug, event.slug])
    return client.get(address, {"view": "wall", **asked}, headers=headers)


def pages_of(event):
    return wall_pages(bracket_page(Event.objects.get(pk=event.pk)))


def shown_in(pages):
    """Each page's key, and the matches of its columns."""
    return [(page.key, [[box.match for box in column.boxes] for column in page.columns]) for page in pages]


def play(event, last):
    """The higher line of each match up to this one wins it."""
    for number in range(1, last + 1):
        now = match(event, number)
        if now.winner is None:
            win(event, number, now.sides[0].seat)


# --- The pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("qualifiers", "keys"),
    [
        (2, ["tree"]),
        (5, ["tree"]),
        (10, ["1-1", "tree"]),
        (16, ["1-1"]),
        (17, ["1-1", "2-1"]),
        (24, ["1-1", "2-1"]),
        (33, ["1-1", "2-1", "2-2"]),
        (64, ["1-1", "1-2", "1-3", "1-4"]),
        (128, ["1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "1-7"]),
    ],
)
def test_wall_begins_with_the_pages_in_which_somebody_plays(tournament, qualifiers, keys):
    event = make_bracket(qualifiers, tournament=tournament)

    page = wall(event).content.decode()

    assert re.findall(r'data-page="([^"]+)"', page) == keys
    assert page.count("wall__page--") == len(keys)
    assert page.count("is-shown") == 1
    numbered = re.findall(r"Page (\d) of (\d)", page)
    assert numbered == ([(str(n), str(len(keys))) for n in range(1, len(keys) + 1)] if len(keys) > 1 else [])


@pytest.mark.parametrize("qualifiers", [5, 24, 33, 50, 64, 100])
def test_no_page_holds_more_than_fits_and_no_match_is_lost_or_torn(tournament, qualifiers):
    event = make_bracket(qualifiers, tournament=tournament)
    drawn = bracket(event)

    pages = pages_of(event)
    stand = [box.match for page in pages for column in page.columns for box in column.boxes]

    assert all(page.rows <= (4 if page.is_tree else 5) for page in pages)
    assert len(stand) == len(set(stand))
    assert {now.match for now in drawn.matches if now.in_play} <= set(stand)


def test_byes_stand_on_the_wall_while_their_round_fits_on_a_page_and_matches_say_where_winners_go(tournament):
    small = text_of(wall(make_bracket(10, tournament=tournament)))
    large = text_of(wall(make_bracket(70, tournament=tournament, slug="large")))

    assert small.count(" bye ") == 6
    assert "Match 2 Ready The winner meets" in small
    assert "No approved chart holds so many." not in small
    assert " bye " not in large
    assert "6 matches, 58 byes" in large
    assert "No approved chart holds so many." in large


def test_names_that_take_two_lines_leave_room_for_fewer_matches_on_a_page(tournament):
    event = make_bracket(26, tournament=tournament)
    assert [page.rows for page in pages_of(event)] == [5, 4]

    Entry.objects.filter(event=event, number=26).update(name="Maximiliana Featherstonehaugh-Cholmondeley")

    assert [page.rows for page in pages_of(event)] == [3, 3, 4]


def test_up_to_8_lines_the_whole_bracket_stands_on_one_page(tournament):
    event = make_bracket(5, tournament=tournament)

    assert shown_in(pages_of(event)) == [("tree", [[1, 2, 3, 4], [5, 6], [7]])]


def test_round_that_is_over_leaves_the_wall_and_the_tree_stays_to_the_end(tournament):
    event = make_bracket(24, best_of=1, tournament=tournament)
    second, tree = ("2-1", [[17, 18, 19, 20], [21, 22, 23, 24]]), [[25, 26, 27, 28], [29, 30], [31]]
    assert shown_in(pages_of(event)) == [("1-1", [[2, 3, 6, 7], [10, 11, 14, 15]]), second]

    play(event, 16)
    assert shown_in(pages_of(event)) == [second]

    play(event, 24)
    assert shown_in(pages_of(event)) == [("tree", tree)]
    assert [column.is_now for column in pages_of(event)[0].columns] == [True, False, False]

    play(event, 31)
    assert shown_in(pages_of(event)) == [("tree", tree)]
    assert not any(column.is_now for column in pages_of(event)[0].columns)


# --- What stands there -----------------------------------------------------------------------------------------------


def test_wall_names_players_score_match_and_game_and_has_nothing_to_press_but_the_way_back(tournament, director):
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-4")

    answer = wall(event, director)

    text, page = text_of(answer), answer.content.decode()
    assert tournament.name in text
    assert "Seed 1 Milt Orr 0" in text
    assert "Match 1 Game 2" in text
    assert "Champion" not in text
    body = page.partition("<header")[2].partition("</main>")[0]
    assert body.count("<a ") == 1
    assert "<button" not in body
    assert "<form" not in body
    assert "<nav" not in page
    assert 'data-theme="ballroom"' in page


def test_wall_names_the_champion(tournament):
    event = make_bracket(2, best_of=1, tournament=tournament)
    win(event, 1, "A-2")

    assert "Champion Dale Ashby seed 2, A-2" in text_of(wall(event))


def test_bracket_and_list_lead_to_the_wall(tournament):
    event = make_bracket(4, tournament=tournament)

    for asked in ("", "list"):
        page = wall(event, view=asked, round="1").content.decode()
        assert re.search(r'href="\?view=wall">Wall</a>', page)


# --- Live, and for whom ----------------------------------------------------------------------------------------------


def test_poll_of_the_wall_is_quiet_until_something_changes_and_then_brings_the_wall_alone(tournament):
    event = make_bracket(4, tournament=tournament)
    revision = Event.objects.get(pk=event.pk).revision

    unchanged = wall(event, headers=HTMX, v=revision)
    win(event, 1, "A-1")
    changed = wall(event, headers=HTMX, v=revision)

    assert unchanged.status_code == 204
    assert changed.status_code == 200
    assert changed.content.decode().lstrip().startswith('<div class="wall__pages" id="wall"')
    assert f"?v={revision + 1}&amp;view=wall" in changed.content.decode()


@pytest.mark.parametrize("view", ["", "list", "wall"])
def test_page_whose_bracket_was_taken_back_reloads_itself(tournament, view):
    event = make_posted_event(4, tournament=tournament)

    answer = wall(event, headers=HTMX, v="0", view=view)

    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")
    assert "The director is about to draw the bracket." in text_of(wall(event))


def test_hidden_bracket_is_on_no_wall(tournament, director, stranger):
    event = make_bracket(4, tournament=tournament)
    Event.objects.filter(pk=event.pk).update(hidden=["bracket"])

    assert [wall(event, user).status_code for user in (None, stranger, director)] == [403, 403, 200]
    assert wall(event, headers=HTMX, v="0").status_code == 403


@pytest.mark.parametrize("asked", ["walls", "\x00", "1" * 5000])
def test_unknown_view_shows_the_bracket(tournament, asked):
    event = make_bracket(4, tournament=tournament)

    assert "wall__page" not in wall(event, view=asked).content.decode()


@pytest.mark.parametrize("qualifiers", [4, 64])
def test_wall_takes_the_same_number_of_queries_whatever_the_size(tournament, qualifiers, django_assert_num_queries):
    event = make_bracket(qualifiers, tournament=tournament)

    # One of them asks what is announced.
    with django_assert_num_queries(6):
        wall(event)
