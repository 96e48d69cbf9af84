"""The events of a tournament, as their director plans and changes them."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, own_entries
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, telling_meanwhile
from tournaments.actions.rows import COLUMNS, EVENT, as_values, change_event_row, columns, plan_of, refuse_posted
from tournaments.day.reads.replanning import outlook_of_plan
from tournaments.day.reads.round import Outlook, ground
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
from tournaments.venue.actions.faults import hidden_faults, plan_faults, refuse_field, slug_taken, too_few_rounds
from tournaments.venue.words import events as events_words

_FIXED_BY_SEATS = frozenset({"games", "movement", "ladder_top", "rounds", "repeats_reason", "sit_outs_reason"})
_PLAYED_BY = frozenset({"games", "movement", "fixed_rounds", "deal"})
"""The columns that decide who meets whom in which game, and who deals first."""

FIXED_BY_CARDS = _FIXED_BY_SEATS | {"kind", "deal", "deal_procedure", "muggins", "records_spread", "ranking"}
"""The rules of a plan that freeze at the first card."""


@transaction.atomic
def add_event(*, tournament: Tournament, plan: EventPlan, actor: Actor) -> Event:
    """Add an event. Raises Malformed with every fault, and Refused `exists` if its slug is taken here."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    raise_malformed(plan_faults(plan, ""))
    refuse_field({"": plan})
    taken = Refused(
        "exists",
        _("This tournament has an event “%(slug)s” already. Give this one another short name.") % {"slug": plan.slug},
        faults=[slug_taken("slug", plan.slug)],
    )
    if tournament.events.filter(slug__iexact=plan.slug).exists():
        raise taken
    try:
        with transaction.atomic():
            event = Event.objects.create(tournament=tournament, **columns(plan))
    except IntegrityError as exc:
        raise taken from exc
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
    """Change fields of the plan, except its slug, or `hidden`. Raises Malformed with every fault.

    Refused:
    - `posted`: the qualifiers are posted; only `hidden` still changes, but the standings can no longer be held until
      posting.
    - `begun`: the first card freezes the `FIXED_BY_CARDS` (then only `exempt_plan` changes them), except for the number
      of games of a ladder, which cannot be less than are set up. `records_spread`
      freezes for good, then or once a player has sent a game by phone. While a game is on, the page of the round
      decides whether people meet again.
    - `impossible`: the drawn seats, or the expected entrants, do not allow it.
    - `stale`: while a game is on, `mark` is not that of the current outlook (`look_at_change`).

    Raises Overwriting if one of the `changes` is no longer as `read`, and Forbidden `own_card` if the actor plays here,
    cards are in, and `one_in` changes.
    """
    event = Event.objects.locked(event)
    changes = _not_over(event, changes, read, actor)
    # This comes first: later checks would blame the settings instead.
    if not event.cards_begun_at:
        _refuse_to_meet_others(event, changes.get("repeats_reason", event.repeats_reason))
    with telling_meanwhile(changes, read=read, now=_now(event), of=_written(event), actor=actor):
        after = _changes(event, changes, reason)
    if event.cards_begun_at and (frozen := [name for name in _plan_names(after) if name in _frozen(event)]):
        message = _(
            "The first card is written, so the rules stay as they were announced. To change one all the same, make an "
            "exemption and say why."
        )
        by_name = {name: events_words.spread_is_fixed() if name == "records_spread" else message for name in frozen}
        faults = [Fault(name, "begun", message_of_field) for name, message_of_field in by_name.items()]
        raise Refused("begun", faults[0].message, faults=faults)
    if "records_spread" in after and event.entries.filter(told_games__isnull=False).exists():
        message = events_words.spread_is_told()
        raise Refused("begun", message, faults=[Fault("records_spread", "begun", message)])
    if "one_in" in after:
        _refuse_own_card(event, actor)
    if mark is not None and (outlook := _outlook(event, after)) is not None and outlook.mark != mark:
        raise Refused("stale", with_last_change(events_words.plan_is_stale(), event))
    return change_event_row(event, after, reason=reason, actor=actor)


def _frozen(event: Event) -> frozenset[str]:
    """The rules that the first card has frozen; how many games a ladder has is decided on the day."""
    return FIXED_BY_CARDS - {"games"} if event.is_ladder else FIXED_BY_CARDS


def look_at_change(
    event: Event, changes: Mapping[str, Any], read: Read = None, actor: Actor | None = None
) -> tuple[Event, Outlook] | None:
    """Return the changed event, unsaved, and what the changes do to whose games while a game is on.

    None if they change nobody's games, if no game is on, or if a card is written. Raises as `change_event`.
    """
    changes = _not_over(event, changes, read, actor)
    if event.game_now is None or event.cards_begun_at:
        return None
    _refuse_to_meet_others(event, changes.get("repeats_reason", event.repeats_reason))
    with telling_meanwhile(changes, read=read, now=_now(event), of=_written(event), actor=actor):
        after = _changes(event, changes, "")
    outlook = _outlook(event, after)
    return (_with(event, after), outlook) if outlook is not None else None


def _not_over(event: Event, changes: Mapping[str, Any], read: Read, actor: Actor | None) -> Mapping[str, Any]:
    """Return the changes that do not overwrite what somebody else set since `read`."""
    return refuse_overwriting(changes, read=read, now=_now(event), of=_written(event), actor=actor)


def _now(event: Event) -> dict[str, Any]:
    return {**asdict(plan_of(event)), "hidden": chosen(event.hidden)}


