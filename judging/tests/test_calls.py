"""Calls for a judge: made from a personal page, taken and closed by judges; who may, and what everybody reads."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from brackets.bracket.reads.drawn import bracket
from brackets.matches.actions.match_tables import place_match
from brackets.matches.actions.playing import record_game
from brackets.tests.factories import make_bracket
from judging.calls.actions.calls import ask_third, be_there, call_judge, close_call, come, give_up, take_back_call
from judging.calls.api import CallOut
from judging.calls.reads.calls import call_of, last_calls, waiting_calls
from judging.models import Call
from judging.tests.calling import called, coming_to, entry_of, judges_of, key_of
from tournaments import limits
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.limits import Limit
from tournaments.models import AuditEntry, Entry, Event, Role
from tournaments.people.actions.links import make_links, revoke_link
from tournaments.people.actions.people import grant_role
from tournaments.people.actions.relations import record_relation
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import PASSWORD, api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

ROLES = {"director": 200, "judge": 200, "checker": 403, "registrar": 403, "viewer": 403, None: 302}
COMES = {**ROLES, "director": 403}
"""Who takes calls: no director by that alone."""
ONLY_JUDGES = (
    "Only judges take calls. Appoint yourself on the People page, or ask one of the judges who are proposed to go."
)


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_links(event=event, actor=make_actor())
    call_game(event=event, game=2, actor=make_actor())
    return Event.objects.get(pk=event.pk)


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
    meeting = route(event, "A-1")[1]

    page = text_of(rings(event))

    call = Call.objects.get()
    assert (call.table, call.seat, call.game, call.match, call.about) == ("A", meeting.seat, 2, None, "Wrong count")
    assert "A judge was called at" in page
    assert "Stay at your table. This page says who is coming." in page
    assert "Call a judge" not in page
    row = AuditEntry.objects.get(action="judge.called")
    assert (row.actor_kind, row.actor_key) == ("entry", "A-1")


def test_in_the_playoffs_a_call_says_the_match() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    make_links(event=event, actor=make_actor())

    rings(event)

    call = Call.objects.get()
    assert (call.match, call.game, call.seat) == (1, 1, None)


def test_a_match_without_a_table_is_found_by_its_round_and_who_plays() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    match = bracket(event).matches[0]
    top, bottom = match.top, match.bottom
    entry = entry_of(event, bottom.seat)
    call_judge(entry=entry, actor=Actor.of_entry(entry))

    found = f"Semifinals, {top.name} against {bottom.name}"
    (told,) = waiting_calls(event)
    page = text_of(browser(event, "judge").get(calls_page(event)))
    values = CallOut(told).data
    place_match(event=event, match=match.match, table="12", actor=make_actor())
    (placed,) = waiting_calls(event)

    assert (told.spot, told.spot_without_names) == (f"Match 1: {found}", "Match 1: Semifinals")
    assert f"{found}. Nobody noted a table." in page
    assert (values["table"], values["found_by"]) == ("", found)
    assert (placed.table, placed.found_by, placed.spot) == ("12", "", "Match 1, table 12")


def test_the_judges_see_open_calls_oldest_first_and_what_they_do_is_told_to_the_player(event: Event) -> None:
    called(event, "A-3", "Renege")
    called(event, "A-2")
    judge = browser(event, "judge")

    before = text_of(judge.get(calls_page(event)))
    call = Call.objects.earliest("pk")
    coming = text_of(judge.post(reverse("judging:take_call", args=["sierra", call.pk]), follow=True))
    told = text_of(Client().get(reverse("me:own", args=[key_of(event, "A-3")])))
    judge.post(reverse("judging:arrive", args=["sierra", call.pk]))
    there = text_of(Client().get(reverse("me:own", args=[key_of(event, "A-3")])))
    judge.post(reverse("judging:close_call", args=["sierra", call.pk]))
    after = text_of(judge.get(calls_page(event)))

    judge_name = call.coming.get().name
    assert before.index("Renege") < before.index(entry_of(event, "A-2").name)
    assert before.count("Judges still needed: 2.") == 2
    assert "Your call" in coming
    assert f"{judge_name} is coming" in coming
    assert f"{judge_name} is coming." in told
    assert f"{judge_name} is there." in there
    assert call.entry.name in after.partition("Done today")[2]
    assert after.count("Judges still needed: 2.") == 1


def test_a_second_call_is_refused_while_one_is_open_and_possible_afterwards(event: Event) -> None:
    first = called(event)

    with pytest.raises(Refused) as refused:
        called(event)
    answer = Client().post(reverse("me:call", args=[key_of(event)]), {"about": ""})
    close_call(call=first, actor=make_actor())

    assert refused.value.code == "open"
    assert answer.status_code == 409
    assert called(event).pk != first.pk


def test_without_a_seat_nobody_calls_a_judge() -> None:
    event = make_event(tournament=make_tournament("early"), entrants=2)

    entry = event.entries.get(number=1)

    with pytest.raises(Refused) as refused:
        call_judge(entry=entry, actor=Actor.of_entry(entry))

    assert refused.value.code == "not_seated"
    assert not Call.objects.exists()


def test_too_many_words_are_refused(event: Event) -> None:
    with pytest.raises(Malformed):
        called(event, about="x" * 201)

    assert rings(event, about="x" * 201).status_code == 422
    assert not Call.objects.exists()


def test_two_judges_come_and_one_more_is_told_who(event: Event) -> None:
    call = called(event)
    ruth, thelma, carl = judges_of(event, "ruth", "thelma", "carl")
    come(call=call, actor=ruth)
    come(call=call, actor=ruth)
    come(call=call, actor=thelma)

    with pytest.raises(Refused) as enough:
        come(call=call, actor=carl)
    close_call(call=call, actor=thelma)
    close_call(call=call, actor=ruth)
    with pytest.raises(Refused) as late:
        come(call=call, actor=carl)

    assert (enough.value.code, late.value.code) == ("stale", "over")
    assert "ruth and thelma" in enough.value.message
    assert coming_to(call) == ["ruth", "thelma"]
    assert Call.objects.get().closed_by == thelma.name
    assert AuditEntry.objects.filter(action__in=["call.taken", "call.done"]).count() == 3


def test_a_judge_who_gives_a_call_up_makes_room_for_another_one_and_may_come_again(event: Event) -> None:
    call = called(event)
    ruth, thelma, carl = judges_of(event, "ruth", "thelma", "carl")
    for judge in (ruth, thelma):
        come(call=call, actor=judge)

    give_up(call=call, actor=ruth)
    give_up(call=call, actor=ruth)
    come(call=call, actor=carl)
    with pytest.raises(Refused):
        come(call=call, actor=ruth)
    give_up(call=call, actor=carl)
    come(call=call, actor=ruth)

    assert coming_to(call) == ["thelma", "ruth"]
    assert AuditEntry.objects.filter(action="call.given-up").count() == 2
    close_call(call=call, actor=thelma)
    with pytest.raises(Refused) as over:
        give_up(call=call, actor=ruth)
    assert over.value.code == "over"


def test_who_deals_next_is_said_on_going_and_may_be_said_later(event: Event) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")

    come(call=call, next_deal="mine", actor=ruth)
    come(call=call, actor=ruth)
    first = call.coming.get().next_deal
    come(call=call, next_deal="opponents", actor=ruth)
    with pytest.raises(Malformed) as wrong:
        come(call=call, next_deal="dealer", actor=ruth)

    assert (first, call.coming.get().next_deal) == ("mine", "opponents")
    assert [fault.field for fault in wrong.value.faults] == ["next_deal"]
    assert AuditEntry.objects.get(action="call.taken").after["next_deal"] == "mine"


def test_whoever_is_there_has_come_and_is_there_once(event: Event) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")

    be_there(call=call, actor=ruth)
    first = call.coming.get().there_at
    be_there(call=call, actor=ruth)

    assert first is not None
    assert call.coming.get().there_at == first
    assert [
        row.action for row in AuditEntry.objects.filter(action__in=["call.taken", "judge.arrived"]).order_by("pk")
    ] == [
        "call.taken",
        "judge.arrived",
    ]


def test_a_third_judge_is_asked_for_once_two_are_coming_and_three_are_enough(event: Event) -> None:
    call = called(event)
    ruth, thelma, carl, nina = judges_of(event, "ruth", "thelma", "carl", "nina")
    come(call=call, actor=ruth)
    with pytest.raises(Refused) as early:
        ask_third(call=call, actor=ruth)
    come(call=call, actor=thelma)

    asked = ask_third(call=call, actor=Actor.of_entry(call.entry)).third_at
    again = ask_third(call=call, actor=ruth).third_at
    come(call=call, actor=carl)
    with pytest.raises(Refused) as enough:
        come(call=call, actor=nina)
    close_call(call=call, actor=ruth)
    with pytest.raises(Refused) as over:
        ask_third(call=call, actor=ruth)

    assert (early.value.code, enough.value.code, over.value.code) == ("too_early", "stale", "over")
    assert asked == again
    row = AuditEntry.objects.get(action="third-judge.asked")
    assert (row.actor_kind, row.actor_key) == ("entry", "A-1")


def test_whoever_is_related_to_a_player_is_asked_twice(event: Event) -> None:
    """Protocol i (2020): not a relative, club member, roommate or travelling partner where another judge can come."""
    call = called(event)
    user = make_user("ruth", role="judge", tournament=event.tournament)
    assert call.opponent is not None
    record_relation(tournament=event.tournament, one=user, other=call.opponent, kind="room", actor=make_actor())

    for act in (come, be_there):
        with pytest.raises(Refused) as refused:
            act(call=call, actor=make_actor(user))
        assert refused.value.code == "related"
    assert call.opponent.name in refused.value.message
    assert "Share a room" in refused.value.message
    assert coming_to(call) == []

    come(call=call, anyway=True, actor=make_actor(user))

    assert call.coming.get().related == "room"
    assert AuditEntry.objects.get(action="call.taken").after["related"] == "room"


def own_of(event: Event, seat: str = "A-1") -> Actor:
    user = make_user(role="judge", tournament=event.tournament)
    entry = entry_of(event, seat)
    entry.player.user = user
    entry.player.save()
    return make_actor(user)


@pytest.mark.parametrize("whose", ["caller", "opponent"])
def test_nobody_comes_to_a_game_of_their_own(event: Event, whose: str) -> None:
    """Protocol f (2020): no judge of a case that one is a party to."""
    call = called(event)
    party = own_of(event, "A-1" if whose == "caller" else call.opponent.seat)

    for act in (come, be_there, close_call, ask_third):
        with pytest.raises(Forbidden) as refused:
            act(call=call, actor=party)
        assert refused.value.code == "own_card"
    assert coming_to(call) == []
    assert Call.objects.get().closed_at is None


def test_a_judge_whose_game_it_is_is_not_offered_to_end_the_call(event: Event) -> None:
    call = called(event)
    for _judge in range(2):
        come(call=call, actor=make_actor(make_user(role="judge", tournament=event.tournament)))
    party = own_of(event).user
    other = make_user(role="judge", tournament=event.tournament)
    head = make_user(role="judge", tournament=event.tournament, is_head=True)

    pages = [signed_in(one).get(reverse("judging:calls", args=["sierra"])) for one in (party, other, head)]

    assert all("Judges are on it" in text_of(page) for page in pages)
    # Those who hear it end it, or whoever runs the desk.
    assert ["Done without a ruling" in text_of(page) for page in pages] == [False, False, True]
    assert "You are a party to this case." in text_of(pages[0])


def test_of_two_players_who_meet_the_second_call_is_refused_while_one_is_open(event: Event) -> None:
    call = called(event)
    other = call.opponent
    assert other is not None

    with pytest.raises(Refused) as refused:
        call_judge(entry=other, actor=Actor.of_entry(other))
    page = text_of(Client().post(reverse("me:call", args=[key_of(event, other.seat)]), {"about": ""}))

    assert refused.value.code == "open"
    assert call.entry.name in refused.value.message
    assert f"{call.entry.name} has called a judge to this game already" in page
    assert "A judge was called at" in page
    assert Call.objects.count() == 1
    own = text_of(Client().get(reverse("me:own", args=[key_of(event, other.seat)])))
    assert "A judge was called at" in own
    assert "Call a judge" not in own


def test_a_call_left_open_in_an_earlier_game_does_not_keep_the_opponent_from_calling(event: Event) -> None:
    earlier = called(event)
    other = earlier.opponent
    assert other is not None
    call_game(event=Event.objects.get(pk=event.pk), game=3, actor=make_actor())
    other = Entry.objects.get(pk=other.pk)

    assert call_of(other) is None
    assert "Call a judge" in text_of(Client().get(reverse("me:own", args=[key_of(event, other.seat)])))
    assert call_judge(entry=other, actor=Actor.of_entry(other)).pk != earlier.pk


def test_in_a_match_a_second_call_is_refused_while_one_is_open_even_in_the_next_game() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    match = bracket(event).matches[0]
    first, second = (entry_of(event, side.seat) for side in match.sides)
    call_judge(entry=first, actor=Actor.of_entry(first))
    record_game(event=event, match=match.match, game=1, winner=first.seat, actor=make_actor())

    with pytest.raises(Refused) as refused:
        call_judge(entry=Entry.objects.get(pk=second.pk), actor=Actor.of_entry(second))

    assert refused.value.code == "open"


def test_a_player_takes_the_call_back_until_a_judge_is_there(event: Event) -> None:
    call = called(event)
    (ruth,) = judges_of(event, "ruth")
    come(call=call, actor=ruth)
    offered = text_of(Client().get(reverse("me:own", args=[key_of(event)])))
    be_there(call=call, actor=ruth)
    gone = text_of(Client().get(reverse("me:own", args=[key_of(event)])))

    with pytest.raises(Refused) as refused:
        take_back_call(call=call, actor=Actor.of_entry(call.entry))
    late = Client().post(reverse("me:take_back_call", args=[key_of(event)]))
    give_up(call=call, actor=ruth)
    done = Client().post(reverse("me:take_back_call", args=[key_of(event)]), follow=True)
    again = Client().post(reverse("me:take_back_call", args=[key_of(event)]))

    assert "I no longer need a judge" in offered
    assert "I no longer need a judge" not in gone
    assert refused.value.code == "begun"
    assert (late.status_code, done.status_code, again.status_code) == (409, 200, 302)
    assert "A judge is at your table already." in text_of(late)
    row = AuditEntry.objects.get(action="call.taken-back")
    assert (row.actor_kind, row.actor_key) == ("entry", "A-1")
    assert Call.objects.get().closed_by == call.entry.name


def test_a_player_asks_for_a_third_judge_once_two_are_there(event: Event) -> None:
    call = called(event)
    ruth, thelma = judges_of(event, "ruth", "thelma")
    wish = "We disagree with the two judges: ask for a third"
    other = call.opponent
    assert other is not None
    own = reverse("me:own", args=[key_of(event, other.seat)])
    be_there(call=call, actor=ruth)
    come(call=call, actor=thelma)
    one_there = text_of(Client().get(own))
    be_there(call=call, actor=thelma)
    both_there = text_of(Client().get(own))

    asked = text_of(Client().post(reverse("me:ask_third", args=[key_of(event, other.seat)]), follow=True))

    assert wish not in one_there
    assert wish in both_there
    assert wish not in asked
    assert "A third judge is asked for. The decision of three judges is final." in asked
    assert Call.objects.get().third_at is not None


def test_what_the_own_page_is_known_by_changes_with_every_step_for_both(event: Event) -> None:
    other = called(event).opponent
    call = Call.objects.get()
    ruth, thelma = judges_of(event, "ruth", "thelma")
    seen = [last_calls(event)]
    for step in (
        lambda: come(call=call, actor=ruth),
        lambda: be_there(call=call, actor=ruth),
        lambda: come(call=call, actor=thelma),
        lambda: ask_third(call=call, actor=ruth),
        lambda: give_up(call=call, actor=thelma),
        lambda: close_call(call=call, actor=ruth),
    ):
        step()
        seen.append(last_calls(event))

    for entry in (call.entry, other):
        marks = [one.get(entry.pk, "") for one in seen]
        assert len(set(marks)) == len(marks)


@pytest.mark.parametrize(("role", "status"), ROLES.items())
def test_who_sees_and_takes_calls(event: Event, role: str | None, status: int) -> None:
    call = called(event)
    client = browser(event, role)

    page = client.get(calls_page(event))
    taken = client.post(reverse("judging:take_call", args=["sierra", call.pk]))

    comes = COMES[role]
    assert page.status_code == status
    assert taken.status_code == (302 if comes == 200 else comes)
    assert call.coming.exists() == (comes == 200)


@pytest.mark.parametrize(("role", "status"), ROLES.items())
def test_who_sees_and_takes_calls_in_the_api(event: Event, role: str | None, status: int) -> None:
    call = called(event, about="Renege")
    client = api_of(make_user(role=role, tournament=event.tournament) if role else None)

    listed = client.get("/api/v1/tournaments/sierra/calls/")
    taken = client.put(f"/api/v1/tournaments/sierra/calls/{call.pk}/coming/")
    done = client.put(f"/api/v1/tournaments/sierra/calls/{call.pk}/done/")

    expected, comes = (401 if code == 302 else code for code in (status, COMES[role]))
    assert [answer.status_code for answer in (listed, taken, done)] == [expected, comes, expected]
    assert call.coming.exists() == (comes == 200)
    assert (Call.objects.get().closed_at is not None) == (status == 200)
    if status == 200:
        assert [one["about"] for one in listed.json()] == ["Renege"]


def test_a_director_who_is_no_judge_reads_why_there_is_no_button_and_does_the_rest(event: Event) -> None:
    call = called(event)
    director = make_user(role="director", tournament=event.tournament)
    client, api, at = Client(), api_of(director), f"/api/v1/tournaments/sierra/calls/{call.pk}/"
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    take = reverse("judging:take_call", args=["sierra", call.pk])

    page = client.get(calls_page(event))
    refused = client.post(take)
    there = api.put(f"{at}there/")
    for judge in judges_of(event, "ruth", "thelma"):
        be_there(call=call, actor=judge)
    third = client.post(reverse("judging:ask_third", args=["sierra", call.pk]))
    closed = client.post(reverse("judging:close_call", args=["sierra", call.pk]))

    assert ONLY_JUDGES in text_of(page)
    assert take not in page.content.decode()
    assert "Going? Finish the hand" not in text_of(page)
    assert reverse("judging:close_call", args=["sierra", call.pk]) in page.content.decode()
    assert (refused.status_code, there.status_code, there.json()["code"]) == (403, 403, "role")
    assert there.json()["message"] == ONLY_JUDGES
    assert ONLY_JUDGES in text_of(refused)
    assert coming_to(call) == ["ruth", "thelma"]
    assert (third.status_code, closed.status_code) == (302, 302)
    assert Call.objects.get().closed_at is not None


def test_a_director_appoints_themselves_and_takes_the_call(event: Event) -> None:
    call = called(event)
    director = make_user("dale", role="director", tournament=event.tournament)
    with pytest.raises(Forbidden) as refused:
        come(call=call, actor=make_actor(director))

    grant_role(tournament=event.tournament, username="dale", kind="judge", is_head=True, actor=make_actor(director))
    come(call=call, actor=make_actor(director))

    assert refused.value.code == "role"
    assert coming_to(call) == ["dale"]


def test_whoever_judges_another_event_alone_directs_here_and_takes_no_call(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user("dale", role="director", tournament=event.tournament)
    grant_role(tournament=event.tournament, username="dale", kind="judge", event=other, actor=make_actor())
    here, there = called(event), called(other)

    with pytest.raises(Forbidden) as refused:
        be_there(call=here, actor=make_actor(user))
    be_there(call=there, actor=make_actor(user))

    assert refused.value.code == "role"
    assert (coming_to(here), coming_to(there)) == ([], ["dale"])


def test_who_came_and_judges_no_more_may_still_give_up_but_not_be_there(event: Event) -> None:
    call = called(event)
    user = make_user("dale", role="director", tournament=event.tournament)
    grant_role(tournament=event.tournament, username="dale", kind="judge", actor=make_actor())
    come(call=call, actor=make_actor(user))
    Role.objects.filter(user=user, kind="judge").delete()
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    arrive = reverse("judging:arrive", args=["sierra", call.pk])

    page = client.get(calls_page(event))
    refused = client.post(arrive)
    gone = client.post(reverse("judging:give_up_call", args=["sierra", call.pk]))

    assert arrive not in page.content.decode()
    assert (refused.status_code, gone.status_code) == (403, 302)
    assert coming_to(call) == []


def test_a_superuser_has_every_role_and_the_command_line_none(event: Event) -> None:
    call = called(event)
    user = make_user("root")
    user.is_superuser = True
    user.save()

    come(call=call, actor=make_actor(user))
    with pytest.raises(Forbidden) as refused:
        come(call=call, actor=Actor.of_command("shell"))

    assert coming_to(call) == ["root"]
    assert refused.value.code == "role"


def test_a_judge_of_one_event_does_not_reach_the_calls_of_another(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user()
    grant_role(tournament=event.tournament, username=user.username, kind="judge", event=other, actor=make_actor())
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
    assert "Judges still needed: 2." in text_of(after)


def test_a_player_calls_through_the_api(event: Event) -> None:
    path = f"/api/v1/me/{key_of(event)}/call/"

    made = api_of().post(path, {"about": "Renege"}, format="json")
    again = api_of().post(path, {}, format="json")

    assert (made.status_code, made.json()["about"], made.json()["entrant"]) == (201, "Renege", "A-1")
    assert (again.status_code, again.json()["code"]) == (409, "open")
    assert api_of().get(f"/api/v1/me/{key_of(event)}/").json()["call"]["table"] == "A"
    assert api_of().post("/api/v1/me/2222333344445555/call/", {}, format="json").status_code == 404


def test_calls_are_limited_by_address(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall.me.pages.CALLING", Limit(limits.CALLING.name, most=2, minutes=10))

    answers = [Client().post(reverse("me:call", args=[key_of(event, f"A-{n}")]), {}) for n in (1, 2, 3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert Call.objects.count() == 2


def test_a_link_that_opens_nothing_calls_nobody(event: Event) -> None:
    key = key_of(event)
    revoke_link(entry=entry_of(event), version=1, actor=make_actor())

    assert Client().post(reverse("me:call", args=[key]), {}, follow=True).status_code == 410
    assert not Call.objects.exists()


def test_a_checker_follows_a_call_where_they_made_it_without_the_rulings(event: Event) -> None:
    user = make_user("chuck", role="checker", tournament=event.tournament, password=PASSWORD)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("judging:new_call", args=["sierra"])
    told = address, "/api/v1/tournaments/sierra/calls/made/"
    called(event, "A-2")
    before = text_of(client.get(address))
    client.post(address, {"event": event.slug, "player": "A-1"})
    call = Call.objects.get(called_by="chuck")
    ruth, thelma = judges_of(event, "ruth", "thelma")

    waiting = client.get(address)
    seen = client.get(address, {"v": waiting.context["state"]}, headers={"HX-Request": "true"})
    come(call=call, actor=ruth)
    coming = client.get(address, {"v": waiting.context["state"]}, headers={"HX-Request": "true"})
    be_there(call=call, actor=ruth)
    be_there(call=call, actor=thelma)
    there = text_of(client.get(address))
    close_call(call=call, actor=ruth)
    done = text_of(client.get(told[0]))
    (values,) = api_of(user).get(told[1]).json()

    assert "Your calls" not in before
    assert "Your calls 1" in text_of(waiting)
    assert "Judges still needed: 2." in text_of(waiting)
    assert (seen.status_code, coming.status_code) == (204, 200)
    assert "ruth is coming" in text_of(coming)
    assert "Judges there: 2 of 2" in there
    assert "Judges still needed" not in done
    assert "done" in done.partition("Your calls")[2]
    assert (values["number"], values["taken_by"], "rulings" in values) == (call.pk, "ruth, thelma", False)
    assert client.get(calls_page(event)).status_code == 403


@pytest.mark.parametrize(("role", "status"), [("checker", 200), ("judge", 200), ("viewer", 403), (None, 401)])
def test_who_follows_calls_that_they_made_in_the_api(event: Event, role: str | None, status: int) -> None:
    client = api_of(make_user(role=role, tournament=event.tournament) if role else None)

    assert client.get("/api/v1/tournaments/sierra/calls/made/").status_code == status


def test_the_judges_menu_stands_once_and_what_waits_comes_before_everything_else(event: Event) -> None:
    called(event)
    page = browser(event, "judge").get(calls_page(event)).content.decode()

    for name in ("assistant", "rulebook", "rulings", "referrals"):
        assert page.count(f'href="{reverse(f"judging:{name}", args=["sierra"])}"') <= 1 + (name == "assistant")
    waits = page.index('id="waiting"')
    assert waits < page.index("I can take calls")
    assert waits < page.index(reverse("judging:new_call", args=["sierra"]))


def test_a_call_can_be_handled_from_start_to_end_through_the_api(event: Event) -> None:
    call = called(event, about="Renege")
    ruth, thelma, carl = (
        api_of(make_user(name, role="judge", tournament=event.tournament)) for name in ("r", "t", "c")
    )
    at = f"/api/v1/tournaments/sierra/calls/{call.pk}/"

    came = ruth.put(f"{at}coming/", {"next_deal": "opponents"}, format="json")
    early = ruth.put(f"{at}third/")
    thelma.put(f"{at}there/")
    third = thelma.put(f"{at}third/")
    carl.put(f"{at}coming/")
    gone = carl.delete(f"{at}coming/")
    wrong = carl.put(f"{at}coming/", {"next_deal": "dealer", "loud": True}, format="json")
    done = ruth.put(f"{at}done/")
    late = carl.put(f"{at}there/")

    (first,) = came.json()[0]["coming"]
    assert (came.status_code, first["name"], first["next_deal"], first["there_at"]) == (200, "r", "opponents", None)
    assert (early.status_code, early.json()["code"]) == (409, "too_early")
    assert (third.json()[0]["needed"], [one["name"] for one in third.json()[0]["coming"]]) == (3, ["r", "t"])
    assert third.json()[0]["coming"][1]["there_at"] is not None
    assert [one["name"] for one in gone.json()[0]["coming"]] == ["r", "t"]
    assert (wrong.status_code, {one["field"] for one in wrong.json()["errors"]}) == (400, {"next_deal", "loud"})
    assert done.json()[0]["closed_at"] is not None
    assert (late.status_code, late.json()["code"]) == (409, "over")


def test_a_related_judge_is_asked_twice_in_the_api_as_on_the_page(event: Event) -> None:
    call = called(event)
    ruth = make_user("ruth", role="judge", tournament=event.tournament)
    record_relation(tournament=event.tournament, one=ruth, other=call.entry, kind="travel", actor=make_actor())
    at = f"/api/v1/tournaments/sierra/calls/{call.pk}/coming/"

    refused = api_of(ruth).put(at)
    came = api_of(ruth).put(at, {"anyway": True}, format="json")

    assert (refused.status_code, refused.json()["code"], came.status_code) == (409, "related", 200)


@pytest.mark.parametrize(("role", "status"), ROLES.items())
@pytest.mark.parametrize("step", ["there", "third", "coming"])
def test_who_moves_a_call_in_the_api(event: Event, step: str, role: str | None, status: int) -> None:
    call = called(event)
    client = api_of(make_user(role=role, tournament=event.tournament) if role else None)
    at = f"/api/v1/tournaments/sierra/calls/{call.pk}/{step}/"

    answer = client.delete(at) if step == "coming" else client.put(at)

    status = COMES[role] if step == "there" else status
    expected = 401 if status == 302 else status
    assert answer.status_code == (409 if expected == 200 and step == "third" else expected)


@pytest.mark.parametrize(("role", "status"), ROLES.items())
@pytest.mark.parametrize("step", ["arrive", "give_up_call", "ask_third"])
def test_who_moves_a_call_on_the_page(event: Event, step: str, role: str | None, status: int) -> None:
    call = called(event)

    answer = browser(event, role).post(reverse(f"judging:{step}", args=["sierra", call.pk]))

    status = COMES[role] if step == "arrive" else status
    moved = 409 if step == "ask_third" else 302
    assert answer.status_code == (moved if status == 200 else status)
    assert call.coming.exists() == (status == 200 and step == "arrive")


def test_a_player_takes_back_and_disagrees_through_the_api(event: Event) -> None:
    path = f"/api/v1/me/{key_of(event)}/call/"
    nothing = api_of().delete(path)
    call = called(event)
    early = api_of().put(f"{path}third/")
    for judge in judges_of(event, "ruth", "thelma"):
        be_there(call=call, actor=judge)

    third = api_of().put(f"{path}third/")
    late = api_of().delete(path)
    for coming in call.coming.all():
        give_up(call=call, actor=make_actor(coming.judge))
    done = api_of().delete(path)

    assert nothing.status_code == 204
    assert (early.status_code, early.json()["code"]) == (409, "too_early")
    assert (third.status_code, third.json()["needed"]) == (200, 3)
    assert (late.status_code, late.json()["code"]) == (409, "begun")
    assert (done.status_code, done.json()["closed_at"] is not None) == (200, True)
    assert api_of().put("/api/v1/me/2222333344445555/call/third/").status_code == 404


def test_an_opponent_reads_the_same_call_through_the_api(event: Event) -> None:
    call = called(event, about="Renege")

    told = api_of().get(f"/api/v1/me/{key_of(event, call.opponent.seat)}/").json()["call"]

    assert (told["number"], told["entrant"], told["about"]) == (call.pk, "A-1", "Renege")


@pytest.mark.parametrize("step", ["take_back_call", "ask_third"])
def test_a_link_that_opens_nothing_moves_no_call(event: Event, step: str) -> None:
    key = key_of(event)
    called(event)
    revoke_link(entry=entry_of(event), version=1, actor=make_actor())

    assert Client().post(reverse(f"me:{step}", args=[key]), follow=True).status_code == 410
    assert Client().get(reverse(f"me:{step}", args=[key])).status_code == 302
    assert Call.objects.get().closed_at is None
