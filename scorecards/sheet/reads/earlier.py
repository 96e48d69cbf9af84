"""The log of an event by number, and the state of the qualifying round after any act of the log.

The *number* of a row is its place in the event's log, from 1. Nothing is ever removed from the log, so the number is
stable, even if the tournament is imported into another site. Rows about accounts belong to one site and have no number.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from scorecards.models import Discrepancy
from scorecards.sheet.reads.phone import removals
from scorecards.sheet.reads.sheet import CardFacts, Sheet, ends, hand_decision, of_those_who_came_back
from scorecards.sheet.rules.replay import (
    ASIDE,
    DAY_CHANGE,
    DECISION,
    ENDED,
    RECEIVED,
    TIE,
    Act,
    Decided,
    LoggedDayChange,
    Mark,
    PlayedOff,
    Rebuilt,
    Step,
    rebuild,
)
from scorecards.sheet.rules.tally import Card
from tournaments.day.reads import schedule as schedule_reads
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules import proof
from tournaments.rotation.rules.day import day_of, is_for_good, last_games
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.seat import parse_seat, seat_order

WITHOUT_NUMBER = (
    "entrant.linked",
    "entrant.unlinked",
    "person.joined",
    "person.page-shown",
    "person.page-taken-back",
    "person.taken-apart",
)
"""Acts that belong to this site: the exported tournament does not have them, and its log has the same numbers elsewhere."""


def log(event: Event) -> QuerySet[AuditEntry]:
    """The rows of this event's log that have a number, oldest first."""
    return AuditEntry.objects.filter(event=event).exclude(action__in=WITHOUT_NUMBER).order_by("pk")


def log_numbers(event: Event) -> dict[int, int]:
    """The numbers of the log's rows by primary key."""
    return {pk: number for number, pk in enumerate(log(event).values_list("pk", flat=True), start=1)}


def acts(
    event: Event,
    *,
    about: Collection[str] | None = None,
    among: Q | None = None,
    numbers: Mapping[int, int] | None = None,
) -> list[Act]:
    """The acts of this event's log, oldest first.

    With `about`, only acts with one of these subject keys; with `among`, only acts that match it. `numbers` are those of
    `log_numbers`, if the caller has them; they save a query.
    """
    numbers_by_pk = log_numbers(event) if numbers is None else numbers
    rows = log(event) if about is None else log(event).filter(subject_key__in=about)
    if among is not None:
        rows = rows.filter(among)
    # Rows written after the numbers were counted are left out.
    return [_act(numbers_by_pk[row.pk], row) for row in rows if row.pk in numbers_by_pk]


def _act(number: int, row: AuditEntry) -> Act:
    """This row of the log as an act for the rules."""
    return Act(
        number=number,
        action=row.action,
        key=row.subject_key,
        before=row.before,
        after=row.after,
        at=row.at,
        by=row.actor_name,
        account=row.actor_key if row.actor_kind == AuditEntry.ActorKind.USER else "",
        reason=row.reason,
        initials=row.initials,
        revision=row.revision,
    )


def steps_on(event: Event, about: Collection[str]) -> list[Step]:
    """The steps of the things with these keys, oldest first; two queries."""
    return rebuild(acts(event, about=about)).steps


def acts_until(event: Event, until: int | datetime) -> list[Act]:
    """The acts up to and including this number, or up to this moment."""
    all_acts = acts(event)
    if isinstance(until, int):
        return all_acts[: max(until, 0)]
    return [act for act in all_acts if act.at <= until]


def earlier_sheet(event: Event, past: Iterable[Act]) -> Sheet:
    """The event's cards and decisions after the acts `past`, which must be the whole log up to some moment.

    Names are the present ones. The event in the sheet is a copy with the state of that moment: never save it.
    """
    rebuilt = rebuild(past)
    return replace(_sheet(event, rebuilt), until=rebuilt.last.at if rebuilt.last else None)


