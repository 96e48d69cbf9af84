"""Doubles from the list to the champion: cards, cross-check, qualifiers, bracket and export of teams of two."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.bracket.actions import draw_bracket
from hall.demonstration import rehearsal
from hall.demonstration.simulator import SLIPS, Chance, people
from hall.exchange import reads
from hall.exchange.actions import import_tournament
from hall.exchange.text import write_document
from judging.calls.actions.calls import call_judge, come
from scorecards.cards.actions.cards import write_card
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.crosscheck.reads.third import third_checkers
from scorecards.ladder.actions import record_result
from scorecards.tests.factories import COMMAND, find, key, look_at_all, make_cards, sheet, written
from tournaments.access import Actor
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Forbidden, Malformed
from tournaments.models import AuditEntry, Entry, Event, Player, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.people.actions.relations import record_relation
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

MAIN = "/api/v1/tournaments/sierra/events/main/"
NO_ENTRANT = {
    "a tournament, an event or a season": "EventAnnounced EventOffered PastEventOut Season StandsOut Tournament",
    "money or an award": "AccountFee Fee FeeAnnounced FeeTotal ItemOut PaidPlaceOut PoolOffered PoolOut PrizeOut ReportFee "
    "ReportItem ReportPool",
    "a screen or a club": "Club Display",
    "a helper or a judge": "ComingOut Invitation JudgeOut Role SentOut",
    "a member of a club, who plays alone": "Member Result TableRow",
    "a person across events, where teams do not count": "OpponentOut PersonOut RecordOut",
    "somebody who registers alone": "DeskRegistration Registration Sent",
}
"""Shapes of answers with a name that is no entrant's, by what it is of."""
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +07 \n A-4 0 -05",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -07 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 2 +05",
}


