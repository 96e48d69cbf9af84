"""The log, filtered by person, table, card and kind of act; each entry says whether it can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from hall.desk import reads
from hall.desk.outcome import will_follow
from hall.desk.sentences import seats_of, will_undo
from hall.desk.trail import Done, done
from scorecards.access import concerned, named_in, need_to_undo, own_names
from scorecards.cards.rules.search import find_seats
from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.rules.replay import Act, Step, Undoing, rebuild, undoing
from tournaments.access import Person, Rights, who_may
from tournaments.models import AuditEntry, Entry, Event, User
from tournaments.rules.seat import read_seat

_LONGEST_FILTER = 160

MOST_CARDS = 8
"""A card filter that fits more cards than this selects no rows."""

_KINDS: Mapping[str, tuple[str, ...]] = {
    "cards": (
        "card.",
        "line.put-back",
        "line.phone-stands",
        "line.paper-stands",
        "game.told",
        "game.called",
        "ladder.",
    ),
    "looks": ("line.looked-at",),
    "decisions": ("discrepancy.", "cross_check."),
    "undone": (
        "card.typing-undone",
        "line.put-back",
        "discrepancy.decision-",
        "tiebreak.taken-back",
        "card.receipt-taken-back",
        "card.taken-up",
        "card.ending-taken-back",
        "game.taken-back",
        "game.told-removed",
        "ladder.move-taken-back",
        "match.ending-taken-back",
    ),
    "posting": ("tiebreak.", "qualifiers.", "phase.", "player."),
    "entrants": ("entrant", "seats.", "person."),
    "playoffs": (
        "bracket.",
        "game.claimed",
        "game.recorded",
        "game.forfeited",
        "game.taken-back",
        "match.",
        "round.",
        "honour.",
    ),
    "money": ("money.", "fee.", "prizes.", "pool."),
    "settings": (
        "tournament.",
        "flyer.",
        "event.",
        "quota.",
        "role.",
        "invitation.",
        "account.",
        "relation.",
        "display.",
        "news.",
        "announcement.",
    ),
}


def kinds() -> dict[str, str]:
    """The kinds of act that the log can be filtered by, with their names."""
    return {
        "cards": _("Cards and games"),
        "looks": _("Looks at the paper"),
        "decisions": _("Decisions"),
        "undone": _("Undone and taken back"),
        "posting": _("Ties and posting"),
        "entrants": _("Entrants and seats"),
        "playoffs": _("Playoffs"),
        "money": _("Money"),
        "settings": _("Settings and people"),
    }


@dataclass(frozen=True, slots=True)
class LogFilter:
    """The filters of the log; without any, the log shows everything. `about` limits it to one thing: `card/A-7`."""

    who: str = ""
    table: str = ""
    card: str = ""
    kind: str = ""
    about: str = ""

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> LogFilter:
        """The filters in a query string, cut to length and without NUL characters, which PostgreSQL refuses."""
        values = {name: parameters.get(name, "") for name in (field.name for field in fields(cls))}
        return cls(**{name: text.replace("\0", "").strip()[:_LONGEST_FILTER] for name, text in values.items()})

    @property
    def is_everything(self) -> bool:
        return not any((self.who, self.table, self.card, self.kind, self.about))

    @property
    def discrepancy_seats(self) -> tuple[str, ...]:
        """The two seats of the discrepancy in `about`; empty if it is something else, or malformed."""
        kind, _slash, key = self.about.partition("/")
        _game, *seats = seats_of(key)
        return tuple(seat for seat in seats if seat) if kind == "discrepancy" else ()

    @property
    def query(self) -> str:
        """The query string of the filters that are set."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return urlencode({name: value for name, value in values.items() if value})


@dataclass(frozen=True, slots=True)
class Meant:
    """The entries that the card filter fits; `shown` are all entries of the event, for suggestions."""

    entries: tuple[Entry, ...]
    shown: tuple[Entry, ...]

    @property
    def too_many(self) -> bool:
        return len(self.entries) > MOST_CARDS


def meant(event: Event, log_filter: LogFilter) -> Meant:
    """The entries that the card filter fits: by seat, number at the table, code, or part of the name. One query."""
    shown = tuple(Entry.objects.of(event).in_seat_order())
    # Before the seats are drawn, an entrant is found by name only.
    names = {entry.seat or str(entry.number): entry.known_name for entry in shown}
    seats = find_seats(log_filter.card, names, log_filter.table.upper()) if log_filter.card else ()
    return Meant(tuple(entry for entry in shown if (entry.seat or str(entry.number)) in seats), shown)


