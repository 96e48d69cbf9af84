"""Places in a full event: who is checked in with the place they get, who is told, and who gets what a reopening frees."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db import transaction
from django.utils import translation
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from hall.desk.actions import reopen_phase
from hall.notices.places import tell_of_place
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.check_in import check_in
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.models import Entry, Event
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.test_waiting_list import absent, limit, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def full() -> Event:
    """Four people have a place, Eva and Flo wait."""
    event = make_event(tournament=make_tournament("sierra"), games=3)
    limit(event, 4)
    names = ("Ann", "Bea", "Cal", "Dan", "Eva", "Flo")
    enter_entrants(event=event, entrants=[EntrantPlan(f"{name} Bell") for name in names], actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def waits_with(event: Event, email: str) -> Entry:
    """Eva, the first who waits, with this address."""
    event.entries.filter(number=5).update(email=email)
    return event.entries.get(number=5)


def also_in_another(event: Event) -> Event:
    """Another event in which Eva is checked in."""
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    player = event.entries.get(number=5).player
    enter_entrants(event=other, entrants=[EntrantPlan("Eva Bell", player=player.pk)], actor=make_actor())
    check_in(tournament=event.tournament, player=player, actor=make_actor())
    return other


@pytest.mark.parametrize("by_hand", [False, True])
def test_whoever_is_checked_in_elsewhere_is_here_for_the_place_they_get(full: Event, by_hand: bool) -> None:
    also_in_another(full)

    if by_hand:
        set_status(entry=full.entries.get(number=5), status="playing", reason="", actor=make_actor())
    else:
        absent(full, 1)

    moved = full.entries.get(number=5)
    assert (moved.status, moved.checked_in_at is not None, moved.checked_in_by != "") == ("playing", True, True)
    limit(full, None)
    assert full.entries.get(number=6).checked_in_at is None


@pytest.mark.parametrize("by_hand", [False, True])
def test_whoever_moves_up_is_told_by_mail_in_every_language_of_the_site(
    full: Event,
    by_hand: bool,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.JOBS_IN_THREAD = False
    entry = waits_with(full, "eva@example.org")

    with django_capture_on_commit_callbacks(execute=True):
        if by_hand:
            set_status(entry=entry, status="playing", reason="", actor=make_actor())
        else:
            absent(full, 1)

    (sent,) = mail.outbox
    assert sent.to == ["eva@example.org"]
    assert len(sent.body.split("\n\n")) == 3
    for language in ("en", "fr-ca", "es"):
        with translation.override(language):
            assert translation.gettext("You have a place") in sent.subject
    limit(full, None)
    assert len(mail.outbox) == 1


def test_the_mail_speaks_the_language_of_the_account(full: Event) -> None:
    entry = waits_with(full, "eva@example.org")
    entry.player.user = make_user("eva")
    entry.player.user.language = "es"
    entry.player.user.save()
    entry.player.save()
    Entry.objects.filter(pk=entry.pk).update(status="playing")

    assert tell_of_place(entry.pk)

    with translation.override("es"):
        assert mail.outbox[0].subject == f"{translation.gettext('You have a place')} · {full.tournament.name}"


def test_no_mail_goes_without_an_address_a_server_or_a_place(full: Event, settings: Settings) -> None:
    entry = waits_with(full, "eva@example.org")
    assert not tell_of_place(entry.pk)
    absent(full, 1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert not tell_of_place(entry.pk)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    waits_with(full, "")
    assert not tell_of_place(entry.pk)
    assert mail.outbox == []


def test_a_place_that_is_taken_back_with_its_act_is_told_to_nobody(
    full: Event, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    waits_with(full, "eva@example.org")

    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        absent(full, 1)
        transaction.set_rollback(True)

    assert mail.outbox == []


@pytest.mark.parametrize("phase", ["registration", "seating"])
def test_places_freed_after_the_draw_go_to_those_who_wait_once_it_is_reopened(full: Event, phase: str) -> None:
    draw_seats(event=full, seed=7, actor=make_actor())
    absent(full, 1)
    assert waiting(full) == ["Eva", "Flo"]

    reopen_phase(event=Event.objects.get(pk=full.pk), phase=phase, reason="A late list", actor=make_actor())

    assert waiting(full) == ["Flo"]
    entered = enter_entrants(
        event=Event.objects.get(pk=full.pk), entrants=[EntrantPlan("Guy Bell")], actor=make_actor()
    )
    assert [entry.status for entry in entered] == ["waiting"]
