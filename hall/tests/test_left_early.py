"""The card of somebody who left early: asked for until it is typed, counted as it stands then, and nowhere a loss or a referral before."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from hall.exchange import reads as site_reads
from hall.exchange.actions import import_tournament
from hall.exchange.text import write_document
from scorecards.cards.actions.phone import hand_in_told_card, tell_game
from scorecards.cards.actions.stack import end_card
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.crosscheck.actions.undo import undo
from scorecards.sheet.reads.earlier import acts, earlier_sheet, log_numbers
from scorecards.sheet.rules.crosscheck import State
from scorecards.tests.factories import COMMAND, make_card, sheet
from tournaments.access import rights_of
from tournaments.day.actions.round import call_game, change_day, undo_day_change
from tournaments.day.actions.status import set_status
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import schedule
from tournaments.errors import Forbidden, Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

LEFT = "A-2"
API = "/api/v1/tournaments/sierra/events/main"


def of(name: str, *args: object) -> str:
    return reverse(f"scorecards:{name}", args=["sierra", "main", *args])


def entry(event: Event, seat: str = LEFT) -> Entry:
    found = entry_at(event, seat)
    assert found is not None
    return found


def leaves_early(event: Event) -> None:
    plan = DayPlan(What.LEAVES, seat=LEFT, first=3)
    change_day(event=event, plan=plan, reason="Went home", actor=make_actor())


def withdraws(event: Event) -> None:
    set_status(entry=entry(event), status="withdrawn", reason="Ill", actor=make_actor())


def make(movement: str) -> tuple[Event, dict[str, dict[int, str]]]:
    """Four people and three games, and whom each meets in which game; without a plan as if there were one."""
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, movement=movement, seated=True)
    met: dict[str, dict[int, str]] = {f"A-{number}": {} for number in range(1, 5)}
    pairs = [("A-1", "A-2"), ("A-3", "A-4"), ("A-1", "A-3"), ("A-2", "A-4"), ("A-1", "A-4"), ("A-2", "A-3")]
    if movement != "none":
        pairs_of = [(one.game, one.players) for one in schedule(event)]
    else:
        pairs_of = [(place // 2 + 1, pair) for place, pair in enumerate(pairs)]
    for game, (first, second) in pairs_of:
        assert first
        assert second
        met[first][game], met[second][game] = second, first
    return event, met


def text(met: dict[int, str], *, wins: bool, games: tuple[int, ...]) -> str:
    points = "2 +10" if wins else "0 -10"
    return "\n".join(f"{game}: {met[game]} {points}" for game in games)


def type_others(event: Event, met: dict[str, dict[int, str]], games: int) -> None:
    """Everybody else's card, as far as these games went for who met A-2: A-2 won all."""
    for seat, opponents in met.items():
        if seat == LEFT:
            continue
        played = [game for game, other in opponents.items() if other != LEFT or game <= games]
        lines = []
        for game in played:
            lost = opponents[game] == LEFT or seat > opponents[game]
            lines.append(f"{game}: {opponents[game]} {'0 -10' if lost else '2 +10'}")
        make_card(event, seat, "\n".join(lines))


WAYS: dict[str, tuple[str, Callable[[Event], None]]] = {
    "by the plan": ("anchor", leaves_early),
    "without a plan": ("none", leaves_early),
    "marked, by the plan": ("anchor", withdraws),
    "marked, without a plan": ("none", withdraws),
}


