"""What is done about a person across events: a page shown or taken back, two records joined or taken apart."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.audit import write_log
from clubs.models import Member
from hall.people import words
from hall.people.access import refuse_joining
from hall.people.reads.joining import why_not
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Player
from tournaments.people.reads.persons import has_page, records_of


@transaction.atomic
def set_page(
    *, player: Player, shown: bool, entry: Entry | None = None, reason: str = "", on_word: bool = False, actor: Actor
) -> None:
    """Show the page of the person behind this player, or take it back. Repeating it changes nothing.

    `entry` is the entry at which it was said, for the log; by default the person's last one. `on_word`: a director does
    it, and `reason` says how the person agreed. Raises Malformed (`reason`) without that, Refused `impossible` for a team.
    """
    records = _locked([player.pk])
    if not records:
        raise Refused("impossible", words.is_team())
    if shown == has_page(records):
        return
    if shown and on_word and not reason.strip():
        raise Malformed(words.no_word(), faults=[Fault("reason", "required", words.no_word())])
    keys = [record.pk for record in records]
    before = max((record.page_agreed_at for record in records if record.page_agreed_at), default=None)
    now = timezone.now() if shown else None
    # It holds for every record, also once they are taken apart.
    Player.objects.filter(pk__in=keys).update(page_agreed_at=now)
    _record(
        [records],
        actor,
        "person.page-shown" if shown else "person.page-taken-back",
        [({"page_agreed_at": before}, {"page_agreed_at": now})],
        entry=entry,
        reason=reason.strip(),
    )


@transaction.atomic
def join_records(*, player: Player, other: Player, actor: Actor) -> Player:
    """Say that these two records are one person; return the record that stands for both. Repeating it changes nothing.

    Only `same_as` of one record is set, so that `take_apart` restores both. If the person has not agreed to a page for
    both, none is shown until they agree again. Raises Forbidden `role`, and Refused
    `impossible` with every reason why they cannot be one person.
    """
    _locked([player.pk, other.pk])
    one, two = records_of(player.pk), records_of(other.pk)
    if one and one == two:
        return one[0]
    refuse_joining(actor.user, [*one, *two])
    if faults := why_not(one, two):
        raise Refused("impossible", " ".join(faults))
    # The record that stands for others already stays; of two single ones it is the older.
    kept, joined = sorted([one, two], key=lambda records: (-len(records), records[0].pk))
    joined[0].same_as = kept[0]
    joined[0].save(update_fields=["same_as"])
    values: list[tuple[dict[str, object], dict[str, object]]] = [
        ({"same_as": None}, {"same_as": other_records[0].name}) for other_records in (joined, kept)
    ]
    _record([kept, joined], actor, "person.joined", values)
    return kept[0]


@transaction.atomic
def take_apart(*, player: Player, actor: Actor) -> None:
    """Undo the joining of this record to another one: both are again what they were. Repeating it changes nothing.

    Raises Forbidden `role`.
    """
    records = _locked([player.pk])
    joined = next((record for record in records if record.pk == player.pk and record.same_as_id), None)
    if joined is None:
        return
    refuse_joining(actor.user, records)
    joined.same_as = None
    joined.save(update_fields=["same_as"])
    kept = records[0]
    values: list[tuple[dict[str, object], dict[str, object]]] = [
        ({"same_as": other.name}, {"same_as": None}) for other in (joined, kept)
    ]
    _record([[kept], [joined]], actor, "person.taken-apart", values)


def _locked(keys: Sequence[int]) -> list[Player]:
    """The records of the people with these keys, locked until the transaction ends."""
    persons = {records[0].pk for records in map(records_of, keys) if records}
    rows = Player.objects.select_for_update().filter(Q(pk__in=persons) | Q(same_as__in=persons)).order_by("pk")
    return sorted(rows, key=lambda row: row.pk not in persons)


def _record(
    people: Sequence[Sequence[Player]],
    actor: Actor,
    action: str,
    values: Sequence[tuple[dict[str, object], dict[str, object]]],
    *,
    entry: Entry | None = None,
    reason: str = "",
) -> None:
    """Write a row of the log for each of these people where they played last, else in their club.

    Two people of one tournament have one row there, the first one's.
    """
    written = set()
    for records, (before, after) in zip(people, values, strict=True):
        keys = [record.pk for record in records]
        where = entry or Entry.objects.filter(player__in=keys).select_related("event__tournament").order_by("pk").last()
        member = None if where else Member.objects.filter(player__in=keys).select_related("club").order_by("pk").last()
        place = where.event.tournament if where else member.club if member else None
        if place is None or place in written:
            continue
        written.add(place)
        if where:
            audit.record(
                event=where.event,
                actor=actor,
                action=action,
                subject=("entrant", str(where.number)),
                before=before,
                after=after,
                reason=reason,
            )
            where.event.touch()
        elif member:
            write_log(
                club=member.club,
                actor=actor,
                action=action,
                subject=("member", str(member.pk)),
                before=before,
                after=after,
                reason=reason,
            )
