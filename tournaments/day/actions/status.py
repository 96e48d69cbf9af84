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
from tournaments.day.words import late_entry as late_entry_words
from tournaments.day.words import round as round_words
from tournaments.errors import Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rotation.rules.day import plays_on


def refuse_noted(on: Ground, seat: str) -> None:
    """Refuse a no-show at this seat if changes of the day are noted for it: Refused `not_ready`, naming them."""
    if noted := noted_of(on, seat) if seat else []:
        names = {entry.seat: entry.name for entry in on.event.entries.filter(table__isnull=False)}
        spread = on.event.records_spread
        sentences = [
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
        raise Refused("not_ready", round_words.undo_before_no_show(sentences))


@transaction.atomic
def set_status(
    *, entry: Entry, status: str, reason: str, read: Read = None, deals: Basis | None = None, actor: Actor
) -> Entry:
    """Mark an entrant as no-show or withdrawn, or take that back (`playing`), with the reason.

    A no-show leaves the quota's count; the seat stays empty and still moves. When a no-show returns, people who moved
    up go back as far as possible (`tournaments.day.reads.round.gives_back`); if games were called or typed in the
    meantime, the no-show plays from the next one on, as a late entry; and meeting again ends if no longer needed. A
    withdrawn player counts, and the card stands. Later first deals are announced anew, on the basis `deals` if this is
    part of another act.

    Raises Malformed (unknown status, no reason), Forbidden (`own_card`), Refused `posted`, `begun` (a no-show has no
    card, this one has games on it), `not_ready` (the day has something noted for them, or they were removed from play:
    undo that on the round's page), `not_seated` (nobody withdraws before the draw), `closed` (the seat is somebody
    else's by now), `impossible` (no game is left to play), and Overwriting if status or reason changed since `read`.
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.with_people().select_related("event").get(pk=entry.pk)
    # The player must not decide that the card is complete as it stands.
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
    # A return after the first game makes a change of the day, which announces first deals anew.
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
    for first_seat, second_seat in back.exchanges:
        exchange(event, first_seat, second_seat, reason=reason, deals=deals, actor=actor)
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
    """The game from which a returning no-show plays; None if it is the first one.

    Raises Refused `impossible` if no game is left.
    """
    first = plays_from(event, entry)
    if first is not None and first > schedule_reads.rounds(event):
        raise Refused("impossible", late_entry_words.last_game_is_on(first - 1))
    return first


def refuse_place_taken(event: Event, entry: Entry) -> None:
    """Refuse a return to a place that a late entry has taken: `closed`."""
    taken = place_taken(event, entry.seat)
    if taken is not None:
        raise Refused("closed", round_words.place_is_taken(entry.name, taken.data["seat"], taken.number))


def refuse_games(entry: Entry) -> None:
    """Refuse a no-show for somebody with games on the card: `begun`."""
    if Entry.objects.filter(pk=entry.pk, scorecard__lines__isnull=False).exists():
        raise Refused(
            "begun",
            _("%(seat)s has games on the card, so somebody has played. Mark the entrant as withdrawn.")
            % {"seat": entry.seat},
        )
