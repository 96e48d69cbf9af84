"""Setting up: usual events, plans that cannot be finished, what is rated, the flyer, and last year's tournament again."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.day.actions.round import call_game, change_day
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.summaries import summary
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Event, Flyer, Role, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.plan import EventPlan
from tournaments.rotation.rules.rated import RATED_GAMES, is_rated
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, signed_in, text_of
from tournaments.venue.actions.events import add_event, change_event, exempt_plan, exempt_quota
from tournaments.venue.actions.flyer import change_flyer
from tournaments.venue.forms.events import PRESETS, EventForm, EventSettingsForm, ExemptionForm
from tournaments.venue.reads.flyer import flyer
from tournaments.venue.words import events as events_words

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Sierra Open 2026",
    "starts_on": "2026-03-06",
    "time_zone": "America/Los_Angeles",
    "edition": "2020",
    "event1-preset": "main",
}
SETTINGS = {"kind": "main", "games": "3", "deal": "cut", "movement": "anchor"}


def add(**plan: Any) -> Event:
    return add_event(tournament=make_tournament(), plan=EventPlan(**{"slug": "main", **plan}), actor=make_actor())


def refusal(refused: pytest.ExceptionInfo[Refused]) -> tuple[str, list[tuple[str, str]]]:
    return refused.value.code, [(fault.field, fault.code) for fault in refused.value.faults]


# --- Usual events ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "plan"),
    [
        ("main", ("main", 22, "cut", "anchor")),
        ("main_alternate", ("main", 22, "alternate", "anchor")),
        ("main_two_games", ("main", 22, "alternate", "two_games")),
        ("consolation", ("consolation", 9, "cut", "anchor")),
        ("satellite", ("satellite", 9, "cut", "anchor")),
        ("club_night", ("club_night", 9, "cut", "anchor")),
    ],
)
def test_a_usual_event_fills_what_is_left_open(preset: str, plan: tuple[str, int, str, str]) -> None:
    signed_in(make_user()).post("/new/", {**NEW, "event1-preset": preset})

    event = Event.objects.get()
    assert (event.kind, event.games, event.deal, event.movement) == plan
    assert event.slug == plan[0].replace("_", "-")


def test_every_field_of_a_usual_event_can_be_another() -> None:
    typed = {
        "event1-preset": "main_two_games",
        "event1-games": "20",
        "event1-deal": "cut",
        "event1-movement": "anchor",
        "event1-muggins": "on",
        "event1-playoff_format": "Best of three",
        "event1-repeats_reason": "Six friends",
        "event1-deal_procedure": "Cut once",
    }

    signed_in(make_user()).post("/new/", {**NEW, **typed})

    event = Event.objects.get()
    assert (event.games, event.deal, event.movement, event.muggins) == (20, "cut", "anchor", True)
    assert (event.playoff_format, event.repeats_reason) == ("Best of three", "Six friends")
    assert event.deal_procedure == "Cut once"


def test_every_field_is_explained_in_a_line() -> None:
    for form in (EventForm(), EventSettingsForm(), ExemptionForm()):
        assert [name for name, field in form.fields.items() if not field.help_text] == []


def test_the_usual_events_say_what_they_are() -> None:
    assert [events_words.preset(preset) for preset in PRESETS.values()] == [
        "Main event, 22 games, cut for deal",
        "Main event, 22 games, alternate deal",
        "Main event, 22 games, two against each of 11 opponents, alternate deal",
        "Consolation, 9 games, cut for deal",
        "Satellite, 9 games, cut for deal",
        "Partners ladder, 10 games",
        "Condo partners, earlier years, 7 games",
        "League night, two sides of three pairs, 3 games",
        "League night, two sides of three pairs, 6 games in two legs",
        "Club night, 9 games, cut for deal",
    ]


# --- Plans that cannot be finished -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [None, 22, 30])
def test_a_field_that_is_too_small_is_refused_with_the_numbers_whatever_the_rounds(rounds: int | None) -> None:
    with pytest.raises(Refused) as refused:
        add(expected=18, rounds=rounds)

    assert refusal(refused) == ("impossible", [("expected", "opponents")])
    assert "22 opponents need 24 seats at a table; 18 entrants give 17." in refused.value.message
    assert "Play fewer games, or two games against each opponent." in refused.value.message
    assert "say why people may meet again: then it takes 22 rounds." in refused.value.message
    assert not Event.objects.exists()


def test_a_field_that_meets_twice_already_is_not_told_to() -> None:
    with pytest.raises(Refused) as refused:
        add(expected=10, movement="two_games")

    assert "10 entrants give 9. Play fewer games. Or say why" in refused.value.message


@pytest.mark.parametrize(
    "plan",
    [
        {"expected": 24},
        {"expected": 23},
        {"expected": 18, "repeats_reason": "A small club"},
        {"expected": 18, "rounds": 22, "repeats_reason": "A small club"},
        {"expected": 12, "movement": "two_games"},
        {"expected": 18, "movement": "none"},
        {"expected": 500},
    ],
)
def test_a_field_that_can_finish_is_taken_and_not_kept(plan: dict[str, Any]) -> None:
    assert add(**plan).games == 22


def test_the_refusal_stands_beside_the_number_and_nothing_is_lost() -> None:
    response = signed_in(make_user()).post("/new/", {**NEW, "event1-expected": "18"})

    assert response.status_code == 409
    assert "18 entrants give 17" in response.context["rows"][0].errors["expected"][0]
    assert 'value="Sierra Open 2026"' in response.content.decode()


@pytest.mark.parametrize("rounds", ["", "22"])
def test_where_people_would_have_to_meet_again_the_page_opens_the_field_for_the_reason(rounds: str) -> None:
    typed = {**NEW, "event1-expected": "18", "event1-rounds": rounds}
    director = signed_in(make_user())

    refused = director.post("/new/", typed)
    row = refused.context["rows"][0]

    assert refused.status_code == 409
    assert "say why people may meet again: then it takes 22 rounds." in row.errors["expected"][0]
    assert row.opens_more
    assert director.post("/new/", {**typed, "event1-repeats_reason": "Eighteen came"}).status_code == 302


def test_settings_look_at_the_expected_field_too() -> None:
    event = make_event(games=3)

    response = in_role(event.tournament, "director").post(
        of("event_settings", event), {**SETTINGS, "games": "9", "expected": "8"}
    )

    assert response.status_code == 409
    assert "9 opponents need 10 seats at a table; 8 entrants give 7." in response.context["form"].errors["expected"][0]
    assert Event.objects.get(pk=event.pk).games == 3


@pytest.mark.parametrize("expected", [1, 5001])
def test_a_field_has_two_to_five_thousand(expected: int) -> None:
    with pytest.raises(Malformed) as refused:
        add(expected=expected)

    assert refusal(refused) == ("invalid", [("expected", "range")])


def test_with_a_reason_people_meet_again_once_they_sit() -> None:
    event = make_event(entrants=4, games=3, seated=True)

    with pytest.raises(Refused):
        change_event(event=event, changes={"games": 5}, actor=make_actor())
    changed = change_event(event=event, changes={"games": 5, "repeats_reason": "Four friends"}, actor=make_actor())

    assert schedule_reads.rounds(changed) == 5
    assert len(schedule_reads.schedule(changed, 5)) == 2


def test_a_drawing_of_too_few_goes_with_a_reason() -> None:
    event = make_event(entrants=4, games=5)
    change_event(event=event, changes={"repeats_reason": "Four friends"}, actor=make_actor())

    draw_seats(event=event, seed=1, actor=make_actor())

    assert schedule_reads.rounds(Event.objects.get(pk=event.pk)) == 5


def test_a_reason_that_is_needed_cannot_be_taken_away() -> None:
    event = make_event(entrants=4, games=3, seated=True)
    change_event(event=event, changes={"games": 5, "repeats_reason": "Four"}, actor=make_actor())

    with pytest.raises(Refused) as refused:
        change_event(event=event, changes={"repeats_reason": ""}, actor=make_actor())

    assert refused.value.code == "impossible"


# --- Rated numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rated"),
    [("main", {12, 14, 16, 18, 20, 21, 22}), ("consolation", {7, 8, 9, 10, 12}), ("satellite", set())],
)
def test_the_rated_numbers_of_games(kind: str, rated: set[int]) -> None:
    assert {games for games in range(1, 61) if is_rated(kind, games)} == rated
    assert set(RATED_GAMES) == {"main", "consolation"}


def test_the_settings_say_whether_the_number_is_rated() -> None:
    event = make_event(games=19)
    client = in_role(event.tournament, "director")

    page = text_of(client.get(of("event_settings", event)))
    change_event(event=event, changes={"games": 20}, actor=make_actor())

    assert "19 games are not a rated number, so there are no Master Rating Points. Rated: 12, 14, 16, 18" in page
    assert "20 games are a rated number" in text_of(client.get(of("event_settings", event)))
    assert summary(Event.objects.get(pk=event.pk)).mrp_rated


# --- Settings --------------------------------------------------------------------------------------------------------


def test_rules_that_froze_are_read_on_the_settings() -> None:
    event = make_event(slug="ladder", movement="ladder", entrants=4, seated=True)
    other = make_event(tournament=event.tournament, ranking="wins", skunk_from=0, entrants=4, seated=True)
    client = in_role(event.tournament, "director")

    before = text_of(client.get(of("event_settings", event)))
    Event.objects.update(cards_begun_at=datetime(2026, 3, 7, 17, 30, tzinfo=UTC))
    ladder, plain = (text_of(client.get(of("event_settings", shown))) for shown in (event, other))

    assert "How the cards are ranked Game points alone" not in before
    assert "How the cards are ranked Game points alone, ties are played off" in ladder
    assert "On the cards Game points only: 2, 3 or 0, no spread" in ladder
    assert "A win is a skunk from 31" in ladder
    assert "On a ladder, the winners of the last table go to table 1" in ladder
    assert "How the cards are ranked Games won, then head-to-head, then the fewest losing points" in plain
    assert "On the cards Game points and spread, as usual" in plain
    assert "A win is a skunk from No skunks A win is a double skunk from No double skunks" in plain
    assert "the winners of the last table" not in plain


def test_times_are_the_halls() -> None:
    event = make_event(games=3)
    client = in_role(event.tournament, "director")

    client.post(of("event_settings", event), {**SETTINGS, "starts_at": "2026-03-07T09:30"})

    assert Event.objects.get(pk=event.pk).starts_at == datetime(2026, 3, 7, 17, 30, tzinfo=UTC)
    assert 'value="2026-03-07T09:30"' in client.get(of("event_settings", event)).content.decode()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("2026-03-07T09:30:00-08:00", 200),
        ("2026-03-07T17:30Z", 200),
        (None, 200),
        ("2026-03-07T09:30", 400),
        ("0001-01-01T00:00:00+14:00", 400),
        ("2026-02-30T09:30Z", 400),
        (5, 400),
    ],
)
def test_a_time_in_the_api_has_a_zone(sent: Any, status: int) -> None:
    event = make_event()
    api = api_of(make_user(role="director", tournament=event.tournament))

    answer = api.patch(f"/api/v1/tournaments/{event.tournament.slug}/events/main/", {"starts_at": sent}, format="json")

    assert answer.status_code == status


def test_rules_freeze_at_the_first_card_and_what_is_announced_beside_them_does_not() -> None:
    event = make_event(entrants=4, seated=True)
    Event.objects.filter(pk=event.pk).update(cards_begun_at=datetime(2026, 3, 7, tzinfo=UTC))

    for changes in ({"muggins": True}, {"deal_procedure": "Odd seats"}, {"repeats_reason": "x"}, {"games": 2}):
        with pytest.raises(Refused) as refused:
            change_event(event=event, changes=changes, actor=make_actor())
        assert refusal(refused) == ("begun", [(next(iter(changes)), "begun")])
    change_event(event=event, changes={"playoff_format": "Best of five"}, actor=make_actor())


def test_whether_a_spread_is_recorded_is_planned_and_changed_until_the_first_card() -> None:
    """By the page and by the API; from the first card on for good, by no exemption either."""
    user = make_user()
    signed_in(user).post("/new/", {**NEW, "event1-preset": "club_night", "event1-records_spread": "no"})
    event = Event.objects.get()
    assert not event.records_spread
    page = signed_in(user).get(of("event_settings", event))
    assert "Game points only: 2, 3 or 0, no spread" in text_of(page)
    form = page.context["form"]
    values = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    assert values["records_spread"] == "no"

    signed_in(user).post(of("event_settings", event), {**values, "muggins": "", "records_spread": ""})
    assert Event.objects.get().records_spread
    api, there = api_of(user), f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/"
    assert api.patch(there, {"records_spread": False}, format="json").json()["records_spread"] is False
    assert api.patch(there, {"records_spread": "no"}, format="json").status_code == 400

    Event.objects.update(
        registration_closed_at=datetime(2026, 3, 7, tzinfo=UTC), cards_begun_at=datetime(2026, 3, 7, tzinfo=UTC)
    )
    answer = api.patch(there, {"records_spread": True}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "begun")
    assert answer.json()["errors"][0]["field"] == "records_spread"
    assert (
        "The first card is written, and it has a spread or has none, so this cannot change." in answer.json()["message"]
    )
    with pytest.raises(Refused, match="it has a spread or has none"):
        exempt_plan(event=Event.objects.get(), changes={"records_spread": True}, reason="All agree", actor=make_actor())
    assert not Event.objects.get().records_spread


@pytest.mark.parametrize(("name", "value"), [("records_spread", True), ("skunk_from", 20)])
def test_a_ladder_refuses_what_it_does_not_have(name: str, value: object) -> None:
    api = api_of(make_user())
    ladder = {"slug": "pairs", "movement": "ladder", "ladder_top": "stay"}
    body = {"slug": "x", "name": "X", "starts_on": "2026-03-06", "events": [{**ladder, name: value}]}
    own = {"records_spread": False, "skunk_from": 31}
    events = "/api/v1/tournaments/x/events/"

    refused = api.post("/api/v1/tournaments/", body)
    (event,) = api.post("/api/v1/tournaments/", {**body, "events": [{**ladder, **own}]}).json()["events"]
    added = api.post(events, {**ladder, "slug": "more", name: value})
    changed = api.patch(f"{events}pairs/", {name: value})
    api.post(events, {"slug": "main", name: value})
    becoming = api.patch(f"{events}main/", {"movement": "ladder"})

    assert (event["movement"], event["ladder_top"], event["records_spread"]) == ("ladder", "stay", False)
    for answer, field in ((refused, f"events.0.{name}"), (added, name), (changed, name)):
        assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (400, [field])
    assert api.patch(f"{events}pairs/", own).status_code == 200
    assert (becoming.status_code, becoming.json()[name]) == (200, own[name])


def test_the_condo_partners_of_earlier_years_are_one_choice() -> None:
    user = make_user()
    page = signed_in(user).get("/new/")
    assert 'data-spread="no"' in page.content.decode()
    assert 'data-ranking="wins"' in page.content.decode()

    signed_in(user).post("/new/", {**NEW, "event1-preset": "condo_earlier", "event2-preset": "main"})

    first, second = Event.objects.order_by("pk")
    assert (first.movement, first.games, first.records_spread) == ("moving_side", 7, True)
    assert first.quota_exemption == 0
    assert flyer(first.tournament).events[0].qualifiers == (
        "Nobody qualifies, by exemption: The medals follow from the standings, without playoffs."
    )
    assert (first.ranking, first.one_in, second.ranking, second.records_spread) == ("wins", 4, "acc", True)


def test_a_league_night_of_two_legs_says_why_pairs_meet_again_and_that_it_is_none_of_the_acc() -> None:
    one = {"event1-preset": "league_night", "event1-expected": "6"}
    two = {"event2-preset": "league_two_legs", "event2-expected": "6", "event2-one_in": "3"}
    signed_in(make_user()).post("/new/", {**NEW, **one, **two, "event2-playoff_format": "Best of three"})

    one_leg, two_legs = Event.objects.order_by("pk")
    assert (one_leg.movement, one_leg.games, one_leg.records_spread) == ("moving_side", 3, False)
    assert (two_legs.movement, two_legs.games, two_legs.records_spread) == ("moving_side", 6, False)
    assert (one_leg.repeats_reason, two_legs.playoff_format) == ("", "Best of three")
    assert two_legs.repeats_reason == "Two legs: every pair meets every opponent twice."
    assert "The ACC has no league format" in one_leg.playoff_format
    assert [event.quota_exemption for event in (one_leg, two_legs)] == [0, None]
    assert one_leg.quota_reason == "A league night has no playoffs."


def test_a_choice_in_the_form_overrides_that_of_the_usual_event() -> None:
    choices = {"event1-records_spread": "yes", "event1-ranking": "net", "event1-one_in": "6"}
    signed_in(make_user()).post("/new/", {**NEW, "event1-preset": "condo_earlier", **choices})

    event = Event.objects.get()
    assert (event.records_spread, event.ranking, event.one_in) == (True, "net", 6)


@pytest.mark.parametrize("one_in", ["1", "21", "x"])
def test_a_form_refuses_another_part_of_the_entrants(one_in: str) -> None:
    answer = signed_in(make_user()).post("/new/", {**NEW, "event1-one_in": one_in})

    assert (answer.status_code, Event.objects.exists()) == (422, False)
    assert "one_in" in answer.context["rows"][0].errors


# --- The flyer -------------------------------------------------------------------------------------------------------

SAID = {
    "director": "Helen Marsh",
    "director_phone": "775 555 0142",
    "sanctioned": "on",
    "entry_deadline": "2026-03-06T18:00",
    "walk_ins": "Welcome until 8:30",
    "includes": "Lunch",
    "payback": "100 % of the entry fees",
    "trophies": "First four",
    "charity": "Food bank",
    "address": "1 Hall Street",
    "hotel": "Grand",
    "directions": "Exit 13",
    "smoking": "None",
    "notes": "Bring\r\nlong boards",
}


@pytest.fixture
def weekend() -> Tournament:
    events = [
        EventPlan("main", muggins=True, playoff_format="Best of five", starts_at=datetime(2026, 3, 7, 17, tzinfo=UTC)),
        EventPlan("consolation", kind="consolation", games=9, deal="alternate", playoff_format="Best of three"),
    ]
    tournament = make_tournament("sierra", events=events)
    for event in tournament.events.all():
        add_fee(event=event, name="Entry", cents=6500, kind="entry", actor=make_actor())
    main = tournament.events.get(slug="main")
    add_fee(event=main, name="Q-pool", cents=1000, kind="q_pool", optional=True, actor=make_actor())
    return tournament


@pytest.fixture
def at_play() -> Event:
    """Ten people at one table, seven games each, and game 2 on; no card is written."""
    event = make_event(tournament=make_tournament("sierra"), games=7, entrants=10, seated=True)
    return call_game(event=event, game=2, actor=make_actor())


def settings_of(event: Event) -> dict[str, Any]:
    """What the page of the settings sends when nothing is changed."""
    return {
        "kind": event.kind,
        "games": event.games,
        "deal": event.deal,
        "movement": event.movement,
        "rounds": event.fixed_rounds or "",
        "repeats_reason": event.repeats_reason,
        "playoff_format": "",
        "deal_procedure": "",
    }


def test_a_change_of_the_plan_while_a_game_is_on_is_looked_at_first(at_play: Event) -> None:
    director, address = in_role(at_play.tournament, "director"), of("event_settings", at_play)
    sent = {**settings_of(at_play), "games": "6"}

    looked = director.post(address, sent)

    at_play.refresh_from_db()
    assert (looked.status_code, at_play.games) == (200, 7)
    told = text_of(looked)
    assert (
        "Game 2 is on. Nothing is changed yet: look at what it changes for whom, then save the changes again." in told
    )
    assert "10 people are affected. The round takes 6 games instead of 7." in told
    assert "Player Games that count A-1 Milt Orr 7 → 6 A-2 Dale Ashby 7 → 6" in told
    # What is shown stands below the fields: the page opens there.
    assert '<h3 id="look-head" tabindex="-1" autofocus>' in looked.text
    assert "already called" not in told
    assert "print them again" in told
    mark = looked.context["looked"]["outlook"].mark
    assert f'name="mark" value="{mark}"' in looked.content.decode()
    assert director.post(address, {**sent, "mark": mark}).status_code == 302
    at_play.refresh_from_db()
    assert at_play.games == 6


def test_more_games_than_those_who_are_left_can_get_are_told_with_their_number(at_play: Event) -> None:
    """With two gone nobody finds nine opponents, and most people's games stay as they are."""
    for seat in ("A-4", "A-9"):
        change_day(event=at_play, plan=DayPlan(What.LEAVES, seat, 3), reason="Ill", actor=make_actor())
    director, address = in_role(at_play.tournament, "director"), of("event_settings", at_play)

    looked = director.post(address, {**settings_of(at_play), "games": "9"})

    at_play.refresh_from_db()
    assert (looked.status_code, at_play.games) == (200, 7)
    assert "8 people then have fewer than 9 games:" in text_of(looked)


