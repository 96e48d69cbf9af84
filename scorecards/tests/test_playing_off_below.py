"""The tie for the high nonqualifier, played off after the qualifiers are posted."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import PostedList, QualifyingResult
from scorecards.sheet.reads.lists import list_versions, listed_as_posted
from scorecards.standings.actions.posting import post_qualifiers, record_tiebreak, share_below
from scorecards.tests.factories import COMMAND, make_cards, sheet
from tournaments.access import Actor
from tournaments.errors import Forbidden, Refused
from tournaments.models import MAX_REASON, AuditEntry, Event
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import api_of, make_event, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight players of whom two qualify; A-3 and A-4 won by 12 and share the third place. All is posted."""
    event = make_event(games=1, movement="none", entrants=8, seated=True)
    wins = {"A_1": ("A-5", 20), "A_2": ("A-6", 16), "A_3": ("A-7", 12), "A_4": ("A-8", 12)}
    cards = {name: f"{other} 2 +{spread}" for name, (other, spread) in wins.items()}
    lost = {other.replace("-", "_"): f"{name.replace('_', '-')} 0 -{spread}" for name, (other, spread) in wins.items()}
    make_cards(event, **cards, **lost)
    start_cross_check(event=event, actor=COMMAND)
    post_qualifiers(event=event, actor=COMMAND)
    event.refresh_from_db()
    return event


def holders(event: Event) -> list[str]:
    rows = QualifyingResult.objects.filter(event=event, status="high_nonqualifier").select_related("entry")
    return [row.entry.seat for row in rows]


def test_the_game_makes_a_new_list_that_moves_nobody_else(event: Event) -> None:
    before = [(one.seat, one.rank, one.seed) for one in listed_as_posted(event) if one.seat not in ("A-3", "A-4")]
    assert holders(event) == []

    record_tiebreak(event=event, order=["A-4", "A-3"], actor=COMMAND)

    assert holders(event) == ["A-4"]
    after = {one.seat: one for one in listed_as_posted(event)}
    assert (after["A-4"].rank, after["A-3"].rank, after["A-3"].decided_by) == (3, 4, "playoff")
    assert before == [(one.seat, one.rank, one.seed) for one in after.values() if one.seat not in ("A-3", "A-4")]
    versions = list_versions(event)
    assert [(one.number, one.current) for one in versions] == [(1, False), (2, True)]
    assert versions[1].reason.startswith("The tie for the high nonqualifier was played off.")
    posted = AuditEntry.objects.get(event=event, action="qualifiers.corrected")
    assert posted.after is not None
    assert (posted.after["version"], posted.after["in"], posted.after["out"]) == (2, [], [])


def test_a_wrong_press_is_pressed_again_and_the_same_changes_nothing(event: Event) -> None:
    for order in (["A-4", "A-3"], ["A-4", "A-3"], ["A-3", "A-4"]):
        record_tiebreak(event=event, order=order, actor=COMMAND)

    assert holders(event) == ["A-3"]
    assert PostedList.objects.filter(event=event).count() == 3


def test_an_earlier_list_shows_the_place_as_shared(event: Event) -> None:
    record_tiebreak(event=event, order=["A-4", "A-3"], actor=COMMAND)

    first, last = (Client().get(f"/t/{event.tournament.slug}/main/standings/as-of/{number}/") for number in (1, 2))

    assert text_of(first).count("High nonqualifier, shared") == 2
    assert (text_of(last).count("High nonqualifier, shared"), "High nonqualifier" in text_of(last)) == (0, True)


