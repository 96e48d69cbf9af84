"""The report of an event: all that the ACC's result form asks for, and what is still missing of it with where it is cured.

Amounts are in cents. The ACC takes the report from the director by hand; nothing is sent from here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
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
from brackets.settling.reads.prizes import PoolShown
from brackets.settling.reads.settling import EventBooks, ItemShown, Settlement, settlement
from hall.report.owing import owing
from scorecards.sheet.reads.lists import uncounted
from scorecards.sheet.rules.late import Listed
from scorecards.standings import words as standings_words
from tournaments.models import AuditEntry, Entry, Event, Flyer, Role
from tournaments.money import words as money_words
from tournaments.rotation.rules.quota import quota
from tournaments.venue.reads import tournaments as tournaments_reads
from tournaments.venue.reads.tournaments import Exemption

REPORT_NOTED = "report.noted"
"""The act of writing the director's notes: the trail is where they are kept."""


@dataclass(frozen=True, slots=True)
class Note:
    """What the director adds: notes, and whether the receipts are put with the report. `version` counts from 1; 0 is nothing."""

    notes: str = ""
    receipts: bool = False
    version: int = 0
    at: datetime | None = None
    by: str = ""


def report_note(event: Event) -> Note:
    """What the director last noted for the report of this event; two queries."""
    rows = AuditEntry.objects.filter(event=event, action=REPORT_NOTED)
    row = rows.order_by("pk").last()
    if row is None:
        return Note()
    given = row.after or {}
    return Note(
        notes=str(given.get("notes", "")),
        receipts=given.get("receipts") is True,
        version=rows.count(),
        at=row.at,
        by=row.actor_name,
    )


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing, and the page where it is cured. One that is only `advised` leaves the report complete."""

    text: str
    label: str
    url: str
    advised: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player with all that the form asks for: the card, the place, points and money.

    Where the list was kept although cards were corrected, `kept` says so of this player's card, and `by_cards` what the
    corrected cards give instead of what is posted, `by_cards_told` in words; for everybody else they say nothing.
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
        """What keeps it from being complete."""
        return tuple(one for one in self.lacks if not one.advised)

    @property
    def advised(self) -> tuple[Lack, ...]:
        """What should be looked at and does not keep it from being complete."""
        return tuple(one for one in self.lacks if one.advised)

    @property
    def is_complete(self) -> bool:
        return not self.missing

    @property
    def exempted(self) -> list[str]:
        """The exemptions in words."""
        return [f"{one.what} {one.reason}" for one in self.exemptions]


def report(event: Event) -> Report:
    """The report of this event as it stands, also long before it is complete."""
    entries = list(Entry.objects.of(event).select_related("player"))
    started = [entry for entry in entries if entry.status != Entry.Status.NO_SHOW]
    results = results_reads.results(event)
    drawn = bracket(event)
    money = settlement(event.tournament)
    books = next(one for one in money.events if one.slug == event.slug)
    flyer = Flyer.objects.filter(tournament=event.tournament).first() or Flyer(tournament=event.tournament)
    found = Report(
        event=event,
        directors=_directors(event, flyer),
        sanctioned=flyer.sanctioned,
        entrants=len(started),
        no_shows=len(entries) - len(started),
        withdrawn=sum(1 for entry in entries if entry.status == Entry.Status.WITHDRAWN),
        automatic=event.quota_exemption or quota(len(started)),
        qualified=len(results.rows),
        bracket_size=drawn.size if drawn else 0,
        byes=drawn.byes if drawn else 0,
        lengths=playoffs_words.lengths(drawn.best_of) if drawn else "",
        results=results,
        players=tuple(_players(event, results, books.pools, entries)),
        books=books,
        items=tuple(item for item in money.items if item.stands and item.event in ("", event.slug)),
        settlement=money,
        exemptions=tuple(one for one in tournaments_reads.exemptions([event]) if one.reason),
        note=report_note(event),
        lacks=(),
    )
    return replace(found, lacks=tuple(_lacks(found, drawn)))


def _directors(event: Event, flyer: Flyer) -> tuple[str, ...]:
    """Who directs, as the flyer says it; else everybody with that role here, by name."""
    if named := tuple(name for name in (flyer.director, flyer.co_director) if name):
        return named
    roles = Role.objects.in_event(event).filter(kind=Role.Kind.DIRECTOR).select_related("user").order_by("pk")
    return tuple(role.user.get_full_name() or role.user.get_username() for role in roles)


def _players(
    event: Event, results: Results, pools: Sequence[PoolShown], entries: Sequence[Entry]
) -> Iterator[PlayerLine]:
    clubs = {entry.number: entry.player.club for entry in entries}
    won: Counter[str] = Counter()
    for pool in pools:
        if pool.official:
            won.update({place.who.seat: place.who.cents for place in pool.places if place.who})
    shifts = uncounted(event, results.kept)
    for row in results.cards:
        kept = tuple(one.told for one in results.kept if one.seat == row.seat)
        shift = shifts.get(row.seat)
        told = standings_words.by_corrected_cards(shift) if shift else ""
        by_cards = shift.after if shift and (kept or told) else None
        yield PlayerLine(row, clubs[row.number], won[row.seat], kept, by_cards, told)


# --- What is missing -------------------------------------------------------------------------------------------------


def _lacks(of: Report, drawn: BracketNow | None) -> Iterator[Lack]:
    yield from _lacks_of_play(of, drawn)
    yield from _lacks_of_points(of)
    yield from _lacks_of_money(of)
    if not of.sanctioned:
        told = _("The flyer does not say that the tournament is ACC-sanctioned.")
        url = reverse("tournaments:flyer_words", args=[of.event.tournament.slug])
        yield Lack(told, _("To the flyer"), url, advised=True)
    if not of.note.receipts:
        told = _("Put the receipts with the report, and say so under the notes.")
        yield Lack(told, _("To the notes"), "#notes", advised=True)


def _at(event: Event, text: str, label: str, page: str, *more: object, advised: bool = False) -> Lack:
    return Lack(text, label, reverse(page, args=[event.tournament.slug, event.slug, *more]), advised)


def _lacks_of_play(of: Report, drawn: BracketNow | None) -> Iterator[Lack]:
    event = of.event
    if event.posted_at is None:
        yield _at(event, _("The qualifiers are not posted."), _("To the steps"), "desk:phases")
    elif of.results.champion is None:
        told = _("The playoffs are not over.") if drawn else _("The bracket is not drawn.")
        yield _at(event, told, _("To the bracket"), "brackets:bracket")


def _lacks_of_points(of: Report) -> Iterator[Lack]:
    event = of.event
    for one in of.results.earned:
        if one.why in ("no_row", "no_round"):
            told = _("%(name)s: %(why)s") % {"name": one.name, "why": results_words.why_no_points(one.why)}
            yield _at(event, told, _("See the points"), "brackets:results", advised=True)
    for row in of.results.without_number if of.results.earned else ():
        told = _("%(name)s qualified and has no ACC number here, so earns no points. Members give it at the desk.")
        page = "tournaments:entrant"
        yield _at(event, told % {"name": row.name}, _("Add the number"), page, row.number, advised=True)
    yield from _one_number_of_two(of)


def _one_number_of_two(of: Report) -> Iterator[Lack]:
    """ACC numbers that several who earn points have here: one of them is somebody else's."""
    names: dict[str, list[str]] = defaultdict(list)
    for row in of.results.rows:
        if row.earned is not None and row.acc_number:
            names[row.acc_number].append(row.name)
    for number, who in names.items():
        if len(who) > 1:
            told = _(
                "%(names)s have the ACC number %(number)s, so points would go to one of them. Correct it at the desk."
            )
            values = {"names": _(" and ").join(who), "number": number}
            yield _at(of.event, told % values, _("To the entrants"), "tournaments:entrants", advised=True)


