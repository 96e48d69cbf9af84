"""Every page of an event opens under every movement, before the draw, with a draft, once it is published, and in play; and
what departs from a movement on the day keeps first deals balanced, and awards with their games."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from hall.desk import trail
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.sheet.reads.ownplace import own_cards
from scorecards.standings.reads.own import own_page, shared_facts
from scorecards.tests.factories import make_card
from tournaments.day.actions.round import call_game, change_day, look_ahead, look_back, undo_day_change, undo_no_show
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import DayPlan, What, ground_of, planned_pairs
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.entrants.actions.paper import mark_printed
from tournaments.entrants.reads.paper import GameCard, Rotation, sheets_of
from tournaments.errors import Refused
from tournaments.models import AuditEntry, DayChange, Event
from tournaments.people import words as people_words
from tournaments.rotation.rules.award import Award
from tournaments.rotation.rules.day import differences
from tournaments.rotation.rules.deal import uneven
from tournaments.rotation.rules.movements import PLANS, Movement, Pairing
from tournaments.rules.seat import parse_seat
from tournaments.seating.actions import draw_seats
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

PAGES = ["", "settings/", "fees/", "entrants/", "entrants/1/", "seating/", "seating/swap/", "round/", "paper/", "cards/",
         "cards/received/", "control/", "cross-check/", "looks/", "inform/", "standings/", "posting/", "bracket/", "log/",
         "earlier/"]  # fmt: skip
DRAWN = ["seating/proof/", "cards/A-1/", "cards/A-1/?as=read", "entrants/1/personal/", "control/ranks/",
         *(f"paper/{kind}/" for kind in people_words.sheet_kinds()), *(f"round/{what}/" for what in What)]  # fmt: skip


def closed(client: Client, pages: list[str]) -> dict[str, int]:
    """The pages of the event that do not open, with their status."""
    answers = {page: client.get(f"/t/sierra/main/{page}", follow=True).status_code for page in pages}
    return {page: status for page, status in answers.items() if status != 200}


# With every change, `test_conventions` opens the pages of an event with the usual movement, which has a plan like the others.
@pytest.mark.parametrize(
    "movement", [Movement.NONE, *(pytest.param(movement, marks=pytest.mark.release) for movement in PLANS)]
)
def test_every_page_of_an_event_opens_under_every_movement(movement: Movement) -> None:
    event = make_event(tournament=make_tournament("sierra"), games=4, movement=movement, entrants=10)
    director = in_role(event.tournament, "director")

    assert closed(director, [*PAGES, "seating/proof/?seed=7"]) == {}
    draw_seats(event=event, seed=7, actor=make_actor())
    assert closed(director, [*PAGES, *DRAWN]) == {}
    event = call_game(event=event, game=1, actor=make_actor())
    assert closed(director, [*PAGES, *DRAWN]) == {}
    make_card(event, "A-1", "A-2 2 +12 \n A-3 2 +05 \n A-4 0 -07 \n A-5 0 -08")
    assert closed(director, [*PAGES, *DRAWN]) == {}


# --- First deals and awards after what departs from the movement ----------------------------------------------------------


@pytest.fixture
def alternate() -> Event:
    """Twelve people at one full table, nine games each with alternate deal; cards are printed, and game 3 is on."""
    event = make_event(entrants=12, games=9, deal="alternate", seated=True, tournament=make_tournament("sierra"))
    marks = {sheet.key: sheet.fingerprint for sheet in sheets_of(event, "cards")}
    mark_printed(event=event, kind="cards", sheets=marks, actor=make_actor())
    return called(event, 3)


def called(event: Event, game: int | None) -> Event:
    call_game(event=event, game=game, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def do(event: Event, plan: DayPlan) -> DayChange | None:
    mark = look_ahead(event, plan)[1].mark
    return change_day(event=event, plan=plan, reason="It happened", mark=mark, actor=make_actor())


def undo(change: DayChange | None) -> None:
    assert change is not None
    undo_day_change(change=change, reason="A slip", actor=make_actor())


def fresh(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def in_game(event: Event, most: int) -> list[Pairing]:
    return [one for one in schedule_reads.schedule(event) if one.game <= most]


def no_show(event: Event, seat: str) -> None:
    do(event, DayPlan(What.NO_SHOW, seat=seat))


@pytest.mark.parametrize(
    "plans",
    [
        [DayPlan(What.LEAVES, seat="A-5", first=4)],
        [DayPlan(What.AWAY, seat="A-5", first=4, last=5), DayPlan(What.AWAY, seat="A-8", first=6, last=6)],
        [DayPlan(What.LEAVES, seat="A-2", first=4), DayPlan(What.LEAVES, seat="A-9", first=5)],
        [
            DayPlan(What.NO_SHOW, seat="A-7"),
            DayPlan(What.NO_SHOW, seat="A-10"),
            DayPlan(What.AWAY, seat="A-1", first=7, last=7),
        ],
    ],
    ids=["leaves", "two away", "two leave", "no-shows"],
)
def test_after_absences_first_deals_to_come_are_balanced_and_the_look_says_what_is_so(
    alternate: Event, plans: list[DayPlan]
) -> None:
    for plan in plans:
        before = schedule_reads.schedule(alternate)
        outlook = look_ahead(alternate, plan)[1]

        do(alternate, plan)

        alternate = fresh(alternate)
        after = schedule_reads.schedule(alternate)
        printed = {(one.game, frozenset(one.players)): one.first_deal for one in before if one.game <= 3}
        assert all(printed.get((one.game, frozenset(one.players)), one.first_deal) == one.first_deal for one in after)
        assert outlook.differences == differences(before, after)
        assert uneven(after) == (outlook.deals.uneven if outlook.deals else ())
        assert {seat for seat, _deals, _games in uneven(after)} <= {one.seat for one in plans}
        assert {sheet.key for sheet in sheets_of(alternate, "cards") if sheet.is_new} >= {*outlook.players} - {
            plan.seat
        }


def test_calling_a_game_changes_no_first_deal(alternate: Event) -> None:
    do(alternate, DayPlan(What.LEAVES, seat="A-5", first=4))
    no_show(fresh(alternate), "A-12")
    dealt = schedule_reads.schedule(fresh(alternate))

    for game in (4, 5, 6, 5):
        alternate = called(alternate, game)

        assert schedule_reads.schedule(alternate) == dealt


def test_undoing_brings_the_first_deals_back_also_where_games_were_called_in_between(alternate: Event) -> None:
    first = do(alternate, DayPlan(What.AWAY, seat="A-5", first=4, last=6))
    alternate = called(alternate, 5)
    before = schedule_reads.schedule(alternate)

    undo(do(alternate, DayPlan(What.AWAY, seat="A-8", first=7, last=8)))

    assert schedule_reads.schedule(fresh(alternate)) == before
    undo(first)
    assert in_game(fresh(alternate), 5) == in_game(alternate, 5)
    assert not uneven(schedule_reads.schedule(fresh(alternate)))


def test_undoing_a_no_show_brings_the_first_deals_back(alternate: Event) -> None:
    before = schedule_reads.schedule(alternate)
    no_show(alternate, "A-6")
    assert schedule_reads.schedule(fresh(alternate)) != before
    entry = alternate.entries.get(seat_number=6)

    undo_no_show(entry=entry, reason="Was there", actor=make_actor())

    assert schedule_reads.schedule(fresh(alternate)) == before


def test_card_rotation_sheet_and_api_name_the_same_dealer(alternate: Event) -> None:
    do(alternate, DayPlan(What.LEAVES, seat="A-5", first=4))
    do(fresh(alternate), DayPlan(What.LEAVES, seat="A-8", first=4))
    alternate = fresh(alternate)
    client = in_role(alternate.tournament, "director")

    games = client.get("/api/v1/tournaments/sierra/events/main/schedule/").json()

    said = {(one["game"], player): one["first_deal"] for one in games for player in one["players"] if player}
    schedule = schedule_reads.schedule(alternate)
    assert said == {(one.game, player): one.first_deal for one in schedule for player in one.players if player}
    for sheet in sheets_of(alternate, "cards"):
        assert isinstance(sheet.what, GameCard)
        for row in (row for half in sheet.what.halves for row in half if row.opponent):
            assert said[row.game, sheet.key] == (sheet.key if row.deals == "you" else row.opponent)
    [sheet] = sheets_of(alternate, "rotation")
    assert isinstance(sheet.what, Rotation)
    for grid in sheet.what.grids:
        for _seat, places in grid.seats:
            for game, place in zip(grid.games, places, strict=True):
                assert place.deals == (
                    place.number is not None and said.get((game, f"A-{place.number}")) == f"A-{place.number}"
                )
    proof = {line.seat: line.first_deals for line in published_proof(alternate).lines()}
    first = Counter(
        one.first_deal for one in schedule if one.first_deal and one.counted[one.players.index(one.first_deal)]
    )
    assert proof == {seat: first[seat] for seat in proof}


def test_first_deals_that_cannot_be_balanced_any_more_are_named_with_their_numbers() -> None:
    event = make_event(entrants=11, games=9, deal="alternate", seated=True, tournament=make_tournament("sierra"))
    client = in_role(event.tournament, "director")
    event = called(event, 4)
    # Whoever is far from half of the games so far has no game to come in which to make up for it.
    seat, first, played = uneven(in_game(event, 4))[0]

    outlook = look_ahead(event, DayPlan(What.LEAVES, seat=seat, first=5))[1]
    told = text_of(client.get("/t/sierra/main/round/leaves/", {"seat": seat, "first": "5"}))

    assert outlook.deals is not None
    assert (seat, first, played) in outlook.deals.uneven
    assert f"in {first} of {played}" in told


@pytest.fixture
def awarded(alternate: Event) -> Event:
    """A-5 was late for game 3, which is awarded."""
    do(alternate, DayPlan(What.AWARD, seat="A-5", first=3))
    return fresh(alternate)


def award_of(event: Event) -> Award:
    [one] = ground_of(event).awards
    return one


def swapped(event: Event, award: Award) -> DayPlan:
    """In the game that is awarded these two met others."""
    boards = [list(pair) for pair in planned_pairs(ground_of(event), "A", award.game)]
    mine = next(board for board in boards if parse_seat(award.loser).number in board)
    other = next(board for board in boards if board is not mine)
    mine[1], other[1] = other[1], mine[1]
    return DayPlan(What.COURSE, table="A", game=award.game, met=tuple((one, two) for one, two in boards), way="repair")


def test_an_award_falls_away_with_its_game_and_is_back_when_that_is_undone(awarded: Event) -> None:
    award, client = award_of(awarded), in_role(awarded.tournament, "director")
    plan = swapped(awarded, award)
    told = f"game 3 awarded to {award.winner}"

    outlook = look_ahead(awarded, plan)[1]
    change = do(awarded, plan)

    assert outlook.lapsed_awards == (award,)
    assert outlook.revived_awards == ()
    awarded = fresh(awarded)
    assert ground_of(awarded).lapsed_awards == (award,)
    row = AuditEntry.objects.filter(action="day.changed").latest("pk")
    assert trail.sentence(row, {}).endswith(f"With it award number {award.number} of game 3 fell away.")
    page = text_of(client.get("/t/sierra/main/round/"))
    assert told.replace("game", "Game").replace("awarded", "is awarded") in page
    assert "It no longer counts: the two do not meet in that game now." in page
    for seat in (award.winner, award.loser):
        entry = awarded.entries.get(seat_number=parse_seat(seat).number)
        assert not any(
            one.award
            for one in own_page(
                entry, shared_facts(entry.event, own_cards(sheet_reads.sheet(entry.event)).how_far)
            ).route
        )
    assert change is not None
    assert look_back(awarded, change).revived_awards == (award,)
    undo(change)
    assert ground_of(fresh(awarded)).lapsed_awards == ()
    row = AuditEntry.objects.filter(action="day.change-undone").latest("pk")
    assert trail.sentence(row, {}).endswith(f"With it award number {award.number} of game 3 stands again.")
    assert "It fell away" not in text_of(client.get("/t/sierra/main/round/"))


@pytest.mark.parametrize("who", ["winner", "loser"])
def test_a_no_show_or_a_leave_that_overtakes_an_award_says_so_first(awarded: Event, who: str) -> None:
    award, client = award_of(awarded), in_role(awarded.tournament, "director")
    seat = getattr(award, who)

    for what, said in (("no_show", {"seat": seat}), ("leaves", {"seat": seat, "first": "3"})):
        told = text_of(client.get(f"/t/sierra/main/round/{what}/", said))

        assert "The award falls away, and neither writes it: tell both." in told
    seen = in_role(awarded.tournament, "director").get("/t/sierra/main/round/leaves/", {"seat": seat, "first": "4"})
    assert "award falls away" not in text_of(seen)
    no_show(awarded, seat)
    row = AuditEntry.objects.filter(action="entrant.status-set").latest("pk")
    assert f"With it award number {award.number} of game 3 fell away." in trail.sentence(row, {})
    entry = awarded.entries.get(seat_number=parse_seat(seat).number)
    undo_no_show(entry=entry, reason="Was there", actor=make_actor())
    assert ground_of(fresh(awarded)).lapsed_awards == ()


def test_whose_award_fell_away_can_be_given_another_and_never_has_two(awarded: Event) -> None:
    award = award_of(awarded)
    change = do(awarded, swapped(awarded, award))
    awarded = fresh(awarded)

    second = do(awarded, DayPlan(What.AWARD, seat=award.loser, first=2))

    assert change is not None
    with pytest.raises(Refused, match="the earlier one would stand again") as refused:
        undo(change)
    assert refused.value.code == "stands"
    undo(second)
    undo(change)
    assert ground_of(fresh(awarded)).lapsed_awards == ()


def test_the_preview_of_a_day_change_names_the_awards_that_would_lapse(awarded: Event) -> None:
    award = award_of(awarded)
    client = api_of(make_user("ada", role="director", tournament=awarded.tournament))
    body = {"what": "leaves", "seat": award.winner, "first": 3}

    seen = client.post("/api/v1/tournaments/sierra/events/main/day-changes/?preview=1", body, format="json").json()

    assert seen["awards_fallen"] == [{"number": award.number, "game": 3, "winner": award.winner, "loser": award.loser}]
    assert seen["awards_back"] == []


@pytest.mark.parametrize("seed", range(1, 5))
def test_who_comes_late_before_the_first_game_leaves_first_deals_balanced(seed: int) -> None:
    """Announced by an absence that is noted before play."""
    event = make_event(games=9, entrants=10, deal="alternate")
    draw_seats(event=event, tables=[10], seed=seed, actor=make_actor())
    event.refresh_from_db()
    leaves = DayPlan(What.LEAVES, seat="A-5", first=4)
    change_day(event=event, plan=leaves, reason="A train", actor=make_actor())
    for seat in ("A-11", "A-12"):
        plan = EntrantPlan(f"Late {seat}", seat=seat)
        enter_entrants(event=Event.objects.get(pk=event.pk), entrants=[plan], actor=make_actor())

    deals: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for pairing in schedule_reads.schedule(Event.objects.get(pk=event.pk)):
        for seat, counted in zip(pairing.players, pairing.counted, strict=True):
            if seat is not None and None not in pairing.players and counted:
                games[seat] += 1
                deals[seat] += pairing.first_deal == seat
    assert {seat: deals[seat] for seat in games if abs(2 * deals[seat] - games[seat]) > 1} == {}
