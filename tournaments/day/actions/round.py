"""The round being played: calling games, clock and decks, tables done, and departures from the plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, Need, Rights, is_same_name, refuse_own_card, require
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import change, refuse_posted
from tournaments.day.actions.awards import Awards, refuse_second_award
from tournaments.day.actions.dealing import Basis, announce_deals, deal_anew
from tournaments.day.actions.departing import DAY_CHANGE, keep_change, refuse_misfits
from tournaments.day.actions.exchanging import exchange
from tournaments.day.actions.ladder import begin_ladder
from tournaments.day.actions.meeting_again import allow_meeting_again, end_needless_meeting_again, refuse_needless
from tournaments.day.actions.status import (
    first_game_of_return,
    refuse_games,
    refuse_noted,
    refuse_place_taken,
    set_status,
)
from tournaments.day.reads import round as round_reads
from tournaments.day.reads.round import DayPlan, Ground, Outlook, What
from tournaments.day.reads.schedule import day_changes, frames, rounds
from tournaments.day.reads.taking_back import TakesBack, outlook_of_return, takes_back
from tournaments.day.words import round as round_words
from tournaments.errors import Fault, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults
from tournaments.models import MAX_REASON, DayChange, Entry, Event, Player, longest
from tournaments.models.paper import WITH_FIRST_DEALS
from tournaments.reads.set_by import with_last_change
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.day import day_of
from tournaments.rules.seat import parse_seat
from tournaments.words import undoing as undoing_words

MIN_MINUTES = 5
MAX_MINUTES = 120


@transaction.atomic
def call_game(*, event: Event, game: int | None, read: Read = None, actor: Actor) -> Event:
    """Make this game the current one; None: no game is on, before the first and after the last one.

    Calling the current game again changes nothing, so two people who press at once call one game. Raises Malformed (no
    such game), Refused `not_seated`, `posted`, `too_early` (a game of a ladder that is not set up yet), `stale` (the current game has changed since `read`).
    """
    event = Event.objects.locked(event)
    last = rounds(event)
    if game is not None and not 1 <= game <= last:
        raise_malformed([out_of_range("game", 1, last)])
    _refuse_before_or_after(event)
    if event.is_ladder and game is not None:
        _refuse_game_not_set_up(event, game)
    if game == event.game_now:
        return event
    _refuse_other_game(event, read)
    before = event.game_now
    change(event, {"game_now": game, "game_started_at": timezone.now() if game is not None else None})
    if game is not None:
        announce_deals(event)
    elif not _is_announced(event):
        change(event, {"dealt_to": [], "dealt_by": []})
    _record(event, actor, "game.called", ("event", event.slug), {"game": before}, {"game": game})
    return event


def _refuse_game_not_set_up(event: Event, game: int) -> None:
    """Refuse a game of a ladder that does not follow from results yet: `too_early`."""
    last = len(begin_ladder(event))
    if game > last:
        raise Refused("too_early", round_words.game_not_set_up(game, last))


@transaction.atomic
def set_clock(*, event: Event, minutes: int | None, read: Read = None, actor: Actor) -> Event:
    """Set the minutes per game; None for no clock.

    Raises Malformed, Refused `posted`, Overwriting if the clock has changed since `read`.
    """
    event = Event.objects.locked(event)
    of = Written(event, ("event", event.slug))
    refuse_overwriting({"minutes": minutes}, read=read, now={"minutes": event.game_minutes}, of=of, actor=actor)
    if minutes is not None and not MIN_MINUTES <= minutes <= MAX_MINUTES:
        raise_malformed([out_of_range("minutes", MIN_MINUTES, MAX_MINUTES)])
    refuse_posted(event)
    if minutes == event.game_minutes:
        return event
    before = event.game_minutes
    change(event, {"game_minutes": minutes})
    _record(event, actor, "clock.set", ("event", event.slug), {"minutes": before}, {"minutes": minutes})
    return event


@transaction.atomic
def change_decks(*, event: Event, read: Read = None, actor: Actor) -> Event:
    """Note that the decks at the anchor seats are new, from the next game on (rule 4.2.d, 2020).

    Raises Refused `not_seated`, `posted`, `too_early` (no game is on yet), `stale` (the current game has changed since
    `read`).
    """
    event = Event.objects.locked(event)
    _refuse_before_or_after(event)
    if event.game_now is None:
        raise Refused("too_early", _("No game is on. Call the game first, then note that the decks were changed."))
    if event.decks_changed_at is not None:
        return event
    _refuse_other_game(event, read)
    change(event, {"decks_changed_at": event.game_now + 1})
    _record(event, actor, "decks.changed", ("event", event.slug), None, {"before_game": event.decks_changed_at})
    return event


@transaction.atomic
def finish_table(*, event: Event, table: str, game: int, done: bool = True, actor: Actor) -> None:
    """Note that this table is done with the current game, or is not after all.

    Raises Refused `not_seated`, `posted`, `stale` (another game is on by now), `impossible` (no such table).
    """
    event = Event.objects.locked(event)
    _refuse_before_or_after(event)
    _refuse_other_game(event, {"game": game})
    now = next((table_now for table_now in round_reads.round_now(event).tables if table_now.name == table), None)
    if now is None:
        raise Refused("impossible", _("Nobody plays at a table %(table)s.") % {"table": table})
    if (now.done_at is not None) == done:
        return
    action = "table.finished" if done else "table.finishing-taken-back"
    _record(event, actor, action, ("table", table), None, {"game": game})


@transaction.atomic
def change_day(*, event: Event, plan: DayPlan, reason: str, mark: str | None = None, actor: Actor) -> DayChange | None:
    """Adapt the schedule to what happened, as `note_day` does; returns what is stored of it."""
    return note_day(event=event, plan=plan, reason=reason, mark=mark, actor=actor)[0]


@transaction.atomic
def note_day(
    *, event: Event, plan: DayPlan, reason: str, mark: str | None = None, actor: Actor
) -> tuple[DayChange | None, bool]:
    """Adapt the schedule to what happened. Returns the stored change, and whether it is new.

    A change already in force with the same effect is left alone, whatever the reason and the mark. The change is None
    for a no-show, which is a status, and for meeting again alone. With `plan.meet_again` the reason given is made
    public.

    One act does all of it: people move up into a no-show's seat; a second departure of the same player undoes the
    first; a player who leaves for good or is removed withdraws; with a substitute the player counts as playing again.
    `mark` is the mark of the outlook shown before.

    Raises Malformed with every fault, Forbidden (`own_card`), Refused `not_seated`, `posted`, `movement` (there is no
    plan to depart from), `begun` (cards contradict it), `exists` (the player had their one award already, the game is
    awarded already, the player is removed already, or people may meet again already), `over` (they have left already),
    `too_early` (the game to award is not called yet), `impossible` (nobody gets more games by meeting again), `stands`
    (other changes depend on the corrected one), `stale` (it changes other games by now).
    """
    event = Event.objects.locked(event)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    made = round_reads.standing(event, plan)
    if stands(event, plan, made, reason=reason, mark=mark):
        return made, False
    if made is not None:
        # Only this part of the request is new.
        plan = DayPlan(What.MEET_AGAIN, meet_again=True)
    return _note(event, plan, reason, mark, actor) or made, True


def stands(event: Event, plan: DayPlan, made: DayChange | None, *, reason: str, mark: str | None) -> bool:
    """Whether everything the plan says is in force already; `made` is the change that says so, if any.

    No-shows and meeting again have no such change. After people moved up, somebody else holds the no-show's seat: then
    it is in force only if `mark` differs from that of a new outlook.
    """
    if plan.meet_again and round_reads.meeting_again_since(event) is None:
        return False
    if made is not None:
        return True
    if plan.what is What.MEET_AGAIN:
        return reason == event.repeats_reason
    if plan.what is not What.NO_SHOW:
        return False
    if not plan.way:
        return bool(plan.seat) and event.entries.filter(status=Entry.Status.NO_SHOW, **_at(plan.seat)).exists()
    if mark is None or not round_reads.moved_up_to(event, plan.seat):
        return False
    try:
        return look_ahead(event, plan)[1].mark != mark
    except Refused:
        return True


def _note(event: Event, plan: DayPlan, reason: str, mark: str | None, actor: Actor) -> DayChange | None:
    """Write what happened, which is not in force yet; the event is locked."""
    on, outlook = look_ahead(event, plan)
    entry = event.entries.with_people().filter(**_at(plan.seat)).first() if plan.seat else None
    if entry is not None:
        refuse_own_card(actor, [entry])
    refuse_own_win(event, on.awarded_to(plan), actor)
    refuse_misfits(outlook)
    if mark is not None and mark != outlook.mark:
        message = _("Other games change by it than when you looked. Look at them again, then do it.")
        raise Refused("stale", with_last_change(message, event))
    deals = Basis(outlook.played, event.dealt_by)
    if plan.meet_again:
        allow_meeting_again(event=event, reason=reason, deals=deals, actor=actor)
    if plan.what is What.MEET_AGAIN:
        return None
    if plan.what is What.NO_SHOW:
        assert entry is not None
        set_status(entry=entry, status=Entry.Status.NO_SHOW, reason=reason, deals=deals, actor=actor)
        for old, new in outlook.moved:
            exchange(event, old, new, reason=reason, no_show=entry.number, deals=deals, actor=actor)
        return None
    kind, data = round_reads.values_of(on, plan)
    statuses: dict[str, Any] = {}
    # If a substitute plays on, the seat does not withdraw.
    goes = plan.what is What.REMOVED or (plan.what is What.LEAVES and round_reads.stand_in(on, plan) is None)
    if entry is not None and goes and entry.status == Entry.Status.PLAYING:
        statuses = _give_status(entry, Entry.Status.WITHDRAWN, reason)
    elif entry is not None and plan.what is What.SUBSTITUTE and entry.status == Entry.Status.WITHDRAWN:
        statuses = _give_status(entry, Entry.Status.PLAYING, "")
    number = round_reads.corrected(on, plan)
    made = keep_change(
        event=event,
        kind=kind,
        table=plan.table or parse_seat(plan.seat).table,
        data=data,
        reason=reason,
        actor=actor,
        statuses=statuses,
        deals=deals,
        is_whole=number is None,
    )
    if number is not None:
        _put_in_place(event, event.day_changes.get(number=number), reason, deals, actor)
    return made


def _put_in_place(event: Event, change: DayChange, reason: str, deals: Basis, actor: Actor) -> None:
    """Undo a departure that was just replaced by another one; the player stays withdrawn."""
    awards = Awards(event)
    change.undone_at, change.undone_by = timezone.now(), actor.name
    change.save(update_fields=["undone_at", "undone_by"])
    dealt_before, dealt = deal_anew(event, deals)
    _record(
        event,
        actor,
        "day.change-undone",
        ("day-change", str(change.number)),
        DAY_CHANGE.values(change) | dealt_before,
        {**dealt, **awards.since()} or None,
        reason,
    )


@transaction.atomic
def remove_from_play(
    *,
    event: Event,
    seat: str,
    game: int | None,
    opponent: str = "",
    reason: str,
    mark: str | None = None,
    rights: Rights,
    actor: Actor,
) -> DayChange:
    """Remove a player who refuses a ruling of which three judges have informed them (rule 11.4.b, 2020).

    The `game` in progress (None if they are in none) goes to their opponent by ten, and they play none after it. For
    the director and the head judge. `reason` names the ruling refused; `opponent` gets the game where no plan says who
    does. Raises Forbidden (`role`), and what `note_day` raises.
    """
    require(rights, Need.RULE)
    event = Event.objects.locked(event)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    made = _note(event, removal_plan(seat, game, opponent), reason, mark, actor)
    assert made is not None  # a removal is kept as a change of the day
    return made


def removal_plan(seat: str, game: int | None, opponent: str = "") -> DayPlan:
    """The plan of a removal, for the look ahead and the act itself."""
    return DayPlan(What.REMOVED, seat=seat, first=game or 0, opponent=opponent)


@transaction.atomic
def withdraw(*, entry: Entry, reason: str, rights: Rights, actor: Actor) -> Entry:
    """Note that somebody withdraws. While a game is on, they leave before the next one, so nobody meets an empty chair.

    Raises what `set_status` raises; while a game is on also what `change_day` raises, and Forbidden (`role`), because
    only the director says who leaves.
    """
    event = entry.event
    leaves = event.game_now is not None and entry.status == Entry.Status.PLAYING and entry.seat
    if not leaves or not 0 < (event.game_now or 0) < rounds(event) or not round_reads.ground(event).has_plan:
        return set_status(entry=entry, status=Entry.Status.WITHDRAWN, reason=reason, actor=actor)
    require(rights, Need.DIRECT)
    plan = DayPlan(What.LEAVES, seat=entry.seat, first=(event.game_now or 0) + 1)
    if (number := round_reads.stand_in(round_reads.ground(event), plan)) is not None:
        sub = event.day_changes.get(number=number).data
        raise Refused("stands", round_words.stands_in(entry.seat, sub["name"], sub["from_game"], number))
    change_day(event=event, plan=plan, reason=reason, actor=actor)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def play_on(*, entry: Entry, reason: str, rights: Rights, actor: Actor) -> Entry:
    """Let an entrant play on: takes back the status, and a noted departure or removal with it.

    Raises what `set_status` raises; after a departure or removal what `undo_day_change` raises, and Forbidden (`role`).
    """
    # A substitute's own departure comes first, even if the player's departure was corrected later.
    leaves = sorted(
        _leaves(entry.event, entry.seat),
        key=lambda leave: (leave.data["first"] is None, leave.data["first"] or 0, leave.number),
    )
    change = leaves[-1] if leaves and entry.status == Entry.Status.WITHDRAWN else None
    if change is None:
        return set_status(entry=entry, status=Entry.Status.PLAYING, reason=reason, actor=actor)
    require(rights, Need.RULE if change.kind == DayChange.Kind.REMOVED else Need.DIRECT)
    undo_day_change(change=change, reason=reason or _("Plays on."), actor=actor)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def undo_day_change(*, change: DayChange, reason: str, mark: str | None = None, actor: Actor) -> DayChange:
    """Undo a change of the day, with the reason: the schedule follows from the changes left in force.

    Games called since, or on which cards depend, stay: a new change keeps that part of the old one
    (`tournaments.day.reads.taking_back.takes_back`). A late entrant becomes a no-show, and loses a seat added for them
    alone. Meeting again ends with it if no longer needed.

    Raises Malformed (no reason), Forbidden (`own_card`), Refused `over` (undone already), `posted`, `stands` (a later
    change depends on it), `begun` (cards name opponents these games would no longer have, the late entrant has played,
    nothing is left to undo, or people would meet again), `stale`.
    """
    event = Event.objects.locked(change.event)
    change = event.day_changes.get(pk=change.pk)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    back = _look_back(event, change)
    entry = None
    if seat := change.data.get("seat") or change.data.get("loser"):
        entry = event.entries.with_people().filter(**_at(seat)).first()
    if entry is not None:
        refuse_own_card(actor, [entry])
    refuse_own_win(event, change.data.get("winner"), actor)
    refuse_misfits(back.outlook)
    if mark is not None and mark != back.outlook.mark:
        raise Refused("stale", with_last_change(round_words.undoing_is_stale(), event))
    # What stays is written first, so that at no point of the log the games already played are different.
    deals = Basis(back.outlook.played, back.outlook.dealt)
    for kind, table, data in back.kept:
        keep_change(
            event=event,
            kind=kind,
            table=table,
            data=data,
            reason=reason,
            actor=actor,
            left_of=change.number,
            deals=deals,
        )
    awards = Awards(event)
    change.undone_at, change.undone_by = timezone.now(), actor.name
    change.save(update_fields=["undone_at", "undone_by"])
    statuses: dict[str, Any] = {}
    if entry is not None and round_reads.leaves_for_good(change) and entry.status == Entry.Status.WITHDRAWN:
        statuses = _give_status(entry, Entry.Status.PLAYING, "")
    elif entry is not None and change.kind == DayChange.Kind.SUBSTITUTE and _leaves(event, entry.seat).exists():
        statuses = _give_status(entry, Entry.Status.WITHDRAWN, reason)
    elif entry is not None and change.kind == DayChange.Kind.LATE:
        statuses = _give_status(entry, Entry.Status.NO_SHOW, reason)
    # Nobody keeps a seat that the table no longer has.
    gone = _beyond(event) if "start" in change.data else {}
    event.entries.filter(number__in=gone.values()).update(table=None, seat_number=None)
    dealt_before, dealt = deal_anew(event, deals)
    _record(
        event,
        actor,
        "day.change-undone",
        ("day-change", str(change.number)),
        {
            **DAY_CHANGE.values(change),
            **({"statuses": statuses["before"]} if statuses else {}),
            **({"vacated": gone} if gone else {}),
            **dealt_before,
        },
        {
            **({"statuses": statuses["after"]} if statuses else {}),
            **({"from_game": back.outlook.stay[1] + 1} if back.kept and back.outlook.stay else {}),
            **dealt,
            **awards.since(),
        }
        or None,
        reason,
    )
    end_needless_meeting_again(event=event, reason=reason, deals=deals, actor=actor)
    return change


def _beyond(event: Event) -> dict[str, int]:
    """The seats beyond the tables' present ends, with their entrants' numbers."""
    last = movements_rules.wider(frames(event), dict(day_of(day_changes(event).values()).courses))
    return {
        entry.seat: entry.number
        for entry in event.entries.filter(table__isnull=False)
        if parse_seat(entry.seat).number > last.get(parse_seat(entry.seat).table, 0)
    }


@transaction.atomic
def undo_no_show(*, entry: Entry, reason: str, mark: str | None = None, actor: Actor) -> Entry:
    """Let a no-show play after all at the seat that is still theirs, with the reason.

    People who moved up go back as far as their seats are free, and meeting again ends if no longer needed. After games
    were called or typed they play from the next one on, as a late entry. Raises Malformed (no reason), Forbidden
    (`own_card`), Refused `over` (they play), `closed` (the seat is somebody else's), `posted`, `begun` (cards name
    opponents these games would no longer have), `impossible` (no game is left), `stale`.
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.with_people().select_related("event").get(pk=entry.pk)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    outlook = look_back_at_no_show(event, entry)
    refuse_misfits(outlook)
    if mark is not None and mark != outlook.mark:
        raise Refused("stale", with_last_change(round_words.undoing_is_stale(), event))
    return set_status(entry=entry, status=Entry.Status.PLAYING, reason=reason, actor=actor)


