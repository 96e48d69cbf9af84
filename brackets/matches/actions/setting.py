"""Set the tables and starts of matches, singly or for a whole round.

Every function runs in a transaction that holds the event's lock.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from brackets.access import own_entry
from brackets.matches.actions.guards import match_values_now, refuse_bye
from brackets.models import Bracket, Match
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read, Written, refuse_overwriting, settled
from tournaments.actions.rows import change
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Event
from tournaments.models.people import with_people


@dataclass(frozen=True, slots=True)
class RoundSet:
    """How many matches an act on a round changed, and the numbers of the actor's own matches, which it left out."""

    changed: int
    own_numbers: tuple[int, ...] = ()


def set_on_match(
    event: Event,
    row: Match,
    values: Mapping[str, Any],
    *,
    logged: audit.Logged,
    read: Read = None,
    action: str,
    message_if_won: str,
    actor: Actor,
) -> Match:
    """Set these values on the match.

    Raises Refused `over` if the match is a bye, or if it is won (with `message_if_won`).
    Raises Overwriting if a current value differs from `read`.
    """
    refuse_bye(event, row)
    written = Written(event, ("match", str(row.number)), find=lambda name: last_set_on_match(event, row.number, name))
    refuse_overwriting(values, read=read, now=logged.values(row, *values), of=written, actor=actor)
    before, after = logged.difference(row, values)
    if not after:
        return row
    if row.winner_id is not None:
        raise Refused("over", message_if_won, current=match_values_now(event, row))
    change(row, after)
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("match", str(row.number)),
        before=before,
        after=after,
    )
    event.touch()
    return row


def last_set_on_match(event: Event, number: int, name: str) -> AuditEntry | None:
    """The latest row of the log that set the table or time (`name`) of a match, singly or with its round."""
    singly = Q(subject_kind="match", subject_key=str(number), after__has_key=name)
    round_action = {"table": "round.placed", "scheduled_at": "round.scheduled"}.get(name)
    with_round = Q(action=round_action, after__has_key=str(number))
    return AuditEntry.objects.filter(singly | with_round, event=event).order_by("-pk").first()


def presumed_read(event: Event, rows: Sequence[Match], name: str, empty: str | None, actor: Actor) -> dict[int, Any]:
    """What counts as read by an actor who sent no read values: the value of `name` for each match, by number.

    It is the current value if the actor set it last or nobody set it since the draw, else `empty`. One query.
    """
    round_action = {"table": "round.placed", "scheduled_at": "round.scheduled"}[name]
    numbers = {str(row.number) for row in rows}
    trail = AuditEntry.objects.filter(event=event).filter(
        Q(subject_kind="match", subject_key__in=numbers, after__has_key=name) | Q(action=round_action)
    )
    last_setters: dict[str, tuple[str, str]] = {}
    for action, number, after, kind, key in trail.order_by("pk").values_list(
        "action", "subject_key", "after", "actor_kind", "actor_key"
    ):
        numbers_set = (after or {}) if action == round_action else (number,)
        last_setters |= dict.fromkeys(numbers_set, (kind, key))
    this_actor = actor.kind, actor.key
    return {
        row.number: getattr(row, name) if last_setters.get(str(row.number), this_actor) == this_actor else empty
        for row in rows
    }


def open_matches(event: Event, round_number: int, *, message_if_won: str) -> list[Match]:
    """The matches of a round that are not won yet, with their players.

    Raises Http404 if there is no such round.
    Raises Refused `no_bracket` if the bracket is not drawn, `over` (with `message_if_won`) if every match is won.
    """
    if not Bracket.objects.filter(event=event).exists():
        raise Refused("no_bracket", _("The bracket is not drawn yet. Draw it first."))
    rows = Match.objects.select_related(*with_people("top__player", "bottom__player")).select_for_update(of=("self",))
    round_rows = list(rows.filter(bracket__event=event, round=round_number).order_by("number"))
    if not round_rows:
        raise Http404(_("There is no round %(number)s: the bracket is smaller.") % {"number": round_number})
    open_rows = [row for row in round_rows if row.winner_id is None]
    if not open_rows:
        raise Refused("over", message_if_won)
    return open_rows


def own_matches(rows: Sequence[Match], actor: Actor) -> list[Match]:
    """The matches in which the actor plays, out of these."""
    return [row for row in rows if own_entry(actor.user, row)]


def settled_on_round(
    event: Event,
    rows: Sequence[Match],
    name: str,
    values_by_number: Mapping[int, Any],
    *,
    read: Mapping[int, Any] | None,
    always: Collection[int],
    actor: Actor,
) -> dict[int, Any]:
    """The values of `name` to set on matches of a round, by match number.

    A match keeps its current value if the new value equals the one in `read`, unless its number is in `always`. Raises
    Overwriting (`tables.N`, `times.N`) if the value of a match to be changed differs from the one in `read`.
    """
    lead = {"table": "tables", "scheduled_at": "times"}[name]

    def by_field(values: Mapping[int, Any]) -> dict[str, Any]:
        return {f"{lead}.{number}": value for number, value in values.items()}

    merged = settled(
        by_field(values_by_number),
        read=None if read is None else by_field(read),
        now=by_field({row.number: getattr(row, name) for row in rows}),
        of=Written(
            event,
            ("round", str(rows[0].round)),
            find=lambda field: last_set_on_match(event, int(field.removeprefix(f"{lead}.")), name),
        ),
        always=[f"{lead}.{number}" for number in always],
        actor=actor,
    )
    return {number: merged[f"{lead}.{number}"] for number in values_by_number}


def set_on_round(
    event: Event,
    round_number: int,
    rows: Sequence[Match],
    field_name: str,
    values_by_number: Mapping[int, Any],
    *,
    action: str,
    actor: Actor,
) -> int:
    """Set the field `field_name` of these matches of a playoff round, with one entry in the log.

    Returns how many matches changed.
    """
    changed = [
        row
        for row in rows
        if row.number in values_by_number and getattr(row, field_name) != values_by_number[row.number]
    ]
    if not changed:
        return 0
    before = {str(row.number): getattr(row, field_name) for row in changed}
    for row in changed:
        setattr(row, field_name, values_by_number[row.number])
    Match.objects.bulk_update(changed, [field_name])
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("round", str(round_number)),
        before=before,
        after={str(row.number): getattr(row, field_name) for row in changed},
    )
    event.touch()
    return len(changed)
