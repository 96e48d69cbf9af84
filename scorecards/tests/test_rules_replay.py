"""The log replayed by the rules alone: what an act leaves, and what of it can be undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import Act, Mark, Recorded, rebuild, undoing
from scorecards.sheet.rules.tally import OwnTotals

NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)


def log(*told: tuple[str, str, Any]) -> list[Act]:
    """Acts from (action, key, after), a minute apart, each by another person."""
    return [
        Act(number, action, key, None, after, NOON + timedelta(minutes=number), f"P{number}", f"p{number}")
        for number, (action, key, after) in enumerate(told, start=1)
    ]


def card(*spreads: int, **more: Any) -> dict[str, Any]:
    """A card as typed: one line a game against A-9, won (+) or lost (-) by that much."""
    lines = [
        {
            "game": game,
            "opponent": "A-9",
            "points": 2 if spread > 0 else 0,
            "plus": spread if spread > 0 else None,
            "minus": -spread if spread < 0 else None,
        }
        for game, spread in enumerate(spreads, start=1)
    ]
    return {"lines": lines, "totals": {}, **more}


def typed(*spreads: int, seat: str = "A-1") -> tuple[str, str, Any]:
    return ("card.typed", seat, card(*spreads))


def undone(*spreads: int, by: str = "", seat: str = "A-1") -> tuple[str, str, Any]:
    return ("card.typing-undone", seat, card(*spreads, typed_by=by))


def found(acts: list[Act], number: int) -> str:
    """How undoing this act stands: "possible", "undone", the number of what comes first, or why not."""
    of = undoing(acts[number - 1], rebuild(acts).steps)
    if of.step is None:
        return of.stands
    return "undone" if of.undone else str(of.obstacle.act.number) if of.obstacle else "possible"


def test_a_card_typed_twice_is_as_typed_last_at_version_2() -> None:
    rebuilt = rebuild(log(typed(16), typed(-16), typed(5, seat="A-2")))

    assert rebuilt.card("A-1").lines == (Line(1, "A-9", 0, None, 16),)
    assert rebuilt.card("A-1").by == "P2"
    assert rebuilt.versions == {"A-1": 2, "A-2": 1}


def test_a_look_changes_its_line_only_where_it_established_one_and_the_typist_stays() -> None:
    look = {"game": 1, "line": card(16)["lines"][0], "reading": card(-16)["lines"][0], "outcome": "differs"}
    retyped = {**look, "line": card(-16)["lines"][0], "outcome": "retyped"}

    rebuilt = rebuild(log(typed(16, 12), ("line.looked-at", "A-1", look), ("line.looked-at", "A-1", retyped)))

    assert [line.minus for line in rebuilt.card("A-1").lines] == [16, None]
    assert (rebuilt.card("A-1").by, rebuilt.versions["A-1"]) == ("P1", 2)
    assert [one.read_by for one in rebuilt.looks["A-1", 1]] == ["P2", "P3"]


def test_a_line_that_the_paper_does_not_have_goes() -> None:
    gone = {"game": 1, "line": None, "reading": None, "outcome": "retyped"}

    rebuilt = rebuild(log(typed(16, 12), ("line.looked-at", "A-1", gone)))

    assert [line.game for line in rebuilt.card("A-1").lines] == [2]


def test_an_undone_typing_is_again_whose_it_was_and_the_version_counts_up() -> None:
    rebuilt = rebuild(log(typed(16), typed(-16), undone(16, by="P1")))

    now = rebuilt.card("A-1")
    assert (now.by, now.account, now.at) == ("P1", "p1", NOON + timedelta(minutes=1))
    assert rebuilt.versions == {"A-1": 3}


def test_an_undone_first_typing_leaves_an_empty_card() -> None:
    rebuilt = rebuild(log(typed(16), undone()))

    assert rebuilt.card("A-1").content == Recorded().content
    assert rebuilt.versions == {"A-1": 2}


def test_marks_come_and_go() -> None:
    acts = log(
        ("card.received", "A-1", {"received_by": "Lena"}),
        ("card.set-aside", "A-1", {"reason": "Torn"}),
        ("card.taken-up", "A-1", None),
    )

    assert rebuild(acts[:2]).of("aside") == {"A-1": Mark("P2", acts[1].at, "Torn")}
    assert rebuild(acts).of("aside") == {}
    assert rebuild(acts).of("received") == {"A-1": Mark("Lena", acts[0].at)}


def test_seats_follow_the_draw_and_a_late_entry_into_a_no_shows_seat() -> None:
    entered = {"entrants": [{"number": 1, "seat": ""}, {"number": 2, "seat": "A-2"}]}
    late = Act(
        4, "entrants.entered", "3", {"vacated": {"A-1": 1}}, {"entrants": [{"number": 3, "seat": "A-1"}]}, NOON, "P"
    )

    rebuilt = rebuild(
        [*log(("entrants.entered", "1,2", entered), ("seats.drawn", "main", {"seats": {"A-1": 1, "A-2": 2}})), late]
    )

    assert rebuilt.seats == {1: "", 2: "A-2", 3: "A-1"}


def test_a_no_show_who_comes_after_all_plays_at_the_seat_they_were_given() -> None:
    acts = log(
        ("entrants.entered", "1,2", {"entrants": [{"number": 1, "seat": ""}, {"number": 2, "seat": "A-2"}]}),
        ("entrant.status-set", "1", {"status": "no_show", "status_reason": "Flight"}),
        ("entrant.status-set", "2", {"status": "no_show", "status_reason": "Flight"}),
    )
    seated = Act(
        4,
        "entrant.seated",
        "1",
        {"seat": "", "vacated": {"A-2": 2}},
        {"seat": "A-2", "status": "playing", "status_reason": ""},
        NOON,
        "P",
    )

    rebuilt = rebuild([*acts, seated])

    assert rebuilt.seats == {1: "A-2", 2: ""}
    assert (rebuilt.status(1).status, rebuilt.status(2).status) == ("playing", "no_show")


@pytest.mark.parametrize(
    ("acts", "wanted"),
    [
        pytest.param([typed(16)], ["possible"], id="typed once"),
        pytest.param([typed(16), typed(12)], ["2", "possible"], id="typed again: that first"),
        pytest.param([typed(16), typed(12), undone(16, by="P1")], ["possible", "undone", "possible"], id="undone"),
        pytest.param(
            [typed(16), typed(12), undone(16, by="P1"), undone(12, by="P2")],
            ["4", "possible", "undone", "possible"],
            id="undone and done again",
        ),
        pytest.param(
            [typed(16), typed(12), undone(16, by="P1"), undone()],
            ["undone", "undone", "4", "possible"],
            id="undone one after the other",
        ),
        pytest.param([typed(16), typed(12, seat="A-2")], ["possible", "possible"], id="another card is another thing"),
        pytest.param([typed(16), typed(12), typed(16)], ["possible", "undone", "possible"], id="reversed by hand"),
        pytest.param([typed(16), ("card.received", "A-1", {})], ["possible", "possible"], id="a mark is another thing"),
    ],
)
def test_only_what_nothing_in_force_came_after_can_be_undone(acts: list[Any], wanted: list[str]) -> None:
    done = log(*acts)

    assert [found(done, number) for number in range(1, len(done) + 1)] == wanted


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("qualifiers.posted", "posted"),
        ("cross_check.started", "begun"),
        ("player.informed", "told"),
        ("game.recorded", "playoffs"),
        ("thing.done-elsewhere", "elsewhere"),
    ],
)
def test_what_changed_no_card_and_no_decision_stays_for_a_reason(action: str, why: str) -> None:
    assert found(log((action, "main", {})), 1) == why


def test_a_look_that_changed_nothing_stays() -> None:
    look = {"game": 1, "line": None, "reading": None, "outcome": "confirmed"}

    assert found(log(("line.looked-at", "A-1", look)), 1) == "look"


def test_totals_belong_to_what_is_typed() -> None:
    acts = log(("card.typed", "A-1", {"lines": [], "totals": {"game_points": 7}}))

    assert rebuild(acts).card("A-1").own == OwnTotals(game_points=7)