def refuse_uncalled(event: Event, game: int) -> None:
    """Refuse a mix-up before anything was played: Refused `too_early`."""
    if not event.is_played:
        raise Refused("too_early", round_words.call_it_first(game))


def look_ahead(event: Event, plan: DayPlan) -> tuple[Ground, Outlook]:
    """What this plan would change for whom, and the ground it was computed on. Writes nothing.

    Raises what `change_day` raises about the plan itself: Malformed, Refused `not_seated`, `posted`, `movement`,
    `exists`, `over`, `too_early` (the game to award is not called yet), `impossible`.
    """
    _refuse_before_or_after(event)
    on = round_reads.ground(event)
    if not on.has_plan and (plan.what not in round_reads.WITHOUT_PLAN or plan.meet_again):
        raise Refused("movement", round_words.nothing_to_change())
    raise_malformed(day_faults(on, plan))
    if plan.what is What.NO_SHOW:
        refuse_noted(on, plan.seat)
    if plan.what is What.COURSE:
        refuse_uncalled(event, plan.game)
    if plan.what in _ONLY_WHO_IS_THERE:
        _refuse_removed(on, plan)
    if (number := round_reads.corrected(on, plan)) is not None:
        _refuse_resting(event, event.day_changes.get(number=number))
    if plan.what is What.REMOVED and event.game_now is not None and plan.first > event.game_now:
        raise Refused("too_early", round_words.not_in_progress(plan.first, event.game_now))
    if plan.what is What.AWARD and event.game_now is not None and plan.first > event.game_now:
        raise Refused(
            "too_early",
            _(
                "Game %(now)d is on, and game %(game)d is not called yet. A game is awarded five minutes after its call: call "
                "it first."
            )
            % {"now": event.game_now, "game": plan.first},
        )
    lost = (
        award for award in on.awards if award.loser == plan.seat and not award.is_removal and award not in on.fallen
    )
    if plan.what is What.AWARD and any(lost):
        raise Refused(
            "exists",
            _("%(seat)s has lost one game by award already, and there is only one: say that they are away instead.")
            % {"seat": plan.seat},
        )
    winner = on.awarded_to(plan)
    if winner is not None and (award := on.award_in(plan.first, (plan.seat, winner))) is not None:
        removed = plan.what is What.REMOVED
        raise Refused("exists", round_words.awarded_already(award.game, award.winner, award.number, removed=removed))
    if plan.meet_again:
        refuse_needless(on, round_reads.outlook(on, replace(plan, meet_again=False)))
    return on, round_reads.outlook(on, plan)


