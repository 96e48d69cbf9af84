"""Removal from play beyond the page of the round: on cards, phones and own pages, in the log, in the exported file, and where a step
of the event is opened again."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from hall.desk import trail
from hall.desk.actions import reopen_phase
from hall.exchange.actions import import_tournament
from hall.exchange.reads import tournament_document
from hall.exchange.text import write_document
from scorecards.cards.actions.phone import tell_game, use_phones
from scorecards.cards.actions.stack import end_card
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import Correction
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.reads.discrepancies import discrepancy_id
from scorecards.sheet.reads.phone import phone_card
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import find_wanted
from scorecards.sheet.rules.piles import find_piles
from scorecards.sheet.rules.tally import tally
from scorecards.tests.factories import find, make_card, sheet
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import call_game, change_day, remove_from_play, undo_day_change
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import schedule
from tournaments.errors import Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads import entries as entries_reads
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db

HEAD_JUDGE = Rights(frozenset({"judge", "head_judge"}))
WHY = "Refused the ruling on the renege"


@pytest.fixture
def event() -> Event:
    """Eight people, four games each, game 2 on; everybody has a personal link."""
    made = make_event(tournament=make_tournament("sierra"), games=4, entrants=8, seated=True)
    make_links(event=made, actor=make_actor())
    return call(made, 2)


def now(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def call(event: Event, game: int) -> Event:
    call_game(event=event, game=game, actor=make_actor())
    return now(event)


def remove(event: Event, seat: str = "A-2", game: int | None = 2, opponent: str = "") -> DayChange:
    return remove_from_play(
        event=event, seat=seat, game=game, opponent=opponent, reason=WHY, rights=HEAD_JUDGE, actor=make_actor()
    )


def undo(change: DayChange) -> None:
    undo_day_change(change=change, reason="A slip", actor=make_actor())


def entry_at(event: Event, seat: str) -> Entry:
    entry = entries_reads.entry_at(event, seat)
    assert entry is not None
    return entry


def key_of(event: Event, seat: str) -> str:
    link, _version = link_of(entry_at(event, seat))
    assert link is not None
    return key_of_link(link)


def own_page(event: Event, seat: str) -> HttpResponse:
    return Client().get(reverse("me:own", args=[key_of(event, seat)]))


def test_both_own_pages_say_what_to_write_and_that_nothing_comes_after_it(event: Event) -> None:
    winner = remove(event).data["winner"]

    lost, won = (text_of(own_page(event, seat)) for seat in ("A-2", winner))
    told = api_of().get(f"/api/v1/me/{key_of(event, 'A-2')}/").json()["games"]

    assert "lost by award, write 0 and 10 under −" in lost
    assert "won by award, write 2 and 10 under +" in won
    assert [(one["award"], one["away"]) for one in told[:4]] == [
        ("", False),
        ("lost", False),
        ("", True),
        ("", True),
    ]
    # Why is for people with a role.
    assert not [page for page in (lost, won) if WHY in page]


def test_the_public_reads_of_no_game_at_which_whoever_was_removed_sits_now(event: Event) -> None:
    page = reverse("players:player", args=["sierra", "main", "A-2"])
    before = text_of(Client().get(page))
    remove(event)

    assert ("Now: game 2" in before, "Now: game 2" in text_of(Client().get(page))) == (True, False)


def test_on_phones_the_game_stands_on_both_cards_and_is_not_told(event: Event) -> None:
    event = use_phones(event=event, phones=Event.Phones.INSTEAD, actor=make_actor())
    winner = remove(event).data["winner"]
    cards = {seat: {one.game: one for one in phone_card(entry_at(event, seat)).games} for seat in ("A-2", winner)}

    assert cards["A-2"][2].line == Line(2, winner, 0, None, 10)
    assert cards[winner][2].line == Line(2, "A-2", 2, 10, None)
    teller = entry_at(event, winner)
    with pytest.raises(Refused) as refused:
        tell_game(entry=teller, game=2, spread=16, key=uuid4(), via=teller, actor=Actor.of_entry(teller))
    assert refused.value.code == "awarded"


def test_a_card_with_the_lines_of_the_award_is_complete_and_agrees(event: Event) -> None:
    first, winner = route(event, "A-2")[0].opponent, remove(event).data["winner"]
    assert first is not None
    names = [meeting.opponent.seat for meeting in route(event, winner) if meeting.opponent]
    make_card(event, "A-2", f"{first.seat} 2 +12 \n {winner} 0 -10")
    lines = " \n ".join(f"{seat} 2 +{10 if seat == 'A-2' else 12}" for seat in names)
    make_card(event, winner, lines)

    on = sheet(event)

    assert on.cards["A-2"].complete
    [game] = [one for one in on.crosscheck.games if set(one.seats) == {"A-2", winner}]
    assert (game.game, str(game.state)) == (2, "agreed")


def test_a_card_that_says_they_played_on_stands_in_the_way(event: Event) -> None:
    third = route(event, "A-2")[2].opponent
    assert third is not None
    make_card(event, "A-2", f"3: {third.seat} 2 +12")

    with pytest.raises(Refused) as refused:
        remove(event)

    assert refused.value.code == "begun"
    assert f"A-2 game 3 names {third.seat}" in refused.value.message


def test_the_log_tells_it_and_the_undo(event: Event) -> None:
    names = {entry.seat: entry.name for entry in event.entries.all()}
    winner = remove(event).data["winner"]
    made = AuditEntry.objects.latest("pk")
    director = in_role(event.tournament, "director")
    page = director.get(reverse("desk:log", args=["sierra", "main"]))
    listed = director.get(reverse("tournaments:round", args=["sierra", "main"]))
    undo(DayChange.objects.get())

    told = (
        f"A-2 {names['A-2']} is removed from play for refusing a ruling (11.4.b, 2020). Game 2 is awarded to {winner} "
        f"{names[winner]}: 2, +10. A-2 {names['A-2']} writes 0, −10 (our reading). They leave before game 3. The card stands, and the seat is empty "
        "from then on."
    )
    assert trail.sentence(made, names) == told
    assert told in text_of(page)
    assert told in text_of(listed)
    assert trail.sentence(AuditEntry.objects.latest("pk"), names) == f"Undone, number 1: {told}"


def test_the_standings_of_before_are_rebuilt_from_the_log(event: Event) -> None:
    before, log = sheet(event), len(earlier_reads.acts(event))
    remove(event)
    acts = earlier_reads.acts(event)

    then, since = earlier_reads.earlier_sheet(event, acts[:log]), earlier_reads.earlier_sheet(event, acts)

    assert then.entries["A-2"].status == before.entries["A-2"].status == "playing"
    assert (since.entries["A-2"].status, since.entries["A-2"].status_reason) == ("withdrawn", WHY)


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_removal_comes_out_and_in_again_the_same(event: Event, taken_back: bool) -> None:
    change = remove(event)
    remove(event, "A-3", None)
    if taken_back:
        undo(change)
    document = {**tournament_document(now(event).tournament), "slug": "copy"}

    there = import_tournament(document=json.loads(write_document(document)), actor=make_actor())

    assert write_document(tournament_document(there)) == write_document(document)
    copied = there.events.get()
    assert [one.kind for one in copied.day_changes.all()] == ["removed", "removed"]
    assert schedule(copied) == schedule(now(event))


@pytest.mark.parametrize("what", ["award", "removed"])
def test_a_game_between_two_tables_comes_out_and_in_again(what: str) -> None:
    event = make_event(
        tournament=make_tournament("sierra"), games=3, movement="none", entrants=24, tables=(12, 12), seated=True
    )
    event = call(event, 2)
    plan = DayPlan(What(what), seat="A-1", first=2, opponent="B-3")
    change_day(event=event, plan=plan, reason=WHY, actor=make_actor())
    document = {**tournament_document(event.tournament), "slug": "copy"}

    there = import_tournament(document=json.loads(write_document(document)), actor=make_actor())

    assert there.events.get().day_changes.get().data["winner"] == "B-3"


@pytest.mark.parametrize("phase", ["registration", "seating"])
def test_whoever_was_removed_gets_no_seat_in_a_new_draw(event: Event, phase: str) -> None:
    remove(event)

    reopen_phase(event=event, phase=phase, reason="Drawn wrongly", actor=make_actor())

    assert now(event).entries.get(number=2).status == "no_show"
    assert not event.day_changes.filter(undone_at=None).exists()


def test_their_page_for_the_registrar_says_where_it_is_taken_back(event: Event) -> None:
    number = remove(event).number
    registrar = in_role(event.tournament, "registrar")
    entry = entry_at(event, "A-2")

    answer = registrar.post(of("status", event, entry.number), {"status": "playing", "reason": ""})

    assert answer.status_code == 409
    assert f"The director or the head judge takes that back: undo number {number} on the page of the round." in text_of(
        answer
    )


# --- The cards say otherwise -----------------------------------------------------------------------------------------


def type_all(event: Event, of_game: dict[str, str], but: str = "") -> None:
    """Everybody's card by the plan as it is now, the first of two the winner by 12; game 2 as these seats wrote it."""
    written: dict[str, list[str]] = {}
    for one in schedule(now(event)):
        first, second = one.players
        if first is None or second is None:
            continue
        for seat, other, line in ((first, second, "2 +12"), (second, first, "0 -12")):
            said = of_game.get(seat, line) if one.game == 2 else line
            written.setdefault(seat, []).append(f"{one.game}: {other} {said}")
    for seat, lines in written.items():
        if seat != but:
            make_card(event, seat, " \n ".join(lines))


