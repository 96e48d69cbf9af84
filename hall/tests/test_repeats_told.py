"""What the table of acts says of the API is so: each request is sent twice without a key, and the second does what is said there."""

from __future__ import annotations

import ast
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from brackets.tests.factories import make_bracket, schedule
from brackets.tests.test_settling import PLACES, add_fee, award, entrant, play
from hall.tests.test_acts import API, ONE_MORE, REFUSED, SAME, UNTOLD
from hall.tests.test_repeats_hall import everything
from judging.tests.calling import key_of, make_playing
from scorecards.tests.factories import make_card
from scorecards.tests.test_phone import make_phone_event, opponents
from tournaments.day.actions.round import call_game
from tournaments.models import Event, LedgerLine, Tournament
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import PASSWORD, api_of, make_actor, make_event, make_tournament, make_user

pytestmark = pytest.mark.django_db


class Twice:
    """Sends a request two times, and holds what the second does to what the table of acts says of it."""

    def __init__(self, tournament: Tournament, event: Event | None = None, client: Any = None) -> None:
        self.tournament, self.event = tournament, event
        self.client = client or api_of(make_user(f"director-{tournament.slug}", role="director", tournament=tournament))

    def __call__(self, row: str, method: str, body: Any = None, *, query: str = "", does: str = "", **at: Any) -> Any:
        """The first answer. `does` is what the row says where it says more than one thing; `at` fills the row."""
        told = API[row][method]
        does = does or next(one for one in (SAME, REFUSED, ONE_MORE) if told.startswith(one.partition(":")[0]))
        before = everything()
        first = self.send(row, method, body, query, at)
        assert first.status_code < 300, (row, first.status_code, first.content)
        after = everything()
        again = self.send(row, method, body, query, at)
        if does == REFUSED:
            assert again.status_code in (400, 401, 404, 409), (row, again.status_code, again.content)
        else:
            assert again.status_code < 300, (row, again.status_code, again.content)
        if does == ONE_MORE:
            assert everything() != after or "mail" in told, row
        else:
            assert after != before, f"{row} did nothing"
            assert everything() == after, row
        return first

    def refuses_untold(self, row: str, method: str, body: Any, **at: Any) -> None:
        """Nothing tells whether it is sent again: refused with what is missing and how to send it."""
        assert UNTOLD in API[row][method]
        before = everything()
        answer = self.send(row, method, body, "", at)
        [fault] = answer.json()["errors"]
        assert (answer.status_code, f"`{fault['field']}`" in API[row][method]) == (400, True), (row, answer.content)
        assert "Idempotency-Key" in fault["message"]
        assert everything() == before

    def send(self, row: str, method: str, body: Any, query: str, at: dict[str, Any]) -> Any:
        path = re.sub(r"<(\w+)>", lambda part: str(at[part[1]]), row)
        event = self.event.slug if self.event else ""
        path = path.replace("E ", f"tournaments/{self.tournament.slug}/events/{event}/", 1)
        path = path.replace("T ", f"tournaments/{self.tournament.slug}/", 1)
        return getattr(self.client, method.lower())(f"/api/v1/{path}{query}", body, format="json")


