"""Names put right: how somebody is written, their ACC number and their club, before the draw and after it."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.logged import ENTRY
from tournaments.actions.overwriting import Read, Written, settled
from tournaments.actions.rows import change
from tournaments.entrants.actions.entrant_plans import EntrantPlan, entrant_faults
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.money.actions.lines import locked_tournament
from tournaments.reads.entries import plays_elsewhere


@transaction.atomic
def correct_entrant(
    *, entry: Entry, name: str, acc_number: str, club: str, reason: str = "", read: Read = None, actor: Actor
) -> list[Entry]:
    """Put right how an entrant is written, in every event of the tournament in which the person is written as here.

    The person is put right too, unless they are known from another tournament: then only their club is, which is what was
    said of it last. Saying what is there already changes nothing. Returns the entries that were put right. Raises
    Malformed (a fault of name, number or club; no reason although the seats of one of these events are drawn),
    Forbidden (`own_card`, once its cards have begun), Overwriting where name, number or club is another one than was `read`.
    """
    tournament = locked_tournament(entry.event.tournament)
    entry = Entry.objects.select_related("player", "event").get(pk=entry.pk)
    player, club_before = entry.player, entry.player.club
    said = settled(
        {"name": name, "acc_number": acc_number, "club": club},
        read=read,
        now={"name": entry.name, "acc_number": entry.acc_number, "club": club_before},
        of=Written(entry.event, ("entrant", str(entry.number))),
        actor=actor,
    )
    name, acc_number, club = said["name"], said["acc_number"], said["club"]
    alike = player.entries.filter(event__tournament=tournament, name=entry.name, acc_number=entry.acc_number)
    entries = list(alike.select_related("player", "event").order_by("event", "number"))
    events = {one.event_id: Event.objects.locked(one.event) for one in entries}
    refuse_own_card(actor, [one for one in entries if events[one.event_id].cards_begun_at])
    faults = entrant_faults([EntrantPlan(name, acc_number, club=club)])
    seated = any(event.is_seated for event in events.values())
    raise_malformed(
        [
            *(replace(fault, field=fault.field.removeprefix("0.")) for fault in faults),
            *text_faults("reason", reason, MAX_REASON, required=seated),
        ]
    )
    wanted = {"name": name, "acc_number": acc_number}
    if club == club_before and not any(ENTRY.difference(entry, wanted)):
        return []
    change(player, {"club": club} if plays_elsewhere(entry) else {**wanted, "club": club})
    for one in entries:
        before, after = ENTRY.difference(one, wanted)
        if after:
            change(one, after)
        if club != club_before:
            before, after = {**before, "club": club_before}, {**after, "club": club}
        one.player = player
        event = events[one.event_id]
        audit.record(
            tournament=tournament,
            event=event,
            actor=actor,
            action="entrant.corrected",
            subject=("entrant", str(one.number)),
            before=before,
            after=after,
            reason=reason,
        )
        event.touch()
    return entries