@pytest.mark.parametrize("wrote", ["2 +24", "0 -10", ""], ids=["both say the removed one won", "as it is", "no card"])
def test_the_game_in_progress_is_the_others_whatever_the_cards_say(event: Event, wrote: str) -> None:
    winner = remove(event).data["winner"]
    type_all(event, {"A-2": wrote, winner: "0 -24" if wrote == "2 +24" else "2 +10"}, but="" if wrote else "A-2")
    if not wrote:
        end_card(event=event, seat="A-2", actor=make_actor())
    start_cross_check(event=event, actor=make_actor())

    on = sheet(event)
    [game] = [one for one in on.crosscheck.games if one.game == 2 and "A-2" in one.seats]

    right = {"A-2": Line(2, winner, 0, None, 10), winner: Line(2, "A-2", 2, 10, None)}
    assert dict(zip(game.seats, game.resolved or (), strict=True)) == right
    assert (game.state, game.rules) == (("agreed", ()) if wrote == "0 -10" else ("proposed", ("11.4.b",)))
    assert game.readings == (() if wrote == "0 -10" else ("removal_mirrored",))
    desk = in_role(event.tournament, "director").get(
        reverse("scorecards:crosscheck", args=["sierra", "main"]), {"case": discrepancy_id(game)}
    )
    assert ("our reading The rule says what the other player gets" in text_of(desk)) == (wrote != "0 -10")
    # Nobody reads again what no paper decides.
    assert (2, "A-2") not in {(one.game, one.seat) for one in find_wanted(on.crosscheck, readings(event))}
    bounds = find_piles(on.crosscheck, readings(event)).bounds
    assert all(
        bounds[seat].lowest <= tally(on.crosscheck.standing_cards[seat]).key <= bounds[seat].highest for seat in right
    )