def test_repeats_at_the_desk_before_play_do_what_the_table_says() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4)
    twice = Twice(event.tournament, event)

    twice("T events/", "POST", {"slug": "side", "kind": "satellite", "games": 3})
    twice("T copy/", "POST", {"slug": "again", "name": "Again", "starts_on": "2027-03-05"})
    twice("T announcements/", "POST", {"text": "Lunch at noon"})
    twice("T announcements/<number>/", "DELETE", number=1)
    twice("T displays/", "POST", {"name": "Lobby"})
    twice("T displays/<number>/", "DELETE", number=1)
    twice("T invitations/", "POST", {"kind": "checker", "name": "Ann"})
    twice("T invitations/<number>/", "DELETE", number=1)
    make_user("joan")
    twice("T roles/", "PUT", {"username": "joan", "kind": "checker"})
    relation = {"one": {"event": "main", "entrant": "1"}, "other": {"username": "joan"}, "kind": "partner"}
    made = twice("T relations/", "POST", relation).json()
    twice("T relations/<relation>/", "DELETE", relation=made["id"])
    twice("T roles/<username>/<kind>/", "DELETE", username="joan", kind="checker")
    twice("E entrants/", "POST", [{"name": "Nina Vance"}])
    twice("T entries/", "POST", {"people": [{"name": "Carl Stone", "events": {"main": ""}}]})
    wish = {"name": "Ruth Quill", "email": "ruth@example.org", "events": ["main"]}
    key = twice("T register/", "POST", wish).json()["key"]
    twice("T registrations/<number>/return/", "POST", {"marked": ["name"], "message": "Yours?"}, number=1)
    twice("T register/<key>/", "DELETE", key=key)
    twice("T register/", "POST", wish)
    twice("T registrations/<number>/acceptance/", "POST", {}, number=2)
    twice("T news/test/", "POST", {"address": "ann@example.org"})
    twice("E fees/", "POST", {"name": "Entry", "cents": 7500, "kind": "entry", "optional": False})
    player = entrant(event).player_id
    line = {"kind": "cash", "cents": 1000}
    twice.refuses_untold("T accounts/<player>/lines/", "POST", line, player=player)
    twice("T accounts/<player>/lines/", "POST", {**line, "open": 7500}, player=player)
    number = LedgerLine.objects.latest("pk").number
    twice("T accounts/<player>/lines/<number>/reversal/", "POST", {"reason": "A slip"}, player=player, number=number)
    item = {"kind": "expense", "name": "Hall", "cents": 100}
    twice.refuses_untold("T money/settlement/lines/", "POST", item)
    twice("T money/settlement/lines/", "POST", {**item, "number": 1})
    twice("T money/settlement/lines/<number>/reversal/", "POST", {"reason": "A slip"}, number=1)
    twice("E links/", "POST")
    twice("E entrants/<entrant>/link/", "DELETE", entrant=1)
    twice("E entrants/<entrant>/", "DELETE", entrant=4)
    twice("E seating/", "POST", {"seed": 7})


def test_each_request_makes_another_token_and_a_token_ends_once() -> None:
    tournament = make_tournament("sierra")
    make_user("joan", password=PASSWORD)
    visitor = Twice(tournament, client=api_of())

    token = visitor("token/", "POST", {"username": "joan", "password": PASSWORD}).json()["token"]

    visitor.client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    visitor("token/", "DELETE")


def test_repeats_at_the_tables_do_what_the_table_says() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=8, seated=True)
    twice = Twice(event.tournament, event)

    sheet = twice.client.get("/api/v1/tournaments/sierra/events/main/paper/signs/").json()[0]
    sheets = {"sheets": [{"of": sheet["of"], "fingerprint": sheet["fingerprint"]}]}
    twice("E paper/<kind>/", "POST", sheets, kind="signs")
    seats = {"one": "A-1", "other": "A-4"}
    twice.refuses_untold("E seating/swaps/", "POST", seats)
    mark = twice.send("E seating/swaps/", "POST", seats, "?preview=1", {}).json()["mark"]
    twice("E seating/swaps/", "POST", {**seats, "mark": mark})
    call_game(event=event, game=1, actor=make_actor())
    for said in (
        {"what": "away", "seat": "A-2", "first": 3, "last": 3},
        {"what": "leaves", "seat": "A-3", "first": 3},
        {"what": "award", "seat": "A-2", "first": 1},
        {"what": "no_show", "seat": "A-8"},
    ):
        twice("E day-changes/", "POST", {**said, "reason": "phone"})
    twice.refuses_untold(
        "E day-changes/", "POST", {"what": "no_show", "seat": "A-5", "way": "move_up", "reason": "phone"}
    )
    twice("E day-changes/<number>/", "DELETE", {"reason": "A slip"}, number=1)


