"""What is printed, what is new since, and what stands on it; pages and API alike."""

from __future__ import annotations

import pytest
from django.test import Client

from tournaments.day.actions.round import change_day
from tournaments.day.actions.status import set_status
from tournaments.day.reads.round import DayPlan, What
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.reads.paper import GameCard, Rotation, check_in_lines, paper_counts, sheets_of
from tournaments.errors import Malformed
from tournaments.models import AuditEntry, Entry, Event, PrintedSheet, Tournament
from tournaments.people.actions.links import make_links, renew_link
from tournaments.reads.entries import entry_at
from tournaments.seating.actions import swap_seats
from tournaments.seating.reads import seating as seating_reads
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db

KINDS = ["signs", "slips", "cards", "rotation"]
PAGES = [*KINDS, "blank", "check-in"]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    event = make_event(tournament=tournament, games=3, deal="alternate", entrants=9, tables=[4, 5], seated=True)
    make_links(event=event, actor=make_actor())
    return event


@pytest.fixture
def registrar(tournament: Tournament) -> Client:
    return in_role(tournament, "registrar")


def print_all(event: Event, kind: str) -> int:
    sheets = {sheet.key: sheet.fingerprint for sheet in sheets_of(event, kind)}
    return mark_printed(event=event, kind=kind, sheets=sheets, actor=make_actor())


def new(event: Event, kind: str) -> list[str]:
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    return [sheet.key for sheet in sheets_of(event, kind, only_new=True)]


def api(event: Event, rest: str = "") -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/paper/{rest}"


# --- What is new -----------------------------------------------------------------------------------------------------


def test_everything_is_new_until_it_is_noted_as_printed(event: Event) -> None:
    assert {count.kind: (count.sheets, count.new) for count in paper_counts(event)} == {
        "signs": (2, 2),
        "slips": (9, 9),
        "cards": (9, 9),
        "rotation": (2, 2),
    }

    assert [print_all(event, kind) for kind in KINDS] == [2, 9, 9, 2]

    assert {count.kind: count.new for count in paper_counts(event)} == dict.fromkeys(KINDS, 0)
    assert [row.subject_key for row in AuditEntry.objects.filter(action="sheets.printed").order_by("pk")] == KINDS


def test_a_substitute_stands_on_the_card_and_the_rotation_sheet_of_the_table_which_alone_are_new(
    event: Event, registrar: Client
) -> None:
    for kind in KINDS:
        print_all(event, kind)
    absent = event.entries.get(number=4).name
    plan = DayPlan(What.SUBSTITUTE, seat="A-4", first=2, name="Sam Sub")
    change_day(event=event, plan=plan, reason="ill", actor=make_actor())

    assert [new(event, kind) for kind in KINDS] == [[], [], ["A-4"], ["A"]]
    told = f"Sam Sub for {absent} from game 2 on"
    assert told in text_of(registrar.get(of("sheets", event, "cards"), {"sheet": "A-4"}))
    assert f"A-4 {told}." in text_of(registrar.get(of("sheets", event, "rotation")))


def test_after_a_swap_the_two_slips_and_cards_are_new_and_nothing_else(event: Event) -> None:
    for kind in KINDS:
        print_all(event, kind)

    swap_seats(event=event, one="A-1", other="B-2", actor=make_actor())

    assert [new(event, kind) for kind in KINDS] == [[], ["A-1", "B-2"], ["A-1", "B-2"], []]


def test_a_new_link_makes_one_slip_new(event: Event) -> None:
    print_all(event, "slips")
    print_all(event, "cards")
    entry = entry_at(event, "A-3")
    assert entry is not None

    renew_link(entry=entry, version=1, actor=make_actor())

    assert (new(event, "slips"), new(event, "cards")) == (["A-3"], [])


def test_a_late_entry_makes_new_what_changes_for_others_too(event: Event) -> None:
    for kind in KINDS:
        print_all(event, kind)

    enter_entrants(event=event, entrants=[EntrantPlan("Nan Late", seat="B-6")], actor=make_actor())

    assert "B-6" in new(event, "slips")
    assert set(new(event, "cards")) == {"B-1", "B-2", "B-3", "B-4", "B-5", "B-6"}
    assert new(event, "rotation") == ["B"]
    assert new(event, "signs") == []


