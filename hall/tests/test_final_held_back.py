"""The final that a director holds back: nobody who does not work here is told how it goes, wherever they look."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from brackets.bracket.reads.placings import placings
from brackets.matches.actions.final import announce_final
from brackets.models import Prize
from brackets.tests.factories import make_bracket, make_posted_event, win
from tournaments.models import AuditEntry, Event, Role, Tournament, User
from tournaments.tests.factories import director, make_actor, make_tournament, make_user, stranger, tournament
from tournaments.tests.pages import in_role, text_of

__all__ = ["director", "stranger", "tournament"]

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "bracket/",
    "bracket/?view=list",
    "bracket/?view=wall",
    "bracket/?q=A-2",
    "bracket/poster/",
    "bracket/3/",
    "bracket/3/clock/",
    "results/",
    "standings/",
    "players/A-1/",
    "players/A-2/",
)
ANSWERS = ("bracket/", "bracket/matches/3/", "results/", "points/", "players/A-1/", "players/A-2/")


def up_to_the_final(tournament: Tournament) -> Event:
    """An event whose final is to be played between A-1 and A-2, with prizes for both, and held back."""
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1", "A-1")
    win(event, 2, "A-2", "A-2")
    Prize.objects.create(event=event, kind="place", place=1, cents=77700)
    Prize.objects.create(event=event, kind="place", place=2, cents=55500)
    Event.objects.filter(pk=event.pk).update(hidden=["final"])
    event.refresh_from_db()
    return event


def final_of(tournament: Tournament) -> Event:
    """The same with the final won by A-2, two to nothing."""
    event = up_to_the_final(tournament)
    win(event, 3, "A-2", "A-2")
    event.refresh_from_db()
    return event


def page(event: Event, path: str) -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/{path}"


def api(event: Event, path: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{path}"


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_no_page_tells_a_visitor_how_the_final_goes(tournament: Tournament, is_signed_in: bool) -> None:
    played, open_final = final_of(tournament), up_to_the_final(make_tournament("later"))
    client = Client()
    if is_signed_in:
        client.force_login(make_user())

    for path in PAGES:
        held, unplayed = (client.get(page(one, path)) for one in (played, open_final))

        assert held.status_code == unplayed.status_code == 200, path
        assert _alike(held.content.decode()) == _alike(unplayed.content.decode()), path


def _alike(body: str) -> str:
    """The page without what tells two events and two moments apart."""
    body = body.replace("/t/later/", "/t/sierra/")
    return re.sub(r"""X-CSRFToken": "\w+"|csrfmiddlewaretoken" value="\w+"|v=\w+|\b[0-9]{1,2}:[0-9]{2}\b""", "", body)


def test_no_answer_of_the_api_tells_a_visitor_how_the_final_goes(tournament: Tournament) -> None:
    played, open_final = final_of(tournament), up_to_the_final(make_tournament("later"))

    for path in ANSWERS:
        held, unplayed = (APIClient().get(api(one, path)).json() for one in (played, open_final))

        assert _bare(held) == _bare(unplayed), path


def _bare(values: object) -> object:
    """The answer without what tells two events and two moments apart."""
    if isinstance(values, dict):
        return {
            name: _bare(value)
            for name, value in values.items()
            if name not in {"revision", "list_posted_at", "posted_at", "event", "elsewhere"}
        }
    return [_bare(one) for one in values] if isinstance(values, list) else values


def test_the_bracket_is_told_through_the_semifinals_and_the_final_is_announced_later(tournament: Tournament) -> None:
    event = final_of(tournament)

    told = text_of(Client().get(page(event, "bracket/?view=list")))
    face = text_of(Client().get(page(event, "")))
    card = text_of(Client().get(page(event, "bracket/3/")))
    results = text_of(Client().get(page(event, "results/")))

    assert "Milt Orr (1) beat" in told
    assert "Milt Orr (1) against Dale Ashby (2). How the final goes is announced later." in told
    assert "Milt Orr against Dale Ashby. How the final goes is announced later." in face
    assert "Matches in play" not in face
    assert "How the final goes is announced later. This page updates by itself." in card
    assert "Until then no champion and no runner-up are shown" in results
    assert "3rd place, shared" in results


def test_staff_see_all_of_the_final_with_a_sign_that_it_is_held_back(tournament: Tournament) -> None:
    event = final_of(tournament)
    checker = in_role(tournament, "checker")

    for path in ("bracket/", "bracket/3/", "results/", ""):
        shown = text_of(checker.get(page(event, path)))
        assert "The final is held back." in shown, path
        assert "Announce the final" not in shown, path
    assert "Champion Dale Ashby" in text_of(checker.get(page(event, "bracket/")))
    assert "Champion" not in text_of(checker.get(page(event, "bracket/?view=wall")))


def test_the_director_announces_the_final_with_one_press(tournament: Tournament) -> None:
    event = final_of(tournament)
    client = in_role(tournament, "director")
    assert "Announce the final" in text_of(client.get(page(event, "bracket/")))

    answer = client.post(page(event, "bracket/announce/"))

    assert answer.status_code == 302
    assert "Champion Dale Ashby" in text_of(Client().get(page(event, "bracket/")))
    row = AuditEntry.objects.get(action="final.announced")
    assert (row.before, row.after) == ({"hidden": ["final"]}, {"hidden": []})
    assert APIClient().get(api(event, "results/")).json()["champion"] == "A-2"


def test_announcing_again_does_nothing(tournament: Tournament) -> None:
    event = final_of(tournament)
    announce_final(event=event, actor=make_actor())
    revision = Event.objects.get(pk=event.pk).revision

    announce_final(event=event, actor=make_actor())

    assert Event.objects.get(pk=event.pk).revision == revision
    assert AuditEntry.objects.filter(action="final.announced").count() == 1


@pytest.mark.parametrize(
    ("role", "status"), [(None, 302), ("checker", 403), ("judge", 403), ("registrar", 403), ("viewer", 403)]
)
def test_only_the_director_announces(tournament: Tournament, role: str | None, status: int) -> None:
    event = final_of(tournament)
    client = in_role(tournament, role) if role else Client()

    assert client.post(page(event, "bracket/announce/")).status_code == status
    assert Event.objects.get(pk=event.pk).hidden == ["final"]


def test_a_program_announces_the_final_too(tournament: Tournament, director: User, stranger: User) -> None:
    event = final_of(tournament)
    program = APIClient()
    assert program.post(api(event, "bracket/announcement/")).status_code == 401
    program.force_authenticate(stranger)
    assert program.post(api(event, "bracket/announcement/")).status_code == 403
    program.force_authenticate(director)

    assert program.post(api(event, "bracket/announcement/")).json()["rounds"][-1][0]["winner"] == "A-2"
    assert Event.objects.get(pk=event.pk).hidden == []
    undrawn = make_posted_event(2, tournament=tournament, slug="undrawn")
    assert program.post(api(undrawn, "bracket/announcement/")).status_code == 404


def test_a_single_qualifier_is_no_champion_either_until_it_is_announced(tournament: Tournament) -> None:
    event = make_posted_event(1, tournament=tournament)

    assert [one.place for one in placings(event, final=False)] == [None]
    assert [one.place for one in placings(event)] == [1]


def test_whoever_moves_people_over_from_another_event_is_not_told(tournament: Tournament) -> None:
    event = final_of(tournament)
    other = make_posted_event(2, tournament=tournament, slug="consy")
    Event.objects.filter(pk=other.pk).update(posted_at=None)
    registrar = make_user()
    Role.objects.create(user=registrar, tournament=tournament, kind="registrar", event=other)
    client = Client()
    client.force_login(registrar)
    path = f"/t/{tournament.slug}/consy/entrants/from/{event.slug}/?out=2"

    told = text_of(client.get(path))
    announce_final(event=event, actor=make_actor())

    assert "Dale Ashby" in told
    assert "won Main event" not in told
    assert told != text_of(client.get(path))
