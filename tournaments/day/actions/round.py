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
from tournaments.money.actions.absent import settle_absence
from tournaments.money.actions.lines import locked_tournament
from tournaments.reads.set_by import with_last_change
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.day import day_of
from tournaments.rules.seat import parse_seat
from tournaments.words import undoing as undoing_words

MIN_MINUTES = 5
MAX_MINUTES = 120


@transaction.atomic
def call_game(*, event: Event, game: int | None, read: Read = None, actor: Actor) -> Event:
    """Make this game the current one. With None no game is on, as before the first and after the last one.

    Calling the current game again changes nothing, so two people who press at once call one game.

    Raises Malformed if there is no such game.
    Raises Refused `not_seated` or `posted`.
    Raises Refused `too_early` for a game of a ladder that is not set up yet.
    Raises Refused `stale` if the current game has changed since `read`.
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

    Raises Malformed for minutes out of range, Refused `posted`, Overwriting if the clock has changed since `read`.
    """
    event = Event.objects.locked(event)
    written = Written(event, ("event", event.slug))
    refuse_overwriting({"minutes": minutes}, read=read, now={"minutes": event.game_minutes}, of=written, actor=actor)
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

    Raises Refused `not_seated` or `posted`.
    Raises Refused `too_early` if no game is on.
    Raises Refused `stale` if the current game has changed since `read`.
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
    """Note that this table is done with the current game; with `done` False take that note back.

    Raises Refused `not_seated` or `posted`.
    Raises Refused `stale` if another game is on by now.
    Raises Refused `impossible` if nobody plays at such a table.
    """
    event = Event.objects.locked(event)
    _refuse_before_or_after(event)
    _refuse_other_game(event, {"game": game})
    tables = round_reads.round_now(event).tables
    table_state = next((state for state in tables if state.name == table), None)
    if table_state is None:
        raise Refused("impossible", _("Nobody plays at a table %(table)s.") % {"table": table})
    if (table_state.done_at is not None) == done:
        return
    action = "table.finished" if done else "table.finishing-taken-back"
    _record(event, actor, action, ("table", table), None, {"game": game})


@transaction.atomic
def change_day(*, event: Event, plan: DayPlan, reason: str, mark: str | None = None, actor: Actor) -> DayChange | None:
    """Adapt the schedule to what happened, as `note_day` does. Returns the stored change; None if none is stored."""
    return note_day(event=event, plan=plan, reason=reason, mark=mark, actor=actor)[0]


@transaction.atomic
def note_day(
    *,
    event: Event,
    plan: DayPlan,
    reason: str,
    mark: str | None = None,
    fee: str = "",
    rights: Rights | None = None,
    actor: Actor,
) -> tuple[DayChange | None, bool]:
    """Adapt the schedule to what happened. Returns the stored change, and whether the plan added anything.

    If a change with the same effect is in force already, nothing is written, whatever the reason and the mark. The
    change is None for a no-show, which is a status, and for meeting again alone. With `plan.meet_again` the reason
    becomes public.

    The same transaction also writes what follows from the change:
    - people move up into a no-show's seat;
    - a second departure of the same player undoes the first;
    - a player who leaves for good or is removed withdraws;
    - a player with a substitute counts as playing again.

    `mark` is an optimistic lock: the mark of the outlook that the user was shown. None skips the check.
    `fee` is what becomes of the fee of a no-show (`settle_absence`), with the `rights` of the actor; empty leaves the
    money alone.

    Raises Malformed with every fault of the plan, the reason and the fee.
    Raises Forbidden `own_card` if the change concerns the actor's own card or awards the actor a game.
    Raises Refused `not_seated` before the draw, `posted` once the qualifiers are posted.
    Raises Refused `movement` if the event has no plan to depart from.
    Raises Refused `begun` if written cards contradict the new schedule.
    Raises Refused `exists` if the player has lost their one game by award already.
    Raises Refused `exists` if the game is awarded, the player removed, or meeting again allowed already.
    Raises Refused `not_ready` if changes of the day are noted for the no-show.
    Raises Refused `over` if the player to remove has left already.
    Raises Refused `too_early` if the game in question is not called yet.
    Raises Refused `impossible` if meeting again gives nobody more games.
    Raises Refused `stands` if other changes depend on the corrected one.
    Raises Refused `stale` if the games that change differ from those behind `mark`.
    Raises what `settle_absence` raises about the fee. Then nothing is written.
    """
    if fee:
        # The tournament is locked before its event, as everywhere that money is written.
        locked_tournament(event.tournament)
    event = Event.objects.locked(event)
    faults = text_faults("reason", reason, MAX_REASON, required=True)
    if fee and plan.what is not What.NO_SHOW:
        faults.append(Fault("fee", "invalid", round_words.fee_of_no_show_alone()))
    raise_malformed(faults)
    in_force = round_reads.standing(event, plan)
    if is_in_force(event, plan, in_force, reason=reason, mark=mark):
        return in_force, False
    if in_force is not None:
        # Only this part of the request is new.
        plan = DayPlan(What.MEET_AGAIN, meet_again=True)
    # People may move up, and somebody else then has the seat.
    absent = event.entries.filter(**_seat_filter(plan.seat)).first() if fee and plan.seat else None
    stored = _note(event, plan, reason, mark, actor)
    if absent is not None:
        assert rights is not None  # whoever says what becomes of a fee says with which rights
        absent = event.entries.select_related("event__tournament", "player").get(pk=absent.pk)
        settle_absence(entry=absent, fee=fee, reason=reason, rights=rights, actor=actor)
    return stored or in_force, True