def test_what_changed_between_printing_and_noting_is_still_new(event: Event) -> None:
    printed = {sheet.key: sheet.fingerprint for sheet in sheets_of(event, "cards")}
    swap_seats(event=event, one="A-1", other="A-2", actor=make_actor())

    mark_printed(event=event, kind="cards", sheets=printed, actor=make_actor())

    assert new(event, "cards") == ["A-1", "A-2"]


def test_noting_again_keeps_one_row_for_a_sheet(event: Event) -> None:
    print_all(event, "signs")
    print_all(event, "signs")

    assert PrintedSheet.objects.filter(event=event).count() == 2


def test_a_sheet_that_is_not_there_any_more_is_left_out(event: Event) -> None:
    assert mark_printed(event=event, kind="signs", sheets={"Z": "0" * 16}, actor=make_actor()) == 0
    assert not AuditEntry.objects.filter(action="sheets.printed").exists()


@pytest.mark.parametrize(
    ("kind", "sheets", "field"),
    [
        ("posters", {"A": "0" * 16}, "kind"),
        ("signs", {}, "sheets"),
        ("signs", {"A": "nothing"}, "sheets"),
    ],
)
def test_what_is_no_sheet_is_refused(event: Event, kind: str, sheets: dict[str, str], field: str) -> None:
    with pytest.raises(Malformed) as refused:
        mark_printed(event=event, kind=kind, sheets=sheets, actor=make_actor())

    assert [fault.field for fault in refused.value.faults] == [field]


# --- What stands on it -----------------------------------------------------------------------------------------------


def test_a_card_has_every_game_of_the_schedule_with_its_seat_dealer_and_sit_out(event: Event) -> None:
    for sheet in sheets_of(event, "cards"):
        card = sheet.what
        assert isinstance(card, GameCard)
        rows = [row for half in card.halves for row in half]
        route = seating_reads.route(event, card.seat)

        assert [(row.game, row.seat, row.opponent) for row in rows] == [
            (meeting.game, meeting.seat, meeting.opponent.seat if meeting.opponent else "") for meeting in route
        ]
        assert [row.deals == "you" for row in rows] == [meeting.first_deal == card.seat for meeting in route]
        assert [row.sits_out for row in rows] == [meeting.opponent is None for meeting in route]


def test_a_rotation_sheet_has_everybody_once_in_every_game(event: Event) -> None:
    sheet = sheets_of(event, "rotation", key="B")[0].what
    assert isinstance(sheet, Rotation)
    (grid,) = sheet.grids

    for column in range(len(grid.games)):
        places = [row[1][column] for row in grid.seats]
        assert sorted(place.number for place in places if place.number) == [1, 2, 3, 4, 5]
        assert sum(place.alone for place in places) == 1


def test_many_games_go_over_several_halves_and_pages() -> None:
    event = make_event(
        tournament=make_tournament("long"), games=60, repeats_reason="Four came", entrants=4, seated=True
    )

    card = sheets_of(event, "cards")[0].what
    rotation = sheets_of(event, "rotation")[0].what

    assert isinstance(card, GameCard)
    assert isinstance(rotation, Rotation)
    assert [len(half) for half in card.halves] == [20, 20, 20]
    assert [len(grid.games) for grid in rotation.grids] == [26, 26, 8]


def test_a_no_show_gets_no_paper(event: Event) -> None:
    entry = Entry.objects.get(event=event, table="A", seat_number=4)
    set_status(entry=entry, status="no_show", reason="Snow", actor=make_actor())

    assert "A-4" not in new(event, "slips") + new(event, "cards")


def test_the_list_at_the_door_is_by_last_name_with_the_money(event: Event, registrar: Client) -> None:
    page = text_of(registrar.get(of("sheets", event, "check-in")))
    names = [line.entry.name for line in check_in_lines(event)]

    assert names == sorted(names, key=lambda name: name.split()[::-1])
    assert all(name in page for name in names)


