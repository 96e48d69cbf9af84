"""A judge who is sent to a call by whoever runs the desk, and how they answer."""

from __future__ import annotations

import pytest
from django.urls import reverse

from judging.calls.actions.calls import ask_third, be_there, close_call, come, decline, give_up, send_judge
from judging.calls.actions.panel import set_duty
from judging.calls.api import CallOut, JudgesCallOut
from judging.calls.reads.calls import call_of, calls, waiting_calls
from judging.calls.reads.panel import panel, proposals
from judging.models import Call, Sending
from judging.tests.calling import called, coming_to, entry_of, judges_of, make_playing, opponent_of
from tournaments.access import Actor
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event, User
from tournaments.people.actions.people import grant_role, revoke_role
from tournaments.people.actions.relations import record_relation
from tournaments.tests.factories import api_of, make_actor, make_event, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

CALLS = "/t/sierra/calls/"
API = "/api/v1/tournaments/sierra/calls/"


@pytest.fixture
def event() -> Event:
    return make_playing()


@pytest.fixture
def dora(event: Event) -> User:
    return make_user("dora", role="director", tournament=event.tournament)


def user_of(actor: Actor) -> User:
    assert actor.user is not None
    return actor.user


def sent(call: Call, judge: Actor, by: User) -> Sending:
    return send_judge(call=call, judge=user_of(judge), actor=make_actor(by))


def page_of(user: User) -> str:
    return text_of(signed_in(user).get(CALLS))


def test_a_judge_who_is_sent_reads_it_first_and_goes(event: Event, dora: User) -> None:
    called(event, "A-3")
    call = called(event, "A-1") if opponent_of(Call.objects.get()).seat != "A-1" else called(event, "A-2")
    ruth, thelma = judges_of(event, "ruth", "thelma")
    client = signed_in(user_of(ruth))
    seen = client.get(CALLS).context["state"]

    sent(call, ruth, dora)
    news = client.get(CALLS, {"v": seen}, headers={"HX-Request": "true"})
    others = page_of(user_of(thelma))
    client.post(reverse("judging:take_call", args=["sierra", call.pk]))

    told = text_of(news)
    assert news.status_code == 200
    assert "You are sent here by dora" in told
    assert told.index("You are sent here by dora") < told.index(entry_of(event, "A-3").name)
    assert "You are sent here" not in others
    assert "sent by dora" in others
    assert "has not answered" in others
    assert coming_to(call) == ["ruth"]
    assert "sent by dora" not in page_of(user_of(thelma))


def test_sending_twice_is_once_and_leaves_one_row_in_the_trail(event: Event, dora: User) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")

    first, again = sent(call, ruth, dora), sent(call, ruth, dora)

    assert first == again
    row = AuditEntry.objects.get(action="judge.sent")
    assert (row.actor_key, row.after["judge"]) == ("dora", "ruth")
    assert "related" not in row.after
    assert coming_to(call) == []


def test_a_judge_who_cannot_come_says_why_and_the_desk_reads_it(event: Event, dora: User) -> None:
    call = called(event)
    ruth, thelma = judges_of(event, "ruth", "thelma")
    sent(call, ruth, dora)
    client, path = signed_in(user_of(ruth)), reverse("judging:decline_call", args=["sierra", call.pk])

    empty = client.post(path, {"reason": " "})
    client.post(path, {"reason": "In the middle of a game"})
    client.post(path, {"reason": "Once more"})

    desk = page_of(dora)
    assert (empty.status_code, "This cannot be empty." in text_of(empty)) == (422, True)
    assert "ruth sent by dora" in desk
    assert "cannot come In the middle of a game" in desk
    assert "Only one judge can come" in desk
    assert "You are sent here" not in page_of(user_of(ruth))
    row = AuditEntry.objects.get(action="judge.declined")
    assert (row.actor_key, row.after["reason"]) == ("ruth", "In the middle of a game")

    sent(call, ruth, dora)

    assert "You are sent here by dora" in page_of(user_of(ruth))
    assert Sending.objects.get().reason == ""
    be_there(call=call, actor=thelma)
    be_there(call=call, actor=ruth)
    assert coming_to(call) == ["thelma", "ruth"]


def test_players_do_not_read_who_was_sent_and_why_somebody_cannot(event: Event, dora: User) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    sent(call, ruth, dora)
    decline(call=call, reason="I know a player too well", actor=ruth)

    shown = call_of(entry_of(event))

    assert shown is not None
    assert "sent" not in CallOut(shown).data
    assert JudgesCallOut(shown).data["sent"][0]["reason"] == "I know a player too well"


def test_whoever_is_sent_is_not_asked_too_and_nobody_more_than_are_missing(event: Event, dora: User) -> None:
    call = called(event)
    carl = judges_of(event, "ruth", "thelma", "carl")[2]
    sent(call, carl, dora)

    (shown,) = waiting_calls(event)
    found = proposals(panel(event.tournament, [event]), shown)

    assert [one.judge.name for one in found.first] == ["ruth"]
    assert [one.judge.name for one in found.others] == ["thelma"]
    assert [one.judge.name for one in found.sent] == ["carl"]
    assert [one.name for one in shown.sent] == ["carl"]


