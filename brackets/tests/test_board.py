"""The bracket as people see it: the page, the list, the paper, and the lengths of its rounds."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from brackets.bracket.actions import draw_bracket, set_lengths
from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.reads import poster as poster_reads
from brackets.bracket.rules.byes import bracket_size, bye_count
from brackets.bracket.rules.chart import first_round
from brackets.matches.actions.ending import end_match
from brackets.matches.actions.match_tables import place_match
from brackets.matches.actions.playing import forfeit_game
from brackets.models import Bracket, GameClaim, Match
from brackets.tests.factories import make_bracket, make_posted_event, schedule, win
from tournaments.access import Rights
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import api_of, checker, director, make_actor, make_tournament, make_user, tournament
from tournaments.tests.pages import html_of, in_role, signed_in, text_of

__all__ = ["checker", "director", "tournament"]

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
ROLES = ["checker", "registrar", "judge", "viewer"]


def at(event, name="bracket", *more):
    return reverse(f"brackets:{name}", args=[event.tournament.slug, event.slug, *more])


def api_at(event):
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/bracket/"


def box(event, match, **asked):
    """One box of the bracket as a visitor reads it."""
    page = signed_in().get(at(event), asked).content.decode()
    found = re.search(rf'<a class="match[^>]* id="match-{match}".*?</a>', page, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


# --- Drawn as published ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("qualifiers", [2, 3, 5, 12, 24, 32, 33, 64])
def test_page_draws_the_pairs_of_the_chart_from_top_to_bottom(tournament, qualifiers):
    event = make_bracket(qualifiers, tournament=tournament)

    page = html_of(signed_in().get(at(event)))
    first = page.partition('id="round-1"')[2].partition("</section>")[0]
    seeds = [int(seed) for seed in re.findall(r"Seed</span> (\d+)</i>", first)]

    assert seeds == [seed for pair in first_round(qualifiers) for seed in pair if seed]
    assert first.count("match--bye") == bye_count(qualifiers)
    assert ("No approved chart" in page) is (qualifiers == 2)


@pytest.mark.parametrize("qualifiers", [65, 77, 124, 128])
def test_no_chart_is_approved_above_64_and_page_paper_and_api_say_so(tournament, qualifiers):
    event = make_bracket(qualifiers, tournament=tournament)

    page, paper = text_of(signed_in().get(at(event))), text_of(signed_in().get(at(event, "poster")))
    answer = api_of().get(api_at(event)).json()

    assert f"No approved chart holds {qualifiers} qualifiers" in page
    assert "No approved chart exists for this many qualifiers." in paper
    assert (answer["chart"], answer["size"], answer["byes"]) == ("extended", 128, 128 - qualifiers)


# --- What stands in a box --------------------------------------------------------------------------------------------


def test_box_in_play_names_match_game_table_score_and_where_the_winner_goes(tournament):
    event = make_bracket(4, tournament=tournament)
    Match.objects.filter(bracket__event=event, number=1).update(table="6")
    win(event, 2, "A-2", "A-2")
    win(event, 1, "A-4")

    text = box(event, 1)

    assert "Seed 1 Milt Orr 0" in text
    assert "Match 1 Game 2 Table 6" in text
    assert "The winner meets Dale Ashby in match 3." in text


def test_final_leads_nowhere_and_an_open_place_names_the_two_who_play_for_it(tournament):
    event = make_bracket(4, tournament=tournament)
    win(event, 2, "A-2", "A-2")

    assert box(event, 1).endswith("The winner meets Dale Ashby in match 3.")
    final = box(event, 3)
    assert "Milt Orr or" in final
    assert "The winner" not in final


@pytest.mark.parametrize(
    ("ended", "score", "word", "told"),
    [
        ("concession", "1", "conceded 1", "who conceded at 1 to 1"),
        ("removal", "1", "withdrawn 1", "who has withdrawn"),
        ("walk_over", None, "walk-over", "a walk-over"),
    ],
)
def test_box_says_how_a_match_ended_where_the_games_did_not_decide_it(tournament, ended, score, word, told):
    event = make_bracket(4, tournament=tournament)
    if score:
        win(event, 1, "A-1", "A-4")
    entry = Entry.objects.get(event=event, number=1)
    Match.objects.filter(bracket__event=event, number=1).update(winner=entry, ended=ended)

    assert word in box(event, 1)
    assert told in text_of(signed_in().get(at(event), {"view": "list"}))


def test_the_public_reads_of_a_removal_that_they_withdrew_as_in_the_qualifying_round(tournament):
    event = make_bracket(4, tournament=tournament)
    entry = Entry.objects.get(event=event, number=1)
    Match.objects.filter(bracket__event=event, number=1).update(winner=entry, ended="removal")
    director = in_role(tournament, "director")
    path = f"/api/v1/tournaments/{tournament.slug}/events/{event.slug}/bracket/"

    public = text_of(signed_in().get(at(event), {"view": "list"}))
    staff = text_of(director.get(at(event), {"view": "list"}))
    wall = text_of(director.get(at(event), {"view": "wall"}))

    assert "withdrawn" in box(event, 1)
    assert "who has withdrawn" in public
    assert "who was removed from play" in staff
    for told in (public, wall, text_of(signed_in().get(at(event)))):
        assert "removed" not in told
    assert signed_in().get(path).json()["rounds"][0][0]["ended"] == "withdrawal"
    assert director.get(path).json()["rounds"][0][0]["ended"] == "removal"


def test_match_that_the_clock_decided_says_forfeit(tournament):
    event = make_bracket(4, best_of=1, tournament=tournament)
    schedule(event, 1, timezone.now() - timezone.timedelta(hours=1))
    forfeit_game(event=event, match=1, absent="A-4", now=timezone.now(), actor=make_actor())

    assert "forfeit" in box(event, 1)
    assert "who did not appear" in text_of(signed_in().get(at(event), {"view": "list"}))


def test_every_round_says_its_length(tournament):
    event = make_posted_event(4, tournament=tournament)
    draw_bracket(event=event, rounds={1: 3, 2: 7}, actor=make_actor())

    text = text_of(signed_in().get(at(event)))

    assert "Semifinals Best of 3. 2 ready to begin" in text
    assert "Final Best of 7. 1 match" in text


# --- Finding oneself -------------------------------------------------------------------------------------------------


def test_player_finds_themself_by_seat_or_a_part_of_the_name(tournament):
    event = make_bracket(4, tournament=tournament)
    win(event, 2, "A-2", "A-2")

    waiting = text_of(signed_in().get(at(event), {"q": "a2"}))
    out = text_of(
        signed_in().get(
            at(event), {"q": drawn_reads.qualifiers(event)[Entry.objects.get(event=event, number=3).pk].name}
        )
    )
    nobody = text_of(signed_in().get(at(event), {"q": "zzz"}))

    assert "Dale Ashby (2) waits for Milt Orr or" in waiting
    assert "Dale Ashby won their match in the semifinals." in out
    assert "Nobody in the playoffs by “zzz”." in nobody


def test_round_of_the_one_who_was_found_is_shown_and_marked_and_stays_so_while_polling(tournament):
    event = make_bracket(4, tournament=tournament)
    win(event, 2, "A-2", "A-2")

    page = signed_in().get(at(event), {"q": "A-2"}).content.decode()
    polled = signed_in().get(at(event), {"q": "A-2", "v": "0"}, headers=HTMX).content.decode()

    for html in (page, polled):
        assert 'round is-shown" id="round-2"' in html
        assert html.count("is-mine") == 2
        assert "q=A-2" in html.partition('id="bracket"')[2].partition(">")[0]


@pytest.mark.parametrize("wanted", ["\x00", "<b>", "9" * 500, "%", "A-0"])
def test_nonsense_finds_nobody_and_breaks_nothing(tournament, wanted):
    event = make_bracket(2, tournament=tournament)

    answer = signed_in().get(at(event), {"q": wanted})

    assert answer.status_code == 200
    assert "<b>”" not in answer.content.decode()


# --- The list --------------------------------------------------------------------------------------------------------


def test_list_has_every_match_as_a_sentence_under_its_round(tournament):
    event = make_bracket(5, tournament=tournament)
    win(event, 2, "A-5", "A-4", "A-5")
    win(event, 5, "A-1")

    answer = signed_in().get(at(event), {"view": "list"})
    page, text = answer.content.decode(), text_of(answer)

    assert re.findall(r"<h2 id=\"rh-\d\">([A-Za-z ]+)<", page) == ["Quarterfinals", "Semifinals", "Final"]
    assert "Milt Orr (1) has a bye." in text
    assert re.search(r"Match 2 [\w ]+ \(5\) beat [\w ]+ \(4\), 2 to 1\.", text)
    assert re.search(r"Match 5 Milt Orr \(1\) against [\w ]+ \(5\), 1 to 0 in games; game 2 is next\.", text)
    assert "For the winners of matches 5 and 6." in text
    assert "view=list" in page.partition('id="bracket"')[2].partition(">")[0]
    assert 'class="told-list"' in signed_in().get(at(event), {"view": "list", "v": "0"}, headers=HTMX).content.decode()


def test_page_takes_as_many_queries_whatever_is_looked_for(tournament, django_assert_max_num_queries):
    event = make_bracket(32, tournament=tournament)

    for asked in ({}, {"view": "list"}, {"q": "orr"}):
        with django_assert_max_num_queries(8):
            signed_in().get(at(event), asked)


# --- Paper -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("qualifiers", "sheets"), [(2, 1), (5, 1), (24, 1), (32, 1), (33, 3), (64, 3), (65, 5), (128, 5), (129, 9)]
)
def test_poster_is_one_sheet_up_to_32_lines_and_tiled_beyond(tournament, qualifiers, sheets):
    event = make_bracket(qualifiers, tournament=tournament)

    poster = poster_reads.poster(event)

    assert len(poster.sheets) == sheets
    assert all(len(sheet.rounds[0].matches) <= 16 for sheet in poster.sheets)
    printed = [match.match for sheet in poster.sheets for drawn in sheet.rounds for match in drawn.matches]
    repeated = [match.match for match in poster.sheets[-1].rounds[0].matches] if sheets > 1 else []
    assert sorted(printed) == sorted([*range(1, bracket_size(qualifiers)), *repeated])
    assert [sheet.title for sheet in poster.sheets] == (
        [f"Sheet {n} of {sheets}" for n in range(1, sheets + 1)] if sheets > 1 else [""]
    )
    assert [match.origin for match in poster.sheets[-1].rounds[0].matches if match.origin] == [
        f"from sheet {n}" for n in range(1, sheets) if sheets > 1
    ]


def test_poster_shows_who_has_come_how_far_and_a_blank_one_the_seeds_alone(tournament):
    event = make_bracket(3, tournament=tournament)
    win(event, 2, "A-2", "A-2")
    win(event, 3, "A-2", "A-2")

    stands = text_of(signed_in().get(at(event, "poster")))
    blank = text_of(signed_in().get(at(event, "poster"), {"blank": "1"}))

    assert stands.count("Dale Ashby") == 3
    # Both matches went two to none; the one that is not played yet has room for a pen.
    assert [(line.score, line.has_won) for line in poster_reads.poster(event).sheets[0].rounds[1].matches[0].lines] == [
        ("0", False),
        ("2", True),
    ]
    assert "Dale Ashby" not in blank
    assert "4 bye" in blank


def test_poster_says_where_open_matches_are_played_and_how_they_stand(tournament):
    event = make_bracket(4, tournament=tournament)
    for match, table in ((1, "7"), (2, "Board by the door"), (3, "9")):
        place_match(event=event, match=match, table=table, actor=make_actor())
    win(event, 1, "A-1")
    end_match(
        event=event,
        match=2,
        ended="concession",
        loser="A-3",
        rights=Rights(frozenset({"director"})),
        actor=make_actor(),
    )

    first, final = poster_reads.poster(event).sheets[0].rounds

    assert [(line.table, line.score, line.word) for line in first.matches[0].lines] == [
        ("Table 7", "1", ""),
        ("", "0", ""),
    ]
    assert {line.word for line in first.matches[1].lines} == {"conceded", ""}
    assert not any(line.table for line in first.matches[1].lines)
    assert final.matches[0].table == "Table 9"
    paper = text_of(signed_in().get(at(event, "poster")))
    assert "Table 7 1" in paper
    assert "Table 9" in paper
    assert "Table 7" not in text_of(signed_in().get(at(event, "poster"), {"blank": "1"}))


@pytest.mark.parametrize(
    ("paper", "kind"), [("letter", "letter"), ("a4", "a4"), ("tabloid", "tabloid"), ("x", "letter")]
)
def test_poster_comes_on_the_paper_that_was_chosen(tournament, paper, kind):
    event = make_bracket(3, tournament=tournament)

    assert f'poster--{kind}"' in signed_in().get(at(event, "poster"), {"paper": paper}).content.decode()


# --- The length of a round -------------------------------------------------------------------------------------------


def test_director_changes_the_length_of_a_round_that_has_not_begun(tournament, director):
    event = make_bracket(5, tournament=tournament)
    win(event, 2, "A-4")
    before = Event.objects.get(pk=event.pk).revision

    answer = signed_in(director).post(at(event, "round_length", 2), {"best_of": "7"}, follow=True)

    assert "The matches of round 2 are best of 7 now." in text_of(answer)
    assert drawn_reads.bracket(event).best_of == (3, 7, 3)
    assert Event.objects.get(pk=event.pk).revision == before + 1
    row = AuditEntry.objects.get(event=event, action="round.length-set")
    assert (row.before, row.after) == ({"2": 3}, {"2": 7})


def test_same_length_again_changes_nothing(tournament, director):
    event = make_bracket(4, tournament=tournament)

    assert set_lengths(event=event, rounds={1: 3, 2: 3}, actor=make_actor()) == 0
    assert not AuditEntry.objects.filter(action="round.length-set").exists()


def test_round_that_has_begun_keeps_its_length_and_the_others_with_it(tournament, director):
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1")

    page = signed_in(director).post(at(event, "round_length", 1), {"best_of": "5"})
    answer = api_of(director).patch(api_at(event), {"rounds": {"1": 5, "2": 5}}, format="json")

    assert page.status_code == answer.status_code == 409
    assert "take back what is recorded in it first" in text_of(page)
    assert "data-refused" in page.content.decode()
    assert (answer.json()["code"], answer.json()["errors"][0]["field"]) == ("begun", "rounds.1")
    assert drawn_reads.bracket(event).best_of == (3, 3)


def test_round_in_which_a_player_has_said_who_won_has_begun(tournament):
    event = make_bracket(4, tournament=tournament)
    match = Match.objects.get(bracket__event=event, number=1)
    GameClaim.objects.create(match=match, game=1, entry=match.top, winner=match.top)

    with pytest.raises(Refused) as refused:
        set_lengths(event=event, rounds={1: 5}, actor=make_actor())
    assert refused.value.code == "begun"


def test_byes_do_not_begin_a_round(tournament):
    event = make_bracket(5, tournament=tournament)

    assert set_lengths(event=event, rounds={1: 7}, actor=make_actor()) == 1
    assert set(Match.objects.filter(bracket__event=event, round=1).values_list("best_of", flat=True)) == {7}


@pytest.mark.parametrize("rounds", [{1: 4}, {0: 3}, {3: 3}, {1: -1}])
def test_unknown_lengths_and_rounds_are_named(tournament, rounds):
    event = make_bracket(4, tournament=tournament)

    with pytest.raises(Malformed):
        set_lengths(event=event, rounds=rounds, actor=make_actor())


@pytest.mark.parametrize("best_of", ["", "4", "x", "\x00", "9" * 50])
@pytest.mark.parametrize("number", [1, 9])
def test_invalid_length_is_refused_on_the_page(tournament, director, best_of, number):
    event = make_bracket(4, tournament=tournament)

    answer = signed_in(director).post(at(event, "round_length", number), {"best_of": best_of})

    assert answer.status_code == 422
    assert "data-refused" in answer.content.decode()


def test_api_changes_the_lengths_of_several_rounds_at_once(tournament, director):
    event = make_bracket(4, tournament=tournament)

    answer = api_of(director).patch(api_at(event), {"rounds": {"1": 1, "2": 7}}, format="json")

    assert answer.status_code == 200
    assert [played[0]["best_of"] for played in answer.json()["rounds"]] == [1, 7]


@pytest.mark.parametrize(
    "body", [{}, {"rounds": []}, {"rounds": {"1": "3"}}, {"rounds": {"x": 3}}, {"rounds": {"1": 3}, "y": 1}]
)
def test_api_names_values_of_the_wrong_shape(tournament, director, body):
    event = make_bracket(4, tournament=tournament)

    assert api_of(director).patch(api_at(event), body, format="json").status_code == 400


def test_lengths_need_a_bracket(tournament, director):
    event = make_posted_event(4, tournament=tournament)

    answer = api_of(director).patch(api_at(event), {"rounds": {"1": 3}}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "no_bracket")
    assert signed_in(director).post(at(event, "round_length", 1), {"best_of": "3"}).status_code == 409
    assert not Bracket.objects.exists()


@pytest.mark.parametrize("role", ROLES)
def test_only_the_director_changes_lengths(tournament, role):
    event = make_bracket(4, tournament=tournament)
    user = make_user("other", role=role, tournament=tournament)

    assert signed_in(user).post(at(event, "round_length", 1), {"best_of": "7"}).status_code == 403
    assert api_of(user).patch(api_at(event), {"rounds": {"1": 7}}, format="json").status_code == 403
    assert "Set the length" not in text_of(signed_in(user).get(at(event)))
    assert drawn_reads.bracket(event).best_of == (3, 3)


def test_visitors_and_the_directors_of_others_change_no_lengths(tournament):
    event = make_bracket(4, tournament=tournament)
    other = make_user("other", role="director", tournament=make_tournament("elsewhere"))

    assert signed_in().post(at(event, "round_length", 1), {"best_of": "7"}).status_code == 302
    assert api_of().patch(api_at(event), {"rounds": {"1": 7}}, format="json").status_code == 401
    assert signed_in(other).post(at(event, "round_length", 1), {"best_of": "7"}).status_code == 403
    assert drawn_reads.bracket(event).best_of == (3, 3)
