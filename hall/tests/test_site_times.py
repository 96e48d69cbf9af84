"""Times on pages that belong to no tournament: they say their zone, and a script makes them the visitor's."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template import engines
from django.utils import timezone

from hall.tests.sources import TEMPLATES, templates
from tournaments.errors import Since
from tournaments.words import overwriting

WITH_A_HALL = re.compile(r'extends "(tournament|event)\.html"')
CLOCK = re.compile(r"(date|time):\"[A-Z_]*TIME[A-Z_]*\"|\{% now ")
SHOWN_IN_A_HALL = {
    "hall/display.html",
    "hall/me/own.html",
    "hall/me/call.html",
    "hall/me/card.html",
    "hall/me/match.html",
    "hall/me/phone.html",
    "hall/notices/own.html",
    "brackets/matches/wall.html",
}
"""Pages without the tournament's frame that are shown in the time of a hall."""


def test_no_page_of_the_site_shows_a_time_without_its_zone() -> None:
    bases = 'extends "base.html"', 'extends "clubs/frame.html"'
    found = []
    for name, text in sorted((str(path.relative_to(TEMPLATES)), path.read_text()) for path in templates()):
        if any(base in text for base in bases) and name not in SHOWN_IN_A_HALL and not WITH_A_HALL.search(text):
            found += [f"{name}: {match[0]}" for match in CLOCK.finditer(text)]
    assert found == []


def test_a_time_of_the_site_says_its_zone_and_can_be_made_the_visitors() -> None:
    template = engines["django"].from_string("{% load moments %}{% site_time at %}")

    shown = template.render({"at": datetime(2026, 11, 28, 19, 5, tzinfo=UTC)})

    assert 'datetime="2026-11-28T19:05:00+00:00" data-own-zone' in shown
    assert shown.endswith("UTC</time>")


@pytest.mark.parametrize(("zone", "says"), [(settings.TIME_ZONE, True), ("America/Los_Angeles", False)])
def test_who_changed_a_thing_says_the_zone_only_outside_a_hall(zone: str, says: bool) -> None:
    with timezone.override(ZoneInfo(zone)):
        text = overwriting.who(Since("Ruth Quill", datetime(2026, 1, 2, 3, 4, tzinfo=UTC), own=False))

    assert ("UTC)" in text) is says
