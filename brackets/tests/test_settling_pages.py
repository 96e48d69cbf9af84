"""The pages and the API of prizes, pools, the books and payouts: what they show, refuse and to whom."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from brackets.models import Item, Payout, PoolPlan, Prize
from brackets.settling.actions.payouts import pay_out
from brackets.settling.actions.pools import plan_pool
from brackets.settling.actions.prizes import PrizePlan
from brackets.settling.forms import PrizesForm
from brackets.settling.reads.settling import settlement, winners
from brackets.tests.factories import link, make_bracket, win
from brackets.tests.test_settling import PLACES, add_fee, award, entrant, pay, play, receive, take, won
from tournaments import audit
from tournaments.models import AuditEntry, Entry, Event, Role
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import form_on, html_of, in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/"


def page(name: str, *args: object) -> str:
    return reverse(f"brackets:{name}", args=["sierra", *args])


@pytest.fixture
@kept
def event() -> Event:
    """Four qualifiers whose playoffs are over, $75 each, a pool of $10 that the first two take."""
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    add_fee(event, "Entry", 7500)
    add_fee(event, "Q-pool", 1000, kind="q_pool", optional=True)
    take(event, 1, 2)
    play(event)
    return event


@pytest.fixture
def director(event: Event) -> Client:
    return in_role(event.tournament, "director")


@pytest.fixture
def registrar(event: Event) -> Client:
    award(event, *PLACES)
    return in_role(event.tournament, "registrar")


def pool_of(event: Event) -> int:
    return event.fees.get(name="Q-pool").pk


# --- Who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [*Role.Kind.values, "", "visitor"])
def test_prizes_and_books_are_for_the_director_and_payouts_for_registrars_too(event: Event, role: str) -> None:
    award(event, *PLACES)
    user = None if role == "visitor" else make_user(role=role, tournament=event.tournament) if role else make_user()
    client = signed_in(user) if user else Client()
    api = api_of(user)
    player, fee = entrant(event).player_id, pool_of(event)
    refused, denied = (302, 401) if user is None else (403, 403)
    directs, pays = role == "director", role in {"director", "registrar"}

    for path in (page("prizes", "main"), page("pools", "main"), page("settlement")):
        assert client.get(path).status_code == (200 if directs else refused), path
    for path in (page("payouts"), page("payouts_csv"), page("payout_slips"), page("payout", player)):
        assert client.get(path).status_code == (200 if pays else refused), path
    for path in (page("plan_pool", "main", fee), page("pool_places", "main", fee)):
        assert client.post(path, {}).status_code == (422 if directs else refused), path
    assert client.post(page("reverse_item", 99), {}).status_code == (404 if directs else refused)
    assert client.post(page("payouts"), {}).status_code == (404 if pays else refused)
    assert client.post(page("reverse_payout", player, 99), {}).status_code == (404 if pays else refused)
    for path in ("events/main/prizes/", "events/main/pools/", "money/settlement/"):
        assert api.get(f"{API}{path}").status_code == (200 if directs else denied), path
    for path in ("money/payouts/", f"money/payouts/{player}/"):
        assert api.get(f"{API}{path}").status_code == (200 if pays else denied), path
    sent: dict[str, Any] = {"kind": "cash", "cents": 1, "open": 20_000}
    answer = api.post(f"{API}money/payouts/{player}/", sent, format="json")
    assert answer.status_code == (201 if pays else denied)
    answer = api.post(
        f"{API}money/settlement/lines/", {"kind": "expense", "name": "x", "cents": 1, "number": 1}, format="json"
    )
    assert answer.status_code == (201 if directs else denied)
    answer = api.put(f"{API}events/main/prizes/", {"prizes": [], "reason": "A slip"}, format="json")
    assert answer.status_code == (200 if directs else denied)
    answer = api.put(f"{API}events/main/pools/{fee}/", {"type": "equal"}, format="json")
    assert answer.status_code == (200 if directs else denied)


def test_what_is_paid_stands_in_the_log_for_those_alone_who_may_see_money(event: Event, registrar: Client) -> None:
    registrar.post(page("payouts"), {"pay": f"cash-{entrant(event).player_id}-20000"})
    log = "/t/sierra/main/log/"

    shown = text_of(in_role(event.tournament, "director").get(log))

    assert "$200 of prize money paid to Milt Orr." in shown
    assert "Prizes set: 3 lines." in shown
    assert "prize money" not in text_of(in_role(event.tournament, "checker").get(log))


# --- Prizes ----------------------------------------------------------------------------------------------------------


def test_the_table_is_filled_in_and_saved_on_the_page(event: Event, director: Client) -> None:
    shown = text_of(director.get(page("prizes", "main")))
    assert "No prize is set." in shown
    assert "Sanctioning fee, not written yet 5 entrants × $3" in shown
    assert "For prizes $360" in shown

    shown_at_first = form_on(director.get(page("prizes", "main")), page("prizes", "main"))
    sent = {
        **shown_at_first,
        "place_1": "200",
        "place_2": "100.50",
        "hnq": "20",
        "rank_0_place": "1",
        "rank_0_cents": "15",
        "other_0_name": "Best hat",
        "other_0_cents": "5",
        "other_0_entrant": "3",
    }
    answer = director.post(page("prizes", "main"), sent, follow=True)

    assert "The prizes are saved." in text_of(answer)
    assert "Best hat Ivan Flint" in text_of(answer)
    assert sorted(Prize.objects.values_list("kind", "cents")) == [
        ("hnq", 2000),
        ("other", 500),
        ("place", 10_050),
        ("place", 20_000),
        ("rank", 1500),
    ]
    stale = director.post(page("prizes", "main"), {**shown_at_first, "place_1": "210"})
    assert stale.status_code == 409
    assert "You have set this to “$200” in another window" in text_of(stale)
    assert "“$210”" in text_of(stale)
    again = form_on(stale, page("prizes", "main"))
    assert director.post(page("prizes", "main"), again).status_code == 302
    assert Prize.objects.get(kind="place", place=1).cents == 21_000
    assert Prize.objects.count() == 5


def test_a_proposed_table_is_marked_as_our_own_and_saves_nothing(event: Event, director: Client) -> None:
    answer = director.get(page("prizes", "main"), {"fund": "360"})

    assert "A start for $360. Nothing is saved yet." in text_of(answer)
    assert "a suggestion of Pegboard, not a rule" in text_of(answer)
    assert 'name="place_1" value="' in answer.content.decode()
    assert not Prize.objects.exists()
    assert director.get(page("prizes", "main"), {"fund": "much"}).status_code == 422


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"place_1": "dear"}, "An amount is written in dollars"),
        ({"rank_0_place": "1"}, "Fill in the whole line, or empty it."),
        ({"rank_0_cents": "5"}, "Fill in the whole line, or empty it."),
        ({"other_0_cents": "5"}, "Fill in the whole line, or empty it."),
        ({"rank_0_place": "1", "rank_0_cents": "5", "rank_1_place": "1", "rank_1_cents": "6"}, "in the table twice"),
        ({"other_0_name": "Hat", "other_0_cents": "5", "other_0_entrant": "99"}, "99 is not one of"),
    ],
)
def test_an_invalid_prize_is_refused_beside_its_field(
    event: Event, director: Client, sent: dict[str, str], said: str
) -> None:
    answer = director.post(page("prizes", "main"), sent)

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert not Prize.objects.exists()


def hats(event: Event, *hats: tuple[str, str, int]) -> dict[str, str]:
    """The table as the page sends it: these prizes by name, each with its dollars and the entrant's number."""
    lines = {
        f"other_{line}_{part}": str(value)
        for line, hat in enumerate(hats)
        for part, value in zip(("name", "cents", "entrant"), hat, strict=True)
    }
    return {"place_1": "200", **lines}