def plays(actor: Actor, event: Event, seat: str) -> None:
    entry = entry_of(event, seat)
    entry.player.user = actor.user
    entry.player.save()


def at_another_call(event: Event, judge: Actor) -> None:
    busy = next(seat for seat in ("A-2", "A-3", "A-4") if seat != opponent_of(Call.objects.get()).seat)
    come(call=called(event, busy), actor=judge)


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("caller", "ruth plays this game, and nobody judges a game of their own. Send another judge."),
        ("opponent", "ruth plays this game, and nobody judges a game of their own. Send another judge."),
        ("busy", "ruth is at another call. Send another judge, or wait until that call is done."),
        ("excused", "ruth takes no calls now. Send another judge"),
    ],
)
def test_a_judge_who_cannot_judge_there_is_not_sent(event: Event, dora: User, why: str, told: str) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    if why == "busy":
        at_another_call(event, ruth)
    elif why == "excused":
        set_duty(tournament=event.tournament, judge=user_of(ruth), is_free=False, actor=ruth)
    else:
        plays(ruth, event, "A-1" if why == "caller" else opponent_of(call).seat)

    page = signed_in(dora).post(reverse("judging:send_judge", args=["sierra", call.pk]), {"judge": "ruth"})
    api = api_of(dora).put(f"{API}{call.pk}/sent/ruth/")

    assert (page.status_code, api.status_code, api.json()["code"]) == (409, 409, "barred")
    assert told in api.json()["message"]
    # Beside its call, and not at the head of the page too.
    assert text_of(page).count(told) == 1
    assert text_of(page).index("Waiting") < text_of(page).index(told)
    assert not Sending.objects.exists()
    assert "Cannot be sent" in page_of(dora)
    send = f'name="judge" value="{user_of(ruth).username}"'
    card = signed_in(dora).get(CALLS).content.decode().partition(f'aria-labelledby="call-{call.pk}"')[2]
    assert send not in card.partition("</article>")[0]


def test_a_judge_who_is_related_is_sent_only_where_that_is_said_too(event: Event, dora: User) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    record_relation(
        tournament=event.tournament, one=user_of(ruth), other=opponent_of(call), kind="club", actor=make_actor()
    )
    client, path = signed_in(dora), reverse("judging:send_judge", args=["sierra", call.pk])
    offered = text_of(client.get(CALLS))

    refused = client.post(path, {"judge": "ruth"})
    api = api_of(dora).put(f"{API}{call.pk}/sent/ruth/")
    client.post(path, {"judge": "ruth", "anyway": "on"})
    again = api_of(dora).put(f"{API}{call.pk}/sent/ruth/", {"anyway": True}, format="json")

    assert "ruth Same club Send anyway" in offered
    assert (refused.status_code, api.status_code, api.json()["code"], again.status_code) == (409, 409, "related", 200)
    assert f"ruth and {opponent_of(call).name}: Same club." in api.json()["message"]
    assert AuditEntry.objects.get(action="judge.sent").after["related"] == "club"
    with pytest.raises(Refused) as still:
        come(call=call, actor=ruth)
    assert still.value.code == "related"


def test_nobody_is_sent_where_enough_are_coming_or_it_is_done(event: Event, dora: User) -> None:
    call = called(event)
    ruth, thelma, carl = judges_of(event, "ruth", "thelma", "carl")
    sent(call, carl, dora)
    come(call=call, actor=ruth)
    with pytest.raises(Refused) as comes:
        sent(call, ruth, dora)
    come(call=call, actor=thelma)
    with pytest.raises(Refused) as enough:
        sent(call, carl, dora)
    moot = page_of(user_of(carl))
    ask_third(call=call, actor=ruth)
    third = page_of(user_of(carl))
    close_call(call=call, actor=ruth)
    refusals = []
    for act in (lambda: sent(call, carl, dora), lambda: decline(call=call, reason="Late", actor=carl)):
        with pytest.raises(Refused) as over:
            act()
        refusals.append(over.value.code)

    assert (comes.value.code, enough.value.code, refusals) == ("stale", "stale", ["over", "over"])
    assert "ruth is coming to this call already." in comes.value.message
    assert "You are sent here" not in moot
    assert "You are sent here by dora" in third


def test_who_was_not_sent_has_nothing_to_decline(event: Event, dora: User) -> None:
    call = called(event)
    ruth, thelma = judges_of(event, "ruth", "thelma")
    sent(call, ruth, dora)
    come(call=call, actor=ruth)

    for actor in (ruth, thelma, Actor.of_command("shell")):
        with pytest.raises(Refused) as refused:
            decline(call=call, reason="No", actor=actor)
        assert refused.value.code == "stale"