def is_in_force(event: Event, plan: DayPlan, in_force: DayChange | None, *, reason: str, mark: str | None) -> bool:
    """Whether everything the plan says is in force already.

    `in_force` is the stored change with the plan's effect, if any; no-shows and meeting again store none. Once people
    have moved up, somebody else holds the no-show's seat. The no-show is then in force only if `mark` is given and
    differs from the mark of a new outlook.
    """
    if plan.meet_again and round_reads.meeting_again_since(event) is None:
        return False
    if in_force is not None:
        return True
    if plan.what is What.MEET_AGAIN:
        return reason == event.repeats_reason
    if plan.what is not What.NO_SHOW:
        return False
    if not plan.way:
        return bool(plan.seat) and event.entries.filter(status=Entry.Status.NO_SHOW, **_seat_filter(plan.seat)).exists()
    if mark is None or not round_reads.moved_up_to(event, plan.seat):
        return False
    try:
        return look_ahead(event, plan)[1].mark != mark
    except Refused:
        return True


def _note(event: Event, plan: DayPlan, reason: str, mark: str | None, actor: Actor) -> DayChange | None:
    """Write the plan's change, which is not in force yet. Returns it; None if the plan stores no change.

    The caller has locked the event.
    """
    ground, outlook = look_ahead(event, plan)
    entry = event.entries.with_people().filter(**_seat_filter(plan.seat)).first() if plan.seat else None
    if entry is not None:
        refuse_own_card(actor, [entry])
    refuse_own_win(event, ground.awarded_to(plan), actor)
    refuse_misfits(outlook)
    if mark is not None and mark != outlook.mark:
        message = _("The changes are different now. Look at them again, then do it.")
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
    kind, data = round_reads.values_of(ground, plan)
    statuses: dict[str, Any] = {}
    # If a substitute plays on, the entrant does not withdraw.
    leaves_seat_empty = plan.what is What.LEAVES and round_reads.stand_in(ground, plan) is None
    withdraws = plan.what is What.REMOVED or leaves_seat_empty
    if entry is not None and withdraws and entry.status == Entry.Status.PLAYING:
        statuses = _give_status(entry, Entry.Status.WITHDRAWN, reason)
    elif entry is not None and plan.what is What.SUBSTITUTE and entry.status == Entry.Status.WITHDRAWN:
        statuses = _give_status(entry, Entry.Status.PLAYING, "")
    corrected_number = round_reads.corrected(ground, plan)
    stored = keep_change(
        event=event,
        kind=kind,
        table=plan.table or parse_seat(plan.seat).table,
        data=data,
        reason=reason,
        actor=actor,
        statuses=statuses,
        deals=deals,
        is_whole=corrected_number is None,
    )
    if corrected_number is not None:
        _undo_corrected(event, event.day_changes.get(number=corrected_number), reason, deals, actor)
    return stored


