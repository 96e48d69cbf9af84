"""The judges of a tournament: who can take calls, where they sit now, and how they are related to players."""

from __future__ import annotations

from collections import defaultdict
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
from tournaments.rules.last_name import by_last_name


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where somebody sits now, in the current game or at a match.

    `event` is the key of the event, `description` is the place in words.
    """

    event: int
    table: str
    seat: int | None
    description: str


@dataclass(frozen=True, slots=True)
class JudgeShown:
    """A judge of the panel.

    `is_free`: the judge can take calls. `at_call` is the number of the open call that the judge comes to, or None.
    `entries` are the judge's own entries as a player, `sits` the current seats of these. `events` are the keys of the
    events to which the role is limited; None for all.
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
        """Whether the judge's role covers the event with this key."""
        return self.events is None or event in self.events

    @property
    def where(self) -> str:
        """Where the judge sits, in words; empty if the judge does not sit."""
        return "; ".join(place.description for place in self.sits)


@dataclass(frozen=True, slots=True)
class Panel:
    """The judges, and the data to propose some of them for a call.

    `tables` maps the key of an event to the index of each of its tables by name, from 0 in the order of the hall.
    `relatives` maps the key of a judge's user to the judge's relatives.
    """

    judges: tuple[JudgeShown, ...]
    tables: Mapping[int, Mapping[str, int]]
    relatives: Mapping[int, Relatives]

    def judge(self, user: User) -> JudgeShown | None:
        """This user as a judge, or None."""
        return next((member for member in self.judges if member.user.pk == user.pk), None)

    def related(self, user: User, call: CallShown) -> tuple[str, str]:
        """This user's relation to a player of the call, in words, and that player's name; both empty if unrelated."""
        relatives = self.relatives.get(user.pk, Relatives())
        for entry in call.parties:
            if kind := relatives.of(entry):
                return calls_words.related_as(kind), entry.known_name
        return "", ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A judge who might come to a call.

    `related` is the relation to a player in words, or empty. `bar` is the reason why the judge is not asked, or None;
    `why_not` is that reason in words, or empty.
    """

    judge: JudgeShown
    related: str
    why_not: str
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class Proposals:
    """The judges who might come to a call, in four groups.

    `first` are asked first, as many as are missing. `others` could also come. `barred` judges cannot come. `sent`
    judges were sent to the call, and are in no other group. Each group is in the order of `find_judges`. `staffing`
    says whether enough judges can come.
    """

    first: tuple[Proposal, ...]
    others: tuple[Proposal, ...]
    barred: tuple[Proposal, ...]
    sent: tuple[Proposal, ...]
    staffing: Staffing

    @property
    def asked(self) -> tuple[Proposal, ...]:
        """All judges who could come and were not sent, in the order in which they are asked."""
        return self.first + self.others

    def of(self, judge: User) -> Proposal | None:
        """The proposal of this judge.

        None for a judge who is coming, who has ruled on the call, or who does not judge in its event.
        """
        all_proposals = self.asked + self.barred + self.sent
        return next((proposal for proposal in all_proposals if proposal.judge.user == judge), None)

    @property
    def are_nearest(self) -> bool:
        """Whether the judges asked first are known to be the nearest: each of them has a known seat."""
        return all(proposal.judge.where for proposal in self.first)

    @property
    def warning(self) -> str:
        """The warning shown at once if judges are too few, or empty."""
        return calls_words.too_few_judges(self.staffing)


@dataclass(frozen=True, slots=True)
class CallAtHand:
    """An open call as one user sees it.

    `may_come` and `may_send`: the user may come to the call, and send judges to it. `mine` is the user's own coming, or
    None. `sent` is the sending that the user must answer, or None. `is_party`: the user plays the game. `related` is
    the user's relation to a player in words, and `related_to` that player's name; both may be empty.
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

    The panel also holds the relatives of the user `beside`, if given. Six queries, and a few more for each event in
    which a judge plays while a game or a match is in progress.
    """
    events = list(events)
    event_keys = {event.pk for event in events}
    in_force = Role.objects.in_force().filter(tournament=tournament, kind=Role.Kind.JUDGE, user__is_active=True)
    roles = [role for role in in_force.select_related("user") if role.event_id is None or role.event_id in event_keys]
    roles_by_user: defaultdict[int, list[Role]] = defaultdict(list)
    for role in roles:
        roles_by_user[role.user_id].append(role)
    users = {role.user_id: role.user for role in roles}
    is_free_by_user = dict(tournament.duties.filter(judge__in=users).values_list("judge", "is_free"))
    call_by_user = dict(
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
            entry.seat: entry.pk
            for entries_of_user in entries.values()
            for entry in entries_of_user
            if entry.event_id == event.pk
        }
        sitting |= _at_matches(event, entry_by_seat, tables) if event.posted_at else _at_tables(event, entry_by_seat)
    shown = [
        JudgeShown(
            user=user,
            name=user.get_full_name() or user.get_username(),
            is_head=any(role.is_head for role in roles_by_user[key]),
            is_senior=any(role.is_senior for role in roles_by_user[key]),
            is_free=is_free_by_user.get(key, True),
            at_call=call_by_user.get(key),
            entries=tuple(entries.get(key, ())),
            sits=tuple(sitting[entry.pk] for entry in entries.get(key, ()) if entry.pk in sitting),
            events=_reach(roles_by_user[key]),
        )
        for key, user in users.items()
    ]
    return Panel(
        judges=tuple(sorted(shown, key=lambda member: (not member.is_head, by_last_name(member.name), member.user.pk))),
        tables=tables,
        relatives=relatives_of(tournament, [*users.values(), *([beside] if beside else [])]),
    )


def panel_mark(tournament: Tournament, events: Iterable[Event]) -> str:
    """A hash that changes with the judges, their duties and the events, for self-updating pages; two queries."""
    in_force = Role.objects.in_force().filter(tournament=tournament, kind=Role.Kind.JUDGE, user__is_active=True)
    roles = in_force.order_by("pk").values_list("user", "event", "is_head", "is_senior")
    duties = tournament.duties.order_by("judge").values_list("judge", "is_free")
    revisions = [event.revision for event in events]
    return sha256(repr((list(roles), list(duties), revisions)).encode()).hexdigest()[:12]


def proposals(judges: Panel, call: CallShown, asked: Collection[int] = ()) -> Proposals:
    """Rank the judges of the panel for this call, in the order of `find_judges`.

    `asked` are the user keys of judges whom an older call already asks; they come later. No query, except for a judge
    who has the name of a player.
    """
    judges_of_event = {member.user.pk: member for member in judges.judges if member.judges_in(call.event_key)}
    coming = {judge_coming.judge for judge_coming in call.coming}
    tables = judges.tables.get(call.event_key, {})
    candidates = []
    for member in judges_of_event.values():
        if member.user.pk in coming or member.name in call.have_ruled:
            continue
        sitting = next((place for place in member.sits if place.event == call.event_key), None)
        candidates.append(
            Candidate(
                key=member.user.pk,
                table=tables.get(sitting.table) if sitting else None,
                seat=(sitting.seat or 0) if sitting else 0,
                is_elsewhere=bool(member.sits) and sitting is None,
                is_party=any(is_own(member.user, entry) for entry in call.parties),
                gave_up=member.user.pk in call.gave_up,
                is_free=member.is_free,
                is_at_a_call=member.at_call is not None,
                is_asked=member.user.pk in asked,
                related=judges.related(member.user, call)[0],
            )
        )
    ranked = find_judges(candidates, table=tables.get(call.table), seat=call.seat)
    sent = {sending.judge for sending in call.sent}
    declined = {sending.judge for sending in call.sent if sending.declined_at is not None}
    unsent = [judge for judge in ranked if judge.key not in sent]
    first = asked_first(unsent, missing=max(call.waits_for - len(sent - declined), 0))

    def proposed(group: Iterable[Asked]) -> tuple[Proposal, ...]:
        return tuple(_proposal(judge, judges_of_event[judge.key]) for judge in group)

    return Proposals(
        first=proposed(first),
        others=proposed(judge for judge in unsent if judge.may_be_asked and judge not in first),
        barred=proposed(judge for judge in unsent if not judge.may_be_asked),
        sent=proposed(judge for judge in ranked if judge.key in sent),
        staffing=staffing(
            [judge for judge in ranked if judge.key not in declined],
            coming=len(call.coming) + len(call.have_ruled),
            third=call.third_at is not None,
        ),
    )


def at_hand(
    judges: Panel,
    shown: Iterable[CallShown],
    user: User,
    judged_events: Collection[int],
    sending_events: Collection[int],
) -> tuple[CallAtHand, ...]:
    """The open calls among these as this user sees them: first the calls that the user was sent to, then the others.

    Within both groups the given order stays. The panel must hold the user's relatives (`beside`). `judged_events` are
    the keys of the events in which the user judges, `sending_events` of those in which the user may send judges.
    """
    calls_at_hand = []
    asked: set[int] = set()
    for call in shown:
        if not call.is_open:
            continue
        proposed = proposals(judges, call, asked)
        asked |= {proposal.judge.user.pk for proposal in (*proposed.first, *proposed.sent)}
        related, related_to = judges.related(user, call)
        calls_at_hand.append(
            CallAtHand(
                call=call,
                proposals=proposed,
                may_come=call.event_key in judged_events,
                may_send=call.event_key in sending_events,
                mine=call.coming_of(user),
                sent=call.sending_to(user),
                is_party=any(is_own(user, entry) for entry in call.parties),
                related=related,
                related_to=related_to,
            )
        )
    return tuple(sorted(calls_at_hand, key=lambda at_hand_call: at_hand_call.sent is None))


def too_few_for(call: Call) -> str:
    """The warning that too few judges can come to this call, for staff who made it; empty if there are enough."""
    shown = next(candidate for candidate in calls([call.entry.event]) if candidate.number == call.pk)
    return calls_words.too_few_judges(staffing_of(call.entry.event, [shown]))


def is_short(event: Event, call: CallShown | None) -> bool:
    """Whether this call is open and too few judges can come to it. No query if enough are coming."""
    return call is not None and call.is_open and staffing_of(event, [call]) is not Staffing.ENOUGH


def too_few_told(call: CallShown) -> str:
    """The sentence that the caller reads while too few judges can come to this call; empty if there are enough."""
    call_staffing = staffing_of(call.parties[0].event, [call])
    return "" if call_staffing is Staffing.ENOUGH else calls_words.too_few_for_player(call_staffing)


def staffing_of(event: Event, shown: Iterable[CallShown]) -> Staffing:
    """The worst staffing among these calls of the event. No query if none of them waits for judges."""
    staffings = {proposed.staffing for proposed in _proposals_to(event.tournament, shown).values()}
    worst_first = reversed(Staffing)
    return next((level for level in worst_first if level in staffings), Staffing.ENOUGH)


def too_few_for_each(tournament: Tournament, shown: Iterable[CallShown]) -> dict[int, str]:
    """The warnings of the open calls that have too few judges, by call number.

    The number of queries does not grow with the number of calls.
    """
    proposals_by_call = _proposals_to(tournament, [call for call in shown if call.is_open])
    return {number: proposed.warning for number, proposed in proposals_by_call.items() if proposed.warning}


def _proposals_to(tournament: Tournament, shown: Iterable[CallShown]) -> dict[int, Proposals]:
    """The proposals for the calls that wait for judges, by call number. No query if no call does."""
    waiting = [call for call in shown if call.waits_for]
    if not waiting:
        return {}
    judges = panel(tournament, tournament.events.all())
    return {call.number: proposals(judges, call) for call in waiting}


def _reach(roles: Iterable[Role]) -> frozenset[int] | None:
    """The keys of the events that these roles cover; None for all."""
    event_keys = [role.event_id for role in roles]
    return None if None in event_keys else frozenset(key for key in event_keys if key is not None)


def _at_tables(event: Event, seats: Mapping[str, int]) -> dict[int, Sitting]:
    """Where these entrants sit in the current game, by entry key; `seats` maps permanent IDs to entry keys.

    An entrant without an opponent in this game is left out.
    """
    sitting: dict[int, Sitting] = {}
    if not seats or event.game_now is None:
        return sitting
    for table in schedule(event, event.game_now):
        if None in table.players:
            continue
        for player, seat in zip(table.players, table.seats, strict=True):
            if player is not None and player in seats:
                description = calls_words.where(table.table, seat, None, None)
                sitting[seats[player]] = Sitting(event.pk, table.table, seat, description)
    return sitting


def _at_matches(event: Event, seats: Mapping[str, int], tables: dict[int, dict[str, int]]) -> dict[int, Sitting]:
    """Where these entrants sit if their match is being played, by entry key; `seats` maps permanent IDs to entry keys.

    Also replaces the tables of the event in `tables` by the tables of the matches being played.
    """
    sitting: dict[int, Sitting] = {}
    drawn = bracket(event) if seats else None
    playing = [match for match in drawn.matches if match.in_play] if drawn else []
    table_names = in_order({match.table for match in playing if match.table})
    tables[event.pk] = {name: place for place, name in enumerate(table_names)}
    for match in playing:
        description = calls_words.where(match.table, None, match.match, None)
        for side in match.sides:
            if side.seat in seats:
                sitting[seats[side.seat]] = Sitting(event.pk, match.table, None, description)
    return sitting


def _proposal(asked: Asked, judge: JudgeShown) -> Proposal:
    why_not = calls_words.bar(asked.bar) if asked.bar is not None else ""
    return Proposal(judge=judge, related=asked.related, why_not=why_not, bar=asked.bar)
