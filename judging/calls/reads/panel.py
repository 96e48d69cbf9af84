"""The judges of a tournament: who can take calls, where they sit now, and how they are related to players."""

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
from tournaments.models.people import is_one_of
from tournaments.people.reads.relations import Relatives, relatives_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where somebody sits at this moment, in the current game or at a match; `told` in words."""

    event: int
    table: str
    seat: int | None
    told: str


@dataclass(frozen=True, slots=True)
class JudgeShown:
    """A judge of the panel. `is_free`: says that they can take calls; `at_call` is the number of the call they are at.

    `entries` are those they play with, `sits` their current seats. `events` are the event keys to which their role is
    limited, None for all.
    """

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
        """Whether their role covers the event with this key."""
        return self.events is None or event in self.events

    @property
    def where(self) -> str:
        """Where they sit, in words; empty if they do not sit."""
        return "; ".join(place.told for place in self.sits)


@dataclass(frozen=True, slots=True)
class Panel:
    """The judges, and what is needed to propose some of them for a call.

    `tables` numbers the tables of each event key from 0 in their order; `relatives` are those of each judge by user
    key.
    """

    judges: tuple[JudgeShown, ...]
    tables: Mapping[int, Mapping[str, int]]
    relatives: Mapping[int, Relatives]

    def judge(self, user: User) -> JudgeShown | None:
        """This user as a judge, or None."""
        return next((member for member in self.judges if member.user.pk == user.pk), None)

    def related(self, user: User, call: CallShown) -> tuple[str, str]:
        """How this user is related to a player of the call, in words, and the player's name; both empty if not."""
        known = self.relatives.get(user.pk, Relatives())
        for entry in call.parties:
            if kind := known.of(entry):
                return calls_words.related_as(kind), entry.name
        return "", ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A judge who might come to a call, and how they are related to a player, in words.

    `why_not` and the code `bar` say why they are not asked; empty and None if they are.
    """

    judge: JudgeShown
    related: str
    why_not: str
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class Proposals:
    """Who might come to a call: the `first` asked, as many as are missing, then `others` who could, both nearest first.

    `barred` cannot come; those `sent` to the call are in none of the other groups. `staffing` says whether there are
    enough.
    """

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
        """The proposal of this judge; None if they are coming already or do not judge in the event of the call."""
        every = self.asked + self.barred + self.sent
        return next((proposal for proposal in every if proposal.judge.user == judge), None)

    @property
    def are_nearest(self) -> bool:
        """Whether the judges asked first are known to be nearest; the distance of judges without a seat is not."""
        return all(proposal.judge.where for proposal in self.first)

    @property
    def warning(self) -> str:
        """The warning shown at once if judges are too few, or empty."""
        return calls_words.too_few_judges(self.staffing)


@dataclass(frozen=True, slots=True)
class CallAtHand:
    """An open call as one user sees it: who might come, whether the user may come or send, and how they come (`mine`).

    `sent` is the sending that they are to answer. `is_party`: it is their own case. `related` is how they are related
    to a player of it, in words, and `related_to` the player's name.
    """

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
    """The judges of these events, the head judge first, then by name.

    `beside` is another user whose relations are needed. Six queries, and a few more for each event in which a judge
    plays while a game or a match is on.
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
    for entry in Entry.objects.playing().filter(is_one_of("player", "user__in", users), event__in=events).with_people():
        for account in entry.player.accounts & users.keys():
            entries.setdefault(account, []).append(entry)
    frames = frames_of(events)
    tables = {key: {name: place for place, name in enumerate(names)} for key, names in frames.items()}
    sitting: dict[int, Sitting] = {}
    for event in events:
        entry_by_seat = {
            entry.seat: entry.pk for theirs in entries.values() for entry in theirs if entry.event_id == event.pk
        }
        sitting |= _at_matches(event, entry_by_seat, tables) if event.posted_at else _at_tables(event, entry_by_seat)
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
        judges=tuple(sorted(shown, key=lambda member: (not member.is_head, member.name.casefold(), member.user.pk))),
        tables=tables,
        relatives=relatives_of(tournament, [*users.values(), *([beside] if beside else [])]),
    )