def sheets_around(event: Event, every: Iterable[Act], step: Step) -> tuple[Sheet, Sheet]:
    """The sheet after every act, and the sheet if undoing this step gave its thing the earlier value again.

    `every` are the acts of the whole log.
    """
    all_acts = list(every)
    with_step_undone = rebuild(all_acts)
    with_step_undone.things.pop(step.thing, None)
    if step.before is not None:
        with_step_undone.things[step.thing] = step.before
    return _sheet(event, rebuild(all_acts)), _sheet(event, with_step_undone)


def _sheet(event: Event, rebuilt: Rebuilt) -> Sheet:
    """The sheet of a rebuilt state, with a copy of the event that has the columns of that state."""
    entries = _entries(event, rebuilt)
    past_event = copy.copy(event)
    past_event.quota_exemption = rebuilt.quota
    past_event.cards_begun_at, past_event.cross_checked_at = rebuilt.begun_at, rebuilt.cross_checked_at
    past_event.posted_at = rebuilt.posted_at
    past_event.revision = rebuilt.last.revision + 1 if rebuilt.last else 0
    _put_rules_back(past_event)
    absent = frozenset(seat for seat, entry in entries.items() if entry.status == Entry.Status.NO_SHOW)
    playing = [seat for seat in entries if seat not in absent]
    counted = _counted(past_event, playing, rebuilt) if rebuilt.begun_at else None
    facts = {seat: _facts(rebuilt, seat) for seat in entries}
    facts |= of_those_who_came_back(facts, _left_at(rebuilt))
    withdrawn_seats = {seat for seat, entry in entries.items() if entry.status == Entry.Status.WITHDRAWN}
    departures = last_games(_changes(rebuilt), past_event.games) if withdrawn_seats else {}
    left_after = {seat: game for seat, game in departures.items() if seat in withdrawn_seats}
    cards = {
        seat: Card(
            seat,
            rebuilt.card(seat).lines,
            None if counted is None else counted.get(seat, frozenset()),
            past_event.games,
            withdrawn=entry.status == Entry.Status.WITHDRAWN,
            left_after=left_after.get(seat),
            ends=ends(entry, facts[seat], left_after, len(rebuilt.card(seat).lines)),
            again=rebuilt.again.get(seat, frozenset()),
            skunks=past_event.skunks,
        )
        for seat, entry in entries.items()
    }
    seats = {entry.pk: seat for seat, entry in entries.items()}
    rows = [
        _decision(past_event, name, decided, entries)
        for name, decided in rebuilt.of(DECISION).items()
        if isinstance(decided, Decided)
    ]
    playoffs = tuple(tie.order for tie in rebuilt.of(TIE).values() if isinstance(tie, PlayedOff))
    decisions = {hand_decision(row, seats): row for row in rows}
    withdrawn = frozenset(seat for seat, entry in entries.items() if entry.status == Entry.Status.WITHDRAWN)
    past_removals = removals(past_event, withdrawn, entries)
    return Sheet(past_event, entries, cards, facts, decisions, playoffs, absent, removals=past_removals)


def _put_rules_back(past_event: Event) -> None:
    """Undo on this copy all exemptions and settings for repeated meetings after its revision, newest first.

    The same holds for which part qualifies. The other settings freeze at the first card.
    """
    actions = ("event.exempted", "event.changed", "repeats.allowed", "repeats.taken-back")
    later_rows = AuditEntry.objects.filter(event=past_event, action__in=actions, revision__gte=past_event.revision)
    for row in later_rows.order_by("-pk"):
        for column, value in (row.before or {}).items():
            if row.action != "event.changed" or column == "one_in":
                setattr(past_event, column, value)


