"""Fills the hall's site. Run next to that site, with Django set up on its database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, people
from hall.tests.test_conventions import EVERYBODYS
from scorecards.tasks import recompute_behind
from tournaments.access import Actor
from tournaments.models import Event, User
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, links_of
from tournaments.plan import EventPlan
from tournaments.reads import entries as entries_reads
from tournaments.venue.actions.displays import add_display, show_on_display
from tournaments.venue.actions.tournaments import create_tournament

SEED = 20
DRAWN = (64, 9)
"""Entrants and games of the event whose playoffs have begun."""

CREW = Crew(Actor.of_command("bench"), Actor.of_command("bench"))


def fill(entrants: int, games: int, checkers: Sequence[str]) -> None:
    """Make a hall in which every card is in but can still be typed, and another tournament whose playoffs have begun.

    Prints one line of JSON for the benchmark: the seats, the keys of the personal links in the same order, and the
    public addresses.
    """
    for name in checkers:
        User.objects.create_superuser(username=name)
    hall = _typed("hall", entrants, games)
    drawn = _typed("sierra", *DRAWN)
    _playoffs(drawn)
    make_links(event=hall, actor=CREW.director)
    add_display(tournament=hall.tournament, name="Ballroom", actor=CREW.director)
    show_on_display(tournament=hall.tournament, number=1, shows="standings", event=hall, actor=CREW.director)
    # A thread recomputes the standings too, but this process may end first. The measures need current standings.
    recompute_behind()
    entries, links = entries_reads.entrants(hall), links_of(hall)
    facts = {
        "keys": [key_of_link(links[entry.pk]) for entry in entries],
        "seats": [entry.seat for entry in entries],
        "everybodys": sorted(EVERYBODYS),
    }
    print(json.dumps(facts))


def _typed(slug: str, entrants: int, games: int) -> Event:
    """Make a tournament with one event, in which every card is typed."""
    tournament = create_tournament(
        slug=slug,
        name="Benchmark",
        starts_on=date(2026, 3, 6),
        events=[EventPlan("main", games=games)],
        public=True,
        actor=CREW.director,
    )
    event = tournament.events.select_related("tournament").get()
    chance, players = Chance(SEED), people(entrants, Chance(SEED))
    rehearsal.enter(event, players, CREW)
    rehearsal.seat(event, SEED, CREW)
    rehearsal.type_cards(event, rehearsal.play(event, players, chance).cards, CREW)
    return event


def _playoffs(event: Event) -> None:
    """Cross-check and post the typed cards, and play the first round of the bracket."""
    chance, players = Chance(SEED), people(DRAWN[0], Chance(SEED))
    truth = rehearsal.play(event, players, chance).truth
    rehearsal.start_cross_check(event, CREW)
    for step in (
        rehearsal.settle(event, truth, CREW),
        rehearsal.post(event, CREW, chance),
        rehearsal.play_off(event, rehearsal.skills(event, players), chance, CREW, until_round=1),
    ):
        for _done in step:
            pass
