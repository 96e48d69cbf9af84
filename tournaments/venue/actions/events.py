"""Add events to a tournament, and change how they are played."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, own_entries
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, telling_meanwhile
from tournaments.actions.rows import COLUMNS, EVENT, as_values, change_event_row, columns, plan_of, refuse_posted
from tournaments.day.actions.moving_up import move_up
from tournaments.day.reads.replanning import outlook_of_plan
from tournaments.day.reads.round import Outlook, ground_of
from tournaments.day.reads.schedule import frames, playing_seats
from tournaments.day.words import meeting_again as meeting_again_words
from tournaments.errors import Fault, Forbidden, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults
from tournaments.models import MAX_REASON, Event, Tournament
from tournaments.models.lengths import MAX_QUOTA
from tournaments.plan import EventPlan
from tournaments.reads.set_by import with_last_change
from tournaments.rotation.rules import layout
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.citations import rule_of
from tournaments.rules.hiding import STANDINGS_UNTIL_POSTED, chosen, held_back
from tournaments.seating.actions import refuse_impossible, wider_frames
from tournaments.venue.actions.faults import (
    double_skunk_faults,
    hidden_faults,
    plan_faults,
    refuse_field,
    slug_taken,
    too_few_rounds,
)
from tournaments.venue.reads.plans import ladder_faults
from tournaments.venue.words import events as events_words

_FIXED_BY_SEATS = frozenset({"games", "movement", "ladder_top", "rounds", "repeats_reason", "sit_outs_reason"})
"""The fields of a plan that may change only to what the drawn seats allow."""

_PLAYED_BY = frozenset({"games", "movement", "fixed_rounds", "deal"})
"""The columns that decide who meets whom in which game, and who deals first."""

FIXED_BY_CARDS = _FIXED_BY_SEATS | {
    "kind",
    "deal",
    "deal_procedure",
    "muggins",
    "records_spread",
    "ranking",
    "skunk_from",
    "double_skunk_from",
}
"""The rules of a plan that freeze at the first card."""


@transaction.atomic
def add_event(*, tournament: Tournament, plan: EventPlan, actor: Actor) -> Event:
    """Add an event to a tournament.

    Raises Malformed with all faults. Raises Refused `exists` if the tournament has an event with this slug, and
    `impossible` if the expected entrants could not finish the games.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    raise_malformed(plan_faults(plan, ""))
    refuse_field({"": plan})
    if tournament.events.filter(slug__iexact=plan.slug).exists():
        raise _slug_exists(plan.slug)
    try:
        with transaction.atomic():
            event = Event.objects.create(tournament=tournament, **columns(plan))
    except IntegrityError as exc:
        raise _slug_exists(plan.slug) from exc
    audit.record(
        tournament=tournament,
        event=event,
        actor=actor,
        action="event.added",
        subject=("event", event.slug),
        after=as_values(plan),
    )
    event.touch()
    return event


def _slug_exists(slug: str) -> Refused:
    message = _("This tournament has an event “%(slug)s” already. Give this one another short name.") % {"slug": slug}
    return Refused("exists", message, faults=[slug_taken("slug", slug)])


