"""The list of entrants and the registrar’s desk: what is entered, what is refused, and who sees how much."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.day.actions.status import set_status
from tournaments.day.reads.late_entry import free_seats
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.models import AuditEntry, Entry, Event, Tournament
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.pages import address, in_role, of, text_of

pytestmark = pytest.mark.django_db


def names(event: Event) -> list[str]:
    return list(event.entries.order_by("number").values_list("name", flat=True))


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Registration is open, four people are entered."""
    return make_event(tournament=tournament, games=3, entrants=4)


@pytest.fixture
def seated(tournament: Tournament) -> Event:
    """Four people at table A."""
    return make_event(tournament=tournament, slug="seated", games=3, entrants=4, seated=True)


# --- Entrants -----------------------------------------------------------------------------------------------------------


def test_visitors_see_name_and_seat_and_no_number(tournament: Tournament) -> None:
    event = make_event(
        tournament=tournament, games=1, entrants=[EntrantPlan("Ruth Quill", "HI296"), EntrantPlan("Milt Orr")]
    )
    draw_seats(event=event, seed=7, actor=make_actor())

    page = text_of(Client().get(of("entrants", event)))

    assert "Ruth Quill A-" in page
    assert "HI296" not in page
    assert "ACC HI296" in text_of(in_role(tournament, "registrar").get(of("entrants", event)))


