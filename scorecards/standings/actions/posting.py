"""Playing off ties, and posting the list of qualifiers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorecards.crosscheck import words as crosscheck_words
from scorecards.models import (
    PostedList,
    QualifyingResult,
    TieBreak,
    TieBreakPlace,
)
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_unseated
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.lists import left_out_record, lines_left_out, listed_as_posted, listed_now
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import level_below, level_groups, qualifiers
from scorecards.sheet.rules.after_posting import Listed, find_shifts
from scorecards.standings import words as standings_words
from scorecards.standings.reads.after_posting import without_corrections
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import MAX_REASON, Event
from tournaments.rules.hiding import left_by_posting
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order


@transaction.atomic
def record_tiebreak(
    *,
    event: Event,
    order: Sequence[str],
    reason: str = "",
    read: Read = None,
    around: AbstractContextManager[None] | None = None,
    actor: Actor,
) -> TieBreak:
    """Record how a tied group played off, best first. Until posting, recording again replaces it; Overwriting where
    another `order` (seats in one text) is recorded than the one that was `read`.

    After posting, only the tie for high nonqualifier in the list in force can be played off. It changes no seed, and
    the list gets a new version with this `reason`, if any. `around` is entered around that, so that an app above can
    see the effect on its own data. Raises Malformed (a seat nobody has, a seat twice), Forbidden (`own_card`), Refused:
    `not_seated`, `posted`, `not_tied` (no card is in, or the cards do not leave exactly these level).
    """
    event = Event.objects.locked(event)
    refuse_unseated(event)
    event_sheet = sheet(event)
    faults = []
    for index, seat in enumerate(order):
        if seat not in event_sheet.entries:
            faults.append(Fault(f"order.{index}", "unknown", _("Nobody in this event has the seat %s.") % seat))
        elif seat in order[:index]:
            faults.append(Fault(f"order.{index}", "twice", _("%s is in this order twice.") % seat))
    if faults:
        raise Malformed(_("This order cannot be; each fault is named."), faults=faults)
    refuse_own_card(actor, [event_sheet.entries[seat] for seat in order])
    if event.posted_at:
        with around or nullcontext():
            counted = _level_below_as_posted(event, order)
            tiebreak = write_order(counted, order, actor, read=read)
            _post_below(event, order, standings_words.played_off_below(), reason, actor)
            return tiebreak
    if event.cards_begun_at is None:
        raise Refused("not_tied", _("No card is in yet, so nobody is tied. Type the cards first."))
    members = tuple(sorted(order, key=seat_order))
    level = [tuple(sorted((p.seat for p in group), key=seat_order)) for group in level_groups(event_sheet)]
    if members not in level:
        message = _("The cards do not leave exactly these level. Tied now: %(groups)s.")
        groups = "; ".join(", ".join(group) for group in level) or _("nobody")
        raise Refused("not_tied", message % {"groups": groups})
    return write_order(event_sheet, order, actor, read=read)


@transaction.atomic
def share_below(
    *,
    event: Event,
    members: Sequence[str],
    reason: str = "",
    around: AbstractContextManager[None] | None = None,
    actor: Actor,
) -> None:
    """After posting, take back the playoff for high nonqualifier: its players share the rank again, and the list gets a
    new version. Nothing changes if they have no recorded playoff.

    `around` is as in `record_tiebreak`. Raises Forbidden (`own_card`), Refused: `not_ready` (nothing is posted),
    `posted` (they are not one tied group below the cut).
    """
    event = Event.objects.locked(event)
    entries = sheet(event).entries
    refuse_own_card(actor, [entries[seat] for seat in members if seat in entries])
    with around or nullcontext():
        _level_below_as_posted(event, members)
        names = " ".join(sorted(members, key=seat_order))
        row = TieBreak.objects.filter(event=event, members=names).first()
        if row is None:
            return
        before = {"order": [place.entry.seat for place in row.places.select_related("entry")]}
        row.delete()
        audit.record(
            event=event,
            actor=actor,
            action="tiebreak.taken-back",
            subject=("tiebreak", names),
            before=before,
            reason=reason,
        )
        _post_below(event, members, standings_words.shared_below(), reason, actor)


def _level_below_as_posted(event: Event, members: Sequence[str]) -> Sheet:
    """The cards as the list in force counts them; refuses a group that they do not leave level below the line."""
    if event.posted_at is None:
        raise Refused("not_ready", _("The qualifiers are not posted yet. Undo the game in the log."))
    counted = without_corrections(sheet(event), lines_left_out(event))
    level = [sorted((place.seat for place in group), key=seat_order) for group in level_below(counted)]
    if sorted(members, key=seat_order) not in level:
        groups = "; ".join(", ".join(group) for group in level) or _("nobody")
        raise Refused("posted", standings_words.only_below(groups))
    return counted


def _post_below(event: Event, members: Sequence[str], sentence: str, why: str, actor: Actor) -> None:
    """Post the list with or without the playoff for high nonqualifier; everybody else must stay where they are."""
    posted, left_out = listed_as_posted(event), lines_left_out(event)
    event_sheet = without_corrections(sheet(event), left_out)
    shifts = find_shifts(posted, listed_now(event_sheet))
    if not shifts:
        return
    if any(shift.seat not in members or shift.has_another_seed for shift in shifts):
        raise Refused("posted", standings_words.more_than_this_game())
    reason = " ".join(part for part in (sentence, why.strip()) if part)
    write_list(event_sheet, actor, posted_at=timezone.now(), reason=reason)
    trail = left_out_record(event_sheet, left_out)
    seeded = [listed.seat for listed in posted if listed.seed is not None]
    audit.record(
        event=event,
        actor=actor,
        action="qualifiers.corrected",
        subject=("event", event.slug),
        before={"qualifiers": seeded},
        after={
            "version": PostedList.objects.filter(event=event).count(),
            "card": "",
            "qualifiers": seeded,
            "quota": event_sheet.quota,
            "in": [],
            "out": [],
            **({"left_out": trail} if trail else {}),
        },
        reason=reason,
    )
    event.touch()


def write_order(event_sheet: Sheet, order: Sequence[str], actor: Actor, *, read: Read = None) -> TieBreak:
    """Write the playoff order of a tied group in place of any earlier one, with its log row.

    The caller has locked the event and made sure that the cards leave exactly these level.
    """
    event, members = event_sheet.event, " ".join(sorted(order, key=seat_order))
    earlier = TieBreak.objects.filter(event=event, members=members).first()
    before = None
    if earlier:
        before = {"order": [place.entry.seat for place in earlier.places.select_related("entry")]}
        if before["order"] == list(order):
            return earlier
        now, of = {"order": " ".join(before["order"])}, Written(event, ("tiebreak", members))
        refuse_overwriting({"order": " ".join(order)}, read=read, now=now, of=of, actor=actor)
        earlier.delete()
    tiebreak = TieBreak.objects.create(event=event, members=members, recorded_by=actor.name)
    TieBreakPlace.objects.bulk_create(
        TieBreakPlace(tiebreak=tiebreak, place=place, entry=event_sheet.entries[seat])
        for place, seat in enumerate(order, 1)
    )
    audit.record(
        event=event,
        actor=actor,
        action="tiebreak.recorded",
        subject=("tiebreak", members),
        before=before,
        after={"order": list(order)},
    )
    event.touch()
    return tiebreak


@transaction.atomic
def post_qualifiers(
    *, event: Event, unread_reason: str | None = None, revision: int | None = None, actor: Actor
) -> list[QualifyingResult]:
    """Recount everything from the cards and post the qualifiers: the list is official and frozen (guideline 13,
    13.2.a). Standings that were held back become public.

    `unread_reason` says why lines that could matter need no second reading; empty where nobody was asked, None from
    somebody who has seen both papers of every game. The log names the lines. `revision` is the optimistic lock. Raises
    Malformed (`reason`), Refused: `not_seated`, `posted`, `not_ready` with everything that blocks posting, `stale` (the
    event has changed since).
    """
    event = Event.objects.locked(event)
    refuse_unseated(event)
    if event.posted_at:
        posted = {"qualifiers": qualifiers(event)}
        raise Refused(
            "posted",
            _("The qualifiers are posted already. Reopening the cross-check takes the list back."),
            current=posted,
        )
    if revision is not None and revision != event.revision:
        raise Refused("stale", standings_words.list_is_stale(), current={"revision": event.revision})
    event_sheet = sheet(event)
    if event_sheet.obstacles:
        raise Refused(
            "not_ready",
            _("The qualifiers cannot be posted yet. Each thing that stands in the way is named."),
            faults=[sheet_words.fault(finding, event.edition) for finding in event_sheet.obstacles],
        )
    unread = [(str(finding["seat"]), finding["game"]) for finding in looks_reads.unread(event_sheet)]
    if unread and unread_reason is not None:
        _refuse_without_reason(unread_reason)
    event.posted_at = timezone.now()
    results = write_list(event_sheet, actor, posted_at=event.posted_at, reason=unread_reason or "" if unread else "")
    event.phase = Phase.PLAYOFFS
    hidden, event.hidden = event.hidden, left_by_posting(event.hidden)
    event.save(update_fields=["posted_at", "phase", "hidden"])
    audit.record(
        event=event,
        actor=actor,
        action="qualifiers.posted",
        subject=("event", event.slug),
        before={"hidden": hidden} if hidden != event.hidden else None,
        after={
            "qualifiers": [place.seat for place in event_sheet.places[: event_sheet.quota]],
            "quota": event_sheet.quota,
        }
        | ({"unread": unread} if unread else {})
        | ({"hidden": event.hidden} if hidden != event.hidden else {}),
        reason=unread_reason or "" if unread else "",
    )
    event.touch()
    return results


def _refuse_without_reason(reason: str) -> None:
    if not reason.strip() or len(reason) > MAX_REASON:
        message = crosscheck_words.why_unread(MAX_REASON)
        raise Malformed(message, faults=[Fault("reason", "max_length" if reason.strip() else "required", message)])


def write_list(
    event_sheet: Sheet, actor: Actor, *, posted_at: datetime, reason: str, card: str = ""
) -> list[QualifyingResult]:
    """Write the list that these cards give as its next version, now in force; `card` is the corrected seat behind it."""
    places = listed_now(event_sheet)
    last = PostedList.objects.filter(event=event_sheet.event).order_by("number").last()
    PostedList.objects.create(
        event=event_sheet.event,
        number=last.number + 1 if last else 1,
        posted_at=posted_at,
        posted_by=actor.name,
        reason=reason,
        card=card,
        rows=[{"name": event_sheet.entries[place.seat].name, **asdict(place)} for place in places],
    )
    QualifyingResult.objects.filter(event=event_sheet.event).delete()
    return QualifyingResult.objects.bulk_create(_result(event_sheet, place) for place in places)


def _result(event_sheet: Sheet, place: Listed) -> QualifyingResult:
    values = {name: value for name, value in asdict(place).items() if name != "seat"}
    return QualifyingResult(
        event=event_sheet.event,
        entry=event_sheet.entries[place.seat],
        edition=event_sheet.event.edition.value,
        **values,
    )
