"""The rulings of a tournament: those given at tables, and the referred games that were decided, in one list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judging import words
from judging.models import Conduct, Ruling
from judging.reads.recording import RuleNamed, rule_named
from judging.reads.referrals import referrals
from scorecards.rules.discrepancy import referral_rule
from tournaments.models import Event, Tournament
from tournaments.rules.edition import Edition
from tournaments.rules.naming import plain


@dataclass(frozen=True, slots=True)
class PartyShown:
    """One of the two of a case, by permanent ID and name."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class RulingShown:
    """One ruling. `number` is None for a referred game, which `referral` names (`8-A-6-A-16`). `subject` is the key of the kind
    of case, where the assistant was asked."""

    number: int | None
    referral: str
    event: str
    event_name: str
    where: str
    subject: str
    offender: PartyShown | None
    other: PartyShown | None
    edition: str
    rules: tuple[RuleNamed, ...]
    happened: str
    decision: str
    points: int | None
    by_head: bool
    removes: bool
    judges: tuple[str, ...]
    at: datetime | None
    by: str
    call: int | None
    taken_back_at: datetime | None
    taken_back_by: str
    taken_back_reason: str

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules as they are cited, with the edition."""
        return tuple(words.with_edition(rule.number, self.edition) for rule in self.rules)

    @property
    def case(self) -> str:
        """The kind of case in words; empty where the assistant was not asked."""
        return words.case(self.subject)

    def told(self) -> str:
        """Everything that a search looks through, without accents."""
        parties = [part for one in (self.offender, self.other) if one for part in (one.seat, one.name)]
        rules = [part for rule in self.rules for part in (rule.number, rule.title)]
        parts = (self.where, self.event_name, self.case, self.happened, self.decision, *rules, *self.judges, *parties)
        return plain(" ".join(parts))


@dataclass(frozen=True, slots=True)
class Sought:
    """Which rulings are looked for: those that hold every word of `text`, of the event, of the kind of case and by the rule
    named; empty for any."""

    text: str = ""
    event: str = ""
    subject: str = ""
    rule: str = ""

    def fits(self, one: RulingShown) -> bool:
        told = one.told()
        return (
            all(word in told for word in plain(self.text).split())
            and self.event in ("", one.event)
            and self.subject in ("", one.subject)
            and (not self.rule or any(_is_of(rule.number, self.rule) for rule in one.rules))
        )


def _is_of(number: str, rule: str) -> bool:
    """Whether a rule is this one or a part of it.

    >>> [_is_of(number, "8.4") for number in ("8.4", "8.4.b", "8.41")]
    [True, True, False]
    """
    return number == rule or number.startswith(f"{rule}.")


def rulings(tournament: Tournament, events: Iterable[Event]) -> tuple[RulingShown, ...]:
    """The rulings of these events and of the whole tournament, the newest first, then the referred games that are decided."""
    found = list(events)
    keys = {event.pk for event in found}
    rows = tournament.rulings.select_related("event", "offender", "other").order_by("-number")
    shown = [_shown(row) for row in rows if row.event_id is None or row.event_id in keys]
    return (*shown, *_referred(tournament, keys))


def ruling_of(row: Ruling) -> RulingShown:
    """One ruling."""
    return _shown(row)


RULING_COLUMNS = (
    "number",
    "referral",
    "event",
    "where",
    "subject",
    "offender",
    "offender_name",
    "other",
    "other_name",
    "edition",
    "rules",
    "happened",
    "decision",
    "points",
    "by_head",
    "removes",
    "judges",
    "at",
    "by",
    "call",
    "taken_back_at",
    "taken_back_by",
    "taken_back_reason",
)
"""What `ruling_values` gives of a ruling, in its order."""


def ruling_values(one: RulingShown) -> dict[str, Any]:
    """A ruling as the API and the CSV show it."""
    return {
        "number": one.number,
        "referral": one.referral,
        "event": one.event,
        "where": one.where,
        "subject": one.subject,
        "offender": one.offender.seat if one.offender else None,
        "offender_name": one.offender.name if one.offender else None,
        "other": one.other.seat if one.other else None,
        "other_name": one.other.name if one.other else None,
        "edition": one.edition,
        "rules": [rule.number for rule in one.rules],
        "happened": one.happened,
        "decision": one.decision,
        "points": one.points,
        "by_head": one.by_head,
        "removes": one.removes,
        "judges": list(one.judges),
        "at": one.at,
        "by": one.by,
        "call": one.call,
        "taken_back_at": one.taken_back_at,
        "taken_back_by": one.taken_back_by,
        "taken_back_reason": one.taken_back_reason,
    }


@dataclass(frozen=True, slots=True)
class ConductShown:
    """A note on somebody's conduct."""

    number: int
    seat: str
    name: str
    event: str
    event_name: str
    text: str
    at: datetime
    by: str


def conduct_notes(tournament: Tournament, events: Iterable[Event]) -> tuple[ConductShown, ...]:
    """The notes on the conduct of those who play in these events, the newest first."""
    rows = Conduct.objects.filter(tournament=tournament, entry__event__in=list(events)).select_related("entry__event")
    return tuple(conduct_of(row) for row in rows.order_by("-number"))


def conduct_of(row: Conduct) -> ConductShown:
    """One note on conduct."""
    event = row.entry.event
    return ConductShown(row.number, row.entry.seat, row.entry.name, event.slug, event.name, row.text, row.at, row.by)


def conduct_values(one: ConductShown) -> dict[str, Any]:
    """A note on conduct as the API shows it."""
    return {
        "number": one.number,
        "event": one.event,
        "entrant": one.seat or None,
        "name": one.name,
        "text": one.text,
        "at": one.at,
        "by": one.by,
    }


def _referred(tournament: Tournament, events: set[int]) -> list[RulingShown]:
    """The referred games that somebody decided by hand, as rulings."""
    return [
        RulingShown(
            number=None,
            referral=one.id,
            event=of.event.slug,
            event_name=of.event.name,
            where=words.where("", None, None, one.game),
            subject="",
            offender=PartyShown(one.cards[0].seat, one.cards[0].name),
            other=PartyShown(one.cards[1].seat, one.cards[1].name),
            edition=tournament.edition,
            rules=(rule_named(referral_rule(of.event.edition), of.event.edition),),
            happened=words.cards_said([(card.seat, card.line) for card in one.cards]),
            decision=one.reason,
            points=None,
            by_head=True,
            removes=False,
            judges=(one.initials,),
            at=None,
            by=one.initials,
            call=None,
            taken_back_at=None,
            taken_back_by="",
            taken_back_reason="",
        )
        for of in referrals(tournament)
        if of.event.pk in events
        for one in of.decided
    ]


def _shown(row: Ruling) -> RulingShown:
    parties = [PartyShown(one.seat, one.name) if one is not None else None for one in (row.offender, row.other)]
    return RulingShown(
        number=row.number,
        referral="",
        event=row.event.slug if row.event else "",
        event_name=row.event.name if row.event else "",
        where=words.where(row.table, row.seat, row.match, row.game) if row.table or row.match or row.game else "",
        subject=row.subject,
        offender=parties[0],
        other=parties[1],
        edition=row.edition,
        rules=tuple(rule_named(rule, Edition(row.edition)) for rule in row.rules),
        happened=row.happened,
        decision=row.decision,
        points=row.points,
        by_head=row.by_head,
        removes=row.removes,
        judges=tuple(row.judges),
        at=row.at,
        by=row.by,
        call=row.call_id,
        taken_back_at=row.taken_back_at,
        taken_back_by=row.taken_back_by,
        taken_back_reason=row.taken_back_reason,
    )
