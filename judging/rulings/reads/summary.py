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
from scorecards.sheet.reads.decided_by_hand import RuledGame, ruled_games
from scorecards.sheet.rules.discrepancy import referral_rule
from tournaments.models import Event, Tournament
from tournaments.rules.edition import Edition
from tournaments.rules.naming import counted


@dataclass(frozen=True, slots=True)
class Tallied:
    """A count; `key` identifies it in the API, `told` is its label on the page."""

    key: str
    told: str
    number: int


@dataclass(frozen=True, slots=True)
class RuleTallied:
    """The number of rulings that rest on this rule of this edition."""

    rule: RuleNamed
    edition: str
    number: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The judging in figures.

    `with_third` counts calls to which a third judge was asked. `without_ruling` counts closed calls without a recorded
    ruling. `rulings` counts standing rulings, at tables and on referred games. Rulings that were taken back count only
    in `taken_back`.
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
        """The median wait in seconds; None if no wait is known."""
        return _seconds(self.waits.median)

    @property
    def longest_wait(self) -> int | None:
        """The longest wait in seconds; None if no wait is known."""
        return _seconds(self.waits.longest)

    @property
    def is_empty(self) -> bool:
        return not self.calls and not self.rulings and not self.taken_back


def summary(tournament: Tournament, events: Iterable[Event]) -> Summary:
    """The judging of these events in figures; five queries, and more for each event with rulings on referred games."""
    events = list(events)
    rows = Call.objects.filter(entry__event__in=events).select_related("entry__event")
    calls = list(rows.prefetch_related("coming", "rulings"))
    all_rulings = Ruling.objects.filter(Q(event__in=events) | Q(event=None), tournament=tournament)
    standing = [ruling for ruling in all_rulings if ruling.taken_back_at is None]
    referred_games = ruled_games(events)
    standing_games = [game for game in referred_games if game.holds]
    taken_back_games = [game for game in referred_games if game.ended_at is not None]
    subjects = Counter(_subject(row) for row in calls)
    return Summary(
        calls=len(calls),
        still_open=sum(row.closed_at is None for row in calls),
        with_third=sum(row.third_at is not None for row in calls),
        without_ruling=sum(row.closed_at is not None and not row.rulings.all() for row in calls),
        rulings=len(standing) + len(standing_games),
        taken_back=len(all_rulings) - len(standing) + len(taken_back_games),
        waits=waits([_wait(row) for row in calls]),
        by_table=_by_table(events, calls),
        by_subject=tuple(
            Tallied(key, calls_words.case(key) or rulings_words.no_kind(), number)
            for key, number in subjects.most_common()
        ),
        by_rule=_by_rule(standing, standing_games),
    )


def _wait(row: Call) -> timedelta | None:
    """How long this call waited for two judges; None if fewer arrived."""
    return waited(row.at, [coming.there_at for coming in row.coming.all() if coming.there_at is not None])


def _subject(row: Call) -> str:
    """The key of the kind of case: of the last standing ruling that has one, else of the call."""
    ruled = [ruling.subject for ruling in row.rulings.all() if ruling.subject and ruling.taken_back_at is None]
    return ruled[-1] if ruled else row.subject


def _by_rule(rulings: Iterable[Ruling], games: Iterable[RuledGame]) -> tuple[RuleTallied, ...]:
    """The rules on which these rulings at tables and on referred games rest, the most frequent first."""
    tallies = Counter((rule, ruling.edition) for ruling in rulings for rule in rules_of(ruling))
    tallies.update((referral_rule(Edition(game.event.edition)), game.event.edition) for game in games)
    tallied = [
        RuleTallied(rule_named(rule, Edition(edition)), edition, number) for (rule, edition), number in tallies.items()
    ]
    return tuple(sorted(tallied, key=lambda row: (-row.number, counted(row.rule.number), row.edition)))


def _by_table(events: list[Event], calls: list[Call]) -> tuple[Tallied, ...]:
    """The calls of each event by table, in the order of the hall; then those without a table, then the playoffs."""
    tallies: list[Tallied] = []
    for event in events:
        calls_of_event = [row for row in calls if row.entry.event_id == event.pk]
        calls_by_table = Counter(row.table for row in calls_of_event if row.match is None)
        calls_at_matches = sum(row.match is not None for row in calls_of_event)
        tables = list(in_order(table for table in calls_by_table if table))
        if "" in calls_by_table:
            tables.append("")
        event_name = event.name if len(events) > 1 else ""
        tallies += [
            Tallied(f"{event.slug}/{table}", rulings_words.of_table(event_name, table), calls_by_table[table])
            for table in tables
        ]
        if calls_at_matches:
            tallies.append(Tallied(f"{event.slug}/playoffs", rulings_words.of_playoffs(event_name), calls_at_matches))
    return tuple(tallies)


def _seconds(wait: timedelta | None) -> int | None:
    return round(wait.total_seconds()) if wait is not None else None
