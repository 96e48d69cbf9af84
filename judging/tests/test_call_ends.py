"""Who takes a call back, and who reads that it was taken back or closed, by whom and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime, now

from brackets.bracket.reads.drawn import bracket
from brackets.matches.actions.playing import record_game
from brackets.tests.factories import make_bracket
from judging.calls.actions.calls import be_there, call_judge, close_call, come, give_up, take_back_call
from judging.calls.reads.calls import call_of, last_calls
from judging.models import Call
from judging.tests.calling import called, entry_of, judges_of, key_of, make_playing, opponent_of
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.errors import Forbidden, Refused
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

TAKE_BACK = "I no longer need a judge"


@pytest.fixture
def event() -> Event:
    return make_playing()


def own_page(event: Event, seat: str) -> str:
    return text_of(Client().get(reverse("me:own", args=[key_of(event, seat)])))


def call_page(event: Event, seat: str) -> str:
    return text_of(Client().get(reverse("me:call", args=[key_of(event, seat)])))


def at(moment: datetime | None) -> str:
    assert moment is not None
    return date_format(localtime(moment, ZoneInfo(Tournament.objects.get().time_zone)), "TIME_FORMAT")


def test_whom_the_caller_plays_does_not_take_the_call_back(event: Event) -> None:
    call = called(event)
    other = opponent_of(call)

    with pytest.raises(Forbidden) as refused:
        take_back_call(call=call, actor=Actor.of_entry(other))
    page = Client().post(reverse("me:take_back_call", args=[key_of(event, other.seat)]))
    api = api_of().delete(f"/api/v1/me/{key_of(event, other.seat)}/call/")

    assert refused.value.code == "role"
    assert call.entry.name in refused.value.message
    assert (page.status_code, api.status_code, api.json()["code"]) == (403, 403, "role")
    assert refused.value.message in text_of(page)
    assert Call.objects.get().closed_at is None
    assert not AuditEntry.objects.filter(action="call.taken-back").exists()


def test_the_opponent_reads_who_called_and_who_ends_it_and_has_no_button(event: Event) -> None:
    call = called(event)
    other = opponent_of(call)

    for page in (own_page(event, other.seat), call_page(event, other.seat)):
        assert f"A-1 {call.entry.name} called and can take it back. Otherwise a judge ends it." in page
        assert TAKE_BACK not in page
        assert "Take the call back" not in page
    assert TAKE_BACK in own_page(event, "A-1")
    assert "Take the call back" in call_page(event, "A-1")
    assert "called and can take it back" not in own_page(event, "A-1")


def test_the_opponent_does_not_read_a_name_that_is_held_back(event: Event) -> None:
    call = called(event)
    Event.objects.update(hidden=["entrants", "schedule", "standings"])
    other = opponent_of(call)

    assert "A-1 called and can take it back" in own_page(event, other.seat)


def test_both_read_that_the_call_was_taken_back_and_by_whom(event: Event) -> None:
    call = called(event)
    other = opponent_of(call)

    Client().post(reverse("me:take_back_call", args=[key_of(event)]))

    done = Call.objects.get().closed_at
    told = f"A-1 {call.entry.name} took the call for a judge of {at(call.at)} back at {at(done)}."
    mine = f"You took your call for a judge of {at(call.at)} back at {at(done)}."
    for page in (own_page, call_page):
        assert told in page(event, other.seat)
        assert "If you still need a judge, call one." in page(event, other.seat)
        assert mine in page(event, "A-1")
        assert told not in page(event, "A-1")
        assert "Call a judge" in page(event, other.seat)
    assert api_of().get(f"/api/v1/me/{key_of(event, other.seat)}/").json()["call"]["closed_by"] == call.entry.name


def test_both_read_which_judge_closed_the_call(event: Event) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")

    close_call(call=call, actor=ruth)

    told = f"ruth closed the call for a judge of {at(call.at)} at {at(Call.objects.get().closed_at)}."
    for seat in ("A-1", opponent_of(call).seat):
        for page in (own_page, call_page):
            assert told in page(event, seat)


def test_what_became_of_a_call_is_told_until_the_next_game(event: Event) -> None:
    call = called(event)
    close_call(call=call, actor=make_actor())
    Call.objects.update(closed_at=call.at - timedelta(hours=3))
    both = "A-1", opponent_of(call).seat
    before = [call_of(entry_of(event, seat)) for seat in both]

    call_game(event=Event.objects.get(), game=3, actor=make_actor())

    assert None not in before
    assert [call_of(entry_of(event, seat)) for seat in both] == [None, None]


def test_what_became_of_a_call_is_told_until_the_next_call(event: Event) -> None:
    first = called(event)
    close_call(call=first, actor=make_actor())
    other = opponent_of(first)

    second = called(event, other.seat)
    shown = [call_of(entry_of(event, seat)) for seat in ("A-1", other.seat)]

    assert [one.number for one in shown if one] == [second.pk, second.pk]


def test_in_a_match_what_became_of_a_call_is_told_until_the_next_game_of_it() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    match = bracket(event).matches[0]
    first, second = (side.seat for side in match.sides)
    close_call(call=called(event, first), actor=make_actor())
    before = [call_of(entry_of(event, seat)) for seat in (first, second)]

    record_game(event=event, match=match.match, game=1, winner=first, actor=make_actor())

    assert None not in before
    assert [call_of(entry_of(event, seat)) for seat in (first, second)] == [None, None]


def test_where_nobody_says_which_game_is_on_it_is_told_for_half_an_hour() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    call = called(event)
    close_call(call=call, actor=make_actor())
    now = call_of(entry_of(event))
    Call.objects.update(closed_at=call.at - timedelta(hours=1))

    assert now is not None
    assert not now.is_open
    assert call_of(entry_of(event)) is None


def test_the_page_of_the_opponent_is_known_by_another_mark_once_the_call_is_closed(event: Event) -> None:
    call = called(event)
    other = opponent_of(call)
    before = last_calls(event)[other.pk]

    close_call(call=call, actor=make_actor())

    assert last_calls(event)[other.pk] != before


# --- One phone for two -----------------------------------------------------------------------------------------------


def test_who_calls_on_the_opponents_phone_is_the_caller(event: Event) -> None:
    holder = entry_of(event)
    path = reverse("me:call", args=[key_of(event)])
    offered = Client().get(path)

    Client().post(path, {"about": "Renege", "for_opponent": "on"})

    call = Call.objects.get()
    other = opponent_of(call)
    assert f"{call.entry.name} calls, on my phone" in text_of(offered)
    assert (other, call.called_by, call.caller, call.is_by_staff) == (holder, holder.name, None, False)
    assert (call.table, call.seat is None, call.game) == ("A", False, 2)
    row = AuditEntry.objects.get(action="judge.called")
    assert (row.actor_kind, row.actor_key, row.subject_key) == ("entry", "A-1", str(call.entry.number))
    assert f"{call.entry.seat} {call.entry.name} called and can take it back" in own_page(event, "A-1")
    assert TAKE_BACK not in own_page(event, "A-1")
    assert TAKE_BACK in own_page(event, call.entry.seat)


def test_the_holder_of_the_phone_does_not_take_back_what_the_other_called(event: Event) -> None:
    holder = entry_of(event)
    call = call_judge(entry=holder, for_opponent=True, actor=Actor.of_entry(holder))

    with pytest.raises(Forbidden):
        take_back_call(call=call, actor=Actor.of_entry(holder))
    take_back_call(call=call, actor=Actor.of_entry(call.entry))

    assert Call.objects.get().closed_by == call.entry.name


def test_the_opponent_calls_with_the_key_of_the_other_through_the_api(event: Event) -> None:
    made = api_of().post(f"/api/v1/me/{key_of(event)}/call/", {"for_opponent": True}, format="json")

    assert made.status_code == 201
    assert (made.json()["opponent"], made.json()["called_by"]) == ("A-1", entry_of(event).name)


def test_where_nobody_says_whom_one_plays_nobody_calls_on_the_phone() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_links(event=event, actor=make_actor())
    entry = entry_of(event)

    with pytest.raises(Refused) as refused:
        call_judge(entry=entry, for_opponent=True, actor=Actor.of_entry(entry))

    assert refused.value.code == "not_seated"
    assert "on my phone" not in call_page(event, "A-1")


# --- Calls that the desk made ----------------------------------------------------------------------------------------


def test_players_do_not_take_back_what_the_desk_called(event: Event) -> None:
    chuck = make_user("chuck", role="checker", tournament=event.tournament)
    call = call_judge(entry=entry_of(event), by_staff=True, actor=make_actor(chuck))

    with pytest.raises(Forbidden) as refused:
        take_back_call(call=call, actor=Actor.of_entry(call.entry))

    assert "chuck" in refused.value.message
    assert "chuck called and can take it back" in own_page(event, "A-1")
    assert TAKE_BACK not in own_page(event, "A-1")


def test_whoever_called_at_the_desk_takes_it_back_until_a_judge_is_there(event: Event) -> None:
    chuck = make_user("chuck", role="checker", tournament=event.tournament)
    call = call_judge(entry=entry_of(event), by_staff=True, actor=make_actor(chuck))
    client, path = signed_in(chuck), reverse("judging:take_back_made_call", args=["sierra", call.pk])
    (ruth,) = judges_of(event, "ruth")
    offered = client.get(reverse("judging:new_call", args=["sierra"]))
    be_there(call=call, actor=ruth)

    late = client.post(path)
    api_late = api_of(chuck).delete(f"/api/v1/tournaments/sierra/calls/made/{call.pk}/")
    give_up(call=call, actor=ruth)
    done = client.post(path)
    again = api_of(chuck).delete(f"/api/v1/tournaments/sierra/calls/made/{call.pk}/")

    assert path in offered.content.decode()
    assert (late.status_code, api_late.status_code, api_late.json()["code"]) == (409, 409, "begun")
    assert "A judge is at your table already." in text_of(late)
    assert (done.status_code, again.status_code, again.json()[0]["closed_by"]) == (302, 200, "chuck")
    assert AuditEntry.objects.filter(action="call.taken-back").count() == 1
    assert "Closed by chuck." in text_of(client.get(reverse("judging:new_call", args=["sierra"])))


@pytest.mark.parametrize(
    ("role", "page", "api"),
    [
        ("director", 404, 404),
        ("judge", 404, 404),
        ("checker", 404, 404),
        ("registrar", 404, 404),
        ("viewer", 403, 403),
        (None, 302, 401),
    ],
)
def test_nobody_takes_back_what_somebody_else_called_for_others(
    event: Event, role: str | None, page: int, api: int
) -> None:
    chuck = make_user("chuck", role="checker", tournament=event.tournament)
    call = call_judge(entry=entry_of(event), by_staff=True, actor=make_actor(chuck))
    user = make_user(role=role, tournament=event.tournament) if role else None

    shown = signed_in(user).post(reverse("judging:take_back_made_call", args=["sierra", call.pk]))
    sent = api_of(user).delete(f"/api/v1/tournaments/sierra/calls/made/{call.pk}/")

    assert (shown.status_code, sent.status_code) == (page, api)
    assert Call.objects.get().closed_at is None


def test_two_of_the_same_name_each_follow_their_own_calls(event: Event) -> None:
    one, other = (make_user(name, role="checker", tournament=event.tournament) for name in ("pat1", "pat2"))
    for user in (one, other):
        user.first_name, user.last_name = "Pat", "Moss"
        user.save()
    call = call_judge(entry=entry_of(event), by_staff=True, actor=make_actor(one))
    made = "/api/v1/tournaments/sierra/calls/made/"

    pages = [text_of(signed_in(user).get(reverse("judging:new_call", args=["sierra"]))) for user in (one, other)]

    assert ["Your calls" in page for page in pages] == [True, False]
    assert [len(api_of(user).get(made).json()) for user in (one, other)] == [1, 0]
    assert api_of(other).delete(f"{made}{call.pk}/").status_code == 404


def test_whoever_calls_again_reads_who_called_at_the_desk(event: Event) -> None:
    chuck = make_user("chuck", role="checker", tournament=event.tournament)
    call_judge(entry=entry_of(event), by_staff=True, actor=make_actor(chuck))

    with pytest.raises(Refused) as refused:
        called(event)

    assert "chuck has called a judge to this game already" in refused.value.message


# --- A judge on the way ----------------------------------------------------------------------------------------------


def test_a_judge_who_was_on_the_way_reads_that_the_call_is_ended_and_by_whom(event: Event) -> None:
    ruth, thelma = judges_of(event, "ruth", "thelma")
    call = called(event)
    come(call=call, actor=ruth)
    take_back_call(call=call, actor=Actor.of_entry(call.entry))
    told = f"{call.entry.name} ended the call"

    assert told in text_of(signed_in(ruth.user).get(reverse("judging:calls", args=["sierra"])))
    assert told not in text_of(signed_in(thelma.user).get(reverse("judging:calls", args=["sierra"])))
    Call.objects.update(closed_at=now() - timedelta(minutes=11))
    assert told not in text_of(signed_in(ruth.user).get(reverse("judging:calls", args=["sierra"])))


def test_whoever_ends_a_call_to_which_nobody_goes_is_asked_first(event: Event) -> None:
    (ruth,) = judges_of(event, "ruth")
    call = called(event)

    page = signed_in(ruth.user).get(reverse("judging:calls", args=["sierra"])).content.decode()

    closing = page[page.index(f'id="close-{call.pk}"') :]
    assert (
        closing.index("Done without a ruling") < closing.index("nobody comes") < closing.index("Yes, close this call")
    )


def test_a_call_from_a_match_is_of_no_game_of_the_round() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    Event.objects.filter(pk=event.pk).update(game_now=6)
    called(Event.objects.get(pk=event.pk))
    (ruth,) = judges_of(event, "ruth")

    page = text_of(signed_in(ruth.user).get(reverse("judging:calls", args=["sierra"])))

    assert "Match 1" in page
    assert "has been called since" not in page


def test_a_call_that_is_still_open_says_that_the_next_game_has_been_called(event: Event) -> None:
    (ruth,) = judges_of(event, "ruth")
    called(event)
    client, path = signed_in(ruth.user), reverse("judging:calls", args=["sierra"])
    before = client.get(path)

    call_game(event=event, game=3, actor=make_actor())

    told = "Game 3 has been called since"
    assert (told in text_of(before), told in text_of(client.get(path))) == (False, True)
    assert client.get(path, {"v": before.context["state"]}, headers={"HX-Request": "true"}).status_code == 200