def look_back(event: Event, change: DayChange) -> Outlook:
    """What undoing this change would change for whom.

    Raises Refused `over`, `posted`, `stands`, `begun` (nothing is left to undo, or only with people meeting again).
    """
    return _look_back(event, change).outlook


def _refuse_resting(event: Event, change: DayChange) -> None:
    """Refuse to correct a departure on which other changes depend, or that rerouted its table: `stands`."""
    number = change.number
    if "pairs" in change.data:
        raise Refused("stands", round_words.left_and_went_on(change.data["seat"], change.data["first"], number))
    _refuse_later(event, change)


def _look_back(event: Event, change: DayChange) -> TakesBack:
    _refuse_before_or_after(event)
    if change.undone_at is not None:
        raise Refused("over", _("This is undone already, by %(who)s.") % {"who": change.undone_by})
    _refuse_later(event, change)
    if change.kind == DayChange.Kind.LATE:
        entry = event.entries.filter(**_at(change.data["seat"])).first()
        if entry is not None:
            refuse_games(entry)
    back = takes_back(event, change)
    if back.refused:
        raise Refused("begun", back.refused)
    refuse_second_award(event, back.outlook)
    return back


def _refuse_later(event: Event, change: DayChange) -> None:
    """Refuse to undo a change on which a later one depends: `stands`."""
    later = round_reads.later_change(event, change)
    if later is not None and later.kind == DayChange.Kind.COURSE:
        raise Refused(
            "stands",
            _("Table %(table)s was mixed up again later, and goes on from there. Undo number %(number)d first.")
            % {"table": later.table, "number": later.number},
        )
    if later is not None and later.kind != DayChange.Kind.LATE and "pairs" in later.data and "pairs" in change.data:
        raise Refused("stands", undoing_words.goes_on_from_there(later.table, later.number))
    if later is not None and later.kind == DayChange.Kind.SUBSTITUTE:
        raise Refused("stands", round_words.another_substitute(later.data["name"], later.number))
    if later is not None:
        raise Refused("stands", round_words.rests_on_it(later.data["seat"], later.number))