def test_a_suffix_is_no_last_name_in_the_list_at_the_door(tournament: Tournament) -> None:
    names = [
        "Otto Ives",
        "Bartholomew Featherstonehaugh-Cholmondeley III",
        "Ruth Jarrow",
        "Otto Wren Jr.",
        "Edie Vance V",
        "Pia Ellery, Sr",
        "Ada Wren",
    ]
    event = make_event(tournament=tournament, entrants=[EntrantPlan(name) for name in names])

    listed = [line.entry.name for line in check_in_lines(event)]

    assert listed == [names[place] for place in (5, 1, 0, 2, 4, 6, 3)]


# --- Pages and API ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("size", ["letter", "a4"])
def test_every_kind_has_its_page_in_both_sizes(event: Event, registrar: Client, kind: str, size: str) -> None:
    page = registrar.get(of("sheets", event, kind), {"paper": size})

    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert ("--a4" in page.content.decode()) == (size == "a4")


@pytest.mark.parametrize("kind", PAGES)
def test_before_the_draw_and_before_anybody_is_entered_a_page_says_what_will_come(
    kind: str, tournament: Tournament
) -> None:
    empty = make_event(tournament=tournament, slug="empty")
    registrar = in_role(tournament, "registrar")

    page = registrar.get(of("sheets", empty, kind))

    assert page.status_code == 200
    assert kind == "blank" or "comes with the entrants" in text_of(page)
    assert "None: nobody is entered yet." in text_of(registrar.get(of("paper", empty)))


def test_the_overview_counts_and_offers_only_what_is_new(event: Event, registrar: Client) -> None:
    print_all(event, "slips")
    swap_seats(event=event, one="A-1", other="A-2", actor=make_actor())

    page = text_of(registrar.get(of("paper", event)))
    sheets = text_of(registrar.get(of("sheets", event, "slips"), {"new": "1"}))

    assert "Only the 2 new" in page
    assert "Note 2 as printed" in sheets


def test_links_are_made_from_the_overview(tournament: Tournament, registrar: Client) -> None:
    event = make_event(tournament=tournament, slug="friday", entrants=4, seated=True)
    assert "4 players have no personal link yet" in text_of(registrar.get(of("paper", event)))

    made = registrar.post(of("make_links", event), follow=True)

    assert "4 personal links made." in text_of(made)
    assert "no personal link yet" not in text_of(made)


def test_one_sheet_can_be_printed_alone(event: Event, registrar: Client) -> None:
    page = registrar.get(of("sheets", event, "cards"), {"of": "b 2"})

    assert page.content.decode().count('class="pcard"') == 1
    assert "Scorecards: B-2" in text_of(page)
    assert "There is no such sheet." in text_of(registrar.get(of("sheets", event, "cards"), {"of": "Q-9"}))


def test_printed_sheets_are_noted_from_their_page(event: Event, registrar: Client) -> None:
    marks = registrar.get(of("sheets", event, "signs")).context["marks"]

    noted = registrar.post(of("printed", event, "signs"), {"sheets": marks, "paper": "a4"}, follow=True)
    bad = registrar.post(of("printed", event, "signs"), {"sheets": "A:x"})

    assert "Table signs: 2 noted as printed." in text_of(noted)
    assert new(event, "signs") == []
    assert bad.status_code == 422
    assert registrar.get(of("sheets", event, "posters")).status_code == 404


def test_the_api_lists_and_notes(event: Event) -> None:
    program = api_of(make_user(role="registrar", tournament=event.tournament))
    sheets = program.get(api(event, "rotation/")).json()
    body = {"sheets": [{"of": sheet["of"], "fingerprint": sheet["fingerprint"]} for sheet in sheets]}

    noted = program.post(api(event, "rotation/"), body, format="json")
    bad = program.post(api(event, "rotation/"), {"sheets": []}, format="json")

    assert [(sheet["of"], sheet["new"]) for sheet in noted.json()] == [("A", False), ("B", False)]
    assert bad.status_code == 400
    assert {count["kind"]: count["new"] for count in program.get(api(event)).json()}["rotation"] == 0
    assert program.get(api(event, "posters/")).status_code == 404
    assert api_of(make_user(role="checker", tournament=event.tournament)).get(api(event)).status_code == 403
