"""Nobody judges their own table: neither one of a team of two, nor who plays as a substitute for one of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.calls.actions.calls import call_judge, come
from judging.rulings.actions import Ruled, give_ruling
from scorecards.ladder.actions import record_result
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.errors import Forbidden, Malformed
from tournaments.models import DayChange, Entry, Event, PersonalLink, Role, User
from tournaments.people.actions.links import make_links
from tournaments.people.actions.people import link_player
from tournaments.people.reads.links import key_of_link
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

DAY = "/api/v1/tournaments/sierra/events/main/day-changes/"


@pytest.fixture
def event() -> Event:
    """A ladder of four teams of two."""
    plans = [EntrantPlan(f"Team {n}", seat=f"A-{n}", players=(f"Ann Bell{n}", f"Bob Ray{n}")) for n in range(1, 5)]
    return make_event(tournament=make_tournament("sierra"), games=3, movement="ladder", entrants=plans, seated=True)


def whole(event: Event, seat: str) -> Entry:
    found = entry_at(event, seat)
    assert found is not None
    return Entry.objects.with_people().select_related("event__tournament").get(pk=found.pk)


def judge_called(event: Event, name: str) -> User:
    user = make_user("judith", role=Role.Kind.JUDGE, tournament=event.tournament)
    user.first_name, user.last_name = name.split(" ")
    user.save()
    return user


def substitute(event: Event, **more: Any) -> DayChange | None:
    plan = DayPlan(What.SUBSTITUTE, seat="A-1", first=1, name="Zed Sub", **more)
    return change_day(event=event, plan=plan, reason="Ann is ill", actor=make_actor())


def refused_everywhere(event: Event, user: User) -> None:
    """This judge neither comes to a call of table 1, nor rules there, nor taps its result; at table 2 they do."""
    actor, rights = Actor.of_user(user), Rights(frozenset({"judge"}))
    call = call_judge(entry=whole(event, "A-2"), actor=make_actor())
    ruled = {"tournament": event.tournament, "event": event, "rights": rights, "actor": actor}

    with pytest.raises(Forbidden, match="party to this case"):
        come(call=call, next_deal="", actor=actor)
    with pytest.raises(Forbidden, match="party to this case"):
        give_ruling(
            ruled=Ruled("Played out of turn.", "Taken back.", offender=whole(event, "A-1")), alone=True, **ruled
        )
    with pytest.raises(Forbidden):
        record_result(event=event, game=1, table=1, winner="A-2", points=2, actor=actor)
    named = Ruled(
        "Played out of turn.",
        "Taken back.",
        offender=whole(event, "A-2"),
        other=whole(event, "A-1"),
        judges=(actor.name,),
        rules=("11.4",),
    )
    with pytest.raises(Malformed) as refused:
        give_ruling(ruled=named, alone=True, **{**ruled, "actor": make_actor()})
    assert [fault.code for fault in refused.value.faults] == ["own"]
    assert give_ruling(
        ruled=Ruled("Played out of turn.", "Taken back.", offender=whole(event, "A-3"), rules=("11.4",)),
        alone=True,
        **ruled,
    )


@pytest.mark.parametrize("place", [0, 1])
def test_a_judge_who_is_one_of_two_partners_judges_nothing_at_their_table(event: Event, place: int) -> None:
    user = judge_called(event, ("Ann Bell1", "Bob Ray1")[place])
    link_player(entry=event.entries.get(number=1), username="judith", person=place, actor=make_actor())
    refused_everywhere(event, user)


def test_a_judge_with_the_name_of_a_partner_judges_nothing_at_that_table(event: Event) -> None:
    refused_everywhere(event, judge_called(event, "Bob Ray1"))


def test_a_judge_who_is_a_substitute_judges_nothing_at_that_table(event: Event) -> None:
    user = judge_called(event, "Zed Sub")
    substitute(event, partner="ann bell1")
    refused_everywhere(event, user)


def test_the_page_asks_for_whom_of_the_two_a_substitute_plays_and_the_lists_say_it(event: Event) -> None:
    desk = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    page = reverse("tournaments:day_change", args=["sierra", "main", "substitute"])
    sent = {"seat": "A-1", "first": "1", "name": "Zed Sub"}

    asked = text_of(desk.get(page, {**sent, "partner": ""}))
    looked = text_of(desk.get(page, {**sent, "partner": "ann bell1"}))
    desk.post(page, {**sent, "partner": "ann bell1", "reason": "Ann is ill"})

    assert "Write for whom of the two: Ann Bell1 or Bob Ray1." in asked
    assert "Zed Sub plays for Ann Bell1 of Team 1" in looked.replace("A-1 ", "")
    assert DayChange.objects.get().data == {
        "seat": "A-1",
        "name": "Zed Sub",
        "from_game": 1,
        "partner": "Ann Bell1",
    }
    make_links(event=event, actor=make_actor())
    key = key_of_link(PersonalLink.objects.get(entry__seat_number=2))
    assert "Zed Sub for Ann Bell1 of Team 1" in text_of(Client().get(reverse("me:own", args=[key])))


def test_nobody_of_another_team_is_the_one_whom_a_substitute_plays_for(event: Event) -> None:
    client = api_of(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))
    body = {"what": "substitute", "seat": "A-1", "first": 1, "name": "Zed Sub", "reason": "Ann is ill"}

    refused = client.post(DAY, {**body, "partner": "Bob Ray2"}, format="json")
    taken = client.post(DAY, {**body, "partner": "Bob Ray1"}, format="json")

    assert [(fault["field"], fault["code"]) for fault in refused.json()["errors"]] == [("partner", "unknown")]
    assert taken.status_code in (200, 201)
    assert DayChange.objects.get().data["partner"] == "Bob Ray1"


def test_the_public_does_not_read_the_partner_of_a_team_that_is_not_named(event: Event) -> None:
    substitute(event, partner="Ann Bell1")
    Entry.objects.filter(event=event, number=1).update(name="Team", withheld_name="Team 1")
    make_links(event=event, actor=make_actor())
    key = key_of_link(PersonalLink.objects.get(entry__seat_number=2))

    page = text_of(Client().get(reverse("me:own", args=[key])))

    assert "Zed Sub for Team" in page
    assert "Ann Bell1" not in page