def test_the_settings_do_nothing_else_than_their_preview_showed(at_play: Event) -> None:
    director, address = in_role(at_play.tournament, "director"), of("event_settings", at_play)
    sent = {**settings_of(at_play), "movement": "none"}
    mark = director.post(address, sent).context["looked"]["outlook"].mark
    plan = DayPlan(What.AWAY, seat="A-2", first=4, last=4)
    change_day(event=at_play, plan=plan, reason="The car", actor=make_actor())

    again = director.post(address, {**sent, "mark": mark})

    at_play.refresh_from_db()
    assert (again.status_code, at_play.movement) == (409, "anchor")
    assert "the changes are different now." in text_of(again)
    with pytest.raises(Refused) as caught:
        change_event(event=at_play, changes={"movement": "none"}, mark=mark, actor=make_actor())
    assert caught.value.code == "stale"


def test_a_look_says_that_games_called_already_would_be_others(at_play: Event) -> None:
    sent = {**settings_of(at_play), "movement": "two_games"}

    looked = in_role(at_play.tournament, "director").post(of("event_settings", at_play), sent)

    assert "Game 2 was already called. In the new plan other people meet in it, or others deal first." in text_of(
        looked
    )


@pytest.mark.parametrize(
    "changes",
    [{"kind": "satellite"}, {"playoff_format": "Best of five"}, {"rounds": "7"}],
    ids=lambda one: next(iter(one)),
)
def test_nothing_is_asked_where_nobody_s_games_change(at_play: Event, changes: dict[str, str]) -> None:
    director = in_role(at_play.tournament, "director")

    assert director.post(of("event_settings", at_play), {**settings_of(at_play), **changes}).status_code == 302