def look_back_at_no_show(event: Event, entry: Entry) -> Outlook:
    """What would change for whom if this no-show played after all and those who moved up went back.

    Raises Refused `over`, `closed` (the seat or the place is somebody else's), `posted`, `impossible` (no game is
    left).
    """
    _refuse_before_or_after(event)
    if entry.status != Entry.Status.NO_SHOW:
        raise Refused("over", _("%(name)s is no no-show any more.") % {"name": entry.name})
    if not entry.seat:
        raise Refused(
            "closed",
            _("The seat of %(name)s was given to somebody else since. Give them a free one on their page.")
            % {"name": entry.name},
        )
    refuse_place_taken(event, entry)
    first_game_of_return(event, entry)
    outlook = outlook_of_return(event, entry, round_reads.gives_back(event, entry))
    refuse_second_award(event, outlook)
    return outlook


def day_faults(on: Ground, plan: DayPlan) -> list[Fault]:
    """What is impossible in a plan, each fault beside its field."""
    # Leave out the departure that this plan corrects: it may have given the table another number of games.
    planned = round_reads.without_corrected(on, plan).pairings()
    last = max((pairing.game for pairing in planned), default=0) or rounds(on.event)
    faults = []
    if plan.what is What.MEET_AGAIN:
        return []
    if plan.what is What.COURSE:
        return _course_faults(on, plan)
    if plan.seat not in on.seats:
        faults.append(
            Fault("seat", "invalid", _("Nobody who plays has this seat. A seat is table and number, like A-7."))
        )
        return faults
    if plan.what is What.SUBSTITUTE and (taken := round_reads.place_taken(on.event, plan.seat)) is not None:
        message = round_words.place_is_taken(plan.seat, taken.data["seat"], taken.number)
        faults.append(Fault("seat", "invalid", message))
    if (
        plan.what is What.NO_SHOW
        and plan.way
        and (plan.way != round_reads.MOVE_UP or not round_reads.moves_up(on, plan.seat))
    ):
        message = _("Nobody needs to move up here: the table does as well with the seat empty. Choose the plain way.")
        faults.append(Fault("way", "invalid", message))
    if plan.what is What.REMOVED and plan.meet_again:
        faults.append(Fault("meet_again", "invalid", round_words.removal_is_not_public()))
    least = 0 if plan.what is What.REMOVED else 1
    if not least <= plan.first <= last:
        faults.append(out_of_range("first", least, last))
    if plan.what is What.AWAY and (plan.last is None or not plan.first <= plan.last <= last):
        faults.append(out_of_range("last", plan.first, last))
    if plan.what is What.SUBSTITUTE:
        faults += text_faults("name", plan.name, longest(Player, "name"), required=True)
        players = Entry.objects.of(on.event).playing().with_people().filter(table__isnull=False).in_seat_order()
        twice = next(
            (
                player
                for player in players
                if any(is_same_name(name, plan.name) for name in (player.name, *player.player.names))
            ),
            None,
        )
        if twice is not None:
            faults.append(Fault("name", "invalid", round_words.plays_already(f"{twice.seat} {twice.name}")))
    awards = plan.what is What.AWARD or (plan.what is What.REMOVED and plan.first)
    if awards and not faults and (wrong := _opponent_fault(on, plan)):
        faults.append(wrong)
    if plan.what is What.AWARD and not faults and on.awarded_to(plan) is None:
        faults.append(
            Fault(
                "first",
                "invalid",
                _("%(seat)s meets nobody in game %(game)d, so there is nobody to award it to.")
                % {"seat": plan.seat, "game": plan.first},
            )
        )
    return faults


