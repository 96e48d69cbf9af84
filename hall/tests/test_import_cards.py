"""`import_cards`: a whole stack or nothing, every fault by file, line and column; and `check_standings`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorecards import tasks
from scorecards.models import Scorecard, ScoreLine, StandingsSnapshot
from scorecards.sheet.reads.stored import latest_snapshot, pack_values, unpack_values
from scorecards.tests.factories import sheet
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import AuditEntry, Entry, Event, Tournament
from tournaments.people.actions.people import link_player
from tournaments.rules.seat import table_names
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user

ENTRANTS = "seat,name,acc_number\nA-1,Milt Orr,HI296\nA-2,Dale Ashby,\nA-3,Ivan Flint,\nA-4,Edie Marsh,\n"
CARDS = """seat,game,opponent,points,plus,minus
A-1,1,A-2,2,10,
A-1,2,A-3,0,,07
A-2,1,A-1,X,,10
A-2,2,A-4,3,45,
A-3,1,A-4,2,01,
A-3,2,A-1,2,07,
A-4,1,A-3,0,,01
A-4,2,A-2,-,,45
"""
TOTALS = """seat,game_points,games_won,plus,minus,net
A-1,2,1,10,7,3
A-2,3,1,45,10,35
A-3,4,2,8,0,8
A-4,0,0,0,46,-46
"""


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=2)


@pytest.fixture
def run(tmp_path: Path):
    """Write the files and import them; the faults, line by line, or [] where all went well."""

    def run(
        entrants: str | bytes = ENTRANTS, cards: str | bytes = CARDS, totals: str | bytes | None = None, **more: str
    ) -> list[str]:
        options = dict(more)
        for name, text in (("entrants", entrants), ("cards", cards), ("totals", totals)):
            if text is not None:
                (tmp_path / f"{name}.csv").write_bytes(text.encode() if isinstance(text, str) else text)
                options[name] = str(tmp_path / f"{name}.csv")
        told = io.StringIO()
        try:
            call_command("import_cards", "sierra/main", **options, stdout=io.StringIO(), stderr=told)
        except CommandError as exc:
            return [*(line for line in told.getvalue().splitlines() if ".csv:" in line), str(exc)]
        return []

    return run


def with_line(line: str) -> str:
    """The cards with this line in place of the fourth."""
    return CARDS.replace("A-2,1,A-1,X,,10", line)


def nothing_is_there() -> bool:
    return not (Entry.objects.exists() or Scorecard.objects.exists() or AuditEntry.objects.filter(action="card.typed"))


# --- A whole stack ---------------------------------------------------------------------------------------------------


def test_entrants_are_entered_and_seated_and_their_cards_written(event: Event, run) -> None:
    assert run(totals=TOTALS) == []

    on = sheet(event)
    assert [(seat, entry.name) for seat, entry in on.entries.items()] == [
        ("A-1", "Milt Orr"),
        ("A-2", "Dale Ashby"),
        ("A-3", "Ivan Flint"),
        ("A-4", "Edie Marsh"),
    ]
    assert on.crosscheck.complete
    assert [(place.seat, place.tally.game_points) for place in on.places] == [
        ("A-3", 4),
        ("A-2", 3),
        ("A-1", 2),
        ("A-4", 0),
    ]
    assert on.facts["A-4"].own.net == -46


def test_the_standings_are_there_when_the_command_ends(event: Event, run) -> None:
    run()

    stored = latest_snapshot(event)
    assert stored is not None
    assert stored.revision == Event.objects.get(pk=event.pk).revision


def test_entrants_who_are_seated_already_must_be_the_same(tournament: Tournament, run) -> None:
    four = [
        EntrantPlan(name, seat=f"A-{seat}")
        for seat, name in enumerate(("Milt Orr", "Dale Ashby", "X Y", "Edie Marsh"), 1)
    ]
    event = make_event(tournament=tournament, games=2, entrants=four, seated=True)

    assert run() == [
        "entrants.csv:4:name: A-3 is X Y in this event. Correct the name here or there.",
        "Nothing was imported: there is 1 fault, named above by file, line and column.",
    ]
    assert run(ENTRANTS.replace("Ivan Flint", "X Y")) == []
    assert sheet(event).crosscheck.complete


def test_entrants_entered_before_but_not_seated_are_not_guessed_at(event: Event, run) -> None:
    enter_entrants(event=event, entrants=[EntrantPlan("Ruth Quill")], actor=make_actor())

    assert run()[0] == (
        "entrants.csv:1: Ruth Quill is entered already, but not at a seat of this file. Take them off the list first."
    )
    assert Entry.objects.count() == 1


def test_somebody_whom_the_drawn_seats_do_not_know_is_refused(event: Event, run) -> None:
    run()

    assert run(ENTRANTS + "A-5,Ruth Quill,\n")[0].startswith("entrants.csv:6:seat: Seats are drawn and nobody has A-5.")


def test_importing_twice_changes_nothing(event: Event, run) -> None:
    run(totals=TOTALS)
    before = Event.objects.get(pk=event.pk).revision

    assert run(totals=TOTALS) == []

    assert Event.objects.get(pk=event.pk).revision == before


def test_without_a_file_of_totals_those_that_were_typed_stay(event: Event, run) -> None:
    run(totals=TOTALS)

    run(cards=with_line("A-2,1,A-1,0,,11"))

    assert sheet(event).facts["A-2"].own.net == 35


def test_a_byte_order_mark_and_windows_line_ends_are_read(event: Event, run) -> None:
    def windows(text: str) -> bytes:
        return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()

    assert run(windows(ENTRANTS), windows(CARDS), windows(TOTALS)) == []
    assert ScoreLine.objects.count() == 8


def test_five_hundred_cards_are_imported_in_some_seconds(
    tournament: Tournament, run, django_assert_max_num_queries
) -> None:
    make_event(tournament=tournament, games=2, movement="none")
    seats = [f"{table}-{seat}" for table in table_names(25) for seat in range(1, 21)]
    entrants = "seat,name\n" + "".join(f"{seat},Player {seat}\n" for seat in seats)
    cards = "seat,game,opponent,points,plus,minus\n" + "".join(
        f"{seat},{game},{seats[(place ^ 1)]},2,10,\n" for place, seat in enumerate(seats) for game in (1, 2)
    )

    with django_assert_max_num_queries(700):
        assert run(entrants, cards) == []

    assert Scorecard.objects.count() == 500


# --- Faults ----------------------------------------------------------------------------------------------------------

BEYOND = "No game ends with this spread: it is 1 to 121. [rule 1.1 (2020)]"
SPREAD = "A spread is 01 to 121, two digits below one hundred (07, not 7), or blank. [rule 12.1 (2020)]"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        pytest.param("A-2,1,A-1,0,,7", f"minus: {SPREAD}", id="7"),
        pytest.param("A-2,1,A-1,2,00,", f"plus: {BEYOND}", id="00"),
        pytest.param("A-2,1,A-1,2,122,", f"plus: {BEYOND}", id="122"),
        pytest.param("A-2,1,A-1,2,+7,", f"plus: {SPREAD}", id="sign"),
        pytest.param("A-2,1,A-1,2,007,", f"plus: {SPREAD}", id="007"),
        pytest.param(
            "A-2,1,A-1,2,10,12",
            "minus: A spread stands under plus or under minus, not under both. [our reading]",
            id="both columns",
        ),
        pytest.param(
            "A-2,1,A-1,1,,10",
            "points: Game points are 2, 3, 0 or a loss mark (X, /, –), or blank; 4 only where the event has a double skunk. "
            "[rule 12.1 (2020)]",
            id="points",
        ),
        pytest.param(
            "A-2,1,A-9,0,,10",
            "opponent: Nobody in this event has the seat A-9. Leave it blank if the paper is unreadable.",
            id="unknown opponent",
        ),
        pytest.param(
            "A-2,1,A-2,0,,10",
            "opponent: A-2 cannot play against itself. Look at the opponent on the paper again.",
            id="own seat",
        ),
        pytest.param("A-2,3,A-1,0,,10", "game: There are games 1 to 2 in this event.", id="no such game"),
        pytest.param(
            "A-2,one,A-1,0,,10", "game: A game is a number from 1 on, without spaces or leading zeros.", id="no number"
        ),
        pytest.param(
            "A-9,1,A-1,0,,10",
            "seat: Nobody in this event has the seat “A-9”, so this card belongs to nobody.",
            id="nobody",
        ),
        pytest.param("A-2,1,A-1,0,10", " This row has 5 cells, the first row names 6 columns.", id="short row"),
        pytest.param(
            'A-2,1,"A-1"x,0,,10',
            " The row that begins here is not CSV (',' expected after '\"'). Look at its quotation marks.",
            id="quotes",
        ),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_imported(event: Event, run, line: str, fault: str) -> None:
    assert run(cards=with_line(line))[0] == f"cards.csv:4:{fault}"
    assert nothing_is_there()


def test_a_game_twice_on_a_card_is_named_on_the_second_line(event: Event, run) -> None:
    assert run(cards=CARDS + "A-1,2,A-4,0,,12\n")[0] == (
        "cards.csv:10:game: Game 2 is on this card twice. Leave one of the two lines out."
    )


def test_every_fault_of_every_file_is_named(event: Event, run) -> None:
    found = run(
        ENTRANTS.replace("A-2,Dale Ashby", "A-1,").replace("HI296", "hi296"),
        with_line("A-2,1,A-1,5,7,8"),
        TOTALS.replace("A-3,4", "A-3,four") + "A-9,1,1,1,1,1\n",
    )

    assert [line.split(": ")[0] for line in found[:-1]] == [
        "cards.csv:4:minus",
        "cards.csv:4:plus",
        "cards.csv:4:points",
        "entrants.csv:2:acc_number",
        "entrants.csv:3:name",
        "entrants.csv:3:seat",
        "totals.csv:4:game_points",
        "totals.csv:6:seat",
    ]
    assert nothing_is_there()


def test_an_unknown_game_is_named_beside_other_faults(event: Event, run) -> None:
    found = run(cards=with_line("A-2,1,A-1,X,,7") + "A-1,99,A-2,2,10,\n")

    last = len(CARDS.splitlines()) + 1
    assert [line.split(": ")[0] for line in found[:-1]] == ["cards.csv:4:minus", f"cards.csv:{last}:game"]
    assert nothing_is_there()


@pytest.mark.parametrize("name", ["entrants", "cards", "totals"])
def test_a_missing_column_is_named(event: Event, run, name: str) -> None:
    files = {"entrants": ENTRANTS, "cards": CARDS, "totals": TOTALS}
    column = {"entrants": "name", "cards": "minus", "totals": "net"}[name]
    files[name] = files[name].replace(column, "wrong", 1)

    assert run(**files)[0].startswith(f"{name}.csv:1:{column}: The column “{column}” is missing. The first row names: ")


def test_an_empty_file_is_named(event: Event, run) -> None:
    assert run(cards="")[0] == (
        "cards.csv:1: This file is empty. Its first row names the columns: seat, game, opponent, points, plus, minus."
    )


def test_another_encoding_is_named_with_its_line(event: Event, run) -> None:
    entrants = ENTRANTS.replace("Ivan Flint", "Iván Flint").encode("latin-1")

    assert run(entrants)[0] == "entrants.csv:4: Byte 0xE1 here is not UTF-8. Save the file again as “CSV UTF-8”."


def test_ten_thousand_bad_rows_are_all_named_and_what_was_there_stays(event: Event, run) -> None:
    run()
    before = list(ScoreLine.objects.order_by("pk").values())
    bad = "".join(f"A-{1 + row % 4},1,A-2,2,7,\n" for row in range(10_000))

    found = run(cards="seat,game,opponent,points,plus,minus\n" + bad)

    named = {line.split(":")[1] for line in found[:-1] if ":plus: " in line}
    assert named == {str(line) for line in range(2, 10_002)}
    assert list(ScoreLine.objects.order_by("pk").values()) == before


def test_seats_at_which_nobody_can_play_so_many_games_are_refused(tournament: Tournament, run) -> None:
    make_event(tournament=tournament, games=9)

    assert "table A has 4, so 3 opponents" in run()[0]
    assert nothing_is_there()


def test_a_no_show_has_no_card(event: Event, run) -> None:
    run(cards=CARDS.partition("A-1,1")[0])
    set_status(entry=event.entries.get(table="A", seat_number=4), status="no_show", reason="ill", actor=make_actor())

    assert run()[0] == "cards.csv:8:seat: A-4 did not show up and has no card. Mark Edie Marsh as playing first."


def test_what_a_file_says_cannot_move_the_cursor(event: Event, run) -> None:
    assert "\x1b" not in "".join(run(cards=with_line("\x1b[2JA,1,A-1,0,,10")))


def test_a_file_that_is_not_there_and_an_event_that_is_not_there(event: Event, tmp_path: Path) -> None:
    (tmp_path / "entrants.csv").write_text(ENTRANTS, encoding="utf-8")
    paths = {"entrants": str(tmp_path / "entrants.csv"), "cards": str(tmp_path / "none.csv")}

    with pytest.raises(CommandError, match=r"none\.csv cannot be read"):
        call_command("import_cards", "sierra/main", **paths)
    with pytest.raises(CommandError, match="There is no event “sierra/other”"):
        call_command("import_cards", "sierra/other", **paths)
    with pytest.raises(CommandError, match=r"is no event\. Write tournament/event"):
        call_command("import_cards", "sierra", **paths)


# --- By whom ---------------------------------------------------------------------------------------------------------


def test_importing_cards_needs_a_checker_and_entering_people_a_registrar(
    tournament: Tournament, event: Event, run
) -> None:
    make_user("viewer", role="viewer", tournament=tournament)
    make_user("checker", role="checker", tournament=tournament)
    make_user("director", role="director", tournament=tournament)

    assert "This is for checkers and the director." in run(by="viewer")[-1]
    assert "This is for registrars and the director." in run(by="checker")[-1]
    assert "Nobody signs in as “stranger”" in run(by="stranger")[-1]
    assert nothing_is_there()
    assert run(by="director") == []
    assert run(by="checker", cards=with_line("A-2,1,A-1,0,,11")) == []


def test_nobody_imports_a_card_of_their_own(tournament: Tournament, event: Event, run) -> None:
    director = make_user("director", role="director", tournament=tournament)
    run(cards="seat,game,opponent,points,plus,minus\nA-2,1,A-1,0,,10\n")
    link_player(entry=event.entries.get(table="A", seat_number=1), username="director", actor=make_actor(director))

    assert "A-1 is your own card." in run(by="director")[-1]
    assert Scorecard.objects.count() == 1


def test_the_trail_says_who_imported(tournament: Tournament, event: Event, run) -> None:
    director = make_user("director", role="director", tournament=tournament)
    director.first_name, director.last_name = "Rosalind", "Pike"
    director.save()

    run(by="director")

    typed = AuditEntry.objects.filter(action="card.typed")
    assert {(row.actor_kind, row.actor_key, row.actor_name) for row in typed} == {
        ("command", "import_cards", "Rosalind Pike")
    }
    assert sorted(row.subject_key for row in typed) == ["A-1", "A-2", "A-3", "A-4"]


# --- check_standings -------------------------------------------------------------------------------------------------


def check(*arguments: str) -> list[str]:
    told = io.StringIO()
    try:
        call_command("check_standings", *arguments, stdout=told)
    except CommandError as exc:
        return [*told.getvalue().splitlines(), str(exc)]
    return told.getvalue().splitlines()


def test_standings_that_agree_with_the_cards(event: Event, run) -> None:
    assert check() == ["No event has cards yet."]

    run()

    assert check() == ["sierra/main: the standings agree with the cards."]
    assert check("sierra/main") == ["sierra/main: the standings agree with the cards."]


def test_standings_that_do_not_agree_are_named_and_made_anew(event: Event, run) -> None:
    run()
    stored = latest_snapshot(event)
    shown = unpack_values(stored.body)
    shown["rows"][0]["game_points"] += 1
    StandingsSnapshot.objects.filter(pk=stored.pk).update(body=pack_values(shown))

    assert check() == [
        "sierra/main: wrong for A-3. The standings were computed again from the cards.",
        "The stored standings of 1 event were wrong.",
    ]
    assert check() == ["sierra/main: the standings agree with the cards."]


def test_no_shows_whose_seat_is_taken_do_not_matter_to_an_import(event: Event, run) -> None:
    enter_entrants(event=event, entrants=[EntrantPlan("Ruth Quill")], actor=make_actor())
    set_status(entry=event.entries.get(), status="no_show", reason="ill", actor=make_actor())

    assert run() == []
    assert tasks.check_standings(event) == []


def test_an_event_whose_seats_are_drawn_by_hand_takes_the_cards(event: Event, run) -> None:
    four = [
        EntrantPlan(name, seat=f"A-{n}")
        for n, name in enumerate(("Milt Orr", "Dale Ashby", "Ivan Flint", "Edie Marsh"), 1)
    ]
    enter_entrants(event=event, entrants=four, actor=make_actor())

    assert run() == []

    assert Event.objects.get(pk=event.pk).phase == "qualifying"
    with pytest.raises(Exception, match="drawn already"):
        draw_seats(event=event, actor=make_actor())
