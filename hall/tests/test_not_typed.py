"""A line that one of two complete cards lacks: told as not typed wherever games are listed, and nobody's before it is."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorecards.cards.actions.stack import end_card
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.crosscheck.actions.looks import look_again
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.line import Line
from scorecards.tests.factories import COMMAND, find, make_card, make_cards, sheet
from tournaments.day.actions.round import change_day
from tournaments.day.actions.status import set_status
from tournaments.day.reads.round import DayPlan, What
from tournaments.errors import Refused
from tournaments.models import Event
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main"
CASE = "2-A-1-A-2"


def an_event(kind: str = "left", *, records_spread: bool = True) -> Event:
    """A-2 has beaten A-1 in games 1 and 2, and game 2 is on the card of A-1 alone.

    By `kind`, the card of A-2 is in all the same: its player `left` and it was said to end, or a program had `sent` it; or
    its player is a `no_show` by mistake, and has no card at all.
    """
    event = make_event(
        tournament=make_tournament("sierra"),
        games=2,
        entrants=4,
        movement="none",
        seated=True,
        records_spread=records_spread,
    )
    lost, won = ("0 -10", "2 +10") if records_spread else ("0 .", "2 .")
    leaver = entry_at(event, "A-2")
    assert leaver is not None
    if kind == "no_show":
        set_status(entry=leaver, status="no_show", reason="A slip", actor=make_actor())
    elif kind == "sent":
        line = {"game": 1, "opponent": "A-1", "points": "2", "plus": "10", "minus": ""}
        api = api_of(make_user("dora", role="director", tournament=event.tournament))
        assert api.put(f"{API}/scorecards/A-2/", {"version": 0, "lines": [line]}, format="json").status_code == 200
        set_status(entry=leaver, status="withdrawn", reason="Ill", actor=make_actor())
    else:
        set_status(entry=leaver, status="withdrawn", reason="Went home", actor=make_actor())
        make_card(event, "A-2", f"A-1 {won}")
        end_card(event=event, seat="A-2", actor=COMMAND)
    make_cards(event, A_1=f"A-2 {lost} \n A-2 {lost}", A_3=f"A-4 {won} \n A-4 {won}", A_4=f"A-3 {lost} \n A-3 {lost}")
    start_cross_check(event=event, actor=COMMAND)
    return event


def page(event: Event, name: str, query: str = "", *more: str) -> str:
    client = in_role(event.tournament, "director")
    return text_of(
        client.get(reverse(name, args=["sierra", *([] if name == "judging:referrals" else ["main"]), *more]) + query)
    )


@pytest.mark.parametrize("records_spread", [True, False])
def test_every_list_tells_it_as_not_typed_and_none_as_a_difference_or_for_the_judge(records_spread: bool) -> None:
    event = an_event(records_spread=records_spread)
    on = sheet(event)
    assert (on.crosscheck.missing, on.not_typed) == ((), {("A-2", 2): "A-1"})

    desk = page(event, "desk:desk")
    assert "1 line is not typed The other card has the game." in desk
    assert "(left early): game 2." in desk
    assert "Type in 1 line is not typed" in desk
    case = page(event, "scorecards:crosscheck", f"?case={CASE}")
    assert "Game 2 is not typed on the card of A-2 ." in case or "Game 2 is not typed on the card of A-2." in case
    assert "A-2 not typed." in case
    assert "Read game 2 on the paper of A-2" in case
    assert re.search(r"(Head judge|To be decided) 0 waiting", case)
    control = page(event, "scorecards:control")
    assert "Type game 2 on A-2" in control
    assert "Game 2 is not typed on the card of A-2" in page(event, "scorecards:posting")
    standings = page(event, "scorecards:standings")
    assert "1 line is not typed yet: its game counts on the other card alone." in standings
    assert "One line is not typed yet: the cross-check names it." in page(event, "scorecards:looks")
    assert "not typed on A-2" in page(event, "scorecards:card", "?as=read", "A-1")
    assert "not typed on A-2" in page(event, "desk:earlier", "?at=23:59")
    assert "Nothing waits for the head judge." in page(event, "judging:referrals")
    told = " ".join([desk, case, control, standings])
    for wrong in ("to be read again", "waits for the head judge", "still to be decided", "is to be decided"):
        assert wrong not in told, wrong

    api = api_of(make_user("cara", role="checker", tournament=event.tournament))
    numbers = api.get(f"{API}/standings/").json()
    assert [numbers[name] for name in ("to_read", "to_rule", "not_typed")] == [0, 0, 1]
    [game] = api.get(f"{API}/discrepancies/").json()
    assert (game["id"], game["state"], game["not_typed"], game["recorded"]["A-2"]) == (CASE, "open", "A-2", None)
    assert [fault.code for fault in on.obstacles if fault.code != "tie_unbroken"] == ["line_not_typed"]


@pytest.mark.parametrize("kind", ["left", "sent", "no_show"])
def test_it_is_the_judges_once_somebody_has_read_that_the_paper_has_none(kind: str) -> None:
    event = an_event(kind)
    games = [2] if kind != "no_show" else [1, 2]
    assert sheet(event).not_typed == {("A-2", game): "A-1" for game in games}

    for game in games:
        look_again(event=event, seat="A-2", game=game, reading=None, actor=COMMAND)

    on = sheet(event)
    assert on.not_typed == {}
    assert "referral_open" in {fault.code for fault in on.obstacles}
    assert "game 2, A-1 and A-2" in page(event, "desk:desk")
    assert "Take card A-1" in page(event, "scorecards:looks"), "now the other line is read again"


@pytest.mark.parametrize("way", ["looks", "desk"])
def test_the_first_typing_is_compared_at_once_and_is_not_typed_over(way: str) -> None:
    event = an_event()
    if way == "looks":
        assert "Nobody has typed this line yet." in page(event, "scorecards:look", "", "A-2", "2")
        look_again(event=event, seat="A-2", game=2, reading=Line(2, "A-1", 2, 10, None), actor=COMMAND)
    else:
        make_card(event, "A-2", "A-1 2 +10 \n A-1 2 +10")

    on = sheet(event)
    assert on.cards["A-2"].again == frozenset()
    assert {game.state for game in on.crosscheck.games} == {State.AGREED}


def test_a_first_typing_that_differs_is_an_ordinary_difference() -> None:
    event = an_event()

    make_card(event, "A-2", "A-1 2 +10 \n A-1 2 +12")

    assert find(event, 2, "A-1", "A-2").not_typed == ""
    assert "2 lines are to be read again" in page(event, "desk:desk")


def test_whoever_has_a_game_on_another_card_is_no_no_show() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=2, entrants=4, movement="none", seated=True)
    make_cards(event, A_1="A-2 0 -10 \n A-2 0 -10")
    absent = entry_at(event, "A-2")
    assert absent is not None

    with pytest.raises(Refused, match="The card of A-1 has a game against A-2") as refused:
        set_status(entry=absent, status="no_show", reason="Went home", actor=make_actor())

    assert refused.value.code == "begun"
    api = api_of(make_user("dora", role="director", tournament=event.tournament))
    answer = api.patch(f"{API}/entrants/A-2/", {"status": "no_show", "reason": "Went home"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "begun")


def test_the_page_where_cards_are_handed_in_says_who_left_and_that_typing_is_not_over() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    change_day(event=event, plan=DayPlan(What.LEAVES, seat="A-2", first=3), reason="Home", actor=make_actor())
    assert "left after game 2" in page(event, "scorecards:received")
    make_cards(event, A_1="A-2 2 +10", A_2="A-1 0 -10", A_3="A-4 2 +10", A_4="A-3 0 -10")

    received = page(event, "scorecards:received")

    assert "No card is missing. 4 of them are still to be typed, or typed to their end." in received