@transaction.atomic
def change_event(
    *,
    event: Event,
    changes: Mapping[str, Any],
    read: Read = None,
    reason: str = "",
    mark: str | None = None,
    actor: Actor,
) -> Event:
    """Change fields of an event's plan, except the slug, or what is `hidden`.

    `mark` is the mark of the outlook that the user saw (`look_at_change`). A higher `max_entrants` gives places to those
    who wait; a lower one takes none away.

    Raises Malformed with all faults. Raises Overwriting if one of the `changes` changed since `read`. Raises Forbidden
    `own_card` if `one_in` changes while the actor plays in the event and cards have begun. Raises Refused:

    - `posted` if the qualifiers are posted. `hidden` may still change, but not to hold the standings until posting.
    - `begun` if a field of `FIXED_BY_CARDS` changes after the first card. Only `exempt_plan` changes such a field, and
      nothing changes `records_spread`. A ladder may get more games, but not fewer than are set up.
    - `begun` if `records_spread` changes after a player has sent a game by phone.
    - `begun` if a reason for repeats changes who meets whom while a game is on: the page of the round decides that.
    - `impossible` if the drawn seats or the expected entrants do not allow the change.
    - `stale` if a game is on and `mark` is not that of the present outlook.
    """
    event = Event.objects.locked(event)
    changes = _without_overwriting(event, changes, read, actor)
    # Check this first: later checks would give a reason that sends the director to the settings.
    if not event.cards_begun_at:
        _refuse_to_meet_others(event, changes.get("repeats_reason", event.repeats_reason))
    with telling_meanwhile(changes, read=read, now=_stored(event), of=_written(event), actor=actor):
        after = _changes(event, changes, reason)
    if event.cards_begun_at:
        names = _plan_names(after)
        # How many games a ladder has is decided on the day.
        _refuse_frozen([name for name in names if name != "games"] if event.is_ladder else names)
    if "records_spread" in after and event.entries.filter(told_games__isnull=False).exists():
        message = events_words.spread_is_told()
        raise Refused("begun", message, faults=[Fault("records_spread", "begun", message)])
    if "one_in" in after:
        _refuse_own_card(event, actor)
    if mark is not None:
        outlook = _outlook(event, after)
        if outlook is not None and outlook.mark != mark:
            raise Refused("stale", with_last_change(events_words.plan_is_stale(), event))
    event = change_event_row(event, after, reason=reason, actor=actor)
    if "max_entrants" in after:
        move_up(event=event, actor=actor)
    return event


def _refuse_frozen(names: Iterable[str]) -> None:
    """Raise Refused `begun` if one of these fields of a plan is in `FIXED_BY_CARDS`."""
    message = _(
        "The first card is written, so the rules stay as they were announced. To change one anyway, make "
        "an exemption and say why."
    )
    faults = [
        Fault(name, "begun", events_words.spread_is_fixed() if name == "records_spread" else message)
        for name in names
        if name in FIXED_BY_CARDS
    ]
    if faults:
        raise Refused("begun", faults[0].message, faults=faults)


def look_at_change(
    event: Event, changes: Mapping[str, Any], read: Read = None, actor: Actor | None = None
) -> tuple[Event, Outlook] | None:
    """Return the changed event, unsaved, and what the changes do to whose games while a game is on.

    None if no game changes, if no game is on, or if a card is written. Raises what `change_event` raises.
    """
    changes = _without_overwriting(event, changes, read, actor)
    if event.game_now is None or event.cards_begun_at:
        return None
    _refuse_to_meet_others(event, changes.get("repeats_reason", event.repeats_reason))
    with telling_meanwhile(changes, read=read, now=_stored(event), of=_written(event), actor=actor):
        after = _changes(event, changes, "")
    outlook = _outlook(event, after)
    return (_with(event, after), outlook) if outlook is not None else None


def _without_overwriting(
    event: Event, changes: Mapping[str, Any], read: Read, actor: Actor | None
) -> Mapping[str, Any]:
    """Return the changes to write. Raises Overwriting if they would undo what somebody else set since `read`."""
    return refuse_overwriting(changes, read=read, now=_stored(event), of=_written(event), actor=actor)


def _stored(event: Event) -> dict[str, Any]:
    """The stored values of the plan, and of `hidden` as the director chose it."""
    return {**asdict(plan_of(event)), "hidden": chosen(event.hidden)}


def _written(event: Event) -> Written:
    """Where the log says who last changed a field of the plan."""
    return Written(event, ("event", event.slug), COLUMNS)


def _outlook(event: Event, after: Mapping[str, Any]) -> Outlook | None:
    """Return what new values of columns do to whose games while a game is on; None if nothing changes."""
    if event.game_now is None or not after.keys() & _PLAYED_BY:
        return None
    outlook = outlook_of_plan(event, _with(event, after))
    changes_something = outlook.people or outlook.rounds_before != outlook.rounds_after or outlook.short
    return outlook if changes_something else None


