"""The log replayed: whatever people did, in whatever order, the log alone gives every card as the database has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.http import Http404
from hypothesis import HealthCheck, given, note
from hypothesis import settings as examples
from hypothesis import strategies as st

from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_card
from scorecards.cards.actions.stack import receive_cards, set_card_aside, take_back_receipts, take_card_up
from scorecards.crosscheck.actions.crosscheck import (
    GameKey,
    accept,
    leave_to_third,
    override,
    refer,
    start_cross_check,
    take_back_decision,
)
from scorecards.crosscheck.actions.looks import look_again
from scorecards.crosscheck.actions.undo import undo
from scorecards.models import Look, Scorecard
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.discrepancies import differing_games, discrepancies, discrepancy_view
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.standings import level_groups, standings
from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.looks import find_wanted
from scorecards.sheet.rules.replay import rebuild
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings.actions.posting import record_tiebreak
from scorecards.tests.factories import sheet
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import remove_from_play, undo_day_change
from tournaments.day.actions.status import set_status
from tournaments.day.reads.schedule import rounds, schedule
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Refused
from tournaments.models import Event, User
from tournaments.tests.cases import often
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.venue.actions.events import exempt_quota

DIRECTOR = Rights(frozenset({"director"}))
GAMES = 3
SEATS = [f"A-{number}" for number in range(1, 7)]
# What two people can plausibly write of one game, and slips of the typist.
WRITTEN = [(2, 16, None), (0, None, 16), (2, 12, None), (0, None, 12), (3, 31, None), (2, None, 16), (None, None, None)]

Act = Callable[[Event, Actor], Any]

seats = st.sampled_from(SEATS)
games = st.integers(1, GAMES)
values = st.sampled_from(WRITTEN)
reasons = st.sampled_from(["Unclear", "Torn"])


@st.composite
def typing(draw: st.DrawFn) -> Act:
    seat = draw(seats)
    lines = []
    for game in range(1, GAMES + 2):
        if draw(st.integers(0, 9)) < 9:
            other = draw(st.sampled_from([None, *SEATS]) if draw(st.integers(0, 5)) == 0 else st.just("schedule"))
            lines.append((game, other, *draw(values)))
    total = draw(st.none() | st.integers(0, 9))

    def act(event: Event, actor: Actor) -> None:
        if seat not in sheet(event).entries:
            return
        against = opponents(event)
        card = WrittenCard(
            tuple(
                WrittenLine(game, against.get((game, seat)) if other == "schedule" else other, *rest)
                for game, other, *rest in lines
                if other is None or other == "schedule" or other in sheet(event).entries
            ),
            OwnTotals(game_points=total),
        )
        facts = sheet(event).facts.get(seat, CardFacts())
        write_card(event=event, seat=seat, version=facts.version, card=card, actor=actor)

    return act


def opponents(event: Event) -> dict[tuple[int, str], str | None]:
    """Whom each seat meets in each game; None for a sit-out."""
    return {
        (pairing.game, one): other
        for pairing in schedule(event)
        for one, other in (pairing.players, pairing.players[::-1])
        if one
    }


def type_everything(event: Event, actor: Actor) -> None:
    """Every card as the schedule has it: the lower seat won by 16, of which the higher one tells something else half the time."""
    against = opponents(event)
    for seat in sheet(event).entries:
        lines = []
        for game in range(1, rounds(event) + 1):
            other = against.get((game, seat))
            if other:
                spread = 16 if (game + int(seat[2:])) % 2 else 12
                lines.append(WrittenLine(game, other, *((2, 16, None) if seat < other else (0, None, spread))))
        write_card(event=event, seat=seat, version=0, card=WrittenCard(tuple(lines)), actor=actor)


@st.composite
def looking(draw: st.DrawFn) -> Act:
    place, given_values, blank = (
        draw(st.integers(0, 1)),
        draw(st.sampled_from(WRITTEN[:2])),
        draw(st.integers(0, 9)) == 0,
    )

    def act(event: Event, actor: Actor) -> None:
        wanted = find_wanted(sheet(event).crosscheck, readings_reads.readings(event))
        if wanted:
            one = wanted[place % len(wanted)]
            reading = None if blank else Line(one.game, one.other, *given_values)
            look_again(event=event, seat=one.seat, game=one.game, reading=reading, actor=actor)

    return act


@st.composite
def deciding(draw: st.DrawFn) -> Act:
    how, place = draw(st.sampled_from(["accept", "override", "refer", "leave", "take back"])), draw(st.integers(0, 20))
    given_values, reason = draw(values), draw(reasons)

    def act(event: Event, actor: Actor) -> None:
        on = sheet(event)
        differing = differing_games(on)
        if not differing:
            return
        game = differing[place % len(differing)]
        common: dict[str, Any] = {"event": event, "key": GameKey(game.game, game.seats), "actor": actor}
        if how == "take back":
            take_back_decision(**common, rights=DIRECTOR)
            return
        common["version"] = discrepancy_view(on, game).version
        if how == "leave":
            leave_to_third(**common)
            return
        common["initials"] = "JK"
        if how == "accept":
            accept(**common)
        elif how == "refer":
            refer(**common, reason=reason)
        else:
            columns = dict(zip(("points", "plus", "minus"), given_values, strict=True))
            resolved = {game.seats[0]: columns, game.seats[1]: None}
            override(**common, resolved=resolved, reason=reason, rights=DIRECTOR)

    return act


@st.composite
def undoing(draw: st.DrawFn) -> Act:
    back = draw(st.integers(0, 6))

    def act(event: Event, actor: Actor) -> None:
        entry = len(acts(event)) - back
        undo(event=event, entry=entry, reason="Slip", rights=DIRECTOR, actor=actor)

    return act


@st.composite
def marking(draw: st.DrawFn) -> Act:
    how, seat, reason = draw(st.sampled_from(["in", "not in", "aside", "up"])), draw(seats), draw(reasons)

    def act(event: Event, actor: Actor) -> None:
        if how == "in":
            receive_cards(event=event, seats=[seat], actor=actor)
        elif how == "not in":
            take_back_receipts(event=event, seats=[seat], actor=actor)
        elif how == "aside":
            set_card_aside(event=event, seat=seat, reason=reason, actor=actor)
        else:
            take_card_up(event=event, seat=seat, actor=actor)

    return act


@st.composite
def entrants(draw: st.DrawFn) -> Act:
    how = draw(st.sampled_from(["status", "status", "late", "quota", "tie", "compare", "removed", "played on"]))
    number, status, quota = (
        draw(st.integers(1, 6)),
        draw(st.sampled_from(["playing", "no_show", "withdrawn"])),
        draw(st.none() | st.integers(1, 4)),
    )

    def act(event: Event, actor: Actor) -> None:
        if how == "late":
            enter_entrants(event=event, entrants=[EntrantPlan("Late Lee", seat="A-6")], actor=actor)
        elif how == "status":
            entry = event.entries.filter(number=number).first()
            if entry is not None:
                set_status(entry=entry, status=status, reason="Left", actor=actor)
        elif how == "removed":
            remove_from_play(
                event=event, seat=f"A-{number}", game=quota, reason="Refused", rights=DIRECTOR, actor=actor
            )
        elif how == "played on":
            for change in event.day_changes.filter(kind="removed", undone_at=None)[:1]:
                undo_day_change(change=change, reason="Slip", actor=actor)
        elif how == "quota":
            exempt_quota(event=event, quota=quota, reason="Prizes", actor=actor)
        elif how == "tie":
            for group in level_groups(sheet(event))[:1]:
                order = [place.seat for place in group]
                order = order if number % 2 else order[::-1]
                record_tiebreak(event=event, order=order, actor=actor)
        else:
            start_cross_check(event=event, actor=actor)

    return act


KINDS = [typing] * 2 + [looking] * 3 + [deciding] * 4 + [undoing] * 4 + [marking] * 2 + [entrants] * 2
ACTS = st.sampled_from(KINDS).flatmap(lambda kind: kind())


def told(on: Sheet) -> dict[str, Any]:
    """Everything that a sheet says, without the moments, which differ by what passes between two statements."""
    return {
        "cards": {
            seat: (card.lines, card.complete, card.again, on.facts[seat] if seat in on.facts else CardFacts())
            for seat, card in on.cards.items()
        },
        "names": {seat: (entry.name, entry.status, entry.status_reason) for seat, entry in on.entries.items()},
        "decisions": {
            (decision, row.reason, row.initials, row.decided_by, str(row.resolved))
            for decision, row in on.decisions.items()
        },
        "playoffs": set(on.playoffs),
        "absent": on.not_ranked,
        "quota": on.quota,
        "standings": replace(standings(on), revision=0),
        "discrepancies": [(view.id, view.version, view.state) for view in discrepancies(on)],
    }


def without_moments(of: dict[str, Any]) -> dict[str, Any]:
    cards = {
        seat: (
            lines,
            complete,
            again,
            facts.version,
            facts.own,
            facts.typed_by,
            facts.received_at is not None,
            (facts.set_aside_by, facts.set_aside_reason),
        )
        for seat, (lines, complete, again, facts) in of["cards"].items()
    }
    return {**of, "cards": cards}


def settled_in(event: Event, people: list[User], done: list[tuple[int, Act]]) -> dict[int, dict[str, Any]]:
    """Do all this; what the database said after each act, by the number of the log's last row."""
    seen = {}
    for who, act in done:
        try:
            act(event, Actor.of_user(people[who]))
        except (Refused, Http404) as refused:
            note(f"refused: {refused}")
        seen[len(acts(event))] = without_moments(told(sheet(event)))
    return seen


