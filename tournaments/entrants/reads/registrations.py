"""What the public registration form offers, and every registration with its state and its possible duplicates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments import keys
from tournaments.day.reads.places import full_events
from tournaments.entrants.rules.alike import Known, find_alike
from tournaments.entrants.rules.teams import read_team
from tournaments.entrants.words import registration as registration_words
from tournaments.models import Entry, Event, Fee, Flyer, Registration, Tournament
from tournaments.money import words as money_words
from tournaments.people import words as people_words

KEY_PURPOSE = "registration"


# --- What is offered -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoolOffered:
    """An optional fee of an event on the form: its key, its name, and its price in cents."""

    key: int
    name: str
    cents: int

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)


@dataclass(frozen=True, slots=True)
class EventOffered:
    """An event on the form.

    `cents` is what everybody in it owes; `is_announced` says whether it has such fees. `closed` says why nobody can
    register for the event any more; empty if it is open. If it `is_full`, whoever registers waits for a place.
    On a ladder only teams of two play; `has_teams` says whether any team plays in the event.
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
    is_full: bool
    is_ladder: bool
    has_teams: bool

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)


@dataclass(frozen=True, slots=True)
class Offer:
    """What the form of a tournament offers; `closed` says why nobody can send it and what to do, or is empty."""

    events: tuple[EventOffered, ...]
    deadline: datetime | None
    closed: str

    @property
    def open_events(self) -> tuple[EventOffered, ...]:
        return tuple(event for event in self.events if not event.closed)


def offer(tournament: Tournament) -> Offer:
    """What people can register for at present; five queries at most."""
    deadline = Flyer.objects.filter(tournament=tournament).values_list("entry_deadline", flat=True).first()
    costs: dict[int, int] = defaultdict(int)
    pools: dict[int, list[PoolOffered]] = defaultdict(list)
    for fee in Fee.objects.filter(event__tournament=tournament):
        if fee.optional:
            pools[fee.event_id].append(PoolOffered(fee.pk, fee.name, fee.cents))
        else:
            costs[fee.event_id] += fee.cents
    teamed = set(
        Entry.objects.filter(event__tournament=tournament, player__first__isnull=False).values_list("event", flat=True)
    )
    all_events = list(tournament.events.all())
    full = full_events(all_events)
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
            is_full=event.pk in full,
            is_ladder=event.is_ladder,
            has_teams=event.is_ladder or event.pk in teamed,
        )
        for event in all_events
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
    """Why nobody can register for the event any more; empty if it is open."""
    if event.is_seated:
        return registration_words.event_is_seated()
    if event.starts_at is not None and event.starts_at < timezone.now():
        return registration_words.event_has_begun()
    return ""


# --- What was asked for ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubt:
    """Somebody who may be the same person as a registrant: a sentence, and a key to find them.

    An entrant has `player`, the key of the person, and a `label`; another registration has its `number`.
    """

    text: str
    player: int | None = None
    number: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class EventAsked:
    """An event that a registration asks for; if it `is_seated`, a newcomer needs a seat.

    `entry` is the number of the person's entry, and `seat` their seat, once they are entered. `waits` says at which place
    of the waiting list they are; it is empty for whoever has a place in the event.
    """

    slug: str
    name: str
    is_seated: bool
    is_posted: bool
    entry: int | None
    seat: str
    waits: str


@dataclass(frozen=True, slots=True)
class RegistrationShown:
    """A registration as its sender and the desk see it.

    `cents` is its total cost, `marked` are the labels of the fields to correct, `doubts` are for the desk only.
    """

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
    def people(self) -> tuple[str, ...]:
        """The two people of a team that the name joins; empty for one person."""
        return read_team(self.row.name)

    @property
    def is_waiting(self) -> bool:
        return self.row.state in (Registration.State.SENT, Registration.State.RETURNED)

    @property
    def may_be_accepted(self) -> bool:
        return self.is_waiting or self.row.state == Registration.State.DECLINED

    @property
    def is_clear(self) -> bool:
        """Whether the desk can accept it together with others: sent, without doubts, and no event has drawn seats."""
        needs_seat = any(event.is_seated for event in self.events)
        return self.row.state == Registration.State.SENT and not self.doubts and not needs_seat

    @property
    def amount(self) -> str:
        return money_words.amount(self.cents)

    @property
    def to_seat(self) -> tuple[EventAsked, ...]:
        """The events in which a seat has to be chosen for the person."""
        return tuple(event for event in self.events if event.is_seated and event.entry is None)


def registrations(tournament: Tournament) -> list[RegistrationShown]:
    """Every registration, newest first, with doubts if it can be accepted; seven queries."""
    rows = list(
        tournament.registrations.select_related("tournament")
        .prefetch_related("events", "pools__event")
        .order_by("-number")
    )
    entries = list(Entry.objects.filter(event__tournament=tournament).with_people().select_related("event"))
    return _shown(tournament, rows, entries)


