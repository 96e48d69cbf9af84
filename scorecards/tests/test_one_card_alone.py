"""A game that one of its two cards has no line for, or one that names a third, decided by hand: played, or not played at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.crosscheck.actions.undo import undo
from scorecards.sheet.reads.earlier import log_numbers
from scorecards.tests.factories import COMMAND, find, look_at_all, make_cards, sheet
from tournaments.access import Actor, rights_of
from tournaments.day.actions.round import change_day, removal_plan
from tournaments.errors import Refused
from tournaments.models import Event, User
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

GAME = "1-A-1-A-2"
OVERRIDE = f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/override/"
CASE = f"/t/sierra/main/cross-check/?case={GAME}"
BY_HAND = f"/t/sierra/main/cross-check/{GAME}/by-hand/"

BLANK = {"points": "", "plus": "", "minus": ""}
WON, LOST = {**BLANK, "points": "2"}, {**BLANK, "points": "0"}


def an_event(*, edition: str = "2020", records_spread: bool = True, second: str = "A-1 2 +16") -> Event:
    """A-2 wrote a win over A-1, whose card has no line for it."""
    event = make_event(
        tournament=make_tournament("sierra", edition=edition),
        games=1,
        movement="none",
        entrants=4,
        seated=True,
        records_spread=records_spread,
    )
    plus, minus = ("+16", "-16") if records_spread else (".", ".")
    make_cards(
        event, A_1="? . .", A_2=second if records_spread else "A-1 2 .", A_3=f"A-4 2 {plus}", A_4=f"A-3 0 {minus}"
    )
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    return event


@pytest.mark.parametrize("edition", ["2020", "classic"])
@pytest.mark.parametrize("records_spread", [True, False])
def test_a_game_on_one_card_alone_is_decided_as_won_on_both_cards_or_as_not_played(
    edition: str, records_spread: bool
) -> None:
    event = an_event(edition=edition, records_spread=records_spread)
    api = api_of(make_user("rosa", role="director", tournament=event.tournament))

    def decide(first: Any, second: Any) -> tuple[int, list[tuple[Any, ...]]]:
        version = find(event, 1, "A-1", "A-2").version
        sent = {"initials": "RM", "reason": "Read", "version": version, "resolved": {"A-1": first, "A-2": second}}
        answer = api.post(OVERRIDE, sent, format="json")
        told = answer.json()
        return answer.status_code, [(one["field"], one["code"], one["rule"]) for one in told.get("errors", ())]

    nobody = (400, [("resolved", "no_win", "1.1")])
    # No rule makes two losses of one line.
    for first, second in ((None, LOST), (LOST, LOST), (LOST, BLANK), (BLANK, LOST)):
        assert decide(first, second) == nobody, (first, second)
    silent = (400, [("resolved.A-1", "no_result", None)])
    for first, second in ((None, WON), (None, None), (BLANK, None), (BLANK, WON)):
        assert decide(first, second) == silent, (first, second)
    assert decide(WON, BLANK) == (400, [("resolved.A-2", "no_result", None)])
    assert decide(WON, None) == (400, [("resolved", "two_wins", "1.1")])
    for first, second in ((None, BLANK), (BLANK, BLANK), (LOST, None), (LOST, WON), (WON, LOST)):
        assert decide(first, second) == (200, []), (first, second)


def test_a_line_with_an_opponent_but_no_result_is_decided_as_not_played_too() -> None:
    event = an_event(second="A-1 . .")
    rosa = make_user("rosa", role="director", tournament=event.tournament)

    sent = {
        "initials": "RM",
        "reason": "No game",
        "version": find(event, 1, "A-1", "A-2").version,
        "resolved": {"A-1": None, "A-2": None},
    }

    assert api_of(rosa).post(OVERRIDE, sent, format="json").status_code == 200


@pytest.mark.parametrize("typed", ["-16", "16", "", "0"])
def test_the_page_refuses_half_a_result_names_the_cures_and_keeps_what_was_typed(typed: str) -> None:
    event = an_event()
    client = signed_in(make_user("rosa", role="director", tournament=event.tournament))
    assert "If it was not played, leave the line of A-2 blank: type a dot." in text_of(client.get(CASE))
    sent = {
        "initials": "RM",
        "reason": "Asked nobody",
        "version": find(event, 1, "A-1", "A-2").version,
        "stands-A-1": "",
        "stands-A-2": typed,
    }

    page = client.post(BY_HAND, sent)

    told = text_of(page)
    assert page.status_code == 422
    assert "nobody would have won this game" in told or "the card of A-1 would not say so" in told
    assert told.count("leave the line of A-2 blank: type a dot.") == 2
    assert ("1.1 (2020)" in told) is ("nobody would have won" in told)
    assert {stands.seat: stands.text for stands in page.context["open"].by_hand} == {"A-1": "", "A-2": typed}
    assert 'value="Asked nobody"' in page.content.decode()
    assert find(event, 1, "A-1", "A-2").state == "open"
    assert client.post(BY_HAND, {**sent, "stands-A-2": "."}).status_code == 302
    assert not sheet(event).crosscheck.standing_cards["A-2"].line(1).has_content


def test_without_a_spread_the_page_offers_that_it_was_not_played() -> None:
    event = an_event(records_spread=False)
    client = signed_in(make_user("rosa", role="director", tournament=event.tournament))
    results = client.get(CASE).context["open"].results
    assert [(one.value, one.text) for one in results][-1] == ("A-2=.", "The game was not played")
    sent = {"initials": "RM", "reason": "No game", "version": find(event, 1, "A-1", "A-2").version}

    assert client.post(BY_HAND, {**sent, "result": "A-2=."}).status_code == 302
    assert not sheet(event).crosscheck.standing_cards["A-2"].line(1).has_content


def take_back(event: Event, name: str) -> int:
    """Take the decision on this game back; the answer's code."""
    api = api_of(User.objects.get(username="rosa"))
    return api.delete(OVERRIDE.replace(GAME, name).replace("override", "decision")).status_code


