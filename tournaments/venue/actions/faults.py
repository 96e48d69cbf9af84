"""Faults of a planned event or tournament: all of them, each named by its field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext as _

from tournaments.day.actions.exchanging import impossible
from tournaments.errors import Fault
from tournaments.faults import out_of_range, text_faults, unknown
from tournaments.models import Event, Tournament, longest
from tournaments.models.lengths import MAX_ENTRANTS, MAX_GAMES, MAX_ROUNDS
from tournaments.plan import EventPlan
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.as_the_acc import MATCH_LENGTHS
from tournaments.rules.hiding import HIDEABLE
from tournaments.rules.quota import LEAST_ONE_IN, MOST_ONE_IN
from tournaments.rules.skunk import MOST_DOUBLE_SKUNK_FROM, MOST_SKUNK_FROM, NO_SKUNK
from tournaments.seating.reads.seating import unfinishable
from tournaments.venue.words import events as events_words

PLAN_TEXTS = ("deal_procedure", "playoff_format", "repeats_reason", "sit_outs_reason")

_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@cache
def reserved_slugs() -> frozenset[str]:
    """Names next to the events' slugs in the addresses of a tournament's pages, as the addresses of the site say them."""
    parts = (address.split("/") for address in _addresses(get_resolver().url_patterns))
    return frozenset(
        names[2] for names in parts if names[:2] == ["t", "<slug:tournament>"] and _SLUG.fullmatch(names[2])
    )


def _addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The whole address of every page, with its parameters as they are written in the patterns."""
    for pattern in patterns:
        address = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns, address)
        else:
            yield address


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def slug_taken(field: str, slug: str) -> Fault:
    return Fault(field, "exists", _("“%(slug)s” is taken. Choose another short name.") % {"slug": slug})


def tournament_exists(slug: str) -> str:
    return _("There is a tournament “%(slug)s” already. Give this one another short name, perhaps with the year.") % {
        "slug": slug
    }


def slug_faults(field: str, slug: str) -> list[Fault]:
    """A fault if the slug is too long, or has characters that a short name must not have."""
    limit = longest(Event, "slug")
    if len(slug) <= limit and _SLUG.fullmatch(slug):
        return []
    message = _(
        "A short name is 1 to %(limit)d letters A to Z, digits, hyphens and underscores, a letter or digit first."
    )
    return [Fault(field, "invalid", message % {"limit": limit})]


def tournament_faults(values: Mapping[str, Any]) -> list[Fault]:
    """The faults of the given values of a tournament; values that are not given are not checked."""
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
    """The faults of a planned event; field names begin with `prefix`. The expected entrants are `field_faults`."""
    faults = slug_faults(f"{prefix}slug", plan.slug)
    if plan.slug.lower() in reserved_slugs():
        message = _("“%(slug)s” is the address of a page of the program. Choose another short name.")
        faults.append(Fault(f"{prefix}slug", "reserved", message % {"slug": plan.slug}))
    if plan.kind not in Event.Kind.values:
        faults.append(unknown(f"{prefix}kind", Event.Kind.values))
    if plan.deal not in Event.Deal.values:
        faults.append(unknown(f"{prefix}deal", Event.Deal.values))
    if plan.movement not in Event.Movement.values:
        faults.append(unknown(f"{prefix}movement", Event.Movement.values))
    if plan.ladder_top not in Event.LadderTop.values:
        faults.append(unknown(f"{prefix}ladder_top", Event.LadderTop.values))
    if plan.ranking not in Event.RankingChoice.values:
        faults.append(unknown(f"{prefix}ranking", Event.RankingChoice.values))
    if plan.ranking == Event.RankingChoice.PEGGED and not plan.records_spread:
        # Either of the two can mend it, and only one of them may be in a change.
        is_ladder = plan.movement == Event.Movement.LADDER
        message = events_words.pegged_needs_spread(is_ladder=is_ladder)
        other = "movement" if is_ladder else "records_spread"
        faults += [Fault(f"{prefix}{name}", "impossible", message) for name in ("ranking", other)]
    if not LEAST_ONE_IN <= plan.one_in <= MOST_ONE_IN:
        faults.append(out_of_range(f"{prefix}one_in", LEAST_ONE_IN, MOST_ONE_IN))
    if not NO_SKUNK <= plan.skunk_from <= MOST_SKUNK_FROM:
        faults.append(out_of_range(f"{prefix}skunk_from", NO_SKUNK, MOST_SKUNK_FROM))
    if plan.best_of not in MATCH_LENGTHS:
        faults.append(Fault(f"{prefix}best_of", "best_of", _("A match is best of 1, 3, 5 or 7.")))
    if plan.max_entrants is not None and not 2 <= plan.max_entrants <= MAX_ENTRANTS:
        faults.append(out_of_range(f"{prefix}max_entrants", 2, MAX_ENTRANTS))
    faults += [replace(fault, field=f"{prefix}{fault.field}") for _cause, fault in double_skunk_faults(plan)]
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