def test_nobody_gives_a_prize_to_themselves_by_name(event: Event) -> None:
    user = make_user("milt", role="director", tournament=event.tournament)
    link(event, "A-1", user)
    mine, other = signed_in(user), in_role(event.tournament, "director")
    table, best, worst = page("prizes", "main"), ("Best hat", "10", 1), ("Worst hat", "5", 2)

    refused = mine.post(table, hats(event, worst, best))
    assert refused.status_code == 403
    assert set(refused.context["form"].errors) == {"other_1_entrant"}
    assert "This prize goes to you, and nobody gives a prize to themselves: another director sets it" in text_of(
        refused
    )
    assert 'value="Worst hat"' in refused.content.decode()
    assert not Prize.objects.exists()

    assert other.post(table, hats(event, best)).status_code == 302
    # What another director gave them stays when they save the table, as it is and once.
    assert mine.post(table, hats(event, best, worst)).status_code == 302
    assert mine.post(table, hats(event, ("Best hat", "500", 1), worst)).status_code == 403
    assert mine.post(table, hats(event, best, worst, best)).status_code == 403
    sent = {"prizes": [{"kind": "other", "name": "Hat", "cents": 100, "entrant": 2}]}
    sent["prizes"].append({**sent["prizes"][0], "entrant": 1})
    answer = api_of(user).put(f"{API}events/main/prizes/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "own_card")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["prizes.1.entrant"]
    assert sorted(Prize.objects.filter(kind="other").values_list("name", "cents")) == [
        ("Best hat", 1000),
        ("Worst hat", 500),
    ]


def test_a_prize_for_somebody_of_the_directors_name_waits_until_it_is_said_who_it_is(event: Event) -> None:
    user = make_user("milt", role="director", tournament=event.tournament)
    user.first_name, user.last_name = entrant(event).name.split()
    user.save()

    refused = signed_in(user).post(page("prizes", "main"), hats(event, ("Best hat", "10", 1)))

    assert refused.status_code == 403
    assert "says on the People page whether this player is you" in text_of(refused)


def test_more_prizes_than_there_is_money_are_said_and_saved(event: Event, director: Client) -> None:
    answer = director.post(page("prizes", "main"), {"place_1": "5000"}, follow=True)

    assert "More than there is −$4640" in text_of(answer)


# --- Pools -----------------------------------------------------------------------------------------------------------


def test_a_pool_is_planned_written_over_and_taken_back_on_the_page(event: Event, director: Client) -> None:
    fee = pool_of(event)
    assert "Nobody has said yet how it is paid out." in text_of(director.get(page("pools", "main")))

    lead = f"pool{fee}-"
    answer = director.post(
        page("plan_pool", "main", fee), {f"{lead}type": "graduated", f"{lead}ratio": "4"}, follow=True
    )
    assert "1 $20 Milt Orr In all $20 exactly the fund" in text_of(answer)
    assert "In it, and not paid yet: Dale Ashby ($10), Milt Orr ($10)." in text_of(answer)

    lead = f"places{fee}-"
    by_hand = {f"{lead}place_1": "12", f"{lead}place_2": "5", f"{lead}place_3": ""}
    refused = director.post(page("pool_places", "main", fee), by_hand)
    assert refused.status_code == 422
    assert "Say why these amounts differ" in text_of(refused)
    answer = director.post(page("pool_places", "main", fee), {**by_hand, f"{lead}reason": "two of them"}, follow=True)
    assert "1 $12 not $20 Milt Orr 2 $5 not $0 Dale Ashby In all $17 $3 less than the fund" in text_of(answer)
    assert PoolPlan.objects.get().by_hand == [1200, 500]

    answer = director.post(page("plan_pool", "main", fee), {"remove": "on"}, follow=True)
    assert "The payout of “Q-pool” is cleared." in text_of(answer)
    assert not PoolPlan.objects.exists()
    assert director.post(page("plan_pool", "main", event.fees.get(name="Entry").pk), {}).status_code == 404


def test_amounts_by_hand_need_no_type(event: Event, director: Client) -> None:
    fee = pool_of(event)
    lead = f"places{fee}-"

    director.post(page("pool_places", "main", fee), {f"{lead}place_1": "20", f"{lead}reason": "all to the first"})

    plan = PoolPlan.objects.get()
    assert (plan.type, plan.by_hand) == ("by_hand", [2000])
    lead = f"pool{fee}-"
    director.post(page("plan_pool", "main", fee), {f"{lead}type": "by_hand", f"{lead}ratio": "6"})
    plan.refresh_from_db()
    assert (plan.ratio, plan.by_hand) == (6, [2000])


def test_before_posting_the_page_says_that_ranks_are_provisional() -> None:
    early = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    client = in_role(early.tournament, "director")
    assert "The event has no pool." in text_of(client.get(page("pools", "main")))
    add_fee(early, "Q-pool", 1000, kind="q_pool", optional=True)

    assert "Nobody is paid from a pool before the qualifiers are posted." in text_of(client.get(page("pools", "main")))


# --- The books -------------------------------------------------------------------------------------------------------


def test_the_books_say_what_is_open_and_where_what_is_left_comes_from(event: Event, director: Client) -> None:
    award(event, *PLACES)
    for number in range(1, 6):
        receive(event, number, "cash", 7500)

    shown = text_of(director.get(page("settlement")))

    assert "2 people still owe $20" in shown
    assert "4 winners are to be paid $400" in shown
    assert "Nobody has said how Q-pool of Main event, $20, is paid out" in shown
    assert "Of the usual sanctioning fee (5 entrants × $3) $15 is not in the books." in shown
    assert "At the desk now $375 Still to come $20 To pay to winners −$400 Left in the end −$5" in shown
    assert "Main event −$25 Main event, pools $20" in shown


def test_lines_of_the_books_are_filled_in_written_and_taken_back(event: Event, director: Client) -> None:
    filled = director.get(page("settlement"), {"sanctioning": "main"})
    assert 'value="15"' in filled.content.decode()
    sent = {"kind": "sanctioning", "name": "ACC", "cents": "15", "event": "main"}

    answer = director.post(page("settlement"), sent, follow=True)

    assert "ACC, $15, is in the books." in text_of(answer)
    assert "of the usual sanctioning fee" not in text_of(answer).lower()
    refused = director.post(page("reverse_item", 1), {"reason": ""})
    assert (refused.status_code, "This cannot be empty." in text_of(refused)) == (422, True)
    answer = director.post(page("reverse_item", 1), {"reason": "twice"}, follow=True)
    assert "Line 1 of the books is taken back." in text_of(answer)
    assert director.post(page("reverse_item", 2), {"reason": "no"}).status_code == 409
    assert director.post(page("settlement"), {**sent, "cents": "0"}).status_code == 422
    assert director.post(page("settlement"), {**sent, "event": "other"}).status_code == 422
    assert Item.objects.count() == 2


def test_an_empty_tournament_has_books_and_no_winners() -> None:
    client = in_role(make_tournament("sierra"), "director")

    assert "There is no event yet." in text_of(client.get(page("settlement")))
    assert "Nobody has won anything yet." in text_of(client.get(page("payouts")))
    assert "There is no slip to print." in text_of(client.get(page("payout_slips")))


# --- Payouts ---------------------------------------------------------------------------------------------------------


def test_two_clicks_pay_somebody_and_a_third_is_told(event: Event, registrar: Client) -> None:
    player = entrant(event).player_id
    list_ = registrar.get(page("payouts"), {"show": "open"})
    assert "All 4 To be paid 4 Paid 0 Paid too much 0" in text_of(list_)
    assert f'value="cash-{player}-20000"' in list_.content.decode()

    answer = registrar.post(page("payouts"), {"pay": f"cash-{player}-20000"}, follow=True)

    assert "$200 paid to Milt Orr in cash. Nothing is open." in text_of(answer)
    assert "Milt Orr Main event: Champion $200" in text_of(registrar.get(page("payouts"), {"show": "paid"}))
    again = registrar.post(page("payouts"), {"pay": f"cheque-{player}-20000"})
    assert again.status_code == 409
    assert "nothing is open any more. Nothing was written." in text_of(again)
    assert Payout.objects.count() == 1


@pytest.mark.parametrize("pay", ["", "cash", "card-1-5", "cash-99999999-5", "cash-1-1-1", "cash-\u0661-5"])
def test_a_button_that_names_nobody_is_answered_plainly(registrar: Client, pay: str) -> None:
    assert registrar.post(page("payouts"), {"pay": pay}).status_code == 404


def test_the_list_is_searched_and_says_why_it_is_empty(event: Event, registrar: Client) -> None:
    assert "Nobody found." in text_of(registrar.get(page("payouts"), {"q": "zz"}))
    assert "Nobody found." in text_of(registrar.get(page("payouts"), {"show": "over"}))
    assert "Milt Orr" in text_of(registrar.get(page("payouts"), {"q": "orr", "show": "nonsense", "page": "x"}))
    assert "owes $85 of fees" in text_of(registrar.get(page("payouts"), {"q": "orr"}))


def test_a_part_is_paid_and_taken_back_on_the_page(event: Event, registrar: Client) -> None:
    path = page("payout", entrant(event).player_id)
    sent = {"kind": "cheque", "cents": "50", "note": "no. 4711", "open": "20000"}

    assert "Still open: $150." in text_of(registrar.post(path, sent, follow=True))
    stale = registrar.post(path, sent)
    assert stale.status_code == 409
    assert "$150 is open now" in text_of(stale)
    assert 'name="open" value="15000"' in stale.content.decode()
    much = registrar.post(path, {**sent, "cents": "150.01", "open": "15000"})
    assert much.status_code == 409
    assert "$150 is open for Milt Orr, so $150.01 is not paid out. Pay $150 or less." in text_of(much)
    back = page("reverse_payout", entrant(event).player_id, 1)
    assert registrar.post(back, {"reason": ""}).status_code == 422
    answer = registrar.post(back, {"reason": "lost"}, follow=True)
    assert "Line 1, $50, is taken back." in text_of(answer)
    assert "<del>Check <b>$50</b></del>" in html_of(answer)
    assert registrar.get(page("payout", entrant(event, 5).player_id)).status_code == 404


def test_money_of_ones_own_is_refused_on_page_and_api(event: Event, registrar: Client) -> None:
    user = make_user("milt", role="registrar", tournament=event.tournament)
    link(event, "A-1", user)
    player = entrant(event).player_id

    shown = signed_in(user).post(page("payouts"), {"pay": f"cash-{player}-20000"})
    sent = api_of(user).post(
        f"{API}money/payouts/{player}/", {"kind": "cash", "cents": 20000, "open": 20000}, format="json"
    )

    assert (shown.status_code, sent.status_code, sent.json()["code"]) == (403, 403, "own_card")
    assert "Nobody pays themselves" in text_of(shown)
    assert not Payout.objects.exists()


def test_what_changes_after_somebody_was_paid_names_them_and_needs_a_reason(event: Event) -> None:
    award(event, PrizePlan("place", 30000, 1), PrizePlan("place", 10000, 2))
    plan_pool(fee=event.fees.get(name="Q-pool"), type="equal", ratio=2, actor=make_actor())
    champion = entrant(event)
    pay(event, 1, 30000)
    director, program = (
        in_role(event.tournament, "director"),
        api_of(make_user(role="director", tournament=event.tournament)),
    )
    prizes, pool = page("prizes", "main"), f"{API}events/main/pools/{pool_of(event)}/"
    told = f"{champion.name} ($320, then $21). Say why: the log keeps it."

    unsaid = director.post(prizes, {"place_1": "1", "place_2": "100"})
    without = program.delete(pool)
    assert (unsaid.status_code, without.status_code) == (422, 400)
    assert told in text_of(unsaid)
    assert f"{champion.name} ($320, then $300)" in without.json()["errors"][0]["message"]
    assert won(event).won == 32000

    # Who was paid nothing asks for nothing.
    assert director.post(prizes, {"place_1": "300", "place_2": "90"}).status_code == 302
    assert director.post(prizes, {"place_1": "1", "place_2": "90", "reason": "A slip"}).status_code == 302
    assert program.delete(pool, {"reason": "It goes back"}, format="json").status_code == 204
    assert won(event).won == 100
    kept = AuditEntry.objects.filter(action__in=["prizes.set", "pool.plan-removed"]).order_by("-pk")
    assert [one.reason for one in kept[:2]] == ["It goes back", "A slip"]


def test_nobody_changes_what_they_have_won_themselves(event: Event) -> None:
    award(event, PrizePlan("place", 30000, 1), PrizePlan("place", 10000, 2))
    plan_pool(fee=event.fees.get(name="Q-pool"), type="equal", ratio=2, actor=make_actor())
    user = make_user("milt", role="director", tournament=event.tournament)
    link(event, "A-1", user)
    program, pool = api_of(user), f"{API}events/main/pools/{pool_of(event)}/"
    won = {one.player: one.won for one in winners(event.tournament)}
    table = [{"kind": "place", "place": 1, "cents": 30000}, {"kind": "place", "place": 2, "cents": 9000}]

    more = program.put(f"{API}events/main/prizes/", {"prizes": [{**table[0], "cents": 90000}, table[1]]}, format="json")
    by_hand = program.put(pool, {"type": "by_hand", "by_hand": [1500, 500], "reason": "Mine"}, format="json")
    emptied = signed_in(user).post(page("plan_pool", "main", pool_of(event)), {"remove": "on"})
    gone = program.delete(pool)

    assert {one.status_code for one in (more, by_hand, emptied, gone)} == {403}
    assert more.json()["code"] == "own_card"
    assert "It would change what you have won yourself, $320, to $920." in more.json()["message"]
    assert "Another director sets it" in text_of(emptied)
    assert {one.player: one.won for one in winners(event.tournament)} == won
    # What others win is theirs to set.
    assert program.put(f"{API}events/main/prizes/", {"prizes": table}, format="json").status_code == 200


def test_what_goes_by_a_list_that_was_kept_is_named_as_posted(event: Event) -> None:
    plan_pool(fee=event.fees.get(name="Q-pool"), type="equal", ratio=2, actor=make_actor())
    award(event, PLACES[0], *(PrizePlan("rank", 1000, rank) for rank in (1, 2)), PrizePlan("hnq", 2000))
    director, named = (
        in_role(event.tournament, "director"),
        ("High nonqualifier", "High qualifier", "Qualifying, rank 2"),
    )
    before = text_of(director.get(page("payouts")))
    assert "as posted" not in before
    assert all(f"{name} $" in before for name in (*named, "Q-pool"))

    audit.record(
        tournament=event.tournament,
        event=event,
        actor=make_actor(),
        action="card.corrected-late",
        subject=("card", "A-5"),
        before=None,
        after={"games": [1], "differs": True},
        reason="The paper says so",
    )

    assert all(f"{name}, as posted" in text_of(director.get(page("prizes", "main"))) for name in named)
    assert all(f"{name}, as posted $" in text_of(director.get(page("payouts"))) for name in (*named, "Q-pool"))
    assert "Champion, as posted" not in text_of(director.get(page("payouts")))
    for name in ("prizes", "pools"):
        assert "the list stays as posted: The paper says so" in text_of(director.get(page(name, "main")))
    assert "Who, as posted" in text_of(director.get(page("pools", "main")))


def test_a_desk_that_cannot_pay_is_told_before_and_is_not_settled_after(event: Event, registrar: Client) -> None:
    director = in_role(event.tournament, "director")
    for number in range(1, 6):
        receive(event, number, "cash", 8500 if number < 3 else 7500)
    award(event, PrizePlan("place", 40_000, 1), PrizePlan("place", 3000, 2), reason="More")
    api = api_of(make_user(role="director", tournament=event.tournament))

    before = text_of(registrar.get(page("payouts")))
    for number, cents in ((1, 40_000), (2, 3000)):
        registrar.post(page("payouts"), {"pay": f"cash-{entrant(event, number).player_id}-{cents}"})
    after = text_of(director.get(page("settlement")))
    books = api.get(f"{API}money/settlement/").json()

    assert "$430 is still to be paid and the desk has $395: $35 is missing." in before
    assert "The desk is $35 short: more was paid than came in." in after
    assert "Settled:" not in after
    assert (books["short"], books["settled"]) == (3500, False)
    assert "is missing" not in text_of(registrar.get(page("payouts")))


def test_a_slip_says_everything_that_one_signs_for(event: Event, registrar: Client) -> None:
    names = [f"Prize {number}" for number in range(1, 8)]
    award(event, *(PrizePlan("other", 500, name=name, entrant=1) for name in names), reason="More")

    slips = text_of(registrar.get(page("payout_slips")))

    assert all(f"{name} $5" in slips for name in names)
    assert "more prizes" not in slips


def test_slips_are_for_whoever_is_to_be_paid_or_for_everybody(event: Event, registrar: Client) -> None:
    registrar.post(page("payouts"), {"pay": f"cash-{entrant(event).player_id}-20000"})

    left = registrar.get(page("payout_slips"))
    everybody = text_of(registrar.get(page("payout_slips"), {"of": "all", "paper": "a4"}))

    assert "3 slips" in text_of(left)
    assert "Milt Orr" not in text_of(left)
    assert "Milt Orr Main event: Champion $200 Paid already −$200 Paid $200 Received" in everybody
    assert "For A4 paper." in everybody


def test_the_table_for_a_spreadsheet_names_every_win(event: Event, registrar: Client) -> None:
    answer = registrar.get(page("payouts_csv"))

    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["Name", "Event", "What", "Won", "Paid", "Open"]
    assert ["Milt Orr", "Main event", "Champion", "200", "", ""] in rows
    assert ["Milt Orr", "", "In all", "200", "0", "200"] in rows


def test_reading_takes_the_same_queries_whoever_won_and_was_paid(event: Event) -> None:
    award(event, *PLACES[:1])
    with CaptureQueriesContext(connection) as few:
        settlement(event.tournament)
    award(event, *PLACES)
    take(event, 3, 4, 5)
    plan_pool(fee=event.fees.get(name="Q-pool"), type="equal", ratio=1, actor=make_actor())
    for number in (1, 2, 3, 4):
        player = entrant(event, number).player
        pay_out(tournament=event.tournament, player=player, kind="cash", cents=100, actor=make_actor())
    event.tournament.refresh_from_db()

    with CaptureQueriesContext(connection) as many:
        found = settlement(event.tournament)

    assert found.paid == 400
    assert len(many) == len(few)


# --- The API ---------------------------------------------------------------------------------------------------------


def test_prizes_and_pools_through_the_api(event: Event) -> None:
    api = api_of(make_user(role="director", tournament=event.tournament))
    where = f"{API}events/main/prizes/"
    mark = api.get(where).json()["mark"]

    body = {"prizes": [{"kind": "place", "place": 3, "cents": 5000}, {"kind": "hnq", "cents": 100}], "mark": mark}
    answer = api.put(where, body, format="json").json()
    assert answer["planned"] == 10_100
    assert [len(prize["winners"]) for prize in answer["prizes"]] == [2, 1]
    assert api.put(where, body, format="json").json()["code"] == "stale"
    wrong = api.put(where, {"prizes": [{"kind": "place", "place": 4, "cents": 5000}]}, format="json")
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "prizes.0.place")

    where = f"{API}events/main/pools/"
    plan = api.put(f"{where}{pool_of(event)}/", {"type": "equal", "ratio": 2}, format="json")
    assert (plan.status_code, plan.json()["difference"]) == (200, 0)
    assert api.get(where).json()["results"][0]["places"][0]["winner"]["name"] == "Milt Orr"
    for body in ({"type": "lottery"}, {"type": "equal", "by_hand": [5]}, {"type": "equal", "by_hand": [-1]}, {}):
        assert api.put(f"{where}{pool_of(event)}/", body, format="json").status_code == 400
    assert api.put(f"{where}{event.fees.get(name='Entry').pk}/", {"type": "equal"}, format="json").status_code == 409
    assert api.delete(f"{where}{pool_of(event)}/").status_code == 204
    assert api.put(f"{where}999/", {"type": "equal"}, format="json").status_code == 404