def undo_entry(event: Event, entry: int) -> None:
    rosa = User.objects.get(username="rosa")
    rights = rights_of(rosa, event.tournament)
    undo(event=event, entry=entry, reason="Right after all", rights=rights, actor=Actor.of_user(rosa))


def checked(*, games: int = 1, **cards: str) -> Event:
    """An event with these cards, all of them read again, in its cross-check."""
    event = make_event(tournament=make_tournament("sierra"), games=games, movement="none", entrants=4, seated=True)
    make_cards(event, **cards)
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    return event


def a_tangle(*, edition: str = "2020", records_spread: bool = True) -> Event:
    """A-1 and A-2 met, but A-1 wrote A-3 beside its loss, who met A-4."""
    event = make_event(
        tournament=make_tournament("sierra", edition=edition),
        games=1,
        movement="none",
        entrants=4,
        seated=True,
        records_spread=records_spread,
    )
    plus, minus = ("+16", "-16") if records_spread else (".", ".")
    make_cards(event, A_1=f"A-3 0 {minus}", A_2=f"A-1 2 {plus}", A_3=f"A-4 2 {plus}", A_4=f"A-3 0 {minus}")
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    return event


def api_decider(event: Event) -> Callable[..., tuple[int, list[tuple[str, str]]]]:
    """Decide a game by hand; the answer's code, and what it refuses."""
    api = api_of(make_user("rosa", role="director", tournament=event.tournament))

    def decide(first: str, second: str, one: Any, two: Any) -> tuple[int, list[tuple[str, str]]]:
        version = find(event, 1, first, second).version
        sent = {"initials": "RM", "reason": "Read", "version": version, "resolved": {first: one, second: two}}
        answer = api.post(OVERRIDE.replace(GAME, f"1-{first}-{second}"), sent, format="json")
        return answer.status_code, [(one["field"], one["code"]) for one in answer.json().get("errors", ())]

    return decide


