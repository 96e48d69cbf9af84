"""Calls for a judge: made from a personal page, taken and closed by judges; who may, and what everybody reads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from brackets.tests.factories import make_bracket
from judging import actions, reads
from judging.models import Call
from tournaments import actions as tournament_actions
from tournaments import limits
from tournaments import reads as tournament_reads
from tournaments.access import Actor
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.limits import Limit
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import PASSWORD, api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

ROLES = {"director": 200, "judge": 200, "checker": 403, "registrar": 403, None: 302}


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    tournament_actions.make_links(event=event, actor=make_actor())
    tournament_actions.call_game(event=event, game=2, actor=make_actor())
    return Event.objects.get(pk=event.pk)


def entry_of(event: Event, seat: str = "A-1") -> Entry:
    entry = tournament_reads.entry_at(event, seat)
    assert entry is not None
    return entry


def key_of(event: Event, seat: str = "A-1") -> str:
    link, _version = tournament_reads.link_of(entry_of(event, seat))
    assert link is not None
    return tournament_reads.key_of_link(link)


def called(event: Event, seat: str = "A-1", about: str = "") -> Call:
    entry = entry_of(event, seat)
    return actions.call_judge(entry=entry, about=about, actor=Actor.of_entry(entry))


def rings(event: Event, seat: str = "A-1", about: str = "Wrong count") -> HttpResponse:
    return Client().post(reverse("me:call", args=[key_of(event, seat)]), {"about": about}, follow=True)


def browser(event: Event, role: str | None) -> Client:
    client = Client()
    if role is not None:
        user = make_user(role=role, tournament=event.tournament, password=PASSWORD)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def calls_page(event: Event) -> str:
    return reverse("judging:calls", args=[event.tournament.slug])


def test_a_call_says_where_the_player_sits_in_the_game_that_is_on(event: Event) -> None:
    meeting = tournament_reads.route(event, "A-1")[1]

    page = text_of(rings(event))

    call = Call.objects.get()
    assert (call.table, call.seat, call.game, call.match, call.about) == ("A", meeting.seat, 2, None, "Wrong count")
    assert "A judge was called at" in page
    assert "Stay at your table; who is coming stands here." in page
    assert "Call a judge" not in page
    row = AuditEntry.objects.get(action="judge.called")
    assert (row.actor_kind, row.actor_key) == ("entry", "A-1")


def test_in_the_playoffs_a_call_says_the_match() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    tournament_actions.make_links(event=event, actor=make_actor())

    rings(event)

    call = Call.objects.get()
    assert (call.match, call.game, call.seat) == (1, 1, None)


def test_the_judges_see_open_calls_oldest_first_and_what_they_do_is_told_to_the_player(event: Event) -> None:
    called(event, "A-3", "Renege")
    called(event, "A-1")
    judge = browser(event, "judge")

    before = text_of(judge.get(calls_page(event)))
    call = Call.objects.earliest("pk")
    coming = judge.post(reverse("judging:take_call", args=["sierra", call.pk]), follow=True)
    told = text_of(Client().get(reverse("me:own", args=[key_of(event, "A-3")])))
    judge.post(reverse("judging:close_call", args=["sierra", call.pk]))
    after = text_of(judge.get(calls_page(event)))

    name = call.entry.name
    assert before.index("Renege") < before.index(entry_of(event, "A-1").name)
    assert before.count("Nobody is coming yet") == 2
    assert f"{Call.objects.get(pk=call.pk).taken_by} is coming" in text_of(coming)
    assert f"{Call.objects.get(pk=call.pk).taken_by} is coming." in told
    assert name in after.partition("Done")[2]
    assert after.count("Nobody is coming yet") == 1


def test_a_second_call_is_refused_while_one_is_open_and_possible_afterwards(event: Event) -> None:
    first = called(event)

    with pytest.raises(Refused) as refused:
        called(event)
    answer = Client().post(reverse("me:call", args=[key_of(event)]), {"about": ""})
    actions.close_call(call=first, actor=make_actor())

    assert refused.value.code == "open"
    assert answer.status_code == 409
    assert called(event).pk != first.pk


def test_without_a_seat_nobody_calls_a_judge() -> None:
    event = make_event(tournament=make_tournament("early"), entrants=2)

    entry = event.entries.get(number=1)

    with pytest.raises(Refused) as refused:
        actions.call_judge(entry=entry, actor=Actor.of_entry(entry))

    assert refused.value.code == "not_seated"
    assert not Call.objects.exists()


def test_too_many_words_are_refused(event: Event) -> None:
    with pytest.raises(Malformed):
        called(event, about="x" * 201)

    assert rings(event, about="x" * 201).status_code == 422
    assert not Call.objects.exists()


def test_one_judge_comes_and_a_second_is_told_who(event: Event) -> None:
    call = called(event)
    ruth, thelma = (
        make_actor(make_user(name, role="judge", tournament=event.tournament)) for name in ("ruth", "thelma")
    )
    actions.take_call(call=call, actor=ruth)
    actions.take_call(call=call, actor=ruth)

    with pytest.raises(Refused) as second:
        actions.take_call(call=call, actor=thelma)
    actions.close_call(call=call, actor=thelma)
    actions.close_call(call=call, actor=ruth)
    with pytest.raises(Refused) as late:
        actions.take_call(call=call, actor=thelma)

    assert (second.value.code, late.value.code) == ("stale", "over")
    assert ruth.name in second.value.message
    assert Call.objects.get().closed_by == thelma.name
    assert AuditEntry.objects.filter(action__in=["call.taken", "call.done"]).count() == 2


def test_nobody_comes_to_their_own_call(event: Event) -> None:
    user = make_user(role="judge", tournament=event.tournament)
    entry = entry_of(event)
    entry.player.user = user
    entry.player.save()
    call = called(event)

    for act in (actions.take_call, actions.close_call):
        with pytest.raises(Forbidden) as refused:
            act(call=call, actor=make_actor(user))
        assert refused.value.code == "own_card"
    assert Call.objects.get().taken_at is None


@pytest.mark.parametrize(("role", "status"), ROLES.items())
def test_who_sees_and_takes_calls(event: Event, role: str | None, status: int) -> None:
    call = called(event)
    client = browser(event, role)

    page = client.get(calls_page(event))
    taken = client.post(reverse("judging:take_call", args=["sierra", call.pk]))

    assert page.status_code == status
    assert taken.status_code == (302 if status == 200 else status)
    assert (Call.objects.get().taken_at is not None) == (status == 200)


@pytest.mark.parametrize(("role", "status"), ROLES.items())
def test_who_sees_and_takes_calls_in_the_api(event: Event, role: str | None, status: int) -> None:
    call = called(event, about="Renege")
    client = api_of(make_user(role=role, tournament=event.tournament) if role else None)

    listed = client.get("/api/v1/tournaments/sierra/calls/")
    taken = client.put(f"/api/v1/tournaments/sierra/calls/{call.pk}/coming/")
    done = client.put(f"/api/v1/tournaments/sierra/calls/{call.pk}/done/")

    expected = 401 if status == 302 else status
    assert [answer.status_code for answer in (listed, taken, done)] == [expected] * 3
    assert (Call.objects.get().closed_at is not None) == (status == 200)
    if status == 200:
        assert [one["about"] for one in listed.json()] == ["Renege"]


def test_a_judge_of_one_event_does_not_reach_the_calls_of_another(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user()
    tournament_actions.grant_role(
        tournament=event.tournament, username=user.username, kind="judge", event=other, actor=make_actor()
    )
    call = called(event)
    client = api_of(user)

    assert client.get("/api/v1/tournaments/sierra/calls/").json() == []
    assert client.put(f"/api/v1/tournaments/sierra/calls/{call.pk}/done/").status_code == 404


def test_a_poll_of_the_judges_is_answered_204_until_something_is_new(event: Event) -> None:
    judge = browser(event, "judge")
    seen = judge.get(calls_page(event)).context["state"]
    ask = {"headers": {"HX-Request": "true"}}

    before = judge.get(calls_page(event), {"v": seen}, **ask)
    called(event)
    after = judge.get(calls_page(event), {"v": seen}, **ask)

    assert (before.status_code, after.status_code) == (204, 200)
    assert "Nobody is coming yet" in text_of(after)


def test_a_player_calls_through_the_api(event: Event) -> None:
    path = f"/api/v1/me/{key_of(event)}/call/"

    made = api_of().post(path, {"about": "Renege"}, format="json")
    again = api_of().post(path, {}, format="json")

    assert (made.status_code, made.json()["about"], made.json()["entrant"]) == (201, "Renege", "A-1")
    assert (again.status_code, again.json()["code"]) == (409, "open")
    assert api_of().get(f"/api/v1/me/{key_of(event)}/").json()["call"]["table"] == "A"
    assert api_of().post("/api/v1/me/2222333344445555/call/", {}, format="json").status_code == 404


def test_calls_are_limited_by_address(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.me.views.CALLING", Limit(limits.CALLING.name, most=2, minutes=10))

    answers = [Client().post(reverse("me:call", args=[key_of(event, f"A-{n}")]), {}) for n in (1, 2, 3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert Call.objects.count() == 2


def test_a_link_that_opens_nothing_calls_nobody(event: Event) -> None:
    key = key_of(event)
    tournament_actions.revoke_link(entry=entry_of(event), version=1, actor=make_actor())

    assert Client().post(reverse("me:call", args=[key]), {}, follow=True).status_code == 410
    assert not Call.objects.exists()


def test_a_call_that_is_done_is_told_for_half_an_hour(event: Event) -> None:
    call = called(event)
    actions.close_call(call=call, actor=make_actor())
    now = reads.call_of(entry_of(event))
    Call.objects.update(closed_at=call.at - timedelta(hours=1))

    assert now is not None
    assert not now.is_open
    assert reads.call_of(entry_of(event)) is None