_ONLY_WHO_IS_THERE = frozenset({What.AWAY, What.LEAVES, What.SUBSTITUTE, What.REMOVED})
"""What cannot happen to somebody who was removed from play."""


def _refuse_removed(on: Ground, plan: DayPlan) -> None:
    """Refuse an absence, departure, substitute or second removal after a removal (`exists`), and a removal after a
    departure (`over`)."""
    number = on.removal(plan.seat)
    if number is not None:
        raise Refused("exists", round_words.removed_already(plan.seat, number))
    entry = on.event.entries.filter(**_at(plan.seat)).first()
    if plan.what is What.REMOVED and entry is not None and entry.status == Entry.Status.WITHDRAWN:
        raise Refused("over", round_words.has_left(plan.seat))


def _opponent_fault(on: Ground, plan: DayPlan) -> Fault | None:
    """What is wrong with the person named to get an awarded game; None if nothing is."""
    if not on.has_plan:
        if plan.opponent not in on.seats:
            return Fault("opponent", "invalid", round_words.award_needs_opponent())
        removed = plan.what is What.REMOVED
        message = round_words.removal_to_another(plan.seat) if removed else round_words.award_to_another(plan.seat)
        return Fault("opponent", "invalid", message) if plan.opponent == plan.seat else None
    planned = on.awarded_to(plan)
    if not plan.opponent or planned in (None, plan.opponent):
        return None
    return Fault("opponent", "invalid", round_words.award_by_the_plan(plan.seat, plan.first, planned or ""))


