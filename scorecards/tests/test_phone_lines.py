"""Phones instead of paper: where a typed card says something else than its player told, somebody decides which stands."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import Http404
from django.test import Client

from scorecards.cards.actions.phone import take_told_cards, use_phones
from scorecards.cards.actions.phone_lines import decide_told_line
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.crosscheck.actions.undo import undo
from scorecards.crosscheck.reads.control import control
from scorecards.models import Scorecard
from scorecards.sheet.reads.earlier import log_numbers
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.standings.reads import standings as standings_reads
from scorecards.tests.factories import COMMAND, make_card, sheet
from scorecards.tests.test_phone import BESIDE, INSTEAD, at, make_phone_event, opponents, tell_everything
from tournaments.access import Actor, Need, event_for
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Event, User
from tournaments.tests.factories import api_of, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event() -> Event:
    """Everybody's card is in as told, but A-1's, whose paper says 61 where they told 11."""
    event = make_phone_event(INSTEAD)
    tell_everything(event)
    take_told_cards(event=event, seats=["A-2", "A-3", "A-4"], actor=COMMAND)
    type_paper(event, first=61)
    return start_cross_check(event=event, actor=COMMAND)


def type_paper(event: Event, *, first: int) -> None:
    meets = opponents(event, "A-1")
    lines = [f"{meets[game]} 2 +{first if game == 1 else 10 + game}" for game in (1, 2, 3)]
    make_card(event, "A-1", "\n".join(lines).replace("2 +61", "3 +61"))


def decide(event: Event, stands: str, *, actor: Actor = COMMAND, reason: str = "Both asked", **more: Any) -> bool:
    version = Scorecard.objects.get(entry=at(event, "A-1")).version
    given = {"seat": "A-1", "game": 1, "version": version, "reason": reason} | more
    return decide_told_line(event=event, stands=stands, actor=actor, **given)


def in_the_way(event: Event) -> list[tuple[str, str]]:
    return [(one.code, one.field) for one in sheet(event).obstacles if one.code == "phone_differs"]


def log_of(event: Event) -> AuditEntry:
    found = AuditEntry.objects.filter(event=event).order_by("pk").last()
    assert found is not None
    return found


def test_neither_decides_by_itself_and_posting_waits(event: Event) -> None:
    assert in_the_way(event) == [("phone_differs", "scorecards.A-1.lines.1")]
    with pytest.raises(Refused) as refused:
        post_qualifiers(event=event, actor=COMMAND)
    assert "phone_differs" in {fault.code for fault in refused.value.faults}
    (shown,) = [one for one in standings_reads.obstacles(sheet(event)) if "told by phone" in one.text]
    assert (shown.page, shown.query) == ("scorecards:phones", "?seat=A-1&game=1#decide")
    assert shown.text.startswith("Game 1 on the card of A-1 is another one than its player told by phone.")
    assert {one.seat for one in control(sheet(event)).sheet.cards if one.blocks} >= {"A-1"}


def test_beside_paper_the_paper_decides_as_before(event: Event) -> None:
    event = use_phones(event=event, phones=BESIDE, actor=COMMAND)
    assert in_the_way(event) == []
    with pytest.raises(Refused) as refused:
        decide(event, "paper")
    assert refused.value.code == "beside"
    event = use_phones(event=event, phones="off", actor=COMMAND)
    with pytest.raises(Refused) as refused:
        decide(event, "paper")
    assert refused.value.code == "off"


def test_the_phone_is_right_and_that_one_line_is_put_as_told(event: Event) -> None:
    assert decide(event, "phone", reason="")
    assert in_the_way(event) == []
    card = Scorecard.objects.get(entry=at(event, "A-1"))
    assert [(line.points, line.plus) for line in card.lines.all()] == [(2, 11), (2, 12), (2, 13)]
    assert (card.source, card.version, card.again) == ("paper", 2, [])
    row = log_of(event)
    assert (row.action, row.before["line"]["plus"], row.after["line"]["plus"]) == ("line.phone-stands", 61, 11)
    assert not decide(event, "phone")
    # The log can take it back, and then it is open again.
    director = make_user("dora", role="director", tournament=event.tournament)
    _event, rights = event_for(director, event.tournament.slug, event.slug, Need.DIRECT)
    number = next(number for pk, number in log_numbers(event).items() if pk == row.pk)
    assert undo(event=event, entry=number, reason="Slip", rights=rights, actor=Actor.of_user(director))
    assert in_the_way(event) == [("phone_differs", "scorecards.A-1.lines.1")]


def test_the_paper_is_right_with_a_reason_as_long_as_both_say_so(event: Event) -> None:
    with pytest.raises(Malformed) as refused:
        decide(event, "paper", reason=" ")
    assert [fault.field for fault in refused.value.faults] == ["reason"]
    assert decide(event, "paper", reason="Told a skunk too little")
    assert in_the_way(event) == []
    assert Scorecard.objects.get(entry=at(event, "A-1")).version == 1
    row = log_of(event)
    assert (row.action, row.reason) == ("line.paper-stands", "Told a skunk too little")
    assert not decide(event, "paper")
    # Another line is another question.
    type_paper(event, first=17)
    assert in_the_way(event) == [("phone_differs", "scorecards.A-1.lines.1")]
    # Whoever thinks better of it decides for the phone.
    assert decide(event, "paper")
    assert decide(event, "phone")
    assert sheet(event).contrary == ()


def test_a_blank_line_does_not_make_what_was_told_fall_away(event: Event) -> None:
    type_paper(event, first=11)
    card = Scorecard.objects.get(entry=at(event, "A-1"))
    card.lines.filter(game=2).update(opponent=None, points=None, plus=None)
    assert in_the_way(event) == [("phone_differs", "scorecards.A-1.lines.2")]


def test_nobody_decides_on_their_own_card_or_game(event: Event) -> None:
    for seat in ("A-1", opponents(event, "A-1")[1]):
        player = at(event, seat).player
        player.user = make_user(f"of-{seat}", role="director", tournament=event.tournament)
        player.save()
        with pytest.raises(Forbidden) as refused:
            decide(event, "phone", actor=Actor.of_user(player.user))
        assert refused.value.code == "own_card"
    assert in_the_way(event)


@pytest.mark.parametrize(
    ("more", "code"),
    [({"version": 0}, "stale"), ({"game": 2}, "stale"), ({"stands": "neither"}, "invalid")],
)
def test_what_is_not_to_be_decided_so_is_refused(event: Event, more: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        decide(event, more.pop("stands", "paper"), **more)
    assert refused.value.code == code
    with pytest.raises(Http404):
        decide(event, "paper", seat="A-9")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_page_lists_it_asks_and_says_who_decided_and_why(event: Event) -> None:
    checker = make_user("carl", role="checker", tournament=event.tournament)
    client, address = client_of(checker), f"/t/{event.tournament.slug}/{event.slug}/phones/"
    shown = client.get(address)
    assert f"The card: {opponents(event, 'A-1')[1]} 3 +61. By phone: " in text_of(shown)
    assert "Nobody has decided yet." in text_of(shown)
    assert "The card decides." not in text_of(shown)
    asked = client.get(address, {"seat": "A-1", "game": "1"})
    assert "which of the two stands?" in text_of(asked)
    post = f"{address}lines/A-1/1/"
    refused = client.post(post, {"stands": "paper", "version": 1, "reason": ""})
    assert refused.status_code == 422
    assert "Say in a few words why" in text_of(refused)
    assert client.post(post, {"version": 1}).status_code == 422
    done = client.post(post, {"stands": "paper", "version": 1, "reason": "Read twice"}, follow=True)
    assert "Game 1 of A-1 stands as on paper." in text_of(done)
    assert ": Read twice" in text_of(done)
    desk = client.get(f"/t/{event.tournament.slug}/{event.slug}/log/")
    assert "decided for the paper: A-1 game 1 stays +61; told by phone: +11." in text_of(desk)
    judge = client_of(make_user("jude", role="judge", tournament=event.tournament))
    assert judge.post(post, {"stands": "phone", "version": 1}).status_code == 403
    assert "Decide again" not in text_of(judge.get(address))


def test_the_api_decides_as_the_page_does(event: Event) -> None:
    address = f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/phones/"
    program = api_of(make_user(role="checker", tournament=event.tournament))
    (line,) = program.get(address).json()["contrary"]
    assert (line["seat"], line["game"], line["version"], line["decided"]) == ("A-1", 1, 1, None)
    body = {"stands": "paper", "version": 1}
    missing = program.post(f"{address}lines/A-1/1/", body, format="json")
    assert (missing.status_code, missing.json()["errors"][0]["field"]) == (400, "reason")
    done = program.post(f"{address}lines/A-1/1/", {**body, "reason": "Read twice"}, format="json").json()
    assert done["contrary"][0]["decided"]["reason"] == "Read twice"
    assert (
        program.post(f"{address}lines/A-1/1/", {"stands": "phone", "version": 1}, format="json").json()["contrary"]
        == []
    )
    stale = program.post(f"{address}lines/A-1/1/", {**body, "reason": "x"}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
