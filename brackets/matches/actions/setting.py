"""When and where matches are played, singly or by round; in a transaction that holds the event's lock."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from brackets.access import own_entry
from brackets.matches.actions.guards import current, refuse_bye
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
    """How many matches an act on a round changed, and the numbers of the actor's own, which it left alone."""

    changed: int
    own: tuple[int, ...] = ()


def set_on_match(
    event: Event,
    row: Match,
    values: Mapping[str, Any],
    *,
    logged: audit.Logged,
    read: Read = None,
    action: str,
    over: str,
    actor: Actor,
) -> Match:
    """Set these values on the match; `over` is the message once it is won. Overwriting where one differs from `read`."""
    refuse_bye(event, row)
    of = Written(event, ("match", str(row.number)), find=lambda name: last_set_on_match(event, row.number, name))
    refuse_overwriting(values, read=read, now=logged.values(row, *values), of=of, actor=actor)
    before, after = logged.difference(row, values)
    if not after:
        return row
    if row.winner_id is not None:
        raise Refused("over", over, current=current(event, row))
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
    """The row of the log that set the table or time of a match, alone or with its round."""
    alone = Q(subject_kind="match", subject_key=str(number), after__has_key=name)
    of_round = Q(
        action={"table": "round.placed", "scheduled_at": "round.scheduled"}.get(name), after__has_key=str(number)
    )
    return AuditEntry.objects.filter(alone | of_round, event=event).order_by("-pk").first()


def set_by_oneself(event: Event, rows: Sequence[Match], name: str, empty: str | None, actor: Actor) -> dict[int, Any]:
    """The values that an actor who has read nothing knows: their own, and `empty` for those others set since the draw.

    One query.
    """
    of_round = {"table": "round.placed", "scheduled_at": "round.scheduled"}[name]
    numbers = {str(row.number) for row in rows}
    trail = AuditEntry.objects.filter(event=event).filter(
        Q(subject_kind="match", subject_key__in=numbers, after__has_key=name) | Q(action=of_round)
    )
    last: dict[str, tuple[str, str]] = {}
    for action, number, after, kind, key in trail.order_by("pk").values_list(
        "action", "subject_key", "after", "actor_kind", "actor_key"
    ):
        last |= dict.fromkeys((after or {}) if action == of_round else (number,), (kind, key))
    own = actor.kind, actor.key
    return {row.number: getattr(row, name) if last.get(str(row.number), own) == own else empty for row in rows}


def open_matches(event: Event, round_number: int, *, over: str) -> list[Match]:
    """The matches of a round that are not won yet, with their players.

    Raises Http404 (no such round), Refused: `no_bracket`, `over` (none is left; the message is `over`).
    """
    if not Bracket.objects.filter(event=event).exists():
        raise Refused("no_bracket", _("The bracket is not drawn yet. Draw it first."))
    rows = Match.objects.select_related(*with_people("top__player", "bottom__player")).select_for_update(of=("self",))
    played = list(rows.filter(bracket__event=event, round=round_number).order_by("number"))
    if not played:
        raise Http404(_("There is no round %(number)s: the bracket is smaller.") % {"number": round_number})
    open_rows = [row for row in played if row.winner_id is None]
    if not open_rows:
        raise Refused("over", over)
    return open_rows


def own_of(rows: Sequence[Match], actor: Actor) -> list[Match]:
    """Those of these matches in which the actor plays."""
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
    """The values to set on matches of a round, by number. Values equal to `read` stay as they are now, except `always`.

    Raises Overwriting where the value of a match differs from what was read (`tables.N`, `times.N`).
    """
    lead = {"table": "tables", "scheduled_at": "times"}[name]

    def named(values: Mapping[int, Any]) -> dict[str, Any]:
        return {f"{lead}.{number}": value for number, value in values.items()}

    merged = settled(
        named(values_by_number),
        read=None if read is None else named(read),
        now=named({row.number: getattr(row, name) for row in rows}),
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
    name: str,
    values_by_number: Mapping[int, Any],
    *,
    action: str,
    actor: Actor,
) -> int:
    """Set these values by match number in one act. Returns how many matches changed."""
    changed = [
        row for row in rows if row.number in values_by_number and getattr(row, name) != values_by_number[row.number]
    ]
    if not changed:
        return 0
    before = {str(row.number): getattr(row, name) for row in changed}
    for row in changed:
        setattr(row, name, values_by_number[row.number])
    Match.objects.bulk_update(changed, [name])
    audit.record(
        event=event,
        actor=actor,
        action=action,
        subject=("round", str(round_number)),
        before=before,
        after={str(row.number): getattr(row, name) for row in changed},
    )
    event.touch()
    return len(changed)
