"""Every CSV as the spreadsheet of its reader opens it, in three languages, and lists of people that come in again."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from hall.tests.test_report import make_finished
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.rules.pasted_list import Column, guess_columns, read_sheet
from tournaments.models import Event, Fee, Tournament
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user

PEOPLE = {"Ana Álvarez": "CA101", "=Cmd Lee": "CA102", "Gil, Jr. Hank": "CA103", "Zoë O'Brien": "CA104"}
SIGNS = {"en": (",", "."), "fr-ca": (";", ","), "es": (";", ",")}
ONE_EVENT = ("report:report_csv",)
"""Those of an event; the others are of a tournament."""
OF_A_CLUB = {"clubs:season_csv"}
"""Tested with the clubs, since they need a season with nights."""


@pytest.fixture
def event(db: None) -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=2)
    Fee.objects.create(event=event, name="Entry", cents=1250)
    plans = [EntrantPlan(name, number) for name, number in PEOPLE.items()]
    enter_entrants(event=event, entrants=plans, actor=make_actor())
    draw_seats(event=event, actor=make_actor())
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(make_user("rosalind", role="director", tournament=event.tournament))
    return client


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> list[str]:
    found = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found += names(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        elif str(pattern.pattern).endswith(".csv"):
            found.append(f"{space}{pattern.name}")
    return found


SHEETS = sorted({name for name in names(get_resolver().url_patterns) if not name.startswith("api")} - OF_A_CLUB)


def fetch(desk: Client, name: str, tournament: Tournament, language: str) -> str:
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    arguments = [tournament.slug, "main"] if name in ONE_EVENT else [tournament.slug]
    answer = desk.get(reverse(name, args=arguments))
    assert answer.status_code == 200, name
    return answer.content.decode()


def test_the_walk_finds_the_sheets() -> None:
    assert {"tournaments:accounts_csv", "tournaments:ledger_csv", "report:report_csv", "judging:rulings_csv"} <= {
        *SHEETS
    }


@pytest.mark.parametrize("language", SIGNS)
@pytest.mark.parametrize("name", SHEETS)
def test_each_sheet_is_parted_as_its_reader_expects(desk: Client, event: Event, name: str, language: str) -> None:
    text = fetch(desk, name, event.tournament, language)
    parted_by, decimal_sign = SIGNS[language]
    other = {".": r"^-?\d+,\d+$", ",": r"^-?\d+\.\d+$"}[decimal_sign]

    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=parted_by))
    assert len(rows[0]) > 3
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows for cell in row if re.match(other, cell)]


def test_each_language_has_heads_of_its_own(desk: Client, event: Event) -> None:
    for name in SHEETS:
        heads = {fetch(desk, name, event.tournament, language).splitlines()[0] for language in SIGNS}
        assert len(heads) == 3, name


def test_amounts_have_the_decimal_sign_of_their_reader(desk: Client, event: Event) -> None:
    assert ",12.50," in fetch(desk, "tournaments:accounts_csv", event.tournament, "en")
    assert ";12,50;" in fetch(desk, "tournaments:accounts_csv", event.tournament, "fr-ca")
    assert ";12,50;" in fetch(desk, "tournaments:accounts_csv", event.tournament, "es")


@pytest.mark.parametrize("language", SIGNS)
def test_our_own_lists_of_people_come_in_again(desk: Client, event: Event, language: str) -> None:
    text = fetch(desk, "tournaments:accounts_csv", event.tournament, language)

    sheet = read_sheet(text)
    columns = guess_columns(sheet)
    place, number = columns.index(Column.NAME), columns.index(Column.ACC_NUMBER)
    assert {row[place]: row[number] for row in sheet.rows} == PEOPLE
    # On the page of lists they have no fault in another event.
    make_event(slug="other", tournament=event.tournament)
    answer = desk.post(
        reverse("tournaments:enter_list", args=["sierra"]), {"text": text, "usual": ["other"], "head": ""}
    )
    assert answer.status_code == 200
    known = [row.name for row in answer.context["shown"].rows]
    assert sorted(known) == sorted(PEOPLE)
    faults = [fault.message for row in answer.context["shown"].rows for fault in row.faults]
    assert not [message for message in faults if "event" in message.lower() or "épreuve" in message.lower()]


@pytest.mark.parametrize("language", SIGNS)
def test_the_players_of_a_report_come_in_again(client: Client, db: None, language: str) -> None:
    event = make_finished(make_tournament("sierra"))
    client.force_login(make_user("rosalind", role="director", tournament=event.tournament))
    people = {entry.name: entry.acc_number for entry in event.entries.all()}

    sheet = read_sheet(fetch(client, "report:report_csv", event.tournament, language))

    columns = guess_columns(sheet)
    place, number = columns.index(Column.NAME), columns.index(Column.ACC_NUMBER)
    assert {row[place]: row[number] for row in sheet.rows} == people