def test_books_and_payouts_through_the_api(event: Event) -> None:
    award(event, *PLACES)
    api = api_of(make_user(role="director", tournament=event.tournament))
    player = entrant(event).player_id
    where = f"{API}money/payouts/{player}/"

    paid = api.post(where, {"kind": "cash", "cents": 5000, "open": 20_000}, format="json")
    assert (paid.status_code, paid.json()["open"]) == (201, 15_000)
    again = api.post(where, {"kind": "cash", "cents": 5000, "open": 20_000}, format="json")
    assert (again.status_code, again.json()) == (201, paid.json())
    assert api.post(where, {"kind": "cash", "cents": 5001, "open": 20_000}, format="json").json()["code"] == "stale"
    assert (
        api.post(where, {"kind": "cash", "cents": 15_001, "open": 15_000}, format="json").json()["code"] == "impossible"
    )
    back = api.post(f"{where}lines/1/reversal/", {"reason": "lost"}, format="json")
    assert (back.status_code, back.json()["paid"]) == (201, 0)
    assert api.post(f"{where}lines/1/reversal/", {}, format="json").status_code == 400
    assert api.post(f"{where}lines/9/reversal/", {"reason": "x"}, format="json").status_code == 404
    assert api.get(f"{API}money/payouts/").json()["results"][0]["name"] == "Dale Ashby"

    line = {"kind": "expense", "name": "Hall", "cents": 5000, "number": 1}
    item = api.post(f"{API}money/settlement/lines/", {**line, "event": "main"}, format="json")
    assert (item.status_code, item.json()["event"]) == (201, "main")
    assert api.post(f"{API}money/settlement/lines/", {**line, "event": "x"}, format="json").status_code == 404
    gone = api.post(f"{API}money/settlement/lines/1/reversal/", {"reason": "free"}, format="json")
    assert (gone.status_code, gone.json()["kind"]) == (201, "reversal")
    books = api.get(f"{API}money/settlement/").json()
    assert books["left"] == (
        books["box"] + books["open"] - books["to_give_back"] - books["to_pay"] + books["paid_over"] - books["undecided"]
    )
    assert books["left"] == sum(of["left"] + of["left_of_pools"] for of in books["events"]) + books["general"]


