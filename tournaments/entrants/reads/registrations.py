"""What the public form offers, and every registration with its state and doubts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments import keys
from tournaments.entrants.rules.alike import Known, find_alike
from tournaments.entrants.words import registration as registration_words
from tournaments.models import Entry, Event, Fee, Flyer, Registration, Tournament
from tournaments.money import words as money_words
from tournaments.people import words as people_words

KEY_PURPOSE = "registration"


# --- What is offered -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolOffered:
    """Something optional in an event, in cents."""

    key: int
    name: str
    cents: int

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)


@dataclass(frozen=True, slots=True)
class EventOffered:
    """An event on the form.

    `cents` is what everybody in it owes, if that `is_announced`. `closed` says why nobody can ask for it any more.
    """

    slug: str
    name: str
    starts_at: datetime | None
    games: int
    cents: int
    is_announced: bool
    pools: tuple[PoolOffered, ...]
    closed: str
    is_seated: bool
    is_posted: bool

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a tournament's form offers; `closed` says why nobody can send it, and what to do instead."""

    events: tuple[EventOffered, ...]
    deadline: datetime | None
    closed: str

    @property
    def open_events(self) -> tuple[EventOffered, ...]:
        return tuple(event for event in self.events if not event.closed)


def offer(tournament: Tournament) -> Offer:
    """What people can ask for at present; three queries."""
    deadline = Flyer.objects.filter(tournament=tournament).values_list("entry_deadline", flat=True).first()
    costs: dict[int, int] = defaultdict(int)
    pools: dict[int, list[PoolOffered]] = defaultdict(list)
    for fee in Fee.objects.filter(event__tournament=tournament):
        if fee.optional:
            pools[fee.event_id].append(PoolOffered(fee.pk, fee.name, fee.cents))
        else:
            costs[fee.event_id] += fee.cents
    events = tuple(
        EventOffered(
            slug=event.slug,
            name=event.name,
            starts_at=event.starts_at,
            games=event.games,
            cents=costs.get(event.pk, 0),
            is_announced=event.pk in costs,
            pools=tuple(pools[event.pk]),
            closed=_why_closed(event),
            is_seated=event.is_seated,
            is_posted=event.posted_at is not None,
        )
        for event in tournament.events.all()
    )
    closed = ""
    if deadline is not None and deadline < timezone.now():
        closed = registration_words.entries_are_over(deadline, tournament.time_zone)
    elif not events:
        closed = registration_words.nothing_to_enter()
    elif all(event.closed for event in events):
        closed = registration_words.everything_is_seated()
    return Offer(events, deadline, closed)


def _why_closed(event: Event) -> str:
    if event.is_seated:
        return registration_words.event_is_seated()
    if event.starts_at is not None and event.starts_at < timezone.now():
        return registration_words.event_has_begun()
    return ""


# --- What was asked for ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubt:
    """Somebody who may be the same person: a sentence, and where to look. `player` is the person's key, if any."""

    text: str
    player: int | None = None
    number: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class EventAsked:
    """An event asked for. `is_seated`: a newcomer needs a seat. `seat` is theirs, once entered."""

    slug: str
    name: str
    is_seated: bool
    is_posted: bool
    entry: int | None
    seat: str


@dataclass(frozen=True, slots=True)
class RegistrationShown:
    """A registration as its person and the desk see it; `cents` is its total cost, `doubts` are for the desk only."""

    row: Registration
    events: tuple[EventAsked, ...]
    pools: tuple[str, ...]
    cents: int
    marked: tuple[str, ...]
    doubts: tuple[Doubt, ...]

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def is_waiting(self) -> bool:
        return self.row.state in (Registration.State.SENT, Registration.State.RETURNED)

    @property
    def may_be_accepted(self) -> bool:
        return self.is_waiting or self.row.state == Registration.State.DECLINED

    @property
    def is_clear(self) -> bool:
        """Whether it can be accepted unseen: sent, without doubts, and without events that need a seat by now."""
        seated = any(event.is_seated for event in self.events)
        return self.row.state == Registration.State.SENT and not self.doubts and not seated

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)

    @property
    def to_seat(self) -> tuple[EventAsked, ...]:
        """The events in which a seat has to be chosen for them."""
        return tuple(event for event in self.events if event.is_seated and event.entry is None)


