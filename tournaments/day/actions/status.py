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
from tournaments.day.actions.moving_up import move_up, presence, tell_of_place
from tournaments.day.reads import schedule as schedule_reads
from tournaments.day.reads.round import GivesBack, Ground, gives_back, ground_of, noted_of, place_taken
from tournaments.day.reads.taking_back import dealt_before_no_show, plays_from
from tournaments.day.words import late_entry as late_entry_words
from tournaments.day.words import round as round_words
from tournaments.errors import Refused
from tournaments.faults import raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Entry, Event
from tournaments.rotation.rules.day import plays_on
from tournaments.rules.seat import seat_order

SET_BY_HAND = tuple(status.value for status in Entry.Status if status != Entry.Status.WAITING)
"""The statuses that somebody sets; who waits for a place follows from the event's `max_entrants`."""


def refuse_noted(ground: Ground, seat: str) -> None:
    """Refuse a no-show at this seat if changes of the day are noted for it.

    Raises Refused `not_ready`, whose message names the changes.
    """
    noted = noted_of(ground, seat) if seat else []
    if noted:
        names = {entry.seat: entry.known_name for entry in ground.event.entries.filter(table__isnull=False)}
        spread = ground.event.records_spread
        sentences = [
            round_words.day_change(
                kind,
                table,
                data,
                names,
                edition=ground.event.edition,
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
    """Mark an entrant as no-show or withdrawn, or as `playing` again, with the reason.

    A no-show does not count for the quota; the seat is empty and still moves. A withdrawn player counts, and the card
    stands.

    When a no-show returns, people who moved up go back as far as possible (`tournaments.day.reads.round.gives_back`).
    If games were called or typed in the meantime, the no-show plays from the next one on, as a late entry. Meeting
    again is forbidden if no game needs it any more.

    Before the draw a no-show's place goes to the first who waits. `playing` gives whoever waits a place, even if the
    event is full.

    Later first deals are announced anew. `deals` is the basis if this is part of another act.

    Raises Malformed for an unknown status or a missing reason.
    Raises Forbidden `own_card` if the card is the actor's own.
    Raises Refused `posted` once the qualifiers are posted.
    Raises Refused `begun` for a no-show with games on the card, or on the card of an opponent.
    Raises Refused `not_ready` for a no-show for whom changes of the day are noted.
    Raises Refused `not_ready` for a return after a removal from play: undo that on the round's page.
    Raises Refused `not_seated` for a withdrawal before the draw.
    Raises Refused `closed` if somebody else has the seat or the place.
    Raises Refused `impossible` for a return if no game is left to play.
    Raises Overwriting if status or reason has changed since `read`.
    """
    event = Event.objects.locked(entry.event)
    entry = event.entries.with_people().select_related("event").get(pk=entry.pk)
    # Players must not decide about their own cards that these are complete.
    refuse_own_card(actor, [entry])
    faults = text_faults("reason", reason, MAX_REASON, required=status != Entry.Status.PLAYING)
    if status not in SET_BY_HAND:
        faults.append(unknown("status", SET_BY_HAND))
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
            _("Seats are drawn, and this entrant no longer has one. Give them a free one, as a late entry."),
        )
    ground = ground_of(event)
    if status == Entry.Status.NO_SHOW:
        refuse_noted(ground, entry.seat)
    if status == Entry.Status.PLAYING and (number := ground.removal(entry.seat)) is not None:
        raise Refused("not_ready", round_words.undo_removal_first(entry.known_name, number))
    reversal = GivesBack()
    first_game = None
    if event.is_seated and entry.status == Entry.Status.NO_SHOW and status == Entry.Status.PLAYING:
        refuse_place_taken(event, entry)
        reversal = gives_back(event, entry)
        first_game = first_game_of_return(event, entry)
        deals = Basis(first_game - 1 if first_game else event.game_now or 0, dealt_before_no_show(event, entry))
    elif deals is None:
        deals = Basis(event.game_now or 0, event.dealt_by)
    if event.is_played and ground.has_plan:
        announce_deals(event)
    awards = Awards(event)
    before, after = ENTRY.difference(entry, {"status": status, "status_reason": stored_reason})
    has_waited = entry.status == Entry.Status.WAITING
    change(entry, after | (presence(event, [entry], actor).get(entry.pk, {}) if has_waited else {}))
    if has_waited and status == Entry.Status.PLAYING:
        tell_of_place(entry)
    # A return after the first game makes a change of the day, which announces first deals anew.
    dealt_before, dealt = deal_anew(event, deals) if first_game is None else ({}, {})
    audit.record(
        event=event,
        actor=actor,
        action="entrant.status-set",
        subject=("entrant", str(entry.number)),
        before=before | dealt_before,
        after=after | dealt | (awards.since() if first_game is None else {}),
        reason=reason,
    )
    event.touch()
    for first_seat, second_seat in reversal.exchanges:
        exchange(event, first_seat, second_seat, reason=reason, deals=deals, actor=actor)
    if reversal.exchanges:
        entry.refresh_from_db(fields=["table", "seat_number"])
    if first_game is not None:
        come_back(event=event, seat=entry.seat, first=first_game, reason=reason, deals=deals, actor=actor)
    elif reversal.course is not None:
        drop_change(event=event, number=reversal.course, reason=reason, deals=deals, actor=actor)
    if event.is_seated:
        absent_number = entry.number if status == Entry.Status.NO_SHOW else None
        keep_apart(event=event, ground=ground, reason=reason, no_show=absent_number, deals=deals, actor=actor)
    if status == Entry.Status.PLAYING:
        end_needless_meeting_again(event=event, reason=reason, deals=deals, actor=actor)
    move_up(event=event, actor=actor)
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
    """Refuse a return to a place that a late entry has taken. Raises Refused `closed`."""
    taken = place_taken(event, entry.seat)
    if taken is not None:
        raise Refused("closed", round_words.place_is_taken(entry.known_name, taken.data["seat"], taken.number))


def refuse_games(entry: Entry) -> None:
    """Refuse to make somebody with games on their own card, or on another one, a no-show. Raises Refused `begun`."""
    if Entry.objects.filter(pk=entry.pk, scorecard__lines__isnull=False).exists():
        raise Refused(
            "begun",
            _("%(seat)s has games on the card, so somebody has played. Mark the entrant as withdrawn.")
            % {"seat": entry.seat},
        )
    # A no-show has no card that anybody asks for, so that the games of the others would be with the head judge.
    opponents = Entry.objects.of(entry.event).filter(scorecard__lines__opponent=entry).distinct()
    seats = sorted((opponent.seat for opponent in opponents), key=seat_order)
    if seats:
        raise Refused(
            "begun",
            _(
                "The card of %(other)s has a game against %(seat)s, so somebody has played. Mark the entrant as withdrawn. If "
                "the line is a slip, correct that card first."
            )
            % {"other": seats[0], "seat": entry.seat},
        )
