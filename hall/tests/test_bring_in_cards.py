"""Cards kept in a spreadsheet, brought in on the page as by `import_cards`: looked at first, then all of them or none."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorecards.models import Scorecard
from scorecards.sheet.reads.sheet import sheet
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import AuditEntry, Event, Tournament
from tournaments.people.actions.people import link_player
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user

from .test_import_cards import CARDS, ENTRANTS, TOTALS, run  # noqa: F401

PAGE = "/t/sierra/main/cards/bring-in/"


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    event = make_event(tournament=tournament, games=2)
    plans = [EntrantPlan(*line.split(",")[1:], line.split(",")[0]) for line in ENTRANTS.splitlines()[1:]]  # type: ignore[arg-type]
    enter_entrants(event=event, entrants=plans, actor=make_actor())
    draw_seats(event=event, actor=make_actor())
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def checker(client: Client, tournament: Tournament, event: Event) -> Client:
    client.force_login(make_user("lena", role="checker", tournament=tournament))
    return client


def send(client: Client, cards: str = CARDS, **more: object) -> tuple[int, str]:
    answer = client.post(PAGE, {"cards": cards, **more})
    return answer.status_code, unescape(answer.content.decode()) if answer.content else ""


def save(client: Client, cards: str = CARDS, **more: object) -> int:
    """Look, then save what was looked at; the status of the saving."""
    shown = send(client, cards, **more)[1]
    mark = re.search(r'name="seen" value="(\w+)"', shown)
    return send(client, cards, seen=mark[1] if mark else "", save="1", **more)[0]


def faults(shown: str) -> list[list[str]]:
    body = shown.partition('aria-label="Lines with a fault"')[2].partition("</table>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("<tr>")[2:]]
    return [[" ".join(re.sub("<.*?>", "", cell).split()) for cell in row] for row in cells]


def test_looking_saves_nothing_and_saving_writes_one_log_row_for_each_card(checker: Client, event: Event) -> None:
    status, shown = send(checker, totals=TOTALS)

    assert status == 200
    assert "Save 4 cards" in shown
    assert "A-1 Milt Orr" in shown
    assert not Scorecard.objects.exists()

    assert save(checker, totals=TOTALS) == 302
    typed = AuditEntry.objects.filter(action="card.typed")
    assert sorted(row.subject_key for row in typed) == ["A-1", "A-2", "A-3", "A-4"]
    assert {row.actor_kind for row in typed} == {"user"}
    assert sheet(event).crosscheck.complete
    assert sheet(event).facts["A-4"].own.net == -46


@pytest.mark.parametrize("parted_by", [";", "\t", ","])
@pytest.mark.parametrize(
    "heads",
    [
        "seat,game,opponent,points,plus,minus",
        "Seat,Game,Opp,GP,+,-",
        "Siège,Partie,Adversaire,Points de partie,Plus,Moins",
        "Asiento,Partida,Rival,Puntos,Más,Menos",
    ],
)
def test_the_spreadsheets_of_three_languages_are_read(
    checker: Client, event: Event, parted_by: str, heads: str
) -> None:
    lines = [heads, *CARDS.splitlines()[1:]]

    assert save(checker, "\n".join(lines).replace(",", parted_by)) == 302
    assert [place.seat for place in sheet(event).places] == ["A-3", "A-2", "A-1", "A-4"]


def test_a_file_is_read_and_shown_to_be_corrected(checker: Client, event: Event) -> None:
    bad = CARDS.replace("A-3,2,A-1,2,07,", "A-3,2,A-1,2,7,")
    file = SimpleUploadedFile("cards.csv", bad.encode("utf-8-sig"), "text/csv")

    status, shown = send(checker, "", cards_file=file)

    assert status == 200
    assert faults(shown)[0][:3] == ["Cards, 7", "plus", "7"]
    assert "A-3,2,A-1,2,7," in shown


def test_the_page_has_the_faults_of_the_command(checker: Client, event: Event, run) -> None:  # noqa: F811
    bad = CARDS.replace("A-1,2,A-3,0,,07", "A-1,1,A-9,5,07,").replace("A-4,1", "Z-4,1").replace("A-4,2", "A-4,3")
    totals = TOTALS.replace("A-2,3", "A-2,many")

    from_command = run(cards=bad, totals=totals)[:-1]
    _status, shown = send(checker, bad, totals=totals)

    from_page = faults(shown)
    assert [(row[0].split(", ")[1], row[1].replace("–", "")) for row in from_page] == [
        (line.split(":")[1], line.split(":")[2]) for line in from_command
    ]
    assert len(from_page) == 6
    for row, line in zip(from_page, from_command, strict=True):
        assert row[3].split(" (rule")[0] in line
    assert ["Own totals, 3", "game_points", "many"] in [row[:3] for row in from_page]
    assert save(checker, bad, totals=totals) == 422
    assert not Scorecard.objects.exists()


def test_what_was_not_looked_at_is_looked_at_first(checker: Client, event: Event) -> None:
    mark = re.search(r'name="seen" value="(\w+)"', send(checker)[1])
    assert mark

    other = CARDS.replace("A-1,1,A-2,2,10,", "A-1,1,A-2,2,12,")
    assert send(checker, other, seen=mark[1], save="1")[0] == 422
    assert not Scorecard.objects.exists()


def test_a_card_that_somebody_typed_in_between_is_not_overwritten_unseen(checker: Client, event: Event, run) -> None:  # noqa: F811
    mark = re.search(r'name="seen" value="(\w+)"', send(checker)[1])
    assert mark
    run(cards="seat,game,opponent,points,plus,minus\nA-2,1,A-1,0,,11\n")

    status, shown = send(checker, seen=mark[1], save="1")

    assert status == 422
    assert "It takes the place of the card that is typed." in shown
    assert Scorecard.objects.get().lines.get().minus == 11
    assert save(checker) == 302
    assert "it is typed like this already" in send(checker)[1]


def test_nobody_brings_in_a_card_of_their_own(checker: Client, event: Event) -> None:
    link_player(entry=event.entries.get(table="A", seat_number=1), username="lena", actor=make_actor())

    _status, shown = send(checker)

    assert [row[:3] for row in faults(shown)] == [["Cards, 2", "seat", "A-1"]]
    assert save(checker) == 422
    assert not Scorecard.objects.exists()


def test_the_page_is_for_those_who_type_cards(client: Client, tournament: Tournament, event: Event) -> None:
    assert client.get(PAGE).status_code in (302, 401)
    client.force_login(make_user("viewer", role="viewer", tournament=tournament))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"cards": CARDS, "save": "1"}).status_code == 403


@pytest.mark.parametrize(
    "text", ["", "\x00", "seat", '"', "seat;game\n\n;;;", "sep=;\nseat;game;opponent;points;plus;minus\n"]
)
def test_nothing_that_is_sent_breaks_the_page(checker: Client, event: Event, text: str) -> None:
    assert send(checker, text)[0] in (200, 422)
    assert save(checker, text) == 422


def test_heads_alone_are_no_card(checker: Client, event: Event) -> None:
    assert "only the heads" in faults(send(checker, CARDS.splitlines()[0])[1])[0][3]
