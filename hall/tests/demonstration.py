"""The demonstration with fewer people: every page and every answer has something on it, and it is there in seconds."""

from __future__ import annotations

import io
import time

from django.test import override_settings
from django.utils import timezone

from hall.demonstration.peggers import club_with_season
from hall.demonstration.simulator import Chance, people
from hall.management.commands import load_demo
from scorecards import tasks
from tournaments.tests.kept import kept


@kept
def load() -> None:
    """The weekend that is over and the one in the middle of its cross-check, both small."""
    with override_settings(PEGBOARD_DEMO=True, JOBS_IN_THREAD=False):
        command, hall = load_demo.Command(stderr=io.StringIO()), people(140, Chance(load_demo.SEED))
        command.began = time.monotonic()
        crew = load_demo.open_accounts({"director": "fifteen-two", "checker": "fifteen-four"})
        command.finished(hall[:24], crew)
        command.running(hall[66:126], hall[120:134], crew)
        club_with_season(hall[80:100], timezone.localdate(), Chance(load_demo.SEED + 3), crew)
        tasks.recompute_behind()
