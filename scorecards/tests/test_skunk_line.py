"""An event with another skunk line than 31, without skunks or with double skunks: figures, cross-check, pages, API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from scorecards.cards import words as cards_words
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.rules.crosscheck import cross_check
from scorecards.sheet.rules.line import LARGEST_SPREAD, Line, find_line_flags
from scorecards.sheet.rules.tally import Card, Tally, tally, tally_lines
from scorecards.standings.actions.exemption import exempt_plan, find_refit
from scorecards.tests.factories import make_cards, sheet
from tournaments.models import AuditEntry, Event, Role
from tournaments.rules.edition import Edition
from tournaments.rules.skunk import MOST_DOUBLE_SKUNK_FROM, MOST_SKUNK_FROM, NO_SKUNK, Skunks
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of
from tournaments.venue.words import events as events_words

API = "/api/v1/tournaments/sierra/events/main/"

LINES = st.one_of(
    st.tuples(st.sampled_from([None, 0, 2, 3, 4]), st.integers(1, LARGEST_SPREAD), st.none()),
    st.tuples(st.sampled_from([None, 0, 2, 3, 4]), st.none(), st.integers(1, LARGEST_SPREAD)),
    st.tuples(st.sampled_from([None, 0, 2, 3, 4]), st.none(), st.none()),
)
TABLES = st.one_of(
    st.integers(NO_SKUNK, MOST_SKUNK_FROM).map(Skunks),
    st.lists(st.integers(1, MOST_DOUBLE_SKUNK_FROM), min_size=2, max_size=2, unique=True).map(
        lambda lines: Skunks(*sorted(lines))
    ),
)


def worth(points: int | None, plus: int | None, skunks: Skunks) -> int:
    """What a line counts, said once more in other words than the rules say it."""
    if points not in (2, 3, 4):
        return 0
    single, double = [range(start or 122, 122) for start in skunks]
    if plus is None:
        return points if points == 2 or (double if points == 4 else single) else 3 if single else 2
    return 2 + (plus in single) + (plus in double)


@given(values=st.lists(LINES, max_size=12), skunks=TABLES)
def test_a_tally_is_the_sum_of_what_the_table_says_of_each_line(
    values: list[tuple[int | None, int | None, int | None]], skunks: Skunks
) -> None:
    lines = tuple(Line(game, "A-2", *value) for game, value in enumerate(values, start=1))

    total = tally_lines(lines, skunks)

    assert total == Tally(
        game_points=sum(worth(points, plus, skunks) for points, plus, _minus in values),
        games_won=sum(1 for points, _plus, _minus in values if points),
        plus=sum(plus or 0 for _points, plus, _minus in values),
        minus=sum(minus or 0 for _points, _plus, minus in values),
        pegged=sum(
            121 if points else 121 - spread
            for points, plus, minus in values
            if points or (points == 0 and (spread := plus or minus))
        ),
    )
    assert 2 * total.games_won <= total.game_points <= worth(2, 121, skunks) * total.games_won
    assert tally(Card("A-1", lines, None, len(lines), skunks=skunks)) == total


@given(first=LINES, second=LINES, skunks=TABLES, quota=st.integers(0, 2), edition=st.sampled_from(Edition))
def test_after_the_cross_check_points_and_spread_agree_by_the_table(
    first: Any, second: Any, skunks: Skunks, quota: int, edition: Edition
) -> None:
    cards = {
        seat: Card(seat, (Line(1, other, *value),), frozenset({1}), 1, skunks=skunks)
        for seat, other, value in (("A-1", "A-2", first), ("A-2", "A-1", second))
    }

    result = cross_check(cards, quota=quota, edition=edition, skunks=skunks)

    [game] = result.games
    if game.proposal is not None and game.proposal.lines is not None:
        for line in game.proposal.lines:
            if line.is_win and line.plus is not None:
                assert line.points == worth(2, line.plus, skunks)
            else:
                assert line.points == 0
    for place in result.places:
        assert place.tally == tally(result.standing_cards[place.seat])


def an_event(**more: Any) -> Event:
    plan = {"games": 3, "movement": "none", "entrants": 4, "seated": True, **more}
    return make_event(tournament=make_tournament("sierra"), **plan)


def director_of(event: Event) -> APIClient:
    return api_of(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))


def four_cards(event: Event, points: int) -> None:
    """A-2 beats A-4 by 40, with these points on the card; every other win is smaller."""
    make_cards(
        event,
        A_1="A-2 2 +20\nA-3 0 -5\nA-4 2 +2",
        A_2=f"A-1 0 -20\nA-4 {points} +40\nA-3 2 +10",
        A_3="A-4 2 +3\nA-1 2 +5\nA-2 0 -10",
        A_4="A-3 0 -3\nA-2 0 -40\nA-1 0 -2",
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("skunk_from", "right", "total"), [(31, 3, 5), (40, 3, 5), (41, 2, 4), (61, 2, 4), (0, 2, 4)])
def test_figures_flags_and_corrections_follow_the_skunk_line(skunk_from: int, right: int, total: int) -> None:
    event = an_event(skunk_from=skunk_from)
    four_cards(event, points=5 - right)
    api = director_of(event)

    card = api.get(f"{API}scorecards/A-2/").json()
    [flag] = [flag for flag in card["flags"] if flag["code"] == "points_not_of_spread"]
    assert (flag["field"], card["totals"]["game_points"]) == ("lines.1.points", total)
    start_cross_check(event=event, actor=make_actor())
    compared = sheet(Event.objects.get()).crosscheck
    assert {place.seat: place.tally.game_points for place in compared.places}["A-2"] == total
    corrected = {
        line.points for (seat, game), (line, *_) in compared.standing_lines.items() if (seat, game) == ("A-2", 2)
    }
    assert corrected == {right}


@pytest.mark.parametrize(
    ("points", "skunks", "flags"),
    [
        (3, Skunks(NO_SKUNK), ["points_no_skunk"]),
        (2, Skunks(NO_SKUNK), []),
        (0, Skunks(NO_SKUNK), []),
        (3, Skunks(), []),
        (3, Skunks(61), []),
        (4, Skunks(), ["points_no_skunk"]),
        (4, Skunks(31, 61), []),
    ],
)
def test_points_without_a_spread_are_flagged_where_no_win_counts_so_much(
    points: int, skunks: Skunks, flags: list[str]
) -> None:
    found = find_line_flags(Line(1, "A-2", points, None, None), records_spread=False, skunks=skunks)

    assert [(flag.code, flag.field) for flag in found] == [(code, "points") for code in flags]


@pytest.mark.django_db
def test_desk_and_api_say_what_a_three_counts_where_there_are_no_skunks() -> None:
    event = an_event(skunk_from=0, records_spread=False)
    make_cards(event, A_1="A-2 3 .")

    card = director_of(event).get(f"{API}scorecards/A-1/").json()

    said = "3 was written, and no win counts so much in this event; it counts 2."
    assert said in [flag["message"] for flag in card["flags"]]
    assert card["totals"]["game_points"] == 2
    director = signed_in(make_user("dan", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    assert said in text_of(director.get("/t/sierra/main/cards/A-1/?as=read"))


@pytest.mark.django_db
def test_the_api_takes_a_skunk_line_until_the_first_card() -> None:
    event = an_event()
    api = director_of(event)

    changed = api.patch(API, {"skunk_from": 61}, format="json")

    assert (changed.status_code, changed.json()["skunk_from"], changed.json()["mrp_rated"]) == (200, 61, False)
    row = AuditEntry.objects.filter(action="event.changed").latest("pk")
    assert (row.before, row.after) == ({"skunk_from": 31}, {"skunk_from": 61})
    for bad in (-1, 122, "many", None):
        refused = api.patch(API, {"skunk_from": bad}, format="json")
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "skunk_from")
    four_cards(event, points=2)
    frozen = api.patch(API, {"skunk_from": 31}, format="json")
    assert (frozen.status_code, frozen.json()["errors"][0]["field"]) == (409, "skunk_from")


@pytest.mark.django_db
def test_an_exemption_counts_the_points_anew() -> None:
    event = an_event()
    four_cards(event, points=3)
    event = Event.objects.get()

    effects = find_refit(event=event, changes={"skunk_from": 0}).effects
    changed = exempt_plan(event=event, changes={"skunk_from": 0}, reason="As announced", actor=make_actor())

    assert "The game points of every card are counted again." in effects
    assert {place.seat: place.tally.game_points for place in sheet(changed).places}["A-2"] == 4


@pytest.mark.django_db
def test_flyer_standings_and_settings_say_the_skunk_line() -> None:
    event = an_event(skunk_from=61)
    director = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    told = "Not as the ACC plays: A win is a skunk from 61 holes, not from 31."

    assert told in text_of(Client().get("/t/sierra/flyer/"))
    assert told in text_of(Client().get("/t/sierra/main/standings/"))
    assert director.get("/t/sierra/main/settings/").context["form"]["skunk_from"].value() == 61
    desk = director.get("/t/sierra/main/cards/A-1/")
    assert 'data-skunk-from="61"' in desk.content.decode()
    assert "A win is 2 game points, 3 at 61 or more. A loss is 0." in text_of(desk)
    assert events_words.not_as_the_acc(("skunk",), 4, Skunks(0)) == (
        "There are no skunks: every win counts 2 game points.",
    )


def test_a_phone_offers_no_skunk_where_there_are_none() -> None:
    assert [points for points, _label in cards_words.results_told(NO_SKUNK)] == [2, -2]
    assert [points for points, _label in cards_words.results_told(61)] == [2, 3, -2, -3]


@pytest.mark.django_db
def test_a_ladder_keeps_the_usual_skunk() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, skunk_from=61)
    api = director_of(event)

    assert api.patch(API, {"movement": "ladder"}, format="json").json()["skunk_from"] == 31
    refused = api.patch(API, {"skunk_from": 61}, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "skunk_from")