def test_another_tournaments_winner_is_not_here(event: Event, registrar: Client) -> None:
    elsewhere = make_bracket(2, best_of=1, tournament=make_tournament("elsewhere"))
    win(elsewhere, 1, "A-1")
    award(elsewhere, PLACES[0])
    theirs = Entry.objects.get(event=elsewhere, number=1).player_id

    assert registrar.get(page("payout", theirs)).status_code == 404
    assert registrar.post(page("payouts"), {"pay": f"cash-{theirs}-20000"}).status_code == 404


def test_a_prize_for_a_rank_that_nobody_can_have_is_said_at_once(event: Event, director: Client) -> None:
    user = make_user("other", role="director", tournament=event.tournament)
    body = {"prizes": [{"kind": "rank", "place": 5, "cents": 1000}, {"kind": "rank", "place": 6, "cents": 1000}]}

    saved = api_of(user).put(f"{API}events/main/prizes/", body, format="json").json()

    told = "Nobody can have the prize for rank 6: 5 entrants play. It counts for nothing; take it away, or name a better rank."
    assert saved["warnings"] == [told]
    assert [(one["place"], one["people"]) for one in saved["prizes"]] == [(5, 1), (6, 0)]
    assert saved["planned"] == 1000
    assert told in text_of(director.get(page("prizes", "main")))


