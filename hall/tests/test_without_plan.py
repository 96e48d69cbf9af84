"""What happens on the day where nobody moves by a plan: it is noted as elsewhere, and nobody's games change by it."""

from __future__ import annotations

import pytest
from django.test import Client

from hall.desk import trail
from scorecards.tests.factories import make_card
from tournaments.day.actions.round import call_game, change_day, undo_day_change
from tournaments.day.reads.round import DayPlan, What, ground_of
from tournaments.day.reads.schedule import rounds
from tournaments.day.reads.substitutes import playing_on
from tournaments.errors import Refused
from tournaments.models import AuditEntry, DayChange, Entry, Event, Tournament
from tournaments.people.actions.people import link_player
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Six people who find their opponents by themselves, three games each, and game 2 on."""
    made = make_event(tournament=tournament, games=3, movement="none", entrants=6, seated=True)
    return call_game(event=made, game=2, actor=make_actor())


@pytest.fixture
def director(tournament: Tournament) -> Client:
    return in_role(tournament, "director")


def note(director: Client, event: Event, what: str, **said: str) -> str:
    """Look at it, do it, and give what stands on the page that looks."""
    address = of("day_change", event, what)
    looked = director.get(address, said)
    assert looked.status_code == 200
    sent = {**said, "reason": "It happened", "mark": looked.context["outlook"].mark}
    assert director.post(address, sent).status_code == 302
    return text_of(looked)


def status_at(event: Event, seat: int) -> str:
    return event.entries.get(seat_number=seat).status


def test_the_page_of_the_round_offers_what_makes_sense(event: Event, director: Client) -> None:
    page = director.get(of("round", event))

    assert [one["what"] for one in page.context["happenings"]] == [
        "no_show",
        "award",
        "leaves",
        "substitute",
        "removed",
    ]
    told = text_of(page)
    assert "Nothing was noted so far." in told
    assert "plan." not in told.replace("No plan says who meets whom here", "")
    assert "sit-out" not in told


def test_a_substitute_is_noted_and_undone(event: Event, director: Client) -> None:
    looked = note(director, event, "substitute", seat="A-2", first="2", name="Sam Sub")

    assert "Nobody’s games change. The round still takes 3 games." in looked
    page = text_of(director.get(of("round", event)))
    assert "Sam Sub plays for A-2 Dale Ashby from game 2 on, and the card goes on." in page
    assert playing_on(event, {"A-2": "Dale Ashby"}) == {"A-2": "Sam Sub for Dale Ashby from game 2 on"}
    change = DayChange.objects.get()
    assert director.post(of("undo_day_change", event, change.number), {"reason": "A slip"}).status_code == 302
    assert playing_on(event, {"A-2": "Dale Ashby"}) == {}


def test_what_was_played_by_a_substitute_stays_when_it_is_undone_later(event: Event, director: Client) -> None:
    note(director, event, "substitute", seat="A-2", first="2", name="Sam Sub")
    call_game(event=event, game=3, actor=make_actor())

    undo_day_change(change=DayChange.objects.get(), reason="Is back", actor=make_actor())

    [change] = DayChange.objects.filter(undone_at=None)
    assert change.data == {"seat": "A-2", "name": "Sam Sub", "from_game": 2, "last": 3}


def test_whoever_leaves_withdraws_and_comes_back_by_the_undo(event: Event, director: Client) -> None:
    looked = note(director, event, "leaves", seat="A-3", first="3")

    assert "A-3 Ivan Flint leaves before game 3. The card stands, and the seat is empty from then on." in looked
    assert status_at(event, 3) == Entry.Status.WITHDRAWN
    assert director.post(of("undo_day_change", event, 1), {"reason": "A slip"}).status_code == 302
    assert status_at(event, 3) == Entry.Status.PLAYING


def test_a_no_show_leaves_the_count_and_can_be_undone(event: Event, director: Client) -> None:
    looked = note(director, event, "no_show", seat="A-6")

    assert "The round takes 4 games instead of 3." in looked
    assert (status_at(event, 6), rounds(event)) == (Entry.Status.NO_SHOW, 4)
    assert "A-6 Carl Stone did not show up." in text_of(director.get(of("round", event)))
    number = event.entries.get(seat_number=6).number
    assert director.get(of("undo_no_show", event, number)).status_code == 200
    assert director.post(of("undo_no_show", event, number), {"reason": "A slip"}).status_code == 302
    assert status_at(event, 6) == Entry.Status.PLAYING


def test_an_award_says_who_gets_the_game(event: Event, director: Client) -> None:
    address = of("day_change", event, "award")
    assert director.get(address, {"seat": "A-1", "first": "2"}).context["form"].errors.keys() == {"opponent"}
    assert director.get(address, {"seat": "A-1", "first": "2", "opponent": "A-1"}).status_code == 422

    looked = note(director, event, "award", seat="A-1", first="2", opponent="Edie")

    told = "Game 2 is awarded to A-4 Edie Marsh: 2, +10. A-1 Milt Orr writes 0, −10 (our reading)."
    assert told in looked
    assert told in text_of(director.get(of("round", event)))
    assert DayChange.objects.get().data == {"game": 2, "winner": "A-4", "loser": "A-1"}
    assert "Game 2 is awarded to A-4" in trail.sentence(AuditEntry.objects.latest("pk"), {})
    # One to a player, and never before its call: as by a plan.
    assert director.get(address, {"seat": "A-1", "first": "1", "opponent": "A-5"}).status_code == 409
    assert director.get(address, {"seat": "A-2", "first": "3", "opponent": "A-5"}).status_code == 409


def test_nobody_awards_a_game_to_themselves(event: Event, tournament: Tournament) -> None:
    user = make_user(role="director", tournament=tournament)
    link_player(
        entry=event.entries.get(seat_number=4),
        username=user.get_username(),
        actor=make_actor(make_user(superuser=True)),
    )
    plan = DayPlan(What.AWARD, seat="A-1", first=2, opponent="A-4")

    with pytest.raises(Refused) as caught:
        change_day(event=event, plan=plan, reason="Late", actor=make_actor(user))

    assert caught.value.code == "own_card"


@pytest.mark.parametrize("what", ["away", "course", "meet_again"])
def test_nobody_departs_from_a_plan_that_is_not_there(event: Event, tournament: Tournament, what: str) -> None:
    body = {"what": what, "seat": "A-1", "first": 2, "last": 2, "table": "A", "game": 1, "met": [[1, 3]], "reason": "x"}

    refused = api_of(make_user(role="director", tournament=tournament)).post(api(event), body, format="json")

    assert (refused.status_code, refused.json()["code"]) == (409, "movement")
    assert "Choose no-show, leaves early, substitute or an awarded game." in refused.json()["message"]
    assert not DayChange.objects.exists()


def api(event: Event) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/day-changes/"


def test_the_api_notes_changes_of_the_day_without_a_plan_too(event: Event, tournament: Tournament) -> None:
    program = api_of(make_user(role="director", tournament=tournament))
    award = {"what": "award", "seat": "A-1", "first": 2}

    missing = program.post(api(event), {**award, "reason": "Late"}, format="json")
    looked = program.post(f"{api(event)}?preview=1", {**award, "opponent": "A-4"}, format="json").json()
    made = program.post(api(event), {**award, "opponent": "A-4", "reason": "Late"}, format="json")
    gone = program.post(api(event), {"what": "leaves", "seat": "A-2", "first": 3, "reason": "Ill"}, format="json")

    assert (missing.status_code, missing.json()["errors"][0]["field"]) == (400, "opponent")
    assert (looked["people"], looked["rounds_before"], looked["rounds_after"]) == (0, 3, 3)
    assert (made.status_code, made.json()["values"]["winner"]) == (201, "A-4")
    assert gone.status_code == 201


def test_by_a_plan_an_award_goes_to_whoever_was_to_be_met(tournament: Tournament) -> None:
    planned = make_event(tournament=tournament, slug="club", games=3, entrants=6, seated=True)
    program = api_of(make_user(role="director", tournament=tournament))
    met = ground_of(planned).opponent("A-1", 1)
    other = next(seat for seat in ("A-2", "A-3") if seat != met)
    body = {"what": "award", "seat": "A-1", "first": 1, "reason": "Late"}

    wrong = program.post(api(planned), {**body, "opponent": other}, format="json")
    right = program.post(api(planned), {**body, "opponent": met}, format="json")

    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "opponent")
    assert f"By the plan A-1 meets {met} in game 1" in wrong.json()["errors"][0]["message"]
    assert right.json()["values"]["winner"] == met


def test_a_card_that_names_anybody_stands_in_no_way(event: Event, director: Client) -> None:
    make_card(event, "A-2", "1: A-3 2 +16")

    note(director, event, "leaves", seat="A-2", first="2")

    assert status_at(event, 2) == Entry.Status.WITHDRAWN
