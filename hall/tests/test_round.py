"""The round that is being played, and what happens on the day: schedule, refusals, undoing; pages and API."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hall.demonstration.simulator import Chance
from hall.desk import trail
from hall.exchange.actions import import_tournament
from hall.exchange.reads import tournament_document
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.tests.factories import make_card
from tournaments.access import Rights
from tournaments.day.actions.round import (
    call_game,
    change_day,
    change_decks,
    finish_table,
    look_ahead,
    play_on,
    undo_day_change,
    withdraw,
)
from tournaments.day.actions.status import set_status
from tournaments.day.reads.late_entry import free_seats, late_seats
from tournaments.day.reads.round import DayPlan, What, later_change, round_now
from tournaments.day.reads.schedule import counted_games, frames, pairings_of, playing_seats, rounds, schedule
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.reads.paper import sheets_of
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event, Player, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.money.reads.money import account_of
from tournaments.people.actions.people import link_player
from tournaments.rotation.rules.deal import Deal, with_first_deals
from tournaments.rotation.rules.movements import PLANS, Movement, sitters
from tournaments.rotation.rules.proof import meetings
from tournaments.seating.actions import swap_seats
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Nine people at one table with ten seats, five games each."""
    return make_event(tournament=tournament, games=5, entrants=9, seated=True)


def do(event: Event, plan: DayPlan, reason: str = "It happened") -> DayChange:
    made = change_day(event=event, plan=plan, reason=reason, actor=make_actor())
    assert made is not None
    return made


def undo(change: DayChange) -> None:
    undo_day_change(change=change, reason="A slip", actor=make_actor())


def pairs_in(event: Event, round_: int, frame: int = 10) -> tuple[tuple[int, int], ...]:
    at = sitters(PLANS[Movement(event.movement)], frame, round_)
    return tuple(zip(at[::2], at[1::2], strict=True))


def entry_at(event: Event, seat: str) -> Entry:
    table, _dash, number = seat.partition("-")
    return event.entries.get(table=table, seat_number=int(number))


def way_of(event: Event, seat: str) -> dict[int, str | None]:
    found: dict[int, str | None] = {}
    for pairing in schedule(event):
        for player, opponent in zip(pairing.players, pairing.players[::-1], strict=True):
            if player == seat:
                found[pairing.game] = opponent
    return found


# --- The schedule follows --------------------------------------------------------------------------------------------


def test_whoever_is_away_leaves_the_others_sitting_out(event: Event) -> None:
    met = way_of(event, "A-2")[2]
    assert met is not None

    do(event, DayPlan(What.AWAY, seat="A-2", first=2, last=2))

    assert 2 not in way_of(event, "A-2")
    assert way_of(event, met)[2] is None
    assert rounds(event) == max(pairing.game for pairing in schedule(event))
    assert {len(games) for games in (counted_games(event) or {}).values()} == {5}


def test_without_changes_the_schedule_takes_one_query_more_than_seats_and_tables(event: Event) -> None:
    with CaptureQueriesContext(connection) as queries:
        schedule(event)
    assert len(queries) == 3
    for game in (1, 2):
        do(event, DayPlan(What.AWAY, seat="A-2", first=game, last=game))
    with CaptureQueriesContext(connection) as queries:
        schedule(event)
    assert len(queries) == 3


# --- What was announced and played stays -----------------------------------------------------------------------------