@pytest.mark.parametrize("edition", ["2020", "classic"])
@pytest.mark.parametrize("records_spread", [True, False])
def test_a_line_that_names_a_third_player_is_decided_in_only_one_of_its_games(
    edition: str, records_spread: bool
) -> None:
    event = a_tangle(edition=edition, records_spread=records_spread)
    decide = api_decider(event)

    # The line of A-1 says nothing of this game, so that a decision has to.
    assert decide("A-1", "A-2", None, WON) == (400, [("resolved.A-1", "no_result")])
    assert decide("A-1", "A-2", None, None) == (400, [("resolved.A-1", "no_result")])
    assert decide("A-1", "A-2", WON, WON) == (400, [("resolved", "two_wins")])
    # A-3 met A-4, as both cards say: nobody met A-1 under that name.
    assert decide("A-1", "A-3", WON, LOST) == (400, [("resolved.A-3", "taken")])
    assert decide("A-1", "A-3", WON, None) == (400, [("resolved", "taken")])
    assert decide("A-1", "A-3", None, None) == (400, [("resolved", "taken")])

    assert decide("A-1", "A-2", LOST, WON) == (200, [])
    assert decide("A-1", "A-3", WON, None) == (400, [("resolved.A-1", "taken")])
    assert decide("A-1", "A-3", BLANK, None) == (400, [("resolved.A-1", "taken")])
    assert decide("A-1", "A-3", None, None) == (200, [])
    stands = sheet(event).crosscheck.standing_cards
    assert [stands[seat].line(1).points for seat in ("A-1", "A-2", "A-3", "A-4")] == [0, 2, 2, 0]


def test_a_decision_elsewhere_holds_after_the_game_under_the_wrong_name_is_closed() -> None:
    event = a_tangle()
    decide = api_decider(event)
    skunked, skunk = {"points": "0", "plus": "", "minus": "40"}, {"points": "3", "plus": "40", "minus": ""}
    assert decide("A-1", "A-2", skunked, skunk) == (200, [])

    assert decide("A-1", "A-3", None, None) == (200, [])

    line = sheet(event).crosscheck.standing_cards["A-1"].line(1)
    assert (line.opponent, line.points, line.minus) == ("A-2", 0, 40)


def test_a_line_said_to_be_no_game_is_not_decided_again_with_another_card() -> None:
    event = a_tangle()
    decide = api_decider(event)
    assert decide("A-1", "A-3", BLANK, None) == (200, [])

    assert decide("A-1", "A-2", LOST, WON) == (400, [("resolved.A-1", "taken")])
    assert decide("A-1", "A-2", None, WON) == (400, [("resolved", "taken")])

    assert decide("A-1", "A-2", None, BLANK) == (200, [])


def test_an_empty_card_is_decided_with_only_one_of_the_cards_that_name_it() -> None:
    event = checked(A_1="? 0 -16", A_2="A-1 2 +16", A_3="A-1 2 +16", A_4="? . .")
    decide = api_decider(event)
    assert decide("A-1", "A-2", None, None) == (200, [])

    assert decide("A-1", "A-3", None, None) == (400, [("resolved", "taken")])
    assert decide("A-1", "A-3", LOST, WON) == (400, [("resolved.A-1", "taken")])

    assert decide("A-1", "A-3", None, BLANK) == (200, [])
    stands = sheet(event).crosscheck.standing_cards
    assert [stands[seat].line(1).points for seat in ("A-1", "A-2", "A-3")] == [0, 2, None]


def test_the_page_says_that_a_line_belongs_to_another_game_and_takes_what_it_prepares() -> None:
    event = a_tangle()
    client = signed_in(make_user("rosa", role="director", tournament=event.tournament))
    page = client.get(CASE.replace("A-2", "A-3"))
    assert "A-3’s card names A-4 in this game." in text_of(page)
    assert "A-3 and A-4 met in game 1. Leave the card of A-3 as it is here." in text_of(page)
    prepared = {stands.seat: stands.text for stands in page.context["open"].by_hand}
    assert prepared == {"A-1": ".", "A-3": ""}
    sent = {"initials": "RM", "reason": "Wrote A-3", "version": find(event, 1, "A-1", "A-3").version}
    by_hand = BY_HAND.replace("A-2", "A-3")

    refused = client.post(by_hand, {**sent, "stands-A-1": "-16", "stands-A-3": ""})

    assert refused.status_code == 422
    assert "If A-1 met somebody else, decide that game first" in text_of(refused)
    kept = {stands.seat: stands.text for stands in refused.context["open"].by_hand}
    assert kept == {"A-1": "-16", "A-3": ""}
    assert client.post(by_hand, {**sent, "stands-A-1": ".", "stands-A-3": ""}).status_code == 302