def test_the_registrar_enters_somebody_as_they_type(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(
        of("entrants", event), {"name": "Ruth Quill", "acc_number": "hi 296", "seat": "b7"}
    )

    entry = event.entries.get(name="Ruth Quill")
    assert response["Location"] == f"{of('entrants', event)}?new=5"
    assert (entry.acc_number, entry.seat) == ("HI296", "B-7")


def test_whoever_was_just_entered_is_marked_in_the_list(event: Event) -> None:
    page = in_role(event.tournament, "registrar").get(of("entrants", event) + "?new=4").content.decode()

    assert page.count('class="is-new"') == 1
    assert "Just entered" in page
    assert "autofocus" in page


def test_an_entrant_with_faults_is_refused_beside_the_fields_and_nothing_is_lost(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(
        of("entrants", event), {"name": "Ruth Quill", "acc_number": "296", "seat": "nowhere"}
    )

    errors = response.context["form"].errors
    assert response.status_code == 422
    assert "An ACC number is two capital letters and digits" in errors["acc_number"][0]
    assert "A seat is written as table and number" in errors["seat"][0]
    assert 'value="nowhere"' in response.content.decode()
    assert len(names(event)) == 4


def test_a_seat_that_somebody_holds_is_refused_beside_its_field(event: Event) -> None:
    make_entrants(event, [EntrantPlan("Ruth Quill", seat="A-7")])

    response = in_role(event.tournament, "registrar").post(of("entrants", event), {"name": "Tom Drake", "seat": "A-7"})

    assert response.status_code == 409
    assert response.context["form"].errors["seat"] == ["Ruth Quill has seat A-7. Choose a free one."]


def test_a_pasted_list_is_entered_with_numbers_and_seats(event: Event) -> None:
    lines = "Ruth Quill, HI296\r\n\r\nTom Drake\nIda Reed\tNV 12\tB-3\n"

    response = in_role(event.tournament, "registrar").post(of("paste", event), {"lines": lines})

    added = list(event.entries.filter(number__gt=4).order_by("number"))
    assert response.status_code == 302
    assert [(e.name, e.acc_number, e.seat) for e in added] == [
        ("Ruth Quill", "HI296", ""),
        ("Tom Drake", "", ""),
        ("Ida Reed", "NV12", "B-3"),
    ]


def test_a_list_is_pasted_into_an_event_as_a_document_numbers_and_sums_it(event: Event) -> None:
    text = "#,Player,ACC No.,Club\n1,Ruth Quill,HI296,Reno\n2,Tom\u200b Drake,,\nTotal,2,,"

    answer = in_role(event.tournament, "registrar").post(of("paste", event), {"lines": text}, follow=True)

    assert "Not read, because it names nobody: line 4 (Total 2)." in text_of(answer)
    added = event.entries.select_related("player").order_by("number")[4:]
    assert [(entry.name, entry.acc_number, entry.player.club) for entry in added] == [
        ("Ruth Quill", "HI296", "Reno"),
        ("Tom Drake", "", ""),
    ]


def test_a_pasted_list_with_a_bad_line_enters_nobody_names_the_line_and_keeps_the_text(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(
        of("paste", event), {"lines": "Ruth Quill, HI296\n\nTom Drake, 12"}
    )

    errors = response.context["paste_form"].errors["lines"]
    assert response.status_code == 422
    assert errors == [
        "Line 3: An ACC number is two capital letters and digits, like HI296, with a Y behind it for a youth."
    ]
    assert "Tom Drake, 12" in response.content.decode()
    assert len(names(event)) == 4


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (
            "a, HI1, A-1, Reno, more",
            "Line 1: A line is name, ACC number, seat and club, with no more commas than that.",
        ),
        ("Name,ACC number\n", "There is nobody in it: only empty lines, or a head alone."),
        ("\n\n", "This field is required."),
        (", HI296", "Line 1: This cannot be empty."),
        (
            "Ruth Quill,, B-2\nTom Drake,, B-2",
            "Line 2: B-2 is given to two people here. Give one of them another seat.",
        ),
    ],
    ids=["too many parts", "a head alone", "nothing", "no name", "one seat twice"],
)
def test_what_is_no_list_is_refused_with_the_reason(event: Event, lines: str, error: str) -> None:
    response = in_role(event.tournament, "registrar").post(of("paste", event), {"lines": lines})

    assert response.status_code == 422
    assert response.context["paste_form"].errors["lines"] == [error]


def test_a_late_entry_needs_a_free_seat_and_is_told_which_are_free(seated: Event) -> None:
    client = in_role(seated.tournament, "registrar")

    page = client.get(of("entrants", seated))
    seatless = client.post(of("entrants", seated), {"name": "Ruth Quill"})
    entered = client.post(of("entrants", seated), {"name": "Ruth Quill", "seat": "A-5"})

    assert "Free: A-5, A-6." in text_of(page)
    assert seatless.status_code == 422
    assert entered.status_code == 302
    assert seated.entries.get(name="Ruth Quill").seat == "A-5"


def test_a_pasted_late_entry_far_from_the_table_is_refused_with_the_reason(seated: Event) -> None:
    response = in_role(seated.tournament, "registrar").post(of("paste", seated), {"lines": "Ruth Quill,, A-30"})

    assert response.status_code == 409
    assert "Line 1: Table A moves through seats 1 to 4." in response.context["paste_form"].errors["lines"][0]


def test_the_seat_of_a_no_show_is_free_for_a_late_entry_until_the_first_card(seated: Event) -> None:
    set_status(entry=seated.entries.get(number=2), status="no_show", reason="ill", actor=make_actor())

    before = free_seats(Event.objects.get(pk=seated.pk))
    Event.objects.filter(pk=seated.pk).update(cards_begun_at="2026-03-06T12:00Z")
    after = free_seats(Event.objects.get(pk=seated.pk))

    assert before == ["A-2", "A-5", "A-6"]
    assert after == []


def test_nobody_is_entered_once_qualifiers_are_posted(seated: Event) -> None:
    Event.objects.filter(pk=seated.pk).update(cross_checked_at="2026-03-06T12:00Z", posted_at="2026-03-06T13:00Z")
    client = in_role(seated.tournament, "registrar")

    page = client.get(of("entrants", seated))
    response = client.post(of("entrants", seated), {"name": "Ruth Quill", "seat": "A-5"})

    assert "form" not in page.context
    assert response.status_code == 409
    assert "Ruth Quill" not in names(seated)


def test_who_is_there_twice_is_flagged_for_the_desk_only(event: Event) -> None:
    make_entrants(
        event, [EntrantPlan("Ruth Quill", "HI296"), EntrantPlan("R. Quill", "HI296Y"), EntrantPlan("milt  ORR")]
    )
    client = in_role(event.tournament, "registrar")

    shown = client.get(of("entrants", event) + "?show=twice")

    assert sorted(entry.name for entry in shown.context["page"]) == ["Milt Orr", "R. Quill", "Ruth Quill", "milt  ORR"]
    assert "Listed twice?" in text_of(shown)
    assert "Listed twice?" not in text_of(Client().get(of("entrants", event)))


@pytest.mark.parametrize(
    ("text", "found"),
    [("orr", ["Milt Orr"]), ("a3", ["Ivan Flint"]), ("A-3", ["Ivan Flint"]), ("nobody", [])],
)
def test_the_search_finds_names_and_seats(seated: Event, text: str, found: list[str]) -> None:
    response = Client().get(of("entrants", seated), {"q": text})

    assert [entry.name for entry in response.context["page"]] == found


def test_the_search_finds_numbers_for_the_desk_only(event: Event) -> None:
    make_entrants(event, [EntrantPlan("Ruth Quill", "HI296")])

    by_desk = in_role(event.tournament, "registrar").get(of("entrants", event), {"q": "hi 296"})
    by_visitor = Client().get(of("entrants", event), {"q": "HI296"})

    assert [entry.name for entry in by_desk.context["page"]] == ["Ruth Quill"]
    assert list(by_visitor.context["page"]) == []
    assert "Nobody found." in text_of(by_visitor)


def test_a_search_by_htmx_gets_the_list_alone(event: Event) -> None:
    response = Client().get(of("entrants", event), {"q": "orr"}, headers={"HX-Request": "true"})

    page = response.content.decode()
    assert page.lstrip().startswith("<section")
    assert "Milt Orr" in page
    assert "HX-Request" in response["Vary"]


def test_the_list_of_entrants_takes_the_same_number_of_queries_for_one_and_for_three(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, entrants=1)
    client = in_role(tournament, "registrar")
    with CaptureQueriesContext(connection) as few:
        client.get(of("entrants", event))
    make_entrants(event, [EntrantPlan("Tom Drake"), EntrantPlan("Ida Reed")])

    with CaptureQueriesContext(connection) as many:
        client.get(of("entrants", event))

    # One of them asks what is announced, one whether teams are entered, two what was done last.
    assert len(few) == len(many) == 16


# --- One entrant --------------------------------------------------------------------------------------------------------


def test_a_no_show_needs_a_reason_that_only_the_desk_reads(event: Event) -> None:
    client = in_role(event.tournament, "registrar")

    refused = client.post(of("status", event, 1), {"status": "no_show", "reason": ""})
    marked = client.post(of("status", event, 1), {"status": "no_show", "reason": "Flight cancelled"})

    assert refused.status_code == 422
    assert refused.context["form"].errors["reason"] == ["This cannot be empty."]
    assert marked.status_code == 302
    assert event.entries.get(number=1).status == "no_show"
    assert "Flight cancelled" in text_of(client.get(of("entrants", event)))
    assert "Flight cancelled" not in text_of(Client().get(of("entrants", event)))


def test_somebody_withdraws_after_the_draw_and_comes_back(seated: Event) -> None:
    client = in_role(seated.tournament, "registrar")

    client.post(of("status", seated, 1), {"status": "withdrawn", "reason": "Went home"})
    gone = seated.entries.get(number=1).status
    client.post(of("status", seated, 1), {"status": "playing", "reason": ""})

    assert (gone, seated.entries.get(number=1).status) == ("withdrawn", "playing")


def test_an_entrant_is_taken_off_the_list_before_the_draw(event: Event) -> None:
    response = in_role(event.tournament, "registrar").post(
        of("remove", event, 1), {"why": "not-coming", "reason": "Flu"}
    )

    assert response["Location"] == of("entrants", event)
    assert "Milt Orr" not in names(event)
    assert AuditEntry.objects.get(action="entrant.removed", event=event).reason == "Is not coming: Flu"


def test_nobody_is_taken_off_the_list_without_a_reason(event: Event) -> None:
    client = in_role(event.tournament, "registrar")

    refused = client.post(of("remove", event, 1), {"why": "", "reason": " "})
    kept = names(event)
    client.post(of("remove", event, 1), {"why": "twice"})
    client.post(of("remove", event, 2), {"reason": "Broken arm"})

    assert refused.status_code == 422
    assert "Choose why, or write it" in text_of(refused)
    assert "Milt Orr" in kept
    assert "No reason was given." not in text_of(client.get(address("not_playing", "sierra")))
    assert [row.reason for row in AuditEntry.objects.filter(action="entrant.removed").order_by("pk")] == [
        "Entered twice",
        "Broken arm",
    ]


def test_nobody_is_taken_off_the_list_after_the_draw_and_the_page_says_what_to_do(seated: Event) -> None:
    response = in_role(seated.tournament, "registrar").post(of("remove", seated, 1))

    assert response.status_code == 409
    assert "so nobody can be taken off the list. Mark the entrant as no-show or withdrawn." in text_of(response)
    assert "Milt Orr" in names(seated)


def test_the_director_links_an_entrant_to_an_account_and_unlinks_it(event: Event) -> None:
    player = make_user("milt")
    client = in_role(event.tournament, "director")

    client.post(of("link", event, 1), {"username": "milt"})
    linked = Entry.objects.get(event=event, number=1).player.user
    client.post(of("link", event, 1), {"username": ""})

    assert linked == player
    assert Entry.objects.get(event=event, number=1).player.user is None


def test_an_unknown_account_is_refused_beside_its_field(event: Event) -> None:
    response = in_role(event.tournament, "director").post(of("link", event, 1), {"username": "nobody"})

    assert response.status_code == 422
    assert response.context["link_form"].errors["username"] == ["Nobody signs in with this name."]


def test_an_entrant_who_is_not_there_is_not_found(event: Event) -> None:
    client = in_role(event.tournament, "registrar")

    assert client.get(of("entrant", event, 99)).status_code == 404
    assert client.get(of("entrant", event, 99).replace("99", str(10**30))).status_code == 404
