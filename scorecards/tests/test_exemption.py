"""Rules changed after the first card: what that does is said first, and only where the cards still fit."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorecards.sheet.reads.earlier import acts, acts_until, earlier_sheet
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.refit import Misfit, find_misfits, moved
from scorecards.standings.actions.exemption import exempt_plan, find_refit
from scorecards.tests.factories import make_cards, sheet
from tournaments.day.actions.meeting_again import undo_meeting_again
from tournaments.day.actions.round import change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import schedule
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Event, Role
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of
from tournaments.venue.actions.events import FIXED_BY_CARDS, change_event
from tournaments.venue.reads.tournaments import exemptions

PAGE = "/t/sierra/main/settings/exemption/"
API = "/api/v1/tournaments/sierra/events/main/exemption/"
RULES = {"kind": "main", "games": "3", "deal": "cut", "movement": "anchor", "reason": "x"}


# --- The rule --------------------------------------------------------------------------------------------------------


def line(game: int, opponent: str | None) -> Line:
    return Line(game, opponent, 2, 16, None)


def test_a_line_fits_where_the_plan_has_its_opponent() -> None:
    before, after = {"A-1": {1: "A-2", 2: "A-3"}}, {"A-1": {1: "A-2", 2: "A-4"}}

    assert find_misfits({"A-1": [line(1, "A-2")]}, before, after, 2) == ()
    assert find_misfits({"A-1": [line(2, "A-3")]}, before, after, 2) == (Misfit("A-1", 2, "A-3", "A-4"),)
    assert find_misfits({"A-1": [line(2, "A-4")]}, before, after, 2) == ()


def test_what_a_player_wrote_wrongly_was_no_fault_of_the_plan() -> None:
    plan = {"A-1": {1: "A-2"}}

    assert find_misfits({"A-1": [line(1, "A-9"), line(1, None)]}, plan, plan, 1) == ()


def test_a_game_that_there_is_no_more_fits_nowhere() -> None:
    plan = {"A-1": {1: "A-2", 2: "A-3"}}

    assert [one.game for one in find_misfits({"A-1": [line(2, "A-3")]}, plan, {"A-1": {1: "A-2"}}, 1)] == [2]


def test_where_opponents_are_read_from_the_cards_a_line_names_one() -> None:
    cards = {"A-1": [line(1, "A-7"), line(2, None)]}

    assert find_misfits(cards, {}, None, 2) == (Misfit("A-1", 2, None, None),)


def test_who_has_other_games_than_announced() -> None:
    before = {"A-1": {1: "A-2"}, "A-2": {1: "A-1"}, "A-3": {1: None}}
    after = {"A-1": {1: "A-3"}, "A-2": {1: "A-1"}, "A-3": {1: None, 2: "A-1"}}

    assert moved(before, after) == {"A-1": {1}, "A-3": {2}}


# --- The act ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def event(db: None) -> Event:
    """Four people, three games; game 1 of A-1 and A-2 is on both cards."""
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -16")
    return Event.objects.select_related("tournament").get(pk=event.pk)


def exempt(event: Event, reason: str = "The hall closes", **changes: Any) -> Event:
    return exempt_plan(event=event, changes=changes, reason=reason, actor=make_actor())


def test_fewer_games_count_from_now_on_and_the_log_keeps_the_reason(event: Event) -> None:
    changed = exempt(event, games=2)

    row = AuditEntry.objects.get(action="event.exempted")
    assert (changed.games, len(schedule(changed))) == (2, 4)
    assert (row.before, row.after, row.reason) == ({"games": 3}, {"games": 2}, "The hall closes")
    assert [one.reason for one in exemptions([changed])] == ["The hall closes"]


def test_the_cards_forbid_what_they_do_not_fit(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +16\nA-3 2 +5", A_3="2: A-1 0 -05")

    with pytest.raises(Refused) as refused:
        exempt(event, games=1)

    assert refused.value.code == "impossible"
    assert "2 lines that are written would not fit: A-1 game 2, A-3 game 2." in refused.value.message
    assert Event.objects.get(pk=event.pk).games == 3
    assert not AuditEntry.objects.filter(action="event.exempted").exists()


def test_another_movement_goes_only_where_the_games_played_stay(event: Event) -> None:
    assert find_refit(event=event, changes={"movement": "two_games", "games": 3}).misfits == ()
    make_cards(event, A_1="A-2 2 +16\nA-3 2 +5")

    assert [
        (one.seat, one.game, one.written, one.planned)
        for one in find_refit(event=event, changes={"movement": "two_games"}).misfits
    ] == [("A-1", 2, "A-3", "A-2")]


def test_without_a_reason_nothing_is_exempted(event: Event) -> None:
    with pytest.raises(Malformed) as refused:
        exempt(event, reason=" ", games=2)

    assert [fault.field for fault in refused.value.faults] == ["reason"]


def test_more_games_than_opponents_are_refused_with_the_numbers(event: Event) -> None:
    with pytest.raises(Refused) as refused:
        exempt(event, games=5)

    assert refused.value.code == "impossible"
    assert "table A has 4" in refused.value.message
    assert exempt(event, games=5, repeats_reason="Four friends").games == 5


def test_sit_outs_that_differ_by_two_are_refused_without_their_reason(db: None) -> None:
    event = make_event(games=4, entrants=5, seated=True)
    make_cards(event, A_1="")

    with pytest.raises(Refused) as frozen:
        change_event(event=event, changes={"sit_outs_reason": "Five"}, actor=make_actor())
    with pytest.raises(Refused) as uneven:
        exempt(event, movement="two_games")

    assert (frozen.value.code, uneven.value.code) == ("begun", "impossible")
    assert "At table A, with 5 players, some would sit out 2 games and others 0." in uneven.value.message
    assert exempt(event, movement="two_games", sit_outs_reason="Five came").sit_outs_reason == "Five came"
    assert "Why some may sit out more often: Five came." in exemptions([event])[0].what


def test_only_what_froze_needs_an_exemption(event: Event) -> None:
    with pytest.raises(Malformed):
        exempt(event, playoff_format="Best of five")
    fresh = make_event(tournament=event.tournament, slug="fresh", entrants=4, seated=True)
    with pytest.raises(Refused) as early:
        exempt(fresh, games=2)
    Event.objects.filter(pk=event.pk).update(cross_checked_at=event.cards_begun_at, posted_at=event.cards_begun_at)
    with pytest.raises(Refused) as late:
        exempt(event, games=2)

    assert (early.value.code, late.value.code) == ("not_ready", "posted")


def test_what_it_does_is_said_first(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(cross_checked_at=event.cards_begun_at)
    event.refresh_from_db()

    found = find_refit(event=event, changes={"games": 2, "deal": "alternate", "muggins": True})

    told = " ".join(found.effects)
    assert "2 games count instead of 3. Standings, qualifiers and places are recalculated." in told
    assert "4 players have other games than announced, from game 3 on." in told
    assert "Who deals first changes for every game still to be played" in told
    assert "Muggins changes" in told
    assert "The cross-check has begun and is repeated with the new games; 0 decisions" in told
    assert Event.objects.get(pk=event.pk).games == 3


def test_the_kind_changes_only_by_an_exemption_which_says_what_it_means(event: Event) -> None:
    director = in_role(event.tournament, "director")
    typed = {**RULES, "kind": "satellite", "reason": "Announced as a satellite"}

    settings = director.get("/t/sierra/main/settings/")
    looked = text_of(director.post(PAGE, typed))
    done = text_of(director.post(PAGE, {**typed, "step": "change"}, follow=True))

    assert "so the kind (Main event), 3 games" in text_of(settings)
    assert "kind" not in settings.context["form"].fields
    assert "It is called and reported as Satellite instead of Main event." in looked
    assert "No Master Rating Points: the ACC rates main events and consolations." in looked
    assert Event.objects.get(pk=event.pk).kind == "satellite"
    assert "Kind: Satellite. Why: Announced as a satellite" in done


def test_earlier_states_keep_the_rules_of_their_time(event: Event) -> None:
    then = acts(event)
    exempt(event, games=2)
    now = Event.objects.select_related("tournament").get(pk=event.pk)

    earlier = earlier_sheet(now, then)
    later = earlier_sheet(now, acts(now))

    assert (earlier.event.games, later.event.games, sheet(now).event.games) == (3, 2, 2)
    assert earlier.cards["A-1"].counted == {1, 2, 3}
    assert later.cards["A-1"].counted == sheet(now).cards["A-1"].counted == {1, 2}


# --- Page and API ----------------------------------------------------------------------------------------------------


def test_the_page_shows_what_it_does_and_does_it_with_the_second_button(event: Event) -> None:
    client = in_role(event.tournament, "director")
    typed = {**RULES, "games": "2", "reason": "The hall closes"}

    settings = text_of(client.get("/t/sierra/main/settings/"))
    looked = client.post(PAGE, typed)
    kept = Event.objects.get(pk=event.pk).games
    bare = client.post(PAGE, {**typed, "reason": "", "step": "change"})
    done = client.post(PAGE, {**typed, "step": "change"}, follow=True)

    assert "Change one by an exemption" in settings
    assert "2 games count instead of 3" in text_of(looked)
    assert (kept, Event.objects.get(pk=event.pk).games) == (3, 2)
    assert (bare.status_code, bare.context["form"].errors["reason"]) == (422, ["This cannot be empty."])
    assert re.search(r"main: exemption of .*Games: 2\. Why: The hall closes", text_of(done))
    assert "Why: The hall closes" in text_of(Client().get("/t/sierra/flyer/"))
    assert "Rules changed after the first card, by exemption. Games: 2." in text_of(client.get("/t/sierra/main/log/"))


def test_the_page_refuses_what_the_cards_forbid(event: Event) -> None:
    make_cards(event, A_1="A-2 2 +16\nA-3 2 +5")
    client = in_role(event.tournament, "director")
    typed = {**RULES, "games": "1", "reason": "x"}

    looked = client.post(PAGE, typed)
    refused = client.post(PAGE, {**typed, "step": "change"})

    assert "1 line that is written would not fit: A-1 game 2" in text_of(looked)
    assert "Make the exemption" not in text_of(looked)
    assert refused.status_code == 409
    assert "A-1 game 2" in refused.context["form"].errors["games"][0]


@pytest.mark.django_db
def test_before_the_first_card_the_page_says_where_to_change_it() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=4, seated=True)

    assert "No card is written yet" in text_of(in_role(event.tournament, "director").get(PAGE))


def test_the_api_looks_first_and_makes_it_on_demand(event: Event) -> None:
    api = api_of(make_user(role="director", tournament=event.tournament))

    looked = api.post(API, {"rules": {"games": 2}}, format="json")
    made = api.post(API, {"rules": {"games": 2}, "reason": "Late", "make": True}, format="json")
    bad = api.post(API, {"rules": {"playoff_format": "Best of five"}, "make": 1}, format="json")

    assert (looked.status_code, looked.json()["made"], looked.json()["event"]["games"]) == (200, False, 3)
    assert (made.status_code, made.json()["made"], made.json()["event"]["games"]) == (200, True, 2)
    assert bad.status_code == 400


@pytest.mark.parametrize("role", [*Role.Kind.values, "stranger", "visitor"])
def test_only_the_director_makes_exemptions(event: Event, role: str) -> None:
    clients = {"stranger": signed_in(make_user()), "visitor": Client()}
    client = clients.get(role) or in_role(event.tournament, role)

    answers = {client.get(PAGE).status_code, client.post(PAGE, RULES).status_code}

    assert answers == {200} if role == "director" else answers <= {302, 403}


def test_a_rule_that_is_the_same_writes_nothing(event: Event) -> None:
    exempt(event, games=3)

    assert not AuditEntry.objects.filter(action="event.exempted").exists()
    assert {"games", "movement", "deal", "rounds"} <= FIXED_BY_CARDS


def test_that_people_meet_again_after_the_first_card_is_public_and_an_earlier_time_is_without_it(event: Event) -> None:
    day = DayPlan(What.NO_SHOW, seat="A-4", meet_again=True)
    before = acts(event)[-1].number

    change_day(event=event, plan=day, reason="One did not come", actor=make_actor())

    event.refresh_from_db()
    shown = exemptions([event])
    assert [(one.what, one.reason) for one in shown] == [
        ("Why people may meet again: One did not come.", "One did not come")
    ]
    then = earlier_sheet(event, acts_until(event, before))
    assert then.event.repeats_reason == ""
    make_cards(event, A_1="A-2 2 +16\nA-3 2 +05\n4: A-2 2 +03")
    with pytest.raises(Refused) as refused:
        undo_meeting_again(event=event, reason="A slip", actor=make_actor())
    assert refused.value.code == "begun"
    assert "A-1 game 4 names A-2" in refused.value.message
