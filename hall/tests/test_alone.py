"""One director alone, who does not play: every act that no rule reserves to somebody else, with one account."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from scorecards.sheet.reads.readings import readings
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import find_wanted
from scorecards.tests.factories import sheet
from tournaments.models import Entry, Event
from tournaments.people.actions.relations import record_relation
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/"
PAPER = {
    "A-1": [("A-2", "2", "12", ""), ("A-3", "2", "12", ""), ("A-4", "3", "40", "")],
    "A-2": [("A-1", "0", "", "10"), ("A-4", "0", "", ""), ("A-3", "2", "07", "")],
    "A-3": [("A-4", "2", "03", ""), ("A-1", "0", "", "12"), ("A-2", "0", "", "07")],
    "A-4": [("A-3", "0", "", "03"), ("A-2", "0", "", ""), ("A-1", "0", "", "40")],
}
"""In game 1 the two players wrote 12 and 10; in game 2 two of them lost, without a spread."""
SLIP = ("A-1", "2", "11", "")
"""What the director typed for game 1 of A-2."""


def done(api: APIClient, method: str, at: str, body: object = None) -> Any:
    answer = getattr(api, method)(f"{API}{at}", body)
    assert answer.status_code < 300, answer.json()
    return answer.json()


def typed(line: Line | None) -> str:
    """A line as the page takes it from somebody who reads it."""
    if line is None or (line.plus is None and line.minus is None):
        return "0-"
    return f"{line.plus}+" if line.plus is not None else f"{line.minus}-"


def test_one_director_alone_takes_an_event_from_the_draw_to_the_report() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4)
    director = make_user("rosa", role="director", tournament=event.tournament)
    api, client = api_of(director), signed_in(director)
    done(api, "patch", "", {"quota": 2, "reason": "Flyer"})
    done(api, "post", "seating/", {"tables": [4], "seed": 7})
    for seat, paper in PAPER.items():
        rows = [SLIP if (seat, game) == ("A-2", 1) else line for game, line in enumerate(paper, 1)]
        keys = ("opponent", "points", "plus", "minus")
        lines = [{"game": game, **dict(zip(keys, row, strict=True))} for game, row in enumerate(rows, 1)]
        done(api, "put", f"scorecards/{seat}/", {"version": 0, "lines": lines})
    done(api, "post", "cross-check/")

    # Every line that differs is read again by whoever typed it, twice where the first reading is another one.
    for _look in range(12):
        on = sheet(event)
        wanted = find_wanted(on.crosscheck, readings(event))
        if not wanted:
            break
        one = wanted[0]
        points, plus, minus = PAPER[one.seat][one.game - 1][1:]
        paper = Line(one.game, None, int(points), int(plus) if plus else None, int(minus) if minus else None)
        number = len(readings(event).get((one.seat, one.game), ())) + 1
        at = f"/t/sierra/main/looks/{one.seat}/{one.game}/"
        answer = client.post(at, {"reading": typed(paper), "number": number})
        assert answer.status_code == 302, text_of(answer)
    assert not find_wanted(sheet(event).crosscheck, readings(event))

    # One player is the director's partner: then a third checker signs, where there is one.
    entry = Entry.objects.select_related("player", "event").get(event=event, table="A", seat_number=2)
    record_relation(tournament=event.tournament, one=entry, other=director, kind="partner", actor=make_actor(director))
    differing = done(api, "get", "discrepancies/")
    assert {game["state"] for game in differing} >= {"proposed", "open"}
    for game in differing:
        at = f"discrepancies/{game['id']}/"
        signed = {"initials": "RM", "version": game["version"]}
        if game["state"] == "proposed":
            page = client.post(f"/t/sierra/main/cross-check/{game['id']}/accept/", signed)
            done(api, "post", f"{at}accept/", signed)
            assert page.status_code == 409
            assert "third checker" in text_of(page)
        elif game["state"] == "open":
            stands = {seat: {"points": "0", "plus": "", "minus": "05"} for seat in game["cards"]}
            done(api, "post", f"{at}override/", {**signed, "reason": "Both were asked", "resolved": stands})
    done(api, "post", "qualifiers/")
    done(api, "post", "bracket/", {"best_of": 1})
    done(api, "post", "bracket/matches/1/games/", {"winner": "A-1"})

    assert Event.objects.get(pk=event.pk).phase == "report"
