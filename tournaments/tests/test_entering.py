"""One person in several events, whole lists, the door, late seats, and who does not play: acts and pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tournaments import keys
from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.day.reads.late_entry import late_seats
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.entering import LeftOut, PersonPlan, enter_list, enter_people
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.registrations import RegistrationPlan, decline_registration, send_registration
from tournaments.entrants.reads.check_in import events_of_the_day, people_today
from tournaments.entrants.reads.exclusions import exclusions
from tournaments.entrants.reads.known import known_players
from tournaments.entrants.reads.listing import Meanings, listed
from tournaments.entrants.rules.pasted_list import read_sheet
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, FeeTaken, PersonalLink, Player, Tournament
from tournaments.money.actions.money import write_line
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, html_of, in_role, of, signed_in, text_of
from tournaments.tests.test_registrations import make_fee

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def main(tournament: Tournament) -> Event:
    return make_event(tournament=tournament)


@pytest.fixture
def consolation(tournament: Tournament, main: Event) -> Event:
    return make_event(tournament=tournament, slug="consolation", kind="consolation")


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    return in_role(tournament, "registrar")


def enter(tournament: Tournament, *people: PersonPlan) -> list[Player]:
    return enter_people(tournament=tournament, people=people, actor=make_actor())


def both(name: str, **given: Any) -> PersonPlan:
    return PersonPlan(name, seats={"main": "", "consolation": ""}, **given)


# --- Several events --------------------------------------------------------------------------------------------------


def test_one_person_without_a_number_is_one_player_in_both_events(consolation: Event) -> None:
    pool = make_fee(consolation)

    [player] = enter(consolation.tournament, both("Ruth Quill", pools=frozenset({pool.pk}), club="Reno Pegs"))

    assert player.entries.count() == 2
    assert FeeTaken.objects.get().entry == consolation.entries.get()
    assert Player.objects.get().club == "Reno Pegs"


def test_one_fault_enters_nobody_and_is_named_by_the_persons_place(consolation: Event) -> None:
    people = [both("Ruth Quill"), PersonPlan("Carl Stone", "XX", seats={"main": ""}), PersonPlan("Nina Vance")]

    with pytest.raises(Malformed) as refused:
        enter(consolation.tournament, *people)

    assert {(fault.field, fault.code) for fault in refused.value.faults} == {
        ("1.acc_number", "invalid"),
        ("2.events", "required"),
    }
    assert not Entry.objects.exists()


def test_a_seat_that_is_taken_is_named_with_its_event_and_nobody_is_entered(consolation: Event) -> None:
    enter_entrants(event=consolation, entrants=[EntrantPlan("Otto Wren", seat="A-7")], actor=make_actor())

    with pytest.raises(Refused) as refused:
        enter(consolation.tournament, both("Ruth Quill"), PersonPlan("Carl Stone", seats={"consolation": "A-7"}))

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("1.seats.consolation", "exists")]
    assert Entry.objects.count() == 1


def test_the_same_person_is_not_entered_twice_in_an_event(main: Event) -> None:
    plan = PersonPlan("Ruth Quill", "HI296", seats={"main": ""})
    enter(main.tournament, plan)

    with pytest.raises(Refused, match="is entered in Main event already"):
        enter(main.tournament, plan)


def test_a_pool_needs_its_event(consolation: Event) -> None:
    pool = make_fee(consolation)

    with pytest.raises(Malformed, match="each fault is named") as refused:
        enter(consolation.tournament, PersonPlan("Ruth Quill", seats={"main": ""}, pools=frozenset({pool.pk})))

    assert [fault.field for fault in refused.value.faults] == ["0.pools"]


def test_the_desk_enters_in_both_events_and_is_told_what_is_open(consolation: Event, desk: Client) -> None:
    make_fee(consolation, "Entry", 3000, optional=False)

    bad = desk.post(address("enter", "sierra"), {"name": "Ruth Quill", "acc_number": "x"})
    good = desk.post(address("enter", "sierra"), {"name": "Ruth Quill", "events": ["main", "consolation"]}, follow=True)

    assert (bad.status_code, set(bad.context["form"].errors)) == (422, {"acc_number", "events"})
    assert 'value="Ruth Quill"' in bad.content.decode()
    assert "$30 is open" in text_of(good)


# --- Known people ----------------------------------------------------------------------------------------------------


def test_known_are_people_of_this_tournament_and_of_those_with_a_role_in_them(main: Event) -> None:
    mine, other, old = make_tournament("mine"), make_tournament("other"), make_tournament("old")
    for place, known in enumerate((mine, other, old)):
        make_event(tournament=known, entrants=[EntrantPlan(f"Ruth {known.slug}", f"HI{place}")])
    enter(main.tournament, PersonPlan("Ruth Here", seats={"main": ""}))
    user = make_user(role="registrar", tournament=main.tournament)
    user.roles.create(tournament=mine, kind="checker")
    user.roles.create(tournament=old, kind="registrar", ends_at=timezone.now() - timedelta(hours=1))
    viewer = make_user(role="registrar", tournament=main.tournament)
    viewer.roles.create(tournament=mine, kind="viewer")

    assert [one.name for one in known_players(user, main.tournament, "ruth")] == ["Ruth Here", "Ruth mine"]
    assert [one.name for one in known_players(user, main.tournament, "hi0")] == ["Ruth mine"]
    assert [one.name for one in known_players(viewer, main.tournament, "ruth")] == ["Ruth Here"]
    assert known_players(user, main.tournament, "r") == []


def test_choosing_somebody_known_enters_that_person_and_nobody_hidden(main: Event) -> None:
    mine, other = make_tournament("mine"), make_tournament("other")
    [known] = make_event(tournament=mine, entrants=[EntrantPlan("Ruth Quill")]).entries.all()
    [hidden] = make_event(tournament=other, entrants=[EntrantPlan("Carl Stone")]).entries.all()
    user = make_user(role="registrar", tournament=main.tournament)
    user.roles.create(tournament=mine, kind="registrar")
    browser = signed_in(user)

    shown = browser.get(address("known", "sierra"), {"name": "quill"})
    refused = browser.post(
        address("enter", "sierra"), {"name": "Carl Stone", "player": hidden.player_id, "events": ["main"]}
    )
    browser.post(address("enter", "sierra"), {"name": "Ruth Quill", "player": known.player_id, "events": ["main"]})

    assert f'data-player="{known.player_id}"' in shown.content.decode()
    assert refused.status_code == 422
    assert main.entries.get().player_id == known.player_id


# --- Lists -----------------------------------------------------------------------------------------------------------

LIST = """First;Last;ACC#;Event;Q-pool
Ruth;Quill;CA1;Main, Consolation;x
Carl;Stone;XX;main;
Otto;Wren;;main;
;;NV9;main;
Nina;Vance;CA4;mian;
Ruth;Quill;CA1;main;
"""


def look(desk: Client, text: str, **more: Any) -> Any:
    return desk.post(address("enter_list", "sierra"), {"text": text, **more})


def test_a_list_is_looked_at_and_every_fault_has_line_column_and_cure(consolation: Event, desk: Client) -> None:
    enter(consolation.tournament, PersonPlan("Otto Wren", "NV7", seats={"main": ""}))
    pool = make_fee(consolation)

    shown = look(desk, LIST).context["shown"]

    assert shown.columns == ["first", "last", "acc_number", "event", f"pool:{pool.pk}"]
    faults = [(one.row.line, fault.column, fault.message) for one in shown.faulty for fault in one.row.faults]
    assert [(line, column) for line, column, _message in faults] == [
        (3, "ACC#"),
        (4, ""),
        (5, "Last"),
        (6, "Event"),
        (7, ""),
    ]
    assert faults[1][2] == "Otto Wren, ACC NV7 has the same name (Main event)."
    assert faults[3][2] == "There is no event “mian”. Write one of: main, consolation."
    assert faults[4][2] == "Line 2 is the same person: Ruth Quill, ACC CA1."
    assert Entry.objects.count() == 1


def test_nothing_is_entered_until_every_fault_is_cured_or_left_out(consolation: Event, desk: Client) -> None:
    pool = make_fee(consolation)
    enter(consolation.tournament, PersonPlan("Otto Wren", "NV7", seats={"main": ""}))
    seen = look(desk, LIST).context["shown"].mark

    refused = look(desk, LIST, seen=seen, enter="1", leave=["3", "5"])
    assert (refused.status_code, Entry.objects.count()) == (422, 1)
    assert "3 lines have a fault" in text_of(refused)
    done = look(desk, LIST, seen=seen, enter="1", leave=["3", "5", "6", "7"], keep=["4"])

    assert done["Location"] == address("not_playing", "sierra")
    assert sorted(main_names(consolation.tournament)) == ["Otto Wren", "Otto Wren", "Ruth Quill"]
    assert FeeTaken.objects.get().fee == pool
    told = text_of(desk.get(address("not_playing", "sierra")))
    assert "Carl Stone line 3" in told
    assert "An ACC number is two capital letters" in told


def test_whoever_waits_to_be_accepted_is_noticed_in_a_list(
    main: Event, consolation: Event, desk: Client, tournament: Tournament
) -> None:
    for name, acc_number, events in (
        ("Ruth Quill", "CA1", ("main",)),
        ("Otto Wren", "", ("consolation",)),
        ("Nina Vance", "", ("main",)),
    ):
        plan = RegistrationPlan(name, acc_number, phone="775 555 0100", events=events)
        send_registration(tournament=tournament, plan=plan, actor=Actor.of_form())
    gone = tournament.registrations.get(name="Nina Vance")
    decline_registration(registration=gone, reason="Full", actor=make_actor())
    text = "Name,ACC\nRuth Quill,CA1\nOtto Wren,\nNina Vance,\nDale Ashby,"
    sent: dict[str, Any] = {"text": text, "head": "yes", "usual": ["main"]}

    seen = desk.post(address("enter_list", "sierra"), sent)

    # Otto asked for another event, and Nina’s was declined.
    told = [(one.row.name, [fault.message for fault in one.row.faults]) for one in seen.context["shown"].faulty]
    assert told == [
        (
            "Ruth Quill",
            [
                "Registration 1 is of the same person: Ruth Quill, ACC CA1. It waits for the desk: accept it and leave this line out."
            ],
        )
    ]
    assert "Somebody else: enter" in text_of(seen)
    sent |= {"seen": seen.context["shown"].mark, "enter": "1"}
    assert desk.post(address("enter_list", "sierra"), sent).status_code == 422
    assert desk.post(address("enter_list", "sierra"), {**sent, "leave": ["2"]}).status_code == 302
    assert sorted(main_names(tournament)) == ["Dale Ashby", "Nina Vance", "Otto Wren"]


def main_names(tournament: Tournament) -> list[str]:
    return list(Entry.objects.filter(event__tournament=tournament, event__slug="main").values_list("name", flat=True))


def test_a_list_that_was_changed_is_looked_at_again_before_it_is_entered(main: Event, desk: Client) -> None:
    text = "Ruth Quill, CA1\nCarl Stone, CA2\n"
    seen = look(desk, text, usual=["main"]).context["shown"].mark

    answer = look(desk, text + "Nina Vance\n", usual=["main"], seen=seen, enter="1", leave=["1"])

    assert answer.status_code == 422
    assert "The list was changed" in text_of(answer)
    # A tick of the list before is of another line now.
    assert answer.context["shown"].left_out == []
    assert not Entry.objects.exists()


def test_columns_can_be_said_otherwise_than_guessed(main: Event, desk: Client) -> None:
    text = "Reno Pegs,Ruth Quill\n"
    seen = look(desk, text, usual=["main"]).context["shown"].mark
    changed = {"usual": ["main"], "column-0": "club", "column-1": "name", "seen": seen}

    again = look(desk, text, **changed)
    unusable = look(desk, text, **{**changed, "column-1": "club"})
    look(desk, text, **{**changed, "seen": again.context["shown"].mark, "enter": "1"})

    assert [(row.name, row.club) for row in again.context["shown"].rows] == [("Ruth Quill", "Reno Pegs")]
    assert (unusable.status_code, "Two columns mean the same" in text_of(unusable)) == (422, True)
    assert main.entries.get().player.club == "Reno Pegs"


def test_a_file_of_an_old_spreadsheet_stands_in_the_field_afterwards(main: Event, desk: Client) -> None:
    file = SimpleUploadedFile("list.csv", "Name;Club\nZoë Quill;Café Pegs\n".encode("cp1252"))

    answer = desk.post(address("enter_list", "sierra"), {"file": file, "usual": ["main"]})

    assert [row.name for row in answer.context["shown"].rows] == ["Zoë Quill"]
    assert "Zoë Quill;Café Pegs" in answer.content.decode()


MAC_LIST = "Name;Club\rJosé Núñez;Café Pegs\rRuth Quill;Reno\r".encode("mac_roman")


def send(desk: Client, data: bytes, name: str = "list.csv") -> Any:
    return desk.post(address("enter_list", "sierra"), {"file": SimpleUploadedFile(name, data), "usual": ["main"]})


def names(answer: Any) -> list[str]:
    return [row.name for row in answer.context["shown"].rows]


def test_a_file_of_an_old_mac_is_read_as_names_and_the_page_says_so(main: Event, desk: Client) -> None:
    answer = send(desk, MAC_LIST)
    shown = answer.context["shown"]

    assert names(answer) == ["José Núñez", "Ruth Quill"]
    assert '<option value="mac_roman" selected>As a Mac writes them</option>' in answer.content.decode()
    text = answer.context["form"].cleaned_data["text"].replace("\r", "\r\n")
    read = {"coding": "mac_roman", "read_as": "mac_roman", "usual": ["main"], "seen": shown.mark}
    assert look(desk, text, enter="1", **read).status_code == 302
    assert sorted(main_names(main.tournament)) == ["José Núñez", "Ruth Quill"]


def test_letters_that_were_guessed_wrong_are_read_the_other_way_and_what_was_said_stays(
    main: Event, desk: Client
) -> None:
    seen = send(desk, MAC_LIST).context
    text, mark = seen["form"].cleaned_data["text"], seen["shown"].mark
    changed = {"read_as": "mac_roman", "coding": "cp1252", "usual": ["main"], "seen": mark, "column-1": "acc_number"}

    other = look(desk, text, **changed, leave=["2"])
    early = look(desk, text, **changed, leave=["2", "3"], enter="1")
    form = other.context["form"]
    back = look(desk, form.data["text"], read_as=form.data["read_as"], coding="mac_roman", usual=["main"])

    assert names(other) == ["JosŽ Nœ–ez", "Ruth Quill"]
    assert other.context["shown"].columns == ["name", "acc_number"]
    assert [one.line for one in other.context["shown"].left_out] == [2]
    assert (early.status_code, "The list was changed" in text_of(early)) == (422, True)
    assert names(back) == ["José Núñez", "Ruth Quill"]


def test_a_file_in_unicode_asks_nothing_about_its_letters(main: Event, desk: Client) -> None:
    answer = send(desk, "Name;Club\nJosé Núñez;Café Pegs\n".encode())

    assert names(answer) == ["José Núñez"]
    assert "Letters of the file" not in text_of(answer)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("list.xlsx", b"PK\x03\x04" + b"\x14\x00" * 40),
        ("list.numbers", b"PK\x03\x04" + b"\0" * 2_000_000),
        ("list.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512),
    ],
)
def test_a_workbook_is_refused_with_how_a_list_is_made_of_it(main: Event, desk: Client, name: str, data: bytes) -> None:
    answer = send(desk, data, name)

    assert answer.status_code == 422
    assert answer.context["form"].errors["file"] == [
        "This is a workbook, not a list. In Excel: File, Save as, CSV UTF-8. Or copy the cells and paste them here."
    ]
    assert "shown" not in answer.context or answer.context["shown"] is None
    assert f".{name.rsplit('.')[1]}" in answer.content.decode()


def test_a_file_with_excels_own_first_line_is_read_by_it(main: Event, desk: Client) -> None:
    answer = send(desk, b"sep=;\r\nName;Club\r\nQuill, Ruth;Reno, Nevada\r\n")

    assert [(row.line, row.name, row.club) for row in answer.context["shown"].rows] == [
        (3, "Ruth Quill", "Reno, Nevada")
    ]


def test_the_button_says_what_it_does(main: Event, consolation: Event, desk: Client) -> None:
    enter(main.tournament, PersonPlan("Otto Wren", "NV7", seats={"main": ""}))
    faulty = ["3", "4", "5", "6", "7"]

    def buttons(answer: Any) -> list[str]:
        return re.findall(r'type="submit"[^>]*>([^<]*(?:Enter|Look at it)[^<]*)<', html_of(answer))

    first = look(desk, LIST, seen="")
    seen = first.context["shown"].mark
    ticked = look(desk, LIST, seen=seen, leave=faulty)
    one_kept = look(desk, LIST, seen=seen, leave=[line for line in faulty if line != "4"], keep=["4"])
    nobody = look(desk, "Carl Stone,XX\n", usual=["main"])
    none_left = look(desk, "Carl Stone,XX\n", usual=["main"], seen=nobody.context["shown"].mark, leave=["1"])

    assert buttons(first) == ["Look at it again"]
    assert "5 lines have a fault. Fix them in the list, or tick what to do with each." in text_of(first)
    assert buttons(ticked) == ["Enter 1 person, leave out 5 lines", "Look at it again"]
    assert buttons(one_kept) == ["Enter 2 people, leave out 4 lines", "Look at it again"]
    assert buttons(none_left) == ["Look at it again"]
    assert "there is nobody to enter" in text_of(none_left)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Paste a list, or choose a file."),
        ("Name;Club\n", "There is nobody in it"),
        ('"' + "x" * 140_000, "A quote is opened and not closed."),
        ("Ruth Quill\n" * 1001, "These are more than 1000 people."),
    ],
    ids=["empty", "a head alone", "an open quote", "too many"],
)
def test_a_text_that_is_no_list_is_refused_in_words(main: Event, desk: Client, text: str, why: str) -> None:
    answer = look(desk, text)

    assert answer.status_code == 422
    assert why in text_of(answer)


def test_lines_around_the_people_are_named_and_enter_nobody(main: Event, desk: Client) -> None:
    page = text_of(look(desk, "Sierra Open\nName,Club\nRuth Quill,Reno\nTotal,1\n", usual=["main"]))

    assert "Not read, because it names nobody: line 1 (Sierra Open); line 4 (Total 1)." in page
    assert "Enter 1 person" in page


def test_a_list_takes_as_many_queries_for_one_as_for_many(main: Event, django_assert_num_queries: Any) -> None:
    for rows in (1, 30):
        meanings = Meanings(main.tournament)
        sheet = read_sheet("".join(f"Player {n}, CA{n}\n" for n in range(rows)))
        with django_assert_num_queries(3):
            listed(meanings, sheet, meanings.guess(sheet), ["main"])


def test_through_the_api_a_list_says_who_is_left_out(consolation: Event) -> None:
    registrar = api_of(make_user(role="registrar", tournament=consolation.tournament))
    body = {
        "people": [{"name": "Ruth Quill", "events": {"main": "", "consolation": ""}}],
        "left_out": [{"line": 2, "name": "Carl Stone", "reason": "Twice"}],
    }

    entered = registrar.post(f"{API}entries/", body)
    wrong = registrar.post(f"{API}entries/", {"people": [{"name": "Carl Stone", "events": {"open": ""}}]})
    told = registrar.get(f"{API}exclusions/").json()

    assert (entered.status_code, entered.json()[0]["name"]) == (201, "Ruth Quill")
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "0.events")
    assert [(one["kind"], one["name"], one["reason"]) for one in told] == [("left_out", "Carl Stone", "Twice")]


def test_how_people_are_reached_is_read_from_a_list_and_shown_to_the_desk_alone(main: Event, desk: Client) -> None:
    lines = "Name,E-mail,Cell phone\nRuth Quill,ruth@example.org,555-0137\nCarl Stone,carl,\n"
    shown = look(desk, lines, usual=["main"]).context["shown"]
    mended = look(desk, lines.replace("carl,", ","), usual=["main"])
    entered = look(desk, lines.replace("carl,", ","), usual=["main"], enter="1", seen=mended.context["shown"].mark)

    assert [(one.row.line, one.row.faults[0].column) for one in shown.faulty] == [(3, "E-mail")]
    assert entered.status_code == 302
    assert "555-0137 ruth@example.org" in text_of(desk.get(address("check_in", "sierra"), {"q": "ruth"}))
    reader = Client()
    for page in (of("entrants", main), f"{API}events/main/entrants/"):
        assert "555-0137" not in reader.get(page).content.decode()
    api = api_of(make_user(role="registrar", tournament=main.tournament)).get(f"{API}check-in/").json()
    assert {person["entries"][0]["phone"] for person in api["people"]} == {"555-0137", ""}


# --- The door --------------------------------------------------------------------------------------------------------


def test_one_tap_checks_in_to_all_events_and_is_taken_back(consolation: Event, desk: Client) -> None:
    satellite = make_event(tournament=consolation.tournament, slug="satellite", kind="satellite")
    Event.objects.filter(pk=satellite.pk).update(starts_at=timezone.now() + timedelta(days=2))
    Event.objects.exclude(pk=satellite.pk).update(starts_at=timezone.now())
    seats = {"main": "", "consolation": "", "satellite": ""}
    [player] = enter(consolation.tournament, PersonPlan("Ruth Quill", seats=seats))
    enter(consolation.tournament, PersonPlan("Carl Stone", seats={"main": ""}))

    here = desk.post(address("check_in", "sierra"), {"here": player.pk}, follow=True)
    again = check_in(tournament=consolation.tournament, player=player, actor=make_actor())

    assert "1 of 2 here" in text_of(here)
    assert {entry.event.slug for entry in Entry.objects.exclude(checked_in_at=None)} == set(seats)
    assert len(again) == 3
    assert AuditEntry.objects.filter(action="player.checked-in").count() == 1
    desk.post(address("check_in", "sierra"), {"away": player.pk})
    assert not Entry.objects.exclude(checked_in_at=None).exists()


def test_whoever_is_here_is_here_for_an_event_entered_later(main: Event, consolation: Event) -> None:
    plans = [PersonPlan(name, seats={"main": ""}) for name in ("Ruth Quill", "Carl Stone")]
    ruth, carl = enter(main.tournament, *plans)
    check_in(tournament=main.tournament, player=ruth, actor=make_actor())

    late = [PersonPlan(player.name, seats={"consolation": ""}, player=player.pk) for player in (ruth, carl)]
    enter(main.tournament, *late)

    assert [person.name for person in people_today(main.tournament) if person.is_here] == ["Ruth Quill"]
    assert [entry.name for entry in consolation.entries.exclude(checked_in_at=None)] == ["Ruth Quill"]


@pytest.mark.parametrize(("kind", "note"), [("cash", ""), ("cheque", ""), ("waiver", "Volunteer")])
def test_one_tap_checks_in_and_writes_what_is_paid(main: Event, desk: Client, kind: str, note: str) -> None:
    make_fee(main, "Entry", 7500, kind="entry", optional=False)
    [player] = enter(main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}))
    sent = {"paid": f"{kind}-{player.pk}-7500-7500", "note": note}

    answers = [desk.post(address("check_in", "sierra"), sent, follow=True) for _twice in range(2)]

    assert "Ruth Quill is here: Main event. $75" in text_of(answers[0])
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [(line.kind, line.cents) for line in main.tournament.ledger.all()] == [(kind, 7500)]
    acts = AuditEntry.objects.filter(subject_kind__in=("player", "ledger")).values_list("action", flat=True)
    written = "money.waived" if kind == "waiver" else "money.received"
    assert sorted(acts) == sorted(["player.checked-in", written])


def test_nobody_is_checked_in_with_money_that_is_not_open(main: Event, desk: Client) -> None:
    make_fee(main, "Entry", 7500, optional=False)
    [player] = enter(main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}))
    write_line(tournament=main.tournament, player=player, kind="cash", cents=2500, actor=make_actor())

    answer = desk.post(address("check_in", "sierra"), {"paid": f"cash-{player.pk}-7500-7500"})

    assert (answer.status_code, main.entries.get().checked_in_at) == (409, None)
    assert "Here, $50 cash" in text_of(answer)


def test_pools_are_taken_and_left_at_the_door(main: Event, desk: Client) -> None:
    fee = make_fee(main, "Q-pool", 1000, optional=True)
    [player] = enter(main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}))
    sent = f"{player.pk}-{main.entries.get().number}-{fee.pk}"

    taken = desk.post(address("check_in", "sierra"), {"take": sent}, follow=True)
    assert "Here, $10 cash" in text_of(taken)
    desk.post(address("check_in", "sierra"), {"leave": sent})
    gone = desk.post(address("check_in", "sierra"), {"take": f"{player.pk}-99-{fee.pk}"})

    assert not FeeTaken.objects.exists()
    assert gone.status_code == 404


def test_the_day_is_the_halls_and_before_the_weekend_its_first(main: Event, consolation: Event) -> None:
    # 03:00 UTC is still the evening before in Reno.
    Event.objects.filter(pk=main.pk).update(starts_at=datetime(2040, 3, 7, 3, tzinfo=UTC))
    Event.objects.filter(pk=consolation.pk).update(starts_at=datetime(2040, 3, 7, 20, tzinfo=UTC))

    assert events_of_the_day(main.tournament) == [main]


def test_somebody_who_does_not_play_is_not_checked_in(main: Event, desk: Client) -> None:
    [player] = enter(main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}))
    set_status(entry=main.entries.get(), status="no_show", reason="Flight cancelled", actor=make_actor())

    answer = desk.post(address("check_in", "sierra"), {"here": player.pk})

    assert answer.status_code == 409
    assert "Say on the entrant’s page that they play again" in text_of(answer)
    assert "Flight cancelled" in text_of(desk.get(address("not_playing", "sierra")))


@pytest.mark.parametrize("typed", ["quill", "hi296", "a7", "link", "key"])
def test_somebody_is_found_by_name_number_seat_and_the_code_of_a_slip(main: Event, desk: Client, typed: str) -> None:
    enter(main.tournament, PersonPlan("Ruth Quill", "HI296", seats={"main": "A-7"}))
    enter(main.tournament, PersonPlan("Carl Stone", "NV1", seats={"main": "A-8"}))
    nonce = keys.new_nonce()
    PersonalLink.objects.create(entry=main.entries.get(name="Ruth Quill"), nonce=nonce)
    key = keys.key_of("me", nonce)
    text = {"link": f"http://hall.example/me/{key}/", "key": keys.readable(key).lower()}.get(typed, typed)

    answer = desk.get(address("check_in", "sierra"), {"q": text})

    assert [one.name for one in answer.context["page"]] == ["Ruth Quill"]
    assert key not in answer.content.decode()


def test_the_door_shows_what_is_owed_and_who_is_missing(main: Event, desk: Client) -> None:
    make_fee(main, "Entry", 7500, optional=False)
    [player, _other] = enter(
        main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}), PersonPlan("Carl Stone", seats={"main": ""})
    )
    check_in(tournament=main.tournament, player=player, actor=make_actor())

    answer = desk.get(address("check_in", "sierra"), {"show": "away"})

    assert [one.name for one in answer.context["page"]] == ["Carl Stone"]
    assert "$75 open" in text_of(answer)


def test_the_door_and_its_list_on_paper_come_to_the_same(main: Event, desk: Client) -> None:
    make_fee(main, "Entry", 7500, optional=False)
    plans = [PersonPlan(name, seats={"main": ""}) for name in ("Ruth Quill", "Carl Stone", "Edie Marsh", "Ivan Flint")]
    ruth, carl, edie, _ivan = enter(main.tournament, *plans)
    for player, kind, cents in ((ruth, "cash", 7500), (carl, "cheque", 8000), (edie, "cash", 2500)):
        write_line(tournament=main.tournament, player=player, kind=kind, cents=cents, actor=make_actor())
    check_in(tournament=main.tournament, player=ruth, actor=make_actor())
    set_status(
        entry=main.entries.get(name="Ivan Flint"), status="no_show", reason="Flight cancelled", actor=make_actor()
    )

    door = text_of(desk.get(address("check_in", "sierra")))
    found = text_of(desk.get(address("check_in", "sierra"), {"q": "ruth"}))
    paper = text_of(desk.get(of("sheets", main, "check-in")))
    api = api_of(make_user(role="registrar", tournament=main.tournament)).get("/api/v1/tournaments/sierra/check-in/")

    sums = "People 4 Here 1 Not here yet 2 Not playing 1 Owed $300 Paid $180 Open, 2 people $125 To give back $5"
    assert sums in door
    assert sums in found
    assert "In all 4 people 1 here, 2 not here yet, 1 not playing $300 $180 $125 $5 to give back" in paper
    assert [api.json()[name] for name in ("owed", "paid", "open")] == [30000, 18000, 12500]


def test_check_in_through_the_api(main: Event) -> None:
    registrar = api_of(make_user(role="registrar", tournament=main.tournament))
    [player] = enter(main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}))

    here = registrar.put(f"{API}check-in/{player.pk}/")
    counted = registrar.get(f"{API}check-in/").json()
    gone = registrar.delete(f"{API}check-in/{player.pk}/")
    nobody = registrar.put(f"{API}check-in/999999/")

    assert (here.status_code, here.json()["here"]) == (200, True)
    assert (counted["here"], counted["expected"], counted["events"]) == (1, 1, ["main"])
    assert gone.json()["here"] is False
    assert nobody.status_code == 404


@pytest.mark.parametrize("people", [1, 6])
def test_the_door_takes_as_many_queries_for_one_as_for_many(
    main: Event, people: int, django_assert_num_queries: Any
) -> None:
    enter(main.tournament, *(PersonPlan(f"Player {n}", seats={"main": ""}) for n in range(people)))

    with django_assert_num_queries(7):
        people_today(main.tournament)


# --- Late, and not at all --------------------------------------------------------------------------------------------


def test_a_late_entry_is_told_the_free_seats_and_what_they_do_to_sit_outs(tournament: Tournament, desk: Client) -> None:
    event = make_event(tournament=tournament, entrants=5, seated=True)

    tables = late_seats(event)

    assert [(one.seats, one.grows) for one in tables] == [(("A-6",), False), (("A-7", "A-8"), True)]
    assert "and nobody sits out" in tables[0].effect
    shown = text_of(desk.get(of("entrants", event)))
    assert "plays from game 1 on" in shown
    assert tables[0].effect in shown


def test_a_full_table_grows_by_a_pair_and_somebody_sits_out(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=6, seated=True)

    [one] = late_seats(event)

    assert (one.seats, one.grows) == (("A-7", "A-8"), True)
    assert "one sits out each game" in one.effect


def test_everybody_who_does_not_play_stands_on_one_page_with_the_reason(main: Event, desk: Client) -> None:
    people = [PersonPlan(name, seats={"main": ""}) for name in ("Ruth Quill", "Carl Stone", "Nina Vance")]
    enter_list(
        tournament=main.tournament,
        people=people,
        left_out=[LeftOut(7, "Otto Wren", "Twice")],
        actor=make_actor(),
    )
    desk.post(of("remove", main, 1), {"reason": "Sent regrets"})
    set_status(entry=main.entries.get(number=2), status="no_show", reason="Ill", actor=Actor.of_command("desk"))
    said = AuditEntry.objects.latest("pk")

    found = exclusions(main.tournament)

    assert [(one.kind, one.name, one.reason) for one in found] == [
        ("no_show", "Carl Stone", "Ill"),
        ("removed", "Ruth Quill", "Sent regrets"),
        ("left_out", "Otto Wren", "Twice"),
    ]
    assert (found[0].by, found[0].at) == ("desk", said.at)
    shown = text_of(desk.get(address("not_playing", "sierra")))
    assert all(text in shown for text in ("No-shows 1", "Taken off the list 1", "Left out of a list 1", "line 7"))


def test_a_check_in_without_a_payment_adds_up_no_account(
    main: Event, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    (player,) = enter(main.tournament, PersonPlan("Ruth Quill", seats={"main": ""}))
    asked: list[int] = []
    monkeypatch.setattr("tournaments.entrants.pages.check_in.account_of", lambda tournament, key: asked.append(key))

    answer = desk.post(address("check_in", "sierra"), {"here": player.pk}, follow=True)

    assert "Ruth Quill is here" in text_of(answer)
    assert asked == []