def teams(number: int, *, seated: bool = True) -> list[EntrantPlan]:
    return [
        EntrantPlan(f"Team {n}", seat=f"A-{n}" if seated else "", players=(f"Ann Bell{n}", f"Bob Ray{n}"))
        for n in range(1, number + 1)
    ]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Four teams of two at A-1 to A-4."""
    return make_event(tournament=tournament, games=3, entrants=teams(4), seated=True)


@pytest.fixture
def bob(event: Event) -> User:
    """A checker, and the second of the team at A-1."""
    user = make_user("bob", role="checker", tournament=event.tournament)
    user.first_name, user.last_name = "Bob", "Ray1"
    user.save()
    link_player(entry=event.entries.get(number=1), username="bob", actor=COMMAND)
    return user


def test_the_account_is_that_of_the_partner(event: Event, bob: User) -> None:
    assert event.entries.get(number=1).player.second.user == bob


def test_a_partner_types_and_corrects_no_card_of_the_team(event: Event, bob: User) -> None:
    with pytest.raises(Forbidden) as typed:
        write_card(event=event, seat="A-1", version=0, card=written(CARDS["A_1"]), actor=make_actor(bob))
    answer = api_of(bob).put(f"{MAIN}scorecards/A-1/", {"version": 0, "lines": []})

    assert typed.value.code == "own_card"
    assert (answer.status_code, answer.json()["code"]) == (403, "own_card")
    write_card(event=event, seat="A-2", version=0, card=written(CARDS["A_2"]), actor=make_actor(bob))


def test_a_partner_decides_nothing_about_the_team(event: Event, bob: User) -> None:
    make_cards(event, **CARDS)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    found = find(event, 1, "A-1", "A-2")

    with pytest.raises(Forbidden) as refused:
        crosscheck_actions.accept(
            event=event, key=key(1, "A-1", "A-2"), initials="BR", version=found.version, actor=make_actor(bob)
        )

    assert refused.value.code == "own_card"


def test_a_partner_records_no_ladder_result_of_the_team(tournament: Tournament) -> None:
    ladder = make_event(tournament=tournament, games=3, movement="ladder", entrants=teams(4), seated=True)
    user = make_user("bob", role="checker", tournament=tournament)
    Player.objects.filter(pk=ladder.entries.with_people().get(number=1).player.second.pk).update(user=user)

    for table, winner in ((1, "A-1"), (1, "A-2")):
        with pytest.raises(Forbidden):
            record_result(event=ladder, game=1, table=table, winner=winner, points=2, actor=make_actor(user))
    assert record_result(event=ladder, game=1, table=2, winner="A-3", points=2, actor=make_actor(user))


def test_a_partners_relative_is_a_related_checker(event: Event, bob: User, tournament: Tournament) -> None:
    rosa, len_ = (make_user(name, role="checker", tournament=tournament) for name in ("rosa", "len"))
    record_relation(tournament=tournament, one=bob, other=rosa, kind="family", actor=COMMAND)
    make_cards(event, **CARDS)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    found = find(event, 1, "A-1", "A-2")

    assert [checker.name for checker in third_checkers(sheet(event), ["A-1", "A-2"])] == [len_.username]
    crosscheck_actions.accept(
        event=event, key=key(1, "A-1", "A-2"), initials="RM", version=found.version, actor=make_actor(rosa)
    )
    assert AuditEntry.objects.get(action="discrepancy.accepted").after["third_checker_wanted"] == ["A-1"]


def test_a_judge_who_plays_in_a_team_is_no_judge_of_it(event: Event, tournament: Tournament) -> None:
    judge = make_user("bea", role="judge", tournament=tournament)
    Player.objects.filter(pk=event.entries.with_people().get(number=1).player.second.pk).update(user=judge)
    call = call_judge(entry=event.entries.get(number=1), actor=COMMAND)

    with pytest.raises(Forbidden):
        come(call=call, next_deal="mine", actor=make_actor(judge))


def test_paper_desk_and_door_name_both(event: Event) -> None:
    desk = in_role(event.tournament, "director")
    of_event = ("paper/slips/", "paper/cards/", "control/", "cards/", "cards/A-1/", "cards/received/")
    of_tournament = ("check-in/", "money/")

    for page in (*(f"main/{page}" for page in of_event), *of_tournament):
        assert "Ann Bell1, Bob Ray1" in text_of(desk.get(f"/t/sierra/{page}")), page
    assert desk.get("/t/sierra/main/cards/pile/").json()["teams"]["A-1"] == "Ann Bell1, Bob Ray1"


def test_an_event_of_twelve_teams_to_the_champion_and_back_from_its_document(tournament: Tournament) -> None:
    crew = rehearsal.Crew(Actor.of_command("director"), Actor.of_command("checker"), "RP", "JM")
    event = make_event(tournament=tournament, games=9, kind="consolation")
    hall = people(12, Chance(4))
    plans = [
        EntrantPlan(one.name, players=(f"{one.name} A", f"{one.name} B"), acc_numbers=(one.acc_number, ""))
        for one in hall
    ]
    enter_entrants(event=event, entrants=plans, actor=COMMAND)
    rehearsal.seat(event, 4, crew)
    played = rehearsal.play(event, hall, Chance(11), {slip: 5 * rate for slip, rate in SLIPS.items()})
    rehearsal.type_cards(event, played.cards, crew)
    rehearsal.start_cross_check(event, crew)
    list(rehearsal.settle(event, played.truth, crew))
    before = api_of().get(f"{MAIN}standings/").json()["rows"]
    list(rehearsal.post(event, crew, Chance(1)))
    draw_bracket(event=event, best_of=3, actor=COMMAND)
    list(rehearsal.play_off(event, rehearsal.skills(event, hall), Chance(5), crew))

    program = api_of()
    people_of = {entry.seat: [f"{entry.name} A", f"{entry.name} B"] for entry in event.entries.all()}
    answers: dict[str, list[dict[str, Any]]] = {
        "before": before,
        "standings": program.get(f"{MAIN}standings/").json()["rows"],
        "qualifiers": program.get(f"{MAIN}qualifiers/").json(),
        "results": program.get(f"{MAIN}results/").json()["qualifiers"],
        "version": program.get(f"{MAIN}qualifiers/versions/").json()[0]["qualifiers"],
        "bracket": [match["top"] for match in program.get(f"{MAIN}bracket/").json()["rounds"][-1]],
    }
    for name, rows in answers.items():
        assert rows, name
        assert [row["players"] for row in rows] == [people_of[row["seat"]] for row in rows], name
    director = api_of(make_user("dora", role="director", tournament=tournament))
    told = {
        "report": director.get(f"{MAIN}report/").json()["players"],
        "points": program.get(f"{MAIN}points/").json()["players"],
        "inform": director.get(f"{MAIN}inform/").json(),
    }
    assert {(row["why"], row["total"]) for row in told["points"]} == {("team", None)}
    lacks = text_of(in_role(tournament, "director").get("/t/sierra/main/report/"))
    assert "What the ACC gives for doubles is not known here: ask the ACC." in lacks
    assert "has no ACC number here" not in lacks
    # Both people stand on the pages of the playoffs, on the list that is posted.
    final = program.get(f"{MAIN}bracket/").json()["rounds"][-1][0]
    public, desk = Client(), in_role(tournament, "director")
    pages = ("standings/", "bracket/", "bracket/?view=wall", f"bracket/{final['match']}/")
    for client, page in (*((public, page) for page in pages), (desk, "posting/")):
        shown = text_of(client.get(f"/t/sierra/main/{page}"))
        assert any(", ".join(people) in shown for people in people_of.values()), page
    for name, rows in told.items():
        assert [row["players"] for row in rows] == [people_of[row["seat"]] for row in rows], name
    given = {**reads.tournament_document(tournament), "slug": "copy"}

    copied = import_tournament(document=json.loads(write_document(given)), actor=COMMAND)

    assert write_document(reads.tournament_document(copied)) == write_document(given)
    assert Entry.objects.filter(event__tournament=copied, player__first=None).count() == 0
    numbers = Entry.objects.filter(event__tournament=copied).values_list("player__first__acc_number", flat=True)
    assert set(numbers) == {one.acc_number for one in hall}


def test_teams_of_two_events_come_in_again_as_the_same_people(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    alone = EntrantPlan("Bob Ray2")
    enter_entrants(event=other, entrants=[*teams(1, seated=False), alone], actor=COMMAND)
    given = {**json.loads(write_document(reads.tournament_document(event.tournament))), "slug": "copy"}

    copied = import_tournament(document=given, actor=COMMAND)

    assert write_document(reads.tournament_document(copied)) == write_document(given)
    entries = Entry.objects.filter(event__tournament=copied).with_people()
    main = {entry.name: entry.player for entry in entries.filter(event__slug="main")}
    again = {entry.name: entry.player for entry in entries.filter(event__slug="consolation")}
    assert again["Team 1"] == main["Team 1"]
    assert again["Bob Ray2"] == main["Team 2"].second
    for wrong in (["Ann"], ["Ann", "Ann"], ["Ann", ""]):
        damaged = {
            **given,
            "slug": "damaged",
            "players": [{**given["players"][0], "players": wrong}, *given["players"][1:]],
        }
        with pytest.raises(Malformed) as refused:
            import_tournament(document=damaged, actor=COMMAND)
        assert [fault.field for fault in refused.value.faults] == ["players.0.players"]


def test_calls_conduct_awards_money_and_searches_name_both(event: Event, tournament: Tournament) -> None:
    director = api_of(make_user("dora", role="director", tournament=tournament))
    here = "/api/v1/tournaments/sierra/"
    honour = director.post(f"{MAIN}honours/", {"seat": "A-1", "kind": "hand_29"}).json()
    director.patch(f"{MAIN}round/", {"game": 1})
    called = director.post(f"{here}calls/", {"event": "main", "entrant": "A-1"}).json()
    director.post(f"{here}conduct/", {"event": "main", "entrant": "A-1", "text": "Left twice"})
    director.put(f"{MAIN}prizes/", {"prizes": [{"kind": "other", "name": "Best dressed", "cents": 900, "entrant": 1}]})
    director.patch(f"{MAIN}entrants/1/", {"status": "withdrawn", "reason": "Flight"})

    first, second = ["Ann Bell1", "Bob Ray1"], ["Ann Bell2", "Bob Ray2"]
    assert honour["players"] == first
    assert (called["players"], called["opponent_players"]) == (first, second)
    assert director.get(f"{here}conduct/").json()[0]["players"] == first
    assert director.get(f"{MAIN}prizes/").json()["prizes"][0]["winners"][0]["players"] == first
    assert director.get(f"{here}money/payouts/").json()["results"][0]["players"] == first
    assert director.get(f"{here}accounts/").json()["results"][0]["players"] == first
    assert director.get(f"{here}exclusions/").json()[0]["players"] == first
    assert [one["seat"] for one in api_of().get(f"{here}players/?q=bob+ray2").json()] == ["A-2"]
    assert "Ann Bell2, Bob Ray2" in text_of(in_role(tournament, "viewer").get("/t/sierra/?q=ray2"))


def test_every_answer_with_the_name_of_an_entrant_has_the_players() -> None:
    shapes = api_of().get("/api/v1/schema/").json()["components"]["schemas"]
    named = {
        (name, field.removesuffix("name"))
        for name, shape in shapes.items()
        for field in shape.get("properties", {})
        if not name.endswith("Request")
        and (field == "name" or field in ("opponent_name", "offender_name", "other_name"))
    }
    others = {(name, "") for names in NO_ENTRANT.values() for name in names.split()}

    forgotten = {(name, start) for name, start in named if f"{start}players" not in shapes[name]["properties"]}

    assert forgotten == others


def test_reading_the_sheet_takes_no_query_for_each_team(tournament: Tournament) -> None:
    def queries(slug: str, number: int) -> int:
        there = make_event(tournament=tournament, slug=slug, games=3, entrants=teams(number), seated=True)
        program = api_of(make_user(role="checker", tournament=tournament))
        address = f"/api/v1/tournaments/sierra/events/{there.slug}/control/"
        program.get(address)
        with CaptureQueriesContext(connection) as seen:
            assert program.get(address).status_code == 200
        return len(seen)

    assert queries("first", 4) == queries("second", 8)
