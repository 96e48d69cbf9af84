"""Somebody who is not to be named in public: everybody reads a placeholder, and those who work there the name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from brackets.results.actions.honours import record_honour
from brackets.tests.factories import make_bracket, win
from hall.archive.reads import find
from hall.exchange.actions import import_tournament
from hall.exchange.reads import tournament_document
from hall.people.actions import set_page
from hall.people.reads.page import person_page
from hall.report.reads import event_report
from hall.tests.test_conventions import EVERYBODYS
from scorecards.sheet.reads.stored import store_snapshot
from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.naming import set_named
from tournaments.entrants.reads.check_in import find_people_today, people_today
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Display, Entry, Event, Player
from tournaments.models.lengths import MAX_ROUNDS
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.people.reads.persons import records_of
from tournaments.seating.actions import draw_seats
from tournaments.seating.reads.draw import draw_of, entered
from tournaments.tests.factories import api_of, make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role
from tournaments.venue.actions.displays import add_display, show_on_display

pytestmark = pytest.mark.django_db

NAMES = ("Zoe Quist", "Ann Zeller", "Bob Yarrow")


def make_played() -> Event:
    """A bracket whose final Zoe Quist at A-1 has won, against the team at A-2, Ann Zeller and Bob Yarrow."""
    event = make_bracket(tournament=make_tournament("sierra"))
    values = {"name": NAMES[0], "acc_number": "CA7", "club": "Reno", "reason": "Misread"}
    correct_entrant(entry=entrant(event), **values, actor=make_actor())
    people = [Player.objects.create(name=name) for name in NAMES[1:]]
    Player.objects.filter(entries=entrant(event, 2)).update(first=people[0], second=people[1])
    for match, winner in ((1, "A-1"), (2, "A-2"), (3, "A-1")):
        win(event, match, winner, winner)
    record_honour(event=event, seat="A-1", kind="hand_29", actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def entrant(event: Event, number: int = 1) -> Entry:
    return event.entries.with_people().select_related("event__tournament").get(number=number)


def unnamed(event: Event) -> Entry:
    set_named(entry=entrant(event), named=False, actor=make_actor())
    return entrant(event)


def public_texts(event: Event) -> dict[str, str]:
    """What everybody can read without signing in, by address: pages, the API, and what each wall shows."""
    client = Client(raise_request_exception=False)
    looked_for = ("/results/?q=Zoe", "/api/v1/results/?q=Zoe", "/api/v1/tournaments/sierra/players/?q=A-1")
    texts = {path: client.get(path) for path in (*EVERYBODYS - {"/api/v1/schema/", "/api/v1/docs/"}, *looked_for)}
    display = add_display(tournament=event.tournament, name="Ballroom", actor=make_actor())
    for shows in Display.Shows.values:
        of = None if shows in ("announcement", "blank") else event
        text = "Lunch" if shows == "announcement" else ""
        show_on_display(
            tournament=event.tournament, number=display.number, shows=shows, event=of, text=text, actor=make_actor()
        )
        texts[shows] = client.get("/t/sierra/wall/1/")
    return {path: answer.content.decode() for path, answer in texts.items() if answer.status_code == 200}


def test_everybody_reads_a_placeholder_wherever_the_name_would_be() -> None:
    event = make_played()
    named_at = {path for path, text in public_texts(event).items() if any(name in text for name in NAMES)}
    Display.objects.all().delete()

    for number in (1, 2):
        set_named(entry=entrant(event, number), named=False, actor=make_actor())
    store_snapshot(event)

    texts = public_texts(event)
    assert {path: name for path, text in texts.items() for name in NAMES if name in text} == {}
    named = {path for path in named_at if "Player 1" in texts[path] or "Team 2" in texts[path]}
    assert named_at - named == {"/results/?q=Zoe", "/api/v1/results/?q=Zoe"}
    assert len(named_at) > 15
    assert find("Zeller", None) == []


def test_who_works_there_the_person_and_the_report_keep_the_name() -> None:
    event = make_played()
    make_links(event=event, actor=make_actor())
    unnamed(event)
    director = in_role(event.tournament, "director")

    own = Client().get(f"/me/{key_of_link(entrant(event).links.get())}/", follow=True)
    report = event_report(event)

    for page in ("entrants/", "entrants/1/", "players/A-1/", "cards/A-1/", "control/", "report/", "paper/slips/"):
        assert NAMES[0] in director.get(f"/t/sierra/main/{page}").content.decode(), page
    assert NAMES[0] in own.content.decode()
    assert report.results.champion is not None
    assert report.results.champion.name == report.results.honours[0].player == NAMES[0]


@pytest.mark.parametrize(("role", "status"), [("director", 200), ("registrar", 403), ("checker", 403), (None, 403)])
def test_the_director_alone_says_whether_somebody_is_named(role: str | None, status: int) -> None:
    event = make_played()
    user = make_user("kim", role=role, tournament=event.tournament)

    answer = api_of(user).put("/api/v1/tournaments/sierra/events/main/entrants/A-1/named/", {"named": False})

    assert answer.status_code == status
    assert entrant(event).withheld_name == (NAMES[0] if status == 200 else "")
    if status == 200:
        assert (answer.json()["name"], answer.json()["public_name"]) == (NAMES[0], "Player 1")


def test_on_the_page_it_is_said_and_taken_back() -> None:
    event = make_played()
    director = in_role(event.tournament, "director")

    director.post("/t/sierra/main/entrants/1/named/", {"named": "no"})
    assert (entrant(event).name, entrant(event).known_name) == ("Player 1", NAMES[0])
    director.post("/t/sierra/main/entrants/1/named/", {"named": "yes"})

    assert (entrant(event).name, entrant(event).withheld_name) == (NAMES[0], "")
    acts = AuditEntry.objects.filter(action__in=["entrant.withheld", "entrant.named"]).order_by("pk")
    assert [act.after for act in acts] == [
        {"name": "Player 1", "withheld_name": NAMES[0]},
        {"name": NAMES[0], "withheld_name": ""},
    ]
    assert NAMES[0] in Client().get("/t/sierra/main/qualifiers/versions/").content.decode()


def test_it_holds_in_every_event_of_the_tournament_also_in_those_entered_later() -> None:
    event = make_played()
    set_named(entry=entrant(event), named=False, actor=make_actor())
    set_named(entry=entrant(event), named=False, actor=make_actor())
    satellite = make_event(tournament=event.tournament, slug="satellite", kind="satellite")

    [late, other] = make_entrants(satellite, [EntrantPlan(NAMES[0], "CA7"), EntrantPlan("Di Eck")])

    assert (late.name, late.known_name) == ("Player 1", NAMES[0])
    assert other.withheld_name == ""
    assert AuditEntry.objects.filter(action="entrant.withheld").count() == 1


def test_a_correction_and_an_export_keep_the_placeholder() -> None:
    event = make_played()
    unnamed(event)

    correct_entrant(
        entry=entrant(event), name="Zoë Quist", acc_number="CA7", club="Reno", reason="ID", actor=make_actor()
    )
    document = tournament_document(event.tournament) | {"slug": "copy"}
    copy = import_tournament(document=document, actor=Actor.of_command("test"))

    for row in (entrant(event), entrant(copy.events.get(slug="main"))):
        assert (row.name, row.withheld_name) == ("Player 1", "Zoë Quist")


def test_an_event_without_the_name_is_not_on_the_page_of_the_person() -> None:
    event = make_played()
    player, other = entrant(event).player, entrant(event, 3).player
    set_page(player=player, shown=True, actor=make_actor())
    set_page(player=other, shown=True, actor=make_actor())
    assert len(person_page(records_of(player.pk)).cards) == 1

    unnamed(event)

    assert person_page(records_of(player.pk)).cards == ()
    results = Client().get("/t/sierra/main/results/").content.decode()
    assert f"/people/{player.pk}/" not in results
    assert f"/people/{other.pk}/" in results


# --- Where staff find them -------------------------------------------------------------------------------------------


def two_events() -> Event:
    """Zoe Quist, who is not named, before the draw of an event of three."""
    event = make_event(tournament=make_tournament("sierra"), entrants=3)
    correct_entrant(entry=entrant(event), name=NAMES[0], acc_number="CA7", club="Reno", actor=make_actor())
    unnamed(event)
    return event


def test_the_door_finds_and_names_whoever_the_public_does_not() -> None:
    event = two_events()
    desk = in_role(event.tournament, "registrar")
    (person,) = find_people_today(people_today(event.tournament), "Zoe")
    door = "/t/sierra/check-in/"

    assert person.name == NAMES[0]
    assert NAMES[0] in desk.get(door).content.decode()
    assert f"{NAMES[0]} is here" in desk.post(door, {"here": person.player}, follow=True).content.decode()
    assert (
        NAMES[0]
        in api_of(make_user(role="registrar", tournament=event.tournament))
        .get("/api/v1/tournaments/sierra/check-in/")
        .content.decode()
    )
    row = AuditEntry.objects.get(action="player.checked-in")
    assert (row.subject_key, row.after["name"]) == (NAMES[0], NAMES[0])


def test_a_refusal_at_the_door_names_them() -> None:
    event = two_events()
    set_status(entry=entrant(event), status="no_show", reason="Ill", actor=make_actor())

    with pytest.raises(Refused, match=f"{NAMES[0]}: No-show"):
        check_in(tournament=event.tournament, player=entrant(event).player, actor=make_actor())


@pytest.mark.parametrize("page", ["tournaments:personal_link", "people:records"])
def test_the_pages_about_one_entrant_name_them(page: str) -> None:
    event = two_events()

    answer = in_role(event.tournament, "director").get(reverse(page, args=["sierra", "main", 1]))

    assert NAMES[0] in answer.content.decode()
    assert "Player 1" not in answer.content.decode()


def test_the_filter_of_the_log_offers_the_name() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)
    Entry.objects.filter(event=event, number=1).update(name="Player 1", withheld_name=NAMES[0])

    said = in_role(event.tournament, "director").get("/t/sierra/main/log/").content.decode()

    assert f'value="{entrant(event).seat} {NAMES[0]}"' in said


# --- Teams with one of them ------------------------------------------------------------------------------------------


def team_of_two() -> tuple[Event, Event]:
    """Ann Zeller and Bob Yarrow alone in one event, and as a team in another."""
    event = make_event(tournament=make_tournament("sierra"))
    alone = [EntrantPlan(name) for name in NAMES[1:]]
    enter_entrants(event=event, entrants=alone, actor=make_actor())
    doubles = make_event(tournament=event.tournament, slug="doubles")
    enter_entrants(event=doubles, entrants=[EntrantPlan("The Zs", players=NAMES[1:])], actor=make_actor())
    return event, doubles


def set_of(event: Event, number: int, *, named: bool) -> list[Entry]:
    return set_named(entry=entrant(event, number), named=named, actor=make_actor())


def test_a_team_is_named_again_only_with_the_last_of_its_two() -> None:
    event, doubles = team_of_two()
    set_of(event, 1, named=False)
    set_of(event, 2, named=False)
    assert entrant(doubles).name == "Team 1"

    set_of(event, 1, named=True)
    assert (entrant(event, 1).name, entrant(event, 2).name, entrant(doubles).name) == (NAMES[1], "Player 2", "Team 1")

    set_of(event, 2, named=True)
    assert (entrant(event, 2).name, entrant(doubles).name) == (NAMES[2], "The Zs")


def test_a_team_whose_partner_is_not_named_says_so_when_it_is_to_be_named_itself() -> None:
    event, doubles = team_of_two()
    set_of(event, 2, named=False)

    with pytest.raises(Refused, match=f"{NAMES[2]} is not to be named") as refused:
        set_of(doubles, 1, named=True)
    page = in_role(event.tournament, "director").post(
        reverse("tournaments:named", args=["sierra", "doubles", 1]), {"named": "yes"}
    )

    assert refused.value.code == "not_ready"
    assert (page.status_code, f"{NAMES[2]} is not to be named" in page.content.decode()) == (409, True)
    assert entrant(doubles).name == "Team 1"


def test_the_page_says_which_team_stays_without_a_name() -> None:
    event, _doubles = team_of_two()
    set_of(event, 1, named=False)
    set_of(event, 2, named=False)
    path = reverse("tournaments:named", args=["sierra", "main", 1])

    page = in_role(event.tournament, "director").post(path, {"named": "yes"}, follow=True)

    assert "Still not named, because the other person is not: The Zs." in page.content.decode()


def test_the_draft_of_the_seats_and_what_became_of_it_name_them() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4)
    Entry.objects.filter(event=event, number=1).update(name="Player 1", withheld_name=NAMES[0])
    draft = draw_of(event, entered(event), None, 7, most_rounds=MAX_ROUNDS).mark

    assert entered(event)[0].name == NAMES[0]
    set_status(entry=entrant(event), status="no_show", reason="Ill", actor=make_actor())
    with pytest.raises(Refused, match=NAMES[0]):
        draw_seats(event=event, seed=7, draft=draft, actor=make_actor())