def rows(event: Event, log_filter: LogFilter, cards: Meant, rights: Rights) -> QuerySet[AuditEntry]:
    """The rows of the log that pass the filter, newest first; none if the card filter fits too many cards."""
    selected = reads.trail(event, rights, log_filter.about)
    if log_filter.who:
        selected = selected.filter(actor_name=log_filter.who)
    if log_filter.kind:
        starts = [Q(action__startswith=start) for start in _KINDS.get(log_filter.kind, ())]
        selected = selected.filter(_any(starts)) if starts else selected.none()
    if log_filter.card:
        fits = [_about_card(entry) for entry in cards.entries]
        selected = selected.filter(_any(fits)) if fits and not cards.too_many else selected.none()
    if log_filter.table:
        selected = selected.filter(_about_table(event, log_filter.table.upper()))
    return selected


def _any(conditions: Iterable[Q]) -> Q:
    """The disjunction of these conditions; no row fits if there are none."""
    disjunction = Q(pk__in=[])
    for condition in conditions:
        disjunction |= condition
    return disjunction


def _about_card(entry: Entry) -> Q:
    """Rows about this card, its games, its ties or its player; a game is about two cards.

    Without a seat there is no card yet, only the player.
    """
    player = Q(subject_kind="entrant", subject_key=str(entry.number))
    seat = entry.seat
    if not seat:
        return player
    return _any(
        [
            Q(subject_kind__in=["card", "player"], subject_key=seat),
            Q(subject_kind="discrepancy", subject_key__contains=f"-{seat}-"),
            Q(subject_kind="discrepancy", subject_key__endswith=f"-{seat}"),
            *_tied(f"{seat} ", f" {seat} ", f" {seat}"),
            player,
        ]
    )


def _tied(start: str, middle: str, end: str) -> list[Q]:
    """Rows about ties that hold a seat; the key of a tie is its seats, separated by spaces."""
    return [
        Q(subject_kind="tiebreak", subject_key__startswith=start),
        Q(subject_kind="tiebreak", subject_key__contains=middle),
        Q(subject_kind="tiebreak", subject_key__endswith=end),
    ]


def _about_table(event: Event, table: str) -> Q:
    """Rows about any card of this table, its games, ties and players."""
    numbers = Entry.objects.of(event).filter(table=table).values_list("number", flat=True)
    return _any(
        [
            Q(subject_kind__in=["card", "player"], subject_key__startswith=f"{table}-"),
            Q(subject_kind="discrepancy", subject_key__contains=f"-{table}-"),
            Q(subject_kind="tiebreak", subject_key__startswith=f"{table}-"),
            Q(subject_kind="tiebreak", subject_key__contains=f" {table}-"),
            Q(subject_kind="entrant", subject_key__in=[str(number) for number in numbers]),
        ]
    )


def people(event: Event, rights: Rights) -> list[str]:
    """The names of everybody in the log, as far as these rights may read it."""
    return list(reads.trail(event, rights).order_by("actor_name").values_list("actor_name", flat=True).distinct())


def nothing_found(log_filter: LogFilter, cards: Meant) -> str:
    """Why the log shows nothing, in a sentence."""
    if log_filter.is_everything:
        return _("Every entry, card and decision is listed here, with who did it and why.")
    if cards.too_many:
        sentence = _("“%(card)s” fits %(n)d cards: %(first)s and more. Type more of the name, or the seat.")
        first = ", ".join(f"{entry.seat} {entry.known_name}" for entry in cards.entries[:3])
        return sentence % {"card": log_filter.card, "n": len(cards.entries), "first": first}
    if log_filter.card and not cards.entries:
        seat = read_seat(log_filter.card)
        if seat:
            return _("Nobody in this event has the seat %(seat)s.") % {"seat": seat}
        sentence = _("No seat or name here matches “%(card)s”. Type a seat like A-7, or a part of the name.")
        return sentence % {"card": log_filter.card}
    if log_filter.kind and log_filter.kind not in _KINDS:
        return _("There is no such kind of act. Choose one from the list.")
    return _("Nothing that was done fits all of these filters. Take one of them away.")


# --- Entries ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asking:
    """Who looks at the log: their rights, and how acts name their own entries."""

    rights: Rights
    own: frozenset[str]