@pytest.fixture
def at_play(tournament: Tournament) -> Event:
    """Nine people at ten seats with alternate deal, and game 3 of five on."""
    event = make_event(tournament=tournament, slug="club", games=5, entrants=9, seated=True, deal="alternate")
    call_game(event=event, game=3, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def late(event: Event, seat: str, name: str = "Lou Late") -> Entry:
    return enter_entrants(event=event, entrants=[EntrantPlan(name, seat=seat)], actor=make_actor())[0]


def dealt(event: Event) -> dict[tuple[int, str], str | None]:
    return {
        (pairing.game, player): pairing.first_deal
        for pairing in schedule(event)
        for player in pairing.players
        if player
    }


def test_a_late_entry_plays_from_the_next_game_on_and_changes_nothing_that_was_played(at_play: Event) -> None:
    before = schedule(at_play)

    entry = late(at_play, "A-10")

    after = schedule(at_play)
    assert [one for one in after if one.game <= 3] == [one for one in before if one.game <= 3]
    assert min(way_of(at_play, "A-10")) == 4
    # Nobody waits for the games that went by without them.
    assert rounds(at_play) <= max(pairing.game for pairing in before)
    change = DayChange.objects.get()
    assert (change.kind, change.data) == ("late", {"seat": "A-10", "first": 4})
    assert trail.sentence(AuditEntry.objects.latest("pk"), {}).endswith("A-10 came late and plays from game 4 on.")
    undo(change)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.NO_SHOW
    assert schedule(at_play) == before


def test_a_late_entry_s_page_and_card_count_only_what_is_left(at_play: Event) -> None:
    late(at_play, "A-10")

    counted = counted_games(at_play)

    assert counted is not None
    assert counted["A-10"] == frozenset(way_of(at_play, "A-10"))
    assert all(len(games) == 5 for seat, games in counted.items() if seat != "A-10")


def test_before_the_first_game_a_late_entry_plays_them_all(event: Event) -> None:
    late(event, "A-10")

    assert not DayChange.objects.exists()
    assert min(way_of(event, "A-10")) == 1


def test_nobody_comes_in_while_the_last_game_is_on(at_play: Event) -> None:
    last = rounds(at_play)
    call_game(event=at_play, game=last, actor=make_actor())
    at_play.refresh_from_db()

    with pytest.raises(Refused, match=f"Game {last}, the last one, is on: nobody can come in now"):
        late(at_play, "A-10")
    assert late_seats(at_play) == []


def test_a_table_at_play_grows_only_where_no_seat_is_free_and_nobody_changes_places(at_play: Event) -> None:
    with pytest.raises(Refused, match=r"A-11 is not a free seat there. Take one of these: A-10"):
        late(at_play, "A-11", "Max Later")
    late(at_play, "A-10")
    assert free_seats(at_play) == ["A-11"]

    with pytest.raises(Refused, match=r"A-12 is not a free seat there. Take one of these: A-11"):
        late(at_play, "A-12", "Max Later")
    with pytest.raises(Refused, match="Game 3 is on, and the printed cards name opponents by seat") as refused:
        swap_seats(event=at_play, one="A-2", other="A-5", actor=make_actor())
    assert refused.value.code == "begun"


@pytest.mark.parametrize(
    "plan",
    [
        DayPlan(What.AWAY, seat="A-4", first=4, last=5),
        DayPlan(What.LEAVES, seat="A-4", first=4),
        DayPlan(What.NO_SHOW, seat="A-4"),
    ],
    ids=["away", "leaves", "no-show"],
)
def test_first_deals_stay_as_announced_where_two_meet_as_announced(at_play: Event, plan: DayPlan) -> None:
    ways = {(one.game, player): one.players for one in schedule(at_play) for player in one.players}
    before = dealt(at_play)

    change_day(event=at_play, plan=plan, reason="It happened", actor=make_actor())

    after = dealt(at_play)
    same = [
        (one.game, player)
        for one in schedule(at_play)
        for player in one.players
        if player and ways.get((one.game, player)) == one.players
    ]
    assert len(same) > 20
    assert [after[place] for place in same] == [before[place] for place in same]
    # Whoever meets somebody else now has somebody who deals first as well.
    for pairing in schedule(at_play):
        assert pairing.first_deal in pairing.players
        assert (pairing.first_deal is None) == (None in pairing.players)


def test_first_deals_stay_as_they_were_printed_before_the_first_game(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="club", games=5, entrants=10, seated=True, deal="alternate")
    marks = {sheet.key: sheet.fingerprint for sheet in sheets_of(event, "cards")}
    mark_printed(event=event, kind="cards", sheets=marks, actor=make_actor())
    event.refresh_from_db()
    before = {frozenset(one.players): one.first_deal for one in schedule(event)}

    set_status(entry=entry_at(event, "A-4"), status="no_show", reason="Not here", actor=make_actor())
    call_game(event=event, game=1, actor=make_actor())
    call_game(event=event, game=None, actor=make_actor())

    event.refresh_from_db()
    after = {frozenset(one.players): one.first_deal for one in schedule(event) if None not in one.players}
    known = after.keys() & before.keys()
    assert len(known) > 15
    assert {pair: after[pair] for pair in known} == {pair: before[pair] for pair in known}


def test_the_proof_of_the_seats_tells_what_happened_since(at_play: Event) -> None:
    planned = published_proof(at_play)
    assert {line.games for line in planned.lines()} == {5}

    do(at_play, DayPlan(What.LEAVES, seat="A-4", first=4))

    proof = published_proof(at_play)
    left = next(line for line in proof.lines() if line.seat == "A-4")
    assert left.games == len([game for game, opponent in way_of(at_play, "A-4").items() if opponent])
    assert proof.rounds == rounds(at_play)
    assert sum(line.first_deals or 0 for line in proof.lines()) == sum(
        1
        for pairing in schedule(at_play)
        if pairing.first_deal and pairing.counted[pairing.players.index(pairing.first_deal)]
    )


def test_the_preview_warns_of_a_no_show_who_may_have_played_and_of_games_that_are_missing(at_play: Event) -> None:
    client = signed_in(make_user("dora", role="director", tournament=at_play.tournament))
    address = reverse("tournaments:day_change", args=["sierra", "club", "no_show"])

    said = text_of(client.get(address, {"seat": "A-4"}))

    assert "Game 3 is on. A no-show has played no game at all" in said
    small = make_event(tournament=at_play.tournament, slug="small", games=5, entrants=6, seated=True)
    address = reverse("tournaments:day_change", args=["sierra", small.slug, "no_show"])
    said = text_of(client.get(address, {"seat": "A-6"}))
    assert "5 people then have fewer than 5 games: A-1" in said
    assert "A no-show has played" not in said


@pytest.mark.parametrize(
    ("status", "page", "text"),
    [("withdrawn", "leaves", "leaves before game 4"), ("no_show", "no_show", "A no-show has played no game at all")],
)
def test_on_the_entrant_s_page_a_status_leads_to_what_it_changes_while_a_game_is_on(
    at_play: Event, status: str, page: str, text: str
) -> None:
    client = signed_in(make_user("dora", role="director", tournament=at_play.tournament))
    entry = entry_at(at_play, "A-4")
    address = reverse("tournaments:status", args=["sierra", "club", entry.number])

    answer = client.post(address, {"status": status, "reason": "Taken ill"}, follow=True)

    assert answer.redirect_chain[-1][0].startswith(reverse("tournaments:day_change", args=["sierra", "club", page]))
    said = text_of(answer)
    assert text in said
    assert answer.context["reason_form"]["reason"].value() == "Taken ill"
    entry.refresh_from_db()
    assert entry.status == Entry.Status.PLAYING


def test_nobody_awards_a_game_to_themselves(event: Event) -> None:
    opponent = way_of(event, "A-2")[1]
    assert opponent is not None
    user = make_user("dora", role="director", tournament=event.tournament)
    link_player(entry=entry_at(event, opponent), username="dora", actor=make_actor())
    plan = DayPlan(What.AWARD, seat="A-2", first=1)

    with pytest.raises(Forbidden, match="own card"):
        change_day(event=event, plan=plan, reason="Late", actor=make_actor(user))
    change = do(event, plan)
    with pytest.raises(Forbidden, match="own card"):
        undo_day_change(change=change, reason="Not late", actor=make_actor(user))


def test_before_play_the_first_deals_are_found_anew_and_after_a_call_taken_back_too(at_play: Event) -> None:
    assert at_play.dealt_to == playing_seats(at_play)
    call_game(event=at_play, game=None, actor=make_actor())
    at_play.refresh_from_db()
    assert at_play.dealt_to == []

    set_status(entry=entry_at(at_play, "A-4"), status="no_show", reason="Not here", actor=make_actor())

    pairings = pairings_of(at_play, frames(at_play), playing_seats(at_play))
    assert schedule(at_play) == with_first_deals(pairings, Deal.ALTERNATE)


def test_whoever_leaves_withdraws_and_is_back_when_it_is_undone(event: Event) -> None:
    before = schedule(event)

    left = do(event, DayPlan(What.LEAVES, seat="A-4", first=3), "Taken ill")

    assert entry_at(event, "A-4").status == Entry.Status.WITHDRAWN
    assert set(way_of(event, "A-4")) <= {1, 2}
    undo(left)
    assert entry_at(event, "A-4").status == Entry.Status.PLAYING
    assert schedule(event) == before


@pytest.mark.parametrize("told", [5, 2], ids=["later", "earlier"])
def test_leaving_told_again_with_another_game_corrects_what_was_noted(event: Event, told: int) -> None:
    before, way = schedule(event), way_of(event, "A-4")
    do(event, DayPlan(What.LEAVES, seat="A-4", first=3), "Taken ill")
    dora = make_user("dora", role="director", tournament=event.tournament)
    address = f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/day-changes/"
    body = {"what": "leaves", "seat": "A-4", "first": told, "reason": "It was another game"}
    page = reverse("tournaments:day_change", args=[event.tournament.slug, event.slug, "leaves"])

    shown = text_of(signed_in(dora).get(page, {"seat": "A-4", "first": told}))
    look = api_of(dora).post(f"{address}?preview=1", body, format="json")
    made = api_of(dora).post(address, {**body, "mark": look.json()["mark"]}, format="json")
    again = api_of(dora).post(address, {**body, "reason": "Once more"}, format="json")

    assert "By number 1 they leave before game 3. This corrects it: number 1 is undone then." in shown
    assert look.json()["corrects"] == 1
    changed = {one["game"] for one in look.json()["games"] if one["player"] == "A-4"}
    assert changed == {game for game in way if min(told, 3) <= game < max(told, 3)}
    assert (made.status_code, again.status_code) == (201, 200)
    assert [(one.number, one.undone_by) for one in event.day_changes.order_by("number")] == [(1, "dora"), (2, "")]
    assert set(way_of(event, "A-4")) == {game for game in way if game < told}
    assert entry_at(event, "A-4").status == Entry.Status.WITHDRAWN
    undo(event.day_changes.get(number=2))
    assert entry_at(event, "A-4").status == Entry.Status.PLAYING
    assert schedule(event) == before


def test_whoever_plays_on_for_somebody_leaves_in_turn(event: Event) -> None:
    do(event, DayPlan(What.LEAVES, seat="A-4", first=2), "Taken ill")
    do(event, DayPlan(What.SUBSTITUTE, seat="A-4", first=3, name="Otto Vance"))

    do(event, DayPlan(What.LEAVES, seat="A-4", first=5), "Had to go")

    assert [one.undone_at for one in event.day_changes.all()] == [None] * 3
    assert {3, 4} <= set(way_of(event, "A-4"))
    assert not {2, 5} & set(way_of(event, "A-4"))


def test_a_correction_of_when_somebody_leaves_is_measured_by_the_games_without_their_leaving(event: Event) -> None:
    last = max(one.game for one in schedule(event))
    do(event, DayPlan(What.LEAVES, seat="A-4", first=2), "Taken ill")
    assert max(one.game for one in schedule(event)) == last + 1

    with pytest.raises(Malformed) as caught:
        do(event, DayPlan(What.LEAVES, seat="A-4", first=last + 1), "It was another game")

    told = [(one.field, one.message) for one in caught.value.faults]
    assert told == [("first", f"This is a number from 1 to {last}.")]
    do(event, DayPlan(What.LEAVES, seat="A-4", first=last), "It was another game")


@pytest.mark.parametrize(("start", "told"), [(4, 2), (3, 2), (4, 4)], ids=["earlier", "at once", "later"])
def test_leaving_told_again_where_somebody_plays_on_keeps_their_games(event: Event, start: int, told: int) -> None:
    way = way_of(event, "A-4")
    do(event, DayPlan(What.LEAVES, seat="A-4", first=3), "Taken ill")
    sub = do(event, DayPlan(What.SUBSTITUTE, seat="A-4", first=start, name="Otto Vance"))
    plan = DayPlan(What.LEAVES, seat="A-4", first=told)
    changed = {one.game for one in look_ahead(event, plan)[1].differences if one.player == "A-4"}

    do(event, plan, "It was another game")

    gone = set(range(told, start))
    # Others may get another game.
    assert changed & set(way) == gone ^ set(range(3, start))
    assert set(way) & set(way_of(event, "A-4")) == set(way) - gone
    assert [one.undone_at is None for one in event.day_changes.order_by("number")] == [False, True, True]
    assert entry_at(event, "A-4").status == Entry.Status.PLAYING
    # The substitute leaves in turn, and is corrected in turn.
    do(event, DayPlan(What.LEAVES, seat="A-4", first=5), "Had to go")
    assert set(way) & set(way_of(event, "A-4")) == {game for game in way if game < 5} - gone
    assert entry_at(event, "A-4").status == Entry.Status.WITHDRAWN
    do(event, DayPlan(What.LEAVES, seat="A-4", first=3), "It was as we said first")
    assert set(way) & set(way_of(event, "A-4")) == {game for game in way if game < 5} - set(range(3, start))
    assert event.day_changes.filter(undone_at=None).count() == 3
    # Whoever plays after all is the last one who left.
    entry = entry_at(event, "A-4")
    play_on(entry=entry, reason="Back", rights=Rights(frozenset(), superuser=True), actor=make_actor())
    assert set(way) & set(way_of(event, "A-4")) == set(way) - set(range(3, start))
    assert entry_at(event, "A-4").status == Entry.Status.PLAYING
    undo(sub)
    assert set(way) & set(way_of(event, "A-4")) == {1, 2} & set(way)
    assert entry_at(event, "A-4").status == Entry.Status.WITHDRAWN


def test_whoever_is_noted_to_leave_only_after_the_substitute_came_keeps_them(event: Event) -> None:
    way = way_of(event, "A-4")
    do(event, DayPlan(What.SUBSTITUTE, seat="A-4", first=4, name="Otto Vance"))

    do(event, DayPlan(What.LEAVES, seat="A-4", first=3), "Taken ill")

    assert set(way) & set(way_of(event, "A-4")) == set(way) - {3}
    assert entry_at(event, "A-4").status == Entry.Status.PLAYING
    event = call_game(event=event, game=2, actor=make_actor())
    with pytest.raises(Refused, match="Otto Vance plays on for A-4 from game 4 on, by number 1") as caught:
        withdraw(
            entry=entry_at(event, "A-4"), reason="Gone", rights=Rights(frozenset(), superuser=True), actor=make_actor()
        )
    assert caught.value.code == "stands"


def test_a_substitute_plays_on_where_somebody_left(event: Event) -> None:
    before = way_of(event, "A-4")
    do(event, DayPlan(What.LEAVES, seat="A-4", first=2), "Taken ill")
    assert 3 not in way_of(event, "A-4")

    sub = do(event, DayPlan(What.SUBSTITUTE, seat="A-4", first=3, name="Otto Vance"))

    assert entry_at(event, "A-4").status == Entry.Status.PLAYING
    assert way_of(event, "A-4")[3] == before[3]
    assert 2 not in way_of(event, "A-4")
    undo(sub)
    assert entry_at(event, "A-4").status == Entry.Status.WITHDRAWN
    assert 3 not in way_of(event, "A-4")


def test_the_list_of_the_day_says_of_a_seat_whether_somebody_plays_on_in_it(
    event: Event, tournament: Tournament
) -> None:
    director = signed_in(make_user("dora", role="director", tournament=tournament))
    address = reverse("tournaments:round", args=["sierra", "main"])
    name = entry_at(event, "A-4").name
    gone = do(event, DayPlan(What.LEAVES, seat="A-4", first=2), "Taken ill")
    assert f"A-4 {name} leaves before game 2. The card stands, and the seat is empty from then on." in text_of(
        director.get(address)
    )

    sub = do(event, DayPlan(What.SUBSTITUTE, seat="A-4", first=3, name="Otto Vance"))

    told = f"A-4 {name} leaves before game 2. The card stands. Otto Vance plays on in the seat from game 3 on."
    listed = text_of(director.get(address))
    assert told in listed
    assert "the seat is empty" not in listed
    undoing = reverse("tournaments:undo_day_change", args=["sierra", "main", gone.number])
    assert told in text_of(director.get(undoing))
    planned = reverse("tournaments:day_change", args=["sierra", "main", "leaves"])
    looked = text_of(director.get(planned, {"seat": "A-4", "first": "3"}))
    assert "leaves before game 3. The card stands. Otto Vance plays on in the seat from game 3 on." in looked
    # Of the substitute, who leaves in turn, nobody is there any more.
    do(event, DayPlan(What.LEAVES, seat="A-4", first=5), "Had to go")
    assert f"A-4 {name} leaves before game 5. The card stands, and the seat is empty from then on." in text_of(
        director.get(address)
    )
    DayChange.objects.filter(pk=sub.pk).update(data={**sub.data, "last": 4})
    assert "The card stands. Otto Vance plays on in the seat from game 3 to game 4." in text_of(director.get(address))


def test_an_award_moves_nobody_and_is_given_once(event: Event) -> None:
    before = schedule(event)
    first, second = [game for game, opponent in way_of(event, "A-2").items() if opponent][:2]

    award = do(event, DayPlan(What.AWARD, seat="A-2", first=first))

    assert schedule(event) == before
    assert award.data == {"game": first, "winner": way_of(event, "A-2")[first], "loser": "A-2"}
    with pytest.raises(Refused, match="only one") as caught:
        do(event, DayPlan(What.AWARD, seat="A-2", first=second))
    assert caught.value.code == "exists"


def test_a_table_that_moved_twice_goes_on_from_where_it_sits(event: Event) -> None:
    met = pairs_in(event, 3)
    call_game(event=event, game=2, actor=make_actor())

    do(event, DayPlan(What.COURSE, table="A", game=2, met=met, way="go_on"))

    assert {frozenset(pairing.players) for pairing in schedule(event, 2)} == {
        frozenset(f"A-{number}" if number < 10 else None for number in pair) for pair in met
    }
    assert all(counted for counted in map(len, (counted_games(event) or {}).values()))


def test_a_mix_up_as_the_plan_has_it_or_with_somebody_twice_is_refused(event: Event) -> None:
    with pytest.raises(Malformed) as caught:
        do(event, DayPlan(What.COURSE, table="A", game=2, met=pairs_in(event, 2), way="go_on"))
    assert "This is the plan" in caught.value.faults[0].message
    with pytest.raises(Malformed) as caught:
        do(event, DayPlan(What.COURSE, table="A", game=2, met=((1, 1), *pairs_in(event, 2)[1:]), way="go_on"))
    assert "Twice: 1" in caught.value.faults[0].message


def test_a_no_show_is_looked_at_first_and_leaves_an_empty_seat(event: Event) -> None:
    plan = DayPlan(What.NO_SHOW, seat="A-3")
    _on, outlook = look_ahead(event, plan)
    assert {one.player for one in outlook.differences} >= {"A-3"}
    assert entry_at(event, "A-3").status == Entry.Status.PLAYING

    change_day(event=event, plan=plan, reason="Not here", mark=outlook.mark, actor=make_actor())

    assert way_of(event, "A-3") == {}
    assert entry_at(event, "A-3").status == Entry.Status.NO_SHOW


# --- Refusals --------------------------------------------------------------------------------------------------------


def test_a_typed_card_that_names_the_game_stands_in_the_way(event: Event) -> None:
    seat = "A-2"
    met = way_of(event, seat)[1]
    assert met is not None
    make_card(event, seat, f"{met} 2 +10")
    plan = DayPlan(What.AWAY, seat=seat, first=1, last=1)

    with pytest.raises(Refused, match=f"{seat} game 1 names {met}") as caught:
        do(event, plan)

    assert caught.value.code == "begun"
    assert not DayChange.objects.exists()


def test_undoing_is_refused_where_a_card_rests_on_the_change(event: Event) -> None:
    call_game(event=event, game=1, actor=make_actor())
    change = do(event, DayPlan(What.COURSE, table="A", game=1, met=pairs_in(event, 2), way="go_on"))
    met = way_of(event, "A-2")[1]
    make_card(event, "A-2", f"{met} 2 +10")

    with pytest.raises(Refused) as caught:
        undo(change)
    assert caught.value.code == "begun"


def test_a_mix_up_is_undone_before_the_one_it_was_found_from(event: Event) -> None:
    event = call_game(event=event, game=2, actor=make_actor())
    first = do(event, DayPlan(What.COURSE, table="A", game=2, met=pairs_in(event, 3), way="go_on"))
    event = call_game(event=event, game=3, actor=make_actor())
    second = do(event, DayPlan(What.COURSE, table="A", game=3, met=pairs_in(event, 5), way="go_on"))

    with pytest.raises(Refused, match="Undo number 2 first") as caught:
        undo(first)
    assert caught.value.code == "stands"
    undo(second)
    undo(first)
    with pytest.raises(Refused, match="undone already") as caught:
        undo(first)
    assert caught.value.code == "over"


def test_nothing_is_done_if_other_games_would_change_than_in_the_preview(event: Event) -> None:
    plan = DayPlan(What.AWAY, seat="A-2", first=2, last=2)
    _on, outlook = look_ahead(event, plan)
    do(event, DayPlan(What.AWAY, seat=str(way_of(event, "A-2")[2]), first=2, last=2))

    with pytest.raises(Refused) as caught:
        change_day(event=event, plan=plan, reason="Lunch", mark=outlook.mark, actor=make_actor())
    assert caught.value.code == "stale"


def test_nobody_awards_or_excuses_their_own_games(event: Event) -> None:
    user = make_user("orr", role="director", tournament=event.tournament)
    Player.objects.filter(entries=entry_at(event, "A-1")).update(user=user)
    with pytest.raises(Forbidden):
        change_day(
            event=event, plan=DayPlan(What.AWAY, seat="A-1", first=1, last=1), reason="Lunch", actor=make_actor(user)
        )


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        (DayPlan(What.AWAY, seat="A-30", first=1, last=1), "seat"),
        (DayPlan(What.AWAY, seat="nobody", first=1, last=1), "seat"),
        (DayPlan(What.AWAY, seat="A-2", first=0, last=1), "first"),
        (DayPlan(What.AWAY, seat="A-2", first=3, last=2), "last"),
        (DayPlan(What.AWAY, seat="A-2", first=3, last=99), "last"),
        (DayPlan(What.SUBSTITUTE, seat="A-2", first=3, name=" "), "name"),
        (DayPlan(What.COURSE, table="Q", game=1, way="go_on"), "table"),
        (DayPlan(What.COURSE, table="A", game=99, way="go_on"), "game"),
        (DayPlan(What.COURSE, table="A", game=1, met=((2, 1),), way="go_on"), "met"),
    ],
)
def test_an_impossible_day_change_names_its_field(event: Event, plan: DayPlan, field: str) -> None:
    with pytest.raises(Malformed) as caught:
        do(event, plan)
    assert field in {fault.field for fault in caught.value.faults}


