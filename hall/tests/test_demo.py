"""The demonstration: what a fresh site shows, and the tournament that plays itself in the terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from brackets.bracket.reads.drawn import bracket
from clubs.models import Season
from clubs.reads.table import nights_of, season_table, uneven_at
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, people
from hall.tests import servers
from judging.models import Call, Ruling
from scorecards.sheet.reads.discrepancies import differing_games
from scorecards.sheet.reads.stored import latest_snapshot
from scorecards.sheet.rules.crosscheck import State
from scorecards.tests.factories import sheet
from tournaments.access import Actor
from tournaments.models import Entry, Event, Role, Tournament, User
from tournaments.tests.factories import make_event, make_tournament, make_user

CREW = Crew(Actor.of_command("tests"), Actor.of_command("tests"))


def load_demo() -> str:
    told = io.StringIO()
    call_command("load_demo", stdout=told, stderr=io.StringIO())
    return told.getvalue()


def test_an_empty_site_gets_one_tournament_that_is_over_and_one_that_is_running(db: None, settings) -> None:
    settings.PEGBOARD_DEMO = True
    settings.JOBS_IN_THREAD = False

    told = load_demo()

    passwords = dict(zip(("director", "checker"), re.findall(r"\w{4}-\w{4}-\w{4}", told), strict=True))
    for name, password in passwords.items():
        assert authenticate(RequestFactory().post("/"), username=name, password=password) is not None
    assert {(role.tournament.slug, role.user.username, role.kind) for role in Role.objects.all()} == {
        (slug, *role)
        for slug in ("harbor-open", "lakeside-classic")
        for role in (("director", "director"), ("director", "judge"), ("checker", "checker"))
    } | {("lakeside-classic", name, "judge") for name in ("winifred", "ambrose", "lavinia")}
    call, ruling = Call.objects.get(), Ruling.objects.get()
    assert (call.subject, call.closed_at is not None, call.coming.count()) == ("renege", True, 2)
    assert (ruling.call, ruling.judges, ruling.taken_back_at) == (call, ["Winifred Agar", "Ambrose Tull"], None)
    assert ("7.3.b" in ruling.rules, ruling.points, ruling.offender.seat, ruling.other.seat) == (True, 4, "B-6", "B-5")
    assert not User.objects.get(username="winifred").has_usable_password()
    over, night = Event.objects.filter(tournament__slug="harbor-open").order_by("pk")
    assert (over.phase, over.entries.count(), over.games) == ("report", 96, 22)
    assert bracket(over).champion is not None
    assert (night.phase, night.kind, night.games) == ("report", "club_night", 9)
    running, consolation = Event.objects.filter(tournament__slug="lakeside-classic").order_by("pk")
    on = sheet(running)
    states = {game.state for game in differing_games(on)}
    assert running.phase == "cross_check"
    assert len(on.crosscheck.missing) == 3
    assert {State.PROPOSED, State.ACCEPTED, State.OPEN} <= states
    assert (consolation.phase, consolation.entries.count()) == ("registration", 14)
    assert all(latest_snapshot(event).revision == event.revision for event in (over, night, running))
    season = Season.objects.get(club__slug="tidewater")
    table = season_table(season)
    assert (table.nights, table.nights_unsanctioned, table.nights_left) == (17, 1, 19)
    assert {row.kind for row in table.rows} == {"member", "guest"}
    assert table.honours.champions
    assert [sentence for night in nights_of(season) for sentence in uneven_at(night)] == []
    # Whoever plays on Thursday and on the weekend, with an ACC number, is one person.
    assert Entry.objects.filter(event=night, player__entries__event=over).exists()
    assert load_demo() == ""


def test_nothing_is_loaded_where_it_is_not_wanted(db: None, settings) -> None:
    settings.PEGBOARD_DEMO = False

    assert load_demo() == ""
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("make", [make_tournament, make_user])
def test_nothing_is_loaded_beside_what_is_there(db: None, settings, make) -> None:
    settings.PEGBOARD_DEMO = True
    make()

    assert load_demo() == ""
    assert Tournament.objects.count() + User.objects.count() == 1


@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_seed_a_whole_event_can_be_played(db: None, seed: int) -> None:
    event = make_event(tournament=make_tournament(), games=9)

    rehearsal.finish(event, people(23, Chance(seed)), seed, CREW, lambda _step: None)

    assert Event.objects.get(pk=event.pk).phase == "report"


def play(*arguments: str) -> str:
    told = io.StringIO()
    call_command("demo", "--keep", "--no-wait", *arguments, stdout=told)
    return told.getvalue()


def test_the_terminal_sees_the_whole_day(db: None) -> None:
    told = play("--seed=3", "--entrants=24", "--games=22")

    parts = [
        "Registration",
        "Seating",
        "The cards come in",
        "The cross-check",
        "Standings: 6 of 24 qualify",
        "Playoffs",
    ]
    places = [told.index(part) for part in parts]
    assert places == sorted(places)
    assert "12.2." in told
    assert "--- the line ---" in told
    champion = bracket(Event.objects.get(tournament__slug="demo-3")).champion
    assert told.rstrip().endswith(f"The champion is {champion.seat}, {champion.name}.")


def test_the_same_seed_plays_the_same_day(db: None) -> None:
    first = play("--seed=5", "--entrants=8", "--games=3")
    Tournament.objects.filter(slug="demo-5").update(slug="before")

    assert play("--seed=5", "--entrants=8", "--games=3") == first


def test_a_day_that_cannot_be_played_is_refused_in_words(db: None) -> None:
    with pytest.raises(CommandError, match="22 games against 22 different opponents need 23 players at a table"):
        play("--entrants=5")
    with pytest.raises(CommandError, match="is no number from 4 to 500"):
        play("--entrants=3")
    assert not Tournament.objects.exists()


def test_the_site_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "site.sqlite3"
    env = servers.site_environment(tmp_path, database_url=f"sqlite:///{database}")

    told = servers.manage(env, "demo", "--no-wait", "--entrants=8", "--games=3")

    assert "The champion is" in told
    assert not database.exists()
