"""The log: its sentences, its filters, undoing from it, and the round as it was at an earlier time; pages and API alike."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config import rehearsal
from config.desk import trail
from config.simulator import Chance, people
from scorecards import actions as card_actions
from scorecards import reads as card_reads
from scorecards import words as card_words
from scorecards.rules.line import Line
from scorecards.rules.replay import EFFECTS, STANDS, rebuild
from scorecards.rules.tally import OwnTotals
from scorecards.tests.factories import find, key, make_card, make_cards, sheet, written
from tournaments import actions
from tournaments.access import Actor, Rights
from tournaments.models import AuditEntry, Event, Tournament, User
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
# Four players, three games. In game 1 the card of A-1 says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def lena() -> User:
    return User.objects.create_user("lena", first_name="Lena", last_name="Farr")


def page(event: Event, name: str = "log", *more: object) -> str:
    return reverse(f"config:{name}", args=[event.tournament.slug, event.slug, *more])


def api(event: Event, rest: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def last(event: Event) -> int:
    return len(card_reads.log_numbers(event))


def told(event: Event) -> str:
    row = AuditEntry.objects.filter(event=event).order_by("pk").last()
    assert row is not None
    return trail.sentence(row, {})


def put(event: Event, user: User, text: str, totals: OwnTotals | None = None) -> None:
    version = sheet(event).facts.get("A-1", card_reads.CardFacts()).version
    card = written(text, totals)
    card_actions.write_card(event=event, seat="A-1", version=version, card=card, actor=Actor.of_user(user))


# --- Sentences -------------------------------------------------------------------------------------------------------


def test_typing_is_told_with_what_became_of_each_game(event: Event, lena: User) -> None:
    put(event, lena, CARDS["A_1"])
    assert told(event) == "LF typed card A-1."

    put(event, lena, CARDS["A_1"].replace("A-2 2 +12", "A-2 0 -16"))
    assert told(event) == "LF typed A-1 again: game 1 from win, +12 to loss, −16."

    put(event, lena, CARDS["A_1"].replace("A-2 2 +12", "A-3 0 -16"), OwnTotals(games_won=2))
    assert told(event) == "LF typed A-1 again: game 1 against A-3 instead of A-2, own totals."

    put(event, lena, "A-2 2 +12")
    assert told(event) == (
        "LF typed A-1 again: game 1 from loss, −16 to win, +12, against A-2 instead of A-3, "
        "game 2 from +12 to no line, game 3 from +40 to no line, own totals."
    )


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ({}, "LF corrected A-1 game 1 from +12 to +10, rule 12.2.a."),
        ({"A_1": "A-2 2 -12"}, "LF corrected A-1 game 1 from win, −12 to win, +10, rules 12.2.f, 12.2.a."),
    ],
)
def test_a_correction_is_told_with_its_card_its_values_and_its_rules(
    event: Event, lena: User, cards: dict[str, str], sentence: str
) -> None:
    make_cards(event, **CARDS)
    if "A_1" in cards:
        make_card(event, "A-1", CARDS["A_1"].replace("A-2 2 +12", cards["A_1"]))
    card_actions.start_cross_check(event=event, actor=make_actor())

    version = find(event, 1, "A-1", "A-2").version
    card_actions.accept(event=event, key=key(1, "A-1", "A-2"), initials="LF", version=version, actor=make_actor(lena))

    assert told(event) == sentence


def test_a_correction_of_both_cards_names_both(event: Event, lena: User) -> None:
    make_cards(event, **CARDS)
    make_card(event, "A-2", CARDS["A_2"].replace("A-1 0 -10", "A-1 2 -10"))
    card_actions.start_cross_check(event=event, actor=make_actor())

    card_actions.override(
        event=event,
        key=key(1, "A-1", "A-2"),
        resolved={"A-1": {"points": 2, "plus": 11, "minus": None}, "A-2": {"points": 0, "plus": None, "minus": 11}},
        initials="LF",
        reason="Both were asked to look",
        version=find(event, 1, "A-1", "A-2").version,
        rights=DIRECTOR,
        actor=make_actor(lena),
    )

    assert told(event) == "LF decided game 1 by hand: A-1 from +12 to +11 and A-2 from win, −10 to loss, −11."


def test_looks_and_marks_are_told(event: Event, lena: User) -> None:
    make_cards(event, **CARDS)
    other = Actor.of_user(make_user("rosa"))
    lines = [Line(1, "A-2", 2, 12, None), Line(1, "A-1", 0, None, 12), Line(1, "A-1", 0, None, 12)]
    sentences = []
    for seat, line, actor in zip(
        ("A-1", "A-2", "A-2"), lines, (make_actor(lena), make_actor(lena), other), strict=True
    ):
        card_actions.look_again(event=event, seat=seat, game=1, reading=line, actor=actor)
        sentences.append(told(event))
    card_actions.receive_cards(event=event, seats=["A-3"], actor=make_actor(lena))
    card_actions.set_card_aside(event=event, seat="A-3", reason="Torn", actor=make_actor(lena))
    sentences.append(told(event))

    assert sentences == [
        "LF read A-1 game 1 again: +12, as typed.",
        "LF read A-2 game 1 again: −12 instead of −10.",
        "RO read A-2 game 1 again, the second to read it so: from −10 to −12.",
        "LF set card A-3 aside: Torn",
    ]


@pytest.mark.parametrize(
    "after", [None, {}, {"lines": 7}, {"lines": [{"game": "x"}]}, {"basis": [], "kind": "accepted"}]
)
@pytest.mark.parametrize("action", ["card.typed", "line.looked-at", "discrepancy.accepted", "discrepancy.overridden"])
def test_a_trail_that_says_what_no_act_says_does_not_break_a_sentence(action: str, after: Any) -> None:
    row = AuditEntry(
        action=action, subject_kind="card", subject_key="A-1", actor_name="", before={"lines": 3}, after=after
    )

    assert trail.sentence(row, {})


# --- Filters ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def busy(event: Event, lena: User) -> Event:
    """Cards typed by the command line and one by Lena Farr, a decision of hers, a status."""
    make_cards(event, **{name: text for name, text in CARDS.items() if name != "A_1"})
    put(event, lena, CARDS["A_1"])
    card_actions.start_cross_check(event=event, actor=make_actor())
    version = find(event, 1, "A-1", "A-2").version
    card_actions.accept(event=event, key=key(1, "A-1", "A-2"), initials="LF", version=version, actor=make_actor(lena))
    entry = event.entries.select_related("event", "player").get(number=4)
    actions.set_status(entry=entry, status="withdrawn", reason="Ill", actor=make_actor())
    return event


@pytest.mark.parametrize(
    ("query", "actions_found"),
    [
        ({"who": "Lena Farr"}, ["discrepancy.accepted", "card.typed"]),
        ({"card": "A-1"}, ["discrepancy.accepted", "card.typed"]),
        ({"card": "a4"}, ["entrant.status-set", "card.typed"]),
        ({"kind": "decisions"}, ["discrepancy.accepted", "cross_check.started"]),
        ({"who": "Lena Farr", "kind": "cards"}, ["card.typed"]),
        ({"card": "A-2", "kind": "decisions", "table": "A"}, ["discrepancy.accepted"]),
        ({"about": "card/A-3"}, ["card.typed"]),
        ({"table": "A", "kind": "entrants"}, ["entrant.status-set"]),
        ({"card": "A-9"}, []),
        ({"card": "nonsense"}, []),
        ({"kind": "nonsense"}, []),
        ({"table": "B"}, []),
    ],
)
def test_the_log_is_filtered_by_person_table_card_and_kind_on_the_page_and_in_the_api(
    busy: Event, query: dict[str, str], actions_found: list[str]
) -> None:
    answer = in_role(busy.tournament, "director").get(page(busy), query)
    listed = api_of(make_user(role="checker", tournament=busy.tournament)).get(api(busy, "log/"), query).json()

    assert [entry.row.action for entry in answer.context["rows"]] == actions_found
    assert [entry["action"] for entry in listed["results"]] == actions_found
    if not actions_found:
        assert "Nothing here." in text_of(answer)
        assert answer.context["empty"]


def test_an_empty_log_says_why(busy: Event) -> None:
    client = in_role(busy.tournament, "director")

    assert "“nonsense” is no seat." in text_of(client.get(page(busy), {"card": "nonsense"}))
    assert "Nobody in this event has the seat A-9." in text_of(client.get(page(busy), {"card": "A-9"}))
    assert "Take one of them away." in text_of(client.get(page(busy), {"who": "Lena Farr", "kind": "looks"}))


def test_an_entry_of_the_api_says_who_what_and_whether_it_can_be_undone(busy: Event) -> None:
    listed = api_of(make_user(role="judge", tournament=busy.tournament)).get(api(busy, "log/?kind=decisions")).json()

    first, second = listed["results"]
    assert {name: first[name] for name in ("who", "initials", "sentence", "undoable", "why_not", "subject")} == {
        "who": "Lena Farr",
        "initials": "LF",
        "sentence": "LF corrected A-1 game 1 from +12 to +10, rule 12.2.a.",
        "undoable": True,
        "why_not": "",
        "subject": {"kind": "discrepancy", "key": "1-A-1-A-2"},
    }
    assert (second["undoable"], second["why_not"][:9]) == (False, "Beginning")


@pytest.mark.parametrize("path", ["log/", "earlier/?at=1", "inform/"])
def test_the_log_of_the_api_is_for_those_who_see_cards(busy: Event, path: str) -> None:
    roles = ["director", "checker", "judge", "registrar", "viewer"]
    found = {
        role: api_of(make_user(role=role, tournament=busy.tournament)).get(api(busy, path)).status_code
        for role in roles
    }

    assert found == {"director": 200, "checker": 200, "judge": 200, "registrar": 403, "viewer": 403}
    assert api_of().get(api(busy, path)).status_code == 401


def test_the_filtered_log_asks_the_same_number_of_questions_for_one_row_and_for_four(event: Event) -> None:
    client = in_role(event.tournament, "director")
    make_card(event, "A-1", CARDS["A_1"])
    with CaptureQueriesContext(connection) as few:
        client.get(page(event), {"kind": "cards", "table": "A"})
    make_cards(event, **CARDS)

    with CaptureQueriesContext(connection) as many:
        client.get(page(event), {"kind": "cards", "table": "A"})

    assert len(few) == len(many) == 12


# --- Undoing ---------------------------------------------------------------------------------------------------------


def test_the_page_says_what_it_will_undo_and_does_it(event: Event, lena: User) -> None:
    put(event, lena, CARDS["A_1"])
    put(event, lena, CARDS["A_1"].replace("A-2 2 +12", "A-2 0 -16"))
    client = in_role(event.tournament, "checker")

    before = text_of(client.get(page(event, "undo", last(event))))
    answer = client.post(page(event, "undo", last(event)), {"reason": "Wrong card"}, follow=True)

    assert "Card A-1 goes back to what LF typed at " in before
    assert "game 1 from loss, −16 to win, +12." in before
    assert "It is undone, and the log says so." in text_of(answer)
    assert sheet(event).cards["A-1"].line(1) == Line(1, "A-2", 2, 12, None)
    assert "Because: Wrong card" in text_of(answer)


def test_a_first_typing_says_that_nothing_will_be_left(event: Event, lena: User) -> None:
    put(event, lena, CARDS["A_1"])

    shown = text_of(in_role(event.tournament, "checker").get(page(event, "undo", last(event))))

    assert "Card A-1 goes back to empty: nothing is typed on it then." in shown


def test_the_page_refuses_without_a_reason_and_what_came_after(event: Event, lena: User) -> None:
    put(event, lena, CARDS["A_1"])
    first = last(event)
    client = in_role(event.tournament, "checker")

    nameless = client.post(page(event, "undo", first), {"reason": " "})
    put(event, lena, CARDS["A_1"].replace("+12", "+16"))
    late = client.post(page(event, "undo", first), {"reason": "Slip"})

    assert (nameless.status_code, late.status_code) == (422, 409)
    assert "Say in a few words why" in text_of(nameless)
    assert "by Lena Farr: undo that first." in text_of(late)
    assert page(event, "undo", last(event)) in late.content.decode()


def test_an_entry_that_is_not_there_is_not_found(event: Event) -> None:
    client = in_role(event.tournament, "director")
    checker = api_of(make_user(role="checker", tournament=event.tournament))

    assert client.get(page(event, "undo", 999)).status_code == 404
    assert client.post(page(event, "undo", 999), {"reason": "x"}).status_code == 404
    assert checker.post(api(event, "log/999/undo/"), {"reason": "x"}, format="json").status_code == 404
    assert Client().get(page(event, "undo", 1)).status_code == 302


def test_the_last_own_act_is_one_key_away(event: Event, lena: User, tournament: Tournament) -> None:
    actions.grant_role(tournament=tournament, username="lena", kind="checker", actor=make_actor())
    client = signed_in(lena)
    nothing = client.get(page(event, "undo_last"), follow=True)
    put(event, lena, CARDS["A_1"])
    mine = last(event)
    make_cards(event, A_2=CARDS["A_2"])

    assert "There is nothing of yours that can be undone." in text_of(nothing)
    assert client.get(page(event, "undo_last"))["Location"] == page(event, "undo", mine)
    client.post(page(event, "undo", mine), {"reason": "Slip"})
    assert "There is nothing of yours that can be undone." in text_of(client.get(page(event, "undo_last"), follow=True))


def test_the_api_undoes_and_refuses_as_the_page_does(event: Event, lena: User) -> None:
    put(event, lena, CARDS["A_1"])
    entry = last(event)
    checker, judge = (api_of(make_user(role=role, tournament=event.tournament)) for role in ("checker", "judge"))
    address = api(event, f"log/{entry}/undo/")

    assert judge.post(address, {"reason": "x"}, format="json").json()["code"] == "role"
    assert checker.post(address, {}, format="json").status_code == 400
    assert checker.post(address, {"reason": "Slip"}, format="json").json() == {"entry": entry, "done": True}
    assert checker.post(address, {"reason": "Slip"}, format="json").json() == {"entry": entry, "done": False}
    assert sheet(event).cards["A-1"].lines == ()
    stands = checker.post(api(event, "log/1/undo/"), {"reason": "x"}, format="json")
    assert (stands.status_code, stands.json()["code"]) == (409, "stands")


# What is about the tournament, or about accounts: it has no number in an event's log.
ELSEWHERE = {
    "account.made",
    "entrant.linked",
    "entrant.unlinked",
    "relation.recorded",
    "relation.removed",
    "role.granted",
    "role.revoked",
    "tournament.changed",
    "tournament.created",
    "tournament.imported",
}


def test_every_act_can_be_undone_or_has_its_reason_why_not() -> None:
    assert trail.known_actions() - EFFECTS.keys() - STANDS.keys() == ELSEWHERE
    for why in {*STANDS.values(), "elsewhere"}:
        assert card_words.stands(why)


# --- An earlier time -------------------------------------------------------------------------------------------------


def test_an_earlier_time_shows_standings_cards_and_discrepancies_as_they_were(busy: Event) -> None:
    client = in_role(busy.tournament, "director")
    accepted = last(busy) - 1
    make_card(busy, "A-2", CARDS["A_2"].replace("A-1 0 -10", "A-1 0 -12"))

    then = client.get(page(busy, "earlier"), {"at": accepted, "card": "A-2"})
    shown = text_of(then)

    assert "As it was at" in shown
    assert "Nothing can be changed here." in shown
    assert "LF corrected A-1 game 1 from +12 to +10, rule 12.2.a." in shown
    assert "Game 1, A-1 and A-2: accepted 12.2.a LF" in shown
    assert "Game 1 from −10 to −12" in shown
    assert 'method="post"' not in then.content.decode().partition("<main")[2].partition("</main>")[0]
    earlier = text_of(client.get(page(busy, "earlier"), {"at": accepted - 1}))
    assert "Game 1, A-1 and A-2: proposed" in earlier


def test_every_number_of_the_log_has_a_state_and_a_time_means_the_last_act_before_it(busy: Event) -> None:
    client = in_role(busy.tournament, "checker")
    acts = card_reads.acts(busy)

    found = {act.number: client.get(page(busy, "earlier"), {"at": act.number}).status_code for act in acts}
    by_time = api_of(make_user(role="checker", tournament=busy.tournament)).get(
        api(busy, "earlier/"), {"at": (acts[-1].at + timedelta(seconds=1)).isoformat()}
    )

    assert set(found.values()) == {200}
    assert by_time.json()["entry"] == len(acts)


@pytest.mark.parametrize("at", ["0", "999", "nonsense", "2026-13-45 10:00", "1999-01-01 10:00", "9" * 40, "٣"])
def test_a_moment_that_is_none_is_refused_in_words(busy: Event, at: str) -> None:
    answer = in_role(busy.tournament, "director").get(page(busy, "earlier"), {"at": at})
    sent = api_of(make_user(role="checker", tournament=busy.tournament)).get(api(busy, "earlier/"), {"at": at})

    assert (answer.status_code, sent.status_code) == (422, 400)
    assert answer.context["wrong"] == sent.json()["message"]


def test_the_last_state_of_the_api_is_the_present_one(busy: Event) -> None:
    checker = api_of(make_user(role="checker", tournament=busy.tournament))

    then = checker.get(api(busy, "earlier/"), {"at": last(busy)}).json()
    now = checker.get(api(busy, "standings/")).json()

    assert then["standings"]["rows"] == now["rows"]
    assert then["standings"]["revision"] == now["revision"]
    assert [card["version"] for card in then["cards"]] == [1, 1, 1, 1]
    assert checker.get(api(busy, "earlier/"), {"at": "1"}).json()["cards"] == []


def test_a_rehearsed_round_is_rebuilt_from_its_log(db: None) -> None:
    hall = people(12, Chance(4))
    crew = rehearsal.Crew(make_actor(make_user("one")), make_actor(make_user("two")), "RP", "JM")
    event = actions.add_event(
        tournament=make_tournament(), plan=actions.EventPlan("main", games=7), actor=crew.director
    )
    rehearsal.enter(event, hall, crew)
    rehearsal.seat(event, 2, crew)
    rehearsal.type_cards(event, rehearsal.play(event, hall, Chance(11)).cards, crew)
    now = sheet(event)

    rebuilt = rebuild(card_reads.acts(event))

    assert {seat: card.lines for seat, card in now.cards.items()} == {
        seat: rebuilt.card(seat).lines for seat in now.cards
    }
    assert any(card.lines for card in now.cards.values())