def test_before_the_first_game_a_plan_is_changed_without_a_look() -> None:
    event = make_event(games=7, entrants=10, seated=True)

    sent = {**settings_of(event), "games": "6"}
    answer = in_role(event.tournament, "director").post(of("event_settings", event), sent)

    event.refresh_from_db()
    assert (answer.status_code, event.games) == (302, 6)


def test_the_api_looks_at_a_change_of_the_plan(at_play: Event) -> None:
    program = api_of(make_user(role="director", tournament=at_play.tournament))
    path = "/api/v1/tournaments/sierra/events/main/"

    looked = program.patch(f"{path}?preview=1", {"games": 6}, format="json")
    nothing = program.patch(f"{path}?preview=1", {"kind": "satellite"}, format="json")
    stale = program.patch(f"{path}?mark=000000000000", {"games": 6}, format="json")

    at_play.refresh_from_db()
    assert (looked.status_code, looked.json()["rounds_after"], looked.json()["people"], at_play.games) == (
        200,
        6,
        10,
        7,
    )
    assert (nothing.status_code, nothing.json()["code"]) == (409, "too_early")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    done = program.patch(f"{path}?mark={looked.json()['mark']}", {"games": 6}, format="json")
    assert (done.status_code, done.json()["games"]) == (200, 6)


