"""A real Celery worker on a real Redis: the site asks, the worker computes, and what was lost is found again."""

from __future__ import annotations

import json
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hall.tests import servers
from hall.tests.servers import Site

PATIENCE = 60

SET_UP = """
from tournaments.access import Actor
from tournaments.people.actions.people import issue_token
from tournaments.tests.factories import make_event, make_tournament, make_user
tournament = make_tournament("worked")
make_event(tournament=tournament, slug="main", games=3, entrants=4, seated=True)
print(issue_token(actor=Actor.of_user(make_user("checker", role="checker", tournament=tournament))))
"""
EVENT = "/api/v1/tournaments/worked/events/main/"


class Desk:
    """A checker who types, and a visitor who looks."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.token = site.run(SET_UP).strip().splitlines()[-1]

    def put(self, seat: str, plus: str, version: int = 0) -> Any:
        line = {"game": 1, "opponent": "", "points": "2", "plus": plus, "minus": ""}
        request = urllib.request.Request(
            f"{self.site.url}{EVENT}scorecards/{seat}/",
            json.dumps({"version": version, "lines": [line]}).encode(),
            {"Authorization": f"Token {self.token}", "Content-Type": "application/json"},
            method="PUT",
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def public(self) -> dict[str, Any]:
        """The standings as a visitor gets them, who is never made to wait for a computation."""
        with urllib.request.urlopen(f"{self.site.url}{EVENT}standings/", timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def public_when(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while not wanted(shown := self.public()):
            assert time.monotonic() < deadline, f"still {shown}"
            time.sleep(0.1)
        return shown


@pytest.fixture
def desk(running_site: Callable[..., Site], postgres_url: str, redis_url: str) -> Desk:
    return Desk(running_site(database_url=postgres_url, redis_url=redis_url))


@pytest.fixture
def start_worker(desk: Desk, tmp_path: Path) -> Iterator[Callable[[], servers.Kept]]:
    """Start the worker as README.md says."""
    kept = []

    def start() -> servers.Kept:
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "INFO", "--concurrency", "1"]
        kept.append(servers.keep(command, log=tmp_path / f"worker-{len(kept)}.log", env=desk.site.env))
        return kept[-1]

    yield start
    for worker in kept:
        worker.close()


def plus_of(seat: str, shown: dict[str, Any]) -> int:
    [found] = [row["plus"] for row in shown["rows"] if row["seat"] == seat]
    return int(found)


def test_the_worker_brings_the_standings_up_to_date(desk: Desk, start_worker: Callable[[], servers.Kept]) -> None:
    desk.public()
    start_worker()

    desk.put("A-1", "12")
    desk.put("A-2", "31")

    shown = desk.public_when(lambda shown: bool(shown["current"]) and plus_of("A-2", shown) == 31)
    assert plus_of("A-1", shown) == 12
    # The first card ended a phase: the worker saves the whole site too.
    backups = Path(desk.site.env["DATA_DIR"]) / "backups"
    deadline = time.monotonic() + PATIENCE
    while not list(backups.glob("pegboard-*.zip")):
        assert time.monotonic() < deadline, "no backup was made"
        time.sleep(0.1)


def test_saving_goes_on_while_no_worker_runs_and_nothing_is_lost(
    desk: Desk, start_worker: Callable[[], servers.Kept]
) -> None:
    desk.public()

    desk.put("A-1", "12")
    behind = desk.public()
    start_worker()

    assert (behind["current"], plus_of("A-1", behind)) == (False, 0)
    assert plus_of("A-1", desk.public_when(lambda shown: bool(shown["current"]))) == 12
