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
    """The event after one act of its log, `last`; `total` is how many acts the log has now.

    `cards` is the sheet of that moment. `listed` is the sheet behind its standings: the cards as the posted list
    counted them, or `cards` if no list was posted.
    """

    cards: Sheet
    last: Act
    total: int
    listed: Sheet

    @property
    def number(self) -> int:
        return self.last.number

    @property
    def at(self) -> datetime:
        return self.last.at


def past(event: Event, text: str) -> Past | str:
    """The event at the moment that `text` gives, as a log number or a local time.

    If there is no such moment, the result is a sentence that says why.
    """
    all_acts = earlier_reads.acts(event)
    if not all_acts:
        return _("Nothing has been done in this event yet, so it has no earlier state.")
    until = _moment(text, all_acts)
    if until is None:
        return _("This is not a time or a number of the log. Write a time as 4:12 PM, 16:12 or 2026-03-06 16:12.")
    if isinstance(until, int):
        if not 1 <= until <= len(all_acts):
            return _("The log has the entries 1 to %(n)d. Choose one of them.") % {"n": len(all_acts)}
        acts = all_acts[:until]
    else:
        acts = [act for act in all_acts if act.at <= until]
        if not acts:
            return _("Nothing had been done by then. Choose a later time.")
    cards, counted = earlier_reads.earlier_sheet(event, acts), acts_of_the_list(acts)
    listed = cards if counted == acts else earlier_reads.earlier_sheet(event, counted)
    return Past(cards, acts[-1], len(all_acts), listed)


def _moment(text: str, acts: Sequence[Act]) -> int | datetime | None:
    """The log number or time in this text: a date with a time, or a time of day as pages write it.

    None if the text is none of these.
    """
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
    """The time of day in this text; None if it is none. Without seconds it is the end of the minute."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2]), (match[4] or "").lower()
    # Pages show times in minutes, so a time without seconds includes its whole minute.
    second = int(match[3]) if match[3] else 59
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, minute, second, 999_999) if hour < 24 and minute < 60 and second < 60 else None


def _at_clock(clock: time, acts: Sequence[Act]) -> datetime:
    """This time on the latest day of the log on which it is not before the first act; else on the first day."""
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
    """One line that has changed since: how it was at the earlier time, and the change."""

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
    cards = then.cards
    seat = str(read_seat(seat_text) or "")
    return PastPage(
        at=then.at,
        number=then.number,
        previous=then.number - 1 if then.number > 1 else None,
        next=then.number + 1 if then.number < then.total else None,
        act=then.last,
        cross_checked=bool(cards.event.cross_checked_at),
        posted=bool(cards.event.posted_at),
        standings=standings_reports.as_they_are(then.listed),
        cases=tuple(
            PastCase(view, game.cites, _state(view, cards.event))
            for view, game in ((discrepancy_view(cards, game), game) for game in differing_games(cards))
        ),
        cards=tuple(_card(cards, now, card_seat) for card_seat in cards.cards if card_seat not in cards.not_ranked),
        card=_open(cards, now, seat) if seat in cards.cards else None,
    )


def _state(view: DiscrepancyView, event: Event) -> str:
    """The state of a game in words. “Both stand” if nobody had to sign that the two cards stand."""
    if event.posted_at and view.state in (State.OPEN, State.PROPOSED):
        if view.outcome == "unsettled":
            return _("posted undecided")
        return _("posted without a ruling") if view.state == State.OPEN else _("posted without initials")
    if view.not_typed:
        return _("not typed on %(seat)s") % {"seat": view.not_typed}
    if view.outcome == "unsettled" and view.state == State.OPEN:
        return _("to be decided")
    if view.outcome == "stands" and not view.initials:
        return _("both stand")
    return crosscheck_words.state(view.state, event.edition)


def _card(past_cards: Sheet, now: Sheet, seat: str) -> PastCard:
    """The card of this seat at the earlier moment, and whether it has changed since."""
    card, counts = past_cards.cards[seat], tally(past_cards.cards[seat])
    if card.lines and card.complete:
        state = _("complete")
    elif card.lines:
        state = _("%(n)d lines") % {"n": len(card.lines)}
    else:
        state = _("not typed")
    current_card = now.cards.get(seat)
    has_new_lines = current_card is None or current_card.lines != card.lines
    has_new_totals = now.facts.get(seat, _NO_FACTS).own != past_cards.facts[seat].own
    return PastCard(
        seat=seat,
        name=past_cards.entries[seat].known_name,
        state=state,
        game_points=counts.game_points,
        net=sheet_words.signed(counts.net if past_cards.event.records_spread else None),
        changed=has_new_lines or has_new_totals,
    )


_NO_FACTS = CardFacts()


def _open(past_cards: Sheet, now: Sheet, seat: str) -> OpenCard:
    """The whole card of this seat at the earlier moment, with each line that has changed since."""
    past_card, current_card = past_cards.cards[seat], now.cards.get(seat)
    current_lines = current_card.lines if current_card else ()
    facts, event = past_cards.facts[seat], past_cards.event
    changes = []
    for game in sorted({line.game for line in (*past_card.lines, *current_lines)}):
        before, after = past_card.line(game), current_card.line(game) if current_card else None
        if before != after:
            change = from_to(before, after, event=event)
            changes.append(Since(game, line_in_words(before, event=event), change))
    return OpenCard(
        seat=seat,
        name=past_cards.entries[seat].known_name,
        card=card_to_read_reads.card_to_read(past_cards, seat),
        since=tuple(changes),
        typed_by=facts.typed_by,
        by_phone=facts.is_by_phone,
        typed_at=facts.typed_at,
    )


# --- The API ---------------------------------------------------------------------------------------------------------


def past_values(then: Past) -> Values:
    """The earlier state as the API shows it."""
    cards = then.cards
    return {
        "entry": then.number,
        "at": then.at,
        "standings": {
            **standings_reads.standings(then.listed).values(),
            "revision": cards.event.revision,
            "current": True,
        },
        "discrepancies": [
            {"id": view.id, "outcome": view.outcome, "rules": list(view.rules), "state": view.state}
            for view in discrepancies(cards)
        ],
        "cards": [
            {
                "seat": seat,
                "version": cards.facts[seat].version,
                "complete": cards.cards[seat].complete,
                "lines": len(cards.cards[seat].lines),
                "totals": totals(tally(cards.cards[seat]), records_spread=cards.event.records_spread),
            }
            for seat in cards.cards
            if seat not in cards.not_ranked
        ],
    }
