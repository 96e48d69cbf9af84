"""A card corrected after posting while the list stays: results and report say so, on the page, as JSON and as CSV."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from brackets.results.reads.results import results
from hall.report.reads import event_report
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.standings.actions.after_posting import correct_late, find_late_correction
from scorecards.tests.factories import written
from scorecards.tests.late import make_posted
from tournaments.models import Event
from tournaments.tests.factories import api_of, make_actor, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

BETTER = "1: A-8 2 +28"  # On the card of A-7: net 35, so that A-7 is before A-3 (net 30), the high nonqualifier.
AGAIN = "1: A-8 2 +27"
SAID = "was corrected after posting; the list stays as posted: They play already"
TOTALS = "By the corrected cards: net +35 instead of +9, plus 35 instead of 9."


@pytest.fixture
def event() -> Event:
    return make_posted(make_tournament("sierra"))


def correct(event: Event, decision: str = "keep", *, seat: str = "A-7", text: str = BETTER) -> None:
    """Look at it, then decide: as a director does."""
    event.refresh_from_db()
    lines, by = written(text).lines, make_actor()
    found = find_late_correction(event=event, seat=seat, lines=lines, actor=by)
    correct_late(
        event=event,
        seat=seat,
        lines=lines,
        decision=LateDecision(decision),
        reason="They play already",
        mark=found.mark,
        initials="JK",
        actor=by,
    )
    event.refresh_from_db()


def page(event: Event, name: str) -> str:
    return reverse(name, args=[event.tournament.slug, event.slug])


def api(event: Event, rest: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def reported(event: Event) -> dict:
    director = make_user(role="director", tournament=event.tournament)
    return api_of(director).get(api(event, "report/")).json()


def table(event: Event) -> dict[str, dict[str, str]]:
    """The CSV, by seat."""
    answer = in_role(event.tournament, "director").get(page(event, "report:report_csv"))
    heads, *rows = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
    found = (dict(zip(heads, row, strict=True)) for row in rows)
    return {one["Seat"]: one for one in found}


def test_without_a_correction_nothing_is_said(event: Event) -> None:
    public = text_of(Client().get(page(event, "brackets:results")))
    told = text_of(in_role(event.tournament, "director").get(page(event, "report:report")))

    for text in (public, told):
        assert "orrected" not in text
        assert "as posted" not in text
        assert "List 1" not in text
    assert (api_of().get(api(event, "results/")).json()["kept"], reported(event)["kept"]) == ([], [])
    assert {one["by_cards"] for one in reported(event)["players"]} == {None}
    assert {(one["Corrected after posting"], one["By the corrected cards"]) for one in table(event).values()} == {
        ("", "")
    }
    assert table(event)["A-3"]["High nonqualifier"] == "yes"


def test_the_results_say_what_the_standings_say_and_mark_the_high_nonqualifier(event: Event) -> None:
    correct(event)

    text = text_of(Client().get(page(event, "brackets:results")))

    assert SAID in text
    assert text_of(Client().get(page(event, "scorecards:standings"))).count(SAID) == text.count(SAID) == 1
    name = event.entries.get(number=3).name
    assert f"High nonqualifier, as posted {name}" in text
    assert f"{name} High nonqualifier, as posted A-3" in text
    # What the cards give by now is for those who report.
    assert "By the corrected cards" not in text
    assert "Corrected after posting" not in text  # A-7 has no row of its own here.


def test_a_qualifier_whose_card_was_corrected_is_marked(event: Event) -> None:
    correct(event, seat="A-5", text="1: A-6 2 +14")

    text = text_of(Client().get(page(event, "brackets:results")))

    name = event.entries.get(number=5).name
    assert f"{name} Corrected after posting A-5 6 3 +36" in text
    assert text.count("Corrected after posting") == 1


def test_the_api_of_the_results_has_what_the_standings_have(event: Event) -> None:
    correct(event)

    values = api_of().get(api(event, "results/")).json()

    assert values["kept"] == api_of().get(api(event, "standings/")).json()["kept"]
    assert [(one["seat"], one["games"]) for one in values["kept"]] == [("A-7", [1])]
    assert values["high_nonqualifier"]["seat"] == "A-3"
    assert values["list_number"] == 1


def test_the_report_gives_the_corrected_numbers_beside_the_posted_ones(event: Event) -> None:
    correct(event)

    text = text_of(in_role(event.tournament, "director").get(page(event, "report:report")))

    name = event.entries.get(number=7).name
    assert SAID in text
    assert f"{name} Corrected after posting {TOTALS}" in text
    assert "HNQ, as posted" in text
    assert text.count("Corrected after posting") == 1


def test_the_report_as_json_has_them_apart(event: Event) -> None:
    correct(event)

    values = reported(event)

    assert values["kept"] == api_of().get(api(event, "standings/")).json()["kept"]
    players = {one["seat"]: one for one in values["players"]}
    assert (players["A-7"]["net"], players["A-7"]["plus"]) == (9, 9)
    assert players["A-7"]["by_cards"] == {
        "rank": 3,
        "game_points": 6,
        "games_won": 3,
        "plus": 35,
        "minus": 0,
        "net": 35,
    }
    assert players["A-1"]["by_cards"] is None
    # That others have another rank by now is no correction of their numbers.
    assert players["A-3"]["by_cards"] is None


def test_the_csv_has_the_kept_corrections_in_a_column_that_is_empty_for_everybody_else(event: Event) -> None:
    correct(event)

    rows = table(event)

    assert SAID in rows["A-7"]["Corrected after posting"]
    assert (rows["A-7"]["Net"], rows["A-7"]["By the corrected cards"]) == ("9", TOTALS)
    assert {seat for seat, one in rows.items() if one["Corrected after posting"]} == {"A-7"}
    assert rows["A-3"]["High nonqualifier"] == "yes, as posted"


def test_a_card_that_is_corrected_twice_is_named_twice_and_a_new_list_names_its_number(event: Event) -> None:
    correct(event)
    correct(event, text=AGAIN)
    assert table(event)["A-7"]["Corrected after posting"].count(SAID) == 2

    correct(event, "post", seat="A-5", text="1: A-6 2 +14")

    for shown in (
        Client().get(page(event, "brackets:results")),
        in_role(event.tournament, "director").get(page(event, "report:report")),
    ):
        assert "List 2, posted " in text_of(shown)
        assert page(event, "scorecards:versions") in shown.content.decode()
        assert "orrected" not in text_of(shown)
    assert api_of().get(api(event, "results/")).json()["list_number"] == reported(event)["list_number"] == 2
    assert reported(event)["kept"] == []


@pytest.mark.parametrize("part", ["standings", "qualifiers"])
def test_what_is_hidden_stays_hidden(event: Event, part: str) -> None:
    correct(event)
    Event.objects.filter(pk=event.pk).update(hidden=[part])

    assert (Client().get(page(event, "brackets:results")).status_code) == 403
    assert "kept" not in api_of().get(api(event, "results/")).json()
    assert SAID in text_of(in_role(event.tournament, "viewer").get(page(event, "brackets:results")))


def test_a_hidden_bracket_does_not_hide_it(event: Event) -> None:
    correct(event)
    Event.objects.filter(pk=event.pk).update(hidden=["bracket"])

    assert SAID in text_of(Client().get(page(event, "brackets:results")))


def test_a_second_correction_takes_no_more_queries(event: Event) -> None:
    counts = []
    for text in (BETTER, AGAIN):
        correct(event, text=text)
        with CaptureQueriesContext(connection) as caught:
            results(event)
            event_report(event)
        counts.append(len(caught))

    assert counts[0] == counts[1]
