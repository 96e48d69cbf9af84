"""Results, points and awards: what they say, for whom, on the page and in the API alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from brackets.bracket.reads.drawn import bracket
from brackets.matches.actions.playing import forfeit_game
from brackets.models import Honour, Prize
from brackets.results.actions.honours import record_honour
from brackets.results.reads.resultspage import results_page
from brackets.results.words import results as results_words
from brackets.tests.factories import link, make_bracket, make_posted_event, schedule, win
from scorecards.models import QualifyingResult
from tournaments.models import AuditEntry, Entry, Event
from tournaments.tests.factories import api_of, director, make_actor, make_event, make_user, tournament
from tournaments.tests.pages import in_role, signed_in, text_of

__all__ = ["director", "tournament"]

pytestmark = pytest.mark.django_db


def page(event: Event, name: str = "results", *more: object) -> str:
    return reverse(f"brackets:{name}", args=[event.tournament.slug, event.slug, *more])


def api(event: Event, rest: str = "results/") -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def make_members(event: Event, *seats: str) -> None:
    """Give whoever sits there an ACC number, everybody where no seat is named."""
    for entry in event.entries.all():
        if not seats or entry.seat in seats:
            Entry.objects.filter(pk=entry.pk).update(acc_number=f"CA{entry.number}")


def rated(event: Event, games: int = 22, kind: str = "main", game_points: int = 30) -> Event:
    """The same event with a number of games that has a row, its best cards with so many game points."""
    Event.objects.filter(pk=event.pk).update(games=games, kind=kind)
    QualifyingResult.objects.filter(event=event).update(game_points=game_points)
    return Event.objects.select_related("tournament").get(pk=event.pk)


def make_finished(tournament=None, *, qualifiers: int = 5) -> Event:
    """Five qualifiers: seed 2 wins the final against seed 1; seeds 3 and 4 lose in the semifinals, seed 5 before."""
    event = make_bracket(qualifiers, best_of=1, tournament=tournament)
    first = next(found for found in bracket(event).rounds[0] if not found.bye)
    win(event, first.match, "A-4")
    win(event, 5, "A-1")
    win(event, 6, "A-2")
    win(event, 7, "A-2")
    return Event.objects.select_related("tournament").get(pk=event.pk)


# --- Results ---------------------------------------------------------------------------------------------------------


def test_qualifiers_stand_high_to_low_and_the_high_nonqualifier_after_them_without_a_number(tournament) -> None:
    event = make_finished(tournament)

    found = Client().get(page(event))

    text = text_of(found)
    assert found.status_code == 200
    for told in (
        "Champion Dale Ashby",
        "Runner-up Milt Orr",
        "3rd place, shared Ivan Flint, Edie Marsh",
        "High qualifier Milt Orr",
        "High nonqualifier Carl Stone",
        "1 Milt Orr A-1 40 1 +20 30 Runner-up",
        "5 Ruth Quill A-5 40 1 +20 30 5th place",
        "Plus In the playoffs 1 Milt Orr",
        "5th place Carl Stone High nonqualifier A-6 40 1 +20 30",
    ):
        assert told in text
    values = api_of().get(api(event)).json()
    assert [row["rank"] for row in values["qualifiers"]] == [1, 2, 3, 4, 5]
    assert (values["high_nonqualifier"]["seat"], values["high_nonqualifier"]["rank"]) == ("A-6", None)
    assert (values["champion"], values["runner_up"]) == ("A-2", "A-1")


def test_who_shares_the_place_of_the_high_nonqualifier_stands_below_the_qualifiers(tournament) -> None:
    event = make_posted_event(5, tournament=tournament)
    below = QualifyingResult.objects.filter(event=event, rank__in=[5, 6])
    below.update(rank=5, tied=True, seed=None, status="nonqualifier")
    director = in_role(event.tournament, "director")

    text, values = text_of(Client().get(page(event))), api_of().get(api(event)).json()

    assert "High nonqualifier, shared Ruth Quill, Carl Stone" in text
    assert "Ruth Quill High nonqualifier, shared A-5" in text
    assert "There is no high nonqualifier" not in text
    assert values["high_nonqualifier"] is None
    assert [row["seat"] for row in values["high_nonqualifiers"]] == ["A-5", "A-6"]
    after_all = "To decide it by a game after all, record the game with the standings"
    assert after_all not in text
    assert after_all in text_of(director.get(page(event)))


def test_before_the_posting_the_page_says_what_will_come(tournament) -> None:
    event = make_event(tournament=tournament, entrants=4, seated=True)

    assert "They appear here once the qualifiers are posted" in text_of(Client().get(page(event)))
    assert api_of().get(api(event)).json()["posted"] is False


def test_while_the_playoffs_last_nobody_has_a_place_who_is_still_in(tournament) -> None:
    event = make_bracket(4, best_of=1, tournament=tournament)
    win(event, 1, "A-1")

    text = text_of(Client().get(page(event)))

    assert "Playoffs not over" in text
    assert "Champion" not in text
    assert {row["seat"]: row["place"] for row in api_of().get(api(event)).json()["qualifiers"]} == {
        "A-1": None,
        "A-2": None,
        "A-3": None,
        "A-4": 3,
    }


def test_paid_places_stand_with_their_amounts_and_whoever_shares_one_has_it(tournament) -> None:
    event = make_finished(tournament)
    Prize.objects.create(event=event, kind="place", place=1, cents=40000)
    Prize.objects.create(event=event, kind="place", place=3, cents=10000)
    Prize.objects.create(event=event, kind="hnq", cents=2550)

    text = text_of(Client().get(page(event)))

    assert "Champion Dale Ashby $400" in text
    assert "Ivan Flint, Edie Marsh $100" in text
    assert "High nonqualifier Carl Stone $25.50" in text
    assert {row["seat"]: row["cents"] for row in api_of().get(api(event)).json()["qualifiers"]} == {
        "A-1": 0,
        "A-2": 40000,
        "A-3": 10000,
        "A-4": 10000,
        "A-5": 0,
    }


@pytest.mark.parametrize("part", ["standings", "qualifiers"])
def test_results_are_hidden_with_the_standings_or_the_qualifiers(tournament, part: str) -> None:
    event = make_finished(tournament)
    Event.objects.filter(pk=event.pk).update(hidden=[part])

    for address in (api(event), api(event, "points/")):
        answer = api_of().get(address)
        assert (answer.status_code, answer.json()["code"]) == (403, "hidden")
    assert Client().get(page(event)).status_code == 403
    assert in_role(tournament, "viewer").get(page(event)).status_code == 200


def test_with_a_hidden_bracket_nothing_tells_how_the_playoffs_went(tournament) -> None:
    event = rated(make_finished(tournament))
    make_members(event)
    Prize.objects.create(event=event, kind="place", place=1, cents=40000)
    Event.objects.filter(pk=event.pk).update(hidden=["bracket"])

    text = text_of(Client().get(page(event)))

    assert "The director has not made the playoffs public yet" in text
    assert "Champion" not in text
    assert "$400" not in text
    values = api_of().get(api(event)).json()
    assert (values["playoffs"], values["champion"], values["prizes"]) == (False, None, [])
    assert {row["place"] for row in values["qualifiers"]} == {None}
    assert api_of().get(api(event, "points/")).json()["players"] == []
    assert "Champion" in text_of(in_role(tournament, "checker").get(page(event)))


def test_results_take_the_same_queries_whatever_the_number_of_players(tournament) -> None:
    counts = []
    for qualifiers, slug in ((2, "small"), (9, "large")):
        event = make_bracket(qualifiers, best_of=1, tournament=tournament, slug=slug)
        for seat in ("A-1", "A-2"):
            record_honour(event=event, seat=seat, kind="hand_28", actor=make_actor())
        with CaptureQueriesContext(
            connection,
        ) as caught:
            results_page(event)
        counts.append(len(caught))

    assert counts[0] == counts[1]


def test_a_page_that_is_up_to_date_is_not_sent_again(tournament) -> None:
    event = make_finished(tournament)

    answer = Client().get(page(event), {"v": event.revision}, HTTP_HX_REQUEST="true")

    assert answer.status_code == 204
    assert b"<main" not in Client().get(page(event), {"v": 0}, HTTP_HX_REQUEST="true").content


# --- Points ----------------------------------------------------------------------------------------------------------


def points(event: Event) -> dict[str, tuple[int | None, int | None, int | None, str]]:
    players = api_of().get(api(event, "points/")).json()["players"]
    return {one["seat"]: (one["qualifying"], one["playoffs"], one["total"], one["why"]) for one in players}


def test_members_earn_for_their_card_and_for_the_playoffs_and_nobody_else_does(tournament) -> None:
    event = rated(make_finished(tournament))
    make_members(event, "A-1", "A-2", "A-3", "A-5", "A-6")

    assert points(event) == {
        "A-1": (20, 42, 62, ""),
        "A-2": (20, 70, 90, ""),
        "A-3": (20, 21, 41, ""),
        "A-4": (None, None, None, "not_member"),
        "A-5": (5, 7, 12, ""),
    }
    text = text_of(Client().get(page(event)))
    assert "Dale Ashby 20 70 90" in text
    assert "No ACC number: only members earn points." in text
    assert "ACC sheets effective August 1, 2016, computed here; the ACC keeps the record." in text


def test_a_card_without_a_published_row_has_no_value_and_no_total(tournament) -> None:
    event = rated(make_finished(tournament), game_points=26)
    make_members(event)

    found = points(event)

    assert found["A-1"] == (None, 42, None, "no_row")
    assert found["A-4"] == (5, 21, 26, "")
    assert "No published row for so few game points in the upper half: ask the ACC." in text_of(
        Client().get(page(event))
    )


def test_who_is_still_in_has_no_total_yet(tournament) -> None:
    event = rated(make_bracket(4, best_of=1, tournament=tournament))
    make_members(event)
    win(event, 1, "A-1")

    assert points(event)["A-1"] == (20, None, None, "still_in")
    assert points(event)["A-4"] == (5, 7, 12, "")


def test_a_bye_counts_as_a_win(tournament) -> None:
    event = rated(make_bracket(3, best_of=1, tournament=tournament))
    make_members(event)
    second = next(found for found in bracket(event).rounds[0] if not found.bye)
    win(event, second.match, "A-2")
    win(event, 3, "A-2")

    assert points(event)["A-1"] == (20, 21, 41, "")


def test_whoever_does_not_appear_keeps_the_prize_and_the_points_of_the_losers(tournament) -> None:
    event = rated(make_bracket(4, best_of=1, tournament=tournament))
    make_members(event)
    Prize.objects.create(event=event, kind="place", place=3, cents=5000)
    schedule(event, 1, timezone.now() - timedelta(minutes=6))
    forfeit_game(event=event, match=1, absent="A-4", now=timezone.now(), actor=make_actor())

    assert points(event)["A-4"] == (5, 7, 12, "")
    assert {row["seat"]: row["cents"] for row in api_of().get(api(event)).json()["qualifiers"]}["A-4"] == 5000


@pytest.mark.parametrize(
    ("kind", "games", "told"),
    [
        ("main", 9, "No published row: 9 games are not a rated number"),
        ("satellite", 9, "No Master Rating Points: the ACC rates main events and consolations."),
        ("club_night", 9, "No Master Rating Points: the ACC rates main events and consolations."),
    ],
)
def test_an_event_that_earns_no_points_says_why(tournament, kind: str, games: int, told: str) -> None:
    event = rated(make_finished(tournament), games=games, kind=kind)
    make_members(event)

    assert points(event) == {}
    assert told in text_of(Client().get(page(event)))
    assert told in api_of().get(api(event, "points/")).json()["none"]


def test_an_event_that_is_not_played_as_the_acc_plays_earns_no_points(tournament) -> None:
    event = rated(make_finished(tournament))
    make_members(event)
    assert points(event) != {}
    Event.objects.filter(pk=event.pk).update(one_in=6)

    told = "No Master Rating Points: this event is not played as the ACC plays."
    assert points(event) == {}
    assert told in text_of(Client().get(page(event)))
    assert told in api_of().get(api(event, "points/")).json()["none"]


def test_a_consolation_earns_by_its_own_schedule(tournament) -> None:
    event = rated(make_finished(tournament), games=9, kind="consolation", game_points=17)
    make_members(event)

    assert points(event)["A-2"] == (18, 40, 58, "")
    assert points(event)["A-5"] == (3, 4, 7, "")


# --- Awards ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def event(tournament) -> Event:
    return make_posted_event(4, tournament=tournament)


@pytest.mark.parametrize(
    ("role", "status"), [("director", 200), ("checker", 200), ("judge", 200), ("registrar", 403), ("viewer", 403)]
)
def test_who_records_awards(event: Event, role: str, status: int) -> None:
    client = in_role(event.tournament, role)

    assert client.get(page(event, "honours")).status_code == status
    sent = client.post(page(event, "honours"), {"seat": "A-1", "kind": "hand_29"})
    assert sent.status_code == (302 if status == 200 else 403)
    assert Honour.objects.count() == (1 if status == 200 else 0)


def test_a_visitor_signs_in_to_record_an_award(event: Event) -> None:
    assert Client().post(page(event, "honours"), {"seat": "A-1", "kind": "hand_29"}).status_code in (302, 403)
    answer = api_of().post(api(event, "honours/"), {"seat": "A-1", "kind": "hand_29"}, format="json")
    assert answer.status_code == 401
    assert not Honour.objects.exists()


def test_an_award_is_recorded_by_a_part_of_the_name_and_taken_back(event: Event) -> None:
    client = in_role(event.tournament, "judge")

    answer = client.post(page(event, "honours"), {"seat": "ashby", "kind": "hand_28", "note": "Game 7"}, follow=True)

    assert "Recorded for Dale Ashby: 28 hand." in text_of(answer)
    honour = Honour.objects.get()
    assert (honour.entry.seat, honour.kind, honour.note) == ("A-2", "hand_28", "Game 7")
    visitor = text_of(Client().get(page(event)))
    assert "Dale Ashby A-2 28 hand" in visitor
    assert "Game 7" not in visitor
    back = client.post(page(event, "honour", honour.pk), follow=True)
    assert "Taken back for Dale Ashby: 28 hand." in text_of(back)
    assert not Honour.objects.exists()
    rows = AuditEntry.objects.filter(action__startswith="honour.").order_by("pk")
    assert [row.action for row in rows] == ["honour.recorded", "honour.taken-back"]
    assert rows[1].before["kind"] == "hand_28"
    assert client.post(page(event, "honour", honour.pk)).status_code == 404


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"seat": "A-99", "kind": "hand_28"}, "seat"),
        ({"seat": "", "kind": "hand_28"}, "seat"),
        ({"seat": "A-1", "kind": "other"}, "name"),
        ({"seat": "A-1", "kind": "hand_28", "name": "Twenty-eight"}, "name"),
        ({"seat": "A-1", "kind": "hand_30"}, "kind"),
        ({"seat": "A-1", "kind": "hand_28", "note": "x" * 301}, "note"),
    ],
)
def test_what_cannot_be_an_award_is_refused_beside_its_field(event: Event, sent: dict[str, str], field: str) -> None:
    answer = in_role(event.tournament, "checker").post(page(event, "honours"), sent)
    program = api_of(make_user(role="checker", tournament=event.tournament))
    refused = program.post(api(event, "honours/"), sent, format="json")

    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert refused.status_code == 400
    assert field in {fault["field"] for fault in refused.json()["errors"]}
    assert not Honour.objects.exists()


def test_an_award_seen_too_late_is_refused_as_stale(event: Event) -> None:
    program = api_of(make_user(role="checker", tournament=event.tournament))
    first = program.post(api(event, "honours/"), {"seat": "A-1", "kind": "hand_28", "seen": 0}, format="json")
    again = program.post(api(event, "honours/"), {"seat": "A-1", "kind": "hand_28", "seen": 0}, format="json")
    typed = in_role(event.tournament, "judge").post(
        page(event, "honours"), {"seat": "A-1", "kind": "hand_28", "seen": "0"}
    )

    assert (first.status_code, again.status_code, again.json()["code"]) == (201, 409, "stale")
    assert typed.status_code == 409
    assert "The list of awards changed since you opened this page." in text_of(typed)
    assert Honour.objects.count() == 1


def test_the_same_award_of_one_player_is_recorded_twice_only_as_a_second_one(event: Event) -> None:
    first, second = (api_of(make_user(role="checker", tournament=event.tournament)) for _desk in range(2))
    hand = {"seat": "A-1", "kind": "hand_29"}

    recorded = first.post(api(event, "honours/"), hand, format="json").json()
    refused = second.post(api(event, "honours/"), hand, format="json")
    judge = in_role(event.tournament, "judge")
    typed = judge.post(page(event, "honours"), {**hand, "note": "Game 7", "seen": "1"})

    assert (refused.status_code, refused.json()["code"]) == (409, "exists")
    assert refused.json()["current"] == {name: recorded[name] for name in ("id", "by", "at")}
    assert f"29 hand of Milt Orr is recorded already: {recorded['by']}, " in refused.json()["message"]
    assert typed.status_code == 409
    assert "Game 7" in typed.content.decode()
    assert '<input type="checkbox" name="again"' in typed.content.decode()
    assert "This is a second one, not the one that is recorded" in text_of(typed)
    assert Honour.objects.count() == 1

    # Another hand, another player and another award are not the same.
    for other in (
        {"kind": "hand_28"},
        {"seat": "A-2"},
        {"kind": "other", "name": "Hat"},
        {"kind": "other", "name": "Tie"},
    ):
        assert first.post(api(event, "honours/"), {**hand, **other}, format="json").status_code == 201
    hat = {**hand, "kind": "other", "name": "hat"}
    assert second.post(api(event, "honours/"), hat, format="json").json()["code"] == "exists"
    assert second.post(api(event, "honours/"), {**hand, "again": True}, format="json").status_code == 201
    assert judge.post(page(event, "honours"), {**hand, "again": "on"}).status_code == 302
    assert Honour.objects.filter(entry__number=1, kind="hand_29").count() == 3


def test_nobody_records_or_takes_back_an_award_of_their_own(event: Event) -> None:
    judge = make_user(role="judge", tournament=event.tournament)
    link(event, "A-3", judge)
    other = record_honour(event=event, seat="A-3", kind="hand_29", actor=make_actor())
    program, client = api_of(judge), signed_in(judge)

    for answer in (
        program.post(api(event, "honours/"), {"seat": "A-3", "kind": "hand_29"}, format="json"),
        program.delete(api(event, f"honours/{other.pk}/")),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "own_card")
    assert client.post(page(event, "honours"), {"seat": "A-3", "kind": "hand_29"}).status_code == 403
    assert client.post(page(event, "honour", other.pk)).status_code == 403
    assert Honour.objects.count() == 1


def test_no_show_and_nobody_seated_earn_nothing(tournament) -> None:
    early = make_event(tournament=tournament, slug="early", entrants=4)
    event = make_event(tournament=tournament, slug="late", entrants=4, seated=True)
    Entry.objects.filter(event=event, number=2).update(status="no_show", status_reason="Flat tyre")
    program = api_of(make_user(role="checker", tournament=tournament))

    refused = [
        program.post(api(one, "honours/"), {"seat": "A-2", "kind": "hand_28"}, format="json") for one in (early, event)
    ]

    assert [(one.status_code, one.json()["code"]) for one in refused] == [(409, "not_seated"), (409, "no_show")]
    assert "Awards are recorded from then on." in text_of(in_role(tournament, "checker").get(page(early, "honours")))


def test_awards_in_the_api(event: Event) -> None:
    program = api_of(make_user(role="judge", tournament=event.tournament))
    made = program.post(
        api(event, "honours/"),
        {"seat": "A-2", "kind": "other", "name": "Best newcomer", "note": "By vote"},
        format="json",
    )

    assert (made.status_code, made.json()["note"]) == (201, "By vote")
    assert [one["name"] for one in program.get(api(event, "honours/")).json()] == ["Best newcomer"]
    assert "note" not in api_of().get(api(event)).json()["honours"][0]
    assert program.delete(api(event, f"honours/{made.json()['id']}/")).status_code == 204
    assert program.delete(api(event, f"honours/{made.json()['id']}/")).status_code == 404
    assert api_of(make_user(role="viewer", tournament=event.tournament)).get(api(event, "honours/")).status_code == 403


def test_an_event_that_is_not_played_as_the_acc_plays_claims_no_points(tournament) -> None:
    event = make_event(tournament=tournament, slug="by-net", games=22, ranking="net")

    assert results_words.no_points(event) == "No Master Rating Points: this event is not played as the ACC plays."