def registration_shown(registration: Registration) -> RegistrationShown:
    """One registration, with doubts from comparing it with all others of the tournament."""
    return next(shown for shown in registrations(registration.tournament) if shown.row.pk == registration.pk)


def registration_of_key(tournament: Tournament, text: str) -> Registration | None:
    """The registration of the tournament that the key in this text opens, if any."""
    key = keys.normalised(text)
    if not key:
        return None
    nonce = keys.nonce_of(KEY_PURPOSE, key, tournament.registrations.values_list("nonce", flat=True))
    if not nonce:
        return None
    return tournament.registrations.select_related("tournament").filter(nonce=nonce).first()


def key_of_registration(registration: Registration) -> str:
    """The key in the URL of the page on which its sender sees the registration."""
    return keys.key_of(KEY_PURPOSE, registration.nonce)


def waiting_registrations(tournament: Tournament) -> int:
    """How many registrations wait for the desk."""
    return tournament.registrations.filter(state=Registration.State.SENT).count()


def _shown(tournament: Tournament, rows: list[Registration], entries: list[Entry]) -> list[RegistrationShown]:
    costs: dict[int, int] = defaultdict(int)
    required_fees = Fee.objects.filter(event__tournament=tournament, optional=False)
    for event_pk, cents in required_fees.values_list("event", "cents"):
        costs[event_pk] += cents
    waiting: dict[int, list[int]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.number):
        if entry.status == Entry.Status.WAITING:
            waiting[entry.event_id].append(entry.number)
    entry_of = {(entry.player_id, entry.event_id): entry for entry in entries}
    doubts = _doubts(rows, entries)
    labels = dict(registration_words.registration_fields())
    shown = []
    for row in rows:
        events = list(row.events.all())
        pools = list(row.pools.all())
        shown.append(
            RegistrationShown(
                row=row,
                events=tuple(
                    _asked(event, entry_of.get((row.player_id or 0, event.pk)), waiting[event.pk]) for event in events
                ),
                pools=tuple(f"{fee.name} ({fee.event.name}, {money_words.amount(fee.cents)})" for fee in pools),
                cents=sum(costs[event.pk] for event in events) + sum(fee.cents for fee in pools),
                marked=tuple(labels[name] for name in row.marked),
                doubts=tuple(doubts[row.pk]),
            )
        )
    return shown


def _asked(event: Event, entry: Entry | None, waiting: Sequence[int]) -> EventAsked:
    """An event asked for, with the person's entry; `waiting` are the numbers of those who wait for a place."""
    is_waiting = entry is not None and entry.number in waiting
    return EventAsked(
        slug=event.slug,
        name=event.name,
        is_seated=event.is_seated,
        is_posted=event.posted_at is not None,
        entry=entry.number if entry else None,
        seat=entry.seat if entry else "",
        waits=registration_words.waits_at(waiting.index(entry.number) + 1, event.name) if entry and is_waiting else "",
    )


def _doubts(rows: Iterable[Registration], entries: Iterable[Entry]) -> dict[int, list[Doubt]]:
    """For the key of each registration that can be accepted, the people who may be the same person.

    They are entrants of the tournament, and people whose registration is waiting.
    """
    waiting = (Registration.State.SENT, Registration.State.RETURNED)
    acceptable = {("row", row.pk): row for row in rows if row.state in (*waiting, Registration.State.DECLINED)}
    registrants = {key: Known(row.name, row.acc_number) for key, row in acceptable.items()}
    entries_by_player: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        entries_by_player[entry.player_id].append(entry)
    entrants = {pk: Known(of_one[0].known_name, of_one[0].acc_number) for pk, of_one in entries_by_player.items()}
    others = {("player", pk): known for pk, known in entrants.items()}
    others |= {key: known for key, known in registrants.items() if acceptable[key].state in waiting}
    doubts: dict[int, list[Doubt]] = defaultdict(list)
    for (_kind, pk), matches in find_alike(registrants, others).items():
        for (kind, other_pk), by in sorted(matches.items()):
            if kind == "player":
                own_entries = entries_by_player[other_pk]
                where = ", ".join(entry.event.name for entry in own_entries)
                label = people_words.person(own_entries[0].known_name, own_entries[0].acc_number)
                text = registration_words.alike_entrant(by, label, where)
                doubts[pk].append(Doubt(text, player=other_pk, label=label))
            else:
                row = acceptable["row", other_pk]
                label = people_words.person(row.name, row.acc_number)
                text = registration_words.alike_registration(by, label, row.number)
                doubts[pk].append(Doubt(text, number=row.number))
    return doubts
