"""Enter people in several events at once: at the desk, from a list, and by accepting registrations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.day.reads.late_entry import Joined, OnLadder, is_late_now
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.entrants.actions.entrants import enter_entrants, look_at_entering, players_behind
from tournaments.entrants.actions.teams import names_for
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed
from tournaments.models import Entry, Event, Fee, Player, Tournament
from tournaments.money.actions.lines import locked_tournament
from tournaments.money.actions.money import take_fees

MAX_LEFT_OUT = 1000


@dataclass(frozen=True, slots=True)
class PersonPlan:
    """Somebody to enter.

    `seats` maps event slugs to seats, which may be empty. `pools` are the keys of the optional fees that the person
    takes. `player` is the key of the person, if known. `marks` maps the slugs of events with a game on to the mark of
    the outlook that the user saw. `players` are the names of the two people of a team, which has a name, `acc_numbers` their ACC numbers.
    `email` and `phone` are how the desk reaches them.
    """

    name: str
    acc_number: str = ""
    club: str = ""
    seats: Mapping[str, str] = field(default_factory=dict)
    pools: frozenset[int] = frozenset()
    player: int | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    acc_numbers: tuple[str, ...] = ()
    email: str = ""
    phone: str = ""

    def in_event(self, slug: str, player: int | None = None) -> EntrantPlan:
        """The plan of the person's entry in this event."""
        seat = self.seats.get(slug, "")
        return EntrantPlan(
            self.name,
            self.acc_number,
            seat,
            self.club,
            player,
            self.players,
            self.acc_numbers,
            self.email,
            self.phone,
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row of a list that is not entered on purpose: its line in the list, the name, and the reason."""

    line: int
    name: str
    reason: str


@transaction.atomic
def enter_people(*, tournament: Tournament, people: Sequence[PersonPlan], actor: Actor) -> list[Player]:
    """Enter everybody in all their events with their pools, or nobody; all entries of a plan have the same player.

    Raises Malformed with all faults, each named by the person's position (`0.name`, `0.seats.main`, `0.pools`). Raises
    Refused `exists` if somebody is in one of the events already, and whatever `enter_entrants` raises.
    """
    tournament = locked_tournament(tournament)
    slugs = {slug for person in people for slug in person.seats}
    events = {event.slug: event for event in tournament.events.filter(slug__in=slugs).order_by("pk")}
    for event in events.values():
        Event.objects.locked(event)
    fees = Fee.objects.select_related("event").filter(event__in=events.values(), optional=True).in_bulk()
    raise_malformed(_faults(people, events, fees))
    if any(person.players and not person.name.strip() for person in people):
        taken = [name for (name,) in Entry.objects.filter(event__in=events.values()).known_by()]
        names = names_for(taken, [(person.name, person.players) for person in people])
        people = [replace(person, name=names.get(place, person.name)) for place, person in enumerate(people)]
    raise_malformed(_faults(people, events, fees))
    players = players_behind(tournament, [person.in_event("", person.player) for person in people])
    _refuse_twice(people, players, events)
    for slug, event in events.items():
        places = [place for place, person in enumerate(people) if slug in person.seats]
        plans = [people[place].in_event(slug, players[place].pk) for place in places]
        mark = next((people[place].marks[slug] for place in places if slug in people[place].marks), None)
        try:
            enter_entrants(event=event, entrants=plans, mark=mark, actor=actor)
        except Refused as refused:
            raise _placed(refused, slug, places) from refused
    entries = _entries(events, players)
    fees_taken = [
        (entries[player.pk, fees[key].event_id], fees[key])
        for person, player in zip(people, players, strict=True)
        for key in sorted(person.pools)
    ]
    take_fees(tournament, fees_taken, actor)
    return players


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Late entries at an event with a game on, not yet made: their plans, and how each joins the game."""

    event: Event
    coming: Sequence[EntrantPlan]
    joined: Joined | OnLadder


def look_at_people(events: Iterable[Event], people: Sequence[PersonPlan]) -> list[LookedAt]:
    """How these people would join those of their events in which a game is on. Writes nothing.

    Raises what `enter_people` raises about seats, named by the person's position (`0.seats.main`).
    """
    looked_at = []
    for event in events:
        places = [place for place, person in enumerate(people) if event.slug in person.seats]
        if not places or not is_late_now(event):
            continue
        coming = [people[place].in_event(event.slug) for place in places]
        try:
            joined = look_at_entering(event, coming)
        except Refused as refused:
            raise _placed(refused, event.slug, places) from refused
        if joined is not None:
            looked_at.append(LookedAt(event, coming, joined))
    return looked_at


@transaction.atomic
def enter_list(
    *, tournament: Tournament, people: Sequence[PersonPlan], left_out: Sequence[LeftOut], actor: Actor
) -> list[Player]:
    """Enter the people of a list; the log keeps the rows that are left out on purpose, with the reasons.

    Raises Malformed if there is nobody to enter, and whatever `enter_people` raises.
    """
    if not people:
        raise_malformed([Fault("", "required", _("Nobody is left to be entered."))])
    tournament = locked_tournament(tournament)
    players = enter_people(tournament=tournament, people=people, actor=actor)
    audit.record(
        tournament=tournament,
        actor=actor,
        action="list.entered",
        subject=("list", str(len(people))),
        after={
            "people": len(people),
            "left_out": [{"line": row.line, "name": row.name, "reason": row.reason} for row in left_out[:MAX_LEFT_OUT]],
        },
    )
    return players


def _faults(people: Sequence[PersonPlan], events: Mapping[str, Event], fees: Mapping[int, Fee]) -> list[Fault]:
    # Check the plans without seats: `enter_entrants` checks those event by event, as A-7 is free once in each event.
    faults = entrant_faults([person.in_event("") for person in people])
    player_keys = [person.player for person in people if person.player is not None]
    known_keys = set(Player.objects.filter(pk__in=player_keys).values_list("pk", flat=True))
    for place, person in enumerate(people):
        if not person.seats:
            faults.append(Fault(f"{place}.events", "required", _("Choose at least one event.")))
        faults += [
            Fault(f"{place}.events", "unknown", _("There is no event “%(slug)s” here.") % {"slug": slug})
            for slug in person.seats
            if slug not in events
        ]
        if any(key not in fees or fees[key].event.slug not in person.seats for key in person.pools):
            faults.append(Fault(f"{place}.pools", "unknown", registration_words.pool_without_event()))
        if person.player is not None and person.player not in known_keys:
            faults.append(Fault(f"{place}.player", "unknown", _("Nobody is known by this key.")))
    return faults


def _refuse_twice(people: Sequence[PersonPlan], players: Sequence[Player], events: Mapping[str, Event]) -> None:
    """Raise Refused `exists` if somebody is in one of their events already, or twice among these people."""
    entered = set(_entries(events, players))
    faults = []
    for place, (person, player) in enumerate(zip(people, players, strict=True)):
        for slug in person.seats:
            entry_key = (player.pk, events[slug].pk)
            if entry_key in entered:
                message = registration_words.entered_already(person.name, events[slug].name)
                faults.append(Fault(f"{place}.seats.{slug}", "exists", message))
            entered.add(entry_key)
    if faults:
        raise Refused("exists", " ".join(fault.message for fault in faults), faults=faults)


def _entries(events: Mapping[str, Event], players: Sequence[Player]) -> dict[tuple[int, int], Entry]:
    """The entries of these people in these events, by person key and event key."""
    return {
        (entry.player_id, entry.event_id): entry
        for entry in Entry.objects.filter(event__in=events.values(), player__in=players)
    }


def _placed(refused: Refused, slug: str, places: Sequence[int]) -> Refused:
    """The refusal of one event's entries, with each fault named by the position of its person among all people.

    `places` are the positions of the people who are entered in the event.
    """

    def moved(field: str) -> str:
        place, _dot, name = field.partition(".")
        if not place.isdecimal():
            return field
        if name == "seat":
            name = f"seats.{slug}"
        return f"{places[int(place)]}.{name}"

    return refused.moved(moved)
