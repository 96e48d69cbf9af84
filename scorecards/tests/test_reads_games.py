"""Few cards read instead of all: what becomes of a card's own games is the same."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorecards.cards.actions.cards import write_cards
from scorecards.crosscheck.actions.crosscheck import GameKey, refer, start_cross_check
from scorecards.models import Discrepancy
from scorecards.sheet.reads.sheet import seated, sheet_of_games
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import again_after, differs
from scorecards.tests.factories import COMMAND, find, sheet, written
from tournaments.models import Entry, Event
from tournaments.tests.cases import often
from tournaments.tests.factories import make_event

pytestmark = pytest.mark.django_db

SEATS = ("A-1", "A-2", "A-3", "A-4", "A-5", "A-6")
# Who meets whom, game by game; the first of each two won by 10.
MET = (
    (("A-1", "A-2"), ("A-3", "A-4"), ("A-5", "A-6")),
    (("A-1", "A-3"), ("A-2", "A-5"), ("A-4", "A-6")),
    (("A-1", "A-4"), ("A-2", "A-6"), ("A-3", "A-5")),
)
TRUE = {
    (seat, game): f"{game}: {other} {told}"
    for game, boards in enumerate(MET, start=1)
    for winner, loser in boards
    for seat, other, told in ((winner, loser, "2 +10"), (loser, winner, "0 -10"))
}
SLIPS = st.one_of(
    st.none(),
    st.builds(
        "{} {}".format, st.sampled_from([*SEATS, "?"]), st.sampled_from(["2 +10", "0 -11", "2 -10", ". .", "3 +40"])
    ),
)
HALLS = st.dictionaries(st.sampled_from(sorted(TRUE)), SLIPS, min_size=1, max_size=6)


def cards_of(slips: Mapping[tuple[str, int], str | None]) -> dict[str, str]:
    """The cards as the games were, but for these lines: written otherwise, or left out. Nobody plays against themselves."""
    lines: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for (seat, game), line in sorted(TRUE.items()):
        slip = slips.get((seat, game), line.partition(": ")[2])
        if slip is not None and not slip.startswith(f"{seat} "):
            lines[seat].append(f"{game}: {slip}")
    return {seat: "\n".join(told) for seat, told in lines.items()}


def make_hall(slips: Mapping[tuple[str, int], str | None]) -> Event:
    """These cards, cross-checked; the last player has left, and the first correction is put before the head judge."""
    event = make_event(games=len(MET), entrants=len(SEATS), seated=True)
    cards = {seat: written(text) for seat, text in cards_of(slips).items()}
    write_cards(event=event, cards=cards, actor=COMMAND)
    Entry.objects.filter(event=event, seat_number=6).update(status="withdrawn", status_reason="Ill")
    start_cross_check(event=event, actor=COMMAND)
    for one in [one for one in sheet(event).crosscheck.games if one.state is State.PROPOSED][:1]:
        version, key = find(event, one.game, *one.seats).version, GameKey(one.game, one.seats)
        refer(event=event, key=key, initials="JK", reason="Unread", version=version, actor=COMMAND)
    return event


@settings(max_examples=often(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HALLS, st.dictionaries(st.sampled_from(sorted(TRUE)), SLIPS, min_size=1, max_size=6))
def test_the_games_of_a_card_come_to_the_same_with_the_cards_of_its_opponents_alone(
    slips: Mapping[tuple[str, int], str | None], typed_over: Mapping[tuple[str, int], str | None]
) -> None:
    with transaction.atomic():
        whole = sheet(make_hall(slips))
        few = {seat: sheet_of_games(whole.event, [seat], seated(whole.event)) for seat in SEATS}
        transaction.set_rollback(True)

    cards = cards_of(typed_over)
    for seat in SEATS:
        told, known = (
            [(one.game, one.seats, one.recorded, differs(one), one.state is State.PENDING) for one in games]
            for games in ([one for one in on.crosscheck.games if seat in one.seats] for on in (few[seat], whole))
        )
        assert told == known
        lines = {
            one.game: Line(one.game, one.opponent, one.points, one.plus, one.minus)
            for one in written(cards[seat]).lines
        }
        assert again_after(few[seat].crosscheck, seat, lines, {}) == again_after(whole.crosscheck, seat, lines, {})


def test_among_these_cards_are_some_that_differ_and_some_that_were_decided_about() -> None:
    event = make_hall({("A-1", 1): "A-2 2 +12", ("A-5", 1): "A-6 . .", ("A-4", 3): None})

    assert Discrepancy.objects.filter(event=event).count() == 1
    assert {one.state for one in sheet(event).crosscheck.games} >= {State.AGREED, State.PENDING, State.OPEN}


def test_cards_that_have_nothing_to_do_with_it_are_not_read() -> None:
    event = make_event(games=3, entrants=len(SEATS), seated=True)
    texts = {"A-1": "A-2 2 +10", "A-2": "A-1 0 -10", "A-3": "A-4 2 +10", "A-4": "A-3 0 -10", "A-5": "A-1 0 -10"}
    write_cards(event=event, cards={seat: written(text) for seat, text in texts.items()}, actor=COMMAND)

    few = sheet_of_games(sheet(event).event, ["A-1"], seated(event))

    assert {seat for seat, card in few.cards.items() if card.lines} == {"A-1", "A-2", "A-5"}
    assert few.cards.keys() == set(SEATS)