# --- Any day ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_after_any_changes_and_undos_the_schedule_is_that_of_the_changes_in_force(event: Event, seed: int) -> None:
    chance = Chance(seed)
    at_first = schedule(event)
    standing: list[DayChange] = []
    for _step in range(12):
        if standing and chance.random() < 0.4:
            change = chance.choice(standing)
            if later_change(event, change) is None:
                undo(change)
        else:
            _anything(event, chance)
        # What is undone before something later may leave a course of its own.
        standing = list(event.day_changes.filter(undone_at=None).order_by("number"))
        _check(event)
    while standing:
        undo(standing.pop())
    assert schedule(event) == at_first
    assert not event.entries.exclude(status="playing").exists()


def _anything(event: Event, chance: Chance) -> DayChange | None:
    """Some change of the day, or None where the program refuses it."""
    first = chance.randint(1, 4)
    table = [*range(1, 11)]
    chance.shuffle(table)
    met = tuple(zip(table[::2], table[1::2], strict=True))
    seat = f"A-{chance.randint(1, 9)}"
    plans = [
        DayPlan(What.AWAY, seat=seat, first=first, last=chance.randint(first, 5)),
        DayPlan(What.COURSE, table="A", game=first, met=pairs_in(event, chance.randint(1, 9)), way="go_on"),
        DayPlan(What.COURSE, table="A", game=first, met=met, way="keep"),
        DayPlan(What.COURSE, table="A", game=first, met=met, way="repair"),
    ]
    try:
        return do(event, chance.choice(plans))
    except Refused:
        return None


