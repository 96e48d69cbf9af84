"""The judges of a tournament: who can take calls, where they sit now, and whom they know too well."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from brackets.bracket.reads.drawn import bracket
from judging.calls import words as calls_words
from judging.calls.reads.calls import CallShown, JudgeComing, JudgeSent, calls
from judging.models import Call, Coming
from judging.rules.calls import Asked, Bar, Candidate, Staffing, asked_first, find_judges, in_order, staffing
from tournaments.access import is_own
from tournaments.day.reads.schedule import frames_of, schedule
from tournaments.models import Entry, Event, Role, Tournament, User
from tournaments.people.reads.relations import Relatives, relatives_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where somebody sits at this moment, in the game that is on or at a match; in words (`told`)."""

    event: int
    table: str
    seat: int | None
    told: str


@dataclass(frozen=True, slots=True)
class JudgeShown:
    """A judge of the panel. `is_free`: can take calls, as far as they said; `at_call` is the number of the call that they are
    at. `entries` are those by which they play, `sits` where, as far as a game or a match is on. `events` are the keys of those
    in which alone their role holds, None where it holds in all."""

    user: User
    name: str
    is_head: bool
    is_senior: bool
    is_free: bool
    at_call: int | None
    entries: tuple[Entry, ...]
    sits: tuple[Sitting, ...]
    events: frozenset[int] | None

    def judges_in(self, event: int) -> bool:
        """Whether their role holds in the event with this key."""
        return self.events is None or event in self.events

    @property
    def where(self) -> str:
        """Where they sit, in words; empty for whoever is on their feet."""
        return "; ".join(one.told for one in self.sits)


