"""The state of an event at one moment: its cards until the qualifiers are posted, its bracket from then on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.reads.drawn import BracketNow
from brackets.matches.reads.claims import differing
from brackets.matches.reads.movedon import InBoth, in_both
from judging.calls.reads.calls import CallShown, waiting_calls
from judging.calls.reads.panel import staffing_of
from judging.rules.calls import Staffing
from scorecards.cards import words as cards_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.sheet.reads.discrepancies import discrepancy_id
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.looks import Place, Reading, Wanted, find_to_sign
from scorecards.sheet.rules.obstacles import find_unread, find_waiting
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads import summaries as summaries_reads
from tournaments.day.reads.summaries import EventSummary
from tournaments.models import AuditEntry, Entry, Event
from tournaments.rules.finding import Finding


@dataclass(frozen=True, slots=True)
class Typed:
    """One typing of a card: its seat, and the key and name of the typist."""

    seat: str
    key: str
    name: str
    at: datetime


@dataclass(frozen=True)
class Cards:
    """The cards of an event while they are typed, cross-checked and settled."""

    sheet: Sheet
    typed: tuple[Typed, ...]
    readings: Mapping[Place, Sequence[Reading]] = field(default_factory=dict)

    @cached_property
    def to_read_again(self) -> tuple[Wanted, ...]:
        """The lines that differ from the other card or name nobody, to be read again from the paper."""
        return find_waiting(self.sheet.crosscheck, self.readings)

    @cached_property
    def unread(self) -> tuple[Finding, ...]:
        """The lines not read again that could matter; posting asks about them."""
        return find_unread(self.sheet.crosscheck, self.readings)

    @cached_property
    def to_sign(self) -> list[str]:
        """The ids of the corrections that were read again on both papers and wait for initials."""
        games = find_to_sign(self.sheet.crosscheck, self.readings) if self.sheet.event.cross_checked_at else ()
        return [discrepancy_id(game) for game in games]

    @property
    def playing(self) -> Sequence[str]:
        """The seats that have a card to turn in, in seat order."""
        return self.sheet.playing

    @cached_property
    def complete(self) -> list[str]:
        """The seats whose card is in."""
        return [seat for seat in self.playing if self.sheet.cards[seat].complete]

    @property
    def missing(self) -> Sequence[str]:
        """The seats whose card is not in, or not complete."""
        return self.sheet.missing

    @cached_property
    def begun(self) -> int:
        """How many cards are begun and not complete."""
        return sum(1 for seat in self.missing if self.sheet.cards[seat].lines)

    @cached_property
    def totals_off(self) -> dict[str, str]:
        """The cards whose own totals differ from their lines, by seat, each with the first reason in a sentence."""
        return {seat: sheet_words.finding(flag) for seat, flag in self.sheet.totals_off.items()}

    @cached_property
    def obstacles(self) -> dict[str, list[Finding]]:
        """The findings that block posting, by code."""
        by_code: dict[str, list[Finding]] = {}
        for obstacle in self.sheet.obstacles:
            by_code.setdefault(obstacle.code, []).append(obstacle)
        return by_code

    def complete_by(self, moment: datetime) -> list[str]:
        """The seats whose card is complete now and was first typed no later than `moment`."""
        first_typed: dict[str, datetime] = {}
        for typing in self.typed:
            first_typed.setdefault(typing.seat, typing.at)
        return [seat for seat in self.complete if seat in first_typed and first_typed[seat] <= moment]

    def name(self, seat: str) -> str:
        """Seat and name: `B-10 Ludwig Farber`."""
        return f"{seat} {self.sheet.entries[seat].known_name}"

    def missing_name(self, seat: str) -> str:
        """The player of a card that lacks lines, with the last game if they left: `B-10 Ludwig Farber (left after game 8)`."""
        left = _("no-show, no card") if seat in self.sheet.not_ranked else cards_words.left(self.sheet.cards[seat])
        return f"{self.name(seat)} ({left})" if left else self.name(seat)


@dataclass(frozen=True, slots=True)
class Facts:
    """An event at one moment. `cards` is None before the first card and after posting.

    `disputed` are the numbers of matches whose two players name different winners of the next game. `calls` are those
    that too few judges are coming to, oldest first; `staffing` says whether there are enough judges. `in_two_events`
    are the players who came over between this event and another one and have a place in both. `frames` gives
    for each table the even number of seats that people move through. `away` are the players who are not checked in,
    as long as no game is called and no card begun.
    """

    event: Event
    summary: EventSummary
    now: datetime
    frames: Mapping[str, int]
    cards: Cards | None
    bracket: BracketNow | None
    disputed: frozenset[int]
    calls: tuple[CallShown, ...]
    staffing: Staffing
    in_two_events: tuple[InBoth, ...]
    away: int

    @property
    def is_day(self) -> bool:
        """Whether the day of the event has come, in the tournament's time zone."""
        zone = ZoneInfo(self.event.tournament.time_zone)
        starts_at = self.event.starts_at
        day = starts_at.astimezone(zone).date() if starts_at else self.event.tournament.starts_on
        return self.now.astimezone(zone).date() >= day


def facts(event: Event, now: datetime) -> Facts:
    """Everything the desk needs of this event in its phase; the number of queries does not depend on its size."""
    drawn = drawn_reads.bracket(event) if event.posted_at else None
    waiting = waiting_calls(event)
    return Facts(
        event=event,
        summary=summaries_reads.summary(event),
        now=now,
        frames=schedule_reads.frames(event) if event.is_seated else {},
        cards=_cards(event) if event.cards_begun_at and not event.posted_at else None,
        bracket=drawn,
        disputed=differing(event, drawn),
        calls=waiting,
        staffing=staffing_of(event, waiting),
        in_two_events=in_both(event),
        away=0 if event.is_played else Entry.objects.of(event).playing().filter(checked_in_at=None).count(),
    )


def calls_mark(waiting: Sequence[CallShown], now: datetime) -> str:
    """A version tag of these calls for live pages; empty without calls.

    The tag changes when a call comes or goes, and with every minute that the oldest call waits. It is not part of the
    event's revision, because a call changes nothing of the event.
    """
    if not waiting:
        return ""
    oldest = min(call.waits_since for call in waiting)
    return f"{'-'.join(str(call.number) for call in waiting)}-{minutes_since(oldest, now)}"


def minutes_since(moment: datetime, now: datetime) -> int:
    """Whole minutes from `moment` to `now`, at least 0."""
    return max(0, int((now - moment).total_seconds()) // 60)


def _cards(event: Event) -> Cards:
    rows = AuditEntry.objects.filter(event=event, action="card.typed").order_by("pk")
    typed = (Typed(*row) for row in rows.values_list("subject_key", "actor_key", "actor_name", "at"))
    return Cards(sheet_reads.sheet(event), tuple(typed), readings_reads.readings(event))
