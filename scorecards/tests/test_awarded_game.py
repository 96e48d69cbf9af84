"""A game that was awarded because somebody was late, and that both cards tell otherwise: the case says so."""

from __future__ import annotations

import pytest

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.tests.factories import COMMAND, look_at_all, make_cards
from tournaments.day.actions.round import call_game, change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db


def test_the_case_says_to_whom_the_game_was_awarded_and_that_the_cards_are_compared() -> None:
    tournament = make_tournament("sierra", edition="classic")
    event = make_event(tournament=tournament, games=1, movement="none", entrants=4, seated=True)
    call_game(event=event, game=1, actor=COMMAND)
    plan = DayPlan(What.AWARD, seat="A-1", game=1, opponent="A-2")
    change_day(event=event, plan=plan, reason="Lunch", actor=COMMAND)
    make_cards(event, A_1="A-2 2 +12", A_2="A-1 2 +10", A_3="A-4 2 +16", A_4="A-3 2 +09")
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    client = signed_in(make_user("rosa", role="director", tournament=tournament))

    told, other = (text_of(client.get(f"/t/sierra/main/cross-check/?case=1-{one}")) for one in ("A-1-A-2", "A-3-A-4"))

    assert "Noted in the round: Game 1 is awarded to A-2" in told
    assert "writes 0, −10 (our reading). The two cards are compared as they are written." in told
    assert "guideline 11.d" in told
    assert "Noted in the round" not in other
    for page in ("round", "log"):
        assert "writes 0, −10 (our reading)." in text_of(client.get(f"/t/sierra/main/{page}/"))