@pytest.mark.parametrize(
    ("movement", "announced"),
    [
        ("moving_side", "The odd seats stay; the even seats move on after every game."),
        ("half_and_half", "The two sides take turns"),
        ("two_games", "After every two games everybody moves one seat to the right"),
    ],
)
def test_flyer_and_seats_say_how_people_move(movement: str, announced: str) -> None:
    event = make_event(games=4, movement=movement, entrants=16, seated=True)
    address = f"/t/{event.tournament.slug}/"

    for page in ("flyer/", f"{event.slug}/seating/", f"{event.slug}/seating/?game=1"):
        assert announced in text_of(Client().get(f"{address}{page}")), page


def test_the_flyer_tells_everybody_all_that_it_must(weekend: Tournament) -> None:
    saved = in_role(weekend, "director").post("/t/sierra/flyer/words/", SAID)
    page = text_of(Client().get("/t/sierra/flyer/"))

    assert saved.status_code == 302
    for told in (
        "22 games, one against each opponent",
        "Saturday, March 7, 9:00 AM",
        "Muggins is played.",
        "Muggins is not played.",
        "One in four qualifies (25 %)",
        "Best of five",
        "Alternate deal: the scorecard names who deals first",
        "Q-pool $10 (optional)",
        "ACC-sanctioned",
        "Helen Marsh, 775 555 0142",
        "Friday, March 6, 6:00 PM",
        "Bring long boards",
        *(SAID[name] for name in ("walk_ins", "includes", "payback", "trophies", "charity", "hotel", "directions")),
    ):
        assert told in page
    assert "missing" not in page