def _undo_corrected(event: Event, change: DayChange, reason: str, deals: Basis, actor: Actor) -> None:
    """Undo a departure that a new one has just corrected. The player remains withdrawn."""
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

    The opponent wins the `game` in progress by ten, and the player plays no game after it. `game` is None if the player
    is in no game. `reason` names the refused ruling. Without a plan `opponent` is the seat that gets the game.

    For the director and the head judge. Raises Forbidden `role`, and what `note_day` raises.
    """
    require(rights, Need.RULE)
    event = Event.objects.locked(event)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    if event.is_ladder and event.is_seated:
        # The team leaves after the game in progress, not out of it.
        begin_ladder(event)
    stored = _note(event, removal_plan(seat, game, opponent), reason, mark, actor)
    assert stored is not None  # a removal is kept as a change of the day
    return stored


def removal_plan(seat: str, game: int | None, opponent: str = "") -> DayPlan:
    """The plan of a removal from play, for `look_ahead` and `remove_from_play`."""
    return DayPlan(What.REMOVED, seat=seat, first=game or 0, opponent=opponent)


@transaction.atomic
def withdraw(*, entry: Entry, reason: str, rights: Rights, actor: Actor) -> Entry:
    """Note that somebody withdraws.

    While a game is on and more are to come, the player leaves before the next one, so that nobody meets an empty chair.

    Raises what `set_status` raises. While a game is on it also raises what `change_day` raises, Refused `stands` if a
    substitute plays on, and Forbidden `role`, because only the director says who leaves.
    """
    event = entry.event
    game_now = event.game_now or 0
    plays = entry.status == Entry.Status.PLAYING and entry.seat
    leaves_midway = plays and 0 < game_now < rounds(event) and round_reads.ground_of(event).has_plan
    if not leaves_midway:
        return set_status(entry=entry, status=Entry.Status.WITHDRAWN, reason=reason, actor=actor)
    require(rights, Need.DIRECT)
    plan = DayPlan(What.LEAVES, seat=entry.seat, first=game_now + 1)
    number = round_reads.stand_in(round_reads.ground_of(event), plan)
    if number is not None:
        substitute = event.day_changes.get(number=number).data
        message = round_words.stands_in(entry.seat, substitute["name"], substitute["from_game"], number)
        raise Refused("stands", message)
    change_day(event=event, plan=plan, reason=reason, actor=actor)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def play_on(*, entry: Entry, reason: str, rights: Rights, actor: Actor) -> Entry:
    """Let an entrant play on: take back the status, and undo the noted departure or removal if there is one.

    Raises what `set_status` raises. After a departure or removal it raises what `undo_day_change` raises, and Forbidden
    `role`.
    """
    # A substitute's own departure comes first, even if the player's departure was corrected later.
    departures = sorted(
        _departures_of(entry.event, entry.seat),
        key=lambda departure: (departure.data["first"] is None, departure.data["first"] or 0, departure.number),
    )
    change = departures[-1] if departures and entry.status == Entry.Status.WITHDRAWN else None
    if change is None:
        return set_status(entry=entry, status=Entry.Status.PLAYING, reason=reason, actor=actor)
    require(rights, Need.RULE if change.kind == DayChange.Kind.REMOVED else Need.DIRECT)
    undo_day_change(change=change, reason=reason or _("Plays on."), actor=actor)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def undo_day_change(*, change: DayChange, reason: str, mark: str | None = None, actor: Actor) -> DayChange:
    """Undo a change of the day, with the reason. The schedule then follows from the changes still in force.

    Games called since the change, or on which cards depend, do not change: a new change keeps the part of the old one
    that covers them (`tournaments.day.reads.taking_back.takes_back`). A late entrant becomes a no-show, and loses a
    seat that was added for them alone. Meeting again is forbidden if no game needs it any more.

    Raises Malformed without a reason.
    Raises Forbidden `own_card` if the change concerns the actor's own card or awarded the actor a game.
    Raises Refused `not_seated` before the draw, `posted` once the qualifiers are posted.
    Raises Refused `over` if the change is undone already.
    Raises Refused `stands` if a later change depends on it, or an award would revive beside a later one.
    Raises Refused `begun` if cards name opponents that these games would no longer have.
    Raises Refused `begun` if the late entrant has played, nothing is left to undo, or people would meet again.
    Raises Refused `stale` if the games that change differ from those behind `mark`.
    """
    event = Event.objects.locked(change.event)
    change = event.day_changes.get(pk=change.pk)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    undo = _look_back(event, change)
    entry = None
    seat = change.data.get("seat") or change.data.get("loser")
    if seat:
        entry = event.entries.with_people().filter(**_seat_filter(seat)).first()
    if entry is not None:
        refuse_own_card(actor, [entry])
    refuse_own_win(event, change.data.get("winner"), actor)
    refuse_misfits(undo.outlook)
    if mark is not None and mark != undo.outlook.mark:
        raise Refused("stale", with_last_change(round_words.undoing_is_stale(), event))
    # The kept changes are written first, so that the games already played are the same at every point of the log.
    deals = Basis(undo.outlook.played, undo.outlook.dealt)
    for kind, table, data in undo.kept:
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
    elif entry is not None and change.kind == DayChange.Kind.SUBSTITUTE and _departures_of(event, entry.seat).exists():
        statuses = _give_status(entry, Entry.Status.WITHDRAWN, reason)
    elif entry is not None and change.kind == DayChange.Kind.LATE:
        statuses = _give_status(entry, Entry.Status.NO_SHOW, reason)
    # Nobody keeps a seat that the table no longer has.
    vacated = _seats_lost(event) if "start" in change.data else {}
    event.entries.filter(number__in=vacated.values()).update(table=None, seat_number=None)
    dealt_before, dealt = deal_anew(event, deals)
    _record(
        event,
        actor,
        "day.change-undone",
        ("day-change", str(change.number)),
        {
            **DAY_CHANGE.values(change),
            **({"statuses": statuses["before"]} if statuses else {}),
            **({"vacated": vacated} if vacated else {}),
            **dealt_before,
        },
        {
            **({"statuses": statuses["after"]} if statuses else {}),
            **({"from_game": undo.outlook.kept_games[1] + 1} if undo.kept and undo.outlook.kept_games else {}),
            **dealt,
            **awards.since(),
        }
        or None,
        reason,
    )
    end_needless_meeting_again(event=event, reason=reason, deals=deals, actor=actor)
    return change


def _seats_lost(event: Event) -> dict[str, int]:
    """The held seats that lie beyond the present end of their table, with their entrants' numbers."""
    last = movements_rules.wider(frames(event), dict(day_of(day_changes(event).values()).courses))
    return {
        entry.seat: entry.number
        for entry in event.entries.filter(table__isnull=False)
        if parse_seat(entry.seat).number > last.get(parse_seat(entry.seat).table, 0)
    }


