"""Prizes, pools, the books and what winners are paid: every cent is somewhere, and nobody is paid twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from brackets.matches.actions.below import record_tiebreak
from brackets.matches.actions.playing import take_back_game
from brackets.matches.reads.takingback import taking_back
from brackets.models import Item, Payout, Prize
from brackets.settling.actions import fees as fees_actions
from brackets.settling.actions.books import ITEM_KINDS, reverse_item, write_item
from brackets.settling.actions.payouts import pay_out, reverse_payout
from brackets.settling.actions.pools import plan_pool, remove_pool_plan
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.settling.reads import settling as settling_reads
from brackets.settling.reads.prizes import PoolShown, prizes_mark
from brackets.settling.reads.settling import PersonWon, Settlement
from brackets.tests.factories import link, make_bracket, make_posted_event, win
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import PostedList, QualifyingResult
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import make_cards
from tournaments.access import Rights
from tournaments.entrants.actions.entrants import remove_entrant
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Fee, LedgerLine, Tournament
from tournaments.money.actions import money as money_actions
from tournaments.people.actions.people import link_player
from tournaments.tests.cases import often
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event() -> Event:
    """Four qualifiers and one who is not, $75 each, a pool of $10 that nobody has taken; every match is one game."""
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    add_fee(event, "Entry", 7500)
    add_fee(event, "Q-pool", 1000, kind="q_pool", optional=True)
    return event


def add_fee(event: Event, name: str, cents: int, *, kind: str = "entry", optional: bool = False) -> Fee:
    return money_actions.add_fee(event=event, name=name, cents=cents, kind=kind, optional=optional, actor=make_actor())


def entrant(event: Event, number: int = 1) -> Entry:
    return Entry.objects.select_related("event__tournament", "player").get(event=event, number=number)


def take(event: Event, *numbers: int, fee: str = "Q-pool", taken: bool = True) -> None:
    for number in numbers:
        money_actions.choose_fee(
            entry=entrant(event, number),
            fee=event.fees.get(name=fee),
            taken=taken,
            reason="so",
            rights=Rights(frozenset({"director"})),
            actor=make_actor(),
        )


def receive(event: Event, number: int, kind: str, cents: int) -> None:
    money_actions.write_line(
        tournament=event.tournament,
        player=entrant(event, number).player,
        kind=kind,
        cents=cents,
        note="why" if kind == "waiver" else "",
        actor=make_actor(),
    )


def award(event: Event, *prizes: PrizePlan, **more: Any) -> None:
    set_prizes(event=event, prizes=prizes, actor=make_actor(), **more)


def plan(event: Event, type: str = "graduated", fee: str = "Q-pool", **more: Any) -> None:
    plan_pool(fee=event.fees.get(name=fee), type=type, actor=make_actor(), **more)


def pool(event: Event, name: str = "Q-pool") -> PoolShown:
    _books, awards = settling_reads.event_books(event.tournament, event.slug)
    return next(one for one in awards.pools if one.name == name)


def pay(event: Event, number: int, cents: int, kind: str = "cash", **more: Any) -> Payout:
    return pay_out(
        tournament=event.tournament,
        player=entrant(event, number).player,
        kind=kind,
        cents=cents,
        **{"actor": make_actor(), **more},
    )


def back(payout: Payout, reason: str = "a slip", **more: Any) -> Payout:
    return reverse_payout(payout=payout, reason=reason, **{"actor": make_actor(), **more})


def won(event: Event, number: int = 1) -> PersonWon | None:
    return settling_reads.winner(event.tournament, entrant(event, number).player_id)


def spend(tournament: Tournament, kind: str, cents: int, event: Event | None = None) -> Item:
    return write_item(tournament=tournament, kind=kind, name="Hall", cents=cents, event=event, actor=make_actor())


PLACES = (PrizePlan("place", 20_000, 1), PrizePlan("place", 10_000, 2), PrizePlan("place", 5_000, 3))


def play(event: Event) -> None:
    """A-1 wins the final against A-2; the seeds 3 and 4 lose the semifinals."""
    win(event, 1, "A-1")
    win(event, 2, "A-2")
    win(event, 3, "A-1")


# --- Prizes ----------------------------------------------------------------------------------------------------------


def test_a_prize_is_won_once_its_place_is_played_out(event: Event) -> None:
    award(event, *PLACES)
    assert settling_reads.winners(event.tournament) == []

    win(event, 1, "A-1")
    assert [(one.name, one.won) for one in settling_reads.winners(event.tournament)] == [(entrant(event, 4).name, 5000)]
    win(event, 2, "A-2")
    win(event, 3, "A-1")

    found = {one.name: one.won for one in settling_reads.winners(event.tournament)}
    assert found == {entrant(event, n).name: cents for n, cents in ((1, 20_000), (2, 10_000), (3, 5000), (4, 5000))}


def test_prizes_by_rank_for_the_high_nonqualifier_and_by_name(event: Event) -> None:
    award(
        event,
        PrizePlan("rank", 3000, 1),
        PrizePlan("hnq", 2000),
        PrizePlan("other", 1000, name="Best hat", entrant=3),
        PrizePlan("other", 1000, name="Youngest"),
    )

    found = {one.name: [win.label for win in one.wins] for one in settling_reads.winners(event.tournament)}

    assert found == {
        entrant(event, 1).name: ["High qualifier"],
        entrant(event, 5).name: ["High nonqualifier"],
        entrant(event, 3).name: ["Best hat"],
    }
    books, _awards = settling_reads.event_books(event.tournament, "main")
    assert (books.prizes, books.prizes_awarded) == (7000, 6000)


def test_who_shares_a_rank_shares_its_prizes(event: Event) -> None:
    QualifyingResult.objects.filter(event=event, rank__in=[4, 5]).update(rank=4, tied=True)

    award(event, PrizePlan("rank", 3000, 3), PrizePlan("rank", 2001, 4))

    found = {one.name: one.won for one in settling_reads.winners(event.tournament)}
    assert found == {entrant(event, n).name: cents for n, cents in ((3, 3000), (4, 1000), (5, 1000))}
    # The odd cent cannot be divided: nobody waits for it, and it stays at the desk.
    books = settling_reads.settlement(event.tournament)
    assert (books.undecided, books.prizes) == (0, 5000)


def test_a_tie_for_the_high_nonqualifier_that_nobody_played_off_shares_the_prize() -> None:
    event = make_posted_event(4)
    below = QualifyingResult.objects.filter(event=event, rank__in=[4, 5])
    below.update(rank=4, tied=True, seed=None, status="nonqualifier")

    award(event, PrizePlan("hnq", 1001))

    found = {one.name: [(win.label, win.cents) for win in one.wins] for one in settling_reads.winners(event.tournament)}
    assert found == {entrant(event, n).name: [("High nonqualifier, shared", 500)] for n in (4, 5)}
    # As with ranks, the odd cent is nobody's and waits for nobody.
    books = settling_reads.settlement(event.tournament)
    assert (books.prizes, books.undecided) == (1000, 0)


def test_a_prize_that_is_shared_out_with_a_better_rank_waits_for_nobody(event: Event) -> None:
    QualifyingResult.objects.filter(event=event, rank__in=[4, 5]).update(rank=4, tied=True)

    award(event, PrizePlan("rank", 1000, 4), PrizePlan("rank", 500, 5), PrizePlan("rank", 300, 6))

    _books, awards = settling_reads.event_books(event.tournament, "main")
    fourth, fifth, sixth = awards.prizes
    assert [one.cents for one in fourth.who] == [750, 750]
    assert (fourth.each, fourth.is_open) == (750, False)
    assert (fifth.who, fifth.said, fifth.is_open) == ((), "shared out with the prize for rank 4", False)
    # Five play: nobody can have the sixth rank.
    assert (sixth.said, sixth.is_open) == ("nobody can end there", False)


def test_the_table_is_set_as_a_whole_and_an_older_one_is_refused(event: Event) -> None:
    mark = prizes_mark(event)
    award(event, *PLACES, mark=mark)

    with pytest.raises(Refused) as refused:
        award(event, PLACES[0], mark=mark)
    assert refused.value.code == "stale"
    assert re.match(r"tests \(\d+:\d\d\s[AP]M\) changed the prizes in the meantime, and", refused.value.message)
    award(event, *reversed(PLACES))
    assert AuditEntry.objects.filter(action="prizes.set").count() == 1
    award(event, PLACES[0])

    assert list(Prize.objects.values_list("place", "cents")) == [(1, 20_000)]
    row = AuditEntry.objects.filter(action="prizes.set").last()
    assert row is not None
    assert row.after == {"prizes": [{"kind": "place", "place": 1, "name": "", "cents": 20_000, "entrant": None}]}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (PrizePlan("place", 100, 4), "prizes.0.place"),
        (PrizePlan("place", 100), "prizes.0.place"),
        (PrizePlan("rank", 100, 0), "prizes.0.place"),
        (PrizePlan("place", 0, 1), "prizes.0.cents"),
        (PrizePlan("place", 100_000_001, 1), "prizes.0.cents"),
        (PrizePlan("other", 100), "prizes.0.name"),
        (PrizePlan("other", 100, name="x" * 61), "prizes.0.name"),
        (PrizePlan("other", 100, name="Hat", entrant=99), "prizes.0.entrant"),
        (PrizePlan("other", 100, 1, name="Hat"), "prizes.0.place"),
        (PrizePlan("place", 100, 1, name="Hat"), "prizes.0.name"),
        (PrizePlan("lottery", 100), "prizes.0.kind"),
    ],
)
def test_an_invalid_prize_is_refused_with_its_field(event: Event, wrong: PrizePlan, field: str) -> None:
    with pytest.raises(Malformed) as refused:
        award(event, wrong)

    assert [fault.field for fault in refused.value.faults] == [field]
    assert not Prize.objects.exists()


def test_a_prize_is_there_once(event: Event) -> None:
    with pytest.raises(Malformed, match="each fault"):
        award(event, PLACES[0], PLACES[0])
    with pytest.raises(Malformed):
        award(event, PrizePlan("hnq", 1), PrizePlan("hnq", 2))


# --- Pools -----------------------------------------------------------------------------------------------------------


def test_a_pool_pays_by_qualifying_rank_among_those_who_take_it(event: Event) -> None:
    take(event, 2, 3, 5)
    plan(event, "graduated", ratio=2)

    found = pool(event)

    assert (found.people, found.fund, found.planned, found.difference) == (3, 3000, 3000, 0)
    assert [(place.cents, place.who.name if place.who else "") for place in found.places] == [
        (2000, entrant(event, 2).name),
        (1000, entrant(event, 3).name),
    ]


def test_the_observed_pool_of_62_shows_its_difference() -> None:
    event = make_event(tournament=make_tournament("sierra"), entrants=62)
    add_fee(event, "Q-pool", 1000, kind="q_pool")
    plan(event, ratio=6)

    found = pool(event)

    assert (found.fund, found.planned, found.difference) == (62000, 62500, -500)
    assert found.difference_said == "−$5: more than the fund"


def test_taking_back_a_match_names_who_was_paid_for_its_places(event: Event) -> None:
    for match, winner in ((1, "A-1"), (2, "A-2"), (3, "A-1")):
        win(event, match, winner)
    award(event, PrizePlan("place", 5000, place=1), PrizePlan("place", 1000, place=3))
    pay(event, 1, 5000)

    final, first, other = (taking_back(event, number) for number in (3, 1, 2))

    told = "Milt Orr was paid $50. That stays in the books. Their winnings are recalculated."
    assert (final.paid, first.paid, other.paid) == ((told,), (told,), (told,))
    pay(event, 3, 1000)
    assert len(taking_back(event, 2).paid) == 2
    assert taking_back(event, 2).mark != other.mark


def test_amounts_by_hand_come_with_a_reason_and_the_difference(event: Event) -> None:
    take(event, 1, 2, 3, 4)
    with pytest.raises(Malformed, match="each fault"):
        plan(event, "equal", ratio=2, by_hand=[2500, 1000])
    with pytest.raises(Malformed):
        plan(event, "by_hand")

    plan(event, "equal", ratio=2, by_hand=[2500, 1000], reason="the sponsor wants a first")

    found = pool(event)
    assert [(place.given, place.cents) for place in found.places] == [(2000, 2500), (2000, 1000)]
    assert found.difference_said == "$5 less than the fund"


def test_before_posting_a_pool_is_a_look_and_nobody_is_paid() -> None:
    event = make_event(tournament=make_tournament("early"), games=3, entrants=4, seated=True)
    add_fee(event, "Q-pool", 1000, kind="q_pool", optional=True)
    take(event, 1, 2)
    plan(event, "equal", ratio=2)

    assert not pool(event).official
    assert settling_reads.winners(event.tournament) == []
    assert settling_reads.settlement(event.tournament).undecided == 2000


def test_who_is_let_off_is_out_of_the_pool_and_who_has_not_paid_is_named(event: Event) -> None:
    take(event, 1, 2, 3)
    receive(event, 1, "cash", 8500)
    # Nobody waives a pool any more; older ledgers have such a line.
    with pytest.raises(Refused, match="A pool is not waived"):
        receive(event, 2, "waiver", 8500)
    player = entrant(event, 2).player
    LedgerLine.objects.create(
        tournament=event.tournament, number=9, player=player, kind="waiver", cents=8500, note="so"
    )
    receive(event, 3, "waiver", 7500)
    plan(event)

    found = pool(event)

    assert (found.people, found.fund, found.owed) == (2, 2000, 2000)
    assert found.let_off == (entrant(event, 2).name,)
    assert found.unpaid == ((entrant(event, 3).name, 1000),)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"cents": 500}, id="cheaper"),
        pytest.param({"optional": True}, id="for who takes it"),
        pytest.param({"kind": "other"}, id="no pool any more"),
    ],
)
def test_a_fee_whose_change_takes_from_who_was_paid_names_them_and_asks_why(
    event: Event, changes: dict[str, Any]
) -> None:
    fee = add_fee(event, "Everybody’s pool", 1000, kind="q_pool")
    plan(event, "equal", "Everybody’s pool")
    first = won(event)
    assert first is not None
    pay(event, 1, first.won)

    with pytest.raises(Malformed) as refused:
        fees_actions.change_fee(fee=fee, changes=changes, actor=make_actor())

    (fault,) = refused.value.faults
    assert fault.field == "reason"
    assert "People who were paid already would have won less" in fault.message
    assert first.name in fault.message
    changed = fees_actions.change_fee(fee=fee, changes=changes, reason="a slip", actor=make_actor())
    assert {name: getattr(changed, name) for name in changes} == changes
    row = AuditEntry.objects.filter(action="fee.changed").get()
    assert row.reason == "a slip"


def test_the_page_and_the_api_of_a_fee_say_alike_who_would_have_won_less(event: Event) -> None:
    fee = add_fee(event, "Everybody’s pool", 1000, kind="q_pool")
    plan(event, "equal", "Everybody’s pool")
    first = won(event)
    assert first is not None
    pay(event, 1, first.won)
    director = make_user(role="director", tournament=event.tournament)
    lead = f"fee{fee.pk}-"
    sent = {f"{lead}name": fee.name, f"{lead}cents": "5", f"{lead}kind": "q_pool"}
    page, where = f"/t/sierra/main/fees/{fee.pk}/", f"/api/v1/tournaments/sierra/events/main/fees/{fee.pk}/"

    shown = signed_in(director).post(page, sent)
    answer = api_of(director).patch(where, {"cents": 500}, format="json")

    told = answer.json()["errors"][0]["message"]
    assert (shown.status_code, answer.status_code) == (422, 400)
    assert told.startswith("People who were paid already would have won less: ")
    assert told in text_of(shown)
    removed = api_of(director).delete(where, {"reason": "so"}, format="json")
    assert (removed.status_code, removed.json()["code"]) == (409, "impossible")
    assert signed_in(director).post(page, {**sent, f"{lead}reason": "a slip"}).status_code == 302
    fee.refresh_from_db()
    assert fee.cents == 500


def test_nobody_changes_a_fee_so_that_they_have_won_something_else(event: Event) -> None:
    fee = add_fee(event, "Everybody’s pool", 1000, kind="q_pool")
    plan(event, "equal", "Everybody’s pool")
    user = make_user(role="director", tournament=event.tournament)
    link(event, "A-1", user)

    with pytest.raises(Forbidden) as refused:
        fees_actions.change_fee(fee=fee, changes={"cents": 2000}, reason="so", actor=make_actor(user))

    assert refused.value.code == "own_card"


def test_a_no_show_who_is_off_a_pool_that_everybody_owes_is_not_in_its_fund(event: Event) -> None:
    add_fee(event, "Everybody’s pool", 1000, kind="q_pool")
    plan(event, fee="Everybody’s pool")
    Entry.objects.filter(event=event, number=5).update(status=Entry.Status.NO_SHOW, status_reason="Ill")
    before = pool(event, "Everybody’s pool")

    take(event, 5, fee="Everybody’s pool", taken=False)

    after = pool(event, "Everybody’s pool")
    assert (before.people, before.fund, after.people, after.fund) == (5, 5000, 4, 4000)
    assert all(name != entrant(event, 5).name for name, _cents in after.unpaid)


def test_only_a_pool_is_paid_out_and_a_fee_with_a_plan_stays(event: Event) -> None:
    with pytest.raises(Refused, match="is not a pool"):
        plan(event, fee="Entry")
    plan(event)
    fee = event.fees.get(name="Q-pool")
    with pytest.raises(Refused, match="is paid out is set already"):
        money_actions.remove_fee(fee=fee, actor=make_actor())

    remove_pool_plan(fee=fee, actor=make_actor())
    remove_pool_plan(fee=fee, actor=make_actor())
    money_actions.remove_fee(fee=fee, actor=make_actor())

    assert [row.action for row in AuditEntry.objects.filter(action__startswith="pool.")] == [
        "pool.planned",
        "pool.plan-removed",
    ]


def test_whoever_is_given_a_prize_by_name_stays_on_the_list() -> None:
    event = make_event(tournament=make_tournament("early"), entrants=4)
    award(event, PrizePlan("other", 1000, name="Best hat", entrant=3))

    with pytest.raises(Refused, match="is given a prize or an award by name"):
        remove_entrant(event=event, number=3, actor=make_actor())

    award(event)
    remove_entrant(event=event, number=3, actor=make_actor())
    assert Entry.objects.filter(event=event).count() == 3


# --- Payouts ---------------------------------------------------------------------------------------------------------


@pytest.fixture
@kept
def played(event: Event) -> Event:
    award(event, *PLACES)
    play(event)
    return event


def test_winners_are_paid_in_parts_and_never_more_than_is_open(played: Event) -> None:
    assert pay(played, 1, 15_000).number == 1
    with pytest.raises(Refused) as refused:
        pay(played, 1, 5001)
    assert refused.value.code == "impossible"
    assert refused.value.message == (
        f"$50 is open for {entrant(played).name}, so $50.01 is not paid out. Pay $50 or less."
    )

    assert pay(played, 1, 5000, "cheque", note="no. 12").number == 2

    person = won(played)
    assert person is not None
    assert (person.won, person.paid, person.open, person.state) == (20_000, 20_000, 0, "paid")
    with pytest.raises(Refused, match="Nothing is open"):
        pay(played, 1, 1)


def test_two_desks_do_not_pay_the_same_prize(played: Event) -> None:
    pay(played, 1, 20_000, looked_at=20_000)

    with pytest.raises(Refused) as refused:
        pay(played, 1, 20_000, looked_at=20_000)

    assert (refused.value.code, refused.value.current) == ("stale", {"open": 0})
    assert Payout.objects.count() == 1
    told = rf"tests \(\d+:\d\d\s[AP]M\) has changed what {entrant(played).name} was paid in the meantime: nothing is open any more\."
    assert re.match(told, refused.value.message)


def test_a_prize_that_changed_otherwise_since_is_nobody_s_payout(played: Event) -> None:
    with pytest.raises(Refused) as refused:
        pay(played, 1, 20_000, looked_at=19_000)

    assert refused.value.message.startswith(f"What {entrant(played).name} has won or was paid changed in the meantime")


def test_a_payout_is_taken_back_once_with_a_reason_and_both_stay(played: Event) -> None:
    payout = pay(played, 1, 20_000)
    with pytest.raises(Malformed):
        back(payout, " ")

    reversal = back(payout)

    assert back(payout) == reversal
    with pytest.raises(Refused, match="takes another one back"):
        back(reversal)
    person = won(played)
    assert person is not None
    assert (person.open, [line.stands for line in person.lines]) == (20_000, [False, False])
    assert [row.action for row in AuditEntry.objects.filter(subject_kind="payout").order_by("pk")] == [
        "money.paid-out",
        "money.payout-reversed",
    ]


def test_a_result_that_is_taken_back_after_paying_shows_who_has_too_much(played: Event) -> None:
    pay(played, 1, 20_000)
    award(played, PrizePlan("place", 15_000, 1), reason="A slip")

    person = won(played)

    assert person is not None
    assert (person.over, person.state) == (5000, "over")
    books = settling_reads.settlement(played.tournament)
    assert (books.paid_over, books.settled) == (5000, False)


def test_nobody_pays_themselves(played: Event) -> None:
    registrar = make_user("registrar", role="registrar", tournament=played.tournament)
    link(played, "A-1", registrar)
    payout = pay(played, 1, 100)

    for act in (
        lambda: pay(played, 1, 100, actor=make_actor(registrar)),
        lambda: back(payout, actor=make_actor(registrar)),
    ):
        with pytest.raises(Forbidden) as refused:
            act()
        assert refused.value.code == "own_card"
    registrar.first_name, registrar.last_name = entrant(played, 2).name.split()
    registrar.save()
    with pytest.raises(Forbidden, match="is your name too"):
        pay(played, 2, 100, actor=make_actor(registrar))
    assert pay(played, 3, 100, actor=make_actor(registrar)).number == 2


def test_who_won_nothing_is_not_paid(played: Event) -> None:
    with pytest.raises(Malformed):
        pay(played, 5, 100)


@pytest.mark.parametrize(("kind", "cents", "field"), [("card", 100, "kind"), ("cash", 0, "cents")])
def test_an_invalid_payout_names_its_field(played: Event, kind: str, cents: int, field: str) -> None:
    with pytest.raises(Malformed) as refused:
        pay(played, 1, cents, kind)

    assert [fault.field for fault in refused.value.faults] == [field]


def test_what_somebody_was_paid_follows_them_to_their_account(played: Event) -> None:
    elsewhere = make_event(tournament=make_tournament("elsewhere"), entrants=2)
    Entry.objects.filter(event=elsewhere, number=1).update(player=entrant(played).player)
    pay(played, 1, 20_000)
    make_user("milt")

    link_player(entry=entrant(played), username="milt", actor=make_actor())

    person = won(played)
    assert person is not None
    assert person.state == "paid"


def test_winnings_of_several_events_are_one_persons(played: Event) -> None:
    other = make_posted_event(2, tournament=played.tournament, slug="consolation")
    Entry.objects.filter(event=other, number=1).update(player=entrant(played).player)
    award(other, PrizePlan("rank", 700, 1))

    person = won(played)

    assert person is not None
    assert [(win.event, win.cents) for win in person.wins] == [("main", 20_000), ("consolation", 700)]


# --- The books -------------------------------------------------------------------------------------------------------


def test_items_are_added_and_taken_back(event: Event) -> None:
    here = event.tournament
    hall = spend(here, "expense", 12_000)
    spend(here, "sanctioning", 1500, event)
    spend(here, "income", 500)

    reversal = reverse_item(item=hall, reason="paid by the club", actor=make_actor())

    assert reverse_item(item=hall, reason="again", actor=make_actor()) == reversal
    with pytest.raises(Refused, match="takes another one back"):
        reverse_item(item=reversal, reason="no", actor=make_actor())
    books = settling_reads.settlement(here)
    assert (books.expenses, books.sanctioning, books.income, books.general) == (0, 1500, 500, 500)
    assert [item.number for item in books.items if item.stands] == [2, 3]
    [main] = books.events
    assert (main.sanctioning_due, main.not_written, main.sanctioning_said) == (1500, 0, "5 entrants × $3")


@pytest.mark.parametrize(("kind", "cents", "name"), [("tip", 1, "x"), ("expense", 0, "x"), ("expense", 1, " ")])
def test_an_invalid_line_of_the_books_is_refused(event: Event, kind: str, cents: int, name: str) -> None:
    with pytest.raises(Malformed):
        write_item(tournament=event.tournament, kind=kind, name=name, cents=cents, actor=make_actor())
    with pytest.raises(Malformed):
        spend(make_tournament("elsewhere"), "expense", 1, event)
    assert not Item.objects.exists()


def check_books(tournament: Tournament) -> Settlement:
    """Every sum of the books the other way round."""
    books = settling_reads.settlement(tournament)
    people = settling_reads.winners(tournament)
    assert books.money.owed == sum(event.owed + sum(pool.owed for pool in event.pools) for event in books.events)
    assert books.left == sum(event.left + event.left_of_pools for event in books.events) + books.general
    assert books.money.owed == books.money.held + books.money.open - books.money.to_give_back
    assert books.awarded == sum(one.won for one in people) == books.paid + books.to_pay - books.paid_over
    assert (
        books.left
        == books.box + books.money.open - books.money.to_give_back - books.to_pay + books.paid_over - books.undecided
    )
    assert books.undecided >= 0
    assert all(one.paid >= 0 for one in people)
    return books


def test_a_tournament_that_is_settled_has_what_is_left(played: Event) -> None:
    take(played, 1, 2, 3, 4)
    plan(played, "top_double", ratio=2)
    for number in range(1, 6):
        receive(played, number, "cash", 8500 if number < 5 else 7500)
    spend(played.tournament, "sanctioning", 1500, played)
    for one in settling_reads.winners(played.tournament):
        pay_out(
            tournament=played.tournament,
            player=Entry.objects.get(event=played, name=one.name).player,
            kind="cash",
            cents=one.open,
            actor=make_actor(),
        )

    short = check_books(played.tournament)
    spend(played.tournament, "income", 5000)
    books = check_books(played.tournament)

    # Fees of $415, prizes of $400, a pool of $40 that pays $26 and $13, a sanctioning fee of $15: nobody has paid $39 out of nothing.
    assert (short.box, short.short, short.short_in, short.settled) == (-3900, 3900, ("main",), False)
    assert (books.short, books.short_in, books.settled) == (0, (), True)
    assert books.box == books.left == 41_500 - 40_000 - 3900 - 1500 + 5000


MONEY = ("cash", "cheque", "refund", "waiver", "take", "leave", "fee", "item", "unitem")
WINNING = ("prize", "plan", "hand", "game", "game", "ungame", "tie", "pay", "pay", "pay", "unpay")
ACTS = st.tuples(
    st.sampled_from([*MONEY, *WINNING]),
    st.integers(1, 5),
    st.sampled_from([1, 333, 1000, 7500, 20_000]),
)


@examples(max_examples=often(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(ACTS, min_size=3, max_size=30))
def test_whatever_is_done_in_whatever_order_the_books_keep_every_cent(
    event: Event, acts: list[tuple[str, int, int]]
) -> None:
    with transaction.atomic():
        box, codes = 0, set()
        for what, number, cents in acts:
            try:
                with transaction.atomic():
                    box += act(event, what, number, cents)
            except Refused as refused:
                codes.add(refused.code)
            books = check_books(event.tournament)
            assert books.box == box
        transaction.set_rollback(True)

    assert codes <= {"impossible", "invalid", "over", "gap", "begun", "not_ready", "no_game", "winner", "no_bracket"}


def act(event: Event, what: str, number: int, cents: int) -> int:
    """Do one thing; by how much the money at the desk grows."""
    if what in {"cash", "cheque", "refund", "waiver"}:
        receive(event, number, what, cents)
        return {"refund": -cents, "waiver": 0}.get(what, cents)
    if what in {"take", "leave"}:
        take(event, number, taken=what == "take")
    elif what == "fee":
        money_actions.change_fee(
            fee=event.fees.get(name="Entry" if number % 2 else "Q-pool"),
            changes={"cents": cents},
            reason="so",
            actor=make_actor(),
        )
    elif what == "prize":
        award(event, *PLACES[:number], PrizePlan("rank", cents, number), PrizePlan("hnq", cents))
    elif what == "plan":
        plan(event, ["equal", "top_double", "graduated"][number % 3], ratio=number)
    elif what == "hand":
        plan(event, "by_hand", ratio=number, by_hand=[cents] * number, reason="so")
    elif what == "tie":
        QualifyingResult.objects.filter(event=event, rank=5).update(rank=4)
    elif what == "item":
        spend(event.tournament, list(ITEM_KINDS)[number % 3], cents, event if cents % 2 else None)
        return cents if number % 3 == 2 else -cents
    elif what == "unitem":
        return take_back_item(event.tournament, number)
    elif what == "pay":
        pay(event, number, cents, "cash" if number % 2 else "cheque")
        return -cents
    elif what == "unpay":
        payout = event.tournament.payouts.filter(number=number).first()
        if payout is not None and not Payout.objects.filter(reverses=payout).exists():
            back(payout)
            return payout.cents
    elif what == "game":
        seats = {1: ("A-1", "A-4"), 2: ("A-2", "A-3")}.get(number, ("A-1", "A-2"))
        win(event, min(number, 3), seats[cents % 2])
    else:
        take_back_game(event=event, match=min(number, 3), actor=make_actor())
    return 0


def take_back_item(tournament: Tournament, number: int) -> int:
    item = tournament.items.filter(number=number).first()
    if item is None or Item.objects.filter(reverses=item).exists():
        return 0
    reverse_item(item=item, reason="so", actor=make_actor())
    return -item.cents if item.kind == "income" else item.cents


def test_the_game_for_the_high_nonqualifier_asks_why_where_somebody_was_paid_for_the_place() -> None:
    event = make_event(games=1, movement="none", entrants=8, seated=True)
    wins = {"A-1": ("A-5", 20), "A-2": ("A-6", 16), "A-3": ("A-7", 12), "A-4": ("A-8", 12)}
    make_cards(event, **{seat.replace("-", "_"): f"{other} 2 +{by}" for seat, (other, by) in wins.items()})
    make_cards(event, **{other.replace("-", "_"): f"{seat} 0 -{by}" for seat, (other, by) in wins.items()})
    start_cross_check(event=event, actor=make_actor())
    post_qualifiers(event=event, actor=make_actor())
    event.refresh_from_db()
    set_prizes(event=event, prizes=[PrizePlan("hnq", 2500)], actor=make_actor())
    record_tiebreak(event=event, order=["A-3", "A-4"], actor=make_actor())
    pay(event, 3, 2500)

    with pytest.raises(Malformed) as refused:
        record_tiebreak(event=event, order=["A-4", "A-3"], actor=make_actor())

    assert [fault.field for fault in refused.value.faults] == ["reason"]
    assert "($25, then $0)" in refused.value.faults[0].message
    assert [one.entry.seat for one in QualifyingResult.objects.filter(status="high_nonqualifier")] == ["A-3"]
    record_tiebreak(event=event, order=["A-4", "A-3"], reason="The winner was written down wrong", actor=make_actor())
    holds = PostedList.objects.filter(event=event).order_by("number").last()
    assert holds is not None
    assert holds.reason.endswith("The winner was written down wrong")
    assert [one.entry.seat for one in QualifyingResult.objects.filter(status="high_nonqualifier")] == ["A-4"]


# --- Two programs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "first", "second"),
    [
        (
            "prizes/",
            {"prizes": [{"kind": "hnq", "cents": 2000}]},
            {"prizes": [{"kind": "hnq", "cents": 3000}]},
        ),
        ("pools/%d/", {"type": "graduated"}, {"type": "equal"}),
    ],
    ids=["prizes", "pool"],
)
def test_a_program_does_not_write_over_what_another_has_set_unasked(
    event: Event, path: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    rosa, len_ = (api_of(make_user(name, role="director", tournament=event.tournament)) for name in ("rosa", "len"))
    base = f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/"
    fee = event.fees.get(name="Q-pool").pk
    address = base + (path % fee if "%" in path else path)
    assert rosa.put(address, second, format="json").status_code == 200
    made = rosa.put(address, first, format="json")
    assert made.status_code == 200
    assert len_.put(address, first, format="json").status_code == 200

    refused = len_.put(address, second, format="json")
    late = len_.put(address, {**second, "mark": "5f2b1c9a7d04"}, format="json")

    assert [(one.status_code, one.json()["code"]) for one in (refused, late)] == [(409, "stale")] * 2
    assert re.match(r"rosa \(\d+:\d\d\s[AP]M\) changed ", late.json()["message"])
    assert refused.json()["message"].startswith("rosa has changed this (")
    assert "then send its `mark`" in refused.json()["message"]
    mark = refused.json()["current"]["mark"]
    assert mark == made.json()["mark"] != ""
    assert len_.put(address, {**second, "mark": mark}, format="json").status_code == 200
    # One's own is one's own.
    assert len_.put(address, first, format="json").status_code == 200