@pytest.mark.parametrize("order", [["A-1", "A-2"], ["A-3"], ["A-5", "A-6"], ["A-3", "A-5"]])
def test_nothing_else_is_played_off_once_posted(event: Event, order: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        record_tiebreak(event=event, order=order, actor=COMMAND)

    assert refused.value.code == "posted"
    assert PostedList.objects.filter(event=event).count() == 1


def test_nobody_records_a_game_of_their_own(event: Event) -> None:
    player = make_user("player", role="director", tournament=event.tournament)
    own = entry_at(event, "A-3").player
    own.user = player
    own.save()

    with pytest.raises(Forbidden):
        record_tiebreak(event=event, order=["A-3", "A-4"], actor=Actor.of_user(player))


def test_the_director_finds_the_tie_on_the_standings_and_everybody_reads_its_result(event: Event) -> None:
    director = in_role(event.tournament, "director")
    address = f"/t/{event.tournament.slug}/main/standings/"
    shown = text_of(director.get(address))
    assert "The tie for the high nonqualifier can still be played off" in shown
    assert "can still be played off" not in text_of(Client().get(address))

    director.post(f"{address}tiebreaks/", {"order": "A-4 A-3"})

    name = entry_at(event, "A-4").name
    text = text_of(Client().get(address))
    assert f"{name} High nonqualifier" in text
    versions = text_of(Client().get(f"/t/{event.tournament.slug}/main/qualifiers/versions/"))
    assert f"{name} (A-4)" in versions
    assert "The high nonqualifier from now on." in versions
    assert "No longer shares the place of the high nonqualifier." in versions
    log = text_of(director.get(f"/t/{event.tournament.slug}/main/log/"))
    assert "List 2 posted, for the tie for the high nonqualifier." in log


def test_the_api_records_a_game_played_off_below_the_line_too(event: Event) -> None:
    program = api_of(make_user(role="director", tournament=event.tournament))
    path = f"/api/v1/tournaments/{event.tournament.slug}/events/main/tiebreaks/"
    assert program.post(path, {"order": ["A-3", "A-4"]}, format="json").status_code == 201
    assert program.post(path, {"order": ["A-1", "A-2"]}, format="json").json()["code"] == "posted"
    assert holders(event) == ["A-3"]
    assert sheet(event).playoffs == (("A-3", "A-4"),)


def test_a_game_that_was_recorded_by_mistake_is_taken_back_and_they_share_again(event: Event) -> None:
    record_tiebreak(event=event, order=["A-4", "A-3"], actor=COMMAND)
    program = api_of(make_user(role="director", tournament=event.tournament))
    path = f"/api/v1/tournaments/{event.tournament.slug}/events/main/tiebreaks/"

    assert program.delete(path, {"order": ["A-3", "A-4"]}, format="json").status_code == 204

    assert holders(event) == []
    assert sheet(event).playoffs == ()
    assert [one.tied for one in listed_as_posted(event) if one.seat in ("A-3", "A-4")] == [True, True]
    assert PostedList.objects.filter(event=event).count() == 3
    assert program.delete(path, {"order": ["A-3", "A-4"]}, format="json").status_code == 204
    assert program.delete(path, {"order": ["A-1", "A-2"]}, format="json").json()["code"] == "posted"
    assert PostedList.objects.filter(event=event).count() == 3


def test_the_page_takes_back_a_game_played_off_below_the_line_too(event: Event) -> None:
    record_tiebreak(event=event, order=["A-4", "A-3"], actor=COMMAND)
    director = in_role(event.tournament, "director")
    address = f"/t/{event.tournament.slug}/main/standings/"
    assert "No game counts: they share the place" in text_of(director.get(address))

    director.post(f"{address}tiebreaks/", {"share": "A-3 A-4"})

    assert holders(event) == []
    assert "No game counts" not in text_of(director.get(address))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_longest_reason_fits_into_the_list_and_the_log_in_every_language(event: Event, language: str) -> None:
    for act in (
        lambda reason: record_tiebreak(event=event, order=["A-4", "A-3"], reason=reason, actor=COMMAND),
        lambda reason: share_below(event=event, members=["A-3", "A-4"], reason=reason, actor=COMMAND),
    ):
        with translation.override(language):
            act("m" * MAX_REASON)

        posted = PostedList.objects.filter(event=event).last()
        assert posted is not None
        assert posted.reason.endswith("m" * MAX_REASON)
        posted.full_clean(exclude=["event"])
        AuditEntry.objects.filter(event=event, action="qualifiers.corrected").last().full_clean(
            exclude=["tournament", "event"]
        )
