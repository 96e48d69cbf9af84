"""The judging after the day, in figures: what is counted, and that nobody is named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from brackets.tests.factories import make_bracket
from judging.calls.actions.calls import call_judge, close_call
from judging.calls.rules import Waits, waited, waits
from judging.models import Call, Coming
from judging.rulings import words as rulings_words
from judging.rulings.api import JudgingOut
from judging.rulings.reads.summary import summary
from judging.tests.test_rulings import HEAD, called, entry_of, give, judge, take_back
from judging.tests.test_views import make_referral
from scorecards.crosscheck.actions.crosscheck import override, take_back_decision
from scorecards.tests.factories import find, key, look_at_all
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.models import Event
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament
from tournaments.tests.pages import signed_in, text_of

NOON = datetime(2026, 3, 6, 12, 0, tzinfo=UTC)


def minutes(*numbers: float) -> list[timedelta]:
    return [timedelta(minutes=number) for number in numbers]


@pytest.mark.parametrize(
    ("there", "wait"),
    [
        pytest.param([], None, id="nobody"),
        pytest.param([2], None, id="one judge is no hearing"),
        pytest.param([2, 5], 5, id="the second one"),
        pytest.param([9, 2, 5], 5, id="whatever the order, and the third does not count"),
    ],
)
def test_a_table_waits_until_two_judges_are_there(there, wait):
    assert waited(NOON, [NOON + one for one in minutes(*there)]) == (None if wait is None else minutes(wait)[0])


def test_the_middle_and_the_longest_of_the_waits_that_are_known():
    assert waits([]) == waits([None]) == Waits(0, None, None)
    assert waits([*minutes(1, 9, 2), None]) == Waits(3, *minutes(2, 9))
    assert waits(minutes(1, 2)).median == timedelta(seconds=90)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "under a minute"), (59.6, "under a minute"), (60, "1 min"), (266, "4 min"), (4000, "66 min")],
)
def test_a_wait_is_told_in_minutes(seconds, told):
    assert rulings_words.span(timedelta(seconds=seconds)) == told


def comes(call: Call, name: str, after: timedelta) -> None:
    Coming.objects.create(call=call, name=name, at=call.at, there_at=call.at + after)


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(
        tournament=make_tournament("sierra"), games=2, entrants=8, tables=[4, 4], repeats_reason="small", seated=True
    )
    call_game(event=event, game=1, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def test_calls_are_counted_by_table_and_kind_and_rulings_by_rule(event):
    first, second = called(event, "A-1"), called(event, "B-1")
    close_call(call=second, actor=make_actor())
    entry = entry_of(event, "A-1")
    Call.objects.create(entry=entry, table="A", subject="renege", third_at=timezone.now(), closed_at=timezone.now())
    comes(first, "Ruth Quill", timedelta(minutes=1))
    comes(first, "Thelma Rusk", timedelta(minutes=3))
    give(event, call=first, subject="false-claim", rules=("7.3.b", "8.4"))
    give(event, rules=("8.4",))
    give(event, happened="Slip", rules=("8.6",))
    take_back(event, 3)

    found = JudgingOut(summary(event.tournament, [event])).data

    assert (found["calls"], found["open"], found["with_third"], found["without_ruling"]) == (3, 0, 1, 2)
    assert (found["rulings"], found["taken_back"]) == (2, 1)
    assert (found["waits_known"], found["median_wait"], found["longest_wait"]) == (1, 180, 180)
    assert found["by_table"] == [{"table": "main/A", "calls": 2}, {"table": "main/B", "calls": 1}]
    assert {one["subject"]: one["calls"] for one in found["by_subject"]} == {"false-claim": 1, "renege": 1, "": 1}
    assert [(one["rule"], one["rulings"]) for one in found["by_rule"]] == [("8.4", 2), ("7.3.b", 1)]


def test_what_the_head_judge_ruled_on_a_referred_game_counts_as_a_ruling(db):
    event = make_referral(make_tournament("sierra"))
    look_at_all(event)
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    head = judge(event, "Harriet Judd", is_head=True)
    decided = {
        "event": event,
        "key": key(1, "A-1", "A-2"),
        "initials": "HJ",
        "reason": "Both had pegged out",
        "rights": HEAD,
        "actor": Actor.of_user(head),
    }
    won, lost = {"points": 2, "plus": 10, "minus": None}, {"points": 0, "plus": None, "minus": 10}
    version = find(event, 1, "A-1", "A-2").version
    override(**decided, resolved={"A-1": won, "A-2": lost}, version=version)

    found = JudgingOut(summary(event.tournament, [event])).data
    del decided["initials"]
    take_back_decision(**decided)
    after = JudgingOut(summary(event.tournament, [event])).data

    assert (found["rulings"], found["taken_back"]) == (1, 0)
    assert [(one["rule"], one["rulings"]) for one in found["by_rule"]] == [("14.1", 1)]
    assert (after["rulings"], after["taken_back"], after["by_rule"]) == (0, 1, [])


def test_rules_of_as_many_rulings_stand_as_they_are_counted(event):
    give(event, rules=("10.2", "4.4.c", "8.4"))

    found = JudgingOut(summary(event.tournament, [event])).data
    page = signed_in(judge(event)).get(reverse("judging:rulings", args=["sierra"]))

    assert [one["rule"] for one in found["by_rule"]] == ["4.4.c", "8.4", "10.2"]
    assert [one.number for one in page.context["rules"]] == ["4.4.c", "8.4", "10.2"]


def test_the_page_and_the_api_name_nobody(event):
    first = called(event, "A-1")
    comes(first, "Ruth Quill", timedelta(seconds=65))
    comes(first, "Thelma Rusk", timedelta(seconds=185))
    give(event, call=first, offender=entry_of(event, "A-1"))
    user = judge(event)

    page = signed_in(user).get(reverse("judging:judging", args=["sierra"]))
    values = api_of(user).get("/api/v1/tournaments/sierra/judging/")

    text = text_of(page).partition("Judging in figures")[2]
    assert "Median 3 min" in text
    assert "Longest 3 min" in text
    assert "Table A 1" in text
    assert "7.3.b" in text
    for name in ("Ruth", "Thelma", entry_of(event, "A-1").name, "tests"):
        assert name not in text
        assert name not in values.content.decode()


def test_calls_of_the_playoffs_stand_apart_and_events_are_named_where_there_are_two(db):
    playoffs = make_bracket(4, tournament=make_tournament("sierra"))
    other = make_event(tournament=playoffs.tournament, slug="second", games=1, entrants=2, seated=True)
    for one in (entry_of(playoffs, "A-1"), entry_of(other, "A-1")):
        call_judge(entry=one, about="", actor=Actor.of_entry(one))

    found = summary(playoffs.tournament, [playoffs, other])

    assert [(one.key, one.number) for one in found.by_table] == [("main/playoffs", 1), ("second/A", 1)]
    assert all(":" in one.told for one in found.by_table)


def test_before_anything_was_called_the_page_says_why_it_is_empty(event):
    page = signed_in(judge(event)).get(reverse("judging:judging", args=["sierra"]))

    assert "No judge was called, and no ruling is recorded." in text_of(page)