@pytest.mark.parametrize("how", WAYS)
def test_the_card_of_somebody_who_left_early_is_missing_until_it_is_typed(how: str) -> None:
    movement, goes = WAYS[how]
    event, met = make(movement)
    goes(event)
    type_others(event, met, 2)
    start_cross_check(event=event, actor=COMMAND)
    on = sheet(event)
    ended = goes is withdraws

    assert LEFT in on.crosscheck.missing
    assert on.waiting == {LEFT}
    assert not any(game.state is State.OPEN for game in on.crosscheck.games)
    assert {game.state for game in on.crosscheck.games if LEFT in game.seats} == {State.PENDING}
    [finding] = [one for one in on.obstacles if one.code == "card_missing" and one["seat"] == LEFT]
    assert finding["left_after"] == (0 if ended else 2)

    make_card(event, LEFT, text(met[LEFT], wins=True, games=(1,)))
    assert LEFT in sheet(event).crosscheck.missing, "half of it is typed"
    assert not any(game.state is State.OPEN for game in sheet(event).crosscheck.games)

    make_card(event, LEFT, text(met[LEFT], wins=True, games=(1, 2)))
    if ended:
        assert LEFT in sheet(event).crosscheck.missing
        end_card(event=event, seat=LEFT, actor=COMMAND)
    on = sheet(event)
    assert LEFT not in on.crosscheck.missing
    assert next(place for place in on.places if place.seat == LEFT).tally.games_won == 2
    assert {game.state for game in on.crosscheck.games if LEFT in game.seats} == {State.AGREED}


def test_pages_say_after_which_game_and_what_is_to_be_done() -> None:
    event, met = make("anchor")
    leaves_early(event)
    type_others(event, met, 2)
    start_cross_check(event=event, actor=COMMAND)
    director = in_role(event.tournament, "director")

    for address in (of("cards"), of("control"), reverse("desk:desk", args=["sierra", "main"])):
        assert "left after game 2" in text_of(director.get(address)), address
    assert "left after game 2" in text_of(director.get(of("posting")))
    assert "3 of 4" in text_of(director.get(of("cards")))
    page = director.get(of("card", LEFT)).content.decode()
    assert "left after game 2" in page
    assert f'formaction="{of("ends", LEFT)}"' in page


def test_a_card_with_fewer_lines_is_said_to_end_there_at_the_desk_and_taken_back() -> None:
    event, met = make("anchor")
    leaves_early(event)
    type_others(event, met, 1)
    checker = in_role(event.tournament, "checker")

    saved = checker.post(of("ends", LEFT), {"version": "0", "line-1": "10"})

    assert saved.status_code == 302
    assert sheet(event).cards[LEFT].complete
    assert len(sheet(event).cards[LEFT].lines) == 1
    assert checker.post(of("goes_on", LEFT)).status_code == 302
    assert not sheet(event).cards[LEFT].complete
    rows = AuditEntry.objects.filter(event=event, subject_key=LEFT).order_by("pk").values_list("action", flat=True)
    assert list(rows) == ["card.typed", "card.ended", "card.ending-taken-back"]


def test_the_note_that_a_card_ends_is_undone_from_the_log_and_done_again() -> None:
    event, met = make("anchor")
    leaves_early(event)
    type_others(event, met, 2)
    end_card(event=event, seat=LEFT, actor=COMMAND)
    end_card(event=event, seat=LEFT, actor=COMMAND)
    assert AuditEntry.objects.filter(event=event, action="card.ended").count() == 1
    rights = rights_of(make_user("root", superuser=True), event.tournament)

    for complete in (False, True):
        number = max(log_numbers(event).values())
        assert undo(event=event, entry=number, reason="A slip", rights=rights, actor=make_actor())
        assert sheet(event).cards[LEFT].complete is complete
        every = list(acts(event))
        assert earlier_sheet(event, every).cards == dict(sheet(event).cards)


def test_only_a_checker_and_nobody_for_their_own_says_that_a_card_ends() -> None:
    event, _met = make("none")
    with pytest.raises(Refused) as caught:
        end_card(event=event, seat=LEFT, actor=COMMAND)
    assert caught.value.code == "playing"
    leaves_early(event)
    for role, status in {"checker": 302, "director": 302, "judge": 403, "registrar": 403, "viewer": 403}.items():
        client = in_role(event.tournament, role)
        assert client.post(of("ends", LEFT)).status_code == status, role
        assert client.post(of("goes_on", LEFT)).status_code == status, role
    assert Client().post(of("ends", LEFT)).status_code in (302, 403)
    assert not sheet(event).cards[LEFT].complete
    own = make_user("own", role="checker", tournament=event.tournament)
    player = entry(event).player
    player.user = own
    player.save()
    with pytest.raises(Forbidden) as refused:
        end_card(event=event, seat=LEFT, actor=make_actor(own))
    assert refused.value.code == "own_card"


