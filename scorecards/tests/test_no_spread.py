"""An event that records no spread, from its cards to the posted qualifiers: once by its pages, once by the API."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scorecards.cards.actions.phone import take_told_cards, tell_game, use_phones
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.sheet import words as sheet_words
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import COMMAND, find, look_at_all, make_cards, sheet
from tournaments.access import rights_of
from tournaments.day.actions.round import call_game, change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Event
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/"
PAGES = "/t/sierra/main/"
PAPER = {
    "A-1": [("A-2", "3"), ("A-3", "2"), ("A-4", "2")],
    "A-2": [("A-1", "0"), ("A-4", "2"), ("A-3", "2")],
    "A-3": [("A-4", "2"), ("A-1", "2"), ("A-2", "0")],
    "A-4": [("A-3", "0"), ("A-2", "0"), ("A-1", "0")],
}
"""Four teams. Both cards of the second game of A-1 and A-3 say a win."""
GAME = "2-A-1-A-3"


def an_event(**more: Any) -> Event:
    return make_event(
        tournament=make_tournament("sierra"),
        games=3,
        movement="none",
        records_spread=False,
        entrants=4,
        seated=True,
        **more,
    )


def of_spread(page: Any) -> list[str]:
    """What of a spread stands on a page."""
    assert page.status_code == 200
    text = page.content.decode()
    return [
        one
        for one in ("+ spread", "− spread", ">Net<", ">Plus<", ">Minus<", ">net<", "lost by 16", "12.2")
        if one in text
    ]


def type_cards(client: Client) -> None:
    for seat, lines in PAPER.items():
        body = {f"line-{game}": f"@{opponent} {points}" for game, (opponent, points) in enumerate(lines, 1)}
        won = [int(points) for _opponent, points in lines if points != "0"]
        totals = {"total-game_points": sum(won), "total-games_won": len(won)}
        answer = client.post(f"{PAGES}cards/{seat}/", {"version": 0, **body, **totals})
        assert answer.status_code == 302, text_of(answer)


def test_an_event_goes_by_its_pages_from_the_cards_to_the_qualifiers() -> None:
    event = an_event()
    director, checker = (
        make_user(name, role=role, tournament=event.tournament)
        for name, role in (("rosa", "director"), ("len", "checker"))
    )
    client, desk = signed_in(director), signed_in(checker)
    page = desk.get(f"{PAGES}cards/A-1/")
    assert "data-no-spread" in page.content.decode()
    assert of_spread(page) == []
    assert [name for name in page.context["desk"].totals if name.name in ("plus", "minus", "net")] == []
    wrong = desk.post(f"{PAGES}cards/A-1/", {"version": 0, "line-1": "@A-2 16", "total-game_points": ""})
    assert (wrong.status_code, "type 2 or 3 for a win, 0 for a loss" in text_of(wrong)) == (422, True)
    type_cards(desk)
    assert sheet(event).crosscheck.complete
    desk.post(f"{PAGES}cross-check/")

    # First both papers are read again; before that nobody decides.
    asked = text_of(desk.get(f"{PAGES}cross-check/?case={GAME}"))
    assert "To be read again on the paper of A-1 and A-3" in asked
    assert "12.2" not in asked
    assert "head judge" not in asked.lower()
    version = find(event, 2, "A-1", "A-3").version
    signed = {"initials": "LN", "reason": "Both teams’ boards were seen", "version": version, "result": "A-1=2 A-3=0"}
    early = desk.post(f"{PAGES}cross-check/{GAME}/by-hand/", signed)
    assert (early.status_code, "still to be read again on the paper of A-1 and A-3" in text_of(early)) == (409, True)
    for seat, other in (("A-1", "A-3"), ("A-3", "A-1")):
        look = desk.get(f"{PAGES}looks/{seat}/2/")
        assert "9/2 or 9/3 for a win against seat 9" in text_of(look)
        assert desk.post(f"{PAGES}looks/{seat}/2/", {"reading": f"@{other} 2", "number": 1}).status_code == 302

    # Then a checker says which result stands: a choice, a reason and initials, and no rule.
    case = desk.get(f"{PAGES}cross-check/?case={GAME}")
    told = text_of(case)
    assert "The two cards contradict each other: a checker decides which result stands." in told
    assert "Say which result stands" in told
    assert {one.value for one in case.context["open"].results} == {
        "A-1=2 A-3=0",
        "A-1=3 A-3=0",
        "A-1=0 A-3=2",
        "A-1=0 A-3=3",
    }
    assert ("12.2" in told, "14.1" in told, "head judge" in told.lower()) == (False, False, False)
    version = find(event, 2, "A-1", "A-3").version
    none = desk.post(f"{PAGES}cross-check/{GAME}/by-hand/", {**signed, "version": version, "result": ""})
    told = text_of(none)
    assert (none.status_code, "No result is chosen. Say which result stands." in told, "Write 0" in told) == (
        422,
        True,
        False,
    )
    assert 'value="Both teams’ boards were seen"' in none.content.decode()
    posting = text_of(client.get(f"{PAGES}posting/"))
    assert "In game 2 the cards of A-1 and A-3 contradict each other." in posting
    version = find(event, 2, "A-1", "A-3").version
    assert desk.post(f"{PAGES}cross-check/{GAME}/by-hand/", {**signed, "version": version}).status_code == 302
    now = find(event, 2, "A-1", "A-3")
    assert (now.state, now.outcome, list(now.rules), now.initials) == ("overridden", "unsettled", [], "LN")
    row = AuditEntry.objects.get(action="discrepancy.overridden")
    assert (row.actor_name, row.reason, row.after["basis"]["outcome"]) == (
        "len",
        "Both teams’ boards were seen",
        "unsettled",
    )
    card = text_of(desk.get(f"{PAGES}cards/A-3/?as=read"))
    assert "+ spread" not in card
    assert "LN" in card

    # Taken back it is open again, and decided again.
    desk.post(f"{PAGES}cross-check/{GAME}/take-back/", {})
    assert find(event, 2, "A-1", "A-3").state == "open"
    version = find(event, 2, "A-1", "A-3").version
    desk.post(f"{PAGES}cross-check/{GAME}/by-hand/", {**signed, "version": version})
    for place in ("standings/", "control/", "posting/", "cross-check/"):
        page = client.get(f"{PAGES}{place}")
        assert page.status_code == 200
        assert of_spread(page) == [], place
    revision = Event.objects.get().revision
    posted = client.post(f"{PAGES}posting/", {"sure": "on", "revision": revision})
    assert posted.status_code == 302, text_of(posted)
    assert [row["seat"] for row in api_of().get(f"{API}qualifiers/").json()] == ["A-1"]
    for place in ("results/", "standings/", "posting/", "qualifiers/versions/", "standings/as-of/1/"):
        assert of_spread(client.get(f"{PAGES}{place}")) == [], place


def lines_of(seat: str, **changes: Any) -> list[dict[str, Any]]:
    return [
        {"game": game, "opponent": opponent, "points": points, "plus": "", "minus": "", **changes}
        for game, (opponent, points) in enumerate(PAPER[seat], 1)
    ]


def test_an_event_goes_by_the_api_from_the_cards_to_the_qualifiers() -> None:
    event = an_event()
    api = api_of(make_user("rosa", role="director", tournament=event.tournament))
    spread = api.put(f"{API}scorecards/A-1/", {"version": 0, "lines": lines_of("A-1", plus="16")}, format="json")
    assert spread.status_code == 400
    assert [(one["field"], one["code"], one["rule"]) for one in spread.json()["errors"]] == [
        (f"lines.{index}.plus", "spread_not_recorded", None) for index in range(3)
    ]
    totals = {"game_points": 7, "games_won": 3, "plus": 20, "minus": 0, "net": None}
    spread = api.put(f"{API}scorecards/A-1/", {"version": 0, "lines": lines_of("A-1"), "totals": totals}, format="json")
    assert [one["field"] for one in spread.json()["errors"]] == ["totals.plus", "totals.minus"]
    for seat in PAPER:
        body = {"version": 0, "lines": lines_of(seat), "totals": {**totals, "plus": None, "minus": None}}
        answer = api.put(f"{API}scorecards/{seat}/", body, format="json")
        assert answer.status_code == 200, answer.json()
    assert answer.json()["totals"] == {"game_points": 0, "games_won": 0, "plus": None, "minus": None, "net": None}
    assert {flag["code"] for flag in answer.json()["flags"]} == {"game_points_total_differs", "games_won_total_differs"}

    checked = api.post(f"{API}cross-check/").json()
    assert checked["outcomes"] == {"agrees": 5, "corrected": 0, "stands": 0, "referred": 0, "unsettled": 1}
    (game,) = api.get(f"{API}discrepancies/").json()
    assert (game["id"], game["outcome"], game["rules"], game["state"]) == (GAME, "unsettled", [], "open")
    assert game["resolved"] is None
    signed = {"initials": "RM", "version": game["version"]}
    for act, more in (("accept", {}), ("refer", {"reason": "Both say a win"})):
        refused = api.post(f"{API}discrepancies/{GAME}/{act}/", {**signed, **more}, format="json")
        assert (refused.status_code, refused.json()["code"]) == (409, "unsettled")
    missing = api.post(f"{API}qualifiers/")
    assert (missing.status_code, [one["code"] for one in missing.json()["errors"]]) == (409, ["result_unsettled"])

    assert {(one["seat"], one["game"]) for one in api.get(f"{API}looks/").json()} == {("A-1", 2), ("A-3", 2)}
    look = {"seat": "A-3", "game": 2, "opponent": "A-1", "points": "2", "plus": "", "minus": ""}
    assert (
        api.post(f"{API}looks/", {**look, "plus": "12"}, format="json").json()["errors"][0]["code"]
        == "spread_not_recorded"
    )
    assert api.post(f"{API}looks/", look, format="json").json()["outcome"] == "confirmed"
    assert (
        api.post(f"{API}looks/", {**look, "seat": "A-1", "opponent": "A-3"}, format="json").json()["outcome"]
        == "confirmed"
    )

    stands = {"A-1": {"points": "0", "plus": "", "minus": ""}, "A-3": {"points": "3", "plus": "", "minus": ""}}
    override = {**signed, "reason": "The board was photographed", "resolved": stands}
    wrong = {**override, "resolved": {**stands, "A-3": {"points": "3", "plus": "31", "minus": ""}}}
    answer = api.post(f"{API}discrepancies/{GAME}/override/", wrong, format="json").json()
    assert [(one["field"], one["code"]) for one in answer["errors"]] == [("resolved.A-3.plus", "spread_not_recorded")]
    both = {**override, "resolved": {**stands, "A-1": {"points": "2", "plus": "", "minus": ""}}}
    assert api.post(f"{API}discrepancies/{GAME}/override/", both, format="json").status_code == 400
    decided = api.post(f"{API}discrepancies/{GAME}/override/", override, format="json")
    assert (decided.status_code, decided.json()["state"], decided.json()["rules"]) == (200, "overridden", [])

    posted = api.post(f"{API}qualifiers/")
    assert posted.status_code == 201, posted.json()
    rows = api.get(f"{API}standings/").json()["rows"]
    assert [(row["seat"], row["game_points"], row["games_won"], row["net"], row["plus"]) for row in rows] == [
        ("A-3", 5, 2, None, None),
        ("A-1", 5, 2, None, None),
        ("A-2", 4, 2, None, None),
        ("A-4", 0, 0, None, None),
    ]
    assert [row["decided_by"] for row in rows] == [None, "head_to_head", "game_points", "game_points"]
    results = api.get(f"{API}results/").json()
    assert {(row["net"], row["plus"]) for row in results["qualifiers"]} == {(None, None)}


def test_nobody_decides_a_game_of_their_own_and_a_line_typed_over_is_read_first() -> None:
    event = an_event()
    player, checker = (make_user(name, role="checker", tournament=event.tournament) for name in ("ann", "len"))
    link_player(entry=sheet(event).entries["A-3"], username="ann", actor=COMMAND)
    make_cards(
        event, **{seat.replace("-", "_"): "\n".join(f"{a} {b} ." for a, b in lines) for seat, lines in PAPER.items()}
    )
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    stands = {"A-1": {"points": "2", "plus": "", "minus": ""}, "A-3": {"points": "0", "plus": "", "minus": ""}}
    body = {"initials": "AN", "version": find(event, 2, "A-1", "A-3").version, "reason": "Mine", "resolved": stands}

    own = api_of(player).post(f"{API}discrepancies/{GAME}/override/", body, format="json")
    assert (own.status_code, own.json()["code"]) == (403, "own_card")
    assert "own" in text_of(signed_in(player).get(f"{PAGES}cross-check/?case={GAME}"))

    make_cards(event, A_3="A-4 2 .\nA-1 3 .\nA-2 0 .")
    body["version"] = find(event, 2, "A-1", "A-3").version
    over = api_of(checker).post(f"{API}discrepancies/{GAME}/override/", body, format="json")
    assert (over.status_code, over.json()["code"]) == (409, "line_typed_over")
    assert "looks/" in over.json()["message"]


def test_the_card_of_a_game_on_which_two_cards_agree_is_not_written_on_beside_a_third() -> None:
    """A-1 names A-2 in game 1, but A-2 and A-3 name each other, and A-4 names A-1: so A-1 met A-4."""
    event = make_event(
        tournament=make_tournament("sierra"), games=1, movement="none", records_spread=False, entrants=4, seated=True
    )
    make_cards(event, A_1="A-2 2 .", A_2="A-3 2 .", A_3="A-2 0 .", A_4="A-1 0 .")
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    client = signed_in(make_user("len", role="checker", tournament=event.tournament))

    def offered(name: str) -> list[str]:
        return [one.value for one in client.get(f"{PAGES}cross-check/?case={name}").context["open"].results]

    def decide(name: str, result: str) -> int:
        version = find(event, 1, *re.findall("[A-Z]-[0-9]", name)).version
        sent = {"initials": "LN", "reason": "Met A-4", "version": version, "result": result}
        return client.post(f"{PAGES}cross-check/{name}/by-hand/", sent).status_code

    assert offered("1-A-1-A-2") == ["A-1=."]
    assert offered("1-A-1-A-4") == ["A-1=2 A-4=0", "A-1=3 A-4=0", "A-1=0 A-4=2", "A-1=0 A-4=3", "A-4=."]
    assert decide("1-A-1-A-2", "A-1=2 A-2=0") == 422
    assert decide("1-A-1-A-4", "A-1=2 A-4=0") == 302
    assert offered("1-A-1-A-2") == ["A-1= A-2="]
    assert decide("1-A-1-A-2", "A-1= A-2=") == 302
    on = sheet(event)
    assert {line.points for line in (on.crosscheck.standing_cards[seat].line(1) for seat in ("A-1", "A-2"))} == {2}
    assert on.crosscheck.standing_cards["A-2"].line(1) == on.cards["A-2"].line(1)
    assert on.crosscheck.standing_cards["A-1"].line(1).opponent == "A-4"


def test_a_file_of_cards_has_no_spread_either(tmp_path: Path) -> None:
    event = an_event()
    entrants, cards, totals = (tmp_path / name for name in ("entrants.csv", "cards.csv", "totals.csv"))
    named = sheet(event).entries
    entrants.write_text("seat,name,acc_number\n" + "".join(f"{seat},{one.name},\n" for seat, one in named.items()))
    cards.write_text("seat,game,opponent,points,plus,minus\nA-1,1,A-2,3,40,\nA-2,1,A-1,0,,\n")
    totals.write_text("seat,game_points,games_won,plus,minus,net\nA-1,3,1,40,0,40\n")

    with pytest.raises(CommandError, match="4 faults"):
        call_command("import_cards", "sierra/main", entrants=entrants, cards=cards, totals=totals)
    cards.write_text("seat,game,opponent,points,plus,minus\nA-1,1,A-2,3,,\nA-2,1,A-1,0,,\n")
    call_command("import_cards", "sierra/main", entrants=entrants, cards=cards)
    assert sheet(event).cards["A-1"].lines[0].points == 3


def test_where_a_spread_is_recorded_such_games_still_go_to_the_head_judge() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=1, movement="none", entrants=2, seated=True)
    make_cards(event, A_1="A-2 2 .", A_2="A-1 2 .")
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)

    found = find(event, 1, "A-1", "A-2")

    assert (found.outcome, list(found.rules)) == ("referred", ["14.1"])
    with pytest.raises(Refused, match="does not settle this game"):
        crosscheck_actions.accept(
            event=event,
            key=crosscheck_actions.GameKey(1, ("A-1", "A-2")),
            initials="LN",
            version=found.version,
            actor=COMMAND,
        )


@pytest.mark.parametrize("records_spread", [True, False])
def test_no_game_is_decided_so_that_nobody_wins(records_spread: bool) -> None:
    event = make_event(
        tournament=make_tournament("sierra"),
        games=1,
        movement="none",
        entrants=2,
        seated=True,
        records_spread=records_spread,
    )
    make_cards(event, A_1="A-2 2 .", A_2="A-1 2 .")
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    api = api_of(make_user("rosa", role="director", tournament=event.tournament))

    def decide(*points: str) -> Any:
        stands = {
            seat: {"points": one, "plus": "", "minus": ""} for seat, one in zip(("A-1", "A-2"), points, strict=True)
        }
        sent = {"initials": "RM", "reason": "Read", "version": find(event, 1, "A-1", "A-2").version, "resolved": stands}
        return api.post(f"{API}discrepancies/1-A-1-A-2/override/", sent, format="json")

    nobody = [("", "0"), ("0", ""), ("", "")] + ([] if records_spread else [("0", "0")])
    for points in nobody:
        refused = decide(*points)
        assert (refused.status_code, [one["code"] for one in refused.json()["errors"]]) == (400, ["no_win"]), points
        assert "nobody would have won this game" in refused.json()["errors"][0]["message"]
    both = decide("2", "2").json()["errors"][0]
    assert (both["code"], both["message"].endswith("for both.")) == ("two_wins", records_spread)
    if records_spread:
        # Rule 12.2.e makes two losses.
        assert decide("0", "0").status_code == 200
    for points, winner, loser in ((("2", ""), "A-1", "A-2"), (("", "3"), "A-2", "A-1")):
        half = decide(*points)
        assert (half.status_code, [one["code"] for one in half.json()["errors"]]) == (400, ["no_result"]), points
        told = f"{winner} would have won, and the card of {loser} would not say so."
        assert half.json()["errors"][0]["message"].startswith(told)
    assert decide("0", "2").status_code == 200


def test_nothing_is_told_of_a_spread_where_a_game_is_awarded_or_a_card_corrected_late() -> None:
    event = an_event()
    client = signed_in(make_user("rosa", role="director", tournament=event.tournament))
    plan = DayPlan(What.AWARD, seat="A-4", game=1, opponent="A-3")
    call_game(event=event, game=1, actor=COMMAND)
    change_day(event=event, plan=plan, reason="Lunch", actor=COMMAND)

    for page in ("round/", "log/", "round/award/", "round/removed/"):
        told = text_of(client.get(f"{PAGES}{page}"))
        assert "+10" not in told, page
        assert "−10" not in told, page
    assert "is awarded to A-3" in text_of(client.get(f"{PAGES}round/"))
    Event.objects.filter(pk=event.pk).update(game_now=None)
    event.day_changes.all().delete()
    type_cards(client)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    stands = {"A-1": {"points": 0, "plus": None, "minus": None}, "A-3": {"points": 3, "plus": None, "minus": None}}
    look_at_all(event)
    crosscheck_actions.override(
        event=event,
        key=crosscheck_actions.GameKey(2, ("A-1", "A-3")),
        resolved=stands,
        initials="RM",
        reason="Read",
        version=find(event, 2, "A-1", "A-3").version,
        rights=rights_of(make_user("root", superuser=True), event.tournament),
        actor=COMMAND,
    )
    post_qualifiers(event=event, actor=COMMAND)
    late = text_of(client.get(f"{PAGES}cards/A-4/late/"))
    assert "2 or 3 for a win, 0 for a loss" in late
    assert "won by 16" not in late


def test_the_obstacle_of_contradicting_results_also_says_what_to_do_without_paper() -> None:
    event = an_event()
    type_cards(signed_in(make_user("rosa", role="director", tournament=event.tournament)))
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)

    [told] = [one for one in sheet(event).obstacles if one.code == "result_unsettled"]

    assert "Look at both papers, or ask both players where there is no paper" in sheet_words.finding(told)


def test_whether_a_spread_is_recorded_stays_once_a_game_is_told_by_phone() -> None:
    event = use_phones(event=an_event(), phones="instead", actor=COMMAND)
    api = api_of(make_user("rosa", role="director", tournament=event.tournament))
    entry = event.entries.get(number=1)
    tell_game(entry=entry, game=1, points=2, opponent="A-2", key=uuid4(), actor=COMMAND)

    refused = api.patch(API, {"records_spread": True}, format="json")

    assert (refused.status_code, refused.json()["code"]) == (409, "begun")
    assert "Players have told games by phone already" in refused.json()["message"]
    assert api.patch(API, {"games": 2}, format="json").status_code == 200


def test_an_unfinished_card_from_a_phone_has_no_totals_that_somebody_signed() -> None:
    event = use_phones(event=an_event(), phones="instead", actor=COMMAND)
    for game, (opponent, points) in enumerate(PAPER["A-1"][:2], 1):
        entry = event.entries.get(number=1)
        told = {"points": int(points), "opponent": opponent}
        tell_game(entry=entry, game=game, key=uuid4(), actor=COMMAND, **told)
    assert take_told_cards(event=event, seats=["A-1"], actor=COMMAND) == ("A-1",)
    assert sheet(event).facts["A-1"].own.game_points is None

    make_cards(event, A_1="\n".join(f"{a} {b} ." for a, b in PAPER["A-1"]))
    assert sheet(event).totals_off == {}
    # A whole one is signed with what it comes to.
    for game, (opponent, points) in enumerate(PAPER["A-2"], 1):
        told = {"points": int(points), "opponent": opponent}
        tell_game(entry=event.entries.get(number=2), game=game, key=uuid4(), actor=COMMAND, **told)
    assert take_told_cards(event=event, actor=COMMAND) == ("A-2",)
    assert sheet(event).facts["A-2"].own.game_points == 4