def panel_mark(tournament: Tournament, events: Iterable[Event]) -> str:
    """A mark of the panel and of where everybody sits, for pages that update themselves; two queries."""
    held = Role.objects.in_force().filter(tournament=tournament, kind=Role.Kind.JUDGE, user__is_active=True)
    roles = held.order_by("pk").values_list("user", "event", "is_head", "is_senior")
    duties = tournament.duties.order_by("judge").values_list("judge", "is_free")
    stands = [event.revision for event in events]
    return sha256(repr((list(roles), list(duties), stands)).encode()).hexdigest()[:12]


def proposals(judges: Panel, call: CallShown, asked: Collection[int] = ()) -> Proposals:
    """Rank these judges for this call: first the nearest free ones who are neither a party nor related to one.

    Judges whom an older call already asks (`asked`, user keys) come later. No query except for a judge who
    has the name of a player.
    """
    judges_of_event = {member.user.pk: member for member in judges.judges if member.judges_in(call.event_key)}
    coming = {coming.judge for coming in call.coming}
    tables = judges.tables.get(call.event_key, {})
    candidates = []
    for member in judges_of_event.values():
        if member.user.pk in coming or member.name in call.have_ruled:
            continue
        sits = next((place for place in member.sits if place.event == call.event_key), None)
        candidates.append(
            Candidate(
                key=member.user.pk,
                table=tables.get(sits.table) if sits else None,
                seat=(sits.seat or 0) if sits else 0,
                is_elsewhere=bool(member.sits) and sits is None,
                is_party=any(is_own(member.user, entry) for entry in call.parties),
                gave_up=member.user.pk in call.gave_up,
                is_free=member.is_free,
                is_at_a_call=member.at_call is not None,
                is_asked=member.user.pk in asked,
                related=judges.related(member.user, call)[0],
            )
        )
    ranked = find_judges(candidates, table=tables.get(call.table), seat=call.seat)
    cannot = {sending.judge for sending in call.sent if sending.declined_at is not None}
    sent = {sending.judge for sending in call.sent}
    unsent = [candidate for candidate in ranked if candidate.key not in sent]
    first = asked_first(unsent, missing=max(call.waits_for - len(sent - cannot), 0))
    others = [candidate for candidate in unsent if candidate.may_be_asked and candidate not in first]
    return Proposals(
        first=tuple(_proposal(candidate, judges_of_event[candidate.key]) for candidate in first),
        others=tuple(_proposal(candidate, judges_of_event[candidate.key]) for candidate in others),
        barred=tuple(
            _proposal(candidate, judges_of_event[candidate.key]) for candidate in unsent if not candidate.may_be_asked
        ),
        sent=tuple(
            _proposal(candidate, judges_of_event[candidate.key]) for candidate in ranked if candidate.key in sent
        ),
        staffing=staffing(
            [candidate for candidate in ranked if candidate.key not in cannot],
            coming=len(call.coming) + len(call.have_ruled),
            third=call.third_at is not None,
        ),
    )


def at_hand(
    judges: Panel, shown: Iterable[CallShown], user: User, judged: Collection[int], run: Collection[int]
) -> tuple[CallAtHand, ...]:
    """The open ones of these calls as this user sees them: those they are sent to first, then the oldest first.

    The panel must know the user's relations (`beside`). `judged` and `run` are the keys of events in which they judge
    and in which they send judges.
    """
    calls_at_hand = []
    asked: set[int] = set()
    for call in shown:
        if not call.is_open:
            continue
        proposed = proposals(judges, call, asked)
        asked |= {other.judge.user.pk for other in (*proposed.first, *proposed.sent)}
        calls_at_hand.append(
            CallAtHand(
                call,
                proposed,
                call.event_key in judged,
                call.event_key in run,
                call.comes(user),
                call.is_sent(user),
                any(is_own(user, entry) for entry in call.parties),
                *judges.related(user, call),
            )
        )
    return tuple(sorted(calls_at_hand, key=lambda call: call.sent is None))


