"""Money: fees, pools and a ledger that only grows; who may see it, and when it comes before play."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from tournaments.access import Rights
from tournaments.day.actions.absent import set_status_and_fee
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, remove_entrant
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Fee, LedgerLine, Player, Role, Tournament
from tournaments.money.actions.money import (
    add_fee,
    change_fee,
    choose_fee,
    remove_fee,
    reverse_line,
    set_money_first,
    write_line,
)
from tournaments.money.reads.money import PersonAccount, account_of, accounts, find_accounts, money_totals, unpaid
from tournaments.people.actions.people import link_player
from tournaments.seating.actions import draw_seats
from tournaments.tests.cases import often
from tournaments.tests.factories import api_of, make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import address, html_of, in_role, of, signed_in, text_of
from tournaments.venue.actions.events import change_event

pytestmark = pytest.mark.django_db

REGISTRAR = Rights(frozenset({"registrar"}))
API = "/api/v1/tournaments/sierra/"
EVENT_API = f"{API}events/main/"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
@kept
def event(tournament: Tournament) -> Event:
    """Four people who owe $75 each, and a pool of $10 that nobody has taken."""
    event = make_event(tournament=tournament, games=3, entrants=4)
    add(event, "Entry", 7500)
    add(event, "Q-pool", 1000, kind="q_pool", optional=True)
    return event


def add(event: Event, name: str, cents: int, *, kind: str = "entry", optional: bool = False) -> Fee:
    return add_fee(event=event, name=name, cents=cents, kind=kind, optional=optional, actor=make_actor())


def entrant(event: Event, number: int = 1) -> Entry:
    return Entry.objects.select_related("event__tournament", "player").get(event=event, number=number)


def account(event: Event, number: int = 1) -> PersonAccount:
    found = account_of(event.tournament, entrant(event, number).player_id)
    assert found is not None
    return found


def write(event: Event, kind: str, cents: int, *, number: int = 1, note: str = "", **more: Any) -> LedgerLine:
    return write_line(
        tournament=event.tournament,
        player=entrant(event, number).player,
        kind=kind,
        cents=cents,
        note=note or ("why" if kind == "waiver" else ""),
        actor=make_actor(),
        **more,
    )


def reverse(line: LedgerLine, reason: str = "wrong person") -> LedgerLine:
    return reverse_line(line=line, reason=reason, actor=make_actor())


def take(event: Event, *, number: int = 1, taken: bool = True, fee: str = "Q-pool") -> None:
    fee_taken = event.fees.get(name=fee)
    choose_fee(entry=entrant(event, number), fee=fee_taken, taken=taken, rights=REGISTRAR, actor=make_actor())


def written() -> list[str]:
    rows = AuditEntry.objects.filter(action__regex="^(money|fee)").order_by("pk")
    return list(rows.values_list("action", flat=True))


# --- The ledger ------------------------------------------------------------------------------------------------------


def test_what_is_owed_is_the_fees_and_the_pools_taken(event: Event) -> None:
    take(event)
    take(event)

    assert (account(event).account.owed, account(event, 2).account.owed) == (8500, 7500)
    assert written()[2:] == ["money.pool-taken"]

    take(event, taken=False)

    assert account(event).account.owed == 7500


def test_payments_add_and_are_numbered_within_the_tournament(event: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("elsewhere"), entrants=2)

    write(event, "cash", 5000)
    write(elsewhere, "cash", 100)
    second = write(event, "cheque", 2500)

    assert second.number == 2
    assert (account(event).account.received, account(event).account.open, account(event).state) == (7500, 0, "paid")
    assert written()[-3:] == ["money.received"] * 3


def test_a_fee_that_grows_leaves_the_rest_open_and_one_that_goes_is_to_be_given_back(event: Event) -> None:
    write(event, "cash", 7500)
    fee = event.fees.get(name="Entry")

    change_fee(fee=fee, changes={"cents": 8000}, reason="new hall", actor=make_actor())
    assert (account(event).account.open, account(event).state) == (500, "open")
    remove_fee(fee=fee, reason="a sponsor pays", actor=make_actor())

    assert (account(event).account.open, account(event).to_give_back, account(event).state) == (-7500, 7500, "back")


def test_a_line_is_taken_back_once_with_a_reason_and_both_stay(event: Event) -> None:
    line = write(event, "cash", 7500)
    with pytest.raises(Malformed):
        reverse(line, " ")

    back = reverse(line)

    assert reverse(line) == back
    shown = account(event).lines
    assert [(one.number, one.stands, one.reverses, one.reversed_by) for one in shown] == [
        (1, False, None, 2),
        (2, False, 1, None),
    ]
    assert account(event).account.open == 7500
    assert written()[-1] == "money.reversed"


@pytest.mark.parametrize(
    ("kind", "cents", "said"),
    [
        ("refund", 7501, "The desk has $75 of Milt Orr, so $75.01 cannot go back. Refund $75 or less."),
        ("waiver", 7501, "Milt Orr is charged $75, so $75.01 cannot be waived. Waive $75 or less."),
    ],
)
def test_more_than_there_is_is_refused_with_the_numbers(event: Event, kind: str, cents: int, said: str) -> None:
    write(event, "cash", 7500)

    with pytest.raises(Refused) as refused:
        write(event, kind, cents)

    assert (refused.value.code, refused.value.message) == ("impossible", said)


def test_money_that_was_refunded_is_not_taken_back_before_its_refund(event: Event) -> None:
    line = write(event, "cash", 7500)
    refund = write(event, "refund", 5000)

    with pytest.raises(Refused, match=r"Line 1 is \$75 and the desk has only \$25") as refused:
        reverse(line)
    assert refused.value.code == "impossible"

    with pytest.raises(Refused, match="takes another one back"):
        reverse(reverse(refund))
    reverse(line)
    assert account(event).account.held == 0


@pytest.mark.parametrize(
    ("kind", "cents", "note", "field"),
    [
        ("cash", 0, "", "cents"),
        ("cash", 100_000_001, "", "cents"),
        ("reversal", 100, "", "kind"),
        ("card", 100, "", "kind"),
        ("cash", 100, "x" * 301, "note"),
        ("cash", 100, "two\nlines", "note"),
        ("waiver", 100, " ", "note"),
    ],
)
def test_an_invalid_line_of_the_ledger_names_its_field(
    event: Event, kind: str, cents: int, note: str, field: str
) -> None:
    with pytest.raises(Malformed) as refused:
        write_line(
            tournament=event.tournament,
            player=entrant(event).player,
            kind=kind,
            cents=cents,
            note=note,
            actor=make_actor(),
        )

    assert [fault.field for fault in refused.value.faults] == [field]
    assert not LedgerLine.objects.exists()


@pytest.mark.parametrize("number", ["99999999999999999999", "9223372036854775808", "2147483648", "1000000000"])
def test_a_number_that_no_account_can_have_is_not_found(tournament: Tournament, event: Event, number: str) -> None:
    program = api_of(make_user(role="director", tournament=tournament))
    line = {"kind": "cash", "cents": 1}

    assert in_role(tournament, "director").get(f"/t/sierra/money/{number}/").status_code == 404
    assert program.get(f"{API}accounts/{number}/").status_code == 404
    assert program.post(f"{API}accounts/{number}/lines/", line, format="json").status_code == 404


def test_somebody_who_does_not_play_here_has_no_account(event: Event) -> None:
    stranger = Player.objects.create(name="Somebody Else")

    with pytest.raises(Malformed):
        write_line(tournament=event.tournament, player=stranger, kind="cash", cents=100, actor=make_actor())


def test_two_desks_do_not_receive_the_same_money(event: Event) -> None:
    write(event, "cash", 7500, looked_at=7500)

    with pytest.raises(Refused, match="nothing is open any more") as refused:
        write(event, "cash", 7500, looked_at=7500)

    assert (refused.value.code, refused.value.current) == ("stale", {"open": 0})
    assert LedgerLine.objects.count() == 1


def whoever_changed(event: Event, looked_at: int) -> str:
    """Who is named, with the time, where money is written by what was open before."""
    with pytest.raises(Refused) as refused:
        write(event, "cash", 100, looked_at=looked_at)
    found = re.match(r"(\w+ \(\d+:\d\d\s[AP]M\)|Somebody) changed the account of ", refused.value.message)
    assert found
    return found[1].partition(" ")[0]


def test_whoever_changed_the_account_meanwhile_is_named_with_when(event: Event) -> None:
    lena, rosa = (
        make_actor(make_user(name, role="director", tournament=event.tournament)) for name in ("lena", "rosa")
    )
    cash = {"kind": "cash", "cents": 2500}
    line = write_line(tournament=event.tournament, player=entrant(event).player, **cash, actor=lena)
    assert whoever_changed(event, 7500) == "lena"
    reverse_line(line=line, reason="Not mine", actor=rosa)
    assert whoever_changed(event, 5000) == "rosa"
    fee = add_fee(event=event, name="Lunch", cents=1200, kind="other", actor=lena)
    assert whoever_changed(event, 7500) == "lena"
    change_fee(fee=fee, changes={"cents": 1000}, reason="Cheaper", actor=rosa)
    assert whoever_changed(event, 8700) == "rosa"
    choose_fee(entry=entrant(event), fee=event.fees.get(name="Q-pool"), taken=True, rights=REGISTRAR, actor=lena)
    assert whoever_changed(event, 8500) == "lena"
    # What no line and no fee explains somebody has done.
    assert whoever_changed(event, 4444) == "Somebody"


ACTS = st.tuples(
    st.sampled_from(["cash", "cheque", "refund", "waiver", "reverse", "take", "leave", "fee", "remove"]),
    st.integers(1, 4),
    st.sampled_from([0, 1, 999, 1000, 7500, 7599]),
)


@examples(max_examples=often(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(ACTS, max_size=25))
def test_whatever_is_done_in_whatever_order_every_cent_is_accounted_for(
    event: Event, acts: list[tuple[str, int, int]]
) -> None:
    with transaction.atomic():
        box, codes = 0, set()
        for what, number, cents in acts:
            try:
                box += act(event, what, number, cents)
            except Refused as refused:
                codes.add(refused.code if cents else "impossible")
        everybody = accounts(event.tournament)
        totals = money_totals(everybody)
        transaction.set_rollback(True)

    assert codes <= {"impossible"}
    assert totals.held == sum(one.account.held for one in everybody) == box
    assert totals.received - totals.refunded == box
    assert totals.owed - totals.held == totals.open - totals.to_give_back
    assert sum(fee.total for fee in totals.fees) == totals.charged
    assert all(one.account.held >= 0 for one in everybody)
    assert sum(line.signed for one in everybody for line in one.lines) == box


def act(event: Event, what: str, number: int, cents: int) -> int:
    """Do one thing; by how much the money at the desk grows."""
    if what == "reverse":
        line = LedgerLine.objects.select_related("tournament", "player").filter(number=cents % 10 + number).first()
        if line is None:
            return 0
        known = LedgerLine.objects.count()
        reverse(line)
        done = LedgerLine.objects.count() - known
        return done * {"cash": -1, "cheque": -1, "refund": 1}.get(line.kind, 0) * line.cents
    fee = event.fees.filter(name="Q-pool" if what in {"take", "leave"} or cents % 2 else "Entry").first()
    if what in {"take", "leave"}:
        if fee is not None:
            take(event, number=number, taken=what == "take")
        return 0
    if what == "fee":
        if fee is not None:
            change_fee(fee=fee, changes={"cents": cents}, reason="so", actor=make_actor())
        return 0
    if what == "remove":
        if fee is not None:
            remove_fee(fee=fee, reason="so", actor=make_actor())
        return 0
    write(event, what, cents, number=number)
    return {"cash": 1, "cheque": 1, "refund": -1}.get(what, 0) * cents


# --- Waivers of one event --------------------------------------------------------------------------------------------


@pytest.fixture
def both(event: Event) -> tuple[Event, Player]:
    """Somebody in the main event ($75 and a pool of $10) and in the consolation ($20)."""
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    add(other, "Entry", 2000)
    plan = [EntrantPlan("Ann Petty", "HI296")]
    [here] = make_entrants(event, plan)
    make_entrants(other, plan)
    take(event, number=here.number)
    return other, here.player


def test_a_waiver_for_an_event_is_of_that_event_alone(event: Event, both: tuple[Event, Player], desk: Client) -> None:
    other, player = both
    page = address("ledger", "sierra", player.pk)
    sent = {"kind": "waiver", "cents": "20", "note": "Sponsored", "event": "consolation"}
    assert '<option value="consolation">Consolation</option>' in desk.get(page).content.decode()
    assert 'name="event"' not in desk.get(address("ledger", "sierra", entrant(event).player_id)).content.decode()

    too_much = desk.post(page, {**sent, "cents": "20.01"})
    of_money = desk.post(page, {**sent, "kind": "cash"})
    assert "Ann Petty is charged $20 for Consolation, so $20.01 cannot be waived for it." in text_of(too_much)
    assert "Only a waiver is for an event" in text_of(of_money)
    assert not LedgerLine.objects.exists()
    answer = desk.post(page, sent, follow=True)

    assert "Waiver, Consolation $20 . Sponsored" in text_of(answer)
    one = account_of(event.tournament, player.pk)
    assert one is not None
    assert {(fee.event, fee.name): left for fee, left in zip(one.charges, one.left, strict=True)} == {
        ("main", "Entry"): 7500,
        ("main", "Q-pool"): 1000,
        ("consolation", "Entry"): 0,
    }
    assert unpaid(other) == {}
    rows = list(csv.reader(io.StringIO(desk.get(address("ledger_csv", "sierra")).content.decode("utf-8-sig"))))
    assert (rows[0][-1], rows[1][-1]) == ("For", "Consolation")
    # Where that event costs nothing any more, its waiver lets nobody off another one.
    remove_fee(fee=other.fees.get(), reason="free", actor=make_actor())
    now = account_of(event.tournament, player.pk)
    assert now is not None
    assert (now.account.waived, now.account.open) == (0, 8500)


def test_the_api_waives_for_an_event_and_names_a_wrong_one(both: tuple[Event, Player]) -> None:
    other, player = both
    lines = f"{API}accounts/{player.pk}/lines/"
    program = api_of(make_user(role="registrar", tournament=other.tournament))
    waiver = {"kind": "waiver", "cents": 500, "note": "Sponsored", "event": "consolation", "open": 10_500}

    unknown = program.post(lines, {**waiver, "event": "satellite"}, format="json")
    done = program.post(lines, waiver, format="json")

    assert (unknown.status_code, [fault["field"] for fault in unknown.json()["errors"]]) == (400, ["event"])
    assert [(line["event"], line["cents"]) for line in done.json()["lines"]] == [("consolation", 500)]
    row = AuditEntry.objects.get(action="money.waived")
    assert row.after == {"kind": "waiver", "cents": 500, "player": "Ann Petty", "event": "consolation"}


def test_a_pool_is_not_waived_and_the_refusal_says_what_helps(event: Event, desk: Client) -> None:
    take(event)
    page = address("ledger", "sierra", entrant(event).player_id)

    refused = desk.post(page, {"kind": "waiver", "cents": "80", "note": "Helps"})

    assert refused.status_code == 409
    assert "Milt Orr is charged $75, so $80 cannot be waived. Waive $75 or less. Pools, $10, are" in text_of(refused)
    assert "A pool is not waived: take Milt Orr off the pool under “What it costs”" in text_of(refused)
    assert not LedgerLine.objects.exists()
    write(event, "waiver", 7500)
    with pytest.raises(Refused, match="owes nothing that could be waived"):
        write(event, "waiver", 1)


def test_after_posting_the_director_changes_a_pool_with_a_reason(event: Event, desk: Client) -> None:
    now = timezone.now()
    past = dict.fromkeys(("registration_closed_at", "cards_begun_at", "cross_checked_at", "posted_at"), now)
    Event.objects.filter(pk=event.pk).update(**past)
    player, fee = entrant(event).player_id, event.fees.get(name="Q-pool")
    page, pools = address("ledger", "sierra", player), address("pools", "sierra", player)
    sent = {"fee": str(fee.pk), "number": "1", "take": "on", "reason": "Paid at the door"}
    director = make_user(role="director", tournament=event.tournament)
    browser, where = signed_in(director), f"{EVENT_API}entrants/1/pools/{fee.pk}/"

    refused = desk.post(pools, sent)
    unsaid = browser.post(pools, {**sent, "reason": " "})

    assert (refused.status_code, unsaid.status_code, fee.taken.count()) == (403, 422, 0)
    assert "so a change here would change who won the pool. This is for the director." in text_of(refused)
    assert "the director says who takes part now" in text_of(desk.get(page))
    assert 'id="why-' not in desk.get(page).content.decode()
    assert (
        "each fault is named. The qualifiers are posted, so a change here would change who won the pool. Say why"
        in text_of(unsaid)
    )
    assert f'id="why-{fee.pk}"' in browser.get(page).content.decode()
    assert browser.post(pools, sent).status_code == 302
    assert api_of(director).delete(where).status_code == 400
    left = api_of(director).delete(where, {"reason": "It was not"}, format="json")
    assert (left.status_code, fee.taken.count()) == (204, 0)
    rows = AuditEntry.objects.filter(action__startswith="money.pool").order_by("pk")
    assert [row.reason for row in rows] == ["Paid at the door", "It was not"]
    # What is no pool has no winners.
    lunch = add(event, "Lunch", 500, kind="other", optional=True)
    assert desk.post(pools, {"fee": str(lunch.pk), "number": "1", "take": "on"}).status_code == 302


# --- Fees ------------------------------------------------------------------------------------------------------------


def test_a_fee_that_somebody_paid_or_took_changes_with_a_reason_only(event: Event) -> None:
    entry, pool = event.fees.get(name="Entry"), event.fees.get(name="Q-pool")
    change_fee(fee=entry, changes={"cents": 7000}, actor=make_actor())
    change_fee(fee=pool, changes={"cents": 2000}, actor=make_actor())
    write(event, "cash", 100)
    take(event, number=2)

    for fee, count in ((entry, "1 person took or paid “Entry”"), (pool, "1 person took or paid “Q-pool”")):
        with pytest.raises(Malformed) as refused:
            change_fee(fee=fee, changes={"cents": 1}, actor=make_actor())
        assert refused.value.faults[0].field == "reason"
        assert refused.value.faults[0].message.startswith(count)
        with pytest.raises(Malformed):
            remove_fee(fee=fee, actor=make_actor())

    change_fee(fee=pool, changes={"cents": 1}, reason="a slip", actor=make_actor())
    row = AuditEntry.objects.filter(action="fee.changed").last()
    assert row is not None
    assert (row.before, row.after, row.reason) == ({"cents": 2000}, {"cents": 1}, "a slip")


def test_a_pool_that_becomes_a_fee_is_owed_by_everybody_once(event: Event) -> None:
    take(event)

    change_fee(fee=event.fees.get(name="Q-pool"), changes={"optional": False}, reason="all play it", actor=make_actor())

    assert [one.account.owed for one in accounts(event.tournament)] == [8500] * 4
    with pytest.raises(Refused, match=r"Everybody in the event owes “Entry”\. To let somebody off, write a waiver"):
        take(event, fee="Entry")


def test_a_name_is_there_once_and_amounts_are_possible(event: Event) -> None:
    with pytest.raises(Refused, match="has a fee “entry” already"):
        add(event, "entry", 100)
    with pytest.raises(Refused):
        change_fee(fee=event.fees.get(name="Q-pool"), changes={"name": "ENTRY"}, actor=make_actor())
    for name, cents, kind in (("", 1, "entry"), ("x", -1, "entry"), ("x", 100_000_001, "entry"), ("x", 1, "tip")):
        with pytest.raises(Malformed):
            add(event, name, cents, kind=kind)
    assert add(event, "Free coffee", 0, kind="other").cents == 0


def test_a_pool_of_another_event_is_refused(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", entrants=2)
    pool = add(other, "Pool", 500, kind="side_pool", optional=True)

    with pytest.raises(Malformed):
        choose_fee(entry=entrant(event), fee=pool, taken=True, rights=REGISTRAR, actor=make_actor())


# --- Accounts --------------------------------------------------------------------------------------------------------


def test_one_person_has_one_account_over_all_events(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    add(other, "Entry", 3000)
    plan = [EntrantPlan("Ann Petty", "HI296")]
    make_entrants(event, plan)
    make_entrants(other, plan)

    [ann] = [one for one in accounts(event.tournament) if one.name == "Ann Petty"]

    assert [entry.event for entry in ann.entries] == ["main", "consolation"]
    assert ann.account.owed == 10500


def test_no_shows_and_who_is_off_the_list_keep_their_accounts(event: Event) -> None:
    write(event, "cash", 7500, number=1)
    take(event, number=1)
    remove_entrant(event=event, number=1, actor=make_actor())
    set_status(entry=entrant(event, 2), status="no_show", reason="ill", actor=make_actor())
    take(event, number=3)
    remove_entrant(event=event, number=3, actor=make_actor())

    found = {one.name: (one.state, one.off_list) for one in accounts(event.tournament)}

    assert found == {"Milt Orr": ("back", True), "Dale Ashby": ("open", False), "Edie Marsh": ("open", False)}
    away = find_accounts(accounts(event.tournament), shown="away")
    assert [one.name for one in away] == ["Dale Ashby", "Milt Orr"]


def test_the_money_follows_somebody_who_is_linked_to_an_account(event: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("elsewhere"), entrants=2)
    Entry.objects.filter(event=elsewhere, number=1).update(player=entrant(event).player)
    write(event, "cash", 7500)
    make_user("milt")

    link_player(entry=entrant(event), username="milt", actor=make_actor())

    assert account(event).state == "paid"
    assert len(accounts(event.tournament)) == 4


def test_accounts_take_the_same_queries_whoever_plays_and_whatever_they_paid(event: Event) -> None:
    with CaptureQueriesContext(connection) as few:
        accounts(event.tournament)
    more = make_event(tournament=event.tournament, slug="more", games=3, entrants=60)
    add(more, "Entry", 100)
    for number in range(1, 31):
        write(more, "cash", 100, number=number)
    event.tournament.refresh_from_db()

    with CaptureQueriesContext(connection) as many:
        found = accounts(event.tournament)

    assert len(found) == 64
    assert len(few) == len(many) == 5


@pytest.mark.parametrize(
    ("text", "names"),
    [("ORR", ["Milt Orr"]), ("a-2", ["Dale Ashby"]), ("hi 296", ["Edie Marsh"]), ("zz", []), ("", None)],
)
def test_an_account_is_found_by_name_seat_or_number(tournament: Tournament, text: str, names: list[str] | None) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    Entry.objects.filter(event=event, number=4).update(acc_number="HI296")

    found = [one.name for one in find_accounts(accounts(tournament), text)]

    assert found == (names if names is not None else ["Dale Ashby", "Ivan Flint", "Edie Marsh", "Milt Orr"])


# --- The money comes first -------------------------------------------------------------------------------------------


def test_money_blocks_nobody_unless_the_director_says_so(event: Event) -> None:
    assert len(draw_seats(event=event, seed=7, actor=make_actor())) == 4


def test_with_the_money_first_seats_wait_for_whoever_has_not_paid(event: Event) -> None:
    set_money_first(event=event, money_first=True, actor=make_actor())
    write(event, "cash", 7500, number=1)
    write(event, "waiver", 7500, number=2)
    write(event, "cash", 7000, number=3)

    with pytest.raises(Refused, match=r"2 players have not paid .* \$80 is open") as refused:
        draw_seats(event=event, seed=7, actor=make_actor())

    assert refused.value.code == "unpaid"
    assert [fault.message for fault in refused.value.faults] == [
        "Ivan Flint: $5 is open.",
        "Edie Marsh: $75 is open.",
    ]
    write(event, "cash", 500, number=3)
    change_event(event=event, changes={"games": 2}, actor=make_actor())
    set_status(entry=entrant(event, 4), status="no_show", reason="not here", actor=make_actor())
    assert len(draw_seats(event=event, seed=7, actor=make_actor())) == 3


def test_what_came_covers_the_first_event_first(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    add(other, "Entry", 3000)
    plan = [EntrantPlan("Ann Petty", "HI296")]
    [here] = make_entrants(event, plan)
    [there] = make_entrants(other, plan)
    write(event, "cash", 7600, number=here.number)

    assert here.number not in unpaid(event)
    assert unpaid(other) == {there.number: 2900}


def test_a_late_entry_is_seated_and_pays_afterwards(event: Event) -> None:
    for number in range(1, 5):
        write(event, "cash", 7500, number=number)
    set_money_first(event=event, money_first=True, actor=make_actor())
    draw_seats(event=event, seed=7, actor=make_actor())

    enter_entrants(event=event, entrants=[EntrantPlan("Late Comer", seat="A-5")], actor=make_actor())

    assert account(event, 5).account.open == 7500


# --- Who may ---------------------------------------------------------------------------------------------------------

REGISTERS = {"director", "registrar"}


@pytest.mark.parametrize("role", [*Role.Kind.values, "", "player"])
def test_only_registrars_and_the_director_see_money(event: Event, role: str) -> None:
    if role == "player":
        user = make_user("milt")
        link_player(entry=entrant(event), username="milt", actor=make_actor())
    else:
        user = make_user(role=role, tournament=event.tournament) if role else make_user()
    client = signed_in(user)
    player = entrant(event).player_id
    looks = [address(name, "sierra") for name in ("money", "money_sheet", "accounts_csv", "ledger_csv")] + [
        address("ledger", "sierra", player)
    ]
    wanted = 200 if role in REGISTERS else 403

    assert [client.get(path).status_code for path in looks] == [wanted] * len(looks)
    fees = of("fees", event)
    assert client.get(fees).status_code == (200 if role == "director" else 403)
    assert client.post(fees, {"name": "x", "cents": "1", "kind": "other"}).status_code == (
        302 if role == "director" else 403
    )
    api = api_of(user)
    for path in ("money/", "accounts/", f"accounts/{player}/", "events/main/fees/"):
        assert api.get(f"{API}{path}").status_code == wanted, path
    answer = api.post(
        f"{API}accounts/{player}/lines/", {"kind": "cash", "cents": 1}, format="json", headers={"Idempotency-Key": "1"}
    )
    assert answer.status_code == (201 if role in REGISTERS else 403)
    answer = api.put(f"{EVENT_API}money-first/", {"money_first": True}, format="json")
    assert answer.status_code == (200 if role == "director" else 403)
    assert "Money" in text_of(client.get(address("tournament", "sierra"))) or role not in REGISTERS


def test_the_log_tells_of_money_to_those_alone_who_may_see_it(event: Event) -> None:
    write(event, "cash", 7500)
    log = f"/t/sierra/{event.slug}/log/"

    assert "$75 received from Milt Orr." in text_of(in_role(event.tournament, "director").get(log))
    assert "received from" not in text_of(in_role(event.tournament, "checker").get(log))
    rows = api_of(make_user(role="checker", tournament=event.tournament)).get(f"{EVENT_API}log/").json()
    assert "received from" not in str(rows)


# --- Pages -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(event: Event) -> Client:
    return in_role(event.tournament, "registrar")


def test_one_button_receives_what_is_open(event: Event, desk: Client) -> None:
    player = entrant(event).player_id
    found = desk.get(address("money", "sierra"), {"q": "orr"})
    assert found.headers["Location"] == address("ledger", "sierra", player)
    assert f'value="cash-{player}-7500"' in desk.get(address("ledger", "sierra", player)).content.decode()

    answer = desk.post(address("money", "sierra"), {"receive": f"cash-{player}-7500"}, follow=True)

    assert "$75 received from Milt Orr in cash. Nothing is open." in text_of(answer)
    again = desk.post(address("money", "sierra"), {"receive": f"cheque-{player}-7500"})
    assert again.status_code == 409
    assert "nothing is open any more. Nothing was written." in text_of(again)
    assert LedgerLine.objects.count() == 1


@pytest.mark.parametrize(
    "receive", ["", "cash", "cash-1", "card-1-5", "cash-99999999-5", "cash-1-1-1", "cash-\u0661-5"]
)
def test_a_button_that_names_nobody_is_answered_plainly(desk: Client, receive: str) -> None:
    assert desk.post(address("money", "sierra"), {"receive": receive}).status_code == 404


def test_the_list_is_filtered_and_says_why_it_is_empty(event: Event, desk: Client) -> None:
    write(event, "cash", 7500)

    page = text_of(desk.get(address("money", "sierra")))
    assert "All 4 Open 3 Paid 1 To give back 0 Not playing 0" in page
    assert "At the desk $75" in page
    assert "Main event: Entry 4 × $75 $300" in page
    assert "Nobody found." in text_of(desk.get(address("money", "sierra"), {"show": "back"}))
    assert desk.get(address("money", "sierra"), {"show": "nonsense", "q": "\0", "page": "x"}).status_code == 200
    fragment = desk.get(address("money", "sierra"), {"q": "orr"}, headers={"HX-Request": "true"})
    assert "<html" not in fragment.content.decode()


def test_an_empty_tournament_says_why_there_are_no_accounts(tournament: Tournament) -> None:
    client = in_role(tournament, "director")

    assert "No accounts yet." in text_of(client.get(address("money", "sierra")))
    assert "No accounts yet." in text_of(client.get(address("money_sheet", "sierra")))


def test_lines_are_written_and_taken_back_on_the_page(event: Event, desk: Client) -> None:
    page = address("ledger", "sierra", entrant(event).player_id)
    assert "No money came yet." in text_of(desk.get(page))

    sent = {"kind": "cheque", "cents": "12.50", "note": "no. 4711", "open": "7500"}
    assert "Still open: $62.50." in text_of(desk.post(page, sent, follow=True))
    stale = desk.post(page, sent)
    assert stale.status_code == 409
    assert "$62.50 is open now" in text_of(stale)
    assert 'name="open" value="6250"' in stale.content.decode()
    assert "no. 4711" in stale.content.decode()
    back = address("reverse_line", "sierra", entrant(event).player_id, 1)
    refused = desk.post(back, {"reason": ""})
    assert refused.status_code == 422
    assert "This cannot be empty." in text_of(refused)
    answer = desk.post(back, {"reason": "bounced"}, follow=True)
    assert "Line 1, $12.50, is taken back." in text_of(answer)
    assert "<del>Check <b>$12.50</b></del>" in html_of(answer)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"kind": "cash", "cents": "1.5"}, "An amount is written in dollars, like 75 or 12.50"),
        ({"kind": "cash", "cents": "0"}, "An amount is written in dollars"),
        ({"kind": "cash", "cents": ""}, "This field is required."),
        ({"kind": "waiver", "cents": "5"}, "This cannot be empty."),
        ({"kind": "refund", "cents": "5"}, "The desk has no money of Milt Orr, so $5 cannot go back."),
        ({"kind": "card", "cents": "5"}, "card"),
        ({"kind": "cash", "cents": "5", "open": "x"}, "Look at the account again"),
    ],
)
def test_what_cannot_be_written_is_said_and_nothing_is_lost(
    event: Event, desk: Client, data: dict[str, str], said: str
) -> None:
    answer = desk.post(address("ledger", "sierra", entrant(event).player_id), data)

    assert answer.status_code in {409, 422}
    assert said in text_of(answer)
    assert data["cents"] in answer.content.decode()
    assert not LedgerLine.objects.exists()


def test_pools_are_taken_and_left_on_the_page(event: Event, desk: Client) -> None:
    fee = event.fees.get(name="Q-pool")
    where = address("pools", "sierra", entrant(event).player_id)
    sent = {"fee": str(fee.pk), "number": "1"}

    assert desk.post(where, {**sent, "take": "on"}).status_code == 302
    assert account(event).account.owed == 8500
    assert desk.post(where, sent).status_code == 302
    assert account(event).account.owed == 7500
    assert desk.post(where, {**sent, "number": "2"}).status_code == 404
    assert desk.post(where, {**sent, "fee": "x"}).status_code == 404
    everybodys = {"fee": str(event.fees.get(name="Entry").pk), "number": "1", "take": "on"}
    assert desk.post(where, everybodys).status_code == 409


def test_one_person_comes_off_a_pool_that_everybody_owes_and_back_into_it(event: Event, desk: Client) -> None:
    fee = add(event, "Everybody’s pool", 500, kind="q_pool")
    player = entrant(event).player_id
    where, page = address("pools", "sierra", player), address("ledger", "sierra", player)
    sent = {"fee": str(fee.pk), "number": "1"}
    assert "Off the pool" in text_of(desk.get(page))

    for _twice in range(2):
        assert desk.post(where, sent).status_code == 302

    assert (account(event).account.owed, account(event, 2).account.owed) == (7500, 8000)
    assert "Everybody’s pool off it $5 Back into the pool" in text_of(desk.get(page))
    fees = in_role(event.tournament, "director").get(of("fees", event))
    assert "$5, owed by everybody entered but 1 person, who is off it" in text_of(fees)
    assert written()[-1] == "money.pool-left"
    registrar = api_of(make_user(role="registrar", tournament=event.tournament))
    shown = registrar.get(f"{EVENT_API}fees/").json()["results"][-1]
    assert (shown["takers"], shown["off"]) == (0, 1)
    assert registrar.put(f"{EVENT_API}entrants/1/pools/{fee.pk}/").status_code == 204
    assert account(event).account.owed == 8000


def test_nobody_takes_themselves_off_a_pool_that_everybody_owes(event: Event) -> None:
    user = make_user("milt", role="registrar", tournament=event.tournament)
    own = entrant(event)
    own.player.user = user
    own.player.save()
    fee = add(event, "Everybody’s pool", 500, kind="q_pool")

    left = api_of(user).delete(f"{EVENT_API}entrants/1/pools/{fee.pk}/")

    assert (left.status_code, left.json()["code"]) == (403, "own_card")
    assert not fee.taken.exists()


@pytest.mark.parametrize("changes", [{"optional": True}, {"kind": "other"}])
def test_who_is_off_a_pool_owes_what_it_becomes_like_everybody(event: Event, changes: dict[str, Any]) -> None:
    fee = add(event, "Everybody’s pool", 500, kind="q_pool")
    take(event, fee=fee.name, taken=False)

    change_fee(fee=fee, changes=changes, reason="a slip", actor=make_actor())

    owed = 7500 if "optional" in changes else 8000
    assert [one.account.owed for one in accounts(event.tournament)] == [owed] * 4


WAIVER = {"kind": "waiver", "cents": 7500, "open": 7500, "note": "Won a free entry"}


@pytest.mark.parametrize("by_name", [False, True])
def test_nobody_lets_themselves_off_or_gives_themselves_money_back(event: Event, by_name: bool) -> None:
    user = make_user("milt", role="registrar", tournament=event.tournament)
    player = entrant(event).player
    if by_name:
        user.first_name, user.last_name = player.name.split()
        user.save()
    else:
        player.user = user
        player.save()
    ledger, account_api = address("ledger", "sierra", player.pk), f"{API}accounts/{player.pk}/"
    browser, program = signed_in(user), api_of(user)

    # What they pay themselves they write like everybody's.
    paid = program.post(f"{account_api}lines/", {"kind": "cash", "cents": 7500, "open": 7500}, format="json")
    assert paid.status_code == 201
    waived = browser.post(ledger, {"kind": "waiver", "cents": "75", "note": "Helps at the desk"})
    given_back = program.post(f"{account_api}lines/", {"kind": "refund", "cents": 7500, "open": 0}, format="json")
    taken_back = browser.post(address("reverse_line", "sierra", player.pk, 1), {"reason": "Not mine"})

    assert (waived.status_code, given_back.status_code, taken_back.status_code) == (403, 403, 403)
    told = "is your name too" if by_name else "This is money of your own."
    assert given_back.json()["code"] == "own_card"
    for answer in (waived, taken_back):
        assert told in text_of(answer)
        assert "another" in text_of(answer)
    assert "Helps at the desk" in waived.content.decode()
    assert "Not mine" in taken_back.content.decode()
    assert LedgerLine.objects.count() == 1
    assert program.post(f"{API}accounts/{entrant(event, 2).player_id}/lines/", WAIVER, format="json").status_code == 201
    another = in_role(event.tournament, "registrar")
    assert another.post(address("reverse_line", "sierra", player.pk, 1), {"reason": "Wrong person"}).status_code == 302


def test_nobody_comes_into_a_pool_or_out_of_it_while_they_see_how_it_goes(event: Event) -> None:
    user = make_user("milt", role="registrar", tournament=event.tournament)
    own = entrant(event)
    own.player.user = user
    own.player.save()
    fee = event.fees.get(name="Q-pool")
    browser, page = signed_in(user), address("pools", "sierra", own.player_id)
    sent = {"fee": str(fee.pk), "number": str(own.number)}

    assert browser.post(page, {**sent, "take": "on"}).status_code == 302
    Event.objects.filter(pk=event.pk).update(game_now=1)
    left = browser.post(page, sent)

    assert left.status_code == 403
    assert "This is money of your own." in text_of(left)
    assert fee.taken.count() == 1
    assert in_role(event.tournament, "registrar").post(page, sent).status_code == 302
    assert not fee.taken.exists()


def test_another_tournaments_account_is_not_here(event: Event, desk: Client) -> None:
    elsewhere = make_event(tournament=make_tournament("elsewhere"), entrants=2)
    theirs = write(elsewhere, "cash", 100)

    assert desk.get(address("ledger", "sierra", theirs.player_id)).status_code == 404
    assert desk.post(address("reverse_line", "sierra", theirs.player_id, theirs.number)).status_code == 404


def test_fees_are_set_changed_and_taken_away_on_the_page(event: Event) -> None:
    client = in_role(event.tournament, "director")
    page = of("fees", event)
    assert client.post(page, {"name": "Entry", "cents": "1", "kind": "entry"}).status_code == 409
    assert client.post(page, {"name": "x", "cents": "dear", "kind": "entry"}).status_code == 422

    assert client.post(page, {"name": "Lunch", "cents": "12.50", "kind": "other", "optional": "on"}).status_code == 302
    fee = event.fees.get(name="Lunch")
    assert (fee.cents, fee.optional) == (1250, True)
    take(event, fee="Lunch")
    where = f"/t/sierra/main/fees/{fee.pk}/"
    lead = f"fee{fee.pk}-"
    sent = {f"{lead}name": "Lunch", f"{lead}cents": "15", f"{lead}kind": "other", f"{lead}optional": "on"}
    refused = client.post(where, sent)
    assert refused.status_code == 422
    assert "1 person took or paid “Lunch” already. Say why it changes" in text_of(refused)
    assert client.post(where, {**sent, f"{lead}reason": "soup too"}).status_code == 302
    assert client.post(where, {**sent, f"{lead}reason": "closed", "remove": "on"}).status_code == 302
    assert not event.fees.filter(name="Lunch").exists()
    gone = client.post(where, sent)
    assert gone.status_code == 409
    assert "Somebody has just removed this fee." in text_of(gone)


def test_the_page_says_whether_money_comes_first(event: Event) -> None:
    client = in_role(event.tournament, "director")
    assert "The seats are drawn no matter who has paid" in text_of(client.get(of("fees", event)))

    client.post(of("money_first", event), {"money_first": "on"})

    assert "The seats are drawn once everybody has paid" in text_of(client.get(of("fees", event)))
    assert "Now 4 players have not paid for it; $300 is open." in text_of(client.get(of("fees", event)))
    assert "4 players have not paid" in text_of(client.post(of("seating", event), {"tables": "4", "seed": "7"}))
    client.post(of("money_first", event), {})
    event.refresh_from_db()
    assert event.money_first is False


def test_the_tables_open_in_a_spreadsheet_and_hold_no_formula(event: Event, desk: Client) -> None:
    make_entrants(event, [EntrantPlan("=1+1", "HI296")])
    write(event, "cash", 8000, note="+4711")

    rows = list(csv.reader(io.StringIO(desk.get(address("accounts_csv", "sierra")).content.decode("utf-8-sig"))))
    assert rows[0][0] == "Name"
    assert rows[1] == ["'=1+1", "HI296", "Main event", "75", "0", "75", "0", "0", "75"]
    assert rows[-1][3:] == ["75", "0", "75", "80", "0", "-5"]
    rows = list(csv.reader(io.StringIO(desk.get(address("ledger_csv", "sierra")).content.decode("utf-8-sig"))))
    assert [rows[1][place] for place in (0, 2, 3, 4, 7)] == ["1", "Milt Orr", "Cash", "80", "'+4711"]


def test_the_sheet_has_everybody_and_the_totals(event: Event, desk: Client) -> None:
    write(event, "cash", 7500)

    page = text_of(desk.get(address("money_sheet", "sierra")))

    assert "4 people $300 $75 $225" in page


# --- API -------------------------------------------------------------------------------------------------------------


def test_the_api_does_all_that_the_pages_do(event: Event) -> None:
    api = api_of(make_user(role="director", tournament=event.tournament))
    player = entrant(event).player_id
    lines = f"{API}accounts/{player}/lines/"

    def post(path: str, body: dict[str, Any]) -> Any:
        return api.post(path, body, format="json")

    fee = post(f"{EVENT_API}fees/", {"name": "Lunch", "cents": 1250, "kind": "other", "optional": True})
    assert fee.status_code == 201
    where = f"{EVENT_API}fees/{fee.json()['id']}/"
    assert api.put(f"{EVENT_API}entrants/1/pools/{fee.json()['id']}/").status_code == 204
    assert api.get(f"{EVENT_API}fees/").json()["results"][-1]["takers"] == 1
    assert api.patch(where, {"cents": 1500}, format="json").status_code == 400
    assert api.patch(where, {"cents": 1500, "reason": "so"}, format="json").json()["cents"] == 1500
    assert post(lines, {"kind": "cash", "cents": 9000, "open": 9000}).json()["open"] == 0
    assert len(post(lines, {"kind": "cash", "cents": 9000, "open": 9000}).json()["lines"]) == 1
    stale = post(lines, {"kind": "cheque", "cents": 9000, "open": 9000})
    assert (stale.status_code, stale.json()["code"], stale.json()["current"]) == (409, "stale", {"open": 0})
    assert post(lines, {"kind": "refund", "cents": 9001, "open": 0}).status_code == 409
    assert post(lines, {"kind": "cash", "cents": "9"}).status_code == 400
    assert post(f"{lines}9/reversal/", {"reason": "so"}).status_code == 404
    assert post(f"{lines}1/reversal/", {}).status_code == 400
    assert post(f"{lines}1/reversal/", {"reason": "so"}).json()["held"] == 0
    assert api.delete(f"{EVENT_API}entrants/1/pools/{fee.json()['id']}/").status_code == 204
    assert api.delete(where, {}, format="json").status_code == 204
    assert api.get(f"{API}accounts/{player}/").json()["open"] == 7500
    assert api.get(f"{API}accounts/99999999/").status_code == 404
    assert api.get(f"{API}accounts/").json()["count"] == 4
    totals = api.get(f"{API}money/").json()
    assert (totals["charged"], totals["held"], totals["fees"][0]["people"]) == (30000, 0, 4)
    assert api.put(f"{EVENT_API}money-first/", {"money_first": True}, format="json").json() == {"money_first": True}
    drawn = post(f"{EVENT_API}seating/", {"seed": 7})
    assert (drawn.status_code, drawn.json()["code"]) == (409, "unpaid")


# --- Somebody who does not come --------------------------------------------------------------------------------------


def no_show(event: Event, fee: str, **more: Any) -> None:
    set_status_and_fee(
        entry=entrant(event),
        status="no_show",
        reason="Ill",
        fee=fee,
        actor=make_actor(),
        **{"rights": REGISTRAR, **more},
    )


@pytest.mark.parametrize(
    ("fee", "paid", "sums", "acts"),
    [
        ("owed", 0, (8500, 0, 8500), []),
        ("owed", 8500, (8500, 8500, 0), []),
        ("waived", 0, (0, 0, 0), ["money.pool-left", "money.waived"]),
        ("waived", 7500, (7500, 7500, 0), ["money.pool-left"]),
        ("waived", 8500, (8500, 8500, 0), []),
        ("refunded", 0, (0, 0, 0), ["money.pool-left", "money.waived"]),
        ("refunded", 8500, (0, 0, 0), ["money.pool-left", "money.waived", "money.refunded"]),
    ],
)
def test_what_becomes_of_the_fee_of_a_no_show(
    event: Event, fee: str, paid: int, sums: tuple[int, int, int], acts: list[str]
) -> None:
    take(event)
    if paid:
        write(event, "cash", paid)
    before = len(written())

    for _twice in range(2):
        no_show(event, fee)

    sums_now = account(event).account
    assert (sums_now.owed, sums_now.held, sums_now.open) == sums
    assert written()[before:] == acts


def test_a_refund_keeps_what_is_owed_for_another_event(event: Event) -> None:
    other = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    add(other, "Entry", 2000)
    plan = EntrantPlan(entrant(event).name, player=entrant(event).player_id)
    enter_entrants(event=other, entrants=[plan], actor=make_actor())
    write(event, "cash", 7500)

    no_show(event, "refunded")

    sums_now = account(event).account
    assert (sums_now.refunded, sums_now.held, sums_now.open) == (5500, 2000, 0)


def test_only_who_may_write_on_accounts_decides_about_the_fee(event: Event) -> None:
    only_here = Rights(frozenset({"registrar"}), whole=frozenset())
    with pytest.raises(Forbidden):
        no_show(event, "waived", rights=only_here)
    with pytest.raises(Malformed):
        no_show(event, "given")
    assert entrant(event).status == "playing"


def test_the_page_of_the_entrant_asks_about_the_fee(event: Event) -> None:
    desk = in_role(event.tournament, "registrar")
    sent = {"status": "no_show", "reason": "Ill"}

    unsaid = desk.post(of("status", event, 1), sent)
    assert unsaid.status_code == 422
    assert "Say what becomes of the fee." in text_of(unsaid)
    assert entrant(event).status == "playing"
    desk.post(of("status", event, 1), {**sent, "fee": "waived"})

    assert (entrant(event).status, account(event).state) == ("no_show", "paid")
    back = text_of(desk.post(of("status", event, 1), {"status": "playing"}, follow=True))
    assert "$75 was waived" in back


def test_a_program_says_what_becomes_of_the_fee(event: Event) -> None:
    registrar = api_of(make_user(role="registrar", tournament=event.tournament))
    body = {"status": "no_show", "reason": "Ill", "fee": "refunded"}
    write(event, "cash", 7500)

    answer = registrar.patch(f"{EVENT_API}entrants/1/", body)

    assert (answer.status_code, account(event).account.refunded) == (200, 7500)