def test_a_no_show_who_is_still_in_a_pool_is_named_with_what_to_do(event: Event, director: Client) -> None:
    gone = entrant(event)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.NO_SHOW, status_reason="Never came")

    answer = director.get(page("pools", "main"))

    assert f"Not here, and still in it: {gone.name}" in text_of(answer)
    assert reverse("tournaments:ledger", args=["sierra", gone.player_id]) in answer.content.decode()
    user = make_user("other", role="director", tournament=event.tournament)
    pools = api_of(user).get(f"{API}events/main/pools/").json()["results"]
    assert [one["no_shows"] for one in pools] == [[gone.player_id]]


def test_more_q_pools_than_two_are_said_and_not_refused(event: Event, director: Client) -> None:
    add_fee(event, "Q-pool 1 in 6", 2000, kind="q_pool", optional=True)
    add_fee(event, "Side", 2000, kind="side_pool", optional=True)
    assert "Q-pools:" not in text_of(director.get(page("pools", "main")))

    add_fee(event, "Q-pool 1 in 8", 5000, kind="q_pool", optional=True)

    text = text_of(director.get(page("pools", "main")))
    assert (
        "This event has 3 Q-pools: Q-pool, Q-pool 1 in 6 and Q-pool 1 in 8. The ACC knows up to two for an event."
        in text
    )


