"""An event that ranks and qualifies otherwise than the ACC: the API, its pages, the freeze and the words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from scorecards.crosscheck.actions.crosscheck import accept_all, start_cross_check
from scorecards.sheet.reads.earlier import acts, acts_until, earlier_sheet
from scorecards.standings.actions.exemption import exempt_plan, find_refit
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import COMMAND, look_at_all, make_cards, sheet
from tournaments.day.reads.summaries import summary
from tournaments.errors import Forbidden, Refused
from tournaments.models import AuditEntry, Event, Role, User
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of
from tournaments.venue.actions.events import change_event, exempt_quota
from tournaments.venue.words import events as events_words

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/events/main/"
NOT_ACC = "Not as the ACC plays: "


def an_event(**more: Any) -> Event:
    plan = {"games": 3, "movement": "none", "entrants": 4, "seated": True, **more}
    return make_event(tournament=make_tournament("sierra"), **plan)


def director_of(event: Event) -> APIClient:
    return api_of(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))


def cycle(event: Event) -> None:
    """A-1, A-2 and A-3 beat each other in turn, and all of them beat A-4. They lose by 5, 20 and 10."""
    make_cards(
        event,
        A_1="A-2 2 +20\nA-3 0 -5\nA-4 2 +2",
        A_2="A-1 0 -20\nA-4 3 +40\nA-3 2 +10",
        A_3="A-4 2 +3\nA-1 2 +5\nA-2 0 -10",
        A_4="A-3 0 -3\nA-2 0 -40\nA-1 0 -2",
    )


def rows(api: APIClient) -> list[tuple[Any, ...]]:
    return [
        (row["rank"], row["seat"], row["decided_by"], row["tied"]) for row in api.get(f"{API}standings/").json()["rows"]
    ]


def test_a_three_way_tie_by_wins_goes_by_the_fewest_losing_points() -> None:
    event = an_event(ranking="wins", one_in=2)
    cycle(event)
    api = director_of(event)

    by_wins = [
        (1, "A-1", None, False),
        (2, "A-3", "minus", False),
        (3, "A-2", "minus", False),
        (4, "A-4", "games_won", False),
    ]
    assert rows(api) == by_wins
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    event.refresh_from_db()
    piles = api.get(f"{API}piles/").json()
    assert [(row["seat"], row["pile"]) for row in piles["rows"]] == [
        ("A-1", "definite"),
        ("A-3", "definite"),
        ("A-2", "dead_zone"),
        ("A-4", "dead_zone"),
    ]
    page = text_of(Client().get("/t/sierra/main/standings/"))
    for told in (
        NOT_ACC + "Cards are ranked by games won, and a skunk counts as one win. One in 2 qualifies, not one in four.",
        "Games won Head-to-head, if they met in this round Fewest losing points Then they share the place",
        "fewest losing points, 5 against 10.",
        "Fewer games won from here down",
    ):
        assert told in page
    assert "Plus points A one-game playoff" not in page
    why = text_of(
        signed_in(make_user("ruth", role="director", tournament=event.tournament)).get("/t/sierra/main/control/ranks/")
    )
    assert "Below A-1, 1st: fewest losing points, 5 against 10." in why
    post_qualifiers(event=Event.objects.get(), revision=Event.objects.get().revision, actor=COMMAND)
    assert rows(api) == by_wins
    assert [row["seat"] for row in api.get(f"{API}qualifiers/").json()] == ["A-1", "A-3"]
    player = text_of(Client().get("/t/sierra/main/players/A-2/"))
    assert "level on games won with the line" in player


def test_by_the_acc_the_same_cards_rank_otherwise_and_nothing_is_said() -> None:
    event = an_event()
    cycle(event)

    assert [row[1:3] for row in rows(director_of(event))] == [
        ("A-2", None),
        ("A-1", "game_points"),
        ("A-3", "net"),
        ("A-4", "game_points"),
    ]
    page = text_of(Client().get("/t/sierra/main/standings/"))
    assert (
        "Game points Games won Net point spread Plus points Head-to-head, if they met in this round A one-game" in page
    )
    assert NOT_ACC not in page
    assert NOT_ACC not in text_of(Client().get("/t/sierra/flyer/"))


def test_while_a_card_is_open_nothing_is_certain_by_wins() -> None:
    event = an_event(ranking="wins")
    cycle(event)
    make_cards(event, A_4="A-3 0 -3\nA-2 0 -40")
    assert {row["pile"] for row in director_of(event).get(f"{API}piles/").json()["rows"]} <= {
        None,
        "probable",
        "probably_not",
    }
    make_cards(event, A_4="A-3 0 -3\nA-2 0 -40\nA-1 0 -2")


def test_total_pegged_points_rank_from_the_first_card_to_the_posted_list() -> None:
    event = an_event(ranking="pegged", one_in=2)
    cycle(event)
    make_cards(event, A_4="A-3 0 -3\nA-2 0 -40\nA-1 0 .")
    api = director_of(event)

    def pegged() -> list[tuple[Any, ...]]:
        shown = api.get(f"{API}standings/").json()["rows"]
        return [(row["seat"], row["pegged"], row["decided_by"]) for row in shown]

    first = [("A-1", 358, None), ("A-3", 353, "pegged"), ("A-2", 343, "pegged")]
    # Nobody knows what A-4 pegged in the last game, until the other card says by how much it was lost.
    assert pegged() == [*first, ("A-4", 199, "pegged")]
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    assert pegged() == [*first, ("A-4", 318, "pegged")]
    client = signed_in(make_user("ruth", role="director", tournament=event.tournament))
    assert "Below A-1, 1st: pegged points, 358 against 353." in text_of(client.get("/t/sierra/main/control/ranks/"))
    accept_all(event=event, initials="JK", revision=sheet(event).event.revision, actor=COMMAND)
    post_qualifiers(event=Event.objects.get(), revision=Event.objects.get().revision, actor=COMMAND)
    assert pegged() == [*first, ("A-4", 318, "pegged")]
    assert api.get(f"{API}qualifiers/versions/1/").json()["rows"][0]["pegged"] == 358
    told = "Cards are ranked by total pegged points: 121 for a game won, and what was pegged in a game lost."
    assert NOT_ACC + told in text_of(Client().get("/t/sierra/flyer/"))
    page = text_of(Client().get("/t/sierra/main/standings/"))
    for part in (NOT_ACC + told, "Pegged Won Game pts Net Tie broken by", "A-1 Follow 358 2 4 +17"):
        assert part in page
    player = text_of(Client().get("/t/sierra/main/players/A-2/"))
    assert "Pegged points 343" in player
    assert "10 pegged points below the last who qualifies" in player
    assert "358 2 4 +17" in text_of(client.get("/t/sierra/main/results/"))


@pytest.mark.parametrize(
    ("before", "change", "cure"),
    [
        ({"ranking": "pegged"}, {"records_spread": False}, "or cards with game points and spread."),
        ({"records_spread": False}, {"ranking": "pegged"}, "or cards with game points and spread."),
        ({"ranking": "pegged"}, {"movement": "ladder"}, "or another movement."),
        ({"movement": "ladder"}, {"ranking": "pegged"}, "or another movement."),
    ],
)
def test_pegged_points_without_a_spread_are_refused(before: Any, change: Any, cure: str) -> None:
    event = make_event(tournament=make_tournament("sierra"), **before)

    refused = director_of(event).patch(API, change, format="json")

    assert refused.status_code == 400
    (fault,) = refused.json()["errors"]
    assert fault["field"] in change
    assert fault["message"].endswith(cure)


def test_the_settings_say_beside_the_choice_why_pegged_points_need_a_spread() -> None:
    event = make_event(tournament=make_tournament("sierra"), ranking="pegged")
    client = signed_in(make_user("ruth", role="director", tournament=event.tournament))
    form = client.get("/t/sierra/main/settings/").context["form"]

    refused = client.post("/t/sierra/main/settings/", form.as_sent({"records_spread": "no"}))

    (message,) = refused.context["form"].errors["records_spread"]
    assert message.startswith("Without a spread on the cards nobody knows what was pegged")
    assert Event.objects.get().records_spread


@pytest.mark.parametrize("ranking", ["acc", "points", "wins", "net", "pegged"])
def test_each_ranking_is_taken_by_the_api_until_the_first_card(ranking: str) -> None:
    event = an_event(ranking="acc" if ranking == "points" else "points")
    api = director_of(event)

    changed = api.patch(API, {"ranking": ranking}, format="json")

    assert (changed.status_code, changed.json()["ranking"]) == (200, ranking)
    row = AuditEntry.objects.filter(action="event.changed").latest("pk")
    assert row.after == {"ranking": ranking}
    refused = api.patch(API, {"ranking": "luck"}, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "ranking")
    cycle(event)
    frozen = api.patch(API, {"ranking": "acc" if ranking == "wins" else "wins"}, format="json")
    assert (frozen.status_code, frozen.json()["code"]) == (409, "begun")
    assert frozen.json()["errors"][0]["field"] == "ranking"


def test_an_exemption_ranks_anew_and_says_so() -> None:
    event = an_event(kind="main", games=3)
    cycle(event)
    event = Event.objects.get()

    effects = find_refit(event=event, changes={"ranking": "wins"}).effects
    changed = exempt_plan(event=event, changes={"ranking": "wins"}, reason="As announced", actor=make_actor())

    assert effects[0] == "Every card is ranked again: Games won, then head-to-head, then the fewest losing points."
    assert effects[1] == "No Master Rating Points: this event is not played as the ACC plays."
    assert [place.seat for place in sheet(changed).places] == ["A-1", "A-3", "A-2", "A-4"]


def test_one_in_six_qualifies_until_the_qualifiers_are_posted() -> None:
    event = an_event(entrants=13, games=1)
    api = director_of(event)
    assert summary(event).quota == 4

    for bad in (1, 21, "six"):
        refused = api.patch(API, {"one_in": bad}, format="json")
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "one_in")
    seats = [f"A_{number}" for number in range(1, 14)]
    make_cards(event, **dict.fromkeys(seats[12:], "? . ."))
    changed = api.patch(API, {"one_in": 6}, format="json").json()

    assert (changed["one_in"], changed["quota"], changed["mrp_rated"]) == (6, 3, False)
    event = Event.objects.get()
    told = "One in 6 qualifies, a fraction counts as one more."
    assert told in text_of(Client().get("/t/sierra/flyer/"))
    client = signed_in(make_user("ruth", role="director", tournament=event.tournament))
    assert "One in 6 qualifies, rounded up." in text_of(client.get("/t/sierra/main/"))
    settings = text_of(client.get("/t/sierra/main/settings/"))
    assert "Left empty: one in 6 qualifies, a fraction counts as one more." in settings
    assert told in text_of(client.get("/t/sierra/main/entrants/"))
    exempt_quota(event=event, quota=2, reason="Two boards", actor=make_actor())
    event.refresh_from_db()
    assert event.quota(13) == 2
    assert "An exemption instead of one in 6: Two boards" in text_of(client.get("/t/sierra/main/entrants/"))


def test_an_earlier_time_ranks_and_qualifies_as_it_did_then() -> None:
    event = an_event(one_in=2)
    cycle(event)
    event = Event.objects.get()
    before = len(acts(event))
    change_event(event=event, changes={"one_in": 4}, actor=make_actor())
    exempt_plan(event=event, changes={"ranking": "wins"}, reason="As announced", actor=make_actor())
    event = Event.objects.get()

    then = earlier_sheet(event, acts_until(event, before))

    assert (then.quota, [place.seat for place in then.places][:2]) == (2, ["A-2", "A-1"])
    assert (sheet(event).quota, [place.seat for place in sheet(event).places][:2]) == (1, ["A-1", "A-3"])


def test_how_many_qualify_is_fixed_once_the_qualifiers_are_posted() -> None:
    event = an_event(one_in=2)
    cycle(event)
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    post_qualifiers(event=Event.objects.get(), revision=Event.objects.get().revision, actor=COMMAND)

    with pytest.raises(Refused) as refused:
        change_event(event=Event.objects.get(), changes={"one_in": 4}, actor=make_actor())

    assert refused.value.code == "posted"


def test_who_plays_here_does_not_set_how_many_qualify_once_cards_are_in() -> None:
    event = an_event()
    player = make_user("paul", role=Role.Kind.DIRECTOR, tournament=event.tournament)
    entry = event.entries.first()
    assert entry is not None
    type(entry.player).objects.filter(pk=entry.player_id).update(user=player)
    cycle(event)

    with pytest.raises(Forbidden) as refused:
        change_event(event=event, changes={"one_in": 2}, actor=make_actor(player))

    assert refused.value.code == "own_card"


def test_the_flyer_says_what_is_not_as_the_acc_plays_and_claims_no_points() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=22, ranking="net", one_in=6, records_spread=False)

    flyer = text_of(Client().get("/t/sierra/flyer/"))

    told = (
        "Cards are ranked by game points, then net, then games won. One in 6 qualifies, not one in four. "
        "Cards record no spread, only game points."
    )
    assert NOT_ACC + told in flyer
    assert "this event earns Master Rating Points" not in flyer
    assert "No Master Rating Points: this event is not played as the ACC plays." in flyer
    assert not summary(event).mrp_rated
    assert events_words.not_as_the_acc((), 4) == ()


def test_a_ladder_ranks_by_points_and_one_in_says_nothing_there() -> None:
    event = make_event(
        tournament=make_tournament("sierra"), games=3, movement="ladder", one_in=6, entrants=4, seated=True
    )

    assert event.differences == ("points", "no_spread")
    assert (event.quota(4), [key.value for key in sheet(event).chain]) == (0, ["game_points"])


def level_pairs(event: Event) -> None:
    """A-1 and A-2 are level in everything, and so are A-3 and A-4, whom they beat."""
    make_cards(event, A_1="A-3 2 +10", A_2="A-4 2 +10", A_3="A-1 0 -10", A_4="A-2 0 -10")


@pytest.mark.parametrize("ranking", ["acc", "wins"])
def test_a_tie_for_a_seed_blocks_posting_until_it_is_played_off_or_nobody_qualifies(ranking: str) -> None:
    event = an_event(ranking=ranking, games=1)
    level_pairs(event)
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    event = Event.objects.get()
    api = director_of(event)

    with pytest.raises(Refused) as refused:
        post_qualifiers(event=event, revision=event.revision, actor=COMMAND)

    assert "set in the settings that 0 qualify: then they share the place." in str(refused.value.faults[0].message)
    answer = api.patch(API, {"quota": 0, "reason": "Medals are shared"}, format="json").json()
    assert (answer["quota"], answer["quota_reason"]) == (0, "Medals are shared")
    page = text_of(
        signed_in(make_user("ruth", role="director", tournament=event.tournament)).get("/t/sierra/main/standings/")
    )
    assert "Nobody qualifies, so posting does not wait for it: without a game they share the place." in page
    event = Event.objects.get()
    assert sheet(event).obstacles == ()
    post_qualifiers(event=event, revision=event.revision, actor=COMMAND)
    posted = api.get(f"{API}standings/").json()
    assert [(row["rank"], row["tied"], row["status"]) for row in posted["rows"]] == [
        (1, True, "nonqualifier"),
        (1, True, "nonqualifier"),
        (3, True, "nonqualifier"),
        (3, True, "nonqualifier"),
    ]
    assert api.get(f"{API}qualifiers/").json() == []
    assert "Nobody qualifies, by exemption: Medals are shared" in text_of(Client().get("/t/sierra/flyer/"))


def test_an_event_where_nobody_qualifies_is_reported_and_shown_everywhere() -> None:
    event = an_event(games=1)
    level_pairs(event)
    exempt_quota(event=event, quota=0, reason="No playoffs", actor=make_actor())
    start_cross_check(event=Event.objects.get(), actor=COMMAND)
    look_at_all(Event.objects.get())
    event = Event.objects.get()
    post_qualifiers(event=event, revision=event.revision, actor=COMMAND)
    director = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    pages = (
        "",
        "standings/",
        "posting/",
        "bracket/",
        "results/",
        "report/",
        "control/",
        "control/ranks/",
        "settings/",
        "prizes/",
    )
    answers = {page: director.get(f"/t/sierra/main/{page}").status_code for page in pages}
    assert set(answers.values()) <= {200, 302}, answers
    assert director.get("/t/sierra/").status_code == 200
    assert "by exemption: No playoffs" in text_of(director.get("/t/sierra/main/report/"))


@pytest.mark.parametrize("seated", [0, 4])
def test_no_page_says_one_in_two_where_nobody_qualifies(seated: int) -> None:
    event = an_event(one_in=2, games=1, entrants=seated, seated=bool(seated))
    exempt_quota(event=event, quota=0, reason="No playoffs", actor=make_actor())
    if seated:
        level_pairs(event)
        start_cross_check(event=Event.objects.get(), actor=COMMAND)
        look_at_all(Event.objects.get())
        post_qualifiers(event=Event.objects.get(), actor=COMMAND)
    director = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    flyer, entrants, standings = (
        text_of(director.get(f"/t/sierra/{page}")) for page in ("flyer/", "main/entrants/", "main/standings/")
    )

    for text in (flyer, entrants):
        assert "Nobody qualifies, by exemption: No playoffs" in text
    for text in (flyer, entrants, standings):
        assert "ne in 2" not in text


def test_flyer_and_entrants_of_a_ladder_say_that_nobody_qualifies() -> None:
    event = make_event(tournament=make_tournament("sierra"), movement="ladder", games=3, entrants=4)
    director = signed_in(make_user("dora", role=Role.Kind.DIRECTOR, tournament=event.tournament))

    for page in ("flyer/", "main/entrants/"):
        text = text_of(director.get(f"/t/sierra/{page}"))
        assert "Nobody qualifies." in text
        assert "ne in four" not in text


def test_where_nobody_qualifies_posting_opens_the_report_and_the_results_are_the_standings() -> None:
    event = an_event(games=1)
    level_pairs(event)
    exempt_quota(event=event, quota=0, reason="No playoffs", actor=make_actor())
    Event.objects.update(hidden=["final"])
    start_cross_check(event=Event.objects.get(), actor=COMMAND)
    look_at_all(Event.objects.get())
    api = director_of(event)

    assert api.post(f"{API}qualifiers/").json() == []

    assert (api.get(API).json()["phase"], Event.objects.get().hidden) == ("report", [])
    assert "no playoffs follow" in api.get(f"{API}bracket/").json()["message"]
    refused = api.post(f"{API}bracket/", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_playoffs")
    assert refused.json()["message"] == "Nobody qualifies, so no playoffs follow. The standings are the result."
    director = signed_in(User.objects.get(username="dora"))
    steps = text_of(director.get("/t/sierra/main/phases/"))
    assert "The bracket is not drawn" not in steps
    assert "The bracket is not drawn" not in text_of(director.get("/t/sierra/main/report/"))
    assert "The ranking is official" in text_of(director.get("/t/sierra/main/"))
    reopened = api.post(f"{API}phases/reopen/", {"phase": "playoffs", "reason": "Slip"}, format="json")
    assert (reopened.status_code, reopened.json()["code"]) == (409, "not_ready")
    bracket = text_of(director.get("/t/sierra/main/bracket/"))
    assert "There are no playoffs here. Nobody qualifies" in bracket
    assert "one qualifier" not in bracket
    results = text_of(Client().get("/t/sierra/main/results/"))
    names = {entry.seat: entry.name for entry in event.entries.all()}
    assert f"1st place, shared {names['A-1']}, {names['A-2']}" in results
    assert f"3rd place, shared {names['A-3']}, {names['A-4']}" in results
    assert "Final standings 4" in results
    for wrong in ("Playoffs not over", "high nonqualifier", "In the playoffs"):
        assert wrong not in results
