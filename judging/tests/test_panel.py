"""The judges of a tournament: who is proposed for a call, what is said where they are too few, and whether they take calls."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from brackets.bracket.reads.drawn import bracket
from brackets.matches.actions.match_tables import place_match
from brackets.tests.factories import make_bracket
from judging.calls.actions.calls import ask_third, call_judge, close_call, come
from judging.calls.actions.panel import set_duty
from judging.calls.reads.calls import calls
from judging.calls.reads.panel import Panel, Proposals, panel, proposals
from judging.models import Call
from judging.rules.calls import Staffing
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.models import AuditEntry, Entry, Event, Role, User
from tournaments.people.actions.links import make_links
from tournaments.people.actions.people import grant_role
from tournaments.people.actions.relations import record_relation
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

CALLS = "/t/sierra/calls/"
NEW = "/t/sierra/calls/new/"


@pytest.fixture
@kept
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=5, entrants=12, seated=True)
    call_game(event=event, game=2, actor=make_actor())
    return Event.objects.get(pk=event.pk)


def entry_of(event: Event, seat: str) -> Entry:
    entry = entry_at(event, seat)
    assert entry is not None
    return entry


def judge(event: Event, name: str, plays: str = "", *, only: Event | None = None) -> User:
    """A judge, who plays at this permanent ID."""
    user = make_user(name)
    grant_role(tournament=event.tournament, username=name, kind="judge", event=only, actor=make_actor())
    if plays:
        entry = entry_of(event, plays)
        entry.player.user = user
        entry.player.save()
    return user


def called(event: Event, seat: str) -> Call:
    entry = entry_of(event, seat)
    return call_judge(entry=entry, actor=Actor.of_entry(entry))


def panel_of(event: Event) -> Panel:
    return panel(event.tournament, event.tournament.events.all())


def proposed(event: Event, call: Call) -> Proposals:
    shown = next(one for one in calls([event]) if one.number == call.pk)
    return proposals(panel_of(event), shown)


def names(found: Proposals) -> list[str]:
    return [one.judge.name for one in found.asked]


def opponent_in_game_two(event: Event, seat: str) -> str:
    other = route(event, seat)[1].opponent
    assert other is not None
    return other.seat


def seat_now(event: Event, seat: str) -> int:
    return route(event, seat)[1].seat


def test_the_nearest_who_are_free_and_no_party_are_proposed(event: Event) -> None:
    call = called(event, "A-1")
    others = sorted(
        (seat for seat in (f"A-{n}" for n in range(2, 13)) if seat != opponent_in_game_two(event, "A-1")),
        key=lambda seat: abs(seat_now(event, seat) - seat_now(event, "A-1")),
    )
    judge(event, "far", others[-1])
    judge(event, "near", others[0])
    judge(event, "party", opponent_in_game_two(event, "A-1"))
    set_duty(tournament=event.tournament, judge=judge(event, "tired"), is_free=False, actor=make_actor())

    found = proposed(event, call)

    assert names(found) == ["near", "far"]
    assert {one.judge.name: one.why_not for one in found.barred} == {
        "party": "plays this game",
        "tired": "takes no calls now",
    }
    assert found.staffing is Staffing.ENOUGH
    assert found.asked[0].judge.where == f"Table A, seat {seat_now(event, others[0])}"


def test_whoever_is_related_is_proposed_last_and_marked(event: Event) -> None:
    call = called(event, "A-1")
    club = judge(event, "club")
    judge(event, "zoe")
    record_relation(tournament=event.tournament, one=club, other=call.opponent, kind="club", actor=make_actor())

    found = proposed(event, call)

    assert [(one.judge.name, one.related) for one in found.asked] == [("zoe", ""), ("club", "Same club")]


def test_as_many_are_asked_first_as_are_missing_and_nobody_who_is_related(event: Event) -> None:
    call = called(event, "A-1")
    users = {name: judge(event, name) for name in ("anna", "bert", "cora", "dora")}
    record_relation(tournament=event.tournament, one=users["anna"], other=call.entry, kind="club", actor=make_actor())

    def split() -> tuple[list[str], list[str]]:
        found = proposed(event, call)
        return [one.judge.name for one in found.first], [one.judge.name for one in found.others]

    both = split()
    come(call=call, actor=make_actor(users["bert"]))
    one_more = split()
    come(call=call, actor=make_actor(users["cora"]))
    nobody = split()
    ask_third(call=call, actor=make_actor(users["cora"]))
    third = split()

    assert both == (["bert", "cora"], ["dora", "anna"])
    assert one_more == (["cora"], ["dora", "anna"])
    assert nobody == ([], ["dora", "anna"])
    assert third == (["dora"], ["anna"])


def test_the_page_names_who_is_asked_first_and_folds_the_others_away(event: Event) -> None:
    call = called(event, "A-1")
    users = {name: judge(event, name) for name in ("anna", "bert", "cora")}
    record_relation(tournament=event.tournament, one=users["anna"], other=call.entry, kind="club", actor=make_actor())

    page = signed_in(users["cora"]).get(CALLS)

    first, _mark, folded = page.content.decode().partition("Asked first</p>")[2].partition("<details")
    folded = folded.partition("</details>")[0]
    assert [name for name in users if f"<b>{name}</b>" in first] == ["bert", "cora"]
    assert [name for name in users if f"<b>{name}</b>" in folded] == ["anna"]
    assert "Others who could come" in folded
    assert "Same club" in folded
    assert "open" not in folded.partition(">")[0]


def test_the_nearest_are_said_to_be_where_it_is_known_where_they_sit(event: Event) -> None:
    called(event, "A-1")
    parties = {"A-1", opponent_in_game_two(event, "A-1")}
    seats = [f"A-{number}" for number in range(1, 13) if f"A-{number}" not in parties]
    anna, _bert = (judge(event, name, seat) for name, seat in zip(("anna", "bert"), seats, strict=False))

    def said() -> list[str]:
        return re.findall(r'<p class="label">(Asked first[^<]*)</p>', signed_in(anna).get(CALLS).content.decode())

    both_seated = said()
    # Whoever is on their feet is asked before them, wherever in the hall that is.
    judge(event, "zoe")

    assert (both_seated, said()) == (["Asked first, the nearest of all"], ["Asked first"])


def test_whoever_is_at_another_call_is_not_proposed(event: Event) -> None:
    first, second = called(event, "A-1"), called(event, "A-2")
    busy = judge(event, "busy")
    judge(event, "idle")
    come(call=first, actor=make_actor(busy))

    assert names(proposed(event, second)) == ["idle"]
    assert names(proposed(event, first)) == ["idle"]
    close_call(call=first, actor=make_actor(busy))
    assert names(proposed(event, second)) == ["busy", "idle"]


@pytest.mark.parametrize(
    ("judges", "staffing"),
    [(0, Staffing.NONE), (1, Staffing.ALONE), (2, Staffing.ENOUGH)],
    ids=["none", "alone", "two"],
)
def test_too_few_judges_are_said_at_once_to_judges_and_to_the_caller(
    event: Event, judges: int, staffing: Staffing
) -> None:
    make_links(event=event, actor=make_actor())
    for number in range(judges):
        judge(event, f"judge{number}")
    call = called(event, "A-1")

    page = text_of(in_role(event.tournament, "director").get(CALLS))
    link, _version = link_of(entry_of(event, "A-1"))
    assert link is not None
    own = text_of(Client().get(reverse("me:own", args=[key_of_link(link)])))

    assert proposed(event, call).staffing is staffing
    assert ("No judge can come now. The director has to find two." in page) == (judges == 0)
    assert ("Only one judge can come; a hearing needs two." in page) == (judges == 1)
    assert ("No judge can come now. The director is looking for two." in own) == (judges == 0)
    alone = "Only one judge can come now, and a hearing needs two. The director is looking for another one."
    assert (alone in own) == (judges == 1)


def test_a_third_judge_who_is_not_to_be_had_is_said(event: Event) -> None:
    call = called(event, "A-1")
    for name in ("ruth", "thelma"):
        come(call=call, actor=make_actor(judge(event, name)))
    before = proposed(event, call).staffing

    ask_third(call=call, actor=make_actor())

    assert (before, proposed(event, call).staffing) == (Staffing.ENOUGH, Staffing.NO_THIRD)


def test_a_judge_of_one_event_is_proposed_there_alone(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="second", entrants=4, seated=True)
    judge(event, "everywhere")
    judge(event, "second", only=other)

    assert names(proposed(event, called(event, "A-1"))) == ["everywhere"]
    assert names(proposed(other, called(other, "A-1"))) == ["everywhere", "second"]


def test_whoever_plays_in_another_event_is_farther_than_anybody_here(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="second", games=3, entrants=4, seated=True)
    call_game(event=other, game=1, actor=make_actor())
    other = Event.objects.get(pk=other.pk)
    judge(other, "aaron", "A-3")
    judge(event, "zoe", "A-12")

    found = proposed(event, called(event, "A-1"))

    assert names(found) == ["zoe", "aaron"]


def test_in_the_playoffs_judges_sit_at_their_matches() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    matches = bracket(event).matches
    judge(event, "ruth", matches[1].sides[0].seat)
    call = called(event, matches[0].sides[0].seat)

    found = proposed(event, call)

    assert names(found) == ["ruth"]
    assert found.asked[0].judge.where.startswith(f"Match {matches[1].match}")
    assert [one.judge.name for one in proposed(event, called(event, matches[1].sides[1].seat)).barred] == ["ruth"]


def test_the_judges_page_takes_as_many_queries_for_many_calls_as_for_one(event: Event) -> None:
    for name, plays in (("ruth", "A-5"), ("thelma", "A-6"), ("carl", "")):
        judge(event, name, plays)
    client = signed_in(User.objects.get(username="carl"))

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(CALLS).status_code == 200
        return len(asked)

    called(event, "A-1")
    one = queries()
    for seat in ("A-2", "A-9"):
        called(event, seat)

    assert (queries(), one) == (22, 22)


def test_a_poll_without_news_costs_few_queries_and_hears_of_duties_and_roles(event: Event) -> None:
    called(event, "A-1")
    ruth = judge(event, "ruth")
    client = signed_in(ruth)

    def state() -> str:
        return str(client.get(CALLS).context["state"])

    def poll(seen: str) -> int:
        return client.get(CALLS, {"v": seen}, headers={"HX-Request": "true"}).status_code

    first = state()
    with CaptureQueriesContext(connection) as asked:
        assert poll(first) == 204
    assert len(asked) == 11
    set_duty(tournament=event.tournament, judge=ruth, is_free=False, actor=make_actor())
    assert poll(first) == 200
    second = state()
    judge(event, "thelma")
    assert poll(second) == 200


# --- Whether a judge takes calls ---------------------------------------------------------------------------------------


def test_a_judge_says_whether_they_take_calls_and_the_log_keeps_it(event: Event) -> None:
    client = signed_in(judge(event, "ruth"))
    at = reverse("judging:duty", args=["sierra"])

    before = text_of(client.get(CALLS))
    off = text_of(client.post(at, {"username": "ruth"}, follow=True))
    client.post(at, {"username": "ruth"})
    on = text_of(client.post(at, {"username": "ruth", "free": "on"}, follow=True))

    assert "takes no calls now" not in before
    assert "takes no calls now" in off
    assert "takes no calls now" not in on
    rows = AuditEntry.objects.filter(subject_kind="account", subject_key="ruth").order_by("pk")
    assert [row.action for row in rows] == ["judge.excused", "judge.freed"]


@pytest.mark.parametrize(
    ("role", "status"), [("director", 302), ("judge", 403), ("checker", 403), ("registrar", 403), ("viewer", 403)]
)
def test_only_the_director_sets_for_another_judge_whether_they_take_calls(event: Event, role: str, status: int) -> None:
    judge(event, "ruth")
    user = make_user(role=role, tournament=event.tournament)

    page = signed_in(user).post(reverse("judging:duty", args=["sierra"]), {"username": "ruth"})
    put = api_of(user).put("/api/v1/tournaments/sierra/judges/ruth/duty/", {"free": False}, format="json")

    assert (page.status_code, put.status_code) == (status, 200 if status == 302 else status)
    assert event.tournament.duties.exists() == (status == 302)


def test_nobody_sets_it_for_an_account_that_does_not_judge_here(event: Event) -> None:
    make_user("carl", role="checker", tournament=event.tournament)
    director = make_user("dale", role="director", tournament=event.tournament)

    for username in ("carl", "dale", "nobody"):
        answer = api_of(director).put(
            f"/api/v1/tournaments/sierra/judges/{username}/duty/", {"free": False}, format="json"
        )
        assert answer.status_code == 404


def test_the_panel_in_the_api(event: Event) -> None:
    ruth = judge(event, "ruth", "A-5")
    Role.objects.filter(user=ruth).update(is_head=True, is_senior=True)
    judge(event, "carl")
    call = called(event, "A-1")
    come(call=call, actor=make_actor(ruth))
    api = api_of(ruth)

    api.put("/api/v1/tournaments/sierra/judges/ruth/duty/", {"free": False}, format="json")
    listed = api.get("/api/v1/tournaments/sierra/judges/").json()

    assert [(one["username"], one["free"], one["is_head"], one["is_senior"], one["at_call"]) for one in listed] == [
        ("ruth", False, True, True, call.pk),
        ("carl", True, False, False, None),
    ]
    assert listed[0]["sits"] == f"Table A, seat {seat_now(event, 'A-5')}"


# --- Called by the desk or a judge -------------------------------------------------------------------------------------

MAY_CALL = {"director": 302, "judge": 302, "checker": 302, "registrar": 302, "viewer": 403, "": 403}


@pytest.mark.parametrize(("role", "status"), MAY_CALL.items())
def test_who_calls_judges_to_a_table_on_the_page_and_in_the_api(event: Event, role: str, status: int) -> None:
    user = make_user(role=role, tournament=event.tournament)

    shown = signed_in(user).get(NEW)
    sent = signed_in(user).post(NEW, {"event": "main", "player": "A-1", "subject": "renege", "about": "Go too soon"})
    posted = api_of(user).post(
        "/api/v1/tournaments/sierra/calls/", {"event": "main", "entrant": "A-2", "subject": "renege"}, format="json"
    )

    assert (shown.status_code, sent.status_code) == (200 if status == 302 else 403, status)
    assert posted.status_code == (201 if status == 302 else 403)
    if status == 302:
        first, second = Call.objects.order_by("pk")
        name = user.get_full_name() or user.username
        assert (first.entry.seat, first.subject, first.about, first.called_by) == ("A-1", "renege", "Go too soon", name)
        assert (second.entry.seat, second.called_by) == ("A-2", name)
        assert posted.json()["short"]


def test_a_visitor_signs_in_before_calling_judges(event: Event) -> None:
    assert Client().post(NEW, {"player": "A-1"}).status_code == 302
    assert api_of().post("/api/v1/tournaments/sierra/calls/", {}, format="json").status_code == 401
    assert not Call.objects.exists()


def test_judges_are_called_to_a_table_and_seat_as_they_are_now(event: Event) -> None:
    seat = seat_now(event, "A-4")

    in_role(event.tournament, "checker").post(NEW, {"event": "main", "table": "a", "seat": str(seat)})

    call = Call.objects.get()
    assert (call.entry.seat, call.table, call.seat, call.game) == ("A-4", "A", seat, 2)


def test_before_the_first_game_the_seat_is_that_of_the_id() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)

    in_role(event.tournament, "director").post(NEW, {"event": "main", "table": "A", "seat": "3"})

    assert Call.objects.get().entry.seat == "A-3"


def test_in_the_playoffs_the_table_is_enough() -> None:
    event = make_bracket(4, tournament=make_tournament("sierra"))
    match = bracket(event).matches[1].match
    place_match(event=event, match=match, table="12", actor=make_actor())

    in_role(event.tournament, "director").post(NEW, {"event": "main", "table": "12"})

    call = Call.objects.get()
    assert (call.match, call.table) == (match, "12")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        pytest.param({}, "Say to which table", id="nothing"),
        pytest.param({"table": "A"}, "Nobody says who sits there now.", id="no seat"),
        pytest.param({"table": "Z", "seat": "1"}, "Nobody says who sits there now.", id="no such table"),
        pytest.param({"player": "Nobody"}, "", id="unknown player"),
        pytest.param({"player": "A-1", "subject": "gossip"}, "", id="unknown kind of case"),
        pytest.param({"player": "A-1", "about": "x" * 201}, "", id="too many words"),
    ],
)
def test_what_is_not_understood_is_asked_again_and_nothing_typed_is_lost(
    event: Event, said: dict[str, str], words: str
) -> None:
    answer = in_role(event.tournament, "director").post(NEW, {"event": "main", **said})

    assert answer.status_code == 422
    assert words in text_of(answer)
    for typed in said.values():
        assert typed in answer.content.decode() or typed == "gossip"
    assert not Call.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"event": "other", "entrant": "A-1"}, "event"),
        ({"event": "main", "entrant": "Z-9"}, "entrant"),
        ({"event": "main", "entrant": "A-1", "subject": "gossip"}, "subject"),
        ({"event": "main", "entrant": "A-1", "loud": True}, "loud"),
    ],
)
def test_what_is_not_understood_in_the_api(event: Event, body: dict[str, object], field: str) -> None:
    api = api_of(make_user(role="director", tournament=event.tournament))

    answer = api.post("/api/v1/tournaments/sierra/calls/", body, format="json")

    assert (answer.status_code, [one["field"] for one in answer.json()["errors"]]) == (400, [field])


def test_the_desk_hears_that_a_call_of_this_game_is_open_already(event: Event) -> None:
    call = called(event, "A-1")
    client = in_role(event.tournament, "director")

    again = client.post(NEW, {"event": "main", "player": opponent_in_game_two(event, "A-1")})

    assert again.status_code == 409
    assert f"{call.entry.name} has called a judge to this game already" in text_of(again)
    assert Call.objects.count() == 1


def test_the_desk_is_told_at_once_that_judges_are_too_few(event: Event) -> None:
    told = in_role(event.tournament, "checker").post(NEW, {"event": "main", "player": "A-1"}, follow=True)

    assert "Judges are called: Table A" in text_of(told)
    assert "No judge can come now." in text_of(told)


def test_a_tournament_without_events_says_so() -> None:
    tournament = make_tournament("sierra")

    assert "There is no event yet." in text_of(in_role(tournament, "director").get(NEW))


# --- The judges' page --------------------------------------------------------------------------------------------------


def test_a_related_judge_is_warned_and_goes_anyway(event: Event) -> None:
    call = called(event, "A-1")
    ruth = judge(event, "ruth")
    record_relation(tournament=event.tournament, one=ruth, other=call.opponent, kind="family", actor=make_actor())
    client, at = signed_in(ruth), reverse("judging:take_call", args=["sierra", call.pk])

    page = text_of(client.get(CALLS))
    refused = client.post(at, {})
    gone = client.post(at, {"anyway": "on", "next_deal": "mine"}, follow=True)

    assert f"{call.opponent.name} and you: Relatives. Let another judge go if one can." in page
    assert "Go anyway" in page
    assert refused.status_code == 409
    assert "Your call" in text_of(gone)
    assert "Next deal in your own game: Mine." in text_of(gone)


def test_a_judge_who_is_a_party_has_no_button(event: Event) -> None:
    call = called(event, "A-1")
    ruth = judge(event, "ruth", call.opponent.seat)

    page = signed_in(ruth).get(CALLS)

    assert "You are a party to this case. Other judges come." in text_of(page)
    assert reverse("judging:take_call", args=["sierra", call.pk]) not in page.content.decode()


@pytest.mark.parametrize(("edition", "has_protocols"), [("2020", True), ("classic", False)])
def test_the_protocol_at_the_board_is_that_of_2020_alone(edition: str, has_protocols: bool) -> None:
    """The classic edition has no judge protocols (domain.md 13.1)."""
    event = make_event(tournament=make_tournament("sierra", edition=edition), entrants=4, seated=True)
    ruth = judge(event, "ruth")
    come(call=called(event, "A-1"), actor=make_actor(ruth))

    page = text_of(signed_in(ruth).get(CALLS))

    assert ("One of us has a rulebook in hand." in page) == has_protocols
    assert ("protocol e" in page) == has_protocols


def test_a_call_can_be_handled_from_start_to_end_on_the_pages(event: Event) -> None:
    call = called(event, "A-1")
    ruth, thelma, carl = (signed_in(judge(event, name)) for name in ("ruth", "thelma", "carl"))

    def does(client: Client, what: str) -> str:
        return text_of(client.post(reverse(f"judging:{what}", args=["sierra", call.pk]), follow=True))

    does(ruth, "take_call")
    coming = does(thelma, "take_call")
    does(ruth, "arrive")
    there = does(thelma, "arrive")
    elsewhere = text_of(carl.get(CALLS))
    third = does(ruth, "ask_third")
    waiting = text_of(carl.get(CALLS))
    does(carl, "take_call")
    dropped = does(carl, "give_up_call")
    does(carl, "take_call")
    done = does(thelma, "close_call")

    assert "Judges there: 0 of 2" in coming
    assert "Judges there: 2 of 2" in there
    assert "A player disagrees: ask for a third judge" in there
    assert "Judges are on it" in elsewhere
    assert "Judges there: 2 of 3" in third
    assert "Third judge asked for 11.4.a" in waiting
    assert "Judges still needed: 1." in dropped
    assert "Your call" not in done
    assert "Closed by thelma." in done
