"""The made-up stack of 96 cards, from its CSV files to a champion, and through an export to another site."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command

from brackets.bracket.reads.drawn import bracket
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, right_line
from hall.tests import servers
from scorecards.sheet.reads.discrepancies import discrepancies
from scorecards.sheet.reads.standings import standings
from scorecards.sheet.rules.crosscheck import State
from scorecards.tests.factories import sheet
from tournaments.access import Actor
from tournaments.models import Event, Tournament
from tournaments.tests.factories import make_event, make_tournament
from tournaments.tests.kept import kept

STACK = servers.ROOT / "scorecards" / "tests" / "golden" / "stack-96x22"
CREW = Crew(Actor.of_command("tests"), Actor.of_command("tests"))


def rows(name: str) -> list[dict[str, str]]:
    with (STACK / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def import_stack(address: str) -> None:
    options = {name: str(STACK / f"{name}.csv") for name in ("entrants", "cards", "totals")}
    call_command("import_cards", address, **options, stdout=io.StringIO(), stderr=io.StringIO())


def exported(slug: str) -> bytes:
    written = io.StringIO()
    call_command("export_tournament", slug, stdout=written)
    return written.getvalue().encode()


@pytest.fixture
@kept
def event(db: None) -> Event:
    event = make_event(tournament=make_tournament("stack"), games=22)
    import_stack("stack/main")
    rehearsal.start_cross_check(event, CREW)
    return rehearsal.now(event)


def test_the_standings_are_those_of_the_golden_file(event: Event) -> None:
    on = sheet(event)

    shown = [
        {
            "rank": str(row.rank),
            "seat": row.seat,
            "game_points": str(row.game_points),
            "games_won": str(row.games_won),
            "net": str(row.net),
            "plus": str(row.plus),
            "tied": str(int(row.tied)),
            "apparent_qualifier": str(int(row.seat in on.crosscheck.apparent_qualifiers)),
        }
        for row in standings(on).rows
    ]

    assert shown == rows("expected-standings.csv")


def test_the_discrepancies_are_those_of_the_golden_file(event: Event) -> None:
    shown = []
    for found in discrepancies(sheet(event)):
        first, second = found.cards
        stands = found.resolved or found.recorded
        shown.append(
            {
                "game": str(found.game),
                "seat": first,
                "opponent": second,
                "outcome": found.outcome,
                "rules": " ".join(found.rules),
                **stands[first],
                **{f"opponent_{column}": value for column, value in stands[second].items()},
            }
        )

    assert shown == rows("expected-discrepancies.csv")


def test_the_totals_that_players_wrote_are_kept_beside_the_cards(event: Event) -> None:
    facts = sheet(event).facts

    assert {
        seat: [str(total) for total in (of.own.game_points, of.own.games_won, of.own.plus, of.own.minus, of.own.net)]
        for seat, of in facts.items()
    } == {row["seat"]: [row[name] for name in list(row)[1:]] for row in rows("totals.csv")}


def play_to_the_champion(event: Event) -> str:
    """Rule on the one referred game, accept the rest, post, draw and play; who is the champion."""
    (referred,) = rehearsal.differing(event, State.OPEN)
    first, second = referred.seats
    truth = {
        (first, referred.game): right_line(referred.game, second, 7),
        (second, referred.game): right_line(referred.game, first, -7),
    }
    list(rehearsal.settle(event, truth, CREW))
    list(rehearsal.post(event, CREW, Chance(1)))
    skill = dict.fromkeys(sheet(event).entries, 0.0)
    list(rehearsal.play_off(event, skill, Chance(2), CREW, best_of=3))
    drawn = bracket(event)
    assert drawn is not None
    assert drawn.champion is not None
    return drawn.champion.seat


@pytest.mark.release
def test_the_golden_stack_comes_out_of_another_site_with_the_same_bytes(
    event: Event, migrated_sqlite: Path, tmp_path: Path
) -> None:
    champion = play_to_the_champion(event)
    document = exported("stack")
    (tmp_path / "stack.json").write_bytes(document)
    other = servers.site_environment(tmp_path, database_url=f"sqlite:///{tmp_path / 'other.sqlite3'}")
    shutil.copy(migrated_sqlite, tmp_path / "other.sqlite3")

    told = servers.manage(other, "import_tournament", str(tmp_path / "stack.json"))

    assert "stack" in told
    assert servers.manage(other, "export_tournament", "stack").encode() == document
    report = (
        "from brackets.bracket.reads.drawn import bracket; from tournaments.models import Event; e = Event.objects.get();"
        "print(e.phase, bracket(e).champion.seat)"
    )
    assert servers.manage(other, "shell", "--no-imports", "--command", report).split() == ["report", champion]


@pytest.mark.release
def test_the_golden_stack_comes_out_of_postgresql_with_the_same_bytes(
    event: Event, postgres_url: str, tmp_path: Path
) -> None:
    play_to_the_champion(event)
    document = exported("stack")
    (tmp_path / "stack.json").write_bytes(document)
    other = servers.site_environment(tmp_path, database_url=postgres_url)

    servers.manage(other, "import_tournament", str(tmp_path / "stack.json"))

    assert servers.manage(other, "export_tournament", "stack").encode() == document


def test_under_another_name_it_can_stand_beside_the_first(event: Event, tmp_path: Path) -> None:
    play_to_the_champion(event)
    renamed = exported("stack").replace(b'"slug": "stack"', b'"slug": "copy"', 1)
    (tmp_path / "copy.json").write_bytes(renamed)

    call_command("import_tournament", str(tmp_path / "copy.json"), stdout=io.StringIO())

    assert exported("copy") == renamed
    assert Tournament.objects.count() == 2