def looks_of(event: Event) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for look in Look.objects.filter(entry__event=event).select_related("entry").order_by("pk"):
        found.setdefault((look.entry.seat, look.game), []).append((read_line(look.reading), look.read_by))
    return found


@pytest.mark.django_db
@examples(max_examples=often(60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    done=st.lists(st.tuples(st.integers(0, 1), ACTS), min_size=8, max_size=30),
    compared=st.sampled_from([True, True, True, False]),
)
def test_the_log_rebuilds_every_card_and_every_earlier_state(done: list[tuple[int, Act]], compared: bool) -> None:
    event = make_event(tournament=make_tournament(), games=GAMES, entrants=5, seated=True)
    people = [make_user(), make_user()]
    if compared:
        type_everything(event, Actor.of_user(people[0]))
        start_cross_check(event=event, actor=Actor.of_user(people[0]))

    seen = settled_in(event, people, done)

    log = acts(event)
    rebuilt = rebuild(log)
    stored = {card.entry.seat: card.version for card in Scorecard.objects.filter(entry__event=event, version__gt=0)}
    assert rebuilt.versions == stored
    readings = {place: [(one.line, one.read_by) for one in found] for place, found in rebuilt.looks.items()}
    assert readings == looks_of(event)
    for number, then in seen.items():
        assert without_moments(told(earlier_sheet(event, log[:number]))) == then
