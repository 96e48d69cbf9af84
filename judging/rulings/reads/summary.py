"""The judging of a tournament in figures without names: calls by table and kind, rulings by rule, and waits."""

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
from scorecards.sheet.reads.decided_by_hand import ruled_games
from scorecards.sheet.rules.discrepancy import referral_rule
from tournaments.models import Event, Tournament
from tournaments.rules.edition import Edition
from tournaments.rules.naming import counted


@dataclass(frozen=True, slots=True)
class Tallied:
    """A count; `key` identifies it to programs, `told` names it."""

    key: str
    told: str
    number: int


@dataclass(frozen=True, slots=True)
class RuleTallied:
    """The number of rulings that rest on a rule of this edition."""

    rule: RuleNamed
    edition: str
    number: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures. `without_ruling` are closed calls without a recorded ruling.

    Rulings are the standing ones, at tables and on referred games; those taken back count only in `taken_back`.
    """

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
        """Seconds."""
        return _seconds(self.waits.median)

    @property
    def longest_wait(self) -> int | None:
        return _seconds(self.waits.longest)

    @property
    def is_empty(self) -> bool:
        return not self.calls and not self.rulings and not self.taken_back


def summary(tournament: Tournament, events: Iterable[Event]) -> Summary:
    """The judging of these events in figures; five queries, and more for each event with rulings on referred games."""
    events = list(events)
    rows = Call.objects.filter(entry__event__in=events).select_related("entry__event")
    calls = list(rows.prefetch_related("coming", "rulings"))
    given_rulings = Ruling.objects.filter(Q(event__in=events) | Q(event=None), tournament=tournament)
    rulings = [ruling for ruling in given_rulings if ruling.taken_back_at is None]
    each = [
        waited(row.at, [coming.there_at for coming in row.coming.all() if coming.there_at is not None]) for row in calls
    ]
    kinds = Counter(_kind(row) for row in calls)
    rules = Counter((rule, ruling.edition) for ruling in rulings for rule in rules_of(ruling))
    referred = ruled_games(events)
    held = [game for game in referred if game.holds]
    rules.update((referral_rule(Edition(game.event.edition)), game.event.edition) for game in held)
    return Summary(
        calls=len(calls),
        still_open=sum(row.closed_at is None for row in calls),
        with_third=sum(row.third_at is not None for row in calls),
        without_ruling=sum(row.closed_at is not None and not row.rulings.all() for row in calls),
        rulings=len(rulings) + len(held),
        taken_back=len(given_rulings) - len(rulings) + sum(game.ended_at is not None for game in referred),
        waits=waits(each),
        by_table=_by_table(events, calls),
        by_subject=tuple(
            Tallied(key, calls_words.case(key) or rulings_words.no_kind(), number)
            for key, number in kinds.most_common()
        ),
        by_rule=tuple(
            RuleTallied(rule_named(rule, Edition(edition)), edition, number)
            for (rule, edition), number in sorted(
                rules.items(), key=lambda item: (-item[1], counted(item[0][0]), item[0][1])
            )
        ),
    )


def _kind(row: Call) -> str:
    """The kind of case: of the last standing ruling, else of the call."""
    ruled = [ruling.subject for ruling in row.rulings.all() if ruling.subject and ruling.taken_back_at is None]
    return ruled[-1] if ruled else row.subject


def _by_table(events: list[Event], calls: list[Call]) -> tuple[Tallied, ...]:
    """Calls by event and table, in their order; those of the playoffs separately."""
    tallies: list[Tallied] = []
    for event in events:
        calls_of_event = [row for row in calls if row.entry.event_id == event.pk]
        tables = Counter(row.table for row in calls_of_event if row.match is None)
        matches = sum(row.match is not None for row in calls_of_event)
        named = [*in_order(table for table in tables if table), *([""] if "" in tables else [])]
        lead = event.name if len(events) > 1 else ""
        tallies += [
            Tallied(f"{event.slug}/{table}", rulings_words.of_table(lead, table), tables[table]) for table in named
        ]
        if matches:
            tallies.append(Tallied(f"{event.slug}/playoffs", rulings_words.of_playoffs(lead), matches))
    return tuple(tallies)


def _seconds(wait: timedelta | None) -> int | None:
    return round(wait.total_seconds()) if wait is not None else None
