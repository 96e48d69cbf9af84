"""Whether somebody plays: no-shows, withdrawals and returns."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.logged import ENTRY
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import change, refuse_posted
from tournaments.day.actions.awards import Awards
from tournaments.day.actions.dealing import Basis, announce_deals, deal_anew
from tournaments.day.actions.departing import come_back, drop_change, keep_apart
from tournaments.day.actions.exchanging import exchange
from tournaments.day.actions.meeting_again import end_needless_meeting_again
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import GivesBack, Ground, gives_back, ground, noted_of, place_taken
from tournaments.day.reads.taking_back import dealt_before_no_show, plays_from
from tournaments.day.words import late as tournament_late_words
from tournaments.day.words import round as round_words
from tournaments.errors import Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rotation.rules.day import plays_on


def refuse_noted(on: Ground, seat: str) -> None:
    """Refuse whoever has this seat as a no-show where something of the day is noted for them: Refused `not_ready`, naming it."""
    if noted := noted_of(on, seat) if seat else []:
        names = {one.seat: one.name for one in on.event.entries.filter(table__isnull=False)}
        spread = on.event.records_spread
        told = [
            round_words.day_change(
                kind,
                table,
                data,
                names,
                edition=on.event.edition,
                records_spread=spread,
                substitute=plays_on(noted, kind, data),
            )
            for kind, table, data in noted
        ]
        raise Refused("not_ready", round_words.undo_before_no_show(told))


@transaction.atomic
def set_status(
    *, entry: Entry, status: str, reason: str, read: Read = None, deals: Basis | None = None, actor: Actor
) -> Entry:
    """Mark an entrant as no-show or withdrawn, or take that back (`playing`), with the reason.

    A no-show leaves the quota's count, its seat stays empty and moves; where people moved up for one who plays after all,
    they go back as far as that can be (`tournaments.day.reads.round.gives_back`), and once games were called or typed without them they play from
    the next one on, as a late entry; that people meet again ends with it where nobody needs it any more. Whoever withdrew counts, the card stands. Raises
    Malformed (unknown status, no reason), Forbidden (`own_card`), Refused `posted`, `begun` (a no-show has no card, this one has games on it),
    `not_ready` (something of the day is noted for a no-show, or they were removed from play: that is undone on the page of the round),
    `not_seated` (nobody withdraws before the draw), `closed` (the seat is somebody else's by now), `impossible` (no game is left to play).
    First deals to come are announced anew, on the basis `deals` where this is a part of an act. Overwriting where status or
    reason is another one than was `read`.
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.select_related("player", "event").get(pk=entry.pk)
    # Withdrawn, a card is complete as it stands: that is not for its own player to say.
    refuse_own_card(actor, [entry])
    faults = text_faults("reason", reason, MAX_REASON, required=status != Entry.Status.PLAYING)
    if status not in Entry.Status.values:
        faults.append(unknown("status", Entry.Status.values))
    raise_malformed(faults)
    refuse_posted(event)
    stored_reason = "" if status == Entry.Status.PLAYING else reason
    refuse_overwriting(
        {"status": status, "reason": stored_reason},
        read=read,
        now={"status": entry.status, "reason": entry.status_reason},
        of=Written(event, ("entrant", str(entry.number)), {"reason": "status_reason"}),
        actor=actor,
    )
    if (entry.status, entry.status_reason) == (status, stored_reason):
        return entry
    if status == Entry.Status.WITHDRAWN and not event.is_seated:
        raise Refused("not_seated", _("Seats are not drawn yet: take the entrant off the list instead."))
    if status == Entry.Status.NO_SHOW:
        refuse_games(entry)
    if event.is_seated and not entry.seat:
        raise Refused(
            "closed",
            _("Seats are drawn and this entrant has none any more. Give them a free one, as a late entry."),
        )
    on = ground(event)
    if status == Entry.Status.NO_SHOW:
        refuse_noted(on, entry.seat)
    if status == Entry.Status.PLAYING and (number := on.removal(entry.seat)) is not None:
        raise Refused("not_ready", round_words.undo_removal_first(entry.name, number))
    back, first = GivesBack(), None
    if event.is_seated and entry.status == Entry.Status.NO_SHOW and status == Entry.Status.PLAYING:
        refuse_place_taken(event, entry)
        back, first = gives_back(event, entry), first_game_of_return(event, entry)
        deals = Basis(first - 1 if first else event.game_now or 0, dealt_before_no_show(event, entry))
    elif deals is None:
        deals = Basis(event.game_now or 0, event.dealt_by)
    if event.is_played and on.has_plan:
        announce_deals(event)
    awards = Awards(event)
    before, after = ENTRY.difference(entry, {"status": status, "status_reason": stored_reason})
    change(entry, after)
    # Whoever comes back later than to the first game brings a change of the day, and first deals are announced anew with it.
    dealt_before, dealt = deal_anew(event, deals) if first is None else ({}, {})
    audit.record(
        event=event,
        actor=actor,
        action="entrant.status-set",
        subject=("entrant", str(entry.number)),
        before=before | dealt_before,
        after=after | dealt | (awards.since() if first is None else {}),
        reason=reason,
    )
    event.touch()
    for one, other in back.exchanges:
        exchange(event, one, other, reason=reason, deals=deals, actor=actor)
    if back.exchanges:
        entry.refresh_from_db(fields=["table", "seat_number"])
    if first is not None:
        come_back(event=event, seat=entry.seat, first=first, reason=reason, deals=deals, actor=actor)
    elif back.course is not None:
        drop_change(event=event, number=back.course, reason=reason, deals=deals, actor=actor)
    if event.is_seated:
        gone = entry.number if status == Entry.Status.NO_SHOW else None
        keep_apart(event=event, on=on, reason=reason, no_show=gone, deals=deals, actor=actor)
    if status == Entry.Status.PLAYING:
        end_needless_meeting_again(event=event, reason=reason, deals=deals, actor=actor)
    return entry


def first_game_of_return(event: Event, entry: Entry) -> int | None:
    """From which game a no-show plays who turns up after all; None where that is the first one. Raises Refused `impossible`
    where no game is left."""
    first = plays_from(event, entry)
    if first is not None and first > schedule_reads.rounds(event):
        raise Refused("impossible", tournament_late_words.last_game_is_on(first - 1))
    return first


def refuse_place_taken(event: Event, entry: Entry) -> None:
    """Refuse that somebody plays on in a place that a late entry has since: `closed`."""
    taken = place_taken(event, entry.seat)
    if taken is not None:
        raise Refused("closed", round_words.place_is_taken(entry.name, taken.data["seat"], taken.number))


def refuse_games(entry: Entry) -> None:
    """Refuse that somebody with games on the card has played none: `begun`."""
    if Entry.objects.filter(pk=entry.pk, scorecard__lines__isnull=False).exists():
        raise Refused(
            "begun",
            _("%(seat)s has games on the card, so somebody has played. Mark the entrant as withdrawn.")
            % {"seat": entry.seat},
        )