def _check(event: Event) -> None:
    pairings = schedule(event)
    changes = DayChange.objects.filter(event=event, undone_at=None)
    away = {
        (c.data["seat"], game)
        for c in changes
        if c.kind == "away"
        for game in range(c.data["first"], c.data["last"] + 1)
    }
    for game in {pairing.game for pairing in pairings}:
        players = [player for pairing in pairings if pairing.game == game for player in pairing.players if player]
        assert len(players) == len(set(players))
        assert not {(player, game) for player in players} & away
        assert {(f"A-{number}", game) for number in range(1, 10)} - {(player, game) for player in players} <= away


def test_an_earlier_time_knows_what_was_in_force_then(event: Event) -> None:
    make_card(event, "A-1", "")
    event.refresh_from_db()
    before = acts(event)
    counted = {seat: card.counted for seat, card in earlier_sheet(event, before).cards.items()}
    do(event, DayPlan(What.LEAVES, seat="A-4", first=2), "Taken ill")

    then = earlier_sheet(event, before)
    now = earlier_sheet(event, acts(event))

    assert {seat: card.counted for seat, card in then.cards.items()} == counted
    assert {seat: card.counted for seat, card in now.cards.items()} == counted_games(event)
    assert now.entries["A-4"].status == Entry.Status.WITHDRAWN
    assert then.entries["A-4"].status == Entry.Status.PLAYING