def test_a_game_decided_because_of_another_decision_is_open_again_once_that_is_taken_back() -> None:
    event = a_tangle()
    decide = api_decider(event)
    assert decide("A-1", "A-2", LOST, WON) == (200, [])
    assert decide("A-1", "A-3", None, None) == (200, [])

    assert take_back(event, "1-A-1-A-2") == 200

    assert {find(event, 1, "A-1", other).state for other in ("A-2", "A-3")} == {"open"}


def test_a_taking_back_is_undone_only_while_no_other_decision_has_the_line() -> None:
    event = a_tangle()
    decide = api_decider(event)
    assert decide("A-1", "A-2", LOST, WON) == (200, [])
    assert take_back(event, "1-A-1-A-2") == 200
    taken_back = len(log_numbers(event))
    assert decide("A-1", "A-3", BLANK, None) == (200, [])

    with pytest.raises(Refused, match="was decided with the card of A-3"):
        undo_entry(event, taken_back)

    assert take_back(event, "1-A-1-A-3") == 200
    revision = Event.objects.get(pk=event.pk).revision
    undo_entry(event, taken_back)
    assert Event.objects.get(pk=event.pk).revision > revision
    assert [find(event, 1, "A-1", other).state for other in ("A-2", "A-3")] == ["overridden", "open"]
    line = sheet(event).crosscheck.standing_cards["A-1"].line(1)
    assert (line.opponent, line.points) == ("A-2", 0)


@pytest.mark.parametrize("records_spread", [True, False])
def test_a_decision_lapses_once_a_card_comes_in_that_names_one_of_its_two_players(records_spread: bool) -> None:
    event = make_event(
        tournament=make_tournament("sierra"),
        games=1,
        movement="none",
        entrants=4,
        seated=True,
        records_spread=records_spread,
    )
    plus, minus = ("+16", "-16") if records_spread else (".", ".")
    make_cards(event, A_1=f"A-2 2 {plus}", A_3=f"A-1 2 {plus}", A_4="? . .")
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    assert api_decider(event)("A-1", "A-3", LOST, WON) == (200, [])

    make_cards(event, A_2=f"A-1 0 {minus}")

    on = sheet(event)
    assert [on.crosscheck.standing_cards[seat].line(1).points for seat in ("A-1", "A-2", "A-3")] == [2, 0, 2]
    assert find(event, 1, "A-1", "A-3").state == "open"
    assert [decision.seats for decision in on.crosscheck.dropped] == [("A-1", "A-3")]


def test_of_two_decisions_on_one_line_that_come_together_the_newer_one_is_in_force() -> None:
    event = a_tangle()
    decide = api_decider(event)
    assert decide("A-1", "A-3", BLANK, None) == (200, [])
    make_cards(event, A_1="A-4 0 -16")
    assert decide("A-1", "A-2", LOST, WON) == (200, [])

    make_cards(event, A_1="A-3 0 -16")

    assert {find(event, 1, "A-1", other).state for other in ("A-2", "A-3")} == {"overridden", "open"}