@pytest.mark.parametrize("first", ["PATCH", "PUT"])
def test_a_program_withdraws_whose_card_it_has_sent_or_says_that_the_card_ends(first: str) -> None:
    event, met = make("none")
    director = make_user("dora", role="director", tournament=event.tournament)
    api = api_of(director)
    lines = [{"game": game, "opponent": met[LEFT][game], "points": "2", "plus": "10", "minus": ""} for game in (1, 2)]
    steps = [
        lambda: api.patch(f"{API}/entrants/{LEFT}/", {"status": "withdrawn", "reason": "Ill"}, format="json"),
        lambda: api.put(f"{API}/scorecards/{LEFT}/", {"version": 0, "lines": lines}, format="json"),
    ]
    type_others(event, met, 2)
    for step in steps if first == "PATCH" else steps[::-1]:
        assert LEFT in api.post(f"{API}/cross-check/").json()["missing"]
        assert step().status_code == 200

    card = api.get(f"{API}/scorecards/{LEFT}/").json()
    assert (card["complete"], card["left_after"], card["ended"]) == (first == "PUT", None, False)
    if first == "PATCH":
        on = api.post(f"{API}/cross-check/").json()
        assert (LEFT in on["missing"], on["outcomes"]["referred"]) == (True, 0)
        told = " ".join(fault["message"] for fault in api.post(f"{API}/qualifiers/").json()["errors"])
        assert "say there that it ends" in told
        assert (
            api.put(f"{API}/scorecards/{LEFT}/", {"version": 1, "lines": lines[:1]}, format="json").status_code == 200
        )
        assert LEFT in api.post(f"{API}/cross-check/").json()["missing"]
        assert api.post(f"{API}/scorecards/{LEFT}/ends/").status_code == 200
    else:
        # A line put right later leaves the card what it was.
        assert (
            api.put(f"{API}/scorecards/{LEFT}/", {"version": 1, "lines": lines[:1]}, format="json").status_code == 200
        )
    assert LEFT not in api.post(f"{API}/cross-check/").json()["missing"]


def test_a_program_says_that_a_card_ends_and_takes_it_back() -> None:
    event, met = make("anchor")
    leaves_early(event)
    api = api_of(make_user("dora", role="checker", tournament=event.tournament))
    line = {"game": 1, "opponent": met[LEFT][1], "points": "2", "plus": "10", "minus": ""}
    sent = api.put(f"{API}/scorecards/{LEFT}/", {"version": 0, "lines": [line]}, format="json").json()
    assert (sent["complete"], sent["left_after"]) == (False, 2)

    assert api.post(f"{API}/scorecards/{LEFT}/ends/").json() == {"seat": LEFT, "ended": True}
    assert api.get(f"{API}/scorecards/{LEFT}/").json()["complete"] is True
    assert api.delete(f"{API}/scorecards/{LEFT}/ends/").status_code == 204
    assert api.get(f"{API}/scorecards/{LEFT}/").json()["complete"] is False
    assert api.post(f"{API}/scorecards/A-1/ends/").json()["code"] == "playing"


def test_who_was_removed_from_play_has_a_card_too() -> None:
    event, met = make("anchor")
    call_game(event=event, game=2, actor=make_actor())
    plan = DayPlan(What.REMOVED, seat=LEFT, first=2)
    change_day(event=event, plan=plan, reason="Refused a ruling", actor=make_actor())
    type_others(event, met, 1)
    start_cross_check(event=event, actor=COMMAND)

    assert LEFT in sheet(event).crosscheck.missing
    assert not any(game.state is State.OPEN for game in sheet(event).crosscheck.games)
    make_card(event, LEFT, text(met[LEFT], wins=True, games=(1,)) + f"\n2: {met[LEFT][2]} 0 -10")
    assert LEFT not in sheet(event).crosscheck.missing


