"""The report to the ACC: what it says, what is missing of it and where that is cured, on the page, as JSON and as CSV."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from brackets.models import Item, Payout, PoolPlan, Prize
from brackets.results.actions.honours import record_honour
from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.report.actions import note_report
from hall.report.reads import event_report
from scorecards.models import QualifyingResult
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, Fee, FeeTaken, LedgerLine, Role, Tournament, User
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


def page(event: Event, name: str = "report") -> str:
    return reverse(f"report:{name}", args=[event.tournament.slug, event.slug])


def api(event: Event) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/report/"


def again(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def make_finished(tournament: Tournament, slug: str = "main") -> Event:
    """A main event of 22 games: A-1 beats A-2 in the final, A-3 did not qualify. Everybody has an ACC number."""
    event = make_bracket(2, best_of=1, tournament=tournament, slug=slug)
    win(event, 1, "A-1")
    QualifyingResult.objects.filter(event=event).update(game_points=30)
    Event.objects.filter(pk=event.pk).update(games=22)
    for entry in event.entries.all():
        Entry.objects.filter(pk=entry.pk).update(acc_number=f"CA{entry.number}")
    return again(event)


def settle(event: Event) -> None:
    """Fees paid, prizes set and paid out, the sanctioning fee written."""
    fee = Fee.objects.create(event=event, name="Entry", cents=7500)
    pool = Fee.objects.create(event=event, name="Q-pool", kind="q_pool", cents=1000, optional=True)
    PoolPlan.objects.create(fee=pool, type="equal", ratio=4)
    entries = list(event.entries.select_related("player"))
    for number, entry in enumerate(entries, start=1):
        FeeTaken.objects.create(entry=entry, fee=pool)
        LedgerLine.objects.create(
            tournament=event.tournament, number=number, player=entry.player, kind="cash", cents=8500, by="x"
        )
    Prize.objects.create(event=event, kind="place", place=1, cents=10000)
    Item.objects.create(
        tournament=event.tournament,
        number=1,
        event=event,
        kind="sanctioning",
        name="ACC",
        cents=300 * len(entries),
        by="x",
    )
    Payout.objects.create(
        tournament=event.tournament, number=1, player=entries[0].player, kind="cash", cents=13000, by="x"
    )
    assert fee.pk


def texts(event: Event) -> list[str]:
    return [one.text for one in event_report(again(event)).missing]


@pytest.mark.parametrize(
    ("role", "status"), [("director", 200), ("checker", 403), ("registrar", 403), ("judge", 403), ("viewer", 403)]
)
def test_only_the_director_opens_the_report(tournament: Tournament, role: str, status: int) -> None:
    event = make_finished(tournament)
    client, program = in_role(tournament, role), api_of(make_user(role=role, tournament=tournament))

    assert client.get(page(event)).status_code == status
    assert client.get(page(event, "report_csv")).status_code == status
    assert client.post(page(event), {"notes": "x"}).status_code == (302 if status == 200 else 403)
    assert program.get(api(event)).status_code == status
    assert program.patch(api(event), {"notes": "y", "receipts": True}, format="json").status_code == status


def test_one_acc_number_of_two_who_earn_points_is_to_be_looked_at(tournament: Tournament) -> None:
    event = make_finished(tournament)
    one, two = event.entries.order_by("number")[:2]
    Entry.objects.filter(pk=two.pk).update(acc_number=one.acc_number)

    found = event_report(again(event))

    told = (
        f"{one.name} and {two.name} have the ACC number {one.acc_number}, so points would go to one of them. Correct it at the "
        "desk."
    )
    assert told in [lack.text for lack in found.advised]
    Entry.objects.filter(pk=two.pk).update(acc_number="")
    Entry.objects.filter(number=3).update(acc_number=one.acc_number)
    # Whoever earns no points may have whatever number.
    assert not [lack for lack in event_report(again(event)).lacks if "have the ACC number" in lack.text]


def test_the_api_writes_notes_or_receipts_alone(tournament: Tournament) -> None:
    event = make_finished(tournament)
    program = api_of(make_user(role="director", tournament=tournament))

    first = program.patch(api(event), {"notes": "Snow"}, format="json").json()
    second = program.patch(api(event), {"receipts": True}, format="json").json()

    assert (first["notes"], first["receipts"], first["version"]) == ("Snow", False, 1)
    assert (second["notes"], second["receipts"], second["version"]) == ("Snow", True, 2)
    assert program.patch(api(event), {}, format="json").json()["version"] == 2


def test_a_visitor_signs_in_and_a_superuser_may(tournament: Tournament) -> None:
    event = make_finished(tournament)

    assert Client().get(page(event)).status_code in (302, 403)
    assert api_of().get(api(event)).status_code == 401
    assert signed_in(make_user(superuser=True)).get(page(event)).status_code == 200


def test_the_report_says_what_is_missing_and_links_to_where_to_correct_it(tournament: Tournament) -> None:
    event = make_finished(tournament)
    fee = Fee.objects.create(event=event, name="Q-pool", kind="q_pool", cents=1000, optional=True)
    FeeTaken.objects.create(entry=event.entries.get(number=1), fee=fee)

    answer = in_role(tournament, "director").get(page(event))

    found = {one.text: one.url for one in answer.context["report"].missing}
    assert found == {
        "1 person still owes $10 in all.": "/t/sierra/money/?show=open",
        "No prize is set.": "/t/sierra/main/prizes/",
        "It is not said how “Q-pool” is paid out.": "/t/sierra/main/pools/",
        "Of the sanctioning fee $9 is not in the books (3 entrants × $3).": "/t/sierra/money/settlement/",
    }
    for text, url in found.items():
        assert text in text_of(answer)
        assert f'href="{url}"' in answer.content.decode()
        assert in_role(tournament, "director").get(url).status_code == 200


def test_the_fee_of_a_no_show_holds_no_report_up(tournament: Tournament) -> None:
    event = make_finished(tournament)
    fee = Fee.objects.create(event=event, name="Q-pool", kind="q_pool", cents=1000, optional=True)
    FeeTaken.objects.create(entry=event.entries.get(number=1), fee=fee)
    event.entries.filter(number=1).update(status="no_show", status_reason="Ill")

    report = in_role(tournament, "director").get(page(event)).context["report"]

    assert "1 person still owes $10 in all." not in {lack.text for lack in report.missing}
    advised = "1 no-show owes $10 in all. Waive it if it will not be paid."
    assert {lack.text: lack.url for lack in report.advised}[advised] == "/t/sierra/money/?show=away"


def test_a_draft_can_be_looked_at_long_before(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    early = make_event(tournament=tournament, slug="early")
    posted = make_posted_event(2, tournament=tournament, slug="posted")
    drawn = make_bracket(2, tournament=tournament, slug="drawn")

    assert "The qualifiers are not posted." in text_of(director.get(page(early)))
    assert "The bracket is not drawn." in text_of(director.get(page(posted)))
    assert "The playoffs are not over." in text_of(director.get(page(drawn)))
    assert director.get(page(early, "report_csv")).status_code == 200


def test_once_everything_is_settled_it_is_complete(tournament: Tournament) -> None:
    event = make_finished(tournament)
    settle(event)

    assert texts(event) == []
    text = text_of(in_role(tournament, "director").get(page(event)))
    assert "Nothing is missing" in text
    assert "Draft" not in text


def test_a_desk_that_is_short_keeps_the_report_of_whoever_spent_it_open(tournament: Tournament) -> None:
    event = make_finished(tournament)
    settle(event)
    other = make_finished(tournament, slug="satellite")
    once = texts(event)

    Item.objects.create(tournament=tournament, number=2, event=event, kind="expense", name="Hall", cents=16_500, by="x")

    told = "The desk is $49 short: more was paid than came in."
    assert once == []
    assert [any(told in text for text in texts(one)) for one in (event, other)] == [True, False]


def test_what_another_event_is_owed_and_owes_is_missing_there_alone(tournament: Tournament) -> None:
    event = make_finished(tournament)
    settle(event)
    other = make_bracket(2, best_of=1, tournament=tournament, slug="consolation")
    first, second, third = event.entries.select_related("player").order_by("number")
    # The champion of the main event plays, wins and owes in the other one too.
    other.entries.filter(number=1).update(player=first.player)
    win(other, 1, "A-1")
    Fee.objects.create(event=other, name="Entry", cents=2000)
    Prize.objects.create(event=other, kind="place", place=1, cents=5000)
    once = texts(event), texts(other)

    ledger = LedgerLine.objects.filter(tournament=tournament)
    ledger.filter(player=second.player).update(cents=8000)
    ledger.filter(player=third.player).update(cents=9500)
    Payout.objects.filter(tournament=tournament).update(cents=12500)

    assert once[0] == []
    assert {"3 people still owe $60 in all.", "1 person is still to be paid: $50 in all."} <= set(once[1])
    assert texts(event) == [
        "1 person still owes $5 in all.",
        "$10 is to be given back.",
        "1 person is still to be paid: $5 in all.",
    ]
    assert {"3 people still owe $60 in all.", "1 person is still to be paid: $50 in all."} <= set(texts(other))
    assert not any("given back" in text for text in texts(other))


def test_who_was_paid_too_much_is_named_in_every_event_that_they_play(tournament: Tournament) -> None:
    event = make_finished(tournament)
    settle(event)
    other = make_bracket(2, best_of=1, tournament=tournament, slug="consolation")
    third = make_bracket(2, best_of=1, tournament=tournament, slug="satellite")
    champion = event.entries.select_related("player").get(number=1)
    other.entries.filter(number=2).update(player=champion.player)
    won = Payout.objects.get(player=champion.player).cents

    Payout.objects.filter(player=champion.player).update(cents=won + 2500)

    told = f"Paid more than they have won in all their events: {champion.name} ($25)."
    assert [told in texts(one) for one in (event, other, third)] == [True, True, False]


def test_the_report_has_everything_that_the_form_of_the_acc_asks_for(tournament: Tournament) -> None:
    event = make_finished(tournament)
    settle(event)
    record_honour(event=event, seat="A-3", kind="hand_29", note="Game 12", actor=make_actor())
    Item.objects.create(tournament=tournament, number=2, event=event, kind="income", name="Raffle", cents=4050, by="x")
    director = make_user(role="director", tournament=tournament)
    User.objects.filter(pk=director.pk).update(first_name="Rosa", last_name="Medina")

    text = text_of(signed_in(director).get(page(event)))

    for told in (
        "Directors Rosa Medina",
        "Participants 3",
        "Games 22",
        "Automatic qualifiers 1, one in four",
        "Champion Milt Orr",
        "Runner-up Dale Ashby",
        "1 Milt Orr CA1 30 1 +20 Champion 41 $100 $30",
        "HNQ Ivan Flint CA3 30 1 +20",
        "Entry: 3 people, $75 each $225",
        "Income: Raffle $40.50",
        "Q-pool: Q-pool. 3 people, $10 each: $30 1 Milt Orr $30",
        "29 hand : Ivan Flint A-3",
        "Game 12",
        "Receipts: not put with the report yet.",
    ):
        assert told in text

    values = api_of(director).get(api(event)).json()
    assert values["complete"] is True
    assert (values["entrants"], values["games"], values["automatic_qualifiers"], values["qualifiers"]) == (3, 22, 1, 2)
    first = values["players"][0]
    assert (first["qualifying_points"], first["playoff_points"], first["points"]) == (20, 14 + 7, 41)
    assert (first["prizes"], first["pools"]) == (10000, 3000)
    assert [(one["name"], one["cents"]) for one in values["items"]] == [("ACC", 900), ("Raffle", 4050)]
    assert values["pools"][0]["places"] == [{"place": 1, "cents": 3000, "seat": "A-1"}]
    assert values["honours"][0]["note"] == "Game 12"


def test_the_players_come_as_a_table(tournament: Tournament) -> None:
    event = make_finished(tournament)
    settle(event)
    Entry.objects.filter(event=event, number=2).update(name="=Ashby")

    answer = in_role(tournament, "director").get(page(event, "report_csv"))

    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert answer["Content-Disposition"] == 'attachment; filename="sierra-main-report.csv"'
    assert dict(zip(rows[0], rows[1], strict=True)) | {"Club": ""} == {
        "Rank": "1",
        "Name": "Milt Orr",
        "ACC number": "CA1",
        "Club": "",
        "Seat": "A-1",
        "Game points": "30",
        "Games won": "1",
        "Plus": "30",
        "Minus": "10",
        "Net": "20",
        "Qualifier": "1",
        "High nonqualifier": "",
        "Place": "1",
        "MRP for the card": "20",
        "MRP for the playoffs": "21",
        "MRP in all": "41",
        "Prizes": "100",
        "Pools": "30",
        "Won in all": "130",
        "Corrected after posting": "",
        "By the corrected cards": "",
    }
    assert rows[2][1] == "'=Ashby"
    assert rows[3][11] == "yes"


def test_a_qualifier_without_a_number_and_a_card_without_a_row_are_to_be_looked_at(tournament: Tournament) -> None:
    event = make_finished(tournament)
    Entry.objects.filter(event=event, number=2).update(acc_number="")
    QualifyingResult.objects.filter(event=event).update(game_points=20)

    advised = {one.text: one.url for one in event_report(again(event)).advised}

    assert advised[
        "Dale Ashby qualified and has no ACC number here, so earns no points. Members give it at the desk."
    ] == ("/t/sierra/main/entrants/2/")
    assert "Milt Orr: No published row for so few game points in the upper half: ask the ACC." in advised


# --- Notes -----------------------------------------------------------------------------------------------------------


def test_notes_and_receipts_are_kept_and_the_log_says_so(tournament: Tournament) -> None:
    event = make_finished(tournament)
    client = in_role(tournament, "director")

    client.post(page(event), {"notes": "Power cut in game 9.\nTwenty minutes.", "receipts": "on"})

    text = text_of(client.get(page(event)))
    assert "Power cut in game 9." in text
    assert "The receipts are put with the report." in text
    row = AuditEntry.objects.get(action="report.noted")
    assert (row.before["receipts"], row.after["receipts"]) == (False, True)
    assert "Notes for the report written." in text_of(client.get(reverse("desk:log", args=["sierra", "main"])))


def test_the_same_notes_again_change_nothing_and_old_ones_are_refused(tournament: Tournament) -> None:
    event = make_finished(tournament)

    assert note_report(event=event, notes="One", receipts=False, seen=0, actor=make_actor()) is True
    assert note_report(event=event, notes="One", receipts=False, seen=0, actor=make_actor()) is False
    with pytest.raises(Refused) as refused:
        note_report(event=event, notes="Two", receipts=False, seen=0, actor=make_actor())

    assert refused.value.code == "stale"
    director = make_user(role="director", tournament=tournament)
    stale = api_of(director).patch(api(event), {"notes": "Three", "receipts": True, "seen": 0}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    typed = signed_in(director).post(page(event), {"notes": "Three", "initial-notes": ""})
    assert typed.status_code == 409
    assert "tests has set this to “One”" in text_of(typed)
    assert "Three</textarea>" in typed.content.decode()
    assert api_of(director).get(api(event)).json()["version"] == 1


def test_notes_that_are_too_long_are_refused(tournament: Tournament) -> None:
    event = make_finished(tournament)
    director = make_user(role="director", tournament=tournament)

    assert signed_in(director).post(page(event), {"notes": "x" * 2001}).status_code == 422
    assert api_of(director).patch(api(event), {"notes": "x" * 2001, "receipts": True}, format="json").status_code == 400
    assert api_of(director).patch(api(event), {"receipts": "yes"}, format="json").status_code == 400
    assert not AuditEntry.objects.filter(action="report.noted").exists()


# --- At the desk -----------------------------------------------------------------------------------------------------


def test_the_last_step_leads_to_the_report(tournament: Tournament) -> None:
    event = make_finished(tournament)
    Event.objects.filter(pk=event.pk).update(phase="report")
    director = in_role(tournament, "director")

    steps = text_of(director.get(reverse("desk:phases", args=["sierra", "main"])))
    desk = director.get(reverse("desk:desk", args=["sierra", "main"]))

    assert "2 things are missing in it." in steps
    assert page(event) in desk.content.decode()
    viewer = in_role(tournament, "checker").get(reverse("desk:desk", args=["sierra", "main"]))
    assert page(event) not in viewer.content.decode()


def test_the_report_takes_the_same_queries_whatever_the_number_of_players(tournament: Tournament) -> None:
    counts = []
    for qualifiers, slug in ((2, "small"), (9, "large")):
        own = make_tournament(slug)
        event = make_bracket(qualifiers, best_of=1, tournament=own)
        Role.objects.create(user=make_user(), tournament=own, kind="director")
        with CaptureQueriesContext(connection) as caught:
            event_report(event)
        counts.append(len(caught))

    assert counts[0] == counts[1]
