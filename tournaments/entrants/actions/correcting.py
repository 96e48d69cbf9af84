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
    """Correct how an entrant is written, in every event of the tournament in which the person is written the same way.

    Returns the corrected entries; nothing changes if all is so already. The person's record is corrected too; if they
    are known from another tournament only their club is, which is always the latest one given. Raises Malformed (a
    fault of name, number or club; no reason although the seats of one of these events are drawn), Forbidden
    (`own_card`, once its cards have begun), Overwriting if name, number or club changed since `read`.
    """
    tournament = locked_tournament(entry.event.tournament)
    entry = Entry.objects.with_people().select_related("event").get(pk=entry.pk)
    player, club_before = entry.player, entry.player.club
    values = settled(
        {"name": name, "acc_number": acc_number, "club": club},
        read=read,
        now={"name": entry.name, "acc_number": entry.acc_number, "club": club_before},
        of=Written(entry.event, ("entrant", str(entry.number))),
        actor=actor,
    )
    name, acc_number, club = values["name"], values["acc_number"], values["club"]
    alike = player.entries.filter(event__tournament=tournament, name=entry.name, acc_number=entry.acc_number)
    entries = list(alike.with_people().select_related("event").order_by("event", "number"))
    events = {same_entry.event_id: Event.objects.locked(same_entry.event) for same_entry in entries}
    refuse_own_card(actor, [same_entry for same_entry in entries if events[same_entry.event_id].cards_begun_at])
    faults = entrant_faults([EntrantPlan(name, acc_number, club=club)])
    seated = any(event.is_seated for event in events.values())
    raise_malformed(
        [
            *(replace(fault, field=fault.field.removeprefix("0.")) for fault in faults),
            *text_faults("reason", reason, MAX_REASON, required=seated),
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
