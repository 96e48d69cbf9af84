"""Corrections of how somebody is written: name, ACC number and club, before and after the draw."""

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
    """Correct name, ACC number and club of an entrant, in every event where the person has the same name and number.

    Returns the corrected entries; empty if nothing differs. The person's record is corrected as well, but only its club
    if the person plays in another tournament too. The club is always the one given last.

    Raises Malformed if name, number or club has a fault, or if there is no reason although one of these events has
    drawn seats. Raises Forbidden `own_card` if the entry is the actor's own and the event's cards have begun. Raises
    Overwriting if name, number or club changed since `read`.
    """
    tournament = locked_tournament(entry.event.tournament)
    entry = Entry.objects.select_related("player", "event").get(pk=entry.pk)
    player, club_before = entry.player, entry.player.club
    values = settled(
        {"name": name, "acc_number": acc_number, "club": club},
        read=read,
        now={"name": entry.name, "acc_number": entry.acc_number, "club": club_before},
        of=Written(entry.event, ("entrant", str(entry.number))),
        actor=actor,
    )
    name, acc_number, club = values["name"], values["acc_number"], values["club"]
    same_entries = player.entries.filter(event__tournament=tournament, name=entry.name, acc_number=entry.acc_number)
    entries = list(same_entries.select_related("player", "event").order_by("event", "number"))
    events = {same_entry.event_id: Event.objects.locked(same_entry.event) for same_entry in entries}
    refuse_own_card(actor, [same_entry for same_entry in entries if events[same_entry.event_id].cards_begun_at])
    faults = entrant_faults([EntrantPlan(name, acc_number, club=club)])
    needs_reason = any(event.is_seated for event in events.values())
    raise_malformed(
        [
            *(replace(fault, field=fault.field.removeprefix("0.")) for fault in faults),
            *text_faults("reason", reason, MAX_REASON, required=needs_reason),
        ]
    )
    written = {"name": name, "acc_number": acc_number}
    if club == club_before and not any(ENTRY.difference(entry, written)):
        return []
    change(player, {"club": club} if plays_elsewhere(entry) else {**written, "club": club})
    for same_entry in entries:
        before, after = ENTRY.difference(same_entry, written)
        if after:
            change(same_entry, after)
        if club != club_before:
            before, after = {**before, "club": club_before}, {**after, "club": club}
        same_entry.player = player
        event = events[same_entry.event_id]
        audit.record(
            tournament=tournament,
            event=event,
            actor=actor,
            action="entrant.corrected",
            subject=("entrant", str(same_entry.number)),
            before=before,
            after=after,
            reason=reason,
        )
        event.touch()
    return entries