def test_the_director_is_told_what_the_flyer_still_needs(weekend: Tournament) -> None:
    client = in_role(weekend, "director")

    bare = flyer(weekend)
    page = text_of(client.get("/t/sierra/flyer/"))
    client.post("/t/sierra/flyer/words/", SAID)
    main = weekend.events.get(slug="consolation")
    change_event(event=main, changes={"deal_procedure": "Odd seats in odd games"}, actor=make_actor())

    assert len(bare.missing) == 10
    assert "10 things that a flyer must say are missing." in page
    assert "missing" not in text_of(Client().get("/t/sierra/flyer/"))
    assert (flyer(weekend).missing, flyer(weekend).advised) == ((), ("Satellites",))


def test_a_flyer_without_an_event_says_so() -> None:
    make_tournament("empty")

    assert "No event is planned yet." in text_of(Client().get("/t/empty/flyer/"))


def test_the_flyer_takes_as_many_queries_for_one_event_as_for_five(weekend: Tournament) -> None:
    with CaptureQueriesContext(connection) as few:
        flyer(weekend)
    for number in range(5):
        make_event(tournament=weekend, slug=f"more-{number}", entrants=4)

    with CaptureQueriesContext(connection) as many:
        flyer(weekend)

    assert len(few) == len(many)


def test_bad_words_are_named_beside_their_field_and_nothing_is_lost(weekend: Tournament) -> None:
    response = in_role(weekend, "director").post(
        "/t/sierra/flyer/words/", {**SAID, "director_email": "nobody", "entry_deadline": "soon"}
    )
    again = in_role(weekend, "director").post("/t/sierra/flyer/words/", {**SAID, "director_email": "nobody"})

    assert (response.status_code, again.status_code) == (422, 422)
    assert response.context["form"].errors["entry_deadline"] == ["A time is written like 2026-03-06T09:30."]
    assert again.context["form"].errors["director_email"] == ["An e-mail address is written like ann@example.org."]
    assert 'value="Helen Marsh"' in again.content.decode()
    assert not Flyer.objects.exists()