# --- The game that is on ---------------------------------------------------------------------------------------------


def test_a_game_is_called_once_however_often_it_is_pressed(event: Event) -> None:
    for _press in range(2):
        call_game(event=event, game=1, actor=make_actor())

    event.refresh_from_db()
    assert event.game_now == 1
    assert AuditEntry.objects.filter(event=event, action="game.called").count() == 1


def test_decks_are_due_midway_and_no_more_once_changed(event: Event) -> None:
    found = []
    for game in (1, 2, 3):
        call_game(event=event, game=game, actor=make_actor())
        event.refresh_from_db()
        decks = round_now(event).decks
        found.append((decks.is_next, decks.is_due))
    assert found == [(False, False), (True, False), (False, True)]

    change_decks(event=event, actor=make_actor())

    event.refresh_from_db()
    assert event.decks_changed_at == 4
    assert not round_now(event).decks.is_due


def test_a_table_is_done_until_the_next_game(event: Event) -> None:
    call_game(event=event, game=1, actor=make_actor())
    finish_table(event=event, table="A", game=1, actor=make_actor())
    event.refresh_from_db()
    assert [table.name for table in round_now(event).tables if table.done_at] == ["A"]

    with pytest.raises(Refused) as caught:
        finish_table(event=event, table="A", game=2, actor=make_actor())
    assert caught.value.code == "stale"

    finish_table(event=event, table="A", game=1, done=False, actor=make_actor())
    assert not [table for table in round_now(event).tables if table.done_at]


# --- Pages -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return signed_in(make_user(role="director", tournament=tournament))


def page(event: Event, name: str = "round", *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[event.tournament.slug, event.slug, *more])


def test_the_director_calls_games_and_a_checker_ticks_tables(event: Event, director: Client) -> None:
    checker = signed_in(make_user(role="checker", tournament=event.tournament))
    assert director.post(page(event, "call_game"), {"game": "1"}).status_code == 302
    assert director.post(page(event, "game_clock"), {"minutes": "20"}).status_code == 302
    assert checker.post(page(event, "call_game"), {"game": "2"}).status_code == 403
    assert checker.post(page(event, "table_done", "A"), {"game": "1"}).status_code == 302

    told = text_of(checker.get(page(event)))

    assert "Game 1" in told
    assert "Done" in told
    assert "The clock runs out at" in told
    assert "Something happened" not in told
    assert "Game 1 is on." in text_of(Client().get(page(event, "seating")))
    assert Client().get(page(event)).status_code == 302


def buttons_of(answer: HttpResponse) -> dict[str, dict[str, str]]:
    """The buttons of the page that call a game or note new decks, by what they say, each with what it sends."""
    found = {}
    for body in re.findall(
        r"<form method=\"post\" action=\"[^\"]*round/(?:game|decks)/\">(.*?)</form>", html_of(answer)
    ):
        inputs = re.findall(r'<input type="hidden" name="([\w-]+)" value="(\w*)"', body)
        found[re.sub(r"<[^>]+>", "", body).strip()] = dict(inputs)
    return found


def test_an_old_page_neither_calls_another_game_nor_sets_the_round_back(event: Event, director: Client) -> None:
    before = buttons_of(director.get(page(event)))
    call_game(event=event, game=1, actor=make_actor())
    old = buttons_of(director.get(page(event)))
    assert {*before, *old} == {"Call game 1", "Call game 2", "Not begun after all"}
    for game in (2, 3):
        call_game(event=event, game=game, actor=make_actor())

    for sent, was in ((before["Call game 1"], None), (old["Call game 2"], 1), (old["Not begun after all"], 1)):
        refused = director.post(page(event, "call_game"), sent)

        assert refused.status_code == 409
        said = text_of(refused)
        assert "Game 3 is on by now" in said
        assert ("your page was of game 1" if was else "on your page no game was on") in said
        event.refresh_from_db()
        assert event.game_now == 3
    # What the page shows after the refusal is what it does.
    now = buttons_of(refused)
    assert director.post(page(event, "call_game"), now["Back to game 2"]).status_code == 302
    event.refresh_from_db()
    assert event.game_now == 2
    # Two who press at once call one game.
    now = buttons_of(director.get(page(event)))["Call game 3"]
    assert director.post(page(event, "call_game"), now).status_code == 302
    assert director.post(page(event, "call_game"), {**now, "form_key": ""}).status_code == 302


def test_new_decks_are_noted_for_the_game_that_the_page_showed(event: Event, director: Client) -> None:
    middle = round_now(event).decks.after
    call_game(event=event, game=middle, actor=make_actor())
    old = buttons_of(director.get(page(event)))["The decks are changed"]
    call_game(event=event, game=middle + 1, actor=make_actor())

    refused = director.post(page(event, "decks"), old)

    assert refused.status_code == 409
    assert f"Game {middle + 1} is on by now" in text_of(refused)
    event.refresh_from_db()
    assert event.decks_changed_at is None
    assert director.post(page(event, "decks"), buttons_of(refused)["The decks are changed"]).status_code == 302


def test_a_program_may_say_which_game_it_saw(event: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="director", tournament=tournament))
    for game in (1, 2, 3):
        call_game(event=event, game=game, actor=make_actor())

    for sent in ({"game": 2, "seen": 1}, {"game": None, "seen": 1}, {"decks_changed": True, "seen": None}):
        refused = program.patch(api(event, "round/"), sent, format="json")

        assert refused.status_code == 409
        assert (refused.json()["code"], refused.json()["current"]) == ("stale", {"game": 3})
    assert (
        program.patch(api(event, "round/"), {"game": 2, "seen": 3, "decks_changed": True}, format="json").status_code
        == 200
    )
    assert program.patch(api(event, "round/"), {"game": 1}, format="json").json()["game"] == 1


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("call_game", {"game": "x"}),
        ("call_game", {"game": "99"}),
        ("game_clock", {"minutes": "3"}),
        ("game_clock", {"minutes": "x"}),
    ],
)
def test_an_impossible_number_is_named(event: Event, director: Client, name: str, sent: dict[str, str]) -> None:
    answer = director.post(page(event, name), sent)
    assert answer.status_code == 422
    event.refresh_from_db()
    assert (event.game_now, event.game_minutes) == (None, None)


