"""How long the matches of the playoffs are is a setting of the event: five games as in the ACC, or another number that is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from brackets.bracket.actions import draw_bracket
from brackets.models import Match
from brackets.tests.factories import make_posted_event
from tournaments.models import AuditEntry, Event
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

MAIN = "/api/v1/tournaments/sierra/events/main/"
NOT_ACC = "A match of the playoffs is best of 3, not best of 5."


def set_best_of(event: Event, best_of: int) -> Event:
    Event.objects.filter(pk=event.pk).update(best_of=best_of)
    return Event.objects.select_related("tournament").get(pk=event.pk)


def lengths(event: Event) -> dict[int, int]:
    return dict(Match.objects.filter(bracket__event=event).values_list("round", "best_of"))


@pytest.mark.parametrize(
    ("setting", "drawn", "expected"),
    [
        (5, {}, {1: 5, 2: 5}),
        (3, {}, {1: 3, 2: 3}),
        (3, {"rounds": {2: 7}}, {1: 3, 2: 7}),
        (3, {"best_of": 5}, {1: 5, 2: 5}),
    ],
)
def test_the_draw_goes_by_the_event_unless_it_says_otherwise(
    setting: int, drawn: dict[str, Any], expected: dict[int, int]
) -> None:
    event = set_best_of(make_posted_event(tournament=make_tournament("sierra")), setting)

    draw_bracket(event=event, **drawn, actor=make_actor())

    assert lengths(event) == expected


def test_the_page_of_the_draw_starts_from_the_setting() -> None:
    event = set_best_of(make_posted_event(tournament=make_tournament("sierra")), 7)

    page = in_role(event.tournament, "director").get("/t/sierra/main/bracket/")

    assert [field.value() for field in page.context["form"]] == [7, 7]


def test_it_is_set_in_the_settings_and_told_on_flyer_and_standings_and_logged() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)
    director = in_role(event.tournament, "director")
    for page in ("/t/sierra/flyer/", "/t/sierra/main/standings/"):
        assert "A match of the playoffs" not in text_of(Client().get(page))
    shown = director.get("/t/sierra/main/settings/").context["form"]
    values = {name: shown[name].value() for name in shown.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False, "")}

    answer = director.post("/t/sierra/main/settings/", sent | {"best_of": "3"})

    assert answer.status_code == 302
    assert Event.objects.get(pk=event.pk).best_of == 3
    for page in ("/t/sierra/flyer/", "/t/sierra/main/standings/"):
        assert NOT_ACC in text_of(Client().get(page)), page
    logged = AuditEntry.objects.get(action="event.changed")
    assert (logged.before, logged.after) == ({"best_of": 5}, {"best_of": 3})


def test_where_nobody_qualifies_no_length_is_told() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, movement="ladder", entrants=4)
    set_best_of(event, 3)

    assert "A match of the playoffs" not in text_of(Client().get("/t/sierra/flyer/"))


def test_the_api_sets_it_until_the_qualifiers_are_posted() -> None:
    tournament = make_tournament("sierra")
    make_event(tournament=tournament)
    director = api_of(make_user(role="director", tournament=tournament))
    assert director.get(MAIN).json()["best_of"] == 5

    changed = director.patch(MAIN, {"best_of": 1})
    wrong = [director.patch(MAIN, {"best_of": best_of}) for best_of in (2, 9)]

    assert (changed.status_code, changed.json()["best_of"]) == (200, 1)
    assert "A match of the playoffs is one game" in text_of(Client().get("/t/sierra/flyer/"))
    assert [(answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) for answer in wrong] == [
        (400, ["best_of"])
    ] * 2


def test_it_stays_once_the_qualifiers_are_posted() -> None:
    event = make_posted_event(tournament=make_tournament("sierra"))
    director = api_of(make_user(role="director", tournament=event.tournament))

    answer = director.patch(MAIN, {"best_of": 3})

    assert (answer.status_code, answer.json()["code"]) == (409, "posted")
    assert Event.objects.get(pk=event.pk).best_of == 5