def registrations(tournament: Tournament) -> list[RegistrationShown]:
    """Every registration, newest first, with doubts about those that can be accepted; seven queries."""
    rows = list(
        tournament.registrations.select_related("tournament")
        .prefetch_related("events", "pools__event")
        .order_by("-number")
    )
    entries = list(Entry.objects.filter(event__tournament=tournament).with_people().select_related("event"))
    return _shown(tournament, rows, entries)


def registration_shown(registration: Registration) -> RegistrationShown:
    """One registration, compared with all others."""
    return next(shown for shown in registrations(registration.tournament) if shown.row.pk == registration.pk)


def registration_of_key(tournament: Tournament, text: str) -> Registration | None:
    """The registration of this tournament that this key opens, if any."""
    key = keys.normalised(text)
    if not key:
        return None
    nonce = keys.nonce_of(KEY_PURPOSE, key, tournament.registrations.values_list("nonce", flat=True))
    return tournament.registrations.select_related("tournament").filter(nonce=nonce).first() if nonce else None


def key_of_registration(registration: Registration) -> str:
    """The key of the page on which the person sees this registration."""
    return keys.key_of(KEY_PURPOSE, registration.nonce)


def waiting_registrations(tournament: Tournament) -> int:
    """How many wait for the desk."""
    return tournament.registrations.filter(state=Registration.State.SENT).count()


def _shown(tournament: Tournament, rows: list[Registration], entries: list[Entry]) -> list[RegistrationShown]:
    costs: dict[int, int] = defaultdict(int)
    for event_pk, cents in Fee.objects.filter(event__tournament=tournament, optional=False).values_list(
        "event", "cents"
    ):
        costs[event_pk] += cents
    theirs = {(entry.player_id, entry.event_id): entry for entry in entries}
    doubts = _doubts(rows, entries)
    labels = dict(registration_words.registration_fields())
    shown = []
    for row in rows:
        events = list(row.events.all())
        pools = list(row.pools.all())
        shown.append(
            RegistrationShown(
                row=row,
                events=tuple(_asked(event, theirs.get((row.player_id or 0, event.pk))) for event in events),
                pools=tuple(f"{fee.name} ({fee.event.name}, {money_words.amount(fee.cents)})" for fee in pools),
                cents=sum(costs[event.pk] for event in events) + sum(fee.cents for fee in pools),
                marked=tuple(labels[name] for name in row.marked),
                doubts=tuple(doubts[row.pk]),
            )
        )
    return shown


def _asked(event: Event, entry: Entry | None) -> EventAsked:
    return EventAsked(
        slug=event.slug,
        name=event.name,
        is_seated=event.is_seated,
        is_posted=event.posted_at is not None,
        entry=entry.number if entry else None,
        seat=entry.seat if entry else "",
    )


def _doubts(rows: Iterable[Registration], entries: Iterable[Entry]) -> dict[int, list[Doubt]]:
    """For each registration still acceptable, who may be the same: an entrant of this tournament, or another
    registrant."""
    waiting = (Registration.State.SENT, Registration.State.RETURNED)
    asked = {("row", row.pk): row for row in rows if row.state in (*waiting, Registration.State.DECLINED)}
    among = {key: Known(row.name, row.acc_number) for key, row in asked.items()}
    people: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        people[entry.player_id].append(entry)
    others = {("player", key): Known(theirs[0].name, theirs[0].acc_number) for key, theirs in people.items()}
    others |= {key: known for key, known in among.items() if asked[key].state in waiting}
    doubts: dict[int, list[Doubt]] = defaultdict(list)
    for (_kind, pk), matches in find_alike(among, others).items():
        for (kind, other), by in sorted(matches.items(), key=lambda item: item[0]):
            if kind == "player":
                known = people[other]
                where = ", ".join(entry.event.name for entry in known)
                label = people_words.person(known[0].name, known[0].acc_number)
                doubts[pk].append(Doubt(registration_words.alike_entrant(by, label, where), player=other, label=label))
            else:
                row = asked["row", other]
                label = people_words.person(row.name, row.acc_number)
                doubts[pk].append(
                    Doubt(registration_words.alike_registration(by, label, row.number), number=row.number)
                )
    return doubts
