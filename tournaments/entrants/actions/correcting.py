"""Corrections of how somebody is written: name, ACC number and club, before and after the draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.logged import ENTRY
from tournaments.actions.overwriting import Read, Written, settled
from tournaments.actions.rows import change
from tournaments.entrants.actions.entrant_plans import (
    EntrantPlan,
    already_in,
    entrant_faults,
    number_faults,
    team_faults,
)
from tournaments.entrants.rules.teams import full_name, short_name
from tournaments.errors import Fault
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Entry, Event, Player
from tournaments.models.people import people_shown
from tournaments.money.actions.lines import locked_tournament
from tournaments.people.actions.people import part
from tournaments.reads.entries import is_elsewhere, plays_elsewhere
from tournaments.rules.naming import plain


class Named(NamedTuple):
    """How one of the two people of a team is written."""

    name: str
    acc_number: str


_IN_THE_LOG = {"first": "players", "second": "players", "first_number": "acc_numbers", "second_number": "acc_numbers"}


@transaction.atomic
def correct_entrant(
    *,
    entry: Entry,
    name: str,
    acc_number: str,
    club: str,
    players: Sequence[str] | None = None,
    acc_numbers: Sequence[str] | None = None,
    email: str | None = None,
    phone: str | None = None,
    reason: str = "",
    read: Read = None,
    actor: Actor,
) -> list[Entry]:
    """Correct name, ACC number and club of an entrant, in every event where the person has the same name and number.

    `players` and `acc_numbers` are the names and ACC numbers of the two people of a team in their order, None to leave
    them. They are the same people, written otherwise; a team that is called by their names is called by the new ones.
    `email` and `phone` are how the desk reaches them, None to leave them; the log says that they changed, and not from
    what to what. They are the same in all these entries afterwards. Returns the corrected entries; empty if nothing differs. The person's record is corrected as
    well, but only its club if the person plays in another tournament too. The club is always the one given last.

    Raises Malformed if one of the values has a fault, or if there is no reason although one of these events has drawn seats and
    more than `email` and `phone` changes. Raises Forbidden `own_card` if the entry is the actor's own and the event's cards have
    begun. Raises Overwriting if one of these values changed since `read`.
    """
    tournament = locked_tournament(entry.event.tournament)
    entry = Entry.objects.with_people().select_related("event").get(pk=entry.pk)
    player, club_before = entry.player, entry.player.club
    now = {"name": entry.known_name, "acc_number": entry.acc_number, "club": club_before}
    values = {"name": name, "acc_number": acc_number, "club": club}
    reach_now = {"email": entry.email, "phone": entry.phone}
    now |= reach_now
    values |= {key: value for key, value in (("email", email), ("phone", phone)) if value is not None}
    faults = _people_shape_faults(player, players, acc_numbers)
    if player.names and not faults:
        now |= people_shown(player)
        values |= _as_shown(player.names if players is None else players, acc_numbers or player.numbers)
    values = settled(
        values,
        read=read,
        now=now,
        of=Written(entry.event, ("entrant", str(entry.number)), _IN_THE_LOG | {"name": _column_of_name(entry)}),
        actor=actor,
    )
    name, acc_number, club = values["name"], values["acc_number"], values["club"]
    people = (
        [Named(values["first"], values["first_number"]), Named(values["second"], values["second_number"])]
        if ("first" in values)
        else []
    )
    if people and name == entry.known_name and name in _called_by(player.names):
        name = dict(zip(_called_by(player.names), _called_by([person.name for person in people]), strict=True))[name]
    is_written_so = Q(withheld_name=entry.known_name) | Q(withheld_name="", name=entry.known_name)
    same_entries = player.entries.filter(is_written_so, event__tournament=tournament, acc_number=entry.acc_number)
    entries = list(same_entries.with_people().select_related("event").order_by("event", "number"))
    events = {same_entry.event_id: Event.objects.locked(same_entry.event) for same_entry in entries}
    refuse_own_card(actor, [same_entry for same_entry in entries if events[same_entry.event_id].cards_begun_at])
    reach = {key: values.get(key, reach_now[key]) for key in reach_now}
    plan = EntrantPlan(name, acc_number, club=club, email=reach["email"], phone=reach["phone"])
    faults += [*entrant_faults([plan]), *_people_faults(entry, entries, people)]
    written = {"name": name, "acc_number": acc_number}
    people_before = {"players": player.names, "acc_numbers": player.numbers}
    people_after = {
        "players": [person.name for person in people],
        "acc_numbers": [person.acc_number for person in people],
    }
    otherwise = {key: value for key, value in people_after.items() if people and value != people_before[key]}
    renamed = [
        (person, given)
        for person, given in zip(player.people, people, strict=False)
        if (person.name, person.acc_number) != given
    ]
    is_written_as_before = (
        club == club_before and not renamed and (entry.known_name, entry.acc_number) == (name, acc_number)
    )
    # What the desk alone reads stands on no paper, so that nobody has to be told why it is another now.
    needs_reason = not is_written_as_before and any(event.is_seated for event in events.values())
    raise_malformed(
        [
            *(replace(fault, field=fault.field.removeprefix("0.")) for fault in faults),
            *text_faults("reason", reason, MAX_REASON, required=needs_reason),
        ]
    )
    if is_written_as_before and reach == reach_now:
        return []
    for person, given in renamed:
        if is_elsewhere(person.pk, tournament.pk):
            part(tournament, person, Player(**given._asdict(), club=person.club, user=person.user))
        else:
            change(person, given._asdict())
    change(player, {"club": club} if plays_elsewhere(entry) else {**written, "club": club})
    for same_entry in entries:
        before, after = ENTRY.difference(same_entry, {_column_of_name(same_entry): name, "acc_number": acc_number})
        reached = reach if reach != reach_now else {}
        reached = {key: value for key, value in reached.items() if value != getattr(same_entry, key)}
        if is_written_as_before and not reached:
            continue
        if after or reached:
            change(same_entry, after | reached)
        if reached:
            # The log is kept forever, so that it does not have the address itself.
            after = {**after, "reach": True}
        if club != club_before:
            before, after = {**before, "club": club_before}, {**after, "club": club}
        if renamed:
            before = {**before, **{key: people_before[key] for key in otherwise}}
            after = {**after, **otherwise}
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


def _column_of_name(entry: Entry) -> str:
    """The column that has the name; where it is withheld, `name` is a placeholder and stays."""
    return "withheld_name" if entry.withheld_name else "name"


def _as_shown(names: Sequence[str], numbers: Sequence[str]) -> dict[str, str]:
    """The names and numbers of two people, by the names of the values that a form shows."""
    return dict(zip(("first", "second", "first_number", "second_number"), (*names, *numbers), strict=True))


def _called_by(names: Sequence[str]) -> tuple[str, str]:
    """What a team of these people is called where nobody gave it a name."""
    return full_name(names), short_name(names)


def _people_shape_faults(player: Player, players: Sequence[str] | None, numbers: Sequence[str] | None) -> list[Fault]:
    """The faults of how many people are named, and of how they are written (`0.players.1`)."""
    if players is not None and len(players) != len(player.names):
        return [Fault("0.players", "invalid", _("A team stays two people, and one person stays one."))]
    names = player.names if players is None else players
    return [
        *team_faults("0.players", names if players is not None else ()),
        *number_faults("0.acc_numbers", numbers or (), names),
    ]


def _people_faults(entry: Entry, entries: Sequence[Entry], people: Sequence[Named]) -> list[Fault]:
    """The faults of corrected people of a team who are in one of these events already (`0.players.1`)."""
    if [person.name for person in people] == entry.player.names:
        return []
    events = {same_entry.event_id for same_entry in entries}
    others = Entry.objects.filter(event__in=events).exclude(player=entry.player).with_people()
    names_taken = {plain(name) for other in others for name in (other.player.names or [other.known_name])}
    return [
        Fault(f"0.players.{number}", "exists", already_in(person.name))
        for number, person in enumerate(people)
        if plain(person.name) in names_taken
    ]
