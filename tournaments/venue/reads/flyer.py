"""The flyer as the public reads it, and what is missing that the ACC requires."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.day.reads.summaries import EventSummary, summaries
from tournaments.models import Event, Fee, Flyer, Tournament
from tournaments.money import words as money_words
from tournaments.rotation.rules.rated import RATED_GAMES
from tournaments.rotation.words import movement as movement_words
from tournaments.rules.edition import Edition
from tournaments.rules.quota import quota
from tournaments.venue.reads.tournaments import Exemption, exemptions
from tournaments.venue.words import events as events_words
from tournaments.words import citing as citing_words


@dataclass(frozen=True, slots=True)
class FeeAnnounced:
    """A fee on the flyer; `cents` is its price."""

    kind: str
    name: str
    cents: int
    optional: bool

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)


@dataclass(frozen=True, slots=True)
class EventAnnounced:
    """An event on the flyer: its rules as sentences, and its fees.

    `moving` says how people move where it is not as usual. `rated` is empty for kinds that are never rated.
    """

    summary: EventSummary
    name: str
    starts_at: datetime | None
    format: str
    moving: str
    first_deal: str
    muggins: str
    qualifiers: str
    rated: str
    not_as_the_acc: str
    fees: tuple[FeeAnnounced, ...]


@dataclass(frozen=True, slots=True)
class FlyerShown:
    """All that a flyer says; `missing` is what it lacks that the ACC requires, `advised` what the ACC recommends."""

    flyer: Flyer
    events: tuple[EventAnnounced, ...]
    exemptions: tuple[Exemption, ...]
    missing: tuple[str, ...]
    advised: tuple[str, ...]


def flyer(tournament: Tournament) -> FlyerShown:
    """Return the flyer of a tournament; the number of queries does not depend on its events."""
    flyer_row = Flyer.objects.filter(tournament=tournament).first() or Flyer(tournament=tournament)
    events = list(tournament.events.select_related("tournament"))
    fees: dict[int, list[FeeAnnounced]] = {event.pk: [] for event in events}
    for fee in Fee.objects.filter(event__in=events):
        fees[fee.event_id].append(FeeAnnounced(fee.kind, fee.name, fee.cents, fee.optional))
    summary_of = summaries(events)
    events_announced = tuple(_announced(event, summary_of[event.pk], fees[event.pk]) for event in events)
    return FlyerShown(
        flyer=flyer_row,
        events=events_announced,
        exemptions=tuple(exemptions(events)),
        missing=tuple(_missing(flyer_row, events_announced, Edition(tournament.edition))),
        advised=tuple(_advised(flyer_row, events_announced)),
    )


def _announced(event: Event, summary: EventSummary, fees: Iterable[FeeAnnounced]) -> EventAnnounced:
    exemption = event.quota_exemption
    if event.ends_with_ranking:
        exemption = 0
    elif exemption == quota(summary.entrants, event.one_in) and not event.is_ladder:
        # A number that is one in four or in `one_in` anyway is not announced as an exemption.
        exemption = None
    return EventAnnounced(
        summary=summary,
        name=event.name,
        starts_at=event.starts_at,
        format=events_words.format_announced(event.games, event.movement, repeats=bool(event.repeats_reason)),
        moving=movement_words.movement_announced(event.movement),
        first_deal=events_words.first_deal_announced(event.deal, event.deal_procedure),
        muggins=events_words.muggins_announced(event.muggins),
        qualifiers=events_words.qualifiers_announced(exemption, event.quota_reason, event.one_in),
        rated=events_words.rated_event(event) if event.kind in RATED_GAMES else "",
        not_as_the_acc=events_words.not_as_the_acc_plays(event),
        fees=tuple(fees),
    )


def _missing(flyer_row: Flyer, events: Iterable[EventAnnounced], edition: Edition) -> Iterable[str]:
    """Yield what this flyer lacks although the ACC's policy of 2017 requires it, each with where to write it."""
    events = list(events)
    official = [event for event in events if event.summary.kind in (Event.Kind.MAIN, Event.Kind.CONSOLATION)]
    kinds = {event.summary.kind for event in official}
    if Event.Kind.MAIN not in kinds:
        yield _("A main event: add it to the tournament.")
    if flyer_row.sanctioned and Event.Kind.CONSOLATION not in kinds:
        yield _("A consolation, which every sanctioned weekend has: add it to the tournament.")
    for event in official:
        if not event.summary.playoff_format:
            yield _("%(event)s: how the playoffs are played. It is set in the event’s settings.") % {
                "event": event.name
            }
        if not any(fee.kind == Fee.Kind.ENTRY for fee in event.fees):
            yield _("%(event)s: the entry fee. It is set in the event’s fees.") % {"event": event.name}
    for event in events:
        if event.summary.deal == Event.Deal.ALTERNATE and not event.summary.deal_procedure:
            yield _("%(event)s: who deals first (%(rule)s). It is set in the event’s settings.") % {
                "event": event.name,
                "rule": citing_words.named("announced_deal", edition),
            }
    for name in (
        "director",
        "director_phone",
        "entry_deadline",
        "walk_ins",
        "includes",
        "payback",
        "trophies",
        "charity",
    ):
        if not getattr(flyer_row, name):
            yield _("%(field)s: it is written on this page.") % {"field": _label(name)}
    if not flyer_row.sanctioned:
        yield _("“ACC-sanctioned”: it is ticked on this page once the sanction is granted.")


def _advised(flyer_row: Flyer, events: Iterable[EventAnnounced]) -> Iterable[str]:
    """Yield what this flyer lacks although the ACC recommends it."""
    if not any(event.summary.kind == Event.Kind.SATELLITE for event in events):
        yield _("Satellites")
    for name in ("smoking", "hotel", "directions"):
        if not getattr(flyer_row, name):
            yield _label(name)


def _label(name: str) -> str:
    """The name of a flyer's field for people, with a capital first letter."""
    text = str(getattr(Flyer._meta.get_field(name), "verbose_name", name))
    return text[:1].upper() + text[1:]