def _course_faults(on: Ground, plan: DayPlan) -> list[Fault]:
    if plan.table not in on.held:
        return [
            Fault(
                "table", "invalid", _("There is no such table. Tables are %(tables)s.") % {"tables": ", ".join(on.held)}
            )
        ]
    last = on.games_of(plan.table)
    if not 1 <= plan.game <= last:
        return [out_of_range("game", 1, max(last, 1))]
    numbers = sorted(number for pair in plan.met for number in pair)
    there = sorted(number for pair in round_reads.planned_pairs(on, plan.table, plan.game) for number in pair)
    if numbers != there:
        missing = sorted({*there} - {*numbers})
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        message = _("Everybody of the table sits somewhere, once, the empty seats too.")
        if twice:
            message += " " + _("Twice: %(numbers)s.") % {"numbers": ", ".join(map(str, twice))}
        if missing:
            message += " " + _("Missing: %(numbers)s.") % {"numbers": ", ".join(map(str, missing))}
        return [Fault("met", "invalid", message)]
    ways = [way_on.way for way_on in round_reads.ways_on(on, plan)]
    if not ways:
        return [
            Fault("met", "invalid", _("This is how the plan has it: nobody met anybody else, and nothing changes."))
        ]
    if plan.way not in ways:
        return [Fault("way", "invalid", _("Choose how the table goes on: %(ways)s.") % {"ways": ", ".join(ways)})]
    return []