@dataclass(frozen=True, slots=True)
class Panel:
    """The judges, and what is needed to say who might come: the tables of the events by their keys, counted from 0 in the order
    in which they stand, and to whom each judge is related."""

    judges: tuple[JudgeShown, ...]
    tables: Mapping[int, Mapping[str, int]]
    relatives: Mapping[int, Relatives]

    def judge(self, user: User) -> JudgeShown | None:
        """This user as a judge; None where they are none."""
        return next((one for one in self.judges if one.user.pk == user.pk), None)

    def related(self, user: User, call: CallShown) -> tuple[str, str]:
        """How this user is related to a player of the call, in words, and to whom; both empty where they are not."""
        known = self.relatives.get(user.pk, Relatives())
        for entry in call.parties:
            if kind := known.of(entry):
                return calls_words.related_as(kind), entry.name
        return "", ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A judge who might come to a call, and how they are related to a player, in words.

    `why_not` says why they are not asked, `bar` as a code; empty and None where they are.
    """

    judge: JudgeShown
    related: str
    why_not: str
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class Proposals:
    """Who might come to a call: those who are asked `first`, as many as are missing, then the `others` who could, both the nearest
    first; then those who cannot. And whether they are enough. Whoever was `sent` to it is in none of the others."""

    first: tuple[Proposal, ...]
    others: tuple[Proposal, ...]
    barred: tuple[Proposal, ...]
    sent: tuple[Proposal, ...]
    staffing: Staffing

    @property
    def asked(self) -> tuple[Proposal, ...]:
        """All who could come, in the order in which they are asked."""
        return self.first + self.others

    def of(self, judge: User) -> Proposal | None:
        """This judge, of all who are not coming yet; None for whoever is none in the event of the call."""
        every = self.asked + self.barred + self.sent
        return next((one for one in every if one.judge.user == judge), None)

    @property
    def are_nearest(self) -> bool:
        """Whether those who are asked first are known to be the nearest: whoever sits nowhere is taken to be as near as anybody."""
        return all(one.judge.where for one in self.first)

    @property
    def warning(self) -> str:
        """What is said at once where judges are too few."""
        return calls_words.too_few_judges(self.staffing)


@dataclass(frozen=True, slots=True)
class CallAtHand:
    """An open call as somebody sees it: who might come, whether they may themselves (`may_come`) and how they do (`mine`), whether
    they are `sent` to it and are to answer, whether they send others (`may_send`), whether it is a case of their own, and how they
    are related to a player of it, in words, and to whom."""

    call: CallShown
    proposals: Proposals
    may_come: bool
    may_send: bool
    mine: JudgeComing | None
    sent: JudgeSent | None
    is_party: bool
    related: str
    related_to: str


def panel(tournament: Tournament, events: Iterable[Event], beside: User | None = None) -> Panel:
    """The judges of these events, the head judge first, then by name; `beside` is somebody else whose relations are wanted.

    Six queries, and a few more for each event in which one of them plays while a game or a match is on.
    """
    events = list(events)
    keys = {event.pk for event in events}
    in_force = Role.objects.in_force().filter(tournament=tournament, kind=Role.Kind.JUDGE, user__is_active=True)
    roles = [role for role in in_force.select_related("user") if role.event_id is None or role.event_id in keys]
    users = {role.user_id: role.user for role in roles}
    duties = dict(tournament.duties.filter(judge__in=users).values_list("judge", "is_free"))
    busy = dict(
        Coming.objects.filter(
            judge__in=users, gave_up_at=None, call__closed_at=None, call__entry__event__tournament=tournament
        ).values_list("judge", "call")
    )
    entries: dict[int, list[Entry]] = {}
    for entry in Entry.objects.playing().filter(event__in=events, player__user__in=users).select_related("player"):
        entries.setdefault(entry.player.user_id or 0, []).append(entry)
    frames = frames_of(events)
    tables = {key: {name: place for place, name in enumerate(names)} for key, names in frames.items()}
    sitting: dict[int, Sitting] = {}
    for event in events:
        here = {entry.seat: entry.pk for theirs in entries.values() for entry in theirs if entry.event_id == event.pk}
        sitting |= _at_matches(event, here, tables) if event.posted_at else _at_tables(event, here)
    shown = [
        JudgeShown(
            user=user,
            name=user.get_full_name() or user.get_username(),
            is_head=any(role.is_head for role in roles if role.user_id == key),
            is_senior=any(role.is_senior for role in roles if role.user_id == key),
            is_free=duties.get(key, True),
            at_call=busy.get(key),
            entries=tuple(entries.get(key, ())),
            sits=tuple(sitting[entry.pk] for entry in entries.get(key, ()) if entry.pk in sitting),
            events=_reach([role for role in roles if role.user_id == key]),
        )
        for key, user in users.items()
    ]
    return Panel(
        judges=tuple(sorted(shown, key=lambda one: (not one.is_head, one.name.casefold(), one.user.pk))),
        tables=tables,
        relatives=relatives_of(tournament, [*users.values(), *([beside] if beside else [])]),
    )


def panel_mark(tournament: Tournament, events: Iterable[Event]) -> str:
    """What the panel and where everybody sits are known by on a page that updates itself; two queries."""
    held = Role.objects.in_force().filter(tournament=tournament, kind=Role.Kind.JUDGE, user__is_active=True)
    roles = held.order_by("pk").values_list("user", "event", "is_head", "is_senior")
    duties = tournament.duties.order_by("judge").values_list("judge", "is_free")
    stands = [event.revision for event in events]
    return sha256(repr((list(roles), list(duties), stands)).encode()).hexdigest()[:12]


def proposals(judges: Panel, call: CallShown, asked: Collection[int] = ()) -> Proposals:
    """Who of these judges might come to this call: the nearest free ones who are no party and not related are asked first, and of
    them those before all others whom no older call asks (`asked`, by the key of the account). No query but for a judge who
    has the name of a player."""
    here = {one.user.pk: one for one in judges.judges if one.judges_in(call.event_key)}
    coming = {one.judge for one in call.coming}
    tables = judges.tables.get(call.event_key, {})
    candidates = []
    for one in here.values():
        if one.user.pk in coming or one.name in call.have_ruled:
            continue
        sits = next((place for place in one.sits if place.event == call.event_key), None)
        candidates.append(
            Candidate(
                key=one.user.pk,
                table=tables.get(sits.table) if sits else None,
                seat=(sits.seat or 0) if sits else 0,
                is_elsewhere=bool(one.sits) and sits is None,
                is_party=any(is_own(one.user, entry) for entry in call.parties),
                gave_up=one.user.pk in call.gave_up,
                is_free=one.is_free,
                is_at_a_call=one.at_call is not None,
                is_asked=one.user.pk in asked,
                related=judges.related(one.user, call)[0],
            )
        )
    found = find_judges(candidates, table=tables.get(call.table), seat=call.seat)
    cannot = {one.judge for one in call.sent if one.declined_at is not None}
    sent = {one.judge for one in call.sent}
    unsent = [one for one in found if one.key not in sent]
    first = asked_first(unsent, missing=max(call.waits_for - len(sent - cannot), 0))
    others = [one for one in unsent if one.may_be_asked and one not in first]
    return Proposals(
        first=tuple(_proposal(one, here[one.key]) for one in first),
        others=tuple(_proposal(one, here[one.key]) for one in others),
        barred=tuple(_proposal(one, here[one.key]) for one in unsent if not one.may_be_asked),
        sent=tuple(_proposal(one, here[one.key]) for one in found if one.key in sent),
        staffing=staffing(
            [one for one in found if one.key not in cannot],
            coming=len(call.coming) + len(call.have_ruled),
            third=call.third_at is not None,
        ),
    )


def at_hand(
    judges: Panel, shown: Iterable[CallShown], user: User, judged: Collection[int], run: Collection[int]
) -> tuple[CallAtHand, ...]:
    """The open ones of these calls, the oldest first, as this user sees them, whose relations the panel knows (`beside`), who is a
    judge in the events with these keys (`judged`) and sends judges in those (`run`). What they are sent to comes first."""
    found = []
    asked: set[int] = set()
    for one in shown:
        if not one.is_open:
            continue
        proposed = proposals(judges, one, asked)
        asked |= {other.judge.user.pk for other in (*proposed.first, *proposed.sent)}
        found.append(
            CallAtHand(
                one,
                proposed,
                one.event_key in judged,
                one.event_key in run,
                one.comes(user),
                one.is_sent(user),
                any(is_own(user, entry) for entry in one.parties),
                *judges.related(user, one),
            )
        )
    return tuple(sorted(found, key=lambda one: one.sent is None))


def too_few_for(call: Call) -> str:
    """What is said at once to whoever called, where judges are too few; empty where they are enough."""
    shown = next(one for one in calls([call.entry.event]) if one.number == call.pk)
    return calls_words.too_few_judges(staffing_of(call.entry.event, [shown]))


def is_short(event: Event, call: CallShown | None) -> bool:
    """Whether this call of the event is open and too few judges can come to it. No query where enough are coming."""
    return call is not None and call.is_open and staffing_of(event, [call]) is not Staffing.ENOUGH


def too_few_told(call: CallShown) -> str:
    """What whoever called reads while too few judges can come to this call; empty where they are enough."""
    found = staffing_of(call.parties[0].event, [call])
    return "" if found is Staffing.ENOUGH else calls_words.too_few_for_player(found)


def staffing_of(event: Event, shown: Iterable[CallShown]) -> Staffing:
    """How these calls of the event are off for judges: as the worst of them is. No query without calls."""
    found = {proposed.staffing for proposed in _proposals_to(event.tournament, shown).values()}
    return next((one for one in reversed(Staffing) if one in found), Staffing.ENOUGH)


def too_few_for_each(tournament: Tournament, shown: Iterable[CallShown]) -> dict[int, str]:
    """What is said of each of these calls of the tournament, by its number, that is open and has too few judges. As many queries
    for one call as for all of them."""
    found = _proposals_to(tournament, [one for one in shown if one.is_open])
    return {number: proposed.warning for number, proposed in found.items() if proposed.warning}


def _proposals_to(tournament: Tournament, shown: Iterable[CallShown]) -> dict[int, Proposals]:
    """Who might come to those of these calls that wait for judges, by their number. No query where none does."""
    waiting = [one for one in shown if one.waits_for]
    judges = panel(tournament, tournament.events.all()) if waiting else None
    return {one.number: proposals(judges, one) for one in waiting} if judges else {}


def _reach(roles: Iterable[Role]) -> frozenset[int] | None:
    """The keys of the events in which these roles hold; None for all."""
    found = [role.event_id for role in roles]
    return None if None in found else frozenset(key for key in found if key is not None)


def _at_tables(event: Event, seats: Mapping[str, int]) -> dict[int, Sitting]:
    """Where those who start at these seats sit in the game that is on, by the keys of their entries."""
    found: dict[int, Sitting] = {}
    if not seats or event.game_now is None:
        return found
    for one in schedule(event, event.game_now):
        for player, seat in zip(one.players, one.seats, strict=True):
            if player is not None and player in seats and None not in one.players:
                found[seats[player]] = Sitting(
                    event.pk, one.table, seat, calls_words.where(one.table, seat, None, None)
                )
    return found


def _at_matches(event: Event, seats: Mapping[str, int], tables: dict[int, dict[str, int]]) -> dict[int, Sitting]:
    """Where those of these seats sit whose match is being played; the tables of the playoffs take the place of the others."""
    found: dict[int, Sitting] = {}
    drawn = bracket(event) if seats else None
    playing = [match for match in drawn.matches if match.in_play] if drawn else []
    named = in_order({match.table for match in playing if match.table})
    tables[event.pk] = {name: place for place, name in enumerate(named)}
    for match in playing:
        for side in match.sides:
            if side.seat in seats:
                told = calls_words.where(match.table, None, match.match, None)
                found[seats[side.seat]] = Sitting(event.pk, match.table, None, told)
    return found


def _proposal(asked: Asked, judge: JudgeShown) -> Proposal:
    return Proposal(judge, asked.related, calls_words.bar(asked.bar) if asked.bar is not None else "", asked.bar)