def _entries(event: Event, rebuilt: Rebuilt) -> dict[str, Entry]:
    """The entries by seat, with the seat and the status of the rebuilt state, in seat order."""
    entries = {}
    for entry in Entry.objects.of(event).with_people():
        seat = rebuilt.seats.get(entry.number, "")
        if seat:
            place, status = parse_seat(seat), rebuilt.status(entry.number)
            entry.table, entry.seat_number = place.table, place.number
            entry.status, entry.status_reason = status.status, status.reason
            entries[seat] = entry
    return {seat: entries[seat] for seat in sorted(entries, key=seat_order)}


def _changes(rebuilt: Rebuilt) -> list[tuple[str, str, Mapping[str, Any]]]:
    """The day changes as kind, table and data, in order of their numbers."""
    changes = sorted(rebuilt.of(DAY_CHANGE).items(), key=lambda item: int(item[0]))
    return [
        (change.kind, change.table, change.data) for _number, change in changes if isinstance(change, LoggedDayChange)
    ]


def _left_at(rebuilt: Rebuilt) -> dict[str, datetime]:
    """When each player last left for good, by seat."""
    day_changes = (change for change in rebuilt.of(DAY_CHANGE).values() if isinstance(change, LoggedDayChange))
    departures = [change for change in day_changes if is_for_good(change.kind, change.data)]
    return {change.data["seat"]: change.at for change in sorted(departures, key=lambda change: change.at)}


def _counted(event: Event, playing: list[str], rebuilt: Rebuilt) -> Mapping[str, frozenset[int]] | None:
    """The games that count for each seat in the rebuilt state; None without a plan.

    The present plan of the event is right for it, because the plan is fixed from the first card on.
    """
    day = day_of(_changes(rebuilt))
    if Movement(event.movement) not in movements_rules.PLANS:
        return None
    frames = schedule_reads.frames(event)
    if rebuilt.tables and not (frames and rebuilt.seed == event.draw_seed):
        # The seating was reopened since that state: the present draw is another one, or there is none.
        frames = rebuilt.tables
    # Between two acts of one moment, somebody may have a seat that the table does not have yet.
    wider = movements_rules.wider(frames, dict(day.courses))
    seated_players = [seat for seat in playing if parse_seat(seat).number <= wider.get(parse_seat(seat).table, 0)]
    return proof.counted_games(schedule_reads.pairings_of(event, frames, seated_players, day))


def _facts(rebuilt: Rebuilt, seat: str) -> CardFacts:
    """The facts of one card in the rebuilt state; the account of its typist is left out."""
    card = rebuilt.card(seat)
    receipt, aside = rebuilt.things.get((RECEIVED, seat)), rebuilt.things.get((ASIDE, seat))
    ending = rebuilt.things.get((ENDED, seat))
    set_aside = aside if isinstance(aside, Mark) else None
    return CardFacts(
        version=rebuilt.versions.get(seat, 0),
        own=card.own,
        typed_at=card.at,
        typed_by=card.by,
        received_at=receipt.at if isinstance(receipt, Mark) else None,
        set_aside_at=set_aside.at if set_aside else None,
        set_aside_by=set_aside.by if set_aside else "",
        set_aside_reason=set_aside.reason if set_aside else "",
        source=card.source,
        ended_at=ending.at if isinstance(ending, Mark) else None,
    )


def _decision(event: Event, name: str, decided: Decided, entries: Mapping[str, Entry]) -> Discrepancy:
    """An unsaved row of this decision on the game named `name`."""
    game, first, second = split_discrepancy(name)
    return Discrepancy(
        event=event,
        game=game,
        first=entries[first],
        second=entries[second],
        kind=decided.kind,
        basis=decided.basis,
        resolved=decided.resolved,
        reason=decided.reason,
        initials=decided.initials,
        decided_by=decided.by,
        decided_at=decided.at,
    )


def split_discrepancy(name: str) -> tuple[int, str, str]:
    """Split the name of a discrepancy, like `8-A-6-A-16`, into its game and both seats."""
    game, first_table, first_seat, second_table, second_seat = name.split("-")
    return int(game), f"{first_table}-{first_seat}", f"{second_table}-{second_seat}"