@pytest.mark.parametrize("movement", ["anchor", "none"])
def test_a_phone_tells_the_games_up_to_the_last_and_hands_in(movement: str) -> None:
    event, met = make(movement)
    Event.objects.filter(pk=event.pk).update(phones="instead")
    leaves_early(event)
    one = entry(event)

    def tell(game: int) -> None:
        tell_game(entry=one, game=game, opponent=met[LEFT][game], spread=10, key=uuid4(), via=one, actor=COMMAND)

    tell(1)
    with pytest.raises(Refused) as caught:
        hand_in_told_card(entry=one, actor=COMMAND)
    assert (caught.value.code, caught.value.current) == ("incomplete", {"games": [2]})
    tell(2)
    assert hand_in_told_card(entry=one, actor=COMMAND)
    assert sheet(event).cards[LEFT].complete


def test_the_word_comes_through_export_and_import_with_the_same_bytes() -> None:
    event, _met = make("anchor")
    leaves_early(event)
    end_card(event=event, seat=LEFT, actor=COMMAND)
    document = site_reads.tournament_document(event.tournament)
    assert [one["ended_by"] for one in document["events"][0]["scorecards"]] == ["test"]

    there = import_tournament(document={**json.loads(write_document(document)), "slug": "elsewhere"}, actor=COMMAND)

    again = site_reads.tournament_document(there)
    assert write_document({**again, "slug": "sierra"}) == write_document(document)
    assert sheet(there.events.get()).cards[LEFT].complete


@pytest.mark.parametrize("what", [What.LEAVES, What.REMOVED])
@pytest.mark.parametrize("movement", ["none", "anchor"])
def test_somebody_who_left_before_game_1_by_the_plan_may_still_have_a_paper_card(movement: str, what: What) -> None:
    """Where no game was called, nobody noted how far they played."""
    event, met = make(movement)
    plan = DayPlan(what, seat=LEFT, first=1 if what is What.LEAVES else 0)
    change_day(event=event, plan=plan, reason="Refused a ruling", actor=make_actor())
    type_others(event, met, 2)
    start_cross_check(event=event, actor=COMMAND)
    on = sheet(event)

    assert LEFT in on.crosscheck.missing
    assert on.waiting == {LEFT}
    assert not any(game.state is State.OPEN for game in on.crosscheck.games)
    end_card(event=event, seat=LEFT, actor=COMMAND)
    assert LEFT not in sheet(event).crosscheck.missing


def test_the_note_that_a_card_ends_holds_only_for_the_departure_it_was_made_for() -> None:
    event, met = make("anchor")
    plan = DayPlan(What.LEAVES, seat=LEFT, first=2)
    change = change_day(event=event, plan=plan, reason="Ill", actor=make_actor())
    end_card(event=event, seat=LEFT, actor=COMMAND)
    assert sheet(event).cards[LEFT].complete

    undo_day_change(change=change, reason="Well again", actor=make_actor())
    leaves_early(event)
    type_others(event, met, 2)

    assert not sheet(event).cards[LEFT].complete
    assert LEFT in sheet(event).waiting
    assert earlier_sheet(event, list(acts(event))).cards == dict(sheet(event).cards)
    end_card(event=event, seat=LEFT, actor=COMMAND)
    assert sheet(event).cards[LEFT].complete


def test_the_typing_of_a_card_that_ends_is_undone_after_the_note_that_it_ends() -> None:
    event, met = make("anchor")
    leaves_early(event)
    make_card(event, LEFT, text(met[LEFT], wins=True, games=(1,)))
    typed = max(log_numbers(event).values())
    end_card(event=event, seat=LEFT, actor=COMMAND)
    rights = rights_of(make_user("root", superuser=True), event.tournament)

    with pytest.raises(Refused, match="ends early: undo that first"):
        undo(event=event, entry=typed, reason="A slip", rights=rights, actor=make_actor())

    for entry_of_log in (typed + 1, typed):
        assert undo(event=event, entry=entry_of_log, reason="A slip", rights=rights, actor=make_actor())
    assert not sheet(event).cards[LEFT].complete
