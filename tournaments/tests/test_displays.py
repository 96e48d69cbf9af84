"""The displays of the hall at the desk: what they are called, what they show, who says so, and whether a screen is alive."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Display, Event, Tournament
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, html_of, in_role, signed_in, text_of
from tournaments.venue.actions.displays import (
    MOST_DISPLAYS,
    add_display,
    remove_display,
    rename_display,
    show_on_display,
)
from tournaments.venue.reads import displays as displays_reads

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/displays/"
OTHERS = ["registrar", "checker", "judge", "viewer"]


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament)


@pytest.fixture
def ballroom(event: Event) -> Display:
    return add(event.tournament)


def add(tournament: Tournament, name: str = "Ballroom") -> Display:
    return add_display(tournament=tournament, name=name, actor=make_actor())


def show(display: Display, shows: str, event: Event | None = None, text: str = "") -> Display:
    return show_on_display(
        tournament=display.tournament,
        number=display.number,
        shows=shows,
        event=event,
        text=text,
        actor=make_actor(),
    )


def trail() -> list[str]:
    return list(
        AuditEntry.objects.filter(action__startswith="display.").order_by("pk").values_list("action", flat=True)
    )


# --- Actions ---------------------------------------------------------------------------------------------------------


def test_a_display_is_dark_until_the_desk_says_what_it_shows(event: Event) -> None:
    display = add(event.tournament, "  Ballroom ")

    assert (display.number, display.name, display.shows, display.version) == (1, "Ballroom", "blank", 1)
    assert add(event.tournament, "Lobby").number == 2
    assert trail() == ["display.added"] * 2


@pytest.mark.parametrize(
    ("name", "code"), [(" ", "required"), ("B" * 41, "too_long"), ("Ballroom", "exists"), ("a\nb", "invalid")]
)
def test_an_invalid_name_is_refused(ballroom: Display, name: str, code: str) -> None:
    with pytest.raises(Malformed) as refused:
        add(ballroom.tournament, name)

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("name", code)]
    assert Display.objects.count() == 1


def test_more_displays_than_any_hall_has_are_refused(tournament: Tournament) -> None:
    Display.objects.bulk_create(
        Display(tournament=tournament, number=n, name=f"Screen {n}", changed_by="x")
        for n in range(1, MOST_DISPLAYS + 1)
    )

    with pytest.raises(Refused, match="Remove one first") as refused:
        add(tournament)

    assert refused.value.code == "impossible"


def test_what_a_display_shows_changes_with_its_version_and_the_trail_keeps_both(
    ballroom: Display, event: Event
) -> None:
    show(ballroom, "standings", event)
    shown = show(ballroom, "announcement", text="Lunch until 1:30")

    assert (shown.shows, shown.event, shown.text, shown.version) == ("announcement", None, "Lunch until 1:30", 3)
    row = AuditEntry.objects.filter(action="display.shown").last()
    assert row is not None
    assert row.before == {"name": "Ballroom", "shows": "standings", "event": "main"}
    assert row.after == {"name": "Ballroom", "shows": "announcement", "text": "Lunch until 1:30"}


def test_showing_what_it_shows_already_changes_nothing(ballroom: Display, event: Event) -> None:
    show(ballroom, "bracket", event)

    assert show(ballroom, "bracket", event).version == 2
    assert trail() == ["display.added", "display.shown"]


@pytest.mark.parametrize(
    ("shows", "has_event", "text", "fault"),
    [
        ("cartoons", False, "", ("shows", "unknown")),
        ("standings", False, "", ("event", "required")),
        ("missing", False, "", ("event", "required")),
        ("blank", True, "", ("event", "invalid")),
        ("announcement", True, "", ("event", "invalid")),
        ("clock", False, "Lunch", ("text", "invalid")),
        ("announcement", False, "x" * 281, ("text", "too_long")),
    ],
)
def test_what_fits_no_display_is_refused(
    ballroom: Display, event: Event, shows: str, has_event: bool, text: str, fault: tuple[str, str]
) -> None:
    with pytest.raises(Malformed) as refused:
        show(ballroom, shows, event if has_event else None, text)

    assert [(one.field, one.code) for one in refused.value.faults] == [fault]
    assert Display.objects.get().version == 1


def test_an_event_of_another_tournament_is_refused(ballroom: Display) -> None:
    other = make_event(tournament=make_tournament("elsewhere"))

    with pytest.raises(Malformed) as refused:
        show(ballroom, "standings", other)

    assert [one.field for one in refused.value.faults] == ["event"]


@pytest.mark.parametrize(("shows", "part"), [("standings", "standings"), ("bracket", "bracket"), ("seats", "schedule")])
def test_what_is_hidden_from_the_public_is_not_put_on_a_display(
    ballroom: Display, event: Event, shows: str, part: str
) -> None:
    event.hidden = [part]
    event.save()

    with pytest.raises(Refused, match="settings of the event") as refused:
        show(ballroom, shows, event)

    assert refused.value.code == "hidden"
    assert show(ballroom, "missing", event).shows == "missing"


def test_a_display_is_renamed_and_keeps_its_number(ballroom: Display) -> None:
    add(ballroom.tournament, "Lobby")

    for _time in range(2):
        rename_display(tournament=ballroom.tournament, number=1, name="Bar", actor=make_actor())
    with pytest.raises(Malformed):
        rename_display(tournament=ballroom.tournament, number=1, name="Lobby", actor=make_actor())

    assert list(Display.objects.values_list("number", "name")) == [(1, "Bar"), (2, "Lobby")]
    assert trail().count("display.renamed") == 1


def test_a_display_is_removed_once_and_the_trail_keeps_what_it_showed(ballroom: Display, event: Event) -> None:
    show(ballroom, "standings", event)

    for _time in range(2):
        remove_display(tournament=ballroom.tournament, number=1, actor=make_actor())

    assert not Display.objects.exists()
    assert trail().count("display.removed") == 1
    with pytest.raises(Http404):
        show(ballroom, "blank")


# --- The page --------------------------------------------------------------------------------------------------------


def test_the_page_says_what_each_display_shows_where_it_is_and_when_it_was_seen(
    ballroom: Display, event: Event
) -> None:
    director = in_role(event.tournament, "director")
    show(add(event.tournament, "Lobby"), "announcement", text="Lunch until 1:30")
    show(ballroom, "standings", event)
    Display.objects.filter(number=1).update(seen_at=timezone.now() - timedelta(minutes=5))

    page = text_of(director.get(address("displays", "sierra")))

    assert "Standings, Main event last seen 5 minutes ago" in page
    assert "Announcement: Lunch until 1:30 no screen has asked yet" in page
    assert "http://testserver/t/sierra/wall/2/" in page
    assert "“Missing cards” names the players" in page


def test_one_press_changes_what_a_display_shows(ballroom: Display, event: Event) -> None:
    director = in_role(event.tournament, "director")

    answer = director.post(address("show_display", "sierra", 1), {"what": "standings main"})

    assert answer["Location"] == "/t/sierra/displays/#display-1"
    assert displays_reads.display_at(event.tournament, 1).row.event == event
    director.post(address("show_display", "sierra", 1), {"what": "announcement", "text": "Lunch"})
    assert Display.objects.get().text == "Lunch"
    director.post(address("show_display", "sierra", 1), {"what": "clock", "text": "left in the field"})
    assert (Display.objects.get().shows, Display.objects.get().text) == ("clock", "")


def test_a_refused_press_says_why_beside_the_display(ballroom: Display, event: Event) -> None:
    event.hidden = ["standings"]
    event.save()
    director = in_role(event.tournament, "director")

    hidden = director.post(address("show_display", "sierra", 1), {"what": "standings main"})
    nothing = director.post(address("show_display", "sierra", 1), {"what": "standings nowhere"})
    empty = director.post(address("show_display", "sierra", 1), {})

    assert (hidden.status_code, nothing.status_code, empty.status_code) == (409, 422, 422)
    assert "is hidden from the public, and everybody in the hall reads a display" in text_of(hidden)
    assert "Choose the event whose it is." in text_of(nothing)
    assert Display.objects.get().shows == "blank"


def test_everything_that_a_display_can_show_is_chosen_on_the_page(ballroom: Display, event: Event) -> None:
    html = in_role(event.tournament, "director").get("/t/sierra/displays/").content.decode()

    offered = {value.partition(" ")[0] for value in re.findall(r'name="what" value="([^"]+)"', html)}
    assert offered == set(Display.Shows.values)


def test_displays_are_added_renamed_and_removed_on_the_page(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    page = address("displays", "sierra")

    assert "There is no display yet." in text_of(director.get(page))
    director.post(page, {"name": "Ballroom"})
    taken = director.post(page, {"name": "Ballroom"})
    director.post(address("rename_display", "sierra", 1), {"name": "Bar"})
    wrong = director.post(address("rename_display", "sierra", 1), {"name": ""})

    assert taken.status_code == wrong.status_code == 422
    assert "There is a display “Ballroom” already." in text_of(taken)
    assert [one.row.name for one in displays_reads.displays(tournament)] == ["Bar"]
    director.post(address("remove_display", "sierra", 1))
    assert displays_reads.displays(tournament) == []


def test_the_page_asks_for_the_states_alone(ballroom: Display) -> None:
    director = in_role(ballroom.tournament, "director")

    answer = html_of(director.get(address("displays", "sierra"), headers={"HX-Request": "true"})).strip()

    assert answer.startswith('<p class="shows" id="state-1" hx-swap-oob="true"><b>Nothing</b>')
    assert "<form" not in answer


@pytest.mark.parametrize("role", OTHERS)
def test_only_the_director_sees_and_changes_displays(ballroom: Display, role: str) -> None:
    client = in_role(ballroom.tournament, role)

    assert client.get(address("displays", "sierra")).status_code == 403
    for name in ("show_display", "rename_display", "remove_display"):
        assert client.post(address(name, "sierra", 1), {"what": "clock", "name": "x"}).status_code == 403
    assert client.post(address("displays", "sierra"), {"name": "x"}).status_code == 403
    assert list(Display.objects.values_list("name", "shows")) == [("Ballroom", "blank")]


def test_a_director_finds_the_displays_from_the_tournament_one_step_from_the_desk(ballroom: Display) -> None:
    director = in_role(ballroom.tournament, "director")
    link = 'href="/t/sierra/displays/"'

    assert link in director.get("/t/sierra/").content.decode()
    assert 'href="/t/sierra/"' in director.get("/t/sierra/main/").content.decode()
    assert link not in in_role(ballroom.tournament, "checker").get("/t/sierra/").content.decode()


@pytest.mark.parametrize("displays", [1, 12])
def test_the_page_takes_the_same_number_of_queries_whatever_the_number(
    event: Event, displays: int, django_assert_max_num_queries
) -> None:
    for number in range(displays):
        show(add(event.tournament, f"Screen {number}"), "standings", event)
    director = in_role(event.tournament, "director")

    with django_assert_max_num_queries(8):
        director.get(address("displays", "sierra"))


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_lists_adds_changes_and_removes(event: Event) -> None:
    director = api_of(make_user(role="director", tournament=event.tournament))

    made = director.post(API, {"name": "Ballroom"})
    changed = director.patch(f"{API}1/", {"name": "Bar", "shows": "standings", "event": "main"})
    listed = director.get(API).json()["results"]

    assert (made.status_code, made.json()["shows"], made.json()["seen_seconds_ago"]) == (201, "blank", None)
    assert changed.json() == director.get(f"{API}1/").json() == listed[0]
    told = {
        "number": 1,
        "name": "Bar",
        "shows": "standings",
        "event": "main",
        "text": "",
        "address": "/t/sierra/wall/1/",
    }
    assert told.items() <= listed[0].items()
    assert [director.delete(f"{API}1/").status_code for _time in range(2)] == [204, 204]
    assert director.get(f"{API}1/").status_code == 404


def test_the_api_changes_a_name_and_what_is_shown_together_or_not_at_all(ballroom: Display) -> None:
    director = api_of(make_user(role="director", tournament=ballroom.tournament))

    answer = director.patch(f"{API}1/", {"name": "Bar", "shows": "standings"})

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "event")
    assert Display.objects.get().name == "Ballroom"


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"event": "main"}, 400, "shows"),
        ({"shows": "standings", "event": "nowhere"}, 400, "event"),
        ({"shows": "cartoons"}, 400, "shows"),
        ({"shown": "clock"}, 400, "shown"),
    ],
)
def test_the_api_names_what_is_wrong(ballroom: Display, body: dict[str, str], status: int, field: str) -> None:
    director = api_of(make_user(role="director", tournament=ballroom.tournament))

    answer = director.patch(f"{API}1/", body)

    assert (answer.status_code, [one["field"] for one in answer.json()["errors"]]) == (status, [field])


@pytest.mark.parametrize("role", ["", *OTHERS])
def test_the_api_is_for_the_director(ballroom: Display, role: str) -> None:
    program = api_of(make_user(role=role, tournament=ballroom.tournament) if role else None)

    answers = [
        program.get(API),
        program.post(API, {"name": "x"}),
        program.get(f"{API}1/"),
        program.patch(f"{API}1/", {"shows": "clock"}),
        program.delete(f"{API}1/"),
    ]

    assert {answer.status_code for answer in answers} == {403 if role else 401}
    assert Display.objects.get().shows == "blank"


def test_a_private_tournament_has_no_displays_for_others(ballroom: Display) -> None:
    Tournament.objects.update(public=False)

    assert signed_in(make_user()).get(address("displays", "sierra")).status_code == 404
    assert api_of(make_user()).get(API).status_code == 404