def test_somebody_away_is_looked_at_then_done_then_undone(event: Event, director: Client) -> None:
    away = {"seat": "a2", "first": "2", "last": "2"}
    seen = director.get(page(event, "day_change", "away"), away)
    met = way_of(event, "A-2")[2]
    assert "are affected" in text_of(seen)
    assert f"{met} " in text_of(seen)
    assert not DayChange.objects.exists()

    without = director.post(page(event, "day_change", "away"), {**away, "mark": seen.context["outlook"].mark})
    assert without.status_code == 422
    assert 'value="a2"' in without.content.decode()
    sent = {**away, "mark": seen.context["outlook"].mark, "reason": "Lunch"}
    assert director.post(page(event, "day_change", "away"), sent).status_code == 302
    assert "misses game 2." in text_of(director.get(page(event)))

    undoing = director.get(page(event, "undo_day_change", 1))
    assert undoing.status_code == 200
    assert director.post(page(event, "undo_day_change", 1), {"reason": ""}).status_code == 422
    assert director.post(page(event, "undo_day_change", 1), {"reason": "Came back"}).status_code == 302
    assert director.post(page(event, "undo_day_change", 1), {"reason": "Again"}).status_code == 409
    assert "undone by" in text_of(director.get(page(event)))


def test_whoever_is_away_for_all_games_is_named_among_those_who_get_fewer(event: Event, director: Client) -> None:
    last = str(rounds(event))

    shown = director.get(page(event, "day_change", "away"), {"seat": "A-2", "first": "1", "last": last})

    warned = next(text for text in shown.context["warned"] if "fewer than 5 games" in text)
    assert "A-2 " in warned


def test_a_board_names_no_seat_of_another_table(event: Event, director: Client) -> None:
    """B-3 is not seat 3 of table A."""
    call_game(event=event, game=2, actor=make_actor())
    typed = {"table": "A", "game": "2"}
    for place, pair in zip(range(1, 10, 2), pairs_in(event, 3), strict=True):
        typed |= {f"seat-{place}": f"B-{pair[0]}", f"seat-{place + 1}": str(pair[1])}

    seen = director.get(page(event, "day_change", "course"), typed)

    assert seen.status_code == 422
    assert "not a seat of table A. A mix-up is noted for one table." in text_of(seen)
    assert f'value="B-{pairs_in(event, 3)[0][0]}"' in seen.content.decode()


@pytest.mark.parametrize("name", ["Dale Ashby", "dale  ashby"])
def test_nobody_substitutes_who_plays_already(event: Event, name: str) -> None:
    with pytest.raises(Malformed) as refused:
        do(event, DayPlan(What.SUBSTITUTE, seat="A-1", first=1, name=name))

    assert [fault.field for fault in refused.value.faults] == ["name"]
    assert "cannot sit at two boards" in refused.value.faults[0].message


def test_by_the_api_whoever_withdraws_during_a_game_leaves_before_the_next(
    event: Event, tournament: Tournament
) -> None:
    games = len(way_of(event, "A-2"))
    call_game(event=event, game=2, actor=make_actor())
    event.refresh_from_db()
    program = api_of(make_user(role="director", tournament=tournament))
    address = f"/api/v1/tournaments/{tournament.slug}/events/{event.slug}/entrants/A-2/"

    registrar = api_of(make_user(role="registrar", tournament=tournament))
    refused = registrar.patch(address, {"status": "withdrawn", "reason": "Ill"}, format="json")
    gone = program.patch(address, {"status": "withdrawn", "reason": "Ill"}, format="json")

    assert (refused.status_code, gone.status_code, gone.json()["status"]) == (403, 200, "withdrawn")
    assert set(way_of(event, "A-2")) == {1, 2}
    assert [(row.kind, row.data["first"]) for row in event.day_changes.all()] == [("away", 3)]
    back = program.patch(address, {"status": "playing"}, format="json")
    assert (back.status_code, back.json()["status"]) == (200, "playing")
    assert len(way_of(event, "A-2")) == games


def test_a_mix_up_of_a_game_that_was_not_called_waits_for_the_call(event: Event, director: Client) -> None:
    """Late entries and everything else would else go on as if nobody had met yet."""
    with pytest.raises(Refused) as refused:
        do(event, DayPlan(What.COURSE, table="A", game=1, met=pairs_in(event, 2), way="go_on"))

    assert refused.value.code == "too_early"
    assert "Call game 1 on the page of the round first" in refused.value.message
    # Said before anybody types who sat where.
    shown = director.get(page(event, "day_change", "course"), {"table": "A", "game": "1"})
    assert shown.status_code == 409
    assert "Call game 1 on the page of the round first" in text_of(shown)
    assert "boards" not in shown.context


def test_a_mix_up_is_typed_board_by_board_and_goes_on_one_of_the_ways(event: Event, director: Client) -> None:
    call_game(event=event, game=2, actor=make_actor())
    address = page(event, "day_change", "course")
    boards = director.get(address, {"table": "a", "game": "2"})
    planned = [board["met"] for board in boards.context["boards"]]
    assert planned == [(str(one), str(other)) for one, other in pairs_in(event, 2)]
    typed = {"table": "A", "game": "2"}
    for place, pair in zip(range(1, 10, 2), pairs_in(event, 3), strict=True):
        typed |= {f"seat-{place}": f"A-{pair[0]}", f"seat-{place + 1}": str(pair[1])}

    seen = director.get(address, typed)

    assert [way["way"] for way in seen.context["ways"]] == ["go_on", "go_back"]
    other = director.get(address, {**typed, "way": "go_back"})
    assert other.context["outlook"].mark != seen.context["outlook"].mark
    sent = {**typed, "way": "go_back", "mark": other.context["outlook"].mark, "reason": "Moved twice"}
    assert director.post(address, sent).status_code == 302
    assert DayChange.objects.get().data["rounds"] == [1, 3, 2]
    assert director.get(address, {**typed, "seat-1": "x"}).status_code == 422


@pytest.mark.parametrize("what", [what for what in What if what is not What.MEET_AGAIN])
def test_every_happening_has_its_page_and_refuses_nonsense(event: Event, director: Client, what: str) -> None:
    address = page(event, "day_change", what)
    assert director.get(address).status_code == 200
    for nonsense in (
        {"seat": "??", "first": "x", "table": "Q", "game": "1"},
        {"seat": "A-99", "first": "99", "last": "1", "table": "A", "game": "99"},
    ):
        assert director.get(address, nonsense).status_code == 422
        assert director.post(address, nonsense).status_code == 422
    assert not DayChange.objects.exists()


def test_without_a_plan_or_seats_there_is_nothing_to_change(tournament: Tournament, director: Client) -> None:
    loose = make_event(tournament=tournament, slug="loose", movement="none", entrants=4, seated=True)
    early = make_event(tournament=tournament, slug="early", entrants=4)
    assert "There is no seating plan here" in text_of(director.get(page(loose)))
    assert "There is no round yet." in text_of(director.get(page(early)))
    assert director.get(page(loose, "day_change", "away")).status_code == 302
    assert director.post(page(early, "call_game"), {"game": "1"}).status_code == 409
    assert director.get(page(early, "day_change", "nothing")).status_code == 404


# --- The API ---------------------------------------------------------------------------------------------------------


