"""Somebody who is not to be named in public: everybody reads a placeholder, and those who work there the name."""

from __future__ import annotations

import pytest
from django.test import Client

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
from tournaments.entrants.actions.correcting import correct_entrant
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.naming import set_named
from tournaments.models import AuditEntry, Display, Entry, Event, Player
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link
from tournaments.people.reads.persons import records_of
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
