"""The people of a day's events: whether they are checked in, and what they owe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from django.utils import timezone

from tournaments.models import Entry, Event, Tournament
from tournaments.money import words as money_words
from tournaments.money.reads.money import PersonAccount, accounts
from tournaments.rules.last_name import by_last_name
from tournaments.rules.naming import named_like
from tournaments.rules.seat import read_seat

CHECK_IN_SHOWN = ("", "away", "here", "out")
"""The filters of the list: `""` for everybody, not here yet, here, and `out` for no-shows and withdrawn."""


@dataclass(frozen=True, slots=True)
class EntryToday:
    """One entry of a person of the day; `is_today` says whether its event is one of the day."""

    event: str
    event_name: str
    number: int
    seat: str
    status: str
    label: str
    reason: str
    checked_in_at: datetime | None
    email: str
    phone: str
    is_today: bool


@dataclass(frozen=True, slots=True)
class PersonToday:
    """Somebody who plays today, with all their entries and their money for the whole tournament."""

    player: int
    name: str
    players: list[str]
    acc_number: str
    entries: tuple[EntryToday, ...]
    money: PersonAccount
    checked_in_by: str

    @property
    def open(self) -> int:
        """What the person still owes over all events, in cents; negative if money is to be returned."""
        return self.money.account.open

    @property
    def playing(self) -> tuple[EntryToday, ...]:
        """The entries of today in which the person plays."""
        return tuple(entry for entry in self.entries if entry.is_today and entry.status == Entry.Status.PLAYING)

    @property
    def reach(self) -> list[str]:
        """The phone numbers and e-mail addresses of the person, each once."""
        return list(dict.fromkeys(text for entry in self.entries for text in (entry.phone, entry.email) if text))

    @property
    def can_waive(self) -> int:
        """How many of the open cents can be waived: those that are no money of a pool."""
        return min(self.open, self.money.can_waive())

    @property
    def is_out(self) -> bool:
        """Whether the person plays in none of today's events, as a no-show or withdrawn."""
        return not self.playing

    @property
    def is_here(self) -> bool:
        """Whether the person is checked in for every event of today in which they play."""
        return bool(self.playing) and all(entry.checked_in_at for entry in self.playing)

    @property
    def since(self) -> datetime | None:
        """When the person first checked in today; None if they did not."""
        return min((entry.checked_in_at for entry in self.playing if entry.checked_in_at), default=None)

    @property
    def amount(self) -> str:
        """The open amount without its sign, as text."""
        return money_words.amount(abs(self.open))


def events_of_the_day(tournament: Tournament, events: Sequence[Event] | None = None) -> list[Event]:
    """The events of today in the tournament's time zone, and those without a starting time.

    If no event is today, those of the next day with events are taken; after the last such day, those of the last one.
    `events` are the events of the tournament to choose from, None for all.
    """
    events = list(tournament.events.all() if events is None else events)
    zone = ZoneInfo(tournament.time_zone)
    days = {event.pk: event.starts_at.astimezone(zone).date() for event in events if event.starts_at}
    day = _nearest_day(set(days.values()), timezone.now().astimezone(zone).date())
    return [event for event in events if event.pk not in days or days[event.pk] == day]


def _nearest_day(days: set[date], today: date) -> date:
    """Today if it is one of these days or there are none, else the next of them, else the last."""
    if today in days or not days:
        return today
    return min((day for day in days if day > today), default=max(days))


def people_today(tournament: Tournament, events: Sequence[Event] | None = None) -> list[PersonToday]:
    """Everybody entered in the day's events, with their other entries, by name; `events` as in `events_of_the_day`.

    Seven queries at most.
    """
    entries_by_player: dict[int, list[Entry]] = defaultdict(list)
    todays_events = {event.pk for event in events_of_the_day(tournament, events)}
    entries = Entry.objects.filter(event__tournament=tournament).with_people().select_related("event")
    if events is not None:
        entries = entries.filter(event__in=events)
    for entry in entries.order_by("event", "number"):
        entries_by_player[entry.player_id].append(entry)
    money = {person.player: person for person in accounts(tournament)}
    people = [
        PersonToday(
            player=player,
            name=entries[0].known_name,
            players=entries[0].player.names,
            acc_number=entries[0].acc_number,
            entries=tuple(_entry_today(entry, is_today=entry.event_id in todays_events) for entry in entries),
            money=money[player],
            checked_in_by=next((entry.checked_in_by for entry in entries if entry.checked_in_by), ""),
        )
        for player, entries in entries_by_player.items()
        if any(entry.event_id in todays_events for entry in entries)
    ]
    return sorted(people, key=lambda person: (by_last_name(person.name), person.player))


def find_people_today(people: Iterable[PersonToday], text: str = "", shown: str = "") -> list[PersonToday]:
    """Those of the people whose name, ACC number or seat matches the text, filtered by `shown` of `CHECK_IN_SHOWN`."""
    is_like = named_like(text)
    seat = str(read_seat(text) or "")
    number = "".join(text.casefold().split())

    def matches(person: PersonToday) -> bool:
        if not _is_shown(person, shown):
            return False
        # An empty text is part of every number, so it matches everybody.
        if is_like(person.name) or number in person.acc_number.casefold():
            return True
        return bool(seat) and any(entry.seat == seat for entry in person.entries)

    return [person for person in people if matches(person)]


class Attending(Protocol):
    """Somebody on a check-in list."""

    @property
    def is_here(self) -> bool: ...

    @property
    def is_out(self) -> bool: ...


def check_in_counts(people: Sequence[Attending]) -> dict[str, int]:
    """How many people each filter of `CHECK_IN_SHOWN` shows, with `all` for everybody; `expected` is how many play."""
    counts = {shown or "all": sum(_is_shown(person, shown) for person in people) for shown in CHECK_IN_SHOWN}
    return {**counts, "expected": len(people) - counts["out"]}


def _is_shown(person: Attending, shown: str) -> bool:
    if shown == "here":
        return person.is_here
    if shown == "away":
        return not person.is_here and not person.is_out
    return person.is_out if shown == "out" else True


def _entry_today(entry: Entry, *, is_today: bool) -> EntryToday:
    return EntryToday(
        event=entry.event.slug,
        event_name=entry.event.name,
        number=entry.number,
        seat=entry.seat,
        status=entry.status,
        label=entry.get_status_display(),
        reason=entry.status_reason,
        checked_in_at=entry.checked_in_at,
        email=entry.email,
        phone=entry.phone,
        is_today=is_today,
    )
