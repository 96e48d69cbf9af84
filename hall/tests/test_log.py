"""The log: its sentences, its filters, undoing from it, and the round as it was at an earlier time; pages and API alike."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from hall.demonstration import rehearsal
from hall.demonstration.simulator import Chance, people
from hall.desk import trail
from hall.desk.log import LogFilter, Meant, rows
from judging.calls.actions.calls import call_judge, decline, send_judge
from judging.rulings.actions import note_conduct
from scorecards.cards.actions.cards import write_card
from scorecards.cards.actions.stack import receive_cards, set_card_aside
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.actions.crosscheck import accept, override, refer, start_cross_check
from scorecards.crosscheck.actions.looks import look_again
from scorecards.models import Showing
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.reads.sheet import CardFacts
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import EFFECTS, STANDS, rebuild
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.tests.factories import find, key, look_at_all, make_card, make_cards, sheet, written
from tournaments.access import Actor, Rights
from tournaments.audit import record
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.models import AuditEntry, Entry, Event, Tournament, User
from tournaments.people.actions.people import grant_role, link_player
from tournaments.plan import EventPlan
from tournaments.rules.skunk import NO_SKUNK
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, signed_in, text_of
from tournaments.venue.actions.displays import add_display, show_on_display
from tournaments.venue.actions.events import add_event

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
    return reverse(f"desk:{name}", args=[event.tournament.slug, event.slug, *more])


def api(event: Event, rest: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def last(event: Event) -> int:
    return len(earlier_reads.log_numbers(event))


def told(event: Event) -> str:
    row = AuditEntry.objects.filter(event=event).order_by("pk").last()
    assert row is not None
    return trail.sentence(row, {})


def put(event: Event, user: User, text: str, totals: OwnTotals | None = None) -> None:
    version = sheet(event).facts.get("A-1", CardFacts()).version
    card = written(text, totals)
    write_card(event=event, seat="A-1", version=version, card=card, actor=Actor.of_user(user))


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


def test_what_a_display_shows_is_named_as_on_the_page_of_the_displays(event: Event) -> None:
    display = add_display(tournament=event.tournament, name="Ballroom", actor=make_actor())
    shown = {"tournament": event.tournament, "number": display.number, "actor": make_actor()}
    show_on_display(**shown, shows="standings", event=event)
    show_on_display(**shown, shows="missing", event=event)

    row = AuditEntry.objects.filter(action="display.shown").latest("pk")

    assert [(str(one.label), one.before, one.after) for one in trail.done(row, {}).changes] == [
        ("shows", "Standings", "Missing cards")
    ]


@pytest.mark.parametrize(
    ("action", "subject", "after", "sentence"),
    [
        ("entrant.corrected", "1", {"flavour": "salt"}, "What is noted of Milt Orr is corrected."),
        ("match.scheduled", "3", {"flavour": "salt"}, "What is noted of match 3 is changed."),
        ("match.scheduled", "3", {"scheduled_at": None}, "Match 3 no longer has a time."),
        ("match.scheduled", "3", {"scheduled_at": "2026-03-07T17:00:00Z", "flavour": ""}, "Match 3 has a time."),
    ],
)
def test_a_sentence_tells_of_nothing_that_did_not_change(
    action: str, subject: str, after: dict[str, Any], sentence: str
) -> None:
    row = AuditEntry(action=action, subject_key=subject, after=after)

    assert trail.sentence(row, {"1": "Milt Orr"}) == sentence


def test_a_value_is_called_in_the_log_as_its_model_calls_it_where_all_models_agree(event: Event) -> None:
    row = AuditEntry(tournament=event.tournament, action="entrant.corrected", subject_key="1")
    row.after = {"phone": "7755550100", "note": "Left-handed", "flavour": "salt"}

    with translation.override("es"):
        changes = [(str(one.label), one.after) for one in trail.done(row, {}).changes]

    # What one model calls a note to the director is another thing in the next one.
    assert changes == [("teléfono", "7755550100"), ("note", "Left-handed"), ("flavour", "salt")]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "Milton Orr", "acc_number": "MI374"}, "Milt Orr is written Milton Orr now."),
        ({"acc_number": "MI374"}, "The ACC number of Milt Orr is MI374 now."),
        ({"acc_number": ""}, "Milt Orr no longer has an ACC number."),
        ({"club": "Reno Pegs"}, "The club of Milt Orr is corrected."),
    ],
)
def test_a_correction_of_an_entrant_is_told_and_cannot_be_undone_from_the_log(
    event: Event, changes: dict[str, str], sentence: str
) -> None:
    entry = event.entries.select_related("player", "event").get(number=1)
    as_it_is = {"name": entry.name, "acc_number": "", "club": ""}
    if changes.get("acc_number") == "":
        correct_entrant(entry=entry, **{**as_it_is, "acc_number": "MI374"}, reason="Misread", actor=make_actor())
        entry.refresh_from_db()

    correct_entrant(entry=entry, **{**as_it_is, **changes}, reason="Misread", actor=make_actor())

    row = AuditEntry.objects.filter(event=event).order_by("pk").last()
    assert row is not None
    assert trail.sentence(row, {"1": "Milton Orr" if "name" in changes else "Milt Orr"}) == sentence
    shown = text_of(in_role(event.tournament, "director").get(page(event)))
    assert sentence in shown
    assert "Misread" in shown


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ({}, "LF corrected A-1 game 1 from +12 to +10, rule 12.2.a."),
        (
            {"A_1": "A-2 2 -12"},
            "LF corrected A-1 game 1 from win, −12 to win, +10, rule 12.2.f, rule 12.2.a, our reading.",
        ),
    ],
)
def test_a_correction_is_told_with_its_card_its_values_and_its_rules(
    event: Event, lena: User, cards: dict[str, str], sentence: str
) -> None:
    make_cards(event, **CARDS)
    if "A_1" in cards:
        make_card(event, "A-1", CARDS["A_1"].replace("A-2 2 +12", cards["A_1"]))
    start_cross_check(event=event, actor=make_actor())
    look_at_all(event)

    version = find(event, 1, "A-1", "A-2").version
    accept(event=event, key=key(1, "A-1", "A-2"), initials="LF", version=version, actor=make_actor(lena))

    assert told(event) == sentence


def test_a_correction_of_both_cards_names_both(event: Event, lena: User) -> None:
    make_cards(event, **CARDS)
    make_card(event, "A-2", CARDS["A_2"].replace("A-1 0 -10", "A-1 2 -10"))
    start_cross_check(event=event, actor=make_actor())

    override(
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
    Showing.objects.create(entry=Entry.objects.get(event=event, number=2), user=other.user, at=timezone.now())
    lines = [Line(1, "A-2", 2, 12, None), Line(1, "A-1", 0, None, 12), Line(1, "A-1", 0, None, 12)]
    sentences = []
    for seat, line, actor in zip(
        ("A-1", "A-2", "A-2"), lines, (make_actor(lena), make_actor(lena), other), strict=True
    ):
        look_again(event=event, seat=seat, game=1, reading=line, actor=actor)
        sentences.append(told(event))
    receive_cards(event=event, seats=["A-3"], actor=make_actor(lena))
    set_card_aside(event=event, seat="A-3", reason="Torn", actor=make_actor(lena))
    sentences.append(told(event))

    assert sentences == [
        "LF read A-1 game 1 again: +12, as typed.",
        "LF read A-2 game 1 again: −12 instead of −10.",
        "RO read A-2 game 1 again, and with the readings before that goes: from −10 to −12. They had seen what was typed.",
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
@kept
def busy(event: Event, lena: User) -> Event:
    """Cards typed by the command line and one by Lena Farr, a decision of hers, a status."""
    make_cards(event, **{name: text for name, text in CARDS.items() if name != "A_1"})
    put(event, lena, CARDS["A_1"])
    start_cross_check(event=event, actor=make_actor())
    version = find(event, 1, "A-1", "A-2").version
    accept(event=event, key=key(1, "A-1", "A-2"), initials="LF", version=version, actor=make_actor(lena))
    entry = event.entries.select_related("event", "player").get(number=4)
    set_status(entry=entry, status="withdrawn", reason="Ill", actor=make_actor())
    return event


@pytest.mark.parametrize(
    ("query", "actions_found"),
    [
        ({"who": "Lena Farr"}, ["discrepancy.accepted", "card.typed"]),
        ({"card": "A-1"}, ["discrepancy.accepted", "card.typed"]),
        ({"card": "a4"}, ["entrant.status-set", "card.typed"]),
        ({"card": "marsh"}, ["entrant.status-set", "card.typed"]),
        ({"card": "A-1 Milt Orr"}, ["discrepancy.accepted", "card.typed"]),
        ({"card": "4", "table": "A"}, ["entrant.status-set", "card.typed"]),
        ({"card": "https://hall.example/t/sierra/main/cards/A-4/"}, ["entrant.status-set", "card.typed"]),
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


def test_the_history_of_a_card_shows_its_correction_and_that_of_a_game_leads_to_its_cards(busy: Event) -> None:
    client = in_role(busy.tournament, "checker")
    typed = AuditEntry.objects.filter(event=busy, action="card.typed", subject_key="A-1").latest("pk")

    history = trail.done(typed, {}).history
    of_card = client.get(f"{page(busy)}?{history}")
    of_game = client.get(page(busy), {"about": "discrepancy/1-A-1-A-2"})

    assert "corrected A-1 game 1" in text_of(of_card)
    assert f'href="?{history}"' in client.get(page(busy)).content.decode()
    assert 'href="?card=A-2"' in of_game.content.decode()


def test_an_empty_log_says_why(busy: Event) -> None:
    client = in_role(busy.tournament, "director")

    assert "No seat or name here matches “nonsense”." in text_of(client.get(page(busy), {"card": "nonsense"}))
    assert "Nobody in this event has the seat A-9." in text_of(client.get(page(busy), {"card": "A-9"}))
    assert "Take one of them away." in text_of(client.get(page(busy), {"who": "Lena Farr", "kind": "looks"}))


def test_an_entry_of_the_api_says_who_what_and_whether_it_can_be_undone(busy: Event) -> None:
    listed = api_of(make_user(role="checker", tournament=busy.tournament)).get(api(busy, "log/?kind=decisions")).json()

    first, second = listed["results"]
    assert {name: first[name] for name in ("who", "initials", "sentence", "undoable", "why_not", "subject")} == {
        "who": "Lena Farr",
        "initials": "LF",
        "sentence": "LF corrected A-1 game 1 from +12 to +10, rule 12.2.a. "
        "Signed without another look at the paper of A-1 and A-2.",
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


@pytest.mark.parametrize(
    ("role", "is_head", "reads_it"),
    [
        ("director", False, True),
        ("judge", True, True),
        ("judge", False, False),
        ("checker", False, False),
    ],
)
def test_only_the_director_and_the_head_judge_read_in_the_log_that_a_note_on_conduct_exists(
    busy: Event, role: str, is_head: bool, reads_it: bool
) -> None:
    noted(busy, "Heidi Head")
    user = make_user(role=role, tournament=busy.tournament, is_head=is_head)

    seen = []
    for query in ({}, {"about": "conduct/1"}, {"who": "Heidi Head"}):
        shown = signed_in(user).get(page(busy), query)
        listed = api_of(user).get(api(busy, "log/"), query).json()
        seen += [
            any(entry.row.action == "conduct.noted" for entry in shown.context["rows"]),
            "A note on conduct" in text_of(shown),
            "A note on conduct" in json.dumps(listed),
        ]
        assert ("Heidi Head" in shown.context["people"]) is reads_it

    assert set(seen) == {reads_it}


@pytest.mark.parametrize(("role", "reads_it"), [("director", True), ("judge", True), ("checker", False)])
def test_what_judges_were_called_for_and_how_they_ruled_is_for_those_who_read_rulings(
    busy: Event, role: str, reads_it: bool
) -> None:
    judge = make_actor(make_user("jude", role="judge", tournament=busy.tournament))
    entry = busy.entries.select_related("event__tournament", "player").get(number=1)
    call = call_judge(entry=entry, about="Looked at a card.", actor=make_actor())
    assert judge.user is not None
    send_judge(call=call, judge=judge.user, actor=make_actor())
    decline(call=call, reason="At another table.", actor=judge)
    user = make_user(role=role, tournament=busy.tournament)

    told = [
        signed_in(user).get(page(busy)).content.decode(),
        json.dumps(api_of(user).get(api(busy, "log/")).json()),
        signed_in(user).get(f"/t/{busy.tournament.slug}/{busy.slug}/").content.decode(),
    ]

    assert ["Looked at a card." in one for one in told[:2]] == [reads_it, reads_it]
    assert ["At another table." in one for one in told[:2]] == [reads_it, reads_it]
    assert [bool(re.search(r"judge\.called|calls? for a judge|judge is sent|sent to", one)) for one in told] == [
        reads_it
    ] * 3


def test_a_head_judge_of_one_event_is_not_told_of_the_notes_of_another(busy: Event) -> None:
    other = make_event(tournament=busy.tournament, slug="second", games=1, entrants=2, seated=True)
    noted(busy, "Heidi Head")
    head = make_user()
    head.roles.create(tournament=busy.tournament, kind="judge", is_head=True, event=other)

    told = api_of(head).get(api(other, "log/")).json()

    assert "conduct.noted" not in json.dumps(told)
    assert "A note on conduct" not in json.dumps(told)


def noted(event: Event, by: str) -> None:
    author = make_user(role="director", tournament=event.tournament)
    author.first_name, author.last_name = by.split()
    author.save()
    entry = event.entries.select_related("event", "player").get(number=1)
    rights = Rights(frozenset({"director"}))
    note_conduct(entry=entry, text="Shouted.", rights=rights, actor=make_actor(author))


def test_the_filtered_log_takes_the_same_number_of_queries_for_one_row_and_for_four(event: Event) -> None:
    client = in_role(event.tournament, "director")
    make_card(event, "A-1", CARDS["A_1"])
    with CaptureQueriesContext(connection) as few:
        client.get(page(event), {"kind": "cards", "table": "A"})
    make_cards(event, **CARDS)

    with CaptureQueriesContext(connection) as many:
        client.get(page(event), {"kind": "cards", "table": "A"})

    # One of them asks what is announced, one which state the page shows, one for the events of the menu.
    assert len(few) == len(many) == 17


def test_a_name_that_several_have_finds_them_all_and_says_whose(busy: Event) -> None:
    answer = in_role(busy.tournament, "director").get(page(busy), {"card": "a", "kind": "cards"})

    assert "Everything about A-2 Dale Ashby , A-3 Ivan Flint , A-4 Edie Marsh" in text_of(answer)
    assert [entry.row.subject_key for entry in answer.context["rows"]] == ["A-4", "A-3", "A-2"]
    assert '<option value="A-1 Milt Orr">' in answer.content.decode()


def test_a_name_that_fits_too_many_asks_for_more_of_it(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=20, seated=True)

    answer = in_role(tournament, "director").get(page(event), {"card": "i"})

    assert not answer.context["rows"]
    assert "Type more of the name, or the seat." in text_of(answer)


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


def signed(event: Event, lena: User, *, looked: bool = False) -> None:
    """The cross-check of these cards has begun, and Lena signed game 1, with 10 in red ink on the card of A-1."""
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    if looked:
        look_at_all(event)
    version = find(event, 1, "A-1", "A-2").version
    accept(event=event, key=key(1, "A-1", "A-2"), initials="LF", version=version, actor=make_actor(lena))


def test_undoing_a_correction_says_what_stands_afterwards_and_whom_that_moves(event: Event, lena: User) -> None:
    signed(event, lena, looked=True)

    read = text_of(in_role(event.tournament, "director").get(page(event, "undo", last(event))))

    assert "The red ink on A-1 goes: +12 again, not +10." in read
    assert "Proposed for game 1 then: A-1 +10 instead of +12." in read
    name = event.entries.get(number=1).name
    assert f"{name} (A-1) stays 1st." in read


def test_undoing_a_correction_of_lines_that_nobody_read_again_says_so(event: Event, lena: User) -> None:
    signed(event, lena)

    shown = text_of(in_role(event.tournament, "director").get(page(event, "undo", last(event))))

    assert "Game 1 of A-1 and A-2 is to be read again on the paper of A-1 and A-2 first." in shown
    assert "Proposed for game 1" not in shown


def test_undoing_a_decision_by_hand_says_who_qualifies_then(event: Event, lena: User) -> None:
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    lost = {"points": 0, "plus": None, "minus": 121}
    override(
        event=event,
        key=key(1, "A-1", "A-2"),
        resolved={"A-1": lost, "A-2": {"points": 3, "plus": 121, "minus": None}},
        initials="LF",
        reason="Seen",
        version=find(event, 1, "A-1", "A-2").version,
        rights=DIRECTOR,
        actor=make_actor(lena),
    )

    shown = text_of(in_role(event.tournament, "director").get(page(event, "undo", last(event))))

    assert "(A-1) moves up from 2nd to 1st and qualifies." in shown
    assert "(A-2) drops from 1st to 2nd and no longer qualifies." in shown


def test_undoing_a_card_names_the_signed_decisions_that_open_again(event: Event, lena: User) -> None:
    put(event, lena, CARDS["A_1"].replace("A-2 2 +12", "A-2 2 +14"))
    put(event, lena, CARDS["A_1"])
    typed = last(event)
    signed(event, lena)

    shown = text_of(in_role(event.tournament, "director").get(page(event, "undo", typed)))

    assert "1 signed decision opens again: game 1 of A-1 and A-2 (LF)." in shown


def test_points_that_differ_alone_are_named(event: Event, lena: User) -> None:
    make_cards(event, **CARDS)
    put(event, lena, CARDS["A_1"].replace("A-2 2 +12", "A-2 3 _"))
    look_again(event=event, seat="A-1", game=1, reading=Line(1, "A-2", 2, None, None), actor=make_actor(lena))
    assert told(event) == "LF read A-1 game 1 again: win, 2 pts, blank instead of win, 3 pts, blank."

    put(event, lena, CARDS["A_1"].replace("A-2 2 +12", "A-2 2 _"))
    assert told(event) == "LF typed A-1 again: game 1 from win, 3 pts, blank to win, 2 pts, blank."

    shown = text_of(in_role(event.tournament, "director").get(page(event, "undo", last(event))))
    assert "game 1 from win, 2 pts, blank to win, 3 pts, blank." in shown


@pytest.mark.parametrize(
    ("skunk_from", "said"),
    [(31, "to +40."), (61, "to +40, 3 pts."), (NO_SKUNK, "to +40, 3 pts.")],
)
def test_points_are_named_where_they_are_not_those_of_the_event_s_skunk_line(
    event: Event, lena: User, skunk_from: int, said: str
) -> None:
    Event.objects.filter(pk=event.pk).update(skunk_from=skunk_from)
    put(event, lena, "A-2 2 +12")
    put(event, lena, CARDS["A_1"])

    assert f"game 3 from no line {said}" in told(event)


def test_the_games_of_the_day_are_found_with_the_cards_and_those_of_matches_with_the_playoffs(event: Event) -> None:
    found = {"cards": ["game.called", "game.told", "ladder.moved"], "playoffs": ["game.claimed", "game.recorded"]}
    for action in (action for actions_found in found.values() for action in actions_found):
        record(event=event, actor=make_actor(), action=action, subject=("event", event.slug))

    for kind, actions_found in found.items():
        kept = rows(event, LogFilter(kind=kind), Meant((), ()), DIRECTOR)
        assert sorted(row.action for row in kept) == actions_found


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
    grant_role(tournament=tournament, username="lena", kind="checker", actor=make_actor())
    client = signed_in(lena)
    nothing = client.get(page(event, "undo_last"), follow=True)
    put(event, lena, CARDS["A_1"])
    mine = last(event)
    make_cards(event, A_2=CARDS["A_2"])

    assert "There is nothing of yours that can be undone." in text_of(nothing)
    assert client.get(page(event, "undo_last"))["Location"] == page(event, "undo", mine)
    client.post(page(event, "undo", mine), {"reason": "Slip"})
    assert "There is nothing of yours that can be undone." in text_of(client.get(page(event, "undo_last"), follow=True))


RULED = "To be undone by the head judge and the director."


@pytest.fixture
def ruled(event: Event, lena: User) -> Event:
    """The game that Lena referred, as the head judge ruled on it."""
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    given = {"event": event, "key": key(1, "A-1", "A-2"), "initials": "LF", "actor": make_actor(lena)}
    refer(**given, reason="A smudge", version=find(event, 1, "A-1", "A-2").version)
    override(
        **given,
        reason="Seen",
        resolved={"A-1": {"points": 2, "plus": 11, "minus": None}, "A-2": None},
        version=find(event, 1, "A-1", "A-2").version,
        rights=DIRECTOR,
    )
    return event


@pytest.mark.parametrize(
    ("role", "offered", "why"),
    [("checker", False, RULED), ("head judge", True, ""), ("director", True, ""), ("judge", False, RULED)],
)
def test_undoing_is_offered_to_whoever_may_and_the_others_are_told_who(
    ruled: Event, role: str, offered: bool, why: str
) -> None:
    user = make_user(role=role.removeprefix("head "), tournament=ruled.tournament, is_head=role == "head judge")
    client, entry = signed_in(user), last(ruled)

    log = client.get(page(ruled)).context["rows"][0]
    listed = api_of(user).get(api(ruled, "log/")).json()["results"][0]
    shown = client.get(page(ruled, "undo", entry))

    assert (log.undoable, log.why_not) == (listed["undoable"], listed["why_not"]) == (offered, why)
    assert ('method="post"' in shown.content.decode().partition("<main")[2].partition("</main>")[0]) is offered
    assert (why in text_of(shown)) is bool(why) or offered
    status = client.post(page(ruled, "undo", entry), {"reason": "Slip"}).status_code
    assert status == (302 if offered else 403)


def test_undoing_is_not_offered_on_a_card_of_one_s_own(event: Event, lena: User, tournament: Tournament) -> None:
    put(event, lena, CARDS["A_1"])
    grant_role(tournament=tournament, username="lena", kind="checker", actor=make_actor())
    entry = event.entries.select_related("player", "event").get(number=1)
    link_player(entry=entry, username="lena", actor=make_actor())

    shown = signed_in(lena).get(page(event, "undo", last(event)))

    assert "This is your own card, so somebody else must undo it." in text_of(shown)
    assert signed_in(lena).get(page(event, "undo_last"))["Location"].startswith(page(event))
    assert 'undo/"' not in signed_in(lena).get(page(event)).content.decode().partition('class="trail"')[2]


def test_the_log_says_to_a_judge_who_undoes(ruled: Event) -> None:
    assert "Acts on cards and decisions are undone by checkers, the head judge and the director." in text_of(
        in_role(ruled.tournament, "judge").get(page(ruled))
    )


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
    "conduct.noted",
    "judge.excused",
    "judge.freed",
    "account.made",
    "account.password-set",
    "account.renamed",
    "account.told-apart",
    "announcement.made",
    "announcement.taken-back",
    "display.added",
    "display.removed",
    "display.renamed",
    "display.shown",
    "entrant.linked",
    "entrant.named",
    "entrant.withheld",
    "event.phones-set",
    "game.told",
    "game.told-removed",
    "entrant.unlinked",
    "person.joined",
    "person.page-shown",
    "person.page-taken-back",
    "person.taken-apart",
    "invitation.made",
    "invitation.revoked",
    "invitation.used",
    "relation.recorded",
    "relation.removed",
    "role.granted",
    "role.revoked",
    "tournament.archived",
    "tournament.brought-back",
    "tournament.changed",
    "tournament.copied",
    "fee.added",
    "fee.changed",
    "fee.removed",
    "flyer.changed",
    "money.item-reversed",
    "money.item-written",
    "money.paid-out",
    "money.payout-reversed",
    "money.pool-left",
    "money.pool-taken",
    "money.received",
    "money.refunded",
    "money.reversed",
    "money.waived",
    "pool.plan-removed",
    "pool.planned",
    "prizes.set",
    "list.entered",
    "player.check-in-taken-back",
    "player.checked-in",
    "registration.accepted",
    "registration.corrected",
    "registration.declined",
    "registration.returned",
    "registration.sent",
    "registration.withdrawn",
    "tournament.created",
    "tournament.imported",
}


def test_every_act_can_be_undone_or_has_its_reason_why_not() -> None:
    assert trail.known_actions() - EFFECTS.keys() - STANDS.keys() == ELSEWHERE
    for why in {*STANDS.values(), "elsewhere"}:
        assert crosscheck_words.stands(why)


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
    assert "Game 1, A-1 and A-2: accepted 12.2.a (2020) LF" in shown
    assert "Game 1 from −10 to −12" in shown
    assert 'method="post"' not in then.content.decode().partition("<main")[2].partition("</main>")[0]
    earlier = text_of(client.get(page(busy, "earlier"), {"at": accepted - 1}))
    assert "Game 1, A-1 and A-2: proposed" in earlier


def test_every_number_of_the_log_has_a_state_and_a_time_means_the_last_act_before_it(busy: Event) -> None:
    client = in_role(busy.tournament, "checker")
    acts = earlier_reads.acts(busy)

    found = {act.number: client.get(page(busy, "earlier"), {"at": act.number}).status_code for act in acts}
    by_time = api_of(make_user(role="checker", tournament=busy.tournament)).get(
        api(busy, "earlier/"), {"at": (acts[-1].at + timedelta(seconds=1)).isoformat()}
    )

    assert set(found.values()) == {200}
    assert by_time.json()["entry"] == len(acts)


@pytest.mark.parametrize("form", ["%I:%M %p", "%H:%M", "%I:%M%p", "%H:%M:%S", "%Y-%m-%d %H:%M:%S"])
def test_a_time_of_day_is_one_of_the_last_day_as_pages_write_it(busy: Event, form: str) -> None:
    acts = earlier_reads.acts(busy)
    zone = ZoneInfo(busy.tournament.time_zone)
    moment = (acts[-1].at + timedelta(seconds=1)).astimezone(zone).strftime(form)

    answer = in_role(busy.tournament, "director").get(page(busy, "earlier"), {"at": moment.lower()})

    assert answer.context["page"].number == len(acts)
    assert "as written, without red ink" in text_of(answer)


@pytest.mark.parametrize("at", ["25:10", "13:10 pm", "0:10 am", "11:75"])
def test_an_invalid_time_of_day_is_refused(busy: Event, at: str) -> None:
    answer = in_role(busy.tournament, "director").get(page(busy, "earlier"), {"at": at})

    assert "This is not a time or a number of the log." in answer.context["wrong"]


@pytest.mark.parametrize("at", ["0", "999", "nonsense", "2026-13-45 10:00", "1999-01-01 10:00", "9" * 40, "٣"])
def test_an_invalid_moment_is_refused_in_words(busy: Event, at: str) -> None:
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
    event = add_event(tournament=make_tournament(), plan=EventPlan("main", games=7), actor=crew.director)
    rehearsal.enter(event, hall, crew)
    rehearsal.seat(event, 2, crew)
    rehearsal.type_cards(event, rehearsal.play(event, hall, Chance(11)).cards, crew)
    now = sheet(event)

    rebuilt = rebuild(earlier_reads.acts(event))

    assert {seat: card.lines for seat, card in now.cards.items()} == {
        seat: rebuilt.card(seat).lines for seat in now.cards
    }
    assert any(card.lines for card in now.cards.values())
