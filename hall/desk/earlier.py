"""The qualifying round as it was at an earlier time, rebuilt from the log: standings, cards and discrepancies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive, localtime, make_aware
from django.utils.translation import gettext as _

from hall.desk.sentences import from_to, line_in_words
from scorecards.cards.reads import card_to_read as card_to_read_reads
from scorecards.cards.reads.card_to_read import ReadCard
from scorecards.cards.reads.cards import totals
from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.reads import standings as standings_reads
from scorecards.sheet.reads.discrepancies import DiscrepancyView, differing_games, discrepancies, discrepancy_view
from scorecards.sheet.reads.lists import acts_of_the_list
from scorecards.sheet.reads.sheet import CardFacts, Sheet, Values
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.replay import Act
from scorecards.sheet.rules.tally import tally
from scorecards.standings.reads import standings as standings_reports
from scorecards.standings.reads.standings import RowShown
from tournaments.models import Event
from tournaments.rules.seat import read_seat


@dataclass(frozen=True, slots=True)
class Past:
    """The event after one act of its log: `number` and `at` are that act's, `all` is how many acts there are now.

    `listed` is the sheet behind the standings of that moment: the cards as the posted list counted them, else `on`.
    """

    on: Sheet
    last: Act
    all: int
    listed: Sheet

    @property
    def number(self) -> int:
        return self.last.number

    @property
    def at(self) -> datetime:
        return self.last.at


def past(event: Event, text: str) -> Past | str:
    """The event at the moment this text names, a log number or a local time; a sentence if there is no such moment."""
    all_acts = earlier_reads.acts(event)
    if not all_acts:
        return _("Nothing has been done in this event yet, so it has no earlier state.")
    until = _moment(text, all_acts)
    if until is None:
        return _("This is no time and no number of the log. A time is written as 4:12 PM, 16:12 or 2026-03-06 16:12.")
    if isinstance(until, int):
        if not 1 <= until <= len(all_acts):
            return _("The log has the entries 1 to %(n)d. Choose one of them.") % {"n": len(all_acts)}
        acts = all_acts[:until]
    else:
        acts = [act for act in all_acts if act.at <= until]
        if not acts:
            return _("Nothing had been done by then. Choose a later time.")
    on, counted = earlier_reads.earlier_sheet(event, acts), acts_of_the_list(acts)
    listed = on if counted == acts else earlier_reads.earlier_sheet(event, counted)
    return Past(on, acts[-1], len(all_acts), listed)


def _moment(text: str, acts: Sequence[Act]) -> int | datetime | None:
    """A log number, a date with a time, or a time of day as pages write it; None if it is none of these."""
    text = text.strip()
    if text.isascii() and text.isdecimal():
        return int(text) if len(text) < 10 else None
    if clock := _clock(text):
        return _at_clock(clock, acts)
    try:
        moment = parse_datetime(text)
        return make_aware(moment) if moment is not None and is_naive(moment) else moment
    except (ValueError, OverflowError):
        return None


# 4:12 PM, 16:12, 16:12:30, 16 h 12: as people write it in any of our languages.
_CLOCK = re.compile(r"([0-9]{1,2})\s*[:h]\s*([0-9]{2})(?::([0-9]{2}))?\s*(?:([ap])\.?\s?m\.?)?", re.IGNORECASE)


def _clock(text: str) -> time | None:
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2]), (match[4] or "").lower()
    # Without seconds the whole minute is meant: pages show times in minutes.
    second = int(match[3]) if match[3] else 59
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, minute, second, 999_999) if hour < 24 and minute < 60 and second < 60 else None


def _at_clock(clock: time, acts: Sequence[Act]) -> datetime:
    """This time on the latest day of the log that does not put it before the first act."""
    days = sorted({localtime(act.at).date() for act in acts}, reverse=True)
    moments = [make_aware(datetime.combine(day, clock)) for day in days]
    return next((moment for moment in moments if localtime(acts[0].at) <= moment), moments[-1])


# --- The page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PastCard:
    """One card in the list: its state, its totals, and whether it has changed since."""

    seat: str
    name: str
    state: str
    game_points: int
    net: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Since:
    """One line that has changed since."""

    game: int
    then: str
    change: str


@dataclass(frozen=True, slots=True)
class PastCase:
    """One game whose two cards did not simply agree."""

    view: DiscrepancyView
    cites: tuple[str, ...]
    state: str


@dataclass(frozen=True, slots=True)
class OpenCard:
    """One card line by line, with what changed since."""

    seat: str
    name: str
    card: ReadCard
    since: tuple[Since, ...]
    typed_by: str
    by_phone: bool
    typed_at: datetime | None


@dataclass(frozen=True, slots=True)
class PastPage:
    """Everything the page shows of an earlier time."""

    at: datetime
    number: int
    previous: int | None
    next: int | None
    act: Act
    cross_checked: bool
    posted: bool
    standings: tuple[RowShown, ...]
    cases: tuple[PastCase, ...]
    cards: tuple[PastCard, ...]
    card: OpenCard | None


def past_page(then: Past, now: Sheet, seat_text: str) -> PastPage:
    """The page of an earlier state. `now` is the current sheet, `seat_text` the card to show in full."""
    on = then.on
    seat = str(read_seat(seat_text) or "")
    return PastPage(
        at=then.at,
        number=then.number,
        previous=then.number - 1 if then.number > 1 else None,
        next=then.number + 1 if then.number < then.all else None,
        act=then.last,
        cross_checked=bool(on.event.cross_checked_at),
        posted=bool(on.event.posted_at),
        standings=standings_reports.as_they_are(then.listed),
        cases=tuple(
            PastCase(view, game.cites, _state(view, on.event))
            for view, game in ((discrepancy_view(on, game), game) for game in differing_games(on))
        ),
        cards=tuple(_card(on, now, card_seat) for card_seat in on.cards if card_seat not in on.not_ranked),
        card=_open(on, now, seat) if seat in on.cards else None,
    )


def _state(view: DiscrepancyView, event: Event) -> str:
    """The state of a game in words. A game that stands without initials was accepted by nobody."""
    if event.posted_at and view.state in (State.OPEN, State.PROPOSED):
        if view.outcome == "unsettled":
            return _("posted undecided")
        return _("posted without a ruling") if view.state == State.OPEN else _("posted without initials")
    if view.outcome == "unsettled" and view.state == State.OPEN:
        return _("to be decided")
    if view.outcome == "stands" and not view.initials:
        return _("both stand")
    return crosscheck_words.state(view.state, event.edition)


def _card(on: Sheet, now: Sheet, seat: str) -> PastCard:
    card, counts = on.cards[seat], tally(on.cards[seat])
    if card.lines and card.complete:
        state = _("complete")
    elif card.lines:
        state = _("%(n)d lines") % {"n": len(card.lines)}
    else:
        state = _("not typed")
    present = now.cards.get(seat)
    return PastCard(
        seat=seat,
        name=on.entries[seat].name,
        state=state,
        game_points=counts.game_points,
        net=sheet_words.signed(counts.net if on.event.records_spread else None),
        changed=present is None or present.lines != card.lines or now.facts.get(seat, _NONE).own != on.facts[seat].own,
    )


_NONE = CardFacts()


def _open(on: Sheet, now: Sheet, seat: str) -> OpenCard:
    then, present = on.cards[seat], now.cards.get(seat)
    games = sorted({line.game for card in (then, present) if card is not None for line in card.lines})
    both = ((game, then.line(game), present.line(game) if present else None) for game in games)
    facts, spread = on.facts[seat], on.event.records_spread
    return OpenCard(
        seat=seat,
        name=on.entries[seat].name,
        card=card_to_read_reads.card_to_read(on, seat),
        since=tuple(
            Since(game, line_in_words(was, spread=spread), from_to(was, line, spread=spread))
            for game, was, line in both
            if was != line
        ),
        typed_by=facts.typed_by,
        by_phone=facts.is_by_phone,
        typed_at=facts.typed_at,
    )


# --- The API ---------------------------------------------------------------------------------------------------------


def past_values(then: Past) -> Values:
    """The earlier state as the API shows it."""
    on = then.on
    return {
        "entry": then.number,
        "at": then.at,
        "standings": {
            **standings_reads.standings(then.listed).values(),
            "revision": on.event.revision,
            "current": True,
        },
        "discrepancies": [
            {"id": view.id, "outcome": view.outcome, "rules": list(view.rules), "state": view.state}
            for view in discrepancies(on)
        ],
        "cards": [
            {
                "seat": seat,
                "version": on.facts[seat].version,
                "complete": on.cards[seat].complete,
                "lines": len(on.cards[seat].lines),
                "totals": totals(tally(on.cards[seat]), records_spread=on.event.records_spread),
            }
            for seat in on.cards
            if seat not in on.not_ranked
        ],
    }