def test_a_removal_that_is_undone_leaves_the_game_to_the_cards(event: Event) -> None:
    change = remove(event)
    winner = change.data["winner"]
    undo(change)
    type_all(event, {"A-2": "2 +24", winner: "0 -24"})
    start_cross_check(event=event, actor=make_actor())

    [game] = [one for one in sheet(event).crosscheck.games if one.game == 2 and "A-2" in one.seats]

    assert (game.state, game.rules) == ("agreed", ())


def test_the_desk_says_why_and_signs_it_and_the_red_ink_names_the_rule(event: Event) -> None:
    winner = remove(event).data["winner"]
    type_all(event, {"A-2": "2 +24", winner: "0 -24"})
    start_cross_check(event=event, actor=make_actor())
    name = f"2-{'-'.join(sorted(('A-2', winner)))}"

    page = text_of(in_role(event.tournament, "checker").get(f"/t/sierra/main/cross-check/?case={name}"))
    answer = api_of(make_user(role="checker", tournament=event.tournament)).post(
        f"/api/v1/tournaments/sierra/events/main/discrepancies/{name}/accept/",
        {"initials": "JK", "version": find(event, 2, *sorted(("A-2", winner))).version},
        format="json",
    )

    assert "11.4.b" in page
    assert "One of the two was removed from play in this game" in page
    assert answer.status_code == 200
    assert {one.rules for one in Correction.objects.all()} == {"11.4.b"}
    assert find(event, 2, *sorted(("A-2", winner))).state == "accepted"