def _lacks_of_money(of: Report) -> Iterator[Lack]:
    """What is missing of the money of this event alone: others of the tournament have reports of their own."""
    event, books, money = of.event, of.books, of.settlement
    accounts = reverse("tournaments:money", args=[event.tournament.slug])
    here = owing(event, money)
    if not books.fees and not books.pools:
        yield _at(event, _("No fee is set: playing costs nothing."), _("To the fees"), "tournaments:fees", advised=True)
    if here.owed:
        told = ngettext(
            "%(n)d person still owes %(amount)s in all.",
            "%(n)d people still owe %(amount)s in all.",
            here.people_owing,
        ) % {"n": here.people_owing, "amount": money_words.amount(here.owed)}
        yield Lack(told, _("To the accounts"), f"{accounts}?show=open")
    if here.to_give_back:
        told = _("%(amount)s is to be given back.") % {"amount": money_words.amount(here.to_give_back)}
        yield Lack(told, _("To the accounts"), f"{accounts}?show=back")
    if not of.results.prizes:
        yield _at(event, _("No prize is set."), _("To the prizes"), "brackets:prizes")
    for prize in of.results.prizes:
        if prize.is_open:
            told = _("Nobody has this prize yet: %(prize)s.") % {"prize": prize.label}
            yield _at(event, told, _("To the prizes"), "brackets:prizes")
    for pool in books.pools:
        if not pool.type:
            told = _("It is not said how “%(pool)s” is paid out.") % {"pool": pool.name}
            yield _at(event, told, _("To the pools"), "brackets:pools")
    settling = reverse("brackets:settlement", args=[event.tournament.slug])
    if books.not_written > 0:
        told = _("Of the sanctioning fee %(amount)s is not in the books (%(how)s).") % {
            "amount": money_words.amount(books.not_written),
            "how": books.sanctioning_said,
        }
        yield Lack(told, _("To the settlement"), settling)
    if event.slug in money.short_in:
        yield Lack(settling_words.desk_is_short(money.short), _("To the settlement"), settling)
    payouts = reverse("brackets:payouts", args=[event.tournament.slug])
    if here.to_pay:
        told = ngettext(
            "%(n)d person is still to be paid: %(amount)s in all.",
            "%(n)d people are still to be paid: %(amount)s in all.",
            here.people_to_pay,
        ) % {"n": here.people_to_pay, "amount": money_words.amount(here.to_pay)}
        yield Lack(told, _("To the payouts"), payouts)
    if here.paid_over:
        people = ", ".join(f"{name} ({money_words.amount(cents)})" for name, cents in here.paid_over)
        told = _("Paid more than they have won in all their events: %(people)s.") % {"people": people}
        yield Lack(told, _("To the payouts"), payouts)
