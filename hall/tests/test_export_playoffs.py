"""How matches ended, prizes, pools, payouts and awards in the exported document."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from brackets.matches.actions.ending import end_match
from brackets.models import Bracket, GameClaim, Honour, Item, Match, MatchGame, Payout, PoolPlan, Prize
from brackets.tests.factories import make_bracket, win
from hall.exchange import reads
from hall.exchange.actions import import_tournament
from hall.exchange.text import write_document
from tournaments.access import Actor, Rights
from tournaments.errors import Malformed
from tournaments.models import Entry, Event, Fee, Player, Tournament
from tournaments.tests.factories import make_actor, make_tournament

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)
Document = dict[str, Any]


@pytest.fixture
def weekend() -> Tournament:
    """A bracket of eight: one match conceded, one with a game conceded and a claim, one walk-over, and somebody removed who
    waits for an opponent; money of every kind."""
    tournament = make_tournament()
    event = make_bracket(8, best_of=3, tournament=tournament)
    Bracket.objects.filter(event=event).update(players_report=True)
    end(event, 1, "concession", "A-8", "")
    win(event, 2, "A-5")
    MatchGame.objects.filter(match__number=2).update(conceded=True)
    second = Match.objects.get(bracket__event=event, number=2)
    second.table = "Board 7"
    second.save()
    claim(event, second, "A-5", "A-5")
    claim(event, second, "A-4", "A-5")
    end(event, 3, "walk_over", "A-6", "Never came")
    end(event, 5, "removal", "A-1", "Refused a ruling")
    event.fees.create(kind="entry", name="Entry", cents=7500)
    pool = Fee.objects.create(event=event, kind="q_pool", name="Q-pool", cents=2000, optional=True)
    PoolPlan.objects.create(fee=pool, type="graduated", ratio=6, by_hand=[5000, 3000], reason="Rounded")
    one, two = event.entries.order_by("number")[:2]
    for kind, place, name, entry in [
        ("place", 1, "", None),
        ("rank", 1, "", None),
        ("hnq", None, "", None),
        ("other", None, "Youngest", one),
        ("other", None, "Youngest", two),
    ]:
        Prize.objects.create(event=event, kind=kind, place=place, name=name, cents=2500, entry=entry)
    Honour.objects.create(entry=one, kind="hand_29", note="Game 3", at=NOON, by="Dora Dixon")
    Honour.objects.create(entry=two, kind="other", name="Best hat", at=NOON, by="Dora Dixon")
    same = {"tournament": tournament, "cents": 900, "by": "Dora Dixon", "at": NOON}
    cards = Item.objects.create(number=1, kind="expense", name="Decks", event=event, **same)
    Item.objects.create(number=2, kind="reversal", name="Given back", event=event, reverses=cards, **same)
    Item.objects.create(number=3, kind="income", name="Raffle", **same)
    paid = Payout.objects.create(number=1, kind="cash", player=one.player, note="Slip 4", **same)
    Payout.objects.create(number=2, kind="reversal", player=one.player, reverses=paid, **same)
    Payout.objects.create(number=3, kind="cheque", player=Player.objects.create(name="Gail Guest"), **same)
    return tournament


def end(event: Event, match: int, ended: str, loser: str, reason: str) -> None:
    end_match(
        event=event,
        match=match,
        ended=ended,
        loser=loser,
        reason=reason,
        rights=Rights(frozenset({"director"})),
        actor=make_actor(),
    )


def claim(event: Event, match: Match, seat: str, winner: str) -> None:
    at = {entry.seat: entry for entry in Entry.objects.of(event)}
    GameClaim.objects.create(match=match, game=2, entry=at[seat], winner=at[winner], at=NOON)


def bring_in(document: Document) -> Tournament:
    return import_tournament(document=document, actor=Actor.of_command("test"))


def copied(tournament: Tournament) -> Document:
    return {**copy.deepcopy(reads.tournament_document(tournament)), "slug": "copy"}


def test_everything_of_the_playoffs_comes_back_with_the_same_bytes(weekend: Tournament) -> None:
    document = copied(weekend)

    there = bring_in(document)

    assert write_document(reads.tournament_document(there)) == write_document(document)
    assert write_document({**reads.tournament_document(there), "slug": weekend.slug}) == write_document(
        reads.tournament_document(weekend)
    )


def test_the_exported_document_has_all_of_the_playoffs(weekend: Tournament) -> None:
    document = copied(weekend)
    [event] = document["events"]
    matches = event["bracket"]["matches"]

    assert [match["ended"] for match in matches] == ["concession", "", "walk_over", "", "removal", "", ""]
    assert (matches[4]["gone"], matches[4]["winner"]) == ("A-1", None)
    assert (matches[1]["table"], matches[1]["games"][0]["conceded"]) == ("Board 7", True)
    assert [one["entrant"] for one in matches[1]["claims"]] == ["A-5", "A-4"]
    assert event["bracket"]["players_report"] is True
    assert event["fees"][0]["pool"] is None
    assert event["fees"][1]["pool"]["by_hand"] == [5000, 3000]
    assert [one["entrant"] for one in event["prizes"]] == [None, None, None, "A-1", "A-2"]
    assert [one["kind"] for one in event["honours"]] == ["hand_29", "other"]
    assert [(one["event"], one["reverses"]) for one in document["items"]] == [("main", None), ("main", 1), (None, None)]
    assert [one["reverses"] for one in document["payouts"]] == [None, 1, None]
    assert document["players"][document["payouts"][2]["player"] - 1]["name"] == "Gail Guest"


def test_somebody_gone_loses_in_the_copy_as_soon_as_the_opponent_is_known(weekend: Tournament) -> None:
    event = bring_in(copied(weekend)).events.get()

    win(event, 2, "A-5")

    assert Match.objects.get(bracket__event=event, number=5).winner.seat == "A-5"


def test_the_copy_of_a_copy_that_was_played_on_is_the_same(weekend: Tournament) -> None:
    event = weekend.events.get()
    win(event, 2, "A-5")
    document = copied(weekend)

    assert document["events"][0]["bracket"]["matches"][4]["winner"] == "A-5"
    assert write_document(reads.tournament_document(bring_in(document))) == write_document(document)


MATCHES = "events.0.bracket.matches"


def match(number: int) -> Callable[[Document], Any]:
    return lambda d: d["events"][0]["bracket"]["matches"][number - 1]


def on_match(number: int, **changes: Any) -> Callable[[Document], object]:
    return lambda d: match(number)(d).update(changes)


def on_event(kind: str, index: int, **changes: Any) -> Callable[[Document], object]:
    return lambda d: d["events"][0][kind][index].update(changes)


def on_top(kind: str, index: int, **changes: Any) -> Callable[[Document], object]:
    return lambda d: d[kind][index].update(changes)


DAMAGES: dict[str, tuple[Callable[[Document], object], str]] = {
    "an ending without a winner": (on_match(1, winner=None), f"{MATCHES}.0.winner"),
    "an ending that a stranger won": (on_match(1, winner="A-3"), f"{MATCHES}.0.winner"),
    "an unknown ending": (on_match(1, ended="rain"), f"{MATCHES}.0.ended"),
    "a reason without an ending": (on_match(4, ended_reason="Late"), f"{MATCHES}.3.ended"),
    "a walk-over without a reason": (on_match(3, ended_reason=""), f"{MATCHES}.2.ended_reason"),
    "a winner without games or ending": (on_match(1, ended=""), f"{MATCHES}.0.winner"),
    "somebody gone by nothing": (on_match(5, ended="", ended_reason=""), f"{MATCHES}.4.ended"),
    "somebody gone who does not play": (on_match(5, gone="A-2"), f"{MATCHES}.4.gone"),
    "somebody gone who won": (on_match(3, gone="A-3"), f"{MATCHES}.2.gone"),
    "somebody gone by a concession": (on_match(5, ended="concession"), f"{MATCHES}.4.gone"),
    "nobody gone and no opponent": (on_match(5, gone=None), f"{MATCHES}.4.winner"),
    "a game forfeited and conceded": (
        lambda d: match(2)(d)["games"][0].update(forfeit=True),
        f"{MATCHES}.1.games.0.conceded",
    ),
    "a claim by a stranger": (
        lambda d: match(2)(d)["claims"][0].update(entrant="A-1"),
        f"{MATCHES}.1.claims.0.entrant",
    ),
    "a claim for a stranger": (lambda d: match(2)(d)["claims"][0].update(winner="A-1"), f"{MATCHES}.1.claims.0.winner"),
    "a claim twice": (lambda d: match(2)(d)["claims"][1].update(entrant="A-5"), f"{MATCHES}.1.claims.1"),
    "a claim beyond the match": (lambda d: match(2)(d)["claims"][1].update(game=4), f"{MATCHES}.1.claims.1.game"),
    "claims out of order": (lambda d: match(2)(d)["claims"][1].update(game=1), f"{MATCHES}.1.claims"),
    "a prize for no place": (on_event("prizes", 0, place=None), "events.0.prizes.0.place"),
    "two prizes for one place": (
        lambda d: d["events"][0]["prizes"].insert(1, d["events"][0]["prizes"][0]),
        "events.0.prizes.1",
    ),
    "two prizes for the high nonqualifier": (
        lambda d: d["events"][0]["prizes"].insert(3, d["events"][0]["prizes"][2]),
        "events.0.prizes.3",
    ),
    "a prize with a name that needs none": (on_event("prizes", 0, name="First"), "events.0.prizes.0.name"),
    "a prize without a name": (on_event("prizes", 3, name=""), "events.0.prizes.3.name"),
    "a prize for a stranger": (on_event("prizes", 3, entrant="Z-9"), "events.0.prizes.3.entrant"),
    "a place that is given by hand": (on_event("prizes", 0, entrant="A-1"), "events.0.prizes.0.entrant"),
    "a hand with a name": (on_event("honours", 0, name="Hat"), "events.0.honours.0.name"),
    "an award without a name": (on_event("honours", 1, name=""), "events.0.honours.1.name"),
    "an award of a stranger": (on_event("honours", 1, entrant="Z-9"), "events.0.honours.1.entrant"),
    "amounts by hand without a reason": (
        lambda d: d["events"][0]["fees"][1]["pool"].update(reason=""),
        "events.0.fees.1.pool.reason",
    ),
    "paid out by hand without amounts": (
        lambda d: d["events"][0]["fees"][1]["pool"].update(type="by_hand", by_hand=[]),
        "events.0.fees.1.pool.by_hand",
    ),
    "a payout reversal of a line that is not there": (on_top("payouts", 1, reverses=9), "payouts.1.reverses"),
    "a payout taken back in part": (on_top("payouts", 1, cents=800), "payouts.1.cents"),
    "a payout of nobody": (on_top("payouts", 0, player=99), "payouts.0.player"),
    "payouts out of order": (on_top("payouts", 2, number=1), "payouts.2.number"),
    "an expense of another event": (on_top("items", 0, event="elsewhere"), "items.0.event"),
    "an expense taken back for another event": (on_top("items", 1, event=None), "items.1.cents"),
    "an expense that takes something back": (on_top("items", 2, reverses=1), "items.2.reverses"),
    "an expense of nothing": (on_top("items", 2, cents=0), "items.2.cents"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_impossible_values_are_refused_with_their_place(weekend: Tournament, damage: str) -> None:
    document = copied(weekend)
    do, place = DAMAGES[damage]
    do(document)

    with pytest.raises(Malformed) as refused:
        bring_in(document)

    assert place in [fault.field for fault in refused.value.faults]
    assert not Tournament.objects.filter(slug="copy").exists()
