"""Removal from play in the qualifying round (rule 11.4.b): the game in progress goes to the opponent by ten, and the player plays no
more, in one act; pages and API, refusals, undoing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.access import Actor, Rights
from tournaments.day.actions.round import (
    call_game,
    change_day,
    look_ahead,
    look_back,
    play_on,
    removal_plan,
    remove_from_play,
    undo_day_change,
)
from tournaments.day.actions.status import set_status
from tournaments.day.reads.late_entry import WayIn, late_seats
from tournaments.day.reads.round import DayPlan, What, ground_of, planned_pairs, ways_on
from tournaments.day.reads.schedule import playing_seats, rounds, schedule
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event, Tournament
from tournaments.people.actions.people import link_player
from tournaments.rotation.rules.award import Award, awards_of, lapsed
from tournaments.rotation.rules.day import Day, day_of, is_day_change
from tournaments.rotation.rules.movements import Away
from tournaments.rules.seat import parse_seat
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, of, signed_in, text_of

pytestmark = pytest.mark.django_db

HEAD_JUDGE = Rights(frozenset({"judge", "head_judge"}))
WHY = "Refused the ruling on the renege"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
@kept
def event(tournament: Tournament) -> Event:
    """Nine people at one table with ten seats, five games each, and game 2 on."""
    return call(make_event(tournament=tournament, games=5, entrants=9, seated=True), 2)


@pytest.fixture
def head_judge(tournament: Tournament) -> Client:
    return in_role(tournament, "judge", is_head=True)


def call(event: Event, game: int | None) -> Event:
    call_game(event=event, game=game, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def met_by(event: Event, seat: str) -> dict[int, str | None]:
    """Whom this seat meets, by game; None for a sit-out."""
    return {
        pairing.game: other
        for pairing in schedule(event)
        for player, other in (pairing.players, pairing.players[::-1])
        if player == seat
    }


def opponent_of(event: Event, seat: str, game: int) -> str:
    other = met_by(event, seat)[game]
    assert other is not None
    return other


def sitting_out(event: Event, game: int) -> str:
    return next(one for pairing in schedule(event, game) if None in pairing.players for one in pairing.players if one)


def remove(
    event: Event,
    seat: str = "A-2",
    game: int | None = 2,
    *,
    opponent: str = "",
    reason: str = WHY,
    mark: str | None = None,
    rights: Rights = HEAD_JUDGE,
    actor: Actor | None = None,
) -> DayChange:
    return remove_from_play(
        event=event,
        seat=seat,
        game=game,
        opponent=opponent,
        reason=reason,
        mark=mark,
        rights=rights,
        actor=actor or make_actor(),
    )


def undo(change: DayChange) -> None:
    undo_day_change(change=change, reason="They played on", actor=make_actor())


def refusal(event: Event, plan: DayPlan) -> Refused:
    with pytest.raises(Refused) as refused:
        change_day(event=event, plan=plan, reason=WHY, actor=make_actor())
    return refused.value


def refused_removal(event: Event, seat: str = "A-2", game: int | None = 2, opponent: str = "") -> Refused:
    return refusal(event, removal_plan(seat, game, opponent))


def entry_at(event: Event, seat: str) -> Entry:
    return event.entries.get(table=parse_seat(seat).table, seat_number=parse_seat(seat).number)


def mixed_up(event: Event, game: int) -> DayPlan:
    """In this game A-2 and somebody else changed places."""
    on = ground_of(event)
    boards = [list(pair) for pair in planned_pairs(on, "A", game)]
    mine = next(board for board in boards if 2 in board)
    other = next(board for board in boards if board is not mine)
    mine[mine.index(2)], other[0] = other[0], 2
    plan = DayPlan(What.COURSE, table="A", game=game, met=tuple((one, two) for one, two in boards))
    return replace(plan, way=ways_on(on, plan)[0].way)


def api(event: Event, number: int | None = None) -> str:
    more = "" if number is None else f"{number}/"
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/day-changes/{more}"


# --- The rules -------------------------------------------------------------------------------------------------------


def test_a_removal_awards_the_game_in_progress_and_takes_the_player_away_from_the_next_one() -> None:
    in_game = ("removed", "A", {"seat": "A-2", "game": 2, "winner": "A-5", "first": 3})
    in_none = ("removed", "A", {"seat": "A-3", "game": None, "winner": None, "first": 3})
    in_the_last = ("removed", "A", {"seat": "A-4", "game": 5, "winner": "A-1", "first": None})

    assert day_of([in_game, in_none, in_the_last]) == Day((Away("A-2", 3, None), Away("A-3", 3, None)))
    given = awards_of({1: in_game, 2: in_none, 3: in_the_last})
    assert given == (Award(1, 2, "A-5", "A-2", is_removal=True), Award(3, 5, "A-1", "A-4", is_removal=True))
    assert lapsed(given, []) == given


@pytest.mark.parametrize(
    ("data", "fits"),
    [
        ({"seat": "A-2", "game": 2, "winner": "A-5", "first": 3}, True),
        ({"seat": "A-2", "game": None, "winner": None, "first": 3}, True),
        ({"seat": "A-2", "game": 5, "winner": "A-5", "first": None}, True),
        ({"seat": "A-2", "game": None, "winner": None, "first": None}, True),
        ({"seat": "A-2", "game": 2, "winner": "B-5", "first": 3}, True),
        ({"seat": "A-2", "game": 2, "winner": None, "first": 3}, False),
        ({"seat": "A-2", "game": None, "winner": "A-5", "first": 3}, False),
        ({"seat": "A-2", "game": 2, "winner": "A-2", "first": 3}, False),
        ({"seat": "A-2", "game": 2, "winner": "A-5", "first": 4}, False),
        ({"seat": "A-2", "game": 2, "winner": "A-11", "first": 3}, False),
        ({"seat": "A-2", "game": "2", "winner": "A-5", "first": 3}, False),
        ({"seat": "A-2", "game": 2, "winner": "A-5"}, False),
        ({"seat": "B-2", "game": 2, "winner": "A-5", "first": 3}, False),
    ],
)
def test_a_removal_is_valid_only_with_possible_seats_games_and_winner(data: dict[str, Any], fits: bool) -> None:
    assert is_day_change("removed", data, "A", 10, 120) is fits


# --- One act ---------------------------------------------------------------------------------------------------------


def test_the_game_goes_to_the_opponent_and_the_player_leaves_from_the_next_one_on(event: Event) -> None:
    before, winner = met_by(event, "A-2"), opponent_of(event, "A-2", 2)
    rows = AuditEntry.objects.count()

    change = remove(event)

    assert (change.kind, change.data) == ("removed", {"seat": "A-2", "game": 2, "winner": winner, "first": 3})
    assert met_by(event, "A-2") == {game: other for game, other in before.items() if game <= 2}
    assert met_by(event, opponent_of(event, winner, 1))  # whoever stays plays on
    entry = entry_at(event, "A-2")
    assert (entry.status, entry.status_reason) == (Entry.Status.WITHDRAWN, WHY)
    row = AuditEntry.objects.latest("pk")
    assert AuditEntry.objects.count() == rows + 1
    assert (row.action, row.subject_key, row.reason) == ("day.changed", str(change.number), WHY)
    assert row.after is not None
    assert row.after["statuses"] == {str(entry.number): ["withdrawn", WHY]}
    assert ground_of(event).awards == (Award(change.number, 2, winner, "A-2", is_removal=True),)


def test_whoever_would_have_met_them_sits_out(event: Event) -> None:
    met = opponent_of(event, "A-2", 3)

    remove(event)

    assert met_by(event, met)[3] is None


def test_undoing_it_at_once_takes_all_of_it_back(event: Event) -> None:
    before = schedule(event)
    change = remove(event)

    undo(change)

    assert schedule(event) == before
    assert entry_at(event, "A-2").status == Entry.Status.PLAYING
    assert ground_of(event).awards == ()
    assert AuditEntry.objects.latest("pk").action == "day.change-undone"


def test_undone_later_the_award_goes_and_the_games_that_were_missed_stay_missed(
    event: Event, head_judge: Client
) -> None:
    winner = opponent_of(event, "A-2", 2)
    change = remove(event)
    event = call(call(event, 3), 4)
    played = [one for one in schedule(event) if one.game <= 4]

    told = text_of(head_judge.get(of("undo_day_change", event, change.number)))
    assert "Games 3 to 4 are played and stay as they were. Undoing it counts from game 5 on." in told
    assert "The award of game 2 is taken back: both cards must say what was really played" in told
    undo(change)

    assert [one for one in schedule(event) if one.game <= 4] == played
    [kept] = event.day_changes.filter(undone_at=None)
    assert (kept.kind, kept.data) == ("away", {"seat": "A-2", "first": 3, "last": 4})
    assert ground_of(event).awards == ()
    assert opponent_of(event, "A-2", 5)
    assert winner in met_by(event, "A-2").values()
    assert entry_at(event, "A-2").status == Entry.Status.PLAYING


def test_in_the_last_game_only_that_is_awarded(event: Event, head_judge: Client) -> None:
    # The table is odd: five games each take six rounds.
    assert rounds(event) == 6
    event = call(event, 6)
    seat = next(one for one in playing_seats(event) if met_by(event, one).get(6))
    before = schedule(event)

    change = remove(event, seat, 6)

    assert change.data == {"seat": seat, "game": 6, "winner": opponent_of(event, seat, 6), "first": None}
    assert schedule(event) == before
    # They play no more, so that nothing offers them for another event.
    assert entry_at(event, seat).status == Entry.Status.WITHDRAWN
    assert "No game is left that they would miss." in text_of(head_judge.get(of("round", event)))
    assert look_back(call(event, None), change).people == 0
    undo(change)
    assert entry_at(event, seat).status == Entry.Status.PLAYING


def test_after_the_last_game_nothing_is_awarded_and_nothing_missed(event: Event) -> None:
    change = remove(call(call(event, 6), None), game=None)

    assert change.data == {"seat": "A-2", "game": None, "winner": None, "first": None}


def test_before_the_first_game_they_just_leave(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="early", games=5, entrants=10, seated=True)

    change = remove(event, game=None)

    assert change.data == {"seat": "A-2", "game": None, "winner": None, "first": 1}
    assert met_by(event, "A-2") == {}


def test_whoever_sits_out_just_leaves_and_the_page_says_so(event: Event, head_judge: Client) -> None:
    seat = sitting_out(event, 2)

    page = head_judge.get(of("day_change", event, "removed"), {"seat": seat, "first": "2"})
    change = remove(event, seat)

    assert "They meet nobody in game 2, so nothing is awarded. They only leave." in text_of(page)
    assert change.data == {"seat": seat, "game": None, "winner": None, "first": 3}
    assert ground_of(event).awards == ()


def test_whose_game_is_over_while_it_is_on_just_leaves(event: Event) -> None:
    change = remove(event, game=None)

    assert change.data == {"seat": "A-2", "game": None, "winner": None, "first": 3}


def test_at_a_slow_table_an_earlier_game_is_in_progress(event: Event) -> None:
    change = remove(event, game=1)

    assert (change.data["game"], change.data["first"]) == (1, 2)


def test_where_games_are_not_called_it_is_said_which_one_is_in_progress(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="silent", games=5, entrants=9, seated=True)

    assert remove(event, game=3).data["first"] == 4


def test_first_deals_of_the_games_that_are_called_stay(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="deals", games=5, entrants=9, seated=True, deal="alternate")
    event = call(event, 3)
    before = [one for one in schedule(event) if one.game <= 3]

    remove(event, game=3)

    event = Event.objects.get(pk=event.pk)
    assert [one for one in schedule(event) if one.game <= 3] == before


def test_at_a_table_that_was_mixed_up_nobody_meets_again_because_of_it(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="mixed", games=5, entrants=12, seated=True)
    event = call(event, 2)
    change_day(event=event, plan=mixed_up(event, 2), reason="Mixed up", actor=make_actor())
    event = call(event, 3)

    for seat in ("A-2", "A-7"):
        change = remove(event, seat, 3)

        assert {"seat", "game", "winner", "first"} <= change.data.keys()
        assert is_day_change("removed", change.data, "A", 12, 120)
        pairs = [frozenset(one.players) for one in schedule(event) if None not in one.players and not one.free]
        assert len(pairs) == len(set(pairs))
        undo(change)


# --- Without a plan --------------------------------------------------------------------------------------------------


@pytest.fixture
def plain(tournament: Tournament) -> Event:
    """Six people who find their opponents by themselves, three games each, and game 2 on."""
    return call(make_event(tournament=tournament, slug="plain", games=3, movement="none", entrants=6, seated=True), 2)


def test_without_a_plan_it_is_said_who_gets_the_game(plain: Event, head_judge: Client) -> None:
    address = of("day_change", plain, "removed")
    assert head_judge.get(address, {"seat": "A-1", "first": "2"}).context["form"].errors.keys() == {"opponent"}
    assert head_judge.get(address, {"seat": "A-1", "first": "2", "opponent": "A-1"}).status_code == 422

    looked = head_judge.get(address, {"seat": "A-1", "first": "2", "opponent": "A-4"})
    sent = {"seat": "A-1", "first": "2", "opponent": "A-4", "reason": WHY, "mark": looked.context["outlook"].mark}
    assert head_judge.post(address, sent).status_code == 302

    assert "Nobody’s games change." in text_of(looked)
    assert DayChange.objects.get().data == {"seat": "A-1", "game": 2, "winner": "A-4", "first": 3}
    assert entry_at(plain, "A-1").status == Entry.Status.WITHDRAWN
    undo(DayChange.objects.get())
    assert entry_at(plain, "A-1").status == Entry.Status.PLAYING


def test_without_a_plan_and_without_a_game_they_just_leave(plain: Event, head_judge: Client) -> None:
    looked = head_judge.get(of("day_change", plain, "removed"), {"seat": "A-1", "first": ""})

    assert looked.status_code == 200
    assert "No game of theirs is in progress, so none is awarded." in text_of(looked)
    assert remove(plain, "A-1", None).data == {"seat": "A-1", "game": None, "winner": None, "first": 3}


def test_without_a_plan_another_opponent_makes_the_preview_stale(plain: Event) -> None:
    mark = look_ahead(plain, removal_plan("A-1", 2, "A-4"))[1].mark

    with pytest.raises(Refused) as refused:
        remove(plain, "A-1", opponent="A-5", mark=mark)

    assert refused.value.code == "stale"


# --- What is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", ["the one who is removed", "the other one"])
def test_a_game_that_is_awarded_for_lateness_is_not_awarded_again(event: Event, late: str) -> None:
    other = opponent_of(event, "A-2", 2)
    loser, winner = ("A-2", other) if late == "the one who is removed" else (other, "A-2")
    plan = DayPlan(What.AWARD, seat=loser, first=2)
    award = change_day(event=event, plan=plan, reason="Late", actor=make_actor())
    assert award is not None

    refused = refused_removal(event)

    assert refused.code == "exists"
    assert f"Game 2 is awarded to {winner} already, by number {award.number}" in refused.message
    assert "leave the game in progress empty" in refused.message
    # Both cures hold.
    assert remove(event, game=None).data["game"] is None
    undo(event.day_changes.get(kind="removed"))
    undo(award)
    assert remove(event).data["game"] == 2


@pytest.mark.parametrize("seat", ["the one who was removed", "the other one"])
def test_a_game_that_a_removal_awarded_is_not_awarded_for_lateness(event: Event, seat: str) -> None:
    other = opponent_of(event, "A-2", 2)
    remove(event)

    refused = refusal(event, DayPlan(What.AWARD, seat="A-2" if seat == "the one who was removed" else other, first=2))

    assert refused.code == "exists"
    assert "no game is awarded twice. Undo number 1 first if it is wrong." in refused.message


def test_whoever_won_by_a_removal_and_is_removed_too_just_leaves(event: Event) -> None:
    other = opponent_of(event, "A-2", 2)
    remove(event)

    assert refused_removal(event, other).code == "exists"
    assert remove(event, other, None).data == {"seat": other, "game": None, "winner": None, "first": 3}


def test_a_removal_does_not_use_up_the_one_award_for_lateness(event: Event) -> None:
    late = change_day(event=event, plan=DayPlan(What.AWARD, seat="A-2", first=1), reason="Late", actor=make_actor())
    assert late is not None
    change = remove(event)
    undo(late)

    again = change_day(event=event, plan=DayPlan(What.AWARD, seat="A-2", first=1), reason="Late", actor=make_actor())

    assert again is not None
    assert [one.number for one in ground_of(event).awards] == [change.number, again.number]


def test_an_award_that_fell_away_stands_again_beside_a_removal(event: Event) -> None:
    late = change_day(event=event, plan=DayPlan(What.AWARD, seat="A-2", first=1), reason="Late", actor=make_actor())
    assert late is not None
    remove(event)
    mixed = change_day(event=event, plan=mixed_up(event, 1), reason="Mixed up", actor=make_actor())
    assert mixed is not None
    assert [one.number for one in ground_of(event).lapsed_awards] == [late.number]

    undo(mixed)

    assert ground_of(event).lapsed_awards == ()


@pytest.mark.parametrize("what", [What.AWAY, What.LEAVES, What.SUBSTITUTE, What.REMOVED])
def test_nothing_more_happens_to_whoever_was_removed(event: Event, what: What) -> None:
    number = remove(event).number
    plan = {
        What.AWAY: DayPlan(what, seat="A-2", first=4, last=4),
        What.LEAVES: DayPlan(what, seat="A-2", first=4),
        What.SUBSTITUTE: DayPlan(what, seat="A-2", first=3, name="Sam Sub"),
        What.REMOVED: removal_plan("A-2", None),
    }[what]

    refused = refusal(event, plan)

    assert refused.code == "exists"
    assert refused.message == f"A-2 was removed from play, by number {number}. Undo that first if it is wrong."


def test_whoever_has_left_is_not_removed(event: Event) -> None:
    change_day(event=event, plan=DayPlan(What.LEAVES, seat="A-2", first=3), reason="Ill", actor=make_actor())

    assert refused_removal(event).code == "over"


def test_whoever_was_removed_is_no_no_show_and_plays_on_by_the_undo_alone(event: Event) -> None:
    remove(event)
    entry = entry_at(event, "A-2")

    assert refusal(event, DayPlan(What.NO_SHOW, seat="A-2")).code == "not_ready"
    with pytest.raises(Refused) as refused:
        set_status(entry=entry, status=Entry.Status.PLAYING, reason="", actor=make_actor())
    assert refused.value.code == "not_ready"
    with pytest.raises(Forbidden):
        play_on(entry=entry, reason="", rights=Rights(frozenset({"registrar"})), actor=make_actor())
    assert play_on(entry=entry, reason="", rights=HEAD_JUDGE, actor=make_actor()).status == "playing"
    assert not event.day_changes.filter(undone_at=None).exists()


def test_a_late_entry_in_the_place_is_undone_first(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, slug="late", games=5, entrants=10, seated=True)
    change = remove(call(event, 2))
    event = Event.objects.get(pk=event.pk)
    offers = [one for one in late_seats(event) if one.way is WayIn.PLACE]
    assert offers
    enter_entrants(event=event, entrants=[EntrantPlan("Lou Late", seat=offers[0].seats[0])], actor=make_actor())
    late = event.day_changes.get(kind="late")
    assert late.data["place"] == "A-2"

    with pytest.raises(Refused) as refused:
        undo(change)

    assert refused.value.code == "stands"
    assert f"Undo number {late.number} first." in refused.value.message


def test_a_game_that_is_not_called_is_in_progress_for_nobody(event: Event) -> None:
    refused = refused_removal(event, game=3)

    assert (refused.code, refused.message) == (
        "too_early",
        "Game 2 is on, and game 3 is not called yet: it is in progress for nobody.",
    )


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        pytest.param(removal_plan("A-99", 2), "seat", id="nobody there"),
        pytest.param(removal_plan("A-2", 99), "first", id="no such game"),
        pytest.param(DayPlan(What.REMOVED, seat="A-2", first=-1), "first", id="below none"),
        pytest.param(removal_plan("A-2", 2, "A-2"), "opponent", id="to themselves"),
        pytest.param(DayPlan(What.REMOVED, seat="A-2", first=2, meet_again=True), "meet_again", id="a public reason"),
    ],
)
def test_an_impossible_removal_is_named(event: Event, plan: DayPlan, field: str) -> None:
    with pytest.raises(Malformed) as refused:
        look_ahead(event, plan)

    assert [fault.field for fault in refused.value.faults] == [field]


@pytest.mark.parametrize("reason", ["", " ", "x" * 301])
def test_a_removal_must_say_which_ruling_was_refused(event: Event, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        remove(event, reason=reason)

    assert [fault.field for fault in refused.value.faults] == ["reason"]
    assert not DayChange.objects.exists()


def test_before_the_draw_and_after_posting_nobody_is_removed(tournament: Tournament, event: Event) -> None:
    unseated = make_event(tournament=tournament, slug="unseated", entrants=4)
    assert refused_removal(unseated, game=None).code == "not_seated"
    now = timezone.now()
    Event.objects.filter(pk=event.pk).update(cards_begun_at=now, cross_checked_at=now, posted_at=now)
    assert refused_removal(event).code == "posted"


def test_a_preview_that_is_old_is_refused(event: Event) -> None:
    mark = look_ahead(event, removal_plan("A-2", 2))[1].mark
    change_day(event=event, plan=DayPlan(What.LEAVES, seat="A-5", first=3), reason="Ill", actor=make_actor())

    with pytest.raises(Refused) as refused:
        remove(event, mark=mark)

    assert refused.value.code == "stale"


# --- Who -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["the one who is removed", "the one who gets the game"])
def test_nobody_removes_themselves_or_their_opponent(event: Event, whose: str) -> None:
    seat = "A-2" if whose == "the one who is removed" else opponent_of(event, "A-2", 2)
    user = make_user("ruth", role="judge", tournament=event.tournament, is_head=True)
    link_player(entry=entry_at(event, seat), username="ruth", actor=make_actor())

    with pytest.raises(Forbidden) as refused:
        remove(event, actor=make_actor(user))
    assert refused.value.code == "own_card"
    change = remove(event)
    with pytest.raises(Forbidden) as refused:
        undo_day_change(change=change, reason="Slip", actor=make_actor(user))
    assert refused.value.code == "own_card"


MAY = {"director": 302, "head judge": 302, "judge": 403, "checker": 403, "registrar": 403, "viewer": 403}


@pytest.mark.parametrize(("role", "status"), MAY.items())
def test_who_removes_and_who_takes_it_back(event: Event, role: str, status: int) -> None:
    kind = "judge" if role == "head judge" else role
    user = make_user(role=kind, tournament=event.tournament, is_head=role == "head judge")
    browser, program = signed_in(user), api_of(user)
    body = {"what": "removed", "seat": "A-2", "first": 2, "reason": WHY}
    allowed = status == 302

    assert browser.post(of("day_change", event, "removed"), {**body, "mark": ""}).status_code == status
    made = DayChange.objects.filter(kind="removed").first() or remove(event)
    assert browser.post(of("undo_day_change", event, made.number), {"reason": "Slip"}).status_code == status
    made.refresh_from_db()
    assert (made.undone_at is not None) is allowed
    if not allowed:
        undo(made)
    assert program.post(api(event), body, format="json").status_code == (201 if allowed else 403)
    made = DayChange.objects.filter(kind="removed", undone_at=None).first() or remove(event)
    answer = program.delete(api(event, made.number), {"reason": "Slip"}, format="json")
    assert answer.status_code == (204 if allowed else 403)
    if not allowed:
        with pytest.raises(Forbidden):
            remove(event, "A-3", None, rights=Rights(frozenset({kind})))


def test_the_head_judge_does_nothing_else_of_the_day(event: Event, head_judge: Client) -> None:
    away = change_day(
        event=event, plan=DayPlan(What.AWAY, seat="A-3", first=3, last=3), reason="Lunch", actor=make_actor()
    )
    assert away is not None

    assert {
        what: head_judge.get(of("day_change", event, what)).status_code for what in What if what is not What.REMOVED
    } == dict.fromkeys((what for what in What if what is not What.REMOVED), 403)
    assert head_judge.get(of("undo_day_change", event, away.number)).status_code == 403


def test_the_head_judge_finds_it_on_the_page_of_the_round(event: Event, head_judge: Client) -> None:
    before = head_judge.get(of("round", event))
    change = remove(event)
    after = text_of(head_judge.get(of("round", event)))

    assert "Removed from play" in text_of(before)
    assert "Mixed-up rotation" not in text_of(before)
    assert "Call game" not in text_of(before)
    assert f"Undo {change.number}" in after
    assert f"Undo {change.number}" not in text_of(in_role(event.tournament, "checker").get(of("round", event)))


# --- Pages and API ---------------------------------------------------------------------------------------------------


def test_a_removal_is_previewed_then_done(event: Event, head_judge: Client) -> None:
    winner = opponent_of(event, "A-2", 2)
    names = {seat: entry_at(event, seat).name for seat in ("A-2", winner)}
    address = of("day_change", event, "removed")
    asked = head_judge.get(address)
    assert asked.context["form"]["first"].value() == 2

    # With a name alone it is the game that is on.
    looked = head_judge.get(address, {"seat": "A-2"}, follow=True)
    told = text_of(looked)
    assert looked.request["QUERY_STRING"] == "seat=A-2&first=2"
    assert f"A-2 {names['A-2']} is removed from play for refusing a ruling (11.4.b, 2020)." in told
    assert (
        f"Game 2 is awarded to {winner} {names[winner]}: 2, +10. A-2 {names['A-2']} writes 0, −10 (our reading)."
        in told
    )
    assert "They leave before game 3." in told
    assert "Which ruling was refused" in told
    assert not DayChange.objects.exists()

    sent = {"seat": "A-2", "first": "2", "reason": WHY, "mark": looked.context["outlook"].mark}
    assert head_judge.post(address, sent, follow=True).status_code == 200
    assert DayChange.objects.get().data["winner"] == winner
    again = head_judge.post(address, sent, follow=True)
    assert "This is already noted, as number 1. Nothing was added." in text_of(again)
    assert DayChange.objects.count() == 1
    other = head_judge.post(address, {**sent, "first": "3"})
    assert (other.status_code, "was removed from play, by number 1" in text_of(other)) == (409, True)


def test_the_page_asks_which_ruling_was_refused(event: Event, head_judge: Client) -> None:
    answer = head_judge.post(of("day_change", event, "removed"), {"seat": "A-2", "first": "2", "reason": ""})

    assert (answer.status_code, DayChange.objects.count()) == (422, 0)


def test_an_award_of_a_removal_falls_away_with_its_game(event: Event) -> None:
    director = in_role(event.tournament, "director")
    change = remove(event)
    winner = change.data["winner"]
    plan = mixed_up(event, 2)

    outlook = look_ahead(event, plan)[1]
    boards = [number for pair in plan.met for number in pair]
    said = {f"seat-{place}": str(number) for place, number in enumerate(boards, start=1)}
    page = text_of(director.get(of("day_change", event, "course"), {"table": "A", "game": "2", **said}))
    change_day(event=event, plan=plan, reason="Mixed up", actor=make_actor())

    assert outlook.lapsed_awards == (Award(change.number, 2, winner, "A-2", is_removal=True),)
    assert "was removed from play: the two do not meet in game 2 then. The award falls away" in page
    assert "can be given another one" not in page
    row = AuditEntry.objects.filter(action="day.changed").latest("pk")
    assert row.after is not None
    assert row.after["awards_fallen"] == [{"number": change.number, "game": 2, "winner": winner, "loser": "A-2"}]
    assert "The award no longer counts: the two do not meet in that game now. The removal stays." in text_of(
        director.get(of("round", event))
    )


def test_the_api_previews_makes_and_undoes_it(event: Event) -> None:
    program = api_of(make_user("ruth", role="judge", tournament=event.tournament, is_head=True))
    winner = opponent_of(event, "A-2", 2)
    body = {"what": "removed", "seat": "A-2", "first": 2}

    seen = program.post(f"{api(event)}?preview=1", body, format="json").json()
    missing = program.post(api(event), {"what": "removed", "seat": "A-2"}, format="json")
    made = program.post(api(event), {**body, "reason": WHY, "mark": seen["mark"]}, format="json")
    listed = program.get(api(event)).json()
    back = program.delete(f"{api(event, 1)}?preview=1").json()
    gone = program.delete(api(event, 1), {"reason": "Slip", "mark": back["mark"]}, format="json")

    assert (seen["awarded_to"], seen["people"] > 0) == (winner, True)
    assert missing.json()["errors"][0]["field"] == "first"
    assert (made.status_code, made.json()["values"]) == (
        201,
        {"seat": "A-2", "game": 2, "winner": winner, "first": 3},
    )
    assert [one["kind"] for one in listed] == ["removed"]
    assert (back["awarded_to"], gone.status_code) == (None, 204)


def test_in_the_api_nought_says_that_no_game_is_in_progress(event: Event) -> None:
    program = api_of(make_user("ruth", role="judge", tournament=event.tournament, is_head=True))
    body = {"what": "removed", "seat": "A-2", "first": 0, "reason": WHY}

    assert program.post(f"{api(event)}?preview=1", body, format="json").json()["awarded_to"] is None
    assert program.post(api(event), body, format="json").json()["values"]["game"] is None


def test_a_body_that_cannot_be_read_opens_nothing(event: Event) -> None:
    program = api_of(make_user("ruth", role="judge", tournament=event.tournament, is_head=True))

    broken = program.generic("POST", api(event), "{", content_type="application/json")
    other = program.post(api(event), ["removed"], format="json")

    assert (broken.status_code, other.status_code) == (403, 403)


def test_a_reason_is_not_read_by_everybody(event: Event) -> None:
    remove(event, reason="Shouted at three judges")

    shown = [Client().get(of(name, event)) for name in ("entrants", "seating")]

    assert not [page for page in shown if "Shouted" in text_of(page)]
