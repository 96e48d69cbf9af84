"""`manage.py load_demo`: two made-up tournaments, one over and one running, and a club, in an empty database."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hall.demonstration import rehearsal
from hall.demonstration.peggers import club_with_season
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, Somebody, people
from hall.site.actions import open_account
from hall.site.database import alone
from hall.start.actions import note_demonstration
from scorecards import tasks
from scorecards.sheet.rules.crosscheck import State
from tournaments.access import Actor
from tournaments.keys import new_password
from tournaments.models import Event, Role, Tournament, User
from tournaments.people.actions.people import grant_role
from tournaments.plan import EventPlan
from tournaments.venue.actions.tournaments import create_tournament

SEED = 1961
MISSING_CARDS = 3
JUDGES = (("winifred", "Winifred", "Agar"), ("ambrose", "Ambrose", "Tull"), ("lavinia", "Lavinia", "Crowe"))
RENEGE = {"said": "go", "count": "above_21", "playable": "2", "since": "went_on", "other_at": "57"}
"""What two judges find at the table, as answers to the assistant."""


class Command(BaseCommand):
    help = "Loads the demonstration into a database without tournaments and accounts; otherwise does nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        with alone(connection, self.stderr.write):
            self.load()

    def load(self) -> None:
        """Play both tournaments and the club’s season, and print the passwords; does nothing if the site has a tournament or an account."""
        if not settings.PEGBOARD_DEMO or Tournament.objects.exists() or User.objects.exists():
            return
        self.began = time.monotonic()
        self.tell(_("Playing the demonstration tournaments; this takes a few seconds."))
        passwords = {name: new_password() for name in ("director", "checker")}
        with transaction.atomic():
            crew = open_accounts(passwords)
            hall = people(140, Chance(SEED))
            self.finished(hall[:96], crew)
            self.running(hall[66:126], hall[120:134], crew)
            club_with_season(hall[80:100], timezone.localdate(), Chance(SEED + 3), crew)
            note_demonstration(actor=Actor.of_command("load_demo"))
        tasks.recompute_behind()
        self.stdout.write(
            _(
                "The demonstration is loaded. Sign in as “director” with the password %(director)s, or as “checker” with "
                "%(checker)s. They are not shown again; “python3 run.py password director” sets another."
            )
            % passwords
        )

    def tell(self, text: str) -> None:
        """Print progress, with the seconds since the start."""
        self.stderr.write(f"{time.monotonic() - self.began:5.1f} s  {text}", style_func=str)
        self.stderr.flush()

    def finished(self, hall: list[Somebody], crew: Crew) -> None:
        """A finished weekend: the main event and the club night before it, each played to its champion."""
        tournament = new_tournament(
            "harbor-open",
            "Harbor Open",
            days_ago=16,
            events=[
                EventPlan("main"),
                EventPlan("thursday", kind=Event.Kind.CLUB_NIGHT, games=9, deal=Event.Deal.ALTERNATE),
            ],
            crew=crew,
        )
        for slug, players, seed in (("main", hall, SEED), ("thursday", hall[:20], SEED + 1)):
            event = tournament.events.get(slug=slug)
            rehearsal.finish(event, players, seed, crew, lambda _step: None)
            self.tell(_("%(name)s, %(event)s: played to the champion.") % {"name": tournament.name, "event": slug})

    def running(self, hall: list[Somebody], consolation: list[Somebody], crew: Crew) -> None:
        """A weekend in the middle of its cross-check, with the consolation open for registration."""
        tournament = new_tournament(
            "lakeside-classic",
            "Lakeside Classic",
            days_ago=0,
            events=[EventPlan("main"), EventPlan("consolation", kind=Event.Kind.CONSOLATION, games=9)],
            crew=crew,
        )
        event = tournament.events.get(slug="main")
        chance = Chance(SEED + 2)
        rehearsal.enter(event, hall, crew)
        rehearsal.seat(event, SEED + 2, crew)
        judges = open_panel(tournament, crew)
        rehearsal.hear(event, "B-5", "B-6", "renege", RENEGE, judges[:2])
        played = rehearsal.play(event, hall, chance)
        missing = sorted(chance.sample(sorted(played.cards), MISSING_CARDS))
        rehearsal.type_cards(event, {seat: card for seat, card in played.cards.items() if seat not in missing}, crew)
        rehearsal.start_cross_check(event, crew)
        proposed = rehearsal.differing(event, State.PROPOSED)
        for game in proposed[:6]:
            rehearsal.look_again(event, game, crew)
        for game in proposed[:4]:
            rehearsal.accept(event, game, crew)
        rehearsal.take_back(event, proposed[0], crew)
        rehearsal.refer(event, proposed[4], "The amount is written over; I cannot read which one was meant.", crew)
        rehearsal.enter(tournament.events.get(slug="consolation"), consolation, crew)
        self.tell(_("%(name)s, main: in the middle of the cross-check.") % {"name": tournament.name})


def open_accounts(passwords: dict[str, str]) -> Crew:
    """Make the two accounts; returns them as the crew."""
    command = Actor.of_command("load_demo")
    director, checker = (
        open_account(username=username, first_name=first, last_name=last, password=passwords[username], actor=command)
        for username, first, last in (("director", "Rosalind", "Pike"), ("checker", "Joaquin", "Maddox"))
    )
    return Crew(Actor.of_user(director), Actor.of_user(checker), "RP", "JM")


def open_panel(tournament: Tournament, crew: Crew) -> list[Actor]:
    """Make judges besides the head judge, so that the director sees what judges do. Their accounts have no password."""
    panel = []
    for username, first, last in JUDGES:
        user = open_account(
            username=username, first_name=first, last_name=last, password=None, actor=Actor.of_command("load_demo")
        )
        grant_role(tournament=tournament, username=username, kind=Role.Kind.JUDGE, actor=crew.director)
        panel.append(Actor.of_user(user))
    return panel


def new_tournament(slug: str, name: str, *, days_ago: int, events: list[EventPlan], crew: Crew) -> Tournament:
    """A tournament with the crew in its roles."""
    tournament = create_tournament(
        slug=slug,
        name=name,
        starts_on=timezone.localdate() - timedelta(days=days_ago),
        venue="Shoreline Hall, Port Amity",
        events=events,
        actor=crew.director,
    )
    for username, kind, is_head in (("director", Role.Kind.JUDGE, True), ("checker", Role.Kind.CHECKER, False)):
        grant_role(tournament=tournament, username=username, kind=kind, is_head=is_head, actor=crew.director)
    return tournament
