"""A whole tournament as one document: what is in it, what is not, and what becomes of a damaged one."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, event, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from brackets.bracket.actions import draw_bracket
from brackets.bracket.reads import drawn as drawn_reads
from brackets.matches.actions.playing import forfeit_game
from brackets.matches.actions.timing import schedule_match
from brackets.models import MatchGame
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import SLIPS, Chance, people
from hall.exchange import layout as layout_document
from hall.exchange import reads
from hall.exchange.actions import import_tournament
from hall.exchange.fields import Table
from hall.exchange.text import parse_document, write_document
from hall.tests import servers
from judging.calls.actions.calls import ask_third, be_there, call_judge, close_call, come, give_up
from judging.calls.actions.panel import set_duty
from judging.models import Call, Coming, Conduct, Ruling
from scorecards.cards.actions.phone import take_told_cards, use_phones
from scorecards.cards.actions.phone_lines import decide_told_line
from scorecards.cards.actions.stack import receive_cards, set_card_aside
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.crosscheck.actions.looks import look_again
from scorecards.models import Discrepancy, Scorecard, StandingsSnapshot, ToldGame
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.sheet.reads.earlier import acts
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import rebuild
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import look_at_all, make_cards
from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.day.reads.schedule import schedule
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.registrations import (
    RegistrationPlan,
    accept_registration,
    send_back,
    send_registration,
)
from tournaments.errors import Malformed
from tournaments.models import AuditEntry, DayChange, Entry, Event, Player, Role, Tournament, User
from tournaments.money.actions.money import add_fee
from tournaments.people.actions.people import grant_role, link_player
from tournaments.plan import EventPlan
from tournaments.reads.entries import entry_at
from tournaments.seating.actions import draw_seats
from tournaments.tests.cases import often
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.venue.actions.events import change_event, exempt_quota
from tournaments.venue.actions.tournaments import create_tournament

Document = dict[str, Any]


def make_weekend() -> Tournament:
    """A main event with a champion, forfeits and decisions of every kind; a club night; an event in registration."""
    director, checker = (
        make_user(name, password="fifteen-two-and-a-pair") for name in ("signs-in-as-director", "signs-in-as-checker")
    )
    for user, first, last in ((director, "Rosalind", "Pike"), (checker, "Joaquin", "Maddox")):
        user.first_name, user.last_name, user.email = first, last, f"{first}@example.org"
        user.save()
    crew = Crew(Actor.of_user(director), Actor.of_user(checker), "RP", "JM")
    tournament = create_tournament(
        slug="weekend",
        name="Wéekend – “Öpen”",
        starts_on=timezone.localdate(),
        venue="Reno",
        events=[
            EventPlan("main", games=9),
            EventPlan("night", kind="club_night", games=3, movement="none", deal="alternate", rounds=4),
            EventPlan("late", kind="consolation"),
        ],
        actor=crew.director,
    )
    grant_role(tournament=tournament, username=checker.username, kind="checker", actor=crew.director)
    play_main(tournament.events.get(slug="main"), crew, checker)
    play_night(tournament.events.get(slug="night"), crew)
    enter_entrants(
        event=tournament.events.get(slug="late"),
        entrants=[EntrantPlan("Ada Bay", "CA11"), EntrantPlan("Ben Cole", seat="C-3")],
        actor=crew.director,
    )
    return tournament


def play_main(event: Event, crew: Crew, checker: User) -> None:
    hall = people(20, Chance(4))
    rehearsal.enter(event, hall, crew)
    rehearsal.seat(event, 4, crew)
    entry = event.entries.get(table="A", seat_number=1)
    link_player(entry=entry, username="signs-in-as-checker", actor=crew.director)
    link_player(entry=entry, username=None, actor=crew.director)
    change_event(event=event, changes={"hidden": ["standings"]}, actor=crew.director)
    exempt_quota(event=event, quota=6, reason="Six prizes.", actor=crew.director)
    played = rehearsal.play(event, hall, Chance(11), {slip: 5 * rate for slip, rate in SLIPS.items()})
    rehearsal.type_cards(event, played.cards, crew)
    rehearsal.start_cross_check(event, crew)
    proposed = rehearsal.differing(event, State.PROPOSED)
    rehearsal.accept(event, proposed[0], crew)
    rehearsal.take_back(event, proposed[0], crew)
    rehearsal.refer(event, proposed[1], "Two lines\nof reasons.", crew)
    list(rehearsal.settle(event, played.truth, crew))
    list(rehearsal.post(event, crew, Chance(1)))
    change_event(event=event, changes={"hidden": []}, actor=crew.director)
    judge(event, checker)
    draw_bracket(event=event, best_of=3, rounds={3: 5}, actor=crew.director)
    start = timezone.now() - timezone.timedelta(hours=1)
    schedule_match(event=event, match=2, scheduled_at=start, actor=crew.director)
    absent = drawn_reads.match(event, 2).sides[1].seat
    forfeit_game(event=event, match=2, absent=absent, now=timezone.now(), actor=crew.director)
    list(rehearsal.play_off(event, rehearsal.skills(event, hall), Chance(5), crew))


def judge(event: Event, user: User) -> None:
    """A call on which three judged and one gave up, one that waits, rulings of which one was taken back, and a note."""
    first, second, third = event.entries.order_by("number")[:3]
    bench = [make_user(f"signs-in-as-{name}") for name in ("ruth", "thelma", "carl")]
    for one, name in zip(bench, ("Ruth", "Thelma", "Carl"), strict=True):
        one.first_name = name
        one.save()
    for one in (*bench, user):
        Role.objects.create(user=one, tournament=event.tournament, kind="judge")
    judges = [Actor.of_user(one) for one in bench]
    call = call_judge(entry=first, about="Go", subject="renege", by_staff=True, actor=judges[0])
    come(call=call, next_deal="mine", actor=Actor.of_user(user))
    give_up(call=call, actor=Actor.of_user(user))
    for actor in judges[:2]:
        be_there(call=call, actor=actor)
    ask_third(call=call, actor=judges[0])
    be_there(call=call, actor=judges[2])
    close_call(call=call, actor=judges[0])
    Call.objects.filter(pk=call.pk).update(opponent=second)
    Coming.objects.filter(name="Carl").update(related="club")
    call_judge(entry=third, actor=Actor.of_entry(third))
    set_duty(tournament=event.tournament, judge=user, is_free=False, actor=Actor.of_user(user))
    ruling = {"tournament": event.tournament, "edition": "2020", "happened": "Said go\nwith a card.", "by": "Ruth"}
    Ruling.objects.create(
        **ruling,
        number=1,
        event=event,
        call=call,
        offender=first,
        other=second,
        subject="renege",
        answers={"count": "25", "cards": "5 6"},
        rules=["7.3.b"],
        decision="Double renege.",
        points=4,
        judges=["Ruth", "Thelma", "Carl"],
        recorder=user,
    )
    back = {"taken_back_at": timezone.now(), "taken_back_by": "Ruth", "taken_back_reason": "Wrong table"}
    Ruling.objects.create(**ruling, number=3, decision="As the head judge says.", by_head=True, judges=["Ruth"], **back)
    Conduct.objects.create(tournament=event.tournament, number=1, entry=second, text="Loud.", by="Ruth")


def play_night(event: Event, crew: Crew) -> None:
    """Four players, two of them level, one who left, one who never came."""
    enter_entrants(
        event=event,
        entrants=[EntrantPlan(f"Player {n}", seat=f"A-{n}") for n in range(1, 6)],
        actor=crew.director,
    )
    set_status(entry=event.entries.get(number=5), status="no_show", reason="Missed the train.", actor=crew.director)
    draw_seats(event=event, seed=9, actor=crew.director)
    make_cards(
        event,
        A_1="A-2 2 +10\nA-3 2 +10\nA-4 . .",
        A_2="A-1 0 -10\nA-4 2 +10\n? 2 +10",
        A_3="A-4 2 +10\nA-1 0 -10\nA-2 0 -10",
    )
    set_status(entry=event.entries.get(number=4), status="withdrawn", reason="Went home.", actor=crew.director)


@pytest.fixture
def weekend(db: None) -> Tournament:
    return make_weekend()


_played: list[bytes] = []


@pytest.fixture
def document(db: None, request: pytest.FixtureRequest) -> Document:
    """The weekend as exported. It is played once; a test that wants it in the database as well asks for `weekend` too."""
    if "weekend" in request.fixturenames:
        return reads.tournament_document(request.getfixturevalue("weekend"))
    if not _played:
        with transaction.atomic():
            _played.append(write_document(reads.tournament_document(make_weekend())))
            transaction.set_rollback(True)
    return json.loads(_played[0])


def renamed(document: Document, slug: str = "copy") -> Document:
    return {**copy.deepcopy(document), "slug": slug}


def bring_in(document: Any, user: User | None = None) -> Tournament:
    return import_tournament(document=document, actor=Actor.of_command("import_tournament", user))


# --- What is in it ---------------------------------------------------------------------------------------------------


def test_exported_imported_and_exported_again_is_the_same(weekend: Tournament, document: Document) -> None:
    copied = renamed(document)

    assert write_document(reads.tournament_document(bring_in(copied))) == write_document(copied)


def test_every_kind_of_row_is_in_the_weekend(document: Document) -> None:
    """So that the test above is about everything."""
    main, night, late = document["events"]

    assert {decision["kind"] for decision in main["decisions"]} == {"accepted", "overridden", "referred"}
    assert any(decision["withdrawn_at"] for decision in main["decisions"])
    assert any(decision["corrections"] for decision in main["decisions"])
    assert any(game["forfeit"] for match in main["bracket"]["matches"] for game in match["games"])
    assert any(match["bye"] for match in main["bracket"]["matches"])
    assert main["phase"] == "report"
    assert {entrant["status"] for entrant in night["entrants"]} == {"playing", "withdrawn", "no_show"}
    assert any(line["opponent"] == "" for card in night["scorecards"] for line in card["lines"])
    assert [(len(call["coming"]), call["closed_at"] is None) for call in document["calls"]] == [(4, False), (0, True)]
    assert [ruling["call"] for ruling in document["rulings"]] == [1, None]
    assert [note["text"] for note in document["conduct"]] == ["Loud."]
    assert late["phase"] == "registration"
    assert late["entrants"][0]["seat"] == ""
    assert {act["event"] for act in document["history"]} == {None, "main", "night"} | {"late"}


def test_no_account_role_or_secret_is_in_it(weekend: Tournament, document: Document) -> None:
    text = write_document(document).decode()

    for secret in (
        "signs-in-as",
        "example.org",
        "password",
        "md5$",
        "pbkdf2",
        "role.granted",
        "entrant.linked",
        "judge.excused",
    ):
        assert secret not in text
    assert "Rosalind Pike" in text
    for key in ("pk", "username", "email", "roles", "exported_at"):
        assert f'"{key}"' not in text


def test_what_is_in_it_does_not_depend_on_when_it_is_exported(weekend: Tournament, document: Document) -> None:
    assert reads.consistent_document("weekend") == document


def test_values_that_are_kept_whole_are_written_in_one_order(weekend: Tournament) -> None:
    """PostgreSQL keeps the names in an order of its own."""
    data = {"seat": "A-1", "last": None, "first": 2}
    main = Event.objects.get(tournament=weekend, slug="main")
    DayChange.objects.create(
        event=main, number=1, kind=DayChange.Kind.AWAY, table="A", data=data, reason="ill", made_by="x"
    )

    [written] = [one for event in reads.tournament_document(weekend)["events"] for one in event["day_changes"]]

    assert list(written["data"]) == ["first", "last", "seat"]


def test_people_who_play_in_two_events_stay_one_person(weekend: Tournament) -> None:
    for slug in ("main", "late"):
        event = weekend.events.get(slug=slug)
        seat = {"seat": "A-20"} if slug == "main" and event.posted_at else {}
        if not event.posted_at:
            enter_entrants(
                event=event, entrants=[EntrantPlan("Ada Bay", "CA11", **seat)], actor=Actor.of_command("tests")
            )
    document = renamed(reads.tournament_document(weekend))
    late = document["events"][2]["entrants"]
    assert late[0]["player"] == late[2]["player"]

    copied = bring_in(document)

    assert Entry.objects.filter(event__tournament=copied, name="Ada Bay").values("player").distinct().count() == 1


def test_people_are_known_again_by_number_and_name(weekend: Tournament, document: Document) -> None:
    before = Player.objects.exclude(acc_number="").count()

    bring_in(renamed(document))

    assert Player.objects.exclude(acc_number="").count() == before


def test_the_commands_write_and_read_a_file(weekend: Tournament, tmp_path: Path) -> None:
    make_user("newcomer")
    written = io.StringIO()
    call_command("export_tournament", "weekend", stdout=written)
    (tmp_path / "weekend.json").write_text(
        written.getvalue().replace('"weekend"', '"copy"', 1), encoding="utf-8", newline=""
    )
    told = io.StringIO()

    call_command("import_tournament", str(tmp_path / "weekend.json"), by="newcomer", stdout=told)

    assert told.getvalue() == "Wéekend – “Öpen” is imported as “copy”, with 3 events.\n"
    again = io.StringIO()
    call_command("export_tournament", "copy", stdout=again)
    assert again.getvalue().encode() == (tmp_path / "weekend.json").read_bytes()
    role = Role.objects.get(tournament__slug="copy")
    assert (role.user.username, role.kind) == ("newcomer", "director")


def test_without_by_nobody_but_a_superuser_has_it(document: Document) -> None:
    assert not bring_in(renamed(document)).roles.exists()


def test_the_import_is_in_the_trail_of_this_site_but_not_in_the_document(document: Document) -> None:
    copied = bring_in(renamed(document))

    assert AuditEntry.objects.filter(tournament=copied).order_by("-pk")[0].action == "tournament.imported"
    assert "tournament.imported" not in {act["action"] for act in reads.tournament_document(copied)["history"]}


def test_revisions_and_times_are_kept_and_the_standings_computed(
    document: Document, settings, django_capture_on_commit_callbacks
) -> None:
    settings.JOBS_IN_THREAD = False

    with django_capture_on_commit_callbacks(execute=True):
        copied = bring_in(renamed(document))

    for values in document["events"]:
        event = copied.events.get(slug=values["slug"])
        assert event.revision == values["revision"]
        assert event.created_at.isoformat().replace("+00:00", "Z") == values["created_at"]
        assert event.snapshots.get().revision == event.revision


def test_the_imported_tournament_can_be_played_on(document: Document) -> None:
    copied = bring_in(renamed(document))
    event = copied.events.get(slug="night")
    make_cards(event, A_4="A-3 0 -10")

    assert Scorecard.objects.get(entry__event=event, entry__number=4).version == 1
    assert Event.objects.get(pk=event.pk).revision == event.revision + 1


def test_snapshots_are_derived_and_not_exported(weekend: Tournament, document: Document) -> None:
    StandingsSnapshot.objects.filter(event__tournament=weekend).delete()

    assert reads.tournament_document(weekend) == document


def tables(table: Table) -> Iterator[Table]:
    """A table and those below it; of a bare one only the values are in the document."""
    yield table
    for _name, field in table.below():
        yield from () if field.bare else tables(field.table)


def test_every_field_of_the_format_is_described() -> None:
    described = (servers.ROOT / "docs" / "export.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", described))
    shapes = [
        layout_document.OWN_TOTALS,
        layout_document.POOL,
        layout_document.PARTY,
        layout_document.LISTED,
        layout_document.ACTOR,
        layout_document.SUBJECT,
    ]
    fields = {
        field for shape in (*(table.fields for table in tables(layout_document.DOCUMENT)), *shapes) for field in shape
    }

    assert len(fields) > 150
    assert fields - named == set()


# --- What cannot be --------------------------------------------------------------------------------------------------


def faults_of(document: Any) -> list[str]:
    """What is wrong with it: place and reason; nothing may have been written."""
    before = Tournament.objects.count(), Player.objects.count(), AuditEntry.objects.count()
    with pytest.raises(Malformed) as refused:
        bring_in(document)
    assert (Tournament.objects.count(), Player.objects.count(), AuditEntry.objects.count()) == before
    return [f"{fault.field}: {fault.message}" for fault in refused.value.faults]


def test_a_slug_that_exists_is_refused_with_its_cure(weekend: Tournament, tmp_path: Path) -> None:
    (tmp_path / "weekend.json").write_bytes(write_document(reads.tournament_document(weekend)))

    with pytest.raises(CommandError, match=r"There is a tournament “weekend” here already\. Change the short name"):
        call_command("import_tournament", str(tmp_path / "weekend.json"))


Damage = Callable[[Document], object]

DAMAGES: dict[str, tuple[Damage, str]] = {
    "missing key": (lambda d: d["events"][0].pop("phase"), "events.0.phase: This field is missing."),
    "unknown key": (lambda d: d.update(roles=[]), "roles: There is no such field here."),
    "text for a number": (lambda d: d["events"][0].update(games="9"), "events.0.games: This is a number from 1 to 60."),
    "true for a number": (
        lambda d: d["events"][0].update(games=True),
        "events.0.games: This is a number from 1 to 60.",
    ),
    "a list for an object": (lambda d: d["events"].__setitem__(0, []), "events.0: This is an object with: "),
    "an object for a list": (lambda d: d.update(events={}), "events: This is a list."),
    "no date": (lambda d: d.update(starts_on="tomorrow"), "starts_on: This is a date like 2026-03-06."),
    "a time without a zone": (
        lambda d: d.update(created_at="2026-03-06T10:00:00"),
        "created_at: This is a time in UTC like 2026-03-06T17:04:05.123456Z.",
    ),
    "a nul": (lambda d: d["history"][0].update(reason="a\0b"), "history.0.reason: This text has characters"),
    "a lone surrogate": (
        lambda d: d["history"][0].update(after={"x": "\ud800"}),
        "history.0.after.x: This text has characters",
    ),
    "nested too deep": (
        lambda d: d["history"][0].update(before=json.loads("[" * 100 + "]" * 100)),
        "history.0.before.0",
    ),
    "unknown time zone": (lambda d: d.update(time_zone="Mars/Olympus"), "time_zone: There is no such time zone."),
    "bad slug": (lambda d: d.update(slug="a b"), "slug: A short name is"),
    "a team twice in a game of the ladder": (
        lambda d: d["events"][0].update(ladder_games=[[["A-1", "A-2"], ["A-2"]]]),
        "events.0.ladder_games: Each game of a ladder has every team once",
    ),
    "two events of one name": (lambda d: d["events"][1].update(slug="Main"), "events.1.slug: This is here twice."),
    "exemption without a reason": (
        lambda d: d["events"][0].update(quota_reason=""),
        "events.0.quota_reason: An exemption has a reason",
    ),
    "registration after the seating": (
        lambda d: d["events"][0].update(phase="registration"),
        "events.0.phase: Registration is closed exactly when",
    ),
    "an odd table": (lambda d: d["events"][0]["tables"][0].update(seats=21), "events.0.tables.0: A table is named"),
    "two in one seat": (
        lambda d: d["events"][1]["entrants"][1].update(seat="A-1"),
        "events.1.entrants.1.seat: A-1 is given to two people here.",
    ),
    "a seat outside the table": (
        lambda d: d["events"][1]["entrants"][3].update(seat="A-77"),
        "events.1.entrants.3.seat: There is no such seat at the tables of this event.",
    ),
    "a number out of order": (
        lambda d: d["events"][1]["entrants"][1].update(id=1),
        "events.1.entrants.1.id: Entrants stand in the order of their numbers",
    ),
    "a person who is not there": (
        lambda d: d["events"][1]["entrants"][1].update(player=999),
        "events.1.entrants.1.player: There is no such player in this file.",
    ),
    "a no-show without a reason": (
        lambda d: d["events"][1]["entrants"][4].update(status_reason=""),
        "events.1.entrants.4.status_reason: A no-show or a withdrawal has a reason",
    ),
    "a card of nobody": (
        lambda d: d["events"][1]["scorecards"][0].update(entrant="Z-1"),
        "events.1.scorecards.0.entrant: “Z-1” is no entrant of this event.",
    ),
    "two cards of one": (
        lambda d: d["events"][1]["scorecards"][1].update(entrant="A-1"),
        "events.1.scorecards.1.entrant: This is here twice.",
    ),
    "an unknown opponent": (
        lambda d: d["events"][1]["scorecards"][0]["lines"][0].update(opponent="A-9"),
        "events.1.scorecards.0.lines.0.opponent: “A-9” is no entrant of this event.",
    ),
    "a spread that no card has": (
        lambda d: d["events"][1]["scorecards"][0]["lines"][0].update(plus="7"),
        "events.1.scorecards.0.lines.0.plus: A spread is 01 to 121",
    ),
    "both columns": (
        lambda d: d["events"][1]["scorecards"][0]["lines"][0].update(minus="07"),
        "events.1.scorecards.0.lines.0.minus: A spread stands under plus or under minus, not under both.",
    ),
    "a game twice": (
        lambda d: d["events"][1]["scorecards"][0]["lines"][1].update(game=1),
        "events.1.scorecards.0.lines.1.game: This is here twice.",
    ),
    "a decision about one card": (
        lambda d: d["events"][0]["decisions"][0].update(cards=["A-1", "A-1"]),
        "events.0.decisions.0.cards: A decision is about two different seats, in seat order.",
    ),
    "a basis that is none": (
        lambda d: d["events"][0]["decisions"][0].update(basis={"recorded": [1]}),
        "events.0.decisions.0.basis: This is no basis",
    ),
    "values for somebody else": (
        lambda d: next(x for x in d["events"][0]["decisions"] if x["resolved"]).update(resolved={"A-1": None}),
        ".basis: This is no basis, or no outcome, that a decision can have.",
    ),
    "a decision by nobody": (
        lambda d: d["events"][0]["decisions"][0].update(initials=""),
        "events.0.decisions.0.initials: This cannot be empty.",
    ),
    "two qualifiers of one seed": (
        lambda d: d["events"][0]["qualifying"][1].update(seed=1),
        "events.0.qualifying: The seeds are 1, 2, 3 and so on, each once.",
    ),
    "a seed for who does not qualify": (
        lambda d: d["events"][0]["qualifying"][-1].update(seed=7),
        "A qualifier has a seed, nobody else has one.",
    ),
    "a bracket of another size": (
        lambda d: d["events"][0]["bracket"].update(size=16),
        "events.0.bracket.size: A bracket holds the posted qualifiers",
    ),
    "a match too few": (
        lambda d: d["events"][0]["bracket"]["matches"].pop(),
        "events.0.bracket.matches: The matches are numbered from 1 to the final",
    ),
    "a stranger in a match": (
        lambda d: d["events"][0]["bracket"]["matches"][1].update(top="A-99"),
        "events.0.bracket.matches.1.top: “A-99” is no qualifier of this event.",
    ),
    "a winner who did not win": (
        lambda d: d["events"][0]["bracket"]["matches"][6].update(winner=None),
        "events.0.bracket.matches.6.winner: The games give this match to somebody else",
    ),
    "the history of another event": (
        lambda d: d["history"][1].update(event="elsewhere"),
        "history.1.event: There is no event “elsewhere” in this file.",
    ),
    "an account in the history": (
        lambda d: d["history"][0]["actor"].update(kind="user", key="somebody"),
        "history.0.actor.key: A user has no key here",
    ),
    "a time of another spelling": (
        lambda d: d.update(created_at=d["created_at"].replace("Z", "+00:00")),
        "created_at: This would be written otherwise.",
    ),
    "fields out of order in the players": (
        lambda d: d["players"].reverse(),
        "players.0.number: Players are numbered from 1 in their order.",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_document_is_refused_with_its_fault(document: Document, damage: str) -> None:
    damaged = renamed(document)
    do, expected = DAMAGES[damage]

    do(damaged)

    assert any(expected in fault for fault in faults_of(damaged))


def test_every_fault_is_named_not_only_the_first(document: Document) -> None:
    damaged = renamed(document)
    damaged["events"][0]["games"] = 0
    damaged["events"][1]["scorecards"][0]["lines"][0]["plus"] = 7
    del damaged["venue"]

    assert [fault.split(":")[0] for fault in faults_of(damaged)] == [
        "venue",
        "events.0.games",
        "events.1.scorecards.0.lines.0.plus",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "line 1, column 1: this is no json", id="empty"),
        pytest.param(b'{"format": "pegboard tour', "perhaps the file was cut off", id="cut off"),
        pytest.param(b"\xff\xfe{", "line 1 is not utf-8", id="utf-16"),
        pytest.param(b"[" * 100_000, "nested far too deep", id="deep"),
        pytest.param(b'{"a": NaN}', "nan is no number", id="nan"),
        pytest.param(b'{"a": 1, "a": 2}', "“'a'” stands twice", id="twice"),
        pytest.param(b'{"a": ' + b"9" * 5000 + b"}", "it cannot be read", id="huge number"),
    ],
)
def test_a_file_that_is_no_json_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_document(data)

    assert reason in refused.value.faults[0].message.lower()


@pytest.mark.parametrize("value", [None, 7, "text", [], {}, {"format": "something else"}])
def test_another_kind_of_file_is_refused(db: None, value: Any) -> None:
    assert faults_of(value) == ["format: The field “format” says “pegboard tournament” in one."]


# --- What came with version 2 ----------------------------------------------------------------------------------------


def desk_work(event: Event) -> None:
    """A card handed in, one set aside, and one whose line was read again twice, by two people."""
    one, two = (Actor.of_user(make_user(f"reader-{number}")) for number in (1, 2))
    receive_cards(event=event, seats=["A-1"], actor=one)
    set_card_aside(event=event, seat="A-2", reason="Two names on it", actor=two)
    make_cards(event, A_3="A-4 2 +10 \n A-1 2 +10 \n A-2 2 +10", A_4="A-3 0 -12 \n A-2 2 +10 \n A-1 2 +10")
    for reader in (one, two):
        reading = Line(1, "A-3", 0, None, 10)
        look_again(event=event, seat="A-4", game=1, reading=reading, actor=reader)


@pytest.fixture
def desked(db: None) -> Document:
    event = make_event(tournament=make_tournament("desked"), games=3, entrants=4, seated=True)
    desk_work(event)
    return reads.tournament_document(event.tournament)


def test_cards_handed_in_and_set_aside_and_looks_come_through_with_the_same_bytes(desked: Document) -> None:
    again = {**json.loads(write_document(desked)), "slug": "elsewhere"}

    there = import_tournament(document=again, actor=Actor.of_command("test"))

    assert write_document({**reads.tournament_document(there), "slug": "desked"}) == write_document(desked)
    cards = {card["entrant"]: card for card in desked["events"][0]["scorecards"]}
    assert (cards["A-1"]["version"], cards["A-1"]["typed_at"], cards["A-1"]["received_by"]) == (0, None, "reader-1")
    assert (cards["A-2"]["set_aside_by"], cards["A-2"]["set_aside_reason"]) == ("reader-2", "Two names on it")
    assert (cards["A-4"]["version"], cards["A-4"]["typed_by"]) == (2, "test")
    assert [(look["entrant"], look["read_by"]) for look in desked["events"][0]["looks"]] == [
        ("A-4", "reader-1"),
        ("A-4", "reader-2"),
    ]
    event = there.events.get()
    assert rebuild(acts(event)).versions == {"A-3": 1, "A-4": 2}
    assert [reading.reader for reading in readings(event)["A-4", 1]] == [None, None]


def test_registrations_and_who_has_come_come_through_without_keys_and_addresses(db: None) -> None:
    there = make_tournament("weekend")
    main = make_event(tournament=there)
    desk, form = Actor.of_command("test"), Actor.of_form()
    fee = add_fee(event=main, name="Q-pool", cents=1000, kind="q_pool", optional=True, actor=desk)
    sent = [
        send_registration(
            tournament=there,
            plan=RegistrationPlan(
                name, email="ruth@example.org", phone="7755550100", events=("main",), pools=(fee.pk,)
            ),
            actor=form,
        )[0]
        for name in ("Ruth Quill", "Carl Stone", "Nina Vance")
    ]
    accepted = accept_registration(registration=sent[0], actor=desk)
    check_in(tournament=there, player=accepted.player, actor=desk)
    send_back(registration=sent[1], marked=["name"], message="Which Carl?", actor=desk)
    given = reads.tournament_document(there)

    copied = bring_in(renamed(given))

    assert write_document(reads.tournament_document(copied)) == write_document(renamed(given))
    assert not any(secret in write_document(given).decode() for secret in ("ruth@", "7755550100", sent[0].nonce))
    assert copied.registrations.get(number=1).player == Entry.objects.get(event__tournament=copied).player
    assert {row.nonce for row in copied.registrations.all()}.isdisjoint(row.nonce for row in sent)
    misfit = renamed(given, "other")
    misfit["registrations"][1]["message"] = ""
    misfit["registrations"][2]["events"] = ["open"]
    assert [fault.split(":")[0] for fault in faults_of(misfit)] == ["registrations.1.message", "registrations.2.events"]


def without_ladder(document: Document) -> Document:
    """The document as version 8 wrote it, before there were ladders and teams."""
    older = {**renamed(document), "version": 8}
    for one in older["events"]:
        for name in (
            "ladder_top",
            "ladder_games",
            "ranking",
            "one_in",
            "max_entrants",
            "skunk_from",
            "double_skunk_from",
            "best_of",
        ):
            del one[name]
        for place in (*one["qualifying"], *(place for version in one["lists"] for place in version["places"])):
            del place["pegged"]
        for entrant in one["entrants"]:
            del entrant["withheld_name"]
    for player in older["players"]:
        del player["players"], player["acc_numbers"]
    return older


def test_a_document_of_version_8_is_read_and_written_anew(document: Document) -> None:
    there = import_tournament(document=without_ladder(document), actor=Actor.of_command("test"))

    assert write_document(reads.tournament_document(there)) == write_document(renamed(document))
    told = "events.0.ladder_top: There is no such field here."
    assert told in faults_of({**renamed(document, "other"), "version": 8})


def test_a_limit_and_those_who_wait_come_in_again(db: None) -> None:
    event = make_event(games=3, entrants=3)
    change_event(event=event, changes={"max_entrants": 2}, actor=make_actor())
    enter_entrants(event=event, entrants=[EntrantPlan("Gil Bell")], actor=make_actor())
    given = reads.tournament_document(event.tournament)

    copied = bring_in(renamed(given)).events.get()

    assert copied.max_entrants == 2
    assert [entry.name for entry in copied.entries.filter(status="waiting")] == ["Gil Bell"]
    wrong = renamed(given, "other")
    wrong["events"][0]["entrants"][3]["status_reason"] = "Late"
    assert [fault.split(":")[0] for fault in faults_of(wrong)] == ["events.0.entrants.3.status_reason"]


def test_how_an_event_ranks_and_how_many_qualify_come_in_again(db: None) -> None:
    event = make_event(games=1, movement="none", ranking="wins", one_in=6, skunk_from=41, entrants=2, seated=True)
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")
    given = reads.tournament_document(event.tournament)

    there = bring_in(renamed(given))

    copied = there.events.get()
    assert (copied.ranking, copied.one_in, copied.skunk_from) == ("wins", 6, 41)
    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))
    wrong = renamed(given, "other")
    wrong["events"][0] |= {"ranking": "luck", "one_in": 1, "skunk_from": 122}
    assert [fault.split(":")[0] for fault in faults_of(wrong)] == [
        "events.0.ranking",
        "events.0.skunk_from",
        "events.0.one_in",
    ]
    wrong["events"][0] |= {"ranking": "pegged", "one_in": 4, "skunk_from": 31, "records_spread": False}
    assert "events.0.ranking: Without a spread on the cards nobody knows what was pegged" in " ".join(faults_of(wrong))


def test_a_list_by_pegged_points_comes_in_again(db: None) -> None:
    event = make_event(games=1, movement="none", ranking="pegged", entrants=2, seated=True)
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")
    start_cross_check(event=event, actor=make_actor())
    look_at_all(event)
    post_qualifiers(event=Event.objects.get(), actor=make_actor())
    given = reads.tournament_document(event.tournament)

    there = bring_in(renamed(given))

    assert [row.pegged for row in there.events.get().results.all()] == [121, 81]
    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))


def test_a_double_skunk_comes_in_again_with_its_4_points(db: None) -> None:
    event = make_event(games=1, movement="none", double_skunk_from=61, entrants=2, seated=True)
    make_cards(event, A_1="A-2 4 +70", A_2="A-1 0 -70")
    given = reads.tournament_document(event.tournament)

    there = bring_in(renamed(given))

    assert there.events.get().double_skunk_from == 61
    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))
    wrong = renamed(given, "other")
    for skunk_from, double, records in ((61, 61, True), (0, 61, True), (31, 121, True), (31, 61, False)):
        wrong["events"][0] |= {"skunk_from": skunk_from, "double_skunk_from": double, "records_spread": records}
        assert faults_of(wrong)[0].split(":")[0] == "events.0.double_skunk_from"


def test_the_length_of_a_playoff_match_comes_in_again_and_no_other_than_there_are(db: None) -> None:
    event = make_event(games=1)
    Event.objects.filter(pk=event.pk).update(best_of=3)
    given = reads.tournament_document(event.tournament)

    there = bring_in(renamed(given))

    assert there.events.get().best_of == 3
    wrong = renamed(given, "other")
    wrong["events"][0]["best_of"] = 4
    assert faults_of(wrong) == ["events.0.best_of: A match is best of 1, 3, 5 or 7."]


def test_an_event_where_nobody_qualifies_is_imported_as_such(db: None) -> None:
    event = make_event(games=1, entrants=4)
    exempt_quota(event=event, quota=0, reason="No playoffs", actor=make_actor())
    given = reads.tournament_document(event.tournament)

    there = bring_in(renamed(given))

    copied = there.events.get()
    assert (copied.quota(4), copied.quota_exemption, copied.quota_reason) == (0, 0, "No playoffs")
    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))


def with_spread(document: Document) -> Document:
    """The document as version 7 wrote it, when every event recorded a spread."""
    older = {**without_ladder(document), "version": 7}
    for one in older["events"]:
        del one["records_spread"]
    return older


def test_a_document_of_version_7_is_read_and_written_anew(document: Document) -> None:
    there = import_tournament(document=with_spread(document), actor=Actor.of_command("test"))

    assert write_document(reads.tournament_document(there)) == write_document(renamed(document))
    told = "events.0.records_spread: There is no such field here."
    assert told in faults_of({**renamed(document, "other"), "version": 7})


def test_cards_without_a_spread_come_in_again_and_a_spread_on_them_is_named(db: None) -> None:
    event = make_event(games=1, movement="none", records_spread=False, entrants=2, seated=True)
    make_cards(event, A_1="A-2 3 .", A_2="A-1 0 .")
    given = reads.tournament_document(event.tournament)

    there = bring_in(renamed(given))

    assert not there.events.get().records_spread
    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))
    misfit = renamed(given, "other")
    misfit["events"][0]["scorecards"][0]["lines"][0]["plus"] = "31"
    assert [fault.split(":")[0] for fault in faults_of(misfit)] == ["events.0.scorecards.0.lines.0.plus"]


def without_ends(document: Document) -> Document:
    """The document as version 6 wrote it, before cards ended early."""
    older = with_spread(document)
    older["version"] = 6
    for one in older["events"]:
        for card in one["scorecards"]:
            del card["ended_at"], card["ended_by"]
    return older


def test_a_document_of_version_6_is_read_and_written_anew(document: Document) -> None:
    there = import_tournament(document=without_ends(document), actor=Actor.of_command("test"))

    assert write_document(reads.tournament_document(there)) == write_document(renamed(document))


def test_a_document_of_version_6_with_what_came_later_is_refused(document: Document) -> None:
    assert any(
        "ended_at: There is no such field here." in one for one in faults_of({**renamed(document), "version": 6})
    )


def test_calls_rulings_and_notes_are_imported_and_impossible_ones_named(document: Document) -> None:
    there = bring_in(renamed(document))

    call = Call.objects.get(entry__event__tournament=there, closed_at__isnull=False)
    ruling = there.rulings.get(number=1)
    assert [one.name for one in call.coming.filter(gave_up_at=None)] == ["Ruth", "Thelma", "Carl"]
    assert (ruling.call, ruling.recorder, ruling.offender) == (call, None, call.entry)
    assert there.conduct_notes.get().entry == call.opponent
    misfit = renamed(document, "other")
    misfit["calls"][0] |= {"number": 7, "opponent": "Z-9", "closed_by": ""}
    misfit["calls"][1] |= {"opponent": misfit["calls"][1]["entrant"]}
    misfit["rulings"][0] |= {"call": 3, "event": "gone", "taken_back_by": "Ruth", "answers": {"count": 25}}
    misfit["rulings"][1] |= {"number": 1, "other": {"event": "main", "entrant": "Z-9"}}
    misfit["conduct"][0] |= {"entrant": "Z-9"}
    assert sorted(fault.split(":")[0] for fault in faults_of(misfit)) == [
        "calls.0.closed_by",
        "calls.0.number",
        "calls.0.opponent",
        "calls.1.opponent",
        "conduct.0.entrant",
        "rulings.0.answers",
        "rulings.0.call",
        "rulings.0.event",
        "rulings.0.taken_back_at",
        "rulings.1.number",
        "rulings.1.other.entrant",
    ]
    twice = renamed(document, "twice")
    twice["calls"][0] |= {"closed_at": None, "closed_by": "", "entrant": twice["calls"][1]["entrant"], "opponent": None}
    assert [fault.split(":")[0] for fault in faults_of(twice)] == ["calls.1.closed_at"]


def test_games_told_by_phone_are_imported_and_impossible_ones_named(db: None) -> None:
    event = make_event(games=3, entrants=4, seated=True)
    use_phones(event=event, phones="instead", actor=make_actor())
    entry, other = entry_at(event, "A-1"), entry_at(event, "A-2")
    for spread in (16, 17):
        told = {"entry": entry, "game": 1, "opponent": other, "spread": spread, "via": entry, "key": uuid4()}
        ToldGame.objects.create(**told)
    take_told_cards(event=event, seats=["A-1"], actor=make_actor())
    ToldGame.objects.create(**{**told, "spread": 18, "key": uuid4()})
    decision = {"seat": "A-1", "game": 1, "stands": "paper", "reason": "Both asked", "version": 1}
    decide_told_line(event=event, **decision, actor=make_actor())
    given = reads.tournament_document(event.tournament)

    there = import_tournament(document=renamed(given), actor=Actor.of_command("test"))

    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))
    # What was decided between card and phone comes with the trail.
    (line,) = sheet(there.events.get()).contrary
    assert line.upheld is not None
    assert line.upheld.reason == "Both asked"
    damaged = renamed(given, "damaged")
    row = next(one for one in damaged["history"] if one["action"] == "line.paper-stands")
    del row["after"]["told"]
    (line,) = sheet(bring_in(damaged).events.get()).contrary
    assert line.upheld is None
    assert [card["source"] for card in given["events"][0]["scorecards"]] == ["phone"]
    misfit = renamed(given, "other")
    misfit["events"][0]["told"][0] |= {"spread": 0, "via": "A-3", "opponent": "A-1"}
    assert [fault.split(":")[0] for fault in faults_of(misfit)] == [
        f"events.0.told.0.{name}" for name in ("opponent", "via", "spread")
    ]


def test_a_skunk_that_the_loser_told_by_phone_is_imported_and_one_without_a_loss_named(db: None) -> None:
    event = make_event(games=3, movement="ladder", entrants=4, seated=True)
    entry, other = entry_at(event, "A-1"), entry_at(event, "A-2")
    ToldGame.objects.create(entry=entry, game=1, opponent=other, points=0, opponent_points=3, via=entry, key=uuid4())
    given = reads.tournament_document(event.tournament)

    there = import_tournament(document=renamed(given), actor=Actor.of_command("test"))

    assert write_document(reads.tournament_document(there)) == write_document(renamed(given))
    assert ToldGame.objects.get(entry__event=there.events.get()).opponent_points == 3
    misfit = renamed(given, "other")
    misfit["events"][0]["told"][0]["points"] = 2
    assert [fault.split(":")[0] for fault in faults_of(misfit)] == ["events.0.told.0.opponent_points"]


def test_seats_that_an_older_program_drew_unevenly_come_in_without_a_reason(db: None) -> None:
    event = make_event(games=8, movement="two_games", entrants=13, sit_outs_reason="All want to play", seated=True)
    given = reads.tournament_document(event.tournament)

    older = renamed(given)
    older["events"][0]["sit_outs_reason"] = ""
    there = import_tournament(document=older, actor=Actor.of_command("test"))
    import_tournament(document=renamed(given, "present"), actor=Actor.of_command("test"))

    came, present = (Event.objects.get(tournament__slug=slug) for slug in (there.slug, "present"))
    assert (came.sit_outs_reason, present.sit_outs_reason) == ("", "All want to play")
    assert came.is_seated
    assert len(schedule(came)) == len(schedule(event))


def test_a_line_that_was_typed_over_is_still_to_be_read_where_the_tournament_is_brought_in(db: None) -> None:
    event = make_event(tournament=make_tournament("over"), games=1, entrants=2, seated=True)
    make_cards(event, A_1="A-2 2 +12", A_2="A-1 0 -10")
    make_cards(event, A_2="A-1 0 -12")
    document = reads.tournament_document(event.tournament)

    there = import_tournament(
        document={**json.loads(write_document(document)), "slug": "elsewhere"}, actor=Actor.of_command("test")
    )

    on = sheet_reads.sheet(there.events.get())
    assert on.cards["A-2"].again == {1}
    assert [found.code for found in on.obstacles] == ["not_cross_checked", "line_typed_over"]
    assert write_document({**reads.tournament_document(there), "slug": "over"}) == write_document(document)


@pytest.mark.parametrize(
    ("place", "changes", "told"),
    [
        ("scorecards.0", {"version": 1}, "scorecards.0.typed_at"),
        ("scorecards.0", {"typed_by": "Somebody"}, "scorecards.0.version"),
        ("scorecards.0", {"received_at": None}, "scorecards.0.received_by"),
        ("scorecards.1", {"set_aside_reason": ""}, "scorecards.1.set_aside_reason"),
        ("scorecards.1", {"set_aside_at": None}, "scorecards.1.set_aside_by"),
        ("looks.0", {"entrant": "Z-9"}, "looks.0.entrant"),
        ("looks.0", {"reading": {"game": 1}}, "looks.0.reading"),
        ("looks.0", {"game": 2}, "looks.0.reading.game"),
        ("looks.0", {"read_by": ""}, "looks.0.read_by"),
    ],
)
def test_what_no_desk_could_have_done_is_refused(
    desked: Document, place: str, changes: dict[str, Any], told: str
) -> None:
    broken = renamed(desked)
    kind, _dot, index = place.partition(".")
    broken["events"][0][kind][int(index)].update(changes)

    assert any(fault.startswith(f"events.0.{told}: ") for fault in faults_of(broken))


def test_a_history_that_the_log_cannot_be_rebuilt_from_is_refused(desked: Document) -> None:
    broken = renamed(desked)
    act = next(act for act in broken["history"] if act["action"] == "card.typed")
    act["after"]["lines"][0]["plus"] = 500

    assert "cannot read the event" in faults_of(broken)[0]


@pytest.mark.parametrize("version", [0, 10, "1", True, None])
def test_another_version_is_refused(document: Document, version: Any) -> None:
    assert faults_of({**renamed(document), "version": version}) == [
        "version: This program reads the format up to version 9. Update the program that is older."
    ]


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_a_version_of_the_first_days_is_refused_with_its_cure(document: Document, version: int) -> None:
    assert faults_of({**renamed(document), "version": version}) == [
        f"version: This file is of version {version} of the format, which is no longer read. Update the program that wrote it, "
        "and export the tournament there again."
    ]


def test_the_command_ends_with_one_sentence_and_never_a_traceback(db: None, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text('{"format"', encoding="utf-8")

    with pytest.raises(CommandError, match=r"^Nothing was imported\. This is not an exported tournament\. 1 fault"):
        call_command("import_tournament", str(tmp_path / "cut.json"), stderr=io.StringIO())
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_tournament", str(tmp_path / "none.json"))
    with pytest.raises(CommandError, match="There is no tournament “none”"):
        call_command("export_tournament", "none")
    with pytest.raises(CommandError, match="Nobody signs in as “none”"):
        call_command("import_tournament", str(tmp_path / "cut.json"), by="none")


PUT = st.sampled_from(
    [None, True, 0, 1, -1, 2**40, 2**70, "", "A-1", "A-99", "x" * 700, [], {}, [[]], 1.5, "1", "main"]
)


@examples(max_examples=often(100), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_stands_in_a_file_is_imported_or_refused(document: Document, data: st.DataObject) -> None:
    """Any value in any place, or the place gone: nothing but a refusal, or a tournament that exports as it came."""
    damaged = renamed(document, "fuzz")
    spot: Any = damaged
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(spot[key], dict | list) and spot[key] and data.draw(st.integers(0, 9)):
            spot = spot[key]
            continue
        break
    if data.draw(st.booleans()):
        spot[key] = data.draw(PUT)
    else:
        del spot[key]

    with transaction.atomic():
        try:
            imported = bring_in(damaged)
        except Malformed as exc:
            found = list(exc.faults)
        else:
            found = []
            assert reads.tournament_document(imported) == damaged
        transaction.set_rollback(True)

    event(f"{'refused' if found else 'imported'}")


def test_games_and_decisions_are_all_there(weekend: Tournament, document: Document) -> None:
    assert (
        sum(len(match["games"]) for match in document["events"][0]["bracket"]["matches"]) == MatchGame.objects.count()
    )
    assert len(document["events"][0]["decisions"]) == Discrepancy.objects.count()
