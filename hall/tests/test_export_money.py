"""The flyer and the money in the exported document."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import Any

import pytest

from hall.exchange import reads
from hall.exchange.actions import import_tournament
from hall.exchange.text import write_document
from tournaments.access import Actor
from tournaments.errors import Malformed
from tournaments.models import Fee, FeeTaken, Flyer, LedgerLine, Player, Tournament
from tournaments.money.rules import Charged, Kind, Line, account
from tournaments.tests.factories import make_event, make_tournament

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 6, 20, tzinfo=UTC)


@pytest.fixture
def weekend() -> Tournament:
    """Two entrants: one pays, the payment is corrected and made again; the other takes a pool and is waived its fee."""
    tournament = make_tournament()
    event = make_event(tournament=tournament, entrants=2)
    event.repeats_reason, event.muggins, event.starts_at = "Nine came for nine games.", True, NOON
    event.save()
    Flyer.objects.create(tournament=tournament, director="Dora Dixon", sanctioned=True, entry_deadline=NOON)
    Fee.objects.create(event=event, kind="entry", name="Entry", cents=7500)
    pool = Fee.objects.create(event=event, kind="q_pool", name="Q-pool", cents=2000, optional=True)
    one, two = event.entries.order_by("number")
    FeeTaken.objects.create(entry=two, fee=pool)
    everybodys = Fee.objects.create(event=event, kind="q_pool", name="Everybody’s pool", cents=500)
    FeeTaken.objects.create(entry=one, fee=everybodys)
    lines: dict[int, LedgerLine] = {}
    for number, player, kind, cents, reverses in [
        (1, one.player, "cash", 7500, None),
        (2, one.player, "reversal", 7500, 1),
        (3, one.player, "cheque", 7500, None),
        (4, two.player, "waiver", 7500, None),
    ]:
        lines[number] = LedgerLine.objects.create(
            tournament=tournament,
            number=number,
            player=player,
            kind=kind,
            cents=cents,
            reverses=lines.get(reverses or 0),
            event=event if kind == "waiver" else None,
            by="Dora Dixon",
            at=NOON,
        )
    return tournament


def bring_in(document: dict[str, Any]) -> Tournament:
    return import_tournament(document=document, actor=Actor.of_command("test"))


def copied(tournament: Tournament) -> dict[str, Any]:
    return {**copy.deepcopy(reads.tournament_document(tournament)), "slug": "copy"}


def accounts(tournament: Tournament) -> list[tuple[str, int, int]]:
    """Whose money is where, by name: held and waived."""
    found = []
    for player in Player.objects.filter(ledger__tournament=tournament).distinct().order_by("name"):
        lines = [
            Line(line.number, Kind(line.kind), line.cents, line.reverses.number if line.reverses else None)
            for line in player.ledger.filter(tournament=tournament)
        ]
        now = account([Charged(7500)], lines)
        found.append((player.name, now.held, now.waived))
    return found


def test_flyer_and_money_come_back_to_the_byte_and_to_the_cent(weekend: Tournament) -> None:
    document = copied(weekend)

    there = bring_in(document)

    assert write_document(reads.tournament_document(there)) == write_document(document)
    assert accounts(there) == accounts(weekend)
    assert sorted(held for _name, held, _waived in accounts(there)) == [0, 7500]


def test_whoever_has_money_here_is_in_the_document_without_an_entry(weekend: Tournament) -> None:
    guest = Player.objects.create(name="Gail Guest")
    LedgerLine.objects.create(tournament=weekend, number=5, player=guest, kind="cash", cents=1000, by="Dora", at=NOON)
    document = copied(weekend)

    assert document["players"][-1]["name"] == "Gail Guest"
    assert accounts(bring_in(document)) == accounts(weekend)


def test_waivers_for_no_event_come_in_so(weekend: Tournament) -> None:
    LedgerLine.objects.filter(kind="waiver").update(event=None)
    document = copied(weekend)

    there = bring_in(document)

    assert write_document(reads.tournament_document(there)) == write_document({**document, "slug": there.slug})


DAMAGES: dict[str, tuple[Any, str]] = {
    "a correction of nothing": (lambda d: d["ledger"][1].update(reverses=9), "ledger.1.reverses"),
    "a correction of a correction": (
        lambda d: d["ledger"][2].update(kind="reversal", reverses=2),
        "ledger.2.reverses",
    ),
    "a correction of another amount": (lambda d: d["ledger"][1].update(cents=7400), "ledger.1.cents"),
    "money that takes nothing back and says so": (lambda d: d["ledger"][0].update(reverses=3), "ledger.0.reverses"),
    "lines out of order": (lambda d: d["ledger"][3].update(number=3), "ledger.3.number"),
    "nobody's money": (lambda d: d["ledger"][0].update(player=9), "ledger.0.player"),
    "a waiver for an event that is not here": (lambda d: d["ledger"][3].update(event="b"), "ledger.3.event"),
    "money for an event": (lambda d: d["ledger"][2].update(event="main"), "ledger.2.event"),
    "less than a cent": (lambda d: d["ledger"][0].update(cents=0), "ledger.0.cents"),
    "two fees of one name": (lambda d: d["events"][0]["fees"][1].update(name="Entry"), "events.0.fees.1.name"),
    "a pool that is not there": (
        lambda d: d["events"][0]["entrants"][0].update(pools=["Other"]),
        "events.0.entrants.0.pools.0",
    ),
    "a pool that everybody pays": (
        lambda d: d["events"][0]["entrants"][0].update(pools=["Entry"]),
        "events.0.entrants.0.pools.0",
    ),
    "a flyer without a field": (lambda d: d["flyer"].pop("hotel"), "flyer.hotel"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_impossible_money_is_refused_with_its_place(weekend: Tournament, damage: str) -> None:
    document = copied(weekend)
    do, place = DAMAGES[damage]
    do(document)

    with pytest.raises(Malformed) as refused:
        bring_in(document)

    assert place in [fault.field for fault in refused.value.faults]
    assert not Tournament.objects.filter(slug="copy").exists()
