"""Corrections of how somebody is written: name, ACC number and club, before and after the draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.logged import ENTRY
from tournaments.actions.overwriting import Read, Written, settled
from tournaments.actions.rows import change
from tournaments.entrants.actions.entrant_plans import EntrantPlan, already_in, entrant_faults, team_faults
from tournaments.errors import Fault
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event, Player
from tournaments.money.actions.lines import locked_tournament
from tournaments.people.actions.people import part
from tournaments.reads.entries import is_elsewhere, plays_elsewhere
from tournaments.rules.naming import plain


@transaction.atomic
def correct_entrant(
    *,
    entry: Entry,
    name: str,
    acc_number: str,
    club: str,
    players: Sequence[str] | None = None,
    reason: str = "",
    read: Read = None,
    actor: Actor,
) -> list[Entry]:
    """Correct name, ACC number and club of an entrant, in every event where the person has the same name and number.

    `players` are the names of the two people of a team in their order, None to leave them. They are the same people,
    written otherwise. Returns the corrected entries; empty if nothing differs. The person's record is corrected as
    well, but only its club if the person plays in another tournament too. The club is always the one given last.

    Raises Malformed if name, number, club or `players` has a fault, or if there is no reason although one of these
    events has drawn seats. Raises Forbidden `own_card` if the entry is the actor's own and the event's cards have
    begun. Raises Overwriting if name, number or club changed since `read`.
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
    same_entries = player.entries.filter(event__tournament=tournament, name=entry.name, acc_number=entry.acc_number)
    entries = list(same_entries.with_people().select_related("event").order_by("event", "number"))
    events = {same_entry.event_id: Event.objects.locked(same_entry.event) for same_entry in entries}
    refuse_own_card(actor, [same_entry for same_entry in entries if events[same_entry.event_id].cards_begun_at])
    faults = [*entrant_faults([EntrantPlan(name, acc_number, club=club)]), *_people_faults(entry, entries, players)]
    needs_reason = any(event.is_seated for event in events.values())
    raise_malformed(
        [
            *(replace(fault, field=fault.field.removeprefix("0.")) for fault in faults),
            *text_faults("reason", reason, MAX_REASON, required=needs_reason),
        ]
    )
    written = {"name": name, "acc_number": acc_number}
    names_before = player.names
    renamed = (
        []
        if players is None
        else [pair for pair in zip(player.people, players, strict=True) if pair[0].name != pair[1]]
    )
    if club == club_before and not renamed and not any(ENTRY.difference(entry, written)):
        return []
    for person, person_name in renamed:
        if is_elsewhere(person.pk, tournament.pk):
            part(
                tournament,
                person,
                Player(name=person_name, acc_number=person.acc_number, club=person.club, user=person.user),
            )
        else:
            change(person, {"name": person_name})
    change(player, {"club": club} if plays_elsewhere(entry) else {**written, "club": club})
    for same_entry in entries:
        before, after = ENTRY.difference(same_entry, written)
        if after:
            change(same_entry, after)
        if club != club_before:
            before, after = {**before, "club": club_before}, {**after, "club": club}
        if renamed:
            before, after = {**before, "players": names_before}, {**after, "players": list(players or ())}
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


def _people_faults(entry: Entry, entries: Sequence[Entry], players: Sequence[str] | None) -> list[Fault]:
    """The faults of the corrected names of a team's people, as those of a plan (`0.players.1`)."""
    if players is None:
        return []
    if len(players) != len(entry.player.names):
        return [Fault("0.players", "invalid", _("A team stays two people, and one person stays one."))]
    if faults := team_faults("0.players", players):
        return faults
    events = {same_entry.event_id for same_entry in entries}
    others = Entry.objects.filter(event__in=events).exclude(player=entry.player).with_people()
    there = {plain(name) for other in others for name in (other.player.names or [other.name])}
    return [
        Fault(f"0.players.{number}", "exists", already_in(name))
        for number, name in enumerate(players)
        if plain(name) in there
    ]
