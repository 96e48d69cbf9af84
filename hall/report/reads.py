"""The report of an event: everything on the ACC's result form, and what is missing, with the page that fixes it.

Amounts are in cents. The director sends the report to the ACC; nothing is sent from here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.bracket.reads.drawn import BracketNow, bracket
from brackets.bracket.words import playoffs as playoffs_words
from brackets.results.reads import results as results_reads
from brackets.results.reads.results import ResultRow, Results
from brackets.results.words import results as results_words
from brackets.settling import words as settling_words
from brackets.settling.reads.prizes import PoolShown, Winner
from brackets.settling.reads.settling import EventBooks, ItemShown, Settlement, settlement
from hall.report.owing import owing
from scorecards.sheet.reads.lists import uncounted
from scorecards.sheet.rules.after_posting import Listed
from scorecards.standings import words as standings_words
from tournaments.models import AuditEntry, Entry, Event, Flyer, Role
from tournaments.money import words as money_words
from tournaments.venue.reads import tournaments as tournaments_reads
from tournaments.venue.reads.tournaments import Exemption

REPORT_NOTED = "report.noted"
"""The act of writing the director's notes, which are kept in the trail."""


@dataclass(frozen=True, slots=True)
class Note:
    """What the director adds: notes, and whether the receipts come with the report.

    `version` counts from 1; it is 0 before anything is noted.
    """

    notes: str = ""
    receipts: bool = False
    version: int = 0
    at: datetime | None = None
    by: str = ""


def report_note(event: Event) -> Note:
    """The director's latest notes for the report of this event; two queries."""
    rows = AuditEntry.objects.filter(event=event, action=REPORT_NOTED)
    row = rows.order_by("pk").last()
    if row is None:
        return Note()
    noted = row.after or {}
    return Note(
        notes=str(noted.get("notes", "")),
        receipts=noted.get("receipts") is True,
        version=rows.count(),
        at=row.at,
        by=row.actor_name,
    )


