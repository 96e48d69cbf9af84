"""A game between two cards of the dead zone that nobody has settled: every count says so, before the posting and after it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from hall.desk import reads
from hall.desk.reads import Desk
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.crosscheck.rules import Stage
from scorecards.sheet.reads.earlier import log_numbers
from scorecards.sheet.rules.looks import find_wanted
from scorecards.standings.actions.inform import inform_player
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.standings.reads.informed import move_name, moves
from scorecards.tests.factories import COMMAND, find, key, look_at_all, make_cards, sheet
from tournaments.access import Rights
from tournaments.models import Event
from tournaments.tests.factories import make_event, make_tournament
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

# Four players, three games. A-1 wins all; cannot come near, and only their game 1 differs.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -12 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
LEFT_OPEN = CARDS | {"A_3": "A-4 . . \n A-1 0 -12 \n A-2 0 -07"}
"""Rule 12.2 does not settle it."""
CORRECTED = CARDS | {"A_3": "A-4 2 . \n A-1 0 -12 \n A-2 0 -07"}
"""Rule 12.2 puts the amount on both cards."""
GAME = "1-A-3-A-4"


@pytest.fixture
def event() -> Event:
    return make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)


def check(event: Event, cards: dict[str, str]) -> None:
    make_cards(event, **cards)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)


def refer(event: Event) -> None:
    version = find(event, 1, "A-3", "A-4").version
    given = {"initials": "JK", "reason": "Both cards are smudged", "version": version}
    crosscheck_actions.refer(event=event, key=key(1, "A-3", "A-4"), actor=COMMAND, **given)


@pytest.fixture(params=["left open by the rule", "referred by a checker"])
def waiting(request: pytest.FixtureRequest, event: Event) -> Event:
    """The game waits for the head judge; both its lines were read again."""
    if request.param == "left open by the rule":
        check(event, LEFT_OPEN)
    else:
        check(event, CORRECTED)
        refer(event)
    return event


def post(event: Event) -> None:
    post_qualifiers(event=fresh(event), actor=COMMAND)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def desk_of(event: Event) -> Desk:
    return reads.desk(fresh(event), Rights(frozenset({"director"})), timezone.now())


def todos(event: Event) -> dict[str, str]:
    return {todo.title: todo.text for todo in desk_of(event).todos}


def director(event: Event) -> Client:
    return in_role(event.tournament, "director")


def page(event: Event, name: str, **query: str) -> str:
    return text_of(director(event).get(f"/t/sierra/main/{name}/", query))


def api(event: Event, name: str) -> dict:
    return director(event).get(f"/api/v1/tournaments/sierra/events/main/{name}/").json()


WAITS = "1 game waits for the head judge and changes no qualifier"


def test_every_count_says_that_the_game_waits_and_posting_does_not(waiting: Event) -> None:
    told = todos(waiting)
    assert told[WAITS] == "Posting does not wait for a ruling."
    assert "Everything is settled: post the names" not in told
    assert f"{WAITS}. Posted without a ruling" in told["Nothing stands in the way: post the names"]
    steps = {step.name: (step.note, step.state) for step in desk_of(waiting).steps}
    assert steps["Settle differences"] == ("0 of 1 differences settled", "now")
    assert steps["Post the names"] == ("Nothing stands in the way", "now")

    states = {one["seat"]: (one["state"], one["blocks"]) for one in api(waiting, "control")["seats"]}
    assert states == {
        "A-1": ("matched", False),
        "A-2": ("matched", False),
        "A-3": ("discrepancy", False),
        "A-4": ("discrepancy", False),
    }
    sheet_told = page(waiting, "control")
    assert "2 of 4 settled" in sheet_told
    assert "Game 1 against A-4 waits for the head judge (does not hold up posting)" in sheet_told

    checked = page(waiting, "cross-check", table="head-judge")
    assert "Head judge 1 waiting" in checked
    assert "Dead zone 0 of 1 settled" in checked
    assert f"{WAITS}." in checked

    standings = api(waiting, "standings")
    assert {name: standings[name] for name in ("to_read", "to_sign", "to_rule")} == {
        "to_read": 0,
        "to_sign": 0,
        "to_rule": 1,
    }
    assert "1 game waits for the head judge: until then it counts on both cards as it is written." in page(
        waiting, "standings"
    )
    assert f"{WAITS}." in page(waiting, "posting")
    assert "What stands in the way" not in page(waiting, "posting")
    assert sheet(waiting).obstacles == ()


def test_once_posted_the_game_is_closed_as_it_was_and_nothing_waits(waiting: Event) -> None:
    post(waiting)

    became = (
        "1 game was posted without a ruling of the head judge: it counts on both cards as it is written, and changed no "
        "qualifier."
    )
    assert not any("head judge" in title for title in todos(waiting))
    assert {one["state"] for one in api(waiting, "control")["seats"]} == {"final"}
    assert api(waiting, "piles")["settled"] is True
    for table in ("head-judge", "dead-zone"):
        checked = page(waiting, "cross-check", table=table)
        assert "Head judge 1 without a ruling" in checked
        assert "Dead zone 1 of 1 settled" in checked
        assert "Posted without a ruling of the head judge: it counts on both cards as it is written." in checked
        assert became in checked
        assert "waiting" not in checked
        assert "waits for the head judge" not in checked
    opened = page(waiting, "cross-check", table="dead-zone", case=GAME)
    assert "Posted without a ruling of the head judge" in opened
    assert "waits for the head judge" not in opened
    assert became in page(waiting, "posting")
    standings = api(waiting, "standings")
    assert [standings[name] for name in ("to_read", "to_sign", "to_rule")] == [0, 0, 0]
    assert "waits for" not in page(waiting, "standings")
    judge = text_of(director(waiting).get("/t/sierra/referrals/"))
    assert "Nothing waits for the head judge." in judge
    assert "Posted without a ruling" in judge
    newest = str(max(log_numbers(waiting).values()))
    assert "posted without a ruling" in page(waiting, "earlier", at=newest)
    assert "no ruling" in text_of(director(waiting).get("/t/sierra/main/cards/A-3/", {"as": "read"}))


def test_a_ruling_settles_it_everywhere(waiting: Event) -> None:
    crosscheck_actions.override(
        event=waiting,
        key=key(1, "A-3", "A-4"),
        resolved={"A-3": {"points": 2, "plus": 3, "minus": None}, "A-4": None},
        initials="HJ",
        reason="The table remembers",
        version=find(waiting, 1, "A-3", "A-4").version,
        rights=Rights(frozenset({"director"})),
        actor=COMMAND,
    )

    assert "Everything is settled: post the names" in todos(waiting)
    assert "4 of 4 settled" in page(waiting, "control")
    assert "Head judge 0 waiting" in page(waiting, "cross-check", table="dead-zone")
    assert api(waiting, "standings")["to_rule"] == 0


def test_a_correction_without_initials_is_left_as_it_is_proposed(event: Event) -> None:
    check(event, CORRECTED)

    waits = (
        "1 correction waits for initials and changes no qualifier. Posted without them, it counts as it is proposed."
    )
    assert waits in todos(event)["Nothing stands in the way: post the names"]
    assert waits in page(event, "posting")
    assert "Sign game 1 against A-4 (does not hold up posting)" in page(event, "control")
    post(event)
    became = "1 correction was posted without initials: it counts as it was proposed, and changed no qualifier."
    assert became in page(event, "posting")
    checked = page(event, "cross-check", table="dead-zone", case=GAME)
    assert "Posted without initials: it counts as it was proposed." in checked
    assert became in checked
    assert "Dead zone 1 of 1 settled" in checked


def test_a_line_still_to_be_read_is_named_where_the_names_can_be_posted(event: Event) -> None:
    make_cards(event, **LEFT_OPEN)
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)

    on = sheet(event)
    unread = find_wanted(on.crosscheck, {})
    assert len(unread) == 2
    told = todos(event)
    assert "2 lines are to be read again" in told
    assert WAITS in told
    assert "2 lines are still to be read again" in told["Nothing stands in the way: post the names"]
    states = {one["seat"]: one["state"] for one in api(event, "control")["seats"]}
    assert (states["A-3"], states["A-4"]) == (Stage.TYPED, Stage.TYPED)
    assert "Head judge 1 waiting" in page(event, "cross-check", table="head-judge")
    assert api(event, "standings")["to_rule"] == 1


def test_cards_that_differ_and_both_stand_are_not_called_matched(event: Event) -> None:
    check(event, CARDS | {"A_3": "A-4 2 +09 \n A-1 0 -12 \n A-2 0 -07"})

    states = {one["seat"]: one["state"] for one in api(event, "control")["seats"]}
    assert (states["A-3"], states["A-4"]) == (Stage.RESOLVED, Stage.RESOLVED)
    assert "Everything is settled: post the names" in todos(event)


def test_whoever_was_not_told_is_still_to_be_told_once_the_list_is_posted() -> None:
    """A-1 leads A-3 by two holes and loses ten of them in game 1 (12.2.a); one qualifies."""
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    cards = {
        "A_1": "A-2 2 +12 \n A-3 0 -04 \n A-4 2 +12",
        "A_2": "A-1 0 -02 \n A-4 2 +05 \n A-3 2 +06",
        "A_3": "A-4 2 +20 \n A-1 2 +04 \n A-2 0 -06",
        "A_4": "A-3 0 -20 \n A-2 0 -05 \n A-1 0 -12",
    }
    check(event, cards)
    crosscheck_actions.accept_all(event=fresh(event), initials="LF", revision=fresh(event).revision, actor=COMMAND)
    post(event)

    assert any(title.startswith("Tell ") for title in todos(event))
    for move in moves(sheet(event)):
        inform_player(event=fresh(event), seat=move.seat, move=move_name(move), actor=COMMAND)
    assert not any(title.startswith("Tell ") for title in todos(event))


def test_a_game_below_the_line_that_could_still_come_up_is_read_before_it_counts_as_settled(event: Event) -> None:
    """A-2 is below the line with one game short of it: a slip there could hide a qualifier."""
    make_cards(
        event,
        A_1="A-2 2 +12 \n A-3 0 -12 \n A-4 3 +40",
        A_2="A-1 0 -12 \n A-4 2 +05 \n A-3 2 +07",
        A_3="A-4 0 -03 \n A-1 2 +12 \n A-2 0 -09",
        A_4="A-3 2 +03 \n A-2 0 -05 \n A-1 0 -40",
    )
    crosscheck_actions.start_cross_check(event=event, actor=COMMAND)
    game = find(event, 3, "A-2", "A-3")
    assert game.state == "accepted"

    tab = page(event, "cross-check", table="dead-zone")

    assert {(one["seat"], one["matters"]) for one in api(event, "looks")} == {("A-2", True), ("A-3", True)}
    assert "2 lines are to be read again" in todos(event)
    assert "2 lines are of cards that could qualify" in todos(event)["2 lines are to be read again"]
    assert "Post the names once these lines are read" in todos(event)
    assert "0 of 1 settled" in tab
    assert "Both stand, nothing to sign." not in tab
    look_at_all(event)
    assert "1 of 1 settled" in page(event, "cross-check", table="dead-zone")
    assert "Everything is settled: post the names" in todos(event)
