"""Reopening the cross-check takes the posted list back; what random late corrections do is in `test_whole_tournaments`."""

from __future__ import annotations

import pytest

from hall.desk.actions import reopen_phase
from scorecards.sheet.reads.lists import list_versions
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.late import make_posted
from tournaments.tests.factories import make_actor, make_tournament

pytestmark = pytest.mark.django_db


def test_reopening_the_cross_check_takes_every_list_back_and_posting_makes_the_next_one() -> None:
    event = make_posted(make_tournament("sierra"))

    reopen_phase(event=event, phase="cross_check", reason="A card was forgotten", actor=make_actor())
    event.refresh_from_db()
    taken_back = list_versions(event)
    post_qualifiers(event=event, actor=make_actor())

    assert [one.current for one in taken_back] == [False]
    assert [(one.number, one.current, one.shifts) for one in list_versions(event)] == [
        (1, False, ()),
        (2, True, ()),
    ]