def asking(event: Event, rights: Rights, user: Person) -> Asking:
    """The rights and own entries of this user; one query."""
    return Asking(rights, own_names(event, user if isinstance(user, User) else None))


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One row of the log; `number` is None for acts on the whole tournament.

    `undoable`: this user can undo it now. `undone`: it is undone already. `why_not` says why this user cannot undo it:
    nobody can, somebody else has to, or it is about their own card.
    """

    row: AuditEntry
    done: Done
    number: int | None
    undoable: bool
    undone: bool
    why_not: str


def entries(event: Event, shown: Iterable[AuditEntry], by: Asking) -> list[LogEntry]:
    """The log entries of these rows, each with whether `by` can undo it; three queries for any number of rows."""
    audit_rows = list(shown)
    names = reads.entrant_names(event)
    numbers = earlier_reads.log_numbers(event)
    acts = earlier_reads.acts(event, about={row.subject_key for row in audit_rows}, numbers=numbers)
    by_number = {act.number: act for act in acts}
    steps = rebuild(acts).steps
    entries_shown = []
    for row in audit_rows:
        act = by_number.get(numbers.get(row.pk, 0))
        entries_shown.append(_entry(event, row, done(row, names), act, steps, by))
    return entries_shown


def _entry(
    event: Event, row: AuditEntry, described: Done, act: Act | None, steps: Sequence[Step], by: Asking
) -> LogEntry:
    """The entry for a row of the log. `act` is None for a row of the tournament: it is undone elsewhere, if at all."""
    if act is None:
        return LogEntry(row, described, None, False, False, crosscheck_words.stands("elsewhere"))
    verdict = undoing(act, steps)
    obstacle = why_not(event, verdict)
    if not obstacle and verdict.step:
        obstacle = _why_not_by(verdict.step, steps, by)
    return LogEntry(row, described, act.number, not obstacle, verdict.undone, obstacle)


def _why_not_by(step: Step, steps: Sequence[Step], by: Asking) -> str:
    """Why this user cannot undo an act that can be undone; empty if they can."""
    need = need_to_undo(step, [other for other in steps if other.thing == step.thing])
    if not by.rights.may(need):
        return _("To be undone by %(who)s.") % {"who": who_may(need)}
    if by.own & set(named_in(step)):
        return _("This is your own card, so somebody else must undo it.")
    if by.own & set(concerned(step)):
        return crosscheck_words.undoes_own_game()
    return ""


def why_not(event: Event, verdict: Undoing) -> str:
    """Why an act cannot be undone now; empty if it can."""
    if verdict.step is None:
        return crosscheck_words.stands(verdict.stands)
    if verdict.undone:
        return _("This is undone already.")
    if event.posted_at is not None and event.ends_with_ranking:
        return sheet_words.cards_closed(ends_with_ranking=True)
    if event.posted_at is not None:
        return _("The qualifiers are posted; cards and decisions are closed until the cross-check is reopened.")
    if verdict.obstacle is not None:
        act = verdict.obstacle.act
        time = act.at.astimezone(ZoneInfo(event.tournament.time_zone))
        return crosscheck_words.came_after(act.action, act.key, time, act.by)
    return ""


@dataclass(frozen=True, slots=True)
class UndoPage:
    """One entry of the log, what undoing it will do, and what follows from that.

    `first` is the number of the later entry that stands in the way; None if there is none.
    """

    entry: LogEntry
    will: str
    follows: tuple[str, ...]
    first: int | None


def undo_page(event: Event, number: int, by: Asking) -> UndoPage | None:
    """The undo page of the entry with this number; None if the log has no such entry."""
    numbers = earlier_reads.log_numbers(event)
    key = next((pk for pk, entry_number in numbers.items() if entry_number == number), None)
    if key is None:
        return None
    row = AuditEntry.objects.select_related("event", "tournament").get(pk=key)
    acts = earlier_reads.acts(event, about=[row.subject_key], numbers=numbers)
    act = next(act for act in acts if act.number == number)
    steps = rebuild(acts).steps
    verdict = undoing(act, steps)
    entry = _entry(event, row, done(row, reads.entrant_names(event)), act, steps, by)
    will = ""
    follows: tuple[str, ...] = ()
    if verdict.step and entry.undoable:
        will = will_undo(verdict.step, event)
        follows = will_follow(event, verdict.step, earlier_reads.acts(event, numbers=numbers))
    return UndoPage(entry, will, follows, verdict.obstacle.act.number if verdict.obstacle else None)


def last_own(event: Event, account: str, by: Asking) -> int | None:
    """The number of the last act of this account that its user can undo, among the latest 50; None if there is none.

    Acts that undid something from the log are skipped, so that one act after another can be undone. They are known by
    their reason: only undoing from the log has one.
    """
    undid = _any(Q(action__startswith=start) for start in _KINDS["undone"]) & ~Q(reason="")
    own = earlier_reads.log(event).filter(actor_kind=AuditEntry.ActorKind.USER, actor_key=account).exclude(undid)
    recent = own.order_by("-pk")[:50]
    return next((entry.number for entry in entries(event, recent, by) if entry.undoable), None)
