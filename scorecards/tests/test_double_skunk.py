"""An event with double skunks: its setting, what is refused, the cards, the cross-check and the pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from scorecards.cards.rules.typing import format_typed, parse_typed
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.piles import find_piles
from scorecards.standings.actions.exemption import exempt_plan
from scorecards.tests.factories import make_cards, sheet
from tournaments.models import Event, Role
from tournaments.rules.finding import Finding
from tournaments.rules.skunk import Skunks
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

API = "/api/v1/tournaments/sierra/events/main/"


def an_event(**more: Any) -> Event:
    plan = {"games": 2, "movement": "none", "entrants": 4, "seated": True, **more}
    return make_event(tournament=make_tournament("sierra"), **plan)


def director_of(event: Event) -> APIClient:
    return api_of(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))


def four_cards(event: Event) -> None:
    """A-1 beats A-2 by 70 and writes 3; A-3 beats A-4 by 61; every other win is smaller."""
    make_cards(
        event,
        A_1="A-2 3 +70\nA-3 2 +5",
        A_2="A-1 0 -70\nA-4 3 +60",
        A_3="A-4 4 +61\nA-1 0 -5",
        A_4="A-3 0 -61\nA-2 0 -60",
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("settings", "sent", "field"),
    [
        ({}, {"double_skunk_from": 31}, "double_skunk_from"),
        ({}, {"double_skunk_from": 121}, "double_skunk_from"),
        ({"records_spread": False}, {"double_skunk_from": 61}, "double_skunk_from"),
        ({"ranking": "wins"}, {"double_skunk_from": 61}, "double_skunk_from"),
        ({"skunk_from": 0}, {"double_skunk_from": 61}, "double_skunk_from"),
        ({}, {"double_skunk_from": 61, "movement": "ladder"}, "double_skunk_from"),
        ({"double_skunk_from": 61}, {"skunk_from": 61}, "skunk_from"),
        ({"double_skunk_from": 61}, {"records_spread": False}, "records_spread"),
        ({"double_skunk_from": 61}, {"ranking": "wins"}, "ranking"),
        ({"double_skunk_from": 61}, {"movement": "ladder"}, "movement"),
    ],
)
def test_a_double_skunk_that_makes_no_sense_is_refused_by_the_field_that_is_sent(
    settings: dict[str, Any], sent: dict[str, Any], field: str
) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=2, **settings)

    refused = director_of(event).patch(API, sent, format="json")

    assert (refused.status_code, [fault["field"] for fault in refused.json()["errors"]]) == (400, [field])


@pytest.mark.django_db
def test_a_double_skunk_is_set_until_the_first_card_and_then_by_an_exemption() -> None:
    event = an_event()
    api = director_of(event)

    changed = api.patch(API, {"double_skunk_from": 61}, format="json").json()

    assert (changed["double_skunk_from"], changed["mrp_rated"]) == (61, False)
    four_cards(event)
    frozen = api.patch(API, {"double_skunk_from": None}, format="json")
    assert (frozen.status_code, frozen.json()["errors"][0]["field"]) == (409, "double_skunk_from")
    exempted = exempt_plan(
        event=Event.objects.get(), changes={"double_skunk_from": None}, reason="As announced", actor=make_actor()
    )
    assert {place.seat: place.tally.game_points for place in sheet(exempted).places}["A-3"] == 3


@pytest.mark.django_db
def test_the_cross_check_counts_4_for_the_spread_that_stands() -> None:
    event = an_event(double_skunk_from=61)
    four_cards(event)

    [flag] = director_of(event).get(f"{API}scorecards/A-1/").json()["flags"]
    start_cross_check(event=event, actor=make_actor())

    compared = sheet(Event.objects.get())
    points = {place.seat: place.tally.game_points for place in compared.places}
    assert flag["message"] == "3 was written beside a spread of 70; it counts 4."
    assert points == {"A-1": 6, "A-2": 3, "A-3": 4, "A-4": 0}
    assert compared.crosscheck.standing_lines["A-1", 1].line.points == 4


@pytest.mark.django_db
def test_a_card_that_is_missing_may_still_win_4_points_a_game() -> None:
    event = an_event(double_skunk_from=61)
    make_cards(event, A_1="A-2 2 +7\nA-3 2 +5", A_2="A-1 0 -7\nA-4 2 +6", A_4="A-3 0 -61\nA-2 0 -6")

    bounds = find_piles(sheet(event).crosscheck, {}).bounds

    assert bounds["A-3"].highest[0] == 8


@pytest.mark.django_db
@pytest.mark.parametrize(("double", "status"), [(61, 200), (None, 400)])
def test_a_4_is_written_only_where_there_are_double_skunks(double: int | None, status: int) -> None:
    event = an_event(double_skunk_from=double)
    line = {"game": 1, "opponent": "A-2", "points": "4", "plus": "72", "minus": ""}

    answer = director_of(event).put(f"{API}scorecards/A-1/", {"version": 0, "lines": [line]}, format="json")

    faults = [(fault["field"], fault["code"]) for fault in answer.json().get("errors", [])]
    assert (answer.status_code, faults) == (status, [] if double else [("lines.0.points", "points_notation")])


@pytest.mark.django_db
def test_an_earlier_moment_is_counted_by_the_lines_of_that_moment() -> None:
    event = an_event(double_skunk_from=61)
    line = {"game": 1, "opponent": "A-2", "points": "4", "plus": "72", "minus": ""}
    director_of(event).put(f"{API}scorecards/A-1/", {"version": 0, "lines": [line]}, format="json")
    past = acts(event)
    exempt_plan(
        event=Event.objects.get(), changes={"double_skunk_from": None}, reason="As announced", actor=make_actor()
    )

    [then] = [place for place in earlier_sheet(Event.objects.get(), past).places if place.seat == "A-1"]

    assert then.tally.game_points == 4


@pytest.mark.parametrize(
    ("typed", "points", "plus", "shown"),
    [
        ("72", 4, 72, "72"),
        ("72*", 3, 72, "72*"),
        ("72*2+", 2, 72, "72*2"),
        ("40*4", 4, 40, "40*4"),
        ("40*", 2, 40, "40*"),
        ("16*", 3, 16, "16*"),
        ("W*4", 4, None, "W*4"),
        ("0*+", 3, None, "W*"),
    ],
)
def test_the_desk_types_each_of_2_3_and_4_beside_any_spread(
    typed: str, points: int, plus: int | None, shown: str
) -> None:
    line = parse_typed(typed, 1, "A-2", skunks=Skunks(31, 61))

    assert line == Line(1, "A-2", points, plus, None)
    assert format_typed(line, "A-2", skunks=Skunks(31, 61)) == shown


def test_the_desk_takes_no_4_where_there_are_no_double_skunks() -> None:
    assert parse_typed("72*4", 1, "A-2", field="line-1") == Finding("typed_other", "line-1")


@pytest.mark.django_db
def test_flyer_standings_settings_and_desk_say_the_double_skunk() -> None:
    event = an_event(double_skunk_from=61)
    director = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    told = "Not as the ACC plays: A win by 61 holes or more is a double skunk and counts 4 game points."

    assert told in text_of(Client().get("/t/sierra/flyer/"))
    assert told in text_of(Client().get("/t/sierra/main/standings/"))
    assert director.get("/t/sierra/main/settings/").context["form"]["double_skunk_from"].value() == 61
    desk = director.get("/t/sierra/main/cards/A-1/")
    assert 'data-double-skunk-from="61"' in desk.content.decode()
    assert "A win is 2 game points, 3 at 31 or more, 4 at 61 or more. A loss is 0." in text_of(desk)
    assert "skunk (31 or more) 3, double skunk (61 or more) 4, loss 0." in text_of(
        director.get(reverse("tournaments:sheets", args=["sierra", "main", "blank"]))
    )