def _refuse_other_game(event: Event, read: Read) -> None:
    """Raise Refused `stale` if another game is on by now than when it was read."""
    if read is None or "game" not in read or read["game"] == event.game_now:
        return
    raise Refused("stale", round_words.other_game_on(event.game_now, read["game"]), current={"game": event.game_now})


def _refuse_before_or_after(event: Event) -> None:
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet, so no game can be on. Draw them first."))
    refuse_posted(event)


def refuse_own_win(event: Event, winner: str | None, actor: Actor) -> None:
    """Refuse that people award a game to themselves or undo an award of theirs: Forbidden (`own_card`)."""
    if winner is not None:
        refuse_own_card(actor, event.entries.with_people().filter(**_at(winner)))


def _is_announced(event: Event) -> bool:
    """Whether first deals are known beyond a call that was taken back: from cards, paper or changes of the day."""
    return (
        event.cards_begun_at is not None
        or event.day_changes.filter(undone_at=None).exists()
        or event.printed_sheets.filter(kind__in=WITH_FIRST_DEALS).exists()
    )


def _at(text: str) -> dict[str, Any]:
    seat = parse_seat(text)
    return {"table": seat.table, "seat_number": seat.number}


def _leaves(event: Event, seat: str) -> QuerySet[DayChange]:
    """The departures and removals in force for this seat."""
    gone = Q(kind=DayChange.Kind.AWAY, data__last=None) | Q(kind=DayChange.Kind.REMOVED)
    return event.day_changes.filter(gone, undone_at=None, data__seat=seat)


def _give_status(entry: Entry, status: str, reason: str) -> dict[str, Any]:
    """Write the status, and return the old and new one by the entrant's number for the log."""
    before = {str(entry.number): [entry.status, entry.status_reason]}
    change(entry, {"status": status, "status_reason": reason})
    return {"before": before, "after": {str(entry.number): [status, reason]}}


def _record(
    event: Event,
    actor: Actor,
    action: str,
    subject: tuple[str, str],
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    reason: str = "",
) -> None:
    audit.record(event=event, actor=actor, action=action, subject=subject, before=before, after=after, reason=reason)
    event.touch()