def test_repeats_at_the_cross_check_do_what_the_table_says() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=1, entrants=2, seated=True)
    make_card(event, "A-1", "A-2 2 +10")
    make_card(event, "A-2", "A-1 0 -12")
    twice = Twice(event.tournament, event)

    twice("E looks/", "POST", {"seat": "A-1", "game": 1, "opponent": "A-2", "points": "2", "plus": "10", "minus": ""})


def test_repeats_by_judges_and_players_do_what_the_table_says() -> None:
    event = make_playing()
    twice = Twice(event.tournament, event)
    own = key_of(event)

    player = Twice(event.tournament, event, api_of())
    player("me/<key>/call/", "POST", {"about": "Renege"}, key=own)
    player("me/<key>/call/", "DELETE", key=own)
    twice("T calls/", "POST", {"event": "main", "entrant": "A-1"})
    ruling = {
        "happened": "A renege",
        "decision": "Two points",
        "rules": ["8.4.b.3"],
        "judges": ["judge"],
        "alone": True,
    }
    make_user("judge", role="judge", tournament=event.tournament)
    twice("T rulings/", "POST", ruling)
    twice("T conduct/", "POST", {"event": "main", "entrant": "A-2", "text": "Left early."})


def test_repeats_from_the_phones_of_players_do_what_the_table_says() -> None:
    event = make_phone_event(Event.Phones.BESIDE)
    make_links(event=event, actor=make_actor())
    player = Twice(event.tournament, event, api_of())
    for seat in ("A-1", opponents(event, "A-1")[1]):
        spread = 16 if seat == "A-1" else -16
        body = {"spread": spread, "key": str(uuid4())}
        player("me/<key>/card/games/<game>/", "PUT", body, key=key_of(event, seat), game=1)

    twice = Twice(event.tournament, event)
    twice("E phones/cards/", "POST", {"seats": ["A-1"]})


def test_repeats_in_the_playoffs_do_what_the_table_says() -> None:
    event = make_bracket(4, best_of=5, tournament=make_tournament("sierra"))
    schedule(event, 2, timezone.now() - timedelta(minutes=40))
    twice = Twice(event.tournament, event)

    twice("E bracket/matches/<match>/games/", "POST", {"winner": "A-1", "game": 1}, match=1)
    twice("E bracket/matches/<match>/games/last/", "DELETE", query="?game=1", match=1)
    twice("E bracket/matches/<match>/games/", "POST", {"winner": "A-1"}, does=ONE_MORE, match=1)
    twice("E bracket/matches/<match>/games/last/", "DELETE", does=ONE_MORE, match=1)
    twice("E bracket/matches/<match>/forfeits/", "POST", {"absent": "A-3", "game": 1}, match=2)
    twice("E bracket/matches/<match>/score/", "PUT", {"top": 1, "bottom": 1}, match=1)
    honour = {"seat": "A-1", "kind": "hand_28"}
    twice("E honours/", "POST", {**honour, "seen": 0})
    twice("E honours/", "POST", {**honour, "seat": "A-2"})


def test_repeats_of_payouts_do_what_the_table_says() -> None:
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    add_fee(event, "Entry", 7500)
    play(event)
    award(event, *PLACES)
    twice, player = Twice(event.tournament, event), entrant(event).player_id

    paid = {"kind": "cash", "cents": 5000}
    twice.refuses_untold("T money/payouts/<player>/", "POST", paid, player=player)
    twice("T money/payouts/<player>/", "POST", {**paid, "open": 20_000}, player=player)
    twice("T money/payouts/<player>/lines/<number>/reversal/", "POST", {"reason": "A slip"}, player=player, number=1)


def test_every_address_that_promises_more_than_the_same_or_a_refusal_is_sent_twice_here() -> None:
    told = {(row, method) for row, ways in API.items() for method, does in ways.items() if does not in (SAME, REFUSED)}
    called = [node.args for node in ast.walk(ast.parse(Path(__file__).read_text())) if isinstance(node, ast.Call)]
    first_two = [tuple(one.value for one in args[:2] if isinstance(one, ast.Constant)) for args in called]

    assert told - {*first_two} == set()