@transaction.atomic
def undo_no_show(*, entry: Entry, reason: str, mark: str | None = None, actor: Actor) -> Entry:
    """Let a no-show play after all, with the reason, at the seat that they still hold.

    People who moved up go back if their former seats are free. Meeting again is forbidden if no game needs it any more.
    If games were called or typed in the meantime, the no-show plays from the next one on, as a late entry.

    Raises Malformed without a reason.
    Raises Forbidden `own_card`.
    Raises Refused `over` if the entrant is no no-show any more.
    Raises Refused `closed` if somebody else has the seat or the place.
    Raises Refused `not_seated` before the draw, `posted` once the qualifiers are posted.
    Raises Refused `stands` if an award would revive beside a later one.
    Raises Refused `begun` if cards name opponents that these games would no longer have.
    Raises Refused `impossible` if no game is left.
    Raises Refused `stale` if the games that change differ from those behind `mark`.
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
    """Refuse a mix-up while no game is called and no card begun. Raises Refused `too_early`."""
    if not event.is_played:
        raise Refused("too_early", round_words.call_it_first(game))


def look_ahead(event: Event, plan: DayPlan) -> tuple[Ground, Outlook]:
    """The ground of this event, and what the plan would change for whom. Writes nothing.

    Raises what `note_day` raises about the plan itself: Malformed, and Refused `not_seated`, `posted`, `movement`,
    `exists`, `not_ready`, `over`, `too_early`, `impossible` or `stands`.
    """
    _refuse_before_or_after(event)
    ground = round_reads.ground_of(event)
    if not ground.has_plan and (plan.what not in round_reads.WITHOUT_PLAN or plan.meet_again):
        raise Refused("movement", round_words.nothing_to_change())
    if plan.what is What.AWARD and event.is_ladder:
        raise Refused("movement", round_words.no_award_on_ladder())
    raise_malformed(day_faults(ground, plan))
    if plan.what is What.NO_SHOW:
        refuse_noted(ground, plan.seat)
    if plan.what is What.COURSE:
        refuse_uncalled(event, plan.game)
    if plan.what in _ONLY_FOR_PLAYERS:
        _refuse_removed(ground, plan)
    corrected_number = round_reads.corrected(ground, plan)
    if corrected_number is not None:
        _refuse_uncorrectable(event, event.day_changes.get(number=corrected_number))
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
        award
        for award in ground.awards
        if award.loser == plan.seat and not award.is_removal and award not in ground.lapsed_awards
    )
    if plan.what is What.AWARD and any(lost):
        raise Refused(
            "exists",
            _("%(seat)s has lost one game by award already, and there is only one: say that they are away instead.")
            % {"seat": plan.seat},
        )
    winner = ground.awarded_to(plan)
    if winner is not None and (award := ground.award_in(plan.first, (plan.seat, winner))) is not None:
        removed = plan.what is What.REMOVED
        raise Refused("exists", round_words.awarded_already(award.game, award.winner, award.number, removed=removed))
    if plan.meet_again:
        refuse_needless(ground, round_reads.outlook(ground, replace(plan, meet_again=False)))
    return ground, round_reads.outlook(ground, plan)


def look_back(event: Event, change: DayChange) -> Outlook:
    """What undoing this change would change for whom. Writes nothing.

    Raises Refused `not_seated`, `posted`, `over` or `stands` as `undo_day_change` does.
    Raises Refused `begun` if the late entrant has played, nothing is left to undo, or people would meet again.
    """
    return _look_back(event, change).outlook


def _refuse_uncorrectable(event: Event, change: DayChange) -> None:
    """Refuse to correct a departure if it rerouted its table, or if another change depends on it: Refused `stands`."""
    number = change.number
    if "pairs" in change.data:
        raise Refused("stands", round_words.left_and_went_on(change.data["seat"], change.data["first"], number))
    _refuse_later(event, change)


def _look_back(event: Event, change: DayChange) -> TakesBack:
    """What undoing this change does. Raises what `look_back` raises."""
    _refuse_before_or_after(event)
    if change.undone_at is not None:
        raise Refused("over", _("This is undone already, by %(who)s.") % {"who": change.undone_by})
    _refuse_later(event, change)
    if change.kind == DayChange.Kind.LATE:
        entry = event.entries.filter(**_seat_filter(change.data["seat"])).first()
        if entry is not None:
            refuse_games(entry)
    undo = takes_back(event, change)
    if undo.refused:
        raise Refused("begun", undo.refused)
    refuse_second_award(event, undo.outlook)
    return undo


def _refuse_later(event: Event, change: DayChange) -> None:
    """Refuse to undo a change on which a later one depends. Raises Refused `stands`."""
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
    """What would change for whom if this no-show played after all and the people who moved up went back.

    Raises Refused `not_seated`, `posted`, `over`, `closed`, `impossible` or `stands` as `undo_no_show` does.
    """
    _refuse_before_or_after(event)
    if entry.status != Entry.Status.NO_SHOW:
        raise Refused("over", _("%(name)s is no longer a no-show.") % {"name": entry.known_name})
    if not entry.seat:
        raise Refused(
            "closed",
            _("The seat of %(name)s was given to somebody else since. Give them a free one on their page.")
            % {"name": entry.known_name},
        )
    refuse_place_taken(event, entry)
    first_game_of_return(event, entry)
    outlook = outlook_of_return(event, entry, round_reads.gives_back(event, entry))
    refuse_second_award(event, outlook)
    return outlook


def day_faults(ground: Ground, plan: DayPlan) -> list[Fault]:
    """Why this plan is impossible: a fault for each field at fault; empty if the plan is possible."""
    if plan.what is What.MEET_AGAIN:
        return []
    if plan.what is What.COURSE:
        return _course_faults(ground, plan)
    if plan.seat not in ground.seats:
        return [Fault("seat", "invalid", _("Nobody who plays has this seat. A seat is table and number, like A-7."))]
    faults = []
    # Leave out the departure that this plan corrects: it may have given the table another number of games.
    planned = round_reads.without_corrected(ground, plan).pairings()
    last = max((pairing.game for pairing in planned), default=0) or rounds(ground.event)
    if plan.what is What.SUBSTITUTE and (place_taker := round_reads.place_taken(ground.event, plan.seat)) is not None:
        message = round_words.place_is_taken(plan.seat, place_taker.data["seat"], place_taker.number)
        faults.append(Fault("seat", "invalid", message))
    wants_other_way = plan.what is What.NO_SHOW and plan.way
    if wants_other_way and (plan.way != round_reads.MOVE_UP or not round_reads.moves_up(ground, plan.seat)):
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
        players = Entry.objects.of(ground.event).playing().with_people().filter(table__isnull=False).in_seat_order()
        namesake = next(
            (
                player
                for player in players
                if any(is_same_name(name, plan.name) for name in (player.name, *player.player.names))
            ),
            None,
        )
        if namesake is not None:
            faults.append(Fault("name", "invalid", round_words.plays_already(f"{namesake.seat} {namesake.name}")))
        faults += _partner_faults(ground.event, plan)
    awards = plan.what is What.AWARD or (plan.what is What.REMOVED and plan.first)
    if awards and not faults:
        opponent_fault = _opponent_fault(ground, plan)
        faults += [opponent_fault] if opponent_fault is not None else []
    if plan.what is What.AWARD and not faults and ground.awarded_to(plan) is None:
        faults.append(
            Fault(
                "first",
                "invalid",
                _("%(seat)s meets nobody in game %(game)d, so there is nobody to award it to.")
                % {"seat": plan.seat, "game": plan.first},
            )
        )
    return faults


_ONLY_FOR_PLAYERS = frozenset({What.AWAY, What.LEAVES, What.SUBSTITUTE, What.REMOVED})
"""The kinds of plan that are refused for a player who was removed from play."""


def _refuse_removed(ground: Ground, plan: DayPlan) -> None:
    """Refuse a plan that needs the player to be there still.

    Raises Refused `exists` if the player was removed from play.
    Raises Refused `over` for a removal if the player has withdrawn.
    """
    number = ground.removal(plan.seat)
    if number is not None:
        raise Refused("exists", round_words.removed_already(plan.seat, number))
    entry = ground.event.entries.filter(**_seat_filter(plan.seat)).first()
    if plan.what is What.REMOVED and entry is not None and entry.status == Entry.Status.WITHDRAWN:
        raise Refused("over", round_words.has_left(plan.seat))


def _partner_faults(event: Event, plan: DayPlan) -> list[Fault]:
    """Why the substitute cannot play for this one of a team. Nobody needs to be named: both may be away."""
    if not plan.partner or round_reads.partner_of(event, plan) is not None:
        return []
    names = round_reads.people_at(event, plan.seat)
    return [Fault("partner", "unknown", round_words.for_whom(names) if names else round_words.no_team(plan.seat))]


def _opponent_fault(ground: Ground, plan: DayPlan) -> Fault | None:
    """Why the named opponent cannot get the awarded game; None if they can, or if nobody needs to be named."""
    if ground.has_plan or ground.event.is_ladder:
        planned_opponent = ground.awarded_to(plan)
        if not plan.opponent or planned_opponent is None or planned_opponent == plan.opponent:
            return None
        message = round_words.award_by_the_plan(plan.seat, plan.first, planned_opponent)
        return Fault("opponent", "invalid", message)
    if plan.opponent not in ground.seats:
        return Fault("opponent", "invalid", round_words.award_needs_opponent())
    if plan.opponent != plan.seat:
        return None
    is_removal = plan.what is What.REMOVED
    message = round_words.removal_to_another(plan.seat) if is_removal else round_words.award_to_another(plan.seat)
    return Fault("opponent", "invalid", message)


def _course_faults(ground: Ground, plan: DayPlan) -> list[Fault]:
    """Why this mix-up cannot have happened, or how its table cannot go on: table, game, boards or way; at most one."""
    if plan.table not in ground.frames:
        return [
            Fault(
                "table",
                "invalid",
                _("There is no such table. Tables are %(tables)s.") % {"tables": ", ".join(ground.frames)},
            )
        ]
    last = ground.games_of(plan.table)
    if not 1 <= plan.game <= last:
        return [out_of_range("game", 1, max(last, 1))]
    numbers = sorted(number for pair in plan.met for number in pair)
    expected = sorted(number for pair in round_reads.planned_pairs(ground, plan.table, plan.game) for number in pair)
    if numbers != expected:
        missing = sorted({*expected} - {*numbers})
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        message = _("Everybody of the table sits somewhere, once, the empty seats too.")
        if twice:
            message += " " + _("Twice: %(numbers)s.") % {"numbers": ", ".join(map(str, twice))}
        if missing:
            message += " " + _("Missing: %(numbers)s.") % {"numbers": ", ".join(map(str, missing))}
        return [Fault("met", "invalid", message)]
    ways = [way_on.way for way_on in round_reads.ways_on(ground, plan)]
    if not ways:
        return [Fault("met", "invalid", _("This is the plan: everybody met the right opponent, and nothing changes."))]
    if plan.way not in ways:
        return [Fault("way", "invalid", _("Choose how the table goes on: %(ways)s.") % {"ways": ", ".join(ways)})]
    return []


def _refuse_other_game(event: Event, read: Read) -> None:
    """Refuse if the current game is no longer the one in `read`. Raises Refused `stale`."""
    if read is None or "game" not in read or read["game"] == event.game_now:
        return
    raise Refused("stale", round_words.other_game_on(event.game_now, read["game"]), current={"game": event.game_now})


def _refuse_before_or_after(event: Event) -> None:
    """Raises Refused `not_seated` before the draw, `posted` once the qualifiers are posted."""
    if not event.is_seated:
        raise Refused("not_seated", _("The seats are not drawn yet, so no game can be on. Draw them first."))
    refuse_posted(event)


def refuse_own_win(event: Event, winner: str | None, actor: Actor) -> None:
    """Refuse that the actor awards themselves a game or undoes their own award. Raises Forbidden `own_card`."""
    if winner is not None:
        refuse_own_card(actor, event.entries.with_people().filter(**_seat_filter(winner)))


def _is_announced(event: Event) -> bool:
    """Whether first deals remain announced when a call is taken back: cards, printed sheets or changes show them."""
    return (
        event.cards_begun_at is not None
        or event.day_changes.filter(undone_at=None).exists()
        or event.printed_sheets.filter(kind__in=WITH_FIRST_DEALS).exists()
    )


def _seat_filter(text: str) -> dict[str, Any]:
    """The lookup that finds the entry at this seat."""
    seat = parse_seat(text)
    return {"table": seat.table, "seat_number": seat.number}


def _departures_of(event: Event, seat: str) -> QuerySet[DayChange]:
    """The departures and removals in force for this seat."""
    departures = Q(kind=DayChange.Kind.AWAY, data__last=None) | Q(kind=DayChange.Kind.REMOVED)
    return event.day_changes.filter(departures, undone_at=None, data__seat=seat)


def _give_status(entry: Entry, status: str, reason: str) -> dict[str, Any]:
    """Write the status. Returns the old and the new status with its reason, by entrant's number, for the log."""
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
