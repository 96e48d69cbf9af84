"""Games that would count on neither card are played by nobody: on pages, on paper, at the desk and in the API."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorecards.cards.reads import cards as cards_reads
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.standings.actions.exemption import exempt_plan
from scorecards.tests.factories import make_card
from tournaments.day.actions.round import change_day, undo_day_change
from tournaments.day.reads import round as round_reads
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import schedule
from tournaments.entrants.reads.paper import card_rows, sheets_of
from tournaments.models import DayChange, Event
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/"


@pytest.fixture
def event() -> Event:
    """Eight people at one table, four games each."""
    return make_event(tournament=make_tournament("sierra"), games=4, entrants=8, tables=[8], seated=True)


def away(event: Event, seat: str, first: int, last: int) -> DayChange:
    plan = DayPlan(What.AWAY, seat=seat, first=first, last=last)
    made = change_day(event=event, plan=plan, reason="The car", actor=make_actor())
    assert made is not None
    return made


def test_who_makes_up_two_games_keeps_nobody_else_at_the_table(event: Event) -> None:
    away(event, "A-2", 2, 3)

    rows = api_of(make_user(superuser=True)).get(f"{API}schedule/").json()

    assert all(any(row["counted"]) for row in rows if None not in row["players"])
    assert [row["players"] for row in rows if row["game"] == 6 and None not in row["players"]] == [["A-2", "A-7"]]
    assert {"game": 6, "table": "A", "seats": [2, 1], "players": ["A-6", None], "first_deal": None,
            "counted": [False, False]} in rows  # fmt: skip


def test_only_who_plays_on_is_told_of_more_games(event: Event) -> None:
    plan = DayPlan(What.AWAY, seat="A-2", first=2, last=3)
    outlook = round_reads.outlook(round_reads.ground_of(event), plan)

    later = {(one.game, one.player) for one in outlook.differences if one.game > 4}
    assert later == {
        (5, "A-1"), (5, "A-8"), (5, "A-4"), (5, "A-5"), (5, "A-2"), (5, "A-3"), (6, "A-2"), (6, "A-7"),
    }  # fmt: skip
    assert outlook.extra_games == 4


def test_a_card_ends_with_the_last_game_and_says_where_one_is_free_before_it(event: Event) -> None:
    away(event, "A-2", 2, 3)

    rows = card_rows(event)
    page = text_of(in_role(event.tournament, "director").get(of("sheets", event, "cards") + "?of=A-7"))

    assert [row.game for row in rows["A-6"]] == [1, 2, 3, 4]
    assert [(row.game, row.is_free, row.opponent) for row in rows["A-7"][4:]] == [(5, True, ""), (6, False, "A-2")]
    assert "5 you are free 6" in page


def test_the_rotation_sheet_leaves_the_seats_of_a_game_that_nobody_plays_empty(event: Event) -> None:
    away(event, "A-2", 2, 3)

    (sheet,) = sheets_of(event, "rotation")

    (grid,) = sheet.what.grids
    last = {seat: places[-1].number for seat, places in grid.seats}
    assert grid.games == (1, 2, 3, 4, 5, 6)
    assert last == {1: None, 2: None, 3: None, 4: None, 5: 2, 6: 7, 7: None, 8: None}


def test_the_pages_of_the_schedule_say_free(event: Event) -> None:
    away(event, "A-2", 2, 3)
    director, page = in_role(event.tournament, "director"), of("seating", event)

    game, seat, table = (text_of(director.get(f"{page}?{query}")) for query in ("game=6", "seat=A-6", "table=A"))

    assert "free A-6" in game
    assert "1, 2 A-" not in game
    assert "6 free, has all games" in seat
    assert "free" in table


def test_the_own_page_says_so_and_sends_nobody_on(event: Event) -> None:
    make_links(event=event, actor=make_actor())
    away(event, "A-2", 2, 3)
    Event.objects.filter(pk=event.pk).update(game_now=5)
    found = {}
    for seat in ("A-6", "A-7"):
        entry = entry_at(event, seat)
        assert entry is not None
        link, _version = link_of(entry)
        assert link is not None
        found[seat] = key_of_link(link)

    page = text_of(api_of().get(reverse("me:own", args=[found["A-6"]])))
    done, plays_on = (api_of().get(f"/api/v1/me/{key}/").json() for key in found.values())

    assert "Now: game 5 You have all your games: you are free." in page
    assert (done["next_game"], plays_on["next_game"]) == (None, 6)
    last = done["games"][-1]
    assert (last["game"], last["free"], last["away"], last["seat"], last["opponent"]) == (6, True, False, None, None)
    assert [one["free"] for one in plays_on["games"]] == [False] * 4 + [True, False]


def test_the_desk_says_free_and_asks_nothing(event: Event) -> None:
    away(event, "A-2", 2, 3)
    checker = in_role(event.tournament, "checker")

    page = checker.get(reverse("scorecards:card", args=["sierra", "main", "A-6"]))
    pile = checker.get(
        reverse("scorecards:pile", args=["sierra", "main"]), headers={"Accept": "application/json"}
    ).json()

    rows = [(row.game, row.free, row.sits_out, row.expected) for row in page.context["desk"].rows[4:]]
    assert rows == [(5, True, False, ""), (6, True, False, "")]
    assert "Game 5, free: both have all their games" in page.content.decode()
    assert pile["free"]["A-6"] == [5, 6]
    assert pile["expected"]["A-6"][4:] == ["", ""]


def test_a_free_game_that_was_played_blocks_nothing(event: Event) -> None:
    """Game 5 was for A-1, who then had played game 1 after all: it stands on two cards and counts on neither."""
    change = away(event, "A-1", 1, 1)
    away(event, "A-2", 2, 2)
    make_card(event, "A-1", "5: A-8 2 +16")
    make_card(event, "A-8", "5: A-1 0 -16")

    undo_day_change(change=change, reason="A slip", actor=make_actor())

    assert {(5, "A-1"), (5, "A-8")} <= {(p.game, p.players[0]) for p in schedule(event) if p.free}
    card = cards_reads.card(sheet_reads.sheet(event), "A-1")
    assert [(line["game"], line["opponent"], line["counted"]) for line in card["lines"]] == [(5, "A-8", False)]
    assert card["totals"]["game_points"] == 0


def test_fewer_games_fit_cards_on_which_one_too_many_was_played() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=4, entrants=9, tables=[9], seated=True)
    make_card(event, "A-1", "4: A-7 2 +16")
    make_card(event, "A-7", "4: A-1 0 -16")

    changed = exempt_plan(event=event, changes={"games": 3}, reason="The hall closes", actor=make_actor())

    assert {p.players for p in schedule(changed, 4) if p.free} == {("A-1", None), ("A-7", None)}


def test_a_mix_up_is_looked_at_in_the_round_that_is_really_played() -> None:
    """The plan's round 11 is passed over, so that game 11 is its round 12: the boards to correct are those."""
    event = make_event(tournament=make_tournament("sierra"), games=9, entrants=13, tables=[13], seated=True)
    away(event, "A-2", 2, 3)
    on = round_reads.ground_of(event)

    boards = {frozenset(pair) for pair in round_reads.planned_pairs(on, "A", 11)}

    (played,) = [p for p in on.pairings() if p.game == 11 and None not in p.players]
    assert played.players == ("A-2", "A-10")
    assert frozenset((2, 10)) in boards
    assert on.course("A", 11).rounds[-1] == 12