def test_a_line_that_another_director_wrote_meanwhile_is_named_before_it_is_written_twice(event: Event) -> None:
    ann, ben = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "ben"))
    to, hall = page("settlement"), {"kind": "expense", "name": "Hall", "cents": "200", "event": ""}
    of_ann, of_ben = (form_on(one.get(to), to, "name") for one in (ann, ben))

    assert ann.post(to, {**of_ann, **hall}).status_code == 302
    refused = ben.post(to, {**of_ben, **hall})

    assert refused.status_code == 409
    told = text_of(refused)
    assert "ann has written the same since you opened the page: it is line 1. Nothing was written." in told
    again = form_on(refused, to, "name")
    assert (again["name"], again["cents"], again["seen"]) == (["Hall"], ["200"], ["1"])
    assert ben.post(to, again).status_code == 302
    assert [(one.number, one.name) for one in Item.objects.order_by("number")] == [(1, "Hall"), (2, "Hall")]


@pytest.mark.parametrize("typed", ["main  HALL ", "Main hall"])
def test_the_same_line_in_other_capitals_or_with_more_spaces_is_the_same(event: Event, typed: str) -> None:
    ann, ben = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "ben"))
    to, hall = page("settlement"), {"kind": "expense", "name": "Main Hall", "cents": "200", "event": ""}
    of_ann, of_ben = (form_on(one.get(to), to, "name") for one in (ann, ben))
    assert ann.post(to, {**of_ann, **hall}).status_code == 302

    refused = ben.post(to, {**of_ben, **hall, "name": typed})

    assert refused.status_code == 409
    assert re.search(r"it is line 1\. Nothing was written\. That line is of \d.*\. If yours", text_of(refused))
    assert Item.objects.count() == 1
    # Another thing is another line.
    assert ben.post(to, {**of_ben, **hall, "name": "Small hall"}).status_code == 302


def test_a_changed_place_that_the_table_no_longer_has_is_left_out() -> None:
    form = PrizesForm.__new__(PrizesForm)
    form.fields = {}

    assert form._target_of("place_33", ["place-33"], {}, {"honour": iter(["honour_1"])}) is None
    assert form._target_of("honour_9", [], {}, {"honour": iter(["honour_1"])}) == "honour_1"