def api(event: Event, rest: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def test_the_api_calls_a_game_and_ticks_a_table(event: Event, tournament: Tournament) -> None:
    director = api_of(make_user(role="director", tournament=tournament))
    checker = api_of(make_user(role="checker", tournament=tournament))

    called = director.patch(api(event, "round/"), {"game": 3, "minutes": 20}, format="json")
    assert (called.status_code, called.json()["game"], called.json()["decks_due"]) == (200, 3, True)
    changed = director.patch(api(event, "round/"), {"decks_changed": True}, format="json").json()
    assert (changed["decks_due"], changed["decks_changed_before"]) == (False, 4)
    ticked = checker.put(api(event, "round/tables/A/"), {"game": 3, "done": True}, format="json")
    assert [table["done_at"] is not None for table in ticked.json()["tables"]] == [True]
    assert checker.put(api(event, "round/tables/A/"), {"game": 2, "done": True}, format="json").status_code == 409
    assert checker.patch(api(event, "round/"), {"game": 4}, format="json").status_code == 403
    assert director.patch(api(event, "round/"), {"minutes": 3}, format="json").status_code == 400
    assert api_of().get(api(event, "round/")).status_code == 401


def test_the_api_looks_then_changes_then_undoes(event: Event, tournament: Tournament) -> None:
    director = api_of(make_user(role="director", tournament=tournament))
    away = {"what": "away", "seat": "A-2", "first": 2, "last": 2}
    before = director.get(api(event, "schedule/")).json()

    seen = director.post(api(event, "day-changes/") + "?preview=1", away, format="json")
    assert seen.status_code == 200
    assert not DayChange.objects.exists()
    sent = {**away, "reason": "Lunch", "mark": seen.json()["mark"]}
    made = director.post(api(event, "day-changes/"), sent, format="json")
    assert (made.status_code, made.json()["values"]) == (201, {"seat": "A-2", "first": 2, "last": 2})
    assert director.get(api(event, "schedule/")).json() != before
    undone = director.delete(api(event, "day-changes/1/"), {"reason": "A slip"}, format="json")
    assert undone.status_code == 204
    assert director.get(api(event, "schedule/")).json() == before
    assert [one["undone_at"] is not None for one in director.get(api(event, "day-changes/")).json()] == [True]


@pytest.mark.parametrize(
    "body",
    [
        {"what": "nothing"},
        {"what": "away", "seat": "A-2", "first": 2, "reason": "x"},
        {"what": "away", "first": 2, "last": 2, "reason": "x"},
        {"what": "course", "table": "A", "game": 2, "met": [[1]], "way": "go_on", "reason": "x"},
        {"what": "course", "reason": "x"},
        {"what": "away", "seat": "A-2", "first": 2, "last": 2},
    ],
)
def test_the_api_names_what_is_impossible(event: Event, tournament: Tournament, body: dict[str, Any]) -> None:
    director = api_of(make_user(role="director", tournament=tournament))
    assert director.post(api(event, "day-changes/"), body, format="json").status_code == 400
    assert not DayChange.objects.exists()


# --- A mixed-up table: what comes after it ---------------------------------------------------------------------------


@pytest.fixture
def alternate(tournament: Tournament) -> Event:
    """Twelve people at one full table, nine games each with alternate deal, and game 2 on."""
    event = make_event(tournament=tournament, slug="club", games=9, entrants=12, seated=True, deal="alternate")
    marks = {sheet.key: sheet.fingerprint for sheet in sheets_of(event, "cards")}
    mark_printed(event=event, kind="cards", sheets=marks, actor=make_actor())
    call_game(event=event, game=2, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def mixed_up(event: Event, *, game: int = 2) -> DayPlan:
    """Seats 3 and 5 changed their opponents in this game."""
    first, (one, two), (three, four), *rest = pairs_in(event, game, 12)
    return DayPlan(What.COURSE, table="A", game=game, met=(first, (one, four), (three, two), *rest), way="repair")


def shifted(event: Event, *, game: int = 2) -> DayPlan:
    """The whole table played this game as the next one."""
    return DayPlan(What.COURSE, table="A", game=game, met=pairs_in(event, game + 1, 12), way="go_on")


def balance(event: Event) -> set[int]:
    """How far from half of the counted games the first deals of people are, doubled."""
    games = counted_games(event) or {}
    first = Counter(one.first_deal for one in schedule(event))
    return {abs(2 * first[seat] - len(counted)) for seat, counted in games.items()}


@pytest.mark.parametrize("what", [mixed_up, shifted])
def test_after_a_mix_up_first_deals_are_balanced_anew_and_the_new_cards_say_so(alternate: Event, what: Any) -> None:
    before, plan = schedule(alternate), what(alternate)
    _on, outlook = look_ahead(alternate, plan)

    do(alternate, plan)

    alternate.refresh_from_db()
    after = schedule(alternate)
    assert balance(alternate) == {1}
    assert outlook.deals is not None
    assert outlook.deals.uneven == ()
    said = {(one.game, player): player == one.first_deal for one in before for player in one.players}
    then = {(one.game, player): player == one.first_deal for one in after for player in one.players}
    assert outlook.deals.changed == sum(said[key] != then[key] for key in said)
    assert {(one.game, one.player) for one in outlook.differences} >= {key for key in said if said[key] != then[key]}
    assert [one for one in after if one.game == 1] == [one for one in before if one.game == 1]
    new = {sheet.key for sheet in sheets_of(alternate, "cards") if sheet.is_new}
    assert new == set(outlook.players)


def test_what_happens_after_a_mix_up_leaves_its_first_deals(alternate: Event) -> None:
    do(alternate, shifted(alternate))
    alternate.refresh_from_db()
    deals = {(one.game, frozenset(one.players)): one.first_deal for one in schedule(alternate)}

    do(alternate, DayPlan(What.AWAY, seat="A-5", first=6, last=6))

    after = schedule(alternate)
    assert all(deals.get((one.game, frozenset(one.players)), one.first_deal) == one.first_deal for one in after)


def test_undoing_a_mix_up_brings_the_announced_deals_back(alternate: Event) -> None:
    before = schedule(alternate)

    undo(do(alternate, mixed_up(alternate)))

    assert schedule(alternate) == before


def test_the_page_of_a_mix_up_says_what_is_so(alternate: Event, director: Client) -> None:
    typed = {"table": "A", "game": "2"}
    for place, pair in zip(range(1, 12, 2), mixed_up(alternate).met, strict=True):
        typed |= {f"seat-{place}": str(pair[0]), f"seat-{place + 1}": str(pair[1])}

    seen = director.get(page(alternate, "day_change", "course"), typed)

    told = text_of(seen)
    assert seen.status_code == 200
    assert "Nobody meets again." in told
    assert "between two who met already." in told
    assert "All these players deal first in half of their games that count, give or take one." in told


@pytest.mark.parametrize("what", [mixed_up, shifted])
def test_a_late_entry_comes_in_after_a_mix_up_as_without_it(alternate: Event, director: Client, what: Any) -> None:
    do(alternate, what(alternate))
    before = schedule(alternate)

    [offer] = late_seats(alternate)
    late(alternate, "A-13")

    after = schedule(alternate)
    assert offer.grows
    assert [one for one in after if one.game <= 2] == [one for one in before if one.game <= 2]
    given = {one.seat: one for one in meetings(after, Movement.ANCHOR)}
    assert not any(one.repeats for one in given.values())
    assert {one.games for seat, one in given.items() if seat != "A-13"} == {9}
    assert director.get(page(alternate, "entrants")).status_code == 200


def test_a_mix_up_with_its_first_deals_comes_back_from_the_file(alternate: Event, tournament: Tournament) -> None:
    do(alternate, mixed_up(alternate))
    document = json.loads(json.dumps(tournament_document(tournament)))

    brought_in = import_tournament(document={**document, "slug": "again"}, actor=make_actor())

    assert schedule(brought_in.events.get()) == schedule(alternate)


def test_the_api_says_how_first_deals_change(alternate: Event, tournament: Tournament) -> None:
    director = api_of(make_user(role="director", tournament=tournament))
    plan = shifted(alternate)
    body = {"what": "course", "table": "A", "game": 2, "met": [list(pair) for pair in plan.met], "way": "go_on"}

    seen = director.post(api(alternate, "day-changes/") + "?preview=1", body, format="json").json()

    assert seen["first_deals"]["changed"] > 0
    assert seen["first_deals"]["uneven"] == []
    assert {type(one["after"]["deals_first"]) for one in seen["games"]} == {bool}


@pytest.mark.parametrize("way", ["keep", "repair"])
def test_the_api_says_who_then_meets_somebody_again(alternate: Event, tournament: Tournament, way: str) -> None:
    director = api_of(make_user(role="director", tournament=tournament))
    met = [list(pair) for pair in mixed_up(alternate).met]
    body = {"what": "course", "table": "A", "game": 2, "met": met, "way": way, "reason": "They say so"}
    address = api(alternate, "day-changes/")

    seen = director.post(f"{address}?preview=1", body, format="json").json()
    done = director.post(address, {**body, "mark": seen["mark"]}, format="json")

    assert done.status_code == 201
    given = meetings(schedule(alternate), Movement.ANCHOR)
    assert seen["meeting_again"] == [one.seat for one in given if one.repeats]
    assert bool(seen["meeting_again"]) == (way == "keep")


def test_with_people_who_left_and_who_are_away_a_mixed_up_table_is_repaired(alternate: Event) -> None:
    do(alternate, DayPlan(What.LEAVES, seat="A-9", first=4))
    do(alternate, DayPlan(What.AWAY, seat="A-12", first=8, last=8))

    do(alternate, mixed_up(alternate))

    given = {one.seat: one for one in meetings(schedule(alternate), Movement.ANCHOR)}
    assert not any(one.repeats for one in given.values())
    assert {one.games for seat, one in given.items() if seat != "A-9"} == {9}


# --- The file and the log --------------------------------------------------------------------------------------------


def test_day_changes_are_exported_and_imported_again(event: Event, tournament: Tournament) -> None:
    do(event, DayPlan(What.LEAVES, seat="A-4", first=3), "Taken ill")
    do(event, DayPlan(What.SUBSTITUTE, seat="A-4", first=4, name="Otto Vance"))
    do(event, DayPlan(What.AWARD, seat="A-2", first=1))
    call_game(event=event, game=2, actor=make_actor())
    undo(do(event, DayPlan(What.COURSE, table="A", game=2, met=pairs_in(event, 3), way="go_on")))
    document = json.loads(json.dumps(tournament_document(tournament)))

    brought_in = import_tournament(document={**document, "slug": "again"}, actor=make_actor())

    again = brought_in.events.get()
    assert again.game_now == 2
    assert schedule(again) == schedule(event)
    assert list(again.day_changes.values_list("number", "kind", "data", "undone_by")) == list(
        event.day_changes.values_list("number", "kind", "data", "undone_by")
    )


def test_the_log_tells_what_happened_in_sentences(event: Event) -> None:
    undo(do(event, DayPlan(What.AWAY, seat="A-2", first=2, last=3)))
    call_game(event=event, game=1, actor=make_actor())

    told = [trail.sentence(row, {"A-2": "Dale"}) for row in AuditEntry.objects.filter(event=event).order_by("pk")[2:]]

    assert told[-3:] == [
        "A-2 Dale misses games 2 to 3.",
        "Undone, number 1: A-2 Dale misses games 2 to 3.",
        "Game 1 is on.",
    ]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seat": "A-40", "first": 2, "last": 2},
        {"seat": "A-2", "first": "2", "last": 2},
        {"seat": "A-2", "first": 2, "last": 2, "more": 1},
    ],
)
def test_a_file_with_an_impossible_day_change_is_refused(
    event: Event, tournament: Tournament, data: dict[str, Any]
) -> None:
    do(event, DayPlan(What.AWAY, seat="A-2", first=2, last=2))
    document = json.loads(json.dumps(tournament_document(tournament)))
    document["events"][0]["day_changes"][0]["data"] = data

    with pytest.raises(Malformed) as caught:
        import_tournament(document={**document, "slug": "again"}, actor=make_actor())

    assert [fault.field for fault in caught.value.faults] == ["events.0.day_changes.0.data"]


