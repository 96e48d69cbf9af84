"""Games told by phone: who may tell what, what two players see of each other, and what the cards and the cross-check make of it."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.http import Http404

from scorecards.cards.actions.phone import hand_in_told_card, take_told_cards, tell_game, use_phones
from scorecards.cards.reads import phone as phone_reads
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import Scorecard, ToldGame
from scorecards.sheet.reads.discrepancies import differing_games
from scorecards.sheet.reads.phone import PhoneGame, phone_card, told_last
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import find_wanted
from scorecards.sheet.rules.phone import Together
from scorecards.tests.factories import COMMAND, make_card, sheet
from tournaments.access import Actor
from tournaments.day.actions.round import call_game, change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import make_event, make_user

pytestmark = pytest.mark.django_db

INSTEAD, BESIDE = Event.Phones.INSTEAD, Event.Phones.BESIDE


def make_phone_event(phones: str = INSTEAD, entrants: int = 4, games: int = 3) -> Event:
    event = make_event(games=games, entrants=entrants, seated=True)
    return use_phones(event=event, phones=phones, actor=COMMAND)


def at(event: Event, seat: str) -> Entry:
    table, number = seat.split("-")
    return Entry.objects.select_related("event__tournament", "player").get(event=event, table=table, seat_number=number)


def tell(event: Event, seat: str, game: int, spread: int, *, via: str = "", key: UUID | None = None) -> bool:
    entry, other = at(event, seat), at(event, via or seat)
    return tell_game(entry=entry, game=game, spread=spread, key=key or uuid4(), via=other, actor=Actor.of_entry(other))


def opponents(event: Event, seat: str) -> dict[int, str]:
    return {one.game: one.opponent for one in phone_card(at(event, seat)).games}


def games(event: Event, seat: str) -> dict[int, PhoneGame]:
    return {one.game: one for one in phone_card(at(event, seat)).games}


def tell_everything(event: Event) -> None:
    """Every game of everybody, the lower seat wins by 10 and the number of the game."""
    for entry in Entry.objects.of(event):
        for game, other in opponents(event, entry.seat).items():
            tell(event, entry.seat, game, (1 if entry.seat < other else -1) * (10 + game))


def test_nobody_sees_what_the_other_said_before_they_have_told_it() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, other, 1, -16)
    seen = games(event, "A-1")[1]
    assert (seen.state, seen.theirs, seen.said) == (Together.ASKED, None, None)
    assert games(event, other)[1].state is Together.WAITING
    tell(event, "A-1", 1, 16)
    seen = games(event, "A-1")[1]
    assert seen.state is Together.AGREED
    assert seen.theirs is not None
    assert seen.theirs.claim.spread == -16
    assert seen.line == Line(1, other, 2, 16, None)


@pytest.mark.parametrize("theirs", [16, -17, 17])
def test_two_who_differ_see_both_and_either_may_change_theirs(theirs: int) -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, "A-1", 1, 16)
    tell(event, other, 1, theirs)
    assert games(event, "A-1")[1].state is games(event, other)[1].state is Together.DIFFERENT
    tell(event, other, 1, -16)
    assert games(event, "A-1")[1].state is Together.AGREED
    # What was said first stays.
    assert [one.spread for one in ToldGame.objects.filter(entry=at(event, other))] == [theirs, -16]


def test_the_same_save_twice_is_one_and_another_under_its_key_is_refused() -> None:
    event, key = make_phone_event(), uuid4()
    assert tell(event, "A-1", 1, 16, key=key)
    assert not tell(event, "A-1", 1, 16, key=key)
    assert not tell(event, "A-1", 1, 16)
    with pytest.raises(Refused) as refused:
        tell(event, "A-1", 1, 17, key=key)
    assert refused.value.code == "used_key"
    assert ToldGame.objects.count() == AuditEntry.objects.filter(action="game.told").count() == 1


def test_a_save_that_arrives_late_does_not_override_what_was_said_since() -> None:
    event, key = make_phone_event(), uuid4()
    tell(event, "A-1", 1, 16, key=key)
    tell(event, "A-1", 1, 17)
    assert not tell(event, "A-1", 1, 16, key=key)
    said = games(event, "A-1")[1].said
    assert said is not None
    assert said.claim.spread == 17


def test_the_opponent_tells_on_the_same_phone_until_they_tell_it_on_their_own() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, "A-1", 1, 16)
    tell(event, other, 1, -16, via="A-1")
    said = games(event, other)[1].said
    assert said is not None
    assert said.via == "A-1"
    assert games(event, "A-1")[1].state is Together.AGREED
    tell(event, other, 1, -6)
    with pytest.raises(Refused) as refused:
        tell(event, other, 1, -16, via="A-1")
    assert refused.value.code == "own_phone"


def test_nobody_tells_a_game_between_two_others() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    third = next(seat for seat in ("A-2", "A-3", "A-4") if seat != other)
    with pytest.raises(Http404):
        tell(event, "A-1", 1, 16, via=third)


@pytest.mark.parametrize("spread", [0, 122, -122])
def test_no_game_ends_with_such_a_spread(spread: int) -> None:
    event = make_phone_event()
    with pytest.raises(Malformed) as refused:
        tell(event, "A-1", 1, spread)
    assert [fault.field for fault in refused.value.faults] == ["spread"]


def test_only_games_that_have_begun_and_have_an_opponent_are_told() -> None:
    event = make_phone_event()
    call_game(event=event, game=1, actor=COMMAND)
    with pytest.raises(Refused) as refused:
        tell(event, "A-1", 2, 16)
    assert refused.value.code == "not_begun"
    with pytest.raises(Malformed):
        tell(event, "A-1", 9, 16)


@pytest.mark.parametrize("phones", [Event.Phones.OFF, BESIDE])
def test_a_card_is_handed_in_by_phone_only_where_phones_stand_instead_of_paper(phones: str) -> None:
    event = make_phone_event(phones)
    with pytest.raises(Refused) as refused:
        hand_in_told_card(entry=at(event, "A-1"), actor=COMMAND)
    assert refused.value.code == phones
    if phones == Event.Phones.OFF:
        with pytest.raises(Refused) as refused:
            tell(event, "A-1", 1, 16)
        assert refused.value.code == "off"


def test_a_card_is_handed_in_once_all_of_it_is_told() -> None:
    event = make_phone_event()
    for game in (1, 3):
        tell(event, "A-1", game, 31)
    entry = at(event, "A-1")
    with pytest.raises(Refused) as refused:
        hand_in_told_card(entry=entry, actor=Actor.of_entry(entry))
    assert (refused.value.code, refused.value.current) == ("incomplete", {"games": [2]})
    tell(event, "A-1", 2, -7)
    assert hand_in_told_card(entry=entry, actor=Actor.of_entry(entry))
    assert not hand_in_told_card(entry=entry, actor=Actor.of_entry(entry))
    card = Scorecard.objects.get(entry=entry)
    assert (card.source, card.own_game_points, card.own_games_won, card.own_plus, card.own_minus) == (
        "phone",
        6,
        2,
        62,
        7,
    )
    assert [line.points for line in card.lines.all()] == [3, 0, 3]
    with pytest.raises(Refused) as refused:
        tell(event, "A-1", 1, 16)
    assert refused.value.code == "handed_in"


def test_cards_from_phones_are_cross_checked_as_they_are_and_ask_for_no_paper() -> None:
    event = make_phone_event()
    tell_everything(event)
    other = opponents(event, "A-1")[2]
    tell(event, other, 2, -9)
    assert len(take_told_cards(event=event, actor=COMMAND)) == 4
    start_cross_check(event=event, actor=COMMAND)
    on = sheet(event)
    assert [game.game for game in differing_games(on)] == [2]
    assert differing_games(on)[0].state is State.PROPOSED
    assert not find_wanted(on.crosscheck, readings(on.event))


def test_a_line_from_paper_is_read_again_unless_its_player_told_the_same() -> None:
    event = make_phone_event(BESIDE)
    first, second = "A-1", opponents(event, "A-1")[1]
    for seat in ("A-1", "A-2", "A-3", "A-4"):
        lines = []
        for game, other in opponents(event, seat).items():
            spread = 19 if (seat, game) == (second, 1) else 10 + game
            lines.append(f"{other} 2 +{spread}" if seat < other else f"{other} 0 -{spread}")
        make_card(event, seat, "\n".join(lines))
    start_cross_check(event=event, actor=COMMAND)

    def wanted() -> set[str]:
        on = sheet(event)
        return {one.seat for one in find_wanted(on.crosscheck, readings(on.event)) if one.game == 1}

    assert wanted() == {first, second}
    # Told before the papers came in.
    for seat, other, spread in ((first, second, 11), (second, first, -11)):
        ToldGame.objects.create(
            entry=at(event, seat), game=1, opponent=at(event, other), spread=spread, via=at(event, seat), key=uuid4()
        )
    # The phone says something else than the paper, so the paper is read again.
    assert wanted() == {second}


def test_taking_all_leaves_those_who_still_have_games_to_tell() -> None:
    event = make_phone_event()
    tell_everything(event)
    ToldGame.objects.filter(entry=at(event, "A-3"), game=3).delete()
    assert set(take_told_cards(event=event, actor=COMMAND)) == {"A-1", "A-2", "A-4"}
    assert take_told_cards(event=event, seats=["A-3"], actor=COMMAND) == ("A-3",)


def test_the_desk_takes_what_was_told_but_not_over_a_typed_card_and_not_its_own() -> None:
    event = make_phone_event(BESIDE)
    tell_everything(event)
    make_card(event, "A-2", "A-1 2 +16")
    player = make_user("player", role="checker", tournament=event.tournament)
    own = at(event, "A-3").player
    own.user = player
    own.save()
    with pytest.raises(Forbidden):
        take_told_cards(event=event, actor=Actor.of_user(player))
    assert take_told_cards(event=event, seats=["A-1", "A-2"], actor=Actor.of_user(player)) == ("A-1",)
    assert [line.plus for line in Scorecard.objects.get(entry=at(event, "A-2")).lines.all()] == [16]
    with pytest.raises(Malformed):
        take_told_cards(event=event, seats=["A-9"], actor=COMMAND)


def test_paper_goes_over_a_card_from_a_phone_and_what_was_told_stays() -> None:
    event = make_phone_event(BESIDE)
    tell_everything(event)
    take_told_cards(event=event, actor=COMMAND)
    told = ToldGame.objects.count()
    make_card(event, "A-1", f"{opponents(event, 'A-1')[1]} 2 +99")
    assert Scorecard.objects.get(entry=at(event, "A-1")).source == "paper"
    assert ToldGame.objects.count() == told


def test_an_awarded_game_stands_on_the_card_and_is_not_told() -> None:
    event = make_phone_event()
    call_game(event=event, game=1, actor=COMMAND)
    other = opponents(event, "A-1")[1]
    plan = DayPlan(What.AWARD, seat=other, first=1)
    change_day(event=event, plan=plan, reason="Not at the table", actor=COMMAND)
    event.refresh_from_db()
    seen = games(event, "A-1")[1]
    assert seen.line == Line(1, other, 2, 10, None)
    assert games(event, other)[1].line == Line(1, "A-1", 0, None, 10)
    with pytest.raises(Refused) as refused:
        tell(event, "A-1", 1, 16)
    assert refused.value.code == "awarded"


def test_without_a_schedule_the_player_says_whom_they_met() -> None:
    event = make_event(games=2, movement="none", entrants=4, seated=True)
    event = use_phones(event=event, phones=INSTEAD, actor=COMMAND)
    entry = at(event, "A-1")
    with pytest.raises(Malformed) as refused:
        tell_game(entry=entry, game=1, spread=16, key=uuid4(), actor=Actor.of_entry(entry))
    assert [fault.field for fault in refused.value.faults] == ["opponent"]
    tell_game(entry=entry, game=1, spread=16, key=uuid4(), opponent="A-3", actor=Actor.of_entry(entry))
    other = at(event, "A-3")
    tell_game(entry=other, game=1, spread=-16, key=uuid4(), opponent="A-1", actor=Actor.of_entry(other))
    assert games(event, "A-1")[1].state is Together.AGREED
    tell_game(entry=other, game=1, spread=-16, key=uuid4(), opponent="A-2", actor=Actor.of_entry(other))
    assert games(event, "A-1")[1].state is Together.WAITING


def tell_against(event: Event, seat: str, opponent: str, spread: int) -> None:
    entry = at(event, seat)
    tell_game(entry=entry, game=1, spread=spread, key=uuid4(), opponent=opponent, actor=Actor.of_entry(entry))


@pytest.mark.parametrize("is_in", [False, True])
def test_whose_opponent_names_somebody_else_is_told_so_and_has_nobody_to_show_it_to(is_in: bool) -> None:
    event = make_event(games=1, movement="none", entrants=4, seated=True)
    event = use_phones(event=event, phones=INSTEAD, actor=COMMAND)
    tell_against(event, "A-2", "A-1", 10)
    before = told_last(event)[at(event, "A-2").pk]
    tell_against(event, "A-1", "A-3", 16)
    tell_against(event, "A-3", "A-1", -16)
    if is_in:
        hand_in_told_card(entry=at(event, "A-1"), actor=COMMAND)

    (row,) = phone_reads.phone_page(at(event, "A-2")).rows

    # The open page of A-2 has learned of it.
    assert told_last(event)[at(event, "A-2").pk] > before
    assert (row.state, row.mark) == ("A-1 names another opponent: check the ID, or ask at the desk", "warn")
    assert not row.may_turn
    with pytest.raises(Refused, match="A-1 names another opponent in game 1") as refused:
        phone_reads.turned_page(at(event, "A-2"), 1)
    assert refused.value.code == "elsewhere"
    assert "A-3" not in f"{row}{refused.value.message}"
    assert games(event, "A-1")[1].state is Together.AGREED


def call(event: Event, game: int) -> None:
    call_game(event=event, game=game, actor=COMMAND)


def test_only_the_game_that_is_on_says_where_to_sit() -> None:
    event = make_phone_event()
    assert [row.is_on for row in phone_reads.phone_page(at(event, "A-1")).rows] == [True] * 3
    call(event, 2)

    shown = phone_reads.phone_page(at(event, "A-1"))

    first, second, third = shown.rows
    assert shown.asked == first
    assert (first.is_on, first.seat, first.deal, first.lead) == (False, None, "", "This game is still to tell.")
    assert (second.is_on, second.seat is not None, second.lead) == (True, True, "")
    assert (third.is_on, third.seat, third.lead) == (False, None, "")
    assert shown.on_now == 2
    tell(event, "A-1", 2, 16)
    assert phone_reads.phone_page(at(event, "A-1")).on_now is None


def test_phones_are_set_until_the_qualifiers_are_posted() -> None:
    event = make_phone_event()
    Event.objects.filter(pk=event.pk).update(posted_at="2026-03-06T20:00:00Z", cross_checked_at="2026-03-06T19:00:00Z")
    with pytest.raises(Refused) as refused:
        use_phones(event=event, phones=BESIDE, actor=COMMAND)
    assert refused.value.code == "posted"
    with pytest.raises(Malformed):
        use_phones(event=event, phones="sometimes", actor=COMMAND)


def test_who_told_it_on_the_same_phone_changes_it_there_once_the_two_differ() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, "A-1", 1, 16)
    tell(event, other, 1, -6, via="A-1")
    differing = phone_reads.turned_page(at(event, "A-1"), 1)
    assert (differing.sentence, differing.told) == ("You lost by 16.", "You told: lost by 6.")
    # The owner corrects their own figure, and the two still differ.
    tell(event, "A-1", 1, 26)
    assert phone_reads.turned_page(at(event, "A-1"), 1).sentence == "You lost by 26."
    tell(event, other, 1, -26, via="A-1")
    assert games(event, "A-1")[1].state is Together.AGREED
    (row,) = [one for one in phone_reads.phone_page(at(event, "A-1")).rows if one.game == 1]
    assert (row.may_turn, row.told_here) == (True, True)


def test_why_a_game_is_not_turned_around_is_said() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    with pytest.raises(Refused) as refused:
        phone_reads.turned_page(at(event, "A-1"), 1)
    assert refused.value.code == "not_told"
    tell(event, "A-1", 1, 16)
    tell(event, other, 1, -6)
    with pytest.raises(Refused) as refused:
        phone_reads.turned_page(at(event, "A-1"), 1)
    assert refused.value.code == "own_phone"
    make_card(event, "A-1", f"{other} 2 +16")
    with pytest.raises(Refused) as refused:
        phone_reads.turned_page(at(event, "A-1"), 1)
    assert refused.value.code == "handed_in"


def test_a_card_that_is_in_is_shown_as_it_stands_at_the_desk() -> None:
    event = make_phone_event(BESIDE)
    meets = opponents(event, "A-1")
    tell(event, "A-1", 1, 16)
    tell(event, meets[1], 1, -16)
    tell(event, meets[2], 2, 5)
    make_card(event, "A-1", f"{meets[1]} 2 +12\n{meets[2]} 0 -05\n{meets[3]} 3 +40")
    shown = phone_reads.phone_page(at(event, "A-1"))
    assert (shown.card.is_in, shown.now, shown.card.missing) == (True, None, ())
    assert [(row.points, row.plus, row.minus) for row in shown.rows] == [
        ("2", "12", ""),
        ("0", "", "05"),
        ("3", "40", ""),
    ]
    assert [row.state for row in shown.rows] == [
        "You two differ",
        "You both say the same",
        "Your opponent has not told it yet",
    ]
    assert [row.otherwise for row in shown.rows] == ["By phone you told: won by 16.", "", ""]
    assert (shown.card.tally.game_points, shown.net) == (5, "+47")
    # Nothing on it changes here: it is the desk that is told.
    assert [open_ for _game, _sentence, open_ in shown.differing] == [False]
    assert not any(row.may_change or row.may_turn for row in shown.rows)


def test_once_the_opponents_card_is_in_the_card_counts_instead_of_what_they_told() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]
    tell(event, "A-1", 1, 16)
    tell(event, other, 1, -16)
    assert games(event, "A-1")[1].state is Together.AGREED

    make_card(event, other, "A-1 0 -07")

    assert games(event, "A-1")[1].state is Together.DIFFERENT
    make_card(event, "A-1", f"{other} 2 +07")
    assert [games(event, seat)[1].state for seat in ("A-1", other)] == [Together.AGREED] * 2


def test_what_stands_on_a_card_that_is_in_is_not_shown_to_an_opponent_who_has_not_told_it() -> None:
    event = make_phone_event()
    other = opponents(event, "A-1")[1]

    make_card(event, other, "A-1 0 -07")

    assert (games(event, "A-1")[1].state, games(event, "A-1")[1].theirs) == (Together.ASKED, None)
