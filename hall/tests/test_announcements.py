"""Announcements in the log, and in what is exported: words of the day, of which the trail alone is carried."""

from __future__ import annotations

import pytest

from hall.desk import trail
from hall.exchange import reads as site_reads
from hall.exchange.actions import import_tournament
from hall.exchange.text import write_document
from tournaments.models import AuditEntry
from tournaments.tests.factories import make_actor, make_event
from tournaments.venue.actions.announcements import announce, take_back_announcement

pytestmark = pytest.mark.django_db


def test_the_trail_says_what_was_announced_and_what_was_taken_back() -> None:
    event = make_event()
    of_all = {"tournament": event.tournament, "actor": make_actor()}
    made = announce(**of_all, text="Game 5 starts in ten minutes.", event=event)
    take_back_announcement(**of_all, number=made.number)
    announce(**of_all, text="Lunch until 1:30.")

    rows = AuditEntry.objects.filter(action__startswith="announcement.")

    assert [trail.sentence(row, {}) for row in rows] == [
        "Announced in main: “Game 5 starts in ten minutes.”",
        "Taken back: Announced in main: “Game 5 starts in ten minutes.”",
        "Announced: “Lunch until 1:30.”",
    ]


def test_the_trail_of_announcements_is_exported_and_they_themselves_are_not() -> None:
    event = make_event(entrants=2)
    announce(tournament=event.tournament, text="Lunch.", event=event, actor=make_actor())
    document = {**site_reads.tournament_document(event.tournament), "slug": "copy"}

    copied = import_tournament(document=document, actor=make_actor())

    assert not copied.announcements.exists()
    assert write_document(site_reads.tournament_document(copied)) == write_document(document)
    assert [act["after"]["text"] for act in document["history"] if act["action"] == "announcement.made"] == ["Lunch."]
