"""One hall in which whatever is added or taken away on a page is sent twice from that page: nothing is done twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from brackets.bracket.reads.drawn import match
from brackets.models import Honour
from brackets.tests.factories import make_bracket, schedule, win
from brackets.tests.test_settling import PLACES, add_fee, award, entrant
from hall.tests.test_acts import KEYED
from hall.tests.test_repeats import form_of
from judging.models import Call
from judging.tests.calling import key_of, make_playing
from scorecards.tests.factories import make_card
from tournaments.models import AuditEntry, Event, FirstAnswer, Tournament
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

OWN_NOTES = {FirstAnswer, apps.get_model("sessions", "Session"), apps.get_model("tournaments", "Tally")}
"""What is no part of any tournament: the note itself, who is signed in, how often something was tried."""


def everything() -> dict[str, int]:
    """How many rows there are of each kind, and how often each event was touched."""
    counts = {model.__name__: model._default_manager.count() for model in apps.get_models() if model not in OWN_NOTES}
    return counts | {str(event): event.revision for event in Event.objects.all()}


def twice(
    client: Client,
    name: str,
    /,
    *args: object,
    page: str = "",
    carries: dict[str, str] | None = None,
    **typed: Any,
) -> HttpResponse:
    """Open the page, fill in the form that leads to this address, and send it two times; the first answer."""
    address = reverse(name, args=args)
    shown = client.get(page or address)
    assert shown.status_code == 200, (name, shown.status_code)
    sent = {**form_of(shown, address, **(carries or {})), **typed}
    before = everything()
    first = client.post(address, sent)
    assert first.status_code == 302, (name, first.status_code, text_of(first))
    after = everything()
    assert after != before, f"{name} did nothing"
    again = client.post(address, sent)
    assert (again.status_code, again["Location"]) == (302, first["Location"]), name
    assert everything() == after, name
    assert name in KEYED
    return first


def test_what_is_sent_twice_from_a_page_is_done_once() -> None:
    user = make_user("director")
    director = signed_in(user)

    # A tournament, its events, fees and people.
    twice(
        director,
        "tournaments:new",
        **{
            "name": "Sierra",
            "slug": "sierra",
            "starts_on": "2026-03-06",
            "time_zone": "America/Denver",
            "edition": "2020",
            "public": "on",
        },
        **{"event1-preset": "main", "event1-games": "3"},
    )
    t = Tournament.objects.get()
    at, main = "/t/sierra/", ("sierra", "main")
    twice(director, "tournaments:events", "sierra", **{"event-preset": "satellite", "event-slug": "side"})
    twice(director, "tournaments:fees", *main, name="Entry", cents="75", kind="entry")
    twice(director, "tournaments:fees", *main, name="Lunch", cents="9", kind="other")
    fee = t.events.get(slug="main").fees.get(name="Lunch")
    twice(
        director,
        "brackets:change_fee",
        *main,
        fee.pk,
        page=f"{at}main/fees/",
        carries={f"fee{fee.pk}-name": "Lunch"},
        remove="on",
    )
    twice(director, "tournaments:announcements", "sierra", text="Lunch at noon")
    twice(director, "tournaments:take_back_announcement", "sierra", 1, page=f"{at}announcements/")
    twice(director, "tournaments:displays", "sierra", name="Door")
    twice(director, "tournaments:remove_display", "sierra", 1, page=f"{at}displays/")
    twice(director, "tournaments:invite", "sierra", page=f"{at}people/", name="Ann", kind="checker", hours="24")
    twice(director, "tournaments:revoke_invitation", "sierra", 1, page=f"{at}people/")
    helper = make_user("helper")
    twice(director, "tournaments:people", "sierra", username="helper", kind="judge")
    twice(director, "tournaments:revoke", "sierra", page=f"{at}people/", carries={"username": "helper"})

    # Entries.
    twice(director, "tournaments:enter", "sierra", name="Milt Orr", events=["main"])
    twice(director, "tournaments:entrants", *main, name="Dale Ashby")
    twice(director, "tournaments:paste", *main, page=f"{at}main/entrants/", lines="Ivan Flint\nEdie Marsh\nRuth Quill")
    listed = {"text": "Name\nCarl Stone\n", "usual": ["main"]}
    seen = director.post(f"{at}enter/list/", listed)
    key = form_of(seen, f"{at}enter/list/")
    for _time in range(2):
        assert director.post(f"{at}enter/list/", {**key, **listed, "enter": "on"}).status_code == 302
    assert Event.objects.get(slug="main").entries.count() == 6
    twice(director, "tournaments:remove", *main, 6, page=f"{at}main/entrants/6/", why="twice")
    twice(director, "tournaments:link", *main, 1, page=f"{at}main/entrants/1/", username=helper.username)
    twice(
        director,
        "tournaments:relate",
        "sierra",
        page=f"{at}people/",
        one="Milt Orr",
        other="Dale Ashby",
        relation="family",
    )
    twice(director, "tournaments:unrelate", "sierra", t.relations.get().pk, page=f"{at}people/")
    twice(Client(), "tournaments:register", "sierra", name="Nina Vance", email="nina@example.org", events=["main"])
    twice(director, "tournaments:registration", "sierra", 1)

    # Money.
    player = entrant(t.events.get(slug="main")).player_id
    account = f"{at}money/{player}/"
    twice(director, "tournaments:ledger", "sierra", player, kind="cash", cents="10")
    twice(director, "tournaments:money", "sierra", page=account, receive=f"cash-{player}-6500")
    other = entrant(t.events.get(slug="main"), 2).player_id
    twice(director, "tournaments:ledger", "sierra", other, kind="cash", cents="10")
    twice(director, "tournaments:reverse_line", "sierra", other, 3, page=f"{at}money/{other}/", reason="A slip")
    twice(director, "brackets:settlement", "sierra", kind="expense", name="Hall", cents="120")
    twice(director, "brackets:reverse_item", "sierra", 1, page=f"{at}money/settlement/", reason="A slip")

    # The round.
    twice(director, "tournaments:seating", *main, page=f"{at}main/seating/proof/?seed=7", publish="on")
    twice(director, "tournaments:call_game", *main, page=f"{at}main/round/", carries={"game": "1"})
    twice(director, "tournaments:game_clock", *main, page=f"{at}main/round/", minutes="20")
    twice(
        director,
        "tournaments:day_change",
        *main,
        "leaves",
        page=f"{at}main/round/leaves/?seat=A-2&first=2",
        reason="Ill",
    )
    twice(director, "tournaments:undo_day_change", *main, 1, reason="A slip")


def test_what_is_sent_twice_in_the_playoffs_is_done_once() -> None:
    t = make_tournament("sierra")
    event = make_bracket(4, best_of=3, tournament=t)
    add_fee(event, "Entry", 7500)
    director, at, main = in_role(t, "director"), "/t/sierra/main/bracket/", ("sierra", "main")
    schedule(event, 2, timezone.now() - timedelta(minutes=40))

    twice(director, "brackets:games", *main, 1, page=f"{at}1/", winner="A-1")
    twice(director, "brackets:games", *main, 1, page=f"{at}1/", winner="A-1")
    twice(director, "brackets:last_game", *main, 1, page=f"{at}1/")
    twice(director, "brackets:ending", *main, 1, page=f"{at}1/", loser="A-4", ended="concession")
    twice(director, "brackets:taking_back", *main, 1, reason="A slip")
    twice(director, "brackets:forfeits", *main, 2, page=f"{at}2/", carries={"absent": "A-3"})
    twice(director, "brackets:honours", *main, seat="A-1", kind="hand_28")
    twice(director, "brackets:honour", *main, Honour.objects.get().pk, page="/t/sierra/main/honours/")

    win(event, 1, "A-1")
    win(event, 2, "A-2")
    win(event, 3, "A-1", "A-1")
    award(event, *PLACES)
    player, money = entrant(event).player_id, "/t/sierra/money/payouts/"
    twice(director, "brackets:payout", "sierra", player, kind="cash", cents="50")
    twice(director, "brackets:payouts", "sierra", page=f"{money}{player}/", pay=f"cash-{player}-15000")
    twice(director, "brackets:reverse_payout", "sierra", player, 2, page=f"{money}{player}/", reason="A slip")
    twice(director, "desk:reopen", *main, "playoffs", reason="A slip")


def test_a_late_repeat_takes_back_no_game_that_was_recorded_anew() -> None:
    event = make_bracket(4, best_of=3, tournament=make_tournament("sierra"))
    win(event, 1, "A-1", "A-4")
    director, page = in_role(event.tournament, "director"), "/t/sierra/main/bracket/1/"
    address = f"{page}games/last/"
    sent = form_of(director.get(page), address)
    director.post(address, sent)
    win(event, 1, "A-1")

    director.post(address, sent)

    assert [game.winner for game in match(event, 1).games] == ["A-1", "A-1"]


def test_what_is_sent_twice_at_the_tables_is_done_once() -> None:
    event = make_playing()
    own = key_of(event)
    judge = in_role(event.tournament, "judge")
    helper = in_role(event.tournament, "judge")
    director = in_role(event.tournament, "director")

    twice(Client(), "me:call", own, about="Renege")
    twice(Client(), "me:take_back_call", own, page=f"/me/{own}/call/")
    twice(director, "judging:new_call", "sierra", player="A-1", event="main")
    calls, call = "/t/sierra/calls/", Call.objects.get(closed_at=None).pk
    twice(judge, "judging:take_call", "sierra", call, page=calls)
    twice(judge, "judging:give_up_call", "sierra", call, page=calls)
    for one in (judge, helper):
        twice(one, "judging:take_call", "sierra", call, page=calls)
        twice(one, "judging:arrive", "sierra", call, page=calls)
    twice(judge, "judging:close_call", "sierra", call, page=calls)
    said = {"event": "main", "player": "A-2", "text": "Left early."}
    twice(director, "judging:conduct", "sierra", **said)
    twice(director, "tournaments:renew_link", "sierra", "main", 1, page="/t/sierra/main/entrants/1/personal/")
    twice(director, "tournaments:revoke_link", "sierra", "main", 1, page="/t/sierra/main/entrants/1/personal/")


def test_an_act_is_undone_once() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_card(event, "A-1", "A-2 2 +10")
    director = in_role(event.tournament, "director")
    entry = AuditEntry.objects.filter(event=event).count()

    twice(director, "desk:undo", "sierra", "main", entry, reason="A slip")
