"""`run.py bench --walks`: how much code a request passes.

Each request runs once before it is counted, so that first-time work is left out. Three things are counted: our files,
the functions called in them, and the calls from one file to another. A call that is made several times counts once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bench.measures import CREW, SEED, Hall, request
from hall.demonstration import rehearsal
from hall.demonstration.simulator import Chance, people
from scorecards.sheet.reads.sheet import sheet
from scorecards.standings.actions.posting import record_tiebreak
from tournaments.models import Role, User
from tournaments.plan import EventPlan
from tournaments.venue.actions.tournaments import create_tournament

ROOT = str(Path(__file__).resolve().parent.parent)
APPS = ("tournaments", "scorecards", "brackets", "judging", "hall", "config")


@dataclass
class Walk:
    """What was called: functions, and calls from one file to another."""

    name: str
    functions: set[CodeType] = field(default_factory=set)
    changes: set[tuple[CodeType, CodeType]] = field(default_factory=set)

    def __str__(self) -> str:
        files = {code.co_filename for code in self.functions}
        return f"{self.name:46}{len(files):>9}{len(self.functions):>11}{len(self.changes):>9}"

    def see(self, frame: FrameType, event: str, _argument: object) -> None:
        """Record a call of one of our functions, and its nearest caller of ours; a callback for `sys.setprofile`."""
        code = frame.f_code
        if event != "call" or not _is_ours(code):
            return
        self.functions.add(code)
        caller = frame.f_back
        while caller is not None and not _is_ours(caller.f_code):
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != code.co_filename:
            self.changes.add((caller.f_code, code))


def _is_ours(code: CodeType) -> bool:
    """Whether this is a named function of an app; comprehensions and lambdas count as part of their function."""
    path = code.co_filename.removeprefix(f"{ROOT}/")
    return path.startswith(APPS) and "/tests/" not in path and not code.co_name.startswith("<")


def walk(name: str, run: Callable[[], object]) -> Walk:
    """Run a function, and return which functions and files it passed."""
    walked = Walk(name)
    sys.setprofile(walked.see)
    try:
        run()
    finally:
        sys.setprofile(None)
    return walked


def measure() -> int:
    """Print what three requests pass: a card saved, the list posted, and a removal by a ruling."""
    print(f"{'':46}{'files':>9}{'functions':>11}{'changes':>9}")
    hall = Hall(16, 9)
    hall.put()
    hall.put()
    print(walk("a card saved", hall.put))
    print(walk("the list posted", _posting()))
    print(walk("a removal by a ruling", _removal(hall)))
    return 0


def _sending(hall: Hall, slug: str, path: str, **body: object) -> Callable[[], Any]:
    """Return a function that sends this to the API as the director."""

    def send() -> Any:
        address = f"/api/v1/tournaments/{slug}/{path}"
        answer = request("POST", address, json.dumps(body).encode(), authorization=f"Token {hall.token}")
        if answer.status >= 300:
            raise RuntimeError(f"the site answered {answer.status}: {answer.body[:300]!r}")
        return json.loads(answer.body)

    return send


def _posting() -> Callable[[], object]:
    """Settle every discrepancy and break every tie; return a function that posts the list."""
    hall = Hall(16, 10)
    rehearsal.start_cross_check(hall.event, CREW)
    for _game in rehearsal.settle(hall.event, hall.played.truth, CREW):
        pass
    ties = [obstacle for obstacle in sheet(rehearsal.now(hall.event)).obstacles if obstacle.code == "tie_unbroken"]
    for tie in ties:
        record_tiebreak(event=hall.event, order=str(tie["seats"]).split(", "), actor=CREW.director)
    return _sending(hall, hall.slug, "events/main/qualifiers/")


def _removal(hall: Hall) -> Callable[[], object]:
    """Prepare a removal in the second game of an event and read its preview; return a function that removes."""
    plan = EventPlan("main", games=8)
    tournament = create_tournament(
        slug="removal", name="Removal", starts_on=date(2026, 3, 6), events=[plan], actor=CREW.director
    )
    event = tournament.events.get()
    rehearsal.enter(event, people(12, Chance(SEED)), CREW)
    rehearsal.seat(event, SEED, CREW)
    judges = [User.objects.create(username=f"judge{number}") for number in (1, 2, 3)]
    for judge in judges:
        Role.objects.create(tournament=tournament, user=judge, kind=Role.Kind.JUDGE)
    ruling = {
        "event": "main",
        "offender": "A-2",
        "happened": "Refused the ruling.",
        "decision": "Removed from play.",
        "judges": [judge.username for judge in judges],
        "removes": True,
        "game": 2,
    }
    mark = _sending(hall, "removal", "rulings/?preview=1", **ruling)()["mark"]
    return _sending(hall, "removal", "rulings/", **ruling, mark=mark)