def double_skunk_faults(plan: EventPlan) -> list[tuple[str, Fault]]:
    """The fault of a plan's double skunk, with the other field that it does not go with; none for a plan without one."""
    double = plan.double_skunk_from
    if double is None:
        return []
    field = "double_skunk_from"
    if plan.movement == Event.Movement.LADDER:
        message = _("A ladder has no double skunks: its cards record no spread. Leave the double skunk empty.")
        return [("movement", Fault(field, "impossible", message))]
    if not plan.records_spread:
        message = _(
            "Cards without a spread do not show a double skunk. Leave the double skunk empty, or record the spread."
        )
        return [("records_spread", Fault(field, "impossible", message))]
    if plan.ranking == Event.RankingChoice.WINS:
        message = _("Cards are ranked by games won, where every win counts the same. Leave the double skunk empty.")
        return [("ranking", Fault(field, "impossible", message))]
    if plan.skunk_from == NO_SKUNK:
        message = _("This event has no skunks, so no double skunks either. Leave the double skunk empty.")
        return [("skunk_from", Fault(field, "impossible", message))]
    if plan.skunk_from < double <= MOST_DOUBLE_SKUNK_FROM:
        return []
    message = _(
        "A double skunk needs more holes than a skunk (%(skunk)d) and at most %(most)d. Choose another number, or leave it empty."
    ) % {"skunk": plan.skunk_from, "most": MOST_DOUBLE_SKUNK_FROM}
    return [("skunk_from", Fault(field, "range", message))]


def field_faults(plan: EventPlan, prefix: str) -> list[Fault]:
    """Return why the expected entrants could not finish the games of a plan that has no other fault."""
    if plan.expected is None:
        return []
    faults = unfinishable(
        Movement(plan.movement),
        plan.games,
        plan.expected,
        rounds=plan.rounds,
        most_rounds=MAX_ROUNDS,
        repeats_reason=plan.repeats_reason,
        allow_uneven=bool(plan.sit_outs_reason),
    )
    return [replace(fault, field=f"{prefix}{fault.field}") for fault in faults]


def too_few_rounds(field: str, plan: EventPlan) -> Fault:
    message = _("%(rounds)s rounds do not hold %(games)s games. Set at least as many rounds as games.")
    return Fault(field, "range", message % {"rounds": plan.rounds, "games": plan.games})


def hidden_faults(parts: Iterable[str]) -> list[Fault]:
    return [unknown(f"hidden.{place}", HIDEABLE) for place, part in enumerate(parts) if part not in HIDEABLE]


def refuse_field(plans: Mapping[str, EventPlan]) -> None:
    """Raise Refused `impossible` if the expected entrants could not finish a plan; keys are prefixes of field names."""
    faults = [fault for prefix, plan in plans.items() for fault in field_faults(plan, prefix)]
    if faults:
        raise impossible(faults)