def _with(event: Event, after: Mapping[str, Any]) -> Event:
    """Return an unsaved copy of the event with these values of columns."""
    changed = copy.copy(event)
    for name, value in after.items():
        setattr(changed, name, value)
    return changed


@transaction.atomic
def exempt_plan(*, event: Event, changes: Mapping[str, Any], read: Read = None, reason: str, actor: Actor) -> Event:
    """Change a rule that froze with the first card, as an exemption with a public reason.

    The caller has checked that the cards still fit. Raises Malformed if there is no reason. Raises Refused `begun` if
    `records_spread` changes, because the written cards have a spread or have none. Raises Malformed, Overwriting, and
    Refused `posted` or `impossible` as `change_event` does.
    """
    event = Event.objects.locked(event)
    changes = _without_overwriting(event, changes, read, actor)
    if changes.get("records_spread", event.records_spread) != event.records_spread:
        message = events_words.spread_is_fixed()
        raise Refused("begun", message, faults=[Fault("records_spread", "begun", message)])
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    with telling_meanwhile(changes, read=read, now=_stored(event), of=_written(event), actor=actor):
        after = _changes(event, changes, reason)
    return change_event_row(event, after, action="event.exempted", reason=reason, actor=actor)


def _refuse_to_meet_others(event: Event, reason: str) -> None:
    """Raise Refused `begun` if this reason for repeats changes who meets whom while a game is on."""
    if event.game_now is None or bool(reason) == bool(event.repeats_reason):
        return
    present = ground_of(event)
    if present.pairings() != present.because(reason).pairings():
        message = meeting_again_words.meet_again_on_the_round(event.game_now)
        raise Refused("begun", message, faults=[Fault("repeats_reason", "begun", message)])


def find_changed(event: Event, changes: Mapping[str, Any], read: Read = None, actor: Actor | None = None) -> Event:
    """Return an unsaved copy of the event with these changes.

    Raises what `change_event` raises, except for what the first card or a game that is on freezes.
    """
    changes = _without_overwriting(event, changes, read, actor)
    with telling_meanwhile(changes, read=read, now=_stored(event), of=_written(event), actor=actor):
        after = _changes(event, changes, "")
    return _with(event, after)


def _changed_plan(event: Event, changes: Mapping[str, Any]) -> EventPlan:
    """Return the event's plan with these changes. Raises Malformed with the faults of the changed fields."""
    plan_changes = {name: value for name, value in changes.items() if name != "hidden"}
    plan = replace(plan_of(event), **plan_changes)
    faults = [fault for fault in plan_faults(plan, "") if fault.field in changes]
    # A double skunk that stays and does not go with what changes is a fault of that.
    if "double_skunk_from" not in changes:
        faults += [replace(fault, field=cause) for cause, fault in double_skunk_faults(plan) if cause in changes]
    faults += ladder_faults(changes, plan.movement)
    # Too few rounds are a fault of `rounds`: if only the games change, name it there.
    only_games_change = "games" in changes and "rounds" not in changes
    if only_games_change and plan.rounds is not None and plan.rounds < plan.games:
        faults.append(too_few_rounds("games", plan))
    raise_malformed([*faults, *hidden_faults(changes.get("hidden", ()))])
    return plan


