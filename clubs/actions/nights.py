"""Nights of a season: begun with cards, typed, brought in from a list, corrected, taken out, and put back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs import words
from clubs.actions.clubs import locked_club, refuse_overtaken
from clubs.actions.directors import share_nights
from clubs.actions.logged import NIGHT
from clubs.audit import write_log
from clubs.models import MAX_FEE, Club, Member, Night, NightResult, Season
from clubs.reads.clubs import directors_of, gone_by
from clubs.reads.table import results_by_member
from clubs.rules.days import FURTHEST_AHEAD
from clubs.rules.totals import FIELDS, Totals, find_wrong
from tournaments.access import Actor
from tournaments.actions.rows import change
from tournaments.entrants.actions.entering import PersonPlan, enter_people
from tournaments.entrants.actions.naming import set_named
from tournaments.errors import Fault, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults
from tournaments.models import MAX_REASON, Event, Tournament, longest
from tournaments.models.lengths import MAX_GAMES
from tournaments.plan import EventPlan
from tournaments.venue.actions.tournaments import create_tournament

EVENT_SLUG = "club-night"


@dataclass(frozen=True, slots=True)
class ResultPlan:
    """What one member came to at a night, as it was typed; all but the game points is None where nobody wrote it down."""

    member: int
    game_points: int
    games_won: int | None
    net: int | None
    skunks_won: int | None = None
    skunks_lost: int | None = None
    hands_28: int = 0
    hands_29: int = 0

    @property
    def totals(self) -> Totals:
        values = asdict(self)
        del values["member"]
        return Totals(**values)


@dataclass(frozen=True, slots=True)
class NightPlan:
    """A night that was played without cards; `sanctioned` is that of the season where it is left out."""

    date: date
    results: Sequence[ResultPlan]
    games: int = 9
    sanctioned: bool | None = None
    fee_cents: int = 0


# --- With cards --------------------------------------------------------------------------------------------------------


@transaction.atomic
def start_night(
    *,
    season: Season,
    date: date,
    members: Sequence[int],
    games: int = 9,
    movement: str = Event.Movement.ANCHOR,
    sanctioned: bool | None = None,
    fee_cents: int = 0,
    actor: Actor,
) -> Night:
    """Begin a night with cards: a tournament of its own with one event, in which these members are entered.

    The actor and every director of the club direct that tournament. Raises Malformed with every fault (`members.3`), Refused `exists` (a night on
    that day), `impossible` (the season is full, the day is another season's), and what `create_tournament` and
    `enter_people` refuse.
    """
    club, season = _locked(season)
    faults = _fee_faults(fee_cents)
    if movement == Event.Movement.LADDER:
        faults.append(Fault("movement", "impossible", words.no_ladder()))
    if not 1 <= games <= MAX_GAMES:
        faults.append(out_of_range("games", 1, MAX_GAMES))
    people = _people(club, members)
    faults += _people_faults(people, members, date, "members.{}")
    if len(members) < 2:
        faults.append(Fault("members", "required", words.nobody_plays()))
    faults += _date_faults(season, date)
    counts = season.sanctioned if sanctioned is None else sanctioned
    _refuse(season, date, faults, counts=counts)
    number = _next_number(season)
    plan = EventPlan(EVENT_SLUG, Event.Kind.CLUB_NIGHT, games, movement=movement)
    try:
        tournament = create_tournament(
            slug=_tournament_slug(club, date),
            name=words.tournament_name(club, date)[: longest(Tournament, "name")],
            starts_on=date,
            venue=club.town,
            public=club.public,
            events=[plan],
            actor=actor,
        )
    except Refused as refused:
        raise refused.moved(lambda field: field.removeprefix("events.0.")) from refused
    share_nights([tournament], directors_of(club), actor)
    playing = [
        PersonPlan(people[key].name, people[key].acc_number, seats={EVENT_SLUG: ""}, player=people[key].player_id)
        for key in members
    ]
    try:
        enter_people(tournament=tournament, people=playing, actor=actor)
    except Refused as refused:
        raise refused.moved(lambda field: f"members.{field}" if field else "members") from refused
    event = tournament.events.get()
    unnamed = [person.player_id for person in people.values() if person.unnamed_as is not None]
    for entry in event.entries.filter(player__in=unnamed).with_people().select_related("event__tournament"):
        set_named(entry=entry, named=False, actor=actor)
    night = Night.objects.create(
        season=season,
        number=number,
        date=date,
        games=games,
        sanctioned=counts,
        fee_cents=fee_cents,
        event=event,
    )
    write_log(
        club=club,
        actor=actor,
        action="night.started",
        subject=_subject(night),
        after={**NIGHT.values(night), "event": str(event), "members": list(members)},
    )
    return night


def _tournament_slug(club: Club, day: date) -> str:
    """An unused slug for the tournament of a night."""
    room = longest(Tournament, "slug") - len("-2026-03-06-99")
    base = f"{club.slug[:room]}-{day.isoformat()}"
    slug, more = base, 1
    while Tournament.objects.filter(slug__iexact=slug).exists():
        more += 1
        slug = f"{base}-{more}"
    return slug


# --- Typed -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def add_night(
    *,
    season: Season,
    date: date,
    results: Sequence[ResultPlan],
    games: int = 9,
    sanctioned: bool | None = None,
    fee_cents: int = 0,
    actor: Actor,
) -> Night:
    """Add a night that was played without cards here, by its totals.

    Raises Malformed with every fault (`results.3.game_points`), also of a day that cannot be; for the day alone Refused `exists` (a night on that day), `impossible`
    (the season is full, the day is another season's).
    """
    club, season = _locked(season)
    plan = NightPlan(date, results, games, sanctioned, fee_cents)
    _refuse(season, date, _plan_faults(club, season, plan), counts=_counts(season, plan))
    return _write_night(club, season, plan, actor)


@transaction.atomic
def add_nights(*, season: Season, nights: Sequence[NightPlan], actor: Actor) -> list[Night]:
    """Add several nights that were played without cards, all or none, in the order of their dates.

    Raises as `add_night`, with the night's position in front (`0.results.3.net`).
    """
    club, season = _locked(season)
    in_order = sorted(nights, key=lambda plan: plan.date)
    places = [nights.index(plan) for plan in in_order]
    raise_malformed(find_night_faults(season, nights))
    added = []
    for place, plan in zip(places, in_order, strict=True):
        try:
            _refuse_date(season, plan.date, counts=_counts(season, plan))
        except Refused as refused:
            raise refused.moved(lambda field, place=place: f"{place}.{field}") from refused  # type: ignore[misc]
        added.append(_write_night(club, season, plan, actor))
    return added


def find_night_faults(season: Season, nights: Sequence[NightPlan]) -> list[Fault]:
    """Return what is wrong with these nights in themselves, with the night's position in front (`0.results.3.net`)."""
    return [
        Fault(f"{place}.{fault.field}", fault.code, fault.message)
        for place, plan in enumerate(nights)
        for fault in _plan_faults(season.club, season, plan)
    ]


def _write_night(club: Club, season: Season, plan: NightPlan, actor: Actor) -> Night:
    """Write a typed night with its results and its log row."""
    night = Night.objects.create(
        season=season,
        number=_next_number(season),
        date=plan.date,
        games=plan.games,
        sanctioned=_counts(season, plan),
        fee_cents=plan.fee_cents,
    )
    NightResult.objects.bulk_create(NightResult(night=night, **_columns(row)) for row in plan.results)
    write_log(
        club=club,
        actor=actor,
        action="night.added",
        subject=_subject(night),
        after={**NIGHT.values(night), "results": [asdict(row) for row in plan.results]},
    )
    return night


@transaction.atomic
def correct_night(
    *,
    night: Night,
    results: Sequence[ResultPlan] = (),
    without: Sequence[int] = (),
    date: date | None = None,
    sanctioned: bool | None = None,
    fee_cents: int | None = None,
    seen: int | None = None,
    reason: str,
    actor: Actor,
) -> Night:
    """Correct a typed night later: these rows replace or join those that are there, `without` takes members out.

    Date, fee, and whether it is sanctioned, can be changed for a night with cards too; its tournament keeps its own date. Raises Malformed with every fault
    (`results.0.net`, `reason`), Refused `impossible` for the results of a night with cards (its cards decide), `stale` (see
    `refuse_overtaken`), `impossible` for a night that would be sanctioned in a full season, and for a day by which somebody
    who played had left the club.
    """
    club, season = _locked(night.season)
    night = season.played.select_for_update().get(pk=night.pk)
    night.season = season
    refuse_overtaken(club, _subject(night), seen)
    faults = text_faults("reason", reason, MAX_REASON, required=True)
    if night.event_id is not None and (results or without):
        message = words.cards_decide()
        raise Refused("impossible", message, faults=[Fault("results", "impossible", message)])
    changes = {"date": date, "sanctioned": sanctioned, "fee_cents": fee_cents}
    day = night.date if date is None else date
    if day != night.date:
        faults += _date_faults(season, day)
    faults += _fee_faults(fee_cents or 0)
    there, typed = results_by_member(night), {row.member: row.totals for row in results}
    faults += _results_faults(club, results, night.games, day, stands=there)
    faults += [
        Fault(f"without.{place}", "unknown", words.unknown_member())
        for place, key in enumerate(without)
        if key not in there and key not in typed
    ]
    faults += [
        Fault(f"without.{place}", "impossible", words.both_ways()) for place, key in enumerate(without) if key in typed
    ]
    left = {key: totals for key, totals in there.items() if key not in without} | typed
    if night.event_id is None and not left:
        faults.append(Fault("results", "required", words.no_results()))
    if day != night.date and night.withdrawn_at is None:
        # How many nights count is asked below.
        _refuse(season, day, faults, counts=False, moved=night)
    raise_malformed(faults)
    if day != night.date:
        _refuse_gone(night, day, without=without)
    becomes_sanctioned = sanctioned and not night.sanctioned and night.withdrawn_at is None
    if becomes_sanctioned and season.counting_nights().count() >= season.nights:
        message = words.season_full(season.nights)
        raise Refused("impossible", message, faults=[Fault("sanctioned", "impossible", message)])
    before, after = NIGHT.difference(night, {name: to for name, to in changes.items() if to is not None})
    change(night, after)
    changed = [row for row in results if there.get(row.member) != row.totals]
    if changed or without:
        gone = [key for key in there if key not in left]
        touched = [*gone, *(row.member for row in changed if row.member in there)]
        before["results"] = [{"member": key, **there[key]._asdict()} for key in touched]
        after["results"] = [asdict(row) for row in changed]
        night.results.filter(member__in=touched).delete()
        NightResult.objects.bulk_create(NightResult(night=night, **_columns(row)) for row in changed)
    if before or after:
        write_log(
            club=club,
            actor=actor,
            action="night.corrected",
            subject=_subject(night),
            before=before,
            after=after,
            reason=reason,
        )
    return night


@transaction.atomic
def take_out_night(*, night: Night, reason: str = "", actor: Actor) -> None:
    """Remove a night from its season: it no longer counts anywhere. The tournament of a night with cards stays.

    Raises Malformed (the reason is too long).
    """
    club, season = _locked(night.season)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    night = season.played.select_for_update().get(pk=night.pk)
    night.season = season
    if night.withdrawn_at is not None:
        return
    night.withdrawn_at = timezone.now()
    night.save(update_fields=["withdrawn_at"])
    results = [{"member": key, **totals._asdict()} for key, totals in results_by_member(night).items()]
    write_log(
        club=club,
        actor=actor,
        action="night.taken_out",
        subject=_subject(night),
        before={**NIGHT.values(night), "results": results},
        reason=reason,
    )


@transaction.atomic
def put_back_night(*, night: Night, actor: Actor) -> None:
    """Restore a removed night: it counts again as before, and every director of the club directs it.

    Raises Refused `exists` (another night now has that day), `impossible` (the season is full or removed, the day now lies
    among the nights of another season, or somebody who played had left the club by then).
    """
    club, season = _locked(night.season)
    night = season.played.select_for_update().get(pk=night.pk)
    night.season = season
    if night.withdrawn_at is None:
        return
    if season.withdrawn_at is not None:
        raise Refused("impossible", words.season_is_out())
    _refuse_date(season, night.date, counts=night.sanctioned)
    _refuse_gone(night, night.date)
    night.withdrawn_at = None
    night.save(update_fields=["withdrawn_at"])
    if night.event is not None:
        share_nights([night.event.tournament], directors_of(club), actor)
    results = [{"member": key, **totals._asdict()} for key, totals in results_by_member(night).items()]
    write_log(
        club=club,
        actor=actor,
        action="night.put_back",
        subject=_subject(night),
        after={**NIGHT.values(night), "results": results},
    )


# --- What stands in the way --------------------------------------------------------------------------------------------


def _locked(season: Season) -> tuple[Club, Season]:
    """The club, locked, and the season as it is now in the database."""
    club = locked_club(season.club)
    season = Season.objects.get(pk=season.pk)
    season.club = club
    return club, season


def _subject(night: Night) -> tuple[str, str]:
    return "night", f"{night.season.slug}/{night.number}"


def _next_number(season: Season) -> int:
    last = season.played.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _columns(row: ResultPlan) -> dict[str, Any]:
    values = asdict(row)
    return {"member_id": values.pop("member"), **values}


def _people(club: Club, keys: Sequence[int]) -> Mapping[int, Member]:
    return {member.pk: member for member in club.members.filter(pk__in=keys)}


def _people_faults(people: Mapping[int, Member], keys: Sequence[int], day: date, path: str) -> list[Fault]:
    """Return the faults of these members at a night on this day: unknown, named twice, or left. `path` names the field."""
    times: Counter[int] = Counter()
    faults = []
    for place, key in enumerate(keys):
        field = path.format(place)
        member = people.get(key)
        times[key] += 1
        if member is None:
            faults.append(Fault(field, "unknown", words.unknown_member()))
        elif times[key] > 1:
            faults.append(Fault(field, "exists", words.twice(member.name)))
        elif member.left_on is not None and member.left_on <= day:
            faults.append(Fault(field, "closed", words.has_left(member.name, member.left_on)))
    return faults


def _refuse_gone(night: Night, day: date, *, without: Sequence[int] = ()) -> None:
    """Refuse this day for a night that people played who had left before it; those `without` leave the night."""
    gone = [member for member in gone_by(night, day) if member.pk not in without]
    if gone:
        message = words.had_left([(member.name, member.left_on) for member in gone if member.left_on], day)
        raise Refused("impossible", message, faults=[Fault("date", "impossible", message)])


def _results_faults(
    club: Club, results: Sequence[ResultPlan], games: int, day: date, *, stands: Mapping[int, Totals] | None = None
) -> list[Fault]:
    """Return the faults of typed rows. Members who are in the night already are allowed even if they have left since."""
    keys = [row.member for row in results]
    people = _people(club, keys)
    faults = [
        fault
        for fault in _people_faults(people, keys, day, "results.{}.member")
        if fault.code != "closed" or keys[int(fault.field.split(".")[1])] not in (stands or {})
    ]
    for place, row in enumerate(results):
        faults += [
            Fault(f"results.{place}.{FIELDS[what]}", "impossible", words.wrong(what, row.totals, games))
            for what in find_wrong(row.totals, games)
        ]
    return faults


def _plan_faults(club: Club, season: Season, plan: NightPlan) -> list[Fault]:
    faults = _date_faults(season, plan.date)
    if not 1 <= plan.games <= MAX_GAMES:
        return [*faults, out_of_range("games", 1, MAX_GAMES)]
    faults += _fee_faults(plan.fee_cents)
    if not plan.results:
        faults.append(Fault("results", "required", words.no_results()))
    return faults + _results_faults(club, plan.results, plan.games, plan.date)


def _fee_faults(cents: int) -> list[Fault]:
    return [] if 0 <= cents <= MAX_FEE else [Fault("fee_cents", "range", words.fee_too_high(MAX_FEE))]


def _date_faults(season: Season, day: date) -> list[Fault]:
    if day < season.starts_on:
        return [Fault("date", "range", words.too_early(season.starts_on))]
    latest = timezone.localdate() + FURTHEST_AHEAD
    if day > latest:
        return [Fault("date", "range", words.too_far_ahead(latest))]
    return []


def _counts(season: Season, plan: NightPlan) -> bool:
    """Whether the night is sanctioned, and so counts in the season."""
    return season.sanctioned if plan.sanctioned is None else plan.sanctioned


def find_day_faults(season: Season, days: Sequence[date | None], *, counts: bool) -> list[str]:
    """Return why a night cannot be on each of these days, if they are added in the order of their dates; else empty."""
    standing = _standing(season.club)
    why = [""] * len(days)
    for place, day in sorted(
        ((place, day) for place, day in enumerate(days) if day is not None), key=lambda placed: placed[1]
    ):
        faults = _date_faults(season, day) or _day_faults(season, standing, day, counts=counts)
        if faults:
            why[place] = faults[0].message
        else:
            standing.append(Night(season=season, date=day, sanctioned=counts))
    return why


def _standing(club: Club) -> list[Night]:
    """The nights of all seasons of the club, without removed ones."""
    return list(Night.objects.filter(season__club=club, withdrawn_at__isnull=True).select_related("season"))


def _refuse(season: Season, day: date, faults: Sequence[Fault], *, counts: bool, moved: Night | None = None) -> None:
    """Raise Malformed with these faults and that of the day, if any; where the day alone is at fault, Refused.

    `moved` is a night that leaves its own day for this one.
    """
    standing = [night for night in _standing(season.club) if moved is None or night.pk != moved.pk]
    of_day = [] if any(fault.field == "date" for fault in faults) else _day_faults(season, standing, day, counts=counts)
    if faults:
        raise_malformed([*faults, *of_day])
    for fault in of_day:
        raise Refused(fault.code, fault.message, faults=[fault])


def _refuse_date(season: Season, day: date, *, counts: bool) -> None:
    """Refuse a second night on one day, one that counts in a full season, and a day among the nights of another season."""
    _refuse(season, day, [], counts=counts)


def _day_faults(season: Season, standing: Sequence[Night], day: date, *, counts: bool) -> list[Fault]:
    """Return what stands in the way of a night on this day beside these `standing` ones: at most one fault."""
    if any(night.date == day for night in standing):
        return [Fault("date", "exists", words.night_exists(day))]
    own = [night for night in standing if night.season_id == season.pk]
    if counts and sum(1 for night in own if night.sanctioned) >= season.nights:
        return [Fault("date", "impossible", words.season_full(season.nights))]
    dates: dict[Season, list[date]] = {}
    for night in standing:
        dates.setdefault(night.season, []).append(night.date)
    own_dates = [*dates.pop(season, []), day]
    for other, others in dates.items():
        if min(own_dates) <= max(others) and min(others) <= max(own_dates):
            return [Fault("date", "impossible", words.overlaps(day, other, min(others), max(others)))]
    return []