def test_the_flyer_in_the_api(weekend: Tournament) -> None:
    director = api_of(make_user(role="director", tournament=weekend))
    path = "/api/v1/tournaments/sierra/flyer/"

    changed = director.patch(path, {"walk_ins": "Welcome", "sanctioned": True}, format="json")
    bad = director.patch(path, {"walk_ins": "x" * 301, "hall": "x"}, format="json")
    read = api_of(make_user()).get(path)

    assert changed.status_code == 200
    assert read.json() == changed.json()
    assert (read.json()["words"]["walk_ins"], read.json()["events"][0]["fees"][1]["cents"]) == ("Welcome", 1000)
    assert bad.status_code == 400
    assert {fault["field"] for fault in bad.json()["errors"]} == {"walk_ins", "hall"}
    assert AuditEntry.objects.filter(action="flyer.changed").count() == 1


# --- Last year's tournament ------------------------------------------------------------------------------------------


def test_a_copy_has_events_fees_and_flyer_on_other_days_and_nobody_in_it(weekend: Tournament) -> None:
    director = make_user("helen", role="director", tournament=weekend)
    change_flyer(
        tournament=weekend,
        changes={"payback": "All of it", "entry_deadline": datetime(2026, 3, 6, 2, tzinfo=UTC)},
        actor=make_actor(),
    )
    main = weekend.events.get(slug="main")
    enter_entrants(event=main, entrants=[EntrantPlan("Milt Orr")], actor=make_actor())
    exempt_quota(event=main, quota=30, reason="As promised", actor=make_actor())

    response = signed_in(director).post(
        "/t/sierra/copy/", {"name": "Sierra Open 2027", "starts_on": "2027-03-19", "slug": ""}
    )

    created = Tournament.objects.get(slug="sierra-open-2027")
    copy = created.events.get(slug="main")
    assert response["Location"] == "/t/sierra-open-2027/flyer/words/"
    assert (created.starts_on, created.venue, created.edition) == (date(2027, 3, 19), "Reno", "2020")
    assert [event.slug for event in created.events.all()] == ["main", "consolation"]
    assert (copy.muggins, copy.playoff_format, copy.quota_exemption) == (True, "Best of five", None)
    # Nine in the morning both times, though summer time has begun on the later day.
    assert copy.starts_at == datetime(2027, 3, 20, 16, tzinfo=UTC)
    assert [(fee.name, fee.cents, fee.optional) for fee in copy.fees.all()] == [
        ("Entry", 6500, False),
        ("Q-pool", 1000, True),
    ]
    assert created.flyer.payback == "All of it"
    assert created.flyer.entry_deadline == datetime(2027, 3, 19, 1, tzinfo=UTC)
    assert not copy.entries.exists()
    assert [role.user for role in Role.objects.filter(tournament=created)] == [director]
    assert AuditEntry.objects.get(action="tournament.copied").after == {"source": "sierra"}