def _written(event: Event) -> Written:
    return Written(event, ("event", event.slug), COLUMNS)


def _outlook(event: Event, after: Mapping[str, Any]) -> Outlook | None:
    """Return what these columns do to whose games while a game is on; None if nothing."""
    if event.game_now is None or not after.keys() & _PLAYED_BY:
        return None
    outlook = outlook_of_plan(event, _with(event, after))
    is_other = outlook.people or outlook.rounds_before != outlook.rounds_after or outlook.short
    return outlook if is_other else None


def _with(event: Event, after: Mapping[str, Any]) -> Event:
    """Return an unsaved copy of the event with these columns."""
    then = copy.copy(event)
    for name, value in after.items():
        setattr(then, name, value)
    return then


@transaction.atomic
def exempt_plan(*, event: Event, changes: Mapping[str, Any], read: Read = None, reason: str, actor: Actor) -> Event:
    """Change a rule that froze with the first card, as an exemption with a public reason.

    The caller has checked that the cards still fit. Whether a spread is recorded cannot be exempted (`begun`): the
    written cards have one or have none. Raises Malformed (no reason, or as `change_event`), Refused `posted` or
    `impossible`, Overwriting as `change_event`.
    """
    event = Event.objects.locked(event)
    changes = _not_over(event, changes, read, actor)
    if changes.get("records_spread", event.records_spread) != event.records_spread:
        message = events_words.spread_is_fixed()
        raise Refused("begun", message, faults=[Fault("records_spread", "begun", message)])
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    with telling_meanwhile(changes, read=read, now=_now(event), of=_written(event), actor=actor):
        after = _changes(event, changes, reason)
    return change_event_row(event, after, action="event.exempted", reason=reason, actor=actor)


def _refuse_to_meet_others(event: Event, reason: str) -> None:
    """Raise Refused (`begun`) if this reason for repeats changes who meets whom while a game is on."""
    if event.game_now is None or bool(reason) == bool(event.repeats_reason):
        return
    on = ground(event)
    if on.pairings() != on.because(reason).pairings():
        message = meeting_again_words.meet_again_on_the_round(event.game_now)
        raise Refused("begun", message, faults=[Fault("repeats_reason", "begun", message)])


def find_changed(event: Event, changes: Mapping[str, Any], read: Read = None, actor: Actor | None = None) -> Event:
    """Return an unsaved copy of the event with these changes. Raises as `change_event`, except for the freeze."""
    changes = _not_over(event, changes, read, actor)
    with telling_meanwhile(changes, read=read, now=_now(event), of=_written(event), actor=actor):
        after = _changes(event, changes, "")
    return _with(event, after)


def _changed_plan(event: Event, changes: Mapping[str, Any]) -> EventPlan:
    """Return the event's plan with these changes. Raises Malformed with the faults of the changed fields."""
    values = {name: value for name, value in changes.items() if name != "hidden"}
    plan = replace(plan_of(event), **values)
    faults = [fault for fault in plan_faults(plan, "") if fault.field in changes]
    if "rounds" not in changes and "games" in changes and plan.rounds is not None and plan.rounds < plan.games:
        faults.append(too_few_rounds("games", plan))
    raise_malformed([*faults, *hidden_faults(changes.get("hidden", ()))])
    return plan


def _changes(event: Event, changes: Mapping[str, Any], reason: str) -> dict[str, Any]:
    """Return what these changes would write, by column. Raises as `change_event`, except for the freeze."""
    plan = _changed_plan(event, changes)
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    refuse_field({"": plan})
    values = {COLUMNS.get(name, name): value for name, value in changes.items() if name != "expected"}
    if plan.records_spread != event.records_spread:
        # A ladder records no spread, even if only the movement was changed.
        values["records_spread"] = plan.records_spread
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
    """Raise Refused (`posted`) if standings are to be held until posting, but the qualifiers are posted."""
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

    Raises Malformed (`quota` outside 1 to 9999, no reason), Forbidden `own_card` (the actor plays here and cards are
    in), Refused `posted` or `impossible` (more than the seated players), Overwriting (number or reason is no longer as
    `read`).
    """
    event = Event.objects.locked(event)
    now = {"quota": event.quota_exemption, "reason": event.quota_reason}
    of = Written(event, ("event", event.slug), {"quota": "quota_exemption", "reason": "quota_reason"})
    refuse_overwriting({"quota": quota, "reason": reason}, read=read, now=now, of=of, actor=actor)
    faults = text_faults("reason", reason, MAX_REASON, required=quota is not None)
    if quota is not None and not 1 <= quota <= MAX_QUOTA:
        faults.append(out_of_range("quota", 1, MAX_QUOTA))
    raise_malformed(faults)
    refuse_posted(event)
    entrants = event.entries.playing().count()
    if quota is not None and event.is_seated and quota > entrants:
        message = _("%(quota)d cannot qualify out of %(entrants)s. Set a smaller number.") % {
            "quota": quota,
            "entrants": faults_words.count_entrants(entrants),
        }
        raise Refused(
            "impossible", message, faults=[Fault("quota", "impossible", message, rule_of("quota", event.edition))]
        )
    _refuse_own_card(event, actor)
    return change_event_row(
        event,
        {"quota_exemption": quota, "quota_reason": reason if quota is not None else ""},
        action="quota.exempted" if quota is not None else "quota.restored",
        reason=reason,
        actor=actor,
    )
