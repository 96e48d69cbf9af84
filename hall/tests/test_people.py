"""Who helps, as the apps above the tournaments see it: readings, and what leaves the site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from hall.exchange.reads import tournament_document
from scorecards.sheet.reads.looks import readers
from tournaments.access import Actor
from tournaments.models import Role
from tournaments.people.actions.invitations import invite, join_with_account
from tournaments.people.reads.roles import invitation_key
from tournaments.tests.factories import PASSWORD, make_actor, make_event, make_tournament, make_user

pytestmark = pytest.mark.django_db


def test_only_those_who_may_read_cards_of_this_event_are_given_lines_to_read() -> None:
    main = make_event(tournament=make_tournament("sierra"))
    satellite = make_event(tournament=main.tournament, slug="satellite", kind="satellite")
    people = {name: make_user(name) for name in ("here", "there", "ended", "director")}
    ended = timezone.now() - timedelta(minutes=5)
    for name, limits in {"here": {"event": main}, "there": {"event": satellite}, "ended": {"ends_at": ended}}.items():
        Role.objects.create(user=people[name], tournament=main.tournament, kind="checker", **limits)
    Role.objects.create(user=people["director"], tournament=main.tournament, kind="director")

    assert readers(main) == sorted([people["here"].pk, people["director"].pk])


def test_nothing_of_invitations_and_roles_is_exported() -> None:
    tournament = make_tournament("sierra")
    row = invite(tournament=tournament, kind="checker", name="Joan Kemp", actor=make_actor())
    join_with_account(
        key=invitation_key(row),
        username="joan",
        name="Joan Kemp",
        password=PASSWORD,
        actor=Actor.of_newcomer("joan", "Joan Kemp"),
    )

    told = str(tournament_document(tournament))

    assert "joan" not in told.lower()
    assert "invitation" not in told