def test_a_game_that_was_not_played_is_no_meeting() -> None:
    """A-1 and A-3 are level, and the only line that makes one of them the better was said to be no game."""
    event = checked(
        A_1="? 2 +16\n? . .", A_2="A-1 0 -16\nA-3 0 -16", A_3="A-1 2 +16\nA-2 2 +16", A_4="? . .\n? . .", games=2
    )
    decide = api_decider(event)
    assert decide("A-1", "A-2", None, None) == (200, [])
    assert decide("A-1", "A-3", None, BLANK) == (200, [])

    places = {place.seat: place for place in sheet(event).places}

    assert (places["A-1"].rank, places["A-3"].rank) == (1, 1)
    assert places["A-1"].decided_by is None
    assert find(event, 1, "A-1", "A-3").resolved == {"A-1": None, "A-3": BLANK}


def test_a_value_for_a_card_without_a_line_is_refused_beside_one_that_is_taken() -> None:
    event = checked(A_1="A-3 0 -16", A_2="A-1 2 +16", A_3="? . .", A_4="? . .")
    decide = api_decider(event)
    assert decide("A-1", "A-2", LOST, WON) == (200, [])

    assert decide("A-1", "A-3", None, WON) == (400, [("resolved", "taken")])

    assert decide("A-1", "A-3", None, BLANK) == (200, [])


def test_where_three_cards_name_each_other_in_a_ring_each_is_decided_in_the_game_that_it_names() -> None:
    event = checked(A_1="A-2 2 +20", A_2="A-3 0 -20", A_3="A-1 2 +20", A_4="? . .")
    decide = api_decider(event)
    assert decide("A-1", "A-2", WON, LOST) == (200, [])

    assert decide("A-2", "A-3", None, BLANK) == (400, [("resolved.A-3", "taken")])
    assert decide("A-2", "A-3", None, None) == (200, [])
    # Its win is still one that nobody lost.
    assert decide("A-1", "A-3", None, None) == (400, [("resolved", "taken")])

    assert decide("A-1", "A-3", None, BLANK) == (200, [])


def test_a_decision_is_not_undone_into_force_on_a_line_that_belongs_to_another_game_now() -> None:
    event = a_tangle()
    decide = api_decider(event)
    assert decide("A-1", "A-2", LOST, WON) == (200, [])
    assert take_back(event, "1-A-1-A-2") == 200
    taken_back = len(log_numbers(event))
    make_cards(event, A_3="A-1 2 +16")

    with pytest.raises(Refused, match="A-1 and A-3 met in game 1"):
        undo_entry(event, taken_back)

    assert len(log_numbers(event)) == taken_back + 1


def test_a_decision_that_left_lines_to_other_games_lapses_once_those_games_are_gone() -> None:
    event = checked(A_1="? 2 +16", A_2="A-1 2 +20", A_3="A-1 2 +16", A_4="A-2 2 +16")
    decide = api_decider(event)
    assert decide("A-1", "A-3", LOST, WON) == decide("A-2", "A-4", LOST, WON) == (200, [])
    assert decide("A-1", "A-2", None, None) == (200, [])

    make_cards(event, A_3="A-4 2 +16", A_4="A-3 0 -16")

    assert find(event, 1, "A-1", "A-2").state == "open"


def test_a_line_left_as_it_is_says_its_game_and_the_newest_decision_holds() -> None:
    event = checked(A_1="? 0 -16", A_2="A-1 2 +16", A_3="A-1 2 +16", A_4="? . .")
    decide = api_decider(event)
    assert decide("A-1", "A-3", LOST, WON) == (200, [])
    make_cards(event, A_3="A-4 2 +16")
    assert decide("A-1", "A-2", None, None) == decide("A-1", "A-2", None, None) == (200, [])

    make_cards(event, A_3="A-1 2 +16")

    assert [find(event, 1, "A-1", other).state for other in ("A-2", "A-3")] == ["overridden", "open"]


def test_the_line_of_a_game_that_a_removal_awards_is_taken_before_the_other_card_is_in() -> None:
    event = checked(A_1="? . .", A_2="A-4 2 +16", A_4="? 0 -16")
    plan = removal_plan("A-4", 1, "A-3")
    change_day(event=event, plan=plan, reason="Ruling", actor=COMMAND)

    assert api_decider(event)("A-2", "A-4", WON, LOST) == (400, [("resolved.A-4", "taken")])
