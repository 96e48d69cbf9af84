"""What a saved card asks the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.day.reads.schedule import frames, keep_course
from tournaments.models import Event
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in

pytestmark = pytest.mark.django_db


def an_event() -> Event:
    return make_event(tournament=make_tournament("sierra"), games=4, entrants=8, seated=True)


def asked(save: Callable[[], Any]) -> list[str]:
    """The queries of a save, but for the savepoints that stand for its transaction here."""
    with CaptureQueriesContext(connection) as found:
        answer = save()
    assert answer.status_code == 200, answer.content
    return [query["sql"] for query in found.captured_queries if "SAVEPOINT" not in query["sql"]]


def test_a_card_typed_at_the_desk_asks_once_who_meets_whom() -> None:
    event = an_event()
    client = signed_in(make_user("len", role="checker", tournament=event.tournament))

    def save(version: int, line: str, seat: str = "A-1") -> Any:
        typed = {f"line-{game}": line for game in range(1, 5)}
        return client.post(
            f"/t/sierra/main/cards/{seat}/", {"version": version, **typed}, HTTP_ACCEPT="application/json"
        )

    save(0, "12", "A-3")
    first = asked(lambda: save(0, "12"))
    again = asked(lambda: save(1, "13"))

    for queries, most in ((first, 23), (again, 31)):
        assert len(queries) <= most, "\n".join(queries)
        for table in ("tournaments_seatingtable", "tournaments_daychange"):
            assert sum(f'FROM "{table}"' in query for query in queries) == 1, table


def test_a_card_sent_by_a_program_asks_once_who_meets_whom() -> None:
    event = an_event()
    api = api_of(make_user("len", role="checker", tournament=event.tournament))

    def save(seat: str = "A-1") -> Any:
        lines = [{"game": game, "opponent": "A-2", "points": "2", "plus": "10", "minus": ""} for game in range(1, 5)]
        return api.put(
            f"/api/v1/tournaments/sierra/events/main/scorecards/{seat}/", {"version": 0, "lines": lines}, format="json"
        )

    save("A-3")
    queries = asked(save)

    assert len(queries) <= 20, "\n".join(queries)
    assert sum('FROM "tournaments_seatingtable"' in query for query in queries) == 1


def test_what_was_kept_goes_once_the_event_has_changed() -> None:
    event = an_event()
    keep_course(event)
    kept = frames(event)
    assert Event.objects.locked(event).kept_course == {"frames": kept}

    Event.objects.get(pk=event.pk).touch()

    assert Event.objects.locked(event).kept_course is None