# --- The fee of a no-show while a game is on -------------------------------------------------------------------------


@pytest.fixture
def with_fee(at_play: Event) -> Event:
    add_fee(event=at_play, name="Entry", cents=7500, kind="entry", actor=make_actor())
    return at_play


def open_of(event: Event, seat: str) -> int:
    entry = entry_at(event, seat)
    assert entry is not None
    account = account_of(event.tournament, entry.player_id)
    assert account is not None
    return account.account.open


def test_what_was_said_of_the_fee_comes_along_to_the_page_of_the_day(with_fee: Event) -> None:
    client = signed_in(make_user("dora", role="director", tournament=with_fee.tournament))
    entry = entry_at(with_fee, "A-4")
    assert entry is not None
    address = reverse("tournaments:status", args=["sierra", "club", entry.number])

    seen = client.post(address, {"status": "no_show", "reason": "Ill", "fee": "waived"}, follow=True)
    sent = {"seat": "A-4", "reason": "Ill", "fee": seen.context["reason_form"]["fee"].value()}
    sent |= {"way": seen.context.get("way", ""), "mark": seen.context["outlook"].mark}
    client.post(reverse("tournaments:day_change", args=["sierra", "club", "no_show"]), sent)

    assert entry_status(with_fee, entry.number) == "no_show"
    assert open_of(with_fee, "A-4") == 0


def entry_status(event: Event, number: int) -> str:
    return event.entries.get(number=number).status


def test_whoever_notes_a_no_show_during_a_game_says_what_becomes_of_the_fee(with_fee: Event) -> None:
    client = signed_in(make_user("dora", role="director", tournament=with_fee.tournament))
    address = reverse("tournaments:day_change", args=["sierra", "club", "no_show"])
    seen = client.get(address, {"seat": "A-4"})
    sent = {"seat": "A-4", "reason": "Ill", "mark": seen.context["outlook"].mark}

    without = client.post(address, sent)
    unchanged = open_of(with_fee, "A-4")
    done = client.post(address, {**sent, "fee": "owed"})

    assert (without.status_code, unchanged) == (422, 7500)
    assert "Say what becomes of the fee." in text_of(without)
    assert (done.status_code, open_of(with_fee, "A-4")) == (302, 7500)


def test_nobody_is_asked_about_a_fee_that_nobody_owes(at_play: Event) -> None:
    client = signed_in(make_user("dora", role="director", tournament=at_play.tournament))

    seen = client.get(reverse("tournaments:day_change", args=["sierra", "club", "no_show"]), {"seat": "A-4"})

    assert "fee" not in seen.context["reason_form"].fields


def test_the_api_says_what_becomes_of_the_fee_with_a_no_show_alone(with_fee: Event) -> None:
    api = api_of(make_user("dora", role="director", tournament=with_fee.tournament))
    path = "/api/v1/tournaments/sierra/events/club/day-changes/"

    other = api.post(
        path, {"what": "leaves", "seat": "A-5", "first": 5, "reason": "Ill", "fee": "waived"}, format="json"
    )
    done = api.post(path, {"what": "no_show", "seat": "A-4", "reason": "Ill", "fee": "waived"}, format="json")

    assert (other.status_code, [fault["field"] for fault in other.json()["errors"]]) == (400, ["fee"])
    assert (done.status_code, open_of(with_fee, "A-4")) == (204, 0)