def too_few_for(call: Call) -> str:
    """The warning for the caller that judges are too few; empty if there are enough."""
    shown = next(candidate for candidate in calls([call.entry.event]) if candidate.number == call.pk)
    return calls_words.too_few_judges(staffing_of(call.entry.event, [shown]))


def is_short(event: Event, call: CallShown | None) -> bool:
    """Whether this call is open and too few judges can come to it. No query if enough are coming."""
    return call is not None and call.is_open and staffing_of(event, [call]) is not Staffing.ENOUGH


def too_few_told(call: CallShown) -> str:
    """What the caller reads while too few judges can come to this call; empty if there are enough."""
    staffing_now = staffing_of(call.parties[0].event, [call])
    return "" if staffing_now is Staffing.ENOUGH else calls_words.too_few_for_player(staffing_now)


def staffing_of(event: Event, shown: Iterable[CallShown]) -> Staffing:
    """The worst staffing among these calls of the event. No query without calls."""
    staffings = {proposed.staffing for proposed in _proposals_to(event.tournament, shown).values()}
    return next((level for level in reversed(Staffing) if level in staffings), Staffing.ENOUGH)


def too_few_for_each(tournament: Tournament, shown: Iterable[CallShown]) -> dict[int, str]:
    """The warnings of open calls that have too few judges, by call number. The number of queries is constant."""
    proposals_by_call = _proposals_to(tournament, [call for call in shown if call.is_open])
    return {number: proposed.warning for number, proposed in proposals_by_call.items() if proposed.warning}


def _proposals_to(tournament: Tournament, shown: Iterable[CallShown]) -> dict[int, Proposals]:
    """Proposals for those of these calls that wait for judges, by call number. No query if none does."""
    waiting = [call for call in shown if call.waits_for]
    judges = panel(tournament, tournament.events.all()) if waiting else None
    return {call.number: proposals(judges, call) for call in waiting} if judges else {}


def _reach(roles: Iterable[Role]) -> frozenset[int] | None:
    """The keys of the events that these roles cover; None for all."""
    event_keys = [role.event_id for role in roles]
    return None if None in event_keys else frozenset(key for key in event_keys if key is not None)


def _at_tables(event: Event, seats: Mapping[str, int]) -> dict[int, Sitting]:
    """Where those who start at these seats sit in the current game, by entry key."""
    sitting: dict[int, Sitting] = {}
    if not seats or event.game_now is None:
        return sitting
    for table in schedule(event, event.game_now):
        for player, seat in zip(table.players, table.seats, strict=True):
            if player is not None and player in seats and None not in table.players:
                sitting[seats[player]] = Sitting(
                    event.pk, table.table, seat, calls_words.where(table.table, seat, None, None)
                )
    return sitting


def _at_matches(event: Event, seats: Mapping[str, int], tables: dict[int, dict[str, int]]) -> dict[int, Sitting]:
    """Where those of these seats sit whose match is being played, by entry key.

    Sets the tables of the event in `tables` to those of the playoffs.
    """
    sitting: dict[int, Sitting] = {}
    drawn = bracket(event) if seats else None
    playing = [match for match in drawn.matches if match.in_play] if drawn else []
    named = in_order({match.table for match in playing if match.table})
    tables[event.pk] = {name: place for place, name in enumerate(named)}
    for match in playing:
        for side in match.sides:
            if side.seat in seats:
                where = calls_words.where(match.table, None, match.match, None)
                sitting[seats[side.seat]] = Sitting(event.pk, match.table, None, where)
    return sitting


def _proposal(asked: Asked, judge: JudgeShown) -> Proposal:
    return Proposal(judge, asked.related, calls_words.bar(asked.bar) if asked.bar is not None else "", asked.bar)
