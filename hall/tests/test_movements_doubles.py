"""Doubles under every movement: the draw and its proof, a withdrawal, a late entry, each with both names."""

from __future__ import annotations

import pytest

from hall.tests.test_doubles import teams
from hall.tests.test_movements import DRAWN, PAGES, closed
from tournaments.day.actions.round import call_game
from tournaments.day.actions.status import set_status
from tournaments.day.reads import schedule as schedule_reads
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import Entry, Event
from tournaments.rotation.rules.movements import Movement
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

LATE = EntrantPlan("Late Owls", players=("Ann Late", "Bob Late"))


def unnamed_on(page: str, event: Event) -> set[str]:
    """The teams of the event whose two people do not stand on this page."""
    text = text_of(in_role(event.tournament, "director").get(f"/t/sierra/main/{page}"))
    entries = Entry.objects.of(event).with_people()
    return {entry.name for entry in entries if ", ".join(entry.player.names) not in text}


@pytest.mark.parametrize("movement", list(Movement))
def test_a_doubles_event_is_drawn_loses_a_team_and_gains_one_under_every_movement(movement: Movement) -> None:
    tournament = make_tournament("sierra")
    reason = "An odd number of teams" if movement is Movement.TWO_GAMES else ""
    event = make_event(
        tournament=tournament, games=4, movement=movement, entrants=teams(9, seated=False), sit_outs_reason=reason
    )
    director = in_role(tournament, "director")
    assert unnamed_on("seating/proof/?seed=7", event) == set()

    draw_seats(event=event, seed=7, actor=make_actor())
    event.refresh_from_db()
    assert unnamed_on("seating/proof/", event) == set()
    assert unnamed_on("paper/slips/", event) == set()

    # A team at the last seat leaves, and another takes the first seat that nobody holds.
    leaving = Entry.objects.of(event).in_seat_order().with_people().last()
    assert leaving is not None
    set_status(entry=leaving, status="no_show", reason="Not here", actor=make_actor())
    free = leaving.seat if movement is not Movement.LADDER else ""
    plan = EntrantPlan(LATE.name, seat=free, players=LATE.players)
    [late] = enter_entrants(event=event, entrants=[plan], actor=make_actor())
    late.refresh_from_db()
    assert late.seat == (free or late.seat) != ""
    event = call_game(event=Event.objects.get(pk=event.pk), game=1, actor=make_actor())
    staying = Entry.objects.of(event).with_people().exclude(pk__in=[late.pk, leaving.pk]).first()
    assert staying is not None
    set_status(entry=staying, status="withdrawn", reason="Ill", actor=make_actor())

    assert "Ann Late, Bob Late" in text_of(director.get("/t/sierra/main/seating/proof/"))
    assert unnamed_on("paper/slips/", event) <= {leaving.name, staying.name}
    assert closed(director, [*PAGES, *DRAWN]) == {}
    if movement is not Movement.NONE:
        seats = {player for pairing in schedule_reads.schedule(event) for player in pairing.players}
        assert late.seat in seats