def _changes(event: Event, changes: Mapping[str, Any], reason: str) -> dict[str, Any]:
    """Return the values that these changes would write, by column, without those that stay the same.

    Raises what `change_event` raises, except for what the first card or a game that is on freezes.
    """
    plan = _changed_plan(event, changes)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    refuse_field({"": plan})
    values = {COLUMNS.get(name, name): value for name, value in changes.items() if name != "expected"}
    for name in ("records_spread", "skunk_from"):
        # A ladder records no spread and keeps the usual skunk, even if only the movement was changed.
        if getattr(plan, name) != getattr(event, name):
            values[name] = getattr(plan, name)
        else:
            values.pop(name, None)
    if "hidden" in values:
        values["hidden"] = held_back(values["hidden"], posted=event.posted_at is not None)
        _refuse_until_posted(event, values["hidden"])
    _before, after = EVENT.difference(event, values)
    if after.keys() - {"hidden"}:
        refuse_posted(event)
    if event.is_ladder and event.ladder_games and plan.games < len(event.ladder_games):
        message = events_words.ladder_is_further(len(event.ladder_games))
        raise Refused("begun", message, faults=[Fault("games", "begun", message)])
    if event.is_seated and _FIXED_BY_SEATS & set(_plan_names(after)):
        seats = playing_seats(event)
        refuse_impossible(plan, wider_frames(frames(event), layout.frames_for(seats)), seats)
    return after


def _refuse_until_posted(event: Event, hidden: Collection[str]) -> None:
    """Raise Refused `posted` if the standings are to be held back until posting, but the qualifiers are posted."""
    if event.posted_at and STANDINGS_UNTIL_POSTED in hidden:
        message = _(
            "The qualifiers are posted, so there is nothing to wait for. Choose “Standings” to hold them back until you show them."
        )
        raise Refused("posted", message, faults=[Fault("hidden", "posted", message)])


def _plan_names(columns: Mapping[str, Any]) -> list[str]:
    """Return the plan's field names for these columns, in the same order."""
    names = {column: name for name, column in COLUMNS.items()}
    return [names.get(column, column) for column in columns]


def _refuse_own_card(event: Event, actor: Actor) -> None:
    """Raise Forbidden (`own_card`) if the actor plays in this event and cards are in."""
    if event.cards_begun_at and own_entries(actor.user, event.tournament, event):
        raise Forbidden(
            "own_card",
            _(
                "You play in this event, and cards are in: how many qualify is set by another director. Where there is none, "
                "give somebody the role on the People page."
            ),
        )


@transaction.atomic
def exempt_quota(*, event: Event, quota: int | None, reason: str, read: Read = None, actor: Actor) -> Event:
    """Set how many qualify instead of one in `one_in` (rule 13.2.b), with a public reason; None ends that.

    With 0 nobody does, and no tie has to be broken. Raises Malformed if `quota` is not in 0 to 9999 or has no reason. Raises Forbidden `own_card` if the actor plays in
    the event and cards have begun. Raises Refused `posted` if the qualifiers are posted, and `impossible` if seats are
    drawn and `quota` is more than the people who play. Raises Overwriting if number or reason changed since `read`.
    """
    event = Event.objects.locked(event)
    stored = {"quota": event.quota_exemption, "reason": event.quota_reason}
    written = Written(event, ("event", event.slug), {"quota": "quota_exemption", "reason": "quota_reason"})
    refuse_overwriting({"quota": quota, "reason": reason}, read=read, now=stored, of=written, actor=actor)
    faults = text_faults("reason", reason, MAX_REASON, required=quota is not None)
    if quota is not None and not 0 <= quota <= MAX_QUOTA:
        faults.append(out_of_range("quota", 0, MAX_QUOTA))
    raise_malformed(faults)
    refuse_posted(event)
    entrants = event.entries.playing().count()
    if quota is not None and event.is_seated and quota > entrants:
        message = _("%(quota)d cannot qualify out of %(entrants)s. Set a smaller number.") % {
            "quota": quota,
            "entrants": faults_words.count_entrants(entrants),
        }
        fault = Fault("quota", "impossible", message, rule_of("quota", event.edition))
        raise Refused("impossible", message, faults=[fault])
    _refuse_own_card(event, actor)
    return change_event_row(
        event,
        {"quota_exemption": quota, "quota_reason": reason if quota is not None else ""},
        action="quota.exempted" if quota is not None else "quota.restored",
        reason=reason,
        actor=actor,
    )
