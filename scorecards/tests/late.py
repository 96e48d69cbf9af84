"""An event with its qualifiers posted, of which a card was typed wrongly."""

from __future__ import annotations

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import look_at_all, make_cards
from tournaments.models import Event, Tournament
from tournaments.tests.factories import make_actor, make_event

# Eight players, three games, two qualify.
CARDS = {
    "A_1": "A-2 2 +20 \n A-4 2 +20 \n A-6 2 +20",
    "A_2": "A-1 0 -20 \n A-3 0 -10 \n A-5 0 -05",
    "A_3": "A-4 2 +10 \n A-2 2 +10 \n A-8 2 +10",
    "A_4": "A-3 0 -10 \n A-1 0 -20 \n A-7 0 -04",
    "A_5": "A-6 2 +15 \n A-8 2 +16 \n A-2 2 +05",
    "A_6": "A-5 0 -15 \n A-7 0 -03 \n A-1 0 -20",
    "A_7": "A-8 2 +02 \n A-6 2 +03 \n A-4 2 +04",
    "A_8": "A-7 0 -02 \n A-5 0 -16 \n A-3 0 -10",
}


def make_posted(tournament: Tournament | None = None) -> Event:
    """The cards of above posted: A-1 (net 60) and A-5 (net 36) qualify; A-3 (net 30) and A-7 (net 9) won as many games."""
    event = make_event(tournament=tournament, games=3, entrants=8, seated=True, movement=Event.Movement.NONE)
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=make_actor())
    look_at_all(event)
    event.refresh_from_db()
    post_qualifiers(event=event, actor=make_actor())
    event.refresh_from_db()
    return event
