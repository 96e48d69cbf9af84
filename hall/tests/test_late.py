"""The door while a game is on: where a late entry comes in, what is looked at before, refusals and undoing; pages and API."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from hall.desk import trail
from hall.exchange.actions import import_tournament
from hall.exchange.reads import tournament_document
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.tests.factories import make_card
from tournaments.day.actions.round import call_game, change_day, look_ahead, undo_day_change
from tournaments.day.actions.status import set_status
from tournaments.day.reads.late_entry import LateEffect, WayIn, door, is_fair, late_seats
from tournaments.day.reads.round import DayPlan, What, ground_of, no_shows, planned_pairs
from tournaments.day.reads.schedule import counted_games, playing_seats, rounds, schedule
from tournaments.day.words import late_entry as late_entry_words
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, seat_late
from tournaments.entrants.reads.exclusions import exclusions
from tournaments.entrants.reads.paper import sheets_of
from tournaments.errors import Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event, Player, Registration, Tournament
from tournaments.rotation.rules.movements import Movement, Pairing
from tournaments.rotation.rules.proof import meetings
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, of, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return in_role(tournament, "director")


@pytest.fixture
@kept
def full(tournament: Tournament) -> Event:
    """Twenty people at two full tables of ten, nine games each with alternate deal, and game 3 on."""
    return called(
        make_event(tournament=tournament, games=9, tables=(10, 10), entrants=20, seated=True, deal="alternate")
    )


@pytest.fixture
def left(tournament: Tournament) -> Event:
    """Ten people at one full table, nine games each, game 3 on; A-4 is gone for good since game 2."""
    event = make_event(tournament=tournament, games=9, entrants=10, seated=True)
    change(event, DayPlan(What.LEAVES, seat="A-4", first=2))
    return called(event)


def called(event: Event, game: int = 3) -> Event:
    call_game(event=event, game=game, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def change(event: Event, plan: DayPlan) -> DayChange:
    made = change_day(event=event, plan=plan, reason="It happened", actor=make_actor())
    assert made is not None
    return made


def late(event: Event, *seats: str) -> list[Entry]:
    plans = [EntrantPlan(f"Lou {seat}", seat=seat) for seat in seats]
    return enter_entrants(event=event, entrants=plans, actor=make_actor())


def undo(change: DayChange) -> None:
    undo_day_change(change=change, reason="A slip", actor=make_actor())


def refused(event: Event, *seats: str) -> Refused:
    with pytest.raises(Refused) as caught:
        late(event, *seats)
    return caught.value


def entry_at(event: Event, seat: str) -> Entry:
    table, _dash, number = seat.partition("-")
    return event.entries.get(table=table, seat_number=int(number))


def at_table(pairings: tuple[Pairing, ...], table: str) -> list[Pairing]:
    return [pairing for pairing in pairings if pairing.table == table]


def games_of(event: Event) -> dict[str, int]:
    return {one.seat: one.games for one in meetings(schedule(event), Movement(event.movement))}


def met(event: Event, seat: str) -> dict[int, set[str | None]]:
    return {one.game: {*one.players} - {seat} for one in schedule(event) if seat in one.players}


# --- Where -----------------------------------------------------------------------------------------------------------


def test_at_full_tables_two_extra_chairs_are_offered_with_what_they_cost(full: Event) -> None:
    found = late_seats(full)

    assert [(one.table, one.seats, one.way, one.grows, one.games) for one in found] == [
        ("A", ("A-11",), WayIn.CHAIRS, True, 7),
        ("B", ("B-11",), WayIn.CHAIRS, True, 7),
    ]
    assert "Plays from game 4 on: 7 of 9 games count. The others have 7 more sit-outs in all." in found[0].effect
    assert found[0].effect.endswith("The table goes from 9 to 10 rounds.")


def test_an_extra_chair_changes_no_game_played_and_makes_nobody_meet_again(full: Event) -> None:
    before = schedule(full)

    late(full, "A-11")

    after = schedule(full)
    assert [one for one in after if one.game <= 3] == [one for one in before if one.game <= 3]
    assert [(one.game, one.players) for one in at_table(after, "B")] == [
        (one.game, one.players) for one in at_table(before, "B")
    ]
    given = {one.seat: one for one in meetings(after, Movement.ANCHOR)}
    assert {one.games for seat, one in given.items() if seat != "A-11"} == {9}
    assert not any(one.repeats for one in given.values())
    assert given["A-11"].games == 7
    assert rounds(full) == 10
    assert min(met(full, "A-11")) == 4
    assert counted_games(full) is not None
    # First deals of those who meet as they were to meet stay as announced.
    printed = {(one.game, frozenset(one.players)): one.first_deal for one in before}
    for one in after:
        assert printed.get((one.game, frozenset(one.players)), one.first_deal) == one.first_deal


@pytest.mark.parametrize("seat", ["A-2", "A-7", "A-11", "B-3"])
def test_a_no_show_at_a_table_with_extra_chairs_is_previewed_like_any_other(
    full: Event, director: Client, seat: str
) -> None:
    late(full, "A-11")

    looked = director.get(of("day_change", full, "no_show"), {"seat": seat})

    assert looked.status_code == 200
    assert looked.context["outlook"] is not None


def test_a_second_one_takes_the_other_chair_and_nobody_sits_out_any_more(full: Event) -> None:
    late(full, "A-11")
    [offer] = late_seats(full)

    late(full, "A-12")

    assert (offer.seats, offer.way) == (("A-12",), WayIn.SEAT)
    assert not any(None in one.players for one in schedule(full))
    assert rounds(full) == 9
    assert [one.seats for one in late_seats(full)] == [("A-13",), ("B-11",)]


def test_who_has_fewer_games_because_they_came_late_is_told(
    full: Event, director: Client, tournament: Tournament
) -> None:
    late(full, "A-11")
    program = api_of(make_user(role="director", tournament=tournament))

    looked = program.post(api(full, "entrants/?preview=1"), [{"name": "Lou", "seat": "A-12"}], format="json")
    late(full, "A-12")
    again = director.get(of("day_change", full, "meet_again"))
    refused = program.post(api(full, "day-changes/"), {"what": "meet_again", "reason": "All"}, format="json")

    assert looked.json()["late"] == [{"seat": "A-11", "games": 6}, {"seat": "A-12", "games": 6}]
    assert looked.json()["short"] == []
    told = "2 people who came late have fewer than 9 games: A-11 (6); A-12 (6). Meeting again gives them no more"
    assert told in text_of(again)
    assert told in refused.json()["message"]


def test_two_late_entries_at_once_take_both_extra_chairs(full: Event) -> None:
    late(full, "A-12", "A-11")

    assert not any(None in one.players for one in schedule(full))
    assert games_of(full)["A-12"] == games_of(full)["A-11"] == 6
    assert [change.data["seat"] for change in DayChange.objects.all()] == ["A-11", "A-12"]


def test_whoever_came_in_the_same_game_stays_when_more_chairs_follow(full: Event, tournament: Tournament) -> None:
    """Two pairs of chairs, and a place and chairs, all while one game is on."""
    small = make_event(
        tournament=tournament, slug="small", games=7, movement="moving_side", entrants=8, seated=True,
        repeats_reason="A small field",
    )  # fmt: skip
    change(small, DayPlan(What.LEAVES, seat="A-4", first=2))
    small = called(small)

    late(full, "A-11", "A-12")
    late(full, "A-13", "A-14")
    late(small, "A-9")
    late(small, "A-10")

    given = games_of(full)
    assert all(given[f"A-{number}"] == 6 for number in range(11, 15))
    assert {given[f"A-{number}"] for number in range(1, 11)} == {9}
    given = games_of(small)
    assert {"A-9", "A-10"} <= given.keys()
    assert {given[seat] for seat in ("A-1", "A-2", "A-3", "A-5", "A-6", "A-7", "A-8")} == {7}
    assert met(small, "A-4").keys() == {1}


def test_a_free_seat_is_offered_before_an_extra_chair(full: Event) -> None:
    late(full, "A-11")

    found = refused(full, "B-11")

    assert (found.code, found.faults[0].field) == ("impossible", "0.seat")
    assert "B-11 is not a free seat there. Take one of these: A-12." in found.message
    # Asked for together, the free seat is taken first.
    late(full, "B-11", "A-12")
    assert {"A-12", "B-11"} <= games_of(full).keys()


def test_the_place_of_somebody_gone_for_good_is_offered_at_a_full_table(left: Event) -> None:
    before = schedule(left)
    theirs = {one.game: {*one.players} for one in before if None in one.players and one.game > 3}

    [offer] = late_seats(left)
    late(left, "A-11")

    assert (offer.seats, offer.way, offer.games) == (("A-11",), WayIn.PLACE, 6)
    assert offer.effect.startswith("They take the place that A-4 left")
    assert {game: whom - {None} for game, whom in theirs.items()} == met(left, "A-11")
    assert games_of(left)["A-11"] == 6
    assert not any(None in one.players for one in schedule(left) if one.game > 3)
    assert met(left, "A-4").keys() == {1}
    told = trail.sentence(AuditEntry.objects.latest("pk"), {})
    assert told.endswith("A-11 came late and plays from game 4 on. They move on in the place of A-4.")
    # The place is taken; with a chair more they stay in it, and still nobody meets again.
    [chair] = late_seats(left)
    late(left, "A-12")
    given = {one.seat: one for one in meetings(schedule(left), Movement.ANCHOR)}
    assert (chair.seats, chair.way, chair.games) == (("A-12",), WayIn.CHAIRS, 6)
    assert (given["A-11"].games, given["A-12"].games) == (6, 6)
    assert {one.games for seat, one in given.items() if seat not in ("A-4", "A-11", "A-12")} == {9}
    assert not any(one.repeats for one in given.values())


def test_chairs_come_without_sending_people_to_each_other_again(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=10, seated=True)
    for seat in ("A-4", "A-6"):
        change(event, DayPlan(What.LEAVES, seat=seat, first=2))
    event = called(event)
    late(event, "A-11")
    late(event, "A-12")
    event = called(event, 4)

    [offer] = late_seats(event)
    late(event, "A-13")

    given = {one.seat: one for one in meetings(schedule(event), Movement.ANCHOR)}
    assert (offer.seats, offer.games, given["A-13"].games) == (("A-13",), 7, 7)
    assert not any(one.repeats for one in given.values())
    assert {given[f"A-{number}"].games for number in (1, 2, 3, 5, 7, 8, 9, 10)} == {9}
    assert offer.effect.endswith(f"The table goes from 9 to {rounds(event)} rounds.")


def test_where_people_may_meet_again_that_is_no_reason_to_refuse_chairs(full: Event) -> None:
    at = door(full)
    gives = LateEffect(6, 0, 0, 0, 0, repeats=2, rounds_before=9, rounds_after=9)

    allowed = replace(at, ground=at.ground.because("A small field"))

    assert (is_fair(at, gives), is_fair(allowed, gives)) == (False, True)
    assert not is_fair(allowed, replace(gives, fewer=1))
    told = late_entry_words.joins("chairs", "", 4, gives.games, 9, 0, 0, 0, gives.repeats, (9, 9))
    assert told.endswith("There are 2 more repeat meetings in all.")


def test_a_place_that_somebody_leaves_later_is_not_free_yet(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=10, seated=True)
    change(event, DayPlan(What.LEAVES, seat="A-4", first=6))

    [offer] = late_seats(called(event))

    assert offer.way is WayIn.CHAIRS
    # Whoever leaves is waited for by nobody: the sit-out costs them a game.
    assert "1 of them, who came late or leaves, has one game fewer." in offer.effect


def test_the_place_of_a_no_show_who_keeps_the_seat_is_offered_once_cards_are_in(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=9, entrants=10, seated=True)
    set_status(entry=entry_at(event, "A-4"), status="no_show", reason="Ill", actor=make_actor())
    event = called(event)
    assert [one.seats for one in late_seats(event)] == [("A-4",)]
    make_card(event, "A-1", "A-2 2 +05")
    event.refresh_from_db()

    [offer] = late_seats(event)
    late(event, "A-11")

    assert (offer.seats, offer.way) == (("A-11",), WayIn.PLACE)
    with pytest.raises(Refused, match="A-11 came late and plays in the place of") as caught:
        set_status(entry=entry_at(event, "A-4"), status="playing", reason="", actor=make_actor())
    assert caught.value.code == "closed"
    page = in_role(tournament, "director").get(of("undo_no_show", event, entry_at(event, "A-4").number))
    assert (page.status_code, "plays in the place of" in text_of(page)) == (409, True)


# --- Refused ---------------------------------------------------------------------------------------------------------


def test_where_the_others_would_lose_a_game_only_a_pair_comes_in(tournament: Tournament, director: Client) -> None:
    event = called(make_event(tournament=tournament, games=9, rounds=9, entrants=10, seated=True))

    assert late_seats(event) == []
    found = refused(event, "A-11")
    assert "Table A is full. One more chair would cost 6 people there a game" in found.message
    assert "because the event is over after 9 games." in found.message
    assert "Wait for a second late entry and enter both at once" in found.message
    assert f"No seat for a late entry. {found.message}" in text_of(director.get(of("entrants", event)))
    assert event.entries.count() == 10

    late(event, "A-11", "A-12")
    assert {games for seat, games in games_of(event).items() if seat not in ("A-11", "A-12")} == {9}


@pytest.mark.parametrize("seat", ["A-12", "A-40", "A-500", "Z-1"])
def test_no_other_seat_is_taken(full: Event, seat: str) -> None:
    found = refused(full, seat)

    assert (found.code, [fault.field for fault in found.faults]) == ("impossible", ["0.seat"])
    assert not DayChange.objects.exists()


def test_nobody_comes_in_while_the_last_game_is_on_nor_is_offered_a_chair(full: Event, director: Client) -> None:
    event = called(full, 9)

    assert late_seats(event) == []
    assert "Game 9, the last one, is on" in refused(event, "A-11").message
    assert "Game 9, the last one, is on: nobody can come in now." in text_of(director.get(of("entrants", event)))


def test_the_page_of_somebody_without_a_seat_says_why_none_is_free(full: Event, director: Client) -> None:
    [entry] = late(full, "A-11")
    undo(DayChange.objects.get())
    event = called(full, 9)

    told = text_of(director.get(of("entrant", event, entry.number)))

    assert "No seat is free. Game 9, the last one, is on: nobody can come in now." in told


def test_cards_that_say_otherwise_stand_in_the_way(left: Event) -> None:
    four = next(whom for game, whom in met(left, "A-1").items() if game == 5)
    sits = next(one.players[0] for one in schedule(left) if one.game == 5 and None in one.players)
    assert sits is not None
    make_card(left, sits, f"5: {next(iter(four))} 2 +05")
    left.refresh_from_db()

    found = refused(left, "A-11")

    assert found.code == "begun"
    assert f"{sits} game 5 names" in found.message
    assert left.entries.count() == 10


def test_a_substitute_or_a_return_is_refused_where_the_place_is_taken(left: Event) -> None:
    late(left, "A-11")
    leaving, coming = DayChange.objects.order_by("number")

    with pytest.raises(Refused) as caught:
        look_ahead(left, DayPlan(What.SUBSTITUTE, seat="A-4", first=5, name="Sam Sub"))
    assert "A-11 came late and plays in the place of A-4" in caught.value.faults[0].message
    with pytest.raises(Refused, match="Undo number 2 first") as stands:
        undo(leaving)
    assert stands.value.code == "stands"
    undo(coming)
    undo(leaving)
    assert games_of(left).keys() == {f"A-{number}" for number in range(1, 11)}


# --- Undone ----------------------------------------------------------------------------------------------------------


def test_an_extra_chair_is_undone_and_the_table_is_as_it_was(full: Event) -> None:
    before = schedule(full)
    [entry] = late(full, "A-11")

    undo(DayChange.objects.get())

    entry.refresh_from_db()
    assert (entry.status, entry.seat) == ("no_show", "")
    assert schedule(full) == before
    assert rounds(full) == 9
    row = AuditEntry.objects.latest("pk")
    assert (row.action, row.before["vacated"]) == ("day.change-undone", {"A-11": entry.number})
    # Whoever was entered by mistake can still come, as the same entrant.
    seat_late(entry=entry, seat="B-11", actor=make_actor())
    assert games_of(full)["B-11"] == 7


def test_whose_late_entry_was_undone_is_no_no_show(tournament: Tournament, director: Client) -> None:
    event = called(make_event(tournament=tournament, games=9, entrants=11, seated=True))
    set_status(entry=entry_at(event, "A-11"), status="no_show", reason="Ill", actor=make_actor())
    [slip] = late(event, "A-12")
    undo(DayChange.objects.get())

    told = text_of(director.get(of("round", event)))

    assert [one.seat for one in no_shows(event)] == ["A-11"]
    assert "A-12 Lou A-12 did not show up." not in told
    assert "A-12 Lou A-12 came late and plays from game 4 on. undone by" in told
    assert {(one.kind, one.name, one.reason) for one in exclusions(tournament)} == {
        ("no_show", slip.event.entries.get(seat_number=11).name, "Ill"),
        ("late_undone", "Lou A-12", "A slip"),
    }
    assert "Late entries undone" in text_of(director.get(reverse("tournaments:not_playing", args=["sierra"])))
    assert text_of(director.get(of("entrants", event))).count("Late entry undone") == 1
    assert "Late entry undone" in text_of(director.get(of("entrant", event, slip.number)))
    # A no-show who turned up and whose coming was undone is one as before.
    event = called(event, 4)
    set_status(entry=entry_at(event, "A-11"), status="playing", reason="", actor=make_actor())
    undo(DayChange.objects.get(undone_at=None))
    assert [one.seat for one in no_shows(event)] == ["A-11"]


def test_a_chair_is_undone_after_what_rests_on_it(full: Event) -> None:
    late(full, "A-11")
    late(full, "A-12")
    first, second = DayChange.objects.order_by("number")

    with pytest.raises(Refused, match=r"A-12 came late and plays on a chair .* Undo number 2 first") as caught:
        undo(first)
    assert caught.value.code == "stands"
    undo(second)
    assert entry_at(full, "A-12").status == "no_show"
    undo(first)
    assert not full.entries.filter(table="A", seat_number__gt=10).exists()


def test_a_late_entry_with_games_on_the_card_is_not_undone(full: Event) -> None:
    late(full, "A-11")
    opponent = next(iter(met(full, "A-11")[4]))
    make_card(full, "A-11", f"4: {opponent} 2 +05")

    with pytest.raises(Refused, match="A-11 has games on the card") as caught:
        undo(DayChange.objects.get())
    assert caught.value.code == "begun"


def test_a_table_mixed_up_after_it_goes_on_through_its_chairs(full: Event, director: Client) -> None:
    late(full, "A-11")
    event = called(full, 4)
    planned = planned_pairs(ground_of(event), "A", 5)

    page = director.get(of("day_change", event, "course"), {"table": "A", "game": "4"})
    assert len(page.context["boards"]) == 6
    change(event, DayPlan(What.COURSE, table="A", game=4, met=planned, way="go_on"))

    assert {one.players for one in schedule(event, 4) if one.table == "A" and None not in one.players} <= {
        (f"A-{one}", f"A-{two}") for one, two in planned
    }
    assert games_of(event)["A-11"] >= 6
    with pytest.raises(Refused, match="mixed up again later"):
        undo(DayChange.objects.get(number=1))


def test_a_game_before_it_can_still_be_put_right(full: Event, director: Client) -> None:
    late(full, "A-11")
    page = director.get(of("day_change", full, "course"), {"table": "A", "game": "2"})
    assert len(page.context["boards"]) == 5
    (one, two), (three, four), *rest = planned_pairs(ground_of(full), "A", 2)

    change(full, DayPlan(What.COURSE, table="A", game=2, met=((one, four), (three, two), *rest), way="keep"))

    assert met(full, f"A-{one}")[2] == {f"A-{four}"}
    assert games_of(full)["A-11"] == 7


# --- Looked at first -------------------------------------------------------------------------------------------------


def test_a_late_entry_is_looked_at_before_it_is_made(full: Event, director: Client) -> None:
    address = of("entrants", full)
    assert "?late=A-11#look" in director.get(address).content.decode()
    assert 'value="A-11"' in director.get(address, {"late": "A-11"}).content.decode()

    seen = director.post(address, {"name": "Lou Late", "seat": "a11"})

    assert (seen.status_code, full.entries.count()) == (200, 20)
    told = text_of(seen)
    assert "Game 3 is on. Nobody is entered yet. Look at what changes for whom, then press the button again." in told
    assert "A-11 Lou Late came late and plays from game 4 on. The table has two more chairs since." in told
    assert "The round takes 10 games instead of 9." in told
    sent = {"name": "Lou Late", "seat": "a11", "mark": seen.context["looked"]["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    assert entry_at(full, "A-11").name == "Lou Late"


def test_nothing_is_done_if_other_games_would_change_than_in_the_preview(full: Event, director: Client) -> None:
    sent = {"name": "Lou Late", "seat": "A-11"}
    sent["mark"] = director.post(of("entrants", full), sent).context["looked"]["outlook"].mark
    change(full, DayPlan(What.AWAY, seat="A-2", first=5, last=6))

    again = director.post(of("entrants", full), sent)

    assert (again.status_code, full.entries.count()) == (409, 20)
    told = re.compile(
        r"The changes are different now\. Look at them again, then enter the player\. "
        r"The last to change something here was tests \(\d+:\d\d\s[AP]M\)\."
    )
    assert told.search(text_of(again))
    with pytest.raises(Refused) as caught:
        enter_entrants(
            event=full, entrants=[EntrantPlan("Lou Late", seat="A-11")], mark=sent["mark"], actor=make_actor()
        )
    assert caught.value.code == "stale"
    assert told.fullmatch(caught.value.message)


def test_before_the_first_game_nothing_is_asked(tournament: Tournament, director: Client) -> None:
    event = make_event(tournament=tournament, games=7, entrants=9, seated=True)

    assert director.post(of("entrants", event), {"name": "Lou Late", "seat": "A-10"}).status_code == 302


@pytest.mark.parametrize("seat", ["A-1", "A-13", "x", "", "Z-99999"])
def test_an_impossible_seat_is_named_on_the_page(full: Event, director: Client, seat: str) -> None:
    answer = director.post(of("entrants", full), {"name": "Lou Late", "seat": seat})

    assert answer.status_code in (409, 422)
    assert answer.context["form"].errors["seat"]
    assert director.get(of("entrants", full), {"late": seat}).status_code == 200


def test_at_the_desk_several_events_are_looked_at_at_once(full: Event, director: Client) -> None:
    other = called(make_event(tournament=full.tournament, slug="club", games=7, entrants=9, seated=True))
    address = reverse("tournaments:enter", args=["sierra"])
    sent = {"name": "Dan Desk", "events": [full.slug, other.slug], f"seat_{full.slug}": "A-11", "seat_club": "A-10"}

    seen = director.post(address, sent)

    assert (seen.status_code, full.entries.count(), other.entries.count()) == (200, 20, 9)
    looks = {one["name"]: one["outlook"].mark for one in seen.context["looks"]}
    assert looks.keys() == {f"mark_{full.slug}", "mark_club"}
    # Something else happens in one of them: both are shown once more.
    change(other, DayPlan(What.AWAY, seat="A-2", first=5, last=5))
    again = director.post(address, {**sent, **looks})
    assert (again.status_code, other.entries.count()) == (409, 9)
    looks = {one["name"]: one["outlook"].mark for one in again.context["looks"]}
    assert director.post(address, {**sent, **looks}).status_code == 302
    assert (entry_at(full, "A-11").name, entry_at(other, "A-10").name) == ("Dan Desk", "Dan Desk")


def registered(event: Event, name: str = "Ray Reg") -> Registration:
    """Somebody who asked for this event before its seats were drawn."""
    made = Registration.objects.create(tournament=event.tournament, number=1, nonce="n" * 20, name=name, phone="1")
    made.events.set([event])
    return made


LISTED = "Name,Seat\nAnn Late,A-11\nBen Late,A-12"


def test_a_list_of_late_people_is_looked_at_before_anybody_is_entered(full: Event, director: Client) -> None:
    address = reverse("tournaments:enter_list", args=["sierra"])
    sent: dict[str, Any] = {"text": LISTED, "head": "yes", "usual": ["main"]}
    sent["seen"] = director.post(address, sent).context["shown"].mark
    sent["enter"] = "1"

    looked = director.post(address, sent)

    assert (looked.status_code, full.entries.count()) == (200, 20)
    told = text_of(looked)
    assert "Nobody is entered yet. Look at what changes for whom, then press the button again." in told
    assert "A-11 Ann Late came late and plays from game 4 on. The table has two more chairs since." in told
    assert "A-12 Ben Late came late and plays from game 4 on." in told
    sent["mark_main"] = looked.context["looks"][0]["outlook"].mark
    assert f'name="mark_main" value="{sent["mark_main"]}"' in looked.content.decode()
    # Something else happens meanwhile: it is shown once more.
    change(full, DayPlan(What.AWAY, seat="A-2", first=5, last=6))
    again = director.post(address, sent)
    assert (again.status_code, full.entries.count()) == (409, 20)
    sent["mark_main"] = again.context["looks"][0]["outlook"].mark
    assert director.post(address, sent).status_code == 302
    assert (entry_at(full, "A-11").name, entry_at(full, "A-12").name) == ("Ann Late", "Ben Late")


def test_a_file_of_late_people_is_looked_at_too_and_a_bad_seat_is_named(full: Event, director: Client) -> None:
    address = reverse("tournaments:enter_list", args=["sierra"])
    content = SimpleUploadedFile("late.csv", LISTED.encode(), "text/csv")
    sent: dict[str, Any] = {"head": "yes", "usual": ["main"]}

    seen = director.post(address, {**sent, "file": content})
    looked = director.post(address, {**sent, "text": LISTED, "seen": seen.context["shown"].mark, "enter": "1"})

    assert (len(looked.context["looks"]), full.entries.count()) == (1, 20)


def test_pasted_late_people_are_looked_at_first(full: Event, director: Client) -> None:
    address = of("paste", full)
    sent = {"lines": "Ann Late,,A-11\nBen Late,,A-12"}

    looked = director.post(address, sent)

    assert (looked.status_code, full.entries.count()) == (200, 20)
    assert "A-12 Ben Late came late and plays from game 4 on." in text_of(looked)
    mark = looked.context["looked_list"]["outlook"].mark
    assert director.post(address, {**sent, "mark": "0" * 12}).status_code == 409
    assert director.post(address, {**sent, "mark": mark}).status_code == 302
    assert full.entries.count() == 22


def test_accepting_a_registration_while_a_game_is_on_is_looked_at_first(full: Event, director: Client) -> None:
    row = registered(full)
    address = reverse("tournaments:registration", args=["sierra", row.number])
    people = Player.objects.count()

    looked = director.post(address, {"seats_main": "A-11"})

    row.refresh_from_db()
    assert (looked.status_code, row.state, full.entries.count(), Player.objects.count()) == (200, "sent", 20, people)
    assert "A-11 Ray Reg came late and plays from game 4 on. The table has two more chairs since." in text_of(looked)
    mark = looked.context["looks"][0]["outlook"].mark
    assert director.post(address, {"seats_main": "A-11", "mark_main": "0" * 12}).status_code == 409
    assert director.post(address, {"seats_main": "A-11", "mark_main": mark}).status_code == 302
    row.refresh_from_db()
    assert (row.state, entry_at(full, "A-11").name) == ("accepted", "Ray Reg")


def test_a_registration_is_declined_without_a_look(full: Event, director: Client) -> None:
    row = registered(full)

    answer = director.post(reverse("tournaments:registration", args=["sierra", 1]), {"decline": "1", "reason": "Full"})

    row.refresh_from_db()
    assert (answer.status_code, row.state) == (302, "declined")


def test_a_no_show_who_walks_in_is_looked_at_on_their_page(full: Event, director: Client) -> None:
    [entry] = late(full, "A-11")
    undo(DayChange.objects.get())
    address = of("seat_late", full, entry.number)

    seen = director.post(address, {"seat": "A-11"})

    assert (seen.status_code, "What changes for whom" in text_of(seen)) == (200, True)
    entry.refresh_from_db()
    assert entry.seat == ""
    assert director.post(address, {"seat": "A-11", "mark": "0" * 12}).status_code == 409
    sent = {"seat": "A-11", "mark": seen.context["looked"]["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    entry.refresh_from_db()
    assert (entry.seat, entry.status) == ("A-11", "playing")


def test_whoever_enters_late_people_reads_where_they_sit_and_changes_nothing(
    full: Event, tournament: Tournament
) -> None:
    late(full, "A-11")
    user = make_user(role="registrar", tournament=tournament)
    registrar, program = signed_in(user), api_of(user)

    page = registrar.get(of("round", full))
    told = text_of(page)

    assert page.status_code == 200
    assert "A-11 Lou A-11 came late and plays from game 4 on. The table has two more chairs since." in told
    assert "The director calls the games." in told
    assert "Checkers and the director tick the tables that are done." in told
    assert "Undo" not in told
    assert page.content.decode().split("<main")[1].split("</main>")[0].count('method="post"') == 0
    assert f'href="{of("round", full)}"' in registrar.get(of("entrants", full)).content.decode()
    assert registrar.post(of("table_done", full, "A"), {"game": "3"}).status_code == 403
    assert registrar.post(of("call_game", full), {"game": "4"}).status_code == 403
    assert registrar.get(of("day_change", full, "leaves")).status_code == 403
    assert program.get(api(full, "round/")).json()["game"] == 3
    assert [one["kind"] for one in program.get(api(full, "day-changes/")).json()] == ["late"]
    assert program.put(api(full, "round/tables/A/"), {"game": 3, "done": True}, format="json").status_code == 403
    assert in_role(tournament, "judge").get(of("round", full)).status_code == 403


# --- The API ---------------------------------------------------------------------------------------------------------


def api(event: Event, path: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{path}"


def test_the_api_offers_looks_and_enters(full: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="registrar", tournament=tournament))
    body: list[dict[str, Any]] = [{"name": "Lou Late", "seat": "A-11"}]

    offered = program.get(api(full, "late-seats/")).json()
    looked = program.post(api(full, "entrants/?preview=1"), body, format="json")

    assert offered["from_game"] == 4
    assert [(one["seats"], one["way"], one["games"]) for one in offered["tables"]] == [
        (["A-11"], "chairs", 7),
        (["B-11"], "chairs", 7),
    ]
    assert (looked.status_code, looked.json()["rounds_after"], full.entries.count()) == (200, 10, 20)
    stale = program.post(api(full, "entrants/?mark=000000000000"), body, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    made = program.post(api(full, f"entrants/?mark={looked.json()['mark']}"), body, format="json")
    assert (made.status_code, made.json()[0]["seat"]) == (201, "A-11")


def test_the_api_looks_at_several_people_and_at_a_registration(full: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="registrar", tournament=tournament))
    people = [{"name": f"Lou {seat}", "events": {"main": seat}} for seat in ("A-11", "A-12")]
    entries = "/api/v1/tournaments/sierra/entries/"
    accept = f"/api/v1/tournaments/sierra/registrations/{registered(full).number}/acceptance/"

    looked = program.post(f"{entries}?preview=1", {"people": people}, format="json")
    [seen] = looked.json()["events"]
    same = program.post(
        api(full, "entrants/?preview=1"), [{"name": "x", "seat": s} for s in ("A-11", "A-12")], format="json"
    )
    accepting = program.post(f"{accept}?preview=1", {"seats": {"main": "B-11"}}, format="json")

    assert (looked.status_code, seen.pop("event"), full.entries.count()) == (200, "main", 20)
    assert seen == same.json()
    assert (accepting.status_code, accepting.json()["events"][0]["event"]) == (200, "main")
    bad = program.post(f"{entries}?preview=1", {"people": [{"name": "x", "events": {"main": "A-1"}}]}, format="json")
    assert (bad.status_code, bad.json()["errors"][0]["field"]) == (409, "0.seats.main")
    stale = program.post(entries, {"people": people, "marks": {"main": "0" * 12}}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    stale = program.post(accept, {"seats": {"main": "B-11"}, "marks": {"main": "0" * 12}}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    made = program.post(entries, {"people": people, "marks": {"main": seen["mark"]}}, format="json")
    assert made.status_code == 201
    early = make_event(tournament=tournament, slug="club", games=7, entrants=9)
    nothing = {"people": [{"name": "Eve", "events": {early.slug: ""}}]}
    assert program.post(f"{entries}?preview=1", nothing, format="json").json()["code"] == "too_early"


def test_the_api_looks_at_a_no_show_who_walks_in(full: Event, tournament: Tournament) -> None:
    [entry] = late(full, "A-11")
    undo(DayChange.objects.get())
    program = api_of(make_user(role="registrar", tournament=tournament))
    body = {"status": "playing", "seat": "A-11"}

    looked = program.patch(api(full, f"entrants/{entry.number}/?preview=1"), body, format="json")
    made = program.patch(api(full, f"entrants/{entry.number}/?mark={looked.json()['mark']}"), body, format="json")

    assert (looked.status_code, looked.json()["people"]) == (200, 11)
    assert (made.status_code, made.json()["seat"]) == (200, "A-11")


def test_the_api_refuses_as_the_page_does(full: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="registrar", tournament=tournament))
    early = make_event(tournament=tournament, slug="early", games=3, entrants=5, seated=True)

    wrong = program.post(api(full, "entrants/?preview=1"), [{"name": "Lou", "seat": "A-12"}], format="json")
    soon = program.post(api(early, "entrants/?preview=1"), [{"name": "Lou", "seat": "A-6"}], format="json")
    bad = program.post(api(full, "entrants/?preview=2"), [{"name": "Lou", "seat": "A-11"}], format="json")

    assert (wrong.status_code, wrong.json()["code"], wrong.json()["errors"][0]["field"]) == (
        409,
        "impossible",
        "0.seat",
    )
    assert (soon.status_code, soon.json()["code"]) == (409, "too_early")
    assert bad.status_code == 400


# --- Everywhere else -------------------------------------------------------------------------------------------------


def test_pages_and_paper_know_the_new_chairs(full: Event, director: Client) -> None:
    late(full, "A-11")

    assert "A-11" in text_of(director.get(of("seating", full)))
    proof = text_of(director.get(of("seating_proof", full)))
    assert "A-11" in proof
    signs = {sheet.key: sheet.what for sheet in sheets_of(full, "signs")}
    assert [signs[table].seats for table in "AB"] == [12, 10]  # type: ignore[union-attr]  # signs are Sign
    assert "A-11" in {sheet.key for sheet in sheets_of(full, "cards")}
    for kind in ("signs", "slips", "cards", "rotation"):
        assert director.get(of("sheets", full, kind)).status_code == 200
    assert director.get(of("round", full)).status_code == 200


def test_it_is_exported_and_imported_again(full: Event, tournament: Tournament) -> None:
    late(full, "A-11")
    late(full, "A-12")
    undo(DayChange.objects.get(number=2))
    document = tournament_document(tournament)
    document = {**json.loads(json.dumps(document)), "slug": "again"}

    again = import_tournament(document=document, actor=make_actor())

    event = again.events.get(slug=full.slug)
    assert json.loads(json.dumps(tournament_document(again))) == document
    assert schedule(event) == schedule(full)


@pytest.mark.parametrize(
    "bad",
    [{"start": [1, 1]}, {"start": [600]}, {"start": "x"}, {"before": 0}, {"pairs": [[1, [[1, 1]]]]}, {"place": "A-99"}],
)
def test_a_file_with_an_impossible_late_entry_is_refused(
    full: Event, tournament: Tournament, bad: dict[str, Any]
) -> None:
    late(full, "A-11")
    document = json.loads(json.dumps(tournament_document(tournament)))
    document["events"][0]["day_changes"][0]["data"] |= bad

    with pytest.raises(Refused):
        import_tournament(document={**document, "slug": "again"}, actor=make_actor())


def test_an_earlier_time_has_the_seats_of_then(full: Event) -> None:
    late(full, "A-11")
    make_card(full, "A-1", "A-2 2 +05")
    undo(DayChange.objects.get())
    full.refresh_from_db()
    log = acts(full)

    seats = [{*earlier_sheet(full, log[:number]).entries} for number in range(1, len(log) + 1)]

    assert ["A-11" in one for one in seats].count(True) >= 2
    assert "A-11" not in seats[-1]


def test_the_steps_and_the_log_name_it(full: Event, director: Client) -> None:
    late(full, "A-11")

    told = text_of(director.get(reverse("desk:log", args=["sierra", full.slug])))

    assert "A-11 Lou A-11 came late and plays from game 4 on. The table has two more chairs since." in told


@pytest.mark.parametrize("seats", [["A-9"], ["A-9", "A-10"]])
def test_whoever_comes_after_a_game_was_awarded_comes_in_like_anybody(seats: list[str]) -> None:
    event = make_event(games=6, entrants=8, deal="alternate", seated=True)
    event = call_game(event=event, game=1, actor=make_actor())
    award = DayPlan(What.AWARD, seat="A-1", first=1)
    change_day(event=event, plan=award, reason="At lunch", actor=make_actor())
    program = api_of(make_user(role="director", tournament=event.tournament))
    address = f"/api/v1/tournaments/{event.tournament.slug}/events/main/entrants/"

    answer = program.post(address, [{"name": f"Lou {seat}", "seat": seat} for seat in seats], format="json")

    assert answer.status_code == 201, answer.json()
    assert {*seats} <= {*playing_seats(event)}
    assert next(row.kind for row in event.day_changes.order_by("number")) == "award"
