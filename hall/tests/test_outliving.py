"""Nothing that a test makes is known to the next one."""

from __future__ import annotations

import importlib
import pkgutil

from hall.tests.outliving import FORGOTTEN, HARMLESS, forget, holding
from hall.tests.sources import APPS
from tournaments.live import announced
from tournaments.tests.factories import make_tournament


def test_all_that_a_process_holds_is_forgotten_or_harmless() -> None:
    for app in APPS:
        for found in pkgutil.walk_packages([app], f"{app}."):
            if not {"tests", "migrations", "management"} & set(found.name.split(".")):
                importlib.import_module(found.name)

    assert holding() == {*FORGOTTEN, *HARMLESS}


def test_what_is_known_of_a_tournament_is_forgotten(db: None, settings) -> None:
    settings.LIVE_KEPT_SECONDS = 60
    assert not announced("sierra").public
    make_tournament("sierra")
    assert not announced("sierra").public

    forget()

    assert announced("sierra").public