def test_whoever_judges_in_another_event_alone_is_not_sent(event: Event, dora: User) -> None:
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user("ruth")
    grant_role(tournament=event.tournament, username="ruth", kind="judge", event=other, actor=make_actor())
    call = called(event)

    with pytest.raises(Malformed) as refused:
        send_judge(call=call, judge=user, actor=make_actor(dora))
    unknown = api_of(dora).put(f"{API}{call.pk}/sent/ruth/")
    page = signed_in(dora).post(reverse("judging:send_judge", args=["sierra", call.pk]), {"judge": ""})

    assert [fault.field for fault in refused.value.faults] == ["judge"]
    assert (unknown.status_code, page.status_code) == (404, 404)


SENDS = {"director": 200, "head": 200, "judge": 403, "checker": 403, "registrar": 403, "viewer": 403, None: 302}


def somebody(event: Event, role: str | None) -> User | None:
    if role is None:
        return None
    user = make_user(f"a-{role}", role=None if role == "head" else role, tournament=event.tournament)
    if role == "head":
        grant_role(tournament=event.tournament, username=user.username, kind="judge", is_head=True, actor=make_actor())
    return user


@pytest.mark.parametrize(("role", "status"), SENDS.items())
def test_who_sends_judges(event: Event, role: str | None, status: int) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    user = somebody(event, role)
    path = reverse("judging:send_judge", args=["sierra", call.pk])

    offered = signed_in(user).get(CALLS)
    api = api_of(user).put(f"{API}{call.pk}/sent/ruth/")
    is_sent = Sending.objects.filter(judge=user_of(ruth)).exists()
    page = signed_in(user).post(path, {"judge": "ruth"})

    assert (path in offered.content.decode()) == is_sent == (status == 200)
    assert api.status_code == (401 if status == 302 else status)
    assert page.status_code == (302 if status == 200 else status)
    if status == 200:
        assert user is not None
        assert [one["by"] for one in api.json()[0]["sent"]] == [user.username]


@pytest.mark.parametrize(
    ("role", "status"),
    {"director": 409, "head": 409, "judge": 409, "checker": 403, "registrar": 403, "viewer": 403, None: 302}.items(),
)
def test_who_declines(event: Event, dora: User, role: str | None, status: int) -> None:
    """Whoever sees the calls may ask, and is told that nobody waits for them; the judge who was sent is heard."""
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    sent(call, ruth, dora)
    user, path = somebody(event, role), f"{API}{call.pk}/declined/"

    api = api_of(user).put(path, {"reason": "No"}, format="json")
    page = signed_in(user).post(reverse("judging:decline_call", args=["sierra", call.pk]), {"reason": "No"})
    heard = api_of(user_of(ruth)).put(path, {"reason": "No"}, format="json")
    empty = api_of(user_of(ruth)).put(path, {}, format="json")

    assert (api.status_code, page.status_code) == (401 if status == 302 else status, status)
    assert (heard.status_code, empty.status_code) == (200, 400)
    assert heard.json()[0]["sent"][0]["reason"] == "No"


def test_a_director_of_one_event_sends_nobody_in_another(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user("derek")
    grant_role(tournament=event.tournament, username="derek", kind="director", event=other, actor=make_actor())
    call = called(event)
    judges_of(event, "ruth")

    assert api_of(user).put(f"{API}{call.pk}/sent/ruth/").status_code == 404


def test_the_head_judge_is_not_offered_to_send_themselves(event: Event) -> None:
    call = called(event)
    head = somebody(event, "head")
    assert head is not None

    page = signed_in(head).get(CALLS).content.decode()

    assert reverse("judging:send_judge", args=["sierra", call.pk]) not in page


def test_no_role_no_sending_also_for_the_action(event: Event, dora: User) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    sent(call, ruth, dora)
    decline(call=call, reason="No", actor=ruth)
    ruth_user = user_of(ruth)
    revoke_role(tournament=event.tournament, username="ruth", kind="judge", actor=make_actor())

    with pytest.raises(Forbidden):
        come(call=call, actor=make_actor(ruth_user))
    with pytest.raises(Malformed):
        sent(call, ruth, dora)


@pytest.mark.parametrize("was_sent", [False, True])
def test_who_took_a_call_and_cannot_come_is_asked_no_more_but_may_still_go(
    event: Event, dora: User, was_sent: bool
) -> None:
    call = called(event)
    ruth, *_others = judges_of(event, "ruth", "thelma", "carl")
    if was_sent:
        sent(call, ruth, dora)
    come(call=call, actor=ruth)

    give_up(call=call, actor=ruth)

    (shown,) = calls([event])
    found = proposals(panel(event.tournament, [event]), shown)
    assert [one.judge.name for one in found.first] == ["carl", "thelma"]
    assert [(one.judge.name, one.why_not) for one in found.barred] == [("ruth", "cannot take this call after all")]
    assert (found.others, found.sent) == ((), ())
    assert "cannot take this call after all" in page_of(dora)
    with pytest.raises(Refused, match="ruth cannot take this call after all") as refused:
        sent(call, ruth, dora)
    assert refused.value.code == "barred"
    be_there(call=call, actor=ruth)
    assert coming_to(call) == ["ruth"]
    assert calls([event])[0].gave_up == frozenset()
