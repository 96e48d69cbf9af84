"""A match is taken back whose winner was paid already: said why, on the page and in the API; and no game falls twice."""

from __future__ import annotations

import pytest

from brackets.bracket.actions import set_lengths
from brackets.bracket.reads.drawn import match
from brackets.matches.actions.ending import end_match, take_back_ending
from brackets.matches.actions.playing import record_game, take_back_game
from brackets.matches.reads.takingback import taking_back
from brackets.models import MatchGame
from brackets.settling.actions.payouts import pay_out
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.tests.factories import make_bracket, win
from tournaments.access import Rights
from tournaments.errors import Malformed
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import api_of, make_actor, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

PAGE = "/t/sierra/main/bracket/3/"
API = "/api/v1/tournaments/sierra/events/main/bracket/matches/3/"
TOLD = "People who were paid already would have won less: "
DIRECTOR = Rights(frozenset({"director"}))


@pytest.fixture
def event() -> Event:
    """A-1 beats A-2 in the final and is paid $20 for it; A-2 has $10 to come. A match is one game."""
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    prizes = (PrizePlan("place", 2000, 1), PrizePlan("place", 1000, 2))
    set_prizes(event=event, prizes=prizes, actor=make_actor())
    win(event, 1, "A-1")
    win(event, 2, "A-2")
    return event


def end(event: Event, ended: str = "") -> None:
    """The final, by its game or otherwise, and the champion's money."""
    if ended:
        end_match(event=event, match=3, loser="A-2", ended=ended, reason="Ill", rights=DIRECTOR, actor=make_actor())
    else:
        win(event, 3, "A-1")
    player = Entry.objects.get(event=event, number=1).player
    pay_out(tournament=event.tournament, player=player, kind="cash", cents=2000, actor=make_actor())


def test_the_api_asks_why_and_writes_it_down(event: Event) -> None:
    end(event)
    program = api_of(make_user(role="checker", tournament=event.tournament))

    refused = program.delete(f"{API}games/last/?game=1")

    assert refused.status_code == 400
    (fault,) = refused.json()["errors"]
    assert (fault["field"], fault["code"]) == ("reason", "required")
    assert fault["message"].startswith(TOLD)
    assert match(event, 3).winner == "A-1"
    assert program.delete(f"{API}games/last/?game=1&reason=Wrong+name").status_code == 204
    assert match(event, 3).winner is None
    assert AuditEntry.objects.get(action="game.taken-back").reason == "Wrong name"


@pytest.mark.parametrize("ended", ["", "walk_over"])
def test_the_page_leads_to_where_the_reason_is_written(event: Event, ended: str) -> None:
    end(event, ended)
    client = in_role(event.tournament, "director")

    shown = client.get(PAGE).text

    assert f'id="take-back" href="{PAGE}taking-back/"' in shown
    assert f'action="{PAGE}games/last/"' not in shown
    refused = client.post(f"{PAGE}taking-back/", {"reason": ""})
    assert refused.status_code == 422
    assert TOLD in text_of(refused)
    assert client.post(f"{PAGE}taking-back/", {"reason": "Wrong name"}).status_code == 302
    assert match(event, 3).winner is None


def test_an_ending_too_is_taken_back_only_with_a_reason(event: Event) -> None:
    end(event, "concession")

    with pytest.raises(Malformed) as refused:
        take_back_ending(event=event, match=3, rights=DIRECTOR, actor=make_actor())

    assert refused.value.faults[0].message.startswith(TOLD)
    take_back_ending(event=event, match=3, reason="They play on", rights=DIRECTOR, actor=make_actor())
    assert match(event, 3).winner is None


def test_while_nobody_was_paid_no_reason_is_asked(event: Event) -> None:
    win(event, 3, "A-1")

    assert f'action="{PAGE}games/last/"' in in_role(event.tournament, "checker").get(PAGE).text
    take_back_game(event=event, match=3, actor=make_actor())

    assert match(event, 3).winner is None


def test_a_request_that_names_the_game_and_arrives_twice_takes_one_back(event: Event) -> None:
    set_lengths(event=event, rounds={2: 5}, actor=make_actor())
    win(event, 3, "A-1", "A-2")
    program = api_of(make_user(role="checker", tournament=event.tournament))

    answers = [program.delete(f"{API}games/last/?game=2") for _again in range(2)]

    assert [answer.status_code for answer in answers] == [204, 204]
    assert MatchGame.objects.filter(match__number=3).count() == 1
    assert AuditEntry.objects.filter(action="game.taken-back").count() == 1
    assert program.delete(f"{API}games/last/?game=3").json()["code"] == "stale"
    assert [program.delete(f"{API}games/last/?game=1").status_code for _again in range(2)] == [204, 204]
    assert program.delete(f"{API}games/last/?game=2").json()["code"] == "no_game"
    schema = api_of().get("/api/v1/schema/?format=json").json()
    parameters = schema["paths"]["/api/v1/tournaments/{tournament}/events/{event}/bracket/matches/{match}/games/last/"]
    (described,) = [one["description"] for one in parameters["delete"]["parameters"] if one["name"] == "game"]
    assert "arrives twice" in described


def test_a_page_that_is_sent_twice_takes_back_only_what_it_showed(db: None) -> None:
    event = make_bracket(4, best_of=3, tournament=make_tournament("sierra"))
    for _game in range(2):
        win(event, 1, "A-1")
    page = "/t/sierra/main/bracket/1/taking-back/"
    clients = [in_role(event.tournament, "director") for _device in range(2)]
    marks = [client.get(page).context["back"].mark for client in clients]

    first, second = (
        client.post(page, {"mark": mark, "reason": "Slip"}) for client, mark in zip(clients, marks, strict=True)
    )

    assert (first.status_code, second.status_code) == (302, 409)
    assert "This changed while you looked at it." in text_of(second)
    assert MatchGame.objects.filter(match__bracket__event=event, match__number=1).count() == 1


@pytest.mark.parametrize("more", ["", "&through=1"])
def test_the_api_takes_back_nothing_by_the_mark_of_something_else(db: None, more: str) -> None:
    event = make_bracket(4, best_of=3, tournament=make_tournament("sierra"))
    for _game in range(2):
        win(event, 1, "A-1")
    program = api_of(make_user(role="director", tournament=event.tournament))
    address = "/api/v1/tournaments/sierra/events/main/bracket/matches/1/games/last/"
    mark = taking_back(event, 1).mark

    told = [program.delete(f"{address}?reason=Slip&mark={one}{more}").status_code for one in ("zzz", mark, mark)]

    assert told == [409, 204, 409]


def test_an_ending_that_was_taken_back_already_takes_no_game_with_it(db: None) -> None:
    event = make_bracket(4, best_of=3, tournament=make_tournament("sierra"))
    record_game(event=event, match=1, game=1, winner="A-1", actor=make_actor())
    end_match(event=event, match=1, loser="A-4", ended="concession", reason="", rights=DIRECTOR, actor=make_actor())
    page, client = "/t/sierra/main/bracket/1/taking-back/", in_role(event.tournament, "director")
    sent = {"mark": client.get(page).context["back"].mark, "reason": "Slip"}

    assert [client.post(page, sent).status_code for _time in range(2)] == [302, 409]
    assert MatchGame.objects.filter(match__bracket__event=event, match__number=1).count() == 1