@dataclass(frozen=True, slots=True)
class Lack:
    """One missing thing, and the page that fixes it. If it is only `advised`, the report is complete without it."""

    text: str
    label: str
    url: str
    advised: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with everything the form asks for: card, place, points and money.

    The posted list may be kept although cards were corrected. Then `kept` has a sentence on each correction of this
    player's card, and `by_cards` is the player's place by the corrected cards, `by_cards_told` in words. They are empty
    for all other players.
    """

    row: ResultRow
    club: str
    pools: int
    kept: tuple[str, ...] = ()
    by_cards: Listed | None = None
    by_cards_told: str = ""

    @property
    def in_all(self) -> int:
        return self.row.cents + self.pools


@dataclass(frozen=True, slots=True)
class Report:
    """The report. `automatic` is how many qualify by the quota, `qualified` how many did; `entrants` started play."""

    event: Event
    directors: tuple[str, ...]
    sanctioned: bool
    entrants: int
    no_shows: int
    withdrawn: int
    automatic: int
    qualified: int
    bracket_size: int
    byes: int
    lengths: str
    results: Results
    players: tuple[PlayerLine, ...]
    books: EventBooks
    items: tuple[ItemShown, ...]
    settlement: Settlement
    exemptions: tuple[Exemption, ...]
    note: Note
    lacks: tuple[Lack, ...]

    @property
    def missing(self) -> tuple[Lack, ...]:
        """What keeps the report from being complete."""
        return tuple(lack for lack in self.lacks if not lack.advised)

    @property
    def advised(self) -> tuple[Lack, ...]:
        """What should be checked, although the report is complete without it."""
        return tuple(lack for lack in self.lacks if lack.advised)

    @property
    def is_complete(self) -> bool:
        return not self.missing

    @property
    def exempted(self) -> list[str]:
        """The exemptions in words."""
        return [f"{exemption.what} {exemption.reason}" for exemption in self.exemptions]


def event_report(event: Event) -> Report:
    """The report of this event at this moment, complete or not."""
    # Whoever waited for a place until the end was no part of the event.
    entries = list(Entry.objects.of(event).exclude(status=Entry.Status.WAITING).with_people())
    started = [entry for entry in entries if entry.status != Entry.Status.NO_SHOW]
    known = {entry.seat: entry for entry in entries if entry.withheld_name}
    results = _with_names(results_reads.results(event), known)
    drawn = bracket(event)
    money = settlement(event.tournament)
    books = next(event_books for event_books in money.events if event_books.slug == event.slug)
    books = replace(books, pools=tuple(_pool_with_names(pool, known) for pool in books.pools))
    flyer = Flyer.objects.filter(tournament=event.tournament).first() or Flyer(tournament=event.tournament)
    complete = Report(
        event=event,
        directors=_directors(event, flyer),
        sanctioned=flyer.sanctioned,
        entrants=len(started),
        no_shows=len(entries) - len(started),
        withdrawn=sum(1 for entry in entries if entry.status == Entry.Status.WITHDRAWN),
        automatic=event.quota(len(started)),
        qualified=len(results.rows),
        bracket_size=drawn.size if drawn else 0,
        byes=drawn.byes if drawn else 0,
        lengths=playoffs_words.lengths(drawn.best_of) if drawn else "",
        results=results,
        players=tuple(_players(event, results, books.pools, entries)),
        books=books,
        items=tuple(item for item in money.items if item.stands and item.event in ("", event.slug)),
        settlement=money,
        exemptions=tuple(exemption for exemption in tournaments_reads.exemptions([event]) if exemption.reason),
        note=report_note(event),
        lacks=(),
    )
    return replace(complete, lacks=tuple(_lacks(complete, drawn)))


def _with_names(results: Results, known: Mapping[str, Entry]) -> Results:
    """The results with the names that are withheld from the public; these are the `known` entries, by seat."""
    return replace(
        results,
        cards=tuple(_row_with_name(row, known[row.seat]) if row.seat in known else row for row in results.cards),
        prizes=tuple(
            replace(prize, who=tuple(_winner_with_name(who, known) for who in prize.who)) for prize in results.prizes
        ),
        honours=tuple(
            replace(honour, player=known[honour.seat].known_name, players=tuple(known[honour.seat].player.names))
            if honour.seat in known
            else honour
            for honour in results.honours
        ),
    )


def _row_with_name(row: ResultRow, entry: Entry) -> ResultRow:
    earned = replace(row.earned, name=entry.known_name) if row.earned else None
    return replace(row, name=entry.known_name, players=tuple(entry.player.names), earned=earned)


def _winner_with_name(who: Winner, known: Mapping[str, Entry]) -> Winner:
    entry = known.get(who.seat)
    return replace(who, name=entry.known_name, players=tuple(entry.player.names)) if entry else who


def _pool_with_names(pool: PoolShown, known: Mapping[str, Entry]) -> PoolShown:
    places = (replace(place, who=_winner_with_name(place.who, known)) if place.who else place for place in pool.places)
    return replace(pool, places=tuple(places))


def _directors(event: Event, flyer: Flyer) -> tuple[str, ...]:
    """The directors that the flyer names; if it names none, everybody with the role of a director in the event."""
    names = tuple(name for name in (flyer.director, flyer.co_director) if name)
    if names:
        return names
    roles = Role.objects.in_event(event).filter(kind=Role.Kind.DIRECTOR).select_related("user").order_by("pk")
    return tuple(role.user.get_full_name() or role.user.get_username() for role in roles)


def _players(
    event: Event, results: Results, pools: Sequence[PoolShown], entries: Sequence[Entry]
) -> Iterator[PlayerLine]:
    """A line for each card; money of a pool counts only once the pool is official."""
    clubs = {entry.number: entry.player.club for entry in entries}
    pool_winnings: Counter[str] = Counter()
    for pool in pools:
        if pool.official:
            pool_winnings.update({place.who.seat: place.who.cents for place in pool.places if place.who})
    shifts = uncounted(event, results.kept)
    for row in results.cards:
        kept = tuple(late.told for late in results.kept if late.seat == row.seat)
        shift = shifts.get(row.seat)
        by_cards_told = standings_words.by_corrected_cards(shift) if shift else ""
        by_cards = shift.after if shift and (kept or by_cards_told) else None
        yield PlayerLine(row, clubs[row.number], pool_winnings[row.seat], kept, by_cards, by_cards_told)


# --- What is missing -------------------------------------------------------------------------------------------------


def _lacks(report: Report, drawn: BracketNow | None) -> Iterator[Lack]:
    """What the report lacks, and what should be checked (`advised`), in the order of the page."""
    yield from _lacks_of_play(report, drawn)
    yield from _lacks_of_points(report)
    yield from _lacks_of_money(report)
    if not report.sanctioned:
        text = _("The flyer does not say that the tournament is ACC-sanctioned.")
        url = reverse("tournaments:flyer_words", args=[report.event.tournament.slug])
        yield Lack(text, _("To the flyer"), url, advised=True)
    if not report.note.receipts:
        text = _("Put the receipts with the report, and say so under the notes.")
        yield Lack(text, _("To the notes"), "#notes", advised=True)


def _at(event: Event, text: str, label: str, page: str, *more: object, advised: bool = False) -> Lack:
    return Lack(text, label, reverse(page, args=[event.tournament.slug, event.slug, *more]), advised)


def _lacks_of_play(report: Report, drawn: BracketNow | None) -> Iterator[Lack]:
    event = report.event
    if event.posted_at is None:
        yield _at(event, _("The qualifiers are not posted."), _("To the steps"), "desk:phases")
    elif report.results.champion is None and not event.ends_with_ranking:
        text = _("The playoffs are not over.") if drawn else _("The bracket is not drawn.")
        yield _at(event, text, _("To the bracket"), "brackets:bracket")


def _lacks_of_points(report: Report) -> Iterator[Lack]:
    event = report.event
    for earned in report.results.earned:
        if earned.why in ("no_row", "no_round"):
            text = _("%(name)s: %(why)s") % {"name": earned.name, "why": results_words.why_no_points(earned.why)}
            yield _at(event, text, _("See the points"), "brackets:results", advised=True)
    if any(earned.why == "team" for earned in report.results.earned):
        text = _("Teams of two qualified. What the ACC gives for doubles is not known here: ask the ACC.")
        yield _at(event, text, _("See the points"), "brackets:results", advised=True)
    lacking_number = report.results.without_number if report.results.earned else ()
    for row in lacking_number:
        text = _("%(name)s qualified and has no ACC number here, so earns no points. Members give it at the desk.")
        page = "tournaments:entrant"
        yield _at(event, text % {"name": row.name}, _("Add the number"), page, row.number, advised=True)
    yield from _one_number_of_two(report)


def _one_number_of_two(report: Report) -> Iterator[Lack]:
    """ACC numbers that several players with points have: such a number is wrong for all but one of them."""
    names: dict[str, list[str]] = defaultdict(list)
    for row in report.results.rows:
        if row.earned is not None and row.acc_number and not row.players:
            names[row.acc_number].append(row.name)
    for number, sharing in names.items():
        if len(sharing) > 1:
            template = _(
                "%(names)s have the ACC number %(number)s, so points would go to one of them. Correct it at the desk."
            )
            values = {"names": _(" and ").join(sharing), "number": number}
            yield _at(report.event, template % values, _("To the entrants"), "tournaments:entrants", advised=True)


def _lacks_of_money(report: Report) -> Iterator[Lack]:
    """What is missing in the money of this event only; other events have reports of their own."""
    event, books, money = report.event, report.books, report.settlement
    accounts = reverse("tournaments:money", args=[event.tournament.slug])
    owed_here = owing(event, money)
    if not books.fees and not books.pools:
        yield _at(event, _("No fee is set: playing costs nothing."), _("To the fees"), "tournaments:fees", advised=True)
    if owed_here.owed:
        text = ngettext(
            "%(n)d person still owes %(amount)s in all.",
            "%(n)d people still owe %(amount)s in all.",
            owed_here.people_owing,
        ) % {"n": owed_here.people_owing, "amount": money_words.amount(owed_here.owed)}
        yield Lack(text, _("To the accounts"), f"{accounts}?show=open")
    if owed_here.owed_by_absent:
        text = ngettext(
            "%(n)d no-show owes %(amount)s in all. Waive it if it will not be paid.",
            "%(n)d no-shows owe %(amount)s in all. Waive it if it will not be paid.",
            owed_here.people_absent,
        ) % {"n": owed_here.people_absent, "amount": money_words.amount(owed_here.owed_by_absent)}
        yield Lack(text, _("To the accounts"), f"{accounts}?show=away", advised=True)
    if owed_here.to_give_back:
        text = _("%(amount)s is to be given back.") % {"amount": money_words.amount(owed_here.to_give_back)}
        yield Lack(text, _("To the accounts"), f"{accounts}?show=back")
    if not report.results.prizes:
        yield _at(event, _("No prize is set."), _("To the prizes"), "brackets:prizes")
    for prize in report.results.prizes:
        if prize.is_open:
            text = _("Nobody has this prize yet: %(prize)s.") % {"prize": prize.label}
            yield _at(event, text, _("To the prizes"), "brackets:prizes")
    for pool in books.pools:
        if not pool.type:
            text = _("It is not said how “%(pool)s” is paid out.") % {"pool": pool.name}
            yield _at(event, text, _("To the pools"), "brackets:pools")
    settling = reverse("brackets:settlement", args=[event.tournament.slug])
    if books.not_written > 0:
        text = _("Of the sanctioning fee %(amount)s is not in the books (%(how)s).") % {
            "amount": money_words.amount(books.not_written),
            "how": books.sanctioning_said,
        }
        yield Lack(text, _("To the settlement"), settling)
    if event.slug in money.short_in:
        yield Lack(settling_words.desk_is_short(money.short), _("To the settlement"), settling)
    payouts = reverse("brackets:payouts", args=[event.tournament.slug])
    if owed_here.to_pay:
        text = ngettext(
            "%(n)d person is still to be paid: %(amount)s in all.",
            "%(n)d people are still to be paid: %(amount)s in all.",
            owed_here.people_to_pay,
        ) % {"n": owed_here.people_to_pay, "amount": money_words.amount(owed_here.to_pay)}
        yield Lack(text, _("To the payouts"), payouts)
    if owed_here.paid_over:
        people = ", ".join(f"{name} ({money_words.amount(cents)})" for name, cents in owed_here.paid_over)
        text = _("Paid more than they have won in all their events: %(people)s.") % {"people": people}
        yield Lack(text, _("To the payouts"), payouts)
