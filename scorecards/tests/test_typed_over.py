"""A line that was typed over while its two cards differed: what refuses, what it names, and that the cure is not refused itself."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorecards import actions, reads
from scorecards.rules.looks import find_wanted
from scorecards.tests.factories import find, make_cards, sheet, written
from tournaments.actions import link_player
from tournaments.models import Event, Role, User
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
GAME = "1-A-1-A-2"
API = "/api/v1/tournaments/sierra/events/main/"
LOOKS = "POST /tournaments/sierra/events/main/looks/"


@pytest.fixture
def dora() -> User:
    return make_user("dora", role="director", tournament=make_tournament("sierra"))


@pytest.fixture
def event(dora: User) -> Event:
    """Game 1 differs, and Dora, who is alone, typed it over on the card of A-1: it differs otherwise now."""
    event = make_event(tournament=Role.objects.get(user=dora).tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    actions.start_cross_check(event=event, actor=make_actor(dora))
    over = written(CARDS["A_1"].replace("A-2 2 +12", "A-2 2 +16"))
    version = sheet(event).facts["A-1"].version
    actions.write_card(event=event, seat="A-1", version=version, card=over, actor=make_actor(dora))
    return event


def read_it(dora: User) -> int:
    body = {"seat": "A-1", "game": 1, "opponent": "A-2", "points": "2", "plus": "16", "minus": ""}
    return api_of(dora).post(f"{API}looks/", body, format="json").status_code


def test_one_all_and_posting_name_the_line_and_the_cure_which_works(event: Event, dora: User) -> None:
    api = api_of(dora)
    version = find(event, 1, "A-1", "A-2").version

    one = api.post(f"{API}discrepancies/{GAME}/accept/", {"initials": "DM", "version": version}, format="json")
    every = api.post(
        f"{API}cross-check/accept/", {"initials": "DM", "revision": sheet(event).event.revision}, format="json"
    )
    posting = api.post(f"{API}qualifiers/", format="json")

    assert (one.status_code, one.json()["code"]) == (409, "line_typed_over")
    assert (every.status_code, every.json()["accepted"]) == (200, [])
    [left] = every.json()["left"]
    assert (left["id"], left["code"]) == (GAME, "line_typed_over")
    assert posting.status_code == 409
    codes = {fault["code"]: fault["message"] for fault in posting.json()["errors"]}
    assert "line_typed_over" in codes
    assert "correction_uninitialled" not in codes, "its cure would be refused"
    for message in (one.json()["message"], left["message"], codes["line_typed_over"]):
        assert "A-1" in message
        assert "ame 1" in message
        assert LOOKS in message

    assert read_it(dora) == 200
    every = api.post(
        f"{API}cross-check/accept/", {"initials": "DM", "revision": sheet(event).event.revision}, format="json"
    ).json()
    assert (every["accepted"], every["left"]) == ([GAME], [])
    assert api.post(f"{API}qualifiers/", format="json").status_code == 201


def test_nobody_else_accepts_it_either_before_it_is_read(event: Event) -> None:
    rosa = make_user("rosa", role="checker", tournament=event.tournament)
    version = find(event, 1, "A-1", "A-2").version

    refused = api_of(rosa).post(
        f"{API}discrepancies/{GAME}/accept/", {"initials": "RM", "version": version}, format="json"
    )

    assert (refused.status_code, refused.json()["code"]) == (409, "line_typed_over")
    assert read_it(rosa) == 200
    version = find(event, 1, "A-1", "A-2").version
    taken = api_of(rosa).post(
        f"{API}discrepancies/{GAME}/accept/", {"initials": "RM", "version": version}, format="json"
    )
    assert taken.json()["state"] == "accepted"


def test_whoever_is_the_only_one_that_may_read_it_reads_it_themselves(event: Event, dora: User) -> None:
    """The other checker plays in that game, and nobody reads a game of their own."""
    make_user("rosa", role="checker", tournament=event.tournament)
    link_player(entry=event.entries.get(number=2), username="rosa", actor=make_actor())

    assert read_it(dora) == 200

    assert "line_typed_over" not in {found.code for found in sheet(event).obstacles}


def test_an_own_card_is_left_and_the_others_are_accepted(event: Event, dora: User) -> None:
    make_cards(event, A_4="A-3 0 -03 \n A-2 0 -05 \n A-1 0 -39")
    for seat, game in [(one.seat, one.game) for one in find_wanted(sheet(event).crosscheck, reads.readings(event))]:
        line = sheet(event).cards[seat].line(game)
        actions.look_again(event=event, seat=seat, game=game, reading=line, actor=make_actor())
    link_player(entry=event.entries.get(number=4), username="dora", actor=make_actor())

    done = (
        api_of(dora)
        .post(f"{API}cross-check/accept/", {"initials": "DM", "revision": sheet(event).event.revision}, format="json")
        .json()
    )

    assert GAME in done["accepted"]
    assert [(one["id"], one["code"]) for one in done["left"]] == [("3-A-1-A-4", "own_card")]


def test_pages_name_the_same_cure_with_a_link(event: Event, dora: User) -> None:
    client = signed_in(dora)
    looks = reverse("scorecards:looks", args=["sierra", "main"])

    posting = client.get(reverse("scorecards:posting", args=["sierra", "main"]))
    case = client.get(reverse("scorecards:crosscheck", args=["sierra", "main"]), {"case": GAME})

    told = "Game 1 on the card of A-1 was typed over while the two cards differed. Read it again"
    for page in (posting, case):
        assert told in text_of(page)
        assert f'href="{looks}' in page.content.decode()
    assert "has no initials yet" not in text_of(posting)
    done = client.post(
        reverse("scorecards:accept_all", args=["sierra", "main"]),
        {"initials": "DM", "revision": sheet(event).event.revision},
        follow=True,
    )
    assert "1 correction is left:" in text_of(done)
    assert told in text_of(done)
