"""The judging of a tournament in figures, without anybody's name: calls by table and by kind, rulings by rule, and the waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from judging.calls import words as calls_words
from judging.calls.rules import Waits, waited, waits
from judging.models import Call, Ruling
from judging.rules.calls import in_order
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import RuleNamed, rule_named
from judging.rulings.reads.rulings import rules_of
from scorecards.sheet.reads.ruled import ruled_games
from scorecards.sheet.rules.discrepancy import referral_rule
from tournaments.models import Event, Tournament
from tournaments.rules.edition import Edition
from tournaments.rules.naming import counted


@dataclass(frozen=True, slots=True)
class Tallied:
    """How many there are of something; `key` is what programs know it by."""

    key: str
    told: str
    number: int


@dataclass(frozen=True, slots=True)
class RuleTallied:
    """How many rulings rest on a rule of the edition."""

    rule: RuleNamed
    edition: str
    number: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures. `without_ruling` are the calls that are done and on which no ruling was recorded. The rulings are those that
    hold, at tables and on referred games; one that was taken back counts nowhere but in `taken_back`."""

    calls: int
    still_open: int
    with_third: int
    without_ruling: int
    rulings: int
    taken_back: int
    waits: Waits
    by_table: tuple[Tallied, ...]
    by_subject: tuple[Tallied, ...]
    by_rule: tuple[RuleTallied, ...]

    @property
    def median_wait(self) -> int | None:
        """In seconds, as the longest one."""
        return _seconds(self.waits.median)

    @property
    def longest_wait(self) -> int | None:
        return _seconds(self.waits.longest)

    @property
    def is_empty(self) -> bool:
        return not self.calls and not self.rulings and not self.taken_back


def summary(tournament: Tournament, events: Iterable[Event]) -> Summary:
    """The judging of these events in figures; five queries, and more for an event whose referred games were ruled on."""
    events = list(events)
    rows = Call.objects.filter(entry__event__in=events).select_related("entry__event")
    calls = list(rows.prefetch_related("coming", "rulings"))
    given = Ruling.objects.filter(Q(event__in=events) | Q(event=None), tournament=tournament)
    rulings = [one for one in given if one.taken_back_at is None]
    each = [waited(row.at, [one.there_at for one in row.coming.all() if one.there_at is not None]) for row in calls]
    kinds = Counter(_kind(row) for row in calls)
    rules = Counter((rule, one.edition) for one in rulings for rule in rules_of(one))
    referred = ruled_games(events)
    held = [one for one in referred if one.holds]
    rules.update((referral_rule(Edition(one.event.edition)), one.event.edition) for one in held)
    return Summary(
        calls=len(calls),
        still_open=sum(row.closed_at is None for row in calls),
        with_third=sum(row.third_at is not None for row in calls),
        without_ruling=sum(row.closed_at is not None and not row.rulings.all() for row in calls),
        rulings=len(rulings) + len(held),
        taken_back=len(given) - len(rulings) + sum(one.ended_at is not None for one in referred),
        waits=waits(each),
        by_table=_by_table(events, calls),
        by_subject=tuple(
            Tallied(key, calls_words.case(key) or rulings_words.no_kind(), number)
            for key, number in kinds.most_common()
        ),
        by_rule=tuple(
            RuleTallied(rule_named(rule, Edition(edition)), edition, number)
            for (rule, edition), number in sorted(
                rules.items(), key=lambda one: (-one[1], counted(one[0][0]), one[0][1])
            )
        ),
    )


def _kind(row: Call) -> str:
    """The kind of case: as it was ruled on, else as it was called for."""
    ruled = [one.subject for one in row.rulings.all() if one.subject and one.taken_back_at is None]
    return ruled[-1] if ruled else row.subject


def _by_table(events: list[Event], calls: list[Call]) -> tuple[Tallied, ...]:
    """The calls by event and table, in the order in which these stand; those of the playoffs apart."""
    found: list[Tallied] = []
    for event in events:
        here = [row for row in calls if row.entry.event_id == event.pk]
        tables = Counter(row.table for row in here if row.match is None)
        matches = sum(row.match is not None for row in here)
        named = [*in_order(table for table in tables if table), *([""] if "" in tables else [])]
        lead = event.name if len(events) > 1 else ""
        found += [
            Tallied(f"{event.slug}/{table}", rulings_words.of_table(lead, table), tables[table]) for table in named
        ]
        if matches:
            found.append(Tallied(f"{event.slug}/playoffs", rulings_words.of_playoffs(lead), matches))
    return tuple(found)


def _seconds(wait: timedelta | None) -> int | None:
    return round(wait.total_seconds()) if wait is not None else None
