"""What somebody plans, and what is wrong with it: every fault by name, before anything is written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from tournaments.errors import Fault, Malformed
from tournaments.models import Entry, Event, Player, Tournament, longest
from tournaments.reads.seating import unfinishable
from tournaments.rules import rotation
from tournaments.rules.acc_number import is_acc_number
from tournaments.rules.hiding import HIDEABLE
from tournaments.rules.rotation import Movement
from tournaments.rules.seat import is_seat
from tournaments.words import faults as faults_words

MAX_GAMES = 60
MAX_ROUNDS = 120
MAX_QUOTA = 9999
MAX_ENTRANTS = 5000
MAX_SEED = 2**63 - 1

PLAN_TEXTS = ("deal_procedure", "playoff_format", "repeats_reason", "sit_outs_reason")

RESERVED_SLUGS = frozenset(
    {
        "announcements",
        "calls",
        "check-in",
        "copy",
        "displays",
        "enter",
        "events",
        "flyer",
        "log",
        "money",
        "new",
        "news",
        "not-playing",
        "people",
        "print",
        "referrals",
        "register",
        "registrations",
        "report",
        "rulings",
        "wall",
    }
)
"""What stands beside the events in the addresses of a tournament's pages."""

_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event as its director plans it. Without `rounds` it takes as many as the seats need.

    With a `repeats_reason` people may meet again where a table has too few, with a `sit_outs_reason` some may sit out two
    games more than others. Without `records_spread` the cards say who won, for two points or three, and nothing else. `expected` entrants are not kept: a plan
    that they could not finish is refused.
    """

    slug: str
    kind: str = Event.Kind.MAIN
    games: int = 22
    deal: str = Event.Deal.CUT
    movement: str = Event.Movement.ANCHOR
    rounds: int | None = None
    starts_at: datetime | None = None
    muggins: bool = False
    records_spread: bool = True
    deal_procedure: str = ""
    playoff_format: str = ""
    repeats_reason: str = ""
    sit_outs_reason: str = ""
    expected: int | None = None


PLANNED = tuple(one.name for one in fields(EventPlan) if one.name != "expected")
"""What of a plan is kept, by name."""


@dataclass(frozen=True, slots=True)
class EntrantPlan:
    """Somebody to enter: by name, perhaps with an ACC number, perhaps at a seat of their own; `club` where it is known.

    `player` is the person's key where it is known who it is; else a person is known again by ACC number and name.
    """

    name: str
    acc_number: str = ""
    seat: str = ""
    club: str = ""
    player: int | None = None


def raise_malformed(faults: Sequence[Fault]) -> None:
    if faults:
        raise Malformed(_("Some of what was sent is not right; each fault is named."), faults=faults)


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def out_of_range(field: str, least: int, most: int) -> Fault:
    return Fault(field, "range", _("This is a number from %(least)d to %(most)d.") % {"least": least, "most": most})


def unknown(field: str, known: Iterable[str]) -> Fault:
    return Fault(field, "unknown", _("This is one of: %(known)s.") % {"known": ", ".join(known)})


def slug_taken(field: str, slug: str) -> Fault:
    return Fault(field, "exists", _("“%(slug)s” is taken. Choose another short name.") % {"slug": slug})


def tournament_exists(slug: str) -> str:
    return _("There is a tournament “%(slug)s” already. Give this one another short name, perhaps with the year.") % {
        "slug": slug
    }


def text_faults(field: str, text: str, limit: int, *, required: bool = False) -> list[Fault]:
    if required and not text.strip():
        return [Fault(field, "required", _("This cannot be empty."))]
    if len(text) > limit:
        return [Fault(field, "too_long", _("This is %(n)d characters at most.") % {"n": limit})]
    # Asking each character takes long: what can all be printed has none of these.
    if not text.isprintable() and any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text
    ):
        return [Fault(field, "invalid", _("This is one line of text, without control characters."))]
    return []


def slug_faults(field: str, slug: str) -> list[Fault]:
    limit = longest(Event, "slug")
    if len(slug) <= limit and _SLUG.fullmatch(slug):
        return []
    message = _(
        "A short name is 1 to %(limit)d letters A to Z, digits, hyphens and underscores, a letter or digit first."
    )
    return [Fault(field, "invalid", message % {"limit": limit})]


def tournament_faults(values: Mapping[str, Any]) -> list[Fault]:
    faults = []
    if "name" in values:
        faults += text_faults("name", values["name"], longest(Tournament, "name"), required=True)
    if "venue" in values:
        faults += text_faults("venue", values["venue"], longest(Tournament, "venue"))
    if "time_zone" in values and values["time_zone"] not in _time_zones():
        message = _("There is no such time zone. It is written like America/Los_Angeles or UTC.")
        faults.append(Fault("time_zone", "unknown", message))
    if "edition" in values and values["edition"] not in Tournament.EditionChoice.values:
        faults.append(unknown("edition", Tournament.EditionChoice.values))
    return faults


def plan_faults(plan: EventPlan, prefix: str) -> list[Fault]:
    faults = slug_faults(f"{prefix}slug", plan.slug)
    if plan.slug.lower() in RESERVED_SLUGS:
        message = _("“%(slug)s” is the address of a page of the program. Choose another short name.")
        faults.append(Fault(f"{prefix}slug", "reserved", message % {"slug": plan.slug}))
    if plan.kind not in Event.Kind.values:
        faults.append(unknown(f"{prefix}kind", Event.Kind.values))
    if plan.deal not in Event.Deal.values:
        faults.append(unknown(f"{prefix}deal", Event.Deal.values))
    if plan.movement not in Event.Movement.values:
        faults.append(unknown(f"{prefix}movement", Event.Movement.values))
    elif plan.movement != Event.Movement.NONE and Movement(plan.movement) not in rotation.PLANS:
        faults.append(Fault(f"{prefix}movement", "movement", faults_words.movement_not_offered(plan.movement)))
    if not 1 <= plan.games <= MAX_GAMES:
        faults.append(out_of_range(f"{prefix}games", 1, MAX_GAMES))
    if plan.rounds is not None:
        if not 1 <= plan.rounds <= MAX_ROUNDS:
            faults.append(out_of_range(f"{prefix}rounds", 1, MAX_ROUNDS))
        elif plan.rounds < plan.games:
            faults.append(too_few_rounds(f"{prefix}rounds", plan))
    for name in PLAN_TEXTS:
        faults += text_faults(f"{prefix}{name}", getattr(plan, name), longest(Event, name))
    if plan.expected is not None and not 2 <= plan.expected <= MAX_ENTRANTS:
        faults.append(out_of_range(f"{prefix}expected", 2, MAX_ENTRANTS))
    return faults


def field_faults(plan: EventPlan, prefix: str) -> list[Fault]:
    """Why the entrants that the director expects could not finish this plan, which has no fault of its own."""
    if plan.expected is None:
        return []
    found = unfinishable(
        Movement(plan.movement),
        plan.games,
        plan.expected,
        rounds=plan.rounds,
        most_rounds=MAX_ROUNDS,
        repeats_reason=plan.repeats_reason,
        allow_uneven=bool(plan.sit_outs_reason),
    )
    return [replace(fault, field=f"{prefix}{fault.field}") for fault in found]


def too_few_rounds(field: str, plan: EventPlan) -> Fault:
    message = _("%(rounds)s rounds do not hold %(games)s games. Set at least as many rounds as games.")
    return Fault(field, "range", message % {"rounds": plan.rounds, "games": plan.games})


def hidden_faults(parts: Iterable[str]) -> list[Fault]:
    return [unknown(f"hidden.{place}", HIDEABLE) for place, part in enumerate(parts) if part not in HIDEABLE]


def entrant_faults(entrants: Sequence[EntrantPlan]) -> list[Fault]:
    if not entrants:
        return [Fault("", "required", _("Nobody is named. Send at least one entrant."))]
    faults = []
    asked: dict[str, int] = {}
    for place, plan in enumerate(entrants):
        faults += text_faults(f"{place}.name", plan.name, longest(Entry, "name"), required=True)
        faults += text_faults(f"{place}.club", plan.club, longest(Player, "club"))
        if plan.acc_number and not is_acc_number(plan.acc_number):
            faults.append(Fault(f"{place}.acc_number", "invalid", faults_words.acc_number_form()))
        if plan.seat and not is_seat(plan.seat):
            faults.append(Fault(f"{place}.seat", "invalid", faults_words.seat_form()))
        elif plan.seat and plan.seat in asked:
            message = _("%(seat)s is given to two people here. Give one of them another seat.") % {"seat": plan.seat}
            faults.append(Fault(f"{place}.seat", "exists", message))
        asked.setdefault(plan.seat, place)
    return faults