def test_a_copy_at_a_taken_address_leaves_nothing(weekend: Tournament) -> None:
    make_tournament("taken")

    response = in_role(weekend, "director").post(
        "/t/sierra/copy/", {"name": "Again", "starts_on": "2027-03-19", "slug": "taken"}
    )

    assert response.status_code == 409
    assert response.context["form"].errors["slug"] == ["“taken” is taken. Choose another short name."]
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize("day", ["soon", "9999-12-31", "0001-01-01"])
def test_days_at_the_edge_of_the_calendar_are_refused_or_copied(weekend: Tournament, day: str) -> None:
    response = in_role(weekend, "director").post(
        "/t/sierra/copy/", {"name": "Again", "starts_on": day, "slug": "again"}
    )

    assert response.status_code in {302, 422}


def test_a_copy_in_the_api(weekend: Tournament) -> None:
    body = {"slug": "next", "name": "Next", "starts_on": "2027-03-05"}
    path = "/api/v1/tournaments/sierra/copy/"

    refused = api_of(make_user(role="registrar", tournament=weekend)).post(path, body, format="json")
    created = api_of(make_user(role="director", tournament=weekend)).post(path, body, format="json")

    assert (refused.status_code, created.status_code) == (403, 201)
    assert [event["slug"] for event in created.json()["events"]] == ["main", "consolation"]


# --- Who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [*Role.Kind.values, "stranger", "visitor"])
@pytest.mark.parametrize("path", ["/t/sierra/flyer/words/", "/t/sierra/copy/"])
def test_only_the_director_writes_the_flyer_and_copies(weekend: Tournament, path: str, role: str) -> None:
    clients: dict[str, Client] = {"stranger": signed_in(make_user()), "visitor": Client()}
    client = clients.get(role) or in_role(weekend, role)

    answers = [client.get(path).status_code, client.post(path, {}).status_code]

    if role == "director":
        assert answers[0] == 200
    else:
        assert set(answers) <= {302, 403}
    assert client.get("/t/sierra/flyer/").status_code == 200


def test_the_flyer_of_a_private_tournament_is_not_there() -> None:
    make_tournament("club", public=False)

    assert Client().get("/t/club/flyer/").status_code == 404
    assert api_of(make_user()).get("/api/v1/tournaments/club/flyer/").status_code == 404
